//! Marks on the map in the editor: starts, goals, problems, and what the present stroke would
//! change.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke, StrokeKind, vec2};
use bevy_gridwalk::{AgentName, NavGrid, PathfindingOptions};
use gridwalk_level::lint::FindingKind;
use gridwalk_level::shapes::{Brush, Shape, Span, spans};
use gridwalk_level::{Document, Level, Rgb};
use gridwalk_pathfinding::{Cell, Rect as CellRect};

use super::background::{Made, Preview, Problems, texture};
use super::state::ActiveStroke;
use super::{Edit, agents, strokes};
use crate::app::command::{Toggle, Tool};
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{Hovered, OpenDocument, Selection, Toggles};
use crate::picture::palette;

pub(super) fn draw_markers(
    mut canvases: MapCanvases,
    (edit, open, selection): (Res<Edit>, Res<OpenDocument>, Res<Selection>),
    (grid, options): (Res<NavGrid>, Res<PathfindingOptions>),
    (problems, preview): (Res<Problems>, Res<Preview>),
    names: Query<&AgentName>,
    mut picture: Local<Option<egui::TextureHandle>>,
) -> Result {
    let Some(level) = open.document().map(Document::level) else {
        return Ok(());
    };
    let canvas = canvases.open()?;
    draw_regions(&canvas, &grid, &options);
    draw_findings(&canvas, &problems);
    if preview.is_changed() {
        *picture = made(&preview).map(|made| texture(canvas.ctx(), &made.piece));
    }
    if let (Some(picture), Some(Made { rect, .. })) = (&*picture, made(&preview)) {
        let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        let place = frame(&canvas, *rect);
        canvas.image(picture.id(), place, whole, Color32::WHITE);
        canvas.label(place, &format!("{} × {}", rect.width, rect.height));
    }
    // Walls are painted around starts and goals, so these are in sight with all tools.
    let places_agents = matches!(edit.tool, Tool::Agent | Tool::Goal);
    let selected = selection
        .lead()
        .and_then(|agent| names.get(agent).ok())
        .map(|name| name.0.as_str());
    draw_agents(
        &canvas,
        level,
        selected.filter(|_| places_agents),
        places_agents,
    );
    if places_agents {
        draw_groups(&canvas, level);
    }
    if let Some(stroke) = &edit.stroke {
        draw_hand(&canvas, &edit, level, stroke);
    }
    Ok(())
}

/// Returns the generated map of the preview.
fn made(preview: &Preview) -> Option<&Made> {
    preview.made.as_ref()?.as_ref().ok()
}

/// Returns the radius of markers on a cell.
fn radius(canvas: &MapCanvas) -> f32 {
    (canvas.side * 0.36).max(5.0)
}

/// Draws starts as rings, and goals as numbers in rings, with lines between them if these are
/// wanted.
///
/// The selected agent's markers are opaque.
fn draw_agents(canvas: &MapCanvas, level: &Level, selected: Option<&str>, has_lines: bool) {
    for agent in &level.agents {
        let ink = if selected == Some(agent.name.as_str()) {
            1.0
        } else {
            0.55
        };
        let at = canvas.center(agent.at);
        if canvas.clip_rect().contains(at) {
            canvas.circle_stroke(
                at,
                radius(canvas),
                Stroke::new(5.0, Color32::WHITE.gamma_multiply(ink)),
            );
            let ring = theme::color(palette::AGENT).gamma_multiply(ink);
            canvas.circle_stroke(at, radius(canvas), Stroke::new(2.5, ring));
        }
        let mut from = at;
        for (number, goal) in (1..).zip(&agent.goals) {
            let to = canvas.center(*goal);
            if has_lines {
                let line = Stroke::new(1.5, theme::color(palette::GOAL).gamma_multiply(ink * 0.7));
                canvas.extend(egui::Shape::dashed_line(&[from, to], line, 4.0, 5.0));
            }
            canvas.circle_filled(to, radius(canvas), Color32::WHITE.gamma_multiply(ink));
            canvas.circle_stroke(
                to,
                radius(canvas),
                Stroke::new(2.0, theme::color(palette::GOAL).gamma_multiply(ink)),
            );
            if canvas.side >= 16.0 {
                let font = FontId::proportional((canvas.side * 0.4).min(15.0));
                canvas.text(
                    to,
                    Align2::CENTER_CENTER,
                    number.to_string(),
                    font,
                    theme::color(palette::INK),
                );
            }
            from = to;
        }
    }
}

