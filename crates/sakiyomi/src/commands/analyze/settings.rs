//! The options that decide how much is searched and how losses are judged.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ::analysis::machine::{Ask, Machine};
use ::analysis::model::{Number, Settings};
use ::analysis::scale::Scale;
use clap::{Args, ValueEnum};
use eval::Model;
use shogi::{DeclarationRule, Position};

use super::Options;
use crate::failure::Failure;

/// The most units of work at a time.
pub(super) const MOST_JOBS: usize = 256;
/// The most nodes of a search.
const MOST_NODES: u64 = 1_000_000_000_000;

/// The longest game that is analysed, in plies.
const MOST_PLIES: i64 = ::analysis::subject::LONGEST as i64;

/// The share of the time that the sweep's searches take; moments, comparisons and proofs take the rest.
const SWEEP_SHARE: f64 = 0.35;
/// A middle game by which the speed of the machine is measured, and the nodes of that search.
const MIDDLE_GAME: &str =
    "l6nl/2+P2bk2/p2p1n1s1/1r5p1/2pNgpP1p/3P1nS2/P3B1K1P/1PGS5/L6RL b GS5Pgp 119";
const MEASURED_NODES: u64 = 200_000;

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

    /// Milliseconds of one processor for a move, about: the speed of this machine sets the nodes, so
    /// another run may find something else
    #[arg(long, value_name = "MS")]
    #[arg(conflicts_with_all = ["quick", "deep", "nodes", "deep_nodes", "mate_nodes", "game_seconds"])]
    #[arg(conflicts_with_all = ["sfen", "check"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    time_ms: Option<u32>,

    /// The same for a whole game, in seconds
    #[arg(long, value_name = "S")]
    #[arg(conflicts_with_all = ["quick", "deep", "nodes", "deep_nodes", "mate_nodes"])]
    #[arg(conflicts_with_all = ["sfen", "check"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    game_seconds: Option<u32>,

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

/// The nodes that a sweep may spend on a move in a time, at a speed in nodes a second. They are
/// rounded to a rough scale, so that a run that goes on after an interruption comes to the same.
fn nodes_in(ms: f64, speed: f64) -> u64 {
    let wanted = (ms / 1_000.0 * speed * SWEEP_SHARE).max(64.0);
    let step = (2.0 * wanted.log2()).round() / 2.0;
    step.exp2() as u64
}

/// The nodes a second of this machine with an evaluator.
pub(super) fn speed(model: &Model) -> std::io::Result<f64> {
    let stop = AtomicBool::new(false);
    let mut machine = Machine::new(model, 16, DeclarationRule::Points27, &stop)?;
    let position: Position = MIDDLE_GAME.parse().unwrap_or_else(|_| Position::startpos());
    let start = Instant::now();
    // Nobody asks it to stop.
    drop(machine.search(&position, &Ask { nodes: MEASURED_NODES, ..Ask::default() }));
    Ok(MEASURED_NODES as f64 / start.elapsed().as_secs_f64().max(1e-3))
}

impl Effort {
    /// Is the time of an analysis limited?
    pub(super) fn is_timed(&self) -> bool {
        self.time_ms.is_some() || self.game_seconds.is_some()
    }

    /// The settings for a game of so many plies, at a speed in nodes a second.
    pub(super) fn timed(&self, settings: &Settings, speed: f64, plies: usize) -> Settings {
        let of_game = |seconds: u32| f64::from(seconds) * 1_000.0 / plies.max(1) as f64;
        let ms = self.time_ms.map(f64::from).or(self.game_seconds.map(of_game));
        let Some(ms) = ms else { return settings.clone() };
        let searched = Settings::with_nodes(nodes_in(ms, speed));
        let nodes = searched.nodes;
        // Proofs get their usual share of the time, and never more nodes than usual.
        let mate_nodes = (nodes / 8).clamp(300, settings.mate_nodes);
        Settings {
            nodes,
            deep_nodes: searched.deep_nodes,
            side_nodes: searched.side_nodes,
            mate_nodes,
            deep_mate_nodes: mate_nodes.saturating_mul(10),
            hisshi_nodes: mate_nodes.saturating_mul(5),
            hash_mb: self.hash.unwrap_or_else(|| hash_mb(nodes)),
            reproducible: false,
            ..settings.clone()
        }
    }
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
    fn nodes_follow_the_time_and_forgive_small_changes_of_speed() {
        assert!(nodes_in(1.0, 1.0) >= 64);
        let nodes = nodes_in(430.0, 1_000_000.0);
        assert!((100_000..220_000).contains(&nodes), "{nodes}");
        assert!(nodes_in(4_300.0, 1_000_000.0) > 8 * nodes);
        let same = (95..106).filter(|speed| nodes_in(430.0, f64::from(speed * 10_000)) == nodes);
        assert!(same.count() >= 8);
    }

    #[test]
    fn tables_grow_with_the_nodes() {
        assert_eq!([300, 20_000, 150_000, 1_000_000].map(hash_mb), [1, 16, 128, 512]);
    }
}
