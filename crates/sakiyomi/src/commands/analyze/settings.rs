//! The options that decide how much is searched and how losses are judged.

use std::str::FromStr;

use ::analysis::model::{Number, Settings};
use ::analysis::scale::Scale;
use clap::{Args, ValueEnum};
use eval::Model;

use super::Options;
use crate::failure::Failure;

/// The most units of work at a time.
pub(super) const MOST_JOBS: usize = 256;
/// The most nodes of a search.
const MOST_NODES: u64 = 1_000_000_000_000;

/// The longest game that is analysed, in plies.
const MOST_PLIES: i64 = ::analysis::subject::LONGEST as i64;

/// How much is searched.
#[derive(Args)]
pub(super) struct Effort {
    /// A fifth of the usual nodes or less: 20,000 a move, 150,000 at moments
    #[arg(long, conflicts_with = "deep")]
    quick: bool,

    /// Seven times the usual nodes and more: 1,000,000 a move, 10,000,000 at moments
    #[arg(long)]
    deep: bool,

    /// Nodes a move; five times as many at moments, two fifths for side questions
    /// [default: 150000]
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "deep"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: Option<u64>,

    /// Nodes of a search at a moment
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    deep_nodes: Option<u64>,

    /// Nodes of a mate question at every move; ten times as many at moments [default: 20000]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    mate_nodes: Option<u64>,

    /// Megabytes of the hash table of each job [default: by the nodes, 128 for the usual ones]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
}

/// How losses are judged.
#[derive(Args)]
pub(super) struct Judgement {
    /// Scale K of win probabilities: 600 (habit of most programs), fitted, or a number
    #[arg(long, value_name = "K", default_value = "600")]
    scale: ScaleChoice,

    /// Losses, in points of win probability, from which a move is an inaccuracy, dubious, a mistake
    /// and a blunder
    #[arg(long, value_name = "A,B,C,D", default_value = "5,10,20,50")]
    classes: Classes,

    /// The most critical moments of a game
    #[arg(long, value_name = "N", default_value_t = 12)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_000))]
    moments: u32,

    /// The first move that is judged, by its ply [default: the first of the game]
    #[arg(long, value_name = "PLY", conflicts_with_all = ["sfen", "check"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    from: Option<u32>,

    /// The last move that is judged, by its ply [default: the last of the game]
    #[arg(long, value_name = "PLY", conflicts_with_all = ["sfen", "check"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    to: Option<u32>,

    /// The side whose moments are shown: black, white, or a player's name [default: both]
    #[arg(long, value_name = "PLAYER")]
    pub(super) player: Option<String>,
}

/// The scale as the user names it.
#[derive(Clone, Copy, Debug)]
enum ScaleChoice {
    Fitted,
    Number(Scale),
}

impl FromStr for ScaleChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "fitted" {
            return Ok(Self::Fitted);
        }
        let number = text.parse().ok().and_then(Scale::new).map(Self::Number);
        number.ok_or("expected `fitted` or a number above 0 and up to 1000000")
    }
}

/// The limits of the four bad classes.
#[derive(Clone, Copy, Debug)]
struct Classes([f64; 4]);

impl FromStr for Classes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str =
            "expected four rising numbers above 0 and up to 100, as in 5,10,20,50";
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|one| one.trim().parse().ok()).collect();
        let limits: [f64; 4] =
            numbers.and_then(|numbers| numbers.try_into().ok()).ok_or(EXPECTED)?;
        let rises = limits.windows(2).all(|two| two[0] < two[1]);
        if rises && limits[0] > 0.0 && limits[3] <= 100.0 {
            Ok(Self(limits))
        } else {
            Err(EXPECTED)
        }
    }
}

/// The table for a number of nodes a move: sixteen plies go into one.
fn hash_mb(nodes: u64) -> u32 {
    let wanted = u32::try_from(nodes / 1_200).unwrap_or(512).clamp(1, 512);
    wanted.next_power_of_two()
}

impl Options {
    /// The settings of the analysis with an evaluator.
    pub(super) fn settings(&self, model: &Model) -> Result<Settings, Failure> {
        let effort = &self.effort;
        let (nodes, deep) = match (effort.quick, effort.deep) {
            (true, _) => (20_000, Some(150_000)),
            (_, true) => (1_000_000, Some(10_000_000)),
            _ => (effort.nodes.unwrap_or(150_000), None),
        };
        let mut settings = Settings::with_nodes(nodes);
        if let Some(deep) = effort.deep_nodes.or(deep) {
            settings.deep_nodes = deep;
        }
        if let Some(nodes) = effort.mate_nodes {
            settings.mate_nodes = nodes;
            settings.deep_mate_nodes = nodes.saturating_mul(10);
            settings.hisshi_nodes = nodes.saturating_mul(5);
        }
        settings.hash_mb = effort.hash.unwrap_or_else(|| hash_mb(nodes));
        if let (Some(from), Some(to)) = (self.judgement.from, self.judgement.to)
            && from > to
        {
            return Err(Failure::Usage(format!("--from {from} lies behind --to {to}")));
        }
        settings.from = self.judgement.from.unwrap_or(0);
        settings.to = self.judgement.to;
        settings.moments = self.judgement.moments;
        settings.classes = self.judgement.classes.0.map(Number::new);
        settings.scale = match self.judgement.scale {
            ScaleChoice::Number(scale) => scale.get().into(),
            ScaleChoice::Fitted => settings.fitted_scale.ok_or_else(|| {
                Failure::Usage(format!("--scale fitted: there is no fit for the evaluator {model}"))
            })?,
        };
        settings.bench = ::analysis::signature::of(model)
            .map_err(|error| Failure::Failed(format!("no memory for a search: {error}")))?;
        Ok(settings)
    }
}

impl std::fmt::Display for super::Comments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_must_rise() {
        assert!("5,10,20,50".parse::<Classes>().is_ok());
        for text in ["5,10,20", "5,10,10,50", "0,1,2,3", "5,10,20,101", "a,b,c,d", "5,NaN,20,50"] {
            assert!(text.parse::<Classes>().is_err(), "{text}");
        }
    }

    #[test]
    fn scales_are_positive_numbers() {
        assert!(matches!("fitted".parse(), Ok(ScaleChoice::Fitted)));
        assert!("348".parse::<ScaleChoice>().is_ok());
        for text in ["0", "-600", "NaN", "inf", "x", ""] {
            assert!(text.parse::<ScaleChoice>().is_err(), "{text}");
        }
    }

    #[test]
    fn tables_grow_with_the_nodes() {
        assert_eq!([300, 20_000, 150_000, 1_000_000].map(hash_mb), [1, 16, 128, 512]);
    }
}
