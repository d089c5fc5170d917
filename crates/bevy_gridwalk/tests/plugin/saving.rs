//! A game that is saved and loaded goes on: what agents and the plugin hold can be reflected,
//! written, and read again.

use bevy::ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy::prelude::*;
use bevy::reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_gridwalk::{
    AgentKind, AgentName, AgentOptions, ArrivalRadius, Counters, FacePath, FailReason, GridAgent,
    GridLayout, LastSearch, MoveTo, MoveToNearest, NavGrid, PathFailed, PathOnly, PathStack,
    PathfindingOptions, Patrol, Planning, PlanningOptions, QueueWaypoint, TickBudget,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, KeepOffWalls, PathQuery, Rect, SearchOptions, TieBreak,
};
use serde::de::DeserializeSeed;

use super::game::{ahead, cell, on, place, reason, said, send, ticks, until, without_map};

/// Every component of the plugin on the entity, as a scene writes it.
fn save(app: &App, entity: Entity) -> Vec<String> {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let ours = registry
        .iter()
        .filter(|it| it.type_info().type_path().starts_with("bevy_gridwalk::"));
    let entity = app.world().entity(entity);
    let values = ours.filter_map(|it| it.data::<ReflectComponent>()?.reflect(entity));
    values
        .map(|value| {
            ron::to_string(&ReflectSerializer::new(
                value.as_partial_reflect(),
                &registry,
            ))
            .unwrap()
        })
        .collect()
}

fn load(app: &mut App, saved: &[String]) -> Entity {
    let entity = app.world_mut().spawn_empty().id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    for text in saved {
        let mut from = ron::Deserializer::from_str(text).unwrap();
        let value = ReflectDeserializer::new(&registry)
            .deserialize(&mut from)
            .unwrap_or_else(|e| panic!("{e}: {text}"));
        let of = registry
            .get(value.get_represented_type_info().unwrap().type_id())
            .unwrap();
        let of = of.data::<ReflectComponent>().unwrap();
        of.insert(
            &mut app.world_mut().entity_mut(entity),
            value.as_partial_reflect(),
            &registry,
        );
    }
    entity
}

const ROWS: [&str; 5] = [
    "..........",
    ".########.",
    "..........",
    ".########.",
    "..........",
];

