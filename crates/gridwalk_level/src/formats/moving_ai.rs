//! Maps and lists of queries of the Moving AI benchmark sets.
//!
//! A map has a header of four lines, then one glyph per cell. `.` and `G` are floor. `S` is swamp,
//! which costs the same as floor (as in the published path lengths). `T` is trees, `@` and `O` are
//! outside. In that format water, `W`, can only be entered from water; here it is blocked, so every
//! path found is legal there, too.
//!
//! Maps of the League of Robot Runners also have `E`, the emitters of robots, which is floor.
//!
//! Weighted maps use the same glyphs with other costs. The file does not hold the costs; the caller
//! passes them.
//!
//! A `.scen` file lists queries with published answers. A line `version 1` comes first, then one
//! line per query: bucket, map, width, height, start x, start y, goal x, goal y, optimal length.
//! The fields are separated by tabs or spaces. The second line may name the columns.

use gridwalk_pathfinding::slices::{Counter, at_once};
use gridwalk_pathfinding::{Cell, Grid, Terrain};

use super::common::{
    Glyphs, ParseError, counted, decode, error_at, grid_of, nearest_cost, of_cost, offset_in,
    quoted, shortened,
};
use super::tables::{expected_cost, read_cost};
use crate::{LegendEntry, Level, LevelGrid};

/// A glyph of a map with its cost; `None` is blocked.
pub type GlyphCost = (char, Option<u16>);

/// Reads a Moving AI map, with an empty name and without agents.
///
/// `costs` gives the costs of a weighted map. Glyphs that it does not list have their usual cost;
/// it may list new glyphs, too. Of two entries for one glyph the later wins. A cost of 0 is
/// blocked; a cost above [`Terrain::MAX_COST`] counts as that maximum.
///
/// # Errors
/// The first mistake, with its place; also more than [`Grid::MAX_TERRAINS`] glyphs. A header that
/// claims too large a map is refused before anything else is read.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::{parse_glyph_costs, parse_moving_ai};
/// let costs = parse_glyph_costs(".=1,S=2,W=3,T=4").unwrap();
/// let level = parse_moving_ai("type octile\nheight 1\nwidth 3\nmap\n.WT\n", &costs).unwrap();
/// assert_eq!([0, 1, 2].map(|x| level.grid.cost((x, 0).into())), [Some(1), Some(3), Some(4)]);
/// ```
pub fn parse_moving_ai(text: &str, costs: &[GlyphCost]) -> Result<Level, ParseError> {
    at_once(parse_moving_ai_in_slices(text, costs))
}

pub(super) async fn parse_moving_ai_in_slices(
    text: &str,
    costs: &[GlyphCost],
) -> Result<Level, ParseError> {
    let legend = legend_for(text, costs);
    if legend.len() > Grid::MAX_TERRAINS {
        let most = Grid::MAX_TERRAINS;
        return Err(error_at(
            text,
            text,
            format!("there are {} glyphs; expected at most {most}", legend.len()),
        ));
    }
    let glyphs = Glyphs::of(&legend);
    let mut lines = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line));
    let (width, height) = read_header(text, &mut lines)?;
    let (mut cells, mut work) = (
        Vec::with_capacity(text.len().min(width * height)),
        Counter::default(),
    );
    for y in 0..height {
        let next = lines.next();
        let Some(row) = next.filter(|row| !row.is_empty()) else {
            // The error is placed at the empty row, if more text stands behind it.
            let gap = next.filter(|gap| !text[offset_in(text, gap)..].trim().is_empty());
            let end_of_rows = gap.unwrap_or(&text[text.trim_end().len()..]);
            let message = format!(
                "the map ends after {}; expected {height}",
                counted(y, "row")
            );
            return Err(error_at(text, end_of_rows, message));
        };
        // Some programs leave spaces behind the rows.
        let row = match row.char_indices().nth(width) {
            Some((end, _)) if row[end..].trim().is_empty() => &row[..end],
            _ => row,
        };
        let length = row.chars().count();
        let wrong_length = |part: &str| {
            Err(error_at(
                text,
                part,
                format!("the row has {}; expected {width}", counted(length, "cell")),
            ))
        };
        for (x, (at, glyph)) in row.char_indices().enumerate() {
            if x == width {
                return wrong_length(&row[at..]);
            }
            cells.push(glyphs.get(glyph).ok_or_else(|| {
                let known: Vec<_> = legend
                    .iter()
                    .map(|entry| entry.look.glyph.to_string())
                    .collect();
                let (glyph, known) = (quoted(glyph), known.join(" "));
                let hint = "a list of costs such as `E=1` says what another one is";
                let message = format!("unknown glyph {glyph}; expected one of {known}; {hint}");
                error_at(text, &row[at..], message)
            })?);
        }
        if length < width {
            return wrong_length(&row[row.len()..]);
        }
        work.count(width).await;
    }
    if let Some(extra) = lines.find(|line| !line.trim().is_empty()) {
        return Err(error_at(
            text,
            extra,
            format!("expected nothing after {}", counted(height, "row")),
        ));
    }
    let grid = grid_of(width, height, cells, legend)
        .map_err(|error| error_at(text, text, error.to_string()))?;
    Ok(Level::grid_edits(grid))
}

