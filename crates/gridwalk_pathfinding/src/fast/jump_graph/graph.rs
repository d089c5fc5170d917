//! Jump points and the lists of their successors.

use super::ends::Units;
use super::jumps::{self, Headings, JumpTarget, Jumps, MAX_SWEEP, Seen, SuccessorTable};
use super::landmarks::JumpLandmarks;
use super::lists::{Edge, HEAD, List, ListOwner, SuccessorLists};
use super::nodes::{DEAD_END, Ids, JumpNode, JumpNodes, NONE, narrow};
use crate::map::{CellPlaces, Heading, JumpGround, Learnt};
use crate::{Cell, Map, Movement, PathQuery};

/// The ratio of missing to used lists beyond which the graph is dropped as useless.
const USELESS: u64 = 8;

/// Number of words of lists, and of steps of diagonal scans, recorded in the time of an expansion.
const WORDS: u64 = 8;
const SWEPT: u64 = 8;

/// Number of jump points among which the first landmark is chosen.
const SAMPLED: usize = 4096;

/// The jump points of one map under one movement rule, as far as searches have needed them.
#[derive(Clone, Debug)]
pub struct JumpGraph {
    pub(super) movement: Movement,
    successors: &'static SuccessorTable,
    pub(super) units: Units,
    ids: Ids,
    pub(super) nodes: JumpNodes,
    pub(super) lists: SuccessorLists,
    /// Reused memory for the list that is recorded.
    list: Vec<u64>,
    /// The memory limit in bytes; `None` for the default.
    pub limit: Option<usize>,
    /// Cells that the present search has read without recording them.
    pub(super) unrecorded: Seen,
    work: u64,
    /// Number of lists used, and of lists that were missing without room for them (`misses`).
    pub(super) hits: u64,
    misses: u64,
    /// Work of searches that ended without a path, since labels were last due.
    pub fruitless: u64,
    /// Number of the present search.
    pub(super) search: u32,
    pub(super) landmarks: JumpLandmarks,
    /// Reused memory for the turns of a path.
    pub(super) path: Vec<Cell>,
    /// Cells where the present search may end.
    pub(super) goals: Vec<Cell>,
}

impl Learnt for JumpGraph {
    fn is_like(&self, other: &Self) -> bool {
        self.is_for(other.movement, other.units)
    }

    fn worth(&self) -> (bool, usize) {
        (self.landmarks.are_there(), self.nodes.len())
    }

    fn bytes(&self) -> usize {
        self.ids.bytes() + self.nodes.bytes() + self.lists.bytes() + self.landmarks.bytes()
    }
}

impl JumpGraph {
    pub fn new(movement: Movement, units: Units) -> Self {
        Self {
            movement,
            successors: jumps::successors_of(movement),
            units,
            ids: Ids::default(),
            nodes: JumpNodes::default(),
            lists: SuccessorLists::default(),
            list: Vec::new(),
            limit: None,
            unrecorded: Seen::NONE,
            hits: 0,
            misses: 0,
            work: 0,
            fruitless: 0,
            search: 0,
            landmarks: JumpLandmarks::default(),
            path: Vec::new(),
            goals: Vec::new(),
        }
    }

    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// Returns `true` if the graph serves this movement rule and these costs.
    pub fn is_for(&self, movement: Movement, units: Units) -> bool {
        self.movement == movement && self.units == units
    }

    /// Returns the work spent on scans of the map and on recording, in the time of expansions.
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Removes everything and keeps the memory.
    pub fn clear(&mut self, movement: Movement, units: Units) {
        (self.movement, self.successors, self.units) =
            (movement, jumps::successors_of(movement), units);
        self.drop_jump_points();
        (self.work, self.search, self.fruitless) = (0, 0, 0);
        self.landmarks = JumpLandmarks::default();
    }

    /// Computes a part of the landmarks if that is due; returns the work done.
    pub fn prepare(&mut self, map: &Map, query: &PathQuery, work: u64) -> u64 {
        if !self.landmarks.are_due() {
            return 0;
        }
        let room = self.most_bytes(map).saturating_sub(self.bytes());
        let Self {
            nodes,
            landmarks,
            search,
            ..
        } = self;
        // About the cell farthest from the start of the last search.
        let origin = || {
            (0..nodes.len())
                .step_by(1 + nodes.len() / SAMPLED)
                .map(|id| &nodes[narrow(id)])
                .filter(|node| node.search == *search && node.g != u64::MAX)
                .max_by_key(|node| node.g)
                .map(|node| node.cell)
                .filter(|cell| map.grid().is_walkable(*cell))
                .unwrap_or(query.goal)
        };
        let ground = map.jump_ground(self.movement);
        landmarks.advance(map, (ground, self.units), origin, room, work)
    }

    /// Returns the memory limit in bytes: by default enough for all jump points of most maps.
    fn most_bytes(&self, map: &Map) -> usize {
        let default = || (32 << 20) + 48 * map.grid().cell_count();
        self.limit.unwrap_or_else(default)
    }

