//! What the watched search writes on the map: G, H and F, arrows to parents, the way, its two ends. Drawn
//! by egui, for the cells in sight alone, so that it is sharp at every zoom.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke};

use crate::app::camera::View;
use crate::app::watch::{Heat, Mode, Overlays, Playback, Question, Recording, Run, Stop};
use crate::app::{MapArea, theme};
use crate::pathfinding::{Cell, CellMark, CellMarks, Side};
use crate::picture::palette;
use crate::plugin::GridLayout;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw_numbers.after(crate::app::panels::draw_panels).before(super::labels::draw_labels),
    );
}

/// Points a cell from which numbers are written; they fade in above.
const NUMBERS_FROM: f32 = 32.0;
/// Points a cell from which parents are joined.
const TREE_FROM: f32 = 5.0;

/// From cells to points of the window.
pub(super) struct Place<'a> {
    area: &'a MapArea,
    view: &'a View,
    layout: &'a GridLayout,
    /// Points a cell.
    pub side: f32,
}

impl<'a> Place<'a> {
    pub fn new(area: &'a MapArea, view: &'a View, layout: &'a GridLayout) -> Self {
        Self { area, view, layout, side: layout.cell_size / view.scale / area.ui_scale }
    }

    pub fn center(&self, cell: Cell) -> Pos2 {
        let at = self.view.window_at(self.area, self.layout.center(cell)) / self.area.ui_scale;
        egui::pos2(at.x, at.y)
    }

    /// The cells that can be seen, of a map of this size.
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
}

pub(super) fn draw_numbers(
    mut contexts: EguiContexts,
    mode: Res<Mode>,
    question: Res<Question>,
    recording: Res<Recording>,
    overlays: Res<Overlays>,
    playback: Res<Playback>,
    area: Res<MapArea>,
    view: Res<View>,
    layout: Res<GridLayout>,
) -> Result {
    if *mode == Mode::Agents {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("numbers"));
    let painter = Painter::new(context, layer, area.in_points());
    let place = Place::new(&area, &view, &layout);
    if let Some(run) = &recording.shown {
        draw_cells(&painter, &place, run, *overlays);
        draw_way(&painter, &place, run);
        draw_stops(&painter, &place, &playback.stops);
    }
    if question.grid.is_some() {
        draw_ends(&painter, &place, question.start, question.goal);
    }
    Ok(())
}

fn draw_cells(painter: &Painter, place: &Place, run: &Run, overlays: Overlays) {
    let marks = run.timeline.marks();
    let trace = run.timeline.trace();
    let numbers = overlays.numbers && place.side >= NUMBERS_FROM;
    let lines = place.side >= TREE_FROM && (overlays.tree || run.ranges.jumps);
    if !numbers && !lines {
        return;
    }
    for cell in place.in_sight(trace.width, trace.height) {
        let Some((side, mark)) = known(&marks, cell) else { continue };
        // A parent that is no neighbour was reached in a jump or along a line: that is always shown.
        let jumped = mark.parent != cell && !mark.parent.is_neighbor_of(cell);
        if lines && (overlays.tree || jumped) {
            let color = if side == Side::Forward { palette::INK } else { palette::PATH };
            let stroke = Stroke::new((place.side * 0.05).clamp(1.0, 2.0), theme::color(color).gamma_multiply(0.6));
            painter.line_segment([place.center(mark.parent), place.center(cell)], stroke);
        }
        if numbers {
            let dark = is_dark(run, &mark, overlays.heat);
            write_numbers(painter, place, run, cell, (&mark, dark));
        }
    }
}

/// What is known of a cell; of two frontiers the one from the start.
fn known(marks: &CellMarks, cell: Cell) -> Option<(Side, CellMark)> {
    let sides = [Side::Forward, Side::Backward];
    sides.into_iter().filter(|&side| marks.has(side)).find_map(|side| Some((side, marks.get(cell, side)?)))
}

/// F upper left and bold, G lower left, H lower right, an arrow to the parent in the middle.
fn write_numbers(painter: &Painter, place: &Place, run: &Run, cell: Cell, (mark, dark): (&CellMark, bool)) {
    let units = run.question.options.units();
    let center = place.center(cell);
    let half = place.side / 2.0;
    let fade = ((place.side - NUMBERS_FROM) / 5.0).clamp(0.2, 1.0);
    let ink = if dark { palette::CASING } else { palette::INK };
    let ink = theme::color(ink).gamma_multiply(fade);
    let quiet = ink.gamma_multiply(0.85);
    let size = (place.side * 0.235).clamp(8.5, 17.0);
    let pad = place.side * 0.1;
    let corner = |x: f32, y: f32| center + egui::vec2(x * (half - pad), y * (half - pad));
    let short = |cost| {
        let text = units.format(cost);
        // Two decimals are too wide for a small cell.
        if text.contains('.') { format!("{:.1}", units.to_f64(cost)) } else { text }
    };
    let bold = FontId::proportional(size);
    let f = short(mark.f());
    // The face has no bold cut; twice, half a point apart, reads as one.
    for shift in [0.0, 0.5] {
        painter.text(corner(-1.0, -1.0) + egui::vec2(shift, 0.0), Align2::LEFT_TOP, &f, bold.clone(), ink);
    }
    let small = FontId::proportional(size * 0.88);
    painter.text(corner(-1.0, 1.0), Align2::LEFT_BOTTOM, short(mark.g), small.clone(), quiet);
    painter.text(corner(1.0, 1.0), Align2::RIGHT_BOTTOM, short(mark.h), small, quiet);
    if mark.parent != cell {
        let to = place.center(mark.parent) - center;
        let direction = to.normalized() * place.side * 0.13;
        arrow(painter, center - direction, direction * 2.0, Stroke::new((place.side * 0.035).clamp(1.2, 2.2), quiet));
    }
}

