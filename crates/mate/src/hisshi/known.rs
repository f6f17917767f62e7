//! The decisions of the search about positions, for the search itself and as advice for the
//! verifiers.

use super::truth::Truth;
use rustc_hash::{FxHashMap, FxHashSet};
use shogi::{Move, Position};

/// The reason that decides a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// The side to move mates by checks: the attacker, or the defender against him.
    Mate,
    /// A move: the attacker's that wins, or the defender's that refutes.
    Move(Move),
    /// The attacker threatens nothing.
    NoThreat,
    /// Every move of the side to move was tried.
    All,
}

/// The attacker wins with `yes_from` counted moves or more; he does not with `no_below` or fewer.
#[derive(Clone, Copy, Debug)]
struct Entry {
    yes_from: u8,
    yes: Key,
    no_below: u8,
    no: Key,
}

const NEVER: u8 = u8::MAX;

/// Decided positions by key; the key contains the side to move.
pub(super) struct Known {
    entries: FxHashMap<u64, Entry>,
    /// Positions that stayed open in the present round, with their counted moves.
    open: FxHashSet<(u64, u8)>,
    most: usize,
}

impl Known {
    /// Room for about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let most = bytes / (4 * size_of::<(u64, Entry)>());
        Self { entries: FxHashMap::default(), open: FxHashSet::default(), most }
    }

    pub(super) fn forget(&mut self) {
        self.entries.clear();
        self.open.clear();
    }

    /// A new round: what stayed open is to be looked at again.
    pub(super) fn reopen(&mut self) {
        self.open.clear();
    }

    /// Does the attacker win with `moves` counted moves? Open if this round has left it open.
    pub(super) fn look_up(&self, position: &Position, moves: u8) -> Option<(Truth, Key)> {
        self.decided(position.key(), moves)
            .or_else(|| self.is_open(position, moves).then_some((Truth::Open, Key::All)))
    }

    /// Did the question stay open in this round?
    pub(super) fn is_open(&self, position: &Position, moves: u8) -> bool {
        self.open.contains(&(position.key(), moves))
    }

    fn decided(&self, key: u64, moves: u8) -> Option<(Truth, Key)> {
        let entry = self.entries.get(&key)?;
        if entry.yes_from != NEVER && moves >= entry.yes_from {
            return Some((Truth::Yes, entry.yes));
        }
        (moves < entry.no_below).then_some((Truth::No, entry.no))
    }

    /// Remembers what was decided. A full memory starts anew: that costs time only.
    pub(super) fn store(&mut self, position: &Position, moves: u8, truth: Truth, key: Key) {
        if self.entries.len() + self.open.len() >= self.most {
            self.forget();
        }
        if truth == Truth::Open {
            self.open.insert((position.key(), moves));
            return;
        }
        let none = Entry { yes_from: NEVER, yes: Key::All, no_below: 0, no: Key::All };
        let entry = self.entries.entry(position.key()).or_insert(none);
        if truth == Truth::Yes && moves < entry.yes_from {
            (entry.yes_from, entry.yes) = (moves, key);
        } else if truth == Truth::No && moves >= entry.no_below {
            (entry.no_below, entry.no) = (moves + 1, key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_serves_more_moves_and_a_failure_fewer() {
        let position = Position::startpos();
        let mut known = Known::new(1 << 20);
        known.store(&position, 1, Truth::No, Key::NoThreat);
        known.store(&position, 3, Truth::Yes, Key::Mate);
        let truth = |moves| known.look_up(&position, moves).map(|(truth, _)| truth);
        assert_eq!(truth(0), Some(Truth::No));
        assert_eq!(truth(1), Some(Truth::No));
        assert_eq!(truth(2), None);
        assert_eq!(truth(4), Some(Truth::Yes));
    }
}
