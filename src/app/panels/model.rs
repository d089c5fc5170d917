//! What panels read.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::time::Duration;

use bevy::diagnostic::DiagnosticsStore;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::egui::Response;
use bevy_gridwalk::{
    ActiveLevel, AgentCell, AgentKind, AgentMotion, AgentName, GridAgent, LastSearch, NavGrid, PathFailed, PathStack,
    PathfindingOptions, Patrol, Planning, Waypoints,
};
use gridwalk_explain::{Language, duration};
use gridwalk_level::Ask;

use crate::app::boards::{Playback, Recording, Run, Runs, WalkedVerdict, WatchHistory, WatchQuery};
use crate::app::cell::CellMenu;
use crate::app::command::{Heat, Mode, Toggle};
use crate::app::levels::{LevelEntry, LevelFile};
use crate::app::orders::AgentOrder;
use crate::app::settings::Settings;
use crate::app::{
    AppCommand, Boards, ChosenLanguage, Hovered, LessonList, LevelList, MapLooks, Notes, OpenDocument, OpenLesson,
    Paused, Phrase, Script, Selection, Sentence, Shortcuts, Toggles, words,
};

/// Everything about the search that is watched.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Watching<'w> {
    pub(super) mode: Res<'w, Mode>,
    pub(super) question: Res<'w, WatchQuery>,
    pub(super) playback: Res<'w, Playback>,
    pub(super) heat: Res<'w, Heat>,
    pub(super) runs: Res<'w, Runs>,
    pub(super) history: Res<'w, WatchHistory>,
    pub(super) walked: Res<'w, WalkedVerdict>,
}

/// An agent as panels see it.
#[derive(QueryData)]
pub struct AgentView {
    pub(super) entity: Entity,
    pub(super) name: &'static AgentName,
    pub(super) agent: &'static GridAgent,
    pub(super) cell: &'static AgentCell,
    pub(super) kind: Option<&'static AgentKind>,
    pub(super) motion: &'static AgentMotion,
    pub(super) waypoints: &'static Waypoints,
    pub(super) stack: Option<&'static PathStack>,
    pub(super) planning: Option<&'static Planning>,
    pub(super) failed: Option<&'static PathFailed>,
    pub(super) last: Option<&'static LastSearch>,
    pub(super) patrols: Has<Patrol>,
}

/// Everything that panels read, and the commands that they wish for.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Model<'w, 's> {
    pub(super) levels: Res<'w, LevelList>,
    pub(super) active: Res<'w, ActiveLevel>,
    pub(super) open: Res<'w, OpenDocument>,
    pub(super) lessons: Res<'w, LessonList>,
    pub(super) lesson: Res<'w, OpenLesson>,
    pub(super) grid: Res<'w, NavGrid>,
    pub(super) looks: Res<'w, MapLooks>,
    pub(super) settings: Res<'w, PathfindingOptions>,
    pub(super) selection: Res<'w, Selection>,
    pub(super) hovered: Res<'w, Hovered>,
    pub(super) paused: Res<'w, Paused>,
    pub(super) notes: Res<'w, Notes>,
    pub(super) time: Res<'w, Time<Real>>,
    pub(super) language: Res<'w, ChosenLanguage>,
    pub(super) toggles: Res<'w, Toggles>,
    pub(super) menu: Res<'w, CellMenu>,
    pub(super) kept: Res<'w, Settings>,
    pub(super) shortcuts: Res<'w, Shortcuts>,
    pub(super) script: Res<'w, Script>,
    pub(super) watching: Watching<'w>,
    pub(super) boards: Res<'w, Boards>,
    pub(super) file: Res<'w, LevelFile>,
    pub(super) order: Res<'w, AgentOrder>,
    pub(super) diagnostics: Res<'w, DiagnosticsStore>,
    pub(super) winit: Option<Res<'w, WinitSettings>>,
    pub(super) agents: Query<'w, 's, AgentView>,
    pub(super) wishes: Local<'s, RefCell<Vec<AppCommand>>>,
}

impl Model<'_, '_> {
    pub(super) fn wish(&self, command: impl Into<AppCommand>) {
        self.wishes.borrow_mut().push(command.into());
    }

    /// Wishes for a command where this was clicked.
    pub(super) fn on_click(&self, clicked: &Response, command: impl Into<AppCommand>) {
        if clicked.clicked() {
            self.wish(command);
        }
    }

