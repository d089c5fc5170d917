//! Patches that portals join.
//!
//! Portals are few, so the joins are computed from scratch when portals lead elsewhere.

use crate::Grid;

/// The number of a region; 0 stands for blocked cells.
pub type RegionId = u32;

/// The joins of patches by portals.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    /// Portals between walkable cells, as pairs of patches: from and to.
    links: Vec<(RegionId, RegionId)>,
    /// Patches with an end of a portal, each with the first patch of its region.
    firsts: Vec<(RegionId, RegionId)>,
}

impl Joins {
    /// Joins the patches of these links, each of which leads from patch to patch.
    pub fn new(links: Vec<(RegionId, RegionId)>) -> Self {
        let mut ends: Vec<RegionId> = links.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut joins: Vec<_> = ends.into_iter().map(|patch| (patch, patch)).collect();
        for (from, to) in &links {
            let first = |patch| joins.iter().find(|entry| entry.0 == patch).expect("an end of a link").1;
            let (a, b) = (first(*from), first(*to));
            for entry in &mut joins {
                if entry.1 == a || entry.1 == b {
                    entry.1 = a.min(b);
                }
            }
        }
        Self { links, firsts: joins }
    }

    /// Returns `true` if these are the links that were joined.
    pub fn are_of(&self, links: impl Iterator<Item = (RegionId, RegionId)>) -> bool {
        self.links.iter().copied().eq(links)
    }

    /// Returns the first patch of the patch's region.
    pub fn first_of(&self, patch: RegionId) -> RegionId {
        self.firsts.iter().find(|entry| entry.0 == patch).map_or(patch, |entry| entry.1)
    }

    /// Returns the patches of a region other than its first.
    pub fn others_of(&self, first: RegionId) -> impl Iterator<Item = RegionId> {
        self.firsts.iter().filter(move |entry| entry.1 == first && entry.0 != first).map(|entry| entry.0)
    }

    /// Returns the number of patches that are not the first of their region.
    pub fn merged(&self) -> usize {
        self.firsts.iter().filter(|entry| entry.0 != entry.1).count()
    }
}

/// Returns `true` if links lead from one patch to another over patches that are `wanted`.
pub(super) fn leads(
    links: &[(RegionId, RegionId)],
    from: RegionId,
    to: RegionId,
    wanted: impl Fn(RegionId) -> bool,
) -> bool {
    // Each link leads to at most one more patch.
    let mut reached = [from; Grid::MAX_PORTALS + 1];
    let (mut at, mut count) = (0, 1);
    while at < count {
        let patch = reached[at];
        if patch == to {
            return true;
        }
        at += 1;
        for &(entrance, exit) in links {
            if entrance == patch && wanted(exit) && !reached[..count].contains(&exit) {
                reached[count] = exit;
                count += 1;
            }
        }
    }
    false
}
