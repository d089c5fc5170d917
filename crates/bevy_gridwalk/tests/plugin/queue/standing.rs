//! Agents that wait beside requests that take long, or cannot be met: none stands without a reason.

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentKind, AgentMotion, AgentOptions, EditGrid, GridAgent, MoveToNearest, PathFailed,
    PathRequest, PathfindingOptions, Planning,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, Grid, GridEdit, Movement, Rect, SearchOptions,
    Terrain, TerrainId, UnreachablePolicy,
};
use gridwalk_testing::Rng;

use super::{
    FLOOR, WALL, allow, app_on, last, nav, plain, queue, random, send, set, spawn, thorough,
};

const SIDE: u32 = 256;
const EXIT: TerrainId = TerrainId(2);

/// Returns a map of random walls with closets, each of one cell, and the cells in the closets.
fn with_closets(closets: usize) -> (Grid, Vec<Cell>) {
    let mut rng = Rng(5);
    let mut grid = random(SIDE, 20, &mut rng);
    let inside: Vec<Cell> = (0..closets)
        .map(|_| Cell::new(2 + rng.below(250), 2 + rng.below(250)))
        .collect();
    let around = |cell: &Cell| {
        let Cell { x, y } = *cell;
        (y - 1..=y + 1).flat_map(move |y| (x - 1..=x + 1).map(move |x| (Cell::new(x, y), WALL)))
    };
    let walls = inside.iter().flat_map(around).collect();
    grid.apply(&GridEdit::of_cells(walls)).unwrap();
    let floor = inside.iter().map(|cell| (*cell, FLOOR)).collect();
    grid.apply(&GridEdit::of_cells(floor)).unwrap();
    (grid, inside)
}

/// Opens each closet by a cell that only leads out: the labels do not tell that none leads in.
fn add_exits(grid: &mut Grid, closets: &[Cell]) {
    let legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain {
            exits: [Direction::East].into_iter().collect(),
            ..Terrain::new("exit", Some(1))
        },
    ];
    let exits = closets
        .iter()
        .flat_map(|&Cell { x, y }| [(Cell::new(x + 1, y), EXIT), (Cell::new(x + 2, y), FLOOR)]);
    let edit = GridEdit {
        legend: Some(legend.into()),
        ..GridEdit::of_cells(exits.collect())
    };
    grid.apply(&edit).unwrap();
}

/// Returns options under which no region labels tell what can be reached before a search takes
/// long.
fn without_labels(unreachable: UnreachablePolicy) -> AgentOptions {
    AgentOptions(PathfindingOptions {
        options: SearchOptions {
            movement: Movement::Four,
            region: Some(Rect {
                at: Cell::new(0, 0),
                width: SIDE,
                height: SIDE,
            }),
            ..Algorithm::Auto.into()
        },
        unreachable,
    })
}

/// Returns 600 agents all over the map; each with this chance goes to one of the `hidden` cells,
/// with these options.
fn six_hundred(
    app: &mut App,
    chance: usize,
    hidden: &[Cell],
    options: &AgentOptions,
) -> [Vec<Entity>; 2] {
    let mut rng = Rng(77);
    let mut agents = [Vec::new(), Vec::new()];
    while agents[0].len() + agents[1].len() < 600 {
        let free = [(); 2].map(|()| rng.free_cell(nav(app).grid()));
        let [Some(from), Some(to)] = free else {
            continue;
        };
        if free.iter().flatten().any(|cell| hidden.contains(cell)) {
            continue;
        }
        let is_hidden = rng.below(100) < chance;
        let agent = app.world_mut().spawn(GridAgent::at(from, 4.0)).id();
        let goal = if is_hidden {
            app.world_mut().entity_mut(agent).insert(options.clone());
            rng.pick(hidden)
        } else {
            to
        };
        app.world_mut().write_message(PathRequest::new(agent, goal));
        agents[usize::from(is_hidden)].push(agent);
    }
    agents
}

/// Returns the number of agents that stand while their requests wait.
fn standing(app: &App, agents: &[Entity]) -> usize {
    agents.iter().filter(|agent| stands(app, **agent)).count()
}

fn stands(app: &App, agent: Entity) -> bool {
    let is_walking = app.world().get::<AgentMotion>(agent).unwrap().heading;
    is_walking.is_none() && app.world().get::<Planning>(agent).is_some()
}

