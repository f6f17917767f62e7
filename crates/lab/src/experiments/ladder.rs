//! The ladder: all recipes against each other, at equal nodes or equal time.

use search::RecipeName;
use stats::{Pairing, ratings};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, summary};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::{PositionFile, starts};
use crate::records::Records;

/// Drawn games that each pairing gets, so that a rating stays finite.
const PRIOR_DRAWS: f64 = 0.5;

/// A round robin of all recipes.
pub(super) struct Ladder {
    name: &'static str,
    about: &'static str,
    /// The limit of a move, full and quick.
    until: (Until, Until),
}

pub(super) const AT_EQUAL_NODES: Ladder = Ladder {
    name: "ladder-nodes",
    about: "A round robin of all recipes with the same evaluation (`classic`), 100 games a pair, at \
            20,000 nodes a move; pairs from the same start with colours exchanged.",
    until: (Until::Nodes(20_000), Until::Nodes(100)),
};

pub(super) const AT_EQUAL_TIME: Ladder = Ladder {
    name: "ladder-time",
    about: "A round robin of all recipes with the same evaluation (`classic`), 100 games a pair, at \
            50 ms of processor time a move; pairs from the same start with colours exchanged.",
    until: (Until::Milliseconds(50), Until::Milliseconds(1)),
};

fn pairings() -> Vec<(RecipeName, RecipeName)> {
    let mut pairings = Vec::new();
    for (index, &first) in RecipeName::ALL.iter().enumerate() {
        for &second in &RecipeName::ALL[index + 1..] {
            pairings.push((second, first));
        }
    }
    pairings
}

impl Experiment for Ladder {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        "The systems of papers O, B, M and G and our own, side by side."
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("a move", format!("{:?}", scale.pick(self.until.0, self.until.1)))]
    }

    fn is_timed(&self) -> bool {
        matches!(self.until.0, Until::Milliseconds(_))
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let starts = starts(scale.pick(50, 1))?;
        let until = scale.pick(self.until.0, self.until.1);
        let mut jobs = Vec::new();
        // The pairings take turns, so that a part of a run already says something about each.
        for (index, start) in starts.iter().enumerate() {
            for (first, second) in pairings() {
                let start = start.clone();
                let id = format!("{first}-{second}/{index}");
                jobs.push(Job::new(id, move |_| {
                    let (mut player, mut other) =
                        (LabPlayer::for_games()?, LabPlayer::for_games()?);
                    let manners = [first, second].map(|recipe| SearchSpec::new(recipe, until));
                    matches::pair((&mut player, &manners[0]), (&mut other, &manners[1]), &start)
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut played = Vec::new();
        let mut table = MarkdownTable::new(&["pairing", "score", "games", "Elo"]);
        for (first, second) in pairings() {
            let pairs: Vec<(_, Pair)> = records.some(&format!("{first}-{second}/"))?;
            let score = MatchScore::of(pairs.iter().map(|(_, pair)| pair));
            table.row(&[
                format!("{first} - {second}"),
                score.percent(),
                score.counts(),
                score.elo_text(),
            ]);
            played.push(Pairing {
                first: first as usize,
                second: second as usize,
                games: score.games,
            });
        }
        let ratings = ratings(RecipeName::ALL.len(), &played, PRIOR_DRAWS);
        let mut ladder: Vec<_> = RecipeName::ALL.into_iter().zip(ratings).collect();
        ladder.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let mut rungs = MarkdownTable::new(&["recipe", "Elo"]);
        let order: Vec<String> = ladder
            .iter()
            .map(|(recipe, rating)| format!("`{recipe}` {:+.0}", rating.value))
            .collect();
        let summary = summary(
            "nothing: no paper compares these systems with each other",
            &format!("by Elo {}", order.join(", ")),
        );
        for (recipe, rating) in ladder {
            rungs.row(&[
                recipe.to_string(),
                format!("{:+.0} ± {:.0}", rating.value, rating.error95),
            ]);
        }
        Ok(Report {
            markdown: format!(
                "{summary}{rungs}\n{table}\n## What differs\nElo is from all games together (Bradley-Terry, \
                 mean 0, 95% error). `tacos` has no quiescence and no pruning; `bonanza` and \
                 `gekisashi` have the papers' searches, not their evaluations; `yuuchan` plays our \
                 sequential rule at 99.8%."
            ),
            figures: Vec::new(),
        })
    }
}
