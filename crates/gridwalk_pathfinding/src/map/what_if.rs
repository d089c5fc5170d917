//! Edits that are tried and not made: a second map, kept in step with the first one.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Map, MapId, RegionId, View};
use crate::{AgentProfile, Cell, CellIndex, EditError, Grid, GridEdit, Movement, Rect, Revision};

/// A place to try edits: what would be there after an edit that is not made.
///
/// It keeps a copy of the map, and of the views of those kinds of agents that were asked for last,
/// eight at most. Each question brings them up to date, makes the edit on them, and takes it back.
/// The map itself is only read.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, Algorithm, Cell, Grid, GridEdit, Map, PathQuery, Planner, WhatIf};
/// let map = Map::new(Grid::from_rows(&["...", "##.", "..."]));
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(0, 2), Algorithm::Auto);
/// let (mut what_if, mut planner) = (WhatIf::default(), Planner::default());
/// let tower = GridEdit::block([Cell::new(2, 1)]);
/// let plain = AgentProfile::default();
/// let is_open = what_if.with(&map, &plain, &tower, |map| planner.is_reachable(map, &query)).unwrap();
/// assert!(!is_open && planner.is_reachable(&map, &query));
/// ```
#[derive(Debug, Default)]
pub struct WhatIf {
    /// Taken out while a question is asked: if that panics, the next one begins with a new copy.
    trial: Option<Box<Trial>>,
    cells: Vec<Cell>,
}

/// The copy.
#[derive(Debug)]
struct Trial {
    of: MapId,
    revision: Revision,
    plain: Map,
    /// The one used last comes first.
    views: Vec<(AgentProfile, View)>,
}

/// The number of kinds of agents whose views are kept.
const MAX_VIEWS: usize = 8;

impl WhatIf {
    /// Asks about the map as agents of this profile would see it after the edit.
    ///
    /// # Errors
    /// The errors of [`Map::apply`]: the edit could not be made.
    ///
    /// # Complexity
    /// That of [`Map::apply`] for the edit, twice. After edits of `map` since the last question
    /// O(tiles + cells of the tiles that changed). The first question about a map, and the first
    /// one by a kind of agent, takes O(cells): a copy.
    pub fn with<R>(
        &mut self,
        map: &Map,
        profile: &AgentProfile,
        edit: &GridEdit,
        ask: impl FnOnce(&Map) -> R,
    ) -> Result<R, EditError> {
        let mut trial = self.trial_of(map);
        let is_plain = profile.is_plain();
        if !is_plain {
            trial.put_first(profile);
        }
        let answer = trial.with(edit, is_plain, ask);
        self.trial = Some(trial);
        answer
    }

    /// Finds two cells which a path joins now and which none would join after the edit, for agents
    /// of this profile: the edit would split a region. Cells that the edit blocks do not count.
    /// `None` if it splits nothing.
    ///
    /// If there are several such pairs, it is the first in reading order, beside the edit or at a
    /// portal of it. One-way terrain is regarded as plain, as region labels do. Only the cells of
    /// the edit count; another legend or other portals do not.
    ///
    /// # Errors
    /// The errors of [`with`](Self::with).
    ///
    /// # Complexity
    /// That of [`with`](Self::with), and O(size² + p) for a cell of the edit and p portals.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit, Map, Movement, WhatIf};
    /// let map = Map::new(Grid::from_rows(&["...", "##.", "..."]));
    /// let mut split = |cell: Cell| {
    ///     let edit = GridEdit::block([cell]);
    ///     WhatIf::default().first_split(&map, &AgentProfile::default(), &edit, Movement::Four).unwrap()
    /// };
    /// assert_eq!(split(Cell::new(2, 1)), Some([Cell::new(1, 0), Cell::new(1, 2)]));
    /// assert_eq!(split(Cell::new(0, 0)), None);
    /// ```
    pub fn first_split(
        &mut self,
        map: &Map,
        profile: &AgentProfile,
        edit: &GridEdit,
        movement: Movement,
    ) -> Result<Option<[Cell; 2]>, EditError> {
        let mut cells = std::mem::take(&mut self.cells);
        cells_around(map.grid(), profile, edit, &mut cells);
        let region = |map: &Map, cell: Cell| map.label(movement).of(cell);
        let mut before: Vec<RegionId> = Vec::with_capacity(cells.len());
        self.with(map, profile, &GridEdit::default(), |map| {
            before.extend(cells.iter().map(|cell| region(map, *cell)));
        })?;
        // What each region becomes, by its first cell that is left.
        let mut after: BTreeMap<RegionId, (Cell, RegionId)> = BTreeMap::new();
        let split = self.with(map, profile, edit, |map| {
            cells.iter().zip(&before).find_map(|(&cell, &before)| {
                let now = region(map, cell);
                let is_there = before != 0 && now != 0;
                let (first, of_first) =
                    *is_there.then(|| after.entry(before).or_insert((cell, now)))?;
                (of_first != now).then_some([first, cell])
            })
        });
        self.cells = cells;
        split
    }

