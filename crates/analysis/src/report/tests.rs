//! Every form of a hand-made report: structure, escaping, and what other readers read back.

use kifu::{Encoding, Format, Game, ReadOptions, RecordedScore, Step};
use serde_json::Value as Json;
use shogi::{Color, Position};

use crate::model::Moment;

use super::fixture::{FORMULA, HOSTILE, missed_mate, report};
use super::*;

pub(super) fn written(report: &GameReport, form: Form, options: &Options<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    write(report, form, options, &mut out).expect("memory");
    out
}

fn text(form: Form, language: Language) -> String {
    let options = Options { language, ..Options::default() };
    String::from_utf8(written(&report(), form, &options)).expect("UTF-8")
}

#[test]
fn forms_have_names() {
    for name in Form::NAMES {
        let form = Form::from_name(name).expect("a form");
        assert!(!form.extension().is_empty());
    }
    assert_eq!(Form::from_name("pdf"), None);
}

#[test]
fn the_page_is_whole_and_nothing_breaks_out() {
    for language in [Language::Japanese, Language::English] {
        let page = text(Form::Html, language);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("<script").count(), 2, "the data and the script");
        assert!(!page.contains("<script>hostile") && !page.contains("<b>odd"));
        assert!(page.contains("&lt;script&gt;hostile"));
        assert!(page.contains("Content-Security-Policy"));
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http:") && !addresses.contains("https:"));
        assert!(!page.contains("url(") && !page.contains("@import"));
        assert!(page.contains("id=m23") && page.contains("data-ply=26"));
        assert!(page.contains("id=\"e1\"") && page.contains("data-e=\"e1 e2\""));
        assert!(!page.contains('\u{202e}'), "no turned text");
        assert!(page.len() < 600_000, "{} bytes", page.len());
    }
    assert!(include_str!("html/page.js").len() <= 30_000);
}

