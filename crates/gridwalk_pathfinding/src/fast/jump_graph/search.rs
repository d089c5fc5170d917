//! A* on the jump graph.

use super::ends::Ends;
use super::geometry::{self, Headings, Line, moved};
use super::graph::{JumpGraph, List, Node, Source};
use super::jumps::{self, Seen};
use super::units::Units;
use crate::fast::BucketQueue;
use crate::map::{Heading, JumpGround};
use crate::{Cell, Cost, IgnoreReason, Map, Movement, Observer, Revision, SearchEvent, SearchStats, Side, Status};

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
    /// Where the best known path ends, what it costs, and where its last jump begins. Without one `best` is more than
    /// any path may cost.
    end: Option<Cell>,
    best: u64,
    parent: u32,
    /// Whether the cost limit kept jump points out.
    is_cut: bool,
    /// The jump point from which all directions count, besides the start.
    root: u32,
    /// The jump point that is expanded next; it is not pushed.
    next: u32,
    open: u64,
    stats: SearchStats,
}

impl JumpSearch {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(graph: &JumpGraph, ends: Ends, terrain: u16, scale: u64, observer: &mut O) -> Self {
        let stats = SearchStats { generated: 1, largest_open: 1, ..SearchStats::NONE };
        let (end, best, parent) = (None, ends.most.saturating_add(1), NONE);
        let (is_cut, root, next) = (false, NONE, NONE);
        let search = Self { ends, terrain, scale, end, best, parent, is_cut, root, next, open: 1, stats };
        if O::ACTIVE {
            let h = ends.left(graph.units.between(graph.movement, ends.start, ends.goal));
            observer.on_event(search.opened(ends.start, ends.start, 0, h, None));
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
        let is_same = |Seen { first, last, .. }: Seen| !map.tiles().changed_between(first, last, since);
        let lists = |node: &Node| graph.lists_of(node).all(|list| is_same(list.seen()));
        let has_begun = self.stats.expanded > 0 && self.end.is_none() && self.open > 0;
        // A search that has not looked at its start knows nothing yet; one that has met its goal has little left to do.
        self.stats.expanded == 0
            || has_begun
                && is_same(graph.unrecorded)
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
            let Some(end) = self.end else { return Status::Exhausted };
            self.expand(end, observer);
            return Status::Found;
        };
        self.expand(place.graph.nodes[id as usize].cell, observer);
        let source = if id == self.root {
            Source::Map(geometry::all_headings(place.graph.movement))
        } else {
            place.graph.source(place.map, place.ground, id)
        };
        self.relax(place, id, source, observer);
        Status::Running
    }

    pub const fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Whether the cost limit kept jump points out.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What a path costs that was found.
    pub const fn cost(&self) -> Cost {
        Cost(self.best)
    }

    /// Expands the start: all that is needed where nothing stands between it and the goal.
    fn begin<O: Observer>(&mut self, place: &mut Place, observer: &mut O) -> Status {
        let start = self.ends.start;
        self.expand(start, observer);
        if self.ends.is_goal(start) {
            (self.end, self.best) = (Some(start), 0);
            return Status::Found;
        }
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let (movement, units) = (graph.movement, graph.units);
        let between = |to| units.between(movement, start, to);
        let least = self.ends.left(between(self.ends.goal));
        queue.begin(least.into(), units.bucket_shift());
        let starts_inside = self.ends.contains(start);
        self.ends.list_goals(map.grid(), &mut graph.goals);
        // All that is needed where nothing stands in between.
        let nearest = graph.goals.iter().copied().min_by_key(|goal| between(*goal)).filter(|_| starts_inside);
        if let Some(goal) = nearest.filter(|goal| Line::between(movement, start, *goal).is_walkable(ground, start)) {
            let cost = between(goal).into();
            if cost < self.best {
                self.reach_goal(goal, start, cost, NONE, observer);
            }
            self.is_cut = self.end.is_none();
            return Status::Running;
        }
        graph.begin(most_bytes(map));
        let id = graph.id(map, start);
        let number = graph.search;
        let node = &mut graph.nodes[id as usize];
        (node.search, node.parent, node.g, node.is_open) = (number, NONE, 0, false);
        let headings = geometry::all_headings(movement);
        if starts_inside {
            self.relax(place, id, Source::Map(headings), observer);
        } else {
            self.enter(place, id, headings, observer);
        }
        Status::Running
    }

