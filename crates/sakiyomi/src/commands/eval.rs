//! `sakiyomi eval`: what positions are worth without any search, and why.

mod choice;
mod lines;
mod sheet;
mod show;

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use choice::Chosen;
use clap::{ArgGroup, Args};
use shogi::Position;
use std::io::Write;
use std::path::PathBuf;

const ABOUT: &str = "\
Say what a position is worth without any search.

With --sfen a table shows where the value comes from. With FILE (one SFEN per line, - for
stdin) each position gives one line: the value from the side to move, a tab, the SFEN, and
whatever stood behind a tab after it. Empty lines and lines that start with # are skipped; a
line that is not a position gives 'error' and the reason in its place, and exit code 1
in the end.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi eval --sfen 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
  sakiyomi eval --evaluator material positions.sfen
  sakiyomi eval --net nn.bin --fv-scale 24 positions.sfen

A value's table shows the terms of classic, the relations of three_piece, the groups of features
of bonanza or what each piece counts in a network.";

/// Say what a position is worth without any search
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
#[command(group = ArgGroup::new("input").required(true).args(["sfen", "file"]))]
pub(crate) struct Options {
    /// Position to evaluate, in SFEN
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,

    /// File with one SFEN per line; - for stdin
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    evaluator: EvaluatorArgs,

    /// Print JSON: one object, with FILE one object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut chosen = Chosen::new(&options.evaluator)?;
    match (&options.sfen, &options.file) {
        (Some(sfen), _) => {
            let position: Position = sfen
                .parse()
                .map_err(|error| Failure::Usage(format!("--sfen {sfen:?}: {error}")))?;
            let sheet = chosen.sheet(&position);
            if options.json { show::json(&sheet, out) } else { show::table(&position, &sheet, out) }
        }
        (None, Some(file)) => lines::run(&mut chosen, file, options.json, out),
        (None, None) => unreachable!("clap asks for one of the two"),
    }
}
