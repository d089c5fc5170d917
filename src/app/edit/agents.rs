//! Agents in the editor: the tools that place them and their goals, and the form of the selected
//! one.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use bevy_gridwalk::AgentName;
use gridwalk_level::{Document, Label, Level, LevelAgent, LevelEdit};
use gridwalk_pathfinding::{AgentProfile, Cell, KeepOffWalls, Terrain};

use super::context::ToolContext;
use super::state::{ActiveStroke, StrokePhase};
use super::{EditModel, values};
use crate::app::command::{AgentCommand, CharacterCommand, Section};
use crate::app::widgets::{Field, button, field, remark, section, theme, tick_box};
use crate::app::{Phrase, options};

/// Adds, moves or removes an agent.
pub fn place(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let cell = stroke.last();
    match step {
        StrokePhase::Begin => {
            let Some(level) = context.level() else { return };
            let here = level.agents.iter().position(|agent| agent.at == cell);
            match (here, stroke.erases) {
                (Some(number), true) => change(context, LevelEdit::RemoveAgent(number)),
                (Some(number), false) => {
                    let name = level.agents[number].name.clone();
                    context.edit.grabbed = Some((number, None));
                    context.select(&name);
                }
                (None, false) if level.grid.is_walkable(cell) => {
                    let agent = LevelAgent::standing(&free_name(level), cell);
                    let (name, edit) = (
                        agent.name.clone(),
                        LevelEdit::AddAgent(level.agents.len(), Box::new(agent)),
                    );
                    context.edit.wanted = Some(name);
                    change(context, edit);
                }
                (None, false) if level.grid.contains(cell) => {
                    context.notes.warn(Phrase::CellIsBlocked.with("cell", cell));
                }
                (None, _) => {}
            }
        }
        StrokePhase::On => {}
        StrokePhase::End => move_grabbed(context, stroke),
    }
}

/// Adds, moves or removes a goal of the selected agent; also moves goals of other agents, and
/// selects another agent.
pub fn set_goal(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let cell = stroke.last();
    match step {
        StrokePhase::Begin => {
            let selected = context.selected_agent();
            let Some(level) = context.level() else { return };
            let of = |number: usize| {
                Some((
                    number,
                    level
                        .agents
                        .get(number)?
                        .goals
                        .iter()
                        .position(|goal| *goal == cell)?,
                ))
            };
            let here = selected
                .and_then(of)
                .or_else(|| (0..level.agents.len()).find_map(of));
            let starts_here = |(number, agent): &(usize, &LevelAgent)| {
                agent.at == cell && Some(*number) != selected
            };
            if here.is_none()
                && !stroke.erases
                && let Some((_, other)) = level.agents.iter().enumerate().find(starts_here)
            {
                // A goal can be dragged onto its start, and away from there.
                let name = other.name.clone();
                return context.select(&name);
            }
            match (
                here,
                stroke.erases,
                selected.and_then(|number| Some((number, level.agents.get(number)?))),
            ) {
                (Some((number, goal)), true, _) => {
                    let mut agent = level.agents[number].clone();
                    agent.goals.remove(goal);
                    agent.patrol &= !agent.goals.is_empty();
                    change(context, LevelEdit::SetAgent(number, Box::new(agent)));
                }
                (Some((number, goal)), false, _) => {
                    context.edit.grabbed = Some((number, Some(goal)));
                }
                (None, false, Some((number, agent))) if level.grid.is_walkable(cell) => {
                    let mut agent = agent.clone();
                    agent.goals.push(cell);
                    change(context, LevelEdit::SetAgent(number, Box::new(agent)));
                }
                (None, false, Some(_)) if level.grid.contains(cell) => {
                    context.notes.warn(Phrase::CellIsBlocked.with("cell", cell));
                }
                (None, false, None) => context.notes.warn(Phrase::NoAgentSelected),
                (None, ..) => {}
            }
        }
        StrokePhase::On => {}
        StrokePhase::End => move_grabbed(context, stroke),
    }
}

fn move_grabbed(context: &mut ToolContext, stroke: &ActiveStroke) {
    let (Some((number, goal)), cell) = (context.edit.grabbed.take(), stroke.last()) else {
        return;
    };
    let Some(level) = context.level() else { return };
    let Some(mut agent) = level.agents.get(number).cloned() else {
        return;
    };
    if !level.grid.is_walkable(cell) {
        return context.notes.warn(Phrase::CellIsBlocked.with("cell", cell));
    }
    match goal.map(|goal| agent.goals.get_mut(goal)) {
        None => agent.at = cell,
        Some(Some(goal)) => *goal = cell,
        Some(None) => return,
    }
    change(context, LevelEdit::SetAgent(number, Box::new(agent)));
}

