//! Converts mouse and touch input on the map and the boards to commands; input on panels is left out.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseButtonInput, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::WindowEvent;

use super::hand::{Grip, Hand};
use crate::app::AppSystems;
use crate::app::edit::use_pointer;
use crate::app::view::touch::{MapTouch, read_touches};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<MapTouch>()
        .add_systems(PreUpdate, (read_touches, use_mouse, use_finger, use_pointer).chain().in_set(AppSystems::Mouse));
}

/// Handles the mouse, in the order of its events, so that a slow frame begins and ends a drag where a fast one does.
fn use_mouse(
    mut hand: Hand,
    mut events: MessageReader<WindowEvent>,
    buttons: Res<ButtonInput<MouseButton>>,
    scroll: Res<AccumulatedMouseScroll>,
    mut at: Local<Option<Vec2>>,
) {
    hand.hover();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                *at = Some(moved.position);
                if hand.button().is_some() {
                    hand.go(moved.position);
                }
            }
            WindowEvent::MouseButtonInput(MouseButtonInput { button, state, .. }) => {
                let Some(at) = at.or_else(|| hand.pointer()) else { continue };
                let is_known = matches!(button, MouseButton::Left | MouseButton::Middle | MouseButton::Right);
                if state.is_pressed() && is_known {
                    hand.begin(at, *button, Grip::MOUSE);
                } else if hand.button() == Some(*button) {
                    hand.finish(at);
                }
            }
            _ => {}
        }
    }
    // A button that goes up outside the window is not told.
    let is_up = hand.button().is_some_and(|button| !buttons.pressed(button));
    let Some(pointer) = hand.pointer() else {
        if is_up {
            hand.lose();
        }
        return;
    };
    hand.turn_wheel(match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
    });
    hand.go(pointer);
    if is_up {
        hand.finish(pointer);
    }
}

/// Handles touches; a tap acts as a click.
fn use_finger(mut hand: Hand, mut touches: MessageReader<MapTouch>) {
    for touch in touches.read() {
        match *touch {
            MapTouch::Down(at) => {
                hand.touch(at);
                hand.begin(at, MouseButton::Left, Grip::FINGER);
            }
            MapTouch::Moved(at) => hand.go(at),
            MapTouch::Held(at) => hand.hold(at),
            MapTouch::Up(at) => hand.finish(at),
            MapTouch::Cancelled => hand.cancel(),
        }
    }
}
