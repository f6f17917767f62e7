//! The files that a list of files and folders names.

use std::path::{Path, PathBuf};

use super::StreamError;

/// The folders below each other that are followed at most; a link may lead back to where it came from.
const DEEPEST: usize = 32;

/// Returns the files, and for each folder all records below it in the order of their paths.
pub(super) fn of_paths(paths: &[impl AsRef<Path>]) -> Result<Vec<PathBuf>, StreamError> {
    let mut files = Vec::new();
    for path in paths.iter().map(AsRef::as_ref) {
        let problem = |error| StreamError::Io { path: path.to_owned(), error };
        if std::fs::metadata(path).map_err(problem)?.is_dir() {
            let mut found = Vec::new();
            add_records(path, DEEPEST, &mut found)?;
            if found.is_empty() {
                return Err(StreamError::NoRecords(path.to_owned()));
            }
            found.sort();
            files.append(&mut found);
        } else {
            files.push(path.to_owned());
        }
    }
    Ok(files)
}

fn add_records(folder: &Path, deepest: usize, found: &mut Vec<PathBuf>) -> Result<(), StreamError> {
    let problem = |error| StreamError::Io { path: folder.to_owned(), error };
    for entry in std::fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.is_dir() {
            if deepest > 0 {
                add_records(&path, deepest - 1, found)?;
            }
        } else if is_record(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Does the file's name say that it holds games? The ending `.zst` is looked through.
fn is_record(path: &Path) -> bool {
    let extension =
        |path: &Path| path.extension().map(|text| text.to_string_lossy().to_lowercase());
    match extension(path).as_deref() {
        Some("zst") => is_record(&path.with_extension("")),
        Some("tsv" | "skyg") => true,
        Some(other) => kifu::Format::is_extension(other),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_records() {
        for name in ["a.kif", "a.CSA", "a.b.jkf", "x.tsv", "x.tsv.zst", "x.skyg", "x.kif.zst"] {
            assert!(is_record(Path::new(name)), "{name}");
        }
        for name in ["a.txt", "kif", "a.zst", ".zst", "nn.bin.zst"] {
            assert!(!is_record(Path::new(name)), "{name}");
        }
    }
}
