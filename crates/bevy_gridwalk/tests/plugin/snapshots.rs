//! A loaded game does what the saved one would have done: agents keep their places and their paths.

use bevy::ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy::prelude::*;
use bevy::reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_gridwalk::prelude::*;
use bevy_gridwalk::{CannotStand, TickBudget};
use gridwalk_testing::Rng;
use serde::de::DeserializeSeed;

use super::game::{ahead, cell, is_idle, place, reason, send, start, ticks, until, without_map};

/// The components of agents, each as text, and the map.
struct Snapshot {
    agents: Vec<Vec<String>>,
    grid: String,
}

/// Writes what is reflected of these agents: their `Transform` too, in the order of names or
/// against it.
fn save(app: &App, agents: &[Entity], is_reversed: bool) -> Snapshot {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let path = |it: &&bevy::reflect::TypeRegistration| it.type_info().type_path();
    let is_saved = |it: &&bevy::reflect::TypeRegistration| {
        path(it).starts_with("bevy_gridwalk::") || path(it) == Transform::type_path()
    };
    let mut types: Vec<_> = registry.iter().filter(is_saved).collect();
    types.sort_unstable_by_key(path);
    if is_reversed {
        types.reverse();
    }
    let text = |value: &dyn PartialReflect| {
        ron::to_string(&ReflectSerializer::new(value, &registry)).unwrap()
    };
    let components = |agent: &Entity| {
        let agent = app.world().entity(*agent);
        let values = types
            .iter()
            .filter_map(|it| it.data::<ReflectComponent>()?.reflect(agent));
        values
            .map(|value| text(value.as_partial_reflect()))
            .collect()
    };
    Snapshot {
        agents: agents.iter().map(components).collect(),
        grid: text(app.world().resource::<NavGrid>()),
    }
}

/// Inserts one component after the other, as Bevy's `DynamicWorld` does.
fn load(app: &mut App, snapshot: &Snapshot) -> Vec<Entity> {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let read = |text: &str| {
        let mut from = ron::Deserializer::from_str(text).unwrap();
        ReflectDeserializer::new(&registry)
            .deserialize(&mut from)
            .unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let grid = NavGrid::from_reflect(read(&snapshot.grid).as_partial_reflect()).unwrap();
    app.insert_resource(grid);
    let mut agent = |components: &Vec<String>| {
        let agent = app.world_mut().spawn_empty().id();
        for value in components.iter().map(|text| read(text)) {
            let of = registry
                .get(value.get_represented_type_info().unwrap().type_id())
                .unwrap();
            let of = of.data::<ReflectComponent>().unwrap();
            of.apply_or_insert_mapped(
                &mut app.world_mut().entity_mut(agent),
                value.as_partial_reflect(),
                &registry,
                &mut (),
                bevy::ecs::relationship::RelationshipHookMode::Skip,
            );
        }
        agent
    };
    snapshot.agents.iter().map(&mut agent).collect()
}

/// A game whose loaded agents have not had a tick yet.
fn loaded(snapshot: &Snapshot, budget: u64) -> (App, Vec<Entity>) {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(budget)));
    let agents = load(&mut app, snapshot);
    start(&mut app);
    (app, agents)
}

fn grid(rng: &mut Rng, side: u32, costs: u16) -> Grid {
    let mut cost = |_| {
        if rng.below(100) < 20 {
            0
        } else {
            1 + rng.below(costs)
        }
    };
    let costs: Vec<u16> = (0..side * side).map(&mut cost).collect();
    Grid::from_costs(side, side, &costs).unwrap()
}

/// A game of agents on their rounds, on a map of so many costs.
fn rounds(seed: u64, side: u32, costs: u16, count: usize, budget: u64) -> (App, Vec<Entity>) {
    let mut rng = Rng(seed);
    let mut app = without_map(FixedUpdate);
    app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(budget)));
    let grid = grid(&mut rng, side, costs);
    let agents = (0..count).map(|_| {
        let stops: Vec<Cell> = (0..4).map(|_| rng.free_cell(&grid).unwrap()).collect();
        let speed = [2.0, 4.0, 7.3][rng.below(3_usize)];
        app.world_mut()
            .spawn((GridAgent::at(stops[0], speed), Patrol { stops, next: 1 }))
            .id()
    });
    let agents = agents.collect();
    app.insert_resource(NavGrid::new(grid));
    start(&mut app);
    (app, agents)
}

/// Returns cell, motion, path and goal of each agent.
fn state(app: &App, agents: &[Entity]) -> Vec<(Cell, AgentMotion, Vec<Cell>, Option<Cell>)> {
    let world = app.world();
    let state = |agent: &Entity| {
        let motion = *world.get::<AgentMotion>(*agent).unwrap();
        let waits = world.get::<Planning>(*agent).map(|planning| planning.goal);
        (cell(app, *agent), motion, ahead(app, *agent), waits)
    };
    agents.iter().map(state).collect()
}

/// One of 200 took another path of the same cost.
#[test]
fn loaded_agents_keep_their_paths() {
    for is_reversed in [false, true] {
        let (mut app, agents) = rounds(3, 64, 4, 200, 1 << 16);
        ticks(&mut app, 60);
        let snapshot = save(&app, &agents, is_reversed);
        let (mut later, others) = loaded(&snapshot, 1 << 16);
        assert!(
            agents
                .iter()
                .filter(|agent| !ahead(&app, **agent).is_empty())
                .count()
                > 150
        );
        for tick in 0..30 {
            ticks(&mut later, 1);
            ticks(&mut app, 1);
            assert_eq!(
                state(&later, &others),
                state(&app, &agents),
                "tick {tick}, {is_reversed}"
            );
        }
    }
}

