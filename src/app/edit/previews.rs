//! Previews of strokes on the map: what each tool shows of its effect while the pointer is down.

use bevy_egui::egui::{self, Color32, Stroke, StrokeKind, vec2};
use gridwalk_level::shapes::{Brush, Shape, Span, spans};
use gridwalk_level::{Level, Rgb};
use gridwalk_pathfinding::{Cell, Rect};

use super::state::{ActiveStroke, Edit};
use super::{agents, strokes};
use crate::app::view::canvas::MapCanvas;
use crate::app::widgets::theme;
use crate::picture::palette;

/// A stroke in progress, with the state that its preview depends on.
pub struct StrokePreview<'a> {
    pub edit: &'a Edit,
    pub level: &'a Level,
    pub stroke: &'a ActiveStroke,
    /// Whether rectangles and ellipses are drawn as outlines.
    pub is_outline: bool,
}

/// Draws the cells of a line, rectangle or ellipse, and its size.
pub fn shape(canvas: &MapCanvas, preview: &StrokePreview) {
    let &StrokePreview {
        edit,
        level,
        stroke,
        is_outline,
    } = preview;
    // The brush has painted its cells already.
    let Some(shape) = stroke.shape.filter(|shape| *shape != Shape::Free) else {
        return;
    };
    let brush = edit.brush(shape, is_outline);
    let ink = edit.ink(&level.grid, stroke.erases);
    let color: Rgb = level.grid.looks().of(ink).color;
    let cells = brush.cells(&level.grid, &stroke.points);
    for span in spans(&cells) {
        fill(canvas, span, theme::color(color).gamma_multiply(0.75));
    }
    let rect = Brush::between(stroke.first(), stroke.last());
    let edge = canvas.frame(rect);
    if shape != Shape::Line {
        outline(canvas, edge, 2.0);
    }
    let name = &level.grid.legend()[usize::from(ink.0)].name;
    canvas.label(edge, &format!("{} × {} {name}", rect.width, rect.height));
}

/// Draws the size of the selection.
pub fn selection(canvas: &MapCanvas, preview: &StrokePreview) {
    if let Some(selection) = preview.edit.selection {
        let size = format!("{} × {}", selection.width, selection.height);
        canvas.label(canvas.frame(selection), &size);
    }
}

/// Draws the way of an agent, or of a goal, to its new cell.
pub fn moved_marker(canvas: &MapCanvas, preview: &StrokePreview) {
    let grabbed = preview.edit.grabbed;
    if let Some(from) = grabbed.and_then(|grabbed| agents::place_of(preview.level, grabbed)) {
        let to = preview.stroke.last();
        dashed_line(canvas, from, to);
        canvas.circle_stroke(canvas.center(to), radius(canvas), ink());
    }
}

/// Draws both ends of a portal.
pub fn portal(canvas: &MapCanvas, preview: &StrokePreview) {
    let stroke = preview.stroke;
    if stroke.erases {
        return;
    }
    let ends = [stroke.first(), stroke.last()];
    dashed_line(canvas, ends[0], ends[1]);
    for cell in ends {
        canvas.circle_stroke(canvas.center(cell), radius(canvas), ink());
    }
}

/// Draws the directions in which the cells could be left.
pub fn one_way(canvas: &MapCanvas, preview: &StrokePreview) {
    let stroke = preview.stroke;
    if stroke.erases {
        return;
    }
    for (cell, direction) in strokes::directions(stroke) {
        let Some((x, y)) = direction.map(gridwalk_pathfinding::Direction::offset) else {
            continue;
        };
        #[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
        let along = vec2(x as f32, y as f32) * canvas.side * 0.4;
        canvas.arrow(canvas.center(cell) - along / 2.0, along, ink());
    }
}

fn ink() -> Stroke {
    Stroke::new(2.5, theme::color(palette::PATH))
}

fn dashed_line(canvas: &MapCanvas, from: Cell, to: Cell) {
    let line = [canvas.center(from), canvas.center(to)];
    canvas.extend(egui::Shape::dashed_line(&line, ink(), 5.0, 5.0));
}

/// Returns the radius of markers on a cell.
pub fn radius(canvas: &MapCanvas) -> f32 {
    (canvas.side * 0.36).max(5.0)
}

pub fn fill(canvas: &MapCanvas, span: Span, color: Color32) {
    let rect = canvas.frame(Rect {
        at: span.at,
        width: span.length,
        height: 1,
    });
    if rect.intersects(canvas.clip_rect()) {
        canvas.rect_filled(rect, 0.0, color);
    }
}

pub fn outline(canvas: &MapCanvas, rect: egui::Rect, width: f32) {
    canvas.rect_stroke(
        rect,
        0.0,
        Stroke::new(width + 2.0, Color32::WHITE.gamma_multiply(0.7)),
        StrokeKind::Middle,
    );
    canvas.rect_stroke(
        rect,
        0.0,
        Stroke::new(width, theme::color(palette::PATH)),
        StrokeKind::Middle,
    );
}
