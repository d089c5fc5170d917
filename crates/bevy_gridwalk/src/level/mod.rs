//! Levels as assets: loads level files and follows their changes.
//!
//! The differences between two versions of a file are computed once. An invalid file keeps the last
//! valid level and reports the error.

mod update;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::engine::prelude::*;
use bevy_asset::io::Reader;
use bevy_asset::prelude::*;
use bevy_asset::{
    AssetLoadError, AssetLoadFailedEvent, AssetLoader, AssetPath, AsyncReadExt, LoadContext,
};
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_reflect::TypePath;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{IoTaskPool, Task};
use gridwalk_level::formats::{
    Format, MAX_BYTES, ParseError, ReadHints, ReadLevel, SolidRule, WallSource, files_beside,
    parse_live_level,
};
use gridwalk_level::{Level, LevelEdit};
use serde::{Deserialize, Serialize};

pub use update::{LevelOptions, LevelUpdate};
use update::{follow_level, keep_updates};

use crate::inbox::{Inbox, UnreadMessages, accept, keep};
use crate::{PathfindingSchedule, PathfindingSystems};

/// A parsed level file.
#[derive(Asset, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(opaque, Clone, Debug)]
#[non_exhaustive]
pub struct LevelAsset {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// A sentence for each problem of a valid level, such as a blocked goal that leaves its agent
    /// stuck, then one for each note on the reading.
    pub problems: Vec<String>,
    /// The rules that make cells walls, in a map from Tiled or `LDtk`.
    pub walls: Vec<WallSource>,
}

/// The settings of the [`LevelLoader`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LevelSettings {
    /// The rules that select the walls of a map from Tiled or `LDtk`.
    ///
    /// Without rules, names such as `collides` and collision shapes make walls.
    pub solid: Vec<SolidRule>,
}

/// Loader of `.level.ron` files, and of every [`Format`] of levels if a [`LevelAsset`] is
/// requested.
///
/// Images and maps of other editors need the feature `formats` of this crate.
#[derive(Default, TypePath)]
pub struct LevelLoader;

/// The error of loading a level file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {error}")]
    Read {
        /// Name of the file.
        file: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file is invalid.
    #[error("{}", .error.in_file(.file))]
    Parse {
        /// Name of the file.
        file: String,
        /// The error and its position.
        error: ParseError,
    },
}

