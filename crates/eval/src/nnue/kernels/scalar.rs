//! The simple loops, which run anywhere; tests compare every instruction set with them.

use super::{Column, Kernels};

pub(super) struct Scalar;

impl Kernels for Scalar {
    fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
        for (activation, &sum) in activations.iter_mut().zip(sums) {
            *activation = sum.clamp(0, 127) as u8;
        }
    }

    fn affine<const OUT: usize>(
        input: &[u8],
        biases: &[i32; OUT],
        columns: &[Column<OUT>],
    ) -> [i32; OUT] {
        let mut sums = *biases;
        for (four, column) in input.as_chunks::<4>().0.iter().zip(columns) {
            if *four == [0; 4] {
                continue;
            }
            for (sum, weights) in sums.iter_mut().zip(&column.0) {
                for (&a, &w) in four.iter().zip(weights) {
                    *sum = sum.wrapping_add(i32::from(a) * i32::from(w));
                }
            }
        }
        sums
    }
}

#[test]
fn scalar_agrees() {
    super::tests::agrees_with_scalar::<Scalar>();
}
