//! The subcommands of `data` that change labels or positions by search: `rescore`, `leaf`.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use kifu::records::{FixedRecord, Psv};
use learn::data::{self, Rescoring, Source};
use learn::selfplay::{Choices, Teacher};

use super::Target;
use super::files::{check, create, failure, with_bar};
use crate::commands::selfplay::teacher;
use crate::failure::Failure;
use crate::new_file::beside;

/// The search that looks at the positions.
#[derive(Args)]
struct Search {
    /// The network that judges; without it the embedded one does
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// Threads; without it one for each processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Search {
    fn teacher(&self) -> Result<Teacher, Failure> {
        teacher(self.net.as_deref())
    }

    fn threads(&self) -> usize {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }
}

const RESUMING: &str = "\
After Ctrl-C or a kill the same command goes on where it stopped: the finished positions are kept
in FILE.part beside the output. The result does not depend on the threads.";

/// Give each position the score and best move of a new search
#[derive(Args)]
#[command(after_long_help = RESUMING)]
pub(super) struct Rescore {
    /// A file of PackedSfenValue records
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    target: Target,

    /// Nodes a position; the depth that passes them is finished
    #[arg(long, value_name = "N", default_value_t = Choices::default().nodes)]
    nodes: u64,

    #[command(flatten)]
    search: Search,
}

pub(super) fn rescore(options: &Rescore, out: &mut dyn Write) -> Result<(), Failure> {
    let target = &options.target.out;
    check(target, options.target.force)?;
    let teacher = options.search.teacher()?;
    let bytes = options
        .search
        .net
        .as_ref()
        .map(fs::read)
        .transpose()
        .map_err(|error| Failure::Usage(format!("the network cannot be read: {error}")))?;
    let total =
        Source::records(&options.file).map_err(|error| failure(&error, target))?.known_count();
    let unfinished = Unfinished::new(target);
    let mark = data::mark(options.nodes, bytes.as_deref());
    let done = unfinished.begin(&options.file, &mark, options.target.force)?;
    if done > 0 {
        writeln!(out, "{done} positions are done already")?;
    }
    let mut part = unfinished.open(done).map_err(|error| unfinished.failed(&error))?;
    let threads = options.search.threads();
    let manner = Rescoring { teacher: &teacher, nodes: options.nodes, threads, done };
    let result = with_bar(target, total, |progress| {
        data::rescore(&options.file, manner, &mut part, progress)
    });
    let count = result?;
    drop(part);
    unfinished.finish(target).map_err(|error| unfinished.failed(&error))?;
    writeln!(out, "{}: {count} positions", target.display())?;
    Ok(())
}

/// An output that grows over several runs, and a mark of how it is made.
struct Unfinished {
    part: PathBuf,
    mark: PathBuf,
}

impl Unfinished {
    fn new(target: &Path) -> Self {
        Self { part: beside(target, ".part"), mark: beside(target, ".mark") }
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Failed(format!("{}: {error}", self.part.display()))
    }

    /// Returns the number of records that an earlier run has done. An output that was made otherwise
    /// is removed if `force` is set, else refused.
    fn begin(&self, file: &Path, mark: &str, force: bool) -> Result<u64, Failure> {
        if self.part.exists() {
            let is_same = fs::read_to_string(&self.mark).is_ok_and(|found| found == mark);
            let done =
                data::records_done(&self.part, file).map_err(|error| failure(&error, &self.part));
            match done {
                Ok(done) if is_same => return Ok(done),
                _ if force => {}
                Err(error) if is_same => return Err(error),
                _ => {
                    return Err(Failure::Usage(format!(
                        "{}: begun with another network or other nodes; --force begins anew",
                        self.part.display()
                    )));
                }
            }
        }
        fs::write(&self.mark, mark)
            .map_err(|error| Failure::Failed(format!("{}: {error}", self.mark.display())))?;
        Ok(0)
    }

    /// Opens the file behind its first records. It has no buffer, so that a kill loses only what was
    /// being searched.
    fn open(&self, done: u64) -> io::Result<fs::File> {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(false).open(&self.part)?;
        file.set_len(done * Psv::SIZE as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    fn finish(&self, target: &Path) -> io::Result<()> {
        fs::rename(&self.part, target)?;
        fs::remove_file(&self.mark)
    }
}

/// Replace each position by the quiet one in which its captures end
#[derive(Args)]
pub(super) struct Leaf {
    /// A file of PackedSfenValue records
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    search: Search,
}

pub(super) fn leaf(options: &Leaf, out: &mut dyn Write) -> Result<(), Failure> {
    let target = &options.target.out;
    let teacher = options.search.teacher()?;
    let total =
        Source::records(&options.file).map_err(|error| failure(&error, target))?.known_count();
    let mut file = create(target, options.target.force)?;
    let leaves = with_bar(target, total, |progress| {
        data::leaf(&options.file, &teacher, options.search.threads(), file.writer(), progress)
    })?;
    file.finish()?;
    let (positions, replaced) = (leaves.positions, leaves.replaced);
    writeln!(out, "{}: {positions} positions, {replaced} of them replaced", target.display())?;
    Ok(())
}
