//! The parts of patches: numbers that patches can share, so that patches join without new labels.
//!
//! The parts of a patch form a tree, whose root stands for the patch (Galler and Fischer, "An
//! improved equivalence algorithm", 1964).

/// The number of a region; 0 stands for blocked cells.
pub type RegionId = u32;

/// A mark in the label of a cell that not every step may leave.
pub(super) const ONE_WAY: u32 = 1 << 31;

/// Converts a place to half its size in memory.
pub(super) fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("cells are counted in u32")
}

/// The parts of all patches, by number.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// Part 0 stands for blocked cells.
    all: Vec<Part>,
    /// Unused numbers.
    spare: Vec<RegionId>,
    patches: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// The part above in the tree; the part itself if it stands for the patch.
    parent: RegionId,
    /// Number of parts directly below.
    children: u32,
    /// At least the height of the tree from here down.
    height: u32,
    /// Number of labels with this number.
    labels: u32,
    /// The flood that this part belongs to, counted from 1, or 0.
    ///
    /// For the part that stands for a patch which is being flooded, the number of floods left.
    flood: u32,
    patch: Patch,
}

/// Cells of a whole patch, kept in the part that stands for it.
#[derive(Clone, Copy, Debug, Default)]
struct Patch {
    size: u32,
    one_way: u32,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            all: vec![Part::default()],
            spare: Vec::new(),
            patches: 0,
        }
    }
}

impl Parts {
    /// Removes all parts and keeps the memory.
    pub fn clear(&mut self) {
        self.all.truncate(1);
        self.spare.clear();
        self.patches = 0;
    }

    /// Adds new labels to a patch of one part; new numbers must come in their order.
    #[inline]
    pub fn add(&mut self, number: RegionId, labels: u32) {
        if number as usize == self.all.len() {
            self.patches += 1;
            self.all.push(Part {
                parent: number,
                ..Part::default()
            });
        }
        let part = &mut self.all[number as usize];
        part.labels += labels;
        part.patch.size += labels;
    }

    /// Returns a new patch without cells.
    pub fn create(&mut self) -> RegionId {
        let number = self.spare.pop().unwrap_or_else(|| {
            self.all.push(Part::default());
            RegionId::try_from(self.all.len() - 1).expect("cells are counted in u32")
        });
        self.patches += 1;
        self.all[number as usize] = Part {
            parent: number,
            ..Part::default()
        };
        number
    }

    /// Returns the patch of a part, which is the number of the part that stands for it.
    #[inline]
    pub fn patch_of(&self, mut part: RegionId) -> RegionId {
        loop {
            let parent = self.all[part as usize].parent;
            if parent == part {
                return part;
            }
            part = parent;
        }
    }

    /// Joins two patches, and returns the number of their union.
    pub fn join(&mut self, a: RegionId, b: RegionId) -> RegionId {
        let [one, other] = [a, b].map(|part| self.all[part as usize]);
        let (kept, gone) = if (one.height, one.patch.size) < (other.height, other.patch.size) {
            (b, a)
        } else {
            (a, b)
        };
        let patch = std::mem::take(&mut self.all[gone as usize].patch);
        self.all[gone as usize].parent = kept;
        let root = &mut self.all[kept as usize];
        root.patch.size += patch.size;
        root.patch.one_way += patch.one_way;
        root.children += 1;
        root.height += u32::from(one.height == other.height);
        self.patches -= 1;
        self.release(gone);
        kept
    }

    /// Counts new labels of a part, and its patch's new cells.
    #[inline]
    pub fn gain(&mut self, part: RegionId, patch: RegionId, labels: u32) {
        self.all[part as usize].labels += labels;
        self.all[patch as usize].patch.size += labels;
    }

    /// Counts labels of a part that are gone; its patch still has the cells.
    #[inline]
    pub fn lose(&mut self, part: RegionId, labels: u32) {
        let left = &mut self.all[part as usize].labels;
        *left -= labels;
        if *left == 0 {
            self.release(part);
        }
    }

    /// Removes cells with this part from its patch, all of them one-way, or none.
    #[inline]
    pub fn remove_cells(&mut self, part: RegionId, count: u32, are_one_way: bool) {
        let patch = self.patch_of(part);
        let patch = &mut self.all[patch as usize].patch;
        patch.size -= count;
        patch.one_way -= if are_one_way { count } else { 0 };
        self.lose(part, count);
    }

    /// Takes the cells of a patch out of another one, of which they were counted as well.
    pub fn split_off(&mut self, patch: RegionId, from: RegionId) {
        let Patch { size, one_way } = self.all[patch as usize].patch;
        let rest = &mut self.all[from as usize].patch;
        rest.size -= size;
        rest.one_way -= one_way;
    }

    /// Joins a patch to another one, of which its cells are counted as well.
    pub fn give_back(&mut self, patch: RegionId, to: RegionId) {
        self.all[patch as usize].patch = Patch::default();
        self.join(to, patch);
    }

    /// Frees the number of a part without labels, and those above that are needed for it alone.
    fn release(&mut self, mut part: RegionId) {
        loop {
            let Part {
                parent,
                children,
                labels,
                patch,
                ..
            } = self.all[part as usize];
            if labels > 0 || children > 0 || (parent == part && patch.size > 0) {
                return;
            }
            self.all[part as usize] = Part::default();
            self.spare.push(part);
            if parent == part {
                self.patches -= 1;
                return;
            }
            self.all[parent as usize].children -= 1;
            part = parent;
        }
    }

    /// Counts a cell of a patch as one-way, or no longer.
    pub fn mark(&mut self, patch: RegionId, one_way: bool) {
        let count = &mut self.all[patch as usize].patch.one_way;
        *count = if one_way { *count + 1 } else { *count - 1 };
    }

    /// Counts more one-way cells of a patch.
    pub fn add_one_ways(&mut self, patch: RegionId, count: u32) {
        self.all[patch as usize].patch.one_way += count;
    }

    pub fn is_plain(&self, patch: RegionId) -> bool {
        self.all[patch as usize].patch.one_way == 0
    }

    /// Returns the number of cells of a patch; 0 if no patch has that number.
    pub fn size(&self, patch: RegionId) -> u32 {
        self.all
            .get(patch as usize)
            .map_or(0, |part| part.patch.size)
    }

    /// Returns the number of patches.
    pub const fn patches(&self) -> usize {
        self.patches
    }

    /// Returns the flood of a patch, or the number of floods in it.
    #[inline]
    pub fn flood(&self, patch: RegionId) -> u32 {
        self.all[patch as usize].flood
    }

    #[inline]
    pub fn flood_mut(&mut self, patch: RegionId) -> &mut u32 {
        &mut self.all[patch as usize].flood
    }
}
