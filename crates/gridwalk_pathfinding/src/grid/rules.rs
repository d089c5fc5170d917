//! The map as one kind of agent sees it: cell by cell, and as a whole.
//!
//! [`AgentRules`] are a profile prepared for one legend. They answer for a single cell without a
//! copy of the map.

use std::sync::Arc;

use super::profile::{NO_ENTRY, Raised};
use super::{AgentProfile, Cell, Grid, KeepOffWalls, Rect, Terrain, TerrainId};

/// An [`AgentProfile`] prepared for the legend of a grid: answers about single cells without a copy
/// of the map.
///
/// For each cell it agrees with [`Grid::seen_by`], which prepares all of them.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, AgentRules, Cell, Grid};
/// let grid = Grid::from_rows(&["...", "..#"]);
/// let wide = AgentRules::new(&AgentProfile { size: 2, ..AgentProfile::default() }, grid.legend());
/// assert!(wide.allows(&grid, Cell::new(0, 0)));
/// assert!(!wide.allows(&grid, Cell::new(1, 0)), "it would cover the wall");
/// ```
#[derive(Clone, Debug)]
pub struct AgentRules {
    size: u8,
    own_costs: Arc<[(String, Option<u16>)]>,
    forbidden: Arc<Forbidden>,
    /// Cost by terrain number, 0 is blocked; `None` where the profile names no terrain.
    costs: Option<Box<[u16; 256]>>,
    opens_terrain: bool,
    /// The terrain near walls, for agents that keep off them.
    raised: Option<Box<Raised>>,
}

impl AgentRules {
    /// Creates the rules of a profile on grids with this legend.
    ///
    /// # Complexity
    /// O(r log r) for r rectangles, and O(terrains × own costs). For an agent that keeps off walls
    /// O(terrains × raised terrains) more.
    #[must_use]
    pub fn new(profile: &AgentProfile, legend: &[Terrain]) -> Self {
        let mut rules = Self {
            size: profile.size.max(1),
            own_costs: profile.costs.as_slice().into(),
            forbidden: Arc::new(Forbidden::new(&profile.forbidden)),
            costs: None,
            opens_terrain: false,
            raised: profile
                .keep_off_walls
                .and_then(KeepOffWalls::clamped)
                .map(|it| Box::new(Raised::new(it))),
        };
        rules.set_legend(legend);
        rules
    }

    /// Prepares the rules for another legend.
    ///
    /// # Complexity
    /// O(terrains × own costs), and for an agent that keeps off walls O(terrains × raised terrains)
    /// more.
    pub fn set_legend(&mut self, legend: &[Terrain]) {
        if let Some(raised) = &mut self.raised {
            let own = legend
                .iter()
                .map(|terrain| with_own_cost(&self.own_costs, terrain));
            raised.set_legend(&own.collect::<Vec<_>>());
        }
        if self.own_costs.is_empty() {
            return;
        }
        let costs = self.costs.get_or_insert_with(|| Box::new([0; 256]));
        costs.fill(0);
        self.opens_terrain = false;
        for (cost, terrain) in costs.iter_mut().zip(legend) {
            *cost = own_cost(&self.own_costs, terrain).unwrap_or(0);
            self.opens_terrain |= *cost != 0 && terrain.is_blocked();
        }
    }

    /// Returns the side of the agent in cells, at least 1.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the distance in cells within which a wall makes the agent's cell more expensive.
    #[must_use]
    pub fn reach(&self) -> u8 {
        self.raised.as_deref().map_or(0, Raised::reach)
    }

    /// Whether the agent walks on terrain that is blocked for others.
    #[must_use]
    pub const fn opens_terrain(&self) -> bool {
        self.opens_terrain
    }

    /// Whether the profile has costs of its own.
    #[must_use]
    pub fn has_own_costs(&self) -> bool {
        !self.own_costs.is_empty()
    }

    /// Whether the agent can stand on the cell; `false` outside.
    ///
    /// The grid has the legend that the rules were made for.
    ///
    /// # Complexity
    /// O(size²), and O(r / 16) for r rectangles.
    #[must_use]
    pub fn allows(&self, grid: &Grid, cell: Cell) -> bool {
        grid.contains(cell) && !self.forbidden.overlaps(cell, self.size) && {
            let side = i32::from(self.size);
            let is_free = |cell| {
                grid.terrain_id(cell)
                    .is_some_and(|terrain| self.is_walkable(grid, terrain))
            };
            (cell.y..cell.y + side)
                .all(|y| (cell.x..cell.x + side).all(|x| is_free(Cell::new(x, y))))
        }
    }

