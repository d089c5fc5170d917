//! Maps of the Moving AI benchmark sets: a header of four lines, then one glyph per cell.
//!
//! `.` and `G` are floor. `S` is swamp, which costs the same as floor (as in the published path lengths). `T` is trees,
//! `@` and `O` are outside. In that format water, `W`, can only be entered from water; here it is blocked, so every
//! path found is legal there, too.
//!
//! Maps of the League of Robot Runners also have `E`, the emitters of robots, which is floor.
//!
//! Weighted maps use the same glyphs with other costs. The file does not hold the costs; the caller passes them.

use gridwalk_pathfinding::slices::{Counter, at_once};
use gridwalk_pathfinding::{Grid, Terrain};

use super::csv::{expected_cost, read_cost};
use super::error::{ParseError, counted, error_at, offset_in, quoted};
use super::legend::{Glyphs, nearest_cost, of_cost};
use crate::{LegendEntry, Level, LevelGrid};

/// A glyph of a map with its cost; `None` is blocked.
pub type GlyphCost = (char, Option<u16>);

/// Reads a Moving AI map, with an empty name and without agents.
///
/// `costs` gives the costs of a weighted map. Glyphs that it does not list have their usual cost; it may list new
/// glyphs, too. Of two entries for one glyph the later wins. A cost of 0 is blocked; a cost above [`Terrain::MAX_COST`]
/// counts as that maximum.
///
/// # Errors
/// The first mistake, with its place; also more than [`Grid::MAX_TERRAINS`] glyphs. A header that claims too large a
/// map is refused before anything else is read.
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

pub(super) async fn parse_moving_ai_in_slices(text: &str, costs: &[GlyphCost]) -> Result<Level, ParseError> {
    let legend = legend_for(text, costs);
    if legend.len() > Grid::MAX_TERRAINS {
        let most = Grid::MAX_TERRAINS;
        return Err(error_at(text, text, format!("there are {} glyphs; expected at most {most}", legend.len())));
    }
    let glyphs = Glyphs::of(&legend);
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let (width, height) = read_header(text, &mut lines)?;
    let (mut cells, mut work) = (Vec::with_capacity(text.len().min(width * height)), Counter::default());
    for y in 0..height {
        let next = lines.next();
        let Some(row) = next.filter(|row| !row.is_empty()) else {
            // The error is placed at the empty row, if more text stands behind it.
            let gap = next.filter(|gap| !text[offset_in(text, gap)..].trim().is_empty());
            let end_of_rows = gap.unwrap_or(&text[text.trim_end().len()..]);
            let message = format!("the map ends after {}; expected {height}", counted(y, "row"));
            return Err(error_at(text, end_of_rows, message));
        };
        // Some programs leave spaces behind the rows.
        let row = match row.char_indices().nth(width) {
            Some((end, _)) if row[end..].trim().is_empty() => &row[..end],
            _ => row,
        };
        for (x, (at, glyph)) in row.char_indices().enumerate() {
            if x == width {
                let message = format!("the row has {}; expected {width}", counted(row.chars().count(), "cell"));
                return Err(error_at(text, &row[at..], message));
            }
            cells.push(glyphs.get(glyph).ok_or_else(|| {
                let known: Vec<_> = legend.iter().map(|entry| entry.look.glyph.to_string()).collect();
                let (glyph, known) = (quoted(glyph), known.join(" "));
                let hint = "a list of costs such as `E=1` says what another one is";
                let message = format!("unknown glyph {glyph}; expected one of {known}; {hint}");
                error_at(text, &row[at..], message)
            })?);
        }
        let length = row.chars().count();
        if length < width {
            let message = format!("the row has {}; expected {width}", counted(length, "cell"));
            return Err(error_at(text, &row[row.len()..], message));
        }
        work.count(width).await;
    }
    if let Some(extra) = lines.find(|line| !line.trim().is_empty()) {
        return Err(error_at(text, extra, format!("expected nothing after {}", counted(height, "row"))));
    }
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let grid = LevelGrid::new(side(width), side(height), cells, legend)
        .map_err(|error| error_at(text, text, error.to_string()))?;
    Ok(Level::of_grid(grid))
}

