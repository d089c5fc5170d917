//! Costs without a legend by the game: any number over the life of a map, 255 terrains at one time.

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, EditError, Grid, GridChange, GridEdit, GridError,
    Map, Path, PathQuery, Planner, Terrain, TerrainId, View,
};
use gridwalk_testing::{Rng, cells};

const MAX: u16 = Terrain::MAX_COST;

/// Returns the costs of all cells; 0 is a wall.
fn costs_of(grid: &Grid) -> Vec<u16> {
    cells(grid)
        .map(|cell| grid.cost(cell).unwrap_or(0))
        .collect()
}

/// Returns a map with as many costs as possible: a wall, and 1 to 254.
fn full() -> Grid {
    Grid::from_costs(
        256,
        1,
        &[&[0, 1, 1][..], &(2..255).collect::<Vec<u16>>()].concat(),
    )
    .unwrap()
}

#[test]
fn one_cell_gets_each_cost_one_after_the_other() {
    let mut grid = Grid::from_fn(4, 4, |_| Terrain::floor()).unwrap();
    let cell = Cell::new(1, 1);
    for round in 0..3 {
        for cost in (1..=MAX).chain((1..MAX).rev()) {
            grid.apply(&GridEdit::set_cost([cell], cost)).unwrap();
            assert_eq!(grid.cost(cell), Some(cost), "round {round}");
        }
    }
    assert!(grid.legend().len() <= Grid::MAX_TERRAINS);
}

#[test]
fn edits_over_thousands_of_ticks_equal_a_plain_list() {
    let rng = &mut Rng(5);
    let (mut plain, mut refusals, mut reused, mut kept) = (vec![1; 23 * 19], 0, 0, 0);
    let mut map = Map::new(Grid::from_costs(23, 19, &plain).unwrap());
    // The profile has its own costs, under the names that edits make up.
    let costs = vec![
        ("cost 9".to_owned(), None),
        ("cost 30".to_owned(), Some(2)),
        ("wall".to_owned(), Some(7)),
    ];
    let profiles = [
        AgentProfile {
            size: 3,
            ..AgentProfile::default()
        },
        AgentProfile {
            costs,
            ..AgentProfile::default()
        },
        AgentProfile {
            size: 2,
            costs: vec![("cost 5".to_owned(), None)],
            ..AgentProfile::default()
        },
    ];
    let mut views = profiles
        .clone()
        .map(|profile| View::new(map.grid(), profile));
    let mut undo: Vec<(GridChange, Grid)> = Vec::new();
    let (mut planner, mut path) = (Planner::default(), Path::default());
    for tick in 0..4000 {
        // Few costs, then more than there is room for.
        let most = if tick / 500 % 2 == 0 { 40 } else { MAX };
        let count = if rng.one_in(40) {
            300
        } else {
            1 + rng.below(6)
        };
        let mut edit = GridEdit::default();
        for _ in 0..count {
            let cost = if rng.one_in(5) {
                None
            } else {
                Some(1 + rng.below(most))
            };
            edit.costs.push((rng.cell(map.grid()), cost));
        }
        let before = map.grid().clone();
        let (edit, refused) = before.possible_part(&edit);
        refusals += refused.len();
        for &(cell, cost) in &edit.costs {
            plain[before.index(cell).expect("inside").get()] = cost.unwrap_or(0);
        }
        if let Some(change) = map.apply(&edit).unwrap() {
            for view in &mut views {
                view.update(map.grid(), &change);
            }
            let is_reused =
                |[before, after]: &[std::sync::Arc<[Terrain]>; 2]| before.len() == after.len();
            reused += usize::from(change.legend.as_ref().is_some_and(is_reused));
            undo.push((change, before));
        }
        // Undoes a few edits; each restores the exact state before it.
        if rng.one_in(15) {
            for _ in 0..rng.below(4) {
                let Some((change, before)) = undo.pop() else {
                    break;
                };
                let change = map
                    .apply(&change.inverse())
                    .unwrap()
                    .expect("something is taken back");
                assert!(map.grid().is_same_map(&before), "tick {tick}");
                for view in &mut views {
                    view.update(map.grid(), &change);
                }
                plain = costs_of(map.grid());
            }
        }
        assert_eq!(costs_of(map.grid()), plain, "tick {tick}");
        for (view, profile) in views.iter().zip(&profiles) {
            assert!(
                *view.map().grid() == map.grid().seen_by(profile),
                "tick {tick}: {profile:?}"
            );
        }
        if tick % 8 == 0 {
            for map in std::iter::once(&map).chain(views.iter().map(View::map)) {
                let (Some(start), Some(goal)) =
                    (rng.free_cell(map.grid()), rng.free_cell(map.grid()))
                else {
                    continue;
                };
                let query = PathQuery::new(start, goal, Algorithm::Auto);
                let planned = planner.path(map, &query, &mut path).planned;
                let fresh = Map::new(map.grid().clone());
                let mut other = Path::default();
                assert_eq!(
                    planned,
                    Planner::default().path(&fresh, &query, &mut other).planned,
                    "tick {tick}"
                );
                assert_eq!(path.cost(), other.cost(), "tick {tick}: {start} to {goal}");
                kept += 1;
            }
        }
    }
    assert!(
        refusals > 100 && reused > 500 && kept > 1000,
        "{refusals} refused, {reused} reused, {kept} paths"
    );
}

