//! Histories: how often moves turned out well, kept in tables that forget slowly.
//!
//! Known as: history heuristic; butterfly, capture, continuation, pawn and low-ply history; history
//!           gravity
//! Source:   YaneuraOu 9.70, `history.h` and `update_continuation_histories` (after Stockfish): the
//!           tables, their limits, first values and weights, and the formula of `nudge`; what the
//!           moves' history keeps from search to search, 789 of 1,024: Stockfish from May to July
//!           2026; the idea: B (Bonanza 2006), appendix
//! Here:     one table of continuations, where YaneuraOu has four (in check or not, capture or
//!           not), and 512 pawn skeletons, as Stockfish had until 2025. The keys of sets of squares
//!           mix with public constants: the golden ratio (Fibonacci hashing), degski's multiplier,
//!           the first digits of FxHash's
//! Worth:    as far as they order moves, see `order/quiet_score`
//! Off:      none; `history`, `continuation` and `low-ply` concern the order of moves alone

use shogi::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

use crate::large_pages;

/// The number of arrivals: pairs of a piece and the square that it arrives on.
pub(crate) const PIECE_TO: usize = Piece::TABLE * Square::COUNT;
/// The number of tables of pawn histories.
const PAWN_SKELETONS: usize = 512;
/// The number of plies near the root that have a table of their own, reset with each search.
const LOW_PLIES: usize = 5;
/// The first value of low-ply histories.
const LOW_PLY_START: i16 = 98;

/// The largest history of a move by itself.
const MAIN_LIMIT: i32 = 7183;
/// The share of a move's history that is kept from search to search, in 1024ths.
const MAIN_KEPT: i32 = 789;
/// The largest capture history.
const CAPTURE_LIMIT: i32 = 10692;
/// The largest continuation history.
const CONTINUATION_LIMIT: i32 = 30000;
/// The largest pawn history.
const PAWN_LIMIT: i32 = 8192;

/// An empty table, which stands for a history that is switched off or has no earlier move.
pub(crate) static NO_HISTORY: [i16; PIECE_TO] = [0; PIECE_TO];

/// The index of a piece on a square.
#[inline(always)]
pub(crate) fn piece_to(piece: Piece, to: Square) -> usize {
    first_arrival(piece) + to.index()
}

/// The index of a piece on the first square.
#[inline(always)]
pub(crate) fn first_arrival(piece: Piece) -> usize {
    piece.index() * Square::COUNT
}

