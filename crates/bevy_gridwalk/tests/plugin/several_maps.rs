//! Maps on entities: each with its own agents, edits, labels and layout, and one budget for all.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy::ecs::relationship::RelationshipHookMode;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_gridwalk::prelude::*;
use bevy_gridwalk::{CannotStand, GridEdit, Rect};
use gridwalk_testing::Rng;
use serde::de::DeserializeSeed;

use super::game::{
    ahead, cell, is_idle, place, reason, said, send, start, steps_into_blocked, ticks, until,
    without_map,
};

const OPEN: [&str; 3] = ["........", "........", "........"];

/// A game without the resource, and its maps.
fn with_maps<const N: usize>(maps: [&[&str]; N]) -> (App, [Entity; N]) {
    let mut app = without_map(FixedUpdate);
    let maps = maps.map(|rows| {
        app.world_mut()
            .spawn(GridMap::new(Grid::from_rows(rows)))
            .id()
    });
    start(&mut app);
    (app, maps)
}

fn spawn(app: &mut App, map: Entity, at: (i32, i32), speed: f32) -> Entity {
    app.world_mut()
        .spawn((GridAgent::at(at.into(), speed), OnMap(map)))
        .id()
}

fn edit(app: &mut App, map: Option<Entity>, edit: GridEdit) {
    match map {
        None => drop(app.world_mut().write_message(EditGrid(edit))),
        Some(map) => drop(app.world_mut().write_message(EditMap { map, edit })),
    }
}

fn read<M: Message + Clone>(app: &App) -> Vec<M> {
    let messages = app.world().resource::<Messages<M>>();
    messages.get_cursor().read(messages).cloned().collect()
}

fn random_grid(rng: &mut Rng, (width, height): (u32, u32)) -> Grid {
    let mut cost = |_| {
        if rng.below(100) < 22 {
            0
        } else {
            1 + rng.below(3_u16)
        }
    };
    let costs: Vec<u16> = (0..width * height).map(&mut cost).collect();
    Grid::from_costs(width, height, &costs).unwrap()
}

/// Random orders and edits on one map, the same ones for the same seed.
struct Script {
    rng: Rng,
    map: Option<Entity>,
    agents: Vec<Entity>,
    size: (u32, u32),
    hash: u64,
}

impl Script {
    fn new(app: &mut App, seed: u64, on_entity: bool, size: (u32, u32)) -> Self {
        let mut rng = Rng(seed);
        let grid = random_grid(&mut rng, size);
        let cells: Vec<Cell> = (0..12).filter_map(|_| rng.free_cell(&grid)).collect();
        let map = on_entity.then(|| app.world_mut().spawn(GridMap::new(grid.clone())).id());
        if !on_entity {
            app.insert_resource(NavGrid::new(grid));
        }
        let mut agents = Vec::new();
        for (number, at) in cells.into_iter().enumerate() {
            let mut agent = app.world_mut().spawn(GridAgent::at(at, 6.0));
            if number % 3 == 0 {
                let costs = vec![("floor".to_owned(), Some(2))];
                let rect = Rect {
                    at: Cell::new(2, 2),
                    width: 2,
                    height: 2,
                };
                agent.insert(AgentKind::from(AgentProfile {
                    costs,
                    forbidden: vec![rect],
                    ..default()
                }));
            }
            if let Some(map) = map {
                agent.insert(OnMap(map));
            }
            agents.push(agent.id());
        }
        Self {
            rng,
            map,
            agents,
            size,
            hash: 0,
        }
    }

    fn cell(&mut self) -> Cell {
        Cell::new(
            self.rng.below(self.size.0 + 1).cast_signed(),
            self.rng.below(self.size.1 + 1).cast_signed(),
        )
    }

    fn happen(&mut self, app: &mut App) {
        let (here, agent) = (self.cell(), self.rng.pick(&self.agents));
        match self.rng.below(8) {
            0 => edit(app, self.map, GridEdit::block([here])),
            1 => edit(app, self.map, GridEdit::free([here])),
            2 => edit(
                app,
                self.map,
                GridEdit::set_cost([here], 1 + self.rng.below(4_u16)),
            ),
            3 => drop(
                app.world_mut()
                    .write_message(PlaceAgent { agent, cell: here }),
            ),
            _ => send(app, agent, (here.x, here.y)),
        }
    }

