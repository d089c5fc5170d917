//! Jump points and the lists of their successors.

use super::ends::{Bounds, Units};
use super::jumps::{self, Headings, JumpTarget, Jumps, Seen, SuccessorTable};
use super::landmarks::JumpLandmarks;
use super::nodes::{DEAD_END, Ids, JumpNode, JumpNodes, NONE};
use crate::map::{CellPlaces, Heading, JumpGround};
use crate::{Cell, Map, Movement, PathQuery, Revision};

/// A successor of a jump point: its number, the direction of arrival, and the cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u64);

impl Edge {
    pub fn new(to: u32, arrival: Heading, cost: u32) -> Self {
        Self(u64::from(cost) << 32 | u64::from(to) << 3 | arrival as u64)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    #[inline]
    pub const fn to(self) -> u32 {
        self.0 as u32 >> 3
    }

    #[expect(clippy::cast_possible_truncation, reason = "three bits")]
    #[inline]
    pub const fn arrival(self) -> Heading {
        self.0 as Heading & 7
    }

    #[inline]
    pub const fn cost(self) -> u64 {
        self.0 >> 32
    }
}

/// A recorded list of successors: [`HEAD`] words, and the edges.
///
/// The head holds the revision of the map for which the list is right, the bounds of the cells that
/// its jumps have read, the lengths of its diagonal scans, its directions, and the number of edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a>(pub &'a [u64]);

/// The ratio of missing to used lists beyond which the graph is dropped as useless.
const USELESS: u64 = 8;

/// Number of words of lists, and of steps of diagonal scans, recorded in the time of an expansion.
const WORDS: u64 = 8;
const SWEPT: u64 = 8;

/// Number of words before the edges.
const HEAD: usize = 4;

impl<'a> List<'a> {
    fn head(revision: Revision, seen: Seen, headings: Headings, edges: usize) -> [u64; HEAD] {
        [
            revision.0,
            Bounds::between(seen.first, seen.last).word(),
            join(seen.sweeps),
            (edges as u64) << 8 | u64::from(headings),
        ]
    }

    #[inline]
    pub const fn revision(self) -> Revision {
        Revision(self.0[0])
    }

    /// Returns the bounds of all cells that the jumps have read, including the jumps behind a dead
    /// end.
    #[inline]
    pub const fn bounds(self) -> Bounds {
        Bounds::from_word(self.0[1])
    }

    /// Returns the lengths of the diagonal scans.
    #[inline]
    pub const fn sweeps(self) -> [u16; 4] {
        split(self.0[2])
    }

    /// Returns the directions of the recorded jumps.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
    #[inline]
    pub const fn headings(self) -> Headings {
        self.0[3] as Headings
    }

    /// Returns the number of edges.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0[3] >> 8) as usize
    }

    #[inline]
    const fn len(self) -> usize {
        HEAD + self.count()
    }

    #[inline]
    pub fn edges(self) -> impl Iterator<Item = Edge> + 'a {
        self.0[HEAD..self.len()].iter().map(|word| Edge(*word))
    }
}

fn join(parts: [u16; 4]) -> u64 {
    parts
        .into_iter()
        .rev()
        .fold(0, |word, part| word << 16 | u64::from(part))
}

#[expect(clippy::cast_possible_truncation, reason = "four quarters of a word")]
#[inline]
const fn split(word: u64) -> [u16; 4] {
    [
        word as u16,
        (word >> 16) as u16,
        (word >> 32) as u16,
        (word >> 48) as u16,
    ]
}

/// The source of a jump point's successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuccessorSource {
    /// The recorded list.
    List,
    /// A scan of the map.
    Map,
}