/// P12: `LastSearch`, `PathfindingOptions` and `AgentKind` could not be written.
#[test]
fn agents_saved_on_their_way_and_loaded_go_on_walking() {
    let mut app = on(&ROWS);
    let large = AgentKind::from(AgentProfile {
        forbidden: vec![Rect {
            at: Cell::new(9, 9),
            width: 1,
            height: 1,
        }],
        keep_off_walls: KeepOffWalls::new(1, 2),
        ..default()
    });
    let options = AgentOptions(PathfindingOptions {
        options: Algorithm::Dijkstra.into(),
        ..default()
    });
    let walker = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 0), 4.0),
            large,
            options,
            FacePath::Turn,
        ))
        .id();
    app.world_mut()
        .entity_mut(walker)
        .insert((AgentName("w".into()), ArrivalRadius(0.2)));
    send(&mut app, walker, (0, 2));
    app.world_mut().write_message(QueueWaypoint {
        agent: walker,
        goal: Cell::new(5, 4),
    });
    let round = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(9, 0), 4.0))
        .id();
    app.world_mut().entity_mut(round).insert(Patrol {
        stops: vec![Cell::new(9, 4), Cell::new(9, 0)],
        next: 0,
    });
    let popped = app.world_mut().spawn(PathOnly::at(Cell::new(0, 4))).id();
    let goals = vec![Cell::new(5, 4), Cell::new(0, 0)];
    app.world_mut()
        .entity_mut(popped)
        .insert(MoveToNearest(goals));
    let stuck = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveTo(Cell::new(1, 1))))
        .id();
    let unread = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    ticks(&mut app, 17);
    app.world_mut()
        .entity_mut(unread)
        .insert(MoveTo(Cell::new(4, 0)));
    let map = {
        let registry = app.world().resource::<AppTypeRegistry>().read();
        ron::to_string(&ReflectSerializer::new(
            app.world().resource::<NavGrid>(),
            &registry,
        ))
        .unwrap()
    };
    let saved = [walker, round, popped, stuck, unread].map(|agent| save(&app, agent));
    assert!(saved[0].len() > 7, "{saved:#?}");

    let mut later = without_map(FixedUpdate);
    super::game::start(&mut later);
    let [walker, round, popped, stuck, unread] = saved.map(|saved| load(&mut later, &saved));
    let registry = later.world().resource::<AppTypeRegistry>().clone();
    let read = ReflectDeserializer::new(&registry.read())
        .deserialize(&mut ron::Deserializer::from_str(&map).unwrap())
        .unwrap();
    later.insert_resource(NavGrid::from_reflect(read.as_partial_reflect()).unwrap());
    assert!(ahead(&later, popped).len() > 3, "a stack was saved");
    ticks(&mut later, 3);
    assert_eq!(
        ahead(&later, popped).last(),
        Some(&Cell::new(0, 0)),
        "the nearest of both"
    );
    assert!(reason(&later, stuck).is_some_and(|reason| matches!(reason, FailReason::Goal(_))));
    until(
        &mut later,
        "both legs, the round and the order are walked",
        |app| {
            let at = |agent, cell| {
                said(app)
                    .arrived
                    .iter()
                    .any(|it| (it.agent, it.cell) == (agent, cell))
            };
            at(walker, Cell::new(5, 4)) && at(round, Cell::new(9, 0)) && at(unread, Cell::new(4, 0))
        },
    );
    assert_eq!(cell(&later, walker), Cell::new(5, 4));
    assert_eq!(later.world().get(walker), Some(&ArrivalRadius(0.2)));
}

#[test]
fn one_saved_while_it_waits_for_a_path_asks_again() {
    let mut app = on(&ROWS);
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(3),
        ..default()
    });
    app.insert_resource(PathfindingOptions {
        options: Algorithm::Dijkstra.into(),
        ..default()
    });
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 40.0))
        .id();
    send(&mut app, agent, (9, 4));
    ticks(&mut app, 3);
    assert!(app.world().get::<Planning>(agent).is_some());
    let saved = save(&app, agent);
    let mut later = on(&ROWS);
    let agent = load(&mut later, &saved);
    assert!(later.world().get::<Planning>(agent).is_some());
    until(&mut later, "it arrives", |app| {
        !said(app).arrived.is_empty()
    });
    assert_eq!(cell(&later, agent), Cell::new(9, 4));
    assert!(later.world().get::<Planning>(agent).is_none());
}

#[test]
fn path_saved_on_another_map_is_not_walked_through_walls() {
    let mut app = on(&[".........."]);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, agent, (9, 0));
    ticks(&mut app, 5);
    let saved = save(&app, agent);
    let mut later = on(&["....#.....", ".........."]);
    let agent = load(&mut later, &saved);
    assert!(later.world().get::<PathStack>(agent).is_some());
    until(&mut later, "it arrives", |app| {
        !said(app).arrived.is_empty()
    });
    assert_eq!(later.world().resource::<Counters>().steps_into_blocked, 0);
    assert!(later.world().get::<PathFailed>(agent).is_none());
}

#[test]
fn resources_are_written_and_read() {
    let app = on(&ROWS);
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let options = SearchOptions {
        tie: TieBreak::Oldest,
        ..Algorithm::Greedy.into()
    };
    let mut counters = Counters::default();
    (counters.crossed, counters.kept) = (4, 5);
    let values: [&dyn PartialReflect; 6] = [
        &PathfindingOptions {
            options,
            ..default()
        },
        &PlanningOptions::default(),
        &GridLayout::isometric(Vec2::new(4.0, 2.0)),
        &counters,
        &PathQuery::new(Cell::new(1, 2), Cell::new(3, 4), Algorithm::Theta),
        app.world().resource::<NavGrid>(),
    ];
    for value in values {
        let text = ron::to_string(&ReflectSerializer::new(value, &registry)).unwrap();
        let mut from = ron::Deserializer::from_str(&text).unwrap();
        let read = ReflectDeserializer::new(&registry)
            .deserialize(&mut from)
            .unwrap();
        let again = ron::to_string(&ReflectSerializer::new(
            read.as_partial_reflect(),
            &registry,
        ))
        .unwrap();
        assert_eq!(again, text);
    }
}

