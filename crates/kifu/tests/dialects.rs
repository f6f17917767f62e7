//! Files as users have them: each test is a small file with a trap, and the game it stands for.

use kifu::{Encoding, Ending, Format, ReadOptions, Record, RecordedScore, Warning, WarningKind};
use shogi::Color;

fn read(text: &str) -> Record {
    kifu::read_one(text.as_bytes(), &ReadOptions::named("test")).unwrap_or_else(|e| panic!("{e}"))
}

fn refusal(text: &str) -> String {
    match kifu::read_one(text.as_bytes(), &ReadOptions::named("test")) {
        Ok(record) => panic!("read: {:?} {:?}", moves(&record), record.warnings),
        Err(error) => error.to_string(),
    }
}

fn moves(record: &Record) -> String {
    record.game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn kinds(record: &Record) -> Vec<WarningKind> {
    record.warnings.iter().map(|warning| warning.kind).collect()
}

fn without_notes(record: &Record) -> Vec<WarningKind> {
    let is_repair = |warning: &&Warning| warning.severity() == kifu::Severity::Repair;
    record.warnings.iter().filter(is_repair).map(|warning| warning.kind).collect()
}

#[test]
fn widths_blanks_and_line_ends() {
    let expected = "7g7f 3c3d 8h2b+ 3a2b B*3c";
    for text in [
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 33角打(00)\n6 投了\n",
        "1 76歩(77)\r\n2 34歩(33)\r\n3 22角成(88)\r\n4 同銀(31)\r\n5 ３三角打\r\n6 投了\r\n",
        "１ ７六歩（７７）\n２ ３四歩（３３）\n３ ２二角成（８８）\n４ 同 銀（３１）\n５ ３三角打\n６ 投了",
        "1 ７六歩(77)   ( 0:01/00:00:01)\r2 ３四歩(33)\r3 ２二角成(88)+\r4 同　銀(31)\r5 ３三角打\r6 投了",
        "\u{feff}手数----指手--\n1手目 ▲７六歩(77)\n2 △３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ３三角打\n6 投了\n",
        "▲７六歩 △３四歩 ▲２二角成 △同銀 ▲３三角\nまで5手で先手の勝ち\n",
        "☗７六歩☖３四歩☗２二角成☖同　銀☗３三角打\nまで５手で先手の勝ち\n",
    ] {
        let record = read(text);
        assert_eq!(moves(&record), expected, "{text}");
        assert_eq!(record.game.ending(), Some(&Ending::Resign), "{text}");
        assert_eq!(kinds(&record), [], "{text} {:?}", record.warnings);
    }
}

#[test]
fn names_of_pieces() {
    let start = "後手の持駒：なし\n| ・ ・ ・ ・v王 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ 全 圭 杏 ・ ・ ・ 竜 ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：歩十八\n先手番\n";
    for (text, mv) in [
        ("1 ８四全(83)", "8c8d"),
        ("1 ８四成銀(83)", "8c8d"),
        ("1 ７四圭(73)", "7c7d"),
        ("1 ７四成桂(73)", "7c7d"),
        ("1 ６四杏(63)", "6c6d"),
        ("1 ２四竜(23)", "2c2d"),
        ("1 ２四龍(23)", "2c2d"),
        ("1 ５八王(59)", "5i5h"),
        ("1 ５八玉(59)", "5i5h"),
    ] {
        let record = read(&format!("{start}{text}\n"));
        assert_eq!(moves(&record), mv, "{text}");
        assert_eq!(without_notes(&record), [], "{text}");
    }
}

#[test]
fn missing_promotion_that_must_be() {
    let start = "手合割：その他\n後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ 歩 ・ ・ ・ ・ ・ ・ ・|二\n";
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6);
    let text =
        format!("{start}{empty}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：なし\n1 ８一歩(82)\n");
    let record = read(&text);
    assert_eq!(moves(&record), "8b8a+");
    assert_eq!(without_notes(&record), [WarningKind::MissingPromotion]);
}

#[test]
fn a_promotion_forgotten_earlier() {
    // 3 lacks 成; 5 calls the piece 馬.
    let record =
        read("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n4 ４二飛(82)\n5 ２一馬(22)\n6 投了\n");
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 8b4b 2b2a");
    let repairs = without_notes(&record);
    assert_eq!(repairs, [WarningKind::MissingPromotion]);
    let warning = record.warnings.iter().find(|w| w.kind == repairs[0]).expect("the repair");
    assert_eq!(warning.place, kifu::Place::Line(3));
}

