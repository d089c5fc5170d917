//! The path of an agent as a stack of steps, and whether changed cells lie on it.

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, Grid, Path};

use super::layout::position_of;
use super::path_index::{Obstacles, PathIndex, Tile, tile_of};
use super::{AgentKind, AgentMotion};

/// What is left to walk: the next cell on top, popped on arrival. Present while there is something.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = enter_tiles, on_discard = leave_tiles)]
pub struct PathStack {
    /// The next one last.
    pub(super) steps: Vec<Step>,
    /// Whether reaching the end is an arrival, and not just the end of an interrupted step.
    arrives: bool,
    /// Seconds spent in the portal that comes next.
    pub(super) in_portal: f32,
    /// The tiles that the path comes to, the next one last, each with the number of steps below its own.
    runs: Vec<(Tile, usize)>,
}

/// A path is put on an agent.
fn enter_tiles(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let Some(stack) = agent.get::<PathStack>() else { return };
    let tiles: Vec<Tile> = stack.tiles().collect();
    let (size, arrives) = (AgentKind::size_of(agent.get::<AgentKind>()), stack.arrives);
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        index.enter(&tiles, context.entity);
        index.largest = index.largest.max(size);
        index.walking += usize::from(arrives);
    }
}

/// A path is taken off an agent, or replaced.
fn leave_tiles(mut world: DeferredWorld, context: HookContext) {
    let Some(stack) = world.get::<PathStack>(context.entity) else { return };
    let (tiles, arrives): (Vec<Tile>, _) = (stack.tiles().collect(), stack.arrives);
    if let Some(mut index) = world.get_resource_mut::<PathIndex>() {
        for tile in tiles {
            index.leave(tile, context.entity);
        }
        index.walking = index.walking.saturating_sub(usize::from(arrives));
    }
}

/// One cell to walk to.
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Clone, Debug, PartialEq)]
pub struct Step {
    /// The cell.
    pub cell: Cell,
    /// Where in it the path passes, in cells: its middle, or a point of a line at any angle.
    pub position: Vec2,
    /// For a portal that leads there, what it costs: so many steps on plain ground.
    pub portal: Option<u16>,
}

impl Step {
    fn onto(cell: Cell) -> Self {
        Self { cell, position: position_of(cell), portal: None }
    }
}

impl PathStack {
    /// Finishing a step, and no more.
    pub(super) fn step_to(cell: Cell) -> Self {
        Self::new(vec![Step::onto(cell)], false)
    }

    /// There is a step, the next one is the last in the list.
    fn new(steps: Vec<Step>, arrives: bool) -> Self {
        let mut runs: Vec<(Tile, usize)> = Vec::new();
        for (below, Step { cell, .. }) in steps.iter().enumerate() {
            let tile = tile_of(cell.x, cell.y);
            if runs.last().is_none_or(|run| run.0 != tile) {
                runs.push((tile, below));
            }
        }
        Self { steps, arrives, in_portal: 0.0, runs }
    }

    /// The tiles that it comes to, some of them again and again.
    fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.runs.iter().map(|run| run.0)
    }

    /// The next tile that has no steps ahead any more.
    pub(super) fn pop_tile(&mut self) -> Option<Tile> {
        self.runs.pop_if(|run| run.1 >= self.steps.len()).map(|run| run.0)
    }

    /// The cells of a path that are still ahead of an agent that is on `here`, one of them, or finishes its step there;
    /// `None` if it is at the end already.
    pub(super) fn along(path: &Path, grid: &Grid, here: Cell, cell: Cell, motion: &AgentMotion) -> Option<Self> {
        let at = path.cells().iter().position(|cell| *cell == here)?;
        let mut steps = steps_along(path, grid);
        steps.drain(..at);
        steps.reverse();
        // Between two cells, with the path leading back over the other one: turn round here.
        let other = if motion.heading == Some(here) { Some(cell) } else { motion.heading };
        let turns_round = motion.heading.is_some() && path.cells().get(at + 1).copied() == other;
        if turns_round || motion.position == position_of(here) {
            steps.pop();
        }
        (!steps.is_empty()).then(|| Self::new(steps, true))
    }

    /// The cell that the agent walks to now.
    #[must_use]
    pub fn next(&self) -> Cell {
        self.steps.last().expect("an empty stack is removed").cell
    }

    /// The last cell.
    #[must_use]
    pub fn goal(&self) -> Cell {
        self.steps.first().expect("an empty stack is removed").cell
    }

    /// The cells ahead, the next one first.
    pub fn ahead(&self) -> impl Iterator<Item = Cell> + '_ {
        self.steps().map(|step| step.cell)
    }

    /// The same with all that is known of them.
    pub fn steps(&self) -> impl Iterator<Item = &Step> + '_ {
        self.steps.iter().rev()
    }

    /// How many cells are ahead.
    #[must_use]
    pub fn cells_to_go(&self) -> usize {
        self.steps.len()
    }

    /// Whether this leads to a goal, and does not only finish an interrupted step.
    #[must_use]
    pub const fn arrives(&self) -> bool {
        self.arrives
    }

    /// Whether an agent on the cell `from` will come onto an obstacle, or pass one beside a diagonal step.
    ///
    /// # Complexity
    /// O(tiles of the path), and O(steps) in those that the obstacles are in.
    pub(super) fn crosses(&self, from: Cell, obstacles: &Obstacles) -> bool {
        let mut end = self.steps.len();
        self.runs.iter().rev().any(|&(tile, below)| {
            let steps = below..std::mem::replace(&mut end, below);
            obstacles.are_near(tile)
                && steps.into_iter().any(|at| {
                    let cell = self.steps[at].cell;
                    let before = self.steps.get(at + 1).map_or(from, |step| step.cell);
                    let beside = [Cell::new(before.x, cell.y), Cell::new(cell.x, before.y)];
                    let steps = before.is_neighbor_of(cell);
                    obstacles.contains(cell) || (steps && beside.iter().any(|cell| obstacles.contains(*cell)))
                })
        })
    }

    /// The goal that this leads to, if it leads to one.
    #[must_use]
    pub fn destination(&self) -> Option<Cell> {
        self.arrives.then(|| self.goal())
    }
}

/// A path as steps, the first one first.
fn steps_along(path: &Path, grid: &Grid) -> Vec<Step> {
    let mut steps: Vec<Step> = path.cells().iter().copied().map(Step::onto).collect();
    for i in 1..steps.len() {
        let (from, to) = (steps[i - 1].cell, steps[i].cell);
        if !from.is_neighbor_of(to) {
            let portals = grid.portals().iter().filter(|portal| (portal.from, portal.to) == (from, to));
            steps[i].portal = portals.map(|portal| portal.cost).min();
        }
    }
    // A line at any angle passes beside the middles of its cells.
    let mut at = 0;
    for leg in path.waypoints().windows(2).filter(|_| path.waypoints().len() < path.cells().len()) {
        let (a, b) = (position_of(leg[0]), position_of(leg[1]));
        while steps[at].cell != leg[1] {
            steps[at].position = a + (position_of(steps[at].cell) - a).project_onto(b - a);
            at += 1;
        }
    }
    steps
}
