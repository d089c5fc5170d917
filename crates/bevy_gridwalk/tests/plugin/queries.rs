//! Questions that a system asks about the map: each answer is what an agent would do, or what a
//! copy of the map says.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentOptions, CannotStand, EditGrid, FailReason, GridAgent, GridQueries,
    LastSearch, MoveTo, MoveToNearest, NavGrid, PathfindingOptions, TriedEditError, Walker,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Grid, GridEdit, Map, Movement, Path, PathQuery, Planned,
    Planner, SearchOptions, Terrain, UnreachablePolicy,
};
use gridwalk_testing::Rng;

use super::game::{on, reason, ticks, until};

const ROWS: [&str; 5] = [
    "....#....",
    ".##.#.55.",
    ".#....55.",
    ".#.##....",
    "....#....",
];

fn kind(size: u8) -> AgentKind {
    AgentProfile {
        size,
        ..AgentProfile::default()
    }
    .into()
}

/// Returns the result of a system.
fn ask<T: 'static>(
    app: &mut App,
    mut question: impl FnMut(GridQueries) -> T + Send + Sync + 'static,
) -> T {
    app.world_mut()
        .run_system_once(move |queries: GridQueries| question(queries))
        .unwrap()
}

#[test]
fn a_preview_costs_what_the_agent_then_pays() {
    let four = PathfindingOptions {
        options: SearchOptions {
            movement: Movement::Four,
            ..Algorithm::Auto.into()
        },
        ..PathfindingOptions::default()
    };
    let mut app = on(&ROWS);
    for (kind, options) in [
        (None, None),
        (Some(kind(2)), None),
        (None, Some(AgentOptions(four.clone()))),
        (Some(kind(2)), None),
    ] {
        let (start, goal) = (Cell::new(5, 0), Cell::new(7, 3));
        let (asked_kind, asked_options) = (kind.clone(), options.clone());
        // The kind has no agent yet.
        let preview = ask(&mut app, move |mut queries| {
            let walker = (asked_kind.as_ref(), asked_options.as_ref());
            let preview = queries.path(walker, start, goal).unwrap();
            (
                preview.path().cost(),
                preview.cells().len(),
                preview.end(),
                preview.cost(),
            )
        });
        let agent = app
            .world_mut()
            .spawn((GridAgent::at(start, 8.0), MoveTo(goal)))
            .id();
        if let Some(kind) = kind {
            app.world_mut().entity_mut(agent).insert(kind);
        }
        if let Some(options) = options {
            app.world_mut().entity_mut(agent).insert(options);
        }
        until(&mut app, "it has searched", |app| {
            app.world().get::<LastSearch>(agent).is_some()
        });
        let search = app.world().get::<LastSearch>(agent).unwrap();
        assert_eq!(
            (Some(preview.0), preview.1, preview.2),
            (search.cost, search.cells, Some(goal))
        );
        assert!(
            preview.3 > 3.0 && preview.3 < 40.0,
            "in steps: {}",
            preview.3
        );
        app.world_mut().despawn(agent);
    }
}

#[test]
fn a_preview_fails_for_the_reason_of_the_agent() {
    let mut app = on(&ROWS);
    let cases = [
        (1, (0, 0), (9, 0)),
        (1, (0, 0), (4, 0)),
        (1, (1, 1), (0, 0)),
        (1, (0, -1), (0, 0)),
        (2, (5, 0), (8, 0)),
        (0, (0, 0), (3, 0)),
        (33, (0, 0), (3, 0)),
    ];
    for (size, start, goal) in cases {
        let (start, goal) = (Cell::from(start), Cell::from(goal));
        let agent = app
            .world_mut()
            .spawn((GridAgent::at(start, 8.0), MoveTo(goal), kind(size)))
            .id();
        ticks(&mut app, 3);
        let why = ask(&mut app, move |mut queries| {
            queries.path(&kind(size), start, goal).map(|_| ())
        });
        assert_eq!(
            why.err(),
            reason(&app, agent),
            "size {size}, {start} to {goal}"
        );
        assert!(why.is_err(), "size {size}, {start} to {goal}");
        app.world_mut().despawn(agent);
    }
    let mut empty = super::game::without_map(FixedUpdate);
    super::game::start(&mut empty);
    let why = ask(&mut empty, |mut queries| {
        queries
            .path(Walker::PLAIN, Cell::new(0, 0), Cell::new(0, 0))
            .map(|_| ())
            .err()
    });
    assert_eq!(why, Some(FailReason::NoMap));
}

#[test]
fn a_preview_leads_near_a_goal_where_agents_go_there() {
    let mut app = on(&["...#."]);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .unreachable = UnreachablePolicy::Nearest;
    let end = ask(&mut app, |mut queries| {
        queries
            .path(Walker::PLAIN, Cell::new(0, 0), Cell::new(4, 0))
            .map(bevy_gridwalk::PathPreview::end)
    });
    assert_eq!(end, Ok(Some(Cell::new(2, 0))));
}

