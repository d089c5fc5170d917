//! Reads levels from the bytes of a file of any format.

use gridwalk_pathfinding::slices::at_once;

#[cfg(not(feature = "editors"))]
use self::editors::{files_of_map, files_of_project, parse_ldtk, parse_tiled};
use super::csv::parse_csv_in_slices;
use super::digits::parse_digits;
#[cfg(feature = "editors")]
use super::editors::{files_of_map, files_of_project, parse_ldtk, parse_tiled};
use super::error::{ParseError, Parsed, binary_kind, decode, error_at};
use super::format::{Findings, Format, ReadHints, WallSource};
use super::{parse_draft, parse_moving_ai, parse_ron};
use crate::{Level, LevelAgent};

/// A level that was read, with notes on the reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLevel {
    /// The level.
    pub level: Level,
    /// Guesses about walls, then parts of the file that are not imported, each with its place.
    pub notes: Vec<ParseError>,
    /// The rules that made cells walls, for a map from another editor.
    pub walls: Vec<WallSource>,
}

/// A level that is still being worked on, as read.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveLevel {
    /// The level.
    pub level: Level,
    /// Mistakes of a level that can be shown nevertheless, then the [notes](ReadLevel::notes).
    pub problems: Vec<ParseError>,
    /// The rules that made cells walls, for a map from another editor.
    pub walls: Vec<WallSource>,
}

/// Lists the files that this one refers to and that the [hints](ReadHints::beside) lack, by path.
///
/// The paths are relative to this file.
///
/// These are tilesets and templates of Tiled, and levels of an `LDtk` project. Files may refer to
/// further files: the caller adds the listed files to the hints and repeats the call until the list
/// is empty.
#[must_use]
pub fn files_beside(bytes: &[u8], file_name: &str, hints: &ReadHints) -> Vec<String> {
    let by_name = hints.format.or_else(|| Format::of_file(file_name));
    if by_name.is_some_and(Format::is_written) {
        return Vec::new();
    }
    let Ok(text) = decode(bytes) else {
        return Vec::new();
    };
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

/// Reads a level of any known format.
///
/// Pictures need the feature `png`, maps of other editors the feature `editors`.
///
/// The format is chosen by the end of the file's name, see [`Format::endings`]: `.ron`, `.map`
/// (Moving AI), `.csv` (costs), `.txt` or `.digits` (digits), `.png`, `.tmj` or `.tmx` (Tiled),
/// `.ldtk`. Under any other name the content decides; tables of costs are never guessed. A level
/// without a name gets that of its file. On a map of another format than RON that names no agent,
/// an agent is placed on the free cell nearest to the middle.
///
/// A file of more than [`MAX_BYTES`](super::MAX_BYTES) is refused unread. A map of more than
/// [`Grid::MAX_SIDE`](gridwalk_pathfinding::Grid::MAX_SIDE) columns or rows is refused at its
/// header, or at the first row that is too long. Reading takes at most some 30 bytes of memory per
/// byte of the file, and about 3 for a file that is nearly all map.
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
    notes
        .problems
        .into_iter()
        .next()
        .map_or(Ok(with_an_agent(level, format)), Err)
}

/// Reads a level that is still being worked on.
///
/// Mistakes in a level that can be shown nevertheless are listed, as by [`parse_draft`].
///
/// # Errors
/// The first other mistake, with its place.
pub fn parse_live_level(
    bytes: &[u8],
    file_name: &str,
    hints: &ReadHints,
) -> Result<LiveLevel, ParseError> {
    let (
        level,
        Findings {
            mut problems,
            mut notes,
            walls,
        },
        format,
    ) = parse(bytes, file_name, hints, parse_draft)?;
    problems.append(&mut notes);
    Ok(LiveLevel {
        level: with_an_agent(level, format),
        problems,
        walls,
    })
}

fn with_an_agent(mut level: Level, format: Format) -> Level {
    if level.agents.is_empty() && format != Format::Ron {
        level.agents = LevelAgent::one_in_the_middle(&level.grid);
    }
    level
}

/// Reads a level with only those agents that the file itself names.
///
/// # Errors
/// As for [`parse_level`]; also if the hints name a legend of digits, a level, or a rule for walls
/// that the format does not have.
pub fn parse_level_as_written(
    bytes: &[u8],
    file_name: &str,
    hints: &ReadHints,
) -> Result<ReadLevel, ParseError> {
    let (
        level,
        Findings {
            problems,
            notes,
            walls,
        },
        _,
    ) = parse(bytes, file_name, hints, strictly)?;
    problems.into_iter().next().map_or(
        Ok(ReadLevel {
            level,
            notes,
            walls,
        }),
        Err,
    )
}

