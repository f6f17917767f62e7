//! Repetition (sennichite): the same position again, perpetual check, and the same board with a
//! better or worse hand.
//!
//! A position is the same if pieces, hands and turn are. The fourth time ends the game: a draw,
//! or a loss for the side whose every move since the first time gave check. (Should both sides
//! have done nothing but check each other, the side to move is the one to lose.)

use crate::hand::Hand;
use crate::position::{Position, State};

/// The meaning of a repetition for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The same position; neither side checked all the time.
    Draw,
    /// The same position, and the opponent's every move in between gave check: we win.
    Win,
    /// The same position, and our every move in between gave check: we lose.
    Loss,
    /// The same board with more in our hand than before.
    Superior,
    /// The same board with less in our hand than before.
    Inferior,
}

/// An earlier position with the same board and turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// The meaning for the side to move.
    pub kind: Repetition,
    /// The number of plies since then.
    pub distance: usize,
}

impl Position {
    /// The result by the rules of the game, if this position stands here for the fourth time: a
    /// draw, a win or a loss.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Position, Repetition};
    ///
    /// let mut position = Position::startpos();
    /// for _ in 0..3 {
    ///     assert_eq!(position.fourfold_repetition(), None);
    ///     for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
    ///         position.play(text.parse()?);
    ///     }
    /// }
    /// assert_eq!(position.occurrences(), 4);
    /// assert_eq!(position.fourfold_repetition(), Some(Repetition::Draw));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fourfold_repetition(&self) -> Option<Repetition> {
        let mut before = 0;
        self.walk_back(usize::MAX, |past, distance| {
            before += usize::from(self.has_same_hands(past));
            (before == 3).then(|| self.outcome(distance))
        })
    }

    /// The nearest of the last `plies` positions with the same board and turn whose hands are
    /// equal to the present ones, better or worse; incomparable ones are passed over. For
    /// searches, which need not wait for the fourth time.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Position, Recurrence, Repetition};
    ///
    /// let mut position = Position::startpos();
    /// for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
    ///     position.play(text.parse()?);
    /// }
    /// let found = Recurrence { kind: Repetition::Draw, distance: 4 };
    /// assert_eq!(position.recurrence(16), Some(found));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recurrence(&self, plies: usize) -> Option<Recurrence> {
        self.walk_back(plies, |past, distance| {
            let kind = if self.has_same_hands(past) {
                self.outcome(distance)
            } else if self.our_hand().covers(self.our_hand_in(past)) {
                Repetition::Superior
            } else if self.our_hand_in(past).covers(self.our_hand()) {
                Repetition::Inferior
            } else {
                return None;
            };
            Some(Recurrence { kind, distance })
        })
    }

    /// How often this position has stood here, now included.
    pub fn occurrences(&self) -> usize {
        let mut count = 1;
        self.walk_back(usize::MAX, |past, _| {
            count += usize::from(self.has_same_hands(past));
            None::<()>
        });
        count
    }

    /// Visits earlier positions with the same board and turn, the nearest first, until `visit`
    /// has an answer. Passes and the beginning end the walk.
    #[inline]
    fn walk_back<T>(
        &self,
        plies: usize,
        mut visit: impl FnMut(&State, usize) -> Option<T>,
    ) -> Option<T> {
        let (present, earlier) = self.states().split_last()?;
        let plies = plies.min(present.plies_without_pass as usize);
        // Nothing can come back before each side has moved there and back.
        for distance in (4..=plies).step_by(2) {
            let past = &earlier[earlier.len() - distance];
            if past.board.key == present.board.key
                && let Some(answer) = visit(past, distance)
            {
                return Some(answer);
            }
        }
        None
    }

    /// The meaning of a repetition of the position `distance` plies ago: did a side check with
    /// every move since?
    fn outcome(&self, distance: usize) -> Repetition {
        let states = self.states();
        let since = &states[states.len() - 1 - distance..];
        let in_check_every_time = |first: usize| {
            let every_second = since[..distance].iter().skip(first).step_by(2);
            every_second.into_iter().all(State::was_in_check)
        };
        if in_check_every_time(1) {
            Repetition::Loss
        } else if self.in_check() && in_check_every_time(0) {
            Repetition::Win
        } else {
            Repetition::Draw
        }
    }

    fn has_same_hands(&self, past: &State) -> bool {
        past.board.hands == self.board().hands
    }

    fn our_hand(&self) -> Hand {
        self.hand(self.turn())
    }

    fn our_hand_in(&self, past: &State) -> Hand {
        past.board.hands[self.turn().index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(sfen: &str, moves: &str) -> Position {
        let mut position: Position = sfen.parse().unwrap();
        for text in moves.split_whitespace() {
            position.play(position.parse_legal_move(text).unwrap());
        }
        position
    }

    #[test]
    fn the_fourth_time_is_a_draw() {
        let cycle = "2h3h 8b7b 3h2h 7b8b ";
        let twice = played("startpos", &cycle.repeat(2));
        assert_eq!(twice.fourfold_repetition(), None);
        assert_eq!(twice.occurrences(), 3);
        let thrice = played("startpos", &cycle.repeat(3));
        assert_eq!(thrice.fourfold_repetition(), Some(Repetition::Draw));
        assert_eq!(thrice.recurrence(16), Some(Recurrence { kind: Repetition::Draw, distance: 4 }));
        assert_eq!(thrice.recurrence(3), None);
    }

    #[test]
    fn perpetual_check_loses() {
        // The king goes to and fro between two files and the rook follows.
        let sfen = "3k5/9/9/9/9/9/9/4R4/K8 b - 1";
        let cycle = "5h6h 6a5a 6h5h 5a6a ";
        let checker_to_move = played(sfen, &cycle.repeat(3));
        assert_eq!(checker_to_move.fourfold_repetition(), Some(Repetition::Loss));
        let king_to_move = played(sfen, &(cycle.repeat(3) + "5h6h"));
        assert_eq!(king_to_move.fourfold_repetition(), Some(Repetition::Win));
        // Quiet moves among the checks make it a draw.
        let quiet = "9i9h 6a7a 9h9i 7a6a ";
        let draw = played(sfen, &(quiet.to_owned() + &cycle.repeat(2)));
        assert_eq!(draw.fourfold_repetition(), Some(Repetition::Draw));
        assert_eq!(draw.recurrence(4).map(|found| found.kind), Some(Repetition::Loss));
    }

    #[test]
    fn a_pass_ends_the_memory() {
        let mut position = played("startpos", "2h3h 8b7b 3h2h 7b8b");
        position.pass();
        position.pass();
        assert_eq!(position.recurrence(16), None);
        position.take_back();
        position.take_back();
        assert!(position.recurrence(16).is_some());
    }

    #[test]
    fn the_same_board_with_another_hand() {
        // White throws a pawn in and loses it, then both sides walk back.
        let black =
            played("8k/9/9/9/9/9/9/4R4/K8 b p 1", "9i9h P*5g 5h5g 1a1b 5g5h 1b2a 9h9i 2a1a");
        assert_eq!(
            black.recurrence(16),
            Some(Recurrence { kind: Repetition::Superior, distance: 8 })
        );
        let white =
            played("8k/9/9/9/9/9/9/4R4/K8 w p 1", "P*5g 5h5g 1a1b 5g5h 1b2a 9i9h 2a1a 9h9i");
        assert_eq!(
            white.recurrence(16),
            Some(Recurrence { kind: Repetition::Inferior, distance: 8 })
        );
        assert_eq!(white.occurrences(), 1);
    }
}