impl AssetLoader for LevelLoader {
    type Asset = LevelAsset;
    type Settings = LevelSettings;
    type Error = LevelError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &LevelSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<LevelAsset, LevelError> {
        let file = context
            .path()
            .path()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut bytes = Vec::new();
        // Reads one byte more than the limit, so that the parser reports it; some files are
        // endless.
        if let Err(error) = (&mut *reader)
            .take(MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .await
        {
            return Err(LevelError::Read { file, error });
        }
        // Levels in this project's own format have no such rules.
        let solid = if Format::of_file(&file).is_some_and(Format::is_written) {
            Vec::new()
        } else {
            settings.solid.clone()
        };
        let mut hints = ReadHints {
            solid,
            ..ReadHints::default()
        };
        loop {
            // Files beside the level may refer to further files.
            let missing = files_beside(&bytes, &file, &hints);
            if missing.is_empty() {
                break;
            }
            for name in missing {
                let read = read_beside(context, &name).await;
                hints.beside.insert(name, read);
            }
        }
        match parse_live_level(&bytes, &file, &hints) {
            Ok(ReadLevel {
                level,
                problems,
                notes,
                walls,
            }) => {
                let problems = problems.iter().chain(&notes);
                let problems = problems.map(|place| place.in_file(&file)).collect();
                let is_ron = file.to_ascii_lowercase().ends_with(".ron");
                let source = String::from_utf8(bytes)
                    .ok()
                    .filter(|_| is_ron)
                    .map(Arc::from);
                Ok(LevelAsset {
                    level: Arc::new(level),
                    source,
                    problems,
                    walls,
                })
            }
            Err(error) => Err(LevelError::Parse { file, error }),
        }
    }

    fn extensions(&self) -> &[&str] {
        // Other files of a game may end in `.ron` or `.txt`, so levels are identified by the
        // requested asset type.
        &["level.ron"]
    }
}

/// Returns the content of a file beside the level, or the reason why it cannot be read.
async fn read_beside(context: &mut LoadContext<'_>, name: &str) -> Result<Vec<u8>, String> {
    let path = context
        .path()
        .resolve_embed_str(name)
        .map_err(|error| error.to_string())?;
    context
        .read_asset_bytes(path)
        .await
        .map_err(|_| "there is no such file, or it cannot be read".to_owned())
}

/// Request to open a level file by its path in the asset server; trigger it or write it as a
/// message.
#[derive(Message, Event, Reflect, Clone, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug)]
pub struct OpenLevel(pub AssetPath<'static>);

/// Message that the open level file was read, when it was opened or after another program saved it.
#[derive(Message, Clone, Debug)]
#[non_exhaustive]
pub struct LevelRead {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// Whether the level was just opened.
    pub fresh: bool,
}

/// The open level file.
///
/// The level itself and the handle of the file are not reflected, so a game that loads a saved
/// state writes an [`OpenLevel`] again.
#[derive(Resource, Reflect, Default, Debug)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Debug)]
pub struct ActiveLevel {
    /// Path of the file.
    pub path: Option<AssetPath<'static>>,
    /// The last valid level of the file.
    #[reflect(ignore)]
    pub level: Option<Arc<Level>>,
    /// The present error of the file.
    pub error: Option<String>,
    /// Problems of the valid level, such as a blocked goal.
    pub problems: Vec<String>,
    /// The rules that make cells walls, in a map from Tiled or `LDtk`.
    ///
    /// A rule that was turned off since the file was opened has no cells.
    #[reflect(ignore)]
    pub walls: Vec<WallSource>,
    /// The requested rules; without any, they are guessed.
    #[reflect(ignore)]
    solid: Arc<RwLock<Vec<SolidRule>>>,
    #[reflect(ignore)]
    handle: Option<Handle<LevelAsset>>,
    /// Whether the file has not been shown since it was opened.
    #[reflect(ignore)]
    opening: bool,
    /// Whether the file was open before and is being read again.
    #[reflect(ignore)]
    again: bool,
}

impl ActiveLevel {
    /// Returns `true` if another level is shown because the file was never valid.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        self.opening && self.error.is_some()
    }

    /// Reads the open map from Tiled or `LDtk` again with these rules for walls.
    ///
    /// An empty list guesses the rules.
    ///
    /// The rules apply until another level is opened. A file that other handles loaded before it
    /// was opened keeps the settings of those handles.
    pub fn read_with(&mut self, solid: Vec<SolidRule>, server: &AssetServer) {
        *self.solid.write().unwrap_or_else(PoisonError::into_inner) = solid;
        if let Some(path) = &self.path {
            server.reload(path.clone());
        }
    }

    /// Returns the rules for walls that were [requested](Self::read_with).
    #[must_use]
    pub fn solid(&self) -> Vec<SolidRule> {
        self.solid
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Stops following a file; the level that is shown has none.
    #[doc(hidden)]
    pub fn unfollow(&mut self) {
        *self = Self::default();
    }

    /// Follows another file to which the shown level was saved; nothing is reported until the file
    /// changes.
    #[doc(hidden)]
    pub fn follow(&mut self, path: AssetPath<'static>, server: &AssetServer) {
        *self = Self {
            handle: Some(server.load(path.clone())),
            path: Some(path),
            ..Self::default()
        };
    }
}

/// Systems in `Update` that open and follow level files.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelSystems;

/// Plugin that loads levels, follows their files and spawns their agents.
///
/// The systems run in the schedule of the [`PathfindingPlugin`](super::PathfindingPlugin). The
/// order in which the two plugins are added does not matter.
#[derive(Default)]
pub struct LevelPlugin;

/// Plugin that loads levels and follows their files without showing them.
///
/// A system of the app reads [`LevelRead`] and writes a [`LevelUpdate`].
#[derive(Default)]
pub struct LevelFilePlugin;

impl Plugin for LevelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(LevelFilePlugin).add_systems(
            Update,
            show_what_was_read
                .in_set(LevelSystems)
                .after(notice_deletion),
        );
    }
}

