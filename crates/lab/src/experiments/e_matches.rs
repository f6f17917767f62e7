//! E-presets: games of the published entering-king weights, and of our own, against the evaluation
//! without the term.

use std::collections::BTreeSet;

use eval::EvaluatorName;
use search::RecipeName;
use shogi::{Color, Position};
use stats::{WinsDrawsLosses, chi_square, fisher_exact};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::game::{self, Conditions, Contestant, EarlyEnd, GameScore, Winner};
use crate::markdown::{MarkdownTable, percent};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until, model};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The name of the program without the term, and of its games against itself.
const STANDARD: &str = "off";
/// The paper's share of entering-king wins without the term, in games against itself.
const PAPER_STANDARD: &str = "2.7%";
/// A term, with the paper's win rate against the program without it and its entering-king wins.
const TERMS: [(&str, &str, &str); 12] = [
    ("both", "53.6%", "6.1%"),
    ("winner", "52.8%", "8.5%"),
    ("random_both", "49.2%", "2.9%"),
    ("random_winner", "51.3%", "3.4%"),
    ("both*2", "50.8%", "3.2%"),
    ("both*4", "44.8%", "2.6%"),
    ("both*10", "40.1%", "2.6%"),
    ("rank:both", "49.3%", "3.0%"),
    ("floodgate_both", OURS, OURS),
    ("floodgate_winner", OURS, OURS),
    ("floodgate_random_both", OURS, OURS),
    ("floodgate_random_winner", OURS, OURS),
];
/// Stands where the paper's figure would, for the sets that we learned.
const OURS: &str = "-";
/// The terms that the paper says raise the share of entering-king wins.
const RAISING: [&str; 3] = ["both", "winner", "random_winner"];
/// The least probability that does not count as significant.
const SIGNIFICANT: f64 = 0.05;
/// The paper's players resign below this score and draw after this many moves.
const RESIGN: i32 = -5000;
const PAPER_MOVES: u32 = 2048;

/// The results of one program with one colour.
#[derive(Clone, Copy, Default)]
struct SideResults {
    games: WinsDrawsLosses,
    entered: u64,
}

impl SideResults {
    fn add(&mut self, game: &GameScore, own: Winner) {
        match game.winner {
            None => self.games.draws += 1,
            Some(winner) if winner == own => {
                self.games.wins += 1;
                self.entered += u64::from(game.is_entered);
            }
            Some(_) => self.games.losses += 1,
        }
    }

    fn text(&self) -> String {
        let WinsDrawsLosses { wins, draws, losses } = self.games;
        format!("{wins} ({}) {losses} {draws}", self.entered)
    }
}

/// The results of a program as Black and as White, as in the paper's tables.
#[derive(Clone, Copy, Default)]
struct BothSides([SideResults; 2]);

impl BothSides {
    /// The results of the first player of pairs of games.
    fn of_first(pairs: &[Pair]) -> Self {
        let mut sides = Self::default();
        for pair in pairs {
            sides.0[0].add(&pair.games[0], Winner::Black);
            sides.0[1].add(&pair.games[1], Winner::White);
        }
        sides
    }

    /// The results of a program against itself, which the paper counts for both sides.
    fn of_both(games: &[GameScore]) -> Self {
        let mut sides = Self::default();
        for game in games {
            sides.0[0].add(game, Winner::Black);
            sides.0[1].add(game, Winner::White);
        }
        sides
    }

    fn sum(&self, count: impl Fn(&SideResults) -> u64) -> u64 {
        self.0.iter().map(count).sum()
    }

    fn entered(&self) -> u64 {
        self.sum(|side| side.entered)
    }

    fn games(&self) -> u64 {
        self.sum(|side| side.games.games())
    }

    /// Wins and losses.
    fn decided(&self) -> [u64; 2] {
        [self.sum(|side| side.games.wins), self.sum(|side| side.games.losses)]
    }

    fn entered_share(&self) -> f64 {
        self.entered() as f64 / self.games().max(1) as f64
    }

    /// Entering-king wins and other games.
    fn row(&self) -> [u64; 2] {
        [self.entered(), self.games() - self.entered()]
    }
}

/// The number of games that are equal to an earlier one from the same start.
fn repeated(games: impl IntoIterator<Item = (usize, u64)>) -> usize {
    let mut seen = BTreeSet::new();
    games.into_iter().filter(|game| !seen.insert(*game)).count()
}

fn player(term: &str) -> Result<LabPlayer, LabError> {
    let term = term.parse().map_err(LabError::Term)?;
    LabPlayer::for_games_of(&model(EvaluatorName::ThreePiece, term)?)
}

fn against_itself(
    start: &Position,
    spec: &SearchSpec,
    under: Conditions,
) -> Result<GameScore, LabError> {
    let (mut black, mut white) = (player(STANDARD)?, player(STANDARD)?);
    let mut contestants =
        [Contestant { player: &mut black, spec }, Contestant { player: &mut white, spec }];
    game::play_under(under, &mut contestants, Color::Black, start, &mut |_, _, _| {})
}

/// The nodes of a search.
fn nodes(scale: Scale) -> u64 {
    scale.pick(5_000, 100)
}