    /// Returns the cost of a step onto the cell for the agent; `None` where it cannot stand.
    ///
    /// # Complexity
    /// That of [`allows`](Self::allows), and O((size + reach)²) more for an agent that keeps off
    /// walls.
    #[must_use]
    pub fn cost(&self, grid: &Grid, cell: Cell) -> Option<u16> {
        let costs = self.costs_on(grid);
        let terrain = self.terrain_under(grid, cell)?;
        Some(match &self.raised {
            Some(raised) => raised.cost(terrain, self.wall_distance(grid, cell), costs),
            None => costs[usize::from(terrain.0)],
        })
    }

    /// Returns the agent's cost of the terrain of a cell; `None` where that is blocked.
    ///
    /// The extra cost near walls is not included.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn terrain_cost(&self, grid: &Grid, cell: Cell) -> Option<u16> {
        let TerrainId(terrain) = grid.terrain_id(cell)?;
        Some(self.costs_on(grid)[usize::from(terrain)]).filter(|cost| *cost != 0)
    }

    /// Returns the distance of an agent on the cell to the nearest cell that it must not enter.
    ///
    /// The distance is the number of steps from the agent's area. It is 0 where the agent cannot
    /// stand, and one more than its [reach](Self::reach) where no such cell is so near.
    ///
    /// # Complexity
    /// That of [`cost`](Self::cost).
    #[must_use]
    pub fn wall_distance(&self, grid: &Grid, cell: Cell) -> u8 {
        if !self.allows(grid, cell) {
            return 0;
        }
        let side = i32::from(self.size);
        let is_near = |distance: &u8| {
            let around = i32::from(*distance);
            let (left, right) = (cell.x - around, cell.x + side - 1 + around);
            let (top, bottom) = (cell.y - around, cell.y + side - 1 + around);
            let across = (left..=right).flat_map(|x| [Cell::new(x, top), Cell::new(x, bottom)]);
            let down = (top..=bottom).flat_map(|y| [Cell::new(left, y), Cell::new(right, y)]);
            across.chain(down).any(|cell| !self.is_free(grid, cell))
        };
        (1..=self.reach()).find(is_near).unwrap_or(self.reach() + 1)
    }

    /// Returns the terrain of a cell on which the agent can stand.
    fn terrain_under(&self, grid: &Grid, cell: Cell) -> Option<TerrainId> {
        grid.terrain_id(cell).filter(|_| self.allows(grid, cell))
    }

    /// Returns the costs of an agent of one cell on this grid, by terrain number.
    fn costs_on<'a>(&'a self, grid: &'a Grid) -> &'a [u16; 256] {
        self.costs.as_deref().unwrap_or(grid.cost_table())
    }

    /// Returns the legend of the map that the agent sees.
    ///
    /// It has the same numbers at the agent's costs, terrain near walls, and [`NO_ENTRY`]. Its
    /// length is always the same, so that another terrain in the legend of the shared map moves no
    /// number.
    pub(crate) fn seen_legend(&self, legend: &[Terrain]) -> Vec<Terrain> {
        let own = legend
            .iter()
            .map(|terrain| with_own_cost(&self.own_costs, terrain));
        let unused = std::iter::repeat_with(|| Terrain::new(String::new(), None));
        let mut seen: Vec<Terrain> = own.chain(unused).take(usize::from(NO_ENTRY.0)).collect();
        for (number, terrain) in self.raised.iter().flat_map(|raised| raised.terrains()) {
            seen[usize::from(number.0)].clone_from(terrain);
        }
        seen.push(Terrain::new("no entry", None));
        seen
    }

    /// Returns the number of terrain in the seen legend at a distance from walls.
    pub(crate) fn number_at(&self, terrain: TerrainId, distance: u8) -> TerrainId {
        self.raised
            .as_ref()
            .map_or(terrain, |raised| raised.number(terrain, distance))
    }

    /// Returns, by terrain number, whether an agent of one cell can stand on it.
    pub(crate) fn walkable_terrains(&self, grid: &Grid) -> [bool; 256] {
        self.costs_on(grid).map(|cost| cost != 0)
    }

    /// Whether an agent of one cell could stand on terrain of the grid.
    pub(crate) fn is_walkable(&self, grid: &Grid, TerrainId(terrain): TerrainId) -> bool {
        self.costs_on(grid)[usize::from(terrain)] != 0
    }

    /// Whether an agent of one cell could stand on the cell; false outside.
    pub(crate) fn is_free(&self, grid: &Grid, cell: Cell) -> bool {
        grid.terrain_id(cell)
            .is_some_and(|terrain| self.is_walkable(grid, terrain))
            && !self.forbids(cell)
    }

    /// Whether the cell lies in a forbidden rectangle.
    pub(crate) fn forbids(&self, cell: Cell) -> bool {
        self.forbidden.overlaps(cell, 1)
    }

    /// Returns the forbidden parts of a row: first column, and one after the last. They may
    /// overlap.
    pub(crate) fn forbidden_spans(&self, y: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.forbidden.spans(y)
    }
}

