//! The map as text in its file: a glyph for each cell, in the colour of its terrain, and a legend.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Sense, Ui, vec2};
use gridwalk_level::Look;
use gridwalk_pathfinding::{Cell, TerrainId};

use super::Model;
use crate::app::Phrase;
use crate::app::widgets::{hairline, remark, theme};
use crate::picture::palette;

/// Largest and smallest size of a cell; below the smallest, a glyph cannot be read.
const CELL: (f32, f32) = (19.0, 9.0);
/// Maximum height of the map, which keeps the question below it visible.
///
/// The map is higher if its cells would be too small otherwise.
const HIGH: f32 = 120.0;

pub fn draw(ui: &mut Ui, model: &Model) {
    hairline(ui);
    ui.label(theme::section(model.text(Phrase::TheFile)));
    let grid = model.grid.grid();
    #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
    let [columns, rows] = [grid.width() as f32, grid.height() as f32];
    let side = (ui.available_width() / columns).min((HIGH / rows).max(CELL.1)).min(CELL.0);
    if side < CELL.1 {
        return remark(ui, model.text(Phrase::FileTooWide));
    }
    let (area, _) = ui.allocate_exact_size(vec2(columns, rows) * side, Sense::hover());
    let mut used = Vec::new();
    for (Cell { x, y }, TerrainId(number)) in grid.size().rect().cells().zip(grid.cells()) {
        if !used.contains(number) {
            used.push(*number);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few dozen columns")]
        let corner = area.min + vec2(x as f32, y as f32) * side;
        glyph(ui, Rect::from_min_size(corner, vec2(side, side)), model.looks.of(TerrainId(*number)));
    }
    used.sort_unstable();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for number in used {
            let terrain = &grid.legend()[usize::from(number)];
            let (place, _) = ui.allocate_exact_size(vec2(CELL.0, CELL.0), Sense::hover());
            glyph(ui, place, model.looks.of(TerrainId(number)));
            ui.label(&terrain.name);
            ui.add_space(6.0);
        }
    });
}

/// Draws a glyph on its terrain's colour, in the ink with the better contrast.
fn glyph(ui: &Ui, rect: Rect, Look { glyph, color, .. }: Look) {
    let inside = rect.shrink(0.5);
    let painter = ui.painter();
    painter.rect_filled(inside, 2.0, theme::color(color));
    let is_light = color.iter().map(|part| u32::from(*part)).sum::<u32>() > 3 * 0x80;
    let ink = if is_light { theme::color(palette::INK) } else { Color32::WHITE };
    painter.text(rect.center(), Align2::CENTER_CENTER, glyph, FontId::monospace(rect.height() * 0.68), ink);
}