#[test]
fn agents_loaded_into_a_running_game_keep_their_paths() {
    let (mut app, agents) = rounds(5, 64, 4, 100, 1 << 16);
    ticks(&mut app, 60);
    let snapshot = save(&app, &agents, false);
    let (mut later, _) = rounds(6, 20, 1, 3, 1 << 16);
    ticks(&mut later, 50);
    let others = load(&mut later, &snapshot);
    for _ in 0..20 {
        ticks(&mut later, 1);
        ticks(&mut app, 1);
        assert_eq!(state(&later, &others), state(&app, &agents));
    }
}

#[test]
fn loaded_game_equals_the_saved_one_after_1000_ticks() {
    let (mut app, agents) = rounds(8, 48, 1, 60, 1 << 16);
    ticks(&mut app, 1000);
    let snapshot = save(&app, &agents, false);
    let (mut later, others) = loaded(&snapshot, 1 << 16);
    ticks(&mut app, 1000);
    ticks(&mut later, 1000);
    assert_eq!(state(&later, &others), state(&app, &agents));
}

/// The memory of planners counts while searches wait and costs differ: a loaded game has forgotten
/// it.
#[test]
fn two_games_loaded_from_one_save_do_the_same() {
    let (mut app, agents) = rounds(9, 64, 4, 120, 300);
    ticks(&mut app, 6);
    let snapshot = save(&app, &agents, false);
    assert!(
        agents
            .iter()
            .any(|agent| app.world().get::<Planning>(*agent).is_some()),
        "some wait"
    );
    let [(mut one, ones), (mut two, twos)] = [0, 1].map(|_| loaded(&snapshot, 300));
    ticks(&mut one, 600);
    ticks(&mut two, 600);
    assert_eq!(state(&one, &ones), state(&two, &twos));
}

/// It stood where its `Transform` was drawn, and at the origin without one.
#[test]
fn loaded_agent_is_where_it_was_whatever_is_inserted_first() {
    for is_reversed in [false, true] {
        let (mut app, agents) = rounds(4, 20, 1, 1, 1 << 16);
        ticks(&mut app, 37);
        let snapshot = save(&app, &agents, is_reversed);
        let (mut later, others) = loaded(&snapshot, 1 << 16);
        assert_eq!(state(&later, &others), state(&app, &agents));
        let mut without = save(&app, &agents, is_reversed);
        without.agents[0].retain(|text| !text.contains("Transform"));
        let (mut bare, alone) = loaded(&without, 1 << 16);
        for app in [&mut app, &mut later, &mut bare] {
            ticks(app, 5);
        }
        assert_eq!(state(&later, &others), state(&app, &agents));
        assert_eq!(state(&bare, &alone), state(&app, &agents));
        assert_eq!(
            place(&bare, alone[0]),
            place(&app, agents[0]),
            "and it is drawn there"
        );
    }
}

/// Its search was made on a later revision than a loaded map has.
#[test]
fn failed_agent_of_a_saved_game_sets_off_after_edit() {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(Grid::from_rows(&["....", "####", "...."])));
    start(&mut app);
    for _ in 0..9 {
        app.world_mut()
            .write_message(EditGrid::set_cost([Cell::new(3, 0)], 2));
        ticks(&mut app, 1);
        app.world_mut()
            .write_message(EditGrid::free([Cell::new(3, 0)]));
        ticks(&mut app, 1);
    }
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 20.0))
        .id();
    send(&mut app, agent, (0, 2));
    until(&mut app, "it fails", |app| {
        reason(app, agent) == Some(FailReason::Unreachable)
    });
    let snapshot = save(&app, &[agent], false);
    let (mut later, others) = loaded(&snapshot, 1 << 16);
    ticks(&mut later, 3);
    assert_eq!(reason(&later, others[0]), Some(FailReason::Unreachable));
    later
        .world_mut()
        .write_message(EditGrid::free([Cell::new(2, 1)]));
    until(&mut later, "it arrives", |app| {
        is_idle(app, others[0]) && reason(app, others[0]).is_none()
    });
    assert_eq!(cell(&later, others[0]), Cell::new(0, 2));
}

#[test]
fn loaded_path_of_another_cost_is_planned_again() {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(Grid::from_rows(&[
        "........", "........", "........",
    ])));
    start(&mut app);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 1), 2.0))
        .id();
    send(&mut app, agent, (7, 1));
    ticks(&mut app, 8);
    let mut snapshot = save(&app, &[agent], false);
    app.world_mut()
        .write_message(EditGrid::set_cost((2..7).map(|x| Cell::new(x, 1)), 9));
    ticks(&mut app, 1);
    snapshot.grid = save(&app, &[], false).grid;
    let (mut later, others) = loaded(&snapshot, 1 << 16);
    ticks(&mut later, 3);
    let passes = ahead(&later, others[0])
        .iter()
        .filter(|cell| cell.y == 1)
        .count();
    assert!(passes < 4, "{:?}", ahead(&later, others[0]));
    let grid = later.world().resource::<NavGrid>();
    assert!(
        ahead(&later, others[0])
            .iter()
            .all(|cell| grid.can_stand(None, *cell) != Err(CannotStand::Blocked))
    );
}
