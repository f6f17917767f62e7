//! `sakiyomi perft`: counts the move sequences of a given length, to test and time the rules.

use super::{parse_sfen, write_total};
use crate::failure::Failure;
use clap::Args;
use shogi::Position;
use shogi::perft::{divide, perft, perft_no_bulk};
use std::io::Write;
use std::time::Instant;

/// Where every position has a single move the recursion is as deep as the depth; this keeps it
/// well inside the stack.
const DEEPEST: i64 = 100;

const ABOUT: &str = "\
Count all sequences of legal moves of a given length.

The counts are known for many positions, so they test the rules; the time tests their
speed. All legal moves count, pointless non-promotions included.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi perft --depth 5
  sakiyomi perft --depth 2 --divide --sfen 'R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1'

The last line is always: nodes N time_ms T nps X";

/// Count all sequences of legal moves of a given length
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Length of the sequences in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: u32,

    /// Position to count from, in SFEN [default: the start position]
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,

    /// Print the count below each first move, too, sorted by the move's text
    #[arg(long)]
    divide: bool,

    /// Play the last ply instead of counting its moves: slower, and times playing as well
    #[arg(long)]
    no_bulk: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut position = match &options.sfen {
        Some(sfen) => parse_sfen(sfen)?,
        None => Position::startpos(),
    };
    // Tables that are built on first use are built here, before the clock starts.
    perft_no_bulk(&mut position, 1);

    let start = Instant::now();
    let nodes = if options.divide {
        let parts = divide(&mut position, options.depth, !options.no_bulk);
        let time = start.elapsed();
        write_parts(&parts, out)?;
        return write_total(parts.iter().map(|(_, nodes)| nodes).sum(), time, out);
    } else if options.no_bulk {
        perft_no_bulk(&mut position, options.depth)
    } else {
        perft(&mut position, options.depth)
    };
    write_total(nodes, start.elapsed(), out)
}

/// One line per first move, in the order of their text.
fn write_parts(parts: &[(impl ToString, u64)], out: &mut dyn Write) -> Result<(), Failure> {
    let mut parts: Vec<(String, u64)> =
        parts.iter().map(|(first, nodes)| (first.to_string(), *nodes)).collect();
    parts.sort();
    for (first, nodes) in parts {
        writeln!(out, "{first}: {nodes}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_sorted_by_text() {
        let mut out = Vec::new();
        write_parts(&[("7g7f", 2), ("P*5e", 3), ("1g1f", 1)], &mut out).expect("memory");
        assert_eq!(out, b"1g1f: 1\n7g7f: 2\nP*5e: 3\n");
    }
}
