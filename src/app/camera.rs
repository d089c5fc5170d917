//! The view onto the map: pan, zoom at the pointer, fit beside the panels.

use bevy::camera::Viewport;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext};

use super::{AppCommand, AppSystems, MapArea};
use crate::picture::palette;
use crate::plugin::{GridLayout, GridReplaced, NavGrid};

/// The camera that sees the map.
#[derive(Component)]
pub struct MapCamera;

/// Where the camera looks and how closely.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The world position in the middle of the map area.
    pub center: Vec2,
    /// World units a logical pixel.
    pub scale: f32,
    /// Whether the view follows the size of map and window, until the user moves it.
    pub fitted: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { center: Vec2::ZERO, scale: 1.0, fitted: true }
    }
}

impl View {
    /// The world position under a place of the window.
    #[must_use]
    pub fn world_at(&self, area: &MapArea, pointer: Vec2) -> Vec2 {
        let from_middle = pointer - area.rect.center();
        self.center + from_middle * Vec2::new(self.scale, -self.scale)
    }

    /// The place of the window that shows a world position.
    #[must_use]
    pub fn window_at(&self, area: &MapArea, world: Vec2) -> Vec2 {
        area.rect.center() + (world - self.center) / Vec2::new(self.scale, -self.scale)
    }

    /// Zooms so that what lies under `at` stays there.
    fn zoom(&mut self, area: &MapArea, at: Vec2, factor: f32, limits: (f32, f32)) {
        let anchor = self.world_at(area, at);
        let scale = (self.scale / factor).clamp(limits.0, limits.1);
        self.center = anchor + (self.center - anchor) * (scale / self.scale);
        self.scale = scale;
        self.fitted = false;
    }

    /// Shows a map of this size whole, with a margin.
    fn fit(&mut self, area: &MapArea, layout: &GridLayout, cells: Vec2) {
        let world = cells * layout.cell_size;
        let free = (area.rect.size() - MARGIN * 2.0).max(Vec2::splat(16.0));
        self.scale = (world / free).max_element().max(layout.cell_size / LARGEST_FITTED_CELL);
        self.center = layout.origin + world * Vec2::new(0.5, -0.5);
        self.fitted = true;
    }
}

/// Logical pixels around a fitted map.
const MARGIN: f32 = 20.0;
/// Logical pixels of a cell on a fitted small map.
const LARGEST_FITTED_CELL: f32 = 64.0;
/// Logical pixels of a cell when zoomed in all the way.
const LARGEST_CELL: f32 = 256.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .insert_resource(ClearColor(Color::srgb_u8(
            palette::BACKGROUND[0],
            palette::BACKGROUND[1],
            palette::BACKGROUND[2],
        )))
        .insert_resource(EguiGlobalSettings { auto_create_primary_context: false, ..default() })
        .add_systems(Startup, spawn_cameras)
        .add_systems(Update, (move_view, keep_fitted, place_camera).chain().in_set(AppSystems::View));
}

fn spawn_cameras(mut commands: Commands) {
    // Multisampling costs a software renderer three quarters of its speed and gives a grid nothing.
    commands.spawn((Camera2d, Msaa::Off, MapCamera));
    // Panels have a camera of their own, above the map, which covers the whole window.
    commands.spawn((
        Camera2d,
        Msaa::Off,
        PrimaryEguiContext,
        RenderLayers::none(),
        Camera { order: 10, clear_color: ClearColorConfig::None, ..default() },
    ));
}

#[expect(clippy::cast_precision_loss, reason = "maps have at most 8192 cells a side")]
fn size_in_cells(grid: &NavGrid) -> Vec2 {
    Vec2::new(grid.grid().width() as f32, grid.grid().height() as f32)
}

