//! The root: deeper and deeper searches with windows around the last score, for one line or more.

use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

use crate::depth;
use crate::ends;
use crate::node::Candidate;
use crate::score::{MAX_PLY, Score, Window};
use crate::technique::Technique;
use crate::tt::Bound;
use crate::worker::Worker;

/// The first window's half width, and its growth when the score falls outside.
const WINDOW: i32 = 20;

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The best line that begins with the move.
    pub pv: Vec<Move>,
    /// Its score in the last finished search.
    pub score: Score,
    /// Is the score exact, or only a bound because the search was stopped or the window missed?
    pub bound: Bound,
    /// The depth of that search.
    pub depth: i32,
    /// Nodes spent on the move in this search.
    pub nodes: u64,
}

/// A line to show while the search goes on.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Depth in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub deepest: usize,
    /// 1 for the best line, 2 for the second, ...
    pub rank: usize,
    /// The line.
    pub root_move: &'a RootMove,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The root's moves, best first; empty if there is none to play.
    pub moves: Vec<RootMove>,
    /// The last finished depth.
    pub depth: i32,
    /// Nodes of this thread.
    pub nodes: u64,
    /// The side to move may declare a win at once.
    pub declares: bool,
}

/// Decides after each finished depth whether to go on; the engine's clock is behind it.
pub trait Controller {
    /// A line has been found.
    fn report(&mut self, report: Report<'_>);

    /// A depth is finished; `moves` are sorted. Is another one worth while?
    fn goes_on(&mut self, depth: i32, moves: &[RootMove], nodes: u64) -> bool;
}

/// Searches until the limits say stop.
pub struct NoController;

impl Controller for NoController {
    fn report(&mut self, _: Report<'_>) {}

    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}

/// The legal moves to be searched: all, or only the wanted ones.
fn root_moves(position: &Position, only: &[Move]) -> Vec<RootMove> {
    let mut list = MoveList::new();
    position.generate(Wanted::All, Legality::Legal, NonPromotions::All, &mut list);
    list.iter()
        .filter(|mv| only.is_empty() || only.contains(mv))
        .map(|&mv| RootMove {
            pv: vec![mv],
            score: -Score::INFINITE,
            bound: Bound::None,
            depth: 0,
            nodes: 0,
        })
        .collect()
}

impl Worker<'_> {
    /// Searches the position.
    pub fn run(mut self, controller: &mut dyn Controller) -> Outcome {
        let declares = ends::declares(&self);
        let mut moves = root_moves(&self.position, &self.settings.limits.only);
        let lines = self.settings.lines.clamp(1, moves.len().max(1));
        let deepest =
            self.settings.limits.depth.unwrap_or(MAX_PLY as i32 - 1).clamp(1, MAX_PLY as i32 - 1);
        let mut finished = 0;
        if !moves.is_empty() {
            for depth in 1..=deepest {
                self.root_depth = depth;
                for rank in 0..lines {
                    self.search_line(&mut moves, rank, depth, controller);
                    if self.must_stop() {
                        break;
                    }
                }
                if self.must_stop() {
                    break;
                }
                finished = depth;
                if self.is_main && !controller.goes_on(depth, &moves, self.nodes) {
                    break;
                }
            }
        }
        self.check_limits();
        if self.is_main {
            self.shared.stop();
        }
        Outcome { moves, depth: finished, nodes: self.nodes, declares }
    }

    /// Finds the best of the moves from `rank` on and puts it there.
    fn search_line(
        &mut self,
        moves: &mut [RootMove],
        rank: usize,
        depth: i32,
        controller: &mut dyn Controller,
    ) {
        let last = moves[rank].score;
        let mut width = WINDOW;
        let is_narrow = depth >= 4
            && last > -Score::INFINITE
            && !last.is_mate()
            && self.on(Technique::Aspiration);
        let mut window = if is_narrow {
            Window { alpha: last - width, beta: last + width }
        } else {
            Window::FULL
        };
        let mut fail_highs = 0;
        loop {
            let searched = (depth - fail_highs).max(1);
            let score = self.search_root(&mut moves[rank..], window, searched);
            // A stable sort keeps the order of moves that were not better than alpha.
            moves[rank..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.must_stop() {
                break;
            }
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.beta = Score::new((window.alpha.get() + window.beta.get()) / 2);
                window.alpha = widened(score, -width);
                fail_highs = 0;
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = widened(score, width);
                fail_highs += 1;
            } else {
                break;
            }
            width += width / 3 + 5;
        }
        if self.is_main && (!self.must_stop() || moves[rank].depth == depth) {
            let root_move = &moves[rank];
            controller.report(Report {
                depth,
                deepest: self.deepest,
                rank: rank + 1,
                root_move,
                nodes: self.shared.nodes().max(self.nodes),
            });
        }
    }

    /// One search of the root's moves. Only moves that raise alpha get a new score.
    fn search_root(&mut self, moves: &mut [RootMove], window: Window, depth: i32) -> Score {
        let in_check = self.position.in_check();
        self.frame_mut().static_eval = if in_check { None } else { Some(self.evaluate()) };
        self.frame_below(1).killers = [None; 2];
        self.frame_below(2).cutoffs = 0;
        let checks = self.position.check_squares();
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        for (index, root_move) in moves.iter_mut().enumerate() {
            let mv = root_move.pv[0];
            let before = self.nodes;
            let candidate = Candidate {
                mv,
                number: index + 1,
                is_capture: self.position.piece_on(mv.to()).is_some(),
                gives_check: checks.gives_check(&self.position, mv),
                arrival: self.arrival(mv).unwrap_or(0),
            };
            let score = self.visit_root(&candidate, Window { alpha, beta: window.beta }, depth);
            root_move.nodes += self.nodes - before;
            if self.must_stop() {
                return best;
            }
            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.depth = depth;
                root_move.bound = if score >= window.beta {
                    Bound::Lower
                } else if score <= window.alpha {
                    Bound::Upper
                } else {
                    Bound::Exact
                };
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(&self.frame_below(1).pv);
            } else {
                // Known only to be no better; it keeps its place behind the best.
                root_move.score = -Score::INFINITE;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    fn visit_root(&mut self, candidate: &Candidate, window: Window, depth: i32) -> Score {
        let reduction = if candidate.number > 3 && depth >= 3 && !candidate.is_capture {
            depth::at_root(depth, candidate.number)
        } else {
            0
        };
        self.play(candidate.mv);
        let null = Window::around(window.alpha + 1).flipped();
        let mut score = window.alpha + 1;
        if candidate.number > 1 {
            score = -self.search(null, depth - 1 - reduction, true);
            if score > window.alpha && reduction > 0 {
                score = -self.search(null, depth - 1, true);
            }
        }
        if candidate.number == 1 || score > window.alpha {
            score = -self.search(window.flipped(), depth - 1, false);
        }
        self.take_back();
        score
    }
}

fn widened(score: Score, by: i32) -> Score {
    (score + by).clamp(-Score::INFINITE, Score::INFINITE)
}
