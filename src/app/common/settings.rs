//! Settings kept between runs, in one file in the user's folder for settings.
//!
//! The file is read once, and written in the background after changes. The user's own shortcuts
//! stay in it as typed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use gridwalk_explain::Language;
use ron::value::RawValue;
use serde::{Deserialize, Serialize};

use super::chord::Chord;
use super::shortcuts::Shortcuts;
use crate::app::command::{Section, Toggle};
use crate::app::platform::{Writing, files, folders, prefers_reduced_motion};
use crate::app::{AppCommand, AppSystems, ChosenLanguage, Notes, Phrase, Toggles};

/// The settings kept between runs.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    language: Language,
    /// Scale factor of text and panels.
    pub(in crate::app) text_size: f32,
    /// Whether the hints of the first start are shown.
    pub(in crate::app) hints: bool,
    /// Whether the legend is shown while a search is watched.
    legend: bool,
    /// Whether motion is reduced: searches are shown at their end, and the camera jumps.
    ///
    /// The preference of the system applies until the user chooses otherwise.
    #[serde(skip_serializing_if = "is_of_the_system")]
    reduce_motion: bool,
    /// Collapsed sections of the side panel.
    folded: Vec<Section>,
    /// The lesson read last.
    pub(in crate::app) last_lesson: Option<String>,
    /// Current page and furthest page of each lesson, both from 0.
    lessons: BTreeMap<String, (usize, usize)>,
    /// Files opened or saved last, newest first.
    recent: Vec<PathBuf>,
    /// Pages of each lesson whose question was answered, from 0.
    answered: BTreeMap<String, BTreeSet<usize>>,
    /// The user's own keys and their commands.
    #[serde(skip_serializing)]
    shortcuts: Vec<(Chord, AppCommand)>,
}

impl Default for Settings {
    fn default() -> Self {
        let (language, folded) = (Language::default(), Section::FOLDED.to_vec());
        Self {
            language,
            text_size: 1.0,
            hints: true,
            legend: true,
            reduce_motion: prefers_reduced_motion(),
            folded,
            last_lesson: None,
            lessons: BTreeMap::new(),
            recent: Vec::new(),
            answered: BTreeMap::new(),
            shortcuts: Vec::new(),
        }
    }
}

impl Settings {
    pub(in crate::app) fn is_folded(&self, section: Section) -> bool {
        self.folded.contains(&section)
    }

    /// Collapses or expands a section.
    pub(in crate::app) fn fold(&mut self, section: Section) {
        section.turn_in(&mut self.folded);
    }

    /// Returns the current page of a lesson, from 0.
    pub(in crate::app) fn page_of(&self, lesson: &str) -> usize {
        self.lessons.get(lesson).map_or(0, |(page, _)| *page)
    }

    /// Returns the number of pages of a lesson that were reached.
    pub(in crate::app) fn pages_reached(&self, lesson: &str) -> usize {
        self.lessons
            .get(lesson)
            .map_or(0, |(_, furthest)| furthest + 1)
    }

    /// Returns the number of pages of a lesson whose question was answered.
    pub(in crate::app) fn pages_answered(&self, lesson: &str) -> usize {
        self.answered.get(lesson).map_or(0, BTreeSet::len)
    }

    /// Records that the question of this page was answered.
    pub(in crate::app) fn note_answer(&mut self, lesson: &str, page: usize) {
        self.answered
            .entry(lesson.to_owned())
            .or_default()
            .insert(page);
    }

    /// Records the current page of a lesson.
    pub(in crate::app) fn note_page(&mut self, lesson: &str, page: usize) {
        let (_, furthest) = self.lessons.get(lesson).copied().unwrap_or_default();
        self.lessons
            .insert(lesson.to_owned(), (page, furthest.max(page)));
        self.last_lesson = Some(lesson.to_owned());
    }

    /// Records that a file was opened or saved.
    pub(in crate::app) fn note_file(&mut self, file: &Path) {
        // The settings are text, so the path must be UTF-8.
        if file.to_str().is_some() {
            self.recent.retain(|known| known != file);
            self.recent.insert(0, file.to_owned());
            self.recent.truncate(RECENT);
        }
    }

    /// Returns the recent files that still exist.
    pub(in crate::app) fn recent(&self) -> impl Iterator<Item = &Path> {
        self.recent
            .iter()
            .map(PathBuf::as_path)
            .filter(|file| files::is_file(file))
    }

    /// Multiplies the size of text and panels by a factor; 0 resets it.
    pub(in crate::app) fn scale_by(&mut self, factor: f32) {
        self.text_size = if factor > 0.0 {
            (self.text_size * factor).clamp(0.6, 3.0)
        } else {
            1.0
        };
    }
}

/// Whether the setting equals the preference of the system.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_of_the_system(reduce_motion: &bool) -> bool {
    *reduce_motion == prefers_reduced_motion()
}

/// Maximum number of recent files.
const RECENT: usize = 8;

