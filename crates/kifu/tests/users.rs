//! Records as users have them: games lost by an illegal move, teaching diagrams, end words of
//! servers, collapsed boards, deep variations.

use std::time::Instant;

use kifu::{Encoding, Ending, Format, Game, Loss, ReadOptions, Record, WarningKind};

fn read(text: &str) -> Record {
    match kifu::read_one(text.as_bytes(), &ReadOptions::named("a")) {
        Ok(record) => record,
        Err(error) => panic!("{error}\n{text}"),
    }
}

fn refusal(text: &str) -> String {
    match kifu::read_one(text.as_bytes(), &ReadOptions::named("a")) {
        Ok(record) => panic!("read: {:?}", record.game),
        Err(error) => error.to_string(),
    }
}

fn through(game: &Game, format: Format) -> Game {
    let written = kifu::write(game, format, Encoding::Utf8);
    let options = ReadOptions { format: Some(format), ..ReadOptions::named("b") };
    match kifu::read_one(&written.bytes, &options) {
        Ok(record) => record.game,
        Err(error) => panic!("{error}\n{}", String::from_utf8_lossy(&written.bytes)),
    }
}

/// The same game, lost by an illegal third move, in four formats.
const LOST_BY_ILLEGAL_MOVE: [&str; 4] = [
    "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７四歩(76)\n4 反則負け\nまで3手で後手の反則勝ち\n",
    "手合割：平手\n\n▲７六歩    △３四歩    ▲７四歩\nまで3手で後手の反則勝ち\n",
    "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7674FU\n%ILLEGAL_MOVE\n",
    r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
       {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
       {"move":{"from":{"x":7,"y":6},"to":{"x":7,"y":4},"piece":"FU"},"comments":["why?"]},
       {"special":"ILLEGAL_MOVE"}]}"#,
];

#[test]
fn an_illegal_last_move_is_kept_in_every_format() {
    for text in LOST_BY_ILLEGAL_MOVE {
        let record = read(text);
        assert_eq!(record.game.moves().count(), 2, "{text}");
        assert_eq!(record.game.ending(), Some(&Ending::IllegalLoss), "{text}");
        let kinds: Vec<_> = record.warnings.iter().map(|warning| warning.kind).collect();
        assert_eq!(kinds, [WarningKind::IllegalEnd], "{text}");
        let end = record.game.main_line().last().expect("an end");
        let comments = &record.game.node(end).comments;
        assert!(comments[0].starts_with("反則手："), "{comments:?}");
        assert!(comments[0].contains("７四歩") || comments[0].contains("7674FU"), "{comments:?}");
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            assert_eq!(through(&record.game, format).ending(), record.game.ending(), "{format}");
        }
    }
    // Without an end for that reason the game is refused as before.
    for text in [
        "手合割：平手\n▲７六歩 △３四歩 ▲７四歩\nまで3手で先手の勝ち\n",
        "手合割：平手\n▲７六歩 △３四歩 ▲７四歩 △８四歩\nまで4手で先手の反則負け\n",
        "手合割：平手\n▲７六歩 △３四歩 ▲７四歩\n",
    ] {
        assert!(refusal(text).contains("no legal move fits"), "{text}");
    }
}

#[test]
fn end_words_of_servers() {
    for (line, ending) in [
        ("3 先手 反則負け ( 0:22/00:04:53)", Ending::IllegalLoss),
        ("3 後手 反則負け", Ending::IllegalWin),
        ("3 接続切れ", Ending::Disconnected),
        ("3 切断", Ending::Disconnected),
        ("3 Resign", Ending::Resign),
        ("3 Time-up", Ending::TimeUp),
    ] {
        let record = read(&format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n{line}\n"));
        assert_eq!(record.game.ending(), Some(&ending), "{line}");
        assert!(record.warnings.is_empty(), "{:?}", record.warnings);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Csa3, Format::Jkf] {
            assert_eq!(through(&record.game, format).ending(), Some(&ending), "{format}");
        }
    }
}

/// A board of one rank of pieces, the others empty.
fn board(rank: &str, black: &str, rest: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    format!("後手の持駒：なし\n|{rank}|\n{}先手の持駒：{black}\n先手番\n{rest}", empty.repeat(8))
}

