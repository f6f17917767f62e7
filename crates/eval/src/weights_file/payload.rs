//! The payload: entries as bytes and back, and a whole file from header and payload.

use std::io::{self, Write};

use super::checksum::checksum;
use super::compact::{Runs, Writer};
use super::error::{Expectation, Finding, WeightsError};
use super::format::{Encoding, Format};

/// Encodes the entries that `for_each` hands to its visitor, all of them in order.
pub(crate) fn encode(
    encoding: Encoding,
    entries: usize,
    for_each: impl FnOnce(&mut dyn FnMut(i16)),
) -> Vec<u8> {
    match encoding {
        Encoding::Plain => {
            let mut payload = Vec::with_capacity(2 * entries);
            for_each(&mut |weight| payload.extend(weight.to_le_bytes()));
            payload
        }
        Encoding::Compact => {
            let mut writer = Writer::default();
            for_each(&mut |weight| writer.weight(weight));
            writer.finish()
        }
    }
}

/// Calls `put` with the number and the weight of every entry that is not zero, in ascending order.
/// `put` returns false for an entry that must be zero. The payload starts `offset` bytes into the
/// file.
pub(crate) fn decode(
    format: Format,
    encoding: Encoding,
    payload: &[u8],
    offset: usize,
    entries: usize,
    mut put: impl FnMut(usize, i16) -> bool,
) -> Result<(), WeightsError> {
    if encoding == Encoding::Compact {
        return Runs::new(payload, offset, format).read(entries, put);
    }
    for (entry, pair) in payload.as_chunks::<2>().0.iter().take(entries).enumerate() {
        let weight = i16::from_le_bytes(*pair);
        if weight != 0 && !put(entry, weight) {
            return Err(WeightsError {
                format,
                field: "weight",
                offset: offset + 2 * entry,
                expected: Expectation::KeptEntry,
                found: Finding::Number(u64::from(weight.unsigned_abs())),
            });
        }
    }
    Ok(())
}

/// Writes a file: the fields of the header, the payload's length, the checksum, the payload.
pub(crate) fn write(mut header: Vec<u8>, payload: &[u8], out: &mut dyn Write) -> io::Result<()> {
    header.extend((payload.len() as u64).to_le_bytes());
    out.write_all(&header)?;
    out.write_all(&checksum([&header, payload]).to_le_bytes())?;
    out.write_all(payload)
}
