//! Clicks: releases of presses that were no drags.

use bevy::prelude::*;
use gridwalk_level::Ask;
use gridwalk_pathfinding::Cell;

use super::{DragEffect, GrabRadius, MapPointer, MapPress};
use crate::app::AppCommand;
use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, LessonAnswer, LessonCommand, Mode, SelectionCommand,
    SpawnCommand, Toggle, WatchCommand, WindowCommand,
};

impl MapPointer<'_, '_> {
    /// Handles a click: the release of a press that was no drag.
    pub(super) fn click(&mut self, pointer: Vec2, is_double: bool) {
        let before = self.clicked.take();
        let place = self.at(pointer);
        let (Some(place), Some(press)) = (place, self.release()) else {
            return;
        };
        let Some(cell) = place.cell.filter(|_| place.on_map) else {
            return;
        };
        let selects = before.filter(|_| is_double);
        let is_on_end = matches!(press.effect, DragEffect::Carry(_));
        let command = match *self.mode {
            Mode::Compare => press
                .board
                .map(|board| CompareCommand::Select(board + 1).into()),
            Mode::Agents => self.click_agents(cell, &press, place.world, selects),
            Mode::Watch | Mode::Edit => self.click_search(cell, press.by.button(), is_on_end),
        };
        self.commands.write_batch(command);
    }

    /// Returns the command of a click that changes the terrain of a cell.
    fn click_terrain(&self, cell: Cell, button: MouseButton) -> Option<AppCommand> {
        let changes = self.toggles.is_on(Toggle::Terrain)
            && !self.has_control()
            && button == MouseButton::Left;
        changes.then(|| {
            if self.has_shift() {
                EditCommand::PreviousTerrain(cell).into()
            } else {
                EditCommand::NextTerrain(cell).into()
            }
        })
    }

    /// Returns the command of a click while a search is watched.
    fn click_search(&self, cell: Cell, button: MouseButton, is_on_end: bool) -> Option<AppCommand> {
        let asks_next = matches!(self.lesson.asks(), Some(Ask::Next(_)));
        let changes_terrain = self.toggles.is_on(Toggle::Terrain);
        if !self.grid.grid().contains(cell) || (is_on_end && !changes_terrain && !asks_next) {
            return None;
        }
        if let Some(command) = self.click_terrain(cell, button) {
            return Some(command);
        }
        match button {
            MouseButton::Right => Some(WindowCommand::CellMenu(Some(cell)).into()),
            MouseButton::Left if self.has_shift() => Some(WatchCommand::SetStart(cell).into()),
            // A question of a lesson takes precedence over the goal, which can be dragged instead.
            MouseButton::Left if asks_next => {
                Some(LessonCommand::Answer(LessonAnswer::Cell(cell)).into())
            }
            MouseButton::Left => Some(WatchCommand::SetGoal(cell).into()),
            _ => None,
        }
    }

    /// Returns the command of a click on the map of agents.
    ///
    /// A click selects the agent that it hits, with Shift it adds or removes it, and a double click
    /// opens the agent's search. Any other click sends agents to the cell.
    fn click_agents(
        &mut self,
        cell: Cell,
        press: &MapPress,
        world: Vec2,
        selected: Option<String>,
    ) -> Option<AppCommand> {
        if let Some(command) = self.click_terrain(cell, press.by.button()) {
            return Some(command);
        }
        if press.by.button() != MouseButton::Left {
            return None;
        }
        let (shift, control) = (self.has_shift(), self.has_control());
        let plain = !shift && !control;
        if plain && self.spawns() {
            return Some(SpawnCommand::At(cell).into());
        }
        // The agent may have walked on since the first click, so only the position counts.
        if let Some(name) = selected.filter(|_| plain) {
            return Some(WatchCommand::Agent(name, 0).into());
        }
        let under = self.agent_at(world, GrabRadius::of(press.by));
        let command = match under.map(|seen| seen.name.0.clone()) {
            Some(name) if plain => {
                *self.clicked = Some(name.clone());
                AgentCommand::Select(name).into()
            }
            Some(name) if shift => SelectionCommand::Turn(name).into(),
            _ if shift => AgentCommand::QueueTo(cell).into(),
            _ if control => AgentCommand::SendAllTo(cell).into(),
            _ => AgentCommand::SendTo(cell).into(),
        };
        Some(command)
    }
}
