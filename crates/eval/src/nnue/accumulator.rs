//! The first layer: rows of weights, added up for the pieces on the board.
//!
//! Source:  Nasu (2018): sums of 16 bits, updated by the difference of a move

/// The weights of one feature, or an accumulator: the bias plus the rows of all features present.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Row<const N: usize>(pub(super) [i16; N]);

impl<const N: usize> Row<N> {
    pub(super) const ZERO: Self = Self([0; N]);

    #[inline]
    pub(super) fn add(&mut self, row: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline]
    pub(super) fn subtract(&mut self, row: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    /// Sets the row to `from`, with `added` in the place of `removed`.
    #[inline]
    pub(super) fn replace_one(&mut self, from: &Self, added: &Self, removed: &Self) {
        let rows = added.0.iter().zip(&removed.0);
        for ((sum, old), (added, removed)) in self.0.iter_mut().zip(&from.0).zip(rows) {
            *sum = old.wrapping_add(*added).wrapping_sub(*removed);
        }
    }

    /// Sets the row to `from`, with two rows in the place of two others.
    #[inline]
    pub(super) fn replace_two(&mut self, from: &Self, added: [&Self; 2], removed: [&Self; 2]) {
        let added = added[0].0.iter().zip(&added[1].0);
        let removed = removed[0].0.iter().zip(&removed[1].0);
        let rows = added.zip(removed);
        for ((sum, old), ((a, b), (c, d))) in self.0.iter_mut().zip(&from.0).zip(rows) {
            *sum = old.wrapping_add(*a).wrapping_add(*b).wrapping_sub(*c).wrapping_sub(*d);
        }
    }
}

/// What is added up for one side: the accumulator and the linear path.
#[derive(Clone)]
pub(super) struct Sums<const N: usize> {
    pub(super) row: Row<N>,
    pub(super) linear: i32,
}

impl<const N: usize> Sums<N> {
    pub(super) const ZERO: Self = Self { row: Row::ZERO, linear: 0 };
}
