//! The tutorials' maps of digits: 0 start, 1 road, 2 wall, 9 goal.
//!
//! Between the digits nothing, spaces or commas. The rules are those of the tutorial that
//! such maps come from, `walk_the_stack`.

use super::error::{counted, quoted};
use super::locate::error_at;
use super::write_error::check_plain;
use super::{Level, LevelAgent, ParseError, UnreachablePolicy, WriteError};
use crate::pathfinding::Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
use crate::pathfinding::{
    Algorithm, Cell, DiagonalRule, Grid, Heuristic, Movement, NeighborOrder, ParentRule, SearchOptions, StepCosts,
    StopRule, Terrain, TerrainId, TieBreak, Weight,
};

/// Reads a map of digits: one agent on the 0, which goes to each 9 in reading order.
///
/// The level gets an empty name.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_digits(text: &str) -> Result<Level, ParseError> {
    let most = Grid::MAX_SIDE as usize;
    let (mut cells, mut width, mut height) = (Vec::new(), 0, 0);
    let (mut start, mut goals) = (None, Vec::new());
    for line in text.trim_end().split('\n') {
        let row_start = cells.len();
        for (at, glyph) in line.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != ',') {
            let x = cells.len() - row_start;
            if height > 0 && x == width {
                return Err(error_at(
                    text,
                    &line[at..],
                    format!("the row is too long; expected {}", counted(width, "cell")),
                ));
            }
            if x == most {
                return Err(error_at(text, &line[at..], format!("the row is too long; expected at most {most} cells")));
            }
            let cell = cell_at(x, height);
            match glyph {
                '0' if start.is_some() => {
                    return Err(error_at(text, &line[at..], "a second start; expected one digit 0"));
                }
                '0' => start = Some(cell),
                '9' => goals.push(cell),
                _ => {}
            }
            cells.push(terrain(glyph).ok_or_else(|| {
                let found = quoted(glyph);
                let message = format!("expected a digit 0 (start), 1 (road), 2 (wall) or 9 (goal), found {found}");
                error_at(text, &line[at..], message)
            })?);
        }
        let length = cells.len() - row_start;
        if height == 0 {
            width = length;
        }
        let end = &line[line.trim_end().len()..];
        if length == 0 {
            return Err(error_at(text, line, "the row is empty; expected digits"));
        }
        if length != width {
            let message = format!("the row has {}; expected {width}", counted(length, "cell"));
            return Err(error_at(text, end, message));
        }
        if height == most {
            return Err(error_at(text, line, format!("the map is too high; expected at most {most} rows")));
        }
        height += 1;
    }
    let Some(at) = start else {
        return Err(error_at(text, text, "the map has no start; expected one digit 0"));
    };
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let grid = Grid::new(side(width), side(height), cells, legend())
        .map_err(|error| error_at(text, text, error.to_string()))?;
    let agent = LevelAgent { goals, ..LevelAgent::standing("walker", at) };
    Ok(Level {
        name: String::new(),
        about: String::new(),
        grid,
        agents: vec![agent],
        search: rules(),
        unreachable: UnreachablePolicy::default(),
    })
}

/// Writes a map of digits: 0 the agent, 9 its goals, 1 free ground, 2 walls.
///
/// Names, looks, speed and rules are not kept: the digits have their own.
///
/// # Errors
/// If the format cannot say what the level says: other costs than 1, several agents or none, an agent that is
/// not plain, goals in another order than that of reading or two on one cell, one-way cells, portals.
pub fn write_digits(level: &Level) -> Result<String, WriteError> {
    let format = "a map of digits";
    let grid = &level.grid;
    check_plain(grid, format)?;
    let [agent] = &level.agents[..] else {
        return Err(WriteError::Agents(level.agents.len()));
    };
    if !agent.profile.is_plain() || agent.patrol {
        return Err(WriteError::Profile(agent.name.clone()));
    }
    let mut digits = Vec::with_capacity(grid.cell_count());
    for id in grid.cells() {
        let terrain = &grid.legend()[usize::from(id.0)];
        digits.push(match terrain.cost {
            Some(1) => '1',
            None => '2',
            cost => return Err(WriteError::Terrain { format, terrain: terrain.name.clone(), cost }),
        });
    }
    let mut set = |cell: Cell, digit: char| {
        let index = grid.index(cell).expect("a level's cells are on its map").get();
        let taken = digits[index] != '1';
        digits[index] = digit;
        if taken { Err(WriteError::GoalTwice(cell)) } else { Ok(()) }
    };
    set(agent.at, '0')?;
    for &goal in &agent.goals {
        set(goal, '9')?;
    }
    if !agent.goals.is_sorted_by_key(|goal| (goal.y, goal.x)) {
        return Err(WriteError::GoalOrder);
    }
    let rows = digits.chunks(grid.width() as usize);
    Ok(rows.flat_map(|row| row.iter().copied().chain(['\n'])).collect())
}

fn cell_at(x: usize, y: usize) -> Cell {
    let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    Cell::new(coordinate(x), coordinate(y))
}

fn legend() -> Vec<Terrain> {
    let colored = |glyph, name: &str, color| Terrain { color, ..Terrain::named(glyph, name) };
    vec![
        colored('0', "start", [0xA8, 0xD8, 0xC4]),
        Terrain::named('1', "road"),
        Terrain::named('2', "wall"),
        colored('9', "goal", [0xF0, 0xC0, 0x9A]),
    ]
}

/// The number in [`legend`].
fn terrain(glyph: char) -> Option<TerrainId> {
    let number = ['0', '1', '2', '9'].iter().position(|&known| known == glyph)?;
    u8::try_from(number).ok().map(TerrainId)
}

/// The rules of `walk_the_stack`.
fn rules() -> SearchOptions {
    SearchOptions {
        algorithm: Algorithm::AStar,
        heuristic: Heuristic::Manhattan,
        weight: Weight::ONE,
        movement: Movement::Eight(DiagonalRule::Always),
        steps: StepCosts::TEN_FOURTEEN,
        order: NeighborOrder::new(&[East, West, North, South, SouthEast, NorthEast, SouthWest, NorthWest])
            .unwrap_or_default(),
        tie: TieBreak::Oldest,
        stop: StopRule::Generated,
        parent: ParentRule::First,
        ..SearchOptions::default()
    }
}
