//! One node of the search, as a table of contents: ends, known, look, give up, then for each move
//! skip, how deep, visit; at last learn and leave. The recipe fills in the steps.
//!
//! Known as: principal variation search (PVS); ttPv, cut node, all node, cutoff count
//! Source:   YaneuraOu 9.70, `search` (after Stockfish): what the tournament recipe wants of the
//!           frame: expected cuts, nodes that were on a principal variation and those that fail low
//!           right below one, counts of cutoffs, the second search after a reduced one, shallow
//!           fail-highs held back towards beta
//! Here:     the frame itself: one function for all recipes, each step the choice of a recipe
//! Worth:    not measured
//! Off:      none

use shogi::Move;

use crate::depth::{Depth, Extension};
use crate::ends::{mate_distance, rule};
use crate::learn::Tried;
use crate::look::correction::Slots;
use crate::order::Order;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::tt::{Bound, Known};
use crate::worker::Worker;

/// Everything that the techniques need to know of a node.
pub(crate) struct Node {
    /// The scores that the node is asked to tell apart.
    pub(crate) window: Window,
    /// The remaining depth.
    pub(crate) depth: Depth,
    /// Is the node the root of the search?
    pub(crate) is_root: bool,
    /// Is the window open, so that the score must be exact?
    pub(crate) is_pv: bool,
    /// Is a beta cutoff expected here (Stockfish's `cutNode`)?
    pub(crate) is_cut_node: bool,
    /// Is the side to move in check?
    pub(crate) in_check: bool,
    /// The key of the position.
    pub(crate) key: u64,
    /// The entry of the transposition table.
    pub(crate) known: Option<Known>,
    /// The move from the table, if it is legal here.
    pub(crate) hash_move: Option<Move>,
    /// Is the hash move a capture?
    pub(crate) hash_move_captures: bool,
    /// Was the node ever on a principal variation (Stockfish's `ttPv`)?
    pub(crate) was_pv: bool,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// The corrected static value; the tournament recipe has none in check.
    pub(crate) static_eval: Option<Score>,
    /// The static value, or a better one from the table.
    pub(crate) eval: Score,
    /// The points by which the correction history has changed the evaluator's value.
    pub(crate) correction: i32,
    /// Does the side to move stand better than at its last turn?
    pub(crate) improving: bool,
    /// Does the opponent stand worse than its own static value said before its move?
    pub(crate) opponent_worsening: bool,
    /// The entries of the correction history that this position belongs to.
    pub(crate) slots: Option<Slots>,
}

impl Node {
    /// Makes a node of which only its window, depth and table entry are known.
    #[inline(always)]
    pub(crate) fn new(
        key: u64,
        window: Window,
        depth: Depth,
        in_check: bool,
        known: Option<Known>,
    ) -> Self {
        Self {
            window,
            depth,
            is_root: false,
            is_pv: !window.is_null(),
            is_cut_node: false,
            in_check,
            key,
            known,
            hash_move: None,
            hash_move_captures: false,
            was_pv: false,
            excluded: None,
            static_eval: None,
            eval: Score::ZERO,
            correction: 0,
            improving: false,
            opponent_worsening: false,
            slots: None,
        }
    }

    /// Is every move expected to fail low?
    #[inline(always)]
    pub(crate) fn is_all_node(&self) -> bool {
        !self.is_pv && !self.is_cut_node
    }
}

/// A move while it is being considered.
pub(crate) struct Candidate {
    /// The move itself.
    pub(crate) mv: Move,
    /// The move's place among the node's moves, from 1.
    pub(crate) number: usize,
    /// Does the move take a piece?
    pub(crate) is_capture: bool,
    /// Does the move give check?
    pub(crate) gives_check: bool,
    /// The index of the moved piece on its destination (see `history::piece_to`).
    pub(crate) arrival: usize,
    /// The capture history of the move; 0 for quiet moves.
    pub(crate) capture_history: i32,
    /// The sum of the move's histories, for captures with the value of the captured piece. It is
    /// computed for quiet moves only after `Recipe::skip`, which therefore must not use it.
    pub(crate) history_score: i32,
}

