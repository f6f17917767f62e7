//! Reports of a results file.

mod figures;
mod text;

pub use text::text_report;
