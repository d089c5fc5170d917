//! Drawing on the map with egui, below all panels and sharp at every zoom.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bevy_gridwalk::GridLayout;
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, StrokeKind, vec2};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::Cell;

use super::camera::View;
use crate::app::MapArea;
use crate::app::widgets::theme;
use crate::picture::palette;

/// System parameters needed to draw on the map.
#[derive(SystemParam)]
pub struct MapCanvases<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    area: Res<'w, MapArea>,
    view: Res<'w, View>,
    layout: Res<'w, GridLayout>,
}

impl MapCanvases<'_, '_> {
    /// Creates a canvas with its own layer.
    pub fn layer(&mut self, name: &str) -> Result<MapCanvas<'_>> {
        let context = self.contexts.ctx_mut()?.clone();
        let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new(name));
        let painter = Painter::new(context, layer, self.area.in_points());
        let (area, view, layout) = (&*self.area, &*self.view, &*self.layout);
        Ok(MapCanvas { painter, area, view, layout, side: layout.cell_size().x / view.scale / area.ui_scale })
    }
}

/// A painter that converts cells to window positions.
#[derive(Deref)]
pub struct MapCanvas<'a> {
    #[deref]
    painter: Painter,
    area: &'a MapArea,
    view: &'a View,
    layout: &'a GridLayout,
    /// The side of a cell in points.
    pub side: f32,
}

impl MapCanvas<'_> {
    pub fn center(&self, cell: Cell) -> Pos2 {
        self.world(self.layout.center(cell))
    }

    /// Converts a world position to a point of the window.
    pub fn world(&self, world: Vec2) -> Pos2 {
        let at = self.view.window_at(self.area, world) / self.area.ui_scale;
        egui::pos2(at.x, at.y)
    }

    /// Returns the visible cells of a map of this size.
    pub fn in_sight(&self, width: u32, height: u32) -> impl Iterator<Item = Cell> + use<> {
        let rect = self.area.rect;
        let first = self.layout.cell(self.view.world_at(self.area, rect.min));
        let last = self.layout.cell(self.view.world_at(self.area, rect.max));
        let (columns, rows) = (
            first.x.max(0)..=last.x.min(width.cast_signed() - 1),
            first.y.max(0)..=last.y.min(height.cast_signed() - 1),
        );
        rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// Draws the border of a selection: dark dashes on white, visible on any ground.
    pub fn dashes(&self, rect: egui::Rect) {
        self.rect_stroke(rect, 0.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Middle);
        let corners: [Pos2; 5] =
            [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
        let stroke = Stroke::new(2.0, theme::color(palette::INK));
        self.extend(egui::Shape::dashed_line(&corners, stroke, 5.0, 5.0));
    }

    /// Draws a text above the upper left corner of `rect`, moved as needed to stay in view.
    pub fn label(&self, rect: egui::Rect, text: &str) {
        let font = FontId::proportional(theme::BODY);
        let galley = self.layout_no_wrap(text.to_owned(), font, theme::color(palette::TEXT));
        let size = galley.size() + vec2(16.0, 8.0);
        let clip = self.clip_rect().shrink(4.0);
        let wanted = Align2::LEFT_BOTTOM.anchor_size(rect.left_top() - vec2(0.0, 4.0), size);
        let low = (clip.max - size).max(clip.min);
        let at = wanted.min.clamp(clip.min, low);
        let card = egui::Rect::from_min_size(at, size);
        self.rect_filled(card, 6.0, theme::color(palette::BACKGROUND).gamma_multiply(0.94));
        self.galley(card.min + vec2(8.0, 4.0), galley, theme::color(palette::TEXT));
    }

    /// Returns the radius of a badge on a cell in points.
    pub fn badge_radius(&self) -> f32 {
        (self.side * 0.28).clamp(5.5, 8.0)
    }

    /// Draws a text on a pill, visible on any ground.
    pub fn badge(&self, at: Pos2, radius: f32, color: Rgb, text: &str) {
        let galley = self.layout_no_wrap(text.to_owned(), FontId::proportional(radius * 1.3), Color32::WHITE);
        let size = egui::Vec2::splat(radius * 2.0).max(galley.size() + vec2(radius * 0.8, 0.0));
        let pill = egui::Rect::from_center_size(at, size);
        self.rect_filled(pill.expand(1.5), radius + 1.5, theme::color(palette::CASING));
        self.rect_filled(pill, radius, theme::color(color));
        self.galley(at - galley.size() / 2.0, galley, Color32::WHITE);
    }

    pub fn arrow(&self, from: Pos2, along: egui::Vec2, stroke: Stroke) {
        let tip = from + along;
        self.line_segment([from, tip], stroke);
        let back = -along * 0.42;
        let across = vec2(-along.y, along.x) * 0.32;
        self.line_segment([tip, tip + back + across], stroke);
        self.line_segment([tip, tip + back - across], stroke);
    }
}
