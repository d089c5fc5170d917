//! Answers: a reason for each cause, as a component, a message and an event, and nothing in
//! silence.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, Arrived, CancelPath, CannotStand, Counters, EditGrid, FailReason,
    GridAgent, MoveTo, MoveToNearest, NavGrid, NearestOf, PathFailed, PathFound, PathOnly,
    PathRequest, PathStack, PathfindingOptions, PlaceAgent, PlaceRefused, Planning,
    PlanningOptions, QueueWaypoint, Relocated, TickBudget, UnknownTerrain,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Cost, Grid, NodePool, PathQuery, Rect, SearchOptions,
    UnreachablePolicy, solve,
};

use super::game::{
    ahead, cell, is_idle, on, reason, said, send, start, steps_into_blocked, ticks, until,
    without_map,
};

const ROWS: [&str; 4] = ["......#.", "..###.#.", "..#.#.#.", "..###.##"];

fn kind(profile: AgentProfile) -> AgentKind {
    AgentKind(Arc::new(profile))
}

fn large(size: u8) -> AgentKind {
    kind(AgentProfile {
        size,
        ..AgentProfile::default()
    })
}

/// P7, P15, P19: "Stuck" also meant off the map, "goal is blocked" that the agent does not fit, and
/// much was silent.
#[test]
fn each_cause_has_its_own_reason() {
    use CannotStand::{Blocked, DoesNotFit, Forbidden, OffGrid};
    use FailReason::{BadSpeed, Goal, NoSize, Stuck, Unreachable};
    let at = |x, y| GridAgent::at(Cell::new(x, y), 4.0);
    let mut app = on(&ROWS);
    let world = app.world_mut();
    let forbidden = vec![Rect {
        at: Cell::new(0, 0),
        width: 2,
        height: 1,
    }];
    let barred = || {
        kind(AgentProfile {
            forbidden: forbidden.clone(),
            ..AgentProfile::default()
        })
    };
    let no_floor = kind(AgentProfile {
        costs: vec![("floor".into(), None)],
        ..AgentProfile::default()
    });
    let speed = |speed: f32| {
        (
            GridAgent::at(Cell::new(0, 0), speed),
            MoveTo(Cell::new(1, 0)),
        )
    };
    let cases = [
        (
            world.spawn((at(0, 0), MoveTo(Cell::new(8, 0)))).id(),
            Goal(OffGrid),
        ),
        (
            world.spawn((at(0, 0), MoveTo(Cell::new(2, 1)))).id(),
            Goal(Blocked),
        ),
        (
            world
                .spawn((at(0, 0), MoveTo(Cell::new(5, 1)), large(2)))
                .id(),
            Goal(DoesNotFit),
        ),
        (
            world
                .spawn((at(0, 3), MoveTo(Cell::new(1, 0)), barred()))
                .id(),
            Goal(Forbidden),
        ),
        (
            world.spawn((at(0, 0), MoveTo(Cell::new(3, 2)))).id(),
            Unreachable,
        ),
        (
            world.spawn((at(-1, 0), MoveTo(Cell::new(1, 0)))).id(),
            Stuck(OffGrid),
        ),
        (
            world.spawn((at(2, 1), MoveTo(Cell::new(1, 0)))).id(),
            Stuck(Blocked),
        ),
        (
            world
                .spawn((at(5, 0), MoveTo(Cell::new(0, 0)), large(2)))
                .id(),
            Stuck(DoesNotFit),
        ),
        (
            world
                .spawn((at(0, 0), MoveTo(Cell::new(0, 2)), no_floor))
                .id(),
            Stuck(Forbidden),
        ),
        (
            world
                .spawn((at(0, 0), MoveTo(Cell::new(1, 0)), large(0)))
                .id(),
            NoSize,
        ),
        (
            world
                .spawn((
                    at(0, 0),
                    MoveTo(Cell::new(1, 0)),
                    large(AgentProfile::MAX_SIZE + 1),
                ))
                .id(),
            NoSize,
        ),
        (world.spawn(speed(-1.0)).id(), BadSpeed),
        (world.spawn(speed(f32::NAN)).id(), BadSpeed),
        (world.spawn(speed(f32::INFINITY)).id(), BadSpeed),
        (
            world.spawn((at(0, 0), MoveToNearest(vec![]))).id(),
            FailReason::NoGoals,
        ),
    ];
    ticks(&mut app, 3);
    for (number, (agent, expected)) in cases.into_iter().enumerate() {
        assert_eq!(reason(&app, agent), Some(expected), "case {number}");
        let told: Vec<_> = said(&app)
            .failed
            .iter()
            .filter(|failed| failed.agent == agent)
            .collect();
        assert_eq!(told.len(), 1, "case {number}, once: {told:?}");
        assert!(is_idle(&app, agent), "case {number}");
    }
}

