//! Drags: what is grabbed, drawn, painted or moved between press and release.

use bevy::prelude::*;
use bevy_gridwalk::goal_of;
use gridwalk_pathfinding::{Cell, GridSize};

use super::{
    DragEffect, DraggedShape, GrabRadius, Grabbed, MapPointer, MapPress, PointedAgent,
    PointedAgentItem, PointerPlace,
};
use crate::app::AppCommand;
use crate::app::boards::WatchQuery;
use crate::app::command::{
    AgentCommand, EditCommand, Mode, SelectionCommand, SpawnCommand, Toggle, WatchCommand,
    WindowCommand,
};
use crate::app::common::state::{Dragging, MapDrag};
use crate::app::view::gestures::PressedBy;

impl MapPointer<'_, '_> {
    pub(super) fn begin(&mut self, by: PressedBy, pointer: Vec2) {
        let Some(place) = self.at(pointer) else {
            return;
        };
        if by == PressedBy::Finger {
            // Until the mouse moves.
            self.point_to(place.cell);
            self.cursor.choose(self.window.cursor_position());
        }
        let is_main = by.button() == MouseButton::Left;
        let is_used = match *self.mode {
            // Left and right button draw there.
            Mode::Edit => by.button() == MouseButton::Middle,
            Mode::Compare => is_main && place.cell.is_some(),
            Mode::Agents | Mode::Watch => true,
        };
        // A click outside of an open menu only closes it.
        if is_used && !(is_main && self.menu.0.is_some()) {
            let effect = self.effect(by, pointer, &place);
            *self.press = Some(MapPress {
                by,
                mode: *self.mode,
                board: place.board,
                from: pointer,
                last: pointer,
                effect,
            });
        }
    }

    /// Returns the effect that a drag from here will have.
    fn effect(&self, by: PressedBy, pointer: Vec2, place: &PointerPlace) -> DragEffect {
        let paints = by == PressedBy::Button(MouseButton::Left);
        if let Some(shape) = self.shape(by.button()) {
            return DragEffect::Draw(shape);
        }
        if paints && self.spawns() {
            return DragEffect::Spawn(None);
        }
        if let Some(grabbed) = self.grab(by, pointer, place) {
            return DragEffect::Carry(grabbed);
        }
        let is_inside = place
            .cell
            .is_some_and(|cell| self.grid.grid().contains(cell));
        if *self.mode == Mode::Compare {
            DragEffect::Nothing
        } else if paints && is_inside && self.toggles.is_on(Toggle::Terrain) {
            DragEffect::Paint(None)
        } else {
            DragEffect::Pan
        }
    }

    /// Returns the shape that a drag with this button draws: with Shift a box, with the right
    /// button a line.
    fn shape(&self, button: MouseButton) -> Option<DraggedShape> {
        let is_free = *self.mode == Mode::Agents && !self.toggles.is_on(Toggle::Terrain);
        match button {
            MouseButton::Left if is_free && self.has_shift() => Some(DraggedShape::Box),
            MouseButton::Right if *self.mode == Mode::Agents && self.selection.is_many() => {
                Some(DraggedShape::Line)
            }
            _ => None,
        }
    }

    /// Grabs the object under the pointer.
    fn grab(&self, by: PressedBy, pointer: Vec2, place: &PointerPlace) -> Option<Grabbed> {
        // Ends and flags are drawn large enough to be grabbed, however small the cells are.
        let drawn = place.board.and_then(|board| self.places.0.get(board));
        let middle = |at| {
            drawn.map_or_else(
                || self.view.window_at(&self.area, self.layout.center(at)),
                |place| place.center(at),
            )
        };
        let reach = GrabRadius::of(by);
        let near = |at: Cell| place.cell == Some(at) || middle(at).distance(pointer) <= reach.grab;
        match (by.button(), *self.mode) {
            (MouseButton::Left, Mode::Agents) if self.toggles.is_on(Toggle::Spawn) => None,
            (MouseButton::Left, Mode::Agents) => {
                grab_agent(&self.agents, self.agent_at(place.world, reach), near)
            }
            (MouseButton::Left, _) => grab_end(&self.question, near),
            _ => None,
        }
    }

    /// Keeps a dragged object under the pointer, because the view may move below it.
    pub(super) fn keep_up(&mut self) {
        let is_dragging = self.playback.dragging || self.held.0;
        let pointer = self.press.as_ref().map(|press| press.last);
        if let Some(pointer) = pointer.filter(|_| is_dragging) {
            self.drag(pointer);
        }
    }

