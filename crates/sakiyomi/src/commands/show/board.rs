//! Any arrangement of pieces as a board of characters, from either side.

use shogi::{Color, File, HandKind, Move, PieceKind, Rank, Setup, Square};
use std::fmt;

/// A board ready to be printed. `v` stands before the pieces of the side that sits above.
pub(super) struct Board<'a> {
    pub(super) setup: &'a Setup,
    pub(super) last_move: Option<Move>,
    pub(super) is_flipped: bool,
}

const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

impl Board<'_> {
    fn above(&self) -> Color {
        if self.is_flipped { Color::Black } else { Color::White }
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let mark = if color == Color::Black { '▲' } else { '△' };
        write!(f, "{mark}持駒：")?;
        let kings = (PieceKind::King, self.setup.kings_in_hand(color));
        let others = HandKind::MOST_VALUABLE_FIRST
            .into_iter()
            .map(|kind| (kind.kind(), self.setup.hand(color, kind)));
        let mut is_empty = true;
        for (kind, count) in std::iter::once(kings).chain(others).filter(|&(_, n)| n > 0) {
            is_empty = false;
            write!(f, "{}", kind.kanji())?;
            let (tens, units) = (usize::from(count / 10), usize::from(count % 10));
            match count {
                1 => {}
                2..100 => {
                    let many = if tens > 1 { RANKS[tens - 1] } else { "" };
                    let ten = if tens > 0 { "十" } else { "" };
                    let one = if units > 0 { RANKS[units - 1] } else { "" };
                    write!(f, "{many}{ten}{one}")?;
                }
                _ => write!(f, "{count}")?,
            }
        }
        writeln!(f, "{}", if is_empty { "なし" } else { "" })
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut files, mut ranks) = (File::ALL, Rank::ALL);
        if self.is_flipped {
            ranks.reverse();
        } else {
            files.reverse();
        }
        self.write_hand(f, self.above())?;
        for file in files {
            write!(f, "{}{}", if file == files[0] { "  " } else { " " }, FILES[file.index()])?;
        }
        let border = "+---------------------------+";
        writeln!(f, "\n{border}")?;
        for rank in ranks {
            f.write_str("|")?;
            for file in files {
                match self.setup.get(Square::new(file, rank)) {
                    Some(piece) => {
                        let mark = if piece.color() == self.above() { 'v' } else { ' ' };
                        write!(f, "{mark}{}", piece.kind().kanji())?;
                    }
                    None => f.write_str(" ・")?,
                }
            }
            writeln!(f, "|{}", RANKS[rank.index()])?;
        }
        writeln!(f, "{border}")?;
        self.write_hand(f, !self.above())?;
        let turn = match self.setup.turn {
            Color::Black => "▲先手番",
            Color::White => "△後手番",
        };
        write!(f, "{turn}  {}手目", self.setup.move_number)?;
        match self.last_move {
            Some(mv) => write!(f, "  直前の手 {mv}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::{DiagramStyle, Position};

    #[test]
    fn black_sees_the_usual_diagram() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        ] {
            let position: Position = sfen.parse().expect("a position");
            let setup = position.setup();
            let board = Board { setup: &setup, last_move: None, is_flipped: false };
            assert_eq!(board.to_string(), position.diagram(DiagramStyle::Japanese).to_string());
        }
    }

    #[test]
    fn white_sees_it_turned() {
        let setup: Setup = "9/9/9/9/9/9/9/9/8K w r 7".parse().expect("a setup");
        let board = Board { setup: &setup, last_move: None, is_flipped: true }.to_string();
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines[0], "▲持駒：なし");
        assert_eq!(lines[1], "  １ ２ ３ ４ ５ ６ ７ ８ ９");
        assert_eq!(lines[3], "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|九");
        assert_eq!(lines[13], "△持駒：飛");
        assert_eq!(lines[14], "△後手番  7手目");
    }
}
