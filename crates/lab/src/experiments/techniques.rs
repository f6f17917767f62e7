//! Techniques: how often each one is tried, cuts, and is wrong.

use search::{RecipeName, Technique};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, percent, summary, thousands};
use crate::player::{SearchSpec, Until};
use crate::positions::{PositionFile, Stage};
use crate::records::Records;
use crate::signature::SignedSearch;

const RECIPES: [RecipeName; 4] =
    [RecipeName::Bonanza, RecipeName::Yuuchan, RecipeName::Gekisashi, RecipeName::Tournament];

#[derive(Serialize, Deserialize)]
struct Seen {
    technique: String,
    tried: u64,
    cut: u64,
    verified: u64,
    wrong: u64,
}

/// The verified cuts from which a share of wrong ones says something.
const ENOUGH: f64 = 100.0;

fn nodes(scale: Scale) -> u64 {
    scale.pick(100_000, 5_000)
}

pub(super) struct Techniques;

impl Experiment for Techniques {
    fn name(&self) -> &'static str {
        "techniques"
    }

    fn source(&self) -> &'static str {
        "Paper M's question, asked of every technique that cuts: how often is it wrong?"
    }

    fn about(&self) -> &'static str {
        "Thirty positions searched by each recipe with a hundred thousand nodes. Whatever a technique cuts \
         is searched all the same (without looking into the cuts inside): a cut is wrong if the score \
         lies on the other side of the window."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        RECIPES.map(SignedSearch::of).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        PositionFile::STAGES
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        for recipe in RECIPES {
            for stage in Stage::ALL {
                let positions = stage.positions(scale.pick(10, 1))?;
                for (index, position) in positions.into_iter().enumerate() {
                    let nodes = nodes(scale);
                    let id = format!("{recipe}/{}/{index}", stage.name());
                    jobs.push(Job::new(id, move |player| {
                        player.trace_mut().start(true);
                        player.find(&position, &SearchSpec::new(recipe, Until::Nodes(nodes)))?;
                        player.trace_mut().stop();
                        let seen = Technique::ALL.iter().map(|&technique| {
                            let deeds = player.memory().trace.deeds(technique);
                            Seen {
                                technique: technique.name().to_owned(),
                                tried: deeds.tried,
                                cut: deeds.cut,
                                verified: deeds.verified,
                                wrong: deeds.wrong,
                            }
                        });
                        Ok(seen.filter(|seen| seen.tried > 0).collect::<Vec<_>>())
                    }));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&[
            "recipe",
            "technique",
            "tried",
            "cuts",
            "share",
            "verified",
            "wrong",
        ]);
        let (mut worst, mut unverified) = (None, Vec::new());
        for recipe in RECIPES {
            let all: Vec<(_, Vec<Seen>)> = records.some(&format!("{recipe}/"))?;
            for technique in Technique::ALL {
                let of = |seen: &&Seen| Technique::named(&seen.technique) == Some(*technique);
                let sum = |what: fn(&Seen) -> u64| -> f64 {
                    all.iter().flat_map(|(_, seen)| seen).filter(of).map(|s| what(s) as f64).sum()
                };
                let (tried, cut) = (sum(|seen| seen.tried), sum(|seen| seen.cut));
                let (verified, wrong) = (sum(|seen| seen.verified), sum(|seen| seen.wrong));
                if tried == 0.0 {
                    continue;
                }
                if cut > 0.0 && verified == 0.0 {
                    unverified.push(format!("`{technique}` of `{recipe}`"));
                }
                let share = wrong / verified.max(1.0);
                if verified >= ENOUGH && worst.as_ref().is_none_or(|(most, _)| share > *most) {
                    worst = Some((share, format!("`{technique}` of `{recipe}`")));
                }
                table.row(&[
                    recipe.to_string(),
                    technique.to_string(),
                    thousands(tried),
                    thousands(cut),
                    percent(cut / tried),
                    thousands(verified),
                    if verified > 0.0 { percent(wrong / verified) } else { "-".to_owned() },
                ]);
            }
        }
        let found = worst.map_or_else(String::new, |(share, which)| {
            format!(
                "among techniques with a hundred verified cuts and more, those of {which} are wrong most often, {} of them",
                percent(share)
            )
        });
        let summary = summary(
            "a cut that is often wrong may still pay; its program did best with a futility cut of at least \
             60% precision",
            &found,
        );
        Ok(Report {
            markdown: format!(
                "{summary}{table}\nMoves left out in quiescence are counted but not verified; a technique that \
                 leaves out all remaining moves at once is counted once. Without a verified cut: {}.",
                if unverified.is_empty() { "none".to_owned() } else { unverified.join(", ") }
            ),
            figures: Vec::new(),
        })
    }
}