/// Draws the rectangles of groups, each with its name and number of agents, and a line to its goal.
fn draw_groups(canvas: &MapCanvas, level: &Level) {
    for group in &level.groups {
        let area = frame(canvas, group.from);
        let line = Stroke::new(2.0, theme::color(palette::AGENT));
        let corners = [
            area.left_top(),
            area.right_top(),
            area.right_bottom(),
            area.left_bottom(),
            area.left_top(),
        ];
        canvas.extend(egui::Shape::dashed_line(&corners, line, 6.0, 4.0));
        canvas.label(area, &format!("{} × {}", group.name, group.count));
        if let Some(goal) = group.to {
            let to = canvas.center(goal);
            let line = Stroke::new(1.5, theme::color(palette::GOAL).gamma_multiply(0.7));
            canvas.extend(egui::Shape::dashed_line(
                &[area.center(), to],
                line,
                4.0,
                5.0,
            ));
            canvas.circle_stroke(
                to,
                radius(canvas),
                Stroke::new(2.0, theme::color(palette::GOAL)),
            );
        }
    }
}

/// Draws the effect of the current stroke, for tools that need it.
fn draw_hand(canvas: &MapCanvas, edit: &Edit, level: &Level, stroke: &ActiveStroke) {
    let to = canvas.center(stroke.last());
    let ink = Stroke::new(2.5, theme::color(palette::PATH));
    match stroke.tool {
        Tool::Agent | Tool::Goal => {
            if let Some(from) = edit
                .grabbed
                .and_then(|grabbed| agents::place_of(level, grabbed))
            {
                canvas.extend(egui::Shape::dashed_line(
                    &[canvas.center(from), to],
                    ink,
                    5.0,
                    5.0,
                ));
                canvas.circle_stroke(to, radius(canvas), ink);
            }
        }
        Tool::Portal if !stroke.erases => {
            canvas.extend(egui::Shape::dashed_line(
                &[canvas.center(stroke.first()), to],
                ink,
                5.0,
                5.0,
            ));
            for cell in [stroke.first(), stroke.last()] {
                canvas.circle_stroke(canvas.center(cell), radius(canvas), ink);
            }
        }
        Tool::OneWay if !stroke.erases => {
            for (cell, direction) in strokes::directions(stroke) {
                let Some((x, y)) = direction.map(gridwalk_pathfinding::Direction::offset) else {
                    continue;
                };
                #[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
                let along = vec2(x as f32, y as f32) * canvas.side * 0.4;
                canvas.arrow(canvas.center(cell) - along / 2.0, along, ink);
            }
        }
        _ => {}
    }
}

/// Tints the cells from which no path leads to the largest region.
fn draw_regions(canvas: &MapCanvas, grid: &NavGrid, options: &PathfindingOptions) {
    let Some(regions) = grid
        .regions(options.options.movement)
        .filter(|regions| regions.count() > 1)
    else {
        return;
    };
    if canvas.side < TINTED_FROM {
        return;
    }
    let count = u32::try_from(regions.count()).unwrap_or(u32::MAX);
    let Some(largest) = (1..=count).rev().max_by_key(|region| regions.size(*region)) else {
        return;
    };
    let map = grid.grid();
    let tint = theme::color(palette::BAD);
    for cell in canvas.in_sight(map.width(), map.height()) {
        if map.is_walkable(cell) && regions.of(cell) != largest {
            let place = frame(canvas, one(cell));
            canvas.rect_filled(place, 0.0, tint.gamma_multiply(0.28));
            canvas.rect_stroke(place, 0.0, Stroke::new(1.5, tint), StrokeKind::Inside);
        }
    }
}

/// Minimum size of a cell, in points, at which sealed regions are tinted.
const TINTED_FROM: f32 = 4.0;

/// Draws the sizes of sealed regions, and a mark on the selected choke cell.
fn draw_findings(canvas: &MapCanvas, problems: &Problems) {
    for (number, finding) in problems.found.iter().enumerate() {
        let Some(cell) = finding.cell else { continue };
        let place = frame(canvas, one(cell));
        match &finding.kind {
            FindingKind::IsolatedRegion(size) if canvas.side >= 12.0 => {
                let font = FontId::proportional((canvas.side * 0.45).clamp(9.0, 15.0));
                canvas.text(
                    place.center(),
                    Align2::CENTER_CENTER,
                    size.to_string(),
                    font,
                    theme::color(palette::INK),
                );
            }
            // Choke cells are many and no problem, so only the one selected in the list is marked.
            FindingKind::ChokeCell(_) if problems.looked_at == Some(number) => {
                let edge = Stroke::new(2.0, theme::color(palette::WARN));
                canvas.rect_stroke(
                    place.shrink(canvas.side * 0.2),
                    3.0,
                    edge,
                    StrokeKind::Middle,
                );
            }
            _ => {}
        }
    }
}

