//! B-problems: next-move problems solved in equal time, without and with futility.

use search::RecipeName;
use serde::{Deserialize, Serialize};
use stats::{Interval, SplitMix64, bootstrap_mean, fisher_exact};

use super::b_reduction::FUTILITY;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, percent};
use crate::player::{SearchSpec, Until};
use crate::positions::problems;
use crate::records::Records;

/// Solved of 2,000, ten seconds each.
const PAPER: (u64, u64) = (867, 928);
const LIMITS: [u64; 5] = [10, 20, 40, 80, 160];

#[derive(Serialize, Deserialize)]
struct Solved {
    without: bool,
    with: bool,
}

pub(super) struct BProblems;

impl Experiment for BProblems {
    fn name(&self) -> &'static str {
        "B-problems"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): of 2,000 next-move problems at ten seconds each (Opteron 2.6 GHz) \
         867 are solved without futility and 928 with it."
    }

    fn about(&self) -> &'static str {
        "409 positions with one clearly best move, searched by the recipe `bonanza` without and \
         with futility at five limits of processor time."
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let problems = problems(scale.pick(usize::MAX, 3))?;
        for &limit in scale.pick(&LIMITS[..], &[5, 10][..]) {
            for (index, problem) in problems.iter().cloned().enumerate() {
                jobs.push(Job::new(format!("{limit}/{index}"), move |player| {
                    let spec = SearchSpec::new(RecipeName::Bonanza, Until::Milliseconds(limit));
                    let mut solves = |spec: &SearchSpec| -> Result<bool, LabError> {
                        Ok(player.find(&problem.position, spec)?.mv == problem.solution)
                    };
                    let without = solves(&spec.clone().without(&FUTILITY))?;
                    Ok(Solved { without, with: solves(&spec)? })
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let all: Vec<(String, Solved)> = records.some("")?;
        let mut limits: Vec<&str> = all.iter().filter_map(|(id, _)| id.split('/').next()).collect();
        limits.dedup();
        let mut table =
            MarkdownTable::new(&["time", "problems", "without", "with", "difference, points"]);
        table.row(&[
            "10 s (paper)".to_owned(),
            "2,000".to_owned(),
            format!("{} ({})", PAPER.0, percent(PAPER.0 as f64 / 2000.0)),
            format!("{} ({})", PAPER.1, percent(PAPER.1 as f64 / 2000.0)),
            format!("{:+.1}", (PAPER.1 - PAPER.0) as f64 / 20.0),
        ]);
        let mut row = |name: &str, solved: &[&Solved]| {
            let count = solved.len() as f64;
            let without = solved.iter().filter(|solved| solved.without).count() as f64;
            let with = solved.iter().filter(|solved| solved.with).count() as f64;
            table.row(&[
                name.to_owned(),
                count.to_string(),
                format!("{without} ({})", percent(without / count)),
                format!("{with} ({})", percent(with / count)),
                format!("{:+.1}", 100.0 * (with - without) / count),
            ]);
        };
        for limit in &limits {
            let prefix = format!("{limit}/");
            let solved: Vec<&Solved> =
                all.iter().filter(|(id, _)| id.starts_with(&prefix)).map(|(_, s)| s).collect();
            row(&format!("{limit} ms"), &solved);
        }
        let solved: Vec<&Solved> = all.iter().map(|(_, solved)| solved).collect();
        row("all", &solved);

        // The runs of one problem are not independent: the problem is the unit.
        let problems = solved.len() / limits.len().max(1);
        let differences: Vec<f64> = (0..problems)
            .map(|problem| {
                let runs = solved.iter().skip(problem).step_by(problems.max(1));
                runs.map(|run| f64::from(i8::from(run.with) - i8::from(run.without))).sum::<f64>()
                    / limits.len() as f64
            })
            .collect();
        let mean = 100.0 * differences.iter().sum::<f64>() / problems.max(1) as f64;
        let interval = bootstrap_mean(&differences, 0.95, 10_000, &mut SplitMix64::part(1, 0))
            .unwrap_or(Interval { low: -1.0, high: 1.0 });
        let gained = solved.iter().filter(|solved| solved.with && !solved.without).count() as u64;
        let lost = solved.iter().filter(|solved| solved.without && !solved.with).count() as u64;
        let paper_p = fisher_exact([[PAPER.0, 2000 - PAPER.0], [PAPER.1, 2000 - PAPER.1]]);
        Ok(Report {
            markdown: format!(
                "{table}\nThe difference over all {} runs is {mean:+.1} points (95% interval by \
                 problems {:+.1} to {:+.1}; the paper's is +3.0, p = {paper_p:.2} as two separate \
                 samples). {gained} runs are gained and {lost} lost.\n\n## What differs\n\
                 Our problems are positions of floodgate games which shallow searches miss, so the \
                 share solved cannot be compared with the paper's collection; the difference can. \
                 In these times a processor of today does about as much as the paper's in a tenth of \
                 a second to two seconds. The evaluation is our `classic`, which does not know some of the \
                 solutions at any depth.",
                solved.len(),
                100.0 * interval.low,
                100.0 * interval.high,
            ),
            figures: Vec::new(),
        })
    }
}
