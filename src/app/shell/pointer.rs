//! Converts mouse and touch input on the map and the boards to commands; input on panels is left out.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use super::hand::{Grip, Hand};
use crate::app::AppSystems;
use crate::app::edit::use_pointer;
use crate::app::view::touch::{MapTouch, read_touches};

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<MapTouch>()
        .add_systems(PreUpdate, (read_touches, use_mouse, use_finger, use_pointer).chain().in_set(AppSystems::Mouse));
}

fn use_mouse(mut hand: Hand, buttons: Res<ButtonInput<MouseButton>>, scroll: Res<AccumulatedMouseScroll>) {
    hand.hover();
    let is_up = |hand: &Hand| hand.button().is_some_and(|button| !buttons.pressed(button));
    let Some(pointer) = hand.pointer() else {
        if is_up(&hand) {
            hand.lose();
        }
        return;
    };
    hand.turn_wheel(match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR,
    });
    for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
        if buttons.just_pressed(button) {
            hand.begin(pointer, button, Grip::MOUSE);
        }
    }
    hand.go(pointer);
    if is_up(&hand) {
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
