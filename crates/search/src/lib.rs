//! The alpha-beta family: one skeleton, and the techniques that make it strong, each in a file of
//! its own with its source and its off switch.
//!
//! A [`Searcher`] is the front door: it searches with one thread and sensible defaults. Below it, a
//! [`Worker`] is one searching thread. Threads share the table and the stop flag in [`Shared`]; each
//! keeps its histories from move to move in its [`Memory`]. The caller's [`Deadline`] ends a search
//! in time.

mod depth;
mod ends;
mod give_up;
mod known;
mod large_pages;
mod learn;
mod limits;
mod look;
mod memory;
mod node;
mod order;
mod quiescence;
mod recipe;
mod recipe_name;
mod recipes;
mod root;
mod score;
mod searcher;
mod shared;
mod siblings;
mod skip;
mod technique;
mod trace;
mod tt;
mod tunable;
mod worker;

pub use depth::Depth;
pub use depth::category::{Categories, Category};
pub use depth::realization::{Realization, TableError, TableName, UnknownTable};
pub use give_up::measured_futility::{Count, FIXED, MARGINS, MarginRule, Precision};
pub use limits::{Deadline, Limits, NoDeadline};
pub use memory::Memory;
pub use recipe_name::{RecipeName, UnknownRecipe};
pub use root::{Controller, ExactLine, NoController, Outcome, Quiet, Report, RootMove};
pub use score::{MAX_PLY, Score, Window};
pub use searcher::{Helper, Searcher};
pub use shared::Shared;
pub use siblings::{Comparison, Sibling, Siblings};
pub use skip::bound_of_change::Margins;
pub use technique::{Switches, Technique, UnknownTechnique};
pub use trace::{Deeds, Trace};
pub use tt::{Bound, Known, TranspositionTable};
pub use tunable::{Tunable, tunable, tunables};
pub use worker::{Rules, Settings, Worker};
