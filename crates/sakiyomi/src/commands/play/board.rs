//! The board as the user sees it: their own side below, the last move marked.

use super::texts::Texts;
use shogi::{Color, File, HandKind, Move, Position, Rank, Square};

/// The look of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// The pieces are SFEN letters instead of Japanese characters.
    pub(super) is_ascii: bool,
    /// The square of the last move is shown in reverse video; otherwise a `*` marks it.
    pub(super) has_escapes: bool,
    pub(super) texts: Texts,
    /// The side at the lower edge.
    pub(super) below: Color,
}

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

impl Look {
    /// Draws the position.
    pub(super) fn draw(self, position: &Position) -> String {
        let border = "+---------------------------+";
        let mut files = File::ALL;
        let mut ranks = Rank::ALL;
        match self.below {
            Color::Black => files.reverse(),
            Color::White => ranks.reverse(),
        }
        let mut text = self.hand(position, !self.below);
        text.push_str("\n ");
        for file in files {
            if self.is_ascii {
                text.push_str(&format!("  {}", file.index() + 1));
            } else {
                text.push_str(&format!(" {}", FILES[file.index()]));
            }
        }
        text.push_str(&format!("\n{border}\n"));
        for rank in ranks {
            text.push('|');
            for file in files {
                text.push_str(&self.square(position, Square::new(file, rank)));
            }
            let name = match self.is_ascii {
                true => char::from(b'a' + rank.index() as u8),
                false => RANKS[rank.index()],
            };
            text.push_str(&format!("|{name}\n"));
        }
        text.push_str(&format!("{border}\n{}\n", self.hand(position, self.below)));
        text.push_str(&self.texts.turn(
            position.move_number(),
            position.turn(),
            position.in_check(),
        ));
        text
    }

    /// Draws a square, three columns wide.
    fn square(self, position: &Position, square: Square) -> String {
        let is_last = position.last_move().map(Move::to) == Some(square);
        let (mark, shown) = match position.piece_on(square) {
            Some(piece) if self.is_ascii => (' ', format!("{:>2}", piece.to_string())),
            Some(piece) => {
                // A piece that looks down belongs to the side at the upper edge.
                let mark = if piece.color() == self.below { ' ' } else { 'v' };
                (mark, piece.kind().kanji().to_string())
            }
            None if self.is_ascii => (' ', " .".to_owned()),
            None => (' ', "・".to_owned()),
        };
        match (is_last, self.has_escapes) {
            (true, true) => format!("\x1b[7m{mark}{shown}\x1b[0m"),
            (true, false) if mark == 'v' => format!("V{shown}"),
            (true, false) => format!("*{shown}"),
            _ => format!("{mark}{shown}"),
        }
    }

    fn hand(self, position: &Position, color: Color) -> String {
        let hand = position.hand(color);
        let held = |&kind: &HandKind| {
            let name = match self.is_ascii {
                true => kind.to_string(),
                false => kind.kind().kanji().to_string(),
            };
            match hand.count(kind) {
                0 => None,
                1 => Some(name),
                count => Some(format!("{name}x{count}")),
            }
        };
        let pieces: Vec<String> = HandKind::MOST_VALUABLE_FIRST.iter().filter_map(held).collect();
        let pieces = match pieces.is_empty() {
            true => self.texts.nothing_in_hand().to_owned(),
            false => pieces.join(" "),
        };
        format!("{} {pieces}", self.texts.in_hand(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    const ENGLISH: Texts = Texts { language: Language::En, is_handicap: false };
    const PLAIN: Look =
        Look { is_ascii: false, has_escapes: false, texts: ENGLISH, below: Color::Black };

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::startpos();
        for mv in moves {
            position.play(mv.parse().unwrap());
        }
        position
    }

    #[test]
    fn the_users_side_is_below_and_the_last_move_marked() {
        let position = after(&["7g7f", "3c3d", "8h2b+"]);
        let expected = "\
Black in hand: 角
  １ ２ ３ ４ ５ ６ ７ ８ ９
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|九
| ・v飛 ・ ・ ・ ・ ・ ・ ・|八
|v歩v歩v歩v歩v歩v歩 ・v歩v歩|七
| ・ ・ ・ ・ ・ ・v歩 ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ 歩 ・ ・ ・ ・ ・ ・|四
| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|三
| ・V馬 ・ ・ ・ ・ ・ 飛 ・|二
| 香 桂 銀 金 玉 金 銀 桂 香|一
+---------------------------+
White in hand: -
Move 4, White to move";
        assert_eq!(Look { below: Color::White, ..PLAIN }.draw(&position), expected);
        let upright = PLAIN.draw(&position);
        assert!(
            upright.contains("|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・*馬 ・|二")
        );
    }

    #[test]
    fn reverse_video_on_a_terminal() {
        let drawn = Look { has_escapes: true, ..PLAIN }.draw(&after(&["7g7f"]));
        assert!(drawn.contains("\x1b[7m 歩\x1b[0m"), "{drawn}");
    }

    #[test]
    fn letters_and_a_check_in_sixteen_lines() {
        let position = "4k4/4+R4/9/9/9/9/9/9/4K4 w 2P 7".parse().unwrap();
        let drawn = Look { is_ascii: true, ..PLAIN }.draw(&position);
        assert!(drawn.contains("|  .  .  .  .  k  .  .  .  .|a\n|  .  .  .  . +R"), "{drawn}");
        assert!(drawn.contains("Black in hand: Px2\nMove 7, White to move, in check!"), "{drawn}");
        assert!(drawn.lines().count() <= 16);
        let japanese =
            Look { texts: Texts { language: Language::Ja, ..ENGLISH }, ..PLAIN }.draw(&position);
        assert!(japanese.ends_with("先手の持駒： 歩x2\n7手目、後手番（王手！）"), "{japanese}");
    }
}
