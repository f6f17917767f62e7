//! A short look for mate by checks before the search: where there is one, the game is decided, and
//! the line is proven.

use mate::{Limits, Solver, Verdict};
use search::{Deadline, Shared};
use shogi::{Move, Position};

use crate::control::Control;

const MEGABYTES: usize = 16;
/// One part in so many of the move's time or nodes is what the look may take. With a sixteenth it cost
/// more than the mates are worth.
pub(crate) const SHARE: u64 = 64;

/// The line, if a mate is proven within the nodes and the share of the time, and before the game is
/// drawn after `max_moves`.
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
        // A position of the game that comes again would change what the line is worth.
        Verdict::Mate(mate)
            if is_in_time(position, mate.line(), max_moves) && !repeats(position, mate.line()) =>
        {
            Some((mate.line().to_vec(), answer.nodes))
        }
        _ => None,
    }
}

/// A mate with the last move still counts.
fn is_in_time(position: &Position, line: &[Move], max_moves: Option<u32>) -> bool {
    let played = (position.move_number() as usize).saturating_sub(1);
    max_moves.is_none_or(|most| played + line.len() <= most as usize)
}

fn repeats(position: &Position, line: &[Move]) -> bool {
    let mut after = position.clone();
    line.iter().any(|&mv| {
        after.play(mv);
        after.recurrence(after.plies_played()).is_some()
    })
}
