//! The matches of paper E: programs with an entering-king term, or with tables learned from
//! entering-king wins, against the program without. E-presets, E-table1, E-table3 and E-table4.

mod sides;
mod tables;

use std::sync::OnceLock;

use eval::entering_king::{StepWeights, TermChoice};
use eval::{EvaluatorName, Model};
use search::RecipeName;
use serde::{Deserialize, Serialize};
use shogi::{Color, Position};
use stats::{chi_square, fisher_exact};

pub(super) use tables::{PRESETS, TABLE_1, TABLE_3, TABLE_4};

use self::sides::{BothSides, repeated};
use super::e_courses::{self, Course, Teaching};
use crate::checksum;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::figure::{self, Series};
use crate::game::{self, Conditions, Contestant, EarlyEnd, GameScore};
use crate::markdown::{MarkdownTable, percent, summary, thousands};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until, model};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The program without the term, in words and as a term.
const STANDARD: &str = "off";
/// The least probability that does not count as significant.
const SIGNIFICANT: f64 = 0.05;
/// The paper's players resign below this score and draw after this many moves.
const RESIGN: i32 = -5000;
const PAPER_MOVES: u32 = 2048;

/// A program that plays against the one without the term.
#[derive(Clone, Copy)]
enum Program {
    /// `three_piece` with an entering-king term, named as the option names it.
    Term(&'static str),
    /// Whole tables learned from the winners' moves, after so many iterations.
    Tables(Teaching, usize),
}

impl Program {
    /// The name in records.
    fn name(self) -> String {
        match self {
            Self::Term(term) => term.to_owned(),
            Self::Tables(teaching, iteration) => format!("{}-{iteration}", teaching.name()),
        }
    }

    /// The model, and the checksum of weights that are not part of the program.
    fn model(self, scale: Scale) -> Result<(Model, Option<String>), LabError> {
        match self {
            Self::Term(term) => {
                let term = term.parse().map_err(LabError::Term)?;
                Ok((built_in()?.clone().with_entering_king(term), None))
            }
            Self::Tables(teaching, iteration) => {
                let tables = e_courses::of_whole_tables(teaching, scale)?;
                tables.model(iteration, scale).map(|(model, sum)| (model, Some(sum)))
            }
        }
    }
}

/// A program with the paper's figures: its win rate against the program without the term, and its
/// entering-king wins.
struct Row {
    program: Program,
    /// The paper's win rate and share of entering-king wins; none for programs that it does not have.
    paper: Option<[f64; 2]>,
    /// Does the paper say that the program has significantly more entering-king wins?
    raises: bool,
}

/// The programs that play with the same number of nodes a move.
struct Round {
    nodes: u64,
    rows: &'static [Row],
}

/// An experiment of such matches.
pub(super) struct Matches {
    name: &'static str,
    source: &'static str,
    about: &'static str,
    paper: &'static str,
    differs: &'static str,
    /// Pairs of games of each row; the program without the term plays one game each against itself.
    pairs: usize,
    /// The paper's share of entering-king wins without the term, in games against itself.
    standard: f64,
    rounds: &'static [Round],
    /// The courses whose targets are drawn.
    courses: &'static [Teaching],
}

/// A pair of games, and the checksum of the weights if they are not part of the program.
#[derive(Clone, Serialize, Deserialize)]
struct Played {
    #[serde(flatten)]
    pair: Pair,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
}

/// The built-in tables without an entering-king term, which all games of a run share.
fn built_in() -> Result<&'static Model, LabError> {
    static TABLES: OnceLock<Model> = OnceLock::new();
    if let Some(model) = TABLES.get() {
        return Ok(model);
    }
    let tables = model(EvaluatorName::ThreePiece, TermChoice::Off)?;
    Ok(TABLES.get_or_init(|| tables))
}

/// The program without the term.
fn standard() -> Result<LabPlayer, LabError> {
    LabPlayer::for_games_of(built_in()?)
}

fn against_itself(
    start: &Position,
    spec: &SearchSpec,
    under: Conditions,
) -> Result<GameScore, LabError> {
    let (mut black, mut white) = (standard()?, standard()?);
    let mut contestants =
        [Contestant { player: &mut black, spec }, Contestant { player: &mut white, spec }];
    game::play_under(under, &mut contestants, Color::Black, start, &mut |_, _, _| {})
}

impl Round {
    /// The limit of a move.
    fn nodes(&self, scale: Scale) -> u64 {
        scale.pick(self.nodes, self.nodes / 200)
    }

