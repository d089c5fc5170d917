//! What is open and what is not.

use bevy::prelude::*;

use crate::pathfinding::Cell;

/// What is open and what is not.
#[derive(Resource, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part of the window is open or not by itself")]
pub struct PanelState {
    pub(in crate::app) side: bool,
    pub(in crate::app) help: bool,
    pub(in crate::app) palette: bool,
    pub(in crate::app) runs: bool,
    /// The cell whose menu is open: the next click closes it and does nothing else.
    pub(in crate::app) menu: Option<Cell>,
}

impl Default for PanelState {
    fn default() -> Self {
        Self { side: true, help: false, palette: false, runs: false, menu: None }
    }
}
