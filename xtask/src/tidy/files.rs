//! The text files of the repository: those git tracks, and new ones it does not ignore.

use super::source::SourceFile;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders left out where git cannot say what belongs to the repository.
const NOT_SOURCE: [&str; 7] = [
    ".git",
    "target",
    "node_modules",
    "fuzz/target",
    "fuzz/corpus",
    "fuzz/artifacts",
    "tools/peers/rshogi/target",
];

/// Reads every text file, in the order of their paths.
pub(super) fn read(root: &Path) -> Result<Vec<SourceFile>, String> {
    let mut paths = match known_to_git(root) {
        Some(paths) => paths,
        None => below(root, root)?,
    };
    paths.sort();
    paths.dedup();
    let mut files = Vec::new();
    for path in paths {
        let full_path = root.join(&path);
        if !full_path.is_file() {
            continue; // deleted, and git has not been told yet
        }
        let bytes = std::fs::read(&full_path).map_err(|error| format!("{path}: {error}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(SourceFile::new(path, text));
        }
    }
    Ok(files)
}

/// Paths relative to `root`, or nothing in a copy without git.
fn known_to_git(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let listing = String::from_utf8(output.stdout).ok()?;
    let paths: Vec<String> =
        listing.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    (output.status.success() && !paths.is_empty()).then_some(paths)
}

fn below(root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = relative(root, &path);
        if NOT_SOURCE.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            paths.extend(below(root, &path)?);
        } else {
            paths.push(name);
        }
    }
    Ok(paths)
}

fn relative(root: &Path, path: &Path) -> String {
    let path: PathBuf = path.strip_prefix(root).unwrap_or(path).into();
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_walk_finds_what_git_knows() {
        let root = &crate::repository();
        let walked = super::below(root, root).expect("the repository can be read");
        for path in super::known_to_git(root).unwrap_or_default() {
            if root.join(&path).is_file() {
                assert!(walked.contains(&path), "{path} is not found without git");
            }
        }
    }
}
