//! The lessons of the assets folder, read access to them for panels, and the commands for lessons.
//!
//! A file is read when it is new or was saved. A broken file keeps its last valid lesson, with the
//! error.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_explain::{Feedback, Language, predicted, valued};
use gridwalk_level::formats::{decode, parse_lesson, visible};
use gridwalk_level::{Ask, CellNumber, Lesson, LessonText};

use crate::app::boards::Boards;
use crate::app::command::{AppCommand, LessonAnswer, LessonCommand, PlayCommand};
use crate::app::common::files::{FollowedFolder, SaveStamp};
use crate::app::common::lesson::{OpenLesson, Reading};
use crate::app::common::settings::Settings;
use crate::app::platform::files;
use crate::app::{ChosenLanguage, Notes, Phrase, boards};

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<LessonCommand>,
    (list, boards): (Res<LessonList>, Res<Boards>),
    (mut open, mut settings): (ResMut<OpenLesson>, ResMut<Settings>),
    language: Res<ChosenLanguage>,
    mut commands: MessageWriter<AppCommand>,
    mut notes: ResMut<Notes>,
) {
    match command {
        LessonCommand::First => match list.entries().first() {
            Some(entry) => begin(entry, 0, &mut open, &mut settings, &mut notes),
            None => notes.warn(Phrase::NoLessons),
        },
        LessonCommand::Continue => {
            let last = settings
                .last_lesson
                .as_deref()
                .and_then(|file| list.named(file));
            match last.or(list.entries().first()) {
                Some(entry) => begin(
                    entry,
                    settings.page_of(&entry.file),
                    &mut open,
                    &mut settings,
                    &mut notes,
                ),
                None => notes.warn(Phrase::NoLessons),
            }
        }
        LessonCommand::Open(file) => match list.named(&file) {
            Some(entry) => {
                let page = settings.page_of(&file);
                // A lesson that was read to its end starts at its first page.
                let is_read = entry
                    .lesson
                    .as_ref()
                    .is_some_and(|lesson| page + 1 >= lesson.pages.len());
                begin(
                    entry,
                    if is_read { 0 } else { page },
                    &mut open,
                    &mut settings,
                    &mut notes,
                );
            }
            None => notes.warn(Phrase::NoSuchLesson.with("file", file)),
        },
        LessonCommand::Close => open.close(),
        LessonCommand::Next
        | LessonCommand::Back
        | LessonCommand::GoTo(_)
        | LessonCommand::Restore => {
            let Some(reading) = &mut open.0 else {
                return notes.tell(Phrase::NoLessonOpen);
            };
            let page = match command {
                LessonCommand::Next if reading.is_last() => {
                    let Some(next) = list.after(&reading.file) else {
                        return open.close();
                    };
                    return begin(next, 0, &mut open, &mut settings, &mut notes);
                }
                LessonCommand::Next => reading.page + 1,
                LessonCommand::Back => reading.page.saturating_sub(1),
                LessonCommand::GoTo(number) => number.saturating_sub(1),
                _ => reading.page,
            };
            reading.turn_to(page);
            settings.note_page(&reading.file, reading.page);
        }
        LessonCommand::Answer(answer) => {
            let Some(ask) = open.asks().cloned() else {
                return notes.tell(Phrase::NothingToAnswer);
            };
            let timeline = boards.watched().map(|run| &run.timeline);
            // Each question about a cell or a number allows a second try.
            let here = boards.at;
            if let Some(asked) = open.last_before_answer()
                && here != asked
            {
                commands.write(PlayCommand::Seek(asked.try_into().unwrap_or(usize::MAX)).into());
                return notes.tell(Phrase::AskedHere);
            }
            let is_second =
                |reading: &Reading| reading.answered.missed && reading.answered.is_about(here);
            let is_last_try = open.reading().is_some_and(is_second);
            let feedback = match (&ask, &answer) {
                (Ask::Next(_), LessonAnswer::Cell(cell)) => timeline
                    .and_then(|timeline| predicted(timeline, *cell, is_last_try, language.0)),
                (Ask::Value(number, cell), LessonAnswer::Number(typed)) => {
                    let told = timeline
                        .and_then(|timeline| valued(timeline, *number, *cell, typed, language.0));
                    match told {
                        _ if !is_number(typed) => return notes.warn(Phrase::TypeANumber),
                        Some(told) if !told.is_right && !is_last_try => {
                            Some(hint(*number, language.0))
                        }
                        told => told,
                    }
                }
                (Ask::Choice { answers, .. }, LessonAnswer::Choice(number)) => {
                    let Some(answer) = number.checked_sub(1).and_then(|at| answers.get(at)) else {
                        return;
                    };
                    let said = |text: &LessonText| text.in_language(language.0.name()).to_owned();
                    Some(Feedback {
                        is_right: answer.is_right,
                        text: said(&answer.why),
                    })
                }
                // The answer does not fit the question.
                _ => return,
            };
            let Some(feedback) = feedback else {
                return notes.warn(Phrase::NothingToAnswer);
            };
            let tries_again =
                matches!(ask, Ask::Next(_) | Ask::Value(..)) && !feedback.is_right && !is_last_try;
            let mut at = (here, here);
            if let (Ask::Next(_), Some(timeline), false) = (&ask, timeline, tries_again) {
                // The player makes the step that the question was about.
                let after = timeline.end_of_step(timeline.next_expansion(timeline.position()));
                commands.write(PlayCommand::Seek(after).into());
                at.1 = after as u64;
            }
            let Some(reading) = &mut open.0 else { return };
            reading.asked_at = Some(at.1);
            debug!(
                "lesson: answer {}",
                if feedback.is_right { "right" } else { "wrong" }
            );
            let answered = &mut reading.answered;
            answered.missed = tries_again;
            answered.times += u32::from(!tries_again);
            answered.right += u32::from(feedback.is_right && !is_last_try);
            answered.at = matches!(ask, Ask::Next(_)).then_some(at);
            answered.feedback = Some(feedback);
            if let LessonAnswer::Choice(number) = answer {
                answered.chosen = Some(number - 1);
            }
            let (file, page) = (reading.file.clone(), reading.page);
            if open.asks().is_none() {
                settings.note_answer(&file, page);
            }
        }
    }
}

/// Returns `true` if a number was typed; the decimal separator may be a point or a comma.
fn is_number(typed: &str) -> bool {
    typed
        .trim()
        .replace(',', ".")
        .parse::<f64>()
        .is_ok_and(f64::is_finite)
}

/// Explains how a number is computed, without giving it.
fn hint(number: CellNumber, language: Language) -> Feedback {
    let phrase = match number {
        CellNumber::G => Phrase::HintG,
        CellNumber::H => Phrase::HintH,
        CellNumber::F => Phrase::HintF,
    };
    Feedback {
        is_right: false,
        text: phrase.text(language).to_owned(),
    }
}

fn begin(
    entry: &LessonEntry,
    page: usize,
    open: &mut OpenLesson,
    settings: &mut Settings,
    notes: &mut Notes,
) {
    let Some(lesson) = &entry.lesson else {
        let why = entry.error.as_deref().unwrap_or_default();
        return notes.warn(Phrase::LessonBroken.with("why", why));
    };
    let reading = Reading::new(&entry.file, Arc::clone(lesson), entry.error.clone(), page);
    debug!("lesson open: {} at page {}", reading.file, reading.page + 1);
    settings.note_page(&reading.file, reading.page);
    // A reader of lessons needs no start hints.
    settings.hints = false;
    open.0 = Some(reading);
}

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
