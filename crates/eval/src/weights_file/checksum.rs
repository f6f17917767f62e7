//! The checksum of a weights file: every word of 8 bytes changes it.

/// Multiplier of FNV-1a.
const PRIME: u64 = 0x0000_0100_0000_01B3;
/// Start of FNV-1a.
const START: u64 = 0xCBF2_9CE4_8422_2325;

/// `hash = rotate_left(hash ^ word, 29) * PRIME` over the little-endian words, the last one filled
/// up with zeros, and then over the number of bytes.
pub(super) fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut hash = START;
    let mut mix = |word: u64| hash = (hash ^ word).rotate_left(29).wrapping_mul(PRIME);
    for part in parts {
        let (words, rest) = part.as_chunks::<8>();
        words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            mix(u64::from_le_bytes(last));
        }
        mix(part.len() as u64);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let bytes: Vec<u8> = (0..45).collect();
        let whole = checksum([&bytes, &[]]);
        for bit in 0..8 * bytes.len() {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum([&other, &[]]), whole);
        }
        assert_ne!(checksum([&bytes[..44], &[]]), whole);
        assert_ne!(checksum([&bytes[..8], &bytes[8..]]), whole);
    }
}
