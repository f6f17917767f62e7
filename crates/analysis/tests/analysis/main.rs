//! Whole analyses: the same bytes whatever happens, true sentences, planted truths, and a check that
//! sees what was tampered with.

#![allow(
    clippy::print_stdout,
    reason = "the searches for rows and the measurements tell what they find"
)]

mod common;
mod corpus;
mod planted;
mod random;
mod reproducible;
mod symmetry;
mod tamper;
