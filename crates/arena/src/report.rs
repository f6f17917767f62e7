//! Reports of a results file.

mod figures;
mod html;
mod sides;
mod svg;
mod text;

pub(crate) use html::STYLE;
pub use html::html_report;
pub(crate) use svg::{Curve, escaped};
pub use text::text_report;