/// Adds the bonus to an entry, the less the nearer the entry is to the limit (history gravity).
#[inline(always)]
pub(crate) fn nudge(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// The history tables of one thread.
pub(crate) struct Histories {
    /// The history of each side's moves (butterfly history).
    main: Box<[[i16; 1 << 16]]>,
    /// The history of captures by arrival and captured kind.
    capture: Box<[[i16; PieceKind::TABLE]]>,
    /// The history of each arrival after an earlier arrival.
    continuation: Box<[[i16; PIECE_TO]]>,
    /// The history of each arrival by the key of the pawns.
    pawn: Box<[[i16; PIECE_TO]]>,
    /// The history of moves at each of the first plies.
    low_ply: Box<[[i16; 1 << 16]]>,
}

/// The arrival indices of the moves one to six plies ago; `None` is a pass or no move.
pub(crate) type Trail = [Option<usize>; 6];

impl Histories {
    pub(crate) fn new() -> Self {
        Self {
            main: vec![[0; 1 << 16]; 2].into_boxed_slice(),
            capture: vec![[-678; PieceKind::TABLE]; PIECE_TO].into_boxed_slice(),
            continuation: large_pages::table([-523; PIECE_TO], PIECE_TO),
            pawn: large_pages::table([-1238; PIECE_TO], PAWN_SKELETONS),
            low_ply: vec![[LOW_PLY_START; 1 << 16]; LOW_PLIES].into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.main.iter_mut().for_each(|table| table.fill(0));
        self.capture.iter_mut().for_each(|table| table.fill(-678));
        self.continuation.iter_mut().for_each(|table| table.fill(-523));
        self.pawn.iter_mut().for_each(|table| table.fill(-1238));
    }

    /// Ages the histories before a search, as they were learned at other positions.
    pub(crate) fn age(&mut self) {
        self.age_moves();
        self.low_ply.iter_mut().for_each(|table| table.fill(LOW_PLY_START));
    }

    /// Ages only the history of moves by themselves.
    pub(crate) fn age_moves(&mut self) {
        for entry in self.main.iter_mut().flatten() {
            *entry = (i32::from(*entry) * MAIN_KEPT / 1024) as i16;
        }
    }

    /// The table of moves `ply` plies from the root; none for plies farther away.
    pub(crate) fn low_ply(&self, ply: usize) -> Option<&[i16; 1 << 16]> {
        self.low_ply.get(ply)
    }

    /// The table of a side's moves.
    pub(crate) fn main(&self, color: Color) -> &[i16; 1 << 16] {
        &self.main[color.index()]
    }

    /// The table of the arrivals that followed the arrival `before`.
    pub(crate) fn continuation(&self, before: usize) -> &[i16; PIECE_TO] {
        &self.continuation[before]
    }

    /// The table of arrivals for the pawns with this key.
    pub(crate) fn pawns(&self, pawn_key: u64) -> &[i16; PIECE_TO] {
        &self.pawn[skeleton(pawn_key)]
    }

    /// Changes the low-ply history of a move.
    pub(crate) fn reward_low_ply(&mut self, ply: usize, mv: Move, bonus: i32) {
        if let Some(table) = self.low_ply.get_mut(ply) {
            nudge(&mut table[usize::from(mv.bits())], bonus, MAIN_LIMIT);
        }
    }

    /// The history of a move by itself.
    #[inline]
    pub(crate) fn of_move(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.main[color.index()][usize::from(mv.bits())])
    }

    /// The history of captures of a kind by a piece on a square.
    #[inline]
    pub(crate) fn of_capture(&self, piece: Piece, to: Square, taken: PieceKind) -> i32 {
        i32::from(self.capture[piece_to(piece, to)][taken.index()])
    }

    /// The history of the arrival `now` after the arrival `before`.
    #[inline]
    pub(crate) fn of_continuation(&self, before: Option<usize>, now: usize) -> i32 {
        before.map_or(0, |before| i32::from(self.continuation[before][now]))
    }

    /// The history of the arrival `now` for the pawns with this key.
    #[inline]
    pub(crate) fn of_pawns(&self, pawn_key: u64, now: usize) -> i32 {
        i32::from(self.pawn[skeleton(pawn_key)][now])
    }

    /// Changes the history of a move by itself.
    pub(crate) fn reward_move(&mut self, color: Color, mv: Move, bonus: i32) {
        nudge(&mut self.main[color.index()][usize::from(mv.bits())], bonus, MAIN_LIMIT);
    }

    /// Changes the history of a capture.
    pub(crate) fn reward_capture(
        &mut self,
        piece: Piece,
        to: Square,
        taken: PieceKind,
        bonus: i32,
    ) {
        nudge(&mut self.capture[piece_to(piece, to)][taken.index()], bonus, CAPTURE_LIMIT);
    }

    /// Changes the history of the arrival `now` for the pawns with this key.
    pub(crate) fn reward_pawns(&mut self, pawn_key: u64, now: usize, bonus: i32) {
        nudge(&mut self.pawn[skeleton(pawn_key)][now], bonus, PAWN_LIMIT);
    }

    /// Changes the history of the arrival `now` after each of the moves before it; in check only
    /// after the last two, which forced the answer.
    pub(crate) fn reward_continuation(
        &mut self,
        trail: &Trail,
        now: usize,
        bonus: i32,
        in_check: bool,
    ) {
        /// The weight of the bonus in 1024ths and the points added to it, for each ply.
        const WEIGHTS: [(i32, i32); 6] =
            [(1157, 88), (648, 0), (288, 0), (576, 0), (140, 0), (441, 0)];
        let plies = if in_check { 2 } else { 6 };
        for (before, (weight, more)) in trail.iter().zip(WEIGHTS).take(plies) {
            if let &Some(before) = before {
                nudge(
                    &mut self.continuation[before][now],
                    bonus * weight / 1024 + more,
                    CONTINUATION_LIMIT,
                );
            }
        }
    }
}

/// A key of the squares of both sides' pawns.
pub(crate) fn pawn_key(position: &Position) -> u64 {
    key_of(position, position.all_of(PieceKind::Pawn))
}

/// A key of the squares of `pieces` by side; their kinds do not count.
#[inline]
pub(crate) fn key_of(position: &Position, pieces: Bitboard) -> u64 {
    let [black, white] = Color::ALL.map(|color| pieces & position.pieces(color));
    hash(black.bits()) ^ hash(white.bits()).rotate_left(32)
}

/// The index of the table for the pawns with this key.
#[inline(always)]
fn skeleton(pawn_key: u64) -> usize {
    pawn_key as usize % PAWN_SKELETONS
}

/// A well-mixed word from the bits of a set of squares. The low bits of a product do not depend on
/// the high bits of its factors, and callers take the low bits, so the word is folded at the end.
#[inline(always)]
const fn hash(bits: u128) -> u64 {
    let low = (bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((bits >> 64) as u64 ^ 0x51_7cc1).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = low ^ high.rotate_left(29);
    fold((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// A key whose low bits depend on all of its bits.
#[inline(always)]
pub(crate) const fn fold(key: u64) -> u64 {
    key ^ key >> 32
}
