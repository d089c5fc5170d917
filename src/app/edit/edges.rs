//! The edges of the map in the editor: handles, and a preview of the new size.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CursorIcon, Stroke, StrokeKind, vec2};
use bevy_gridwalk::GridLayout;
use gridwalk_level::shapes::on_map;
use gridwalk_level::{Document, Level};
use gridwalk_pathfinding::{Cell, GridSize, Rect as CellRect};

use super::preview::frame;
use super::state::{Hand, ground};
use super::{Edit, size};
use crate::app::command::Tool;
use crate::app::view::View;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{ChosenLanguage, MapArea, OpenDocument, Phrase};
use crate::picture::palette;

/// Width in logical pixels of the strip outside of the map where its edges can be grabbed.
const STRIP: f32 = 12.0;
/// Length and thickness of a handle, in points.
const LENGTH: f32 = 30.0;
const THICK: f32 = 4.0;

/// Returns `true` if an edge can be grabbed at this window position, just outside of the map.
pub fn is_edge(size: GridSize, (area, view, layout): (&MapArea, &View, &GridLayout), at: Vec2) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "maps have at most 8192 cells a side")]
    let cells = Vec2::new(size.width as f32, size.height as f32);
    let side = layout.cell_size().x / view.scale;
    let corner = view.window_at(area, layout.center(Cell::new(0, 0))) - Vec2::splat(side / 2.0);
    let map = Rect::from_corners(corner, corner + cells * side);
    !map.contains(at) && map.inflate(STRIP).contains(at)
}

pub(super) fn draw_edges(
    mut canvases: MapCanvases,
    (edit, open, language): (Res<Edit>, Res<OpenDocument>, Res<ChosenLanguage>),
    (area, view, layout): (Res<MapArea>, Res<View>, Res<GridLayout>),
    window: Single<&Window>,
) -> Result {
    let Some(level) = open.document().map(Document::level) else { return Ok(()) };
    let size = level.grid.size();
    let canvas = canvases.layer("edges")?;
    if let Some(hand) = edit.hand.as_ref().filter(|hand| hand.tool == Tool::Size && !hand.erases) {
        draw_pulled(&canvas, level, hand, language.0);
        return Ok(());
    }
    let place = (&*area, &*view, &*layout);
    let pointer = window.cursor_position().filter(|at| !edit.is_drawing() && is_edge(size, place, *at));
    let pointer = pointer.filter(|at| area.owns(canvas.ctx(), *at));
    let grabbed = pointer.map(|at| size::edges(size, layout.cell(view.world_at(&area, at))));
    draw_handles(&canvas, frame(&canvas, size.rect()), grabbed.unwrap_or_default(), edit.tool == Tool::Size);
    if let Some(edges) = grabbed {
        canvas.ctx().set_cursor_icon(match edges {
            [true, false, ..] if !edges[3] => CursorIcon::ResizeWest,
            [false, _, true, _] if !edges[1] && !edges[3] => CursorIcon::ResizeEast,
            [false, true, false, _] => CursorIcon::ResizeNorth,
            [false, false, false, true] => CursorIcon::ResizeSouth,
            [true, true, ..] => CursorIcon::ResizeNorthWest,
            [_, true, true, _] => CursorIcon::ResizeNorthEast,
            [true, ..] => CursorIcon::ResizeSouthWest,
            _ => CursorIcon::ResizeSouthEast,
        });
    }
    Ok(())
}

/// Draws a handle at the middle of each edge; those that would be grabbed are opaque.
fn draw_handles(canvas: &MapCanvas, map: egui::Rect, grabbed: [bool; 4], is_tool: bool) {
    let out = THICK / 2.0 + 3.0;
    let (lying, standing) = (vec2(LENGTH.min(map.width()), THICK), vec2(THICK, LENGTH.min(map.height())));
    for (middle, bar, is_grabbed) in [
        (map.left_center() - vec2(out, 0.0), standing, grabbed[0]),
        (map.center_top() - vec2(0.0, out), lying, grabbed[1]),
        (map.right_center() + vec2(out, 0.0), standing, grabbed[2]),
        (map.center_bottom() + vec2(0.0, out), lying, grabbed[3]),
    ] {
        let ink = if is_grabbed || is_tool { palette::ACCENT } else { palette::FAINT };
        canvas.rect_filled(egui::Rect::from_center_size(middle, bar), THICK / 2.0, theme::color(ink));
    }
}

/// Draws the map in its new size: new cells in the colour of the ground, removed cells dark.
///
/// Agents, goals and portals that would be lost are crossed out.
fn draw_pulled(canvas: &MapCanvas, level: &Level, hand: &Hand, language: gridwalk_explain::Language) {
    let size = level.grid.size();
    let pulled = size::pulled(size, hand.first(), hand.last());
    let (before, after) = (frame(canvas, size.rect()), frame(canvas, pulled));
    let floor = theme::color(level.grid.looks().of(ground(&level.grid)).color).gamma_multiply(0.6);
    for new in around(after, before) {
        canvas.rect_filled(new, 0.0, floor);
    }
    if let Some(kept) = on_map(size, pulled) {
        for cut in around(before, frame(canvas, kept)) {
            canvas.rect_filled(cut, 0.0, theme::color(palette::BACKGROUND).gamma_multiply(0.75));
        }
    }
    let edge = Stroke::new(2.0, theme::color(palette::ACCENT));
    canvas.rect_stroke(after, 0.0, Stroke::new(4.0, Color32::WHITE.gamma_multiply(0.7)), StrokeKind::Outside);
    canvas.rect_stroke(after, 0.0, edge, StrokeKind::Outside);
    let lost = size::lost(level, pulled);
    let cross = Stroke::new(2.5, theme::color(palette::BAD));
    for cell in &lost {
        let place = frame(canvas, CellRect { at: *cell, width: 1, height: 1 }).shrink(canvas.side * 0.15);
        canvas.line_segment([place.left_top(), place.right_bottom()], cross);
        canvas.line_segment([place.right_top(), place.left_bottom()], cross);
    }
    let mut text = format!("{} × {}", pulled.width, pulled.height);
    if !lost.is_empty() {
        text = format!("{text} · {}", Phrase::FallsOff.with("count", lost.len()).tell(language));
    }
    canvas.label(after, &text);
}

/// Splits `whole` minus `inner` into rectangles.
fn around(whole: egui::Rect, inner: egui::Rect) -> [egui::Rect; 4] {
    let inner = inner.intersect(whole);
    let part = |left, top, right, bottom| egui::Rect::from_min_max(egui::pos2(left, top), egui::pos2(right, bottom));
    [
        part(whole.left(), whole.top(), whole.right(), inner.top()),
        part(whole.left(), inner.bottom(), whole.right(), whole.bottom()),
        part(whole.left(), inner.top(), inner.left(), inner.bottom()),
        part(inner.right(), inner.top(), whole.right(), inner.bottom()),
    ]
}
