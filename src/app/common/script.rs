//! Scripts: RON lists of (tick, command) that make demos, tests and screenshots repeatable.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy_egui::EguiPostUpdateSet;
use bevy_gridwalk::{
    ActiveLevel, GridReplaced, LevelUpdate, OpenLevel, PathfindingSystems, PlanningOptions,
    TickBudget,
};

use crate::app::command::{LevelCommand, WindowCommand};
use crate::app::common::files::PictureInWork;
use crate::app::platform::{IS_PAGE, files};
use crate::app::{AppCommand, AppSystems};

/// The commands still to be run, by tick; 64 ticks a second, counted from the first tick with a
/// level.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Script {
    steps: Vec<(u64, AppCommand)>,
    next: usize,
    tick: u64,
    /// The tick of the last step in the file, without the steps that the command line adds.
    end: u64,
    wait: Wait,
    /// Whether the same script must give the same screenshot.
    ///
    /// If so, each frame is one tick, and no measured time is shown.
    repeatable: bool,
}

/// State of a script that may wait for a level.
#[derive(Default, Debug, PartialEq, Eq, Clone, Copy)]
enum Wait {
    #[default]
    No,
    /// A command of this frame may open a level.
    Asked,
    /// A level is being loaded.
    Loading,
}

/// A request to exit the program.
#[derive(Resource, Default)]
pub(in crate::app) struct Ending {
    /// Whether to exit as soon as no work is left.
    pub wanted: bool,
}

/// The exit code for invalid input.
pub(in crate::app) const REFUSED: u8 = 2;
/// Tick of the screenshot if there is no script.
const FIRST_PICTURE: u64 = 32;
/// Ticks between the last command and the screenshot, so that the command's effect is visible.
const AFTERWARDS: u64 = 16;

impl Script {
    /// Reads a script file.
    ///
    /// # Errors
    /// A sentence with file, line and column.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = files::read_text(path)
            .map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
        Self::parse(&text).map_err(|sentence| format!("{}:{sentence}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut steps: Vec<(u64, AppCommand)> = ron::from_str(text).map_err(|error| {
            format!(
                "{}:{}: {}",
                error.span.start.line, error.span.start.col, error.code
            )
        })?;
        steps.sort_by_key(|(tick, _)| *tick);
        let end = steps.last().map_or(0, |(tick, _)| *tick);
        Ok(Self {
            steps,
            end,
            ..Self::default()
        })
    }

    /// Appends the steps that the command line requests: a screenshot, and the exit.
    #[must_use]
    pub fn ending(mut self, picture: Option<PathBuf>, exit: bool) -> Self {
        // A script on a page ends without a screenshot or an exit, so it is always repeatable.
        self.repeatable = picture.is_some() || exit || (IS_PAGE && !self.steps.is_empty());
        let mut end = self
            .steps
            .last()
            .map_or(FIRST_PICTURE, |(tick, _)| tick + AFTERWARDS);
        if let Some(picture) = picture {
            self.steps
                .push((end, WindowCommand::Screenshot(Some(picture)).into()));
            end += AFTERWARDS;
        }
        if exit {
            self.steps.push((end, WindowCommand::Quit.into()));
        }
        self
    }

    /// Returns `true` if the same script must give the same screenshot: no measured time may be
    /// shown.
    #[must_use]
    pub const fn is_repeatable(&self) -> bool {
        self.repeatable
    }

    /// Returns the names of the levels that the script opens.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(|(_, command)| match command {
            AppCommand::Level(LevelCommand::Open(file)) => Some(file.as_str()),
            _ => None,
        })
    }

    /// Returns the tick of the script's last step, once that tick is reached.
    pub(in crate::app) fn is_finished(&self) -> Option<u64> {
        (self.end > 0 && self.tick >= self.end).then_some(self.end)
    }

    /// Returns `true` if steps are left.
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

/// Search budget of the agents per tick of a repeatable script: about two milliseconds of work.
const BUDGET: TickBudget = TickBudget::Expansions(1 << 14);

/// Limits the searches of a repeatable script by expansions instead of time.
fn count_expansions(script: Res<Script>, mut planning: ResMut<PlanningOptions>) {
    if script.repeatable {
        planning.budget = BUDGET;
    }
}

/// Counts ticks, from the first level on.
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
        let Some((_, command)) = script
            .steps
            .get(script.next)
            .filter(|(tick, _)| *tick <= now && now > 0)
        else {
            break;
        };
        let command = command.clone();
        script.next += 1;
        // The commands after this one are meant for the new level, which brings its own options.
        if matches!(command, AppCommand::Level(_) | AppCommand::File(_)) {
            script.wait = Wait::Asked;
        }
        commands.write(command);
    }
}

/// Continues the ticks when the level is shown, or when its file turns out to be invalid.
pub(in crate::app) fn wait_for_level(
    mut script: ResMut<Script>,
    mut opens: MessageReader<OpenLevel>,
    mut updates: MessageReader<LevelUpdate>,
    mut replaced: MessageReader<GridReplaced>,
    active: Res<ActiveLevel>,
) {
    let shows = updates.read().filter(|update| update.is_another).count();
    let is_asked = opens.read().count() + shows > 0;
    let is_there = replaced.read().count() > 0 || (active.is_changed() && active.error.is_some());
    script.wait = match script.wait {
        Wait::Asked if is_asked && !is_there => Wait::Loading,
        Wait::Loading if !is_there => Wait::Loading,
        _ => Wait::No,
    };
}

/// Exits the program when every requested screenshot and every film is saved.
///
/// Exits with an error code if a repeatable script ends on a level with an error.
fn quit(
    (ending, script, active): (Res<Ending>, Res<Script>, Res<ActiveLevel>),
    pictures: Query<(), Or<(With<Screenshot>, With<PictureInWork>)>>,
    mut exit: MessageWriter<AppExit>,
) {
    if ending.wanted && pictures.is_empty() {
        let is_refused = script.repeatable && active.error.is_some();
        exit.write(if is_refused {
            AppExit::from_code(REFUSED)
        } else {
            AppExit::Success
        });
    }
}
