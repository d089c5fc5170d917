//! Labels, badges and marks drawn over agents.
//!
//! An agent without a path, or one that waits for it, has a ring as a mark; many have an outline
//! around them.

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;
use bevy_egui::egui::{self, Pos2, Stroke, vec2};
use bevy_gridwalk::{
    AgentKind, AgentMotion, AgentName, CrowdMember, FailReason, GridAgent, LastSearch, NavGrid,
    PathFailed, PathStack, Patrol, Planning, Waypoints,
};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Direction};

use super::sprites::covers;
use super::words::{self, CrowdSight};
use crate::app::command::Toggle;
use crate::app::view::canvas::{MapCanvas, MapCanvases};
use crate::app::widgets::theme;
use crate::app::{ChosenLanguage, Hovered, Paused, Selection, Toggles};
use crate::picture::palette;

pub fn draw_labels(
    mut canvases: MapCanvases,
    grid: Res<NavGrid>,
    (selection, hovered, toggles, sight): (Res<Selection>, Res<Hovered>, Res<Toggles>, CrowdSight),
    (language, paused, time): (Res<ChosenLanguage>, Res<Paused>, Res<Time<Real>>),
    mut marks: Local<WaitMarks>,
    agents: Query<(
        Entity,
        &Transform,
        &GridAgent,
        &AgentMotion,
        Option<&AgentKind>,
        &AgentName,
        &Waypoints,
        Option<&PathStack>,
        Option<&Planning>,
        (
            Option<&PathFailed>,
            Option<&LastSearch>,
            Option<&Patrol>,
            Has<CrowdMember>,
        ),
    )>,
) -> Result {
    let canvas = canvases.open()?;
    let seen = canvas.clip_rect().expand(canvas.side);
    let mut marked = Vec::new();
    for (agent, transform, _, motion, kind, _, _, _, planning, (failed, ..)) in &agents {
        let Some(mark) = marks.of(agent, failed, planning, time.elapsed()) else {
            continue;
        };
        let at = canvas.world(transform.translation.truncate());
        if seen.contains(at) {
            marked.push(Marked {
                mark,
                at,
                position: motion.position,
                size: AgentKind::size_of(kind),
            });
        }
    }
    draw_marks(&canvas, &marked);
    // Two agents of a crowd are never on one cell, only on their way to and from it.
    let alone = agents.iter().filter(|(.., (.., in_crowd))| !in_crowd);
    let motions = alone.map(|(_, _, _, motion, ..)| motion);
    for (at, count) in shared_places(motions) {
        let at = canvas.center(at) + vec2(0.34, -0.34) * canvas.side;
        canvas.badge(at, canvas.badge_radius(), palette::PATH, &count.to_string());
    }
    if let Some((.., waypoints, stack, _, (.., patrol, _))) =
        selection.lead().and_then(|agent| agents.get(agent).ok())
    {
        draw_stops(&canvas, waypoints, stack, patrol);
    }
    // The panel already describes the selected agent. The label describes the hovered agent; of
    // several on one cell, the selected one.
    let pointed_at = |cell| {
        let under = agents
            .iter()
            .filter(|(_, _, _, motion, kind, ..)| covers(motion, *kind, cell));
        under.min_by_key(|agent| selection.lead() != Some(agent.0))
    };
    let labelled = hovered
        .0
        .and_then(pointed_at)
        .filter(|agent| !toggles.is_on(Toggle::Panel) || selection.lead() != Some(agent.0));
    let Some((
        labelled,
        transform,
        agent,
        motion,
        kind,
        name,
        _,
        stack,
        planning,
        (failed, last, ..),
    )) = labelled
    else {
        return Ok(());
    };
    let map = grid.for_agent(kind);
    let alone = || {
        words::state(
            map,
            *agent,
            motion,
            stack,
            planning.is_some(),
            failed,
            last,
            &paused,
            language.0,
        )
    };
    let state = sight.state(labelled, language.0).unwrap_or_else(alone);
    let font = egui::FontId::proportional(theme::BODY);
    let text = format!("{} · {}", name.0, state.sentence);
    let galley = canvas.layout_no_wrap(text, font, theme::color(palette::TEXT));
    let others = agents
        .iter()
        .filter(|other| other.0 != labelled)
        .map(|other| canvas.world(other.1.translation.truncate()));
    let away = (canvas.side * f32::from(AgentKind::size_of(kind)) * 0.6).max(12.0);
    let size = galley.size() + vec2(18.0, 8.0);
    let bubble = beside(
        canvas.world(transform.translation.truncate()),
        away,
        size,
        canvas.clip_rect(),
        others,
    );
    canvas.rect_filled(
        bubble,
        6.0,
        theme::color(palette::BACKGROUND).gamma_multiply(0.94),
    );
    let edge = Stroke::new(1.0, theme::color(palette::HAIRLINE));
    canvas.rect_stroke(bubble, 6.0, edge, egui::StrokeKind::Inside);
    canvas.galley(
        bubble.min + vec2(9.0, 4.0),
        galley,
        theme::color(palette::TEXT),
    );
    Ok(())
}

