//! Tests on games and positions whose counts are known.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use search::{Categories, Category, Realization};
use shogi::Position;

use super::tables::{Measure, realization};
use super::*;
use crate::stream::{GameSelection, MoveSelection, Movers, Stream};

/// A table of games that is removed at the end.
struct Table(PathBuf);

impl Table {
    fn new(name: &str, games: &[(&str, &str)]) -> Self {
        let name = format!("sakiyomi-statistics-{name}-{}.tsv", std::process::id());
        let file = std::env::temp_dir().join(name);
        let line = |(winner, moves): &(&str, &str)| {
            let plies = moves.split(' ').count();
            let scores = vec!["0"; plies].join(",");
            format!("3000\t3000\t%TORYO\t{winner}\t{plies}\t{moves}\t{scores}\n")
        };
        fs::write(&file, games.iter().map(line).collect::<String>()).expect("a file");
        Self(file)
    }

    fn count(&self, games: GameSelection, moves: MoveSelection) -> Gathered {
        count(&self.0, games, moves, 1)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn count(file: &Path, games: GameSelection, moves: MoveSelection, threads: usize) -> Gathered {
    let mut stream = Stream::open(&[file], games).expect("a file");
    let damage = |error| panic!("{error}");
    let gathered = gather(&mut stream, moves, threads, damage, |_| ControlFlow::Continue(()));
    gathered.expect("counts")
}

/// Nothing is held out.
fn all() -> GameSelection {
    GameSelection { held_out: 0.0, ..GameSelection::default() }
}

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/learn/selfplay.skyg")
}

fn choice(sfen: &str, mv: &str) -> Choice {
    let position: Position = sfen.parse().expect("a position");
    Choice::of(&position, mv.parse().expect("a move")).expect("a choice")
}

/// The four positions: the start (9 pawn moves, 3 king moves, 18 others); White's, where 4c4d gives a
/// pawn to the bishop; bishops face each other; the bishop has been taken.
#[test]
fn a_game_of_four_moves() {
    let table = Table::new("four", &[("b", "7g7f 3c3d 8h2b+ 3a2b")]);
    let counted = table.count(all(), MoveSelection::default());
    let moves = &counted.moves;
    assert_eq!((moves.positions(), moves.forced()), (4, 0));
    let count = |category| moves.count(category, |_| true);
    let free = |phase| Stratum { in_check: false, phase };
    // A horse in the camp and a bishop in hand are 6 of 42 points of progress, 36 of 256.
    assert_eq!(moves.positions_of(free(Phase::Opening)), 3);
    assert_eq!(moves.positions_of(free(Phase::Middlegame)), 1);
    // Pawns moved in the first two positions and could in all.
    let pawns = count(Category::PawnMove);
    assert_eq!((pawns.available, pawns.played), (4, 2));
    // The recapture is the only one, and no other capture gains a big piece.
    let back = count(Category::TakeBackBig);
    assert_eq!((back.available, back.played), (1, 1));
    assert_eq!(moves.count(Category::TakeBackBig, |it| it.in_check), Count::default());
    // Two moves were made by pieces, the bishop's and the silver's; one of them takes back.
    assert_eq!(count(Category::PieceMove).played, 2);
    assert_eq!(count(Category::KingMove).played, 0);
    assert_eq!(count(Category::KingMove).available, 4);

    let first = table.count(all(), MoveSelection { every: 4, ..MoveSelection::default() });
    let count = |category| first.moves.count(category, |_| true);
    assert_eq!(first.moves.legal_moves(), 30);
    assert_eq!(count(Category::PawnMove), Count { available: 1, played: 1, moves: 9 });
    assert_eq!(count(Category::KingMove), Count { available: 1, played: 0, moves: 3 });
    assert_eq!(count(Category::PieceMove), Count { available: 1, played: 0, moves: 18 });
    assert_eq!(count(Category::Losing), Count::default());
    // White's first move.
    let winner = MoveSelection { movers: Movers::Winner, ..MoveSelection::default() };
    let table = Table::new("two", &[("w", "7g7f 3c3d")]);
    let second = table.count(all(), winner).moves;
    assert_eq!(second.positions(), 1);
    let losing = second.count(Category::Losing, |_| true);
    assert_eq!(losing, Count { available: 1, played: 0, moves: 1 });
}

/// A rook can take a pawn in four ways by categories; the moves are counted by hand.
#[test]
fn every_fitting_category_counts() {
    let sfen = "4k4/9/4p4/9/9/9/9/9/K3R4 b - 1";
    let mut counts = MoveCounts::default();
    counts.add(Some(&choice(sfen, "5i5c+")));
    counts.add(Some(&choice(sfen, "9i9h")));
    counts.add(None);
    let count = |category| counts.count(category, |_| true);
    // 5i5c and 5i5c+ take the pawn with check, one of them promotes.
    assert_eq!(count(Category::CaptureSmall), Count { available: 2, played: 1, moves: 4 });
    assert_eq!(count(Category::CheckWithGain), Count { available: 2, played: 1, moves: 4 });
    assert_eq!(count(Category::RookPromotes), Count { available: 2, played: 1, moves: 2 });
    // The king has 8h, 9h and 8i.
    assert_eq!(count(Category::KingMove), Count { available: 2, played: 1, moves: 6 });
    assert_eq!((counts.forced(), counts.positions()), (1, 2));
    // In check there are counts of their own, in a position with few pieces of the endgame none.
    assert_eq!(counts.count(Category::KingMove, |it| it.in_check), Count::default());
    let mut twice = counts.clone();
    twice.merge(&counts);
    assert_eq!(twice.count(Category::KingMove, |_| true).moves, 12);
    assert_eq!(twice.legal_moves(), 2 * counts.legal_moves());
}

#[test]
fn probabilities_are_smoothed_and_have_errors() {
    let count = Count { available: 99, played: 49, moves: 499 };
    assert!((count.probability() - 0.495).abs() < 1e-12);
    assert!((count.of_one_move() - 0.099).abs() < 1e-12);
    assert!(count.error() > 0.09 && count.error() < 0.11, "{}", count.error());
    let none = Count::default();
    assert!(none.probability() > 0.0 && none.probability() < 1.0);
    assert!((none.interval().low, none.interval().high) == (0.0, 1.0));
}

#[test]
fn games_are_counted() {
    let games = [
        ("b", "7g7f 3c3d 2g2f 8c8d"),
        ("w", "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e"),
        ("b", "2g2f 8c8d 2f2e"),
    ];
    let counted = Table::new("games", &games).count(all(), MoveSelection::default());
    let counts = &counted.games;
    assert_eq!((counts.games, counts.wins, counts.draws), (3, [2, 1], 0));
    assert_eq!((counts.plies, counts.shortest, counts.longest), (13, 3, 6));
    assert_eq!((counts.lengths[0], counts.lengths[1]), (3, 0));
    assert_eq!(counts.entering_king_wins, [0, 0]);
    let openings = counts.openings(10);
    assert_eq!(openings.len(), 2);
    assert_eq!(openings[0].1, Opening { games: 2, wins: [1, 1] });
    assert_eq!(openings[1].0.len(), 3);
    // The first two games share four positions with the same move.
    assert_eq!((counted.duplicates, counted.moves.positions()), (4, 9));
    assert_eq!(counts.mean_progress()[0], Some(0.0));
}

/// Two legal moves of one category and one of another; the move played is of the first.
#[test]
fn held_out_positions_judge_weights() {
    let sets: Vec<Categories> = {
        let some = choice("4k4/9/4p4/9/9/9/9/9/K3R4 b - 1", "9i9h");
        some.moves.iter().map(|one| one.0).collect()
    };
    let stratum = Stratum { in_check: false, phase: Phase::Opening };
    let played = sets[0];
    let mut held_out = HeldOut::default();
    let moves = vec![(sets[0], 2), (sets[1], 1)].into_boxed_slice();
    held_out.extend(vec![Choice { stratum, played, moves }]);
    let uniform = held_out.judge_uniform();
    assert!((uniform.loss - 3.0_f64.ln()).abs() < 1e-12);
    assert!((uniform.first - 1.0 / 3.0).abs() < 1e-12 && uniform.first_five == 1.0);
    // Twice the weight: probability 2 / 5, and one of two for the first place.
    let judged = held_out.judge(|_, set| if set == played { 2.0 } else { 1.0 });
    assert!((judged.loss - 2.5_f64.ln()).abs() < 1e-12 && (judged.first - 0.5).abs() < 1e-12);
    let wrong = held_out.judge(|_, set| if set == played { 1.0 } else { 2.0 });
    assert_eq!((wrong.first, wrong.positions), (0.0, 1));
}

#[test]
fn threads_do_not_change_the_result() {
    let selection = GameSelection { most: Some(40), held_out: 0.3, ..GameSelection::default() };
    let one = count(&suite(), selection, MoveSelection::default(), 1);
    assert!(one.moves.positions() > 1000 && one.held_out_games > 3);
    assert!(one.held_out.judge_uniform().positions > 100);
    for threads in [2, 5] {
        assert_eq!(count(&suite(), selection, MoveSelection::default(), threads), one);
    }
}

/// The table of a count is read by the search, and weights by category foretell better than chance.
#[test]
fn counts_become_tables() {
    let selection = GameSelection { most: Some(60), held_out: 0.3, ..GameSelection::default() };
    let counted = count(&suite(), selection, MoveSelection::default(), 2);
    for measure in [Measure::Positions, Measure::Moves] {
        let text = realization(&counted.moves, measure, "60 games\nof the suite");
        let table = Realization::parse(&text).expect("a table");
        for &category in Category::ALL {
            let percent = 100.0 * measure.of(counted.moves.count(category, |_| true));
            let error = (table.percentage(category) - percent).abs();
            assert!(error <= (0.006 * percent).max(0.001), "{}: {percent}", category.name());
        }
    }
    let weights = crate::naturalness::MoveWeights::counted(&counted.moves);
    let judged = counted.held_out.judge(|stratum, set| weights.weight(stratum, set));
    let uniform = counted.held_out.judge_uniform();
    assert!(judged.loss < uniform.loss - 0.3, "{} of {}", judged.loss, uniform.loss);
    assert!(judged.first > 2.0 * uniform.first && judged.first_five > judged.first);
}
