//! Long games of crowds: judged by the referee of the kernel, compared with the crowd without Bevy,
//! saved and loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;
use std::time::Duration;

use bevy::ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy::prelude::*;
use bevy::reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::Regions;
use bevy_gridwalk::crowd_kernel::{AgentId, Crowd, CrowdRules, Goal, NewAgent, Step};
use bevy_gridwalk::kernel::referee::{Conflict, CrowdReferee, Footing};
use bevy_gridwalk::prelude::*;
use gridwalk_testing::Rng;
use serde::de::DeserializeSeed;

use super::game::{said, start, steps_into_blocked, ticks, without_map};

/// The referee of a game with agents of one cell.
struct Watch {
    referee: CrowdReferee,
    entities: BTreeMap<u32, Entity>,
    /// The last step of each agent, and its pace when that began.
    paces: BTreeMap<u32, (Step, NonZeroU16)>,
    /// Agents that something other than a step has put where they are, since the tick that was
    /// judged last.
    placed: BTreeSet<Entity>,
    judged: u64,
    /// Number of messages that were read.
    read: usize,
}

impl Default for Watch {
    fn default() -> Self {
        let options = SearchOptions::default();
        let referee = CrowdReferee::new(options.movement, options.cost_rule);
        Self {
            referee,
            entities: BTreeMap::new(),
            paces: BTreeMap::new(),
            placed: BTreeSet::new(),
            judged: 0,
            read: 0,
        }
    }
}

impl Watch {
    /// The conflicts of the newest tick.
    fn check(&mut self, app: &App) -> Vec<Conflict> {
        let relocated = &said(app).relocated;
        self.placed
            .extend(relocated[self.read..].iter().map(|it| it.agent));
        self.read = relocated.len();
        let crowds = app.world().resource::<Crowds>();
        let Some(crowd) = crowds.of(None) else {
            *self = Self {
                read: self.read,
                ..Self::default()
            };
            return Vec::new();
        };
        if std::mem::replace(&mut self.judged, crowd.now()) == crowd.now() {
            return Vec::new();
        }
        let count = crowd.agents().last().map_or(0, |id| id.0 as usize + 1);
        let (mut footings, mut placed) = (vec![None; count], Vec::new());
        for id in crowd.agents() {
            let (step, entity) = (crowd.last_step(id), crowds.entity(None, id).unwrap());
            if self.entities.insert(id.0, entity) != Some(entity) || self.placed.contains(&entity) {
                placed.push(id.0 as usize);
            }
            let (from, to, begin, end) = (step.from, step.to, step.begin, step.end);
            let known = self
                .paces
                .get(&id.0)
                .filter(|known| known.0 == step)
                .map(|known| known.1);
            let (size, ticks_per_cell) = (crowd.size(id), known.unwrap_or(crowd.pace(id)));
            self.paces.insert(id.0, (step, ticks_per_cell));
            footings[id.0 as usize] = Some(Footing {
                from,
                to,
                begin,
                end,
                size,
                ticks_per_cell,
                map: 0,
            });
        }
        let alive: Vec<u32> = crowd.agents().map(|id| id.0).collect();
        self.entities
            .retain(|id, _| alive.binary_search(id).is_ok());
        self.placed.clear();
        self.referee.check(
            &[app.world().resource::<NavGrid>().grid()],
            crowd.now() - 1,
            &footings,
            &placed,
        )
    }
}

fn random_map(rng: &mut Rng, width: u32, height: u32) -> Grid {
    let costs: Vec<u16> = (0..width * height)
        .map(|_| u16::from(!rng.one_in(8)))
        .collect();
    Grid::from_costs(width, height, &costs).unwrap()
}

fn app_on(grid: Grid) -> App {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(grid));
    start(&mut app);
    app
}