    fn note(&mut self, app: &App) {
        for agent in &self.agents {
            let motion = app.world().get::<AgentMotion>(*agent).unwrap();
            for number in [motion.position.x.to_bits(), motion.position.y.to_bits()] {
                self.hash = (self.hash.rotate_left(5) ^ u64::from(number))
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }
}

fn play(on_entity: bool, seed: u64, budget: u64, others: u32) -> u64 {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(budget)));
    let mut script = Script::new(&mut app, seed, on_entity, (14, 11));
    let mut others: Vec<Script> = (0..others)
        .map(|other| Script::new(&mut app, 77 + u64::from(other), true, (23 - 8 * other, 17)))
        .collect();
    start(&mut app);
    for _ in 0..400 {
        if script.rng.one_in(3) {
            script.happen(&mut app);
        }
        for other in &mut others {
            other.happen(&mut app);
        }
        app.update();
        script.note(&app);
    }
    assert_eq!(steps_into_blocked(&app), 0);
    script.hash
}

#[test]
fn script_gives_the_same_positions_on_both_kinds_of_map() {
    for seed in 1..6 {
        for budget in [3, 5_000] {
            assert_eq!(
                play(false, seed, budget, 0),
                play(true, seed, budget, 0),
                "seed {seed}, budget {budget}"
            );
        }
    }
}

#[test]
fn positions_do_not_depend_on_what_happens_on_other_maps() {
    for seed in 10..14 {
        let alone = play(false, seed, 1_000_000, 0);
        assert_eq!(
            alone,
            play(false, seed, 1_000_000, 2),
            "the resource, seed {seed}"
        );
        assert_eq!(
            alone,
            play(true, seed, 1_000_000, 2),
            "an entity, seed {seed}"
        );
    }
}

#[test]
fn edit_of_one_map_leaves_paths_and_labels_of_others() {
    let (mut app, [a, b]) = with_maps([&OPEN, &OPEN]);
    app.insert_resource(NavGrid::new(Grid::from_rows(&OPEN)));
    let agents = [a, b].map(|map| spawn(&mut app, map, (0, 1), 1.0));
    let main = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 1), 1.0))
        .id();
    for agent in [agents[0], agents[1], main] {
        send(&mut app, agent, (7, 1));
    }
    ticks(&mut app, 3);
    let before = ahead(&app, main);
    assert_eq!(
        [ahead(&app, agents[0]), ahead(&app, agents[1])],
        [before.clone(), before.clone()]
    );
    let column = (0..3).map(|y| Cell::new(4, y));
    app.world_mut().trigger(EditMap {
        map: a,
        edit: GridEdit::block(column),
    });
    ticks(&mut app, 1);
    assert_eq!(
        read::<Replanned>(&app)
            .iter()
            .map(|it| (it.map, it.crossed))
            .collect::<Vec<_>>(),
        [(Some(a), 1)]
    );
    assert_eq!(
        read::<MapChanged>(&app)
            .iter()
            .map(|it| it.map)
            .collect::<Vec<_>>(),
        [a]
    );
    assert!(read::<GridChanged>(&app).is_empty());
    until(&mut app, "the way is cut off", |app| {
        reason(app, agents[0]) == Some(FailReason::Unreachable)
    });
    let ends = [Cell::new(0, 0), Cell::new(7, 0)];
    for (map, expected) in [(Some(a), false), (Some(b), true), (None, true)] {
        let asked = move |mut queries: GridQueries| {
            let walker = Walker::PLAIN.on(map);
            let path = queries.path(walker, ends[0], ends[1]).is_ok();
            (
                queries.connected(walker, ends[0], ends[1]),
                path,
                queries.grid_of(walker).is_given(),
            )
        };
        assert_eq!(
            app.world_mut().run_system_once(asked).unwrap(),
            (expected, expected, true),
            "{map:?}"
        );
    }
    until(&mut app, "the others arrive", |app| {
        said(app).arrived.len() == 2
    });
}

