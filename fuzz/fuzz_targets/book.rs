//! Any bytes are a book or an error with a message; a book's moves are legal.
#![no_main]

use std::io::Cursor;

use kifu::book::Book;
use libfuzzer_sys::fuzz_target;
use shogi::Position;

fuzz_target!(|data: &[u8]| {
    // Most inputs would fail at the first line.
    let text = [&b"#YANEURAOU-DB2016 1.00\n"[..], data].concat();
    let records = [&b"YANE-BINBOOK-V1\0"[..], data].concat();
    for bytes in [data, &text, &records] {
        match Book::open(Cursor::new(bytes)) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(mut book) => {
                let start = Position::startpos();
                for same_number in [false, true] {
                    match book.moves(&start, same_number) {
                        Err(error) => assert!(!error.to_string().is_empty()),
                        Ok(moves) => assert!(moves.iter().all(|found| start.is_legal(found.mv))),
                    }
                }
            }
        }
    }
});
