//! Games inside the lab: two players, no processes, no clock but the searches' own.

use serde::{Deserialize, Serialize};
use shogi::{Color, DeclarationRule, GameRules, Position};

use crate::error::LabError;
use crate::player::{LabPlayer, SearchSpec};

/// A game is drawn after this many moves.
pub(crate) const MAX_MOVES: u32 = 256;
/// The rules of the lab's games.
const RULES: GameRules =
    GameRules { max_moves: Some(MAX_MOVES), declaration: Some(DeclarationRule::Points27) };
/// The game is decided when, for this many plies in a row, the scores favour the same side by
/// [`CLEAR`].
const AGREED_PLIES: u32 = 4;
/// The score from which an advantage decides, in hundredths of a pawn.
const CLEAR: i32 = 1500;

/// The result of a game.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct GameScore {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub(crate) half_points: usize,
    pub(crate) plies: u32,
}

/// A player and the specification of its searches.
pub(crate) struct Contestant<'a> {
    pub(crate) player: &'a mut LabPlayer,
    pub(crate) spec: &'a SearchSpec,
}

/// Plays a game; the first player has `color`. After each move `watch` gets the number of
/// the contestant that moved, its player and the move number.
pub(crate) fn play(
    contestants: &mut [Contestant<'_>; 2],
    color: Color,
    start: &Position,
    watch: &mut dyn FnMut(usize, &LabPlayer, u32),
) -> Result<GameScore, LabError> {
    for contestant in contestants.iter_mut() {
        contestant.player.new_game()?;
    }
    let mut position = start.clone();
    let mut agreement = (Color::Black, 0);
    let winner = loop {
        let us = position.turn();
        // The players answer with moves only, so the lab declares for them.
        let end = position.end_of_game(&RULES).or_else(|| position.end_by_declaration(&RULES));
        if let Some(end) = end {
            break end.winner();
        }
        let number = usize::from(us != color);
        let contestant = &mut contestants[number];
        let mut spec = contestant.spec.clone();
        spec.max_moves = Some(MAX_MOVES);
        let outcome = contestant.player.think(&position, &spec)?;
        let Some(best) = outcome.moves.first() else { break Some(!us) };
        watch(number, contestant.player, position.move_number());
        let score = contestant.player.in_centipawns(best.score);
        let favoured = if score > 0 { us } else { !us };
        let in_a_row = if favoured == agreement.0 { agreement.1 + 1 } else { 1 };
        agreement = (favoured, if score.abs() >= CLEAR { in_a_row } else { 0 });
        if agreement.1 >= AGREED_PLIES {
            break Some(favoured);
        }
        position.play(best.pv[0]);
    };
    let half_points = match winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    };
    Ok(GameScore { half_points, plies: position.plies_played() as u32 })
}
