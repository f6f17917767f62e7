//! In which order moves are tried. Nothing is left out, so the order costs or saves time only.

use shogi::{Move, Position, Square};

/// The attacker's quiet moves: near the king and captures first.
pub(super) fn attacks(position: &Position) -> Vec<Move> {
    let king = position.king(!position.turn());
    sorted(position, |mv| {
        let near = king.map_or(0, |king| distance(king, mv.to()));
        let taken = i32::from(position.piece_on(mv.to()).is_some());
        // A move of the own king seldom threatens.
        let own_king = i32::from(mv.from() == position.king(position.turn()));
        2 * near - 2 * taken + 8 * own_king
    })
}

/// The attacker's answers to check: taking the checker, then moving the king, then the rest.
pub(super) fn answers(position: &Position) -> Vec<Move> {
    let checker = position.checkers().single();
    let king = position.king(position.turn());
    sorted(position, |mv| {
        if checker == Some(mv.to()) {
            0
        } else if mv.from().is_some() && mv.from() == king {
            1
        } else {
            2 + i32::from(mv.is_drop())
        }
    })
}

/// The defender's moves: what worked in a sister position, captures, moves near his king.
pub(super) fn defences(position: &Position, killers: &[Move]) -> Vec<Move> {
    let king = position.king(position.turn());
    sorted(position, |mv| {
        if let Some(index) = killers.iter().position(|&killer| killer == mv) {
            return -100 + index as i32;
        }
        let near = king.map_or(0, |king| distance(king, mv.to()));
        let taken = i32::from(position.piece_on(mv.to()).is_some());
        let own_king = i32::from(mv.from().is_some() && mv.from() == king);
        2 * near - 4 * taken - 2 * own_king
    })
}

fn sorted(position: &Position, score: impl Fn(Move) -> i32) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| score(mv));
    moves
}

/// Steps of a king between two squares.
fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}
