//! B-nullmove: the nodes that the null move saves on top of futility, and by itself.

use search::{RecipeName, Technique};

use super::b_reduction::FUTILITY;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{
    MarkdownTable, NOT_YET, mean, not_yet_or, percent, summary, thousands, verdict,
};
use crate::player::{Found, SearchSpec, Until};
use crate::positions::{PositionFile, Stage, figure_4a};
use crate::records::Records;
use crate::signature::SignedSearch;

const PAPER: f64 = 0.9;

/// What is switched off: everything, futility, the null move, nothing.
const NEITHER: [Technique; 4] = [FUTILITY[0], FUTILITY[1], FUTILITY[2], Technique::NullMove];
const ROWS: [(&str, &[Technique]); 4] = [
    ("neither", &NEITHER),
    ("null move", &FUTILITY),
    ("futility", &[Technique::NullMove]),
    ("both", &[]),
];

/// A depth, how many positions of each stage are searched to it, and which searches do so.
struct Level {
    depth: i32,
    positions: usize,
    rows: &'static [(&'static str, &'static [Technique])],
}

impl Level {
    /// Searches without futility or null move would take hours at depths above the first.
    fn all(scale: Scale) -> [Self; 3] {
        let further = &ROWS[2..];
        scale
            .pick([(5, 10, &ROWS[..]), (7, 10, further), (9, 5, further)], {
                [(2, 1, &ROWS[..]), (3, 1, further), (4, 1, further)]
            })
            .map(|(depth, positions, rows)| Self { depth, positions, rows })
    }

    /// The names of the jobs of a search; those of the first depth do not name it.
    fn prefix(&self, number: usize, row: &str) -> String {
        if number == 0 { format!("{row}/") } else { format!("depth {}/{row}/", self.depth) }
    }
}

/// The nodes of a search in all positions of a stage, or of all stages.
fn nodes(records: &Records, prefix: &str, stage: Option<Stage>) -> Result<Vec<f64>, LabError> {
    let stage = stage.map_or_else(String::new, |stage| format!("{}/", stage.name()));
    let found: Vec<(_, Found)> = records.of(&format!("{prefix}{stage}"))?;
    Ok(found.into_iter().map(|(_, found)| found.nodes as f64).collect())
}

/// The share of nodes that are saved, mean of the positions.
fn saved(with: &[f64], without: &[f64]) -> f64 {
    mean(with.iter().zip(without).map(|(with, without)| 1.0 - with / without.max(1.0)))
}

/// Each stage, and none for all stages together.
fn stages() -> impl Iterator<Item = Option<Stage>> {
    Stage::ALL.into_iter().map(Some).chain([None])
}

fn shown(stage: Option<Stage>) -> String {
    stage.map_or("all", Stage::name).to_owned()
}

pub(super) struct BNullmove;

impl BNullmove {
    /// The paper's sentence: the null move on top of futility, by stage and depth.
    fn further(records: &Records, scale: Scale) -> Result<(String, Vec<(i32, f64)>), LabError> {
        let levels = Level::all(scale);
        let names = levels.each_ref().map(|level| format!("depth {}", level.depth));
        let mut table =
            MarkdownTable::new(&["stage", names[0].as_str(), names[1].as_str(), names[2].as_str()]);
        let mut all = Vec::new();
        for stage in stages() {
            let mut cells = vec![shown(stage)];
            for (number, level) in levels.iter().enumerate() {
                let of = |row: &str| nodes(records, &level.prefix(number, row), stage);
                let (alone, both) = (of("futility")?, of("both")?);
                if alone.is_empty() {
                    cells.push(NOT_YET.to_owned());
                    continue;
                }
                let share = saved(&both, &alone);
                cells.push(format!("{} ({} positions)", percent(share), alone.len()));
                if stage.is_none() {
                    all.push((level.depth, share));
                }
            }
            table.row(&cells);
        }
        Ok((table.to_string(), all))
    }

    /// Null move and futility alone and together, at the first depth.
    fn alone(records: &Records) -> Result<String, LabError> {
        let mut table = MarkdownTable::new(&[
            "stage",
            "positions",
            "null move alone",
            "futility alone",
            "both",
        ]);
        for stage in stages() {
            let neither = nodes(records, "neither/", stage)?;
            let of = |row: &str| -> Result<String, LabError> {
                let nodes = nodes(records, &format!("{row}/"), stage)?;
                Ok(if nodes.is_empty() {
                    NOT_YET.to_owned()
                } else {
                    percent(saved(&nodes, &neither))
                })
            };
            table.row(&[
                shown(stage),
                neither.len().to_string(),
                of("null move")?,
                of("futility")?,
                of("both")?,
            ]);
        }
        Ok(table.to_string())
    }
}

