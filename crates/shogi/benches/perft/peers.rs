//! The same count by each contender, in the fastest way its interface offers.
#![allow(unsafe_code)]

use std::hint::black_box;

use rsshogi::board::{Move32List, generate_legal_all_move32};

/// How the leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Leaves {
    /// The last move is counted, not played.
    Bulk,
    /// Every move is played.
    Played,
    /// Every move is played and the checkers behind it are looked at. The peers find checkers
    /// and pins with every move they play, we when first asked; here we are asked.
    Looked,
}

/// Ours: play and take back on one position.
pub fn ours(position: &mut shogi::Position, depth: u8, leaves: Leaves) -> u64 {
    match leaves {
        Leaves::Bulk => shogi::perft::perft(position, depth.into()),
        Leaves::Played => shogi::perft::perft_no_bulk(position, depth.into()),
        Leaves::Looked => ours_looking(position, depth),
    }
}

fn ours_looking(position: &mut shogi::Position, depth: u8) -> u64 {
    if depth == 0 {
        black_box(position.checkers());
        return 1;
    }
    let mut leaves = 0;
    for mv in &position.legal_moves() {
        position.play(mv);
        leaves += ours_looking(position, depth - 1);
        position.take_back();
    }
    leaves
}

/// haitaka: copy and play, moves handed out per piece, as in its own perft example.
pub fn haitaka(board: &haitaka::Board, depth: u8, leaves: Leaves) -> u64 {
    match leaves {
        Leaves::Bulk => haitaka_bulk(board, depth),
        Leaves::Played | Leaves::Looked => haitaka_no_bulk(board, depth),
    }
}

fn haitaka_no_bulk(board: &haitaka::Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    haitaka_sum(board, |child| haitaka_no_bulk(child, depth - 1))
}

fn haitaka_bulk(board: &haitaka::Board, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut leaves = 0;
            board.generate_board_moves(|moves| {
                leaves += moves.into_iter().len() as u64;
                false
            });
            board.generate_drops(|moves| {
                leaves += moves.into_iter().len() as u64;
                false
            });
            leaves
        }
        _ => haitaka_sum(board, |child| haitaka_bulk(child, depth - 1)),
    }
}

#[inline(always)]
fn haitaka_sum(board: &haitaka::Board, below: impl Fn(&haitaka::Board) -> u64) -> u64 {
    let mut leaves = 0;
    board.generate_board_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += below(&child);
        }
        false
    });
    board.generate_drops(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += below(&child);
        }
        false
    });
    leaves
}

/// rsshogi: its own perft where it counts in bulk, the same without the shortcut otherwise.
pub fn rsshogi(position: &mut rsshogi::board::Position, depth: u8, leaves: Leaves) -> u64 {
    if leaves == Leaves::Bulk {
        return rsshogi::board::perft::compute_perft(position, depth);
    }
    let mut lists: Vec<Move32List> = (0..depth).map(|_| Move32List::new()).collect();
    rsshogi_no_bulk(position, &mut lists)
}

fn rsshogi_no_bulk(position: &mut rsshogi::board::Position, lists: &mut [Move32List]) -> u64 {
    let Some((moves, rest)) = lists.split_last_mut() else { return 1 };
    moves.clear();
    generate_legal_all_move32(position, moves);
    let mut leaves = 0;
    for &mv in moves.iter() {
        position.apply_move32(mv);
        leaves += rsshogi_no_bulk(position, rest);
        // SAFETY: `mv` is the move applied last, two lines above.
        unsafe { position.undo_move32_unchecked(mv) };
    }
    leaves
}
