//! Folders of game records, and names for what is made of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// All files below a folder in the order of their paths.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let problem = |error| Failure::Failed(format!("{}: {error}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(problem)? {
            let path = entry.map_err(problem)?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a further game of an input.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:06}.{extension}"))
}

/// Names that have been given out, so that two inputs do not become one output.
#[derive(Default)]
pub(crate) struct Names(HashSet<PathBuf>);

impl Names {
    /// This name, or one with `-2`, `-3`, ... before the extension.
    pub(crate) fn unused(&mut self, path: &Path) -> PathBuf {
        let mut candidate = path.to_owned();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let mut number = 2;
        while !self.0.insert(candidate.clone()) {
            candidate = path.with_file_name(format!("{stem}-{number}.{extension}"));
            number += 1;
        }
        candidate
    }
}
