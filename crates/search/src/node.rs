//! One node of the search, as a table of contents: ends, known, look, give up, then for each move
//! skip, how deep, visit, learn; at last leave.

use shogi::{CheckSquares, Move};

use crate::look::correction::Slots;
use crate::order::picker::Picker;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::tt::{Bound, Known};
use crate::worker::Worker;
use crate::{depth, ends, give_up, learn, skip};

/// What the techniques need to know of a node.
pub(crate) struct Node {
    pub(crate) window: Window,
    /// Plies left.
    pub(crate) depth: i32,
    /// Is the window open? Then the score must be exact.
    pub(crate) is_pv: bool,
    /// Is a beta cutoff expected, as the parent expects to fail?
    pub(crate) expects_cut: bool,
    pub(crate) in_check: bool,
    pub(crate) key: u64,
    pub(crate) known: Option<Known>,
    pub(crate) hash_move: Option<Move>,
    /// Does the hash move take something?
    pub(crate) hash_move_captures: bool,
    /// Was the node ever on a principal variation?
    pub(crate) on_pv: bool,
    /// A singular search leaves this move out.
    pub(crate) excluded: Option<Move>,
    /// The corrected static value; none in check.
    pub(crate) static_eval: Option<Score>,
    /// The static value, or a better one from the table.
    pub(crate) eval: Score,
    pub(crate) correction: i32,
    /// Does the side to move stand better than at its last turn?
    pub(crate) improving: bool,
    pub(crate) slots: Option<Slots>,
}

/// A move while it is being considered.
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// How many moves of the node came before, this one included.
    pub(crate) number: usize,
    pub(crate) is_capture: bool,
    pub(crate) gives_check: bool,
    /// Index of the piece on its destination.
    pub(crate) arrival: usize,
}

