//! The usual starts: the even game and the handicaps, by name.

use std::fmt;
use std::str::FromStr;

use crate::position::Position;

macro_rules! handicaps {
    ($($(#[$doc:meta])* $name:ident $text:literal $japanese:literal $sfen:literal;)*) => {
        /// A start of a game. In a handicap White, who is without some pieces, moves first.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Handicap { $($(#[$doc])* $name),* }

        impl Handicap {
            /// All of them, from the even game to ten pieces.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in lower case, words joined by hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// The name as game records write it.
            pub const fn japanese(self) -> &'static str {
                match self { $(Self::$name => $japanese),* }
            }

            /// The start position in SFEN.
            pub const fn sfen(self) -> &'static str {
                match self { $(Self::$name => $sfen),* }
            }
        }
    };
}

handicaps! {
    /// No handicap.
    Even "even" "平手" "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    /// Without the left lance (the one on 1a).
    Lance "lance" "香落ち" "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the right lance (the one on 9a).
    RightLance "right-lance" "右香落ち" "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the bishop.
    Bishop "bishop" "角落ち" "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook.
    Rook "rook" "飛車落ち" "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook and left lance.
    RookLance "rook-lance" "飛香落ち" "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook and bishop.
    TwoPieces "two-pieces" "二枚落ち" "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook, bishop and left lance.
    ThreePieces "three-pieces" "三枚落ち" "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook, bishop and lances.
    FourPieces "four-pieces" "四枚落ち" "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook, bishop, lances and right knight.
    FivePieces "five-pieces" "五枚落ち" "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook, bishop, lances and left knight.
    LeftFivePieces "left-five-pieces" "左五枚落ち" "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without rook, bishop, lances and knights.
    SixPieces "six-pieces" "六枚落ち" "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// As six pieces, and without the left silver.
    LeftSevenPieces "left-seven-pieces" "左七枚落ち" "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// As six pieces, and without the right silver.
    RightSevenPieces "right-seven-pieces" "右七枚落ち" "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// As six pieces, and without the silvers.
    EightPieces "eight-pieces" "八枚落ち" "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Only king and pawns.
    TenPieces "ten-pieces" "十枚落ち" "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
}

impl Handicap {
    /// The start position.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Color, Handicap};
    ///
    /// let handicap: Handicap = "two-pieces".parse()?;
    /// assert_eq!(handicap.japanese(), "二枚落ち");
    /// assert_eq!(handicap.position().turn(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(self) -> Position {
        match self.sfen().parse() {
            Ok(position) => position,
            Err(error) => unreachable!("{}: {error}", self.name()),
        }
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not one of a start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHandicapError;

impl fmt::Display for ParseHandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a start position, one of:")?;
        Handicap::ALL.iter().try_for_each(|handicap| write!(f, " {handicap}"))
    }
}

impl std::error::Error for ParseHandicapError {}

/// Reads either name.
impl FromStr for Handicap {
    type Err = ParseHandicapError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |handicap: &&Self| handicap.name() == text || handicap.japanese() == text;
        Self::ALL.iter().find(named).copied().ok_or(ParseHandicapError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    #[test]
    fn names_and_piece_counts() {
        let missing = [0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 10];
        for (handicap, missing) in Handicap::ALL.iter().zip(missing) {
            assert_eq!(handicap.name().parse(), Ok(*handicap));
            assert_eq!(handicap.japanese().parse(), Ok(*handicap));
            let position = handicap.position();
            assert_eq!(position.pieces(Color::White).len(), 20 - missing, "{handicap}");
            assert_eq!(position.to_string(), handicap.sfen());
        }
    }
}
