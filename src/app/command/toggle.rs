//! What is on or off in the window, each by itself. What turns it and what that does in words is a row of the shortcut
//! table.

use serde::Deserialize;

/// Something that is on or off.
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
    /// What a tick costs.
    Meter,
    /// What the marks of a watched search mean.
    Legend,
    /// The selected agent stays in the middle of the map.
    Follow,
    /// A click gives a cell the next terrain, and neither sends the agent nor moves the goal.
    Terrain,
    /// Nothing moves by itself: searches are shown at their end, and the camera is at once where it goes.
    ReducedMotion,
    /// What insertions into the open list compare in a heap, and not what they pass in a sorted list.
    Heap,
    /// Rectangles and ellipses of the editor are their edges alone.
    Outline,
    /// Cells are joined with their parents.
    Tree,
    /// G, H and F stand in the cells, where they are large enough.
    Numbers,
}
