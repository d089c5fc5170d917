//! Panels: functions from what is to what is wished. They change nothing but by commands.

pub(super) mod cell_menu;
mod help;
mod legend;
mod lists;
mod overlays;
mod runs;
mod settings;
mod side;
mod status;
mod timeline;
mod top_bar;
mod watch;

use std::borrow::Borrow;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::rules::RulesRefused;
use super::watch::{Mode, Overlays, Playback, Question, Recording, Runs, WatchHistory};
use super::{
    AppCommand, AppSystems, ChosenLanguage, FirstStart, Held, Hovered, Keys, LevelList, MapArea, Notes, Phrase,
    Selection, Sentence, View, theme,
};
use crate::pathfinding::{Cell, Language};
use crate::plugin::{
    ActiveLevel, AgentMotion, AgentName, GridAgent, GridLayout, GridReplaced, LastSearch, NavGrid, PathFailed,
    PathStack, PathfindingSettings, Patrol, Planning, Waypoints,
};

/// What is open and what is not.
#[derive(Resource, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each part of the window is open or not by itself")]
pub struct PanelState {
    side: bool,
    help: bool,
    hints: bool,
    runs: bool,
    legend: bool,
    /// The cell whose menu is open.
    menu: Option<Cell>,
    scale: f32,
}

impl PanelState {
    /// The cell whose menu is open: the next click closes it and does nothing else.
    #[must_use]
    pub const fn menu(&self) -> Option<Cell> {
        self.menu
    }

    /// Whether the key list is open.
    #[must_use]
    pub const fn has_help(&self) -> bool {
        self.help
    }

    /// Whether the table of runs with all columns is open.
    #[must_use]
    pub const fn has_runs(&self) -> bool {
        self.runs
    }

    /// Whether the legend of watched searches is shown.
    #[must_use]
    pub const fn has_legend(&self) -> bool {
        self.legend
    }
}

impl Default for PanelState {
    fn default() -> Self {
        Self { side: true, help: false, hints: false, runs: false, legend: true, menu: None, scale: 1.0 }
    }
}

/// Everything about the search that is watched.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Watching<'w> {
    mode: Res<'w, Mode>,
    question: Res<'w, Question>,
    recording: Res<'w, Recording>,
    playback: Res<'w, Playback>,
    overlays: Res<'w, Overlays>,
    runs: Res<'w, Runs>,
    history: Res<'w, WatchHistory>,
}

/// What is typed into panels, and what is drawn of a recording again and again.
#[derive(Default)]
pub struct Typed {
    watch: watch::WatchState,
    ticks: timeline::Ticks,
    /// The cell whose menu was open in the frame before.
    menu: Option<Cell>,
    help: String,
}

/// Everything that panels read.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Model<'w, 's> {
    levels: Res<'w, LevelList>,
    active: Res<'w, ActiveLevel>,
    grid: Res<'w, NavGrid>,
    settings: Res<'w, PathfindingSettings>,
    selection: Res<'w, Selection>,
    hovered: Res<'w, Hovered>,
    held: Res<'w, Held>,
    notes: Res<'w, Notes>,
    time: Res<'w, Time<Real>>,
    language: Res<'w, ChosenLanguage>,
    refusal: Res<'w, RulesRefused>,
    panels: Res<'w, PanelState>,
    watching: Watching<'w>,
    agents: Query<
        'w,
        's,
        (
            Entity,
            &'static AgentName,
            &'static GridAgent,
            &'static AgentMotion,
            &'static Waypoints,
            Option<&'static PathStack>,
            Option<&'static Planning>,
            Option<&'static PathFailed>,
            Option<&'static LastSearch>,
            Has<Patrol>,
        ),
    >,
}

impl Model<'_, '_> {
    fn language(&self) -> Language {
        self.language.0
    }

