//! One line of a mate: the strategy's attacks, and the defences that last longest.

use crate::adviser::Counsel;
use crate::budget::Stopped;
use crate::interpositions;
use crate::solver::Run;
use crate::strategy::Strategy;
use crate::value::Plies;
use shogi::{Move, Position};

/// The source of a line's moves. It gives nothing where the strategy has a gap.
trait Guide {
    /// The attack in a position and how long it takes, at most `most` plies.
    fn attack(&mut self, position: &mut Position, most: Plies) -> Step;

    /// The defender's moves that count.
    fn count(&mut self, _: &Position, defences: Vec<(Move, Plies)>) -> Defences {
        Ok(defences)
    }

    /// The defender's choice among his moves; the first lasts longest against the strategy.
    fn defence(&mut self, position: &mut Position, defences: &[(Move, Plies)]) -> Step;
}

type Step = Result<Option<(Move, Plies)>, Stopped>;
type Defences = Result<Vec<(Move, Plies)>, Stopped>;

/// Follows a complete strategy; the defender chooses what the strategy itself takes longest to
/// answer.
pub(crate) fn follow(position: &mut Position, strategy: &Strategy) -> Option<Vec<Move>> {
    guided(position, &mut Complete { strategy }).ok().flatten()
}

/// The same where the strategy may have forgotten positions.
pub(crate) fn follow_again(
    position: &mut Position,
    strategy: &mut Strategy,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stopped> {
    if let Some(line) = follow(position, strategy) {
        return Ok(line);
    }
    let line = guided(position, &mut Forgetful { strategy, run, exact: false, skip: false })?;
    line.ok_or(Stopped::Inconsistent)
}

/// The same without useless interpositions; it may end with a check to which there is no other
/// answer.
pub(crate) fn follow_usefully(
    position: &mut Position,
    strategy: &mut Strategy,
    exact: bool,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stopped> {
    let line = guided(position, &mut Forgetful { strategy, run, exact, skip: true })?;
    line.ok_or(Stopped::Inconsistent)
}

/// Follows a strategy of the shortest mate; the defender chooses what takes longest against any
/// attack.
pub(crate) fn follow_exactly(
    position: &mut Position,
    strategy: &mut Strategy,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stopped> {
    let line = guided(position, &mut Forgetful { strategy, run, exact: true, skip: false })?;
    line.ok_or(Stopped::Inconsistent)
}

struct Complete<'s> {
    strategy: &'s Strategy,
}

impl Guide for Complete<'_> {
    fn attack(&mut self, position: &mut Position, _: Plies) -> Step {
        Ok(self.strategy.answer(position))
    }

    fn defence(&mut self, _: &mut Position, defences: &[(Move, Plies)]) -> Step {
        Ok(defences.first().copied())
    }
}

/// Missing positions are played out again.
struct Forgetful<'s, 'r, 'a, 'b> {
    strategy: &'s mut Strategy,
    run: &'r mut Run<'a, 'b>,
    /// Does the defender choose by the exact length?
    exact: bool,
    /// Are useless interpositions left out?
    skip: bool,
}

impl Guide for Forgetful<'_, '_, '_, '_> {
    fn attack(&mut self, position: &mut Position, most: Plies) -> Step {
        self.strategy.extend(position, most, true, &mut Counsel::new(self.run, true))?;
        Ok(self.strategy.answer(position))
    }

    fn count(&mut self, position: &Position, defences: Vec<(Move, Plies)>) -> Defences {
        if self.skip { interpositions::useful(position, &defences, self.run) } else { Ok(defences) }
    }

    fn defence(&mut self, position: &mut Position, defences: &[(Move, Plies)]) -> Step {
        if !self.exact {
            return Ok(defences.first().copied());
        }
        let mut best: Option<(Move, Plies)> = None;
        for &(mv, most) in defences {
            if best.is_some_and(|(_, plies)| plies >= most) {
                break;
            }
            position.play(mv);
            let plies = self.run.exact_length(position, most);
            position.take_back();
            let plies = plies?;
            if best.is_none_or(|(_, longest)| plies > longest) {
                best = Some((mv, plies));
            }
        }
        Ok(best)
    }
}

/// A line gets shorter from position to position, so it ends.
fn guided(position: &Position, guide: &mut dyn Guide) -> Result<Option<Vec<Move>>, Stopped> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let mut most = Plies::MAX;
    loop {
        let Some((attack, plies)) = guide.attack(&mut position, most)? else { return Ok(None) };
        position.play(attack);
        line.push(attack);
        let mut defences = Vec::new();
        for mv in &position.legal_moves() {
            position.play(mv);
            let answer = guide.attack(&mut position, plies.saturating_sub(2));
            position.take_back();
            let Some((_, plies)) = answer? else { return Ok(None) };
            defences.push((mv, plies));
        }
        let mut defences = guide.count(&position, defences)?;
        if defences.is_empty() {
            return Ok(Some(line));
        }
        // The longest first; among equals a move before a drop.
        defences.sort_by_key(|&(mv, plies)| (Plies::MAX - plies, mv.is_drop()));
        let Some((defence, plies)) = guide.defence(&mut position, &defences)? else {
            return Ok(None);
        };
        most = plies;
        position.play(defence);
        line.push(defence);
    }
}
