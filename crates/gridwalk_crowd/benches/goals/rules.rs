//! The effect of each rule of choice: the same runs with all rules and without each of them.

use std::num::NonZeroU16;

use gridwalk_crowd::{ChoiceRule, ChoiceRules, Crowd, CrowdRules, Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::{Rng, shipped_level};

use crate::support::{Scene, Turns, count, free_cells, largest_part, open_grid, random_grid};

/// Each figure is the mean of this number of runs with different seeds.
const SEEDS: u64 = 3;

/// A run: its name in the head of the table, and its figure.
type Trial = (&'static str, fn(CrowdRules) -> Figure);

/// The figure of a run.
enum Figure {
    /// Goals reached a tick, or turns back of an agent in 100 ticks.
    Number(f64),
    /// Ticks until all are home.
    Ticks(usize),
    /// The share of agents that are home at the end, in percent, where not all are.
    Home(f64),
}

const TRIALS: [Trial; 10] = [
    ("goals, 32² dense", |rules| {
        lifelong(&room(), rules, 700, 64)
    }),
    ("goals, 128², 3,000", |rules| {
        lifelong(&random_grid(9, 128, 10, 1), eight(rules), 3000, 64)
    }),
    ("goals, speeds 1 to 4", mixed_speeds),
    ("one click, 2,500", |rules| clicks(rules, 1)),
    ("8 clicks, 2,500", |rules| clicks(rules, 8)),
    ("own goals, 32², 400", one_shot),
    ("doorway", |rules| level("doorway", rules).0),
    ("two_trains", |rules| level("two_trains", rules).0),
    ("crossing", |rules| level("crossing", rules).0),
    ("crossing, turns", |rules| level("crossing", rules).1),
];

/// Prints the table.
pub fn table() {
    print!("\n| Without |");
    for (name, _) in TRIALS {
        print!(" {name} |");
    }
    print!("\n| --- |");
    for _ in TRIALS {
        print!(" ---: |");
    }
    println!();
    row("nothing", ChoiceRules::ALL);
    for rule in ChoiceRule::ALL {
        row(rule.name(), ChoiceRules::ALL.without(rule));
    }
}

fn row(name: &str, choice: ChoiceRules) {
    print!("| {name} |");
    for (_, run) in TRIALS {
        let figures: Vec<Figure> = (0..SEEDS)
            .map(|seed| {
                run(CrowdRules {
                    movement: Movement::Four,
                    seed,
                    choice,
                    ..CrowdRules::default()
                })
            })
            .collect();
        print!(" {} |", mean(&figures));
    }
    println!();
}

/// The mean of figures: that of the agents at home if some did not come home.
fn mean(figures: &[Figure]) -> String {
    let of =
        |figure: fn(&Figure) -> f64| figures.iter().map(figure).sum::<f64>() / count(figures.len());
    let is_open = |figure: &Figure| matches!(figure, Figure::Home(_));
    if figures.iter().any(is_open) {
        let home = of(|figure| match figure {
            Figure::Home(home) => *home,
            _ => 100.0,
        });
        return format!("{home:.1} % home");
    }
    if let [Figure::Ticks(_), ..] = figures {
        let ticks = of(|figure| match figure {
            Figure::Ticks(ticks) => count(*ticks),
            _ => 0.0,
        });
        return format!("{ticks:.0}");
    }
    let number = of(|figure| match figure {
        Figure::Number(number) => *number,
        _ => 0.0,
    });
    format!("{number:.2}")
}

const fn eight(rules: CrowdRules) -> CrowdRules {
    CrowdRules {
        movement: Movement::Eight(gridwalk_pathfinding::DiagonalRule::OnlyIfNoObstacles),
        ..rules
    }
}

fn room() -> Grid {
    largest_part(&random_grid(5, 32, 20, 1))
}

fn scene(grid: &Grid, rules: CrowdRules, starts: &[Cell]) -> Scene {
    let crowd = Crowd::new(grid, rules).expect("the map is supported");
    let mut scene = Scene {
        grid: grid.clone(),
        crowd,
        agents: Vec::new(),
        plans_and_all: [0; 2],
    };
    for start in starts {
        scene.add(NewAgent::at(*start));
    }
    scene
}

/// Goals reached a tick by agents that walk on for ever.
fn lifelong(grid: &Grid, rules: CrowdRules, agents: usize, goals: usize) -> Figure {
    let mut rng = Rng(rules.seed);
    let starts = free_cells(&mut rng, grid, agents);
    let goals = free_cells(&mut rng, grid, goals);
    let mut scene = scene(grid, rules, &starts);
    walk_on(&mut scene, &goals, rng, 300)
}

fn walk_on(scene: &mut Scene, goals: &[Cell], mut rng: Rng, ticks: usize) -> Figure {
    for at in 0..scene.agents.len() {
        scene.send(scene.agents[at], Goal::Visit(rng.pick(goals)));
    }
    scene.walk_on(ticks / 3, |_| Goal::Visit(rng.pick(goals)));
    let (_, arrivals) = scene.walk_on(ticks, |_| Goal::Visit(rng.pick(goals)));
    Figure::Number(count(arrivals) / count(ticks))
}

fn mixed_speeds(rules: CrowdRules) -> Figure {
    let grid = open_grid(48);
    let mut rng = Rng(rules.seed);
    let starts = free_cells(&mut rng, &grid, 560);
    let goals = free_cells(&mut rng, &grid, 560);
    let mut scene = scene(&grid, rules, &[]);
    for (start, pace) in starts.into_iter().zip([3, 4, 6, 12].into_iter().cycle()) {
        scene.add(NewAgent {
            ticks_per_cell: NonZeroU16::new(pace),
            ..NewAgent::at(start)
        });
    }
    let Figure::Number(goals) = walk_on(&mut scene, &goals, rng, 1200) else {
        return Figure::Number(0.0);
    };
    // Goals in the time of a step at the mean pace.
    Figure::Number(goals * 6.25)
}

/// Ticks until all are home, or the share of those that are.
fn result(scene: &mut Scene, limit: usize) -> Figure {
    let ticks = scene.finish(limit).len();
    let home = scene.home();
    if home == scene.agents.len() {
        Figure::Ticks(ticks)
    } else {
        Figure::Home(100.0 * count(home) / count(scene.agents.len()))
    }
}

fn clicks(rules: CrowdRules, clicks: usize) -> Figure {
    let grid = largest_part(&random_grid(9, 128, 20, 1));
    let mut rng = Rng(rules.seed);
    let starts = free_cells(&mut rng, &grid, 2500);
    let clicks = free_cells(&mut rng, &grid, clicks);
    let mut scene = scene(&grid, rules, &starts);
    for at in 0..scene.agents.len() {
        scene.send(scene.agents[at], Goal::Cell(clicks[at % clicks.len()]));
    }
    result(&mut scene, 2500)
}

fn one_shot(rules: CrowdRules) -> Figure {
    let grid = room();
    let mut rng = Rng(rules.seed);
    let starts = free_cells(&mut rng, &grid, 400);
    let goals = free_cells(&mut rng, &grid, 400);
    let mut scene = scene(&grid, rules, &starts);
    for (at, goal) in goals.into_iter().enumerate() {
        scene.send(scene.agents[at], Goal::Exact(goal));
    }
    result(&mut scene, 1000)
}

/// Ticks of a level, and turns back of an agent in 100 ticks.
fn level(name: &str, rules: CrowdRules) -> (Figure, Figure) {
    let level = shipped_level(name);
    let agents = level.resolved_agents();
    let starts: Vec<Cell> = agents.iter().map(|agent| agent.at).collect();
    let mut scene = scene(&level.grid, rules, &starts);
    for (at, agent) in agents.iter().enumerate() {
        if let Some(goal) = agent.goals.first() {
            scene.send(scene.agents[at], Goal::Cell(*goal));
        }
    }
    let mut turns = Turns::new(&scene.crowd, &scene.agents);
    let is_home = |scene: &Scene| {
        let states = scene.agents.iter().map(|agent| scene.crowd.state(*agent));
        states
            .filter(|state| matches!(state, State::Settled | State::Resting))
            .count()
    };
    let mut ticks = 0;
    while ticks < 1000 && is_home(&scene) < scene.agents.len() {
        scene.tick();
        turns.count(&scene.crowd, &scene.agents);
        ticks += 1;
    }
    let turned = turns.sum() / count(scene.agents.len()) * 100.0 / count(ticks);
    let home = is_home(&scene);
    let result = if home == scene.agents.len() {
        Figure::Ticks(ticks)
    } else {
        Figure::Home(100.0 * count(home) / count(scene.agents.len()))
    };
    (result, Figure::Number(turned))
}
