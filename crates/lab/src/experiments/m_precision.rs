//! M-precision: how precise each margin is.

use search::{MARGINS, MarginRule};
use serde::{Deserialize, Serialize};
use shogi::{Color, Position};

use super::m_games::{Leaf, short};
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::figure::{self, Series};
use crate::game::{self, Contestant};
use crate::markdown::{
    MarkdownTable, NOT_YET, mean, not_yet_or, spread, summary, thousands, verdict,
};
use crate::player::LabPlayer;
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The margin from which precision rises steeply in the paper, two pawns.
pub(super) const PAPER_STEP: i32 = 40;

/// The counts of a game for each margin, both players together.
#[derive(Serialize, Deserialize)]
pub(super) struct Counted {
    pub(super) plies: u32,
    pub(super) margins: Vec<i32>,
    pub(super) all: Vec<f64>,
    pub(super) fail: Vec<f64>,
}

impl Counted {
    /// The cuts that the margin would have made, and how many were wrong.
    pub(super) fn of(&self, margin: i32) -> (f64, f64) {
        let place = self.margins.iter().position(|&counted| counted == margin);
        let at = |counts: &[f64]| place.and_then(|n| counts.get(n)).copied().unwrap_or(0.0);
        (at(&self.all), at(&self.fail))
    }
}

/// A game in which both players only count.
fn measured_game(
    player: &mut LabPlayer,
    leaf: Leaf,
    start: &Position,
    nodes: u64,
) -> Result<Counted, LabError> {
    let mut other = LabPlayer::for_games()?;
    player.set_margin_rule(MarginRule::Measure);
    other.set_margin_rule(MarginRule::Measure);
    let spec = leaf.spec(nodes);
    let mut contestants =
        [Contestant { player, spec: &spec }, Contestant { player: &mut other, spec: &spec }];
    let game = game::play(&mut contestants, Color::Black, start, &mut |_, _, _| {})?;
    let sum = |of: fn(&search::Count) -> f64| -> Vec<f64> {
        (0..MARGINS.len())
            .map(|n| {
                contestants
                    .iter()
                    .map(|contestant| of(&contestant.player.memory().precision().counts()[n]))
                    .sum()
            })
            .collect()
    };
    Ok(Counted {
        plies: game.plies,
        margins: MARGINS.to_vec(),
        all: sum(|count| count.all),
        fail: sum(|count| count.fail),
    })
}

/// The jobs; each is a game.
pub(super) fn measuring_jobs(scale: Scale) -> Result<Vec<Job>, LabError> {
    let nodes = short(scale);
    let starts = starts(scale.pick(100, 2))?;
    let mut jobs = Vec::new();
    for leaf in Leaf::ALL {
        for (index, start) in starts.iter().cloned().enumerate() {
            let id = format!("measure/{}/{index}", leaf.name());
            jobs.push(Job::new(id, move |player| measured_game(player, leaf, &start, nodes)));
        }
    }
    Ok(jobs)
}

