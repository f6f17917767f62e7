//! The inner loops, one file for each instruction set, chosen when the program is compiled.
//!
//! All give equal results: inputs are at most 127, so no sum of two 8-bit products leaves 16 bits,
//! and 32-bit sums wrap everywhere alike. The first hidden layer skips inputs that are zero in
//! groups of four (docs/eval.md says what that gains).
//!
//! The loops over accumulators need no file here: the compiler vectorises them as they stand in
//! `accumulator.rs`.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vnni"
))]
pub mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod neon;
pub mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
pub mod sse41;

macro_rules! choose {
    ($($module:ident when $condition:meta;)*) => { $(
        #[cfg($condition)]
        use $module as fastest;
        #[cfg($condition)]
        /// The instruction set in use.
        pub const NAME: &str = stringify!($module);
    )* };
}

choose! {
    avx512 when all(target_arch = "x86_64", target_feature = "avx512f",
        target_feature = "avx512bw", target_feature = "avx512vl", target_feature = "avx512vnni");
    avx2 when all(target_arch = "x86_64", target_feature = "avx2", not(all(
        target_feature = "avx512f", target_feature = "avx512bw", target_feature = "avx512vl",
        target_feature = "avx512vnni")));
    sse41 when all(target_arch = "x86_64", target_feature = "sse4.1",
        not(target_feature = "avx2"));
    neon when all(target_arch = "aarch64", target_feature = "neon");
    scalar when not(any(all(target_arch = "x86_64", target_feature = "sse4.1"),
        all(target_arch = "aarch64", target_feature = "neon")));
}

/// The weights of four neighbouring inputs, for each output.
#[derive(Clone)]
#[repr(C, align(32))]
pub struct Column<const OUT: usize>(pub [[i8; 4]; OUT]);

/// Most outputs that a layer may have, in groups of eight.
#[cfg(not(target_arch = "aarch64"))]
const MOST_OUTPUTS: usize = 96;

/// Cuts each number to 0..=127.
///
/// `N` is a multiple of 64.
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    const { assert!(N.is_multiple_of(64)) };
    fastest::clamp(sums, activations);
}

/// The biases, and for each input its weights times the input. Inputs are at most 127.
///
/// # Panics
/// If there is not a column for every four inputs.
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    const { assert!(OUT.is_multiple_of(8) && OUT <= 96) };
    assert!(input.len() == 4 * columns.len());
    fastest::affine(input, biases, columns)
}

#[cfg(test)]
mod tests;
