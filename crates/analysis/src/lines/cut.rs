//! The part of a line that is shown: up to where its point can be seen, three to nine plies.

use shogi::{Color, Move, PieceKind, Position};

use super::material::Captured;

/// The fewest and the most plies shown.
const SHOWN: std::ops::RangeInclusive<usize> = 3..=9;

/// How many plies of the line are shown: the shortest beginning after which four fifths of the
/// line's material are there, and any promotion of a big piece in it.
pub fn cut(start: &Position, line: &[Move]) -> usize {
    let mut position = start.clone();
    let mut captured = Captured::default();
    let mut points = Vec::new();
    let mut last_promotion = 0;
    for (ply, &mv) in line.iter().enumerate() {
        captured.add(&position, mv, ply.is_multiple_of(2));
        let moved = mv.from().and_then(|from| position.piece_on(from));
        let is_big = |kind| matches!(kind, PieceKind::Rook | PieceKind::Bishop);
        if mv.is_promotion() && moved.is_some_and(|piece| is_big(piece.kind())) {
            last_promotion = ply + 1;
        }
        position.play(mv);
        points.push(captured.exchange().points);
    }
    let total = points.last().copied().unwrap_or(0);
    // The beginning after which the balance stays at four fifths or more of what it comes to.
    let reached =
        |value: i32| value.signum() == total.signum() && 5 * value.abs() >= 4 * total.abs();
    let settled = points.iter().rposition(|&value| total != 0 && !reached(value));
    let by_material = match (total, settled) {
        (0, _) => 0,
        (_, None) => 1,
        (_, Some(ply)) => ply + 2,
    };
    by_material.max(last_promotion).clamp(*SHOWN.start(), *SHOWN.end()).min(line.len())
}

/// The index of the last move by which a side promotes a rook or bishop to a kind.
pub fn promotion_at(
    start: &Position,
    line: &[Move],
    side: Color,
    kind: PieceKind,
) -> Option<usize> {
    let mut position = start.clone();
    let mut last = None;
    for (index, &mv) in line.iter().enumerate() {
        let moved = mv.from().and_then(|from| position.piece_on(from));
        let is_it = |piece: shogi::Piece| {
            piece.color() == side && mv.is_promotion() && piece.kind().promoted() == kind
        };
        if moved.is_some_and(is_it) {
            last = Some(index);
        }
        position.play(mv);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_of_a_line_is_kept() {
        let start = Position::startpos();
        let line: Vec<Move> = "7g7f 3c3d 8h2b+ 3a2b B*4e 4a3b 4e3d 2b3c"
            .split(' ')
            .map(|word| word.parse().expect("a move"))
            .collect();
        // A bishop each and then a pawn: the seventh ply wins it.
        assert_eq!(cut(&start, &line), 7);
        assert_eq!(cut(&start, &line[..6]), 3);
        assert_eq!(cut(&start, &line[..2]), 2);
    }

    #[test]
    fn promotions_are_found_by_side_and_kind() {
        let start = Position::startpos();
        let line: Vec<Move> =
            "7g7f 3c3d 8h2b+ 3a2b".split(' ').map(|word| word.parse().expect("a move")).collect();
        let at = |side, kind| promotion_at(&start, &line, side, kind);
        assert_eq!(at(Color::Black, PieceKind::Horse), Some(2));
        assert_eq!(at(Color::White, PieceKind::Horse), None);
        assert_eq!(at(Color::Black, PieceKind::Dragon), None);
    }
}
