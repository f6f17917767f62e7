//! The game under analysis: its positions, its rules, and why it may not be analysed.

use std::fmt;

use kifu::{Game, GameResult};
use shogi::{Color, DeclarationRule, Move, Position};

use crate::digest::digest;
use crate::look;
use crate::model::{GameInfo, Header, Usi};

/// The longest game that is analysed, in plies.
pub const LONGEST: usize = 1_000;
/// The longest text that is taken over from a record, in characters.
const LONGEST_TEXT: usize = 200;

/// Why a game is not analysed, or not to its end.
#[derive(Debug)]
pub enum Error {
    /// The record has no move.
    Empty,
    /// The part to be judged has no move: its first ply, and the plies of the game.
    Part(u32, usize),
    /// The record has more plies than [`LONGEST`].
    TooLong(usize),
    /// The start position cannot be played from.
    Start(String),
    /// A side has no king, so there is no game to lose.
    NoKing(Color),
    /// The side to move has no legal move at the start.
    Over,
    /// The hash table's memory could not be had.
    Memory(std::io::Error),
    /// The analysis was stopped from outside.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the game has no move, so there is nothing to judge"),
            Self::Part(from, plies) => write!(
                f,
                "the game has {plies} plies, so there is no move to judge from ply {from} on"
            ),
            Self::TooLong(plies) => {
                write!(f, "the game has {plies} plies, expected at most {LONGEST}")
            }
            Self::Start(reason) => write!(f, "the start position cannot be used: {reason}"),
            Self::NoKing(color) => {
                let side = if *color == Color::Black { "Black" } else { "White" };
                write!(f, "{side} has no king, so the game cannot be judged")
            }
            Self::Over => f.write_str("the side to move is mated at the start"),
            Self::Memory(error) => write!(f, "the memory of the hash table: {error}"),
            Self::Stopped => f.write_str("the analysis was stopped"),
        }
    }
}

impl std::error::Error for Error {}

/// A game whose positions are known.
#[derive(Clone)]
pub struct Subject {
    /// What the record tells.
    pub info: GameInfo,
    /// The positions p0, p1, ...; each knows the moves before it.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The time of each move in milliseconds.
    pub times: Vec<Option<u64>>,
    /// The names of Black and White.
    pub names: [Option<String>; 2],
    /// The rule of declarations.
    pub rule: DeclarationRule,
}

/// A text of a record without control characters, cut to a sensible length.
fn tame(text: &str) -> String {
    text.chars().filter(|one| !one.is_control()).take(LONGEST_TEXT).collect()
}

impl Subject {
    /// Takes the main line of a record. `source` is the name of its file, `warnings` what its
    /// reader had to say.
    pub fn new(game: &Game, source: Option<&str>, warnings: &[String]) -> Result<Self, Error> {
        let start = game.start_position().map_err(|error| Error::Start(error.to_string()))?;
        if let Some(color) = Color::ALL.into_iter().find(|&color| start.king(color).is_none()) {
            return Err(Error::NoKing(color));
        }
        if !start.has_legal_move() {
            return Err(Error::Over);
        }
        let mut warnings: Vec<String> = warnings.iter().map(|text| tame(text)).collect();
        let (mut positions, mut moves, mut times) = (vec![start.clone()], Vec::new(), Vec::new());
        let mut position = start.clone();
        for id in game.main_line() {
            let node = game.node(id);
            let Some(mv) = node.mv() else { continue };
            if !position.is_legal(mv) {
                let ply = moves.len() + 1;
                warnings.push(format!("ply {ply}: {mv} is not legal; analysed up to it"));
                break;
            }
            position.play(mv);
            moves.push(mv);
            times.push(node.time.as_ref().map(|time| time.spent_ms));
            positions.push(position.clone());
        }
        match moves.len() {
            0 => return Err(Error::Empty),
            plies if plies > LONGEST => return Err(Error::TooLong(plies)),
            _ => {}
        }
        // A position from the middle of a game with White to move is no handicap.
        let handicap = start.turn() == Color::White && game.start_name().is_some();
        let rule = match handicap {
            true => DeclarationRule::Points27Handicap,
            false => DeclarationRule::Points27,
        };
        let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let headers = game
            .headers
            .iter()
            .map(|(name, value)| Header { name: tame(name), value: tame(value) });
        let winner = match game.result() {
            Some(GameResult::Win(color)) => Some(color.into()),
            _ => None,
        };
        let info = GameInfo {
            digest: digest(format!("{} {}", start.to_sfen(), text.join(" ")).as_bytes()),
            source: source.map(tame),
            headers: headers.collect(),
            start: start.to_sfen(),
            handicap,
            moves: Usi::line(&moves),
            winner,
            drawn: game.result() == Some(GameResult::Draw),
            ending: game.ending().map(|ending| tame(ending.kif_word())),
            declaration_rule: look::rule_name(rule).into(),
            max_moves: None,
            warnings,
        };
        let names = Color::ALL.map(|color| game.player(color).map(tame));
        Ok(Self { info, positions, moves, times, names, rule })
    }

    /// The last ply.
    pub fn last(&self) -> usize {
        self.moves.len()
    }
}
