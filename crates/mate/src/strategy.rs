//! The verifier of mates: every defence, played out against one attack per position.
//!
//! Here:    Independent of the search: all legal moves come from the rules, proof numbers, proof
//!          hands and the search's generators are not used. The search only suggests attacks; a suggestion that
//!          fails is an inner contradiction and is reported, never passed on. A position on the way must not
//!          recur, so a finished strategy is a mate. One fact is taken from theory: what
//!          mates with a hand mates with a larger one (the defender then holds less).

use crate::budget::Stopped;
use crate::table::Place;
use crate::value::Plies;
use shogi::{Color, Hand, Move, Position};
use std::collections::{HashMap, HashSet};

/// Where attacks come from: the move and the length it promises.
pub(crate) trait Adviser {
    /// A check that mates within `most` plies, and within how many; `most` may be [`Plies::MAX`].
    fn attack(&mut self, position: &mut Position, most: Plies) -> Result<(Move, Plies), Stopped>;

    /// Pays for one position.
    fn pay(&mut self) -> Result<(), Stopped>;
}

/// An attack in one position.
#[derive(Clone, Copy, Debug)]
struct Attack {
    hand: Hand,
    mv: Move,
    plies: Plies,
}

/// For every position that can come up: the attack, and how long the mate takes at most.
pub(crate) struct Strategy {
    attacker: Color,
    attacks: HashMap<u64, Vec<Attack>>,
}

/// A position on the way whose defences are being played out.
struct Step {
    place: Place,
    attack: Move,
    /// How long the mate may take.
    most: Plies,
    defences: Vec<Move>,
    next: usize,
    longest: Plies,
}

impl Strategy {
    /// Plays out all defences. With `bounded` every mate must keep the length promised before.
    pub(crate) fn verify(
        position: &mut Position,
        most: Plies,
        bounded: bool,
        adviser: &mut dyn Adviser,
    ) -> Result<Self, Stopped> {
        let mut strategy = Self::new(position.turn());
        strategy.extend(position, most, bounded, adviser)?;
        Ok(strategy)
    }

    /// A strategy of an attacker that covers no position yet.
    pub(crate) fn new(attacker: Color) -> Self {
        Self { attacker, attacks: HashMap::new() }
    }

    /// Plays out all defences in one more position with the attacker to move.
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
        let mut on_path = HashSet::new();
        let mut steps = vec![self.step(position, most, &mut on_path, adviser)?];
        while let Some(step) = steps.last_mut() {
            let Some(&defence) = step.defences.get(step.next) else {
                let plies = step.longest.saturating_add(1);
                let attack = Attack { hand: step.place.hand, mv: step.attack, plies };
                self.attacks.entry(step.place.key).or_default().push(attack);
                on_path.remove(&step.place);
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
            let next = self.step(position, most, &mut on_path, adviser)?;
            steps.push(next);
        }
        Ok(())
    }

    /// Plays the advised attack and lists the defences against it.
    fn step(
        &self,
        position: &mut Position,
        most: Plies,
        on_path: &mut HashSet<Place>,
        adviser: &mut dyn Adviser,
    ) -> Result<Step, Stopped> {
        adviser.pay()?;
        let place = self.place(position);
        let (attack, promised) = adviser.attack(position, most)?;
        if promised > most || !on_path.insert(place) || !position.is_legal(attack) {
            return Err(Stopped::Inconsistent);
        }
        position.play(attack);
        if !position.in_check() {
            return Err(Stopped::Inconsistent);
        }
        let defences = position.legal_moves().to_vec();
        Ok(Step { place, attack, most: promised, defences, next: 0, longest: 0 })
    }

    fn place(&self, position: &Position) -> Place {
        Place { key: position.board_key(), hand: position.hand(self.attacker) }
    }

    /// The attack in a position, and how long the mate takes at most.
    fn attack(&self, position: &Position) -> Option<Attack> {
        let hand = position.hand(self.attacker);
        let attacks = self.attacks.get(&position.board_key())?;
        attacks.iter().copied().filter(|a| hand.covers(a.hand)).min_by_key(|a| a.plies)
    }

    /// The attack in a position of the strategy, and how long the mate takes at most.
    pub(crate) fn answer(&self, position: &Position) -> Option<(Move, Plies)> {
        self.attack(position).map(|attack| (attack.mv, attack.plies))
    }
}
