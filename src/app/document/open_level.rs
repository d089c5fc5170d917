//! Opening of levels: the commands, the files turned into documents when they are read, and the
//! recent files.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::asset::io::AssetSourceId;
use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, LevelRead, NavGrid, OpenLevel, PathfindingOptions};
use gridwalk_explain::Language;
use gridwalk_level::formats::visible;
use gridwalk_level::{CellClick, Document, Level, LevelGrid, Looks};

use super::Editor;
use super::levels::{LevelList, OpenLevelFile, OpenUnfiled, full_path};
use super::open::{DialogContent, Disk, Next, OpenDocument, Theirs};
use crate::app::command::{AppCommand, LevelCommand, Mode, Toggle, ViewCommand, WindowCommand};
use crate::app::common::settings::Settings;
use crate::app::platform::{files, folders};
use crate::app::view::MapLooks;
use crate::app::view::camera::CameraView;
use crate::app::{Notes, Phrase, Toggles};

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<LevelCommand>,
    (list, server): (Res<LevelList>, Res<AssetServer>),
    mut active: ResMut<ActiveLevel>,
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut notes: ResMut<Notes>,
) {
    if command == LevelCommand::Restart {
        return editor.show();
    }
    if let LevelCommand::Walls(rules) = command {
        return active.read_with(rules, &server);
    }
    match list.wanted(&command, &active) {
        Ok(Some(path)) => {
            if let Some(Next::Open(path)) = editor.open.ask_before(Next::Open(path)) {
                opens.write(OpenLevel(path));
            }
        }
        Ok(None) => {}
        Err(why) => notes.warn(why),
    }
}

/// Resets the effect of clicks to the level's setting when another level is opened.
pub(super) fn take_tool(
    open: Res<OpenDocument>,
    mut toggles: ResMut<Toggles>,
    mut last: Local<u64>,
) {
    if std::mem::replace(&mut *last, open.number()) == open.number() {
        return;
    }
    let wanted = open
        .document()
        .is_some_and(|document| document.level().click == CellClick::Terrain);
    if toggles.is_on(Toggle::Terrain) != wanted {
        toggles.turn(Toggle::Terrain, wanted);
    }
}

/// Opens the editor for a new level.
pub(super) fn enter_editor(
    mut open: ResMut<OpenDocument>,
    mut commands: MessageWriter<AppCommand>,
) {
    let wanted = open.bypass_change_detection().wants_editor.take();
    if wanted == Some(open.number) {
        commands.write(WindowCommand::Mode(Mode::Edit).into());
    }
}

/// Fits the map when another level is opened, however the view was moved on the last one.
pub(super) fn fit_map(
    (open, view): (Res<OpenDocument>, Res<CameraView>),
    mut last: Local<u64>,
    mut commands: MessageWriter<AppCommand>,
) {
    if std::mem::replace(&mut *last, open.number()) != open.number() && !view.fitted {
        commands.write(ViewCommand::Fit.into());
    }
}

pub(super) fn take_up(
    mut editor: Editor,
    mut reads: MessageReader<LevelRead>,
    (active, list): (Res<ActiveLevel>, Res<LevelList>),
    mut held: Local<Option<LevelRead>>,
    mut notes: ResMut<Notes>,
) {
    let mut new: Vec<_> = reads.read().cloned().collect();
    if editor.open.saving.is_some() {
        // This may be the program's own save, so check it when the save is done.
        *held = new.pop_if(|read| !read.fresh).or(held.take());
    } else {
        new.splice(0..0, held.take());
    }
    for LevelRead {
        level,
        source,
        fresh,
        ..
    } in &new
    {
        let disk = Disk {
            text: source.clone(),
            level: Some(Arc::clone(level)),
        };
        if *fresh && editor.open.keeps_work() {
            // The document was edited after the other level was requested, or after that level
            // failed to load.
            if let Some(path) = active.path.clone() {
                editor.open.asked = Some(DialogContent::Leave(Next::Open(path)));
            }
            editor.open.strays = true;
        } else if *fresh {
            let file = active
                .path
                .as_ref()
                .map(|path| full_path(&list, path))
                .filter(|file| folders::keeps(file));
            editor.replace(
                Document::open(Arc::clone(level), source.clone()),
                file,
                disk,
            );
        } else if source.is_none() || !editor.open.knows(source.as_deref()) {
            if editor.open.has_work() {
                info!("level changed on disk: its own changes are not saved");
                let saving = match editor.open.asked.take() {
                    None => None,
                    Some(DialogContent::Changed(theirs)) if theirs.is_of(editor.open.file()) => {
                        theirs.saving
                    }
                    // The open question comes first; a later save will find the conflict again.
                    asked => {
                        editor.open.asked = asked;
                        continue;
                    }
                };
                let theirs = Theirs {
                    text: source.clone(),
                    level: Some(Arc::clone(level)),
                    saving,
                    lines: None,
                };
                editor.open.asked = Some(DialogContent::Changed(theirs));
            } else {
                let own = own_options(&editor, level);
                editor.reload(level, source.clone());
                if let Some(own) = own {
                    editor.set_options(own);
                }
                info!("level read again: {}", visible(&level.name));
                notes.say(Phrase::LevelSaved);
            }
        }
    }
}

