//! Repository tasks, called as `cargo xtask <task>`; one task, one file.
#![allow(clippy::print_stdout, reason = "a task reports to the terminal")]

mod ci;
mod dist;
mod pgo;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
Repository tasks of Sakiyomi.

Usage: cargo xtask <task>

Tasks:
  start   builds everything and opens the board in the browser (needs Node 20.19; without it a
          game in the terminal); arguments go to `sakiyomi serve`
  web     the page of `sakiyomi serve`, which the next build of the program embeds;
          `web --check` lints and tests it first, `web --dev` serves it while it is changed
  ci      all checks: format, tidy, clippy, the projects beside the workspace (they need a C++
          compiler), tests and doc tests, documentation
  tidy    the tables of ARCHITECTURE.md, the guides and the text rules only
  dist    archives (.tar.gz and .zip) below target/dist with the program for several levels of
          the processor, documents, completions and man pages
  pgo NET a faster program, built twice: the second time by what the first one counted
          while it searched with the network NET (needs `rustup component add llvm-tools`,
          or LLVM_PROFDATA set to an llvm-profdata that reads what this rustc writes)

Exit codes: 0 all is well, 1 a check failed, 2 wrong usage.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["ci"] => ci::run(&repository()),
        ["tidy"] => tidy::run(&repository()),
        ["web"] => web::run(&repository(), web::Mode::Build),
        ["web", "--check"] => web::run(&repository(), web::Mode::Check),
        ["web", "--dev"] => web::run(&repository(), web::Mode::Develop),
        ["start", rest @ ..] => web::start(&repository(), rest),
        ["dist"] => dist::run(&repository()),
        ["pgo", net] => pgo::run(&repository(), Path::new(net)),
        ["pgo"] => {
            eprintln!("error: pgo needs the path of a network, an nn.bin (see cargo xtask --help)");
            return ExitCode::from(2);
        }
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        [] => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
        other => {
            eprintln!("error: no task `{}` (see cargo xtask --help)", other.join(" "));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root folder of the repository: where cargo runs this from, which need not be where it was
/// built when a `target` folder is shared or copied.
fn repository() -> PathBuf {
    let manifest_dir =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&manifest_dir).parent().expect("xtask lies in the repository").to_path_buf()
}

/// The cargo that runs this task, to be called at the root of the repository.
fn cargo(root: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root);
    command
}

/// The compiler that cargo uses.
fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The name of this machine's system and processor, as rustc spells it.
fn host_tuple() -> Result<String, String> {
    let output = rustc()
        .args(["--print", "host-tuple"])
        .output()
        .map_err(|error| format!("rustc did not start: {error}"))?;
    match String::from_utf8_lossy(&output.stdout).trim() {
        "" => Err("rustc does not say what machine this is".to_owned()),
        host => Ok(host.to_owned()),
    }
}

/// Runs a command; an error says by this name what did not start or did not end well.
fn succeed(command: &mut Command, name: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("`{name}` did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{name}` ended with {status}")) }
}
