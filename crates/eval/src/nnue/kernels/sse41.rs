//! SSE4.1: 16 products at once, for processors without AVX2.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::vectors::{Sums, Vectors};

pub(super) struct Sse41;

// SAFETY: this file is compiled only where the target has SSE4.1, and SSSE3 with it.
unsafe impl Sums for Sse41 {
    type Vector = __m128i;

    #[inline]
    #[target_feature(enable = "sse4.1")]
    unsafe fn repeat(four: [u8; 4]) -> __m128i {
        _mm_set1_epi32(i32::from_le_bytes(four))
    }

    #[inline]
    #[target_feature(enable = "sse4.1,ssse3")]
    unsafe fn add_products(sums: __m128i, inputs: __m128i, weights: __m128i) -> __m128i {
        let pairs = _mm_maddubs_epi16(inputs, weights);
        _mm_add_epi32(sums, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))
    }

    #[inline]
    #[target_feature(enable = "sse4.1")]
    unsafe fn add(a: __m128i, b: __m128i) -> __m128i {
        _mm_add_epi32(a, b)
    }
}

// SAFETY: as above.
unsafe impl Vectors for Sse41 {
    type Narrow = Self;

    #[inline]
    #[target_feature(enable = "sse4.1")]
    unsafe fn clamp(low: __m128i, high: __m128i) -> __m128i {
        _mm_max_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128())
    }

    #[inline]
    #[target_feature(enable = "sse4.1")]
    unsafe fn non_zero(inputs: __m128i) -> u64 {
        // Inputs are at most 127, so a group as a 32-bit number is not negative.
        let positive = _mm_cmpgt_epi32(inputs, _mm_setzero_si128());
        u64::from(_mm_movemask_ps(_mm_castsi128_ps(positive)) as u8)
    }
}

#[test]
fn sse41_agrees() {
    super::tests::agrees_with_scalar::<Sse41>();
}