/// Sets a field as an inspector does, which knows nothing but names.
fn edit(app: &mut App, of: &str, agent: Option<Entity>, path: &str, value: &dyn PartialReflect) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let of = registry
        .get_with_type_path(&format!("bevy_gridwalk::{of}"))
        .expect(of);
    let entity = agent.unwrap_or_else(|| {
        let id = app
            .world()
            .components()
            .get_id(of.type_id())
            .expect("it is a resource");
        app.world()
            .resource_entities()
            .get(id)
            .expect("it is there")
    });
    let component = of.data::<ReflectComponent>().expect("it is a component");
    let mut component = component
        .reflect_mut(app.world_mut().entity_mut(entity))
        .unwrap();
    component.reflect_path_mut(path).unwrap().apply(value);
}

/// A file that was split or merged made saved games of older builds unreadable.
#[test]
fn saved_types_are_named_without_modules() {
    let app = on(&ROWS);
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let paths = registry
        .iter()
        .map(|it| it.type_info().type_path())
        .filter(|path| path.starts_with("bevy_gridwalk::"));
    let paths: Vec<_> = paths.collect();
    assert!(paths.len() > 50, "{paths:?}");
    let wrong: Vec<_> = paths
        .iter()
        .filter(|path| path.matches("::").count() > 1)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// P12: inspectors could not edit options.
#[test]
fn options_that_an_inspector_edits_count_for_the_next_search() {
    let mut app = on(&ROWS);
    let [plain, own] = [0, 4].map(|y| {
        app.world_mut()
            .spawn(GridAgent::at(Cell::new(0, y), 40.0))
            .id()
    });
    app.world_mut()
        .entity_mut(own)
        .insert(AgentOptions::default());
    let asked = |app: &mut App| {
        for (agent, goal) in [(plain, (9, 4)), (own, (9, 0))] {
            send(app, agent, goal);
        }
        ticks(app, 2);
        [plain, own].map(|agent| {
            app.world()
                .get::<LastSearch>(agent)
                .unwrap()
                .query
                .options
                .clone()
        })
    };
    assert_eq!(
        asked(&mut app),
        [SearchOptions::default(), SearchOptions::default()]
    );
    edit(
        &mut app,
        "PathfindingOptions",
        None,
        "options.algorithm",
        &Algorithm::Dijkstra,
    );
    edit(
        &mut app,
        "PathfindingOptions",
        None,
        "options.tie",
        &TieBreak::Newest,
    );
    edit(
        &mut app,
        "AgentOptions",
        Some(own),
        ".0.options.goal_tolerance",
        &2_u32,
    );
    let [first, second] = asked(&mut app);
    assert_eq!(
        (first.algorithm, first.tie, first.goal_tolerance),
        (Algorithm::Dijkstra, TieBreak::Newest, 0)
    );
    assert_eq!(
        (second.algorithm, second.goal_tolerance),
        (Algorithm::Auto, 2),
        "its own, edited alone"
    );
    edit(
        &mut app,
        "PlanningOptions",
        None,
        "budget",
        &TickBudget::Expansions(0),
    );
    edit(&mut app, "GridAgent", Some(own), "speed", &0.0_f32);
    ticks(&mut app, 2);
    let before = place(&app, own);
    ticks(&mut app, 5);
    assert_eq!(place(&app, own), before, "its speed was edited");
    assert!(!ahead(&app, own).is_empty(), "it is on its way");
}
