//! A* on the jump graph.

use super::bounds::Bounds;
use super::ends::Ends;
use super::geometry::{self, Headings, Line, moved};
use super::graph::{self, JumpGraph, List, Node, Source};
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

/// The sweeps of a start go so many steps, to a cell that counts as a jump point. From there they go on when its turn
/// comes, which it never does where they lead away from the goal, and by a list, which serves the next start near by.
const FIRST_SWEEPS: u32 = 8;

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
    /// Where the best known path ends, and where its last jump begins.
    end: Option<Cell>,
    parent: u32,
    /// The jump point from which all directions count, besides the start.
    root: u32,
    /// The jump point that is expanded next; it is not pushed.
    next: u32,
    tally: Tally,
}

/// What changes with each jump point: where most of the time is spent, it is a variable there until the end.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// What the best known path costs; without one, more than any path may cost.
    best: u64,
    /// Whether the cost limit kept jump points out.
    is_cut: bool,
    /// How many jump points are on the open list.
    open: u64,
    stats: SearchStats,
}

/// Why no more jump points can be expanded by their lists.
enum Halt {
    /// As many as were asked for have been.
    Enough,
    /// What follows this one is not known.
    Unknown(u32),
    /// None that is open leads to a better path.
    Over,
}

impl JumpSearch {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(graph: &JumpGraph, ends: Ends, terrain: u16, scale: u64, observer: &mut O) -> Self {
        let stats = SearchStats { generated: 1, largest_open: 1, ..SearchStats::NONE };
        let tally = Tally { best: ends.most.saturating_add(1), is_cut: false, open: 1, stats };
        let search = Self { ends, terrain, scale, end: None, parent: NONE, root: NONE, next: NONE, tally };
        if O::ACTIVE {
            let h = ends.left(graph.units.between(graph.movement, ends.start, ends.goal));
            observer.on_event(search.opened(ends.start, ends.start, 0, h, None));
        }
        search
    }

    /// Goes on until the search ends, has made so many expansions in all, or so much work in this call, at least one
    /// expansion: how much that was, and where it stands. To record a list is work as well.
    ///
    /// # Complexity
    /// O(E) time for E edges of the jump points that A* expands, where their lists are known and right.
    pub fn run<O: Observer>(&mut self, place: &mut Place, most: u64, work: u64, observer: &mut O) -> (u64, Status) {
        let begun = self.work(place.graph);
        let status = loop {
            let SearchStats { expanded, .. } = self.tally.stats;
            if expanded >= most && !self.is_over() {
                break Status::OutOfBudget;
            }
            let left = work.saturating_sub(self.work(place.graph) - begun);
            if left == 0 {
                break Status::Running;
            }
            if expanded == 0 {
                if self.begin(place, observer) == Status::Found {
                    break Status::Found;
                }
                continue;
            }
            match self.follow_lists(place, expanded.saturating_add(left).min(most), observer) {
                Halt::Enough => {}
                Halt::Unknown(id) => self.look_around(place, id, observer),
                Halt::Over => {
                    let Some(end) = self.end else { break Status::Exhausted };
                    self.expand(end, observer);
                    break Status::Found;
                }
            }
        };
        (self.work(place.graph) - begun, status)
    }

    fn work(&self, graph: &JumpGraph) -> u64 {
        self.tally.stats.expanded + graph.work
    }

    /// Whether no edit after this revision touched a tile that a list of the search has seen. Then it goes on as if it had
    /// begun on the map as it is.
    ///
    /// # Complexity
    /// O(jump points of the graph).
    pub fn is_far_from_edits(&self, graph: &JumpGraph, map: &Map, since: Revision) -> bool {
        let is_same = |[first, last]: [Cell; 2]| !map.tiles().changed_between(first, last, since);
        let lists = |node: &Node| graph.lists_of(node).all(|list| is_same(list.bounds().corners()));
        let Tally { stats: SearchStats { expanded, .. }, open, .. } = self.tally;
        let has_begun = expanded > 0 && self.end.is_none() && open > 0;
        // A search that has not looked at its start knows nothing yet; one that has met its goal has little left to do.
        expanded == 0
            || has_begun
                && is_same([graph.unrecorded.first, graph.unrecorded.last])
                && graph.nodes.iter().filter(|node| node.search == graph.search).all(lists)
    }

