//! Agents that keep going: orders that come faster than searches end, edits under walking agents,
//! goals that many share.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentMotion, CancelPath, Counters, EditGrid, GridAgent, LastSearch, MoveTo, NavGrid,
    PathFailed, PathStack, PathfindingPlugin, Patrol, Planning, PlanningOptions, Replanned,
    RequestQueue, TickBudget,
};
use gridwalk_pathfinding::{Algorithm, Cell, Grid, PathQuery, Planned, Planner};
use gridwalk_testing::Rng;

const TICK: Duration = Duration::from_micros(15_625);

/// Rooms of 16 cells with terrain of four costs.
fn rooms(side: u32) -> Grid {
    let cost = |at: u32| {
        let (x, y) = (at % side, at / side);
        let is_wall = (x % 16 == 8 && y % 16 > 2) || (y % 16 == 8 && x % 16 > 2);
        if is_wall {
            0
        } else {
            [1, 2, 3, 4][((x / 5 * 31 + y / 3 * 17) % 4) as usize]
        }
    };
    let costs: Vec<u16> = (0..side * side).map(cost).collect();
    Grid::from_costs(side, side, &costs).expect("there are five costs")
}

fn app_on(grid: Grid, expansions: u64) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.insert_resource(NavGrid::new(grid));
    app.world_mut().resource_mut::<PlanningOptions>().budget = TickBudget::Expansions(expansions);
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn free(app: &App, rng: &mut Rng) -> Cell {
    let grid = app.world().resource::<NavGrid>().grid();
    let side = grid.width().cast_signed();
    loop {
        let cell = Cell::new(rng.below(side), rng.below(side));
        if grid.is_walkable(cell) {
            return cell;
        }
    }
}

fn spawn(app: &mut App, rng: &mut Rng) -> Entity {
    let cell = free(app, rng);
    app.world_mut().spawn(GridAgent::at(cell, 4.0)).id()
}

fn send(app: &mut App, agent: Entity, goal: Cell) {
    app.world_mut().entity_mut(agent).insert(MoveTo(goal));
}

fn position(app: &App, agent: Entity) -> Vec2 {
    app.world()
        .get::<AgentMotion>(agent)
        .expect("it is an agent")
        .position
}

/// Agent-ticks of walking and of standing while a request waits, and the longest standstill in
/// ticks.
#[derive(Debug, Default)]
struct Standing {
    walks: u32,
    stands: u32,
    longest: u32,
    now: Vec<u32>,
    last: Vec<Vec2>,
}

impl Standing {
    fn look(&mut self, app: &App, agents: &[Entity]) {
        self.now.resize(agents.len(), 0);
        self.last.resize(agents.len(), Vec2::NAN);
        for (at, &agent) in agents.iter().enumerate() {
            let (now, waits) = (
                position(app, agent),
                app.world().get::<Planning>(agent).is_some(),
            );
            let stands = now == self.last[at] && waits;
            self.now[at] = if stands { self.now[at] + 1 } else { 0 };
            self.longest = self.longest.max(self.now[at]);
            self.stands += u32::from(stands);
            self.walks += u32::from(!stands);
            self.last[at] = now;
        }
    }

    fn percent(&self) -> f64 {
        f64::from(100 * self.stands) / f64::from(self.stands + self.walks)
    }
}

#[test]
fn chasers_of_a_moving_player_never_stand_for_long() {
    for (count, expansions) in [(50, 1024), (300, 2048)] {
        let mut rng = Rng(42);
        let mut app = app_on(rooms(128), expansions);
        let stops = (0..20).map(|_| free(&app, &mut rng)).collect::<Vec<_>>();
        let player = app
            .world_mut()
            .spawn((GridAgent::at(stops[0], 5.0), Patrol { stops, next: 1 }))
            .id();
        let chasers: Vec<Entity> = (0..count).map(|_| spawn(&mut app, &mut rng)).collect();
        let mut standing = Standing::default();
        for tick in 0..600 {
            if tick % 16 == 0 {
                let goal = app
                    .world()
                    .get::<AgentCell>(player)
                    .expect("it is an agent")
                    .0;
                for chaser in &chasers {
                    send(&mut app, *chaser, goal);
                }
            }
            app.update();
            if tick >= 100 {
                standing.look(&app, &chasers);
            }
        }
        assert!(
            standing.percent() <= 2.0 && standing.longest <= 64,
            "{count}: {standing:?}"
        );
        // Nothing is left of the paths once all have stopped.
        for agent in chasers.iter().copied().chain([player]) {
            app.world_mut().write_message(CancelPath::Agent(agent));
        }
        (0..80).for_each(|_| app.update());
        let wall = free(&app, &mut rng);
        app.world_mut().write_message(EditGrid::set_cost([wall], 9));
        app.update();
        let replanned = app
            .world_mut()
            .resource_mut::<Messages<Replanned>>()
            .drain()
            .last();
        assert_eq!(replanned, Some(Replanned::default()));
        let exact = chasers
            .iter()
            .filter(|chaser| app.world().get::<LastSearch>(**chaser).is_some())
            .count();
        assert_eq!(
            exact,
            chasers.len(),
            "each of them had the answer to some order"
        );
    }
}

