//! Another legend and other portals under walking agents: an edit like any other, not another map.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, EditGrid, GridAgent, GridReplaced, LastSearch, MoveTo, NavGrid, PathStack,
    PathfindingPlugin, PlanCause, Replanned,
};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Portal, Terrain};

const TICK: Duration = Duration::from_micros(15_625);

/// The report of the last edit, and the number of replaced maps.
#[derive(Resource, Default)]
struct Seen {
    replanned: Vec<Replanned>,
    replaced: usize,
}

fn app_on(grid: Grid) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.insert_resource(NavGrid::new(grid))
        .init_resource::<Seen>();
    app.add_systems(
        Update,
        |mut seen: ResMut<Seen>,
         mut edits: MessageReader<Replanned>,
         mut replaced: MessageReader<GridReplaced>| {
            seen.replanned.extend(edits.read());
            seen.replaced += replaced.read().count();
        },
    );
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn agent(app: &mut App, from: (i32, i32), to: (i32, i32)) -> Entity {
    app.world_mut()
        .spawn((GridAgent::at(from.into(), 4.0), MoveTo(to.into())))
        .id()
}

fn run(app: &mut App, ticks: usize) {
    for _ in 0..ticks {
        app.update();
    }
}

fn goes_over(app: &App, agent: Entity, cell: (i32, i32)) -> bool {
    let stack = app.world().get::<PathStack>(agent).expect("it walks");
    stack.ahead().any(|on| on == Cell::from(cell))
}

/// The whole map was replaced, and all agents planned again.
#[test]
fn another_legend_sends_only_those_back_whose_path_it_crosses() {
    let mut app = app_on(Grid::from_rows(&[
        "..........",
        "##########",
        "....5.....",
        "####.#####",
        "..........",
    ]));
    let [upper, lower] = [
        agent(&mut app, (0, 0), (9, 0)),
        agent(&mut app, (0, 2), (9, 2)),
    ];
    run(&mut app, 8);
    assert!(goes_over(&app, lower, (4, 2)));
    let mut legend = app.world().resource::<NavGrid>().grid().legend().to_vec();
    let rubble = legend
        .iter_mut()
        .find(|terrain| terrain.cost == Some(5))
        .unwrap();
    rubble.cost = None;
    rubble.name = "a new wall".to_owned();
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_legend(legend.into())));
    run(&mut app, 4);
    let seen = app.world().resource::<Seen>();
    let [said] = seen.replanned[..] else {
        panic!("{:?}", seen.replanned)
    };
    assert_eq!(
        (said.crossed, said.kept, seen.replaced),
        (1, 1, 0),
        "{said:?}"
    );
    let cause = |agent| app.world().get::<LastSearch>(agent).unwrap().cause;
    assert_eq!(
        [cause(upper), cause(lower)],
        [PlanCause::Order, PlanCause::Edit]
    );
    assert!(
        !app.world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(4, 2))
    );
}

#[test]
fn a_name_in_the_legend_sends_nobody_back() {
    let mut app = app_on(Grid::from_rows(&[".........."]));
    agent(&mut app, (0, 0), (9, 0));
    run(&mut app, 8);
    let mut legend = app.world().resource::<NavGrid>().grid().legend().to_vec();
    legend.push(Terrain {
        name: "lava".to_owned(),
        ..Terrain::wall()
    });
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_legend(Arc::from(legend))));
    run(&mut app, 4);
    let seen = app.world().resource::<Seen>();
    assert!(
        seen.replanned.iter().all(|said| said.crossed == 0) && seen.replaced == 0,
        "{:?}",
        seen.replanned
    );
}

#[test]
fn a_portal_that_is_gone_is_not_walked_and_a_new_one_is_found() {
    let rows = ["............", "###########.", "............"];
    let portal = Portal::between(Cell::new(2, 0), Cell::new(2, 2));
    let mut app = app_on(Grid::from_rows(&rows).with_portals(&[portal]).unwrap());
    let walker = agent(&mut app, (0, 0), (0, 2));
    run(&mut app, 8);
    assert!(!goes_over(&app, walker, (11, 1)), "through the portal");
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_portals(Vec::new())));
    run(&mut app, 4);
    assert!(
        goes_over(&app, walker, (11, 1)),
        "the long path, once the portal is gone"
    );
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_portals(vec![portal])));
    run(&mut app, 30);
    assert!(
        !goes_over(&app, walker, (11, 1)),
        "through the portal that is there again"
    );
    run(&mut app, 64 * 4);
    assert_eq!(
        app.world().get::<AgentCell>(walker).map(|cell| cell.0),
        Some(Cell::new(0, 2))
    );
    assert_eq!(app.world().resource::<Seen>().replaced, 0);
}
