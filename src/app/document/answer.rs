//! Answers to dialogs, and their effects.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::OpenLevel;
use gridwalk_level::Document;
use gridwalk_level::formats::visible;
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, group_diff_ops};

use super::levels::LevelList;
use super::open::{Asked, Disk, Next, OpenDocument, Order, Side, Theirs};
use super::{Editor, UnsavedWork, journal};
use crate::app::command::Answer;
use crate::app::common::script::Ending;
use crate::app::platform::{Instant, files};
use crate::app::{Notes, Phrase};

/// Carries out an action that waited until no work could be lost.
pub(super) fn go_on(next: Next, editor: &mut Editor, opens: &mut MessageWriter<OpenLevel>, ending: &mut Ending) {
    match next {
        Next::Open(path) => drop(opens.write(OpenLevel(path))),
        Next::Quit => ending.wanted = true,
        Next::LookAt(level, text) => editor.look_at(level, text),
        Next::Show(level, text) => {
            let mut document = Document::open(level, text);
            document.mark_unsaved();
            editor.replace(document, None, Disk::default());
        }
    }
}

/// Acts on an answer to the open dialog; answers to other dialogs are ignored.
pub(super) fn take(
    answer: Answer,
    editor: &mut Editor,
    list: &LevelList,
    unsaved: &mut UnsavedWork,
    notes: &mut Notes,
) -> Option<Next> {
    let open = &mut *editor.open;
    match (answer, open.asked.take()?) {
        (Answer::Cancel, Asked::Recover(orphan)) => {
            // Offered again at the next start.
            drop(orphan);
            None
        }
        (Answer::Cancel, Asked::Changed(theirs)) if theirs.is_of(open.file()) => {
            open.mark_unsaved();
            None
        }
        (Answer::Cancel, _) => None,
        (Answer::Save, Asked::Leave(next)) => {
            save(open, list, Some(next));
            None
        }
        (Answer::DontSave, Asked::Leave(next)) => {
            open.given_up = open.unsaved_state();
            // The other level is not loaded yet, and may be broken.
            if !matches!(next, Next::Open(_))
                && let Some(document) = &mut open.document
            {
                unsaved.forget();
                document.mark_saved(document.present());
            }
            Some(next)
        }
        (Answer::KeepMine, Asked::Changed(theirs)) => {
            if let Some((path, next)) = theirs.saving {
                open.save(Order { path, force: true, next });
            } else {
                open.disk = Disk { text: theirs.text, level: theirs.level };
                open.mark_unsaved();
            }
            None
        }
        (Answer::TakeTheirs, Asked::Changed(Theirs { text, level: Some(level), saving, .. })) => {
            editor.reload(&level, text);
            notes.say(Phrase::TheirsTaken);
            saving.and_then(|(_, next)| next)
        }
        (Answer::SeeBoth, Asked::Changed(mut theirs)) => {
            theirs.lines = theirs.lines.take().map_or_else(|| compare(open, &theirs), |_| None);
            open.asked = Some(Asked::Changed(theirs));
            None
        }
        (Answer::Export, Asked::Losses(copied)) => {
            open.write_copy(copied);
            None
        }
        (Answer::Recover, Asked::Recover(orphan)) => {
            journal::recover(orphan, editor, unsaved, notes);
            None
        }
        (Answer::Discard, Asked::Recover(orphan)) => {
            if let Err(error) = orphan.discard() {
                notes.warn(Phrase::JournalBroken.with("error", error));
            }
            None
        }
        (Answer::Delete, Asked::Delete(path)) => {
            match files::remove(&path) {
                Ok(()) => {
                    info!("level deleted: {}", visible(&path.display().to_string()));
                    notes.say(Phrase::LevelDeleted.with("file", files::shown(&path)));
                }
                Err(error) => notes.warn(Phrase::NotDeleted.with("file", files::shown(&path)).with("error", error)),
            }
            None
        }
        (_, asked) => {
            open.asked = Some(asked);
            None
        }
    }
}

/// Saves to the level's file; asks for a path if it has none in our own format.
pub(super) fn save(open: &mut OpenDocument, list: &LevelList, next: Option<Next>) {
    let is_ron = |file: &Path| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
    match &open.file {
        Some(file) if is_ron(file) && !open.is_practice() => {
            open.save(Order { path: file.clone(), force: false, next });
        }
        _ => {
            let path = open.suggestion(list);
            open.asked = Some(Asked::SaveAs(path, next));
        }
    }
}

impl OpenDocument {
    /// Suggests a path for a lesson's level or one without a file in our own format.
    ///
    /// The path is beside the file that was read, or among the levels of the program.
    pub(super) fn suggestion(&self, list: &LevelList) -> PathBuf {
        let name = self.document.as_ref().map_or("", |document| document.level().name.as_str());
        let words: Vec<_> =
            name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let name = if words.is_empty() { "level".to_owned() } else { words.join("_").to_lowercase() };
        let beside = self.file.as_ref().map(|file| {
            let stem = file.file_name().unwrap_or_default().to_string_lossy();
            let stem = stem.split('.').next().unwrap_or_default();
            let copy = if self.is_practice() { "_2" } else { "" };
            file.with_file_name(format!("{stem}{copy}.level.ron"))
        });
        beside.unwrap_or_else(|| list.assets().join("levels").join(format!("{name}.level.ron")))
    }
}

/// Compares both texts line by line; omits equal lines that are not next to a difference.
fn compare(open: &OpenDocument, theirs: &Theirs) -> Option<Vec<(Side, String)>> {
    let mine = open.document.as_ref()?.source().draft();
    let theirs: Arc<str> = theirs.text.clone()?;
    let [old, new]: [Vec<&str>; 2] = [&*theirs, &*mine].map(|text| text.split_inclusive('\n').collect());
    let (old, new) = (&old[..], &new[..]);
    // Very different texts are compared roughly rather than for long. The algorithm is fixed: a choice at run time
    // would link all of them, half a megabyte.
    let deadline = Instant::now().checked_add(Duration::from_millis(200));
    let mut found = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff_deadline(&mut found, old, 0..old.len(), new, 0..new.len(), deadline);
    let mut lines = Vec::new();
    for group in group_diff_ops(found.into_inner().into_inner().into_ops(), 2) {
        if !lines.is_empty() {
            lines.push((Side::Left, String::new()));
        }
        for change in group.iter().flat_map(|op| op.iter_changes(old, new)) {
            let side = match change.tag() {
                ChangeTag::Equal => Side::Both,
                ChangeTag::Insert => Side::Mine,
                ChangeTag::Delete => Side::Theirs,
            };
            lines.push((side, change.value().trim_end().to_owned()));
        }
    }
    Some(lines)
}
