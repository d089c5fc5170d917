//! Paths of agents: a line with a white casing for the selected agent, thin lines for the others.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, GridAgent, GridLayout, PathStack, position_of};
use gridwalk_level::Rgb;

use super::sprites::Followed;
use super::words::CrowdSight;
use crate::app::AppSystems;
use crate::app::view::camera::View;
use crate::app::view::layers::{AGENT_LAYER, height};
use crate::picture::palette;

/// Marker of the entity that draws the paths.
#[derive(Component)]
struct PathLines;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_lines)
        .add_systems(Update, draw_paths.after(super::sprites::place_badges).in_set(AppSystems::Draw));
}

/// Maximum number of cells that are drawn of the way of an agent of a crowd.
const FURTHEST: usize = 4096;
const WIDTH: f32 = 4.0;
const CASING: f32 = 7.0;

fn spawn_lines(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<ColorMaterial>>) {
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
    (layout, view): (Res<GridLayout>, Res<View>),
    sight: CrowdSight,
    agents: Query<(&Transform, Option<&AgentKind>, Option<&PathStack>), (With<GridAgent>, Without<PathLines>)>,
    lines: Single<&Mesh2d, With<PathLines>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut drawn: Local<Ribbon>,
) {
    // The width is limited by the size of a cell, so that a line never hides the cells that it crosses.
    let unit = view.scale.min(layout.cell_size().x / 10.0);
    let mut ribbon = Ribbon::default();
    for (followed, strong) in [(&followed.faint, false), (&followed.strong, true)] {
        for &agent in followed {
            let Ok((transform, kind, stack)) = agents.get(agent) else { continue };
            let stack = stack.filter(|stack| stack.arrives());
            let middle = AgentKind::middle_of(kind);
            let here = transform.translation.truncate();
            let ahead = stack.is_some().then(|| sight.path_ahead(agent, FURTHEST)).flatten();
            let legs = match (ahead, stack) {
                (Some(cells), _) => {
                    let points = cells.into_iter().map(|cell| layout.world(position_of(cell) + middle));
                    let mut line = vec![here];
                    points.for_each(|point| push_corner(&mut line, point));
                    vec![line]
                }
                (None, Some(stack)) => corners(here, stack, middle, &layout),
                (None, None) => Vec::new(),
            };
            if !strong {
                for points in &legs {
                    ribbon.stroke(points, (WIDTH - 1.5) * unit.max(view.scale * 0.4), palette::PATH_QUIET);
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
        let color = Color::srgb_u8(color[0], color[1], color[2]).to_linear().to_f32_array();
        let half = width / 2.0;
        for pair in points.windows(2) {
            let across = (pair[1] - pair[0]).normalize_or_zero().perp() * half;
            let quad = [pair[0] + across, pair[0] - across, pair[1] - across, pair[1] + across];
            self.fan(&quad, color);
        }
        for point in points {
            let corner = |i: u8| *point + Vec2::from_angle(f32::from(i) * std::f32::consts::FRAC_PI_4) * half;
            let octagon: Vec<Vec2> = (0..8).map(corner).collect();
            self.fan(&octagon, color);
        }
    }

    fn fan(&mut self, points: &[Vec2], color: [f32; 4]) {
        let first = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.extend(points.iter().map(|point| [point.x, point.y, 0.0]));
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
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, whole.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, whole.colors)
            .with_inserted_indices(Indices::U32(whole.indices))
    }
}
