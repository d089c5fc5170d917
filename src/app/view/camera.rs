//! The view onto the map: its part of the window, pan, zoom at the pointer, keyboard cursor.
//!
//! The view fits the map beside the panels. On the cell of the keyboard cursor, keys act as clicks
//! do.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraOutputMode, Viewport};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext, egui};
use bevy_gridwalk::{GridLayout, GridReplaced, NavGrid};
use gridwalk_explain::Breakpoint;
use gridwalk_pathfinding::{Cell, Rect as CellRect};

use crate::app::command::{
    AgentCommand, AppCommand, CellCommand, EditCommand, LessonAnswer, LessonCommand, PlayCommand,
    Toggle, ToolCommand, ViewCommand, WatchCommand, WindowCommand,
};
use crate::app::{AppSystems, Hovered, Notes, Phrase, Toggles};
use crate::picture::palette;

/// The camera that sees the map.
#[derive(Component)]
pub struct MapCamera;

/// Position and zoom of the map's camera.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct CameraView {
    /// The world position in the middle of the map area.
    pub center: Vec2,
    /// World units per logical pixel.
    pub scale: f32,
    /// Whether the whole map, or its part, is fitted into the area, until the user moves the view.
    pub fitted: bool,
    /// The part of the map to fit; `None` for the whole map.
    pub part: Option<CellRect>,
}

impl Default for CameraView {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            scale: 1.0,
            fitted: true,
            part: None,
        }
    }
}

impl CameraView {
    /// Returns the world position at a position in the window.
    #[must_use]
    pub fn world_at(&self, area: &MapArea, pointer: Vec2) -> Vec2 {
        let from_middle = pointer - area.rect.center();
        self.center + from_middle * Vec2::new(self.scale, -self.scale)
    }

    /// Returns the position in the window of a world position.
    #[must_use]
    pub fn window_at(&self, area: &MapArea, world: Vec2) -> Vec2 {
        area.rect.center() + (world - self.center) / Vec2::new(self.scale, -self.scale)
    }

    /// Zooms around the point `at` of the window, which keeps its world position.
    fn zoom(&mut self, area: &MapArea, at: Vec2, factor: f32, limits: (f32, f32)) {
        let anchor = self.world_at(area, at);
        let scale = (self.scale / factor).clamp(limits.0, limits.1);
        self.center = anchor + (self.center - anchor) * (scale / self.scale);
        self.scale = scale;
        self.fitted = false;
    }

    /// Moves the map by logical pixels; a part of it always stays in sight.
    fn pan(&mut self, moved: Vec2, layout: &GridLayout, cells: Vec2) {
        let origin = layout.origin.truncate();
        let far = origin + cells * layout.cell_size().x * Vec2::new(1.0, -1.0);
        let center = self.center + Vec2::new(-moved.x, moved.y) * self.scale;
        self.center = center.clamp(origin.min(far), origin.max(far));
        self.fitted = false;
    }

    /// Returns the middle and the size, in world units, of the part to fit or of a map of this
    /// size.
    #[expect(
        clippy::cast_precision_loss,
        reason = "maps have at most 8192 cells a side"
    )]
    fn framed(&self, layout: &GridLayout, cells: Vec2) -> (Vec2, Vec2) {
        let part = self
            .part
            .map(|part| (part.at, Vec2::new(part.width as f32, part.height as f32)));
        let (at, cells) = part.unwrap_or((Cell::new(0, 0), cells));
        let world = cells * layout.cell_size().x;
        let corner = layout.center(at) + layout.cell_size().x * Vec2::new(-0.5, 0.5);
        (corner + world * Vec2::new(0.5, -0.5), world)
    }

    /// Whether the part to fit, or the whole map, lies within the map's area.
    fn shows_all(&self, area: &MapArea, layout: &GridLayout, cells: Vec2) -> bool {
        let (middle, world) = self.framed(layout, cells);
        let seen = Rect::from_center_size(self.window_at(area, middle), world / self.scale);
        let room = area.rect.inflate(1.0);
        room.contains(seen.min) && room.contains(seen.max)
    }

    /// Fits the part, or a map of this size, into the area with a margin.
    fn fit(&mut self, area: &MapArea, layout: &GridLayout, cells: Vec2) {
        let (middle, world) = self.framed(layout, cells);
        let free = (area.rect.size() - MARGIN * 2.0).max(Vec2::splat(16.0));
        self.scale = (world / free)
            .max_element()
            .max(layout.cell_size().x / LARGEST_FITTED_CELL);
        self.center = middle;
        self.fitted = true;
    }
}

