//! The weights of a network of fixed dimensions, and the way from accumulators to a value.

use shogi::{Color, Position};

use super::accumulator::Row;
use super::architecture::{Architecture, Features};
use super::dense::{Dense, Output, activate};
use super::error::NetworkError;
use super::kernels;
use super::reader::{Layout, Reader};

/// The weights; shared between threads.
pub(super) struct Weights<const N: usize, const H1: usize, const H2: usize> {
    pub(super) features: Features,
    pub(super) bias: Row<N>,
    pub(super) rows: Box<[Row<N>]>,
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
        reader.network_hash(layout)?;
        Ok(Self {
            features,
            bias,
            rows: rows.into_boxed_slice(),
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

    /// Computes an accumulator from nothing. A side without a king has the bias only.
    pub(super) fn refresh(&self, position: &Position, perspective: Color, sum: &mut Row<N>) {
        sum.clone_from(&self.bias);
        self.features.for_each_row(position, perspective, |row| sum.add(&self.rows[row]));
    }

    /// The network's output before FV_SCALE; `us` is the side to move.
    #[inline]
    pub(super) fn output(&self, us: &Row<N>, them: &Row<N>) -> i32 {
        let mut inputs = Inputs([[0; N]; 2]);
        kernels::clamp(&us.0, &mut inputs.0[0]);
        kernels::clamp(&them.0, &mut inputs.0[1]);
        let hidden1 = activate(self.hidden1.outputs(inputs.0.as_flattened()));
        let hidden2 = activate(self.hidden2.outputs(&hidden1));
        self.output.value(&hidden2)
    }
}
