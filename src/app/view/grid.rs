//! The map as one textured quad, and its smaller levels for maps with several cells in a pixel.

use std::sync::Arc;

use bevy::asset::embedded_asset;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError, TextureFormat,
};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{Material2d, Material2dKey, Material2dPlugin};
use bevy_gridwalk::{GridChanged, GridLayout, GridReplaced, NavGrid};
use gridwalk_level::{Looks, Pattern};
use gridwalk_pathfinding::{Grid, Revision, Terrain, TerrainId};

use super::canvas::{height, quad, texture};
use super::{MapLooks, tints};
use crate::app::{AppSystems, CameraView, Hovered};

#[derive(ShaderType, Debug, Clone, Copy)]
struct GridParams {
    hover: IVec2,
    lines: f32,
    /// Index of the last of the smaller levels.
    last_level: i32,
}

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
#[bind_group_data(Detail)]
struct GridMaterial {
    #[uniform(0)]
    params: GridParams,
    #[texture(1, sample_type = "u_int")]
    cells: Handle<Image>,
    #[texture(2, filterable = false)]
    palette: Handle<Image>,
    #[texture(3, sample_type = "u_int")]
    reduced: Handle<Image>,
    detail: Detail,
}

/// The shader variant of the map: with strokes and grid lines, or without.
///
/// A software renderer pays for strokes and lines even where they have faded out. A map of small
/// cells therefore has a shader without them.
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
        if let Some(fragment) = descriptor
            .fragment
            .as_mut()
            .filter(|_| key.bind_group_data.strokes)
        {
            fragment.shader_defs.push("STROKES".into());
        }
        Ok(())
    }
}

/// The quad, and the revision of the map that it shows.
#[derive(Resource)]
struct GridPicture {
    cells: Handle<Image>,
    palette: Handle<Image>,
    /// Smaller levels of the map, which preserve walls.
    reduced: Handle<Image>,
    material: Handle<GridMaterial>,
    shown: Revision,
}

/// The map is drawn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawGrid;

pub fn plugin(app: &mut App) {
    embedded_asset!(app, "grid.wgsl");
    app.init_resource::<OlderMap>()
        .add_plugins(Material2dPlugin::<GridMaterial>::default())
        .add_systems(
            Update,
            (
                draw_new_grid,
                (draw_changes, draw_older_map, style_grid)
                    .chain()
                    .run_if(resource_exists::<GridPicture>),
            )
                .chain()
                .in_set(DrawGrid)
                .in_set(AppSystems::Draw),
        );
}

/// Flag in the number of a pattern: closed to the agent but free on the map; as in the shader.
const BARRED: u8 = 8;
/// Flag in the number of a pattern: closed to this agent or to all; visible from afar.
const BLOCKED: u8 = 16;

/// Returns which terrains of a map are blocked.
fn blocked(map: &Grid) -> BlockedTerrains {
    let mut blocked = [false; 256];
    for (is_blocked, terrain) in blocked.iter_mut().zip(map.legend().iter()) {
        *is_blocked = terrain.is_blocked();
    }
    blocked
}

fn levels(map: &Grid) -> Levels {
    Levels::of(UVec2::new(map.width(), map.height()))
}

