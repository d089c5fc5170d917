//! Lists of successors, in blocks of limited size, so that no call moves many of them.

use super::ends::Bounds;
use super::jumps::{Headings, MAX_SWEEP, Seen};
use super::nodes::JumpNodes;
use crate::Revision;
use crate::map::Heading;

/// A jump point and a direction of arrival: the owner of a list, and the end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListOwner(u32);

impl ListOwner {
    pub const fn new(at: u32, heading: Heading) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "three bits")]
        Self(at << 3 | heading as u32)
    }

    /// Returns the number of the jump point.
    #[inline]
    pub const fn at(self) -> u32 {
        self.0 >> 3
    }

    #[inline]
    pub const fn heading(self) -> Heading {
        self.0 as Heading & 7
    }
}

/// A successor of a jump point: its number, the direction of arrival, and the cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u64);

impl Edge {
    pub fn new(to: u32, arrival: Heading, cost: u32) -> Self {
        Self(u64::from(cost) << 32 | u64::from(ListOwner::new(to, arrival).0))
    }

    #[inline]
    pub const fn to(self) -> u32 {
        self.end().at()
    }

    #[inline]
    pub const fn arrival(self) -> Heading {
        self.end().heading()
    }

    #[inline]
    pub const fn cost(self) -> u64 {
        self.0 >> 32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    #[inline]
    const fn end(self) -> ListOwner {
        ListOwner(self.0 as u32)
    }

    pub const fn word(self) -> u64 {
        self.0
    }
}

/// A recorded list of successors: [`HEAD`] words, and the edges.
///
/// The head holds the revision of the map for which the list is right, the bounds of the cells that
/// its jumps have read, the lengths of its diagonal scans, and in one word its directions, its
/// owner, and the number of edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    head: &'a [u64; HEAD],
    /// The edges, and other words behind them.
    rest: &'a [u64],
}

/// Number of words before the edges.
pub(super) const HEAD: usize = 4;

impl<'a> List<'a> {
    /// Returns the list at the beginning of some words.
    #[inline]
    fn first_of(words: &'a [u64]) -> Self {
        let (head, rest) = words.split_first_chunk().expect("a list has a head");
        Self { head, rest }
    }

    /// Returns the head of a list that belongs to `owner`.
    pub fn head(
        revision: Revision,
        seen: Seen,
        headings: Headings,
        owner: ListOwner,
        edges: usize,
    ) -> [u64; HEAD] {
        debug_assert!(edges < 1 << 24, "a list has some edges for each lane");
        [
            revision.0,
            Bounds::between(seen.first, seen.last).word(),
            join(seen.sweeps),
            (edges as u64) << 40 | u64::from(owner.0) << 8 | u64::from(headings),
        ]
    }

    #[inline]
    pub const fn revision(self) -> Revision {
        Revision(self.head[0])
    }

    /// Returns the bounds of all cells that the jumps have read, including the jumps behind a dead
    /// end.
    #[inline]
    pub const fn bounds(self) -> Bounds {
        Bounds::from_word(self.head[1])
    }

    /// Returns the lengths of the diagonal scans.
    #[inline]
    pub const fn sweeps(self) -> [u16; 4] {
        split(self.head[2])
    }

    /// Returns the directions of the recorded jumps.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
    #[inline]
    pub const fn headings(self) -> Headings {
        self.head[3] as Headings
    }

    /// Returns the jump point that the list belongs to, and the direction of arrival.
    #[expect(clippy::cast_possible_truncation, reason = "32 bits in the middle")]
    const fn owner(self) -> ListOwner {
        ListOwner((self.head[3] >> 8) as u32)
    }

    /// Returns the number of edges.
    #[inline]
    pub const fn count(self) -> usize {
        (self.head[3] >> 40) as usize
    }

    /// Returns the number of words.
    #[inline]
    pub const fn len(self) -> usize {
        HEAD + self.count()
    }

