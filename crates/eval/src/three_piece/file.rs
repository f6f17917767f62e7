//! The weights file; docs/weights-files.md specifies it.

use std::io::{self, Write};

use shogi::{PieceKind, Square};

use super::checksum::checksum;
use super::compact::{Runs, Writer};
use super::error::{Expectation, Finding, WeightsError};
use super::states::{OWN_STATES, STATES};
use super::weights::{
    FOLDED_KINGS, KKP_WEIGHTS, KPP_WEIGHTS, PAIRS, SCALE, ThreePieceWeights, is_kkp_kept,
    is_kpp_kept,
};
use crate::entering_king::StepWeights;
use crate::material::PieceValues;

/// The first bytes of every weights file.
pub(crate) const MAGIC: [u8; 8] = *b"SAKI3PCE";
const VERSION: u32 = 1;
/// Bytes before the checksum.
const HEADER: usize = 80;
/// Bytes before the payload.
const PAYLOAD: usize = HEADER + 8;
const ENTRIES: usize = KPP_WEIGHTS + KKP_WEIGHTS;

/// How the payload is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Two bytes for every entry.
    Plain = 0,
    /// Runs of zeros are counted; for mostly-zero tables.
    Compact = 1,
}

/// Kinds whose values the header holds, in this order.
fn valued_kinds() -> impl Iterator<Item = PieceKind> {
    PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King)
}

impl ThreePieceWeights {
    /// Writes a weights file.
    pub fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let payload = match encoding {
            Encoding::Plain => {
                let mut payload = Vec::with_capacity(2 * ENTRIES);
                self.for_each_kept(|weight| payload.extend(weight.to_le_bytes()));
                payload
            }
            Encoding::Compact => {
                let mut writer = Writer::default();
                self.for_each_kept(|weight| writer.weight(weight));
                writer.finish()
            }
        };
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        for number in [
            VERSION,
            encoding as u32,
            FOLDED_KINGS as u32,
            STATES as u32,
            OWN_STATES as u32,
            SCALE as u32,
        ] {
            header.extend(number.to_le_bytes());
        }
        for kind in valued_kinds() {
            header.extend((self.values.on_board(kind) as i16).to_le_bytes());
        }
        for weight in self.steps.0 {
            header.extend(weight.to_le_bytes());
        }
        header.extend((payload.len() as u64).to_le_bytes());
        debug_assert_eq!(header.len(), HEADER);
        out.write_all(&header)?;
        out.write_all(&checksum([&header, &payload]).to_le_bytes())?;
        out.write_all(&payload)
    }

    /// Every entry in the order of the file; zero for one whose mirror image holds the weight.
    fn for_each_kept(&self, mut visit: impl FnMut(i16)) {
        for king in 0..FOLDED_KINGS {
            for one in 0..STATES {
                for other in 0..=one {
                    let kept = is_kpp_kept(king, one, other);
                    visit(if kept { self.folded_kpp(king, one, other) } else { 0 });
                }
            }
        }
        for own in 0..FOLDED_KINGS {
            for enemy in Square::all() {
                for piece in 0..OWN_STATES {
                    let kept = is_kkp_kept(own, enemy, piece);
                    visit(if kept { self.folded_kkp(own, enemy, piece) } else { 0 });
                }
            }
        }
    }

    /// Reads a weights file. The memory taken depends on the format, not on the file's contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut header = Header { bytes, at: 0 };
        let encoding = header.read()?;
        let values = header.values()?;
        let steps = header.steps()?;
        let payload = header.payload()?;

        let mut weights = Self::zero(values);
        weights.steps = steps;
        let mut cursor = EntryCursor::default();
        match encoding {
            Encoding::Compact => Runs::new(payload, PAYLOAD)
                .read(ENTRIES, |entry, weight| cursor.put(&mut weights, entry, weight))?,
            Encoding::Plain => {
                for (entry, pair) in payload.as_chunks::<2>().0.iter().enumerate() {
                    let weight = i16::from_le_bytes(*pair);
                    if weight != 0 && !cursor.put(&mut weights, entry, weight) {
                        return Err(WeightsError {
                            field: "weight",
                            offset: PAYLOAD + 2 * entry,
                            expected: Expectation::KeptEntry,
                            found: Finding::Number(u64::from(weight.unsigned_abs())),
                        });
                    }
                }
            }
        }
        Ok(weights)
    }
}

