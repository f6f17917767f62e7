//! Any bytes are three-piece weights or an error with a message.

#![no_main]

mod weights;

use eval::three_piece::ThreePieceWeights;
use libfuzzer_sys::fuzz_target;
use weights::checksum;

const HEADER: usize = 80;

fn check(bytes: &[u8]) {
    if let Err(error) = ThreePieceWeights::from_bytes(bytes) {
        assert!(!error.to_string().is_empty());
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // The same bytes as the payload of a good compact file.
    let mut file = b"SAKI3PCE".to_vec();
    for number in [1_u32, 1, 45, 1476, 738, 32] {
        file.extend(number.to_le_bytes());
    }
    file.resize(HEADER - 8, 0);
    file.extend((bytes.len() as u64).to_le_bytes());
    let sum = checksum([&file, bytes]);
    file.extend(sum.to_le_bytes());
    file.extend(bytes);
    let outcome = ThreePieceWeights::from_bytes(&file);
    if let Err(error) = outcome {
        assert_ne!(error.field, "checksum");
    }
});
