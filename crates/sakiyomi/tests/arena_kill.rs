//! A match that is killed again and again ends with the same games as one that nobody disturbed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sakiyomi");
const KILLS: u64 = 20;

fn a_match(results: &Path, games: &str) -> Command {
    let player = |name: &str, nodes: &str| {
        format!("cmd={PROGRAM};name={name};limit=nodes={nodes};option.USI_Hash=1")
    };
    let mut command = Command::new(PROGRAM);
    command.args(["arena", "match", &player("deep", "300"), &player("shallow", "100")]);
    command.args(["--games", games, "--seed", "5", "--max-moves", "80", "--quiet"]);
    command.args(["--concurrency", "2", "--resume", "--results"]).arg(results);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The moves of all games, and the table.
fn contents(results: &Path) -> (String, String) {
    let arena = |arguments: &[&str]| {
        let output =
            Command::new(PROGRAM).arg("arena").args(arguments).arg(results).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // Times differ from run to run; everything else is the same.
    let table = arena(&["report"]);
    let table = table.lines().filter(|line| !line.contains("ms a move")).collect::<Vec<_>>();
    (arena(&["export"]), table.join("\n"))
}

fn results(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena_kill");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("{name}{end}")));
    }
    path
}

#[test]
fn twenty_kills_change_nothing() {
    let games = "40";
    let disturbed = results("disturbed.db");
    // A small generator of its own: when the blows fall need not be the same in every run.
    let mut state = u64::from(std::process::id()) | 1;
    for _ in 0..KILLS {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let mut running = a_match(&disturbed, games).spawn().unwrap();
        sleep(Duration::from_millis(30 + (state >> 33) % 400));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    assert!(a_match(&disturbed, games).status().unwrap().success());
    let undisturbed = results("undisturbed.db");
    assert!(a_match(&undisturbed, games).status().unwrap().success());
    let (moves, table) = contents(&undisturbed);
    assert_eq!(moves.lines().count(), 40);
    assert_eq!(contents(&disturbed), (moves, table));
}
