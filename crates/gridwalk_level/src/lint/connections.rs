//! The connected parts of a map, the single cells that hold them together, and the reachability of
//! goals.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::slices::{at_once, for_each, repeat, sort_by_key};
use gridwalk_pathfinding::{
    Cell, DiagonalRule, Direction, Grid, Movement, Reachability, Regions, SearchOptions,
};

/// A cell that holds its part of the map together: a wall there would split the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choke {
    /// The cell.
    pub cell: Cell,
    /// Number of cells that a wall there would disconnect from the largest remaining piece.
    pub cut_off: u32,
}

/// Finds all cells that hold a part of the map together.
///
/// The cells that cut off the most cells enter first, then reading order decides. One-way cells
/// count as open to all sides, and portals as open in both directions.
///
/// The algorithm finds articulation points (Tarjan 1972), without recursion.
///
/// # Complexity
/// O(cells) time and memory, plus sorting the found cells.
///
/// # Examples
/// ```
/// use gridwalk_level::lint::choke_cells;
/// use gridwalk_pathfinding::{Cell, Grid, Movement};
/// let chokes = choke_cells(&Grid::from_rows(&["..#..", ".....", "..#.."]), Movement::default());
/// assert_eq!((chokes[0].cell, chokes[0].cut_off, chokes.len()), (Cell::new(2, 1), 6, 3));
/// ```
#[must_use]
pub fn choke_cells(grid: &Grid, movement: Movement) -> Vec<Choke> {
    at_once(ConnectedParts::new(grid, movement)).chokes
}

/// A connected part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConnectedPart {
    /// The first cell in reading order.
    pub first: Cell,
    pub size: u32,
}

/// All parts of a map, in reading order of their first cells.
pub(super) struct ConnectedParts {
    pub list: Vec<ConnectedPart>,
    /// The choke cells, in the order of [`choke_cells`].
    pub chokes: Vec<Choke>,
}

/// A cell on the path from the root of the walk to the current cell.
///
/// A path can be as long as the map has cells, so each byte counts.
#[derive(Clone, Copy)]
struct Visit {
    at: u32,
    /// Index of the neighbour to examine next.
    next: u8,
    /// Number of cells found from this one on, including it.
    size: u32,
    /// The smallest visit number that these cells lead back to.
    low: u32,
    /// Number of these cells that are connected through this one alone, then the largest piece of
    /// them.
    hanging: u32,
    largest: u32,
}

impl ConnectedParts {
    pub async fn new(grid: &Grid, movement: Movement) -> Self {
        let (net, order) = Net::new(grid, movement).await;
        let mut found = Self {
            list: Vec::new(),
            chokes: Vec::new(),
        };
        let mut roots = 0..order.len();
        let mut walk = Walk {
            order,
            count: 0,
            path: Vec::new(),
            holding: Vec::new(),
        };
        repeat(1, || {
            if !walk.path.is_empty() {
                if let Some(root) = walk.step(&net) {
                    found.add(&net, root, &mut walk.holding);
                }
                return true;
            }
            let root = roots.next();
            if let Some(root) = root.filter(|root| walk.order[*root] == NOT_YET) {
                walk.enter(root);
            }
            root.is_some()
        })
        .await;
        sort_by_key(&mut found.chokes, |choke| {
            (std::cmp::Reverse(choke.cut_off), choke.cell.y, choke.cell.x)
        })
        .await;
        found
    }

    /// Adds a part after its walk, given its root.
    fn add(&mut self, net: &Net, root: Visit, holding: &mut Vec<Visit>) {
        let size = root.size;
        self.list.push(ConnectedPart {
            first: net.cell(root.at as usize),
            size,
        });
        for Visit {
            at,
            hanging,
            largest,
            ..
        } in holding.drain(..)
        {
            let others = size - 1;
            let cut_off = others - largest.max(others - hanging);
            if cut_off > 0 {
                self.chokes.push(Choke {
                    cell: net.cell(at as usize),
                    cut_off,
                });
            }
        }
    }
}

/// A depth-first walk over one part after another.
struct Walk {
    /// The visit number of each cell.
    order: Vec<u32>,
    count: u32,
    path: Vec<Visit>,
    /// Cells of this part that others are connected through alone.
    holding: Vec<Visit>,
}

impl Walk {
    fn enter(&mut self, at: usize) {
        self.count += 1;
        self.order[at] = self.count;
        let at = u32::try_from(at).expect("a map in its frame has fewer cells than that");
        self.path.push(Visit {
            at,
            next: 0,
            size: 1,
            low: self.count,
            hanging: 0,
            largest: 0,
        });
    }

    /// Examines one neighbour, or returns to the previous cell.
    ///
    /// Returns the root when the part is finished.
    #[inline]
    fn step(&mut self, net: &Net) -> Option<Visit> {
        let visit = self.path.last_mut().expect("it has a root");
        if let Some(to) = net.neighbor(visit.at as usize, visit.next) {
            visit.next += 1;
            if self.order[to] == NOT_YET {
                self.enter(to);
            } else {
                // A wall's number is larger than all others.
                visit.low = visit.low.min(self.order[to]);
            }
            return None;
        }
        let done = self.path.pop().expect("there is a last one");
        if done.hanging > 0 {
            self.holding.push(done);
        }
        let Some(parent) = self.path.last_mut() else {
            return Some(done);
        };
        parent.size += done.size;
        parent.low = parent.low.min(done.low);
        if done.low >= self.order[parent.at as usize] {
            parent.hanging += done.size;
            parent.largest = parent.largest.max(done.size);
        }
        None
    }
}

/// The visit numbers of an unvisited free cell and of a wall; visited cells count from 1.
const NOT_YET: u32 = 0;
const WALL: u32 = u32::MAX;

