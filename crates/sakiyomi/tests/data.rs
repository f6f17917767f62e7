//! `data` as a user meets it, on a file of a few self-play games.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The bytes of a PackedSfenValue record.
const RECORD: usize = 40;

/// A folder with a file of games that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sakiyomi-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let folder = Self(folder);
        let games = folder.path("games.skyg");
        let args =
            ["--out", &games, "--nodes", "20", "--target-positions", "300", "--threads", "1"];
        let output = common::run("selfplay", &args, "");
        assert!(output.status.success(), "{}", errors(&output));
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    /// Runs `data` with arguments; names that begin with @ are files of the folder.
    fn run(&self, args: &str) -> Output {
        let args: Vec<String> = args
            .split(' ')
            .map(|arg| arg.strip_prefix('@').map_or(arg.to_owned(), |name| self.path(name)))
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        common::run("data", &args, "")
    }

    /// Runs `data` and returns its output; nothing but the expected files may be left behind.
    fn ok(&self, args: &str) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args}: {}", errors(&output));
        for entry in fs::read_dir(&self.0).expect("the folder") {
            let name = entry.expect("an entry").file_name().display().to_string();
            let is_left = [".part", ".mark", ".buckets"].iter().any(|end| name.ends_with(end));
            assert!(!is_left, "{args}: {name} is left behind");
        }
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs `data`, which must fail, and returns its one sentence.
    fn fails(&self, args: &str, code: i32) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args}: {}", errors(&output));
        let errors = errors(&output);
        assert_eq!(errors.lines().count(), 1, "{errors}");
        errors
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn sorted(bytes: &[u8]) -> Vec<&[u8]> {
    let mut records: Vec<&[u8]> = bytes.chunks(RECORD).collect();
    records.sort_unstable();
    records
}

#[test]
fn games_are_counted_extracted_split_merged_and_shuffled() {
    let folder = Folder::new("data-files");
    let text = folder.ok("stats @games.skyg");
    assert!(text.starts_with("games ") && text.contains("|score|"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&folder.ok("stats @games.skyg --json")).expect("JSON");
    let positions = json["positions"].as_u64().expect("a number") as usize;
    assert!(positions >= 300, "{json}");

    // All positions are either written or counted as left out.
    let text = folder.ok("extract @games.skyg --out @some.psv");
    // The last six numbers: what was written, and five reasons.
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let counts: usize = numbers.filter_map(|word| word.parse::<usize>().ok()).rev().take(6).sum();
    assert_eq!(counts, positions, "{text}");
    folder
        .ok("extract @games.skyg --out @all.psv --keep-checks --keep-captures --keep-duplicates \
         --score-limit 0");
    assert_eq!(folder.bytes("all.psv").len(), positions * RECORD);

    // Nothing is overwritten but by force.
    let error = folder.fails("extract @games.skyg --out @all.psv", 2);
    assert!(error.contains("all.psv: the file exists; --force overwrites it"), "{error}");
    folder.ok("merge @all.psv --out @some.psv --force");
    assert!(folder.bytes("some.psv") == folder.bytes("all.psv"));

    folder.ok("shuffle @all.psv --out @a.psv --seed 7");
    folder.ok("shuffle @all.psv --out @b.psv --seed 7");
    assert!(folder.bytes("a.psv") == folder.bytes("b.psv"));
    assert!(folder.bytes("a.psv") != folder.bytes("all.psv"));
    assert_eq!(sorted(&folder.bytes("a.psv")), sorted(&folder.bytes("all.psv")));

    for (file, ending) in [("games.skyg", "skyg"), ("all.psv", "psv")] {
        folder.ok(&format!(
            "split @{file} --share 0.4 --out @train.{ending} --held-out @test.{ending}"
        ));
        folder.ok(&format!("merge @train.{ending} @test.{ending} --out @both.{ending}"));
        let (both, before) = (folder.bytes(&format!("both.{ending}")), folder.bytes(file));
        assert_eq!(both.len(), before.len(), "{file}");
    }
    let error = folder.fails("merge @games.skyg @all.psv --out @c.psv", 2);
    assert!(error.contains("all games or all records"), "{error}");
    let error = folder.fails("shuffle @games.skyg --out @c.psv", 2);
    assert!(error.contains("expected PackedSfenValue records"), "{error}");
}

#[test]
fn damage_is_told_in_one_sentence() {
    let folder = Folder::new("data-damage");
    folder.ok("extract @games.skyg --out @all.psv");
    let mut records = folder.bytes("all.psv");
    records[3 * RECORD..][..32].fill(0xff);
    fs::write(folder.path("bad.psv"), &records).expect("a file");
    for command in ["stats @bad.psv", "leaf @bad.psv --out @c.psv", "rescore @bad.psv --out @c.psv"]
    {
        let error = folder.fails(command, 2);
        assert!(error.contains("bad.psv: record 4 is damaged: "), "{error}");
    }
    assert!(!Path::new(&folder.path("c.psv")).exists());
    let mut games = folder.bytes("games.skyg");
    games[20] ^= 1;
    fs::write(folder.path("bad.skyg"), &games).expect("a file");
    for command in ["stats @bad.skyg", "extract @bad.skyg --out @d.psv"] {
        let error = folder.fails(command, 2);
        assert!(error.contains("bad.skyg: game 1 is damaged: "), "{error}");
    }
    let error = folder.fails("stats @none.psv", 2);
    assert!(error.contains("none.psv: "), "{error}");
}

#[test]
fn positions_are_relabelled_and_a_killed_run_goes_on() {
    let folder = Folder::new("data-relabel");
    folder.ok("extract @games.skyg --out @all.psv --keep-captures --keep-duplicates");
    let records = folder.bytes("all.psv");
    folder.ok("rescore @all.psv --out @one.psv --nodes 1000 --threads 1");
    let one = folder.bytes("one.psv");
    assert_eq!(one.len(), records.len());
    for (new, old) in one.chunks(RECORD).zip(records.chunks(RECORD)) {
        // Position, ply and result stay.
        assert_eq!((&new[..32], &new[36..39]), (&old[..32], &old[36..39]));
    }

    let (input, out) = (folder.path("all.psv"), folder.path("two.psv"));
    let args = ["data", "rescore", &input, "--out", &out, "--nodes", "1000", "--threads", "2"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(args)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    // The kill comes as soon as the first positions are written.
    let started = Instant::now();
    let part = folder.path("two.psv.part");
    while fs::metadata(&part).map_or(0, |part| part.len()) == 0 {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    let error = folder.fails("rescore @all.psv --out @two.psv --nodes 100", 2);
    assert!(error.contains("--force begins anew"), "{error}");
    let text = folder.ok("rescore @all.psv --out @two.psv --nodes 1000");
    assert!(text.contains("positions are done already"), "{text}");
    assert!(folder.bytes("two.psv") == one);

    let text = folder.ok("leaf @all.psv --out @leaf.psv --threads 2");
    assert!(text.contains("of them replaced") && !text.contains(" 0 of them"), "{text}");
    let leaves = folder.bytes("leaf.psv");
    assert_eq!(leaves.len(), records.len());
    assert!(leaves != records);
    folder.ok("stats @leaf.psv");
}