    /// The copy of this map, up to date.
    fn trial_of(&mut self, map: &Map) -> Box<Trial> {
        match self.trial.take().filter(|trial| map.is(&trial.of)) {
            Some(mut trial) => {
                trial.follow(map);
                trial
            }
            None => Box::new(Trial {
                of: map.identity(),
                revision: map.grid().revision(),
                plain: map.clone(),
                views: Vec::new(),
            }),
        }
    }
}

impl Trial {
    /// Asks about the map after an edit: as plain agents see it, or in the first view.
    fn with<R>(
        &mut self,
        edit: &GridEdit,
        is_plain: bool,
        ask: impl FnOnce(&Map) -> R,
    ) -> Result<R, EditError> {
        let change = self.apply(edit)?;
        let answer = ask(if is_plain {
            &self.plain
        } else {
            self.views[0].1.map()
        });
        if let Some(change) = change {
            self.apply(&change)?;
        }
        Ok(answer)
    }

    /// Makes an edit, and returns the one that takes it back.
    fn apply(&mut self, edit: &GridEdit) -> Result<Option<GridEdit>, EditError> {
        let change = self.plain.apply(edit)?;
        if let Some(change) = &change {
            for (_, view) in &mut self.views {
                view.update(self.plain.grid(), change);
            }
        }
        Ok(change.map(|change| change.inverse()))
    }

    /// Makes the edits that were made on the map since the last question.
    fn follow(&mut self, map: &Map) {
        let (grid, own) = (map.grid(), self.plain.grid());
        if self.revision == grid.revision() {
            return;
        }
        let changed = map
            .tiles()
            .changed_since(self.revision)
            .flat_map(Rect::cells);
        let index = |cell: Cell| -> CellIndex { grid.index(cell).expect("a tile lies inside") };
        let differs =
            |cell: &Cell| grid.cells()[index(*cell).get()] != own.cells()[index(*cell).get()];
        let edit = GridEdit {
            cells: changed
                .filter(differs)
                .map(|cell| (cell, grid.cells()[index(cell).get()]))
                .collect(),
            legend: (grid.legend() != own.legend()).then(|| Arc::clone(grid.legend())),
            portals: (grid.all_portals() != own.all_portals()).then(|| grid.portal_list()),
            costs: Vec::new(),
        };
        self.apply(&edit)
            .expect("the maps have one size, and this is the terrain of the other one");
        self.revision = grid.revision();
    }

    /// Makes the view of this profile the first one, and a new one if it has none.
    fn put_first(&mut self, profile: &AgentProfile) {
        let at = self
            .views
            .iter()
            .position(|(known, _)| known == profile)
            .unwrap_or_else(|| {
                self.views.truncate(MAX_VIEWS - 1);
                self.views.push((
                    profile.clone(),
                    View::new(self.plain.grid(), profile.clone()),
                ));
                self.views.len() - 1
            });
        self.views[..=at].rotate_right(1);
    }
}

/// Lists the cells beside those that the edit may block for such an agent, and where portals lead
/// from them, in reading order.
fn cells_around(grid: &Grid, profile: &AgentProfile, edit: &GridEdit, cells: &mut Vec<Cell>) {
    cells.clear();
    let size = i32::from(profile.size.max(1));
    let edited = edit
        .cells
        .iter()
        .map(|(cell, _)| *cell)
        .chain(edit.costs.iter().map(|(cell, _)| *cell));
    for cell in edited.filter(|cell| grid.contains(*cell)) {
        for y in cell.y - size..=cell.y + 1 {
            cells.extend(
                (cell.x - size..=cell.x + 1)
                    .map(|x| Cell::new(x, y))
                    .filter(|cell| grid.contains(*cell)),
            );
        }
    }
    let ends = grid.portals().iter().map(|portal| [portal.from, portal.to]);
    let touched: Vec<Cell> = ends
        .filter(|ends| ends.iter().any(|end| cells.contains(end)))
        .flatten()
        .collect();
    cells.extend(touched);
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
}
