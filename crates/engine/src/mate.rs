//! The answer to a request for mate, as far as the ordinary search can give it.

use search::{RootMove, TranspositionTable};
use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

/// The line to the mate, if every move of the attacker gives check and the last one mates.
///
/// A principal variation may break off where the hash table knew the rest; the table is asked for
/// it, and every move is tested.
pub(crate) fn line(
    position: &Position,
    best: &RootMove,
    tt: &TranspositionTable,
) -> Option<Vec<Move>> {
    let plies = usize::try_from(best.score.mate_plies()?).ok()?;
    let mut position = position.clone();
    let mut line = Vec::with_capacity(plies);
    let mut known = best.pv.iter().copied();
    while line.len() < plies {
        let mv = known.next().or_else(|| next(&position, tt))?;
        let is_attack = line.len() % 2 == 0;
        if !position.is_legal(mv) || is_attack && !position.gives_check(mv) {
            return None;
        }
        position.play(mv);
        line.push(mv);
    }
    position.is_mate().then_some(line)
}

fn next(position: &Position, tt: &TranspositionTable) -> Option<Move> {
    let known = tt.probe(position.key()).and_then(|known| known.mv);
    position.mate_in_one().or(known)
}

/// Is there certainly no mate, because there is not even a check?
pub(crate) fn is_impossible(position: &Position) -> bool {
    let mut checks = MoveList::new();
    position.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, &mut checks);
    checks.is_empty()
}
