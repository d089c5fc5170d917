//! Levels as assets: loaded by the asset server, shown on the grid, and shown again when their
//! file changes. A broken file keeps the last good level and says what is wrong.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoadError, AssetLoadFailedEvent, AssetLoader, AssetPath, LoadContext};
use bevy::prelude::*;
use bevy::reflect::TypePath;
use gridwalk_level::{
    Level, LevelAgent,
    formats::{ParseError, parse_live_level},
};
use gridwalk_pathfinding::Grid;

use super::{
    AgentCell, AgentKind, AgentMotion, AgentName, EditGrid, GridAgent, NavGrid, PathFailed, PathStack,
    PathfindingOptions, PathfindingSchedule, PathfindingSystems, Patrol, Planning, ReplaceGrid, Waypoints,
};

/// A level file that was read.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct LevelAsset {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// A sentence for each start and goal that is not free for its agent: such an agent is stuck.
    pub blocked: Vec<String>,
}

/// Reads `.level.ron`, `MovingAI` `.map`, and maps of digits in `.txt` or `.digits`.
#[derive(Default, TypePath)]
pub struct LevelLoader;

/// Why a level file was not loaded.
#[derive(Debug, thiserror::Error)]
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
    type Settings = ();
    type Error = LevelError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelAsset, LevelError> {
        let file = context.path().path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        if let Err(error) = reader.read_to_end(&mut bytes).await {
            return Err(LevelError::Read { file, error });
        }
        match parse_live_level(&bytes, &file) {
            Ok((level, blocked)) => {
                let blocked = blocked.iter().map(|place| place.in_file(&file)).collect();
                let is_ron = file.to_ascii_lowercase().ends_with(".ron");
                let source = String::from_utf8(bytes).ok().filter(|_| is_ron).map(Arc::from);
                Ok(LevelAsset { level: Arc::new(level), source, blocked })
            }
            Err(error) => Err(LevelError::Parse { file, error }),
        }
    }

    fn extensions(&self) -> &[&str] {
        &["level.ron", "ron", "map", "digits", "txt"]
    }
}

/// "Open that level file", as a path of the asset server.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel(pub AssetPath<'static>);

/// The open level file was read, at first or after it was saved by another program.
#[derive(Message, Clone, Debug)]
pub struct LevelRead {
    /// The level.
    pub level: Arc<Level>,
    /// The text of the file, if it is RON.
    pub source: Option<Arc<str>>,
    /// Whether it was opened just now.
    pub fresh: bool,
}

/// "Show this level." A fresh one starts from the beginning; otherwise agents stay where they
/// are and only what is different changes.
#[derive(Message, Clone, Debug)]
pub struct ShowLevel {
    /// The level.
    pub level: Arc<Level>,
    /// Whether it starts from the beginning.
    pub fresh: bool,
}

/// The level file that is open.
#[derive(Resource, Default, Debug)]
pub struct ActiveLevel {
    /// The file.
    pub path: Option<AssetPath<'static>>,
    /// What was shown last as a whole; cells that were edited since stand in the grid alone.
    pub shown: Option<Arc<Level>>,
    /// What is wrong with the file at present.
    pub error: Option<String>,
    /// Which starts and goals of it are not free for their agents.
    pub blocked: Vec<String>,
    handle: Option<Handle<LevelAsset>>,
    /// Whether the file has not yet been shown since it was opened.
    opening: bool,
    /// Whether it was open before and is being read again.
    again: bool,
}

impl ActiveLevel {
    /// Whether something else than the open file is shown, because the file was never good.
    #[must_use]
    pub const fn is_built_in(&self) -> bool {
        self.opening && self.error.is_some()
    }

    /// Follows no file any more: what is shown has none.
    pub fn unfollow(&mut self) {
        *self = Self { shown: self.shown.take(), ..Self::default() };
    }

