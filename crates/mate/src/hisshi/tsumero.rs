//! Tsumero: would the side that has just moved mate if it could move again?

use crate::solver::{Limits, Solver};
use crate::verdict::Answer;
use shogi::Position;

/// Asks whether the side *not* to move threatens mate. Returns none if the side to move is in
/// check: then it cannot pass, and a check is not a tsumero.
///
/// ```
/// use mate::hisshi::tsumero;
/// use mate::{Limits, Solver, Verdict};
///
/// // Gold in hand, pawn before the king: if White does nothing, the gold mates.
/// let position: shogi::Position = "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1".parse()?;
/// let limits = Limits { nodes: 1_000, shortest: false };
/// let answer = tsumero(&mut Solver::new(1), &position, &limits, &mut || false);
/// let Some(Verdict::Mate(threat)) = answer.map(|answer| answer.verdict) else { panic!("a threat") };
/// assert_eq!(threat.line(), ["G*5b".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tsumero(
    solver: &mut Solver,
    position: &Position,
    limits: &Limits,
    should_stop: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    if position.in_check() {
        return None;
    }
    let mut passed = position.without_past();
    passed.pass();
    Some(solver.solve(&passed, limits, should_stop))
}
