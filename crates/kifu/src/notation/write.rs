//! A move of a position as Japanese text.

use shogi::{Bitboard, Color, Move, PieceKind, Position, Square};

use super::relative;
use crate::names::japanese_name;
use crate::text::{kanji_number, wide_digit};

/// The square as in ７六.
pub fn square_name(square: Square) -> String {
    let mut name = String::with_capacity(6);
    name.push(wide_digit(square.file().index() as u32 + 1));
    name.push_str(&kanji_number(square.rank().index() as u32 + 1));
    name
}

/// The kind that moves or is dropped; a pawn where the move has no piece to move.
pub(super) fn moving_kind(position: &Position, mv: Move) -> PieceKind {
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => position.piece_on(from).map_or(PieceKind::Pawn, |piece| piece.kind()),
        (None, Some(kind)) => kind.kind(),
        (None, None) => PieceKind::Pawn,
    }
}

/// The move as in books and KI2 files: `▲７六歩`, `△同　銀`, `▲５八金右`. With `previous`, the
/// destination of the move before, 同 is used where it applies.
pub fn japanese(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let us = position.turn();
    let kind = moving_kind(position, mv);
    let name = japanese_name(kind);
    let mut text = String::with_capacity(24);
    text.push(match us {
        Color::Black => '▲',
        Color::White => '△',
    });
    let words = words_of(position, mv, kind);
    let promotion = promotion_of(position, mv, kind);
    if previous == Some(mv.to()) {
        text.push('同');
        // A blank keeps the short moves apart, as is the custom.
        if name.chars().count() == 1 && words.is_empty() && promotion.is_empty() {
            text.push('\u{3000}');
        }
    } else {
        text.push_str(&square_name(mv.to()));
    }
    text.push_str(name);
    text.push_str(&words);
    text.push_str(promotion);
    text
}

fn words_of(position: &Position, mv: Move, kind: PieceKind) -> String {
    let us = position.turn();
    let movers: Bitboard = position.attackers(us, mv.to()) & position.pieces_of(us, kind);
    let Some(from) = mv.from() else {
        return if movers.is_empty() { String::new() } else { "打".to_owned() };
    };
    let others: Vec<Square> = movers.into_iter().filter(|&sq| sq != from).collect();
    relative::needed(us, kind, from, &others, mv.to()).text()
}

fn promotion_of(position: &Position, mv: Move, kind: PieceKind) -> &'static str {
    let Some(from) = mv.from() else { return "" };
    let zone = Bitboard::promotion_zone(position.turn());
    if mv.is_promotion() {
        "成"
    } else if kind.can_promote() && (zone.has(from) || zone.has(mv.to())) {
        "不成"
    } else {
        ""
    }
}

/// The words of a move as JKF abbreviates them: `LCRUMD`, and `H` for 打.
pub(crate) fn relative_letters(position: &Position, mv: Move) -> String {
    let letter = |c| match c {
        '左' => 'L',
        '直' => 'C',
        '右' => 'R',
        '上' => 'U',
        '寄' => 'M',
        '引' => 'D',
        _ => 'H',
    };
    words_of(position, mv, moving_kind(position, mv)).chars().map(letter).collect()
}

/// The move as in KIF files: `７六歩(77)`, `同　銀成(31)`, `５五角打`.
pub fn kif(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let kind = moving_kind(position, mv);
    let mut text = String::with_capacity(24);
    if previous == Some(mv.to()) {
        text.push_str("同　");
    } else {
        text.push_str(&square_name(mv.to()));
    }
    text.push_str(japanese_name(kind));
    match mv.from() {
        None => text.push('打'),
        Some(from) => {
            if mv.is_promotion() {
                text.push('成');
            }
            let (file, rank) = (from.file().index() + 1, from.rank().index() + 1);
            text.push_str(&format!("({file}{rank})"));
        }
    }
    text
}
