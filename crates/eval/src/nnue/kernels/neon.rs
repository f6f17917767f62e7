//! NEON: 16 products at once, on every 64-bit ARM processor.
#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::Column;

const LANES: usize = 4;
const MOST_OUTPUTS: usize = 96;

/// See [`super::clamp`].
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    // SAFETY: this file is compiled only where the target has NEON.
    unsafe { clamp_with(sums, activations) }
}

#[inline]
#[target_feature(enable = "neon")]
fn clamp_with<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    let zero = vdupq_n_s8(0);
    for (sums, activations) in
        sums.as_chunks::<16>().0.iter().zip(activations.as_chunks_mut::<16>().0)
    {
        // SAFETY: the chunk holds 16 numbers of 16 bits; these are the first eight.
        let low = unsafe { vld1q_s16(sums.as_ptr()) };
        // SAFETY: as above; these are the other eight.
        let high = unsafe { vld1q_s16(sums.as_ptr().add(8)) };
        let packed = vqmovn_high_s16(vqmovn_s16(low), high);
        let cut = vreinterpretq_u8_s8(vmaxq_s8(packed, zero));
        // SAFETY: the chunk holds 16 bytes, one vector.
        unsafe { vst1q_u8(activations.as_mut_ptr(), cut) };
    }
}

/// See [`super::affine`].
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    // SAFETY: this file is compiled only where the target has NEON.
    unsafe { affine_with(input, biases, columns) }
}

#[inline]
#[target_feature(enable = "neon")]
fn affine_with<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    let mut sums = [vdupq_n_s32(0); MOST_OUTPUTS / LANES];
    for (sum, four) in sums.iter_mut().zip(biases.as_chunks::<LANES>().0) {
        // SAFETY: four biases of 32 bits are one vector.
        *sum = unsafe { vld1q_s32(four.as_ptr()) };
    }
    for (four, column) in input.as_chunks::<4>().0.iter().zip(columns) {
        if *four == [0; 4] {
            continue;
        }
        // Inputs are at most 127, so they may be read as signed.
        let inputs = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(*four)));
        for (sum, weights) in sums.iter_mut().zip(column.0.as_chunks::<LANES>().0) {
            // SAFETY: the weights of four outputs are 16 bytes, one vector.
            let weights = unsafe { vld1q_s8(weights.as_ptr().cast()) };
            let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
            let high = vmull_high_s8(inputs, weights);
            *sum = vpadalq_s16(*sum, vpaddq_s16(low, high));
        }
    }
    let mut outputs = [0; OUT];
    for (sum, four) in sums.iter().zip(outputs.as_chunks_mut::<LANES>().0) {
        // SAFETY: four outputs of 32 bits are one vector.
        unsafe { vst1q_s32(four.as_mut_ptr(), *sum) };
    }
    outputs
}
