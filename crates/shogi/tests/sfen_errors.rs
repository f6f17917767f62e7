//! Malformed SFENs: each gets a message that names the field and the column.

use shogi::{Position, SfenError};

fn message(sfen: &str) -> String {
    let result: Result<Position, SfenError> = sfen.parse();
    match result {
        Ok(position) => panic!("{sfen:?} was read as {position}"),
        Err(error) => error.to_string(),
    }
}

/// Columns are counted from 1 over the whole text, in characters.
#[rustfmt::skip]
const CASES: [(&str, &str); 36] = [
    // Fields.
    ("", "board field, column 1: the field is missing"),
    ("   ", "board field, column 4: the field is missing"),
    ("sfen", "board field, column 5: the field is missing"),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", "turn field, column 58: the field is missing"),
    ("9/9/9/9/4k4/9/9/9/4K4 b", "hands field, column 24: the field is missing"),
    ("9/9/9/9/4k4/9/9/9/4K4 b - 1 moves", "move number field, column 29: expected the end of the text"),
    ("startpos moves 7g7f", "board field, column 10: expected the end of the text"),
    // Board.
    ("9/9/9/9/4k4/9/9/9 b - 1", "board field, column 18: expected 9 ranks, found 8"),
    ("9/9/9/9/4k4/9/9/9/4K4/9 b - 1", "board field, column 22: expected 9 ranks, found more"),
    ("9/9/9/9/4k4/9/9/9/4K3 b - 1", "board field, column 22: expected 9 squares in the rank, found 8"),
    ("9/9/9/9/4k5/9/9/9/4K4 b - 1", "board field, column 11: expected 9 squares in the rank, found 10"),
    ("9/9/ppppppppppp/9/4k4/9/9/9/4K4 b - 1", "board field, column 14: expected 9 squares in the rank, found 10"),
    ("9//9/9/4k4/9/9/9/4K4 b - 1", "board field, column 3: expected 9 squares in the rank, found 0"),
    ("9/9/9/9/4x4/9/9/9/4K4 b - 1", "board field, column 10: expected a piece, +, a digit from 1 to 9 or /, found 'x'"),
    ("9/9/9/9/0k8/9/9/9/4K4 b - 1", "board field, column 9: expected a piece, +, a digit from 1 to 9 or /, found '0'"),
    ("9/9/9/9/4玉4/9/9/9/4K4 b - 1", "board field, column 10: expected a piece, +, a digit from 1 to 9 or /, found '玉'"),
    ("9/9/9/9/4+k4/9/9/9/4K4 b - 1", "board field, column 11: the piece 'k' has no promoted side"),
    ("9/9/9/9/4k4/9/9/9/4K3+G b - 1", "board field, column 23: the piece 'G' has no promoted side"),
    ("9/9/9/9/4k+4/9/9/9/4K4 b - 1", "board field, column 12: expected a piece that promotes (one of P L N S B R, lower case for White), found '4'"),
    ("9/9/9/9/4k4/9/9/9/4K3+ b - 1", "board field, column 23: expected a piece that promotes (one of P L N S B R, lower case for White), found the end of the field"),
    // Turn.
    ("9/9/9/9/4k4/9/9/9/4K4 B - 1", "turn field, column 23: expected b or w, found 'B'"),
    ("9/9/9/9/4k4/9/9/9/4K4 bw - 1", "turn field, column 24: expected a blank behind b or w, found 'w'"),
    ("9/9/9/9/4k4/9/9/9/4K4 - - 1", "turn field, column 23: expected b or w, found '-'"),
    // Hands.
    ("9/9/9/9/4k4/9/9/9/4K4 b -P 1", "hands field, column 26: expected nothing behind -, found 'P'"),
    ("9/9/9/9/4k4/9/9/9/4K4 b PK 1", "hands field, column 26: expected a piece in hand (one of P L N S G B R, lower case for White), found 'K'"),
    ("9/9/9/9/4k4/9/9/9/4K4 b 2 1", "hands field, column 26: expected a piece in hand (one of P L N S G B R, lower case for White), found the end of the field"),
    ("9/9/9/9/4k4/9/9/9/4K4 b 0P 1", "hands field, column 25: expected a count from 1 to 18"),
    ("9/9/9/9/4k4/9/9/9/4K4 b 999P 1", "hands field, column 27: expected a count from 1 to 18"),
    ("9/9/9/9/4k4/9/9/9/4K4 b 3R 1", "hands field, column 26: too many pieces 'R' in hand, expected at most 2"),
    ("9/9/9/9/4k4/9/9/9/4K4 b PpP 1", "hands field, column 27: the piece 'P' is counted twice"),
    // Move number.
    ("9/9/9/9/4k4/9/9/9/4K4 b - 1a", "move number field, column 28: expected a move number from 1 to 4294967295"),
    ("9/9/9/9/4k4/9/9/9/4K4 b - -1", "move number field, column 27: expected a move number from 1 to 4294967295"),
    ("sfen 9/9/9/9/4k4/9/9/9/4K4 b - 4294967296", "move number field, column 32: expected a move number from 1 to 4294967295"),
    // Well written, but no position. The column is where the field begins.
    ("9/9/9/9/9/9/9/9/9 b - 1", "board field, column 1: there is no king on the board, expected one or two"),
    ("4k4/9/9/4P4/9/4P4/9/9/4K4 b - 1", "board field, column 1: Black has two pawns on file 5 (nifu)"),
    ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2r 1", "board field, column 6: there are 4 pieces of kind R on the board and in hand, expected at most 2"),
];

#[test]
fn every_malformed_text_gets_its_message() {
    for (sfen, expected) in CASES {
        assert_eq!(message(sfen), expected, "{sfen:?}");
    }
}

#[test]
fn no_two_messages_are_the_same() {
    let mut messages: Vec<String> = CASES.iter().map(|(sfen, _)| message(sfen)).collect();
    messages.sort();
    messages.dedup();
    assert_eq!(messages.len(), CASES.len());
}

#[test]
fn a_position_that_the_rules_exclude_says_why() {
    for (sfen, expected) in [
        ("4k4/9/9/9/9/9/9/9/K3K4 b - 1", "Black has more than one king, expected at most one"),
        ("k3k4/9/9/9/9/9/9/9/4K4 b - 1", "White has more than one king, expected at most one"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the piece P on 9a could never move again"),
        ("4k4/N8/9/9/9/9/9/9/4K4 b - 1", "the piece N on 9b could never move again"),
        ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", "the piece l on 9i could never move again"),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", "the side that is not to move is in check"),
    ] {
        assert_eq!(message(sfen), format!("board field, column 1: {expected}"));
    }
}