/// The settings file; without a path nothing is stored.
#[derive(Resource, Default)]
pub struct SettingsFile {
    path: Option<PathBuf>,
    /// Content of the file.
    settings: Settings,
    /// The user's shortcuts as typed, with comments.
    typed: Option<Box<RawValue>>,
    /// Error from reading the file. A file with an error is not overwritten.
    broken: Option<String>,
    task: Option<Writing<Result<(), String>>>,
}

const HEADER: &str = "\
// The settings of gridwalk, which writes this file when one of them changes.
// What stands in `shortcuts` is yours and stays as it is: [(\"Ctrl + Right\", Level(Next)), …]
";

impl SettingsFile {
    /// Returns the user's settings file, in the platform's folder for settings.
    #[must_use]
    pub fn of_this_user() -> Self {
        folders::settings().map_or_else(Self::default, |folder| {
            Self::read(folder.join("settings.ron"))
        })
    }

    /// Reads a file; a missing or broken file gives the defaults.
    #[must_use]
    pub fn read(path: PathBuf) -> Self {
        #[derive(Deserialize)]
        struct TypedShortcuts {
            shortcuts: Box<RawValue>,
        }
        let mut file = Self::default();
        match files::read_text(&path) {
            Ok(text) => match ron::from_str(&text) {
                Ok(settings) => {
                    file.settings = settings;
                    file.typed = ron::from_str(&text)
                        .ok()
                        .map(|typed: TypedShortcuts| typed.shortcuts);
                }
                Err(error) => {
                    let at = error.span.start;
                    file.broken = Some(format!(
                        "{}:{}:{}: {}",
                        path.display(),
                        at.line,
                        at.col,
                        error.code
                    ));
                }
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => file.broken = Some(format!("{}: {error}", path.display())),
        }
        file.path = Some(path);
        file
    }

    /// Returns the new text of the file.
    fn text(&self) -> String {
        let fields = ron::ser::to_string_pretty(&self.settings, ron::ser::PrettyConfig::default());
        let fields = fields.expect("settings are plain values");
        let fields = fields.strip_suffix(')').unwrap_or(&fields);
        let typed = self
            .typed
            .as_ref()
            .map_or("[]", |typed| typed.get_ron().trim());
        format!("{HEADER}{fields}    shortcuts: {typed},\n)\n")
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), files::make_folder);
    folder
        .and_then(|()| files::replace(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<SettingsFile>()
        .init_resource::<Settings>()
        .init_resource::<Toggles>()
        .add_systems(Startup, use_settings)
        .add_systems(
            Update,
            keep_settings
                .after(AppSystems::Watch)
                .before(AppSystems::View),
        )
        .add_systems(Last, finish_writing);
}

fn use_settings(
    file: Res<SettingsFile>,
    mut settings: ResMut<Settings>,
    mut language: ResMut<ChosenLanguage>,
    mut shortcuts: ResMut<Shortcuts>,
    (mut toggles, mut notes): (ResMut<Toggles>, ResMut<Notes>),
) {
    settings.clone_from(&file.settings);
    toggles.turn(Toggle::Legend, settings.legend);
    toggles.turn(Toggle::ReducedMotion, settings.reduce_motion);
    language.set_if_neq(ChosenLanguage(settings.language));
    shortcuts.change(&settings.shortcuts);
    if let Some(why) = &file.broken {
        warn!("settings: {why}");
        notes.warn(Phrase::SettingsBroken.with("why", why));
    }
}

/// Writes the settings in the background when they change.
///
/// A newer state waits until the older one is written.
fn keep_settings(
    mut file: ResMut<SettingsFile>,
    (settings, toggles): (Res<Settings>, Res<Toggles>),
    language: Res<ChosenLanguage>,
    mut notes: ResMut<Notes>,
) {
    let file = file.bypass_change_detection();
    let Some(path) = file.path.clone().filter(|_| file.broken.is_none()) else {
        return;
    };
    if let Some(task) = &mut file.task {
        let Some(written) = task.poll() else { return };
        file.task = None;
        if let Err(error) = written {
            warn!("settings: {error}");
            notes.warn(Phrase::SettingsNotWritten.with("error", error));
        }
    }
    let [legend, reduce_motion] =
        [Toggle::Legend, Toggle::ReducedMotion].map(|toggle| toggles.is_on(toggle));
    let now = Settings {
        language: language.0,
        legend,
        reduce_motion,
        ..settings.clone()
    };
    if file.settings != now {
        file.settings = now;
        let text = file.text();
        file.task = Some(Writing::begin(move || write(&path, &text)));
    }
}

/// Completes a pending write at exit.
fn finish_writing(mut exits: MessageReader<AppExit>, mut file: ResMut<SettingsFile>) {
    if exits.read().count() > 0
        && let Some(Err(error)) = file.task.take().map(Writing::finish)
    {
        warn!("settings: {error}");
    }
}
