//! Learning by comparison: the move played in a game against the other moves of its position.
//!
//! Known as: Bonanza method, comparison training
//! Source:   Bonanza 6's learner as paper E (2012), section 2, tells it: shallow searches of all moves,
//!           a sigmoid of the difference of their leaves, 32 updates with the same lines, L1-like
//!           regularisation, steps by sign, piece values of constant sum; its constants are those that
//!           Bonanza, Apery and Sunfish share; relatives of fewer dimensions after Apery and Gikou
//! Here:     the differences of features between the leaves are kept in place of the lines, so that
//!           an update costs no walk; an iteration takes as many positions as its memory holds and
//!           goes on where the last one stopped. Gradients are added up in whole numbers, whose sum
//!           does not depend on the number of threads. Beside steps by sign there are steps by
//!           gradient, scaled by its usual size (RMSprop: Hinton 2012, as in Gikou)
//!
//! A [`Table`] says which features a position has and what they are worth; a [`Learner`] changes its
//! weights. [`Corpus`] is what it learns from.

mod bonanza;
mod checkpoint;
mod compared;
mod corpus;
mod figure;
mod learner;
mod objective;
mod options;
mod parts;
mod relations;
mod steps;
mod table;
mod three_piece;

pub use bonanza::{BonanzaGroup, BonanzaTable};
pub use checkpoint::CheckpointError;
pub use compared::Judgement;
pub use corpus::{Corpus, Place};
pub use figure::{targets_figure, weights_figure};
pub use learner::{Iteration, Learner, Progress, Stage};
pub use options::{LearnerOptions, Method};
pub use table::{Layout, ParameterGroup, Rule, Table};
pub use three_piece::{ThreePieceGroup, ThreePieceTable};

#[cfg(test)]
mod tests;
