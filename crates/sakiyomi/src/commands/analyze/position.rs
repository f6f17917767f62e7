//! `sakiyomi analyze --sfen`: one position explained.

use std::io::Write;

use ::analysis::position::{Error, explain, text};
use eval::EvaluatorName;
use kifu::Printable;
use shogi::Position;

use super::Options;
use crate::failure::Failure;
use crate::interrupt;

/// The usual number of candidates.
const LINES: u8 = 5;

pub(super) fn run(options: &Options, sfen: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let position = match sfen {
        "startpos" => Position::startpos(),
        sfen => super::super::parse_sfen(sfen)?,
    };
    let (model, _) = options.evaluator.model(EvaluatorName::Network)?;
    let settings = options.settings(&model)?;
    let lines = usize::from(options.lines.unwrap_or(LINES));
    let explained =
        interrupt::during(|| explain(&position, &model, &settings, lines, interrupt::flag()));
    let report = explained.map_err(|error| match error {
        Error::Stopped => Failure::Interrupted,
        Error::Memory(_) => Failure::Failed(error.to_string()),
        error => Failure::Usage(format!("--sfen {sfen:?}: {error}")),
    })?;
    if options.json {
        out.write_all(report.to_json().as_bytes())?;
        return Ok(());
    }
    for line in text(&report, options.language()).lines() {
        writeln!(out, "{}", Printable(line))?;
    }
    Ok(())
}
