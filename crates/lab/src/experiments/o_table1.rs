//! O-table1: what each technique of ordering is worth.

use search::{RecipeName, Technique};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::{Table, mean, thousands, verdict};
use crate::player::{Found, Manner, Until};
use crate::positions::Stage;
use crate::records::Records;

/// Those with numbers I to V, and the order of what is left.
const TECHNIQUES: [Technique; 6] = [
    Technique::HashMove,
    Technique::SiblingKiller,
    Technique::TakeBack,
    Technique::BestCapture,
    Technique::Escape,
    Technique::BoardFirst,
];

/// Techniques by number, the paper's nodes and ratio, and whether depth 5 is run as well.
const ROWS: [(&str, &[usize], f64, f64, bool); 9] = [
    ("none", &[5], 7_625_436.0, 1.0, false),
    ("I", &[0, 5], 1_413_184.0, 0.185, false),
    ("II", &[1, 5], 303_338.0, 0.040, true),
    ("I, II", &[0, 1, 5], 161_100.0, 0.021, true),
    ("III", &[2, 5], 3_583_041.0, 0.470, false),
    ("IV", &[3, 5], 282_011.0, 0.037, true),
    ("III, IV", &[2, 3, 5], 263_420.0, 0.035, true),
    ("III, IV, V", &[2, 3, 4, 5], 251_934.0, 0.033, true),
    ("I-V", &[0, 1, 2, 3, 4, 5], 127_152.0, 0.017, true),
];

/// The first and the last row with drops before moves on the board.
const DROPS_FIRST: [(&str, &[usize]); 2] =
    [("none, drops first", &[]), ("I-V, drops first", &[0, 1, 2, 3, 4])];

/// The goal: "I-V" needs at most this share of the nodes of "none".
const GOAL: f64 = 0.017;

pub(super) struct OTable1;

impl Experiment for OTable1 {
    fn name(&self) -> &'static str {
        "O-table1"
    }

    fn source(&self) -> &'static str {
        "Paper O (TACOS, move ordering), table 1 and figure 1."
    }

    fn about(&self) -> &'static str {
        "Nodes of a full-width alpha-beta search to depth 4 (recipe `tacos`), with each combination \
         of the ordering techniques: (I) best move from the hash table, (II) best move of a sibling, \
         (III) take the piece that just moved, (IV) take the most valuable piece, (V) move the most \
         valuable piece under attack."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut positions = Vec::new();
        for stage in Stage::ALL {
            positions.extend(stage.positions(scale.pick(16, 1))?);
        }
        let base = scale.pick(4, 2);
        let mut jobs = Vec::new();
        let rows = ROWS.map(|(name, on, _, _, goes_deeper)| (name, on, goes_deeper));
        let drops_first = DROPS_FIRST.map(|(name, on)| (name, on, false));
        for (name, on, goes_deeper) in rows.into_iter().chain(drops_first) {
            let off: Vec<Technique> = (0..TECHNIQUES.len())
                .filter(|number| !on.contains(number))
                .map(|number| TECHNIQUES[number])
                .collect();
            for depth in base..=base + i32::from(goes_deeper) {
                for (index, position) in positions.iter().cloned().enumerate() {
                    let manner = Manner::new(RecipeName::Tacos, Until::Depth(depth)).without(&off);
                    let level = if depth == base { "base" } else { "deeper" };
                    let id = format!("{level}/{name}/{index}");
                    jobs.push(Job::new(id, move |player| player.find(&position, &manner)));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let nodes = |level: &str, row: &str| -> Result<Vec<f64>, LabError> {
            let found: Vec<(_, Found)> = records.of(&format!("{level}/{row}/"))?;
            Ok(found.into_iter().map(|(_, found)| found.nodes as f64).collect())
        };
        let none = nodes("base", "none")?;
        let best = nodes("deeper", "I-V")?;
        let mut table = Table::new(&[
            "techniques",
            "paper, nodes",
            "paper, ratio",
            "ours, nodes",
            "ours, ratio",
            "mean of the positions' ratios",
            "a ply deeper, nodes",
            "a ply deeper, times I-V",
        ]);
        let mut all = 1.0;
        for (name, _, paper_nodes, paper_ratio, goes_deeper) in ROWS {
            let ours = nodes("base", name)?;
            let ratio = mean(ours.iter().copied()) / mean(none.iter().copied());
            let each = mean(ours.iter().zip(&none).map(|(ours, none)| ours / none));
            let deeper = mean(nodes("deeper", name)?);
            let (deep_nodes, deep_times) = if goes_deeper {
                (thousands(deeper), format!("{:.2}", deeper / mean(best.iter().copied())))
            } else {
                ("-".to_owned(), "-".to_owned())
            };
            table.row(&[
                name.to_owned(),
                thousands(paper_nodes),
                format!("{paper_ratio:.3}"),
                thousands(mean(ours)),
                format!("{ratio:.4}"),
                format!("{each:.4}"),
                deep_nodes,
                deep_times,
            ]);
            all = ratio;
        }
        let worst = mean(nodes("base", DROPS_FIRST[0].0)?);
        let worst_all = mean(nodes("base", DROPS_FIRST[1].0)?);
        Ok(Report {
            markdown: format!(
                "{table}\nNodes are averages over {} positions. Goal: \"I-V\" at or under {GOAL} of \
                 \"none\": {all:.4}, {}.\n\n\
                 With drops before moves on the board \"none\" needs {} nodes and \"I-V\" {}: a ratio \
                 of {:.4}.\n\n## What differs\n\
                 The paper's problem set (Yamashita 1998) is not at hand: a third of our positions \
                 are openings, a third middle games, a third endgames of floodgate games, so there \
                 are more moves to order than in an average problem. The evaluation is our `classic`. \
                 All ratios hang on \"none\", which depends on the order in which a program generates \
                 moves, and the paper does not tell TACOS's: its \"none\" is several times larger than \
                 ours, its \"I-V\" as well, but by less.",
                none.len(),
                verdict(all <= GOAL),
                thousands(worst),
                thousands(worst_all),
                worst_all / worst
            ),
            figures: Vec::new(),
        })
    }
}
