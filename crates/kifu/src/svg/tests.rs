//! The drawing of diagrams.

use super::*;

fn diagram(sfen: &str) -> Diagram {
    Diagram::new(sfen.parse().expect("a setup"))
}

#[test]
fn every_character_has_an_outline() {
    let numbers: String = (1..100).map(kanji_number).collect();
    let kinds = PieceKind::ALL.map(PieceKind::kanji);
    for character in kinds.into_iter().chain(numbers.chars()).chain('1'..='9') {
        assert!(Glyphs::get().path(character).is_some(), "{character}");
    }
}

#[test]
fn pieces_hands_and_marks_are_drawn() {
    let picture = Diagram::of_position(&Position::startpos()).to_string();
    assert_eq!(picture.matches("<use ").count(), 40);
    assert_eq!(picture.matches("rotate(180)\"/>").count(), 20);
    assert!(!picture.contains("<text"), "a font would be needed");

    let hands = diagram("4k4/9/9/9/9/9/9/9/4K4 b RG18P2s 1").to_string();
    assert_eq!(hands.matches("<use ").count(), 2 + 4);

    let mut position = Position::startpos();
    let before = Diagram::of_position(&position).to_string();
    position.play("7g7f".parse().expect("a move"));
    let after = Diagram::of_position(&position).to_string();
    let marked = |text: &str| text.matches("h100v100h-100z").count();
    assert_eq!([marked(&before), marked(&after)], [0, 2]);
}

#[test]
fn flipping_turns_board_and_sides() {
    let straight = diagram("9/9/9/9/9/9/9/9/8K b - 1");
    let flipped = straight.clone().flipped(true).to_string();
    let straight = straight.to_string();
    assert!(straight.contains(r##"<use href="#p8" transform="translate(1078 922)"/>"##));
    assert!(flipped.contains(r##"<use href="#p8" transform="translate(278 122) rotate(180)"/>"##));
}

#[test]
fn titles_cannot_break_out() {
    let picture = diagram("9/9/9/9/9/9/9/9/9 b - 1").title("</title><script>\u{1b}&").to_string();
    assert!(
        picture.contains("<title>&lt;/title&gt;&lt;script&gt;\u{fffd}&amp;</title>"),
        "{picture}"
    );
}

#[test]
fn sizes_are_in_pixels_of_a_square() {
    let picture = diagram("9/9/9/9/9/9/9/9/9 b - 1").square_size(100).to_string();
    assert!(picture.contains(&format!(r#"width="{WIDTH}" height="{HEIGHT}""#)));
}

#[test]
fn the_picture_of_the_guide_is_as_it_would_be_drawn_now() {
    let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b RGgsn5p 1";
    let mut position: Position = sfen.parse().expect("a position");
    position.play("G*3b".parse().expect("a move"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagram.svg");
    let drawn = std::fs::read_to_string(file).expect("the picture");
    assert_eq!(drawn.replace("\r\n", "\n"), Diagram::of_position(&position).to_string());
}

#[test]
fn embedded_diagrams_share_the_drawings_of_the_page() {
    let mv: Move = "7g7f".parse().expect("a move");
    let position = Position::startpos();
    let picture = Diagram::of_position(&position).embedded().arrow(mv, "#c00").to_string();
    assert!(!picture.contains("<defs>") && picture.contains("#c00"));
    let drawings = piece_drawings();
    for (_, piece) in position.setup().pieces() {
        assert!(drawings.contains(&format!(r#"id="{}""#, identifier(piece.kind()))));
    }
}
