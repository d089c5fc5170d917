//! Patches that portals join. There are few portals, so this is worked out anew after every change.

use super::{Reach, RegionId, Regions};
use crate::pathfinding::{Cell, Grid};

/// The patches that have an end of a usable portal, and the first patch of the region of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins(Vec<(RegionId, RegionId)>);

impl Joins {
    /// The first patch of the patch's region.
    pub fn first_of(&self, patch: RegionId) -> RegionId {
        self.0.iter().find(|entry| entry.0 == patch).map_or(patch, |entry| entry.1)
    }

    /// The patches of a region other than its first.
    pub fn others_of(&self, first: RegionId) -> impl Iterator<Item = RegionId> {
        self.0.iter().filter(move |entry| entry.1 == first && entry.0 != first).map(|entry| entry.0)
    }

    /// How many patches are not the first of their region.
    pub fn merged(&self) -> usize {
        self.0.iter().filter(|entry| entry.0 != entry.1).count()
    }
}

impl Regions {
    /// Works out what the portals join.
    pub(super) fn join(&mut self, grid: &Grid) {
        let links: Vec<_> = self.links(grid).collect();
        let mut ends: Vec<RegionId> = links.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut joins: Vec<_> = ends.into_iter().map(|patch| (patch, patch)).collect();
        for (from, to) in links {
            let first = |patch| joins.iter().find(|entry| entry.0 == patch).expect("an end of a link").1;
            let (a, b) = (first(from), first(to));
            for entry in &mut joins {
                if entry.1 == a || entry.1 == b {
                    entry.1 = a.min(b);
                }
            }
        }
        self.joins = Joins(joins);
    }

    /// The portals that can be walked, as patches.
    fn links(&self, grid: &Grid) -> impl Iterator<Item = (RegionId, RegionId)> {
        let link = |from: Cell, to: Cell| (self.patch_of(from), self.patch_of(to));
        let links = grid.portals().iter().map(move |portal| link(portal.from, portal.to));
        links.filter(|&(from, to)| from != 0 && to != 0)
    }

    /// Whether a way leads from one patch to another, or from cell to cell if they are the same.
    ///
    /// Over the portals in their direction it must be possible to walk from patch to patch; if no patch on
    /// that way has one-way terrain, nothing else is needed.
    pub(super) fn reach_patch(&self, grid: &Grid, from: RegionId, to: RegionId) -> Reach {
        let is_plain = |patch: RegionId| self.patches[patch as usize].one_way == 0;
        if is_plain(from) && is_plain(to) && self.leads(grid, from, to, is_plain) {
            Reach::Yes
        } else if self.leads(grid, from, to, |_| true) {
            Reach::Perhaps
        } else {
            Reach::No
        }
    }

    /// Whether portals lead from one patch to another by patches that are wanted.
    fn leads(&self, grid: &Grid, from: RegionId, to: RegionId, wanted: impl Fn(RegionId) -> bool) -> bool {
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&patch) = reached.get(at) {
            if patch == to {
                return true;
            }
            at += 1;
            for (entrance, exit) in self.links(grid) {
                if entrance == patch && wanted(exit) && !reached.contains(&exit) {
                    reached.push(exit);
                }
            }
        }
        false
    }
}
