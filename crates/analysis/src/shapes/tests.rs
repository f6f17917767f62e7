//! Names on hand-made games, the table's errors, and the turned board.

use shogi::{Color, Move, Position};

use super::*;

fn moves(text: &str) -> Vec<Move> {
    let mut position = Position::startpos();
    text.split(' ')
        .map(|word| {
            let mv = position.parse_legal_move(word).unwrap_or_else(|e| panic!("{word}: {e}"));
            position.play(mv);
            mv
        })
        .collect()
}

/// The ids of one side.
fn ids(text: &str, side: Color) -> Vec<String> {
    let moves = moves(text);
    let shapes = Shapes::of(Table::built_in(), &Position::startpos(), &moves);
    shapes.found.iter().filter(|s| s.side == side).map(|s| s.entry.id.clone()).collect()
}

const SIDE_PAWN: &str =
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d";

#[test]
fn hand_made_games_get_their_names() {
    let (black, white) = (Color::Black, Color::White);
    let side_pawn_to = |rest: &str| format!("{SIDE_PAWN} {rest}");
    let rows: Vec<(String, Color, &[&str])> = vec![
        (
            "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 7c7d 5h6g 6a5b \
             6h7g 4b3c 8h7i 2b3a 3g3f 4c4d 7i6h 3a4b 6i7i 4a3a 7i8h 3a2b"
                .to_owned(),
            black,
            &["yagura"],
        ),
        (
            "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h 1c1d 4g4f 9c9d \
             5h4g"
                .to_owned(),
            black,
            &["shikenbisha", "taka-mino"],
        ),
        (
            "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h 1c1d 4g4f 9c9d \
             5h4g"
                .to_owned(),
            white,
            &["funa"],
        ),
        (
            "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 1i1h 6a5b 2h1i 1c1d 3i2h"
                .to_owned(),
            black,
            &["shikenbisha", "furi-anaguma"],
        ),
        (side_pawn_to("2b3c 5i5h"), black, &["aono"]),
        (side_pawn_to("2b8h+ 7i8h 8f7f"), black, &["yokofudori"]),
        (side_pawn_to("2b8h+ 7i8h 8f7f"), white, &["ai-yokofu"]),
        ("2g2f 8c8d 2f2e 8d8e 6i7h 4a3b".to_owned(), white, &["aigakari"]),
        (
            "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a4b 3i3h 7a7b 2f2e 4b3c 3h2g 6c6d \
             2g2f"
                .to_owned(),
            black,
            &["kaku-bogin"],
        ),
        ("7g7f 3c3d 2g2f 4a3b 2f2e 2b8h+ 7i8h 3a2b".to_owned(), white, &["ittezon"]),
        (
            "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 3i4h 5d5e 5i6h 2b3c 3g3f 3a4b 4h3g".to_owned(),
            black,
            &["chosoku"],
        ),
        (
            "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 3i4h 5d5e 5i6h 2b3c 3g3f 3a4b 4h3g".to_owned(),
            white,
            &["gokigen"],
        ),
        ("7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h".to_owned(), black, &["masuda-ishida"]),
        ("7g7f 3c3d 8h2b+ 3a2b B*4e".to_owned(), black, &["sujichigai"]),
        ("7g7f 3c3d 8i7g".to_owned(), black, &["onigoroshi"]),
        ("7g7f 4c4d".to_owned(), white, &["pacman"]),
        ("7g7f 3c3d 8g8f".to_owned(), black, &["kakutofu"]),
        ("7i6h 3c3d".to_owned(), black, &["ureshino"]),
    ];
    for (text, side, expected) in rows {
        let found = ids(&text, side);
        for id in expected {
            assert!(found.iter().any(|known| known == id), "{text}: {found:?} lacks {id}");
        }
    }
}

#[test]
fn a_turned_game_gives_the_other_side_the_same_names() {
    // White moves first from the turned start, so that the plies are the same.
    let table = Table::built_in();
    let game = moves("7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 5c5d 3i3h 6a5b 6i5h");
    let start = Position::startpos();
    let turned_start: Position = start.setup().turned().try_into().expect("a legal start");
    let turned: Vec<Move> = game.iter().map(|mv| mv.turned()).collect();
    let of = |shapes: &Shapes<'_>, side| {
        let named = shapes.found.iter().filter(|shape| shape.side == side);
        named.map(|shape| (shape.entry.id.clone(), shape.ply)).collect::<Vec<_>>()
    };
    let first = Shapes::of(table, &start, &game);
    let second = Shapes::of(table, &turned_start, &turned);
    for side in Color::ALL {
        assert_eq!(of(&first, side), of(&second, !side));
    }
    assert!(of(&first, Color::Black).iter().any(|(id, _)| id == "mino"));
}

#[test]
fn the_table_is_complete() {
    let table = Table::built_in();
    let count = |kind| table.entries().iter().filter(|entry| entry.kind == kind).count();
    assert_eq!((count(Kind::Castle), count(Kind::Opening)), (51, 48));
}

#[test]
fn bad_lines_are_refused_with_their_number() {
    let good = "castle\ta\tあ\tA\tA\tK8h\t\ty";
    let problem = |text: &str| Table::parse(text).expect_err("bad").to_string();
    assert!(Table::parse(good).is_ok());
    assert_eq!(problem("castle\ta"), "line 1: 2 fields, expected eight separated by tabs");
    for (bad, reason) in [
        ("house\ta\tあ\tA\tA\tK8h\t\ty", "'house' is neither castle nor opening"),
        ("castle\ta\tあ\tA\tA\tQ8h\t\ty", "'Q8h' is not a condition"),
        ("castle\ta\tあ\tA\tA\tK8h\t\tmaybe", "'maybe' is neither y nor n"),
        ("castle\ta\t\tA\tA\tK8h\t\ty", "the field 'ja' is empty"),
        ("castle\ta\tあ\tA\tA\t\t\ty", "the field 'needs' is empty"),
        ("castle\ta\tあ\tA\tA\tK8h\tb\ty", "no line has the id 'b'"),
    ] {
        assert_eq!(problem(bad), format!("line 1: {reason}"));
    }
    assert_eq!(problem(&format!("{good}\n{good}")), "line 2: the id 'a' was used before");
    for text in
        ["", "é", "K", "+", "hand:", "hand:K", "ply<=", "from:2", "from:20", "played:x@<=1", "K8h|"]
    {
        assert!(Condition::parse(text).is_none(), "{text}");
    }
}

#[test]
fn a_castle_must_last_a_move() {
    // The king settles on 7h, or passes through it with golds and silver where they belong.
    let settled = "5i6h 5a4b 4i5h 4b3b 6h7h 1c1d 1g1f";
    let passing = "5i6h 5a4b 4i5h 4b3b 6h7h 1c1d 7h6h 9c9d 1g1f";
    assert!(ids(settled, Color::Black).iter().any(|id| id == "funa"));
    assert!(!ids(passing, Color::Black).iter().any(|id| id == "funa"));
}