fn ticks(app: &mut App, count: usize) {
    (0..count).for_each(|_| app.update());
}

/// Under a region or a cost limit, each search for a goal out of reach went over the whole map.
#[test]
fn goals_out_of_reach_under_limits_are_refused() {
    let (grid, hidden) = with_closets(100);
    let mut app = app_on(grid, 10_000);
    let region = without_labels(UnreachablePolicy::Refuse);
    let [_, agents] = six_hundred(&mut app, 50, &hidden, &region);
    ticks(&mut app, 100);
    let has_failed = |agent: &&Entity| app.world().get::<PathFailed>(**agent).is_some();
    let failed = agents.iter().filter(has_failed).count();
    assert_eq!(failed, agents.len());
}

/// Each failed draft let the next one take longer, until all searched the whole map.
#[test]
fn many_goals_out_of_reach_keep_nobody_from_setting_off() {
    let (mut grid, hidden) = with_closets(100);
    add_exits(&mut grid, &hidden);
    let mut app = app_on(grid, 10_000);
    let options = AgentOptions(PathfindingOptions::default());
    let [agents, _] = six_hundred(&mut app, 50, &hidden, &options);
    ticks(&mut app, 200);
    let (waiting, standing) = (queue(&app).len(), standing(&app, &agents));
    assert!(waiting > 400, "{waiting} wait");
    assert!(standing < 20, "{standing} of {} stand", agents.len());
}

/// After each edit the drafts that had failed were tried before all others.
#[test]
fn failed_drafts_are_tried_again_after_all_others() {
    let (mut grid, hidden) = with_closets(100);
    add_exits(&mut grid, &hidden);
    let floor: Vec<Cell> = (0..256 * 256)
        .map(|i| Cell::new(i % 256, i / 256))
        .filter(|cell| grid.is_walkable(*cell))
        .collect();
    let mut app = app_on(grid, 10_000);
    let options = AgentOptions(PathfindingOptions::default());
    let [agents, _] = six_hundred(&mut app, 10, &hidden, &options);
    let mut rng = Rng(3);
    let mut door = None;
    for _ in 0..80 {
        if let Some(door) = door {
            app.world_mut()
                .write_message(EditGrid(GridEdit::set(door, FLOOR)));
        }
        door = Some(rng.pick(&floor));
        app.world_mut().write_message(EditGrid::block(door));
        app.update();
    }
    let (waiting, standing) = (queue(&app).len(), standing(&app, &agents));
    assert!(waiting > 400, "{waiting} wait");
    assert!(standing < 20, "{standing} of {} stand", agents.len());
}

/// A draft that took long, because the way leads round a wall, was not made at all.
#[test]
fn long_draft_is_made_after_all_others() {
    let mut grid = random(SIDE, 20, &mut Rng(5));
    let wall = (0..255).map(|x| (Cell::new(x, 200), WALL)).collect();
    grid.apply(&GridEdit::of_cells(wall)).unwrap();
    let mut app = app_on(grid, 2000);
    thorough(&mut app);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 0, 255);
    let mut rng = Rng(8);
    for y in 1..40 {
        let other = spawn(&mut app, 0, y);
        send(&mut app, other, 255, rng.below(190));
    }
    ticks(&mut app, 60);
    assert!(queue(&app).len() > 30, "{} wait", queue(&app).len());
    assert!(!stands(&app, agent));
}

/// Once a draft had failed, the agent stood until its turn, though a door was opened; so did an
/// agent that labels told to stay where it was.
#[test]
fn agent_sets_off_once_a_door_opens() {
    let unreachable = UnreachablePolicy::Nearest;
    let options = PathfindingOptions::default().with_unreachable(unreachable);
    for options in [without_labels(unreachable), AgentOptions(options)] {
        let (grid, hidden) = with_closets(1);
        let mut app = app_on(grid, 4000);
        six_hundred(&mut app, 0, &hidden, &options);
        let [start] = *hidden else { panic!() };
        let agent = spawn(&mut app, start.x, start.y);
        app.world_mut().entity_mut(agent).insert(options);
        send(&mut app, agent, 255, 255);
        ticks(&mut app, 60);
        assert!(stands(&app, agent));
        (1..5).for_each(|x| set(&mut app, start.x + x, start.y, FLOOR));
        ticks(&mut app, 40);
        assert!(queue(&app).len() > 100, "{} wait", queue(&app).len());
        assert!(!stands(&app, agent));
    }
}