    /// Begins another search.
    ///
    /// Old lists stay: if queries are spread over a map that is too large for the memory, each
    /// finds a part of what it needs. The graph is dropped once its lists are hardly used, as when
    /// queries have moved to another part of the map.
    pub(super) fn begin(&mut self) {
        self.unrecorded = Seen::NONE;
        let jump_points = self.nodes.len() as u64;
        if self.misses > USELESS * self.hits + jump_points {
            self.drop_jump_points();
        } else if self.hits + self.misses > 8 * jump_points {
            // Old counts weigh less.
            (self.hits, self.misses) = (self.hits / 2, self.misses / 2);
        }
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.drop_jump_points();
            1
        });
    }

    /// Removes all jump points and their lists.
    fn drop_jump_points(&mut self) {
        self.ids.clear();
        self.nodes.clear();
        self.lists.clear();
        (self.hits, self.misses) = (0, 0);
    }

    /// Returns the number of a jump point, which is new or known.
    #[inline]
    pub(super) fn id(&mut self, cell: Cell) -> u32 {
        let id = self.ids.get_or_insert(cell, narrow(self.nodes.len()));
        if id as usize == self.nodes.len() {
            self.nodes.push(cell);
        }
        id
    }

    /// Returns `true` if there is a list of the successors of a jump point, by its direction of
    /// arrival.
    ///
    /// A missing list is recorded now if there is room, and an outdated one in any case. The first
    /// search on the graph records nothing: a planner with a single query gains nothing from lists.
    #[inline]
    pub(super) fn has_list(&mut self, map: &Map, ground: JumpGround, id: u32) -> bool {
        let node = &self.nodes[id];
        (self.search > 1 || node.list(node.arrival.into()).0 != 0) && self.renew(map, ground, id)
    }

    /// Returns the directions in which paths continue from a jump point.
    ///
    /// `arrival` is the direction in which the jump point was reached, or
    /// [`START`](super::jumps::START).
    #[inline]
    pub(super) fn headings(
        &self,
        ground: JumpGround,
        at: CellPlaces,
        arrival: Heading,
    ) -> Headings {
        self.successors[arrival][usize::from(ground.ring(at))]
    }

    fn renew(&mut self, map: &Map, ground: JumpGround, id: u32) -> bool {
        let arrival = self.nodes[id].arrival.into();
        let (old, _) = self.nodes[id].list(arrival);
        if old != 0 {
            let list = self.lists.at(old);
            let [first, last] = list.bounds().corners();
            if !map.tiles().changed_between(first, last, list.revision()) {
                self.lists.set_revision(old, map.grid().revision());
                return true;
            }
        }
        let is_full = || self.bytes() + SuccessorLists::BLOCK_BYTES > self.most_bytes(map);
        if old == 0 && self.lists.needs_memory(HEAD) && is_full() {
            self.misses += 1;
            return false;
        }
        let mut list = std::mem::take(&mut self.list);
        self.record(map, ground, id, &mut list);
        let (place, garbage) = self.lists.store(&list, old);
        self.nodes[id].set_list(arrival, place);
        if garbage > 0 {
            let read = self.lists.collect(&mut self.nodes, old, garbage);
            self.work += read as u64 / WORDS;
        }
        self.list = list;
        true
    }

    /// Records the list of a jump point, as it was reached last, into `list`.
    fn record(&mut self, map: &Map, ground: JumpGround, id: u32, list: &mut Vec<u64>) {
        let JumpNode { cell, arrival, .. } = self.nodes[id];
        let arrival = usize::from(arrival);
        list.clear();
        list.extend([0; HEAD]);
        let (place, units) = (ground.places_of(cell), self.units);
        let headings = self.headings(ground, place, arrival);
        let edge = |target: JumpTarget| {
            list.push(Edge::new(self.id(target.cell), target.arrival, target.cost).word());
        };
        let seen = Jumps::new(ground, units, edge).follow::<MAX_SWEEP>(cell, place, headings);
        self.work += list.len() as u64 / WORDS + seen.swept() / SWEPT;
        let (revision, edges) = (map.grid().revision(), list.len() - HEAD);
        let head = List::head(revision, seen, headings, ListOwner::new(id, arrival), edges);
        list[..HEAD].copy_from_slice(&head);
    }

    /// Returns the lists of a jump point.
    pub(super) fn lists_of(&self, node: &JumpNode) -> impl Iterator<Item = List<'_>> {
        (0..8)
            .map(|arrival| node.list(arrival).0)
            .filter(|at| *at != 0)
            .map(|at| self.lists.at(at))
    }

    /// Adds cells that were read without recording them, and the work.
    pub(super) fn note(&mut self, seen: &Seen) {
        self.unrecorded.join(seen);
        self.work += seen.swept() / SWEPT;
    }
}

/// Marks a jump point as a dead end if only dead ends follow it, then its parent, and so on.
///
/// The jump point was just expanded. The bounds of a marked list include those of the lists behind
/// it.
///
/// # Complexity
/// O(edges) of all jump points that are marked, and of one that is not.
#[cold]
pub(super) fn mark_dead_ends(nodes: &mut JumpNodes, lists: &mut SuccessorLists, mut id: u32) {
    while id != NONE {
        let node = nodes[id];
        let arrival = usize::from(node.arrival);
        let (at, is_known) = node.list(arrival);
        if at == 0 || is_known {
            return;
        }
        let list = lists.at(at);
        let mut bounds = list.bounds();
        for edge in list.edges() {
            let (to, is_dead_end) = nodes[edge.to()].list(edge.arrival());
            let next = lists.at(to);
            if !is_dead_end || next.revision() != list.revision() {
                return;
            }
            bounds = bounds.around(next.bounds());
        }
        lists.set_bounds(at, bounds);
        nodes[id].lists[arrival] |= DEAD_END;
        id = node.parent;
    }
}
