//! Agents with `InCrowd`: no two of them share a cell, whatever the game does.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

use super::game::{cell, on, place, reason, said, send, ticks, until};

fn join(app: &mut App, x: i32, y: i32) -> Entity {
    app.world_mut()
        .spawn((GridAgent::at(Cell::new(x, y), 8.0), InCrowd))
        .id()
}

fn state(app: &App, agent: Entity) -> CrowdState {
    *app.world().get::<CrowdState>(agent).unwrap()
}

fn arrivals(app: &App) -> Vec<(Entity, Cell)> {
    said(app)
        .arrived
        .iter()
        .map(|it| (it.agent, it.cell))
        .collect()
}

/// Asserts that no two members stand on one cell.
fn assert_apart(app: &mut App) {
    let mut members = app
        .world_mut()
        .query_filtered::<(Entity, &AgentCell), With<CrowdMember>>();
    let mut taken = BTreeMap::new();
    for (agent, at) in members.iter(app.world()) {
        assert_eq!(taken.insert(at.0, agent), None, "two agents on {}", at.0);
    }
}

#[test]
fn agents_sent_to_one_cell_stand_around_it() {
    let mut app = on(&["........", "........", "........"]);
    let agents: Vec<Entity> = (0..3).map(|y| join(&mut app, 0, y)).collect();
    for agent in &agents {
        send(&mut app, *agent, (6, 1));
    }
    for _ in 0..200 {
        app.update();
        assert_apart(&mut app);
    }
    assert_eq!(arrivals(&app).len(), 3, "{:?}", said(&app));
    for agent in agents {
        assert_eq!(state(&app, agent), CrowdState::Settled);
        let at = cell(&app, agent);
        assert!(
            at.distance(Cell::new(6, 1)).0 <= 1 && at.distance(Cell::new(6, 1)).1 <= 1,
            "{at}"
        );
        assert!(
            arrivals(&app).contains(&(agent, at)),
            "the slot is where it arrived"
        );
        assert!(app.world().get::<PathStack>(agent).is_none());
        assert!(app.world().get::<CrowdWalk>(agent).is_none());
        let center = app.world().resource::<GridLayout>().center(at);
        assert!(place(&app, agent).truncate().distance(center) < 1e-3);
    }
}

#[test]
fn two_that_meet_pass_each_other() {
    let mut app = on(&["........", "........"]);
    let (left, right) = (join(&mut app, 0, 0), join(&mut app, 7, 0));
    send(&mut app, left, (7, 0));
    send(&mut app, right, (0, 0));
    until(&mut app, "both arrive", |app| said(app).arrived.len() == 2);
    assert_eq!(
        (cell(&app, left), cell(&app, right)),
        (Cell::new(7, 0), Cell::new(0, 0))
    );
}

#[test]
fn a_speed_of_four_takes_sixteen_ticks_a_cell() {
    let mut app = on(&["........"]);
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), InCrowd))
        .id();
    send(&mut app, agent, (7, 0));
    app.update();
    let stack: Vec<Cell> = app
        .world()
        .get::<PathStack>(agent)
        .unwrap()
        .ahead()
        .collect();
    assert_eq!(stack, (1..8).map(|x| Cell::new(x, 0)).collect::<Vec<_>>());
    let motion = *app.world().get::<AgentMotion>(agent).unwrap();
    assert_eq!(
        (motion.heading, motion.position),
        (Some(Cell::new(1, 0)), Vec2::new(1.0 / 16.0, 0.0))
    );
    ticks(&mut app, 15);
    assert_eq!(cell(&app, agent), Cell::new(1, 0));
    assert_eq!(
        app.world().get::<PathStack>(agent).unwrap().next(),
        Some(Cell::new(2, 0))
    );
    assert_eq!(
        app.world().get::<CrowdWalk>(agent).unwrap().goal,
        Cell::new(7, 0)
    );
    ticks(&mut app, 6 * 16 + 1);
    assert_eq!(arrivals(&app), [(agent, Cell::new(7, 0))]);
}

