//! The verifier of disproofs: a set of positions in which every check has an answer that leads
//! back into the set.
//!
//! Here:    Such a set holds no mate, whatever loops it has: the defender never leaves it, and in
//!          none of its positions he is mated. So no path matters, and the search's treatment
//!          of repetition is not relied upon. The search only suggests the answers; it is told the
//!          way, so that it can suggest those which it found on that way alone.
//!          The set is never held as a whole: what lies on the way is, the rest is noted while
//!          there is room and gone through again where a note was lost.

use crate::budget::Stopped;
use crate::notes::Notes;
use crate::table::PositionKey;
use rustc_hash::FxHashMap;
use shogi::{Color, Hand, Move, Position};

/// The longest path in positions; deeper ones are put off.
const DEEPEST: usize = 1 << 11;

/// The source of answers to checks. It is told the way, because an answer may hold on one way
/// only.
pub(crate) trait Defender {
    /// Begins a new way.
    fn begin(&mut self);

    /// Goes on to a position.
    fn enter(&mut self, key: PositionKey);

    /// Goes back by one position.
    fn leave(&mut self);

    /// The answer to the check that leads to a position, if it is known.
    fn answer(&mut self, key: PositionKey) -> Option<Move>;

    /// After a long look: the answer in this position.
    fn find(&mut self, position: &mut Position) -> Result<Move, Stopped>;

    /// Pays for one position.
    fn pay(&mut self) -> Result<(), Stopped>;

    /// Bytes for the notes.
    fn memory(&self) -> usize;
}

/// A position of the set whose checks are being gone through.
struct Step {
    key: PositionKey,
    checks: Vec<Move>,
    next: usize,
    /// Positions gone through before this one.
    before: u64,
}

/// Builds the set that shows that the side to move does not mate.
pub(crate) fn verify(position: &mut Position, defender: &mut dyn Defender) -> Result<(), Stopped> {
    let result = Set::new(position.turn(), defender.memory(), DEEPEST).build(position, defender);
    defender.begin();
    result
}

/// The set, by board and the attacker's hand.
struct Set {
    attacker: Color,
    deepest: usize,
    /// Positions with all their checks answered, as far as they are remembered.
    settled: Notes,
    /// Positions on the way and those put off: with them the set is complete.
    open: FxHashMap<u64, Vec<Hand>>,
    put_off: Vec<Position>,
    /// Positions gone through.
    count: u64,
}

impl Set {
    fn new(attacker: Color, bytes: usize, deepest: usize) -> Self {
        Self {
            attacker,
            deepest,
            settled: Notes::within(bytes),
            open: FxHashMap::default(),
            put_off: Vec::new(),
            count: 0,
        }
    }

    fn key(&self, position: &Position) -> PositionKey {
        PositionKey::of(position, self.attacker)
    }

    /// Is a position or one in which the attacker holds more in the set?
    fn has(&self, key: PositionKey) -> bool {
        let open = self.open.get(&key.board);
        open.is_some_and(|hands| hands.iter().any(|hand| hand.covers(key.hand)))
            || self.settled.about(key.board).any(|(hand, _)| hand.covers(key.hand))
    }

    fn open(&mut self, key: PositionKey) {
        self.open.entry(key.board).or_default().push(key.hand);
    }

    fn settle(&mut self, step: &Step) {
        if let Some(hands) = self.open.get_mut(&step.key.board) {
            hands.retain(|&hand| hand != step.key.hand);
            if hands.is_empty() {
                self.open.remove(&step.key.board);
            }
        }
        // A note is worth the work that it would take to find it again.
        let worth = (self.count - step.before).ilog2();
        self.settled.add(step.key.board, step.key.hand, worth << 16 | 1);
    }

    fn build(&mut self, root: &Position, defender: &mut dyn Defender) -> Result<(), Stopped> {
        self.open(self.key(root));
        self.put_off.push(root.clone());
        while let Some(mut position) = self.put_off.pop() {
            self.go_through(&mut position, defender)?;
        }
        Ok(())
    }