fn change(context: &mut ToolContext, edit: LevelEdit) {
    let Some(level) = context.level() else { return };
    let label = Label::of(&edit, level);
    context.change(label, Ok(edit));
}

/// Returns the first free name of "agent 1", "agent 2" and so on.
fn free_name(level: &Level) -> String {
    let is_free = |name: &String| level.agents.iter().all(|agent| agent.name != *name);
    let mut names = (1..).map(|number: u32| format!("agent {number}"));
    names.find(is_free).expect("numbers do not end")
}

impl ToolContext<'_, '_> {
    /// Returns the index of the selected agent in the level; without a selection, of the first
    /// agent.
    fn selected_agent(&self) -> Option<usize> {
        let name = self.selected_name().map(|AgentName(name)| name.as_str());
        let agents = &self.level()?.agents;
        let selected = agents
            .iter()
            .position(|agent| Some(agent.name.as_str()) == name);
        selected.or((!agents.is_empty()).then_some(0))
    }
}

/// Returns the cell of an agent or a goal in the level.
pub fn place_of(level: &Level, (number, goal): (usize, Option<usize>)) -> Option<Cell> {
    let agent = level.agents.get(number)?;
    goal.map_or(Some(agent.at), |goal| agent.goals.get(goal).copied())
}

/// Applies one command to the selected agent.
pub(in crate::app) fn act_on_agent(In(command): In<CharacterCommand>, mut context: ToolContext) {
    let name = context.selected_name().cloned();
    let found = context
        .level()
        .zip(name.as_ref())
        .and_then(|(level, name)| {
            let number = level.agents.iter().position(|agent| agent.name == name.0)?;
            Some((number, level.agents[number].clone()))
        });
    let Some((number, mut agent)) = found else {
        return context.notes.warn(Phrase::NoAgentSelected);
    };
    match command {
        CharacterCommand::Name(name) => {
            let level = context.level().map(|level| (&**level, number));
            match level.map(|level| values::agent_name(&name, level)) {
                Some(Ok(name)) => agent.name = name,
                Some(Err(why)) => return context.notes.warn(why),
                None => return,
            }
        }
        CharacterCommand::Speed(speed) => agent.speed = speed,
        CharacterCommand::ArrivalRadius(radius) => agent.arrival_radius = radius,
        CharacterCommand::Size(size) => agent.profile.size = size,
        CharacterCommand::KeepOffWalls(text) => {
            if let Err(why) = values::keep_off_walls(&text) {
                return context.notes.warn(why);
            }
            agent.profile.keep_off_walls = KeepOffWalls::parse(&text);
        }
        CharacterCommand::Patrol => agent.patrol = !agent.patrol,
        CharacterCommand::Cost(terrain, cost) => {
            agent.profile.costs.retain(|(name, _)| *name != terrain);
            agent
                .profile
                .costs
                .extend(cost.map(|cost| (terrain, Some(cost).filter(|cost| *cost > 0))));
        }
    }
    let name = agent.name.clone();
    let edit = LevelEdit::SetAgent(number, Box::new(agent));
    let label = context.level().map(|level| Label::of(&edit, level));
    context.note_cost();
    if let Some(label) = label {
        context.change(label, Ok(edit));
    }
    // A renamed agent is a new entity: select it by its new name.
    let has_name = context
        .level()
        .and_then(|level| level.agents.get(number))
        .is_some_and(|agent| agent.name == name);
    if has_name {
        context.edit.wanted = Some(name);
    }
}

/// Draws the form of the selected agent, and the options of its searches.
pub fn draw_sections(ui: &mut Ui, model: &EditModel) {
    draw_form(ui, model);
    options::draw(ui, model);
}

fn draw_form(ui: &mut Ui, model: &EditModel) {
    let selected = model
        .selection
        .lead()
        .and_then(|agent| model.agents.get(agent).ok());
    let level = model.open.document().map(Document::level);
    // A renamed agent is selected a frame later; until then, the keyboard focus stays in its form.
    let name = model.edit.wanted.as_deref();
    let name = name.or(selected.as_ref().map(|seen| seen.name.0.as_str()));
    let agent = name.zip(level).and_then(|(name, level)| {
        let number = level.agents.iter().position(|agent| agent.name == name)?;
        Some((number, level))
    });
    let title = (Section::Character, Phrase::SelectedAgent, "");
    section(ui, model, title, |ui| {
        let Some((number, level)) = agent else {
            // Members of groups, and agents that the brush has spawned.
            let no_entry =
                selected.map(|seen| Phrase::AgentWithoutEntry.with("name", &seen.name.0));
            return remark(
                ui,
                &model.say(no_entry.unwrap_or_else(|| Phrase::NoAgents.into())),
            );
        };
        agent_fields(ui, model, number, level);
        costs(
            ui,
            model,
            (number, &level.agents[number]),
            level
                .grid
                .used_terrains()
                .map(|number| &level.grid.legend()[usize::from(number.0)]),
        );
        button(ui, model, Phrase::NextAgent, AgentCommand::SelectNext);
    });
}

