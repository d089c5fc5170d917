//! Drawings over agents: drags that select or line up, reserved cells, and arrows from those that wait.

use bevy::prelude::*;
use bevy_egui::egui::{self, Stroke, StrokeKind, vec2};
use bevy_gridwalk::crowd_kernel::line_up;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, CrowdMember, CrowdState, Crowds, GridAgent, GridLayout, NavGrid,
    PathfindingOptions,
};
use gridwalk_pathfinding::{Cell, Movement};

use super::select::is_inside;
use crate::app::command::Toggle;
use crate::app::common::state::MapDrag;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{ChosenLanguage, Phrase, Selection, Toggles};
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

/// Components of an agent that a drag depends on.
type Dragged<'a> = (Entity, &'a AgentCell, &'a AgentMotion, Option<&'a AgentKind>);

pub(super) fn draw_drag(
    mut canvases: MapCanvases,
    (drag, selection): (Res<MapDrag>, Res<Selection>),
    (grid, options, layout): (Res<NavGrid>, Res<PathfindingOptions>, Res<GridLayout>),
    agents: Query<Dragged, With<GridAgent>>,
    language: Res<ChosenLanguage>,
) -> Result {
    let cells = |from, to| [from, to].map(|at| layout.cell(at));
    match *drag {
        MapDrag::None => {}
        MapDrag::Box(from, to) => {
            let canvas = canvases.layer("selecting box")?;
            let [first, last] = cells(from, to);
            let count = agents.iter().filter(|(_, _, motion, kind)| is_inside(motion, *kind, first, last)).count();
            let rect = egui::Rect::from_two_pos(canvas.world(from), canvas.world(to));
            canvas.dashes(rect);
            let said = if count == 1 { Phrase::OneAgent.into() } else { Phrase::CountOfAgents.with("count", count) };
            canvas.label(rect, &said.tell(language.0));
        }
        MapDrag::Line(from, to) => {
            let canvas = canvases.layer("line of agents")?;
            let all: Vec<_> = agents.iter_many(selection.agents()).collect();
            let all: Vec<_> = all.into_iter().map(|(agent, cell, _, kind)| (agent, cell.0, kind)).collect();
            let ends = cells(from, to);
            let slots = slots(&grid, options.options.movement, &all, ends);
            slots.into_iter().flatten().for_each(|slot| draw_slot(&canvas, slot));
            let line = [canvas.world(from), canvas.world(to)];
            canvas.line_segment(line, Stroke::new(4.0, theme::color(palette::CASING)));
            canvas.line_segment(line, Stroke::new(2.0, theme::color(palette::PATH)));
        }
    }
    Ok(())
}

/// Draws the place of an agent in a line, if it is in view.
fn draw_slot(canvas: &MapCanvas, slot: Cell) {
    let rect = egui::Rect::from_center_size(canvas.center(slot), vec2(canvas.side, canvas.side) * 0.6);
    if canvas.clip_rect().intersects(rect) {
        canvas.rect_stroke(rect, 2.0, Stroke::new(3.5, theme::color(palette::CASING)), StrokeKind::Middle);
        canvas.rect_stroke(rect, 2.0, Stroke::new(1.5, theme::color(palette::PATH)), StrokeKind::Middle);
    }
}

/// Returns the cell of each agent in a line between two cells; `None` for agents that find no place.
///
/// The ends are moved onto the map. All cells can be reached from the cell of the first agent.
pub(super) fn slots(
    grid: &NavGrid,
    movement: Movement,
    agents: &[(Entity, Cell, Option<&AgentKind>)],
    ends: [Cell; 2],
) -> Vec<Option<Cell>> {
    let Some((_, first, kind)) = agents.first() else { return Vec::new() };
    let size = grid.grid().size();
    let [right, below] = [size.width, size.height].map(|side| side.cast_signed() - 1);
    let ends = ends.map(|end| Cell::new(end.x.clamp(0, right), end.y.clamp(0, below)));
    let map = grid.for_agent(*kind);
    let is_free = |cell: Cell| map.is_walkable(cell) && grid.connected(movement, *first, cell) != Some(false);
    let cells: Vec<Cell> = agents.iter().map(|(_, cell, _)| *cell).collect();
    let slots = line_up(ends, &cells, is_free);
    let fits = |kind: Option<&AgentKind>, cell: &Cell| grid.for_agent(kind).is_walkable(*cell);
    agents.iter().zip(slots).map(|((.., kind), slot)| slot.filter(|slot| fits(*kind, slot))).collect()
}
