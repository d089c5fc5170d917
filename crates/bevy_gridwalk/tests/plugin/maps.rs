//! Maps made in code, and edits that need no legend.

use bevy::prelude::*;
use bevy_gridwalk::{EditGrid, EditRefused, GridAgent, NavGrid};
use gridwalk_pathfinding::{Cell, EditError, Grid, GridEdit, Portal, Terrain, TerrainId};

use super::game::{on, said, send, ticks, until};

#[derive(Resource, Default)]
struct Refused(Vec<EditRefused>);

fn hear(app: &mut App) {
    app.init_resource::<Refused>().add_systems(
        Last,
        |mut heard: ResMut<Refused>, mut all: MessageReader<EditRefused>| {
            heard.0.extend(all.read().cloned());
        },
    );
}

/// P8: `Grid::from_fn(|_| floor())` could never get a wall.
#[test]
fn a_map_of_floor_alone_gets_walls_and_costs() {
    let mut app = on(&["."]);
    app.insert_resource(NavGrid::new(
        Grid::from_fn(9, 3, |_| Terrain::floor()).unwrap(),
    ));
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 1), 8.0))
        .id();
    send(&mut app, agent, (8, 1));
    ticks(&mut app, 2);
    let wall = (0..2).map(|y| Cell::new(5, y));
    app.world_mut().write_message(EditGrid::block(wall));
    app.world_mut()
        .write_message(EditGrid::set_cost([Cell::new(5, 2)], 7));
    app.world_mut()
        .write_message(EditGrid::free([Cell::new(5, 0)]));
    ticks(&mut app, 2);
    let grid = app.world().resource::<NavGrid>().grid();
    let costs = [0, 1, 2].map(|y| grid.cost(Cell::new(5, y)));
    assert_eq!(costs, [Some(1), None, Some(7)]);
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
}

/// P8: a bad cell took its whole edit with it, with a line in the log.
#[test]
fn bad_cell_is_refused_and_the_rest_of_its_edit_applied() {
    let mut app = on(&["....", "...."]);
    hear(&mut app);
    let outside = Cell::new(9, 9);
    let mut edit = GridEdit::block([Cell::new(1, 1), outside]);
    edit.cells = vec![
        (Cell::new(2, 0), TerrainId(1)),
        (Cell::new(3, 0), TerrainId(99)),
    ];
    app.world_mut().write_message(EditGrid(edit));
    app.world_mut()
        .write_message(EditGrid::set_cost([Cell::new(0, 0)], 0));
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(0, 1)]));
    ticks(&mut app, 2);
    let grid = app.world().resource::<NavGrid>().grid();
    let walls: Vec<Cell> = grid
        .iter()
        .filter(|it| it.1.is_blocked())
        .map(|it| it.0)
        .collect();
    assert_eq!(walls, [Cell::new(2, 0), Cell::new(0, 1), Cell::new(1, 1)]);
    let Refused(heard) = app.world().resource();
    assert_eq!(heard.len(), 3, "{heard:?}");
    assert_eq!(
        (heard[0].cell, &heard[0].error),
        (Some(Cell::new(3, 0)), &EditError::UnknownTerrain(99))
    );
    assert_eq!(heard[1].cell, Some(outside));
    assert_eq!(heard[2].cell, Some(Cell::new(0, 0)), "{:?}", heard[2]);

    let portal = Portal {
        from: Cell::new(0, 0),
        to: outside,
        cost: 1,
        two_way: true,
    };
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_portals(vec![portal])));
    ticks(&mut app, 2);
    assert_eq!(
        app.world().resource::<Refused>().0[3].cell,
        None,
        "no cell is to blame"
    );
}

/// Each cost that was seen once stayed in the legend, so the 255th was refused, and with it the
/// whole edit.
#[test]
fn a_thousand_costs_one_after_the_other_are_all_taken() {
    let mut app = on(&["....", "...."]);
    hear(&mut app);
    let cell = Cell::new(2, 1);
    for cost in 1..=Terrain::MAX_COST {
        app.world_mut()
            .write_message(EditGrid::set_cost([cell], cost));
        ticks(&mut app, 1);
        assert_eq!(
            app.world().resource::<NavGrid>().grid().cost(cell),
            Some(cost)
        );
    }
    assert!(app.world().resource::<Refused>().0.is_empty());
}

#[test]
fn of_four_hundred_costs_those_are_refused_that_do_not_fit() {
    let mut app = on(&[".".repeat(400).as_str()]);
    hear(&mut app);
    let costs = (0..400)
        .map(|x| (Cell::new(x, 0), u16::try_from(x + 10).ok()))
        .collect();
    app.world_mut().write_message(EditGrid(GridEdit {
        costs,
        ..GridEdit::default()
    }));
    ticks(&mut app, 2);
    let grid = app.world().resource::<NavGrid>().grid();
    let taken = (0..400)
        .filter(|x| grid.cost(Cell::new(*x, 0)) == u16::try_from(x + 10).ok())
        .count();
    let Refused(heard) = app.world().resource();
    // The legend of these rows has 11 terrains.
    assert_eq!((taken, heard.len()), (255 - 11, 400 - (255 - 11)));
    assert_eq!(heard[0].cell, Some(Cell::new(244, 0)));
    let text = "cell (244, 0) cannot get cost 254: the map has 255 different terrains and costs";
    assert!(
        heard[0].error.to_string().starts_with(text),
        "{}",
        heard[0].error
    );
}

/// P18: costs only through some hundred terrains with names, each cell of which was looked for
/// among all of them.
#[test]
fn a_map_of_two_hundred_costs_is_made_of_its_numbers() {
    let costs: Vec<u16> = (0..512 * 512_u32)
        .map(|at| u16::try_from(at * 7 % 201).unwrap() * 4)
        .collect();
    let grid = Grid::from_costs(512, 512, &costs).unwrap();
    for ((cell, _), cost) in grid.iter().zip(&costs) {
        assert_eq!(grid.cost(cell).unwrap_or(0), *cost, "{cell}");
    }
    assert_eq!(
        grid.legend().len(),
        202,
        "a terrain for each cost, plain floor, and a wall"
    );
}

/// P19: rows were counted in bytes, so one with `▓` panicked; Bevy's `Rect` and ours collided in
/// one file.
#[test]
fn rows_take_any_letters_and_both_preludes_fit_one_file() {
    use bevy_gridwalk::prelude::*;
    let grid = Grid::from_rows(&["▓#▓", "5..", "墙9é"]);
    let costs: Vec<Option<u16>> = grid.iter().map(|(cell, _)| grid.cost(cell)).collect();
    let floor = Some(1);
    assert_eq!(
        costs,
        [
            floor,
            None,
            floor,
            Some(5),
            floor,
            floor,
            floor,
            Some(9),
            floor
        ]
    );
    assert!(Rect::new(0.0, 0.0, 3.0, 3.0).contains(Vec2::ONE), "Bevy's");
}
