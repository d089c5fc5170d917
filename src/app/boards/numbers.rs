//! Numbers, arrows, path and ends of a search, drawn over the map.

use std::collections::HashSet;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke};
use bevy_gridwalk::AgentKind;
use gridwalk_explain::{Breakpoint, CellCosts, CellMark};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Cost, DecidingNumber, Side, StepCosts};

use super::marks::{heat_part, known};
use crate::app::Toggles;
use crate::app::boards::{Boards, Deciding, NumbersRoom, Playback, Run, WatchQuery};
use crate::app::command::{Heat, Toggle};
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::view::{MapLooks, tints};
use crate::app::widgets::theme;
use crate::app::widgets::typeset::{bold, firm};
use crate::picture::palette;

/// Cell size from which numbers are shown, in points.
const NUMBERS_FROM: f32 = 32.0;
/// Size of the start and goal marks among numbers, relative to their normal size.
const AMONG_NUMBERS: f32 = 0.55;
/// Cell size from which lines to parents are drawn, in points.
const TREE_FROM: f32 = 5.0;

pub fn draw_numbers(
    mut canvases: MapCanvases,
    question: Res<WatchQuery>,
    mut room: ResMut<NumbersRoom>,
    boards: Res<Boards>,
    (heat, toggles): (Res<Heat>, Res<Toggles>),
    (playback, looks): (Res<Playback>, Res<MapLooks>),
) -> Result {
    let canvas = canvases.open()?;
    let letters = boards.watched().and_then(|run| {
        let letters = Lettering::new(&canvas, run, canvas.side);
        letters.filter(|_| canvas.side >= NUMBERS_FROM)
    });
    let fitting = match &letters {
        Some(letters) if letters.has_all => NumbersRoom::All,
        Some(_) => NumbersRoom::One,
        None if boards.watched().is_some() => NumbersRoom::None,
        None => NumbersRoom::All,
    };
    if room.set_if_neq(fitting) {
        canvas.ctx().request_repaint();
    }
    let letters = letters.filter(|_| toggles.is_on(Toggle::Numbers));
    if let Some(run) = boards.watched() {
        draw_tree(&canvas, run, toggles.is_on(Toggle::Tree));
        // The path covers the tree. The numbers are drawn later, so that they stay readable.
        draw_path(&canvas, run, &shown_path(run));
    }
    if question.grid.is_some() {
        draw_area(
            &canvas,
            question.query.start,
            question.kind.as_ref(),
            palette::AGENT,
        );
        draw_area(
            &canvas,
            question.query.goal,
            question.kind.as_ref(),
            palette::GOAL,
        );
        let part = if letters.is_some() {
            AMONG_NUMBERS
        } else {
            1.0
        };
        draw_ends(&canvas, (question.query.start, question.query.goal), part);
    }
    if let Some(run) = boards.watched() {
        if let Some(letters) = &letters {
            draw_cells(&canvas, run, &looks, letters, *heat);
        }
        draw_stops(&canvas, &playback.stops);
    }
    Ok(())
}

/// Draws lines from cells to their parents.
fn draw_tree(canvas: &MapCanvas, run: &Run, has_tree: bool) {
    let (marks, trace) = (run.timeline.marks(), run.timeline.trace());
    if canvas.side < TREE_FROM || !(has_tree || run.ranges.jumps) {
        return;
    }
    for cell in canvas.in_sight(trace.width, trace.height) {
        let Some((side, mark)) = known(&marks, cell) else {
            continue;
        };
        // A parent that is not a neighbour comes from a jump or a line: its line is always shown.
        let jumped = mark.parent != cell && !mark.parent.is_neighbor_of(cell);
        if has_tree || jumped {
            let color = if side == Side::Forward {
                palette::INK
            } else {
                palette::PATH
            };
            let stroke = Stroke::new(
                (canvas.side * 0.05).clamp(1.0, 2.0),
                theme::color(color).gamma_multiply(0.6),
            );
            let cells = [Some(mark.parent), trace.turn(mark.parent, cell), Some(cell)];
            let points = cells
                .into_iter()
                .flatten()
                .map(|cell| canvas.center(cell))
                .collect();
            canvas.add(egui::Shape::line(points, stroke));
        }
    }
}

/// Returns the path to the current cell, or the final path at the end of the search.
fn shown_path(run: &Run) -> Vec<Cell> {
    if run.timeline.position() == run.timeline.len() {
        return run
            .outcome
            .path()
            .map_or_else(Vec::new, |path| path.waypoints().to_vec());
    }
    run.timeline.marks().path_so_far()
}

