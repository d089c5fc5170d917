//! Conversion between cells and world positions, and the map that an agent walks on.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{Cell, GridSize};

/// Conversion between cells and world positions, for any flat map with cells of any shape.
///
/// Positions *in cells* are whole numbers at the centres of cells. They grow to the right and
/// **down** the map, in the order in which rows are written. The layout gives the directions of
/// right and down in the world. One rule applies to the pointer, to agents with a `Transform` and
/// to drawing: a cell ends where the next one begins.
///
/// The layout may change at any time: agents keep their cells and are drawn at the new positions. A
/// layout whose cells have no area is refused with a [`LayoutRefused`](super::LayoutRefused).
///
/// A world position that is not a number has no cell; [`cell`](Self::cell) and
/// [`cell_3d`](Self::cell_3d) return cell (0, 0) for it.
///
/// # Examples
/// ```
/// use bevy::math::{Vec2, Vec3};
/// use bevy_gridwalk::GridLayout;
/// use gridwalk_pathfinding::{Cell, GridSize};
///
/// // The default: 32 units a cell, rows go down, the map's corner at the origin.
/// assert_eq!(GridLayout::default().center(Cell::new(2, 0)), Vec2::new(80.0, -16.0));
/// // A floor in 3D, with its middle at the origin.
/// let floor = GridLayout::xz(Vec2::ONE).centered(GridSize { width: 4, height: 4 });
/// assert_eq!(floor.cell_3d(Vec3::new(0.5, 7.0, 0.5)), Cell::new(2, 2));
/// // Tiles twice as wide as high.
/// let tiles = GridLayout::isometric(Vec2::new(64.0, 32.0));
/// assert_eq!(tiles.center(Cell::new(1, 0)) - tiles.center(Cell::new(0, 0)), Vec2::new(32.0, -16.0));
/// ```
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct GridLayout {
    /// World position of the outer corner of cell (0, 0).
    pub origin: Vec3,
    /// World vector from a cell to the next one in its row.
    pub x_axis: Vec3,
    /// World vector from a cell to the one below it in the next row.
    pub y_axis: Vec3,
}

impl Default for GridLayout {
    fn default() -> Self {
        Self::y_down(Vec2::splat(32.0))
    }
}

impl GridLayout {
    const fn of(x_axis: Vec3, y_axis: Vec3) -> Self {
        Self {
            origin: Vec3::ZERO,
            x_axis,
            y_axis,
        }
    }

