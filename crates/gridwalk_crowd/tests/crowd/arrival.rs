//! Arrival of many at one cell, and the calm afterwards.

use std::collections::BTreeSet;

use gridwalk_crowd::{AgentId, CrowdRules, Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells, random_grid};

/// Rows and columns from the goal, summed: walking costs on open ground in four directions.
fn far(cell: Cell, goal: Cell) -> u32 {
    let (dx, dy) = cell.distance(goal);
    dx + dy
}

fn click(run: &mut Run, agents: &[AgentId], x: i32, y: i32) {
    for agent in agents {
        run.send(*agent, x, y);
    }
}

#[test]
fn one_click_fills_the_nearest_cells_and_rests() {
    let rows = vec![".".repeat(32); 32];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut run = Run::four(&rows);
    let grid = run.map.grid().clone();
    let cells = free_cells(&mut Rng(1), &grid, 113);
    let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
    click(&mut run, &agents, 16, 16);
    let goal = Cell::new(16, 16);
    let bound = cells.iter().map(|cell| far(*cell, goal)).max().unwrap();
    let ticks = run.run(400);
    // 113 cells are a full diamond of radius 7.
    let wanted: BTreeSet<Cell> = grid
        .size()
        .rect()
        .cells()
        .filter(|cell| far(*cell, goal) <= 7)
        .collect();
    let found: BTreeSet<Cell> = agents.iter().map(|agent| run.crowd.cell(*agent)).collect();
    assert_eq!(found, wanted, "after {ticks} ticks");
    assert!(
        ticks <= u64::from(bound) * 2,
        "{ticks} ticks, {bound} steps at least"
    );
    let moves = run.moves;
    run.ticks(100);
    assert_eq!(run.moves, moves, "nobody moves at rest");
}

#[test]
fn agents_inside_of_their_own_zone_count_as_its_members() {
    // Each stands where another one's slot will be.
    let mut run = Run::four(&["......", "......", "......"]);
    let agents: Vec<AgentId> = (0..6).map(|x| run.add(x, 1)).collect();
    click(&mut run, &agents, 0, 1);
    run.run(100);
    let found: BTreeSet<Cell> = agents.iter().map(|agent| run.crowd.cell(*agent)).collect();
    let wanted: BTreeSet<Cell> = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1)]
        .map(Cell::from)
        .into();
    assert!(found.is_subset(&wanted), "{found:?}");
    assert!(run.is_finished());
}

#[test]
fn zones_that_overlap_share_the_cells() {
    let mut finished = 0;
    for seed in 0..20 {
        let mut rng = Rng(seed);
        let grid = random_grid(&mut rng, 24, 24, 10, 1);
        let mut run = Run::new(
            grid.clone(),
            CrowdRules {
                movement: Movement::Four,
                seed,
                ..CrowdRules::default()
            },
        );
        let cells = free_cells(&mut rng, &grid, 160);
        let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
        let clicks = free_cells(&mut rng, &grid, 4);
        for (agent, goal) in agents.iter().zip(clicks.iter().cycle()) {
            run.send(*agent, goal.x, goal.y);
        }
        let ticks = run.run(1000);
        let lost = agents
            .iter()
            .filter(|agent| matches!(run.crowd.state(**agent), State::Unreachable))
            .count();
        let home = run.home() + lost;
        finished += u32::from(home == agents.len());
        assert_eq!(home, agents.len(), "seed {seed}: after {ticks} ticks");
    }
    // Some agents enclosed by another group never find through.
    assert!(finished >= 16, "{finished} of 20 crowds came to rest");
}

#[test]
fn agent_whose_slot_comes_to_it_has_arrived() {
    let mut run = Run::four(&["......."]);
    let [rester, walker, other] = [0, 1, 6].map(|x| run.add(x, 0));
    run.send(walker, 5, 0);
    run.send(other, 1, 0);
    // The cell of the one who rests and that of the other order are taken.
    run.send(walker, 0, 0);
    run.crowd.stop(other);
    run.tick();
    assert_eq!((run.at(rester), run.at(walker)), ((0, 0), (1, 0)));
    assert_eq!(run.crowd.state(walker), State::Settled);
    assert_eq!(run.crowd.moves().arrived, [walker]);
}

