//! Records of several files in random order.
//!
//! Each record gets a random number, and the output is sorted by it. Where the records do not fit
//! into memory they are first dealt into temporary files by ranges of the number, which are sorted
//! one after the other; so the output depends on the seed alone, not on the memory.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use kifu::records::{FixedRecord, Psv};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::source::Source;
use super::{DataError, Progress, tell};

/// The bytes of a record behind its random number.
const NUMBERED: usize = 8 + Psv::SIZE;
/// The largest number of temporary files.
const MOST_BUCKETS: u64 = 512;
/// Some buckets are larger than others: room for a quarter more than the mean.
const ROOM: f64 = 1.25;
/// The bytes of a bucket's buffer.
const BUFFER: usize = 1 << 15;

/// A record behind its random number, highest byte first, so that bytes sort as numbers do.
type Numbered = [u8; NUMBERED];

/// The temporary files of a shuffle.
#[derive(Clone, Debug)]
pub struct Buckets {
    /// The folder of the temporary files; it is made for the work and removed after it.
    pub folder: PathBuf,
    /// The bytes of memory that may be used.
    pub memory: u64,
}

/// Writes the records of all files in random order, and returns their number.
pub fn shuffle(
    files: &[impl AsRef<Path>],
    seed: u64,
    buckets: &Buckets,
    mut out: impl Write,
    progress: &mut Progress<'_>,
) -> Result<u64, DataError> {
    let total = count(files, progress)?;
    let needed = (total * NUMBERED as u64) as f64 * ROOM;
    let number = (needed / buckets.memory.max(1) as f64).ceil().max(1.0) as u64;
    if number > MOST_BUCKETS {
        let least = (needed / MOST_BUCKETS as f64 / f64::from(1 << 20)).ceil();
        let reason = format!("{total} records need at least {least} MB of memory");
        return Err(DataError::Memory(io::Error::other(reason)));
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    if number == 1 {
        let mut all = Vec::with_capacity(total as usize);
        for_each(files, &mut random, progress, |numbered| {
            all.push(numbered);
            Ok(())
        })?;
        write_sorted(&mut all, &mut out)?;
        return Ok(total);
    }
    let mut folder = Folder::new(&buckets.folder, number as usize).map_err(DataError::Output)?;
    for_each(files, &mut random, progress, |numbered| folder.deal(&numbered, number))?;
    folder.flush().map_err(DataError::Output)?;
    for bucket in 0..number as usize {
        let mut records = fs::read(folder.bucket(bucket)).map_err(DataError::Output)?;
        let (numbered, _) = records.as_chunks_mut::<NUMBERED>();
        write_sorted(numbered, &mut out)?;
        tell(progress, total)?;
    }
    Ok(total)
}

/// The number of records of all files; compressed files are read for it.
fn count(files: &[impl AsRef<Path>], progress: &mut Progress<'_>) -> Result<u64, DataError> {
    let mut total = 0;
    for file in files {
        let records = Source::records(file.as_ref())?;
        if let Some(count) = records.known_count() {
            total += count;
            continue;
        }
        for record in records {
            record?;
            total += 1;
            tell(progress, 0)?;
        }
    }
    Ok(total)
}

/// Calls `visit` with each record behind a random number.
fn for_each(
    files: &[impl AsRef<Path>],
    random: &mut Xoshiro256PlusPlus,
    progress: &mut Progress<'_>,
    mut visit: impl FnMut(Numbered) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut done = 0;
    let mut bytes = Vec::with_capacity(Psv::SIZE);
    for file in files {
        for record in Source::records(file.as_ref())? {
            bytes.clear();
            record?.write_to(&mut bytes);
            let mut numbered = [0; NUMBERED];
            numbered[..8].copy_from_slice(&random.next_u64().to_be_bytes());
            numbered[8..].copy_from_slice(&bytes);
            visit(numbered)?;
            done += 1;
            tell(progress, done)?;
        }
    }
    Ok(())
}

fn write_sorted(numbered: &mut [Numbered], out: &mut impl Write) -> Result<(), DataError> {
    // Records with the same number are sorted by their own bytes.
    numbered.sort_unstable();
    for record in numbered {
        out.write_all(&record[8..]).map_err(DataError::Output)?;
    }
    Ok(())
}

/// A folder of temporary files that is removed at the end.
struct Folder {
    path: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl Folder {
    fn new(path: &Path, count: usize) -> io::Result<Self> {
        // A kill may have left the folder of an earlier run.
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir(path)?,
        }
        let mut folder = Self { path: path.to_owned(), files: Vec::new() };
        for number in 0..count {
            let file = File::create(folder.bucket(number))?;
            folder.files.push(BufWriter::with_capacity(BUFFER, file));
        }
        Ok(folder)
    }

    fn bucket(&self, number: usize) -> PathBuf {
        self.path.join(number.to_string())
    }

    /// Puts a record into the bucket of its number's range.
    fn deal(&mut self, numbered: &Numbered, buckets: u64) -> Result<(), DataError> {
        let [a, b, c, d, e, f, g, h, ..] = *numbered;
        let number = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        let bucket = (u128::from(number) * u128::from(buckets)) >> 64;
        self.files[bucket as usize].write_all(numbered).map_err(DataError::Output)
    }

    /// Ends the writing.
    fn flush(&mut self) -> io::Result<()> {
        self.files.iter_mut().try_for_each(BufWriter::flush)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::{folder, go_on, records};

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let folder = folder("shuffle");
        let file = folder.join("in.psv");
        let records = records(1000);
        fs::write(&file, &records).expect("a file");
        let shuffled = |seed, memory| {
            let buckets = Buckets { folder: folder.join("buckets"), memory };
            let mut out = Vec::new();
            let count = shuffle(&[&file], seed, &buckets, &mut out, &mut go_on);
            assert_eq!(count.expect("records"), 1000);
            assert!(!buckets.folder.exists());
            out
        };
        let whole = shuffled(1, 1 << 20);
        assert_eq!(shuffled(1, 4_000), whole);
        assert_ne!(shuffled(2, 1 << 20), whole);
        assert_ne!(whole, records);
        let sorted = |bytes: &[u8]| {
            let mut records = bytes.as_chunks::<{ Psv::SIZE }>().0.to_vec();
            records.sort_unstable();
            records
        };
        assert_eq!(sorted(&whole), sorted(&records));
        fs::remove_dir_all(folder).expect("the folder");
    }
}