impl Experiment for BNullmove {
    fn name(&self) -> &'static str {
        "B-nullmove"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): on top of futility the null move saves over 90% of the positions on \
         average."
    }

    fn about(&self) -> &'static str {
        "Positions of each stage searched by the recipe `bonanza` with futility, without and with the \
         null move, to depth 5 and 7 (ten of each stage) and 9 (five of each stage); at depth 5 also \
         with neither and with the null move alone; and the position of figure 4(a) to depth 9."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        ROWS.map(|(_, off)| SignedSearch::of(RecipeName::Bonanza).without(off)).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        PositionFile::STAGES
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        let levels = Level::all(scale);
        let text: Vec<String> =
            levels.iter().map(|level| format!("{} at {}", level.positions, level.depth)).collect();
        vec![("positions of a stage at depth", text.join(", "))]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let search = |off: &[Technique], depth: i32| {
            SearchSpec::new(RecipeName::Bonanza, Until::Depth(depth)).without(off)
        };
        for (number, level) in Level::all(scale).into_iter().enumerate() {
            for stage in Stage::ALL {
                let positions = stage.positions(level.positions)?;
                for (index, position) in positions.into_iter().enumerate() {
                    for (name, off) in level.rows {
                        let (position, spec) = (position.clone(), search(off, level.depth));
                        let id = format!("{}{}/{index}", level.prefix(number, name), stage.name());
                        jobs.push(Job::new(id, move |player| player.find(&position, &spec)));
                    }
                }
            }
        }
        for depth in scale.pick(5..=9, 2..=3) {
            for (name, off) in &ROWS[2..] {
                let (position, spec) = (figure_4a()?, search(off, depth));
                let id = format!("deeper/{name}/{depth}");
                jobs.push(Job::new(id, move |player| player.find(&position, &spec)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let scale = Scale::named(&records.head.scale);
        let (further, all) = Self::further(records, scale)?;
        let by_depth: Vec<String> = all
            .iter()
            .map(|(depth, share)| format!("{} at depth {depth}", percent(*share)))
            .collect();
        let deepest = all.last().copied();
        let mut deeper =
            MarkdownTable::new(&["depth", "futility", "futility and null move", "saved"]);
        let alone: Vec<(String, Found)> = records.of("deeper/futility/")?;
        let both: Vec<(String, Found)> = records.of("deeper/both/")?;
        let mut in_figure = Vec::new();
        for ((depth, alone), (_, both)) in alone.into_iter().zip(both) {
            let share = 1.0 - both.nodes as f64 / alone.nodes.max(1) as f64;
            let [alone, both] = [alone, both].map(|found| thousands(found.nodes as f64));
            deeper.row(&[depth.clone(), alone, both, percent(share)]);
            in_figure.push(format!("{} at depth {depth}", percent(share)));
        }
        let ends = match (in_figure.first(), in_figure.last()) {
            (Some(first), Some(last)) => format!(" (figure 4(a): {first}, {last})"),
            _ => String::new(),
        };
        let summary = summary(
            "the null move saves a further 90% and more of the positions on average, on top of futility; \
             the depth is not given",
            &not_yet_or(format!("on top of futility it saves {}{ends}", by_depth.join(", "))),
        );
        let verdict = deepest.map_or_else(
            || NOT_YET.to_owned(),
            |(depth, share)| {
                format!(
                    "\"Over {}\" {} at depth {depth}, the deepest measured, where {} are saved on top of \
                     futility.",
                    percent(PAPER),
                    verdict(share > PAPER),
                    percent(share)
                )
            },
        );
        Ok(Report {
            markdown: format!(
                "{summary}{verdict}\n\n## On top of futility\nNodes saved by the null move where futility \
                 is on, mean of the positions:\n\n{further}\n## Alone\nNodes saved at depth {} against a \
                 search with neither, mean of the positions:\n\n{}\n## The position of figure 4(a)\n\
                 {deeper}\n## What differs\n\
                 The paper gives no table and does not say in which positions and at which depth its \
                 figure was taken; its program searched about ten plies in play. Figure 4(a) is an \
                 opening. The evaluation is our `classic`.",
                Level::all(scale)[0].depth,
                Self::alone(records)?,
            ),
            figures: Vec::new(),
        })
    }
}
