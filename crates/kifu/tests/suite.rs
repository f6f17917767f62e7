//! The records in `suites/kifu`, and the corpus where it is available: read, and back through every
//! format.

mod support;

use kifu::{Encoding, Ending, Format, ReadOptions, WarningKind};
use std::path::{Path, PathBuf};

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/kifu")
}

fn check_folder(folder: &Path) -> usize {
    let files = support::files(folder);
    for path in &files {
        let bytes = std::fs::read(path).expect("a file");
        let name = path.display().to_string();
        let games = kifu::read_all(&bytes, &ReadOptions::named(&name));
        assert!(!games.is_empty(), "{name}: no game");
        for game in games {
            let record = match game {
                Ok(record) => record,
                Err(error) => panic!("{error}"),
            };
            for format in Format::ALL {
                for encoding in Encoding::WRITABLE {
                    let (differences, _) = support::round_trip(&record.game, format, encoding);
                    assert!(differences.is_empty(), "{name} {format}: {differences:?}");
                }
            }
        }
    }
    files.len()
}

#[test]
fn every_sample_is_read_and_survives_every_format() {
    assert_eq!(check_folder(&suite()), 39);
}

#[test]
fn every_file_of_the_corpus_is_read_and_survives_every_format() {
    if let Some(folder) = support::data("kifu") {
        assert_eq!(check_folder(&folder), 194);
    }
}

fn read(name: &str) -> kifu::Record {
    let bytes = std::fs::read(suite().join(name)).expect("a sample");
    kifu::read_one(&bytes, &ReadOptions::named(name)).expect("a game")
}

#[test]
fn trees_of_variations() {
    let fork = read("json-kifu-format/fork.kif").game;
    assert_eq!(fork.variations(), 7);
    assert_eq!(fork.ending(), Some(&Ending::Resign));
    let rows = read("json-kifu-format/fork.ki2").game;
    let steps = |game: &kifu::Game| -> Vec<kifu::Step> {
        game.nodes().map(|(_, node)| node.step().clone()).collect()
    };
    assert_eq!(steps(&fork), steps(&rows), "the same game in KIF and KI2");
}

#[test]
fn encodings_and_headers() {
    let yamada = read("json-kifu-format/2005_YAMADA_GPS.csa");
    assert_eq!(yamada.encoding, Encoding::EucJp);
    let white = yamada.game.player(shogi::Color::White);
    assert_eq!(white, Some("山田将棋 Version 2.18 (LEVEL5)"));
    let eight = read("json-kifu-format/8mai.kif");
    assert_eq!(eight.encoding, Encoding::ShiftJis);
    assert_eq!(eight.game.start_name(), Some("八枚落ち"));
    assert_eq!(eight.game.player(shogi::Color::Black), Some("shitate"));
    assert!(eight.warnings.is_empty());
}

#[test]
fn what_is_repaired_is_said() {
    let record = read("json-kifu-format/fork-test.kif");
    let repaired: Vec<WarningKind> = record.warnings.iter().map(|warning| warning.kind).collect();
    assert_eq!(repaired, [WarningKind::MoveNumber, WarningKind::NoEnd]);
    let text = record.warnings[0].to_string();
    assert!(text.starts_with("json-kifu-format/fork-test.kif:18: "), "{text}");
    assert!(text.contains("５ ４二銀(31)") || text.contains("5 ４二銀(31)"), "{text}");
}
