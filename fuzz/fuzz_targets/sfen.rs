//! Any text is a position or an error; a position survives the way to text and back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shogi::Position;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => {
            let sfen = position.to_sfen();
            let again: Position = sfen.parse().expect("our own text is a position");
            assert_eq!(again.to_sfen(), sfen);
            assert_eq!(again.key(), position.key());
            assert_eq!(again.legal_moves().len(), position.legal_moves().len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
