//! The part of a game that is judged.

use std::ops::RangeInclusive;

use crate::model::Settings;

/// The part of a game that is judged: from the position before its first move to the one after its
/// last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The first position.
    pub first: usize,
    /// The last position.
    pub last: usize,
    /// The plies of the game.
    plies: usize,
}

impl Part {
    /// The part of a game with so many plies that settings ask for; it has no move if they ask for
    /// plies that the game does not have.
    pub fn of(settings: &Settings, plies: usize) -> Self {
        let last = settings.to.map_or(plies, |to| (to as usize).min(plies));
        let first = (settings.from.saturating_sub(1) as usize).min(last);
        Self { first, last, plies }
    }

    /// The plies of the moves that are judged.
    pub fn moves(&self) -> RangeInclusive<usize> {
        self.first + 1..=self.last
    }

    /// Is the position after a ply in the part?
    pub fn has(&self, ply: usize) -> bool {
        (self.first..=self.last).contains(&ply)
    }

    /// Is the move of a ply judged?
    pub fn judges(&self, ply: usize) -> bool {
        self.moves().contains(&ply)
    }

    /// Is the whole game judged?
    pub fn is_whole(&self) -> bool {
        self.first == 0 && self.ends_game()
    }

    /// The sentence that tells of a part in English; none for a whole game.
    pub fn english(&self) -> Option<String> {
        let Self { first, last, plies } = self;
        let from = first + 1;
        (!self.is_whole()).then(|| format!("Only plies {from} to {last} of {plies} are judged."))
    }

    /// The same sentence in Japanese.
    pub fn japanese(&self) -> Option<String> {
        let Self { first, last, plies } = self;
        let from = first + 1;
        let text = || format!("全{plies}手のうち{from}手目から{last}手目までを解析した。");
        (!self.is_whole()).then(text)
    }

    /// Does the part go to the end of the game?
    pub fn ends_game(&self) -> bool {
        self.last == self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(from: u32, to: Option<u32>) -> Part {
        Part::of(&Settings { from, to, ..Settings::default() }, 30)
    }

    #[test]
    fn parts_begin_before_a_move_and_stay_inside_the_game() {
        assert!(part(0, None).is_whole() && part(1, Some(30)).is_whole());
        assert_eq!(part(1, None), part(0, Some(99)));
        let middle = part(10, Some(12));
        assert_eq!((middle.first, middle.last, middle.moves()), (9, 12, 10..=12));
        assert!(middle.has(9) && !middle.judges(9) && !middle.has(8) && !middle.has(13));
        assert_eq!(middle.english().as_deref(), Some("Only plies 10 to 12 of 30 are judged."));
        assert_eq!(part(0, None).japanese(), None);
        assert!(!middle.is_whole() && !middle.ends_game() && part(30, None).ends_game());
        for empty in [part(31, None), part(12, Some(10)), part(0, Some(0))] {
            assert!(empty.moves().is_empty(), "{empty:?}");
        }
    }
}
