//! The pairing of players: the number of a game decides its players, colours and opening,
//! whichever worker plays it and when.

use serde::{Deserialize, Serialize};
use stats::SplitMix64;

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairings {
    /// The first player meets every other one.
    Gauntlet,
    /// Everybody meets everybody.
    RoundRobin,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The game's number, from 0.
    pub number: u64,
    /// The player with the black pieces.
    pub black: usize,
    /// The player with the white pieces.
    pub white: usize,
    /// The opening's number in the list.
    pub opening: usize,
}

/// All games of a match. Games 2n and 2n + 1 are a pair: the same players and opening, colours
/// changed; the player with the lower number has Black first.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    order: Vec<usize>,
}

impl Schedule {
    /// The games of `players` players with `openings` openings. The openings come in order, or
    /// shuffled by a seed; when they are used up, they begin anew.
    pub fn new(pairings: Pairings, players: usize, openings: usize, seed: Option<u64>) -> Self {
        let pairings = match pairings {
            Pairings::Gauntlet => (1..players).map(|other| (0, other)).collect(),
            Pairings::RoundRobin => (0..players)
                .flat_map(|one| (one + 1..players).map(move |other| (one, other)))
                .collect(),
        };
        let mut order: Vec<usize> = (0..openings).collect();
        if let Some(seed) = seed {
            SplitMix64::new(seed).shuffle(&mut order);
        }
        Self { pairings, order }
    }

    /// Pairs of players that meet.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// The game of a number; none if nobody meets or there are no openings.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        let pair = usize::try_from(number / 2).ok()?;
        let &(first, second) = self.pairings.get(pair.checked_rem(self.pairings.len())?)?;
        let round = pair / self.pairings.len();
        let opening = *self.order.get(round.checked_rem(self.order.len())?)?;
        let (black, white) =
            if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        Some(Fixture { number, black, white, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_with_every_opening() {
        let schedule = Schedule::new(Pairings::RoundRobin, 2, 5, Some(3));
        for pair in 0..5 {
            let [one, other] =
                [2 * pair, 2 * pair + 1].map(|number| schedule.fixture(number).unwrap());
            assert_eq!(
                (one.black, one.white, one.opening),
                (other.white, other.black, other.opening)
            );
            assert_eq!(one.black, 0);
        }
        let mut used: Vec<_> =
            (0..5).map(|pair| schedule.fixture(2 * pair).unwrap().opening).collect();
        used.sort_unstable();
        assert_eq!(used, [0, 1, 2, 3, 4]);
        assert_eq!(schedule.fixture(10).unwrap().opening, schedule.fixture(0).unwrap().opening);
    }

    #[test]
    fn who_meets_whom() {
        let gauntlet = Schedule::new(Pairings::Gauntlet, 4, 1, None);
        assert_eq!(gauntlet.pairings(), [(0, 1), (0, 2), (0, 3)]);
        let all = Schedule::new(Pairings::RoundRobin, 4, 1, None);
        assert_eq!(all.pairings().len(), 6);
        assert_eq!(Schedule::new(Pairings::RoundRobin, 1, 1, None).fixture(0), None);
        assert_eq!(Schedule::new(Pairings::RoundRobin, 2, 0, None).fixture(0), None);
    }
}
