//! `sakiyomi analyze` as a user meets it: forms, folders, records written and read back, mistakes.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use kifu::{Encoding, Format, Game, NodeId, ReadOptions, RecordedScore, Step};
use serde_json::Value;
use shogi::Position;

/// Little of everything, so that a game takes a moment.
const TINY: [&str; 10] = [
    "--evaluator",
    "classic",
    "--nodes",
    "200",
    "--mate-nodes",
    "300",
    "--hash",
    "1",
    "--lang",
    "en",
];

/// A game of 30 plies with a blunder or two.
const MOVES: &str = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d \
                     2b3c 5i5h 5a5b 3g3f 7a7b 3i3h 8f7f 7i6h 7f7d 3h3g 7d7f 1g1f 1c1d 9g9f 9c9d";

fn analyze(args: &[&str]) -> Output {
    common::run("analyze", args, "")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyze").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn game(plies: usize) -> Game {
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for text in MOVES.split_whitespace().take(plies) {
        let mv = position.parse_legal_move(text).expect("a legal move");
        position.play(mv);
        moves.push(mv);
    }
    let mut game = Game::from_moves(&Position::startpos(), &moves);
    game.headers.set(kifu::header::BLACK, "<script>alert(1)</script>");
    game.headers.set(kifu::header::WHITE, "後手の人");
    let last = game.main_line().last().expect("a node");
    game.add(last, Step::End(kifu::Ending::Resign)).expect("an end");
    game
}

fn write(path: &Path, game: &Game, encoding: Encoding) {
    fs::write(path, kifu::write(game, Format::Kif, encoding).bytes).expect("a file");
}