#[test]
fn a_second_agent_on_a_cell_is_put_on_the_nearest_free_one() {
    let mut app = on(&["....", "...."]);
    let first = join(&mut app, 1, 1);
    let second = join(&mut app, 1, 1);
    ticks(&mut app, 2);
    assert_eq!(cell(&app, first), Cell::new(1, 1));
    let relocated: Vec<_> = said(&app)
        .relocated
        .iter()
        .map(|it| (it.agent, it.from, it.to))
        .collect();
    assert_eq!(relocated, [(second, Cell::new(1, 1), Cell::new(0, 0))]);
    assert_eq!(cell(&app, second), Cell::new(0, 0));
}

#[test]
fn an_agent_without_room_is_stuck_until_there_is_some() {
    let mut app = on(&[".."]);
    let agents: Vec<Entity> = (0..3).map(|_| join(&mut app, 0, 0)).collect();
    ticks(&mut app, 3);
    assert_eq!(
        reason(&app, agents[2]),
        Some(FailReason::Stuck(CannotStand::Taken))
    );
    assert_eq!(state(&app, agents[2]), CrowdState::Outside);
    app.world_mut().despawn(agents[1]);
    ticks(&mut app, 20);
    assert_eq!(reason(&app, agents[2]), None);
    assert_eq!(cell(&app, agents[2]), Cell::new(1, 0));
}

#[test]
fn a_taken_cell_is_refused_to_one_that_is_placed() {
    let mut app = on(&["......"]);
    let (first, second) = (join(&mut app, 0, 0), join(&mut app, 5, 0));
    ticks(&mut app, 2);
    app.world_mut().write_message(PlaceAgent {
        agent: first,
        cell: Cell::new(5, 0),
    });
    ticks(&mut app, 2);
    let refused: Vec<_> = said(&app)
        .refused
        .iter()
        .map(|it| (it.agent, it.cell, it.reason))
        .collect();
    assert_eq!(refused, [(first, Cell::new(5, 0), CannotStand::Taken)]);
    let beside = app
        .world()
        .resource::<GridLayout>()
        .center(Cell::new(4, 0))
        .extend(0.0);
    app.world_mut()
        .get_mut::<Transform>(first)
        .unwrap()
        .translation = beside;
    ticks(&mut app, 2);
    assert_eq!(
        cell(&app, first),
        Cell::new(4, 0),
        "a free cell is not refused"
    );
    let onto = app
        .world()
        .resource::<GridLayout>()
        .center(Cell::new(5, 0))
        .extend(0.0);
    app.world_mut()
        .get_mut::<Transform>(first)
        .unwrap()
        .translation = onto;
    ticks(&mut app, 2);
    assert_eq!(
        (cell(&app, first), cell(&app, second)),
        (Cell::new(4, 0), Cell::new(5, 0))
    );
    assert_eq!(said(&app).refused.len(), 2);
    assert_eq!(place(&app, first), beside);
}

#[test]
fn agents_under_a_new_wall_are_pushed_onto_different_cells() {
    let mut app = on(&["......", "......", "......"]);
    let agents: Vec<Entity> = (1..4).map(|x| join(&mut app, x, 1)).collect();
    send(&mut app, agents[2], (5, 1));
    ticks(&mut app, 3);
    app.world_mut()
        .write_message(EditGrid::block((0..6).map(|x| Cell::new(x, 1))));
    ticks(&mut app, 1);
    assert_apart(&mut app);
    assert_eq!(said(&app).relocated.len(), 3);
    assert_eq!(app.world().resource::<Counters>().pushed_out, 3);
    ticks(&mut app, 100);
    assert_apart(&mut app);
    assert!(agents.iter().all(|agent| cell(&app, *agent).y != 1));
}

#[derive(Resource, Default)]
struct Refused(Vec<(Option<Cell>, String)>);

