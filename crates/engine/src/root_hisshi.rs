//! Hisshi and tsumero before the main search: a proven hisshi is played at once, and a move after which
//! the opponent has a proven mate is not searched.
//!
//! Known as: hisshi search (brinkmate), tsumero
//! Source:   G (Gekisashi 2005), "hisshi search"; the solvers are the crate `mate`'s
//! Here:     the paper does not say where and how long; ours are the root, and one part in 16 of the
//!           move's time or nodes. Moves are tested only if the opponent threatens mate (tsumero).
//!           Nothing is claimed without a proof: a hisshi is not played into a position of the game
//!           so far, near the limit of moves, or against a king that may soon declare a win

use mate::hisshi::{Hisshi, Solver, Verdict, tsumero};
use mate::{Limits, hisshi};
use search::{Deadline, Rules, Shared};
use shogi::{Move, Position};

use crate::control::Control;
use crate::root_mate;

/// The node limit for the recipe of paper G.
pub(crate) const NODES: u64 = 50_000;
/// The divisor of the move's time or nodes that gives the limit of both looks together.
pub(crate) const SHARE: u64 = 16;

const MEGABYTES: usize = 16;
/// The longest hisshi that is looked for, in plies.
const PLIES: u16 = 3;
/// The plies that the defender's checks may add before the game is drawn by its limit.
const CHECKS: usize = 32;
/// The least number of ranks between a king and its last rank with which it is far from declaring.
const FAR: usize = 5;

/// The position at the root, and what ends the looks.
pub(crate) struct Root<'a> {
    pub(crate) position: &'a Position,
    pub(crate) rules: &'a Rules,
    pub(crate) control: &'a Control,
    pub(crate) shared: &'a Shared,
    /// The node limit of both looks together.
    pub(crate) nodes: u64,
}