/// Reads a RON level with [`parse_ron`], which fails at the first mistake.
fn strictly(text: &str) -> Parsed<(Level, Vec<ParseError>)> {
    parse_ron(text).map(|level| (level, Vec::new()))
}

fn parse(
    bytes: &[u8],
    file_name: &str,
    hints: &ReadHints,
    read_ron: fn(&str) -> Parsed<(Level, Vec<ParseError>)>,
) -> Parsed<(Level, Findings, Format)> {
    let by_name = hints.format.or_else(|| Format::of_file(file_name));
    let of_file = |message: String| ParseError {
        line: 1,
        column: 1,
        message,
    };
    if by_name == Some(Format::Png) && !is_picture(bytes) {
        let found = binary_kind(bytes).unwrap_or("no picture");
        return Err(of_file(format!("this is {found}; expected a PNG file")));
    }
    let all = |level| (level, Findings::default());
    let by_content = if hints.format.is_none_or(|format| format == Format::Png) {
        read_picture(bytes)
    } else {
        None
    };
    let (format, (mut level, notes)) = if let Some(read) = by_content {
        (Format::Png, all(read.map_err(of_file)?))
    } else {
        let text = decode(bytes)?;
        let digits = hints.legend.as_ref().map(|_| Format::Digits);
        let format = by_name
            .or(digits)
            .unwrap_or_else(|| Format::of_content(text));
        let fail = |message: String| Err(error_at(text, text, message));
        if text.trim().is_empty() {
            return fail(format!("the file is empty; expected {}", format.expected()));
        }
        if hints.legend.is_some() && format != Format::Digits {
            return fail(format!(
                "a legend of digits is for maps of digits, this is {}",
                format.title()
            ));
        }
        if hints.level.is_some() && format != Format::Ldtk {
            return fail(format!(
                "only projects of LDtk have several levels, this is {}",
                format.title()
            ));
        }
        if !hints.solid.is_empty() && format.is_written() {
            let message = "rules for walls are for maps of Tiled and projects of LDtk";
            return fail(format!("{message}, this is {}", format.title()));
        }
        if !hints.costs.is_empty() && format != Format::MovingAi {
            return fail(format!(
                "a list of costs is for Moving AI maps; {} has costs of its own",
                format.title()
            ));
        }
        let read = match format {
            Format::Ron => read_ron(text).map(|(level, problems)| {
                (
                    level,
                    Findings {
                        problems,
                        ..Findings::default()
                    },
                )
            })?,
            Format::MovingAi => all(parse_moving_ai(text, &hints.costs)?),
            Format::Digits => all(parse_digits(text, hints.legend.as_ref())?),
            Format::Csv => {
                let (level, note) = at_once(parse_csv_in_slices(text))?;
                (
                    level,
                    Findings {
                        notes: note.into_iter().collect(),
                        ..Findings::default()
                    },
                )
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

/// Returns `true` if a file begins as a PNG picture.
#[must_use]
pub fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1A\n")
}

/// Reads the level in a picture; `None` if the bytes are no picture, or the feature `png` is off.
fn read_picture(bytes: &[u8]) -> Option<Result<Level, String>> {
    #[cfg(feature = "png")]
    if is_picture(bytes) {
        return Some(super::read_png(bytes));
    }
    let _ = bytes;
    None
}

/// Returns the file's name without folders and endings: `right_angle` for
/// `a/right_angle.level.ron`.
#[must_use]
pub fn stem(file_name: &str) -> String {
    let file = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    match file.split('.').next() {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => "level".to_owned(),
    }
}

/// Stand-ins for the module of the same name without its feature: maps of other editors are
/// refused.
#[cfg(not(feature = "editors"))]
mod editors {
    use super::{Findings, Level, Parsed, ReadHints, error_at};

    pub(super) fn files_of_map(_text: &str, _hints: &ReadHints) -> Vec<String> {
        Vec::new()
    }

    pub(super) fn files_of_project(_text: &str, _hints: &ReadHints) -> Vec<String> {
        Vec::new()
    }

    pub(super) fn parse_tiled(text: &str, _hints: &ReadHints) -> Parsed<(Level, Findings)> {
        Err(error_at(
            text,
            text,
            "this is a map of Tiled; the program was built without its feature `editors`",
        ))
    }

    pub(super) fn parse_ldtk(text: &str, _hints: &ReadHints) -> Parsed<(Level, Findings)> {
        Err(error_at(
            text,
            text,
            "this is a project of LDtk; the program was built without its feature `editors`",
        ))
    }
}
