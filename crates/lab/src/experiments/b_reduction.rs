//! B-reduction: what futility saves from the opening to the endgame, and whether it changes what
//! is played.

use search::{RecipeName, Technique};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{Table, mean, percent, verdict};
use crate::player::{Found, Manner, Until, is_mate};
use crate::positions::Stage;
use crate::records::Records;

/// All of paper B's futility.
pub(super) const FUTILITY: [Technique; 3] =
    [Technique::FrontierFutility, Technique::ExtendedFutility, Technique::ChildFutility];

const PAPER: [(&str, &str); 3] =
    [("about 50%", "about 45%"), ("-", "-"), ("about 90%", "about 85%")];
/// The goal for late positions.
const GOAL: f64 = 0.89;

pub(super) struct BReduction;

impl Experiment for BReduction {
    fn name(&self) -> &'static str {
        "B-reduction"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): about 50% of the positions are pruned in openings and 90% in \
         endgames; table 1, second row (89% at depth 6, same move and score)."
    }

    fn about(&self) -> &'static str {
        "A hundred positions of each stage of the game, searched by the recipe `bonanza` to depth 5 \
         without and with its futility pruning."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        for stage in Stage::ALL {
            let positions = stage.positions(scale.pick(100, 2))?;
            for (index, position) in positions.into_iter().enumerate() {
                for (name, off) in [("without", &FUTILITY[..]), ("with", &[])] {
                    let position = position.clone();
                    let until = Until::Depth(scale.pick(5, 2));
                    let manner = Manner::new(RecipeName::Bonanza, until).without(off);
                    let id = format!("{name}/{}/{index}", stage.name());
                    jobs.push(Job::new(id, move |player| player.find(&position, &manner)));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = Table::new(&[
            "stage",
            "positions",
            "paper, nodes saved",
            "ours, mean of the positions",
            "ours, all nodes together",
            "paper, time saved",
            "ours, all time together",
            "same move",
            "same score",
        ]);
        let (mut late, mut same_move, mut same_score, mut all) = (0.0, 0, 0, 0);
        for (stage, paper) in Stage::ALL.into_iter().zip(PAPER) {
            let without: Vec<(_, Found)> = records.some(&format!("without/{}/", stage.name()))?;
            let with: Vec<(_, Found)> = records.some(&format!("with/{}/", stage.name()))?;
            let both =
                || without.iter().map(|(_, found)| found).zip(with.iter().map(|(_, found)| found));
            let each = mean(both().map(|(a, b)| 1.0 - b.nodes as f64 / a.nodes.max(1) as f64));
            let share = |of: fn(&Found) -> u64| {
                let sums = both().fold((0, 0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
                1.0 - sums.1 as f64 / sums.0.max(1) as f64
            };
            let count = both().count();
            let moves = both().filter(|(a, b)| a.mv == b.mv).count();
            // Mates may be found later or sooner, but they are mates.
            let scores = both()
                .filter(|(a, b)| {
                    a.score == b.score
                        || (is_mate(a.score) && is_mate(b.score) && (a.score > 0) == (b.score > 0))
                })
                .count();
            table.row(&[
                stage.name().to_owned(),
                count.to_string(),
                paper.0.to_owned(),
                percent(each),
                percent(share(|found| found.nodes)),
                paper.1.to_owned(),
                percent(share(|found| found.time_us)),
                format!("{moves} of {count}"),
                format!("{scores} of {count}"),
            ]);
            late = each;
            same_move += moves;
            same_score += scores;
            all += count;
        }
        Ok(Report {
            markdown: format!(
                "{table}\nOver all stages the move is the same in {same_move} of {all} positions and \
                 the score in {same_score}. Goal: at least {} of the nodes saved on average in \
                 endgames: {}, {}.\n\n## What differs\n\
                 The evaluation is our `classic`; its positional part is smaller beside material than \
                 Bonanza's. The scores are those of a whole search with null moves and a hash table, \
                 in which a different order of visits alone can change a score.",
                percent(GOAL),
                percent(late),
                verdict(late >= GOAL)
            ),
            figures: Vec::new(),
        })
    }
}
