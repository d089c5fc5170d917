//! Films of the agents: recorded tick by tick, and saved as GIFs in the background.

use std::sync::atomic::AtomicU64;

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, AgentMotion, GridReplaced, NavGrid};

use crate::app::command::Toggle;
use crate::app::common::files::{PictureFolder, PictureInWork};
use crate::app::common::script::Ending;
use crate::app::common::state::AfterTick;
use crate::app::common::under_way::UnderWay;
use crate::app::platform::files;
use crate::app::view::MapLooks;
use crate::app::{AppSystems, Notes, Phrase, Toggles};
use crate::picture::{Animation, FilmFigure, WalkFilm};

/// A film that is being recorded.
#[derive(Component)]
#[require(PictureInWork)]
pub struct FilmRecording(WalkFilm);

impl FilmRecording {
    /// Returns the length in seconds of the agents' time.
    #[expect(clippy::cast_precision_loss, reason = "films are short")]
    pub fn seconds(&self) -> f64 {
        self.0.ticks() as f64 / 64.0
    }
}

/// A film that is being encoded.
#[derive(Component)]
#[require(PictureInWork)]
pub struct Encoding(UnderWay<Vec<u8>>);

/// Shortest and longest length of a film in seconds.
const LENGTH: [f64; 2] = [0.5, 600.0];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PictureFolder>()
        .add_systems(
            FixedUpdate,
            record.in_set(AfterTick).run_if(resource_exists::<NavGrid>),
        )
        .add_systems(
            Update,
            (begin_and_end, save)
                .chain()
                .after(AppSystems::Report)
                .before(AppSystems::Watch),
        );
}

/// Records a tick. A map of another size ends the film.
fn record(
    mut recording: Single<&mut FilmRecording>,
    mut toggles: ResMut<Toggles>,
    (map, looks): (Res<NavGrid>, Res<MapLooks>),
    mut replaced: MessageReader<GridReplaced>,
    agents: Query<(&AgentMotion, Option<&AgentKind>)>,
) {
    let (film, grid) = (&mut recording.0, map.grid());
    if film.size() != grid.size() {
        toggles.turn(Toggle::Film, false);
        return;
    }
    if replaced.read().count() > 0 {
        film.cut();
    }
    let figure = |(motion, kind)| {
        let motion: &AgentMotion = motion;
        FilmFigure {
            at: motion.position.to_array(),
            size: AgentKind::size_of(kind),
            facing: motion.facing,
        }
    };
    film.record(grid, || looks.on(grid), agents.iter().map(figure));
}

/// Begins a film when it is wished for, and encodes it when that is over or the window closes.
fn begin_and_end(
    mut commands: Commands,
    (mut toggles, ending): (ResMut<Toggles>, Res<Ending>),
    map: Option<Res<NavGrid>>,
    recordings: Query<(Entity, &FilmRecording)>,
    mut notes: ResMut<Notes>,
) {
    if ending.wanted {
        toggles.turn(Toggle::Film, false);
    }
    match (toggles.is_on(Toggle::Film), recordings.single().ok()) {
        (true, None) => {
            let Some(film) = map.and_then(|map| WalkFilm::new(map.grid())) else {
                toggles.turn(Toggle::Film, false);
                return notes.warn(Phrase::FilmTooLarge.with("max", Animation::MAX_SIDE));
            };
            commands.spawn(FilmRecording(film));
            notes.say(Phrase::FilmBegins);
        }
        (false, Some((film, recording))) if recording.0.ticks() == 0 => {
            commands.entity(film).despawn();
            notes.warn(Phrase::FilmEmpty);
        }
        (false, Some((film, _))) => drop(commands.entity(film).queue(encode)),
        _ => {}
    }
}

/// Begins to encode a film.
fn encode(mut film: EntityWorldMut) {
    let Some(recording) = film.take::<FilmRecording>() else {
        return;
    };
    let seconds = recording.seconds().clamp(LENGTH[0], LENGTH[1]);
    let encoding = async move {
        recording
            .0
            .encode_in_slices(&recording.0.plan(seconds), &AtomicU64::new(0))
            .await
    };
    film.insert(Encoding(UnderWay::begin(encoding)));
}

/// Saves encoded films, each as a file that is not there yet.
fn save(
    mut commands: Commands,
    mut films: Query<(Entity, &mut Encoding)>,
    pictures: Res<PictureFolder>,
    mut notes: ResMut<Notes>,
) {
    for (film, mut encoding) in &mut films {
        let Some(bytes) = encoding.0.take() else {
            continue;
        };
        commands.entity(film).despawn();
        let path = pictures.free_name("gif");
        let path = files::absolute(&path).unwrap_or(path);
        match files::replace(&path, bytes) {
            Ok(()) => notes.say(Phrase::FilmSaved.with("file", files::shown(&path))),
            Err(error) => {
                notes.warn(
                    Phrase::PictureFailed
                        .with("file", files::shown(&path))
                        .with("error", error.to_string()),
                );
            }
        }
    }
}
