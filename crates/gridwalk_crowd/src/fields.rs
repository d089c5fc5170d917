//! Cost fields: to goals, shared by all groups that go there, and to the free slots of a group.

use std::collections::{BTreeMap, VecDeque};

use gridwalk_pathfinding::{
    Cell, CostsAround, FieldLayers, FieldMemory, FieldRules, GoalField, Grid,
};

use super::claims::NONE;
use super::ground::{Ground, Layout, directions};
use super::rules::CrowdRules;

/// The cost where no path leads to the goal, or where it is not known.
pub(crate) const FAR: u32 = u32::MAX;

/// Fields that nobody uses are kept for the next group, up to about this number of bytes; on small
/// maps and on large ones there is a limit to their number.
const MAX_UNUSED_BYTES: usize = 1 << 24;
const UNUSED: [usize; 2] = [32, 1 << 10];

/// Bytes of a field for each place.
const FIELD_BYTES: usize = 5;

/// The memory of this number of further fields is kept.
const MAX_SPARE: usize = 32;

/// Costs around an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgentCosts {
    /// The cost from its own place.
    pub here: u32,
    /// Legal steps, a bit for each direction.
    pub legal: u8,
    /// The cost after the step in each direction, legal or not; at least [`CostsAround::FAR`] where
    /// it is not known.
    costs: [u32; 8],
}

impl AgentCosts {
    /// No costs are known.
    pub const fn unknown(legal: u8) -> Self {
        Self {
            here: FAR,
            legal,
            costs: [FAR; 8],
        }
    }

    /// The cost after a legal step; [`FAR`] if it is not known.
    #[inline]
    pub const fn cost(&self, direction: u8) -> u32 {
        known(self.costs[direction as usize])
    }

    /// Directions of legal steps that lead closer to the goal.
    pub fn closer(&self) -> impl Iterator<Item = u8> {
        directions(self.legal).filter(|direction| self.cost(*direction) < self.here)
    }
}

/// A cost of a field; [`FAR`] if it is not known.
const fn known(cost: u32) -> u32 {
    if cost < CostsAround::FAR { cost } else { FAR }
}

/// A field of one goal.
#[derive(Debug)]
struct Shared {
    kind: u8,
    goal: Cell,
    /// `None` until it is needed.
    field: Option<GoalField>,
    /// The field has the costs of the present map. Others are not read: they would depend on the
    /// work that was left in earlier ticks.
    is_current: bool,
    users: u32,
}

/// Fields by goal and kind.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    all: Vec<Shared>,
    by_goal: BTreeMap<(u8, Cell), u32>,
    free: Vec<u32>,
    unused: VecDeque<u32>,
    max_unused: usize,
    rules: FieldRules,
    kinds: BTreeMap<u8, KindFields>,
    memory: FieldMemory,
    /// Fields in use that an edit has changed and that nobody has asked for since.
    outdated: Vec<u32>,
}

/// The steps of a kind, shared by its fields, and the memory of fields that are not needed any
/// more.
#[derive(Debug)]
struct KindFields {
    layers: FieldLayers,
    spare: Vec<GoalField>,
}

impl Fields {
    /// No fields, for a map of this number of places.
    pub fn new(rules: &CrowdRules, places: usize) -> Self {
        let rules = FieldRules {
            cost_rule: rules.cost_rule,
            steps: CrowdRules::STEP_COSTS,
            ..FieldRules::default()
        };
        let unused = MAX_UNUSED_BYTES / (FIELD_BYTES * places);
        let max_unused = unused.clamp(UNUSED[0], UNUSED[1]);
        Self {
            rules,
            unused: VecDeque::with_capacity(max_unused + 1),
            max_unused,
            ..Self::default()
        }
    }

