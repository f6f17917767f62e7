//! `cargo xtask ci`: every check of the repository, cheapest first, until one fails.

use crate::tidy;
use std::path::Path;
use std::time::Instant;

enum Check {
    /// Arguments of a `cargo` command.
    Cargo(&'static [&'static str]),
    Tidy,
}

struct Step {
    name: &'static str,
    check: Check,
}

const STEPS: [Step; 6] = [
    Step { name: "format", check: Check::Cargo(&["fmt", "--all", "--check"]) },
    Step {
        name: "format of fuzz/",
        check: Check::Cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
    },
    Step { name: "tidy", check: Check::Tidy },
    Step {
        name: "clippy",
        check: Check::Cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
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
            Check::Tidy => tidy::run(root),
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
