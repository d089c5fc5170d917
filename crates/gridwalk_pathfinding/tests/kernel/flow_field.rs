//! Flow fields under edits: always what a field made from scratch says, which `two_ended.rs` holds against an oracle.

use gridwalk_pathfinding::{
    Algorithm, Cell, CostRule, FlowField, Grid, GridEdit, Movement, Regions, SearchOptions, StepCosts, Terrain,
    TerrainId,
};
use gridwalk_testing::oracle::all_moves;
use gridwalk_testing::{Rng, cells, show};

/// Terrain in patches, so that there are places among their like, and walls.
fn random_grid(rng: &mut Rng) -> Grid {
    let costs = rng.pick(&[&[1][..], &[1, 2], &[1, 2, 3, 4, 7], &[1, 1000], &[5, 5, 5, 9]]);
    let mut legend = vec![Terrain::wall()];
    legend.extend(costs.iter().map(|&cost| Terrain { cost: Some(cost), ..Terrain::floor() }));
    let (width, height) = (2 + rng.below(23_u32), 2 + rng.below(23_u32));
    let (walls, side) = (rng.below(40_u32), 1 + rng.below(6_u32));
    let patches: Vec<_> = (0..600).map(|_| TerrainId(1 + rng.below(u8::try_from(costs.len()).unwrap()))).collect();
    let terrain = |at: u32| {
        let patch = patches[(at / width / side * 24 + at % width / side) as usize];
        if rng.below(100) < walls { TerrainId(0) } else { patch }
    };
    Grid::new(width, height, (0..width * height).map(terrain).collect(), legend).unwrap()
}

/// A cell, a brush, or an edit taken back; the goal stays as it is.
fn random_edit(rng: &mut Rng, grid: &Grid, goal: Cell, undo: &mut Vec<GridEdit>) -> GridEdit {
    if rng.one_in(4)
        && let Some(edit) = undo.pop()
    {
        return edit;
    }
    let (at, side) = (rng.cell(grid), rng.pick(&[1, 1, 1, 2, 4]));
    let terrain = TerrainId(rng.below(u8::try_from(grid.legend().len()).unwrap()));
    let brush = (0..side * side).map(|n| Cell::new(at.x + n % side, at.y + n / side));
    GridEdit::of_cells(brush.filter(|&cell| grid.contains(cell) && cell != goal).map(|cell| (cell, terrain)).collect())
}

#[test]
fn a_field_that_follows_edits_is_the_field_made_from_scratch() {
    let mut rng = Rng(5);
    let (mut repaired, mut from_scratch) = (0, 0);
    for map in 0..3000 {
        let mut grid = random_grid(&mut rng);
        let steps =
            [StepCosts::SQRT2, StepCosts::UNIFORM, StepCosts::custom(1, 2).unwrap(), StepCosts::custom(5, 7).unwrap()];
        let options = SearchOptions {
            movement: rng.pick(&Movement::ALL),
            cost_rule: rng.pick(&CostRule::ALL),
            steps: rng.pick(&steps),
            ..Algorithm::FlowField.into()
        };
        let goal = rng.cell(&grid);
        let Ok(mut field) = FlowField::new(&grid, goal, &options) else { continue };
        let mut undo = Vec::new();
        for edit in 0..12 {
            let mut changed = Vec::new();
            for _ in 0..rng.pick(&[1, 1, 1, 2, 5]) {
                let edit = random_edit(&mut rng, &grid, goal, &mut undo);
                if let Some(change) = grid.apply(&edit).unwrap() {
                    changed.extend(change.cells.iter().map(|change| change.cell));
                    undo.push(change.inverse());
                }
            }
            let expanded = field.follow(&grid, changed).unwrap();
            let is_repaired = expanded < u64::try_from(grid.cell_count()).unwrap();
            *(if is_repaired { &mut repaired } else { &mut from_scratch }) += 1;
            let fresh = FlowField::new(&grid, goal, &options).unwrap();
            let regions = Regions::new(&grid, options.movement);
            for cell in cells(&grid) {
                let context = || format!("map {map}, edit {edit}, from {cell} to {goal}, {options}\n{}", show(&grid));
                assert_eq!(field.cost_from(cell), fresh.cost_from(cell), "{}", context());
                assert_eq!(field.next(cell), fresh.next(cell), "{}", context());
                assert_eq!(field.cost_from(cell).is_some(), regions.connected(cell, goal), "{}", context());
            }
            assert_eq!(field.revision(), grid.revision());
        }
        // What is left from a cell is what is left from a neighbour, and the step there.
        let moves = all_moves(&grid, &options);
        for cell in cells(&grid).filter(|cell| *cell != goal) {
            let through = moves.iter().filter(|(from, ..)| *from == cell);
            let best = through.filter_map(|(_, to, cost)| Some(field.cost_from(*to)?.0 + cost)).min();
            assert_eq!(field.cost_from(cell).map(|cost| cost.0), best, "{cell}\n{}", show(&grid));
        }
    }
    assert!(repaired > 15_000 && from_scratch > 1000, "{repaired} repaired, {from_scratch} from scratch");
}

fn edit(grid: &mut Grid, cell: Cell, terrain: u8) -> Vec<Cell> {
    let change = grid.apply(&GridEdit::set(cell, TerrainId(terrain))).unwrap().unwrap();
    change.cells.iter().map(|change| change.cell).collect()
}

#[test]
fn an_edit_where_the_field_does_not_reach_costs_nothing() {
    let mut grid = Grid::from_rows(&["....#....", "....#....", "....#...."]);
    let mut field = FlowField::new(&grid, Cell::new(0, 0), &Algorithm::FlowField.into()).unwrap();
    let changed = edit(&mut grid, Cell::new(7, 1), 1);
    assert_eq!(field.follow(&grid, changed), Ok(0));
    assert_eq!(field.cost_from(Cell::new(8, 0)), None);
    // The wall opens: what lies behind it is found, and nothing else is looked at again.
    let changed = edit(&mut grid, Cell::new(4, 1), 0);
    assert_eq!(field.follow(&grid, changed), Ok(12));
    assert_eq!(field.path_from(Cell::new(8, 0)).map(|path| path.cells().len()), Some(9));
}

#[test]
fn a_field_whose_goal_becomes_a_wall_is_an_error_and_stays() {
    let mut grid = Grid::from_rows(&["..."]);
    let mut field = FlowField::new(&grid, Cell::new(2, 0), &Algorithm::FlowField.into()).unwrap();
    let changed = edit(&mut grid, Cell::new(2, 0), 1);
    assert!(field.follow(&grid, changed).is_err());
    assert!(field.cost_from(Cell::new(0, 0)).is_some());
}