    /// Returns the field of a goal; it is made when costs are needed.
    pub fn acquire(&mut self, kind: u8, goal: Cell) -> u32 {
        if let Some(&id) = self.by_goal.get(&(kind, goal)) {
            self.all[id as usize].users += 1;
            return id;
        }
        let shared = Shared {
            kind,
            goal,
            field: None,
            is_current: false,
            users: 1,
        };
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
        if self.unused.len() > self.max_unused
            && let Some(oldest) = self.unused.pop_front()
            && self.all[oldest as usize].users == 0
            && !self.unused.contains(&oldest)
        {
            let shared = &mut self.all[oldest as usize];
            let spare = self.kinds.get_mut(&shared.kind).map(|kind| &mut kind.spare);
            if let Some(spare) = spare.filter(|spare| spare.len() < MAX_SPARE) {
                spare.extend(shared.field.take());
            }
            (shared.field, shared.is_current) = (None, false);
            self.by_goal.remove(&(shared.kind, shared.goal));
            self.free.push(oldest);
        }
    }

    /// Builds or repairs a field with at most this much work, in expansions; returns the work.
    pub fn advance(&mut self, id: u32, grid: &Grid, ground: &Ground, work: u64) -> u64 {
        let Self {
            all,
            kinds,
            rules,
            memory,
            ..
        } = self;
        let shared = &mut all[id as usize];
        if shared.is_current {
            return 0;
        }
        let rules = || FieldRules {
            movement: ground.movement,
            ..rules.clone()
        };
        let new = || KindFields {
            layers: FieldLayers::new(grid, rules()),
            spare: Vec::new(),
        };
        let KindFields { layers, spare } = kinds.entry(shared.kind).or_insert_with(new);
        let field = shared.field.get_or_insert_with(|| {
            let reused = spare
                .pop()
                .map(|mut field| field.reset(layers, &[shared.goal]).map(|()| field));
            let field = reused.unwrap_or_else(|| GoalField::new(layers, &[shared.goal]));
            field.expect("goals are cells of the map")
        });
        let (work, is_current) = field.advance(layers, memory, work);
        shared.is_current = is_current;
        work
    }

    /// Repairs fields that nobody has asked for since an edit, with at most this much work. Returns
    /// the work, and whether all fields in use are current.
    pub fn repair(&mut self, maps: &[&Grid], grounds: &[Ground], work: u64) -> (u64, bool) {
        let mut spent = 0;
        while let Some(&id) = self.outdated.last() {
            let shared = &self.all[id as usize];
            if shared.users > 0 && !shared.is_current {
                if spent >= work {
                    return (spent, false);
                }
                let kind = usize::from(shared.kind);
                spent += self.advance(id, maps[kind], &grounds[kind], work - spent);
                if !self.is_made(id) {
                    return (spent, false);
                }
            }
            self.outdated.pop();
        }
        (spent, true)
    }

    /// Returns `true` if the costs of a field are known.
    #[inline]
    pub fn is_made(&self, id: u32) -> bool {
        id != NONE && self.all[id as usize].is_current
    }

    /// Returns `true` if the costs of a field are known, or will be when an edit is followed.
    pub fn is_kept(&self, id: u32) -> bool {
        self.is_made(id) || self.outdated.contains(&id)
    }

    /// Follows an edit of these cells on the map of a kind.
    ///
    /// # Complexity
    /// O(cells of the edit + fields).
    pub fn follow(&mut self, kind: u8, grid: &Grid, cells: &[Cell]) {
        let Some(KindFields { layers, .. }) = self.kinds.get_mut(&kind) else {
            return;
        };
        layers.follow_cells(grid, cells.iter().copied());
        let fields = (0..).zip(&mut self.all);
        for (id, shared) in fields.filter(|(_, shared)| shared.kind == kind && shared.is_current) {
            let is_current = |field: &GoalField| field.is_current(layers);
            shared.is_current = shared.field.as_ref().is_some_and(is_current);
            self.outdated.extend((!shared.is_current).then_some(id));
        }
    }

