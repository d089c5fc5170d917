//! A* on the jump graph.

use super::geometry::Line;
use super::graph::{JumpGraph, List, Node};
use super::lists::moved;
use crate::pathfinding::map::{JumpGround, STEPS};
use crate::pathfinding::planner::found::Found;
use crate::pathfinding::search::BucketQueue;
use crate::pathfinding::{Cell, Cost, Map, SearchStats};

/// From where to where: two cells that can be stood on.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub start: Cell,
    pub goal: Cell,
}

/// The node before the start and before the goal.
const NONE: u32 = u32::MAX;

impl JumpGraph {
    /// Finds a cheapest path and writes its cells behind those that are there.
    ///
    /// Among priorities of one bucket the newest goes first, and the only successor of a jump point may go before
    /// others. So a jump point can be expanded before its cheapest path is known, and again when it is: the search ends
    /// when no bucket is left that could hold a better path to the goal, not when the goal is met.
    ///
    /// # Complexity
    /// O(E) time for E edges of the jump points that A* expands, where their lists are known and right.
    pub(in crate::pathfinding::planner) fn search(
        &mut self,
        map: &Map,
        queue: &mut BucketQueue,
        ends: Ends,
        most: u64,
        cells: &mut Vec<Cell>,
    ) -> (Found, SearchStats) {
        let ground = map.jump_ground(self.movement);
        let mut stats = SearchStats { generated: 1, ..SearchStats::NONE };
        let Ends { start, goal } = ends;
        if most == 0 {
            return (Found::OutOfBudget, stats);
        }
        stats.expanded = 1;
        let least = u64::from(self.units.between(self.movement, start, goal));
        let line = Line::between(self.movement, start, goal);
        if is_free(ground, start, line) {
            cells.push(start);
            walk(start, line, cells);
            return (Found::Path(Cost(least)), stats);
        }
        self.begin(most_bytes(map));
        queue.begin(least, self.bucket_shift());
        let mut best = Best { cost: u64::MAX, parent: NONE, next: NONE };
        let start_id = self.id(map, start);
        let number = self.search;
        let node = &mut self.nodes[start_id as usize];
        (node.search, node.parent, node.g, node.is_open) = (number, NONE, 0, false);
        self.record_start(map, ground, start);
        let (mut id, mut list) = (start_id, None);
        let found = loop {
            self.relax(ground, id, list, goal, queue, &mut best, &mut stats);
            let Some(next) = self.pop(queue, &mut best) else { break Found::Nothing };
            if stats.expanded == most {
                break Found::OutOfBudget;
            }
            stats.expanded += 1;
            (id, list) = (next, Some(self.list(map, ground, next)));
        };
        if found == Found::OutOfBudget || best.cost == u64::MAX {
            return (found, stats);
        }
        self.write_path(best.parent, goal, cells);
        (Found::Path(Cost(best.cost)), stats)
    }

    /// A quarter of a straight step to half of one: few of one bucket are then opened again.
    fn bucket_shift(&self) -> u32 {
        (self.units.straight / 2).max(1).ilog2()
    }

    /// The next jump point to expand; `None` if no path through any is better than the best one.
    #[inline]
    fn pop(&mut self, queue: &mut BucketQueue, best: &mut Best) -> Option<u32> {
        loop {
            let mut id = std::mem::replace(&mut best.next, NONE);
            if id == NONE {
                let floor;
                (floor, id) = queue.pop()?;
                if floor >= best.cost {
                    return None;
                }
            }
            let node = &mut self.nodes[id as usize];
            if std::mem::take(&mut node.is_open) && node.g + u64::from(node.h) < best.cost {
                return Some(id);
            }
        }
    }

