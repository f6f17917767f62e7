//! Piece states: a piece on a square, or the n-th of a kind in hand, as one side sees it.
//!
//! The numbers are those of the nn.bin format: 0 stands for a piece that the game lacks (handicap),
//! then come the hands, then the board in blocks of 81 squares, own and enemy pieces apart; the
//! promoted small pieces count as golds. White sees the board rotated. Behind them stand the
//! squares of the own and of the enemy king, which are rows of their own in K-P and king-zone
//! networks.
//!
//! Known as: BonaPiece
//! Source:   YaneuraOu, which took the idea and the name from Bonanza's tables

use shogi::{Color, HandKind, Piece, PieceKind, Position, Square};

use crate::change::{HandChange, Placed};

/// The number of states of the pieces other than kings.
pub(super) const PIECE_STATES: usize = 1548;

/// Pieces of a full set without the kings.
const FULL_SET: u32 = 38;

/// First state of the own pieces of a kind in hand; the enemy's is behind it.
const fn hand_base(kind: HandKind, own: bool) -> u16 {
    let (own_base, enemy_base) = match kind {
        HandKind::Pawn => (1, 20),
        HandKind::Lance => (39, 44),
        HandKind::Knight => (49, 54),
        HandKind::Silver => (59, 64),
        HandKind::Gold => (69, 74),
        HandKind::Bishop => (79, 82),
        HandKind::Rook => (85, 88),
    };
    if own { own_base } else { enemy_base }
}

/// First state of the own or the enemy's pieces of a kind on the board.
const fn board_base(kind: PieceKind, own: bool) -> u16 {
    let block = match kind {
        PieceKind::Pawn => 0,
        PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        PieceKind::Silver => 3,
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => 4,
        PieceKind::Bishop => 5,
        PieceKind::Horse => 6,
        PieceKind::Rook => 7,
        PieceKind::Dragon => 8,
        PieceKind::King => 9,
    };
    90 + 81 * (2 * block + if own { 0 } else { 1 })
}

/// [perspective][piece]: first state on the board.
static BOARD: [[u16; Piece::TABLE]; 2] = {
    let mut table = [[0; Piece::TABLE]; 2];
    let mut index = 0;
    while index < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[index];
        let black = Piece::new(Color::Black, kind).index();
        let white = Piece::new(Color::White, kind).index();
        table[0][black] = board_base(kind, true);
        table[0][white] = board_base(kind, false);
        table[1][black] = board_base(kind, false);
        table[1][white] = board_base(kind, true);
        index += 1;
    }
    table
};

/// The piece of a state as Black sees it; none for state 0, which stands for an absent piece.
pub(super) fn piece_of(state: usize) -> Option<Piece> {
    let sides = [(Color::Black, true), (Color::White, false)];
    let in_hand = HandKind::ALL.into_iter().flat_map(|kind| {
        sides.map(|(color, own)| (hand_base(kind, own), Piece::new(color, kind.kind())))
    });
    // Promoted pieces share the states of golds, which come first among the kinds.
    let on_board = PieceKind::ALL.into_iter().flat_map(|kind| {
        sides.map(|(color, own)| (board_base(kind, own), Piece::new(color, kind)))
    });
    let begun = in_hand.chain(on_board).filter(|&(first, _)| usize::from(first) <= state);
    begun.reduce(|last, next| if next.0 > last.0 { next } else { last }).map(|(_, piece)| piece)
}

/// `SQUARES[perspective][is_mirrored]`: the number of a square as a side sees it.
static SQUARES: [[[u8; Square::COUNT]; 2]; 2] = {
    let mut table = [[[0; Square::COUNT]; 2]; 2];
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::from_index(index) {
            let mut side = 0;
            while side < 2 {
                let seen = square.seen_by(Color::ALL[side]);
                table[side][0][index] = seen.index() as u8;
                table[side][1][index] = seen.mirrored().index() as u8;
                side += 1;
            }
        }
        index += 1;
    }
    table
};

/// How one side sees a position: turned, perhaps with left and right exchanged, and with its rows
/// from a certain one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    pub(super) perspective: Color,
    pub(super) is_mirrored: bool,
    /// The row of piece state 0.
    pub(super) base: usize,
}

