//! The target of converted games, with format and encoding.

use crate::failure::Failure;
use crate::new_file;
use kifu::{Encoding, Format};
use std::path::{Path, PathBuf};

/// The place that games are written to.
pub(super) enum Output {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
}

impl Output {
    /// A folder is written to if the input is one, if it exists, or if the name ends like one.
    pub(super) fn new(path: &Path, input_is_folder: bool) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return if input_is_folder {
                Err(Failure::Usage("-: a folder is converted into a folder".to_owned()))
            } else {
                Ok(Self::Stdout)
            };
        }
        let looks_like_folder = path.as_os_str().to_string_lossy().ends_with(['/', '\\']);
        if path.is_file() && input_is_folder {
            let shown = path.display();
            return Err(Failure::Usage(format!("{shown}: expected a folder, found a file")));
        }
        if input_is_folder || looks_like_folder || path.is_dir() {
            Ok(Self::Folder(path.to_owned()))
        } else {
            Ok(Self::File(path.to_owned()))
        }
    }
}

impl Output {
    /// A single file must not exist, unless it may be overwritten, and its folder must exist.
    pub(super) fn check(&self, overwrites: bool) -> Result<(), Failure> {
        let Self::File(path) = self else { return Ok(()) };
        new_file::check_single(path, overwrites)
    }
}

/// Format and encoding to write.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) format: Format,
    pub(super) encoding: Encoding,
}

impl Target {
    pub(super) fn new(
        to: Option<&str>,
        encoding: Option<Encoding>,
        output: &Output,
    ) -> Result<Self, Failure> {
        let extension = match output {
            Output::File(path) => path.extension().and_then(|extension| extension.to_str()),
            _ => None,
        };
        let (format, usual) = match (to, extension) {
            (Some(name), _) => {
                let format: Format = name
                    .parse()
                    .map_err(|error| Failure::Usage(format!("--to {name:?}: {error}")))?;
                (format, format.usual_encoding())
            }
            (None, Some(extension)) => Format::from_extension(extension).ok_or_else(|| {
                Failure::Usage(format!(
                    "the extension {extension:?} is not that of a format; say --to"
                ))
            })?,
            (None, None) => {
                return Err(Failure::Usage("which format to write? Say --to".to_owned()));
            }
        };
        // Names like kifu ask for an encoding, and so does the extension of a file in the format;
        // text for the terminal is UTF-8.
        let asked = |name: Option<&str>| {
            let (named, encoding) = Format::from_extension(name?)?;
            (named == format).then_some(encoding)
        };
        let by_name = asked(to.filter(|name| format.name() != name.to_ascii_lowercase()));
        let usual = match output {
            Output::Stdout => Encoding::Utf8,
            _ => by_name.or_else(|| asked(extension)).unwrap_or(usual),
        };
        Ok(Self { format, encoding: encoding.unwrap_or(usual) })
    }

    pub(super) fn extension(self) -> &'static str {
        self.format.extension(self.encoding)
    }
}
