//! Games inside the lab: two players, no processes, no clock but the searches' own.

use serde::{Deserialize, Serialize};
use shogi::{Bitboard, Color, DeclarationRule, GameRules, Move, Position};

use crate::error::LabError;
use crate::player::{LabPlayer, SearchSpec};

/// A game is drawn after this many moves.
pub(crate) const MAX_MOVES: u32 = 256;

/// When a game ends before the rules end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EarlyEnd {
    /// The scores of both players favour the same side by [`CLEAR`] for [`AGREED_PLIES`].
    Agreed,
    /// A player resigns when its score is below this, in points of its evaluator.
    Resigned(i32),
}

/// The conditions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conditions {
    /// The game is drawn after this many moves.
    pub(crate) max_moves: u32,
    pub(crate) early_end: EarlyEnd,
}

impl Conditions {
    /// The conditions of most of the lab's games.
    pub(crate) const SHORT: Self = Self { max_moves: MAX_MOVES, early_end: EarlyEnd::Agreed };
}

/// The game is decided when, for this many plies in a row, the scores favour the same side by
/// [`CLEAR`].
const AGREED_PLIES: u32 = 4;
/// The score from which an advantage decides, in hundredths of a pawn.
const CLEAR: i32 = 1500;

/// The colour of a winner, as records have it.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Winner {
    Black,
    White,
}

/// The result of a game.
#[derive(Clone, Copy, Default, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct GameScore {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub(crate) half_points: usize,
    pub(crate) plies: u32,
    /// The winner; none for a draw, and in records from before it was kept.
    #[serde(default)]
    pub(crate) winner: Option<Winner>,
    /// Did the winner's king stand in the enemy camp when the game was decided?
    #[serde(default)]
    pub(crate) is_entered: bool,
    /// A checksum of the moves, by which equal games are found; 0 in records from before it was
    /// kept.
    #[serde(default)]
    pub(crate) moves: u64,
}

/// A player and the specification of its searches.
pub(crate) struct Contestant<'a> {
    pub(crate) player: &'a mut LabPlayer,
    pub(crate) spec: &'a SearchSpec,
}