#[test]
fn the_nearest_of_several_is_where_the_agent_goes() {
    let mut app = on(&ROWS);
    let start = Cell::new(0, 0);
    // A wall, off the map, far, near.
    let goals = vec![
        Cell::new(4, 0),
        Cell::new(99, 0),
        Cell::new(8, 4),
        Cell::new(3, 4),
    ];
    let asked = goals.clone();
    let nearest = ask(&mut app, move |mut queries| {
        queries
            .nearest(Walker::PLAIN, start, &asked)
            .map(|preview| (preview.end(), preview.path().cost()))
    });
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(start, 8.0), MoveToNearest(goals)))
        .id();
    until(&mut app, "it has searched", |app| {
        app.world().get::<LastSearch>(agent).is_some()
    });
    let search = app.world().get::<LastSearch>(agent).unwrap();
    assert_eq!(nearest, Ok((Some(Cell::new(3, 4)), search.cost.unwrap())));
    let none = ask(&mut app, move |mut queries| {
        queries.nearest(Walker::PLAIN, start, &[]).map(|_| ())
    });
    assert_eq!(none, Err(FailReason::NoGoals));
    let off = ask(&mut app, move |mut queries| {
        queries
            .nearest(Walker::PLAIN, start, &[Cell::new(99, 0)])
            .map(|_| ())
    });
    assert_eq!(off, Err(FailReason::Goal(CannotStand::OffGrid)));
}

#[test]
fn reach_is_every_cell_to_which_a_path_costs_no_more() {
    let mut app = on(&ROWS);
    for size in [1, 2] {
        let found = ask(&mut app, move |mut queries| {
            let start = Cell::new(5, 0);
            let reach = queries.reach(&kind(size), start, 4.5).unwrap();
            let cells: Vec<(Cell, f64)> = reach.cells().collect();
            assert!(
                cells
                    .iter()
                    .all(|(cell, cost)| reach.cost(*cell) == Some(*cost) && reach.contains(*cell))
            );
            assert!(cells.is_sorted_by_key(|(_, cost)| *cost));
            let all = (0..5).flat_map(|y| (0..9).map(move |x| Cell::new(x, y)));
            for cell in all {
                let cost = queries
                    .path(&kind(size), start, cell)
                    .ok()
                    .map(bevy_gridwalk::PathPreview::cost);
                let listed = cells
                    .iter()
                    .find(|(other, _)| *other == cell)
                    .map(|(_, cost)| *cost);
                assert_eq!(
                    listed,
                    cost.filter(|cost| *cost <= 4.5),
                    "size {size}: {cell}"
                );
            }
            cells.len()
        });
        assert!(found > 3, "{found}");
    }
    let alone = ask(&mut app, |mut queries| {
        let start = Cell::new(0, 0);
        assert_eq!(
            queries
                .reach(Walker::PLAIN, Cell::new(4, 0), 1.0)
                .map(|_| ()),
            Err(FailReason::Stuck(CannotStand::Blocked))
        );
        queries
            .reach(Walker::PLAIN, start, f64::NAN)
            .unwrap()
            .cells()
            .collect::<Vec<_>>()
    });
    assert_eq!(alone, [(Cell::new(0, 0), 0.0)]);
}

#[test]
fn tried_walls_answer_as_a_copy_of_the_map_does() {
    let mut app = on(&ROWS);
    let (mut sealed, mut found) = (0, 0);
    for seed in 0..600 {
        let rng = &mut Rng(seed);
        let grid = app.world().resource::<NavGrid>().grid().clone();
        let (start, goal) = (rng.free_cell(&grid).unwrap(), rng.free_cell(&grid).unwrap());
        let walls: Vec<Cell> = (0..=rng.below(3)).map(|_| rng.cell(&grid)).collect();
        let size = rng.pick(&[1, 1, 2]);
        let mut copy = grid.clone();
        copy.apply(&GridEdit::block(walls.clone())).unwrap();
        let profile = AgentProfile {
            size,
            ..AgentProfile::default()
        };
        let [before, after] = [&grid, &copy].map(|grid| Map::new(grid.seen_by(&profile)));
        let query = PathQuery::new(start, goal, Algorithm::Auto);
        let mut path = Path::default();
        let planned = Planner::default().path(&after, &query, &mut path).planned;
        let joins = |map: &Map| Planner::default().is_reachable(map, &query);
        let expected = (joins(&before) && !joins(&after)).then_some((start, goal));
        let is_split = [&before, &after].map(|map| map.label(Movement::default()).count());
        let answers = ask(&mut app, move |mut queries| {
            let kind = kind(size);
            let cost = queries
                .path_with_walls(&kind, start, goal, walls.clone())
                .map(|preview| preview.path().cost());
            let seal = queries.would_seal(&kind, walls.clone(), &[(start, goal)]);
            (
                cost.ok(),
                seal,
                queries.would_split(&kind, walls.clone()),
                queries.connected(&kind, start, goal),
            )
        });
        assert_eq!(
            answers.0,
            (planned == Planned::Found).then(|| path.cost()),
            "seed {seed}"
        );
        assert_eq!(answers.1, Ok(expected), "seed {seed}");
        // More regions are left only if one was parted.
        assert!(
            is_split[1] <= is_split[0] || answers.2.unwrap().is_some(),
            "seed {seed}"
        );
        assert_eq!(answers.3, joins(&before), "seed {seed}");
        (sealed, found) = (
            sealed + usize::from(expected.is_some()),
            found + usize::from(planned == Planned::Found),
        );
        assert!(
            *app.world().resource::<NavGrid>().grid() == grid,
            "the map itself stays"
        );
        // The map goes on as well.
        let edit = if rng.one_in(2) {
            EditGrid::block([rng.cell(&grid)])
        } else {
            EditGrid::free([rng.cell(&grid)])
        };
        app.world_mut().write_message(edit);
        ticks(&mut app, 1);
    }
    assert!(sealed > 10 && found > 100, "{sealed} sealed, {found} found");
}

