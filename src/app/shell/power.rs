//! The times of frames: 30 a second while agents walk or a search is played, else only when
//! something changes.
//!
//! After some seconds without an event the window hardly updates at all.

use core::time::Duration;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::diagnostic::{Diagnostic, Diagnostics, RegisterDiagnostic};
use bevy::ecs::message::MessageUpdateSystems;
use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};
use bevy_gridwalk::{PathStack, Planning};

use crate::app::agents::Encoding;
use crate::app::agents::meter::FRAME_TIME;
use crate::app::boards::Playback;
use crate::app::command::Mode;
use crate::app::common::files::{FollowedFile, FollowedFolder, LOOK};
use crate::app::document::levels::OpenLevelFile;
use crate::app::edit::InBackground;
use crate::app::platform::{Instant, is_shown, repeat};
use crate::app::{
    AppSystems, Boards, Edit, LevelList, Notes, OpenDocument, Paused, Script, TimeSpeed,
};

/// Start time of the program, until its first frame is out.
#[derive(Resource)]
pub(in crate::app) struct Started(pub Instant);

/// Interval at which an idle window polls, for example for files written in the background.
const IDLE: Duration = Duration::from_millis(250);
/// Time without an event after which the window rests, and the interval at which it then polls.
const RESTS_AFTER: Duration = Duration::from_secs(4);
const REST: Duration = Duration::from_secs(10);
/// Interval of frames while nothing moves but agents or the search that is played. Input is drawn
/// at once.
const MOVING: Duration = Duration::from_millis(1000 / 30);
/// Number of frames whose times are kept.
const FRAMES_KEPT: usize = 256;

pub(in crate::app) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings::game())
        .add_systems(
            PreUpdate,
            drop_repeated_modifiers
                .after(EguiPreUpdateSet::ProcessInput)
                .before(AppSystems::Files),
        )
        .register_diagnostic(
            Diagnostic::new(FRAME_TIME)
                .with_max_history_length(FRAMES_KEPT)
                .with_suffix(" ms"),
        )
        .add_systems(
            Last,
            (
                count_frames,
                choose_mode.before(AppSystems::Exit),
                report_first_frame,
            )
                .chain(),
        );
}

/// Drops events of modifier keys that change nothing.
///
/// `bevy_egui` 0.42 reports the modifier keys in every frame, and egui draws again after every
/// event. An idle window would draw for ever.
fn drop_repeated_modifiers(
    mut inputs: Query<&mut EguiInput>,
    mut last: Local<Option<egui::Modifiers>>,
) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(modifiers) => {
                last.replace(*modifiers) != Some(*modifiers)
            }
            _ => true,
        });
    }
}

fn choose_mode(
    mut settings: ResMut<WinitSettings>,
    (time, mut quiet): (Res<Time<Real>>, Local<Duration>),
    (mut events, mut redraws, watched): (
        MessageReader<WindowEvent>,
        MessageReader<RequestRedraw>,
        Res<WatchedPaths>,
    ),
    (paused, pace): (Res<Paused>, Res<TimeSpeed>),
    notes: Res<Notes>,
    script: Res<Script>,
    walking: Query<(), With<PathStack>>,
    planning: Query<(), With<Planning>>,
    pictures: Query<(), Or<(With<Screenshot>, With<Encoding>)>>,
    started: Option<Res<Started>>,
    (mode, playback): (Res<Mode>, Res<Playback>),
    (boards, editor, open): (Res<Boards>, InBackground, Res<OpenDocument>),
) {
    let has_steps =
        !walking.is_empty() && (!paused.0 || pace.is_stepping()) && *mode == Mode::Agents;
    let is_played = !mode.has_agents() && playback.playing;
    let is_moving = has_steps || is_played || !planning.is_empty();
    // Results of background work are drawn as soon as they arrive.
    let is_working = !mode.has_agents() && boards.is_busy()
        || editor.is_busy()
        || boards.is_reading()
        || open.is_copying();
    let is_shot = !pictures.is_empty() || started.is_some() || script.is_running();
    let is_busy = is_working || is_shot || !notes.shown().is_empty();
    let is_called = [
        events.read().count() > 0,
        redraws.read().count() > 0,
        watched.has_changed(),
    ]
    .contains(&true);
    *quiet = if is_busy || is_moving || is_called {
        Duration::ZERO
    } else {
        *quiet + time.delta()
    };
    let calm = UpdateMode::reactive_low_power(match (is_busy || is_moving, *quiet < RESTS_AFTER) {
        (true, _) => MOVING,
        (false, true) => IDLE,
        (false, false) => REST,
    });
    let (focused, unfocused) = (
        if is_busy {
            UpdateMode::Continuous
        } else {
            calm
        },
        calm,
    );
    if settings.focused_mode != focused {
        settings.focused_mode = focused;
        settings.unfocused_mode = unfocused;
    }
}

