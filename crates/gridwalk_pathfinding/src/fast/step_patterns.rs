//! Step costs and pruning of each cell of a map, computed once for all cells with equal
//! surroundings.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::narrow;
use super::step_rules::{Around, Rules, StepPattern, costs_of, key_of};
use crate::map::MapId;
use crate::{
    Cell, CellIndex, Grid, GridSize, Map, Rect, Revision, SearchOptions, Terrain, TerrainId,
};

/// The pattern of each cell of one map under one set of options.
#[derive(Clone, Debug)]
pub(crate) struct StepPatterns {
    rules: Rules,
    size: GridSize,
    identity: MapId,
    revision: Revision,
    /// The terrain, as far as it is copied; compared with the map it shows the cells that an edit
    /// changed.
    cells: Vec<TerrainId>,
    legend: Arc<[Terrain]>,
    /// The pattern number of each cell; 0 where it is not known yet.
    numbers: Vec<u16>,
    /// The patterns by number. Number 0 is a slot for a pattern that is not kept.
    patterns: Vec<StepPattern>,
    known: HashMap<u128, u16, BuildHasherDefault<Mixed>>,
}

/// A cell that an edit changed, and its cost before; 0 is a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangedCell {
    pub index: u32,
    pub cost: u16,
}

/// Number of cells copied in the time of an expansion.
const CELLS: usize = 2048;

impl StepPatterns {
    /// Creates patterns without terrain, which [`advance`](Self::advance) copies.
    pub fn new(map: &Map, options: &SearchOptions) -> Self {
        let rules = Rules::of(options);
        let (size, revision) = (map.grid().size(), map.grid().revision());
        let blank = StepPattern {
            costs: [0; 8],
            kept: [0; 8],
            legal: 0,
        };
        Self {
            rules,
            size,
            identity: map.identity(),
            revision,
            cells: Vec::with_capacity(size.cell_count()),
            legend: Arc::clone(map.grid().legend()),
            numbers: vec![0; size.cell_count()],
            patterns: vec![blank],
            known: HashMap::default(),
        }
    }

    /// Copies terrain for at most `most` units of work; returns the units used and whether all is
    /// copied.
    pub fn advance(&mut self, grid: &Grid, most: u64) -> (u64, bool) {
        let left = &grid.cells()[self.cells.len()..];
        let most = usize::try_from(most)
            .unwrap_or(usize::MAX)
            .saturating_mul(CELLS);
        let cells = &left[..left.len().min(most)];
        self.cells.extend_from_slice(cells);
        (
            cells.len().div_ceil(CELLS) as u64,
            cells.len() == left.len(),
        )
    }

    /// Returns `true` if the patterns belong to this map and these options. They are right once
    /// they [follow](Self::follow) the edits of the map. Where one-way terrain is involved, a new
    /// legend must keep the steps of the old terrains: patterns know one-way terrain by its number.
    pub fn belong_to(&self, map: &Map, options: &SearchOptions) -> bool {
        let legend = map.grid().legend();
        let is_plain =
            || !map.grid().has_one_way_terrain() && !self.legend.iter().any(Terrain::is_one_way);
        let has_same_steps = || {
            legend.len() >= self.legend.len()
                && self
                    .legend
                    .iter()
                    .zip(&**legend)
                    .all(|(one, other)| one.steps_as(other))
        };
        map.is(&self.identity)
            && self.rules == Rules::of(options)
            && (Arc::ptr_eq(legend, &self.legend) || has_same_steps() || is_plain())
    }

    /// Follows an edit of the map after the revision `since`, and lists the cells that it changed.
    ///
    /// `edited` are all cells that the edit may have changed.
    pub fn follow_cells(
        &mut self,
        map: &Map,
        edited: &[Cell],
        since: Revision,
        changed: &mut Vec<ChangedCell>,
    ) {
        let grid = map.grid();
        let has_missed_edits = self.revision != since || self.cells.len() < grid.cell_count();
        if has_missed_edits || !Arc::ptr_eq(grid.legend(), &self.legend) {
            return self.follow(map, changed);
        }
        changed.clear();
        for &cell in edited {
            let Some(at) = grid.index(cell).map(CellIndex::get) else {
                continue;
            };
            let terrain = std::mem::replace(&mut self.cells[at], grid.cells()[at]);
            if terrain != self.cells[at] {
                let cost = self.legend[usize::from(terrain.0)].cost.unwrap_or(0);
                changed.push(ChangedCell {
                    index: narrow(at),
                    cost,
                });
            }
        }
        self.forget_around(changed);
        self.revision = grid.revision();
    }

