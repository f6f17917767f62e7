//! Games inside the lab: two players, no processes, no clock but the searches' own.

use serde::{Deserialize, Serialize};
use shogi::{Color, DeclarationRule, Position, Repetition};

use crate::error::LabError;
use crate::player::{Manner, Player};

/// A game is drawn after this many moves.
pub(crate) const MAX_MOVES: u32 = 256;
/// The game is decided when both players say so for this many plies in a row.
const AGREED_PLIES: u32 = 4;
/// And think it is so clear, in points (a pawn is 100).
const CLEAR: i32 = 1500;

/// How a game went.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct Game {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub(crate) half_points: usize,
    pub(crate) plies: u32,
}

/// One side of a game.
pub(crate) struct Seat<'a> {
    pub(crate) player: &'a mut Player,
    pub(crate) manner: &'a Manner,
}

/// Plays a game; the first player has `color`. After each move `watch` sees whose it was, by seat,
/// and that player.
pub(crate) fn play(
    seats: &mut [Seat<'_>; 2],
    color: Color,
    start: &Position,
    watch: &mut dyn FnMut(usize, &Player, u32),
) -> Result<Game, LabError> {
    for seat in seats.iter_mut() {
        seat.player.new_game()?;
    }
    let mut position = start.clone();
    let mut agreement = (Color::Black, 0);
    let winner = loop {
        let us = position.turn();
        if let Some(end) = end_by_rule(&position) {
            break end;
        }
        let number = usize::from(us != color);
        let seat = &mut seats[number];
        let mut manner = seat.manner.clone();
        manner.max_moves = Some(MAX_MOVES);
        let outcome = seat.player.think(&position, &manner);
        let Some(best) = outcome.moves.first() else { break Some(!us) };
        watch(number, seat.player, position.move_number());
        let score = best.score.get();
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
    Ok(Game { half_points, plies: position.plies_played() as u32 })
}

/// The winner (none: a draw), if the rules end the game here.
fn end_by_rule(position: &Position) -> Option<Option<Color>> {
    let us = position.turn();
    if !position.has_legal_move() {
        return Some(Some(!us));
    }
    if position.move_number() > MAX_MOVES {
        return Some(None);
    }
    match position.fourfold_repetition() {
        Some(Repetition::Draw) => return Some(None),
        Some(Repetition::Win) => return Some(Some(us)),
        Some(_) => return Some(Some(!us)),
        None => {}
    }
    position.declaration(DeclarationRule::Points27).map(|_| Some(us))
}
