//! Who can come where.

use std::borrow::Cow;
use std::cell::OnceCell;

use gridwalk_pathfinding::referee::{MoveRules, ends};
use gridwalk_pathfinding::{Cell, Grid, Reachability, Regions, SearchOptions};

/// Answers whether a path leads from one cell to another. What that takes is made when it is first needed.
pub(super) struct GoalReach<'a> {
    grid: Cow<'a, Grid>,
    options: &'a SearchOptions,
    regions: OnceCell<Regions>,
    rules: OnceCell<MoveRules>,
}

impl<'a> GoalReach<'a> {
    pub fn new(grid: Cow<'a, Grid>, options: &'a SearchOptions) -> Self {
        Self { grid, options, regions: OnceCell::new(), rules: OnceCell::new() }
    }

    /// Both cells lie on the map.
    ///
    /// # Complexity
    /// That of [`Regions::reach`] where it decides; else that of walking the map. The first question makes the labels.
    pub fn leads(&self, from: Cell, goal: Cell) -> bool {
        let (grid, options) = (&*self.grid, self.options);
        if options.goal_tolerance == 0 {
            let regions = self.regions.get_or_init(|| Regions::new(grid, options.movement));
            match regions.reach(grid, from, goal) {
                Reachability::No => return false,
                Reachability::Yes if options.region.is_none() => return true,
                Reachability::Yes | Reachability::Perhaps => {}
            }
        }
        let rules = self.rules.get_or_init(|| MoveRules::new(options, grid));
        leads_by_moves(rules, from, &ends(rules, grid, goal, options.goal_tolerance))
    }
}

/// Goes wherever moves lead, until one of the ends is there.
fn leads_by_moves(rules: &MoveRules, from: Cell, ends: &[usize]) -> bool {
    let mut wanted = vec![false; rules.count()];
    for &end in ends {
        wanted[end] = true;
    }
    let start = rules.number(from);
    let mut seen = vec![false; rules.count()];
    let mut open = vec![start];
    seen[start] = rules.is_walkable(start);
    while let Some(at) = open.pop().filter(|at| seen[*at]) {
        if wanted[at] {
            return true;
        }
        rules.each_from(at, |to, _| {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        });
    }
    false
}

/// How many cells some move leads to and none leads away from, and the first of them. A cell that no agent can
/// come to is no trap.
pub(super) fn trap(grid: &Grid, options: &SearchOptions) -> Option<(Cell, u32)> {
    if grid.is_symmetric() {
        return None;
    }
    let rules = MoveRules::new(options, grid);
    let mut traps = (0..rules.count()).filter(|&at| {
        if !rules.is_walkable(at) || rules.leads_away(at) {
            return false;
        }
        let mut is_entered = false;
        rules.each_to(at, |_, _| is_entered = true);
        is_entered
    });
    let first = traps.next()?;
    Some((rules.cell(first), 1 + u32::try_from(traps.count()).expect("there are fewer than cells")))
}
