//! A* on the jump graph.

use super::geometry::{Line, moved};
use super::graph::{JumpGraph, List, Node, UNKEPT};
use crate::map::JumpGround;
use crate::search::{BucketQueue, Observer, SearchEvent, SearchStats, Side, Status};
use crate::{Cell, Cost, IgnoreReason, Map, Revision};

/// From where to where: two cells that can be stood on.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub start: Cell,
    pub goal: Cell,
}

/// What a search works on: the same at each of its steps.
#[derive(Debug)]
pub struct Place<'a> {
    map: &'a Map,
    ground: JumpGround<'a>,
    graph: &'a mut JumpGraph,
    queue: &'a mut BucketQueue,
}

impl<'a> Place<'a> {
    pub fn new(map: &'a Map, graph: &'a mut JumpGraph, queue: &'a mut BucketQueue) -> Self {
        Self { map, ground: map.jump_ground(graph.movement()), graph, queue }
    }
}

/// The node before the start and before the goal.
const NONE: u32 = u32::MAX;

/// A search between two of its steps.
///
/// Among priorities of one bucket the newest goes first, and the only successor of a jump point may go before others.
/// So a jump point can be expanded before its cheapest path is known, and again when it is: the search ends when no
/// bucket is left that could hold a better path to the goal, not when the goal is met. Then the goal is expanded.
#[derive(Debug)]
pub struct JumpSearch {
    ends: Ends,
    /// What all walkable terrain costs.
    terrain: u16,
    /// What one unit of the graph is in those of the costs that an observer gets.
    scale: u64,
    /// What the best known path to the goal costs, and where its last jump begins.
    best: u64,
    parent: u32,
    /// The jump point that is expanded next; it is not pushed.
    next: u32,
    open: u64,
    stats: SearchStats,
}

impl JumpSearch {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(graph: &JumpGraph, ends: Ends, terrain: u16, scale: u64, observer: &mut O) -> Self {
        let stats = SearchStats { generated: 1, largest_open: 1, ..SearchStats::NONE };
        let search = Self { ends, terrain, scale, best: u64::MAX, parent: NONE, next: NONE, open: 1, stats };
        if O::ACTIVE {
            let Ends { start, goal } = ends;
            let h = graph.units.between(graph.movement, start, goal);
            observer.on_event(search.opened(start, start, 0, h, None));
        }
        search
    }

    /// Steps until the search ends, has made so many expansions in all, or so much work in this call: how much that was,
    /// and where it stands. To record a list is work as well.
    ///
    /// # Complexity
    /// O(E) time for E edges of the jump points that A* expands, where their lists are known and right.
    #[inline]
    pub fn run<O: Observer>(&mut self, place: &mut Place, most: u64, work: u64, observer: &mut O) -> (u64, Status) {
        let begun = self.stats.expanded + place.graph.work;
        let status = loop {
            if self.stats.expanded >= most && !self.is_over() {
                break Status::OutOfBudget;
            }
            if work < u64::MAX && self.stats.expanded + place.graph.work - begun >= work {
                break Status::Running;
            }
            let status = self.step(place, observer);
            if status != Status::Running {
                break status;
            }
        };
        (self.stats.expanded + place.graph.work - begun, status)
    }

    /// Whether no edit after this revision touched a tile that a list of the search has seen. Then it goes on as if it had
    /// begun on the map as it is.
    ///
    /// # Complexity
    /// O(jump points of the graph).
    pub fn is_far_from_edits(&self, graph: &JumpGraph, map: &Map, since: Revision) -> bool {
        let is_same = |list: List| {
            let [first, last] = list.between();
            !map.tiles().changed_between(first, last, since)
        };
        let lists = |node: &Node| {
            node.lists.into_iter().filter(|at| *at != 0).all(|at| is_same(List(&graph.words[at as usize..])))
        };
        let has_begun = self.stats.expanded > 0 && self.parent == NONE && self.best == u64::MAX;
        // A search that has not looked at its start knows nothing yet; one that has met its goal has little left to do.
        self.stats.expanded == 0
            || has_begun
                && !graph.has_unkept
                && is_same(List(&graph.start))
                && graph.nodes.iter().filter(|node| node.search == graph.search).all(lists)
    }

