//! Arrows on one-way cells and rings around the ends of portals, which terrain colours cannot show.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke, vec2};
use bevy_gridwalk::NavGrid;
use gridwalk_pathfinding::{Direction, Grid};

use super::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::picture::palette;

/// Minimum size of a cell, in points, at which arrows are drawn.
const ARROWS_FROM: f32 = 12.0;

pub fn draw_passages(mut canvases: MapCanvases, grid: Res<NavGrid>) -> Result {
    let map = grid.grid();
    if !map.has_one_way_terrain() && map.portals().is_empty() {
        return Ok(());
    }
    let canvas = canvases.layer("ways")?;
    if map.has_one_way_terrain() && canvas.side >= ARROWS_FROM {
        draw_arrows(&canvas, map);
    }
    draw_portals(&canvas, map);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
fn draw_arrows(canvas: &MapCanvas, map: &Grid) {
    let stroke = Stroke::new((canvas.side * 0.05).clamp(1.2, 2.5), theme::color(palette::INK).gamma_multiply(0.55));
    for cell in canvas.in_sight(map.width(), map.height()) {
        let Some(terrain) = map.terrain(cell).filter(|terrain| terrain.is_one_way() && !terrain.is_blocked()) else {
            continue;
        };
        let exits = Direction::ALL.into_iter().filter(|direction| terrain.exits.contains(*direction));
        let offsets: Vec<_> = exits.map(Direction::offset).map(|(dx, dy)| vec2(dx as f32, dy as f32)).collect();
        // Adjacent exits share one arrow; opposite exits get one arrow each.
        let mean = offsets.iter().fold(egui::Vec2::ZERO, |sum, offset| sum + *offset);
        let arrows = if mean.length() > 0.1 { vec![mean] } else { offsets };
        for direction in arrows {
            let along = direction.normalized() * canvas.side * 0.36;
            canvas.arrow(canvas.center(cell) - along / 2.0, along, stroke);
        }
    }
}

/// Draws the same number on both ends of a portal; an end that is only an exit has a thinner ring.
fn draw_portals(canvas: &MapCanvas, map: &Grid) {
    for (number, portal) in (1..).zip(map.portal_list()) {
        let radius = (canvas.side * 0.36).max(6.0);
        for (cell, enters) in [(portal.from, true), (portal.to, portal.two_way)] {
            let center = canvas.center(cell);
            canvas.circle_stroke(center, radius, Stroke::new(4.0, Color32::WHITE));
            let width = if enters { 2.4 } else { 1.0 };
            canvas.circle_stroke(center, radius, Stroke::new(width, theme::color(palette::PATH)));
            if canvas.side >= 20.0 {
                let font = FontId::proportional((canvas.side * 0.3).min(16.0));
                let number = u32::to_string(&number);
                canvas.text(center, Align2::CENTER_CENTER, number, font, theme::color(palette::INK));
            }
        }
    }
}
