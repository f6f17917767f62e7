//! The table of a match as it grows: games and pairs of each pairing, and the course of a test.

use std::collections::BTreeMap;

use shogi::Color;
use stats::{Pairs, Sprt, Verdict, WinsDrawsLosses};

use crate::ending::Outcome;
use crate::schedule::Fixture;

/// The games of two players, from the side of the one with the lower number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairingTally {
    /// Single games.
    pub games: WinsDrawsLosses,
    /// Single games in which the first player had Black.
    pub as_black: WinsDrawsLosses,
    /// Pairs of games of which both have ended.
    pub pairs: Pairs,
}

/// The state of a test after the pairs that have ended without a gap before them. Counting
/// pairs in their order keeps short games from coming first, and gives the same verdict
/// whatever the number of workers.
#[derive(Clone, PartialEq, Debug)]
pub struct SprtCourse {
    test: Sprt,
    pairs: Pairs,
    next: u64,
    curve: Vec<f64>,
    verdict: Verdict,
}

impl SprtCourse {
    fn new(test: Sprt) -> Self {
        Self { test, pairs: Pairs::default(), next: 0, curve: Vec::new(), verdict: Verdict::Open }
    }

    /// The test.
    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// The pairs that count.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The log likelihood ratio after each pair.
    pub fn curve(&self) -> &[f64] {
        &self.curve
    }

    /// The log likelihood ratio now.
    pub fn llr(&self) -> f64 {
        self.curve.last().copied().unwrap_or(0.0)
    }

    /// The test's verdict; it does not change when more games end later.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn advance(&mut self, complete: &BTreeMap<u64, usize>) {
        while self.verdict == Verdict::Open
            && let Some(half_points) = complete.get(&self.next)
        {
            self.pairs.add(*half_points);
            self.next += 1;
            self.curve.push(self.test.llr(&self.pairs));
            self.verdict = self.test.verdict(&self.pairs);
        }
    }
}

/// The table of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    pairings: BTreeMap<(usize, usize), PairingTally>,
    /// The first game's half points of pairs whose other game is still to come.
    half_pairs: BTreeMap<u64, usize>,
    /// The half points of complete pairs.
    complete: BTreeMap<u64, usize>,
    sprt: Option<SprtCourse>,
    games: u64,
    failures: u64,
}

impl Tally {
    /// An empty table; with a test or without.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self {
            pairings: BTreeMap::new(),
            half_pairs: BTreeMap::new(),
            complete: BTreeMap::new(),
            sprt: sprt.map(SprtCourse::new),
            games: 0,
            failures: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, outcome: &Outcome) {
        let first = fixture.black.min(fixture.white);
        let first_color = if fixture.black == first { Color::Black } else { Color::White };
        let half_points = match outcome.winner {
            Some(winner) if winner == first_color => 2,
            Some(_) => 0,
            None => 1,
        };
        self.games += 1;
        self.failures += u64::from(outcome.ending.is_failure());
        let key = (first, fixture.black.max(fixture.white));
        let pairing = self.pairings.entry(key).or_default();
        count(&mut pairing.games, half_points);
        if first_color == Color::Black {
            count(&mut pairing.as_black, half_points);
        }
        let pair = fixture.number / 2;
        match self.half_pairs.remove(&pair) {
            Some(other) => {
                pairing.pairs.add(other + half_points);
                self.complete.insert(pair, other + half_points);
                if let Some(sprt) = &mut self.sprt {
                    sprt.advance(&self.complete);
                }
            }
            None => {
                self.half_pairs.insert(pair, half_points);
            }
        }
    }

    /// The games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games that ended by a program's fault.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// The score of every pair of players that met.
    pub fn pairings(&self) -> &BTreeMap<(usize, usize), PairingTally> {
        &self.pairings
    }

    /// The half points of complete pairs, in the order of the schedule.
    pub fn complete_pairs(&self) -> impl Iterator<Item = usize> {
        self.complete.values().copied()
    }

    /// The half points of complete pairs, with the number of each pair.
    pub fn numbered_pairs(&self) -> impl Iterator<Item = (u64, usize)> {
        self.complete.iter().map(|(&pair, &half_points)| (pair, half_points))
    }

    /// The games of a match of two.
    pub fn only_pairing(&self) -> Option<&PairingTally> {
        self.pairings.values().next().filter(|_| self.pairings.len() == 1)
    }

    /// The test.
    pub fn sprt(&self) -> Option<&SprtCourse> {
        self.sprt.as_ref()
    }

    /// All games of a player.
    pub fn games_of(&self, player: usize) -> WinsDrawsLosses {
        let mut sum = WinsDrawsLosses::default();
        for (&(first, second), pairing) in &self.pairings {
            let games = if first == player {
                pairing.games
            } else if second == player {
                pairing.games.reversed()
            } else {
                continue;
            };
            sum.wins += games.wins;
            sum.draws += games.draws;
            sum.losses += games.losses;
        }
        sum
    }
}

fn count(games: &mut WinsDrawsLosses, half_points: usize) {
    match half_points {
        0 => games.losses += 1,
        1 => games.draws += 1,
        _ => games.wins += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::Ending;

    fn fixture(number: u64) -> Fixture {
        let (black, white) = if number.is_multiple_of(2) { (0, 1) } else { (1, 0) };
        Fixture { number, black, white, opening: 0 }
    }

    #[test]
    fn pairs_count_when_both_games_have_ended() {
        let mut tally = Tally::new(None);
        tally.add(&fixture(0), &Outcome::won_by(Color::Black, Ending::Mate));
        tally.add(&fixture(2), &Outcome::drawn(Ending::Repetition));
        assert_eq!(tally.only_pairing().unwrap().pairs.pairs(), 0);
        tally.add(&fixture(1), &Outcome::won_by(Color::White, Ending::Mate));
        let pairing = tally.only_pairing().unwrap();
        assert_eq!(pairing.pairs.counts(), [0, 0, 0, 0, 1]);
        assert_eq!(pairing.games, WinsDrawsLosses::new(2, 1, 0));
        assert_eq!(tally.games_of(1), WinsDrawsLosses::new(0, 1, 2));
    }

    #[test]
    fn a_test_counts_pairs_in_order() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
        let won = |number: u64| {
            Outcome::won_by(
                if number.is_multiple_of(2) { Color::Black } else { Color::White },
                Ending::Mate,
            )
        };
        let mut tally = Tally::new(Some(sprt));
        for number in 2..60 {
            tally.add(&fixture(number), &won(number));
        }
        assert_eq!(tally.sprt().unwrap().pairs().pairs(), 0, "the first pair is still to come");
        (0..2).for_each(|number| tally.add(&fixture(number), &won(number)));
        let course = tally.sprt().unwrap();
        assert_eq!(course.verdict(), Verdict::Accepted);
        assert!(course.pairs().pairs() < 30 && course.llr() >= course.test().upper());
    }
}
