//! Fields for the selected agent: name, speed, size, walls, patrol and terrain costs.

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use gridwalk_level::{Document, Label, Level, LevelAgent, LevelEdit};
use gridwalk_pathfinding::{KeepOffWalls, Terrain};

use super::Model;
use super::desk::Desk;
use crate::app::Phrase;
use crate::app::command::{AgentCommand, CharacterCommand, Section};
use crate::app::common::words;
use crate::app::widgets::{button, named, remark, section, theme, tick_box, typed, typed_over};

/// Applies one command to the selected agent.
pub(in crate::app) fn act(In(command): In<CharacterCommand>, mut desk: Desk) {
    let name = desk.selected_name().cloned();
    let found = desk.level().zip(name.as_ref()).and_then(|(level, name)| {
        let number = level.agents.iter().position(|agent| agent.name == name.0)?;
        Some((number, level.agents[number].clone()))
    });
    let Some((number, mut agent)) = found else { return desk.notes.warn(Phrase::NoAgentSelected) };
    match command {
        CharacterCommand::Name(name) => name.trim().clone_into(&mut agent.name),
        CharacterCommand::Speed(speed) => agent.speed = speed,
        CharacterCommand::Size(size) => agent.profile.size = size,
        CharacterCommand::KeepOffWalls(text) => {
            let keep_off = KeepOffWalls::parse(&text);
            if keep_off.is_none() && !text.trim().is_empty() {
                return desk.notes.warn(words::keep_off_walls_expected());
            }
            agent.profile.keep_off_walls = keep_off;
        }
        CharacterCommand::Patrol => agent.patrol = !agent.patrol,
        CharacterCommand::Cost(terrain, cost) => {
            agent.profile.costs.retain(|(name, _)| *name != terrain);
            agent.profile.costs.extend(cost.map(|cost| (terrain, Some(cost).filter(|cost| *cost > 0))));
        }
    }
    let name = agent.name.clone();
    let edit = LevelEdit::SetAgent(number, Box::new(agent));
    let label = desk.level().map(|level| Label::of(&edit, level));
    desk.note_cost();
    if let Some(label) = label {
        desk.change(label, Ok(edit));
    }
    // A renamed agent is a new entity: select it by its new name.
    let has_name = desk.level().and_then(|level| level.agents.get(number)).is_some_and(|agent| agent.name == name);
    if has_name {
        desk.edit.wanted = Some(name);
    }
}

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let selected = model.selection.lead().and_then(|agent| model.agents.get(agent).ok());
    let level = model.open.document().map(Document::level);
    let agent = selected.as_ref().zip(level).and_then(|(seen, level)| {
        level.agents.iter().find(|agent| agent.name == seen.name.0).map(|agent| (agent, level))
    });
    let title = (Section::Character, Phrase::SelectedAgent, "");
    section(ui, model, title, |ui| {
        let Some((agent, level)) = agent else {
            // Members of groups, and agents that the brush has spawned.
            let no_entry = selected.map(|seen| Phrase::AgentWithoutEntry.with("name", &seen.name.0));
            return remark(ui, &model.say(no_entry.unwrap_or_else(|| Phrase::NoAgents.into())));
        };
        fields(ui, model, agent, level);
        costs(ui, model, agent, level.grid.used_terrains().map(|number| &level.grid.legend()[usize::from(number.0)]));
        button(ui, model, Phrase::NextAgent, AgentCommand::SelectNext);
    });
}

fn fields(ui: &mut Ui, model: &Model, agent: &LevelAgent, level: &Level) {
    named(ui, model.text(Phrase::TerrainName), |ui| {
        if let Some(name) = typed(ui, ("agent", &agent.name), &agent.name, 130.0) {
            model.wish(CharacterCommand::Name(name));
        }
    });
    named(ui, model.text(Phrase::RowSpeed), |ui| {
        let speed = typed(ui, ("speed", &agent.name), &agent.speed.to_string(), 50.0);
        if let Some(speed) = speed.and_then(|speed| speed.trim().parse().ok()) {
            model.wish(CharacterCommand::Speed(speed));
        }
    });
    named(ui, model.text(Phrase::BrushSize), |ui| {
        let size = typed(ui, ("side", &agent.name), &agent.profile.size.to_string(), 50.0);
        if let Some(size) = size.and_then(|size| size.trim().parse().ok()) {
            model.wish(CharacterCommand::Size(size));
        }
    });
    let off_walls = named(ui, model.text(Phrase::KeepOffWalls), |ui| {
        let [own, of_level] = [agent.profile.keep_off_walls, level.keep_off_walls];
        let shown = own.map_or_else(String::new, |own| own.to_string());
        let usual = of_level.unwrap_or(KeepOffWalls::NONE).to_string();
        if let Some(text) = typed_over(ui, ("off walls", &agent.name), &shown, 50.0, &usual) {
            model.wish(CharacterCommand::KeepOffWalls(text));
        }
    });
    off_walls.response.on_hover_text(model.text(Phrase::KeepOffWallsHint));
    let patrol =
        ui.add_enabled_ui(!agent.goals.is_empty(), |ui| tick_box(ui, agent.patrol, model.text(Phrase::Patrols)));
    model.on_click(&patrol.inner.on_hover_text(model.tip(CharacterCommand::Patrol)), CharacterCommand::Patrol);
}

/// Draws the agent's own terrain costs: an empty field means the usual cost, 0 means blocked.
fn costs<'a>(ui: &mut Ui, model: &Model, agent: &LevelAgent, terrains: impl Iterator<Item = &'a Terrain>) {
    ui.label(theme::muted(model.text(Phrase::OwnCosts)));
    for Terrain { name: terrain, cost, .. } in terrains {
        let usual = cost.map_or("–".to_owned(), |cost| cost.to_string());
        named(ui, terrain, |ui| {
            let own = agent.profile.costs.iter().find(|(name, _)| name == terrain);
            let shown = own.map_or(String::new(), |(_, cost)| cost.unwrap_or(0).to_string());
            let Some(text) = typed_over(ui, ("own cost", &agent.name, terrain), &shown, 40.0, &usual) else { return };
            let cost = if text.trim().is_empty() { Some(None) } else { text.trim().parse().ok().map(Some) };
            if let Some(cost) = cost {
                model.wish(CharacterCommand::Cost(terrain.clone(), cost));
            }
        });
    }
}