#[test]
fn edit_of_an_entity_without_a_map_is_reported() {
    let (mut app, [a]) = with_maps([&OPEN]);
    let nothing = app.world_mut().spawn_empty().id();
    app.world_mut().trigger(EditMap {
        map: nothing,
        edit: GridEdit::block([Cell::new(0, 0)]),
    });
    edit(
        &mut app,
        Some(a),
        GridEdit::block([Cell::new(90, 0), Cell::new(1, 1)]),
    );
    ticks(&mut app, 1);
    assert_eq!(
        read::<MapMissing>(&app)
            .iter()
            .map(|it| it.map)
            .collect::<Vec<_>>(),
        [nothing]
    );
    assert_eq!(
        read::<EditRefused>(&app)
            .iter()
            .map(|it| it.map)
            .collect::<Vec<_>>(),
        [Some(a)]
    );
    assert!(
        !app.world()
            .get::<GridMap>(a)
            .unwrap()
            .grid()
            .is_walkable(Cell::new(1, 1))
    );
}

#[test]
fn agent_taken_to_another_map_ends_its_path_and_stands() {
    let (mut app, [a, b]) = with_maps([&OPEN, &["##......", "##......", "........"]]);
    let agent = spawn(&mut app, a, (0, 2), 4.0);
    send(&mut app, agent, (7, 2));
    ticks(&mut app, 20);
    app.world_mut().entity_mut(agent).insert(OnMap(b));
    ticks(&mut app, 1);
    let here = cell(&app, agent);
    assert_eq!(
        (reason(&app, agent), is_idle(&app, agent)),
        (Some(FailReason::MapLeft), true)
    );
    ticks(&mut app, 30);
    assert_eq!(cell(&app, agent), here);
    // An order of the same frame is for the new map, and so is a place.
    let mut entity = app.world_mut().entity_mut(agent);
    entity.insert((OnMap(a), MoveTo(Cell::new(3, 0))));
    app.world_mut().trigger(PlaceAgent {
        agent,
        cell: Cell::new(0, 0),
    });
    ticks(&mut app, 1);
    assert_eq!(
        (cell(&app, agent), reason(&app, agent)),
        (Cell::new(0, 0), None)
    );
    until(&mut app, "it arrives on the first map", |app| {
        cell(app, agent) == Cell::new(3, 0) && is_idle(app, agent)
    });
    // Back and forth within a frame is no journey.
    send(&mut app, agent, (0, 0));
    ticks(&mut app, 2);
    app.world_mut()
        .entity_mut(agent)
        .insert(OnMap(b))
        .insert(OnMap(a));
    until(&mut app, "it arrives at the corner", |app| {
        cell(app, agent) == Cell::new(0, 0) && is_idle(app, agent)
    });
    // There is a wall on the other map.
    app.world_mut().entity_mut(agent).insert(OnMap(b));
    ticks(&mut app, 1);
    assert_eq!(said(&app).relocated.len(), 1);
    assert!(
        app.world()
            .get::<GridMap>(b)
            .unwrap()
            .grid()
            .is_walkable(cell(&app, agent))
    );
    assert_eq!(steps_into_blocked(&app), 0);
}

#[test]
fn agent_without_a_map_says_so_and_sets_off_once_there_is_one() {
    let (mut app, [a]) = with_maps([&OPEN]);
    let walker = spawn(&mut app, a, (0, 0), 4.0);
    send(&mut app, walker, (7, 0));
    ticks(&mut app, 10);
    app.world_mut().entity_mut(a).remove::<GridMap>();
    ticks(&mut app, 2);
    let here = cell(&app, walker);
    assert_eq!(
        (reason(&app, walker), is_idle(&app, walker)),
        (Some(FailReason::NoMap), true)
    );
    assert_eq!(
        read::<MapReplaced>(&app)
            .iter()
            .map(|it| (it.map, it.revision))
            .collect::<Vec<_>>(),
        [(a, None)]
    );
    ticks(&mut app, 10);
    assert_eq!(cell(&app, walker), here, "an agent without a map stays");
    app.world_mut()
        .entity_mut(a)
        .insert(GridMap::new(Grid::from_rows(&OPEN)));
    until(&mut app, "it arrives", |app| {
        cell(app, walker) == Cell::new(7, 0) && is_idle(app, walker)
    });
    // For good.
    send(&mut app, walker, (0, 0));
    ticks(&mut app, 2);
    app.world_mut().despawn(a);
    ticks(&mut app, 2);
    assert_eq!(reason(&app, walker), Some(FailReason::NoMap));
    app.insert_resource(NavGrid::new(Grid::from_rows(&OPEN)));
    app.world_mut()
        .entity_mut(walker)
        .remove::<OnMap>()
        .insert(MoveTo(Cell::new(1, 1)));
    until(&mut app, "it walks on the resource", |app| {
        cell(app, walker) == Cell::new(1, 1) && is_idle(app, walker)
    });
}

