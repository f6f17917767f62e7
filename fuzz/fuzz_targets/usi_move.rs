//! Any text is a move or an error; a move is spelled in one way only.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shogi::Move;

fuzz_target!(|text: &str| {
    match text.parse::<Move>() {
        Ok(parsed) => assert_eq!(parsed.to_string(), text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