impl View {
    /// The row of a piece on a square, kings included.
    #[inline(always)]
    pub(super) fn on_board(self, placed: Placed) -> usize {
        let side = self.perspective.index();
        let square = SQUARES[side][usize::from(self.is_mirrored)][placed.square.index()];
        self.base + usize::from(BOARD[side][placed.piece.index()]) + usize::from(square)
    }

    /// The row of the last of `count` pieces of a kind in `owner`'s hand.
    #[inline(always)]
    pub(super) fn nth_in_hand(self, owner: Color, kind: HandKind, count: u32) -> usize {
        let first = usize::from(hand_base(kind, owner == self.perspective));
        self.base + first + count as usize - 1
    }

    /// The row that a hand gained or lost.
    #[inline(always)]
    pub(super) fn of_hand(self, change: HandChange) -> usize {
        self.nth_in_hand(change.color, change.kind, change.before.max(change.after).into())
    }

    /// Calls `visit` with the row of every piece but the kings, absent ones included.
    #[inline]
    pub(super) fn for_each(self, position: &Position, mut visit: impl FnMut(usize)) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square)
                && piece.kind() != PieceKind::King
            {
                visit(self.on_board(Placed { piece, square }));
            }
        }
        for owner in Color::ALL {
            for (kind, count) in position.hand(owner).iter() {
                (1..=count).for_each(|n| visit(self.nth_in_hand(owner, kind, n)));
            }
        }
        (0..missing(position)).for_each(|_| visit(self.base));
    }
}

/// How many pieces of a full set the game lacks.
pub(super) fn missing(position: &Position) -> u32 {
    let kings = Color::ALL.into_iter().filter(|&color| position.king(color).is_some()).count();
    let held: u32 = Color::ALL
        .into_iter()
        .flat_map(|color| position.hand(color).iter())
        .map(|(_, count)| count)
        .sum();
    (FULL_SET + kings as u32).saturating_sub(position.occupied().len() + held)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(perspective: Color) -> View {
        View { perspective, is_mirrored: false, base: 0 }
    }

    #[test]
    fn blocks_are_those_of_the_format() {
        let at_1a = |color, kind| {
            let piece = Piece::new(color, kind);
            plain(Color::Black).on_board(Placed { piece, square: "1a".parse().unwrap() })
        };
        assert_eq!(at_1a(Color::Black, PieceKind::Pawn), 90);
        assert_eq!(at_1a(Color::White, PieceKind::Pawn), 171);
        assert_eq!(at_1a(Color::White, PieceKind::ProKnight), 819);
        assert_eq!(at_1a(Color::Black, PieceKind::Horse), 1062);
        assert_eq!(at_1a(Color::White, PieceKind::Dragon), 1467);
        assert_eq!(at_1a(Color::Black, PieceKind::King), PIECE_STATES);
        assert_eq!(at_1a(Color::White, PieceKind::King), PIECE_STATES + 81);
    }

    #[test]
    fn a_state_names_its_piece() {
        let piece = |color, kind| Some(Piece::new(color, kind));
        assert_eq!(piece_of(0), None);
        assert_eq!(piece_of(1), piece(Color::Black, PieceKind::Pawn));
        assert_eq!(piece_of(20), piece(Color::White, PieceKind::Pawn));
        assert_eq!(piece_of(819), piece(Color::White, PieceKind::Gold));
        assert_eq!(piece_of(1547), piece(Color::White, PieceKind::Dragon));
        assert_eq!(piece_of(PIECE_STATES), piece(Color::Black, PieceKind::King));
        assert_eq!((1..PIECE_STATES + 162).filter(|&state| piece_of(state).is_none()).count(), 0);
    }

    #[test]
    fn every_position_has_38_states() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        ] {
            let position: Position = sfen.parse().unwrap();
            for perspective in Color::ALL {
                let mut states = Vec::new();
                plain(perspective).for_each(&position, |state| states.push(state));
                assert_eq!(states.len(), 38, "{sfen}");
                assert!(states.iter().all(|&state| state < PIECE_STATES));
            }
        }
    }
}
