//! The level list, opening and restarting of levels, and reports on broken ones.
//!
//! New files of the folder are listed, and the open file is read again after a change. A deleted
//! file is reported.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::asset::AssetPath;
use bevy::asset::io::AssetSourceId;
use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;
use bevy::window::FileDragAndDrop;
use bevy_gridwalk::{ActiveLevel, LevelUpdate};
use gridwalk_level::Level;
use gridwalk_level::formats::{LEVEL_ENDINGS, visible};

use crate::app::command::{AppCommand, LevelCommand};
use crate::app::common::files::{FollowedFile, FollowedFolder, LOOK};
use crate::app::common::words;
use crate::app::platform::{add_sources, files, take_handed_over};
use crate::app::{AppSystems, Notes, OpenDocument, Phrase, Sentence};
use crate::shipped::{ShippedLevel, built_in};

/// The level that opens when none is named.
pub const FIRST_LEVEL: &str = "river_crossing";

/// Asset source of files outside the folder of levels, with absolute paths.
const ELSEWHERE: &str = "file";

/// Allows levels to be opened from everywhere.
///
/// Call this before the asset plugin is added, since the plugin must know all sources.
pub fn open_from_everywhere(app: &mut App) {
    add_sources(app, ELSEWHERE);
}

/// Tutorials in the order in which they build on each other, with their titles.
const TUTORIALS: [(&str, Phrase); 5] = [
    ("first_steps", Phrase::FirstSteps),
    ("right_angle", Phrase::RightAngle),
    ("four_algorithms", Phrase::FourAlgorithms),
    ("sorted_list", Phrase::SortedList),
    ("walk_the_stack", Phrase::WalkTheStack),
];

/// All levels of the assets folder: tutorials first, then the others by name.
#[derive(Resource, Default, Debug)]
pub struct LevelList {
    /// The folder of levels.
    folder: FollowedFolder,
    entries: Vec<LevelEntry>,
}

/// A line of the level menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelEntry {
    /// The file name without its ending.
    pub file: String,
    /// The name of the level; the file name if the level is broken.
    pub name: String,
    /// The description of the level; may be empty.
    pub about: String,
    /// The title of a tutorial.
    pub tutorial: Option<Phrase>,
    path: String,
}

impl LevelEntry {
    fn read(folder: &Path, name: &str) -> Option<Self> {
        let file = LEVEL_ENDINGS
            .iter()
            .find_map(|end| name.strip_suffix(end))?;
        let head = head(&folder.join(name));
        Some(Self {
            file: file.to_owned(),
            name: field(&head, "name").unwrap_or_else(|| file.to_owned()),
            about: field(&head, "about").unwrap_or_default(),
            tutorial: TUTORIALS
                .iter()
                .find(|(tutorial, _)| *tutorial == file)
                .map(|(_, title)| *title),
            path: format!("levels/{name}"),
        })
    }

    /// Whether the level came with the program.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.path
            .rsplit('/')
            .next()
            .is_some_and(|file| ShippedLevel::find(file).is_some())
    }

    /// Returns the sort key: tutorials in their order, then the others by name.
    fn place(&self) -> (usize, String, &str) {
        let tutorial = TUTORIALS
            .iter()
            .position(|(tutorial, _)| *tutorial == self.file);
        (
            tutorial.unwrap_or(TUTORIALS.len()),
            self.name.to_lowercase(),
            &self.path,
        )
    }
}

impl LevelList {
    /// Reads the level names in the folder `levels` of the assets; a missing folder has none.
    #[must_use]
    pub fn read(assets: &Path) -> Self {
        let mut list = Self {
            folder: FollowedFolder::new(assets.join("levels")),
            ..Self::default()
        };
        list.refresh();
        list
    }

    /// Reads the folder again if it has changed.
    pub(in crate::app) fn refresh(&mut self) {
        if !self.folder.look() {
            return;
        }
        let files = self.folder.files().iter();
        self.entries = files
            .filter_map(|(name, _)| LevelEntry::read(self.folder.path(), name))
            .collect();
        // Of files that differ only in their extension, the first is kept.
        self.entries
            .sort_by(|a, b| (&a.file, &a.path).cmp(&(&b.file, &b.path)));
        self.entries
            .dedup_by(|later, earlier| later.file == earlier.file);
        self.entries.sort_by(|a, b| a.place().cmp(&b.place()));
    }

    /// Returns the folder of the asset server.
    pub(in crate::app) fn assets(&self) -> &Path {
        self.folder.path().parent().unwrap_or(self.folder.path())
    }