impl Root<'_> {
    /// Returns a hisshi that is proven within half of the limits, with the nodes that it took.
    pub(crate) fn hisshi(&self, solver: &mut Option<Solver>) -> Option<(Hisshi, u64)> {
        let most = self.most();
        if !self.may_look(most / 2) || !self.is_far_from_declaring() {
            return None;
        }
        let solver = solver.get_or_insert_with(|| Solver::new(MEGABYTES));
        let limits = hisshi::Limits { nodes: self.nodes / 2, plies: PLIES, ..Default::default() };
        let mut should_stop = || self.is_over(most / 2);
        let answer = solver.solve(&self.position.without_past(), &limits, &mut should_stop);
        match answer.verdict {
            Verdict::Hisshi(found) if self.holds(&found) => Some((found, answer.nodes)),
            _ => None,
        }
    }

    /// Returns the moves after which the opponent has a proven mate, if there are others as well.
    pub(crate) fn lost_moves(
        &self,
        moves: &[Move],
        solver: &mut Option<mate::Solver>,
    ) -> Vec<Move> {
        let most = self.most();
        if !self.may_look(most) || self.position.king(self.position.turn()).is_none() {
            return Vec::new();
        }
        let solver = solver.get_or_insert_with(|| mate::Solver::new(root_mate::MEGABYTES));
        let mut left = self.nodes / 2;
        let mut should_stop = || self.is_over(most);
        let limits = |nodes| Limits { nodes, ..Limits::default() };
        let threat = tsumero(solver, self.position, &limits(left / 2), &mut should_stop);
        let Some(mate::Verdict::Mate(_)) = threat.as_ref().map(|answer| &answer.verdict) else {
            return Vec::new();
        };
        left -= threat.map_or(0, |answer| answer.nodes).min(left);
        let mut lost = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            // The solver asks only once in many nodes, and a short look may end before that.
            if should_stop() {
                break;
            }
            let part = limits(left / (moves.len() - index) as u64);
            let mut after = self.position.clone();
            after.play(mv);
            // A move that repeats a position ends the game or comes near to that: no solver without
            // the past can judge it.
            if after.recurrence(after.plies_played()).is_some() {
                continue;
            }
            let answer = solver.solve(&after.without_past(), &part, &mut should_stop);
            left -= answer.nodes.min(left);
            if let mate::Verdict::Mate(mate) = answer.verdict
                && root_mate::is_in_time(&after, mate.line(), self.rules.max_moves)
                && !root_mate::repeats(&after, mate.line())
            {
                lost.push(mv);
            }
        }
        if lost.len() < moves.len() { lost } else { Vec::new() }
    }

    /// The milliseconds after which both looks are over.
    fn most(&self) -> u64 {
        self.control.budget().map_or(u64::MAX, |budget| budget / SHARE)
    }

    fn may_look(&self, most: u64) -> bool {
        self.nodes > 0 && !self.is_over(most)
    }

    fn is_over(&self, most: u64) -> bool {
        self.shared.is_stopped() || self.control.elapsed() >= most || self.control.has_passed()
    }

    /// Does the proof hold in this game, with its past and its limit of moves?
    fn holds(&self, hisshi: &Hisshi) -> bool {
        let (position, most) = (self.position, self.rules.max_moves);
        if hisshi.plies() == 0 {
            let mate = hisshi.threat();
            return root_mate::is_in_time(position, mate, most)
                && !root_mate::repeats(position, mate);
        }
        let played = (position.move_number() as usize).saturating_sub(1);
        let needed = hisshi.line().len() + 1 + hisshi.threat().len() + CHECKS;
        let is_in_time = most.is_none_or(|most| played + needed <= most as usize);
        is_in_time && !root_mate::repeats(position, &hisshi.line()[..1])
    }

    /// Is the defender unable to declare a win soon?
    fn is_far_from_declaring(&self) -> bool {
        let defender = !self.position.turn();
        let Some(king) = self.position.king(defender) else { return false };
        self.rules.declaration.is_none() || king.seen_by(defender).rank().index() >= FAR
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use search::TranspositionTable;

    use super::*;
    use crate::clock::Clock;

    struct Stopped;
    impl Clock for Stopped {
        fn now_ms(&self) -> u64 {
            0
        }
    }

    /// Returns all moves of the position and those that are found to be lost.
    fn lost(sfen: &str, nodes: u64) -> (Position, Vec<Move>, Vec<Move>) {
        let position: Position = sfen.parse().unwrap();
        let control = Control::new(Arc::new(Stopped), 0, false);
        let shared = Shared::new(TranspositionTable::new(1).unwrap());
        let rules = Rules::default();
        let moves = position.legal_moves().to_vec();
        let root =
            Root { position: &position, rules: &rules, control: &control, shared: &shared, nodes };
        let lost = root.lost_moves(&moves, &mut None);
        (position, moves, lost)
    }

    #[test]
    fn lost_moves_are_those_that_allow_the_mate() {
        // White threatens to mate with a gold on 5h.
        let (position, moves, lost) = lost("4k4/9/9/9/9/9/4p4/9/P3K3L b Pg 1", 40_000);
        assert!(lost.len() < moves.len());
        let mut allowing = 0;
        for &mv in &moves {
            let mut after = position.clone();
            after.play(mv);
            if after.mate_in_one().is_some() {
                assert!(lost.contains(&mv), "{mv}");
                allowing += 1;
            } else if lost.contains(&mv) {
                let answer = mate::Solver::new(1).solve(&after, &Limits::default(), &mut || false);
                assert!(matches!(answer.verdict, mate::Verdict::Mate(_)), "{mv}");
            }
        }
        assert!(allowing > 20, "{allowing}");
    }

    /// A clock that ends the search when it has been read a few times.
    struct Ending {
        shared: Arc<Shared>,
        looks: AtomicU64,
    }
    impl Clock for Ending {
        fn now_ms(&self) -> u64 {
            if self.looks.fetch_add(1, Ordering::Relaxed) == 5 {
                self.shared.stop();
            }
            0
        }
    }

    #[test]
    fn moves_are_tested_only_while_there_is_time() {
        let position: Position = "4k4/9/9/9/9/9/4p4/9/P3K3L b Pg 1".parse().unwrap();
        let shared = Arc::new(Shared::new(TranspositionTable::new(1).unwrap()));
        let clock = Ending { shared: Arc::clone(&shared), looks: AtomicU64::new(0) };
        let control = Control::new(Arc::new(clock), 0, false);
        let rules = Rules::default();
        let root = Root {
            position: &position,
            rules: &rules,
            control: &control,
            shared: &shared,
            nodes: 40_000,
        };
        let lost = root.lost_moves(&position.legal_moves(), &mut None);
        assert!((1..=5).contains(&lost.len()), "{lost:?}");
    }

    #[test]
    fn nothing_is_left_out_without_need() {
        // No threat; no nodes; in check.
        for (sfen, nodes) in [
            ("4k4/9/9/9/9/9/9/9/P3K3L b Pg 1", 40_000),
            ("4k4/9/9/9/9/9/4p4/9/P3K3L b Pg 1", 0),
            ("4k4/9/9/9/4r4/9/9/9/P3K3L b Pg 1", 40_000),
        ] {
            assert_eq!(lost(sfen, nodes).2, [], "{sfen}");
        }
        // Every move is lost, so the search has to choose.
        let (_, moves, lost) = lost("4k4/9/9/9/9/9/3ppp3/9/4K4 b gr 1", 400_000);
        assert!(!moves.is_empty());
        assert_eq!(lost, []);
    }
}
