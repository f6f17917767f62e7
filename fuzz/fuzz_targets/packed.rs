//! Any 32 bytes are a position or an error; a position packs and unpacks to itself.
#![no_main]

use kifu::packed::{Packing, pack, unpack};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = [0; 32];
    let length = data.len().min(32);
    bytes[..length].copy_from_slice(&data[..length]);
    for packing in [Packing::Psv, Packing::Hcp] {
        match unpack(&bytes, packing) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(setup) => {
                // Bytes that leave out pieces are read, but are packed with them.
                if let Ok(packed) = pack(&setup, packing) {
                    assert_eq!(unpack(&packed, packing).as_ref(), Ok(&setup));
                }
            }
        }
    }
});
