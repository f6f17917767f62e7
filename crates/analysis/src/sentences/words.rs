//! Words: moves, lines, squares, pieces and percentages as slots in both languages.

use kifu::notation::{english, japanese, japanese_name, square_name};
use shogi::{Color, HandKind, Move, PieceKind, Position, Square};

use crate::model::{Class, Number, Slot};

/// The most plies of a line that a sentence shows.
const SHOWN: usize = 9;

/// A slot with the same text in both languages.
pub(super) fn same(text: impl ToString) -> Slot {
    Slot { ja: text.to_string(), en: text.to_string() }
}

/// A slot with a text for each language.
pub(super) fn both(ja: impl Into<String>, en: impl Into<String>) -> Slot {
    Slot { ja: ja.into(), en: en.into() }
}

/// A move in a position; with `previous`, the destination of the move before, 同 may be used.
pub(super) fn mv(position: &Position, mv: Move, previous: Option<Square>) -> Slot {
    both(japanese(position, mv, previous), english(position, mv))
}

/// The first moves of a line; more than `most` are cut with dots.
pub(super) fn line(position: &Position, moves: &[Move], most: usize) -> Slot {
    let most = most.clamp(1, SHOWN);
    // A fact may come from a file: what is not legal is not shown.
    let mut after = position.clone();
    let is_legal = |mv: &&Move| -> bool {
        let legal = after.is_legal(**mv);
        if legal {
            after.play(**mv);
        }
        legal
    };
    let shown = &moves[..moves.iter().take(most).take_while(is_legal).count()];
    let dots = if shown.len() < moves.len() { "…" } else { "" };
    let ja = crate::assemble::japanese_line(position, shown).concat();
    let en = crate::assemble::english_line(position, shown).join(" ");
    both(format!("{ja}{dots}"), if dots.is_empty() { en } else { format!("{en} …") })
}

/// A whole line, as far as sentences show lines.
pub(super) fn mate_line(position: &Position, moves: &[Move]) -> Slot {
    line(position, moves, SHOWN)
}

/// A side's name.
pub(super) fn side(color: Color, handicap: bool) -> Slot {
    match (color, handicap) {
        (Color::Black, false) => both("先手", "Black"),
        (Color::White, false) => both("後手", "White"),
        (Color::Black, true) => both("下手", "Black"),
        (Color::White, true) => both("上手", "White"),
    }
}

/// A win probability as a whole number; 0 and 100 only if it is proved.
pub(super) fn percent(w: Number, is_proved: bool) -> Slot {
    let whole = w.whole();
    same(if is_proved { whole.clamp(0, 100) } else { whole.clamp(1, 99) })
}

/// Points with no decimals; at least 1.
pub(super) fn points(points: f64) -> Slot {
    same((points.round() as i64).max(1))
}

/// A small probability in percent with the decimals that it needs.
pub(super) fn likelihood(percent: Number) -> Slot {
    let percent = percent.get();
    same(if percent < 9.95 { format!("{percent:.1}") } else { format!("{percent:.0}") })
}

/// A rank: 3番目, 3rd.
pub(super) fn rank(rank: u32) -> Slot {
    let ending = match (rank % 10, rank % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    both(rank.to_string(), format!("{rank}{ending}"))
}

/// A class with its article in English.
pub(super) fn class(class: Class) -> Slot {
    let word = class.english();
    let article = match word.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    };
    both(class.japanese(), format!("{article} {word}"))
}

/// A class without an article.
pub(super) fn grade(class: Class) -> Slot {
    both(class.japanese(), class.english())
}

/// A square.
pub(super) fn square(square: Square) -> Slot {
    both(square_name(square), square.to_string())
}

/// The English name of a kind.
const fn english_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "tokin",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::Horse => "horse",
        PieceKind::Dragon => "dragon",
    }
}

/// A kind of piece.
pub(super) fn kind(kind: PieceKind) -> Slot {
    both(japanese_name(kind), english_name(kind))
}

/// Some pieces: 角と銀二枚, a bishop and two silvers.
pub(super) fn pieces(kinds: &[HandKind]) -> Slot {
    const JA: [&str; 10] = ["", "", "二", "三", "四", "五", "六", "七", "八", "九"];
    const EN: [&str; 10] =
        ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let mut counts: Vec<(HandKind, usize)> = Vec::new();
    for &kind in kinds {
        match counts.iter_mut().find(|known| known.0 == kind) {
            Some(known) => known.1 += 1,
            None => counts.push((kind, 1)),
        }
    }
    let ja = |&(kind, count): &(HandKind, usize)| match count {
        1 => japanese_name(kind.kind()).to_owned(),
        _ => format!("{}{}枚", japanese_name(kind.kind()), JA[count.min(9)]),
    };
    let en = |&(kind, count): &(HandKind, usize)| {
        let plural = if count > 1 { "s" } else { "" };
        format!("{} {}{plural}", EN[count.min(9)], english_name(kind.kind()))
    };
    let ja: Vec<String> = counts.iter().map(ja).collect();
    let mut en: Vec<String> = counts.iter().map(en).collect();
    let last = en.pop().unwrap_or_default();
    let en = if en.is_empty() { last } else { format!("{} and {last}", en.join(", ")) };
    both(ja.join("と"), en)
}
