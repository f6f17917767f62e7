//! The network that is part of the program, made by its own trainer; docs/network.md tells how.

use std::io::Read;
use std::sync::OnceLock;

use ruzstd::decoding::StreamingDecoder;

use super::error::NetworkError;
use super::evaluator::Network;

/// The network's nn.bin file, compressed by zstd; `weights/manifest.toml` says what it is.
static COMPRESSED: &[u8] = include_bytes!("../../../../weights/nn.bin.zst");
/// The most bytes that are unpacked.
const LARGEST: u64 = 64 << 20;

/// Returns the embedded network, which is unpacked once.
pub fn embedded() -> Result<&'static Network, &'static NetworkError> {
    static NETWORK: OnceLock<Result<Network, NetworkError>> = OnceLock::new();
    NETWORK
        .get_or_init(|| {
            let mut bytes = Vec::new();
            // Bytes that cannot be unpacked are no network, either.
            if let Ok(decoder) = StreamingDecoder::new(COMPRESSED) {
                let _ = decoder.take(LARGEST).read_to_end(&mut bytes);
            }
            Network::from_bytes(&bytes)
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_one() {
        assert!(embedded().is_ok());
    }
}
