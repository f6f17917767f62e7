//! The board as text, as KIF and KI2 files have it (BOD): nine rows of pieces, the hands, the turn.

use std::fmt::Write;

use shogi::{Color, File, HandKind, Piece, PieceKind, Rank, Setup, Square};

use crate::names::japanese_kind;
use crate::text::{count, is_blank, kanji_number, trim_start};

/// A board being read, row by row.
#[derive(Clone, Debug)]
pub(crate) struct BoardText {
    setup: Setup,
    rows: usize,
    has_hands: bool,
    has_turn: bool,
}

impl Default for BoardText {
    fn default() -> Self {
        Self { setup: Setup::empty(), rows: 0, has_hands: false, has_turn: false }
    }
}

impl BoardText {
    /// Has a row been read?
    pub(crate) fn has_rows(&self) -> bool {
        self.rows > 0
    }

    pub(crate) fn has_turn(&self) -> bool {
        self.has_turn
    }

    /// Are there hands without a board?
    pub(crate) fn has_hands_only(&self) -> bool {
        self.has_hands && self.rows == 0
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Reads a row such as `|v香v桂 ・ ... |一`.
    pub(crate) fn read_row(&mut self, line: &str) -> Result<(), &'static str> {
        let rank = Rank::from_index(self.rows).ok_or("expected nine rows")?;
        let inner = line.trim_start_matches(is_blank).trim_start_matches(['|', '｜']);
        let inner = inner.split(['|', '｜']).next().unwrap_or_default();
        let mut rest = trim_start(inner);
        let mut files = File::ALL.into_iter().rev();
        let mut color = Color::Black;
        while let Some(c) = rest.chars().next() {
            let after = trim_start(&rest[c.len_utf8()..]);
            match c {
                'v' | 'V' | 'ｖ' | 'Ｖ' | '↓' => {
                    color = Color::White;
                    rest = after;
                    continue;
                }
                '^' | '＾' | '↑' => {
                    rest = after;
                    continue;
                }
                _ => {}
            }
            let file = files.next().ok_or("expected nine squares in a row")?;
            if matches!(c, '・' | '･' | '.' | '．' | '*' | '＊' | '□' | '-' | '·') {
                rest = after;
            } else {
                let (kind, after) = japanese_kind(rest).ok_or("expected a piece or ・")?;
                self.setup.set(Square::new(file, rank), Some(Piece::new(color, kind)));
                rest = trim_start(after);
            }
            color = Color::Black;
        }
        if files.next().is_some() {
            return Err("expected nine squares in a row");
        }
        self.rows += 1;
        Ok(())
    }

    /// Reads a hand such as `飛二　歩十八` or `なし`.
    pub(crate) fn read_hand(&mut self, color: Color, text: &str) -> Result<(), &'static str> {
        self.has_hands = true;
        let mut rest = text.trim_matches(is_blank);
        if rest.is_empty() || rest.starts_with("なし") || rest.starts_with("無") {
            return Ok(());
        }
        loop {
            rest =
                rest.trim_start_matches(|c| is_blank(c) || matches!(c, '、' | ',' | '，' | '・'));
            if rest.is_empty() {
                return Ok(());
            }
            let (kind, after) = japanese_kind(rest).ok_or("expected a piece in hand")?;
            let after = trim_start(after);
            let (held, after) = count(after).unwrap_or((1, after));
            let held = u8::try_from(held).map_err(|_| "expected at most 18 pieces of a kind")?;
            add_to_hand(&mut self.setup, color, kind, held);
            rest = after.trim_start_matches('枚');
        }
    }

    pub(crate) fn set_turn(&mut self, turn: Color) {
        self.setup.turn = turn;
        self.has_turn = true;
    }

    pub(crate) fn set_move_number(&mut self, number: u32) {
        self.setup.move_number = number.max(1);
    }

    /// The start, if the board is whole.
    pub(crate) fn finish(&self) -> Result<Setup, &'static str> {
        if self.rows == 9 { Ok(self.setup.clone()) } else { Err("expected nine rows") }
    }
}