#[test]
fn a_game_of_random_events_has_no_conflicts() {
    for seed in 0..4 {
        let mut rng = Rng(seed);
        let mut app = app_on(random_map(&mut rng, 20, 16));
        let (mut watch, mut agents) = (Watch::default(), Vec::new());
        for tick in 0..1500 {
            let grid = app.world().resource::<NavGrid>().grid().clone();
            let cell = rng.cell(&grid);
            let agent: Option<Entity> =
                (!agents.is_empty()).then(|| agents[rng.below(agents.len())]);
            match (rng.below(24_u8), agent) {
                (0..=3, _) if agents.len() < 60 => {
                    let speed = rng.pick(&[3.0, 8.0, 20.0, 64.0]);
                    agents.push(
                        app.world_mut()
                            .spawn((GridAgent::at(cell, speed), InCrowd))
                            .id(),
                    );
                }
                (4..=8, Some(agent)) => {
                    app.world_mut().entity_mut(agent).insert(MoveTo(cell));
                }
                (9, _) => agents.iter().for_each(|agent| {
                    app.world_mut()
                        .entity_mut(*agent)
                        .insert(MoveTo(Cell::new(10, 8)));
                }),
                (10, Some(agent)) => drop(
                    app.world_mut()
                        .write_message(QueueWaypoint { agent, goal: cell }),
                ),
                (11, Some(agent)) => {
                    watch.placed.insert(agent);
                    app.world_mut().write_message(PlaceAgent { agent, cell });
                }
                (12, Some(agent)) => drop(app.world_mut().write_message(CancelPath::Agent(agent))),
                (13, Some(agent)) => {
                    app.world_mut().despawn(agent);
                    agents.retain(|other| *other != agent);
                }
                (14, Some(agent)) => {
                    watch.placed.insert(agent);
                    app.world_mut().entity_mut(agent).remove::<InCrowd>();
                }
                (15, Some(agent)) => drop(app.world_mut().entity_mut(agent).insert(InCrowd)),
                (16, _) => drop(app.world_mut().write_message(EditGrid::block([cell]))),
                (17 | 18, _) => drop(app.world_mut().write_message(EditGrid::free([cell]))),
                (19, Some(agent)) => {
                    let speed = rng.pick(&[0.0, 5.0, 32.0]);
                    app.world_mut().get_mut::<GridAgent>(agent).unwrap().speed = speed;
                }
                (20, Some(agent)) => {
                    watch.placed.insert(agent);
                    let at = app
                        .world()
                        .resource::<GridLayout>()
                        .center(cell)
                        .extend(0.0);
                    app.world_mut()
                        .get_mut::<Transform>(agent)
                        .unwrap()
                        .translation = at;
                }
                (21, _) => {
                    let is_paused = app.world().resource::<Time<Virtual>>().is_paused();
                    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
                    if is_paused {
                        time.unpause();
                    } else {
                        time.pause();
                    }
                }
                (22, Some(agent)) if rng.one_in(2) => {
                    app.world_mut()
                        .entity_mut(agent)
                        .insert(bevy::ecs::entity_disabling::Disabled);
                }
                (22, _) => {
                    watch.placed.extend(&agents);
                    for agent in &agents {
                        app.world_mut()
                            .entity_mut(*agent)
                            .remove::<bevy::ecs::entity_disabling::Disabled>();
                    }
                }
                _ => {}
            }
            app.update();
            let conflicts = watch.check(&app);
            assert!(
                conflicts.is_empty(),
                "seed {seed}, tick {tick}: {conflicts:?}"
            );
        }
        assert_eq!(steps_into_blocked(&app), 0);
    }
}

/// A game of agents with waypoints: where each starts, how many ticks a cell takes it, and where it
/// goes.
struct Cast(Grid, Vec<(Cell, u16, Vec<Cell>)>);

impl Cast {
    fn new(seed: u64) -> Self {
        let mut rng = Rng(seed);
        let grid = random_map(&mut rng, 32, 24);
        // All goals can be reached: what happens otherwise is the plugin's own.
        let regions = Regions::new(&grid, Movement::default());
        let walkable = || {
            grid.iter()
                .filter(|(_, it)| !it.is_blocked())
                .map(|(cell, _)| cell)
        };
        let middle = walkable()
            .min_by_key(|cell| cell.distance(Cell::new(16, 12)))
            .unwrap();
        let mut free: Vec<Cell> = walkable()
            .filter(|cell| regions.connected(*cell, middle))
            .collect();
        for at in (1..free.len()).rev() {
            free.swap(at, rng.below(at + 1));
        }
        let agents = free.iter().take(80).map(|at| {
            let pace = rng.pick(&[1, 2, 4, 8]);
            let goals = (0..=rng.below(29)).map(|_| rng.pick(&free)).collect();
            (*at, pace, goals)
        });
        let agents = agents.collect();
        Self(grid, agents)
    }

