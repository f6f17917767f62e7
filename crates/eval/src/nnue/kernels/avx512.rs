//! AVX-512 with VNNI: 64 products and their sums in one instruction.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::vectors::{Sums, Vectors};

pub(super) struct Avx512;

// SAFETY: this file is compiled only where the target has AVX-512 F, BW, VL and VNNI.
unsafe impl Sums for Avx512 {
    type Vector = __m512i;

    const CHAINS: usize = 2;

    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn repeat(four: [u8; 4]) -> __m512i {
        _mm512_set1_epi32(i32::from_le_bytes(four))
    }

    #[inline]
    #[target_feature(enable = "avx512vnni")]
    unsafe fn add_products(sums: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
        _mm512_dpbusd_epi32(sums, inputs, weights)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
        _mm512_add_epi32(a, b)
    }
}

// SAFETY: as above.
unsafe impl Vectors for Avx512 {
    type Narrow = Half;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn clamp(low: __m512i, high: __m512i) -> __m512i {
        let packed = _mm512_max_epi8(_mm512_packs_epi16(low, high), _mm512_setzero_si512());
        // Packing works on quarters; put the eighths back into order.
        _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn non_zero(inputs: __m512i) -> u64 {
        u64::from(_mm512_test_epi32_mask(inputs, inputs))
    }
}

/// Half a vector, for layers of 8, 24, ... outputs.
pub(super) struct Half;

// SAFETY: as above.
unsafe impl Sums for Half {
    type Vector = __m256i;

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn repeat(four: [u8; 4]) -> __m256i {
        _mm256_set1_epi32(i32::from_le_bytes(four))
    }

    #[inline]
    #[target_feature(enable = "avx512vnni,avx512vl")]
    unsafe fn add_products(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        _mm256_dpbusd_epi32(sums, inputs, weights)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn add(a: __m256i, b: __m256i) -> __m256i {
        _mm256_add_epi32(a, b)
    }
}

#[test]
fn avx512_agrees() {
    super::tests::agrees_with_scalar::<Avx512>();
}
