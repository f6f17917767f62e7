//! Announced mates, proved by the mate solver before they are believed.

use mate::{Limits, Solver, Verdict};
use shogi::{Move, Position};

const MEGABYTES: usize = 16;

/// Proves mates within a budget of nodes, so that the same game ends in the same way every time.
pub(crate) struct MateJudge {
    nodes: u64,
    solver: Option<Solver>,
}

impl MateJudge {
    pub(crate) fn new(nodes: u64) -> Self {
        Self { nodes, solver: None }
    }

    /// Does the side to move mate by checks that begin with this move? No answer within the budget
    /// counts as no, and so does a proof by another move: the next turn will tell.
    pub(crate) fn confirms(&mut self, position: &Position, mv: Move) -> bool {
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEGABYTES));
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let answer = solver.solve(&position.without_past(), &limits, &mut || false);
        matches!(answer.verdict, Verdict::Mate(mate) if mate.line().first() == Some(&mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proven_mates_are_confirmed() {
        let mut judge = MateJudge::new(10_000);
        let confirms = |judge: &mut MateJudge, sfen: &str| {
            judge.confirms(&sfen.parse().unwrap(), "G*5b".parse().unwrap())
        };
        assert!(confirms(&mut judge, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
        let mate: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
        assert!(!judge.confirms(&mate, "5i5h".parse().unwrap()), "the mate is thrown away");
        assert!(!confirms(&mut judge, "4k4/9/9/9/9/9/9/9/4K4 b G 1"));
        assert!(!confirms(&mut MateJudge::new(0), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    }
}
