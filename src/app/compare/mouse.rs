//! The mouse on the boards: start and goal are dragged on any of them, a click selects one.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use gridwalk_pathfinding::Cell;

use crate::app::cell::CellCursor;
use crate::app::command::{CompareCommand, WatchCommand};
use crate::app::watch::{Mode, Playback, WatchQuery};
use crate::app::{AppCommand, AppSystems, Hovered, MapArea};

/// Where the map of a board is drawn, in logical window pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlace {
    /// Its rectangle.
    pub rect: Rect,
    /// Columns and rows.
    pub cells: Vec2,
}

impl BoardPlace {
    fn cell(&self, pointer: Vec2) -> Option<Cell> {
        let part = (pointer - self.rect.min) / self.rect.size() * self.cells;
        self.rect.contains(pointer).then(|| {
            let last = self.cells - Vec2::ONE;
            let IVec2 { x, y } = part.floor().clamp(Vec2::ZERO, last).as_ivec2();
            Cell::new(x, y)
        })
    }

    /// The middle of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.rect.min + (IVec2::new(cell.x, cell.y).as_vec2() + 0.5) / self.cells * self.rect.size()
    }
}

/// Where the boards are, in their order; none while nothing is compared.
#[derive(Resource, Default, Debug)]
pub struct BoardPlaces(pub Vec<BoardPlace>);

/// A press on a board.
#[derive(Default)]
struct Press {
    board: Option<usize>,
    from: Vec2,
    dragging: bool,
    /// How the end that is dragged is put somewhere, and where it was last put.
    grabbed: Option<(fn(Cell) -> WatchCommand, Cell)>,
}

/// Logical pixels around start and goal where they can be grabbed.
const GRAB: f32 = 9.0;
/// Logical pixels that a click may move before it is a drag.
const DRAG: f32 = 5.0;

pub(super) fn plugin(app: &mut App) {
    let on_boards = use_mouse.run_if(resource_equals(Mode::Compare)).after(crate::app::pointer::use_mouse);
    app.init_resource::<BoardPlaces>().add_systems(PreUpdate, on_boards.in_set(AppSystems::Mouse));
}

fn use_mouse(
    mut contexts: EguiContexts,
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    (area, places, question): (Res<MapArea>, Res<BoardPlaces>, Res<WatchQuery>),
    mut playback: ResMut<Playback>,
    (mut hovered, mut cursor): (ResMut<Hovered>, ResMut<CellCursor>),
    mut press: Local<Press>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let by_keys = cursor.holds(window.cursor_position());
    let pointer = window.cursor_position();
    let is_free = |pointer: &Vec2| area.owns(context, *pointer);
    let under = pointer.filter(is_free).and_then(|pointer| {
        places.0.iter().enumerate().find_map(|(board, place)| Some((board, place, place.cell(pointer)?)))
    });
    if !by_keys {
        hovered.set_if_neq(Hovered(under.map(|(.., cell)| cell)));
    }
    let Some(pointer) = pointer else { return };
    if let Some((board, place, cell)) = under.filter(|_| buttons.just_pressed(MouseButton::Left)) {
        // On one cell the goal lies above the start.
        let ends: [(fn(Cell) -> WatchCommand, Cell); 2] =
            [(WatchCommand::SetGoal, question.query.goal), (WatchCommand::SetStart, question.query.start)];
        let is_near = |at: Cell| at == cell || place.center(at).distance(pointer) <= GRAB;
        let grabbed = ends.into_iter().find(|(_, at)| is_near(*at));
        *press = Press { board: Some(board), from: pointer, dragging: false, grabbed };
    }
    let Some(board) = press.board else { return };
    press.dragging |= pointer.distance(press.from) > DRAG;
    if let Some((put, last)) = press.grabbed {
        // Beside its board an end stays where it was last put.
        if let Some(cell) = places.0.get(board).and_then(|place| place.cell(pointer)).filter(|_| press.dragging)
            && cell != last
        {
            press.grabbed = Some((put, cell));
            commands.write(put(cell).into());
        }
        playback.bypass_change_detection().dragging = press.dragging;
    }
    if buttons.pressed(MouseButton::Left) {
        return;
    }
    playback.bypass_change_detection().dragging = false;
    if !std::mem::take(&mut *press).dragging {
        commands.write(CompareCommand::Select(board + 1).into());
    }
}