    /// What all walkable terrain costs.
    pub const fn terrain(&self) -> u16 {
        self.terrain
    }

    /// Whether nothing is left to expand.
    pub const fn is_over(&self) -> bool {
        self.tally.open == 0
    }

    pub const fn stats(&self) -> SearchStats {
        self.tally.stats
    }

    /// Whether the cost limit kept jump points out.
    pub const fn is_cut(&self) -> bool {
        self.tally.is_cut
    }

    /// What a path costs that was found.
    pub const fn cost(&self) -> Cost {
        Cost(self.tally.best)
    }

    /// Expands the start: all that is needed where nothing stands between it and the goal.
    fn begin<O: Observer>(&mut self, place: &mut Place, observer: &mut O) -> Status {
        let start = self.ends.start;
        self.expand(start, observer);
        if self.ends.is_goal(start) {
            (self.end, self.tally.best) = (Some(start), 0);
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
            if cost < self.tally.best {
                self.reach_goal(goal, start, cost, NONE, observer);
            }
            self.tally.is_cut = self.end.is_none();
            return Status::Running;
        }
        graph.begin(most_bytes(map));
        let id = graph.id(map, start);
        let number = graph.search;
        let node = &mut graph.nodes[id as usize];
        (node.search, node.parent, node.g, node.is_open) = (number, NONE, 0, false);
        let headings = geometry::all_headings(movement);
        if starts_inside {
            self.follow_jumps(place, id, headings, FIRST_SWEEPS, observer);
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
            if self.ends.is_goal(cell) && self.ends.contains(cell) && g < self.tally.best {
                self.reach_goal(cell, from, g, parent, observer);
            }
            let h = self.ends.within_limits(cell, units.between(movement, cell, self.ends.goal));
            if h == 0 {
                continue;
            }
            let to = graph.id(map, cell);
            let JumpGraph { search, nodes, words, .. } = &mut **graph;
            nodes[to as usize].begin(*search, h);
            let (jump, mut tally) = (Jump { from, parent, arrival, g }, self.tally);
            if let Some(f) =
                self.reach(&mut tally, &mut nodes[to as usize], words, map.grid().revision(), jump, observer)
            {
                queue.push(f, to);
            }
            self.tally = tally;
            // What is pruned behind a level step is reached by an upright one before it, and that leads along outside.
            if movement == Movement::Four {
                self.root = to;
            }
        }
        self.tally.note_open();
    }

