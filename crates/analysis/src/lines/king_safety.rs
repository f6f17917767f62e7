//! What stands around a king, as counts.

use shogi::{Bitboard, Color, PieceKind, Position, Square};

/// Counts around one king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingSafety {
    /// Own golds and silvers, promoted small pieces among them, within distance 1 of the king.
    pub beside: u32,
    /// The same within distance 2.
    pub guards: u32,
    /// Enemy pieces, the king apart, that attack the king's square or one beside it.
    pub attackers: u32,
    /// Squares beside the king that are not its own side's and not attacked.
    pub free: u32,
}

impl KingSafety {
    /// Counts for the king of a side; none without a king.
    pub fn of(position: &Position, side: Color) -> Option<Self> {
        let king = position.king(side)?;
        let near = |distance: usize| {
            position
                .pieces(side)
                .into_iter()
                .filter(|&square| square != king && square.distance(king) <= distance)
                .filter(|&square| position.piece_on(square).is_some_and(|p| is_guard(p.kind())))
                .count() as u32
        };
        let zone: Vec<Square> =
            Square::all().filter(|&square| square.distance(king) <= 1).collect();
        let mut attackers = Bitboard::EMPTY;
        for &square in &zone {
            attackers = attackers.union(position.attackers(!side, square));
        }
        let others = attackers.into_iter().filter(|&square| {
            position.piece_on(square).is_some_and(|piece| piece.kind() != PieceKind::King)
        });
        let free = zone
            .iter()
            .filter(|&&square| square != king)
            .filter(|&&square| !position.pieces(side).has(square))
            .filter(|&&square| position.attackers(!side, square).is_empty())
            .count() as u32;
        Some(Self { beside: near(1), guards: near(2), attackers: others.count() as u32, free })
    }
}

/// Does the kind guard a king like a gold or a silver?
fn is_guard(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Gold
            | PieceKind::Silver
            | PieceKind::ProSilver
            | PieceKind::ProKnight
            | PieceKind::ProLance
            | PieceKind::ProPawn
    )
}
