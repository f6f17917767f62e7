//! Every instruction set that the build has gives the results of the evident loops.

use super::{Column, scalar};

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

type Affine<const OUT: usize> = fn(&[u8], &[i32; OUT], &[Column<OUT>]) -> [i32; OUT];

fn check_affine<const IN: usize, const OUT: usize>(name: &str, affine: Affine<OUT>) {
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
        let expected = scalar::affine(&input, &biases, &columns);
        assert_eq!(affine(&input, &biases, &columns), expected, "{name} {IN} -> {OUT}");
    }
    // The extremes of the 16-bit sums in between.
    for weight in [i8::MIN, i8::MAX] {
        let columns = vec![Column([[weight; 4]; OUT]); IN / 4];
        let expected = [127 * i32::from(weight) * IN as i32; OUT];
        assert_eq!(affine(&[127; IN], &[0; OUT], &columns), expected, "{name}");
    }
}

fn check_clamp<const N: usize>(name: &str, clamp: fn(&[i16; N], &mut [u8; N])) {
    let mut bytes = Bytes(N as u64);
    for round in 0..ROUNDS {
        let sums: [i16; N] = std::array::from_fn(|_| {
            let word = i16::from_le_bytes(bytes.array(|b| b));
            if round % 2 == 0 { word } else { word >> 7 }
        });
        let (mut expected, mut found) = ([0; N], [0; N]);
        scalar::clamp(&sums, &mut expected);
        clamp(&sums, &mut found);
        assert_eq!(found, expected, "{name} {N}");
    }
}

macro_rules! check {
    ($module:ident) => {{
        let name = stringify!($module);
        check_clamp::<64>(name, super::$module::clamp);
        check_affine::<8, 32>(name, super::$module::affine);
        check_affine::<8, 96>(name, super::$module::affine);
        check_affine::<16, 64>(name, super::$module::affine);
        check_affine::<32, 16>(name, super::$module::affine);
        check_affine::<72, 8>(name, super::$module::affine);
        if !cfg!(miri) {
            check_clamp::<256>(name, super::$module::clamp);
            check_affine::<32, 32>(name, super::$module::affine);
            check_affine::<512, 8>(name, super::$module::affine);
            check_affine::<512, 16>(name, super::$module::affine);
            check_affine::<512, 32>(name, super::$module::affine);
            check_affine::<2048, 8>(name, super::$module::affine);
        }
    }};
}

#[test]
fn scalar_agrees() {
    check!(scalar);
}

#[test]
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
fn sse41_agrees() {
    check!(sse41);
}

#[test]
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
fn avx2_agrees() {
    check!(avx2);
}

#[test]
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vnni"
))]
fn avx512_agrees() {
    check!(avx512);
}

#[test]
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
fn neon_agrees() {
    check!(neon);
}