/// Returns the cells whose numbers the line of the path may cross.
///
/// A diagonal step comes near the corners of the two cells beside it, where numbers stand.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells of a map"
)]
fn crossed(path: &[Cell]) -> HashSet<Cell> {
    const NEAR: f32 = 0.15;
    let mut cells = HashSet::new();
    for ends in path.windows(2) {
        let (x, y) = (ends[0].x as f32, ends[0].y as f32);
        let (dx, dy) = (
            (ends[1].x - ends[0].x) as f32,
            (ends[1].y - ends[0].y) as f32,
        );
        let count = (dx.abs().max(dy.abs()) * 5.0).ceil().max(1.0) as u32;
        for at in 0..=count {
            let part = at as f32 / count as f32;
            for (off_x, off_y) in [(-NEAR, -NEAR), (NEAR, -NEAR), (-NEAR, NEAR), (NEAR, NEAR)] {
                let [x, y] = [x + dx * part + off_x, y + dy * part + off_y]
                    .map(|place| place.round() as i32);
                cells.insert(Cell::new(x, y));
            }
        }
    }
    cells
}

fn draw_cells(canvas: &MapCanvas, run: &Run, looks: &MapLooks, letters: &Lettering, heat: Heat) {
    let (marks, trace) = (run.timeline.marks(), run.timeline.trace());
    let decides = Deciding::of(run).number;
    let map = run.question.grid.as_deref().map(|map| (map, looks.on(map)));
    let crossed = crossed(&shown_path(run));
    let color_of = |cell| {
        map.as_ref()
            .and_then(|(map, looks)| Some(looks.of(map.terrain_id(cell)?).color))
    };
    for cell in canvas.in_sight(trace.width, trace.height) {
        let Some((side, mark)) = known(&marks, cell) else {
            continue;
        };
        let terrain = color_of(cell).unwrap_or(palette::CASING);
        let ground = ground(run, terrain, (side, &mark), heat);
        let plate = crossed.contains(&cell).then_some(ground);
        write_numbers(
            canvas,
            (letters, decides),
            (cell, &mark),
            (tints::ink(ground), plate),
        );
    }
}

/// Returns the background colour of a cell's numbers: its terrain under the tint of its state.
fn ground(run: &Run, terrain: Rgb, (side, mark): (Side, &CellMark), heat: Heat) -> Rgb {
    let tint = match heat_part(run, mark, heat) {
        Some(part) => Some(tints::heat(f32::from(part) / 255.0)),
        None => tints::Tint::of(mark.state, side),
    };
    tint.map_or(terrain, |tint| tint.over(terrain))
}

/// Writes F upper left, G lower left and H lower right, and an arrow to the parent in the middle.
///
/// The priority key is bold. Where only one number fits, it stands alone. A plate of this colour
/// keeps the line of the path off the numbers.
fn write_numbers(
    canvas: &MapCanvas,
    (letters, decides): (&Lettering, Option<DecidingNumber>),
    (cell, mark): (Cell, &CellMark),
    (ink, plate): (Rgb, Option<Rgb>),
) {
    let center = canvas.center(cell);
    let ink = theme::color(ink);
    let corner = |x: f32, y: f32| center + egui::vec2(x, y) * canvas.side * (0.5 - PAD);
    let CellCosts { g, h, f } = CellCosts::new(mark.g, mark.h, decides, |cost| letters.write(cost));
    let only = decides.filter(|number| matches!(number, DecidingNumber::G | DecidingNumber::H));
    let only = only.unwrap_or(DecidingNumber::F);
    let texts = [
        (DecidingNumber::F, f),
        (DecidingNumber::G, g),
        (DecidingNumber::H, h),
    ];
    for (number, text) in texts
        .into_iter()
        .filter(|(number, _)| letters.has_all || *number == only)
    {
        let (font, align, (x, y)) = match number {
            DecidingNumber::G if letters.has_all => {
                (letters.small_font(), Align2::LEFT_BOTTOM, (-1.0, 1.0))
            }
            DecidingNumber::H if letters.has_all => {
                (letters.small_font(), Align2::RIGHT_BOTTOM, (1.0, 1.0))
            }
            _ => (letters.font(), Align2::LEFT_TOP, (-1.0, -1.0)),
        };
        if let Some(plate) = plate {
            let size = canvas
                .layout_no_wrap(text.clone(), font.clone(), ink)
                .size();
            let rect = align
                .anchor_size(corner(x, y), size)
                .shrink2(egui::vec2(-1.5, size.y * 0.1));
            canvas.rect_filled(rect, 2.0, theme::color(plate));
        }
        let write = if decides == Some(number) { bold } else { firm };
        write(canvas, corner(x, y), align, &text, font, ink);
    }
    if mark.parent != cell {
        let to = canvas.center(mark.parent) - center;
        let direction = to.normalized() * canvas.side * 0.13;
        let stroke = Stroke::new(
            (canvas.side * 0.035).clamp(1.2, 2.2),
            ink.gamma_multiply(0.85),
        );
        canvas.arrow(center - direction, direction * 2.0, stroke);
    }
}

