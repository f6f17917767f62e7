//! AVX2: 32 products at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::vectors::{Sums, Vectors};

pub(super) struct Avx2;

// SAFETY: this file is compiled only where the target has AVX2.
unsafe impl Sums for Avx2 {
    type Vector = __m256i;

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn repeat(four: [u8; 4]) -> __m256i {
        _mm256_set1_epi32(i32::from_le_bytes(four))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn add_products(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        let pairs = _mm256_maddubs_epi16(inputs, weights);
        _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn add(a: __m256i, b: __m256i) -> __m256i {
        _mm256_add_epi32(a, b)
    }
}

// SAFETY: as above.
unsafe impl Vectors for Avx2 {
    type Narrow = Self;

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn clamp(low: __m256i, high: __m256i) -> __m256i {
        let packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_setzero_si256());
        // Packing works on halves; put the quarters back into order.
        _mm256_permute4x64_epi64::<0b11_01_10_00>(packed)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn non_zero(inputs: __m256i) -> u64 {
        // Inputs are at most 127, so a group as a 32-bit number is not negative.
        let positive = _mm256_cmpgt_epi32(inputs, _mm256_setzero_si256());
        u64::from(_mm256_movemask_ps(_mm256_castsi256_ps(positive)) as u8)
    }
}

#[test]
fn avx2_agrees() {
    super::tests::agrees_with_scalar::<Avx2>();
}
