//! Levels as assets: loaded by the asset server, and followed: what a file says otherwise than before is made out once.
//! A broken file keeps the last good level and says what is wrong.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::engine::prelude::*;
use bevy_asset::io::Reader;
use bevy_asset::prelude::*;
use bevy_asset::{AssetLoadError, AssetLoadFailedEvent, AssetLoader, AssetPath, AsyncReadExt, LoadContext};
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_reflect::TypePath;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{IoTaskPool, Task};
use gridwalk_level::{
    Level, LevelEdit,
    formats::{
        Format, LiveLevel, MAX_BYTES, ParseError, ReadHints, SolidRule, WallSource, files_beside, parse_live_level,
    },
};
use serde::{Deserialize, Serialize};

use super::inbox::{Inbox, Unread, accept, keep};
use super::level_update::{follow_level, keep_updates};
use super::{LevelOptions, LevelUpdate, PathfindingSchedule, PathfindingSystems};

/// A level file that was read.
#[derive(Asset, Reflect, Clone, Debug)]
#[reflect(opaque, Clone, Debug)]
#[non_exhaustive]
pub struct LevelAsset {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// A sentence for each thing that is wrong with the level although it can be shown, such as a goal that is blocked:
    /// its agent is stuck.
    pub problems: Vec<String>,
    /// The rules by which cells are walls, of a map from Tiled or `LDtk`.
    pub walls: Vec<WallSource>,
}

/// The settings of the [`LevelLoader`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LevelSettings {
    /// The rules that say which parts of a map from Tiled or `LDtk` are walls; without any, names such as `collides` and
    /// collision shapes are taken as walls.
    pub solid: Vec<SolidRule>,
}

/// Reads `.level.ron`, and, where a [`LevelAsset`] is asked for, every [`Format`] of levels; pictures and maps of
/// other editors with the feature `formats` of this crate.
#[derive(Default, TypePath)]
pub struct LevelLoader;

/// Why a level file was not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {error}")]
    Read {
        /// The file's name.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is invalid.
    #[error("{}", .error.in_file(.file))]
    Parse {
        /// The file's name.
        file: String,
        /// Where and what.
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
        let file = context.path().path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        // One more than a level may have, of which the parser says so: some files have no end.
        if let Err(error) = (&mut *reader).take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).await {
            return Err(LevelError::Read { file, error });
        }
        // Our own levels have no such parts.
        let solid =
            if Format::of_file(&file).is_some_and(Format::is_written) { Vec::new() } else { settings.solid.clone() };
        let mut hints = ReadHints { solid, ..ReadHints::default() };
        loop {
            // Files beside the level may refer to others.
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
            Ok(LiveLevel { level, problems, walls }) => {
                let problems = problems.iter().map(|place| place.in_file(&file)).collect();
                let is_ron = file.to_ascii_lowercase().ends_with(".ron");
                let source = String::from_utf8(bytes).ok().filter(|_| is_ron).map(Arc::from);
                Ok(LevelAsset { level: Arc::new(level), source, problems, walls })
            }
            Err(error) => Err(LevelError::Parse { file, error }),
        }
    }

    fn extensions(&self) -> &[&str] {
        // Other files of a game may end in `.ron` and `.txt`: those of levels are known by what is asked for.
        &["level.ron"]
    }
}

/// What a file beside the level holds, or why it cannot be read.
async fn read_beside(context: &mut LoadContext<'_>, name: &str) -> Result<Vec<u8>, String> {
    let path = context.path().resolve_embed_str(name).map_err(|error| error.to_string())?;
    context.read_asset_bytes(path).await.map_err(|_| "there is no such file, or it cannot be read".to_owned())
}

