//! The results of a program by colour, with its entering-king wins, as in the paper's tables.

use std::collections::BTreeSet;

use stats::WinsDrawsLosses;

use crate::game::{GameScore, Winner};
use crate::matches::Pair;

/// The results of one program with one colour.
#[derive(Clone, Copy, Default)]
pub(super) struct SideResults {
    games: WinsDrawsLosses,
    entered: u64,
}

impl SideResults {
    pub(super) fn add(&mut self, game: &GameScore, own: Winner) {
        match game.winner {
            None => self.games.draws += 1,
            Some(winner) if winner == own => {
                self.games.wins += 1;
                self.entered += u64::from(game.is_entered);
            }
            Some(_) => self.games.losses += 1,
        }
    }

    pub(super) fn text(&self) -> String {
        let WinsDrawsLosses { wins, draws, losses } = self.games;
        format!("{wins} ({}) {losses} {draws}", self.entered)
    }
}

/// The results of a program as Black and as White, as in the paper's tables.
#[derive(Clone, Copy, Default)]
pub(super) struct BothSides(pub(super) [SideResults; 2]);

impl BothSides {
    /// The results of the first player of pairs of games.
    pub(super) fn of_first(pairs: &[Pair]) -> Self {
        let mut sides = Self::default();
        for pair in pairs {
            sides.0[0].add(&pair.games[0], Winner::Black);
            sides.0[1].add(&pair.games[1], Winner::White);
        }
        sides
    }

    /// The results of a program against itself, which the paper counts for both sides.
    pub(super) fn of_both(games: &[GameScore]) -> Self {
        let mut sides = Self::default();
        for game in games {
            sides.0[0].add(game, Winner::Black);
            sides.0[1].add(game, Winner::White);
        }
        sides
    }

    pub(super) fn sum(&self, count: impl Fn(&SideResults) -> u64) -> u64 {
        self.0.iter().map(count).sum()
    }

    pub(super) fn entered(&self) -> u64 {
        self.sum(|side| side.entered)
    }

    pub(super) fn games(&self) -> u64 {
        self.sum(|side| side.games.games())
    }

    /// Wins and losses.
    pub(super) fn decided(&self) -> [u64; 2] {
        [self.sum(|side| side.games.wins), self.sum(|side| side.games.losses)]
    }

    pub(super) fn entered_share(&self) -> f64 {
        self.entered() as f64 / self.games().max(1) as f64
    }

    /// Entering-king wins and other games.
    pub(super) fn row(&self) -> [u64; 2] {
        [self.entered(), self.games() - self.entered()]
    }
}

/// The number of games that are equal to an earlier one from the same start.
pub(super) fn repeated(games: impl IntoIterator<Item = (usize, u64)>) -> usize {
    let mut seen = BTreeSet::new();
    games.into_iter().filter(|game| !seen.insert(*game)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<Winner>, is_entered: bool, moves: u64) -> GameScore {
        GameScore { half_points: 1, plies: 100, winner, is_entered, moves }
    }

    #[test]
    fn games_are_counted_by_colour() {
        let pairs = [
            Pair {
                games: [game(Some(Winner::Black), true, 1), game(Some(Winner::Black), true, 2)],
            },
            Pair { games: [game(None, false, 3), game(Some(Winner::White), false, 3)] },
        ];
        let sides = BothSides::of_first(&pairs);
        assert_eq!(sides.0[0].text(), "1 (1) 0 1");
        assert_eq!(sides.0[1].text(), "1 (0) 1 0");
        assert_eq!((sides.row(), sides.decided()), ([1, 3], [2, 1]));
        let itself = BothSides::of_both(&[pairs[0].games[0], pairs[1].games[1]]);
        assert_eq!((itself.row(), itself.decided()), ([1, 3], [2, 2]));
    }

    #[test]
    fn equal_games_are_those_from_one_start() {
        assert_eq!(repeated([(0, 5), (0, 6), (1, 5)]), 0);
        assert_eq!(repeated([(0, 5), (0, 5), (1, 5), (0, 5)]), 2);
    }
}
