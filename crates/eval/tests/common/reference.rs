//! A slow network, written after the description of the format alone: it reads the bytes of the
//! file where it needs them, in whole numbers, and shares no code with the crate.

use super::network::Shape;
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

impl Reference<'_> {
    fn features(&self, position: &Position, side: Color) -> Vec<usize> {
        let Some(king) = position.king(side) else { return Vec::new() };
        let seen = |square: Square| match side {
            Color::Black => square.index(),
            Color::White => 80 - square.index(),
        };
        let base = if self.shape.half_kp { seen(king) * 1548 } else { 0 };
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
        if !self.shape.half_kp {
            features.push(1548 + seen(king));
            if let Some(enemy) = position.king(!side) {
                features.push(1629 + seen(enemy));
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
        for side in [position.turn(), !position.turn()] {
            let features = self.features(position, side);
            for lane in 0..width {
                let mut sum = half(at + 2 * lane);
                for feature in &features {
                    sum += half(at + 2 * (width + feature * width + lane));
                }
                activations.push(sum.clamp(0, 127));
            }
        }
        at += 2 * width * (1 + self.shape.rows()) + hashes;
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
                assert_eq!(at, self.file.len());
                return sums[0];
            }
            activations = sums.iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
        }
        unreachable!("the last layer has one output")
    }
}
