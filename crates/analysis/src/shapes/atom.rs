//! Atoms: the single conditions that a castle or an opening is made of, and how they are written.
//!
//! | written | meaning |
//! |---|---|
//! | `K8h`, `+B2b`, `r8b` | an own piece on the square; in lower case the other side's |
//! | `.7g` | the square is empty |
//! | `hand:B`, `hand:b` | the own hand, or the other side's, holds the piece |
//! | `nopawn:2` | no own unpromoted pawn stands on the file |
//! | `ply<=40`, `ply>=20` | the number of moves played |
//! | `side:white` | the side itself |
//! | `static`, `ranging`, `rook:static`, `foe:ranging` | the style of the own rook, or of the other side's |
//! | `calm` | nothing but pawns and bishops were captured so far |
//! | `nobtrade` | no bishop was captured so far |
//! | `played:8h2b+@<=12` | the side made this move by that ply |
//! | `from:28` | the rook went to its square in one move from this one |
//! | `pawninhand` | the own hand holds a pawn |
//! | `A\|B`, `!A` | any of; not |

use shogi::{Color, File, HandKind, Move, Piece, PieceKind, Position, Square};

use super::course::{Course, RookStyle};

/// A single condition, with squares and moves as Black sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// The piece stands on the square; Black's pieces mean the side's own.
    Stands(Piece, Square),
    /// The square is empty.
    Empty(Square),
    /// A hand holds the piece; true means the side's own hand.
    InHand(bool, HandKind),
    /// No own unpromoted pawn stands on the file.
    NoPawn(File),
    /// At most this many moves were played.
    PlyAtMost(usize),
    /// At least this many moves were played.
    PlyAtLeast(usize),
    /// The side has this colour.
    Side(Color),
    /// The own rook, or with `false` the other side's, has this style.
    Rook(bool, RookStyle),
    /// Nothing but pawns and bishops were captured.
    Calm,
    /// No bishop was captured.
    NoBishopTrade,
    /// The side made the move by this ply.
    Played(Move, usize),
    /// The rook stands where its first move from this square brought it.
    RookFrom(Square),
}

/// Atoms of which one must hold, each perhaps negated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    any_of: Vec<(bool, Atom)>,
}

impl Condition {
    /// Reads a condition such as `K8h|K8g` or `!K4h`; none if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let any_of = text
            .split('|')
            .map(|part| match part.strip_prefix('!') {
                Some(negated) => Some((false, Atom::parse(negated)?)),
                None => Some((true, Atom::parse(part)?)),
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { any_of })
    }

    /// Does it hold for the side in the position, which the course of the game led to?
    pub fn holds(&self, position: &Position, course: &Course, side: Color) -> bool {
        self.any_of.iter().any(|(wanted, atom)| atom.holds(position, course, side) == *wanted)
    }
}

impl Atom {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "static" | "rook:static" => return Some(Self::Rook(true, RookStyle::Static)),
            "ranging" | "rook:ranging" => return Some(Self::Rook(true, RookStyle::Ranging)),
            "foe:static" => return Some(Self::Rook(false, RookStyle::Static)),
            "foe:ranging" => return Some(Self::Rook(false, RookStyle::Ranging)),
            "calm" => return Some(Self::Calm),
            "nobtrade" => return Some(Self::NoBishopTrade),
            "pawninhand" => return Some(Self::InHand(true, HandKind::Pawn)),
            "side:black" => return Some(Self::Side(Color::Black)),
            "side:white" => return Some(Self::Side(Color::White)),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("ply<=") {
            return rest.parse().ok().map(Self::PlyAtMost);
        }
        if let Some(rest) = text.strip_prefix("ply>=") {
            return rest.parse().ok().map(Self::PlyAtLeast);
        }
        if let Some(rest) = text.strip_prefix("hand:") {
            let piece = piece(rest)?;
            return Some(Self::InHand(piece.color() == Color::Black, piece.kind().in_hand()?));
        }
        if let Some(rest) = text.strip_prefix("nopawn:") {
            return file(rest).map(Self::NoPawn);
        }
        if let Some(rest) = text.strip_prefix("played:") {
            let (mv, by) = rest.split_once("@<=")?;
            return Some(Self::Played(mv.parse().ok()?, by.parse().ok()?));
        }
        if let Some(rest) = text.strip_prefix("from:") {
            let mut digits = rest.chars();
            let file = file(digits.next()?.to_string().as_str())?;
            let rank = digits.next()?.to_digit(10)?.checked_sub(1)? as usize;
            let rank = shogi::Rank::from_index(rank)?;
            return digits.next().is_none().then(|| Self::RookFrom(Square::new(file, rank)));
        }
        if let Some(rest) = text.strip_prefix('.') {
            return rest.parse().ok().map(Self::Empty);
        }
        let split = text.len().checked_sub(2).filter(|&at| text.is_char_boundary(at))?;
        let (piece_text, square) = text.split_at(split);
        Some(Self::Stands(piece(piece_text)?, square.parse().ok()?))
    }

    fn holds(&self, position: &Position, course: &Course, side: Color) -> bool {
        match *self {
            Self::Stands(piece, square) => {
                let piece = if side == Color::Black { piece } else { piece.recolored() };
                position.piece_on(square.seen_by(side)) == Some(piece)
            }
            Self::Empty(square) => position.piece_on(square.seen_by(side)).is_none(),
            Self::InHand(own, kind) => position.hand(if own { side } else { !side }).has(kind),
            Self::NoPawn(file) => position
                .pieces_of(side, PieceKind::Pawn)
                .into_iter()
                .all(|square| square.seen_by(side).file() != file),
            Self::PlyAtMost(most) => course.plies() <= most,
            Self::PlyAtLeast(least) => course.plies() >= least,
            Self::Side(color) => side == color,
            Self::Rook(own, style) => course.rook_style(if own { side } else { !side }) == style,
            Self::Calm => course.is_calm(),
            Self::NoBishopTrade => !course.bishop_was_captured(),
            Self::Played(mv, by) => course.played(side, mv, by),
            Self::RookFrom(square) => course.rook_came_from(side, position) == Some(square),
        }
    }
}

/// The piece with this SFEN text.
fn piece(text: &str) -> Option<Piece> {
    Piece::all().find(|piece| piece.to_string() == text)
}

/// The file with this digit.
fn file(text: &str) -> Option<File> {
    text.parse::<usize>().ok()?.checked_sub(1).and_then(File::from_index)
}