    pub(super) fn language(&self) -> Language {
        self.language.0
    }

    /// A text without places.
    pub(super) fn text(&self, phrase: Phrase) -> &'static str {
        phrase.text(self.language.0)
    }

    /// What a command of the shortcut table does, with its keys.
    pub(super) fn tip(&self, command: impl Into<AppCommand>) -> String {
        let command = command.into();
        let row = self.shortcuts.0.iter().find(|row| row.command == command);
        let does = row.map_or("", |row| self.text(row.does));
        let keys = self.shortcuts.keys_of(&command, self.language());
        keys.map_or(does.to_owned(), |keys| self.say(Phrase::WithKey.with("what", does).with("key", keys)))
    }

    /// A text with its places filled.
    pub(super) fn say(&self, sentence: impl Borrow<Sentence>) -> String {
        sentence.borrow().tell(self.language.0)
    }

    /// How long something took; no picture that can be repeated shows it.
    pub(super) fn measured(&self, time: Duration) -> String {
        if self.script.is_repeatable() { "–".to_owned() } else { duration(time) }
    }

    /// What is known of the search that is watched.
    pub(super) fn recording(&self) -> Option<&Recording> {
        self.boards.one().map(|board| &board.recording)
    }

    /// The search that is watched, once it is there.
    pub(super) fn run(&self) -> Option<&Run> {
        self.boards.watched()
    }

    /// Which recording is watched at which position, for what is found out once for each.
    pub(super) fn here(&self, run: &Run) -> (u64, usize) {
        (self.recording().map_or(0, |recording| recording.generation), run.timeline.position())
    }

    pub(super) fn is_on(&self, toggle: Toggle) -> bool {
        self.toggles.is_on(toggle)
    }

    pub(super) fn watches(&self) -> bool {
        *self.watching.mode == Mode::Watch
    }

    /// Whether a lesson asks which cell is next, or for a number of one: then nothing else gives the answer.
    pub(super) fn hides_answers(&self) -> bool {
        matches!(self.lesson.asks(), Some(Ask::Next(_) | Ask::Value(..)))
    }

    /// Whether a lesson asks about boards while they are played: then nothing says beforehand where they end.
    pub(super) fn hides_outcomes(&self) -> bool {
        self.compares() && matches!(self.lesson.asks(), Some(Ask::Choice { .. }))
    }

    /// Whether agents walk, and no search is shown.
    pub(super) fn has_agents(&self) -> bool {
        *self.watching.mode == Mode::Agents
    }

    pub(super) fn compares(&self) -> bool {
        *self.watching.mode == Mode::Compare
    }

    /// Whether every frame is drawn, since something moves, and how many there are may be shown.
    pub(super) fn draws_always(&self) -> bool {
        let is_continuous = |settings: &WinitSettings| settings.focused_mode == UpdateMode::Continuous;
        !self.script.is_repeatable() && self.winit.as_deref().is_some_and(is_continuous)
    }

    /// What an agent does.
    pub(super) fn state(&self, agent: &AgentViewItem) -> words::State {
        let (grid, language) = (self.grid.grid(), self.language());
        let (planning, paused) = (agent.planning.is_some(), &self.paused);
        words::state(grid, *agent.agent, agent.motion, agent.stack, planning, agent.failed, paused, language)
    }

    /// A tutorial has a name of its own in every language.
    pub(super) fn level_title<'e>(&self, entry: &'e LevelEntry) -> &'e str {
        entry.tutorial.map_or(entry.name.as_str(), |title| self.text(title))
    }

    /// What is wrong with the open file, if anything: a title, what exactly, and what is shown meanwhile.
    pub(super) fn level_state(&self) -> Option<(&'static str, String, &'static str)> {
        if let Some(error) = &self.active.error {
            let shown = if self.active.is_built_in() && self.open.file().is_none() {
                Phrase::BuiltInShown
            } else {
                Phrase::LastGoodStays
            };
            return Some((self.text(Phrase::LevelBroken), error.clone(), self.text(shown)));
        }
        self.file.is_gone().then(|| {
            let file = self.file.path().display().to_string();
            (self.text(Phrase::LevelGone), file, self.text(Phrase::MapStays))
        })
    }
}
