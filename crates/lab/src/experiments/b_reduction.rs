//! B-reduction: the nodes that futility saves from the opening to the endgame, and whether it
//! changes the move.

use search::{RecipeName, Technique};
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, mean, percent, thousands, verdict};
use crate::player::{Found, LabPlayer, SearchSpec, Until, is_mate};
use crate::positions::Stage;
use crate::records::Records;

/// All of paper B's futility.
pub(super) const FUTILITY: [Technique; 3] =
    [Technique::FrontierFutility, Technique::ExtendedFutility, Technique::ChildFutility];

/// The searches that are compared.
pub(super) const VARIANTS: [(&str, &[Technique]); 3] =
    [("without", &FUTILITY), ("with", &[]), ("risen", &[Technique::PaperMargins])];

/// The searches with futility: their keys in a record, and their names in the table.
type Variant = fn(&Searched) -> &Found;
const VARIANTS_SHOWN: [(Variant, &str); 2] =
    [(|s| &s.with, "the paper's margins"), (|s| &s.risen, "margins that start at nothing")];

/// The saved nodes and time according to the paper.
const PAPER: [(Stage, &str, &str); 3] = [
    (Stage::Opening, "about 50%", "about 45%"),
    (Stage::Middle, "-", "-"),
    (Stage::Endgame, "about 90%", "about 85%"),
];
/// The goal for late positions.
const GOAL: f64 = 0.89;
/// A position is searched to the first depth that takes this many nodes without futility.
const ENOUGH: u64 = 2_000_000;
/// How many positions are searched, and how many of them count: mates do not.
const COUNTS: [(Stage, usize, usize); 3] =
    [(Stage::Endgame, 170, 100), (Stage::Middle, 50, 50), (Stage::Opening, 50, 50)];

/// The same position searched to the same depth without futility, with the paper's margins, and
/// with margins that start at nothing.
#[derive(Serialize, Deserialize)]
struct Searched {
    without: Found,
    with: Found,
    risen: Found,
}

/// The result for a position.
#[derive(Serialize, Deserialize)]
enum Fate {
    Mate(Found),
    Searched(Searched),
}

fn searched(player: &mut LabPlayer, position: &Position, enough: u64) -> Result<Fate, LabError> {
    let mut in_manner = |off: &[Technique], until: Until| {
        player.find(position, &SearchSpec::new(RecipeName::Bonanza, until).without(off))
    };
    let without = in_manner(&FUTILITY, Until::Size(enough))?;
    if is_mate(without.score) {
        return Ok(Fate::Mate(without));
    }
    let until = Until::Depth(without.depth);
    let with = in_manner(&[], until)?;
    let risen = in_manner(&[Technique::PaperMargins], until)?;
    Ok(Fate::Searched(Searched { without, with, risen }))
}

/// The positions of a stage that count, and how many mates were passed over.
fn counted(records: &Records, stage: Stage) -> Result<(Vec<Searched>, usize), LabError> {
    let wanted = COUNTS.iter().find(|count| count.0 == stage).map_or(0, |count| count.2);
    let (mut counted, mut mates) = (Vec::new(), 0);
    for (_, fate) in records.some::<Fate>(&format!("{}/", stage.name()))? {
        match fate {
            _ if counted.len() == wanted => break,
            Fate::Searched(searched) => counted.push(searched),
            Fate::Mate(_) => mates += 1,
        }
    }
    Ok((counted, mates))
}

pub(super) struct BReduction;