    pub(super) fn drag(&mut self, pointer: Vec2) {
        let (Some(place), Some(mut press)) = (self.at(pointer), self.press.take()) else {
            return;
        };
        let map = self.grid.grid();
        let first = self.layout.cell(self.view.world_at(&self.area, press.from));
        match &mut press.effect {
            DragEffect::Pan => self.pan(pointer - press.last),
            DragEffect::Paint(last) => {
                if let Some(cell) = place.cell.filter(|_| place.on_map) {
                    self.commands
                        .write_batch(paint(last, first, cell, map.size()));
                }
            }
            DragEffect::Spawn(last) => {
                if let Some(cell) = place.cell.filter(|_| place.on_map) {
                    let from = last.replace(cell).unwrap_or(first);
                    let cells = std::iter::once(from).chain(line_between(from, cell));
                    self.commands
                        .write_batch(cells.map(|cell| SpawnCommand::At(cell).into()));
                }
            }
            DragEffect::Carry(grabbed) => {
                let seen = grabbed.agent.and_then(|agent| self.agents.get(agent).ok());
                // On a cell where the agent cannot stand, the agent stays on its last cell.
                let fits = |cell: &Cell| match &seen {
                    Some(seen) => self.grid.for_agent(seen.kind).is_walkable(*cell),
                    None => map.contains(*cell),
                };
                let cell = place
                    .cell
                    .filter(|cell| grabbed.last != *cell && fits(cell));
                if let Some(cell) = cell {
                    grabbed.last = cell;
                    let lead = seen.map(|seen| SelectionCommand::Lead(seen.name.0.clone()).into());
                    self.commands.write_batch(lead);
                    self.commands.write((grabbed.put)(cell));
                }
                let walks = *self.mode == Mode::Agents;
                self.playback.bypass_change_detection().dragging = !walks;
                self.held.set_if_neq(Dragging(walks));
                self.shown.set_if_neq(MapDrag::Carry);
            }
            DragEffect::Draw(shape) => {
                let [from, to] = [press.from, pointer].map(|at| self.view.world_at(&self.area, at));
                self.shown.set_if_neq(match shape {
                    DraggedShape::Box => MapDrag::Box(from, to),
                    DraggedShape::Line => MapDrag::Line(from, to),
                });
            }
            DragEffect::Nothing => {}
        }
        press.last = pointer;
        *self.press = Some(press);
    }

    /// Ends a drag.
    pub(super) fn drop(&mut self, pointer: Vec2) {
        let is_shown = *self.shown != MapDrag::None;
        let Some(press) = self.release().filter(|_| is_shown) else {
            return;
        };
        // A drag back to its begin does nothing.
        if let DragEffect::Draw(shape) = press.effect
            && pointer.distance(press.from) > press.by.slack()
        {
            let [from, to] = [press.from, pointer]
                .map(|at| self.layout.cell(self.view.world_at(&self.area, at)));
            self.commands.write(match shape {
                DraggedShape::Box if self.has_control() => {
                    SelectionCommand::AlsoIn(from, to).into()
                }
                DraggedShape::Box => SelectionCommand::In(from, to).into(),
                DraggedShape::Line => AgentCommand::Line(from, to).into(),
            });
        }
    }

    /// Ends the press and moves a dragged object back.
    pub(super) fn cancel(&mut self) {
        if let Some(DragEffect::Carry(grabbed)) = self.release().map(|press| press.effect)
            && grabbed.last != grabbed.first
        {
            self.commands.write((grabbed.put)(grabbed.first));
        }
    }

    /// Handles a long touch: the menu of the cell while a search is watched, a line for several
    /// agents, otherwise no click.
    pub(super) fn hold(&mut self, pointer: Vec2) {
        if *self.mode == Mode::Watch {
            self.cancel();
            let cell = self.at(pointer).and_then(|place| place.cell);
            let cell = cell.filter(|cell| self.grid.grid().contains(*cell));
            self.commands
                .write_batch(cell.map(|cell| WindowCommand::CellMenu(Some(cell)).into()));
        } else if let Some(shape) = self.shape(MouseButton::Right)
            && let Some(press) = &mut *self.press
        {
            press.effect = DragEffect::Draw(shape);
        }
    }
}

/// Returns the commands of a brush that moves to a cell.
///
/// The first cell of the stroke gets the next terrain, and the others get the terrain of the first.
fn paint(painted: &mut Option<Cell>, first: Cell, to: Cell, map: GridSize) -> Vec<AppCommand> {
    let mut commands = Vec::new();
    let from = *painted.get_or_insert_with(|| {
        commands.push(EditCommand::NextTerrain(first).into());
        first
    });
    let line = line_between(from, to);
    commands.extend(
        line.filter(|cell| map.contains(*cell))
            .map(|cell| EditCommand::LikeCell(first, cell).into()),
    );
    *painted = Some(to);
    commands
}

/// Returns the cells of a line after its first one; a fast mouse skips them.
fn line_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs());
    let between =
        move |step: i32, length: i32| (2 * step * length + steps * length.signum()) / (2 * steps);
    (1..=steps).map(move |step| Cell::new(from.x + between(step, dx), from.y + between(step, dy)))
}

/// Grabs an end of the watched path; if both are on one cell, the goal.
fn grab_end(question: &WatchQuery, near: impl Fn(Cell) -> bool) -> Option<Grabbed> {
    let ends: [(fn(Cell) -> AppCommand, Cell); 2] = [
        (
            |cell| WatchCommand::SetGoal(cell).into(),
            question.query.goal,
        ),
        (
            |cell| WatchCommand::SetStart(cell).into(),
            question.query.start,
        ),
    ];
    let (put, at) = ends.into_iter().find(|(_, at)| near(*at))?;
    Some(Grabbed {
        put,
        first: at,
        last: at,
        agent: None,
    })
}

/// Grabs the agent under the pointer, or else the agent whose flag is there.
fn grab_agent(
    agents: &Query<PointedAgent>,
    under: Option<PointedAgentItem>,
    near: impl Fn(Cell) -> bool,
) -> Option<Grabbed> {
    if let Some(seen) = under {
        let (put, at): (fn(Cell) -> AppCommand, _) =
            (|cell| AgentCommand::Place(cell).into(), seen.cell.0);
        return Some(Grabbed {
            put,
            first: at,
            last: at,
            agent: Some(seen.entity),
        });
    }
    let mut flags = agents
        .iter()
        .filter_map(|seen| Some((seen.entity, goal_of(seen.stack, seen.planning)?)));
    let (agent, at) = flags.find(|(_, goal)| near(*goal))?;
    Some(Grabbed {
        put: |cell| AgentCommand::SendTo(cell).into(),
        first: at,
        last: at,
        agent: Some(agent),
    })
}