    /// A text without places.
    fn text(&self, phrase: Phrase) -> &'static str {
        phrase.text(self.language.0)
    }

    /// A hint with the key that does the same.
    fn tip(&self, what: Phrase, keys: Keys) -> String {
        self.say(Phrase::WithKey.with("what", self.text(what)).with("key", keys.text(self.language.0)))
    }

    /// The key that does the same.
    fn key(&self, keys: Keys) -> String {
        self.say(Phrase::Key.with("key", keys.text(self.language.0)))
    }

    /// A text with its places filled.
    fn say(&self, sentence: impl Borrow<Sentence>) -> String {
        sentence.borrow().tell(self.language.0)
    }

    fn watches(&self) -> bool {
        *self.watching.mode == Mode::Watch
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelState>()
        .add_systems(Startup, greet)
        .add_systems(PreUpdate, fold.in_set(AppSystems::Act))
        .add_systems(EguiPrimaryContextPass, draw_panels);
}

fn greet(first: Res<FirstStart>, mut state: ResMut<PanelState>) {
    state.hints = first.is_first();
    state.legend = first.wants_legend();
}

fn fold(
    mut commands: MessageReader<AppCommand>,
    mut replaced: MessageReader<GridReplaced>,
    mut state: ResMut<PanelState>,
) {
    if replaced.read().count() > 0 {
        state.menu = None;
    }
    for command in commands.read() {
        match command {
            AppCommand::TogglePanel => state.side = !state.side,
            AppCommand::ToggleHelp => state.help = !state.help,
            AppCommand::DismissHints => {
                state.hints = false;
                state.help = false;
                state.menu = None;
            }
            AppCommand::CellMenu(cell) => state.menu = *cell,
            AppCommand::ShowLegend(shown) => state.legend = *shown,
            AppCommand::ToggleRuns => state.runs = !state.runs,
            AppCommand::ToggleWatch => state.menu = None,
            AppCommand::Scale(factor) => {
                state.scale = if *factor > 0.0 { (state.scale * factor).clamp(0.6, 3.0) } else { 1.0 };
            }
            _ => {}
        }
    }
}

/// Draws all panels, and notes what they leave over for the map.
pub fn draw_panels(
    mut contexts: EguiContexts,
    model: Model,
    window: Single<&Window, With<PrimaryWindow>>,
    (view, layout): (Res<View>, Res<GridLayout>),
    mut area: ResMut<MapArea>,
    mut wishes: MessageWriter<AppCommand>,
    mut styled: Local<bool>,
    mut typed: Local<Typed>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if !*styled {
        theme::apply(&context);
        *styled = true;
    }
    context.set_zoom_factor(model.panels.scale);
    let screen = context.viewport_rect();
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(screen);
    let mut root = egui::Ui::new(context.clone(), "root".into(), builder);
    let mut commands = Vec::new();
    let state = &model.panels;

    top_bar::draw(&mut root, &model, &mut commands);
    status::draw(&mut root, &model);
    if state.side {
        side::draw(&mut root, &model, &mut typed.watch, &mut commands);
    }
    if model.watches() {
        timeline::draw(&mut root, &model, &mut typed.ticks, &mut commands);
        if state.legend {
            legend::draw(&mut root, &model, &mut commands);
        }
    }
    let free = root.available_rect_before_wrap();
    overlays::draw(&context, free, &model, state.hints && !model.watches(), &mut commands);
    if model.watches() {
        if state.runs {
            runs::draw_all(&context, free, &model, &mut typed.watch.table, &mut commands);
        }
        let menu = state.menu.map(|cell| {
            let at = view.window_at(&area, layout.center(cell)) / area.ui_scale;
            (cell, egui::pos2(at.x, at.y))
        });
        cell_menu::draw(&context, free, menu, &model, &mut typed.menu, &mut commands);
    }
    if state.help {
        help::draw(&context, &model, &mut typed.help, &mut commands);
    }
    wishes.write_batch(commands);

    let ui_scale = if screen.width() > 0.0 { window.width() / screen.width() } else { 1.0 };
    let rect = Rect::new(free.min.x, free.min.y, free.max.x, free.max.y);
    let rect = Rect { min: rect.min * ui_scale, max: rect.max * ui_scale };
    area.set_if_neq(MapArea { rect, ui_scale });
    Ok(())
}
