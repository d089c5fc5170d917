//! Results of commands: an exit code, or an error about the input.

use std::fmt;
use std::io;
use std::path::Path;

use gridwalk_level::formats::ParseError;
use gridwalk_pathfinding::Refusal;
use serde::Serialize;

use super::print::{self, JsonLayout, ReportHead};

/// Exit code: success.
pub const OK: u8 = 0;
/// Exit code: there is no path, or there are findings.
pub const FINDINGS: u8 = 1;
/// Exit code: the input is invalid.
pub const BAD_INPUT: u8 = 2;
/// Exit code: the limit of expansions was reached without an answer.
pub const OUT_OF_BUDGET: u8 = 3;

/// Exit code: a benchmark takes more than the threshold allows.
pub const SLOWER: u8 = 4;

/// The exit code of a command that ran, or the failure.
pub type Done = Result<u8, Failure>;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Bad(BadInput),
    #[error("the results cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// An error in the input, for people and for programs.
#[derive(Debug, Serialize)]
pub struct BadInput {
    kind: BadInputKind,
    /// The message without its place.
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// The kind of an input error.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum BadInputKind {
    /// A file cannot be read or written.
    File,
    /// A file holds something unexpected; line and column give the place.
    Parse,
    /// The algorithm does not support an option, or this map.
    Unsupported,
    /// Any other error: in the arguments, or in what they name.
    Input,
}

impl BadInput {
    fn file(path: &Path, message: impl Into<String>) -> Self {
        Self {
            kind: BadInputKind::File,
            file: Some(path.display().to_string()),
            ..Self::from(message.into())
        }
    }

    /// Creates an error for an option or map that an algorithm does not support.
    pub fn unsupported(message: String) -> Self {
        Self {
            kind: BadInputKind::Unsupported,
            ..Self::from(message)
        }
    }

    /// Creates an error for a file with unexpected content.
    pub fn parse(path: &Path, error: &ParseError) -> Self {
        let (line, column) = (Some(error.line), Some(error.column));
        Self {
            kind: BadInputKind::Parse,
            line,
            column,
            ..Self::file(path, &error.message)
        }
    }
}

impl From<String> for BadInput {
    fn from(message: String) -> Self {
        Self {
            kind: BadInputKind::Input,
            message,
            file: None,
            line: None,
            column: None,
        }
    }
}

impl From<&str> for BadInput {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<Refusal> for BadInput {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal {
            Refusal::Endpoint(_) => BadInputKind::Input,
            _ => BadInputKind::Unsupported,
        };
        let sentence = match refusal {
            // The option is named as on the command line.
            Refusal::Option(algorithm, key) => {
                let (name, default) = (key.name(), key.default_for(algorithm).shown());
                format!(
                    "{algorithm} does not support --{name}; leave it at {default}, or use A* or Dijkstra"
                )
            }
            refusal => refusal.to_string(),
        };
        Self {
            kind,
            ..Self::from(sentence)
        }
    }
}

/// The message with its place, as compilers write it.
impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            message,
            file,
            line,
            column,
            ..
        } = self;
        match (file, line, column) {
            (Some(file), Some(line), Some(column)) => {
                write!(f, "{file}:{line}:{column}: {message}")
            }
            (Some(file), ..) => write!(f, "{file}: {message}"),
            _ => f.write_str(message),
        }
    }
}

/// Returns bad input as an error.
pub fn bad<T>(input: impl Into<BadInput>) -> Result<T, Failure> {
    Err(Failure::Bad(input.into()))
}

/// Returns an error about a file: it cannot be read or written, or lacks the requested content.
pub fn bad_file<T>(path: &Path, message: impl Into<String>) -> Result<T, Failure> {
    bad(BadInput::file(path, message))
}

/// Returns the exit code of the program, and prints a failure to stderr.
pub fn end(done: Done) -> u8 {
    match done {
        Ok(code) => code,
        // A reader that stops early, such as `head`, causes no error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => OK,
        Err(failure) => {
            print::error(&failure.to_string());
            BAD_INPUT
        }
    }
}

/// The JSON object that replaces an answer.
#[derive(Serialize, Debug)]
struct ErrorReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
    /// The word `error`, in the field of the answer's word.
    answer: &'static str,
    found: bool,
    /// The message of the error, with its place.
    reason: String,
    error: &'a BadInput,
}

/// Prints bad input as a JSON object, for programs that read only stdout.
pub fn print_json(error: &BadInput) {
    let report = ErrorReport {
        head: ReportHead::NOW,
        answer: "error",
        found: false,
        reason: error.to_string(),
        error,
    };
    let _ = print::object(&mut io::stdout(), &report, JsonLayout::OneLine);
}
