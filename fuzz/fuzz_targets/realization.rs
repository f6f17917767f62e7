//! Any text is a table of probabilities, a table of weights, or an error with a message.

#![no_main]

use learn::naturalness::MoveWeights;
use libfuzzer_sys::fuzz_target;
use search::{Category, Realization};

fuzz_target!(|text: &str| {
    match Realization::parse(text) {
        Ok(table) => {
            for &category in Category::ALL {
                let percent = table.percentage(category);
                assert!(percent > 0.0 && percent <= 100.0);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match MoveWeights::parse(text) {
        // The table comes back as it was read, and its weights can be divided by.
        Ok(weights) => {
            assert_eq!(MoveWeights::parse(&weights.to_text("fuzz")).as_ref(), Ok(&weights));
            let moves = weights.probabilities(&shogi::Position::startpos());
            assert!((moves.iter().map(|one| one.2).sum::<f64>() - 1.0).abs() < 1e-6);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
