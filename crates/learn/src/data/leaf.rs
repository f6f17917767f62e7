//! Positions replaced by their quiescence leaves, so that an evaluator learns to judge positions
//! that are quiet.
//!
//! Source:  nodchip's tanuki- line of engines and trainers: the quiescence leaf takes the place of
//!          the position, with the score of the position itself
//! Here:    a position whose quiescence ends in mate is kept as it is; the move of a replaced
//!          position is removed, as it does not belong to the leaf

use std::io::{self, Write};
use std::path::Path;

use kifu::packed::{Packing, pack};
use kifu::records::{FixedRecord, Psv};
use rayon::prelude::*;
use search::{Searcher, Settings};
use shogi::Position;

use super::chunks::{self, Chunk};
use super::source::{Source, position};
use super::{DataError, Progress, tell};
use crate::selfplay::Teacher;

/// The number of records that a thread takes at once.
const CHUNK: usize = 256;
/// The number of records for which a searcher is made.
const LARGE_CHUNK: usize = 65_536;
/// The megabytes of a hash table: it is emptied for each position.
const SMALL_TABLE: usize = 1;

/// The counts of replaced positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Leaves {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions that became another one.
    pub replaced: u64,
}

/// Writes each record with the quiescence leaf in place of its position. Score and result change
/// their sign if the other side is to move there.
pub fn leaf(
    file: &Path,
    teacher: &Teacher,
    threads: usize,
    mut out: impl Write,
    progress: &mut Progress<'_>,
) -> Result<Leaves, DataError> {
    let records = Source::records(file)?;
    let searchers: Result<Vec<Searcher>, _> =
        (0..threads.max(1)).map(|_| teacher.searcher(SMALL_TABLE)).collect();
    let searchers = searchers.map_err(DataError::Memory)?;
    let settings = Settings { values: teacher.values(), ..Settings::default() };
    let work = |searcher: &mut Searcher, chunk: &Chunk<'_>| -> Result<_, DataError> {
        let mut bytes = Vec::with_capacity(chunk.records.len() * Psv::SIZE);
        let mut replaced = 0;
        for (record, number) in chunk.records.iter().zip(chunk.first..) {
            let position = position(chunk.file, record, number)?;
            let leaf = leaf_of(searcher, &settings, position, record);
            replaced += u64::from(leaf.is_some());
            leaf.unwrap_or(*record).write_to(&mut bytes);
        }
        Ok((bytes, replaced))
    };
    let mut leaves = Leaves::default();
    chunks::work(records, 0, CHUNK, searchers, work, |(bytes, replaced)| {
        out.write_all(&bytes).map_err(DataError::Output)?;
        leaves.positions += (bytes.len() / Psv::SIZE) as u64;
        leaves.replaced += replaced;
        tell(progress, leaves.positions)
    })?;
    Ok(leaves)
}

/// Replaces the records whose move takes something by their leaves, as the positions before captures
/// are not quiet; returns how many were replaced. The number of threads does not matter.
pub fn leaves_of_captures(records: &mut [Psv], teacher: &Teacher) -> io::Result<usize> {
    let settings = Settings { values: teacher.values(), ..Settings::default() };
    let replace = |records: &mut [Psv]| -> io::Result<usize> {
        let mut searcher = teacher.searcher(SMALL_TABLE)?;
        let mut replaced = 0;
        for record in records {
            let Some(position) = record.setup().ok().and_then(|it| Position::try_from(it).ok())
            else {
                continue;
            };
            let takes = record.mv().is_some_and(|mv| position.piece_on(mv.to()).is_some());
            if takes && let Some(leaf) = leaf_of(&mut searcher, &settings, position, record) {
                *record = leaf;
                replaced += 1;
            }
        }
        Ok(replaced)
    };
    records.par_chunks_mut(LARGE_CHUNK).map(replace).sum()
}

/// Returns the record of the leaf; none if the position is quiet or its quiescence ends in mate.
fn leaf_of(
    searcher: &mut Searcher,
    settings: &Settings,
    mut position: Position,
    record: &Psv,
) -> Option<Psv> {
    let quiet = searcher.quiesce(&position, settings);
    if quiet.line.is_empty() || quiet.score.is_mate() {
        return None;
    }
    for &mv in &quiet.line {
        position.play(mv);
    }
    let sign = if quiet.line.len().is_multiple_of(2) { 1 } else { -1 };
    Some(Psv {
        position: pack(&position.setup(), Packing::Psv).ok()?,
        score: record.score.saturating_mul(sign),
        move_bits: 0,
        ply: record.ply.saturating_add(quiet.line.len() as u16),
        result: record.result.saturating_mul(sign as i8),
        padding: record.padding,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf_after(moves: &str) -> Option<Psv> {
        let mut position = Position::startpos();
        moves.split(' ').for_each(|mv| position.play(mv.parse().expect("a move")));
        let record = Psv {
            position: pack(&position.setup(), Packing::Psv).expect("all pieces"),
            score: 70,
            move_bits: 1,
            ply: position.move_number() as u16,
            result: 1,
            padding: 0,
        };
        let mut searcher = Teacher::Classic.searcher(SMALL_TABLE).expect("memory");
        leaf_of(&mut searcher, &Settings::default(), position, &record)
    }

    #[test]
    fn positions_before_captures_become_quiet_ones() {
        let record = |moves: &str, next: &str| {
            let mut position = Position::startpos();
            moves.split(' ').for_each(|mv| position.play(mv.parse().expect("a move")));
            let mv: shogi::Move = next.parse().expect("a move");
            crate::data::label(&position, mv, 500, Some(position.turn())).expect("all pieces")
        };
        // A hanging rook is taken; in the same position another move was played.
        let takes = record("7g7f 3c3d 2h3h 2b8h+", "7i8h");
        let quiet = record("7g7f 3c3d 2h3h 2b8h+", "3i2h");
        let mut records = [takes, quiet];
        let replaced = leaves_of_captures(&mut records, &Teacher::Classic).expect("memory");
        assert_eq!(replaced, 1);
        assert_eq!((records[0].score, records[0].result, records[0].move_bits), (-500, -1, 0));
        assert_eq!(records[1], quiet);
    }

    #[test]
    fn an_exchange_is_played_to_its_end() {
        assert_eq!(leaf_after("7g7f"), None);
        // White takes back: one move, so Black is to move and sees the other sign.
        let leaf = leaf_after("7g7f 3c3d 8h2b+").expect("a capture");
        let setup = leaf.setup().expect("a position");
        let position = Position::try_from(setup).expect("a legal one");
        assert_eq!((leaf.score, leaf.result, leaf.move_bits), (-70, -1, 0));
        assert_eq!(leaf.ply, 5);
        assert_eq!(position.turn(), shogi::Color::Black);
        assert_eq!(position.move_number(), 5);
    }
}
