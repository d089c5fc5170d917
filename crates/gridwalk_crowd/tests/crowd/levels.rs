//! Ten situations that players complain about, each with its deadline.

use std::num::NonZeroU16;

use gridwalk_crowd::{AgentId, CrowdRules, Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Movement, Terrain};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells};

/// An open map with walls where the function says so.
fn map(width: u32, height: u32, is_wall: impl Fn(i32, i32) -> bool) -> Grid {
    let terrain = |cell: Cell| if is_wall(cell.x, cell.y) { Terrain::wall() } else { Terrain::floor() };
    Grid::from_fn(width, height, terrain).unwrap()
}

fn four(grid: Grid) -> Run {
    Run::new(grid, CrowdRules { movement: Movement::Four, ..CrowdRules::default() })
}

/// Directions that each agent reverses: a step straight back to the cell before.
struct Turns(Vec<(Cell, Cell)>, Vec<u32>);

impl Turns {
    fn new(run: &Run, agents: &[AgentId]) -> Self {
        let cells = agents.iter().map(|agent| (run.crowd.cell(*agent), run.crowd.cell(*agent))).collect();
        Self(cells, vec![0; agents.len()])
    }

    fn count(&mut self, run: &Run, agents: &[AgentId]) {
        for ((agent, (before, last)), turns) in agents.iter().zip(&mut self.0).zip(&mut self.1) {
            let now = run.crowd.cell(*agent);
            if now != *last {
                *turns += u32::from(now == *before);
                (*before, *last) = (*last, now);
            }
        }
    }

    fn most(&self) -> u32 {
        self.1.iter().copied().max().unwrap_or(0)
    }
}

#[test]
fn doorway_is_never_empty_while_agents_queue() {
    let door = |y: i32| (19..23).contains(&y);
    let grid = map(62, 42, |x, y| x == 31 && !door(y));
    let mut run = four(grid.clone());
    let agents: Vec<AgentId> = (0..424).map(|at| run.add(2 + at % 22, 10 + at / 22)).collect();
    for agent in &agents {
        run.send(*agent, 50, 21);
    }
    let wall = |cost: Option<u16>| {
        let cells = (19..23).map(|y| Cell::new(31, y)).collect::<Vec<_>>();
        if cost.is_none() { GridEdit::block(cells) } else { GridEdit::free(cells) }
    };
    let mut empty = 0;
    for tick in 0..400 {
        match tick {
            60 => _ = run.edit(&wall(None)),
            100 => _ = run.edit(&wall(Some(1))),
            _ => {}
        }
        if run.is_over() {
            break;
        }
        run.tick();
        if tick == 70 {
            assert_eq!(run.crowd.state(agents[0]), State::Unreachable, "the door is shut");
        }
        let queue = agents.iter().filter(|agent| (26..31).contains(&run.crowd.cell(**agent).x)).count();
        let passing = (19..23).filter(|y| run.crowd.agent_at(Cell::new(31, *y)).is_some()).count();
        // The first ones are on their way, or the door is shut.
        let is_open = tick >= 8 && !(60..102).contains(&tick);
        empty += u32::from(is_open && queue > 20 && passing == 0);
    }
    let ticks = run.crowd.now();
    // The longest way, four at a time, 40 ticks of a shut door, and a tenth.
    let deadline = (60 + 424 / 4 * 105 / 100 + 40) * 11 / 10;
    assert!(run.is_over() && ticks <= deadline, "{ticks} of {deadline} ticks, {} home", run.home());
    assert_eq!(empty, 0, "the door was empty for {empty} ticks");
}

#[test]
fn bay_lets_two_pass() {
    let grid = map(21, 2, |x, y| y == 0 && x != 10);
    let mut run = four(grid);
    let (left, right) = (run.add(0, 1), run.add(20, 1));
    run.send(left, 20, 1);
    run.send(right, 0, 1);
    let ticks = run.run(60);
    assert!(run.is_over() && ticks <= 36, "{ticks}");
    let mut twin = four(map(21, 1, |_, _| false));
    let (left, right) = (twin.add(0, 0), twin.add(20, 0));
    twin.send(left, 20, 0);
    twin.send(right, 0, 0);
    twin.ticks(40);
    assert!(matches!(twin.crowd.state(left), State::Blocked { by, .. } if by == right));
}

