//! Any text is a position or an error; a position survives the way to text and back, and every
//! question about it has an answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shogi::{
    Color, DeclarationRule, DiagramStyle, ExchangeValues, Legality, MoveList, NonPromotions,
    Position, Square, Wanted,
};

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => {
            let sfen = position.to_sfen();
            let again: Position = sfen.parse().expect("our own text is a position");
            assert_eq!(again.to_sfen(), sfen);
            assert_eq!(again.key(), position.key());
            assert_eq!(again.legal_moves().len(), position.legal_moves().len());
            ask_everything(&position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn ask_everything(position: &Position) {
    let values = ExchangeValues::new(|kind| kind.index() as i32);
    let legal = position.legal_moves();
    assert_eq!(legal.len(), position.count_legal_moves() as usize);
    assert_eq!(legal.is_empty(), !position.has_legal_move());
    for mv in &legal {
        let value = position.see(mv, &values);
        assert!(position.see_at_least(mv, value, &values));
        assert!(!position.see_at_least(mv, value + 1, &values));
        assert!(position.is_legal(mv));
    }
    let centre = Square::from_index(40).expect("the board has 81 squares");
    for wanted in [
        Wanted::All,
        Wanted::Captures,
        Wanted::Quiets,
        Wanted::Evasions,
        Wanted::Checks,
        Wanted::Drops,
        Wanted::Recaptures(centre),
    ] {
        for legality in [Legality::Legal, Legality::Pseudo] {
            for non_promotions in [NonPromotions::All, NonPromotions::Useful] {
                let mut list = MoveList::new();
                position.generate(wanted, legality, non_promotions, &mut list);
                for mv in &list {
                    assert!(position.is_pseudo_legal(mv));
                    assert_eq!(legal.contains(&mv), position.is_legal_if_pseudo_legal(mv));
                    assert!(legality == Legality::Pseudo || legal.contains(&mv));
                    assert!(wanted != Wanted::Checks || position.gives_check(mv));
                }
            }
        }
    }
    if let Some(mv) = position.mate_in_one() {
        let mut mated = position.clone();
        mated.play(mv);
        assert!(mated.is_mate());
    }
    for rule in [
        DeclarationRule::Points27,
        DeclarationRule::Points24,
        DeclarationRule::Points27Handicap,
        DeclarationRule::Points24Handicap,
        DeclarationRule::Try,
    ] {
        let _ = position.declaration(rule);
        for color in Color::ALL {
            let _ = position.point_count(rule, color);
        }
    }
    for style in [DiagramStyle::Japanese, DiagramStyle::Ascii] {
        assert!(!position.diagram(style).to_string().is_empty());
    }
}