#[test]
fn only_the_cell_without_a_terrain_left_is_refused() {
    let mut grid = full();
    assert_eq!(grid.legend().len(), Grid::MAX_TERRAINS);
    // A cell of floor remains, so no terrain becomes free.
    let [new, known] = [Cell::new(1, 0), Cell::new(2, 0)];
    let edit = GridEdit {
        costs: vec![(new, Some(700)), (known, Some(40))],
        ..GridEdit::default()
    };
    let error = GridError::TooManyCosts {
        cell: new,
        cost: 700,
    };
    assert_eq!(grid.apply(&edit), Err(EditError::Grid(error.clone())));
    let text = "cell (1, 0) cannot get cost 700: the map has 255 different terrains and costs, the most that it can \
                have at one time";
    assert_eq!(error.to_string(), text);
    let (possible, refused) = grid.possible_part(&edit);
    assert_eq!(refused, [(new, EditError::Grid(error))]);
    grid.apply(&possible).unwrap();
    assert_eq!([grid.cost(new), grid.cost(known)], [Some(1), Some(40)]);
}

#[test]
fn a_full_map_takes_a_cost_in_place_of_another() {
    let mut grid = full();
    let [only, other] = [Cell::new(100, 0), Cell::new(101, 0)];
    // Only one cell has this cost, so another cost replaces it.
    grid.apply(&GridEdit::set_cost([only], 700)).unwrap();
    // Both changes in one edit, in either order.
    let edit = GridEdit {
        costs: vec![(Cell::new(1, 0), Some(800)), (other, Some(2))],
        ..GridEdit::default()
    };
    let change = grid.apply(&edit).unwrap().unwrap();
    assert_eq!(
        [Cell::new(1, 0), only, other].map(|cell| grid.cost(cell)),
        [Some(800), Some(700), Some(2)]
    );
    assert_eq!(change.cells.len(), 2, "no cell but those of the edit");
}

#[test]
fn four_hundred_costs_in_one_edit_fill_the_map() {
    let mut grid = Grid::from_fn(20, 20, |_| Terrain::floor()).unwrap();
    let costs = cells(&grid)
        .zip(2..)
        .map(|(cell, cost)| (cell, Some(cost)))
        .collect();
    let edit = GridEdit {
        costs,
        ..GridEdit::default()
    };
    let (possible, refused) = grid.possible_part(&edit);
    assert_eq!(refused.len(), 400 - 254);
    let change = grid.apply(&possible).unwrap().unwrap();
    assert_eq!(grid.cost(Cell::new(13, 12)), Some(255));
    assert_eq!(grid.cost(Cell::new(14, 12)), Some(1));
    grid.apply(&change.inverse()).unwrap();
    assert!(grid.is_same_map(&Grid::from_fn(20, 20, |_| Terrain::floor()).unwrap()));
}