    /// Returns the tutorials in their order.
    pub fn tutorials(&self) -> impl Iterator<Item = &LevelEntry> {
        self.entries.iter().filter(|entry| entry.tutorial.is_some())
    }

    /// Returns all other levels by name.
    pub fn others(&self) -> impl Iterator<Item = &LevelEntry> {
        self.entries.iter().filter(|entry| entry.tutorial.is_none())
    }

    /// Whether the level of this entry is open.
    #[must_use]
    pub fn is_open(&self, entry: &LevelEntry, active: &ActiveLevel) -> bool {
        self.position(active)
            .is_some_and(|open| self.entries[open].file == entry.file)
    }

    /// Returns the index of the open level in the list.
    fn position(&self, active: &ActiveLevel) -> Option<usize> {
        let path = active.path.as_ref()?.to_string();
        self.entries.iter().position(|entry| entry.path == path)
    }

    /// Finds a level by its file name without extension.
    #[must_use]
    pub fn named(&self, file: &str) -> Option<&LevelEntry> {
        self.entries.iter().find(|entry| entry.file == file)
    }

    /// Finds a level by a name from the user: in any case, with or without extension.
    pub(in crate::app) fn meant(&self, name: &str) -> Option<AssetPath<'static>> {
        let lower = name.to_lowercase();
        let short = LEVEL_ENDINGS
            .iter()
            .find_map(|end| lower.strip_suffix(end))
            .unwrap_or(&lower);
        let exact = self.named(name);
        let entry = exact.or_else(|| {
            self.entries
                .iter()
                .find(|entry| entry.file.to_lowercase() == short)
        })?;
        Some(AssetPath::from(entry.path.clone()))
    }

    /// Returns the entry of the open level, if the document belongs to its file.
    pub(in crate::app) fn of_document(
        &self,
        open: &OpenDocument,
        active: &ActiveLevel,
    ) -> Option<&LevelEntry> {
        let entry = &self.entries[self.position(active)?];
        (open.file() == Some(self.assets().join(&entry.path).as_path())).then_some(entry)
    }

    /// Returns the path of a level by its file name, if it is one of the user's own.
    pub(in crate::app) fn own(&self, file: &str) -> Option<PathBuf> {
        let entry = self.named(file).filter(|entry| !entry.is_shipped())?;
        Some(self.assets().join(&entry.path))
    }

    /// Returns the asset path of the level that a command opens; `None` if it opens no other level.
    ///
    /// # Errors
    /// Returns the reason why the level cannot be opened.
    pub(in crate::app) fn wanted(
        &self,
        command: &LevelCommand,
        active: &ActiveLevel,
    ) -> Result<Option<AssetPath<'static>>, Sentence> {
        let here = self.position(active);
        let count = self.entries.len();
        let number = match command {
            LevelCommand::Open(file) => {
                let found = self.entries.iter().position(|entry| entry.file == *file);
                Some(found.ok_or_else(|| Phrase::NoSuchLevel.with("file", file))?)
            }
            LevelCommand::OpenFile(path) => return self.asset_path(path).map(Some),
            LevelCommand::Next if count > 0 => Some(here.map_or(0, |i| (i + 1) % count)),
            LevelCommand::Previous if count > 0 => {
                Some(here.map_or(0, |i| (i + count - 1) % count))
            }
            LevelCommand::Next
            | LevelCommand::Previous
            | LevelCommand::Restart
            | LevelCommand::Walls(_) => None,
        };
        Ok(number.map(|number| AssetPath::from(self.entries[number].path.clone())))
    }

    /// Returns the asset path of a level file in any folder, or of a listed level by name.
    ///
    /// # Errors
    /// Returns the reason why the level cannot be opened.
    pub fn asset_path(&self, path: &Path) -> Result<AssetPath<'static>, Sentence> {
        let name = path
            .to_str()
            .map(|name| name.strip_prefix('@').unwrap_or(name));
        if let Some(entry) = name
            .and_then(|name| self.named(name))
            .filter(|_| !files::exists(path))
        {
            return Ok(AssetPath::from(entry.path.clone()));
        }
        let full = files::canonical(path).map_err(|error| words::unreadable(path, &error))?;
        if files::is_folder(&full) {
            return Err(Phrase::FileIsFolder.with("file", files::shown(path)));
        }
        let listed = files::canonical(self.folder.path())
            .ok()
            .and_then(|folder| full.strip_prefix(folder).ok());
        match listed
            .and_then(|name| name.to_str())
            .filter(|name| !name.contains(['/', '\\']))
        {
            Some(name) => Ok(AssetPath::from(format!("levels/{name}"))),
            None => Ok(AssetPath::from(full).with_source(ELSEWHERE)),
        }
    }
}