#[test]
fn walls_on_agents_are_refused_where_the_game_says_so() {
    let mut app = on(&["......", "......"]);
    app.insert_resource(CrowdOptions {
        under_wall: UnderWall::Refuse,
        ..default()
    });
    app.init_resource::<Refused>().add_systems(
        Last,
        |mut read: MessageReader<EditRefused>, mut all: ResMut<Refused>| {
            all.0
                .extend(read.read().map(|it| (it.cell, it.error.to_string())));
        },
    );
    let agent = join(&mut app, 2, 0);
    ticks(&mut app, 2);
    app.world_mut()
        .write_message(EditGrid::block((0..6).map(|x| Cell::new(x, 0))));
    ticks(&mut app, 2);
    let grid = app.world().resource::<NavGrid>().grid();
    let walkable: Vec<i32> = (0..6)
        .filter(|x| grid.is_walkable(Cell::new(*x, 0)))
        .collect();
    assert_eq!((walkable, cell(&app, agent)), (vec![2], Cell::new(2, 0)));
    let refused = app.world().resource::<Refused>();
    assert_eq!(
        refused.0,
        [(
            Some(Cell::new(2, 0)),
            "an agent stands on cell (2, 0)".to_owned()
        )]
    );
    send(&mut app, agent, (5, 1));
    until(&mut app, "it walks out of its niche", |app| {
        !said(app).arrived.is_empty()
    });
}

#[test]
fn orders_end_and_begin_as_for_any_agent() {
    let mut app = on(&["........", "........"]);
    let agent = join(&mut app, 0, 0);
    send(&mut app, agent, (7, 0));
    ticks(&mut app, 20);
    app.world_mut().write_message(CancelPath::Agent(agent));
    ticks(&mut app, 20);
    assert_eq!(reason(&app, agent), Some(FailReason::Cancelled));
    assert_eq!(state(&app, agent), CrowdState::Resting);
    let at = cell(&app, agent);
    ticks(&mut app, 30);
    assert_eq!(cell(&app, agent), at, "it rests");
    for goal in [(3, 1), (0, 1), (5, 0)] {
        app.world_mut().write_message(QueueWaypoint {
            agent,
            goal: goal.into(),
        });
    }
    until(&mut app, "three waypoints", |app| {
        said(app).arrived.len() == 3
    });
    let cells: Vec<Cell> = arrivals(&app).iter().map(|it| it.1).collect();
    assert_eq!(cells, [Cell::new(3, 1), Cell::new(0, 1), Cell::new(5, 0)]);
}

#[test]
fn patrols_of_a_crowd_go_round_past_each_other() {
    let mut app = on(&["......", "......"]);
    let agents = [join(&mut app, 0, 0), join(&mut app, 5, 0)];
    for (agent, next) in agents.into_iter().zip([1, 0]) {
        let stops = vec![Cell::new(0, 0), Cell::new(5, 0)];
        app.world_mut()
            .entity_mut(agent)
            .insert(Patrol { stops, next });
    }
    until(&mut app, "twelve stops", |app| {
        said(app).arrived.len() >= 12
    });
    for agent in agents {
        assert!(arrivals(&app).iter().filter(|it| it.0 == agent).count() >= 5);
    }
}

#[test]
fn the_nearest_of_several_goals_is_taken() {
    let mut app = on(&["..........", "########..", ".........."]);
    let agent = join(&mut app, 0, 0);
    let goals = vec![Cell::new(0, 2), Cell::new(9, 0), Cell::new(3, 1)];
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveToNearest(goals));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(arrivals(&app), [(agent, Cell::new(9, 0))]);
}

#[test]
fn an_exact_goal_is_given_up_by_one_that_has_it() {
    let mut app = on(&["......", "......", "......"]);
    let first = join(&mut app, 0, 1);
    send(&mut app, first, (4, 1));
    until(&mut app, "the first is there", |app| {
        said(app).arrived.len() == 1
    });
    let second = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 8.0), InCrowd, ExactGoal))
        .id();
    send(&mut app, second, (4, 1));
    until(&mut app, "the second is there", |app| {
        said(app).arrived.len() == 2
    });
    assert_eq!(cell(&app, second), Cell::new(4, 1));
    ticks(&mut app, 40);
    assert_ne!(cell(&app, first), Cell::new(4, 1));
}