    #[inline]
    pub fn edges(self) -> impl Iterator<Item = Edge> + 'a {
        self.rest[..self.count()].iter().map(|word| Edge(*word))
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

/// The lists of a graph, in blocks that never move.
///
/// A list that has grown gets another place, and leaves garbage behind. Once half of a block is
/// garbage, its lists are moved to other blocks: a few of them with each list that leaves garbage.
///
/// # Complexity
/// A call takes O(words of its list), however many lists there are. The blocks take at most about
/// twice the memory of the lists in use.
#[derive(Clone, Debug, Default)]
pub(super) struct SuccessorLists {
    blocks: Vec<Box<[u64; BLOCK]>>,
    /// The use of each block.
    uses: Vec<BlockUse>,
    /// The block where lists are appended, if there is one.
    current: Option<usize>,
    /// Empty blocks.
    free: Vec<usize>,
    /// Blocks with much garbage.
    crowded: Vec<usize>,
    /// The block whose lists are being moved, and the first word to move.
    moving: Option<(usize, usize)>,
}

/// The use of a block, which holds lists in sequence with [`UNUSED`] words between them.
#[derive(Clone, Copy, Debug, Default)]
struct BlockUse {
    len: usize,
    /// Number of words that belong to no list in use.
    garbage: usize,
}

/// Number of words of a block: few enough for a small graph, and enough for the longest list.
const BLOCK: usize = 1 << 11;

const _: () = {
    // Behind a step, at most three diagonal scans and two straight jumps begin.
    let edges = 3 * (2 * MAX_SWEEP as usize + 1) + 2;
    assert!(1 + HEAD + edges <= BLOCK, "the longest list has a place");
};

/// In place of the revision of a list: a word that belongs to none.
const UNUSED: u64 = u64::MAX;

/// Number of words of crowded blocks that are read for each word of garbage.
///
/// A crowded block has at most two words for each word of garbage.
const READ: usize = 4;

impl SuccessorLists {
    /// The memory of a block.
    pub const BLOCK_BYTES: usize = size_of::<[u64; BLOCK]>();

    /// Returns the list at a place.
    #[inline]
    pub fn at(&self, place: usize) -> List<'_> {
        List::first_of(&self.blocks[place / BLOCK][place % BLOCK..])
    }

    fn words_at(&mut self, place: usize) -> &mut [u64] {
        &mut self.blocks[place / BLOCK][place % BLOCK..]
    }

    /// Sets the revision of the map for which a list is right.
    pub fn set_revision(&mut self, place: usize, revision: Revision) {
        self.words_at(place)[0] = revision.0;
    }

    /// Sets the bounds of all cells that the jumps of a list have read.
    pub fn set_bounds(&mut self, place: usize, bounds: Bounds) {
        self.words_at(place)[1] = bounds.word();
    }

    pub fn bytes(&self) -> usize {
        self.blocks.len() * Self::BLOCK_BYTES
            + self.blocks.capacity() * size_of::<Box<[u64; BLOCK]>>()
            + self.uses.capacity() * size_of::<BlockUse>()
    }

    /// Returns `true` if a list of this length needs another block.
    pub fn needs_memory(&self, len: usize) -> bool {
        self.is_current_full(len) && self.free.is_empty()
    }

    fn is_current_full(&self, len: usize) -> bool {
        self.current
            .is_none_or(|at| self.uses[at].len + len > BLOCK)
    }

    /// Removes all lists and keeps the memory.
    ///
    /// # Complexity
    /// O(blocks).
    pub fn clear(&mut self) {
        (self.current, self.moving) = (None, None);
        self.crowded.clear();
        self.free.clear();
        for at in (0..self.blocks.len()).rev() {
            self.empty(at);
        }
    }

    /// Stores a list in place of the one at `old`, which is 0 if there is none.
    ///
    /// Returns its place, and the number of words of garbage, for [`collect`](Self::collect).
    #[inline]
    pub fn store(&mut self, list: &[u64], old: usize) -> (usize, usize) {
        if old == 0 {
            return (self.append(list), 0);
        }
        let old_len = self.at(old).len();
        if list.len() > old_len {
            return (self.append(list), old_len);
        }
        let (words, unused) = self.words_at(old)[..old_len].split_at_mut(list.len());
        words.copy_from_slice(list);
        unused.fill(UNUSED);
        (old, unused.len())
    }

    /// Counts garbage at a place, and moves lists out of crowded blocks.
    ///
    /// Returns the number of words that were read.
    #[cold]
    pub fn collect(&mut self, nodes: &mut JumpNodes, place: usize, garbage: usize) -> usize {
        let at = place / BLOCK;
        let used = &mut self.uses[at];
        let was_crowded = used.is_crowded();
        used.garbage += garbage;
        if used.is_crowded() && !was_crowded {
            self.crowded.push(at);
            self.current.take_if(|current| *current == at);
        }
        let mut read = 0;
        while read < READ * garbage {
            let next = || self.crowded.pop().map(|at| (at, usize::from(at == 0)));
            let Some(from) = self.moving.take().or_else(next) else {
                break;
            };
            read += self.move_next(nodes, from);
        }
        read
    }

