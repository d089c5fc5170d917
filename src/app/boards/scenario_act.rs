//! Runs the commands of the list of searches in a scenario file.

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;

use super::{Ends, Scenarios, WatchQuery};
use crate::app::command::{Mode, ScenarioCommand};
use crate::app::document::Editor;
use crate::app::{Notes, Phrase};

/// Runs a command.
pub(in crate::app) fn act_on_scenario(
    In(command): In<ScenarioCommand>,
    mut scenarios: ResMut<Scenarios>,
    (mut mode, mut question): (ResMut<Mode>, ResMut<WatchQuery>),
    grid: Res<NavGrid>,
    mut editor: Editor,
    mut notes: ResMut<Notes>,
) {
    if let ScenarioCommand::Open(path) = command {
        return scenarios.begin(path);
    }
    let Some(open) = &mut scenarios.open else { return notes.tell(Phrase::NoScenario) };
    let watched = open.queries.iter().position(|(query, _)| {
        *mode == Mode::Watch && (query.start, query.goal) == (question.query.start, question.query.goal)
    });
    let row = match command {
        ScenarioCommand::Run => return open.run(editor.options().options),
        ScenarioCommand::Cancel => return open.cancel(),
        ScenarioCommand::Close => return scenarios.open = None,
        ScenarioCommand::Watch(row) => row,
        ScenarioCommand::Next => watched.map_or(0, |row| row + 1),
        ScenarioCommand::Previous => watched.map_or(0, |row| row.saturating_sub(1)),
        ScenarioCommand::Open(_) => return,
    };
    let Some((query, _)) = open.queries.get(row) else { return };
    *mode = Mode::Watch;
    if !open.is_of(grid.grid()) {
        // Another level is open: the map of the list comes back, with an agent that asks for this path.
        return editor.open_without_file(open.level_of(query));
    }
    question.make_free(&mut editor);
    question.ends = Ends::Chosen;
    (question.query.start, question.query.goal) = (query.start, query.goal);
}
