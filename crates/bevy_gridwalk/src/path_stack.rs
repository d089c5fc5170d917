//! The path of an agent as a stack of steps, and whether changed cells lie on it.

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{Cell, Direction, Grid, Movement, Path, SearchOptions};

use super::agent::Asking;
use super::layout::position_of;
use super::on_map::MapKey;
use super::path_index::{Obstacles, PathIndex, Tile, tile_of};
use super::{AgentCell, AgentGrid, AgentKind, AgentMotion, OnMap};

/// What is left to walk: the next cell on top, popped on arrival. Present while there is something. It is the path that
/// the search has found, and a mark in it.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = enter_tiles, on_discard = leave_tiles)]
pub struct PathStack {
    path: Path,
    /// The map that it was found on.
    #[reflect(ignore)]
    map: MapKey,
    /// The number of the cell on top.
    next: usize,
    /// The game took it there, and the plugin has not looked yet.
    #[reflect(ignore)]
    popped: bool,
    /// A search has found it in this game. One of a saved game is looked at first: the map may be another one.
    #[reflect(ignore)]
    is_found: bool,
    /// Where in each cell the path passes; empty where that is the middle of each.
    positions: Vec<Vec2>,
    /// The portals on the path: the number of the cell that each leads to, and its cost. The last one first.
    portals: Vec<(usize, u16)>,
    purpose: Purpose,
    /// The number of the first cell that an edit has cut off: the agent stops before it.
    #[reflect(ignore)]
    cut: Option<usize>,
    /// Seconds spent in the portal that comes next.
    pub(super) in_portal: f32,
    /// The tiles that the path comes to, the next one last, each with the number of the cell after it.
    runs: Vec<(Tile, usize)>,
}

/// The reason why a path is on an agent.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
enum Purpose {
    /// The end of an interrupted step. To reach it is no arrival.
    EndOfStep,
    /// The answer of a request.
    Answer,
    /// A legal path to walk until the request is answered. A cheaper one may exist, or its end is not the goal yet.
    Draft,
}

/// A path is put on an agent.
fn enter_tiles(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let Some(stack) = agent.get::<PathStack>() else { return };
    let tiles: Vec<Tile> = stack.tiles().collect();
    let (kind, map, arrives) = (agent.get::<AgentKind>(), stack.map, stack.arrives());
    let (size, reach) = (AgentKind::size_of(kind), AgentKind::reach_of(kind));
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        index.enter(map, &tiles, context.entity);
        index.largest = index.largest.max(size);
        index.farthest = index.farthest.max(reach);
        index.note_walk(map, arrives);
    }
}

/// A path is taken off an agent, or replaced.
fn leave_tiles(mut world: DeferredWorld, context: HookContext) {
    let Some(stack) = world.get::<PathStack>(context.entity) else { return };
    let (tiles, map, arrives): (Vec<Tile>, _, _) = (stack.tiles().collect(), stack.map, stack.arrives());
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        for tile in tiles {
            index.leave(map, tile, context.entity);
        }
        index.end_walk(map, arrives);
    }
}

/// One cell to walk to.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The cell.
    pub cell: Cell,
    /// Where in it the path passes, in cells: its middle, or a point of a line at any angle.
    pub position: Vec2,
    /// For a portal that leads there, what it costs: so many steps on plain ground.
    pub portal: Option<u16>,
    /// How far it is from the step before, in cells; 0 through a portal, and for the first step of a path.
    pub distance: f32,
}

impl PathStack {
    /// Finishing a step, and no more.
    pub(super) fn step_to(cell: Cell, map: MapKey) -> Self {
        Self::new(Path::from(cell), map, 0, Purpose::EndOfStep)
    }

    /// There is a cell from that number on.
    fn new(path: Path, map: MapKey, next: usize, purpose: Purpose) -> Self {
        let mut runs: Vec<(Tile, usize)> = Vec::new();
        for (number, cell) in path.cells().iter().enumerate().skip(next).rev() {
            let tile = tile_of(cell.x, cell.y);
            if runs.last().is_none_or(|run| run.0 != tile) {
                runs.push((tile, number + 1));
            }
        }
        Self {
            path,
            map,
            next,
            popped: false,
            is_found: true,
            positions: Vec::new(),
            portals: Vec::new(),
            purpose,
            cut: None,
            in_portal: 0.0,
            runs,
        }
    }

