//! Legal steps and portals of a map, laid out so that a search over the whole map reads no terrain.

use std::ops::Range;

use crate::fast::step_rules::{Around, Rules, StepPattern};
use crate::map::BitLayout;
use crate::{Cell, CostRule, Direction, Grid, Portal, Terrain, TerrainId};

/// The steps between the cells of a map under one set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepLayers {
    layout: BitLayout,
    /// The cost of each place; 0 is a wall.
    costs: Vec<u16>,
    /// The walkable neighbours of each place, a bit for each [`Direction`].
    open: Vec<u8>,
    /// Whether a place is plain: walkable neighbours of its cost, no one-way cell, no end of a
    /// portal.
    is_plain: Vec<bool>,
    /// The directions in which a step may leave each place; empty on maps without one-way terrain.
    exits: Vec<u8>,
    /// Portals, sorted by [`Link::from`].
    links: Vec<Link>,
    /// Portals, sorted by [`Link::to`].
    links_back: Vec<Link>,
    /// The patterns of plain places, by their walkable neighbours.
    plain: Box<[StepPattern; 256]>,
    /// The legal steps alone, by the walkable neighbours: small enough to stay in the cache.
    legal: Box<[u8; 256]>,
    /// The costs of a straight and a diagonal step for each unit of the terrain costs that they
    /// touch.
    units: [u32; 2],
    is_mean: bool,
    /// Number of rows whose costs are copied, and number of places laid out.
    made: [usize; 2],
}

/// Number of cells laid out in the time of an expansion.
const CELLS: usize = 64;

/// A cost above that of any path, and the cost of a step that is not legal.
pub(crate) const FAR: u32 = 1 << 31;

/// A portal in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub from: u32,
    pub to: u32,
    pub cost: u32,
}

/// The end of a step at which a place lies: the steps from the place, or the steps to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepEnd {
    From,
    To,
}

impl StepLayers {
    /// Returns empty layers, which [`advance`](Self::advance) completes.
    pub fn blank(grid: &Grid, rules: Rules) -> Self {
        let layout = BitLayout::new(grid.size());
        let costs = vec![0_u16; layout.len()];
        let plain = Box::new(std::array::from_fn(|open: usize| {
            let [n, e, s, w, ne, se, sw, nw] =
                std::array::from_fn(|at| u16::from(open >> at & 1 == 1));
            rules.pattern(&Around::of_costs([nw, n, ne, w, 1, e, sw, s, se]))
        }));
        let is_mean = rules.cost_rule == CostRule::MeanTouched;
        let (straight, diagonal) = (rules.units.straight().0, rules.units.diagonal().0);
        let units = if is_mean {
            [straight / 2, diagonal / 4]
        } else {
            [straight, diagonal]
        };
        let mut layers = Self {
            layout,
            costs,
            open: vec![0; layout.len()],
            is_plain: vec![false; layout.len()],
            exits: Vec::new(),
            links: Vec::new(),
            links_back: Vec::new(),
            legal: Box::new(std::array::from_fn(|open| plain[open].legal)),
            plain,
            units: units.map(|unit| u32::try_from(unit).expect("a step costs some thousands")),
            is_mean,
            made: [0; 2],
        };
        layers.follow_exits(grid);
        layers.follow_links(grid);
        layers
    }

    /// Continues for `most` units of work; returns the units used and whether the layers are
    /// complete.
    ///
    /// Edits in between have to be [followed](Self::follow).
    pub fn advance(&mut self, grid: &Grid, most: u64) -> (u64, bool) {
        let (width, height, cost) = (
            grid.width() as usize,
            grid.height() as usize,
            grid.cost_table(),
        );
        let mut taken = 0;
        while self.made[1] < self.layout.len() {
            if taken >= most {
                return (taken, false);
            }
            let [row, place] = self.made;
            if row < height {
                let cells = &grid.cells()[row * width..][..width];
                for (place, terrain) in self.costs[(row + 1) * self.layout.stride + 1..]
                    .iter_mut()
                    .zip(cells)
                {
                    *place = cost[usize::from(terrain.0)];
                }
                if let Some(exits) = self.exits.get_mut((row + 1) * self.layout.stride + 1..) {
                    for (place, terrain) in exits.iter_mut().zip(cells) {
                        *place = exits_of(grid, *terrain);
                    }
                }
                self.made[0] += 1;
            } else {
                let end = (place + self.layout.stride).min(self.layout.len());
                self.lay_out(place..end);
                self.made[1] = end;
            }
            taken += width.div_ceil(CELLS) as u64;
        }
        (taken, true)
    }

