//! Output of the command line: results, remarks, failures and exit codes.
//!
//! All names from files pass through here: their control characters never reach a terminal.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use gridwalk_level::formats::{ParseError, visible};
use gridwalk_pathfinding::{
    Direction, OptionChange, OptionKey, Rect, Refusal, SearchOptions, Typed,
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

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
impl Display for BadInput {
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
            error(&failure.to_string());
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
    let _ = object(&mut io::stdout(), &report, JsonLayout::OneLine);
}

pub fn line(out: &mut impl Write, text: impl Display) -> io::Result<()> {
    writeln!(out, "{}", visible(&text.to_string()))
}

/// Prints one line in a style.
pub fn styled_line(out: &mut impl Write, style: Style, text: impl Display) -> io::Result<()> {
    writeln!(out, "{style}{}{style:#}", visible(&text.to_string()))
}

/// Returns the width of the output in columns: from `COLUMNS`, else of the terminal, else 80.
pub fn columns() -> u32 {
    let said = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let terminal = || {
        console::Term::stdout()
            .size_checked()
            .map(|(_, columns)| columns.into())
    };
    said.or_else(terminal)
        .filter(|columns| (20..=1000).contains(columns))
        .unwrap_or(80)
}

/// Prints rows in aligned columns: words to the left, numbers to the right.
pub fn table(
    out: &mut impl Write,
    rows: &[(Style, Vec<String>)],
    is_word: impl Fn(usize) -> bool,
) -> io::Result<()> {
    let columns = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|(_, row)| Some(row.get(column)?.chars().count()))
            .max()
    };
    let widths: Vec<_> = (0..columns)
        .map(|column| width(column).unwrap_or(0))
        .collect();
    rows.iter().try_for_each(|(style, row)| {
        let field = |(column, (text, &width)): (usize, (&String, &usize))| {
            if is_word(column) {
                format!("{text:width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        let row = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(field)
            .collect::<Vec<_>>()
            .join("  ");
        styled_line(out, *style, row.trim_end())
    })
}

/// Prints lines from another writer, such as JSON, where each inserted escape is valid, too.
pub fn lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|text| line(out, text))
}

/// Prints an object as JSON, on one line or indented.
pub fn object(out: &mut impl Write, value: &impl Serialize, layout: JsonLayout) -> io::Result<()> {
    let out = &mut Visible(io::BufWriter::new(out));
    match layout {
        JsonLayout::OneLine => serde_json::to_writer(&mut *out, value),
        JsonLayout::Indented => serde_json::to_writer_pretty(&mut *out, value),
    }?;
    writeln!(out.0)?;
    out.0.flush()
}

/// Passes text on, and escapes all control characters but line ends.
///
/// Long output need not be in memory as a whole.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // JSON writers pass whole pieces of text.
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.0.write_all(b"\n")?;
            }
            self.0.write_all(visible(line).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The layout of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonLayout {
    OneLine,
    Indented,
}

/// Whether remarks are suppressed.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses all further remarks.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Prints a remark to stderr, which is no result. Write errors are ignored.
pub fn remark(sentence: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        error(sentence);
    }
}

/// Prints the reason why the command fails.
pub fn error(sentence: &str) {
    let _ = line(&mut io::stderr(), format_args!("gridwalk: {sentence}"));
}

/// The first fields of each JSON object about a search, also of an error in its place.
///
/// A changed field increments the schema; new fields may be added without that.
#[derive(Serialize, Debug)]
pub struct ReportHead {
    schema: u32,
    version: &'static str,
}

impl ReportHead {
    pub const NOW: Self = Self {
        schema: 1,
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// Serialises every option of a search, including defaults, by its field in level files.
pub fn every_option<S: Serializer>(
    options: &SearchOptions,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(OptionKey::ALL.map(|key| (key.field(), value(options, key))))
}

/// Returns the value of an option: a name, a number, a list of names, or `null` for no limit.
fn value(options: &SearchOptions, key: OptionKey) -> Value {
    match key.of(options) {
        // Only the directions of the movement count.
        OptionChange::Neighbours(order) => order
            .directions(options.movement)
            .map(Direction::name)
            .collect(),
        OptionChange::Region(Some(Rect { at, width, height })) => {
            json!({ "at": at, "size": [width, height] })
        }
        change => match key.kind().typed {
            Some(Typed::Number(_) | Typed::Whole(_)) => {
                serde_json::from_str(&change.text()).unwrap_or_default()
            }
            _ if change.text().is_empty() => Value::Null,
            _ => change.text().into(),
        },
    }
}
