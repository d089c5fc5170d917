//! Turns level files into documents when they are read.
//!
//! If another program saves the file of the open document, the new version becomes an edit.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, LevelRead, PathfindingOptions};
use gridwalk_explain::Language;
use gridwalk_level::formats::visible;
use gridwalk_level::{Document, Level};

use super::Editor;
use super::levels::{LevelFile, LevelList, OpenUnfiled, full_path};
use super::open::{Asked, Disk, Next, OpenDocument, Theirs};
use crate::app::platform::{files, folders};
use crate::app::{Notes, Phrase};

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
    for LevelRead { level, source, fresh, .. } in &new {
        let disk = Disk { text: source.clone(), level: Some(Arc::clone(level)) };
        if *fresh && editor.open.keeps_work() {
            // The document was edited after the other level was requested, or after that level failed to load.
            if let Some(path) = active.path.clone() {
                editor.open.asked = Some(Asked::Leave(Next::Open(path)));
            }
            editor.open.strays = true;
        } else if *fresh {
            let file = active.path.as_ref().map(|path| full_path(&list, path)).filter(|file| folders::keeps(file));
            editor.replace(Document::open(Arc::clone(level), source.clone()), file, disk);
        } else if source.is_none() || !editor.open.knows(source.as_deref()) {
            if editor.open.has_work() {
                info!("level changed on disk: its own changes are not saved");
                let saving = match editor.open.asked.take() {
                    None => None,
                    Some(Asked::Changed(theirs)) if theirs.is_of(editor.open.file()) => theirs.saving,
                    // The open question comes first; a later save will find the conflict again.
                    asked => {
                        editor.open.asked = asked;
                        continue;
                    }
                };
                let theirs = Theirs { text: source.clone(), level: Some(Arc::clone(level)), saving, lines: None };
                editor.open.asked = Some(Asked::Changed(theirs));
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
        let disk = Disk { text: None, level: Some(Arc::clone(level)) };
        editor.replace(Document::open(Arc::clone(level), None), None, disk);
    }
}

/// Records that the file is missing, or has reappeared.
pub(super) fn miss_file(mut open: ResMut<OpenDocument>, file: Res<LevelFile>) {
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
