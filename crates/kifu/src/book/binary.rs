//! Books as records (`.ybb`): a header, the packed positions in order, and the moves of each.
//!
//! Source:  YaneuraOu 9.70: the format, its magic word, sizes and flags.
//! Here:    Nothing is read but the header until a position is asked for; it is found by halving.

use std::io::{Read, Seek, SeekFrom};

use shogi::{Move, Position};

use super::{BookError, BookMove};
use crate::packed::{Packing, pack};
use crate::records::part;

pub(super) const MAGIC: [u8; 16] = *b"YANE-BINBOOK-V1\0";
const HEADER: u64 = 32;
const RECORD: u64 = 44;
/// The flag of books that say how deep their moves were searched.
const WITH_DEPTH: u64 = 1;

/// The content of the header.
pub(super) struct BinaryIndex {
    records: u64,
    has_depth: bool,
    /// Where the moves begin.
    moves: u64,
}

/// Where the moves of a position are.
struct Record {
    /// Behind the beginning of all moves.
    offset: u64,
    move_number: u16,
    moves: u16,
}

impl BinaryIndex {
    pub(super) fn read(input: &mut (impl Read + Seek)) -> Result<Self, BookError> {
        let length = input.seek(SeekFrom::End(0))?;
        let header: [u8; HEADER as usize] = read_at(input, 0)?;
        let records = u64::from_le_bytes(part(&header, 16));
        let flags = u64::from_le_bytes(part(&header, 24));
        if flags & !WITH_DEPTH != 0 {
            return Err(BookError::Flags(flags));
        }
        let moves = records
            .checked_mul(RECORD)
            .and_then(|bytes| bytes.checked_add(HEADER))
            .filter(|&moves| moves <= length)
            .ok_or(BookError::Cut)?;
        Ok(Self { records, has_depth: flags & WITH_DEPTH != 0, moves })
    }

    pub(super) fn len(&self) -> u64 {
        self.records
    }

    pub(super) fn moves(
        &self,
        input: &mut (impl Read + Seek),
        position: &Position,
        same_number: bool,
    ) -> Result<Vec<BookMove>, BookError> {
        // Such books have no positions that cannot be packed.
        let Ok(wanted) = pack(&position.setup(), Packing::Psv) else { return Ok(Vec::new()) };
        let Some(record) = self.find(input, &wanted)? else { return Ok(Vec::new()) };
        if same_number && u32::from(record.move_number) != position.move_number() {
            return Ok(Vec::new());
        }
        let size = if self.has_depth { 6 } else { 4 };
        let start = self.moves.checked_add(record.offset).ok_or(BookError::Cut)?;
        input.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![0; size * usize::from(record.moves)];
        input.read_exact(&mut bytes).map_err(cut)?;
        let read = |bytes: &[u8]| {
            let mv = Move::from_bits(u16::from_le_bytes(part(bytes, 0)))?;
            let value = i16::from_le_bytes(part(bytes, 2)).into();
            let depth = if self.has_depth { u16::from_le_bytes(part(bytes, 4)) } else { 0 };
            Some(BookMove { mv, reply: None, value, depth: depth.into(), count: 1 })
        };
        Ok(bytes.chunks_exact(size).filter_map(read).collect())
    }

    /// The record of a packed position, if there is one.
    fn find(
        &self,
        input: &mut (impl Read + Seek),
        wanted: &[u8; 32],
    ) -> Result<Option<Record>, BookError> {
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = low + (high - low) / 2;
            let bytes: [u8; RECORD as usize] = read_at(input, HEADER + middle * RECORD)?;
            match part::<32>(&bytes, 0).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    return Ok(Some(Record {
                        offset: u64::from_le_bytes(part(&bytes, 32)),
                        move_number: u16::from_le_bytes(part(&bytes, 40)),
                        moves: u16::from_le_bytes(part(&bytes, 42)),
                    }));
                }
            }
        }
        Ok(None)
    }
}

fn read_at<const N: usize>(input: &mut (impl Read + Seek), at: u64) -> Result<[u8; N], BookError> {
    input.seek(SeekFrom::Start(at))?;
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(cut)?;
    Ok(bytes)
}

fn cut(error: std::io::Error) -> BookError {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => BookError::Cut,
        _ => BookError::Io(error),
    }
}