#[test]
fn far_agents_set_off_before_their_long_searches_end() {
    let mut rng = Rng(7);
    let mut app = app_on(rooms(128), 1024);
    let agents: Vec<Entity> = (0..60).map(|_| spawn(&mut app, &mut rng)).collect();
    for &agent in &agents {
        let goal = free(&app, &mut rng);
        send(&mut app, agent, goal);
    }
    (0..64).for_each(|_| app.update());
    let waits = |agent: &&Entity| {
        let agent = app.world().entity(**agent);
        agent.contains::<Planning>() && !agent.contains::<PathStack>()
    };
    assert_eq!(agents.iter().filter(waits).count(), 0);
}

#[test]
fn requests_for_one_goal_expand_the_map_once() {
    let mut rng = Rng(3);
    let mut app = app_on(rooms(128), 2048);
    let agents: Vec<Entity> = (0..50).map(|_| spawn(&mut app, &mut rng)).collect();
    let goal = free(&app, &mut rng);
    for agent in &agents {
        send(&mut app, *agent, goal);
    }
    while !app.world().resource::<RequestQueue>().is_empty()
        || agents
            .iter()
            .all(|it| app.world().get::<LastSearch>(*it).is_none())
    {
        app.update();
    }
    let answers: Vec<&LastSearch> = agents
        .iter()
        .filter_map(|agent| app.world().get(*agent))
        .collect();
    let expanded: u64 = answers.iter().map(|answer| answer.stats.expanded).sum();
    let cells = app.world().resource::<NavGrid>().grid().cell_count() as u64;
    assert!(
        expanded <= cells,
        "{expanded} expansions for {} agents on {cells} cells",
        answers.len()
    );
    // And each has a cheapest path.
    let map = app.world().resource::<NavGrid>().map();
    for answer in answers {
        let query = PathQuery::new(answer.query.start, goal, Algorithm::AStar);
        let (mut planner, mut path) = (Planner::default(), gridwalk_pathfinding::Path::default());
        let planned = planner.path(map, &query, &mut path).planned;
        assert_eq!((planned, answer.cost), (Planned::Found, Some(path.cost())));
    }
}

#[test]
fn order_waits_no_longer_than_the_agents_before_it() {
    let (side, count, budget) = (48_u32, 30_usize, 256_u64);
    for seed in 0..8 {
        let mut rng = Rng(seed);
        let mut app = app_on(rooms(side), budget);
        let agents: Vec<Entity> = (0..count).map(|_| spawn(&mut app, &mut rng)).collect();
        // A draft expands each cell at most once, in half of the budget of its ticks.
        let bound = count as u64 * u64::from(side * side) / (budget / 2) + 2;
        let mut longest = vec![0; agents.len()];
        let mut waits = vec![0; agents.len()];
        for _ in 0..1500 {
            for &agent in &agents {
                if rng.below(10) < 2 {
                    let goal = free(&app, &mut rng);
                    send(&mut app, agent, goal);
                }
            }
            app.update();
            for (at, &agent) in agents.iter().enumerate() {
                let agent = app.world().entity(agent);
                let has_none = agent.contains::<Planning>() && !agent.contains::<PathStack>();
                waits[at] = if has_none { waits[at] + 1 } else { 0 };
                longest[at] = longest[at].max(waits[at]);
            }
        }
        assert!(
            longest.iter().all(|waited| *waited <= bound),
            "seed {seed}: {longest:?} of {bound} ticks"
        );
        let answered = agents
            .iter()
            .filter(|agent| app.world().get::<LastSearch>(**agent).is_some())
            .count();
        assert_eq!(answered, agents.len(), "seed {seed}");
    }
}

