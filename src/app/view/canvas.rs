//! Drawing on the map: layers, textured quads, sharp shapes of egui, arrows and portals.
//!
//! Shapes of egui lie below all panels, are sharp at every zoom, and cover each other in the order
//! in which systems draw them. Some layers of sprites are hidden while a search is watched. Arrows
//! on one-way cells and rings around the ends of portals show what terrain colours cannot.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite_render::Material2d;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke, StrokeKind, vec2};
use bevy_gridwalk::{GridLayout, NavGrid};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Direction, Grid, Rect};

use super::camera::{CameraView, MapCamera};
use super::tints;
use crate::app::command::Mode;
use crate::app::widgets::theme;
use crate::app::{AppSystems, MapArea};
use crate::picture::palette;

/// System parameters needed to draw on the map.
#[derive(SystemParam)]
pub struct MapCanvases<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    area: Res<'w, MapArea>,
    view: Res<'w, CameraView>,
    layout: Res<'w, GridLayout>,
}

impl MapCanvases<'_, '_> {
    /// Opens the canvas.
    ///
    /// All systems share its layer: egui draws layers without an area in the order of their hashes.
    pub fn open(&mut self) -> Result<MapCanvas<'_>> {
        let context = self.contexts.ctx_mut()?.clone();
        let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("map"));
        let painter = Painter::new(context, layer, self.area.in_points());
        let (area, view, layout) = (&*self.area, &*self.view, &*self.layout);
        Ok(MapCanvas {
            painter,
            area,
            view,
            layout,
            side: layout.cell_size().x / view.scale / area.ui_scale,
        })
    }
}

/// A painter that converts cells to window positions.
#[derive(Deref)]
pub struct MapCanvas<'a> {
    #[deref]
    painter: Painter,
    area: &'a MapArea,
    view: &'a CameraView,
    layout: &'a GridLayout,
    /// The side of a cell in points.
    pub side: f32,
}

impl MapCanvas<'_> {
    pub fn center(&self, cell: Cell) -> Pos2 {
        self.world(self.layout.center(cell))
    }

    /// Converts a world position to a point of the window.
    pub fn world(&self, world: Vec2) -> Pos2 {
        let at = self.view.window_at(self.area, world) / self.area.ui_scale;
        egui::pos2(at.x, at.y)
    }

    /// Returns the visible cells of a map of this size.
    pub fn in_sight(&self, width: u32, height: u32) -> impl Iterator<Item = Cell> + use<> {
        let rect = self.area.rect;
        let first = self.layout.cell(self.view.world_at(self.area, rect.min));
        let last = self.layout.cell(self.view.world_at(self.area, rect.max));
        let (columns, rows) = (
            first.x.max(0)..=last.x.min(width.cast_signed() - 1),
            first.y.max(0)..=last.y.min(height.cast_signed() - 1),
        );
        rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// Returns the window rectangle of a rectangle of cells.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a map has some thousand cells a side"
    )]
    pub fn frame(&self, rect: Rect) -> egui::Rect {
        let corner = self.center(rect.at) - vec2(self.side, self.side) / 2.0;
        let size = vec2(rect.width as f32, rect.height as f32) * self.side;
        egui::Rect::from_min_size(corner, size)
    }

    /// Draws the border of a selection: dark dashes on white, visible on any ground.
    pub fn dashes(&self, rect: egui::Rect) {
        self.rect_stroke(
            rect,
            0.0,
            Stroke::new(2.0, Color32::WHITE),
            StrokeKind::Middle,
        );
        let corners: [Pos2; 5] = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
            rect.left_top(),
        ];
        let stroke = Stroke::new(2.0, theme::color(palette::INK));
        self.extend(egui::Shape::dashed_line(&corners, stroke, 5.0, 5.0));
    }

    /// Draws a text above the upper left corner of `rect`, moved as needed to stay in view.
    pub fn label(&self, rect: egui::Rect, text: &str) {
        let font = FontId::proportional(theme::BODY);
        let galley = self.layout_no_wrap(text.to_owned(), font, theme::color(palette::TEXT));
        let size = galley.size() + vec2(16.0, 8.0);
        let clip = self.clip_rect().shrink(4.0);
        let wanted = Align2::LEFT_BOTTOM.anchor_size(rect.left_top() - vec2(0.0, 4.0), size);
        let low = (clip.max - size).max(clip.min);
        let at = wanted.min.clamp(clip.min, low);
        let card = egui::Rect::from_min_size(at, size);
        self.rect_filled(
            card,
            6.0,
            theme::color(palette::BACKGROUND).gamma_multiply(0.94),
        );
        self.galley(
            card.min + vec2(8.0, 4.0),
            galley,
            theme::color(palette::TEXT),
        );
    }

    /// Returns the radius of a badge on a cell in points.
    pub fn badge_radius(&self) -> f32 {
        (self.side * 0.28).clamp(5.5, 8.0)
    }

    /// Draws a text on a pill, visible on any ground.
    pub fn badge(&self, at: Pos2, radius: f32, color: Rgb, text: &str) {
        let ink = theme::color(tints::ink(color));
        let font = FontId::proportional(radius * 1.4);
        let galley = self.layout_no_wrap(text.to_owned(), font, ink);
        let size = egui::Vec2::splat(radius * 2.0).max(galley.size() + vec2(radius * 0.8, 0.0));
        let pill = egui::Rect::from_center_size(at, size);
        self.rect_filled(
            pill.expand(1.5),
            radius + 1.5,
            theme::color(palette::CASING),
        );
        self.rect_filled(pill, radius, theme::color(color));
        self.galley(at - galley.size() / 2.0, galley, ink);
    }

    pub fn arrow(&self, from: Pos2, along: egui::Vec2, stroke: Stroke) {
        let tip = from + along;
        self.line_segment([from, tip], stroke);
        let back = -along * 0.42;
        let across = vec2(-along.y, along.x) * 0.32;
        self.line_segment([tip, tip + back + across], stroke);
        self.line_segment([tip, tip + back - across], stroke);
    }
}

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
    let size = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: 1,
    };
    Image::new(
        size,
        TextureDimension::D2,
        data,
        format,
        RenderAssetUsages::default(),
    )
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
    (
        Mesh2d(meshes.add(Rectangle::from_size(size))),
        MeshMaterial2d(material),
        place,
    )
}

