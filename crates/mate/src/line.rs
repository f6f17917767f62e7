//! One line of a mate: the strategy's attacks, and the defences that last longest.

use crate::budget::Stopped;
use crate::solver::Run;
use crate::strategy::Strategy;
use crate::value::Plies;
use shogi::{Move, Position};

/// Follows a strategy; the defender chooses what the strategy itself takes longest to answer.
pub(crate) fn follow(position: &mut Position, strategy: &Strategy) -> Option<Vec<Move>> {
    let line = with_chooser(position, strategy, &mut |_, defences| Ok(defences.first().copied()));
    line.ok().flatten()
}

/// Follows a strategy of the shortest mate; the defender chooses what takes longest against any
/// attack.
pub(crate) fn follow_exactly(
    position: &mut Position,
    strategy: &Strategy,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stopped> {
    let line = with_chooser(position, strategy, &mut |position, defences| {
        let mut best: Option<(Move, Plies)> = None;
        for &(mv, most) in defences {
            if best.is_some_and(|(_, plies)| plies >= most) {
                break;
            }
            position.play(mv);
            let plies = run.exact_length(position, most);
            position.take_back();
            let plies = plies?;
            if best.is_none_or(|(_, longest)| plies > longest) {
                best = Some((mv, plies));
            }
        }
        Ok(best)
    })?;
    line.ok_or(Stopped::Inconsistent)
}

type Chooser<'c> =
    dyn FnMut(&mut Position, &[(Move, Plies)]) -> Result<Option<(Move, Plies)>, Stopped> + 'c;

/// Nothing if the strategy has a gap.
fn with_chooser(
    position: &mut Position,
    strategy: &Strategy,
    choose: &mut Chooser<'_>,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut position = position.clone();
    let mut line = Vec::new();
    loop {
        let Some((attack, _)) = strategy.answer(&position) else { return Ok(None) };
        position.play(attack);
        line.push(attack);
        let mut defences = Vec::new();
        for mv in &position.legal_moves() {
            position.play(mv);
            let answer = strategy.answer(&position);
            position.take_back();
            let Some((_, plies)) = answer else { return Ok(None) };
            defences.push((mv, plies));
        }
        if defences.is_empty() {
            return Ok(Some(line));
        }
        // The longest first; among equals a move before a drop.
        defences.sort_by_key(|&(mv, plies)| (Plies::MAX - plies, mv.is_drop()));
        let Some((defence, _)) = choose(&mut position, &defences)? else { return Ok(None) };
        position.play(defence);
        line.push(defence);
    }
}
