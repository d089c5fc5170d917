//! Arrival: how soon all are home, and the calm afterwards.

use gridwalk_crowd::{AgentId, Goal, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::Rng;
use gridwalk_testing::crowd::Run;
use gridwalk_testing::shipped_level;

use crate::support::{
    Samples, Scene, Turns, bound, count, free_cells, largest_part, open_grid, published_map,
    published_pairs, random_grid,
};
use crate::table::{Limit, Table};

/// G6: ticks until all are home, against the longest way.
pub fn blob(table: &mut Table) {
    if !table.wants(&["G6"]) {
        return;
    }
    let published = |name: &str| Some(largest_part(&published_map(name)?));
    let maps: [(&str, Option<Grid>, f64); 3] = [
        ("open 256²", Some(open_grid(256)), 1.3),
        (
            "warehouse-20-40-10-2-2",
            published("warehouse-20-40-10-2-2"),
            1.5,
        ),
        ("den520d", published("den520d"), 3.0),
    ];
    for (name, grid, limit) in maps {
        let Some(grid) = grid else {
            table.without("G6", "needs the published maps in ../shared");
            continue;
        };
        let mut rng = Rng(1);
        let starts = free_cells(&mut rng, &grid, 10_000);
        let goal = free_cells(&mut rng, &grid, 1)[0];
        let bound = bound(&grid, goal, &starts);
        let mut scene = Scene::new(&grid, Movement::Four, &starts);
        scene.click(goal);
        let times = scene.finish(4000);
        table.row(
            "G6",
            &format!("{name}, 10,000 agents, one click: ticks until all are home"),
            Limit::Most(limit),
            count(times.len()) / f64::from(bound),
            "× longest way",
            &format!(
                "{} home after {} ticks, way {bound}; {:.2} ms a tick",
                scene.home(),
                times.len(),
                Samples::new(times).mean()
            ),
        );
    }
    for (name, tswap) in [("warehouse-20-40-10-2-2", 1017.0), ("den520d", 942.0)] {
        let Some(grid) = published(name) else {
            continue;
        };
        let mut rng = Rng(1);
        let starts = free_cells(&mut rng, &grid, 1000);
        let mut scene = Scene::new(&grid, Movement::Four, &starts);
        scene.click(free_cells(&mut rng, &grid, 1)[0]);
        let ticks = scene.finish(4000).len();
        table.row(
            "G6",
            &format!("{name}, 1,000 agents, one click: ticks until all are home"),
            Limit::Most(0.5 * tswap),
            count(ticks),
            "ticks",
            &format!("TSWAP on another instance of the kind: {tswap}"),
        );
    }
    table.without("G6, Paris_1_256", "the map is not among the published data");
}

/// G7: eight groups whose ways cross.
pub fn crossing_clicks(table: &mut Table) {
    if !table.wants(&["G7"]) {
        return;
    }
    let grid = largest_part(&random_grid(9, 256, 20, 1));
    let mut rng = Rng(1);
    let starts = free_cells(&mut rng, &grid, 10_000);
    let clicks = free_cells(&mut rng, &grid, 8);
    let mut scene = Scene::new(&grid, Movement::Four, &starts);
    let mut ways = [const { Vec::new() }; 8];
    for (at, start) in starts.iter().enumerate() {
        scene.send(scene.agents[at], Goal::Cell(clicks[at % 8]));
        ways[at % 8].push(*start);
    }
    let bounds = clicks.iter().zip(&ways);
    let bound = bounds.map(|(click, starts)| bound(&grid, *click, starts));
    let bound = bound.max().unwrap_or(1);
    let times = scene.finish(12 * bound as usize);
    let on = "256², 20 % walls, 10,000 agents, 8 clicks";
    let share = count(scene.home()) / count(starts.len()) * 100.0;
    let (ticks, times) = (times.len(), Samples::new(times));
    table.row(
        "G7",
        &format!("{on}: home"),
        Limit::Least(100.0),
        share,
        "%",
        "",
    );
    table.row(
        "G7",
        &format!("{on}: ticks"),
        Limit::Most(6.0),
        count(ticks) / f64::from(bound),
        "× longest way",
        &format!("{ticks} ticks, way {bound}; {}", times.words()),
    );
    crate::speed::plan_share(table, on, &scene);
}

/// G8: 400 agents with a goal each in a small room.
pub fn one_shot(table: &mut Table) {
    if !table.wants(&["G8"]) {
        return;
    }
    let (mut solved, mut runs, mut most, mut ticks) = (0, 0, 0.0_f64, Vec::new());
    for name in ["random-32-32-20-random-1", "random-32-32-20-random-2"] {
        let (Some(grid), Some(pairs)) =
            (published_map("random-32-32-20"), published_pairs(name, 400))
        else {
            table.without("G8", "needs the published scenarios in ../shared");
            return;
        };
        let starts: Vec<Cell> = pairs.iter().map(|(start, _)| *start).collect();
        let mut scene = Scene::new(&grid, Movement::Four, &starts);
        for (at, (_, goal)) in pairs.iter().enumerate() {
            scene.send(scene.agents[at], Goal::Exact(*goal));
        }
        // The first tick makes 400 fields.
        scene.tick();
        let times = scene.finish(1000);
        (solved, runs) = (solved + u32::from(scene.home() == 400), runs + 1);
        ticks.push(times.len().to_string());
        most = most.max(Samples::new(times).max());
    }
    let on = "random-32-32-20, 400 agents, a goal each";
    let more = format!("ticks: {}", ticks.join(", "));
    table.row(
        "G8",
        &format!("{on}: solved"),
        Limit::Least(f64::from(runs)),
        f64::from(solved),
        "scenarios",
        &more,
    );
    table.row(
        "G8",
        &format!("{on}: longest tick"),
        Limit::Most(4.0),
        most,
        "ms",
        "",
    );
}

/// Levels with a crowd.
const LEVELS: [&str; 10] = [
    "doorway",
    "bay",
    "two_trains",
    "guard",
    "one_click",
    "dead_end",
    "bridges",
    "crossing",
    "slow_and_fast",
    "painted",
];

/// G22: nobody turns to and fro, and nobody moves at rest.
pub fn calm(table: &mut Table) {
    if !table.wants(&["G22"]) {
        return;
    }
    let (mut moves, mut turns) = (0, Vec::new());
    for name in LEVELS {
        let mut run = Run::of_level(&shipped_level(name));
        let agents: Vec<AgentId> = run.crowd.agents().collect();
        let mut turned = Turns::new(&run.crowd, &agents);
        while !run.is_finished() && run.crowd.now() < 1000 {
            run.tick();
            turned.count(&run.crowd, &agents);
        }
        let hundreds = f64::max(count(run.crowd.now()) / 100.0, 1.0);
        let of_all = turned.sum() / count(agents.len()) / hundreds;
        turns.push((turned.most() / hundreds, of_all, name));
        let before = run.moves;
        run.ticks(100);
        moves += run.moves - before;
        let is_home =
            |agent: &AgentId| matches!(run.crowd.state(*agent), State::Settled | State::Resting);
        assert!(agents.iter().all(is_home), "{name}");
    }
    let on = "ten levels, 100 ticks after the last arrival: moves";
    table.row("G22", on, Limit::Most(0.0), count(moves), "", "");
    for (most, of_all, name) in turns {
        table.row(
            "G22",
            &format!("{name}: turns back in 100 ticks of the agent with most"),
            Limit::Most(2.0),
            most,
            "",
            &format!("{of_all:.2} an agent"),
        );
    }
}
