//! The steps against the paper's recursion, written down as it stands there.

use shogi::{Color, File, Position, Rank, Square};

use super::*;
use crate::random_games;

/// Figure 4 of the paper.
fn king_step(
    position: &Position,
    color: Color,
    square: Option<Square>,
    visited: &mut [bool; 81],
) -> Option<u8> {
    let square = square?;
    if std::mem::replace(&mut visited[square.index()], true) {
        return None;
    }
    let own_king = position.king(color) == Some(square);
    if (position.piece_on(square).is_some() && !own_king)
        || !position.attackers(!color, square).is_empty()
    {
        return None;
    }
    if square.rank().seen_by(color) <= Rank::C {
        return Some(0);
    }
    let ahead = if color == Color::Black { -1 } else { 1 };
    [1, 0, -1]
        .into_iter()
        .filter_map(|files| king_step(position, color, square.offset(files, ahead), visited))
        .min()
        .map(|steps| steps + 1)
}

fn slow_steps(position: &Position, color: Color) -> Option<u8> {
    position.king(color)?;
    king_step(position, color, position.king(color), &mut [false; 81])
}

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

#[test]
fn open_ways_and_closed_ones() {
    let alone = position("k8/9/9/9/9/9/9/9/4K4 b - 1");
    assert_eq!(steps(&alone, Color::Black), Some(6));
    assert_eq!(steps(&alone, Color::White), Some(6));
    assert_eq!(steps(&Position::startpos(), Color::Black), None);
    assert_eq!(rank_steps(&Position::startpos(), Color::Black), Some(6));
    // In the camp already, but for a check.
    assert_eq!(steps(&position("9/4K4/9/9/9/9/9/9/k8 b - 1"), Color::Black), Some(0));
    assert_eq!(steps(&position("9/r3K4/9/9/9/9/9/9/k8 b - 1"), Color::Black), None);
    // A rook that holds a rank stops the king, a pawn before it does not.
    let held = "k8/9/9/9/r8/9/9/9/4K4 b - 1";
    assert_eq!(steps(&position(held), Color::Black), None);
    assert_eq!(steps(&position("k8/9/9/9/rP7/9/9/9/4K4 b - 1"), Color::Black), Some(6));
    // Without a king there is no step.
    assert_eq!(steps(&position("k8/9/9/9/9/9/9/9/9 b R 1"), Color::Black), None);
}

/// At most 42 squares lie ahead: the king on 5i (figure 3).
#[test]
fn most_squares_ahead() {
    let mut visited = [false; 81];
    let king = Square::new(File::Five, Rank::I);
    king_step(
        &position("9/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"),
        Color::Black,
        Some(king),
        &mut visited,
    );
    let seen = visited.iter().filter(|&&seen| seen).count();
    assert_eq!(seen, 42 + 1, "the king's own square is looked at, too");
}

#[test]
fn equal_to_the_paper_over_random_games() {
    random_games::visit(2012, 600, 200, |game| {
        for color in Color::ALL {
            assert_eq!(steps(game, color), slow_steps(game, color), "{game}");
        }
    });
}
