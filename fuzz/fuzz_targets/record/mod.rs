//! What must hold for every reader of game records.

use kifu::{Encoding, Format, Game, ReadOptions};

/// Reads the bytes as `format`; every game that comes out replays, has messages that can be
/// shown, and comes back with the same moves from every format and encoding.
pub fn check(data: &[u8], format: Format) {
    let options = ReadOptions { format: Some(format), ..ReadOptions::named("fuzz") };
    for game in kifu::read_all(data, &options) {
        match game {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(record) => {
                for warning in &record.warnings {
                    assert!(!warning.to_string().is_empty());
                }
                check_game(&record.game);
            }
        }
    }
}

fn check_game(game: &Game) {
    let mut replay = game.replay();
    for id in game.main_line() {
        if let Some(mv) = game.node(id).mv() {
            let position = replay.position().expect("a board, since there is a move");
            assert!(position.is_legal(mv), "{mv} in {position}");
        }
        replay.go_to(id);
        assert!(kifu::svg::Diagram::new(replay.setup()).to_string().ends_with("</svg>\n"));
    }
    for id in game.main_line() {
        let _ = game.evaluations(id);
    }
    // One encoding a game keeps the targets quick; many games see all.
    let encoding = Encoding::WRITABLE[game.len() % Encoding::WRITABLE.len()];
    for format in Format::ALL {
        let written = kifu::write(game, format, encoding);
        let options = ReadOptions { format: Some(format), ..ReadOptions::named("written") };
        let read = kifu::read_all(&written.bytes, &options);
        let [Ok(record)] = &read[..] else {
            panic!("{format} {}: {read:?}", encoding.name());
        };
        let same = record.game.moves().eq(game.moves());
        assert!(same, "{format}: {:?}", String::from_utf8_lossy(&written.bytes));
        let is_carried = |loss| written.losses.count(loss) == 0;
        let has_words = is_carried(&kifu::Loss::Characters) && is_carried(&kifu::Loss::Encoding);
        if format != Format::Usi && has_words {
            assert_eq!(record.game.ending(), game.ending(), "{format}");
        }
    }
}
