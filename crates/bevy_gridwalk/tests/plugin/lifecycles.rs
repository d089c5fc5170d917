//! Thousands of agents that are spawned, sent, teleported, taken to other maps, grown, paused and
//! despawned at random, on maps that change under them and go, in a game that goes from state to
//! state.

use std::collections::HashMap;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentName, Arrived, CancelPath, EditGrid, EditMap, FailReason, Follow,
    GridAgent, GridLayout, GridMap, LevelPlugin, LevelUpdate, MoveTo, MoveToNearest, NavGrid,
    OnMap, PathFailed, PathOnly, PathRequest, PathStack, PathfindingSystems, Patrol, PlaceAgent,
    Planning, PlanningOptions, QueueWaypoint, ReplaceGrid, ReplaceMap, RequestQueue, TickBudget,
    Waypoints,
};
use gridwalk_level::formats::parse_ron;
use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit};
use gridwalk_testing::Rng;

use super::game::{start, steps_into_blocked, without_map};

/// Orders that have neither ended nor failed.
#[derive(Resource, Default)]
struct Open(HashMap<Entity, Cell>);

/// Agents walk in one state only; each other one is something that games do to them meanwhile.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Screen {
    #[default]
    Playing,
    Menu,
    /// Half of the agents leave when it begins, and the map is another one when it ends.
    Travel,
}

/// The number of agents that have left.
#[derive(Resource, Default)]
struct Travelled(usize);

/// The maximum number of maps beside the resource.
const ROOMS: usize = 4;

fn leave(
    mut commands: Commands,
    agents: Query<Entity, With<GridAgent>>,
    mut travelled: ResMut<Travelled>,
) {
    for agent in agents.iter().step_by(2) {
        commands.entity(agent).despawn();
        travelled.0 += 1;
    }
}

fn enter_another_map(mut commands: Commands, travelled: Res<Travelled>) {
    commands.insert_resource(NavGrid::new(map(&mut Rng(travelled.0 as u64), 20)));
}

fn close(
    mut open: ResMut<Open>,
    mut arrived: MessageReader<Arrived>,
    mut failed: MessageReader<PathFailed>,
) {
    for agent in arrived
        .read()
        .map(|it| it.agent)
        .chain(failed.read().map(|it| it.agent))
    {
        open.0.remove(&agent);
    }
}

fn pop(mut stacks: Query<&mut PathStack, With<PathOnly>>) {
    for mut stack in &mut stacks {
        stack.pop();
    }
}

fn map(rng: &mut Rng, walls_percent: usize) -> Grid {
    let (width, height) = (8 + rng.below(20_u32), 8 + rng.below(20_u32));
    let mut cost = |_| {
        if rng.below(100) < walls_percent {
            0
        } else {
            1 + rng.below(3_u16)
        }
    };
    let costs: Vec<u16> = (0..width * height).map(&mut cost).collect();
    Grid::from_costs(width, height, &costs).unwrap()
}

struct Life {
    app: App,
    rng: Rng,
    agents: Vec<Entity>,
    spawned: usize,
    /// Entities with maps; some have lost theirs, and some do not exist any more.
    rooms: Vec<Entity>,
    budget: u64,
    told: Told,
    /// Agents that stand and wait, each with its ticks, and the requests that may come before its
    /// own.
    waits: HashMap<Entity, (u64, u64)>,
}

/// Counts of what has happened.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    /// Agents that left with their state.
    left: usize,
    /// Agents that were taken to another map.
    taken: usize,
    /// Rooms that were despawned, or lost their map.
    closed: usize,
    /// The longest standstill of an agent that waits, in ticks.
    longest: u64,
}

