//! Stored hashes of long runs: the same on every machine, with 32 bits and with 64.

use std::num::NonZeroU16;

use gridwalk_crowd::{AgentId, CrowdRules, Goal, NewAgent};
use gridwalk_pathfinding::{Cell, CostRule, GridEdit, Movement};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells, random_grid};

/// The ticks of each run.
const TICKS: u64 = 1000;

/// Hashes after half of the ticks and at the end, of each run. Where a rule of choice changes on
/// purpose, the failing test prints the new ones.
const WANTED: [[u64; 2]; 2] = [
    [0x35f6_6d9f_dd80_4bac, 0xca9d_6ee8_a54f_65b2],
    [0x8ef2_f5da_4101_1d49, 0x722f_562a_9da7_726b],
];

/// A map, its agents, and the rules of a run.
struct Setup {
    side: u32,
    walls: u64,
    costs: u16,
    agents: usize,
    paces: &'static [u16],
    movement: Movement,
    cost_rule: CostRule,
}

/// Makes 1,000 ticks with new goals and edits; returns the hashes after half of them and at the
/// end, and the work for plans.
fn run(setup: &Setup) -> ([u64; 2], u64) {
    let mut rng = Rng(11);
    let grid = random_grid(&mut rng, setup.side, setup.side, setup.walls, setup.costs);
    let rules = CrowdRules {
        movement: setup.movement,
        cost_rule: setup.cost_rule,
        seed: 5,
        ..CrowdRules::default()
    };
    let mut run = Run::new(grid.clone(), rules);
    let mut agents = Vec::new();
    for (number, at) in free_cells(&mut rng, &grid, setup.agents)
        .into_iter()
        .enumerate()
    {
        let agent = NewAgent {
            ticks_per_cell: NonZeroU16::new(setup.paces[number % setup.paces.len()]),
            ..NewAgent::at(at)
        };
        agents.push(run.crowd.add(agent).unwrap());
    }
    let goals: Vec<Cell> = (0..24).map(|_| rng.cell(&grid)).collect();
    let (mut hashes, mut plans) = ([0; 2], 0);
    for tick in 0..TICKS {
        let sent: Vec<AgentId> = if tick == 0 {
            agents.clone()
        } else {
            run.crowd.moves().arrived.clone()
        };
        for agent in sent {
            let cell = rng.pick(&goals);
            let goal = rng.pick(&[Goal::Visit(cell), Goal::Visit(cell), Goal::Cell(cell)]);
            run.crowd.send(agent, goal).unwrap();
        }
        if rng.one_in(40) {
            let cells: Vec<Cell> = (0..3).map(|_| rng.cell(&grid)).collect();
            run.edit(&if rng.one_in(2) {
                GridEdit::block(cells)
            } else {
                GridEdit::free(cells)
            });
        }
        run.tick();
        plans += run.crowd.work().plans;
        hashes[usize::from(tick >= TICKS / 2)] = run.crowd.hash();
    }
    (hashes, plans)
}

#[test]
fn a_thousand_ticks_have_the_stored_hash() {
    let four = Setup {
        side: 32,
        walls: 20,
        costs: 1,
        agents: 300,
        paces: &[1],
        movement: Movement::Four,
        cost_rule: CostRule::Entered,
    };
    let eight = Setup {
        costs: 3,
        walls: 10,
        paces: &[1, 2, 3],
        movement: Movement::default(),
        cost_rule: CostRule::MeanTouched,
        ..four
    };
    let runs = [four, eight].map(|setup| run(&setup));
    assert!(runs.iter().all(|run| run.1 > 0), "plans are searched");
    let found = runs.map(|run| run.0);
    assert_eq!(found, WANTED, "{found:#018x?}");
}
