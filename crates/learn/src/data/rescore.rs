//! New scores and best moves for the positions of records, by search.

use std::io::Write;
use std::path::Path;

use kifu::records::{FixedRecord, Psv};
use search::{Limits, Rules, Searcher, Settings};

use super::chunks::{self, Chunk};
use super::source::{Source, position};
use super::{DataError, Progress, tell};
use crate::selfplay::{HARD_LIMIT, SoftLimit, TABLE, Teacher};

/// The number of records that are searched with one hash table. The table is emptied before each
/// such chunk, so the scores do not depend on the number of threads or on where work was resumed.
pub const CHUNK: usize = 64;

/// The manner of new scores.
#[derive(Clone, Copy, Debug)]
pub struct Rescoring<'a> {
    /// The evaluator.
    pub teacher: &'a Teacher,
    /// The soft limit of nodes a position: a depth that was begun below it is finished.
    pub nodes: u64,
    /// The number of threads.
    pub threads: usize,
    /// The number of records that an earlier run has done: whole chunks.
    pub done: u64,
}

/// Writes the records of the file from number `done` on with new scores and best moves, and returns
/// the number of all records. A position without a legal move keeps its move and is lost.
pub fn rescore(
    file: &Path,
    manner: Rescoring<'_>,
    mut out: impl Write,
    progress: &mut Progress<'_>,
) -> Result<u64, DataError> {
    let mut records = Source::records(file)?;
    for record in records.by_ref().take(manner.done as usize) {
        record?;
    }
    let searchers: Result<Vec<Searcher>, _> =
        (0..manner.threads.max(1)).map(|_| manner.teacher.searcher(TABLE)).collect();
    let searchers = searchers.map_err(DataError::Memory)?;
    let settings = Settings {
        limits: Limits { nodes: Some(manner.nodes * HARD_LIMIT), ..Limits::default() },
        rules: Rules::default(),
        values: manner.teacher.values(),
        ..Settings::default()
    };
    let work = |searcher: &mut Searcher, chunk: &Chunk<'_>| -> Result<Vec<u8>, DataError> {
        searcher.new_game().map_err(DataError::Memory)?;
        let mut bytes = Vec::with_capacity(chunk.records.len() * Psv::SIZE);
        for (record, number) in chunk.records.iter().zip(chunk.first..) {
            let position = position(chunk.file, record, number)?;
            let mut limit = SoftLimit(manner.nodes);
            let outcome =
                searcher.think_until(&position, &settings, &search::NoDeadline, &mut limit);
            let mut record = *record;
            match outcome.moves.first() {
                Some(best) => {
                    record.score = manner.teacher.common(best.score);
                    record.move_bits = best.pv[0].bits();
                }
                None => record.score = manner.teacher.common(search::Score::mated_in(0)),
            }
            record.write_to(&mut bytes);
        }
        Ok(bytes)
    };
    let mut done = manner.done;
    chunks::work(records, done, CHUNK, searchers, work, |bytes| {
        out.write_all(&bytes).map_err(DataError::Output)?;
        done += (bytes.len() / Psv::SIZE) as u64;
        tell(progress, done)
    })?;
    Ok(done)
}

/// Returns a line that tells whether two runs give the same scores: by the nodes and by the bytes of
/// the network.
pub fn mark(nodes: u64, network: Option<&[u8]>) -> String {
    let network = network.map_or("none".to_owned(), |bytes| {
        format!("{:08x} ({} bytes)", crc32fast::hash(bytes), bytes.len())
    });
    format!("rescore: nodes {nodes}, network {network}\n")
}

/// Returns the number of records, in whole chunks, that an unfinished output has of the file. An
/// output of another file is an error.
pub fn records_done(unfinished: &Path, file: &Path) -> Result<u64, DataError> {
    let mut done = 0;
    let outputs = Source::records(unfinished)?;
    for (output, input) in outputs.zip(Source::records(file)?) {
        // A kill may leave part of a record.
        let Ok(output) = output else { break };
        let input = input?;
        if (output.position, output.ply, output.result) != (input.position, input.ply, input.result)
        {
            let reason = format!("record {} is not that of {}", done + 1, file.display());
            return Err(DataError::input(unfinished, reason));
        }
        done += 1;
    }
    Ok(done / CHUNK as u64 * CHUNK as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::{folder, go_on, records};
    use std::fs;
    use std::ops::ControlFlow;

    #[test]
    fn an_interrupted_run_goes_on_to_the_same_file() {
        let folder = folder("rescore");
        let (file, part) = (folder.join("in.psv"), folder.join("part"));
        let input = records(200);
        fs::write(&file, &input).expect("a file");
        let manner = Rescoring { teacher: &Teacher::Classic, nodes: 30, threads: 1, done: 0 };
        let mut whole = Vec::new();
        assert_eq!(rescore(&file, manner, &mut whole, &mut go_on).expect("records"), 200);
        assert_eq!(whole.len(), input.len());
        assert_ne!(whole, input);

        let mut first = Vec::new();
        let mut stop = |_| ControlFlow::Break(());
        let threads = Rescoring { threads: 3, ..manner };
        let stopped = rescore(&file, threads, &mut first, &mut stop);
        assert!(matches!(stopped, Err(DataError::Interrupted)));
        // A kill cut the next record.
        first.extend_from_slice(&[1, 2, 3]);
        fs::write(&part, &first).expect("a file");
        let done = records_done(&part, &file).expect("the same file");
        assert_eq!(done, 64);
        first.truncate(done as usize * Psv::SIZE);
        let rest = rescore(&file, Rescoring { done, ..threads }, &mut first, &mut go_on);
        assert_eq!(rest.expect("records"), 200);
        assert!(first == whole);

        first[40] ^= 1;
        fs::write(&part, &first).expect("a file");
        let error = records_done(&part, &file).expect_err("another file").to_string();
        assert!(error.contains("record 2 is not that of"), "{error}");
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_damaged_record_is_named() {
        let folder = folder("damaged");
        let file = folder.join("in.psv");
        let mut input = records(100);
        input[Psv::SIZE * 70..][..32].fill(0xff);
        fs::write(&file, &input).expect("a file");
        let manner = Rescoring { teacher: &Teacher::Classic, nodes: 10, threads: 2, done: 0 };
        let error = rescore(&file, manner, Vec::new(), &mut go_on).expect_err("damage");
        assert!(error.to_string().contains("record 71 is damaged"), "{error}");
        input.truncate(Psv::SIZE * 50 + 7);
        fs::write(&file, &input).expect("a file");
        let error = rescore(&file, manner, Vec::new(), &mut go_on).expect_err("damage");
        assert!(error.to_string().contains("behind 50 records"), "{error}");
        fs::remove_dir_all(folder).expect("the folder");
    }
}