#[test]
fn replaced_map_is_another_one_for_its_agents_alone() {
    let (mut app, [a, b]) = with_maps([&OPEN, &OPEN]);
    let agents = [a, b].map(|map| spawn(&mut app, map, (0, 1), 2.0));
    for agent in agents {
        send(&mut app, agent, (7, 1));
    }
    ticks(&mut app, 4);
    edit(&mut app, Some(a), GridEdit::block([Cell::new(0, 0)]));
    let rows = ["...#....", "...#....", "...#....", "........"];
    app.world_mut().trigger(ReplaceMap {
        map: a,
        grid: Grid::from_rows(&rows),
    });
    ticks(&mut app, 2);
    assert_eq!(
        app.world().get::<GridMap>(a).unwrap().grid().size().height,
        4
    );
    assert!(ahead(&app, agents[0]).contains(&Cell::new(3, 3)));
    assert!(ahead(&app, agents[1]).contains(&Cell::new(3, 1)));
    // Inserted once more.
    app.world_mut()
        .entity_mut(b)
        .insert(GridMap::new(Grid::from_rows(&rows)));
    ticks(&mut app, 2);
    assert!(ahead(&app, agents[1]).contains(&Cell::new(3, 3)));
    until(&mut app, "both arrive", |app| said(app).arrived.len() == 2);
    assert_eq!(steps_into_blocked(&app), 0);
}

#[test]
fn budget_is_shared_by_the_agents_of_all_maps() {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(600)));
    let mut rng = Rng(3);
    let mut agents = Vec::new();
    for number in 0..12_u32 {
        let side = if number == 0 { 200 } else { 12 };
        let grid = random_grid(&mut rng, (side, side));
        let map = app.world_mut().spawn(GridMap::new(grid.clone())).id();
        for _ in 0..if number == 0 { 40 } else { 2 } {
            let (Some(at), Some(goal)) = (rng.free_cell(&grid), rng.free_cell(&grid)) else {
                continue;
            };
            let agent = app
                .world_mut()
                .spawn((GridAgent::at(at, 4.0), OnMap(map), MoveTo(goal)))
                .id();
            agents.push((number, agent));
        }
    }
    start(&mut app);
    let mut answered: HashMap<u32, usize> = HashMap::new();
    let mut open = agents.clone();
    for tick in 1..3000 {
        app.update();
        open.retain(|(map, agent)| {
            let is_open = app.world().get::<LastSearch>(*agent).is_none();
            if !is_open {
                answered.insert(*map, tick);
            }
            is_open
        });
        if open.is_empty() {
            break;
        }
    }
    assert!(
        open.is_empty(),
        "{} of {} have no answer",
        open.len(),
        agents.len()
    );
    // However long the searches of the large map take, agents of the small ones need not wait for
    // all of them.
    let large = answered.remove(&0);
    assert!(
        answered.len() == 11 && answered.values().max() < large.as_ref(),
        "{answered:?}, {large:?}"
    );
}

