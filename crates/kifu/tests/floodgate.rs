//! Games of programs: all of them replay and survive the way through every format.

mod support;

use kifu::{Encoding, Format, Game, ReadOptions};
use std::io::{BufRead, BufReader};

/// One game out of this number is read; `KIFU_EVERY=1` takes all.
const EVERY: usize = 100;

fn through(game: &Game, format: Format) -> Game {
    let encoding = if format == Format::Kif { Encoding::ShiftJis } else { Encoding::Utf8 };
    let written = kifu::write(game, format, encoding);
    let record = kifu::read_one(&written.bytes, &ReadOptions::named(format.name()));
    let record = record.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(record.repairs(), 0, "{:?}", record.warnings);
    record.game
}

#[test]
fn games_survive_usi_csa_kif_ki2_jkf_usi() {
    let Some(path) = support::data("games/floodgate2016.tsv.zst") else { return };
    let every = std::env::var("KIFU_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(EVERY);
    let file = std::fs::File::open(path).expect("the games");
    let lines = BufReader::new(zstd::stream::read::Decoder::new(file).expect("a decoder")).lines();
    let mut games = 0;
    for line in
        lines.map(|line| line.expect("text")).filter(|line| !line.starts_with('#')).step_by(every)
    {
        let moves = line.split('\t').nth(5).expect("a column of moves");
        let text = format!("startpos moves {moves}\n");
        let first = kifu::read_one(text.as_bytes(), &ReadOptions::named("usi"));
        let mut game = first.unwrap_or_else(|error| panic!("{error}")).game;
        for format in [Format::Csa, Format::Kif, Format::Ki2, Format::Jkf] {
            game = through(&game, format);
        }
        let last = kifu::write(&game, Format::Usi, Encoding::Utf8);
        assert_eq!(String::from_utf8_lossy(&last.bytes), text);
        games += 1;
    }
    eprintln!("{games} games");
    assert!(every > 1 || games == 28_763);
}