#[test]
fn changed_costs_stop_nobody() {
    let mut rng = Rng(3);
    let side = 64;
    let mut app = app_on(
        Grid::from_costs(side, side, &vec![1; (side * side) as usize]).unwrap(),
        4096,
    );
    let agents: Vec<Entity> = (0..40)
        .map(|_| {
            let (a, b) = (free(&app, &mut rng), free(&app, &mut rng));
            app.world_mut()
                .spawn((
                    GridAgent::at(a, 4.0),
                    Patrol {
                        stops: vec![b, a],
                        next: 0,
                    },
                ))
                .id()
        })
        .collect();
    (0..60).for_each(|_| app.update());
    let mut standing = Standing::default();
    for tick in 0..300 {
        for cost in 1..9 {
            let cells: Vec<Cell> = (0..80)
                .map(|_| Cell::new(rng.below(64), rng.below(64)))
                .collect();
            app.world_mut()
                .write_message(EditGrid::set_cost(cells, (tick + cost) % 9 + 1));
        }
        app.update();
        standing.look(&app, &agents);
    }
    assert!(
        standing.percent() <= 2.0 && standing.longest <= 16,
        "{standing:?}"
    );
    assert_eq!(app.world().resource::<Counters>().steps_into_blocked, 0);
}

#[test]
fn wall_far_ahead_stops_an_agent_only_where_it_stands() {
    // A long corridor with a way round that is found only after many ticks.
    let costs: Vec<u16> = (0..540).map(|at| 2 + at * 7 % 3).collect();
    let mut app = app_on(Grid::from_costs(60, 9, &costs).unwrap(), 4);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 4), 8.0))
        .id();
    send(&mut app, agent, Cell::new(59, 4));
    while app.world().get::<Planning>(agent).is_some()
        || app.world().get::<PathStack>(agent).is_none()
    {
        app.update();
    }
    let here = position(&app, agent).x;
    assert!(here < 30.0, "it is at {here}");
    app.world_mut()
        .write_message(EditGrid::block((0..8).map(|y| Cell::new(58, y))));
    let mut moved = 0;
    for _ in 0..40 {
        let before = position(&app, agent);
        app.update();
        moved += u32::from(position(&app, agent) != before);
    }
    assert!(
        app.world().get::<Planning>(agent).is_some(),
        "the search takes longer than this"
    );
    assert!(moved >= 39, "it walked in {moved} of 40 ticks");
    for _ in 0..20_000 {
        app.update();
        let cell = app.world().get::<AgentCell>(agent).unwrap().0;
        assert!(app.world().resource::<NavGrid>().grid().is_walkable(cell));
    }
    assert_eq!(
        app.world().get::<AgentCell>(agent).unwrap().0,
        Cell::new(59, 4)
    );
    assert_eq!(app.world().resource::<Counters>().steps_into_blocked, 0);
    assert!(app.world().get::<PathFailed>(agent).is_none());
}

#[test]
fn agent_at_its_old_goal_has_not_arrived_at_the_new_one() {
    let mut app = app_on(Grid::from_costs(40, 40, &[2; 1600]).unwrap(), 8);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 8.0))
        .id();
    send(&mut app, agent, Cell::new(3, 0));
    while app.world().get::<PathStack>(agent).is_none() {
        app.update();
    }
    app.add_observer(|arrived: On<bevy_gridwalk::Arrived>| {
        assert_eq!(arrived.cell, Cell::new(39, 39));
    });
    send(&mut app, agent, Cell::new(39, 39));
    for _ in 0..3000 {
        app.update();
    }
    assert_eq!(
        app.world().get::<AgentCell>(agent).unwrap().0,
        Cell::new(39, 39)
    );
}

/// It waited 588 ticks behind the searches of others.
#[test]
fn order_to_the_own_cell_waits_for_no_search() {
    let mut app = app_on(rooms(256), 2_048);
    let mut rng = Rng(5);
    let walkers: Vec<Entity> = (0..40).map(|_| spawn(&mut app, &mut rng)).collect();
    let stays = spawn(&mut app, &mut rng);
    app.update();
    for walker in walkers {
        let goal = free(&app, &mut rng);
        send(&mut app, walker, goal);
    }
    app.update();
    let own = app
        .world()
        .get::<AgentCell>(stays)
        .expect("it is an agent")
        .0;
    send(&mut app, stays, own);
    // Drafts of others come first in a tick, and may take its budget.
    for _ in 0..4 {
        app.update();
    }
    assert!(
        app.world().resource::<RequestQueue>().len() > 10,
        "others wait"
    );
    assert!(app.world().get::<Planning>(stays).is_none());
    assert_eq!(
        app.world()
            .get::<LastSearch>(stays)
            .map(|search| search.wanted),
        Some(own)
    );
}
