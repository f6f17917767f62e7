//! Tesuji: the third move of a known combination (ours, theirs, ours) is searched deeper.
//!
//! Known as: tesuji extension, three-move patterns of IS Shogi
//! Source:   G (Gekisashi 2005) names the method, which is IS Shogi's
//! Here:     the patterns are ours, one line each, and each tests what its name says on the board
//!           between the first move and the answer; the third move of a pattern gets a ply more. A
//!           piece is worth attacking if it is worth more than its attacker or nothing guards it
//! Worth:    not measured
//! Off:      `tesuji`

use shogi::{Bitboard, Color, Move, Piece, PieceKind, Position, Square, attacks};

use crate::depth::Depth;
use crate::depth::category::VALUES;
use crate::node::Candidate;
use crate::technique::Technique;
use crate::worker::Worker;

/// The first move of a pattern, which captures nothing.
#[derive(Clone, Copy)]
enum First {
    /// A piece of this kind was dropped.
    Drop(PieceKind),
    /// A piece of this kind was dropped or moved.
    Arrive(PieceKind),
    /// A piece of this kind moved.
    Push(PieceKind),
}

/// The opponent's answer in a pattern.
#[derive(Clone, Copy)]
enum Answer {
    /// The opponent played on another square.
    Elsewhere,
    /// A pawn right before the piece of the first move took it.
    TakenByPawn,
    /// Another piece right before the piece of the first move took it.
    TakenByPiece,
}

/// The third move of a pattern.
#[derive(Clone, Copy)]
enum Third {
    /// The piece of the first move attacked two pieces at once and takes one of them.
    TakesForked,
    /// The piece of the first move attacked a piece with another behind it and takes one of them.
    TakesSkewered,
    /// The piece of the first move had an empty square before it and promotes there.
    Promotes,
    /// The piece of the first move takes the piece other than a pawn that it attacked.
    TakesAttacked,
    /// Another piece recaptures on the square of the first move.
    TakesBack,
    /// A pawn is dropped right behind the first move's square, seen from us.
    DropsPawnBehind,
}

/// A pattern of three moves.
struct Tesuji {
    name: &'static str,
    first: First,
    answer: Answer,
    third: Third,
}

const fn tesuji(name: &'static str, first: First, answer: Answer, third: Third) -> Tesuji {
    Tesuji { name, first, answer, third }
}

use Answer::{Elsewhere, TakenByPawn, TakenByPiece};
use First::{Arrive, Drop, Push};
use PieceKind::{Bishop, King, Knight, Lance, Pawn, Rook, Silver};
use Third::{DropsPawnBehind, Promotes, TakesAttacked, TakesBack, TakesForked, TakesSkewered};

const PATTERNS: [Tesuji; 11] = [
    tesuji("warifuchi: a silver forks", Arrive(Silver), Elsewhere, TakesForked),
    tesuji("fundoshi: a knight forks", Arrive(Knight), Elsewhere, TakesForked),
    tesuji("ryotori: a bishop forks", Arrive(Bishop), Elsewhere, TakesForked),
    tesuji("ryotori: a rook forks", Arrive(Rook), Elsewhere, TakesForked),
    tesuji("dengaku: a lance skewers", Arrive(Lance), Elsewhere, TakesSkewered),
    tesuji("tarefu: a dropped pawn promotes", Drop(Pawn), Elsewhere, Promotes),
    tesuji("tataki: a dropped pawn draws a piece forward", Drop(Pawn), TakenByPiece, TakesBack),
    tesuji("awasefu: a dropped pawn is exchanged", Drop(Pawn), TakenByPawn, TakesBack),
    tesuji("tsugifu: a pawn is pushed, another follows", Push(Pawn), TakenByPawn, DropsPawnBehind),
    tesuji("kokan: a pushed pawn is exchanged", Push(Pawn), TakenByPawn, TakesBack),
    tesuji("a pushed pawn takes what it attacked", Push(Pawn), Elsewhere, TakesAttacked),
];

