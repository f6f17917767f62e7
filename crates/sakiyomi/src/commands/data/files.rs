//! What the subcommands of `data` share: outputs that are not overwritten, progress, failures.

use std::ops::ControlFlow;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use learn::data::DataError;

use crate::failure::Failure;
use crate::interrupt;
use crate::new_file::{NewFile, exists};

/// Begins an output. It must not exist, unless it may be overwritten.
pub(super) fn create(path: &Path, overwrites: bool) -> Result<NewFile, Failure> {
    check(path, overwrites)?;
    NewFile::create(path)
}

/// An output must not exist, unless it may be overwritten.
pub(super) fn check(path: &Path, overwrites: bool) -> Result<(), Failure> {
    if path.is_file() && !overwrites {
        return Err(Failure::Usage(exists(path)));
    }
    Ok(())
}

/// Does some work that tells its progress, with a bar on the terminal; Ctrl-C ends it. `total` is
/// the number of positions to be done, if it is known.
pub(super) fn with_bar<T>(
    target: &Path,
    total: Option<u64>,
    work: impl FnOnce(&mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<T, DataError>,
) -> Result<T, Failure> {
    let (bar, template) = match total {
        Some(total) => {
            let template = "{bar:30} {pos}/{len} positions, {per_sec}, {elapsed} gone, {eta} left";
            (ProgressBar::new(total), template)
        }
        None => (ProgressBar::new_spinner(), "{pos} done, {per_sec}, {elapsed} gone"),
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut progress = |done| {
        bar.set_position(done);
        if interrupt::is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let result = interrupt::during(|| work(&mut progress));
    bar.finish_and_clear();
    result.map_err(|error| failure(&error, target))
}

/// A damaged input is the user's to mend; a result that cannot be written is a failure.
pub(super) fn failure(error: &DataError, target: &Path) -> Failure {
    match error {
        DataError::Input { .. } => Failure::Usage(error.to_string()),
        DataError::Output(error) => Failure::Failed(format!("{}: {error}", target.display())),
        DataError::Memory(_) => Failure::Failed(error.to_string()),
        DataError::Interrupted => Failure::Interrupted,
    }
}
