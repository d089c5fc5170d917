//! Which cells hang together, and which single cells hold them together.

use std::collections::BTreeMap;

use crate::pathfinding::{Cell, DiagonalRule, Direction, Grid, Movement};

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
/// use gridwalk::pathfinding::lint::choke_cells;
/// use gridwalk::pathfinding::{Cell, Grid, Movement};
/// let chokes = choke_cells(&Grid::from_rows(&["..#..", ".....", "..#.."]), Movement::default());
/// assert_eq!((chokes[0].cell, chokes[0].cut_off, chokes.len()), (Cell::new(2, 1), 6, 3));
/// ```
#[must_use]
pub fn choke_cells(grid: &Grid, movement: Movement) -> Vec<Choke> {
    let mut chokes = Parts::new(grid, movement).chokes;
    chokes.sort_by_key(|choke| (std::cmp::Reverse(choke.cut_off), choke.cell.y, choke.cell.x));
    chokes
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
    net: Net,
    /// By cell of the net, the part's number from 1; 0 is not free.
    labels: Vec<u32>,
    pub list: Vec<Part>,
    /// In no useful order.
    pub chokes: Vec<Choke>,
}

/// A cell on the way from the root of the walk to where it is now.
struct Visit {
    at: usize,
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
    pub fn new(grid: &Grid, movement: Movement) -> Self {
        let net = Net::new(grid, movement);
        let mut found = Self { labels: vec![0; net.free.len()], net, list: Vec::new(), chokes: Vec::new() };
        // When each cell was come to, from 1 on; 0 is not yet.
        let mut order = vec![0_u32; found.net.free.len()];
        let mut count = 0;
        for root in 0..order.len() {
            if found.net.free[root] && order[root] == 0 {
                found.walk(root, &mut order, &mut count);
            }
        }
        found
    }

    /// The part of a cell on the map.
    pub fn of(&self, cell: Cell) -> u32 {
        self.labels[self.net.number(cell)]
    }

    fn walk(&mut self, root: usize, order: &mut [u32], count: &mut u32) {
        let label = u32::try_from(self.list.len() + 1).expect("there are fewer parts than cells");
        let mut come = |at: usize, order: &mut [u32], labels: &mut [u32]| {
            *count += 1;
            order[at] = *count;
            labels[at] = label;
            Visit { at, next: 0, size: 1, low: *count, hanging: 0, largest: 0 }
        };
        let mut way = vec![come(root, order, &mut self.labels)];
        // Cells on which others hang, how many, and the largest piece of those.
        let mut holding = Vec::new();
        let mut size = 0;
        while let Some(visit) = way.last_mut() {
            match self.net.neighbor(visit.at, visit.next) {
                Neighbor::Free(to) => {
                    visit.next += 1;
                    if order[to] == 0 {
                        way.push(come(to, order, &mut self.labels));
                    } else {
                        visit.low = visit.low.min(order[to]);
                    }
                }
                Neighbor::Blocked => visit.next += 1,
                Neighbor::NoMore => {
                    let done = way.pop().expect("there is a last one");
                    if done.hanging > 0 {
                        holding.push((done.at, done.hanging, done.largest));
                    }
                    size = done.size;
                    if let Some(parent) = way.last_mut() {
                        parent.size += done.size;
                        parent.low = parent.low.min(done.low);
                        if done.low >= order[parent.at] {
                            parent.hanging += done.size;
                            parent.largest = parent.largest.max(done.size);
                        }
                    }
                }
            }
        }
        self.list.push(Part { first: self.net.cell(root), size });
        for (at, hanging, largest) in holding {
            let others = size - 1;
            let cut_off = others - largest.max(others - hanging);
            if cut_off > 0 {
                self.chokes.push(Choke { cell: self.net.cell(at), cut_off });
            }
        }
    }
}

enum Neighbor {
    Free(usize),
    Blocked,
    NoMore,
}

/// The map in a frame of walls. A step that cuts no corner joins its cells by straight steps as well, so
/// diagonals matter only where every corner may be cut; and so a wall anywhere takes no other link away.
struct Net {
    free: Vec<bool>,
    stride: usize,
    ways: Vec<isize>,
    portals: BTreeMap<usize, Vec<usize>>,
}

impl Net {
    fn new(grid: &Grid, movement: Movement) -> Self {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let stride = width + 2;
        let mut free = vec![false; stride * (height + 2)];
        for (y, row) in grid.cells().chunks(width).enumerate() {
            let first = (y + 1) * stride + 1;
            for (free, terrain) in free[first..first + width].iter_mut().zip(row) {
                *free = !grid.legend()[usize::from(terrain.0)].is_blocked();
            }
        }
        let diagonal = movement == Movement::Eight(DiagonalRule::Always);
        let row = isize::try_from(stride).expect("a row is short");
        let ways = Direction::ALL.into_iter().filter(|way| diagonal || !way.is_diagonal()).map(Direction::offset);
        let ways = ways.map(|(dx, dy)| dx as isize + dy as isize * row).collect();
        let mut net = Self { free, stride, ways, portals: BTreeMap::new() };
        for portal in grid.portals().iter() {
            let (from, to) = (net.number(portal.from), net.number(portal.to));
            if net.free[from] && net.free[to] {
                net.portals.entry(from).or_default().push(to);
                net.portals.entry(to).or_default().push(from);
            }
        }
        net
    }

    fn number(&self, cell: Cell) -> usize {
        let side = |x: i32| usize::try_from(x + 1).expect("the cell is on the map");
        side(cell.y) * self.stride + side(cell.x)
    }

    fn cell(&self, number: usize) -> Cell {
        let side = |side: usize| i32::try_from(side).expect("sides are short") - 1;
        Cell::new(side(number % self.stride), side(number / self.stride))
    }

    fn neighbor(&self, at: usize, number: u8) -> Neighbor {
        let number = usize::from(number);
        if let Some(way) = self.ways.get(number) {
            let to = at.wrapping_add_signed(*way);
            return if self.free[to] { Neighbor::Free(to) } else { Neighbor::Blocked };
        }
        if self.portals.is_empty() {
            return Neighbor::NoMore;
        }
        let far = self.portals.get(&at).and_then(|portals| portals.get(number - self.ways.len()));
        far.map_or(Neighbor::NoMore, |to| Neighbor::Free(*to))
    }
}