#[test]
fn numbers_and_origins() {
    let record = read("1 ７六歩(77)\n2 ３四歩(33)\n2 ２六歩(27)\n4 投了\n");
    assert_eq!(moves(&record), "7g7f 3c3d 2g2f");
    assert_eq!(kinds(&record), [WarningKind::MoveNumber]);
    let record = read("1 ７六歩(76)\n2 投了\n");
    assert_eq!((moves(&record).as_str(), kinds(&record)), ("7g7f", vec![WarningKind::Origin]));
    let record = read("1 ７六香(77)\n2 投了\n");
    assert_eq!((moves(&record).as_str(), kinds(&record)), ("7g7f", vec![WarningKind::PieceName]));
    assert!(refusal("1 ７六歩(77)\n2 ５五角(22)\n").contains("illegal"));
    assert!(refusal("1 ５八金\n").contains("more than one"));
}

#[test]
fn end_words() {
    let sealed = read("1 ７六歩(77)\n2 封じ手\n");
    assert_eq!(sealed.game.ending(), Some(&Ending::Sealed));
    let unknown = read("1 ７六歩(77)\n2 お茶の時間\n");
    assert_eq!(unknown.game.ending(), Some(&Ending::Other("お茶の時間".to_owned())));
    assert_eq!(kinds(&unknown), [WarningKind::UnknownEnd]);
    // The game goes on behind the word: nothing is dropped.
    let resumed = read("1 ７六歩(77)\n2 封じ手\n2 ３四歩(33)\n3 投了\n");
    assert_eq!(moves(&resumed), "7g7f 3c3d");
    assert_eq!(kinds(&resumed), [WarningKind::EndInside]);
    let nifu =
        read("1 ７六歩(77)\n2 ３四歩(33)\n3 ５五歩打\n4 反則勝ち\nまで3手で後手の反則勝ち\n");
    assert_eq!(nifu.game.ending(), Some(&Ending::IllegalLoss));
    assert_eq!(kinds(&nifu), [WarningKind::IllegalEnd]);
    assert!(refusal("1 ７六歩(77)\n2 ３四歩(33)\n3 ５五歩打\n4 投了\n").contains("not in hand"));
}

#[test]
fn closing_lines_that_disagree() {
    let short = read("1 ７六歩(77)\n2 ３四歩(33)\n3 投了\nまで120手で後手の勝ち\n");
    assert_eq!(kinds(&short), [WarningKind::MoveCount]);
    let result = read("1 ７六歩(77)\n2 ３四歩(33)\n3 投了\nまで2手で千日手\n");
    assert_eq!(kinds(&result), [WarningKind::Result]);
}

#[test]
fn lines_that_mean_nothing_are_kept() {
    let record = read("手合割：平手\n何か\n1 ７六歩(77)\nよくわからない\n2 投了\n");
    assert_eq!(kinds(&record), [WarningKind::UnreadLine; 2]);
    let comments: Vec<&String> = record.game.nodes().flat_map(|(_, node)| &node.comments).collect();
    assert_eq!(comments, ["何か", "よくわからない"]);
    let garbled = read("1 ７六歩(77)\n? ３四歩(33)   ( 0:01/00:00:01)\n3 投了\n");
    assert_eq!(moves(&garbled), "7g7f 3c3d");
    assert_eq!(kinds(&garbled), [WarningKind::Garbled]);
}

#[test]
fn a_variation_of_an_earlier_line() {
    // The second variation fits the main line only.
    let record = read(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 中断\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n\
         \n変化：4手\n4 同　飛(82)\n",
    );
    assert_eq!(record.game.variations(), 2);
    assert_eq!(kinds(&record), [WarningKind::Variation]);
    assert!(refusal("1 ７六歩(77)\n\n変化：9手\n9 ３四歩(33)\n").contains("no line is that long"));
}

#[test]
fn handicap_boards_and_turns() {
    let flipped = "手合割：その他\n後手の持駒：なし\n|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        |v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n\
        | 香 桂 銀 金 玉 金 銀 桂 香|九\n先手の持駒：なし\n1 ６二銀(71)\n2 投了\n";
    let record = read(flipped);
    assert_eq!(record.game.start().turn, Color::White);
    assert_eq!(kinds(&record), [WarningKind::Turn]);
    assert_eq!(record.game.start_name(), Some("二枚落ち"));
    let unknown = read("手合割：青空\n1 ７六歩(77)\n2 投了\n");
    assert_eq!(kinds(&unknown), [WarningKind::Handicap]);
    let rows = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n";
    assert!(refusal(&format!("手合割：その他\n{rows}1 ７六歩(77)\n")).contains("nine rows"));
}

