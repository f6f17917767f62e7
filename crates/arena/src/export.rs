//! Games of a results file as game records.

use kifu::{
    ClockTime, Ending as RecordEnding, Evaluation, Game, NodeId, RecordedScore, Step, header,
};
use shogi::{Color, Move, Position};

use crate::ending::{Ending, Outcome};
use crate::error::ArenaError;
use crate::opening::Opening;
use crate::plan::Plan;
use crate::store::{GameRow, KeptMove, Store};

/// All games, in the order of their numbers, with names, times, scores and endings.
pub fn records(store: &Store) -> Result<Vec<Game>, ArenaError> {
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
            record(&plan, game, &opening, &moves).ok_or_else(damaged)
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
        let score = kept.score.map(|score| if mover == Color::Black { score } else { -score });
        let said = score.map(|score| Evaluation::new(RecordedScore::Centipawns(score)).comment());
        node.comments.extend(said);
    }
    let to_move = game.turn(at);
    game.add(at, Step::End(ending(&row.outcome, to_move))).ok()?;
    Some(game)
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
        Ending::AgreedWin if mover_lost => RecordEnding::Resign,
        Ending::Time | Ending::Hang if mover_lost => RecordEnding::TimeUp,
        Ending::WrongDeclaration
        | Ending::IllegalMove
        | Ending::Nonsense
        | Ending::PerpetualCheck => {
            if mover_lost {
                RecordEnding::IllegalLoss
            } else {
                RecordEnding::IllegalWin
            }
        }
        other => RecordEnding::Other(other.name().to_owned()),
    }
}
