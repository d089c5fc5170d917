//! Touch input on the map: one finger acts as the mouse, two fingers pan and zoom.
//!
//! The number of fingers is known only after a while. Systems that draw or click therefore read
//! [`MapTouch`], which leaves out touches on panels.

use core::time::Duration;

use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy_egui::EguiContexts;

use super::MapArea;
use crate::app::AppCommand;
use crate::app::command::{Mode, ViewCommand};

/// A touch of a single finger on the map, at a position in logical pixels.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum MapTouch {
    Down(Vec2),
    /// The finger has left the place where it went down.
    Moved(Vec2),
    /// The finger has stayed in place for so long that it acts as the right button.
    Held(Vec2),
    Up(Vec2),
    /// The touch is cancelled, for instance by a second finger; its effects must be undone.
    Cancelled,
}

/// Distance in logical pixels that a finger may move and still count as in place.
const TREMBLE: f32 = 8.0;
/// Time after which a finger in place acts as the right button.
const LONG: Duration = Duration::from_millis(500);

/// The fingers on the map, in the order in which they went down, and their meaning.
#[derive(Default)]
pub(in crate::app) struct Fingers {
    down: Vec<(u64, Vec2)>,
    about: About,
}

#[derive(Default, Clone, Copy)]
enum About {
    /// One finger that has not left its place, and the time at which it went down.
    Place(Vec2, Duration),
    /// One finger that has moved or was held.
    Stroke,
    /// Two fingers, or what remains after a cancelled touch.
    #[default]
    Map,
}

impl Fingers {
    /// Handles an event; returns the touch of a single finger, and commands of two fingers.
    fn take(
        &mut self,
        touch: &TouchInput,
        now: Duration,
        on_map: bool,
    ) -> (Option<MapTouch>, Vec<AppCommand>) {
        let at = touch.position;
        let known = self.down.iter().position(|(id, _)| *id == touch.id);
        let of_one = match (touch.phase, known) {
            (TouchPhase::Started, None) if on_map => {
                self.down.push((touch.id, at));
                let was = std::mem::replace(&mut self.about, About::Map);
                match (self.down.len(), was) {
                    (1, _) => {
                        self.about = About::Place(at, now);
                        Some(MapTouch::Down(at))
                    }
                    (_, About::Map) => None,
                    (_, About::Place(..) | About::Stroke) => Some(MapTouch::Cancelled),
                }
            }
            (TouchPhase::Moved, Some(number)) => {
                let from = std::mem::replace(&mut self.down[number].1, at);
                match self.about {
                    About::Place(down, _) if down.distance(at) <= TREMBLE => None,
                    About::Place(..) | About::Stroke => {
                        self.about = About::Stroke;
                        Some(MapTouch::Moved(at))
                    }
                    About::Map => return (None, self.pinch(number, from)),
                }
            }
            (TouchPhase::Ended | TouchPhase::Canceled, Some(number)) => {
                self.down.remove(number);
                let is_one = !matches!(std::mem::take(&mut self.about), About::Map);
                let end = if touch.phase == TouchPhase::Ended {
                    MapTouch::Up(at)
                } else {
                    MapTouch::Cancelled
                };
                is_one.then_some(end)
            }
            _ => None,
        };
        (of_one, Vec::new())
    }

    /// Pans and zooms after one of two fingers has moved, so that the map follows both fingers.
    fn pinch(&self, number: usize, from: Vec2) -> Vec<AppCommand> {
        let [(_, first), (_, second), ..] = self.down[..] else {
            return Vec::new();
        };
        let (to, other) = match number {
            0 => (first, second),
            1 => (second, first),
            _ => return Vec::new(),
        };
        let (middle, moved) = ((to + other) / 2.0, (to - from) / 2.0);
        let factor = to.distance(other) / from.distance(other).max(1.0);
        let pan = ViewCommand::Pan {
            x: moved.x,
            y: moved.y,
        };
        vec![
            pan.into(),
            ViewCommand::Zoom {
                factor: factor.max(0.01),
                at: Some(middle.into()),
            }
            .into(),
        ]
    }

    /// Returns a held touch once, when a finger has stayed in place long enough.
    fn hold(&mut self, now: Duration) -> Option<MapTouch> {
        let About::Place(at, since) = self.about else {
            return None;
        };
        (now.saturating_sub(since) >= LONG).then(|| {
            self.about = About::Stroke;
            MapTouch::Held(at)
        })
    }
}

/// Converts touch input to [`MapTouch`] messages and commands.
pub(in crate::app) fn read_touches(
    mut contexts: EguiContexts,
    mut events: MessageReader<WindowEvent>,
    (area, mode, time): (Res<MapArea>, Res<Mode>, Res<Time<Real>>),
    mut fingers: Local<Fingers>,
    mut touches: MessageWriter<MapTouch>,
    mut commands: MessageWriter<AppCommand>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let Ok(context) = contexts.ctx_mut() else {
        return;
    };
    let now = time.elapsed();
    for event in events.read() {
        match event {
            WindowEvent::TouchInput(touch) => {
                let on_map = area.owns(context, touch.position);
                let (of_one, of_two) = fingers.take(touch, now, on_map);
                touches.write_batch(of_one);
                // Boards choose their own zoom.
                commands.write_batch(of_two.into_iter().filter(|_| *mode != Mode::Compare));
            }
            // Without the focus, the window does not learn that fingers go up.
            WindowEvent::WindowFocused(focused) if !focused.focused && !fingers.down.is_empty() => {
                *fingers = Fingers::default();
                touches.write(MapTouch::Cancelled);
            }
            _ => {}
        }
    }
    touches.write_batch(fingers.hold(now));
    if matches!(fingers.about, About::Place(..)) {
        // Without this, an idle window would notice a held finger late.
        redraws.write(RequestRedraw);
    }
}
