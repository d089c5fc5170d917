//! Goal fields without edits, against a textbook version of Dijkstra's algorithm.

use std::collections::HashMap;

use gridwalk_pathfinding::{
    AgentProfile, Cell, CostRule, CostsAround, Direction, EndpointError, FieldLayers, FieldMemory,
    FieldRules, GoalField, Grid, Movement, Portal, SearchOptions, StepCosts, Terrain, TerrainId,
    View,
};
use gridwalk_testing::oracle::{Move, all_moves, costs_to};
use gridwalk_testing::{Rng, cells, show};

/// Returns a random map of terrain in patches, with walls; some maps have one-way cells and
/// portals.
///
/// Patches make cells that are surrounded by equal cells.
pub(crate) fn random_grid(rng: &mut Rng) -> Grid {
    let costs = rng.pick(&[
        &[1][..],
        &[1, 2],
        &[1, 2, 3, 4, 7],
        &[1, 1000],
        &[5, 5, 5, 9],
    ]);
    let mut legend = vec![Terrain::wall()];
    legend.extend(costs.iter().map(|&cost| Terrain {
        cost: Some(cost),
        ..Terrain::floor()
    }));
    if rng.one_in(3) {
        let exits = Direction::ALL
            .into_iter()
            .filter(|_| !rng.one_in(3))
            .collect();
        legend.push(Terrain {
            cost: Some(rng.pick(costs)),
            exits,
            ..Terrain::floor()
        });
    }
    let (width, height) = (2 + rng.below(23_u32), 2 + rng.below(23_u32));
    let (walls, side) = (rng.below(40_u32), 1 + rng.below(6_u32));
    let terrains = u8::try_from(legend.len() - 1).unwrap();
    let patches: Vec<_> = (0..600)
        .map(|_| TerrainId(1 + rng.below(terrains)))
        .collect();
    let terrain = |at: u32| {
        let patch = patches[(at / width / side * 24 + at % width / side) as usize];
        if rng.below(100) < walls {
            TerrainId(0)
        } else {
            patch
        }
    };
    let grid = Grid::new(
        width,
        height,
        (0..width * height).map(terrain).collect(),
        legend,
    )
    .unwrap();
    let portals: Vec<Portal> = if rng.one_in(3) {
        random_portals(rng, &grid)
    } else {
        Vec::new()
    };
    grid.with_portals(&portals).unwrap()
}

pub(crate) fn random_portals(rng: &mut Rng, grid: &Grid) -> Vec<Portal> {
    let mut portals: Vec<Portal> = Vec::new();
    for _ in 0..rng.below(4) {
        let [from, to] = [rng.cell(grid), rng.cell(grid)];
        let is_new = |it: &Portal| [it.from, it.to] != [from, to] && [it.from, it.to] != [to, from];
        if from != to && portals.iter().all(is_new) {
            portals.push(Portal {
                cost: 1 + rng.below(9),
                two_way: rng.one_in(2),
                ..Portal::between(from, to)
            });
        }
    }
    portals
}

pub(crate) fn random_options(rng: &mut Rng) -> SearchOptions {
    let steps = [
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
        StepCosts::custom(1, 2).unwrap(),
        StepCosts::custom(5, 7).unwrap(),
    ];
    SearchOptions {
        movement: rng.pick(&Movement::ALL),
        cost_rule: rng.pick(&CostRule::ALL),
        steps: rng.pick(&steps),
        neighbours: rng.neighbours(),
        ..SearchOptions::default()
    }
}