#[test]
fn walls_outside_the_map_are_refused() {
    let mut app = on(&ROWS);
    let outside = Cell::new(0, 77);
    let text = "cell (0, 77) lies outside the 9 × 5 map";
    let errors = ask(&mut app, move |mut queries| {
        let (a, b) = (Cell::new(0, 0), Cell::new(3, 0));
        let path = queries
            .path_with_walls(Walker::PLAIN, a, b, [outside])
            .map(|_| ())
            .unwrap_err();
        assert!(matches!(path, TriedEditError::Edit(_)));
        let seal = queries
            .would_seal(Walker::PLAIN, [outside], &[(a, b)])
            .unwrap_err();
        [
            path.to_string(),
            seal.to_string(),
            queries
                .would_split(Walker::PLAIN, [outside])
                .unwrap_err()
                .to_string(),
        ]
    });
    assert_eq!(errors, [text; 3]);
    let why = ask(&mut app, |mut queries| {
        let (a, b) = (Cell::new(0, 0), Cell::new(3, 0));
        queries
            .path_with_walls(Walker::PLAIN, a, b, [b])
            .map(|_| ())
            .unwrap_err()
    });
    assert_eq!(
        why,
        TriedEditError::Failed(FailReason::Goal(CannotStand::Blocked))
    );
}

/// Water was a wall for who looks, corners were those of the movement rule, and nobody saw who
/// stood in a wall.
#[test]
fn water_hides_nobody_and_walls_do() {
    let legend = [
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("water", None),
    ];
    let rows = ["...~~..", "..#....", ".....#."];
    let terrain = |cell: Cell| match rows[usize::try_from(cell.y).unwrap()].as_bytes()
        [usize::try_from(cell.x).unwrap()]
    {
        b'#' => legend[1].clone(),
        b'~' => legend[2].clone(),
        _ => legend[0].clone(),
    };
    let grid = NavGrid::new(Grid::from_fn(7, 3, terrain).unwrap());
    let sees = |a: (i32, i32), b: (i32, i32)| {
        let is_wall = |_: Cell, terrain: &Terrain| terrain.name == "wall";
        let sees = grid.can_see(a.into(), b.into(), is_wall);
        assert_eq!(sees, grid.can_see(b.into(), a.into(), is_wall));
        sees
    };
    assert!(sees((0, 0), (6, 0)), "over the water");
    assert!(!sees((0, 1), (6, 1)));
    assert!(sees((0, 1), (2, 1)), "a target in a wall");
    assert!(sees((1, 1), (2, 0)), "past one corner");
    assert!(
        !sees((0, 0), (0, 9)) && !sees((0, -1), (0, 0)),
        "off the map"
    );
    let hits = |range| grid.can_hit(Cell::new(0, 0), Cell::new(5, 0), range, |_, _| false);
    assert!(hits(5) && !hits(4));
    assert!(
        !grid.can_hit(Cell::new(0, 0), Cell::new(5, 0), 9, |cell, _| cell
            == Cell::new(3, 0)),
        "smoke"
    );
}

#[test]
fn agents_and_queries_share_one_system() {
    let mut app = on(&ROWS);
    app.world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), kind(1)));
    app.add_systems(
        Update,
        |mut queries: GridQueries,
         grid: Res<NavGrid>,
         agents: Query<(&AgentCell, Option<&AgentKind>)>| {
            for (at, kind) in &agents {
                assert!(grid.is_given() && queries.connected(kind, at.0, Cell::new(3, 0)));
            }
        },
    );
    ticks(&mut app, 3);
}