impl Plugin for LevelFilePlugin {
    fn build(&self, app: &mut App) {
        assert!(
            app.world().contains_resource::<AssetServer>(),
            "levels are assets: add Bevy's AssetPlugin, or DefaultPlugins, before the plugin for levels"
        );
        if let Some(&PathfindingSchedule(schedule)) = app.world().get_resource() {
            show_levels_in(app, schedule);
        }
        accept::<OpenLevel>(app);
        keep::<OpenLevel, ()>(app);
        keep::<AssetEvent<LevelAsset>, ActiveLevel>(app);
        keep::<AssetLoadFailedEvent<LevelAsset>, ActiveLevel>(app);
        app.init_asset::<LevelAsset>()
            .register_asset_reflect::<LevelAsset>()
            .init_asset_loader::<LevelLoader>()
            .init_resource::<ActiveLevel>()
            .init_resource::<LevelOptions>()
            .add_message::<LevelRead>()
            .add_message::<LevelUpdate>()
            .init_resource::<UnreadMessages<LevelUpdate>>()
            .add_systems(Last, keep_updates.before(super::edits::keep_edits))
            .add_systems(
                Update,
                (open_level, follow_file, notice_deletion)
                    .chain()
                    .in_set(LevelSystems),
            );
    }

    fn finish(&self, app: &mut App) {
        if app.world().contains_resource::<LevelsAreShown>() {
            return;
        }
        let schedule = app
            .world()
            .get_resource()
            .map(|&PathfindingSchedule(schedule)| schedule);
        show_levels_in(
            app,
            schedule.expect("levels are walked on: add the `PathfindingPlugin` as well"),
        );
    }
}

/// Marker: the schedule is known, and levels are shown in it.
#[derive(Resource)]
struct LevelsAreShown;

fn show_levels_in(app: &mut App, schedule: InternedScheduleLabel) {
    app.insert_resource(LevelsAreShown).add_systems(
        schedule,
        follow_level
            .in_set(PathfindingSystems::ApplyEdits)
            .after(LevelSystems)
            .before(super::edits::apply_edits),
    );
}

fn open_level(
    mut opened: Inbox<OpenLevel>,
    mut active: ResMut<ActiveLevel>,
    server: Res<AssetServer>,
) {
    if let Some(OpenLevel(path)) = opened.take().pop() {
        active.again = active.path.as_ref() == Some(&path) && active.error.is_none();
        if active.path.as_ref() != Some(&path) {
            active.solid = Arc::default();
        }
        let solid = Arc::clone(&active.solid);
        let with_rules = move |settings: &mut LevelSettings| {
            let asked = solid.read().unwrap_or_else(PoisonError::into_inner);
            if !asked.is_empty() {
                settings.solid.clone_from(&asked);
            }
        };
        let handle = server
            .load_builder()
            .with_settings(with_rules)
            .load(path.clone());
        // The server has logged the reason, and sends no message.
        if handle == Handle::default() {
            *active = ActiveLevel {
                error: Some(format!(
                    "{path}: not a path below the assets, which Bevy's `UnapprovedPathMode` forbids"
                )),
                path: Some(path),
                opening: true,
                ..ActiveLevel::default()
            };
            return;
        }
        active.handle = Some(handle);
        if active.again {
            // The server's copy may be older than the file.
            server.reload(path.clone());
        } else {
            active.level = None;
        }
        active.path = Some(path.clone());
        active.error = None;
        active.opening = true;
    }
}

fn follow_file(
    mut active: ResMut<ActiveLevel>,
    levels: Res<Assets<LevelAsset>>,
    mut events: Inbox<AssetEvent<LevelAsset>, ActiveLevel>,
    mut failures: Inbox<AssetLoadFailedEvent<LevelAsset>, ActiveLevel>,
    mut reads: MessageWriter<LevelRead>,
) {
    let Some(handle) = active.handle.clone() else {
        return;
    };
    for failure in failures
        .take()
        .into_iter()
        .filter(|failure| failure.id == handle.id())
    {
        let sentence = describe(&failure.error, &failure.path);
        if active.error.as_ref() != Some(&sentence) {
            active.error = Some(sentence);
        }
    }
    let modified = events
        .take()
        .iter()
        .filter(|event| event.is_modified(handle.id()))
        .count()
        > 0;
    if !modified && (!active.opening || active.again) {
        return;
    }
    let Some(LevelAsset {
        level,
        source,
        problems,
        walls,
    }) = levels.get(&handle)
    else {
        return;
    };
    let fresh = active.opening;
    active.opening = false;
    active.again = false;
    active.error = None;
    active.level = Some(Arc::clone(level));
    active.problems.clone_from(problems);
    // Rules that were turned off stay in the list, without cells.
    let is_new = |old: &WallSource| !walls.iter().any(|wall| wall.rule == old.rule);
    let mut turned_off: Vec<_> = if fresh {
        Vec::new()
    } else {
        std::mem::take(&mut active.walls)
    };
    turned_off.retain(is_new);
    active.walls = walls
        .iter()
        .cloned()
        .chain(
            turned_off
                .into_iter()
                .map(|old| WallSource { cells: 0, ..old }),
        )
        .collect();
    reads.write(LevelRead {
        level: Arc::clone(level),
        source: source.clone(),
        fresh,
    });
}