/// Checks every answer of a current field against the moves of the map.
pub(crate) fn assert_right(
    grid: &Grid,
    options: &SearchOptions,
    layers: &FieldLayers,
    field: &GoalField,
    case: &str,
) {
    let context = || {
        format!(
            "{case}, goals {:?}, {options}\n{}",
            field.goals().collect::<Vec<_>>(),
            show(grid)
        )
    };
    assert!(field.is_current(layers), "{}", context());
    let moves = all_moves(grid, options);
    let goals: Vec<Cell> = field
        .goals()
        .filter(|goal| grid.is_walkable(*goal))
        .collect();
    let costs = costs_to(&moves, &goals);
    let mut best: HashMap<Cell, (u64, Cell)> = HashMap::new();
    let mut steps: HashMap<(Cell, Cell), u64> = HashMap::new();
    for &(from, to, cost) in &moves {
        steps.entry((from, to)).or_insert(cost);
        if let Some(through) = costs.get(&to).map(|left| left + cost)
            && !goals.contains(&from)
            && best.get(&from).is_none_or(|&(known, _)| through < known)
        {
            best.insert(from, (through, to));
        }
    }
    for cell in cells(grid) {
        let cost = costs.get(&cell).copied();
        assert_eq!(
            field.cost(cell).map(|cost| cost.0),
            cost,
            "from {cell}; {}",
            context()
        );
        assert_eq!(
            field.next(layers, cell),
            best.get(&cell).map(|(_, to)| *to),
            "next of {cell}; {}",
            context()
        );
        assert!(field.is_known(layers, cell));
        let around = field.around(layers, cell);
        let or_far =
            |cost: Option<u64>| cost.map_or(CostsAround::FAR, |cost| u32::try_from(cost).unwrap());
        assert_eq!(around.here, or_far(cost), "{}", context());
        for direction in Direction::ALL {
            let to = cell.step(direction);
            let neighbor = or_far(costs.get(&to).copied());
            assert_eq!(
                around.neighbors[direction as usize],
                neighbor,
                "{to} beside {cell}; {}",
                context()
            );
            let step = or_far(step_cost(&moves, &steps, grid, cell, to));
            assert_eq!(
                around.steps[direction as usize],
                step,
                "{cell} to {to}; {}",
                context()
            );
        }
    }
}

/// Returns the cost of a step to a neighbour, even where a portal also leads there.
fn step_cost(
    moves: &[Move],
    first: &HashMap<(Cell, Cell), u64>,
    grid: &Grid,
    from: Cell,
    to: Cell,
) -> Option<u64> {
    let known = first.get(&(from, to)).copied()?;
    let portals = grid
        .portals()
        .iter()
        .filter(|portal| (portal.from, portal.to) == (from, to))
        .count();
    let is_step = portals == 0
        || moves
            .iter()
            .filter(|(a, b, _)| (*a, *b) == (from, to))
            .count()
            > portals;
    is_step.then_some(known)
}

fn random_goals(rng: &mut Rng, grid: &Grid) -> Vec<Cell> {
    (0..rng.pick(&[1, 1, 1, 2, 3, 8, 0]))
        .map(|_| rng.cell(grid))
        .collect()
}

#[test]
fn field_equals_dijkstra_on_every_kind_of_map() {
    let (mut rng, mut memory, mut reached) = (Rng(5), FieldMemory::default(), 0);
    for map in 0..3000 {
        let (grid, options) = (random_grid(&mut rng), random_options(&mut rng));
        let layers = FieldLayers::new(&grid, FieldRules::of(&options));
        let mut field = GoalField::new(&layers, &random_goals(&mut rng, &grid)).unwrap();
        for turn in 0..2 {
            assert!(!field.is_current(&layers));
            field.advance(&layers, &mut memory, u64::MAX);
            assert_right(
                &grid,
                &options,
                &layers,
                &field,
                &format!("map {map}, turn {turn}"),
            );
            reached += cells(&grid)
                .filter(|cell| field.cost(*cell).is_some())
                .count();
            field
                .reset(&layers, &random_goals(&mut rng, &grid))
                .unwrap();
        }
    }
    assert!(reached > 200_000, "{reached} cells lead to a goal");
}

