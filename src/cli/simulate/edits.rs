//! The file of edits: one JSON object per line.

use std::path::Path;

use gridwalk_level::formats::ParseError;
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Terrain};
use serde::Deserialize;

use crate::cli::failure::{BadInput, Failure, bad};
use crate::cli::files;

/// A line of the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct EditLine {
    tick: u64,
    cells: Vec<Cell>,
    cost: u16,
}

/// An edit that is applied before a tick.
#[derive(Clone, Debug)]
pub struct TimedEdit {
    pub tick: u64,
    pub edit: GridEdit,
}

/// Reads edits in the order of their ticks.
pub fn read(path: &Path, grid: &Grid) -> Result<Vec<TimedEdit>, Failure> {
    let bytes = files::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut edits: Vec<TimedEdit> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |column: usize, message: String| {
            let column = u32::try_from(column.max(1)).unwrap_or(u32::MAX);
            bad(BadInput::parse(path, &ParseError { line: number, column, message }))
        };
        let parsed: EditLine = match serde_json::from_str(line) {
            Ok(parsed) => parsed,
            Err(error) => {
                // The parser's message ends with a place within the line.
                let sentence = error.to_string();
                let sentence = sentence.split(" at line ").next().unwrap_or_default();
                let expected = r#"expected an edit such as {"tick": 50, "cells": [[3, 4]], "cost": 0}"#;
                return wrong(error.column(), format!("{sentence}; {expected}"));
            }
        };
        let column_of = |key: &str| line.find(key).map_or(1, |at| line[..at].chars().count() + 1);
        if let Some(cell) = parsed.cells.iter().find(|cell| !grid.contains(**cell)) {
            let (width, height) = (grid.width(), grid.height());
            return wrong(column_of("\"cells\""), format!("cell {cell} lies outside the {width} × {height} map"));
        }
        if parsed.cost > Terrain::MAX_COST {
            let (cost, max) = (parsed.cost, Terrain::MAX_COST);
            return wrong(column_of("\"cost\""), format!("the cost is {cost}; expected 0 for a wall, or 1 to {max}"));
        }
        if edits.last().is_some_and(|last| last.tick > parsed.tick) {
            return wrong(column_of("\"tick\""), "the tick lies before that of the line above".to_owned());
        }
        let edit = if parsed.cost == 0 {
            GridEdit::block(parsed.cells)
        } else {
            GridEdit::set_cost(parsed.cells, parsed.cost)
        };
        edits.push(TimedEdit { tick: parsed.tick, edit });
    }
    Ok(edits)
}
