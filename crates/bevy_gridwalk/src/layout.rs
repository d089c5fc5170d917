//! Where cells lie in the world.

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Cell, GridSize};

/// Turns cells into world positions and back: any flat map, from above or from the side, with cells of any shape.
///
/// Positions *in cells* are whole in the middles of cells, grow to the right and **down** the map, as rows are written.
/// The layout says where right and down lead in the world. What is below the pointer, where an agent with a `Transform`
/// stands, and where it is drawn, all go by the same rule: a cell ends where the next one begins.
///
/// It may change at any time: agents keep their cells, and are drawn where those are now. One in which cells have no area
/// is refused with a [`LayoutRefused`](super::LayoutRefused).
///
/// A place that is not a number lies on no cell; asked for one, [`cell`](Self::cell) and [`cell_3d`](Self::cell_3d) then
/// return cell (0, 0).
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
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct GridLayout {
    /// The world position of the corner at which cell (0, 0) begins.
    pub origin: Vec3,
    /// What lies in the world between a cell and the next one in its row.
    pub x_axis: Vec3,
    /// What lies in the world between a cell and the one in the next row.
    pub y_axis: Vec3,
}

impl Default for GridLayout {
    fn default() -> Self {
        Self::y_down(Vec2::splat(32.0))
    }
}

impl GridLayout {
    const fn of(x_axis: Vec3, y_axis: Vec3) -> Self {
        Self { origin: Vec3::ZERO, x_axis, y_axis }
    }

    /// The first row is the highest: a level looks as it is written.
    #[must_use]
    pub const fn y_down(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, -cell.y, 0.0))
    }

    /// The first row is the lowest: cell (x, y) lies at x to the right and y up.
    #[must_use]
    pub const fn y_up(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, cell.y, 0.0))
    }

    /// On the floor of a 3D world: rows go towards +Z, and heights are the game's.
    #[must_use]
    pub const fn xz(cell: Vec2) -> Self {
        Self::of(Vec3::new(cell.x, 0.0, 0.0), Vec3::new(0.0, 0.0, cell.y))
    }

    /// Tiles as diamonds of this width and height: right leads to the lower right, down to the lower left.
    #[must_use]
    pub const fn isometric(tile: Vec2) -> Self {
        let (x, y) = (tile.x / 2.0, tile.y / 2.0);
        Self::of(Vec3::new(x, -y, 0.0), Vec3::new(-x, -y, 0.0))
    }

    /// The same, beginning there.
    #[must_use]
    pub const fn at(self, origin: Vec3) -> Self {
        Self { origin, ..self }
    }

    /// The same, moved so that the middle of a map of this size lies where its corner lay.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "maps are far smaller than 2^24 cells a side")]
    pub fn centered(self, GridSize { width, height }: GridSize) -> Self {
        let half = self.x_axis * (width as f32 / 2.0) + self.y_axis * (height as f32 / 2.0);
        self.at(self.origin - half)
    }

    /// Returns `true` if cells have an area, and all numbers are finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let area = self.x_axis.cross(self.y_axis).length();
        self.origin.is_finite() && area.is_finite() && area > 0.0
    }

    /// Returns how far a way in cells leads in the world, in world units.
    pub(super) fn length_of(&self, way: Vec2) -> f32 {
        (self.x_axis * way.x + self.y_axis * way.y).length()
    }

    /// The lengths of a cell's sides in the world.
    #[must_use]
    pub fn cell_size(&self) -> Vec2 {
        Vec2::new(self.x_axis.length(), self.y_axis.length())
    }

    /// The middle of a cell, in a 2D world.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.center_3d(cell).truncate()
    }

    /// The middle of a cell.
    #[must_use]
    pub fn center_3d(&self, cell: Cell) -> Vec3 {
        self.world_3d(position_of(cell))
    }

    /// The place in a 2D world of a position in cells.
    #[must_use]
    pub fn world(&self, position: Vec2) -> Vec2 {
        self.world_3d(position).truncate()
    }

    /// The place in the world of a position in cells.
    #[must_use]
    pub fn world_3d(&self, position: Vec2) -> Vec3 {
        let from_corner = position + 0.5;
        self.origin + self.x_axis * from_corner.x + self.y_axis * from_corner.y
    }

    /// The position in cells of a place in a 2D world.
    #[must_use]
    pub fn position(&self, world: Vec2) -> Vec2 {
        self.position_3d(world.extend(self.origin.z))
    }

    /// The position in cells that lies below a place in the world, however high that is above the map.
    #[must_use]
    pub fn position_3d(&self, world: Vec3) -> Vec2 {
        self.cells_along(world - self.origin) - 0.5
    }

    /// So many cells to the right and down does this lead in the world, apart from what it rises.
    pub(super) fn cells_along(&self, way: Vec3) -> Vec2 {
        let (x, y) = (self.x_axis, self.y_axis);
        // The part in the plane of both axes, by Cramer's rule.
        let (xx, xy, yy) = (x.dot(x), x.dot(y), y.dot(y));
        let (wx, wy) = (way.dot(x), way.dot(y));
        Vec2::new(wx * yy - wy * xy, wy * xx - wx * xy) / (xx * yy - xy * xy)
    }

    /// The cell at a place in a 2D world, such as the pointer's; it may lie outside the map.
    #[must_use]
    pub fn cell(&self, world: Vec2) -> Cell {
        cell_at(self.position(world))
    }

    /// The cell below a place in the world; it may lie outside the map.
    #[must_use]
    pub fn cell_3d(&self, world: Vec3) -> Cell {
        cell_at(self.position_3d(world))
    }

    /// The cell that a ray meets, such as one from the camera through the pointer; it may lie outside the map. `None`
    /// if the ray leads past it.
    #[must_use]
    pub fn cell_under(&self, ray: Ray3d) -> Option<Cell> {
        let normal = self.x_axis.cross(self.y_axis);
        let distance = (self.origin - ray.origin).dot(normal) / ray.direction.dot(normal);
        (distance.is_finite() && distance >= 0.0).then(|| self.cell_3d(ray.get_point(distance)))
    }

    /// Away from the map, towards those who look at it: +Z in 2D, +Y above a floor.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        let normal = self.x_axis.cross(self.y_axis).normalize_or_zero();
        let largest = [normal.x, normal.y, normal.z].into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs()));
        if largest.is_some_and(|largest| largest < 0.0) { -normal } else { normal }
    }

    /// Where something looks in the world that looks along this angle on the map: 0 is to the right, a quarter turn up.
    #[must_use]
    pub fn direction(&self, facing: f32) -> Vec3 {
        let (sin, cos) = facing.sin_cos();
        (self.x_axis.normalize_or_zero() * cos - self.y_axis.normalize_or_zero() * sin).normalize_or_zero()
    }

    /// A world position in cells becomes one in the world, as high above the map as `before` was.
    pub(super) fn world_at_height_of(&self, before: Vec3, position: Vec2) -> Vec3 {
        let on_map = self.world_3d(position);
        // Exactly as high where a coordinate is just the height: nothing creeps away in a million small steps.
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

/// A cell as a position in cells: its middle.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "maps are far smaller than 2^24 cells a side")]
pub fn position_of(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32, cell.y as f32)
}

