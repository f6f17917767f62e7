//! B-nullmove: the nodes that the null move saves by itself and together with futility.

use search::{RecipeName, Technique};

use super::b_reduction::FUTILITY;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, mean, percent, thousands, verdict};
use crate::player::{Found, SearchSpec, Until};
use crate::positions::{Stage, figure_4a};
use crate::records::Records;

const PAPER: f64 = 0.9;

pub(super) struct BNullmove;

impl Experiment for BNullmove {
    fn name(&self) -> &'static str {
        "B-nullmove"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): the null move saves over 90% of the positions on average."
    }

    fn about(&self) -> &'static str {
        "Ten positions of each stage searched by the recipe `bonanza` to depth 5 with neither the null \
         move nor futility, with one of them, and with both; and the position of figure 4(a) to depth \
         9 with futility, without and with the null move."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut both = FUTILITY.to_vec();
        both.push(Technique::NullMove);
        let rows: [(&str, &[Technique]); 4] = [
            ("neither", &both),
            ("null move", &FUTILITY),
            ("futility", &[Technique::NullMove]),
            ("both", &[]),
        ];
        let mut jobs = Vec::new();
        for stage in Stage::ALL {
            let positions = stage.positions(scale.pick(10, 1))?;
            for (index, position) in positions.into_iter().enumerate() {
                for (name, off) in rows {
                    let position = position.clone();
                    let until = Until::Depth(scale.pick(5, 2));
                    let spec = SearchSpec::new(RecipeName::Bonanza, until).without(off);
                    let id = format!("{name}/{}/{index}", stage.name());
                    jobs.push(Job::new(id, move |player| player.find(&position, &spec)));
                }
            }
        }
        for depth in scale.pick(5..=9, 2..=3) {
            for (name, off) in [rows[2], rows[3]] {
                let position = figure_4a()?;
                let spec = SearchSpec::new(RecipeName::Bonanza, Until::Depth(depth)).without(off);
                let id = format!("deeper/{name}/{depth}");
                jobs.push(Job::new(id, move |player| player.find(&position, &spec)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&[
            "stage",
            "positions",
            "null move alone",
            "futility alone",
            "both",
        ]);
        let nodes = |name: &str, stage: &str| -> Result<Vec<f64>, LabError> {
            let found: Vec<(_, Found)> = records.some(&format!("{name}/{stage}"))?;
            Ok(found.into_iter().map(|(_, found)| found.nodes as f64).collect())
        };
        let mut saved_alone = 0.0;
        let rows = Stage::ALL.map(|stage| (stage.name(), format!("{}/", stage.name())));
        for (shown, stage) in rows.into_iter().chain([("all", String::new())]) {
            let neither = nodes("neither", &stage)?;
            let saved = |name: &str| -> Result<f64, LabError> {
                let ours = nodes(name, &stage)?;
                Ok(mean(ours.iter().zip(&neither).map(|(ours, all)| 1.0 - ours / all.max(1.0))))
            };
            saved_alone = saved("null move")?;
            table.row(&[
                shown.to_owned(),
                neither.len().to_string(),
                percent(saved_alone),
                percent(saved("futility")?),
                percent(saved("both")?),
            ]);
        }
        let mut deeper =
            MarkdownTable::new(&["depth", "futility", "futility and null move", "saved"]);
        let mut saved_deep = 0.0;
        let alone: Vec<(String, Found)> = records.some("deeper/futility/")?;
        let both: Vec<(String, Found)> = records.some("deeper/both/")?;
        for ((depth, alone), (_, both)) in alone.into_iter().zip(both) {
            saved_deep = 1.0 - both.nodes as f64 / alone.nodes.max(1) as f64;
            let [alone, both] = [alone, both].map(|found| thousands(found.nodes as f64));
            deeper.row(&[depth, alone, both, percent(saved_deep)]);
        }
        Ok(Report {
            markdown: format!(
                "Nodes saved against a search with neither, mean of the positions:\n\n{table}\n\
                 The paper's \"over {}\" {} for the null move alone at this depth ({}).\n\n\
                 The position of figure 4(a), deeper:\n\n{deeper}\n## What differs\n\
                 The paper gives no table and does not say at which depth its figure was taken, nor \
                 whether futility was on (it says that the null move saves \"further\"). Two plies of \
                 reduction save little where five are searched, and more with every ply: {} at the \
                 last depth of figure 4(a). Its program searched about ten plies in play.",
                percent(PAPER),
                verdict(saved_alone > PAPER),
                percent(saved_alone),
                percent(saved_deep)
            ),
            figures: Vec::new(),
        })
    }
}