impl OpenDocument {
    /// Returns `true` if the text is the one read or written last, or is outdated.
    ///
    /// A text is outdated if the file already holds the text that was read or written last.
    fn knows(&self, read: Option<&str>) -> bool {
        let known = self.disk.text.as_deref();
        read == known
            || known.is_some_and(|known| {
                let now = self.file.as_ref().and_then(|file| files::read(file).ok());
                now.as_deref() == Some(known.as_bytes())
            })
    }
}

/// Opens levels that come from no file, as documents without a file.
pub(super) fn open_unfiled(mut editor: Editor, mut opened: MessageReader<OpenUnfiled>) {
    for OpenUnfiled(level) in opened.read() {
        let disk = Disk {
            text: None,
            level: Some(Arc::clone(level)),
        };
        editor.replace(Document::open(Arc::clone(level), None), None, disk);
    }
}

/// Records that the file is missing, or has reappeared.
pub(super) fn miss_file(mut open: ResMut<OpenDocument>, file: Res<OpenLevelFile>) {
    let is_gone = file.is_gone() && open.file.as_deref() == Some(file.path());
    if open.is_gone != is_gone {
        open.is_gone = is_gone;
    }
}

/// Follows the document's file after a save under another name; without a file, follows none.
pub(super) fn follow_own_file(
    mut open: ResMut<OpenDocument>,
    mut active: ResMut<ActiveLevel>,
    (list, server): (Res<LevelList>, Res<AssetServer>),
    mut last: Local<Option<PathBuf>>,
) {
    let strays = std::mem::take(&mut open.bypass_change_detection().strays);
    if *last == open.file && !strays {
        return;
    }
    last.clone_from(&open.file);
    let followed = active.path.as_ref().map(|path| full_path(&list, path));
    match &open.file {
        None => active.unfollow(),
        Some(file) if followed.as_ref() != Some(file) => match list.asset_path(file) {
            Ok(path) => active.follow(path, &server),
            Err(why) => {
                active.unfollow();
                warn!("{}", why.tell(Language::English));
            }
        },
        Some(_) => {}
    }
}

/// Returns the options to keep if the file's new version does not change its options.
fn own_options(editor: &Editor, theirs: &Level) -> Option<PathfindingOptions> {
    let before = editor.open.disk.level.as_ref()?;
    let untouched = before.search == theirs.search && before.unreachable == theirs.unreachable;
    untouched.then(|| editor.options())
}

/// Puts the file of the open level first.
///
/// Levels of the list are left out, because the list offers them.
pub(super) fn note_recent(
    open: Res<OpenDocument>,
    list: Res<LevelList>,
    mut settings: ResMut<Settings>,
    mut last: Local<Option<PathBuf>>,
) {
    let file = open.file();
    if last.as_deref() == file {
        return;
    }
    *last = file.map(Into::into);
    let Some(file) = file else { return };
    let is_elsewhere = |path: &bevy::asset::AssetPath| *path.source() != AssetSourceId::Default;
    if list.asset_path(file).as_ref().is_ok_and(is_elsewhere) {
        settings.note_file(file);
    }
}

/// Applies the level's looks from the frame on in which its terrains are on the map.
///
/// Without a level, or if the map is not the level's, terrains get the default looks of their
/// names.
pub(super) fn follow_looks(
    open: Res<OpenDocument>,
    grid: Res<NavGrid>,
    mut shown: ResMut<MapLooks>,
) {
    let legend = grid.grid().legend();
    let of_level = |level: &LevelGrid| (level.legend() == legend).then(|| level.looks().clone());
    let looks = open
        .document()
        .and_then(|document| of_level(&document.level().grid));
    let looks = looks.unwrap_or_else(|| Looks::usual(legend));
    shown.set_if_neq(MapLooks {
        legend: Arc::clone(legend),
        looks,
    });
}