/// Margin around a fitted map, in logical pixels.
const MARGIN: f32 = 20.0;
/// Maximum side of a cell on a fitted map, in logical pixels.
const LARGEST_FITTED_CELL: f32 = 64.0;
/// Minimum side of a cell that the view moves to, in logical pixels.
const SEEN_CELL: f32 = 16.0;
/// Maximum side of a cell, at the closest zoom, in logical pixels.
const LARGEST_CELL: f32 = 256.0;

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<CameraView>()
        .insert_resource(ClearColor(Color::srgb_u8(
            palette::BACKGROUND[0],
            palette::BACKGROUND[1],
            palette::BACKGROUND[2],
        )))
        .insert_resource(EguiGlobalSettings {
            auto_create_primary_context: false,
            ..default()
        })
        .add_systems(Startup, spawn_cameras)
        .add_systems(
            Update,
            (keep_fitted, place_camera).chain().in_set(AppSystems::View),
        );
}

fn spawn_cameras(mut commands: Commands) {
    // Multisampling costs a software renderer three quarters of its speed and gives a grid nothing.
    // The other camera writes the picture of both to the window.
    commands.spawn((
        Camera2d,
        Msaa::Off,
        MapCamera,
        Camera {
            output_mode: CameraOutputMode::Skip,
            ..default()
        },
    ));
    // Panels have their own camera above the map, which covers the whole window.
    let output_mode = CameraOutputMode::Write {
        blend_state: Some(BlendState::REPLACE),
        clear_color: ClearColorConfig::Default,
    };
    commands.spawn((
        Camera2d,
        Msaa::Off,
        PrimaryEguiContext,
        RenderLayers::none(),
        Camera {
            order: 10,
            clear_color: ClearColorConfig::None,
            output_mode,
            ..default()
        },
    ));
}

#[expect(
    clippy::cast_precision_loss,
    reason = "maps have at most 8192 cells a side"
)]
fn size_in_cells(grid: &NavGrid) -> Vec2 {
    Vec2::new(grid.grid().width() as f32, grid.grid().height() as f32)
}

