//! The way ahead of each agent: a line with a white casing, as one mesh per agent.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

use super::{AGENT_LAYER, height};
use crate::app::camera::View;
use crate::app::{AppSystems, Selection};
use crate::picture::palette;
use crate::plugin::{GridAgent, GridLayout, PathStack};

/// A line that belongs to an agent.
#[derive(Component)]
struct PathLine {
    agent: Entity,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_paths.after(super::agents::place_ring).in_set(AppSystems::Draw));
}

const WIDTH: f32 = 4.0;
const CASING: f32 = 7.0;

fn draw_paths(
    mut commands: Commands,
    selection: Res<Selection>,
    layout: Res<GridLayout>,
    view: Res<View>,
    agents: Query<(Entity, &Transform, Option<&PathStack>), (With<GridAgent>, Without<PathLine>)>,
    mut lines: Query<(Entity, &PathLine, &Mesh2d, &mut Transform, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut material: Local<Option<Handle<ColorMaterial>>>,
) {
    let material = material.get_or_insert_with(|| materials.add(ColorMaterial::default())).clone();
    for (agent, ..) in &agents {
        if !lines.iter().any(|(_, line, ..)| line.agent == agent) {
            let empty = meshes.add(Ribbon::default().mesh());
            commands.spawn((
                PathLine { agent },
                Mesh2d(empty),
                MeshMaterial2d(material.clone()),
                // Its mesh changes every frame; bounds made once would be wrong.
                NoFrustumCulling,
                Visibility::Hidden,
                AGENT_LAYER,
            ));
        }
    }
    for (entity, line, mesh, mut transform, mut visibility) in &mut lines {
        let Ok((_, agent, stack)) = agents.get(line.agent) else {
            commands.entity(entity).despawn();
            continue;
        };
        let Some(stack) = stack.filter(|stack| stack.arrives()) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let chosen = selection.0 == Some(line.agent);
        let legs = corners(agent.translation.truncate(), stack, &layout);
        // A line never hides the cells that it crosses, however far one zooms out.
        let unit = view.scale.min(layout.cell_size / 10.0);
        let mut ribbon = Ribbon::default();
        for points in &legs {
            if chosen {
                ribbon.stroke(points, CASING * unit, palette::CASING);
                ribbon.stroke(points, WIDTH * unit.max(view.scale * 0.6), palette::PATH);
            } else {
                ribbon.stroke(points, (WIDTH - 1.5) * unit.max(view.scale * 0.4), palette::PATH_QUIET);
            }
        }
        if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
            *mesh = ribbon.mesh();
        }
        let z = if chosen { height::PATH } else { height::QUIET_PATH };
        if transform.translation.z.to_bits() != z.to_bits() {
            transform.translation.z = z;
        }
    }
}

/// Where the way begins, bends and ends: one list for each part between two portals.
fn corners(from: Vec2, stack: &PathStack, layout: &GridLayout) -> Vec<Vec<Vec2>> {
    let mut legs = vec![vec![from]];
    for step in stack.steps() {
        let point = layout.world(step.position);
        if step.portal.is_some() {
            legs.push(Vec::new());
        }
        let points = legs.last_mut().expect("there is a first leg");
        if let [.., a, b] = points[..] {
            let (before, after) = ((b - a).normalize_or_zero(), (point - b).normalize_or_zero());
            if before.dot(after) > 0.999_9 {
                points.pop();
            }
        }
        points.push(point);
    }
    legs
}

/// Triangles with colours.
#[derive(Default)]
struct Ribbon {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Ribbon {
    /// A line with round-looking joints: a quad per piece and an octagon per bend.
    fn stroke(&mut self, points: &[Vec2], width: f32, color: crate::pathfinding::Rgb) {
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

    fn mesh(mut self) -> Mesh {
        if self.indices.is_empty() {
            // An empty mesh is an error on some drivers; a triangle without area is not.
            self.fan(&[Vec2::ZERO; 3], [0.0; 4]);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}