    /// Follows another file from now on, without a word while it stays as it is: what is shown was saved there.
    pub fn follow(&mut self, path: AssetPath<'static>, server: &AssetServer) {
        *self =
            Self { handle: Some(server.load(path.clone())), path: Some(path), shown: self.shown.take(), ..default() };
    }
}

/// In `Update`: level files are opened and followed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelSystems;

/// Loads levels, follows their files, and spawns their agents. Add it after the
/// [`PathfindingPlugin`](super::PathfindingPlugin), in whose schedule levels are shown.
#[derive(Default)]
pub struct LevelPlugin;

/// The same, but a level that was read is not shown by itself: [`LevelRead`] is for a system of the app's own to act
/// on with a [`ShowLevel`].
#[derive(Default)]
pub struct LevelFilePlugin;

impl Plugin for LevelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(LevelFilePlugin)
            .add_systems(Update, show_what_was_read.in_set(LevelSystems).after(follow_file));
    }
}

impl Plugin for LevelFilePlugin {
    fn build(&self, app: &mut App) {
        let PathfindingSchedule(schedule) = *app.world().resource();
        app.init_asset::<LevelAsset>()
            .init_asset_loader::<LevelLoader>()
            .init_resource::<ActiveLevel>()
            .add_message::<OpenLevel>()
            .add_message::<LevelRead>()
            .add_message::<ShowLevel>()
            .add_systems(Update, (open_level, follow_file).chain().in_set(LevelSystems))
            .add_systems(
                schedule,
                show_level
                    .in_set(PathfindingSystems::ApplyEdits)
                    .after(LevelSystems)
                    .before(super::nav_grid::apply_edits),
            );
    }
}

fn open_level(mut opened: MessageReader<OpenLevel>, mut active: ResMut<ActiveLevel>, server: Res<AssetServer>) {
    if let Some(OpenLevel(path)) = opened.read().last() {
        active.again = active.path.as_ref() == Some(path) && active.error.is_none();
        active.handle = Some(server.load(path.clone()));
        if active.again {
            // What the server has may be older than the file.
            server.reload(path.clone());
        }
        active.path = Some(path.clone());
        active.error = None;
        active.opening = true;
    }
}

fn follow_file(
    mut active: ResMut<ActiveLevel>,
    levels: Res<Assets<LevelAsset>>,
    mut events: MessageReader<AssetEvent<LevelAsset>>,
    mut failures: MessageReader<AssetLoadFailedEvent<LevelAsset>>,
    mut reads: MessageWriter<LevelRead>,
) {
    let Some(handle) = active.handle.clone() else { return };
    for failure in failures.read().filter(|failure| failure.id == handle.id()) {
        let sentence = describe(&failure.error, &failure.path);
        if active.error.as_ref() != Some(&sentence) {
            active.error = Some(sentence);
        }
    }
    let modified = events.read().filter(|event| event.is_modified(handle.id())).count() > 0;
    if !modified && (!active.opening || active.again) {
        return;
    }
    let Some(LevelAsset { level, source, blocked }) = levels.get(&handle) else { return };
    let fresh = active.opening;
    active.opening = false;
    active.again = false;
    active.error = None;
    active.blocked.clone_from(blocked);
    reads.write(LevelRead { level: Arc::clone(level), source: source.clone(), fresh });
}

fn show_what_was_read(mut reads: MessageReader<LevelRead>, mut shows: MessageWriter<ShowLevel>) {
    shows.write_batch(reads.read().map(|read| ShowLevel { level: Arc::clone(&read.level), fresh: read.fresh }));
}

/// The sentence for people behind an error of the asset server.
fn describe(error: &AssetLoadError, path: &AssetPath) -> String {
    let file = path.path().file_name().unwrap_or_default().to_string_lossy();
    match error {
        AssetLoadError::AssetLoaderError(error) => match error.error().downcast_ref::<LevelError>() {
            Some(error) => error.to_string(),
            None => error.to_string(),
        },
        AssetLoadError::AssetReaderError(_) => format!("{file}: no such file, or it cannot be read"),
        AssetLoadError::MissingAssetLoader { .. } => {
            format!("{file}: not a level; expected .level.ron, .map, .txt or .digits")
        }
        other => format!("{file}: {other}"),
    }
}

