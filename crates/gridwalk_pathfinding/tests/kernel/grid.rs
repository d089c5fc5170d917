//! Small parts of the map: cells, directions, changes of cells, and the names of tie-breaks.

use gridwalk_pathfinding::{
    AgentProfile, Cell, CellChange, CellIndex, Direction, DirectionSet, EditError, Grid, GridEdit,
    GridError, Revision, Terrain, TerrainId, TieBreak,
};
use gridwalk_testing::Rng;

/// Returns the change of a cell from one terrain to another: a wall, or ground of this cost.
fn change(before: Option<u16>, after: Option<u16>) -> CellChange {
    let terrain = |cost: Option<u16>| Terrain::new("ground", cost);
    change_of_terrain(terrain(before), terrain(after))
}

fn change_of_terrain(before: Terrain, after: Terrain) -> CellChange {
    let mut grid = Grid::new(1, 1, vec![TerrainId(0)], vec![before, after]).unwrap();
    let change = grid
        .apply(&GridEdit::set(Cell::new(0, 0), TerrainId(1)))
        .unwrap()
        .expect("the terrain is another");
    change.cells[0]
}

#[test]
fn a_change_of_walls_is_one_where_a_wall_came_or_went() {
    assert!(change(Some(1), None).changes_walls() && change(None, Some(9)).changes_walls());
    assert!(!change(Some(1), Some(9)).changes_walls() && !change(Some(9), Some(1)).changes_walls());
}

#[test]
fn a_cell_is_cheaper_if_its_cost_fell_or_its_wall_went() {
    assert!(change(Some(9), Some(1)).is_cheaper() && change(None, Some(9)).is_cheaper());
    assert!(!change(Some(1), Some(9)).is_cheaper() && !change(Some(1), None).is_cheaper());
    assert!(
        !change(Some(4), Some(4)).is_cheaper(),
        "another terrain of the same cost"
    );
}

#[test]
fn other_exits_change_moves_but_no_walls() {
    let ground = |exits: &[Direction], cost| Terrain {
        exits: exits.iter().copied().collect(),
        ..Terrain::new("ground", cost)
    };
    let (all, east, both) = (
        &Direction::ALL[..],
        &[Direction::East][..],
        &[Direction::East, Direction::West][..],
    );
    let turned = |before, after| change_of_terrain(ground(before, Some(2)), ground(after, Some(2)));
    for (before, after, is_cheaper) in [
        (all, east, false),
        (east, all, true),
        (east, both, true),
        (both, east, false),
        (east, &[Direction::West], true),
    ] {
        let change = turned(before, after);
        assert!(
            change.changes_exits() && change.changes_moves() && !change.changes_walls(),
            "{change:?}"
        );
        assert_eq!(change.is_cheaper(), is_cheaper, "{change:?}");
    }
    assert!(!turned(east, east).changes_moves());
    let walled = change_of_terrain(ground(east, Some(2)), ground(all, None));
    assert!(
        walled.changes_moves()
            && walled.changes_walls()
            && !walled.changes_exits()
            && !walled.is_cheaper()
    );
    assert!(!change(Some(1), Some(2)).changes_moves());
}

#[test]
fn a_change_knows_the_edit_that_takes_it_back() {
    let mut rng = Rng(1);
    let mut grid = Grid::from_rows(&["..#5.", "1.#..", "....9"]);
    for step in 0..500 {
        let before = grid.cells().to_vec();
        let cells = (0..rng.below(9))
            .map(|_| (rng.cell(&grid), TerrainId(rng.below(11))))
            .collect();
        let Some(change) = grid.apply(&GridEdit::of_cells(cells)).unwrap() else {
            continue;
        };
        let after = grid.cells().to_vec();
        let back = grid
            .apply(&change.inverse())
            .unwrap()
            .expect("it is taken back");
        assert_eq!(grid.cells(), before, "step {step}");
        grid.apply(&back.inverse()).unwrap();
        assert_eq!(grid.cells(), after, "step {step}");
    }
}

