//! Drawing order, layers that are hidden while a search is watched, and textured quads over the map.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite_render::Material2d;
use bevy_gridwalk::GridLayout;

use super::camera::MapCamera;
use crate::app::AppSystems;
use crate::app::command::Mode;

/// Layer of agents, flags and paths, hidden while a search is watched.
pub const AGENT_LAYER: RenderLayers = RenderLayers::layer(1);

pub fn plugin(app: &mut App) {
    app.add_systems(Update, choose_layers.in_set(AppSystems::View));
}

/// Shows agents, or hides them while a search is watched.
fn choose_layers(mut commands: Commands, mode: Res<Mode>, camera: Single<Entity, With<MapCamera>>) {
    if mode.is_changed() {
        let map = RenderLayers::layer(0);
        let layers = if mode.has_agents() { map.with(1) } else { map };
        commands.entity(*camera).insert(layers);
    }
}

/// Heights of the layers, from the lowest up.
pub mod height {
    pub const GRID: f32 = 0.0;
    pub const MARKS: f32 = 0.5;
    pub const PATH: f32 = 2.0;
    pub const QUIET_FLAG: f32 = 3.0;
    pub const FLAG: f32 = 3.5;
    pub const AGENT: f32 = 4.0;
    pub const RING: f32 = 5.0;
    pub const CHOSEN_AGENT: f32 = 5.5;
}

pub fn texture(size: UVec2, data: Vec<u8>, format: TextureFormat) -> Image {
    let size = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::default())
}

/// Creates a quad that covers a map of `cells` at a height, for a texture with a texel per cell.
pub fn quad<M: Material2d>(
    cells: UVec2,
    height: f32,
    layout: &GridLayout,
    meshes: &mut Assets<Mesh>,
    material: Handle<M>,
) -> impl Bundle {
    let size = cells.as_vec2() * layout.cell_size().x;
    let middle = layout.origin.truncate() + size * Vec2::new(0.5, -0.5);
    let place = Transform::from_translation(middle.extend(height));
    (Mesh2d(meshes.add(Rectangle::from_size(size))), MeshMaterial2d(material), place)
}
