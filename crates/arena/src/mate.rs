//! Announced mates, proved by the mate solver before they are believed.

use mate::{Limits, Solver, Verdict};
use shogi::Position;

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

    /// Does the side to move mate by checks? No answer within the budget counts as no.
    pub(crate) fn confirms(&mut self, position: &Position) -> bool {
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEGABYTES));
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let answer = solver.solve(&position.without_past(), &limits, &mut || false);
        matches!(answer.verdict, Verdict::Mate(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proven_mates_are_confirmed() {
        let mut judge = MateJudge::new(10_000);
        let confirms = |judge: &mut MateJudge, sfen: &str| judge.confirms(&sfen.parse().unwrap());
        assert!(confirms(&mut judge, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
        assert!(!confirms(&mut judge, "4k4/9/9/9/9/9/9/9/4K4 b G 1"));
        assert!(!confirms(&mut MateJudge::new(0), "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    }
}
