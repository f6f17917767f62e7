//! Hisshi (brinkmate): does the side to move bring about a position in which no move of the other side
//! averts mate?
//!
//! Source:  Tsuruoka, Gekisashi (2005), on hisshi: the simulation of IS Shogi. The proof of a mate is
//!          replayed in a similar position, above all after a run of sacrificial checks, before
//!          anything is searched anew.
//!
//! The attacker is to move. *Mate* is a mate by checks alone (crate root).
//! - *Tsumero*: the defender is to move, not in check; if he passed, the attacker would mate.
//! - *Hisshi stands*: a tsumero, and whatever legal move the defender makes, the attacker mates; if
//!   the move gives check, it is enough that some answer to it mates or leaves a position in which
//!   hisshi stands again. A check that mates the attacker, or checks that lead to safety, refute.
//! - *Hisshi in N plies*, N odd: the attacker moves, with checks and tsumero alone, so that after at
//!   most N plies hisshi stands or before that he mates; a check of the defender and the answer to it do
//!   not count. The last of the N plies gives no check. N = 0: the mate is there already.
//!
//! A side without a legal move has lost. A line in which a position recurs proves nothing for
//! either side: where only that is left, the answer is unknown.

mod hunt;
mod known;
mod line;
mod mates;
mod order;
mod proof;
mod refutation;
mod simulation;
mod solution;
mod solver;
mod truth;
mod tsumero;
mod verdict;

pub use solver::{LEAST_MEGABYTES, Limits, MOST_PLIES, Solver};
pub use tsumero::tsumero;
pub use verdict::{Hisshi, NoHisshi, Verdict};
