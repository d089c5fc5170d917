//! Which parts of the window are open, and what a click is for.

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// What is open and what is not.
#[derive(Resource, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part of the window is open or not by itself")]
pub struct PanelState {
    pub(in crate::app) side: bool,
    pub(in crate::app) help: bool,
    pub(in crate::app) palette: bool,
    pub(in crate::app) runs: bool,
    /// Whether the closed list is shown in place of the open list.
    pub(in crate::app) closed: bool,
    pub(in crate::app) meter: bool,
    /// What a click on a cell is for.
    pub(in crate::app) click: Click,
    /// The cell whose menu is open: the next click closes it and does nothing else.
    pub(in crate::app) menu: Option<Cell>,
}

/// What a click on a cell is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Click {
    /// It sends the agent there, or moves the goal of the watched search.
    #[default]
    Go,
    /// It gives the cell the next terrain.
    Terrain,
}

impl Click {
    /// The other one.
    pub(in crate::app) const fn other(self) -> Self {
        match self {
            Self::Go => Self::Terrain,
            Self::Terrain => Self::Go,
        }
    }
}

impl Default for PanelState {
    fn default() -> Self {
        Self {
            side: true,
            help: false,
            palette: false,
            runs: false,
            closed: false,
            meter: false,
            click: Click::default(),
            menu: None,
        }
    }
}
