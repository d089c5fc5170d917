//! Jump points and their lists.

use super::geometry::{self, Headings};
use super::ids::Ids;
use super::jumps::{self, Seen};
use super::units::Units;
use crate::map::{Heading, JumpGround};
use crate::{Cell, Map, Movement, Revision};

/// What is known of a jump point, and how a search stands there: one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub cell: Cell,
    /// By the direction of arrival, where its list begins; 0 if there is none.
    pub lists: [u32; 8],
    // All from here on has a meaning for the search of that number only.
    pub search: u32,
    pub parent: u32,
    pub h: u32,
    pub arrival: u8,
    pub is_open: bool,
    pub g: u64,
}

impl Node {
    /// Makes it one that this search has not reached, so far from the goal.
    #[inline]
    pub const fn begin(&mut self, search: u32, h: u32) {
        (self.search, self.h, self.g, self.is_open) = (search, h, u64::MAX, false);
    }

    /// Puts it on the open list.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight directions")]
    #[inline]
    pub const fn open(&mut self, g: u64, parent: u32, arrival: Heading) {
        (self.g, self.parent, self.arrival, self.is_open) = (g, parent, arrival as u8, true);
    }
}

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
    pub const fn arrival(self) -> u8 {
        self.0 as u8 & 7
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
    fn head(revision: Revision, Seen { first, last, sweeps }: Seen, headings: Headings, edges: usize) -> [u64; HEAD] {
        let between =
            [first.x, first.y, last.x, last.y].map(|side| i16::try_from(side).expect("sides of maps are small"));
        [revision.0, join(between.map(i16::cast_unsigned)), join(sweeps), (edges as u64) << 8 | u64::from(headings)]
    }

    #[inline]
    pub const fn revision(self) -> Revision {
        Revision(self.0[0])
    }

    /// What its jumps have seen.
    #[inline]
    pub fn seen(self) -> Seen {
        let [left, top, right, bottom] = split(self.0[1]).map(|side| i32::from(side.cast_signed()));
        Seen { first: Cell::new(left, top), last: Cell::new(right, bottom), sweeps: split(self.0[2]) }
    }

    /// In which directions it was recorded.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
    #[inline]
    pub const fn headings(self) -> Headings {
        self.0[3] as Headings
    }

    #[inline]
    const fn len(self) -> usize {
        HEAD + (self.0[3] >> 8) as usize
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
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// The list that begins there.
    List(usize),
    /// The map, looking in these directions.
    Map(Headings),
}

/// The jump points of one map under one movement rule, as far as searches have needed them.
#[derive(Clone, Debug)]
pub struct JumpGraph {
    pub(super) movement: Movement,
    pub(super) units: Units,
    ids: Ids,
    pub(super) nodes: Vec<Node>,
    /// Lists one behind the other: a head, and its edges. The first word is none.
    pub(super) words: Vec<u64>,
    /// Words of lists that are no longer used.
    garbage: usize,
    /// So many bytes may be taken, if its owner says so, and by the present search.
    limit: Option<usize>,
    most_bytes: usize,
    /// What the present search has seen without recording it.
    pub(super) unrecorded: Seen,
    pub(super) work: u64,
    /// How often a list was there, and how often there was none and no room for one.
    hits: u64,
    misses: u64,
    /// The number of the present search.
    pub(super) search: u32,
    /// Memory for the turns of a path.
    pub(super) turns: Vec<Cell>,
    /// Where the present search may end.
    pub(super) goals: Vec<Cell>,
}

impl JumpGraph {
    pub fn new(movement: Movement, units: Units) -> Self {
        Self {
            movement,
            units,
            ids: Ids::default(),
            nodes: Vec::new(),
            words: vec![0],
            garbage: 0,
            limit: None,
            most_bytes: usize::MAX,
            unrecorded: Seen::NONE,
            hits: 0,
            misses: 0,
            work: 0,
            search: 0,
            turns: Vec::new(),
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
        (self.movement, self.units) = (movement, units);
        self.ids.clear();
        self.nodes.clear();
        self.words.truncate(1);
        (self.garbage, self.work, self.search) = (0, 0, 0);
        (self.hits, self.misses) = (0, 0);
    }

    /// What it takes.
    pub fn bytes(&self) -> usize {
        self.ids.bytes() + self.nodes.capacity() * size_of::<Node>() + self.words.capacity() * size_of::<u64>()
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
            (self.ids, self.nodes, self.words) = (Ids::default(), Vec::new(), vec![0]);
            (self.garbage, self.hits, self.misses) = (0, 0, 0);
        } else if self.hits + self.misses > 8 * jump_points {
            // What was long ago counts less.
            (self.hits, self.misses) = (self.hits / 2, self.misses / 2);
        }
        if self.garbage > self.words.len() / 2 {
            self.compact();
        }
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            for node in &mut self.nodes {
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
            let from = *list as usize;
            let len = List(&self.words[from..]).len();
            *list = narrow(words.len());
            words.extend_from_slice(&self.words[from..from + len]);
        }
        (self.words, self.garbage) = (words, 0);
    }

    /// The number of a jump point, which is new or known.
    pub(super) fn id(&mut self, map: &Map, cell: Cell) -> u32 {
        let index = map.grid().index(cell).expect("jump points lie inside").0;
        let id = self.ids.get_or_insert(index, narrow(self.nodes.len()));
        if id as usize == self.nodes.len() {
            let (lists, search, parent, h, g) = ([0; 8], 0, 0, 0, 0);
            self.nodes.push(Node { cell, lists, search, parent, h, arrival: 0, is_open: false, g });
        }
        id
    }

    /// From where a search knows what follows a jump point that was reached in its direction of arrival: from its list,
    /// recorded now unless the map is still what it was then as far as the list goes. The first search of all keeps
    /// nothing.
    #[inline]
    pub(super) fn source(&mut self, map: &Map, ground: JumpGround, id: u32) -> Source {
        let node = &self.nodes[id as usize];
        let at = node.lists[usize::from(node.arrival)] as usize;
        if at != 0 && self.words[at] == map.grid().revision().0 {
            self.hits += 1;
            Source::List(at)
        } else if self.search == 1 {
            // A planner that is asked once gains nothing from lists.
            Source::Map(self.headings(ground, id))
        } else {
            self.renew(map, ground, id)
        }
    }

    /// Where paths go on from a jump point.
    fn headings(&self, ground: JumpGround, id: u32) -> Headings {
        let Node { cell, arrival, .. } = self.nodes[id as usize];
        let at = ground.places_of(cell);
        geometry::natural_and_forced(self.movement, arrival.into(), |heading| !ground.is_walkable(at, heading))
    }

    #[cold]
    fn renew(&mut self, map: &Map, ground: JumpGround, id: u32) -> Source {
        let Node { cell, lists, arrival, .. } = self.nodes[id as usize];
        let arrival = usize::from(arrival);
        let old = lists[arrival] as usize;
        let mut words = std::mem::take(&mut self.words);
        let source = 'source: {
            let old_list = (old != 0).then(|| List(&words[old..]));
            if let Some(list) = old_list {
                let Seen { first, last, .. } = list.seen();
                if !map.tiles().changed_between(first, last, list.revision()) {
                    words[old] = map.grid().revision().0;
                    self.hits += 1;
                    break 'source Source::List(old);
                }
            }
            let (at, old_len) = (words.len(), old_list.map_or(0, List::len));
            let headings = self.headings(ground, id);
            let others = self.ids.bytes() + self.nodes.capacity() * size_of::<Node>();
            let room = self.most_bytes.saturating_sub(others) / size_of::<u64>();
            if old == 0 && words.len() >= room {
                self.misses += 1;
                break 'source Source::Map(headings);
            }
            // Twice as much, as vectors grow by themselves, would not fit.
            if words.len() + words.len() / 8 > words.capacity() {
                words.reserve_exact(words.len().min(room.saturating_sub(words.len())).max(words.len() / 8));
            }
            self.record(map, ground, cell, headings, &mut words);
            let len = words.len() - at;
            let mut place = at;
            self.garbage += old_len;
            if len <= old_len {
                words.copy_within(at.., old);
                words.truncate(at);
                (place, self.garbage) = (old, self.garbage - len);
            }
            self.nodes[id as usize].lists[arrival] = narrow(place);
            Source::List(place)
        };
        self.words = words;
        source
    }

    /// Writes a list behind all others.
    fn record(&mut self, map: &Map, ground: JumpGround, cell: Cell, headings: Headings, words: &mut Vec<u64>) {
        let at = words.len();
        words.extend([0; HEAD]);
        let seen = jumps::follow(ground, self.units, cell, headings, |target| {
            words.push(Edge::new(self.id(map, target.cell), target.arrival, target.cost).0);
        });
        self.work += (words.len() - at) as u64 / WORDS + seen.swept() / SWEPT;
        let head = List::head(map.grid().revision(), seen, headings, words.len() - at - HEAD);
        words[at..at + HEAD].copy_from_slice(&head);
    }

    /// The lists of a jump point.
    pub(super) fn lists_of(&self, node: &Node) -> impl Iterator<Item = List<'_>> {
        node.lists.into_iter().filter(|at| *at != 0).map(|at| List(&self.words[at as usize..]))
    }

    /// Notes what was seen without recording it.
    pub(super) fn note(&mut self, seen: &Seen) {
        self.unrecorded.join(seen);
        self.work += seen.swept() / SWEPT;
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("jump points and lists are counted in u32")
}
