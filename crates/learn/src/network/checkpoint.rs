//! Checkpoints: all that a trainer needs to go on after a kill exactly as if nothing had happened.
//!
//! A checkpoint holds eight bytes of magic, the CRC-32 of all that follows, a fingerprint of the
//! choices and the positions, the batches done, and the learned numbers with their moments; all
//! lowest byte first.

use std::fmt;

use kifu::records::{FixedRecord, Psv};

use super::adam::Learned;
use super::tile::Tile;
use super::train::{Trainer, TrainerOptions};

const MAGIC: [u8; 8] = *b"SKYT\x03\0\0\0";

/// What tells collections of positions apart: their number and the CRC-32 of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataKey {
    positions: usize,
    crc: u32,
}

impl DataKey {
    /// The key of the positions to learn from.
    pub fn of(samples: &[Psv]) -> Self {
        let mut hasher = crc32fast::Hasher::new();
        let mut bytes = Vec::with_capacity(Psv::SIZE);
        for sample in samples {
            bytes.clear();
            sample.write_to(&mut bytes);
            hasher.update(&bytes);
        }
        Self { positions: samples.len(), crc: hasher.finalize() }
    }
}

/// Why training cannot go on from a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// The bytes are not those of a checkpoint, or damaged.
    Damaged,
    /// The checkpoint is of a training with other choices or other positions.
    Other,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Damaged => "the checkpoint is damaged; delete it to train from the beginning",
            Self::Other => {
                "the checkpoint is of other options or other positions; delete it to train from \
                 the beginning"
            }
        })
    }
}

impl std::error::Error for CheckpointError {}

impl Trainer {
    /// The bytes of a checkpoint of a training with these positions.
    pub fn checkpoint(&self, data: DataKey) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend_from_slice(&self.options.fingerprint(data).to_le_bytes());
        body.extend_from_slice(&self.steps.to_le_bytes());
        for learned in self.learned() {
            for number in learned.state() {
                body.extend_from_slice(&number.to_le_bytes());
            }
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// The trainer of a checkpoint, to go on with the same options and positions.
    pub fn resume(
        options: TrainerOptions,
        data: DataKey,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        use CheckpointError::{Damaged, Other};
        let rest = bytes.strip_prefix(&MAGIC).ok_or(Damaged)?;
        let (crc, body) = rest.split_first_chunk::<4>().ok_or(Damaged)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return Err(Damaged);
        }
        let (fingerprint, body) = body.split_first_chunk::<8>().ok_or(Damaged)?;
        if u64::from_le_bytes(*fingerprint) != options.fingerprint(data) {
            return Err(Other);
        }
        let (steps, body) = body.split_first_chunk::<8>().ok_or(Damaged)?;
        let (numbers, []) = body.as_chunks::<4>() else { return Err(Damaged) };
        let mut trainer = Self::new(options);
        trainer.steps = u64::from_le_bytes(*steps);
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        for learned in trainer.learned_mut() {
            learned.set_state(&mut numbers).ok_or(Damaged)?;
        }
        if numbers.next().is_some() {
            return Err(Damaged);
        }
        trainer.tiles.iter_mut().for_each(Tile::combine);
        Ok(trainer)
    }

    fn learned(&self) -> impl Iterator<Item = &Learned> {
        let first = self.tiles.iter().flat_map(|tile| tile.learned());
        let dense = self.stages.iter().flat_map(|stage| stage.learned());
        first.chain([&self.linear]).chain(dense)
    }

    fn learned_mut(&mut self) -> impl Iterator<Item = &mut Learned> {
        let first = self.tiles.iter_mut().flat_map(|tile| tile.learned_mut());
        let dense = self.stages.iter_mut().flat_map(|stage| stage.learned_mut());
        first.chain([&mut self.linear]).chain(dense)
    }
}
