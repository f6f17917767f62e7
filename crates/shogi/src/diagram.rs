//! The board as a picture for terminals, in Japanese or in ASCII.

use std::fmt;

use crate::color::Color;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// The look of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramStyle {
    /// Characters such as 歩, two columns wide each, with `v` before White's pieces.
    Japanese,
    /// SFEN letters, lower case for White.
    Ascii,
}

/// A position ready to be printed, with the last move.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    style: DiagramStyle,
}

impl Position {
    /// The position as a picture.
    ///
    /// # Examples
    /// ```
    /// use shogi::{DiagramStyle, Position};
    ///
    /// let picture = Position::startpos().diagram(DiagramStyle::Japanese).to_string();
    /// assert!(picture.contains("v香v桂v銀v金v玉v金v銀v桂v香"));
    /// ```
    pub fn diagram(&self, style: DiagramStyle) -> Diagram<'_> {
        Diagram { position: self, style }
    }
}

impl PieceKind {
    /// The character on the piece.
    pub const fn kanji(self) -> char {
        match self {
            Self::Pawn => '歩',
            Self::Lance => '香',
            Self::Knight => '桂',
            Self::Silver => '銀',
            Self::Bishop => '角',
            Self::Rook => '飛',
            Self::Gold => '金',
            Self::King => '玉',
            Self::ProPawn => 'と',
            Self::ProLance => '杏',
            Self::ProKnight => '圭',
            Self::ProSilver => '全',
            Self::Horse => '馬',
            Self::Dragon => '龍',
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            DiagramStyle::Japanese => self.japanese(f),
            DiagramStyle::Ascii => self.ascii(f),
        }
    }
}

impl Diagram<'_> {
    fn japanese(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = "+---------------------------+";
        writeln!(f, "△{}", self.japanese_hand(Color::White))?;
        writeln!(f, "  ９ ８ ７ ６ ５ ４ ３ ２ １")?;
        writeln!(f, "{border}")?;
        for rank in Rank::ALL {
            write!(f, "|")?;
            for file in File::ALL.into_iter().rev() {
                let square = Square::new(file, rank);
                match self.position.piece_on(square) {
                    Some(piece) => {
                        let mark = if piece.color() == Color::White { 'v' } else { ' ' };
                        write!(f, "{mark}{}", piece.kind().kanji())?;
                    }
                    None => write!(f, " ・")?,
                }
            }
            writeln!(
                f,
                "|{}",
                ['一', '二', '三', '四', '五', '六', '七', '八', '九'][rank.index()]
            )?;
        }
        writeln!(f, "{border}")?;
        writeln!(f, "▲{}", self.japanese_hand(Color::Black))?;
        let turn = match self.position.turn() {
            Color::Black => "▲先手番",
            Color::White => "△後手番",
        };
        write!(f, "{turn}  {}手目", self.position.move_number())?;
        match self.position.last_move() {
            Some(mv) => write!(f, "  直前の手 {mv}"),
            None => Ok(()),
        }
    }

    fn japanese_hand(&self, color: Color) -> String {
        let hand = self.position.hand(color);
        if hand.is_empty() {
            return "持駒：なし".to_owned();
        }
        let mut text = "持駒：".to_owned();
        for kind in HandKind::MOST_VALUABLE_FIRST {
            match hand.count(kind) {
                0 => {}
                1 => text.push(kind.kind().kanji()),
                count => {
                    text.push(kind.kind().kanji());
                    text.push_str(&kanji_number(count));
                }
            }
        }
        text
    }

    fn ascii(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = "  +----+----+----+----+----+----+----+----+----+";
        writeln!(f, "White in hand: {}", self.ascii_hand(Color::White))?;
        writeln!(f, "     9    8    7    6    5    4    3    2    1")?;
        writeln!(f, "{border}")?;
        for rank in Rank::ALL {
            write!(f, "  |")?;
            for file in File::ALL.into_iter().rev() {
                let square = Square::new(file, rank);
                let piece = self.position.piece_on(square).map_or(String::new(), |p| p.to_string());
                let last = self.position.last_move().is_some_and(|mv| mv.to() == square);
                write!(f, "{}{piece:>2} |", if last { '*' } else { ' ' })?;
            }
            writeln!(f, " {}", char::from(b'a' + rank as u8))?;
            writeln!(f, "{border}")?;
        }
        writeln!(f, "Black in hand: {}", self.ascii_hand(Color::Black))?;
        let turn = self.position.turn().name();
        write!(f, "{turn} to move, move {}", self.position.move_number())
    }

    fn ascii_hand(&self, color: Color) -> String {
        let hand = self.position.hand(color);
        if hand.is_empty() {
            return "-".to_owned();
        }
        let held = |&kind: &HandKind| match hand.count(kind) {
            0 => None,
            1 => Some(kind.to_string()),
            count => Some(format!("{kind}x{count}")),
        };
        HandKind::MOST_VALUABLE_FIRST.iter().filter_map(held).collect::<Vec<_>>().join(" ")
    }
}

/// 二 to 十八.
fn kanji_number(number: u32) -> String {
    let digits = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match number {
        0..10 => digits[number as usize].to_owned(),
        _ => format!("十{}", digits[number as usize % 10]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese() {
        let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        let position: Position = sfen.parse().unwrap();
        let expected = "\
△持駒：金銀桂歩五
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香 ・ ・ ・ ・ ・ ・v桂v香|一
| ・ ・ ・ ・ ・ と ・v金v玉|二
| ・ ・v桂v歩 ・ 銀 ・ ・ ・|三
|v歩 ・v歩 ・ ・ ・ ・ 歩v歩|四
| ・ ・ ・ 歩 ・ ・ 銀v歩 ・|五
| ・ 歩 歩v角 ・ ・ 歩 ・ 歩|六
| 歩 ・ ・ ・ ・ ・ 金 銀 ・|七
| 飛 ・ ・ ・ ・ ・ ・ ・ ・|八
| 香 桂 ・ ・ ・ ・v角 玉 香|九
+---------------------------+
▲持駒：飛金
△後手番  1手目";
        assert_eq!(position.diagram(DiagramStyle::Japanese).to_string(), expected);
    }

    #[test]
    fn ascii_marks_the_last_move() {
        let mut position = Position::startpos();
        position.play("7g7f".parse().unwrap());
        let picture = position.diagram(DiagramStyle::Ascii).to_string();
        assert!(picture.is_ascii());
        assert!(picture.contains("|    |    |* P |    |    |    |    |    |    | f"), "{picture}");
        assert!(picture.ends_with("White to move, move 2"));
    }

    #[test]
    fn counts() {
        assert_eq!(kanji_number(2), "二");
        assert_eq!(kanji_number(10), "十");
        assert_eq!(kanji_number(18), "十八");
    }
}
