//! Marks on the map in the editor: starts, goals, problems, the selection, and the preview of the
//! current stroke.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke, StrokeKind};
use bevy_gridwalk::{AgentName, NavGrid, PathfindingOptions};
use gridwalk_level::lint::FindingKind;
use gridwalk_level::shapes::{Brush, Shape, Span};
use gridwalk_level::{Document, Level};
use gridwalk_pathfinding::{Cell, Rect as CellRect};

use super::background::{Made, Preview, Problems, texture};
use super::previews::{StrokePreview, fill, outline, radius};
use super::{Edit, tools};
use crate::app::command::Toggle;
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
        let place = canvas.frame(*rect);
        canvas.image(picture.id(), place, whole, Color32::WHITE);
        canvas.label(place, &format!("{} × {}", rect.width, rect.height));
    }
    // Walls are painted around starts and goals, so these are in sight with all tools.
    let shows_plans = tools::row(edit.tool).shows_plans;
    let selected = selection
        .lead()
        .and_then(|agent| names.get(agent).ok())
        .map(|name| name.0.as_str());
    draw_agents(
        &canvas,
        level,
        selected.filter(|_| shows_plans),
        shows_plans,
    );
    if shows_plans {
        draw_groups(&canvas, level);
    }
    Ok(())
}

/// Returns the generated map of the preview.
fn made(preview: &Preview) -> Option<&Made> {
    preview.made.as_ref()?.as_ref().ok()
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
        let area = canvas.frame(group.from);
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
            let place = canvas.frame(one(cell));
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
        let place = canvas.frame(one(cell));
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
    if let (Some(piece), Some(selection)) = (&edit.lifted, edit.selection) {
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
        canvas.dashes(canvas.frame(selection));
    }
    let is_outline = toggles.is_on(Toggle::Outline);
    if let Some(stroke) = &edit.stroke {
        let stroke = StrokePreview {
            edit: &edit,
            level,
            stroke,
            is_outline,
        };
        (tools::row(stroke.stroke.tool).preview)(&canvas, &stroke);
        return Ok(());
    }
    // The cells that the brush would cover.
    let shape = tools::row(edit.tool)
        .shape
        .filter(|shape| *shape != Shape::Fill && edit.draft.is_none());
    if let Some(cell) = hovered.0.filter(|_| shape.is_some()) {
        let cells = edit
            .brush(Shape::Free, is_outline)
            .cells(&level.grid, &[cell]);
        if let Some(rect) = around(&cells) {
            outline(&canvas, canvas.frame(rect), 1.5);
        }
    }
    Ok(())
}

/// Returns the rectangle from the first to the last cell, for cells in reading order.
fn around(cells: &[Cell]) -> Option<CellRect> {
    cells
        .first()
        .zip(cells.last())
        .map(|(first, last)| Brush::between(*first, *last))
}