#[test]
fn follower_waits_while_its_target_is_on_another_map() {
    let (mut app, [a, b]) = with_maps([&OPEN, &OPEN]);
    let player = spawn(&mut app, a, (5, 1), 0.0);
    let pet = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 1), 8.0),
            OnMap(a),
            Follow::at_distance(player, 1),
        ))
        .id();
    ticks(&mut app, 10);
    app.world_mut().entity_mut(player).insert(OnMap(b));
    ticks(&mut app, 30);
    assert_eq!(reason(&app, pet), Some(FailReason::TargetElsewhere));
    let here = cell(&app, pet);
    ticks(&mut app, 10);
    assert_eq!((cell(&app, pet), is_idle(&app, pet)), (here, true));
    assert_eq!(
        said(&app)
            .failed
            .iter()
            .filter(|it| it.agent == pet)
            .count(),
        1,
        "it is said once"
    );
    app.world_mut().entity_mut(pet).insert(OnMap(b));
    until(&mut app, "it is near", |app| {
        cell(app, pet) == Cell::new(4, 1) && reason(app, pet).is_none()
    });
}

#[test]
fn agents_are_drawn_by_the_layout_of_their_map() {
    let (mut app, [a, b]) = with_maps([&OPEN, &OPEN]);
    let layout = GridLayout::y_down(Vec2::splat(10.0)).at(Vec3::new(1000.0, 0.0, 0.0));
    app.world_mut().entity_mut(b).insert(MapLayout(layout));
    let agent = spawn(&mut app, a, (2, 1), 4.0);
    let placed = app
        .world_mut()
        .spawn((
            GridAgent { speed: 1.0 },
            Transform::from_xyz(1035.0, -15.0, 0.0),
            OnMap(b),
        ))
        .id();
    ticks(&mut app, 2);
    assert_eq!(cell(&app, placed), Cell::new(3, 1));
    assert_eq!(
        place(&app, agent),
        GridLayout::default().center_3d(Cell::new(2, 1))
    );
    app.world_mut().entity_mut(agent).insert(OnMap(b));
    ticks(&mut app, 2);
    assert_eq!(
        (cell(&app, agent), place(&app, agent)),
        (Cell::new(2, 1), layout.center_3d(Cell::new(2, 1)))
    );
    // The game moves it: read by the same layout.
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation = layout.center_3d(Cell::new(6, 2));
    ticks(&mut app, 2);
    assert_eq!(cell(&app, agent), Cell::new(6, 2));
    app.world_mut()
        .entity_mut(b)
        .insert(MapLayout(GridLayout::y_down(Vec2::ZERO)));
    ticks(&mut app, 1);
    assert_eq!(
        read::<LayoutRefused>(&app)
            .iter()
            .map(|it| it.map)
            .collect::<Vec<_>>(),
        [Some(b)]
    );
    assert_eq!(
        place(&app, agent),
        GridLayout::default().center_3d(Cell::new(6, 2))
    );
}

#[test]
fn kind_of_two_maps_is_forgotten_when_its_agents_leave() {
    let (mut app, [a, b]) = with_maps([&OPEN, &OPEN]);
    let kind = AgentKind::from(AgentProfile {
        size: 2,
        ..default()
    });
    let agents = [a, b, a].map(|map| {
        let agent = spawn(&mut app, map, (0, 0), 4.0);
        app.world_mut().entity_mut(agent).insert(kind.clone());
        agent
    });
    ticks(&mut app, 2);
    let fits = |app: &App, map| {
        app.world()
            .get::<GridMap>(map)
            .unwrap()
            .can_stand(Some(&kind), Cell::new(7, 0))
    };
    assert_eq!(
        [fits(&app, a), fits(&app, b)],
        [Err(CannotStand::DoesNotFit); 2]
    );
    app.world_mut().entity_mut(agents[2]).insert(OnMap(b));
    ticks(&mut app, 2);
    let profiles =
        agents.map(|agent| Arc::downgrade(&app.world().get::<AgentKind>(agent).unwrap().0));
    drop(kind);
    for agent in agents {
        app.world_mut().despawn(agent);
    }
    ticks(&mut app, 3);
    assert_eq!(profiles.map(|profile| profile.strong_count()), [0; 3]);
}

