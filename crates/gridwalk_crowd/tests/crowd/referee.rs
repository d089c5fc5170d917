//! The referee sees each breach of the rules, and none in thousands of random crowds.

use std::num::NonZeroU16;

use gridwalk_crowd::{CrowdRules, Goal, NewAgent};
use gridwalk_pathfinding::referee::{Conflict, CrowdReferee, Footing};
use gridwalk_pathfinding::{Cell, CostRule, Grid, GridEdit, Movement};
use gridwalk_testing::Rng;

use crate::support::{Run, free_cells, random_grid};

fn step([x, y]: [i32; 2], [to_x, to_y]: [i32; 2], begin: u64, end: u64) -> Footing {
    let (from, to) = (Cell::new(x, y), Cell::new(to_x, to_y));
    let ticks_per_cell = NonZeroU16::new(u16::try_from(end - begin).unwrap().max(1)).unwrap();
    Footing {
        from,
        to,
        begin,
        end,
        size: 1,
        ticks_per_cell,
        map: 0,
    }
}

fn judge(rows: &[&str], movement: Movement, agents: &[Footing]) -> Vec<Conflict> {
    let agents: Vec<_> = agents.iter().copied().map(Some).collect();
    CrowdReferee::new(movement, CostRule::Entered).check(&[&Grid::from_rows(rows)], 0, &agents, &[])
}

#[test]
fn each_breach_is_named() {
    let open = ["...", "...", "..."];
    let eight = Movement::default();
    let agents = [0, 1];
    for (moves, wanted) in [
        (
            vec![step([0, 0], [1, 0], 0, 1), step([2, 0], [1, 0], 0, 1)],
            Conflict::Overlap {
                agents,
                cell: Cell::new(1, 0),
            },
        ),
        (
            vec![step([0, 0], [1, 0], 0, 1), step([1, 0], [0, 0], 0, 1)],
            Conflict::Swap { agents },
        ),
        (
            vec![step([0, 0], [1, 1], 0, 1), step([1, 0], [0, 1], 0, 1)],
            Conflict::Crossing { agents },
        ),
        (
            vec![step([0, 0], [1, 1], 0, 1), step([1, 1], [1, 0], 0, 1)],
            Conflict::Tight { agents },
        ),
        (
            vec![step([0, 0], [1, 1], 0, 1), step([0, 1], [0, 0], 0, 1)],
            Conflict::Tight { agents },
        ),
        (
            vec![step([0, 0], [1, 0], 0, 1), step([1, 0], [2, 0], 0, 2)],
            Conflict::Early {
                entering: 0,
                leaving: 1,
                cell: Cell::new(1, 0),
            },
        ),
        (
            vec![step([0, 0], [2, 0], 0, 1)],
            Conflict::Jump {
                agent: 0,
                from: Cell::new(0, 0),
                to: Cell::new(2, 0),
            },
        ),
    ] {
        assert_eq!(judge(&open, eight, &moves), [wanted], "{moves:?}");
    }
    let wall = judge(&[".#", ".."], eight, &[step([0, 0], [1, 1], 0, 1)]);
    assert_eq!(
        wall,
        [Conflict::Wall {
            agent: 0,
            cell: Cell::new(1, 1)
        }],
        "a corner is cut"
    );
    let wall = judge(&[".#"], eight, &[step([0, 0], [1, 0], 0, 1)]);
    assert_eq!(
        wall,
        [Conflict::Wall {
            agent: 0,
            cell: Cell::new(1, 0)
        }]
    );
    let slow = judge(&[".3"], eight, &[step([0, 0], [1, 0], 0, 1)]);
    assert_eq!(
        slow,
        [Conflict::Pace {
            agent: 0,
            found: 1,
            expected: 3
        }]
    );
}

#[test]
fn following_and_rings_are_legal() {
    let open = ["...", "...", "..."];
    let train = [
        step([0, 0], [1, 0], 0, 2),
        step([1, 0], [2, 0], 0, 2),
        step([2, 0], [2, 1], 0, 2),
    ];
    assert_eq!(judge(&open, Movement::Four, &train), []);
    let ring = [
        step([0, 0], [1, 0], 0, 1),
        step([1, 0], [1, 1], 0, 1),
        step([1, 1], [0, 1], 0, 1),
        step([0, 1], [0, 0], 0, 1),
    ];
    assert_eq!(judge(&open, Movement::Four, &ring), []);
}

#[test]
fn a_jump_between_ticks_is_seen() {
    let grid = Grid::from_rows(&["...."]);
    let mut referee = CrowdReferee::new(Movement::Four, CostRule::Entered);
    assert_eq!(
        referee.check(&[&grid], 0, &[Some(step([0, 0], [1, 0], 0, 1))], &[]),
        []
    );
    let jump = [Some(step([2, 0], [3, 0], 1, 2))];
    assert_eq!(
        referee.check(&[&grid], 1, &jump, &[]),
        [Conflict::Jump {
            agent: 0,
            from: Cell::new(1, 0),
            to: Cell::new(2, 0)
        }]
    );
    assert_eq!(
        referee.check(&[&grid], 2, &[Some(step([0, 0], [0, 0], 0, 0))], &[0]),
        [],
        "it was placed"
    );
}

