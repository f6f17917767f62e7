//! The game is kept when the user leaves it with Ctrl-C or closes the terminal's input.

use super::texts::Texts;
use kifu::{Encoding, Format};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Names with greater numbers are not tried.
const MOST_FILES: u32 = 9_999;
/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The game that is not saved yet, shared with the thread that waits for Ctrl-C.
#[derive(Clone)]
pub(super) struct Autosave {
    unsaved: Arc<Mutex<Option<kifu::Game>>>,
    texts: Texts,
}

impl Autosave {
    /// Starts to wait for Ctrl-C, which then keeps the game and ends the program.
    pub(super) fn new(texts: Texts) -> Self {
        let autosave = Self { unsaved: Arc::default(), texts };
        let kept = autosave.clone();
        // If there is no such handler, Ctrl-C ends the program without the file.
        let _ = ctrlc::set_handler(move || kept.leave());
        autosave
    }

    /// Replaces the game to be kept; none if there is nothing to keep.
    pub(super) fn set(&self, game: Option<kifu::Game>) {
        *self.unsaved.lock().unwrap_or_else(PoisonError::into_inner) = game;
    }

    /// Writes the game to a new file, if there is something to keep.
    pub(super) fn save(&self) {
        let unsaved = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(game) = unsaved else { return };
        let bytes = kifu::write(&game, Format::Kif, Encoding::Utf8).bytes;
        let told = match write_new(&bytes) {
            Ok(path) => self.texts.saved(&path.display().to_string(), None),
            Err(error) => self.texts.cannot_write("sakiyomi-game-1.kifu", &error),
        };
        // The thread of the game may hold standard output.
        let _ = writeln!(io::stderr(), "{told}");
    }

    /// Keeps the game and ends the program.
    pub(super) fn leave(&self) -> ! {
        let _ = writeln!(io::stderr());
        self.save();
        std::process::exit(INTERRUPTED);
    }
}

/// Writes a file with a new name in the current folder, or else among the temporary files.
fn write_new(bytes: &[u8]) -> io::Result<PathBuf> {
    write_new_in(PathBuf::new(), bytes).or_else(|_| write_new_in(std::env::temp_dir(), bytes))
}

fn write_new_in(folder: PathBuf, bytes: &[u8]) -> io::Result<PathBuf> {
    for number in 1..=MOST_FILES {
        let path = folder.join(format!("sakiyomi-game-{number}.kifu"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
