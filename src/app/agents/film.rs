//! The film of the agents: recorded tick by tick, and saved as a GIF in the background.

use std::sync::atomic::AtomicU64;

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, AgentMotion, GridReplaced, NavGrid, PathfindingSystems};

use crate::app::command::Toggle;
use crate::app::common::files::PictureFolder;
use crate::app::common::under_way::UnderWay;
use crate::app::platform::files;
use crate::app::view::MapLooks;
use crate::app::{AppSystems, Notes, Phrase, Toggles};
use crate::picture::{Animation, Figure, WalkFilm};

/// The film in progress.
#[derive(Resource, Default)]
pub struct Filming {
    film: Option<WalkFilm>,
    encoding: Vec<UnderWay<Vec<u8>>>,
}

impl Filming {
    /// Returns the length of the film in progress, in seconds of the agents' time.
    pub fn seconds(&self) -> Option<f64> {
        self.film.as_ref().map(|film| seconds(film.ticks()))
    }
}

/// Returns the length of so many ticks in seconds.
#[expect(clippy::cast_precision_loss, reason = "films are short")]
fn seconds(ticks: u64) -> f64 {
    ticks as f64 / 64.0
}

/// Shortest and longest length of a film in seconds.
const LENGTH: [f64; 2] = [0.5, 600.0];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filming>()
        .init_resource::<PictureFolder>()
        .add_systems(FixedUpdate, record.after(PathfindingSystems::Follow).run_if(resource_exists::<NavGrid>))
        .add_systems(Update, (end, save).chain().after(AppSystems::Report).before(AppSystems::Watch));
}

/// Records a tick. A map of another size ends the film.
fn record(
    mut toggles: ResMut<Toggles>,
    (map, looks): (Res<NavGrid>, Res<MapLooks>),
    mut replaced: MessageReader<GridReplaced>,
    agents: Query<(&AgentMotion, Option<&AgentKind>)>,
    (mut filming, mut notes): (ResMut<Filming>, ResMut<Notes>),
) {
    let is_replaced = replaced.read().count() > 0;
    if !toggles.is_on(Toggle::Film) {
        return;
    }
    let grid = map.grid();
    let film = match filming.film.take() {
        None => WalkFilm::new(grid),
        Some(film) if film.size().is_none_or(|size| size == grid.size()) => Some(film),
        film => {
            filming.film = film;
            toggles.turn(Toggle::Film, false);
            return;
        }
    };
    let Some(mut film) = film else {
        toggles.turn(Toggle::Film, false);
        return notes.warn(Phrase::FilmTooLarge.with("max", Animation::MAX_SIDE));
    };
    if is_replaced {
        film.cut();
    }
    let figure = |(motion, kind): (&AgentMotion, Option<&AgentKind>)| Figure {
        at: motion.position.to_array(),
        size: kind.map_or(1, |kind| kind.0.size),
    };
    film.record(grid, looks.on(grid), agents.iter().map(figure));
    filming.film = Some(film);
}

/// Says how a film ends, and encodes it then.
fn end(toggles: Res<Toggles>, mut was_on: Local<bool>, mut filming: ResMut<Filming>, mut notes: ResMut<Notes>) {
    let is_on = toggles.is_on(Toggle::Film);
    if is_on && !std::mem::replace(&mut *was_on, is_on) {
        notes.say(Phrase::FilmBegins);
    }
    *was_on = is_on;
    if is_on || filming.film.is_none() {
        return;
    }
    let Some(film) = filming.film.take().filter(|film| film.size().is_some()) else { return };
    filming.encoding.push(UnderWay::begin(async move {
        let plan = film.plan(seconds(film.ticks()).clamp(LENGTH[0], LENGTH[1]));
        film.encode_in_slices(&plan, &AtomicU64::new(0)).await
    }));
}

/// Saves encoded films, each as a file that is not there yet.
fn save(mut filming: ResMut<Filming>, pictures: Res<PictureFolder>, mut notes: ResMut<Notes>) {
    let Some(bytes) = filming.encoding.first_mut().and_then(UnderWay::take) else { return };
    filming.encoding.remove(0);
    let path = pictures.free_name("gif");
    let path = files::absolute(&path).unwrap_or(path);
    match files::replace(&path, bytes) {
        Ok(()) => notes.say(Phrase::PictureSaved.with("file", files::shown(&path))),
        Err(error) => {
            notes.warn(Phrase::PictureFailed.with("file", files::shown(&path)).with("error", error.to_string()));
        }
    }
}
