//! The weights of a network of fixed dimensions, and the way from accumulators to a value.

use shogi::{Color, Position};

use super::accumulator::{Row, Sums};
use super::architecture::{Architecture, Features};
use super::dense::{Dense, Output, activate};
use super::error::NetworkError;
use super::kernels;
use super::reader::{Layout, Reader};
use super::states::View;

/// The weights; shared between threads.
pub(super) struct Weights<const N: usize, const H1: usize, const H2: usize> {
    pub(super) features: Features,
    pub(super) bias: Row<N>,
    pub(super) rows: Box<[Row<N>]>,
    /// The linear weights of the rows of a block; empty without a linear path.
    linear: Box<[i32]>,
    /// The dense layers of each stage of the game.
    stages: Box<[Layers<N, H1, H2>]>,
}

/// The dense layers.
struct Layers<const N: usize, const H1: usize, const H2: usize> {
    hidden1: Dense<H1>,
    hidden2: Dense<H2>,
    output: Output<H2>,
}

/// The inputs of the first hidden layer: the side to move first.
#[repr(C, align(64))]
struct Inputs<const N: usize>([[u8; N]; 2]);

impl<const N: usize, const H1: usize, const H2: usize> Weights<N, H1, H2> {
    pub(super) const fn architecture(features: Features) -> Architecture {
        Architecture { features, width: N, hidden1: H1, hidden2: H2 }
    }

    /// Reads the weights that follow the header. The size of the file has been checked before, so
    /// the memory taken is that of the file.
    pub(super) fn read(reader: &mut Reader<'_>, layout: Layout) -> Result<Self, NetworkError> {
        let features = layout.architecture.features;
        reader.features_hash(layout)?;
        let mut bias = Row::ZERO;
        reader.row("biases of the first layer", &mut bias.0)?;
        let mut rows = vec![Row::ZERO; features.rows()];
        for row in &mut rows {
            reader.row("weights of the first layer", &mut row.0)?;
        }
        let linear = reader.numbers("linear weights", features.linear_weights())?;
        reader.network_hash(layout)?;
        let mut stages = Vec::new();
        for _ in 0..features.stages() {
            stages.push(Layers::read(reader)?);
        }
        let (rows, stages) = (rows.into_boxed_slice(), stages.into_boxed_slice());
        Ok(Self { features, bias, rows, linear, stages })
    }

    /// Computes the sums of a side from nothing. A side without a king has the bias only.
    pub(super) fn refresh(&self, position: &Position, perspective: Color, sums: &mut Sums<N>) {
        sums.row.clone_from(&self.bias);
        sums.linear = 0;
        let Some(king) = position.king(perspective) else { return };
        let view = self.features.view(perspective, king);
        self.features.for_each_row(position, perspective, |row| self.add(sums, view, row));
    }

    /// Adds a row, which the side sees in this way.
    #[inline]
    pub(super) fn add(&self, sums: &mut Sums<N>, view: View, row: usize) {
        sums.row.add(&self.rows[row]);
        sums.linear = sums.linear.wrapping_add(self.linear_of(view, row));
    }

    /// Subtracts a row.
    #[inline]
    pub(super) fn subtract(&self, sums: &mut Sums<N>, view: View, row: usize) {
        sums.row.subtract(&self.rows[row]);
        sums.linear = sums.linear.wrapping_sub(self.linear_of(view, row));
    }

    /// The linear weight of a row; 0 without a linear path.
    #[inline]
    pub(super) fn linear_of(&self, view: View, row: usize) -> i32 {
        self.linear.get(row - view.base).copied().unwrap_or(0)
    }

    /// The network's output before FV_SCALE; `us` is the side to move.
    #[inline]
    pub(super) fn output(&self, us: &Sums<N>, them: &Sums<N>, position: &Position) -> i32 {
        let mut inputs = Inputs([[0; N]; 2]);
        kernels::clamp(&us.row.0, &mut inputs.0[0]);
        kernels::clamp(&them.row.0, &mut inputs.0[1]);
        let layers = &self.stages[self.features.stage(position)];
        // Both sides see the same pieces, so that each counts twice.
        let linear = us.linear.wrapping_sub(them.linear) / 2;
        linear.wrapping_add(layers.output(&inputs))
    }
}

impl<const N: usize, const H1: usize, const H2: usize> Layers<N, H1, H2> {
    fn read(reader: &mut Reader<'_>) -> Result<Self, NetworkError> {
        Ok(Self {
            hidden1: Dense::read(
                reader,
                2 * N,
                "biases of the first hidden layer",
                "weights of the first hidden layer",
            )?,
            hidden2: Dense::read(
                reader,
                H1,
                "biases of the second hidden layer",
                "weights of the second hidden layer",
            )?,
            output: Output::read(reader)?,
        })
    }

    #[inline]
    fn output(&self, inputs: &Inputs<N>) -> i32 {
        let hidden1 = activate(self.hidden1.outputs(inputs.0.as_flattened()));
        let hidden2 = activate(self.hidden2.outputs(&hidden1));
        self.output.value(&hidden2)
    }
}
