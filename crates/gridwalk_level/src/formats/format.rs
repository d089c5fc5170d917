//! The formats of levels in one table: how each is recognized, read and written, and what it can hold.

use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{GridSize, named};

use super::csv::{parse_csv_in_slices, write_csv_in_slices};
use super::digits::{DigitLegend, has_head, parse_digits, parse_digits_in_slices, write_digits_in_slices};
use super::editors::{files_of_map, files_of_project, parse_ldtk, parse_tiled};
use super::error::{ParseError, Parsed, binary_kind, decode, error_at, one_of};
use super::loss::Loss;
use super::moving_ai::{GlyphCost, parse_moving_ai_in_slices, write_moving_ai_in_slices};
use super::notes::{Beside, Notes};
use super::pixels::{from_pixels_in_slices, to_pixels_in_slices};
use super::solid::SolidRule;
use super::{parse_draft, parse_moving_ai, parse_ron, write_ron};
use crate::{Level, LevelAgent, Rgb};

/// How the files end whose levels are opened by their names alone.
pub const LEVEL_ENDINGS: [&str; 9] = [".level.ron", ".map", ".txt", ".digits", ".csv", ".png", ".tmj", ".tmx", ".ldtk"];

named! {
    /// A format of levels. Its title has an article, its meaning is what a file of it can say of a level.
    pub enum Format {
        /// Our own levels.
        Ron = "ron", "a RON level", "everything but comments";
        /// Maps of the `MovingAI` benchmark sets.
        MovingAi = "map", "a MovingAI map", "free and blocked cells; no costs, agents, options or names";
        /// Maps of digits.
        Digits = "digits", "a map of digits",
            "free and blocked cells, one agent's start and its goals, options; no costs or names";
        /// Tables of costs.
        Csv = "csv", "a table of costs", "the cost of each cell; no agents, options or names";
        /// Pictures, one pixel a cell. Their files are read with the feature `png`.
        Png = "png", "a picture",
            "cells of the default terrains, by colour; no other costs, agents, options or names";
        /// Maps of the editor Tiled, in JSON or XML. They are read with the feature `editors`.
        Tiled = "tiled", "a Tiled map",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
        /// Projects of the editor `LDtk`. They are read with the feature `editors`.
        Ldtk = "ldtk", "an LDtk project",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
    }
}

impl Format {
    /// What files of this format end in, without the dot, the usual one first.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Ron => &["ron"],
            Self::MovingAi => &["map"],
            Self::Digits => &["txt", "digits"],
            Self::Csv => &["csv"],
            Self::Png => &["png"],
            Self::Tiled => &["tmj", "tmx"],
            Self::Ldtk => &["ldtk"],
        }
    }

    /// What an empty file lacks.
    const fn expected(self) -> &'static str {
        match self {
            Self::Ron => "a level, at least `(version: 1, map: [\"...\"])`",
            Self::MovingAi => "a header that begins with `type octile`",
            Self::Digits => "rows of digits",
            Self::Csv => "rows of costs with commas between them",
            Self::Png => "a picture with one pixel for each cell",
            Self::Tiled => "a map of Tiled",
            Self::Ldtk => "a project of LDtk",
        }
    }

    /// Whether levels can be written in it, not only read.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Tiled | Self::Ldtk)
    }

    /// Those in which levels can be written.
    pub fn written() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|format| format.is_written())
    }

    /// What files of these formats end in, in a sentence: `.ron, .map or .png`.
    #[must_use]
    pub fn list_endings(formats: impl Iterator<Item = Self>) -> String {
        let endings = formats.flat_map(|format| format.endings().iter().copied());
        one_of(endings.map(|ending| if ending == "ron" { ".level.ron".to_owned() } else { format!(".{ending}") }))
    }

    /// The format of a file of this name, by its ending.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The format of this content. Costs are never guessed.
    fn of_content(text: &str) -> Self {
        let text = text.trim_start();
        if text.starts_with("type ") {
            Self::MovingAi
        } else if text.starts_with(|c: char| c.is_ascii_digit() || c == '[') || has_head(text) {
            Self::Digits
        } else if text.starts_with('{') && text.contains("\"jsonVersion\"") {
            Self::Ldtk
        } else if text.starts_with('{') && text.contains("\"tilesets\"") || text.starts_with('<') {
            Self::Tiled
        } else {
            Self::Ron
        }
    }
}

/// How a file is read whose name and content do not say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadHints {
    /// The format, whatever the file is called.
    pub format: Option<Format>,
    /// Which digit of a map of digits is what.
    pub legend: Option<DigitLegend>,
    /// Which level of a project of several is read, by its name; else the first.
    pub level: Option<String>,
    /// The rules that say which parts of a map of another editor are walls; without any, names such as `collides` and
    /// collision shapes are taken as walls, and each guess is noted.
    pub solid: Vec<SolidRule>,
    /// What the glyphs of a `MovingAI` map cost; of those that are not named the usual ones.
    pub costs: Vec<GlyphCost>,
    /// The files that [`files_beside`] names: what each holds, or why it cannot be read.
    pub beside: Beside,
}