/// Draws the path.
fn draw_path(canvas: &MapCanvas, run: &Run, path: &[Cell]) {
    let points: Vec<Pos2> = path.iter().map(|cell| canvas.center(*cell)).collect();
    let width = (canvas.side * 0.1).clamp(2.0, 5.0);
    // Portals are not walked, so no line is drawn through them.
    let mut from = 0;
    for end in 1..=points.len() {
        let leaps = end < points.len() && leaps(run, path[end - 1], path[end]);
        if end == points.len() || leaps {
            let leg = points[from..end].to_vec();
            canvas.add(egui::Shape::line(
                leg.clone(),
                Stroke::new(width + 3.0, Color32::WHITE),
            ));
            canvas.add(egui::Shape::line(
                leg,
                Stroke::new(width, theme::color(palette::PATH)),
            ));
            from = end;
        }
    }
}

fn leaps(run: &Run, from: Cell, to: Cell) -> bool {
    let portals = run.question.grid.as_ref().map(|grid| grid.portals());
    !from.is_neighbor_of(to)
        && portals.is_some_and(|portals| {
            portals.iter().any(|portal| {
                [portal.from, portal.to] == [from, to] || [portal.to, portal.from] == [from, to]
            })
        })
}

/// Draws a red dot in the upper right corner of each cell with a breakpoint.
fn draw_stops(canvas: &MapCanvas, stops: &[Breakpoint]) {
    for cell in stops.iter().filter_map(|stop| stop.cell()) {
        let radius = (canvas.side * 0.1).clamp(3.0, 6.0);
        let corner = (canvas.side * 0.5 - radius - 2.0).max(0.0);
        let at = canvas.center(cell) + egui::vec2(corner, -corner);
        canvas.circle_filled(at, radius + 1.5, Color32::WHITE);
        canvas.circle_filled(at, radius, theme::color(palette::BAD));
    }
}

/// Draws a frame around all cells that a large agent at this cell covers.
fn draw_area(canvas: &MapCanvas, at: Cell, kind: Option<&AgentKind>, color: Rgb) {
    let size = f32::from(AgentKind::size_of(kind));
    if size > 1.0 {
        let corner = canvas.center(at) - egui::Vec2::splat(canvas.side / 2.0);
        let area = egui::Rect::from_min_size(corner, egui::Vec2::splat(size * canvas.side));
        canvas.rect_stroke(
            area,
            2.0,
            Stroke::new(4.5, Color32::WHITE),
            egui::StrokeKind::Middle,
        );
        canvas.rect_stroke(
            area,
            2.0,
            Stroke::new(2.0, theme::color(color)),
            egui::StrokeKind::Middle,
        );
    }
}

/// Draws the start as a green disc and the goal as a vermilion flag.
///
/// Both have a white casing and stay large enough to grab.
fn draw_ends(canvas: &MapCanvas, (start, goal): (Cell, Cell), part: f32) {
    let size = (canvas.side * part).max(14.0);
    let at = canvas.center(start);
    canvas.circle_filled(at, size * 0.26 + 2.0, Color32::WHITE);
    canvas.circle_filled(at, size * 0.26, theme::color(palette::AGENT));
    let foot = canvas.center(goal) + egui::vec2(-size * 0.16, size * 0.3);
    let top = foot - egui::vec2(0.0, size * 0.62);
    let color = theme::color(palette::GOAL);
    let cloth = |grow: f32| {
        let points = vec![
            top + egui::vec2(-grow, -grow * 1.4),
            top + egui::vec2(size * 0.46 + grow * 1.8, size * 0.16),
            top + egui::vec2(-grow, size * 0.32 + grow * 1.4),
        ];
        egui::Shape::convex_polygon(
            points,
            if grow > 0.0 { Color32::WHITE } else { color },
            Stroke::NONE,
        )
    };
    let pole = (size * 0.07).max(1.6);
    canvas.line_segment([foot, top], Stroke::new(pole + 3.0, Color32::WHITE));
    canvas.add(cloth(2.0));
    canvas.line_segment([foot, top], Stroke::new(pole, color));
    canvas.add(cloth(0.0));
}

/// Choice, size and format of the numbers in cells.
struct Lettering {
    /// Font size of F in points; G and H are a little smaller.
    pub size: f32,
    /// Whether a cell shows G, H and F instead of a single number.
    pub has_all: bool,
    units: StepCosts,
    /// Digits after the decimal point.
    decimals: usize,
}

