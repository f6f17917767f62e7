//! The fields of a header, read one after the other.

use super::checksum::checksum;
use super::error::{Expectation, Finding, WeightsError};
use super::format::{Encoding, Format};

/// A reader of the header of a file.
pub(crate) struct Fields<'a> {
    format: Format,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    /// A reader of a file that should have this format.
    pub(crate) fn new(format: Format, bytes: &'a [u8]) -> Self {
        Self { format, bytes, at: 0 }
    }

    /// The offset of the next field.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    fn error(
        &self,
        field: &'static str,
        offset: usize,
        expected: Expectation,
        found: Finding,
    ) -> WeightsError {
        WeightsError { format: self.format, field, offset, expected, found }
    }

    /// The next bytes.
    pub(crate) fn take<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<[u8; N], WeightsError> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let Some(bytes) = rest.first_chunk::<N>() else {
            let expected = Expectation::Exactly(N as u64);
            return Err(self.error(field, self.at, expected, Finding::End));
        };
        self.at += N;
        Ok(*bytes)
    }

    /// The next number of 32 bits, if it is the wanted one.
    pub(crate) fn number(
        &mut self,
        field: &'static str,
        wanted: Expectation,
    ) -> Result<u32, WeightsError> {
        let offset = self.at;
        let number = u32::from_le_bytes(self.take(field)?);
        let is_good = match wanted {
            Expectation::Exactly(exact) => u64::from(number) == exact,
            Expectation::AtMost(most) => u64::from(number) <= most,
            _ => true,
        };
        if is_good {
            return Ok(number);
        }
        Err(self.error(field, offset, wanted, Finding::Number(u64::from(number))))
    }

    /// The next number of 32 bits, which must be `wanted`.
    pub(crate) fn exactly(
        &mut self,
        field: &'static str,
        wanted: usize,
    ) -> Result<(), WeightsError> {
        self.number(field, Expectation::Exactly(wanted as u64)).map(|_| ())
    }

    /// The first letters, the version and the encoding.
    pub(crate) fn opening(&mut self, version: u32) -> Result<Encoding, WeightsError> {
        if self.take("first bytes")? != *self.format.magic() {
            let expected = Expectation::Magic(self.format);
            return Err(self.error("first bytes", 0, expected, Finding::OtherBytes));
        }
        self.exactly("version", version as usize)?;
        Ok(match self.number("encoding", Expectation::AtMost(1))? {
            0 => Encoding::Plain,
            _ => Encoding::Compact,
        })
    }

    /// The payload, with the length and the checksum that the header says; a plain payload has
    /// `entries` entries.
    pub(crate) fn payload(
        &mut self,
        encoding: Encoding,
        entries: usize,
    ) -> Result<&'a [u8], WeightsError> {
        let offset = self.at;
        let length = u64::from_le_bytes(self.take("length of the payload")?);
        let sum_offset = self.at;
        let sum = u64::from_le_bytes(self.take("checksum")?);
        let payload = &self.bytes[self.at..];
        let plain = (encoding == Encoding::Plain).then_some(2 * entries as u64);
        for wanted in [Some(payload.len() as u64), plain].into_iter().flatten() {
            if length != wanted {
                let expected = Expectation::Exactly(wanted);
                let found = Finding::Number(length);
                return Err(self.error("length of the payload", offset, expected, found));
            }
        }
        let computed = checksum([&self.bytes[..sum_offset], payload]);
        if sum != computed {
            let expected = Expectation::Exactly(computed);
            return Err(self.error("checksum", sum_offset, expected, Finding::Number(sum)));
        }
        Ok(payload)
    }
}
