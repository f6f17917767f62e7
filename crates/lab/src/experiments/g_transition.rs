//! G-transition: counted transition probabilities beside the paper's, and what they are worth in games.

use search::{Category, RecipeName, TableName, Technique};
use serde::{Deserialize, Serialize};
use stats::{Interval, wilson};

use crate::checksum;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, NOT_YET, summary, thousands, verdict};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The rows of the paper's table 1: its words and percentages, and the categories that fit.
const PAPER: [(&str, [f64; 2], &[Category]); 7] = [
    ("recapture with gain", [58.0, 89.0], &[Category::TakeBackBig, Category::TakeBackSmall]),
    ("capture with gain", [16.0, 42.0], &[Category::CaptureBig, Category::CaptureSmall]),
    ("escape", [12.0, 69.0], &[Category::EscapeBig, Category::EscapeSmall]),
    ("check with gain", [43.0, 43.0], &[Category::CheckWithGain]),
    ("rook promotes", [21.0, 21.0], &[Category::RookPromotes]),
    ("bishop promotes", [20.0, 20.0], &[Category::BishopPromotes]),
    ("knight promotes", [20.0, 20.0], &[Category::KnightPromotes]),
];

/// How a player chooses depths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Table(TableName),
    /// Every move costs a ply.
    Plies,
}

/// The matches: the name in the records, both sides, and the words.
const MATCHES: [(&str, [Side; 2], &str); 5] = [
    ("counted-paper", [COUNTED, PAPERS], "counted against the paper's rough numbers"),
    ("counted-plies", [COUNTED, Side::Plies], "counted against plain ply depth"),
    (
        "per-move-paper",
        [PER_MOVE, PAPERS],
        "counted for one move against the paper's rough numbers",
    ),
    ("per-move-plies", [PER_MOVE, Side::Plies], "counted for one move against plain ply depth"),
    ("paper-plies", [PAPERS, Side::Plies], "the paper's rough numbers against plain ply depth"),
];
const COUNTED: Side = Side::Table(TableName::Counted);
const PER_MOVE: Side = Side::Table(TableName::PerMove);
const PAPERS: Side = Side::Table(TableName::Paper);

impl Side {
    fn spec(self, nodes: u64) -> SearchSpec {
        let spec = SearchSpec::new(RecipeName::Gekisashi, Until::Nodes(nodes));
        match self {
            Self::Table(table) => spec.with_table(table),
            Self::Plies => spec.without(&[Technique::Realization]),
        }
    }

    const fn signed(self) -> SignedSearch {
        let search = SignedSearch::of(RecipeName::Gekisashi);
        match self {
            Self::Table(table) => search.with_table(table),
            Self::Plies => search.without(&[Technique::Realization]),
        }
    }
}

/// Positions with a move of a category, positions in which one was played, and legal moves of it.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
struct Count {
    available: u64,
    played: u64,
    moves: u64,
}

impl Count {
    fn percent(self) -> f64 {
        100.0 * self.played as f64 / self.available.max(1) as f64
    }

    /// The percentage with its 95% error, as if positions were independent.
    fn text(self) -> String {
        let Interval { low, high } = wilson(self.played, self.available, 0.95);
        format!("{:.1} ± {:.1}", self.percent(), 50.0 * (high - low))
    }
}

/// The counts of one category.
#[derive(Clone, Serialize, Deserialize, PartialEq, Eq, Debug)]
struct Row {
    all: Count,
    /// Opening, middlegame and endgame.
    phases: Vec<Count>,
}

/// Reads the counts that stand behind a percentage of the counted table.
fn row(category: Category) -> Result<Row, LabError> {
    let name = category.name();
    let wrong = || LabError::Incomplete(format!("the counted table has no counts of {name}"));
    let line = TableName::Counted
        .text()
        .lines()
        .find(|line| line.split(' ').next() == Some(name))
        .ok_or_else(wrong)?;
    let count = |numbers: Vec<&str>| -> Option<Count> {
        let [available, played, moves] = <[&str; 3]>::try_from(numbers).ok()?;
        let (available, played) = (available.parse().ok()?, played.parse().ok()?);
        Some(Count { available, played, moves: moves.parse().ok()? })
    };
    let words: Vec<&str> = line.split(' ').skip(2).collect();
    let (all, phases) = words.split_at_checked(3).ok_or_else(wrong)?;
    let phase = |word: &&str| count(word.split_once(':')?.1.split('/').collect());
    Ok(Row {
        all: count(all.to_vec()).ok_or_else(wrong)?,
        phases: phases
            .iter()
            .map(|word| phase(word).ok_or_else(wrong))
            .collect::<Result<_, _>>()?,
    })
}

/// The nodes of a move.
fn nodes(scale: Scale) -> u64 {
    scale.pick(50_000, 200)
}

pub(super) struct GTransition;

