//! The meaning of gestures in the editor: strokes of the chosen tool.

use bevy::prelude::*;
use bevy_gridwalk::{GridLayout, NavGrid};
use gridwalk_pathfinding::Cell;

use super::Edit;
use super::size::is_edge;
use crate::app::command::{AppCommand, Mode, ToolCommand};
use crate::app::view::CameraView;
use crate::app::view::gestures::{Gesture, PressedBy};
use crate::app::{Hovered, MapArea};

/// Sends the commands of strokes, in the order of their gestures.
pub(in crate::app) fn draw_strokes(
    mut gestures: MessageReader<Gesture>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, edit, hovered): (Res<Mode>, Res<Edit>, Res<Hovered>),
    (area, view, layout, grid): (Res<MapArea>, Res<CameraView>, Res<GridLayout>, Res<NavGrid>),
    mut is_drawing: Local<bool>,
    mut commands: MessageWriter<AppCommand>,
) {
    if *mode != Mode::Edit {
        gestures.clear();
        if edit.stroke.is_some() {
            commands.write(ToolCommand::End.into());
        }
        *is_drawing = false;
        return;
    }
    let cell = |at: Vec2| layout.cell(view.world_at(&area, at));
    for gesture in gestures.read() {
        let command = match *gesture {
            Gesture::Down { by, at } => {
                let on_edge = is_edge(grid.grid().size(), (&area, &view, &layout), at);
                let Some((begin, draws)) = first_command(by, on_edge, &keys) else {
                    continue;
                };
                *is_drawing = draws;
                begin(cell(at))
            }
            Gesture::Drag(at) if *is_drawing => ToolCommand::To(cell(at)),
            Gesture::Hold(at) if *is_drawing => {
                commands.write(ToolCommand::Cancel.into());
                ToolCommand::Erase(cell(at))
            }
            Gesture::Click { .. } | Gesture::Drop(_) | Gesture::Lost if *is_drawing => {
                *is_drawing = false;
                ToolCommand::End
            }
            Gesture::Cancel if *is_drawing => {
                *is_drawing = false;
                ToolCommand::Cancel
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

/// Returns the command that a press sends, and whether a stroke follows the pointer from there.
fn first_command(
    by: PressedBy,
    on_edge: bool,
    keys: &ButtonInput<KeyCode>,
) -> Option<(fn(Cell) -> ToolCommand, bool)> {
    let picks = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let is_straight = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    Some(match by.button() {
        MouseButton::Left | MouseButton::Right if picks => (ToolCommand::Pick, false),
        MouseButton::Left if on_edge => (ToolCommand::Pull, true),
        MouseButton::Left if is_straight => (ToolCommand::Line, true),
        MouseButton::Left => (ToolCommand::Begin, true),
        MouseButton::Right if is_straight => (ToolCommand::EraseLine, true),
        MouseButton::Right => (ToolCommand::Erase, true),
        _ => return None,
    })
}