/// Reads width and height, and leaves `lines` at the first row.
fn read_header<'a>(
    text: &'a str,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<(usize, usize), ParseError> {
    let (mut width, mut height) = (None, None);
    for line in lines {
        let mut words = line.split_ascii_whitespace();
        let (word, value) = (
            words.next().unwrap_or_default().to_ascii_lowercase(),
            words.next(),
        );
        let expected =
            |what: &str| error_at(text, value.unwrap_or(line), format!("expected {what}"));
        match (word.as_str(), value) {
            ("type", Some(kind)) if kind.eq_ignore_ascii_case("octile") => {}
            ("type", _) => return Err(expected("`type octile`")),
            ("width" | "height", value) => {
                let most = Grid::MAX_SIDE as usize;
                let side = value
                    .and_then(|value| value.parse().ok())
                    .filter(|side| (1..=most).contains(side));
                let side = side
                    .ok_or_else(|| expected(&format!("`{word}` with a number from 1 to {most}")))?;
                *(if word == "width" {
                    &mut width
                } else {
                    &mut height
                }) = Some(side);
            }
            ("map", None) => {
                return width
                    .zip(height)
                    .ok_or_else(|| expected("`height` and `width` before `map`"));
            }
            _ => {
                return Err(error_at(
                    text,
                    line,
                    "expected a header line: type, height, width or map",
                ));
            }
        }
    }
    Err(error_at(
        text,
        &text[text.len()..],
        "the header does not end; expected a line `map` and the rows after it",
    ))
}

/// Returns the glyphs of this map; `E` has an entry only if the map uses it.
fn legend_for(text: &str, costs: &[GlyphCost]) -> Vec<LegendEntry> {
    let mut legend = legend(costs);
    let is_named = legend.iter().any(|entry| entry.look.glyph == EMITTER);
    let rows = || text.lines().skip_while(|line| line.trim() != "map").skip(1);
    if !is_named && rows().any(|row| row.contains(EMITTER)) {
        legend.push(LegendEntry::named(EMITTER, "floor").called("emitter"));
    }
    legend
}

/// The cells where the League of Robot Runners emits robots.
const EMITTER: char = 'E';

/// Returns the usual glyphs, then the additional ones.
fn legend(costs: &[GlyphCost]) -> Vec<LegendEntry> {
    let blocked =
        |glyph, name, look: &str| LegendEntry::named(glyph, look).called(name).with_cost(None);
    let mut legend = vec![
        LegendEntry::floor(),
        LegendEntry::named('G', "floor").called("ground"),
        LegendEntry::named('S', "swamp").with_cost(Some(1)),
        LegendEntry::named('W', "water"),
        blocked('T', "trees", "forest"),
        blocked('@', "outside", "wall"),
        blocked('O', "outside", "wall"),
    ];
    for &(glyph, cost) in costs {
        let cost = cost
            .filter(|cost| *cost > 0)
            .map(|cost| cost.min(Terrain::MAX_COST));
        if let Some(known) = legend.iter_mut().find(|entry| entry.look.glyph == glyph) {
            known.terrain.cost = cost;
        } else {
            let entry = cost.map_or_else(
                || LegendEntry::named(glyph, "wall"),
                |cost| of_cost(glyph, cost),
            );
            legend.push(entry.called(&format!("terrain {glyph}")));
        }
    }
    legend
}

