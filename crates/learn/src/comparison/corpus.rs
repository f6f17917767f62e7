//! The games that are learned from, in memory: starts and moves, about 600 bytes a game.

use std::path::Path;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Move, Position, Setup};

use crate::stream::{
    Examples, GameSelection, MoveSelection, Part, Refused, Stream, StreamError, StreamGame,
};

/// A position of a game: the game's number and the number of moves before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    game: u32,
    ply: u16,
}

/// A game that is kept.
struct Game {
    /// The first position; none stands for the usual one.
    start: Option<Box<Setup>>,
    moves: Box<[Move]>,
}

/// Positions and the moves played there, to learn from and, of other games, to judge by.
#[derive(Default)]
pub struct Corpus {
    games: Vec<Game>,
    learning: Vec<Place>,
    held_out: Vec<Place>,
    duplicates: u64,
    refused: Refused,
    /// The keys of all games together.
    key: u64,
}

impl Corpus {
    /// Reads the games of files and folders. A game or a file that cannot be read is handed to
    /// `problem` and left out; `progress` is told the number of games after each.
    pub fn read(
        paths: &[impl AsRef<Path>],
        games: GameSelection,
        moves: MoveSelection,
        mut problem: impl FnMut(StreamError),
        mut progress: impl FnMut(u64),
    ) -> Result<Self, StreamError> {
        let mut stream = Stream::open(paths, games)?;
        let mut corpus = Self::default();
        let mut examples = Examples::new(moves);
        while let Some(game) = stream.next() {
            match game {
                Ok(game) => corpus.add(&game, &mut examples),
                Err(error) => problem(error),
            }
            progress(stream.taken());
        }
        corpus.duplicates = examples.duplicates();
        corpus.refused = stream.refused();
        Ok(corpus)
    }

    /// Takes the moves of these games, each of which says its part.
    pub fn of(games: impl IntoIterator<Item = StreamGame>, moves: MoveSelection) -> Self {
        let mut corpus = Self::default();
        let mut examples = Examples::new(moves);
        games.into_iter().for_each(|game| corpus.add(&game, &mut examples));
        corpus.duplicates = examples.duplicates();
        corpus
    }

    fn add(&mut self, game: &StreamGame, examples: &mut Examples) {
        let number = self.games.len() as u32;
        let places = match game.part {
            Part::Learning => &mut self.learning,
            Part::HeldOut => &mut self.held_out,
        };
        let before = places.len();
        examples.of_game(game, |example| {
            if let Ok(ply) = u16::try_from(example.ply) {
                places.push(Place { game: number, ply });
            }
        });
        if places.len() > before {
            let is_usual = game.start.key() == Position::startpos().key();
            self.games.push(Game {
                start: (!is_usual).then(|| Box::new(game.start.setup().clone())),
                moves: game.moves.clone().into_boxed_slice(),
            });
        }
        self.key = self.key.rotate_left(7) ^ game.key;
    }

    /// The number of games with at least one position.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The positions to learn from.
    pub fn learning(&self) -> &[Place] {
        &self.learning
    }

    /// The positions of games that are held out.
    pub fn held_out(&self) -> &[Place] {
        &self.held_out
    }

    /// The number of positions left out because the same move was played there before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// The number of games that were not taken, by reason.
    pub fn refused(&self) -> Refused {
        self.refused
    }

    /// A number that tells collections of positions apart.
    pub(super) fn key(&self) -> u64 {
        self.key ^ (self.learning.len() as u64) << 32 ^ self.held_out.len() as u64
    }

    /// The position of a place, which knows the moves before it, and the move played there.
    pub(super) fn position(&self, place: Place) -> (Position, Move) {
        let game = &self.games[place.game as usize];
        let start = game
            .start
            .as_ref()
            .map(|start| Position::try_from((**start).clone()).expect("the diagram of a position"));
        let mut position = start.unwrap_or_else(Position::startpos);
        let ply = usize::from(place.ply);
        position.reserve(ply + 1);
        game.moves[..ply].iter().for_each(|&mv| position.play(mv));
        (position, game.moves[ply])
    }

    /// The positions to learn from in the order of a pass over all of them.
    pub(super) fn order(&self, seed: u64, pass: u64) -> Vec<Place> {
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(1).rotate_left(32) ^ pass);
        let mut order = self.learning.clone();
        order.shuffle(&mut random);
        order
    }

    /// At most `most` positions of games that are held out, from all over.
    pub(super) fn some_held_out(&self, most: usize) -> Vec<Place> {
        let step = self.held_out.len().div_ceil(most.max(1)).max(1);
        self.held_out.iter().copied().step_by(step).collect()
    }
}
