//! Any number of jobs, and any number of kills, gives the same bytes. `SAKIYOMI_KILLS` sets the
//! number of kills; the usual one fits into a few seconds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sakiyomi");
/// The usual number of kills.
const KILLS: u64 = 8;
/// Two games of different lengths.
const GAMES: &str = "\
startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c \
5i5h 5a5b 3g3f 7a7b 3i3h 8f7f 7i6h 7f7d 3h3g 7d7f 1g1f 1c1d 9g9f 9c9d 3g4f 7f7d
startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 5a4b 4e3d 4b5b 3d2c+ 8c8d 2c2b 5b6b 2b3b 8d8e 3b4a 6a5b \
2g2f 8e8f
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyze_kill").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn command(folder: &Path, jobs: &str, nodes: &str) -> Command {
    let games = folder.join("games.sfen");
    fs::write(&games, GAMES).expect("a file");
    let mut command = Command::new(PROGRAM);
    command.args(["analyze", "--evaluator", "classic", "--lang", "ja", "--jobs", jobs]);
    command.args(["--nodes", nodes, "--mate-nodes", "300", "--hash", "1"]);
    command.args(["--report", "json", "--report", "html", "--out"]).arg(folder.join("out"));
    command.arg(games).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The bytes of all reports.
fn reports(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names =
        ["games.json", "games-000002.json", "games.html", "games-000002.html", "index.html"];
    let bytes = |name: &str| fs::read(folder.join("out").join(name));
    names.iter().map(|&name| (name.to_owned(), bytes(name).expect(name))).collect()
}

#[test]
fn jobs_and_kills_change_no_byte() {
    let kills = std::env::var("SAKIYOMI_KILLS").ok().and_then(|text| text.parse().ok());
    let kills: u64 = kills.unwrap_or(KILLS);
    let one = folder("one");
    let began = Instant::now();
    assert!(command(&one, "1", "400").status().expect("a run").success());
    let whole = began.elapsed().as_millis() as u64;
    let expected = reports(&one);
    let many = folder("many");
    assert!(command(&many, "3", "400").status().expect("a run").success());
    assert!(reports(&many) == expected, "jobs change the reports");
    let killed = folder("killed");
    // A small generator of its own: when the blows fall need not be the same in every run.
    let mut state = u64::from(std::process::id()) | 1;
    let mut fell = 0;
    for number in 0..kills {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let jobs = ["1", "2"][number as usize % 2];
        let mut running = command(&killed, jobs, "400").spawn().expect("a run");
        sleep(Duration::from_millis((state >> 33) % whole.max(2)));
        fell += u64::from(running.try_wait().expect("a state").is_none());
        let _ = running.kill();
        running.wait().expect("an end");
    }
    assert!(command(&killed, "2", "400").status().expect("a run").success());
    assert!(reports(&killed) == expected, "{fell} of {kills} kills change the reports");
    eprintln!("{fell} of {kills} kills fell into a run of {whole} ms");
    let left: Vec<_> = fs::read_dir(killed.join("out")).expect("a folder").flatten().collect();
    let parts = left.iter().filter(|entry| entry.path().extension().is_some_and(|e| e == "part"));
    // A kill may leave an unfinished file, which no reader takes for a report.
    assert!(parts.count() <= 5);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_cleanly_and_the_run_goes_on() {
    let folder = folder("ctrl_c");
    let mut slow = command(&folder, "1", "60000");
    let mut running = slow.stderr(Stdio::piped()).spawn().expect("a run");
    let database = folder.join("out/analysis.db");
    for _ in 0..1000 {
        if database.exists() {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(300));
    let id = running.id().to_string();
    let asked = Instant::now();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let mut told = String::new();
    let mut stderr = running.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut stderr, &mut told).expect("UTF-8");
    assert_eq!(running.wait().expect("an end").code(), Some(130), "{told}");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(
        told.contains("interrupted; the same command goes on where this one stopped\n"),
        "{told}"
    );
    assert!(told.lines().last().is_some_and(|last| last.starts_with("games ")), "{told}");
    let output = command(&folder, "2", "400").status().expect("a run");
    assert!(output.success());
}
