//! The categories of moves to which G's table gives probabilities. A move may fit several; the table
//! (`depth/realization`) picks the likeliest of them.
//!
//! Known as: move categories of realization probability search
//! Source:   G (Gekisashi 2005), table 1: take back with gain, capture with gain, escape, check with
//!           gain, promotions of rook, bishop and knight
//! Here:     "gain" is the exchange on the destination with the values of G's table 2, whatever
//!           evaluator plays, and what the move gains by promotion; big pieces are those from a
//!           silver on. The categories that table 1 does not print are ours. A move that loses
//!           material fits only `capture-losing`, `check-losing`, `losing` and, if it takes the piece
//!           that gives check, `evasion`
//! Worth:    not measured
//! Off:      none

use std::sync::LazyLock;

use eval::material::PieceValues;
use shogi::{ExchangeValues, HandKind, Move, PieceKind, Position, Square};

/// The exchange values of G's table 2.
pub(super) static VALUES: LazyLock<ExchangeValues> =
    LazyLock::new(|| PieceValues::GEKISASHI.exchange_values());

macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// A category of moves, which has a probability.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Category { $($(#[$doc])* $name),* }

        impl Category {
            /// All categories.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name of the category in tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

categories! {
    /// The move recaptures a big piece and gains material.
    TakeBackBig "take-back-big",
    /// The move recaptures a small piece and gains material.
    TakeBackSmall "take-back-small",
    /// The move captures a big piece and gains material.
    CaptureBig "capture-big",
    /// The move captures a small piece and gains material.
    CaptureSmall "capture-small",
    /// The move captures without gain or loss of material.
    CaptureEven "capture-even",
    /// The move captures and loses material.
    CaptureLosing "capture-losing",
    /// The move captures with check and gains material.
    CheckWithGain "check-with-gain",
    /// The move gives check and loses nothing.
    Check "check",
    /// The move gives check and loses material.
    CheckLosing "check-losing",
    /// A big piece that the opponent could take with gain moves away, not to capture, and is safe.
    EscapeBig "escape-big",
    /// A small piece that the opponent could take with gain moves away, not to capture, and is safe.
    EscapeSmall "escape-small",
    /// A rook promotes and loses nothing.
    RookPromotes "rook-promotes",
    /// A bishop promotes and loses nothing.
    BishopPromotes "bishop-promotes",
    /// A knight promotes and loses nothing.
    KnightPromotes "knight-promotes",
    /// Another piece promotes and loses nothing.
    OtherPromotes "other-promotes",
    /// The move answers a check; it captures, or it loses nothing.
    Evasion "evasion",
    /// A pawn is dropped and loses nothing.
    PawnDrop "pawn-drop",
    /// Another piece is dropped and loses nothing.
    PieceDrop "piece-drop",
    /// The king moves.
    KingMove "king-move",
    /// A pawn moves and loses nothing.
    PawnMove "pawn-move",
    /// Another piece moves and loses nothing.
    PieceMove "piece-move",
    /// The move or drop captures nothing and loses the piece.
    Losing "losing",
}

/// A set of categories. Sets are ordered by their bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Categories(u32);

impl Categories {
    /// Is the category in the set?
    pub const fn has(self, category: Category) -> bool {
        self.0 >> category as u32 & 1 == 1
    }

    /// Has the set no category at all? The set of a legal move never is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The categories of the set, in the order of [`Category::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Category> {
        Category::ALL.iter().copied().filter(move |&category| self.has(category))
    }

    /// The categories of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn add(&mut self, category: Category) {
        self.0 |= 1 << category as u32;
    }
}

impl Category {
    /// Returns all categories that a legal move fits. Whether it takes back is seen from the move
    /// that led to the position, so the position must know that move.
    ///
    /// ```
    /// use search::Category;
    ///
    /// // The rook takes an unguarded pawn and promotes with check.
    /// let position: shogi::Position = "4k4/9/4p4/9/9/9/9/9/K3R4 b - 1".parse()?;
    /// let all = Category::all_of(&position, "5i5c+".parse()?);
    /// assert!(all.has(Category::CaptureSmall) && all.has(Category::CheckWithGain));
    /// assert!(all.has(Category::RookPromotes) && !all.has(Category::Evasion));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_of(position: &Position, mv: Move) -> Categories {
        of_move(position, mv, position.gives_check(mv))
    }
}

