//! Level files: reads bytes into a [`Level`] or one error, and writes levels as text.
//!
//! No code here opens a file, so the same parser serves the hot reload, the command line and the
//! tests. No bytes make a parser panic. A level is checked once, on reading; afterwards every agent
//! and goal stands on a cell of the map that is free for that agent.
//!
//! The formats are RON levels of this project (`ron`), Moving AI `.map` and `.scen` files
//! (`moving_ai.rs`), tables of costs and the tutorials' maps of digits (`tables.rs`), maps of Tiled
//! and `LDtk` (`editors`), and pixels (here, with the choice of the format). Only RON holds
//! everything. [`Format`] is the table of the parts that the others hold, and [`write_level`] lists
//! the losses.

mod common;
#[cfg(feature = "editors")]
mod editors;
mod format;
mod moving_ai;
mod ron;
mod tables;
pub(crate) mod write;

#[cfg(feature = "png")]
use std::io::{Cursor, Write};

#[cfg(feature = "png")]
use gridwalk_pathfinding::slices::Counter;
use gridwalk_pathfinding::slices::{at_once, find_map, for_each};
use gridwalk_pathfinding::{Cell, CellIndex, Grid, GridError, GridSize, TerrainId};

pub(super) use common::counted;
pub use common::{MAX_BYTES, ParseError, decode, is_default, visible};
use common::{Parsed, binary_kind, error_at, hex, nearest_cost};
pub(super) use common::{order_of_file, own_count, with_defaults};
use editors::{files_of_map, files_of_project, parse_ldtk, parse_tiled};
use format::Findings;
pub use format::{
    Format, LEVEL_ENDINGS, ReadHints, SiblingFiles, SolidRule, SolidRuleError, WallSource,
};
pub use moving_ai::{
    GlyphCost, Scenario, parse_glyph_costs, parse_moving_ai, parse_scenarios, write_moving_ai,
};
pub(super) use ron::{Grain, merge_ron};
pub use ron::{has_comments, parse_draft, parse_lesson, parse_ron, write_ron, written_options};
use tables::parse_csv_in_slices;
pub use tables::{DigitLegend, parse_csv, parse_digits, write_csv, write_digits};
pub use write::{AgentPart, Content, CostChange, Loss, write_level, write_level_in_slices};

use crate::{LegendEntry, Level, LevelAgent, LevelGrid, Rgb};

/// A level that was read, with diagnostics on the reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLevel {
    /// The level.
    pub level: Level,
    /// Mistakes in a level that can be shown nevertheless; empty if the reader refuses them.
    pub problems: Vec<ParseError>,
    /// Guesses about walls, then parts of the file that are not imported, each with its place.
    pub notes: Vec<ParseError>,
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
/// A file of more than [`MAX_BYTES`] is refused unread. A map of more than
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
    let (read, format) = parse(bytes, file_name, &ReadHints::default(), strictly)?;
    Ok(with_an_agent(refuse_problems(read)?, format).level)
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
) -> Result<ReadLevel, ParseError> {
    let (read, format) = parse(bytes, file_name, hints, parse_draft)?;
    Ok(with_an_agent(read, format))
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
    let (read, _) = parse(bytes, file_name, hints, strictly)?;
    refuse_problems(read)
}

fn with_an_agent(mut read: ReadLevel, format: Format) -> ReadLevel {
    if read.level.agents.is_empty() && format != Format::Ron {
        read.level.agents = LevelAgent::one_in_the_middle(&read.level.grid);
    }
    read
}

