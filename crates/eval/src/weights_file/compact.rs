//! Mostly-zero tables in few bytes: how many zeros, how many weights, the weights, and so on.
//!
//! Numbers are written seven bits at a time, low bits first, the top bit set in all bytes but the
//! last; weights are first folded so that small ones, negative or not, are small numbers
//! (0, -1, 1, -2, ... become 0, 1, 2, 3, ...).

use super::error::{Expectation, Finding, WeightsError};
use super::format::Format;

pub(super) fn write_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn folded(weight: i16) -> u32 {
    let weight = i32::from(weight);
    ((weight << 1) ^ (weight >> 31)) as u32
}

fn unfolded(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// Writes weights in the order of their entries.
#[derive(Default)]
pub(super) struct Writer {
    zeros: u32,
    run: Vec<i16>,
    pub(super) out: Vec<u8>,
}

impl Writer {
    pub(super) fn weight(&mut self, weight: i16) {
        if weight != 0 {
            self.run.push(weight);
            return;
        }
        self.end_run();
        self.zeros += 1;
    }

    fn end_run(&mut self) {
        if !self.run.is_empty() {
            write_number(&mut self.out, self.zeros);
            write_number(&mut self.out, self.run.len() as u32);
            self.run.iter().for_each(|&weight| write_number(&mut self.out, folded(weight)));
            self.run.clear();
            self.zeros = 0;
        }
    }

    /// Zeros at the end are not written.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_run();
        self.out
    }
}

/// Reads runs from a payload that starts `offset` bytes into the file.
pub(super) struct Runs<'a> {
    bytes: &'a [u8],
    at: usize,
    offset: usize,
    format: Format,
}

impl<'a> Runs<'a> {
    pub(super) fn new(bytes: &'a [u8], offset: usize, format: Format) -> Self {
        Self { bytes, at: 0, offset, format }
    }

    fn error(
        &self,
        field: &'static str,
        start: usize,
        expected: Expectation,
        found: Finding,
    ) -> WeightsError {
        WeightsError { format: self.format, field, offset: self.offset + start, expected, found }
    }

    #[inline]
    fn number(&mut self, field: &'static str) -> Result<u32, WeightsError> {
        let start = self.at;
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.error(field, start, Expectation::ShortNumber, Finding::End));
            };
            self.at += 1;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| {
                    let most = Expectation::AtMost(u64::from(u32::MAX));
                    self.error(field, start, most, Finding::Number(number))
                });
            }
        }
        Err(self.error(field, start, Expectation::ShortNumber, Finding::Number(number)))
    }

    /// Calls `visit` with the entry and the weight of every weight that is not zero, in order, up
    /// to `entries` entries.
    #[inline]
    pub(super) fn read(
        &mut self,
        entries: usize,
        mut visit: impl FnMut(usize, i16) -> bool,
    ) -> Result<(), WeightsError> {
        let mut entry = 0;
        while self.at < self.bytes.len() {
            for (field, may_be_zero) in [("number of zeros", true), ("number of weights", false)] {
                let start = self.at;
                let count = self.number(field)? as usize;
                let left = entries - entry;
                if count > left || (count == 0 && !may_be_zero) {
                    let expected = match count {
                        0 => Expectation::NotZero,
                        _ => Expectation::AtMost(left as u64),
                    };
                    return Err(self.error(field, start, expected, Finding::Number(count as u64)));
                }
                if may_be_zero {
                    entry += count;
                    continue;
                }
                for _ in 0..count {
                    let start = self.at;
                    let number = self.number("weight")?;
                    let wrong = |expected| {
                        self.error("weight", start, expected, Finding::Number(u64::from(number)))
                    };
                    let Ok(weight) = i16::try_from(unfolded(number)) else {
                        return Err(wrong(Expectation::AtMost(u64::from(u16::MAX))));
                    };
                    if weight == 0 {
                        return Err(wrong(Expectation::NotZero));
                    }
                    if !visit(entry, weight) {
                        return Err(wrong(Expectation::KeptEntry));
                    }
                    entry += 1;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(bytes: &[u8]) -> Runs<'_> {
        Runs::new(bytes, 0, Format::ThreePiece)
    }

    #[test]
    fn weights_survive() {
        let weights = [0, 0, 1, -1, 0, i16::MAX, i16::MIN, 63, -64, 64, 0, 0, 5, 0];
        let mut writer = Writer::default();
        weights.iter().for_each(|&weight| writer.weight(weight));
        let bytes = writer.finish();
        let mut found = [0; 14];
        runs(&bytes)
            .read(found.len(), |entry, weight| {
                found[entry] = weight;
                true
            })
            .unwrap();
        assert_eq!(found, weights);
        for cut in 1..bytes.len() {
            let _ = runs(&bytes[..cut]).read(found.len(), |_, _| true);
        }
        assert!(runs(&bytes).read(12, |_, _| true).is_err());
    }
}