/// Returns the cells shared by several agents, in reading order, with the number of agents.
fn shared_places<'a>(motions: impl Iterator<Item = &'a AgentMotion>) -> Vec<(Cell, usize)> {
    let mut counts: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    for motion in motions {
        let cell = motion.position.round().as_ivec2();
        *counts.entry((cell.y, cell.x)).or_default() += 1;
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|((y, x), count)| (Cell::new(x, y), count))
        .collect()
}

/// Returns the cells that an agent visits after its current goal, in order.
///
/// These are its waypoints and the other stops of its patrol.
fn later_stops(goal: Option<Cell>, waypoints: &Waypoints, patrol: Option<&Patrol>) -> Vec<Cell> {
    let mut later: Vec<Cell> = waypoints.0.iter().copied().collect();
    if let Some(patrol) = patrol {
        let round = patrol
            .stops
            .iter()
            .cycle()
            .skip(patrol.next)
            .take(patrol.stops.len());
        later.extend(round.filter(|stop| Some(**stop) != goal));
    }
    later
}

/// Draws a number on each remaining goal of the selected agent.
///
/// No line joins the goals: their paths are not known yet, and a straight line would lead through
/// walls.
fn draw_stops(
    canvas: &MapCanvas,
    waypoints: &Waypoints,
    stack: Option<&PathStack>,
    patrol: Option<&Patrol>,
) {
    let radius = (canvas.side * 0.34).clamp(8.0, 15.0);
    let stack = stack.filter(|stack| stack.arrives());
    let later = later_stops(stack.map(PathStack::goal), waypoints, patrol);
    for (number, cell) in (2..).zip(&later) {
        let middle = canvas.center(*cell);
        // A patrol repeats its stops: their numbers are small, so that the agent on them stays
        // visible.
        let (at, radius) = if patrol.is_some() {
            (middle + vec2(0.32, 0.3) * canvas.side, 7.0)
        } else {
            (middle, radius)
        };
        canvas.badge(at, radius, palette::GOAL, &number.to_string());
    }
    if let Some(stack) = stack.filter(|_| !later.is_empty()) {
        canvas.badge(
            canvas.center(stack.goal()) + vec2(0.32, 0.3) * canvas.side,
            7.0,
            palette::GOAL,
            "1",
        );
    }
}

/// Returns the label rectangle beside a point that covers the fewest other agents.
///
/// Candidates are above, below, right and left of the point, inside the map.
fn beside(
    point: Pos2,
    away: f32,
    size: egui::Vec2,
    map: egui::Rect,
    others: impl Iterator<Item = Pos2>,
) -> egui::Rect {
    let out = vec2(away + size.x / 2.0, away + size.y / 2.0);
    let middles = [
        vec2(0.0, -out.y),
        vec2(0.0, out.y),
        vec2(out.x, 0.0),
        vec2(-out.x, 0.0),
    ];
    let room = map.shrink(4.0);
    let rects = middles.map(|middle| {
        let rect = egui::Rect::from_center_size(point + middle, size);
        let most = (room.max - size).max(room.min);
        egui::Rect::from_min_size(rect.min.clamp(room.min, most), size)
    });
    let mut covered = rects.map(|rect| {
        if rect.contains(point) {
            usize::MAX / 2
        } else {
            0
        }
    });
    for other in others {
        for (covered, rect) in covered.iter_mut().zip(rects) {
            *covered += usize::from(rect.expand(away).contains(other));
        }
    }
    let (_, best) = covered
        .into_iter()
        .zip(rects)
        .min_by_key(|(covered, _)| *covered)
        .expect("there are four");
    best
}

/// Agent states that are marked on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// No path leads to the agent's goal.
    NoPath,
    /// The agent's path request is pending.
    Waits,
}

/// A marked agent.
#[derive(Clone, Copy, Debug)]
struct Marked {
    mark: Mark,
    /// The agent's middle in the window.
    at: Pos2,
    /// The agent's place in cells.
    position: Vec2,
    /// The agent's side in cells.
    size: u8,
}

/// Start times of the agents' waits for a path.
///
/// Most waits end in the next tick and get no mark, so that no mark flashes.
#[derive(Default)]
pub struct WaitMarks(EntityHashMap<Duration>);

/// Shortest wait that is marked.
const LONG: Duration = Duration::from_millis(300);

