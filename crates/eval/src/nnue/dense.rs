//! The dense layers: 8-bit weights, 32-bit sums.
//!
//! Source:  Nasu (2018): clipped ReLU, quantisation to 127 and 64

use super::architecture::padded;
use super::error::NetworkError;
use super::kernels::{self, Column};
use super::reader::Reader;

/// Sums are divided by two to this power to become activations.
const SHIFT: u32 = 6;
/// The activation that stands for one.
const ONE: i32 = 127;

/// A dense layer with its weights ordered for the kernels: for every four inputs, the four weights
/// of each output.
pub(super) struct Dense<const OUT: usize> {
    biases: [i32; OUT],
    columns: Box<[Column<OUT>]>,
}

impl<const OUT: usize> Dense<OUT> {
    /// Reads a layer with this number of `inputs`. The weights of the padding are skipped: their
    /// inputs are always zero.
    pub(super) fn read(
        reader: &mut Reader<'_>,
        inputs: usize,
        biases: &'static str,
        weights: &'static str,
    ) -> Result<Self, NetworkError> {
        let biases = reader.biases(biases)?;
        let width = padded(inputs);
        let bytes = reader.weights(weights, OUT * width)?;
        let mut columns = vec![Column([[0; 4]; OUT]); inputs.div_ceil(4)];
        for (output, row) in bytes.chunks_exact(width).enumerate() {
            for (input, &weight) in row[..inputs].iter().enumerate() {
                columns[input / 4].0[output][input % 4] = weight as i8;
            }
        }
        Ok(Self { biases, columns: columns.into_boxed_slice() })
    }

    #[inline]
    pub(super) fn outputs(&self, input: &[u8]) -> [i32; OUT] {
        kernels::affine(input, &self.biases, &self.columns)
    }
}

/// Turns a layer's sums into activations.
#[inline]
pub(super) fn activate<const N: usize>(sums: [i32; N]) -> [u8; N] {
    sums.map(|sum| (sum >> SHIFT).clamp(0, ONE) as u8)
}

/// The last layer, with its single output.
pub(super) struct Output<const IN: usize> {
    bias: i32,
    weights: [i8; IN],
}

impl<const IN: usize> Output<IN> {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, NetworkError> {
        let [bias] = reader.biases("bias of the output")?;
        let bytes = reader.weights("weights of the output", padded(IN))?;
        let mut weights = [0; IN];
        for (weight, &byte) in weights.iter_mut().zip(bytes) {
            *weight = byte as i8;
        }
        Ok(Self { bias, weights })
    }

    #[inline]
    pub(super) fn value(&self, input: &[u8; IN]) -> i32 {
        let products = input.iter().zip(&self.weights);
        products.fold(self.bias, |sum, (&a, &w)| sum.wrapping_add(i32::from(a) * i32::from(w)))
    }
}