impl Life {
    fn new(seed: u64, schedule: impl ScheduleLabel + Clone) -> Self {
        use PathfindingSystems::{Accept, ApplyEdits, Follow, Plan, Report};
        let mut rng = Rng(seed);
        let mut app = without_map(schedule.clone());
        app.add_plugins((AssetPlugin::default(), LevelPlugin, StatesPlugin));
        app.configure_sets(
            schedule,
            (ApplyEdits, Accept, Plan, Follow, Report).run_if(in_state(Screen::Playing)),
        )
        .init_state::<Screen>()
        .init_resource::<Travelled>()
        .add_systems(OnEnter(Screen::Travel), leave)
        .add_systems(OnExit(Screen::Travel), enter_another_map)
        .init_resource::<Open>()
        .add_systems(Last, close)
        .add_systems(Update, pop);
        let budget = 1 + rng.below(400);
        app.insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(budget),
            ..default()
        });
        app.insert_resource(NavGrid::new(map(&mut rng, 25)));
        start(&mut app);
        let (told, waits) = (Told::default(), HashMap::new());
        Self {
            app,
            rng,
            agents: Vec::new(),
            spawned: 0,
            rooms: Vec::new(),
            budget,
            told,
            waits,
        }
    }

    /// The map of this entity, or of the resource, if there is one.
    fn grid(&self, map: Option<Entity>) -> Option<&NavGrid> {
        let world = self.app.world();
        map.map_or(Some(world.resource::<NavGrid>()), |map| {
            world.get::<GridMap>(map).map(|map| &**map)
        })
    }

    /// The resource half of the time, else a room, which need not have a map any more.
    fn somewhere(&mut self) -> Option<Entity> {
        if self.rooms.is_empty() || self.rng.one_in(2) {
            None
        } else {
            Some(self.rng.pick(&self.rooms))
        }
    }

    /// Takes an agent to another map, onto a cell of the game's choice or not, and orders it to go
    /// on there or not.
    fn take(&mut self, agent: Entity) {
        let (to, cell) = (self.somewhere(), self.cell());
        let (is_put, is_sent) = (self.rng.one_in(2), self.rng.one_in(2));
        let world = self.app.world_mut();
        match to {
            Some(map) => drop(world.entity_mut(agent).insert(OnMap(map))),
            None => drop(world.entity_mut(agent).remove::<OnMap>()),
        }
        if is_put {
            world.write_message(PlaceAgent { agent, cell });
        }
        if is_sent {
            self.order(agent);
        }
        self.told.taken += 1;
    }

    /// Something happens to a map beside the resource: it is opened, edited, replaced, taken away,
    /// or given back.
    fn happen_to_rooms(&mut self, cells: [Cell; 2]) {
        let what = self.rng.below(8);
        let new = map(&mut self.rng, 20);
        let room = if self.rooms.is_empty() {
            None
        } else {
            Some(self.rng.pick(&self.rooms))
        };
        let world = self.app.world_mut();
        match (what, room) {
            (0..=1, Some(map)) => drop(world.write_message(EditMap {
                map,
                edit: GridEdit::block(cells),
            })),
            (2, Some(map)) => drop(world.write_message(EditMap {
                map,
                edit: GridEdit::free(cells),
            })),
            (3, Some(map)) => drop(world.write_message(EditMap {
                map,
                edit: GridEdit::set_cost(cells, 7),
            })),
            (4, Some(map)) => drop(world.write_message(ReplaceMap { map, grid: new })),
            (5, Some(map)) => {
                self.told.closed += 1;
                if let Ok(mut room) = world.get_entity_mut(map) {
                    room.remove::<GridMap>();
                }
            }
            (6, Some(map)) => {
                self.told.closed += 1;
                world.try_despawn(map).ok();
            }
            _ if self.rooms.len() < ROOMS => self.rooms.push(world.spawn(GridMap::new(new)).id()),
            (_, Some(map)) => match world.get_entity_mut(map) {
                Ok(mut room) => drop(room.insert(GridMap::new(new))),
                // Its agents stay on an entity that does not exist.
                Err(_) => self.rooms.retain(|room| *room != map),
            },
            _ => {}
        }
    }

    fn plays(&self) -> bool {
        *self.app.world().resource::<State<Screen>>().get() == Screen::Playing
    }

    /// The game goes to a state, in the next frame.
    fn go_to(&mut self, screen: Screen) {
        self.app
            .world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        self.app.update();
        let Self { app, agents, .. } = self;
        agents.retain(|agent| app.world().get_entity(*agent).is_ok());
    }

    /// Somewhere, and sometimes off the map.
    fn cell(&mut self) -> Cell {
        Cell::new(self.rng.below(30_i32) - 1, self.rng.below(30_i32) - 1)
    }

    fn agent(&mut self) -> Option<Entity> {
        (!self.agents.is_empty()).then(|| self.rng.pick(&self.agents))
    }

    fn spawn(&mut self) {
        let map = self.somewhere();
        let Some(grid) = self.grid(map).map(|grid| grid.grid().clone()) else {
            return;
        };
        let Some(at) = self.rng.free_cell(&grid) else {
            return;
        };
        let speed = 1.0 + f32::from(self.rng.below(40_u16));
        let layout = *self.app.world().resource::<GridLayout>();
        let world = self.app.world_mut();
        let agent = match self.rng.below(3) {
            0 => world
                .spawn((
                    GridAgent { speed },
                    Transform::from_translation(layout.center_3d(at)),
                ))
                .id(),
            1 => world.spawn(PathOnly::at(at)).id(),
            _ => world
                .spawn((GridAgent::at(at, speed), AgentName("of the game".into())))
                .id(),
        };
        if let Some(map) = map {
            world.entity_mut(agent).insert(OnMap(map));
        }
        self.agents.push(agent);
        self.spawned += 1;
        self.order(agent);
    }

    fn order(&mut self, agent: Entity) {
        let (goal, other, urgent) = (self.cell(), self.cell(), self.rng.below(3));
        let mut entity = self.app.world_mut().entity_mut(agent);
        match self.rng.below(5) {
            0 => drop(entity.insert(MoveToNearest(vec![goal, other]))),
            1 => {
                let request = PathRequest {
                    priority: urgent,
                    ..PathRequest::new(agent, goal)
                };
                self.app.world_mut().write_message(request);
            }
            _ => drop(entity.insert(MoveTo(goal))),
        }
        self.app
            .world_mut()
            .resource_mut::<Open>()
            .0
            .insert(agent, goal);
    }

    fn happen(&mut self) {
        let what = self.rng.below(33);
        let (cell, other) = (self.cell(), self.cell());
        let agent = self.agent();
        let layout = *self.app.world().resource::<GridLayout>();
        let world = self.app.world_mut();
        match (what, agent) {
            (0..=5, _) => self.spawn(),
            (6, Some(agent)) => {
                world.despawn(agent);
                self.agents.retain(|it| *it != agent);
            }
            (7, Some(agent)) => {
                world.get_mut::<Transform>(agent).unwrap().translation = layout.center_3d(cell);
            }
            (8, Some(agent)) => drop(world.write_message(PlaceAgent { agent, cell })),
            (9, Some(agent)) => {
                let size = 1 + self.rng.below(3_u8);
                world
                    .entity_mut(agent)
                    .insert(AgentKind::from(AgentProfile { size, ..default() }));
            }
            (10, Some(agent)) => drop(world.entity_mut(agent).remove::<AgentKind>()),
            (11, Some(agent)) => drop(world.write_message(QueueWaypoint { agent, goal: cell })),
            (12, Some(agent)) => {
                world.write_message(CancelPath::Agent(agent));
                world.resource_mut::<Open>().0.remove(&agent);
            }
            (13, Some(agent)) => drop(world.entity_mut(agent).insert(Patrol {
                stops: vec![cell, other],
                next: 0,
            })),
            (14, Some(agent)) => {
                let speed = self.rng.pick(&[f32::NAN, -1.0, 0.0, 3.0, 400.0]);
                world.get_mut::<GridAgent>(agent).unwrap().speed = speed;
            }
            (15, _) => drop(world.write_message(EditGrid::block([cell, other]))),
            (16, _) => drop(world.write_message(EditGrid::free([cell, other]))),
            (17, _) => {
                world.write_message(EditGrid::set_cost([cell], 1 + self.rng.below(9_u16)));
            }
            (18, _) if self.rng.one_in(6) => {
                world.write_message(ReplaceGrid(map(&mut self.rng, 20)));
            }
            (19, _) if self.rng.one_in(6) => {
                self.app
                    .insert_resource(NavGrid::new(map(&mut self.rng, 20)));
            }
            (20, _) if self.rng.one_in(6) => {
                let text = "(version: 1, map: [\"..........\", \".####.....\", \"..........\"], agents: [(name: \"a\", at: (0, 0), goals: [(9, 2)])])";
                world.write_message(LevelUpdate::show(&parse_ron(text).unwrap()));
            }
            (21, _) => {
                let mut time = world.resource_mut::<Time<Virtual>>();
                if time.is_paused() {
                    time.unpause();
                } else {
                    time.pause();
                }
            }
            (22, _) => {
                let other = self.rng.pick(&[Screen::Menu, Screen::Travel]);
                self.go_to(if self.plays() { other } else { Screen::Playing });
            }
            (23, _) => {
                // Traffic, fire or danger: most costs change.
                let cells: Vec<Cell> = (0..300).map(|_| self.cell()).collect();
                for (cost, cells) in (1..).zip(cells.chunks(100)) {
                    let free = |cell: &&Cell| {
                        self.app
                            .world()
                            .resource::<NavGrid>()
                            .grid()
                            .is_walkable(**cell)
                    };
                    let free: Vec<Cell> = cells.iter().filter(free).copied().collect();
                    self.app
                        .world_mut()
                        .write_message(EditGrid::set_cost(free, cost));
                }
            }
            (24, _) => {
                // All go after something that moves.
                let goal = self.cell();
                for agent in self.agents.clone() {
                    self.app.world_mut().entity_mut(agent).insert(MoveTo(goal));
                    self.app
                        .world_mut()
                        .resource_mut::<Open>()
                        .0
                        .insert(agent, goal);
                }
            }
            (25, Some(agent)) => {
                let follow = Follow::at_distance(self.rng.pick(&self.agents), self.rng.below(3));
                self.app.world_mut().entity_mut(agent).insert(follow);
                self.app.world_mut().resource_mut::<Open>().0.remove(&agent);
            }
            (26..=27, Some(agent)) => self.take(agent),
            (28..=29, _) => self.happen_to_rooms([cell, other]),
            (_, Some(agent)) => self.order(agent),
            _ => {}
        }
    }

    /// An agent stands and waits for its first draft no longer than the guide says: as long as it
    /// takes to search the whole map for each request before its own.
    fn check_waits(&mut self, seed: u64) {
        let Self {
            app,
            agents,
            rooms,
            waits,
            budget,
            told,
            ..
        } = self;
        let world = app.world();
        let maps = rooms
            .iter()
            .filter_map(|room| Some(world.get::<GridMap>(*room)?.grid().cell_count()));
        let cells = maps
            .chain([world.resource::<NavGrid>().grid().cell_count()])
            .max()
            .unwrap_or_default() as u64;
        let asking = world.resource::<RequestQueue>().len() as u64;
        let stands = |agent: &&Entity| {
            let agent = world.entity(**agent);
            agent.contains::<Planning>() && !agent.contains::<PathStack>()
        };
        let standing: Vec<Entity> = agents.iter().filter(stands).copied().collect();
        waits.retain(|agent, _| standing.contains(agent));
        for agent in standing {
            let (ticks, before) = waits.entry(agent).or_default();
            // It is asked after every other tick.
            (*ticks, *before) = (*ticks + 2, asking.max(*before));
            let bound = 2 * *before * cells / *budget + 4;
            assert!(
                *ticks <= bound,
                "seed {seed}: {agent} waits {ticks} ticks of {bound}, {before} requests, {budget}"
            );
            told.longest = told.longest.max(*ticks);
        }
    }

    fn check(&mut self, seed: u64) {
        let mut query = self.app.world_mut().query::<(
            Entity,
            &AgentCell,
            Option<&AgentKind>,
            Option<&OnMap>,
            (Option<&PathFailed>, Has<PathStack>),
        )>();
        let world = self.app.world();
        for (agent, cell, kind, on, (failed, walks)) in query.iter(world) {
            let Some(grid) = self.grid(on.map(|on| on.0)) else {
                assert!(!walks, "seed {seed}: {agent} walks where there is no map");
                continue;
            };
            let can = grid.can_stand(kind, cell.0);
            let says = failed.is_some_and(|failed| matches!(failed.reason, FailReason::Stuck(_)));
            let it = || {
                world
                    .inspect_entity(agent)
                    .unwrap()
                    .map(|it| it.name().shortname().to_string())
                    .collect::<Vec<_>>()
            };
            let size = grid.grid().size();
            assert!(
                says || can.is_ok(),
                "seed {seed}: {agent} at {} of {size:?}: {can:?}, {failed:?}, {:?}",
                cell.0,
                it()
            );
        }
        assert_eq!(steps_into_blocked(&self.app), 0, "seed {seed}");
    }

    /// Once nothing happens any more, every order comes to its end.
    fn settle(&mut self, seed: u64) {
        self.go_to(Screen::Playing);
        let world = self.app.world_mut();
        world.resource_mut::<Time<Virtual>>().unpause();
        for agent in self.agents.clone() {
            let mut agent = self.app.world_mut().entity_mut(agent);
            agent.remove::<(Patrol, Follow)>();
            agent.get_mut::<Waypoints>().unwrap().0.clear();
            let mut it = agent.get_mut::<GridAgent>().unwrap();
            it.speed = if it.speed > 0.0 {
                it.speed.max(20.0)
            } else {
                20.0
            };
        }
        for _ in 0..4000 {
            self.app.update();
            self.check(seed);
            let mut waits = self
                .app
                .world_mut()
                .query_filtered::<Entity, Or<(With<PathStack>, With<Planning>, With<MoveTo>)>>();
            let walk = waits.iter(self.app.world()).count();
            let mut open = self.app.world_mut().resource::<Open>().0.clone();
            open.retain(|agent, _| self.agents.contains(agent));
            if walk == 0 && open.is_empty() {
                return;
            }
        }
        let world = self.app.world();
        let left = world
            .resource::<Open>()
            .0
            .iter()
            .filter(|(agent, _)| self.agents.contains(agent));
        let names = |agent: Entity| {
            let components = world.inspect_entity(agent).unwrap();
            let ours = components.filter(|it| it.name().to_string().starts_with("bevy_gridwalk"));
            ours.map(|it| it.name().shortname().to_string())
                .collect::<Vec<_>>()
        };
        let left: Vec<_> = left
            .map(|(agent, goal)| {
                (
                    *agent,
                    world.get::<AgentCell>(*agent).unwrap().0,
                    *goal,
                    names(*agent),
                )
            })
            .collect();
        panic!("seed {seed}: orders that neither end nor fail: {left:#?}");
    }
}

