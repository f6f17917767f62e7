//! Moves as people type them: USI in any case, CSA, or Japanese.

use super::refusal::Refusal;
use shogi::{Move, PieceKind, Position};

const CSA_NAMES: [(&str, PieceKind); 14] = [
    ("FU", PieceKind::Pawn),
    ("KY", PieceKind::Lance),
    ("KE", PieceKind::Knight),
    ("GI", PieceKind::Silver),
    ("KI", PieceKind::Gold),
    ("KA", PieceKind::Bishop),
    ("HI", PieceKind::Rook),
    ("OU", PieceKind::King),
    ("TO", PieceKind::ProPawn),
    ("NY", PieceKind::ProLance),
    ("NK", PieceKind::ProKnight),
    ("NG", PieceKind::ProSilver),
    ("UM", PieceKind::Horse),
    ("RY", PieceKind::Dragon),
];

/// Reads a legal move; the error says why there is none.
pub(super) fn read(text: &str, position: &Position) -> Result<Move, Refusal> {
    if !text.is_ascii() {
        return kifu::notation::read(text, position).map_err(Refusal::Japanese);
    }
    let legal = |text: &str| position.parse_legal_move(text).map_err(Refusal::Usi);
    legal(text).or_else(|why| match from_csa(text, position) {
        Some(mv) => Ok(mv),
        // Only if it is a move when written properly, the rule it breaks is of interest.
        None if tidy(text) != text => legal(&tidy(text)),
        None => Err(why),
    })
}

/// Writes a USI move as it should be: squares in lower case, the piece of a drop in upper case.
fn tidy(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    match text.split_once('*') {
        Some((piece, square)) => format!("{}*{square}", piece.to_ascii_uppercase()),
        None => text,
    }
}

/// Reads a move such as `7776FU`, with or without the sign of a side.
fn from_csa(text: &str, position: &Position) -> Option<Move> {
    let text = text.trim_start_matches(['+', '-']).to_ascii_uppercase();
    let (squares, name) = text.split_at_checked(4)?;
    let kind = CSA_NAMES.iter().find(|(known, _)| *known == name)?.1;
    let usi = |square: &str| {
        let mut digits = square.chars();
        let (file, rank) = (digits.next()?, digits.next()?.to_digit(10).filter(|&rank| rank > 0)?);
        char::from_u32(u32::from('a') + rank - 1).map(|rank| format!("{file}{rank}"))
    };
    let to = usi(&squares[2..])?;
    let moves = position.legal_moves();
    let fits = |mv: &&Move| {
        let written = mv.to_string();
        let is_from = match &squares[..2] {
            "00" => written.contains('*'),
            from => usi(from).is_some_and(|from| written.starts_with(&from)),
        };
        is_from
            && written[2..].starts_with(&to)
            && position.piece_after(**mv).map(|piece| piece.kind()) == Some(kind)
    };
    moves.iter().find(fits).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn spellings() {
        let sfen = "lnsgkg1nl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b S 3";
        let position: Position = sfen.parse().unwrap();
        for (typed, mv) in [
            ("8h2b+", "8h2b+"),
            ("8H2B+", "8h2b+"),
            ("s*5e", "S*5e"),
            ("0055GI", "S*5e"),
            ("8822UM", "8h2b+"),
            ("+8822ka", "8h2b"),
            ("2726FU", "2g2f"),
            ("２六歩", "2g2f"),
        ] {
            let read = read(typed, &position).map(|mv| mv.to_string());
            assert_eq!(read.ok().as_deref(), Some(mv), "{typed}");
        }
        let nifu = read("p*5e", &position).unwrap_err().text(Language::En);
        assert!(nifu.contains("P*5e"), "{nifu}");
        for typed in ["2725FU", "nonsense", "77", "00550GI", "9999FU"] {
            assert!(read(typed, &position).is_err(), "{typed}");
        }
    }
}
