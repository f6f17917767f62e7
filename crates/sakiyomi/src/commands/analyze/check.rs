//! `sakiyomi analyze --check`: the sentences of reports proved again.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use ::analysis::check::{Again, check};
use ::analysis::model::GameReport;
use eval::{EvaluatorName, Model};
use kifu::Printable;

use super::Options;
use crate::failure::Failure;
use crate::interrupt;

/// The longest report that is read, in bytes.
const LONGEST: u64 = 256 << 20;

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let (model, _) = options.evaluator.model(EvaluatorName::Network)?;
    let mut is_false = false;
    for path in &options.check {
        let report = read(path)?;
        let failures = interrupt::during(|| failures(&report, &model));
        if interrupt::flag().load(Ordering::SeqCst) {
            return Err(Failure::Interrupted);
        }
        let shown = path.display();
        for failure in &failures {
            writeln!(out, "{}", Printable(&format!("{shown}: {failure}")))?;
        }
        is_false |= !failures.is_empty();
        let sentences = report.sentences.len()
            + report.plies.iter().map(|ply| ply.sentences.len()).sum::<usize>()
            + report.moments.iter().map(|moment| moment.sentences.len()).sum::<usize>();
        let facts = report.evidence.len();
        let failures = failures.len();
        let line = format!("{shown}: sentences {sentences} facts {facts} failures {failures}");
        writeln!(out, "{}", Printable(&line))?;
        out.flush()?;
    }
    if is_false { Err(Failure::Told) } else { Ok(()) }
}

fn failures(report: &GameReport, model: &Model) -> Vec<::analysis::check::Failure> {
    check(report, &mut Again::new(model, interrupt::flag()))
}

fn read(path: &Path) -> Result<GameReport, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| {
        Failure::Usage(format!("--check {}: {reason}", path.display()))
    };
    let length = std::fs::metadata(path).map_err(|error| wrong(&error))?.len();
    if length > LONGEST {
        return Err(wrong(&format!("{length} bytes, expected at most {LONGEST}")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    GameReport::from_json(&text).map_err(|error| wrong(&error))
}
