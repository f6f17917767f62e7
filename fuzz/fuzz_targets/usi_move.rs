//! Any text is a move or an error; a move is spelled in one way only, and is legal or breaks a rule.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shogi::{Move, Position};

fuzz_target!(|text: &str| {
    match text.parse::<Move>() {
        Ok(parsed) => assert_eq!(parsed.to_string(), text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let tactical = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    for start in ["startpos", tactical] {
        let mut position: Position = start.parse().expect("a well-formed start");
        match position.parse_legal_move(text) {
            Ok(mv) => {
                assert!(position.legal_moves().contains(&mv));
                assert!(position.try_play(mv).is_ok());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
