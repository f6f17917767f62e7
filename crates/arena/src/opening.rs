//! Openings: games begin after their moves. From lines of USI text, or made at random.

mod random;

use std::fs;
use std::path::Path;

use shogi::Position;
use stats::SplitMix64;
use usi::{Command, PositionCommand};

use crate::error::ArenaError;

pub use random::random_openings;

/// A start and moves, all legal, after which the game goes on. Played again whenever its position
/// is asked for: a match keeps thousands of openings, and a position is a hundred times the size
/// of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    command: PositionCommand,
}

impl Opening {
    /// Reads `startpos moves ...`, `sfen ... moves ...`, with or without `position` before it,
    /// or a bare SFEN.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let text = text.strip_prefix("position ").unwrap_or(text);
        let parsed = Command::parse(&format!("position {text}")).map_err(|e| e.to_string())?;
        let Command::Position(command) = parsed.command else {
            return Err("expected a position".to_owned());
        };
        let (position, refused) = command.position().map_err(|error| error.to_string())?;
        match refused {
            Some(refused) => Err(refused.to_string()),
            None if !position.has_legal_move() => Err("there is no legal move".to_owned()),
            None => Ok(Self { command }),
        }
    }

    /// The opening as engines are told.
    pub fn command(&self) -> &PositionCommand {
        &self.command
    }

    /// The position after the opening, with its history.
    pub fn position(&self) -> Position {
        self.command.position().expect("an opening has been played once already").0
    }
}

/// Reads a file with one opening a line; empty lines and lines that start with `#` are skipped.
pub fn read_openings(path: &Path) -> Result<Vec<Opening>, ArenaError> {
    let text = fs::read_to_string(path).map_err(|error| ArenaError::unreadable(path, &error))?;
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // Text behind a tab is a remark.
        let line = line.split('\t').next().unwrap_or(line);
        openings.push(Opening::parse(line).map_err(|why| {
            ArenaError::Request(format!("{}, line {}: {why}", path.display(), index + 1))
        })?);
    }
    if openings.is_empty() {
        return Err(ArenaError::Request(format!("{} has no openings", path.display())));
    }
    Ok(openings)
}

/// Puts openings into an order that the seed decides.
pub fn shuffle_openings(openings: &mut [Opening], seed: u64) {
    SplitMix64::new(seed).shuffle(openings);
}

/// A number that tells lists of openings apart (FNV-1a of their texts).
pub fn opening_digest(openings: &[Opening]) -> u64 {
    let bytes = openings.iter().flat_map(|opening| {
        let mut text = opening.command().to_string();
        text.push('\n');
        text.into_bytes()
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for text in [
            "startpos moves 7g7f 3c3d",
            "position startpos moves 7g7f 3c3d",
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d",
        ] {
            let opening = Opening::parse(text).unwrap();
            assert_eq!(opening.position().plies_played(), 2);
        }
        assert_eq!(Opening::parse("startpos").unwrap().command().moves.len(), 0);
        for wrong in ["", "startpos moves 7g7e", "hello", "8k/8G/8G/9/9/9/9/9/4K4 w - 1"] {
            assert!(Opening::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