    /// Creates a layout in which the first row is the highest, so that a level looks as it is
    /// written.
    #[must_use]
    pub const fn y_down(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, -cell.y, 0.0))
    }

    /// Creates a layout in which the first row is the lowest: x grows to the right and y up.
    #[must_use]
    pub const fn y_up(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, cell.y, 0.0))
    }

    /// Creates a layout on the floor of a 3D world: rows go towards +Z, and the game chooses
    /// heights.
    #[must_use]
    pub const fn xz(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, 0.0, cell.y))
    }

    /// Creates a layout of diamond tiles of this width and height.
    ///
    /// Right leads to the lower right of the screen, and down to the lower left.
    #[must_use]
    pub const fn isometric(tile: Vec2) -> Self {
        let (x, y) = (tile.x / 2.0, tile.y / 2.0);
        Self::of(Vec3::new(x, -y, 0.0), Vec3::new(-x, -y, 0.0))
    }

    /// Returns the layout with another origin.
    #[must_use]
    pub const fn at(self, origin: Vec3) -> Self {
        Self { origin, ..self }
    }

    /// Returns the layout, moved so that its origin becomes the centre of a map of this size.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps are far smaller than 2^24 cells a side"
    )]
    pub fn centered(self, GridSize { width, height }: GridSize) -> Self {
        let half = self.x_axis * (width as f32 / 2.0) + self.y_axis * (height as f32 / 2.0);
        self.at(self.origin - half)
    }

    /// Returns `true` if cells have an area and all numbers are finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let area = self.x_axis.cross(self.y_axis).length();
        self.origin.is_finite() && area.is_finite() && area > 0.0
    }

    /// Returns the length in world units of a vector given in cells.
    pub(super) fn length_of(&self, way: Vec2) -> f32 {
        (self.x_axis * way.x + self.y_axis * way.y).length()
    }

    /// Returns the lengths of a cell's sides in world units.
    #[must_use]
    pub fn cell_size(&self) -> Vec2 {
        Vec2::new(self.x_axis.length(), self.y_axis.length())
    }

    /// Returns the centre of a cell in a 2D world.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.center_3d(cell).truncate()
    }

    /// Returns the centre of a cell.
    #[must_use]
    pub fn center_3d(&self, cell: Cell) -> Vec3 {
        self.world_3d(position_of(cell))
    }

    /// Converts a position in cells to a world position in 2D.
    #[must_use]
    pub fn world(&self, position: Vec2) -> Vec2 {
        self.world_3d(position).truncate()
    }

    /// Converts a position in cells to a world position.
    #[must_use]
    pub fn world_3d(&self, position: Vec2) -> Vec3 {
        let from_corner = position + 0.5;
        self.origin + self.x_axis * from_corner.x + self.y_axis * from_corner.y
    }

    /// Converts a world position in 2D to a position in cells.
    #[must_use]
    pub fn position(&self, world: Vec2) -> Vec2 {
        self.position_3d(world.extend(self.origin.z))
    }

    /// Converts a world position to the position in cells below it, at any height above the map.
    #[must_use]
    pub fn position_3d(&self, world: Vec3) -> Vec2 {
        self.cells_along(world - self.origin) - 0.5
    }

    /// Converts a world vector to cells to the right and down, without its part perpendicular to
    /// the map.
    pub(super) fn cells_along(&self, way: Vec3) -> Vec2 {
        let (x, y) = (self.x_axis, self.y_axis);
        // The part in the plane of both axes, by Cramer's rule.
        let (xx, xy, yy) = (x.dot(x), x.dot(y), y.dot(y));
        let (wx, wy) = (way.dot(x), way.dot(y));
        Vec2::new(wx * yy - wy * xy, wy * xx - wx * xy) / (xx * yy - xy * xy)
    }

    /// Returns the cell at a world position in 2D, such as the pointer's; it may lie outside the
    /// map.
    #[must_use]
    pub fn cell(&self, world: Vec2) -> Cell {
        cell_at(self.position(world))
    }

    /// Returns the cell below a world position; it may lie outside the map.
    #[must_use]
    pub fn cell_3d(&self, world: Vec3) -> Cell {
        cell_at(self.position_3d(world))
    }

    /// Returns the cell that a ray hits, such as the camera's ray through the pointer.
    ///
    /// The cell may lie outside the map. Returns `None` if the ray does not meet the plane of the
    /// map.
    #[must_use]
    pub fn cell_under(&self, ray: Ray3d) -> Option<Cell> {
        let normal = self.x_axis.cross(self.y_axis);
        let distance = (self.origin - ray.origin).dot(normal) / ray.direction.dot(normal);
        (distance.is_finite() && distance >= 0.0).then(|| self.cell_3d(ray.get_point(distance)))
    }

    /// Returns the normal of the map that points to the viewer: +Z in 2D, +Y above a floor.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        let normal = self.x_axis.cross(self.y_axis).normalize_or_zero();
        let largest = [normal.x, normal.y, normal.z]
            .into_iter()
            .max_by(|a, b| a.abs().total_cmp(&b.abs()));
        if largest.is_some_and(|largest| largest < 0.0) {
            -normal
        } else {
            normal
        }
    }

    /// Converts an angle on the map to a world direction: 0 is to the right, a quarter turn is up.
    #[must_use]
    pub fn direction(&self, facing: f32) -> Vec3 {
        let (sin, cos) = facing.sin_cos();
        (self.x_axis.normalize_or_zero() * cos - self.y_axis.normalize_or_zero() * sin)
            .normalize_or_zero()
    }

    /// Converts a position in cells to a world position that is as high above the map as `before`.
    pub(super) fn world_at_height_of(&self, before: Vec3, position: Vec2) -> Vec3 {
        let on_map = self.world_3d(position);
        // If a coordinate is exactly the height, it is copied, so that rounding errors do not
        // accumulate.
        let is_flat = |axis: usize| self.x_axis[axis] == 0.0 && self.y_axis[axis] == 0.0;
        if is_flat(2) {
            return on_map.with_z(before.z);
        }
        if is_flat(1) {
            return on_map.with_y(before.y);
        }
        let up = self.up();
        on_map + up * (before - on_map).dot(up)
    }
}

/// Returns the centre of a cell as a position in cells.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "maps are far smaller than 2^24 cells a side"
)]
pub fn position_of(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32, cell.y as f32)
}

/// Returns the cell of a position in cells.
///
/// A cell includes its left and upper edges, but not its right and lower ones.
#[must_use]
pub fn cell_at(position: Vec2) -> Cell {
    let cell = (position + 0.5).floor().as_ivec2();
    Cell::new(cell.x, cell.y)
}

/// The [`GridLayout`] of one map, on its entity; its agents use it in place of the resource.
///
/// A layout whose cells have no area is refused with a [`LayoutRefused`](super::LayoutRefused); the
/// resource is used until the layout is valid. An agent that comes from another map keeps its
/// height above the plane of the cells.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct MapLayout(pub GridLayout);

/// The key of a map: its entity, or `None` for the resource.
pub(super) type MapKey = Option<Entity>;