/// Lives of so many agents, one after another.
fn live(seed: u64, schedule: impl ScheduleLabel + Clone, agents: usize) -> Told {
    let mut life = Life::new(seed, schedule);
    while life.spawned < agents {
        for _ in 0..=life.rng.below(4) {
            life.happen();
        }
        life.app.update();
        if life.plays() && !life.app.world().resource::<Time<Virtual>>().is_paused() {
            life.app.update();
            life.check(seed);
            life.check_waits(seed);
        }
        // The oldest leave, so that there are never too many.
        while life.agents.len() > 40 {
            let oldest = life.agents.remove(0);
            life.app.world_mut().despawn(oldest);
        }
    }
    life.settle(seed);
    Told {
        left: life.app.world().resource::<Travelled>().0,
        ..life.told
    }
}

/// Lives on several maps; each thing that may happen has happened often.
fn live_all(seeds: std::ops::Range<u64>, schedule: impl ScheduleLabel + Clone) {
    let mut all = Told::default();
    for seed in seeds {
        let Told {
            left,
            taken,
            closed,
            longest,
        } = live(seed, schedule.clone(), 200);
        all.left += left;
        all.taken += taken;
        all.closed += closed;
        all.longest = all.longest.max(longest);
    }
    println!("{all:?}");
    assert!(
        all.left > 100 && all.taken > 400 && all.closed > 100,
        "{all:?}"
    );
}

#[test]
fn five_thousand_lives_in_fixed_steps_end_or_say_why() {
    live_all(0..25, FixedUpdate);
}

#[test]
fn five_thousand_lives_in_frames_end_or_say_why() {
    live_all(100..125, Update);
}
