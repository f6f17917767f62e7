//! The words that tell pieces of one name apart: 右 左 直 上 寄 引.
//!
//! Source: the rules of the Japan Shogi Association for moves where two or more pieces of a kind
//! can reach a square. The movement (上 寄 引) is named first; if that is not enough the side
//! (右 左, or 直 for a piece that goes straight up); if that is not enough both. Horses and dragons
//! have no 直: of two the one farther to the right is 右.

use shogi::{Color, PieceKind, Square};

/// A set of the six words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words(u8);

impl Words {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const RIGHT: Self = Self(1);
    pub(crate) const LEFT: Self = Self(2);
    pub(crate) const STRAIGHT: Self = Self(4);
    pub(crate) const UP: Self = Self(8);
    pub(crate) const SIDEWAYS: Self = Self(16);
    pub(crate) const DOWN: Self = Self(32);

    pub(crate) fn from_char(c: char) -> Option<Self> {
        Some(match c {
            '右' => Self::RIGHT,
            '左' => Self::LEFT,
            '直' => Self::STRAIGHT,
            '上' | '行' | '入' | '進' => Self::UP,
            '寄' | '横' => Self::SIDEWAYS,
            '引' | '下' | '退' => Self::DOWN,
            _ => return None,
        })
    }

    #[must_use]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// In the order in which they are written.
    pub(crate) fn text(self) -> String {
        let all = [
            (Self::RIGHT, '右'),
            (Self::LEFT, '左'),
            (Self::STRAIGHT, '直'),
            (Self::UP, '上'),
            (Self::SIDEWAYS, '寄'),
            (Self::DOWN, '引'),
        ];
        all.into_iter().filter(|(word, _)| self.has(*word)).map(|(_, c)| c).collect()
    }
}

/// A movement as the moving side sees it.
#[derive(Clone, Copy)]
struct Movement {
    /// Files to the right of the destination where the piece comes from; negative: left.
    from_right: i32,
    /// Ranks that the piece advances; negative: retreats.
    advance: i32,
}

fn movement(color: Color, from: Square, to: Square) -> Movement {
    let (from, to) = (from.seen_by(color), to.seen_by(color));
    Movement {
        // File 1 is at the right.
        from_right: to.file() as i32 - from.file() as i32,
        advance: from.rank() as i32 - to.rank() as i32,
    }
}

impl Movement {
    fn vertical(self) -> Words {
        match self.advance {
            1.. => Words::UP,
            0 => Words::SIDEWAYS,
            _ => Words::DOWN,
        }
    }
}

fn has_straight(kind: PieceKind) -> bool {
    !matches!(kind, PieceKind::Horse | PieceKind::Dragon)
}

/// The words that single out the piece on `from` among those on `others`, all of one kind and all
/// able to go to `to`.
pub(crate) fn needed(
    color: Color,
    kind: PieceKind,
    from: Square,
    others: &[Square],
    to: Square,
) -> Words {
    if others.is_empty() {
        return Words::NONE;
    }
    let own = movement(color, from, to);
    let other: Vec<Movement> = others.iter().map(|&sq| movement(color, sq, to)).collect();
    let vertical = own.vertical();
    if other.iter().all(|m| m.vertical() != vertical) {
        return vertical;
    }
    let side = |m: Movement| {
        if has_straight(kind) {
            match m.from_right {
                0 if m.advance > 0 => Words::STRAIGHT,
                0 => Words::NONE,
                1.. => Words::RIGHT,
                _ => Words::LEFT,
            }
        } else if other.iter().chain([&own]).all(|o| o.from_right <= m.from_right) {
            Words::RIGHT
        } else {
            Words::LEFT
        }
    };
    let own_side = side(own);
    if !own_side.is_none() && other.iter().all(|&m| side(m) != own_side) {
        return own_side;
    }
    own_side.with(vertical)
}

/// Which of `candidates` the words fit.
pub(crate) fn fitting(
    words: Words,
    color: Color,
    kind: PieceKind,
    candidates: &[Square],
    to: Square,
) -> Vec<Square> {
    let by_vertical: Vec<Square> = candidates
        .iter()
        .copied()
        .filter(|&from| {
            let m = movement(color, from, to);
            let vertical = [Words::UP, Words::SIDEWAYS, Words::DOWN];
            !vertical.into_iter().any(|word| words.has(word)) || words.has(m.vertical())
        })
        .filter(|&from| {
            let m = movement(color, from, to);
            !words.has(Words::STRAIGHT) || (m.from_right == 0 && m.advance > 0)
        })
        .collect();
    let (right, left) = (words.has(Words::RIGHT), words.has(Words::LEFT));
    if !right && !left {
        return by_vertical;
    }
    let from_right = |from: Square| movement(color, from, to).from_right;
    let on_side = |from: &Square| {
        let side = from_right(*from);
        (right && side > 0) || (left && side < 0)
    };
    let strict: Vec<Square> = by_vertical.iter().copied().filter(on_side).collect();
    if strict.len() == 1 && has_straight(kind) {
        return strict;
    }
    // Farthest to that side: how horses and dragons are told apart.
    let files = by_vertical.iter().map(|&from| from_right(from));
    let Some(extreme) = (if right { files.max() } else { files.min() }) else { return strict };
    let farthest: Vec<Square> =
        by_vertical.iter().copied().filter(|&from| from_right(from) == extreme).collect();
    if farthest.len() == 1 { farthest } else { strict }
}
