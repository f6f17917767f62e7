//! The answer to a request: without a search if the game can be ended at once, otherwise from the
//! outcome of the search.

use search::{Bound, Outcome, Score, TranspositionTable};
use shogi::{Action, DeclarationResult, DeclarationRule, Move, Position};

use crate::event::{Answer, Info};
use crate::shown_score::ShownScore;

/// Returns the action that needs no search: a declaration, a winning move by the try rule, or a
/// resignation if there is no legal move.
pub(crate) fn without_search(position: &Position, rule: Option<DeclarationRule>) -> Option<Action> {
    match rule {
        Some(DeclarationRule::Try) => {
            if let Ok(mv) = position.try_move() {
                return Some(Action::Play(mv));
            }
        }
        Some(rule) if position.declaration(rule) == Some(DeclarationResult::Win) => {
            return Some(Action::Declare);
        }
        _ => {}
    }
    (!position.has_legal_move()).then_some(Action::Resign)
}

/// Returns the line and the sentence that show an answer without a search.
pub(crate) fn shown_without_search(action: Action, time_ms: u64) -> (Info, &'static str) {
    let (win, loss) = (ShownScore::mate_in(1), ShownScore::mated_in(0));
    let (pv, score, sentence) = match action {
        Action::Declare => (Vec::new(), win, "the win can be declared"),
        Action::Play(mv) => (vec![mv], win, "the king's next move wins by the try rule"),
        Action::Resign => (Vec::new(), loss, "no legal move: the game is lost"),
    };
    let info = Info {
        depth: 1,
        deepest: 1,
        time_ms,
        nodes: 0,
        hashfull: 0,
        rank: None,
        score,
        bound: Bound::Exact,
        pv,
    };
    (info, sentence)
}

/// Returns the best move of the outcome with the reply to ponder on, or a resignation if the exact
/// score is not above `resign_at`.
pub(crate) fn from_outcome(
    position: &Position,
    outcome: &Outcome,
    nodes: u64,
    pawn: i32,
    resign_at: Option<i32>,
    tt: &TranspositionTable,
) -> Answer {
    let Some(best) = outcome.moves.first() else {
        return Answer { action: Action::Resign, ponder: None, nodes, score: None };
    };
    let score = (best.score > -Score::INFINITE).then(|| ShownScore::new(best.score, pawn));
    let is_hopeless = resign_at.zip(score).is_some_and(|(limit, score)| match score {
        ShownScore::Centipawns(score) => score <= limit,
        ShownScore::Mate { .. } => score.is_mated(),
    });
    if is_hopeless && best.bound == Bound::Exact {
        return Answer { action: Action::Resign, ponder: None, nodes, score };
    }
    let mv = best.pv[0];
    // The line that is shown last holds the reply, too.
    let ponder = reply(position, mv, best.exact_if_known().pv.get(1).copied(), tt);
    Answer { action: Action::Play(mv), ponder, nodes, score }
}

/// Returns the reply to ponder on: the second move of the line, or the hash table's move.
fn reply(
    position: &Position,
    mv: Move,
    expected: Option<Move>,
    tt: &TranspositionTable,
) -> Option<Move> {
    let mut after = position.clone();
    after.play(mv);
    expected
        .or_else(|| tt.probe(after.key()).and_then(|known| known.mv))
        .filter(|&reply| after.is_legal(reply))
}
