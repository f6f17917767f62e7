//! Winning by entering king: the declaration (nyugyoku sengen) and the try rule.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::Move;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// Under which rule an entered king wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclarationRule {
    /// 27-point rule: 28 points for Black, 27 for White.
    Points27,
    /// 24-point rule: 31 points win, 24 to 30 end the game without result.
    Points24,
    /// 27-point rule where White, without some pieces, needs as many points less.
    Points27Handicap,
    /// 24-point rule where White, without some pieces, needs as many points less.
    Points24Handicap,
    /// A king that reaches the other king's start square wins.
    Try,
}

/// Points of a full set: 5 for each rook and bishop, 1 for each other piece but the kings.
const FULL_SET_POINTS: u32 = 54;
/// Pieces besides the king that must stand in the enemy camp.
const PIECES_NEEDED: u32 = 10;

/// How a side stands with a declaration by points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointCount {
    /// The king stands in the enemy camp.
    pub king_in_camp: bool,
    /// The king is in check.
    pub in_check: bool,
    /// Pieces in the enemy camp besides the king.
    pub pieces: u32,
    /// Points of those pieces and of the hand.
    pub points: u32,
    /// Points that win.
    pub points_to_win: u32,
    /// Points that end the game without result; equal to `points_to_win` if the rule has
    /// no such end.
    pub points_to_draw: u32,
}

/// The result for a side that may declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclarationResult {
    /// The game is won.
    Win,
    /// The game ends without result.
    NoContest,
}

/// A condition that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmet {
    /// The king is not in the enemy camp.
    KingOutsideCamp,
    /// The king is in check.
    InCheck,
    /// Too few pieces in the enemy camp.
    Pieces {
        /// How many there are besides the king.
        found: u32,
        /// The number that is needed.
        needed: u32,
    },
    /// Too few points.
    Points {
        /// The number that there is.
        found: u32,
        /// The number that is needed.
        needed: u32,
    },
}

/// Why a king cannot win by the try rule with his next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TryUnmet {
    /// The side has no king.
    NoKing,
    /// The goal is more than a step away.
    TooFar,
    /// An own piece stands on the goal.
    OwnPieceOnGoal,
    /// The goal is attacked.
    GoalAttacked,
}

impl PointCount {
    /// The result of a declaration now; none if a condition does not hold.
    pub fn result(&self) -> Option<DeclarationResult> {
        if !self.king_in_camp || self.in_check || self.pieces < PIECES_NEEDED {
            None
        } else if self.points >= self.points_to_win {
            Some(DeclarationResult::Win)
        } else if self.points >= self.points_to_draw {
            Some(DeclarationResult::NoContest)
        } else {
            None
        }
    }

    /// The conditions that keep the side from winning by declaration.
    pub fn unmet(&self) -> impl Iterator<Item = Unmet> {
        [
            (!self.king_in_camp).then_some(Unmet::KingOutsideCamp),
            self.in_check.then_some(Unmet::InCheck),
            (self.pieces < PIECES_NEEDED)
                .then_some(Unmet::Pieces { found: self.pieces, needed: PIECES_NEEDED }),
            (self.points < self.points_to_win)
                .then_some(Unmet::Points { found: self.points, needed: self.points_to_win }),
        ]
        .into_iter()
        .flatten()
    }
}

impl DeclarationRule {
    fn is_handicap(self) -> bool {
        matches!(self, Self::Points27Handicap | Self::Points24Handicap)
    }

    /// Points to win and points to draw, before any handicap.
    fn thresholds(self, color: Color) -> Option<(u32, u32)> {
        match (self, color) {
            (Self::Points27 | Self::Points27Handicap, Color::Black) => Some((28, 28)),
            (Self::Points27 | Self::Points27Handicap, Color::White) => Some((27, 27)),
            (Self::Points24 | Self::Points24Handicap, _) => Some((31, 24)),
            (Self::Try, _) => None,
        }
    }
}

/// The start square of the other king, where a king of `color` wins under the try rule.
const fn try_goal(color: Color) -> Square {
    match color {
        Color::Black => Square::new(File::Five, Rank::A),
        Color::White => Square::new(File::Five, Rank::I),
    }
}

