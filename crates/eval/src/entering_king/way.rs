//! A king's way to the enemy camp, and on what that answer rests.
//!
//! Most moves neither open nor close a way. The answer is kept together with what it rests on, so
//! that along a line of play it is looked for again only when a move touches that.

use shogi::attacks::{attacks, between, bishop_rays, king_attacks, lance_ray, rook_rays};
use shogi::{Bitboard, Color, PieceKind, Position, Square};

use super::{RANKS_LEFT, StepWeights, attacked};
use crate::change::Change;

/// Most ranks between a king and the camp.
const MOST_RANKS: usize = 6;

/// Whether `color`'s king has an open way, until a move touches what this rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    color: Color,
    /// Ranks to go, if the way is open.
    ranks: Option<u8>,
    /// Squares that keep a closed way closed as long as pieces or pawns' attacks close them.
    wall: Bitboard,
    /// Squares of an open way: no piece may come there, or attack them.
    path: Bitboard,
    /// A piece that leaves one of these squares may change the answer.
    leaving: Bitboard,
    /// A piece that arrives on one of these squares may change the answer.
    arriving: Bitboard,
}

impl Way {
    /// Looks for the way.
    fn find(position: &Position, color: Color) -> Self {
        let empty = Bitboard::EMPTY;
        let mut way =
            Self { color, ranks: None, wall: empty, path: empty, leaving: empty, arriving: empty };
        let Some(king) = position.king(color) else { return way };
        way.leaving = Bitboard::of(king);
        let ranks = RANKS_LEFT[color.index()][king.index()];
        if ranks == 0 {
            way.ranks = Some(0);
            return way;
        }
        let closed = closed(position, color);
        let mut flood = Flood::new(color, king, ranks);
        match flood.run(!closed) {
            Err(boundary) => way.wall = boundary,
            Ok(()) => way.look_at_attacks(position, closed, flood),
        }
        way
    }

    /// Goes on where pieces and pawns leave a way open.
    #[inline(never)]
    fn look_at_attacks(&mut self, position: &Position, closed: Bitboard, mut flood: Flood) {
        let them = !self.color;
        let attacked = attacked::by_steps(position, them) | attacked::by_slides(position, them);
        match flood.run(!closed - Bitboard::from_bits(attacked)) {
            Err(boundary) => {
                self.wall = boundary & closed;
                for square in boundary - closed {
                    self.rest_on_attacker(position, square);
                }
            }
            Ok(()) => {
                self.ranks = Some(flood.ranks as u8);
                self.path = flood.path();
                self.leaving |= shields(position, them, self.path);
            }
        }
    }

    /// The square stays closed as long as one attacker stays and its line is not blocked.
    fn rest_on_attacker(&mut self, position: &Position, square: Square) {
        let attackers = position.attackers(!self.color, square);
        // A neighbour has no line that could be blocked.
        let near = attackers & king_attacks(square);
        if let Some(attacker) = near.first().or(attackers.first()) {
            self.leaving |= Bitboard::of(attacker);
            self.arriving |= Bitboard::of(attacker) | between(attacker, square);
        }
    }

    /// Is the answer still right after this change, which led to `position`?
    #[inline(always)]
    fn survives(&self, change: &Change, position: &Position) -> bool {
        let closed = closed(position, self.color);
        let left = change.lifted.map_or(Bitboard::EMPTY, |lifted| Bitboard::of(lifted.square));
        let arrived = change.placed.map_or(Bitboard::EMPTY, |placed| Bitboard::of(placed.square));
        let touched = (self.wall - closed)
            | (self.path & closed)
            | (left & self.leaving)
            | (arrived & self.arriving);
        touched.is_empty() && (self.path.is_empty() || !self.is_threatened(change))
    }

    /// Does an enemy piece that has just arrived look at an open way? Whole lines count: a piece
    /// that blocks one now may leave.
    fn is_threatened(&self, change: &Change) -> bool {
        change.placed.is_some_and(|placed| {
            placed.piece.color() != self.color
                && attacks(placed.piece, placed.square, Bitboard::EMPTY).meets(self.path)
        })
    }

    /// The steps in this position: a king in check has none.
    #[inline]
    fn steps(&self, position: &Position) -> Option<u8> {
        self.ranks.filter(|_| !(self.color == position.turn() && position.in_check()))
    }
}

/// Squares that pieces and enemy pawns' attacks close to `color`'s king.
#[inline(always)]
fn closed(position: &Position, color: Color) -> Bitboard {
    position.occupied() | Bitboard::from_bits(attacked::by_pawns(position, !color))
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

/// Both kings' ways along the moves played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// Ways found at a ply; entries are read only through `from`.
    found: Vec<[Option<Way>; 2]>,
    /// For each ply and side, the ply at which the way was found that still holds.
    from: Vec<[u32; 2]>,
}

impl Ways {
    /// Makes the ways of ply `top` known from those of the ply before it, or from nothing.
    #[inline]
    pub(crate) fn bring_up(&mut self, position: &Position, top: usize, last: Option<&Change>) {
        if self.from.len() <= top {
            self.from.resize(top + 1, [0; 2]);
            self.found.resize(top + 1, [None; 2]);
        }
        for color in Color::ALL {
            let side = color.index();
            if let Some(change) = last {
                let from = self.from[top - 1][side];
                if let Some(way) = &self.found[from as usize][side]
                    && way.survives(change, position)
                {
                    self.from[top][side] = from;
                    continue;
                }
            }
            self.renew(position, top, color);
        }
    }

    #[inline(never)]
    fn renew(&mut self, position: &Position, top: usize, color: Color) {
        self.found[top][color.index()] = Some(Way::find(position, color));
        self.from[top][color.index()] = top as u32;
    }

    /// Black's term less White's at a ply that is known.
    #[inline]
    pub(crate) fn for_black(&self, weights: &StepWeights, position: &Position, top: usize) -> i32 {
        let of = |color: Color| {
            let from = self.from[top][color.index()] as usize;
            let way = self.found[from][color.index()].as_ref();
            weights.of(way.and_then(|way| way.steps(position)))
        };
        of(Color::Black) - of(Color::White)
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
    fn new(color: Color, king: Square, ranks: u8) -> Self {
        let ranks = usize::from(ranks);
        Self { color, start: Bitboard::of(king), ranks, reached: [Bitboard::EMPTY; MOST_RANKS] }
    }

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