    /// Returns `true` once [`advance`](Self::advance) has laid out everything.
    pub const fn is_complete(&self) -> bool {
        self.made[1] >= self.layout.len()
    }

    /// Returns `true` if an edit of this cell has not been followed.
    #[inline]
    pub fn differs(&self, grid: &Grid, cell: Cell) -> bool {
        let place = self.place(cell);
        let has_other_exits = || {
            let terrain = grid.terrain_id(cell).expect("the cell lies inside");
            self.exits
                .get(place)
                .is_some_and(|exits| *exits != exits_of(grid, terrain))
        };
        self.costs[place] != grid.cost(cell).unwrap_or(0) || has_other_exits()
    }

    /// Prepares for the first one-way terrain of the map. Its cells are followed one by one.
    pub fn follow_exits(&mut self, grid: &Grid) {
        if grid.has_one_way_terrain() && self.exits.is_empty() {
            self.exits = vec![u8::MAX; self.layout.len()];
        }
    }

    /// Follows an edit of this cell; returns its place.
    ///
    /// # Complexity
    /// O(1), O(p) on a map with p portals.
    pub fn follow(&mut self, grid: &Grid, cell: Cell) -> u32 {
        let place = self.place(cell);
        self.costs[place] = grid.cost(cell).unwrap_or(0);
        if let Some(exits) = self.exits.get_mut(place) {
            *exits = exits_of(grid, grid.terrain_id(cell).expect("the cell lies inside"));
        }
        self.lay_out_around(place);
        narrow(place)
    }