#[test]
fn an_english_page_has_no_japanese_words() {
    let page = text(Form::Html, Language::English);
    let start = page.find("<body>").expect("a body");
    let end = page.rfind("<script>").expect("the script");
    let found: String = page[start..end]
        .chars()
        .filter(|letter| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'))
        .collect();
    assert_eq!(found, "");
    assert!(text(Form::Html, Language::Japanese).contains("重要な局面"));
}

#[test]
fn the_page_carries_readable_data() {
    let page = text(Form::Html, Language::Japanese);
    let (_, rest) = page.split_once("id=data>").expect("the data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    let data: Json = serde_json::from_str(json).expect("JSON");
    assert_eq!(data["plies"].as_array().expect("plies").len(), 27);
    assert_eq!(data["moments"][0], 23);
    assert_eq!(data["plies"][23]["move"], "7i6h");
    assert_eq!(data["plies"][1]["text"], "▲７六歩");
}

#[test]
fn markdown_shows_boards_and_escapes_names() {
    for language in [Language::Japanese, Language::English] {
        let text = text(Form::Markdown, language);
        assert!(text.starts_with("# ▲\\<script\\>"), "{}", &text[..80]);
        assert!(!text.contains("<script>") && !text.contains("\n`b`"));
        assert!(text.contains("```\n") && text.contains("### 23. "));
        assert_eq!(text.lines().filter(|line| line.starts_with("| 2")).count(), 8);
    }
}

#[test]
fn tables_are_read_back_without_formulas() {
    let mut folder = Folder::default();
    folder.add(&report(), Some("a b.html"));
    folder.add(&missed_mate(), None);
    let bytes = folder.games_csv();
    assert!(bytes.starts_with("\u{feff}".as_bytes()));
    let mut reader = csv::Reader::from_reader(&bytes[3..]);
    let head = reader.headers().expect("a head").clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 2);
    let at = |name: &str| head.iter().position(|known| known == name).expect("a column");
    assert_eq!(&rows[0][at("white")], "'=1+1");
    assert_eq!(&rows[0][at("plies")], "26");
    assert_eq!(&rows[0][at("black_mistakes")], "1");
    assert_eq!(&rows[0][at("opening_black")], "Side-Pawn Capture");
    assert_eq!(&rows[0][at("turning_points")], "23");
    assert_eq!(&rows[0][at("result")], "white");
    let players = String::from_utf8(folder.players_csv()).expect("UTF-8");
    assert_eq!(players.lines().count(), 1 + 2, "{players}");
    assert!(players.contains("\"'=1+1\",\"2\",\"2\""), "{players}");
}

#[test]
fn the_page_of_a_folder_links_to_games() {
    let mut folder = Folder::default();
    folder.add(&report(), Some("a b:c.html"));
    for language in [Language::Japanese, Language::English] {
        let page = folder.index_html(language);
        assert!(page.contains("href=\"./a%20b%3Ac.html#ply=23\""));
        assert!(page.contains("href=\"./a%20b%3Ac.html\""));
        assert!(!page.contains("<script>hostile") && page.contains("&lt;script&gt;hostile"));
        assert!(page.contains(FORMULA) && !page.contains(HOSTILE));
    }
}

/// A record of the fixture's game with a user's comments and a user's variation.
fn original() -> Game {
    let report = report();
    let moves: Vec<shogi::Move> = report.game.moves.iter().map(|usi| usi.0).collect();
    let mut game = Game::from_moves(&Position::startpos(), &moves);
    game.headers.set(kifu::header::BLACK, "A");
    let main: Vec<_> = game.main_line().collect();
    let last = main[main.len() - 1];
    game.add(last, Step::End(kifu::Ending::Resign)).expect("an end");
    game.node_mut(main[0]).comments = vec!["はじまり".into()];
    game.node_mut(main[23]).comments =
        vec!["互角だと思った".into(), "・自分の印".into(), "*自分の評価".into()];
    let own = game.add(main[4], Step::Move("6g6f".parse().expect("a move"))).expect("a variation");
    game.node_mut(own).comments = vec!["こちらも".into()];
    game
}

fn read(bytes: &[u8], name: &str) -> Game {
    let record = kifu::read_one(bytes, &ReadOptions::named(name)).expect("our own record");
    assert_eq!(record.warnings.len(), 0, "{:?}", record.warnings);
    record.game
}

#[test]
fn records_are_read_back_and_a_second_run_changes_nothing() {
    let (report, original) = (report(), original());
    for dialect in [Dialect::ShogiHome, Dialect::ShogiGui, Dialect::Both] {
        for (encoding, name) in [(Encoding::ShiftJis, "a.kif"), (Encoding::Utf8, "a.kifu")] {
            let form = Form::Record(Format::Kif, encoding);
            let options = Options {
                language: Language::Japanese,
                original: Some(&original),
                dialect,
                ..Options::default()
            };
            let bytes = written(&report, form, &options);
            let game = read(&bytes, name);
            assert!(game.moves().eq(original.moves()));
            for (ply, id) in game.main_line().enumerate().take(report.plies.len()) {
                let evaluation = game.evaluations(id).pop().expect("a score");
                let cp = report.plies[ply].value.and_then(|value| value.cp).expect("a score");
                assert_eq!(evaluation.score, RecordedScore::Centipawns(cp), "ply {ply}");
            }
            let main: Vec<_> = game.main_line().collect();
            let comments = &game.node(main[23]).comments;
            let user = ["互角だと思った", "・自分の印", "*自分の評価"];
            assert_eq!(comments[..3], user);
            assert!(comments.iter().any(|line| line == "【悪手】"), "{comments:?}");
            assert!(comments.iter().any(|line| line.starts_with("・▲６八銀は悪手")));
            assert_eq!(game.variations(), 2, "the user's and ours");
            let again = Options { original: Some(&game), ..options };
            assert_eq!(written(&report, form, &again), bytes, "{dialect:?}");
        }
    }
}

#[test]
fn a_record_without_the_original_has_the_main_line() {
    let options = Options { language: Language::English, ..Options::default() };
    for (form, name) in [
        (Form::Record(Format::Kif, Encoding::Utf8), "a.kifu"),
        (Form::Record(Format::Csa, Encoding::Utf8), "a.csa"),
    ] {
        let report = report();
        let game = read(&written(&report, form, &options), name);
        assert!(game.moves().eq(report.game.moves.iter().map(|usi| usi.0)));
        assert_eq!(game.ending(), Some(&kifu::Ending::Resign));
        for (ply, id) in game.main_line().enumerate().take(report.plies.len()) {
            let evaluation = game.evaluations(id).pop().expect("a score");
            let cp = report.plies[ply].value.and_then(|value| value.cp).expect("a score");
            assert_eq!(evaluation.score, RecordedScore::Centipawns(cp), "{name} ply {ply}");
        }
    }
}

#[test]
fn proved_mates_are_mates_in_records() {
    let options = Options::default();
    let bytes = written(&missed_mate(), Form::Record(Format::Kif, Encoding::Utf8), &options);
    let game = read(&bytes, "a.kifu");
    let first = game.evaluations(kifu::NodeId::ROOT).pop().expect("a score");
    assert_eq!(first.score, RecordedScore::Mate { winner: Color::Black, plies: Some(1) });
}

#[test]
fn the_quiz_accepts_proved_mates_only() {
    let options = Options { created: "2026-01-01T00:00:00.000Z", ..Options::default() };
    let quiz: Json =
        serde_json::from_slice(&written(&missed_mate(), Form::Quiz, &options)).expect("JSON");
    assert_eq!(quiz["format"], "shogihome-next-move");
    assert_eq!(quiz["metadata"]["createdAt"], options.created);
    let problem = &quiz["problems"][0];
    assert_eq!(problem["sfen"], "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1");
    let accepted = |at: usize| problem["candidates"][at]["accepted"].as_bool();
    assert_eq!([accepted(0), accepted(1)], [Some(true), Some(false)]);
    assert_eq!(problem["candidates"][0]["usi"], "G*5b");
    assert_eq!(problem["candidates"][0]["mate"], 1);
    assert_eq!(problem["actualMove"]["usi"], "G*4b");
}

#[test]
fn the_quiz_takes_large_losses_once_and_can_be_anonymous() {
    let mut quiz = Quiz::default();
    quiz.add(&report(), true);
    quiz.add(&report(), true);
    assert_eq!((quiz.len(), quiz.is_empty()), (1, false));
    let text = quiz.to_json("Sakiyomi", "");
    assert!(!text.contains("hostile") && !text.contains("game.kif"));
    let json: Json = serde_json::from_str(&text).expect("JSON");
    let problem = &json["problems"][0];
    assert_eq!(problem["source"]["ply"], 23);
    let mut before: Position =
        problem["previousMove"]["sfen"].as_str().expect("a text").parse().expect("a position");
    let mv = problem["previousMove"]["usi"].as_str().expect("a text").parse().expect("a move");
    assert!(before.is_legal(mv));
    before.play(mv);
    let fields = |sfen: &str| sfen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(fields(&before.to_sfen()), fields(problem["sfen"].as_str().expect("a text")));
}

#[test]
fn a_report_from_a_stranger_does_not_panic() {
    let mut strange = report();
    strange.game.start = "nonsense".into();
    strange.plies[3].sfen = "x".into();
    strange.moments[0].ply = 0;
    strange.moments.push(Moment { ply: 9_999, ..report().moments[0].clone() });
    let mut empty = report();
    empty.plies.clear();
    empty.game.moves.clear();
    for report in [strange, empty] {
        for name in Form::NAMES {
            let form = Form::from_name(name).expect("a form");
            for language in [Language::Japanese, Language::English] {
                assert!(
                    !written(&report, form, &Options { language, ..Options::default() }).is_empty()
                );
            }
        }
    }
}

#[test]
fn every_field_of_the_data_is_in_the_guide() {
    fn names(value: &Json, found: &mut std::collections::BTreeSet<String>) {
        match value {
            Json::Object(fields) => {
                for (name, value) in fields {
                    found.insert(name.clone());
                    // The keys of these are classes, phases, slots and letters, not fields.
                    if !["counts", "captured", "lost", "slots", "terms"].contains(&name.as_str()) {
                        names(value, found);
                    }
                }
            }
            Json::Array(items) => items.iter().for_each(|item| names(item, found)),
            _ => {}
        }
    }
    let guide = include_str!("../../../../docs/analysis-reports.md");
    let mut found = std::collections::BTreeSet::new();
    for report in [report(), missed_mate()] {
        names(&serde_json::from_str(&report.to_json()).expect("JSON"), &mut found);
    }
    found.retain(|name| !guide.contains(&format!("`{name}`")));
    assert!(found.is_empty(), "not in docs/analysis-reports.md: {found:?}");
}

#[test]
fn the_table_is_in_one_language() {
    use crate::terminal::{Layout, text};
    let japanese = text(&report(), Language::Japanese, Layout::Bars);
    for word in ["Black", "White", "mean", "best", "played", "note", " to ", "moves", "nodes"] {
        // The names of the players are part of the record.
        let lines = japanese.lines().skip(1).filter(|line| !line.contains("hostile"));
        assert!(!lines.collect::<String>().contains(word), "{word}: {japanese}");
    }
    assert!(japanese.contains("平均損失 3.20（1.1〜5.6）、正確さ 88.4"), "{japanese}");
    let english = text(&report(), Language::English, Layout::Bars);
    assert!(english.contains("mean loss 3.20 (1.1 to 5.6), accuracy 88.4"), "{english}");
}

#[test]
fn a_move_without_a_loss_shows_none() {
    let mut quiet = report();
    let judgement = quiet.plies[23].judgement.as_mut().expect("a move");
    judgement.loss = 0.0.into();
    let page = written(&quiet, Form::Markdown, &Options::default());
    assert!(!String::from_utf8_lossy(&page).contains("0.0)"));
}

#[test]
fn nameless_games_are_known_by_their_files() {
    let mut folder = Folder::default();
    for source in ["one.kif", "two.kif"] {
        let mut nameless = report();
        nameless.game.source = Some(source.into());
        nameless.players.black.name = None;
        nameless.players.white.name = Some(" ".into());
        folder.add(&nameless, Some(source));
    }
    let index = folder.index_html(Language::English);
    assert!(index.contains("one.kif") && index.contains("two.kif"));
    assert!(!index.contains("▲Black"), "{index}");
    // Nobody is a player of both games.
    assert_eq!(String::from_utf8_lossy(&folder.players_csv()).lines().count(), 1);
}
