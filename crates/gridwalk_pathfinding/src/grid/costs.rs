//! Terrain for edits that set costs: from the legend, new, or reused from a cost that no cell has.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Grid, GridEdit, GridError, Terrain, TerrainId};

/// Returns the terrain that is added for a cost; 0 is a wall.
fn terrain_of(cost: u16) -> Terrain {
    Terrain::of_cost((cost != 0).then_some(cost))
}

/// The first terrain of a legend for each cost that can be left in all directions; cost 0 is a wall.
struct TerrainOfCost(Box<[Option<u8>; Terrain::MAX_COST as usize + 1]>);

impl TerrainOfCost {
    fn new(legend: &[Terrain]) -> Self {
        let mut numbers = Box::new([None; Terrain::MAX_COST as usize + 1]);
        for (number, terrain) in (0..=u8::MAX).zip(legend).rev().filter(|(_, terrain)| !terrain.is_one_way()) {
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

impl Grid {
    /// Returns the edit with terrain in place of costs, and the cells that get none, with the reason.
    ///
    /// A cost gets the first terrain of the legend that has this cost and can be left in all directions, else a new
    /// terrain. In a full legend it gets a terrain that was added for another cost and that no cell has after the edit.
    ///
    /// # Errors
    /// Returns an error if the legend of the edit is invalid, or a cost is out of bounds.
    pub(super) fn with_terrains(&self, edit: &GridEdit) -> Result<(GridEdit, Vec<(Cell, GridError)>), GridError> {
        edit.legend.as_ref().map_or(Ok(()), |legend| Self::check_legend(legend))?;
        let known = edit.legend.as_ref().unwrap_or(&self.legend);
        let mut numbers = TerrainOfCost::new(known);
        let mut costs = Vec::with_capacity(edit.costs.len());
        let (mut is_new, mut new) = ([false; Terrain::MAX_COST as usize + 1], Vec::new());
        for &(cell, cost) in &edit.costs {
            Self::check_cost(cost)?;
            let cost = cost.unwrap_or(0);
            if numbers.get(cost).is_none() && !std::mem::replace(&mut is_new[usize::from(cost)], true) {
                new.push(cost);
            }
            costs.push((cell, cost));
        }
        let (mut cells, mut legend, mut refused) = (edit.cells.clone(), edit.legend.clone(), Vec::new());
        if known.len() + new.len() <= Self::MAX_TERRAINS {
            if !new.is_empty() {
                let mut grown = known.to_vec();
                for cost in new {
                    add(&mut grown, &mut numbers, cost);
                }
                legend = Some(grown.into());
            }
            cells.extend(costs.into_iter().filter_map(|(cell, cost)| Some((cell, numbers.get(cost)?))));
        } else {
            let mut changed = known.to_vec();
            let last = last_entries(&edit.cells, &costs);
            // The terrains of a legend that comes with the edit are never replaced.
            let named = edit.legend.as_ref().map_or(usize::from(self.named), |legend| legend.len());
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
        Ok((GridEdit { cells, legend, portals: edit.portals.clone(), costs: Vec::new() }, refused))
    }

    /// Checks that terrain can have this cost.
    fn check_cost(cost: Option<u16>) -> Result<(), GridError> {
        match cost {
            Some(more) if !(1..=Terrain::MAX_COST).contains(&more) => {
                Err(GridError::Cost { terrain: Terrain::of_cost(cost).name, cost: more })
            }
            _ => Ok(()),
        }
    }

    /// Finds terrain for the costs that have none, as far as there is room.
    ///
    /// A cost without room leaves its cells unchanged, so that their terrain stays in use: then the other costs are
    /// checked again.
    fn find_room(&self, last: &[(Cell, Wanted)], named: usize, legend: &mut Vec<Terrain>, numbers: &mut TerrainOfCost) {
        let before = |cell: Cell| self.terrain_id(cell).map(|terrain| terrain.0);
        let mut without_room = BTreeSet::new();
        let (own_legend, known) = (legend.clone(), TerrainOfCost(numbers.0.clone()));
        loop {
            legend.clone_from(&own_legend);
            numbers.0.clone_from(&known.0);
            let stays =
                |(_, wanted): &&(Cell, Wanted)| !matches!(wanted, Wanted::Cost(cost) if without_room.contains(cost));
            let mut counts: [u32; 256] = std::array::from_fn(|number| {
                u8::try_from(number).map_or(0, |number| self.terrain_layer.count(TerrainId(number)))
            });
            let mut new = Vec::new();
            for (cell, wanted) in last.iter().filter(stays) {
                let Some(before) = before(*cell) else { continue };
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
                number >= named && counts[number] == 0 && *terrain == terrain_of(terrain.cost.unwrap_or(0))
            };
            let mut free: BTreeSet<u8> = (0..=u8::MAX)
                .zip(&own_legend)
                .filter(|(number, terrain)| is_free(usize::from(*number), terrain))
                .map(|(number, _)| number)
                .collect();
            // A terrain that a cell's own edit makes free goes to this cell, which never waits for another cell.
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

/// Adds terrain of this cost to a legend that has room for it.
fn add(legend: &mut Vec<Terrain>, numbers: &mut TerrainOfCost, cost: u16) {
    numbers.put(cost, u8::try_from(legend.len()).expect("a legend has at most 255 terrains"));
    legend.push(terrain_of(cost));
}

/// Returns the entries of an edit that count, in its order: the last one of each cell.
fn last_entries(cells: &[(Cell, TerrainId)], costs: &[(Cell, u16)]) -> Vec<(Cell, Wanted)> {
    let cells = cells.iter().map(|&(cell, terrain)| (cell, Wanted::Terrain(terrain)));
    let all: Vec<_> = cells.chain(costs.iter().map(|&(cell, cost)| (cell, Wanted::Cost(cost)))).collect();
    let last: BTreeMap<Cell, usize> = all.iter().enumerate().map(|(at, (cell, _))| (*cell, at)).collect();
    let is_last = |(at, (cell, _)): &(usize, (Cell, Wanted))| last.get(cell) == Some(at);
    all.into_iter().enumerate().filter(is_last).map(|(_, entry)| entry).collect()
}
