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

/// All games with their numbers, from 1, and with names, dates, times, scores and endings.
pub fn records(store: &Store) -> Result<Vec<(u64, Game)>, ArenaError> {
    let plan = store.plan()?;
    let openings = store.openings()?;
    let games = store.games()?;
    let numbered = |game| Ok((game_number(game), whole(store, &plan, &openings, game)?));
    games.iter().map(numbered).collect()
}

/// The game of this number, from 1, as [`records`] has it; none if there is no such game.
pub fn record_of(store: &Store, number: u64) -> Result<Option<Game>, ArenaError> {
    let games = store.games()?;
    let Some(game) = games.iter().find(|game| game_number(game) == number) else {
        return Ok(None);
    };
    whole(store, &store.plan()?, &store.openings()?, game).map(Some)
}

fn game_number(game: &GameRow) -> u64 {
    game.fixture.number + 1
}

/// A game with everything that the results file has of it.
fn whole(
    store: &Store,
    plan: &Plan,
    openings: &[String],
    game: &GameRow,
) -> Result<Game, ArenaError> {
    let damaged = || ArenaError::Damaged(format!("game {}", game_number(game)));
    let text = openings.get(game.fixture.opening).ok_or_else(damaged)?;
    let opening = Opening::parse(text).map_err(|_| damaged())?;
    let moves = store.kept_moves(game.fixture.number)?;
    let mut record = record(plan, game, &opening, &moves).ok_or_else(damaged)?;
    add_dates(store, game, &mut record)?;
    Ok(record)
}

fn record(plan: &Plan, row: &GameRow, opening: &Opening, moves: &[KeptMove]) -> Option<Game> {
    let start: Position = opening.command().start.parse().ok()?;
    let mut game = Game::from_position(&start);
    let name = |player: usize| plan.players.get(player).map_or("", |player| &player.name);
    game.headers.set(header::BLACK, name(row.fixture.black));
    game.headers.set(header::WHITE, name(row.fixture.white));
    add_limits(plan, row, &mut game);
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
        if let Some(score) = kept.score {
            node.comments.extend(Evaluation::new(recorded(score, mover)).comments());
        }
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

/// Adds when the game began and ended, if the results file has it.
fn add_dates(store: &Store, row: &GameRow, game: &mut Game) -> Result<(), ArenaError> {
    let Some(began) = row.began else { return Ok(()) };
    let ended = began.saturating_add(row.seconds.round() as i64);
    for (name, seconds) in [(header::START_TIME, began), (header::END_TIME, ended)] {
        if let Some(text) = store.local_time(seconds)? {
            game.headers.set(name, &text);
        }
    }
    Ok(())
}

/// Adds the limit of the game, or one for each side if they differ.
fn add_limits(plan: &Plan, row: &GameRow, game: &mut Game) {
    let [black, white] = [row.fixture.black, row.fixture.white].map(|player| plan.limit_of(player));
    if black == white {
        game.headers.set(header::TIME_LIMIT, &black.to_string());
    } else {
        game.headers.set(header::BLACK_TIME_LIMIT, &black.to_string());
        game.headers.set(header::WHITE_TIME_LIMIT, &white.to_string());
    }
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
