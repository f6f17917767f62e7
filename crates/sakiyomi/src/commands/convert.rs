//! `sakiyomi convert`: game records from any format into any other.

mod target;
mod work;

use crate::failure::Failure;
use clap::Args;
use kifu::Encoding;
use std::io::Write;
use std::path::{Path, PathBuf};
use target::{Output, Target};
use work::{Manner, Work};

const ABOUT: &str = "\
Convert game records between KIF, KI2, CSA, JKF and lines of USI moves.

The input's format and encoding are found by content. What is repaired, what is refused and
what the new format cannot carry is told on stderr, with file and line; the last line there
counts games, warnings, failures, notes and all that was lost. No move is dropped without a
word. Files that exist are not overwritten without --force.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi convert game.kif game.csa           one file; format and encoding by extension
  sakiyomi convert games/ out/ --to kifu       a folder with all below it, to KIF in UTF-8
  sakiyomi convert games.csa out/ --to kif     many games of one file, one file each
  sakiyomi convert - - --to usi < game.ki2     standard input and output

Extensions: kif (Shift_JIS), kifu (UTF-8), ki2, ki2u, csa, jkf, usi or sfen.";

/// Convert game records from any format into any other
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// File or folder to read; - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// File or folder to write; - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Format to write: kif, kifu, ki2, ki2u, csa, csa3, jkf or usi [default: by OUT's extension]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    /// Encoding to write: utf-8, shift_jis or euc-jp [default: by extension; UTF-8 to stdout]
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<String>,

    /// Refuse games that need a repair or that the new format cannot carry whole
    #[arg(long)]
    strict: bool,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let is_folder = options.input.is_dir();
    let output = Output::new(&options.output, is_folder)?;
    let target = Target::new(options.to.as_deref(), encoding(options)?, &output)?;
    if is_same(&options.input, &options.output) {
        return Err(Failure::Usage(format!(
            "{}: input and output are the same",
            options.input.display()
        )));
    }
    output.check(options.force)?;
    let manner = Manner { is_strict: options.strict, overwrites: options.force };
    let mut work = Work::new(target, output, manner, out);
    let outcome = if is_folder {
        work.folder(&options.input)
    } else if options.input == Path::new("-") {
        work.stream("-", std::io::stdin().lock())
    } else {
        work.file(&options.input)
    };
    work.finish(outcome)
}

fn encoding(options: &Options) -> Result<Option<Encoding>, Failure> {
    let Some(name) = &options.encoding else { return Ok(None) };
    match Encoding::from_name(name).filter(|found| Encoding::WRITABLE.contains(found)) {
        Some(found) => Ok(Some(found)),
        None => {
            Err(Failure::Usage(format!("--encoding {name:?}: expected utf-8, shift_jis or euc-jp")))
        }
    }
}

fn is_same(input: &Path, output: &Path) -> bool {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output,
        _ => false,
    }
}
