//! What is printed. This is the one place where names from files come into it: their control characters never reach a
//! terminal.

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

/// Prints one line in colours of ours.
pub fn styled_line(out: &mut impl Write, style: Style, text: impl Display) -> io::Result<()> {
    writeln!(out, "{style}{}{style:#}", visible(&text.to_string()))
}

/// Prints rows with their columns below each other: those of words to the left, of numbers to the right.
pub fn table(out: &mut impl Write, rows: &[(Style, Vec<String>)], is_word: impl Fn(usize) -> bool) -> io::Result<()> {
    let columns = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|(_, row)| Some(row.get(column)?.chars().count())).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    rows.iter().try_for_each(|(style, row)| {
        let field = |(column, (text, &width)): (usize, (&String, &usize))| {
            if is_word(column) { format!("{text:width$}") } else { format!("{text:>width$}") }
        };
        let row = row.iter().zip(&widths).enumerate().map(field).collect::<Vec<_>>().join("  ");
        styled_line(out, *style, row.trim_end())
    })
}

/// Prints lines that another writer has made, such as those of JSON: each escape is one of JSON too.
pub fn lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|text| line(out, text))
}

/// Prints an object for programs, on one line or on many.
pub fn object(out: &mut impl Write, value: &impl Serialize, layout: Layout) -> io::Result<()> {
    let out = &mut Visible(io::BufWriter::new(out));
    match layout {
        Layout::OneLine => serde_json::to_writer(&mut *out, value),
        Layout::Indented => serde_json::to_writer_pretty(&mut *out, value),
    }?;
    writeln!(out.0)?;
    out.0.flush()
}

/// Passes text on as it comes, in which nothing but the ends of lines reaches a terminal as a control character. Nothing
/// long has to be in memory whole.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Writers of JSON hand on whole pieces of text.
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

/// How JSON is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    OneLine,
    Indented,
}

/// Whether remarks are wanted.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From here on no remark is printed.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Says something that is no result. It does not matter whether it is read.
pub fn remark(sentence: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        error(sentence);
    }
}

/// Says why the command fails.
pub fn error(sentence: &str) {
    let _ = line(&mut io::stderr(), format_args!("gridwalk: {sentence}"));
}

/// With what each JSON object about a search begins, an error in place of it too. A changed field of one counts up the
/// schema; fields may be added without a new one.
#[derive(Serialize, Debug)]
pub struct Head {
    schema: u32,
    version: &'static str,
}

impl Head {
    pub const NOW: Self = Self { schema: 1, version: env!("CARGO_PKG_VERSION") };
}

/// Every option of a search, the unchanged ones too, by its field in level files.
pub fn every_option<S: Serializer>(options: &SearchOptions, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(OptionKey::ALL.map(|key| (key.field(), value(options, key))))
}

/// The value of an option: a name, a number, a list of names, or `null` for no limit.
fn value(options: &SearchOptions, key: OptionKey) -> Value {
    match key.of(options) {
        // Only the directions that count.
        OptionChange::Neighbours(order) => order.directions(options.movement).map(Direction::name).collect(),
        OptionChange::Region(Some(Rect { at, width, height })) => json!({ "at": at, "size": [width, height] }),
        change => match key.kind().typed {
            Some(Typed::Number(_) | Typed::Whole(_)) => serde_json::from_str(&change.text()).unwrap_or_default(),
            _ if change.text().is_empty() => Value::Null,
            _ => change.text().into(),
        },
    }
}
