//! Random openings: quiet legal moves from the even start that leave nothing to be taken. They are
//! not theory, but there are as many as are wanted, and the same seed gives the same ones.

use std::collections::HashSet;

use shogi::{ExchangeValues, Move, PieceKind, Position};
use stats::SplitMix64;
use usi::PositionCommand;

use super::Opening;

/// The number of attempts to find an opening that has not come up before.
const MOST_ATTEMPTS: u64 = 1000;

/// Returns `count` openings of `plies` plies, all different as far as possible.
pub fn random_openings(count: usize, plies: usize, seed: u64) -> Vec<Opening> {
    let values = ExchangeValues::new(value);
    let attempt = |part| random_opening(plies, &values, &mut SplitMix64::part(seed, part));
    let mut seen = HashSet::new();
    let mut is_new = |opening: &Opening| seen.insert(opening.position().key());
    // Each opening has its own parts of the random numbers, so a longer list begins as a shorter one.
    let first_parts = (0..count as u64).map(|number| number * MOST_ATTEMPTS);
    first_parts
        .map(|first| {
            let last = first + MOST_ATTEMPTS - 1;
            (first..=last).map(attempt).find(&mut is_new).unwrap_or_else(|| attempt(last))
        })
        .collect()
}

fn random_opening(plies: usize, values: &ExchangeValues, random: &mut SplitMix64) -> Opening {
    let mut position = Position::startpos();
    while position.plies_played() < plies {
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|&mv| is_sound(&mut position, mv, values));
        let Some(&mv) = moves.get(random.below(moves.len())) else { break };
        position.play(mv);
    }
    Opening { command: PositionCommand::from_startpos(position.moves_played()) }
}

/// Is the move neither a capture nor a check, and does it leave nothing to be taken?
fn is_sound(position: &mut Position, mv: Move, values: &ExchangeValues) -> bool {
    if is_capture(position, mv) || position.gives_check(mv) {
        return false;
    }
    position.play(mv);
    let wins = |&reply: &Move| is_capture(position, reply) && position.see(reply, values) > 0;
    let is_sound = !position.legal_moves().iter().any(wins);
    position.take_back();
    is_sound
}

fn is_capture(position: &Position, mv: Move) -> bool {
    position.piece_on(mv.to()).is_some()
}

/// Returns the value of a piece in an exchange; rough ones are enough to see what is given away.
fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Lance | PieceKind::Knight => 4,
        PieceKind::Bishop | PieceKind::Horse => 9,
        PieceKind::Rook | PieceKind::Dragon => 10,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening_digest;
    use super::*;

    #[test]
    fn repeatable_different_and_even() {
        let openings = random_openings(200, 6, 1);
        assert_eq!(openings, random_openings(200, 6, 1));
        assert_ne!(openings[..10], random_openings(10, 6, 2)[..]);
        let keys: HashSet<u64> = openings.iter().map(|opening| opening.position().key()).collect();
        assert_eq!(keys.len(), 200);
        for opening in &openings {
            let position = opening.position();
            assert_eq!(position.plies_played(), 6);
            assert_eq!(position.hand(position.turn()), shogi::Hand::default());
        }
    }

    #[test]
    fn recorded_matches_can_be_repeated() {
        assert_eq!(opening_digest(&random_openings(50, 8, 7)), 11_842_240_259_165_905_926);
    }

    #[test]
    fn there_are_only_so_many_single_moves() {
        // Thirty moves begin a game; later openings are repeated ones.
        let openings = random_openings(32, 1, 1);
        let keys: HashSet<u64> = openings.iter().map(|opening| opening.position().key()).collect();
        assert!(openings.len() == 32 && keys.len() <= 30);
    }
}
