//! Every instruction set that the build has gives the results of the simple loops.

use super::scalar::Scalar;
use super::{Column, Kernels};

/// A fixed sequence of bytes, the same in every build.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(0x9E37_79B9);
        (self.0 >> 56) as u8
    }

    fn array<const N: usize>(&mut self, f: impl Fn(u8) -> u8) -> [u8; N] {
        std::array::from_fn(|_| f(self.next()))
    }
}

/// Under Miri, which is how AVX-512 is tested without a processor that has it, every step is slow.
const ROUNDS: usize = if cfg!(miri) { 4 } else { 200 };

fn check_affine<K: Kernels, const IN: usize, const OUT: usize>() {
    let mut bytes = Bytes(IN as u64 * 31 + OUT as u64);
    for round in 0..ROUNDS {
        let columns: Vec<Column<OUT>> = (0..IN / 4)
            .map(|_| Column(std::array::from_fn(|_| bytes.array::<4>(|b| b).map(|b| b as i8))))
            .collect();
        let biases = std::array::from_fn(|_| {
            let word = i32::from_le_bytes(bytes.array(|b| b));
            // Sums that wrap must wrap alike.
            if round % 5 == 0 { word } else { word >> 12 }
        });
        let input: [u8; IN] = match round % 4 {
            0 => [127; IN],
            1 => bytes.array(|b| b & 127),
            2 => bytes.array(|b| if b < 200 { 0 } else { b & 127 }),
            _ => bytes.array(|b| if b < 250 { 0 } else { 1 }),
        };
        let expected = Scalar::affine(&input, &biases, &columns);
        assert_eq!(K::affine(&input, &biases, &columns), expected, "{IN} -> {OUT}");
    }
    // The extremes of the 16-bit sums in between.
    for weight in [i8::MIN, i8::MAX] {
        let columns = vec![Column([[weight; 4]; OUT]); IN / 4];
        let expected = [127 * i32::from(weight) * IN as i32; OUT];
        assert_eq!(K::affine(&[127; IN], &[0; OUT], &columns), expected, "{IN} -> {OUT}");
    }
}

fn check_clamp<K: Kernels, const N: usize>() {
    let mut bytes = Bytes(N as u64);
    for round in 0..ROUNDS {
        let sums: [i16; N] = std::array::from_fn(|_| {
            let word = i16::from_le_bytes(bytes.array(|b| b));
            if round % 2 == 0 { word } else { word >> 7 }
        });
        let (mut expected, mut found) = ([0; N], [0; N]);
        Scalar::clamp(&sums, &mut expected);
        K::clamp(&sums, &mut found);
        assert_eq!(found, expected, "{N}");
    }
}

/// Every instruction set calls this from its own file.
pub(super) fn agrees_with_scalar<K: Kernels>() {
    check_clamp::<K, 64>();
    check_affine::<K, 8, 32>();
    check_affine::<K, 8, 96>();
    check_affine::<K, 16, 64>();
    check_affine::<K, 32, 16>();
    check_affine::<K, 72, 8>();
    if !cfg!(miri) {
        check_clamp::<K, 256>();
        check_affine::<K, 32, 32>();
        check_affine::<K, 512, 8>();
        check_affine::<K, 512, 16>();
        check_affine::<K, 512, 32>();
        check_affine::<K, 2048, 8>();
    }
}
