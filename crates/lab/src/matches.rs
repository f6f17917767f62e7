//! Matches: pairs of games from the same start with colours exchanged, and their score.

use serde::{Deserialize, Serialize};
use shogi::{Color, Position};
use stats::{Elo, Pairs, WinsDrawsLosses};

use crate::error::LabError;
use crate::game::{self, Conditions, Contestant, GameScore};
use crate::markdown::percent;
use crate::player::{LabPlayer, SearchSpec};

/// A pair of games.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) games: [GameScore; 2],
}

impl Pair {
    /// Is the second game the first one again, as far as winner by colour and length tell? Then
    /// both players have played alike.
    pub(crate) fn is_mirrored(&self) -> bool {
        let [first, second] = self.games;
        first.plies == second.plies && first.half_points + second.half_points == 2
    }
}

/// Plays two games from the same start, each player with either colour.
pub(crate) fn pair(
    first: (&mut LabPlayer, &SearchSpec),
    second: (&mut LabPlayer, &SearchSpec),
    start: &Position,
) -> Result<Pair, LabError> {
    pair_under(Conditions::SHORT, first, second, start)
}

/// Plays two games under the given conditions, otherwise like [`pair`].
pub(crate) fn pair_under(
    conditions: Conditions,
    first: (&mut LabPlayer, &SearchSpec),
    second: (&mut LabPlayer, &SearchSpec),
    start: &Position,
) -> Result<Pair, LabError> {
    let mut contestants = [
        Contestant { player: first.0, spec: first.1 },
        Contestant { player: second.0, spec: second.1 },
    ];
    let mut play =
        |color| game::play_under(conditions, &mut contestants, color, start, &mut |_, _, _| {});
    Ok(Pair { games: [play(Color::Black)?, play(Color::White)?] })
}

/// The score of a match.
#[derive(Default)]
pub(crate) struct MatchScore {
    pub(crate) games: WinsDrawsLosses,
    pairs: Pairs,
}

impl MatchScore {
    pub(crate) fn of<'a>(pairs: impl IntoIterator<Item = &'a Pair>) -> Self {
        let mut score = Self::default();
        for pair in pairs {
            score.pairs.add(pair.games.iter().map(|game| game.half_points).sum());
            for game in pair.games {
                match game.half_points {
                    0 => score.games.losses += 1,
                    1 => score.games.draws += 1,
                    _ => score.games.wins += 1,
                }
            }
        }
        score
    }

    pub(crate) fn rate(&self) -> f64 {
        self.games.score().unwrap_or(0.5)
    }

    /// Wins, draws and losses of the first player.
    pub(crate) fn counts(&self) -> String {
        let WinsDrawsLosses { wins, draws, losses } = self.games;
        format!("+{wins} ={draws} -{losses}")
    }

    pub(crate) fn percent(&self) -> String {
        percent(self.rate())
    }

    /// The difference in Elo, from the pairs: the two games of a pair are not independent.
    pub(crate) fn elo(&self) -> Option<Elo> {
        self.pairs.elo()
    }

    pub(crate) fn elo_text(&self) -> String {
        match self.elo() {
            Some(elo) if elo.value.is_finite() && elo.error95.is_finite() => {
                format!("{:+.0} ± {:.0}", elo.value, elo.error95)
            }
            _ => "beyond measure".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_pairs_have_one_winner_by_colour() {
        let pair = |first: (usize, u32), second: (usize, u32)| Pair {
            games: [first, second].map(|(half_points, plies)| GameScore {
                half_points,
                plies,
                ..GameScore::default()
            }),
        };
        assert!(pair((2, 80), (0, 80)).is_mirrored());
        assert!(pair((1, 256), (1, 256)).is_mirrored());
        assert!(!pair((2, 80), (0, 82)).is_mirrored());
        assert!(!pair((2, 80), (2, 80)).is_mirrored());
    }
}
