//! The lessons of the assets folder, and read access to them for panels.
//!
//! A file is read when it is new or was saved. A broken file keeps its last valid lesson, with the
//! error.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_level::Lesson;
use gridwalk_level::formats::{decode, parse_lesson, visible};

use crate::app::common::files::{FollowedFolder, SaveStamp};
use crate::app::platform::files;
use crate::app::{Notes, OpenLesson, Phrase, boards};

/// All lessons, by file name.
#[derive(Resource, Default, Debug)]
pub struct LessonList {
    folder: FollowedFolder,
    entries: Vec<LessonEntry>,
}

/// One lesson file.
#[derive(Clone, Debug)]
pub struct LessonEntry {
    /// The file name without its suffix.
    pub file: String,
    /// The last valid lesson of the file.
    pub lesson: Option<Arc<Lesson>>,
    /// The error of the last read: file, line, column and a sentence.
    pub error: Option<String>,
    saved: SaveStamp,
}

/// Suffix of the file names of lessons.
const ENDING: &str = ".lesson.ron";
/// Maximum length of a lesson file in bytes; longer files are refused.
const MOST_BYTES: u64 = 1 << 20;

impl LessonEntry {
    fn read(&mut self, folder: &Path) {
        let name = format!("{}{ENDING}", self.file);
        let path = folder.join(&name);
        let bytes = match files::read_head(&path, MOST_BYTES + 1) {
            Ok(bytes) if bytes.len() as u64 > MOST_BYTES => {
                Err(format!("it is longer than {} KiB", MOST_BYTES >> 10))
            }
            read => read.map_err(|error| error.to_string()),
        };
        let bytes = bytes.map_err(|error| format!("{name}: cannot be read: {error}"));
        let parse = |bytes: Vec<u8>| {
            decode(&bytes)
                .and_then(parse_lesson)
                .map_err(|error| error.in_file(&name))
        };
        match bytes.and_then(parse) {
            Ok(lesson) => (self.lesson, self.error) = (Some(Arc::new(lesson)), None),
            Err(error) => {
                warn!("lesson broken: {}", visible(&error));
                self.error = Some(error);
            }
        }
    }
}

impl LessonList {
    /// Reads the folder `lessons` of the assets; a missing folder has no lessons.
    #[must_use]
    pub fn read(assets: &Path) -> Self {
        let mut list = Self {
            folder: FollowedFolder::new(assets.join("lessons")),
            ..Self::default()
        };
        list.refresh();
        list
    }

    /// Reads new and changed files; returns `true` if the folder has changed.
    fn refresh(&mut self) -> bool {
        if !self.folder.look() {
            return false;
        }
        let mut old = std::mem::take(&mut self.entries);
        for (name, saved) in self.folder.files() {
            let Some(file) = name.strip_suffix(ENDING) else {
                continue;
            };
            let known = old
                .iter()
                .position(|entry| entry.file == file)
                .map(|at| old.swap_remove(at));
            let is_read = known.as_ref().is_some_and(|known| known.saved == *saved);
            let new = || LessonEntry {
                file: file.to_owned(),
                lesson: None,
                error: None,
                saved: None,
            };
            let mut entry = LessonEntry {
                saved: *saved,
                ..known.unwrap_or_else(new)
            };
            if !is_read {
                entry.read(self.folder.path());
            }
            self.entries.push(entry);
        }
        true
    }

    /// Returns all lessons.
    #[must_use]
    pub fn entries(&self) -> &[LessonEntry] {
        &self.entries
    }

    /// Returns the lesson of that file name, without its suffix.
    #[must_use]
    pub fn named(&self, file: &str) -> Option<&LessonEntry> {
        self.entries.iter().find(|entry| entry.file == file)
    }

    /// Returns the lesson for a name that a user typed: a number or a file name in any case.
    #[must_use]
    pub fn meant(&self, name: &str) -> Option<&LessonEntry> {
        let lower = name.to_lowercase();
        let short = lower.strip_suffix(ENDING).unwrap_or(&lower);
        let is_meant = |entry: &&LessonEntry| {
            let file = entry.file.to_lowercase();
            file == short
                || file
                    .split_once('_')
                    .is_some_and(|(number, _)| number == short)
        };
        self.entries.iter().find(is_meant)
    }

    /// Returns the lesson after the one of this file name.
    #[must_use]
    pub fn after(&self, file: &str) -> Option<&LessonEntry> {
        let here = self.entries.iter().position(|entry| entry.file == file)?;
        self.entries.get(here + 1)
    }
}

/// Reads changed files, and replaces the open lesson if it was saved.
pub(super) fn follow_files(
    mut list: ResMut<LessonList>,
    mut open: ResMut<OpenLesson>,
    mut notes: ResMut<Notes>,
) {
    if !list.bypass_change_detection().refresh() {
        return;
    }
    list.set_changed();
    let Some(reading) = &mut open.0 else { return };
    let Some(entry) = list.named(&reading.file) else {
        return;
    };
    reading.error.clone_from(&entry.error);
    if let Some(lesson) = entry
        .lesson
        .as_ref()
        .filter(|lesson| **lesson != reading.lesson)
    {
        info!("lesson read again: {}", visible(&reading.file));
        notes.say(Phrase::LessonSaved);
        reading.replace(Arc::clone(lesson));
    }
}

/// State of the window for drawing panels, with the lessons.
#[derive(SystemParam, Deref)]
pub struct LessonModel<'w, 's> {
    #[deref]
    base: boards::BoardsModel<'w, 's>,
    pub lessons: Res<'w, LessonList>,
}