/// Reads a list of costs such as `.=1,S=2,W=3,T=#`.
///
/// A cost is a whole number from 1 to 1000; `#` or 0 is a blocked glyph. Spaces are ignored.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_glyph_costs(text: &str) -> Result<Vec<GlyphCost>, ParseError> {
    let fail = |part: &str, message: String| Err(error_at(text, part, message));
    let mut costs: Vec<GlyphCost> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(glyph) = rest.chars().next() {
        if glyph.is_control() || costs.len() == Grid::MAX_TERRAINS {
            let most = Grid::MAX_TERRAINS;
            return fail(
                rest,
                format!(
                    "expected at most {most} visible glyphs, found {}",
                    quoted(glyph)
                ),
            );
        }
        if costs.iter().any(|(known, _)| *known == glyph) {
            return fail(
                rest,
                format!("glyph '{glyph}' stands here twice; expected it once"),
            );
        }
        let after = rest[glyph.len_utf8()..].trim_start();
        let Some(value) = after.strip_prefix('=') else {
            return fail(
                after,
                format!("expected `=` and a cost after the glyph '{glyph}', as in `.=1,S=2,T=#`"),
            );
        };
        let (written, next) = value.split_once(',').unwrap_or((value, ""));
        let Some(cost) = read_cost(written).filter(|_| !written.trim().is_empty()) else {
            let cost = expected_cost(
                &format!("a whole cost of '{glyph}'"),
                "`#` for a wall",
                written,
            );
            return fail(value.trim_start(), cost);
        };
        costs.push((glyph, cost));
        rest = next.trim_start();
    }
    if costs.is_empty() {
        let example = "expected glyphs and costs such as `.=1,S=2,T=#`";
        return fail(text, format!("the list of costs is empty; {example}"));
    }
    Ok(costs)
}

/// Writes a map with the usual glyphs.
///
/// A terrain keeps its own glyph if that has the same cost in the format. Else the first glyph with
/// the same cost stands for it: `.` for free ground, `W` for terrain named water, `T` for terrain
/// named forest or trees, and `@` for everything else that is blocked. Looks, one-way cells and
/// portals are not kept, nor are costs that no glyph has: free ground stays free.
///
/// For a weighted map, `costs` are those that [`parse_moving_ai`] needs to read it back.
#[must_use]
pub fn write_moving_ai(grid: &LevelGrid, costs: &[GlyphCost]) -> String {
    at_once(write_moving_ai_in_slices(grid, costs))
}

pub(super) async fn write_moving_ai_in_slices(grid: &LevelGrid, costs: &[GlyphCost]) -> String {
    let known = legend(costs);
    let glyphs: Vec<char> = grid
        .entries()
        .iter()
        .map(|entry| glyph_for(entry, &known))
        .collect();
    let mut text = format!(
        "type octile\nheight {}\nwidth {}\nmap\n",
        grid.height(),
        grid.width()
    );
    text.reserve(grid.cell_count() + grid.height() as usize);
    let mut work = Counter::default();
    for row in grid.cells().chunks(grid.width() as usize) {
        text.extend(row.iter().map(|id| glyphs[usize::from(id.0)]).chain(['\n']));
        work.count(row.len()).await;
    }
    text
}

/// Returns a glyph of the same cost: the terrain's own, else the usual one; else the nearest in
/// cost.
fn glyph_for(LegendEntry { terrain, look }: &LegendEntry, known: &[LegendEntry]) -> char {
    let usual = match terrain.name.as_str() {
        "water" => 'W',
        "forest" | "trees" => 'T',
        _ if terrain.is_blocked() => '@',
        _ => '.',
    };
    let same = |glyph: char| {
        known
            .iter()
            .any(|other| other.look.glyph == glyph && other.terrain.cost == terrain.cost)
    };
    let nearest = || nearest_cost(terrain.cost, known).look.glyph;
    [look.glyph, usual]
        .into_iter()
        .find(|&glyph| same(glyph))
        .unwrap_or_else(nearest)
}