#[test]
fn what_is_no_agent_and_what_is_gone_is_said() {
    let mut app = on(&ROWS);
    let thing = app.world_mut().spawn(MoveTo(Cell::new(1, 0))).id();
    let other = app.world_mut().spawn_empty().id();
    let gone = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    app.world_mut().despawn(gone);
    let goal = Cell::new(1, 0);
    app.world_mut().write_message(PathRequest::new(other, goal));
    app.world_mut()
        .write_message(QueueWaypoint { agent: gone, goal });
    app.world_mut().write_message(PlaceAgent {
        agent: gone,
        cell: goal,
    });
    ticks(&mut app, 2);
    let failed: Vec<_> = said(&app)
        .failed
        .iter()
        .map(|failed| (failed.agent, failed.reason))
        .collect();
    for expected in [
        (thing, FailReason::NotAnAgent),
        (other, FailReason::NotAnAgent),
        (gone, FailReason::Despawned),
    ] {
        assert!(failed.contains(&expected), "{expected:?} in {failed:?}");
    }
    assert_eq!(failed.len(), 4, "{failed:?}");
    assert!(
        app.world().get::<MoveTo>(thing).is_none()
            && app.world().get::<PathFailed>(thing).is_none()
    );
}

#[test]
fn a_speed_that_becomes_no_number_stops_an_agent_where_it_is() {
    for speed in [f32::NAN, -3.0, f32::INFINITY] {
        let mut app = on(&["................"]);
        let agent = app
            .world_mut()
            .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
            .id();
        send(&mut app, agent, (15, 0));
        ticks(&mut app, 30);
        let here = cell(&app, agent);
        app.world_mut().get_mut::<GridAgent>(agent).unwrap().speed = speed;
        ticks(&mut app, 30);
        assert_eq!(
            (cell(&app, agent), reason(&app, agent)),
            (here, Some(FailReason::BadSpeed)),
            "{speed}"
        );
    }
    // Standing still is no failure.
    let mut app = on(&["................"]);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 0.0))
        .id();
    send(&mut app, agent, (3, 0));
    ticks(&mut app, 30);
    assert_eq!((reason(&app, agent), ahead(&app, agent).len()), (None, 3));
    app.world_mut().get_mut::<GridAgent>(agent).unwrap().speed = 4.0;
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
}

#[test]
fn an_agent_put_onto_a_wall_stays_and_the_game_hears_why() {
    let mut app = on(&ROWS);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    let big = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), large(2)))
        .id();
    for (agent, cell) in [(agent, (2, 1)), (agent, (99, 0)), (big, (5, 1))] {
        app.world_mut().write_message(PlaceAgent {
            agent,
            cell: cell.into(),
        });
    }
    ticks(&mut app, 2);
    let refused: Vec<_> = said(&app)
        .refused
        .iter()
        .map(|refused| (refused.cell, refused.reason))
        .collect();
    let expected = [
        (Cell::new(2, 1), CannotStand::Blocked),
        (Cell::new(99, 0), CannotStand::OffGrid),
        (Cell::new(5, 1), CannotStand::DoesNotFit),
    ];
    assert_eq!(refused, expected);
    assert_eq!(
        (cell(&app, agent), cell(&app, big)),
        (Cell::new(0, 0), Cell::new(0, 0))
    );
}

#[test]
fn terrain_that_the_map_has_not_is_said_once_for_a_kind() {
    #[derive(Resource, Default)]
    struct Heard(Vec<String>);
    let mut app = on(&ROWS);
    app.init_resource::<Heard>().add_systems(
        Last,
        |mut heard: ResMut<Heard>, mut all: MessageReader<UnknownTerrain>| {
            heard
                .0
                .extend(all.read().map(|unknown| unknown.terrain.clone()));
        },
    );
    let costs = vec![("swmap".to_owned(), Some(4)), ("floor".to_owned(), Some(2))];
    let swims = kind(AgentProfile {
        costs,
        ..AgentProfile::default()
    });
    for x in 0..2 {
        app.world_mut()
            .spawn((GridAgent::at(Cell::new(x, 0), 4.0), swims.clone()));
    }
    ticks(&mut app, 5);
    assert_eq!(app.world().resource::<Heard>().0, ["swmap"]);
}

