//! Offers work that a crashed program left, and restores it as a change of its file.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_level::formats::{LiveLevel, ReadHints, parse_draft, parse_live_level};
use gridwalk_level::{Document, LevelEdit};

use super::journal::report;
use super::open::{Asked, Disk, OpenDocument};
use super::{Editor, UnsavedWork};
use crate::app::common::files::Orphan;
use crate::app::platform::files;
use crate::app::{Notes, Phrase};

/// Asks about the next orphan, once a level is open and unchanged.
pub(super) fn offer(mut open: ResMut<OpenDocument>, mut unsaved: ResMut<UnsavedWork>) {
    // Orphans are offered one at a time, because the journal has room for one level.
    if open.document().is_some_and(|document| !document.is_changed())
        && !open.is_asking()
        && !unsaved.orphans.is_empty()
        && let Some(orphan) = unsaved.bypass_change_detection().orphans.pop()
    {
        open.asked = Some(Asked::Recover(orphan));
    }
}

/// Restores the level; undo leads back to the content of its file.
pub(super) fn recover(orphan: Orphan, editor: &mut Editor, unsaved: &mut UnsavedWork, notes: &mut Notes) {
    let left = &orphan.unsaved;
    let name = left.file.as_deref().and_then(|file| file.file_name()).unwrap_or_default().to_string_lossy();
    let mut level = match parse_draft(&left.text) {
        Ok((level, _)) => level,
        Err(error) => return notes.warn(Phrase::NotRecovered.with("why", error)),
    };
    if level.name.is_empty() {
        // A level without a name takes the one recorded in the journal.
        level.name.clone_from(&left.name);
    }
    let saved = left.file.as_ref().and_then(|file| files::read_text(file).ok());
    let saved: Option<Arc<str>> = saved.filter(|_| name.ends_with(".ron")).map(Arc::from);
    let before = saved.as_ref().and_then(|text| parse_live_level(text.as_bytes(), &name, &ReadHints::default()).ok());
    if let Err(error) = unsaved.keep_now(left) {
        return notes.warn(Phrase::JournalBroken.with("error", error));
    }
    let (file, name) = (left.file.clone(), left.name.clone());
    if let Some(LiveLevel { level: before, .. }) = before {
        let edit = LevelEdit::between(&before, &level);
        let before = Arc::new(before);
        let disk = Disk { text: saved.clone(), level: Some(Arc::clone(&before)) };
        editor.replace(Document::open(before, saved), file, disk);
        if let Some(Err(error)) = edit.map(|edit| editor.edit(edit)) {
            return notes.warn(Phrase::NotRecovered.with("why", error));
        }
    } else {
        let mut document = Document::open(level, Some(Arc::from(left.text.as_str())));
        document.mark_unsaved();
        editor.replace(document, file, Disk::default());
    }
    notes.say(Phrase::Recovered.with("name", name));
    report(orphan.discard());
}
