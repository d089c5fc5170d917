//! Saving in the background.
//!
//! The file is checked for other changes first, and replaced as a whole.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::OpenLevel;
use gridwalk_level::Source;
use gridwalk_level::formats::{ReadHints, parse_live_level, visible};

use super::open::{Asked, Disk, OpenDocument, Order, Saved, Saving, Theirs};
use super::{Editor, answer};
use crate::app::common::script::Ending;
use crate::app::platform::{IS_PAGE, Writing, files};
use crate::app::{Notes, Phrase, Sentence};

impl OpenDocument {
    /// Starts to save the level; during a save in progress the request waits.
    pub(super) fn save(&mut self, order: Order) {
        let Some(document) = &self.document else { return };
        if self.saving.is_some() {
            self.waiting = Some(order);
            return;
        }
        let Order { path, force, next } = order;
        let known = self.disk.text.clone().filter(|_| self.file.as_ref() == Some(&path));
        let (source, target) = (document.source(), path.clone());
        let task = Writing::begin(move || write(&source, &target, known.as_deref(), force));
        let (level, entry) = (Arc::clone(document.level()), document.present());
        self.saving = Some(Saving { path, level, document: self.number, entry, next, task });
    }
}

fn write(source: &Source, path: &Path, known: Option<&str>, force: bool) -> Saved {
    let (text, complaint) = source.draft_and_complaint();
    if path.parent().is_some_and(|folder| !files::is_folder(folder)) {
        return Saved::Failed("there is no such folder".to_owned());
    }
    match files::read(path) {
        _ if force => {}
        Ok(bytes) if known.is_none_or(|known| known.as_bytes() != bytes) => {
            return Saved::Changed(String::from_utf8(bytes).ok().map(Arc::from));
        }
        Err(error) if error.kind() != ErrorKind::NotFound => return Saved::Failed(error.to_string()),
        _ => {}
    }
    match files::replace(path, &text) {
        Ok(()) => Saved::Done(text.into(), complaint),
        Err(error) => Saved::Failed(error.to_string()),
    }
}

/// Handles the result of a finished save.
pub(super) fn finish_saving(
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut ending: ResMut<Ending>,
    mut notes: ResMut<Notes>,
) {
    let open = editor.open.bypass_change_detection();
    let Some(done) = open.saving.as_mut().and_then(|saving| saving.task.poll()) else { return };
    let Some(Saving { path, level, document, entry, next, .. }) = open.saving.take() else { return };
    let waiting = open.waiting.take();
    let is_open = document == open.number;
    match done {
        Saved::Done(text, complaint) => {
            info!("level saved: {}", visible(&path.display().to_string()));
            match complaint {
                Some(complaint) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let saved = Phrase::SavedWithProblem.with("file", files::shown(&path));
                    notes.warn(saved.with("place", complaint.in_file(&name)));
                }
                None => notes.say(Phrase::Saved.with("file", files::shown(&path))),
            }
            if is_open {
                let disk = Disk { text: Some(text), level: Some(level) };
                open.written(path, disk, entry);
                // The level may have been edited during the save.
                if let Some(next) = next.and_then(|next| open.ask_before(next)) {
                    answer::go_on(next, &mut editor, &mut opens, &mut ending);
                }
            }
        }
        Saved::Changed(_) if !is_open => {
            let phrase = if IS_PAGE { Phrase::NotSavedChangedInTab } else { Phrase::NotSavedChanged };
            notes.warn(phrase.with("file", files::shown(&path)));
        }
        Saved::Changed(text) => {
            let is_ours = open.file.as_ref() == Some(&path);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let read = text
                .as_ref()
                .filter(|_| is_ours)
                .and_then(|text| parse_live_level(text.as_bytes(), &name, &ReadHints::default()).ok());
            let level = read.map(|read| Arc::new(read.level));
            open.asked = Some(Asked::Changed(Theirs { text, level, saving: Some((path, next)), lines: None }));
        }
        Saved::Failed(error) => {
            let sentence: Sentence = Phrase::NotSaved.with("file", files::shown(&path)).with("error", &error);
            error!("level not saved: {}: {}", visible(&path.display().to_string()), visible(&error));
            notes.warn(sentence);
            if is_open && open.asked.is_none() && open.file.as_ref() != Some(&path) {
                open.asked = Some(Asked::SaveAs(path, next));
            }
        }
    }
    if let Some(order) = waiting.filter(|_| document == editor.open.number) {
        editor.open.save(order);
    }
}

/// Completes pending saves at exit.
pub(super) fn finish_at_exit(mut exits: MessageReader<AppExit>, mut open: ResMut<OpenDocument>) {
    if exits.read().count() == 0 {
        return;
    }
    while let Some(Saving { path, level, entry, task, .. }) = open.saving.take() {
        match task.finish() {
            Saved::Done(text, _) => open.written(path, Disk { text: Some(text), level: Some(level) }, entry),
            Saved::Changed(_) | Saved::Failed(_) => error!("level not saved: {}", visible(&path.display().to_string())),
        }
        if let Some(order) = open.waiting.take() {
            open.save(order);
        }
    }
}