    /// Appends a list and returns its place.
    fn append(&mut self, list: &[u64]) -> usize {
        if self.is_current_full(list.len()) {
            if self.free.is_empty() {
                // Not built on the stack, from where it would be copied.
                let block = vec![0; BLOCK].try_into();
                self.blocks.push(block.expect("as many as a block has"));
                self.uses.push(BlockUse::default());
                self.empty(self.blocks.len() - 1);
            }
            self.current = self.free.pop();
        }
        let at = self.current.expect("a block has room");
        let len = self.uses[at].len;
        self.uses[at].len += list.len();
        self.blocks[at][len..len + list.len()].copy_from_slice(list);
        at * BLOCK + len
    }

    /// Makes a block an empty one.
    fn empty(&mut self, at: usize) {
        // No list is at place 0.
        let len = usize::from(at == 0);
        self.uses[at] = BlockUse { len, garbage: 0 };
        self.free.push(at);
    }

    /// Moves the list at a word of a crowded block to another block, if it is in use.
    ///
    /// Returns the number of words that were read, 0 at the end of the block.
    fn move_next(&mut self, nodes: &mut JumpNodes, (at, from): (usize, usize)) -> usize {
        if from == self.uses[at].len {
            self.empty(at);
            return 0;
        }
        let words = &self.blocks[at][from..];
        let mut len = 1;
        if words[0] != UNUSED {
            let list = List::first_of(words);
            let owner = list.owner();
            len = list.len();
            let (place, _) = nodes[owner.at()].list(owner.heading());
            if place == at * BLOCK + from {
                let list = words[..len].to_vec();
                nodes[owner.at()].move_list(owner.heading(), self.append(&list));
            }
        }
        self.moving = Some((at, from + len));
        len
    }
}

impl BlockUse {
    const fn is_crowded(self) -> bool {
        self.garbage > BLOCK / 2
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, HEAD, List, ListOwner, READ, SuccessorLists};
    use crate::fast::jump_graph::jumps::Seen;
    use crate::fast::jump_graph::nodes::JumpNodes;
    use crate::{Cell, Revision};

    /// The longest list of the test.
    const LONGEST: usize = 300;

    const NODES: usize = 2000;

    /// All lists once lay in a single vector, which was copied when it was full or half garbage.
    #[test]
    fn no_call_moves_many_lists_however_many_there_are() {
        let (mut lists, mut nodes, mut random) =
            (SuccessorLists::default(), JumpNodes::default(), 1_u32);
        let mut below = |n: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % n
        };
        let seen = Seen {
            first: Cell::new(1, 1),
            last: Cell::new(3, 3),
            sweeps: [0; 4],
        };
        for _ in 0..NODES {
            nodes.push(Cell::default());
        }
        let mut known = vec![[const { Vec::new() }; 2]; NODES];
        let (mut blocks, mut moved) = (Vec::new(), 0);
        for round in 0..60_000_u64 {
            let (id, arrival) = (below(NODES), below(2));
            let most = [4, 20, LONGEST - HEAD + 1][below(3)];
            let edges = below(most);
            let owner = ListOwner::new(u32::try_from(id).unwrap(), arrival);
            let mut list = List::head(Revision(round), seen, 3, owner, edges).to_vec();
            list.extend(0..edges as u64);
            let (old, _) = nodes[owner.at()].list(arrival);
            let (place, garbage) = lists.store(&list, old);
            nodes[owner.at()].set_list(arrival, place);
            assert!(garbage <= LONGEST);
            if garbage > 0 {
                let read = lists.collect(&mut nodes, old, garbage);
                assert!(read <= READ * garbage + LONGEST, "{read} for {garbage}");
                moved += read;
            }
            known[id][arrival] = list;
            blocks.extend(
                lists.blocks[blocks.len()..]
                    .iter()
                    .map(|block| block.as_ptr()),
            );
            if round % 1000 == 0 {
                let there = lists.blocks.iter().map(|block| block.as_ptr());
                assert!(there.eq(blocks.iter().copied()), "a block has moved");
                let used = known.iter().flatten().map(Vec::len).sum::<usize>();
                assert!(
                    lists.blocks.len() <= 3 + used * 5 / 2 / BLOCK,
                    "{used} words"
                );
                for (id, known) in (0..).zip(&known) {
                    for (arrival, known) in
                        known.iter().enumerate().filter(|(_, it)| !it.is_empty())
                    {
                        let place = nodes[id].list(arrival).0;
                        assert_eq!(
                            &lists.blocks[place / BLOCK][place % BLOCK..][..known.len()],
                            known
                        );
                    }
                }
            }
        }
        assert!(moved > BLOCK * blocks.len(), "lists were moved");
        lists.clear();
        assert_eq!(lists.free.len(), blocks.len());
        assert_eq!(lists.store(&known[0][0], 0), (1, 0));
    }
}
