//! The weights that are part of the program, made by its own trainer and learner, and compressed by
//! zstd; `weights/manifest.toml` says what they are.

use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

/// The network's nn.bin file.
pub(crate) static NETWORK: &[u8] = include_bytes!("../../../weights/nn.bin.zst");
/// The learned weights of `three_piece`.
pub(crate) static THREE_PIECE: &[u8] = include_bytes!("../../../weights/three_piece.bin.zst");
/// The learned weights of `bonanza`.
pub(crate) static BONANZA: &[u8] = include_bytes!("../../../weights/bonanza.bin.zst");
/// The most bytes that are unpacked.
const LARGEST: u64 = 128 << 20;

/// Unpacks one of them. Bytes that cannot be unpacked are left out, and their reader says what is
/// missing.
pub(crate) fn unpacked(compressed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(decoder) = StreamingDecoder::new(compressed) {
        let _ = decoder.take(LARGEST).read_to_end(&mut bytes);
    }
    bytes
}
