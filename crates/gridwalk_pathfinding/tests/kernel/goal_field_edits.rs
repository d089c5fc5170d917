//! Goal fields under edits, whole and in slices with edits between them, against the oracle.

use gridwalk_pathfinding::{
    Cell, Direction, FieldLayers, FieldMemory, FieldRules, GoalField, Grid, GridEdit, Map, Portal,
    Terrain, TerrainId,
};
use gridwalk_testing::oracle::all_moves;
use gridwalk_testing::{Rng, cells};

use crate::goal_field::{assert_right, random_grid, random_options, random_portals};

/// Returns a random edit: a cell, a brush, other portals, another legend, or an edit undone.
fn random_edit(rng: &mut Rng, grid: &Grid, undo: &mut Vec<GridEdit>) -> GridEdit {
    if rng.one_in(4)
        && let Some(edit) = undo.pop()
    {
        return edit;
    }
    if rng.one_in(20) {
        return GridEdit::of_portals(random_portals(rng, grid));
    }
    if rng.one_in(20) {
        let mut legend = grid.legend().to_vec();
        let exits = Direction::ALL
            .into_iter()
            .filter(|_| rng.one_in(2))
            .collect();
        let one_way = Terrain {
            exits,
            ..Terrain::floor()
        };
        let at = rng.below(legend.len());
        legend[at] = rng.pick(&[
            Terrain::floor(),
            Terrain {
                cost: Some(3),
                ..Terrain::floor()
            },
            one_way,
        ]);
        return GridEdit {
            legend: Some(legend.into()),
            ..GridEdit::default()
        };
    }
    let (at, side) = (rng.cell(grid), rng.pick(&[1, 1, 1, 2, 4]));
    let terrain = TerrainId(rng.below(u8::try_from(grid.legend().len()).unwrap()));
    let brush = (0..side * side).map(|n| Cell::new(at.x + n % side, at.y + n / side));
    GridEdit::of_cells(
        brush
            .filter(|&cell| grid.contains(cell))
            .map(|cell| (cell, terrain))
            .collect(),
    )
}

/// Layers and fields on a changing map.
struct Case {
    map: Map,
    layers: FieldLayers,
    fields: Vec<GoalField>,
    undo: Vec<GridEdit>,
}

impl Case {
    fn edit(&mut self, rng: &mut Rng, is_listed: bool) {
        let edit = random_edit(rng, self.map.grid(), &mut self.undo);
        if let Some(change) = self.map.apply(&edit).unwrap() {
            self.undo.push(change.inverse());
            if is_listed {
                self.layers.apply_change(self.map.grid(), &change);
            }
        }
        if !is_listed && rng.one_in(2) {
            self.layers.catch_up(&self.map);
        }
    }
}

fn check_edits(seed: u64, maps: u64, slices: &[u64]) {
    let (mut rng, mut memory) = (Rng(seed), FieldMemory::default());
    let mut pending = 0;
    for number in 0..maps {
        let (grid, options) = (random_grid(&mut rng), random_options(&mut rng));
        let map = Map::new(grid);
        let layers = FieldLayers::new(map.grid(), FieldRules::of(&options));
        let fields = (0..3).map(|count| {
            let goals: Vec<Cell> = (0..=count * 2).map(|_| rng.cell(map.grid())).collect();
            GoalField::new(&layers, &goals).unwrap()
        });
        let mut case = Case {
            fields: fields.collect(),
            map,
            layers,
            undo: Vec::new(),
        };
        for round in 0..8 {
            // Each edit is passed to the layers, or found by tile versions.
            let is_listed = rng.one_in(2);
            for _ in 0..rng.pick(&[1, 1, 2, 5, 12]) {
                case.edit(&mut rng, is_listed);
                for field in &mut case.fields {
                    field.advance(&case.layers, &mut memory, rng.pick(slices));
                    pending += u32::from(!field.is_current(&case.layers));
                }
            }
            case.layers.catch_up(&case.map);
            assert_eq!(case.layers.revision(), case.map.grid().revision());
            for (which, field) in case.fields.iter_mut().enumerate() {
                while !field.is_current(&case.layers) {
                    field.advance(&case.layers, &mut memory, rng.pick(slices).max(1));
                }
                let name = format!("map {number}, round {round}, field {which}");
                assert_right(case.map.grid(), &options, &case.layers, field, &name);
            }
        }
    }
    assert!(
        pending > 1000 || slices == [u64::MAX],
        "{pending} slices ended before the work did"
    );
}

