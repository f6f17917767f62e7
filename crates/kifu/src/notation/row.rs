//! A line of moves as text, in the forms that other programs read back from comments.

use shogi::{Color, Move, Position};

use super::{japanese, kif};

/// The moves one after the other as in books, `△８四歩▲２五歩△同　歩`. The first move is written
/// without 同: ShogiHome reads a line without knowing the move before it. A move that cannot be
/// played ends the row.
pub fn row(position: &Position, moves: &[Move]) -> String {
    written(position, moves, japanese).concat()
}

/// The moves with origins as in KIF files, one blank behind each, `△８四歩(83) ▲２五歩(26) `, as
/// ShogiGUI writes them. The first move is written without 同, and a move that cannot be played
/// ends the row.
pub fn kif_row(position: &Position, moves: &[Move]) -> String {
    let marked = |position: &Position, mv, previous| {
        let mark = if position.turn() == Color::Black { '▲' } else { '△' };
        format!("{mark}{} ", kif(position, mv, previous))
    };
    written(position, moves, marked).concat()
}

/// The moves as in CSA files, one blank between, `-8384FU +2625FU`, as floodgate has them. A move
/// that cannot be played ends the row.
pub fn csa_row(position: &Position, moves: &[Move]) -> String {
    written(position, moves, |position, mv, _| crate::csa::move_text(position, mv)).join(" ")
}

fn written(
    position: &Position,
    moves: &[Move],
    text: impl Fn(&Position, Move, Option<shogi::Square>) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let mut previous = None;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(text(&position, mv, previous));
        previous = Some(mv.to());
        position.play(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().expect("a move")).collect()
    }

    #[test]
    fn rows_start_without_the_word_for_the_same_square() {
        let mut position = Position::startpos();
        for mv in moves("7g7f 3c3d 8h2b+") {
            position.play(mv);
        }
        let line = moves("3a2b B*5e 2b3c 5e3c+");
        assert_eq!(row(&position, &line), "△２二銀▲５五角△３三銀▲同角成");
        assert_eq!(kif_row(&position, &line), "△２二銀(31) ▲５五角打 △３三銀(22) ▲同　角成(55) ");
        assert_eq!(csa_row(&position, &line), "-3122GI +0055KA -2233GI +5533UM");
    }

    #[test]
    fn a_move_that_cannot_be_played_ends_the_row() {
        let line = moves("7g7f 7g7f 3c3d");
        assert_eq!(row(&Position::startpos(), &line), "▲７六歩");
    }
}
