//! Cost fields of goals, shared by all groups that go there.

use std::collections::{BTreeMap, VecDeque};

use gridwalk_pathfinding::{Algorithm, Cell, Direction, FlowField, Grid, SearchOptions};

use super::claims::NONE;
use super::ground::Ground;
use super::rules::CrowdRules;

/// The cost where no path leads to the goal, or where it is not known.
pub(crate) const FAR: u32 = u32::MAX;

/// Fields that nobody uses are kept for the next group, up to this number.
const MAX_UNUSED: usize = 32;

/// A field of one goal.
#[derive(Debug)]
struct Shared {
    kind: u8,
    goal: Cell,
    /// `None` until it is made, and while the goal is blocked.
    field: Option<FlowField>,
    is_blocked: bool,
    users: u32,
}

/// Fields by goal and kind.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    all: Vec<Shared>,
    by_goal: BTreeMap<(u8, Cell), u32>,
    free: Vec<u32>,
    unused: VecDeque<u32>,
    options: SearchOptions,
}

impl Fields {
    pub fn new(rules: &CrowdRules) -> Self {
        let options = SearchOptions::from(Algorithm::FlowField);
        let options = SearchOptions { cost_rule: rules.cost_rule, steps: CrowdRules::STEP_COSTS, ..options };
        Self { options, ..Self::default() }
    }

    /// Returns the field of a goal; it is made when costs are needed.
    pub fn acquire(&mut self, kind: u8, goal: Cell) -> u32 {
        if let Some(&id) = self.by_goal.get(&(kind, goal)) {
            self.all[id as usize].users += 1;
            return id;
        }
        let shared = Shared { kind, goal, field: None, is_blocked: false, users: 1 };
        let id = if let Some(id) = self.free.pop() {
            self.all[id as usize] = shared;
            id
        } else {
            self.all.push(shared);
            u32::try_from(self.all.len() - 1).expect("fields take megabytes each")
        };
        self.by_goal.insert((kind, goal), id);
        id
    }

    /// Gives a field back.
    pub fn release(&mut self, id: u32) {
        let shared = &mut self.all[id as usize];
        shared.users -= 1;
        if shared.users > 0 {
            return;
        }
        self.unused.push_back(id);
        if self.unused.len() > MAX_UNUSED
            && let Some(oldest) = self.unused.pop_front()
            && self.all[oldest as usize].users == 0
            && !self.unused.contains(&oldest)
        {
            let shared = &mut self.all[oldest as usize];
            shared.field = None;
            self.by_goal.remove(&(shared.kind, shared.goal));
            self.free.push(oldest);
        }
    }

    /// Makes a field unless it is there; returns the work in expansions.
    pub fn make(&mut self, id: u32, grid: &Grid, ground: &Ground) -> u64 {
        let shared = &mut self.all[id as usize];
        if shared.field.is_some() || shared.is_blocked {
            return 0;
        }
        let options = SearchOptions { movement: ground.movement, ..self.options.clone() };
        shared.field = FlowField::new(grid, shared.goal, &options).ok();
        shared.is_blocked = shared.field.is_none();
        grid.cell_count() as u64
    }

    /// Returns `true` if the costs of a field are known.
    pub fn is_made(&self, id: u32) -> bool {
        id != NONE && self.all[id as usize].field.is_some()
    }

    /// Returns `true` if the goal of a field is blocked.
    pub fn is_blocked(&self, id: u32) -> bool {
        id != NONE && self.all[id as usize].is_blocked
    }

    /// Follows an edit of these cells on the map of a kind; returns the number of costs that changed.
    pub fn follow(&mut self, kind: u8, grid: &Grid, cells: &[Cell]) -> u64 {
        let mut work = 0;
        for shared in self.all.iter_mut().filter(|shared| shared.kind == kind) {
            shared.is_blocked = false;
            if let Some(field) = &mut shared.field {
                if let Ok(changed) = field.follow(grid, cells.iter().copied()) {
                    work += changed;
                } else {
                    (shared.field, shared.is_blocked) = (None, true);
                }
            }
        }
        work
    }

    /// The cost from a cell to the goal of a field.
    #[inline]
    pub fn cost(&self, id: u32, cell: Cell) -> u32 {
        if id == NONE {
            return FAR;
        }
        let cost = self.all[id as usize].field.as_ref().and_then(|field| field.cost_from(cell));
        cost.map_or(FAR, |cost| u32::try_from(cost.0).unwrap_or(FAR))
    }

    /// Costs from the neighbours of a cell that these steps lead to, by [`Direction`], and from the cell itself.
    #[inline]
    pub fn around(&self, id: u32, cell: Cell, legal: u8) -> [u32; 9] {
        let mut costs = [FAR; 9];
        if id == NONE || self.all[id as usize].field.is_none() {
            return costs;
        }
        let mut rest = legal;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            costs[at] = self.cost(id, cell.step(Direction::ALL[at]));
        }
        costs[8] = self.cost(id, cell);
        costs
    }
}
