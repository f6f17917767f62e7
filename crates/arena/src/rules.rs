//! The rules of a match beyond those of the game: when the arena ends a game, and how patient
//! it is.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shogi::{Color, DeclarationRule, GameRules};

use crate::ending::{Ending, Outcome};

/// Under which rule a declaration wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declaration {
    /// 28 points for Black, 27 for White.
    #[default]
    Points27,
    /// 31 points win, 24 to 30 draw.
    Points24,
    /// A king on the other's start square wins.
    Try,
    /// No declaration wins.
    None,
}

impl Declaration {
    /// The rule of the game; none where nobody may declare.
    pub fn rule(self) -> Option<DeclarationRule> {
        match self {
            Self::Points27 => Some(DeclarationRule::Points27),
            Self::Points24 => Some(DeclarationRule::Points24),
            Self::Try => Some(DeclarationRule::Try),
            Self::None => None,
        }
    }
}

/// Both sides agree by their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Agreement {
    /// The least score of a win, or the greatest of a draw, in centipawns.
    pub score: i32,
    /// The number of moves in a row, of each side.
    pub moves: u32,
    /// The first ply of the game that counts.
    pub from_ply: u32,
}

/// When the arena ends a game, and how patient it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// The game is a draw after this many plies, counted from the start of the game's moves.
    pub max_moves: u32,
    /// Which declarations win.
    pub declaration: Declaration,
    /// A win that both sides see.
    pub agreed_win: Option<Agreement>,
    /// A draw that both sides see.
    pub agreed_draw: Option<Agreement>,
    /// A mate that its side announces ends the game if the mate solver proves it within this
    /// many nodes.
    #[serde(default)]
    pub confirm_mates: Option<u64>,
    /// The milliseconds by which an answer may be late.
    pub tolerance_ms: u64,
    /// An engine without a limit in time is given up after this many milliseconds; so is one
    /// that does not get ready.
    pub patience_ms: u64,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            max_moves: 512,
            declaration: Declaration::Points27,
            agreed_win: None,
            agreed_draw: None,
            confirm_mates: None,
            tolerance_ms: 100,
            patience_ms: 60_000,
        }
    }
}

impl Rules {
    /// The rules of the game itself.
    pub fn of_game(&self) -> GameRules {
        GameRules { max_moves: Some(self.max_moves), declaration: self.declaration.rule() }
    }

    /// How long an engine may take to get ready, or to answer without a limit in time.
    pub fn patience(&self) -> Duration {
        Duration::from_millis(self.patience_ms)
    }

    /// How late an answer may come.
    pub fn tolerance(&self) -> Duration {
        Duration::from_millis(self.tolerance_ms)
    }
}

/// The scores of both sides as far as agreements need them.
#[derive(Clone, Debug, Default)]
pub struct Agreements {
    /// Moves in a row at which each side saw Black (first) or White (second) winning, or a draw.
    wins: [[u32; 2]; 2],
    draws: [u32; 2],
}

impl Agreements {
    /// Takes note of the mover's score, from its own side.
    pub fn hear(&mut self, rules: &Rules, mover: Color, score: Option<i32>, ply: u32) {
        let counted = |before: u32, holds: bool| if holds { before + 1 } else { 0 };
        for winner in [Color::Black, Color::White] {
            let for_winner = score.map(|score| if winner == mover { score } else { -score });
            let holds = rules.agreed_win.is_some_and(|rule| {
                ply >= rule.from_ply && for_winner.is_some_and(|score| score >= rule.score)
            });
            let count = &mut self.wins[winner.index()][mover.index()];
            *count = counted(*count, holds);
        }
        let holds = rules.agreed_draw.is_some_and(|rule| {
            ply >= rule.from_ply && score.is_some_and(|score| score.abs() <= rule.score)
        });
        self.draws[mover.index()] = counted(self.draws[mover.index()], holds);
    }

    /// The result both sides agree on.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let agreed = |counts: &[u32; 2], rule: Option<Agreement>| {
            rule.is_some_and(|rule| counts.iter().all(|count| *count >= rule.moves.max(1)))
        };
        for winner in [Color::Black, Color::White] {
            if agreed(&self.wins[winner.index()], rules.agreed_win) {
                return Some(Outcome::won_by(winner, Ending::AgreedWin));
            }
        }
        agreed(&self.draws, rules.agreed_draw).then_some(Outcome::drawn(Ending::AgreedDraw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_needs_both_sides_in_a_row() {
        let rule = Agreement { score: 1000, moves: 2, from_ply: 0 };
        let draw = Agreement { score: 10, moves: 2, from_ply: 6 };
        let rules = Rules { agreed_win: Some(rule), agreed_draw: Some(draw), ..Rules::default() };
        let outcome = |scores: &[Option<i32>]| {
            let mut agreements = Agreements::default();
            for (ply, score) in scores.iter().enumerate() {
                let mover = if ply % 2 == 0 { Color::Black } else { Color::White };
                agreements.hear(&rules, mover, *score, ply as u32);
            }
            agreements.outcome(&rules)
        };
        let won = Some(Outcome::won_by(Color::Black, Ending::AgreedWin));
        assert_eq!(outcome(&[Some(1500), Some(-1200), Some(1000), Some(-1000)]), won);
        assert_eq!(outcome(&[Some(1500), Some(-900), Some(1000), Some(-1000)]), None);
        assert_eq!(outcome(&[Some(1500), Some(-1000), None, Some(-1000)]), None);
        assert_eq!(outcome(&[Some(1500); 4]), None, "each sees itself winning");
        assert_eq!(outcome(&[Some(0); 6]), None, "too early");
        assert_eq!(outcome(&[Some(0); 10]), Some(Outcome::drawn(Ending::AgreedDraw)));
    }
}
