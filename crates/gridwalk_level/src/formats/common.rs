//! Parts that formats share: errors with their places, rows of a map, legends, and agents' views.
//!
//! An error in a file is a place and one sentence. Parsers cut the text into slices, and the
//! address of a slice gives its place in the file. So no parser counts lines, and only an error
//! pays for counting.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;

use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridError, Rect, TerrainId, joined};

use crate::level_grid::{DEFAULTS, spare_glyphs};
use crate::{LegendEntry, LevelGrid, Rgb};

/// The first mistake in a level file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
    /// The found and the expected text, in one sentence without a full stop.
    pub message: String,
}

impl ParseError {
    /// Returns the message with its file as compilers write it: `file:line:column: message`.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}:{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The parsed value, or the first mistake.
pub(super) type Parsed<T> = Result<T, ParseError>;

/// Formats a count with its noun: `1 cell`, `2 cells`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Joins names: `a, b or c`.
pub(super) fn one_of(names: impl IntoIterator<Item = impl Display>) -> String {
    joined(names, "or")
}

/// Puts each name in double quotes.
pub(crate) fn in_quotes<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    names
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect()
}

/// Escapes control characters and those that change the direction of writing.
///
/// Names in files may hold anything, and terminals obey such characters.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::visible;
/// assert_eq!(visible("a\u{1b}[31m\n"), r"a\u001b[31m\u000a");
/// assert_eq!(visible("Größe → 3 ×"), "Größe → 3 ×");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_command = |c: char| {
        c.is_control()
            || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| {
        if is_command(c) {
            format!("\\u{:04x}", u32::from(c))
        } else {
            c.to_string()
        }
    };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// Formats a character for a message: in quotes, or as its escape if it is invisible.
pub(super) fn quoted(character: char) -> String {
    if character.is_control() || character.is_whitespace() && character != ' ' {
        format!("'{}'", character.escape_default())
    } else {
        format!("'{character}'")
    }
}

/// Formats a found text for a message: in quotes, and cut with `…` after 32 characters.
pub(super) fn shortened(found: &str) -> String {
    match found.char_indices().nth(32) {
        None => format!("`{found}`"),
        Some((cut, _)) => format!("`{}…`", &found[..cut]),
    }
}

/// Formats the name of a file for a message: whole, or the last 256 characters of a longer one.
#[cfg(feature = "editors")]
pub(super) fn file_name(name: &str) -> String {
    match name.char_indices().rev().nth(255) {
        Some((cut, _)) if cut > 0 => format!("`…{}`", &name[cut..]),
        _ => format!("`{name}`"),
    }
}

/// The size limit of a level file in bytes: the largest map and some room for the rest.
pub const MAX_BYTES: usize = 96 << 20;

/// First bytes of files that are not text, with the kind of file.
///
/// UTF-16 is listed in both byte orders.
const BINARY: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"%PDF", "a PDF document"),
    (b"\xFF\xFE", "text in UTF-16"),
    (b"\xFE\xFF", "text in UTF-16"),
];

/// Returns the kind of a file that is not text, as recognized by its first bytes.
pub(super) fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    BINARY
        .iter()
        .find(|(start, _)| bytes.starts_with(start))
        .map(|(_, what)| *what)
}

/// Decodes the text of a file, without a byte-order mark.
///
/// # Errors
/// If the file is too large, is not text, or is not in UTF-8; with the place.
pub fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let fail = |message| {
        Err(ParseError {
            line: 1,
            column: 1,
            message,
        })
    };
    if bytes.len() > MAX_BYTES {
        return fail(format!(
            "the file is larger than {} MiB, the most for a level file",
            MAX_BYTES >> 20
        ));
    }
    if let Some(what) = binary_kind(bytes) {
        return fail(format!("this is {what}; expected text in UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let (line, column) = end_of(std::str::from_utf8(good).unwrap_or_default());
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!("byte {byte:#04X} is not UTF-8 text; save the file as UTF-8");
        ParseError {
            line,
            column,
            message,
        }
    })
}

/// Returns an error at the beginning of `part`, a slice of `text`.
pub(super) fn error_at(text: &str, part: &str, message: impl Into<String>) -> ParseError {
    let (line, column) = end_of(&text[..text.floor_char_boundary(offset_in(text, part))]);
    ParseError {
        line,
        column,
        message: message.into(),
    }
}

