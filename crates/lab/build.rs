//! Tells the crate which commit it is built from, for the heads of records.

use std::path::Path;
use std::process::Command;

/// The folders whose code decides what an experiment finds.
const SOURCES: [&str; 5] = ["../lab", "../search", "../eval", "../shogi", "../stats"];

/// Returns what git answers, or nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    let mut commit = git(&["rev-parse", "--short=10", "HEAD"]).unwrap_or_else(|| "unknown".into());
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let arguments: Vec<&str> = status.into_iter().chain(SOURCES).collect();
    if git(&arguments).is_some_and(|changes| !changes.is_empty()) {
        commit += " with changes";
    }
    println!("cargo::rustc-env=SAKIYOMI_COMMIT={commit}");
    // Every commit and every checkout adds a line there.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    for path in log.as_deref().into_iter().chain(SOURCES).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}
