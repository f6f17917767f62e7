//! A first look at the position: its static value.

pub(crate) mod correction;
