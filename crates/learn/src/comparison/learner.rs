//! The course of learning: search positions, change the weights some times, look at held-out
//! positions, and again.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicI64, Ordering};

use super::compared::{Compared, Counts, Judgement, MOST_WEIGHTS, Worker};
use super::corpus::{Corpus, Place};
use super::objective::{Sigmoid, collect};
use super::options::LearnerOptions;
use super::parts;
use super::steps::{Update, rounded};
use super::table::{ParameterGroup, Table};

/// The positions of a part, which one thread works on.
const PART: usize = 64;
/// Groups of at most so many weights are kept in the history, to be drawn.
const FEW_WEIGHTS: usize = 16;

/// What an iteration has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Iteration {
    /// The number, from 1; 0 is the start, with nothing learned.
    pub number: usize,
    /// The positions that were learned from.
    pub positions: u64,
    /// The positions left out, as the played move leads to a mate or to an end by rule.
    pub skipped: u64,
    /// The nodes of the searches.
    pub nodes: u64,
    /// The mean target of the positions before the first update and before the last one.
    pub target: [f64; 2],
    /// What the held-out positions say of the weights.
    pub held_out: Judgement,
    /// The weights of small groups, in points.
    pub weights: Vec<f32>,
}

/// The work that is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Positions are searched.
    Search,
    /// Weights are updated.
    Update,
    /// Held-out positions are searched.
    Judge,
    /// The iteration is done.
    Done,
}

/// How far learning is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The iteration, 0 for the look at the start.
    pub iteration: usize,
    /// The work that is being done.
    pub stage: Stage,
    /// The positions or updates done in it, and all.
    pub done: [usize; 2],
}

/// The weights with the best target so far.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Best {
    pub(super) iteration: usize,
    pub(super) weights: Vec<i16>,
}

/// A table whose weights are being learned.
pub struct Learner<T> {
    pub(super) table: T,
    pub(super) options: LearnerOptions,
    pub(super) groups: Vec<ParameterGroup>,
    /// The learned weights in points.
    pub(super) weights: Vec<f32>,
    /// The mean squares of their gradients.
    pub(super) squares: Vec<f32>,
    /// The updates done.
    pub(super) updates: u64,
    /// The pass over all positions, and the positions of it that were searched.
    pub(super) pass: u64,
    pub(super) searched: u64,
    pub(super) history: Vec<Iteration>,
    pub(super) best: Option<Best>,
    /// What tells this course from others.
    pub(super) fingerprint: u64,
}

impl<T: Table> Learner<T> {
    /// Begins a course with the weights of the table.
    ///
    /// # Panics
    /// If the table has more weights than entries can tell apart; no known evaluator has.
    pub fn new(table: T, options: LearnerOptions, corpus: &Corpus) -> Self {
        let groups = table.groups();
        let start = table.weights();
        assert!(start.len() <= MOST_WEIGHTS, "{} weights are too many", start.len());
        let fingerprint = Self::fingerprint_of(&table, &groups, &options, corpus);
        let mut learner = Self {
            table,
            options,
            groups,
            weights: Vec::new(),
            squares: vec![0.0; start.len()],
            updates: 0,
            pass: 0,
            searched: 0,
            history: Vec::new(),
            best: None,
            fingerprint,
        };
        learner.weights = learner.in_points(&start);
        learner
    }

    /// The table with the weights of the last iteration.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The iterations so far, the start first.
    pub fn history(&self) -> &[Iteration] {
        &self.history
    }

    /// The number of the iteration with the best held-out target.
    pub fn best_iteration(&self) -> usize {
        self.best.as_ref().map_or(0, |best| best.iteration)
    }

    /// The names of the weights that the history has.
    pub fn few_weights(&self) -> Vec<String> {
        let few = self.groups.iter().filter(|group| group.len <= FEW_WEIGHTS);
        few.flat_map(|group| (0..group.len).map(move |index| format!("{} {index}", group.name)))
            .collect()
    }

    /// Is the course over?
    pub fn is_finished(&self) -> bool {
        let Some(last) = self.history.last() else { return false };
        last.number >= self.options.iterations
            || last.number >= self.best_iteration() + self.options.patience.max(1)
    }

    /// Ends the course: gives the table the weights with the best held-out target.
    pub fn into_table(mut self) -> T {
        if let Some(best) = &self.best {
            self.table.set(&best.weights);
        }
        self.table
    }

