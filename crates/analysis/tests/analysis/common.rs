//! Games for the tests, and how they are analysed.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use analysis::check::{Again, Failure, check};
use analysis::model::{GameReport, Sentence, Settings};
use analysis::{Forgetful, Request, analyse};
use eval::Model;
use kifu::Game;
use shogi::{Move, Position};

/// Settings that take about a second for a game.
pub fn settings() -> Settings {
    Settings {
        mate_nodes: 300,
        deep_mate_nodes: 1_000,
        hisshi_nodes: 500,
        hash_mb: 1,
        moments: 8,
        ..Settings::with_nodes(500)
    }
}

/// A small generator of numbers; the same seed gives the same ones.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        // The constants are those of Knuth's MMIX generator.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A game of legal moves chosen by a small generator; the same seed gives the same game.
pub fn random_game(seed: u64, plies: usize) -> Game {
    let mut numbers = Numbers(seed);
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[numbers.below(legal.len())];
        position.play(mv);
        moves.push(mv);
    }
    Game::from_moves(&Position::startpos(), &moves)
}

/// The report of a game by the classic evaluator.
pub fn analysed(game: &Game, settings: &Settings) -> GameReport {
    let stop = AtomicBool::new(false);
    let request =
        Request { game, source: None, warnings: &[], model: &Model::Classic, settings, jobs: 2 };
    analyse(&request, &mut Forgetful, &mut |_| {}, &stop).expect("a report")
}

/// The report of a position and some moves from there.
pub fn analysed_from(start: &Position, moves: &[Move], settings: &Settings) -> GameReport {
    analysed(&Game::from_moves(start, moves), settings)
}

/// What the check says of a report, searches included or not.
pub fn checked(report: &GameReport, searches: bool) -> Vec<Failure> {
    let stop = AtomicBool::new(false);
    let mut again = match searches {
        true => Again::new(&Model::Classic, &stop),
        false => Again::without_searches(&Model::Classic, &stop),
    };
    check(report, &mut again)
}

/// All sentences of a report with their plies; 0 is the game as a whole.
pub fn sentences(report: &GameReport) -> Vec<(u32, &Sentence)> {
    let of_game = report.sentences.iter().map(|one| (0, one));
    let of_plies = report.plies.iter().flat_map(|ply| ply.sentences.iter().map(|s| (ply.ply, s)));
    let of_moments =
        report.moments.iter().flat_map(|one| one.sentences.iter().map(|s| (one.ply, s)));
    of_game.chain(of_plies).chain(of_moments).collect()
}

/// Does a report say this at a ply?
pub fn says(report: &GameReport, ply: u32, template: &str) -> bool {
    sentences(report).iter().any(|one| one.0 == ply && one.1.template == template)
}

/// A file of the suites.
pub fn suite(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../suites").join(name)
}

/// The rows of a table of the suites, without comments.
pub fn rows(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(suite(name)).expect("a file of the suites");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}