#[test]
fn saved_agents_and_maps_go_on_when_loaded() {
    let (mut app, [a]) = with_maps([&["........", ".######.", "........"]]);
    let agent = spawn(&mut app, a, (0, 0), 4.0);
    send(&mut app, agent, (0, 2));
    ticks(&mut app, 1);
    send(&mut app, agent, (7, 2));
    ticks(&mut app, 20);
    let types = app.world().resource::<AppTypeRegistry>().clone();
    let types = types.read();
    let mut saved: Vec<(Entity, Box<dyn PartialReflect>)> = Vec::new();
    for entity in [agent, a] {
        let ours = types
            .iter()
            .filter(|it| it.type_info().type_path().starts_with("bevy_gridwalk::"));
        for value in ours.filter_map(|it| {
            it.data::<ReflectComponent>()?
                .reflect(app.world().entity(entity))
        }) {
            if value.as_partial_reflect().represents::<OnMap>() {
                // Bevy writes names of entities as text with one of its features only.
                saved.push((entity, value.to_dynamic()));
                continue;
            }
            let text = ron::to_string(&ReflectSerializer::new(value.as_partial_reflect(), &types))
                .unwrap();
            let mut from = ron::Deserializer::from_str(&text).unwrap();
            saved.push((
                entity,
                ReflectDeserializer::new(&types)
                    .deserialize(&mut from)
                    .unwrap(),
            ));
        }
    }
    let mut loaded = without_map(FixedUpdate);
    start(&mut loaded);
    let mut names: EntityHashMap<Entity> = EntityHashMap::default();
    for _ in 0..5 {
        loaded.world_mut().spawn_empty();
    }
    for entity in [agent, a] {
        names.insert(entity, loaded.world_mut().spawn_empty().id());
    }
    for (entity, value) in &saved {
        let of = types
            .get(value.get_represented_type_info().unwrap().type_id())
            .unwrap();
        let mut entity = loaded.world_mut().entity_mut(names[entity]);
        let of = of.data::<ReflectComponent>().unwrap();
        of.apply_or_insert_mapped(
            &mut entity,
            value.as_partial_reflect(),
            &types,
            &mut names,
            RelationshipHookMode::Run,
        );
    }
    let agent = names[&agent];
    assert_eq!(loaded.world().get::<OnMap>(agent), Some(&OnMap(names[&a])));
    until(&mut loaded, "it arrives", |app| {
        cell(app, agent) == Cell::new(7, 2) && is_idle(app, agent)
    });
    assert!(
        said(&loaded).failed.is_empty(),
        "{:?}",
        said(&loaded).failed
    );
}

/// A world of many maps, and all that can happen to them.
struct Worlds {
    app: App,
    rng: Rng,
    maps: Vec<Entity>,
    agents: Vec<Entity>,
}

