//! The inner loops, in the instruction set that is chosen when the program is compiled.
//!
//! Source:  Stockfish 16 (AndrovT, after Cfish): the first hidden layer skips inputs that are
//!          zero, in groups of four
//!
//! The loops over vectors are written once (`vectors.rs`); the file of an instruction set has its
//! operations on a vector. Tests compare all of them with the simple loops (`scalar.rs`).
//!
//! All give equal results: inputs are at most 127, so no sum of two 8-bit products leaves 16 bits,
//! and 32-bit sums wrap everywhere alike.
//!
//! The loops over accumulators need no file here: the compiler vectorises them as they stand in
//! `accumulator.rs`.
#![allow(dead_code, reason = "a build uses its fastest set; the tests use all that it has")]

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vnni"
))]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
mod sse41;
mod vectors;

macro_rules! fastest {
    ($module:ident::$set:ident) => {
        use $module::$set as Fastest;
        /// The instruction set in use.
        pub const NAME: &str = stringify!($module);
    };
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bw",
        target_feature = "avx512vl", target_feature = "avx512vnni") => {
        fastest!(avx512::Avx512);
    }
    all(target_arch = "x86_64", target_feature = "avx2") => { fastest!(avx2::Avx2); }
    all(target_arch = "x86_64", target_feature = "sse4.1") => { fastest!(sse41::Sse41); }
    all(target_arch = "aarch64", target_feature = "neon") => { fastest!(neon::Neon); }
    _ => { fastest!(scalar::Scalar); }
}

/// The loops in one instruction set.
trait Kernels {
    /// See [`clamp`].
    fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]);

    /// See [`affine`].
    fn affine<const OUT: usize>(
        input: &[u8],
        biases: &[i32; OUT],
        columns: &[Column<OUT>],
    ) -> [i32; OUT];
}

/// The weights of four neighbouring inputs, for each output.
#[derive(Clone)]
#[repr(C, align(32))]
pub struct Column<const OUT: usize>(pub [[i8; 4]; OUT]);

/// The largest number of outputs of a layer; the number is a multiple of eight.
const MOST_OUTPUTS: usize = 96;

/// Clamps each number to 0..=127.
///
/// `N` is a multiple of 64.
#[inline]
pub fn clamp<const N: usize>(sums: &[i16; N], activations: &mut [u8; N]) {
    const { assert!(N.is_multiple_of(64)) };
    Fastest::clamp(sums, activations);
}

/// Computes a dense layer: biases plus weights times inputs. Inputs are at most 127.
///
/// # Panics
/// If there is not a column for every four inputs.
#[inline]
pub fn affine<const OUT: usize>(
    input: &[u8],
    biases: &[i32; OUT],
    columns: &[Column<OUT>],
) -> [i32; OUT] {
    const { assert!(OUT.is_multiple_of(8) && OUT <= MOST_OUTPUTS) };
    assert!(input.len() == 4 * columns.len());
    Fastest::affine(input, biases, columns)
}

#[cfg(test)]
mod tests;