/// Request to open a level file, by its path in the asset server: trigger it, or write it as a message.
#[derive(Message, Event, Reflect, Clone, Debug)]
#[reflect(Message, Clone, Debug)]
pub struct OpenLevel(pub AssetPath<'static>);

/// The open level file was read, at first or after it was saved by another program.
#[derive(Message, Clone, Debug)]
#[non_exhaustive]
pub struct LevelRead {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// Whether it was opened just now.
    pub fresh: bool,
}

/// The level file that is open.
///
/// What it says of the file is reflected; the level and the file that is followed are not: a game that is loaded again
/// writes an [`OpenLevel`].
#[derive(Resource, Reflect, Default, Debug)]
#[reflect(Resource, Default, Debug)]
pub struct ActiveLevel {
    /// The file.
    pub path: Option<AssetPath<'static>>,
    /// What it held when it was read last without a mistake.
    #[reflect(ignore)]
    pub level: Option<Arc<Level>>,
    /// What is wrong with the file at present.
    pub error: Option<String>,
    /// What is wrong with it although it is shown, such as a goal that is blocked.
    pub problems: Vec<String>,
    /// The rules by which its cells are walls, of a map from Tiled or `LDtk`; those that were turned off since it was
    /// opened have no cells.
    #[reflect(ignore)]
    pub walls: Vec<WallSource>,
    /// The rules that were asked for; without any, they are guessed.
    #[reflect(ignore)]
    solid: Arc<RwLock<Vec<SolidRule>>>,
    #[reflect(ignore)]
    handle: Option<Handle<LevelAsset>>,
    /// Whether the file has not yet been shown since it was opened.
    #[reflect(ignore)]
    opening: bool,
    /// Whether it was open before and is being read again.
    #[reflect(ignore)]
    again: bool,
}

impl ActiveLevel {
    /// Whether something else than the open file is shown, because the file was never good.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        self.opening && self.error.is_some()
    }

    /// Reads the open map from Tiled or `LDtk` again, by these rules for walls; without any, they are guessed.
    ///
    /// The rules hold until another level is opened. A file that was loaded by other handles before it was opened keeps
    /// the settings of those.
    pub fn read_with(&mut self, solid: Vec<SolidRule>, server: &AssetServer) {
        *self.solid.write().unwrap_or_else(PoisonError::into_inner) = solid;
        if let Some(path) = &self.path {
            server.reload(path.clone());
        }
    }

    /// The rules for walls that were [asked for](Self::read_with).
    #[must_use]
    pub fn solid(&self) -> Vec<SolidRule> {
        self.solid.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Follows no file any more: what is shown has none.
    #[doc(hidden)]
    pub fn unfollow(&mut self) {
        *self = Self::default();
    }

    /// Follows another file from now on, without a word while it stays as it is: what is shown was saved there.
    #[doc(hidden)]
    pub fn follow(&mut self, path: AssetPath<'static>, server: &AssetServer) {
        *self = Self { handle: Some(server.load(path.clone())), path: Some(path), ..Self::default() };
    }
}

/// In `Update`: level files are opened and followed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelSystems;

/// Loads levels, follows their files, and spawns their agents, in the schedule of the
/// [`PathfindingPlugin`](super::PathfindingPlugin); which of the two is added first does not matter.
#[derive(Default)]
pub struct LevelPlugin;

/// The same, but a level that was read is not shown by itself: [`LevelRead`] is for a system of the app's own to act
/// on with a [`LevelUpdate`].
#[derive(Default)]
pub struct LevelFilePlugin;

impl Plugin for LevelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(LevelFilePlugin)
            .add_systems(Update, show_what_was_read.in_set(LevelSystems).after(notice_deletion));
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
            .init_resource::<Unread<LevelUpdate>>()
            .add_systems(Last, keep_updates.before(super::apply_edits::keep_edits))
            .add_systems(Update, (open_level, follow_file, notice_deletion).chain().in_set(LevelSystems));
    }

    fn finish(&self, app: &mut App) {
        if app.world().contains_resource::<LevelsAreShown>() {
            return;
        }
        let schedule = app.world().get_resource().map(|&PathfindingSchedule(schedule)| schedule);
        show_levels_in(app, schedule.expect("levels are walked on: add the `PathfindingPlugin` as well"));
    }
}

/// The schedule is known, and levels are shown in it.
#[derive(Resource)]
struct LevelsAreShown;

fn show_levels_in(app: &mut App, schedule: InternedScheduleLabel) {
    app.insert_resource(LevelsAreShown).add_systems(
        schedule,
        follow_level.in_set(PathfindingSystems::ApplyEdits).after(LevelSystems).before(super::apply_edits::apply_edits),
    );
}