#[test]
fn several_csa_games_in_one_file() {
    let one = "V2.2\nPI\n+\n+7776FU\nT3\n-3334FU\nT1\n%TORYO\n";
    let text =
        format!("{one}/\n{}/\n'only a comment\n/\n{one}{one}", one.replace("-3334FU", "-3335FU"));
    let games = kifu::read_all(text.as_bytes(), &ReadOptions::named("test"));
    let ok: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(ok, [true, false, true, true]);
    let error = games[1].as_ref().expect_err("a pawn that moves two squares").to_string();
    assert!(error.starts_with("test:15: "), "{error}");
    let third = games[2].as_ref().expect("the game before a missing separator");
    assert_eq!(kinds(third), [WarningKind::Separator]);
}

#[test]
fn csa_statements() {
    let text = "'CSA encoding=UTF-8\nV3.0\nN+A\nN-B\n$EVENT:x,y\n$TIME:600+0+10\n$MAX_MOVES:256\nPI\n+\n\
        +7776FU,T12.345\n-3334FU  ,T1 ,'so, so\n+8822UM\n'** 130 -3122GI\n%CHUDAN\n";
    let record = read(text);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+");
    assert_eq!(kinds(&record), []);
    let ms: Vec<Option<u64>> =
        record.game.main_line().map(|id| record.game.node(id).time.map(|t| t.spent_ms)).collect();
    assert_eq!(ms, [None, Some(12_345), Some(1000), None, None]);
    assert_eq!(record.game.headers.get("持ち時間"), Some("600+0+10"));
    assert_eq!(record.game.headers.get("$MAX_MOVES"), Some("256"));
    let last = record.game.main_line().nth(3).expect("the third move");
    let scores = record.game.evaluations(last);
    assert_eq!(scores[0].score, RecordedScore::Centipawns(130));
    assert_eq!(
        record.game.node(record.game.main_line().nth(2).expect("a move")).comments,
        ["so, so"]
    );
    // In version 3 fractions survive.
    let again = kifu::write(&record.game, Format::Csa3, Encoding::Utf8);
    assert!(String::from_utf8_lossy(&again.bytes).contains("T12.345\n"));
    assert!(again.losses.is_empty());
}

#[test]
fn csa_damage_is_said() {
    let lost_sign = read("PI\n+\n+7776FU\nT1\n3334FU\nT1\n%TORYO\n");
    assert_eq!(kinds(&lost_sign), [WarningKind::Turn]);
    let commented = read("PI\n+\n+7776FU\nT1\n'-3334FU\nT1\n%TORYO\n");
    assert_eq!(kinds(&commented), [WarningKind::UnreadLine, WarningKind::Time]);
    let no_start = read("N+A\n+7776FU\n%TORYO\n");
    assert_eq!(kinds(&no_start), [WarningKind::Start]);
    let name = read("PI\n+\n+7776KY\n%TORYO\n");
    assert_eq!((moves(&name).as_str(), kinds(&name)), ("7g7f", vec![WarningKind::PieceName]));
    let unknown = read("PI\n+\n+7776FU\n%HARAKIRI\n");
    assert_eq!(unknown.game.ending(), Some(&Ending::Other("%HARAKIRI".to_owned())));
    assert!(refusal("PI\n+\n+7776FU\n+2726FU\n").contains("illegal"));
}

#[test]
fn usi_lines() {
    for text in [
        "startpos moves 7g7f 3c3d",
        "position startpos moves 7g7f 3c3d\r\n",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d",
        "moves 7g7f 3c3d",
        "7g7f 3c3d",
    ] {
        let record = read(text);
        assert_eq!((moves(&record).as_str(), kinds(&record)), ("7g7f 3c3d", vec![]), "{text}");
    }
    let resigned = read("startpos moves 7g7f resign");
    assert_eq!(resigned.game.ending(), Some(&Ending::Resign));
    assert!(refusal("startpos moves 7g7e").contains("illegal"));
    assert!(refusal("startpos moves abc").contains("not a move"));
}

#[test]
fn jkf_with_little_in_it() {
    let record = read(
        r#"{"header":{"下手":"a"},"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"FU"}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},{"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}},
        {"special":"TORYO"}]}"#,
    );
    assert_eq!(moves(&record), "7g7f 3c3d 4i5h");
    assert_eq!(kinds(&record), []);
    assert_eq!(record.game.player(Color::Black), Some("a"));
    for bad in [
        "{",
        "{}",
        r#"{"moves":[{},{"move":{}}]}"#,
        r#"{"moves":[{},{"move":{"to":{"x":99,"y":1},"piece":"FU"}}]}"#,
    ] {
        let _ = refusal(bad);
    }
}

#[test]
fn nothing_that_looks_like_a_record() {
    for text in ["", "hello\nworld\n", "\u{0}\u{1}", "<html>"] {
        assert!(refusal(text).contains("not a game record"), "{text}");
    }
}
