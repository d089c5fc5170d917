//! The size of the level: edges that can be dragged, crop and growth, with a warning before losses.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CursorIcon, Stroke, StrokeKind, Ui, vec2};
use bevy_gridwalk::GridLayout;
use gridwalk_level::shapes::on_map;
use gridwalk_level::{Document, EntryId, Label, Level, LevelEdit};
use gridwalk_pathfinding::{Cell, Grid, GridSize, Rect as CellRect};

use super::context::{EditModel, ToolContext};
use super::state::{ActiveStroke, StrokePhase, ground};
use super::{Edit, values};
use crate::app::command::{Tool, ToolCommand};
use crate::app::view::CameraView;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::{field_pair, theme};
use crate::app::{ChosenLanguage, MapArea, OpenDocument, Phrase};
use crate::picture::palette;

/// Moves the edges with the stroke, on release; agents and portals that would be lost are shown
/// before.
pub fn act(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let Some(size) = context
        .level()
        .map(|level| level.grid.size())
        .filter(|_| step == StrokePhase::End && !stroke.erases)
    else {
        return;
    };
    let frame = pulled(size, stroke.first(), stroke.last());
    if frame != size.rect() {
        resize(context, frame);
    }
}

/// Returns the edges that a stroke moves if it begins on this cell: left, top, right, bottom.
///
/// These are the edges that the cell touches or lies beyond; without any, the nearest edge.
pub fn edges(size: GridSize, at: Cell) -> [bool; 4] {
    let (right, bottom) = (
        size.width.cast_signed() - 1 - at.x,
        size.height.cast_signed() - 1 - at.y,
    );
    let from = [at.x, at.y, right, bottom];
    let mut grabbed = from.map(|cells| cells <= 0);
    // In a map of one column or row, the far edge is chosen.
    for (near, far) in [(0, 2), (1, 3)] {
        grabbed[near] &= !(grabbed[far] && from[near] >= from[far]);
        grabbed[far] &= !grabbed[near];
    }
    if grabbed == [false; 4] {
        let nearest = from.iter().min().copied();
        let first = from.iter().position(|cells| Some(*cells) == nearest);
        grabbed = [0, 1, 2, 3].map(|side| Some(side) == first);
    }
    grabbed
}

/// Returns the new bounds in cells of the present map, of which at least one cell remains.
fn pulled(size: GridSize, from: Cell, to: Cell) -> CellRect {
    let [left, top, right, bottom] = edges(size, from);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (width, height) = (size.width.cast_signed(), size.height.cast_signed());
    let near =
        |is_grabbed: bool, by: i32, length: i32| if is_grabbed { by.min(length - 1) } else { 0 };
    let far = |is_grabbed: bool, by: i32, length: i32| {
        if is_grabbed {
            (length + by).max(1)
        } else {
            length
        }
    };
    let (x, y) = (near(left, dx, width), near(top, dy, height));
    let (width, height) = (far(right, dx, width) - x, far(bottom, dy, height) - y);
    CellRect {
        at: Cell::new(x, y),
        width: width.cast_unsigned(),
        height: height.cast_unsigned(),
    }
}

/// Crops the level to the selection.
pub fn crop(context: &mut ToolContext) {
    match context.edit.selection {
        Some(rect) => grow_or_crop(context, rect),
        None => context.notes.warn(Phrase::NothingSelected),
    }
}

/// Grows the map at its four sides, or shrinks it.
pub fn grow(context: &mut ToolContext, [left, top, right, bottom]: [i32; 4]) {
    let Some(size) = context.level().map(|level| level.grid.size()) else {
        return;
    };
    let side =
        |length: u32, more: i32| u32::try_from(i64::from(length) + i64::from(more)).unwrap_or(0);
    let (width, height) = (
        side(size.width, left.saturating_add(right)),
        side(size.height, top.saturating_add(bottom)),
    );
    grow_or_crop(
        context,
        CellRect {
            at: Cell::new(left.saturating_neg(), top.saturating_neg()),
            width,
            height,
        },
    );
}