fn open_level(mut opened: Inbox<OpenLevel>, mut active: ResMut<ActiveLevel>, server: Res<AssetServer>) {
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
        let handle = server.load_builder().with_settings(with_rules).load(path.clone());
        // The server has logged why, and sends no message.
        if handle == Handle::default() {
            *active = ActiveLevel {
                error: Some(format!("{path}: not a path below the assets, which Bevy's `UnapprovedPathMode` forbids")),
                path: Some(path),
                opening: true,
                ..ActiveLevel::default()
            };
            return;
        }
        active.handle = Some(handle);
        if active.again {
            // What the server has may be older than the file.
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
    let Some(handle) = active.handle.clone() else { return };
    for failure in failures.take().into_iter().filter(|failure| failure.id == handle.id()) {
        let sentence = describe(&failure.error, &failure.path);
        if active.error.as_ref() != Some(&sentence) {
            active.error = Some(sentence);
        }
    }
    let modified = events.take().iter().filter(|event| event.is_modified(handle.id())).count() > 0;
    if !modified && (!active.opening || active.again) {
        return;
    }
    let Some(LevelAsset { level, source, problems, walls }) = levels.get(&handle) else { return };
    let fresh = active.opening;
    active.opening = false;
    active.again = false;
    active.error = None;
    active.level = Some(Arc::clone(level));
    active.problems.clone_from(problems);
    // Rules that were turned off stay in the list, without cells.
    let is_new = |old: &WallSource| !walls.iter().any(|wall| wall.rule == old.rule);
    let mut turned_off: Vec<_> = if fresh { Vec::new() } else { std::mem::take(&mut active.walls) };
    turned_off.retain(is_new);
    active.walls =
        walls.iter().cloned().chain(turned_off.into_iter().map(|old| WallSource { cells: 0, ..old })).collect();
    reads.write(LevelRead { level: Arc::clone(level), source: source.clone(), fresh });
}

/// The time between two looks for the file of a level.
const LOOKS: Duration = Duration::from_secs(1);

/// A look for the file of a level.
struct Look {
    path: AssetPath<'static>,
    is_there: Task<bool>,
}

/// Says so when the file of the level is gone, of which the asset server sends no message. Once it is there again, the
/// server reads it.
fn notice_deletion(
    mut active: ResMut<ActiveLevel>,
    (server, time): (Res<AssetServer>, Res<Time<Real>>),
    mut look: Local<Option<Look>>,
    (mut next, mut missing): (Local<Duration>, Local<u8>),
) {
    if let Some(Look { path, is_there }) = &mut *look {
        let Some(is_there) = check_ready(is_there) else { return };
        let is_same = active.path.as_ref() == Some(path);
        // Editors replace a file in two steps.
        *missing = if is_there || !is_same { 0 } else { missing.saturating_add(1) };
        if *missing == 2 && active.level.is_some() {
            active.error = Some(no_such_file(path));
        }
        *look = None;
        *next = time.elapsed() + LOOKS;
    }
    if active.handle.is_none() || !server.watching_for_changes() || time.elapsed() < *next {
        return;
    }
    let (Some(path), Some(pool)) = (active.path.clone(), IoTaskPool::try_get()) else { return };
    let (server, wanted) = (server.clone(), path.clone());
    let is_there = pool.spawn(async move {
        let Ok(source) = server.get_source(wanted.source()) else { return false };
        source.reader().read(wanted.path()).await.is_ok()
    });
    *look = Some(Look { path, is_there });
}

/// Shows a level that was opened; of one that was saved again, what is different in the file. What the game has changed
/// elsewhere stays.
fn show_what_was_read(
    mut reads: MessageReader<LevelRead>,
    mut updates: MessageWriter<LevelUpdate>,
    mut active: ResMut<ActiveLevel>,
    mut last: Local<Option<Arc<Level>>>,
) {
    for LevelRead { level, fresh, .. } in reads.read() {
        let Some(before) = last.as_mut().filter(|_| !fresh) else {
            updates.write(LevelUpdate::Show(Arc::clone(level)));
            *last = Some(Arc::clone(level));
            continue;
        };
        let Some(edit) = LevelEdit::between(before, level) else { continue };
        match edit.apply(Arc::make_mut(before)) {
            Ok(applied) => drop(updates.write_batch(LevelUpdate::of(level, &applied.change))),
            Err(error) => active.error = Some(format!("what the file says now cannot be taken over: {error}")),
        }
    }
}

fn no_such_file(path: &AssetPath) -> String {
    format!("{}: no such file, or it cannot be read", path.path().file_name().unwrap_or_default().to_string_lossy())
}

/// The sentence for people behind an error of the asset server.
fn describe(error: &AssetLoadError, path: &AssetPath) -> String {
    let file = path.path().file_name().unwrap_or_default().to_string_lossy();
    match error {
        AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<LevelError>() {
            Some(error) => error.to_string(),
            None => error.to_string(),
        },
        AssetLoadError::AssetReaderError(_) => no_such_file(path),
        AssetLoadError::MissingAssetLoader { .. } => {
            format!("{file}: not a level; expected {}", Format::list_endings(Format::ALL.into_iter()))
        }
        other => format!("{file}: {other}"),
    }
}
