//! What books say and what is said about broken ones.

use std::io::Cursor;

use super::*;
use crate::packed::{Packing, pack};

const BOOK: &str = "#YANEURAOU-DB2016 1.00
# a comment, then a position out of order
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f 8c8d 60 24 7
8h2b+ 3a2b -120 10 1

sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 3c3d 40 20 11
2g2f none 38
5e5d 5a5b 900 30 99
7g7f 8c8d 1 1 1
none
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 5
2h7h
";

fn open(text: &str) -> Result<Book<Cursor<&[u8]>>, BookError> {
    Book::open(Cursor::new(text.as_bytes()))
}

fn words(moves: Vec<BookMove>) -> String {
    let words = moves.iter().map(|found| {
        let reply = found.reply.map_or("-".to_owned(), |reply| reply.to_string());
        format!("{} {reply} {} {} {}", found.mv, found.value, found.depth, found.count)
    });
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn moves_of_a_position() {
    let mut book = open(BOOK).unwrap();
    assert_eq!(book.positions(), 3);
    let mut position = Position::startpos();
    // 5e5d is not legal, the second 7g7f is not wanted, and missing numbers have defaults.
    let expected = "7g7f 3c3d 40 20 11, 2g2f - 38 0 1";
    assert_eq!(words(book.moves(&position, true).unwrap()), expected);
    for mv in ["7g7f", "3c3d"] {
        position.play(mv.parse().unwrap());
    }
    let expected = "2g2f 8c8d 60 24 7, 8h2b+ 3a2b -120 10 1";
    assert_eq!(words(book.moves(&position, true).unwrap()), expected);
    position.play("2g2f".parse().unwrap());
    assert_eq!(book.moves(&position, false).unwrap(), []);
}

#[test]
fn move_numbers_count_where_they_are_asked_for() {
    let mut book = open(BOOK).unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let mut moves = |number: u32, same| {
        let position = format!("{start} {number}").parse().unwrap();
        words(book.moves(&position, same).unwrap())
    };
    assert_eq!(moves(5, true), "2h7h - 0 0 1");
    assert_eq!(moves(3, true), "");
    assert!(moves(3, false).starts_with("7g7f"));
}

#[test]
fn line_ends_marks_and_blanks_do_not_matter() {
    let windows = format!("\u{feff}{}", BOOK.replace('\n', "\r\n").replace("sfen ", "  sfen  "));
    let moves = open(&windows).unwrap().moves(&Position::startpos(), true).unwrap();
    assert_eq!(moves, open(BOOK).unwrap().moves(&Position::startpos(), true).unwrap());
    assert_eq!(moves.len(), 2);
}

#[test]
fn what_is_no_book_is_named() {
    let message = |text: &str| open(text).map(|_| ()).unwrap_err().to_string();
    let header = "#YANEURAOU-DB2016 1.00\n";
    let expected = "not a book of YaneuraOu: expected \"#YANEURAOU-DB2016\" in the first \
                    line, or \"YANE-BINBOOK-V1\"";
    assert_eq!(message(""), expected);
    assert_eq!(message("sfen x b - 1\n"), expected);
    let line = |text: &str| message(&format!("{header}{text}"));
    assert_eq!(
        line("sfen x b"),
        "line 2 of the book: expected board, turn and hands behind \"sfen\""
    );
    assert_eq!(line("7g7f none"), "line 2 of the book: a move, but no position before it");
    let expected = "line 3 of the book: expected a move such as 7g7f or \"none\", found \"7z7f\"";
    assert_eq!(line("sfen x b -\n7z7f"), expected);
    assert_eq!(
        line("sfen x b -\n7g7f none 1.5"),
        "line 3 of the book: expected a number, found \"1.5\""
    );
    assert_eq!(line(&"7".repeat(5000)), "line 2 of the book: expected at most 4096 bytes");
    let bytes = [header.as_bytes(), b"\xff\xfe\n"].concat();
    let error = Book::open(Cursor::new(&bytes[..])).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "line 2 of the book: expected UTF-8");
}

