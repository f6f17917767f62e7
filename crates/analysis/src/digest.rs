//! A short digest of texts, to see whether two are the same.
//!
//! Source: FNV-1a with 64 bits (Fowler, Noll, Vo).

/// The digest of some bytes as 16 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
