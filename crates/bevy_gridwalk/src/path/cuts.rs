//! Edits on the path of an agent: the steps that they cut off, and the parts that stay legal.

use std::collections::VecDeque;
use std::ops::Range;

use gridwalk_pathfinding::{Cell, Direction, Movement};

use super::PathStack;
use super::index::{Obstacles, PathTile};
use crate::AgentGrid;

impl PathStack {
    /// Finds the first cell that edits have cut off, for an agent that has left the cell `from`.
    ///
    /// With `changed`, only steps at and beside these changed cells are checked, and the step at
    /// which the path was cut before. If that one is legal again, all steps behind it are checked,
    /// because edits behind a cut are not followed.
    ///
    /// # Complexity
    /// O(steps), and with `changed` O(tiles of the path) and O(steps) in the tiles of the changed
    /// cells.
    pub(crate) fn find_cut(
        &mut self,
        from: Cell,
        grid: AgentGrid,
        movement: Movement,
        changed: Option<&Obstacles>,
    ) {
        let known = self.cut.filter(|_| changed.is_some());
        let end = known.unwrap_or(usize::MAX);
        self.cut = self
            .first_cut(self.next..end, from, grid, movement, changed)
            .or_else(|| self.first_cut(known?..usize::MAX, from, grid, movement, None));
    }

    /// Returns the first of these cells to which no step leads any more.
    fn first_cut(
        &self,
        numbers: Range<usize>,
        from: Cell,
        grid: AgentGrid,
        movement: Movement,
        changed: Option<&Obstacles>,
    ) -> Option<usize> {
        let cells = self.path.cells();
        let is_cut = |number: usize| {
            let before = if number == self.next {
                from
            } else {
                cells[number - 1]
            };
            before != cells[number] && !leads(grid, movement, before, cells[number])
        };
        self.runs_in(numbers).find_map(|(tile, mut numbers)| {
            let Some(changed) = changed else {
                return numbers.find(|number| is_cut(*number));
            };
            let near = changed.in_tile(tile)?;
            numbers.find(|number| near.are_near(cells[*number]) && is_cut(*number))
        })
    }

    /// Returns the tiles through which these steps lead, in order, each with its steps.
    fn runs_in(&self, numbers: Range<usize>) -> impl Iterator<Item = (PathTile, Range<usize>)> {
        let last = numbers.end.min(self.path.cells().len());
        let mut begin = numbers.start.max(self.next);
        self.runs.iter().rev().map_while(move |&(tile, end)| {
            let steps = begin..end.min(last);
            begin = begin.max(end);
            (steps.start < last).then_some((tile, steps))
        })
    }

    /// Whether the rest of the path passes one of these cells.
    ///
    /// # Complexity
    /// O(tiles of the path), and O(steps) in the tiles of these cells.
    pub(crate) fn passes(&self, cells: &Obstacles) -> bool {
        let passes = |(tile, numbers): (PathTile, Range<usize>)| {
            cells.in_tile(tile).is_some_and(|cells| {
                let mut steps = self.path.cells()[numbers].iter();
                steps.any(|cell| cells.are_covered_on(*cell))
            })
        };
        !cells.is_empty() && self.runs_in(self.next..usize::MAX).any(passes)
    }

    /// Returns the parts of the rest of the path between the steps that edits have cut off.
    ///
    /// The first part begins with `here`, the cell of the agent, and the last one ends on the goal.
    /// `None` if one of them is not walkable, or where [`rest_from`](Self::rest_from) is `None`.
    ///
    /// # Complexity
    /// O(steps).
    pub(crate) fn legal_parts(
        &self,
        here: Cell,
        grid: AgentGrid,
        movement: Movement,
    ) -> Option<VecDeque<Vec<Cell>>> {
        let rest = self.rest_from(here)?;
        if self.is_whole() {
            return Some([rest.to_vec()].into());
        }
        let is_walkable = |cell: &Cell| grid.is_walkable(*cell);
        if !rest.first().is_some_and(is_walkable) || !rest.last().is_some_and(is_walkable) {
            return None;
        }
        // A wall is a part of its own: a step from it could be legal.
        let parts =
            rest.chunk_by(|from, to| is_walkable(from) && leads(grid, movement, *from, *to));
        Some(
            parts
                .filter(|part| is_walkable(&part[0]))
                .map(<[Cell]>::to_vec)
                .collect(),
        )
    }
}