pub(super) struct EPresets;

impl Experiment for EPresets {
    fn name(&self) -> &'static str {
        "E-presets"
    }

    fn source(&self) -> &'static str {
        "Paper E (entering king 2012), tables 3 and 4: wins and entering-king wins with the learned \
         weights, multiples of them and the king's rank, against the program without the term."
    }

    fn about(&self) -> &'static str {
        "400 games for each term against `three_piece` without it (built-in weights, recipe `bonanza`), \
         at 5,000 nodes a move, pairs from the same start with colours exchanged; 200 games of the \
         program without the term against itself. As in the paper a player resigns below -5,000 and \
         a game is drawn after 2,048 moves. An entering-king win is one in which the winner's king \
         stands in the enemy camp when the game is decided."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Bonanza).with(EvaluatorName::ThreePiece)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let starts = starts(scale.pick(200, 1))?;
        let spec = SearchSpec::new(RecipeName::Bonanza, Until::Nodes(nodes(scale)));
        let max_moves = scale.pick(PAPER_MOVES, 60);
        let under = Conditions { max_moves, early_end: EarlyEnd::Resigned(RESIGN) };
        let mut jobs = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            let (position, its_spec) = (start.clone(), spec.clone());
            jobs.push(Job::new(format!("{STANDARD}/{index}"), move |_| {
                against_itself(&position, &its_spec, under)
            }));
            for (term, _, _) in TERMS {
                let (position, spec) = (start.clone(), spec.clone());
                jobs.push(Job::new(format!("{term}/{index}"), move |_| {
                    let (mut with, mut without) = (player(term)?, player(STANDARD)?);
                    matches::pair_under(under, (&mut with, &spec), (&mut without, &spec), &position)
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let games: Vec<(String, GameScore)> = records.some(&format!("{STANDARD}/"))?;
        let games: Vec<GameScore> = games.into_iter().map(|(_, game)| game).collect();
        let standard = BothSides::of_both(&games);
        let mut table = MarkdownTable::new(&[
            "term",
            "as Black: won (entered) lost drawn",
            "as White",
            "score",
            "paper",
            "Elo",
            "p, chi-square",
            "entering-king wins",
            "paper",
            "p, Fisher",
        ]);
        let mut twins = repeated(games.iter().enumerate().map(|(at, game)| (at, game.moves)));
        table.row(&[
            format!("{STANDARD} (itself)"),
            standard.0[0].text(),
            standard.0[1].text(),
            percent(0.5),
            percent(0.5),
            "-".to_owned(),
            "-".to_owned(),
            percent(standard.entered_share()),
            PAPER_STANDARD.to_owned(),
            "-".to_owned(),
        ]);
        let mut answers = Vec::new();
        for (term, paper_rate, paper_entered) in TERMS {
            let pairs: Vec<(_, Pair)> = records.some(&format!("{term}/"))?;
            let pairs: Vec<Pair> = pairs.into_iter().map(|(_, pair)| pair).collect();
            let all = pairs.iter().enumerate();
            twins += repeated(all.flat_map(|(at, pair)| pair.games.map(|game| (at, game.moves))));
            let sides = BothSides::of_first(&pairs);
            let score = MatchScore::of(&pairs);
            let wins = chi_square([sides.decided(), standard.decided()]);
            let entered = fisher_exact([sides.row(), standard.row()]);
            table.row(&[
                term.to_owned(),
                sides.0[0].text(),
                sides.0[1].text(),
                score.percent(),
                paper_rate.to_owned(),
                score.elo_text(),
                wins.map_or("-".to_owned(), |test| format!("{:.3}", test.p_value)),
                percent(sides.entered_share()),
                paper_entered.to_owned(),
                format!("{entered:.3}"),
            ]);
            let is_raised =
                sides.entered_share() > standard.entered_share() && entered < SIGNIFICANT;
            if RAISING.contains(&term) || is_raised {
                let found = if is_raised { "more" } else { "not significantly more" };
                answers.push(match paper_entered {
                    OURS => format!("`{term}`: {found}"),
                    _ if RAISING.contains(&term) => format!("`{term}`: {found} (paper: more)"),
                    _ => format!("`{term}`: {found} (paper: not significantly more)"),
                });
            }
        }
        let equal = match twins {
            0 => "No two games of a row are equal, as in the paper.".to_owned(),
            1 => "1 game is equal to another one of its row.".to_owned(),
            _ => format!("{twins} games are equal to others of their row."),
        };
        Ok(Report {
            markdown: format!(
                "{table}\nAre there more entering-king wins than without the term (Fisher's exact test, \
                 5%)? {}. {equal}\n\n## What differs\n\
                 The relations of pieces are learned from games of floodgate, in fewer dimensions than \
                 Bonanza's, so that the published sets meet an evaluation that they were not learned \
                 for; the sets `floodgate_...` were learned with it, in the paper's four ways. 5,000 nodes a move instead of 250,000; 400 games instead of 2,000; starts from \
                 a file instead of a book. The king's rank has the weights of `both`; the paper learned \
                 its own, which it does not print.",
                answers.join("; ")
            ),
            figures: Vec::new(),
        })
    }
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
