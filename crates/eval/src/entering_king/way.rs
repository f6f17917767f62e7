//! A king's way to the enemy camp, and on what that answer rests.
//!
//! Most moves neither open nor close a way. The answer is kept together with the squares on which
//! it rests, so that along a line of play it is looked for again only when a move touches them.

use shogi::attacks::{attacks, between, bishop_rays, lance_ray, rook_rays};
use shogi::{Bitboard, Color, PieceKind, Position};

use super::{CAMP, StepWeights, attacked};
use crate::change::Change;

/// Most ranks between a king and the camp.
const MOST_RANKS: usize = 6;

/// Whether `color`'s king has an open way, until a move touches what this rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    color: Color,
    /// Ranks to go, if the way is open.
    ranks: Option<u8>,
    /// A piece that leaves one of these squares may change the answer.
    leaving: Bitboard,
    /// A piece that arrives on one of these squares may change the answer. If the way is open,
    /// these are its squares, and a piece that comes to attack one of them changes it, too.
    arriving: Bitboard,
}

impl Way {
    /// Looks for the way.
    pub(crate) fn find(position: &Position, color: Color) -> Self {
        let mut way =
            Self { color, ranks: None, leaving: Bitboard::EMPTY, arriving: Bitboard::EMPTY };
        let Some(king) = position.king(color) else { return way };
        way.leaving = Bitboard::of(king);
        let rank = king.rank().seen_by(color).index();
        let ranks = rank.saturating_sub(CAMP as usize - 1);
        if ranks == 0 {
            way.ranks = Some(0);
            return way;
        }
        let mut flood =
            Flood { color, start: way.leaving, ranks, reached: [Bitboard::EMPTY; MOST_RANKS] };
        let pawns = Bitboard::from_bits(attacked::by_pawns(position, !color));
        let mut open = !position.occupied() - pawns;
        if let Err(boundary) = flood.run(open) {
            way.rest_on_boundary(position, pawns, boundary);
            return way;
        }
        open = open - Bitboard::from_bits(attacked::by_steps(position, !color));
        if let Err(boundary) = flood.run(open) {
            way.rest_on_boundary(position, pawns, boundary);
            return way;
        }
        open = open - Bitboard::from_bits(attacked::by_slides(position, !color));
        match flood.run(open) {
            Err(boundary) => way.rest_on_boundary(position, pawns, boundary),
            Ok(()) => {
                way.ranks = Some(ranks as u8);
                way.arriving = flood.path();
                way.leaving |= shields(position, !color, way.arriving);
            }
        }
        way
    }

    /// The way is closed as long as the boundary is: each of its squares by a piece on it, or by
    /// one that attacks it.
    fn rest_on_boundary(&mut self, position: &Position, pawns: Bitboard, boundary: Bitboard) {
        let occupied = position.occupied();
        self.leaving |= boundary & occupied;
        let attacked = boundary - occupied;
        let by_pawns = attacked & pawns;
        let ahead = match self.color {
            Color::Black => by_pawns.bits() >> 1,
            Color::White => by_pawns.bits() << 1,
        };
        self.leaving |= Bitboard::from_bits(ahead);
        self.arriving |= Bitboard::from_bits(ahead);
        for square in attacked - pawns {
            let attackers = position.attackers(!self.color, square);
            // Neighbours attack without a line that could be blocked: better to rest on one.
            let steps = attackers & shogi::attacks::king_attacks(square);
            let Some(attacker) = steps.first().or(attackers.first()) else { continue };
            self.leaving |= Bitboard::of(attacker);
            self.arriving |= Bitboard::of(attacker) | between(attacker, square);
        }
    }

    /// Is the answer still right after this change?
    #[inline]
    pub(crate) fn survives(&self, change: &Change) -> bool {
        let Some(placed) = change.placed else { return true };
        if self.arriving.has(placed.square) {
            return false;
        }
        if let Some(lifted) = change.lifted
            && self.leaving.has(lifted.square)
        {
            return false;
        }
        if self.ranks.is_none() || placed.piece.color() == self.color {
            return true;
        }
        // A slider whose line is still blocked has new shields: look at the whole line.
        !attacks(placed.piece, placed.square, Bitboard::EMPTY).meets(self.arriving)
    }

