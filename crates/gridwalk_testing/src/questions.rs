//! Random small maps and options.

use gridwalk_pathfinding::{
    Algorithm, Cell, CostLimit, CostRule, Direction, Grid, Heuristic, Movement, NeighborOrder,
    OptionKey, ParentRule, Portal, Rect, ReopenRule, SearchOptions, StepCosts, StopRule, Support,
    Terrain, TerrainId, TieBreak, Weight,
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
