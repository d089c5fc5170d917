//! Preview of the stroke, the selection and the lifted piece, drawn over the unchanged map.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Stroke, StrokeKind, vec2};
use gridwalk_level::shapes::{Brush, Shape, Span, spans};
use gridwalk_level::{Document, Level, Rgb};
use gridwalk_pathfinding::{Cell, Rect as CellRect};

use super::Edit;
use super::state::Hand;
use crate::app::command::{Toggle, Tool};
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{Hovered, OpenDocument, Toggles};
use crate::picture::palette;

pub fn draw_preview(
    mut canvases: MapCanvases,
    (edit, open): (Res<Edit>, Res<OpenDocument>),
    (hovered, toggles): (Res<Hovered>, Res<Toggles>),
) -> Result {
    let Some(level) = open.document().map(Document::level) else { return Ok(()) };
    let canvas = canvases.layer("edit")?;
    if let (Some((piece, _)), Some(selection)) = (&edit.lifted, edit.selection) {
        let cells = piece.size().rect().cells().zip(piece.cells());
        for (cell, entry) in cells {
            let at = Cell::new(cell.x + selection.at.x, cell.y + selection.at.y);
            fill(&canvas, Span { at, length: 1 }, theme::color(entry.look.color).gamma_multiply(0.8));
        }
        for cell in piece.marks() {
            let at = canvas.center(Cell::new(cell.x + selection.at.x, cell.y + selection.at.y));
            canvas.circle_stroke(at, canvas.side * 0.36, Stroke::new(2.0, theme::color(palette::PATH)));
        }
    }
    if let Some(selection) = edit.selection {
        canvas.dashes(frame(&canvas, selection));
    }
    let is_outline = toggles.is_on(Toggle::Outline);
    match &edit.hand {
        Some(hand) if hand.tool == Tool::Select => {
            if let Some(selection) = edit.selection {
                let size = format!("{} × {}", selection.width, selection.height);
                canvas.label(frame(&canvas, selection), &size);
            }
        }
        Some(hand) => draw_stroke(&canvas, &edit, level, hand, is_outline),
        // The cells that the brush would cover.
        None => {
            let brush = edit.brush(edit.tool, is_outline).filter(|_| edit.draft.is_none());
            if let Some((brush, cell)) = brush.zip(hovered.0).filter(|(brush, _)| brush.shape != Shape::Fill) {
                let cells = Brush { shape: Shape::Free, ..brush }.cells(&level.grid, &[cell]);
                if let Some(rect) = around(&cells) {
                    outline(&canvas, frame(&canvas, rect), 1.5);
                }
            }
        }
    }
    Ok(())
}

fn draw_stroke(canvas: &MapCanvas, edit: &Edit, level: &Level, hand: &Hand, is_outline: bool) {
    let Some(brush) = edit.brush(hand.tool, is_outline) else { return };
    if matches!(brush.shape, Shape::Free | Shape::Fill) {
        return;
    }
    let ink = edit.ink(&level.grid, hand.erases);
    let color: Rgb = level.grid.looks().of(ink).color;
    let cells = brush.cells(&level.grid, &hand.points);
    for span in spans(&cells) {
        fill(canvas, span, theme::color(color).gamma_multiply(0.75));
    }
    let rect = Brush::between(hand.first(), hand.last());
    let edge = frame(canvas, rect);
    if brush.shape != Shape::Line {
        outline(canvas, edge, 2.0);
    }
    let name = &level.grid.legend()[usize::from(ink.0)].name;
    canvas.label(edge, &format!("{} × {} {name}", rect.width, rect.height));
}

/// Returns the rectangle from the first to the last cell, for cells in reading order.
fn around(cells: &[Cell]) -> Option<CellRect> {
    cells.first().zip(cells.last()).map(|(first, last)| Brush::between(*first, *last))
}

/// Returns the screen rectangle of a rectangle of cells.
#[expect(clippy::cast_precision_loss, reason = "a map has some thousand cells a side")]
pub(super) fn frame(canvas: &MapCanvas, rect: CellRect) -> egui::Rect {
    let corner = canvas.center(rect.at) - vec2(canvas.side, canvas.side) / 2.0;
    egui::Rect::from_min_size(corner, vec2(rect.width as f32, rect.height as f32) * canvas.side)
}

fn fill(canvas: &MapCanvas, span: Span, color: Color32) {
    let rect = frame(canvas, CellRect { at: span.at, width: span.length, height: 1 });
    if rect.intersects(canvas.clip_rect()) {
        canvas.rect_filled(rect, 0.0, color);
    }
}

fn outline(canvas: &MapCanvas, rect: egui::Rect, width: f32) {
    canvas.rect_stroke(rect, 0.0, Stroke::new(width + 2.0, Color32::WHITE.gamma_multiply(0.7)), StrokeKind::Middle);
    canvas.rect_stroke(rect, 0.0, Stroke::new(width, theme::color(palette::PATH)), StrokeKind::Middle);
}
