//! Small pieces: worth more near a king, of either side, and less far from both.
//!
//! Source:  G (Gekisashi 2005), after YSS
//! Here:    the nearer king counts; pawns and the kings themselves are left out

use shogi::{Color, PieceKind, Position, Square};

use super::distance;
use crate::material::PieceValues;

/// Kinds whose place counts.
const KINDS: [PieceKind; 8] = [
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
];

/// Points above or below the plain piece values: near the enemy king, near the own, far from both.
#[derive(Default)]
pub(super) struct Activity {
    pub(super) attack: i32,
    pub(super) defence: i32,
    /// Never above zero.
    pub(super) idle: i32,
}

pub(super) fn of_side(values: &PieceValues, position: &Position, color: Color) -> Activity {
    let mut activity = Activity::default();
    let (own, enemy) = (position.king(color), position.king(!color));
    if own.is_none() && enemy.is_none() {
        return activity;
    }
    for kind in KINDS {
        for square in position.pieces_of(color, kind) {
            let attack = enemy.map_or(0, |king| distance::attack(color, king, square));
            let defence = own.map_or(0, |king| distance::defence(color, king, square));
            let points = values.on_board(kind) * (attack.max(defence) - 100) / 100;
            if points <= 0 {
                activity.idle += points;
            } else if attack >= defence {
                activity.attack += points;
            } else {
                activity.defence += points;
            }
        }
    }
    activity
}

/// The points of one piece on its square; 0 for kinds whose place does not count.
pub(super) fn of_piece(
    values: &PieceValues,
    position: &Position,
    color: Color,
    kind: PieceKind,
    square: Square,
) -> i32 {
    let (own, enemy) = (position.king(color), position.king(!color));
    if !KINDS.contains(&kind) || (own.is_none() && enemy.is_none()) {
        return 0;
    }
    let attack = enemy.map_or(0, |king| distance::attack(color, king, square));
    let defence = own.map_or(0, |king| distance::defence(color, king, square));
    values.on_board(kind) * (attack.max(defence) - 100) / 100
}
