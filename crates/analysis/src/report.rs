//! The forms of a report: page, Markdown, JSON, annotated record, table, quiz, and a folder of games.
//!
//! One entry, [`write()`], takes a report and a [`Form`]. Nothing here searches or judges: what is not
//! in the report is not shown. Names, comments and paths come from records of strangers, so each
//! form cleans and escapes them (`text.rs`).

mod csv_table;
mod folder;
mod html;
mod markdown;
mod quiz;
mod record;
mod text;
mod view;

#[cfg(test)]
mod browser;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use kifu::{Encoding, Game};

pub use folder::Folder;
pub use quiz::Quiz;
pub use record::{Dialect, annotated};

use crate::model::GameReport;
use crate::terminal::Language;

/// A form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One page that needs nothing but itself.
    Html,
    /// Markdown without HTML.
    Markdown,
    /// The report as data, for programs and for `--check`.
    Json,
    /// A row of figures.
    Csv,
    /// A next-move collection of ShogiHome.
    Quiz,
    /// The record with scores and sentences as comments, and best lines as variations.
    Record(kifu::Format, Encoding),
}

impl Form {
    /// The names of the forms on the command line.
    pub const NAMES: [&'static str; 8] =
        ["html", "md", "json", "kif", "kifu", "csa", "csv", "quiz"];

    /// The form with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "html" => Self::Html,
            "md" => Self::Markdown,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "quiz" => Self::Quiz,
            "kif" => Self::Record(kifu::Format::Kif, Encoding::ShiftJis),
            "kifu" => Self::Record(kifu::Format::Kif, Encoding::Utf8),
            "csa" => Self::Record(kifu::Format::Csa, Encoding::Utf8),
            _ => return None,
        })
    }

    /// The ending of file names, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Quiz => "quiz.json",
            Self::Record(format, encoding) => format.extension(encoding),
        }
    }
}

/// How a report is written.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The language of words and moves.
    pub language: Language,
    /// The record that was analysed; without it an annotated record has the main line only.
    pub original: Option<&'a Game>,
    /// The custom of the comments in annotated records.
    pub dialect: Dialect,
    /// Are names and paths left out of a quiz?
    pub anonymous: bool,
    /// The time at which a quiz was made, in the form of ISO 8601; this crate reads no clock.
    pub created: &'a str,
}

/// Writes a report in a form.
pub fn write(
    report: &GameReport,
    form: Form,
    options: &Options<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match form {
        Form::Html => out.write_all(html::page(report, options.language).as_bytes()),
        Form::Markdown => out.write_all(markdown::text(report, options.language).as_bytes()),
        Form::Json => out.write_all(report.to_json().as_bytes()),
        Form::Csv => {
            let mut folder = Folder::default();
            folder.add(report, None);
            out.write_all(&folder.games_csv())
        }
        Form::Quiz => {
            let mut quiz = Quiz::default();
            quiz.add(report, options.anonymous);
            out.write_all(quiz.to_json(&report.program, options.created).as_bytes())
        }
        Form::Record(format, encoding) => {
            let game = annotated(report, options, format == kifu::Format::Csa);
            out.write_all(&kifu::write(&game, format, encoding).bytes)
        }
    }
}
