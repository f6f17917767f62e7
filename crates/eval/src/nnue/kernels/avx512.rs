//! AVX-512 with VNNI: 64 products and their sums in one instruction.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Column, MOST_OUTPUTS};

const LANES: usize = 16;
const HALF: usize = 8;

/// See [`super::clamp`].
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    // SAFETY: this file is compiled only where the target has AVX-512 F, BW and VL.
    unsafe { clamp_with(sums, activations) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn clamp_with<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    let zero = _mm512_setzero_si512();
    for (sums, activations) in
        sums.as_chunks::<64>().0.iter().zip(activations.as_chunks_mut::<64>().0)
    {
        let from: *const __m512i = sums.as_ptr().cast();
        // SAFETY: the chunk holds 64 numbers of 16 bits, two vectors.
        let low = unsafe { _mm512_loadu_si512(from) };
        // SAFETY: as above; this is the second vector.
        let high = unsafe { _mm512_loadu_si512(from.add(1)) };
        let packed = _mm512_max_epi8(_mm512_packs_epi16(low, high), zero);
        // Packing works on quarters; put the eighths back into order.
        let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
        let ordered = _mm512_permutexvar_epi64(order, packed);
        // SAFETY: the chunk holds 64 bytes, one vector.
        unsafe { _mm512_storeu_si512(activations.as_mut_ptr().cast(), ordered) };
    }
}

/// See [`super::affine`].
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    if OUT.is_multiple_of(LANES) {
        // SAFETY: this file is compiled only where the target has AVX-512 F, BW, VL and VNNI.
        unsafe { affine_wide(input, biases, columns) }
    } else {
        // SAFETY: as above.
        unsafe { affine_narrow(input, biases, columns) }
    }
}

/// For layers of 16, 32, ... outputs.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn affine_wide<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    // Two sums for each output, so that one product need not wait for the one before it.
    let mut sums = [[_mm512_setzero_si512(); MOST_OUTPUTS / LANES]; 2];
    for (sum, sixteen) in sums[0].iter_mut().zip(biases.as_chunks::<LANES>().0) {
        // SAFETY: sixteen biases of 32 bits are one vector.
        *sum = unsafe { _mm512_loadu_si512(sixteen.as_ptr().cast()) };
    }
    let (fours, _) = input.as_chunks::<4>();
    for (block, columns) in fours.chunks(64).zip(columns.chunks(64)) {
        let mut left = non_zero(block);
        while left != 0 {
            for sums in &mut sums {
                // The second of a last, odd pair is the group behind the block's last set bit.
                if left == 0 {
                    break;
                }
                let index = left.trailing_zeros() as usize;
                left &= left - 1;
                let inputs = _mm512_set1_epi32(i32::from_le_bytes(block[index]));
                let weights = columns[index].0.as_chunks::<LANES>().0;
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    // SAFETY: the weights of sixteen outputs are 64 bytes, one vector.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpbusd_epi32(*sum, inputs, weights);
                }
            }
        }
    }
    let mut outputs = [0; OUT];
    let both = sums[0].iter().zip(&sums[1]);
    for ((a, b), sixteen) in both.zip(outputs.as_chunks_mut::<LANES>().0) {
        let sum = _mm512_add_epi32(*a, *b);
        // SAFETY: sixteen outputs of 32 bits are one vector.
        unsafe { _mm512_storeu_si512(sixteen.as_mut_ptr().cast(), sum) };
    }
    outputs
}

/// For layers of 8, 24, ... outputs.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn affine_narrow<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    let mut sums = [_mm256_setzero_si256(); MOST_OUTPUTS / HALF];
    for (sum, eight) in sums.iter_mut().zip(biases.as_chunks::<HALF>().0) {
        // SAFETY: eight biases of 32 bits are one vector.
        *sum = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
    }
    let (fours, _) = input.as_chunks::<4>();
    for (block, columns) in fours.chunks(64).zip(columns.chunks(64)) {
        let mut left = non_zero(block);
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let inputs = _mm256_set1_epi32(i32::from_le_bytes(block[index]));
            let weights = columns[index].0.as_chunks::<HALF>().0;
            for (sum, weights) in sums.iter_mut().zip(weights) {
                // SAFETY: the weights of eight outputs are 32 bytes, one vector.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                *sum = _mm256_dpbusd_epi32(*sum, inputs, weights);
            }
        }
    }
    let mut outputs = [0; OUT];
    for (sum, eight) in sums.iter().zip(outputs.as_chunks_mut::<HALF>().0) {
        // SAFETY: eight outputs of 32 bits are one vector.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), *sum) };
    }
    outputs
}

/// Which of up to 64 groups of four inputs are not all zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn non_zero(fours: &[[u8; 4]]) -> u64 {
    let (vectors, rest) = fours.as_chunks::<LANES>();
    let mut mask = 0;
    for (index, vector) in vectors.iter().enumerate() {
        // SAFETY: sixteen groups of four bytes are one vector.
        let inputs = unsafe { _mm512_loadu_si512(vector.as_ptr().cast()) };
        mask |= u64::from(_mm512_test_epi32_mask(inputs, inputs)) << (LANES * index);
    }
    for (index, four) in rest.iter().enumerate() {
        mask |= u64::from(*four != [0; 4]) << (LANES * vectors.len() + index);
    }
    mask
}
