//! Short matches between evaluators, for the tests of what was learned.

use eval::AnyEvaluator;
use eval::material::PieceValues;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Searcher, Settings};
use shogi::{Color, DeclarationRule, GameRules, Position};

pub const GAMES: u64 = 100;
const NODES: u64 = 500;
const RULES: GameRules =
    GameRules { max_moves: Some(256), declaration: Some(DeclarationRule::Points27) };

/// A way to make the evaluators of a player, and the piece values that go with them.
pub struct Side<'a> {
    pub evaluator: &'a (dyn Fn() -> AnyEvaluator + Sync),
    pub values: PieceValues,
}

/// A few random moves, the same for a game and the next one, in which colours are exchanged.
fn opening(number: u64) -> Position {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number / 2);
    let mut position = Position::startpos();
    for _ in 0..6 {
        let moves = position.legal_moves();
        position.play(moves[random.random_range(..moves.len())]);
    }
    position
}

/// Plays a game; returns the first player's points in halves.
fn play(number: u64, players: &mut [Searcher; 2], values: [PieceValues; 2]) -> u64 {
    let ours = if number.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut position = opening(number);
    players.iter_mut().for_each(|player| player.new_game().unwrap());
    loop {
        let end = position.end_of_game(&RULES).or_else(|| position.end_by_declaration(&RULES));
        if let Some(end) = end {
            return end.winner().map_or(1, |winner| if winner == ours { 2 } else { 0 });
        }
        let index = usize::from(position.turn() != ours);
        let settings =
            Settings { values: values[index].exchange_values(), ..Settings::to_nodes(NODES) };
        position.play(players[index].think(&position, &settings).moves[0].pv[0]);
    }
}

/// The first side's points in halves, after all games.
pub fn half_points(first: &Side<'_>, second: &Side<'_>) -> u64 {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|half| {
                scope.spawn(move || {
                    let mut players =
                        [first, second].map(|side| Searcher::new((side.evaluator)(), 8).unwrap());
                    let values = [first.values, second.values];
                    let games = (0..GAMES).filter(|number| number / 2 % 2 == half);
                    games.map(|number| play(number, &mut players, values)).sum::<u64>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}
