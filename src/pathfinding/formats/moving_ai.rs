//! Maps of the `MovingAI` benchmark sets: a header of four lines, then one glyph per cell.
//!
//! `.` and `G` are floor, `S` is swamp that costs what floor costs (as in the published
//! path lengths), `T` is trees, `@` and `O` are outside. Water, `W`, can only be crossed from
//! water in that format; here it is blocked, so every way found is legal there too.

use super::error::{counted, quoted};
use super::locate::error_at;
use super::{Level, LevelAgent, ParseError, UnreachablePolicy};
use crate::pathfinding::{Cell, Grid, SearchOptions, Terrain, TerrainId, nearest_cell};

/// Reads a `MovingAI` map. One agent stands on the free cell nearest to the middle.
///
/// The level gets an empty name.
///
/// # Errors
/// The first mistake, with its place. A header that claims too large a map is refused
/// before anything else is read.
pub fn parse_moving_ai(text: &str) -> Result<Level, ParseError> {
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let (width, height) = read_header(text, &mut lines)?;
    let legend = legend();
    let mut cells = Vec::with_capacity(text.len().min(width * height));
    for y in 0..height {
        let Some(row) = lines.next().filter(|row| !row.is_empty()) else {
            let end = &text[text.trim_end().len()..];
            return Err(error_at(text, end, format!("the map ends after {}; expected {height}", counted(y, "row"))));
        };
        for (x, (at, glyph)) in row.char_indices().enumerate() {
            if x == width {
                let message = format!("the row has {}; expected {width}", counted(row.chars().count(), "cell"));
                return Err(error_at(text, &row[at..], message));
            }
            cells.push(terrain(glyph).ok_or_else(|| {
                let message = format!("unknown glyph {}; expected one of . G S W T @ O", quoted(glyph));
                error_at(text, &row[at..], message)
            })?);
        }
        let length = row.chars().count();
        if length < width {
            let message = format!("the row has {}; expected {width}", counted(length, "cell"));
            return Err(error_at(text, &row[row.len()..], message));
        }
    }
    if let Some(extra) = lines.find(|line| !line.trim().is_empty()) {
        return Err(error_at(text, extra, format!("expected nothing after {}", counted(height, "row"))));
    }
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let grid =
        Grid::new(side(width), side(height), cells, legend).map_err(|error| error_at(text, text, error.to_string()))?;
    Ok(Level {
        name: String::new(),
        about: String::new(),
        agents: one_in_the_middle(&grid),
        grid,
        search: SearchOptions::default(),
        unreachable: UnreachablePolicy::default(),
    })
}

/// Width and height; the lines are left at the first row.
fn read_header<'a>(text: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> Result<(usize, usize), ParseError> {
    let (mut width, mut height) = (None, None);
    for line in lines {
        let mut words = line.split_ascii_whitespace();
        let (word, value) = (words.next().unwrap_or_default(), words.next());
        let expected = |what: &str| error_at(text, value.unwrap_or(line), format!("expected {what}"));
        match (word, value) {
            ("type", Some("octile")) => {}
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

fn legend() -> Vec<Terrain> {
    let blocked =
        |glyph, name: &str, looks: &str| Terrain { name: name.to_owned(), cost: None, ..Terrain::named(glyph, looks) };
    vec![
        Terrain::floor(),
        Terrain { name: "ground".to_owned(), ..Terrain::named('G', "floor") },
        Terrain { cost: Some(1), ..Terrain::named('S', "swamp") },
        Terrain::named('W', "water"),
        blocked('T', "trees", "forest"),
        blocked('@', "outside", "wall"),
        blocked('O', "outside", "wall"),
    ]
}

/// The number in [`legend`].
fn terrain(glyph: char) -> Option<TerrainId> {
    let number = ['.', 'G', 'S', 'W', 'T', '@', 'O'].iter().position(|&known| known == glyph)?;
    u8::try_from(number).ok().map(TerrainId)
}

fn one_in_the_middle(grid: &Grid) -> Vec<LevelAgent> {
    let middle = Cell::new((grid.width() / 2).cast_signed(), (grid.height() / 2).cast_signed());
    let agent = |at| LevelAgent {
        name: "scout".to_owned(),
        at,
        speed: LevelAgent::DEFAULT_SPEED,
        goals: Vec::new(),
        patrol: false,
    };
    nearest_cell(grid, middle, |cell| grid.is_walkable(cell)).map(agent).into_iter().collect()
}
