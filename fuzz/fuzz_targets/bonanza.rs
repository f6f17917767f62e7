//! Any bytes are weights of Bonanza's features or an error with a message.

#![no_main]

mod weights;

use eval::bonanza::{BonanzaWeights, Encoding, Group};
use libfuzzer_sys::fuzz_target;
use weights::checksum;

/// Magic, four numbers and the length of each group.
const FIELDS: usize = 8 + 4 * 4 + 4 * Group::ALL.len();

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = BonanzaWeights::read(bytes) {
        assert!(!error.to_string().is_empty());
    }
    // The same bytes as the payload of a good compact file.
    let mut file = b"SAKIBNZA".to_vec();
    for number in [1_u32, Encoding::Compact as u32, 32, Group::ALL.len() as u32] {
        file.extend(number.to_le_bytes());
    }
    for group in Group::ALL {
        file.extend((group.len() as u32).to_le_bytes());
    }
    assert_eq!(file.len(), FIELDS);
    file.extend((bytes.len() as u64).to_le_bytes());
    let sum = checksum([&file, bytes]);
    file.extend(sum.to_le_bytes());
    file.extend(bytes);
    if let Err(error) = BonanzaWeights::read(&file) {
        assert_ne!(error.field, "checksum");
        assert!(!error.to_string().is_empty());
    }
});
