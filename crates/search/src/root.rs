//! The root: deeper and deeper searches with windows around the last score, for one line or more.
//!
//! Known as: iterative deepening, aspiration windows, MultiPV
//! Source:   YaneuraOu 9.70, `iterative_deepening` (after Stockfish): the formula of the first
//!           window with thread number and score² / 9000, windows that grow by a third, a ply less
//!           after each fail high; the idea: B (Bonanza 2006), appendix
//! Here:     the first window is 7, which is YaneuraOu's 5 in our unit of value; it stands around
//!           the last score, not around a mean, and from depth 4 on; with several lines no ply less
//!           after a fail high; a search that was stopped early doubts the loss it found
//! Worth:    84 ± 35 Elo (400 games, 10,000 nodes; docs/record/ablation.tsv); 7 in place of 5: 10 ±
//!           30 (440 games, 30,000 nodes; docs/record/search-changes.tsv)
//! Off:      `aspiration`

use std::cmp::Reverse;

use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

use crate::depth::Depth;
use crate::node::{Node, SoFar};
use crate::recipe::Recipe;
use crate::recipe_name::RecipeName;
use crate::recipes::{Bonanza, Gekisashi, Tacos, Tournament, Yuuchan};
use crate::score::{MAX_PLY, Score, Window};
use crate::technique::Technique;
use crate::tt::Bound;
use crate::tunable::tunables_of;
use crate::worker::{Settings, Worker};

tunables_of! { "aspiration":
    /// Half the width of the first window.
    window = 7, 1..=60;
}

/// A move of the root with its line and score.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The best line that begins with the move.
    pub pv: Vec<Move>,
    /// The score of the last search that raised alpha or was the first of its depth.
    pub score: Score,
    /// The score when the present depth began.
    pub last_score: Score,
    /// The relation of the score to the true score.
    pub bound: Bound,
    /// The depth of the search that gave the score.
    pub depth: i32,
    /// The nodes spent on the move in this search.
    pub nodes: u64,
    /// The last line of the move whose score was exact, if there was one.
    pub exact: Option<ExactLine>,
    /// The last exact line when the present depth began.
    pub last_exact: Option<ExactLine>,
}

/// A line with an exact score.
#[derive(Clone, Debug)]
pub struct ExactLine {
    /// The moves, the root's first.
    pub pv: Vec<Move>,
    /// The score of the line.
    pub score: Score,
    /// The depth of the iteration that found it.
    pub depth: i32,
}

/// The state of the root while it is searched.
#[derive(Default)]
pub(crate) struct Root {
    /// The moves, sorted by score as far as it is known.
    moves: Vec<RootMove>,
    /// The index of the line that is being searched; the moves before it stay as they are.
    rank: usize,
    /// The depth of the present iteration.
    depth: i32,
    /// The width of the window.
    width: i32,
    /// The line of the move that is being searched, as the last iteration left it.
    last_line: Vec<Move>,
}

impl Root {
    /// The moves from the line that is being searched on.
    pub(crate) fn remaining(&self) -> &[RootMove] {
        &self.moves[self.rank..]
    }

    /// The depth of the present iteration.
    pub(crate) fn depth(&self) -> i32 {
        self.depth
    }

    /// The width of the window, at least 1.
    pub(crate) fn width(&self) -> i32 {
        self.width.max(1)
    }

    /// Is the line that is being searched another one than the best (MultiPV)?
    pub(crate) fn is_beside_best(&self) -> bool {
        self.rank > 0
    }

    /// The move at a ply of the line that is being searched, as the last iteration left it.
    pub(crate) fn move_of_last_line(&self, ply: usize) -> Option<Move> {
        self.last_line.get(ply).copied()
    }
}

impl RootMove {
    /// Makes a move of which nothing is known yet.
    pub fn new(mv: Move) -> Self {
        Self {
            pv: vec![mv],
            score: -Score::INFINITE,
            last_score: -Score::INFINITE,
            bound: Bound::None,
            depth: 0,
            nodes: 0,
            exact: None,
            last_exact: None,
        }
    }

