//! Is this move legal here? For moves that come from elsewhere: a hash table, a killer slot, a
//! user, another program.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen::is_uchifuzume;
use crate::moves::Move;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::setup::is_dead;
use crate::square::{File, Square};

impl Position {
    /// Is the move legal? Any well-formed move may be asked about.
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let position = Position::startpos();
    /// assert!(position.is_legal("7g7f".parse()?));
    /// assert!(!position.is_legal("8h2b+".parse()?), "a pawn is in the way");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_legal_if_pseudo_legal(mv)
    }

    /// Does the move keep all rules but the three that [`Self::is_legal_if_pseudo_legal`] tests?
    /// These are exactly the moves of a pseudo-legal generation with all non-promotions.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        match mv.dropped() {
            Some(kind) => self.is_pseudo_legal_drop(kind, mv.to()),
            None => self.is_pseudo_legal_on_board(mv),
        }
    }

    fn is_pseudo_legal_drop(&self, kind: HandKind, to: Square) -> bool {
        let us = self.turn();
        let piece = Piece::new(us, kind.kind());
        let is_nifu = || kind == HandKind::Pawn && self.has_pawn_on(to.file());
        self.hand(us).has(kind)
            && self.piece_on(to).is_none()
            && !is_dead(piece, to)
            && !is_nifu()
            && self.answers_check(to, true)
    }

    fn is_pseudo_legal_on_board(&self, mv: Move) -> bool {
        let us = self.turn();
        let to = mv.to();
        let Some(from) = mv.from() else { return false };
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if self.pieces(us).has(to) || !attacks::attacks(piece, from, self.occupied()).has(to) {
            return false;
        }
        let promotion_is_fine =
            if mv.is_promotion() { may_promote(piece, from, to) } else { !is_dead(piece, to) };
        promotion_is_fine && (piece.kind() == PieceKind::King || self.answers_check(to, false))
    }

    /// Not in check, or the only checker is taken or its line closed by a piece on `to`.
    fn answers_check(&self, to: Square, is_drop: bool) -> bool {
        let checkers = self.checkers();
        if checkers.is_empty() {
            return true;
        }
        let (Some(king), Some(checker)) = (self.king(self.turn()), checkers.single()) else {
            return false;
        };
        attacks::between(king, checker).has(to) || (!is_drop && checker == to)
    }

    /// Is this pseudo-legal move legal? Tests what a pseudo-legal generation leaves open: the
    /// king does not step into check, a pinned piece stays on its line, a pawn drop does not mate.
    #[inline]
    pub fn is_legal_if_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.turn();
        let Some(from) = mv.from() else {
            return mv.dropped() != Some(HandKind::Pawn) || !self.mates_by_pawn_drop(mv.to());
        };
        let Some(king) = self.king(us) else { return true };
        if from == king {
            let occupied = self.occupied() - Bitboard::of(king);
            return self.board().attackers(!us, mv.to(), occupied).is_empty();
        }
        !self.pinned().has(from) || attacks::line(king, from).has(mv.to())
    }

    /// Would a pawn dropped on this empty square mate (uchifuzume)?
    fn mates_by_pawn_drop(&self, to: Square) -> bool {
        let us = self.turn();
        self.king(!us).is_some_and(|king| {
            attacks::pawn_attacks(us, to).has(king) && is_uchifuzume(self.board(), us, king)
        })
    }

    /// Reads a move in USI notation and says no to one that is not legal here.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Illegality, MoveTextError, Position};
    ///
    /// let position: Position = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1".parse()?;
    /// assert!(position.parse_legal_move("5g5f").is_ok());
    /// assert!(matches!(
    ///     position.parse_legal_move("P*5e"),
    ///     Err(MoveTextError::Illegal(_, Illegality::Nifu)),
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_legal_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let mv: Move = text.parse().map_err(MoveTextError::Malformed)?;
        self.check_move(mv).map_err(|why| MoveTextError::Illegal(mv, why))?;
        Ok(mv)
    }

    /// The rule that the move breaks, if any.
    pub fn check_move(&self, mv: Move) -> Result<(), Illegality> {
        if self.is_legal(mv) { Ok(()) } else { Err(self.why_illegal(mv)) }
    }

    /// Plays a move that may be illegal; then nothing changes.
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let mut position = Position::startpos();
    /// assert!(position.try_play("7g7e".parse()?).is_err());
    /// assert_eq!(position, Position::startpos());
    /// assert!(position.try_play("7g7f".parse()?).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_play(&mut self, mv: Move) -> Result<(), Illegality> {
        self.check_move(mv)?;
        self.play(mv);
        Ok(())
    }

    /// The rule that an illegal move breaks.
    fn why_illegal(&self, mv: Move) -> Illegality {
        let us = self.turn();
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            return if !self.hand(us).has(kind) {
                Illegality::NotInHand
            } else if self.piece_on(to).is_some() {
                Illegality::Occupied
            } else if is_dead(Piece::new(us, kind.kind()), to) {
                Illegality::NoFurtherMove
            } else if kind == HandKind::Pawn && self.has_pawn_on(to.file()) {
                Illegality::Nifu
            } else if !self.answers_check(to, true) {
                Illegality::LeavesKingInCheck
            } else {
                Illegality::Uchifuzume
            };
        }
        let piece = mv.from().and_then(|from| self.piece_on(from));
        match (mv.from(), piece) {
            (Some(from), Some(piece)) if piece.color() == us => {
                if self.pieces(us).has(to) {
                    Illegality::Occupied
                } else if !attacks::attacks(piece, from, self.occupied()).has(to) {
                    Illegality::Unreachable
                } else if mv.is_promotion() && !may_promote(piece, from, to) {
                    Illegality::NoPromotion
                } else if !mv.is_promotion() && is_dead(piece, to) {
                    Illegality::NoFurtherMove
                } else {
                    Illegality::LeavesKingInCheck
                }
            }
            _ => Illegality::NoPiece,
        }
    }

    fn has_pawn_on(&self, file: File) -> bool {
        self.pieces_of(self.turn(), PieceKind::Pawn).meets(Bitboard::file(file))
    }
}

