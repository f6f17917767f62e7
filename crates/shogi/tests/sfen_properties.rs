//! SFEN both ways: what is written is read back, and no text makes the reader panic.

use proptest::prelude::*;
use shogi::{Color, HandKind, Move, Piece, Position, Setup, SfenError, Square};

/// Any arrangement of pieces, mostly not a legal position.
fn setup() -> impl Strategy<Value = Setup> {
    let pieces: Vec<Piece> = Piece::all().collect();
    let square = prop_oneof![2 => Just(None), 1 => prop::sample::select(pieces).prop_map(Some)];
    let board = prop::collection::vec(square, 81);
    let hands = prop::collection::vec(0..=18_u8, 14);
    (board, hands, any::<bool>(), 1..=u32::MAX).prop_map(|(board, hands, black, move_number)| {
        let mut setup = Setup::empty();
        for (square, piece) in Square::all().zip(board) {
            setup.set(square, piece);
        }
        for (index, count) in hands.into_iter().enumerate() {
            let kind = HandKind::ALL[index / 2];
            setup.set_hand(Color::ALL[index % 2], kind, count.min(kind.in_set()));
        }
        setup.turn = if black { Color::Black } else { Color::White };
        setup.move_number = move_number;
        setup
    })
}

/// A legal position with one character replaced, taken out or put in.
fn damaged_sfen() -> impl Strategy<Value = String> {
    let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    let letter =
        prop::sample::select("PLNSGBRKplnsgbrk+/-0123456789 bwx\t玉".chars().collect::<Vec<_>>());
    (0..sfen.len(), letter, 0..3).prop_map(move |(at, letter, change)| {
        let mut text: Vec<char> = sfen.chars().collect();
        match change {
            0 => text[at] = letter,
            1 => text.insert(at, letter),
            _ => drop(text.remove(at)),
        }
        text.into_iter().collect()
    })
}

/// The column of an error lies in the text or just behind it.
fn check_column(text: &str, error: &SfenError) {
    let columns = 1..=text.chars().count() + 1;
    assert!(columns.contains(&error.column), "{text:?}: {error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_setup_is_read_back(setup in setup()) {
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
    }

    #[test]
    fn damaged_text_is_read_or_explained(text in damaged_sfen()) {
        match text.parse::<Position>() {
            Ok(position) => {
                position.assert_consistent();
                prop_assert_eq!(position.to_sfen().parse::<Position>(), Ok(position));
            }
            Err(error) => check_column(&text, &error),
        }
    }

    #[test]
    fn any_text_is_read_or_explained(text in any::<String>()) {
        if let Err(error) = text.parse::<Setup>() {
            check_column(&text, &error);
        }
        let _ = text.parse::<Move>();
    }

    #[test]
    fn text_of_the_right_letters_is_read_or_explained(text in "[1-9PLNSGBRKplnsgbrk+/]{0,40} [bw] [0-9PLNSGBRplnsgbr-]{0,9} [0-9]{0,11}") {
        if let Err(error) = text.parse::<Position>() {
            check_column(&text, &error);
        }
    }
}
