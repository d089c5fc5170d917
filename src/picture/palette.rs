//! One colour per meaning, and tints over the ground of the cells in a search, for the window and
//! for pictures.
//!
//! Marks use the Okabe–Ito set, which colour-blind people can tell apart.

use gridwalk_explain::CellState;
use gridwalk_level::Rgb;
use gridwalk_pathfinding::Side;

/// The background behind everything.
pub const BACKGROUND: Rgb = [0x12, 0x15, 0x1A];
/// Panels and bars.
pub const PANEL: Rgb = [0x19, 0x1D, 0x24];
/// Buttons and fields.
pub const RAISED: Rgb = [0x22, 0x28, 0x33];
/// Buttons under the pointer.
pub const HOVERED: Rgb = [0x2B, 0x33, 0x40];
/// Lines between sections.
pub const HAIRLINE: Rgb = [0x2E, 0x35, 0x42];
/// Text.
pub const TEXT: Rgb = [0xE4, 0xE9, 0xF0];
/// Labels.
pub const MUTED: Rgb = [0x93, 0xA0, 0xB3];
/// Decoration only.
pub const FAINT: Rgb = [0x5E, 0x6A, 0x7C];
/// The current choice.
pub const ACCENT: Rgb = [0x56, 0xB4, 0xE9];
/// Success.
pub const OK: Rgb = [0x2F, 0xBF, 0x8F];
/// A warning.
pub const WARN: Rgb = [0xE6, 0xA2, 0x3C];
/// An error.
pub const BAD: Rgb = [0xF0, 0x84, 0x68];
/// The path ahead.
pub const PATH: Rgb = [0x0B, 0x5F, 0xA5];
/// The path ahead of an agent that is not selected.
pub const PATH_QUIET: Rgb = [0x8A, 0x93, 0xA2];
/// The outline of lines and figures on the map.
pub const CASING: Rgb = [0xFF, 0xFF, 0xFF];
/// An agent.
pub const AGENT: Rgb = [0x00, 0x9E, 0x73];
/// An agent that is not selected.
pub const AGENT_QUIET: Rgb = [0x4A, 0x8F, 0x7C];
/// An agent that waits for another one.
pub const WAITING: Rgb = [0xB8, 0x6A, 0x00];
/// An agent that another one has kept from its goal for a long time.
pub const BLOCKED: Rgb = [0xC2, 0x3B, 0x22];
/// A goal.
pub const GOAL: Rgb = [0xD5, 0x5E, 0x00];
/// The goal of an agent that is not selected.
pub const GOAL_QUIET: Rgb = [0x6E, 0x78, 0x88];
/// A closed cell.
pub const CLOSED: Rgb = [0xE6, 0x9F, 0x00];
/// A change in the last step.
pub const CHANGED: Rgb = [0xCC, 0x79, 0xA7];
/// A cell that a lesson points out.
pub const POINTED: Rgb = [0xF0, 0xE4, 0x42];
/// Ink on the map.
pub const INK: Rgb = [0x1B, 0x20, 0x28];

/// Returns the heat map colour for a share from 0 to 1: from dark violet over green to yellow.
///
/// The brightness grows with the share, so that the colours are distinct in grey, too.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "mixtures of bytes are bytes"
)]
#[must_use]
pub fn heat(part: f32) -> Rgb {
    const STOPS: [Rgb; 3] = [[0x40, 0x20, 0x56], [0x22, 0x90, 0x8C], [0xFD, 0xE7, 0x25]];
    let at = part.clamp(0.0, 1.0) * 2.0;
    let first = usize::from(at >= 1.0);
    let mix = at - if first == 1 { 1.0 } else { 0.0 };
    std::array::from_fn(|i| {
        let (a, b) = (f32::from(STOPS[first][i]), f32::from(STOPS[first + 1][i]));
        (a + (b - a) * mix).round() as u8
    })
}

/// Returns the contrast of two colours, from 1 to 21 (WCAG 2.1); text needs 4.5.
#[must_use]
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Returns the relative luminance of a colour.
fn luminance(color: Rgb) -> f64 {
    let linear = |byte: u8| {
        let c = f64::from(byte) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

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

impl Tint {
    /// A cell in the open list.
    pub const OPEN: Self = Self {
        color: ACCENT,
        opacity: 0.28,
    };
    /// A cell in the open list of the goal's side.
    pub const OPEN_BACKWARD: Self = Self {
        color: [0x25, 0x76, 0xB8],
        opacity: 0.28,
    };
    /// An expanded cell.
    ///
    /// The colour is yellower than its hatching: mixed in linear light, the palette's orange would
    /// be peach.
    pub const CLOSED: Self = Self {
        color: [0xE8, 0xB4, 0x00],
        opacity: 0.62,
    };
    /// A cell expanded from the goal's side.
    pub const CLOSED_BACKWARD: Self = Self {
        color: AGENT,
        opacity: 0.42,
    };

    /// Returns the tint of a cell in this state on this side; `None` if the search has not seen the
    /// cell.
    #[must_use]
    pub const fn of(state: CellState, side: Side) -> Option<Self> {
        match (state, side) {
            (CellState::Unseen, _) => None,
            (CellState::Open, Side::Forward) => Some(Self::OPEN),
            (CellState::Open, Side::Backward) => Some(Self::OPEN_BACKWARD),
            (CellState::Closed, Side::Forward) => Some(Self::CLOSED),
            (CellState::Closed, Side::Backward) => Some(Self::CLOSED_BACKWARD),
        }
    }
}
