//! Tesuji: the third move of a known combination (ours, theirs, ours) is searched deeper.
//!
//! Known as: tesuji extension, three-move patterns of IS Shogi
//! Source:   G (Gekisashi 2005) names the method, which is IS Shogi's
//! Here:     the patterns are ours, one line each; the third move of a pattern gets a ply more
//! Worth:    not measured
//! Off:      `tesuji`

use shogi::{Move, PieceKind, Position};

use crate::depth::Depth;
use crate::node::Candidate;
use crate::technique::Technique;
use crate::worker::Worker;

/// The first move of a pattern.
#[derive(Clone, Copy)]
enum First {
    /// A piece of this kind was dropped.
    Drop(PieceKind),
    /// A piece of this kind moved without a capture.
    Push(PieceKind),
}

/// The opponent's answer in a pattern.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    /// The opponent played on another square.
    Elsewhere,
    /// The opponent took the piece of the first move.
    Taken,
}

/// The third move of a pattern.
#[derive(Clone, Copy)]
enum Third {
    /// The piece of the first move captures.
    ItTakes,
    /// The piece of the first move promotes.
    ItPromotes,
    /// Another piece recaptures on the square of the first move.
    TakesBack,
    /// A piece of this kind is dropped right behind the first move's square, seen from us.
    DropBehind(PieceKind),
}

/// A pattern of three moves.
struct Tesuji {
    first: First,
    answer: Answer,
    third: Third,
}

const fn tesuji(first: First, answer: Answer, third: Third) -> Tesuji {
    Tesuji { first, answer, third }
}

use Answer::{Elsewhere, Taken};
use First::{Drop, Push};
use PieceKind::{Bishop, Knight, Lance, Pawn, Rook, Silver};
use Third::{DropBehind, ItPromotes, ItTakes, TakesBack};

const PATTERNS: [Tesuji; 10] = [
    // Warifuchi: a dropped silver forks two pieces.
    tesuji(Drop(Silver), Elsewhere, ItTakes),
    // Fundoshi: a dropped knight forks two pieces.
    tesuji(Drop(Knight), Elsewhere, ItTakes),
    // Dengaku: a dropped lance skewers two pieces.
    tesuji(Drop(Lance), Elsewhere, ItTakes),
    tesuji(Drop(Bishop), Elsewhere, ItTakes),
    tesuji(Drop(Rook), Elsewhere, ItTakes),
    // Tarefu: a pawn dropped near the camp threatens to promote.
    tesuji(Drop(Pawn), Elsewhere, ItPromotes),
    // Tataki: a pawn is sacrificed to draw a piece forward.
    tesuji(Drop(Pawn), Taken, TakesBack),
    // Tsukisute and tsugifu: a pawn is pushed, taken, and another dropped behind.
    tesuji(Push(Pawn), Taken, DropBehind(Pawn)),
    tesuji(Push(Pawn), Taken, TakesBack),
    // A pushed pawn takes the piece that it attacks.
    tesuji(Push(Pawn), Elsewhere, ItTakes),
];

/// The extension of the move: a ply if it is the third move of a pattern.
pub(crate) fn extension(worker: &Worker<'_>, candidate: &Candidate) -> Depth {
    if worker.ply() < 2 || !worker.on(Technique::Tesuji) {
        return Depth::ZERO;
    }
    let (first, answer) = (worker.frame_before(2), worker.frame_before(1));
    let (Some(first_move), Some(answer_move)) = (first.mv, answer.mv) else { return Depth::ZERO };
    if first.captures {
        return Depth::ZERO;
    }
    let answer = if answer_move.to() == first_move.to() { Taken } else { Elsewhere };
    let Some(kind) = kind_of_first(worker.position(), first_move, answer) else {
        return Depth::ZERO;
    };
    let is_known = PATTERNS.iter().any(|pattern| {
        let begins = match pattern.first {
            Drop(wanted) => first_move.is_drop() && kind == wanted,
            Push(wanted) => !first_move.is_drop() && kind == wanted,
        };
        begins
            && pattern.answer == answer
            && is_third(worker.position(), pattern.third, first_move, candidate)
    });
    if is_known { Depth::PLY } else { Depth::ZERO }
}

/// The kind of piece that made the first move, which still stands there or was just taken.
fn kind_of_first(position: &Position, first: Move, answer: Answer) -> Option<PieceKind> {
    match answer {
        Elsewhere => position.piece_on(first.to()).map(|piece| piece.kind()),
        Taken => position.last_captured().map(|piece| piece.kind()),
    }
}

/// Is the candidate the third move of the pattern?
fn is_third(position: &Position, third: Third, first: Move, candidate: &Candidate) -> bool {
    let mv = candidate.mv;
    match third {
        ItTakes => mv.from() == Some(first.to()) && candidate.is_capture,
        ItPromotes => mv.from() == Some(first.to()) && mv.is_promotion(),
        TakesBack => mv.to() == first.to() && candidate.is_capture,
        DropBehind(kind) => {
            let us = position.turn();
            let back = if us == shogi::Color::Black { 1 } else { -1 };
            mv.dropped().is_some_and(|dropped| dropped.kind() == kind)
                && first.to().offset(0, back) == Some(mv.to())
        }
    }
}