#[test]
fn held_agent_is_never_pushed_and_walks_once_it_is_freed() {
    let mut app = on(&["........", "...#...."]);
    let guard = join(&mut app, 2, 0);
    let walker = join(&mut app, 0, 0);
    app.world_mut().entity_mut(guard).insert(Hold);
    send(&mut app, walker, (7, 0));
    send(&mut app, guard, (5, 0));
    ticks(&mut app, 240);
    assert_eq!(
        cell(&app, guard),
        Cell::new(2, 0),
        "the only way leads over its cell"
    );
    assert!(matches!(state(&app, walker), CrowdState::Blocked { by, .. } if by == guard));
    app.world_mut().entity_mut(guard).remove::<Hold>();
    until(&mut app, "both arrive", |app| said(app).arrived.len() == 2);
    assert_eq!(
        (cell(&app, guard), cell(&app, walker)),
        (Cell::new(5, 0), Cell::new(7, 0))
    );
}

#[test]
fn agent_that_is_held_from_the_start_stays() {
    let mut app = on(&["......"]);
    let guard = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(1, 0), 8.0), InCrowd, Hold))
        .id();
    send(&mut app, guard, (5, 0));
    ticks(&mut app, 60);
    assert_eq!(cell(&app, guard), Cell::new(1, 0));
    assert_eq!(
        app.world().get::<CrowdWalk>(guard).unwrap().goal,
        Cell::new(5, 0),
        "it keeps its order"
    );
}

#[test]
fn a_goal_behind_walls_is_reached_once_a_door_opens() {
    let mut app = on(&["...#...", "...#..."]);
    let agent = join(&mut app, 0, 0);
    send(&mut app, agent, (6, 0));
    ticks(&mut app, 5);
    assert_eq!(reason(&app, agent), Some(FailReason::Unreachable));
    assert_eq!(state(&app, agent), CrowdState::Unreachable);
    app.world_mut()
        .write_message(EditGrid::free([Cell::new(3, 1)]));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(
        (cell(&app, agent), reason(&app, agent)),
        (Cell::new(6, 0), None)
    );
}

#[test]
fn a_door_that_shuts_makes_a_goal_unreachable() {
    let mut app = on(&["...#...", "......."]);
    let agent = join(&mut app, 0, 0);
    send(&mut app, agent, (6, 0));
    ticks(&mut app, 5);
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(3, 1)]));
    ticks(&mut app, 40);
    assert_eq!(state(&app, agent), CrowdState::Unreachable);
    assert_eq!(reason(&app, agent), Some(FailReason::Unreachable));
    assert!(app.world().get::<PathStack>(agent).is_none());
}

#[test]
fn options_that_fit_no_crowd_are_refused_in_words() {
    let mut app = on(&["....."]);
    let options = SearchOptions {
        goal_tolerance: 2,
        ..default()
    };
    app.insert_resource(PathfindingOptions {
        options,
        ..default()
    });
    let agent = join(&mut app, 0, 0);
    send(&mut app, agent, (4, 0));
    ticks(&mut app, 3);
    let said = reason(&app, agent).unwrap().to_string();
    assert_eq!(
        said,
        "a crowd knows no region, no limit of cost or expansions, and no goal tolerance"
    );
    app.insert_resource(PathfindingOptions::default());
    until(&mut app, "it sets off once they fit", |app| {
        !super::game::said(app).arrived.is_empty()
    });
    assert_eq!(cell(&app, agent), Cell::new(4, 0));
}

#[test]
fn without_in_crowd_an_agent_goes_on_by_itself() {
    let mut app = on(&["........"]);
    let (agent, other) = (join(&mut app, 0, 0), join(&mut app, 5, 0));
    send(&mut app, agent, (7, 0));
    ticks(&mut app, 20);
    app.world_mut().entity_mut(agent).remove::<InCrowd>();
    assert!(app.world().get::<CrowdMember>(agent).is_none());
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(arrivals(&app), [(agent, Cell::new(7, 0))]);
    assert_eq!(
        cell(&app, other),
        Cell::new(5, 0),
        "it was not pushed by one outside"
    );
}

