//! A second solver: depth-first search by length with a memory of everything, made of nothing but
//! the rules. Slow, and easy to see through.

use shogi::{Move, Position};
use std::collections::HashMap;

/// What is known about a position with the attacker to move: no mate within the first number of
/// plies, a mate within the second.
type Known = HashMap<u64, (u32, u32)>;

const NEVER: u32 = u32::MAX;

/// The search gives up after this many positions.
pub struct Plain {
    known: Known,
    left: u64,
}

impl Plain {
    pub fn new(positions: u64) -> Self {
        Self { known: HashMap::new(), left: positions }
    }

    /// The length of the shortest mate of at most `most` plies; nothing if there is none. An
    /// error if it gave up.
    pub fn shortest(&mut self, position: &mut Position, most: u32) -> Result<Option<u32>, ()> {
        for plies in (1..=most).step_by(2) {
            if self.mates(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn mates(&mut self, position: &mut Position, plies: u32) -> Result<bool, ()> {
        let key = position.key();
        let (none, some) = self.known.get(&key).copied().unwrap_or((0, NEVER));
        if plies <= none {
            return Ok(false);
        }
        if plies >= some {
            return Ok(true);
        }
        self.left = self.left.checked_sub(1).ok_or(())?;
        let checks: Vec<Move> =
            position.legal_moves().iter().copied().filter(|&mv| position.gives_check(mv)).collect();
        let mut found = false;
        for mv in checks {
            position.play(mv);
            let refuted = self.is_refuted(position, plies - 1);
            position.take_back();
            if !refuted? {
                found = true;
                break;
            }
        }
        let entry = self.known.entry(key).or_insert((0, NEVER));
        if found {
            entry.1 = entry.1.min(plies);
        } else {
            entry.0 = entry.0.max(plies);
        }
        Ok(found)
    }

    fn is_refuted(&mut self, position: &mut Position, plies: u32) -> Result<bool, ()> {
        for mv in &position.legal_moves() {
            if plies == 0 {
                return Ok(true);
            }
            position.play(mv);
            let mates = self.mates(position, plies - 1);
            position.take_back();
            if !mates? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