/// The result of the moves of a node that have been tried so far.
pub(crate) struct SoFar {
    /// The lower bound that the next move has to beat.
    pub(crate) alpha: Score,
    /// The best score, or the best bound of a move that was left out.
    pub(crate) best: Score,
    /// The last move that raised alpha.
    pub(crate) best_move: Option<Move>,
    /// The number of legal moves seen.
    pub(crate) number: usize,
}

impl SoFar {
    pub(crate) fn new(alpha: Score) -> Self {
        Self { alpha, best: -Score::INFINITE, best_move: None, number: 0 }
    }

    /// Raises the best score to the bound of a move that was left out.
    pub(crate) fn raise_to(&mut self, bound: Score) {
        if self.best < bound && !self.best.is_mate() {
            self.best = bound;
        }
    }
}

impl Worker<'_> {
    /// Begins a node: clears its line, and counts it if the recipe is traced.
    pub(crate) fn open_node<R: Recipe>(&mut self) {
        self.frame_mut().pv.clear();
        if R::TRACED {
            self.memory().trace.enter(self.ply());
        }
    }

    /// Searches the present position to `depth` and returns its score.
    pub(crate) fn search<R: Recipe>(
        &mut self,
        mut window: Window,
        depth: Depth,
        is_cut_node: bool,
    ) -> Score {
        if depth < Depth::PLY {
            return R::leaf(self, window);
        }
        if self.must_stop() {
            return Score::ZERO;
        }
        self.open_node::<R>();

        // Ends.
        let excluded = self.frame().excluded;
        if excluded.is_none()
            && let Some(score) =
                rule::score(self).or_else(|| mate_distance::narrow(self, &mut window))
        {
            return score;
        }

        // Known.
        let mut node = self.recognise(window, depth, is_cut_node);
        R::enter(self, &node);
        if let Some(score) = R::known(self, &node) {
            return score;
        }

        // Look.
        R::look(self, &mut node);

        // Give up.
        if let Some(score) = R::give_up(self, &mut node) {
            if R::TRACED {
                self.verify_cut::<R>(node, score);
            }
            return score;
        }

        let order = R::order(self, &node);
        self.search_moves::<R>(node, order)
    }

    /// Searches the present node once more before its moves are done, without `excluded` if there
    /// is one. Its frame is restored afterwards, so that its children see what they saw before.
    pub(crate) fn search_again<R: Recipe>(
        &mut self,
        window: Window,
        depth: Depth,
        is_cut_node: bool,
        excluded: Option<Move>,
    ) -> Score {
        let before = self.frame();
        let (static_eval, eval_to_compare) = (before.static_eval, before.eval_to_compare);
        let (number, was_pv) = (before.number, before.was_pv);
        self.frame_mut().excluded = excluded;
        // `depth` already takes account of the reduction that led here.
        let reduction = std::mem::take(&mut self.parent_frame_mut().reduction);
        let score = self.search::<R>(window, depth, is_cut_node);
        self.parent_frame_mut().reduction = reduction;
        let frame = self.frame_mut();
        frame.excluded = None;
        frame.static_eval = static_eval;
        frame.eval_to_compare = eval_to_compare;
        frame.number = number;
        frame.was_pv = was_pv;
        // The line belongs to the additional search, not to the node.
        frame.pv.clear();
        score
    }

    /// Finds the static value of a root whose moves are searched one by one.
    pub(crate) fn look_at_root<R: Recipe>(&mut self, depth: Depth) {
        let mut node = self.recognise(Window::FULL, depth, false);
        node.is_root = true;
        R::enter(self, &node);
        R::look(self, &mut node);
    }

    /// Searches the root with the caller's window and the moves of its list.
    pub(crate) fn search_root<R: Recipe>(&mut self, window: Window, depth: Depth) -> Score {
        self.frame_mut().pv.clear();
        let mut node = self.recognise(window, depth, false);
        node.is_root = true;
        node.is_pv = true;
        node.was_pv = true;
        node.hash_move = Some(self.root.remaining()[0].pv[0]);
        node.hash_move_captures = self.captures(node.hash_move);
        R::enter(self, &node);
        R::look(self, &mut node);
        let order = R::root_order(self, &node);
        self.search_moves::<R>(node, order)
    }

    /// Looks the position up in the table and describes it as a node.
    fn recognise(&mut self, window: Window, depth: Depth, is_cut_node: bool) -> Node {
        let key = self.position().key();
        let known = self.probe(key);
        let hash_move = known.and_then(|known| known.mv).filter(|&mv| self.position().is_legal(mv));
        let in_check = self.position().in_check();
        let mut node = Node::new(key, window, depth, in_check, known);
        let frame = self.frame_mut();
        node.is_cut_node = is_cut_node;
        node.excluded = frame.excluded;
        // A node with an excluded move is still the same node.
        node.was_pv = match node.excluded {
            Some(_) => frame.was_pv,
            None => node.is_pv || known.is_some_and(|known| known.was_pv),
        };
        frame.in_check = in_check;
        frame.was_pv = node.was_pv;
        node.hash_move = hash_move;
        node.hash_move_captures = self.captures(hash_move);
        node
    }

    /// Is there a move, and is it a capture?
    fn captures(&self, mv: Option<Move>) -> bool {
        mv.is_some_and(|mv| self.position().piece_on(mv.to()).is_some())
    }

    /// Searches the moves of the node in the order of `order` and returns the node's score.
    pub(crate) fn search_moves<R: Recipe>(
        &mut self,
        mut node: Node,
        mut order: impl Order,
    ) -> Score {
        let mut tried = Tried::default();
        let mut so_far = SoFar::new(node.window.alpha);
        self.frame_below(1).killers = [None; 2];

        loop {
            if R::may_skip(&node, &so_far) && R::has_enough(self, &node, &so_far) {
                order.skip_quiets();
            }
            let Some(mv) = order.next(self) else { break };
            if Some(mv) == node.excluded || !self.position().is_legal_if_pseudo_legal(mv) {
                continue;
            }
            so_far.number += 1;
            let mut candidate = self.candidate(mv, so_far.number);
            R::describe(self, &mut candidate);

            // Skip.
            if R::may_skip(&node, &so_far) && R::skip(self, &node, &candidate, &mut so_far) {
                if R::TRACED {
                    R::weigh(self, &mut candidate);
                    self.verify_skip::<R>(&node, &candidate, &so_far);
                }
                continue;
            }
            // Memory is slow: a request now may be answered when the child probes the table.
            self.prefetch(mv);
            R::weigh(self, &mut candidate);

            // How deep.
            let depth = node.depth;
            let extension = match R::extension(self, &mut node, &candidate) {
                Extension::By(depth) => depth,
                Extension::Cutoff(score) => {
                    order.finish(self);
                    return score;
                }
            };

            // Visit.
            let nodes_before = self.nodes();
            let new_depth = depth - Depth::PLY + extension;
            let score = self.visit::<R>(&node, &candidate, &so_far, new_depth);
            if self.must_stop() {
                order.finish(self);
                return Score::ZERO;
            }
            if node.is_root {
                self.note_root_move(&node, &so_far, mv, score, nodes_before);
            }
            if score > so_far.best {
                so_far.best = score;
                if score > so_far.alpha {
                    so_far.best_move = Some(mv);
                    if node.is_pv && !node.is_root {
                        self.raise_pv(mv);
                    }
                    if score >= node.window.beta {
                        if R::TRACED {
                            self.memory().trace.cutoff(so_far.number);
                        }
                        break;
                    }
                    so_far.alpha = score;
                }
            }
            if Some(mv) != so_far.best_move {
                tried.note(mv, candidate.is_capture);
            }
        }
        order.finish(self);
        self.leave::<R>(node, so_far, &tried)
    }

    /// Describes the move with place `number`, without its histories.
    fn candidate(&self, mv: Move, number: usize) -> Candidate {
        Candidate {
            mv,
            number,
            is_capture: self.position().piece_on(mv.to()).is_some(),
            gives_check: self.position().gives_check(mv),
            arrival: self.arrival(mv).unwrap_or(0),
            capture_history: 0,
            history_score: 0,
        }
    }

    /// Plays the move, searches the position after it and takes it back. A late move is searched
    /// with a null window and less depth first, then again if its score beats alpha (principal
    /// variation search).
    pub(crate) fn visit<R: Recipe>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        so_far: &SoFar,
        mut new_depth: Depth,
    ) -> Score {
        let alpha = so_far.alpha;
        let is_first = candidate.number == 1;
        let reduced = R::reduced(self, node, candidate, so_far, new_depth);
        let frame = self.frame_mut();
        frame.number = candidate.number;
        frame.history_score = candidate.history_score;
        self.play_candidate(candidate);
        let mut score = Score::ZERO;
        // The null window asks only whether the move is better than alpha.
        if R::NULL_WINDOWS && (!node.is_pv || !is_first) {
            let null = Window::around(alpha + 1).flipped();
            self.parent_frame_mut().reduction = (new_depth - reduced).whole();
            score = -self.search::<R>(null, reduced, !is_first || !node.is_cut_node);
            self.parent_frame_mut().reduction = 0;
            if score > alpha && reduced < new_depth {
                new_depth = new_depth + R::research_depth(new_depth, reduced, score, so_far);
                if new_depth > reduced {
                    score = -self.search::<R>(null, new_depth, !node.is_cut_node);
                }
                R::beat_alpha_reduced(self, candidate);
            }
        }
        // The open window asks how good the first move is, and every move that beat alpha.
        if !R::NULL_WINDOWS || (node.is_pv && (is_first || score > alpha)) {
            let window = Window { alpha, beta: node.window.beta };
            score = -self.search::<R>(window.flipped(), new_depth, false);
        }
        self.take_back();
        score
    }

    /// Ends the node: learns from its result, stores it in the table and returns its score.
    fn leave<R: Recipe>(&mut self, mut node: Node, mut so_far: SoFar, tried: &Tried) -> Score {
        if so_far.number == 0 {
            // A side without a legal move has lost in shogi, whether it is in check or not.
            return if node.excluded.is_some() {
                node.window.alpha
            } else {
                Score::mated_in(self.ply())
            };
        }
        let Window { alpha, beta } = node.window;
        so_far.best = R::returned(&node, so_far.best);
        R::learn(self, &node, &so_far, tried);
        if so_far.best <= alpha {
            // A node that fails low right below a former principal variation is remembered too.
            node.was_pv |= self.frame_before(1).was_pv;
        }
        let is_partial =
            node.is_root && (self.root.is_beside_best() || !self.settings().limits.only.is_empty());
        if node.excluded.is_none() && !is_partial {
            let bound = if so_far.best >= beta {
                Bound::Lower
            } else if node.is_pv && so_far.best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(&node, so_far.best, bound, so_far.best_move, node.depth.whole());
            R::stored(self, &node, &so_far, bound);
        }
        so_far.best
    }

    /// Stores a result of the node in the table.
    pub(crate) fn remember(
        &self,
        node: &Node,
        score: Score,
        bound: Bound,
        mv: Option<Move>,
        depth: i32,
    ) {
        let eval = node.static_eval.map(|eval| eval - node.correction);
        let known = Known {
            mv,
            score: score.seen_from(self.ply()),
            eval,
            depth,
            bound,
            was_pv: node.was_pv,
        };
        self.store(node.key, known);
    }
}