/// Returns an error at a byte offset in `text`.
#[cfg(feature = "editors")]
pub(super) fn error_before(text: &str, at: usize, message: String) -> ParseError {
    let (line, column) = end_of(&text[..text.floor_char_boundary(at)]);
    ParseError {
        line,
        column,
        message,
    }
}

/// Returns the number of bytes of `text` before `part`, a slice of it.
pub(super) fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Returns the line and column behind this text, both from 1.
fn end_of(text: &str) -> (u32, u32) {
    let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
    let line_start = text.rfind('\n').map_or(0, |at| at + 1);
    (
        count(text.matches('\n').count()),
        count(text[line_start..].chars().count()),
    )
}

/// Returns `true` if a map is an array of arrays as programs write it, `[[0, 1], [1, 0]]`.
pub(super) fn is_array(map: &str) -> bool {
    map.trim_start()
        .strip_prefix('[')
        .is_some_and(|rows| rows.trim_start().starts_with('['))
}

/// Returns the contents of the rows of an array of arrays, as slices of `text`.
///
/// `map` is a slice of `text`, too. A comma may follow the last row.
pub(super) fn array_rows<'a>(text: &'a str, map: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let fail =
        |part: &str, expected: &str| Err(error_at(text, part, format!("expected {expected}")));
    let mut rest = map
        .trim_start()
        .strip_prefix('[')
        .unwrap_or(map)
        .trim_start();
    let (mut rows, mut expected) = (Vec::new(), "a row such as `[1, 0, 1]`");
    while let Some(row) = rest.strip_prefix('[') {
        let Some(end) = row
            .find(['[', ']'])
            .filter(|end| row[*end..].starts_with(']'))
        else {
            return fail(rest, "`]` at the end of this row");
        };
        rows.push(row[..end].trim().trim_end_matches(','));
        rest = row[end + 1..].trim_start();
        let Some(next) = rest.strip_prefix(',') else {
            expected = "`,` and the next row, or `]` at the end of the map";
            break;
        };
        rest = next.trim_start();
    }
    match rest.strip_prefix(']') {
        None => fail(rest, expected),
        Some(more) if !more.trim().is_empty() => fail(more.trim_start(), "nothing behind the map"),
        Some(_) => Ok(rows),
    }
}

/// The reading position in a map, and the size of the map so far.
pub(super) struct MapRows<'a> {
    text: &'a str,
    width: usize,
    height: usize,
    x: usize,
}

impl<'a> MapRows<'a> {
    /// Starts before the first cell of a map in this file.
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            width: 0,
            height: 0,
            x: 0,
        }
    }

    /// Advances by one cell of the row, written at `part`, and returns its position.
    pub fn cell(&mut self, part: &str) -> Result<Cell, ParseError> {
        let most = Grid::MAX_SIDE as usize;
        if self.height == most {
            return Err(error_at(
                self.text,
                part,
                format!("the map is too high; expected at most {most} rows"),
            ));
        }
        if self.height > 0 && self.x == self.width {
            let message = format!(
                "the row is too long; expected {}",
                counted(self.width, "cell")
            );
            return Err(error_at(self.text, part, message));
        }
        if self.x == most {
            return Err(error_at(
                self.text,
                part,
                format!("the row is too long; expected at most {most} cells"),
            ));
        }
        let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let cell = Cell::new(coordinate(self.x), coordinate(self.height));
        self.x += 1;
        Ok(cell)
    }

    /// Ends the row `line`. `what` names the content that an empty row lacks.
    pub fn end_row(&mut self, line: &str, what: &str) -> Result<(), ParseError> {
        if self.x == 0 {
            return Err(error_at(
                self.text,
                line,
                format!("the row is empty; expected {what}"),
            ));
        }
        if self.height == 0 {
            self.width = self.x;
        }
        if self.x != self.width {
            let message = format!(
                "the row has {}; expected {}",
                counted(self.x, "cell"),
                self.width
            );
            return Err(error_at(self.text, &line[line.trim_end().len()..], message));
        }
        self.height += 1;
        self.x = 0;
        Ok(())
    }

    /// Builds the map from these cells.
    pub fn into_grid(
        self,
        cells: Vec<TerrainId>,
        legend: Vec<LegendEntry>,
    ) -> Result<LevelGrid, ParseError> {
        let grid = grid_of(self.width, self.height, cells, legend);
        grid.map_err(|error| error_at(self.text, self.text, error.to_string()))
    }
}

