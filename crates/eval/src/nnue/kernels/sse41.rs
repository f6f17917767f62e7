//! SSE4.1: 16 products at once, for processors without AVX2.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Column, MOST_OUTPUTS};

const LANES: usize = 4;

/// See [`super::clamp`].
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    // SAFETY: this file is compiled only where the target has SSE4.1, and SSSE3 with it.
    unsafe { clamp_with(sums, activations) }
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn clamp_with<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    let zero = _mm_setzero_si128();
    for (sums, activations) in
        sums.as_chunks::<16>().0.iter().zip(activations.as_chunks_mut::<16>().0)
    {
        let from: *const __m128i = sums.as_ptr().cast();
        // SAFETY: the chunk holds 16 numbers of 16 bits, two vectors.
        let low = unsafe { _mm_loadu_si128(from) };
        // SAFETY: as above; this is the second vector.
        let high = unsafe { _mm_loadu_si128(from.add(1)) };
        let packed = _mm_max_epi8(_mm_packs_epi16(low, high), zero);
        // SAFETY: the chunk holds 16 bytes, one vector.
        unsafe { _mm_storeu_si128(activations.as_mut_ptr().cast(), packed) };
    }
}

/// See [`super::affine`].
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    // SAFETY: this file is compiled only where the target has SSE4.1, and SSSE3 with it.
    unsafe { affine_with(input, biases, columns) }
}

#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn affine_with<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    let mut sums = [_mm_setzero_si128(); MOST_OUTPUTS / LANES];
    for (sum, four) in sums.iter_mut().zip(biases.as_chunks::<LANES>().0) {
        // SAFETY: four biases of 32 bits are one vector.
        *sum = unsafe { _mm_loadu_si128(four.as_ptr().cast()) };
    }
    let ones = _mm_set1_epi16(1);
    for (four, column) in input.as_chunks::<4>().0.iter().zip(columns) {
        if *four == [0; 4] {
            continue;
        }
        let inputs = _mm_set1_epi32(i32::from_le_bytes(*four));
        for (sum, weights) in sums.iter_mut().zip(column.0.as_chunks::<LANES>().0) {
            // SAFETY: the weights of four outputs are 16 bytes, one vector.
            let weights = unsafe { _mm_loadu_si128(weights.as_ptr().cast()) };
            let pairs = _mm_maddubs_epi16(inputs, weights);
            *sum = _mm_add_epi32(*sum, _mm_madd_epi16(pairs, ones));
        }
    }
    let mut outputs = [0; OUT];
    for (sum, four) in sums.iter().zip(outputs.as_chunks_mut::<LANES>().0) {
        // SAFETY: four outputs of 32 bits are one vector.
        unsafe { _mm_storeu_si128(four.as_mut_ptr().cast(), *sum) };
    }
    outputs
}
