//! Ctrl-C while a command works: the first asks it to end with the results so far, the second ends
//! the program.

use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that Ctrl-C ended.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_WORKING: AtomicBool = AtomicBool::new(false);
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C is heard. A command that waits for input still ends at once.
pub(crate) fn listen() {
    // If the system refuses, Ctrl-C ends the program without results, as it does by default.
    let _ = ctrlc::set_handler(|| {
        if !IS_WORKING.load(Ordering::SeqCst) || IS_ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(EXIT_CODE.into());
        }
    });
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