/// The [`GridMap`](super::GridMap) on which an agent walks.
///
/// Without this component, the agent walks on the resource [`NavGrid`](super::NavGrid).
///
/// To move an agent to another map, insert the component again, or remove it. From the next
/// [`PathfindingSystems::ApplyEdits`](super::PathfindingSystems::ApplyEdits) on, the agent stands
/// on the same cell of the other map. Its path and its request end. If it had either, it gets a
/// [`PathFailed`](super::PathFailed) with [`FailReason::MapLeft`](super::FailReason::MapLeft).
/// Later orders apply to the other map, even those of the same frame.
/// [`Waypoints`](super::Waypoints), [`Patrol`](super::Patrol) and [`Follow`](super::Follow) are
/// kept and apply to it too. An agent that cannot stand on its cell is moved as after
/// [`ReplaceMap`](super::ReplaceMap). To choose the cell, also trigger a
/// [`PlaceAgent`](super::PlaceAgent).
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// /// The upper end of a staircase.
/// #[derive(Resource)]
/// struct Upstairs(Entity, Cell);
///
/// fn climb(arrived: On<Arrived>, up: Res<Upstairs>, mut commands: Commands) {
///     commands.entity(arrived.agent).insert(OnMap(up.0));
///     commands.trigger(PlaceAgent { agent: arrived.agent, cell: up.1 });
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(immutable, on_insert = note_arrival, on_discard = note_departure)]
pub struct OnMap(
    /// The entity with the [`GridMap`](super::GridMap).
    #[entities]
    pub Entity,
);

impl OnMap {
    pub(super) fn key(on: Option<&Self>) -> MapKey {
        on.map(|on| on.0)
    }
}

/// Agents whose [`OnMap`] has changed since the last tick, each with its previous map.
#[derive(Resource, Default)]
pub(super) struct Moved(pub BTreeMap<Entity, MapKey>);

fn note_arrival(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut moved) = world.get_resource_mut::<Moved>() {
        moved.0.entry(context.entity).or_insert(None);
    }
}

fn note_departure(mut world: DeferredWorld, context: HookContext) {
    let before = OnMap::key(world.get::<OnMap>(context.entity));
    if let Some(mut moved) = world.get_resource_mut::<Moved>() {
        moved.0.entry(context.entity).or_insert(before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_cells_agree_on_every_layout() {
        let oblique = GridLayout {
            origin: Vec3::new(3.0, 4.0, 5.0),
            x_axis: Vec3::new(2.0, 1.0, 0.5),
            y_axis: Vec3::new(-0.5, 1.5, 3.0),
        };
        let layouts = [
            GridLayout::default(),
            GridLayout::y_up(Vec2::new(16.0, 24.0)),
            GridLayout::xz(Vec2::new(2.0, 1.0)).centered(GridSize {
                width: 9,
                height: 5,
            }),
            GridLayout::isometric(Vec2::new(64.0, 32.0)),
            oblique,
        ];
        for layout in layouts {
            for cell in (-3..12).flat_map(|y| (-3..12).map(move |x| Cell::new(x, y))) {
                let center = layout.center_3d(cell);
                assert_eq!(layout.cell_3d(center), cell, "{layout:?}");
                let lifted = center + layout.up() * 7.0;
                assert_eq!(
                    layout.cell_3d(lifted),
                    cell,
                    "height has no say: {layout:?}"
                );
                assert!(
                    layout.position_3d(center).distance(position_of(cell)) < 1e-4,
                    "{layout:?}"
                );
                let ray = Ray3d::new(lifted, Dir3::new(-layout.up()).unwrap());
                assert_eq!(layout.cell_under(ray), Some(cell), "{layout:?}");
                let away = Ray3d::new(lifted, Dir3::new(layout.up()).unwrap());
                assert_eq!(layout.cell_under(away), None, "{layout:?}");
                let moved = layout.world_at_height_of(lifted, position_of(cell) + 2.0);
                assert!(
                    ((moved - layout.world_3d(position_of(cell) + 2.0)).dot(layout.up()) - 7.0)
                        .abs()
                        < 1e-3
                );
            }
        }
    }

    #[test]
    fn a_cell_begins_at_its_corner_and_ends_before_the_next_one() {
        let layout = GridLayout::y_up(Vec2::splat(10.0));
        assert_eq!(layout.cell(Vec2::ZERO), Cell::new(0, 0));
        assert_eq!(layout.cell(Vec2::new(9.99, 10.0)), Cell::new(0, 1));
        assert_eq!(layout.cell(Vec2::new(-0.01, -0.01)), Cell::new(-1, -1));
    }

    #[test]
    fn height_above_a_floor_is_up() {
        assert_eq!(GridLayout::default().up(), Vec3::Z);
        assert_eq!(GridLayout::y_up(Vec2::ONE).up(), Vec3::Z);
        assert_eq!(GridLayout::isometric(Vec2::ONE).up(), Vec3::Z);
        assert_eq!(GridLayout::xz(Vec2::ONE).up(), Vec3::Y);
    }
}
