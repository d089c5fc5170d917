//! The mouse becomes strokes: from the events themselves, in their order, so that a slow frame sees the same cells as a
//! fast one.

use bevy::input::ButtonState;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::EguiContexts;
use bevy_gridwalk::{GridLayout, NavGrid};

use super::Edit;
use super::edges::is_edge;
use crate::app::command::{AppCommand, Mode, ToolCommand};
use crate::app::view::View;
use crate::app::{Hovered, MapArea};

/// What the hand of the mouse is on.
#[derive(Default)]
pub(in crate::app) struct Held {
    /// Where the pointer is, in logical pixels.
    at: Vec2,
    /// The button, or the finger, that draws.
    by: Option<By>,
    /// Where it went down, until it has left that place: the touch of a pen is a click.
    down: Option<Vec2>,
}

impl Held {
    /// Goes on to this place; whether the stroke goes there.
    fn go(&mut self, at: Vec2) -> bool {
        self.at = at;
        if self.down.is_some_and(|down| down.distance(at) > CLICK) {
            self.down = None;
        }
        self.by.is_some() && self.down.is_none()
    }

    fn begin(&mut self, by: By, at: Vec2) {
        *self = Self { at, by: Some(by), down: Some(at) };
    }
}

/// Logical pixels that a hand may tremble and still means one place.
const CLICK: f32 = 4.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Button(MouseButton),
    Finger(u64),
}

pub(in crate::app) fn use_pointer(
    mut contexts: EguiContexts,
    mut events: MessageReader<WindowEvent>,
    keys: Res<ButtonInput<KeyCode>>,
    window: Single<&Window, With<PrimaryWindow>>,
    (mode, edit, hovered): (Res<Mode>, Res<Edit>, Res<Hovered>),
    (area, view, layout, grid): (Res<MapArea>, Res<View>, Res<GridLayout>, Res<NavGrid>),
    mut held: Local<Held>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if *mode != Mode::Edit {
        events.clear();
        if edit.hand.is_some() {
            commands.write(ToolCommand::End.into());
        }
        *held = Held { at: window.cursor_position().unwrap_or(held.at), ..default() };
        return;
    }
    let cell = |at: Vec2| layout.cell(view.world_at(&area, at));
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                let by_button = matches!(held.by, Some(By::Button(_)));
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
                held.begin(By::Button(input.button), at);
                let is_straight = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
                let begins = match (input.button, is_straight) {
                    (MouseButton::Left, _) if is_edge(grid.grid().size(), (&area, &view, &layout), at) => {
                        ToolCommand::Pull
                    }
                    (MouseButton::Left, false) => ToolCommand::Begin,
                    (MouseButton::Left, true) => ToolCommand::Line,
                    (_, false) => ToolCommand::Erase,
                    (_, true) => ToolCommand::EraseLine,
                };
                commands.write(begins(cell(at)).into());
            }
            WindowEvent::MouseButtonInput(input) if held.by == Some(By::Button(input.button)) => {
                held.by = None;
                commands.write(ToolCommand::End.into());
            }
            // The button comes up elsewhere, and is not seen.
            WindowEvent::WindowFocused(focused) if !focused.focused && held.by.take().is_some() => {
                commands.write(ToolCommand::End.into());
            }
            WindowEvent::TouchInput(touch) => {
                let command = match touch {
                    TouchInput { phase: TouchPhase::Started, position, .. } => {
                        let is_first = held.by.is_none() && area.owns(context, *position);
                        is_first.then(|| {
                            held.begin(By::Finger(touch.id), *position);
                            ToolCommand::Begin(cell(*position))
                        })
                    }
                    _ if held.by != Some(By::Finger(touch.id)) => None,
                    TouchInput { phase: TouchPhase::Moved, position, .. } => {
                        held.go(*position).then(|| ToolCommand::To(cell(*position)))
                    }
                    TouchInput { phase, .. } => {
                        held.by = None;
                        Some(if *phase == TouchPhase::Ended { ToolCommand::End } else { ToolCommand::Cancel })
                    }
                };
                commands.write_batch(command.map(AppCommand::from));
            }
            _ => {}
        }
    }
    // A stroke by keys goes where keys choose.
    let by_keys = edit.hand.as_ref().is_some_and(|hand| hand.by_keys);
    if let Some(cell) = hovered.0.filter(|_| by_keys && hovered.is_changed()) {
        commands.write(ToolCommand::To(cell).into());
    }
}
