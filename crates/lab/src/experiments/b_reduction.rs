//! B-reduction: the nodes that futility saves from the opening to the endgame, and whether it
//! changes the move.

use search::{RecipeName, Technique};
use serde::{Deserialize, Serialize};
use shogi::Position;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{MarkdownTable, NOT_YET, mean, percent, summary, thousands, verdict};
use crate::player::{Found, LabPlayer, SearchSpec, Until, is_mate};
use crate::positions::{PositionFile, Stage};
use crate::records::Records;
use crate::signature::SignedSearch;

/// All of paper B's futility.
pub(super) const FUTILITY: [Technique; 3] =
    [Technique::FrontierFutility, Technique::ExtendedFutility, Technique::ChildFutility];
/// The control: no futility either, and another order of moves.
const CONTROL: [Technique; 4] = [FUTILITY[0], FUTILITY[1], FUTILITY[2], Technique::Killers];

/// The searches that are compared.
pub(super) const VARIANTS: [(&str, &[Technique]); 3] =
    [("without", &FUTILITY), ("with", &[]), ("risen", &[Technique::PaperMargins])];

/// The searches that are compared with the one without futility.
type Variant = fn(&Searched) -> Option<&Found>;
const PAPER_MARGINS: Variant = |searched| searched.with.as_ref();
const CONTROL_SHOWN: &str = "control: no futility, no killers";
const VARIANTS_SHOWN: [(Variant, &str); 3] = [
    (PAPER_MARGINS, "the paper's margins"),
    (|searched| searched.risen.as_ref(), "ours: margins that start at nothing"),
    (|searched| searched.control.as_ref(), CONTROL_SHOWN),
];

/// The saved nodes and time according to the paper.
const PAPER: [(Stage, Option<(f64, f64)>); 3] = [
    (Stage::Opening, Some((0.50, 0.45))),
    (Stage::Middle, None),
    (Stage::Endgame, Some((0.90, 0.85))),
];
/// A position is searched to the first depth that takes this many nodes without futility.
const ENOUGH: u64 = 2_000_000;
/// How many positions are searched, and how many of them count.
const COUNTS: [(Stage, usize, usize); 3] =
    [(Stage::Endgame, 170, 100), (Stage::Middle, 50, 50), (Stage::Opening, 50, 50)];

/// The same position searched to the same depth without futility, with the paper's margins, with
/// margins that start at nothing, and without futility in another order.
#[derive(Serialize, Deserialize)]
struct Searched {
    without: Found,
    with: Option<Found>,
    risen: Option<Found>,
    #[serde(default)]
    control: Option<Found>,
}

/// The result for a position. Older programs did not go on with a position after a mate.
#[derive(Serialize, Deserialize)]
enum Fate {
    Mate(Found),
    Searched(Searched),
}

impl Fate {
    fn searched(self) -> Searched {
        match self {
            Self::Mate(without) => Searched { without, with: None, risen: None, control: None },
            Self::Searched(searched) => searched,
        }
    }
}

fn searched(player: &mut LabPlayer, position: &Position, enough: u64) -> Result<Fate, LabError> {
    let mut in_manner = |off: &[Technique], until: Until| {
        player.find(position, &SearchSpec::new(RecipeName::Bonanza, until).without(off))
    };
    let without = in_manner(&FUTILITY, Until::Size(enough))?;
    let until = Until::Depth(without.depth);
    let with = Some(in_manner(&[], until)?);
    let risen = Some(in_manner(&[Technique::PaperMargins], until)?);
    let control = Some(in_manner(&CONTROL, until)?);
    Ok(Fate::Searched(Searched { without, with, risen, control }))
}

/// The first positions of a stage, with those in which the reference search finds a mate or
/// without them.
fn counted(records: &Records, stage: Stage, keeps_mates: bool) -> Result<Vec<Searched>, LabError> {
    let wanted = COUNTS.iter().find(|count| count.0 == stage).map_or(0, |count| count.2);
    let all: Vec<(_, Fate)> = records.some(&format!("{}/", stage.name()))?;
    Ok(all
        .into_iter()
        .map(|(_, fate)| fate.searched())
        .filter(|searched| keeps_mates || !is_mate(searched.without.score))
        .take(wanted)
        .collect())
}

/// Searches of the same positions without futility and in another manner.
struct Compared {
    positions: usize,
    /// Nodes saved, mean of the positions.
    each: f64,
    /// Nodes saved, all together.
    nodes: f64,
    time: f64,
    same_move: usize,
    same_score: usize,
}

impl Compared {
    /// Compares, unless a position was not searched in this manner.
    fn of(searched: &[Searched], variant: Variant) -> Option<Self> {
        let both: Vec<(&Found, &Found)> =
            searched.iter().map(|s| variant(s).map(|b| (&s.without, b))).collect::<Option<_>>()?;
        let share = |of: fn(&Found) -> u64| {
            let sums = both.iter().fold((0, 0), |sums, (a, b)| (sums.0 + of(a), sums.1 + of(b)));
            1.0 - sums.1 as f64 / sums.0.max(1) as f64
        };
        let saved = |(a, b): &(&Found, &Found)| 1.0 - b.nodes as f64 / a.nodes.max(1) as f64;
        Some(Self {
            positions: both.len(),
            each: mean(both.iter().map(saved)),
            nodes: share(|found| found.nodes),
            time: share(|found| found.time_us),
            same_move: both.iter().filter(|(a, b)| a.mv == b.mv).count(),
            same_score: both.iter().filter(|(a, b)| a.score == b.score).count(),
        })
    }
}