/// Whether a step or a portal leads from one cell to the other.
fn leads(grid: AgentGrid, movement: Movement, from: Cell, to: Cell) -> bool {
    let direction = Direction::of_offset((to.x - from.x, to.y - from.y));
    let on_foot = direction.is_some_and(|direction| {
        let exits = grid
            .shared()
            .terrain(from)
            .is_some_and(|terrain| terrain.exits.contains(direction));
        exits && movement.allows_if(|cell| grid.is_walkable(cell), from, direction)
    });
    let by_portal = || {
        grid.shared()
            .portals()
            .iter()
            .any(|portal| (portal.from, portal.to) == (from, to))
    };
    on_foot || (grid.is_walkable(to) && by_portal())
}

#[cfg(test)]
mod tests {
    use gridwalk_pathfinding::{
        Algorithm, Grid, GridEdit, Map, Path, PathQuery, Planned, Planner, TerrainId,
    };
    use gridwalk_testing::Rng;

    use super::*;
    use crate::path::Purpose;

    #[test]
    fn cuts_found_edit_by_edit_are_those_of_the_whole_path() {
        let mut rng = Rng(5);
        let (mut planner, mut cut, mut mended) = (Planner::default(), 0, 0);
        for _ in 0..60 {
            let costs: Vec<u16> = (0..80 * 80).map(|_| (!rng.one_in(5)).into()).collect();
            let mut map = Map::new(Grid::from_costs(80, 80, &costs).unwrap());
            let [Some(start), Some(goal)] = [(); 2].map(|()| rng.free_cell(map.grid())) else {
                continue;
            };
            let mut path = Path::default();
            let query = PathQuery::new(start, goal, Algorithm::Auto);
            let plan = planner.path(&map, &query, &mut path);
            if plan.planned != Planned::Found || path.cells().len() < 2 {
                continue;
            }
            let movement = query.options.movement;
            let mut stack = PathStack::new(path.clone(), None, 1, Purpose::Answer);
            for _ in 0..60 {
                let cells = (0..rng.below(5)).map(|_| {
                    let on = rng.pick(path.cells());
                    let cell = Cell::new(on.x + rng.below(3) - 1, on.y + rng.below(3) - 1);
                    (cell, TerrainId(rng.below(2)))
                });
                let cells = cells.filter(|(cell, _)| *cell != start && map.grid().contains(*cell));
                let edit = GridEdit::of_cells(cells.collect());
                let Some(change) = map.apply(&edit).unwrap() else {
                    continue;
                };
                let before = stack.cut;
                let obstacles = Obstacles::new(&change.cells, 1, 0);
                stack.find_cut(start, map.grid().into(), movement, Some(&obstacles));
                let mut anew = stack.clone();
                anew.find_cut(start, map.grid().into(), movement, None);
                assert_eq!(stack.cut, anew.cut);
                cut += usize::from(before.is_none() && stack.cut.is_some());
                mended += usize::from(before.is_some() && stack.cut != before);
                let parts = stack.legal_parts(start, map.grid().into(), movement);
                let last = parts.as_ref().and_then(|parts| parts.back()?.last());
                assert!(parts.is_none() || last == Some(&goal), "the goal is kept");
                let legal = parts.iter().flatten().flat_map(|part| part.windows(2));
                for pair in legal {
                    assert!(leads(map.grid().into(), movement, pair[0], pair[1]));
                }
            }
        }
        assert!(cut > 50 && mended > 100, "{cut} cut, {mended} changed");
    }
}
