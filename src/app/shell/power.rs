//! Draws a frame only when something changes: 30 times a second while agents walk or a search is played, else on input.
//!
//! After some seconds without an event the window hardly updates at all.

use core::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};
use bevy_gridwalk::{PathStack, Planning};

use super::wake::Watched;
use crate::app::boards::Playback;
use crate::app::command::Mode;
use crate::app::edit::InBackground;
use crate::app::platform::{Instant, is_shown};
use crate::app::{AppSystems, Boards, Notes, OpenDocument, Pace, Paused, Script};

/// Start time of the program, until its first frame is out.
#[derive(Resource)]
pub(in crate::app) struct Started(pub Instant);

/// Interval at which an idle window polls, for example for files written in the background.
const IDLE: Duration = Duration::from_millis(250);
/// Time without an event after which the window rests, and the interval at which it then polls.
const RESTS_AFTER: Duration = Duration::from_secs(4);
const REST: Duration = Duration::from_secs(10);
/// Interval of frames while nothing moves but agents or the search that is played. Input is drawn at once.
const MOVING: Duration = Duration::from_millis(1000 / 30);

pub(in crate::app) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings::game())
        .add_systems(PreUpdate, drop_repeated_modifiers.after(EguiPreUpdateSet::ProcessInput).before(AppSystems::Files))
        .add_systems(Last, (choose_mode.before(AppSystems::Exit), report_first_frame, count_frames));
}

/// Drops events of modifier keys that change nothing.
///
/// `bevy_egui` 0.42 reports the modifier keys in every frame, and egui draws again after every event. An idle window
/// would draw for ever.
fn drop_repeated_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Option<egui::Modifiers>>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(modifiers) => last.replace(*modifiers) != Some(*modifiers),
            _ => true,
        });
    }
}

fn choose_mode(
    mut settings: ResMut<WinitSettings>,
    (time, mut quiet): (Res<Time<Real>>, Local<Duration>),
    (mut events, mut redraws, watched): (MessageReader<WindowEvent>, MessageReader<RequestRedraw>, Res<Watched>),
    (paused, pace): (Res<Paused>, Res<Pace>),
    notes: Res<Notes>,
    script: Res<Script>,
    walking: Query<(), With<PathStack>>,
    planning: Query<(), With<Planning>>,
    pictures: Query<(), With<Screenshot>>,
    started: Option<Res<Started>>,
    (mode, playback): (Res<Mode>, Res<Playback>),
    (boards, editor, open): (Res<Boards>, InBackground, Res<OpenDocument>),
) {
    let has_steps = !walking.is_empty() && (!paused.0 || pace.is_stepping()) && *mode == Mode::Agents;
    let is_played = !mode.has_agents() && playback.playing;
    let is_moving = has_steps || is_played || !planning.is_empty();
    // Results of background work are drawn as soon as they arrive.
    let is_working =
        !mode.has_agents() && boards.is_busy() || editor.is_busy() || boards.is_reading() || open.is_copying();
    let is_shot = !pictures.is_empty() || started.is_some() || script.is_running();
    let is_busy = is_working || is_shot || !notes.shown().is_empty();
    let is_called = [events.read().count() > 0, redraws.read().count() > 0, watched.has_changed()].contains(&true);
    *quiet = if is_busy || is_moving || is_called { Duration::ZERO } else { *quiet + time.delta() };
    let calm = UpdateMode::reactive_low_power(match (is_busy || is_moving, *quiet < RESTS_AFTER) {
        (true, _) => MOVING,
        (false, true) => IDLE,
        (false, false) => REST,
    });
    let (focused, unfocused) = (if is_busy { UpdateMode::Continuous } else { calm }, calm);
    if settings.focused_mode != focused {
        settings.focused_mode = focused;
        settings.unfocused_mode = unfocused;
    }
}

fn report_first_frame(mut commands: Commands, started: Option<Res<Started>>, mut frames: Local<u32>) {
    let Some(started) = started else { return };
    *frames += 1;
    // The first update only sets things up; its picture is out when the second one ends.
    if *frames == 2 {
        debug!("first frame after {} ms", started.0.elapsed().as_millis());
        commands.remove_resource::<Started>();
        is_shown();
    }
}

/// Logs the number of frames in each second.
fn count_frames(time: Res<Time<Real>>, mut frames: Local<u32>, mut since: Local<Duration>) {
    *frames += 1;
    *since += time.delta();
    if *since >= Duration::from_secs(1) {
        debug!("{:.1} frames a second", f64::from(*frames) / since.as_secs_f64());
        *frames = 0;
        *since = Duration::ZERO;
    }
}
