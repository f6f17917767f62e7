//! NEON: 16 products at once, on every 64-bit ARM processor.
#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::vectors::{Sums, Vectors};

pub(super) struct Neon;

// SAFETY: this file is compiled only where the target has NEON.
unsafe impl Sums for Neon {
    type Vector = int32x4_t;

    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn repeat(four: [u8; 4]) -> int32x4_t {
        vdupq_n_s32(i32::from_le_bytes(four))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn add_products(sums: int32x4_t, inputs: int32x4_t, weights: int32x4_t) -> int32x4_t {
        // Inputs are at most 127, so they may be read as signed.
        let (inputs, weights) = (vreinterpretq_s8_s32(inputs), vreinterpretq_s8_s32(weights));
        let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
        let high = vmull_high_s8(inputs, weights);
        vpadalq_s16(sums, vpaddq_s16(low, high))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn add(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        vaddq_s32(a, b)
    }
}

// SAFETY: as above.
unsafe impl Vectors for Neon {
    type Narrow = Self;

    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn clamp(low: int32x4_t, high: int32x4_t) -> int32x4_t {
        let (low, high) = (vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
        let packed = vqmovn_high_s16(vqmovn_s16(low), high);
        vreinterpretq_s32_s8(vmaxq_s8(packed, vdupq_n_s8(0)))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn non_zero(inputs: int32x4_t) -> u64 {
        // SAFETY: the array is one vector.
        let bits = unsafe { vld1q_u32([1, 2, 4, 8].as_ptr()) };
        u64::from(vaddvq_u32(vandq_u32(vtstq_s32(inputs, inputs), bits)))
    }
}

#[test]
fn neon_agrees() {
    super::tests::agrees_with_scalar::<Neon>();
}
