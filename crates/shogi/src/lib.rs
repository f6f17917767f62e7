//! The game of shogi: positions, legal moves, repetition, declaration, SFEN and USI text.
//!
//! This crate knows the rules and nothing else: no input or output, no clock, no threads, no
//! floating point, no evaluation.
//!
//! ```
//! use shogi::Position;
//!
//! let mut position = Position::startpos();
//! position.play("7g7f".parse()?);
//! assert_eq!(position.legal_moves().len(), 30);
//! assert_eq!(
//!     position.to_sfen(),
//!     "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
//! );
//! # Ok::<(), shogi::ParseMoveError>(())
//! ```
// The tables of lines take the compiler a moment.
#![allow(long_running_const_eval)]

pub mod attacks;
mod bitboard;
mod board;
mod color;
mod declaration;
mod diagram;
mod game_end;
mod hand;
mod handicap;
mod legality;
mod mate_in_one;
mod movegen;
mod moves;
pub mod perft;
mod piece;
mod position;
mod repetition;
mod see;
mod setup;
mod sfen;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use declaration::{DeclarationResult, DeclarationRule, PointCount, TryUnmet, Unmet};
pub use diagram::{Diagram, DiagramStyle};
pub use game_end::{GameEnd, GameRules};
pub use hand::Hand;
pub use handicap::{Handicap, ParseHandicapError};
pub use legality::{Illegality, MoveTextError};
pub use movegen::{CheckSquares, Legality, MoveList, NonPromotions, Siege, Wanted};
pub use moves::{Action, Move, ParseMoveError};
pub use piece::{HandKind, Piece, PieceKind};
pub use position::Position;
pub use repetition::{Recurrence, Repetition};
pub use see::ExchangeValues;
pub use setup::{Setup, SetupError};
pub use sfen::{Field, SfenError, SfenProblem};
pub use square::{File, ParseSquareError, Rank, Square};
