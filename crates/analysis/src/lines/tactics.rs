//! The tactics of a line that is played out: forks, hanging and trapped pieces.

use shogi::{Color, Move, Position};

use super::fork::Fork;
use super::values::exchange_values;
use crate::model::{Side, Tactic, Usi};

/// Plies of a line in which a fork is looked for.
const FORK_PLIES: usize = 4;

/// The tactics of the line. In the played line they are the opponent's, in the best line the mover's.
pub fn in_line(root: &Position, line: &[Move], is_played: bool) -> Vec<Tactic> {
    let mover = root.turn();
    let profits = if is_played { !mover } else { mover };
    let mut found = Vec::new();
    let mut position = root.clone();
    for (at, &mv) in line.iter().enumerate().take(FORK_PLIES) {
        if position.turn() == profits {
            let reply = line.get(at + 1).copied();
            if let Some(fork) = super::fork::fork(&position, mv, reply, at) {
                found.push(fork_tactic(&position, mv, &fork, is_played));
                break;
            }
        }
        position.play(mv);
    }
    found.extend(hanging_tactic(root, line, is_played, profits));
    found.extend(trapped_tactic(root, line, is_played, profits));
    found
}

fn fork_tactic(position: &Position, mv: Move, fork: &Fork, is_played: bool) -> Tactic {
    Tactic {
        name: "fork".to_owned(),
        in_played: is_played,
        at: fork.at as u32,
        side: Side::from(position.turn()),
        mv: Usi(mv),
        squares: fork.targets.iter().map(|(square, _, _)| square.to_string()).collect(),
        pieces: fork.targets.iter().map(|(_, kind, _)| kind.to_string()).collect(),
        gains: fork.targets.iter().map(|&(_, _, gain)| gain).collect(),
    }
}

/// The first move of the side that profits takes a loose piece: the reply to the played move, or the
/// best move itself.
fn hanging_tactic(
    root: &Position,
    line: &[Move],
    is_played: bool,
    profits: Color,
) -> Option<Tactic> {
    let (position, at, mv) = first_move_of(root, line, profits)?;
    let found = super::hanging::hanging(&position, mv)?;
    Some(Tactic {
        name: "hanging".to_owned(),
        in_played: is_played,
        at,
        side: Side::from(profits),
        mv: Usi(mv),
        squares: vec![found.square.to_string()],
        pieces: vec![found.kind.to_string()],
        gains: vec![found.see],
    })
}

/// After the first move of the side that profits, a big piece of the other side is trapped, and the
/// line captures it.
fn trapped_tactic(
    root: &Position,
    line: &[Move],
    is_played: bool,
    profits: Color,
) -> Option<Tactic> {
    let (mut position, at, mv) = first_move_of(root, line, profits)?;
    position.play(mv);
    let victims: Vec<_> = position
        .pieces(!profits)
        .into_iter()
        .filter_map(|sq| super::trapped::trapped(&position, sq))
        .collect();
    let rest = &line[at as usize + 1..];
    victims.into_iter().find_map(|victim| {
        let capture = capture_of(&position, rest, victim.square)?;
        Some(Tactic {
            name: "trapped".to_owned(),
            in_played: is_played,
            at: at + 1,
            side: Side::from(profits),
            mv: Usi(capture),
            squares: vec![victim.square.to_string()],
            pieces: vec![victim.kind.to_string()],
            gains: vec![exchange_values().of(victim.kind)],
        })
    })
}

/// The move of the line that captures the piece now on the square, wherever it goes.
pub fn capture_of(start: &Position, line: &[Move], mut square: shogi::Square) -> Option<Move> {
    let owner = start.piece_on(square)?.color();
    let mut turn = start.turn();
    for &mv in line {
        if turn == owner && mv.from() == Some(square) {
            square = mv.to();
        } else if turn != owner && mv.to() == square {
            return Some(mv);
        }
        turn = !turn;
    }
    None
}

/// The first move of a side in the line, with the position before it and its index.
fn first_move_of(root: &Position, line: &[Move], side: Color) -> Option<(Position, u32, Move)> {
    let mut position = root.clone();
    if position.turn() == side {
        return line.first().map(|&mv| (position, 0, mv));
    }
    position.play(*line.first()?);
    line.get(1).map(|&mv| (position, 1, mv))
}