    /// Answers all checks from an open position and from those that the answers lead to.
    fn go_through(
        &mut self,
        position: &mut Position,
        defender: &mut dyn Defender,
    ) -> Result<(), Stopped> {
        defender.begin();
        defender.enter(self.key(position));
        let mut steps = vec![self.step(position)];
        while let Some(step) = steps.last_mut() {
            let Some(&check) = step.checks.get(step.next) else {
                self.settle(step);
                steps.pop();
                if !steps.is_empty() {
                    position.take_back();
                    position.take_back();
                    defender.leave();
                    defender.leave();
                }
                continue;
            };
            step.next += 1;
            defender.pay()?;
            position.play(check);
            let Some(answer) = self.way_out(position, defender)? else {
                position.take_back();
                continue;
            };
            let check = self.key(position);
            position.play(answer);
            self.open(self.key(position));
            if steps.len() < self.deepest {
                defender.enter(check);
                defender.enter(self.key(position));
                steps.push(self.step(position));
            } else {
                let alone = Position::try_from(position.setup());
                self.put_off.push(alone.map_err(|_| Stopped::Inconsistent)?);
                position.take_back();
                position.take_back();
            }
        }
        Ok(())
    }

    /// An answer to a check that leads to a new position; none if one leads back into the set.
    fn way_out(
        &self,
        position: &mut Position,
        defender: &mut dyn Defender,
    ) -> Result<Option<Move>, Stopped> {
        let key = self.key(position);
        let leads_back = |position: &Position, mv: Move| {
            self.has(PositionKey { board: position.board_key_after(mv), ..key })
        };
        let known = defender.answer(key).filter(|&mv| position.is_legal(mv));
        if known.is_some_and(|mv| leads_back(position, mv))
            || position.legal_moves().iter().any(|&mv| leads_back(position, mv))
        {
            return Ok(None);
        }
        let answer = match known {
            Some(mv) => mv,
            None => defender.find(position)?,
        };
        if position.is_legal(answer) { Ok(Some(answer)) } else { Err(Stopped::Inconsistent) }
    }

    fn step(&mut self, position: &Position) -> Step {
        self.count += 1;
        let before = self.count - 1;
        Step { key: self.key(position), checks: checks(position), next: 0, before }
    }
}

/// All legal checks, found by trying every legal move.
fn checks(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Believes that every answer holds and gives the first.
    struct Sanguine {
        bytes: usize,
        left: u64,
    }

    impl Sanguine {
        fn new(bytes: usize) -> Self {
            Self { bytes, left: 10_000_000 }
        }
    }

    impl Defender for Sanguine {
        fn begin(&mut self) {}

        fn enter(&mut self, _: PositionKey) {}

        fn leave(&mut self) {}

        fn answer(&mut self, _: PositionKey) -> Option<Move> {
            None
        }

        fn find(&mut self, position: &mut Position) -> Result<Move, Stopped> {
            // Without an answer it is mate.
            position.legal_moves().first().copied().ok_or(Stopped::Inconsistent)
        }

        fn pay(&mut self) -> Result<(), Stopped> {
            self.left = self.left.checked_sub(1).ok_or(Stopped::Nodes)?;
            Ok(())
        }

        fn memory(&self) -> usize {
            self.bytes
        }
    }

    /// A rook goes round and round; the way is long, and its positions are put off and forgotten.
    #[test]
    fn little_memory_and_a_short_way_give_the_same_answer() {
        let position: Position = "4k4/9/9/9/9/9/9/9/9 b R 1".parse().unwrap();
        for (bytes, deepest) in [(1 << 20, DEEPEST), (1 << 10, DEEPEST), (1 << 10, 4), (1 << 20, 1)]
        {
            let mut defender = Sanguine::new(bytes);
            let mut set = Set::new(position.turn(), bytes, deepest);
            assert_eq!(set.build(&position, &mut defender), Ok(()), "{bytes} {deepest}");
            assert!(set.open.is_empty() && set.put_off.is_empty());
        }
    }

    #[test]
    fn a_mate_is_found_out() {
        let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let mut defender = Sanguine::new(1 << 10);
        assert_eq!(verify(&mut position.clone(), &mut defender), Err(Stopped::Inconsistent));
    }
}
