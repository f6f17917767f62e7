//! Ctrl-C while a command works: the first asks it to end with the results so far, the second ends
//! the program.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that Ctrl-C ended.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_WORKING: AtomicBool = AtomicBool::new(false);
static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// A file that must not stay if Ctrl-C ends the program.
static LEFT_BEHIND: OnceLock<PathBuf> = OnceLock::new();

/// From here on Ctrl-C is heard. A command that waits for input still ends at once.
pub(crate) fn listen() {
    // If the system refuses, Ctrl-C ends the program without results, as it does by default.
    let _ = ctrlc::set_handler(|| {
        if !IS_WORKING.load(Ordering::SeqCst) || IS_ASKED.swap(true, Ordering::SeqCst) {
            if let Some(path) = LEFT_BEHIND.get() {
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(EXIT_CODE.into());
        }
    });
}

/// Removes this file if Ctrl-C ends the program. There can be only one; the first call counts.
pub(crate) fn remove_at_end(path: impl FnOnce() -> PathBuf) {
    LEFT_BEHIND.get_or_init(path);
}

/// Does some work that looks at [`is_asked`] now and then.
pub(crate) fn during<T>(work: impl FnOnce() -> T) -> T {
    IS_WORKING.store(true, Ordering::SeqCst);
    let result = work();
    IS_WORKING.store(false, Ordering::SeqCst);
    result
}

/// Has the user pressed Ctrl-C?
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::SeqCst)
}

/// The same as a flag, for work that looks at one.
pub(crate) fn flag() -> &'static AtomicBool {
    &IS_ASKED
}