/// Smallest readable font size, in points.
const SMALLEST: f32 = 8.0;
/// Cell size from which three numbers may be shown, in points.
const ALL_FROM: f32 = 40.0;
/// Font size of G and H relative to F.
const SMALLER: f32 = 0.88;
/// Margin beside and between the numbers, as a fraction of the cell.
const PAD: f32 = 0.1;

impl Lettering {
    /// Fits the numbers into cells of `side` points; `None` if they are too small for this run.
    pub fn new(painter: &Painter, run: &Run, side: f32) -> Option<Self> {
        let units = run.question.query.options.units();
        let most = [Heat::F, Heat::G, Heat::H].map(|heat| Cost(run.ranges.of(heat).1));
        let width = |text: String, size: f32| {
            painter
                .layout_no_wrap(text, FontId::proportional(size), Color32::WHITE)
                .size()
                .x
        };
        Self::fit(side, units, most, width)
    }

    /// Chooses three numbers if they fit with their decimals, otherwise one, as large as possible.
    ///
    /// Without decimals the three numbers would not add up.
    fn fit(
        side: f32,
        units: StepCosts,
        most: [Cost; 3],
        width: impl Fn(String, f32) -> f32,
    ) -> Option<Self> {
        let largest = (side * 0.235).clamp(SMALLEST, 17.0);
        let decimals = usize::from(units.is_fixed_point());
        [(true, decimals), (false, decimals), (false, 0)]
            .into_iter()
            .find_map(|(has_all, decimals)| {
                let letters = Self {
                    size: largest,
                    has_all,
                    units,
                    decimals,
                };
                // Eights are as wide as any digit.
                let widest = |cost| {
                    letters
                        .write_all(cost)
                        .replace(|c: char| c.is_ascii_digit(), "8")
                };
                let [f, g, h] = most.map(widest);
                let small = largest * SMALLER;
                let room = side * (1.0 - 2.0 * PAD);
                let below = if has_all {
                    (room - side * PAD) / (width(g, small) + width(h, small))
                } else {
                    1.0
                };
                let size = largest * below.min(room / width(f, largest)).min(1.0);
                (size >= SMALLEST && (!has_all || side >= ALL_FROM))
                    .then_some(Self { size, ..letters })
            })
    }

    /// Formats a cost for a cell, with all decimals unless it is whole.
    pub fn write(&self, cost: Cost) -> String {
        let text = self.units.format(cost);
        if text.contains('.') {
            self.write_all(cost)
        } else {
            text
        }
    }

    /// Formats a cost with all decimals, including zeros.
    fn write_all(&self, cost: Cost) -> String {
        format!("{:.*}", self.decimals, self.units.to_f64(cost))
    }

    pub fn font(&self) -> FontId {
        FontId::proportional(self.size)
    }

    pub fn small_font(&self) -> FontId {
        FontId::proportional(self.size * SMALLER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fits text with characters half as wide as they are high.
    fn fit(side: f32, units: StepCosts, most: [u64; 3]) -> Option<Lettering> {
        #[expect(clippy::cast_precision_loss, reason = "a few characters")]
        let width = |text: String, size: f32| text.len() as f32 * size / 2.0;
        Lettering::fit(side, units, most.map(Cost), width)
    }

    #[test]
    fn one_number_is_left_where_the_decimals_of_three_overlap() {
        let one = StepCosts::SQRT2.straight().0;
        let most = [one * 50, one * 30, one * 40];
        for (side, has_all, decimals) in [
            (72.0, true, 1),
            (48.0, true, 1),
            (36.0, false, 1),
            (24.0, false, 1),
        ] {
            let letters = fit(side, StepCosts::SQRT2, most).unwrap();
            assert_eq!(
                (letters.has_all, letters.decimals),
                (has_all, decimals),
                "{side} points"
            );
            let characters: f32 = if has_all { 8.0 * SMALLER } else { 4.0 };
            let room = side
                * if has_all {
                    1.0 - 3.0 * PAD
                } else {
                    1.0 - 2.0 * PAD
                };
            let needed = characters * letters.size / 2.0;
            assert!(needed < room + 0.01, "{side} points: {needed}");
        }
        let whole = fit(44.0, StepCosts::TEN_FOURTEEN, [130, 50, 80]).unwrap();
        assert_eq!(
            (
                whole.has_all,
                whole.decimals,
                whole.write(Cost(14)).as_str()
            ),
            (true, 0, "14")
        );
        assert!(
            !fit(44.0, StepCosts::TEN_FOURTEEN, [90_000, 50_000, 80_000])
                .unwrap()
                .has_all
        );
        assert!(
            fit(30.0, StepCosts::TEN_FOURTEEN, [1_000_000; 3]).is_none(),
            "no room for millions"
        );
    }
}