/// P3 and P15: the plugin had a map of one cell in the place of a missing one.
#[test]
fn agent_without_a_map_says_so_and_leaves_once_there_is_one() {
    let mut app = without_map(FixedUpdate);
    start(&mut app);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 8.0))
        .id();
    send(&mut app, agent, (3, 0));
    ticks(&mut app, 2);
    assert_eq!(reason(&app, agent), Some(FailReason::NoMap));
    app.insert_resource(NavGrid::new(Grid::from_rows(&["...."])));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    // Taken away in the middle of it, too.
    send(&mut app, agent, (0, 0));
    ticks(&mut app, 2);
    app.world_mut().remove_resource::<NavGrid>();
    ticks(&mut app, 10);
    assert_eq!(reason(&app, agent), Some(FailReason::NoMap));
    app.insert_resource(NavGrid::new(Grid::from_rows(&["...."])));
    until(&mut app, "it comes back", |app| {
        said(app).arrived.len() == 2
    });
}

/// P3: agents walked through the walls of the new map, silently.
#[test]
fn a_map_inserted_while_agents_walk_is_another_map() {
    let mut app = on(&[".........", "........."]);
    let agents: Vec<Entity> = (0..2)
        .map(|y| {
            app.world_mut()
                .spawn(GridAgent::at(Cell::new(0, y), 4.0))
                .id()
        })
        .collect();
    for agent in &agents {
        send(&mut app, *agent, (8, 0));
    }
    ticks(&mut app, 30);
    let rows = ["....#....", ".........", "........."];
    app.insert_resource(NavGrid::new(Grid::from_rows(&rows)));
    until(&mut app, "both arrive", |app| {
        for agent in &agents {
            let here = cell(app, *agent);
            assert!(
                app.world().resource::<NavGrid>().grid().is_walkable(here),
                "{here}"
            );
        }
        said(app).arrived.len() == 2
    });
    assert_eq!(steps_into_blocked(&app), 0);
}

#[test]
fn stuck_agent_still_says_so_after_a_cancelled_order() {
    let mut app = on(&["..#", ".##", "###"]);
    let agent = app
        .world_mut()
        .spawn((PathOnly::at(Cell::new(0, 0)), large(3)))
        .id();
    let is_stuck = |app: &App| {
        matches!(
            reason(app, agent),
            Some(FailReason::Stuck(CannotStand::DoesNotFit))
        )
    };
    send(&mut app, agent, (1, 0));
    ticks(&mut app, 2);
    assert!(is_stuck(&app));
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(0, 1),
    });
    app.world_mut().write_message(CancelPath::Agent(agent));
    ticks(&mut app, 2);
    assert!(is_stuck(&app), "{:?}", reason(&app, agent));
}

/// P14: an agent that grew on its way "arrived" where it does not fit.
#[test]
fn one_that_grows_on_its_way_is_planned_again() {
    let rows = [".........", "....#....", "........."];
    let mut app = on(&rows);
    let fits = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, fits, (8, 0));
    let stands = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(8, 2), 4.0))
        .id();
    ticks(&mut app, 20);
    for agent in [fits, stands] {
        app.world_mut().entity_mut(agent).insert(large(2));
    }
    ticks(&mut app, 2);
    assert_eq!(
        reason(&app, fits),
        Some(FailReason::Goal(CannotStand::DoesNotFit))
    );
    assert_eq!(
        said(&app)
            .relocated
            .iter()
            .map(|moved| moved.agent)
            .collect::<Vec<_>>(),
        [stands]
    );
    assert_ne!(
        cell(&app, stands),
        Cell::new(8, 2),
        "it has no room at the edge"
    );
    // Small again, it goes on.
    app.world_mut().entity_mut(fits).remove::<AgentKind>();
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(cell(&app, fits), Cell::new(8, 0));
}

