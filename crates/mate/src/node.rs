//! A node of the search with its children, and how their numbers make its own.
//!
//! Source:  Nagai's φ and δ: at the attacker's nodes φ is the proof number and δ the disproof
//!          number, at the defender's the other way round; φ is the least δ-view of a child, δ
//!          their sum. Ueda's weak proof numbers (2008) are the other way to make δ: the largest
//!          child and the number of the others, which does not count twice what lines have in
//!          common. Delayed moves after KomoringHeights 1.1 (`delayed_move_list.hpp`), the idea:
//!          Nagai (2002): pointless non-promotions wait for the promotion, interposed drops for one
//!          another. That each waiting move adds an eighth to δ is KomoringHeights' too
//!          (`local_expansion.hpp`).
//! Here:    All drops of a node wait in one line, not one line a square; a node is never decided
//!          against the side to move while a move waits; the eighths begin at one and are rounded
//!          down.

use crate::table::PositionKey;
use crate::value::{INFINITE, Number, Value};
use shogi::Move;

/// The way in which δ is made of the children's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aggregation {
    /// Their sum, and a little for those that wait.
    Sum,
    /// The largest, and one for each other that does not wait. Counting those that wait adds one at every
    /// other ply of a long chase, and the numbers no longer tell near from far.
    Largest,
}

/// The moment when a move is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    AtOnce,
    /// When the child before it in the list has failed.
    AfterPrevious,
    /// When every waiting child before it in the list has failed.
    InLine,
}

/// A move and what is known about the position behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    pub(crate) turn: Turn,
    pub(crate) key: PositionKey,
    pub(crate) value: Value,
}

/// A node on the current path. Its children stand on the search's pile.
///
/// The proof number `pn` of a position is the least number of leaves that must turn out as mates
/// to prove the mate, the disproof number `dn` the least number that must fail to disprove it:
///
/// ```text
/// attacker to move (OR):    pn = min pn(c)    dn = Σ dn(c)
/// defender to move (AND):   pn = Σ pn(c)      dn = min dn(c)
/// ```
///
/// Both are the same rule seen from the side to move. With φ = the number of leaves that it has
/// to win (pn at OR nodes, dn at AND nodes) and δ = the number that the other side has to win,
/// and with φ(c), δ(c) of a child taken from the side to move at the *node* (see [`seen`]):
///
/// ```text
/// φ = min φ(c)
/// δ = Σ δ(c) + h           Aggregation::Sum;     h = 0, or 1 + w / 8 if w > 0 children wait
/// δ = max δ(c) + (k - 1)   Aggregation::Largest; k children are open: neither failed nor waiting
/// ```
///
/// A child with φ(c) = 0 wins for the side to move: φ = 0, δ = ∞. If every child has failed
/// (δ(c) = 0), the side to move has lost: φ = ∞, δ = 0. δ of an undecided node stays below ∞.
/// The sum counts a leaf once for every line that leads to it, so it explodes where lines meet
/// again; the largest child is too low where they do not. The solver alternates between the two.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) key: PositionKey,
    /// Is the attacker to move?
    pub(crate) is_or: bool,
    /// The index on the pile of the first child; the children end where the next node's begin.
    pub(crate) children: usize,
    /// The child that is being searched, counted from `children`.
    pub(crate) chosen: usize,
    /// The search leaves the node when φ reaches this threshold.
    pub(crate) th_phi: Number,
    /// The search leaves the node when δ reaches this threshold.
    pub(crate) th_delta: Number,
    /// Nodes searched before this one was entered.
    pub(crate) nodes_before: u64,
    /// The least depth at which it was met.
    pub(crate) depth_met: u16,
}

/// The numbers of a node, made of its children's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    pub(crate) phi: Number,
    pub(crate) delta: Number,
    /// The most promising child for the side to move.
    pub(crate) best: usize,
    /// φ of the second best.
    pub(crate) second: Number,
    /// δ without the best child.
    pub(crate) delta_of_others: Number,
    /// Was a child met before at a depth not below this node?
    pub(crate) has_old_child: bool,
}

/// φ and δ as the side to move at the node sees the child.
#[inline(always)]
pub(crate) fn seen(value: &Value, is_or: bool) -> (Number, Number) {
    if is_or { (value.pn, value.dn) } else { (value.dn, value.pn) }
}

/// φ and δ of a node at this depth from its children.
pub(crate) fn summarise(
    children: &[Child],
    is_or: bool,
    aggregation: Aggregation,
    depth: u16,
) -> Summary {
    let mut summary = Summary {
        phi: INFINITE,
        delta: 0,
        best: 0,
        second: INFINITE,
        delta_of_others: 0,
        has_old_child: false,
    };
    let (mut sum, mut largest, mut open, mut waiting) = (0, 0, 0, 0);
    let mut best_delta = 0;
    let mut line_is_held = false;
    let mut previous_failed = true;
    for (index, child) in children.iter().enumerate() {
        let (phi, delta) = seen(&child.value, is_or);
        if phi == 0 {
            return Summary { phi: 0, delta: INFINITE, best: index, ..summary };
        }
        let failed = delta == 0;
        let waits = match child.turn {
            Turn::AtOnce => false,
            Turn::AfterPrevious => !previous_failed,
            Turn::InLine => line_is_held,
        };
        line_is_held |= child.turn == Turn::InLine && !failed;
        previous_failed = failed;
        if failed {
            continue;
        }
        if waits {
            waiting += 1;
            continue;
        }
        open += 1;
        sum = INFINITE.min(sum + delta);
        largest = largest.max(delta);
        summary.has_old_child |= child.value.depth <= depth;
        if phi < summary.phi || (phi == summary.phi && delta < best_delta) {
            summary.second = summary.phi;
            summary.phi = phi;
            summary.best = index;
            best_delta = delta;
        } else if phi < summary.second {
            summary.second = phi;
        }
    }
    if open == 0 {
        return summary;
    }
    match aggregation {
        Aggregation::Sum => {
            let hidden = if waiting == 0 { 0 } else { 1 + waiting / 8 };
            summary.delta_of_others = sum - best_delta.min(sum) + hidden;
            summary.delta = sum + hidden;
        }
        Aggregation::Largest => {
            summary.delta_of_others = open - 1;
            summary.delta = largest + open - 1;
        }
    }
    summary.delta = summary.delta.min(INFINITE - 1);
    summary
}