/// Plays a game under the lab's usual conditions; the first player has `color`. After each move
/// `watch` gets the number of the contestant that moved, its player and the move number.
pub(crate) fn play(
    contestants: &mut [Contestant<'_>; 2],
    color: Color,
    start: &Position,
    watch: &mut dyn FnMut(usize, &LabPlayer, u32),
) -> Result<GameScore, LabError> {
    play_under(Conditions::SHORT, contestants, color, start, watch)
}

/// Plays a game under the given conditions, otherwise like [`play`].
pub(crate) fn play_under(
    conditions: Conditions,
    contestants: &mut [Contestant<'_>; 2],
    color: Color,
    start: &Position,
    watch: &mut dyn FnMut(usize, &LabPlayer, u32),
) -> Result<GameScore, LabError> {
    let rules = GameRules {
        max_moves: Some(conditions.max_moves),
        declaration: Some(DeclarationRule::Points27),
    };
    for contestant in contestants.iter_mut() {
        contestant.player.new_game()?;
    }
    let mut position = start.clone();
    let mut agreement = (Color::Black, 0);
    let mut moves = FIRST_SUM;
    let winner = loop {
        let us = position.turn();
        // The players answer with moves only, so the lab declares for them.
        let end = position.end_of_game(&rules).or_else(|| position.end_by_declaration(&rules));
        if let Some(end) = end {
            break end.winner();
        }
        let number = usize::from(us != color);
        let contestant = &mut contestants[number];
        let mut spec = contestant.spec.clone();
        spec.max_moves = Some(conditions.max_moves);
        let outcome = contestant.player.think(&position, &spec)?;
        let Some(best) = outcome.moves.first() else { break Some(!us) };
        watch(number, contestant.player, position.move_number());
        match conditions.early_end {
            EarlyEnd::Agreed => {
                let score = contestant.player.in_centipawns(best.score);
                let favoured = if score > 0 { us } else { !us };
                let in_a_row = if favoured == agreement.0 { agreement.1 + 1 } else { 1 };
                agreement = (favoured, if score.abs() >= CLEAR { in_a_row } else { 0 });
                if agreement.1 >= AGREED_PLIES {
                    break Some(favoured);
                }
            }
            EarlyEnd::Resigned(least) if best.score.get() < least => break Some(!us),
            EarlyEnd::Resigned(_) => {}
        }
        moves = summed(moves, best.pv[0]);
        position.play(best.pv[0]);
    };
    let half_points = match winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    };
    Ok(GameScore {
        half_points,
        plies: position.plies_played() as u32,
        winner: winner.map(|winner| match winner {
            Color::Black => Winner::Black,
            Color::White => Winner::White,
        }),
        is_entered: winner.is_some_and(|winner| has_entered(&position, winner)),
        moves,
    })
}

/// Does the king of a side stand in the enemy camp?
fn has_entered(position: &Position, color: Color) -> bool {
    position.king(color).is_some_and(|king| Bitboard::promotion_zone(color).has(king))
}

/// The checksum of no moves.
const FIRST_SUM: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a move to a checksum (FNV-1a).
fn summed(sum: u64, mv: Move) -> u64 {
    mv.to_string()
        .bytes()
        .chain([b' '])
        .fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use eval::Model;
    use search::RecipeName;

    use super::*;
    use crate::player::Until;

    fn played(sfen: &str, color: Color, conditions: Conditions) -> GameScore {
        let start: Position = sfen.parse().expect("a position");
        let spec = SearchSpec::new(RecipeName::Tournament, Until::Nodes(300));
        let mut players =
            [0, 1].map(|_| LabPlayer::for_games_of(&Model::Material).expect("a player"));
        let [first, second] = &mut players;
        let mut contestants =
            [Contestant { player: first, spec: &spec }, Contestant { player: second, spec: &spec }];
        play_under(conditions, &mut contestants, color, &start, &mut |_, _, _| {}).expect("a game")
    }

    /// Black's king stands in the camp and has all pieces; White must resign or is mated.
    #[test]
    fn an_entering_king_win_is_kept_by_colour() {
        let resigning = Conditions { max_moves: 300, early_end: EarlyEnd::Resigned(-5000) };
        let sfen = "K3+R+R3/9/9/9/4k4/9/9/9/9 w 2B4G4S4N4L18P 1";
        for color in Color::ALL {
            let game = played(sfen, color, resigning);
            assert_eq!((game.winner, game.is_entered), (Some(Winner::Black), true), "{game:?}");
            assert_eq!(game.half_points, if color == Color::Black { 2 } else { 0 });
        }
        let at_home = "4k4/9/9/9/9/9/9/9/K3+R+R3 w 2B4G4S4N4L18P 1";
        let game = played(at_home, Color::White, resigning);
        assert_eq!((game.winner, game.is_entered), (Some(Winner::Black), false), "{game:?}");
    }

    #[test]
    fn equal_games_have_equal_sums() {
        let start = Position::startpos().to_sfen();
        let short = Conditions { max_moves: 12, ..Conditions::SHORT };
        let game = played(&start, Color::Black, short);
        assert_eq!((game.plies, game.winner), (12, None));
        assert_eq!(played(&start, Color::Black, short), game);
        let other = Conditions { max_moves: 11, ..short };
        assert_ne!(played(&start, Color::Black, other).moves, game.moves);
    }

    #[test]
    fn older_records_can_be_read() {
        let game: GameScore =
            serde_json::from_str(r#"{"half_points":2,"plies":90}"#).expect("a game");
        assert_eq!((game.half_points, game.winner, game.is_entered), (2, None, false));
    }
}