impl Experiment for BReduction {
    fn name(&self) -> &'static str {
        "B-reduction"
    }

    fn source(&self) -> &'static str {
        "Paper B (Bonanza 2006): about 50% of the positions are pruned in openings and 90% in \
         endgames; table 1, second row (11,570,000 nodes, 89% saved, same move and score)."
    }

    fn about(&self) -> &'static str {
        "A hundred endgames, fifty middle games and fifty openings, searched by the recipe `bonanza` \
         without its futility pruning, with the paper's margins, and with margins that start at \
         nothing and rise, each kind of move by itself, whenever a static value shows them to be too \
         small. Each position is searched to the first depth at which the search without \
         futility takes two million nodes; the paper's took eleven. Positions in which \
         that search finds a mate are left out."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let enough = scale.pick(ENOUGH, 2000);
        for (stage, count, _) in COUNTS {
            let positions = stage.positions(scale.pick(count, 2))?;
            for (index, position) in positions.into_iter().enumerate() {
                let id = format!("{}/{index}", stage.name());
                jobs.push(Job::new(id, move |player| searched(player, &position, enough)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&[
            "stage",
            "positions",
            "depth, on average",
            "nodes without futility, on average",
            "paper, nodes saved",
            "ours, mean of the positions",
            "ours, all nodes together",
            "paper, time saved",
            "ours, all time together",
            "same move",
            "same score",
        ]);
        let mut agreement = String::new();
        for (variant, shown) in VARIANTS_SHOWN {
            let (mut same_move, mut same_score, mut all) = (0, 0, 0);
            for (stage, paper_nodes, paper_time) in PAPER {
                let (found, _) = counted(records, stage)?;
                let compared = Compared::of(&found, variant);
                let count = found.len();
                table.row(&[
                    format!("{}, {shown}", stage.name()),
                    count.to_string(),
                    format!("{:.1}", mean(found.iter().map(|s| f64::from(s.without.depth)))),
                    thousands(mean(found.iter().map(|s| s.without.nodes as f64))),
                    paper_nodes.to_owned(),
                    percent(compared.each),
                    percent(compared.nodes),
                    paper_time.to_owned(),
                    percent(compared.time),
                    format!("{} of {count}", compared.same_move),
                    format!("{} of {count}", compared.same_score),
                ]);
                same_move += compared.same_move;
                same_score += compared.same_score;
                all += count;
            }
            agreement += &format!(
                "With {shown} the move is the same in {same_move} of {all} positions and the score in \
                 {same_score}. "
            );
        }
        let (late, mates) = counted(records, Stage::Endgame)?;
        let [with, risen] = VARIANTS_SHOWN.map(|(variant, _)| Compared::of(&late, variant));
        Ok(Report {
            markdown: format!(
                "{table}\n{}\n\nGoal: at least {} of the nodes saved on average in endgames: \
                 {} and {} (all nodes together {} and {}), {}.\n\n\
                 ## What differs\n\
                 The evaluation is our `classic`; a move changes its positional part by less than a \
                 move changed Bonanza's, so the paper's margins are too wide for it. Those that start \
                 at nothing rise to what `classic` needs; the paper has two of them (king moves, other \
                 moves), here every piece has one for each square it goes to, for captures and for \
                 promotions. {mates} endgames before the \
                 last that counts are mates: such a search is over before futility matters. Most of what \
                 is left is quiescence: exchanges near both kings, which our positions, the last third \
                 of computer games, are full of. The scores are those of a whole search with null \
                 moves and a hash table, in which a different order of visits alone can change a \
                 score.",
                agreement.trim_end(),
                percent(GOAL),
                percent(with.each),
                percent(risen.each),
                percent(with.nodes),
                percent(risen.nodes),
                verdict(with.each.max(risen.each) >= GOAL)
            ),
            figures: Vec::new(),
        })
    }
}

/// Searches of the same positions without and with futility.
struct Compared {
    /// Nodes saved, mean of the positions.
    each: f64,
    /// Nodes saved, all together.
    nodes: f64,
    time: f64,
    same_move: usize,
    same_score: usize,
}

impl Compared {
    fn of(searched: &[Searched], variant: Variant) -> Self {
        let both = || searched.iter().map(|s| (&s.without, variant(s)));
        let share = |of: fn(&Found) -> u64| {
            let sums = both().fold((0, 0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
            1.0 - sums.1 as f64 / sums.0.max(1) as f64
        };
        Self {
            each: mean(both().map(|(a, b)| 1.0 - b.nodes as f64 / a.nodes.max(1) as f64)),
            nodes: share(|found| found.nodes),
            time: share(|found| found.time_us),
            same_move: both().filter(|(a, b)| a.mv == b.mv).count(),
            same_score: both().filter(|(a, b)| a.score == b.score).count(),
        }
    }
}
