//! The formats of game records: the table of them, and recognition by content.
//!
//! A new format is one row of the table and one module with its [`FormatSpec`].

mod spec;

use std::fmt;
use std::str::FromStr;

use crate::encoding::Encoding;
use crate::{csa, jkf, kakinoki, usi};

pub(crate) use spec::{Encodings, Evidence, FormatSpec, Games, NextGame};

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident $spec:path;)*) => {
        /// A format of game records.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format { $($(#[$doc])* $name),* }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            pub(crate) const fn spec(self) -> &'static FormatSpec {
                match self { $(Self::$name => &$spec),* }
            }
        }
    };
}

formats! {
    /// KIF: numbered moves with origins.
    Kif kakinoki::KIF;
    /// KI2: rows of moves as in books.
    Ki2 kakinoki::KI2;
    /// CSA 2.2 (any version when read).
    Csa csa::CSA;
    /// CSA 3.0 (any version when read).
    Csa3 csa::CSA3;
    /// JSON Kifu Format.
    Jkf jkf::JKF;
    /// Lines of USI moves.
    Usi usi::USI;
}

impl Format {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// The format and the encoding that a file name's extension stands for.
    pub fn from_extension(extension: &str) -> Option<(Self, Encoding)> {
        let extension = extension.to_ascii_lowercase();
        Self::ALL.into_iter().find_map(|format| {
            let mut known = format.spec().extensions.iter();
            known.find(|(name, _)| *name == extension).map(|&(_, encoding)| (format, encoding))
        })
    }

    /// Is it the extension of files that hold a record? Some are read only, such as `bod`, a board.
    pub fn is_extension(extension: &str) -> bool {
        let extension = extension.to_ascii_lowercase();
        Self::from_extension(&extension).is_some()
            || Self::ALL.iter().any(|f| f.spec().also_read.contains(&extension.as_str()))
    }

    /// The extension of files in this format and encoding.
    pub fn extension(self, encoding: Encoding) -> &'static str {
        let known = self.spec().extensions;
        let fitting = known.iter().find(|(_, of)| *of == encoding);
        fitting.or(known.first()).map_or(self.name(), |(name, _)| name)
    }

    /// The encoding that is written if nothing else is asked for.
    pub const fn usual_encoding(self) -> Encoding {
        match self.spec().encodings {
            Encodings::Only(encoding) | Encodings::Usually(encoding) => encoding,
        }
    }

    /// Can a file hold several games?
    pub const fn holds_many(self) -> bool {
        matches!(self.spec().games, Games::Many { .. })
    }

    /// The text between two games of a file; empty if nothing stands between them.
    pub const fn separator(self) -> &'static str {
        match self.spec().games {
            Games::One => "",
            Games::Many { separator, .. } => separator,
        }
    }

    /// The format of a text by its first lines; none if nothing in it looks like a record.
    pub fn detect(text: &str) -> Option<Self> {
        let claims = Self::ALL.map(|format| Some((format, (format.spec().evidence)(text)?)));
        let claims = || claims.iter().flatten();
        let first = claims().map(|(_, evidence)| evidence.first_line).min()?;
        let decisive =
            claims().find(|(_, evidence)| evidence.is_decisive && evidence.first_line == first);
        // Comments of a file may look like lines of another format: most lines win, and among
        // equals the earlier row.
        let undecided = claims().filter(|(_, evidence)| !evidence.is_decisive);
        let strongest =
            undecided.reduce(|best, next| if next.1.lines > best.1.lines { next } else { best });
        decisive.or(strongest).map(|&(format, _)| format)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that is not the name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a format, one of:")?;
        Format::ALL.iter().try_for_each(|format| write!(f, " {format}"))?;
        let usually_other =
            Format::ALL.into_iter().filter(|format| format.usual_encoding() != Encoding::Utf8);
        let in_utf8: Vec<&str> = usually_other
            .flat_map(|format| format.spec().extensions)
            .filter(|(_, encoding)| *encoding == Encoding::Utf8)
            .map(|&(extension, _)| extension)
            .collect();
        write!(f, ", and {} for UTF-8", in_utf8.join(" and "))
    }
}

impl std::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_lowercase();
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.or_else(|| Some(Self::from_extension(&text)?.0)).ok_or(ParseFormatError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_lead_back_to_their_row() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            for encoding in Encoding::WRITABLE {
                let (found, _) = Format::from_extension(format.extension(encoding)).expect("known");
                // CSA 3.0 shares its extension, and its reader, with CSA 2.2.
                let expected = if format == Format::Csa3 { Format::Csa } else { format };
                assert_eq!(found, expected, "{format} {encoding:?}");
            }
        }
    }

    #[test]
    fn extensions_stand_for_encodings() {
        for (extension, format, encoding) in [
            ("kif", Format::Kif, Encoding::ShiftJis),
            ("KIFU", Format::Kif, Encoding::Utf8),
            ("ki2", Format::Ki2, Encoding::ShiftJis),
            ("ki2u", Format::Ki2, Encoding::Utf8),
            ("csa", Format::Csa, Encoding::ShiftJis),
            ("jkf", Format::Jkf, Encoding::Utf8),
            ("json", Format::Jkf, Encoding::Utf8),
            ("usi", Format::Usi, Encoding::Utf8),
            ("sfen", Format::Usi, Encoding::Utf8),
        ] {
            assert_eq!(Format::from_extension(extension), Some((format, encoding)), "{extension}");
        }
        assert_eq!(Format::from_extension("txt"), None);
        assert!(Format::is_extension("BOD") && Format::is_extension("kif"));
        assert!(!Format::is_extension("txt"));
        assert_eq!(Format::from_extension("bod"), None);
        assert_eq!(
            ParseFormatError.to_string(),
            "expected a format, one of: kif ki2 csa csa3 jkf usi, and kifu and ki2u for UTF-8"
        );
        assert_eq!(Format::Usi.extension(Encoding::Utf8), "sfen");
        assert_eq!(Format::Kif.extension(Encoding::EucJp), "kif");
    }

    #[test]
    fn the_first_line_or_most_lines_tell_the_format() {
        for (text, format) in [
            ("\u{feff}\n {\"header\":{}}", Some(Format::Jkf)),
            ("nothing\n", None),
            ("\nstartpos moves 7g7f\n先手：A\n", Some(Format::Usi)),
            ("先手：A\nstartpos moves 7g7f\n", Some(Format::Kif)),
            ("V2.2\nPI\n+\n+7776FU\n'先手：A\n", Some(Format::Csa)),
            ("先手：A\n▲７六歩 △３四歩\n", Some(Format::Ki2)),
            ("先手：A\n▲７六歩\n1 ７六歩(77)\n", Some(Format::Kif)),
            // As many lines of CSA as of KIF.
            ("V2.2\n先手：A\n", Some(Format::Kif)),
        ] {
            assert_eq!(Format::detect(text), format, "{text:?}");
        }
    }
}