fn show_level(
    mut commands: Commands,
    mut shows: MessageReader<ShowLevel>,
    mut active: ResMut<ActiveLevel>,
    mut options: ResMut<PathfindingOptions>,
    grid: Res<NavGrid>,
    mut replacements: MessageWriter<ReplaceGrid>,
    mut edits: MessageWriter<EditGrid>,
    agents: Query<(Entity, &AgentName), With<GridAgent>>,
) {
    let mut newest: Option<ShowLevel> = None;
    for show in shows.read() {
        let fresh = show.fresh || newest.is_some_and(|before| before.fresh);
        newest = Some(ShowLevel { level: Arc::clone(&show.level), fresh });
    }
    let Some(ShowLevel { level, fresh }) = newest else { return };
    let before = active.shown.replace(Arc::clone(&level));
    let own = PathfindingOptions { options: level.search.clone(), unreachable: level.unreachable };
    // Options that were changed since survive a reload that does not touch them.
    let touched =
        before.as_ref().is_none_or(|before| before.search != level.search || before.unreachable != level.unreachable);
    if fresh || touched {
        options.set_if_neq(own);
    }

    let fresh = fresh || before.is_none();
    let edit = if fresh { None } else { grid.grid().difference(&level.grid) };
    match edit {
        Some(edit) if edit.is_empty() => {}
        Some(edit) => {
            edits.write(EditGrid(edit));
        }
        None => {
            replacements.write(ReplaceGrid(Grid::clone(&level.grid)));
        }
    }
    let mut present: HashMap<&str, Entity> = HashMap::new();
    for (entity, name) in &agents {
        if fresh {
            commands.entity(entity).despawn();
        } else {
            present.insert(&name.0, entity);
        }
    }
    for agent in &level.agents {
        let live = present.remove(agent.name.as_str());
        let level_before = before.as_ref().filter(|_| live.is_some());
        let was = level_before.and_then(|level| level.agents.iter().find(|was| was.name == agent.name));
        let mut entity = match live {
            Some(live) => commands.entity(live),
            None => commands.spawn(AgentName(agent.name.clone())),
        };
        if was.is_none_or(|was| was.at != agent.at) {
            entity.insert((AgentCell(agent.at), AgentMotion::standing(agent.at)));
        }
        entity.insert(GridAgent { speed: agent.speed });
        set_profile(&mut entity, agent);
        if was.is_none_or(|was| (was.at, &was.goals, was.patrol) != (agent.at, &agent.goals, agent.patrol)) {
            give_orders(&mut entity, agent);
        }
    }
    for entity in present.into_values() {
        commands.entity(entity).despawn();
    }
}

/// What distinguishes it from other agents, where anything does.
fn set_profile(entity: &mut EntityCommands, agent: &LevelAgent) {
    if agent.profile.is_plain() {
        entity.remove::<AgentKind>();
    } else {
        entity.insert(AgentKind(Arc::new(agent.profile.clone())));
    }
}

/// Goals in order, or round and round.
fn give_orders(entity: &mut EntityCommands, agent: &LevelAgent) {
    entity.remove::<(Patrol, PathStack, Planning, PathFailed)>();
    if agent.patrol && !agent.goals.is_empty() {
        // Where it began closes the round.
        let mut stops = agent.goals.clone();
        if !stops.contains(&agent.at) {
            stops.push(agent.at);
        }
        entity.insert((Waypoints::default(), Patrol { stops, next: 0 }));
    } else {
        entity.insert(Waypoints(agent.goals.iter().copied().collect()));
    }
}