#[test]
fn two_trains_pass_a_tunnel_one_after_the_other() {
    let grid = map(50, 9, |x, y| (10..40).contains(&x) && y != 4);
    let mut run = four(grid);
    let left: Vec<AgentId> = (0..10).map(|at| run.add(4 + at % 5, 3 + at / 5 * 2)).collect();
    let right: Vec<AgentId> = (0..10).map(|at| run.add(41 + at % 5, 3 + at / 5 * 2)).collect();
    for agent in &left {
        run.send(*agent, 45, 4);
    }
    for agent in &right {
        run.send(*agent, 4, 4);
    }
    let all: Vec<AgentId> = left.iter().chain(&right).copied().collect();
    let mut turns = Turns::new(&run, &all);
    while !run.is_over() && run.crowd.now() < 400 {
        run.tick();
        turns.count(&run, &all);
    }
    assert!(run.is_over(), "{} home", run.home());
    assert!(run.crowd.now() <= 116, "{}", run.crowd.now());
    assert!(turns.most() <= 48, "{} turns", turns.most());
}

#[test]
fn guard_steps_into_the_alcove_and_back() {
    let grid = map(31, 2, |x, y| y == 0 && x != 16);
    let mut run = four(grid);
    let guard = run.add(16, 1);
    let travellers: Vec<AgentId> = (0..4).map(|x| run.add(x, 1)).collect();
    for agent in &travellers {
        run.send(*agent, 29, 1);
    }
    let mut ticks = 0;
    while !travellers.iter().all(|agent| run.crowd.state(*agent) == State::Settled) && ticks < 200 {
        run.tick();
        ticks += 1;
    }
    assert!(ticks <= 29 + 4 + 6, "{ticks}");
    run.ticks(10);
    assert_eq!((run.at(guard), run.crowd.state(guard)), ((16, 1), State::Resting));
}

#[test]
fn one_click_sends_a_thousand_to_the_nearest_cells() {
    for (movement, bound) in [(Movement::Four, 128_u64), (Movement::default(), 90)] {
        let grid = map(128, 128, |_, _| false);
        let mut run = Run::new(grid.clone(), CrowdRules { movement, ..CrowdRules::default() });
        let cells = free_cells(&mut Rng(7), &grid, 1000);
        let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
        for agent in &agents {
            run.send(*agent, 64, 64);
        }
        let ticks = run.run(400);
        assert!(run.is_over() && ticks <= bound * 13 / 10, "{ticks}");
        let moves = run.moves;
        run.ticks(100);
        assert_eq!(run.moves, moves);
    }
}

#[test]
fn dead_end_lets_the_deepest_out() {
    // A pocket one cell wide, six deep, with a room at its open end.
    let pocket = map(14, 5, |x, y| x < 7 && y != 2);
    let mut run = four(pocket);
    let idle: Vec<AgentId> = (0..6).map(|x| run.add(x, 2)).collect();
    run.send(idle[0], 12, 2);
    let mut turns = Turns::new(&run, &idle);
    for _ in 0..60 {
        run.tick();
        turns.count(&run, &idle);
    }
    assert_eq!(run.crowd.state(idle[0]), State::Settled, "{:?}", run.at(idle[0]));
    let home: Vec<_> = idle[1..].iter().map(|agent| run.at(*agent)).collect();
    assert_eq!(home, [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)]);
    assert!(turns.most() <= 4, "{} turns", turns.most());
    assert!(run.is_over());
}

#[test]
fn crowded_room_finds_new_places() {
    let grid = map(20, 20, |_, _| false);
    let mut run = four(grid.clone());
    let mut rng = Rng(3);
    let cells = free_cells(&mut rng, &grid, 360);
    let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
    let goals = free_cells(&mut rng, &grid, 180);
    for (agent, goal) in agents.iter().step_by(2).zip(&goals) {
        run.crowd.send(*agent, Goal::Cell(*goal)).unwrap();
    }
    let ticks = run.run(1000);
    assert!(run.is_over() && ticks <= 4 * 38 + 200, "{ticks}");
}