/// A level that was read, and remarks on how.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLevel {
    /// The level.
    pub level: Level,
    /// Guesses about walls, then parts of the file that are not in the level, each with its place.
    pub notes: Vec<ParseError>,
}

/// The files to which this one refers and that the [hints](ReadHints::beside) do not hold, by their paths from it.
///
/// These are tilesets and templates of Tiled, and levels of an `LDtk` project. Files may refer to others: whoever opens
/// files adds them to the hints and asks again until none is missing.
#[must_use]
pub fn files_beside(bytes: &[u8], file_name: &str, hints: &ReadHints) -> Vec<String> {
    let by_name = hints.format.or_else(|| Format::of_file(file_name));
    if by_name.is_some_and(Format::is_written) {
        return Vec::new();
    }
    let Ok(text) = decode(bytes) else { return Vec::new() };
    match by_name.unwrap_or_else(|| Format::of_content(text)) {
        Format::Tiled => files_of_map(text, hints),
        Format::Ldtk => {
            let mut files = files_of_project(text, hints);
            files.retain(|file| !hints.beside.contains_key(file));
            files
        }
        _ => Vec::new(),
    }
}

/// Reads a level of any known format; pictures with the feature `png`, maps of other editors with `editors`.
///
/// The format is chosen by the end of the file's name, see [`Format::endings`]: `.ron`, `.map` (`MovingAI`), `.csv`
/// (costs), `.txt` or `.digits` (digits), `.png`, `.tmj` or `.tmx` (Tiled), `.ldtk`. Under any other name the content decides;
/// costs are never guessed.
/// A level that does not name itself is called like its file. On a map of another format than RON that
/// names no agent, one stands on the free cell nearest to the middle.
///
/// A file of more than [`MAX_BYTES`](super::MAX_BYTES) is refused unread, a map of more than
/// [`Grid::MAX_SIDE`](gridwalk_pathfinding::Grid::MAX_SIDE) columns or rows from its header or its first row too
/// long. Reading takes at most some 30 bytes of memory per byte of the file, and for one that is nearly all map
/// about 3.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_level;
/// let level = parse_level(br#"(version: 1, map: ["..", ".#"])"#, "levels/small.level.ron").unwrap();
/// assert_eq!((level.name.as_str(), level.grid.cell_count()), ("small", 4));
/// let error = parse_level(br#"(version: 1, map: ["..", ".x"])"#, "small.level.ron").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 28));
/// ```
pub fn parse_level(bytes: &[u8], file_name: &str) -> Result<Level, ParseError> {
    let (level, notes, format) = parse(bytes, file_name, &ReadHints::default(), strictly)?;
    notes.problems.into_iter().next().map_or(Ok(with_an_agent(level, format)), Err)
}

/// Reads a level as it is while it is being worked on: what is wrong with it although it can be shown is listed, as
/// [`parse_draft`] does, and after that the [notes](ReadLevel::notes).
///
/// # Errors
/// The first other mistake, with its place.
pub fn parse_live_level(
    bytes: &[u8],
    file_name: &str,
    hints: &ReadHints,
) -> Result<(Level, Vec<ParseError>), ParseError> {
    let (level, mut notes, format) = parse(bytes, file_name, hints, parse_draft)?;
    notes.problems.append(&mut notes.notes);
    Ok((with_an_agent(level, format), notes.problems))
}

fn with_an_agent(mut level: Level, format: Format) -> Level {
    if level.agents.is_empty() && format != Format::Ron {
        level.agents = LevelAgent::one_in_the_middle(&level.grid);
    }
    level
}

/// Reads a level with those agents only that the file itself names.
///
/// # Errors
/// As for [`parse_level`]; and if a legend of digits, a level of several, or a rule for walls is asked for where there
/// is none.
pub fn parse_level_as_written(bytes: &[u8], file_name: &str, hints: &ReadHints) -> Result<ReadLevel, ParseError> {
    let (level, Notes { problems, notes }, _) = parse(bytes, file_name, hints, strictly)?;
    problems.into_iter().next().map_or(Ok(ReadLevel { level, notes }), Err)
}

/// A RON level as [`parse_ron`] reads it, which names the mistake that stands first.
fn strictly(text: &str) -> Parsed<(Level, Vec<ParseError>)> {
    parse_ron(text).map(|level| (level, Vec::new()))
}