/// Returns all categories of a legal move that is known to give check or not to.
pub(crate) fn of_move(position: &Position, mv: Move, gives_check: bool) -> Categories {
    let mut all = Categories::default();
    // The exchange puts the promoted piece at stake, but does not count what promotion gained.
    let promotion = promotion_gain(position, mv);
    let loses = !position.see_at_least(mv, -promotion, &VALUES);
    let taken = position.piece_on(mv.to()).map(|piece| piece.kind());
    let gains = taken.filter(|_| !loses && position.see_at_least(mv, 1 - promotion, &VALUES));
    if let Some(taken) = gains {
        let (back, capture) = match is_big(taken) {
            true => (Category::TakeBackBig, Category::CaptureBig),
            false => (Category::TakeBackSmall, Category::CaptureSmall),
        };
        all.add(capture);
        if takes_back(position, mv) {
            all.add(back);
        }
        if gives_check {
            all.add(Category::CheckWithGain);
        }
    } else if taken.is_some() {
        all.add(if loses { Category::CaptureLosing } else { Category::CaptureEven });
    } else if loses {
        all.add(Category::Losing);
    }
    if gives_check {
        all.add(if loses { Category::CheckLosing } else { Category::Check });
    }
    if position.in_check() && (taken.is_some() || !loses) {
        all.add(Category::Evasion);
    }
    if !loses {
        add_kind(&mut all, position, mv);
    }
    all
}

/// Adds the categories that the kind of the moved piece decides, of a move that loses nothing.
fn add_kind(all: &mut Categories, position: &Position, mv: Move) {
    let Some(from) = mv.from() else {
        all.add(match mv.dropped() {
            Some(HandKind::Pawn) => Category::PawnDrop,
            _ => Category::PieceDrop,
        });
        return;
    };
    let Some(kind) = position.piece_on(from).map(|piece| piece.kind()) else { return };
    all.add(match kind {
        PieceKind::King => Category::KingMove,
        PieceKind::Pawn => Category::PawnMove,
        _ => Category::PieceMove,
    });
    if mv.is_promotion() {
        all.add(match kind {
            PieceKind::Rook => Category::RookPromotes,
            PieceKind::Bishop => Category::BishopPromotes,
            PieceKind::Knight => Category::KnightPromotes,
            _ => Category::OtherPromotes,
        });
    }
    let captures = position.piece_on(mv.to()).is_some();
    if kind != PieceKind::King && !captures && could_be_taken(position, from, kind) {
        all.add(if is_big(kind) { Category::EscapeBig } else { Category::EscapeSmall });
    }
}

/// The value that the moved piece gains by promotion, or 0 if it does not promote.
fn promotion_gain(position: &Position, mv: Move) -> i32 {
    let promoting = mv.from().filter(|_| mv.is_promotion());
    let Some(piece) = promoting.and_then(|from| position.piece_on(from)) else { return 0 };
    VALUES.of(piece.kind().promoted()) - VALUES.of(piece.kind())
}

/// Is the piece worth a silver or more?
fn is_big(kind: PieceKind) -> bool {
    VALUES.of(kind) >= VALUES.of(PieceKind::Silver)
}

/// Does the move recapture on the square where the last move captured?
fn takes_back(position: &Position, mv: Move) -> bool {
    position.last_captured().is_some()
        && position.last_move().is_some_and(|last| last.to() == mv.to())
}

