//! Paths of agents, and drawings over agents.
//!
//! A path is a line with a white casing for the selected agent, a thin line for the others. Over
//! agents lie drags that select or line up, reserved cells, and arrows from agents that wait.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_egui::egui::{self, Stroke, StrokeKind, vec2};
use bevy_gridwalk::crowd_kernel::line_up;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, CrowdMember, CrowdState, Crowds, GridAgent, GridLayout,
    NavGrid, PathStack, PathfindingOptions, position_of,
};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Movement};

use super::select::is_inside;
use super::sprites::Followed;
use super::words::CrowdSight;
use crate::app::command::Toggle;
use crate::app::common::state::MapDrag;
use crate::app::view::camera::CameraView;
use crate::app::view::canvas::{AGENT_LAYER, MapCanvas, MapCanvases, height};
use crate::app::widgets::theme;
use crate::app::{AppSystems, ChosenLanguage, Phrase, Selection, Toggles};
use crate::picture::palette;

/// Components of an agent that an overlay depends on.
type OverlayParts<'a> = (
    &'a CrowdMember,
    &'a CrowdState,
    Option<&'a AgentKind>,
    &'a Transform,
);

pub(super) fn draw_overlays(
    mut canvases: MapCanvases,
    (toggles, crowds): (Res<Toggles>, Res<Crowds>),
    agents: Query<OverlayParts>,
    places: Query<&Transform, With<CrowdMember>>,
) -> Result {
    let (claims, waits) = (toggles.is_on(Toggle::Claims), toggles.is_on(Toggle::Waits));
    let Some(crowd) = crowds.of(None).filter(|_| claims || waits) else {
        return Ok(());
    };
    let canvas = canvases.open()?;
    let seen = canvas.clip_rect().expand(canvas.side);
    for (member, state, kind, transform) in &agents {
        let at = canvas.world(transform.translation.truncate());
        if claims && crowd.is_moving(member.id()) && seen.contains(at) {
            let step = crowd.last_step(member.id());
            let size = AgentKind::size_of(kind);
            draw_claim(&canvas, step.from, size, palette::FAINT);
            draw_claim(&canvas, step.to, size, palette::PATH);
        }
        let other = state
            .in_the_way()
            .filter(|_| waits)
            .and_then(|other| places.get(other).ok());
        if let Some(other) = other {
            draw_wait(
                &canvas,
                at,
                canvas.world(other.translation.truncate()),
                seen,
            );
        }
    }
    Ok(())
}

/// Draws the frame of the cells that an agent reserves.
fn draw_claim(canvas: &MapCanvas, cell: Cell, size: u8, color: Rgb) {
    let side = canvas.side * f32::from(size);
    let middle = canvas.center(cell) + vec2(1.0, 1.0) * (side - canvas.side) / 2.0;
    let rect = egui::Rect::from_center_size(middle, egui::Vec2::splat(side - 2.0));
    canvas.rect_stroke(
        rect,
        3.0,
        Stroke::new(3.5, theme::color(palette::CASING)),
        StrokeKind::Inside,
    );
    canvas.rect_stroke(
        rect,
        3.0,
        Stroke::new(2.0, theme::color(color)),
        StrokeKind::Inside,
    );
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
type Dragged<'a> = (
    Entity,
    &'a AgentCell,
    &'a AgentMotion,
    Option<&'a AgentKind>,
);

pub(super) fn draw_drag(
    mut canvases: MapCanvases,
    (drag, selection): (Res<MapDrag>, Res<Selection>),
    (grid, options, layout): (Res<NavGrid>, Res<PathfindingOptions>, Res<GridLayout>),
    agents: Query<Dragged, With<GridAgent>>,
    language: Res<ChosenLanguage>,
) -> Result {
    let cells = |from, to| [from, to].map(|at| layout.cell(at));
    match *drag {
        MapDrag::None | MapDrag::Carry | MapDrag::Cancelled => {}
        MapDrag::Box(from, to) => {
            let canvas = canvases.open()?;
            let [first, last] = cells(from, to);
            let count = agents
                .iter()
                .filter(|(_, _, motion, kind)| is_inside(motion, *kind, first, last))
                .count();
            let rect = egui::Rect::from_two_pos(canvas.world(from), canvas.world(to));
            canvas.dashes(rect);
            let said = if count == 1 {
                Phrase::OneAgent.into()
            } else {
                Phrase::CountOfAgents.with("count", count)
            };
            canvas.label(rect, &said.tell(language.0));
        }
        MapDrag::Line(from, to) => {
            let canvas = canvases.open()?;
            let all: Vec<_> = agents.iter_many(selection.agents()).collect();
            let all: Vec<_> = all
                .into_iter()
                .map(|(agent, cell, _, kind)| (agent, cell.0, kind))
                .collect();
            let ends = cells(from, to);
            let slots = slots(&grid, options.options.movement, &all, ends);
            slots
                .into_iter()
                .flatten()
                .for_each(|slot| draw_slot(&canvas, slot));
            let line = [canvas.world(from), canvas.world(to)];
            canvas.line_segment(line, Stroke::new(4.0, theme::color(palette::CASING)));
            canvas.line_segment(line, Stroke::new(2.0, theme::color(palette::PATH)));
        }
    }
    Ok(())
}