#[test]
fn terrain_of_the_games_own_legend_stays() {
    let names = ["floor", "wall", "swamp", "cost 7", "lava"];
    let costs = [Some(1), None, Some(300), Some(7), Some(900)];
    let legend: Vec<Terrain> = names
        .iter()
        .zip(costs)
        .map(|(name, cost)| Terrain::new(*name, cost))
        .collect();
    let mut grid = Grid::new(2, 1, vec![TerrainId(0); 2], legend.clone()).unwrap();
    for cost in (1..=MAX).rev() {
        grid.apply(&GridEdit::set_cost([Cell::new(1, 0)], cost))
            .unwrap();
        assert_eq!(grid.cost(Cell::new(1, 0)), Some(cost));
    }
    assert_eq!(grid.legend()[..5], legend);
}

/// Regression: for a cell named twice, the exits of new terrain were looked up in the old legend: a
/// panic.
#[test]
fn a_cell_named_twice_gets_a_new_cost_beside_one_way_terrain() {
    let one_way = Terrain {
        exits: [Direction::East].into_iter().collect(),
        ..Terrain::new("one-way", Some(1))
    };
    let cells = vec![TerrainId(0), TerrainId(1)];
    let mut grid = Grid::new(2, 1, cells, vec![Terrain::floor(), one_way]).unwrap();
    let cell = Cell::new(0, 0);
    let edit = GridEdit {
        costs: vec![(cell, Some(5)), (cell, Some(6)), (cell, None)],
        ..GridEdit::default()
    };
    let change = grid.apply(&edit).unwrap().unwrap();
    assert_eq!((grid.cost(cell), change.cells.len()), (None, 1));
    assert_eq!(change.cells[0].cost_before, Some(1));
}

#[test]
fn too_many_costs_of_a_new_map_name_the_cell() {
    let costs: Vec<u16> = (1..=300).collect();
    let error = Grid::from_costs(20, 15, &costs).unwrap_err();
    assert_eq!(
        error,
        GridError::TooManyCosts {
            cell: Cell::new(14, 12),
            cost: 255
        }
    );
    assert!(Grid::from_costs(127, 2, &costs[..254]).is_ok());
    assert!(Grid::from_costs(1, 1, &[MAX + 1]).is_err());
}

#[test]
fn a_reused_terrain_keeps_what_views_have_derived() {
    let mut grid = full();
    grid.apply(&GridEdit::set_cost([Cell::new(255, 0)], 2))
        .unwrap();
    let mut map = Map::new(grid);
    let wide = AgentProfile {
        costs: vec![("cost 9".to_owned(), Some(3))],
        ..AgentProfile::default()
    };
    let mut view = View::new(map.grid(), wide);
    let movement = gridwalk_pathfinding::Movement::default();
    view.map().label(movement);
    for cost in 300..900 {
        let change = map
            .apply(&GridEdit::set_cost([Cell::new(255, 0)], cost))
            .unwrap()
            .unwrap();
        assert!(
            change.legend.is_some() && change.cells.len() == 1,
            "{}",
            change.cells.len()
        );
        view.update(map.grid(), &change);
        assert!(
            view.map().regions(movement).is_some(),
            "the view was made from scratch"
        );
        let change = map.apply(&change.inverse()).unwrap().unwrap();
        assert_eq!(change.cells.len(), 1);
        view.update(map.grid(), &change);
        assert!(
            view.map().regions(movement).is_some(),
            "the view was made from scratch"
        );
    }
}
