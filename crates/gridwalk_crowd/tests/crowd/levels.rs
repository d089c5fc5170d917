//! The ten levels about crowds: each meets its deadline, and then nobody moves.
//!
//! Agents and maps are those of the files; edits come from the tests, as a user would paint them.

use std::collections::VecDeque;

use gridwalk_crowd::{AgentId, Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, GridEdit, Movement};
use gridwalk_testing::{Rng, shipped_level};

use crate::support::{Run, free_cells};

/// The state of each crowd when all agents are home.
const HASHES: [(&str, u64); 12] = [
    ("bay", 0x3463_da8b_77f3_1bf2),
    ("bridges", 0xf679_7324_f2b4_9046),
    ("crossing", 0xcf2a_236e_da86_8585),
    ("crossing, 8-way", 0x0d6a_d26c_c974_9b84),
    ("dead_end", 0xe611_bc37_f394_513b),
    ("doorway", 0x5336_cb7c_01e1_bb33),
    ("guard", 0x5f00_938f_12a5_d56a),
    ("one_click", 0xbb47_acc1_f912_6287),
    ("one_click, 8-way", 0x092c_ec78_bd66_4036),
    ("painted", 0x3174_3f04_cf2e_12b5),
    ("slow_and_fast", 0xd161_fe3f_e265_8d09),
    ("two_trains", 0xe3ab_c836_e4be_c23f),
];

fn open(name: &str) -> Run {
    Run::of_level(&shipped_level(name))
}

/// Lets all agents come home within the deadline, and rest for 100 ticks.
fn finish(name: &str, run: &mut Run, deadline: u64) {
    run.run(4 * deadline);
    let (ticks, hash, moves) = (run.crowd.now(), run.crowd.hash(), run.moves);
    assert!(
        run.is_finished() && ticks <= deadline,
        "{name}: {ticks} of {deadline} ticks, {} home",
        run.home()
    );
    run.ticks(100);
    assert_eq!(run.moves, moves, "{name}: somebody moves at rest");
    let known = HASHES.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(
        hash, known,
        "{name}: the hash is {hash:#018x} after {ticks} ticks"
    );
}

/// Steps from each cell to the nearest of these, straight ones only; `u64::MAX` where no path leads
/// there.
fn steps_to(grid: &Grid, goals: &[Cell]) -> impl Fn(Cell) -> u64 + use<> {
    let size = grid.size();
    let mut steps = vec![u64::MAX; size.cell_count()];
    let at = move |cell: Cell| size.index(cell).unwrap().get();
    let mut open: VecDeque<Cell> = goals.iter().copied().collect();
    for goal in goals {
        steps[at(*goal)] = 0;
    }
    while let Some(cell) = open.pop_front() {
        for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let next = Cell::new(cell.x + x, cell.y + y);
            if grid.is_walkable(next) && steps[at(next)] == u64::MAX {
                steps[at(next)] = steps[at(cell)] + 1;
                open.push_back(next);
            }
        }
    }
    move |cell| steps[at(cell)]
}

/// The nearest cells around a goal, as many as there are agents.
fn slots(grid: &Grid, goal: (i32, i32), count: usize) -> Vec<Cell> {
    let steps = steps_to(grid, &[goal.into()]);
    let mut cells: Vec<Cell> = gridwalk_testing::cells(grid)
        .filter(|cell| grid.is_walkable(*cell))
        .collect();
    cells.sort_by_key(|cell| steps(*cell));
    cells.truncate(count);
    cells
}

/// The longest way of an agent to the nearest of the cells that these agents share around the goal.
fn bound(run: &Run, agents: &[AgentId], goal: (i32, i32)) -> u64 {
    let steps = steps_to(run.map.grid(), &slots(run.map.grid(), goal, agents.len()));
    agents
        .iter()
        .map(|agent| steps(run.crowd.cell(*agent)))
        .max()
        .unwrap()
}

/// The longest way of an agent to the goal itself.
fn way(run: &Run, agents: &[AgentId], goal: (i32, i32)) -> u64 {
    let steps = steps_to(run.map.grid(), &[goal.into()]);
    agents
        .iter()
        .map(|agent| steps(run.crowd.cell(*agent)))
        .max()
        .unwrap()
}

/// Steps of each agent straight back to the cell before.
struct Turns(Vec<(Cell, Cell)>, Vec<u32>);