    fn spawn(&self, app: &mut App) {
        for (at, pace, goals) in &self.1 {
            let waypoints = Waypoints(goals.iter().copied().collect());
            app.world_mut().spawn((
                GridAgent::at(*at, 64.0 / f32::from(*pace)),
                InCrowd,
                waypoints,
            ));
        }
    }

    /// The hash of the crowd without Bevy after this number of ticks.
    fn hash(&self, ticks: u64) -> u64 {
        let mut crowd = Crowd::new(&self.0, CrowdRules::default()).unwrap();
        let mut next = vec![0; self.1.len()];
        for (at, pace, _) in &self.1 {
            crowd
                .add(NewAgent {
                    ticks_per_cell: NonZeroU16::new(*pace),
                    ..NewAgent::at(*at)
                })
                .unwrap();
        }
        let mut arrived: Vec<AgentId> = crowd.agents().collect();
        while crowd.now() < ticks {
            for id in arrived.drain(..) {
                let (goals, next) = (&self.1[id.0 as usize].2, &mut next[id.0 as usize]);
                let Some(goal) = goals.get(*next) else {
                    continue;
                };
                *next += 1;
                let goal = if *next == goals.len() {
                    Goal::Cell(*goal)
                } else {
                    Goal::Visit(*goal)
                };
                crowd.send(id, goal).unwrap();
            }
            arrived.clone_from(&crowd.tick(&[&self.0], u64::MAX).arrived);
        }
        crowd.hash()
    }
}

/// Updates until the crowd has made this number of ticks.
fn play_to(app: &mut App, ticks: u64) -> u64 {
    while app
        .world()
        .resource::<Crowds>()
        .of(None)
        .is_none_or(|crowd| crowd.now() < ticks)
    {
        app.update();
    }
    let crowds = app.world().resource::<Crowds>();
    crowds.of(None).unwrap().hash()
}

#[test]
fn a_crowd_in_bevy_does_what_it_does_alone_at_any_frame_rate() {
    for seed in 0..3 {
        let cast = Cast::new(seed);
        let expected = cast.hash(1000);
        for frames in [15, 60, 240] {
            let mut app = app_on(cast.0.clone());
            app.insert_resource(TimeUpdateStrategy::ManualDuration(
                Duration::from_secs(1) / frames,
            ));
            cast.spawn(&mut app);
            // At 15 frames a second several ticks fall into one frame: it is stopped on time by a
            // limit.
            let mut hash = 0;
            while app
                .world()
                .resource::<Crowds>()
                .of(None)
                .is_none_or(|crowd| crowd.now() < 1000)
            {
                let left = 1000
                    - app
                        .world()
                        .resource::<Crowds>()
                        .of(None)
                        .map_or(0, Crowd::now);
                if left < 8 {
                    app.insert_resource(TimeUpdateStrategy::ManualDuration(
                        Duration::from_secs(1) / 240,
                    ));
                }
                hash = play_to(&mut app, 1001 - left);
            }
            assert_eq!(hash, expected, "seed {seed} at {frames} frames a second");
        }
    }
}

/// All entities of agents and the resources of a game, as text.
fn save(app: &mut App) -> (Vec<Vec<String>>, Vec<String>) {
    let mut agents = app.world_mut().query_filtered::<Entity, With<GridAgent>>();
    let mut agents: Vec<Entity> = agents.iter(app.world()).collect();
    // In another order than they came.
    agents.reverse();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let ours = || {
        registry
            .iter()
            .filter(|it| it.type_info().type_path().starts_with("bevy_gridwalk::"))
    };
    let text = |value: &dyn PartialReflect| {
        ron::to_string(&ReflectSerializer::new(value, &registry)).unwrap()
    };
    let components = |agent: &Entity| {
        let entity = app.world().entity(*agent);
        let values = ours().filter_map(|it| it.data::<ReflectComponent>()?.reflect(entity));
        values
            .map(|value| text(value.as_partial_reflect()))
            .collect()
    };
    let resources = [
        text(app.world().resource::<NavGrid>()),
        text(app.world().resource::<Crowds>()),
    ];
    (agents.iter().map(components).collect(), resources.into())
}