/// The cell of a position in cells. A cell begins at its left and upper edge and ends before the next one.
#[must_use]
pub fn cell_at(position: Vec2) -> Cell {
    let cell = (position + 0.5).floor().as_ivec2();
    Cell::new(cell.x, cell.y)
}

/// The [`GridLayout`] of one map, on its entity: for its agents it counts in place of the resource.
///
/// One in which cells have no area is refused with a [`LayoutRefused`](super::LayoutRefused): until it is valid, the
/// resource counts. An agent that comes from another map stays as high above the plane of the cells as it was.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct MapLayout(pub GridLayout);

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
            GridLayout::xz(Vec2::new(2.0, 1.0)).centered(GridSize { width: 9, height: 5 }),
            GridLayout::isometric(Vec2::new(64.0, 32.0)),
            oblique,
        ];
        for layout in layouts {
            for cell in (-3..12).flat_map(|y| (-3..12).map(move |x| Cell::new(x, y))) {
                let center = layout.center_3d(cell);
                assert_eq!(layout.cell_3d(center), cell, "{layout:?}");
                let lifted = center + layout.up() * 7.0;
                assert_eq!(layout.cell_3d(lifted), cell, "height has no say: {layout:?}");
                assert!(layout.position_3d(center).distance(position_of(cell)) < 1e-4, "{layout:?}");
                let ray = Ray3d::new(lifted, Dir3::new(-layout.up()).unwrap());
                assert_eq!(layout.cell_under(ray), Some(cell), "{layout:?}");
                let away = Ray3d::new(lifted, Dir3::new(layout.up()).unwrap());
                assert_eq!(layout.cell_under(away), None, "{layout:?}");
                let moved = layout.world_at_height_of(lifted, position_of(cell) + 2.0);
                assert!(((moved - layout.world_3d(position_of(cell) + 2.0)).dot(layout.up()) - 7.0).abs() < 1e-3);
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