#[test]
fn an_agent_joins_in_the_middle_of_its_walk() {
    let mut app = on(&["........"]);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 8.0))
        .id();
    send(&mut app, agent, (7, 0));
    ticks(&mut app, 13);
    app.world_mut().entity_mut(agent).insert(InCrowd);
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(arrivals(&app), [(agent, Cell::new(7, 0))]);
    assert_eq!(state(&app, agent), CrowdState::Settled);
}

/// A turn of each agent: one cell, where the crowd gives leave.
fn hop(mut agents: Query<&mut PathStack, With<PathOnly>>) {
    for mut stack in &mut agents {
        if stack.may_go() {
            stack.pop();
        }
    }
}

#[test]
fn agents_that_the_game_walks_go_where_they_have_leave() {
    let mut app = on(&["........", "........"]);
    app.add_systems(Update, hop);
    let mut join = |x: i32| {
        app.world_mut()
            .spawn((PathOnly::at(Cell::new(x, 0)), InCrowd))
            .id()
    };
    let (left, right) = (join(0), join(7));
    send(&mut app, left, (7, 0));
    send(&mut app, right, (0, 0));
    for _ in 0..80 {
        app.update();
        assert_apart(&mut app);
    }
    assert_eq!(
        (cell(&app, left), cell(&app, right)),
        (Cell::new(7, 0), Cell::new(0, 0))
    );
    assert_eq!(arrivals(&app).len(), 2);
    assert_eq!(app.world().resource::<Counters>().pops_without_leave, 0);
}

#[test]
fn a_pop_without_leave_is_counted_and_moves_nobody_onto_another() {
    let mut app = on(&["......"]);
    let agent = app
        .world_mut()
        .spawn((PathOnly::at(Cell::new(0, 0)), InCrowd))
        .id();
    let rock = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(1, 0), 0.0), InCrowd))
        .id();
    send(&mut app, agent, (5, 0));
    ticks(&mut app, 3);
    let mut stack = app.world_mut().get_mut::<PathStack>(agent).unwrap();
    assert_eq!(
        (stack.next(), stack.may_go()),
        (Some(Cell::new(1, 0)), false)
    );
    stack.pop();
    ticks(&mut app, 2);
    assert_eq!(
        (cell(&app, agent), cell(&app, rock)),
        (Cell::new(0, 0), Cell::new(1, 0))
    );
    assert_eq!(app.world().resource::<Counters>().pops_without_leave, 1);
    assert_eq!(said(&app).refused.len(), 1);
    assert_eq!(state(&app, agent).in_the_way(), Some(rock));
}

#[test]
fn the_stack_of_a_crowd_leads_to_the_goal_of_the_order() {
    let mut app = on(&[&".".repeat(40)]);
    let agent = join(&mut app, 0, 0);
    send(&mut app, agent, (39, 0));
    ticks(&mut app, 3);
    let stack = app.world().get::<PathStack>(agent).unwrap();
    assert_eq!(
        (stack.destination(), stack.cells_to_go() < 20),
        (Some(Cell::new(39, 0)), true)
    );
    send(&mut app, agent, (20, 0));
    ticks(&mut app, 2);
    assert_eq!(
        app.world().get::<PathStack>(agent).unwrap().destination(),
        Some(Cell::new(20, 0))
    );
}

#[test]
fn agents_without_a_crowd_do_not_see_it() {
    let mut app = on(&["......"]);
    let rester = join(&mut app, 2, 0);
    let alone = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 8.0))
        .id();
    send(&mut app, alone, (5, 0));
    until(&mut app, "it walks through", |app| {
        !said(app).arrived.is_empty()
    });
    assert_eq!(
        (arrivals(&app), cell(&app, rester)),
        (vec![(alone, Cell::new(5, 0))], Cell::new(2, 0))
    );
}

