//! Accumulators remembered for each block of rows, which a side's king decides on.
//!
//! In a HalfKP network a king move changes every row of its side, in a KingZone network one into
//! another zone does. But the king has often been there before, with most pieces where they are
//! now: the difference to then is small.
//!
//! Known as: Finny tables
//! Source:   Koivisto, the chess program

use shogi::{Bitboard, Color, Hand, HandKind, Piece, PieceKind, Position, Square};

use super::accumulator::{Row, Sums};
use super::architecture::Features;
use super::network::Weights;
use super::states;
use crate::change::Placed;

/// Kinds that have their own block of states; promoted small pieces join the golds.
const KINDS: [PieceKind; 10] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Dragon,
    PieceKind::King,
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
    sums: Sums<N>,
    pieces: Snapshot,
}

/// An entry for each side, each block and each way to see it.
pub(super) struct RefreshCache<const N: usize>(Vec<Entry<N>>);

impl<const N: usize> RefreshCache<N> {
    pub(super) fn new(bias: &Row<N>, features: Features) -> Self {
        let sums = Sums { row: bias.clone(), linear: 0 };
        let entry = || Entry { sums: sums.clone(), pieces: Snapshot::EMPTY };
        Self((0..4 * features.blocks()).map(|_| entry()).collect())
    }

    /// The sums of the side whose king stands on `king`, by the difference to the last time.
    pub(super) fn refresh<const H1: usize, const H2: usize>(
        &mut self,
        weights: &Weights<N, H1, H2>,
        position: &Position,
        perspective: Color,
        king: Square,
        to: &mut Sums<N>,
    ) {
        let features = weights.features;
        let view = features.view(perspective, king);
        let block = view.base / features.block_rows();
        let index = block * 4 + perspective.index() * 2 + usize::from(view.is_mirrored);
        let Entry { sums, pieces } = &mut self.0[index];
        let now = Snapshot::of(position);
        let kinds = if features.has_king_rows() { &KINDS[..] } else { &KINDS[..KINDS.len() - 1] };
        for owner in Color::ALL {
            let sets = pieces.sets[owner.index()].iter().zip(&now.sets[owner.index()]);
            for (&kind, (&then, &now)) in kinds.iter().zip(sets) {
                let piece = Piece::new(owner, kind);
                let row = |square| view.on_board(Placed { piece, square });
                (now - then).into_iter().for_each(|square| weights.add(sums, view, row(square)));
                (then - now)
                    .into_iter()
                    .for_each(|square| weights.subtract(sums, view, row(square)));
            }
            let (then, now) = (pieces.hands[owner.index()], now.hands[owner.index()]);
            if then == now {
                continue;
            }
            for kind in HandKind::ALL {
                let row = |n| view.nth_in_hand(owner, kind, n);
                let (then, now) = (then.count(kind), now.count(kind));
                (then + 1..=now).for_each(|n| weights.add(sums, view, row(n)));
                (now + 1..=then).for_each(|n| weights.subtract(sums, view, row(n)));
            }
        }
        (pieces.missing..now.missing).for_each(|_| weights.add(sums, view, view.base));
        (now.missing..pieces.missing).for_each(|_| weights.subtract(sums, view, view.base));
        *pieces = now;
        to.clone_from(sums);
    }
}
