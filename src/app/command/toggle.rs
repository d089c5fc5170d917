//! Independent on/off states of the window.
//!
//! The shortcut table has their keys and descriptions.

use serde::Deserialize;

/// An on/off state of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Toggle {
    /// The side panel.
    Panel,
    /// The list of keys.
    Help,
    /// The command palette.
    Palette,
    /// The table of runs with all columns.
    Runs,
    /// The closed list in place of the open list.
    Closed,
    /// The meter of tick costs.
    Meter,
    /// The legend of a watched search.
    Legend,
    /// The cells that agents of a crowd are about to enter or leave.
    Claims,
    /// Arrows from agents of a crowd that wait to the agents in their way.
    Waits,
    /// A click or a drag spawns agents of a crowd.
    Spawn,
    /// The camera follows the selected agent.
    Follow,
    /// A click changes a cell's terrain instead of sending the agent or moving the goal.
    Terrain,
    /// Nothing moves by itself: searches are shown at their end, and the camera jumps.
    ReducedMotion,
    /// The open list stands in the order in which cells joined it, instead of the order of expansion.
    Joined,
    /// Rectangles and ellipses of the editor are outlines only.
    Outline,
    /// Lines join cells with their parents.
    Tree,
    /// Cells show G, H and F, where they are large enough.
    Numbers,
}