fn refuse_problems(mut read: ReadLevel) -> Parsed<ReadLevel> {
    if read.problems.is_empty() {
        Ok(read)
    } else {
        Err(read.problems.swap_remove(0))
    }
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
) -> Parsed<(ReadLevel, Format)> {
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
    let (format, (mut level, findings)) = if let Some(read) = by_content {
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
    let Findings {
        problems,
        notes,
        walls,
    } = findings;
    let read = ReadLevel {
        level,
        problems,
        notes,
        walls,
    };
    Ok((read, format))
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
        return Some(read_png(bytes));
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
    use super::common::{Parsed, error_at};
    use super::format::{Findings, ReadHints};
    use crate::Level;

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

/// The brightness below which a grey is a wall.
const HALF: u8 = 128;
/// The largest difference between the three channels of a grey: scans are never quite grey.
const GREY: u8 = 16;

/// Error for pixels that do not form a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PixelError {
    /// A pixel has a colour that stands for no terrain.
    #[error("pixel {at} has the unknown colour {}; expected a grey or the colour of a terrain: {}", hex(*.color), known())]
    UnknownColor {
        /// Column and row of the first such pixel.
        at: Cell,
        /// The colour.
        color: Rgb,
    },
    /// The number of pixels does not fit the size of the map.
    #[error(transparent)]
    Grid(#[from] GridError),
}

fn known() -> String {
    let known = with_defaults(Vec::new());
    known
        .iter()
        .map(|entry| format!("{} {}", entry.terrain.name, hex(entry.look.color)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reads a map from its pixels in reading order, without agents.
///
/// A pixel of exactly the colour of a default terrain becomes that terrain. Any other grey is wall
/// below half brightness, else floor, so that black-and-white maps need no preparation.
///
/// # Errors
/// If a side is 0 or longer than [`Grid::MAX_SIDE`], the pixels do not fill the rectangle, or a
/// pixel has another colour.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::from_pixels;
/// let level = from_pixels(3, 1, &[[255, 255, 255], [0, 0, 0], [0x9A, 0x9B, 0x72]]).unwrap();
/// let names = [0, 1, 2].map(|x| level.grid.terrain((x, 0).into()).unwrap().name.clone());
/// assert_eq!(names, ["floor", "wall", "swamp"]);
/// ```
pub fn from_pixels(width: u32, height: u32, pixels: &[Rgb]) -> Result<Level, PixelError> {
    at_once(from_pixels_in_slices(width, height, pixels))
}

pub(super) async fn from_pixels_in_slices(
    width: u32,
    height: u32,
    pixels: &[Rgb],
) -> Result<Level, PixelError> {
    let size = GridSize { width, height };
    Grid::check_size(size)?;
    let legend = with_defaults(Vec::new());
    let (floor, wall) = (number(&legend, "floor"), number(&legend, "wall"));
    // Neighbouring pixels mostly have the same colour.
    let mut last = None;
    let mut cells = Vec::with_capacity(pixels.len());
    let unknown = find_map(pixels.iter().zip(0..), |(&pixel, number)| {
        let terrain = match last {
            Some((color, terrain)) if color == pixel => Some(terrain),
            _ => recognize(pixel, &legend, floor, wall),
        };
        let Some(terrain) = terrain else {
            return Some((number, pixel));
        };
        last = Some((pixel, terrain));
        cells.push(terrain);
        None
    });
    if let Some((number, color)) = unknown.await {
        return Err(PixelError::UnknownColor {
            at: size.cell(CellIndex(number)),
            color,
        });
    }
    Ok(Level::grid_edits(LevelGrid::new(
        width, height, cells, legend,
    )?))
}

fn recognize(
    pixel: Rgb,
    legend: &[LegendEntry],
    floor: TerrainId,
    wall: TerrainId,
) -> Option<TerrainId> {
    if let Some((id, _)) = (0..)
        .map(TerrainId)
        .zip(legend)
        .find(|(_, entry)| entry.look.color == pixel)
    {
        return Some(id);
    }
    let [red, green, blue] = pixel;
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    (high - low <= GREY).then(|| {
        if low.midpoint(high) < HALF {
            wall
        } else {
            floor
        }
    })
}

fn number(legend: &[LegendEntry], name: &str) -> TerrainId {
    let at = legend
        .iter()
        .position(|entry| entry.terrain.name == name)
        .expect("a default terrain");
    TerrainId(u8::try_from(at).expect("there are few default terrains"))
}

/// Returns the colours of the cells in reading order, such that [`from_pixels`] restores the costs.
///
/// If a terrain's own colour means another cost, the colour of the default terrain with the nearest
/// cost replaces it. Nothing else is kept.
#[must_use]
pub fn to_pixels(level: &Level) -> Vec<Rgb> {
    at_once(to_pixels_in_slices(level))
}

pub(super) async fn to_pixels_in_slices(level: &Level) -> Vec<Rgb> {
    let known = with_defaults(Vec::new());
    let color = |LegendEntry { terrain, look }: &LegendEntry| {
        let own = known
            .iter()
            .any(|other| other.look.color == look.color && other.terrain.cost == terrain.cost);
        if own {
            look.color
        } else {
            nearest_cost(terrain.cost, &known).look.color
        }
    };
    let colors: Vec<Rgb> = level.grid.entries().iter().map(color).collect();
    let mut pixels = Vec::with_capacity(level.grid.cell_count());
    for_each(level.grid.cells(), |id| {
        pixels.push(colors[usize::from(id.0)]);
    })
    .await;
    pixels
}

/// Reads the level in a picture.
///
/// # Errors
/// If the picture cannot be decoded, or is too large for a map.
#[cfg(feature = "png")]
pub fn read_png(bytes: &[u8]) -> Result<Level, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    // Refused before memory is allocated.
    if width.max(height) > Grid::MAX_SIDE {
        return Err(format!(
            "a map has at most {most} × {most} cells, the picture has {width} × {height}",
            most = Grid::MAX_SIDE
        ));
    }
    let mut buffer = vec![
        0;
        reader
            .output_buffer_size()
            .ok_or("the picture is too large")?
    ];
    let info = reader.next_frame(&mut buffer).map_err(broken)?;
    // Pixels are colours or greys, with or without an alpha channel, which is ignored.
    let grey = |pixel: &[u8]| [pixel[0]; 3];
    let color = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let (samples, rgb): (_, fn(&[u8]) -> Rgb) = (
        info.color_type.samples(),
        if info.color_type.samples() < 3 {
            grey
        } else {
            color
        },
    );
    let pixels: Vec<Rgb> = buffer[..info.buffer_size()]
        .chunks_exact(samples)
        .map(rgb)
        .collect();
    from_pixels(width, height, &pixels).map_err(|error| error.to_string())
}

/// Size of the parts of the file, in bytes.
#[cfg(feature = "png")]
const CHUNK: usize = 1 << 16;

/// Formats the error of the decoder.
#[cfg(feature = "png")]
fn broken(error: png::DecodingError) -> String {
    use png::DecodingError::{Format, IoError, LimitsExceeded, Parameter};
    let what = match error {
        IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => "it ends too early",
        IoError(_) => "it cannot be read",
        LimitsExceeded => "it is too large",
        Format(_) | Parameter(_) => "it is damaged",
    };
    format!("the picture cannot be decoded: {what}")
}

/// Returns the PNG file of pixels in reading order.
#[cfg(feature = "png")]
#[must_use]
pub fn write_png(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    at_once(write_png_in_slices(width, height, pixels))
}

/// Does the work of [`write_png`] in [slices](gridwalk_pathfinding::slices).
#[cfg(feature = "png")]
pub async fn write_png_in_slices(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    let whole = "memory takes everything, and the pixels fill the rectangle";
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect(whole);
    let mut stream = writer.stream_writer_with_size(CHUNK).expect(whole);
    let mut work = Counter::default();
    for row in pixels.chunks(width as usize) {
        stream.write_all(row.as_flattened()).expect(whole);
        // Two bytes to compress are one piece of work.
        work.count(row.as_flattened().len() / 2).await;
    }
    stream.finish().expect(whole);
    writer.finish().expect(whole);
    bytes
}
