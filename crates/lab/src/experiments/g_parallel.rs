//! G-parallel: the worth of a second thread.

use search::RecipeName;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, summary};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

const RECIPES: [RecipeName; 2] = [RecipeName::Gekisashi, RecipeName::Tournament];
/// The times of one thread in percent of the time of two.
const TIMES: [u64; 3] = [100, 150, 200];
/// The speedup of the paper.
const PAPER: f64 = 1.5;

/// The greatest Elo that counts, as a match without a loss has an infinite one.
const MOST: f64 = 800.0;

/// The milliseconds of the two threads.
fn milliseconds(scale: Scale) -> u64 {
    scale.pick(20, 2)
}

/// The time that makes one thread as strong as two: where the line through two neighbouring points
/// (factor of time, Elo of two threads) meets zero, on a logarithmic scale of time.
fn equal_time(points: &[(f64, f64)]) -> Result<f64, &'static str> {
    match points {
        [first, ..] if first.1 <= 0.0 => Err("no more than the time"),
        [.., last] if last.1 > 0.0 => Err("more than twice the time"),
        _ => {
            let crossing = points.windows(2).find(|two| two[0].1 > 0.0 && two[1].1 <= 0.0);
            let two = crossing.ok_or("an unclear multiple of the time")?;
            let share = two[0].1 / (two[0].1 - two[1].1);
            Ok((two[0].0.ln() + share * (two[1].0.ln() - two[0].0.ln())).exp())
        }
    }
}

pub(super) struct GParallel;

impl Experiment for GParallel {
    fn name(&self) -> &'static str {
        "G-parallel"
    }

    fn source(&self) -> &'static str {
        "Paper G (Gekisashi 2005), \"speedup by parallel search\": about 1.5 times the speed with two \
         processors."
    }

    fn about(&self) -> &'static str {
        "200 games each of two threads at 20 ms a move against one thread with once, one and a half \
         times and twice the time, recipes `gekisashi` and `tournament`, pairs from the same start with \
         colours exchanged. The time is processor time of the first thread; two threads need a machine \
         with two idle processors and `--threads 1`."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        RECIPES.map(SignedSearch::of).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("milliseconds", milliseconds(scale).to_string())]
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let ms = milliseconds(scale);
        let mut jobs = Vec::new();
        // The rows take turns, so that a part of a run already says something about each.
        for (index, start) in starts(scale.pick(100, 1))?.into_iter().enumerate() {
            for recipe in RECIPES {
                for percent in TIMES {
                    let start = start.clone();
                    jobs.push(Job::new(format!("{recipe}/{percent}/{index}"), move |_| {
                        let mut two = LabPlayer::for_games()?.with_helpers(1);
                        let mut one = LabPlayer::for_games()?;
                        let spec = |ms| SearchSpec::new(recipe, Until::Milliseconds(ms));
                        let (short, long) = (spec(ms), spec(ms * percent / 100));
                        matches::pair((&mut two, &short), (&mut one, &long), &start)
                    }));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table =
            MarkdownTable::new(&["recipe", "time of one thread", "score of two", "games", "Elo"]);
        let mut found = Vec::new();
        for recipe in RECIPES {
            let mut points = Vec::new();
            for percent in TIMES {
                let pairs: Vec<(_, Pair)> = records.some(&format!("{recipe}/{percent}/"))?;
                let score = MatchScore::of(pairs.iter().map(|(_, pair)| pair));
                let times = percent as f64 / 100.0;
                table.row(&[
                    recipe.to_string(),
                    format!("{times} times"),
                    score.percent(),
                    score.counts(),
                    score.elo_text(),
                ]);
                points.push((times, score.elo().map_or(0.0, |elo| elo.value.clamp(-MOST, MOST))));
            }
            found.push(match equal_time(&points) {
                Ok(times) => format!(
                    "two threads of `{recipe}` are worth {times:.2} times the time of one ({} than the \
                     paper's)",
                    if times < PAPER { "less" } else { "no less" }
                ),
                Err(word) => format!("two threads of `{recipe}` are worth {word} of one"),
            });
        }
        let summary = summary(
            "two processors make Gekisashi about 1.5 times as fast, all in all",
            &found.join("; "),
        );
        Ok(Report {
            markdown: format!(
                "{summary}{table}\nThe worth is the time at which the Elo of two threads would be 0, between \
                 neighbouring rows on a logarithmic scale of time; it has the error of these rows.\n\n\
                 ## What differs\n\
                 Our threads search the same position independently and share the hash table (lazy SMP); \
                 each votes for its move with the depth it reached. The paper names neither its method nor \
                 how it measured its speedup. The evaluation is `classic`."
            ),
            figures: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worth_lies_where_elo_is_zero() {
        let worth = equal_time(&[(1.0, 60.0), (1.5, 0.0), (2.0, -40.0)]);
        assert!((worth.expect("a crossing") - 1.5).abs() < 1e-12);
        let between = equal_time(&[(1.0, 60.0), (1.5, 20.0), (2.0, -20.0)]).expect("a crossing");
        assert!((between - 3.0_f64.sqrt()).abs() < 1e-12, "halfway between 1.5 and 2: {between}");
        assert_eq!(equal_time(&[(1.0, -1.0), (2.0, -9.0)]), Err("no more than the time"));
        assert_eq!(equal_time(&[(1.0, 9.0), (2.0, 1.0)]), Err("more than twice the time"));
    }
}
