//! Mouse and keyboard become commands. Nothing on a panel ever reaches the map.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;

use super::camera::View;
use super::{AppCommand, AppSystems, Hovered, MapArea};
use crate::plugin::{AgentMotion, AgentName, GridLayout, NavGrid};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (use_mouse, use_keys).in_set(AppSystems::Input));
}

/// A button that went down on the map, and whether the pointer has moved since.
#[derive(Default)]
struct Press {
    button: Option<MouseButton>,
    from: Vec2,
    last: Vec2,
    dragging: bool,
}

/// Logical pixels that a click may move before it is a drag.
const DRAG: f32 = 5.0;

fn use_mouse(
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
    mut hovered: ResMut<Hovered>,
    mut press: Local<Press>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let Some(pointer) = window.cursor_position() else {
        hovered.set_if_neq(Hovered(None));
        return;
    };
    let on_map = area.owns(context, pointer);
    let world = view.world_at(&area, pointer);
    let cell = layout.cell(world);
    hovered.set_if_neq(Hovered((on_map && grid.grid().contains(cell)).then_some(cell)));

    if on_map && scroll.delta.y != 0.0 {
        let lines = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
        };
        commands.write(AppCommand::Zoom { factor: 1.15f32.powf(lines), at: Some(pointer.into()) });
    }

    for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
        if on_map && press.button.is_none() && buttons.just_pressed(button) {
            *press = Press { button: Some(button), from: pointer, last: pointer, dragging: false };
        }
    }
    let Some(button) = press.button else { return };
    if pointer.distance(press.from) > DRAG {
        press.dragging = true;
    }
    if press.dragging && pointer != press.last {
        let moved = pointer - press.last;
        commands.write(AppCommand::Pan { x: moved.x, y: moved.y });
        press.last = pointer;
    }
    if buttons.pressed(button) {
        return;
    }
    if button == MouseButton::Left && !press.dragging && on_map {
        let pressed = |either: [KeyCode; 2]| keys.any_pressed(either);
        let shift = pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let control = pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let hit = agent_at(&agents, &layout, &view, world).filter(|_| !shift && !control);
        match hit {
            Some(name) => commands.write(AppCommand::Select(name.to_owned())),
            None if shift => commands.write(AppCommand::QueueTo(cell)),
            None if control => commands.write(AppCommand::SendAllTo(cell)),
            None => commands.write(AppCommand::SendTo(cell)),
        };
    }
    *press = Press::default();
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

fn use_keys(mut contexts: EguiContexts, keys: Res<ButtonInput<KeyCode>>, mut commands: MessageWriter<AppCommand>) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if context.egui_wants_keyboard_input() {
        return;
    }
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    for key in keys.get_just_pressed() {
        let command = match (key, control) {
            (KeyCode::Equal | KeyCode::NumpadAdd, true) => AppCommand::Scale(1.1),
            (KeyCode::Minus | KeyCode::NumpadSubtract, true) => AppCommand::Scale(1.0 / 1.1),
            (KeyCode::Digit0 | KeyCode::Numpad0, true) => AppCommand::Scale(0.0),
            (_, true) => continue,
            (KeyCode::Equal | KeyCode::NumpadAdd, _) => AppCommand::Zoom { factor: 1.25, at: None },
            (KeyCode::Minus | KeyCode::NumpadSubtract, _) => AppCommand::Zoom { factor: 0.8, at: None },
            (KeyCode::ArrowLeft, _) => AppCommand::Pan { x: STEP, y: 0.0 },
            (KeyCode::ArrowRight, _) => AppCommand::Pan { x: -STEP, y: 0.0 },
            (KeyCode::ArrowUp, _) => AppCommand::Pan { x: 0.0, y: STEP },
            (KeyCode::ArrowDown, _) => AppCommand::Pan { x: 0.0, y: -STEP },
            (KeyCode::KeyF, _) => AppCommand::Fit,
            (KeyCode::Space, _) => AppCommand::TogglePause,
            (KeyCode::KeyN, _) => AppCommand::SelectNext,
            (KeyCode::KeyS, _) => AppCommand::Stop,
            (KeyCode::KeyR, _) => AppCommand::Restart,
            (KeyCode::PageDown, _) => AppCommand::NextLevel,
            (KeyCode::PageUp, _) => AppCommand::PreviousLevel,
            (KeyCode::Tab, _) => AppCommand::TogglePanel,
            (KeyCode::F1 | KeyCode::Slash, _) => AppCommand::ToggleHelp,
            (KeyCode::Escape, _) => AppCommand::DismissHints,
            (KeyCode::F12, _) => AppCommand::Screenshot("gridwalk.png".to_owned()),
            _ => continue,
        };
        commands.write(command);
    }
}

/// Logical pixels that an arrow key moves the map.
const STEP: f32 = 64.0;