/// Whether a heat map makes the cell too dark for dark ink.
fn is_dark(run: &Run, mark: &CellMark, heat: Heat) -> bool {
    let value = match heat {
        Heat::Off => return false,
        Heat::G => mark.g.0,
        Heat::H => mark.h.0,
        Heat::F => mark.f().0,
        Heat::Order => mark.order.into(),
    };
    let (least, most) = run.ranges.of(heat);
    value.saturating_sub(least) < (most - least) / 3
}

pub(super) fn arrow(painter: &Painter, from: Pos2, along: egui::Vec2, stroke: Stroke) {
    let tip = from + along;
    painter.line_segment([from, tip], stroke);
    let back = -along * 0.42;
    let across = egui::vec2(-along.y, along.x) * 0.32;
    painter.line_segment([tip, tip + back + across], stroke);
    painter.line_segment([tip, tip + back - across], stroke);
}

/// The way to the current cell, or the answer once the search is over.
fn draw_way(painter: &Painter, place: &Place, run: &Run) {
    let over = run.timeline.position() == run.timeline.len();
    let way = if over {
        run.outcome.path().map_or_else(Vec::new, |path| path.waypoints().to_vec())
    } else {
        run.timeline.marks().way_so_far()
    };
    let points: Vec<Pos2> = way.iter().map(|cell| place.center(*cell)).collect();
    let width = (place.side * 0.1).clamp(2.0, 5.0);
    // Portals are not walked, so no line leads through them.
    let mut from = 0;
    for end in 1..=points.len() {
        let leaps = end < points.len() && leaps(run, way[end - 1], way[end]);
        if end == points.len() || leaps {
            let leg = points[from..end].to_vec();
            painter.add(egui::Shape::line(leg.clone(), Stroke::new(width + 3.0, Color32::WHITE)));
            painter.add(egui::Shape::line(leg, Stroke::new(width, theme::color(palette::PATH))));
            from = end;
        }
    }
}

fn leaps(run: &Run, from: Cell, to: Cell) -> bool {
    let portals = run.question.grid.as_ref().map(|grid| grid.portals());
    !from.is_neighbor_of(to)
        && portals.is_some_and(|portals| {
            portals
                .iter()
                .any(|portal| [portal.from, portal.to] == [from, to] || [portal.to, portal.from] == [from, to])
        })
}

/// A red dot in the upper right corner of each cell where play stops.
fn draw_stops(painter: &Painter, place: &Place, stops: &[Stop]) {
    for cell in stops.iter().filter_map(|stop| stop.cell()) {
        let radius = (place.side * 0.1).clamp(3.0, 6.0);
        let corner = (place.side * 0.5 - radius - 2.0).max(0.0);
        let at = place.center(cell) + egui::vec2(corner, -corner);
        painter.circle_filled(at, radius + 1.5, Color32::WHITE);
        painter.circle_filled(at, radius, theme::color(palette::BAD));
    }
}

/// Start: a green disc. Goal: a vermilion flag. Both with a white casing, and never too small to grab.
fn draw_ends(painter: &Painter, place: &Place, start: Cell, goal: Cell) {
    let size = place.side.max(14.0);
    let at = place.center(start);
    painter.circle_filled(at, size * 0.26 + 2.0, Color32::WHITE);
    painter.circle_filled(at, size * 0.26, theme::color(palette::AGENT));
    let foot = place.center(goal) + egui::vec2(-size * 0.16, size * 0.3);
    let top = foot - egui::vec2(0.0, size * 0.62);
    let color = theme::color(palette::GOAL);
    let cloth = |grow: f32| {
        let points = vec![
            top + egui::vec2(-grow, -grow * 1.4),
            top + egui::vec2(size * 0.46 + grow * 1.8, size * 0.16),
            top + egui::vec2(-grow, size * 0.32 + grow * 1.4),
        ];
        egui::Shape::convex_polygon(points, if grow > 0.0 { Color32::WHITE } else { color }, Stroke::NONE)
    };
    let pole = (size * 0.07).max(1.6);
    painter.line_segment([foot, top], Stroke::new(pole + 3.0, Color32::WHITE));
    painter.add(cloth(2.0));
    painter.line_segment([foot, top], Stroke::new(pole, color));
    painter.add(cloth(0.0));
}
