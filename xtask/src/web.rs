//! `cargo xtask web`: the page of `sakiyomi serve`, from TypeScript to files that the program embeds;
//! and `cargo xtask start`, which builds everything and opens the board.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest Node that the page's tools run with.
const NODE: [u32; 2] = [20, 19];

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The page is built.
    Build,
    /// The page is checked, linted and tested before it is built.
    Check,
    /// The page is served with every change at once, beside a running `sakiyomi serve`.
    Develop,
}

/// The folder of the page's sources.
fn folder(root: &Path) -> PathBuf {
    root.join("crates/web/ui")
}

/// Builds the page.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    check_node()?;
    let folder = folder(root);
    install(&folder)?;
    match mode {
        Mode::Build => npm(&folder, &["run", "build"]),
        Mode::Develop => npm(&folder, &["run", "dev"]),
        Mode::Check => {
            for script in ["lint", "check", "test", "build"] {
                npm(&folder, &["run", script])?;
            }
            Ok(())
        }
    }
}

/// Builds the page and the program and opens the board; without Node a game in the terminal.
pub(crate) fn start(root: &Path, args: &[&str]) -> Result<(), String> {
    let command = match check_node() {
        Ok(()) => {
            run(root, Mode::Build)?;
            "serve"
        }
        Err(reason) => {
            println!("note: {reason}; without it there is a game in the terminal");
            "play"
        }
    };
    let mut cargo = crate::cargo(root);
    cargo.args(["run", "--release", "--package", "sakiyomi", "--", command]);
    if command == "serve" {
        cargo.args(args);
    }
    crate::succeed(&mut cargo, &format!("sakiyomi {command}"))
}

/// Is there a Node that is new enough, and its npm?
pub(crate) fn check_node() -> Result<(), String> {
    let wanted = format!("the board needs Node {}.{} or newer and npm", NODE[0], NODE[1]);
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(found) = version("node") else { return Err(format!("{wanted}; there is no Node")) };
    if !is_new_enough(&found) {
        return Err(format!("{wanted}; this one is {}", found.trim()));
    }
    match version(NPM) {
        Some(_) => Ok(()),
        None => Err(format!("{wanted}; there is no npm")),
    }
}

/// On Windows npm is a script, which needs its whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn is_new_enough(version: &str) -> bool {
    let numbers = version.trim().trim_start_matches('v').split('.').map(str::parse::<u32>);
    let numbers: Vec<u32> = numbers.map_while(Result::ok).take(2).collect();
    numbers.len() == 2 && numbers.as_slice() >= NODE.as_slice()
}

fn npm(folder: &Path, args: &[&str]) -> Result<(), String> {
    let name = format!("npm {}", args.join(" "));
    crate::succeed(Command::new(NPM).args(args).current_dir(folder), &name)
}

/// Installs the packages of the lock file, unless those that are there came from the same one.
fn install(folder: &Path) -> Result<(), String> {
    let path = folder.join("package-lock.json");
    let lock = fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let stamp = folder.join("node_modules/.sakiyomi-lock");
    // A stamp that cannot be read is one that is not there.
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(folder, &["ci"])?;
    fs::write(&stamp, lock).map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_as_numbers() {
        for good in ["v20.19.0", "v20.20.2\n", "v22.1.0", "v100.0.0"] {
            assert!(is_new_enough(good), "{good}");
        }
        for bad in ["v20.9.0", "v18.20.4", "", "nonsense", "v20"] {
            assert!(!is_new_enough(bad), "{bad}");
        }
    }

    /// A lock file without the packages of other systems makes `npm ci` fail there.
    #[test]
    fn the_lock_file_has_the_packages_of_all_systems() {
        let root = crate::repository();
        let path = folder(&root).join("package-lock.json");
        let Ok(text) = fs::read_to_string(path) else { return };
        let mut missing = Vec::new();
        let mut inside = false;
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with("\"optionalDependencies\"") {
                inside = true;
            } else if line.starts_with('}') {
                inside = false;
            } else if inside
                && let Some(name) = line.split('"').nth(1)
                && !text.contains(&format!("node_modules/{name}\": {{"))
            {
                missing.push(name.to_owned());
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
