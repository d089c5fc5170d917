//! What the terrain's colour does not say: arrows on one-way cells, and rings around the ends of portals.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Color32, FontId, Painter, Stroke, vec2};

use super::numbers::{Place, arrow};
use crate::app::camera::View;
use crate::app::{MapArea, theme};
use crate::pathfinding::{Direction, Grid};
use crate::picture::palette;
use crate::plugin::{GridLayout, NavGrid};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw_ways.after(crate::app::panels::draw_panels).before(super::numbers::draw_numbers),
    );
}

/// Points a cell from which arrows are drawn.
const ARROWS_FROM: f32 = 12.0;

fn draw_ways(
    mut contexts: EguiContexts,
    grid: Res<NavGrid>,
    area: Res<MapArea>,
    view: Res<View>,
    layout: Res<GridLayout>,
) -> Result {
    let map = grid.grid();
    if !map.has_one_way_terrain() && map.portals().is_empty() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("ways"));
    let painter = Painter::new(context, layer, area.in_points());
    let place = Place::new(&area, &view, &layout);
    if map.has_one_way_terrain() && place.side >= ARROWS_FROM {
        draw_arrows(&painter, &place, map);
    }
    draw_portals(&painter, &place, map);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
fn draw_arrows(painter: &Painter, place: &Place, map: &Grid) {
    let stroke = Stroke::new((place.side * 0.05).clamp(1.2, 2.5), theme::color(palette::INK).gamma_multiply(0.55));
    for cell in place.in_sight(map.width(), map.height()) {
        let Some(terrain) = map.terrain(cell).filter(|terrain| terrain.is_one_way() && !terrain.is_blocked()) else {
            continue;
        };
        let exits = Direction::ALL.into_iter().filter(|direction| terrain.exits.contains(*direction));
        let offsets: Vec<_> = exits.map(Direction::offset).map(|(dx, dy)| vec2(dx as f32, dy as f32)).collect();
        // One arrow for exits that lie side by side; where they lead opposite ways each has its own.
        let mean = offsets.iter().fold(egui::Vec2::ZERO, |sum, offset| sum + *offset);
        let arrows = if mean.length() > 0.1 { vec![mean] } else { offsets };
        for direction in arrows {
            let along = direction.normalized() * place.side * 0.36;
            arrow(painter, place.center(cell) - along / 2.0, along, stroke);
        }
    }
}

/// Both ends of a portal carry the same number. An end that only leads out has an open ring.
fn draw_portals(painter: &Painter, place: &Place, map: &Grid) {
    let mut number = 0;
    for (i, portal) in map.portals().iter().enumerate() {
        // One that leads both ways is listed from either end.
        let back = map.portals().iter().position(|other| (other.from, other.to) == (portal.to, portal.from));
        if portal.two_way && back.is_some_and(|back| back < i) {
            continue;
        }
        number += 1;
        let radius = (place.side * 0.36).max(6.0);
        for (cell, enters) in [(portal.from, true), (portal.to, portal.two_way)] {
            let center = place.center(cell);
            painter.circle_stroke(center, radius, Stroke::new(4.0, Color32::WHITE));
            let width = if enters { 2.4 } else { 1.0 };
            painter.circle_stroke(center, radius, Stroke::new(width, theme::color(palette::PATH)));
            if place.side >= 20.0 {
                let font = FontId::proportional((place.side * 0.3).min(16.0));
                painter.text(center, Align2::CENTER_CENTER, number.to_string(), font, theme::color(palette::INK));
            }
        }
    }
}
