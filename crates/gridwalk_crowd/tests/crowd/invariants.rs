//! Invariants of single runs: distances at any moment, progress, priorities, determinism.

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, NewAgent, State, UnderWall};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Map, Movement};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells, random_grid};

/// The least distance of two agents at 32 moments of a tick, in cells, moving straight.
fn least_distance(run: &Run) -> f64 {
    let now = run.crowd.now() - 1;
    let steps: Vec<_> = run
        .crowd
        .agents()
        .map(|agent| run.crowd.last_step(agent))
        .collect();
    let mut least = f64::MAX;
    for part in 0..32_u32 {
        #[expect(clippy::cast_precision_loss, reason = "ticks of a test")]
        let at = |step: &gridwalk_crowd::Step| {
            let time = now as f64 + f64::from(part) / 32.0;
            let length = (step.end - step.begin).max(1) as f64;
            let share = ((time - step.begin as f64) / length).clamp(0.0, 1.0);
            let share = if step.end == step.begin { 1.0 } else { share };
            let way = |from: i32, to: i32| f64::from(from) + f64::from(to - from) * share;
            (way(step.from.x, step.to.x), way(step.from.y, step.to.y))
        };
        let places: Vec<_> = steps.iter().map(at).collect();
        for (number, one) in places.iter().enumerate() {
            for other in &places[number + 1..] {
                least = least.min((one.0 - other.0).hypot(one.1 - other.1));
            }
        }
    }
    least
}

#[test]
fn drawn_discs_never_overlap() {
    for seed in 0..60 {
        let mut rng = Rng(seed);
        let movement = rng.pick(&[Movement::Four, Movement::default()]);
        let costs = rng.pick(&[1, 3]);
        let grid = random_grid(&mut rng, 9, 9, 10, costs);
        let ticks_per_cell = std::num::NonZeroU16::new(rng.pick(&[1, 3, 5])).unwrap();
        let mut run = Run::new(
            grid.clone(),
            CrowdRules {
                movement,
                ticks_per_cell,
                seed,
                ..CrowdRules::default()
            },
        );
        for at in free_cells(&mut rng, &grid, 30) {
            let ticks_per_cell = std::num::NonZeroU16::new(1 + rng.below(5_u16));
            run.join(NewAgent {
                ticks_per_cell,
                ..NewAgent::at(at)
            });
        }
        let agents: Vec<AgentId> = run.crowd.agents().collect();
        for _ in 0..60 {
            for agent in &agents {
                if rng.one_in(20) {
                    run.crowd
                        .send(*agent, Goal::Visit(rng.cell(&grid)))
                        .unwrap();
                }
            }
            run.tick();
            let least = least_distance(&run);
            assert!(least > 0.7, "seed {seed}, {movement:?}: {least}");
        }
    }
}

#[test]
fn each_agent_visits_its_goal_on_maps_with_loops() {
    // Theorem of PIBT: where each two neighbours lie on a circle, each agent visits its goal in
    // time.
    for seed in 0..20 {
        let grid = Grid::from_costs(9, 9, &[1; 81]).unwrap();
        let mut rng = Rng(seed);
        let mut run = Run::new(
            grid.clone(),
            CrowdRules {
                movement: Movement::Four,
                seed,
                ..CrowdRules::default()
            },
        );
        let count = 40 + rng.below(41_usize);
        let (starts, goals) = (
            free_cells(&mut rng, &grid, count),
            free_cells(&mut rng, &grid, count),
        );
        let agents: Vec<AgentId> = starts.iter().map(|cell| run.add(cell.x, cell.y)).collect();
        for (agent, goal) in agents.iter().zip(&goals) {
            run.crowd.send(*agent, Goal::Visit(*goal)).unwrap();
        }
        let mut visited = vec![false; count];
        for _ in 0..count * 17 {
            run.tick();
            for ((agent, goal), visited) in agents.iter().zip(&goals).zip(&mut visited) {
                *visited |= run.crowd.cell(*agent) == *goal;
            }
        }
        assert!(
            visited.iter().all(|visited| *visited),
            "seed {seed}: {visited:?}"
        );
    }
}