    fn jobs(&self, pairs: usize, scale: Scale, jobs: &mut Vec<Job>) -> Result<(), LabError> {
        let spec = SearchSpec::new(RecipeName::Bonanza, Until::Nodes(self.nodes(scale)));
        let max_moves = scale.pick(PAPER_MOVES, 40);
        let under = Conditions { max_moves, early_end: EarlyEnd::Resigned(RESIGN) };
        // The rows take turns, so that a part of a run already says something about each.
        for (index, start) in starts(scale.pick(pairs, 1))?.iter().enumerate() {
            let (position, its_spec) = (start.clone(), spec.clone());
            jobs.push(Job::new(format!("{}/{STANDARD}/{index}", self.nodes), move |_| {
                against_itself(&position, &its_spec, under)
            }));
            for &Row { program, .. } in self.rows {
                let (position, spec) = (start.clone(), spec.clone());
                let id = format!("{}/{}/{index}", self.nodes, program.name());
                jobs.push(Job::new(id, move |_| {
                    let (model, weights) = program.model(scale)?;
                    let (mut with, mut without) = (LabPlayer::for_games_of(&model)?, standard()?);
                    let (first, second) = ((&mut with, &spec), (&mut without, &spec));
                    let pair = matches::pair_under(under, first, second, &position)?;
                    Ok(Played { pair, weights })
                }));
            }
        }
        Ok(())
    }
}

impl Matches {
    /// The weights of all terms that play, so that records of other sets can be told apart; the built-in
    /// tables are in the signature of the search, and learned ones in the records of their games.
    fn sets(&self) -> Vec<String> {
        let rows = self.rounds.iter().flat_map(|round| round.rows);
        let text = |row: &Row| match row.program {
            Program::Term(term) => {
                let choice = term.parse::<TermChoice>().ok();
                format!("{term} {:?}", choice.and_then(|choice| choice.term(StepWeights::ZERO)))
            }
            Program::Tables(..) => row.program.name(),
        };
        rows.map(text).collect()
    }

    /// The table of a round, and its answers: which programs have more entering-king wins, and which
    /// win fewer games.
    fn render_round(&self, round: &Round, records: &Records) -> Result<Rendered, LabError> {
        let nodes = round.nodes;
        let games: Vec<(String, GameScore)> = records.some(&format!("{nodes}/{STANDARD}/"))?;
        let games: Vec<GameScore> = games.into_iter().map(|(_, game)| game).collect();
        let standard = BothSides::of_both(&games);
        let mut rendered = Rendered {
            table: MarkdownTable::new(&HEADS),
            answers: Vec::new(),
            twins: repeated(games.iter().enumerate().map(|(at, game)| (at, game.moves))),
        };
        rendered.table.row(&[
            format!("`{STANDARD}` (itself)"),
            standard.0[0].text(),
            standard.0[1].text(),
            percent(0.5),
            percent(0.5),
            "-".to_owned(),
            "-".to_owned(),
            percent(standard.entered_share()),
            percent(self.standard),
            "-".to_owned(),
        ]);
        for row in round.rows {
            let name = row.program.name();
            let played: Vec<(_, Played)> = records.some(&format!("{nodes}/{name}/"))?;
            let pairs: Vec<Pair> = played.into_iter().map(|(_, played)| played.pair).collect();
            rendered.add(row, &pairs, standard);
        }
        Ok(rendered)
    }

    /// Figure 6: the targets of the courses by iteration.
    fn figures(&self, records: &Records) -> Result<Vec<(String, String)>, LabError> {
        let mut figures = Vec::new();
        for &teaching in self.courses {
            let courses: Vec<(_, Course)> = records.some(&format!("course/{}", teaching.name()))?;
            let Some((_, course)) = courses.first() else { continue };
            let of = |value: fn(&e_courses::Learned) -> Option<f64>| {
                let numbered = course.iterations.iter().enumerate();
                numbered.filter_map(|(at, it)| Some((at as f64, value(it)?))).collect()
            };
            let series = [
                Series {
                    name: "learned".to_owned(),
                    points: of(|it| (it.nodes > 0).then_some(it.target[1])),
                },
                Series { name: "held out".to_owned(), points: of(|it| Some(it.held_out)) },
                Series { name: "without an entered king".to_owned(), points: of(|it| it.others) },
            ];
            let name = format!("figure6-{}.svg", teaching.name());
            figures.push((name, figure::lines(("iteration", "target"), 0.0, &series)?));
        }
        Ok(figures)
    }

    /// The targets of the courses in words.
    fn targets(&self, records: &Records) -> Result<String, LabError> {
        if self.courses.is_empty() {
            return Ok(String::new());
        }
        let mut table = MarkdownTable::new(&[
            "taught by",
            "games",
            "positions",
            "iteration",
            "learned",
            "held out",
            "held out, without an entered king",
            "agreement",
            "weights",
        ]);
        let mut sentences = String::new();
        for &teaching in self.courses {
            let courses: Vec<(_, Course)> = records.some(&format!("course/{}", teaching.name()))?;
            let Some((_, course)) = courses.first() else { continue };
            for (number, it) in course.iterations.iter().enumerate() {
                table.row(&[
                    teaching.words().to_owned(),
                    thousands(course.games as f64),
                    thousands(course.positions as f64),
                    number.to_string(),
                    if number == 0 { "-".to_owned() } else { format!("{:.3}", it.target[1]) },
                    format!("{:.3}", it.held_out),
                    it.others.map_or("-".to_owned(), |target| format!("{target:.3}")),
                    percent(it.agreement),
                    course.weights.get(&number).cloned().unwrap_or_else(|| "-".to_owned()),
                ]);
            }
            sentences += &format!(
                " With {} the held-out target is least after {} iterations.",
                teaching.words(),
                course.best
            );
        }
        Ok(format!(
            "\n## Figure 6\n\nThe paper's held-out target is least after 3 iterations.{sentences}\n\n{table}"
        ))
    }
}

