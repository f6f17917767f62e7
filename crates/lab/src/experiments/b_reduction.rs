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

/// The searches that are compared.
pub(super) const VARIANTS: [(&str, &[Technique]); 3] =
    [("without", &FUTILITY), ("with", &[]), ("narrow", &[Technique::PaperMargins])];

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
        "A hundred positions of each stage of the game, searched by the recipe `bonanza` to depth 6 \
         without its futility pruning, with the paper's margins, and with margins that start at an \
         eighth of these and rise whenever a static value shows them to be too small."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        for stage in Stage::ALL {
            let positions = stage.positions(scale.pick(100, 2))?;
            for (index, position) in positions.into_iter().enumerate() {
                for (name, off) in VARIANTS {
                    let position = position.clone();
                    let until = Until::Depth(scale.pick(6, 2));
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
        let mut late = Vec::new();
        let mut agreement = String::new();
        for (variant, shown) in
            [("with", "the paper's margins"), ("narrow", "margins that start narrow")]
        {
            let (mut same_move, mut same_score, mut all) = (0, 0, 0);
            for (stage, paper) in Stage::ALL.into_iter().zip(PAPER) {
                let of = |variant: &str| -> Result<Vec<Found>, LabError> {
                    let found = records.some(&format!("{variant}/{}/", stage.name()))?;
                    Ok(found.into_iter().map(|(_, found)| found).collect())
                };
                let compared = Compared::of(&of("without")?, &of(variant)?);
                let count = compared.count;
                table.row(&[
                    format!("{}, {shown}", stage.name()),
                    count.to_string(),
                    paper.0.to_owned(),
                    percent(compared.each),
                    percent(compared.nodes),
                    paper.1.to_owned(),
                    percent(compared.time),
                    format!("{} of {count}", compared.same_move),
                    format!("{} of {count}", compared.same_score),
                ]);
                if stage == Stage::Endgame {
                    late.push(compared.each);
                }
                same_move += compared.same_move;
                same_score += compared.same_score;
                all += count;
            }
            agreement += &format!(
                "With {shown} the move is the same in {same_move} of {all} positions and the score in \
                 {same_score}. "
            );
        }
        let best = late.iter().copied().fold(0.0, f64::max);
        Ok(Report {
            markdown: format!(
                "{table}\n{agreement}Goal: at least {} of the nodes saved on average in endgames: {} \
                 and {}, {}.\n\n## What differs\n\
                 The evaluation is our `classic`; its positional part is smaller beside material than \
                 Bonanza's. The scores are those of a whole search with null moves and a hash table, \
                 in which a different order of visits alone can change a score.",
                percent(GOAL),
                percent(late[0]),
                percent(late[1]),
                verdict(best >= GOAL)
            ),
            figures: Vec::new(),
        })
    }
}

/// Two searches of the same positions.
struct Compared {
    count: usize,
    /// Nodes saved, mean of the positions.
    each: f64,
    /// Nodes saved, all together.
    nodes: f64,
    time: f64,
    same_move: usize,
    same_score: usize,
}

impl Compared {
    fn of(without: &[Found], with: &[Found]) -> Self {
        let both = || without.iter().zip(with);
        let share = |of: fn(&Found) -> u64| {
            let sums = both().fold((0, 0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
            1.0 - sums.1 as f64 / sums.0.max(1) as f64
        };
        // Mates may be found later or sooner, but they are mates.
        let is_same_mate = |a: &Found, b: &Found| {
            is_mate(a.score) && is_mate(b.score) && (a.score > 0) == (b.score > 0)
        };
        Self {
            count: both().count(),
            each: mean(both().map(|(a, b)| 1.0 - b.nodes as f64 / a.nodes.max(1) as f64)),
            nodes: share(|found| found.nodes),
            time: share(|found| found.time_us),
            same_move: both().filter(|(a, b)| a.mv == b.mv).count(),
            same_score: both().filter(|(a, b)| a.score == b.score || is_same_mate(a, b)).count(),
        }
    }
}
