//! Preview of drags over the map: the box that selects, and the line on which agents are to stand.

use bevy::prelude::*;
use bevy_egui::egui::{self, Stroke, StrokeKind, vec2};
use bevy_gridwalk::{AgentCell, AgentKind, AgentMotion, GridAgent, GridLayout, NavGrid, PathfindingOptions};
use gridwalk_pathfinding::Cell;

use super::formation;
use super::select::is_inside;
use crate::app::common::state::MapDrag;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{ChosenLanguage, Phrase, Selection};
use crate::picture::palette;

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
            let slots = formation::slots(&grid, options.options.movement, &all, ends);
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
