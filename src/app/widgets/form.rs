//! Layout of the window: panels beside the map, or one sheet at a time over it, as on a phone.

use bevy_egui::egui;

/// The layout of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Panels stand beside the map.
    Wide,
    /// Upright phone: a sheet comes from the bottom.
    Tall,
    /// Phone on its side: a sheet comes from the right.
    Low,
}

/// Minimum width and height of a wide window, in points.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 400.0;
/// Minimum size of a touch target, in points.
pub const TOUCHED: f32 = 32.0;

impl Form {
    pub fn of(context: &egui::Context) -> Self {
        let size = context.viewport_rect().size();
        match (size.x < WIDTH || size.y < HEIGHT, size.y >= size.x) {
            (false, _) => Self::Wide,
            (true, true) => Self::Tall,
            (true, false) => Self::Low,
        }
    }

    /// Returns `true` if room is short and touch input is likely.
    pub fn is_small(self) -> bool {
        self != Self::Wide
    }

    /// Returns the height of a control that needs this height for a mouse.
    pub fn control(self, height: f32) -> f32 {
        if self.is_small() { height.max(TOUCHED) } else { height }
    }
}
