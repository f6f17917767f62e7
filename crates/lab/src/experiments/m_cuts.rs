//! M-cuts: how often each margin cuts, and the cost of measuring.

use search::{FIXED, MARGINS, MarginRule};
use serde::{Deserialize, Serialize};
use shogi::{Color, Position};

use super::m_games::{Leaf, short};
use super::m_precision::{PAPER_STEP, measured, measuring_jobs};
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::figure::{self, Series};
use crate::game::{self, Contestant};
use crate::markdown::{MarkdownTable, NOT_YET, mean, not_yet_or, percent, summary, thousands};
use crate::player::LabPlayer;
use crate::positions::{PositionFile, starts};
use crate::records::Records;
use crate::signature::SignedSearch;

/// A player's game under a rule: at which move the margin was adopted, and how much was cut.
#[derive(Serialize, Deserialize)]
struct Decided {
    at_move: Option<u32>,
    margin: Option<i32>,
    cuts: u64,
}

/// The rule that section 5 of the paper measures.
const PAPER_RULE: &str = "after 500, 60%";
const RULES: [(&str, MarginRule); 4] = [
    ("fixed", MarginRule::Fixed(FIXED)),
    (PAPER_RULE, MarginRule::AfterCount { target: 600 }),
    ("sequential, 60%", MarginRule::Sequential { target: 600 }),
    ("sequential, 99%", MarginRule::Sequential { target: 990 }),
];

/// Games of a rule against the fixed margin, one after another, so that the effect of counts
/// kept between games shows.
const BLOCK: usize = 10;

fn block(
    player: &mut LabPlayer,
    (leaf, rule): (Leaf, MarginRule),
    starts: &[Position],
    nodes: u64,
) -> Result<Vec<Decided>, LabError> {
    let mut other = LabPlayer::for_games()?;
    other.set_margin_rule(MarginRule::Fixed(FIXED));
    player.set_margin_rule(rule);
    let spec = leaf.spec(nodes);
    let mut games = Vec::new();
    for start in starts {
        let mut decided = Decided { at_move: None, margin: None, cuts: 0 };
        let mut contestants = [
            Contestant { player: &mut *player, spec: &spec },
            Contestant { player: &mut other, spec: &spec },
        ];
        game::play(&mut contestants, Color::Black, start, &mut |contestant, player, at_move| {
            if contestant == 0 {
                let precision = player.memory().precision();
                decided.cuts = precision.cuts();
                decided.margin = precision.adopted();
                if decided.at_move.is_none() && decided.margin.is_some() {
                    decided.at_move = Some(at_move);
                }
            }
        })?;
        games.push(decided);
    }
    Ok(games)
}

/// The games of a rule, summed up.
struct Games {
    count: usize,
    decided: usize,
    at_move: Option<f64>,
    margin: Option<f64>,
    cuts_if_decided: Option<f64>,
    cuts: f64,
}

impl Games {
    fn of(records: &Records, leaf: Leaf, rule: &str) -> Result<Option<Self>, LabError> {
        let prefix = format!("decide/{}/{rule}/", leaf.name());
        let blocks: Vec<(_, Vec<Decided>)> = records.of(&prefix)?;
        let games: Vec<&Decided> = blocks.iter().flat_map(|(_, block)| block).collect();
        if games.is_empty() {
            return Ok(None);
        }
        // A margin may be dropped again: a game is decided if it ends with one.
        let decided: Vec<&&Decided> = games.iter().filter(|game| game.margin.is_some()).collect();
        let average = |of: fn(&Decided) -> Option<f64>| {
            let values: Vec<f64> = decided.iter().filter_map(|game| of(game)).collect();
            (!values.is_empty()).then(|| mean(values))
        };
        Ok(Some(Self {
            count: games.len(),
            decided: decided.len(),
            at_move: average(|game| game.at_move.map(f64::from)),
            margin: average(|game| game.margin.map(f64::from)),
            cuts_if_decided: average(|game| Some(game.cuts as f64)),
            cuts: mean(games.iter().map(|game| game.cuts as f64)),
        }))
    }
}

/// The cuts by margin with each leaf, as a table, lines of a figure and sentences.
fn by_margin(records: &Records) -> Result<(String, Vec<Series>, String), LabError> {
    let mut table = MarkdownTable::new(&["margin", "with quiescence", "without quiescence"]);
    let mut series: Vec<Series> = Vec::new();
    let (mut columns, mut falls) = (Vec::new(), String::new());
    for leaf in Leaf::ALL {
        let games = measured(records, leaf)?;
        let cuts = |margin: i32| mean(games.iter().map(|game| game.of(margin).0));
        columns
            .push(MARGINS.map(|margin| if games.is_empty() { None } else { Some(cuts(margin)) }));
        if games.is_empty() {
            continue;
        }
        let margins = MARGINS.into_iter().filter(|&margin| margin >= 0);
        series.push(Series {
            name: leaf.shown().to_owned(),
            points: margins.map(|margin| (f64::from(margin), cuts(margin))).collect(),
        });
        let fall = |from: i32, to: i32| percent(1.0 - cuts(to) / cuts(from).max(1.0));
        falls += &format!(
            "Ours {} fall by {} from 0 to {PAPER_STEP}, by {} from {PAPER_STEP} to {FIXED} and by {} \
             from {FIXED} to 100. ",
            leaf.shown(),
            fall(0, PAPER_STEP),
            fall(PAPER_STEP, FIXED),
            fall(FIXED, 100),
        );
    }
    for (n, margin) in MARGINS.into_iter().enumerate() {
        let cell = |column: &[Option<f64>; MARGINS.len()]| {
            column[n].map_or_else(|| NOT_YET.to_owned(), thousands)
        };
        table.row(&[margin.to_string(), cell(&columns[0]), cell(&columns[1])]);
    }
    Ok((table.to_string(), series, falls))
}