/// Reads width and height, and leaves `lines` at the first row.
fn read_header<'a>(text: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> Result<(usize, usize), ParseError> {
    let (mut width, mut height) = (None, None);
    for line in lines {
        let mut words = line.split_ascii_whitespace();
        let (word, value) = (words.next().unwrap_or_default().to_ascii_lowercase(), words.next());
        let expected = |what: &str| error_at(text, value.unwrap_or(line), format!("expected {what}"));
        match (word.as_str(), value) {
            ("type", Some(kind)) if kind.eq_ignore_ascii_case("octile") => {}
            ("type", _) => return Err(expected("`type octile`")),
            ("width" | "height", value) => {
                let most = Grid::MAX_SIDE as usize;
                let side = value.and_then(|value| value.parse().ok()).filter(|side| (1..=most).contains(side));
                let side = side.ok_or_else(|| expected(&format!("`{word}` with a number from 1 to {most}")))?;
                *(if word == "width" { &mut width } else { &mut height }) = Some(side);
            }
            ("map", None) => {
                return width.zip(height).ok_or_else(|| expected("`height` and `width` before `map`"));
            }
            _ => return Err(error_at(text, line, "expected a header line: type, height, width or map")),
        }
    }
    Err(error_at(text, &text[text.len()..], "the header does not end; expected a line `map` and the rows after it"))
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
    let blocked = |glyph, name, look: &str| LegendEntry::named(glyph, look).called(name).with_cost(None);
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
        let cost = cost.filter(|cost| *cost > 0).map(|cost| cost.min(Terrain::MAX_COST));
        if let Some(known) = legend.iter_mut().find(|entry| entry.look.glyph == glyph) {
            known.terrain.cost = cost;
        } else {
            let entry = cost.map_or_else(|| LegendEntry::named(glyph, "wall"), |cost| of_cost(glyph, cost));
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
            return fail(rest, format!("expected at most {most} visible glyphs, found {}", quoted(glyph)));
        }
        if costs.iter().any(|(known, _)| *known == glyph) {
            return fail(rest, format!("glyph '{glyph}' stands here twice; expected it once"));
        }
        let after = rest[glyph.len_utf8()..].trim_start();
        let Some(value) = after.strip_prefix('=') else {
            return fail(after, format!("expected `=` and a cost after the glyph '{glyph}', as in `.=1,S=2,T=#`"));
        };
        let (written, next) = value.split_once(',').unwrap_or((value, ""));
        let Some(cost) = read_cost(written).filter(|_| !written.trim().is_empty()) else {
            let cost = expected_cost(&format!("a whole cost of '{glyph}'"), "`#` for a wall", written);
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
/// A terrain keeps its own glyph if that has the same cost in the format. Else the first glyph with the same cost
/// stands for it: `.` for free ground, `W` for terrain named water, `T` for terrain named forest or trees, and `@` for
/// everything else that is blocked. Looks, one-way cells and portals are not kept, nor are costs that no glyph has:
/// free ground stays free.
///
/// For a weighted map, `costs` are those that [`parse_moving_ai`] needs to read it back.
#[must_use]
pub fn write_moving_ai(grid: &LevelGrid, costs: &[GlyphCost]) -> String {
    at_once(write_moving_ai_in_slices(grid, costs))
}

pub(super) async fn write_moving_ai_in_slices(grid: &LevelGrid, costs: &[GlyphCost]) -> String {
    let known = legend(costs);
    let glyphs: Vec<char> = grid.entries().iter().map(|entry| glyph_for(entry, &known)).collect();
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", grid.height(), grid.width());
    text.reserve(grid.cell_count() + grid.height() as usize);
    let mut work = Counter::default();
    for row in grid.cells().chunks(grid.width() as usize) {
        text.extend(row.iter().map(|id| glyphs[usize::from(id.0)]).chain(['\n']));
        work.count(row.len()).await;
    }
    text
}

/// Returns a glyph of the same cost: the terrain's own, else the usual one; else the nearest in cost.
fn glyph_for(LegendEntry { terrain, look }: &LegendEntry, known: &[LegendEntry]) -> char {
    let usual = match terrain.name.as_str() {
        "water" => 'W',
        "forest" | "trees" => 'T',
        _ if terrain.is_blocked() => '@',
        _ => '.',
    };
    let same = |glyph: char| known.iter().any(|other| other.look.glyph == glyph && other.terrain.cost == terrain.cost);
    let nearest = || nearest_cost(terrain.cost, known).look.glyph;
    [look.glyph, usual].into_iter().find(|&glyph| same(glyph)).unwrap_or_else(nearest)
}
