//! G-speed: the worth of twice and three times the nodes.

use search::RecipeName;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, summary, verdict};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

const RECIPES: [RecipeName; 1] = [RecipeName::Gekisashi];
/// The score of three times the search against itself in the paper.
const PAPER: f64 = 0.8;
/// The factor of the nodes, and the paper's words.
const TIMES: [(u64, &str); 2] = [(2, "nearly +10% against others (YSS)"), (3, "about 80%")];

/// The paper's score as a difference in Elo.
fn paper_elo() -> f64 {
    400.0 * (PAPER / (1.0 - PAPER)).log10()
}

/// The nodes of the slower player.
fn nodes(scale: Scale) -> u64 {
    scale.pick(2_000, 200)
}

pub(super) struct GSpeed;

impl Experiment for GSpeed {
    fn name(&self) -> &'static str {
        "G-speed"
    }

    fn source(&self) -> &'static str {
        "Paper G (Gekisashi 2005), \"speed and strength\": three times the search wins about 80% of \
         games against itself."
    }

    fn about(&self) -> &'static str {
        "400 games each of the recipe `gekisashi` with two and three times the nodes against \
         itself with 2,000 nodes a move, pairs from the same start with colours exchanged."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        RECIPES.map(SignedSearch::of).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let starts = starts(scale.pick(200, 1))?;
        let nodes = nodes(scale);
        let mut jobs = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            for recipe in RECIPES {
                for (times, _) in TIMES {
                    let start = start.clone();
                    jobs.push(Job::new(format!("{recipe}/{times}/{index}"), move |_| {
                        let (mut player, mut other) =
                            (LabPlayer::for_games()?, LabPlayer::for_games()?);
                        let more = SearchSpec::new(recipe, Until::Nodes(times * nodes));
                        let once = SearchSpec::new(recipe, Until::Nodes(nodes));
                        matches::pair((&mut player, &more), (&mut other, &once), &start)
                    }));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&["recipe", "nodes", "paper", "ours", "games", "Elo"]);
        let (mut found, mut judged) = (Vec::new(), String::new());
        for recipe in RECIPES {
            for (times, paper) in TIMES {
                let pairs: Vec<(_, Pair)> = records.some(&format!("{recipe}/{times}/"))?;
                let score = MatchScore::of(pairs.iter().map(|(_, pair)| pair));
                table.row(&[
                    recipe.to_string(),
                    format!("{times} times"),
                    paper.to_owned(),
                    score.percent(),
                    score.counts(),
                    score.elo_text(),
                ]);
                found.push(format!("{times} times the nodes score {}", score.percent()));
                if times == 3 {
                    judged = format!(
                        "\"About 80%\" {} within the error as a lower bound for three times the nodes: {} ({} Elo, 95% \
                         error).",
                        verdict(
                            score.elo().is_some_and(|elo| elo.value + elo.error95 >= paper_elo())
                        ),
                        score.percent(),
                        score.elo_text()
                    );
                }
            }
        }
        let summary = summary(
            "three times the search wins about 80% of the games against itself, and twice the speed nearly \
             10% more games against others",
            &format!("{}, against itself with 2,000 nodes a move", found.join(" and ")),
        );
        Ok(Report {
            markdown: format!(
                "{summary}{judged}\n\n{table}\n## What differs\n\
                 The paper's base was seconds on a processor of 2005, hundreds of times our 2,000 nodes; \
                 its figure for twice the speed is from games against other programs (YSS)."
            ),
            figures: Vec::new(),
        })
    }
}
