//! The oracle: moves by their definition, and textbook Dijkstra.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use gridwalk_pathfinding::{Cell, CostRule, DiagonalRule, Grid, Movement, SearchOptions};

/// A move: from, to, and cost.
pub type Move = (Cell, Cell, u64);

/// Returns all legal moves of a map, derived only from terrain, exits and portals.
///
/// The moves of each cell are in the order of neighbours, portals last.
pub fn all_moves(grid: &Grid, options: &SearchOptions) -> Vec<Move> {
    let units = options.units();
    let (straight, diagonal) = (units.straight().0, units.diagonal().0);
    let free = |cell: Cell| grid.cost(cell).map(u64::from);
    let inside = |cell: Cell| options.region.is_none_or(|region| region.contains(cell));
    let mut moves = Vec::new();
    for (y, x) in (0..grid.height().cast_signed())
        .flat_map(|y| (0..grid.width().cast_signed()).map(move |x| (y, x)))
    {
        let from = Cell::new(x, y);
        let Some(left) = free(from) else { continue };
        for direction in options.neighbours.directions(options.movement) {
            let (dx, dy) = direction.offset();
            let to = Cell::new(x + dx, y + dy);
            let Some(entered) = free(to) else { continue };
            if !inside(to) || !grid.terrain(from).unwrap().exits.contains(direction) {
                continue;
            }
            let beside = [free(Cell::new(x + dx, y)), free(Cell::new(x, y + dy))];
            let is_diagonal = dx != 0 && dy != 0;
            let sides = beside.iter().flatten().count();
            let needed = match options.movement {
                Movement::Four | Movement::Eight(DiagonalRule::Always) => 0,
                Movement::Eight(DiagonalRule::AtLeastOneWalkable) => 1,
                Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => 2,
            };
            if is_diagonal && sides < needed {
                continue;
            }
            let cost = match (options.cost_rule, is_diagonal) {
                (CostRule::Entered, false) => straight * entered,
                (CostRule::Entered, true) => diagonal * entered,
                (CostRule::MeanTouched, false) => straight * (left + entered) / 2,
                (CostRule::MeanTouched, true) => {
                    let beside: u64 = beside
                        .into_iter()
                        .map(|cost| cost.unwrap_or(left.max(entered)))
                        .sum();
                    diagonal * (left + entered + beside) / 4
                }
            };
            moves.push((from, to, cost));
        }
        for portal in grid
            .portals()
            .iter()
            .filter(|portal| portal.from == from && portal.to != from)
        {
            if free(portal.to).is_some() && inside(portal.to) {
                moves.push((from, portal.to, straight * u64::from(portal.cost)));
            }
        }
    }
    moves
}

/// Returns the lowest cost from any of the starts to every reachable cell; ignores cost limits.
pub fn costs_from(moves: &[Move], starts: &[Cell]) -> HashMap<Cell, u64> {
    let mut next: HashMap<Cell, Vec<(Cell, u64)>> = HashMap::new();
    for &(from, to, cost) in moves {
        next.entry(from).or_default().push((to, cost));
    }
    let mut open: BinaryHeap<_> = starts.iter().map(|&start| (Reverse(0), start)).collect();
    let mut closed = HashMap::new();
    while let Some((Reverse(cost), cell)) = open.pop() {
        if closed.contains_key(&cell) {
            continue;
        }
        closed.insert(cell, cost);
        open.extend(
            next.get(&cell)
                .into_iter()
                .flatten()
                .map(|&(to, step)| (Reverse(cost + step), to)),
        );
    }
    closed
}

/// Returns the lowest cost from every cell that can reach a goal to the nearest of the goals.
pub fn costs_to(moves: &[Move], goals: &[Cell]) -> HashMap<Cell, u64> {
    let back: Vec<Move> = moves
        .iter()
        .map(|&(from, to, cost)| (to, from, cost))
        .collect();
    costs_from(&back, goals)
}

/// Returns the cost of the cheapest path between two cells.
pub fn cheapest(grid: &Grid, options: &SearchOptions, start: Cell, goal: Cell) -> Option<u64> {
    costs_from(&all_moves(grid, options), &[start])
        .get(&goal)
        .copied()
}