/// The jump points of one map under one movement rule, as far as searches have needed them.
#[derive(Clone, Debug)]
pub struct JumpGraph {
    pub(super) movement: Movement,
    successors: &'static SuccessorTable,
    pub(super) units: Units,
    ids: Ids,
    pub(super) nodes: JumpNodes,
    /// Lists in sequence, each a head and its edges. The first word is unused.
    pub(super) words: Vec<u64>,
    /// Number of words of lists that are no longer used.
    garbage: usize,
    /// Memory limits in bytes: that of the owner, and that of the present search (`most_bytes`).
    limit: Option<usize>,
    most_bytes: usize,
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

impl JumpGraph {
    pub fn new(movement: Movement, units: Units) -> Self {
        Self {
            movement,
            successors: jumps::successors_of(movement),
            units,
            ids: Ids::default(),
            nodes: JumpNodes::default(),
            words: vec![0],
            garbage: 0,
            limit: None,
            most_bytes: usize::MAX,
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

    /// Returns `true` if the graph serves the same movement rule and costs as the other.
    pub fn is_like(&self, other: &Self) -> bool {
        self.is_for(other.movement, other.units)
    }

    /// Returns a measure by which the better of two graphs is kept: landmarks, then jump points.
    pub fn worth(&self) -> (bool, usize) {
        (self.landmarks.are_there(), self.nodes.len())
    }

    /// Returns the work spent on scans of the map and on recording, in the time of expansions.
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Removes everything and keeps the memory.
    pub fn clear(&mut self, movement: Movement, units: Units) {
        (self.movement, self.successors, self.units) =
            (movement, jumps::successors_of(movement), units);
        self.ids.clear();
        self.nodes.clear();
        self.words.truncate(1);
        (self.garbage, self.work, self.search) = (0, 0, 0);
        (self.hits, self.misses, self.fruitless) = (0, 0, 0);
        self.landmarks = JumpLandmarks::default();
    }

    /// Returns the memory used in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes_besides_lists() + self.words.capacity() * size_of::<u64>()
    }

    fn bytes_besides_lists(&self) -> usize {
        self.ids.bytes() + self.nodes.bytes() + self.landmarks.bytes()
    }

    /// Computes a part of the landmarks if that is due; returns the work done.
    pub fn prepare(&mut self, map: &Map, query: &PathQuery, work: u64) -> u64 {
        if !self.landmarks.are_due() {
            return 0;
        }
        let room = self.limit.unwrap_or_else(|| most_bytes(map));
        let room = room.saturating_sub(self.bytes());
        let Self {
            nodes,
            landmarks,
            search,
            ..
        } = self;
        // The cell farthest from the start of the last search.
        let origin = || {
            nodes
                .iter()
                .filter(|node| node.search == *search && node.g != u64::MAX)
                .max_by_key(|node| node.g)
                .map(|node| node.cell)
                .filter(|cell| map.grid().is_walkable(*cell))
                .unwrap_or(query.goal)
        };
        let ground = map.jump_ground(self.movement);
        landmarks.advance(map, (ground, self.units), origin, room, work)
    }

    /// Sets the memory limit in bytes; `None` for the default.
    pub const fn limit(&mut self, bytes: Option<usize>) {
        self.limit = bytes;
    }

    /// Begins another search, with at most `most_bytes` bytes of memory if the owner has set no
    /// limit.
    ///
    /// Old lists stay: if queries are spread over a map that is too large for the memory, each
    /// finds a part of what it needs. The graph is dropped once its lists are hardly used, as when
    /// queries have moved to another part of the map.
    pub(super) fn begin(&mut self, most_bytes: usize) {
        (self.most_bytes, self.unrecorded) = (self.limit.unwrap_or(most_bytes), Seen::NONE);
        let jump_points = self.nodes.len() as u64;
        if self.misses > USELESS * self.hits + jump_points {
            // Dropped, not cleared: that takes no time.
            (self.ids, self.nodes, self.words) = (Ids::default(), JumpNodes::default(), vec![0]);
            (self.garbage, self.hits, self.misses) = (0, 0, 0);
        } else if self.hits + self.misses > 8 * jump_points {
            // Old counts weigh less.
            (self.hits, self.misses) = (self.hits / 2, self.misses / 2);
        }
        if self.garbage > self.words.len() / 2 {
            self.compact();
        }
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            for node in self.nodes.iter_mut() {
                node.search = 0;
            }
            1
        });
    }