/// Returns the cells of agents, goals and portals that would be outside of the new bounds.
pub fn lost(level: &Level, frame: CellRect) -> Vec<Cell> {
    let is_lost = |cell: &Cell| !frame.contains(*cell);
    let agents = level.agents.iter();
    let agents = agents
        .flat_map(|agent| [agent.at].into_iter().chain(agent.goals.iter().copied()))
        .filter(is_lost);
    let portals = level.grid.portal_list();
    let portals = portals
        .iter()
        .filter_map(|portal| [portal.from, portal.to].into_iter().find(is_lost));
    agents.chain(portals).collect()
}

/// Resizes the level; if something would be lost, only warns, and resizes when repeated.
fn grow_or_crop(context: &mut ToolContext, frame: CellRect) {
    let Some(level) = context.level() else { return };
    let lost = lost(level, frame).len();
    if lost > 0 && warned(&context.edit, &context.editor.open) != Some(frame) {
        let at = state_of(&context.editor.open);
        context.edit.warned = at.map(|at| (frame, at));
        return context.notes.warn(Phrase::WouldFallOff.with("count", lost));
    }
    resize(context, frame);
}

/// Returns the state of the open level: its number, and its entry in the history.
fn state_of(open: &OpenDocument) -> Option<(u64, EntryId)> {
    Some((open.number(), open.document()?.present()))
}

/// Returns the bounds that wait for a second request, unless the level has changed since.
fn warned(edit: &Edit, open: &OpenDocument) -> Option<CellRect> {
    let (frame, at) = edit.warned?;
    (state_of(open) == Some(at)).then_some(frame)
}

fn resize(context: &mut ToolContext, frame: CellRect) {
    context.notes.forget(Phrase::WouldFallOff);
    let Some(level) = context.level() else { return };
    let edit = LevelEdit::resize(level, frame, ground(&level.grid));
    context.edit.warned = None;
    context.edit.selection = None;
    context.change(Label::Resize(frame.size()), edit);
}

/// Width in logical pixels of the strip outside of the map where its edges can be grabbed.
const STRIP: f32 = 12.0;
/// Length and thickness of a handle, in points.
const LENGTH: f32 = 30.0;
const THICK: f32 = 4.0;

/// Returns `true` if an edge can be grabbed at this window position, just outside of the map.
pub fn is_edge(
    size: GridSize,
    (area, view, layout): (&MapArea, &CameraView, &GridLayout),
    at: Vec2,
) -> bool {
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps have at most 8192 cells a side"
    )]
    let cells = Vec2::new(size.width as f32, size.height as f32);
    let side = layout.cell_size().x / view.scale;
    let corner = view.window_at(area, layout.center(Cell::new(0, 0))) - Vec2::splat(side / 2.0);
    let map = Rect::from_corners(corner, corner + cells * side);
    !map.contains(at) && map.inflate(STRIP).contains(at)
}

pub(super) fn draw_edges(
    mut canvases: MapCanvases,
    (edit, open, language): (Res<Edit>, Res<OpenDocument>, Res<ChosenLanguage>),
    (area, view, layout): (Res<MapArea>, Res<CameraView>, Res<GridLayout>),
    window: Single<&Window>,
) -> Result {
    let Some(level) = open.document().map(Document::level) else {
        return Ok(());
    };
    let size = level.grid.size();
    let canvas = canvases.open()?;
    if let Some(stroke) = edit
        .stroke
        .as_ref()
        .filter(|stroke| stroke.tool == Tool::Size && !stroke.erases)
    {
        let pulled = pulled(size, stroke.first(), stroke.last());
        draw_frame(&canvas, level, pulled, language.0);
        return Ok(());
    }
    if let Some(frame) = warned(&edit, &open) {
        draw_frame(&canvas, level, frame, language.0);
        return Ok(());
    }
    let place = (&*area, &*view, &*layout);
    let pointer = window
        .cursor_position()
        .filter(|at| !edit.is_drawing() && is_edge(size, place, *at));
    let pointer = pointer.filter(|at| area.owns(canvas.ctx(), *at));
    let grabbed = pointer.map(|at| edges(size, layout.cell(view.world_at(&area, at))));
    draw_handles(
        &canvas,
        canvas.frame(size.rect()),
        grabbed.unwrap_or_default(),
        edit.tool == Tool::Size,
    );
    if let Some(edges) = grabbed {
        canvas.ctx().set_cursor_icon(match edges {
            [true, false, ..] if !edges[3] => CursorIcon::ResizeWest,
            [false, _, true, _] if !edges[1] && !edges[3] => CursorIcon::ResizeEast,
            [false, true, false, _] => CursorIcon::ResizeNorth,
            [false, false, false, true] => CursorIcon::ResizeSouth,
            [true, true, ..] => CursorIcon::ResizeNorthWest,
            [_, true, true, _] => CursorIcon::ResizeNorthEast,
            [true, ..] => CursorIcon::ResizeSouthWest,
            _ => CursorIcon::ResizeSouthEast,
        });
    }
    Ok(())
}