/// A move with its value and depth.
type Recorded = (&'static str, i16, u16);

/// A position and its moves.
type Entry = (&'static str, &'static [Recorded]);

/// A book of records.
fn records(positions: &[Entry], has_depth: bool) -> Vec<u8> {
    let mut index: Vec<([u8; 32], u16, &[Recorded])> = positions
        .iter()
        .map(|(sfen, moves)| {
            let position: Position = sfen.parse().unwrap();
            let packed = pack(&position.setup(), Packing::Psv).unwrap();
            (packed, position.move_number() as u16, *moves)
        })
        .collect();
    index.sort_unstable();
    let mut book = b"YANE-BINBOOK-V1\0".to_vec();
    book.extend((index.len() as u64).to_le_bytes());
    book.extend(u64::from(has_depth).to_le_bytes());
    let mut all_moves = Vec::new();
    for (packed, number, moves) in index {
        book.extend(packed);
        book.extend((all_moves.len() as u64).to_le_bytes());
        book.extend(number.to_le_bytes());
        book.extend((moves.len() as u16).to_le_bytes());
        for (mv, value, depth) in moves {
            all_moves.extend(mv.parse::<Move>().unwrap().bits().to_le_bytes());
            all_moves.extend(value.to_le_bytes());
            if has_depth {
                all_moves.extend(depth.to_le_bytes());
            }
        }
    }
    book.extend(all_moves);
    book
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const SECOND: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
const THIRD: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

#[test]
fn books_of_records() {
    let positions: [Entry; 3] = [
        (START, &[("7g7f", 40, 20), ("5e5d", 900, 1), ("2g2f", 38, 18)]),
        (SECOND, &[("3c3d", -40, 21)]),
        (THIRD, &[]),
    ];
    for has_depth in [false, true] {
        let bytes = records(&positions, has_depth);
        let mut book = Book::open(Cursor::new(&bytes[..])).unwrap();
        assert_eq!(book.positions(), 3);
        let mut moves = |sfen: &str, same| words(book.moves(&sfen.parse().unwrap(), same).unwrap());
        let expected = match has_depth {
            true => ["7g7f - 40 20 1, 2g2f - 38 18 1", "3c3d - -40 21 1"],
            false => ["7g7f - 40 0 1, 2g2f - 38 0 1", "3c3d - -40 0 1"],
        };
        assert_eq!([moves(START, true), moves(SECOND, true)], expected);
        assert_eq!(moves(THIRD, true), "");
        let later = START.replace("- 1", "- 7");
        assert_eq!(moves(&later, true), "");
        assert_eq!(moves(&later, false), expected[0]);
        assert_eq!(moves("4k4/9/9/9/9/9/9/9/4K4 b - 1", false), "");
        // A board with one king cannot be packed.
        assert_eq!(moves("4k4/9/9/9/9/9/9/9/9 b G 1", false), "");
    }
}

#[test]
fn books_of_records_that_are_cut_or_unknown() {
    let positions: [Entry; 1] = [(START, &[("7g7f", 40, 20)])];
    let whole = records(&positions, true);
    let ask = |bytes: &[u8]| {
        let moves = Book::open(Cursor::new(bytes))?.moves(&Position::startpos(), true)?;
        Ok::<_, BookError>(moves.len())
    };
    assert_eq!(ask(&whole).unwrap(), 1);
    for length in 16..whole.len() {
        let error = ask(&whole[..length]).unwrap_err();
        assert_eq!(error.to_string(), "the book ends before its records do", "{length} bytes");
    }
    let mut flags = whole.clone();
    flags[24] = 3;
    assert_eq!(ask(&flags).unwrap_err().to_string(), "the book has flags 0x3, expected 0 or 1");
    let mut many = whole.clone();
    many[16..24].fill(0xff);
    assert!(matches!(ask(&many), Err(BookError::Cut)));
    let mut far = whole;
    far[64..72].fill(0xff);
    assert!(matches!(ask(&far), Err(BookError::Cut)));
}
