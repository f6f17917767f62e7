//! The weights file; docs/weights-files.md specifies it.

use std::io::{self, Write};
use std::sync::Arc;

use super::groups::Group;
use super::weights::{BonanzaWeights, SCALE};
use crate::material::PieceValues;
use crate::three_piece::{EntryCursor, ThreePieceWeights};
use crate::weights_file::{self, Encoding, Fields, Format, WeightsError, decode, encode};

const VERSION: u32 = 1;

/// The number of entries of a file: the features of all groups.
const ENTRIES: usize = first_entry(Group::ALL.len());

/// The first entry of a group by its number.
const fn first_entry(group: usize) -> usize {
    let (mut first, mut index) = (0, 0);
    while index < group {
        first += Group::ALL[index].len();
        index += 1;
    }
    first
}

/// The first entry of the king pairs, and of the group behind them.
const KING_PAIRS: [usize; 2] =
    [first_entry(Group::KingPairs as usize), first_entry(Group::KingPairs as usize + 1)];

impl BonanzaWeights {
    /// Writes a weights file.
    pub fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let payload = encode(encoding, ENTRIES, |visit| {
            for group in Group::ALL {
                if group == Group::KingPairs {
                    self.relations.for_each_kept(visit);
                } else {
                    (0..group.len()).for_each(|index| visit(self.get(group, index)));
                }
            }
        });
        let mut header = Format::Bonanza.magic().to_vec();
        for number in [VERSION, encoding as u32, SCALE as u32, Group::ALL.len() as u32] {
            header.extend(number.to_le_bytes());
        }
        for group in Group::ALL {
            header.extend((group.len() as u32).to_le_bytes());
        }
        weights_file::write(header, &payload, out)
    }

    /// Reads a weights file. The memory taken depends on the format, not on the file's contents.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut fields = Fields::new(Format::Bonanza, bytes);
        let encoding = fields.opening(VERSION)?;
        fields.exactly("scale", SCALE as usize)?;
        fields.exactly("number of groups", Group::ALL.len())?;
        for group in Group::ALL {
            fields.exactly(group.name(), group.len())?;
        }
        let payload = fields.payload(encoding, ENTRIES)?;

        let mut relations = ThreePieceWeights::zero(PieceValues::new(|_| 0));
        let mut weights = Self::zero(PieceValues::new(|_| 0));
        let mut cursor = EntryCursor::default();
        decode(Format::Bonanza, encoding, payload, fields.offset(), ENTRIES, |entry, weight| {
            if (KING_PAIRS[0]..KING_PAIRS[1]).contains(&entry) {
                return cursor.put(&mut relations, entry - KING_PAIRS[0], weight);
            }
            let (mut group, mut index) = (0, entry);
            while index >= Group::ALL[group].len() {
                index -= Group::ALL[group].len();
                group += 1;
            }
            weights.set(Group::ALL[group], index, weight);
            true
        })?;
        relations.values = *weights.values();
        weights.relations = Arc::new(relations);
        Ok(weights)
    }
}
