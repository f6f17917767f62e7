//! The start position in CSA: `PI`, rows `P1` to `P9`, single pieces `P+`, `P-`.

use std::fmt::Write;

use shogi::{Color, File, HandKind, Piece, Rank, Setup, Square};

use crate::board::HAND_ORDER;
use crate::names::{NamedStart, csa_kind, csa_name};

/// A start position being read.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) setup: Setup,
    /// Has anything been said about it?
    pub(super) is_given: bool,
    rows: [bool; 9],
    has_pieces: bool,
    /// `AL`: the rest of the set goes to this hand.
    rest_to: Option<Color>,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            setup: Setup::empty(),
            is_given: false,
            rows: [false; 9],
            has_pieces: false,
            rest_to: None,
        }
    }
}

fn even() -> Setup {
    NamedStart::from_jkf("HIRATE").map_or_else(Setup::empty, NamedStart::setup)
}

/// A square from two ASCII digits; `00` is the hand.
fn place(digits: &[u8]) -> Option<Option<Square>> {
    match *digits {
        [b'0', b'0'] => Some(None),
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            let file = File::from_index(usize::from(file - b'1'))?;
            let rank = Rank::from_index(usize::from(rank - b'1'))?;
            Some(Some(Square::new(file, rank)))
        }
        _ => None,
    }
}

impl Start {
    /// Reads a statement behind its `P`. The error says what was expected.
    pub(super) fn read(&mut self, text: &str) -> Result<(), &'static str> {
        self.is_given = true;
        let bytes = text.as_bytes();
        match bytes.first() {
            Some(b'I') => self.read_even(&bytes[1..]),
            Some(row @ b'1'..=b'9') => self.read_row(usize::from(row - b'1'), &text[1..]),
            Some(b'+') => self.read_pieces(Color::Black, &bytes[1..]),
            Some(b'-') => self.read_pieces(Color::White, &bytes[1..]),
            _ => Err("expected PI, P1 to P9, P+ or P-"),
        }
    }

    fn read_even(&mut self, removed: &[u8]) -> Result<(), &'static str> {
        let turn = self.setup.turn;
        self.setup = even();
        self.setup.turn = turn;
        for piece in removed.trim_ascii().chunks(4) {
            let square = piece.get(..2).and_then(place).flatten();
            let kind = piece.get(2..4).and_then(|name| csa_kind([name[0], name[1]]));
            let (Some(square), Some(kind)) = (square, kind) else {
                return Err("expected squares with pieces to remove, such as 22KA");
            };
            if self.setup.get(square).map(|piece| piece.kind()) != Some(kind) {
                return Err("the piece to remove does not stand there");
            }
            self.setup.set(square, None);
        }
        Ok(())
    }

    fn read_row(&mut self, row: usize, text: &str) -> Result<(), &'static str> {
        let rank = Rank::from_index(row).ok_or("expected P1 to P9")?;
        if std::mem::replace(&mut self.rows[row], true) {
            return Err("the row is given twice");
        }
        // Squares have three characters, ` * ` or `+FU`, but web pages make one blank of two.
        let mut rest = text.trim_start();
        for file in File::ALL.into_iter().rev() {
            if let Some(after) = rest.strip_prefix('*') {
                rest = after.trim_start();
                continue;
            }
            let color = match rest.bytes().next() {
                Some(b'+') => Color::Black,
                Some(b'-') => Color::White,
                _ => return Err("expected nine squares of three characters: *, +FU, -FU"),
            };
            let &[first, second] = rest.as_bytes().get(1..3).unwrap_or_default() else {
                return Err("expected a piece such as FU");
            };
            let kind = csa_kind([first, second]).ok_or("expected a piece such as FU")?;
            self.setup.set(Square::new(file, rank), Some(Piece::new(color, kind)));
            rest = rest[3..].trim_start();
        }
        if rest.is_empty() { Ok(()) } else { Err("expected nine squares of three characters") }
    }

    fn read_pieces(&mut self, color: Color, pieces: &[u8]) -> Result<(), &'static str> {
        const EXPECTED: &str = "expected squares with pieces, such as 55KA or 00FU";
        self.has_pieces = true;
        for piece in pieces.trim_ascii().chunks(4) {
            let square = piece.get(..2).and_then(place).ok_or(EXPECTED)?;
            let name = piece.get(2..4).ok_or(EXPECTED)?;
            if name == b"AL" && square.is_none() {
                self.rest_to = Some(color);
                continue;
            }
            let kind = csa_kind([name[0], name[1]]).ok_or(EXPECTED)?;
            match square {
                Some(square) if self.setup.get(square).is_some() => {
                    return Err("two pieces stand on one square");
                }
                Some(square) => self.setup.set(square, Some(Piece::new(color, kind))),
                None => crate::board::add_to_hand(&mut self.setup, color, kind, 1),
            }
        }
        Ok(())
    }

    /// The whole start; `turn` is the side to move. Rows that are missing are an error.
    pub(super) fn finish(&self, turn: Color) -> Result<Setup, &'static str> {
        let mut setup = if self.is_given { self.setup.clone() } else { even() };
        let rows = self.rows.iter().filter(|&&row| row).count();
        if rows != 0 && rows != 9 {
            return Err("expected nine rows, P1 to P9");
        }
        if let Some(color) = self.rest_to {
            for kind in HandKind::ALL {
                let on_board = setup.pieces().filter(|(_, p)| p.kind().in_hand() == Some(kind));
                let used = on_board.count() as u32
                    + Color::ALL.map(|c| u32::from(setup.hand(c, kind))).iter().sum::<u32>();
                let rest = u32::from(kind.in_set()).saturating_sub(used);
                let held = u32::from(setup.hand(color, kind)) + rest;
                setup.set_hand(color, kind, u8::try_from(held).unwrap_or(u8::MAX));
            }
        }
        setup.turn = turn;
        Ok(setup)
    }
}

