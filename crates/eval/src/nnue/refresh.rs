//! Accumulators remembered for each square of a side's king.
//!
//! In a HalfKP network a king move changes every row of its side. But the king has often stood on
//! that square before, with most pieces where they are now: the difference to then is small.
//!
//! Known as: Finny tables
//! Source:   Koivisto, the chess program

use shogi::{Bitboard, Color, Hand, HandKind, Piece, PieceKind, Position, Square};

use super::accumulator::Row;
use super::network::Weights;
use super::states;
use crate::change::Placed;

/// Kinds that have their own block of states; promoted small pieces join the golds.
const KINDS: [PieceKind; 9] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Dragon,
];

/// The pieces of a position, as far as rows depend on them.
#[derive(Clone)]
struct Snapshot {
    sets: [[Bitboard; KINDS.len()]; 2],
    hands: [Hand; 2],
    missing: u32,
}

impl Snapshot {
    const EMPTY: Self =
        Self { sets: [[Bitboard::EMPTY; KINDS.len()]; 2], hands: [Hand::EMPTY; 2], missing: 0 };

    fn of(position: &Position) -> Self {
        let set = |color, kind| match kind {
            PieceKind::Gold => {
                use PieceKind::{Gold, ProKnight, ProLance, ProPawn, ProSilver};
                [Gold, ProPawn, ProLance, ProKnight, ProSilver]
                    .into_iter()
                    .fold(Bitboard::EMPTY, |set, kind| set | position.pieces_of(color, kind))
            }
            kind => position.pieces_of(color, kind),
        };
        Self {
            sets: Color::ALL.map(|color| KINDS.map(|kind| set(color, kind))),
            hands: Color::ALL.map(|color| position.hand(color)),
            missing: states::missing(position),
        }
    }
}

struct Entry<const N: usize> {
    sum: Row<N>,
    pieces: Snapshot,
}

/// One entry for each square and each side.
pub(super) struct RefreshCache<const N: usize>(Vec<Entry<N>>);

impl<const N: usize> RefreshCache<N> {
    pub(super) fn new(bias: &Row<N>) -> Self {
        let entry = || Entry { sum: bias.clone(), pieces: Snapshot::EMPTY };
        Self((0..2 * Square::COUNT).map(|_| entry()).collect())
    }

    /// The accumulator of the side whose king stands on `king`, by the difference to the last time.
    pub(super) fn refresh<const H1: usize, const H2: usize>(
        &mut self,
        weights: &Weights<N, H1, H2>,
        position: &Position,
        perspective: Color,
        king: Square,
        sum: &mut Row<N>,
    ) {
        let entry = &mut self.0[perspective.index() * Square::COUNT + king.index()];
        let rows = &weights.rows[weights.features.row_base(perspective, king)..];
        let now = Snapshot::of(position);
        for owner in Color::ALL {
            for (index, kind) in KINDS.into_iter().enumerate() {
                let (then, now) =
                    (entry.pieces.sets[owner.index()][index], now.sets[owner.index()][index]);
                let piece = Piece::new(owner, kind);
                let row = |square| &rows[states::on_board(perspective, Placed { piece, square })];
                (now - then).into_iter().for_each(|square| entry.sum.add(row(square)));
                (then - now).into_iter().for_each(|square| entry.sum.subtract(row(square)));
            }
            let (then, now) = (entry.pieces.hands[owner.index()], now.hands[owner.index()]);
            if then == now {
                continue;
            }
            for kind in HandKind::ALL {
                let row = |n| &rows[states::nth_in_hand(perspective, owner, kind, n)];
                let (then, now) = (then.count(kind), now.count(kind));
                (then + 1..=now).for_each(|n| entry.sum.add(row(n)));
                (now + 1..=then).for_each(|n| entry.sum.subtract(row(n)));
            }
        }
        (entry.pieces.missing..now.missing).for_each(|_| entry.sum.add(&rows[0]));
        (now.missing..entry.pieces.missing).for_each(|_| entry.sum.subtract(&rows[0]));
        entry.pieces = now;
        sum.clone_from(&entry.sum);
    }
}