#[test]
fn field_repaired_in_one_go_equals_dijkstra() {
    check_edits(7, 700, &[u64::MAX]);
}

#[test]
fn field_edited_between_slices_equals_dijkstra() {
    check_edits(8, 700, &[0, 1, 1, 2, 3, 7, 20, 60, 200]);
}

#[test]
fn field_edited_between_slices_of_one_unit_equals_dijkstra() {
    check_edits(9, 300, &[1]);
}

fn edit(map: &mut Map, layers: &mut FieldLayers, cell: Cell, terrain: u8) {
    let change = map
        .apply(&GridEdit::set(cell, TerrainId(terrain)))
        .unwrap()
        .unwrap();
    layers.apply_change(map.grid(), &change);
}

fn case(rows: &[&str], goals: &[Cell]) -> (Map, FieldLayers, GoalField, FieldMemory) {
    let (map, mut memory) = (Map::new(Grid::from_rows(rows)), FieldMemory::default());
    let layers = FieldLayers::new(map.grid(), FieldRules::default());
    let mut field = GoalField::new(&layers, goals).unwrap();
    field.advance(&layers, &mut memory, u64::MAX);
    (map, layers, field, memory)
}

#[test]
fn goal_in_a_wall_counts_when_the_wall_opens() {
    let (mut map, mut layers, mut field, mut memory) = case(&["..#"], &[Cell::new(2, 0)]);
    let start = Cell::new(0, 0);
    assert!(field.is_current(&layers) && field.cost(start).is_none());
    edit(&mut map, &mut layers, Cell::new(2, 0), 0);
    field.advance(&layers, &mut memory, u64::MAX);
    assert!(field.cost(start).is_some());
    edit(&mut map, &mut layers, Cell::new(2, 0), 1);
    field.advance(&layers, &mut memory, u64::MAX);
    assert_eq!(field.cost(start), None, "and no longer when it closes");
}

#[test]
fn edit_where_the_field_does_not_reach_changes_no_cost() {
    let (mut map, mut layers, mut field, mut memory) =
        case(&["....#....", "....#....", "....#...."], &[Cell::new(0, 0)]);
    edit(&mut map, &mut layers, Cell::new(7, 1), 1);
    let (work, _) = field.advance(&layers, &mut memory, u64::MAX);
    assert!(work < 8, "{work}");
    assert_eq!(field.cost(Cell::new(8, 0)), None);
    // The wall opens: the cells behind it are found, and hardly another cell is examined.
    edit(&mut map, &mut layers, Cell::new(4, 1), 0);
    let (work, _) = field.advance(&layers, &mut memory, u64::MAX);
    assert!(work < 30, "{work}");
    assert_eq!(
        field
            .path_from(&layers, Cell::new(8, 0))
            .map(|path| path.cells().len()),
        Some(9)
    );
}

#[test]
fn field_with_repair_pending_says_so() {
    let (mut map, mut layers, mut field, mut memory) =
        case(&["...", ".#.", "..."], &[Cell::new(2, 0)]);
    assert!(field.is_current(&layers));
    edit(&mut map, &mut layers, Cell::new(1, 0), 1);
    assert!(!field.is_current(&layers) && !field.is_known(&layers, Cell::new(0, 0)));
    assert_eq!(
        field.next(&layers, Cell::new(0, 0)),
        None,
        "not into the new wall"
    );
    assert_eq!(field.advance(&layers, &mut memory, 0), (0, false));
    assert!(field.advance(&layers, &mut memory, u64::MAX).1 && field.is_current(&layers));
}