impl Position {
    /// May the side to move end the game now, and with what result? Under the try rule: can its
    /// king step onto the goal?
    ///
    /// # Examples
    /// ```
    /// use shogi::{DeclarationResult, DeclarationRule, Position};
    ///
    /// let position: Position =
    ///     "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B4G4S4N4L8p 1".parse()?;
    /// assert_eq!(position.declaration(DeclarationRule::Points27), Some(DeclarationResult::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn declaration(&self, rule: DeclarationRule) -> Option<DeclarationResult> {
        match rule {
            DeclarationRule::Try => self.try_move().ok().map(|_| DeclarationResult::Win),
            _ => {
                // The cheap condition first: hardly any king ever gets there.
                let king = self.king(self.turn())?;
                if !Bitboard::promotion_zone(self.turn()).has(king) {
                    return None;
                }
                self.point_count(rule, self.turn())?.result()
            }
        }
    }

    /// How `color` stands with a declaration by points; none under the try rule. Only the side
    /// to move may declare.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Color, DeclarationRule, Position, Unmet};
    ///
    /// let count = Position::startpos().point_count(DeclarationRule::Points27, Color::Black);
    /// let count = count.expect("a rule with points");
    /// assert_eq!((count.pieces, count.points, count.points_to_win), (0, 0, 28));
    /// assert!(count.unmet().any(|unmet| unmet == Unmet::KingOutsideCamp));
    /// ```
    pub fn point_count(&self, rule: DeclarationRule, color: Color) -> Option<PointCount> {
        let (to_win, to_draw) = rule.thresholds(color)?;
        let camp = Bitboard::promotion_zone(color);
        let king = self.king(color);
        let in_camp = self.pieces(color) & camp;
        let king_in_camp = king.is_some_and(|king| camp.has(king));
        let pieces = in_camp.len() - u32::from(king_in_camp);
        let sliders = self.board().diagonal_sliders() | self.board().orthogonal_sliders();
        let handicap = if rule.is_handicap() && color == Color::White {
            FULL_SET_POINTS.saturating_sub(self.points_in_play())
        } else {
            0
        };
        Some(PointCount {
            king_in_camp,
            in_check: king.is_some_and(|king| !self.attackers(!color, king).is_empty()),
            pieces,
            points: pieces + 4 * (in_camp & sliders).len() + self.points_in_hand(color),
            points_to_win: to_win.saturating_sub(handicap),
            points_to_draw: to_draw.saturating_sub(handicap),
        })
    }

    /// The king's move onto the other king's start square (try rule), or what keeps him from it.
    pub fn try_move(&self) -> Result<Move, TryUnmet> {
        let us = self.turn();
        let goal = try_goal(us);
        let king = self.king(us).ok_or(TryUnmet::NoKing)?;
        if !attacks::king_attacks(king).has(goal) {
            return Err(TryUnmet::TooFar);
        }
        if self.pieces(us).has(goal) {
            return Err(TryUnmet::OwnPieceOnGoal);
        }
        let mv = Move::normal(king, goal);
        if self.is_legal(mv) { Ok(mv) } else { Err(TryUnmet::GoalAttacked) }
    }

    /// Has the last move brought its king onto the goal of the try rule?
    pub(crate) fn has_just_tried(&self) -> bool {
        let them = !self.turn();
        let goal = try_goal(them);
        self.king(them) == Some(goal) && self.last_move().is_some_and(|mv| mv.to() == goal)
    }

    fn points_in_hand(&self, color: Color) -> u32 {
        self.hand(color)
            .iter()
            .map(|(kind, count)| match kind {
                HandKind::Bishop | HandKind::Rook => 5 * count,
                _ => count,
            })
            .sum()
    }

    /// Points of all pieces of both sides, wherever they are.
    fn points_in_play(&self) -> u32 {
        let sliders = self.board().diagonal_sliders() | self.board().orthogonal_sliders();
        let kings = self.board().of_kind(PieceKind::King);
        let on_board = (self.occupied() - kings).len() + 4 * sliders.len();
        on_board + Color::ALL.map(|color| self.points_in_hand(color)).iter().sum::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTERED: &str = "1+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B4G4S4N4L9p 1";

    #[test]
    fn all_conditions_are_counted() {
        let position: Position =
            "+P+P+P+P+P+P+P+P+P/1K7/9/9/9/9/9/9/8k b 2R2B4G4S 1".parse().unwrap();
        let count = position.point_count(DeclarationRule::Points27, Color::Black).unwrap();
        assert_eq!((count.pieces, count.points, count.points_to_win), (9, 37, 28));
        assert_eq!(count.unmet().collect::<Vec<_>>(), [Unmet::Pieces { found: 9, needed: 10 }]);
        assert_eq!(position.declaration(DeclarationRule::Points27), None);
    }

    #[test]
    fn ten_pieces_and_the_points() {
        let position: Position =
            "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B4G4S4N4L8p 1".parse().unwrap();
        assert_eq!(position.declaration(DeclarationRule::Points27), Some(DeclarationResult::Win));
        assert!(
            ENTERED.parse::<Position>().unwrap().declaration(DeclarationRule::Points27).is_none()
        );
    }

    #[test]
    fn between_24_and_30_points_there_is_no_contest() {
        let position: Position =
            "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B 1".parse().unwrap();
        let rule = DeclarationRule::Points24;
        assert_eq!(position.point_count(rule, Color::Black).unwrap().points, 30);
        assert_eq!(position.declaration(rule), Some(DeclarationResult::NoContest));
    }

    #[test]
    fn a_handicap_lowers_whites_threshold() {
        let position = crate::handicap::Handicap::TwoPieces.position();
        let points = |rule, color| position.point_count(rule, color).unwrap().points_to_win;
        assert_eq!(points(DeclarationRule::Points27Handicap, Color::White), 17);
        assert_eq!(points(DeclarationRule::Points27Handicap, Color::Black), 28);
        assert_eq!(points(DeclarationRule::Points24Handicap, Color::White), 21);
        assert_eq!(points(DeclarationRule::Points27, Color::White), 27);
    }

    #[test]
    fn the_try_needs_a_free_goal() {
        let can = |sfen: &str| {
            sfen.parse::<Position>().unwrap().declaration(DeclarationRule::Try).is_some()
        };
        assert!(can("9/3K5/9/9/9/9/9/9/8k b - 1"));
        assert!(!can("9/9/3K5/9/9/9/9/9/8k b - 1"), "two steps away");
        assert!(!can("4G4/3K5/9/9/9/9/9/9/8k b - 1"), "own piece");
        assert!(!can("8r/3K5/9/9/9/9/9/9/8k b - 1"), "attacked");
        assert!(can("4g4/3K5/9/9/9/9/9/9/8k b - 1"), "unprotected enemy piece");
        assert!(can("8K/9/9/9/9/9/9/3k5/9 w - 1"));
        let unmet = |sfen: &str| sfen.parse::<Position>().unwrap().try_move().unwrap_err();
        assert_eq!(unmet("9/9/3K5/9/9/9/9/9/8k b - 1"), TryUnmet::TooFar);
        assert_eq!(unmet("8r/3K5/9/9/9/9/9/9/8k b - 1"), TryUnmet::GoalAttacked);
    }
}