/// Minimum size of a cell, in points, at which arrows are drawn.
const ARROWS_FROM: f32 = 12.0;
/// Minimum size of a cell, in points, at which portals have numbers.
const PORTAL_NUMBERS_FROM: f32 = 20.0;

pub fn draw_passages(mut canvases: MapCanvases, grid: Res<NavGrid>) -> Result {
    let map = grid.grid();
    if !map.has_one_way_terrain() && map.portals().is_empty() {
        return Ok(());
    }
    let canvas = canvases.open()?;
    if map.has_one_way_terrain() && canvas.side >= ARROWS_FROM {
        draw_arrows(&canvas, map);
    }
    draw_portals(&canvas, map);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "an offset is -1, 0 or 1")]
fn draw_arrows(canvas: &MapCanvas, map: &Grid) {
    let stroke = Stroke::new(
        (canvas.side * 0.05).clamp(1.2, 2.5),
        theme::color(palette::INK).gamma_multiply(0.55),
    );
    for cell in canvas.in_sight(map.width(), map.height()) {
        let Some(terrain) = map
            .terrain(cell)
            .filter(|terrain| terrain.is_one_way() && !terrain.is_blocked())
        else {
            continue;
        };
        let exits = Direction::ALL
            .into_iter()
            .filter(|direction| terrain.exits.contains(*direction));
        let offsets: Vec<_> = exits
            .map(Direction::offset)
            .map(|(dx, dy)| vec2(dx as f32, dy as f32))
            .collect();
        // Adjacent exits share one arrow; opposite exits get one arrow each.
        let mean = offsets
            .iter()
            .fold(egui::Vec2::ZERO, |sum, offset| sum + *offset);
        let arrows = if mean.length() > 0.1 {
            vec![mean]
        } else {
            offsets
        };
        for direction in arrows {
            let along = direction.normalized() * canvas.side * 0.36;
            canvas.arrow(canvas.center(cell) - along / 2.0, along, stroke);
        }
    }
}

/// Draws a ring around both ends of a portal; an end that is only an exit has a thinner ring.
fn draw_portals(canvas: &MapCanvas, map: &Grid) {
    for portal in map.portal_list() {
        let radius = portal_radius(canvas);
        for (cell, enters) in [(portal.from, true), (portal.to, portal.two_way)] {
            let center = canvas.center(cell);
            canvas.circle_stroke(center, radius, Stroke::new(4.0, Color32::WHITE));
            let width = if enters { 2.4 } else { 1.0 };
            canvas.circle_stroke(
                center,
                radius,
                Stroke::new(width, theme::color(palette::PATH)),
            );
        }
    }
}

fn portal_radius(canvas: &MapCanvas) -> f32 {
    (canvas.side * 0.36).max(6.0)
}

/// Draws the same number on the rings of both ends of a portal, above paths and agents.
pub fn draw_portal_numbers(mut canvases: MapCanvases, grid: Res<NavGrid>) -> Result {
    let map = grid.grid();
    let canvas = canvases.open()?;
    if map.portals().is_empty() || canvas.side < PORTAL_NUMBERS_FROM {
        return Ok(());
    }
    let on_the_ring = vec2(1.0, -1.0).normalized() * portal_radius(&canvas);
    for (number, portal) in (1_u32..).zip(map.portal_list()) {
        for cell in [portal.from, portal.to] {
            let at = canvas.center(cell) + on_the_ring;
            canvas.badge(
                at,
                canvas.badge_radius(),
                palette::PATH,
                &number.to_string(),
            );
        }
    }
    Ok(())
}
