//! The map itself: one quad, a texture with a byte per cell, and a palette.

use std::sync::Arc;

use bevy::asset::{RenderAssetUsages, embedded_asset};
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{
    AsBindGroup, Extent3d, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError, TextureDimension,
    TextureFormat,
};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{Material2d, Material2dKey, Material2dPlugin};

use super::height;
use crate::app::watch::{Mode, Question, Source};
use crate::app::{AppSystems, Hovered, View};
use crate::pathfinding::{Grid, Pattern, Revision};
use crate::plugin::{GridChanged, GridLayout, GridReplaced, NavGrid};

#[derive(ShaderType, Debug, Clone, Copy)]
struct Params {
    hover: IVec2,
    lines: f32,
    pad: f32,
}

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
#[bind_group_data(Detail)]
struct GridMaterial {
    #[uniform(0)]
    params: Params,
    #[texture(1, sample_type = "u_int")]
    cells: Handle<Image>,
    #[texture(2, filterable = false)]
    palette: Handle<Image>,
    detail: Detail,
}

/// Which of two shaders draws the map. A software renderer pays for strokes and lines even where
/// they have faded out, so a map of small cells has a shader without them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Detail {
    strokes: bool,
}

impl From<&GridMaterial> for Detail {
    fn from(material: &GridMaterial) -> Self {
        material.detail
    }
}

impl Material2d for GridMaterial {
    fn fragment_shader() -> ShaderRef {
        "embedded://gridwalk/app/view/grid.wgsl".into()
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if let Some(fragment) = descriptor.fragment.as_mut().filter(|_| key.bind_group_data.strokes) {
            fragment.shader_defs.push("STROKES".into());
        }
        Ok(())
    }
}

/// The quad, and which revision of the map it shows.
#[derive(Resource)]
struct GridPicture {
    cells: Handle<Image>,
    material: Handle<GridMaterial>,
    shown: Revision,
}

/// The map is drawn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DrawGrid;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "grid.wgsl");
    app.add_plugins(Material2dPlugin::<GridMaterial>::default()).add_systems(
        Update,
        (draw_new_grid, draw_changes, draw_watched_map, draw_hover, choose_detail)
            .chain()
            .in_set(DrawGrid)
            .in_set(AppSystems::Draw),
    );
}

fn texture(width: u32, height: u32, data: Vec<u8>, format: TextureFormat) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::default())
}

fn cell_texture(grid: &Grid) -> Image {
    let bytes = grid.cells().iter().map(|terrain| terrain.0).collect();
    texture(grid.width(), grid.height(), bytes, TextureFormat::R8Uint)
}

/// For each terrain its colour in linear light, and in place of the opacity the number of its
/// pattern: one look-up gives both, and the shader bends no curves.
fn palette_texture(grid: &Grid) -> Image {
    let mut values = vec![[0.0f32; 4]; 256];
    for (value, terrain) in values.iter_mut().zip(grid.legend().iter()) {
        let [r, g, b] = terrain.color;
        let linear = Color::srgb_u8(r, g, b).to_linear();
        let pattern = Pattern::ALL.iter().position(|pattern| *pattern == terrain.pattern).unwrap_or(0);
        let pattern = u8::try_from(pattern).unwrap_or(0);
        *value = [linear.red, linear.green, linear.blue, f32::from(pattern)];
    }
    let bytes = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    texture(256, 1, bytes, TextureFormat::Rgba32Float)
}

