//! The loops over vectors, the same for every instruction set.
#![allow(unsafe_code)]

use super::{Column, Kernels, MOST_OUTPUTS};

/// A vector of sums of 32 bits, and how products are added to it.
///
/// # Safety
/// `Vector` is a SIMD type of integers, for which all bit patterns are valid. The trait is
/// implemented only where the target has the instructions that its functions enable.
pub(super) unsafe trait Sums {
    type Vector: Copy;

    /// One or two sums for each output. With two, a product need not wait for the one before it.
    const CHAINS: usize = 1;

    /// The four bytes over and over.
    unsafe fn repeat(four: [u8; 4]) -> Self::Vector;

    /// Adds to each sum four inputs times their weights.
    unsafe fn add_products(
        sums: Self::Vector,
        inputs: Self::Vector,
        weights: Self::Vector,
    ) -> Self::Vector;

    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
}

/// An instruction set.
///
/// # Safety
/// As for [`Sums`].
pub(super) unsafe trait Vectors: Sums {
    /// For layers whose outputs leave a part of the last vector empty.
    type Narrow: Sums;

    /// Cuts numbers of 16 bits, first those of `low`, to bytes of 0..=127.
    unsafe fn clamp(low: Self::Vector, high: Self::Vector) -> Self::Vector;

    /// A bit for every four inputs that are not all zero.
    unsafe fn non_zero(inputs: Self::Vector) -> u64;
}

impl<V: Vectors> Kernels for V {
    #[inline]
    fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
        let bytes = size_of::<V::Vector>();
        for (sums, activations) in sums.chunks_exact(bytes).zip(activations.chunks_exact_mut(bytes))
        {
            let (low, high) = sums.split_at(bytes / 2);
            // SAFETY: all are integers, `load` and `store` check the lengths, and the target has the
            // instructions.
            unsafe { store(V::clamp(load(low), load(high)), activations) };
        }
    }

    #[inline]
    fn affine<const OUT: usize>(
        input: &[u8],
        biases: &[i32; OUT],
        columns: &[Column<OUT>],
    ) -> [i32; OUT] {
        if OUT.is_multiple_of(lanes::<V::Vector>()) {
            affine_with::<V, V, OUT>(input, biases, columns)
        } else {
            affine_with::<V, V::Narrow, OUT>(input, biases, columns)
        }
    }
}

/// Looks for inputs with the vectors of `V`, adds up with those of `S`.
#[inline(always)]
fn affine_with<V: Vectors, S: Sums, const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    let lanes = lanes::<S::Vector>();
    // SAFETY: the target has the instructions.
    let zero = unsafe { S::repeat([0; 4]) };
    // A vector has at least four lanes.
    let mut chains = [[zero; MOST_OUTPUTS / 4]; 2];
    for (sums, biases) in chains[0].iter_mut().zip(biases.chunks_exact(lanes)) {
        // SAFETY: biases are integers, and `load` checks the length.
        *sums = unsafe { load(biases) };
    }
    let (fours, _) = input.as_chunks::<4>();
    for (block, columns) in fours.chunks(64).zip(columns.chunks(64)) {
        let mut left = non_zero::<V>(block);
        while left != 0 {
            for chain in chains.iter_mut().take(S::CHAINS) {
                // An odd number of groups leaves the second chain out at the end.
                if left == 0 {
                    break;
                }
                let index = left.trailing_zeros() as usize;
                left &= left - 1;
                // SAFETY: the target has the instructions.
                let inputs = unsafe { S::repeat(block[index]) };
                for (sums, weights) in chain.iter_mut().zip(columns[index].0.chunks_exact(lanes)) {
                    // SAFETY: as above; weights are integers, and `load` checks the length.
                    *sums = unsafe { S::add_products(*sums, inputs, load(weights)) };
                }
            }
        }
    }
    let mut outputs = [0; OUT];
    let [first, second] = chains;
    for ((a, b), outputs) in first.into_iter().zip(second).zip(outputs.chunks_exact_mut(lanes)) {
        // SAFETY: the target has the instructions, outputs are integers, and `store` checks the
        // length.
        unsafe { store(S::add(a, b), outputs) };
    }
    outputs
}

/// Which of up to 64 groups of four inputs are not all zero.
#[inline(always)]
fn non_zero<V: Vectors>(fours: &[[u8; 4]]) -> u64 {
    let lanes = lanes::<V::Vector>();
    let vectors = fours.chunks_exact(lanes);
    let rest = vectors.remainder();
    let mut mask = 0;
    for (index, vector) in vectors.enumerate() {
        // SAFETY: inputs are integers, `load` checks the length, and the target has the
        // instructions.
        mask |= unsafe { V::non_zero(load(vector)) } << (lanes * index);
    }
    for (index, four) in rest.iter().enumerate() {
        mask |= u64::from(*four != [0; 4]) << (fours.len() - rest.len() + index);
    }
    mask
}

/// The number of sums in a vector.
const fn lanes<V>() -> usize {
    size_of::<V>() / size_of::<i32>()
}

/// # Safety
/// `T` is an integer or an array of integers, `V` a SIMD vector of integers.
#[inline(always)]
unsafe fn load<V: Copy, T>(from: &[T]) -> V {
    assert!(size_of_val(from) == size_of::<V>());
    // SAFETY: there are enough bytes, and any of them make a vector.
    unsafe { from.as_ptr().cast::<V>().read_unaligned() }
}

/// # Safety
/// As for [`load`].
#[inline(always)]
unsafe fn store<V: Copy, T>(vector: V, to: &mut [T]) {
    assert!(size_of_val(to) == size_of::<V>());
    // SAFETY: there is room, and any bytes make numbers.
    unsafe { to.as_mut_ptr().cast::<V>().write_unaligned(vector) };
}
