//! Scores as people and protocols have them: hundredths of a pawn, or a mate.

use search::Score;

/// A score as it is shown, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownScore {
    /// The score in hundredths of a pawn.
    Centipawns(i32),
    /// A mate, also one whose length is not known.
    Mate {
        /// The side to move gives the mate.
        wins: bool,
        /// The number of plies to the mate, if it is known.
        plies: Option<u32>,
    },
}

impl ShownScore {
    /// The number that stands for a mate on the board; see [`Self::to_number`].
    const MATE: i32 = 32_000;
    /// The least number that stands for a mate: one of unknown length, or a very long one.
    pub const SOME_MATE: i32 = 31_000;

    /// The most hundredths of a pawn that a search shows, YaneuraOu's largest evaluation of 27,000
    /// with its pawn of 90. Networks and weights from files may have a pawn worth next to nothing.
    pub const MOST_CENTIPAWNS: i32 = 30_000;

    /// Converts a score of a search in which a pawn is worth `pawn`. What is not a mate is cut to
    /// 300 pawns.
    pub fn new(score: Score, pawn: i32) -> Self {
        match score.mate_plies() {
            Some(plies) => Self::Mate { wins: plies > 0, plies: Some(plies.unsigned_abs()) },
            None => {
                let most = Self::MOST_CENTIPAWNS;
                Self::Centipawns((score.get() * 100 / pawn).clamp(-most, most))
            }
        }
    }

    /// The side to move gives mate in `plies` plies.
    pub const fn mate_in(plies: u32) -> Self {
        Self::Mate { wins: true, plies: Some(plies) }
    }

    /// The side to move is mated in `plies` plies.
    pub const fn mated_in(plies: u32) -> Self {
        Self::Mate { wins: false, plies: Some(plies) }
    }

    /// Is the side to move mated?
    pub const fn is_mated(self) -> bool {
        matches!(self, Self::Mate { wins: false, .. })
    }

    /// Returns the score as one number, for comparing and storing: hundredths of a pawn, at most
    /// [`Self::SOME_MATE`] either way; a mate is 32,000 less its plies, a loss by mate is negative.
    pub fn to_number(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-Self::SOME_MATE, Self::SOME_MATE),
            Self::Mate { wins, plies } => {
                let longest = Self::MATE.abs_diff(Self::SOME_MATE);
                let plies = plies.map_or(longest, |plies| plies.min(longest));
                let value = Self::MATE.saturating_sub_unsigned(plies);
                if wins { value } else { -value }
            }
        }
    }

    /// Reads a number that [`Self::to_number`] returned. A mate of a thousand plies or more comes
    /// back without its length.
    pub fn from_number(number: i32) -> Self {
        if number.unsigned_abs() < Self::SOME_MATE.unsigned_abs() {
            return Self::Centipawns(number);
        }
        let plies = Self::MATE.unsigned_abs().checked_sub(number.unsigned_abs());
        let is_some_mate = number.unsigned_abs() == Self::SOME_MATE.unsigned_abs();
        Self::Mate { wins: number > 0, plies: plies.filter(|_| !is_some_mate) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Eval;

    #[test]
    fn what_is_not_a_mate_stays_below_the_mates() {
        let end = Score::new(Eval::MAX.get());
        for pawn in [1, 22, 90, 100] {
            for score in [end, -end, Score::SUPERIOR, -Score::SUPERIOR] {
                let shown = ShownScore::new(score, pawn);
                assert!(shown.to_number().abs() <= 30_000, "{score:?} {pawn}");
                assert_eq!(ShownScore::from_number(shown.to_number()), shown, "{score:?} {pawn}");
            }
        }
        assert_eq!(ShownScore::new(end, 90), ShownScore::Centipawns(30_000));
        assert_eq!(ShownScore::new(-end, 100), ShownScore::Centipawns(-27_000));
        assert_eq!(ShownScore::new(Score::new(-45), 90), ShownScore::Centipawns(-50));
        assert_eq!(ShownScore::new(Score::mate_in(3), 1), ShownScore::mate_in(3));
    }

    #[test]
    fn numbers_are_read_back() {
        let some_mate = ShownScore::Mate { wins: true, plies: None };
        for (score, number) in [
            (ShownScore::Centipawns(-30), -30),
            (ShownScore::mate_in(5), 31_995),
            (ShownScore::mated_in(0), -32_000),
            (ShownScore::mated_in(999), -31_001),
            (some_mate, 31_000),
        ] {
            assert_eq!(score.to_number(), number);
            assert_eq!(ShownScore::from_number(number), score);
        }
        assert_eq!(ShownScore::mate_in(1525).to_number(), 31_000);
        assert_eq!(ShownScore::Centipawns(99_999).to_number(), 31_000);
    }
}
