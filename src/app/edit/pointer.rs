//! The mouse becomes strokes: from the events themselves, in their order, so that a slow frame sees the same cells as a
//! fast one.

use bevy::input::ButtonState;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::EguiContexts;
use bevy_gridwalk::GridLayout;

use super::Edit;
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
}

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
    (area, view, layout): (Res<MapArea>, Res<View>, Res<GridLayout>),
    mut held: Local<Held>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if *mode != Mode::Edit {
        events.clear();
        if edit.hand.is_some() {
            commands.write(ToolCommand::End.into());
        }
        *held = Held { at: window.cursor_position().unwrap_or(held.at), by: None };
        return;
    }
    let cell = |at: Vec2| layout.cell(view.world_at(&area, at));
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                held.at = moved.position;
                if matches!(held.by, Some(By::Button(_))) {
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
                held.by = Some(By::Button(input.button));
                let begins = if input.button == MouseButton::Left { ToolCommand::Begin } else { ToolCommand::Erase };
                commands.write(begins(cell(held.at)).into());
            }
            WindowEvent::MouseButtonInput(input) if held.by == Some(By::Button(input.button)) => {
                held.by = None;
                commands.write(ToolCommand::End.into());
            }
            WindowEvent::TouchInput(touch) => {
                let command = match touch {
                    TouchInput { phase: TouchPhase::Started, position, .. } => {
                        let is_first = held.by.is_none() && area.owns(context, *position);
                        is_first.then(|| {
                            held.by = Some(By::Finger(touch.id));
                            ToolCommand::Begin(cell(*position))
                        })
                    }
                    _ if held.by != Some(By::Finger(touch.id)) => None,
                    TouchInput { phase: TouchPhase::Moved, position, .. } => Some(ToolCommand::To(cell(*position))),
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