/// The rows of a manner of searching, one for each stage.
fn rows(
    table: &mut MarkdownTable,
    records: &Records,
    (variant, shown): (Variant, &str),
    keeps_mates: bool,
) -> Result<(), LabError> {
    for (stage, paper) in PAPER {
        let found = counted(records, stage, keeps_mates)?;
        let name = format!("{}, {shown}", stage.name());
        let Some(compared) = Compared::of(&found, variant) else {
            table.row(&[&name, NOT_YET, "", "", "", "", "", "", "", "", ""].map(str::to_owned));
            continue;
        };
        // The paper says nothing of a control.
        let paper = paper.filter(|_| shown != CONTROL_SHOWN);
        let about = |of: fn((f64, f64)) -> f64| {
            let share = paper.map(|paper| format!("about {:.0}%", 100.0 * of(paper)));
            share.unwrap_or_else(|| "-".to_owned())
        };
        let count = compared.positions;
        table.row(&[
            name,
            count.to_string(),
            format!("{:.1}", mean(found.iter().map(|s| f64::from(s.without.depth)))),
            thousands(mean(found.iter().map(|s| s.without.nodes as f64))),
            about(|paper| paper.0),
            percent(compared.each),
            percent(compared.nodes),
            about(|paper| paper.1),
            percent(compared.time),
            format!("{} of {count}", compared.same_move),
            format!("{} of {count}", compared.same_score),
        ]);
    }
    Ok(())
}

/// Whether what the paper says of a stage holds, by one manner of searching.
fn judged(
    records: &Records,
    variant: Variant,
    what: &str,
) -> Result<(String, Vec<String>), LabError> {
    let (mut verdicts, mut found) = (String::new(), Vec::new());
    for (stage, paper) in PAPER {
        let compared = Compared::of(&counted(records, stage, false)?, variant);
        if let (Some((nodes, time)), Some(ours)) = (paper, compared) {
            verdicts += &format!(
                "- {}, {what}: about {:.0}% of the nodes {} ({}, all together {}), about {:.0}% of the time \
                 {} ({}).\n",
                stage.name(),
                100.0 * nodes,
                verdict(ours.each >= nodes),
                percent(ours.each),
                percent(ours.nodes),
                100.0 * time,
                verdict(ours.time >= time),
                percent(ours.time),
            );
            found.push(format!(
                "{} of the nodes and {} of the time in {} {}s",
                percent(ours.each),
                percent(ours.time),
                ours.positions,
                stage.name(),
            ));
        }
    }
    Ok((verdicts, found))
}

/// How often move and score stay the same, in all stages together.
fn agreement(records: &Records) -> Result<String, LabError> {
    let mut text = String::new();
    for (variant, shown) in VARIANTS_SHOWN {
        let (mut same_move, mut same_score, mut all) = (0, 0, 0);
        for (stage, _) in PAPER {
            if let Some(compared) = Compared::of(&counted(records, stage, false)?, variant) {
                same_move += compared.same_move;
                same_score += compared.same_score;
                all += compared.positions;
            }
        }
        text += &if all == 0 {
            format!("- {shown}: {NOT_YET}\n")
        } else {
            format!("- {shown}: same move in {same_move} of {all}, same score in {same_score}\n")
        };
    }
    Ok(text)
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
         without its futility pruning, with the paper's margins, and with margins of ours that start at \
         nothing and rise, each kind of move by itself, whenever a static value shows them to be too \
         small. Each position is searched to the first depth at which the search without futility \
         takes two million nodes or finds a mate; the paper's took eleven million. A control has no \
         futility and no killers: it prunes as the reference does and visits moves in another order."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        let variants = VARIANTS.map(|(_, off)| off).into_iter().chain([&CONTROL[..]]);
        variants.map(|off| SignedSearch::of(RecipeName::Bonanza).without(off)).collect()
    }

    fn files(&self) -> &'static [PositionFile] {
        PositionFile::STAGES
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", scale.pick(ENOUGH, 2000).to_string())]
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
        let heads = [
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
        ];
        let [mut table, mut with_mates] = [(); 2].map(|()| MarkdownTable::new(&heads));
        for row in VARIANTS_SHOWN {
            rows(&mut table, records, row, false)?;
            rows(&mut with_mates, records, row, true)?;
        }
        let (of_paper, found) = judged(records, PAPER_MARGINS, "the paper's margins")?;
        let (of_ours, _) = judged(records, VARIANTS_SHOWN[1].0, VARIANTS_SHOWN[1].1)?;
        let kept = counted(records, Stage::Endgame, true)?;
        let mates = kept.iter().filter(|searched| is_mate(searched.without.score)).count();
        let summary = summary(
            "futility saves about 50% of the nodes and 45% of the time in openings, 90% and 85% in \
             endgames, with the same move and score",
            &format!("the paper's margins save {}", found.join(", ")),
        );
        Ok(Report {
            markdown: format!(
                "{summary}The paper's rule:\n\n{of_paper}\nA variant of ours, chosen after its figures were \
                 seen ([details](../../docs/record/lab.md)), which does not count for the paper:\n\n\
                 {of_ours}\n## Without mates\nPositions in which the reference search finds a mate are \
                 left out: such a search is over before futility matters.\n\n{table}\n\
                 Move and score against the reference:\n\n{}\n## With mates\nThe first {} endgames, {mates} \
                 of them mates, and the other stages as above:\n\n{with_mates}\n## What differs\n\
                 The evaluation is our `classic`, not Bonanza's, and the positions are the last third, the \
                 middle and the beginning of computer games; the paper's second position is a picture. \
                 The paper has two margins of change (king moves, other moves); in our variant every piece \
                 has one for each square it goes to, for captures and for promotions. The scores are those \
                 of a whole search with null moves and a hash table; the control shows what another order \
                 of visits alone changes.",
                agreement(records)?,
                kept.len(),
            ),
            figures: Vec::new(),
        })
    }
}
