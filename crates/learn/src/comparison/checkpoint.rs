//! Checkpoints: all that a learner needs to go on after a kill exactly as if nothing had happened.
//!
//! A checkpoint holds eight bytes of magic, the CRC-32 of all that follows, a fingerprint of the
//! choices, the start and the games, the place in the games, the weights with their mean squares, the
//! best weights, and the history; all lowest byte first.

use std::fmt;

use super::compared::Judgement;
use super::corpus::Corpus;
use super::learner::{Best, Iteration, Learner};
use super::options::LearnerOptions;
use super::table::{ParameterGroup, Table};

const MAGIC: [u8; 8] = *b"SKCL\x01\0\0\0";

/// Why learning cannot go on from a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// The bytes are not those of a checkpoint, or damaged.
    Damaged,
    /// The checkpoint is of a course with other choices, another start or other games.
    Other,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Damaged => "the checkpoint is damaged; delete it to learn from the beginning",
            Self::Other => {
                "the checkpoint is of other options, another start or other games; delete it to \
                 learn from the beginning"
            }
        })
    }
}

impl std::error::Error for CheckpointError {}

/// Numbers of a body, one behind the other.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn whole(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn real(&mut self) -> Option<f64> {
        self.bytes().map(f64::from_le_bytes)
    }

    fn reals(&mut self, count: usize) -> Option<Vec<f32>> {
        (0..count).map(|_| self.bytes().map(f32::from_le_bytes)).collect()
    }
}

fn put_reals(body: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| body.extend(number.to_le_bytes()));
}

impl Iteration {
    fn put(&self, body: &mut Vec<u8>) {
        for number in [self.positions, self.skipped, self.nodes, self.held_out.positions] {
            body.extend(number.to_le_bytes());
        }
        let [before, after] = self.target;
        for number in [before, after, self.held_out.target, self.held_out.agreement] {
            body.extend(number.to_le_bytes());
        }
        body.extend((self.weights.len() as u64).to_le_bytes());
        put_reals(body, &self.weights);
    }

    fn take(number: usize, fields: &mut Fields<'_>) -> Option<Self> {
        let [positions, skipped, nodes, looked_at] =
            [fields.whole()?, fields.whole()?, fields.whole()?, fields.whole()?];
        let target = [fields.real()?, fields.real()?];
        let held_out =
            Judgement { positions: looked_at, target: fields.real()?, agreement: fields.real()? };
        let weights = fields.whole()?;
        // As long as the bytes last, so that a wrong number takes no memory.
        let weights = fields.reals(usize::try_from(weights).ok()?.min(fields.0.len()))?;
        Some(Self { number, positions, skipped, nodes, target, held_out, weights })
    }
}

impl<T: Table> Learner<T> {
    /// A number that differs, as good as certainly, between courses that differ.
    pub(super) fn fingerprint_of(
        table: &T,
        groups: &[ParameterGroup],
        options: &LearnerOptions,
        corpus: &Corpus,
    ) -> u64 {
        let text = format!("{} {groups:?} {}", options.text(), corpus.key());
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(text.as_bytes());
        u64::from(hasher.finalize()) << 32 | u64::from(crc32fast::hash(&table.to_bytes()))
    }

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for number in [self.fingerprint, self.updates, self.pass, self.searched] {
            body.extend(number.to_le_bytes());
        }
        put_reals(&mut body, &self.weights);
        put_reals(&mut body, &self.squares);
        body.extend((self.history.len() as u64).to_le_bytes());
        self.history.iter().for_each(|iteration| iteration.put(&mut body));
        body.extend((self.best_iteration() as u64).to_le_bytes());
        if let Some(best) = &self.best {
            best.weights.iter().for_each(|weight| body.extend(weight.to_le_bytes()));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Goes on from a checkpoint of a course with the same table, options and games.
    pub fn resume(
        table: T,
        options: LearnerOptions,
        corpus: &Corpus,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        use CheckpointError::{Damaged, Other};
        let rest = bytes.strip_prefix(&MAGIC).ok_or(Damaged)?;
        let (crc, body) = rest.split_first_chunk::<4>().ok_or(Damaged)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return Err(Damaged);
        }
        let mut learner = Self::new(table, options, corpus);
        let mut fields = Fields(body);
        if fields.whole().ok_or(Damaged)? != learner.fingerprint {
            return Err(Other);
        }
        learner.restore(&mut fields).filter(|()| fields.0.is_empty()).ok_or(Damaged)?;
        let weights = learner.whole_weights();
        learner.table.set(&weights);
        Ok(learner)
    }

    fn restore(&mut self, fields: &mut Fields<'_>) -> Option<()> {
        self.updates = fields.whole()?;
        self.pass = fields.whole()?;
        self.searched = fields.whole()?;
        self.weights = fields.reals(self.weights.len())?;
        self.squares = fields.reals(self.squares.len())?;
        for number in 0..usize::try_from(fields.whole()?).ok()? {
            self.history.push(Iteration::take(number, fields)?);
        }
        let iteration = usize::try_from(fields.whole()?).ok()?;
        if !self.history.is_empty() {
            let weights: Option<Vec<i16>> =
                (0..self.weights.len()).map(|_| fields.bytes().map(i16::from_le_bytes)).collect();
            self.best = Some(Best { iteration, weights: weights? });
        }
        (iteration < self.history.len().max(1)).then_some(())
    }
}