    /// Follows edits of the map, and lists the cells that they changed: O(1) without an edit, else
    /// O(tiles + cells of the tiles that changed).
    pub fn follow(&mut self, map: &Map, changed: &mut Vec<ChangedCell>) {
        changed.clear();
        let grid = map.grid();
        if self.revision == grid.revision() {
            return;
        }
        // A number can stand for another terrain now. All cells with that number lie in tiles that
        // changed.
        let mut is_other = [false; 256];
        let before = Arc::clone(&self.legend);
        if !Arc::ptr_eq(grid.legend(), &self.legend) {
            for (is_other, (one, other)) in is_other
                .iter_mut()
                .zip(self.legend.iter().zip(&**grid.legend()))
            {
                *is_other = !one.steps_as(other);
            }
            self.legend = Arc::clone(grid.legend());
        }
        let is_replaced = is_other.contains(&true);
        for Rect {
            at,
            width: columns,
            height: rows,
        } in map.tiles().changed_since(self.revision)
        {
            for y in at.y..at.y + rows.cast_signed() {
                let first = self
                    .size
                    .index(Cell::new(at.x, y))
                    .expect("a tile lies inside")
                    .get();
                // The rest is copied later, as it is then.
                let row =
                    first.min(self.cells.len())..(first + columns as usize).min(self.cells.len());
                if is_replaced || self.cells[row.clone()] != grid.cells()[row.clone()] {
                    let differs = |at: &usize| {
                        self.cells[*at] != grid.cells()[*at]
                            || is_other[usize::from(self.cells[*at].0)]
                    };
                    let cell = |at: usize| ChangedCell {
                        index: narrow(at),
                        cost: before[usize::from(self.cells[at].0)].cost.unwrap_or(0),
                    };
                    changed.extend(row.clone().filter(differs).map(cell));
                    self.cells[row.clone()].copy_from_slice(&grid.cells()[row]);
                }
            }
        }
        self.forget_around(changed);
        self.revision = grid.revision();
    }

    /// Forgets the patterns that depend on these cells.
    fn forget_around(&mut self, changed: &[ChangedCell]) {
        let width = self.size.width as usize;
        for &ChangedCell { index, .. } in changed {
            let Cell { x, y } = self.size.cell(CellIndex(index));
            let (x, y) = (x.cast_unsigned() as usize, y.cast_unsigned() as usize);
            for y in y.saturating_sub(1)..(y + 2).min(self.size.height as usize) {
                self.numbers[y * width + x.saturating_sub(1)..y * width + (x + 2).min(width)]
                    .fill(0);
            }
        }
    }

    /// Returns the rules that the patterns depend on besides the map.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of different surroundings of a cell that are known.
    pub const fn len(&self) -> usize {
        self.patterns.len()
    }

    pub fn bytes(&self) -> usize {
        let known = self.known.capacity() * size_of::<(u128, u16)>();
        self.numbers.capacity() * size_of::<u16>()
            + self.patterns.capacity() * size_of::<StepPattern>()
            + self.cells.capacity()
            + known
    }

    /// Returns the pattern of a cell that was reached by steps in these directions, a bit for each.
    /// The steps kept behind other directions are unspecified.
    #[inline]
    pub fn of(&mut self, grid: &Grid, index: u32, arrivals: u8) -> &StepPattern {
        let number = self.numbers[index as usize];
        let number = if number == 0 {
            self.find(grid, index, arrivals)
        } else {
            number
        };
        &self.patterns[usize::from(number)]
    }

    /// Returns the pattern of a cell at the edge of the region: cells outside count as walls.
    #[inline(never)]
    pub fn of_part(&mut self, grid: &Grid, index: u32, arrivals: u8, region: Rect) -> &StepPattern {
        let number = self.number(&Around::new(grid, index, Some(region)), arrivals);
        &self.patterns[usize::from(number)]
    }

    #[inline(never)]
    fn find(&mut self, grid: &Grid, index: u32, arrivals: u8) -> u16 {
        // Most cells have surroundings that are known.
        let known = self
            .known
            .get(&key_of(&costs_of(grid, index)))
            .filter(|_| !grid.has_one_way_terrain());
        let number = match known {
            Some(number) => *number,
            None => self.number(&Around::new(grid, index, None), arrivals),
        };
        self.numbers[index as usize] = number;
        number
    }

    /// Returns the number of a pattern; 0 for one that is not kept, valid until the next call.
    fn number(&mut self, around: &Around, arrivals: u8) -> u16 {
        let count = self.patterns.len();
        match self.known.entry(around.key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if count > MAX_PATTERNS => {
                self.patterns[0] = self.rules.pattern_behind(around, arrivals);
                0
            }
            Entry::Vacant(new) => {
                self.patterns.push(self.rules.pattern(around));
                *new.insert(u16::try_from(count).expect("they are bounded"))
            }
        }
    }
}

/// The maximum number of patterns: with more, hardly any two cells share one, and each search
/// computes them again.
const MAX_PATTERNS: usize = 1 << 14;

/// A hasher for one number, which mixes well enough for this table.
#[derive(Default, Debug)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    #[expect(clippy::cast_possible_truncation, reason = "two halves")]
    fn write_u128(&mut self, key: u128) {
        let mixed =
            (key as u64 ^ ((key >> 64) as u64).rotate_left(31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}
