//! Another library reads what we write and we read what it writes: KIF, KI2, CSA and JKF of random
//! games against the crate rsshogi.

use kifu::{Encoding, Ending, Format, Game, NodeId, ReadOptions, Step};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rsshogi::records as other;
use shogi::Position;

fn random_games(count: usize) -> Vec<Game> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(77);
    let mut games = Vec::new();
    for _ in 0..count {
        let mut position = Position::startpos();
        for _ in 0..random.random_range(20..200) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.random_range(0..moves.len())]);
        }
        let moves: Vec<_> = position.moves_played().collect();
        let mut game = Game::from_moves(&Position::startpos(), &moves);
        let last = game.main_line().last().unwrap_or(NodeId::ROOT);
        game.add(last, Step::End(Ending::Resign)).expect("room");
        games.push(game);
    }
    games
}

fn usi(game: &Game) -> String {
    game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn other_usi(record: &other::Record) -> String {
    let text = other::export_usi_position(record).expect("a line");
    text.split(" moves ").nth(1).unwrap_or_default().trim().to_owned()
}

fn other_reads(text: &str, format: Format) -> other::Record {
    let read: Result<other::Record, String> = match format {
        Format::Kif => other::parse_kif_str(text).map_err(|e| e.to_string()),
        Format::Ki2 => other::parse_ki2_str(text).map_err(|e| e.to_string()),
        Format::Csa | Format::Csa3 => other::parse_csa_str(text).map_err(|e| e.to_string()),
        Format::Jkf => other::parse_jkf_str(text).map_err(|e| e.to_string()),
        Format::Usi => other::parse_usi_position(text).map_err(|e| e.to_string()),
    };
    read.unwrap_or_else(|error| panic!("{format}: {error}\n{text}"))
}

fn other_writes(record: &other::Record, format: Format) -> String {
    let written: Result<String, String> = match format {
        Format::Kif => other::export_kif(record).map_err(|e| e.to_string()),
        Format::Ki2 => other::export_ki2(record).map_err(|e| e.to_string()),
        Format::Csa | Format::Csa3 => other::export_csa(record).map_err(|e| e.to_string()),
        Format::Jkf => other::export_jkf(record).map_err(|e| e.to_string()),
        Format::Usi => other::export_usi_position(record).map_err(|e| e.to_string()),
    };
    written.unwrap_or_else(|error| panic!("{format}: {error}"))
}

#[test]
fn both_libraries_read_each_other() {
    for game in random_games(60) {
        for format in Format::ALL {
            let (text, _) = kifu::write_text(&game, format, Encoding::Utf8);
            let record = other_reads(text.trim_end(), format);
            assert_eq!(other_usi(&record), usi(&game), "{format}: {text}");

            let text = other_writes(&record, format);
            let back = kifu::read_one(text.as_bytes(), &ReadOptions::named("other"));
            let back = back.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(usi(&back.game), usi(&game), "{format}: {text}");
            assert_eq!(back.repairs(), 0, "{format}: {:?}", back.warnings);
        }
    }
}