#[test]
fn a_direction_named_twice_is_in_the_set() {
    let set = DirectionSet::from_iter([Direction::East, Direction::North, Direction::East]);
    let inside = Direction::ALL
        .into_iter()
        .filter(|direction| set.contains(*direction))
        .collect::<Vec<_>>();
    assert_eq!(inside, [Direction::North, Direction::East]);
    let twice = Direction::ALL
        .into_iter()
        .chain(Direction::ALL)
        .collect::<DirectionSet>();
    assert_eq!(twice, DirectionSet::ALL);
}

#[test]
fn the_neighbors_of_a_cell_are_the_eight_around_it() {
    let middle = Cell::new(-3, 5);
    let around = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (dx, dy)));
    for (dx, dy) in around {
        let is_one = Direction::ALL
            .into_iter()
            .any(|direction| direction.offset() == (dx, dy));
        assert_eq!(
            middle.is_neighbor_of(Cell::new(middle.x + dx, middle.y + dy)),
            is_one,
            "{dx}, {dy}"
        );
    }
}

#[test]
fn each_tie_break_is_explained_in_its_own_words() {
    let described = TieBreak::ALL.map(|tie| (tie.name(), tie.meaning()));
    let wanted = [
        ("oldest", "opened first"),
        ("newest", "opened last"),
        ("larger-g", "larger G"),
        ("smaller-h", "smaller H"),
    ];
    assert_eq!(described, wanted);
}

#[test]
fn every_direction_has_its_own_offset_and_name() {
    for (i, a) in Direction::ALL.into_iter().enumerate() {
        assert_eq!(Direction::from_name(a.name()), Some(a));
        assert_eq!(Cell::default().step(a).step(a.opposite()), Cell::default());
        assert!(
            Direction::ALL[i + 1..]
                .iter()
                .all(|b| b.offset() != a.offset())
        );
    }
}

#[test]
fn from_one_cell_to_the_largest_side() {
    let legend = vec![Terrain::floor()];
    assert!(Grid::new(1, 1, vec![TerrainId(0)], legend.clone()).is_ok());
    let side = Grid::MAX_SIDE;
    assert!(Grid::new(side, 1, vec![TerrainId(0); side as usize], legend.clone()).is_ok());
    assert!(matches!(
        Grid::new(0, 1, vec![], legend.clone()),
        Err(GridError::Size { .. })
    ));
    assert!(matches!(
        Grid::new(side + 1, 1, vec![], legend),
        Err(GridError::Size { .. })
    ));
}

#[test]
fn an_edit_raises_the_revision_and_lists_only_what_changed() {
    let mut grid = Grid::from_rows(&["..", ".#"]);
    let edit = GridEdit::of_cells(vec![
        (Cell::new(0, 0), TerrainId(0)),
        (Cell::new(1, 0), TerrainId(1)),
    ]);
    let change = grid.apply(&edit).unwrap().unwrap();
    assert_eq!(change.revision, Revision(1));
    let exits = DirectionSet::ALL;
    let expected = CellChange {
        cell: Cell::new(1, 0),
        before: TerrainId(0),
        after: TerrainId(1),
        cost_before: Some(1),
        cost_after: None,
        exits_before: exits,
        exits_after: exits,
        portals: false,
    };
    assert_eq!(change.cells, [expected]);
    assert_eq!(
        grid.apply(&edit),
        Ok(None),
        "the same edit again changes nothing"
    );
    assert_eq!(grid.revision(), Revision(1));
}