/// The start as CSA statements, with the turn.
pub(super) fn write(setup: &Setup, text: &mut String) {
    let mut even = even();
    even.turn = setup.turn;
    even.move_number = setup.move_number;
    if *setup == even {
        text.push_str("PI\n");
    } else {
        for rank in Rank::ALL {
            let _ = write!(text, "P{}", rank.index() + 1);
            for file in File::ALL.into_iter().rev() {
                match setup.get(Square::new(file, rank)) {
                    None => text.push_str(" * "),
                    Some(piece) => {
                        text.push(super::sign(piece.color()));
                        text.push_str(csa_name(piece.kind()));
                    }
                }
            }
            text.push('\n');
        }
        for color in Color::ALL {
            let mut held = "00OU".repeat(usize::from(setup.kings_in_hand(color)));
            for kind in HAND_ORDER {
                for _ in 0..setup.hand(color, kind) {
                    let _ = write!(held, "00{}", csa_name(kind.kind()));
                }
            }
            if !held.is_empty() {
                let _ = writeln!(text, "P{}{held}", super::sign(color));
            }
        }
    }
    let _ = writeln!(text, "{}", super::sign(setup.turn));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Setup, &'static str> {
        let mut start = Start::default();
        let mut turn = Color::Black;
        for line in text.lines() {
            match line {
                "+" => {}
                "-" => turn = Color::White,
                _ => start.read(line.strip_prefix('P').unwrap_or(line))?,
            }
        }
        start.finish(turn)
    }

    #[test]
    fn positions_go_both_ways() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        ] {
            let mut setup: Setup = sfen.parse().expect("a setup");
            setup.set_kings_in_hand(Color::White, u8::from(setup.turn == Color::White));
            let mut text = String::new();
            write(&setup, &mut text);
            assert_eq!(read(&text), Ok(setup), "{text}");
        }
    }

    #[test]
    fn special_forms() {
        let two: Setup = NamedStart::from_jkf("2").expect("known").setup();
        assert_eq!(read("PI82HI22KA\n-"), Ok(two));
        let rest = read("P-11OU\nP+51OU\nP-00AL").expect("a setup");
        assert_eq!(rest.hand(Color::White, HandKind::Pawn), 18);
        for bad in ["PX", "PI11FU", "P1", "P+55", "P+55XX", "P1 * \nP1 * ", "P+55KI55KI"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let cut = "P1 *  *  *  *  *  *  *  * -OU\n".to_owned()
            + &(2..=9).map(|n| format!("P{n} *  *  *  *  *  *  *  *  *\n")).collect::<String>();
        assert!(read(&cut).is_ok());
        let collapsed = cut.replace("  ", " ");
        assert_ne!(collapsed, cut);
        assert_eq!(read(&collapsed), read(&cut));
    }
}