/// Applies one command.
pub(in crate::app) fn act(
    In(command): In<ViewCommand>,
    mut view: ResMut<CameraView>,
    (mut hovered, mut cursor, mut toggles): (ResMut<Hovered>, ResMut<CellCursor>, ResMut<Toggles>),
    area: Res<MapArea>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
    window: Single<&Window, With<PrimaryWindow>>,
) {
    // To move the view ends following an agent.
    if !matches!(
        command,
        ViewCommand::Zoom { .. } | ViewCommand::MoveCursor(..)
    ) && toggles.is_on(Toggle::Follow)
    {
        toggles.turn(Toggle::Follow, false);
    }
    let size = size_in_cells(&grid);
    let mut whole = CameraView::default();
    whole.fit(&area, &layout, size);
    match command {
        ViewCommand::Fit => *view = whole,
        ViewCommand::Part(at, (width, height)) => {
            let part = CellRect {
                at: at.into(),
                width: width.max(1),
                height: height.max(1),
            };
            view.part = (part.overlaps(grid.grid().size().rect())).then_some(part);
            view.fit(&area, &layout, size);
        }
        ViewCommand::Zoom { factor, at } => {
            let at = at.map_or(area.rect.center(), Vec2::from);
            view.zoom(
                &area,
                at,
                factor,
                (layout.cell_size().x / LARGEST_CELL, whole.scale * 2.0),
            );
        }
        ViewCommand::Pan { x, y } => view.pan(Vec2::new(x, y), &layout, size),
        ViewCommand::LookAt(x, y) => {
            let cell = Cell::new(x, y);
            // The map stays if the cell is in sight already.
            let side = layout.cell_size().x / view.scale;
            let seen = area.rect.inflate(-side / 2.0);
            let is_seen =
                !seen.is_empty() && seen.contains(view.window_at(&area, layout.center(cell)));
            if side < SEEN_CELL || !is_seen {
                view.center = layout.center(cell);
                view.scale = view.scale.min(layout.cell_size().x / SEEN_CELL);
                (view.fitted, view.part) = (false, None);
            }
            hovered.set_if_neq(Hovered(
                Some(cell).filter(|cell| grid.grid().contains(*cell)),
            ));
            cursor.choose(window.cursor_position());
        }
        ViewCommand::MoveCursor(x, y) => {
            let map = grid.grid();
            let most = Cell::new(
                map.width().cast_signed() - 1,
                map.height().cast_signed() - 1,
            );
            // Without a cell the cursor begins in the middle of the view.
            let next = hovered.0.map_or_else(
                || layout.cell(view.center),
                |cell| Cell::new(cell.x + x, cell.y + y),
            );
            let next = Cell::new(next.x.clamp(0, most.x), next.y.clamp(0, most.y));
            hovered.set_if_neq(Hovered(Some(next)));
            cursor.choose(window.cursor_position());
            // The map moves along where the cursor would leave the window.
            let at = view.window_at(&area, layout.center(next));
            let seen = area.rect.inflate(-layout.cell_size().x / view.scale);
            if seen.width() > 0.0 && seen.height() > 0.0 && !seen.contains(at) {
                view.pan(at.clamp(seen.min, seen.max) - at, &layout, size);
            }
        }
    }
}

/// State of the fitting: the sizes that the view was made for, and pending work.
#[derive(Default)]
struct Framing {
    /// Size of the map in cells, size of the window, and scale of a point.
    size: Vec2,
    window: Vec2,
    ui_scale: f32,
    /// The area of the map.
    rect: Rect,
    /// Frames in which the map or the window counts as new, while panels find their places.
    opening: u8,
    /// Whether the map may now lie under a panel.
    is_unseen: bool,
    /// The scale before a panel made the map smaller; `None` if none did.
    before: Option<f32>,
}

/// Part of its old scale at which a map counts as large as before: panels settle within some
/// frames.
const NEARLY: f32 = 1.02;

/// Number of frames in which a new view is fitted to the room that panels leave.
const OPENING: u8 = 8;