pub(super) struct MCuts;

impl Experiment for MCuts {
    fn name(&self) -> &'static str {
        "M-cuts"
    }

    fn source(&self) -> &'static str {
        "Paper M (Mattari Yuuchan), figure 3 (cuts by margin) and section 5 (what measuring costs)."
    }

    fn about(&self) -> &'static str {
        "The games of `M-precision` for the cuts by margin; and 100 games of each rule of decision \
         against the fixed margin at 2,000 nodes a move, with quiescence and without: when the margin \
         is decided, and how many nodes are cut."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        Leaf::searches()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Starts]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        vec![("nodes", short(scale).to_string()), ("margins", format!("{MARGINS:?}"))]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = measuring_jobs(scale)?;
        let starts = starts(scale.pick(100, 2))?;
        let nodes = short(scale);
        for leaf in Leaf::ALL {
            for (name, rule) in RULES {
                for (index, starts) in starts.chunks(BLOCK).map(<[_]>::to_vec).enumerate() {
                    let id = format!("decide/{}/{name}/{index}", leaf.name());
                    jobs.push(Job::new(id, move |player| {
                        block(player, (leaf, rule), &starts, nodes)
                    }));
                }
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let (cuts, series, falls) = by_margin(records)?;
        let figure = figure::lines(("margin (a pawn is 20)", "cuts a game"), 0.0, &series)?;
        let mut table = MarkdownTable::new(&[
            "rule",
            "games decided",
            "decided at move, on average",
            "margin adopted, on average",
            "cuts a game, decided games",
            "cuts a game",
        ]);
        table.row(&["fixed (paper)", "-", "-", "50", "-", "438.8"].map(str::to_owned));
        table.row(
            &["after 500, 60% (paper)", "77 of 100", "50.9", "-", "987.2", "768.4"]
                .map(str::to_owned),
        );
        let mut found = Vec::new();
        for leaf in Leaf::ALL {
            for (name, _) in RULES {
                let shown = format!("{name}, {}", leaf.shown());
                let Some(games) = Games::of(records, leaf, name)? else {
                    table.row(&[&shown, NOT_YET, "", "", "", ""].map(str::to_owned));
                    continue;
                };
                let number =
                    |n: Option<f64>| n.map_or_else(|| "-".to_owned(), |n| format!("{n:.1}"));
                table.row(&[
                    shown,
                    format!("{} of {}", games.decided, games.count),
                    number(games.at_move),
                    number(games.margin),
                    number(games.cuts_if_decided),
                    thousands(games.cuts),
                ]);
                if name == PAPER_RULE {
                    let when = match (games.at_move, games.margin) {
                        (Some(at_move), Some(margin)) => format!(
                            ", at move {at_move:.1} and for a margin of {margin:.1} on average,"
                        ),
                        _ => String::new(),
                    };
                    found.push(format!(
                        "{} its rule at 60% decides in {} of {} games{when} and cuts {} nodes a game",
                        leaf.shown(),
                        games.decided,
                        games.count,
                        thousands(games.cuts)
                    ));
                }
            }
        }
        let summary = summary(
            "its rule at 60% decides in 77 of 100 games, at move 50.9 on average, and cuts 768.4 nodes a \
             game where the fixed margin cuts 438.8; cuts fall slowly up to a margin of 40 and steeply \
             after it",
            &not_yet_or(found.join("; ")),
        );
        Ok(Report {
            markdown: format!(
                "{summary}## Cuts by margin\n![cuts by margin](cuts.svg)\n\nCuts a game, both players \
                 together; margins below 0 are only counted, and no rule adopts them.\n\n{cuts}\n\
                 The paper's figure 3, a picture, falls slowly up to 40 and steeply after it, with \
                 little between 40 and 50. {}\n\n## When the margin is decided\n{table}\n\
                 Games start at move 25. The sequential rules carry half of their counts from game to \
                 game; they run in blocks of {BLOCK} games and know nothing at the start of a block. \
                 The averages of move and margin are those of the decided games.\n\n## What differs\n\
                 2,000 nodes a move instead of 5 s, another evaluation, and games that start from move \
                 25 instead of the first.",
                not_yet_or(falls.trim_end().to_owned()),
            ),
            figures: vec![("cuts.svg".to_owned(), figure)],
        })
    }
}
