//! The mouse becomes commands. Nothing on a panel ever reaches the map.

use std::time::Duration;

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;

use super::camera::View;
use super::cell::CellCursor;
use super::command::{AgentCommand, LessonAnswer, LessonCommand, ViewCommand, WatchCommand, WindowCommand};
use super::panels::PanelState;
use super::watch::{Mode, Playback, WatchQuery};
use super::{AppCommand, AppSystems, Hovered, MapArea, OpenLesson};
use crate::level::Ask;
use crate::pathfinding::Cell;
use crate::plugin::{AgentKind, AgentMotion, AgentName, GridLayout, NavGrid};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, use_mouse.run_if(not(resource_equals(Mode::Compare))).in_set(AppSystems::Mouse));
}

/// A button that went down on the map, and whether the pointer has moved since.
#[derive(Default)]
pub(super) struct Press {
    button: Option<MouseButton>,
    from: Vec2,
    last: Vec2,
    dragging: bool,
    /// The agent that was clicked last, when, and where.
    clicked: Option<(String, Duration, Vec2)>,
    /// How the end of the watched path that is being dragged is put somewhere, and where it was last put.
    grabbed: Option<(fn(Cell) -> WatchCommand, Cell)>,
}

/// Logical pixels around start and goal where they can be grabbed.
const GRAB: f32 = 9.0;
/// Logical pixels that a click may move before it is a drag.
const DRAG: f32 = 5.0;
/// Between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

pub(super) fn use_mouse(
    mut contexts: EguiContexts,
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    area: Res<MapArea>,
    view: Res<View>,
    layout: Res<GridLayout>,
    grid: Res<NavGrid>,
    agents: Query<(&AgentMotion, Option<&AgentKind>, &AgentName)>,
    watching: (Res<Mode>, Res<WatchQuery>, ResMut<Playback>, Res<PanelState>, Res<OpenLesson>),
    time: Res<Time<Real>>,
    (mut hovered, mut cursor): (ResMut<Hovered>, ResMut<CellCursor>),
    mut press: Local<Press>,
    mut commands: MessageWriter<AppCommand>,
) {
    let (mode, question, mut playback, panels, lesson) = watching;
    let watches = *mode == Mode::Watch;
    let Ok(context) = contexts.ctx_mut() else { return };
    let by_keys = cursor.holds(window.cursor_position());
    let Some(pointer) = window.cursor_position() else {
        if !by_keys {
            hovered.set_if_neq(Hovered(None));
        }
        return;
    };
    let on_map = area.owns(context, pointer);
    let world = view.world_at(&area, pointer);
    let cell = layout.cell(world);
    if !by_keys {
        hovered.set_if_neq(Hovered((on_map && grid.grid().contains(cell)).then_some(cell)));
    }

    if on_map && scroll.delta.y != 0.0 {
        let lines = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
        };
        commands.write(ViewCommand::Zoom { factor: 1.15f32.powf(lines), at: Some(pointer.into()) }.into());
    }

    for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
        // A click beside an open menu closes it, and does nothing else.
        let for_the_map = on_map && !(panels.menu.is_some() && button == MouseButton::Left);
        if for_the_map && press.button.is_none() && buttons.just_pressed(button) {
            // On one cell the goal lies above the start.
            let ends: [(fn(Cell) -> WatchCommand, Cell); 2] =
                [(WatchCommand::SetGoal, question.query.goal), (WatchCommand::SetStart, question.query.start)];
            // Both are drawn large enough to be grabbed, however small the cells are.
            let near = |at: Cell| view.window_at(&area, layout.center(at)).distance(pointer) <= GRAB;
            let end = ends.into_iter().find(|(_, at)| *at == cell || near(*at));
            let grabbed = end.filter(|_| watches && button == MouseButton::Left);
            let clicked = press.clicked.take();
            *press = Press { button: Some(button), from: pointer, last: pointer, clicked, grabbed, ..default() };
        }
    }
    let Some(button) = press.button else { return };
    if pointer.distance(press.from) > DRAG {
        press.dragging = true;
    }
    if let Some((put, last)) = press.grabbed {
        if press.dragging && last != cell && grid.grid().contains(cell) {
            press.grabbed = Some((put, cell));
            commands.write(put(cell).into());
        }
        playback.bypass_change_detection().dragging = press.dragging;
    } else if press.dragging && pointer != press.last {
        let moved = pointer - press.last;
        commands.write(ViewCommand::Pan { x: moved.x, y: moved.y }.into());
        press.last = pointer;
    }
    if buttons.pressed(button) {
        return;
    }
    playback.bypass_change_detection().dragging = false;
    let Press { clicked, dragging, grabbed, .. } = std::mem::take(&mut *press);
    if !on_map || dragging || grabbed.is_some() {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    commands.write(match (watches, button) {
        (true, _) if !grid.grid().contains(cell) => return,
        (true, MouseButton::Left) if shift => WatchCommand::SetStart(cell).into(),
        // What is asked counts more than the goal, which can be dragged.
        (true, MouseButton::Left) if matches!(lesson.asks(), Some(Ask::Next(_))) => {
            LessonCommand::Answer(LessonAnswer::Cell(cell)).into()
        }
        (true, MouseButton::Left) => WatchCommand::SetGoal(cell).into(),
        (true, MouseButton::Right) => WindowCommand::CellMenu(Some(cell)).into(),
        (false, MouseButton::Left) => {
            let (now, plain) = (time.elapsed(), !shift && !control);
            // The agent may have walked on since the first click: the place counts.
            let again = |(_, at, place): &(String, Duration, Vec2)| {
                plain && now.saturating_sub(*at) <= DOUBLE_CLICK && place.distance(pointer) <= DRAG
            };
            if let Some((name, ..)) = clicked.filter(again) {
                WatchCommand::Agent(name, 0).into()
            } else if let Some(name) = agent_at(&agents, &layout, &view, world).filter(|_| plain) {
                press.clicked = Some((name.to_owned(), now, pointer));
                AgentCommand::Select(name.to_owned()).into()
            } else if shift {
                AgentCommand::QueueTo(cell).into()
            } else if control {
                AgentCommand::SendAllTo(cell).into()
            } else {
                AgentCommand::SendTo(cell).into()
            }
        }
        _ => return,
    });
}

/// The agent that is drawn under a place of the world; of several the nearest.
fn agent_at<'a>(
    agents: &'a Query<(&AgentMotion, Option<&AgentKind>, &AgentName)>,
    layout: &GridLayout,
    view: &View,
    world: Vec2,
) -> Option<&'a str> {
    let near = agents.iter().filter_map(|(motion, kind, name)| {
        let reach = (layout.cell_size * (f32::from(AgentKind::size_of(kind)) - 0.14) / 2.0).max(8.0 * view.scale);
        let distance = layout.world(motion.position + AgentKind::middle_of(kind)).distance(world);
        (distance <= reach).then_some((distance, name))
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name.0.as_str())
}
