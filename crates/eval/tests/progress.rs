//! Progress grows along real games.

mod common;

use eval::classic::Progress;
use shogi::Position;

#[test]
fn progress_grows_along_real_games() {
    let games = common::walk::real_games(1000);
    if games.is_empty() {
        return;
    }
    // Mean progress in each tenth of the games, and at their ends.
    let (mut sums, mut counts, mut ends) = ([0; 10], [0; 10], Vec::new());
    for game in &games {
        let moves: Vec<&str> = game.split_whitespace().collect();
        let mut position = Position::startpos();
        for (ply, usi) in moves.iter().enumerate() {
            position.play(usi.parse().expect("a move"));
            let tenth = ply * 10 / moves.len();
            sums[tenth] += Progress::of(&position).get();
            counts[tenth] += 1;
        }
        ends.push(Progress::of(&position).get());
    }
    let means: Vec<i32> = sums.iter().zip(counts).map(|(sum, count)| sum / count).collect();
    ends.sort_unstable();
    let quartiles = [1, 2, 3].map(|quarter| ends[ends.len() * quarter / 4]);
    eprintln!(
        "mean progress by tenth of {} games: {means:?}; at the end {quartiles:?}",
        games.len()
    );
    assert!(means.is_sorted(), "{means:?}");
    assert!(means[0] < 20 && quartiles[1] > 192, "{means:?} {quartiles:?}");
}