    /// The tiles that it comes to, some of them again and again.
    fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.runs.iter().map(|run| run.0)
    }

    /// The next tile that has no steps ahead any more.
    pub(super) fn pop_tile(&mut self) -> Option<Tile> {
        self.runs.pop_if(|run| run.1 <= self.next).map(|run| run.0)
    }

    /// The cells of a path that are still ahead of an agent that is on `here`, one of them, or finishes its step there. If
    /// it is at the end already, the path comes back.
    pub(super) fn along(path: Path, grid: &Grid, here: Cell, asking: Asking) -> Result<Self, Path> {
        let (&AgentCell(cell), motion, .., on) = asking;
        let cells = path.cells();
        let Some(at) = cells.iter().position(|cell| *cell == here) else { return Err(path) };
        // Between two cells, with the path leading back over the other one: turn round here.
        let other = if motion.heading == Some(here) { Some(cell) } else { motion.heading };
        let turns_round = motion.heading.is_some() && cells.get(at + 1).copied() == other;
        let stands = turns_round || motion.position == position_of(here);
        let next = at + usize::from(stands);
        if next == cells.len() {
            return Err(path);
        }
        let (positions, portals) = (positions_along(&path), portals_along(&path, grid));
        Ok(Self { positions, portals, ..Self::new(path, OnMap::key(on), next, Purpose::Answer) })
    }

    /// Turns the path into a draft: the agent walks it until its request is answered.
    pub(super) fn into_draft(self) -> Self {
        Self { purpose: Purpose::Draft, ..self }
    }

    /// Whether this is a draft: a legal path that the agent walks while its request still waits
    /// ([`Planning`](super::Planning)). It may ignore what terrain costs, or lead to an older goal near the new one.
    #[must_use]
    pub const fn is_draft(&self) -> bool {
        matches!(self.purpose, Purpose::Draft)
    }

    /// The step on top; `None` once all are walked, and while an edit has cut the path off here.
    #[must_use]
    pub fn top(&self) -> Option<Step> {
        let end = self.cut.unwrap_or(usize::MAX).min(self.path.cells().len());
        (self.next < end).then(|| self.step(self.next))
    }

    /// Whether no step of the path is cut off by an edit.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.cut.is_none()
    }

    /// Whether the agent waits before the place where an edit has cut the path off.
    pub(super) fn is_at_cut(&self) -> bool {
        self.cut.is_some_and(|cut| cut <= self.next)
    }

    /// Whether all its cells are walked.
    pub(super) fn is_walked(&self) -> bool {
        self.next >= self.path.cells().len()
    }

    /// Whether an agent with this cell and motion is on the path, between the cell left last and the next one.
    pub(super) fn is_attached(&self, cell: Cell, motion: &AgentMotion) -> bool {
        let cells = self.path.cells();
        let (next, before) = (cells.get(self.next), self.next.checked_sub(1).and_then(|at| cells.get(at)));
        match motion.heading {
            Some(heading) => next == Some(&heading),
            None => before.or(next) == Some(&cell),
        }
    }

    /// The path from `here` on, which is the next cell or the one left last; `None` if it is neither, or if the path goes
    /// at any angle.
    pub(super) fn rest_from(&self, here: Cell) -> Option<&[Cell]> {
        let cells = self.path.cells();
        let at = [self.next.checked_sub(1), Some(self.next)].into_iter().flatten();
        let at = at.rev().find(|at| cells.get(*at) == Some(&here)).filter(|_| self.positions.is_empty());
        at.map(|at| &cells[at..])
    }

    /// Whether the rest of the path, from `here` on, leads where a new one does and costs no more on this map. `false` where
    /// one of them goes at any angle.
    ///
    /// # Complexity
    /// O(steps).
    pub(super) fn costs_no_more(&self, new: &Path, here: Cell, seen: &Grid, options: &SearchOptions) -> bool {
        let is_other = self.is_draft() || !self.is_whole() || new.cells().last() != Some(&self.goal());
        let at = new.cells().iter().position(|cell| *cell == here);
        let at = at.filter(|_| !is_other && new.waypoints().len() == new.cells().len());
        let (Some(at), Some(own)) = (at, self.rest_from(here)) else { return false };
        let cost = |cells: &[Cell]| Path::along(cells.to_vec(), Vec::new(), seen, options).map(|path| path.cost());
        matches!((cost(own), cost(&new.cells()[at..])), (Ok(own), Ok(new)) if own <= new)
    }

    /// Finds where edits have cut the path off, for an agent that has left the cell `from`: everywhere, or only at and
    /// beside these changed cells. A path that was cut before is looked at as a whole.
    ///
    /// # Complexity
    /// O(steps), and with `changed` O(tiles of the path) and O(steps) in the tiles of the changed cells.
    pub(super) fn find_cut(&mut self, from: Cell, grid: AgentGrid, movement: Movement, changed: Option<&Obstacles>) {
        let (cells, first) = (self.path.cells(), self.next);
        let changed = changed.filter(|_| self.cut.is_none());
        let is_cut = |number: usize| {
            let before = if number == first { from } else { cells[number - 1] };
            let cell = cells[number];
            let is_near = |obstacles: &Obstacles| {
                let beside = [Cell::new(before.x, cell.y), Cell::new(cell.x, before.y)];
                obstacles.contains(cell)
                    || obstacles.contains(before)
                    || beside.iter().any(|it| obstacles.contains(*it))
            };
            changed.is_none_or(is_near) && before != cell && !leads(grid, movement, before, cell)
        };
        let mut begin = first;
        self.cut = self.runs.iter().rev().find_map(|&(tile, end)| {
            let numbers = begin..end.min(cells.len());
            begin = begin.max(end);
            let is_near = changed.is_none_or(|obstacles| obstacles.are_near(tile));
            numbers.into_iter().filter(|_| is_near).find(|number| is_cut(*number))
        });
    }

    /// Whether it passes one of these cells.
    ///
    /// # Complexity
    /// O(tiles of the path), and O(steps) in those that the cells are in.
    pub(super) fn passes(&self, cells: &Obstacles) -> bool {
        let mut begin = self.next;
        self.runs.iter().rev().any(|&(tile, end)| {
            let numbers = begin..end.min(self.path.cells().len());
            begin = begin.max(end);
            cells.are_near(tile) && self.path.cells()[numbers].iter().any(|cell| cells.contains(*cell))
        })
    }

    /// Takes the step on top off: the agent is there. For agents that the game walks, which are
    /// [`PathOnly`](super::PathOnly); the plugin does it for all others. Once the last one is taken off, the next tick
    /// reports the arrival.
    pub fn pop(&mut self) -> Option<Step> {
        let step = self.top()?;
        self.take_top();
        self.popped = true;
        Some(step)
    }

    /// The cell that the game took off last, if it did so since this was asked last.
    pub(super) fn take_popped(&mut self) -> Option<Cell> {
        let last = self.next.checked_sub(1)?;
        std::mem::take(&mut self.popped).then(|| self.path.cells()[last])
    }

    pub(super) fn take_top(&mut self) {
        self.portals.pop_if(|portal| portal.0 == self.next);
        self.next += 1;
    }

    /// Whether an agent on this cell is on its path: on the cell that it left last, or on one of the next two.
    pub(super) fn is_near(&self, cell: Cell) -> bool {
        let cells = self.path.cells();
        let end = cells.len().min(self.next + 2);
        cells[self.next.saturating_sub(1).min(end)..end].contains(&cell)
    }

    /// The path itself, once it is walked.
    pub(super) fn take_path(&mut self) -> Path {
        std::mem::take(&mut self.path)
    }

    fn position(&self, number: usize) -> Vec2 {
        self.positions.get(number).copied().unwrap_or_else(|| position_of(self.path.cells()[number]))
    }

    /// The cell on top, where in it the path passes, and the cost of a portal that leads there.
    #[inline]
    pub(super) fn target(&self) -> Option<(Cell, Vec2, Option<u16>)> {
        let end = self.cut.unwrap_or(usize::MAX).min(self.path.cells().len());
        let to_target = |number| (self.path.cells()[number], self.position(number), self.portal(number));
        (self.next < end).then(|| to_target(self.next))
    }

    fn portal(&self, number: usize) -> Option<u16> {
        self.portals.iter().rev().find(|portal| portal.0 == number).map(|portal| portal.1)
    }

    fn step(&self, number: usize) -> Step {
        let portal = self.portal(number);
        let before = number.checked_sub(1).filter(|_| portal.is_none());
        let position = self.position(number);
        let distance = before.map_or(0.0, |before| self.position(before).distance(position));
        Step { cell: self.path.cells()[number], position, portal, distance }
    }

    pub(super) fn cells(&self) -> &[Cell] {
        self.path.cells().get(self.next..).unwrap_or_default()
    }

    /// The cell that the agent walks to now; `None` once the game has popped all.
    #[must_use]
    pub fn next(&self) -> Option<Cell> {
        self.cells().first().copied()
    }

    /// The map that it leads over.
    pub(super) const fn map(&self) -> MapKey {
        self.map
    }

    /// Takes the path to another map, where its steps are checked again.
    pub(super) fn on(self, map: MapKey) -> Self {
        Self { map, ..self }
    }

    /// Whether it comes from a saved game, or from somewhere else but a search.
    pub(super) const fn is_foreign(&self) -> bool {
        !self.is_found
    }

    /// Takes a path of a saved game for one that was found here, and returns whether the agent can keep it: it is on the
    /// path, each step is legal, and all of them cost what they cost when the path was found.
    ///
    /// # Complexity
    /// O(steps).
    pub(super) fn adopt(&mut self, asking: Asking, grid: AgentGrid, seen: &Grid, options: &SearchOptions) -> bool {
        self.is_found = true;
        let (&AgentCell(cell), motion, ..) = asking;
        self.find_cut(cell, grid, options.movement, None);
        matches!(self.purpose, Purpose::Answer)
            && self.is_whole()
            && self.is_attached(cell, motion)
            && self.path.measure(seen, options) == Ok(self.path.cost())
    }

    /// The last cell.
    #[must_use]
    pub fn goal(&self) -> Cell {
        self.path.cells().last().copied().unwrap_or_default()
    }

    /// The cells ahead, the next one first.
    pub fn ahead(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().iter().copied()
    }

    /// The same with all that is known of them.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        (self.next..self.path.cells().len()).map(|number| self.step(number))
    }

    /// How many cells are ahead.
    #[must_use]
    pub fn cells_to_go(&self) -> usize {
        self.cells().len()
    }

    /// Whether this leads to a goal, and does not only finish an interrupted step.
    #[must_use]
    pub const fn arrives(&self) -> bool {
        !matches!(self.purpose, Purpose::EndOfStep)
    }

    /// The goal that this leads to, if it leads to one.
    #[must_use]
    pub fn destination(&self) -> Option<Cell> {
        self.arrives().then(|| self.goal())
    }
}

