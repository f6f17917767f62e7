//! The search of positions: for each its siblings inside the window, as differences of features.

use eval::{AnyEvaluator, Evaluator};
use search::{Searcher, Settings, Siblings};
use shogi::{Color, Move, Position};

use super::corpus::{Corpus, Place};
use super::objective::Sigmoid;
use super::options::LearnerOptions;
use super::table::Table;

/// The bits of an entry that hold how often a feature counts.
const COUNT_BITS: u32 = 5;
/// The number that stands for a count of zero.
const ZERO_COUNT: i32 = 1 << (COUNT_BITS - 1);
/// The most weights that an entry can tell apart.
pub(super) const MOST_WEIGHTS: usize = 1 << (u32::BITS - COUNT_BITS);

/// Siblings of some positions.
#[derive(Default)]
pub(super) struct Compared {
    /// For each position the end of its siblings, and the number of siblings that are far better.
    positions: Vec<(u32, u32)>,
    /// For each sibling the difference that does not come from learned weights, and the end of its
    /// entries.
    siblings: Vec<(f32, u32)>,
    /// The difference of the features from those of the played move: number of the weight and count.
    entries: Vec<u32>,
    /// The numbers of the search.
    pub(super) counts: Counts,
}

/// The numbers of a search of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// The positions that were compared.
    pub(super) positions: u64,
    /// The positions left out: the played move leads to a mate or to a draw by rule.
    pub(super) skipped: u64,
    /// The siblings left out: their line ends by rule, not with a value.
    pub(super) dropped: u64,
    /// The nodes.
    pub(super) nodes: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.skipped += other.skipped;
        self.dropped += other.dropped;
        self.nodes += other.nodes;
    }
}

/// A position's siblings, each with its difference by frozen weights and its entries.
pub(super) struct Row<'a> {
    /// The number of siblings that are far better than the played move.
    pub(super) better: u32,
    siblings: &'a [(f32, u32)],
    first: u32,
    entries: &'a [u32],
}

impl<'a> Row<'a> {
    /// The siblings.
    pub(super) fn siblings(&self) -> impl Iterator<Item = (f32, &'a [u32])> {
        let entries = self.entries;
        let starts = std::iter::once(self.first).chain(self.siblings.iter().map(|it| it.1));
        self.siblings
            .iter()
            .zip(starts)
            .map(move |(&(base, end), start)| (base, &entries[start as usize..end as usize]))
    }
}

/// The number of the weight of an entry, and how often its feature counts.
#[inline(always)]
pub(super) fn unpacked(entry: u32) -> (usize, i32) {
    ((entry >> COUNT_BITS) as usize, (entry as i32 & (2 * ZERO_COUNT - 1)) - ZERO_COUNT)
}

impl Compared {
    /// The positions with their siblings.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let mut first = 0_u32;
        self.positions.iter().map(move |&(end, better)| {
            let siblings = &self.siblings[first as usize..end as usize];
            let start = first.checked_sub(1).map_or(0, |last| self.siblings[last as usize].1);
            first = end;
            Row { better, siblings, first: start, entries: &self.entries }
        })
    }

    /// The bytes of memory that are used.
    pub(super) fn bytes(&self) -> usize {
        4 * self.entries.len() + 8 * self.siblings.len() + 8 * self.positions.len()
    }

    fn push_entry(&mut self, weight: usize, mut count: i32) {
        while count != 0 {
            let part = count.clamp(-ZERO_COUNT, ZERO_COUNT - 1);
            self.entries.push((weight as u32) << COUNT_BITS | (part + ZERO_COUNT) as u32);
            count -= part;
        }
    }
}

/// The judgement of held-out positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The positions.
    pub positions: u64,
    /// The mean of the target: about the number of moves that look better than the played one.
    pub target: f64,
    /// The share of positions in which the played move looks best; of equals each has its share.
    pub agreement: f64,
}

/// One thread's searcher with its scratch memory.
pub(super) struct Worker {
    searcher: Searcher,
    /// An evaluator for the ends of lines.
    evaluator: AnyEvaluator,
    settings: Settings,
    /// How often each feature counts in the line that is looked at.
    counts: Vec<i16>,
    /// The features of the played move's line, and of another's.
    played: Vec<(u32, i16)>,
    other: Vec<(u32, i16)>,
}

impl Worker {
    pub(super) fn new<T: Table>(table: &T) -> std::io::Result<Self> {
        let settings = Settings { values: table.values().exchange_values(), ..Settings::default() };
        Ok(Self {
            searcher: Searcher::new(table.evaluator(), 1)?,
            evaluator: table.evaluator(),
            settings,
            counts: Vec::new(),
            played: Vec::new(),
            other: Vec::new(),
        })
    }

