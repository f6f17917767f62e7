//! For which hands of the attacker a proof or disproof holds.
//!
//! Source:  Seo, Iida, Uiterwijk (PN*, 2001) and Nagai (2002): proof pieces and disproof pieces.
//!          The two corrections, for interpositions that the defender's hand would allow and for
//!          checks that the attacker's would, as in KomoringHeights 1.1 (`hands.hpp`).
//! Here:    The set of pieces is fixed: what the attacker does not hold and is not on the board,
//!          the defender holds. A proof hand is the least that mates, a disproof hand the most that
//!          does not. In doubt a proof asks for more and a disproof for less.

use shogi::{Color, Hand, HandKind, Move, Piece, PieceKind, Position, attacks};

/// The pieces that both sides hold together.
pub(crate) fn in_hands(position: &Position) -> Hand {
    let mut all = position.hand(Color::Black);
    for (kind, count) in position.hand(Color::White).iter() {
        (0..count).for_each(|_| all.add(kind));
    }
    all
}

/// All pieces of the game: what a recurrence allows. An attacker who holds more comes back with
/// more, but he held as much more at the earlier position, too.
pub(crate) fn every_piece() -> Hand {
    let mut all = Hand::EMPTY;
    for kind in HandKind::ALL {
        (0..kind.in_set()).for_each(|_| all.add(kind));
    }
    all
}

/// The attacker's hand before a move of his that led to `after`, but never more than there is. A
/// proof needs nothing of what the move itself won.
pub(crate) fn before_attack(position: &Position, mv: Move, after: Hand) -> Hand {
    let mut hand = after;
    if let Some(kind) = mv.dropped() {
        if hand.count(kind) < u32::from(kind.in_set()) {
            hand.add(kind);
        }
    } else if let Some(kind) = position.piece_on(mv.to()).and_then(|taken| taken.kind().in_hand())
        && hand.has(kind)
    {
        hand.remove(kind);
    }
    hand
}

/// The most that the attacker may hold so that the defender can play a move: the defender must
/// have what he drops.
pub(crate) fn left_by(position: &Position, mv: Move) -> Hand {
    let mut hand = in_hands(position);
    if let Some(kind) = mv.dropped() {
        hand.remove(kind);
    }
    hand
}

/// The attacker's hand after a move of his.
pub(crate) fn after_attack(position: &Position, mv: Move, before: Hand) -> Hand {
    let mut hand = before;
    if let Some(kind) = mv.dropped() {
        hand.remove(kind);
    } else if let Some(kind) = position.piece_on(mv.to()).and_then(|taken| taken.kind().in_hand()) {
        hand.add(kind);
    }
    hand
}

/// What a proof at a defender's node needs beside the needs of his moves: the defender must not
/// come to hold a kind that he could interpose and does not hold now.
pub(crate) fn against_new_interpositions(position: &Position, needs: Hand) -> Hand {
    let defender = position.turn();
    let (Some(king), Some(checker)) = (position.king(defender), position.checkers().single())
    else {
        return needs;
    };
    if attacks::between(king, checker).is_empty() {
        return needs;
    }
    let held = position.hand(defender);
    let mut locked = Hand::EMPTY;
    for (kind, count) in position.hand(!defender).iter() {
        if !held.has(kind) {
            (0..count).for_each(|_| locked.add(kind));
        }
    }
    needs.union(locked)
}

/// What a disproof at an attacker's node allows: `allowed` by his checks, without the kinds that
/// he does not hold and that dropped would give new checks.
pub(crate) fn without_new_checks(position: &Position, allowed: Hand) -> Hand {
    let attacker = position.turn();
    let Some(king) = position.king(!attacker) else { return allowed };
    let held = position.hand(attacker);
    let occupied = position.occupied();
    let mut hand = allowed;
    for kind in HandKind::ALL {
        if held.has(kind) || !hand.has(kind) {
            continue;
        }
        let from = attacks::attacks(Piece::new(!attacker, kind.kind()), king, occupied);
        if !(from - occupied).is_empty() {
            (0..hand.count(kind)).for_each(|_| hand.remove(kind));
        }
    }
    hand
}

/// Does leaving a piece unpromoted matter only for the rule against mating by a pawn drop?
pub(crate) fn promotes_for_free(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook)
}
