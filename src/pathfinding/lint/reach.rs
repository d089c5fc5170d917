//! Who can come where.

use super::connections::Parts;
use crate::pathfinding::verdict::{ends, rules::Rules};
use crate::pathfinding::{Cell, Grid, SearchOptions};

/// Answers whether a way leads from one cell to another.
pub(super) struct Reach<'a> {
    parts: &'a Parts,
    /// Where hanging together is not enough: the moves themselves, and where a way may end.
    directed: Option<(Rules, &'a Grid, &'a SearchOptions)>,
}

impl<'a> Reach<'a> {
    pub fn new(grid: &'a Grid, options: &'a SearchOptions, parts: &'a Parts) -> Self {
        let simple = grid.is_symmetric() && options.region.is_none() && options.range == 0;
        let directed = (!simple).then(|| (Rules::new(options, grid), grid, options));
        Self { parts, directed }
    }

    /// Both cells lie on the map.
    pub fn leads(&self, from: Cell, goal: Cell) -> bool {
        let Some((rules, grid, options)) = &self.directed else {
            return self.parts.of(from) != 0 && self.parts.of(from) == self.parts.of(goal);
        };
        let mut wanted = vec![false; rules.len()];
        for end in ends(rules, grid, goal, options.range) {
            wanted[end] = true;
        }
        let start = rules.number(from);
        let mut seen = vec![false; rules.len()];
        let mut open = vec![start];
        seen[start] = rules.is_free(start);
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
}

/// How many cells some move leads to and none leads away from, and the first of them. A cell that nobody can
/// come to is no trap.
pub(super) fn trap(grid: &Grid, options: &SearchOptions) -> Option<(Cell, u32)> {
    if grid.is_symmetric() {
        return None;
    }
    let rules = Rules::new(options, grid);
    let mut traps = (0..rules.len()).filter(|&at| {
        let (mut ways_in, mut ways_out) = (false, false);
        if rules.is_free(at) {
            rules.each_from(at, |_, _| ways_out = true);
            rules.each_to(at, |_, _| ways_in = true);
        }
        ways_in && !ways_out
    });
    let first = traps.next()?;
    Some((rules.cell(first), 1 + u32::try_from(traps.count()).expect("there are fewer than cells")))
}
