//! The part of the window that shows the map, and pointer hit tests against the panels.

use bevy::prelude::*;
use bevy_egui::egui;

/// The area that panels leave free, in logical window pixels.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapArea {
    /// The free rectangle.
    pub rect: Rect,
    /// Logical pixels per point of egui.
    pub ui_scale: f32,
}

impl Default for MapArea {
    fn default() -> Self {
        Self { rect: Rect::default(), ui_scale: 1.0 }
    }
}

impl MapArea {
    /// Returns the rectangle in points of egui.
    #[must_use]
    pub fn in_points(&self) -> egui::Rect {
        let point = |place: Vec2| egui::pos2(place.x / self.ui_scale, place.y / self.ui_scale);
        egui::Rect::from_min_max(point(self.rect.min), point(self.rect.max))
    }

    /// Returns `true` if a pointer at this position is over the map, not over a panel or a floating window.
    ///
    /// egui treats panels drawn in a custom `Ui` as free background, so its own answer cannot be used here.
    #[must_use]
    pub fn owns(&self, context: &egui::Context, pointer: Vec2) -> bool {
        let point = egui::pos2(pointer.x, pointer.y) / self.ui_scale;
        self.rect.contains(pointer)
            && !self.is_panel_edge(context, point)
            && context.layer_id_at(point).is_none_or(|layer| layer.order == egui::Order::Background)
            && !context.egui_is_using_pointer()
    }

    /// Returns `true` if the pointer can grab the side panel's edge, which overlaps the map a little.
    fn is_panel_edge(&self, context: &egui::Context, point: egui::Pos2) -> bool {
        let right = self.in_points().right();
        let grab = context.global_style().interaction.resize_grab_radius_side + 1.0;
        right < context.viewport_rect().right() && point.x >= right - grab
    }
}
