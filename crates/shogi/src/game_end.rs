//! The end of a game by the rules: who has won when nobody resigns and no clock runs out.
//!
//! Some ends come about by themselves ([`Position::end_of_game`]). A declaration by points is an
//! action of the side to move, so it is asked for apart ([`Position::end_by_declaration`]): an
//! arena asks when a player declares, self-play asks at every move and declares for its players.

use crate::color::Color;
use crate::declaration::{DeclarationResult, DeclarationRule};
use crate::position::Position;
use crate::repetition::Repetition;

/// The rules that games choose differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// The game is a draw after this many moves, counted from the start that the position was
    /// set up with ([`Position::plies_played`]).
    pub max_moves: Option<u32>,
    /// The rule for entered kings, if the game has one.
    pub declaration: Option<DeclarationRule>,
}

/// How a game ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// The loser has no legal move: mate, or the very rare stalemate, which loses as well.
    NoLegalMove {
        /// The side to move.
        loser: Color,
    },
    /// The same position stands for the fourth time, and the loser has given check with every
    /// move since the first time.
    PerpetualCheck {
        /// The side that gave check.
        loser: Color,
    },
    /// The same position stands for the fourth time: a draw.
    Sennichite,
    /// As many moves as the game may have were played: a draw.
    MaxMoves,
    /// The winner's declaration holds, or the winner's king reached its goal under the try rule.
    Declaration {
        /// The side with the entered king.
        winner: Color,
    },
    /// A declaration with enough points to end the game, but not to win it.
    NoContest,
}

impl GameEnd {
    /// Returns the winner, or none if the game is a draw or has no result.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::NoLegalMove { loser } | Self::PerpetualCheck { loser } => Some(loser.opponent()),
            Self::Declaration { winner } => Some(winner),
            Self::Sennichite | Self::MaxMoves | Self::NoContest => None,
        }
    }
}

impl Position {
    /// Returns the end of the game if the last move brought it about.
    ///
    /// Where several ends meet, a king on the goal of the try rule counts first, then mate, then
    /// repetition; the limit of moves decides only a game that nothing else ends.
    pub fn end_of_game(&self, rules: &GameRules) -> Option<GameEnd> {
        let us = self.turn();
        if rules.declaration == Some(DeclarationRule::Try) && self.has_just_tried() {
            return Some(GameEnd::Declaration { winner: !us });
        }
        if !self.has_legal_move() {
            return Some(GameEnd::NoLegalMove { loser: us });
        }
        match self.fourfold_repetition() {
            Some(Repetition::Win) => return Some(GameEnd::PerpetualCheck { loser: !us }),
            Some(Repetition::Loss) => return Some(GameEnd::PerpetualCheck { loser: us }),
            Some(_) => return Some(GameEnd::Sennichite),
            None => {}
        }
        let is_too_long = rules.max_moves.is_some_and(|most| self.plies_played() >= most as usize);
        is_too_long.then_some(GameEnd::MaxMoves)
    }