    /// The steps in this position: a king in check has none.
    #[inline]
    pub(crate) fn steps(&self, position: &Position) -> Option<u8> {
        self.ranks.filter(|_| !(self.color == position.turn() && position.in_check()))
    }
}

/// Pieces between `color`'s sliders and the path.
fn shields(position: &Position, color: Color, path: Bitboard) -> Bitboard {
    let of = |kind| position.pieces_of(color, kind);
    let mut lines = Bitboard::EMPTY;
    let mut add = |from, rays: Bitboard| {
        for square in rays & path {
            lines |= between(from, square);
        }
    };
    for from in of(PieceKind::Lance) {
        add(from, lance_ray(color, from));
    }
    for from in of(PieceKind::Bishop) | of(PieceKind::Horse) {
        add(from, bishop_rays(from));
    }
    for from in of(PieceKind::Rook) | of(PieceKind::Dragon) {
        add(from, rook_rays(from));
    }
    lines & position.occupied()
}

/// Both kings' ways, with one test for the moves that touch neither.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    leaving: Bitboard,
    arriving: Bitboard,
    is_any_open: bool,
    sides: [Way; 2],
}

impl Ways {
    pub(crate) fn find(position: &Position) -> Self {
        Self::of(Color::ALL.map(|color| Way::find(position, color)))
    }

    fn of(sides: [Way; 2]) -> Self {
        Self {
            leaving: sides[0].leaving | sides[1].leaving,
            arriving: sides[0].arriving | sides[1].arriving,
            is_any_open: sides.iter().any(|way| way.ranks.is_some()),
            sides,
        }
    }

    /// Do all changes leave both answers as they are?
    #[inline]
    pub(crate) fn survive<'a>(&self, mut changes: impl Iterator<Item = &'a Change>) -> bool {
        changes.all(|change| {
            let Some(placed) = change.placed else { return true };
            let left = change.lifted.map_or(Bitboard::EMPTY, |lifted| Bitboard::of(lifted.square));
            let touched =
                (left & self.leaving) | (Bitboard::of(placed.square) & self.arriving);
            touched.is_empty()
                && (!self.is_any_open || self.sides.iter().all(|way| way.survives(change)))
        })
    }

    /// The ways after changes that did not leave both as they were.
    #[cold]
    #[inline(never)]
    pub(crate) fn renewed<'a>(
        &self,
        changes: impl Iterator<Item = &'a Change> + Clone,
        position: &Position,
    ) -> Self {
        Self::of(self.sides.map(|way| {
            let is_kept = changes.clone().all(|change| way.survives(change));
            if is_kept { way } else { Way::find(position, way.color) }
        }))
    }

    /// Black's term less White's.
    #[inline]
    pub(crate) fn for_black(&self, weights: &StepWeights, position: &Position) -> i32 {
        if !self.is_any_open {
            return 0;
        }
        let [black, white] = &self.sides;
        weights.of(black.steps(position)) - weights.of(white.steps(position))
    }
}

/// The king's squares rank by rank.
struct Flood {
    color: Color,
    start: Bitboard,
    ranks: usize,
    reached: [Bitboard; MOST_RANKS],
}

impl Flood {
    /// Goes forward over open squares; if that ends before the camp, the closed squares that
    /// ended it.
    #[inline]
    fn run(&mut self, open: Bitboard) -> Result<(), Bitboard> {
        let mut squares = self.start;
        let mut boundary = Bitboard::EMPTY;
        for reached in &mut self.reached[..self.ranks] {
            let ahead = ahead(squares, self.color);
            boundary |= ahead - open;
            squares = ahead & open;
            *reached = squares;
            if squares.is_empty() {
                return Err(boundary);
            }
        }
        Ok(())
    }

    /// One way through the squares reached.
    fn path(&self) -> Bitboard {
        let mut path = Bitboard::EMPTY;
        let mut next = Bitboard::FULL;
        for reached in self.reached[..self.ranks].iter().rev() {
            if let Some(square) = (*reached & next).first() {
                path |= Bitboard::of(square);
                next = ahead(Bitboard::of(square), !self.color);
            }
        }
        path
    }
}

/// The squares before a set and diagonally before it; the set stands on one rank, not the last.
#[inline(always)]
fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    Bitboard::from_bits(super::ahead(color, squares.bits()) & Bitboard::FULL.bits())
}
