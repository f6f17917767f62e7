//! What several groups need of a position: where the pieces on lines reach, and how often each
//! square is attacked.

use shogi::{Bitboard, Color, Piece, PieceKind, Position, Square, attacks};

/// The most lances, knights, bishops and rooks, promoted big pieces included, of a set.
const MOST_LINES: usize = 12;

/// A dragon, horse, rook, bishop, knight or lance with the squares that it attacks.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) piece: Piece,
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// How often a side attacks each square, 0 to 3, in two bits; 3 stands for more as well.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacked {
    pub(super) ones: Bitboard,
    pub(super) twos: Bitboard,
}

impl Attacked {
    #[inline(always)]
    fn add(&mut self, attacks: Bitboard) {
        let carry = self.ones & attacks;
        let overflow = self.twos & carry;
        self.ones = (self.ones ^ attacks) | overflow;
        self.twos |= carry;
    }

    /// The squares that are attacked at all.
    #[inline(always)]
    pub(super) fn any(&self) -> Bitboard {
        self.ones | self.twos
    }

    /// The squares that this side attacks more often than the other.
    #[inline(always)]
    pub(super) fn more_than(&self, other: &Self) -> Bitboard {
        let twos_differ = self.twos ^ other.twos;
        (self.twos - other.twos) | ((self.ones - other.ones) - twos_differ)
    }
}

/// A position with the attacks of its pieces.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    lines: [Line; MOST_LINES],
    count: usize,
    attacked: [Attacked; 2],
}

const NO_LINE: Line = Line {
    piece: Piece::new(Color::Black, PieceKind::Lance),
    square: Square::from_index(0).expect("a square"),
    attacks: Bitboard::EMPTY,
};

impl<'a> Scene<'a> {
    pub(super) fn of(position: &'a Position) -> Self {
        let mut scene = Self {
            position,
            lines: [NO_LINE; MOST_LINES],
            count: 0,
            attacked: [Attacked::default(); 2],
        };
        let occupied = position.occupied();
        for color in Color::ALL {
            let mut attacked = Attacked::default();
            for square in position.pieces(color) {
                let Some(piece) = position.piece_on(square) else { continue };
                let attacks = attacks::attacks(piece, square, occupied);
                attacked.add(attacks);
                if is_line(piece.kind()) && scene.count < MOST_LINES {
                    scene.lines[scene.count] = Line { piece, square, attacks };
                    scene.count += 1;
                }
            }
            scene.attacked[color.index()] = attacked;
        }
        scene
    }

    /// The pieces of a side whose attacks have groups of their own.
    #[inline]
    pub(super) fn lines(&self, color: Color) -> impl Iterator<Item = &Line> {
        self.lines[..self.count].iter().filter(move |line| line.piece.color() == color)
    }

    /// The attacks of all pieces of a side, its king included.
    #[inline]
    pub(super) fn attacked(&self, color: Color) -> &Attacked {
        &self.attacked[color.index()]
    }
}

const fn is_line(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Lance
            | PieceKind::Knight
            | PieceKind::Bishop
            | PieceKind::Rook
            | PieceKind::Horse
            | PieceKind::Dragon
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games;

    #[test]
    fn attacks_are_counted() {
        random_games::visit(11, 5, 120, |position| {
            let scene = Scene::of(position);
            let [black, white] = Color::ALL.map(|color| *scene.attacked(color));
            for square in Square::all() {
                let count = |color| position.attackers(color, square).len().min(3);
                let kept = |of: &Attacked| {
                    u32::from(of.ones.has(square)) + 2 * u32::from(of.twos.has(square))
                };
                assert_eq!(kept(&black), count(Color::Black), "{position}");
                assert_eq!(kept(&white), count(Color::White), "{position}");
                let more = count(Color::White) > count(Color::Black);
                assert_eq!(white.more_than(&black).has(square), more);
                assert_eq!(black.any().has(square), count(Color::Black) > 0);
            }
        });
    }
}
