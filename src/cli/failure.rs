//! How a command ends: with an exit code, or with one sentence about what was wrong with its input.

use std::io::{self, Write};
use std::process::ExitCode;

/// All is well.
pub const OK: u8 = 0;
/// There is no path, or there are findings.
pub const FINDINGS: u8 = 1;
/// The input makes no sense.
pub const BAD_INPUT: u8 = 2;

/// The exit code of a command that ran, or why it did not.
pub type Done = Result<u8, Failure>;

/// Why a command stopped early.
#[derive(Debug)]
pub enum Failure {
    /// The input makes no sense; the sentence says why.
    Bad(String),
    /// The results could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<csv::Error> for Failure {
    fn from(error: csv::Error) -> Self {
        Self::Output(error.into())
    }
}

/// Shorthand for a sentence about bad input.
pub fn bad<T>(sentence: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Bad(sentence.into()))
}

/// Says something that is no result. Whether anybody listens does not matter.
pub fn remark(sentence: &str) {
    let _ = writeln!(io::stderr(), "gridwalk: {sentence}");
}

/// The exit code of the program; what went wrong is said on stderr.
pub fn exit_code(done: Done) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Failure::Bad(sentence)) => {
            remark(&sentence);
            ExitCode::from(BAD_INPUT)
        }
        // A reader that has seen enough, such as `head`, is no error of ours.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(OK),
        Err(Failure::Output(error)) => {
            remark(&format!("the results cannot be written: {error}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}
