//! How a game ended, and for whom.

use std::fmt;
use std::str::FromStr;

use shogi::{Color, GameEnd};

macro_rules! endings {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        /// The reason why a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Ending { $($(#[$doc])* $name),* }

        impl Ending {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The word that databases and reports use.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

endings! {
    /// No legal move is left.
    Mate "mate";
    /// The loser resigned.
    Resign "resign";
    /// The winner declared rightly, or reached the goal under the try rule.
    Declaration "declaration";
    /// The loser declared without the right to.
    WrongDeclaration "wrong-declaration";
    /// A declaration with enough points to end the game, but not to win it.
    NoContest "no-contest";
    /// The same position for the fourth time.
    Repetition "repetition";
    /// The same position for the fourth time, by perpetual check of the loser.
    PerpetualCheck "perpetual-check";
    /// As many moves as a game may have.
    MaxMoves "max-moves";
    /// Both sides saw the same side winning for long enough.
    AgreedWin "agreed-win";
    /// The winner announced a mate, and the mate solver proved it.
    ConfirmedMate "confirmed-mate";
    /// Both sides saw nobody winning for long enough.
    AgreedDraw "agreed-draw";
    /// The loser played an illegal move.
    IllegalMove "illegal-move";
    /// The loser's answer had no meaning.
    Nonsense "nonsense";
    /// The loser answered too late.
    Time "time";
    /// The loser did not answer.
    Hang "hang";
    /// The loser's program ended.
    Crash "crash";
}

impl Ending {
    /// Is it the fault of a program rather than the way of the game?
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::WrongDeclaration
                | Self::IllegalMove
                | Self::Nonsense
                | Self::Time
                | Self::Hang
                | Self::Crash
        )
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is not an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEndingError;

impl fmt::Display for ParseEndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected how a game ended")
    }
}

impl std::error::Error for ParseEndingError {}

impl FromStr for Ending {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().find(|ending| ending.name() == text).copied().ok_or(ParseEndingError)
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; none after a draw.
    pub winner: Option<Color>,
    /// The reason why the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// A game that this side won.
    pub const fn won_by(winner: Color, ending: Ending) -> Self {
        Self { winner: Some(winner), ending }
    }

    /// A game that this side lost.
    pub const fn lost_by(loser: Color, ending: Ending) -> Self {
        Self { winner: Some(loser.opponent()), ending }
    }

    /// A game that nobody won.
    pub const fn drawn(ending: Ending) -> Self {
        Self { winner: None, ending }
    }
}

impl From<GameEnd> for Outcome {
    fn from(end: GameEnd) -> Self {
        let ending = match end {
            GameEnd::NoLegalMove { .. } => Ending::Mate,
            GameEnd::PerpetualCheck { .. } => Ending::PerpetualCheck,
            GameEnd::Sennichite => Ending::Repetition,
            GameEnd::MaxMoves => Ending::MaxMoves,
            GameEnd::Declaration { .. } => Ending::Declaration,
            GameEnd::NoContest => Ending::NoContest,
        };
        Self { winner: end.winner(), ending }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_both_ways() {
        for ending in Ending::ALL {
            assert_eq!(ending.name().parse(), Ok(*ending));
        }
        assert_eq!("luck".parse::<Ending>(), Err(ParseEndingError));
    }

    #[test]
    fn an_end_by_the_rules_keeps_its_winner() {
        let mate = GameEnd::NoLegalMove { loser: Color::White };
        assert_eq!(Outcome::from(mate), Outcome::won_by(Color::Black, Ending::Mate));
        let declared = GameEnd::Declaration { winner: Color::White };
        assert_eq!(Outcome::from(declared), Outcome::won_by(Color::White, Ending::Declaration));
        assert_eq!(Outcome::from(GameEnd::MaxMoves), Outcome::drawn(Ending::MaxMoves));
    }
}