/// The heads of a table of matches.
const HEADS: [&str; 10] = [
    "program",
    "as Black: won (entered) lost drawn",
    "as White",
    "score",
    "paper",
    "Elo",
    "p, chi-square",
    "entering-king wins",
    "paper",
    "p, Fisher",
];

/// The table of a round and what it says.
struct Rendered {
    table: MarkdownTable,
    /// For each program with games: more entering-king wins? fewer wins?
    answers: Vec<String>,
    /// The number of games that are equal to others of their row.
    twins: usize,
}

impl Rendered {
    fn add(&mut self, row: &Row, pairs: &[Pair], standard: BothSides) {
        let all = pairs.iter().enumerate();
        self.twins += repeated(all.flat_map(|(at, pair)| pair.games.map(|game| (at, game.moves))));
        let sides = BothSides::of_first(pairs);
        let score = MatchScore::of(pairs);
        let wins = chi_square([sides.decided(), standard.decided()]);
        let entered = fisher_exact([sides.row(), standard.row()]);
        let paper = |at: usize| row.paper.map_or("-".to_owned(), |paper| percent(paper[at]));
        let name = row.program.name();
        if pairs.is_empty() {
            let mut cells = vec![format!("`{name}`")];
            cells.extend(std::iter::repeat_n("-".to_owned(), HEADS.len() - 1));
            self.table.row(&cells);
            return;
        }
        self.table.row(&[
            format!("`{name}`"),
            sides.0[0].text(),
            sides.0[1].text(),
            score.percent(),
            paper(0),
            score.elo_text(),
            wins.as_ref().map_or("-".to_owned(), |test| format!("{:.3}", test.p_value)),
            percent(sides.entered_share()),
            paper(1),
            format!("{entered:.3}"),
        ]);
        let is_raised = sides.entered_share() > standard.entered_share() && entered < SIGNIFICANT;
        let is_fewer = score.rate() < 0.5 && wins.is_some_and(|test| test.p_value < SIGNIFICANT);
        let said = match (row.paper, row.raises) {
            (None, _) => "",
            (_, true) => " (paper: more)",
            (_, false) => " (paper: not significantly more)",
        };
        self.answers.push(format!(
            "`{name}` {}{said}, wins {}",
            if is_raised { "more" } else { "not significantly more" },
            if is_fewer { "significantly fewer" } else { "not significantly fewer" },
        ));
    }
}

impl Experiment for Matches {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Bonanza).with(EvaluatorName::ThreePiece)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts, PositionFile::MoreStarts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        let nodes: Vec<String> =
            self.rounds.iter().map(|round| round.nodes(scale).to_string()).collect();
        let sets = checksum::of(self.sets().iter().map(String::as_str));
        let mut parameters = vec![("nodes", nodes.join(" and ")), ("sets", sets)];
        if !self.courses.is_empty() {
            parameters.push(("course", format!("{:?}", e_courses::options_of_tables(scale))));
        }
        parameters
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        for &teaching in self.courses {
            jobs.push(Job::new(format!("course/{}", teaching.name()), move |_| {
                Ok(e_courses::of_whole_tables(teaching, scale)?.course.clone())
            }));
        }
        for round in self.rounds {
            round.jobs(self.pairs, scale, &mut jobs)?;
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let (mut tables, mut found, mut twins) = (String::new(), Vec::new(), 0);
        for round in self.rounds {
            let Rendered { table, answers, twins: equal } = self.render_round(round, records)?;
            tables += &format!("\n## {} nodes a move\n\n{table}", thousands(round.nodes as f64));
            let nodes = thousands(round.nodes as f64);
            if !answers.is_empty() {
                found.push(format!("at {nodes} nodes {}", answers.join("; ")));
            }
            twins += equal;
        }
        let found = match found.is_empty() {
            true => "no match is played yet".to_owned(),
            false => format!(
                "entering-king wins by Fisher's exact test and wins by chi-square, 5%, against the \
                 program without the term: {}",
                found.join(". ")
            ),
        };
        let equal = match twins {
            0 => "No two games of a row are equal, as in the paper.".to_owned(),
            1 => "1 game is equal to another one of its row.".to_owned(),
            _ => format!("{twins} games are equal to others of their row."),
        };
        let (summary, targets) = (summary(self.paper, &found), self.targets(records)?);
        let differs = self.differs;
        Ok(Report {
            markdown: format!(
                "{summary}{tables}\n{equal}\n{targets}\n## What differs\n{differs} Games start from a \
                 file instead of a book, and the lab declares wins for both players by the 27-point rule."
            ),
            figures: self.figures(records)?,
        })
    }
}
