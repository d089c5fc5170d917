//! The mouse becomes commands. Nothing on a panel ever reaches the map.

use std::time::Duration;

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;

use super::camera::View;
use super::keyboard::CellCursor;
use super::panels::PanelState;
use super::watch::{Mode, Playback, Question};
use super::{AppCommand, AppSystems, Hovered, MapArea};
use crate::pathfinding::Cell;
use crate::plugin::{AgentMotion, AgentName, GridLayout, NavGrid};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, use_mouse.in_set(AppSystems::Input));
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
    /// The end of the watched way that is being dragged, and the cell where it was last put.
    grabbed: Option<(End, Cell)>,
}

/// An end of the way that is watched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Start,
    Goal,
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
    agents: Query<(&AgentMotion, &AgentName)>,
    watching: (Res<Mode>, Res<Question>, ResMut<Playback>, Res<PanelState>),
    time: Res<Time<Real>>,
    (mut hovered, mut cursor): (ResMut<Hovered>, ResMut<CellCursor>),
    mut press: Local<Press>,
    mut commands: MessageWriter<AppCommand>,
) {
    let (mode, question, mut playback, panels) = watching;
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
        commands.write(AppCommand::Zoom { factor: 1.15f32.powf(lines), at: Some(pointer.into()) });
    }

    for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
        // A click beside an open menu closes it, and does nothing else.
        let for_the_map = on_map && !(panels.menu().is_some() && button == MouseButton::Left);
        if for_the_map && press.button.is_none() && buttons.just_pressed(button) {
            // On one cell the goal lies above the start.
            let ends = [(End::Goal, question.goal), (End::Start, question.start)];
            // Both are drawn large enough to be grabbed, however small the cells are.
            let near = |at: Cell| view.window_at(&area, layout.center(at)).distance(pointer) <= GRAB;
            let end = ends.into_iter().find(|(_, at)| *at == cell || near(*at));
            let grabbed = end.filter(|_| watches && button == MouseButton::Left);
            *press = Press {
                button: Some(button),
                from: pointer,
                last: pointer,
                dragging: false,
                clicked: press.clicked.take(),
                grabbed,
            };
        }
    }
    let Some(button) = press.button else { return };
    if pointer.distance(press.from) > DRAG {
        press.dragging = true;
    }
    if let Some((end, last)) = press.grabbed {
        if press.dragging && last != cell && grid.grid().contains(cell) {
            press.grabbed = Some((end, cell));
            commands.write(match end {
                End::Start => AppCommand::SetStart(cell),
                End::Goal => AppCommand::SetGoal(cell),
            });
        }
        playback.bypass_change_detection().dragging = press.dragging;
    } else if press.dragging && pointer != press.last {
        let moved = pointer - press.last;
        commands.write(AppCommand::Pan { x: moved.x, y: moved.y });
        press.last = pointer;
    }
    if buttons.pressed(button) {
        return;
    }
    playback.bypass_change_detection().dragging = false;
    if watches && !press.dragging && on_map && press.grabbed.is_none() && grid.grid().contains(cell) {
        let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        match button {
            MouseButton::Left if shift => drop(commands.write(AppCommand::SetStart(cell))),
            MouseButton::Left => drop(commands.write(AppCommand::SetGoal(cell))),
            MouseButton::Right => drop(commands.write(AppCommand::CellMenu(Some(cell)))),
            _ => {}
        }
    }
    if !watches && button == MouseButton::Left && !press.dragging && on_map {
        let pressed = |either: [KeyCode; 2]| keys.any_pressed(either);
        let shift = pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let control = pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let (now, plain) = (time.elapsed(), !shift && !control);
        // The agent may have walked on since the first click: the place counts.
        let again = |(_, at, place): &(String, Duration, Vec2)| {
            plain && now.saturating_sub(*at) <= DOUBLE_CLICK && place.distance(pointer) <= DRAG
        };
        if let Some((name, ..)) = press.clicked.take().filter(again) {
            commands.write(AppCommand::WatchAgent(name, 0));
            *press = Press::default();
            return;
        }
        match agent_at(&agents, &layout, &view, world).filter(|_| plain) {
            Some(name) => {
                press.clicked = Some((name.to_owned(), now, pointer));
                commands.write(AppCommand::Select(name.to_owned()));
            }
            None if shift => drop(commands.write(AppCommand::QueueTo(cell))),
            None if control => drop(commands.write(AppCommand::SendAllTo(cell))),
            None => drop(commands.write(AppCommand::SendTo(cell))),
        }
    }
    *press = Press { clicked: press.clicked.take(), ..default() };
}

/// The agent that is drawn under a place of the world; of several the nearest.
fn agent_at<'a>(
    agents: &'a Query<(&AgentMotion, &AgentName)>,
    layout: &GridLayout,
    view: &View,
    world: Vec2,
) -> Option<&'a str> {
    let reach = (layout.cell_size * 0.43).max(8.0 * view.scale);
    let near = agents.iter().map(|(motion, name)| (layout.world(motion.position).distance(world), name));
    let nearest = near.filter(|(distance, _)| *distance <= reach).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, name)| name.0.as_str())
}
