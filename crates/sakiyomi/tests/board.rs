//! The page of `sakiyomi serve` in a browser: the tests of `crates/web/ui/e2e` against the program
//! of this build.
//!
//! They need Node, the page's packages (`cargo xtask web`) and a Chromium that `SAKIYOMI_BROWSER`
//! names. Without these the test says that it is skipped; where the variable is set, they must be
//! there. `SAKIYOMI_E2E` chooses files by a part of their names.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of a program: itself if it is one, else where the shell would find it.
fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Path::new(program).exists().then(|| PathBuf::from(program));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[test]
fn the_page_in_a_browser() {
    let Ok(browser) = std::env::var("SAKIYOMI_BROWSER") else {
        eprintln!("skipped: SAKIYOMI_BROWSER names no Chromium");
        return;
    };
    let browser = find(&browser)
        .unwrap_or_else(|| panic!("SAKIYOMI_BROWSER={browser} is no program that can be found"));
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/ui");
    let runner = ui.join("node_modules/@playwright/test/cli.js");
    if !runner.exists() || !web::has_page() {
        let missing = "the page or its packages are not there: run `cargo xtask web`";
        assert!(std::env::var_os("SAKIYOMI_NODE").is_none(), "{missing}");
        eprintln!("skipped: {missing}");
        return;
    }
    let mut command = Command::new("node");
    command.arg(runner).args(["test", "--retries=1"]);
    command.args(std::env::var("SAKIYOMI_E2E").ok());
    let status = command
        .current_dir(&ui)
        .env("SAKIYOMI", env!("CARGO_BIN_EXE_sakiyomi"))
        .env("CHROMIUM", browser)
        .status()
        .unwrap_or_else(|error| panic!("node does not start: {error}"));
    assert!(status.success(), "the tests of the page failed");
}