/// Keeps the map at its place in the window, whichever panels open and close.
///
/// A fitted view is fitted again when a map is opened, and when the user resizes the window or its
/// text. The same happens where a panel would cover a part of the map, but never while a button is
/// down on it; when the panel is gone, the map is as large as before.
fn keep_fitted(
    mut view: ResMut<CameraView>,
    area: Res<MapArea>,
    (layout, grid): (Res<GridLayout>, Res<NavGrid>),
    window: Single<&Window, With<PrimaryWindow>>,
    (buttons, touches): (Res<ButtonInput<MouseButton>>, Res<Touches>),
    mut framing: Local<Framing>,
) {
    let (size, window) = (size_in_cells(&grid), window.size());
    let resized = framing.size != size;
    if resized {
        view.part = None;
    }
    let is_new = resized || framing.rect.is_empty();
    let is_wanted =
        framing.window != window || framing.ui_scale.to_bits() != area.ui_scale.to_bits();
    let moved = area.rect.center() - framing.rect.center();
    let is_moved = framing.rect != area.rect;
    let opening = if is_new || is_wanted {
        OPENING
    } else {
        framing.opening.saturating_sub(1)
    };
    let is_unseen = framing.is_unseen || is_moved;
    let before = framing
        .before
        .filter(|_| view.fitted && !is_new && !is_wanted);
    *framing = Framing {
        size,
        window,
        ui_scale: area.ui_scale,
        rect: area.rect,
        opening,
        is_unseen,
        before,
    };
    if resized || (view.fitted && is_moved && opening > 0) {
        view.fit(&area, &layout, size);
        (framing.is_unseen, framing.before) = (false, None);
        return;
    }
    if is_moved {
        let scale = view.scale;
        view.center += moved * Vec2::new(scale, -scale);
    }
    let is_held = buttons.get_pressed().len() > 0 || touches.iter().next().is_some();
    if is_unseen && !is_held {
        framing.is_unseen = false;
        let mut whole = *view;
        whole.fit(&area, &layout, size);
        if view.fitted && !view.shows_all(&area, &layout, size) {
            framing.before = Some(framing.before.unwrap_or(view.scale))
                .filter(|before| whole.scale > before * NEARLY);
            *view = whole;
        } else if let Some(before) = framing
            .before
            .filter(|before| whole.scale <= before * NEARLY)
        {
            // Not as soon as a panel is a little smaller: the map would move with it.
            *view = CameraView {
                scale: before.max(whole.scale),
                ..whole
            };
            framing.before = None;
        }
    }
}

/// Places the camera at the view.
///
/// Its viewport is the free rectangle, so nothing is drawn under the panels.
fn place_camera(
    view: Res<CameraView>,
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
        camera.viewport = Some(Viewport {
            physical_position: corner,
            physical_size: size,
            ..default()
        });
    } else if !view.is_changed() {
        return;
    }
    transform.translation = view.center.extend(transform.translation.z);
    if let Projection::Orthographic(orthographic) = &mut *projection {
        orthographic.scale = view.scale;
    }
    let first = view.window_at(&area, layout.center(Cell::new(0, 0)));
    debug!(
        "map: cell (0, 0) at {:.1},{:.1}; {:.3} px a cell",
        first.x,
        first.y,
        layout.cell_size().x / view.scale
    );
}

/// The area that panels leave free, in logical window pixels.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MapArea {
    /// The free rectangle.
    pub rect: Rect,
    /// Logical pixels per point of egui.
    pub ui_scale: f32,
}

impl Default for MapArea {
    fn default() -> Self {
        Self {
            rect: Rect::default(),
            ui_scale: 1.0,
        }
    }
}

impl MapArea {
    /// Returns the rectangle in points of egui.
    #[must_use]
    pub fn in_points(&self) -> egui::Rect {
        let point = |place: Vec2| egui::pos2(place.x / self.ui_scale, place.y / self.ui_scale);
        egui::Rect::from_min_max(point(self.rect.min), point(self.rect.max))
    }

    /// Returns `true` if a pointer at this position is over the map, not over a panel or a floating
    /// window.
    ///
    /// egui treats panels drawn in a custom `Ui` as free background, so its own answer cannot be
    /// used here.
    #[must_use]
    pub fn owns(&self, context: &egui::Context, pointer: Vec2) -> bool {
        let point = egui::pos2(pointer.x, pointer.y) / self.ui_scale;
        self.rect.contains(pointer)
            && !self.is_panel_edge(context, point)
            && context
                .layer_id_at(point)
                .is_none_or(|layer| layer.order == egui::Order::Background)
            && !context.egui_is_using_pointer()
    }

    /// Returns `true` if the pointer can grab the side panel's edge, which overlaps the map a
    /// little.
    fn is_panel_edge(&self, context: &egui::Context, point: egui::Pos2) -> bool {
        let right = self.in_points().right();
        let grab = context.global_style().interaction.resize_grab_radius_side + 1.0;
        right < context.viewport_rect().right() && point.x >= right - grab
    }
}

