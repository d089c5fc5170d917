//! Jump points and their lists.

use super::bounds::Bounds;
use super::geometry::{self, Headings, Successors};
use super::ids::Ids;
use super::jumps::{Jumps, Seen, Target};
use super::nodes::{DEAD_END, NONE, Node, Nodes};
use super::units::Units;
use crate::map::{CellPlaces, Heading, JumpGround};
use crate::{Cell, Map, Movement, Revision};

/// A jump point that follows another one: its number, the direction of arrival, and the cost.
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

/// A list as it is kept: the revision of the map on which it is right, between which cells its jumps have looked, how
/// far its sweeps went, its directions and how many edges there are, and the edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a>(pub &'a [u64]);

/// Lists of which fewer than one in so many is asked for are of no use.
const USELESS: u64 = 8;

/// So many words of lists, and so many steps of sweeps, are recorded in the time of an expansion.
const WORDS: u64 = 8;
const SWEPT: u64 = 8;

/// Words before the edges.
pub(super) const HEAD: usize = 4;

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

    /// All that its jumps have looked at, and those from where they lead if these are dead ends.
    #[inline]
    pub const fn bounds(self) -> Bounds {
        Bounds::from_word(self.0[1])
    }

    /// How far its sweeps went.
    #[inline]
    pub const fn sweeps(self) -> [u16; 4] {
        split(self.0[2])
    }

    /// In which directions it was recorded.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
    #[inline]
    pub const fn headings(self) -> Headings {
        self.0[3] as Headings
    }

    /// How many edges there are.
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
    parts.into_iter().rev().fold(0, |word, part| word << 16 | u64::from(part))
}

#[expect(clippy::cast_possible_truncation, reason = "four quarters of a word")]
#[inline]
const fn split(word: u64) -> [u16; 4] {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

/// From where a search knows what follows a jump point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// From its list.
    List,
    /// From the map.
    Map,
}

/// The jump points of one map under one movement rule, as far as searches have needed them.
#[derive(Clone, Debug)]
pub struct JumpGraph {
    pub(super) movement: Movement,
    successors: &'static Successors,
    pub(super) units: Units,
    ids: Ids,
    pub(super) nodes: Nodes,
    /// Lists one behind the other: a head, and its edges. The first word is none.
    pub(super) words: Vec<u64>,
    /// Words of lists that are no longer used.
    garbage: usize,
    /// So many bytes may be taken, if its owner says so, and by the present search.
    limit: Option<usize>,
    most_bytes: usize,
    /// What the present search has seen without recording it.
    pub(super) unrecorded: Seen,
    work: u64,
    /// How often a list was there, and how often there was none and no room for one.
    pub(super) hits: u64,
    misses: u64,
    /// The number of the present search.
    pub(super) search: u32,
    /// Memory for where a path turns.
    pub(super) path: Vec<Cell>,
    /// Where the present search may end.
    pub(super) goals: Vec<Cell>,
}

impl JumpGraph {
    pub fn new(movement: Movement, units: Units) -> Self {
        Self {
            movement,
            successors: geometry::successors_of(movement),
            units,
            ids: Ids::default(),
            nodes: Nodes::default(),
            words: vec![0],
            garbage: 0,
            limit: None,
            most_bytes: usize::MAX,
            unrecorded: Seen::NONE,
            hits: 0,
            misses: 0,
            work: 0,
            search: 0,
            path: Vec::new(),
            goals: Vec::new(),
        }
    }

    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// What it took to look at the map so far, in expansions that would take as long.
    pub const fn work(&self) -> u64 {
        self.work
    }

    /// Forgets all and keeps the memory.
    pub fn clear(&mut self, movement: Movement, units: Units) {
        (self.movement, self.successors, self.units) = (movement, geometry::successors_of(movement), units);
        self.ids.clear();
        self.nodes.clear();
        self.words.truncate(1);
        (self.garbage, self.work, self.search) = (0, 0, 0);
        (self.hits, self.misses) = (0, 0);
    }

    /// What it takes.
    pub fn bytes(&self) -> usize {
        self.ids.bytes() + self.nodes.bytes() + self.words.capacity() * size_of::<u64>()
    }

    /// Lets it take so many bytes, or the usual number.
    pub const fn limit(&mut self, bytes: Option<usize>) {
        self.limit = bytes;
    }

