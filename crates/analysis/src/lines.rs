//! Lines: what a sequence of moves wins or loses, and what stands at its end.
//!
//! Everything here follows from the rules and from piece values alone; no search is made.

mod compare;
mod cut;
mod fork;
mod hanging;
mod king_safety;
mod material;
mod played_out;
mod tactics;
mod terms;
mod trapped;
mod values;

pub use compare::compare;
pub use cut::{cut, promotion_at};
pub use fork::{Fork, Target, fork};
pub use hanging::{Hanging, hanging};
pub use king_safety::KingSafety;
pub use material::{Captured, Exchange};
pub use played_out::{PlayedOut, is_quiet};
pub use tactics::capture_of;
pub use terms::{balance, moved as terms_moved};
pub use trapped::{Trapped, trapped};
pub use values::{WORTHWHILE, exchange_values, gain, piece_values};