fn move_view(
    mut commands: MessageReader<AppCommand>,
    mut view: ResMut<View>,
    area: Res<MapArea>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
) {
    let mut whole = View::default();
    whole.fit(&area, &layout, size_in_cells(&grid));
    let limits = (layout.cell_size / LARGEST_CELL, whole.scale * 2.0);
    for command in commands.read() {
        match *command {
            AppCommand::Fit => *view = whole,
            AppCommand::Zoom { factor, at } => {
                let at = at.map_or(area.rect.center(), Vec2::from);
                view.zoom(&area, at, factor, limits);
            }
            AppCommand::Pan { x, y } => {
                let moved = Vec2::new(-x, y) * view.scale;
                // Some of the map always stays in sight.
                let far = layout.origin + size_in_cells(&grid) * layout.cell_size * Vec2::new(1.0, -1.0);
                let center = view.center + moved;
                view.center = center.clamp(layout.origin.min(far), layout.origin.max(far));
                view.fitted = false;
            }
            _ => {}
        }
    }
}

/// A fitted view stays so when the window, the panels or the map change their size.
fn keep_fitted(
    mut view: ResMut<View>,
    mut replaced: MessageReader<GridReplaced>,
    area: Res<MapArea>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
    mut last_size: Local<Vec2>,
) {
    let size = size_in_cells(&grid);
    let resized = replaced.read().count() > 0 && size != *last_size;
    if resized {
        *last_size = size;
    }
    if resized || (view.fitted && area.is_changed()) {
        view.fit(&area, &layout, size);
    }
}

/// Puts the camera where the view is. The map's viewport is the free rectangle, so nothing is
/// drawn under the panels.
fn place_camera(
    view: Res<View>,
    area: Res<MapArea>,
    layout: Res<GridLayout>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&mut Camera, &mut Transform, &mut Projection), With<MapCamera>>,
    mut last_viewport: Local<(UVec2, UVec2)>,
) {
    let (mut camera, mut transform, mut projection) = camera.into_inner();
    let factor = window.scale_factor();
    let corner = (area.rect.min * factor).round().as_uvec2();
    let size = (area.rect.size() * factor).round().as_uvec2();
    let free = window.physical_size().saturating_sub(corner);
    let size = size.min(free);
    if size.x < 2 || size.y < 2 {
        return;
    }
    if *last_viewport != (corner, size) {
        *last_viewport = (corner, size);
        camera.viewport = Some(Viewport { physical_position: corner, physical_size: size, ..default() });
    } else if !view.is_changed() {
        return;
    }
    transform.translation = view.center.extend(transform.translation.z);
    if let Projection::Orthographic(orthographic) = &mut *projection {
        orthographic.scale = view.scale;
    }
    let first = view.window_at(&area, layout.center(crate::pathfinding::Cell::new(0, 0)));
    debug!("map: cell (0, 0) at {:.1},{:.1}; {:.3} px a cell", first.x, first.y, layout.cell_size / view.scale);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area() -> MapArea {
        MapArea { rect: Rect::new(0.0, 40.0, 900.0, 700.0), ui_scale: 1.0 }
    }

    #[test]
    fn zooming_keeps_what_lies_under_the_pointer() {
        let mut view = View { center: Vec2::new(300.0, -120.0), scale: 0.7, fitted: true };
        let pointer = Vec2::new(123.0, 456.0);
        let before = view.world_at(&area(), pointer);
        view.zoom(&area(), pointer, 1.9, (0.01, 100.0));
        assert!(before.distance(view.world_at(&area(), pointer)) < 0.01);
        assert!(!view.fitted);
    }

    #[test]
    fn a_fitted_map_lies_inside_the_area() {
        let (mut view, layout) = (View::default(), GridLayout::default());
        for cells in [Vec2::new(1.0, 1.0), Vec2::new(300.0, 20.0), Vec2::new(5.0, 4096.0)] {
            view.fit(&area(), &layout, cells);
            let first = view.window_at(&area(), layout.world(Vec2::splat(-0.5)));
            let last = view.window_at(&area(), layout.world(cells - 0.5));
            assert!(area().rect.contains(first) && area().rect.contains(last), "{cells}: {first} {last}");
        }
    }
}
