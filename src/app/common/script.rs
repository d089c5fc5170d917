//! Scripts: a RON list of (tick, command), so that demos, tests and pictures can be repeated.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy_egui::EguiPostUpdateSet;
use bevy_gridwalk::{
    ActiveLevel, GridReplaced, LevelUpdate, OpenLevel, PathfindingSystems, PlanningOptions, TickBudget,
};

use crate::app::command::{LevelCommand, WindowCommand};
use crate::app::platform::{IS_PAGE, files};
use crate::app::{AppCommand, AppSystems};

/// What is still to be done, by tick: 64 ticks a second, counted from the first one with a level.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Script {
    steps: Vec<(u64, AppCommand)>,
    next: usize,
    tick: u64,
    /// The tick of the last step that its author wrote.
    end: u64,
    wait: Wait,
    /// Whether the same script shall give the same picture: every frame is one tick, and nothing that was measured is
    /// shown.
    repeatable: bool,
}

/// Whether ticks wait for a level.
#[derive(Default, Debug, PartialEq, Eq, Clone, Copy)]
enum Wait {
    #[default]
    No,
    /// A command in this frame may open one.
    Asked,
    /// It is being loaded.
    Loading,
}

/// Whether the program is to end.
#[derive(Resource, Default)]
pub(in crate::app) struct Ending {
    /// As soon as nothing is left to do.
    pub wanted: bool,
}

/// The exit code of bad input.
pub(in crate::app) const REFUSED: u8 = 2;
/// Ticks to wait for the first picture when no script says more.
const FIRST_PICTURE: u64 = 32;
/// Ticks between the last command and the picture, so that it shows what was done.
const AFTERWARDS: u64 = 16;

impl Script {
    /// Reads a script file.
    ///
    /// # Errors
    /// One sentence with file, line and column.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = files::read_text(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
        Self::parse(&text).map_err(|sentence| format!("{}:{sentence}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut steps: Vec<(u64, AppCommand)> = ron::from_str(text)
            .map_err(|error| format!("{}:{}: {}", error.span.start.line, error.span.start.col, error.code))?;
        steps.sort_by_key(|(tick, _)| *tick);
        let end = steps.last().map_or(0, |(tick, _)| *tick);
        Ok(Self { steps, end, ..Self::default() })
    }

    /// Adds what the command line asks for at the end.
    #[must_use]
    pub fn ending(mut self, picture: Option<PathBuf>, exit: bool) -> Self {
        // A page has no other end than to be looked at.
        self.repeatable = picture.is_some() || exit || (IS_PAGE && !self.steps.is_empty());
        let mut end = self.steps.last().map_or(FIRST_PICTURE, |(tick, _)| tick + AFTERWARDS);
        if let Some(picture) = picture {
            self.steps.push((end, WindowCommand::Screenshot(Some(picture)).into()));
            end += AFTERWARDS;
        }
        if exit {
            self.steps.push((end, WindowCommand::Quit.into()));
        }
        self
    }

    /// Whether the same script shall give the same picture, so that nothing that was measured may be shown.
    #[must_use]
    pub const fn is_repeatable(&self) -> bool {
        self.repeatable
    }

    /// The levels that it opens by name.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(|(_, command)| match command {
            AppCommand::Level(LevelCommand::Open(file)) => Some(file.as_str()),
            _ => None,
        })
    }

    /// The tick of its last step, once it has come there.
    pub(in crate::app) fn is_over(&self) -> Option<u64> {
        (self.end > 0 && self.tick >= self.end).then_some(self.end)
    }

    /// Whether there is still something to do.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.next < self.steps.len()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Script>()
        .add_systems(Startup, count_expansions)
        .add_systems(FixedUpdate, count_ticks.after(PathfindingSystems::Follow))
        .add_systems(PreUpdate, play_script.in_set(AppSystems::Script))
        .add_systems(Update, wait_for_level.in_set(AppSystems::Watch))
        .init_resource::<Ending>()
        .add_systems(PostUpdate, quit.after(EguiPostUpdateSet::EndPass));
}

/// What agents may search in a tick of a repeatable script: about what two milliseconds allow.
const BUDGET: TickBudget = TickBudget::Expansions(1 << 14);

/// How far the search of an agent comes in a tick may not depend on the machine.
fn count_expansions(script: Res<Script>, mut planning: ResMut<PlanningOptions>) {
    if script.repeatable {
        planning.budget = BUDGET;
    }
}

/// From the first level on.
pub(in crate::app) fn count_ticks(
    mut script: ResMut<Script>,
    mut updates: MessageReader<LevelUpdate>,
    mut is_any_shown: Local<bool>,
) {
    *is_any_shown |= updates.read().count() > 0;
    if *is_any_shown && script.is_running() && script.wait == Wait::No {
        script.tick += 1;
    }
}

fn play_script(mut script: ResMut<Script>, mut commands: MessageWriter<AppCommand>) {
    while script.wait == Wait::No {
        let now = script.tick;
        let Some((_, command)) = script.steps.get(script.next).filter(|(tick, _)| *tick <= now && now > 0) else {
            break;
        };
        let command = command.clone();
        script.next += 1;
        // What follows is meant for the new level, which brings its own options.
        if matches!(command, AppCommand::Level(_) | AppCommand::File(_)) {
            script.wait = Wait::Asked;
        }
        commands.write(command);
    }
}

/// Ticks go on once the level is there, or its file turns out to be broken.
pub(in crate::app) fn wait_for_level(
    mut script: ResMut<Script>,
    mut opens: MessageReader<OpenLevel>,
    mut updates: MessageReader<LevelUpdate>,
    mut replaced: MessageReader<GridReplaced>,
    active: Res<ActiveLevel>,
) {
    let shows = updates.read().filter(|update| matches!(update, LevelUpdate::Show(_))).count();
    let is_asked = opens.read().count() + shows > 0;
    let is_there = replaced.read().count() > 0 || (active.is_changed() && active.error.is_some());
    script.wait = match script.wait {
        Wait::Asked if is_asked && !is_there => Wait::Loading,
        Wait::Loading if !is_there => Wait::Loading,
        _ => Wait::No,
    };
}

/// Ends the program, once every picture that was asked for is saved.
/// A script whose level is broken has not shown what it was for.
fn quit(
    (ending, script, active): (Res<Ending>, Res<Script>, Res<ActiveLevel>),
    pictures: Query<(), With<Screenshot>>,
    mut exit: MessageWriter<AppExit>,
) {
    if ending.wanted && pictures.is_empty() {
        let is_refused = script.repeatable && active.error.is_some();
        exit.write(if is_refused { AppExit::from_code(REFUSED) } else { AppExit::Success });
    }
}