#[test]
fn teaching_diagrams_are_records() {
    let diagrams = [
        ("no king", board(" ・ ・ ・ ・v金 ・ ・ ・ ・", "なし", "")),
        ("king in hand", board(" ・ ・ ・ ・v金 ・ ・ ・ ・", "玉　歩二", "")),
        ("two kings", board(" 玉 ・ ・ ・ ・ ・ ・ ・ 玉", "なし", "")),
        ("three bishops", board(" 角 ・ 角 ・ 角 ・ ・v玉 ・", "飛三", "")),
        ("dead pawn", board(" 歩 ・ ・ ・ ・ ・ ・v玉 ・", "歩二十", "")),
    ];
    for (name, text) in diagrams {
        let record = read(&text);
        let kinds: Vec<_> = record.warnings.iter().map(|warning| warning.kind).collect();
        assert!(kinds.contains(&WarningKind::Diagram), "{name}: {kinds:?}");
        assert_eq!(record.repairs(), 0, "{name}");
        assert!(record.game.start_position().is_err(), "{name}");
        for format in Format::ALL {
            let losses = kifu::write(&record.game, format, Encoding::Utf8).losses;
            let same = through(&record.game, format).start() == record.game.start();
            let is_carried = losses.count(&Loss::Hand) == 0;
            assert_eq!(same, is_carried, "{name} {format}");
            assert!(is_carried || format == Format::Usi, "{name} {format}");
        }
    }
}

#[test]
fn moves_on_a_diagram_are_read_where_they_make_sense() {
    let text =
        board(" ・ ・ ・ ・v香 ・ ・ ・ ・", "飛", "1 ５九飛打\n2 ５九香成(51)\n*taken\n3 中断\n");
    let record = read(&text);
    assert_eq!(record.game.moves().count(), 2);
    for format in Format::ALL {
        assert!(through(&record.game, format).moves().eq(record.game.moves()), "{format}");
    }
    let no_rules = board(" 角 ・ 角 ・ 角 ・ ・v玉 ・", "なし", "1 ８二角(91)\n");
    assert!(refusal(&no_rules).contains("cannot be played from"), "{}", refusal(&no_rules));
}

#[test]
fn collapsed_blanks_of_a_csa_board() {
    let rows = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n\
                P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n\
                P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
                P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n\
                P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n+7776FU\n%TORYO\n";
    let collapsed = rows.replace("  ", " ");
    assert_ne!(rows, collapsed);
    assert_eq!(read(&collapsed).game, read(rows).game);
}

#[test]
fn one_line_may_name_both_players() {
    let game = read("先手: A / 後手: B\n手合割：平手\n1 ７六歩(77)\n2 投了\n").game;
    assert_eq!(game.player(shogi::Color::Black), Some("A"));
    assert_eq!(game.player(shogi::Color::White), Some("B"));
    let game = read("先手：A/B\n手合割：平手\n1 ７六歩(77)\n2 投了\n").game;
    assert_eq!(game.player(shogi::Color::Black), Some("A/B"));
}

/// A record with this many variations, each inside the one before.
fn nested(depth: usize) -> String {
    // Both rooks go back and forth; in place of each move the king can step up.
    let rook = |index: usize| {
        let (to, from) =
            [("３八", "28"), ("７二", "82"), ("２八", "38"), ("８二", "72")][index % 4];
        format!("{} {to}飛({from})\n", index + 1)
    };
    let king = |index: usize| {
        let (to, from) = [("５八", "59"), ("５二", "51")][index % 2];
        format!("{} {to}玉({from})\n", index + 1)
    };
    let mut text = "手合割：平手\n".to_owned();
    text.push_str(&king(0));
    for index in 0..depth {
        text.push_str(&format!("変化：{}手\n{}", index + 1, rook(index)));
        text.push_str(&king(index + 1));
    }
    text
}

#[test]
fn nested_variations_take_time_in_proportion() {
    let time = |depth: usize| {
        let text = nested(depth);
        let start = Instant::now();
        let record = read(&text);
        assert_eq!(record.game.variations(), depth);
        let written = kifu::write(&record.game, Format::Kif, Encoding::Utf8);
        let ki2 = kifu::write(&record.game, Format::Ki2, Encoding::Utf8);
        assert!(written.losses.is_empty() && ki2.losses.is_empty());
        let again = kifu::read_one(&written.bytes, &ReadOptions::named("b")).expect("a record");
        assert_eq!(again.game.variations(), depth);
        let jkf = kifu::write(&record.game, Format::Jkf, Encoding::Utf8);
        let kept = kifu::read_one(&jkf.bytes, &ReadOptions::named("c")).expect("a record");
        let lost = jkf.losses.count(&Loss::Nesting);
        assert_eq!(kept.game.variations() + lost, depth, "all losses are counted");
        start.elapsed()
    };
    // The quickest of three, because other programs may take the processor away.
    let quickest = |depth| (0..3).map(|_| time(depth)).min().unwrap_or_default();
    let (few, many) = (quickest(1_000), quickest(20_000));
    // Twenty times the work; four hundred times if it were quadratic.
    assert!(many < few * 100, "1,000: {few:?}, 20,000: {many:?}");
}