impl Experiment for GTransition {
    fn name(&self) -> &'static str {
        "G-transition"
    }

    fn source(&self) -> &'static str {
        "Paper G (Gekisashi 2005), table 1: transition probabilities by the kind of the move, counted \
         from professionals' records, and depth by probability in place of plies."
    }

    fn about(&self) -> &'static str {
        "The counted table beside the paper's, and 400 games a match of the recipe `gekisashi` with \
         50,000 nodes a move: counted tables against the paper's rough numbers and against plain ply \
         depth, pairs from the same start with colours exchanged."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        [COUNTED, PER_MOVE, PAPERS, Side::Plies].map(Side::signed).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![
            ("nodes", nodes(scale).to_string()),
            ("table", checksum::of([TableName::Counted.text()])),
        ]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let nodes = nodes(scale);
        let mut jobs: Vec<Job> = Category::ALL
            .iter()
            .map(|&category| Job::new(format!("count/{}", category.name()), move |_| row(category)))
            .collect();
        for (index, start) in starts(scale.pick(200, 1))?.iter().enumerate() {
            for (name, [first, second], _) in MATCHES {
                let start = start.clone();
                jobs.push(Job::new(format!("{name}/{index}"), move |_| {
                    let (mut player, mut other) =
                        (LabPlayer::for_games()?, LabPlayer::for_games()?);
                    let (first, second) = (first.spec(nodes), second.spec(nodes));
                    matches::pair((&mut player, &first), (&mut other, &second), &start)
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let rows: Vec<(String, Row)> = records.some("count/")?;
        let count = |category: Category| {
            let found = rows.iter().find(|(name, _)| name == category.name());
            found.map(|(_, row)| row).ok_or_else(|| {
                LabError::Incomplete(format!("there is no count of {}", category.name()))
            })
        };
        let (mut beside, mut within) = (MarkdownTable::new(&HEADS), 0);
        for (words, [low, high], categories) in PAPER {
            let mut spread = [f64::INFINITY, f64::NEG_INFINITY];
            let mut cells = Vec::new();
            for &category in categories {
                let row = count(category)?;
                for phase in row.phases.iter().filter(|phase| phase.available > 0) {
                    spread = [spread[0].min(phase.percent()), spread[1].max(phase.percent())];
                }
                cells.push(format!("{}: {}", category.name(), row.all.text()));
            }
            let holds = spread[0] <= high && spread[1] >= low;
            within += usize::from(holds);
            let paper =
                if low < high { format!("{low:.0} to {high:.0}") } else { format!("{low:.0}") };
            let spread = format!("{:.1} to {:.1}", spread[0], spread[1]);
            let judged = if holds { "agrees" } else { "differs" };
            beside.row(&[words.to_owned(), paper, cells.join("; "), spread, judged.to_owned()]);
        }
        let mut all = MarkdownTable::new(&[
            "category",
            "available",
            "played",
            "percent",
            "one move, percent",
            "opening",
            "middlegame",
            "endgame",
        ]);
        for &category in Category::ALL {
            let row = count(category)?;
            let mut cells = vec![
                category.name().to_owned(),
                thousands(row.all.available as f64),
                thousands(row.all.played as f64),
                row.all.text(),
                format!("{:.2}", 100.0 * row.all.played as f64 / row.all.moves.max(1) as f64),
            ];
            cells.extend(row.phases.iter().map(|phase| format!("{:.1}", phase.percent())));
            all.row(&cells);
        }
        let mut games = MarkdownTable::new(&["match", "games", "score", "Elo"]);
        let (mut found, mut judged) = (Vec::new(), String::new());
        for (name, _, words) in MATCHES {
            let pairs: Vec<(_, Pair)> = records.of(&format!("{name}/"))?;
            if pairs.is_empty() {
                games.row(&[words, NOT_YET, "", ""].map(str::to_owned));
                continue;
            }
            let score = MatchScore::of(pairs.iter().map(|(_, pair)| pair));
            let cells = [words.to_owned(), score.counts(), score.percent(), score.elo_text()];
            games.row(&cells);
            found.push(format!("{words} {}", score.percent()));
            if name == "counted-plies" {
                let is_better = score.elo().is_some_and(|elo| elo.value > elo.error95);
                judged = format!(
                    "That depth by counted probabilities is better than plain plies {}: {} Elo (95% \
                     error) in {} games.",
                    verdict(is_better),
                    score.elo_text(),
                    2 * pairs.len()
                );
            }
        }
        let summary = summary(
            "a table of transition probabilities counted from professionals' records, seven rows of which \
             it prints; no match",
            &format!(
                "{within} of the 7 rows have counts that overlap the paper's; matches: {}",
                if found.is_empty() { NOT_YET.to_owned() } else { found.join(", ") }
            ),
        );
        Ok(Report {
            markdown: format!(
                "{summary}{judged}\n\n## Table 1\n\nPercent of the positions with such a move in which one \
                 was played; ± 95% as if positions were independent. The range is over the phases of the \
                 game and both sizes of pieces.\n\n{beside}\n## All categories\n\n{all}\n## Games\n\n{games}\n\
                 ## What differs\nThe paper counted games of professionals, we those of programs on \
                 floodgate in 2016; it does not say what its ranges range over, and prints seven rows \
                 only. A move counts for every category that it fits. Positions with one legal move and the \
                 first ten moves of games are left out. `one move` divides by the number of legal moves of \
                 the category instead; the table `per-move` has it.",
            ),
            figures: Vec::new(),
        })
    }
}

/// The heads of the table beside the paper's.
const HEADS: [&str; 5] =
    ["paper's words", "paper, percent", "counted, percent", "range", "verdict"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counted_table_has_counts_that_give_its_percentages() {
        let table = search::Realization::built_in(TableName::Counted);
        for &category in Category::ALL {
            let Row { all, phases } = row(category).expect("counts");
            assert_eq!(phases.len(), 3);
            assert_eq!(phases.iter().map(|phase| phase.available).sum::<u64>(), all.available);
            assert_eq!(phases.iter().map(|phase| phase.played).sum::<u64>(), all.played);
            let percent = table.percentage(category);
            assert!((percent - all.percent()).abs() < 0.06, "{}: {percent}", category.name());
        }
    }
}