    /// Searches the positions and keeps the differences of their features. `weights` are those of the
    /// table.
    pub(super) fn compare<T: Table>(
        &mut self,
        table: &T,
        weights: &[f32],
        corpus: &Corpus,
        places: &[Place],
        options: &LearnerOptions,
    ) -> Compared {
        self.counts.resize(weights.len(), 0);
        let mut compared = Compared::default();
        for &place in places {
            let (position, mv) = corpus.position(place);
            let Some(found) = self.siblings(&position, mv, options) else {
                compared.counts.skipped += 1;
                continue;
            };
            compared.counts.nodes += found.nodes;
            let side = position.turn();
            let Some((quiet, value)) = self.leaf(&position, &found.played) else {
                compared.counts.skipped += 1;
                continue;
            };
            let mut played = std::mem::take(&mut self.played);
            features(table, &quiet, side, &mut played);
            for sibling in &found.inside {
                let Some((quiet, other)) = self.leaf(&position, sibling) else {
                    compared.counts.dropped += 1;
                    continue;
                };
                let mut features_there = std::mem::take(&mut self.other);
                features(table, &quiet, side, &mut features_there);
                let first = compared.entries.len();
                self.difference(&played, &features_there, &mut compared);
                self.other = features_there;
                let learned: f32 = compared.entries[first..]
                    .iter()
                    .map(|&entry| {
                        let (weight, count) = unpacked(entry);
                        weights[weight] * count as f32
                    })
                    .sum();
                let base = (other - value) as f32 - learned;
                compared.siblings.push((base, compared.entries.len() as u32));
            }
            self.played = played;
            compared.positions.push((compared.siblings.len() as u32, found.better));
            compared.counts.positions += 1;
        }
        compared
    }

    /// Searches the positions and judges the scores by themselves. Returns the sums of the positions.
    pub(super) fn judge(
        &mut self,
        corpus: &Corpus,
        places: &[Place],
        options: &LearnerOptions,
    ) -> Judgement {
        let sigmoid = Sigmoid::new(options);
        let mut sums = Judgement::default();
        for &place in places {
            let (position, mv) = corpus.position(place);
            let Some(found) = self.siblings(&position, mv, options) else { continue };
            let mut above = found.better;
            let mut equal = 0;
            let mut target = f64::from(found.better);
            for sibling in &found.inside {
                let difference = sibling.score - found.played.score;
                target += f64::from(sigmoid.value(difference as f32));
                above += u32::from(difference > 0);
                equal += u32::from(difference == 0);
            }
            sums.positions += 1;
            sums.target += target;
            sums.agreement += if above > 0 { 0.0 } else { 1.0 / f64::from(equal + 1) };
        }
        sums
    }

    fn siblings(
        &mut self,
        position: &Position,
        played: Move,
        options: &LearnerOptions,
    ) -> Option<Siblings> {
        self.searcher.siblings(position, played, options.comparison, &self.settings)
    }

    /// The position behind a line and its value from the side that chose it; none if the value is not
    /// the score, as where the rules end the line.
    fn leaf(&mut self, root: &Position, sibling: &search::Sibling) -> Option<(Position, i32)> {
        let mut position = root.clone();
        position.reserve(sibling.line.len());
        sibling.line.iter().for_each(|&mv| position.play(mv));
        self.evaluator.reset(&position);
        let value = self.evaluator.evaluate(&position).get();
        let value = if sibling.line.len().is_multiple_of(2) { value } else { -value };
        (value == sibling.score.get()).then_some((position, value))
    }

    /// Adds the entries of the features that two lines differ in.
    fn difference(&mut self, played: &[(u32, i16)], other: &[(u32, i16)], compared: &mut Compared) {
        for &(weight, count) in played {
            self.counts[weight as usize] -= count;
        }
        for &(weight, count) in other {
            self.counts[weight as usize] += count;
        }
        for &(weight, _) in played.iter().chain(other) {
            let count = std::mem::take(&mut self.counts[weight as usize]);
            compared.push_entry(weight as usize, count.into());
        }
    }
}

/// Collects the features of a position as they count for a side.
fn features<T: Table>(table: &T, position: &Position, side: Color, found: &mut Vec<(u32, i16)>) {
    let sign = if side == Color::Black { 1 } else { -1 };
    found.clear();
    table.visit(position, &mut |weight, count| found.push((weight as u32, (count * sign) as i16)));
}
