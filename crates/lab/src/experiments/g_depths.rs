//! G-depths: how deep the nodes of a search lie.

use search::RecipeName;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::figure::{self, Series};
use crate::markdown::{MarkdownTable, percent, summary, thousands};
use crate::player::{SearchSpec, Until};
use crate::positions::{PositionFile, Stage};
use crate::records::Records;
use crate::signature::SignedSearch;

const RECIPES: [RecipeName; 3] =
    [RecipeName::Gekisashi, RecipeName::Bonanza, RecipeName::Tournament];

#[derive(Serialize, Deserialize)]
struct Depths {
    /// Nodes by distance from the root.
    nodes: Vec<u64>,
    /// The last finished iteration.
    depth: i32,
    cutoffs: u64,
    first_cutoffs: u64,
}

impl Depths {
    fn all(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// The depth of the deepest node.
    fn deepest(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// The depth with the most nodes.
    fn mode(&self) -> usize {
        (0..self.nodes.len()).max_by_key(|&depth| self.nodes[depth]).unwrap_or(0)
    }

    /// The branching factor of an even tree with as many nodes, as deep as the last iteration.
    fn branching(&self) -> f64 {
        (self.all() as f64).powf(1.0 / f64::from(self.depth.max(1)))
    }
}

/// The nodes of the first position and of the others.
fn nodes(scale: Scale) -> (u64, u64) {
    scale.pick((17_000_000, 1_000_000), (20_000, 5_000))
}

pub(super) struct GDepths;

impl Experiment for GDepths {
    fn name(&self) -> &'static str {
        "G-depths"
    }

    fn source(&self) -> &'static str {
        "Paper G (Gekisashi 2005), figure 4: nodes by depth, one minute of a middle game position."
    }

    fn about(&self) -> &'static str {
        "A middle game position searched with 17 million nodes (the paper's number) by the recipes \
         `gekisashi`, `bonanza` and `tournament`; nodes by their distance from the root, quiescence \
         included. Nine more positions with a million nodes each for the averages."
    }

    fn searches(&self) -> Vec<SignedSearch> {
        RECIPES.map(SignedSearch::of).to_vec()
    }

    fn files(&self) -> &'static [PositionFile] {
        &[PositionFile::Middle]
    }

    fn parameters(&self, scale: Scale) -> Vec<(&'static str, String)> {
        let (first, others) = nodes(scale);
        vec![("nodes", first.to_string()), ("nodes of the others", others.to_string())]
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let mut jobs = Vec::new();
        for recipe in RECIPES {
            let positions = Stage::Middle.positions(scale.pick(10, 2))?;
            for (index, position) in positions.into_iter().enumerate() {
                let (first, others) = nodes(scale);
                let nodes = if index == 0 { first } else { others };
                jobs.push(Job::new(format!("{recipe}/{index}"), move |player| {
                    player.trace_mut().start(false);
                    let found =
                        player.find(&position, &SearchSpec::new(recipe, Until::Nodes(nodes)))?;
                    player.trace_mut().stop();
                    let trace = &player.memory().trace;
                    Ok(Depths {
                        nodes: trace.depths(),
                        depth: found.depth,
                        cutoffs: trace.cutoffs(),
                        first_cutoffs: trace.first_cutoffs(),
                    })
                }));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&[
            "search",
            "nodes",
            "deepest",
            "most nodes at depth",
            "last iteration",
            "branching factor",
            "cutoffs by the first move",
        ]);
        table.row(
            &["Gekisashi (paper)", "17,000,000", "21", "about 10", "-", "-", "-"]
                .map(str::to_owned),
        );
        let (mut series, mut found) = (Vec::new(), Vec::new());
        for recipe in RECIPES {
            let all: Vec<(_, Depths)> = records.some(&format!("{recipe}/"))?;
            for (index, (_, depths)) in all.iter().enumerate().take(1) {
                table.row(&row(&format!("{recipe}, position {}", index + 1), depths));
                found.push(format!(
                    "`{recipe}` has nodes down to depth {} and most of them at depth {}",
                    depths.deepest(),
                    depths.mode()
                ));
                let total = depths.all() as f64;
                let shares = depths.nodes.iter().enumerate();
                series.push(Series {
                    name: recipe.to_string(),
                    points: shares
                        .map(|(depth, &nodes)| (depth as f64, 100.0 * nodes as f64 / total))
                        .collect(),
                });
            }
            let sum = all.iter().skip(1).fold(
                Depths { nodes: Vec::new(), depth: 0, cutoffs: 0, first_cutoffs: 0 },
                |mut sum, (_, depths)| {
                    sum.nodes.resize(sum.nodes.len().max(depths.nodes.len()), 0);
                    sum.nodes.iter_mut().zip(&depths.nodes).for_each(|(sum, more)| *sum += more);
                    sum.depth += depths.depth;
                    sum.cutoffs += depths.cutoffs;
                    sum.first_cutoffs += depths.first_cutoffs;
                    sum
                },
            );
            let others = all.len().saturating_sub(1).max(1);
            let mean_depth = sum.depth / others as i32;
            let each = Depths {
                nodes: sum.nodes.iter().map(|nodes| nodes / others as u64).collect(),
                depth: mean_depth,
                ..sum
            };
            table.row(&row(&format!("{recipe}, {others} others"), &each));
        }
        let figure = figure::lines(("depth, plies", "share of the nodes, %"), 0.0, &series)?;
        let summary = summary(
            "a minute of a middle game position (17 million nodes) has nodes down to depth 21 and most of \
             them at about depth 10",
            &format!("with as many nodes, quiescence included, {}", found.join("; ")),
        );
        Ok(Report {
            markdown: format!(
                "{summary}![nodes by depth](depths.svg)\n\n{table}\nThe branching factor is that of an even \
                 tree: the root of the number of nodes, as many times as the last finished iteration \
                 is deep; a ply of `gekisashi` is a factor of four in probability.\n\n\
                 ## What differs\n\
                 The paper's position is not given; ours is the first of `suites/lab/middle.sfen`. \
                 Gekisashi's own probabilities were counted from records of professionals; ours are the \
                 table `counted`, from games of programs. Its figure shows the search without saying whether quiescence is part \
                 of it."
            ),
            figures: vec![("depths.svg".to_owned(), figure)],
        })
    }
}

fn row(name: &str, depths: &Depths) -> [String; 7] {
    [
        name.to_owned(),
        thousands(depths.all() as f64),
        depths.deepest().to_string(),
        depths.mode().to_string(),
        depths.depth.to_string(),
        format!("{:.2}", depths.branching()),
        percent(depths.first_cutoffs as f64 / depths.cutoffs.max(1) as f64),
    ]
}
