//! Games of a results file as game records.

use engine::ShownScore;
use kifu::{
    ClockTime, Ending as RecordEnding, Evaluation, Game, NodeId, RecordedScore, Step, header,
};
use shogi::{Color, Move, Position};

use crate::ending::{Ending, Outcome};
use crate::error::ArenaError;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::store::{GameRow, KeptMove, Store};

/// All games with their numbers, from 1, and with names, times, scores and endings.
pub fn records(store: &Store) -> Result<Vec<(u64, Game)>, ArenaError> {
    let plan = store.plan()?;
    let openings = store.openings()?;
    store
        .games()?
        .iter()
        .map(|game| {
            let damaged = || ArenaError::Damaged(format!("game {}", game.fixture.number + 1));
            let text = openings.get(game.fixture.opening).ok_or_else(damaged)?;
            let opening = Opening::parse(text).map_err(|_| damaged())?;
            let moves = store.kept_moves(game.fixture.number)?;
            let record = record(&plan, game, &opening, &moves).ok_or_else(damaged)?;
            Ok((game.fixture.number + 1, record))
        })
        .collect()
}

fn record(plan: &Plan, row: &GameRow, opening: &Opening, moves: &[KeptMove]) -> Option<Game> {
    let start: Position = opening.command().start.parse().ok()?;
    let mut game = Game::from_position(&start);
    let name = |player: usize| plan.players.get(player).map_or("", |player| &player.name);
    game.headers.set(header::BLACK, name(row.fixture.black));
    game.headers.set(header::WHITE, name(row.fixture.white));
    game.headers.set(header::TIME_LIMIT, &plan.limit.to_string());
    let mut at = NodeId::ROOT;
    for mv in opening.position().moves_played() {
        at = game.add(at, Step::Move(mv)).ok()?;
    }
    for kept in moves {
        let mover = game.turn(at);
        let mv: Move = kept.text.parse().ok()?;
        at = game.add(at, Step::Move(mv)).ok()?;
        let node = game.node_mut(at);
        node.time = Some(ClockTime { spent_ms: kept.time_ms, total_ms: None });
        let said = kept.score.map(|score| Evaluation::new(recorded(score, mover)).comment());
        node.comments.extend(said);
    }
    let to_move = game.turn(at);
    let end = ending(&row.outcome, to_move);
    let is_illegal = matches!(row.outcome.ending, Ending::IllegalMove | Ending::PerpetualCheck);
    if matches!(end, RecordEnding::IllegalWin | RecordEnding::IllegalLoss) && !is_illegal {
        // Records have no word for this end; the one that has the right winner needs a remark.
        game.node_mut(at).comments.push(row.outcome.ending.name().to_owned());
    }
    game.add(at, Step::End(end)).ok()?;
    Some(game)
}

/// A mover's score as records have it: from Black's side, mates as mates.
fn recorded(score: i32, mover: Color) -> RecordedScore {
    match ShownScore::from_number(score) {
        ShownScore::Centipawns(value) => {
            RecordedScore::Centipawns(if mover == Color::Black { value } else { -value })
        }
        ShownScore::Mate { wins, plies } => {
            RecordedScore::Mate { winner: if wins { mover } else { !mover }, plies }
        }
    }
}

/// The end as records name it; some endings have no name of their own there.
fn ending(outcome: &Outcome, to_move: Color) -> RecordEnding {
    let mover_lost = outcome.winner == Some(!to_move);
    match outcome.ending {
        Ending::Mate => RecordEnding::Mate,
        Ending::Resign => RecordEnding::Resign,
        Ending::Declaration if !mover_lost => RecordEnding::Declaration,
        Ending::NoContest => RecordEnding::Jishogi,
        Ending::Repetition => RecordEnding::Sennichite,
        Ending::MaxMoves => RecordEnding::MaxMoves,
        Ending::AgreedDraw => RecordEnding::Draw,
        // A king that has reached its goal has won with its move.
        Ending::AgreedWin | Ending::ConfirmedMate | Ending::Declaration if mover_lost => {
            RecordEnding::Resign
        }
        Ending::Time | Ending::Hang if mover_lost => RecordEnding::TimeUp,
        _ if mover_lost => RecordEnding::IllegalLoss,
        _ => RecordEnding::IllegalWin,
    }
}