#[test]
fn slices_of_one_unit_make_the_field_of_one_go() {
    let (mut rng, mut memory) = (Rng(6), FieldMemory::default());
    for _ in 0..300 {
        let (grid, options) = (random_grid(&mut rng), random_options(&mut rng));
        let mut layers = FieldLayers::blank(&grid, FieldRules::of(&options));
        while !layers.advance(&grid, 1).1 {}
        let goals = random_goals(&mut rng, &grid);
        let [mut whole, mut sliced] = [(); 2].map(|()| GoalField::new(&layers, &goals).unwrap());
        let (all, _) = whole.advance(&layers, &mut memory, u64::MAX);
        let mut sum = 0;
        while !sliced.is_current(&layers) {
            let (work, _) = sliced.advance(&layers, &mut memory, 1);
            assert!(work <= 1, "a slice takes no more than it may");
            sum += work;
        }
        assert_eq!(sum, all, "the work is the same");
        for cell in cells(&grid) {
            assert_eq!(
                sliced.around(&layers, cell),
                whole.around(&layers, cell),
                "{cell}\n{}",
                show(&grid)
            );
        }
    }
}

#[test]
fn lazy_field_knows_the_requested_cell_first() {
    let grid = Grid::from_fn(200, 200, |_| Terrain::floor()).unwrap();
    let (layers, mut memory) = (
        FieldLayers::new(&grid, FieldRules::default()),
        FieldMemory::default(),
    );
    let mut field = GoalField::new(&layers, &[Cell::new(10, 10)]).unwrap();
    let near = Cell::new(14, 10);
    let (work, is_known) = field.advance_to(&layers, &mut memory, near, u64::MAX);
    assert!(is_known && work < 1000, "{work}");
    assert_eq!(
        field.cost(near),
        Some(
            SearchOptions::default()
                .units()
                .straight()
                .saturating_mul(4)
        )
    );
    assert!(!field.is_current(&layers) && !field.is_known(&layers, Cell::new(199, 199)));
    assert_eq!(
        field.advance_to(&layers, &mut memory, Cell::new(-1, 0), 9),
        (0, true),
        "nothing to know outside"
    );
}

#[test]
fn field_answers_nothing_outside_the_map_and_before_it_is_built() {
    let grid = Grid::from_rows(&["..", ".."]);
    let (layers, mut memory) = (
        FieldLayers::new(&grid, FieldRules::default()),
        FieldMemory::default(),
    );
    let goal = Cell::new(1, 1);
    let mut field = GoalField::new(&layers, &[goal]).unwrap();
    assert_eq!(
        (field.cost(goal), field.next(&layers, Cell::new(0, 0))),
        (None, None)
    );
    field.advance(&layers, &mut memory, u64::MAX);
    for cell in [
        (-1, 0),
        (2, 0),
        (0, -1),
        (0, 2),
        (i32::MAX, i32::MAX),
        (i32::MIN, 0),
    ]
    .map(Cell::from)
    {
        assert_eq!(
            (field.cost(cell), field.next(&layers, cell)),
            (None, None),
            "{cell}"
        );
        assert_eq!(field.around(&layers, cell).here, CostsAround::FAR, "{cell}");
    }
    let outside = Cell::new(2, 1);
    assert_eq!(
        GoalField::new(&layers, &[goal, outside]).err(),
        Some(EndpointError::GoalOutside(outside))
    );
    assert_eq!(
        field.reset(&layers, &[outside]),
        Err(EndpointError::GoalOutside(outside))
    );
    assert_eq!(
        field
            .path_from(&layers, Cell::new(0, 0))
            .map(|path| path.cells().len()),
        Some(2),
        "it stays"
    );
}

#[test]
fn field_of_a_view_leads_where_a_large_agent_fits() {
    let grid = Grid::from_rows(&[
        "....#....",
        "....#....",
        ".........",
        "....#....",
        "....#....",
        ".........",
    ]);
    let field = |grid: &Grid| {
        let layers = FieldLayers::new(grid, FieldRules::default());
        let mut field = GoalField::new(&layers, &[Cell::new(7, 0)]).unwrap();
        field.advance(&layers, &mut FieldMemory::default(), u64::MAX);
        field.cost(Cell::new(0, 0))
    };
    let seen = |size| {
        View::new(
            &grid,
            AgentProfile {
                size,
                ..AgentProfile::default()
            },
        )
    };
    assert!(field(&grid).is_some() && field(seen(1).map().grid()).is_some());
    assert_eq!(
        field(seen(2).map().grid()),
        None,
        "the gap is one cell wide"
    );
}
