//! Games of random moves for the tests of several evaluators.

use shogi::Position;

/// Calls `visit` behind every move of some games from the start position, the same in every build.
pub(crate) fn visit(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    let mut state = seed;
    for _ in 0..games {
        let mut game = Position::startpos();
        for _ in 0..plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            game.play(moves[(state >> 33) as usize % moves.len()]);
            visit(&game);
        }
    }
}