#[expect(clippy::cast_precision_loss, reason = "maps have at most 8192 cells a side")]
fn draw_new_grid(
    mut commands: Commands,
    mut replaced: MessageReader<GridReplaced>,
    grid: Res<NavGrid>,
    layout: Res<GridLayout>,
    picture: Option<Res<GridPicture>>,
    old: Query<Entity, With<MeshMaterial2d<GridMaterial>>>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<GridMaterial>>,
) {
    let first = picture.is_none();
    if replaced.read().count() == 0 && !first {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let map = grid.grid();
    let cells = images.add(cell_texture(map));
    let material = materials.add(GridMaterial {
        params: Params { hover: IVec2::NEG_ONE, lines: 0.08, pad: 0.0 },
        cells: cells.clone(),
        palette: images.add(palette_texture(map)),
        detail: Detail { strokes: true },
    });
    let size = Vec2::new(map.width() as f32, map.height() as f32) * layout.cell_size;
    let middle = layout.origin + size * Vec2::new(0.5, -0.5);
    commands.spawn((
        Mesh2d(meshes.add(Rectangle::from_size(size))),
        MeshMaterial2d(material.clone()),
        Transform::from_translation(middle.extend(height::GRID)),
    ));
    commands.insert_resource(GridPicture { cells, material, shown: map.revision() });
}

/// Touches one byte per changed cell; the texture is sent again once a frame, whatever changed.
fn draw_changes(
    mut changed: MessageReader<GridChanged>,
    grid: Res<NavGrid>,
    picture: Option<ResMut<GridPicture>>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(mut picture) = picture else { return };
    let changes: Vec<_> = changed.read().filter(|change| change.0.revision > picture.shown).collect();
    let Some(newest) = changes.last().map(|change| change.0.revision) else { return };
    picture.shown = newest;
    let Some(mut image) = images.get_mut(&picture.cells) else { return };
    let Some(data) = image.data.as_mut() else { return };
    let map = grid.grid();
    for change in changes.iter().flat_map(|change| &change.0.cells) {
        if let (Some(index), Some(terrain)) = (map.index(change.cell), map.terrain_id(change.cell)) {
            data[index.get()] = terrain.0;
        }
    }
}

/// A search that an agent made on an older state of the map is shown on that state.
fn draw_watched_map(
    mode: Res<Mode>,
    question: Res<Question>,
    grid: Res<NavGrid>,
    picture: Option<Res<GridPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut shows_old: Local<Option<Arc<Grid>>>,
) {
    let Some(picture) = picture else { return };
    let older = question.grid.as_ref().filter(|old| {
        *mode == Mode::Watch
            && question.source != Source::Free
            && (old.width(), old.height()) == (grid.grid().width(), grid.grid().height())
    });
    let is_shown = match (older, &*shows_old) {
        (Some(wanted), Some(shown)) => Arc::ptr_eq(wanted, shown) && !picture.is_changed(),
        (wanted, shown) => wanted.is_none() && shown.is_none(),
    };
    if is_shown {
        return;
    }
    *shows_old = older.cloned();
    let map = older.map_or(grid.grid(), |old| old);
    if let Some(mut image) = images.get_mut(&picture.cells)
        && let Some(data) = image.data.as_mut()
    {
        for (byte, terrain) in data.iter_mut().zip(map.cells()) {
            *byte = terrain.0;
        }
    }
}

fn draw_hover(hovered: Res<Hovered>, picture: Option<Res<GridPicture>>, mut materials: ResMut<Assets<GridMaterial>>) {
    let Some(picture) = picture else { return };
    if !hovered.is_changed() && !picture.is_changed() {
        return;
    }
    let hover = hovered.0.map_or(IVec2::NEG_ONE, |cell| IVec2::new(cell.x, cell.y));
    if let Some(mut material) = materials.get_mut(&picture.material)
        && material.params.hover != hover
    {
        material.params.hover = hover;
    }
}

/// Logical pixels a cell from which strokes and grid lines are seen at all.
const STROKES_FROM: f32 = 8.0;

fn choose_detail(
    view: Res<View>,
    layout: Res<GridLayout>,
    picture: Option<Res<GridPicture>>,
    mut materials: ResMut<Assets<GridMaterial>>,
) {
    let Some(picture) = picture else { return };
    let detail = Detail { strokes: layout.cell_size / view.scale >= STROKES_FROM };
    if materials.get(&picture.material).is_some_and(|material| material.detail != detail)
        && let Some(mut material) = materials.get_mut(&picture.material)
    {
        material.detail = detail;
    }
}
