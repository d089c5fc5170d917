//! Many edits of one tick: those that only set costs are made as one, with the result of one after
//! another.

use bevy::prelude::*;
use bevy_gridwalk::prelude::*;
use gridwalk_testing::Rng;

use super::game::{start, ticks, without_map};

const SIDE: i32 = 24;

#[derive(Resource, Default)]
struct Refused(Vec<(Option<Cell>, String)>);

fn app() -> App {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(Grid::from_rows(
        &["........................"; SIDE as usize],
    )));
    app.init_resource::<Refused>().add_systems(
        Last,
        |mut refused: ResMut<Refused>, mut messages: MessageReader<EditRefused>| {
            refused
                .0
                .extend(messages.read().map(|it| (it.cell, it.error.to_string())));
        },
    );
    start(&mut app);
    app
}

fn cost(app: &App, cell: Cell) -> Option<u16> {
    app.world().resource::<NavGrid>().grid().cost(cell)
}

#[test]
fn edits_of_one_tick_leave_what_they_leave_one_by_one() {
    for seed in 0..30 {
        let mut rng = Rng(seed);
        let mut app = app();
        let mut wanted = vec![Some(1); (SIDE * SIDE) as usize];
        for _ in 0..10 {
            for _ in 0..rng.below(40) {
                let cells: Vec<Cell> = (0..=rng.below(5))
                    .map(|_| Cell::new(rng.below(SIDE), rng.below(SIDE)))
                    .collect();
                let value = rng.below(40_u16);
                let (edit, value) = match rng.below(5) {
                    0 => (EditGrid::block(cells.clone()), None),
                    1 => (EditGrid::free(cells.clone()), Some(1)),
                    2 => {
                        let id = app
                            .world()
                            .resource::<NavGrid>()
                            .grid()
                            .terrain_id(Cell::new(0, 0))
                            .unwrap();
                        let cost = cost(&app, Cell::new(0, 0));
                        (
                            EditGrid(GridEdit::of_cells(
                                cells.iter().map(|cell| (*cell, id)).collect(),
                            )),
                            cost,
                        )
                    }
                    3 => (
                        EditGrid::set_costs(cells.iter().map(|cell| (*cell, value))),
                        Some(value).filter(|it| *it > 0),
                    ),
                    _ => (
                        EditGrid::set_cost(cells.clone(), value + 1),
                        Some(value + 1),
                    ),
                };
                for cell in &cells {
                    wanted[usize::try_from(cell.y * SIDE + cell.x).unwrap()] = value;
                }
                app.world_mut().write_message(edit);
            }
            ticks(&mut app, 1);
            let grid = app.world().resource::<NavGrid>().grid();
            for (index, wanted) in (0..).zip(&wanted) {
                let cell = Cell::new(index % SIDE, index / SIDE);
                assert_eq!(grid.cost(cell), *wanted, "seed {seed}, {cell}");
            }
        }
        assert!(
            app.world().resource::<Refused>().0.is_empty(),
            "seed {seed}"
        );
    }
}

#[test]
fn cell_off_the_map_takes_no_other_edit_with_it() {
    let mut app = app();
    for x in 0..30 {
        app.world_mut()
            .write_message(EditGrid::set_cost([Cell::new(x, 3)], 7));
    }
    ticks(&mut app, 1);
    assert!((0..SIDE).all(|x| cost(&app, Cell::new(x, 3)) == Some(7)));
    let refused: Vec<Option<Cell>> = app
        .world()
        .resource::<Refused>()
        .0
        .iter()
        .map(|it| it.0)
        .collect();
    assert_eq!(
        refused,
        (SIDE..30)
            .map(|x| Some(Cell::new(x, 3)))
            .collect::<Vec<_>>()
    );
}

/// Regression: 300 costs in one tick are more than a map has at one time, and yet each was used for
/// a moment only.
#[test]
fn costs_on_one_cell_in_one_tick_take_one_terrain() {
    let mut app = app();
    for cost in 2..302 {
        app.world_mut()
            .write_message(EditGrid::set_cost([Cell::new(5, 5)], cost));
    }
    ticks(&mut app, 1);
    assert_eq!(cost(&app, Cell::new(5, 5)), Some(301));
    assert_eq!(app.world().resource::<Refused>().0, []);
}