/// The extension of the move: a ply if it is the third move of a pattern.
pub(crate) fn extension(worker: &Worker<'_>, candidate: &Candidate) -> Depth {
    if worker.ply() < 2 || !worker.on(Technique::Tesuji) {
        return Depth::ZERO;
    }
    let (first, answer) = (worker.frame_before(2), worker.frame_before(1));
    let (Some(first_move), Some(answer)) = (first.mv, answer.mv) else { return Depth::ZERO };
    let pattern = if first.captures {
        None
    } else {
        pattern(worker.position(), first_move, answer, candidate.mv)
    };
    if pattern.is_some() { Depth::PLY } else { Depth::ZERO }
}

/// Returns the name of the pattern that our first move, the answer and our third move make. The
/// first move captured nothing, and the answer led to the position.
fn pattern(position: &Position, first: Move, answer: Move, third: Move) -> Option<&'static str> {
    let between = Between { position, answer };
    let square = first.to();
    // Most moves have nothing to do with the first one.
    let is_near = third.from() == Some(square)
        || third.to() == square
        || (third.is_drop() && Some(third.to()) == between.behind(square));
    let kind = between.piece_on(square).filter(|_| is_near)?.kind();
    let fits = |pattern: &&Tesuji| {
        let begins = match pattern.first {
            Drop(wanted) => first.is_drop() && kind == wanted,
            Arrive(wanted) => kind == wanted,
            Push(wanted) => !first.is_drop() && kind == wanted,
        };
        begins
            && between.is_answer(pattern.answer, square)
            && between.is_third(pattern.third, square, third)
    };
    PATTERNS.iter().find(fits).map(|pattern| pattern.name)
}

/// The board between our first move and the answer.
struct Between<'a> {
    /// The position after the answer.
    position: &'a Position,
    answer: Move,
}