#[test]
fn more_agents_than_cells_settle_as_near_as_they_come() {
    let mut run = Run::four(&["....#....", "....#....", "....#...."]);
    let agents: Vec<AgentId> = (0..12).map(|at| run.add(at % 4, at / 4)).collect();
    click(&mut run, &agents, 0, 0);
    let ticks = run.run(100);
    assert!(run.is_finished(), "{ticks}");
    assert_eq!(run.home(), 12);
}

#[test]
fn who_rests_in_the_way_steps_aside_and_returns() {
    let mut run = Run::four(&["#####.#####", "...........", "###########"]);
    let guard = run.add(5, 1);
    let traveller = run.add(0, 1);
    run.send(traveller, 10, 1);
    let mut yielded = false;
    for _ in 0..40 {
        run.tick();
        yielded |= matches!(run.crowd.state(guard), State::Yielding { to, .. } if to == traveller);
    }
    assert!(yielded);
    assert_eq!((run.at(traveller), run.at(guard)), ((10, 1), (5, 1)));
    assert_eq!(
        (run.crowd.state(traveller), run.crowd.state(guard)),
        (State::Settled, State::Resting)
    );
}

#[test]
fn an_agent_on_hold_is_never_pushed() {
    let mut run = Run::four(&["#####.#####", "...........", "###########"]);
    let guard = run.add(5, 1);
    run.crowd.hold(guard, true);
    let traveller = run.add(0, 1);
    run.send(traveller, 10, 1);
    run.ticks(60);
    assert_eq!((run.at(traveller), run.at(guard)), ((4, 1), (5, 1)));
    assert!(matches!(run.crowd.state(traveller), State::Blocked { by, .. } if by == guard));
    run.crowd.hold(guard, false);
    run.ticks(40);
    assert_eq!((run.at(traveller), run.at(guard)), ((10, 1), (5, 1)));
}

#[test]
fn a_large_agent_pushes_all_who_stand_there() {
    let mut run = Run::four(&["........", "........", "........", "........"]);
    let kind = run.add_kind(2);
    let large = run.join(NewAgent {
        kind,
        ..NewAgent::at(Cell::new(0, 1))
    });
    let small: Vec<AgentId> = (0..4).map(|y| run.add(4, y)).collect();
    run.send(large, 6, 1);
    run.ticks(40);
    assert_eq!(run.at(large), (6, 1));
    let home: Vec<_> = small.iter().map(|agent| run.at(*agent)).collect();
    assert_eq!(home, [(4, 0), (4, 1), (4, 2), (4, 3)]);
}

#[test]
fn many_agents_fill_a_map_to_nine_tenths() {
    for seed in 0..3 {
        let grid = Grid::from_costs(20, 20, &[1; 400]).unwrap();
        let mut run = Run::new(
            grid.clone(),
            CrowdRules {
                movement: Movement::Four,
                seed,
                ..CrowdRules::default()
            },
        );
        let cells = free_cells(&mut Rng(seed), &grid, 360);
        let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
        click(&mut run, &agents, 0, 0);
        let ticks = run.run(400);
        assert_eq!(run.home(), 360, "seed {seed}: {ticks} ticks");
    }
}

#[test]
fn several_agents_with_one_exact_goal_leave_it_to_one() {
    let mut run = Run::four(&[".......", "......."]);
    let agents = [run.add(0, 0), run.add(6, 0), run.add(3, 1)];
    let rester = run.add(3, 0);
    for agent in agents {
        run.crowd.send(agent, Goal::Exact(Cell::new(3, 0))).unwrap();
    }
    run.ticks(60);
    assert!(agents.iter().any(|agent| run.at(*agent) == (3, 0)));
    assert_ne!(run.at(rester), (3, 0), "it has found another cell");
}
