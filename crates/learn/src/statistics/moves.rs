//! How often moves of each category were possible and played.

use std::collections::BTreeMap;

use search::{Categories, Category};
use stats::{Interval, wilson};

use super::choice::{Choice, Stratum};

/// The confidence of intervals.
const CONFIDENCE: f64 = 0.95;

/// How often a category was available and played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// The number of positions with a legal move of the category.
    pub available: u64,
    /// The number of positions in which a move of the category was played.
    pub played: u64,
    /// The number of legal moves of the category in all positions.
    pub moves: u64,
}

impl Count {
    /// The probability that a move of the category is played where there is one: the paper's
    /// transition probability. Half a move is added to either side (Jeffreys), so that it is never
    /// 0 or 1.
    pub fn probability(self) -> f64 {
        (self.played as f64 + 0.5) / (self.available as f64 + 1.0)
    }

    /// The probability that one move of the category is played, smoothed in the same way.
    pub fn of_one_move(self) -> f64 {
        (self.played as f64 + 0.5) / (self.moves as f64 + 1.0)
    }

    /// The interval of [`Self::probability`] that 95% confidence gives, as if positions were
    /// independent.
    pub fn interval(self) -> Interval {
        wilson(self.played, self.available, CONFIDENCE)
    }

    /// The larger distance from the probability to an end of its interval.
    pub fn error(self) -> f64 {
        let Interval { low, high } = self.interval();
        let probability = self.probability();
        (high - probability).max(probability - low).max(0.0)
    }

    fn add(&mut self, other: Self) {
        self.available += other.available;
        self.played += other.played;
        self.moves += other.moves;
    }
}

/// The counts of one stratum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Part {
    positions: u64,
    legal_moves: u64,
    /// The positions with a legal move of each category.
    available: Vec<u64>,
    /// The legal moves, and the moves played, that have exactly this set of categories.
    sets: BTreeMap<Categories, [u64; 2]>,
}

/// The counts of positions, by stratum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveCounts {
    parts: [Part; Stratum::COUNT],
    forced: u64,
}

impl MoveCounts {
    /// Adds a position; none is one without a choice.
    pub fn add(&mut self, choice: Option<&Choice>) {
        let Some(choice) = choice else {
            self.forced += 1;
            return;
        };
        let part = &mut self.parts[choice.stratum.index()];
        part.positions += 1;
        part.available.resize(Category::ALL.len(), 0);
        let mut all = Categories::default();
        for &(set, count) in &choice.moves {
            all = all.union(set);
            part.legal_moves += u64::from(count);
            part.sets.entry(set).or_default()[0] += u64::from(count);
        }
        all.iter().for_each(|category| part.available[category as usize] += 1);
        part.sets.entry(choice.played).or_default()[1] += 1;
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, other: &Self) {
        self.forced += other.forced;
        for (part, other) in self.parts.iter_mut().zip(&other.parts) {
            part.positions += other.positions;
            part.legal_moves += other.legal_moves;
            part.available.resize(Category::ALL.len(), 0);
            part.available.iter_mut().zip(&other.available).for_each(|(sum, more)| *sum += more);
            for (&set, more) in &other.sets {
                let sum = part.sets.entry(set).or_default();
                sum[0] += more[0];
                sum[1] += more[1];
            }
        }
    }

    /// The number of positions with a choice.
    pub fn positions(&self) -> u64 {
        self.parts.iter().map(|part| part.positions).sum()
    }

    /// The number of positions with a choice in a stratum.
    pub fn positions_of(&self, stratum: Stratum) -> u64 {
        self.parts[stratum.index()].positions
    }

    /// The number of legal moves in all positions with a choice.
    pub fn legal_moves(&self) -> u64 {
        self.parts.iter().map(|part| part.legal_moves).sum()
    }

    /// The number of positions with one legal move, which are not counted otherwise.
    pub fn forced(&self) -> u64 {
        self.forced
    }

    /// The count of a category in a stratum; a move counts for each category that it fits.
    pub fn count_of(&self, category: Category, stratum: Stratum) -> Count {
        let part = &self.parts[stratum.index()];
        let available = part.available.get(category as usize).copied().unwrap_or(0);
        let mut count = Count { available, ..Count::default() };
        for (set, &[moves, played]) in &part.sets {
            if set.has(category) {
                count.moves += moves;
                count.played += played;
            }
        }
        count
    }

    /// The count of a category in all strata that are wanted.
    pub fn count(&self, category: Category, wanted: impl Fn(Stratum) -> bool) -> Count {
        let mut sum = Count::default();
        for stratum in Stratum::all().filter(|&stratum| wanted(stratum)) {
            sum.add(self.count_of(category, stratum));
        }
        sum
    }

    /// The sets of categories that legal moves of a stratum have, each with the number of legal
    /// moves and of moves played.
    pub fn sets(&self, stratum: Stratum) -> impl Iterator<Item = (Categories, [u64; 2])> {
        self.parts[stratum.index()].sets.iter().map(|(&set, &counts)| (set, counts))
    }
}