/// An agent that goes to the nearest cell to a wall stood until its turn.
#[test]
fn agents_set_off_to_the_nearest_cell_within_reach() {
    for are_several in [false, true] {
        let mut app = app_on(random(SIDE, 20, &mut Rng(5)), 10_000);
        let walls: Vec<Cell> = (0..256 * 256)
            .map(|i| Cell::new(i % 256, i / 256))
            .filter(|cell| !nav(&app).grid().is_walkable(*cell))
            .collect();
        let options = PathfindingOptions::default().with_unreachable(UnreachablePolicy::Nearest);
        let [others, agents] = six_hundred(&mut app, 50, &walls, &AgentOptions(options));
        if are_several {
            app.update();
            let mut rng = Rng(2);
            for agent in &agents {
                let goals = (0..3).map(|_| rng.pick(&walls)).collect();
                app.world_mut()
                    .entity_mut(*agent)
                    .insert(MoveToNearest(goals));
            }
        }
        ticks(&mut app, 40);
        let waiting = queue(&app).len();
        assert!(waiting > 300, "{waiting} wait");
        assert!(standing(&app, &agents) + standing(&app, &others) < 20);
    }
}

/// Drafts need the map as the kind sees it, which was made when the kind had its first turn.
#[test]
fn agent_of_a_kind_sets_off_before_its_turn() {
    let mut app = app_on(random(SIDE, 5, &mut Rng(5)), 2000);
    thorough(&mut app);
    for y in 0..30 {
        let agent = spawn(&mut app, 0, y);
        send(&mut app, agent, 255, 200 - y);
    }
    let kind = AgentKind::from(AgentProfile {
        size: 2,
        ..AgentProfile::default()
    });
    let free = (40..250).map(|x| Cell::new(x, 40));
    let is_free = |cell: &Cell| nav(&app).for_agent(Some(&kind)).is_walkable(*cell);
    let cells: Vec<Cell> = free.filter(is_free).collect();
    let (start, goal) = (cells[0], cells[cells.len() - 1]);
    ticks(&mut app, 5);
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(start, 4.0), kind))
        .id();
    send(&mut app, agent, goal.x, goal.y);
    ticks(&mut app, 40);
    assert!(queue(&app).len() > 20, "{} wait", queue(&app).len());
    assert!(app.world().get::<PathFailed>(agent).is_none());
    assert!(!stands(&app, agent));
}

/// Each agent had a search of its own if agents of two kinds came in turn.
#[test]
fn agents_of_two_kinds_share_fields_of_one_goal() {
    let mut rng = Rng(6);
    let costs: Vec<u16> = (0..128 * 128).map(|_| 1 + rng.below(9_u16)).collect();
    let mut app = app_on(Grid::from_costs(128, 128, &costs).unwrap(), 20_000);
    let kind = AgentKind::from(AgentProfile {
        forbidden: vec![Rect {
            at: Cell::new(0, 0),
            width: 1,
            height: 1,
        }],
        ..AgentProfile::default()
    });
    for x in 0..100 {
        for y in [0, 1] {
            let agent = spawn(&mut app, 2 + x, y);
            if y == 0 {
                app.world_mut().entity_mut(agent).insert(kind.clone());
            }
            send(&mut app, agent, 60, 120);
        }
    }
    let mut expansions = 0;
    while {
        app.update();
        expansions += queue(&app).report().expansions;
        !queue(&app).is_empty()
    } {}
    assert!(expansions < 4 * 128 * 128, "{expansions} expansions");
}

/// The cells that were looked at for the goal of a draft were free.
#[test]
fn draft_goal_on_a_long_line_is_charged() {
    let mut grid = plain(128);
    let wall = (0..128).map(|y| (Cell::new(64, y), WALL)).collect();
    grid.apply(&GridEdit::of_cells(wall)).unwrap();
    let mut app = app_on(grid, 100);
    thorough(&mut app);
    let long = spawn(&mut app, 0, 0);
    send(&mut app, long, 62, 127);
    ticks(&mut app, 20);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .unreachable = UnreachablePolicy::Nearest;
    for y in 0..128 {
        for x in [62, 63] {
            let agent = spawn(&mut app, x, y);
            send(&mut app, agent, 127, y);
        }
    }
    let mut other = 0;
    while {
        app.update();
        let report = queue(&app).report();
        other += report.charged - report.expansions;
        !queue(&app).is_empty()
    } {}
    assert!(other > 2000, "{other} units beside expansions");
}