/// A crowd that breaks the rules: each agent takes the best step whatever others do.
#[test]
fn a_broken_crowd_is_caught() {
    let grid = Grid::from_rows(&["........", "........", "........"]);
    let mut referee = CrowdReferee::new(Movement::Four, CostRule::Entered);
    let mut cells: Vec<[i32; 2]> = (0..8).map(|x| [x, x % 3]).collect();
    let mut conflicts = 0;
    for tick in 0..6 {
        let toward = |from: i32, to: i32| from + (to - from).signum();
        let next = cells.iter().zip(0..).map(|([x, y], id)| {
            let goal = 7 - id;
            if *x == goal {
                [*x, toward(*y, 1)]
            } else {
                [toward(*x, goal), *y]
            }
        });
        let next: Vec<[i32; 2]> = next.collect();
        let steps: Vec<_> = cells
            .iter()
            .zip(&next)
            .map(|(from, to)| {
                let end = if from == to { tick } else { tick + 1 };
                Some(step(*from, *to, tick, end))
            })
            .collect();
        conflicts += referee.check(&[&grid], tick, &steps, &[]).len();
        cells = next;
    }
    assert!(conflicts > 3, "{conflicts}");
}

/// One random crowd: maps, densities, rules, paces, sizes, edits and goals. Its agent-steps and its
/// hash.
pub fn random_crowd(seed: u64) -> (u64, u64) {
    let mut rng = Rng(seed);
    let movement = rng.pick(&[Movement::Four, Movement::default()]);
    let cost_rule = rng.pick(&[CostRule::Entered, CostRule::MeanTouched]);
    let ticks_per_cell = NonZeroU16::new(rng.pick(&[1, 1, 1, 2, 5])).unwrap();
    let (width, height) = (3 + rng.below(14_u32), 3 + rng.below(14_u32));
    let (walls, costs) = (rng.pick(&[0, 10, 25]), rng.pick(&[1, 1, 4]));
    let grid = random_grid(&mut rng, width, height, walls, costs);
    let mut run = Run::new(
        grid.clone(),
        CrowdRules {
            movement,
            cost_rule,
            ticks_per_cell,
            seed,
            ..CrowdRules::default()
        },
    );
    let large = rng.one_in(3).then(|| run.add_kind(rng.pick(&[2, 3])));
    let density = rng.pick(&[5, 20, 50, 90]);
    let count = (width * height) as usize * density / 100;
    let mut agents = Vec::new();
    let mixed = rng.one_in(2);
    for at in free_cells(&mut rng, &grid, count.max(1)) {
        let kind = large.filter(|_| rng.one_in(5)).unwrap_or_default();
        let pace = mixed.then(|| NonZeroU16::new(1 + rng.below(4_u16)).unwrap());
        if run
            .crowd
            .add(NewAgent {
                kind,
                ticks_per_cell: pace,
                ..NewAgent::at(at)
            })
            .is_ok_and(|agent| {
                agents.push(agent);
                true
            })
        {}
    }
    let common = rng.cell(&grid);
    for tick in 0..60 {
        for &agent in &agents {
            if tick == 0 || rng.one_in(40) {
                let cell = if rng.one_in(3) {
                    common
                } else {
                    rng.cell(&grid)
                };
                let goal = rng.pick(&[
                    Goal::Cell(cell),
                    Goal::Cell(cell),
                    Goal::Exact(cell),
                    Goal::Visit(cell),
                    Goal::Near { cell, steps: 3 },
                ]);
                run.crowd.send(agent, goal).unwrap();
            }
            if rng.one_in(900) {
                run.crowd.stop(agent);
            }
            if rng.one_in(900) {
                run.crowd.hold(agent, rng.one_in(2));
            }
        }
        if rng.one_in(8) {
            let cells: Vec<Cell> = (0..=rng.below(4)).map(|_| rng.cell(&grid)).collect();
            let edit = match rng.below(3) {
                0 => GridEdit::block(cells),
                1 => GridEdit::free(cells),
                _ => GridEdit::set_cost(cells, 1 + rng.below(3_u16)),
            };
            run.edit(&edit);
        }
        let conflicts = run.try_tick();
        assert!(
            conflicts.is_empty(),
            "seed {seed}, tick {tick}: {conflicts:?}"
        );
    }
    (60 * agents.len() as u64, run.crowd.hash())
}

#[test]
fn random_crowds_have_no_conflicts() {
    let steps: u64 = (0..1500).map(|seed| random_crowd(seed).0).sum();
    assert!(steps > 2_000_000, "{steps}");
}

#[test]
fn equal_crowds_have_equal_hashes() {
    for seed in 0..60 {
        assert_eq!(random_crowd(seed), random_crowd(seed), "seed {seed}");
    }
    assert_ne!(random_crowd(1).1, random_crowd(2).1);
}

/// Judges 100,000,000 agent-steps, and prints how many there were in how many crowds:
/// `cargo test -p gridwalk_crowd --test crowd -- --ignored --nocapture a_hundred_million`.
#[test]
#[ignore = "takes two minutes; 100,000,000 agent-steps"]
fn a_hundred_million_agent_steps_have_no_conflicts() {
    let (mut steps, mut crowds) = (0, 0);
    while steps < 100_000_000 {
        steps += random_crowd(1_000_000 + crowds).0;
        crowds += 1;
    }
    println!("{steps} agent-steps of {crowds} crowds, no conflicts");
}
