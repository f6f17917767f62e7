//! Files that are written beside their place and renamed when they are whole.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The message about a file that stands in the way.
pub(crate) fn exists(path: &Path) -> String {
    format!("{}: the file exists; --force overwrites it", path.display())
}

/// Refuses to overwrite a file, unless it may be overwritten. Devices and pipes are not in the way.
pub(crate) fn check_free(path: &Path, overwrites: bool) -> Result<(), Failure> {
    if !overwrites && path.is_file() { Err(Failure::Usage(exists(path))) } else { Ok(()) }
}

/// Refuses to overwrite a single file, as above, and to write it into a folder that does not exist.
pub(crate) fn check_single(path: &Path, overwrites: bool) -> Result<(), Failure> {
    check_free(path, overwrites)?;
    match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::Usage(format!("{}: there is no such folder", folder.display())))
        }
        None => Ok(()),
    }
}

/// Returns the path with something added to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// A file that appears under its name only when it is whole.
pub(crate) struct NewFile {
    path: PathBuf,
    part: PathBuf,
    writer: BufWriter<File>,
}

impl Drop for NewFile {
    /// Removes an unfinished file. A device or pipe stays, and a finished file has another name.
    fn drop(&mut self) {
        if self.part != self.path {
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

impl NewFile {
    /// Begins a file beside its place; its folder is made if there is none.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let problem = |error| Failure::Failed(format!("{}: {error}", path.display()));
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(problem)?;
        }
        // Devices and pipes are written to directly; nothing may take their place.
        let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
        let part = if is_special { path.to_owned() } else { beside(path, ".part") };
        let writer = BufWriter::new(File::create(&part).map_err(problem)?);
        Ok(Self { path: path.to_owned(), part, writer })
    }

    /// The file as a writer, for functions that take one.
    pub(crate) fn writer(&mut self) -> &mut BufWriter<File> {
        &mut self.writer
    }

    /// Writes some bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let problem = |error| Failure::Failed(format!("{}: {error}", self.path.display()));
        self.writer.write_all(bytes).map_err(problem)
    }

    /// Puts the whole file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let problem = |error| Failure::Failed(format!("{}: {error}", self.path.display()));
        self.writer.flush().map_err(problem)?;
        if self.part == self.path {
            return Ok(());
        }
        std::fs::rename(&self.part, &self.path).map_err(problem)
    }
}