fn load(app: &mut App, (agents, resources): &(Vec<Vec<String>>, Vec<String>)) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let read = |text: &String| {
        let mut from = ron::Deserializer::from_str(text).unwrap();
        ReflectDeserializer::new(&registry)
            .deserialize(&mut from)
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    app.insert_resource(NavGrid::from_reflect(&*read(&resources[0])).unwrap());
    app.insert_resource(Crowds::from_reflect(&*read(&resources[1])).unwrap());
    for components in agents {
        let entity = app.world_mut().spawn_empty().id();
        for text in components {
            let value = read(text);
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
    }
}

#[test]
fn a_crowd_that_was_saved_and_loaded_goes_on_as_before() {
    for seed in 0..3 {
        let cast = Cast::new(seed);
        let mut app = app_on(cast.0.clone());
        cast.spawn(&mut app);
        play_to(&mut app, 500);
        let saved = save(&mut app);
        let mut later = without_map(FixedUpdate);
        load(&mut later, &saved);
        start(&mut later);
        assert_eq!(play_to(&mut later, 1000), cast.hash(1000), "seed {seed}");
    }
}

#[test]
fn a_crowd_that_was_saved_joins_anew_on_another_map() {
    let cast = Cast::new(1);
    let mut app = app_on(cast.0.clone());
    cast.spawn(&mut app);
    play_to(&mut app, 60);
    let mut saved = save(&mut app);
    let other = app_on(Grid::from_fn(32, 24, |_| Terrain::floor()).unwrap());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let map = other.world().resource::<NavGrid>();
    saved.0.truncate(50);
    saved.1[0] = ron::to_string(&ReflectSerializer::new(map, &registry)).unwrap();
    drop(registry);
    let mut later = without_map(FixedUpdate);
    load(&mut later, &saved);
    start(&mut later);
    let mut watch = Watch::default();
    for _ in 0..200 {
        ticks(&mut later, 1);
        assert!(watch.check(&later).is_empty());
    }
    assert_eq!(
        later
            .world()
            .resource::<Crowds>()
            .of(None)
            .unwrap()
            .agents()
            .count(),
        50
    );
}

/// The CPU time of a tick in milliseconds, as the median of many.
fn median(mut tick: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            let begun = std::time::Instant::now();
            tick();
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
#[ignore = "a measurement"]
fn ten_thousand_agents_beside_the_crowd_alone() {
    let grid = Grid::from_fn(256, 256, |_| Terrain::floor()).unwrap();
    let goal = |i: i32| Cell::new(16 + (i * 37) % 224, 16 + (i * 61) % 224);
    for pace in [1_u16, 16] {
        let mut crowd = Crowd::new(&grid, CrowdRules::default()).unwrap();
        let mut app = app_on(grid.clone());
        for i in 0..10_000 {
            let at = Cell::new((i % 100) * 2, (i / 100) * 2);
            let id = crowd
                .add(NewAgent {
                    ticks_per_cell: NonZeroU16::new(pace),
                    ..NewAgent::at(at)
                })
                .unwrap();
            crowd.send(id, Goal::Cell(goal(i % 64))).unwrap();
            let speed = 64.0 / f32::from(pace);
            app.world_mut()
                .spawn((GridAgent::at(at, speed), InCrowd, MoveTo(goal(i % 64))));
        }
        app.insert_resource(CrowdOptions {
            field_work: u64::MAX,
            ..default()
        });
        (0..4).for_each(|_| drop(crowd.tick(&[&grid], u64::MAX).clone()));
        ticks(&mut app, 5);
        let alone = median(|| _ = crowd.tick(&[&grid], u64::MAX));
        let whole = median(|| app.update());
        let crowds = app.world().resource::<Crowds>().of(None).unwrap();
        println!(
            "{pace} ticks a cell: alone {alone:.3} ms, whole update {whole:.3} ms, tick {}",
            crowds.now()
        );
    }
}

/// Measures positions between two ticks: eight frames are drawn to each tick.
#[test]
#[ignore = "a measurement"]
fn frames_between_the_ticks_of_ten_thousand_agents() {
    for count in [1, 10_000] {
        let mut app = app_on(Grid::from_fn(256, 256, |_| Terrain::floor()).unwrap());
        for i in 0..count {
            let at = Cell::new((i % 100) * 2, (i / 100) * 2);
            let goal = Cell::new(16 + (i % 64 * 37) % 224, 16 + (i % 64 * 61) % 224);
            app.world_mut()
                .spawn((GridAgent::at(at, 4.0), InCrowd, MoveTo(goal)));
        }
        ticks(&mut app, 20);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(
            1_000_000_000 / (64 * 8),
        )));
        let frame = median(|| app.update());
        println!("{count} agents: {frame:.3} ms a frame without a tick");
    }
}