/// Checks that steps are legal and walks never return to a cell, whatever repair is pending.
#[test]
fn agents_on_a_pending_field_walk_no_wall_and_no_circle() {
    let (mut rng, mut memory, mut walked) = (Rng(10), FieldMemory::default(), 0);
    for _ in 0..300 {
        let (grid, options) = (random_grid(&mut rng), random_options(&mut rng));
        let mut map = Map::new(grid);
        let mut layers = FieldLayers::new(map.grid(), FieldRules::of(&options));
        let mut field = GoalField::new(&layers, &[rng.cell(map.grid())]).unwrap();
        for _ in 0..12 {
            map.apply(&random_edit(&mut rng, map.grid(), &mut Vec::new()))
                .unwrap();
            layers.catch_up(&map);
            field.advance(&layers, &mut memory, rng.pick(&[1, 5, 30, 200]));
            let moves = all_moves(map.grid(), &options);
            for cell in cells(map.grid()) {
                let Some(next) = field.next(&layers, cell) else {
                    continue;
                };
                walked += 1;
                assert!(
                    moves
                        .iter()
                        .any(|(from, to, _)| (*from, *to) == (cell, next)),
                    "{cell} to {next}"
                );
                assert!(field.cost(next) < field.cost(cell), "{cell} to {next}");
            }
        }
    }
    assert!(walked > 100_000, "{walked}");
}

#[test]
fn field_follows_an_edit_through_a_portal() {
    let mut map = Map::new(Grid::from_rows(&["...#...", "...#...", "...#..."]));
    let mut layers = FieldLayers::new(map.grid(), FieldRules::default());
    let (goal, start, mut memory) = (Cell::new(6, 0), Cell::new(0, 2), FieldMemory::default());
    let mut field = GoalField::new(&layers, &[goal]).unwrap();
    let mut cost = |map: &mut Map, layers: &mut FieldLayers, edit: Option<GridEdit>| {
        if let Some(edit) = edit {
            let change = map.apply(&edit).unwrap().unwrap();
            layers.apply_change(map.grid(), &change);
        }
        field.advance(layers, &mut memory, u64::MAX);
        field.cost(start).is_some()
    };
    assert!(!cost(&mut map, &mut layers, None));
    let portal = Portal::between(Cell::new(1, 1), Cell::new(5, 1));
    assert!(cost(
        &mut map,
        &mut layers,
        Some(GridEdit::of_portals(vec![portal]))
    ));
    assert!(
        !cost(
            &mut map,
            &mut layers,
            Some(GridEdit::set(Cell::new(5, 1), TerrainId(1)))
        ),
        "its exit is a wall"
    );
    assert!(cost(
        &mut map,
        &mut layers,
        Some(GridEdit::set(Cell::new(5, 1), TerrainId(0)))
    ));
    assert!(!cost(
        &mut map,
        &mut layers,
        Some(GridEdit::of_portals(vec![]))
    ));
}

/// A field that was not advanced while thousands of cells changed is built again.
#[test]
fn field_that_missed_too_many_edits_is_built_again() {
    let mut map = Map::new(Grid::from_fn(64, 64, |_| Terrain::floor()).unwrap());
    let floor_and_wall = vec![Terrain::floor(), Terrain::wall()];
    map.apply(&GridEdit {
        legend: Some(floor_and_wall.into()),
        ..GridEdit::default()
    })
    .unwrap();
    let mut layers = FieldLayers::new(map.grid(), FieldRules::default());
    let (mut rng, mut memory) = (Rng(11), FieldMemory::default());
    let mut field = GoalField::new(&layers, &[Cell::new(0, 0)]).unwrap();
    field.advance(&layers, &mut memory, u64::MAX);
    for _ in 0..2000 {
        let cell = rng.cell(map.grid());
        map.apply(&GridEdit::set(cell, TerrainId(rng.below(2))))
            .unwrap();
        layers.catch_up(&map);
    }
    field.advance(&layers, &mut memory, u64::MAX);
    let options = gridwalk_pathfinding::SearchOptions::default();
    assert_right(map.grid(), &options, &layers, &field, "after 2000 edits");
}
