//! Tools for agents and goals: a click adds one, a drag moves one, and erasing removes one.

use bevy_gridwalk::AgentName;
use gridwalk_level::{Label, Level, LevelAgent, LevelEdit};
use gridwalk_pathfinding::Cell;

use super::desk::Desk;
use super::state::{Hand, Step};
use crate::app::Phrase;

/// Adds, moves or removes an agent.
pub fn place(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let cell = hand.last();
    match step {
        Step::Begin => {
            let Some(level) = desk.level() else { return };
            let here = level.agents.iter().position(|agent| agent.at == cell);
            match (here, hand.erases) {
                (Some(number), true) => change(desk, LevelEdit::RemoveAgent(number)),
                (Some(number), false) => {
                    let name = level.agents[number].name.clone();
                    desk.edit.grabbed = Some((number, None));
                    desk.select(&name);
                }
                (None, false) if level.grid.is_walkable(cell) => {
                    let agent = LevelAgent::standing(&free_name(level), cell);
                    let (name, edit) = (agent.name.clone(), LevelEdit::AddAgent(level.agents.len(), Box::new(agent)));
                    desk.edit.wanted = Some(name);
                    change(desk, edit);
                }
                (None, false) if level.grid.contains(cell) => desk.notes.warn(Phrase::CellIsBlocked.with("cell", cell)),
                (None, _) => {}
            }
        }
        Step::On => {}
        Step::End => move_grabbed(desk, hand),
    }
}

/// Adds, moves or removes a goal of the selected agent; also moves goals of other agents.
pub fn set_goal(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let cell = hand.last();
    match step {
        Step::Begin => {
            let selected = desk.selected_agent();
            let Some(level) = desk.level() else { return };
            let of =
                |number: usize| Some((number, level.agents.get(number)?.goals.iter().position(|goal| *goal == cell)?));
            let here = selected.and_then(of).or_else(|| (0..level.agents.len()).find_map(of));
            match (here, hand.erases, selected.and_then(|number| Some((number, level.agents.get(number)?)))) {
                (Some((number, goal)), true, _) => {
                    let mut agent = level.agents[number].clone();
                    agent.goals.remove(goal);
                    agent.patrol &= !agent.goals.is_empty();
                    change(desk, LevelEdit::SetAgent(number, Box::new(agent)));
                }
                (Some((number, goal)), false, _) => desk.edit.grabbed = Some((number, Some(goal))),
                (None, false, Some((number, agent))) if level.grid.is_walkable(cell) => {
                    let mut agent = agent.clone();
                    agent.goals.push(cell);
                    change(desk, LevelEdit::SetAgent(number, Box::new(agent)));
                }
                (None, false, Some(_)) if level.grid.contains(cell) => {
                    desk.notes.warn(Phrase::CellIsBlocked.with("cell", cell));
                }
                (None, false, None) => desk.notes.warn(Phrase::NoAgentSelected),
                (None, ..) => {}
            }
        }
        Step::On => {}
        Step::End => move_grabbed(desk, hand),
    }
}

fn move_grabbed(desk: &mut Desk, hand: &Hand) {
    let (Some((number, goal)), cell) = (desk.edit.grabbed.take(), hand.last()) else { return };
    let Some(level) = desk.level() else { return };
    let Some(mut agent) = level.agents.get(number).cloned() else { return };
    if !level.grid.is_walkable(cell) {
        return desk.notes.warn(Phrase::CellIsBlocked.with("cell", cell));
    }
    match goal.map(|goal| agent.goals.get_mut(goal)) {
        None => agent.at = cell,
        Some(Some(goal)) => *goal = cell,
        Some(None) => return,
    }
    change(desk, LevelEdit::SetAgent(number, Box::new(agent)));
}

fn change(desk: &mut Desk, edit: LevelEdit) {
    let Some(level) = desk.level() else { return };
    let label = Label::of(&edit, level);
    desk.change(label, Ok(edit));
}

/// Returns the first free name of "agent 1", "agent 2" and so on.
fn free_name(level: &Level) -> String {
    let is_free = |name: &String| level.agents.iter().all(|agent| agent.name != *name);
    let mut names = (1..).map(|number: u32| format!("agent {number}"));
    names.find(is_free).expect("numbers do not end")
}

impl Desk<'_, '_> {
    /// Returns the index of the selected agent in the level; without a selection, of the first agent.
    fn selected_agent(&self) -> Option<usize> {
        let name = self.selected_name().map(|AgentName(name)| name.as_str());
        let agents = &self.level()?.agents;
        let selected = agents.iter().position(|agent| Some(agent.name.as_str()) == name);
        selected.or((!agents.is_empty()).then_some(0))
    }
}

/// Returns the cell of an agent or a goal in the level.
pub fn place_of(level: &Level, (number, goal): (usize, Option<usize>)) -> Option<Cell> {
    let agent = level.agents.get(number)?;
    goal.map_or(Some(agent.at), |goal| agent.goals.get(goal).copied())
}
