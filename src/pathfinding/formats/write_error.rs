//! Why a level cannot be written in a format that knows less than RON.

use crate::pathfinding::{Cell, Grid};

/// What the format cannot hold. Nothing is left out silently; RON holds everything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Some terrain may be left in some directions only.
    #[error("{0} knows no one-way cells; save the level as RON")]
    OneWay(&'static str),
    /// The map has portals.
    #[error("{0} knows no portals; save the level as RON")]
    Portals(&'static str),
    /// No glyph of the format has the terrain's cost.
    #[error("{format} has no glyph for \"{terrain}\", {}; save the level as RON or CSV", cost_in_words(*.cost))]
    Terrain {
        /// The format, with its article.
        format: &'static str,
        /// The terrain's name.
        terrain: String,
        /// Its cost; `None` is blocked.
        cost: Option<u16>,
    },
    /// A map of digits has one walker.
    #[error("a map of digits has exactly one agent, this level has {0}; save the level as RON")]
    Agents(usize),
    /// A map of digits knows plain walkers only.
    #[error("a map of digits knows no size, costs, forbidden areas or patrol of \"{0}\"; save the level as RON")]
    Profile(String),
    /// Two things on one cell.
    #[error("a map of digits holds one thing a cell, and a goal at {0} stands on another; save the level as RON")]
    GoalTwice(Cell),
    /// The walker of a map of digits visits its goals in reading order.
    #[error("the goals of a map of digits are visited in reading order, this level's are not; save the level as RON")]
    GoalOrder,
}

fn cost_in_words(cost: Option<u16>) -> String {
    cost.map_or_else(|| "which is blocked".to_owned(), |cost| format!("which costs {cost}"))
}

/// Refuses what only RON knows of a map.
pub(super) fn check_plain(grid: &Grid, format: &'static str) -> Result<(), WriteError> {
    if grid.has_one_way_terrain() {
        return Err(WriteError::OneWay(format));
    }
    if !grid.portals().is_empty() {
        return Err(WriteError::Portals(format));
    }
    Ok(())
}