const fn one(at: Cell) -> gridwalk_pathfinding::Rect {
    gridwalk_pathfinding::Rect {
        at,
        width: 1,
        height: 1,
    }
}

pub fn draw_preview(
    mut canvases: MapCanvases,
    (edit, open): (Res<Edit>, Res<OpenDocument>),
    (hovered, toggles): (Res<Hovered>, Res<Toggles>),
) -> Result {
    let Some(level) = open.document().map(Document::level) else {
        return Ok(());
    };
    let canvas = canvases.open()?;
    if let (Some((piece, _)), Some(selection)) = (&edit.lifted, edit.selection) {
        let cells = piece.size().rect().cells().zip(piece.cells());
        for (cell, entry) in cells {
            let at = Cell::new(cell.x + selection.at.x, cell.y + selection.at.y);
            fill(
                &canvas,
                Span { at, length: 1 },
                theme::color(entry.look.color).gamma_multiply(0.8),
            );
        }
        for cell in piece.marks() {
            let at = canvas.center(Cell::new(cell.x + selection.at.x, cell.y + selection.at.y));
            canvas.circle_stroke(
                at,
                canvas.side * 0.36,
                Stroke::new(2.0, theme::color(palette::PATH)),
            );
        }
    }
    if let Some(selection) = edit.selection {
        canvas.dashes(frame(&canvas, selection));
    }
    let is_outline = toggles.is_on(Toggle::Outline);
    match &edit.stroke {
        Some(stroke) if stroke.tool == Tool::Select => {
            if let Some(selection) = edit.selection {
                let size = format!("{} × {}", selection.width, selection.height);
                canvas.label(frame(&canvas, selection), &size);
            }
        }
        Some(stroke) => draw_stroke(&canvas, &edit, level, stroke, is_outline),
        // The cells that the brush would cover.
        None => {
            let brush = edit
                .brush(edit.tool, is_outline)
                .filter(|_| edit.draft.is_none());
            if let Some((brush, cell)) = brush
                .zip(hovered.0)
                .filter(|(brush, _)| brush.shape != Shape::Fill)
            {
                let cells = Brush {
                    shape: Shape::Free,
                    ..brush
                }
                .cells(&level.grid, &[cell]);
                if let Some(rect) = around(&cells) {
                    outline(&canvas, frame(&canvas, rect), 1.5);
                }
            }
        }
    }
    Ok(())
}

fn draw_stroke(
    canvas: &MapCanvas,
    edit: &Edit,
    level: &Level,
    stroke: &ActiveStroke,
    is_outline: bool,
) {
    let Some(brush) = edit.brush(stroke.tool, is_outline) else {
        return;
    };
    if matches!(brush.shape, Shape::Free | Shape::Fill) {
        return;
    }
    let ink = edit.ink(&level.grid, stroke.erases);
    let color: Rgb = level.grid.looks().of(ink).color;
    let cells = brush.cells(&level.grid, &stroke.points);
    for span in spans(&cells) {
        fill(canvas, span, theme::color(color).gamma_multiply(0.75));
    }
    let rect = Brush::between(stroke.first(), stroke.last());
    let edge = frame(canvas, rect);
    if brush.shape != Shape::Line {
        outline(canvas, edge, 2.0);
    }
    let name = &level.grid.legend()[usize::from(ink.0)].name;
    canvas.label(edge, &format!("{} × {} {name}", rect.width, rect.height));
}

/// Returns the rectangle from the first to the last cell, for cells in reading order.
fn around(cells: &[Cell]) -> Option<CellRect> {
    cells
        .first()
        .zip(cells.last())
        .map(|(first, last)| Brush::between(*first, *last))
}

/// Returns the screen rectangle of a rectangle of cells.
#[expect(
    clippy::cast_precision_loss,
    reason = "a map has some thousand cells a side"
)]
pub(super) fn frame(canvas: &MapCanvas, rect: CellRect) -> egui::Rect {
    let corner = canvas.center(rect.at) - vec2(canvas.side, canvas.side) / 2.0;
    egui::Rect::from_min_size(
        corner,
        vec2(rect.width as f32, rect.height as f32) * canvas.side,
    )
}

fn fill(canvas: &MapCanvas, span: Span, color: Color32) {
    let rect = frame(
        canvas,
        CellRect {
            at: span.at,
            width: span.length,
            height: 1,
        },
    );
    if rect.intersects(canvas.clip_rect()) {
        canvas.rect_filled(rect, 0.0, color);
    }
}

fn outline(canvas: &MapCanvas, rect: egui::Rect, width: f32) {
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
