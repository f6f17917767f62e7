//! The subcommands; one command, one file.

mod analyze;
mod arena;
mod bench;
mod completions;
mod convert;
mod data;
mod eval;
mod hisshi;
mod lab;
mod learn;
mod manual;
mod mate;
mod perft;
mod play;
mod selfplay;
mod serve;
mod show;
mod solving;
pub(crate) mod usi;

use crate::failure::Failure;
use clap::Subcommand;
use shogi::Position;
use std::io::Write;
use std::time::Duration;

/// A subcommand with its options.
#[derive(Subcommand)]
// There is one in the program's life.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Command {
    Analyze(analyze::Options),
    Arena(arena::Options),
    Usi(usi::Options),
    Play(play::Options),
    Serve(serve::Options),
    Eval(eval::Options),
    Bench(bench::Options),
    Mate(mate::Options),
    Hisshi(hisshi::Options),
    Perft(perft::Options),
    Lab(lab::Options),
    Learn(learn::Options),
    Selfplay(selfplay::Options),
    Data(data::Options),
    Convert(convert::Options),
    Show(show::Options),
    Completions(completions::Options),
    #[command(hide = true)]
    Manual(manual::Options),
}

impl Command {
    /// Runs the command and writes its result to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Analyze(options) => analyze::run(options, out),
            Self::Arena(options) => arena::run(options, out),
            Self::Usi(options) => usi::run(options.log.as_deref()),
            Self::Play(options) => play::run(options, out),
            Self::Serve(options) => serve::run(options, out),
            Self::Eval(options) => eval::run(options, out),
            Self::Bench(options) => bench::run(options, out),
            Self::Mate(options) => mate::run(options, out),
            Self::Hisshi(options) => hisshi::run(options, out),
            Self::Perft(options) => perft::run(options, out),
            Self::Lab(options) => lab::run(options, out),
            Self::Learn(options) => learn::run(options, out),
            Self::Selfplay(options) => selfplay::run(options, out),
            Self::Data(options) => data::run(options, out),
            Self::Convert(options) => convert::run(options, out),
            Self::Show(options) => show::run(options, out),
            Self::Completions(options) => completions::run(options, out),
            Self::Manual(options) => manual::run(options),
        }
    }
}

fn parse_sfen(sfen: &str) -> Result<Position, Failure> {
    sfen.parse().map_err(|error| Failure::Usage(format!("--sfen {sfen:?}: {error}")))
}

/// The last line of commands that count nodes; scripts read it.
fn write_total(nodes: u64, time: Duration, out: &mut dyn Write) -> Result<(), Failure> {
    let (time_ms, nps) = (time.as_millis(), nodes_per_second(nodes, time));
    writeln!(out, "nodes {nodes} time_ms {time_ms} nps {nps}")?;
    Ok(())
}

fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_line_is_a_contract() {
        let mut out = Vec::new();
        write_total(3000, Duration::from_micros(1500), &mut out).expect("memory");
        assert_eq!(out, b"nodes 3000 time_ms 1 nps 2000000\n");
        assert_eq!(nodes_per_second(1, Duration::ZERO), 1_000_000_000);
    }
}