/// Builds a map whose sides were counted.
pub(super) fn grid_of(
    width: usize,
    height: usize,
    cells: Vec<TerrainId>,
    legend: Vec<LegendEntry>,
) -> Result<LevelGrid, GridError> {
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    LevelGrid::new(width, height, cells, legend)
}

/// Returns `true` if every level knows this glyph.
#[must_use]
pub fn is_default(glyph: char) -> bool {
    DEFAULTS.iter().any(|(default, _)| *default == glyph)
}

/// Appends the default entries that are not replaced, as far as there is room.
pub(crate) fn with_defaults(mut legend: Vec<LegendEntry>) -> Vec<LegendEntry> {
    for (glyph, name) in DEFAULTS {
        if legend.len() < Grid::MAX_TERRAINS && legend.iter().all(|entry| entry.look.glyph != glyph)
        {
            legend.push(LegendEntry::named(glyph, name));
        }
    }
    legend
}

/// Returns the number of entries that a file must list; the rest are defaults that a reader adds.
pub(crate) fn own_count(legend: &[LegendEntry]) -> usize {
    // A reader adds at most the default entries, and always at the end.
    let first = legend.len().saturating_sub(DEFAULTS.len());
    let own = (first..legend.len()).find(|&own| with_defaults(legend[..own].to_vec()) == legend);
    own.unwrap_or(legend.len())
}

/// Returns the indices of the entries in file order: first the required ones, then the defaults.
///
/// `listed` are the glyphs of default terrains that the file lists anyway. With this order a new
/// terrain needs no line for the other defaults.
pub(crate) fn order_of_file(legend: &[LegendEntry], listed: &[char]) -> Vec<usize> {
    let usual: Vec<usize> = DEFAULTS
        .iter()
        .filter(|(glyph, _)| !listed.contains(glyph))
        .filter_map(|(glyph, name)| {
            legend
                .iter()
                .position(|entry| *entry == LegendEntry::named(*glyph, name))
        })
        .collect();
    let is_complete = DEFAULTS
        .iter()
        .all(|(glyph, _)| legend.iter().any(|entry| entry.look.glyph == *glyph));
    let own: Vec<usize> = (0..legend.len())
        .filter(|place| !usual.contains(place))
        .collect();
    // If there is no room for all defaults, a reader adds none.
    if is_complete {
        [own, usual].concat()
    } else {
        (0..legend.len()).collect()
    }
}

/// The terrain ids by glyph, as looked up for each cell of a map.
pub(super) struct Glyphs {
    ascii: [Option<TerrainId>; 128],
    all: HashMap<char, TerrainId>,
}

impl Glyphs {
    pub fn of(legend: &[LegendEntry]) -> Self {
        let all: HashMap<_, _> = legend
            .iter()
            .zip(0..=u8::MAX)
            .map(|(entry, number)| (entry.look.glyph, TerrainId(number)))
            .collect();
        Self {
            ascii: std::array::from_fn(|code| {
                all.get(&char::from_u32(u32::try_from(code).ok()?)?)
                    .copied()
            }),
            all,
        }
    }

    #[inline]
    pub fn get(&self, glyph: char) -> Option<TerrainId> {
        self.ascii
            .get(glyph as usize)
            .map_or_else(|| self.all.get(&glyph).copied(), |known| *known)
    }
}

/// The maximum number of different costs beside the default terrains.
pub(super) const MAX_COSTS: usize = Grid::MAX_TERRAINS - DEFAULTS.len();

/// Formats a colour as legends write it.
pub(super) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Reads the six digits of a colour.
pub(super) fn parse_hex(digits: &str) -> Option<Rgb> {
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let [_, color @ ..] = u32::from_str_radix(digits, 16)
        .ok()
        .filter(|_| is_color)?
        .to_be_bytes();
    Some(color)
}