    /// Learns until the course is over. `report` is told of all that is done and can end it; what an
    /// unfinished iteration has done is lost then.
    pub fn learn(
        &mut self,
        corpus: &Corpus,
        threads: usize,
        mut report: impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> io::Result<()> {
        while !self.is_finished() {
            let step = match self.history.is_empty() {
                true => self.look_at_start(corpus, threads, &mut report)?,
                false => self.iterate(corpus, threads, &mut report)?,
            };
            if step.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn look_at_start(
        &mut self,
        corpus: &Corpus,
        threads: usize,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let ControlFlow::Continue(held_out) = self.judge(corpus, threads, 0, report)? else {
            return Ok(ControlFlow::Break(()));
        };
        let start = Iteration { held_out, ..Iteration::default() };
        Ok(self.close(start, report))
    }

    fn iterate(
        &mut self,
        corpus: &Corpus,
        threads: usize,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let number = self.history.len();
        let before = (self.pass, self.searched);
        let ControlFlow::Continue(parts) = self.search(corpus, threads, number, report)? else {
            (self.pass, self.searched) = before;
            return Ok(ControlFlow::Break(()));
        };
        let mut counts = Counts::default();
        parts.iter().for_each(|part| counts.add(part.counts));
        let ControlFlow::Continue(target) =
            self.update(&parts, threads, number, counts.positions, report)
        else {
            return Ok(ControlFlow::Break(()));
        };
        drop(parts);
        self.table.set(&self.whole_weights());
        let ControlFlow::Continue(held_out) = self.judge(corpus, threads, number, report)? else {
            return Ok(ControlFlow::Break(()));
        };
        let iteration = Iteration {
            number,
            positions: counts.positions,
            skipped: counts.skipped,
            nodes: counts.nodes,
            target,
            held_out,
            weights: Vec::new(),
        };
        Ok(self.close(iteration, report))
    }

    /// Notes a finished iteration.
    fn close(
        &mut self,
        mut iteration: Iteration,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut first = 0;
        for group in &self.groups {
            if group.len <= FEW_WEIGHTS {
                iteration.weights.extend(&self.weights[first..first + group.len]);
            }
            first += group.len;
        }
        let best = self.best.as_ref().map(|best| self.history[best.iteration].held_out.target);
        if best.is_none_or(|best| iteration.held_out.target < best) {
            let weights = self.whole_weights();
            self.best = Some(Best { iteration: iteration.number, weights });
        }
        let number = iteration.number;
        self.history.push(iteration);
        report(self, Progress { iteration: number, stage: Stage::Done, done: [1, 1] })
    }

    fn workers(&self, threads: usize) -> io::Result<Vec<Worker>> {
        (0..threads.max(1)).map(|_| Worker::new(&self.table)).collect()
    }

    /// Searches the next positions, as many as the options and their memory allow.
    fn search(
        &mut self,
        corpus: &Corpus,
        threads: usize,
        iteration: usize,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<(), Vec<Compared>>> {
        let places = self.next_places(corpus);
        let chunks: Vec<&[Place]> = places.chunks(PART).collect();
        let used = self.in_points(&self.whole_weights());
        let mut workers = self.workers(threads)?;
        let (mut kept, mut bytes, mut is_ended) = (Vec::new(), 0, false);
        let work = |worker: &mut Worker, part: usize| {
            worker.compare(&self.table, &used, corpus, chunks[part], &self.options)
        };
        parts::work(chunks.len(), &mut workers, work, |compared| {
            bytes += compared.bytes();
            // The first part is taken whatever it needs, so that there is a way on.
            if !kept.is_empty() && bytes > self.options.megabytes << 20 {
                return ControlFlow::Break(());
            }
            kept.push(compared);
            let done = [(kept.len() * PART).min(places.len()), places.len()];
            let step = report(self, Progress { iteration, stage: Stage::Search, done });
            is_ended = step.is_break();
            step
        });
        if is_ended {
            return Ok(ControlFlow::Break(()));
        }
        self.advance(corpus, (kept.len() * PART).min(places.len()));
        Ok(ControlFlow::Continue(kept))
    }

    /// The positions from where the last iteration stopped, over the end of a pass if need be.
    fn next_places(&self, corpus: &Corpus) -> Vec<Place> {
        let wanted = self.options.positions.min(corpus.learning().len());
        let mut places = Vec::with_capacity(wanted);
        let (mut pass, mut skip) = (self.pass, self.searched as usize);
        while places.len() < wanted {
            let order = corpus.order(self.options.seed, pass);
            places.extend(order.iter().copied().skip(skip).take(wanted - places.len()));
            (pass, skip) = (pass + 1, 0);
        }
        places
    }

    fn advance(&mut self, corpus: &Corpus, searched: usize) {
        let all = corpus.learning().len() as u64;
        self.searched += searched as u64;
        while self.searched >= all.max(1) {
            self.searched -= all.max(1);
            self.pass += 1;
        }
    }

    /// Changes the weights as often as the options say. Returns the mean target before the first and
    /// the last update.
    fn update(
        &mut self,
        compared: &[Compared],
        threads: usize,
        iteration: usize,
        positions: u64,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> ControlFlow<(), [f64; 2]> {
        let sigmoid = Sigmoid::new(&self.options);
        let gradients: Vec<AtomicI64> =
            std::iter::repeat_with(AtomicI64::default).take(self.weights.len()).collect();
        let mut workers = vec![(); threads.max(1)];
        let mut targets = [0.0; 2];
        for update in 0..self.options.updates {
            let mut target = 0.0;
            let weights = &self.weights;
            let work =
                |(): &mut (), part: usize| collect(&compared[part], weights, sigmoid, &gradients);
            parts::work(compared.len(), &mut workers, work, |part| {
                target += part;
                ControlFlow::Continue(())
            });
            if update == 0 {
                targets[0] = target / positions.max(1) as f64;
            }
            targets[1] = target / positions.max(1) as f64;
            self.step(&gradients, iteration, positions);
            let done = [update + 1, self.options.updates];
            report(self, Progress { iteration, stage: Stage::Update, done })?;
        }
        ControlFlow::Continue(targets)
    }

    /// Makes one update of all weights and clears the gradients.
    fn step(&mut self, gradients: &[AtomicI64], iteration: usize, positions: u64) {
        let gradients: Vec<i64> =
            gradients.iter().map(|gradient| gradient.swap(0, Ordering::Relaxed)).collect();
        let update = Update { options: &self.options, number: self.updates, iteration, positions };
        let mut first = 0;
        for group in &self.groups {
            let range = first..first + group.len;
            let (weights, squares) =
                (&mut self.weights[range.clone()], &mut self.squares[range.clone()]);
            update.apply(group, first, weights, squares, &gradients[range]);
            first += group.len;
        }
        self.updates += 1;
    }

    /// What the held-out positions of another collection of games say of the weights.
    pub fn judged_by(&self, corpus: &Corpus, threads: usize) -> io::Result<Judgement> {
        let go_on = &mut |_: &Self, _| ControlFlow::Continue(());
        match self.judge(corpus, threads, self.history.len(), go_on)? {
            ControlFlow::Continue(judgement) => Ok(judgement),
            ControlFlow::Break(()) => unreachable!("nobody ends it"),
        }
    }

    /// Looks at held-out positions with the table's weights.
    fn judge(
        &self,
        corpus: &Corpus,
        threads: usize,
        iteration: usize,
        report: &mut impl FnMut(&Self, Progress) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<(), Judgement>> {
        let places = corpus.some_held_out(self.options.held_out);
        let chunks: Vec<&[Place]> = places.chunks(PART).collect();
        let mut workers = self.workers(threads)?;
        let (mut sums, mut parts_done, mut is_ended) = (Judgement::default(), 0, false);
        let work =
            |worker: &mut Worker, part: usize| worker.judge(corpus, chunks[part], &self.options);
        parts::work(chunks.len(), &mut workers, work, |part| {
            sums.positions += part.positions;
            sums.target += part.target;
            sums.agreement += part.agreement;
            parts_done += 1;
            let done = [(parts_done * PART).min(places.len()), places.len()];
            let step = report(self, Progress { iteration, stage: Stage::Judge, done });
            is_ended = step.is_break();
            step
        });
        if is_ended {
            return Ok(ControlFlow::Break(()));
        }
        let n = sums.positions.max(1) as f64;
        Ok(ControlFlow::Continue(Judgement {
            positions: sums.positions,
            target: sums.target / n,
            agreement: sums.agreement / n,
        }))
    }

    /// The weights as evaluators have them.
    pub(super) fn whole_weights(&self) -> Vec<i16> {
        let rules = self.rules();
        self.weights.iter().zip(rules).map(|(&weight, rule)| rounded(weight, rule)).collect()
    }

    /// The weights of evaluators in points.
    pub(super) fn in_points(&self, weights: &[i16]) -> Vec<f32> {
        let rules = self.rules();
        weights.iter().zip(rules).map(|(&weight, rule)| f32::from(weight) * rule.unit()).collect()
    }

    fn rules(&self) -> impl Iterator<Item = super::Rule> {
        self.groups.iter().flat_map(|group| std::iter::repeat_n(group.rule, group.len))
    }
}
