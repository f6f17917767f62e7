//! The fields of an nn.bin file in their order. Little-endian throughout.
//!
//! Source:  YaneuraOu, whose format this is (after Nasu 2018)

use super::architecture::Architecture;
use super::error::{Expected, Found, NetworkError};

/// The version that every writer of the format uses, and its successor with the same layout.
const VERSIONS: [u32; 2] = [0x7AF3_2F16, 0x7AF3_2F17];

/// Does a file begin as a network does?
pub(crate) fn is_network(bytes: &[u8]) -> bool {
    let version = bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    version.is_some_and(|version| VERSIONS.contains(&version))
}

/// Reads a file from its start; `offset` is where the next field begins.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    fn take(&mut self, field: &'static str, count: usize) -> Result<&'a [u8], NetworkError> {
        let rest = &self.bytes[self.offset..];
        let Some(taken) = rest.get(..count) else {
            return Err(NetworkError {
                field,
                offset: self.offset,
                expected: Expected::Bytes(count),
                found: Found::Bytes(rest.len()),
            });
        };
        self.offset += count;
        Ok(taken)
    }

    fn number(&mut self, field: &'static str) -> Result<u32, NetworkError> {
        let bytes = self.take(field, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn hash(&mut self, field: &'static str, expected: Expected) -> Result<(), NetworkError> {
        let offset = self.offset;
        let number = self.number(field)?;
        match expected {
            Expected::Hash(hash, _) if hash == number => Ok(()),
            _ => Err(NetworkError { field, offset, expected, found: Found::Number(number) }),
        }
    }

    /// Version, hash, text and size of the file; the architecture whose hash and size agree.
    pub(super) fn header(
        &mut self,
        known: impl IntoIterator<Item = Architecture>,
    ) -> Result<Layout, NetworkError> {
        let version = self.number("version")?;
        if !VERSIONS.contains(&version) {
            return Err(NetworkError {
                field: "version",
                offset: 0,
                expected: Expected::Version,
                found: Found::Number(version),
            });
        }
        let hash = self.number("file hash")?;
        let Some(architecture) = known.into_iter().find(|known| known.file_hash() == hash) else {
            return Err(NetworkError {
                field: "file hash",
                offset: 4,
                expected: Expected::KnownHash,
                found: Found::Number(hash),
            });
        };
        let length = self.number("length of the architecture text")?;
        if length as usize > self.left() {
            return Err(NetworkError {
                field: "length of the architecture text",
                offset: 8,
                expected: Expected::TextInside(self.left()),
                found: Found::Number(length),
            });
        }
        // The text is skipped: some writers put a wrong one.
        self.take("architecture text", length as usize)?;

        let hashes = match self.left().checked_sub(architecture.payload()) {
            Some(0) => false,
            Some(8) => true,
            _ => {
                return Err(NetworkError {
                    field: "file size",
                    offset: 0,
                    expected: Expected::Size(
                        self.offset + 8 + architecture.payload(),
                        architecture,
                    ),
                    found: Found::Bytes(self.bytes.len()),
                });
            }
        };
        Ok(Layout { architecture, hashes })
    }

    /// The hash before the first layer, where the file has one.
    pub(super) fn features_hash(&mut self, layout: Layout) -> Result<(), NetworkError> {
        let Layout { architecture, hashes } = layout;
        let expected = Expected::Hash(architecture.features_hash(), architecture);
        if hashes { self.hash("hash of the first layer", expected) } else { Ok(()) }
    }

    /// The hash before the dense layers, where the file has one.
    pub(super) fn network_hash(&mut self, layout: Layout) -> Result<(), NetworkError> {
        let Layout { architecture, hashes } = layout;
        let expected = Expected::Hash(architecture.network_hash(), architecture);
        if hashes { self.hash("hash of the dense layers", expected) } else { Ok(()) }
    }

    /// A row of 16-bit numbers.
    pub(super) fn row<const N: usize>(
        &mut self,
        field: &'static str,
        row: &mut [i16; N],
    ) -> Result<(), NetworkError> {
        let (pairs, _) = self.take(field, 2 * N)?.as_chunks::<2>();
        for (number, pair) in row.iter_mut().zip(pairs) {
            *number = i16::from_le_bytes(*pair);
        }
        Ok(())
    }

    /// Biases of a dense layer.
    pub(super) fn biases<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<[i32; N], NetworkError> {
        let (words, _) = self.take(field, 4 * N)?.as_chunks::<4>();
        let mut biases = [0; N];
        for (bias, word) in biases.iter_mut().zip(words) {
            *bias = i32::from_le_bytes(*word);
        }
        Ok(biases)
    }

    /// This many 32-bit numbers.
    pub(super) fn numbers(
        &mut self,
        field: &'static str,
        count: usize,
    ) -> Result<Box<[i32]>, NetworkError> {
        let (words, _) = self.take(field, 4 * count)?.as_chunks::<4>();
        Ok(words.iter().map(|&word| i32::from_le_bytes(word)).collect())
    }

    /// Weights of a dense layer, output by output.
    pub(super) fn weights(
        &mut self,
        field: &'static str,
        count: usize,
    ) -> Result<&'a [u8], NetworkError> {
        self.take(field, count)
    }
}

/// The layout of the file, as its header tells it.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) architecture: Architecture,
    /// Do hashes stand before the two parts? Some writers leave them out.
    hashes: bool,
}
