//! Gestures on the map, by mouse and by finger: clicks, drags, long touches, pinches, the wheel.
//!
//! This is the only code that reads buttons and touches on the map. Its systems run before those
//! that give gestures a meaning: `shell/map_pointer.rs` for agents and boards, `edit/act.rs`
//! for the editor. Events are read in their order, so that a slow frame gives the same gestures as
//! a fast one. Input on panels is left out.

use core::time::Duration;

use bevy::input::ButtonState;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent};
use bevy_egui::EguiContexts;

use super::MapArea;

/// A gesture on the map; positions are in logical pixels of the window.
///
/// There is one press at a time. It begins with `Down` and ends with `Click`, `Drop`, `Lost` or
/// `Cancel`.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum Gesture {
    /// A button or a finger goes down on the map.
    Down { by: PressedBy, at: Vec2 },
    /// The pressed pointer has left its place, or has moved on since.
    Drag(Vec2),
    /// A finger has stayed in place for so long that it acts as the right button. Its moves are
    /// drags from now on.
    Hold(Vec2),
    /// The pointer goes up in its place.
    Click { at: Vec2, is_double: bool },
    /// The pointer goes up after a drag or a long touch.
    Drop(Vec2),
    /// The pointer goes up where the window does not see it.
    Lost,
    /// A second finger or the system ends the press; its effects must be undone.
    Cancel,
    /// Two fingers have moved: by how much on average, by which factor apart, around which point.
    Pinch {
        moved: Vec2,
        factor: f32,
        middle: Vec2,
    },
    /// The wheel turns by a number of lines.
    Wheel { lines: f32, at: Vec2 },
}

/// The button or finger of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum PressedBy {
    Button(MouseButton),
    Finger,
}

impl PressedBy {
    /// Returns the button; a finger acts as the left one.
    pub const fn button(self) -> MouseButton {
        match self {
            Self::Button(button) => button,
            Self::Finger => MouseButton::Left,
        }
    }

    /// Returns the distance in logical pixels that the pointer may move and still be in place.
    pub const fn slack(self) -> f32 {
        match self {
            Self::Button(_) => 5.0,
            Self::Finger => 8.0,
        }
    }
}

/// Time after which a finger in place acts as the right button.
const LONG_TOUCH: Duration = Duration::from_millis(500);
/// Maximum time between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// The pointers on the map.
#[derive(Default)]
pub(in crate::app) struct Pointers {
    press: Option<Press>,
    /// The fingers on the map, in the order in which they went down.
    fingers: Vec<(u64, Vec2)>,
    /// The last position of the mouse.
    mouse: Option<Vec2>,
    /// The last click, if it can be the first one of a double click.
    click: Option<LastClick>,
}

/// A button or a finger that is down.
struct Press {
    by: PressedBy,
    from: Vec2,
    at: Vec2,
    since: Duration,
    /// Whether the pointer has left its place, or was held there.
    is_drag: bool,
}

/// A click, its place and its time.
struct LastClick {
    by: PressedBy,
    place: Vec2,
    time: Duration,
}

impl Pointers {
    fn press(&mut self, by: PressedBy, at: Vec2, now: Duration) -> Gesture {
        self.press = Some(Press {
            by,
            from: at,
            at,
            since: now,
            is_drag: false,
        });
        Gesture::Down { by, at }
    }

    /// Returns `true` if the present press is by this button or by a finger.
    fn is_pressed(&self, by: PressedBy) -> bool {
        self.press.as_ref().is_some_and(|press| press.by == by)
    }

    /// Moves the pressed pointer.
    fn move_to(&mut self, at: Vec2) -> Option<Gesture> {
        let press = self.press.as_mut().filter(|press| press.at != at)?;
        press.at = at;
        press.is_drag |= press.from.distance(at) > press.by.slack();
        press.is_drag.then_some(Gesture::Drag(at))
    }

    /// Ends the press at a position; the pointer may have come there without an event.
    fn release(&mut self, at: Vec2, now: Duration) -> impl Iterator<Item = Gesture> + use<> {
        let moved = self.move_to(at);
        let before = self.click.take();
        let end = self.press.take().map(|press| {
            if press.is_drag {
                return Gesture::Drop(at);
            }
            let is_double = before.is_some_and(|before| {
                before.by == press.by
                    && now.saturating_sub(before.time) <= DOUBLE_CLICK
                    && before.place.distance(at) <= press.by.slack()
            });
            self.click = (!is_double).then_some(LastClick {
                by: press.by,
                place: at,
                time: now,
            });
            Gesture::Click { at, is_double }
        });
        moved.into_iter().chain(end)
    }

