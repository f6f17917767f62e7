//! The weights file; docs/weights-files.md specifies it.

use std::io::{self, Write};

use shogi::{PieceKind, Square};

use super::entries::ENTRIES;
use super::states::{OWN_STATES, STATES};
use super::weights::{
    FOLDED_KINGS, KPP_WEIGHTS, PAIRS, SCALE, ThreePieceWeights, is_kkp_kept, is_kpp_kept,
};
use crate::entering_king::StepWeights;
use crate::material::PieceValues;
use crate::weights_file::{self, Encoding, Fields, Format, WeightsError, decode, encode};

const VERSION: u32 = 1;

/// Kinds whose values the header holds, in this order.
fn valued_kinds() -> impl Iterator<Item = PieceKind> {
    PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King)
}

impl ThreePieceWeights {
    /// Writes a weights file.
    pub fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let payload = encode(encoding, ENTRIES, |visit| self.for_each_kept(visit));
        let mut header = Format::ThreePiece.magic().to_vec();
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
        weights_file::write(header, &payload, out)
    }

    /// Every entry in the order of the file; zero for one whose mirror image holds the weight.
    pub(crate) fn for_each_kept(&self, visit: &mut dyn FnMut(i16)) {
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
        let mut fields = Fields::new(Format::ThreePiece, bytes);
        let encoding = fields.opening(VERSION)?;
        fields.exactly("folded king squares", FOLDED_KINGS)?;
        fields.exactly("states", STATES)?;
        fields.exactly("own states", OWN_STATES)?;
        fields.exactly("scale", SCALE as usize)?;
        let values = read_values(&mut fields)?;
        let steps = read_steps(&mut fields)?;
        let payload = fields.payload(encoding, ENTRIES)?;

        let mut weights = Self::zero(values);
        weights.steps = steps;
        let mut cursor = EntryCursor::default();
        decode(
            Format::ThreePiece,
            encoding,
            payload,
            fields.offset(),
            ENTRIES,
            |entry, weight| cursor.put(&mut weights, entry, weight),
        )?;
        Ok(weights)
    }
}

/// The rows of entries that come in ascending order.
#[derive(Default)]
pub(crate) struct EntryCursor {
    king: usize,
    one: usize,
    /// First entry of the row of `king` and `one`.
    row: usize,
}

impl EntryCursor {
    /// Sets a weight; false if its mirror image should hold it.
    #[inline]
    pub(crate) fn put(
        &mut self,
        weights: &mut ThreePieceWeights,
        entry: usize,
        weight: i16,
    ) -> bool {
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

fn read_values(fields: &mut Fields<'_>) -> Result<PieceValues, WeightsError> {
    let mut table = [0; PieceKind::TABLE];
    for kind in valued_kinds() {
        table[kind.index()] = i16::from_le_bytes(fields.take("piece values")?);
    }
    Ok(PieceValues::new(|kind| table[kind.index()]))
}

fn read_steps(fields: &mut Fields<'_>) -> Result<StepWeights, WeightsError> {
    let mut steps = StepWeights::ZERO;
    for weight in &mut steps.0 {
        *weight = i16::from_le_bytes(fields.take("entering-king weights")?);
    }
    Ok(steps)
}