impl Worlds {
    fn new(seed: u64) -> Self {
        let mut app = without_map(FixedUpdate);
        let mut rng = Rng(seed);
        app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(
            50 + rng.below(800),
        )));
        app.insert_resource(NavGrid::new(random_grid(&mut rng, (15, 15))));
        let mut worlds = Self {
            app,
            rng,
            maps: Vec::new(),
            agents: Vec::new(),
        };
        for _ in 0..20 {
            worlds.open_map();
        }
        start(&mut worlds.app);
        worlds
    }

    fn grid(&mut self) -> Grid {
        let size = (6 + self.rng.below(20_u32), 6 + self.rng.below(20_u32));
        random_grid(&mut self.rng, size)
    }

    fn open_map(&mut self) {
        let grid = self.grid();
        let map = self.app.world_mut().spawn(GridMap::new(grid.clone())).id();
        self.maps.push(map);
        for number in 0..20_u8 {
            let Some(at) = self.rng.free_cell(&grid) else {
                continue;
            };
            let mut agent = self
                .app
                .world_mut()
                .spawn((GridAgent::at(at, 8.0), OnMap(map)));
            if number % 5 == 0 {
                agent.insert(AgentKind::from(AgentProfile {
                    size: 1 + number % 2,
                    ..default()
                }));
            }
            agent.insert(MoveTo(Cell::new(number.into(), 3)));
            self.agents.push(agent.id());
        }
    }

    fn happen(&mut self) {
        let (map, other) = (self.rng.pick(&self.maps), self.rng.pick(&self.maps));
        let cell = Cell::new(self.rng.below(26_i32) - 1, self.rng.below(26_i32) - 1);
        let agent = self.rng.pick(&self.agents);
        match self.rng.below(40) {
            0..4 => edit(&mut self.app, Some(map), GridEdit::block([cell])),
            4..8 => edit(&mut self.app, Some(map), GridEdit::free([cell])),
            8 => edit(&mut self.app, None, GridEdit::block([cell])),
            9..13 => drop(self.app.world_mut().entity_mut(agent).insert(OnMap(other))),
            13 => drop(self.app.world_mut().entity_mut(agent).remove::<OnMap>()),
            14 => drop(
                self.app
                    .world_mut()
                    .entity_mut(agent)
                    .insert((OnMap(other), MoveTo(cell))),
            ),
            15 => drop(
                self.app
                    .world_mut()
                    .write_message(PlaceAgent { agent, cell }),
            ),
            16 if self.rng.one_in(4) => {
                self.app.world_mut().despawn(map);
                self.maps.retain(|it| *it != map);
                if self.maps.len() < 12 {
                    self.open_map();
                }
            }
            17 if self.rng.one_in(4) => {
                let grid = self.grid();
                self.app.world_mut().trigger(ReplaceMap { map, grid });
            }
            18 if self.rng.one_in(4) => {
                let grid = self.grid();
                self.app
                    .world_mut()
                    .entity_mut(map)
                    .insert(GridMap::new(grid));
            }
            19 => {
                let mut time = self.app.world_mut().resource_mut::<Time<Virtual>>();
                if time.is_paused() {
                    time.unpause();
                } else {
                    time.pause();
                }
            }
            20 => {
                let target = self.rng.pick(&self.agents);
                self.app
                    .world_mut()
                    .entity_mut(agent)
                    .insert(Follow::at_distance(target, 2));
            }
            _ => send(&mut self.app, agent, (cell.x, cell.y)),
        }
    }

    fn check(&mut self, seed: u64) {
        type Checked<'a> = (
            Entity,
            &'a AgentCell,
            Option<&'a AgentKind>,
            Option<&'a OnMap>,
            Option<&'a PathFailed>,
        );
        let mut query = self.app.world_mut().query::<Checked>();
        let world = self.app.world();
        for (agent, cell, kind, on, failed) in query.iter(world) {
            let grid = match on {
                None => world.get_resource::<NavGrid>(),
                Some(on) => world.get::<GridMap>(on.0).map(|map| &**map),
            };
            let says = failed.is_some_and(|failed| {
                matches!(failed.reason, FailReason::Stuck(_) | FailReason::NoMap)
            });
            let Some(grid) = grid else {
                assert!(
                    says,
                    "seed {seed}: {agent} is on no map and does not say so: {failed:?}"
                );
                continue;
            };
            let can = grid.can_stand(kind, cell.0);
            assert!(
                says || can.is_ok(),
                "seed {seed}: {agent} at {} of {on:?}: {can:?}, {failed:?}",
                cell.0
            );
        }
        assert_eq!(steps_into_blocked(&self.app), 0, "seed {seed}");
    }

    /// Once nothing happens any more, each agent stands.
    fn settle(&mut self, seed: u64) {
        self.app
            .world_mut()
            .resource_mut::<Time<Virtual>>()
            .unpause();
        for _ in 0..4000 {
            self.app.update();
            self.check(seed);
            if self.agents.iter().all(|agent| is_idle(&self.app, *agent)) {
                return;
            }
        }
        let left = self
            .agents
            .iter()
            .filter(|agent| !is_idle(&self.app, **agent))
            .count();
        panic!("seed {seed}: {left} agents never end");
    }
}

#[test]
fn random_lives_on_twenty_maps_end_or_say_why() {
    for seed in 0..4 {
        let mut worlds = Worlds::new(seed);
        for _ in 0..300 {
            for _ in 0..worlds.rng.below(16) {
                worlds.happen();
            }
            worlds.app.update();
            if !worlds.app.world().resource::<Time<Virtual>>().is_paused() {
                worlds.app.update();
                worlds.check(seed);
            }
        }
        worlds.settle(seed);
        assert!(
            said(&worlds.app).arrived.len() > 40,
            "{}",
            said(&worlds.app).arrived.len()
        );
    }
}
