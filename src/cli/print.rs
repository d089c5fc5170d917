//! Output of the command line.
//!
//! All names from files pass through here: their control characters never reach a terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use gridwalk_level::formats::visible;
use gridwalk_pathfinding::{Direction, OptionChange, OptionKey, Rect, SearchOptions, Typed};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

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