/// The rows of entries that come in ascending order.
#[derive(Default)]
struct EntryCursor {
    king: usize,
    one: usize,
    /// First entry of the row of `king` and `one`.
    row: usize,
}

impl EntryCursor {
    /// Sets a weight; false if its mirror image should hold it.
    #[inline]
    fn put(&mut self, weights: &mut ThreePieceWeights, entry: usize, weight: i16) -> bool {
        if entry >= KPP_WEIGHTS {
            let entry = entry - KPP_WEIGHTS;
            let (rest, piece) = (entry / OWN_STATES, entry % OWN_STATES);
            let (own, enemy) = (rest / Square::COUNT, rest % Square::COUNT);
            let Some(enemy) = Square::from_index(enemy) else { return false };
            weights.set_folded_kkp(own, enemy, piece, weight);
            return is_kkp_kept(own, enemy, piece);
        }
        let king = entry / PAIRS;
        if king != self.king {
            *self = Self { king, one: 0, row: king * PAIRS };
        }
        while entry > self.row + self.one {
            self.row += self.one + 1;
            self.one += 1;
        }
        let other = entry - self.row;
        weights.set_folded_kpp(king, self.one, other, weight);
        is_kpp_kept(king, self.one, other)
    }
}

struct Header<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Header<'a> {
    fn take<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], WeightsError> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let Some(bytes) = rest.first_chunk::<N>() else {
            return Err(WeightsError {
                field,
                offset: self.at,
                expected: Expectation::Exactly(N as u64),
                found: Finding::End,
            });
        };
        self.at += N;
        Ok(*bytes)
    }

    fn number(&mut self, field: &'static str, wanted: Expectation) -> Result<u32, WeightsError> {
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
        let found = Finding::Number(u64::from(number));
        Err(WeightsError { field, offset, expected: wanted, found })
    }

    fn read(&mut self) -> Result<Encoding, WeightsError> {
        if self.take("first bytes")? != MAGIC {
            return Err(WeightsError {
                field: "first bytes",
                offset: 0,
                expected: Expectation::Magic,
                found: Finding::OtherBytes,
            });
        }
        let exactly = |number: usize| Expectation::Exactly(number as u64);
        self.number("version", exactly(VERSION as usize))?;
        let encoding = match self.number("encoding", Expectation::AtMost(1))? {
            0 => Encoding::Plain,
            _ => Encoding::Compact,
        };
        self.number("folded king squares", exactly(FOLDED_KINGS))?;
        self.number("states", exactly(STATES))?;
        self.number("own states", exactly(OWN_STATES))?;
        self.number("scale", exactly(SCALE as usize))?;
        Ok(encoding)
    }

    fn values(&mut self) -> Result<PieceValues, WeightsError> {
        let mut table = [0; PieceKind::TABLE];
        for kind in valued_kinds() {
            table[kind.index()] = i16::from_le_bytes(self.take("piece values")?);
        }
        Ok(PieceValues::new(|kind| table[kind.index()]))
    }

    fn steps(&mut self) -> Result<StepWeights, WeightsError> {
        let mut steps = StepWeights::ZERO;
        for weight in &mut steps.0 {
            *weight = i16::from_le_bytes(self.take("entering-king weights")?);
        }
        Ok(steps)
    }

    /// The payload, its length and checksum as the header says.
    fn payload(&mut self) -> Result<&'a [u8], WeightsError> {
        let offset = self.at;
        let length = u64::from_le_bytes(self.take("length of the payload")?);
        let sum_offset = self.at;
        let sum = u64::from_le_bytes(self.take("checksum")?);
        let payload = &self.bytes[PAYLOAD..];
        let found = payload.len() as u64;
        if length != found {
            return Err(WeightsError {
                field: "length of the payload",
                offset,
                expected: Expectation::Exactly(found),
                found: Finding::Number(length),
            });
        }
        let is_plain = self.bytes[12] == Encoding::Plain as u8;
        if is_plain && length != 2 * ENTRIES as u64 {
            return Err(WeightsError {
                field: "length of the payload",
                offset,
                expected: Expectation::Exactly(2 * ENTRIES as u64),
                found: Finding::Number(length),
            });
        }
        let computed = checksum([&self.bytes[..HEADER], payload]);
        if sum != computed {
            return Err(WeightsError {
                field: "checksum",
                offset: sum_offset,
                expected: Expectation::Exactly(computed),
                found: Finding::Number(sum),
            });
        }
        Ok(payload)
    }
}
