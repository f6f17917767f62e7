//! Correction history: the difference between the search's score and the static value in positions
//! that share a feature is learned and added to the static value of later ones.
//!
//! Known as: correction history (corrhist)
//! Source:   Stoat (github.com/Ciekce/stoat): the keys fit for shogi (castle = kings, golds and
//!           silvers; cavalry = knights, bishops and rooks; kings and hands); it and Stockfish of
//!           2024: 16,384 entries, the limit of 1,024, and the bonus of error times depth over 8,
//!           within a quarter of the limit; the idea: Caissa
//! Here:     the pawns are a key of their own where Stoat has kings, pawns and rooks together, keys
//!           are hashes of sets of squares, the last move stands for pairs of moves, and the sum of
//!           five is divided by 12
//! Worth:    65 ± 34 Elo (400 games, 10,000 nodes, an earlier build; docs/record/ablation.tsv)
//! Off:      `correction`

use shogi::{Bitboard, PieceKind, Position};

use crate::order::history::{PIECE_TO, fold, key_of, nudge};

/// The number of entries of each table.
const ENTRIES: usize = 1 << 14;
/// The largest entry.
const LIMIT: i32 = 1024;
/// The number of tables that are read by a key of the position.
const KEYS: usize = 4;

/// The tables of corrections, with an entry for each side to move, key and slot.
pub(crate) struct Corrections {
    tables: Box<[[[i16; ENTRIES]; KEYS]]>,
    by_last_move: Box<[[i16; PIECE_TO]]>,
}

/// The entries that a position belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Slots {
    color: usize,
    keyed: [usize; KEYS],
    last_move: Option<usize>,
}

impl Slots {
    /// Finds the slots of a position; `last_move` is the arrival index of the last move.
    pub(crate) fn new(position: &Position, pawn_key: u64, last_move: Option<usize>) -> Self {
        let of = |kinds: &[PieceKind]| {
            let all = kinds.iter().fold(Bitboard::EMPTY, |all, &kind| all | position.all_of(kind));
            key_of(position, all)
        };
        use PieceKind::{Bishop, Dragon, Gold, Horse, King, Knight, Rook, Silver};
        let castle = of(&[King, Gold, Silver]);
        let kings = of(&[King]);
        let cavalry = of(&[Knight, Bishop, Rook, Horse, Dragon]);
        let keys = [castle, kings ^ fold(position.hand_key()), pawn_key, cavalry];
        Self {
            color: position.turn().index(),
            keyed: keys.map(|key| key as usize % ENTRIES),
            last_move,
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Self {
        Self {
            tables: vec![[[0; ENTRIES]; KEYS]; 2].into_boxed_slice(),
            by_last_move: vec![[0; PIECE_TO]; 2].into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.tables.iter_mut().flatten().for_each(|table| table.fill(0));
        self.by_last_move.iter_mut().for_each(|table| table.fill(0));
    }

    /// The correction that is added to the static value.
    pub(crate) fn of(&self, slots: &Slots) -> i32 {
        let keyed = slots.keyed.iter().zip(&self.tables[slots.color]);
        let sum: i32 = keyed.map(|(&slot, table)| i32::from(table[slot])).sum();
        let last =
            slots.last_move.map_or(0, |last| i32::from(self.by_last_move[slots.color][last]));
        (sum + last) / 12
    }

    /// Learns that a search to `depth` differed from the static value by `error`.
    pub(crate) fn learn(&mut self, slots: &Slots, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (&slot, table) in slots.keyed.iter().zip(&mut self.tables[slots.color]) {
            nudge(&mut table[slot], bonus, LIMIT);
        }
        if let Some(last) = slots.last_move {
            nudge(&mut self.by_last_move[slots.color][last], bonus, LIMIT);
        }
    }
}
