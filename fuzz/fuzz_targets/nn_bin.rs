//! Any bytes are a network or an error with a message; a network evaluates.

#![no_main]

use eval::nnue::{FvScale, Network, Nnue};
use libfuzzer_sys::fuzz_target;
use shogi::Position;

/// Version, hash, length of the text, size of the weights of the smallest architecture.
const HEADER: [u32; 3] = [0x7AF3_2F16, 0x5C64_64A9, 0];
const SIZE: usize = 893_740;

fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Ok(network) => {
            let evaluator = Nnue::new(&network, FvScale::default());
            evaluator.evaluate_full(&Position::startpos());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // The same bytes behind a good header, and now and then (it is slow) filled up to the right
    // size with copies of themselves.
    let mut file: Vec<u8> = HEADER.iter().flat_map(|word| word.to_le_bytes()).collect();
    file.extend(bytes);
    check(&file);
    let sum: u32 = bytes.iter().map(|&byte| u32::from(byte)).sum();
    if bytes.len() > 16 && sum.is_multiple_of(512) {
        let room = SIZE - 8 * usize::from(bytes[1] & 1);
        file.truncate(12);
        file.extend(bytes.iter().cycle().take(room));
        check(&file);
    }
});