fn parse(
    bytes: &[u8],
    file_name: &str,
    hints: &ReadHints,
    read_ron: fn(&str) -> Parsed<(Level, Vec<ParseError>)>,
) -> Parsed<(Level, Notes, Format)> {
    let by_name = hints.format.or_else(|| Format::of_file(file_name));
    let of_file = |message: String| ParseError { line: 1, column: 1, message };
    if by_name == Some(Format::Png) && !is_picture(bytes) {
        let found = binary_kind(bytes).unwrap_or("no picture");
        return Err(of_file(format!("this is {found}; expected a PNG file")));
    }
    let all = |level| (level, Notes::default());
    let by_content = if hints.format.is_none_or(|format| format == Format::Png) { read_picture(bytes) } else { None };
    let (format, (mut level, notes)) = if let Some(read) = by_content {
        (Format::Png, all(read.map_err(of_file)?))
    } else {
        let text = decode(bytes)?;
        let digits = hints.legend.as_ref().map(|_| Format::Digits);
        let format = by_name.or(digits).unwrap_or_else(|| Format::of_content(text));
        let fail = |message: String| Err(error_at(text, text, message));
        if text.trim().is_empty() {
            return fail(format!("the file is empty; expected {}", format.expected()));
        }
        if hints.legend.is_some() && format != Format::Digits {
            return fail(format!("a legend of digits is for maps of digits, this is {}", format.title()));
        }
        if hints.level.is_some() && format != Format::Ldtk {
            return fail(format!("only projects of LDtk have several levels, this is {}", format.title()));
        }
        if !hints.solid.is_empty() && format.is_written() {
            let message = "rules for walls are for maps of Tiled and projects of LDtk";
            return fail(format!("{message}, this is {}", format.title()));
        }
        if !hints.costs.is_empty() && format != Format::MovingAi {
            return fail(format!("a list of costs is for Moving AI maps; {} has costs of its own", format.title()));
        }
        let read = match format {
            Format::Ron => read_ron(text).map(|(level, problems)| (level, Notes { problems, ..Notes::default() }))?,
            Format::MovingAi => all(parse_moving_ai(text, &hints.costs)?),
            Format::Digits => all(parse_digits(text, hints.legend.as_ref())?),
            Format::Csv => {
                let (level, note) = at_once(parse_csv_in_slices(text))?;
                (level, Notes { notes: note.into_iter().collect(), ..Notes::default() })
            }
            Format::Png => return fail("this is no picture; expected a PNG file".to_owned()),
            Format::Tiled => parse_tiled(text, hints)?,
            Format::Ldtk => parse_ldtk(text, hints)?,
        };
        (format, read)
    };
    if level.name.is_empty() {
        level.name = stem(file_name);
    }
    Ok((level, notes, format))
}

/// Whether a file is a picture such as are read.
#[must_use]
pub fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1A\n")
}

/// The level in a picture; none if it is no picture, or pictures are not read.
fn read_picture(bytes: &[u8]) -> Option<Result<Level, String>> {
    #[cfg(feature = "png")]
    if is_picture(bytes) {
        return Some(super::read_png(bytes));
    }
    let _ = bytes;
    None
}

/// What a level becomes in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The text of the file.
    Text(String),
    /// The colours of the cells in reading order.
    Pixels(Vec<Rgb>),
}

/// Writes a level in a format, and lists what the format cannot hold: what is written is read again and compared. One
/// that is [not written](Format::is_written) holds nothing.
///
/// # Complexity
/// O(cells) time and memory.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{Content, Format, parse_ron, write_level};
/// let level = parse_ron(r#"(version: 1, map: [".%#"], agents: [(name: "ant", at: (0, 0))])"#).unwrap();
/// let (content, losses) = write_level(&level, Format::Csv);
/// assert_eq!(content, Content::Text("1,6,#\n".to_owned()));
/// assert_eq!(losses[0].to_string(), "agent \"ant\"");
/// ```
#[must_use]
pub fn write_level(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    at_once(write_level_in_slices(level, format))
}

/// The same in [slices](gridwalk_pathfinding::slices), but for our own format.
pub async fn write_level_in_slices(level: &Level, format: Format) -> (Content, Vec<Loss>) {
    let content = match format {
        Format::Ron => Content::Text(write_ron(level)),
        Format::MovingAi => Content::Text(write_moving_ai_in_slices(&level.grid, &[]).await),
        Format::Digits => Content::Text(write_digits_in_slices(level).await),
        Format::Csv => Content::Text(write_csv_in_slices(&level.grid).await),
        Format::Png => Content::Pixels(to_pixels_in_slices(level).await),
        Format::Tiled | Format::Ldtk => return (Content::Text(String::new()), vec![Loss::Everything]),
    };
    let losses = match read_back(&content, format, level.grid.size()).await {
        Some(back) => Loss::between_in_slices(level, &back).await,
        None => vec![Loss::Everything],
    };
    (content, losses)
}

/// The level that a reader finds in it; without the name of its file, by which it goes where there is no other.
async fn read_back(content: &Content, format: Format, size: GridSize) -> Option<Level> {
    match (content, format) {
        (Content::Pixels(pixels), _) => from_pixels_in_slices(size.width, size.height, pixels).await.ok(),
        (Content::Text(text), Format::MovingAi) => parse_moving_ai_in_slices(text, &[]).await.ok(),
        (Content::Text(text), Format::Digits) => parse_digits_in_slices(text, None).await.ok(),
        (Content::Text(text), Format::Csv) => parse_csv_in_slices(text).await.ok().map(|(level, _)| level),
        (Content::Text(text), _) => parse_ron(text).ok(),
    }
}

/// The file's name without folders and endings: `right_angle` for `a/right_angle.level.ron`.
#[must_use]
pub fn stem(file_name: &str) -> String {
    let file = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    match file.split('.').next() {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => "level".to_owned(),
    }
}
