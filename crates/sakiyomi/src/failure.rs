//! The failures of a command, and the exit code of each.

use std::io;
use std::process::ExitCode;

/// Each message is one sentence: what, where, what was expected.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user asked for something that cannot be.
    Usage(String),
    /// The request was sound, the work failed.
    Failed(String),
    /// The work failed, and the user has been told already.
    Told,
    /// The user pressed Ctrl-C; the results so far have been written.
    Interrupted,
    /// Nobody reads the output any more.
    OutputClosed,
}

impl Failure {
    /// Tells the user and gives the exit code. A closed pipe is the reader's choice, not an error.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(message) => tell(message, 2),
            Self::Failed(message) => tell(message, 1),
            Self::Told => ExitCode::FAILURE,
            Self::Interrupted => ExitCode::from(crate::interrupt::EXIT_CODE),
            Self::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Failed(format!("the output cannot be written: {error}")),
        }
    }
}

fn tell(message: &str, code: u8) -> ExitCode {
    use io::Write;
    // If stderr is closed as well, the exit code alone tells it.
    let _ = writeln!(io::stderr(), "error: {}", kifu::Printable(message));
    ExitCode::from(code)
}
