//! Who can come where.

use std::cell::OnceCell;

use super::pieces::Pieces;
use crate::pathfinding::verdict::{ends, rules::Rules};
use crate::pathfinding::{Cell, DiagonalRule, Grid, Movement, SearchOptions, Terrain};

/// Answers whether a way leads from one cell to another. What that takes is made when it is first needed.
pub(super) struct Reach<'a> {
    grid: &'a Grid,
    options: &'a SearchOptions,
    /// What hangs together if all cells are open to all sides, and portals from both ends: no way leads out of it.
    whole: OnceCell<Pieces>,
    /// What hangs together by cells that can be entered and left to all sides: all ways lead through it.
    plain: OnceCell<Pieces>,
    /// The moves themselves.
    rules: OnceCell<Rules>,
}

impl<'a> Reach<'a> {
    pub fn new(grid: &'a Grid, options: &'a SearchOptions) -> Self {
        Self { grid, options, whole: OnceCell::new(), plain: OnceCell::new(), rules: OnceCell::new() }
    }

    /// Both cells lie on the map.
    ///
    /// # Complexity
    /// O(1) where hanging together decides; else that of walking the map. The first question makes the labels.
    pub fn leads(&self, from: Cell, goal: Cell) -> bool {
        let (grid, options) = (self.grid, self.options);
        let whole = self.whole.get_or_init(|| self.whole());
        if options.range == 0 {
            let hang_together = whole.of(from) != 0 && whole.of(from) == whole.of(goal);
            if !hang_together || (grid.is_symmetric() && options.region.is_none()) {
                return hang_together;
            }
        }
        let rules = self.rules.get_or_init(|| Rules::new(options, grid));
        let ends = ends(rules, grid, goal, options.range);
        let plain = self.plain.get_or_init(|| self.plain());
        let piece = plain.of(from);
        if piece != 0 && ends.iter().any(|&end| plain.of(rules.cell(end)) == piece) {
            return true;
        }
        if ends.iter().all(|&end| whole.of(rules.cell(end)) != whole.of(from)) {
            return false;
        }
        leads_by_moves(rules, from, &ends)
    }

    fn whole(&self) -> Pieces {
        // Where a corner may not be cut freely, a legal diagonal has a straight detour.
        let diagonal = self.options.movement == Movement::Eight(DiagonalRule::Always);
        let portals: Vec<_> = self.grid.portals().iter().map(|portal| (portal.from, portal.to)).collect();
        Pieces::new(self.grid, diagonal, |cell| self.grid.is_walkable_at(cell.get()), &portals)
    }

    fn plain(&self) -> Pieces {
        let one_way: Vec<bool> = self.grid.legend().iter().map(Terrain::is_one_way).collect();
        let belongs = |index| {
            let cell = self.grid.cell(index);
            let is_inside = self.options.region.is_none_or(|region| region.contains(cell));
            let terrain = self.grid.cells()[index.get()];
            is_inside && !one_way[usize::from(terrain.0)] && self.grid.is_walkable_at(index.get())
        };
        Pieces::new(self.grid, false, belongs, &[])
    }
}

/// Goes wherever moves lead, until one of the ends is there.
fn leads_by_moves(rules: &Rules, from: Cell, ends: &[usize]) -> bool {
    let mut wanted = vec![false; rules.len()];
    for &end in ends {
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

/// How many cells some move leads to and none leads away from, and the first of them. A cell that nobody can
/// come to is no trap.
pub(super) fn trap(grid: &Grid, options: &SearchOptions) -> Option<(Cell, u32)> {
    if grid.is_symmetric() {
        return None;
    }
    let rules = Rules::new(options, grid);
    let mut traps = (0..rules.len()).filter(|&at| {
        if !rules.is_free(at) || rules.leads_away(at) {
            return false;
        }
        let mut ways_in = false;
        rules.each_to(at, |_, _| ways_in = true);
        ways_in
    });
    let first = traps.next()?;
    Some((rules.cell(first), 1 + u32::try_from(traps.count()).expect("there are fewer than cells")))
}
