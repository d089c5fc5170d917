//! Cost fields of goals, shared by all groups that go there.

use std::collections::{BTreeMap, VecDeque};

use gridwalk_pathfinding::{Cell, CostsAround, FieldLayers, FieldMemory, FieldRules, GoalField, Grid};

use super::claims::NONE;
use super::ground::Ground;
use super::rules::CrowdRules;

/// The cost where no path leads to the goal, or where it is not known.
pub(crate) const FAR: u32 = u32::MAX;

/// Fields that nobody uses are kept for the next group, up to this number.
const MAX_UNUSED: usize = 32;

/// Costs around an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// The cost from its own place.
    pub here: u32,
    /// The cost after the step in each direction; [`FAR`] where none is legal.
    pub costs: [u32; 8],
    /// The cost of each legal step.
    pub steps: [u32; 8],
}

impl Around {
    /// No costs are known.
    pub const FAR: Self = Self { here: FAR, costs: [FAR; 8], steps: [0; 8] };

    /// The cost to the goal by way of a legal step; [`FAR`] if none is known.
    #[inline]
    pub const fn through(&self, direction: u8) -> u32 {
        self.costs[direction as usize].saturating_add(self.steps[direction as usize])
    }
}

/// A field of one goal.
#[derive(Debug)]
struct Shared {
    kind: u8,
    goal: Cell,
    /// `None` until it is made.
    field: Option<GoalField>,
    users: u32,
}

/// Fields by goal and kind.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    all: Vec<Shared>,
    by_goal: BTreeMap<(u8, Cell), u32>,
    free: Vec<u32>,
    unused: VecDeque<u32>,
    rules: FieldRules,
    /// The steps of each kind, shared by its fields.
    layers: BTreeMap<u8, FieldLayers>,
    memory: FieldMemory,
}

impl Fields {
    pub fn new(rules: &CrowdRules) -> Self {
        let rules = FieldRules { cost_rule: rules.cost_rule, steps: CrowdRules::STEP_COSTS, ..FieldRules::default() };
        Self { rules, ..Self::default() }
    }

    /// Returns the field of a goal; it is made when costs are needed.
    pub fn acquire(&mut self, kind: u8, goal: Cell) -> u32 {
        if let Some(&id) = self.by_goal.get(&(kind, goal)) {
            self.all[id as usize].users += 1;
            return id;
        }
        let shared = Shared { kind, goal, field: None, users: 1 };
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
        let Self { all, layers, rules, memory, .. } = self;
        let shared = &mut all[id as usize];
        if shared.field.is_some() {
            return 0;
        }
        let rules = || FieldRules { movement: ground.movement, ..rules.clone() };
        let layers = layers.entry(shared.kind).or_insert_with(|| FieldLayers::new(grid, rules()));
        let mut field = GoalField::new(layers, &[shared.goal]).expect("goals are cells of the map");
        let (work, _) = field.advance(layers, memory, u64::MAX);
        shared.field = Some(field);
        work
    }

    /// Returns `true` if the costs of a field are known.
    pub fn is_made(&self, id: u32) -> bool {
        id != NONE && self.all[id as usize].field.is_some()
    }

    /// Follows an edit of these cells on the map of a kind; returns the work in expansions.
    pub fn follow(&mut self, kind: u8, grid: &Grid, cells: &[Cell]) -> u64 {
        let Self { all, layers, memory, .. } = self;
        let Some(layers) = layers.get_mut(&kind) else { return 0 };
        layers.follow_cells(grid, cells.iter().copied());
        let fields = all.iter_mut().filter(|shared| shared.kind == kind).filter_map(|shared| shared.field.as_mut());
        fields.map(|field| field.advance(layers, memory, u64::MAX).0).sum()
    }

    /// The cost from a cell to the goal of a field.
    #[inline]
    pub fn cost(&self, id: u32, cell: Cell) -> u32 {
        if id == NONE {
            return FAR;
        }
        let cost = self.all[id as usize].field.as_ref().and_then(|field| field.cost(cell));
        cost.map_or(FAR, |cost| u32::try_from(cost.0).unwrap_or(FAR))
    }

    /// Costs around a cell; [`FAR`] where the field is not made.
    #[inline]
    pub fn around(&self, id: u32, cell: Cell, legal: u8) -> Around {
        if id == NONE {
            return Around::FAR;
        }
        let shared = &self.all[id as usize];
        let (Some(field), Some(layers)) = (&shared.field, self.layers.get(&shared.kind)) else { return Around::FAR };
        let CostsAround { here, neighbors, steps } = field.around(layers, cell);
        let known = |cost: u32| if cost < CostsAround::FAR { cost } else { FAR };
        let mut around = Around { here: known(here), costs: neighbors, steps };
        for (at, cost) in around.costs.iter_mut().enumerate() {
            *cost = if legal >> at & 1 == 1 { known(*cost) } else { FAR };
        }
        around
    }
}
