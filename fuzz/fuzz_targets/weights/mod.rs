//! What the targets of weights files share.

/// Returns the checksum of our weights files, so that the payload is looked at.
pub fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut mix = |word: u64| hash = (hash ^ word).rotate_left(29).wrapping_mul(0x100_0000_01B3);
    for part in parts {
        for word in part.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            mix(u64::from_le_bytes(bytes));
        }
        mix(part.len() as u64);
    }
    hash
}
