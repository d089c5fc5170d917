//! Scripts: a RON list of (tick, command), so that demos, tests and pictures can be repeated.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;

use super::{AppCommand, AppSystems};
use crate::plugin::{ActiveLevel, PathfindingSystems};

/// What is still to be done, by tick: 64 ticks a second, counted from the first one with a level.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Script {
    steps: Vec<(u64, AppCommand)>,
    next: usize,
    tick: u64,
}

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
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
        Self::parse(&text).map_err(|sentence| format!("{}:{sentence}", path.display()))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut steps: Vec<(u64, AppCommand)> = ron::from_str(text)
            .map_err(|error| format!("{}:{}: {}", error.span.start.line, error.span.start.col, error.code))?;
        steps.sort_by_key(|(tick, _)| *tick);
        Ok(Self { steps, ..Self::default() })
    }

    /// Adds what the command line asks for at the end.
    #[must_use]
    pub fn ending(mut self, picture: Option<PathBuf>, exit: bool) -> Self {
        let mut end = self.steps.last().map_or(FIRST_PICTURE, |(tick, _)| tick + AFTERWARDS);
        if let Some(picture) = picture {
            self.steps.push((end, AppCommand::Screenshot(picture.to_string_lossy().into_owned())));
            end += AFTERWARDS;
        }
        if exit {
            self.steps.push((end, AppCommand::Quit));
        }
        self
    }

    /// Whether there is still something to do.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.next < self.steps.len()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Script>()
        .add_systems(FixedUpdate, count_ticks.after(PathfindingSystems::Follow))
        .add_systems(PreUpdate, play_script.in_set(AppSystems::Input))
        .add_systems(PostUpdate, quit);
}

fn count_ticks(mut script: ResMut<Script>, level: Res<ActiveLevel>) {
    if level.shown.is_some() && script.is_running() {
        script.tick += 1;
    }
}

fn play_script(mut script: ResMut<Script>, mut commands: MessageWriter<AppCommand>) {
    while let Some((tick, command)) = script.steps.get(script.next) {
        if *tick > script.tick || (script.tick == 0 && *tick == 0) {
            break;
        }
        commands.write(command.clone());
        script.next += 1;
    }
}

/// Ends the program, once every picture that was asked for is saved.
fn quit(
    mut commands: MessageReader<AppCommand>,
    pictures: Query<(), With<Screenshot>>,
    mut wanted: Local<bool>,
    mut exit: MessageWriter<AppExit>,
) {
    *wanted |= commands.read().any(|command| *command == AppCommand::Quit);
    if *wanted && pictures.is_empty() {
        exit.write(AppExit::Success);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::Cell;

    #[test]
    fn a_script_is_a_list_of_ticks_and_commands() {
        let script = Script::parse("[(64, Fit), (0, SendTo((10, 5))), (9, Zoom(factor: 2.0, at: None))]").unwrap();
        assert_eq!(script.steps[0], (0, AppCommand::SendTo(Cell::new(10, 5))));
        let ending = script.ending(Some("out.png".into()), true);
        assert_eq!(ending.steps.last(), Some(&(64 + 2 * AFTERWARDS, AppCommand::Quit)));
    }

    #[test]
    fn a_wrong_script_gets_a_sentence_with_its_place() {
        let sentence = Script::parse("[\n  (0, Dance),\n]").unwrap_err();
        assert!(sentence.starts_with("2:"), "{sentence}");
    }
}