/// May the piece promote with a move between these squares?
fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    let zone = Bitboard::promotion_zone(piece.color());
    piece.kind().can_promote() && (zone.has(from) || zone.has(to))
}

/// The rule that a move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegality {
    /// No own piece stands on the origin.
    NoPiece,
    /// The piece does not move like that, or something is in its way.
    Unreachable,
    /// An own piece stands on the destination; for a drop any piece.
    Occupied,
    /// The piece cannot promote, or not with this move.
    NoPromotion,
    /// From the destination the piece could never move again.
    NoFurtherMove,
    /// The piece to drop is not in hand.
    NotInHand,
    /// A second pawn on the file.
    Nifu,
    /// A pawn drop that mates.
    Uchifuzume,
    /// The own king would be in check.
    LeavesKingInCheck,
}

impl std::fmt::Display for Illegality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoPiece => "no piece of the side to move stands there",
            Self::Unreachable => "the piece cannot go there",
            Self::Occupied => "the destination is occupied",
            Self::NoPromotion => "the piece cannot promote",
            Self::NoFurtherMove => "the piece could never move again",
            Self::NotInHand => "the piece is not in hand",
            Self::Nifu => "there is a pawn on the file already (nifu)",
            Self::Uchifuzume => "a pawn drop must not mate (uchifuzume)",
            Self::LeavesKingInCheck => "the king would be in check",
        })
    }
}

impl std::error::Error for Illegality {}

/// Why a text is not a legal move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTextError {
    /// It is not a move in USI notation.
    Malformed(crate::moves::ParseMoveError),
    /// It is a move that breaks a rule.
    Illegal(Move, Illegality),
}

impl std::fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "not a move: {error}"),
            Self::Illegal(mv, why) => write!(f, "illegal move {mv}: {why}"),
        }
    }
}

impl std::error::Error for MoveTextError {}