#[test]
fn a_follower_in_a_crowd_stands_beside_its_target() {
    let mut app = on(&["........", "........"]);
    let target = join(&mut app, 6, 0);
    let follower = join(&mut app, 0, 0);
    app.world_mut()
        .entity_mut(follower)
        .insert(Follow::to(target));
    ticks(&mut app, 120);
    assert!(
        cell(&app, follower).is_neighbor_of(cell(&app, target)),
        "{}",
        cell(&app, follower)
    );
    send(&mut app, target, (0, 1));
    until(&mut app, "the target is there", |app| {
        said(app).arrived.iter().any(|it| it.agent == target)
    });
    ticks(&mut app, 60);
    assert!(
        cell(&app, follower).is_neighbor_of(cell(&app, target)),
        "{}",
        cell(&app, follower)
    );
    assert!(
        said(&app).arrived.iter().all(|it| it.agent == target),
        "to reach the target is no arrival"
    );
}

#[test]
fn each_map_has_a_crowd_of_its_own() {
    let mut app = on(&["....."]);
    let cellar = app
        .world_mut()
        .spawn(GridMap::new(Grid::from_rows(&[".....", "....."])))
        .id();
    let above = join(&mut app, 0, 0);
    let below = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 8.0), InCrowd, OnMap(cellar)))
        .id();
    for agent in [above, below] {
        send(&mut app, agent, (4, 0));
    }
    ticks(&mut app, 5);
    let crowds = app.world().resource::<Crowds>();
    assert_eq!(
        [None, Some(cellar)].map(|map| crowds.of(map).unwrap().agents().count()),
        [1, 1]
    );
    app.world_mut().entity_mut(above).insert(OnMap(cellar));
    ticks(&mut app, 2);
    assert_eq!(reason(&app, above), Some(FailReason::MapLeft));
    let crowds = app.world().resource::<Crowds>();
    assert!(
        crowds.of(None).is_none(),
        "a crowd ends with its last agent"
    );
    assert_eq!(crowds.of(cellar).unwrap().agents().count(), 2);
    app.world_mut().write_message(EditMap {
        map: cellar,
        edit: GridEdit::block([Cell::new(2, 0)]),
    });
    until(&mut app, "it goes around the new wall", |app| {
        said(app).arrived.iter().any(|it| it.agent == below)
    });
    app.world_mut().despawn(cellar);
    ticks(&mut app, 2);
    assert_eq!(state(&app, below), CrowdState::Outside);
    assert!(app.world().resource::<Crowds>().of(cellar).is_none());
}

#[test]
fn large_agents_of_a_crowd_keep_their_area() {
    let mut app = on(&["..........", "..........", "..........", ".........."]);
    let kind = AgentKind::from(AgentProfile {
        size: 2,
        ..default()
    });
    let large = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 8.0), kind, InCrowd))
        .id();
    let small = join(&mut app, 9, 3);
    ticks(&mut app, 2);
    app.world_mut().write_message(PlaceAgent {
        agent: small,
        cell: Cell::new(1, 1),
    });
    send(&mut app, large, (8, 0));
    ticks(&mut app, 1);
    assert_eq!(
        said(&app).refused.len(),
        1,
        "the large one covers that cell"
    );
    for _ in 0..200 {
        app.update();
        let (at, other) = (cell(&app, large), cell(&app, small));
        let covers = (at.x..at.x + 2).contains(&other.x) && (at.y..at.y + 2).contains(&other.y);
        assert!(!covers, "{at} {other}");
    }
    assert_eq!(arrivals(&app), [(large, Cell::new(8, 0))]);
    app.world_mut().entity_mut(large).remove::<AgentKind>();
    ticks(&mut app, 2);
    app.world_mut().write_message(PlaceAgent {
        agent: small,
        cell: Cell::new(9, 1),
    });
    ticks(&mut app, 2);
    assert_eq!(cell(&app, small), Cell::new(9, 1), "it is small now");
}
