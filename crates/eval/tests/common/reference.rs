//! A slow network, written after the description of the format alone: it reads the bytes of the
//! file where it needs them, in whole numbers, and shares no code with the crate.

use super::network::{Kind, Shape};
use shogi::{Color, HandKind, PieceKind, Position, Square};

pub struct Reference<'a> {
    pub shape: Shape,
    pub file: &'a [u8],
}

const HANDS: [(HandKind, usize, usize); 7] = [
    (HandKind::Pawn, 1, 20),
    (HandKind::Lance, 39, 44),
    (HandKind::Knight, 49, 54),
    (HandKind::Silver, 59, 64),
    (HandKind::Gold, 69, 74),
    (HandKind::Bishop, 79, 82),
    (HandKind::Rook, 85, 88),
];

fn board_block(kind: PieceKind) -> (usize, usize) {
    match kind {
        PieceKind::Pawn => (90, 171),
        PieceKind::Lance => (252, 333),
        PieceKind::Knight => (414, 495),
        PieceKind::Silver => (576, 657),
        PieceKind::Bishop => (900, 981),
        PieceKind::Horse => (1062, 1143),
        PieceKind::Rook => (1224, 1305),
        PieceKind::Dragon => (1386, 1467),
        _ => (738, 819),
    }
}

/// The zone of an own king, both numbers from 0 at 1a and the file at most 4.
fn zone(file: usize, rank: usize) -> usize {
    match rank {
        8 => usize::from(file > 1),
        7 => 2 + usize::from(file > 1),
        6 => 4,
        4 | 5 => 5,
        3 => 6,
        _ => 7,
    }
}

/// The stage by the progress of `classic`, the one part that is not written anew.
fn stage(position: &Position) -> usize {
    match eval::classic::Progress::of(position).get() {
        0..43 => 0,
        43..85 => 1,
        85..134 => 2,
        _ => 3,
    }
}

impl Reference<'_> {
    fn features(&self, position: &Position, side: Color) -> Vec<usize> {
        let Some(king) = position.king(side) else { return Vec::new() };
        let turned = |square: Square| match side {
            Color::Black => square.index(),
            Color::White => 80 - square.index(),
        };
        // Squares count file by file from 1a on.
        let is_mirrored = self.shape.kind == Kind::KingZone && turned(king) / 9 > 4;
        let seen = |square: Square| match turned(square) {
            square if is_mirrored => (8 - square / 9) * 9 + square % 9,
            square => square,
        };
        let base = match self.shape.kind {
            Kind::HalfKp => seen(king) * 1548,
            Kind::Kp => 0,
            Kind::KingZone => zone(seen(king) / 9, seen(king) % 9) * 1710,
        };
        let mut features = Vec::new();
        for square in Square::all() {
            let Some(piece) = position.piece_on(square) else { continue };
            if piece.kind() == PieceKind::King {
                continue;
            }
            let (own, enemy) = board_block(piece.kind());
            let block = if piece.color() == side { own } else { enemy };
            features.push(base + block + seen(square));
        }
        for owner in Color::ALL {
            for (kind, own, enemy) in HANDS {
                let block = if owner == side { own } else { enemy };
                for n in 0..position.hand(owner).count(kind) as usize {
                    features.push(base + block + n);
                }
            }
        }
        while features.len() < 38 {
            features.push(base);
        }
        if self.shape.kind != Kind::HalfKp {
            features.push(base + 1548 + seen(king));
            if let Some(enemy) = position.king(!side) {
                features.push(base + 1629 + seen(enemy));
            }
        }
        features
    }

    /// The output before FV_SCALE.
    pub fn output(&self, position: &Position) -> i64 {
        let Shape { width, hidden1, hidden2, .. } = self.shape;
        let text = u32::from_le_bytes(self.file[8..12].try_into().unwrap()) as usize;
        let hashes = if self.shape.features_hash == 0 { 0 } else { 4 };
        let mut at = 12 + text + hashes;
        let half =
            |at: usize| i64::from(i16::from_le_bytes(self.file[at..at + 2].try_into().unwrap()));
        let whole =
            |at: usize| i64::from(i32::from_le_bytes(self.file[at..at + 4].try_into().unwrap()));
        let mut activations = Vec::new();
        let mut linear = 0;
        let linear_at = at + 2 * width * (1 + self.shape.rows());
        for side in [position.turn(), !position.turn()] {
            let features = self.features(position, side);
            if self.shape.linear_weights() > 0 {
                let sum: i64 =
                    features.iter().map(|feature| whole(linear_at + 4 * (feature % 1710))).sum();
                linear += if side == position.turn() { sum } else { -sum };
            }
            for lane in 0..width {
                let mut sum = half(at + 2 * lane);
                for feature in &features {
                    sum += half(at + 2 * (width + feature * width + lane));
                }
                activations.push(sum.clamp(0, 127));
            }
        }
        at = linear_at + 4 * self.shape.linear_weights() + hashes;
        let stage_bytes = (self.file.len() - at) / self.shape.stages();
        assert_eq!(stage_bytes * self.shape.stages(), self.file.len() - at);
        at += stage_bytes * if self.shape.stages() > 1 { stage(position) } else { 0 };
        let end = at + stage_bytes;
        for outputs in [hidden1, hidden2, 1] {
            let padded = activations.len().div_ceil(32) * 32;
            let weights = at + 4 * outputs;
            let sums: Vec<i64> = (0..outputs)
                .map(|output| {
                    let products = activations.iter().enumerate().map(|(input, activation)| {
                        activation * i64::from(self.file[weights + output * padded + input] as i8)
                    });
                    whole(at + 4 * output) + products.sum::<i64>()
                })
                .collect();
            at = weights + outputs * padded;
            if outputs == 1 {
                assert_eq!(at, end);
                return linear / 2 + sums[0];
            }
            activations = sums.iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
        }
        unreachable!("the last layer has one output")
    }
}
