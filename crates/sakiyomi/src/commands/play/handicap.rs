//! Handicaps by the names that people use.

use shogi::{Color, Handicap, Position};

const DIGITS: [(char, &str, char); 9] = [
    ('2', "two", '二'),
    ('3', "three", '三'),
    ('4', "four", '四'),
    ('5', "five", '五'),
    ('6', "six", '六'),
    ('7', "seven", '七'),
    ('8', "eight", '八'),
    ('9', "nine", '九'),
    ('1', "ten", '十'),
];

/// Reads the name of a handicap: `two-pieces`, `Two pieces`, `2-piece`, `二枚落ち` or `2枚落ち`.
pub(super) fn read(text: &str) -> Result<Handicap, String> {
    let plain = text.trim().to_ascii_lowercase().replace([' ', '_'], "-").replace("10", "1");
    let candidates = DIGITS.iter().map(|&(digit, word, kanji)| {
        let number = if plain.is_ascii() { word.to_owned() } else { kanji.to_string() };
        plain.replace(digit, &number)
    });
    let names: Vec<String> = std::iter::once(plain.clone()).chain(candidates).collect();
    let spellings = names.iter().flat_map(|name| {
        let plural = format!("{name}s");
        let with_ending = format!("{name}ち");
        [name.clone(), plural, with_ending, name.replace("飛落ち", "飛車落ち")]
    });
    spellings.into_iter().find_map(|name| name.parse().ok()).ok_or_else(|| {
        let known: Vec<String> = Handicap::ALL
            .iter()
            .map(|handicap| format!("{} ({})", handicap.name(), handicap.japanese()))
            .collect();
        format!("expected one of {}, found {text:?}", known.join(", "))
    })
}

/// Does a game from this position have a handicap, so that the sides have other names in Japanese?
pub(super) fn is_handicap(start: &Position) -> bool {
    let key = start.key();
    start.turn() == Color::White && Handicap::ALL.iter().any(|known| known.position().key() == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_even_start_is_no_handicap() {
        assert!(!is_handicap(&Position::startpos()));
        assert!(is_handicap(&Handicap::TwoPieces.position()));
        let problem = "4k4/9/4P4/9/9/9/9/9/4K4 w G2r2b3g4s4n4l17p 1".parse().unwrap();
        assert!(!is_handicap(&problem));
    }

    #[test]
    fn names_of_people() {
        for (text, handicap) in [
            ("二枚落ち", Handicap::TwoPieces),
            ("2枚落ち", Handicap::TwoPieces),
            ("二枚落", Handicap::TwoPieces),
            ("two-pieces", Handicap::TwoPieces),
            ("2-piece", Handicap::TwoPieces),
            ("Six Pieces", Handicap::SixPieces),
            ("10枚落ち", Handicap::TenPieces),
            ("ten-pieces", Handicap::TenPieces),
            ("飛落ち", Handicap::Rook),
            ("rook", Handicap::Rook),
            ("right_lance", Handicap::RightLance),
            ("平手", Handicap::Even),
        ] {
            assert_eq!(read(text), Ok(handicap), "{text}");
        }
        let error = read("king").unwrap_err();
        assert!(
            error.contains("two-pieces (二枚落ち)") && error.ends_with("found \"king\""),
            "{error}"
        );
    }
}
