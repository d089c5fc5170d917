//! Edits of a grid, the terrain that they choose for costs, and the edit between two grids.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Cell, CellChange, CellIndex, EditError, Grid, GridChange, GridEdit, GridError, Portal, Portals,
    Terrain, TerrainId,
};

impl Grid {
    /// Changes cells, legend and portals, and raises the revision; `None` if nothing changed.
    ///
    /// # Complexity
    /// O(1) for a cell of the edit. A legend by which a terrain costs something else or is left in
    /// other directions takes a look at each cell, and O(1) for each of that terrain; any other
    /// legend O(terrains). Costs take O(terrains) too, and O(n log n) for n cells where the legend
    /// is full. Portals take O(p²) for p portals.
    ///
    /// # Errors
    /// If a cell lies outside, a terrain is unknown, the legend or the portals are invalid, or
    /// there is no terrain left for a cost; then nothing is changed.
    pub fn apply(&mut self, edit: &GridEdit) -> Result<Option<GridChange>, EditError> {
        if !edit.costs.is_empty() {
            let (edit, refused) = self.with_terrains(edit)?;
            return match refused.into_iter().next() {
                Some((_, error)) => Err(error.into()),
                None => self.apply(&edit),
            };
        }
        let terrains = self.terrains_after(edit);
        edit.cells
            .iter()
            .try_for_each(|&(cell, terrain)| self.check_cell(terrains, cell, terrain).map(drop))?;
        let portals = edit
            .portals
            .as_ref()
            .map(|portals| self.check_portals(portals))
            .transpose()?;
        let portals = portals.filter(|portals| *portals != self.portals);
        let legend = edit
            .legend
            .as_ref()
            .filter(|legend| **legend != self.legend);
        legend.map_or(Ok(()), |legend| Self::check_legend(legend))?;
        self.exchange(&edit.cells, legend, portals)
    }

    /// Applies an edit that is known to fit to the map of one kind of agent.
    ///
    /// The legend of such a map has one terrain more than other legends.
    pub(crate) fn apply_to_view(
        &mut self,
        edit: &GridEdit,
    ) -> Result<Option<GridChange>, EditError> {
        let portals = edit
            .portals
            .as_ref()
            .map(|portals| self.check_portals(portals))
            .transpose()?;
        let portals = portals.filter(|portals| *portals != self.portals);
        self.exchange(
            &edit.cells,
            edit.legend
                .as_ref()
                .filter(|legend| **legend != self.legend),
            portals,
        )
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
        Ok(Some(GridChange {
            revision: self.revision,
            cells,
            legend,
            portals,
        }))
    }

    /// Returns the grid with these cells and a later revision.
    ///
    /// For edits of so many cells that a list of their changes would be larger than the grid. Of
    /// two entries for one cell the later wins.
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
    fn check_cell(
        &self,
        terrains: usize,
        cell: Cell,
        terrain: TerrainId,
    ) -> Result<CellIndex, EditError> {
        if usize::from(terrain.0) >= terrains && self.contains(cell) {
            return Err(EditError::UnknownTerrain(terrain.0));
        }
        self.index(cell).ok_or_else(|| EditError::Outside {
            cell,
            width: self.width(),
            height: self.height(),
        })
    }

    /// Returns the number of terrains after an edit.
    fn terrains_after(&self, edit: &GridEdit) -> usize {
        edit.legend
            .as_ref()
            .map_or(self.legend.len(), |legend| legend.len())
    }

    /// Returns the part of an edit that is possible on this grid, and the refused cells with their
    /// errors.
    #[must_use]
    pub fn possible_part(&self, edit: &GridEdit) -> (GridEdit, Vec<(Cell, EditError)>) {
        let (mut possible, mut refused, terrains) =
            (edit.clone(), Vec::new(), self.terrains_after(edit));
        let mut keep = |cell: Cell, checked: Result<CellIndex, EditError>| match checked {
            Ok(_) => true,
            Err(error) => {
                refused.push((cell, error));
                false
            }
        };
        possible
            .cells
            .retain(|&(cell, terrain)| keep(cell, self.check_cell(terrains, cell, terrain)));
        possible.costs.retain(|&(cell, cost)| {
            let inside = self.check_cell(terrains, cell, TerrainId(0));
            let legend = [Terrain::of_cost(cost)];
            keep(
                cell,
                inside.and_then(|index| Ok(Self::check_legend(&legend).map(|()| index)?)),
            )
        });
        if let Ok((_, without_terrain)) = self.with_terrains(&possible)
            && !without_terrain.is_empty()
        {
            let cells: BTreeSet<Cell> = without_terrain.iter().map(|(cell, _)| *cell).collect();
            possible.cells.retain(|(cell, _)| !cells.contains(cell));
            possible.costs.retain(|(cell, _)| !cells.contains(cell));
            refused.extend(
                without_terrain
                    .into_iter()
                    .map(|(cell, error)| (cell, error.into())),
            );
        }
        (possible, refused)
    }