/// Returns each terrain's colour in linear light, with its pattern number as the opacity.
///
/// One look-up gives both, and the shader converts no colours. `seen` is the map as an agent sees
/// it.
fn palette_bytes(map: &Grid, seen: &Grid, looks: &Looks) -> Vec<u8> {
    let mut values = vec![[0.0f32; 4]; 256];
    let added = seen.legend().get(map.legend().len()..).unwrap_or_default();
    let most = added
        .iter()
        .filter_map(|terrain| extra_cost(map, terrain))
        .max()
        .unwrap_or(1)
        .max(1);
    for (number, (value, terrain)) in (0..=u8::MAX).zip(values.iter_mut().zip(seen.legend().iter()))
    {
        let (own, look) = (
            map.legend().get(usize::from(number)),
            looks.of(TerrainId(number)),
        );
        let barred = terrain.is_blocked() && own.is_none_or(|own| !own.is_blocked());
        // Numbers beyond the legend stand for cells near walls, without room, or forbidden.
        let [r, g, b] = match extra_cost(map, terrain) {
            _ if own.is_some() => look.color,
            Some(extra) => tints::near_wall(f32::from(extra) / f32::from(most)).over(look.color),
            None => tints::BARRED,
        };
        let linear = Color::srgb_u8(r, g, b).to_linear();
        let pattern = Pattern::ALL
            .iter()
            .position(|pattern| *pattern == look.pattern)
            .unwrap_or(0);
        let pattern = u8::try_from(pattern).unwrap_or(0);
        let pattern = pattern
            + if barred { BARRED } else { 0 }
            + if terrain.is_blocked() { BLOCKED } else { 0 };
        *value = [linear.red, linear.green, linear.blue, f32::from(pattern)];
    }
    values
        .iter()
        .flatten()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// Returns an agent's extra cost of a terrain, compared with the legend of the map.
///
/// Returns `None` for blocked terrain, and for a name that the map does not have.
fn extra_cost(map: &Grid, terrain: &Terrain) -> Option<u16> {
    let known = map
        .legend()
        .iter()
        .find(|known| known.name == terrain.name)?;
    Some(terrain.cost?.saturating_sub(known.cost.unwrap_or(0)))
}

fn draw_new_grid(
    mut commands: Commands,
    mut replaced: MessageReader<GridReplaced>,
    (grid, looks): (Res<NavGrid>, Res<MapLooks>),
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
    let size = UVec2::new(map.width(), map.height());
    let bytes = map.cells().iter().map(|terrain| terrain.0).collect();
    let cells = images.add(texture(size, bytes, TextureFormat::R8Uint));
    let palette = images.add(texture(
        UVec2::new(256, 1),
        palette_bytes(map, map, &looks.on(map)),
        TextureFormat::Rgba32Float,
    ));
    let levels = levels(map);
    let texels = levels.texels(map.cells(), &blocked(map));
    let reduced = images.add(texture(
        levels.texture_size(),
        texels,
        TextureFormat::R8Uint,
    ));
    let last_level = i32::try_from(levels.last()).expect("maps have at most 13 smaller levels");
    let material = materials.add(GridMaterial {
        params: GridParams {
            hover: IVec2::NEG_ONE,
            lines: 0.08,
            last_level,
        },
        cells: cells.clone(),
        palette: palette.clone(),
        reduced: reduced.clone(),
        detail: Detail { strokes: true },
    });
    commands.spawn(quad(
        size,
        height::GRID,
        &layout,
        &mut meshes,
        material.clone(),
    ));
    commands.insert_resource(GridPicture {
        cells,
        palette,
        reduced,
        material,
        shown: map.revision(),
    });
}

/// Updates one byte per changed cell; the texture is uploaded at most once per frame.
///
/// New looks of terrains change only the palette.
fn draw_changes(
    mut changed: MessageReader<GridChanged>,
    (grid, looks): (Res<NavGrid>, Res<MapLooks>),
    mut picture: ResMut<GridPicture>,
    mut images: ResMut<Assets<Image>>,
) {
    let changes: Vec<_> = changed
        .read()
        .filter(|change| change.0.revision > picture.shown)
        .collect();
    if (looks.is_changed() || changes.iter().any(|change| change.0.legend.is_some()))
        && let Some(mut image) = images.get_mut(&picture.palette)
    {
        image.data = Some(palette_bytes(
            grid.grid(),
            grid.grid(),
            &looks.on(grid.grid()),
        ));
        picture.set_changed();
    }
    let Some(newest) = changes.last().map(|change| change.0.revision) else {
        return;
    };
    picture.shown = newest;
    let Some(mut image) = images.get_mut(&picture.cells) else {
        return;
    };
    let Some(data) = image.data.as_mut() else {
        return;
    };
    let map = grid.grid();
    for change in changes.iter().flat_map(|change| &change.0.cells) {
        if let (Some(index), Some(terrain)) = (map.index(change.cell), map.terrain_id(change.cell))
        {
            data[index.get()] = terrain.0;
        }
    }
    drop(image);
    let Some(mut image) = images.get_mut(&picture.reduced) else {
        return;
    };
    let Some(texels) = image.data.as_mut() else {
        return;
    };
    let (levels, blocked) = (levels(map), blocked(map));
    // Another legend may block other terrains.
    if changes.iter().any(|change| change.0.legend.is_some()) {
        *texels = levels.texels(map.cells(), &blocked);
        return;
    }
    for change in changes.iter().flat_map(|change| &change.0.cells) {
        let at = IVec2::new(change.cell.x, change.cell.y).as_uvec2();
        levels.update(texels, map.cells(), at, &blocked);
    }
}

/// A map of the same size that is drawn in place of the current one.
///
/// It is set while a search on another map is watched: as the agent sees it, at the time of the
/// search.
#[derive(Resource, Default)]
pub struct OlderMap(pub Option<Arc<Grid>>);

fn draw_older_map(
    older: Res<OlderMap>,
    (grid, looks): (Res<NavGrid>, Res<MapLooks>),
    picture: Res<GridPicture>,
    mut images: ResMut<Assets<Image>>,
    mut shows_old: Local<Option<Arc<Grid>>>,
) {
    let older = older.0.as_ref();
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
    if let Some(mut image) = images.get_mut(&picture.reduced) {
        image.data = Some(levels(map).texels(map.cells(), &blocked(map)));
    }
    if let Some(mut image) = images.get_mut(&picture.palette) {
        image.data = Some(palette_bytes(grid.grid(), map, &looks.on(map)));
    }
}

/// Minimum side of a cell with visible strokes and grid lines, in logical pixels.
const STROKES_FROM: f32 = 8.0;

/// Frames the hovered cell, and selects the shader.
fn style_grid(
    hovered: Res<Hovered>,
    view: Res<CameraView>,
    layout: Res<GridLayout>,
    picture: Res<GridPicture>,
    mut materials: ResMut<Assets<GridMaterial>>,
) {
    let hover = hovered
        .0
        .map_or(IVec2::NEG_ONE, |cell| IVec2::new(cell.x, cell.y));
    let detail = Detail {
        strokes: layout.cell_size().x / view.scale >= STROKES_FROM,
    };
    if let Some(mut material) = materials.get_mut(&picture.material)
        && (material.params.hover, material.detail) != (hover, detail)
    {
        material.params.hover = hover;
        material.detail = detail;
    }
}

/// For each terrain whether its cells are blocked.
type BlockedTerrains = [bool; 256];

/// The levels of a map of one size, and their places in one texture, one below the other.
pub struct Levels {
    /// Columns and rows, from the map itself to a single cell: halves, rounded down. There is one
    /// besides the map at least.
    sizes: Vec<UVec2>,
    /// The first row of each in the texture; of the map, which is not in it, 0.
    tops: Vec<u32>,
}

impl Levels {
    pub fn of(map: UVec2) -> Self {
        let half = |size: UVec2| (size / 2).max(UVec2::ONE);
        let smaller = std::iter::successors(Some(half(map)), |size| {
            (*size != UVec2::ONE).then(|| half(*size))
        });
        let sizes: Vec<_> = [map].into_iter().chain(smaller).collect();
        let mut tops = vec![0, 0];
        for size in &sizes[1..] {
            tops.push(tops[tops.len() - 1] + size.y);
        }
        Self { sizes, tops }
    }

    /// The number of the last level; the map itself is number 0.
    pub const fn last(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Columns and rows of the texture.
    pub fn texture_size(&self) -> UVec2 {
        UVec2::new(self.sizes[1].x, self.tops[self.sizes.len()])
    }

    /// The texels of the texture.
    ///
    /// # Complexity
    /// O(cells) time, half a byte a cell.
    pub fn texels(&self, cells: &[TerrainId], blocked: &BlockedTerrains) -> Vec<u8> {
        let whole = self.texture_size();
        let mut texels = vec![0; whole.x as usize * whole.y as usize];
        for (level, size) in self.sizes.iter().enumerate().skip(1) {
            for (y, x) in (0..size.y).flat_map(|y| (0..size.x).map(move |x| (y, x))) {
                self.reduce(&mut texels, cells, (level, UVec2::new(x, y)), blocked);
            }
        }
        texels
    }

    /// Brings the texels of a cell up to date.
    ///
    /// # Complexity
    /// O(levels).
    pub fn update(
        &self,
        texels: &mut [u8],
        cells: &[TerrainId],
        mut at: UVec2,
        blocked: &BlockedTerrains,
    ) {
        for (level, size) in self.sizes.iter().enumerate().skip(1) {
            at = (at / 2).min(*size - 1);
            self.reduce(texels, cells, (level, at), blocked);
        }
    }

    /// The place of a cell of a level in the texture.
    fn texel(&self, level: usize, at: UVec2) -> usize {
        (self.tops[level] + at.y) as usize * self.sizes[1].x as usize + at.x as usize
    }

    /// Finds the terrain of a cell that stands for two by two; of an odd column or row at the end
    /// for three.
    fn reduce(
        &self,
        texels: &mut [u8],
        cells: &[TerrainId],
        (level, at): (usize, UVec2),
        blocked: &BlockedTerrains,
    ) {
        let (below, here) = (self.sizes[level - 1], self.sizes[level]);
        let terrain = |at: UVec2| match level {
            1 => cells[at.y as usize * below.x as usize + at.x as usize].0,
            _ => texels[self.texel(level - 1, at)],
        };
        let first = (at * 2).min(below - 1);
        let last = UVec2::select((at + 1).cmpeq(here), below - 1, (first + 1).min(below - 1));
        let mut all =
            (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| UVec2::new(x, y)));
        let wall = all.find(|at| blocked[usize::from(terrain(*at))]);
        texels[self.texel(level, at)] = terrain(wall.unwrap_or(first));
    }
}

#[cfg(test)]
mod tests {
    use gridwalk_testing::Rng;

    use super::*;

    const BLOCKED: BlockedTerrains = {
        let mut blocked = [false; 256];
        blocked[1] = true;
        blocked
    };

    fn random(rng: &mut Rng, size: UVec2, density: u32) -> Vec<TerrainId> {
        let mut cell = || {
            if rng.below(100) < density {
                TerrainId(1)
            } else {
                TerrainId(2 * rng.below(2_u8))
            }
        };
        (0..size.x * size.y).map(|_| cell()).collect()
    }

    /// On a map of 2048 by 2048 cells a stroke of walls was not seen.
    #[test]
    fn wall_of_one_cell_is_blocked_at_every_size() {
        let mut rng = Rng(7);
        for size in [(1, 1), (7, 1), (13, 9), (64, 48), (33, 65)].map(UVec2::from) {
            let cells = random(&mut rng, size, 3);
            let levels = Levels::of(size);
            let texels = levels.texels(&cells, &BLOCKED);
            let whole = (0..size.y).flat_map(|y| (0..size.x).map(move |x| UVec2::new(x, y)));
            for at in whole.filter(|at| cells[(at.y * size.x + at.x) as usize] == TerrainId(1)) {
                for (level, smaller) in levels.sizes.iter().enumerate().skip(1) {
                    // As the shader finds the cell of a level.
                    let seen = UVec2::new(at.x >> level, at.y >> level).min(*smaller - 1);
                    assert_eq!(
                        texels[levels.texel(level, seen)],
                        1,
                        "{at} of {size} at level {level}"
                    );
                }
            }
        }
    }

    #[test]
    fn edited_levels_equal_those_made_from_scratch() {
        let mut rng = Rng(8);
        for size in [(1, 1), (1, 5), (16, 16), (21, 14)].map(UVec2::from) {
            let mut cells = random(&mut rng, size, 20);
            let levels = Levels::of(size);
            let mut texels = levels.texels(&cells, &BLOCKED);
            for terrain in random(&mut rng, size, 40) {
                let at = UVec2::new(rng.below(size.x), rng.below(size.y));
                cells[(at.y * size.x + at.x) as usize] = terrain;
                levels.update(&mut texels, &cells, at, &BLOCKED);
            }
            assert_eq!(texels, levels.texels(&cells, &BLOCKED), "{size}");
        }
    }
}
