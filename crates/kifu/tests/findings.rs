//! Inputs that fuzzing found: games that did not come back from a file of their own.

use kifu::{Encoding, Ending, Format, Game, Loss, ReadOptions};

fn read(text: &str) -> Game {
    let read = kifu::read_one(text.as_bytes(), &ReadOptions::named("test"));
    read.unwrap_or_else(|error| panic!("{error}")).game
}

/// The game comes back with its end and its comments from every format that can carry them.
fn survives_everything(game: &Game) {
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Usi) {
        for encoding in Encoding::WRITABLE {
            let written = kifu::write(game, format, encoding);
            let options = ReadOptions { format: Some(format), ..ReadOptions::named("written") };
            let read = kifu::read_one(&written.bytes, &options);
            let read = read.unwrap_or_else(|error| panic!("{format} {encoding:?}: {error}"));
            assert_eq!(read.game.ending(), game.ending(), "{format} {encoding:?}");
            assert!(read.game.moves().eq(game.moves()), "{format} {encoding:?}");
            let comments = |game: &Game| {
                game.nodes().flat_map(|(_, n)| n.comments.clone()).collect::<Vec<_>>()
            };
            assert_eq!(comments(&read.game), comments(game), "{format} {encoding:?}");
            for loss in [Loss::End, Loss::Characters, Loss::Encoding] {
                assert_eq!(written.losses.count(&loss), 0, "{format} {encoding:?}: {loss}");
            }
        }
    }
}

#[test]
fn half_width_kana_do_not_hide_the_encoding() {
    let kana = "ｴ".repeat(200);
    let interrupted = read(&format!("手合割：平手\n*開始日5{kana}時\n1 中断\nまで0手で中断\n"));
    assert_eq!(interrupted.ending(), Some(&Ending::Interrupted));
    survives_everything(&interrupted);
    let (first, second) = ("ﾗ".repeat(70), "ﾎ".repeat(200));
    let illegal = read(&format!(
        "終了日時：2014/10/22 12:28:50歩\n*瓦{first}J始日時：{second}\nまで2手で先手の反則勝ち\n"
    ));
    assert_eq!(illegal.ending(), Some(&Ending::IllegalWin));
    survives_everything(&illegal);
    let sealed = read(&format!("*{kana}\n1 ７六歩(77)\n2 封じ手\n"));
    survives_everything(&sealed);
}

#[test]
fn an_escape_in_a_comment_is_no_encoding() {
    let game = read("'CSA encoding=UTF-8\nV2.2\nPI\n+\n'*\u{1b}$B\n+7776FU\n-3334FU\n%TORYO\n");
    assert_eq!(game.moves().count(), 2);
    survives_everything(&game);
}

#[test]
fn end_words_have_characters_of_every_encoding() {
    for word in ["お茶〜", "お茶—", "¥お茶", "お茶‾−"] {
        let game = read(&format!("1 ７六歩(77)\n2 {word}\n"));
        assert!(matches!(game.ending(), Some(Ending::Other(_))), "{word}");
        survives_everything(&game);
    }
}

#[test]
fn bytes_that_mean_something_else_in_utf8_are_a_loss() {
    // ﾃｩ in Shift_JIS are the bytes of é in UTF-8, and a CSA file need not have other Japanese.
    let game = read("V2.2\nN+ﾃｩ\nPI\n+\n+7776FU\n%TORYO\n");
    let written = kifu::write(&game, Format::Csa, Encoding::ShiftJis);
    assert_eq!(written.losses.count(&Loss::Encoding), 1);
    assert_eq!(written.losses.to_string(), "a recognisable encoding (1)");
    assert!(kifu::write(&game, Format::Kif, Encoding::ShiftJis).losses.is_empty());
}

#[test]
fn a_second_heading_among_the_moves_does_not_change_the_start() {
    let board = "手合割：その他\n後手の持駒：飛　歩十五\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：金\n";
    let again = "後手の持駒：飛　歩十五\n手合割：平手\n棋戦：練習\n";
    let game = read(&format!("{board}   1 ５二金打\n{again}"));
    let headers: Vec<_> = game.headers.iter().collect();
    assert_eq!(headers, [("棋戦", "練習")]);
    for encoding in Encoding::WRITABLE {
        let written = kifu::write(&game, Format::Kif, encoding);
        let options = ReadOptions { format: Some(Format::Kif), ..ReadOptions::named("written") };
        let back = kifu::read_one(&written.bytes, &options).unwrap_or_else(|e| panic!("{e}")).game;
        assert_eq!(back.start(), game.start());
        assert!(back.moves().eq(game.moves()));
    }
}

#[test]
fn a_long_end_word_comes_back_whole() {
    let game = read(&format!("▲２六歩\nまで1手で：{}\n", "a".repeat(100)));
    let Some(Ending::Other(word)) = game.ending() else { panic!("{:?}", game.ending()) };
    assert_eq!(word.chars().count(), 60);
    survives_everything(&game);
}