/// Draws the fields of the agent with this number.
///
/// They are known by the number, because a new name must not take the focus from the next field.
fn agent_fields(ui: &mut Ui, model: &EditModel, number: usize, level: &Level) {
    let agent = &level.agents[number];
    let name = field(
        ui,
        model,
        model.text(Phrase::TerrainName),
        ("agent", number),
        Field::new(&agent.name, 130.0),
        |text| values::agent_name(text, (level, number)),
    );
    if let Some(name) = name.entered {
        model.wish(CharacterCommand::Name(name));
    }
    let speed = field(
        ui,
        model,
        model.text(Phrase::RowSpeed),
        ("speed", number),
        Field::new(&agent.speed.to_string(), 50.0),
        |text| values::fraction(text, LevelAgent::MIN_SPEED..=LevelAgent::MAX_SPEED),
    );
    if let Some(speed) = speed.entered {
        model.wish(CharacterCommand::Speed(speed));
    }
    let radius = field(
        ui,
        model,
        model.text(Phrase::ArrivalRadius),
        ("radius", number),
        Field::new(&agent.arrival_radius.to_string(), 50.0),
        |text| values::fraction(text, 0.0..=LevelAgent::MAX_ARRIVAL_RADIUS),
    );
    radius
        .response
        .on_hover_text(model.text(Phrase::ArrivalRadiusHint));
    if let Some(radius) = radius.entered {
        model.wish(CharacterCommand::ArrivalRadius(radius));
    }
    let size = field(
        ui,
        model,
        model.text(Phrase::BrushSize),
        ("side", number),
        Field::new(&agent.profile.size.to_string(), 50.0),
        |text| values::whole(text, 1..=AgentProfile::MAX_SIZE),
    );
    if let Some(size) = size.entered {
        model.wish(CharacterCommand::Size(size));
    }
    let [own, of_level] = [agent.profile.keep_off_walls, level.keep_off_walls];
    let off_walls = field(
        ui,
        model,
        model.text(Phrase::KeepOffWalls),
        ("off walls", number),
        Field {
            shown: &own.map_or_else(String::new, |own| own.to_string()),
            width: 50.0,
            usual: &of_level.unwrap_or(KeepOffWalls::NONE).to_string(),
        },
        values::keep_off_walls,
    );
    off_walls
        .response
        .on_hover_text(model.text(Phrase::KeepOffWallsHint));
    if let Some(text) = off_walls.entered {
        model.wish(CharacterCommand::KeepOffWalls(text));
    }
    let patrol = ui.add_enabled_ui(!agent.goals.is_empty(), |ui| {
        tick_box(ui, agent.patrol, model.text(Phrase::Patrols))
    });
    model.on_click(
        &patrol
            .inner
            .on_hover_text(model.tip(CharacterCommand::Patrol)),
        CharacterCommand::Patrol,
    );
}

/// Draws the agent's own terrain costs: an empty field means the usual cost, 0 means blocked.
fn costs<'a>(
    ui: &mut Ui,
    model: &EditModel,
    (number, agent): (usize, &LevelAgent),
    terrains: impl Iterator<Item = &'a Terrain>,
) {
    ui.label(theme::muted(model.text(Phrase::OwnCosts)));
    for Terrain {
        name: terrain,
        cost,
        ..
    } in terrains
    {
        let own = agent.profile.costs.iter().find(|(name, _)| name == terrain);
        let cost = field(
            ui,
            model,
            terrain,
            ("own cost", number, terrain),
            Field {
                shown: &own.map_or(String::new(), |(_, cost)| cost.unwrap_or(0).to_string()),
                width: 40.0,
                usual: &cost.map_or("–".to_owned(), |cost| cost.to_string()),
            },
            values::own_cost,
        );
        if let Some(cost) = cost.entered {
            model.wish(CharacterCommand::Cost(terrain.clone(), cost));
        }
    }
}
