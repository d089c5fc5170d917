//! How a command ends: with an exit code, or with one sentence about what was wrong with its input.

use std::fmt;
use std::io;
use std::path::Path;

use gridwalk_level::formats::ParseError;
use gridwalk_pathfinding::Refusal;
use serde::Serialize;

use super::print::{self, Head, Layout};

/// All is well.
pub const OK: u8 = 0;
/// There is no path, or there are findings.
pub const FINDINGS: u8 = 1;
/// The input is invalid.
pub const BAD_INPUT: u8 = 2;
/// The limit of expansions was reached before there was an answer.
pub const OUT_OF_BUDGET: u8 = 3;

/// A benchmark takes more than the threshold allows.
pub const SLOWER: u8 = 4;

/// The exit code of a command that ran, or why it did not.
pub type Done = Result<u8, Failure>;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Bad(BadInput),
    #[error("the results cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// What is wrong with the input, for people and for programs.
#[derive(Debug, Serialize)]
pub struct BadInput {
    kind: BadInputKind,
    /// The sentence without its place.
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// What the input is about.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum BadInputKind {
    /// A file cannot be read or written.
    File,
    /// A file holds something unexpected; line and column say where.
    Parse,
    /// The algorithm does not support an option, or this map.
    Unsupported,
    /// Anything else: the arguments, or what they ask for.
    Input,
}

impl BadInput {
    fn file(path: &Path, message: impl Into<String>) -> Self {
        Self { kind: BadInputKind::File, file: Some(path.display().to_string()), ..Self::from(message.into()) }
    }

    /// What an algorithm does not support.
    pub fn unsupported(message: String) -> Self {
        Self { kind: BadInputKind::Unsupported, ..Self::from(message) }
    }

    /// A file with something unexpected in it.
    pub fn parse(path: &Path, error: &ParseError) -> Self {
        let (line, column) = (Some(error.line), Some(error.column));
        Self { kind: BadInputKind::Parse, line, column, ..Self::file(path, &error.message) }
    }
}

impl From<String> for BadInput {
    fn from(message: String) -> Self {
        Self { kind: BadInputKind::Input, message, file: None, line: None, column: None }
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
            // As it is written here.
            Refusal::Option(algorithm, key) => {
                let (name, default) = (key.name(), key.default_for(algorithm).shown());
                format!("{algorithm} does not support --{name}; leave it at {default}, or use A* or Dijkstra")
            }
            refusal => refusal.to_string(),
        };
        Self { kind, ..Self::from(sentence) }
    }
}

/// The sentence with its place, as compilers write it.
impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, file, line, column, .. } = self;
        match (file, line, column) {
            (Some(file), Some(line), Some(column)) => write!(f, "{file}:{line}:{column}: {message}"),
            (Some(file), ..) => write!(f, "{file}: {message}"),
            _ => f.write_str(message),
        }
    }
}

/// Shorthand for bad input, mostly a sentence about it.
pub fn bad<T>(input: impl Into<BadInput>) -> Result<T, Failure> {
    Err(Failure::Bad(input.into()))
}

/// The same of a file that cannot be read or written, or that has nothing of what is wanted.
pub fn bad_file<T>(path: &Path, message: impl Into<String>) -> Result<T, Failure> {
    bad(BadInput::file(path, message))
}

/// The exit code of the program; what went wrong is said on stderr.
pub fn end(done: Done) -> u8 {
    match done {
        Ok(code) => code,
        // A reader that has seen enough, such as `head`, is no error of ours.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => OK,
        Err(failure) => {
            print::error(&failure.to_string());
            BAD_INPUT
        }
    }
}

/// What a program reads in place of an answer.
#[derive(Serialize, Debug)]
struct ErrorReport<'a> {
    #[serde(flatten)]
    head: Head,
    /// In the place of the word for an answer.
    answer: &'static str,
    found: bool,
    /// The sentence of the error, with its place.
    reason: String,
    error: &'a BadInput,
}

/// Bad input as the object that a program reads: it reads stdout alone.
pub fn print_json(error: &BadInput) {
    let report = ErrorReport { head: Head::NOW, answer: "error", found: false, reason: error.to_string(), error };
    let _ = print::object(&mut io::stdout(), &report, Layout::OneLine);
}