/// Draws the place of an agent in a line, if it is in view.
fn draw_slot(canvas: &MapCanvas, slot: Cell) {
    let rect =
        egui::Rect::from_center_size(canvas.center(slot), vec2(canvas.side, canvas.side) * 0.6);
    if canvas.clip_rect().intersects(rect) {
        canvas.rect_stroke(
            rect,
            2.0,
            Stroke::new(3.5, theme::color(palette::CASING)),
            StrokeKind::Middle,
        );
        canvas.rect_stroke(
            rect,
            2.0,
            Stroke::new(1.5, theme::color(palette::PATH)),
            StrokeKind::Middle,
        );
    }
}

/// Returns the cell of each agent in a line between two cells; `None` for agents that find no
/// place.
///
/// The ends are moved onto the map. All cells can be reached from the cell of the first agent.
pub(super) fn slots(
    grid: &NavGrid,
    movement: Movement,
    agents: &[(Entity, Cell, Option<&AgentKind>)],
    ends: [Cell; 2],
) -> Vec<Option<Cell>> {
    let Some((_, first, kind)) = agents.first() else {
        return Vec::new();
    };
    let size = grid.grid().size();
    let [right, below] = [size.width, size.height].map(|side| side.cast_signed() - 1);
    let ends = ends.map(|end| Cell::new(end.x.clamp(0, right), end.y.clamp(0, below)));
    let map = grid.for_agent(*kind);
    let is_free =
        |cell: Cell| map.is_walkable(cell) && grid.connected(movement, *first, cell) != Some(false);
    let cells: Vec<Cell> = agents.iter().map(|(_, cell, _)| *cell).collect();
    let slots = line_up(ends, &cells, is_free);
    let fits = |kind: Option<&AgentKind>, cell: &Cell| grid.for_agent(kind).is_walkable(*cell);
    agents
        .iter()
        .zip(slots)
        .map(|((.., kind), slot)| slot.filter(|slot| fits(*kind, slot)))
        .collect()
}

/// Marker of the entity that draws the paths.
#[derive(Component)]
struct PathLines;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_lines).add_systems(
        Update,
        draw_paths
            .after(super::sprites::place_badges)
            .in_set(AppSystems::Draw),
    );
}

/// Maximum number of cells that are drawn of the way of an agent of a crowd.
const FURTHEST: usize = 4096;
const WIDTH: f32 = 4.0;
const CASING: f32 = 7.0;

fn spawn_lines(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn((
        PathLines,
        Mesh2d(meshes.add(Ribbon::default().mesh())),
        MeshMaterial2d(materials.add(ColorMaterial::default())),
        Transform::from_xyz(0.0, 0.0, height::PATH),
        // The mesh changes, so bounds computed once would be wrong.
        NoFrustumCulling,
        AGENT_LAYER,
    ));
}

