//! The verifier of mates: every defence, played out against one attack per position.
//!
//! Here:    Independent of the search: all legal moves come from the rules, proof numbers, proof
//!          hands and the search's generators are not used. The search only suggests attacks; a suggestion that
//!          fails is an inner contradiction and is reported, never passed on. A position on the way must not
//!          recur, so a finished strategy is a mate. One fact is taken from theory: what
//!          mates with a hand mates with a larger one (the defender then holds less).
//!          What has been played out is noted; a note lost for want of memory is made again.

use crate::budget::Stopped;
use crate::notes::Notes;
use crate::table::PositionKey;
use crate::value::Plies;
use rustc_hash::FxHashSet;
use shogi::{Color, Move, Position};

/// The source of attacks.
pub(crate) trait Adviser {
    /// A check that mates within `most` plies, and within how many; `most` may be [`Plies::MAX`].
    fn attack(&mut self, position: &mut Position, most: Plies) -> Result<(Move, Plies), Stopped>;

    /// Pays for one position.
    fn pay(&mut self) -> Result<(), Stopped>;
}

/// An attack in one position.
#[derive(Clone, Copy, Debug)]
struct Attack {
    mv: Move,
    plies: Plies,
}

/// For the positions that can come up: the attack, and how long the mate takes at most.
pub(crate) struct Strategy {
    attacker: Color,
    attacks: Notes,
    /// Positions whose defences are being played out; kept for its memory.
    on_path: FxHashSet<PositionKey>,
}

/// A position on the way whose defences are being played out.
struct Step {
    key: PositionKey,
    attack: Move,
    /// The most plies of the mate.
    most: Plies,
    defences: Vec<Move>,
    next: usize,
    longest: Plies,
}

impl Strategy {
    /// A strategy of an attacker that covers no position yet. It forgets positions rather than
    /// take more than `bytes` bytes.
    pub(crate) fn within(attacker: Color, bytes: usize) -> Self {
        Self { attacker, attacks: Notes::within(bytes), on_path: FxHashSet::default() }
    }

    /// Plays out all defences in one more position with the attacker to move. With `bounded` every
    /// mate must keep the length promised before.
    pub(crate) fn extend(
        &mut self,
        position: &mut Position,
        most: Plies,
        bounded: bool,
        adviser: &mut dyn Adviser,
    ) -> Result<(), Stopped> {
        debug_assert_eq!(position.turn(), self.attacker);
        if self.attack(position).is_some_and(|known| known.plies <= most) {
            return Ok(());
        }
        let start = position.plies_played();
        let result = self.play_out(position, most, bounded, adviser);
        while position.plies_played() > start {
            position.take_back();
        }
        result
    }

    fn play_out(
        &mut self,
        position: &mut Position,
        most: Plies,
        bounded: bool,
        adviser: &mut dyn Adviser,
    ) -> Result<(), Stopped> {
        self.on_path.clear();
        let mut steps = vec![self.step(position, most, adviser)?];
        while let Some(step) = steps.last_mut() {
            let Some(&defence) = step.defences.get(step.next) else {
                let plies = step.longest.saturating_add(1);
                self.note(step.key, step.attack, plies);
                self.on_path.remove(&step.key);
                steps.pop();
                position.take_back();
                if let Some(before) = steps.last_mut() {
                    before.longest = before.longest.max(plies.saturating_add(1));
                    before.next += 1;
                    position.take_back();
                }
                continue;
            };
            position.play(defence);
            let most = if bounded { step.most.saturating_sub(2) } else { Plies::MAX };
            if let Some(known) = self.attack(position).filter(|known| known.plies <= most) {
                step.longest = step.longest.max(known.plies.saturating_add(1));
                step.next += 1;
                position.take_back();
                continue;
            }
            let next = self.step(position, most, adviser)?;
            steps.push(next);
        }
        Ok(())
    }

