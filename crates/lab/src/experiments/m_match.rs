//! M-match: rules of decision against the fixed margin.

use search::{FIXED, MarginRule, RecipeName};
use shogi::Position;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::markdown::MarkdownTable;
use crate::matches::{self, MatchScore, Pair};
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::starts;
use crate::records::Records;

/// A rule, and the paper's win rate against the fixed margin.
const ROWS: [(&str, MarginRule, &str); 16] = [
    ("after 500, 40%", MarginRule::AfterCount { target: 400 }, "39%"),
    ("after 500, 50%", MarginRule::AfterCount { target: 500 }, "40%"),
    ("after 500, 55%", MarginRule::AfterCount { target: 550 }, "38%"),
    ("after 500, 60%", MarginRule::AfterCount { target: 600 }, "51%"),
    ("after 500, 65%", MarginRule::AfterCount { target: 650 }, "43%"),
    ("after 500, 70%", MarginRule::AfterCount { target: 700 }, "45%"),
    ("sequential, 60%", MarginRule::Sequential { target: 600 }, "-"),
    ("sequential, 97%", MarginRule::Sequential { target: 970 }, "-"),
    ("sequential, 98%", MarginRule::Sequential { target: 980 }, "-"),
    ("sequential, 99%", MarginRule::Sequential { target: 990 }, "-"),
    ("sequential, 99.5%", MarginRule::Sequential { target: 995 }, "-"),
    ("sequential, 99.8%", MarginRule::Sequential { target: 998 }, "-"),
    ("always 0", MarginRule::Fixed(0), "-"),
    ("always 20", MarginRule::Fixed(20), "-"),
    ("always 100", MarginRule::Fixed(100), "-"),
    ("never", MarginRule::Measure, "-"),
];

/// Pairs of games that are played one after another, so that counts can be kept.
const BLOCK: usize = 5;

fn block(
    player: &mut LabPlayer,
    rule: MarginRule,
    starts: &[Position],
    nodes: u64,
) -> Result<Vec<Pair>, LabError> {
    let mut fixed = LabPlayer::new()?;
    fixed.set_margin_rule(MarginRule::Fixed(FIXED));
    player.set_margin_rule(rule);
    let spec = SearchSpec::new(RecipeName::Yuuchan, Until::Nodes(nodes));
    let play = |start| matches::pair((player, &spec), (&mut fixed, &spec), start);
    starts.iter().map(play).collect()
}

pub(super) struct MMatch;

impl Experiment for MMatch {
    fn name(&self) -> &'static str {
        "M-match"
    }

    fn source(&self) -> &'static str {
        "Paper M (Mattari Yuuchan), table 1: win rate by target precision against the fixed margin, \
         300 games, 5 s a move."
    }

    fn about(&self) -> &'static str {
        "300 games for each rule against the fixed margin of 50 (two and a half pawns), at 2,000 \
         nodes a move, pairs from the same start with colours exchanged. \"After 500\" is the paper's \
         rule, \"sequential\" is ours, which cuts and measures from the first node on."
    }

    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError> {
        let starts = starts(scale.pick(150, 1))?;
        let nodes = scale.pick(2_000, 200);
        let mut jobs = Vec::new();
        for (index, starts) in starts.chunks(BLOCK).enumerate() {
            for (name, rule, _) in ROWS {
                let starts = starts.to_vec();
                let id = format!("{name}/{index}");
                jobs.push(Job::new(id, move |player| block(player, rule, &starts, nodes)));
            }
        }
        Ok(jobs)
    }

    fn render(&self, records: &Records) -> Result<Report, LabError> {
        let mut table = MarkdownTable::new(&["rule", "paper", "ours", "games", "Elo"]);
        let (mut sequential, mut of_the_paper) = (Vec::new(), Vec::new());
        for (name, rule, paper) in ROWS {
            let blocks: Vec<(_, Vec<Pair>)> = records.some(&format!("{name}/"))?;
            let pairs: Vec<Pair> = blocks.into_iter().flat_map(|(_, block)| block).collect();
            let score = MatchScore::of(&pairs);
            table.row(&[
                name.to_owned(),
                paper.to_owned(),
                score.percent(),
                score.counts(),
                score.elo_text(),
            ]);
            match rule {
                MarginRule::Sequential { .. } => sequential.push((name, score)),
                MarginRule::AfterCount { .. } => of_the_paper.push(pairs),
                _ => {}
            }
        }
        let are_same = of_the_paper.windows(2).all(|rows| rows[0] == rows[1]);
        let same = if are_same {
            "The paper's targets make no difference here: every margin passes them, the smallest is \
             adopted, and the games of these rows are the same. "
        } else {
            ""
        };
        let mut answer = "There is no game of a sequential rule.".to_owned();
        if let Some((name, score)) =
            sequential.iter().max_by(|a, b| a.1.rate().total_cmp(&b.1.rate()))
        {
            let is_sure = score.elo().is_some_and(|elo| elo.low > 0.0);
            answer = format!(
                "Does the faster rule beat the fixed margin? {}: the best of its rows, {name}, scores \
                 {} ({} Elo, 95% error){}.",
                if is_sure { "Yes" } else { "No" },
                score.percent(),
                score.elo_text(),
                if is_sure {
                    ", and the paper's conjecture that deciding sooner pays holds there"
                } else {
                    ", and the paper's conjecture that deciding sooner would make it win is not borne \
                     out"
                }
            );
        }
        Ok(Report {
            markdown: format!(
                "{table}\n{answer} {same}The rows \"always\" are other fixed margins and \"never\" is no \
                 cut at all: they show what any choice of a margin could bring.\n\n\
                 ## What differs\n\
                 Fixed nodes instead of seconds; another evaluation and another search around the \
                 cut. Ours ends in quiescence, so that a margin of 0 is more precise than any target \
                 of the paper (`M-precision`), and the targets that matter lie above 99%."
            ),
            figures: Vec::new(),
        })
    }
}
