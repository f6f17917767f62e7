//! The linear path: a weight for each row of a block, beside the layers. It begins as material, so
//! that a training starts near counting pieces.

use eval::material::PieceValues;
use eval::nnue::Features;
use shogi::Color;

use super::OUTPUT_CP;
use super::adam::Learned;
use super::batch::Example;
use super::export::OUTPUT_ONE;

/// The linear weights; there are none for features without such a path.
pub(super) fn material(features: Features) -> Learned {
    let weight = |row: usize| {
        let Some(piece) = features.piece_of_row(row) else { return 0.0 };
        let value = PieceValues::NETWORK.on_board(piece.kind()) as f32 / OUTPUT_CP;
        if piece.color() == Color::Black { value } else { -value }
    };
    Learned::new((0..features.linear_weights()).map(weight).collect(), OUTPUT_ONE)
}

/// What the path adds to the output. Both sides see each piece, so that it counts twice.
pub(super) fn output(weights: &[f32], example: &Example) -> f32 {
    if weights.is_empty() {
        return 0.0;
    }
    let [us, them] = example
        .rows()
        .map(|rows| rows.iter().map(|&row| weights[row as usize % weights.len()]).sum::<f32>());
    (us - them) / 2.0
}

/// Adds the gradients of the weights, given that of the output.
pub(super) fn learn(gradients: &mut [f32], example: &Example, slope: f32) {
    if gradients.is_empty() {
        return;
    }
    let count = gradients.len();
    for (rows, slope) in example.rows().into_iter().zip([slope / 2.0, -slope / 2.0]) {
        for &row in rows {
            gradients[row as usize % count] += slope;
        }
    }
}
