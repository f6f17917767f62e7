//! Files of self-play games in two to three bytes a position.
//!
//! A file begins with eight bytes: `SKYG` and the version, 1. Each game follows as the length of its
//! bytes and their CRC-32, four bytes each, lowest byte first, and these bytes:
//!
//! | part | bytes |
//! |---|---|
//! | the end | 1: its kind times three, plus 0 for no winner, 1 for Black, 2 for White |
//! | the start | 0 for the start position; else 1, a PackedSfen of 32 bytes and the number of the next move in 2 |
//! | the number of moves | 1 to 3, seven bits each, lowest first |
//! | each move | its index among the legal moves sorted by their 16 bits: 1 to 2 bytes, seven bits each |
//! | its score | 0 for none; else 1 plus the difference to the negated score before, signs folded: 1 to 3 bytes |
//!
//! A file that was cut off in the middle of a game is good up to there.

use std::fmt;
use std::io::{self, Read, Write};

use kifu::packed::{PackError, Packing, UnpackError, pack, unpack};
use shogi::{Color, GameEnd, Move, Position, Setup, SetupError};

use crate::played::{Ending, PlayedGame, Ply};

const MAGIC: [u8; 8] = *b"SKYG\x01\0\0\0";
/// The most bytes of a game; 2,000 moves have about 6,000.
const LONGEST: u32 = 1 << 16;
/// The bytes before a game: length and CRC-32.
const FRAME: usize = 8;

/// Why a file of games cannot be read or written.
#[derive(Debug)]
pub enum GameFileError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The file does not begin as a file of games.
    Magic,
    /// A game's bytes are not those that were written.
    Damaged {
        /// The number of the game, from 1.
        game: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A start position cannot be packed.
    Pack(PackError),
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Magic => {
                f.write_str("not a file of self-play games, expected it to begin with SKYG")
            }
            Self::Damaged { game, reason } => write!(f, "game {game} is damaged: {reason}"),
            Self::Pack(error) => write!(f, "the start cannot be packed: {error}"),
        }
    }
}

impl std::error::Error for GameFileError {}

impl From<io::Error> for GameFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes the beginning of a file.
pub fn write_header(mut out: impl Write) -> io::Result<()> {
    out.write_all(&MAGIC)
}