    /// Handles an event of a finger.
    fn touch(&mut self, touch: &TouchInput, now: Duration, is_on_map: bool) -> Vec<Gesture> {
        let at = touch.position;
        let known = self.fingers.iter().position(|(id, _)| *id == touch.id);
        match (touch.phase, known) {
            (TouchPhase::Started, None) if is_on_map => {
                self.fingers.push((touch.id, at));
                if self.fingers.len() > 1 {
                    self.cancel_touch().into_iter().collect()
                } else if self.press.is_none() {
                    vec![self.press(PressedBy::Finger, at, now)]
                } else {
                    Vec::new()
                }
            }
            (TouchPhase::Moved, Some(number)) => {
                let from = std::mem::replace(&mut self.fingers[number].1, at);
                let gesture = if self.is_pressed(PressedBy::Finger) {
                    self.move_to(at)
                } else {
                    self.pinch(number, from)
                };
                gesture.into_iter().collect()
            }
            (TouchPhase::Ended | TouchPhase::Canceled, Some(number)) => {
                self.fingers.remove(number);
                if touch.phase == TouchPhase::Ended && self.is_pressed(PressedBy::Finger) {
                    self.release(at, now).collect()
                } else {
                    self.cancel_touch().into_iter().collect()
                }
            }
            _ => Vec::new(),
        }
    }

    fn cancel_touch(&mut self) -> Option<Gesture> {
        self.press
            .take_if(|press| press.by == PressedBy::Finger)
            .map(|_| Gesture::Cancel)
    }

    /// Returns the gesture of two fingers after one of them has moved, so that the map follows both.
    fn pinch(&self, number: usize, from: Vec2) -> Option<Gesture> {
        let [(_, first), (_, second), ..] = self.fingers[..] else {
            return None;
        };
        let (to, other) = match number {
            0 => (first, second),
            1 => (second, first),
            _ => return None,
        };
        let factor = to.distance(other) / from.distance(other).max(1.0);
        Some(Gesture::Pinch {
            moved: (to - from) / 2.0,
            factor: factor.max(0.01),
            middle: (to + other) / 2.0,
        })
    }

    /// Returns `true` while a finger is in place, so that a long touch may follow.
    fn may_hold(&self) -> bool {
        self.is_pressed(PressedBy::Finger) && self.press.as_ref().is_some_and(|it| !it.is_drag)
    }

    /// Returns a long touch once, when a finger has stayed in place long enough.
    fn hold(&mut self, now: Duration) -> Option<Gesture> {
        let may_hold = self.may_hold();
        let press = self.press.as_mut().filter(|_| may_hold)?;
        press.is_drag = now.saturating_sub(press.since) >= LONG_TOUCH;
        press.is_drag.then_some(Gesture::Hold(press.from))
    }

    /// Forgets all pointers, because a window without the focus does not learn that they go up.
    fn forget(&mut self) -> Option<Gesture> {
        self.fingers.clear();
        self.press.take().map(|press| match press.by {
            PressedBy::Button(_) => Gesture::Lost,
            PressedBy::Finger => Gesture::Cancel,
        })
    }
}

/// Converts the input of the frame to [`Gesture`] messages.
pub(in crate::app) fn recognise_gestures(
    mut contexts: EguiContexts,
    mut events: MessageReader<WindowEvent>,
    window: Single<&Window, With<PrimaryWindow>>,
    (area, time): (Res<MapArea>, Res<Time<Real>>),
    (buttons, scroll): (Res<ButtonInput<MouseButton>>, Res<AccumulatedMouseScroll>),
    mut pointers: Local<Pointers>,
    mut gestures: MessageWriter<Gesture>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let Ok(context) = contexts.ctx_mut() else {
        return;
    };
    let now = time.elapsed();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                pointers.mouse = Some(moved.position);
                if !pointers.is_pressed(PressedBy::Finger) {
                    gestures.write_batch(pointers.move_to(moved.position));
                }
            }
            WindowEvent::MouseButtonInput(input) => {
                let Some(at) = pointers.mouse.or_else(|| window.cursor_position()) else {
                    continue;
                };
                let by = PressedBy::Button(input.button);
                let is_known = matches!(
                    input.button,
                    MouseButton::Left | MouseButton::Middle | MouseButton::Right
                );
                if input.state == ButtonState::Released {
                    if pointers.is_pressed(by) {
                        gestures.write_batch(pointers.release(at, now));
                    }
                } else if is_known && pointers.press.is_none() && area.owns(context, at) {
                    gestures.write(pointers.press(by, at, now));
                }
            }
            WindowEvent::TouchInput(touch) => {
                let is_on_map = area.owns(context, touch.position);
                gestures.write_batch(pointers.touch(touch, now, is_on_map));
            }
            WindowEvent::WindowFocused(focused) if !focused.focused => {
                gestures.write_batch(pointers.forget());
            }
            _ => {}
        }
    }
    // A button that goes up outside the window sends no event.
    let is_up = matches!(pointers.press, Some(Press { by: PressedBy::Button(button), .. })
        if !buttons.pressed(button));
    match window.cursor_position() {
        Some(at) if is_up => {
            gestures.write_batch(pointers.release(at, now));
        }
        None if is_up => {
            gestures.write_batch(pointers.forget());
        }
        _ => {}
    }
    if let Some(at) = window.cursor_position().filter(|_| scroll.delta.y != 0.0) {
        let lines = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => {
                scroll.delta.y / MouseScrollUnit::SCROLL_UNIT_CONVERSION_FACTOR
            }
        };
        gestures.write(Gesture::Wheel { lines, at });
    }
    gestures.write_batch(pointers.hold(now));
    if pointers.may_hold() {
        // Without this, an idle window would notice a long touch late.
        redraws.write(RequestRedraw);
    }
}
