//! The path of an agent as a stack of steps.

mod crowd_steps;
mod cuts;
pub(super) mod index;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{Cell, Grid, Path, SearchOptions};

use index::{PathIndex, PathTile, tile_of};

use crate::agent::Asking;
use crate::layout::{MapKey, position_of};
use crate::{AgentCell, AgentGrid, AgentKind, AgentMotion, OnMap};

/// The remaining steps of an agent: the next cell on top, popped on arrival.
///
/// Present while there is a step. It holds the path that the search has found, and an index into
/// it.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = enter_tiles, on_discard = leave_tiles)]
pub struct PathStack {
    path: Path,
    /// The map on which the path was found.
    #[reflect(ignore)]
    map: MapKey,
    /// Index of the cell on top.
    next: usize,
    /// Whether the game has popped a cell that the plugin has not read yet.
    #[reflect(ignore)]
    popped: bool,
    /// Whether a search of this game has found the path.
    ///
    /// The path of a saved game is checked first, because the map may differ.
    #[reflect(ignore)]
    is_found: bool,
    /// Position in each cell where the path passes; empty if it is the middle of each.
    positions: Vec<Vec2>,
    /// The portals on the path, last one first: the index of the cell that each leads to, and its
    /// cost.
    portals: Vec<(usize, u16)>,
    purpose: Purpose,
    /// Index of the first cell that an edit has cut off; the agent stops before it.
    #[reflect(ignore)]
    cut: Option<usize>,
    /// The goal of a crowd agent, which lies beyond the cells here.
    aim: Option<Cell>,
    /// Whether the crowd keeps the cell on top for the agent.
    #[reflect(ignore)]
    is_granted: bool,
    /// Seconds spent in the next portal.
    pub(crate) in_portal: f32,
    /// The tiles of the path, next one last, each with the index after its last cell.
    runs: Vec<(PathTile, usize)>,
}

/// The purpose of a path.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
enum Purpose {
    /// The end of an interrupted step, which is no arrival.
    EndOfStep,
    /// The answer to a request.
    Answer,
    /// A legal path to walk until the request is answered.
    ///
    /// A cheaper one may exist, or its end is not the goal yet.
    Draft,
    /// The next cells of a crowd agent, which the crowd moves.
    ///
    /// The cells follow the agent, and edits do not check them.
    Crowd,
}

/// Number of cells ahead that the stack of a crowd agent shows.
pub(crate) const CROWD_CELLS: usize = 16;

/// Enters a new path of an agent in the index.
fn enter_tiles(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let Some(stack) = agent
        .get::<PathStack>()
        .filter(|stack| !stack.is_of_crowd())
    else {
        return;
    };
    let tiles: Vec<PathTile> = stack.tiles().collect();
    let (kind, map, arrives) = (agent.get::<AgentKind>(), stack.map, stack.arrives());
    let (size, reach) = (AgentKind::size_of(kind), AgentKind::reach_of(kind));
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        index.enter(map, &tiles, context.entity);
        index.largest = index.largest.max(size);
        index.farthest = index.farthest.max(reach);
        index.note_walk(map, arrives);
    }
}

/// Removes a path from the index when it is taken off an agent or replaced.
fn leave_tiles(mut world: DeferredWorld, context: HookContext) {
    let Some(stack) = world
        .get::<PathStack>(context.entity)
        .filter(|stack| !stack.is_of_crowd())
    else {
        return;
    };
    let (tiles, map, arrives): (Vec<PathTile>, _, _) =
        (stack.tiles().collect(), stack.map, stack.arrives());
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        for tile in tiles {
            index.leave(map, tile, context.entity);
        }
        index.end_walk(map, arrives);
    }
}