impl WaitMarks {
    fn of(
        &mut self,
        agent: Entity,
        failed: Option<&PathFailed>,
        planning: Option<&Planning>,
        now: Duration,
    ) -> Option<Mark> {
        if planning.is_none() {
            self.0.remove(&agent);
            return failed
                .filter(|failed| failed.reason != FailReason::Cancelled)
                .map(|_| Mark::NoPath);
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
fn draw_marks(canvas: &MapCanvas, marked: &[Marked]) {
    for mark in [Mark::Waits, Mark::NoPath] {
        let of_mark = || marked.iter().filter(move |it| it.mark == mark);
        let cells = of_mark()
            .filter(|it| it.size == 1)
            .map(|it| cell_of(it.position));
        let crowds: Vec<_> = clusters(cells.collect())
            .into_iter()
            .filter(|cells| cells.len() >= MANY)
            .collect();
        let in_crowds: BTreeSet<_> = crowds.iter().flatten().copied().map(key).collect();
        for it in
            of_mark().filter(|it| it.size > 1 || !in_crowds.contains(&key(cell_of(it.position))))
        {
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
    [
        Stroke::new(5.0, theme::color(palette::CASING)),
        Stroke::new(2.5, theme::color(color_of(mark))),
    ]
}

fn draw_ring(canvas: &MapCanvas, at: Pos2, side: f32, mark: Mark) {
    let radius = (side * 0.45).max(8.0);
    for stroke in strokes(mark) {
        canvas.circle_stroke(at, radius, stroke);
    }
    if mark == Mark::NoPath {
        canvas.badge(
            at + vec2(-0.75, -0.75) * radius,
            canvas.badge_radius(),
            palette::BAD,
            "!",
        );
    }
}

/// Draws the border of a group of cells, with the number of agents in it.
fn draw_outline(canvas: &MapCanvas, cells: &[Cell], mark: Mark) {
    let inside: BTreeSet<_> = cells.iter().copied().map(key).collect();
    let half = canvas.side / 2.0;
    let straight = Direction::ALL
        .iter()
        .filter(|direction| !direction.is_diagonal());
    let edges: Vec<[Pos2; 2]> = straight
        .flat_map(|direction| {
            let outer = cells
                .iter()
                .filter(|cell| !inside.contains(&key(cell.step(*direction))));
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
    let text = if mark == Mark::NoPath {
        format!("! {}", cells.len())
    } else {
        cells.len().to_string()
    };
    let corner = canvas.center(cells[0]) - vec2(half, half);
    canvas.badge(
        corner,
        canvas.badge_radius().max(8.0),
        color_of(mark),
        &text,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_covers_no_agent_while_there_is_room() {
        let map = egui::Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let (size, away) = (vec2(120.0, 24.0), 12.0);
        let at = |point, others: &[(f32, f32)]| {
            let others = others.iter().map(|&(x, y)| egui::pos2(x, y));
            beside(point, away, size, map, others)
        };
        let middle = egui::pos2(200.0, 150.0);
        assert!(at(middle, &[]).bottom() < middle.y, "above it");
        assert!(
            at(middle, &[(190.0, 125.0)]).top() > middle.y,
            "below, where one stands above"
        );
        let beside = at(middle, &[(190.0, 125.0), (210.0, 175.0)]);
        assert!(
            beside.left() > middle.x,
            "to the right, where one stands above and one below"
        );
        let corner = egui::pos2(5.0, 5.0);
        assert!(map.contains_rect(at(corner, &[])) && !at(corner, &[]).contains(corner));
    }

    #[test]
    fn queued_goals_and_the_rest_of_a_round_are_stops() {
        let cells = |list: &[(i32, i32)]| -> Vec<Cell> {
            list.iter().map(|cell| Cell::from(*cell)).collect()
        };
        let queued = Waypoints([(3, 3), (5, 5)].map(Cell::from).into());
        assert_eq!(later_stops(None, &queued, None), cells(&[(3, 3), (5, 5)]));
        let patrol = Patrol {
            stops: cells(&[(1, 0), (9, 0)]),
            next: 1,
        };
        let goal = Some(Cell::new(1, 0));
        assert_eq!(
            later_stops(goal, &Waypoints::default(), Some(&patrol)),
            cells(&[(9, 0)])
        );
    }

    #[test]
    fn agents_on_one_cell_are_counted() {
        let motions =
            [(1, 2), (3, 0), (1, 2), (1, 2)].map(|cell| AgentMotion::standing(cell.into()));
        assert_eq!(shared_places(motions.iter()), [(Cell::new(1, 2), 3)]);
    }

    #[test]
    fn agents_side_by_side_are_one_group() {
        let cells = |list: &[(i32, i32)]| -> Vec<Cell> {
            list.iter().map(|cell| Cell::from(*cell)).collect()
        };
        let groups = clusters(cells(&[(5, 5), (1, 0), (0, 0), (2, 1), (7, 5), (1, 0)]));
        assert_eq!(
            groups,
            [
                cells(&[(0, 0), (1, 0), (2, 1)]),
                cells(&[(5, 5)]),
                cells(&[(7, 5)])
            ]
        );
    }
}