/// One query with its published answer.
///
/// Start and goal lie on a map of the given size, but may be blocked there.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The line of the file, from 1.
    pub line: u32,
    /// A quarter of the optimal length, rounded down: a measure of difficulty.
    pub bucket: u32,
    /// The map's file name.
    pub map: String,
    /// Columns of the map, or of the size that it was scaled to.
    pub width: u32,
    /// Rows of the map, or of the size that it was scaled to.
    pub height: u32,
    /// The start of the path.
    pub start: Cell,
    /// The goal of the path.
    pub goal: Cell,
    /// The published length of the shortest path, diagonal steps at √2.
    pub length: f64,
}

/// The names of the fields of a line, in order.
const FIELDS: [&str; 9] = [
    "bucket",
    "map",
    "width",
    "height",
    "start x",
    "start y",
    "goal x",
    "goal y",
    "optimal length",
];

/// Reads a list of queries.
///
/// Takes at most some 10 bytes of memory per byte of the file.
///
/// # Errors
/// The first mistake, with its place.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_scenarios;
/// let scenarios = parse_scenarios(b"version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1.0\n").unwrap();
/// assert_eq!((scenarios[0].map.as_str(), scenarios[0].start), ("arena.map", (1, 11).into()));
/// ```
pub fn parse_scenarios(bytes: &[u8]) -> Result<Vec<Scenario>, ParseError> {
    let text = decode(bytes)?;
    let mut lines = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line));
    let first = lines.next().unwrap_or_default();
    let mut words = first.split_ascii_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("version"), Some("1" | "1.0"), None) => {}
        (Some("version"), Some(version), _) => {
            let found: String = version.chars().take(32).collect();
            return Err(error_at(
                text,
                version,
                format!("version {found} is not known; expected `version 1`"),
            ));
        }
        _ => return Err(error_at(text, first, "expected the line `version 1`")),
    }
    let mut scenarios = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let is_heading = number == 2
            && line
                .get(..6)
                .is_some_and(|start| start.eq_ignore_ascii_case("bucket"));
        if !is_heading && !line.trim().is_empty() {
            scenarios.push(parse_line(text, line, number)?);
        }
    }
    Ok(scenarios)
}

fn parse_line(text: &str, line: &str, number: u32) -> Result<Scenario, ParseError> {
    let end = &line[line.trim_end().len()..];
    // Only between tabs may a map's name hold spaces.
    let fields: Vec<&str> = if line.contains('\t') {
        line.trim_end()
            .split('\t')
            .map(str::trim)
            .take(FIELDS.len() + 1)
            .collect()
    } else {
        line.split_ascii_whitespace()
            .take(FIELDS.len() + 1)
            .collect()
    };
    if let Some(extra) = fields.get(FIELDS.len()) {
        return Err(error_at(
            text,
            extra,
            format!("expected nothing after the {}", FIELDS[FIELDS.len() - 1]),
        ));
    }
    let count = fields.len();
    if let Some(missing) = FIELDS.get(count) {
        return Err(error_at(
            text,
            end,
            format!("the line ends after {count} of 9 fields; expected the {missing}"),
        ));
    }
    let fail = |at: usize, expected: String| {
        error_at(
            text,
            fields[at],
            format!("expected {expected}, found {}", shortened(fields[at])),
        )
    };
    let whole = |at: usize, least: u32, most: u32| {
        let number = fields[at]
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            fail(
                at,
                format!("the {}, a whole number from {least} to {most}", FIELDS[at]),
            )
        })
    };
    let bucket = whole(0, 0, u32::MAX)?;
    if fields[1].is_empty() {
        return Err(fail(1, "the map's name".to_owned()));
    }
    let (width, height) = (whole(2, 1, Grid::MAX_SIDE)?, whole(3, 1, Grid::MAX_SIDE)?);
    let cell = |at: usize| -> Result<Cell, ParseError> {
        let (x, y) = (whole(at, 0, width - 1)?, whole(at + 1, 0, height - 1)?);
        Ok(Cell::new(x.cast_signed(), y.cast_signed()))
    };
    let (start, goal) = (cell(4)?, cell(6)?);
    let length = fields[8]
        .parse()
        .ok()
        .filter(|length: &f64| length.is_finite() && *length >= 0.0);
    let length = length.ok_or_else(|| {
        fail(
            8,
            "the optimal length, a number that is not negative".to_owned(),
        )
    })?;
    Ok(Scenario {
        line: number,
        bucket,
        map: fields[1].to_owned(),
        width,
        height,
        start,
        goal,
        length,
    })
}
