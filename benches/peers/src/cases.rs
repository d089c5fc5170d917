//! Maps and the questions asked on them.

use std::path::{Path, PathBuf};

use gridwalk_pathfinding::{Cell, CostRule, Grid, Heuristic, Movement, SearchOptions, Terrain};

use crate::Error;

/// A map and the questions asked on it.
pub struct Case {
    pub name: String,
    pub grid: Grid,
    pub queries: Vec<(Cell, Cell)>,
    pub options: SearchOptions,
}

/// Approximate maximum of queries on one map.
const QUERIES: usize = 100;

/// Returns the rules of the published scenarios: 8-way without cutting corners, diagonals √2.
pub fn eight_way() -> SearchOptions {
    SearchOptions::default()
}

pub fn four_way() -> SearchOptions {
    SearchOptions {
        movement: Movement::Four,
        heuristic: Heuristic::Manhattan,
        ..SearchOptions::default()
    }
}

/// Returns rules under which a step costs the mean of the cells that it touches.
pub fn weighted() -> SearchOptions {
    SearchOptions {
        cost_rule: CostRule::MeanTouched,
        ..SearchOptions::default()
    }
}

/// Reads the maps of a folder, with some lines of each scenario file.
pub fn published(folder: &Path, options: &SearchOptions) -> Result<Vec<Case>, Error> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Error>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "map"));
    files.sort();
    files.iter().map(|file| read(file, options)).collect()
}

fn read(file: &Path, options: &SearchOptions) -> Result<Case, Error> {
    let (map, scenario) = (
        std::fs::read_to_string(file)?,
        std::fs::read_to_string(format!("{}.scen", file.display()))?,
    );
    let rows: Vec<&[u8]> = map
        .lines()
        .skip(4)
        .filter(|row| !row.is_empty())
        .map(str::as_bytes)
        .collect();
    let (width, height) = (rows.first().ok_or("a map has rows")?.len(), rows.len());
    let is_weighted = options.cost_rule == CostRule::MeanTouched;
    let grid = Grid::from_fn(u32::try_from(width)?, u32::try_from(height)?, |cell| {
        let glyph = rows[cell.y as usize][cell.x as usize];
        let cost = match glyph {
            b'.' | b'G' => Some(1),
            b'S' if is_weighted => Some(2),
            b'W' if is_weighted => Some(3),
            b'T' if is_weighted => Some(4),
            _ => None,
        };
        Terrain::new(char::from(glyph), cost)
    })?;
    let ends = |line: &str| {
        let numbers: Vec<i32> = line
            .split_whitespace()
            .skip(4)
            .take(4)
            .filter_map(|part| part.parse().ok())
            .collect();
        (numbers.len() == 4).then(|| {
            (
                Cell::new(numbers[0], numbers[1]),
                Cell::new(numbers[2], numbers[3]),
            )
        })
    };
    let all: Vec<_> = scenario.lines().skip(1).filter_map(ends).collect();
    let is_free = |&(start, goal): &(Cell, Cell)| grid.is_walkable(start) && grid.is_walkable(goal);
    let queries = all
        .iter()
        .copied()
        .step_by(all.len().div_ceil(QUERIES).max(1))
        .filter(is_free)
        .collect();
    let name = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Case {
        name,
        grid,
        queries,
        options: options.clone(),
    })
}

/// Creates maps for a machine that has none: open ground, scattered walls, rooms; or the same with
/// several costs.
pub fn own(side: u32, options: &SearchOptions) -> Result<Vec<Case>, Error> {
    let is_weighted = options.cost_rule == CostRule::MeanTouched;
    ["open", "scattered", "rooms"]
        .into_iter()
        .map(|kind| {
            let is_wall = |Cell { x, y }: Cell| match kind {
                "open" => false,
                "scattered" => mixed(x, y).is_multiple_of(10),
                _ => (x % 32 == 0 && y % 32 != 16) || (y % 32 == 0 && x % 32 != 16),
            };
            let grid = Grid::from_fn(side, side, |cell| {
                // Costs lie in blocks of 4 × 4 cells, half of them plain.
                let block = mixed(cell.x / 4 + 10_000, cell.y / 4) % 8;
                let cost = if is_weighted {
                    u16::try_from(block.saturating_sub(4)).map_or(1, |more| 1 + more)
                } else {
                    1
                };
                let cost = (!is_wall(cell)).then_some(cost);
                Terrain::new("ground", cost)
            })?;
            let most = i64::from(side) - 1;
            let place = |number: i64| i32::try_from(number * most / 512).unwrap_or(0);
            let ends = |at: i64| {
                let (start, goal) = ((5 + at * 3, 7 + at * 11), (505 - at * 7, 500 - at * 13));
                [start, goal].map(|(x, y)| Cell::new(place(x), place(y)))
            };
            let pairs = (0..30).map(ends).map(|[start, goal]| (start, goal));
            let is_free =
                |&(start, goal): &(Cell, Cell)| grid.is_walkable(start) && grid.is_walkable(goal);
            let queries = pairs.filter(is_free).collect();
            Ok(Case {
                name: kind.to_owned(),
                grid,
                queries,
                options: options.clone(),
            })
        })
        .collect()
}

/// Returns a number for a cell that looks random.
fn mixed(x: i32, y: i32) -> u32 {
    let mut hash =
        x.cast_unsigned().wrapping_mul(0x9E37_79B9) ^ y.cast_unsigned().wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ hash >> 15).wrapping_mul(0x2C1B_3C6D);
    hash ^ hash >> 12
}
