//! Reachability of goals.

use std::borrow::Cow;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::slices::{for_each, repeat};
use gridwalk_pathfinding::{Cell, Grid, Reachability, Regions, SearchOptions};

/// Finds out whether a path leads from one cell to another; its data is computed when first needed.
pub(super) struct GoalReach<'a> {
    grid: Cow<'a, Grid>,
    options: &'a SearchOptions,
    regions: Option<Regions>,
    rules: Option<MoveRules>,
}

impl<'a> GoalReach<'a> {
    pub fn new(grid: Cow<'a, Grid>, options: &'a SearchOptions) -> Self {
        Self { grid, options, regions: None, rules: None }
    }

    /// Returns `true` if a path leads from one cell to the other; both must lie on the map.
    ///
    /// # Complexity
    /// That of [`Regions::reach`] if that decides; else that of a search of the whole map. The first call computes the
    /// region labels.
    pub async fn leads(&mut self, from: Cell, goal: Cell) -> bool {
        let (grid, options) = (&*self.grid, self.options);
        if options.goal_tolerance == 0 {
            let regions = match &mut self.regions {
                Some(regions) => regions,
                unknown => unknown.insert(Regions::in_slices(grid, options.movement).await),
            };
            match regions.reach(grid, from, goal) {
                Reachability::No => return false,
                Reachability::Yes if options.region.is_none() => return true,
                Reachability::Yes | Reachability::Perhaps => {}
            }
        }
        let rules = self.rules.get_or_insert_with(|| MoveRules::new(options, grid));
        leads_by_moves(rules, from, &ends(rules, grid, goal, options.goal_tolerance)).await
    }
}

/// Searches all moves until one of the ends is reached.
async fn leads_by_moves(rules: &MoveRules, from: Cell, ends: &[usize]) -> bool {
    let mut wanted = vec![false; rules.count()];
    for &end in ends {
        wanted[end] = true;
    }
    let start = rules.number(from);
    let mut seen = vec![false; rules.count()];
    let mut open = vec![start];
    seen[start] = rules.is_walkable(start);
    let mut leads = false;
    repeat(1, || {
        let Some(at) = open.pop().filter(|at| seen[*at]) else { return false };
        leads = wanted[at];
        rules.each_from(at, |to, _| {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        });
        !leads
    })
    .await;
    leads
}

/// Counts the cells that can be entered but not left, and finds the first of them.
///
/// A cell that no move enters is not counted.
pub(super) async fn trap(grid: &Grid, options: &SearchOptions) -> Option<(Cell, u32)> {
    if grid.is_symmetric() {
        return None;
    }
    let rules = MoveRules::new(options, grid);
    let mut traps = None;
    for_each(0..rules.count(), |at| {
        let mut is_entered = false;
        if rules.is_walkable(at) && !rules.leads_away(at) {
            rules.each_to(at, |_, _| is_entered = true);
        }
        if is_entered {
            traps.get_or_insert((rules.cell(at), 0)).1 += 1;
        }
    })
    .await;
    traps
}
