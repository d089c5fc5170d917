//! How the window is laid out: with panels beside the map, or as on a phone, with one sheet at a time over a part of it.

use bevy_egui::egui;

/// The form of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Panels stand beside the map.
    Wide,
    /// As a phone that is held upright: a sheet comes from below.
    Tall,
    /// As a phone on its side: a sheet comes from the right.
    Low,
}

/// Windows with fewer points than these are small.
const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 400.0;
/// Points of what a finger has to meet, at least.
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

    /// Whether fingers are expected, and little room.
    pub fn is_small(self) -> bool {
        self != Self::Wide
    }

    /// The height of a control that a mouse needs this high.
    pub fn control(self, height: f32) -> f32 {
        if self.is_small() { height.max(TOUCHED) } else { height }
    }
}
