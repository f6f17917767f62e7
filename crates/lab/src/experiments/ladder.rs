//! The ladders: all recipes against each other, at equal nodes or equal time, and all evaluators.

use eval::EvaluatorName;
use eval::entering_king::TermChoice;
use search::RecipeName;
use stats::{Pairing, ratings};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, summary};
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until, model};
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// Drawn games that each pairing gets, so that a rating stays finite.
const PRIOR_DRAWS: f64 = 0.5;

/// A player of a ladder: a recipe with an evaluator.
#[derive(Clone, Copy)]
struct Rung {
    name: &'static str,
    recipe: RecipeName,
    evaluator: EvaluatorName,
}

impl Rung {
    fn player(self) -> Result<LabPlayer, LabError> {
        LabPlayer::for_games_of(&model(self.evaluator, TermChoice::default())?)
    }
}

/// A round robin.
pub(super) struct Ladder {
    name: &'static str,
    source: &'static str,
    about: &'static str,
    differs: &'static str,
    rungs: fn() -> Vec<Rung>,
    /// The limit of a move, full and quick.
    until: (Until, Until),
}

const RECIPES: &str = "The systems of papers O, B, M and G and our own, side by side.";
const RECIPES_DIFFER: &str = "`tacos` has no quiescence and no pruning; `bonanza` and `gekisashi` \
    have the papers' searches, not their evaluations; `yuuchan` plays our sequential rule at 99.8%.";

pub(super) const AT_EQUAL_NODES: Ladder = Ladder {
    name: "ladder-nodes",
    source: RECIPES,
    about: "A round robin of all recipes with the same evaluation (`classic`), 100 games a pair, at \
            20,000 nodes a move; pairs from the same start with colours exchanged.",
    differs: RECIPES_DIFFER,
    rungs: recipes,
    until: (Until::Nodes(20_000), Until::Nodes(100)),
};

pub(super) const AT_EQUAL_TIME: Ladder = Ladder {
    name: "ladder-time",
    source: RECIPES,
    about: "A round robin of all recipes with the same evaluation (`classic`), 100 games a pair, at \
            50 ms of processor time a move; pairs from the same start with colours exchanged.",
    differs: RECIPES_DIFFER,
    rungs: recipes,
    until: (Until::Milliseconds(50), Until::Milliseconds(1)),
};

pub(super) const OF_EVALUATORS: Ladder = Ladder {
    name: "ladder-evaluators",
    source: "The evaluations of papers B, E and G and our own network, side by side.",
    about: "A round robin of all evaluators with their built-in weights under the recipe \
            `tournament`, 100 games a pair, at 20,000 nodes a move; pairs from the same start with \
            colours exchanged.",
    differs: "Equal nodes are not equal time: `bonanza` and `three_piece` take longer for a node \
              than `material`. `tournament`'s numbers were made for networks.",
    rungs: evaluators,
    until: (Until::Nodes(20_000), Until::Nodes(100)),
};

fn recipes() -> Vec<Rung> {
    let rung = |recipe: RecipeName| Rung {
        name: recipe.name(),
        recipe,
        evaluator: EvaluatorName::Classic,
    };
    RecipeName::ALL.map(rung).to_vec()
}

fn evaluators() -> Vec<Rung> {
    let rung = |evaluator: EvaluatorName| Rung {
        name: evaluator.name(),
        recipe: RecipeName::Tournament,
        evaluator,
    };
    EvaluatorName::ALL.map(rung).to_vec()
}

impl Ladder {
    /// The indices of the two rungs of each pairing.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let count = (self.rungs)().len();
        (0..count).flat_map(|first| (first + 1..count).map(move |second| (second, first))).collect()
    }
}

impl Experiment for Ladder {
    fn name(&self) -> &'static str {
        self.name
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn searches(&self) -> Vec<SignedSearch> {
        (self.rungs)()
            .iter()
            .map(|rung| SignedSearch::of(rung.recipe).with(rung.evaluator))
            .collect()
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
        let rungs = (self.rungs)();
        let mut jobs = Vec::new();
        // The pairings take turns, so that a part of a run already says something about each.
        for (index, start) in starts.iter().enumerate() {
            for (first, second) in self.pairings() {
                let start = start.clone();
                let [first, second] = [rungs[first], rungs[second]];
                let id = format!("{}-{}/{index}", first.name, second.name);
                jobs.push(Job::new(id, move |_| {
                    let (mut player, mut other) = (first.player()?, second.player()?);
                    let manners = [first, second].map(|rung| SearchSpec::new(rung.recipe, until));
                    matches::pair((&mut player, &manners[0]), (&mut other, &manners[1]), &start)
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let rungs = (self.rungs)();
        let mut played = Vec::new();
        let mut table = MarkdownTable::new(&["pairing", "score", "games", "Elo"]);
        for (first, second) in self.pairings() {
            let [a, b] = [rungs[first].name, rungs[second].name];
            let pairs: Vec<(_, Pair)> = records.some(&format!("{a}-{b}/"))?;
            let score = MatchScore::of(pairs.iter().map(|(_, pair)| pair));
            table.row(&[format!("{a} - {b}"), score.percent(), score.counts(), score.elo_text()]);
            played.push(Pairing { first, second, games: score.games });
        }
        let ratings = ratings(rungs.len(), &played, PRIOR_DRAWS);
        let mut ladder: Vec<_> = rungs.iter().zip(ratings).collect();
        ladder.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        let mut by_elo = MarkdownTable::new(&["player", "Elo"]);
        let order: Vec<String> = ladder
            .iter()
            .map(|(rung, rating)| format!("`{}` {:+.0}", rung.name, rating.value))
            .collect();
        let summary = summary(
            "nothing: no paper compares these systems with each other",
            &format!("by Elo {}", order.join(", ")),
        );
        for (rung, rating) in ladder {
            by_elo.row(&[
                rung.name.to_owned(),
                format!("{:+.0} ± {:.0}", rating.value, rating.error95),
            ]);
        }
        let differs = self.differs;
        Ok(Report {
            markdown: format!(
                "{summary}{by_elo}\n{table}\n## What differs\nElo is from all games together \
                 (Bradley-Terry, mean 0, 95% error). {differs}"
            ),
            figures: Vec::new(),
        })
    }
}