    /// Looks at the goal, and at all that follow a jump point.
    #[expect(clippy::too_many_arguments, reason = "the state of one search")]
    #[inline]
    fn relax(
        &mut self,
        ground: JumpGround,
        id: u32,
        list: Option<usize>,
        goal: Cell,
        queue: &mut BucketQueue,
        best: &mut Best,
        stats: &mut SearchStats,
    ) {
        let (search, movement, units) = (self.search, self.movement, self.units);
        let Self { nodes, words, start, .. } = self;
        let list = List(list.map_or(&start[..], |at| &words[at..]));
        let Node { cell, g, .. } = nodes[id as usize];
        let [first, last] = list.between();
        if goal.x > first.x && goal.x < last.x && goal.y > first.y && goal.y < last.y {
            let cost = g + u64::from(units.between(movement, cell, goal));
            if cost < best.cost && sees(ground, list, cell, Line::between(movement, cell, goal)) {
                (best.cost, best.parent) = (cost, id);
            }
        }
        let (mut only, mut pushed) = ((0, NONE), 0);
        for edge in list.edges() {
            let g = g + edge.cost();
            let node = &mut nodes[edge.to() as usize];
            if node.search != search {
                (node.search, node.g, node.is_open) = (search, u64::MAX, false);
                node.h = units.between(movement, node.cell, goal);
                stats.generated += 1;
            }
            let f = g + u64::from(node.h);
            if g < node.g && f < best.cost {
                stats.reopened += u64::from(!node.is_open && node.g != u64::MAX);
                (node.g, node.parent, node.arrival, node.is_open) = (g, id, edge.arrival(), true);
                if only.1 != NONE {
                    queue.push(only.0, only.1);
                }
                only = (f, edge.to());
                pushed += 1;
            }
        }
        // A chain of jump points that have one successor each is followed for a while, whatever else is open.
        if pushed == 1 && queue.is_near(only.0) || only.1 != NONE && queue.is_next(only.0) {
            best.next = only.1;
        } else if only.1 != NONE {
            queue.push(only.0, only.1);
        }
    }

    /// Writes the cells of the path to the goal whose last jump begins at this jump point.
    fn write_path(&mut self, last: u32, goal: Cell, cells: &mut Vec<Cell>) {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        turns.push(goal);
        let mut id = last;
        while id != NONE {
            let node = &self.nodes[id as usize];
            turns.push(node.cell);
            id = node.parent;
        }
        cells.extend(turns.last());
        for pair in turns.windows(2).rev() {
            walk(pair[1], Line::between(self.movement, pair[1], pair[0]), cells);
        }
        self.turns = turns;
    }
}

/// The best known path to the goal: its cost, and where its last jump begins.
struct Best {
    cost: u64,
    parent: u32,
    /// The jump point that is expanded next; it is not pushed.
    next: u32,
}

/// What a graph of this map may take: enough for all jump points of most maps.
fn most_bytes(map: &Map) -> usize {
    (32 << 20) + 2 * map.grid().cell_count()
}

/// Whether the canonical line from a cell to the goal is one that its list has followed.
#[inline]
fn sees(ground: JumpGround, list: List, cell: Cell, line: Line) -> bool {
    if !list.follows(line.departure()) || line.sweep_steps > list.sweep_steps(line.sweep) {
        return false;
    }
    let turn = moved(cell, line.sweep, line.sweep_steps);
    ground.is_free_line(ground.stand(turn), line.straight, line.straight_steps as usize)
}

/// Whether a line can be walked from its beginning.
fn is_free(ground: JumpGround, from: Cell, line: Line) -> bool {
    let mut at = ground.stand(from);
    for _ in 0..line.sweep_steps {
        if !ground.allows(at, line.sweep) {
            return false;
        }
        at = ground.moved(at, STEPS[line.sweep]);
    }
    ground.is_free_line(at, line.straight, line.straight_steps as usize)
}

/// Writes the cells of a line but for its first.
fn walk(from: Cell, line: Line, cells: &mut Vec<Cell>) {
    let mut cell = from;
    for (heading, steps) in [(line.sweep, line.sweep_steps), (line.straight, line.straight_steps)] {
        for _ in 0..steps {
            cell = moved(cell, heading, 1);
            cells.push(cell);
        }
    }
}