    /// The score, or the last score if the present depth has none yet.
    fn best_known(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.last_score }
    }

    /// Returns the move with its last exact line if its score is only a bound.
    #[must_use]
    pub fn exact_if_known(&self) -> Self {
        let mut line = self.clone();
        if let Some(exact) = self.exact.as_ref().filter(|_| self.bound != Bound::Exact) {
            line.take_back_to(exact);
        }
        line
    }

    /// Restores the last finished depth's score if the move loses at an unfinished depth: other
    /// moves have not been searched there, so the loss proves nothing.
    fn doubt_loss(&mut self, finished: i32) {
        if self.score.is_loss() && self.depth > finished && self.last_score > -Score::INFINITE {
            self.return_to_depth(finished);
        }
    }

    /// Returns to what a finished depth, the one before the present one, said of the move.
    fn return_to_depth(&mut self, finished: i32) {
        match self.last_exact.clone().filter(|exact| exact.depth == finished) {
            Some(exact) => self.take_back_to(&exact),
            None => {
                // A finished depth leaves a bound only of a move that fell behind another one.
                (self.score, self.bound, self.depth) = (self.last_score, Bound::Upper, finished);
                self.pv.truncate(1);
            }
        }
        self.exact.clone_from(&self.last_exact);
    }

    fn take_back_to(&mut self, exact: &ExactLine) {
        (self.score, self.bound, self.depth) = (exact.score, Bound::Exact, exact.depth);
        self.pv.clone_from(&exact.pv);
    }
}

/// A line to show while the search is running.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The depth in plies.
    pub depth: i32,
    /// The largest distance from the root that was reached.
    pub deepest: usize,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The move with its line and score.
    pub root_move: &'a RootMove,
    /// The nodes of all threads.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The root's moves, the best first; empty if there is no legal move.
    pub moves: Vec<RootMove>,
    /// The last finished depth.
    pub depth: i32,
    /// The nodes of this thread.
    pub nodes: u64,
}

/// The result of a quiescence search.
#[derive(Clone, Debug)]
pub struct Quiet {
    /// The score, from the side to move.
    pub score: Score,
    /// The moves from the position to the quiet one whose value is the score.
    pub line: Vec<Move>,
}

/// The caller's control of a search, which the engine connects with its clock.
pub trait Controller {
    /// Receives a line.
    fn report(&mut self, report: Report<'_>);

    /// Is another depth worth searching after `depth`? `moves` are sorted.
    fn goes_on(&mut self, depth: i32, moves: &[RootMove], nodes: u64) -> bool;
}

/// A controller that shows nothing and never ends a search.
pub struct NoController;

impl Controller for NoController {
    fn report(&mut self, _: Report<'_>) {}

    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}

/// The legal moves to be searched: those of `searchmoves`, even if they decline a useful promotion,
/// or all.
fn root_moves(position: &Position, settings: &Settings) -> Vec<RootMove> {
    let only = &settings.limits.only;
    let declined = if only.is_empty() { settings.non_promotions } else { NonPromotions::All };
    let mut list = MoveList::new();
    position.generate(Wanted::All, Legality::Legal, declined, &mut list);
    list.iter()
        .filter(|mv| only.is_empty() || only.contains(mv))
        .map(|&mv| RootMove::new(mv))
        .collect()
}

impl Worker<'_> {
    /// Searches the position by the recipe of the settings.
    pub fn run(self, controller: &mut dyn Controller) -> Outcome {
        match (self.settings().recipe, self.memory().trace.is_on()) {
            (RecipeName::Tacos, false) => self.run_with::<Tacos<false>>(controller),
            (RecipeName::Tacos, true) => self.run_with::<Tacos<true>>(controller),
            (RecipeName::Bonanza, false) => self.run_with::<Bonanza<false>>(controller),
            (RecipeName::Bonanza, true) => self.run_with::<Bonanza<true>>(controller),
            (RecipeName::Yuuchan, false) => self.run_with::<Yuuchan<false>>(controller),
            (RecipeName::Yuuchan, true) => self.run_with::<Yuuchan<true>>(controller),
            (RecipeName::Gekisashi, false) => self.run_with::<Gekisashi<false>>(controller),
            (RecipeName::Gekisashi, true) => self.run_with::<Gekisashi<true>>(controller),
            (RecipeName::Tournament, false) => self.run_with::<Tournament<false>>(controller),
            (RecipeName::Tournament, true) => self.run_with::<Tournament<true>>(controller),
        }
    }

    /// Searches the position by the quiescence of the settings' recipe alone, with a full window.
    pub(crate) fn quiesce(self) -> Quiet {
        match self.settings().recipe {
            RecipeName::Tacos => self.quiesce_with::<Tacos<false>>(),
            RecipeName::Bonanza => self.quiesce_with::<Bonanza<false>>(),
            RecipeName::Yuuchan => self.quiesce_with::<Yuuchan<false>>(),
            RecipeName::Gekisashi => self.quiesce_with::<Gekisashi<false>>(),
            RecipeName::Tournament => self.quiesce_with::<Tournament<false>>(),
        }
    }

    fn quiesce_with<R: Recipe>(mut self) -> Quiet {
        R::new_search(&mut self);
        let score = R::leaf(&mut self, Window::FULL);
        Quiet { score, line: self.frame().pv.clone() }
    }

