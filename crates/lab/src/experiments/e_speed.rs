//! E-speed: nodes a second of a search with and without the entering-king term.

use eval::EvaluatorName;
use search::RecipeName;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, mean, percent, thousands};
use crate::player::{Found, LabPlayer, SearchSpec, Until, model};
use crate::positions::{PositionFile, problems};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The terms, with the paper's nodes a second.
const TERMS: [(&str, &str); 3] = [("off", "153,000"), ("both", "139,000"), ("rank:both", "-")];
/// The paper's loss of speed with the term.
const PAPER_LOSS: f64 = 1.0 - 1.39 / 1.53;
/// The times that each search is repeated, each time with the terms in turn.
const ROUNDS: usize = 3;
/// The part of the nodes that is searched before the time is taken.
const WARM_UP: u64 = 5;

/// The nodes of a search.
fn nodes(scale: Scale) -> u64 {
    scale.pick(300_000, 500)
}

pub(super) struct ESpeed;

/// The sum of all nodes over the sum of all times.
fn speed(searches: &[(String, Found)]) -> f64 {
    let nodes: u64 = searches.iter().map(|(_, found)| found.nodes).sum();
    let time: u64 = searches.iter().map(|(_, found)| found.time_us).sum();
    nodes as f64 * 1e6 / time.max(1) as f64
}

impl Experiment for ESpeed {
    fn name(&self) -> &'static str {
        "E-speed"
    }

    fn source(&self) -> &'static str {
        "Paper E (entering king 2012), section 4: with the term the program searches 139,000 nodes a \
         second instead of 153,000, in ten problems."
    }

    fn about(&self) -> &'static str {
        "The first 20 next-move problems, each searched three times for 300,000 nodes by the recipe \
         `bonanza` with the evaluator `three_piece` (built-in weights), without the term, with the \
         paper's set `both`, and with the king's rank in its place; processor time."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Bonanza).with(EvaluatorName::ThreePiece)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Problems]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let nodes = nodes(scale);
        let problems = problems(scale.pick(20, 1))?;
        let mut jobs = Vec::new();
        for round in 0..scale.pick(ROUNDS, 1) {
            for (index, problem) in problems.iter().enumerate() {
                for (term, _) in TERMS {
                    let position = problem.position.clone();
                    let [spec, warm_up] = [nodes, nodes / WARM_UP]
                        .map(|nodes| SearchSpec::new(RecipeName::Bonanza, Until::Nodes(nodes)));
                    jobs.push(Job::new(format!("{term}/{index}/{round}"), move |_| {
                        let term = term.parse().map_err(LabError::Term)?;
                        let mut player = LabPlayer::of(&model(EvaluatorName::ThreePiece, term)?)?;
                        // The first search of a player also pays for fresh memory.
                        player.find(&position, &warm_up)?;
                        player.find(&position, &spec)
                    }));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let off: Vec<(String, Found)> = records.some("off/")?;
        let mut table = MarkdownTable::new(&[
            "term",
            "paper, nodes a second",
            "ours, nodes a second",
            "loss",
            "mean loss by search",
        ]);
        let mut of_the_steps = 0.0;
        for (term, paper) in TERMS {
            let searches: Vec<(String, Found)> = records.some(&format!("{term}/"))?;
            let each = |found: &Found| found.nodes as f64 / found.time_us.max(1) as f64;
            let by_search = searches.iter().filter_map(|(id, with)| {
                let (_, without) = off.iter().find(|(other, _)| other == id)?;
                Some(1.0 - each(with) / each(without))
            });
            let (loss, by_search) = (1.0 - speed(&searches) / speed(&off), mean(by_search));
            if term == "both" {
                of_the_steps = loss;
            }
            table.row(&[
                term.to_owned(),
                paper.to_owned(),
                thousands(speed(&searches)),
                percent(loss),
                percent(by_search),
            ]);
        }
        Ok(Report {
            markdown: format!(
                "{table}\nThe paper loses {} of its speed by the steps and hopes for a better \
                 implementation; ours loses {}, {} than that.\n\n## What differs\n\
                 The paper recurses square by square, ours moves sets of squares rank by rank and looks \
                 at attacks only where pieces leave a way. The built-in weights of `three_piece` are \
                 learned in few dimensions, but the sums are as large as with whole tables. The \
                 problems are of another book.",
                percent(PAPER_LOSS),
                percent(of_the_steps),
                if of_the_steps < PAPER_LOSS { "less" } else { "not less" },
            ),
            figures: Vec::new(),
        })
    }
}