#[test]
fn crossing_lets_all_four_streams_flow() {
    let grid = map(66, 66, |x, y| !(30..36).contains(&x) && !(30..36).contains(&y));
    let mut run = four(grid);
    let mut agents = Vec::new();
    for at in 0..120 {
        let (along, across) = (at / 6, 30 + at % 6);
        agents.push((run.add(along, across), (65 - along, across)));
        agents.push((run.add(65 - along, across), (along, across)));
        agents.push((run.add(across, along), (across, 65 - along)));
        agents.push((run.add(across, 65 - along), (across, along)));
    }
    for (agent, (x, y)) in &agents {
        run.send(*agent, *x, *y);
    }
    let ticks = run.run(1000);
    // Three times the longest way would do; the last ones push each other in front of their cells.
    assert!(run.is_over() && ticks <= 8 * 65, "{ticks}");
}

#[test]
fn fast_agents_pass_slow_ones_where_there_is_room() {
    let grid = map(60, 3, |x, y| x >= 40 && y != 1);
    let mut run = four(grid);
    let pace = |ticks| NonZeroU16::new(ticks);
    let slow: Vec<AgentId> =
        (0..2).map(|y| run.join(NewAgent { ticks_per_cell: pace(4), ..NewAgent::at(Cell::new(12, y)) })).collect();
    let fast: Vec<AgentId> = (0..20).map(|at| run.add(at % 8, at / 8)).collect();
    for agent in slow.iter().chain(&fast) {
        run.send(*agent, 59, 1);
    }
    let mut passed = 0;
    for _ in 0..60 {
        run.tick();
        passed = fast.iter().filter(|agent| run.crowd.cell(**agent).x > run.crowd.cell(slow[0]).x).count();
    }
    assert!(passed >= 15, "{passed} of 20 have passed");
    run.run(400);
    assert!(run.is_over(), "{}", run.home());
}

#[test]
fn painted_walls_hold_from_their_tick_on() {
    let grid = map(64, 64, |_, _| false);
    let mut run = four(grid.clone());
    let mut rng = Rng(11);
    let cells = free_cells(&mut rng, &grid, 500);
    let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
    for agent in &agents {
        run.send(*agent, 48, 32);
    }
    run.ticks(20);
    // A wall over the road and over those who are just there.
    let wall: Vec<Cell> = (0..62).map(|y| Cell::new(30, y)).collect();
    let under = wall.iter().filter(|cell| run.crowd.agent_at(**cell).is_some()).count();
    let pushed = run.edit(&GridEdit::block(wall.clone()));
    assert!(pushed >= 2 && pushed <= under, "{pushed} of {under}");
    run.ticks(20);
    // A room of one cell around an agent.
    let jailed = *agents.iter().find(|agent| run.crowd.state(**agent) == State::Walking).unwrap();
    let cell = run.crowd.cell(jailed);
    let around = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
    run.edit(&GridEdit::block(around));
    run.ticks(2);
    assert_eq!((run.crowd.state(jailed), run.crowd.cell(jailed)), (State::Unreachable, cell));
    // A door.
    run.edit(&GridEdit::free(wall[30..34].iter().copied()));
    run.edit(&GridEdit::free(around));
    run.tick();
    assert_ne!(run.crowd.state(jailed), State::Unreachable);
    let ticks = run.run(400);
    assert!(run.is_over() && ticks <= 160, "{ticks}, {} home", run.home());
}

#[test]
fn few_agents_take_the_near_bridge() {
    let grid = map(40, 41, |x, y| (18..22).contains(&x) && !(4..6).contains(&y) && !(36..38).contains(&y));
    let mut run = four(grid);
    let agents: Vec<AgentId> = (0..20).map(|at| run.add(10 + at % 4, 2 + at / 4)).collect();
    for agent in &agents {
        run.send(*agent, 30, 5);
    }
    let mut far = 0;
    while !run.is_over() && run.crowd.now() < 200 {
        run.tick();
        far += agents.iter().filter(|agent| run.crowd.cell(**agent).y > 20).count();
    }
    assert!(run.is_over() && run.crowd.now() <= 30 + 10 * 11 / 10, "{}", run.crowd.now());
    assert_eq!(far, 0);
}