/// One step of a path.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathStep {
    /// The cell to walk to.
    pub cell: Cell,
    /// The position in the cell where the path passes, in cells.
    ///
    /// It is the middle, or a point of a line at any angle.
    pub position: Vec2,
    /// The cost of a portal that leads to the cell, in steps on plain ground.
    pub portal: Option<u16>,
    /// Distance from the step before, in cells.
    ///
    /// It is 0 through a portal, and for the first step of a path.
    pub distance: f32,
}

impl PathStack {
    /// Creates a stack that only finishes a step.
    pub(crate) fn step_to(cell: Cell, map: MapKey) -> Self {
        Self::new(Path::from(cell), map, 0, Purpose::EndOfStep)
    }

    /// Creates a stack for a path that has a cell at the index `next`.
    fn new(path: Path, map: MapKey, next: usize, purpose: Purpose) -> Self {
        let mut runs: Vec<(PathTile, usize)> = Vec::new();
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
            aim: None,
            is_granted: false,
            in_portal: 0.0,
            runs,
        }
    }

    /// Returns the tiles of the path, some of them repeatedly.
    fn tiles(&self) -> impl Iterator<Item = PathTile> {
        self.runs.iter().map(|run| run.0)
    }

    /// Pops the next tile that has no steps ahead any more.
    pub(crate) fn pop_tile(&mut self) -> Option<PathTile> {
        self.runs.pop_if(|run| run.1 <= self.next).map(|run| run.0)
    }

    /// Creates the stack of an agent that is on `here` or finishes its step there.
    ///
    /// `here` is a cell of the path. Returns the path as the error if the agent is at its end
    /// already, or off the path.
    pub(crate) fn along(path: Path, grid: &Grid, here: Cell, asking: Asking) -> Result<Self, Path> {
        let (&AgentCell(cell), motion, .., on) = asking;
        let cells = path.cells();
        let Some(at) = cells.iter().position(|cell| *cell == here) else {
            return Err(path);
        };
        // Between two cells, with the path leading back over the other one: turn round here.
        let other = if motion.heading == Some(here) {
            Some(cell)
        } else {
            motion.heading
        };
        let turns_round = motion.heading.is_some() && cells.get(at + 1).copied() == other;
        let stands = turns_round || motion.position == position_of(here);
        let next = at + usize::from(stands);
        if next == cells.len() {
            return Err(path);
        }
        let (positions, portals) = (positions_along(&path), portals_along(&path, grid));
        Ok(Self {
            positions,
            portals,
            ..Self::new(path, OnMap::key(on), next, Purpose::Answer)
        })
    }

    /// Turns the path into a draft: the agent walks it until its request is answered.
    pub(crate) fn into_draft(self) -> Self {
        Self {
            purpose: Purpose::Draft,
            ..self
        }
    }

    /// Whether this is a draft: a legal path that the agent walks while its request still waits.
    ///
    /// The agent then has a [`Planning`](super::Planning). A draft ignores terrain costs and is
    /// not quite the shortest path, or it leads to an older goal near the new one.
    #[must_use]
    pub const fn is_draft(&self) -> bool {
        matches!(self.purpose, Purpose::Draft)
    }

    /// Returns the step on top; `None` once all are walked, and where an edit has cut the path off.
    #[must_use]
    pub fn top(&self) -> Option<PathStep> {
        let end = self.cut.unwrap_or(usize::MAX).min(self.path.cells().len());
        (self.next < end).then(|| self.step(self.next))
    }

    /// Whether no step of the path is cut off by an edit.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.cut.is_none()
    }

    /// Whether the agent waits before the place where an edit has cut the path off.
    pub(crate) fn is_at_cut(&self) -> bool {
        self.cut.is_some_and(|cut| cut <= self.next)
    }

    /// Whether all cells of the path are walked.
    pub(crate) fn is_walked(&self) -> bool {
        self.next >= self.path.cells().len()
    }

    /// Whether an agent is on the path, between the cell left last and the next one.
    pub(crate) fn is_attached(&self, cell: Cell, motion: &AgentMotion) -> bool {
        let cells = self.path.cells();
        let (next, before) = (
            cells.get(self.next),
            self.next.checked_sub(1).and_then(|at| cells.get(at)),
        );
        match motion.heading {
            Some(heading) => next == Some(&heading),
            None => before.or(next) == Some(&cell),
        }
    }

    /// Returns the path from `here` on, which is the next cell or the one left last.
    ///
    /// `None` if `here` is neither, or if the path goes at any angle.
    pub(crate) fn rest_from(&self, here: Cell) -> Option<&[Cell]> {
        let cells = self.path.cells();
        let at = [self.next.checked_sub(1), Some(self.next)]
            .into_iter()
            .flatten();
        let at = at
            .rev()
            .find(|at| cells.get(*at) == Some(&here))
            .filter(|_| self.positions.is_empty());
        at.map(|at| &cells[at..])
    }

    /// Whether the rest of the path, from `here` on, costs no more than a new path to the same
    /// goal.
    ///
    /// `false` if the goals differ, or if one of the paths goes at any angle.
    ///
    /// # Complexity
    /// O(steps).
    pub(crate) fn costs_no_more(
        &self,
        new: &Path,
        here: Cell,
        seen: &Grid,
        options: &SearchOptions,
    ) -> bool {
        let is_other =
            self.is_draft() || !self.is_whole() || new.cells().last() != Some(&self.goal());
        let at = new.cells().iter().position(|cell| *cell == here);
        let at = at.filter(|_| !is_other && new.waypoints().len() == new.cells().len());
        let (Some(at), Some(own)) = (at, self.rest_from(here)) else {
            return false;
        };
        let cost = |cells: &[Cell]| {
            Path::along(cells.to_vec(), Vec::new(), seen, options).map(|path| path.cost())
        };
        matches!((cost(own), cost(&new.cells()[at..])), (Ok(own), Ok(new)) if own <= new)
    }

    /// Pops the step on top: the agent is there.
    ///
    /// For agents that the game walks, which are [`PathOnly`](super::PathOnly); the plugin pops for
    /// all others. After the last step is popped, the next tick reports the arrival.
    pub fn pop(&mut self) -> Option<PathStep> {
        let step = self.top()?;
        self.take_top();
        self.popped = true;
        Some(step)
    }

    /// Takes the cell that the game popped last; `None` if it has popped none since the last call.
    pub(crate) fn take_popped(&mut self) -> Option<Cell> {
        let last = self.next.checked_sub(1)?;
        std::mem::take(&mut self.popped).then(|| self.path.cells()[last])
    }

    pub(crate) fn take_top(&mut self) {
        self.portals.pop_if(|portal| portal.0 == self.next);
        self.next += 1;
    }

    /// Whether an agent on this cell is on its path.
    ///
    /// It is then on the cell that it left last, or on one of the next two.
    pub(crate) fn is_near(&self, cell: Cell) -> bool {
        let cells = self.path.cells();
        let end = cells.len().min(self.next + 2);
        cells[self.next.saturating_sub(1).min(end)..end].contains(&cell)
    }

    /// Takes the path itself, once it is walked.
    pub(crate) fn take_path(&mut self) -> Path {
        std::mem::take(&mut self.path)
    }

    fn position(&self, number: usize) -> Vec2 {
        self.positions
            .get(number)
            .copied()
            .unwrap_or_else(|| position_of(self.path.cells()[number]))
    }

    /// Returns the cell on top, the position where the path passes it, and the cost of a portal to
    /// it.
    #[inline]
    pub(crate) fn target(&self) -> Option<(Cell, Vec2, Option<u16>)> {
        let (next, end) = (
            self.next,
            self.cut.unwrap_or(usize::MAX).min(self.path.cells().len()),
        );
        (next < end).then(|| {
            (
                self.path.cells()[next],
                self.position(next),
                self.portal(next),
            )
        })
    }

    fn portal(&self, number: usize) -> Option<u16> {
        self.portals
            .iter()
            .rev()
            .find(|portal| portal.0 == number)
            .map(|portal| portal.1)
    }

    fn step(&self, number: usize) -> PathStep {
        let portal = self.portal(number);
        let before = number.checked_sub(1).filter(|_| portal.is_none());
        let position = self.position(number);
        let distance = before.map_or(0.0, |before| self.position(before).distance(position));
        PathStep {
            cell: self.path.cells()[number],
            position,
            portal,
            distance,
        }
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        self.path.cells().get(self.next..).unwrap_or_default()
    }

    /// Returns the cell that the agent walks to now; `None` once the game has popped all.
    #[must_use]
    pub fn next(&self) -> Option<Cell> {
        self.cells().first().copied()
    }

    /// Returns the map of the path.
    pub(crate) const fn map(&self) -> MapKey {
        self.map
    }

    /// Moves the path to another map, where its steps are checked again.
    pub(crate) fn on(self, map: MapKey) -> Self {
        Self { map, ..self }
    }

    /// Whether the path comes from a saved game, or from another source than a search.
    pub(crate) const fn is_foreign(&self) -> bool {
        !self.is_found
    }

    /// Adopts a path of a saved game, and returns whether the agent can keep it.
    ///
    /// The agent must be on the path, each step must be legal, and the cost must be the one when it
    /// was found.
    ///
    /// # Complexity
    /// O(steps).
    pub(crate) fn adopt(
        &mut self,
        asking: Asking,
        grid: AgentGrid,
        seen: &Grid,
        options: &SearchOptions,
    ) -> bool {
        self.is_found = true;
        let (&AgentCell(cell), motion, ..) = asking;
        self.find_cut(cell, grid, options.movement, None);
        matches!(self.purpose, Purpose::Answer)
            && self.is_whole()
            && self.is_attached(cell, motion)
            && self.path.measure(seen, options) == Ok(self.path.cost())
    }

    /// Returns the last cell; for a crowd agent, the last of the next cells only.
    #[must_use]
    pub fn goal(&self) -> Cell {
        self.path.cells().last().copied().unwrap_or_default()
    }

    /// Returns the cells ahead, the next one first.
    pub fn ahead(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().iter().copied()
    }

    /// Returns the steps ahead, the next one first.
    pub fn steps(&self) -> impl Iterator<Item = PathStep> + '_ {
        (self.next..self.path.cells().len()).map(|number| self.step(number))
    }

    /// Returns the number of cells ahead.
    #[must_use]
    pub fn cells_to_go(&self) -> usize {
        self.cells().len()
    }

    /// Whether the path leads to a goal, and does not only finish an interrupted step.
    #[must_use]
    pub const fn arrives(&self) -> bool {
        !matches!(self.purpose, Purpose::EndOfStep)
    }

    /// Returns the goal of the path, if it leads to one.
    ///
    /// The goal of a crowd agent lies beyond the cells here.
    #[must_use]
    pub fn destination(&self) -> Option<Cell> {
        if self.is_of_crowd() {
            self.aim
        } else {
            self.arrives().then(|| self.goal())
        }
    }
}

/// Returns the portals on a path, last one first: the index of the target cell, and the cost.
fn portals_along(path: &Path, grid: &Grid) -> Vec<(usize, u16)> {
    let cost = |(number, pair): (usize, &[Cell])| {
        let &[from, to] = pair else { return None };
        if from.is_neighbor_of(to) {
            return None;
        }
        let portals = grid
            .portals()
            .iter()
            .filter(|portal| (portal.from, portal.to) == (from, to));
        portals.map(|portal| (number + 1, portal.cost)).min()
    };
    path.cells()
        .windows(2)
        .enumerate()
        .rev()
        .filter_map(cost)
        .collect()
}

/// Returns the position in each cell where a path passes; empty if it is the middle of each.
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
