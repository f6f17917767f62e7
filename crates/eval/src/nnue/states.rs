//! Piece states: a piece on a square, or the n-th of a kind in hand, as one side sees it.
//!
//! The numbers are those of the nn.bin format: 0 stands for a piece that the game lacks (handicap),
//! then come the hands, then the board in blocks of 81 squares, own and enemy pieces apart; the
//! promoted small pieces count as golds. White sees the board rotated. Behind them stand the
//! squares of the own and of the enemy king, which are rows of their own in K-P networks.
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

/// The number of a piece on a square, kings included.
#[inline(always)]
pub(super) fn on_board(perspective: Color, placed: Placed) -> usize {
    let square = placed.square.seen_by(perspective).index();
    usize::from(BOARD[perspective.index()][placed.piece.index()]) + square
}

/// The number of the last of `count` pieces of a kind in `owner`'s hand.
#[inline(always)]
fn in_hand(perspective: Color, owner: Color, kind: HandKind, count: u8) -> usize {
    usize::from(hand_base(kind, owner == perspective)) + usize::from(count) - 1
}

/// The state that the hand gained (true) or lost (false).
#[inline(always)]
pub(super) fn of_hand(perspective: Color, change: HandChange) -> usize {
    in_hand(perspective, change.color, change.kind, change.before.max(change.after))
}

/// Calls `visit` with the state of every piece but the kings, absent ones included.
#[inline]
pub(super) fn for_each(position: &Position, perspective: Color, mut visit: impl FnMut(usize)) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square)
            && piece.kind() != PieceKind::King
        {
            visit(on_board(perspective, Placed { piece, square }));
        }
    }
    for owner in Color::ALL {
        for (kind, count) in position.hand(owner).iter() {
            (1..=count as u8).for_each(|n| visit(in_hand(perspective, owner, kind, n)));
        }
    }
    (0..missing(position)).for_each(|_| visit(0));
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

/// The number of an own piece in hand, for callers that go through kinds.
#[inline(always)]
pub(super) fn nth_in_hand(perspective: Color, owner: Color, kind: HandKind, n: u32) -> usize {
    in_hand(perspective, owner, kind, n as u8)
}

/// The number of a king's square.
#[inline(always)]
pub(super) fn of_king(perspective: Color, owner: Color, square: Square) -> usize {
    on_board(perspective, Placed { piece: Piece::new(owner, PieceKind::King), square })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_format() {
        let at_1a = |color, kind| {
            let piece = Piece::new(color, kind);
            on_board(Color::Black, Placed { piece, square: "1a".parse().unwrap() })
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
    fn every_position_has_38_states() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        ] {
            let position: Position = sfen.parse().unwrap();
            for perspective in Color::ALL {
                let mut states = Vec::new();
                for_each(&position, perspective, |state| states.push(state));
                assert_eq!(states.len(), 38, "{sfen}");
                assert!(states.iter().all(|&state| state < PIECE_STATES));
            }
        }
    }
}