    /// Searches the position to one depth after the other (iterative deepening).
    fn run_with<R: Recipe>(mut self, controller: &mut dyn Controller) -> Outcome {
        self.root.moves = root_moves(self.position(), self.settings());
        R::new_search(&mut self);
        let lines = self.settings().lines.clamp(1, self.root.moves.len().max(1));
        let deepest =
            self.settings().limits.depth.unwrap_or(MAX_PLY as i32 - 1).clamp(1, MAX_PLY as i32 - 1);
        let mut finished = 0;
        let mut shown = Vec::new();
        if !self.root.moves.is_empty() {
            for depth in 1..=deepest {
                self.root.depth = depth;
                for root_move in &mut self.root.moves {
                    root_move.last_score = root_move.score;
                    root_move.last_exact.clone_from(&root_move.exact);
                }
                for rank in 0..lines {
                    self.root.rank = rank;
                    self.search_line::<R>(depth, lines == 1, controller);
                    // A later line, searched by itself, can turn out to be the better one.
                    if self.root.moves[rank].depth == depth {
                        sort_by_score(&mut self.root.moves[..=rank]);
                    }
                    if self.must_stop() {
                        // Lines that were not searched again are ordered by their last scores.
                        self.root.moves[1..].sort_by_key(|line| Reverse(line.best_known()));
                        break;
                    }
                }
                if self.must_stop() {
                    self.root.moves[0].doubt_loss(finished);
                }
                self.report_lines(lines, &mut shown, controller);
                if self.must_stop() {
                    break;
                }
                finished = depth;
                if self.is_main() && !controller.goes_on(depth, &self.root.moves, self.nodes()) {
                    break;
                }
            }
        }
        if self.root.moves.first().is_some_and(|first| first.depth == 0) {
            self.guess();
        }
        self.check_limits();
        if self.is_main() {
            self.stop_all();
        }
        let nodes = self.nodes();
        Outcome { moves: self.root.moves, depth: finished, nodes }
    }

    /// Puts a good move first without a search, if the search was stopped before its first move: a
    /// mate, the hash move, or the move with the best static value that loses no exchange.
    fn guess(&mut self) {
        let moves: Vec<Move> = self.root.moves.iter().map(|root_move| root_move.pv[0]).collect();
        let mate = self.position().mate_in_one();
        let known = self.probe(self.position().key()).and_then(|known| known.mv);
        let mut rank = |mv: Move| {
            if Some(mv) == mate {
                return Score::INFINITE;
            }
            if Some(mv) == known {
                return Score::KNOWN_WIN;
            }
            if !self.position().see_at_least(mv, 0, self.values()) {
                return -Score::INFINITE;
            }
            self.play(mv);
            let value = -self.evaluate().as_guess();
            self.take_back();
            value
        };
        let best = moves.iter().enumerate().max_by_key(|&(_, &mv)| rank(mv));
        if let Some((index, _)) = best {
            self.root.moves[..=index].rotate_right(1);
        }
    }

    /// Finds the best of the moves from the present rank on and puts it at this rank. A score that
    /// leaves its window is reported as a bound if `reports_bounds`.
    fn search_line<R: Recipe>(
        &mut self,
        depth: i32,
        reports_bounds: bool,
        controller: &mut dyn Controller,
    ) {
        let rank = self.root.rank;
        self.root.last_line.clone_from(&self.root.moves[rank].pv);
        let last = self.root.moves[rank].last_score;
        let half_width = R::root_half_width(self, depth, last);
        let mut width = half_width.unwrap_or(0);
        let mut window = match half_width {
            Some(width) => Window { alpha: last - width, beta: last + width },
            None => Window::FULL,
        };
        // A move that raises the score again and again loses a ply each time, down to one. In play
        // the next depth corrects that; lines that are asked for must be as deep as they say.
        let settings = self.settings();
        let may_be_shallower = settings.lines == 1 && settings.limits.only.is_empty();
        let mut fail_highs = 0;
        loop {
            let searched = Depth::plies(R::root_depth(depth, fail_highs));
            self.root.width = window.beta - window.alpha;
            let score = self.search_root::<R>(window, searched);
            sort_by_score(&mut self.root.moves[rank..]);
            if self.must_stop() {
                break;
            }
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.beta = window.alpha;
                window.alpha = widened(score, -width);
                fail_highs = 0;
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.alpha = window.alpha.max(window.beta - width);
                window.beta = widened(score, width);
                fail_highs += i32::from(may_be_shallower);
            } else {
                break;
            }
            if reports_bounds && self.is_main() {
                self.report_line(rank, &self.root.moves[rank], controller);
            }
            width += width / 3;
        }
    }

