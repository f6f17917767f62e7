//! Useless interpositions: drops between a distant checker and the king that change nothing.
//!
//! Source:  none; there is no agreed definition, and this one is ours.
//! Here:    A drop on a square is useless if the checking piece can take it with check, promoting
//!          or not, and with the taken piece given back to the defender the mate that follows takes
//!          no longer than against the defender's other moves; further drops in between are judged
//!          by the same rule. It matters for the line that is shown and for nothing else: search
//!          and verifiers answer every legal move.

use crate::budget::Stopped;
use crate::solver::Run;
use crate::value::Plies;
use shogi::{Bitboard, Move, Position, Square, attacks};

/// Splits the defender's moves, with the plies that the mate takes behind each, into those that
/// count. None counts: the check mates but for useless drops.
pub(crate) fn useful(
    position: &Position,
    defences: &[(Move, Plies)],
    run: &mut Run<'_, '_>,
) -> Result<Vec<(Move, Plies)>, Stopped> {
    let between = between(position);
    let is_between = |mv: Move| mv.is_drop() && between.has(mv.to());
    let others = defences.iter().filter(|&&(mv, _)| !is_between(mv));
    let longest = others.map(|&(_, plies)| plies + 1).max().unwrap_or(0);
    let mut useless = Bitboard::EMPTY;
    for square in between {
        let some_drop = defences.iter().map(|&(mv, _)| mv);
        if let Some(drop) = some_drop.into_iter().find(|mv| mv.is_drop() && mv.to() == square)
            && is_useless(position, drop, longest, run)?
        {
            useless |= Bitboard::of(square);
        }
    }
    let counts = |mv: Move| !(is_between(mv) && useless.has(mv.to()));
    Ok(defences.iter().copied().filter(|&(mv, _)| counts(mv)).collect())
}

/// The squares between the king in check and a single distant checker.
fn between(position: &Position) -> Bitboard {
    match (position.king(position.turn()), position.checkers().single()) {
        (Some(king), Some(checker)) => attacks::between(king, checker),
        _ => Bitboard::EMPTY,
    }
}

/// Does a drop change nothing about a mate of `longest` plies? Which kind is dropped does not
/// matter, since it is given back.
fn is_useless(
    position: &Position,
    drop: Move,
    longest: Plies,
    run: &mut Run<'_, '_>,
) -> Result<bool, Stopped> {
    let Some(checker) = position.checkers().single() else { return Ok(false) };
    let mut dropped = position.clone();
    dropped.play(drop);
    let captures: Vec<Move> = dropped
        .legal_moves()
        .iter()
        .copied()
        .filter(|&mv| takes(mv, checker, drop.to()) && dropped.gives_check(mv))
        .collect();
    for capture in captures {
        if let Some(mut after) = with_piece_given_back(&dropped, drop, capture)
            && mates_within(&mut after, longest, run)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn takes(mv: Move, from: Square, to: Square) -> bool {
    mv.from() == Some(from) && mv.to() == to
}

/// The position after the capture of a dropped piece that goes back to the hand it came from.
fn with_piece_given_back(dropped: &Position, drop: Move, capture: Move) -> Option<Position> {
    let kind = drop.dropped()?;
    let mut after = dropped.clone();
    after.play(capture);
    let (defender, mut setup) = (after.turn(), after.setup());
    setup.set_hand(!defender, kind, setup.hand(!defender, kind).checked_sub(1)?);
    setup.set_hand(defender, kind, setup.hand(defender, kind) + 1);
    Position::try_from(setup).ok()
}

/// Is the defender, in check and to move, mated within `plies` plies, useless drops aside?
fn mates_within(
    position: &mut Position,
    plies: Plies,
    run: &mut Run<'_, '_>,
) -> Result<bool, Stopped> {
    let between = between(position);
    let mut drops: Vec<Move> = Vec::new();
    for mv in &position.legal_moves() {
        if mv.is_drop() && between.has(mv.to()) {
            if drops.iter().all(|drop| drop.to() != mv.to()) {
                drops.push(mv);
            }
            continue;
        }
        if plies < 2 {
            return Ok(false);
        }
        position.play(mv);
        let value = run.decide(position, plies - 1);
        position.take_back();
        if !value?.is_proven() {
            return Ok(false);
        }
    }
    for drop in drops {
        if !is_useless(position, drop, plies, run)? {
            return Ok(false);
        }
    }
    Ok(true)
}
