//! One unit of value for all networks, that of `PieceValues::NETWORK`: a search compares values with
//! piece values and with margins, and these are fixed numbers.
//!
//! Source:  ours. FV_SCALE is what a publisher recommends for display; the values of two networks
//!          with the same FV_SCALE differ by a quarter
//! Here:    the divisor with which the values of middle games are, on average, as large as those
//!          that the margins were measured with

use shogi::Position;

use super::{FvScale, Network, Nnue};
use crate::evaluator::Evaluator;

/// Middle games of computers. The file is the engine's own, so that no test suite can change the
/// engine.
const POSITIONS: &str = include_str!("unit.sfen");
/// The mean of the absolute values of these positions in the common unit.
const MEAN_VALUE: i64 = 800;
/// A network unlike all known ones is not stretched further than this.
const BOUNDS: (u16, u16) = (4, 64);

impl FvScale {
    /// The divisor that brings the network's values to the common unit.
    pub fn fitted_to(network: &Network) -> Self {
        let (least, most) = BOUNDS;
        let fine = Self::new(least).unwrap_or_default();
        let mut evaluator = Nnue::new(network, fine);
        let (mut sum, mut wanted) = (0, 0);
        for position in positions() {
            evaluator.reset(&position);
            sum += i64::from(evaluator.evaluate(&position).get().abs()) * i64::from(fine.get());
            wanted += MEAN_VALUE;
        }
        let divisor = ((sum + wanted / 2) / wanted.max(1)).clamp(least.into(), most.into());
        u16::try_from(divisor).ok().and_then(Self::new).unwrap_or_default()
    }
}

fn positions() -> impl Iterator<Item = Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(positions().count(), 120);
    }
}