    /// Returns the end of the game if the side to move declares now, or none if it has no right
    /// to declare.
    pub fn end_by_declaration(&self, rules: &GameRules) -> Option<GameEnd> {
        self.declaration(rules.declaration?).map(|result| match result {
            DeclarationResult::Win => GameEnd::Declaration { winner: self.turn() },
            DeclarationResult::NoContest => GameEnd::NoContest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: GameRules =
        GameRules { max_moves: None, declaration: Some(DeclarationRule::Points27) };

    fn played(sfen: &str, moves: &str) -> Position {
        let mut position: Position = sfen.parse().unwrap();
        for text in moves.split_whitespace() {
            position.play(position.parse_legal_move(text).unwrap());
        }
        position
    }

    fn after(max_moves: u32) -> GameRules {
        GameRules { max_moves: Some(max_moves), ..RULES }
    }

    fn under(rule: DeclarationRule) -> GameRules {
        GameRules { declaration: Some(rule), ..RULES }
    }

    #[test]
    fn without_a_legal_move_the_game_is_lost() {
        let mated = played("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
        let end = mated.end_of_game(&RULES).unwrap();
        assert_eq!(end, GameEnd::NoLegalMove { loser: Color::White });
        assert_eq!(end.winner(), Some(Color::Black));
        let stalemated: Position = "8k/6G2/7G1/9/9/9/9/9/4K4 w - 1".parse().unwrap();
        assert!(!stalemated.in_check());
        assert_eq!(stalemated.end_of_game(&RULES), Some(end));
    }

    #[test]
    fn the_fourth_time_ends_the_game() {
        let there_and_back = "2h3h 8b7b 3h2h 7b8b ";
        assert_eq!(played("startpos", &there_and_back.repeat(2)).end_of_game(&RULES), None);
        let again = played("startpos", &there_and_back.repeat(3));
        assert_eq!(again.end_of_game(&RULES), Some(GameEnd::Sennichite));
        assert_eq!(GameEnd::Sennichite.winner(), None);
    }

    #[test]
    fn perpetual_check_loses_whoever_is_to_move() {
        let start = "3k5/9/9/9/9/9/9/4R4/K8 b - 1";
        let checks = "5h6h 6a5a 6h5h 5a6a ";
        let lost = Some(GameEnd::PerpetualCheck { loser: Color::Black });
        assert_eq!(played(start, &checks.repeat(3)).end_of_game(&RULES), lost);
        let by_check = format!("{}5h6h", checks.repeat(3));
        assert_eq!(played(start, &by_check).end_of_game(&RULES), lost);
        assert_eq!(lost.and_then(GameEnd::winner), Some(Color::White));
    }

    #[test]
    fn the_limit_counts_from_the_start_of_the_game() {
        let position = played("4k4/9/9/9/9/9/9/9/4K4 b - 41", "5i5h 5a5b");
        assert_eq!(position.end_of_game(&after(3)), None);
        assert_eq!(position.end_of_game(&after(2)), Some(GameEnd::MaxMoves));
        assert_eq!(position.end_of_game(&RULES), None);
    }

    #[test]
    fn mate_and_repetition_on_the_last_move_count() {
        let mated = played("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
        let lost = Some(GameEnd::NoLegalMove { loser: Color::White });
        assert_eq!(mated.end_of_game(&after(1)), lost);
        let checks = "5h6h 6a5a 6h5h 5a6a ".repeat(3);
        let perpetual = played("3k5/9/9/9/9/9/9/4R4/K8 b - 1", &checks);
        let lost = Some(GameEnd::PerpetualCheck { loser: Color::Black });
        assert_eq!(perpetual.end_of_game(&after(12)), lost);
    }

    #[test]
    fn a_declaration_ends_the_game_only_when_it_is_made() {
        let entered = "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b ";
        let position: Position = format!("{entered} 2R2B4G4S4N4L8p 1").parse().unwrap();
        assert_eq!(position.end_of_game(&RULES), None);
        let won = Some(GameEnd::Declaration { winner: Color::Black });
        assert_eq!(position.end_by_declaration(&RULES), won);
        let none = GameRules { declaration: None, ..RULES };
        assert_eq!(position.end_by_declaration(&none), None);
        assert_eq!(Position::startpos().end_by_declaration(&RULES), None);
        let thirty: Position = format!("{entered} 2R2B 1").parse().unwrap();
        let end = thirty.end_by_declaration(&under(DeclarationRule::Points24));
        assert_eq!(end, Some(GameEnd::NoContest));
        assert_eq!(GameEnd::NoContest.winner(), None);
    }

    #[test]
    fn a_king_on_the_goal_wins_under_the_try_rule() {
        let rules = under(DeclarationRule::Try);
        let before = played("9/3K5/9/9/9/9/9/9/8k b - 1", "");
        let won = Some(GameEnd::Declaration { winner: Color::Black });
        assert_eq!(before.end_of_game(&rules), None);
        assert_eq!(before.end_by_declaration(&rules), won);
        let tried = played("9/3K5/9/9/9/9/9/9/8k b - 1", "6b5a");
        assert_eq!(tried.end_of_game(&rules), won);
        assert_eq!(tried.end_of_game(&RULES), None, "under another rule it is a move like any");
        let start: Position = "4K4/9/9/9/9/9/9/9/8k w - 1".parse().unwrap();
        assert_eq!(start.end_of_game(&rules), None, "a king that starts there did not try");
    }
}
