//! Drawings over a crowd: the cells that its agents reserve, and arrows from those that wait to those in their way.

use bevy::prelude::*;
use bevy_egui::egui::{self, Stroke, StrokeKind, vec2};
use bevy_gridwalk::{AgentKind, CrowdMember, CrowdState, Crowds};
use gridwalk_pathfinding::Cell;

use crate::app::Toggles;
use crate::app::command::Toggle;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::picture::palette;

/// Components of an agent that an overlay depends on.
type Drawn<'a> = (&'a CrowdMember, &'a CrowdState, Option<&'a AgentKind>, &'a Transform);

pub(super) fn draw_overlays(
    mut canvases: MapCanvases,
    (toggles, crowds): (Res<Toggles>, Res<Crowds>),
    agents: Query<Drawn>,
    places: Query<&Transform, With<CrowdMember>>,
) -> Result {
    let (claims, waits) = (toggles.is_on(Toggle::Claims), toggles.is_on(Toggle::Waits));
    let Some(crowd) = crowds.of(None).filter(|_| claims || waits) else { return Ok(()) };
    let canvas = canvases.layer("crowd")?;
    let seen = canvas.clip_rect().expand(canvas.side);
    for (member, state, kind, transform) in &agents {
        let at = canvas.world(transform.translation.truncate());
        if claims && crowd.is_moving(member.id()) && seen.contains(at) {
            let step = crowd.last_step(member.id());
            let size = AgentKind::size_of(kind);
            draw_claim(&canvas, step.from, size, palette::FAINT);
            draw_claim(&canvas, step.to, size, palette::PATH);
        }
        let other = state.in_the_way().filter(|_| waits).and_then(|other| places.get(other).ok());
        if let Some(other) = other {
            draw_wait(&canvas, at, canvas.world(other.translation.truncate()), seen);
        }
    }
    Ok(())
}

/// Draws the frame of the cells that an agent reserves.
fn draw_claim(canvas: &MapCanvas, cell: Cell, size: u8, color: gridwalk_level::Rgb) {
    let side = canvas.side * f32::from(size);
    let middle = canvas.center(cell) + vec2(1.0, 1.0) * (side - canvas.side) / 2.0;
    let rect = egui::Rect::from_center_size(middle, egui::Vec2::splat(side - 2.0));
    canvas.rect_stroke(rect, 3.0, Stroke::new(3.5, theme::color(palette::CASING)), StrokeKind::Inside);
    canvas.rect_stroke(rect, 3.0, Stroke::new(2.0, theme::color(color)), StrokeKind::Inside);
}

/// Draws an arrow from an agent that waits to the one in its way.
fn draw_wait(canvas: &MapCanvas, from: egui::Pos2, to: egui::Pos2, seen: egui::Rect) {
    if !seen.contains(from) && !seen.contains(to) {
        return;
    }
    let width = (canvas.side * 0.08).clamp(1.5, 3.0);
    // The tip ends at the rim of the other agent.
    let along = (to - from) * 0.8;
    let tip = from + along;
    let part = along.normalized() * (canvas.side * 0.3).clamp(4.0, 9.0);
    let across = vec2(-part.y, part.x) * 0.7;
    for (width, color) in [(width + 2.0, palette::CASING), (width, palette::BLOCKED)] {
        let stroke = Stroke::new(width, theme::color(color));
        canvas.line_segment([from, tip], stroke);
        canvas.line_segment([tip, tip - part + across], stroke);
        canvas.line_segment([tip, tip - part - across], stroke);
    }
}