/// Reads the start of a file, since maps can be large.
fn head(path: &Path) -> String {
    String::from_utf8_lossy(&files::read_head(path, 2048).unwrap_or_default()).into_owned()
}

/// Returns the text of a level's field, if it is on its own line.
fn field(head: &str, key: &str) -> Option<String> {
    let line = head.lines().find_map(|line| {
        line.trim_start()
            .strip_prefix(key)?
            .trim_start()
            .strip_prefix(':')
    })?;
    let begin = line.find('"')?;
    let mut escaped = false;
    let end = line[begin + 1..].find(|letter| {
        let is_end = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        is_end
    })?;
    ron::from_str(&line[begin..=begin + 1 + end]).ok()
}

/// The open level's file on disk.
#[derive(Resource, Default, Debug, Deref, DerefMut)]
pub struct OpenLevelFile(FollowedFile);

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_message::<OpenUnfiled>()
        .init_resource::<LevelList>()
        .init_resource::<OpenLevelFile>()
        .add_systems(PreUpdate, open_dropped.in_set(AppSystems::Files))
        .add_systems(
            Update,
            (
                report_broken,
                // A newly opened file is checked before it is read, so that later saves are
                // noticed.
                follow_files.run_if(on_real_timer(LOOK).or_eager(resource_changed::<ActiveLevel>)),
                report_problems,
            )
                .chain()
                .in_set(AppSystems::Report),
        );
}

/// Request to open a level that comes from no file.
#[derive(Message, Clone, Debug)]
pub struct OpenUnfiled(pub Arc<Level>);

/// Reports an error in the level file.
///
/// If nothing is shown yet, the built-in level is shown until the file is mended.
pub(in crate::app) fn report_broken(
    active: Res<ActiveLevel>,
    mut updates: MessageReader<LevelUpdate>,
    mut opens: MessageWriter<OpenUnfiled>,
    mut notes: ResMut<Notes>,
    (mut last_error, mut is_any_shown): (Local<Option<String>>, Local<bool>),
) {
    *is_any_shown |= updates.read().count() > 0;
    if *last_error == active.error {
        return;
    }
    last_error.clone_from(&active.error);
    let Some(error) = &active.error else { return };
    error!("level broken: {}", visible(error));
    notes.forget(Phrase::LevelSaved);
    if !*is_any_shown {
        opens.write(OpenUnfiled(Arc::new(built_in())));
    }
}

/// Reports the first problem of a level that is shown nevertheless, such as a blocked goal.
fn report_problems(
    active: Res<ActiveLevel>,
    mut notes: ResMut<Notes>,
    mut last: Local<Vec<String>>,
) {
    if *last == active.problems {
        return;
    }
    last.clone_from(&active.problems);
    if let Some(first) = active.problems.first() {
        notes.warn(
            Phrase::LevelHasProblems
                .with("place", first)
                .with("count", active.problems.len()),
        );
    }
}

pub(in crate::app) fn open_dropped(
    mut dropped: MessageReader<FileDragAndDrop>,
    mut commands: MessageWriter<AppCommand>,
) {
    for drop in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            commands.write(LevelCommand::OpenFile(path_buf.clone()).into());
        }
    }
    commands.write_batch(
        take_handed_over()
            .into_iter()
            .map(|path| LevelCommand::OpenFile(path).into()),
    );
}

fn follow_files(
    active: Res<ActiveLevel>,
    server: Res<AssetServer>,
    mut list: ResMut<LevelList>,
    mut file: ResMut<OpenLevelFile>,
) {
    list.refresh();
    let Some(open) = &active.path else { return };
    let path = full_path(&list, open);
    let was_gone = file.is_gone();
    if file.look(&path) {
        server.reload(open.clone());
    }
    if file.is_gone() && !was_gone {
        warn!(
            "level file is gone: {}",
            visible(&file.path().display().to_string())
        );
    }
}

/// Returns the path on disk of a level of the asset server.
pub(in crate::app) fn full_path(list: &LevelList, path: &AssetPath) -> PathBuf {
    match path.source() {
        AssetSourceId::Default => list.assets().join(path.path()),
        AssetSourceId::Name(_) => path.path().to_owned(),
    }
}