/// P22: there were messages only.
#[test]
fn what_happens_to_an_agent_is_observed_on_it() {
    #[derive(Resource, Default, Debug, PartialEq)]
    struct Seen(Vec<String>);
    let mut app = on(&ROWS);
    app.init_resource::<Seen>();
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 8.0))
        .id();
    app.world_mut()
        .spawn((GridAgent::at(Cell::new(0, 3), 8.0), MoveTo(Cell::new(1, 3))));
    app.world_mut()
        .entity_mut(agent)
        .observe(|it: On<PathFound>, mut seen: ResMut<Seen>| {
            seen.0.push(format!("found {}", it.goal));
        })
        .observe(|it: On<Arrived>, mut seen: ResMut<Seen>| {
            seen.0.push(format!("arrived {}", it.cell));
        })
        .observe(|it: On<PathFailed>, mut seen: ResMut<Seen>| seen.0.push(it.reason.to_string()))
        .observe(|it: On<PlaceRefused>, mut seen: ResMut<Seen>| {
            seen.0.push(format!("refused {}", it.cell));
        })
        .observe(|it: On<Relocated>, mut seen: ResMut<Seen>| {
            seen.0.push(format!("moved to {}", it.to));
        });
    send(&mut app, agent, (2, 0));
    until(&mut app, "it arrives", |app| said(app).arrived.len() == 2);
    send(&mut app, agent, (3, 2));
    ticks(&mut app, 2);
    app.world_mut().write_message(PlaceAgent {
        agent,
        cell: Cell::new(2, 1),
    });
    ticks(&mut app, 2);
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(2, 0)]));
    ticks(&mut app, 2);
    let Seen(seen) = app.world().resource();
    assert_eq!(
        seen[..4],
        [
            "found (2, 0)",
            "arrived (2, 0)",
            "the goal is walled off",
            "refused (2, 1)"
        ]
    );
    assert!(
        seen[4].starts_with("moved to") && seen.len() == 5,
        "{seen:?}"
    );
}

/// The cheapest of all paths to one of these.
fn cheapest(grid: &Grid, from: Cell, goals: &[Cell], options: &SearchOptions) -> Option<Cost> {
    let cost = |goal: &Cell| {
        solve(
            grid,
            &PathQuery::new(from, *goal, options.clone()),
            &mut NodePool::default(),
            &mut (),
        )
        .cost()
    };
    goals.iter().filter_map(cost).min()
}

#[test]
fn an_agent_goes_to_the_nearest_of_several_goals() {
    let rows = [
        ".....#....",
        ".###.#.##.",
        ".#...#.#..",
        ".#.###.#.#",
        "...#......",
        ".#.#.####.",
        ".#........",
    ];
    let all: Vec<Cell> = Grid::from_rows(&rows)
        .iter()
        .filter(|it| !it.1.is_blocked())
        .map(|it| it.0)
        .collect();
    let mut rng = gridwalk_testing::Rng(11);
    for algorithm in [Algorithm::AStar, Algorithm::Auto, Algorithm::Dijkstra] {
        let mut app = on(&rows);
        let options: SearchOptions = algorithm.into();
        app.insert_resource(PathfindingOptions {
            options: options.clone(),
            ..default()
        });
        app.insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(40),
            ..default()
        });
        for _ in 0..40 {
            let from = all[rng.below(all.len())];
            // A wall, a cell off the map and the agent's own cell are among them at times.
            let mut goals: Vec<Cell> = (0..=rng.below(4))
                .map(|_| all[rng.below(all.len())])
                .collect();
            goals.extend([Cell::new(5, 0), Cell::new(-1, 3)]);
            let agent = app
                .world_mut()
                .spawn((GridAgent::at(from, 1000.0), MoveToNearest(goals.clone())))
                .id();
            until(&mut app, "it is there", |app| {
                said(app).arrived.iter().any(|it| it.agent == agent)
            });
            let end = cell(&app, agent);
            let grid = app.world().resource::<NavGrid>().grid();
            let (found, best) = (
                cheapest(grid, from, &[end], &options),
                cheapest(grid, from, &goals, &options),
            );
            assert_eq!(
                found, best,
                "{algorithm:?} from {from} to one of {goals:?}: {end}"
            );
            assert!(goals.contains(&end) && app.world().get::<NearestOf>(agent).is_none());
        }
    }
}

