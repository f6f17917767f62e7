//! The verifier of disproofs: a set of positions in which every check has an answer that leads
//! back into the set.
//!
//! Here:    Such a set holds no mate, whatever loops it has: the defender never leaves it, and in
//!          none of its positions he is mated. So no path matters, and the search's treatment
//!          of repetition is not relied upon. The search only suggests the answers.

use crate::budget::Stopped;
use crate::table::Place;
use shogi::{Hand, Move, MoveList, Position};
use std::collections::HashMap;

/// Where answers come from.
pub(crate) trait Defender {
    /// Is the attacker, to move here, believed not to mate?
    fn holds(&mut self, position: &Position, place: Place) -> bool;

    /// After a long look: the first of these answers that holds.
    fn find(&mut self, position: &mut Position, answers: &[Move]) -> Result<Move, Stopped>;

    /// Pays for one position.
    fn pay(&mut self) -> Result<(), Stopped>;
}

/// A position of the set whose checks are being gone through.
struct Step {
    checks: Vec<Move>,
    next: usize,
}

/// The set, by board: the largest hands of the attacker.
struct Set {
    hands: HashMap<u64, Vec<Hand>>,
}

impl Set {
    fn has(&self, place: Place) -> bool {
        let hands = self.hands.get(&place.key);
        hands.is_some_and(|hands| hands.iter().any(|hand| hand.covers(place.hand)))
    }

    fn add(&mut self, place: Place) {
        self.hands.entry(place.key).or_default().push(place.hand);
    }
}

/// Builds the set that shows that the side to move does not mate.
pub(crate) fn verify(position: &mut Position, defender: &mut dyn Defender) -> Result<(), Stopped> {
    let start = position.plies_played();
    let result = build(position, defender);
    while position.plies_played() > start {
        position.take_back();
    }
    result
}

fn build(position: &mut Position, defender: &mut dyn Defender) -> Result<(), Stopped> {
    let attacker = position.turn();
    let place =
        |position: &Position| Place { key: position.board_key(), hand: position.hand(attacker) };
    let mut set = Set { hands: HashMap::new() };
    set.add(place(position));
    let mut steps = vec![Step { checks: checks(position), next: 0 }];
    while let Some(step) = steps.last_mut() {
        let Some(&check) = step.checks.get(step.next) else {
            steps.pop();
            if !steps.is_empty() {
                position.take_back();
                position.take_back();
            }
            continue;
        };
        step.next += 1;
        defender.pay()?;
        position.play(check);
        let answers = position.legal_moves();
        let mut believed = None;
        let mut is_in_set = false;
        for mv in &answers {
            position.play(mv);
            let after = place(position);
            is_in_set = set.has(after);
            if believed.is_none() && !is_in_set && defender.holds(position, after) {
                believed = Some(mv);
            }
            position.take_back();
            if is_in_set {
                break;
            }
        }
        if is_in_set {
            position.take_back();
            continue;
        }
        let answer = match believed {
            Some(mv) => mv,
            None => defender.find(position, &answers)?,
        };
        position.play(answer);
        set.add(place(position));
        steps.push(Step { checks: checks(position), next: 0 });
    }
    Ok(())
}

/// All legal checks, found by trying every legal move.
fn checks(position: &Position) -> Vec<Move> {
    let moves: MoveList = position.legal_moves();
    moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect()
}