    /// The cost from a cell to the goal of a field.
    #[inline]
    pub fn cost(&self, id: u32, cell: Cell) -> u32 {
        if !self.is_made(id) {
            return FAR;
        }
        let cost = self.all[id as usize]
            .field
            .as_ref()
            .and_then(|field| field.cost(cell));
        cost.map_or(FAR, |cost| u32::try_from(cost.0).unwrap_or(FAR))
    }

    /// Costs around a cell; [`FAR`] where the field is not current.
    #[inline]
    pub fn around(&self, id: u32, cell: Cell, legal: u8) -> AgentCosts {
        let field = if self.is_made(id) {
            self.all[id as usize].field.as_ref()
        } else {
            None
        };
        let Some(field) = field else {
            return AgentCosts::unknown(legal);
        };
        let (here, costs) = field.costs_around(cell);
        AgentCosts {
            here: known(here),
            legal,
            costs,
        }
    }
}

/// Costs inside of a rectangle of the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleField {
    /// Column and row of the upper left corner, counted with the frame.
    corner: [i32; 2],
    size: [i32; 2],
    costs: Vec<u32>,
}

impl HoleField {
    /// No costs.
    pub const EMPTY: Self = Self {
        corner: [0; 2],
        size: [0; 2],
        costs: Vec::new(),
    };

    /// The costs inside of a rectangle, row by row.
    pub const fn of(corner: [i32; 2], size: [i32; 2], costs: Vec<u32>) -> Self {
        Self {
            corner,
            size,
            costs,
        }
    }

    /// The corner, the size and the costs of the rectangle.
    pub fn parts(&self) -> ([i32; 2], [i32; 2], &[u32]) {
        (self.corner, self.size, &self.costs)
    }

    /// Costs around a place; `None` where the cost from the place itself is not known.
    #[inline]
    pub fn around(&self, layout: &Layout, place: u32, legal: u8) -> Option<AgentCosts> {
        let [column, row] = self.column_and_row(layout, place)?;
        let [width, height] = self.size;
        let here = self.costs[(row * width + column).cast_unsigned() as usize];
        if here == FAR {
            return None;
        }
        let mut around = AgentCosts {
            here,
            ..AgentCosts::unknown(legal)
        };
        if column > 0 && row > 0 && column + 1 < width && row + 1 < height {
            let three = |at: i32| -> [u32; 3] {
                *self.costs[(at * width + column - 1).cast_unsigned() as usize..]
                    .first_chunk()
                    .expect("the place is inside")
            };
            let ([nw, n, ne], [w, _, e], [sw, s, se]) =
                (three(row - 1), three(row), three(row + 1));
            around.costs = [n, e, s, w, ne, se, sw, nw];
        } else {
            for direction in directions(legal) {
                around.costs[usize::from(direction)] =
                    self.cost(layout, layout.step(place, direction));
            }
        }
        Some(around)
    }

    pub fn clear(&mut self) {
        (self.corner, self.size) = ([0; 2], [0; 2]);
        self.costs.clear();
    }

    /// The cost from a place; [`FAR`] where it is not known.
    #[inline]
    pub fn cost(&self, layout: &Layout, place: u32) -> u32 {
        self.column_and_row(layout, place).map_or(FAR, |[x, y]| {
            self.costs[(y * self.size[0] + x).cast_unsigned() as usize]
        })
    }

    /// Column and row of a place in the rectangle; `None` outside.
    #[inline]
    fn column_and_row(&self, layout: &Layout, place: u32) -> Option<[i32; 2]> {
        let [column, row] = layout.column_and_row(place);
        let (x, y) = (column - self.corner[0], row - self.corner[1]);
        let is_inside = x >= 0 && y >= 0 && x < self.size[0] && y < self.size[1];
        is_inside.then_some([x, y])
    }
}