/// A rectangle of columns and rows, the last ones excluded.
#[derive(Clone, Copy, Debug)]
struct CellBounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl CellBounds {
    /// Returns the part of a rectangle that can lie on a map, if there is one.
    fn of(rect: Rect) -> Option<Self> {
        let most = i64::from(Grid::MAX_SIDE);
        let clip = |at: i64| i32::try_from(at.clamp(0, most)).expect("sides of maps are small");
        let ends =
            |at: i32, length: u32| [clip(at.into()), clip(i64::from(at) + i64::from(length))];
        let ([left, right], [top, bottom]) =
            (ends(rect.at.x, rect.width), ends(rect.at.y, rect.height));
        (left < right && top < bottom).then_some(Self {
            left,
            top,
            right,
            bottom,
        })
    }

    const fn overlaps(self, cell: Cell, side: i32) -> bool {
        cell.x < self.right
            && cell.x + side > self.left
            && cell.y < self.bottom
            && cell.y + side > self.top
    }

    fn around(rects: &[Self]) -> Self {
        let least = |edge: fn(&Self) -> i32| rects.iter().map(edge).min().unwrap_or(0);
        let most = |edge: fn(&Self) -> i32| rects.iter().map(edge).max().unwrap_or(0);
        let [left, top] = [least(|it| it.left), least(|it| it.top)];
        Self {
            left,
            top,
            right: most(|it| it.right),
            bottom: most(|it| it.bottom),
        }
    }
}

/// Forbidden rectangles in groups of neighbours, so that most of them are never checked.
#[derive(Debug)]
struct Forbidden {
    rects: Vec<CellBounds>,
    /// The bounding box of each group of [`GROUP`] rectangles.
    groups: Vec<CellBounds>,
}

const GROUP: usize = 16;

impl Forbidden {
    fn new(rects: &[Rect]) -> Self {
        let mut rects: Vec<CellBounds> = rects
            .iter()
            .filter_map(|rect| CellBounds::of(*rect))
            .collect();
        rects.sort_by_key(|it| (it.top >> 6, it.left, it.top));
        let groups = rects.chunks(GROUP).map(CellBounds::around).collect();
        Self { rects, groups }
    }

    fn near(
        &self,
        is_near: impl Fn(CellBounds) -> bool + Copy,
    ) -> impl Iterator<Item = CellBounds> {
        let groups = self.groups.iter().zip(self.rects.chunks(GROUP));
        groups
            .filter(move |(around, _)| is_near(**around))
            .flat_map(|(_, rects)| rects.iter().copied())
            .filter(move |it| is_near(*it))
    }

    fn overlaps(&self, cell: Cell, size: u8) -> bool {
        self.near(|it| it.overlaps(cell, size.into()))
            .next()
            .is_some()
    }

    fn spans(&self, y: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.near(move |it| it.top <= y && y < it.bottom)
            .map(|it| (it.left, it.right))
    }
}

impl AgentProfile {
    /// Returns `true` if such an agent can stand on the cell; `false` outside.
    ///
    /// It agrees with [`Grid::seen_by`], without a copy of the map. [`AgentRules`] answer many of
    /// these questions faster.
    ///
    /// # Complexity
    /// O(size² × own costs + rectangles).
    #[must_use]
    pub fn allows(&self, grid: &Grid, cell: Cell) -> bool {
        if !grid.contains(cell) {
            return false;
        }
        let side = u32::from(self.size.max(1));
        let covered = Rect {
            at: cell,
            width: side,
            height: side,
        };
        let is_free = |cell| {
            grid.terrain(cell)
                .is_some_and(|terrain| own_cost(&self.costs, terrain).is_some())
        };
        let mut forbidden = self
            .forbidden
            .iter()
            .filter(|rect| rect.width > 0 && rect.height > 0);
        !forbidden.any(|rect| rect.overlaps(covered)) && covered.cells().all(is_free)
    }
}