    /// Gives cells their terrain and returns the changes, by the present legend.
    ///
    /// A cell that keeps its terrain is listed if the next legend has another one of that number.
    fn put_cells(
        &mut self,
        wanted: &[(Cell, TerrainId)],
        legend: Option<&Arc<[Terrain]>>,
    ) -> Vec<CellChange> {
        let is_other = |known: &[Terrain], number: u8| {
            legend.is_some_and(|legend| {
                known.get(usize::from(number)) != legend.get(usize::from(number))
            })
        };
        let mut cells = Vec::new();
        for &(cell, terrain) in wanted {
            let index = self.index(cell).expect("the edit was checked").get();
            let before = self.cells()[index];
            if before != terrain || is_other(&self.legend, terrain.0) {
                self.terrain_layer.set(index, terrain);
                let (cost_before, exits_before) = (self.cost_of(before), self.exits_of(before));
                cells.push(CellChange {
                    before,
                    cost_before,
                    exits_before,
                    ..self.unchanged(cell, terrain)
                });
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

    /// Replaces the legend, corrects the changes of cells, and adds the cells that it alone
    /// changes.
    ///
    /// Restores the cells if the legend lacks a terrain that one of them has.
    fn exchange_legend(
        &mut self,
        legend: &Arc<[Terrain]>,
        cells: &mut Vec<CellChange>,
    ) -> Result<[Arc<[Terrain]>; 2], GridError> {
        let missing = self
            .used_terrains()
            .find(|terrain| usize::from(terrain.0) >= legend.len());
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
            legend
                .get(usize::from(terrain.0))
                .map_or((None, super::DirectionSet::ALL), |it| (it.cost, it.exits))
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
        cells.retain(|change| {
            meant(change) != (change.after, change.cost_after, change.exits_after)
        });
        // Cells of the edit are listed already. A terrain that no other cell has needs no search.
        let mut counted = [0; 256];
        for change in &*cells {
            counted[usize::from(change.after.0)] += 1;
        }
        let mut differs = [false; 256];
        for terrain in self.used_terrains() {
            let number = usize::from(terrain.0);
            differs[number] = meaning(&before, terrain) != meaning(legend, terrain)
                && self.count(terrain) > counted[number];
        }
        if differs.contains(&true) {
            for (index, &terrain) in (0..)
                .zip(self.cells())
                .filter(|(_, terrain)| differs[usize::from(terrain.0)])
            {
                let cell = self.cell(CellIndex(index));
                if !listed.contains(&cell) {
                    let (cost_before, exits_before) = meaning(&before, terrain);
                    cells.push(CellChange {
                        cost_before,
                        exits_before,
                        ..self.unchanged(cell, terrain)
                    });
                }
            }
        }
        Ok([before, Arc::clone(legend)])
    }

    /// Replaces the portals, and adds the ends of those that only one list has.
    fn exchange_portals(
        &mut self,
        portals: Portals,
        cells: &mut Vec<CellChange>,
    ) -> [Vec<Portal>; 2] {
        let before = std::mem::replace(&mut self.portals, portals);
        let after = &self.portals;
        let lone = |list: &[Portal], other: &[Portal]| {
            let lone = list.iter().filter(|link| !other.contains(link));
            lone.flat_map(|link| [link.from, link.to])
                .collect::<Vec<_>>()
        };
        let ends: BTreeSet<Cell> = [
            lone(&before.links, &after.links),
            lone(&after.links, &before.links),
        ]
        .concat()
        .into_iter()
        .collect();
        for cell in ends {
            let terrain = self.terrain_id(cell).expect("portals lie on the map");
            cells.push(CellChange {
                portals: true,
                ..self.unchanged(cell, terrain)
            });
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
            cells: (0..)
                .zip(self.cells().iter().zip(wanted.cells()))
                .filter_map(changed)
                .collect(),
            legend: (self.legend != wanted.legend).then(|| Arc::clone(&wanted.legend)),
            portals: (self.portals != wanted.portals).then(|| wanted.portal_list()),
            costs: Vec::new(),
        })
    }

    /// Returns the edit with terrain in place of costs, and the cells that get none, with the
    /// reason.
    ///
    /// A cost gets the first terrain of the legend that has this cost and can be left in all
    /// directions, else a new terrain. In a full legend it gets a terrain that was added for
    /// another cost and that no cell has after the edit.
    ///
    /// # Errors
    /// Returns an error if the legend of the edit is invalid, or a cost is out of bounds.
    fn with_terrains(
        &self,
        edit: &GridEdit,
    ) -> Result<(GridEdit, Vec<(Cell, GridError)>), GridError> {
        edit.legend
            .as_ref()
            .map_or(Ok(()), |legend| Self::check_legend(legend))?;
        let known = edit.legend.as_ref().unwrap_or(&self.legend);
        let mut numbers = TerrainOfCost::new(known);
        let mut costs = Vec::with_capacity(edit.costs.len());
        let (mut is_new, mut new) = ([false; Terrain::MAX_COST as usize + 1], Vec::new());
        for &(cell, cost) in &edit.costs {
            Self::check_cost(cost)?;
            let cost = cost.unwrap_or(0);
            if numbers.get(cost).is_none()
                && !std::mem::replace(&mut is_new[usize::from(cost)], true)
            {
                new.push(cost);
            }
            costs.push((cell, cost));
        }
        let (mut cells, mut legend, mut refused) =
            (edit.cells.clone(), edit.legend.clone(), Vec::new());
        if known.len() + new.len() <= Self::MAX_TERRAINS {
            if !new.is_empty() {
                let mut grown = known.to_vec();
                for cost in new {
                    add(&mut grown, &mut numbers, cost);
                }
                legend = Some(grown.into());
            }
            cells.extend(
                costs
                    .into_iter()
                    .filter_map(|(cell, cost)| Some((cell, numbers.get(cost)?))),
            );
        } else {
            let mut changed = known.to_vec();
            let last = last_entries(&edit.cells, &costs);
            // The terrains of a legend that comes with the edit are never replaced.
            let named = edit
                .legend
                .as_ref()
                .map_or(usize::from(self.named), |legend| legend.len());
            self.find_room(&last, named, &mut changed, &mut numbers);
            if changed != **known {
                legend = Some(changed.into());
            }
            cells.clear();
            for (cell, wanted) in last {
                match wanted {
                    Wanted::Terrain(terrain) => cells.push((cell, terrain)),
                    Wanted::Cost(cost) => match numbers.get(cost) {
                        Some(terrain) => cells.push((cell, terrain)),
                        None => refused.push((cell, GridError::TooManyCosts { cell, cost })),
                    },
                }
            }
        }
        Ok((
            GridEdit {
                cells,
                legend,
                portals: edit.portals.clone(),
                costs: Vec::new(),
            },
            refused,
        ))
    }

    /// Checks that terrain can have this cost.
    fn check_cost(cost: Option<u16>) -> Result<(), GridError> {
        match cost {
            Some(more) if !(1..=Terrain::MAX_COST).contains(&more) => Err(GridError::Cost {
                terrain: Terrain::of_cost(cost).name,
                cost: more,
            }),
            _ => Ok(()),
        }
    }

    /// Finds terrain for the costs that have none, as far as there is room.
    ///
    /// A cost without room leaves its cells unchanged, so that their terrain stays in use: then the
    /// other costs are checked again.
    fn find_room(
        &self,
        last: &[(Cell, Wanted)],
        named: usize,
        legend: &mut Vec<Terrain>,
        numbers: &mut TerrainOfCost,
    ) {
        let before = |cell: Cell| self.terrain_id(cell).map(|terrain| terrain.0);
        let mut without_room = BTreeSet::new();
        let (own_legend, known) = (legend.clone(), TerrainOfCost(numbers.0.clone()));
        loop {
            legend.clone_from(&own_legend);
            numbers.0.clone_from(&known.0);
            let stays = |(_, wanted): &&(Cell, Wanted)| !matches!(wanted, Wanted::Cost(cost) if without_room.contains(cost));
            let mut counts: [u32; 256] = std::array::from_fn(|number| {
                u8::try_from(number).map_or(0, |number| self.terrain_layer.count(TerrainId(number)))
            });
            let mut new = Vec::new();
            for (cell, wanted) in last.iter().filter(stays) {
                let Some(before) = before(*cell) else {
                    continue;
                };
                counts[usize::from(before)] -= 1;
                match *wanted {
                    Wanted::Terrain(TerrainId(after)) => counts[usize::from(after)] += 1,
                    Wanted::Cost(cost) => match known.get(cost) {
                        Some(TerrainId(after)) => counts[usize::from(after)] += 1,
                        None => new.push((*cell, cost)),
                    },
                }
            }
            let is_free = |number: usize, terrain: &Terrain| {
                number >= named
                    && counts[number] == 0
                    && *terrain == terrain_of(terrain.cost.unwrap_or(0))
            };
            let mut free: BTreeSet<u8> = (0..=u8::MAX)
                .zip(&own_legend)
                .filter(|(number, terrain)| is_free(usize::from(*number), terrain))
                .map(|(number, _)| number)
                .collect();
            // A terrain that a cell's own edit makes free goes to this cell, which never waits for
            // another cell.
            for &(cell, cost) in &new {
                if numbers.get(cost).is_none()
                    && let Some(number) = before(cell).filter(|number| free.remove(number))
                {
                    legend[usize::from(number)] = terrain_of(cost);
                    numbers.put(cost, number);
                }
            }
            let refused = without_room.len();
            for (_, cost) in new {
                if numbers.get(cost).is_some() {
                    continue;
                }
                if legend.len() < Self::MAX_TERRAINS {
                    add(legend, numbers, cost);
                } else if let Some(number) = free.pop_first() {
                    legend[usize::from(number)] = terrain_of(cost);
                    numbers.put(cost, number);
                } else {
                    without_room.insert(cost);
                }
            }
            if without_room.len() == refused {
                return;
            }
        }
    }
}

/// The first terrain of a legend for each cost that can be left in all directions; cost 0 is a
/// wall.
struct TerrainOfCost(Box<[Option<u8>; Terrain::MAX_COST as usize + 1]>);

impl TerrainOfCost {
    fn new(legend: &[Terrain]) -> Self {
        let mut numbers = Box::new([None; Terrain::MAX_COST as usize + 1]);
        for (number, terrain) in (0..=u8::MAX)
            .zip(legend)
            .rev()
            .filter(|(_, terrain)| !terrain.is_one_way())
        {
            numbers[usize::from(terrain.cost.unwrap_or(0))] = Some(number);
        }
        Self(numbers)
    }

    fn get(&self, cost: u16) -> Option<TerrainId> {
        self.0[usize::from(cost)].map(TerrainId)
    }

    fn put(&mut self, cost: u16, number: u8) {
        self.0[usize::from(cost)] = Some(number);
    }
}

/// The last entry of an edit for one cell.
#[derive(Clone, Copy)]
enum Wanted {
    Terrain(TerrainId),
    Cost(u16),
}

/// Returns the terrain that is added for a cost; 0 is a wall.
fn terrain_of(cost: u16) -> Terrain {
    Terrain::of_cost((cost != 0).then_some(cost))
}

/// Adds terrain of this cost to a legend that has room for it.
fn add(legend: &mut Vec<Terrain>, numbers: &mut TerrainOfCost, cost: u16) {
    numbers.put(
        cost,
        u8::try_from(legend.len()).expect("a legend has at most 255 terrains"),
    );
    legend.push(terrain_of(cost));
}

/// Returns the entries of an edit that count, in its order: the last one of each cell.
fn last_entries(cells: &[(Cell, TerrainId)], costs: &[(Cell, u16)]) -> Vec<(Cell, Wanted)> {
    let cells = cells
        .iter()
        .map(|&(cell, terrain)| (cell, Wanted::Terrain(terrain)));
    let all: Vec<_> = cells
        .chain(costs.iter().map(|&(cell, cost)| (cell, Wanted::Cost(cost))))
        .collect();
    let last: BTreeMap<Cell, usize> = all
        .iter()
        .enumerate()
        .map(|(at, (cell, _))| (*cell, at))
        .collect();
    let is_last = |(at, (cell, _)): &(usize, (Cell, Wanted))| last.get(cell) == Some(at);
    all.into_iter()
        .enumerate()
        .filter(is_last)
        .map(|(_, entry)| entry)
        .collect()
}