fn read(path: &Path) -> Game {
    let bytes = fs::read(path).expect("a file");
    let record = kifu::read_one(&bytes, &ReadOptions::named(text(path))).expect("a record");
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    record.game
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn a_game_becomes_a_table() {
    let folder = folder("table");
    let file = folder.join("game.kif");
    write(&file, &game(20), Encoding::ShiftJis);
    let output = analyze(&[&TINY[..], &[text(&file)]].concat());
    assert_code(&output, 0);
    let table = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert!(table.starts_with("▲<script>alert(1)</script> △後手の人\n"), "{table}");
    assert!(table.contains("K 600 (fitted on programs' games: 348)"), "{table}");
    assert_eq!(table.lines().filter(|line| line.contains('█') && line.contains('%')).count(), 21);
    assert!(table.contains("\nBlack: mean loss "), "{table}");
    let told = stderr(&output);
    let last = told.lines().last().expect("a last line");
    assert!(
        last.starts_with("games 1 plies 20 moments ") && last.ends_with(" failures 0"),
        "{told}"
    );
    let japanese = analyze(&[&TINY[..8], &["--lang", "ja", text(&file)]].concat());
    assert!(String::from_utf8_lossy(&japanese.stdout).contains("▲７六歩"));
}

#[test]
fn a_part_of_a_game_is_judged_alone() {
    let folder = folder("part");
    let (file, short, out) = (folder.join("a.kifu"), folder.join("b.kifu"), folder.join("out"));
    write(&file, &game(30), Encoding::Utf8);
    write(&short, &game(14), Encoding::Utf8);
    let forms = ["json", "html", "md", "csv", "kifu", "quiz"];
    let reports: Vec<&str> = forms.iter().flat_map(|form| ["--report", form]).collect();
    let part = ["--from", "17", "--to", "28", "--out", text(&out)];
    let output = analyze(&[&TINY[..], &reports, &part, &[text(&file), text(&short)]].concat());
    assert_code(&output, 1);
    let told = stderr(&output);
    let expected = "b.kifu:1: the game has 14 plies, so there is no move to judge from ply 17 on";
    assert!(told.contains(expected), "{told}");
    assert!(told.contains("games 1 plies 12 moments "), "{told}");
    let report = json(&out.join("a.json"));
    assert_eq!((&report["settings"]["from"], &report["settings"]["to"]), (&17.into(), &28.into()));
    let plies = report["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 31);
    for (ply, value) in plies.iter().enumerate() {
        assert_eq!(value["w"].is_number(), (16..=28).contains(&ply), "{ply}");
        assert_eq!(value["class"].is_string(), (17..=28).contains(&ply), "{ply}");
        assert_eq!(value["pass"] == "none", !(16..=28).contains(&ply), "{ply}");
    }
    for name in ["a.html", "a.md"] {
        let page = fs::read_to_string(out.join(name)).expect("a report");
        assert!(page.contains("Only plies 17 to 28 of 30 are judged."), "{name}");
    }
    let table = fs::read_to_string(out.join("games.csv")).expect("a table");
    assert!(table.lines().next().is_some_and(|head| head.ends_with("\"from\",\"to\"")), "{table}");
    assert!(table.trim_end().ends_with(",\"17\",\"28\""), "{table}");
    let record = read(&out.join("a.kifu"));
    for (ply, id) in record.main_line().enumerate().take(31) {
        assert_eq!(record.evaluations(id).len(), usize::from((16..=28).contains(&ply)), "{ply}");
    }
    assert_code(&analyze(&["--evaluator", "classic", "--check", text(&out.join("a.json"))]), 0);
    let args = [&TINY[..], &["--from", "17", "--to", "28", text(&file)]].concat();
    let table = String::from_utf8(analyze(&args).stdout).expect("UTF-8");
    assert!(table.contains("\nOnly plies 17 to 28 of 30 are judged.\n"), "{table}");
    let is_row = |line: &&str| line.contains(['█', '·']) && line.contains('%');
    assert_eq!(table.lines().filter(is_row).count(), 13, "{table}");
}

#[test]
fn a_limit_of_time_sets_the_nodes_and_is_told() {
    let folder = folder("time");
    let file = folder.join("game.kif");
    write(&file, &game(6), Encoding::ShiftJis);
    for limit in [["--time-ms", "2"], ["--game-seconds", "1"]] {
        let args = ["--evaluator", "classic", "--report", "json", limit[0], limit[1], text(&file)];
        let output = analyze(&args);
        assert_code(&output, 0);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let settings = &report["settings"];
        assert_eq!(settings["reproducible"], false, "{limit:?}");
        let (nodes, deep) = (settings["nodes"].as_u64(), settings["deepNodes"].as_u64());
        assert_eq!(deep, nodes.map(|nodes| 5 * nodes));
    }
    for other in [&["--quick"][..], &["--nodes", "5"], &["--game-seconds", "1"]] {
        let output = analyze(&[&["--time-ms", "2", text(&file)], other].concat());
        assert_code(&output, 2);
    }
}

#[test]
fn a_plain_table_has_tabs_and_no_bars() {
    let folder = folder("plain");
    let file = folder.join("game.kif");
    write(&file, &game(20), Encoding::ShiftJis);
    let output = analyze(&[&TINY[..], &["--plain", text(&file)]].concat());
    assert_code(&output, 0);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!table.contains(['█', '·', '\u{1b}']), "{table}");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.contains('\t'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(rows[0], ["ply", "move", "Black", "loss", "class", "marks", "best"]);
    assert_eq!(rows.len(), 22);
    for (ply, row) in rows[1..].iter().enumerate() {
        assert_eq!((row.len(), row[0]), (7, ply.to_string().as_str()), "{row:?}");
        assert!(row[2].ends_with('%') && row[1].is_empty() == (ply == 0), "{row:?}");
    }
}

#[test]
fn one_form_goes_to_standard_output() {
    let record = kifu::write(&game(12), Format::Usi, Encoding::Utf8).bytes;
    let record = String::from_utf8(record).expect("UTF-8");
    for (form, start) in [
        ("json", "{\n  \"format\": \"sakiyomi-analysis\""),
        ("html", "<!DOCTYPE html>"),
        ("md", "# ▲"),
        ("csv", "\u{feff}\"file\""),
        ("quiz", "{\n  \"format\": \"shogihome-next-move\""),
        ("kifu", "#KIF"),
        ("csa", "V2"),
    ] {
        let args = [&TINY[..], &["--report", form, "-"]].concat();
        let output = common::run("analyze", &args, &record);
        assert_code(&output, 0);
        let text = String::from_utf8_lossy(&output.stdout);
        let same = text.to_lowercase().starts_with(&start.to_lowercase());
        assert!(same, "{form}: {}", text.chars().take(60).collect::<String>());
    }
}

#[test]
fn a_folder_with_a_bad_file_is_analysed_all_the_same() {
    let folder = folder("bad_file");
    let (games, out) = (folder.join("games"), folder.join("out"));
    fs::create_dir_all(games.join("below")).expect("a folder");
    write(&games.join("a.kif"), &game(14), Encoding::ShiftJis);
    write(&games.join("below/a.kifu"), &game(16), Encoding::Utf8);
    fs::write(games.join("below/b.csa"), "this is no record\n").expect("a file");
    fs::write(games.join("c.txt"), "notes").expect("a file");
    let illegal = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ５五角(88)\n4 ５五飛(82)\n";
    fs::write(games.join("d.kifu"), illegal).expect("a file");
    let forms = ["html", "json", "csv", "quiz", "md", "kifu"];
    let reports: Vec<&str> = forms.iter().flat_map(|form| ["--report", form]).collect();
    let args = [&TINY[..], &reports, &["--out", text(&out), text(&games)]].concat();
    let output = analyze(&args);
    assert_code(&output, 1);
    let told = stderr(&output);
    assert!(told.contains("note: 1 files are no records and were skipped\n"), "{told}");
    assert!(told.contains("below/b.csa:1: "), "{told}");
    assert!(told.contains("d.kifu:5: illegal last move: "), "{told}");
    assert!(told.ends_with(" failures 1\n") && told.contains("games 3 plies 33 "), "{told}");
    for name in [
        "a.html",
        "a.json",
        "a.md",
        "a.kifu",
        "below/a.html",
        "below/a.json",
        "d.json",
        "index.html",
        "games.csv",
        "players.csv",
        "quiz.json",
        "analysis.db",
    ] {
        assert!(out.join(name).is_file(), "{name}");
    }
    let report = json(&out.join("below/a.json"));
    assert_eq!(report["game"]["source"], "below/a.kifu");
    assert_eq!(report["plies"].as_array().map(Vec::len), Some(17));
    let cut = json(&out.join("d.json"));
    assert_eq!(cut["game"]["moves"].as_array().map(Vec::len), Some(3));
    assert!(cut["game"]["warnings"].to_string().contains("analysed up to it"), "{cut}");
    let page = fs::read_to_string(out.join("a.html")).expect("a page");
    assert!(!page.contains("<script>alert"), "a name runs");
    assert_eq!(fs::read_to_string(out.join("games.csv")).expect("a table").lines().count(), 4);
    // Nothing is searched again, the files are ours, and the bytes are the same.
    let before = fs::read(out.join("a.json")).expect("a file");
    let output = analyze(&args);
    assert_code(&output, 1);
    assert_eq!(fs::read(out.join("a.json")).expect("a file"), before);
}

/// The score of a ply of a JSON report as a record has it.
fn score(ply: &Value) -> RecordedScore {
    let w = ply["w"].as_f64().expect("a number");
    match (ply["mate"].as_i64(), ply["cp"].as_i64()) {
        (Some(plies), _) if ply["basis"] != "searched" => RecordedScore::Mate {
            winner: if w >= 50.0 { shogi::Color::Black } else { shogi::Color::White },
            plies: Some(plies.unsigned_abs() as u32),
        },
        (Some(_), _) => RecordedScore::Centipawns(if w >= 50.0 { 30_000 } else { -30_000 }),
        (None, cp) => RecordedScore::Centipawns(cp.unwrap_or(0) as i32),
    }
}

#[test]
fn a_record_is_read_back_and_a_second_run_replaces_our_block_only() {
    let folder = folder("kif");
    let out = folder.join("out");
    for (name, encoding, form) in
        [("game.kif", Encoding::ShiftJis, "kif"), ("game.kifu", Encoding::Utf8, "kifu")]
    {
        let mut original = game(30);
        let main: Vec<NodeId> = original.main_line().collect();
        original.node_mut(main[0]).comments = vec!["はじめの言葉".into()];
        original.node_mut(main[9]).comments = vec!["・自分の印".into(), "良い手".into()];
        let mv = "1g1f".parse().expect("a move");
        let own = original.add(main[2], Step::Move(mv)).expect("a variation");
        original.node_mut(own).comments = vec!["これもある".into()];
        let file = folder.join(name);
        write(&file, &original, encoding);
        let source = fs::read(&file).expect("the source");
        let reports = ["--report", form, "--report", "json", "--force", "--out", text(&out)];
        let args = [&TINY[..], &reports, &[text(&file)]].concat();
        assert_code(&analyze(&args), 0);
        assert_eq!(fs::read(&file).expect("the source"), source, "the source stays");
        let report = json(&out.join("game.json"));
        let written = out.join(name);
        let read_back = read(&written);
        assert!(read_back.moves().eq(original.moves()));
        let main: Vec<NodeId> = read_back.main_line().collect();
        for (ply, value) in report["plies"].as_array().expect("plies").iter().enumerate() {
            let evaluation = read_back.evaluations(main[ply]).pop().expect("a score");
            assert_eq!(evaluation.score, score(value), "ply {ply}");
        }
        assert_eq!(read_back.node(main[0]).comments[0], "はじめの言葉");
        assert_eq!(read_back.node(main[9]).comments[..2], ["・自分の印", "良い手"]);
        let kept = read_back.node(main[2]).children().iter().any(|&id| {
            read_back.node(id).mv() == Some(mv) && read_back.node(id).comments == ["これもある"]
        });
        assert!(kept, "the user's variation");
        // Again, into the record itself and with another number of nodes: only our block changes.
        let copy = folder.join(format!("copy-{name}"));
        fs::copy(&written, &copy).expect("a copy");
        let more =
            ["--evaluator", "classic", "--nodes", "900", "--mate-nodes", "300", "--hash", "1"];
        let args = [&more[..], &["--lang", "en", "--in-place", text(&copy)]].concat();
        assert_code(&analyze(&args), 0);
        let again = read(&copy);
        assert!(again.moves().eq(original.moves()));
        assert_ne!(fs::read(&copy).expect("a file"), fs::read(&written).expect("a file"));
        for &id in &main {
            let signatures =
                again.node(id).comments.iter().filter(|line| line.contains("#エンジン="));
            assert_eq!(
                signatures.count(),
                usize::from(again.node(id).mv().is_some() || id == main[0])
            );
        }
        let args = [&TINY[..], &["--in-place", text(&copy)]].concat();
        assert_code(&analyze(&args), 0);
        let first = fs::read(&written).expect("a file");
        assert_eq!(fs::read(&copy).expect("a file"), first, "the first settings, the first bytes");
    }
}

#[test]
fn a_source_is_never_overwritten() {
    let folder = folder("source");
    let file = folder.join("game.kif");
    write(&file, &game(8), Encoding::ShiftJis);
    let source = fs::read(&file).expect("the source");
    let strangers = folder.join("game.json");
    fs::write(&strangers, "mine").expect("a file");
    for form in ["kif", "json"] {
        let args = [&TINY[..], &["--report", form, "--out", text(&folder), text(&file)]].concat();
        let output = analyze(&args);
        assert_code(&output, 1);
        let told = stderr(&output);
        let expected = if form == "kif" { "would overwrite a record" } else { "the file exists" };
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(fs::read(&file).expect("the source"), source);
    assert_eq!(fs::read_to_string(&strangers).expect("a file"), "mine");
    let args = [&TINY[..], &["--report", "json", "--out", text(&folder), "--force", text(&file)]];
    assert_code(&analyze(&args.concat()), 0);
    assert_eq!(json(&strangers)["format"], "sakiyomi-analysis");
}

#[test]
fn a_position_is_explained() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let output = analyze(&[&TINY[..], &["--sfen", sfen, "--lines", "2"]].concat());
    assert_code(&output, 0);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains(" 1. 100%"), "{told}");
    assert!(told.contains("■ It mates in 1.") && told.contains("■ mate (Black): yes"), "{told}");
    let output = analyze(&[&TINY[..], &["--sfen", "startpos", "--json"]].concat());
    assert_code(&output, 0);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["format"], "sakiyomi-position");
    assert_eq!(report["candidates"].as_array().map(Vec::len), Some(5));
    assert!(report["candidates"][0]["naturalness"].is_number());
    assert_eq!(report["legalMoves"], 30);
}