impl Between<'_> {
    fn us(&self) -> Color {
        self.position.turn()
    }

    /// The piece that stood on the square.
    fn piece_on(&self, square: Square) -> Option<Piece> {
        if square == self.answer.to() {
            return self.position.last_captured();
        }
        if Some(square) == self.answer.from() {
            let piece = self.position.piece_on(self.answer.to())?;
            let is_promotion = self.answer.is_promotion();
            let kind = if is_promotion { piece.kind().unpromoted() } else { piece.kind() };
            return Some(Piece::new(piece.color(), kind));
        }
        self.position.piece_on(square)
    }

    fn occupied(&self) -> Bitboard {
        let after = self.position.occupied() - Bitboard::of(self.answer.to());
        let taken = self.position.last_captured().map(|_| Bitboard::of(self.answer.to()));
        let origin = self.answer.from().map(Bitboard::of);
        after | taken.unwrap_or(Bitboard::EMPTY) | origin.unwrap_or(Bitboard::EMPTY)
    }

    /// The square right before `square`, seen from us.
    fn before(&self, square: Square) -> Option<Square> {
        square.offset(0, if self.us() == Color::Black { -1 } else { 1 })
    }

    /// The square right behind `square`, seen from us.
    fn behind(&self, square: Square) -> Option<Square> {
        square.offset(0, if self.us() == Color::Black { 1 } else { -1 })
    }

    /// The kind of the opponent's piece on the square.
    fn their_kind(&self, square: Square) -> Option<PieceKind> {
        self.piece_on(square).filter(|piece| piece.color() != self.us()).map(|piece| piece.kind())
    }

    /// Did the opponent answer the move to `square` in this way?
    fn is_answer(&self, answer: Answer, square: Square) -> bool {
        let is_taken = self.answer.to() == square;
        let taker = || {
            let from = self.answer.from().filter(|&from| Some(from) == self.before(square));
            from.filter(|_| is_taken).and_then(|from| self.their_kind(from))
        };
        match answer {
            Elsewhere => !is_taken,
            TakenByPawn => taker() == Some(Pawn),
            TakenByPiece => taker().is_some_and(|kind| kind != Pawn),
        }
    }

    /// Is `mv` this third move, if the first one went to `square`?
    fn is_third(&self, third: Third, square: Square, mv: Move) -> bool {
        let is_its = mv.from() == Some(square);
        let takes = self.position.piece_on(mv.to()).is_some();
        // The piece that is taken now stood there already; the answer did not bring it.
        let takes_old = is_its && takes && mv.to() != self.answer.to();
        match third {
            TakesForked => {
                takes_old && {
                    let forked = self.forked(square);
                    forked.has_many() && forked.has(mv.to())
                }
            }
            TakesSkewered => takes_old && self.skewered(square).is_some_and(|all| all.has(mv.to())),
            Promotes => {
                let was_empty = self.before(square).is_some_and(|at| self.piece_on(at).is_none());
                is_its && mv.is_promotion() && !takes && was_empty
            }
            TakesAttacked => takes_old && self.their_kind(mv.to()).is_some_and(|kind| kind != Pawn),
            TakesBack => mv.to() == square && takes,
            DropsPawnBehind => {
                mv.dropped().is_some_and(|dropped| dropped.kind() == Pawn)
                    && self.behind(square) == Some(mv.to())
            }
        }
    }

    /// The opponent's pieces worth attacking that the piece on `square` attacked.
    fn forked(&self, square: Square) -> Bitboard {
        let Some(piece) = self.piece_on(square) else { return Bitboard::EMPTY };
        let reach = attacks::attacks(piece, square, self.occupied());
        reach.into_iter().filter(|&at| self.is_worth_attacking(at, piece.kind())).collect()
    }

    /// The first two of the opponent's pieces on the line of the lance on `square`, if both are worth
    /// attacking.
    fn skewered(&self, square: Square) -> Option<Bitboard> {
        let lance = self.piece_on(square)?;
        let their_first = |occupied: Bitboard| {
            let hit = attacks::attacks(lance, square, occupied) & occupied;
            hit.first().filter(|&at| self.is_worth_attacking(at, lance.kind()))
        };
        let occupied = self.occupied();
        let front = their_first(occupied)?;
        let rear = their_first(occupied - Bitboard::of(front))?;
        Some(Bitboard::of(front) | Bitboard::of(rear))
    }

    /// Does a piece of the opponent stand there that is worth more than an attacker of this kind, or
    /// that no other piece guards?
    fn is_worth_attacking(&self, square: Square, attacker: PieceKind) -> bool {
        let Some(kind) = self.their_kind(square) else { return false };
        kind == King || VALUES.of(kind) > VALUES.of(attacker) || !self.is_guarded(square)
    }

    /// Does a piece of the opponent guard the square?
    fn is_guarded(&self, square: Square) -> bool {
        let occupied = self.occupied();
        occupied.into_iter().any(|from| {
            self.piece_on(from).is_some_and(|piece| {
                piece.color() != self.us() && attacks::attacks(piece, from, occupied).has(square)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which pattern the three moves make from the position.
    fn check(sfen: &str, moves: [&str; 3], expected: Option<&str>) {
        let mut position: Position = sfen.parse().unwrap();
        let [first, answer, third] = moves.map(|mv| mv.parse::<Move>().unwrap());
        for mv in [first, answer] {
            assert!(position.is_legal(mv), "{sfen} {mv}");
            position.play(mv);
        }
        assert!(position.is_legal(third), "{sfen} {third}");
        let found = pattern(&position, first, answer, third)
            .map(|name| name.split_once(':').map_or(name, |(name, _)| name));
        assert_eq!(found, expected, "{sfen} {moves:?}");
    }

    #[test]
    fn a_fork_is_a_fork() {
        // A silver behind two golds.
        let golds = "4k4/9/9/3g1g3/9/9/9/9/4K4 b S 1";
        check(golds, ["S*5e", "6d6c", "5e4d"], Some("warifuchi"));
        // One of them alone is no fork, nor is one that the answer brought there.
        let gold = "4k4/9/9/5g3/9/9/9/9/4K4 b S 1";
        check(gold, ["S*5e", "5a6a", "5e4d"], None);
        check("4k4/9/5g3/9/9/9/9/9/4K4 b S 1", ["S*5e", "4c4d", "5e4d"], None);
        // Guarded pawns are no targets; unguarded ones are.
        let guarded = "4k4/9/3g1g3/3p1p3/9/9/9/9/4K4 b S 1";
        check(guarded, ["S*5e", "5a6a", "5e4d"], None);
        let unguarded = "4k4/9/9/3p1p3/9/9/9/9/4K4 b S 1";
        check(unguarded, ["S*5e", "5a6a", "5e4d"], Some("warifuchi"));
    }

    #[test]
    fn knights_and_big_pieces_fork() {
        let knight = "4k4/9/9/3r1g3/9/9/9/9/K8 b N 1";
        check(knight, ["N*5f", "6d6e", "5f4d"], Some("fundoshi"));
        check("4k4/9/9/5g3/9/9/9/9/K8 b N 1", ["N*5f", "5a6a", "5f4d"], None);
        // The knight also arrives by a jump.
        let jump = "4k4/9/9/3r1g3/9/9/9/5N3/K8 b - 1";
        check(jump, ["4h5f", "6d6e", "5f4d"], Some("fundoshi"));
        // The bishop checks the king and attacks the rook.
        let bishop = "4k4/9/9/9/8r/9/9/9/K8 b B 1";
        check(bishop, ["B*3c", "5a6a", "3c1e"], Some("ryotori"));
        check(bishop, ["B*2f", "5a6a", "2f1e"], None);
        // A rook between a king and an unguarded silver.
        let rook = "4k4/9/9/9/4s4/9/9/9/K8 b R 1";
        check(rook, ["R*5c", "5a4a", "5c5e"], Some("ryotori"));
    }

    #[test]
    fn a_skewer_is_a_skewer() {
        let behind = "4k4/9/7r1/7g1/9/9/9/9/4K4 b L 1";
        check(behind, ["L*2e", "2d3d", "2e2c+"], Some("dengaku"));
        check(behind, ["L*2e", "5a6a", "2e2d"], Some("dengaku"));
        // Nothing stands behind the gold.
        let alone = "4k4/9/9/7g1/9/9/9/9/4K4 b L 1";
        check(alone, ["L*2e", "5a6a", "2e2d"], None);
        // Our own piece stands between them.
        let ours = "4k4/7r1/7P1/7g1/9/9/9/9/4K4 b L 1";
        check(ours, ["L*2e", "5a6a", "2e2d"], None);
    }

    #[test]
    fn pawns_are_dropped() {
        let quiet = "4k4/9/9/9/9/9/9/9/4K4 b P 1";
        check(quiet, ["P*2d", "5a5b", "2d2c+"], Some("tarefu"));
        // The pawn was dropped before a piece, which is another idea.
        let piece = "4k4/9/7s1/9/9/9/9/9/4K4 b P 1";
        check(piece, ["P*2d", "2c3b", "2d2c+"], None);
        let gold = "4k4/9/7g1/9/9/9/9/9/4K2R1 b P 1";
        check(gold, ["P*2d", "2c2d", "2i2d"], Some("tataki"));
        // Another piece takes the pawn than the one before it.
        let aside = "4k4/9/7s1/8g/9/9/9/9/4K2R1 b P 1";
        check(aside, ["P*2d", "1d2d", "2i2d"], None);
        let pawn = "4k4/9/7p1/9/9/9/9/9/4K2R1 b P 1";
        check(pawn, ["P*2d", "2c2d", "2i2d"], Some("awasefu"));
    }

    #[test]
    fn pawns_are_pushed() {
        let file = "4k4/9/7p1/9/7P1/9/9/9/4K2R1 b P 1";
        check(file, ["2e2d", "2c2d", "2i2d"], Some("kokan"));
        check(file, ["2e2d", "2c2d", "P*2e"], Some("tsugifu"));
        check(file, ["2e2d", "2c2d", "P*2f"], None);
        check(file, ["2e2d", "5a6a", "2d2c+"], None);
        let silver = "4k4/9/7s1/9/7P1/9/9/9/4K2R1 b P 1";
        check(silver, ["2e2d", "5a6a", "2d2c+"], Some("a pushed pawn takes what it attacked"));
        check(silver, ["2e2d", "2c2d", "P*2e"], None);
        // White's pawns go the other way.
        let white = "4k2r1/9/9/9/7p1/9/7P1/9/4K4 w p 1";
        check(white, ["2e2f", "2g2f", "P*2e"], Some("tsugifu"));
    }
}