    /// Follows an edit of the portals; returns the places of all old and new ends of portals.
    pub fn follow_links(&mut self, grid: &Grid) -> Vec<u32> {
        let straight = self.plain_costs(1)[0];
        let cost = |portal: &Portal| straight.saturating_mul(portal.cost.into()).min(FAR);
        let place = |cell: Cell| narrow(self.place(cell));
        let is_jump = |portal: &&Portal| portal.from != portal.to;
        let link = |portal: &Portal| Link {
            from: place(portal.from),
            to: place(portal.to),
            cost: cost(portal),
        };
        let mut links: Vec<Link> = grid.portals().iter().filter(is_jump).map(link).collect();
        links.sort_by_key(|link| link.from);
        if links == self.links {
            return Vec::new();
        }
        let before = std::mem::replace(&mut self.links, links);
        self.links_back.clone_from(&self.links);
        self.links_back.sort_by_key(|link| link.to);
        let mut ends: Vec<u32> = before
            .iter()
            .chain(&self.links)
            .flat_map(|link| [link.from, link.to])
            .collect();
        ends.sort_unstable();
        ends.dedup();
        for end in &ends {
            self.lay_out_around(*end as usize);
        }
        ends
    }

    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u16>()
            + self.open.capacity()
            + self.is_plain.capacity()
            + self.exits.capacity()
            + (self.links.capacity() + self.links_back.capacity()) * size_of::<Link>()
    }

    /// Returns the number of places.
    pub const fn len(&self) -> usize {
        self.layout.len()
    }

    /// Returns the place of a cell inside the map.
    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        self.place_of(cell).expect("the cell lies inside")
    }

    /// Returns the place of a cell; `None` outside the map.
    #[inline]
    pub const fn place_of(&self, cell: Cell) -> Option<usize> {
        self.layout.place(cell)
    }

    pub const fn layout(&self) -> BitLayout {
        self.layout
    }

    /// Returns `true` if an agent can stand on the place.
    #[inline]
    pub fn is_walkable(&self, place: usize) -> bool {
        self.costs[place] != 0
    }

    /// Returns the offsets from a place to its neighbours, by [`Direction`].
    #[inline]
    pub fn offsets(&self) -> [isize; 8] {
        Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dx as isize + dy as isize * self.layout.stride.cast_signed()
        })
    }

    /// Returns the costs of the cheapest and the most expensive step, portals apart.
    ///
    /// They are bounds: any two terrains of the map count as neighbours.
    pub fn range(&self, grid: &Grid) -> [u32; 2] {
        let costs = grid
            .used_terrains()
            .map(|terrain| grid.cost_table()[usize::from(terrain.0)]);
        let costs = costs.filter(|cost| *cost != 0);
        let (least, most) = costs.fold((Terrain::MAX_COST, 1), |(least, most), cost| {
            (least.min(cost), most.max(cost))
        });
        [self.plain_costs(least)[0], self.plain_costs(most)[1]]
    }

    /// Returns the costs of a straight and a diagonal step where every cell costs `terrain`.
    #[inline]
    fn plain_costs(&self, terrain: u16) -> [u32; 2] {
        let [straight, diagonal] = self.units.map(|unit| unit * u32::from(terrain));
        if self.is_mean {
            [2 * straight, 4 * diagonal]
        } else {
            [straight, diagonal]
        }
    }

    /// Returns the steps kept at a plain place, and the costs of a straight and a diagonal step.
    ///
    /// The steps have a bit for each direction, and so has `arrivals`: the steps by which the place
    /// was reached. A place that was reached in all directions is where the search begins: all its
    /// legal steps are kept.
    #[inline]
    pub fn plain_steps(&self, place: usize, arrivals: u8) -> Option<(u8, [u32; 2])> {
        let pattern = &self.plain[usize::from(self.open[place])];
        let steps = || {
            if arrivals == u8::MAX {
                pattern.legal
            } else {
                pattern.kept_behind(arrivals)
            }
        };
        self.is_plain[place].then(|| (steps(), self.plain_costs(self.costs[place])))
    }

    /// Returns the legal steps between a place and its neighbours, a bit for the [`Direction`] of
    /// each one.
    #[inline]
    pub fn legal(&self, place: usize, end: StepEnd) -> u8 {
        if self.costs[place] == 0 {
            return 0;
        }
        let legal = self.legal[usize::from(self.open[place])];
        if self.exits.is_empty() {
            legal
        } else {
            legal & self.exits_of_steps(place, end)
        }
    }

    #[cold]
    fn exits_of_steps(&self, place: usize, end: StepEnd) -> u8 {
        if end == StepEnd::From {
            return self.exits[place];
        }
        let exits = self.values_around(&self.exits, place);
        let enters = |at: usize| (exits[at] >> (Direction::ALL[at].opposite() as u8) & 1) << at;
        (0..8).map(enters).sum()
    }

    /// Returns `true` if the map has portals.
    #[inline]
    pub const fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Returns all portals, each in one direction.
    #[inline]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Returns the portals from a walkable place whose other end is walkable.
    #[inline]
    pub fn links_from(&self, place: usize) -> impl Iterator<Item = &Link> {
        let first = self
            .links
            .partition_point(|link| (link.from as usize) < place);
        let links = self.links[first..]
            .iter()
            .take_while(move |link| link.from as usize == place);
        links.filter(move |link| self.is_walkable(place) && self.is_walkable(link.to as usize))
    }

    /// Returns the portals to a place whose other end is walkable.
    #[inline]
    pub fn links_to(&self, place: usize) -> impl Iterator<Item = &Link> {
        let first = self
            .links_back
            .partition_point(|link| (link.to as usize) < place);
        let links = self.links_back[first..]
            .iter()
            .take_while(move |link| link.to as usize == place);
        links.filter(|link| self.is_walkable(link.from as usize))
    }

    /// Returns the costs of a straight and a diagonal step to a place, if only its terrain counts.
    #[inline]
    pub fn entry_costs(&self, place: usize) -> Option<[u32; 2]> {
        let here = u32::from(self.costs[place]);
        (!self.is_mean).then(|| self.units.map(|unit| unit * here))
    }

    /// Returns the costs of the legal steps between a place and its neighbours, by [`Direction`].
    ///
    /// The costs of other steps are meaningless.
    #[inline]
    pub fn steps(&self, place: usize, end: StepEnd) -> [u32; 8] {
        if end == StepEnd::To
            && let Some([straight, diagonal]) = self.entry_costs(place)
        {
            return [
                straight, straight, straight, straight, diagonal, diagonal, diagonal, diagonal,
            ];
        }
        let here = u32::from(self.costs[place]);
        let [straight, diagonal] = self.units;
        let around = self.values_around(&self.costs, place).map(u32::from);
        let mut costs = [0; 8];
        for at in 0..8 {
            costs[at] = self.units[at / 4] * around[at];
        }
        if self.is_mean {
            // A wall beside a step counts as the more expensive end.
            let beside = |side: usize, wall: u32| {
                if around[side] == 0 {
                    wall
                } else {
                    around[side]
                }
            };
            for at in 0..4 {
                let (there, wall) = (around[at + 4], here.max(around[at + 4]));
                costs[at] = straight * (here + around[at]);
                costs[at + 4] =
                    diagonal * (here + there + beside(at, wall) + beside((at + 1) % 4, wall));
            }
        }
        costs
    }

    /// Returns the values of the neighbours of a place, by [`Direction`].
    #[inline]
    pub fn values_around<T: Copy>(&self, values: &[T], place: usize) -> [T; 8] {
        self.layout.values_around(values, place)
    }

    #[expect(
        clippy::needless_bitwise_bool,
        reason = "without branches, several cells are laid out at once"
    )]
    fn lay_out(&mut self, places: Range<usize>) {
        // The walls around the map stay as they are.
        let stride = self.layout.stride;
        let places = places.start.max(stride + 1)..places.end.min(self.layout.len() - stride - 1);
        if places.is_empty() {
            return;
        }
        let row = |first: usize| &self.costs[first..][..places.len() + 2];
        let [above, here, below] =
            [places.start - stride, places.start, places.start + stride].map(|at| row(at - 1));
        let (open, is_plain) = (
            &mut self.open[places.clone()],
            &mut self.is_plain[places.clone()],
        );
        for (at, (open, is_plain)) in open.iter_mut().zip(is_plain).enumerate() {
            let cost = here[at + 1];
            let straight = [above[at + 1], here[at + 2], below[at + 1], here[at]];
            let diagonal = [above[at + 2], below[at + 2], below[at], above[at]];
            (*open, *is_plain) = (0, cost != 0);
            for side in 0..4 {
                let (one, other) = (straight[side], diagonal[side]);
                *open |= u8::from(one != 0) << side | u8::from(other != 0) << (side + 4);
                *is_plain &= (one == cost) | (one == 0);
                *is_plain &= (other == cost) | (other == 0);
            }
        }
        if !self.exits.is_empty() {
            for place in places.clone() {
                let is_two_way = self.exits[place] == u8::MAX
                    && self.values_around(&self.exits, place) == [u8::MAX; 8];
                self.is_plain[place] &= is_two_way;
            }
        }
        for end in self
            .links
            .iter()
            .flat_map(|link| [link.from as usize, link.to as usize])
        {
            if places.contains(&end) {
                self.is_plain[end] = false;
            }
        }
    }

    fn lay_out_around(&mut self, place: usize) {
        let stride = self.layout.stride;
        for middle in [place - stride, place, place + stride] {
            self.lay_out(middle - 1..middle + 2);
        }
    }
}

/// Returns the directions in which a terrain may be left, a bit for each.
///
/// A wall has all of them, although no step from it is legal.
fn exits_of(grid: &Grid, terrain: TerrainId) -> u8 {
    let exits = grid.exits_of(terrain);
    Direction::ALL
        .into_iter()
        .map(|direction| u8::from(exits.contains(direction)) << direction as u8)
        .sum()
}

/// Converts a place to half its size in memory.
#[inline]
pub(super) fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("places are counted in u32")
}