/// An agent without a path was tried again only once no other request waited.
#[test]
fn failed_agent_is_tried_again_while_others_wait() {
    let mut grid = plain(100);
    let wall = (0..100).map(|y| (Cell::new(50, y), WALL)).collect();
    grid.apply(&GridEdit::of_cells(wall)).unwrap();
    let mut app = app_on(grid, 100);
    thorough(&mut app);
    let agent = spawn(&mut app, 45, 30);
    send(&mut app, agent, 52, 30);
    let others: Vec<Entity> = (0..20).map(|y| spawn(&mut app, 80, 4 * y)).collect();
    for tick in 0..200 {
        for at in [0, 10] {
            let (at, x) = ((tick + at) % 20, [74, 86][tick / 20 % 2]);
            send(&mut app, others[at], x, 4 * i32::try_from(at).unwrap());
        }
        if tick == 100 {
            assert!(app.world().get::<PathFailed>(agent).is_some());
            set(&mut app, 50, 30, FLOOR);
        }
        app.update();
        assert!(tick < 50 || !queue(&app).is_empty(), "tick {tick}");
    }
    assert!(app.world().get::<PathFailed>(agent).is_none());
}

/// Each edit, however far away, made the draft round a cut begin again.
#[test]
fn edits_elsewhere_let_a_draft_round_a_cut_end() {
    let mut app = app_on(random(SIDE, 20, &mut Rng(5)), 100_000);
    let agent = spawn(&mut app, 0, 100);
    send(&mut app, agent, 255, 100);
    ticks(&mut app, 20);
    let wall = (60..140).map(|y| (Cell::new(6, y), WALL)).collect();
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_cells(wall)));
    thorough(&mut app);
    allow(&mut app, 60);
    for y in 0..30 {
        let other = spawn(&mut app, 0, y);
        send(&mut app, other, 255, 200 - y);
    }
    for tick in 0..200 {
        set(&mut app, 250, 250, [FLOOR, WALL][tick % 2]);
        app.update();
    }
    assert!(queue(&app).len() > 20, "{} wait", queue(&app).len());
    assert!(!stands(&app, agent));
}

/// The pieces of a draft were as long as the whole budget of a tick.
#[test]
fn drafts_leave_half_of_a_small_budget_to_requests() {
    let mut app = app_on(random(SIDE, 20, &mut Rng(5)), 100_000);
    thorough(&mut app);
    let first = spawn(&mut app, 0, 100);
    send(&mut app, first, 255, 100);
    ticks(&mut app, 4);
    allow(&mut app, 60);
    for y in 0..60 {
        let other = spawn(&mut app, 0, y);
        send(&mut app, other, 255, 200 - y);
    }
    ticks(&mut app, 4);
    let urgent = spawn(&mut app, 100, 0);
    app.world_mut().write_message(PathRequest {
        priority: 1,
        ..PathRequest::new(urgent, Cell::new(160, 0))
    });
    let mut drafted = 0;
    while last(&app, urgent).is_none() {
        app.update();
        drafted += queue(&app).report().drafted;
    }
    assert!(drafted > 3, "{drafted} drafts");
    let answer = last(&app, urgent).unwrap();
    let (waited, expanded) = (answer.waited_ticks, answer.stats.expanded);
    assert!(
        waited < expanded / 30 + 4,
        "{waited} ticks, {expanded} expansions"
    );
}

/// Agents with a new order in each tick kept their places, and began one search after the other before all others.
#[test]
fn new_orders_each_tick_let_others_be_answered() {
    let mut app = app_on(plain(200), 500);
    thorough(&mut app);
    let restless: Vec<Entity> = (0..6).map(|y| spawn(&mut app, 0, y)).collect();
    let mut other = None;
    for tick in 0..300 {
        for (x, agent) in (0..).zip(&restless) {
            // Far from each other, so that no path is a draft for the next order.
            let goal = [(199, x), (x, 199)][tick % 2];
            send(&mut app, *agent, goal.0, goal.1);
        }
        if tick == 5 {
            let agent = spawn(&mut app, 100, 100);
            send(&mut app, agent, 110, 100);
            other = Some(agent);
        }
        app.update();
        if other.is_some_and(|other| last(&app, other).is_some()) {
            return;
        }
    }
    panic!("it is never answered");
}
