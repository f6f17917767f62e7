//! A short search for a mate by checks before the main search: a proven mate is played at once.

use mate::{Limits, Solver, Verdict};
use search::{Deadline, Shared};
use shogi::{Move, Position};

use crate::control::Control;

pub(crate) const MEGABYTES: usize = 16;
/// The divisor of the move's time or nodes that gives the solver's limit. A sixteenth cost more
/// strength than the mates were worth.
pub(crate) const SHARE: u64 = 64;

/// Returns the line and the nodes of a mate that is proven within `nodes` and the share of the
/// time, and before the game is drawn after `max_moves`.
pub(crate) fn look(
    position: &Position,
    nodes: u64,
    max_moves: Option<u32>,
    solver: &mut Option<Solver>,
    control: &Control,
    shared: &Shared,
) -> Option<(Vec<Move>, u64)> {
    let most = control.budget().map_or(u64::MAX, |budget| budget / SHARE);
    if nodes == 0 || most == 0 || position.king(!position.turn()).is_none() {
        return None;
    }
    let solver = solver.get_or_insert_with(|| Solver::new(MEGABYTES));
    let mut should_stop =
        || shared.is_stopped() || control.elapsed() >= most || control.has_passed();
    let limits = Limits { nodes, ..Limits::default() };
    let answer = solver.solve(&position.without_past(), &limits, &mut should_stop);
    match answer.verdict {
        // If a position of the game came again, the line might not win.
        Verdict::Mate(mate)
            if is_in_time(position, mate.line(), max_moves) && !repeats(position, mate.line()) =>
        {
            Some((mate.line().to_vec(), answer.nodes))
        }
        _ => None,
    }
}

/// Is the mate given before the game is drawn? A mate by the last move counts.
pub(crate) fn is_in_time(position: &Position, line: &[Move], max_moves: Option<u32>) -> bool {
    let played = (position.move_number() as usize).saturating_sub(1);
    max_moves.is_none_or(|most| played + line.len() <= most as usize)
}

/// Does a position of the game come again in the line?
pub(crate) fn repeats(position: &Position, line: &[Move]) -> bool {
    let mut after = position.clone();
    line.iter().any(|&mv| {
        after.play(mv);
        after.recurrence(after.plies_played()).is_some()
    })
}