/// State of the keyboard cursor, and the mouse position when it was used last.
///
/// The keyboard cursor determines the hovered cell until the mouse moves.
#[derive(Resource, Default, Debug)]
pub struct CellCursor {
    chosen: bool,
    mouse: Option<Vec2>,
}

impl CellCursor {
    /// Records a choice by keyboard with the current mouse position.
    pub fn choose(&mut self, mouse: Option<Vec2>) {
        *self = Self {
            chosen: true,
            mouse,
        };
    }

    /// Returns `true` while the keyboard cursor is used; ends it when the mouse has moved.
    pub fn holds(&mut self, mouse: Option<Vec2>) -> bool {
        self.chosen &= self.mouse == mouse;
        self.chosen
    }
}

/// Entries of the cell menu from the top, numbered from 1: their titles and their commands.
pub const MENU: [(Phrase, fn(Cell) -> AppCommand); 5] = [
    (Phrase::SearchFromHere, |cell| {
        WatchCommand::SetStart(cell).into()
    }),
    (Phrase::SearchToHere, |cell| {
        WatchCommand::SetGoal(cell).into()
    }),
    (Phrase::StopWhenOpened, |cell| {
        PlayCommand::Break(Breakpoint::Opened(cell)).into()
    }),
    (Phrase::StopWhenClosed, |cell| {
        PlayCommand::Break(Breakpoint::Closed(cell)).into()
    }),
    (Phrase::StopWhenRelaxed, |cell| {
        PlayCommand::Break(Breakpoint::Relaxed(cell)).into()
    }),
];

/// The cell whose menu is open. The next click only closes the menu.
#[derive(Resource, Default, Debug)]
pub struct CellMenu(pub Option<Cell>);

/// Closes the menu when the map is replaced.
pub(super) fn close_menu(mut replaced: MessageReader<GridReplaced>, mut menu: ResMut<CellMenu>) {
    if replaced.read().count() > 0 {
        menu.0 = None;
    }
}

/// Returns the command for the cell under the pointer or the keyboard cursor.
pub(in crate::app) fn resolve(
    In(command): In<CellCommand>,
    hovered: Res<Hovered>,
    grid: Res<NavGrid>,
    mut menu: ResMut<CellMenu>,
    mut notes: ResMut<Notes>,
) -> Option<AppCommand> {
    let on_cell: fn(Cell) -> AppCommand = match command {
        CellCommand::Send => |cell| AgentCommand::SendTo(cell).into(),
        CellCommand::Queue => |cell| AgentCommand::QueueTo(cell).into(),
        CellCommand::SendAll => |cell| AgentCommand::SendAllTo(cell).into(),
        CellCommand::Place => |cell| AgentCommand::Place(cell).into(),
        CellCommand::NextTerrain => |cell| EditCommand::NextTerrain(cell).into(),
        CellCommand::PreviousTerrain => |cell| EditCommand::PreviousTerrain(cell).into(),
        CellCommand::Draw => |cell| ToolCommand::Press(cell).into(),
        CellCommand::Erase => |cell| ToolCommand::PressErasing(cell).into(),
        CellCommand::Start => |cell| WatchCommand::SetStart(cell).into(),
        CellCommand::Goal => |cell| WatchCommand::SetGoal(cell).into(),
        CellCommand::Answer => |cell| LessonCommand::Answer(LessonAnswer::Cell(cell)).into(),
        CellCommand::Menu => |cell| WindowCommand::CellMenu(Some(cell)).into(),
        CellCommand::MenuEntry(number) => {
            let cell = menu.0.filter(|cell| grid.grid().is_walkable(*cell))?;
            let (_, command) = MENU.get(number.checked_sub(1)?)?;
            menu.0 = None;
            return Some(command(cell));
        }
    };
    let cell = hovered.0.filter(|cell| grid.grid().contains(*cell));
    if cell.is_none() {
        notes.warn(Phrase::NoCellChosen);
    }
    cell.map(on_cell)
}