/// Draws a handle at the middle of each edge; those that would be grabbed are opaque.
fn draw_handles(canvas: &MapCanvas, map: egui::Rect, grabbed: [bool; 4], is_tool: bool) {
    let out = THICK / 2.0 + 3.0;
    let (lying, standing) = (
        vec2(LENGTH.min(map.width()), THICK),
        vec2(THICK, LENGTH.min(map.height())),
    );
    for (middle, bar, is_grabbed) in [
        (map.left_center() - vec2(out, 0.0), standing, grabbed[0]),
        (map.center_top() - vec2(0.0, out), lying, grabbed[1]),
        (map.right_center() + vec2(out, 0.0), standing, grabbed[2]),
        (map.center_bottom() + vec2(0.0, out), lying, grabbed[3]),
    ] {
        let ink = if is_grabbed || is_tool {
            palette::ACCENT
        } else {
            palette::FAINT
        };
        canvas.rect_filled(
            egui::Rect::from_center_size(middle, bar),
            THICK / 2.0,
            theme::color(ink),
        );
    }
}

/// Draws the map in its new size: new cells in the colour of the ground, removed cells dark.
///
/// Agents, goals and portals that would be lost are crossed out.
fn draw_frame(
    canvas: &MapCanvas,
    level: &Level,
    new: CellRect,
    language: gridwalk_explain::Language,
) {
    let size = level.grid.size();
    let (before, after) = (canvas.frame(size.rect()), canvas.frame(new));
    let floor = theme::color(level.grid.looks().of(ground(&level.grid)).color).gamma_multiply(0.6);
    for strip in around(after, before) {
        canvas.rect_filled(strip, 0.0, floor);
    }
    if let Some(kept) = on_map(size, new) {
        for cut in around(before, canvas.frame(kept)) {
            canvas.rect_filled(
                cut,
                0.0,
                theme::color(palette::BACKGROUND).gamma_multiply(0.75),
            );
        }
    }
    let edge = Stroke::new(2.0, theme::color(palette::ACCENT));
    canvas.rect_stroke(
        after,
        0.0,
        Stroke::new(4.0, Color32::WHITE.gamma_multiply(0.7)),
        StrokeKind::Outside,
    );
    canvas.rect_stroke(after, 0.0, edge, StrokeKind::Outside);
    let lost = lost(level, new);
    let cross = Stroke::new(2.5, theme::color(palette::BAD));
    for cell in &lost {
        let place = canvas
            .frame(CellRect {
                at: *cell,
                width: 1,
                height: 1,
            })
            .shrink(canvas.side * 0.15);
        canvas.line_segment([place.left_top(), place.right_bottom()], cross);
        canvas.line_segment([place.right_top(), place.left_bottom()], cross);
    }
    let mut text = format!("{} × {}", new.width, new.height);
    if !lost.is_empty() {
        text = format!(
            "{text} · {}",
            Phrase::FallsOff.with("count", lost.len()).tell(language)
        );
    }
    canvas.label(after, &text);
}

/// Splits `whole` minus `inner` into rectangles.
fn around(whole: egui::Rect, inner: egui::Rect) -> [egui::Rect; 4] {
    let inner = inner.intersect(whole);
    let part = |left, top, right, bottom| {
        egui::Rect::from_min_max(egui::pos2(left, top), egui::pos2(right, bottom))
    };
    [
        part(whole.left(), whole.top(), whole.right(), inner.top()),
        part(whole.left(), inner.bottom(), whole.right(), whole.bottom()),
        part(whole.left(), inner.top(), inner.left(), inner.bottom()),
        part(inner.right(), inner.top(), whole.right(), inner.bottom()),
    ]
}