/// Whether a step or a portal leads from one cell to the other.
fn leads(grid: AgentGrid, movement: Movement, from: Cell, to: Cell) -> bool {
    let offset = (to.x - from.x, to.y - from.y);
    let on_foot = Direction::ALL.into_iter().find(|direction| direction.offset() == offset).is_some_and(|direction| {
        let exits = grid.shared().terrain(from).is_some_and(|terrain| terrain.exits.contains(direction));
        exits && movement.allows_if(|cell| grid.is_walkable(cell), from, direction)
    });
    let by_portal = || grid.shared().portals().iter().any(|portal| (portal.from, portal.to) == (from, to));
    on_foot || (grid.is_walkable(to) && by_portal())
}

/// The portals on a path: the number of the cell that each leads to, and its cost. The last one first.
fn portals_along(path: &Path, grid: &Grid) -> Vec<(usize, u16)> {
    let cost = |(number, pair): (usize, &[Cell])| {
        let &[from, to] = pair else { return None };
        if from.is_neighbor_of(to) {
            return None;
        }
        let portals = grid.portals().iter().filter(|portal| (portal.from, portal.to) == (from, to));
        portals.map(|portal| (number + 1, portal.cost)).min()
    };
    path.cells().windows(2).enumerate().rev().filter_map(cost).collect()
}

/// Where in each cell a path passes; empty where that is the middle of each.
fn positions_along(path: &Path) -> Vec<Vec2> {
    let (cells, turns) = (path.cells(), path.waypoints());
    if turns.len() == cells.len() {
        return Vec::new();
    }
    // A line at any angle passes beside the middles of its cells.
    let mut positions: Vec<Vec2> = cells.iter().copied().map(position_of).collect();
    let mut at = 0;
    for leg in turns.windows(2) {
        let (a, b) = (position_of(leg[0]), position_of(leg[1]));
        while cells[at] != leg[1] {
            positions[at] = a + (positions[at] - a).project_onto(b - a);
            at += 1;
        }
    }
    positions
}