    /// What all walkable terrain costs.
    pub const fn terrain(&self) -> u16 {
        self.terrain
    }

    /// Whether nothing is left to expand.
    pub const fn is_over(&self) -> bool {
        self.open == 0
    }

    /// Expands the next jump point, the start, or the goal.
    #[inline]
    pub fn step<O: Observer>(&mut self, place: &mut Place, observer: &mut O) -> Status {
        if self.stats.expanded == 0 {
            return self.begin(place, observer);
        }
        let Some(id) = self.pop(place, observer) else {
            if self.best == u64::MAX {
                return Status::Exhausted;
            }
            self.expand(self.ends.goal, observer);
            return Status::Found;
        };
        self.expand(place.graph.nodes[id as usize].cell, observer);
        let list = place.graph.list(place.map, place.ground, id);
        self.relax(place, id, Some(list), observer);
        Status::Running
    }

    pub const fn stats(&self) -> SearchStats {
        self.stats
    }

    /// What a path costs that was found.
    pub const fn cost(&self) -> Cost {
        Cost(self.best)
    }

    /// Expands the start: all that is needed where nothing stands between it and the goal.
    fn begin<O: Observer>(&mut self, place: &mut Place, observer: &mut O) -> Status {
        let Ends { start, goal } = self.ends;
        self.expand(start, observer);
        if start == goal {
            self.best = 0;
            return Status::Found;
        }
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let least = graph.units.between(graph.movement, start, goal).into();
        queue.begin(least, graph.units.bucket_shift());
        if Line::between(graph.movement, start, goal).is_walkable(ground, start) {
            self.reach_goal(start, least, NONE, observer);
            return Status::Running;
        }
        graph.begin(most_bytes(map));
        let id = graph.id(map, start);
        let number = graph.search;
        let node = &mut graph.nodes[id as usize];
        (node.search, node.parent, node.g, node.is_open) = (number, NONE, 0, false);
        graph.record_start(map, ground, start);
        self.relax(place, id, None, observer);
        Status::Running
    }

