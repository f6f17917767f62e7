//! Piece states, each a kind and a place, as one side sees them: 738 of own pieces, 738 of the
//! enemy's.
//!
//! Own states: 45 for the numbers held in hand (P 0..18, L N S G 0..4, B R 0..2), then the squares
//! of each kind, without those from which it could never move. The enemy's states are the same as
//! the enemy sees them, 738 higher: the other side's view of a state is 738 away.

use shogi::{Color, HandKind, Piece, PieceKind, Position, Square};

use crate::change::Placed;

/// States of own pieces.
pub const OWN_STATES: usize = 738;
/// States of all pieces.
pub const STATES: usize = 2 * OWN_STATES;
/// Most states that a position can have at once: 38 pieces, and 14 numbers held.
pub(super) const MOST: usize = 38 + 14;

/// A piece on a square, or how many of a kind are held, as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct State(u16);

/// No piece of the kind can stand there.
const IMPOSSIBLE: u16 = u16::MAX;

/// Kinds in the order of their blocks, with the far ranks on which they cannot stand.
const BLOCKS: [(PieceKind, usize); 9] = [
    (PieceKind::Pawn, 1),
    (PieceKind::Lance, 1),
    (PieceKind::Knight, 2),
    (PieceKind::Silver, 0),
    (PieceKind::Gold, 0),
    (PieceKind::Bishop, 0),
    (PieceKind::Horse, 0),
    (PieceKind::Rook, 0),
    (PieceKind::Dragon, 0),
];

/// First state of each kind in hand, by the number of the kind.
const HAND_BASE: [u16; 8] = {
    let mut bases = [0; 8];
    let mut base = 0;
    let mut index = 0;
    while index < HandKind::ALL.len() {
        let kind = HandKind::ALL[index];
        bases[kind.index()] = base;
        base += kind.in_set() as u16 + 1;
        index += 1;
    }
    bases
};

struct Tables {
    /// [kind][square as the owner sees it]: own state.
    own: [[u16; 81]; PieceKind::TABLE],
    /// Own state of the mirrored piece.
    mirrored: [u16; OWN_STATES],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut own = [[IMPOSSIBLE; 81]; PieceKind::TABLE];
    let mut mirrored = [0; OWN_STATES];
    let mut next = 0;
    while next < 45 {
        mirrored[next as usize] = next;
        next += 1;
    }
    let mut block = 0;
    while block < BLOCKS.len() {
        let (kind, barred) = BLOCKS[block];
        let mut square = 0;
        while square < 81 {
            if square % 9 >= barred {
                own[kind.index()][square] = next;
                next += 1;
            }
            square += 1;
        }
        square = 0;
        while square < 81 {
            if square % 9 >= barred {
                let twin = (8 - square / 9) * 9 + square % 9;
                mirrored[own[kind.index()][square] as usize] = own[kind.index()][twin];
            }
            square += 1;
        }
        block += 1;
    }
    assert!(next as usize == OWN_STATES);
    let golds =
        [PieceKind::ProPawn, PieceKind::ProLance, PieceKind::ProKnight, PieceKind::ProSilver];
    let mut index = 0;
    while index < golds.len() {
        own[golds[index].index()] = own[PieceKind::Gold.index()];
        index += 1;
    }
    Tables { own, mirrored }
}

impl State {
    /// The state with this number, if it is below [`STATES`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < STATES { Some(Self(index as u16)) } else { None }
    }

    /// 0 to 1475.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// A piece on the board; none for a king, or where it could never move.
    #[inline]
    pub fn on_board(perspective: Color, piece: Piece, square: Square) -> Option<Self> {
        let owner = piece.color();
        let own = TABLES.own[piece.kind().index()][square.seen_by(owner).index()];
        (own != IMPOSSIBLE).then(|| Self::own(own, owner == perspective))
    }

    pub(super) fn placed(perspective: Color, placed: Placed) -> Option<Self> {
        Self::on_board(perspective, placed.piece, placed.square)
    }

    /// The state of `count` pieces of a kind in `owner`'s hand.
    #[inline]
    pub fn in_hand(perspective: Color, owner: Color, kind: HandKind, count: u32) -> Self {
        debug_assert!(count <= u32::from(kind.in_set()));
        Self::own(HAND_BASE[kind.index()] + count as u16, owner == perspective)
    }

    #[inline(always)]
    const fn own(own: u16, is_own: bool) -> Self {
        Self(if is_own { own } else { own + OWN_STATES as u16 })
    }

    /// The same piece as the other side sees it.
    #[inline(always)]
    #[must_use]
    pub const fn flipped(self) -> Self {
        let own = OWN_STATES as u16;
        Self(if self.0 < own { self.0 + own } else { self.0 - own })
    }

    /// The same piece on the other side of file 5.
    #[inline]
    #[must_use]
    pub fn mirrored(self) -> Self {
        let own = OWN_STATES as u16;
        if self.0 < own {
            Self(TABLES.mirrored[self.index()])
        } else {
            Self(TABLES.mirrored[self.index() - OWN_STATES] + own)
        }
    }
}

/// The states of a position as one side sees them.
pub(super) struct StateList {
    states: [State; MOST],
    len: usize,
}

impl StateList {
    /// As Black sees them.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let mut list = Self { states: [State(0); MOST], len: 0 };
        for color in Color::ALL {
            let hand = position.hand(color);
            for kind in HandKind::ALL {
                list.push(State::in_hand(Color::Black, color, kind, hand.count(kind)));
            }
            for square in position.pieces(color) {
                if let Some(piece) = position.piece_on(square)
                    && let Some(state) = State::on_board(Color::Black, piece, square)
                {
                    list.push(state);
                }
            }
        }
        list
    }

    #[inline(always)]
    fn push(&mut self, state: State) {
        self.states[self.len] = state;
        self.len += 1;
    }

    #[inline]
    pub(super) fn map(&self, f: impl Fn(State) -> State) -> Self {
        let mut mapped = Self { states: [State(0); MOST], len: self.len };
        for (to, &from) in mapped.states[..self.len].iter_mut().zip(self.iter()) {
            *to = f(from);
        }
        mapped
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> std::slice::Iter<'_, State> {
        self.states[..self.len].iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_met_once() {
        let mut seen = [0; STATES];
        for owner in Color::ALL {
            for kind in HandKind::ALL {
                for count in 0..=u32::from(kind.in_set()) {
                    seen[State::in_hand(Color::White, owner, kind, count).index()] += 1;
                }
            }
            for (kind, _) in BLOCKS {
                for square in Square::all() {
                    let piece = Piece::new(owner, kind);
                    if let Some(state) = State::on_board(Color::White, piece, square) {
                        seen[state.index()] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
    }

    #[test]
    fn views_and_mirrors() {
        for piece in Piece::all().filter(|piece| piece.kind() != PieceKind::King) {
            for square in Square::all() {
                let state = |perspective, square| State::on_board(perspective, piece, square);
                let black = state(Color::Black, square);
                assert_eq!(black.map(State::flipped), state(Color::White, square));
                assert_eq!(black.map(State::mirrored), state(Color::Black, square.mirrored()));
                let turned = State::on_board(Color::White, piece.recolored(), square.rotated());
                assert_eq!(black, turned);
            }
        }
    }
}
