//! Results by engine and colour, with the wins of an entered king, as in the tables of paper E.

use shogi::Color;
use stats::WinsDrawsLosses;

use crate::store::GameRow;

/// The results of an engine with one colour.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct SideResults {
    pub(super) games: WinsDrawsLosses,
    /// The wins in which its king stood in the enemy camp when the game was decided.
    pub(super) entered: u64,
}

impl SideResults {
    /// Wins with those of an entered king, draws and losses.
    pub(super) fn text(&self) -> String {
        let WinsDrawsLosses { wins, draws, losses } = self.games;
        format!("+{wins} ({} with an entered king) ={draws} -{losses}", self.entered)
    }
}

/// Counts the results of each of `players` engines as Black and as White.
pub(super) fn count(games: &[GameRow], players: usize) -> Vec<[SideResults; 2]> {
    let mut sides = vec![[SideResults::default(); 2]; players];
    for game in games {
        for (color, player) in
            [(Color::Black, game.fixture.black), (Color::White, game.fixture.white)]
        {
            // A damaged file may name an engine that is not in its plan.
            let Some(results) = sides.get_mut(player).map(|sides| &mut sides[color.index()]) else {
                continue;
            };
            match game.outcome.winner {
                None => results.games.draws += 1,
                Some(winner) if winner == color => {
                    results.games.wins += 1;
                    results.entered += u64::from(game.is_entered);
                }
                Some(_) => results.games.losses += 1,
            }
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::{Ending, Outcome};
    use crate::schedule::Fixture;

    fn game(players: [usize; 2], winner: Option<Color>, is_entered: bool) -> GameRow {
        let [black, white] = players;
        GameRow {
            fixture: Fixture { number: 0, black, white, opening: 0 },
            outcome: Outcome { winner, ending: Ending::Resign },
            is_entered,
            plies: 10,
            note: None,
            seconds: 1.0,
            began: None,
        }
    }

    #[test]
    fn each_side_has_its_own_count() {
        let games = [
            game([0, 1], Some(Color::Black), true),
            game([1, 0], Some(Color::Black), false),
            game([1, 0], Some(Color::White), true),
            game([0, 1], None, false),
            game([0, 7], Some(Color::White), true),
        ];
        let sides = count(&games, 2);
        let texts: Vec<String> = sides.iter().flatten().map(SideResults::text).collect();
        let expected = [
            "+1 (1 with an entered king) =1 -1",
            "+1 (1 with an entered king) =0 -1",
            "+1 (0 with an entered king) =0 -1",
            "+0 (0 with an entered king) =1 -1",
        ];
        assert_eq!(texts, expected);
    }
}