    /// Compacts the lists that are still used.
    fn compact(&mut self) {
        let mut words = Vec::with_capacity(self.words.len() - self.garbage);
        words.push(0);
        for list in self
            .nodes
            .iter_mut()
            .flat_map(|node| &mut node.lists)
            .filter(|list| **list != 0)
        {
            let from = (*list & !DEAD_END) as usize;
            let len = List(&self.words[from..]).len();
            *list = narrow(words.len()) | *list & DEAD_END;
            words.extend_from_slice(&self.words[from..from + len]);
        }
        (self.words, self.garbage) = (words, 0);
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

    /// Returns the source of the successors of a jump point, by its direction of arrival.
    ///
    /// A missing list is recorded now if there is room, and an outdated one in any case. The first
    /// search on the graph records nothing.
    #[inline]
    pub(super) fn source(&mut self, map: &Map, ground: JumpGround, id: u32) -> SuccessorSource {
        let node = &self.nodes[id];
        if self.search == 1 && node.list(node.arrival.into()).0 == 0 {
            // A planner with a single query gains nothing from lists.
            SuccessorSource::Map
        } else {
            self.renew(map, ground, id)
        }
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

    fn renew(&mut self, map: &Map, ground: JumpGround, id: u32) -> SuccessorSource {
        let JumpNode { cell, arrival, .. } = self.nodes[id];
        let arrival = usize::from(arrival);
        let (old, _) = self.nodes[id].list(arrival);
        let mut words = std::mem::take(&mut self.words);
        let source = 'source: {
            let old_list = (old != 0).then(|| List(&words[old..]));
            if let Some(list) = old_list {
                let [first, last] = list.bounds().corners();
                if !map.tiles().changed_between(first, last, list.revision()) {
                    words[old] = map.grid().revision().0;
                    break 'source SuccessorSource::List;
                }
            }
            let (at, old_len) = (words.len(), old_list.map_or(0, List::len));
            let others = self.bytes_besides_lists();
            let room = self.most_bytes.saturating_sub(others) / size_of::<u64>();
            if old == 0 && words.len() >= room {
                self.misses += 1;
                break 'source SuccessorSource::Map;
            }
            // Doubling, as vectors grow by default, would not fit.
            if words.len() + words.len() / 8 > words.capacity() {
                words.reserve_exact(
                    words
                        .len()
                        .min(room.saturating_sub(words.len()))
                        .max(words.len() / 8),
                );
            }
            self.record(map, ground, cell, arrival, &mut words);
            let len = words.len() - at;
            let mut place = at;
            self.garbage += old_len;
            if len <= old_len {
                words.copy_within(at.., old);
                words.truncate(at);
                (place, self.garbage) = (old, self.garbage - len);
            }
            self.nodes[id].lists[arrival] = narrow(place);
            SuccessorSource::List
        };
        self.words = words;
        source
    }

    /// Records a list at the end of `words`.
    fn record(
        &mut self,
        map: &Map,
        ground: JumpGround,
        cell: Cell,
        arrival: Heading,
        words: &mut Vec<u64>,
    ) {
        let at = words.len();
        words.extend([0; HEAD]);
        let (place, units) = (ground.places_of(cell), self.units);
        let headings = self.headings(ground, place, arrival);
        let edge = |target: JumpTarget| {
            words.push(Edge::new(self.id(target.cell), target.arrival, target.cost).0);
        };
        let seen = Jumps::new(ground, units, edge).follow::<{ u32::MAX }>(cell, place, headings);
        self.work += (words.len() - at) as u64 / WORDS + seen.swept() / SWEPT;
        let head = List::head(
            map.grid().revision(),
            seen,
            headings,
            words.len() - at - HEAD,
        );
        words[at..at + HEAD].copy_from_slice(&head);
    }

    /// Returns the lists of a jump point.
    pub(super) fn lists_of(&self, node: &JumpNode) -> impl Iterator<Item = List<'_>> {
        (0..8)
            .map(|arrival| node.list(arrival).0)
            .filter(|at| *at != 0)
            .map(|at| List(&self.words[at..]))
    }

    /// Adds cells that were read without recording them, and the work.
    pub(super) fn note(&mut self, seen: &Seen) {
        self.unrecorded.join(seen);
        self.work += seen.swept() / SWEPT;
    }
}

/// Returns the default memory limit of a graph in bytes: enough for all jump points of most maps.
pub(super) fn most_bytes(map: &Map) -> usize {
    (32 << 20) + 48 * map.grid().cell_count()
}

/// Marks a jump point as a dead end if only dead ends follow it, then its parent, and so on.
///
/// The jump point was just expanded. The bounds of a marked list include those of the lists behind
/// it.
///
/// # Complexity
/// O(edges) of all jump points that are marked, and of one that is not.
#[cold]
pub(super) fn mark_dead_ends(nodes: &mut JumpNodes, words: &mut [u64], mut id: u32) {
    while id != NONE {
        let node = nodes[id];
        let arrival = usize::from(node.arrival);
        let (at, is_known) = node.list(arrival);
        if at == 0 || is_known {
            return;
        }
        let list = List(&words[at..]);
        let mut bounds = list.bounds();
        for edge in list.edges() {
            let (to, is_dead_end) = nodes[edge.to()].list(edge.arrival());
            let next = List(&words[to..]);
            if !is_dead_end || next.revision() != list.revision() {
                return;
            }
            bounds = bounds.around(next.bounds());
        }
        words[at + 1] = bounds.word();
        nodes[id].lists[arrival] |= DEAD_END;
        id = node.parent;
    }
}

fn narrow(number: usize) -> u32 {
    let number = u32::try_from(number)
        .ok()
        .filter(|number| *number < DEAD_END);
    number.expect("jump points and lists are counted in 31 bits")
}
