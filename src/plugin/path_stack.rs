//! The path of an agent as a stack of steps, and whether changed cells lie on it.

use std::collections::HashSet;

use bevy::prelude::*;

use super::AgentMotion;
use super::layout::position_of;
use crate::pathfinding::{Cell, CellChange, Grid, Path};

/// What is left to walk: the next cell on top, popped on arrival. Present while there is something.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct PathStack {
    /// The next one last.
    pub(super) steps: Vec<Step>,
    /// Whether reaching the end is an arrival, and not just the end of an interrupted step.
    arrives: bool,
    /// Seconds spent in the portal that comes next.
    pub(super) in_portal: f32,
    /// Around each [`STRETCH`] of `steps`, and the step before it, the rectangle of cells; all bounds belong to it.
    areas: Vec<IRect>,
}

/// So many steps are looked at together.
const STRETCH: usize = 32;

/// Changed cells, as agents of one size come across them.
pub(super) struct Obstacles {
    /// Where such an agent covers a changed cell.
    cells: HashSet<Cell>,
    /// Around them.
    areas: Vec<IRect>,
}

/// More areas than that are taken together as one.
const MOST_AREAS: usize = 64;

impl Obstacles {
    /// For agents that cover a square with sides of so many cells, and are said to be on its upper left one.
    pub fn new(changes: &[CellChange], size: u8) -> Self {
        let reach = i32::from(size) - 1;
        let area = |change: &CellChange| {
            let corner = IVec2::new(change.cell.x, change.cell.y);
            IRect { min: corner - reach, max: corner }
        };
        let mut areas: Vec<IRect> = changes.iter().map(area).collect();
        let inside = |area: &IRect| {
            let IRect { min, max } = *area;
            (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| Cell::new(x, y)))
        };
        let cells = areas.iter().flat_map(inside).collect();
        if areas.len() > MOST_AREAS {
            areas = areas.into_iter().reduce(|a, b| a.union(b)).into_iter().collect();
        }
        Self { cells, areas }
    }

    fn touch(&self, area: IRect) -> bool {
        self.areas.iter().any(|other| area.min.cmple(other.max).all() && other.min.cmple(area.max).all())
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
        let areas = (0..steps.len()).step_by(STRETCH).map(|first| {
            let points = steps.iter().skip(first).take(STRETCH + 1).map(|step| IVec2::new(step.cell.x, step.cell.y));
            let areas = points.map(|point| IRect { min: point, max: point });
            areas.reduce(|a, b| a.union(b)).expect("the stretch begins inside the list")
        });
        Self { areas: areas.collect(), steps, arrives, in_portal: 0.0 }
    }

    /// The cells of a path that are still ahead of an agent; `None` if it is there already.
    pub(super) fn along(path: &Path, grid: &Grid, cell: Cell, motion: &AgentMotion) -> Option<Self> {
        let [start, rest @ ..] = path.cells() else { return None };
        let mut steps = steps_along(path, grid);
        steps.reverse();
        // Between two cells, with the path leading back over the other one: turn round here.
        let other = if motion.heading == Some(*start) { Some(cell) } else { motion.heading };
        let turns_round = motion.heading.is_some() && rest.first().copied() == other;
        if turns_round || motion.position == position_of(*start) {
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
    /// O(steps / 32) where all obstacles are far from the path.
    pub(super) fn crosses(&self, from: Cell, obstacles: &Obstacles) -> bool {
        let Some(next) = self.steps.len().checked_sub(1) else { return false };
        let next_stretch = next / STRETCH;
        (0..=next_stretch).any(|stretch| {
            let area = self.areas[stretch];
            // Where the agent comes from is known to none of the areas.
            let area = if stretch < next_stretch { area } else { area.union_point(IVec2::new(from.x, from.y)) };
            if !obstacles.touch(area) {
                return false;
            }
            let steps = stretch * STRETCH..((stretch + 1) * STRETCH).min(self.steps.len());
            steps.into_iter().any(|at| {
                let cell = self.steps[at].cell;
                let before = self.steps.get(at + 1).map_or(from, |step| step.cell);
                [cell, Cell::new(before.x, cell.y), Cell::new(cell.x, before.y)]
                    .iter()
                    .any(|cell| obstacles.cells.contains(cell))
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