    /// Counts an expansion.
    fn expand<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        self.tally.open -= 1;
        self.tally.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Forward });
        }
    }

    /// Expands jump points whose lists are there and right, until so many expansions have been made in all.
    fn follow_lists<O: Observer>(&mut self, place: &mut Place, last: u64, observer: &mut O) -> Halt {
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let revision = map.grid().revision();
        let JumpGraph { movement, units, search, ref mut nodes, ref mut words, ref goals, .. } = **graph;
        let (nodes, words) = (&mut nodes[..], &mut words[..]);
        let Ends { goal, target, is_plain, .. } = self.ends;
        let (mut tally, begun) = (self.tally, self.tally.stats.expanded);
        let halt = loop {
            if tally.stats.expanded >= last {
                break Halt::Enough;
            }
            let mut id = std::mem::replace(&mut self.next, NONE);
            if id == NONE {
                match queue.pop() {
                    Some((floor, newest)) if floor < tally.best => id = newest,
                    _ => break Halt::Over,
                }
            }
            let node = &mut nodes[id as usize];
            if !node.is_open {
                continue;
            }
            let (from, g) = (node.cell, node.g);
            if g + u64::from(node.h) >= tally.best {
                node.is_open = false;
                tally.open -= 1;
                if O::ACTIVE {
                    observer.on_event(SearchEvent::Pruned { cell: from, side: Side::Forward });
                }
                continue;
            }
            let (at, is_dead_end) = node.list(node.arrival.into());
            if at == 0 || words[at] != revision.0 || id == self.root {
                self.next = id;
                break Halt::Unknown(id);
            }
            node.is_open = false;
            tally.open -= 1;
            tally.stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded { cell: from, side: Side::Forward });
            }
            let list = List(&words[at..]);
            let mut newest = None;
            for edge in list.edges() {
                let node = &mut nodes[edge.to() as usize];
                if node.search != search {
                    let h = units.between(movement, node.cell, goal);
                    node.begin(search, if is_plain { h } else { self.ends.within_limits(node.cell, h) });
                }
                let (to, arrival, g) = (edge.to(), edge.arrival(), g + edge.cost());
                let jump = Jump { from, parent: id, arrival, g };
                if let Some(f) = self.reach(&mut tally, node, words, revision, jump, observer)
                    && let Some((f, to)) = newest.replace((f, to))
                {
                    queue.push(f, to);
                }
            }
            tally.note_open();
            let (headings, sweeps, count) = (list.headings(), list.sweeps(), list.count());
            let may_see_goal = list.bounds().may_hold(target);
            if newest.is_none() && !is_dead_end {
                graph::mark_dead_ends(nodes, words, id);
            }
            if may_see_goal {
                self.tally = tally;
                self.look_at_goals(ground, units, goals, (id, from, g), headings, sweeps, observer);
                tally = self.tally;
            }
            if let Some((f, to)) = newest {
                self.go_on(queue, count, f, to);
            }
        };
        self.tally = tally;
        graph.hits += tally.stats.expanded - begun;
        halt
    }

    /// Sees to it that the list of a jump point is there and right, or expands it without one.
    #[cold]
    fn look_around<O: Observer>(&mut self, place: &mut Place, id: u32, observer: &mut O) {
        let headings = if id == self.root {
            geometry::all_headings(place.graph.movement)
        } else {
            match place.graph.source(place.map, place.ground, id) {
                Source::List => return,
                Source::Map(headings) => headings,
            }
        };
        self.next = NONE;
        let node = &mut place.graph.nodes[id as usize];
        node.is_open = false;
        let cell = node.cell;
        self.expand(cell, observer);
        self.follow_jumps(place, id, headings, u32::MAX, observer);
    }

    /// Looks at all that follow a jump point in these directions, as the map tells, by sweeps of so many steps at most.
    fn follow_jumps<O: Observer>(
        &mut self,
        place: &mut Place,
        id: u32,
        headings: Headings,
        most_steps: u32,
        observer: &mut O,
    ) {
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let (movement, units, goal, is_plain) = (graph.movement, graph.units, self.ends.goal, self.ends.is_plain);
        let (Node { cell: from, g, .. }, revision) = (graph.nodes[id as usize], map.grid().revision());
        let (mut tally, mut count, mut newest) = (self.tally, 0, None);
        let seen = jumps::follow(ground, units, from, headings, most_steps, |target| {
            count += 1;
            let g = g + u64::from(target.cost);
            let h = units.between(movement, target.cell, goal);
            let h = if is_plain { h } else { self.ends.within_limits(target.cell, h) };
            if !O::DETAILS && g + u64::from(h) >= tally.best && self.end.is_some() {
                return;
            }
            let to = graph.id(map, target.cell);
            let JumpGraph { search, nodes, words, .. } = &mut **graph;
            let node = &mut nodes[to as usize];
            if node.search != *search {
                node.begin(*search, h);
            }
            let jump = Jump { from, parent: id, arrival: target.arrival, g };
            if let Some(f) = self.reach(&mut tally, node, words, revision, jump, observer)
                && let Some((f, to)) = newest.replace((f, to))
            {
                queue.push(f, to);
            }
        });
        tally.note_open();
        self.tally = tally;
        graph.note(&seen);
        if Bounds::between(seen.first, seen.last).may_hold(self.ends.target) {
            self.look_at_goals(ground, units, &graph.goals, (id, from, g), headings, seen.sweeps, observer);
        }
        if let Some((f, to)) = newest {
            self.go_on(queue, count, f, to);
        }
    }

    /// A chain of jump points that have one successor each is followed for a while, whatever else is open.
    #[inline]
    fn go_on(&mut self, queue: &mut BucketQueue, successors: usize, f: u64, to: u32) {
        if successors == 1 && queue.is_near(f) || queue.is_next(f) {
            self.next = to;
        } else {
            queue.push(f, to);
        }
    }

    /// Takes over a path to each goal that is better than the best one, if the jumps from here have followed it.
    #[cold]
    fn look_at_goals<O: Observer>(
        &mut self,
        ground: JumpGround,
        units: Units,
        goals: &[Cell],
        (id, from, g): (u32, Cell, u64),
        headings: Headings,
        sweeps: [u16; 4],
        observer: &mut O,
    ) {
        let movement = ground.movement();
        for goal in goals.iter().copied() {
            let cost = g + u64::from(units.between(movement, from, goal));
            let line = Line::between(movement, from, goal);
            if cost < self.tally.best && has_followed(ground, headings, sweeps, from, line) {
                self.reach_goal(goal, from, cost, id, observer);
            }
        }
    }

    /// Takes over a path to a jump point that is better than the best one: its priority, unless it is of no use.
    #[expect(
        clippy::inline_always,
        reason = "most of a search with lists; a call for each edge takes a sixth of its time"
    )]
    #[inline(always)]
    fn reach<O: Observer>(
        &self,
        tally: &mut Tally,
        node: &mut Node,
        words: &[u64],
        revision: Revision,
        Jump { from, parent, arrival, g }: Jump,
        observer: &mut O,
    ) -> Option<u64> {
        let mut ignore = |reason| {
            // A goal, which is 0 from itself, is reached in its own way.
            if O::DETAILS && node.h > 0 {
                observer.on_event(SearchEvent::Ignored { cell: node.cell, from, reason, side: Side::Forward });
            }
            None
        };
        if g >= node.g {
            return ignore(if node.is_open { IgnoreReason::NotBetter } else { IgnoreReason::Closed });
        }
        let f = g + u64::from(node.h);
        if f >= tally.best {
            tally.is_cut = true;
            return ignore(if self.end.is_none() { IgnoreReason::OverCostLimit } else { IgnoreReason::Useless });
        }
        if let (at, true) = node.list(arrival) {
            let list = List(&words[at..]);
            if list.revision() == revision && !list.bounds().may_hold(self.ends.target) {
                return ignore(IgnoreReason::Useless);
            }
        }
        let (is_new, was_open) = (node.g == u64::MAX, node.is_open);
        tally.stats.generated += u64::from(is_new);
        tally.stats.reopened += u64::from(!is_new && !was_open);
        tally.open += u64::from(!was_open);
        if O::ACTIVE {
            observer.on_event(self.opened(node.cell, from, g, node.h, (!is_new).then_some(was_open)));
        }
        node.open(g, parent, arrival);
        Some(f)
    }

    /// Takes over a path to the goal that is better than the best one.
    fn reach_goal<O: Observer>(&mut self, goal: Cell, from: Cell, cost: u64, parent: u32, observer: &mut O) {
        let before = self.end.replace(goal);
        if let Some(cell) = before.filter(|before| *before != goal) {
            // With what this expansion has opened before.
            self.tally.note_open();
            self.tally.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned { cell, side: Side::Forward });
            }
        }
        let is_new = before != Some(goal);
        (self.tally.best, self.parent) = (cost, parent);
        self.tally.stats.generated += u64::from(is_new);
        self.tally.open += u64::from(is_new);
        self.tally.note_open();
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

/// A jump to a jump point: from where, in which direction, and what the path costs that ends with it.
#[derive(Clone, Copy, Debug)]
struct Jump {
    from: Cell,
    parent: u32,
    arrival: Heading,
    g: u64,
}

impl Tally {
    /// Notes how many are open, with what an expansion has opened.
    #[inline]
    fn note_open(&mut self) {
        self.stats.largest_open = self.stats.largest_open.max(self.open);
    }
}

/// What a graph of this map may take: enough for all jump points of most maps.
fn most_bytes(map: &Map) -> usize {
    (32 << 20) + 48 * map.grid().cell_count()
}

/// Whether the canonical line from a cell to the goal is one that its jumps have followed.
#[inline]
fn has_followed(ground: JumpGround, headings: Headings, sweeps: [u16; 4], cell: Cell, line: Line) -> bool {
    if headings >> line.departure() & 1 == 0 || line.sweep_steps > sweeps[line.sweep / 2].into() {
        return false;
    }
    let turn = moved(cell, line.sweep, line.sweep_steps);
    ground.is_walkable_line(ground.places_of(turn), line.straight, line.straight_steps as usize)
}
