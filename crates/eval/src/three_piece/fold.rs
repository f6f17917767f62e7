//! Folding the board along file 5: a king on files 6 to 9 is seen in a mirror.

use shogi::{File, Square};

use super::states::State;

/// Squares of a king on files 1 to 5.
pub(super) const FOLDED: usize = 45;

/// A king's square seen so that it stands on files 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoldedKing {
    /// 0 to 44.
    pub(super) index: usize,
    is_mirrored: bool,
}

impl FoldedKing {
    /// From the square as the king's side sees it.
    #[inline]
    pub(super) fn new(king: Square) -> Self {
        let is_mirrored = king.file() > File::Five;
        let king = if is_mirrored { king.mirrored() } else { king };
        Self { index: king.index(), is_mirrored }
    }

    /// Another piece in the same mirror.
    #[inline]
    pub(super) fn state(self, state: State) -> State {
        if self.is_mirrored { state.mirrored() } else { state }
    }

    /// The other king in the same mirror.
    #[inline]
    pub(super) fn square(self, square: Square) -> Square {
        if self.is_mirrored { square.mirrored() } else { square }
    }

    /// Does a king with this index stand on file 5, where a relation and its mirror image are two
    /// entries that share a weight?
    #[inline]
    pub(super) fn is_on_the_fold(index: usize) -> bool {
        index >= 36
    }
}
