//! B-table1: nodes, move and score without and with futility, opening position of figure 4(a).

use std::ops::RangeInclusive;

use search::RecipeName;

use super::b_reduction::VARIANTS;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, percent, summary, thousands, verdict};
use crate::player::{Found, SearchSpec, Until};
use crate::positions::{PositionFile, figure_4a};
use crate::records::Records;
use crate::signature::SignedSearch;

const PAPER: (f64, f64) = (10_600_000.0, 5_490_000.0);
/// The goal: this share of the nodes is saved, with the same move and score.
const GOAL: f64 = 0.48;

fn depths(scale: Scale) -> RangeInclusive<i32> {
    scale.pick(6..=10, 2..=3)
}

pub(super) struct BTable1;

impl Experiment for BTable1 {
    fn name(&self) -> &'static str {
        "B-table1"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006), table 1, first row: the position of figure 4(a), depth 10."
    }

    fn about(&self) -> &'static str {
        "The position after 7g7f 3c3d 8h2b+ searched by the recipe `bonanza` without and with its \
         futility pruning, equations (4) to (10). The second row of the table is a position that the \
         paper shows only as a picture; `B-reduction` has a hundred late positions in its place."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        VARIANTS.map(|(_, off)| SignedSearch::of(RecipeName::Bonanza).without(off)).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("depths", format!("{:?}", depths(scale)))]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let position = figure_4a()?;
        let mut jobs = Vec::new();
        for depth in depths(scale) {
            for (name, off) in VARIANTS {
                let position = position.clone();
                let spec = SearchSpec::new(RecipeName::Bonanza, Until::Depth(depth)).without(off);
                let id = format!("{name}/{depth}");
                jobs.push(Job::new(id, move |player| player.find(&position, &spec)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let without: Vec<(String, Found)> = records.some("without/")?;
        let with: Vec<(String, Found)> = records.some("with/")?;
        let risen: Vec<(String, Found)> = records.some("risen/")?;
        let mut table = MarkdownTable::new(&[
            "depth",
            "without futility",
            "with the paper's margins",
            "nodes saved",
            "time saved",
            "with margins that start at nothing",
            "nodes saved",
        ]);
        let paper = 1.0 - PAPER.1 / PAPER.0;
        table.row(&[
            "10 (paper)".to_owned(),
            format!("{} (takes with the silver, 0)", thousands(PAPER.0)),
            format!("{} (takes with the silver, 0)", thousands(PAPER.1)),
            percent(paper),
            "about 45% in openings".to_owned(),
            "-".to_owned(),
            "-".to_owned(),
        ]);
        let (mut last, mut saved_by_depth) = ((0.0, false), Vec::new());
        for (((depth, a), (_, b)), (_, c)) in without.iter().zip(&with).zip(&risen) {
            let saved = |found: &Found| 1.0 - found.nodes as f64 / a.nodes as f64;
            let time = 1.0 - b.time_us as f64 / a.time_us.max(1) as f64;
            let cell = |found: &Found| {
                format!("{} ({}, {})", thousands(found.nodes as f64), found.mv, found.score)
            };
            table.row(&[
                depth.clone(),
                cell(a),
                cell(b),
                percent(saved(b)),
                percent(time),
                cell(c),
                percent(saved(c)),
            ]);
            last = (saved(b), a.mv == b.mv && a.score == b.score);
            saved_by_depth.push(format!("{} at depth {depth}", percent(saved(b))));
        }
        let same = if last.1 { "the same" } else { "another" };
        let summary = summary(
            "in the position of figure 4(a) futility saves 48% of the nodes at depth 10, with the same move \
             and score",
            &format!(
                "the paper's margins save {}, at the last depth with {same} move and score",
                saved_by_depth.join(", ")
            ),
        );
        Ok(Report {
            markdown: format!(
                "{summary}{table}\nGoal: at least {} of the nodes saved at the last depth, with the same move \
                 and score, by the paper's margins: {} saved, {} move and score: {}.\n\n## What differs\n\
                 The evaluation is our `classic`, whose pawn exchange value is 200 points; the \
                 margins are the paper's multiples of it. Paper B's evaluation has ten thousand \
                 weights and is not public, so scores cannot be compared.",
                percent(GOAL),
                percent(last.0),
                same,
                verdict(last.0 >= GOAL && last.1)
            ),
            figures: Vec::new(),
        })
    }
}