    /// The next jump point to expand; `None` if no path through any is better than the best one.
    #[inline]
    fn pop<O: Observer>(&mut self, place: &mut Place, observer: &mut O) -> Option<u32> {
        loop {
            let mut id = std::mem::replace(&mut self.next, NONE);
            if id == NONE {
                let floor;
                (floor, id) = place.queue.pop()?;
                if floor >= self.best {
                    return None;
                }
            }
            let node = &mut place.graph.nodes[id as usize];
            if !std::mem::take(&mut node.is_open) {
                continue;
            }
            if node.g + u64::from(node.h) < self.best {
                return Some(id);
            }
            self.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned { cell: node.cell, side: Side::Forward });
            }
        }
    }

    #[inline]
    fn expand<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        self.open -= 1;
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Forward });
        }
    }

    /// Looks at the goal, and at all that follow a jump point.
    #[inline]
    fn relax<O: Observer>(&mut self, place: &mut Place, id: u32, list: Option<usize>, observer: &mut O) {
        let Place { ground, ref mut graph, ref mut queue, .. } = *place;
        let (search, movement, units, goal) = (graph.search, graph.movement, graph.units, self.ends.goal);
        let JumpGraph { nodes, words, start, unkept, .. } = &mut **graph;
        let list = List(match list {
            None => &start[..],
            Some(UNKEPT) => &unkept[..],
            Some(at) => &words[at..],
        });
        let Node { cell: from, g, .. } = nodes[id as usize];
        let [first, last] = list.between();
        if goal.x > first.x && goal.x < last.x && goal.y > first.y && goal.y < last.y {
            let cost = g + u64::from(units.between(movement, from, goal));
            if cost < self.best && sees(ground, list, from, Line::between(movement, from, goal)) {
                self.reach_goal(from, cost, id, observer);
            }
        }
        let (mut only, mut pushed) = ((0, NONE), 0);
        for edge in list.edges() {
            let g = g + edge.cost();
            let node = &mut nodes[edge.to() as usize];
            if node.search != search {
                (node.search, node.g, node.is_open) = (search, u64::MAX, false);
                node.h = units.between(movement, node.cell, goal);
            }
            let f = g + u64::from(node.h);
            if g >= node.g || f >= self.best {
                if O::DETAILS {
                    self.ignored(node, g, from, observer);
                }
                continue;
            }
            let (is_new, was_open) = (node.g == u64::MAX, node.is_open);
            self.stats.generated += u64::from(is_new);
            self.stats.reopened += u64::from(!is_new && !was_open);
            self.open += u64::from(!was_open);
            if O::ACTIVE {
                observer.on_event(self.opened(node.cell, from, g, node.h, (!is_new).then_some(was_open)));
            }
            (node.g, node.parent, node.arrival, node.is_open) = (g, id, edge.arrival(), true);
            if only.1 != NONE {
                queue.push(only.0, only.1);
            }
            only = (f, edge.to());
            pushed += 1;
        }
        self.stats.largest_open = self.stats.largest_open.max(self.open);
        // A chain of jump points that have one successor each is followed for a while, whatever else is open.
        if pushed == 1 && queue.is_near(only.0) || only.1 != NONE && queue.is_next(only.0) {
            self.next = only.1;
        } else if only.1 != NONE {
            queue.push(only.0, only.1);
        }
    }

    /// Takes over a path to the goal that is better than the best one.
    fn reach_goal<O: Observer>(&mut self, from: Cell, cost: u64, parent: u32, observer: &mut O) {
        let is_new = self.best == u64::MAX;
        (self.best, self.parent) = (cost, parent);
        self.stats.generated += u64::from(is_new);
        self.open += u64::from(is_new);
        self.stats.largest_open = self.stats.largest_open.max(self.open);
        if O::ACTIVE {
            observer.on_event(self.opened(self.ends.goal, from, cost, 0, (!is_new).then_some(true)));
        }
    }

    /// How a cell comes on the open list, or gets another parent there. `was_open` says where it was if it is not new.
    fn opened(&self, cell: Cell, parent: Cell, g: u64, h: u32, was_open: Option<bool>) -> SearchEvent {
        let (g, h, side) = (Cost(g * self.scale), Cost(u64::from(h) * self.scale), Side::Forward);
        match was_open {
            None => SearchEvent::Generated { cell, parent, g, h, side },
            Some(was_open) => SearchEvent::Relaxed { cell, parent, g, h, side, reopened: !was_open },
        }
    }

    /// Reports that a path to a jump point is of no use.
    fn ignored<O: Observer>(&self, node: &Node, g: u64, from: Cell, observer: &mut O) {
        let reason = match node {
            _ if g < node.g => IgnoreReason::Useless,
            Node { is_open: true, .. } => IgnoreReason::NotBetter,
            _ => IgnoreReason::Closed,
        };
        // What is said of the goal was said when the list was begun.
        if node.cell != self.ends.goal {
            observer.on_event(SearchEvent::Ignored { cell: node.cell, from, reason, side: Side::Forward });
        }
    }

    /// Writes the cells of the path that was found behind those that are there.
    pub fn write_path(&self, graph: &mut JumpGraph, cells: &mut Vec<Cell>) {
        let Ends { start, goal } = self.ends;
        let mut turns = std::mem::take(&mut graph.turns);
        turns.clear();
        turns.push(goal);
        let mut id = self.parent;
        while id != NONE {
            let node = &graph.nodes[id as usize];
            turns.push(node.cell);
            id = node.parent;
        }
        if turns.last() != Some(&start) {
            turns.push(start);
        }
        cells.push(start);
        for pair in turns.windows(2).rev() {
            Line::between(graph.movement, pair[1], pair[0]).walk(pair[1], cells);
        }
        graph.turns = turns;
    }
}

/// What a graph of this map may take: enough for all jump points of most maps.
fn most_bytes(map: &Map) -> usize {
    (32 << 20) + 48 * map.grid().cell_count()
}

/// Whether the canonical line from a cell to the goal is one that its list has followed.
#[inline]
fn sees(ground: JumpGround, list: List, cell: Cell, line: Line) -> bool {
    if !list.follows(line.departure()) || line.sweep_steps > list.sweep_steps(line.sweep) {
        return false;
    }
    let turn = moved(cell, line.sweep, line.sweep_steps);
    ground.is_walkable_line(ground.places_of(turn), line.straight, line.straight_steps as usize)
}
