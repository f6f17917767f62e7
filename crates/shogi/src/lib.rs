//! The game of shogi.