#[test]
fn a_far_agent_changes_nobodys_way() {
    let run = |with: bool| {
        let grid = Grid::from_costs(40, 40, &[1; 1600]).unwrap();
        let mut run = Run::new(grid, CrowdRules::default());
        let agents: Vec<AgentId> = (0..6).map(|y| run.add(0, y)).collect();
        if with {
            let far = run.add(39, 39);
            run.send(far, 30, 39);
        }
        for agent in &agents {
            run.send(*agent, 12, 3);
        }
        let mut cells = Vec::new();
        for _ in 0..20 {
            run.tick();
            cells.extend(agents.iter().map(|agent| run.at(*agent)));
        }
        cells
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn unreachable_agents_take_no_part() {
    let mut run = Run::four(&["...#...", "...#..."]);
    let agents: Vec<AgentId> = (0..3).map(|x| run.add(x, 0)).collect();
    for agent in &agents {
        run.send(*agent, 6, 1);
    }
    run.ticks(3);
    let moves = run.moves;
    run.ticks(30);
    assert_eq!(run.moves, moves);
    assert!(
        agents
            .iter()
            .all(|agent| run.crowd.state(*agent) == State::Unreachable)
    );
}

#[test]
fn a_tick_with_little_work_only_delays() {
    let grid = Grid::from_costs(30, 30, &[1; 900]).unwrap();
    let mut run = Run::new(grid.clone(), CrowdRules::default());
    let agents: Vec<AgentId> = (0..10).map(|y| run.add(0, y)).collect();
    for (agent, y) in agents.iter().zip(0..) {
        run.crowd
            .send(*agent, Goal::Cell(Cell::new(29, 29 - y)))
            .unwrap();
    }
    let mut put_off = 0;
    for _ in 0..80 {
        run.crowd.tick(&[&grid], 1);
        put_off += run.crowd.work_left();
    }
    assert!(put_off > 0);
    assert!(run.is_finished());
}

#[test]
fn edits_with_little_work_only_delay() {
    let mut map = Map::new(Grid::from_costs(64, 64, &[1; 4096]).unwrap());
    let mut crowd = Crowd::new(map.grid(), CrowdRules::default()).unwrap();
    let agents: Vec<AgentId> = (0..32)
        .map(|y| crowd.add(NewAgent::at(Cell::new(0, 2 * y))).unwrap())
        .collect();
    for (agent, y) in agents.iter().zip(0..) {
        let goal = Goal::Cell(Cell::new(63, 62 - 2 * y));
        crowd.send(*agent, goal).unwrap();
    }
    let (mut rng, mut put_off) = (Rng(1), 0);
    for tick in 0..600 {
        if tick % 8 == 0 && tick < 200 {
            let (x, y) = (1 + rng.below(54), rng.below(56));
            let wall = (0..64).map(|at| Cell::new(x + at % 8, y + at / 8));
            let edit = if tick % 16 == 0 {
                GridEdit::block(wall)
            } else {
                GridEdit::free(wall)
            };
            if let Some(change) = map.apply(&edit).unwrap() {
                crowd
                    .edit(&[map.grid()], &change, UnderWall::PushOut)
                    .unwrap();
            }
        }
        for step in &crowd.tick(&[map.grid()], 1).steps {
            assert!(map.grid().is_walkable(step.to), "tick {tick}: {step:?}");
        }
        put_off += crowd.work_left();
    }
    assert!(put_off > 0);
    let states: Vec<State> = agents.iter().map(|agent| crowd.state(*agent)).collect();
    let is_finished = |state: &State| matches!(state, State::Settled | State::Unreachable);
    assert!(states.iter().all(is_finished), "{states:?}");
}