    /// Reports the best lines in their order, unless nothing has changed since the last report. A
    /// line that was not searched to the present depth is reported with its last score.
    fn report_lines(&self, lines: usize, shown: &mut Vec<Move>, controller: &mut dyn Controller) {
        let lines = &self.root.moves[..lines];
        let firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
        let has_news = lines.iter().any(|line| self.is_of_present_depth(line));
        if !self.is_main() || (!has_news && *shown == firsts) {
            return;
        }
        *shown = firsts;
        for (index, line) in lines.iter().enumerate() {
            let mut line = line.clone();
            if !self.is_of_present_depth(&line) {
                line.depth = self.root.depth - 1;
                if line.score == -Score::INFINITE {
                    line.return_to_depth(self.root.depth - 1);
                }
            }
            if line.score > -Score::INFINITE {
                self.report_line(index, &line, controller);
            }
        }
    }

    fn report_line(&self, index: usize, line: &RootMove, controller: &mut dyn Controller) {
        controller.report(Report {
            depth: line.depth,
            deepest: self.deepest(),
            rank: index + 1,
            root_move: line,
            nodes: self.all_nodes(),
        });
    }

    /// Does the line's score come from the present depth?
    fn is_of_present_depth(&self, line: &RootMove) -> bool {
        line.depth == self.root.depth && line.score > -Score::INFINITE
    }

    /// Notes the result of a root move. Only the first move and moves that raise alpha get a score.
    pub(crate) fn note_root_move(
        &mut self,
        node: &Node,
        so_far: &SoFar,
        mv: Move,
        score: Score,
        nodes_before: u64,
    ) {
        let line = self.frame_below(1).pv.clone();
        let spent = self.nodes() - nodes_before;
        let depth = self.root.depth;
        let Some(root_move) = self.root.moves.iter_mut().find(|root_move| root_move.pv[0] == mv)
        else {
            return;
        };
        root_move.nodes += spent;
        if so_far.number > 1 && score <= so_far.alpha {
            // The move is only known to be no better, so it stays behind the best in its order.
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.depth = depth;
        root_move.bound = if score >= node.window.beta {
            Bound::Lower
        } else if score <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        root_move.pv.truncate(1);
        root_move.pv.extend_from_slice(&line);
        if root_move.bound == Bound::Exact {
            let pv = root_move.pv.clone();
            root_move.exact = Some(ExactLine { pv, score, depth });
        }
    }
}

/// Sorts the best move first; moves that were not better than alpha keep their order.
fn sort_by_score(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| Reverse(root_move.score));
}

/// Half the width of the first window, which grows with the score, as large scores change more.
pub(crate) fn narrow_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
    let is_narrow = depth >= 4
        && last > -Score::INFINITE
        && !last.is_mate()
        && worker.on(Technique::Aspiration);
    is_narrow.then(|| window() + worker.number() as i32 % 8 + last.get() * last.get() / 9000)
}

/// The bound of a widened window, `by` points from the score.
fn widened(score: Score, by: i32) -> Score {
    (score + by).clamp(-Score::INFINITE, Score::INFINITE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_of_an_unfinished_depth_is_doubted() {
        let moves = ["7g7f", "3c3d"].map(|text| text.parse().expect("a move"));
        let before = ExactLine { pv: moves.to_vec(), score: Score::new(-300), depth: 8 };
        let lost = RootMove {
            score: Score::mated_in(4),
            last_score: before.score,
            bound: Bound::Exact,
            depth: 9,
            last_exact: Some(before),
            ..RootMove::new(moves[0])
        };
        let said = |line: &RootMove| (line.score, line.bound, line.depth, line.pv.len());
        let mut doubted = lost.clone();
        doubted.doubt_loss(8);
        assert_eq!(said(&doubted), (lost.last_score, Bound::Exact, 8, 2));
        let mut fallen = RootMove { last_exact: None, ..lost.clone() };
        fallen.doubt_loss(8);
        assert_eq!(said(&fallen), (lost.last_score, Bound::Upper, 8, 1));
        let mut certain = lost.clone();
        certain.doubt_loss(9);
        assert_eq!(said(&certain), (lost.score, Bound::Exact, 9, 1));
    }

    #[test]
    fn a_bound_gives_way_to_the_last_exact_line() {
        let moves = ["7g7f", "3c3d"].map(|text| text.parse().expect("a move"));
        let exact = ExactLine { pv: moves.to_vec(), score: Score::new(20), depth: 8 };
        let raised = RootMove {
            score: Score::new(60),
            bound: Bound::Lower,
            depth: 9,
            exact: Some(exact),
            ..RootMove::new(moves[0])
        };
        let shown = raised.exact_if_known();
        assert_eq!((shown.score, shown.bound, shown.depth), (Score::new(20), Bound::Exact, 8));
        assert_eq!(shown.pv, moves);
        let unknown = RootMove { exact: None, ..raised };
        assert_eq!(unknown.exact_if_known().bound, Bound::Lower);
    }
}
