//! The controller of the first thread: it shows the lines of the search and decides when to stop.
//!
//! Source:   YaneuraOu 9.70: lines are shown at most once in `PvInterval` milliseconds
//! Here:     after ten intervals every line is shown

use search::{Bound, Controller, Report, RootMove, Score, Shared};

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
    /// The line that was shown last.
    last: Option<Info>,
    /// The greatest distance from the root in any report.
    deepest: usize,
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
            last: None,
            deepest: 0,
        }
    }

    /// Shows the lines that wait.
    fn show(&mut self) {
        if !self.pending.is_empty() {
            self.shown_at = Some(self.control.elapsed());
        }
        for info in std::mem::take(&mut self.pending) {
            self.emit(info);
        }
    }

    fn may_show(&self, root_move: &RootMove) -> bool {
        let is_hidden_bound = root_move.bound != Bound::Exact && !self.reporting.shows_bounds;
        !self.reporting.is_silent && !is_hidden_bound
    }

    fn emit(&mut self, info: Info) {
        self.last = Some(info.clone());
        (self.sink)(Event::Info(info));
    }

    /// Shows the lines that wait and, after them, the line of the move that is going to be played,
    /// exact if an exact line of it is known, with the nodes and the time of the whole search.
    pub(crate) fn show_last(&mut self, best: Option<&RootMove>, nodes: u64) {
        let best = best.filter(|best| best.score > -Score::INFINITE).map(RootMove::exact_if_known);
        let Some(best) = best.filter(|best| self.may_show(best)) else {
            return self.show();
        };
        let deepest = self.deepest.max(best.pv.len());
        let info = self.info(best.depth, deepest, 1, &best, nodes);
        self.pending.retain(|waiting| !is_same_line(waiting, &info));
        self.show();
        let is_shown = |last: &Info| is_same_line(last, &info) && last.nodes == info.nodes;
        if !self.last.as_ref().is_some_and(is_shown) {
            self.emit(info);
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

/// Do both show the same moves with the same score, whatever the nodes and the time?
fn is_same_line(one: &Info, other: &Info) -> bool {
    one.rank == other.rank
        && one.depth == other.depth
        && (one.score, one.bound) == (other.score, other.bound)
        && one.pv == other.pv
}

impl Controller for Leader<'_> {
    fn report(&mut self, report: Report<'_>) {
        let Report { depth, deepest, rank, root_move, nodes } = report;
        // A level below full strength may search more lines than the user asked for.
        if !self.may_show(root_move) || rank > self.reporting.lines {
            return;
        }
        self.deepest = self.deepest.max(deepest);
        let now = self.control.elapsed();
        let interval = self.reporting.interval;
        // Later in a search iterations take long, and a waiting line would be missed.
        let is_due = self.shown_at.is_none_or(|shown| now >= shown + interval)
            || now >= interval * INTERVALS_THAT_COUNT;
        let is_bound = root_move.bound != Bound::Exact;
        if is_bound && !is_due && !self.pending.is_empty() {
            // The exact line that waits says more.
            return;
        }
        let info = self.info(depth, deepest, rank, root_move, nodes);
        self.pending.retain(|old| old.rank != info.rank);
        self.pending.push(info);
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