impl Worker<'_> {
    /// The score of the present position, searched `depth` plies deep.
    pub(crate) fn search(&mut self, mut window: Window, depth: i32, expects_cut: bool) -> Score {
        let is_pv = !window.is_null();
        if depth <= 0 {
            return self.quiescence(window, is_pv);
        }
        if self.must_stop() {
            return Score::ZERO;
        }
        self.frame_mut().pv.clear();

        // Ends.
        let excluded = self.frame().excluded;
        if excluded.is_none() {
            if let Some(score) = ends::by_rule(self) {
                return score;
            }
            if let Some(score) = ends::mate_distance(self, &mut window) {
                return score;
            }
        }

        // Known.
        let mut node = self.recognise(window, depth, is_pv, expects_cut, excluded);
        if let Some(score) = self.known_score(&node) {
            return score;
        }
        if node.known.is_none_or(|known| known.bound == Bound::None)
            && excluded.is_none()
            && let Some(score) = ends::at_once(self)
        {
            self.remember(&node, score, Bound::Exact, None, depth + 6);
            return score;
        }

        // Look.
        self.look(&mut node);

        // Give up.
        if !node.in_check
            && let Some(score) = give_up::before_moves(self, &mut node)
        {
            return score;
        }

        self.search_moves(node)
    }

    /// Looks the position up.
    fn recognise(
        &mut self,
        window: Window,
        depth: i32,
        is_pv: bool,
        expects_cut: bool,
        excluded: Option<Move>,
    ) -> Node {
        let key = self.position.key();
        let known = self.shared.tt.probe(key);
        let hash_move = known.and_then(|known| known.mv).filter(|&mv| self.position.is_legal(mv));
        self.frame_below(2).cutoffs = 0;
        Node {
            window,
            depth,
            is_pv,
            expects_cut,
            in_check: self.position.in_check(),
            key,
            known,
            hash_move,
            hash_move_captures: hash_move
                .is_some_and(|mv| self.position.piece_on(mv.to()).is_some()),
            on_pv: is_pv || known.is_some_and(|known| known.on_pv),
            excluded,
            static_eval: None,
            eval: Score::ZERO,
            correction: 0,
            improving: false,
            slots: None,
        }
    }

    /// A score from the table that is deep enough and on the right side of the window.
    fn known_score(&mut self, node: &Node) -> Option<Score> {
        let known = node.known?;
        if node.is_pv || node.excluded.is_some() || known.bound == Bound::None {
            return None;
        }
        let score = known.score.seen_from_root(self.ply);
        let Window { beta, .. } = node.window;
        let is_deep_enough = known.depth > node.depth - i32::from(score <= beta);
        let fits = if score >= beta { known.bound.is_lower() } else { known.bound.is_upper() };
        if !is_deep_enough || !fits || (node.expects_cut != (score >= beta) && node.depth <= 5) {
            return None;
        }
        if score >= beta
            && let Some(mv) = node.hash_move
            && !node.hash_move_captures
        {
            learn::refutation_from_table(self, node, mv);
        }
        Some(score)
    }

    /// Finds the static value.
    fn look(&mut self, node: &mut Node) {
        if node.in_check {
            // In check there is no quiet position to judge; what was seen two plies ago must do.
            let before = self.frame_before(2).static_eval;
            self.frame_mut().static_eval = before;
            node.eval = before.unwrap_or(Score::ZERO);
            return;
        }
        let slots = Slots::new(&self.position, self.frame_before(1).played);
        node.correction =
            if self.on(Technique::Correction) { self.memory.corrections.of(&slots) } else { 0 };
        node.slots = Some(slots);
        let raw =
            if node.excluded.is_some() { None } else { node.known.and_then(|known| known.eval) };
        let raw = raw.unwrap_or_else(|| self.evaluate());
        if node.known.is_none() && node.excluded.is_none() {
            let bare = Known {
                mv: None,
                score: Score::ZERO,
                eval: Some(raw),
                depth: -7,
                bound: Bound::None,
                on_pv: node.on_pv,
            };
            self.shared.tt.store(node.key, bare);
        }
        let static_eval = (raw + node.correction).as_guess();
        node.static_eval = Some(static_eval);
        node.eval = static_eval;
        if let Some(known) = node.known
            && known.bound != Bound::None
            && node.excluded.is_none()
        {
            let score = known.score.seen_from_root(self.ply);
            let better =
                if score > static_eval { known.bound.is_lower() } else { known.bound.is_upper() };
            if better && !score.is_mate() {
                node.eval = score;
            }
        }
        self.frame_mut().static_eval = Some(static_eval);
        node.improving = self.frame_before(2).static_eval.is_none_or(|before| static_eval > before);
    }

    /// Goes through the moves.
    fn search_moves(&mut self, node: Node) -> Score {
        let checks = self.position.check_squares();
        let mut picker = Picker::new(self, node.hash_move);
        let mut tried = learn::Tried::default();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut alpha = node.window.alpha;
        let mut number = 0;
        self.frame_below(1).killers = [None; 2];

        while let Some(mv) = picker.next(self, &checks) {
            if Some(mv) == node.excluded || !self.position.is_legal_if_pseudo_legal(mv) {
                continue;
            }
            number += 1;
            let candidate = self.candidate(mv, number, &checks);

            // Skip.
            if !best.is_loss() && best > -Score::INFINITE {
                match skip::verdict(self, &node, &candidate, alpha, &mut best) {
                    skip::Verdict::Keep => {}
                    skip::Verdict::Skip => continue,
                    skip::Verdict::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // How deep.
            let extension = match depth::extension(self, &node, &candidate) {
                depth::Extension::By(plies) => plies,
                depth::Extension::Cutoff(score) => {
                    picker.finish(self);
                    return score;
                }
            };

            // Visit.
            let score = self.visit(&node, &candidate, alpha, node.depth - 1 + extension);
            if self.must_stop() {
                picker.finish(self);
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if node.is_pv {
                        self.raise_pv(mv);
                    }
                    if score >= node.window.beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(mv) != best_move {
                tried.note(mv, candidate.is_capture);
            }
        }
        picker.finish(self);
        self.leave(node, number, best, best_move, &tried)
    }

    fn candidate(&self, mv: Move, number: usize, checks: &CheckSquares) -> Candidate {
        Candidate {
            mv,
            number,
            is_capture: self.position.piece_on(mv.to()).is_some(),
            gives_check: checks.gives_check(&self.position, mv),
            arrival: self.arrival(mv).unwrap_or(0),
        }
    }

    /// Plays the move and searches: late moves first with less depth and a null window, then as
    /// much as their score deserves (principal variation search).
    fn visit(&mut self, node: &Node, candidate: &Candidate, alpha: Score, new_depth: i32) -> Score {
        let reduction = depth::reduction(self, node, candidate, alpha);
        let arrival_history = learn::quiet_history(self, candidate);
        self.play(candidate.mv);
        let null = Window::around(alpha + 1).flipped();
        let is_late = node.depth >= 2 && candidate.number > 1;
        let mut score = Score::ZERO;
        let mut needs_full = true;
        if is_late && self.on(Technique::Reduction) {
            let reduced = (new_depth - reduction).clamp(1, new_depth + 1).max(1);
            self.parent_frame_mut().reduction = new_depth - reduced;
            score = -self.search(null, reduced, true);
            self.parent_frame_mut().reduction = 0;
            needs_full = false;
            if score > alpha && reduced < new_depth {
                score = -self.search(null, new_depth, !node.expects_cut);
                if !candidate.is_capture && score > alpha {
                    learn::promising_after_reduction(self, candidate, arrival_history);
                }
            }
        } else if !node.is_pv || candidate.number > 1 {
            score = -self.search(null, new_depth, !node.expects_cut);
            needs_full = false;
        }
        if node.is_pv && (candidate.number == 1 || score > alpha || needs_full) {
            let window = Window { alpha, beta: node.window.beta };
            score = -self.search(window.flipped(), new_depth, false);
        }
        self.take_back();
        score
    }

    /// Says what was found and remembers it.
    fn leave(
        &mut self,
        node: Node,
        number: usize,
        mut best: Score,
        best_move: Option<Move>,
        tried: &learn::Tried,
    ) -> Score {
        if number == 0 {
            // Without a move the side to move has lost, in check or not.
            return if node.excluded.is_some() {
                node.window.alpha
            } else {
                Score::mated_in(self.ply)
            };
        }
        if best >= node.window.beta && !best.is_mate() && !node.window.beta.is_mate() {
            // Shallow fail-highs are held back towards beta.
            best =
                Score::new((best.get() * node.depth + node.window.beta.get()) / (node.depth + 1));
        }
        if let Some(mv) = best_move {
            learn::best_move(self, &node, mv, best, tried);
        } else {
            learn::all_failed(self, &node);
        }
        if node.excluded.is_none() {
            let bound = if best >= node.window.beta {
                Bound::Lower
            } else if node.is_pv && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.remember(&node, best, bound, best_move, node.depth);
            learn::correction(self, &node, best, best_move, bound);
        }
        best
    }

    /// Stores a result in the table.
    pub(crate) fn remember(
        &self,
        node: &Node,
        score: Score,
        bound: Bound,
        mv: Option<Move>,
        depth: i32,
    ) {
        let eval = node.static_eval.map(|eval| eval - node.correction);
        let known =
            Known { mv, score: score.seen_from(self.ply), eval, depth, bound, on_pv: node.on_pv };
        self.shared.tt.store(node.key, known);
    }
}
