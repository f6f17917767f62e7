//! The passes of an analysis: which units of work follow from what is known so far. They depend on
//! the results of units alone, so an analysis and its check go through the same ones.

use crate::judge::{Findings, doubtful, judge};
use crate::model::Settings;
use crate::moments;
use crate::part::Part;
use crate::subject::Subject;
use crate::units::{CHUNK, Done, MomentFound, PairFound, PlyFound, Unit};

/// Moments are chosen at most so often: a deeper look changes what stands beside it.
const ROUNDS: usize = 2;

/// What all units of a game found.
#[derive(Default)]
pub(crate) struct FoundOut {
    plies: Vec<PlyFound>,
    pairs: Vec<PairFound>,
    moments: Vec<MomentFound>,
}

impl FoundOut {
    pub(crate) fn findings(&self) -> Findings<'_> {
        Findings { plies: &self.plies, pairs: &self.pairs, moments: &self.moments }
    }

    /// Does all units of a game, pass by pass; `run` does some units and returns their results in
    /// order.
    pub(crate) fn new<E>(
        subject: &Subject,
        settings: &Settings,
        run: &mut dyn FnMut(Vec<Unit>) -> Result<Vec<Done>, E>,
    ) -> Result<Self, E> {
        let part = Part::of(settings, subject.last());
        let plies = plies_of(part, subject, run(chunks_of(part))?);
        let mut found = Self { plies, ..Self::default() };
        for _ in 0..ROUNDS {
            found.compare(subject, settings, run)?;
            let units = found.next_moments(subject, settings);
            if units.is_empty() {
                return Ok(found);
            }
            let done = run(units)?.into_iter().filter_map(|done| match done {
                Done::Moment(moment) => Some(*moment),
                _ => None,
            });
            found.moments.extend(done);
            found.moments.sort_by_key(|moment| moment.ply);
        }
        found.compare(subject, settings, run)?;
        Ok(found)
    }

    /// Compares moves until nothing is doubtful any more. A comparison moves the curve, so there can
    /// be new ones; each move has one at most.
    fn compare<E>(
        &mut self,
        subject: &Subject,
        settings: &Settings,
        run: &mut dyn FnMut(Vec<Unit>) -> Result<Vec<Done>, E>,
    ) -> Result<(), E> {
        loop {
            let verdicts = judge(subject, settings, self.findings());
            let doubtful = doubtful(subject, settings, self.findings(), &verdicts);
            if doubtful.is_empty() {
                return Ok(());
            }
            let units = doubtful.into_iter().map(|(ply, mv)| Unit::Pair(ply, mv)).collect();
            let done = run(units)?.into_iter().filter_map(|done| match done {
                Done::Pair(pair) => Some(*pair),
                _ => None,
            });
            self.pairs.extend(done);
            self.pairs.sort_by_key(|pair| pair.ply);
        }
    }

    /// The moments that have not been looked at.
    fn next_moments(&self, subject: &Subject, settings: &Settings) -> Vec<Unit> {
        let verdicts = judge(subject, settings, self.findings());
        let candidates = moments::choose(subject, settings, self.findings(), &verdicts);
        candidates
            .into_iter()
            .filter(|&ply| self.findings().moment(ply).is_none())
            .map(Unit::Moment)
            .collect()
    }
}

/// The units of the sweep. A part of a game has whole chunks, so that its values are those of an
/// analysis of the whole game.
fn chunks_of(part: Part) -> Vec<Unit> {
    (part.first / CHUNK..=part.last / CHUNK).map(Unit::Chunk).collect()
}

/// The plies of a game as the sweep found them; those outside the part are as if not looked at.
fn plies_of(part: Part, subject: &Subject, done: Vec<Done>) -> Vec<PlyFound> {
    let mut plies: Vec<PlyFound> = (0..=subject.last()).map(PlyFound::unsearched).collect();
    for done in done {
        let Done::Chunk(found) = done else { continue };
        for found in found.into_iter().filter(|found| part.has(found.ply)) {
            let ply = found.ply;
            plies[ply] = found;
        }
    }
    plies
}