impl Turns {
    fn new(run: &Run, agents: &[AgentId]) -> Self {
        let cells = agents
            .iter()
            .map(|agent| (run.crowd.cell(*agent), run.crowd.cell(*agent)))
            .collect();
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

fn column(x: i32, rows: std::ops::Range<i32>) -> Vec<Cell> {
    rows.map(|y| Cell::new(x, y)).collect()
}

#[test]
fn doorway_is_never_empty_while_agents_queue() {
    let mut run = open("doorway");
    let (agents, first) = (run.group("guest"), run.named("guest 1"));
    let deadline = (bound(&run, &agents, (50, 21)) + 424 / 4 * 105 / 100 + 40) * 11 / 10;
    let door = column(31, 19..23);
    let mut shut_in = Vec::new();
    let outside = |run: &Run| {
        agents
            .iter()
            .map(|agent| run.crowd.cell(*agent))
            .filter(|cell| cell.x < 31)
            .collect()
    };
    for tick in 0..110 {
        match tick {
            60 => _ = run.edit(&GridEdit::block(door.clone())),
            62 => shut_in = outside(&run),
            100 => {
                let now: Vec<Cell> = outside(&run);
                assert_eq!(
                    (now, run.crowd.state(first)),
                    (shut_in.clone(), State::Unreachable),
                    "all wait"
                );
                run.edit(&GridEdit::free(door.clone()));
            }
            _ => {}
        }
        run.tick();
        let queue = agents
            .iter()
            .filter(|agent| (26..31).contains(&run.crowd.cell(**agent).x))
            .count();
        let passing = door
            .iter()
            .filter(|cell| run.crowd.agent_at(**cell).is_some())
            .count();
        // The first ones are on their way, or the door is shut.
        let is_open = tick >= 8 && !(60..102).contains(&tick);
        assert!(
            !is_open || queue <= 20 || passing > 0,
            "the door is empty in tick {tick}"
        );
        assert!(
            tick != 100 || run.crowd.state(first) != State::Unreachable,
            "they go on in the tick of the door"
        );
    }
    finish("doorway", &mut run, deadline);
}

#[test]
fn bay_lets_two_pass() {
    let mut run = open("bay");
    let (left, right) = (run.named("left"), run.named("right"));
    run.ticks(10);
    assert_eq!(
        run.crowd.state(right),
        State::Waiting {
            for_agent: left,
            since: 9
        }
    );
    run.tick();
    assert_eq!(
        (run.at(left), run.at(right)),
        ((10, 0), (10, 1)),
        "they meet beside the bay, and the left one gives way"
    );
    // 1.8 of the way of 20.
    finish("bay", &mut run, 36);
    assert_eq!((run.at(left), run.at(right)), ((20, 1), (0, 1)));
}

#[test]
fn without_the_bay_both_say_who_blocks_them() {
    let mut run = open("bay");
    let (left, right) = (run.named("left"), run.named("right"));
    run.edit(&GridEdit::block([Cell::new(10, 0)]));
    run.ticks(40);
    assert!(
        matches!(run.crowd.state(left), State::Blocked { by, .. } if by == right),
        "{:?}",
        run.crowd.state(left)
    );
    assert!(
        matches!(run.crowd.state(right), State::Blocked { by, .. } if by == left),
        "{:?}",
        run.crowd.state(right)
    );
    let moves = run.moves;
    run.ticks(100);
    assert_eq!(run.moves, moves, "they wait where they are");
}

#[test]
fn two_trains_pass_a_tunnel_one_after_the_other() {
    let mut run = open("two_trains");
    let all: Vec<AgentId> = run.crowd.agents().collect();
    let mut turns = Turns::new(&run, &all);
    while !run.is_finished() && run.crowd.now() < 800 {
        run.tick();
        turns.count(&run, &all);
        if run.crowd.now() == 80 {
            let states =
                ["east lower 1", "west upper 1"].map(|name| run.crowd.state(run.named(name)));
            assert_eq!(
                states,
                [State::Walking, State::Settled],
                "one train goes first"
            );
        }
    }
    // Wanted: 109, the way of 41 and the length of both trains, and a fifth; and at most 2 turns.
    finish("two_trains", &mut run, 109);
    assert!(turns.most() <= 31, "{} turns", turns.most());
}

#[test]
fn guard_steps_into_the_alcove_and_back() {
    let mut run = open("guard");
    let (guard, travellers) = (run.named("guard"), run.group("traveller"));
    let bound = bound(&run, &travellers, (29, 1));
    while !travellers
        .iter()
        .all(|agent| run.crowd.state(*agent) == State::Settled)
        && run.crowd.now() < 200
    {
        run.tick();
        if run.crowd.now() == 13 {
            let yielding = State::Yielding {
                to: travellers[3],
                since: 12,
            };
            assert_eq!((run.at(guard), run.crowd.state(guard)), ((16, 0), yielding));
        }
    }
    let ticks = run.crowd.now();
    assert!(ticks <= bound + 6, "{ticks} of {bound} + 6");
    finish("guard", &mut run, ticks + 10);
    assert_eq!(
        (run.at(guard), run.crowd.state(guard)),
        ((16, 1), State::Resting)
    );
}

#[test]
fn guard_on_hold_is_never_pushed() {
    let mut run = open("guard");
    let (guard, travellers) = (run.named("guard"), run.group("traveller"));
    run.crowd.hold(guard, true);
    run.ticks(60);
    assert_eq!(run.at(guard), (16, 1));
    let first = run.crowd.state(travellers[3]);
    assert!(
        matches!(first, State::Blocked { by, .. } if by == guard),
        "{first:?}"
    );
}

#[test]
fn one_click_fills_the_nearest_thousand_cells() {
    for (name, movement) in [
        ("one_click", Movement::Four),
        ("one_click, 8-way", Movement::default()),
    ] {
        let mut level = shipped_level("one_click");
        level.search.movement = movement;
        let mut run = Run::of_level(&level);
        let agents = run.group("agent");
        // In eight directions a corner is 64 diagonal steps away.
        let bound = if movement == Movement::Four {
            bound(&run, &agents, (64, 64))
        } else {
            64
        };
        run.ticks(30);
        let states = ["agent 1", "agent 500"].map(|name| run.crowd.state(run.named(name)));
        assert_eq!(
            states,
            [State::Walking, State::Settled],
            "the nearest first"
        );
        finish(name, &mut run, bound * 13 / 10);
        if movement == Movement::Four {
            let steps = steps_to(run.map.grid(), &[Cell::new(64, 64)]);
            let sum = |cells: Vec<Cell>| cells.into_iter().map(&steps).sum::<u64>();
            let taken = agents.iter().map(|agent| run.crowd.cell(*agent)).collect();
            assert_eq!(
                sum(taken),
                sum(slots(run.map.grid(), (64, 64), 1000)),
                "the nearest cells"
            );
        }
    }
}

#[test]
fn dead_end_lets_the_deepest_out() {
    let mut run = open("dead_end");
    let (deepest, idle) = (run.named("deepest"), run.group("idle"));
    let homes: Vec<_> = idle.iter().map(|agent| run.at(*agent)).collect();
    let all: Vec<AgentId> = run.crowd.agents().collect();
    let mut turns = Turns::new(&run, &all);
    while !run.is_finished() && run.crowd.now() < 100 {
        run.tick();
        turns.count(&run, &all);
        if run.crowd.now() == 5 {
            assert_eq!(
                run.crowd.state(idle[4]),
                State::Yielding {
                    to: idle[3],
                    since: 0
                }
            );
        }
    }
    finish("dead_end", &mut run, 30);
    assert_eq!(run.crowd.state(deepest), State::Settled);
    assert_eq!(
        idle.iter().map(|agent| run.at(*agent)).collect::<Vec<_>>(),
        homes
    );
    assert!(turns.most() <= 4, "{} turns", turns.most());
}

#[test]
fn crowded_room_finds_new_places() {
    let grid = Grid::from_costs(20, 20, &[1; 400]).unwrap();
    let rules = gridwalk_crowd::CrowdRules {
        movement: Movement::Four,
        ..gridwalk_crowd::CrowdRules::default()
    };
    let mut run = Run::new(grid.clone(), rules);
    let mut rng = Rng(3);
    let cells = free_cells(&mut rng, &grid, 360);
    let agents: Vec<AgentId> = cells.iter().map(|cell| run.add(cell.x, cell.y)).collect();
    let goals = free_cells(&mut rng, &grid, 180);
    for (agent, goal) in agents.iter().step_by(2).zip(&goals) {
        run.crowd.send(*agent, Goal::Cell(*goal)).unwrap();
    }
    let ticks = run.run(1000);
    assert!(run.is_finished() && ticks <= 4 * 38 + 200, "{ticks}");
}

#[test]
fn few_agents_take_the_near_bridge() {
    let mut run = open("bridges");
    let agents = run.group("walker");
    // Wanted: one tick less, the longest way and two at a time, and a tenth.
    let deadline = way(&run, &agents, (30, 5)) + 10 * 11 / 10 + 1;
    while !run.is_finished() && run.crowd.now() < 200 {
        run.tick();
        assert!(
            agents.iter().all(|agent| run.crowd.cell(*agent).y < 20),
            "nobody goes to the far bridge"
        );
        if run.crowd.now() == 9 {
            assert_eq!(
                run.crowd.state(agents[0]),
                State::Waiting {
                    for_agent: agents[5],
                    since: 8
                }
            );
        }
    }
    finish("bridges", &mut run, deadline);
}

#[test]
fn six_hundred_agents_cross_the_bridges() {
    let mut level = shipped_level("bridges");
    level.groups[0].count = 600;
    level.groups[0].from = gridwalk_pathfinding::Rect {
        at: Cell::new(0, 0),
        width: 18,
        height: 41,
    };
    let mut run = Run::of_level(&level);
    let agents = run.group("walker");
    let (mut back, mut far) = (0, std::collections::BTreeSet::new());
    let deadline = way(&run, &agents, (30, 5)) * 8 / 10 + 300;
    while !run.is_finished() && run.crowd.now() < 1000 {
        run.tick();
        for agent in &agents {
            let step = run.crowd.last_step(*agent);
            let is_new = step.begin + 1 == run.crowd.now() && (18..22).contains(&step.from.x);
            back += u32::from(is_new && step.to.x < step.from.x);
            if is_new && step.from.y > 20 {
                far.insert(agent.0);
            }
        }
    }
    assert!(
        run.is_finished() && run.crowd.now() <= deadline,
        "{} of {deadline} ticks",
        run.crowd.now()
    );
    assert!(
        far.len() > 50,
        "the far bridge is used by those who are near to it: {}",
        far.len()
    );
    // Wanted: nobody turns back on a bridge.
    assert!(back <= 6, "{back} steps back on a bridge");
}

/// Runs the crossing until all are home, with the first agent in this state after 40 ticks. Returns
/// the longest waits of the agents, shortest first.
fn longest_waits(run: &mut Run, first: Option<State>) -> Vec<u64> {
    let all: Vec<AgentId> = run.crowd.agents().collect();
    let (mut waits, mut longest) = (vec![0_u64; all.len()], vec![0_u64; all.len()]);
    while !run.is_finished() && run.crowd.now() < 2000 {
        run.tick();
        for (agent, (wait, longest)) in all.iter().zip(waits.iter_mut().zip(&mut longest)) {
            let is_waiting = matches!(
                run.crowd.state(*agent),
                State::Waiting { .. } | State::Blocked { .. }
            );
            *wait = if is_waiting { *wait + 1 } else { 0 };
            *longest = (*longest).max(*wait);
        }
        if let Some(first) = first.filter(|_| run.crowd.now() == 40) {
            assert_eq!(run.crowd.state(run.named("eastbound 1")), first);
        }
    }
    longest.sort_unstable();
    longest
}

#[test]
fn crossing_lets_all_four_streams_flow() {
    let mut run = open("crossing");
    let goals = [
        ("eastbound", (55, 33)),
        ("westbound", (10, 32)),
        ("southbound", (32, 55)),
        ("northbound", (33, 10)),
    ];
    let longest_way = goals
        .into_iter()
        .map(|(name, goal)| way(&run, &run.group(name), goal))
        .max();
    assert_eq!(longest_way, Some(58));
    let waiting = State::Waiting {
        for_agent: AgentId(84),
        since: 35,
    };
    let longest = longest_waits(&mut run, Some(waiting));
    // No wait is longer than four times the median.
    let (median, most) = (longest[longest.len() / 2], longest[longest.len() - 1]);
    assert!(most <= 4 * median, "{most} ticks, median {median}");
    let others = [1, 2, 3].map(|seed| {
        let mut run = Run::of_level_with(&shipped_level("crossing"), seed);
        longest_waits(&mut run, None);
        run.crowd.now()
    });
    let mean = (run.crowd.now() + others.iter().sum::<u64>()) / 4;
    // Wanted: three times the longest way, which is 174.
    assert!(mean <= 207, "{} and {others:?} ticks", run.crowd.now());
    finish("crossing", &mut run, 212);
}

#[test]
fn crossing_flows_in_eight_directions() {
    let mut level = shipped_level("crossing");
    level.search.movement = Movement::default();
    let mut run = Run::of_level(&level);
    let longest = longest_waits(&mut run, Some(State::Walking));
    // The longest way is one of 55 steps.
    finish("crossing, 8-way", &mut run, 165);
    let (median, most) = (longest[longest.len() / 2], longest[longest.len() - 1]);
    assert!(most <= 4 * median, "{most} ticks, median {median}");
}

#[test]
fn streams_change_sides_in_reverse_order() {
    let level = open("crossing");
    let ticks = [0, 1, 2, 3].map(|seed| {
        let rules = gridwalk_crowd::CrowdRules {
            seed,
            ..*level.crowd.rules()
        };
        let mut run = Run::new(level.map.grid().clone(), rules);
        // The four streams take turns, each from its far end on.
        for at in 0..120 {
            let (along, across) = (at / 6, 30 + at % 6);
            for ((x, y), (to_x, to_y)) in [
                ((along, across), (65 - along, across)),
                ((65 - along, across), (along, across)),
                ((across, along), (across, 65 - along)),
                ((across, 65 - along), (across, along)),
            ] {
                let agent = run.add(x, y);
                run.send(agent, to_x, to_y);
            }
        }
        let ticks = run.run(2000);
        assert!(run.is_finished(), "seed {seed}");
        ticks
    });
    // Wanted: 195, three times the longest way. The last ones push each other in front of their
    // cells.
    let mean = ticks.iter().sum::<u64>() / 4;
    assert!(mean <= 447, "{ticks:?}");
}

#[test]
fn one_agent_crosses_a_stream() {
    let mut run = open("crossing");
    for name in ["westbound", "southbound", "northbound"] {
        for agent in run.group(name) {
            run.crowd.remove(agent);
        }
    }
    run.ticks(15);
    let single = run.join(NewAgent::at(Cell::new(32, 28)));
    run.send(single, 32, 37);
    run.ticks(60);
    assert_eq!(
        (run.at(single), run.crowd.state(single)),
        ((32, 37), State::Settled)
    );
}

#[test]
fn fast_agents_pass_slow_ones_where_there_is_room() {
    let mut run = open("slow_and_fast");
    let (slow, fast) = (run.group("slow"), run.group("fast"));
    // The slow ones take four ticks a cell, and the last of the slots that all share.
    let steps = steps_to(run.map.grid(), &slots(run.map.grid(), (59, 1), 22));
    let deadline = 4
        * slow
            .iter()
            .map(|agent| steps(run.crowd.cell(*agent)))
            .max()
            .unwrap()
        * 12
        / 10;
    run.ticks(60);
    assert_eq!(
        [fast[19], slow[0]].map(|agent| run.crowd.state(agent)),
        [State::Settled, State::Walking]
    );
    let ahead = |agent: &&AgentId| run.crowd.cell(**agent).x > run.crowd.cell(slow[0]).x;
    let passed = fast.iter().filter(ahead).count();
    assert!(passed >= 15, "{passed} of 20 have passed");
    finish("slow_and_fast", &mut run, deadline);
}

#[test]
fn painted_walls_hold_from_their_tick_on() {
    let mut run = open("painted");
    let agents = run.group("walker");
    run.ticks(20);
    // A wall over the road and over those who are just there.
    let wall = column(30, 0..62);
    let under = wall
        .iter()
        .filter(|cell| run.crowd.agent_at(**cell).is_some())
        .count();
    let pushed = run.edit(&GridEdit::block(wall.clone()));
    assert!(pushed >= 2 && pushed <= under, "{pushed} of {under}");
    run.ticks(20);
    assert!(
        agents
            .iter()
            .all(|agent| run.crowd.cell(*agent).x != 30 || run.crowd.cell(*agent).y >= 62)
    );
    // A room of one cell around an agent.
    let jailed = *agents
        .iter()
        .find(|agent| run.crowd.state(**agent) == State::Walking)
        .unwrap();
    assert_eq!(run.names[jailed.0 as usize], "walker 1");
    let cell = run.crowd.cell(jailed);
    let around = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
    run.edit(&GridEdit::block(around));
    run.ticks(2);
    assert_eq!(
        (run.crowd.state(jailed), run.crowd.cell(jailed)),
        (State::Unreachable, cell)
    );
    // A door.
    run.edit(&GridEdit::free(wall[30..34].iter().copied()));
    run.edit(&GridEdit::free(around));
    run.tick();
    assert_ne!(run.crowd.state(jailed), State::Unreachable);
    finish("painted", &mut run, 160);
}