/// Would the opponent gain by taking our piece: is it unguarded or attacked by a cheaper piece?
fn could_be_taken(position: &Position, square: Square, kind: PieceKind) -> bool {
    let us = position.turn();
    let attackers = position.attackers(!us, square);
    if attackers.is_empty() {
        return false;
    }
    let is_cheaper = |from| {
        position.piece_on(from).is_some_and(|piece| VALUES.of(piece.kind()) < VALUES.of(kind))
    };
    attackers.into_iter().any(is_cheaper) || position.attackers(us, square).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks all categories of the last of the moves, which are played from the position.
    fn check(sfen: &str, moves: &str, expected: &str) {
        let mut position: Position = sfen.parse().unwrap();
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let (&last, before) = moves.split_last().unwrap();
        before.iter().for_each(|&mv| position.play(mv));
        assert!(position.is_legal(last), "{sfen} {last}");
        let names: Vec<&str> =
            Category::all_of(&position, last).iter().map(Category::name).collect();
        assert_eq!(names.join(" "), expected, "{sfen} {last}");
    }

    #[test]
    fn captures() {
        // A gold is taken back by an unattacked pawn; then a lance is.
        let big = "4k4/9/9/4g4/4G4/4P4/9/9/K8 w - 1";
        check(big, "5d5e 5f5e", "take-back-big capture-big pawn-move");
        let small = "4k4/9/9/4l4/4P4/4G4/9/9/K8 w - 1";
        check(small, "5d5e 5f5e", "take-back-small capture-small piece-move");
        // The same piece, but it has captured nothing.
        check("4k4/9/9/4g4/9/4P4/9/9/K8 w - 1", "5d5e 5f5e", "capture-big pawn-move");
        check("4k4/9/9/9/4l4/4P4/9/9/K8 b - 1", "5f5e", "capture-small pawn-move");
        // A guarded pawn is taken by a pawn, then by a gold.
        let guarded = "4k4/9/9/4g4/4p4/4P4/9/9/K8 b - 1";
        check(guarded, "5f5e", "capture-even pawn-move");
        // Bishops are exchanged: the horse that is taken back was a bishop.
        let bishops = "4k2n1/7b1/9/9/9/9/9/1B7/K8 b - 1";
        check(bishops, "8h2b+", "capture-big bishop-promotes piece-move");
        let guarded = "4k1gn1/7b1/9/9/9/9/9/1B7/K8 b - 1";
        check(guarded, "8h2b+", "capture-even bishop-promotes piece-move");
        check(guarded, "8h2b", "capture-even piece-move");
        let by_gold = "4k4/9/9/4g4/4p4/4G4/9/9/K8 b - 1";
        check(by_gold, "5f5e", "capture-losing");
    }

    #[test]
    fn checks() {
        let captures = "4k4/9/9/9/4s4/9/9/9/K3R4 b - 1";
        check(captures, "5i5e", "capture-big check-with-gain check piece-move");
        check("4k4/9/9/9/9/9/9/9/K8 b R 1", "R*5e", "check piece-drop");
        check("4k4/9/9/9/9/9/9/9/K8 b R 1", "R*5b", "check-losing losing");
        let losing_capture = "4k4/4p4/9/9/9/9/9/9/K3R4 b - 1";
        check(losing_capture, "5i5b+", "capture-losing check-losing");
    }

    #[test]
    fn escapes_and_promotions() {
        // A pawn attacks a silver and a knight.
        let attacked = "4k4/9/9/9/4p4/4S4/9/9/K8 b - 1";
        check(attacked, "5f6e", "escape-big piece-move");
        let knight = "k8/9/9/4p4/4N4/9/9/9/8K b - 1";
        check(knight, "5e4c", "escape-small piece-move");
        check(knight, "5e4c+", "escape-small knight-promotes piece-move");
        // A guarded silver that only a silver attacks need not escape.
        check("4k4/9/9/9/4s4/3S5/3P5/9/K8 b - 1", "6f7e", "piece-move");
        check("4k4/9/9/9/9/9/9/9/K6R1 b - 1", "2i2c+", "rook-promotes piece-move");
        check("4k4/9/9/9/9/9/9/7B1/K8 b - 1", "2h8b+", "bishop-promotes piece-move");
        check("8k/9/9/9/1N7/9/9/9/K8 b - 1", "8e7c+", "knight-promotes piece-move");
        check("8k/9/9/1S7/9/9/9/9/K8 b - 1", "8d8c+", "other-promotes piece-move");
        check("8k/9/9/1P7/9/9/9/9/K8 b - 1", "8d8c+", "other-promotes pawn-move");
    }

    #[test]
    fn evasions_and_others() {
        let in_check = "4k4/9/9/9/4r4/9/9/9/4K4 b PG 1";
        check(in_check, "5i4h", "evasion king-move");
        check(in_check, "P*5h", "evasion pawn-drop");
        check(in_check, "P*5f", "losing");
        let rook_guarded = "4k4/9/9/4p4/4r4/4G4/9/9/4K4 b - 1";
        check(rook_guarded, "5f5e", "capture-big piece-move");
        // The checking knight is taken by a rook, which a pawn takes.
        let knight = "4k4/9/9/9/9/3p5/3n4R/9/4K4 b - 1";
        check(knight, "1g6g", "capture-losing evasion");
        let quiet = "4k4/9/9/9/9/9/P8/9/K7L b PG 1";
        check(quiet, "P*3e", "pawn-drop");
        check(quiet, "G*3e", "piece-drop");
        check(quiet, "9i8h", "king-move");
        check(quiet, "9g9f", "pawn-move");
        check(quiet, "1i1h", "piece-move");
        check("4k4/9/9/9/8p/9/9/9/K7L b P 1", "1i1f", "losing");
    }

    /// Compares the categories with the whole value of the exchange, over random games.
    #[test]
    fn every_legal_move_has_categories_that_fit_its_exchange() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % below as u64) as usize
        };
        let mut seen = Categories::default();
        for _ in 0..30 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in moves.iter() {
                    let all = Category::all_of(&position, mv);
                    assert!(!all.is_empty(), "{} {mv}", position.to_sfen());
                    let has = |some: &[Category]| some.iter().any(|&one| all.has(one));
                    let gain = position.see(mv, &VALUES) + promotion_gain(&position, mv);
                    let takes = position.piece_on(mv.to()).is_some();
                    let big_or_small = has(&[Category::CaptureBig, Category::CaptureSmall]);
                    assert_eq!(big_or_small, takes && gain > 0, "{mv}");
                    assert_eq!(all.has(Category::CaptureEven), takes && gain == 0, "{mv}");
                    assert_eq!(all.has(Category::CaptureLosing), takes && gain < 0, "{mv}");
                    assert_eq!(all.has(Category::Losing), !takes && gain < 0, "{mv}");
                    let checks = has(&[Category::Check, Category::CheckLosing]);
                    assert_eq!(checks, position.gives_check(mv), "{mv}");
                    if has(&[Category::TakeBackBig, Category::TakeBackSmall]) {
                        assert!(big_or_small && position.last_captured().is_some(), "{mv}");
                    }
                    seen.0 |= all.0;
                }
                position.play(moves[random(moves.len())]);
            }
        }
        assert_eq!(seen.iter().count(), Category::ALL.len(), "{seen:?}");
    }
}
