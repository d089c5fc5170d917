//! The level list, opening and restarting levels, and what is said about broken ones.

use std::path::Path;
use std::sync::Arc;

use bevy::asset::AssetPath;
use bevy::prelude::*;

use super::{AppCommand, AppSystems, Notes, Phrase, Selection};
use crate::pathfinding::formats::built_in;
use crate::plugin::{ActiveLevel, AgentName, OpenLevel, ShowLevel};

/// The level that opens when none is named.
pub const FIRST_LEVEL: &str = "river_crossing";

/// All levels of the assets folder, sorted by file name, the first level first.
#[derive(Resource, Default, Debug)]
pub struct LevelList(pub Vec<LevelEntry>);

/// One line of the level picker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelEntry {
    /// The file name without its ending.
    pub file: String,
    /// What the level calls itself; the file name if it is broken.
    pub name: String,
    path: String,
}

impl LevelList {
    /// Reads the names of all levels in a folder; a missing folder has none.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut entries: Vec<LevelEntry> = files
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let file = [".level.ron", ".map", ".txt", ".digits"].iter().find_map(|end| name.strip_suffix(end))?;
                Some(LevelEntry {
                    file: file.to_owned(),
                    name: title(&entry.path(), file),
                    path: format!("levels/{name}"),
                })
            })
            .collect();
        entries
            .sort_by(|a, b| (a.file != FIRST_LEVEL, &a.file, &a.path).cmp(&(b.file != FIRST_LEVEL, &b.file, &b.path)));
        entries.dedup_by(|later, earlier| later.file == earlier.file);
        Self(entries)
    }

    /// The place in the list of the level that is open.
    fn position(&self, active: &ActiveLevel) -> Option<usize> {
        let path = active.path.as_ref()?.to_string();
        self.0.iter().position(|entry| entry.path == path)
    }
}

/// The level's own name, read from the start of its file only: maps can be large.
fn title(path: &Path, file: &str) -> String {
    use std::io::Read;
    let mut head = [0; 2048];
    let read = std::fs::File::open(path).and_then(|mut file| file.read(&mut head)).unwrap_or(0);
    let head = String::from_utf8_lossy(&head[..read]);
    let quoted = head.lines().find_map(|line| line.trim_start().strip_prefix("name:")?.split('"').nth(1));
    quoted.unwrap_or(file).to_owned()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LevelList>()
        .add_systems(PreUpdate, open_levels.in_set(AppSystems::Act))
        .add_systems(Update, (report_shown, report_broken, keep_selection).chain().in_set(AppSystems::Report));
}

fn open_levels(
    mut commands: MessageReader<AppCommand>,
    list: Res<LevelList>,
    active: Res<ActiveLevel>,
    mut opens: MessageWriter<OpenLevel>,
    mut shows: MessageWriter<ShowLevel>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        let count = list.0.len();
        let here = list.position(&active);
        let wanted = match command {
            AppCommand::OpenLevel(file) => {
                let found = list.0.iter().position(|entry| entry.file == *file);
                if found.is_none() {
                    notes.warn(Phrase::NoSuchLevel.with("file", file));
                }
                found
            }
            AppCommand::NextLevel if count > 0 => Some(here.map_or(0, |i| (i + 1) % count)),
            AppCommand::PreviousLevel if count > 0 => Some(here.map_or(0, |i| (i + count - 1) % count)),
            AppCommand::Restart => {
                if let Some(level) = active.shown.clone() {
                    shows.write(ShowLevel { level, fresh: true });
                }
                None
            }
            _ => None,
        };
        if let Some(entry) = wanted.and_then(|i| list.0.get(i)) {
            opens.write(OpenLevel(AssetPath::from(entry.path.clone())));
        }
    }
}

pub(super) fn report_shown(mut shows: MessageReader<ShowLevel>, mut notes: ResMut<Notes>) {
    for shown in shows.read() {
        info!("level shown: {}", shown.level.name);
        if !shown.fresh {
            notes.say(Phrase::LevelSaved);
        }
    }
}

/// Says what is wrong with the level file. One that is broken at the start leaves nothing to
/// look at, so the built-in level is shown until the file is mended.
fn report_broken(active: Res<ActiveLevel>, mut show: MessageWriter<ShowLevel>, mut last_error: Local<Option<String>>) {
    if *last_error == active.error {
        return;
    }
    last_error.clone_from(&active.error);
    let Some(error) = &active.error else { return };
    error!("level broken: {error}");
    if active.shown.is_none() {
        show.write(ShowLevel { level: Arc::new(built_in()), fresh: true });
    }
}

/// Somebody is always selected while there is anybody.
fn keep_selection(mut selection: ResMut<Selection>, agents: Query<(Entity, &AgentName)>, active: Res<ActiveLevel>) {
    if selection.0.is_some_and(|agent| agents.contains(agent)) {
        return;
    }
    let first = active.shown.as_ref().and_then(|level| level.agents.first());
    let by_name = first.and_then(|first| agents.iter().find(|(_, name)| name.0 == first.name));
    selection.set_if_neq(Selection(by_name.or(agents.iter().next()).map(|(agent, _)| agent)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::formats::parse_level;

    #[test]
    fn the_list_holds_the_shipped_levels_with_their_own_names() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels");
        let list = LevelList::read(&folder);
        assert_eq!(list.0[0].file, FIRST_LEVEL);
        assert!(list.0.len() >= 11);
        for entry in &list.0 {
            let bytes = std::fs::read(folder.parent().unwrap().join(&entry.path)).unwrap();
            assert_eq!(parse_level(&bytes, &entry.path).unwrap().name, entry.name);
        }
        assert!(LevelList::read(Path::new("no such folder")).0.is_empty());
    }
}
