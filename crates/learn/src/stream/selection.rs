//! Which games are taken, which are held out, and which of their moves are taken.

use super::game::{Part, StreamGame, mixed};
use crate::data::Seen;

/// Which games are taken by the place of the winner's king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnteringKing {
    /// All games are taken.
    #[default]
    Any,
    /// Only entering-king wins are taken.
    Only,
    /// Entering-king wins are left out.
    Without,
}

/// Which games are taken, and how they are split.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameSelection {
    /// Which games are taken by the place of the winner's king.
    pub entering_king: EnteringKing,
    /// The least rating of both players; with it, games without ratings are left out.
    pub least_rating: Option<i32>,
    /// The least number of moves.
    pub least_plies: usize,
    /// Are drawn games taken?
    pub draws: bool,
    /// Are games taken whose result the record does not tell?
    pub undecided: bool,
    /// The share of games that are taken at random, from 0 to 1.
    pub share: f64,
    /// The largest number of games.
    pub most: Option<u64>,
    /// The share of the taken games that is held out, from 0 to 1.
    pub held_out: f64,
    /// The seed of both choices at random. A game falls on the same side in every order of files.
    pub seed: u64,
}

impl Default for GameSelection {
    /// Takes all games that have a result, and holds out every twentieth.
    fn default() -> Self {
        Self {
            entering_king: EnteringKing::Any,
            least_rating: None,
            least_plies: 0,
            draws: true,
            undecided: false,
            share: 1.0,
            most: None,
            held_out: 0.05,
            seed: 1,
        }
    }
}

impl GameSelection {
    /// The reason why a game is not taken, if there is one.
    pub(super) fn refusal(&self, game: &StreamGame, seen: &mut Seen) -> Option<Refusal> {
        let rating = |least| game.ratings.iter().all(|it| it.is_some_and(|rating| rating >= least));
        if !self.undecided && game.result.is_none() {
            return Some(Refusal::Undecided);
        }
        if !self.draws && game.result.is_some() && game.winner().is_none() {
            return Some(Refusal::Drawn);
        }
        if game.moves.len() < self.least_plies.max(1) {
            return Some(Refusal::Short);
        }
        if !self.least_rating.is_none_or(rating) {
            return Some(Refusal::Rating);
        }
        let is_wanted = match self.entering_king {
            EnteringKing::Any => true,
            EnteringKing::Only => game.is_entering_king_win,
            EnteringKing::Without => !game.is_entering_king_win,
        };
        if !is_wanted {
            return Some(Refusal::King);
        }
        if !seen.insert(game.key) {
            return Some(Refusal::Duplicate);
        }
        (random(game.key, self.seed, 1) >= self.share).then_some(Refusal::Sample)
    }

    /// The part that a game belongs to.
    pub(super) fn part(&self, game: &StreamGame) -> Part {
        match random(game.key, self.seed, 2) < self.held_out {
            true => Part::HeldOut,
            false => Part::Learning,
        }
    }
}

/// A number from 0 up to 1 that the game and the seed decide; `purpose` makes choices independent.
fn random(key: u64, seed: u64, purpose: u64) -> f64 {
    let bits = mixed(key ^ mixed(seed.wrapping_mul(4).wrapping_add(purpose)));
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// The reason why a game is not taken; the first one that holds counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The record does not tell the result.
    Undecided,
    /// The game was drawn.
    Drawn,
    /// The game has too few moves.
    Short,
    /// A rating is too low or unknown.
    Rating,
    /// The game is, or is not, an entering-king win.
    King,
    /// The same game has come before.
    Duplicate,
    /// Chance did not choose the game.
    Sample,
}

/// The number of games that were not taken, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Refused([u64; 7]);

impl Refused {
    pub(super) fn add(&mut self, reason: Refusal) {
        self.0[reason as usize] += 1;
    }

    /// The number of games that were not taken for this reason.
    pub fn of(&self, reason: Refusal) -> u64 {
        self.0[reason as usize]
    }

    /// The number of all games that were not taken.
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// Whose moves are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Movers {
    /// The moves of both sides are taken.
    #[default]
    Both,
    /// Only the winner's moves are taken; of a game without winner none.
    Winner,
}

/// Which moves of a game are taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveSelection {
    /// Whose moves are taken.
    pub movers: Movers,
    /// The number of moves at the start of a game that are left out.
    pub first_ply: usize,
    /// The step from one taken move to the next: with 3, every third is.
    pub every: usize,
    /// Are positions taken in which the same move was played before?
    pub duplicates: bool,
    /// The number of positions that are remembered to tell duplicates, about 30 bytes each.
    pub remembered: usize,
}

impl Default for MoveSelection {
    /// Takes all moves of both sides, the same move in the same position once.
    fn default() -> Self {
        Self {
            movers: Movers::Both,
            first_ply: 0,
            every: 1,
            duplicates: false,
            remembered: 1 << 24,
        }
    }
}