#[test]
fn mistakes_get_one_sentence() {
    let folder = folder("mistakes");
    let put = |name: &str, contents: &str| {
        let path = folder.join(name);
        fs::write(&path, contents).expect("a file");
        text(&path).to_owned()
    };
    let good = put("good.sfen", "startpos moves 7g7f 3c3d 2g2f\n");
    let two = put("two.sfen", "startpos moves 7g7f\nstartpos moves 2g2f\n");
    let empty = put("empty.kif", "");
    let no_moves = put("no_moves.kif", "手合割：平手\nまで0手で中断\n");
    let mated = put("mated.sfen", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1 moves\n");
    let one_king =
        put("one_king.sfen", "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*5b\n");
    let walk = ["5i5h 5a5b 5h5i 5b5a "; 300].concat();
    let long = put("long.sfen", &format!("startpos moves {walk}\n"));
    let later = put("later.db", "");
    // A file of 20 bytes is no database.
    fs::write(folder.join("text.db"), "this is not a database".repeat(60)).expect("a file");
    let text_db = text(&folder.join("text.db")).to_owned();
    let nowhere = text(&folder.join("nowhere.kif")).to_owned();
    let no_records = folder.join("none");
    fs::create_dir_all(&no_records).expect("a folder");
    let no_records = text(&no_records).to_owned();
    let good = good.as_str();
    let cases: [(&[&str], i32, &str); 35] = [
        (&[], 2, "required"),
        (&[&nowhere], 2, "there is no such file or folder"),
        (&[&no_records], 2, "there is no record in the folder"),
        (&[&empty], 1, "empty.kif:1: "),
        (&[&no_moves], 1, "no_moves.kif:1: the game has no move, so there is nothing to judge"),
        (&[&mated], 1, "mated.sfen:1: the side to move is mated at the start"),
        (&[&one_king], 1, "one_king.sfen:1: Black has no king, so the game cannot be judged"),
        (&[&long], 1, "long.sfen:1: the game has 1200 plies, expected at most 1000"),
        (&[good, "--report", "pdf"], 2, "expected one of html, md, json"),
        (&[good, "--report", "html", "--report", "json"], 2, "standard output takes one report"),
        (&[&two, "--report", "html"], 2, "there are 2 games, and standard output takes one"),
        (&[good, "--out", good], 2, "expected a folder"),
        (&[good, "--classes", "5,4,3,2"], 2, "expected four rising numbers"),
        (&[good, "--scale", "0"], 2, "expected `fitted` or a number above 0"),
        (&[good, "--nodes", "0"], 2, "0 is not in 1..="),
        (&[good, "--quick", "--deep"], 2, "cannot be used with"),
        (&[good, "--quick", "--nodes", "5"], 2, "cannot be used with"),
        (&[good, "--jobs", "0"], 2, "--jobs"),
        (&[good, "--hash", "0"], 2, "--hash"),
        (&[good, "--moments", "x"], 2, "--moments"),
        (&[good, "--from", "0"], 2, "0 is not in 1..="),
        (&[good, "--from", "3", "--to", "2"], 2, "--from 3 lies behind --to 2"),
        (&[good, "--from", "4"], 1, "so there is no move to judge from ply 4 on"),
        (&["--sfen", "startpos", "--to", "2"], 2, "cannot be used with"),
        (&[good, "--plain", "--report", "md"], 2, "cannot be used with"),
        (&[good, "--comments", "x"], 2, "--comments"),
        (&[good, "--store", &text_db], 2, "the store cannot be used"),
        (&[good, "--store", "/nowhere/at/all.db"], 2, "the store cannot be used"),
        (&[good, "--net", &nowhere], 2, "nowhere.kif"),
        (&["--sfen", "x"], 2, "--sfen"),
        (&["--sfen", "startpos", good], 2, "cannot be used with"),
        (&["--sfen", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"], 2, "Black has no king"),
        (&["--sfen", "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1"], 2, "is mated"),
        (&[good, "--in-place"], 1, "--in-place goes with KIF and CSA files"),
        (&["--json", good], 2, "--json goes with --sfen"),
    ];
    for (args, code, expected) in cases {
        let evaluator: &[&str] = if args.contains(&"--net") { &[] } else { &TINY[..2] };
        let output = analyze(&[evaluator, args].concat());
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
        assert!(told.contains(expected), "{args:?}: {told}");
        let errors = told.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(errors, 1, "{args:?}: {told}");
        assert!(!told.contains("panicked"), "{told}");
    }
    drop(later);
}