    /// Begins another search, with so many bytes at most if nothing else was said.
    ///
    /// What has come in first stays: of questions all over a map that is too large, each finds a part of what it needs. All
    /// is forgotten where that is of no use any more, as when the questions have moved to another part of the map.
    pub(super) fn begin(&mut self, most_bytes: usize) {
        (self.most_bytes, self.unrecorded) = (self.limit.unwrap_or(most_bytes), Seen::NONE);
        let jump_points = self.nodes.len() as u64;
        if self.misses > USELESS * self.hits + jump_points {
            // Given back, not cleared: that takes no time.
            (self.ids, self.nodes, self.words) = (Ids::default(), Nodes::default(), vec![0]);
            (self.garbage, self.hits, self.misses) = (0, 0, 0);
        } else if self.hits + self.misses > 8 * jump_points {
            // What was long ago counts less.
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

    /// Moves the lists together that are still used.
    fn compact(&mut self) {
        let mut words = Vec::with_capacity(self.words.len() - self.garbage);
        words.push(0);
        for list in self.nodes.iter_mut().flat_map(|node| &mut node.lists).filter(|list| **list != 0) {
            let from = (*list & !DEAD_END) as usize;
            let len = List(&self.words[from..]).len();
            *list = narrow(words.len()) | *list & DEAD_END;
            words.extend_from_slice(&self.words[from..from + len]);
        }
        (self.words, self.garbage) = (words, 0);
    }

    /// The number of a jump point, which is new or known.
    #[inline]
    pub(super) fn id(&mut self, cell: Cell) -> u32 {
        let id = self.ids.get_or_insert(cell, narrow(self.nodes.len()));
        if id as usize == self.nodes.len() {
            self.nodes.push(cell);
        }
        id
    }

    /// From where a search knows what follows a jump point that was reached in its direction of arrival: from its list,
    /// recorded now unless the map is still what it was then as far as the list goes. The first search of all keeps
    /// nothing.
    #[inline]
    pub(super) fn source(&mut self, map: &Map, ground: JumpGround, id: u32) -> Source {
        let node = &self.nodes[id];
        if self.search == 1 && node.list(node.arrival.into()).0 == 0 {
            // A planner that is asked once gains nothing from lists.
            Source::Map
        } else {
            self.renew(map, ground, id)
        }
    }

    /// Where paths go on from a jump point, after the direction in which it was reached, or [`START`](super::geometry::START).
    #[inline]
    pub(super) fn headings(&self, ground: JumpGround, at: CellPlaces, arrival: Heading) -> Headings {
        self.successors[arrival][usize::from(ground.ring(at))]
    }

    fn renew(&mut self, map: &Map, ground: JumpGround, id: u32) -> Source {
        let Node { cell, arrival, .. } = self.nodes[id];
        let arrival = usize::from(arrival);
        let (old, _) = self.nodes[id].list(arrival);
        let mut words = std::mem::take(&mut self.words);
        let source = 'source: {
            let old_list = (old != 0).then(|| List(&words[old..]));
            if let Some(list) = old_list {
                let [first, last] = list.bounds().corners();
                if !map.tiles().changed_between(first, last, list.revision()) {
                    words[old] = map.grid().revision().0;
                    break 'source Source::List;
                }
            }
            let (at, old_len) = (words.len(), old_list.map_or(0, List::len));
            let others = self.ids.bytes() + self.nodes.bytes();
            let room = self.most_bytes.saturating_sub(others) / size_of::<u64>();
            if old == 0 && words.len() >= room {
                self.misses += 1;
                break 'source Source::Map;
            }
            // Twice as much, as vectors grow by themselves, would not fit.
            if words.len() + words.len() / 8 > words.capacity() {
                words.reserve_exact(words.len().min(room.saturating_sub(words.len())).max(words.len() / 8));
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
            Source::List
        };
        self.words = words;
        source
    }

    /// Writes a list behind all others.
    fn record(&mut self, map: &Map, ground: JumpGround, cell: Cell, arrival: Heading, words: &mut Vec<u64>) {
        let at = words.len();
        words.extend([0; HEAD]);
        let (place, units) = (ground.places_of(cell), self.units);
        let headings = self.headings(ground, place, arrival);
        let edge = |target: Target| words.push(Edge::new(self.id(target.cell), target.arrival, target.cost).0);
        let seen = Jumps::new(ground, units, edge).follow::<{ u32::MAX }>(cell, place, headings);
        self.work += (words.len() - at) as u64 / WORDS + seen.swept() / SWEPT;
        let head = List::head(map.grid().revision(), seen, headings, words.len() - at - HEAD);
        words[at..at + HEAD].copy_from_slice(&head);
    }

    /// The lists of a jump point.
    pub(super) fn lists_of(&self, node: &Node) -> impl Iterator<Item = List<'_>> {
        (0..8).map(|arrival| node.list(arrival).0).filter(|at| *at != 0).map(|at| List(&self.words[at..]))
    }

    /// Notes what was seen without recording it.
    pub(super) fn note(&mut self, seen: &Seen) {
        self.unrecorded.join(seen);
        self.work += seen.swept() / SWEPT;
    }
}

/// Marks a jump point that was just expanded if nothing but dead ends follows it, and then each one before it of which
/// that is true now. Its bounds hold then those of all.
///
/// # Complexity
/// O(edges) of a jump point that is marked, and of one that is not.
#[cold]
pub(super) fn mark_dead_ends(nodes: &mut Nodes, words: &mut [u64], mut id: u32) {
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
    let number = u32::try_from(number).ok().filter(|number| *number < DEAD_END);
    number.expect("jump points and lists are counted in 31 bits")
}
