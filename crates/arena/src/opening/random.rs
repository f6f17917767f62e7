//! Openings made at random: quiet legal moves that give nothing away, from the even start. Not
//! theory, but as many different games as are wanted, the same for the same seed.

use std::collections::HashSet;

use shogi::{ExchangeValues, Move, PieceKind, Position};
use stats::SplitMix64;
use usi::PositionCommand;

use super::Opening;

/// Attempts for one opening that has not come up before.
const MOST_ATTEMPTS: u64 = 1000;

/// Returns `count` openings of `plies` plies, all different as far as possible.
pub fn random_openings(count: usize, plies: usize, seed: u64) -> Vec<Opening> {
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    for number in 0..count as u64 {
        let mut attempt = 0;
        let opening = loop {
            let part = number * MOST_ATTEMPTS + attempt;
            let opening = random_opening(plies, &mut SplitMix64::part(seed, part));
            attempt += 1;
            if seen.insert(opening.position().key()) || attempt == MOST_ATTEMPTS {
                break opening;
            }
        };
        openings.push(opening);
    }
    openings
}

fn random_opening(plies: usize, random: &mut SplitMix64) -> Opening {
    let mut position = Position::startpos();
    while position.plies_played() < plies {
        let sound: Vec<Move> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|mv| is_sound(&mut position, *mv))
            .collect();
        let Some(&mv) = sound.get(random.below(sound.len())) else { break };
        position.play(mv);
    }
    Opening { command: PositionCommand::from_startpos(position.moves_played()) }
}

/// Takes nothing, checks nobody, and leaves nothing to be taken.
fn is_sound(position: &mut Position, mv: Move) -> bool {
    if position.piece_on(mv.to()).is_some() || position.gives_check(mv) {
        return false;
    }
    position.play(mv);
    let values = ExchangeValues::new(value);
    let loses = position
        .legal_moves()
        .iter()
        .any(|reply| position.piece_on(reply.to()).is_some() && position.see(*reply, &values) > 0);
    position.take_back();
    !loses
}

/// Rough, and good enough to see what is given away.
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
}
