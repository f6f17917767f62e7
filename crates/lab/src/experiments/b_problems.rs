//! B-problems: next-move problems solved in equal time, without and with futility.

use search::RecipeName;
use serde::{Deserialize, Serialize};
use stats::{Interval, SplitMix64, bootstrap_mean, fisher_exact};

use super::b_reduction::FUTILITY;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, NOT_YET, mean, percent, summary, verdict};
use crate::player::{SearchSpec, Until};
use crate::positions::{PositionFile, problems};
use crate::records::Records;
use crate::signature::SignedSearch;

/// Solved of 2,000, ten seconds each.
const PAPER: (u64, u64) = (867, 928);
const LIMITS: [u64; 7] = [10, 20, 40, 80, 160, 1000, 2000];
/// The paper's gain in points.
const GAIN: f64 = 3.0;

#[derive(Serialize, Deserialize)]
struct Solved {
    without: bool,
    with: bool,
}

fn limits(scale: Scale) -> &'static [u64] {
    scale.pick(&LIMITS[..], &[5, 10][..])
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
         with futility at seven limits of processor time, 10 ms to 2 s."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        [&[], &FUTILITY[..]].map(|off| SignedSearch::of(RecipeName::Bonanza).without(off)).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Problems]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("milliseconds", format!("{:?}", limits(scale)))]
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let problems = problems(scale.pick(usize::MAX, 3))?;
        for &limit in limits(scale) {
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
        let mut table = MarkdownTable::new(&[
            "time",
            "problems",
            "without",
            "with",
            "difference, points",
            "95% interval",
            "gained",
            "lost",
        ]);
        table.row(&[
            "10 s (paper)".to_owned(),
            "2,000".to_owned(),
            format!("{} ({})", PAPER.0, percent(PAPER.0 as f64 / 2000.0)),
            format!("{} ({})", PAPER.1, percent(PAPER.1 as f64 / 2000.0)),
            format!("{:+.1}", (PAPER.1 - PAPER.0) as f64 / 20.0),
            "-".to_owned(),
            "-".to_owned(),
            "-".to_owned(),
        ]);
        let mut runs: Vec<Vec<Solved>> = Vec::new();
        let mut longest = None;
        for limit in limits(Scale::named(&records.head.scale)) {
            let solved: Vec<(String, Solved)> = records.of(&format!("{limit}/"))?;
            let solved: Vec<Solved> = solved.into_iter().map(|(_, solved)| solved).collect();
            if solved.is_empty() {
                let cells = [&format!("{limit} ms"), NOT_YET, "", "", "", "", "", ""];
                table.row(&cells.map(str::to_owned));
                continue;
            }
            let all = Compared::of(&[&solved]);
            table.row(&all.row(&format!("{limit} ms")));
            longest = Some((limit, all));
            runs.push(solved);
        }
        let all = Compared::of(&runs.iter().map(Vec::as_slice).collect::<Vec<_>>());
        table.row(&all.row("all"));
        let paper_p = fisher_exact([[PAPER.0, 2000 - PAPER.0], [PAPER.1, 2000 - PAPER.1]]);
        let found = longest.as_ref().map_or_else(
            || NOT_YET.to_owned(),
            |(limit, one)| {
                format!(
                    "{:+.1} points of {} problems at {limit} ms, the longest time measured (95%: {:+.1} \
                     to {:+.1}), and {:+.1} over all {} runs (95%: {:+.1} to {:+.1})",
                    one.points,
                    one.problems,
                    one.interval.low,
                    one.interval.high,
                    all.points,
                    all.runs,
                    all.interval.low,
                    all.interval.high
                )
            },
        );
        let summary = summary(
            "with futility 928 of 2,000 problems are solved in ten seconds each, without it 867 \
             (+3.0 points)",
            &found,
        );
        let judged = longest.map_or_else(String::new, |(limit, one)| {
            format!(
                "That futility solves more problems {} at {limit} ms (the interval {} above 0); a gain of \
                 {GAIN:+.1} points {} inside the interval. ",
                verdict(one.interval.low > 0.0),
                if one.interval.low > 0.0 { "lies" } else { "does not lie" },
                if (one.interval.low..=one.interval.high).contains(&GAIN) { "lies" } else { "does not lie" },
            )
        });
        Ok(Report {
            markdown: format!(
                "{summary}{table}\n{judged}Intervals are bootstrapped over problems, because the runs of \
                 one problem at several times are not independent. The paper's difference has p = \
                 {paper_p:.2} as two separate samples.\n\n## What differs\n\
                 Our problems are positions of floodgate games which shallow searches miss, so the \
                 share solved cannot be compared with the paper's collection; the difference can. The \
                 times are shorter than the paper's ten seconds on an Opteron of 2.6 GHz. The evaluation \
                 is our `classic`, which does not know some of the solutions at any depth."
            ),
            figures: Vec::new(),
        })
    }
}

/// The same problems without and with futility, at one limit or at several.
struct Compared {
    problems: usize,
    runs: usize,
    without: usize,
    with: usize,
    gained: usize,
    lost: usize,
    /// The difference in points, and its interval.
    points: f64,
    interval: Interval,
}

impl Compared {
    fn of(limits: &[&[Solved]]) -> Self {
        let problems = limits.iter().map(|runs| runs.len()).max().unwrap_or(0);
        let runs = || limits.iter().flat_map(|runs| runs.iter());
        let count = |of: fn(&Solved) -> bool| runs().filter(|solved| of(solved)).count();
        // The problem is the unit: the mean over the limits at which it was searched.
        let differences: Vec<f64> = (0..problems)
            .map(|problem| {
                let of = |run: &Solved| f64::from(i8::from(run.with) - i8::from(run.without));
                mean(limits.iter().filter_map(|runs| runs.get(problem)).map(of))
            })
            .collect();
        let interval = bootstrap_mean(&differences, 0.95, 10_000, &mut SplitMix64::part(1, 0))
            .unwrap_or(Interval { low: -1.0, high: 1.0 });
        Self {
            problems,
            runs: runs().count(),
            without: count(|solved| solved.without),
            with: count(|solved| solved.with),
            gained: count(|solved| solved.with && !solved.without),
            lost: count(|solved| solved.without && !solved.with),
            points: 100.0 * mean(differences),
            interval: Interval { low: 100.0 * interval.low, high: 100.0 * interval.high },
        }
    }

    fn row(&self, name: &str) -> [String; 8] {
        let share =
            |count: usize| format!("{count} ({})", percent(count as f64 / self.runs.max(1) as f64));
        [
            name.to_owned(),
            self.runs.to_string(),
            share(self.without),
            share(self.with),
            format!("{:+.1}", self.points),
            format!("{:+.1} to {:+.1}", self.interval.low, self.interval.high),
            self.gained.to_string(),
            self.lost.to_string(),
        ]
    }
}
