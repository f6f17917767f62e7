//! What a search reports and what it is permitted to do, decided in one place from the request and
//! the options.

use crate::go::Go;
use crate::options::Options;
use crate::{root_hisshi, root_mate};

/// How the search reports its lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reporting {
    /// The value of a pawn in the evaluator's unit.
    pub(crate) pawn: i32,
    /// The number of best lines shown (MultiPV), at most the number of moves.
    pub(crate) lines: usize,
    /// The least time in milliseconds between two reports.
    pub(crate) interval: u64,
    /// Lines whose score is only a bound are shown, too.
    pub(crate) shows_bounds: bool,
    /// The engine says nothing but the answer.
    pub(crate) is_silent: bool,
}

/// What the engine may do with this request besides a plain search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permissions {
    /// The book may answer.
    pub(crate) may_use_book: bool,
    /// A single legal move or a mate that was found ends the search before its time is over.
    pub(crate) may_end_early: bool,
    /// The engine resigns if its score in hundredths of a pawn is not above this.
    pub(crate) resign_at: Option<i32>,
    /// The node limit of the mate solver before the search; 0 means that it is not used.
    pub(crate) mate_nodes: u64,
    /// The node limit of the hisshi solver before the search; 0 means that it is not used.
    pub(crate) hisshi_nodes: u64,
}

/// The facts of one search that neither the request nor the options tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// The value of a pawn in the evaluator's unit.
    pub(crate) pawn: i32,
    /// The number of moves to be searched, at least 1.
    pub(crate) moves: usize,
    /// The search has a time limit.
    pub(crate) has_budget: bool,
    /// The engine ponders on all replies instead of the expected one.
    pub(crate) is_stochastic: bool,
}

/// Decides what the search reports and what it may do.
pub(crate) fn decide(go: &Go, options: &Options, now: Situation) -> (Reporting, Permissions) {
    let lines = options.lines.min(now.moves);
    let reporting = Reporting {
        pawn: now.pawn,
        lines,
        interval: if options.consideration { 0 } else { options.pv_interval },
        shows_bounds: options.shows_bounds,
        is_silent: now.is_stochastic,
    };
    let is_analysis = options.consideration || go.is_analysis();
    // If certain moves or several lines are asked for, the user wants to see a search.
    let wants_search = !go.only.is_empty() || lines > 1 || options.consideration;
    let has_limit = go.nodes.is_some() || now.has_budget;
    let looks_for_mate =
        options.recipe.looks_for_mate() && has_limit && go.depth.is_none() && !wants_search;
    let part = |share| go.nodes.map_or(u64::MAX, |nodes| nodes / share);
    let permissions = Permissions {
        may_use_book: options.own_book && !is_analysis && go.only.is_empty() && !now.is_stochastic,
        may_end_early: !wants_search,
        resign_at: options.resign_at().filter(|_| !is_analysis),
        mate_nodes: if looks_for_mate {
            options.root_mate_nodes.min(part(root_mate::SHARE))
        } else {
            0
        },
        hisshi_nodes: if looks_for_mate {
            options.hisshi_nodes().min(part(root_hisshi::SHARE))
        } else {
            0
        },
    };
    (reporting, permissions)
}
