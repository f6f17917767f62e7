//! A short checksum of texts, to see whether they are the same as before.

/// The FNV-1a hash of the texts, each followed by the end of a line.
pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    fnv(texts.into_iter().flat_map(|text| text.bytes().chain([b'\n'])))
}

/// The FNV-1a hash of the contents of a file.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    fnv(bytes.iter().copied())
}

fn fnv(bytes: impl Iterator<Item = u8>) -> String {
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_texts_apart() {
        // FNV-1a of "a\n", computed byte by byte elsewhere.
        let by_hand = b"a\n".iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211)
        });
        assert_eq!(of(["a"]), format!("{by_hand:016x}"));
        assert_ne!(of(["a", "b"]), of(["ab"]));
        assert_ne!(of(["a", "b"]), of(["b", "a"]));
    }
}
