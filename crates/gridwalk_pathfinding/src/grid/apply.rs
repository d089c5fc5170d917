//! Edits of a grid, and the edit between two grids.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Cell, CellChange, CellIndex, EditError, Grid, GridChange, GridEdit, GridError, Portal, Portals, Terrain, TerrainId,
};

impl Grid {
    /// Changes cells, legend and portals, and raises the revision; `None` if nothing changed.
    ///
    /// # Complexity
    /// O(1) for a cell of the edit. A legend by which a terrain costs something else or is left in other directions
    /// takes a look at each cell, and O(1) for each of that terrain; any other legend O(terrains). Costs take
    /// O(terrains) too, and O(n log n) for n cells where the legend is full. Portals take O(p²) for p portals.
    ///
    /// # Errors
    /// If a cell lies outside, a terrain is unknown, the legend or the portals are invalid, or there is no terrain left
    /// for a cost; then nothing is changed.
    pub fn apply(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        if !edit.costs.is_empty() {
            let (edit, refused) = self.with_terrains(edit)?;
            return match refused.into_iter().next() {
                Some((_, error)) => Err(error.into()),
                None => self.apply(&edit),
            };
        }
        let terrains = self.terrains_after(edit);
        edit.cells.iter().try_for_each(|&(cell, terrain)| self.check_cell(terrains, cell, terrain).map(drop))?;
        let portals = edit.portals.as_ref().map(|portals| self.check_portals(portals)).transpose()?;
        let portals = portals.filter(|portals| *portals != self.portals);
        let legend = edit.legend.as_ref().filter(|legend| **legend != self.legend);
        legend.map_or(Ok(()), |legend| Self::check_legend(legend))?;
        self.exchange(&edit.cells, legend, portals)
    }

    /// Applies an edit that is known to fit to the map of one kind of agent.
    ///
    /// The legend of such a map has one terrain more than other legends.
    pub(crate) fn apply_to_view(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        let portals = edit.portals.as_ref().map(|portals| self.check_portals(portals)).transpose()?;
        let portals = portals.filter(|portals| *portals != self.portals);
        self.exchange(&edit.cells, edit.legend.as_ref().filter(|legend| **legend != self.legend), portals)
    }

    #[inline]
    fn exchange(
        &mut self,
        cells: &[(Cell, TerrainId)],
        legend: Option<&Arc<[Terrain]>>,
        portals: Option<Portals>,
    ) -> Result<Option<GridChange>, EditError> {
        let mut cells = self.put_cells(cells, legend);
        let legend = match legend {
            Some(legend) => Some(self.exchange_legend(legend, &mut cells)?),
            None => None,
        };
        let portals = portals.map(|portals| self.exchange_portals(portals, &mut cells));
        if cells.is_empty() && legend.is_none() && portals.is_none() {
            return Ok(None);
        }
        self.revision = self.revision.next();
        Ok(Some(GridChange { revision: self.revision, cells, legend, portals }))
    }