/// Puts pieces into a hand; a king as well, as teaching diagrams have it.
pub(crate) fn add_to_hand(setup: &mut Setup, color: Color, kind: PieceKind, count: u8) {
    match kind.in_hand() {
        Some(kind) => {
            setup.set_hand(color, kind, setup.hand(color, kind).saturating_add(count));
        }
        None => setup.set_kings_in_hand(color, setup.kings_in_hand(color).saturating_add(count)),
    }
}

/// The kinds in hand in the order in which they are written.
pub(crate) const HAND_ORDER: [HandKind; 7] = [
    HandKind::Rook,
    HandKind::Bishop,
    HandKind::Gold,
    HandKind::Silver,
    HandKind::Knight,
    HandKind::Lance,
    HandKind::Pawn,
];

/// A board with hands and turn. `names` are the names of the sides.
pub(crate) fn write(setup: &Setup, names: [&str; 2]) -> String {
    let mut text = String::with_capacity(1000);
    let [black, white] = names;
    let _ = writeln!(text, "{white}の持駒：{}", hand(setup, Color::White));
    text.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in Rank::ALL {
        text.push('|');
        for file in File::ALL.into_iter().rev() {
            match setup.get(Square::new(file, rank)) {
                None => text.push_str(" ・"),
                Some(piece) => {
                    text.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    text.push(piece.kind().kanji());
                }
            }
        }
        let _ = writeln!(text, "|{}", kanji_number(rank.index() as u32 + 1));
    }
    text.push_str("+---------------------------+\n");
    let _ = writeln!(text, "{black}の持駒：{}", hand(setup, Color::Black));
    let turn = if setup.turn == Color::Black { black } else { white };
    let _ = writeln!(text, "{turn}番");
    if setup.move_number > 1 {
        let _ = writeln!(text, "手数＝{}", setup.move_number - 1);
    }
    text
}

fn hand(setup: &Setup, color: Color) -> String {
    let mut text = String::new();
    let kings = (PieceKind::King, setup.kings_in_hand(color));
    let others = HAND_ORDER.map(|kind| (kind.kind(), setup.hand(color, kind)));
    for (kind, held) in std::iter::once(kings).chain(others) {
        let held = u32::from(held);
        if held > 0 {
            text.push(kind.kanji());
            match held {
                1 => {}
                2..100 => text.push_str(&kanji_number(held)),
                _ => text.push_str(&held.to_string()),
            }
            text.push('　');
        }
    }
    if text.is_empty() { "なし".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Setup, &'static str> {
        let mut board = BoardText::default();
        for line in text.lines() {
            if line.starts_with('|') {
                board.read_row(line)?;
            } else if let Some(held) = line.strip_prefix("後手の持駒：") {
                board.read_hand(Color::White, held)?;
            } else if let Some(held) = line.strip_prefix("先手の持駒：") {
                board.read_hand(Color::Black, held)?;
            } else if line == "後手番" {
                board.set_turn(Color::White);
            }
        }
        board.finish()
    }

    #[test]
    fn boards_go_both_ways() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "4k4/9/9/9/9/+l+n+s+b+r+L+N+S+B/9/9/4K4 b 18P 1",
        ] {
            let setup: Setup = sfen.parse().expect("a setup");
            assert_eq!(read(&write(&setup, ["先手", "後手"])), Ok(setup), "{sfen}");
        }
    }

    #[test]
    fn rows_of_wrong_length_are_refused() {
        let mut board = BoardText::default();
        assert!(board.read_row("|v香v桂|一").is_err());
        assert!(BoardText::default().read_row("| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|一").is_err());
        assert!(BoardText::default().read_row("| ・ ・ ・ ・ X ・ ・ ・ ・|一").is_err());
        let mut spaced = BoardText::default();
        assert!(spaced.read_row("|・・・v竜^王成銀・・・|一").is_ok());
    }
}