/// Returns width and height of the map as a text.
pub fn text(model: &EditModel) -> String {
    let grid = model.grid.grid();
    format!("{} × {}", grid.width(), grid.height())
}

/// Draws the size of the map, and buttons that add or remove a row or column at each side.
pub fn draw_form(ui: &mut Ui, model: &EditModel) {
    let grid = model.grid.grid();
    let now = [grid.width(), grid.height()];
    let shown = now.map(|side| side.to_string());
    let typed = field_pair(
        ui,
        model,
        (model.text(Phrase::MapSizeTitle), "map size"),
        shown.each_ref().map(String::as_str),
        ("×", 44.0),
        |[width, height]| {
            let side = |text: &str| values::whole(text, 1..=Grid::MAX_SIDE);
            Ok([side(width)?, side(height)?])
        },
    );
    // The map grows at the right and at the bottom, so that cells keep their coordinates.
    let resize = |frame: CellRect| {
        let more = |to: i64, from: u32| i32::try_from(to - i64::from(from)).unwrap_or(0);
        let (x, y) = (frame.at.x, frame.at.y);
        ToolCommand::Grow([
            -x,
            -y,
            more(i64::from(x) + i64::from(frame.width), now[0]),
            more(i64::from(y) + i64::from(frame.height), now[1]),
        ])
    };
    if let Some([width, height]) = typed.entered {
        let at = Cell::new(0, 0);
        model.wish(resize(CellRect { at, width, height }));
    }
    if let Some(frame) = warned(&model.edit, &model.open)
        && ui.button(model.text(Phrase::ShrinkAnyway)).clicked()
    {
        model.wish(resize(frame));
    }
    for pair in [
        [(Phrase::AtLeft, 0), (Phrase::AtRight, 2)],
        [(Phrase::AtTop, 1), (Phrase::AtBottom, 3)],
    ] {
        ui.columns(2, |columns| {
            for (column, (title, side)) in columns.iter_mut().zip(pair) {
                column.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    for (sign, by) in [(Phrase::Minus, -1), (Phrase::Plus, 1)] {
                        let mut sides = [0; 4];
                        sides[side] = by;
                        let command = ToolCommand::Grow(sides);
                        let clicked = ui
                            .small_button(model.text(sign))
                            .on_hover_text(model.tip(command));
                        model.on_click(&clicked, command);
                    }
                    ui.label(theme::muted(model.text(title)));
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: GridSize = GridSize {
        width: 10,
        height: 6,
    };

    #[test]
    fn stroke_moves_the_edges_it_begins_at_or_the_nearest() {
        let [left, top, right, bottom] =
            [0, 1, 2, 3].map(|side| [0, 1, 2, 3].map(|other| side == other));
        let both = |a: [bool; 4], b: [bool; 4]| [0, 1, 2, 3].map(|side| a[side] || b[side]);
        for (at, wanted) in [
            ((-1, 3), left),
            ((0, 3), left),
            ((12, 3), right),
            ((4, -2), top),
            ((4, 5), bottom),
            ((-1, -1), both(left, top)),
            ((10, 6), both(right, bottom)),
            ((8, 2), right),
            ((4, 2), top),
        ] {
            assert_eq!(edges(SIZE, at.into()), wanted, "{at:?}");
        }
        let one = GridSize {
            width: 1,
            height: 1,
        };
        assert_eq!(edges(one, Cell::new(0, 0)), both(right, bottom));
        assert_eq!(edges(one, Cell::new(-1, 0)), both(left, bottom));
    }

    #[test]
    fn an_edge_is_not_pulled_over_the_other_one() {
        let frame = |from: (i32, i32), to: (i32, i32)| {
            let frame = pulled(SIZE, from.into(), to.into());
            (frame.at.x, frame.at.y, frame.width, frame.height)
        };
        assert_eq!(frame((10, 3), (13, 4)), (0, 0, 13, 6));
        assert_eq!(frame((-1, 3), (-3, 3)), (-2, 0, 12, 6));
        assert_eq!(frame((-1, -1), (1, 0)), (2, 1, 8, 5));
        assert_eq!(frame((9, 3), (-40, 3)), (0, 0, 1, 6));
        assert_eq!(frame((0, 3), (40, 3)), (9, 0, 1, 6));
    }
}