    /// Returns the grid with these cells and a later revision.
    ///
    /// For edits of so many cells that a list of their changes would be larger than the grid. Of two entries for one
    /// cell the later wins.
    ///
    /// # Errors
    /// As for [`apply`](Self::apply).
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid, TerrainId};
    /// let grid = Grid::from_rows(&["..#"]);
    /// let wall = grid.terrain_id(Cell::new(2, 0)).unwrap();
    /// let grid = grid.with_cells(&[(Cell::new(0, 0), wall)]).unwrap();
    /// assert!(!grid.is_walkable(Cell::new(0, 0)));
    /// assert!(grid.with_cells(&[(Cell::new(9, 9), wall)]).is_err());
    /// ```
    pub fn with_cells(mut self, cells: &[(Cell, TerrainId)]) -> Result<Self, EditError> {
        let terrains = self.legend.len();
        for &(cell, terrain) in cells {
            let index = self.check_cell(terrains, cell, terrain)?;
            self.terrain_layer.set(index.get(), terrain);
        }
        self.revision = self.revision.next();
        Ok(self)
    }

    /// Checks that a cell can get this one of `terrains` terrains, and returns its index.
    fn check_cell(&self, terrains: usize, cell: Cell, terrain: TerrainId) -> Result<CellIndex, EditError> {
        if usize::from(terrain.0) >= terrains && self.contains(cell) {
            return Err(EditError::UnknownTerrain(terrain.0));
        }
        self.index(cell).ok_or_else(|| EditError::Outside { cell, width: self.width(), height: self.height() })
    }

    /// Returns the number of terrains after an edit.
    fn terrains_after(&self, edit: &GridEdit) -> usize {
        edit.legend.as_ref().map_or(self.legend.len(), |legend| legend.len())
    }

    /// Returns the part of an edit that is possible on this grid, and the refused cells with their errors.
    #[must_use]
    pub fn possible_part(&self, edit: &GridEdit) -> (GridEdit, Vec<(Cell, EditError)>) {
        let (mut possible, mut refused, terrains) = (edit.clone(), Vec::new(), self.terrains_after(edit));
        let mut keep = |cell: Cell, checked: Result<CellIndex, EditError>| match checked {
            Ok(_) => true,
            Err(error) => {
                refused.push((cell, error));
                false
            }
        };
        possible.cells.retain(|&(cell, terrain)| keep(cell, self.check_cell(terrains, cell, terrain)));
        possible.costs.retain(|&(cell, cost)| {
            let inside = self.check_cell(terrains, cell, TerrainId(0));
            let legend = [Terrain::of_cost(cost)];
            keep(cell, inside.and_then(|index| Ok(Self::check_legend(&legend).map(|()| index)?)))
        });
        if let Ok((_, without_terrain)) = self.with_terrains(&possible)
            && !without_terrain.is_empty()
        {
            let cells: BTreeSet<Cell> = without_terrain.iter().map(|(cell, _)| *cell).collect();
            possible.cells.retain(|(cell, _)| !cells.contains(cell));
            possible.costs.retain(|(cell, _)| !cells.contains(cell));
            refused.extend(without_terrain.into_iter().map(|(cell, error)| (cell, error.into())));
        }
        (possible, refused)
    }

    /// Gives cells their terrain and returns the changes, by the present legend.
    ///
    /// A cell that keeps its terrain is listed if the next legend has another one of that number.
    fn put_cells(&mut self, wanted: &[(Cell, TerrainId)], legend: Option<&Arc<[Terrain]>>) -> Vec<CellChange> {
        let is_other = |known: &[Terrain], number: u8| {
            legend.is_some_and(|legend| known.get(usize::from(number)) != legend.get(usize::from(number)))
        };
        let mut cells = Vec::new();
        for &(cell, terrain) in wanted {
            let index = self.index(cell).expect("the edit was checked").get();
            let before = self.cells()[index];
            if before != terrain || is_other(&self.legend, terrain.0) {
                self.terrain_layer.set(index, terrain);
                let (cost_before, exits_before) = (self.cost_of(before), self.exits_of(before));
                cells.push(CellChange { before, cost_before, exits_before, ..self.unchanged(cell, terrain) });
            }
        }
        cells
    }

    /// Returns the entry of a cell that is unchanged.
    fn unchanged(&self, cell: Cell, terrain: TerrainId) -> CellChange {
        // A terrain of the edit's own legend is looked up once that legend is there.
        let (cost, exits) = (self.cost_of(terrain), self.exits_of(terrain));
        CellChange {
            cell,
            before: terrain,
            after: terrain,
            cost_before: cost,
            cost_after: cost,
            exits_before: exits,
            exits_after: exits,
            portals: false,
        }
    }

    /// Replaces the legend, corrects the changes of cells, and adds the cells that it alone changes.
    ///
    /// Restores the cells if the legend lacks a terrain that one of them has.
    fn exchange_legend(
        &mut self,
        legend: &Arc<[Terrain]>,
        cells: &mut Vec<CellChange>,
    ) -> Result<[Arc<[Terrain]>; 2], GridError> {
        let missing = self.used_terrains().find(|terrain| usize::from(terrain.0) >= legend.len());
        if let Some(TerrainId(missing)) = missing {
            for change in cells.iter().rev() {
                let index = self.index(change.cell).expect("it was set just now").get();
                self.terrain_layer.set(index, change.before);
            }
            return Err(GridError::UnknownTerrain(missing));
        }
        let before = Arc::clone(&self.legend);
        self.put_legend(Arc::clone(legend));
        let meaning = |legend: &[Terrain], terrain: TerrainId| {
            legend.get(usize::from(terrain.0)).map_or((None, super::DirectionSet::ALL), |it| (it.cost, it.exits))
        };
        // A cell that was named twice is listed once: no step in between was ever seen.
        let mut listed = BTreeSet::new();
        cells.retain(|change| listed.insert(change.cell));
        for change in &mut *cells {
            change.after = self.terrain_id(change.cell).expect("it was set just now");
            (change.cost_before, change.exits_before) = meaning(&before, change.before);
            (change.cost_after, change.exits_after) = meaning(legend, change.after);
        }
        let meant = |change: &CellChange| (change.before, change.cost_before, change.exits_before);
        cells.retain(|change| meant(change) != (change.after, change.cost_after, change.exits_after));
        // Cells of the edit are listed already. A terrain that no other cell has needs no search.
        let mut counted = [0; 256];
        for change in &*cells {
            counted[usize::from(change.after.0)] += 1;
        }
        let mut differs = [false; 256];
        for terrain in self.used_terrains() {
            let number = usize::from(terrain.0);
            differs[number] =
                meaning(&before, terrain) != meaning(legend, terrain) && self.count(terrain) > counted[number];
        }
        if differs.contains(&true) {
            for (index, &terrain) in (0..).zip(self.cells()).filter(|(_, terrain)| differs[usize::from(terrain.0)]) {
                let cell = self.cell(CellIndex(index));
                if !listed.contains(&cell) {
                    let (cost_before, exits_before) = meaning(&before, terrain);
                    cells.push(CellChange { cost_before, exits_before, ..self.unchanged(cell, terrain) });
                }
            }
        }
        Ok([before, Arc::clone(legend)])
    }

    /// Replaces the portals, and adds the ends of those that only one list has.
    fn exchange_portals(&mut self, portals: Portals, cells: &mut Vec<CellChange>) -> [Vec<Portal>; 2] {
        let before = std::mem::replace(&mut self.portals, portals);
        let after = &self.portals;
        let lone = |list: &[Portal], other: &[Portal]| {
            let lone = list.iter().filter(|link| !other.contains(link));
            lone.flat_map(|link| [link.from, link.to]).collect::<Vec<_>>()
        };
        let ends: BTreeSet<Cell> =
            [lone(&before.links, &after.links), lone(&after.links, &before.links)].concat().into_iter().collect();
        for cell in ends {
            let terrain = self.terrain_id(cell).expect("portals lie on the map");
            cells.push(CellChange { portals: true, ..self.unchanged(cell, terrain) });
        }
        [before.list.to_vec(), self.portal_list()]
    }

    /// Returns the edit that turns this grid into `wanted`; `None` if their sizes differ.
    ///
    /// In that case the whole grid has to be replaced.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn difference(&self, wanted: &Self) -> Option<GridEdit> {
        let changed = |(i, (have, want)): (u32, (&TerrainId, &TerrainId))| {
            (have != want).then(|| (self.cell(CellIndex(i)), *want))
        };
        (self.size == wanted.size).then(|| GridEdit {
            cells: (0..).zip(self.cells().iter().zip(wanted.cells())).filter_map(changed).collect(),
            legend: (self.legend != wanted.legend).then(|| Arc::clone(&wanted.legend)),
            portals: (self.portals != wanted.portals).then(|| wanted.portal_list()),
            costs: Vec::new(),
        })
    }
}