/// Updates the mesh when a drawn path has changed.
fn draw_paths(
    followed: Res<Followed>,
    (layout, view): (Res<GridLayout>, Res<CameraView>),
    sight: CrowdSight,
    agents: Query<
        (&Transform, Option<&AgentKind>, Option<&PathStack>),
        (With<GridAgent>, Without<PathLines>),
    >,
    lines: Single<&Mesh2d, With<PathLines>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut drawn: Local<Ribbon>,
) {
    // The width is limited by the size of a cell, so that a line never hides the cells that it
    // crosses.
    let unit = view.scale.min(layout.cell_size().x / 10.0);
    let mut ribbon = Ribbon::default();
    for (followed, strong) in [(&followed.faint, false), (&followed.strong, true)] {
        for &agent in followed {
            let Ok((transform, kind, stack)) = agents.get(agent) else {
                continue;
            };
            let stack = stack.filter(|stack| stack.arrives());
            let middle = AgentKind::middle_of(kind);
            let here = transform.translation.truncate();
            let ahead = stack
                .is_some()
                .then(|| sight.path_ahead(agent, FURTHEST))
                .flatten();
            let legs = match (ahead, stack) {
                (Some(cells), _) => {
                    let points = cells
                        .into_iter()
                        .map(|cell| layout.world(position_of(cell) + middle));
                    let mut line = vec![here];
                    points.for_each(|point| push_corner(&mut line, point));
                    vec![line]
                }
                (None, Some(stack)) => corners(here, stack, middle, &layout),
                (None, None) => Vec::new(),
            };
            if !strong {
                for points in &legs {
                    ribbon.stroke(
                        points,
                        (WIDTH - 1.5) * unit.max(view.scale * 0.4),
                        palette::PATH_QUIET,
                    );
                }
                continue;
            }
            for points in &legs {
                ribbon.stroke(points, CASING * unit, palette::CASING);
                ribbon.stroke(points, WIDTH * unit.max(view.scale * 0.6), palette::PATH);
            }
        }
    }
    if *drawn != ribbon
        && let Some(mut mesh) = meshes.get_mut(&lines.0)
    {
        *mesh = ribbon.mesh();
        *drawn = ribbon;
    }
}

/// Returns the corners of the path, one list for each part between two portals.
///
/// `middle` is the offset from the centre of a cell to the centre of the agent's area.
fn corners(from: Vec2, stack: &PathStack, middle: Vec2, layout: &GridLayout) -> Vec<Vec<Vec2>> {
    let mut legs = vec![vec![from]];
    for step in stack.steps() {
        let point = layout.world(step.position + middle);
        if step.portal.is_some() {
            legs.push(Vec::new());
        }
        push_corner(legs.last_mut().expect("there is a first leg"), point);
    }
    legs
}

/// Appends a point to a line; a corner on a straight line is left out.
fn push_corner(points: &mut Vec<Vec2>, point: Vec2) {
    if let [.., a, b] = points[..] {
        let (before, after) = ((b - a).normalize_or_zero(), (point - b).normalize_or_zero());
        if before.dot(after) > 0.999_9 {
            points.pop();
        }
    }
    points.push(point);
}

/// A mesh of coloured triangles.
#[derive(Clone, Default, PartialEq)]
struct Ribbon {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Ribbon {
    /// Appends a line with rounded joints: a quad per segment and an octagon per bend.
    fn stroke(&mut self, points: &[Vec2], width: f32, color: Rgb) {
        let color = Color::srgb_u8(color[0], color[1], color[2])
            .to_linear()
            .to_f32_array();
        let half = width / 2.0;
        for pair in points.windows(2) {
            let across = (pair[1] - pair[0]).normalize_or_zero().perp() * half;
            let quad = [
                pair[0] + across,
                pair[0] - across,
                pair[1] - across,
                pair[1] + across,
            ];
            self.fan(&quad, color);
        }
        for point in points {
            let corner = |i: u8| {
                *point + Vec2::from_angle(f32::from(i) * std::f32::consts::FRAC_PI_4) * half
            };
            let octagon: Vec<Vec2> = (0..8).map(corner).collect();
            self.fan(&octagon, color);
        }
    }

    fn fan(&mut self, points: &[Vec2], color: [f32; 4]) {
        let first = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions
            .extend(points.iter().map(|point| [point.x, point.y, 0.0]));
        self.colors.extend(points.iter().map(|_| color));
        let count = u32::try_from(points.len()).unwrap_or(0);
        for i in 1..count.saturating_sub(1) {
            self.indices.extend([first, first + i, first + i + 1]);
        }
    }

    fn mesh(&self) -> Mesh {
        let mut whole = self.clone();
        if whole.indices.is_empty() {
            // Some drivers reject an empty mesh; a triangle without area is accepted.
            whole.fan(&[Vec2::ZERO; 3], [0.0; 4]);
        }
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::default(),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, whole.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, whole.colors)
        .with_inserted_indices(Indices::U32(whole.indices))
    }
}
