//! Which parts a map falls into, and which single cells hold them together.

use std::collections::BTreeMap;

use gridwalk_pathfinding::slices::{at_once, for_each, repeat, sort_by_key};
use gridwalk_pathfinding::{Cell, DiagonalRule, Direction, Grid, Movement};

/// A cell that holds its part of the map together: with a wall there, the part falls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choke {
    /// Where.
    pub cell: Cell,
    /// How many cells would no longer be joined to the largest of the pieces.
    pub cut_off: u32,
}

/// All cells that hold a part of the map together, those that cut off the most cells first, then in reading
/// order. One-way cells count as open to all sides, and portals as open from both ends.
///
/// Articulation points (Tarjan 1972), found without recursion.
///
/// # Complexity
/// O(cells) time and memory, but for sorting what was found.
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
    at_once(Parts::new(grid, movement)).chokes
}

/// Cells that hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// In reading order.
    pub first: Cell,
    pub size: u32,
}

/// All parts of a map, in reading order of their first cells.
pub(super) struct Parts {
    pub list: Vec<Part>,
    /// In the order of [`choke_cells`].
    pub chokes: Vec<Choke>,
}

/// A cell on the path from the root of the walk to where it is now. A path can be as long as the map has cells, so
/// each byte counts.
#[derive(Clone, Copy)]
struct Visit {
    at: u32,
    /// Which neighbour is looked at next.
    next: u8,
    /// The cells found from here, this one included.
    size: u32,
    /// The earliest cell that they lead back to.
    low: u32,
    /// Those of them that hang on this cell alone, and the largest piece of those.
    hanging: u32,
    largest: u32,
}

impl Parts {
    pub async fn new(grid: &Grid, movement: Movement) -> Self {
        let (net, order) = Net::new(grid, movement).await;
        let mut found = Self { list: Vec::new(), chokes: Vec::new() };
        let mut roots = 0..order.len();
        let mut walk = Walk { order, count: 0, path: Vec::new(), holding: Vec::new() };
        repeat(1, || {
            if !walk.path.is_empty() {
                if let Some(root) = walk.step(&net) {
                    found.add(&net, root, &mut walk.holding);
                }
                return true;
            }
            let root = roots.next();
            if let Some(root) = root.filter(|root| walk.order[*root] == NOT_YET) {
                walk.come(root);
            }
            root.is_some()
        })
        .await;
        sort_by_key(&mut found.chokes, |choke| (std::cmp::Reverse(choke.cut_off), choke.cell.y, choke.cell.x)).await;
        found
    }

    /// A part that was walked, from its root on.
    fn add(&mut self, net: &Net, root: Visit, holding: &mut Vec<Visit>) {
        let size = root.size;
        self.list.push(Part { first: net.cell(root.at as usize), size });
        for Visit { at, hanging, largest, .. } in holding.drain(..) {
            let others = size - 1;
            let cut_off = others - largest.max(others - hanging);
            if cut_off > 0 {
                self.chokes.push(Choke { cell: net.cell(at as usize), cut_off });
            }
        }
    }
}

/// A walk over one part after another.
struct Walk {
    /// By number, when a cell was come to.
    order: Vec<u32>,
    count: u32,
    path: Vec<Visit>,
    /// Cells of this part on which others hang.
    holding: Vec<Visit>,
}

impl Walk {
    fn come(&mut self, at: usize) {
        self.count += 1;
        self.order[at] = self.count;
        let at = u32::try_from(at).expect("a map in its frame has fewer cells than that");
        self.path.push(Visit { at, next: 0, size: 1, low: self.count, hanging: 0, largest: 0 });
    }

    /// Looks at one neighbour, or goes back one cell; the root, once the part is done.
    #[inline]
    fn step(&mut self, net: &Net) -> Option<Visit> {
        let visit = self.path.last_mut().expect("it has a root");
        if let Some(to) = net.neighbor(visit.at as usize, visit.next) {
            visit.next += 1;
            if self.order[to] == NOT_YET {
                self.come(to);
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
        let Some(parent) = self.path.last_mut() else { return Some(done) };
        parent.size += done.size;
        parent.low = parent.low.min(done.low);
        if done.low >= self.order[parent.at as usize] {
            parent.hanging += done.size;
            parent.largest = parent.largest.max(done.size);
        }
        None
    }
}

/// When a cell was come to, from 1 on; a free cell that was not, and a wall.
const NOT_YET: u32 = 0;
const WALL: u32 = u32::MAX;

/// The map in a frame of walls. A step that cuts no corner joins its cells by straight steps as well, so
/// diagonals matter only where every corner may be cut; and so a wall anywhere takes no other link away.
struct Net {
    stride: usize,
    offsets: Vec<isize>,
    portals: BTreeMap<usize, Vec<usize>>,
}

impl Net {
    /// The map, and for each of its cells whether it is free: [`NOT_YET`] come to, or a [`WALL`].
    async fn new(grid: &Grid, movement: Movement) -> (Self, Vec<u32>) {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let stride = width + 2;
        let mut order = vec![WALL; stride * (height + 2)];
        for_each((0..width * height).filter(|&index| grid.is_walkable_at(index)), |index| {
            order[(index / width + 1) * stride + index % width + 1] = NOT_YET;
        })
        .await;
        let diagonal = movement == Movement::Eight(DiagonalRule::Always);
        let row = isize::try_from(stride).expect("a row is short");
        let offsets =
            Direction::ALL.into_iter().filter(|direction| diagonal || !direction.is_diagonal()).map(Direction::offset);
        let mut offsets: Vec<isize> = offsets.map(|(dx, dy)| dx as isize + dy as isize * row).collect();
        // Along the rows first, as the cells lie in memory.
        offsets.sort_by_key(|offset| offset.abs());
        let mut net = Self { stride, offsets, portals: BTreeMap::new() };
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

    /// A neighbour, free or not; `None` after the last one.
    #[inline]
    fn neighbor(&self, at: usize, number: u8) -> Option<usize> {
        let number = usize::from(number);
        if let Some(offset) = self.offsets.get(number) {
            return Some(at.wrapping_add_signed(*offset));
        }
        if self.portals.is_empty() {
            return None;
        }
        self.portals.get(&at)?.get(number - self.offsets.len()).copied()
    }
}
