//! `cargo xtask ci`: every check of the repository, cheapest first, until one fails.

use crate::{tidy, web};
use std::path::Path;
use std::time::Instant;

enum Check {
    /// Arguments of a `cargo` command.
    Cargo(&'static [&'static str]),
    /// The manifest of a project beside the workspace, which must compile.
    Beside(&'static str),
    Tidy,
    /// The page of `sakiyomi serve`.
    Web,
}

struct Step {
    name: &'static str,
    check: Check,
}

const STEPS: [Step; 11] = [
    Step { name: "format", check: Check::Cargo(&["fmt", "--all", "--check"]) },
    Step {
        name: "format of fuzz/",
        check: Check::Cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
    },
    Step {
        name: "format of tools/peers/rshogi",
        check: Check::Cargo(&[
            "fmt",
            "--manifest-path",
            "tools/peers/rshogi/Cargo.toml",
            "--check",
        ]),
    },
    Step { name: "tidy", check: Check::Tidy },
    // Before the crates, which embed what it builds.
    Step { name: "page", check: Check::Web },
    Step {
        name: "clippy",
        check: Check::Cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    },
    Step {
        name: "clippy of the tuner's build",
        check: Check::Cargo(&[
            "clippy",
            "--package=search",
            "--package=engine",
            "--package=sakiyomi",
            "--features=tune",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
    },
    Step { name: "check of fuzz/", check: Check::Beside("fuzz/Cargo.toml") },
    Step {
        name: "check of tools/peers/rshogi",
        check: Check::Beside("tools/peers/rshogi/Cargo.toml"),
    },
    Step { name: "tests", check: Check::Cargo(&["test", "--workspace"]) },
    Step { name: "documentation", check: Check::Cargo(&["doc", "--workspace", "--no-deps"]) },
];

/// Runs the steps in order and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    if std::env::var_os("SAKIYOMI_DATA").is_none() {
        println!("note: SAKIYOMI_DATA is not set; tests that need it are skipped");
    }
    let start = Instant::now();
    for (index, step) in STEPS.iter().enumerate() {
        let name = step.name;
        println!("[{}/{}] {name}", index + 1, STEPS.len());
        let step_start = Instant::now();
        let outcome = match step.check {
            Check::Cargo(args) => cargo(root, args),
            Check::Beside(manifest) => check_beside(root, manifest),
            Check::Tidy => tidy::run(root),
            Check::Web => page(root),
        };
        let seconds = step_start.elapsed().as_secs_f64();
        outcome.map_err(|reason| format!("step {name} failed after {seconds:.1} s: {reason}"))?;
        println!("      {name}: passed in {seconds:.1} s");
    }
    println!("all {} steps passed in {:.1} s", STEPS.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn cargo(root: &Path, args: &[&str]) -> Result<(), String> {
    let shown = format!("cargo {}", args.join(" "));
    crate::succeed(crate::cargo(root).args(args).env("RUSTDOCFLAGS", "-D warnings"), &shown)
}

/// Lints, checks, tests and builds the page. Where there is no Node, the step says so, unless the
/// build server requires it.
fn page(root: &Path) -> Result<(), String> {
    match web::check_node() {
        Err(reason) if std::env::var_os("SAKIYOMI_NODE").is_none() => {
            println!("note: {reason}; the page is neither checked nor built");
            Ok(())
        }
        Err(reason) => Err(reason),
        Ok(()) => web::run(root, web::Mode::Check),
    }
}

/// Compiles a project beside the workspace with its own locked versions. It shares the workspace's
/// `target` folder, so that what both need is compiled once and nothing is left in the tree.
fn check_beside(root: &Path, manifest: &str) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| root.join("target").into());
    let args = ["check", "--locked", "--manifest-path", manifest];
    let shown = format!("cargo {}", args.join(" "));
    crate::succeed(crate::cargo(root).args(args).env("CARGO_TARGET_DIR", target), &shown)
}
