//! Random questions, and the oracle that answers them: moves by their definition, and textbook
//! Dijkstra.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use gridwalk_pathfinding::{
    Algorithm, Cell, CostLimit, CostRule, DiagonalRule, Direction, Grid, Heuristic, Movement,
    NeighborOrder, OptionKey, ParentRule, Portal, Rect, ReopenRule, SearchOptions, StepCosts,
    StopRule, Support, Terrain, TerrainId, TieBreak, Weight,
};

use crate::{Rng, cells};

/// Returns a random map with 2 to 12 columns and rows; every second map has no special features.
pub fn random_grid(rng: &mut Rng) -> Grid {
    let (width, height) = (2 + rng.below(11), 2 + rng.below(11));
    let exits = |name: &str, direction| Terrain {
        name: name.to_owned(),
        exits: [direction].into_iter().collect(),
        ..Terrain::floor()
    };
    let ground = |cost| Terrain {
        name: format!("ground {cost}"),
        cost: Some(cost),
        ..Terrain::floor()
    };
    // Some searches do not support special features, so every second map has none.
    let special = rng.one_in(2);
    let mut legend = vec![Terrain::floor(), Terrain::wall()];
    if special {
        let one_way = exits("eastward", rng.pick(&Direction::ALL));
        legend.extend([ground(2), ground(5), one_way]);
    }
    let walls = rng.below(45);
    let one_ways = special && rng.one_in(3);
    let cells = (0..width * height).map(|_| match rng.below(100) {
        n if n < walls => TerrainId(1),
        n if one_ways && n > 85 => TerrainId(4),
        n if special && n > 60 => TerrainId(2 + u8::try_from(n % 2).unwrap()),
        _ => TerrainId(0),
    });
    let cells = cells.collect();
    let grid = Grid::new(
        u32::try_from(width).unwrap(),
        u32::try_from(height).unwrap(),
        cells,
        legend,
    )
    .unwrap();
    let free = free_cells(&grid);
    if !special || free.is_empty() || !rng.one_in(3) {
        return grid;
    }
    let portals = [Portal::between(rng.pick(&free), rng.pick(&free))];
    grid.clone().with_portals(&portals).unwrap_or(grid)
}

/// Returns the walkable cells of the map, row by row.
pub fn free_cells(grid: &Grid) -> Vec<Cell> {
    cells(grid).filter(|cell| grid.is_walkable(*cell)).collect()
}

/// Returns random options with this algorithm, movement and tie-break; some are invalid on some
/// maps.
pub fn random_options(
    rng: &mut Rng,
    algorithm: Algorithm,
    movement: Movement,
    tie: TieBreak,
    grid: &Grid,
) -> SearchOptions {
    let weight = if algorithm == Algorithm::WeightedAStar {
        rng.pick(&[0.0, 0.5, 1.5, 3.0])
    } else {
        1.0
    };
    let steps = rng.pick(&[
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
        StepCosts::TEN_FOURTEEN,
    ]);
    let formula = rng.pick(&["dx * dx + dy * dy", "dx + g / 4", "3 * max(dx, dy)"]);
    let heuristic = if rng.one_in(6) {
        Heuristic::Formula(formula.parse().unwrap())
    } else {
        rng.pick(&Heuristic::NAMED)
    };
    let (stop, parent) = if rng.one_in(3) {
        (rng.pick(&StopRule::ALL), rng.pick(&ParentRule::ALL))
    } else {
        <_>::default()
    };
    SearchOptions {
        algorithm,
        movement,
        tie,
        heuristic,
        stop,
        parent,
        reopen: rng.pick(&ReopenRule::ALL),
        weight: Weight::new(weight).unwrap(),
        steps: if algorithm.is_any_angle() {
            StepCosts::SQRT2
        } else {
            steps
        },
        cost_rule: if rng.one_in(4) {
            CostRule::MeanTouched
        } else {
            CostRule::Entered
        },
        neighbours: match algorithm.support(OptionKey::Neighbours) {
            Support::Honoured => NeighborOrder::new(&[rng.pick(&Direction::ALL)]).unwrap(),
            _ => NeighborOrder::default(),
        },
        goal_tolerance: if rng.one_in(8) { 2 } else { 0 },
        max_cost: if rng.one_in(4) {
            CostLimit::new(f64::from(u32::try_from(rng.below(14)).unwrap()))
        } else {
            None
        },
        max_expansions: if rng.one_in(8) {
            Some(1 + rng.next() % 20)
        } else {
            None
        },
        region: rng.one_in(8).then(|| Rect {
            at: Cell::new(0, 0),
            width: 1 + grid.width() / 2,
            height: grid.height(),
        }),
    }
}

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