    /// Plays the advised attack and lists the defences against it.
    fn step(
        &mut self,
        position: &mut Position,
        most: Plies,
        adviser: &mut dyn Adviser,
    ) -> Result<Step, Stopped> {
        adviser.pay()?;
        let key = self.key(position);
        let (attack, promised) = adviser.attack(position, most)?;
        if promised > most || !self.on_path.insert(key) || !position.is_legal(attack) {
            return Err(Stopped::Inconsistent);
        }
        position.play(attack);
        if !position.in_check() {
            return Err(Stopped::Inconsistent);
        }
        let is_mate = promised == 1 && !position.has_legal_move();
        let defences = if is_mate { Vec::new() } else { position.legal_moves().to_vec() };
        Ok(Step { key, attack, most: promised, defences, next: 0, longest: 0 })
    }

    fn key(&self, position: &Position) -> PositionKey {
        PositionKey::of(position, self.attacker)
    }

    fn note(&mut self, key: PositionKey, mv: Move, plies: Plies) {
        // The longer a mate, the more work it would be to play it out again.
        let word = u32::from(plies) << 16 | u32::from(mv.bits());
        self.attacks.add(key.board, key.hand, word);
    }

    /// The attack in a position, and how long the mate takes at most.
    fn attack(&self, position: &Position) -> Option<Attack> {
        let hand = position.hand(self.attacker);
        self.attacks
            .about(position.board_key())
            .filter(|&(needed, _)| hand.covers(needed))
            .min_by_key(|&(_, word)| word >> 16)
            .and_then(|(_, word)| {
                let plies = (word >> 16) as Plies;
                Some(Attack { mv: Move::from_bits(word as u16)?, plies })
            })
    }

    /// The attack in a position of the strategy, and how long the mate takes at most.
    pub(crate) fn answer(&self, position: &Position) -> Option<(Move, Plies)> {
        self.attack(position).map(|attack| (attack.mv, attack.plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives checks without end and without a position coming up twice.
    #[derive(Default)]
    struct Wanderer {
        seen: FxHashSet<u64>,
        longest: usize,
    }

    const FAR: usize = 1_700;
    const SPREAD: u16 = 4_093;

    impl Adviser for Wanderer {
        fn attack(&mut self, position: &mut Position, _: Plies) -> Result<(Move, Plies), Stopped> {
            self.longest = self.longest.max(position.plies_played());
            self.seen.insert(position.board_key());
            if self.longest >= FAR {
                return Err(Stopped::Asked);
            }
            let mut best = None;
            for mv in &position.legal_moves() {
                if !position.gives_check(mv) {
                    continue;
                }
                position.play(mv);
                if let Some(&answer) = position.legal_moves().first() {
                    position.play(answer);
                    let lost = position.hand(!position.turn()) != shogi::Hand::EMPTY;
                    let is_new = !lost && !self.seen.contains(&position.board_key());
                    let moves = position.legal_moves();
                    let checks = moves.iter().filter(|&&mv| position.gives_check(mv)).count();
                    position.take_back();
                    if is_new && checks > 0 {
                        // Room to go on, and not the same squares again and again.
                        let room = (checks, mv.bits().wrapping_mul(SPREAD));
                        best = best.max(Some((room, mv.bits())));
                    }
                }
                position.take_back();
            }
            let best = best.and_then(|(_, bits)| Move::from_bits(bits));
            best.map(|mv| (mv, Plies::MAX)).ok_or(Stopped::Inconsistent)
        }

        fn pay(&mut self) -> Result<(), Stopped> {
            Ok(())
        }
    }

    /// A way longer than the longest known mate (1525 plies) needs no more stack than a short one.
    #[test]
    fn a_long_way() {
        let work = || {
            let mut position: Position = "4k4/9/9/9/9/9/9/6+R+R1/6+B+B1 b - 1".parse().unwrap();
            let mut adviser = Wanderer::default();
            let mut strategy = Strategy::within(position.turn(), 1 << 16);
            let result = strategy.extend(&mut position, Plies::MAX, false, &mut adviser);
            (result, adviser.longest, position.plies_played())
        };
        let small = std::thread::Builder::new().stack_size(1 << 17);
        let (result, longest, left) = small.spawn(work).unwrap().join().unwrap();
        assert_eq!((result, longest, left), (Err(Stopped::Asked), FAR, 0));
    }
}
