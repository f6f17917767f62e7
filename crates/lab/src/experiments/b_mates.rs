//! B-mates: the longest mates that the full-width search finds by itself.

use search::{RecipeName, Score};
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, percent, summary, thousands};
use crate::player::{Found, SearchSpec, Until};
use crate::positions::{PositionFile, Stage, classic_mates, mates_of};
use crate::records::Records;
use crate::signature::SignedSearch;

/// The paper's longest mate in plies, "about".
const PAPER: u32 = 21;
/// The lengths of the short problems, and how many of each are searched.
const LENGTHS: [u32; 5] = [3, 5, 7, 9, 11];
const OF_EACH: usize = 20;

#[derive(Serialize, Deserialize)]
struct Solved {
    /// The plies of the mate that was found.
    plies: Option<u32>,
    found: Found,
}

fn nodes(scale: Scale) -> u64 {
    scale.pick(2_000_000, 3_000)
}

/// The longest mate among these searches, in words.
fn longest(what: &str, solved: &[(String, Solved)]) -> String {
    let plies: Vec<u32> = solved.iter().filter_map(|(_, solved)| solved.plies).collect();
    let Some(&most) = plies.iter().max() else {
        return format!("no mate in {} of {what}", solved.len());
    };
    let word = match most {
        _ if most > PAPER => "longer than",
        PAPER => "as long as",
        _ => "shorter than",
    };
    format!(
        "a mate in {} of {} of {what} ({}), the longest of {most} plies, {word} the paper's",
        plies.len(),
        solved.len(),
        percent(plies.len() as f64 / solved.len().max(1) as f64)
    )
}

/// The number of mates by their lengths, in steps of ten plies.
fn by_length(solved: &[(String, Solved)]) -> MarkdownTable {
    let mut table = MarkdownTable::new(&["plies of the mate found", "problems"]);
    let plies: Vec<u32> = solved.iter().filter_map(|(_, solved)| solved.plies).collect();
    let most = plies.iter().copied().max().unwrap_or(0);
    for first in (1..=most).step_by(10) {
        let count = plies.iter().filter(|plies| (first..first + 10).contains(plies)).count();
        table.row(&[format!("{first} to {}", first + 9), count.to_string()]);
    }
    let none = solved.len() - plies.len();
    table.row(&["none found".to_owned(), none.to_string()]);
    table
}

pub(super) struct BMates;

impl Experiment for BMates {
    fn name(&self) -> &'static str {
        "B-mates"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): without a mate routine, the normal search finds mates of about 21 plies \
         and no longer ones, even with its extension of checks."
    }

    fn about(&self) -> &'static str {
        "Mate problems searched by the recipe `bonanza`, which has no mate solver, until it sees a mate or \
         has two million nodes: twenty each of 3 to 11 plies, the 103 even-numbered problems of Shogi \
         Muso and Shogi Zuko, whose mates by checks have up to 611 plies, and 200 endgames of games. The \
         length of a mate is that of the search's own score."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        vec![SignedSearch::of(RecipeName::Bonanza)]
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Mates, PositionFile::Classics, PositionFile::Endgame]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", nodes(scale).to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let mut add = |id: String, position: Position| {
            let spec = SearchSpec::new(RecipeName::Bonanza, Until::Mate(nodes(scale)));
            jobs.push(Job::new(id, move |player| {
                let found = player.find(&position, &spec)?;
                let plies = Score::new(found.score).mate_plies().filter(|_| found.score > 0);
                Ok(Solved { plies: plies.map(|plies| plies as u32), found })
            }));
        };
        for length in LENGTHS {
            let problems = mates_of(length, scale.pick(OF_EACH, 1))?;
            for (index, problem) in problems.into_iter().enumerate() {
                add(format!("short/{length}/{index}"), problem.position);
            }
        }
        for problem in classic_mates(scale.pick(usize::MAX, 2))? {
            add(format!("classic/{}", problem.name), problem.position);
        }
        let endgames = Stage::Endgame.positions(scale.pick(usize::MAX, 2))?;
        for (index, position) in endgames.into_iter().enumerate() {
            add(format!("endgame/{index}"), position);
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table =
            MarkdownTable::new(&["plies of the problem", "found", "nodes of those, on average"]);
        for length in LENGTHS {
            let all: Vec<(_, Solved)> = records.some(&format!("short/{length}/"))?;
            let found: Vec<&Solved> = all
                .iter()
                .map(|(_, solved)| solved)
                .filter(|solved| solved.plies.is_some())
                .collect();
            let nodes = found.iter().map(|solved| solved.found.nodes as f64).sum::<f64>();
            table.row(&[
                length.to_string(),
                format!("{} of {}", found.len(), all.len()),
                if found.is_empty() {
                    "-".to_owned()
                } else {
                    thousands(nodes / found.len() as f64)
                },
            ]);
        }
        let classics: Vec<(String, Solved)> = records.some("classic/")?;
        let endgames: Vec<(String, Solved)> = records.some("endgame/")?;
        let found = format!(
            "{}; {}",
            longest("the classical problems", &classics),
            longest("endgames of games", &endgames)
        );
        let summary = summary(
            &format!(
                "a normal search finds mates of about {PAPER} plies at most, even with its extension of \
                 checks"
            ),
            &found,
        );
        Ok(Report {
            markdown: format!(
                "{summary}## Short problems\n{table}\n## Classical problems\n{}\n## Endgames\n{}\n\
                 ## What differs\n\
                 The paper names no problems and no time. In a problem the attacker has as a rule no king \
                 to defend, so that quiet moves are free: the mate that the search finds may be shorter \
                 than the solution, which has checks only. In the endgames both kings are in danger. A mate \
                 that the search finds may also be longer than the shortest one.",
                by_length(&classics),
                by_length(&endgames)
            ),
            figures: Vec::new(),
        })
    }
}
