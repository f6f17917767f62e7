//! AVX2: 32 products at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Column, MOST_OUTPUTS};

const LANES: usize = 8;

/// See [`super::clamp`].
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    // SAFETY: this file is compiled only where the target has AVX2.
    unsafe { clamp_with(sums, activations) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn clamp_with<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    let zero = _mm256_setzero_si256();
    for (sums, activations) in
        sums.as_chunks::<32>().0.iter().zip(activations.as_chunks_mut::<32>().0)
    {
        let from: *const __m256i = sums.as_ptr().cast();
        // SAFETY: the chunk holds 32 numbers of 16 bits, two vectors.
        let low = unsafe { _mm256_loadu_si256(from) };
        // SAFETY: as above; this is the second vector.
        let high = unsafe { _mm256_loadu_si256(from.add(1)) };
        let packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), zero);
        // Packing works on halves; put the quarters back into order.
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        // SAFETY: the chunk holds 32 bytes, one vector.
        unsafe { _mm256_storeu_si256(activations.as_mut_ptr().cast(), ordered) };
    }
}

/// See [`super::affine`].
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    // SAFETY: this file is compiled only where the target has AVX2.
    unsafe { affine_with(input, biases, columns) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn affine_with<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    let mut sums = [_mm256_setzero_si256(); MOST_OUTPUTS / LANES];
    let (eights, _) = biases.as_chunks::<LANES>();
    for (sum, eight) in sums.iter_mut().zip(eights) {
        // SAFETY: eight biases of 32 bits are one vector.
        *sum = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
    }
    let (fours, _) = input.as_chunks::<4>();
    for (block, columns) in fours.chunks(64).zip(columns.chunks(64)) {
        let mut left = non_zero(block);
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            add_column(&mut sums, block[index], &columns[index]);
        }
    }
    let mut outputs = [0; OUT];
    for (sum, eight) in sums.iter().zip(outputs.as_chunks_mut::<LANES>().0) {
        // SAFETY: eight outputs of 32 bits are one vector.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), *sum) };
    }
    outputs
}

/// Which of up to 64 groups of four inputs are not all zero.
#[inline]
#[target_feature(enable = "avx2")]
fn non_zero(fours: &[[u8; 4]]) -> u64 {
    let zero = _mm256_setzero_si256();
    let (vectors, rest) = fours.as_chunks::<LANES>();
    let mut mask = 0;
    for (index, vector) in vectors.iter().enumerate() {
        // SAFETY: eight groups of four bytes are one vector.
        let inputs = unsafe { _mm256_loadu_si256(vector.as_ptr().cast()) };
        // Inputs are at most 127, so a group as a 32-bit number is not negative.
        let positive = _mm256_castsi256_ps(_mm256_cmpgt_epi32(inputs, zero));
        mask |= u64::from(_mm256_movemask_ps(positive) as u8) << (LANES * index);
    }
    for (index, four) in rest.iter().enumerate() {
        mask |= u64::from(*four != [0; 4]) << (LANES * vectors.len() + index);
    }
    mask
}

/// Adds the products of four inputs with their weights.
#[inline]
#[target_feature(enable = "avx2")]
fn add_column<const OUT: usize>(
    sums: &mut [__m256i; MOST_OUTPUTS / LANES],
    four: [u8; 4],
    column: &Column<OUT>,
) {
    let inputs = _mm256_set1_epi32(i32::from_le_bytes(four));
    let ones = _mm256_set1_epi16(1);
    for (sum, weights) in sums.iter_mut().zip(column.0.as_chunks::<LANES>().0) {
        // SAFETY: the weights of eight outputs are 32 bytes, one vector.
        let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
        let pairs = _mm256_maddubs_epi16(inputs, weights);
        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
    }
}
