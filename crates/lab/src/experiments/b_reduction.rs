//! B-reduction: what futility saves from the opening to the endgame, and whether it changes what
//! is played.

use search::{RecipeName, Technique};
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{Table, mean, percent, verdict};
use crate::player::{Found, Manner, Player, Until, is_mate};
use crate::positions::Stage;
use crate::records::Records;

/// All of paper B's futility.
pub(super) const FUTILITY: [Technique; 3] =
    [Technique::FrontierFutility, Technique::ExtendedFutility, Technique::ChildFutility];

/// The searches that are compared.
pub(super) const VARIANTS: [(&str, &[Technique]); 3] =
    [("without", &FUTILITY), ("with", &[]), ("narrow", &[Technique::PaperMargins])];

/// What the paper says of nodes and time saved.
const PAPER: [(Stage, &str, &str); 3] = [
    (Stage::Opening, "about 50%", "about 45%"),
    (Stage::Middle, "-", "-"),
    (Stage::Endgame, "about 90%", "about 85%"),
];
/// The goal for late positions.
const GOAL: f64 = 0.89;
/// A position is searched to the first depth that takes so many nodes without futility.
const ENOUGH: u64 = 1_000_000;
const DEEPEST: i32 = 14;
/// Late positions are also shown by the size of the search without futility.
const SIZES: [(u64, u64, &str); 4] = [
    (0, ENOUGH, "less than a million at depth 14: mates"),
    (ENOUGH, u64::MAX, "a million and more"),
    (2_000_000, u64::MAX, "2 million and more"),
    (5_000_000, u64::MAX, "5 million and more"),
];

/// A position searched in all ways to the same depth.
#[derive(Serialize, Deserialize)]
struct Searched {
    without: Found,
    with: Found,
    narrow: Found,
}

fn searched(player: &mut Player, position: &Position, enough: u64) -> Result<Searched, LabError> {
    let mut in_manner = |off: &[Technique], depth: i32| {
        let manner = Manner::new(RecipeName::Bonanza, Until::Depth(depth)).without(off);
        player.find(position, &manner)
    };
    let mut depth = 1;
    let without = loop {
        let found = in_manner(&FUTILITY, depth)?;
        if found.nodes >= enough || depth >= DEEPEST {
            break found;
        }
        depth += 1;
    };
    let with = in_manner(&[], depth)?;
    Ok(Searched { without, with, narrow: in_manner(&[Technique::PaperMargins], depth)? })
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
         without its futility pruning, with the paper's margins, and with margins that start at an \
         eighth of these and rise whenever a static value shows them to be too small. Each position \
         is searched to the first depth at which the search without futility takes a million nodes."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        let enough = scale.pick(ENOUGH, 2000);
        let counts = [(Stage::Endgame, 100), (Stage::Middle, 50), (Stage::Opening, 50)];
        for (stage, count) in counts {
            let positions = stage.positions(scale.pick(count, 2))?;
            for (index, position) in positions.into_iter().enumerate() {
                let id = format!("{}/{index}", stage.name());
                jobs.push(Job::new(id, move |player| searched(player, &position, enough)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = Table::new(&[
            "stage",
            "positions",
            "depth, on average",
            "paper, nodes saved",
            "ours, mean of the positions",
            "ours, all nodes together",
            "paper, time saved",
            "ours, all time together",
            "same move",
            "same score",
        ]);
        let mut by_size =
            Table::new(&["nodes without futility", "positions", "paper's margins", "narrow start"]);
        let of_stage = |stage: Stage| -> Result<Vec<Searched>, LabError> {
            let found = records.some(&format!("{}/", stage.name()))?;
            Ok(found.into_iter().map(|(_, searched)| searched).collect())
        };
        let mut agreement = String::new();
        for (variant, shown) in
            [("with", "the paper's margins"), ("narrow", "margins that start narrow")]
        {
            let (mut same_move, mut same_score, mut all) = (0, 0, 0);
            for (stage, paper_nodes, paper_time) in PAPER {
                let found = of_stage(stage)?;
                let compared = Compared::of(&found, variant);
                let count = compared.count;
                table.row(&[
                    format!("{}, {shown}", stage.name()),
                    count.to_string(),
                    format!("{:.1}", mean(found.iter().map(|s| f64::from(s.without.depth)))),
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
        let late = of_stage(Stage::Endgame)?;
        for (from, to, shown) in SIZES {
            let of_size: Vec<&Searched> =
                late.iter().filter(|s| (from..to).contains(&s.without.nodes)).collect();
            if of_size.is_empty() {
                continue;
            }
            let saved = |variant| percent(Compared::of(of_size.iter().copied(), variant).each);
            let count = of_size.len().to_string();
            by_size.row(&[shown.to_owned(), count, saved("with"), saved("narrow")]);
        }
        let [with, narrow] = ["with", "narrow"].map(|variant| Compared::of(&late, variant));
        Ok(Report {
            markdown: format!(
                "{table}\n{}\n\nGoal: at least {} of the nodes saved on average in endgames: \
                 {} and {} (all nodes together {} and {}), {}.\n\n\
                 Endgames by the size of the search, mean of the positions:\n\n{by_size}\n\
                 ## What differs\n\
                 The saving grows with the size of the search; the paper's position took 11.6 million \
                 nodes, most of ours a few. The evaluation is our `classic`; a move changes its \
                 positional part by less than a move changed Bonanza's, so the paper's margins are \
                 too wide for it, and those that start narrow do not rise to them. Most of what is \
                 left is quiescence: exchanges near both kings, which our positions, the last third \
                 of computer games, are full of. The scores are those of a whole search with null \
                 moves and a hash table, in which a different order of visits alone can change a \
                 score.",
                agreement.trim_end(),
                percent(GOAL),
                percent(with.each),
                percent(narrow.each),
                percent(with.nodes),
                percent(narrow.nodes),
                verdict(with.each.max(narrow.each) >= GOAL)
            ),
            figures: Vec::new(),
        })
    }
}

/// Searches of the same positions without and with futility.
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
    fn of<'a>(searched: impl IntoIterator<Item = &'a Searched>, variant: &str) -> Self {
        let pairs: Vec<(&Found, &Found)> = searched
            .into_iter()
            .map(|s| (&s.without, if variant == "narrow" { &s.narrow } else { &s.with }))
            .collect();
        let both = || pairs.iter().copied();
        let share = |of: fn(&Found) -> u64| {
            let sums = both().fold((0, 0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
            1.0 - sums.1 as f64 / sums.0.max(1) as f64
        };
        // Mates may be found later or sooner, but they are mates.
        let is_same_mate = |a: &Found, b: &Found| {
            is_mate(a.score) && is_mate(b.score) && (a.score > 0) == (b.score > 0)
        };
        Self {
            count: pairs.len(),
            each: mean(both().map(|(a, b)| 1.0 - b.nodes as f64 / a.nodes.max(1) as f64)),
            nodes: share(|found| found.nodes),
            time: share(|found| found.time_us),
            same_move: both().filter(|(a, b)| a.mv == b.mv).count(),
            same_score: both().filter(|(a, b)| a.score == b.score || is_same_mate(a, b)).count(),
        }
    }
}
