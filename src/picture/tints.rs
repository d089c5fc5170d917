//! Tints over the ground of the cells in a search, shared by the window and by pictures.

use gridwalk_explain::CellState;
use gridwalk_level::Rgb;
use gridwalk_pathfinding::Side;

use super::palette;

/// A colour over the ground.
///
/// The window mixes the two in linear light, pictures mix the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    /// The colour, also of frames and hatching.
    pub color: Rgb,
    /// The opacity, from 0 to 1.
    pub opacity: f32,
}

/// A cell in the open list.
pub const OPEN: Tint = Tint {
    color: palette::ACCENT,
    opacity: 0.28,
};
/// A cell in the open list of the goal's side.
pub const OPEN_BACKWARD: Tint = Tint {
    color: [0x25, 0x76, 0xB8],
    opacity: 0.28,
};
/// An expanded cell.
///
/// The colour is yellower than its hatching: mixed in linear light, the palette's orange would be
/// peach.
pub const CLOSED: Tint = Tint {
    color: [0xE8, 0xB4, 0x00],
    opacity: 0.62,
};
/// A cell expanded from the goal's side.
pub const CLOSED_BACKWARD: Tint = Tint {
    color: palette::AGENT,
    opacity: 0.42,
};

impl Tint {
    /// Returns the tint of a cell in this state on this side; `None` if the search has not seen the
    /// cell.
    #[must_use]
    pub const fn of(state: CellState, side: Side) -> Option<Self> {
        match (state, side) {
            (CellState::Unseen, _) => None,
            (CellState::Open, Side::Forward) => Some(OPEN),
            (CellState::Open, Side::Backward) => Some(OPEN_BACKWARD),
            (CellState::Closed, Side::Forward) => Some(CLOSED),
            (CellState::Closed, Side::Backward) => Some(CLOSED_BACKWARD),
        }
    }
}