#[test]
fn after_an_edit_another_of_several_goals_may_be_the_nearest() {
    let mut app = on(&["...........", "...........", "..........."]);
    let goals = vec![Cell::new(3, 0), Cell::new(10, 2)];
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 2.0), MoveToNearest(goals)))
        .id();
    ticks(&mut app, 3);
    assert_eq!(ahead(&app, agent).last(), Some(&Cell::new(3, 0)));
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(3, 0)]));
    ticks(&mut app, 3);
    assert_eq!(ahead(&app, agent).last(), Some(&Cell::new(10, 2)));
    // An order of its own ends that.
    send(&mut app, agent, (0, 2));
    ticks(&mut app, 3);
    assert_eq!(ahead(&app, agent).last(), Some(&Cell::new(0, 2)));
    app.world_mut().write_message(CancelPath::Agent(agent));
    ticks(&mut app, 3);
    assert_eq!(reason(&app, agent), Some(FailReason::Cancelled));

    // None of them: the reason of the first, or as near as can be.
    let walled = vec![Cell::new(3, 0), Cell::new(99, 99)];
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveToNearest(walled.clone()));
    ticks(&mut app, 3);
    assert_eq!(
        reason(&app, agent),
        Some(FailReason::Goal(CannotStand::Blocked))
    );
    app.insert_resource(PathfindingOptions {
        unreachable: UnreachablePolicy::Nearest,
        ..default()
    });
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveToNearest(walled));
    until(&mut app, "it stands beside", |app| {
        is_idle(app, agent) && app.world().get::<PathFailed>(agent).is_none()
    });
    assert!(
        cell(&app, agent).is_neighbor_of(Cell::new(3, 0)),
        "{}",
        cell(&app, agent)
    );
}

/// P11: it stood for seconds and did not say so. It stands, as no first step is surely right, and
/// `Planning` says so.
#[test]
fn agent_walks_on_a_draft_while_its_search_is_long() {
    let mut app = on(&["...................."; 20]);
    app.insert_resource(PathfindingOptions {
        options: Algorithm::Dijkstra.into(),
        ..default()
    });
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(20),
        ..default()
    });
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, agent, (19, 19));
    ticks(&mut app, 3);
    let planning = app
        .world()
        .get::<Planning>(agent)
        .expect("it says that it waits");
    assert_eq!(
        (planning.goal, cell(&app, agent)),
        (Cell::new(19, 19), Cell::new(0, 0))
    );
    until(&mut app, "it sets off", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
    assert!(
        app.world().get::<Planning>(agent).is_some(),
        "its request still waits"
    );
    let stack = app.world().get::<PathStack>(agent).unwrap();
    assert!(stack.is_draft() && stack.destination() == Some(Cell::new(19, 19)));
    until(&mut app, "it has its answer", |app| {
        app.world().get::<Planning>(agent).is_none()
    });
    assert!(
        !app.world()
            .get::<PathStack>(agent)
            .expect("it is not there yet")
            .is_draft()
    );
}

/// U2: how often agents stepped into walls, and how many kept their paths, were nowhere to be read.
#[test]
fn edits_under_fifty_agents_cause_no_step_into_a_wall() {
    let mut rng = gridwalk_testing::Rng(5);
    let mut app = on(&["................................"; 32]);
    let mut any = || Cell::new(rng.below(32), rng.below(32));
    let agents: Vec<Entity> = (0..50)
        .map(|_| app.world_mut().spawn(GridAgent::at(any(), 6.0)).id())
        .collect();
    for round in 0..400 {
        if round % 50 == 0 {
            for agent in &agents {
                app.world_mut().entity_mut(*agent).insert(MoveTo(any()));
            }
        }
        let edit = if round % 3 == 0 {
            EditGrid::free([any(), any(), any()])
        } else {
            EditGrid::block([any()])
        };
        app.world_mut().write_message(edit);
        app.update();
        let grid = app.world().resource::<NavGrid>().grid().clone();
        let mut cells = app.world_mut().query::<&AgentCell>();
        assert!(cells.iter(app.world()).all(|cell| grid.is_walkable(cell.0)));
    }
    let counters = app.world().resource::<Counters>();
    assert_eq!(counters.steps_into_blocked, 0);
    assert!(
        counters.crossed > 20 && counters.kept > counters.crossed,
        "{counters:?}"
    );
}