fn report_first_frame(
    mut commands: Commands,
    started: Option<Res<Started>>,
    mut frames: Local<u32>,
) {
    let Some(started) = started else { return };
    *frames += 1;
    // The first update only sets things up; its picture is out when the second one ends.
    if *frames == 2 {
        debug!("first frame after {} ms", started.0.elapsed().as_millis());
        commands.remove_resource::<Started>();
        is_shown();
    }
}

/// Measures frames that follow each other, and logs the number of frames in each second.
fn count_frames(
    (time, settings): (Res<Time<Real>>, Res<WinitSettings>),
    (mut frames, mut since): (Local<u32>, Local<Duration>),
    mut diagnostics: Diagnostics,
) {
    let follows = match settings.focused_mode {
        UpdateMode::Continuous => true,
        UpdateMode::Reactive { wait, .. } => wait <= MOVING,
    };
    if follows {
        diagnostics.add_measurement(&FRAME_TIME, || time.delta_secs_f64() * 1000.0);
    }
    *frames += 1;
    *since += time.delta();
    if *since >= Duration::from_secs(1) {
        debug!(
            "{:.1} frames a second",
            f64::from(*frames) / since.as_secs_f64()
        );
        *frames = 0;
        *since = Duration::ZERO;
    }
}

pub(in crate::app) fn time_scripts(app: &mut App) {
    app.add_systems(
        First,
        pass_time.after(MessageUpdateSystems).before(TimeSystems),
    );
}

/// Makes every frame of a repeatable script one tick long, whatever the speed of the machine.
///
/// Time stands still while searches are recorded, a map is generated or a level is saved.
fn pass_time(
    script: Res<Script>,
    (boards, edit, open): (Res<Boards>, Res<Edit>, Res<OpenDocument>),
    mut time: ResMut<TimeUpdateStrategy>,
) {
    if script.is_repeatable() {
        let waits = boards.is_busy() || edit.is_making() || open.is_saving();
        let tick = if waits {
            Duration::ZERO
        } else {
            Time::<Fixed>::default().timestep()
        };
        *time = TimeUpdateStrategy::ManualDuration(tick);
    }
}

/// The watched paths, and whether any of them has changed since the last call of `has_changed`.
#[derive(Resource, Clone, Default)]
pub(super) struct WatchedPaths(Arc<Mutex<Paths>>, Arc<AtomicBool>);

impl WatchedPaths {
    pub(super) fn has_changed(&self) -> bool {
        self.1.swap(false, Ordering::Relaxed)
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
struct Paths {
    file: PathBuf,
    folders: [PathBuf; 2],
}

pub(in crate::app) fn watch_files(app: &mut App) {
    app.init_resource::<WatchedPaths>()
        .add_systems(Startup, watch)
        .add_systems(Last, name_paths);
}

/// Starts the polling; without a window there is no event loop to wake.
fn watch(proxy: Option<Res<EventLoopProxyWrapper>>, watched: Res<WatchedPaths>) {
    let Some(proxy) = proxy.map(|proxy| proxy.clone()) else {
        return;
    };
    let watched = watched.clone();
    let (mut paths, mut file, mut folders) =
        (Paths::default(), FollowedFile::default(), Vec::new());
    let look = move || {
        let wanted = watched
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if paths.folders != wanted.folders {
            folders = wanted
                .folders
                .iter()
                .cloned()
                .map(FollowedFolder::new)
                .collect();
        }
        paths = wanted;
        let was_gone = file.is_gone();
        let is_other = file.look(&paths.file)
            | folders
                .iter_mut()
                .fold(false, |other, folder| folder.look() | other);
        if !is_other && was_gone == file.is_gone() {
            return true;
        }
        watched.1.store(true, Ordering::Relaxed);
        // Ends the polling when the window is closed.
        proxy.send_event(WinitUserEvent::WakeUp).is_ok()
    };
    if let Err(error) = repeat("files", LOOK, look) {
        warn!("saved files are seen late: {error}");
    }
}

fn name_paths(watched: Res<WatchedPaths>, file: Res<OpenLevelFile>, list: Res<LevelList>) {
    if !file.is_changed() && !list.is_changed() {
        return;
    }
    let folders = ["levels", "lessons"].map(|folder| list.assets().join(folder));
    let paths = Paths {
        file: file.path().to_owned(),
        folders,
    };
    let mut watched = watched.0.lock().unwrap_or_else(PoisonError::into_inner);
    if *watched != paths {
        *watched = paths;
    }
}
