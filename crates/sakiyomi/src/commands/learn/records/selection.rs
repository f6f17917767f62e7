//! Which games and moves are taken, as options of a command.

use ::learn::stream::{EnteringKing, GameSelection, MoveSelection, Movers, Refusal, Refused};
use clap::{Args, ValueEnum};

use crate::failure::Failure;

/// The options that choose games and moves.
#[derive(Args)]
pub(super) struct SelectionArgs {
    /// The least rating of both players; games without ratings are then left out
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rating: Option<i32>,

    /// The least number of moves of a game
    #[arg(long, value_name = "N", default_value_t = 1)]
    plies: usize,

    /// Games that the winner ended with the king in the enemy camp
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Kings::Any)]
    entering_king: Kings,

    /// Leave out drawn games
    #[arg(long)]
    no_draws: bool,

    /// Also take games whose record does not tell the result
    #[arg(long)]
    undecided: bool,

    /// Take the winner's moves only
    #[arg(long)]
    winner: bool,

    /// Moves at the start of a game whose choice is not counted
    #[arg(long, value_name = "N", default_value_t = 10)]
    skip: usize,

    /// Count every Nth move only
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,

    /// Count a move again that was played in the same position before
    #[arg(long)]
    duplicates: bool,

    /// The share of games taken at random, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    share: f64,

    /// The largest number of games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// The share of games that is not counted but held out to judge by, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = GameSelection::default().held_out)]
    held_out: f64,

    /// The start of the random choices
    #[arg(long, value_name = "N", default_value_t = GameSelection::default().seed)]
    seed: u64,
}

/// Which games are taken by the place of the winner's king.
#[derive(Clone, Copy, ValueEnum)]
enum Kings {
    /// All games
    Any,
    /// Entering-king wins
    Only,
    /// All but entering-king wins
    Without,
}

impl SelectionArgs {
    /// Refuses shares that are none.
    pub(super) fn check(&self) -> Result<(), Failure> {
        for (name, share) in [("--share", self.share), ("--held-out", self.held_out)] {
            if !(0.0..=1.0).contains(&share) {
                return Err(Failure::Usage(format!("{name} {share}: expected 0 to 1")));
            }
        }
        if self.every == 0 {
            return Err(Failure::Usage("--every 0: expected 1 or more".to_owned()));
        }
        Ok(())
    }

    /// The choice of games.
    pub(super) fn games(&self) -> GameSelection {
        GameSelection {
            entering_king: match self.entering_king {
                Kings::Any => EnteringKing::Any,
                Kings::Only => EnteringKing::Only,
                Kings::Without => EnteringKing::Without,
            },
            least_rating: self.rating,
            least_plies: self.plies,
            draws: !self.no_draws,
            undecided: self.undecided,
            share: self.share,
            most: self.games,
            held_out: self.held_out,
            seed: self.seed,
        }
    }

    /// The choice of moves.
    pub(super) fn moves(&self) -> MoveSelection {
        MoveSelection {
            movers: if self.winner { Movers::Winner } else { Movers::Both },
            first_ply: self.skip,
            every: self.every,
            duplicates: self.duplicates,
            ..MoveSelection::default()
        }
    }
}

/// The games that were not taken, by reason; reasons without games are left out.
pub(super) fn refusals(refused: Refused) -> Vec<(&'static str, u64)> {
    let reasons = [
        (Refusal::Undecided, "without a result"),
        (Refusal::Drawn, "drawn"),
        (Refusal::Short, "too short"),
        (Refusal::Rating, "rating too low or unknown"),
        (Refusal::King, "by the winner's king"),
        (Refusal::Duplicate, "the same game again"),
        (Refusal::Sample, "not in the sample"),
    ];
    reasons
        .into_iter()
        .map(|(reason, name)| (name, refused.of(reason)))
        .filter(|&(_, count)| count > 0)
        .collect()
}
