//! `sakiyomi bench`: searches a fixed set of positions. With one thread the node count is the
//! signature of the search: it changes only when the search does.

use super::write_total;
use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use clap::Args;
use engine::{Engine, Event, Go, RecipeName};
use shogi::Position;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use usi::SystemClock;

/// One SFEN a line; `#` starts a comment.
const POSITIONS: &str = include_str!("../../../../suites/bench.sfen");

/// Deep enough for every technique to matter, shallow enough for a few seconds.
const DEFAULT_DEPTH: u32 = 9;

const ABOUT: &str = "\
Search a fixed set of positions and print the number of nodes and the speed.

With one thread the node count is the same in every run: it is the signature of the search
and changes only when the search or the evaluation does.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi bench
  sakiyomi bench --net nn.bin --fv-scale 24 --nodes 100000
  sakiyomi bench --evaluator three_piece --entering-king both --recipe bonanza

The last line is always: nodes N time_ms T nps X";

/// Search a fixed set of positions and print the number of nodes and the speed
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Depth of each search in plies [default: 9, without --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    #[arg(allow_negative_numbers = true)]
    depth: Option<u32>,

    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Searching threads; with more than one the node count varies
    #[arg(long, value_name = "T", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    #[command(flatten)]
    evaluator: EvaluatorArgs,

    /// Which search
    #[arg(long, value_name = "R", default_value = RecipeName::Tournament.name())]
    #[arg(value_parser = RecipeName::NAMES)]
    recipe: String,
}

/// The reports of the engine about the running search.
#[derive(Default)]
struct Heard {
    nodes: u64,
    answer: String,
    notes: Vec<String>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let heard = Arc::new(Mutex::new(Heard::default()));
    let mut engine = engine(options, Arc::clone(&heard))?;
    let take = || std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
    engine.make_ready();
    let notes = take().notes;
    options.evaluator.check_engine(&engine, &notes)?;
    let used = engine.options();
    if used.hash_mb != options.hash as usize || used.threads != options.threads as usize {
        // A signature of another search than the one asked for would mislead.
        return Err(Failure::Failed(notes.join("; ")));
    }
    let is_unlimited = options.depth.is_none() && options.nodes.is_none();
    let go = Go {
        depth: options.depth.or(is_unlimited.then_some(DEFAULT_DEPTH)),
        nodes: options.nodes,
        ..Go::default()
    };
    let positions = positions()?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (index, position) in positions.iter().enumerate() {
        engine.set_position(position.clone());
        let start = Instant::now();
        engine.go(go.clone(), 0);
        engine.wait();
        time += start.elapsed();
        let heard = take();
        nodes += heard.nodes;
        let number = index + 1;
        writeln!(out, "{number:2} {:10} {:>9} {position}", heard.answer, heard.nodes)?;
    }
    write_total(nodes, time, out)
}

fn engine(options: &Options, heard: Arc<Mutex<Heard>>) -> Result<Engine, Failure> {
    let sink = move |event| {
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Answer(answer) => {
                heard.nodes = answer.nodes;
                heard.answer = answer.action.to_string();
            }
            Event::Note(text) => heard.notes.push(text),
            Event::Info(_) | Event::MateProgress(_) | Event::Mate(_) => {}
        }
    };
    let no_memory = |error| Failure::Failed(format!("no memory for the engine: {error}"));
    let mut engine =
        Engine::new(Arc::new(SystemClock::new()), Arc::new(sink)).map_err(no_memory)?;
    let settings = [
        ("Threads", options.threads.to_string()),
        ("USI_Hash", options.hash.to_string()),
        ("Recipe", options.recipe.clone()),
        // Every position is to be searched, also those in which the game could be ended.
        ("EnteringKingRule", "NoEnteringKing".to_owned()),
    ];
    for (name, value) in settings.into_iter().chain(options.evaluator.options()?) {
        engine.set_option(name, &value).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    Ok(engine)
}

fn positions() -> Result<Vec<Position>, Failure> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|sfen| sfen.parse())
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::Failed(format!("a position of the bench: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_positions() {
        let positions = positions().expect("all of them");
        assert!((36..=44).contains(&positions.len()));
        assert!(positions.iter().all(Position::has_legal_move));
    }
}
