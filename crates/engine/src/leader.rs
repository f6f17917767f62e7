//! The controller of the first thread: it shows the lines of the search and decides when to stop.
//!
//! Source:   YaneuraOu 9.70: lines are shown at most once in `PvInterval` milliseconds
//! Here:     after ten intervals every line is shown

use search::{Bound, Controller, Report, RootMove, Shared};

use crate::control::Control;
use crate::engine::Sink;
use crate::event::{Event, Info};
use crate::permissions::Reporting;
use crate::shown_score::ShownScore;
use crate::time::{Iteration, Judge};

/// The depth at which a single legal move is played: enough for a score and a reply to ponder on.
const ONLY_MOVE_DEPTH: i32 = 8;

/// Every line is shown at once after this many intervals.
const INTERVALS_THAT_COUNT: u64 = 10;

pub(crate) struct Leader<'a> {
    control: &'a Control,
    shared: &'a Shared,
    sink: &'a Sink,
    reporting: Reporting,
    may_end_early: bool,
    judge: Judge,
    /// The lines that wait to be shown, because others were shown less than an interval ago.
    pending: Vec<Info>,
    shown_at: Option<u64>,
}

impl<'a> Leader<'a> {
    pub(crate) fn new(
        control: &'a Control,
        shared: &'a Shared,
        sink: &'a Sink,
        reporting: Reporting,
        may_end_early: bool,
    ) -> Self {
        Self {
            control,
            shared,
            sink,
            reporting,
            may_end_early,
            judge: Judge::default(),
            pending: Vec::new(),
            shown_at: None,
        }
    }

    /// Shows the lines that wait.
    pub(crate) fn show(&mut self) {
        if !self.pending.is_empty() {
            self.shown_at = Some(self.control.elapsed());
        }
        for info in self.pending.drain(..) {
            (self.sink)(Event::Info(info));
        }
    }

    /// Shows another line than the best one of the first thread, because its move is going to be
    /// played.
    pub(crate) fn show_other(&mut self, root_move: &RootMove, nodes: u64) {
        if !self.reporting.is_silent {
            let depth = root_move.depth;
            let deepest = root_move.pv.len().max(usize::try_from(depth).unwrap_or(0));
            let info = self.info(depth, deepest, 1, root_move, nodes);
            (self.sink)(Event::Info(info));
        }
    }

    fn info(
        &self,
        depth: i32,
        deepest: usize,
        rank: usize,
        root_move: &RootMove,
        nodes: u64,
    ) -> Info {
        Info {
            depth,
            deepest,
            time_ms: self.control.elapsed(),
            nodes,
            hashfull: self.shared.tt.permille_full(),
            rank: (self.reporting.lines > 1).then_some(rank),
            score: ShownScore::new(root_move.score, self.reporting.pawn),
            bound: root_move.bound,
            pv: root_move.pv.clone(),
        }
    }
}

impl Controller for Leader<'_> {
    fn report(&mut self, report: Report<'_>) {
        let Report { depth, deepest, rank, root_move, nodes } = report;
        let is_hidden_bound = root_move.bound != Bound::Exact && !self.reporting.shows_bounds;
        // A level below full strength may search more lines than the user asked for.
        if self.reporting.is_silent || is_hidden_bound || rank > self.reporting.lines {
            return;
        }
        let info = self.info(depth, deepest, rank, root_move, nodes);
        self.pending.retain(|old| old.rank != info.rank);
        let now = info.time_ms;
        self.pending.push(info);
        let interval = self.reporting.interval;
        // Later in a search iterations take long, and a waiting line would be missed.
        let is_due = self.shown_at.is_none_or(|shown| now >= shown + interval)
            || now >= interval * INTERVALS_THAT_COUNT;
        if is_due && rank >= self.reporting.lines {
            self.show();
        }
    }

    fn goes_on(&mut self, depth: i32, moves: &[RootMove], nodes: u64) -> bool {
        let Some(best) = moves.first() else { return false };
        let scale = self.judge.weigh(&Iteration {
            best: best.pv[0],
            score: ShownScore::new(best.score, self.reporting.pawn).to_number(),
            node_share: best.nodes as f64 / nodes.max(1) as f64,
        });
        let is_forced = moves.len() == 1 && depth >= ONLY_MOVE_DEPTH;
        let is_mate = best.score.mate_plies().is_some_and(|plies| plies.abs() <= depth);
        self.control.may_continue(scale, self.may_end_early && (is_forced || is_mate))
    }
}