impl Grid {
    /// Returns the map as this agent sees it: terrain at the agent's costs, and walls where it
    /// cannot stand.
    ///
    /// The map has the same size and revision, and the same numbers for its terrains. Its legend is
    /// filled up so that the last number is that of cells that the agent must not enter. Cells near
    /// walls that the agent keeps off have terrains of their own, with the numbers below that one.
    ///
    /// Clearance is the side of the largest free square right and down of a cell (Harabor and
    /// Botea, "Hierarchical path planning for multi-size agents in heterogeneous environments",
    /// 2008).
    ///
    /// # Complexity
    /// O(cells) time; 1 byte a cell. O(cells × size) for an agent that keeps off walls.
    #[must_use]
    pub fn seen_by(&self, profile: &AgentProfile) -> Self {
        let rules = AgentRules::new(profile, &self.legend);
        let cells = self.cells().to_vec();
        let legend = rules.seen_legend(&self.legend);
        let mut seen = Self::assemble(
            self.size,
            cells,
            legend,
            self.portals.clone(),
            self.revision,
        );
        let width = self.width().cast_signed();
        for y in 0..self.height().cast_signed() {
            for (left, right) in rules.forbidden_spans(y) {
                for x in left..right.min(width) {
                    let index = self.index(Cell::new(x, y)).expect("inside").get();
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        let distances =
            (rules.reach() > 0).then(|| seen.wall_distance(rules.size(), rules.reach()));
        if profile.size > 1 {
            let clearance = seen.clearance(profile.size);
            for (index, clearance) in clearance.into_iter().enumerate() {
                // Walls stay walls: who looks at this map sees why.
                if clearance < profile.size && seen.is_walkable_at(index) {
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        for (index, distance) in distances.into_iter().flatten().enumerate() {
            if seen.is_walkable_at(index) {
                seen.terrain_layer
                    .set(index, rules.number_at(seen.cells()[index], distance));
            }
        }
        seen
    }

    /// Returns, for each cell, the side of the largest free square right and down of it; 0 is
    /// blocked.
    ///
    /// Sides are at most `most`.
    ///
    /// # Complexity
    /// O(cells): each cell looks at three neighbours.
    #[must_use]
    pub fn clearance(&self, most: u8) -> Vec<u8> {
        let width = self.width() as usize;
        let mut clearance = vec![0_u8; self.cell_count()];
        for index in (0..self.cell_count()).rev() {
            if !self.is_walkable_at(index) {
                continue;
            }
            let around = right_and_below(&clearance, width, index);
            clearance[index] = around
                .into_iter()
                .min()
                .unwrap_or(0)
                .saturating_add(1)
                .min(most);
        }
        clearance
    }

    /// Returns, for each cell, the steps from an agent's area to the nearest blocked cell, straight
    /// or diagonal.
    ///
    /// The area has `size` × `size` cells, and the cell is its upper left one. A distance is at
    /// most `most` and one more, and 0 where the area covers a blocked cell. Everything outside the
    /// map is blocked.
    ///
    /// # Complexity
    /// O(cells × size).
    #[must_use]
    pub fn wall_distance(&self, size: u8, most: u8) -> Vec<u8> {
        let (width, count) = (self.width() as usize, self.cell_count());
        let most = most.saturating_add(1);
        let mut distance: Vec<u8> = (0..count)
            .map(|index| if self.is_walkable_at(index) { most } else { 0 })
            .collect();
        // Once from the cells above and to the left, once from those below and to the right.
        let mut relax = |index: usize, steps: [(isize, isize); 4]| {
            let (x, y) = (index % width, index / width);
            let near = steps.map(|(dx, dy)| {
                let (x, y) = (
                    x.checked_add_signed(dx).filter(|x| *x < width),
                    y.checked_add_signed(dy),
                );
                x.zip(y)
                    .and_then(|(x, y)| distance.get(y * width + x))
                    .map_or(1, |steps| steps.saturating_add(1))
            });
            distance[index] = near.into_iter().fold(distance[index], u8::min);
        };
        (0..count).for_each(|index| relax(index, [(-1, 0), (-1, -1), (0, -1), (1, -1)]));
        (0..count)
            .rev()
            .for_each(|index| relax(index, [(1, 0), (1, 1), (0, 1), (-1, 1)]));
        // The least in a square is the least of four squares that are smaller by one.
        for _ in 1..size.max(1) {
            for index in 0..count {
                let square = right_and_below(&distance, width, index);
                distance[index] = square.into_iter().fold(distance[index], u8::min);
            }
        }
        distance
    }
}

/// Returns the agent's own cost of the terrain, or else the terrain's cost.
fn own_cost(own_costs: &[(String, Option<u16>)], terrain: &Terrain) -> Option<u16> {
    let own = own_costs.iter().find(|(name, _)| *name == terrain.name);
    own.map_or(terrain.cost, |(_, cost)| {
        cost.map(|cost| cost.clamp(1, Terrain::MAX_COST))
    })
}

/// Returns the terrain with the agent's own cost, if there is one.
fn with_own_cost(own_costs: &[(String, Option<u16>)], terrain: &Terrain) -> Terrain {
    Terrain {
        cost: own_cost(own_costs, terrain),
        ..terrain.clone()
    }
}

/// Returns the values right of a cell, below it, and below that to the right; 0 outside the map.
fn right_and_below(values: &[u8], width: usize, index: usize) -> [u8; 3] {
    let at = |inside: bool, index: usize| {
        if inside {
            values.get(index).copied().unwrap_or(0)
        } else {
            0
        }
    };
    let right = !(index + 1).is_multiple_of(width);
    [
        at(right, index + 1),
        at(true, index + width),
        at(right, index + width + 1),
    ]
}