/// The map in a frame of walls.
///
/// Two cells joined by a diagonal step that cuts no corner are joined by straight steps, too. So
/// diagonal steps matter only where every corner may be cut, and a new wall removes no links but
/// its own.
struct Net {
    stride: usize,
    offsets: Vec<isize>,
    portals: BTreeMap<usize, Vec<usize>>,
}

impl Net {
    /// Builds the net, and the initial visit number of each of its cells: [`NOT_YET`] or [`WALL`].
    async fn new(grid: &Grid, movement: Movement) -> (Self, Vec<u32>) {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let stride = width + 2;
        let mut order = vec![WALL; stride * (height + 2)];
        for_each(
            (0..width * height).filter(|&index| grid.is_walkable_at(index)),
            |index| {
                order[(index / width + 1) * stride + index % width + 1] = NOT_YET;
            },
        )
        .await;
        let diagonal = movement == Movement::Eight(DiagonalRule::Always);
        let row = isize::try_from(stride).expect("a row is short");
        let offsets = Direction::ALL
            .into_iter()
            .filter(|direction| diagonal || !direction.is_diagonal())
            .map(Direction::offset);
        let mut offsets: Vec<isize> = offsets
            .map(|(dx, dy)| dx as isize + dy as isize * row)
            .collect();
        // Offsets along rows enter first, as the cells lie in memory.
        offsets.sort_by_key(|offset| offset.abs());
        let mut net = Self {
            stride,
            offsets,
            portals: BTreeMap::new(),
        };
        for portal in grid.portals().iter() {
            let (from, to) = (net.number(portal.from), net.number(portal.to));
            if order[from] == NOT_YET && order[to] == NOT_YET {
                net.portals.entry(from).or_default().push(to);
                net.portals.entry(to).or_default().push(from);
            }
        }
        (net, order)
    }

    fn number(&self, cell: Cell) -> usize {
        let side = |x: i32| usize::try_from(x + 1).expect("the cell is on the map");
        side(cell.y) * self.stride + side(cell.x)
    }

    fn cell(&self, number: usize) -> Cell {
        let side = |side: usize| i32::try_from(side).expect("sides are short") - 1;
        Cell::new(side(number % self.stride), side(number / self.stride))
    }

    /// Returns a neighbour, free or not; `None` after the last one.
    #[inline]
    fn neighbor(&self, at: usize, number: u8) -> Option<usize> {
        let number = usize::from(number);
        if let Some(offset) = self.offsets.get(number) {
            return Some(at.wrapping_add_signed(*offset));
        }
        if self.portals.is_empty() {
            return None;
        }
        self.portals
            .get(&at)?
            .get(number - self.offsets.len())
            .copied()
    }
}

/// Finds out whether a path leads from one cell to another; its data is computed when first needed.
pub(super) struct GoalReach<'a> {
    grid: Cow<'a, Grid>,
    options: &'a SearchOptions,
    regions: Option<Regions>,
    rules: Option<MoveRules>,
}

impl<'a> GoalReach<'a> {
    pub fn new(grid: Cow<'a, Grid>, options: &'a SearchOptions) -> Self {
        Self {
            grid,
            options,
            regions: None,
            rules: None,
        }
    }

    pub fn can_enter(&self, cell: Cell) -> bool {
        self.grid.is_walkable(cell)
    }

    /// Returns `true` if a path leads from one cell to the other; both must lie on the map.
    ///
    /// # Complexity
    /// That of [`Regions::reach`] if that decides; else that of a search of the whole map. The
    /// first call computes the region labels.
    pub async fn leads(&mut self, from: Cell, goal: Cell) -> bool {
        let (grid, options) = (&*self.grid, self.options);
        if options.goal_tolerance == 0 {
            let regions = match &mut self.regions {
                Some(regions) => regions,
                unknown => unknown.insert(Regions::in_slices(grid, options.movement).await),
            };
            match regions.reach(grid, from, goal) {
                Reachability::No => return false,
                Reachability::Yes if options.region.is_none() => return true,
                Reachability::Yes | Reachability::Perhaps => {}
            }
        }
        let rules = self
            .rules
            .get_or_insert_with(|| MoveRules::new(options, grid));
        leads_by_moves(
            rules,
            from,
            &ends(rules, grid, goal, options.goal_tolerance),
        )
        .await
    }
}

/// Searches all moves until one of the ends is reached.
async fn leads_by_moves(rules: &MoveRules, from: Cell, ends: &[usize]) -> bool {
    let mut wanted = vec![false; rules.count()];
    for &end in ends {
        wanted[end] = true;
    }
    let start = rules.number(from);
    let mut seen = vec![false; rules.count()];
    let mut open = vec![start];
    seen[start] = rules.is_walkable(start);
    let mut leads = false;
    repeat(1, || {
        let Some(at) = open.pop().filter(|at| seen[*at]) else {
            return false;
        };
        leads = wanted[at];
        rules.each_from(at, |to, _| {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        });
        !leads
    })
    .await;
    leads
}

/// Counts the cells that can be entered but not left, and finds the first of them.
///
/// A cell that no move enters is not counted.
pub(super) async fn trap(grid: &Grid, options: &SearchOptions) -> Option<(Cell, u32)> {
    if grid.is_symmetric() {
        return None;
    }
    let rules = MoveRules::new(options, grid);
    let mut traps = None;
    for_each(0..rules.count(), |at| {
        let mut is_entered = false;
        if rules.is_walkable(at) && !rules.leads_away(at) {
            rules.each_to(at, |_, _| is_entered = true);
        }
        if is_entered {
            traps.get_or_insert((rules.cell(at), 0)).1 += 1;
        }
    })
    .await;
    traps
}
