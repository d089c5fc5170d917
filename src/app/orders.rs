//! Commands about agents become the plugin's requests.

use bevy::prelude::*;

use super::{AppCommand, AppSystems, Held, Notes, Phrase, Selection};
use crate::pathfinding::GridEdit;
use crate::plugin::{
    AgentName, Arrived, CancelPath, EditGrid, GridAgent, NavGrid, PathFailed, PathRequest, QueueWaypoint,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (give_orders, select, edit_cells, hold).in_set(AppSystems::Act))
        .add_systems(Update, report);
}

fn give_orders(
    mut commands: MessageReader<AppCommand>,
    selection: Res<Selection>,
    agents: Query<Entity, With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
    mut queued: MessageWriter<QueueWaypoint>,
    mut cancels: MessageWriter<CancelPath>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        let selected = || selection.0.filter(|agent| agents.contains(*agent));
        match *command {
            AppCommand::SendTo(goal) => match selected() {
                Some(agent) => {
                    requests.write(PathRequest::new(agent, goal));
                }
                None => notes.warn(Phrase::NoAgentsToSend),
            },
            AppCommand::QueueTo(goal) => {
                if let Some(agent) = selected() {
                    queued.write(QueueWaypoint { agent, goal });
                }
            }
            AppCommand::SendAllTo(goal) => {
                requests.write_batch(agents.iter().map(|agent| PathRequest::new(agent, goal)));
            }
            AppCommand::Stop => {
                if let Some(agent) = selected() {
                    cancels.write(CancelPath { agent });
                }
            }
            _ => {}
        }
    }
}

fn select(
    mut commands: MessageReader<AppCommand>,
    mut selection: ResMut<Selection>,
    agents: Query<(Entity, &AgentName)>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        match command {
            AppCommand::Select(wanted) => match agents.iter().find(|(_, name)| name.0 == *wanted) {
                Some((agent, _)) => {
                    selection.set_if_neq(Selection(Some(agent)));
                }
                None => notes.warn(Phrase::NoSuchAgent.with("name", wanted)),
            },
            AppCommand::SelectNext => {
                let mut all: Vec<_> = agents.iter().map(|(agent, name)| (&name.0, agent)).collect();
                all.sort();
                let here = all.iter().position(|(_, agent)| Some(*agent) == selection.0);
                let next = here.map_or(0, |i| (i + 1) % all.len());
                selection.set_if_neq(Selection(all.get(next).map(|(_, agent)| *agent)));
            }
            _ => {}
        }
    }
}

fn edit_cells(
    mut commands: MessageReader<AppCommand>,
    grid: Res<NavGrid>,
    mut edits: MessageWriter<EditGrid>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        let AppCommand::SetCell(cell, glyph) = *command else { continue };
        match grid.grid().terrain_by_glyph(glyph) {
            Some(terrain) if grid.grid().contains(cell) => {
                edits.write(EditGrid(GridEdit::set(cell, terrain)));
            }
            Some(_) => notes.warn(Phrase::CellOutside.with("cell", cell)),
            None => notes.warn(Phrase::NoSuchGlyph.with("glyph", glyph)),
        }
    }
}

fn hold(mut commands: MessageReader<AppCommand>, mut held: ResMut<Held>) {
    for _ in commands.read().filter(|command| **command == AppCommand::TogglePause) {
        held.0 = !held.0;
    }
}

/// Tells the log who arrived and who could not set off.
fn report(mut arrived: MessageReader<Arrived>, mut failed: MessageReader<PathFailed>, names: Query<&AgentName>) {
    let name = |agent| names.get(agent).map_or("agent", |name| name.0.as_str());
    for arrival in arrived.read() {
        debug!("{} arrived at {}", name(arrival.agent), arrival.cell);
    }
    for failure in failed.read() {
        info!("{} does not go to {}: {}", name(failure.agent), failure.goal, failure.reason);
    }
}
