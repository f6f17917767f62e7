//! Records one after the other, from any reader and to any writer.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::marker::PhantomData;

use super::FixedRecord;

/// Records in the buffer.
const BUFFERED: usize = 4096;
/// How a zstd file begins.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Why a record cannot be read.
#[derive(Debug)]
pub enum RecordError {
    /// The input cannot be read.
    Io(io::Error),
    /// The input ends inside a record: records read before, and bytes left over.
    Cut {
        /// Whole records before the end.
        records: u64,
        /// Bytes that are left over.
        bytes: usize,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the records cannot be read: {error}"),
            Self::Cut { records, bytes } => write!(
                f,
                "the file ends inside a record: {bytes} bytes are left over behind {records} records"
            ),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Records from a reader, which is decompressed if it is compressed by zstd.
pub fn open<'a, T: FixedRecord>(
    mut input: impl BufRead + 'a,
) -> io::Result<RecordReader<Box<dyn Read + 'a>, T>> {
    let is_compressed = input.fill_buf()?.starts_with(&ZSTD_MAGIC);
    let reader: Box<dyn Read + 'a> = if is_compressed {
        Box::new(zstd::stream::read::Decoder::with_buffer(input)?)
    } else {
        Box::new(input)
    };
    Ok(RecordReader::new(reader))
}

/// An iterator over the records of a reader.
pub struct RecordReader<R, T> {
    input: R,
    buffer: Vec<u8>,
    /// The part of the buffer that is filled and not yet given out.
    start: usize,
    end: usize,
    records: u64,
    is_done: bool,
    kind: PhantomData<T>,
}

impl<R: Read, T: FixedRecord> RecordReader<R, T> {
    /// Reads records that are not compressed.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; T::SIZE * BUFFERED],
            start: 0,
            end: 0,
            records: 0,
            is_done: false,
            kind: PhantomData,
        }
    }

    /// Fills the buffer as far as the input goes.
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < self.buffer.len() {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    #[cold]
    fn at_end(&mut self) -> Option<Result<T, RecordError>> {
        if let Err(error) = self.refill() {
            self.is_done = true;
            return Some(Err(error.into()));
        }
        if self.end >= T::SIZE {
            return self.next();
        }
        self.is_done = true;
        (self.end > 0).then_some(Err(RecordError::Cut { records: self.records, bytes: self.end }))
    }
}

impl<R: Read, T: FixedRecord> Iterator for RecordReader<R, T> {
    type Item = Result<T, RecordError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        if self.end - self.start < T::SIZE {
            return self.at_end();
        }
        let record = T::from_bytes(&self.buffer[self.start..self.start + T::SIZE]);
        self.start += T::SIZE;
        self.records += 1;
        Some(Ok(record))
    }
}

/// Writes records; call [`Self::finish`] at the end.
pub struct RecordWriter<'a, T> {
    output: Box<dyn FinishWrite + 'a>,
    buffer: Vec<u8>,
    kind: PhantomData<T>,
}

/// A writer that may have to say that it is over.
trait FinishWrite: Write {
    fn finish(self: Box<Self>) -> io::Result<()>;
}

struct Plain<W>(W);
struct Compressed<'a, W: Write>(zstd::stream::write::Encoder<'a, W>);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> FinishWrite for Plain<W> {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Write for Compressed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> FinishWrite for Compressed<'_, W> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish()?.flush()
    }
}

impl<'a, T: FixedRecord> RecordWriter<'a, T> {
    /// Writes records as they are.
    pub fn new(output: impl Write + 'a) -> Self {
        Self::over(Box::new(Plain(output)))
    }

    /// Writes records compressed by zstd at a level from 1 to 22.
    pub fn compressed(output: impl Write + 'a, level: i32) -> io::Result<Self> {
        let encoder = zstd::stream::write::Encoder::new(output, level)?;
        Ok(Self::over(Box::new(Compressed(encoder))))
    }

    fn over(output: Box<dyn FinishWrite + 'a>) -> Self {
        Self { output, buffer: Vec::with_capacity(T::SIZE * BUFFERED), kind: PhantomData }
    }

    /// Adds a record.
    pub fn write(&mut self, record: &T) -> io::Result<()> {
        record.write_to(&mut self.buffer);
        if self.buffer.len() >= T::SIZE * BUFFERED {
            self.output.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes the buffered records and ends the file.
    pub fn finish(mut self) -> io::Result<()> {
        self.output.write_all(&self.buffer)?;
        self.output.finish()
    }
}
