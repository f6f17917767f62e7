//! Which positions of games are worth learning from.
//!
//! Source:  positions in check and those whose move takes something are not quiet; decided games say
//!          little: the generators of YaneuraOu, Stoat and rshogi

use std::io::Write;
use std::path::Path;

use kifu::packed::{Packing, pack};
use kifu::records::{FixedRecord, Psv};
use shogi::{Color, Move, Position};

use super::seen::Seen;
use super::source::Source;
use super::{DataError, Progress, tell};
use crate::played::{PlayedGame, Ply};

/// The kinds of positions that are kept beside quiet ones that are new and not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Are positions in check kept?
    pub checks: bool,
    /// Are positions kept whose move takes something?
    pub captures: bool,
    /// Are positions kept that have come before?
    pub duplicates: bool,
    /// The absolute score from which on positions are left out; none keeps all.
    pub largest: Option<i32>,
}

impl Default for Kept {
    fn default() -> Self {
        Self { checks: false, captures: false, duplicates: false, largest: Some(3000) }
    }
}

/// The number of positions that were left out, each for the first reason that applies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dropped {
    /// Positions without a score.
    pub unscored: u64,
    /// Positions in check.
    pub checks: u64,
    /// Positions whose move takes something.
    pub captures: u64,
    /// Positions with too large a score.
    pub decided: u64,
    /// Positions that had come before.
    pub duplicates: u64,
}

/// The filter, with what it has seen and left out so far.
pub struct Filter {
    kept: Kept,
    seen: Seen,
    dropped: Dropped,
}

impl Filter {
    /// Makes a filter that remembers at most `most` positions to tell duplicates.
    pub fn new(kept: Kept, most: usize) -> Self {
        Self { kept, seen: Seen::new(most), dropped: Dropped::default() }
    }

    /// From now on positions whose move takes something are kept, or left out.
    pub fn keep_captures(&mut self, are_kept: bool) {
        self.kept.captures = are_kept;
    }

    /// Is the position, with the move played there and its score, kept?
    pub fn keeps(&mut self, position: &Position, mv: Move, score: Option<i16>) -> bool {
        let kept = self.kept;
        let is_decided =
            |score: i16| kept.largest.is_some_and(|most| i32::from(score).abs() >= most);
        let reason = match score {
            None => &mut self.dropped.unscored,
            Some(_) if !kept.checks && position.in_check() => &mut self.dropped.checks,
            Some(_) if !kept.captures && position.piece_on(mv.to()).is_some() => {
                &mut self.dropped.captures
            }
            Some(score) if is_decided(score) => &mut self.dropped.decided,
            Some(_) if !kept.duplicates && !self.seen.insert(position.key()) => {
                &mut self.dropped.duplicates
            }
            Some(_) => return true,
        };
        *reason += 1;
        false
    }

    /// Hands the labelled positions of a game that are kept to `take`.
    pub fn positions_of(&mut self, game: &PlayedGame, mut take: impl FnMut(Psv)) {
        let winner = game.ending.winner();
        game.for_each_position(|position, Ply { mv, score }| {
            if self.keeps(position, mv, score)
                && let Some(sample) = label(position, mv, score.unwrap_or(0), winner)
            {
                take(sample);
            }
        });
    }

    /// The counts of positions left out.
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }
}

/// Returns a position with its labels; none if it cannot be packed, as pieces are missing.
pub fn label(position: &Position, mv: Move, score: i16, winner: Option<Color>) -> Option<Psv> {
    let packed = pack(&position.setup(), Packing::Psv).ok()?;
    let side = position.turn();
    Some(Psv {
        position: packed,
        score,
        move_bits: mv.bits(),
        ply: u16::try_from(position.move_number()).unwrap_or(u16::MAX),
        result: winner.map_or(0, |winner| if winner == side { 1 } else { -1 }),
        padding: 0,
    })
}

/// Writes the positions of games that the filter keeps, and returns their number.
pub fn extract(
    files: &[impl AsRef<Path>],
    filter: &mut Filter,
    mut out: impl Write,
    progress: &mut Progress<'_>,
) -> Result<u64, DataError> {
    let mut written = 0;
    let mut bytes = Vec::new();
    for file in files {
        for game in Source::games(file.as_ref())? {
            bytes.clear();
            filter.positions_of(&game?, |sample| sample.write_to(&mut bytes));
            out.write_all(&bytes).map_err(DataError::Output)?;
            written += (bytes.len() / Psv::SIZE) as u64;
            tell(progress, written)?;
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Ending;
    use shogi::GameEnd;

    /// A game with a capture, a check, an unscored move and a large score.
    fn game() -> PlayedGame {
        let mut plies: Vec<Ply> = "7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c 4e3d 6a5b 3d5b+ 5a5b"
            .split(' ')
            .map(|text| Ply { mv: text.parse().expect("a move"), score: Some(40) })
            .collect();
        plies[1].score = None;
        plies[5].score = Some(-3000);
        let start = Position::startpos().setup();
        PlayedGame { start, plies, ending: Ending::Rules(GameEnd::Sennichite) }
    }

    fn kept(filter: &mut Filter) -> Vec<u16> {
        let mut plies = Vec::new();
        filter.positions_of(&game(), |sample| plies.push(sample.ply));
        plies
    }

    #[test]
    fn each_filter_drops_what_it_names() {
        let mut filter = Filter::new(Kept::default(), 1000);
        assert_eq!(kept(&mut filter), [1, 5, 8]);
        let once = Dropped { unscored: 1, checks: 1, captures: 4, decided: 1, duplicates: 0 };
        assert_eq!(filter.dropped(), once);
        assert!(kept(&mut filter).is_empty());
        assert_eq!(filter.dropped().duplicates, 3);
        let all = Kept { checks: true, captures: true, duplicates: true, largest: None };
        assert_eq!(kept(&mut Filter::new(all, 1000)), [1, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
}