/// Do the first bytes of a file say that it holds games?
pub(crate) fn is_beginning(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Writes a game in one piece.
pub fn write_game(mut out: impl Write, game: &PlayedGame) -> Result<(), GameFileError> {
    let bytes = encode(game).map_err(GameFileError::Pack)?;
    let mut framed = Vec::with_capacity(FRAME + bytes.len());
    framed.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    framed.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    framed.extend_from_slice(&bytes);
    out.write_all(&framed)?;
    Ok(())
}

/// Reads the games of a file one by one.
pub struct GameReader<R> {
    input: R,
    games: u64,
    /// The length of the file up to the end of the last whole game.
    good: u64,
    is_cut_off: bool,
}

impl<R: Read> GameReader<R> {
    /// Reads the beginning of a file. An empty file has no games.
    pub fn new(mut input: R) -> Result<Self, GameFileError> {
        let mut magic = [0; MAGIC.len()];
        let length = read_up_to(&mut input, &mut magic)?;
        let is_whole = length == MAGIC.len();
        if magic[..length] != MAGIC[..length] {
            return Err(GameFileError::Magic);
        }
        let good = if is_whole { length as u64 } else { 0 };
        Ok(Self { input, games: 0, good, is_cut_off: !is_whole && length > 0 })
    }

    /// The length of the file up to the end of the last whole game.
    pub fn good_length(&self) -> u64 {
        self.good
    }

    /// Did the file end in the middle of a game?
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// The bytes of the next game; none at the end or where the file was cut off.
    fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, GameFileError> {
        if self.good == 0 {
            return Ok(None);
        }
        let mut frame = [0; FRAME];
        let length = read_up_to(&mut self.input, &mut frame)?;
        if length < FRAME {
            self.is_cut_off = length > 0;
            return Ok(None);
        }
        let [a, b, c, d, e, f, g, h] = frame;
        let (size, crc) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        if size > LONGEST {
            return Err(self.damaged("its length is too large"));
        }
        let mut bytes = vec![0; size as usize];
        if read_up_to(&mut self.input, &mut bytes)? < bytes.len() {
            self.is_cut_off = true;
            return Ok(None);
        }
        if crc32fast::hash(&bytes) != crc {
            return Err(self.damaged("its bytes do not fit their CRC-32"));
        }
        self.games += 1;
        self.good += (FRAME + bytes.len()) as u64;
        Ok(Some(bytes))
    }

    /// Counts the whole games and their scored positions, without replaying them.
    pub fn skip_all(&mut self) -> Result<[u64; 2], GameFileError> {
        let mut positions = 0;
        while let Some(bytes) = self.next_bytes()? {
            positions += scored(&bytes).map_err(|reason| self.damaged(reason))?;
        }
        Ok([self.games, positions])
    }

    fn damaged(&self, reason: &'static str) -> GameFileError {
        GameFileError::Damaged { game: self.games + 1, reason }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<PlayedGame, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = match self.next_bytes() {
            Ok(bytes) => bytes?,
            Err(error) => return Some(Err(error)),
        };
        let game = self.games;
        Some(decode(&bytes).map_err(|reason| GameFileError::Damaged { game, reason }))
    }
}

/// Reads until the buffer is full or the input ends; returns the number of bytes read.
fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match input.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

fn encode(game: &PlayedGame) -> Result<Vec<u8>, PackError> {
    let mut bytes = vec![code_of(game.ending)];
    if game.start == Position::startpos().setup() {
        bytes.push(0);
    } else {
        bytes.push(1);
        bytes.extend_from_slice(&pack(&game.start, Packing::Psv)?);
        let number = u16::try_from(game.start.move_number).unwrap_or(u16::MAX);
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    put(&mut bytes, game.plies.len() as u32);
    let mut before = 0;
    game.for_each_position(|position, ply| {
        let index = sorted_moves(position).binary_search(&ply.mv.bits()).unwrap_or(0);
        put(&mut bytes, index as u32);
        match ply.score {
            Some(score) => {
                put(&mut bytes, 1 + fold(i32::from(score) + before));
                before = i32::from(score);
            }
            None => {
                put(&mut bytes, 0);
                before = -before;
            }
        }
    });
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Result<PlayedGame, &'static str> {
    let mut bytes = Bytes(bytes);
    let ending = ending_of(bytes.byte()?).ok_or("its end is unknown")?;
    let start = start_of(&mut bytes)?;
    let mut position =
        Position::try_from(start.clone()).map_err(|_: SetupError| "its start is not legal")?;
    let mut plies = Vec::new();
    let mut before = 0;
    for _ in 0..bytes.number()? {
        let index = bytes.number()? as usize;
        let bits = sorted_moves(&position).get(index).copied();
        let mv = bits.and_then(Move::from_bits).ok_or("a move is not legal")?;
        let score = match bytes.number()? {
            0 => None,
            folded => {
                let score = unfold(folded - 1).wrapping_sub(before);
                Some(i16::try_from(score).map_err(|_| "a score is too large")?)
            }
        };
        before = score.map_or(-before, i32::from);
        plies.push(Ply { mv, score });
        position.play(mv);
    }
    if !bytes.0.is_empty() {
        return Err("bytes follow its last move");
    }
    Ok(PlayedGame { start, plies, ending })
}

/// Counts the scored positions of a game without replaying it.
fn scored(bytes: &[u8]) -> Result<u64, &'static str> {
    let mut bytes = Bytes(bytes);
    bytes.byte()?;
    if bytes.byte()? != 0 {
        bytes.take::<34>()?;
    }
    let mut scored = 0;
    for _ in 0..bytes.number()? {
        bytes.number()?;
        scored += u64::from(bytes.number()? > 0);
    }
    Ok(scored)
}

fn start_of(bytes: &mut Bytes<'_>) -> Result<Setup, &'static str> {
    match bytes.byte()? {
        0 => Ok(Position::startpos().setup()),
        1 => {
            let packed = bytes.take::<32>()?;
            let number = u16::from_le_bytes(bytes.take()?);
            let mut setup = unpack(&packed, Packing::Psv)
                .map_err(|_: UnpackError| "its start cannot be unpacked")?;
            setup.move_number = u32::from(number).max(1);
            Ok(setup)
        }
        _ => Err("its start is unknown"),
    }
}

/// The bits of the legal moves in rising order, so that their order does not depend on the
/// generator.
fn sorted_moves(position: &Position) -> Vec<u16> {
    let mut moves: Vec<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
    moves.sort_unstable();
    moves
}

fn fold(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

fn unfold(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}

fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The bytes of a game that have not been read yet.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let (first, rest) = self.0.split_first_chunk().ok_or("it ends too early")?;
        self.0 = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number is too long")
    }
}

fn code_of(ending: Ending) -> u8 {
    let winner = match ending.winner() {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    ending.kind() * 3 + winner
}

fn ending_of(code: u8) -> Option<Ending> {
    let winner = match code % 3 {
        0 => None,
        1 => Some(Color::Black),
        _ => Some(Color::White),
    };
    Some(match (code / 3, winner) {
        (0, Some(winner)) => Ending::Adjudicated { winner },
        (1, Some(winner)) => Ending::Rules(GameEnd::NoLegalMove { loser: !winner }),
        (2, Some(winner)) => Ending::Rules(GameEnd::PerpetualCheck { loser: !winner }),
        (3, Some(winner)) => Ending::Rules(GameEnd::Declaration { winner }),
        (4, None) => Ending::Rules(GameEnd::Sennichite),
        (5, None) => Ending::Rules(GameEnd::MaxMoves),
        (6, None) => Ending::Rules(GameEnd::NoContest),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of a few moves with and without scores.
    fn game(start: &str) -> PlayedGame {
        let mut position: Position = start.parse().expect("a position");
        let start = position.setup();
        let scores = [None, Some(35), Some(-60), Some(31_000), None, Some(-31_000), Some(2)];
        let plies = scores.map(|score| {
            let moves = position.legal_moves();
            let mv = moves[moves.len() / 2];
            position.play(mv);
            Ply { mv, score }
        });
        let ending = Ending::Adjudicated { winner: Color::White };
        PlayedGame { start, plies: plies.to_vec(), ending }
    }

    fn games() -> [PlayedGame; 2] {
        let startpos = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        [game(startpos), game("4k4/9/4P4/9/9/9/9/9/4K4 w 2R2B4G4S4N4L17P 100")]
    }

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        write_header(&mut bytes).expect("memory");
        for game in games() {
            write_game(&mut bytes, &game).expect("memory");
        }
        bytes
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let bytes = file();
        let read: Result<Vec<_>, _> = GameReader::new(&bytes[..]).expect("a file").collect();
        assert_eq!(read.expect("games"), games());
        let mut reader = GameReader::new(&bytes[..]).expect("a file");
        assert_eq!(reader.skip_all().expect("games"), [2, 10]);
        assert_eq!(reader.good_length(), bytes.len() as u64);
    }

    #[test]
    fn every_end_is_read_as_it_was_written() {
        for code in 0..=255 {
            if let Some(ending) = ending_of(code) {
                assert_eq!(code_of(ending), code);
            }
        }
    }

    #[test]
    fn a_file_cut_off_anywhere_is_good_up_to_there() {
        let bytes = file();
        for length in 0..bytes.len() {
            let mut reader = GameReader::new(&bytes[..length]).expect("a file");
            let games = reader.skip_all().expect("whole games")[0];
            assert!(games < 2);
            assert!(reader.good_length() <= length as u64);
            assert_eq!(reader.is_cut_off(), reader.good_length() < length as u64);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let bytes = file();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            let read =
                GameReader::new(&changed[..]).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            assert!(read.is_err() || read.is_ok_and(|read| read.len() < 2), "byte {index}");
        }
    }
}