/// Returns terrains for these costs (0 for walls) and their ids by cost; `None` if there are too
/// many.
///
/// A default terrain stands for its cost. Other terrains are named after their costs and come
/// first, sorted.
pub(super) async fn by_cost(costs: &[u16]) -> Option<(Vec<LegendEntry>, HashMap<u16, TerrainId>)> {
    let defaults = with_defaults(Vec::new());
    let cost_of = |entry: &LegendEntry| entry.terrain.cost.unwrap_or(0);
    let is_other = |cost: &u16| defaults.iter().all(|entry| cost_of(entry) != *cost);
    let mut others = BTreeSet::new();
    // Neighbouring cells mostly have the same cost.
    let mut last = None;
    for_each(costs, |cost| {
        if last.replace(*cost) != Some(*cost) && is_other(cost) {
            others.insert(*cost);
        }
    })
    .await;
    if others.len() > MAX_COSTS {
        return None;
    }
    let glyphs =
        spare_glyphs().filter(|&glyph| defaults.iter().all(|entry| entry.look.glyph != glyph));
    let legend = with_defaults(
        others
            .into_iter()
            .zip(glyphs)
            .map(|(cost, glyph)| of_cost(glyph, cost))
            .collect(),
    );
    // In reverse, so that the first of several terrains of one cost wins: floor before road, wall
    // before water.
    let numbers = legend
        .iter()
        .zip(0..=u8::MAX)
        .rev()
        .map(|(entry, number)| (cost_of(entry), TerrainId(number)));
    let numbers = numbers.collect();
    Some((legend, numbers))
}

/// Returns ground named after its cost; the more expensive, the darker.
pub(super) fn of_cost(glyph: char, cost: u16) -> LegendEntry {
    let ground = LegendEntry::named(glyph, "floor").called(&format!("cost {cost}"));
    let mut entry = ground.with_cost(Some(cost));
    // Each doubling of the cost darkens the ground by the same amount.
    let doublings = u16::try_from(cost.max(1).ilog2()).unwrap_or(0);
    let shade = |light: u8| u8::try_from(u16::from(light) * (16 - doublings) / 16).unwrap_or(light);
    entry.look.color = entry.look.color.map(shade);
    entry
}

/// Returns the terrain of the nearest cost, the first of equally near ones.
///
/// A blocked terrain matches only a blocked one.
pub(super) fn nearest_cost(wanted: Option<u16>, known: &[LegendEntry]) -> &LegendEntry {
    let distance = |entry: &&LegendEntry| {
        let cost = entry.terrain.cost;
        (
            cost.is_none() != wanted.is_none(),
            cost.unwrap_or(0).abs_diff(wanted.unwrap_or(0)),
        )
    };
    known
        .iter()
        .min_by_key(distance)
        .expect("every format knows some terrain")
}

/// The map as one agent sees it, for queries about few cells.
///
/// [`Grid::seen_by`] gives the same answers for the whole map. With this view, a level of many
/// agents on a large map does not cost the product of both.
pub(super) struct AgentSight<'g> {
    pub grid: &'g Grid,
    profile: &'g AgentProfile,
    /// Whether each terrain is blocked for the agent, by terrain id.
    blocked: Vec<bool>,
}

impl<'g> AgentSight<'g> {
    pub fn new(grid: &'g Grid, profile: &'g AgentProfile) -> Self {
        let own = |name: &str| {
            profile
                .costs
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, cost)| cost.is_none())
        };
        let terrains = grid.legend().iter();
        let blocked = terrains
            .map(|terrain| own(&terrain.name).unwrap_or(terrain.is_blocked()))
            .collect();
        Self {
            grid,
            profile,
            blocked,
        }
    }

    /// Returns the reason why the agent cannot stand on a cell, as a clause; `None` if it can.
    pub fn obstacle(&self, cell: Cell) -> Option<String> {
        let size = self.profile.size;
        let covered = Rect {
            at: cell,
            width: size.into(),
            height: size.into(),
        };
        let square = format!("{size} × {size} cells");
        let side = i32::from(size) - 1;
        if !self.grid.contains(Cell::new(cell.x + side, cell.y + side)) {
            return Some(format!(
                "where its {square} leave the map; expected room for all of them"
            ));
        }
        let blocked = covered.cells().find(|&at| {
            self.grid
                .terrain_id(at)
                .is_none_or(|id| self.blocked[usize::from(id.0)])
        });
        if let Some((at, terrain)) = blocked.and_then(|at| Some((at, self.grid.terrain(at)?))) {
            let name = &terrain.name;
            return Some(match size {
                1 => format!("where \"{name}\" is blocked; expected a free cell"),
                _ => format!(
                    "where its {square} touch \"{name}\" at {at}; expected room for all of them"
                ),
            });
        }
        let forbidden = self
            .profile
            .forbidden
            .iter()
            .any(|area| area.overlaps(covered));
        forbidden.then(|| match size {
            1 => "where it is forbidden to go; expected a cell outside its forbidden areas"
                .to_owned(),
            _ => {
                format!("where its {square} touch a forbidden area; expected room for all of them")
            }
        })
    }
}
