//! Marks of agents that have no path or wait for one: a ring around an agent, an outline around many.

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use bevy_egui::egui::{Pos2, Stroke, vec2};
use bevy_gridwalk::{FailReason, PathFailed, Planning};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Direction};

use crate::app::view::canvas::MapCanvas;
use crate::app::widgets::theme;
use crate::picture::palette;

/// Agent states that are marked on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// No path leads to the agent's goal.
    NoPath,
    /// The agent's path request is pending.
    Waits,
}

/// A marked agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    pub mark: Mark,
    /// The agent's middle in the window.
    pub at: Pos2,
    /// The agent's place in cells.
    pub position: Vec2,
    /// The agent's side in cells.
    pub size: u8,
}

/// Start times of the agents' waits for a path.
///
/// Most waits end in the next tick and get no mark, so that no mark flashes.
#[derive(Default)]
pub struct Marks(EntityHashMap<Duration>);

/// Shortest wait that is marked.
const LONG: Duration = Duration::from_millis(300);

impl Marks {
    pub(super) fn of(
        &mut self,
        agent: Entity,
        failed: Option<&PathFailed>,
        planning: Option<&Planning>,
        now: Duration,
    ) -> Option<Mark> {
        if planning.is_none() {
            self.0.remove(&agent);
            return failed.filter(|failed| failed.reason != FailReason::Cancelled).map(|_| Mark::NoPath);
        }
        let since = *self.0.entry(agent).or_insert(now);
        (now.saturating_sub(since) >= LONG).then_some(Mark::Waits)
    }
}

/// Fewest agents side by side that get one outline instead of rings.
const MANY: usize = 3;

/// Draws the marks of agents.
///
/// No state is shown by colour alone: where there is no path stands an exclamation mark.
pub(super) fn draw(canvas: &MapCanvas, marked: &[Marked]) {
    for mark in [Mark::Waits, Mark::NoPath] {
        let of_mark = || marked.iter().filter(move |it| it.mark == mark);
        let cells = of_mark().filter(|it| it.size == 1).map(|it| cell_of(it.position));
        let crowds: Vec<_> = clusters(cells.collect()).into_iter().filter(|cells| cells.len() >= MANY).collect();
        let in_crowds: BTreeSet<_> = crowds.iter().flatten().copied().map(key).collect();
        for it in of_mark().filter(|it| it.size > 1 || !in_crowds.contains(&key(cell_of(it.position)))) {
            draw_ring(canvas, it.at, f32::from(it.size) * canvas.side, mark);
        }
        for cells in &crowds {
            draw_outline(canvas, cells, mark);
        }
    }
}

fn cell_of(position: Vec2) -> Cell {
    let cell = position.round().as_ivec2();
    Cell::new(cell.x, cell.y)
}

/// Reading order.
fn key(cell: Cell) -> (i32, i32) {
    (cell.y, cell.x)
}

/// Groups cells that touch by a side or a corner, each group in reading order.
fn clusters(cells: Vec<Cell>) -> Vec<Vec<Cell>> {
    let mut left: BTreeMap<_, _> = cells.into_iter().map(|cell| (key(cell), cell)).collect();
    let mut groups = Vec::new();
    while let Some((_, first)) = left.pop_first() {
        let mut group = vec![first];
        let mut at = 0;
        while let Some(cell) = group.get(at).copied() {
            let around = Direction::ALL.iter().map(|direction| cell.step(*direction));
            group.extend(around.filter_map(|next| left.remove(&key(next))));
            at += 1;
        }
        group.sort_unstable_by_key(|cell| key(*cell));
        groups.push(group);
    }
    groups
}

const fn color_of(mark: Mark) -> Rgb {
    match mark {
        Mark::NoPath => palette::BAD,
        Mark::Waits => palette::WARN,
    }
}

/// Strokes of a mark: the casing below, visible on any ground, and the colour.
fn strokes(mark: Mark) -> [Stroke; 2] {
    [Stroke::new(5.0, theme::color(palette::CASING)), Stroke::new(2.5, theme::color(color_of(mark)))]
}

fn draw_ring(canvas: &MapCanvas, at: Pos2, side: f32, mark: Mark) {
    let radius = (side * 0.45).max(8.0);
    for stroke in strokes(mark) {
        canvas.circle_stroke(at, radius, stroke);
    }
    if mark == Mark::NoPath {
        canvas.badge(at + vec2(-0.75, -0.75) * radius, canvas.badge_radius(), palette::BAD, "!");
    }
}

/// Draws the border of a group of cells, with the number of agents in it.
fn draw_outline(canvas: &MapCanvas, cells: &[Cell], mark: Mark) {
    let inside: BTreeSet<_> = cells.iter().copied().map(key).collect();
    let half = canvas.side / 2.0;
    let straight = Direction::ALL.iter().filter(|direction| !direction.is_diagonal());
    let edges: Vec<[Pos2; 2]> = straight
        .flat_map(|direction| {
            let outer = cells.iter().filter(|cell| !inside.contains(&key(cell.step(*direction))));
            outer.map(|cell| {
                let middle = canvas.center(*cell);
                let out = (canvas.center(cell.step(*direction)) - middle) / 2.0;
                [middle + out + out.rot90(), middle + out - out.rot90()]
            })
        })
        .collect();
    for stroke in strokes(mark) {
        for edge in &edges {
            canvas.line_segment(*edge, stroke);
        }
    }
    let text = if mark == Mark::NoPath { format!("! {}", cells.len()) } else { cells.len().to_string() };
    let corner = canvas.center(cells[0]) - vec2(half, half);
    canvas.badge(corner, canvas.badge_radius().max(8.0), color_of(mark), &text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_side_by_side_are_one_group() {
        let cells = |list: &[(i32, i32)]| -> Vec<Cell> { list.iter().map(|cell| Cell::from(*cell)).collect() };
        let groups = clusters(cells(&[(5, 5), (1, 0), (0, 0), (2, 1), (7, 5), (1, 0)]));
        assert_eq!(groups, [cells(&[(0, 0), (1, 0), (2, 1)]), cells(&[(5, 5)]), cells(&[(7, 5)])]);
    }
}
