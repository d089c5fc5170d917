//! Converts mouse and touch events to strokes.
//!
//! Events are handled in their order, so that a slow frame visits the same cells as a fast one.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::EguiContexts;
use bevy_gridwalk::{GridLayout, NavGrid};

use super::Edit;
use super::size::is_edge;
use crate::app::command::{AppCommand, Mode, ToolCommand};
use crate::app::view::CameraView;
use crate::app::view::touch::MapTouch;
use crate::app::{Hovered, MapArea};

/// The state of the pointer.
#[derive(Default)]
pub(in crate::app) struct Held {
    /// Position of the pointer in logical pixels.
    at: Vec2,
    /// The button or finger that draws.
    by: Option<StrokeInput>,
    /// Position of the press, until the pointer leaves it; a trembling pen still makes a click.
    down: Option<Vec2>,
}

impl Held {
    /// Moves the pointer; returns `true` if a stroke follows it.
    fn go(&mut self, at: Vec2) -> bool {
        self.at = at;
        if self.down.is_some_and(|down| down.distance(at) > CLICK) {
            self.down = None;
        }
        self.by.is_some() && self.down.is_none()
    }

    fn begin(&mut self, by: StrokeInput, at: Vec2) {
        *self = Self {
            at,
            by: Some(by),
            down: Some(at),
        };
    }
}

/// Distance in logical pixels that the pointer may move and still make a click.
const CLICK: f32 = 4.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum StrokeInput {
    Button(MouseButton),
    Finger,
}

pub(in crate::app) fn use_pointer(
    mut contexts: EguiContexts,
    (mut events, mut touches): (MessageReader<WindowEvent>, MessageReader<MapTouch>),
    keys: Res<ButtonInput<KeyCode>>,
    window: Single<&Window, With<PrimaryWindow>>,
    (mode, edit, hovered): (Res<Mode>, Res<Edit>, Res<Hovered>),
    (area, view, layout, grid): (Res<MapArea>, Res<CameraView>, Res<GridLayout>, Res<NavGrid>),
    mut held: Local<Held>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else {
        return;
    };
    if *mode != Mode::Edit {
        events.clear();
        touches.clear();
        if edit.stroke.is_some() {
            commands.write(ToolCommand::End.into());
        }
        *held = Held {
            at: window.cursor_position().unwrap_or(held.at),
            ..default()
        };
        return;
    }
    let cell = |at: Vec2| layout.cell(view.world_at(&area, at));
    let grabs_edge = |at: Vec2| is_edge(grid.grid().size(), (&area, &view, &layout), at);
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                let by_button = matches!(held.by, Some(StrokeInput::Button(_)));
                if held.go(moved.position) && by_button {
                    commands.write(ToolCommand::To(cell(held.at)).into());
                }
            }
            WindowEvent::MouseButtonInput(input) if input.state == ButtonState::Pressed => {
                let draws = matches!(input.button, MouseButton::Left | MouseButton::Right);
                if !draws || held.by.is_some() || !area.owns(context, held.at) {
                    continue;
                }
                if keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
                    commands.write(ToolCommand::Pick(cell(held.at)).into());
                    continue;
                }
                let at = held.at;
                held.begin(StrokeInput::Button(input.button), at);
                let is_straight = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
                let begins = match (input.button, is_straight) {
                    (MouseButton::Left, _) if grabs_edge(at) => ToolCommand::Pull,
                    (MouseButton::Left, false) => ToolCommand::Begin,
                    (MouseButton::Left, true) => ToolCommand::Line,
                    (_, false) => ToolCommand::Erase,
                    (_, true) => ToolCommand::EraseLine,
                };
                commands.write(begins(cell(at)).into());
            }
            WindowEvent::MouseButtonInput(input)
                if held.by == Some(StrokeInput::Button(input.button)) =>
            {
                held.by = None;
                commands.write(ToolCommand::End.into());
            }
            // Without the focus, the window does not learn that the button goes up.
            WindowEvent::WindowFocused(focused) if !focused.focused && held.by.take().is_some() => {
                commands.write(ToolCommand::End.into());
            }
            _ => {}
        }
    }
    for touch in touches.read() {
        let draws = held.by == Some(StrokeInput::Finger);
        let command = match *touch {
            MapTouch::Down(at) if held.by.is_none() => {
                held.begin(StrokeInput::Finger, at);
                let begins = if grabs_edge(at) {
                    ToolCommand::Pull
                } else {
                    ToolCommand::Begin
                };
                begins(cell(at))
            }
            MapTouch::Moved(at) if draws => ToolCommand::To(cell(at)),
            MapTouch::Held(at) if draws => {
                commands.write(ToolCommand::Cancel.into());
                ToolCommand::Erase(cell(at))
            }
            MapTouch::Up(_) | MapTouch::Cancelled if draws => {
                held.by = None;
                if matches!(touch, MapTouch::Up(_)) {
                    ToolCommand::End
                } else {
                    ToolCommand::Cancel
                }
            }
            _ => continue,
        };
        commands.write(command.into());
    }
    // A stroke that began by keyboard follows the keyboard cursor.
    let by_keys = edit.stroke.as_ref().is_some_and(|stroke| stroke.by_keys);
    if let Some(cell) = hovered.0.filter(|_| by_keys && hovered.is_changed()) {
        commands.write(ToolCommand::To(cell).into());
    }
}
