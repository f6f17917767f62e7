//! Games of programs on floodgate in 2016, from the bigger test data (`SAKIYOMI_DATA`).

use std::path::PathBuf;
use std::sync::OnceLock;

use kifu::GameResult;
use learn::stream::{GameSelection, Part, Stream, StreamGame};
use shogi::{Color, Move, Position};

use crate::error::LabError;
use crate::positions::starts;

/// The least rating of both players.
const RATING: i32 = 3000;
/// The fewest plies of a game.
const PLIES: usize = 60;

/// A game that one side won.
#[derive(Clone)]
pub(crate) struct FloodgateGame {
    pub(crate) moves: Vec<Move>,
    pub(crate) winner: Color,
}

/// The games, those to fit on and those that are held out from all fits.
static GAMES: OnceLock<[Vec<FloodgateGame>; 2]> = OnceLock::new();

/// The file of all games.
pub(crate) fn path() -> Result<PathBuf, LabError> {
    let data = std::env::var_os("SAKIYOMI_DATA").map(PathBuf::from).ok_or_else(|| {
        LabError::Position("the games are in SAKIYOMI_DATA, which is not set".to_owned())
    })?;
    Ok(data.join("games/floodgate2016.tsv.zst"))
}

fn games() -> Result<&'static [Vec<FloodgateGame>; 2], LabError> {
    if let Some(games) = GAMES.get() {
        return Ok(games);
    }
    let path = path()?;
    let selection = GameSelection {
        least_rating: Some(RATING),
        least_plies: PLIES,
        draws: false,
        ..GameSelection::default()
    };
    let wrong = |error: &dyn std::fmt::Display| LabError::Position(error.to_string());
    let mut games = [Vec::new(), Vec::new()];
    for game in Stream::open(&[path], selection).map_err(|error| wrong(&error))? {
        let game = game.map_err(|error| wrong(&error))?;
        let Some(winner) = game.winner() else { continue };
        let place = usize::from(game.part == Part::HeldOut);
        games[place].push(FloodgateGame { moves: game.moves, winner });
    }
    Ok(GAMES.get_or_init(|| games))
}

/// The games to fit on, in the order of the file.
pub(crate) fn to_fit() -> Result<&'static [FloodgateGame], LabError> {
    games().map(|games| games[0].as_slice())
}

/// The games that are held out from all fits, by a number made of their moves.
pub(crate) fn held_out() -> Result<&'static [FloodgateGame], LabError> {
    games().map(|games| games[1].as_slice())
}

/// The game of a quick run, which needs no data: the first plies of an opening.
pub(crate) fn quick(index: usize) -> Result<FloodgateGame, LabError> {
    let end = starts(index + 1)?.pop();
    let end = end.ok_or_else(|| LabError::Position(format!("there is no game {index}")))?;
    let winner = [Color::Black, Color::White][index % 2];
    Ok(FloodgateGame { moves: end.moves_played().collect(), winner })
}

/// The game of a quick run as one to learn from; every fourth is held out.
pub(crate) fn quick_stream_game(index: usize) -> Result<StreamGame, LabError> {
    let FloodgateGame { moves, winner } = quick(index)?;
    Ok(StreamGame {
        start: Position::startpos(),
        moves,
        result: Some(GameResult::Win(winner)),
        ratings: [None; 2],
        is_entering_king_win: false,
        part: if index % 4 == 3 { Part::HeldOut } else { Part::Learning },
        key: index as u64,
    })
}
