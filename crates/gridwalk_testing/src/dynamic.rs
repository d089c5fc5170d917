//! The published dynamic scenario: arena2 is built on open ground, patch by patch, between queries.

use gridwalk_pathfinding::{Cell, Grid, GridEdit, Terrain, TerrainId};

use crate::shared_text;

/// A step of the scenario.
pub enum Step {
    /// An edit.
    Patch(GridEdit),
    /// A query, with the published length of a shortest path.
    Query {
        /// The start.
        start: Cell,
        /// The goal.
        goal: Cell,
        /// The length in straight steps.
        length: f64,
    },
}

/// Returns the initial map and the steps.
pub fn dynamic_scenario() -> (Grid, Vec<Step>) {
    let [patches, scenario] =
        ["patch", "scen"].map(|ending| shared_text(&format!("data/dynamic/dao_arena2.{ending}")));
    let patches: Vec<Vec<&str>> = patches
        .split("\npatch ")
        .skip(1)
        .map(|patch| {
            patch
                .lines()
                .skip_while(|line| *line != "map")
                .skip(1)
                .collect()
        })
        .collect();
    let grid = Grid::new(
        281,
        209,
        vec![TerrainId(0); 281 * 209],
        vec![Terrain::floor(), Terrain::wall()],
    )
    .unwrap();
    let steps = scenario.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| fields[at].parse::<i32>().unwrap();
        let cell = |at: usize| Cell::new(number(at), number(at + 1));
        match fields.first() {
            Some(&"P") => Some(Step::Patch(patch(
                cell(3),
                &patches[usize::try_from(number(2)).unwrap()],
            ))),
            Some(&"Q") => Some(Step::Query {
                start: cell(2),
                goal: cell(4),
                length: fields[6].parse().unwrap(),
            }),
            _ => None,
        }
    });
    (grid, steps.collect())
}

fn patch(at: Cell, rows: &[&str]) -> GridEdit {
    let cells = (at.y..).zip(rows).flat_map(|(y, row)| {
        (at.x..)
            .zip(row.chars())
            .map(move |(x, glyph)| (x, y, glyph))
    });
    let cells = cells.map(|(x, y, glyph)| (Cell::new(x, y), TerrainId(u8::from(glyph != '.'))));
    GridEdit::of_cells(cells.collect())
}