/// Time between two checks for the file of a level.
const LOOKS: Duration = Duration::from_secs(1);

/// A check for the file of a level.
struct FileCheck {
    path: AssetPath<'static>,
    is_there: Task<bool>,
}

/// Reports that the file of the level is gone, for which the asset server sends no message.
///
/// The server reads the file again as soon as it reappears.
fn notice_deletion(
    mut active: ResMut<ActiveLevel>,
    (server, time): (Res<AssetServer>, Res<Time<Real>>),
    mut look: Local<Option<FileCheck>>,
    (mut next, mut missing): (Local<Duration>, Local<u8>),
) {
    if let Some(FileCheck { path, is_there }) = &mut *look {
        let Some(is_there) = check_ready(is_there) else {
            return;
        };
        let is_same = active.path.as_ref() == Some(path);
        // Editors replace a file in two steps, so one miss does not count.
        *missing = if is_there || !is_same {
            0
        } else {
            missing.saturating_add(1)
        };
        if *missing == 2 && active.level.is_some() {
            active.error = Some(no_such_file(path));
        }
        *look = None;
        *next = time.elapsed() + LOOKS;
    }
    if active.handle.is_none() || !server.watching_for_changes() || time.elapsed() < *next {
        return;
    }
    let (Some(path), Some(pool)) = (active.path.clone(), IoTaskPool::try_get()) else {
        return;
    };
    let (server, wanted) = (server.clone(), path.clone());
    let is_there = pool.spawn(async move {
        let Ok(source) = server.get_source(wanted.source()) else {
            return false;
        };
        source.reader().read(wanted.path()).await.is_ok()
    });
    *look = Some(FileCheck { path, is_there });
}

/// Shows a level that was opened; after a save, applies the differences between the file's
/// versions.
///
/// Other changes made by the game stay.
fn show_what_was_read(
    mut reads: MessageReader<LevelRead>,
    mut updates: MessageWriter<LevelUpdate>,
    mut active: ResMut<ActiveLevel>,
    mut last: Local<Option<Arc<Level>>>,
) {
    for LevelRead { level, fresh, .. } in reads.read() {
        let Some(before) = last.as_mut().filter(|_| !fresh) else {
            updates.write(LevelUpdate::show(level));
            *last = Some(Arc::clone(level));
            continue;
        };
        let Some(edit) = LevelEdit::between(before, level) else {
            continue;
        };
        match edit.apply(Arc::make_mut(before)) {
            Ok(applied) => drop(updates.write_batch(LevelUpdate::of(level, &applied.change))),
            Err(error) => {
                active.error = Some(format!(
                    "what the file says now cannot be taken over: {error}"
                ));
            }
        }
    }
}

fn no_such_file(path: &AssetPath) -> String {
    format!(
        "{}: no such file, or it cannot be read",
        path.path()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
    )
}

/// Returns the user-visible sentence for an error of the asset server.
fn describe(error: &AssetLoadError, path: &AssetPath) -> String {
    let file = path
        .path()
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    match error {
        AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<LevelError>()
        {
            Some(error) => error.to_string(),
            None => error.to_string(),
        },
        AssetLoadError::AssetReaderError(_) => no_such_file(path),
        AssetLoadError::MissingAssetLoader { .. } => {
            format!(
                "{file}: not a level; expected {}",
                Format::list_endings(Format::ALL.into_iter())
            )
        }
        other => format!("{file}: {other}"),
    }
}