#[test]
fn whether_all_ground_costs_the_same_is_known_after_every_edit() {
    let mut grid = Grid::from_rows(&["5.#.", ".#5.", "...."]);
    let mut uniform = 0;
    for step in 0..2000_u32 {
        // Pseudo-random and the same on every machine; 2 to 6 are terrains of cost 1 to 5.
        let mixed = step.wrapping_mul(2_654_435_761) >> 8;
        let terrain = if step % 100 < 40 {
            step / 100 % 2 * 6
        } else {
            mixed / 12 % 7
        };
        let cell = grid.cell(CellIndex(mixed % 12));
        grid.apply(&GridEdit::set(
            cell,
            TerrainId(u8::try_from(terrain).unwrap()),
        ))
        .unwrap();
        let mut costs: Vec<u16> = (0..12)
            .filter_map(|at| grid.cost(grid.cell(CellIndex(at))))
            .collect();
        costs.sort_unstable();
        costs.dedup();
        let wanted = match *costs {
            [] => Some(1),
            [only] => Some(only),
            _ => None,
        };
        uniform += usize::from(wanted.is_some());
        assert_eq!(
            grid.uniform_cost(),
            wanted,
            "step {step}: {:?}",
            grid.cells()
        );
        let whole = Grid::new(4, 3, grid.cells().to_vec(), grid.legend().to_vec()).unwrap();
        assert_eq!(
            grid.clone().with_revision(Revision(0)),
            whole,
            "step {step}"
        );
    }
    assert!((50..1950).contains(&uniform), "{uniform} of 2000");
    for at in 0..12 {
        grid.apply(&GridEdit::set(grid.cell(CellIndex(at)), TerrainId(1)))
            .unwrap();
    }
    assert_eq!(grid.uniform_cost(), Some(1), "walls alone");
    assert_eq!(grid.used_terrains().collect::<Vec<_>>(), [TerrainId(1)]);
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut grid = Grid::from_rows(&["..", ".#"]);
    let before = grid.clone();
    let edit = GridEdit::of_cells(vec![
        (Cell::new(1, 0), TerrainId(1)),
        (Cell::new(2, 0), TerrainId(1)),
    ]);
    assert!(matches!(grid.apply(&edit), Err(EditError::Outside { .. })));
    assert!(
        grid.apply(&GridEdit::set(Cell::new(0, 0), TerrainId(200)))
            .is_err()
    );
    assert_eq!(grid, before);
}

#[test]
fn the_difference_turns_one_grid_into_the_other() {
    let mut grid = Grid::from_rows(&["..#", "..."]);
    let wanted = Grid::from_rows(&["...", ".#."]);
    let edit = grid.difference(&wanted).unwrap();
    assert_eq!(edit.cells.len(), 2);
    grid.apply(&edit).unwrap();
    assert_eq!(grid.cells(), wanted.cells());
    assert!(grid.difference(&Grid::from_rows(&["..."])).is_none());
}

#[test]
fn terrain_whose_cost_is_none_is_refused() {
    for cost in [0, Terrain::MAX_COST + 1, u16::MAX] {
        let odd = Grid::from_fn(2, 2, |_| Terrain {
            cost: Some(cost),
            ..Terrain::floor()
        });
        assert_eq!(
            odd,
            Err(GridError::Cost {
                terrain: "floor".to_owned(),
                cost
            })
        );
    }
    let profile = AgentProfile {
        costs: vec![("floor".to_owned(), Some(u16::MAX))],
        ..AgentProfile::default()
    };
    assert_eq!(
        Grid::from_rows(&["."])
            .seen_by(&profile)
            .cost(Cell::new(0, 0)),
        Some(Terrain::MAX_COST)
    );
}

/// Regression: on a map with one-way terrain, new terrain was looked up beyond the end of the old
/// legend.
#[test]
fn an_edit_brings_its_terrain_along_on_a_map_with_one_way_cells() {
    let east = Terrain {
        exits: [Direction::East].into_iter().collect(),
        ..Terrain::floor()
    };
    let west = Terrain {
        exits: [Direction::West].into_iter().collect(),
        ..Terrain::floor()
    };
    let legend = vec![Terrain::floor(), east.clone()];
    let mut grid = Grid::new(3, 1, vec![TerrainId(0), TerrainId(1), TerrainId(0)], legend).unwrap();
    let grown = vec![Terrain::floor(), east, west.clone()];
    let edit = GridEdit {
        legend: Some(grown.into()),
        ..GridEdit::set(Cell::new(2, 0), TerrainId(2))
    };
    let change = grid.apply(&edit).unwrap().unwrap();
    assert_eq!(grid.terrain(Cell::new(2, 0)), Some(&west));
    assert_eq!(
        change
            .cells
            .iter()
            .map(|cell| (cell.cell, cell.exits_after))
            .collect::<Vec<_>>(),
        [(Cell::new(2, 0), west.exits)]
    );
    let back = change.inverse();
    grid.apply(&back).unwrap();
    assert_eq!(grid.terrain_id(Cell::new(2, 0)), Some(TerrainId(0)));
}