/// Memory of the search, shared by all groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleSearch {
    costs: Vec<u32>,
    touched: Vec<u32>,
    /// Places by cost, in buckets as wide as the cheapest step, used in turn.
    buckets: Vec<Vec<u32>>,
    /// Places whose costs are needed, and whether each place is one that was not reached yet.
    targets: Vec<u32>,
    is_target: Vec<bool>,
}

/// The search goes on so many straight steps after the last agent was reached.
const MARGIN: u32 = 8;

impl HoleSearch {
    /// Begins with no slots and no agents.
    pub fn begin(&mut self, ground: &Ground) {
        self.costs.resize(ground.layout.len(), FAR);
        self.is_target.resize(ground.layout.len(), false);
        // A step costs at most this number of buckets.
        let count = usize::from(ground.max_cost()) * 28 / 5 + 2;
        if self.buckets.len() < count {
            self.buckets.resize(count.next_power_of_two(), Vec::new());
        }
    }

    /// Adds a free slot.
    pub fn add_hole(&mut self, place: u32) {
        self.costs[place as usize] = 0;
        self.touched.push(place);
        self.buckets[0].push(place);
    }

    /// Adds a place whose cost is needed.
    pub fn add_target(&mut self, place: u32) {
        if !std::mem::replace(&mut self.is_target[place as usize], true) {
            self.targets.push(place);
        }
    }

    pub fn target_count(&self) -> usize {
        self.targets.len()
    }

    /// Searches until all targets are reached and a little further, writes the costs, and returns
    /// the number of expansions.
    pub fn finish(&mut self, ground: &Ground, field: &mut HoleField) -> u64 {
        let Self {
            costs,
            touched,
            buckets,
            targets,
            is_target,
        } = self;
        let mask = buckets.len() - 1;
        let (costs, buckets) = (&mut costs[..], &mut buckets[..]);
        let (mut bucket, mut idle, mut work) = (0_u32, 0, 0);
        let (mut count, mut last) = (targets.len(), u32::MAX);
        // As many empty buckets in a row as there are: nothing is left.
        while idle <= mask && bucket <= last {
            let Some(place) = buckets[bucket as usize & mask].pop() else {
                (bucket, idle) = (bucket + 1, idle + 1);
                continue;
            };
            idle = 0;
            let cost = costs[place as usize];
            if ground.units(cost) != bucket {
                continue;
            }
            work += 1;
            if std::mem::take(&mut is_target[place as usize]) {
                count -= 1;
                if count == 0 {
                    last = bucket + MARGIN;
                }
            }
            let (entries, steps) = ground.entries(place);
            for direction in directions(entries) {
                let from = ground.layout.step(place, direction);
                let there = cost + steps[usize::from(direction)];
                let known = &mut costs[from as usize];
                if there < *known {
                    if *known == FAR {
                        touched.push(from);
                    }
                    *known = there;
                    buckets[ground.units(there) as usize & mask].push(from);
                }
            }
        }
        self.write(&ground.layout, field);
        for place in self.targets.drain(..) {
            self.is_target[place as usize] = false;
        }
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        work
    }

    fn write(&mut self, layout: &Layout, field: &mut HoleField) {
        let at = |place: u32| layout.column_and_row(place);
        let Some(first) = self.touched.first() else {
            return field.clear();
        };
        let (mut low, mut high) = (at(*first), at(*first));
        for place in &self.touched {
            let place = at(*place);
            for axis in 0..2 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        field.corner = low;
        field.size = [high[0] - low[0] + 1, high[1] - low[1] + 1];
        field.costs.clear();
        field.costs.resize(
            (field.size[0] * field.size[1]).cast_unsigned() as usize,
            FAR,
        );
        for place in self.touched.drain(..) {
            let [x, y] = at(place);
            let index = (y - low[1]) * field.size[0] + x - low[0];
            field.costs[index.cast_unsigned() as usize] =
                std::mem::replace(&mut self.costs[place as usize], FAR);
        }
    }
}