    /// Steps from a start outside the region to its cells around.
    #[cold]
    fn enter<O: Observer>(&mut self, place: &mut Place, parent: u32, headings: Headings, observer: &mut O) {
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let (movement, units, from) = (graph.movement, graph.units, self.ends.start);
        let at = ground.places_of(from);
        let (first, last) = (Cell::new(from.x - 1, from.y - 1), Cell::new(from.x + 1, from.y + 1));
        graph.note(&Seen { first, last, sweeps: [0; 4] });
        for arrival in (0..8).filter(|heading| headings >> heading & 1 == 1 && ground.allows(at, *heading)) {
            let cell = moved(from, arrival, 1);
            let g = u64::from(units.between(movement, from, cell));
            if self.ends.is_goal(cell) && self.ends.contains(cell) && g < self.best {
                self.reach_goal(cell, from, g, parent, observer);
            }
            let h = self.ends.within_limits(cell, units.between(movement, cell, self.ends.goal));
            if h == 0 {
                continue;
            }
            let to = graph.id(map, cell);
            let search = graph.search;
            let node = &mut graph.nodes[to as usize];
            node.begin(search, h);
            let mut pushed = Pushed { count: 0, last: None };
            self.reach(node, Jump { from, parent, to, arrival, g }, queue, &mut pushed, observer);
            if let Some((f, to)) = pushed.last {
                queue.push(f, to);
            }
            // What is pruned behind a level step is reached by an upright one before it, and that leads along outside.
            if movement == Movement::Four {
                self.root = to;
            }
        }
        self.stats.largest_open = self.stats.largest_open.max(self.open);
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

    /// Looks at all that follow a jump point, and at the goal.
    #[inline]
    fn relax<O: Observer>(&mut self, place: &mut Place, id: u32, source: Source, observer: &mut O) {
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let (movement, units, goal, is_plain) = (graph.movement, graph.units, self.ends.goal, self.ends.is_plain);
        let Node { cell: from, g, .. } = graph.nodes[id as usize];
        let mut pushed = Pushed { count: 0, last: None };
        let (headings, seen) = match source {
            Source::List(at) => {
                let JumpGraph { nodes, words, search, .. } = &mut **graph;
                let list = List(&words[at..]);
                for edge in list.edges() {
                    let node = &mut nodes[edge.to() as usize];
                    if node.search != *search {
                        let h = units.between(movement, node.cell, goal);
                        node.begin(*search, if is_plain { h } else { self.ends.within_limits(node.cell, h) });
                    }
                    let jump =
                        Jump { from, parent: id, to: edge.to(), arrival: edge.arrival().into(), g: g + edge.cost() };
                    self.reach(node, jump, queue, &mut pushed, observer);
                }
                (list.headings(), list.seen())
            }
            Source::Map(headings) => {
                let seen = jumps::follow(ground, units, from, headings, |target| {
                    let g = g + u64::from(target.cost);
                    let h = units.between(movement, target.cell, goal);
                    let h = if is_plain { h } else { self.ends.within_limits(target.cell, h) };
                    if !O::DETAILS && g + u64::from(h) >= self.best && self.end.is_some() {
                        return;
                    }
                    let to = graph.id(map, target.cell);
                    let search = graph.search;
                    let node = &mut graph.nodes[to as usize];
                    if node.search != search {
                        node.begin(search, h);
                    }
                    let jump = Jump { from, parent: id, to, arrival: target.arrival, g };
                    self.reach(node, jump, queue, &mut pushed, observer);
                });
                graph.note(&seen);
                (headings, seen)
            }
        };
        if is_plain {
            self.look_at_goal(ground, units, goal, (id, from, g), headings, &seen, observer);
        } else {
            for at in 0..graph.goals.len() {
                self.look_at_goal(ground, units, graph.goals[at], (id, from, g), headings, &seen, observer);
            }
        }
        self.stats.largest_open = self.stats.largest_open.max(self.open);
        let Some((f, to)) = pushed.last else { return };
        // A chain of jump points that have one successor each is followed for a while, whatever else is open.
        if pushed.count == 1 && queue.is_near(f) || queue.is_next(f) {
            self.next = to;
        } else {
            queue.push(f, to);
        }
    }

    /// Takes over a path to a goal if it is better than the best one, and the jumps from here have followed it.
    #[expect(clippy::inline_always, reason = "most searches have one goal")]
    #[inline(always)]
    fn look_at_goal<O: Observer>(
        &mut self,
        ground: JumpGround,
        units: Units,
        goal: Cell,
        (id, from, g): (u32, Cell, u64),
        headings: Headings,
        seen: &Seen,
        observer: &mut O,
    ) {
        if goal.x > seen.first.x && goal.x < seen.last.x && goal.y > seen.first.y && goal.y < seen.last.y {
            let movement = ground.movement();
            let cost = g + u64::from(units.between(movement, from, goal));
            let line = Line::between(movement, from, goal);
            if cost < self.best && has_followed(ground, headings, seen, from, line) {
                self.reach_goal(goal, from, cost, id, observer);
            }
        }
    }

    /// Takes over a path to a jump point that is better than the best one.
    #[expect(
        clippy::inline_always,
        reason = "most of a search with lists; a call for each edge takes a sixth of its time"
    )]
    #[inline(always)]
    fn reach<O: Observer>(
        &mut self,
        node: &mut Node,
        Jump { from, parent, to, arrival, g }: Jump,
        queue: &mut BucketQueue,
        pushed: &mut Pushed,
        observer: &mut O,
    ) {
        // A goal, which is 0 from itself, is reached in its own way.
        if g >= node.g || node.h == 0 {
            if O::DETAILS && node.h > 0 {
                let reason = if node.is_open { IgnoreReason::NotBetter } else { IgnoreReason::Closed };
                observer.on_event(SearchEvent::Ignored { cell: node.cell, from, reason, side: Side::Forward });
            }
            return;
        }
        let f = g + u64::from(node.h);
        if f >= self.best {
            self.is_cut = true;
            if O::DETAILS {
                let reason = if self.end.is_none() { IgnoreReason::OverCostLimit } else { IgnoreReason::Useless };
                observer.on_event(SearchEvent::Ignored { cell: node.cell, from, reason, side: Side::Forward });
            }
            return;
        }
        let (is_new, was_open) = (node.g == u64::MAX, node.is_open);
        self.stats.generated += u64::from(is_new);
        self.stats.reopened += u64::from(!is_new && !was_open);
        self.open += u64::from(!was_open);
        if O::ACTIVE {
            observer.on_event(self.opened(node.cell, from, g, node.h, (!is_new).then_some(was_open)));
        }
        node.open(g, parent, arrival);
        if let Some((f, to)) = pushed.last.replace((f, to)) {
            queue.push(f, to);
        }
        pushed.count += 1;
    }

    /// Takes over a path to the goal that is better than the best one.
    fn reach_goal<O: Observer>(&mut self, goal: Cell, from: Cell, cost: u64, parent: u32, observer: &mut O) {
        let before = self.end.replace(goal);
        if let Some(cell) = before.filter(|before| *before != goal) {
            // With what this expansion has opened before.
            self.stats.largest_open = self.stats.largest_open.max(self.open);
            self.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned { cell, side: Side::Forward });
            }
        }
        let is_new = before != Some(goal);
        (self.best, self.parent) = (cost, parent);
        self.stats.generated += u64::from(is_new);
        self.open += u64::from(is_new);
        self.stats.largest_open = self.stats.largest_open.max(self.open);
        if O::ACTIVE {
            observer.on_event(self.opened(goal, from, cost, 0, (!is_new).then_some(true)));
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

    /// Writes the cells of the path that was found behind those that are there.
    pub fn write_path(&self, graph: &mut JumpGraph, cells: &mut Vec<Cell>) {
        let start = self.ends.start;
        let mut turns = std::mem::take(&mut graph.turns);
        turns.clear();
        turns.extend(self.end);
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

/// A jump to a jump point, by numbers: from where, in which direction, and what the path costs that ends with it.
#[derive(Clone, Copy, Debug)]
struct Jump {
    from: Cell,
    parent: u32,
    to: u32,
    arrival: Heading,
    g: u64,
}

/// What one expansion has put on the open list: the last of it is held back.
#[derive(Clone, Copy, Debug)]
struct Pushed {
    count: u32,
    last: Option<(u64, u32)>,
}

/// What a graph of this map may take: enough for all jump points of most maps.
fn most_bytes(map: &Map) -> usize {
    (32 << 20) + 48 * map.grid().cell_count()
}

/// Whether the canonical line from a cell to the goal is one that its jumps have followed.
#[inline]
fn has_followed(ground: JumpGround, headings: Headings, seen: &Seen, cell: Cell, line: Line) -> bool {
    if headings >> line.departure() & 1 == 0 || line.sweep_steps > seen.sweeps[line.sweep / 2].into() {
        return false;
    }
    let turn = moved(cell, line.sweep, line.sweep_steps);
    ground.is_walkable_line(ground.places_of(turn), line.straight, line.straight_steps as usize)
}
