//! The data model of a report: what an analysis found, and nothing of how it is shown.
//!
//! Everything here is plain data that survives a way through JSON ([`GameReport::to_json`],
//! [`GameReport::from_json`]). Readers ignore fields they do not know, and a field that is new has
//! a default, so old and new versions read each other.
//!
//! Two views, never mixed: the fields of a [`Ply`] speak of the position after its move and are
//! *Black's*; the fields of a [`Moment`] and every loss are the *mover's*.

mod class;
mod evidence;
mod game;
mod line;
mod meter;
mod moment;
mod number;
mod player;
mod ply;
mod proof;
mod report;
mod sentence;
mod settings;
mod shape;
mod side;
mod threat;
mod usi;

pub use class::{Class, Confidence, Flag, Phase};
pub use evidence::{Evidence, EvidenceBook, Fact, Reply, SquarePiece};
pub use game::{GameInfo, Header};
pub use line::{Basis, Comparison, Ending, KingCount, Line, Tactic, TermPoints, Value};
pub use meter::Meter;
pub use moment::{Capture, Moment, Why};
pub use number::Number;
pub use player::{Figures, LargestLoss, Player};
pub use ply::{Judgement, Natural, Ply};
pub use proof::{Proof, Question, Verdict};
pub use report::{FORMAT, GameReport, ReportError, VERSION};
pub use sentence::{Group, Sentence, Slot, Strength};
pub use settings::{Evaluator, Settings};
pub use shape::{Shape, ShapeKind};
pub use side::{Both, Side};
pub use threat::Threat;
pub use usi::Usi;

#[cfg(test)]
mod tests;