/// The games with a leaf in which margins were counted.
pub(super) fn measured(records: &Records, leaf: Leaf) -> Result<Vec<Counted>, LabError> {
    let games: Vec<(String, Counted)> = records.of(&format!("measure/{}/", leaf.name()))?;
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// The precision of a margin.
struct Precision {
    margin: i32,
    /// The share of right cuts, all games together.
    pooled: f64,
    /// The mean of the games, and their standard deviation.
    mean: f64,
    spread: f64,
    cuts: f64,
}

/// The precision of each margin from 0 on, or of those below 0.
fn precisions(games: &[Counted], is_candidate: bool) -> Vec<Precision> {
    MARGINS
        .into_iter()
        .filter(|&margin| (margin >= 0) == is_candidate)
        .map(|margin| {
            let counts: Vec<(f64, f64)> = games.iter().map(|game| game.of(margin)).collect();
            let (all, fail) = counts.iter().fold((0.0, 0.0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
            let each: Vec<f64> =
                counts.iter().filter(|n| n.0 > 0.0).map(|n| 1.0 - n.1 / n.0).collect();
            Precision {
                margin,
                pooled: 1.0 - fail / all.max(1.0),
                mean: mean(each.iter().copied()),
                spread: spread(&each),
                cuts: all,
            }
        })
        .collect()
}

/// What figure 2 says, asked of our precisions from margin 0 on.
struct Shape {
    least: f64,
    most: f64,
    spread: f64,
    /// The margin after which precision rises most, and by how much.
    step: (i32, f64),
    /// The rise from 40 on, and the rise up to 40.
    from_two_pawns: f64,
    up_to_two_pawns: f64,
}

impl Shape {
    fn of(precisions: &[Precision]) -> Self {
        let values = || precisions.iter().map(|precision| precision.mean);
        let at = |margin: i32| {
            precisions.iter().find(|p| p.margin == margin).map_or(0.0, |precision| precision.mean)
        };
        let steps = precisions.windows(2).map(|two| (two[0].margin, two[1].mean - two[0].mean));
        Self {
            least: values().fold(1.0, f64::min),
            most: values().fold(0.0, f64::max),
            spread: mean(precisions.iter().map(|precision| precision.spread)),
            step: steps.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0)),
            from_two_pawns: at(100) - at(PAPER_STEP),
            up_to_two_pawns: at(PAPER_STEP) - at(0),
        }
    }

    fn found(&self, leaf: Leaf, games: usize) -> String {
        format!(
            "{} precision lies between {} and {} for margins of 0 to 100 ({games} games), the spread \
             between games is {} on average, and it rises by {:.2} points up to two pawns and by \
             {:.2} points from there on, most after {}",
            capital(leaf.shown()),
            fine(self.least),
            fine(self.most),
            fine(self.spread),
            100.0 * self.up_to_two_pawns,
            100.0 * self.from_two_pawns,
            self.step.0,
        )
    }
}

/// A share as a percentage with two digits: precisions lie close to each other.
fn fine(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) struct MPrecision;

impl Experiment for MPrecision {
    fn name(&self) -> &'static str {
        "M-precision"
    }

    fn source(&self) -> &'static str {
        "Paper M (Mattari Yuuchan), figure 2: precision of each margin, average of 100 games."
    }

    fn about(&self) -> &'static str {
        "100 games of the recipe `yuuchan` against itself at 2,000 nodes a move, with a quiescence \
         search at the leaves and 100 with the static value there. No margin is ever adopted; at each \
         node before the horizon every margin that would cut is counted, the node is searched, and a \
         cut that its score does not confirm is counted as wrong. Margins are in twentieths of a \
         pawn, as in the paper."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        Leaf::searches()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", short(scale).to_string()), ("margins", format!("{MARGINS:?}"))]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        measuring_jobs(scale)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let heads = [
            "margin",
            "precision, all cuts together",
            "mean of the games",
            "spread between games",
            "cuts counted",
        ];
        let (mut tables, mut series, mut found, mut answers) =
            (String::new(), Vec::new(), Vec::new(), String::new());
        for leaf in Leaf::ALL {
            let games = measured(records, leaf)?;
            tables += &format!("## {}\n", capital(leaf.shown()));
            if games.is_empty() {
                tables += &format!("{NOT_YET}\n\n");
                continue;
            }
            let candidates = precisions(&games, true);
            for (rows, what) in [(&candidates, ""), (&precisions(&games, false), BELOW)] {
                let mut table = MarkdownTable::new(&heads);
                for row in rows {
                    table.row(&[
                        row.margin.to_string(),
                        fine(row.pooled),
                        fine(row.mean),
                        fine(row.spread),
                        thousands(row.cuts),
                    ]);
                }
                tables += &format!("{what}{table}\n");
            }
            let shape = Shape::of(&candidates);
            found.push(shape.found(leaf, games.len()));
            answers += &format!(
                "| {} | {} ({} between margins, {} between games) | {} ({:.2} points from two pawns on, \
                 {:.2} up to there) |\n",
                leaf.shown(),
                verdict(shape.spread > shape.most - shape.least),
                fine(shape.most - shape.least),
                fine(shape.spread),
                verdict(shape.from_two_pawns > shape.up_to_two_pawns),
                100.0 * shape.from_two_pawns,
                100.0 * shape.up_to_two_pawns,
            );
            series.push(Series {
                name: leaf.shown().to_owned(),
                points: candidates.iter().map(|p| (f64::from(p.margin), 100.0 * p.mean)).collect(),
            });
        }
        let points = series.iter().flat_map(|series| &series.points);
        let floor = points.map(|point| point.1).fold(100.0, f64::min) - 2.0;
        let figure = figure::lines(("margin (a pawn is 20)", "precision, %"), floor, &series)?;
        let summary = summary(
            "precision is nearly the same for all margins, because games differ more than margins do, \
             and rises steeply from two pawns (40) on; figure 2 is a picture without numbers",
            &not_yet_or(found.join(". ")),
        );
        Ok(Report {
            markdown: format!(
                "{summary}![precision by margin](precision.svg)\n\n\
                 | leaf | games differ more than margins | the rise comes from two pawns on |\n\
                 |---|---|---|\n{answers}\n{tables}## What differs\n\
                 The paper's program has an evaluation of its own, 5 s a move, and does not say what its \
                 leaves are; ours are searched with 2,000 nodes a move. Its candidates are not printed; \
                 ours are 0, 10 ... 100. Nodes that the hash table answers are not counted."
            ),
            figures: vec![("precision.svg".to_owned(), figure)],
        })
    }
}

/// The words above the rows of margins that no rule adopts.
const BELOW: &str = "Margins below 0 cut nodes whose static value is below beta; the paper has none, \
                     and no rule adopts them. They show where precision falls:\n\n";
