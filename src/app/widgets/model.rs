//! The model of the panels: the resources that they read, and the commands that they send.

use core::time::Duration;
use std::borrow::Borrow;
use std::cell::RefCell;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::egui::Response;
use bevy_gridwalk::{ActiveLevel, NavGrid, PathfindingOptions};
use gridwalk_explain::{Language, duration};

use crate::app::command::{Mode, Section, Toggle};
use crate::app::common::lesson::OpenLesson;
use crate::app::common::settings::Settings;
use crate::app::common::state::PanelFocus;
use crate::app::{
    AddressProblems, AppCommand, ChosenLanguage, Embedded, Hovered, Notes, Paused, Phrase, Script,
    Selection, Sentence, Shortcuts, TimeSpeed, Toggles,
};

/// The resources that all panels read, and the commands that they send.
///
/// A feature with more data wraps this model in its own.
#[derive(SystemParam)]
pub struct PanelModel<'w, 's> {
    pub active: Res<'w, ActiveLevel>,
    pub grid: Res<'w, NavGrid>,
    pub settings: Res<'w, PathfindingOptions>,
    pub mode: Res<'w, Mode>,
    pub selection: Res<'w, Selection>,
    pub hovered: Res<'w, Hovered>,
    pub paused: Res<'w, Paused>,
    pub pace: Res<'w, TimeSpeed>,
    pub lesson: Res<'w, OpenLesson>,
    pub notes: Res<'w, Notes>,
    pub time: Res<'w, Time<Real>>,
    pub language: Res<'w, ChosenLanguage>,
    pub toggles: Res<'w, Toggles>,
    pub kept: Res<'w, Settings>,
    pub shortcuts: Res<'w, Shortcuts>,
    pub script: Res<'w, Script>,
    pub focus: Res<'w, PanelFocus>,
    pub embedded: Res<'w, Embedded>,
    pub problems: Res<'w, AddressProblems>,
    winit: Option<Res<'w, WinitSettings>>,
    wishes: Local<'s, RefCell<Vec<AppCommand>>>,
}

impl PanelModel<'_, '_> {
    /// Takes all commands that were sent since the last call.
    pub fn take_wishes(&self) -> Vec<AppCommand> {
        self.wishes.take()
    }

    pub fn wish(&self, command: impl Into<AppCommand>) {
        self.wishes.borrow_mut().push(command.into());
    }

    /// Sends a command if this was clicked.
    pub fn on_click(&self, clicked: &Response, command: impl Into<AppCommand>) {
        if clicked.clicked() {
            self.wish(command);
        }
    }

    pub fn language(&self) -> Language {
        self.language.0
    }

    /// Returns a text without placeholders.
    pub fn text(&self, phrase: Phrase) -> &'static str {
        phrase.text(self.language.0)
    }

    /// Returns the description of a command in the shortcut table, with its keys.
    pub fn tip(&self, command: impl Into<AppCommand>) -> String {
        let command = command.into();
        let row = self.shortcuts.0.iter().find(|row| row.command == command);
        let does = row.map_or("", |row| self.text(row.does));
        let keys = self.shortcuts.keys_of(&command, self.language());
        keys.map_or(does.to_owned(), |keys| {
            self.say(Phrase::WithKey.with("what", does).with("key", keys))
        })
    }

    /// Returns a text with its placeholders filled.
    pub fn say(&self, sentence: impl Borrow<Sentence>) -> String {
        sentence.borrow().tell(self.language.0)
    }

    /// Joins the parts of a list, one after the other.
    pub fn list(&self, parts: impl IntoIterator<Item = String>) -> String {
        self.language.0.list(parts)
    }

    /// Returns a measured time as text, or a dash in a script whose pictures must be repeatable.
    pub fn measured(&self, time: Option<Duration>) -> String {
        time.filter(|_| !self.script.is_repeatable())
            .map_or_else(|| "–".to_owned(), duration)
    }

    /// Whether a section of the side panel is folded; a page of a lesson has its own state.
    pub fn is_folded(&self, section: Section) -> bool {
        let of_page = self
            .lesson
            .reading()
            .map(|reading| reading.folded.contains(&section));
        of_page.unwrap_or_else(|| self.kept.is_folded(section))
    }

    pub fn is_on(&self, toggle: Toggle) -> bool {
        self.toggles.is_on(toggle)
    }

    pub fn watches(&self) -> bool {
        *self.mode == Mode::Watch
    }

    /// Whether agents are on the map and no search is shown.
    pub fn has_agents(&self) -> bool {
        self.mode.has_agents()
    }

    /// Whether the level is edited.
    pub fn edits(&self) -> bool {
        *self.mode == Mode::Edit
    }

    pub fn compares(&self) -> bool {
        *self.mode == Mode::Compare
    }

    /// Whether frames follow each other because something moves, and the frame rate may be shown.
    pub fn draws_always(&self) -> bool {
        let follows = |settings: &WinitSettings| match settings.focused_mode {
            UpdateMode::Continuous => true,
            UpdateMode::Reactive { wait, .. } => wait < Duration::from_millis(100),
        };
        !self.script.is_repeatable() && self.winit.as_deref().is_some_and(follows)
    }
}
