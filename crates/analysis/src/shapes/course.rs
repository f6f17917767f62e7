//! The course of a game as far as the names of openings ask for it: captures, the way of the rooks,
//! moves made.

use shogi::{Color, Move, PieceKind, Position, Square};

/// The style of a side's rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RookStyle {
    /// 居飛車: the rook stayed on its side.
    Static,
    /// 振り飛車: the rook went to the files 5 to 9 on its first two ranks while the game was calm.
    Ranging,
}

/// The last ply by which a rook becomes a ranging one.
const RANGING_BY: usize = 40;

/// What happened in a game so far.
#[derive(Clone, Debug, Default)]
pub struct Course {
    plies: usize,
    fought: bool,
    bishop_captured: bool,
    ranging: [bool; 2],
    /// The first rook move of each side, as Black sees it.
    first_rook_move: [Option<(Square, Square)>; 2],
    /// All moves of each side with their plies, as Black sees them.
    moves: [Vec<(usize, Move)>; 2],
}

impl Course {
    /// Takes a move into account that is about to be played in the position.
    pub fn add(&mut self, position: &Position, mv: Move) {
        let side = position.turn();
        self.plies += 1;
        if let Some(captured) = position.piece_on(mv.to()) {
            match captured.kind().unpromoted() {
                PieceKind::Pawn => {}
                PieceKind::Bishop => self.bishop_captured = true,
                _ => self.fought = true,
            }
        }
        let seen = if side == Color::Black { mv } else { mv.turned() };
        self.moves[side.index()].push((self.plies, seen));
        let moved = mv.from().and_then(|from| position.piece_on(from)).map(|piece| piece.kind());
        if let (Some(from), Some(PieceKind::Rook)) = (seen.from(), moved) {
            self.first_rook_move[side.index()].get_or_insert((from, seen.to()));
            let to = seen.to();
            let swung = to.file().index() >= 4 && to.rank().index() >= 7;
            if swung && self.plies <= RANGING_BY && self.is_calm() {
                self.ranging[side.index()] = true;
            }
        }
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Is it true that nothing but pawns and bishops were captured?
    pub fn is_calm(&self) -> bool {
        !self.fought
    }

    /// Was a bishop captured by either side?
    pub fn bishop_was_captured(&self) -> bool {
        self.bishop_captured
    }

    /// The style of the side's rook so far.
    pub fn rook_style(&self, side: Color) -> RookStyle {
        if self.ranging[side.index()] { RookStyle::Ranging } else { RookStyle::Static }
    }

    /// Did the side make this move, written as Black's, by the ply?
    pub(super) fn played(&self, side: Color, mv: Move, by: usize) -> bool {
        self.moves[side.index()].iter().any(|&(ply, made)| ply <= by && made == mv)
    }

    /// The square, as Black sees it, from which the rook's first move brought it where it stands.
    pub(super) fn rook_came_from(&self, side: Color, position: &Position) -> Option<Square> {
        let (from, to) = self.first_rook_move[side.index()]?;
        let rook = shogi::Piece::new(side, PieceKind::Rook);
        (position.piece_on(to.seen_by(side)) == Some(rook)).then_some(from)
    }
}
