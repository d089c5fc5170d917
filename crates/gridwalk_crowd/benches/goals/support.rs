//! Maps, crowds and clocks of the measurements.

use std::collections::VecDeque;

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, NewAgent, State};
use gridwalk_level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::{Rng, root};

/// Returns the time in milliseconds that `run` takes on the thread's processor.
pub fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let before = now();
    std::hint::black_box(run());
    now() - before
}

/// The time in milliseconds that this thread has run.
#[cfg(unix)]
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
pub fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// The time in milliseconds that has passed.
#[cfg(not(unix))]
pub fn now() -> f64 {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN
        .get_or_init(std::time::Instant::now)
        .elapsed()
        .as_secs_f64()
        * 1e3
}

/// Measured values, smallest first.
pub struct Samples(Vec<f64>);

impl Samples {
    pub fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// The value that this share of all, in percent, does not exceed.
    pub fn percentile(&self, percent: usize) -> f64 {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }

    pub fn median(&self) -> f64 {
        self.percentile(50)
    }

    pub fn max(&self) -> f64 {
        self.percentile(100)
    }

    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / count(self.0.len())
    }

    /// Median, p99 and maximum in words.
    pub fn words(&self) -> String {
        format!(
            "median {:.2} ms, p99 {:.2}, most {:.2}",
            self.median(),
            self.percentile(99),
            self.max()
        )
    }
}

/// A number of things as a figure.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
pub fn count<T: TryInto<u64>>(number: T) -> f64 {
    number.try_into().ok().expect("it is not negative") as f64
}

/// Different walkable cells in random order, at most `count`.
pub fn free_cells(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = gridwalk_testing::cells(grid)
        .filter(|cell| grid.is_walkable(*cell))
        .collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, rng.below(at + 1));
    }
    cells.truncate(count);
    cells
}

/// A square map with this share of walls in percent, and costs up to `costs`.
pub fn random_grid(seed: u64, side: u32, walls: u64, costs: u16) -> Grid {
    let mut rng = Rng(seed);
    let mut cell = || {
        if rng.below(100_u64) < walls {
            0
        } else {
            1 + rng.below(costs)
        }
    };
    let cells: Vec<u16> = (0..side * side).map(|_| cell()).collect();
    Grid::from_costs(side, side, &cells).expect("the size is legal")
}

/// A square map without walls.
pub fn open_grid(side: u32) -> Grid {
    random_grid(0, side, 0, 1)
}

/// A published map; `None` without the data.
pub fn published_map(name: &str) -> Option<Grid> {
    let path = root().join(format!("../shared/data/mapf/{name}.map"));
    let text = std::fs::read_to_string(path).ok()?;
    let level = parse_moving_ai(&text, &[]).expect("it is a map");
    Some((*level.grid).clone())
}

/// Starts and goals of a published scenario, the first `count`; `None` without the data.
pub fn published_pairs(name: &str, count: usize) -> Option<Vec<(Cell, Cell)>> {
    let path = root().join(format!("../shared/data/mapf/{name}.scen"));
    let scenarios = parse_scenarios(&std::fs::read(path).ok()?).expect("it is a scenario");
    let pairs = scenarios.iter().map(|line| (line.start, line.goal));
    Some(pairs.take(count).collect())
}

/// The largest part of the map whose cells reach each other by straight steps; the rest are walls.
pub fn largest_part(grid: &Grid) -> Grid {
    let free = gridwalk_testing::cells(grid).filter(|cell| grid.is_walkable(*cell));
    let (mut seen, mut best) = (vec![false; grid.cell_count()], Vec::new());
    for cell in free {
        if seen[index(grid, cell)] {
            continue;
        }
        let steps = steps_to(grid, &[cell]);
        let part: Vec<usize> = (0..steps.len())
            .filter(|at| steps[*at] != u32::MAX)
            .collect();
        for at in &part {
            seen[*at] = true;
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    let mut costs = vec![0; grid.cell_count()];
    for at in best {
        costs[at] = 1;
    }
    Grid::from_costs(grid.width(), grid.height(), &costs).expect("the size is legal")
}

pub fn index(grid: &Grid, cell: Cell) -> usize {
    grid.size().index(cell).expect("the cell is inside").get()
}

/// Straight steps from each cell to the nearest of these; `u32::MAX` where no path leads there.
pub fn steps_to(grid: &Grid, goals: &[Cell]) -> Vec<u32> {
    let mut steps = vec![u32::MAX; grid.cell_count()];
    let mut open: VecDeque<Cell> = goals.iter().copied().collect();
    for goal in goals {
        steps[index(grid, *goal)] = 0;
    }
    while let Some(cell) = open.pop_front() {
        for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let next = Cell::new(cell.x + x, cell.y + y);
            if grid.is_walkable(next) && steps[index(grid, next)] == u32::MAX {
                steps[index(grid, next)] = steps[index(grid, cell)] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}

/// The longest way by straight steps of an agent to the nearest of the `starts.len()` cells around
/// a goal: no crowd comes home sooner.
pub fn bound(grid: &Grid, goal: Cell, starts: &[Cell]) -> u32 {
    let steps = steps_to(grid, &[goal]);
    let mut slots: Vec<Cell> = gridwalk_testing::cells(grid)
        .filter(|cell| steps[index(grid, *cell)] != u32::MAX)
        .collect();
    slots.sort_by_key(|cell| steps[index(grid, *cell)]);
    slots.truncate(starts.len());
    let steps = steps_to(grid, &slots);
    let ways = starts.iter().map(|start| steps[index(grid, *start)]);
    ways.max().unwrap_or(0)
}

/// A crowd with its map.
pub struct Scene {
    pub grid: Grid,
    pub crowd: Crowd,
    pub agents: Vec<AgentId>,
    /// Work of all ticks so far: of searches for plans, and of everything.
    pub plans_and_all: [u64; 2],
}

impl Scene {
    pub fn new(grid: &Grid, movement: Movement, starts: &[Cell]) -> Self {
        let rules = CrowdRules {
            movement,
            ..CrowdRules::default()
        };
        let mut scene = Self {
            grid: grid.clone(),
            crowd: Crowd::new(grid, rules).expect("the map is supported"),
            agents: Vec::new(),
            plans_and_all: [0; 2],
        };
        for start in starts {
            scene.add(NewAgent::at(*start));
        }
        scene
    }

    pub fn add(&mut self, new: NewAgent) -> AgentId {
        let agent = self.crowd.add(new).expect("the cell is free");
        self.agents.push(agent);
        agent
    }

    /// Sends an agent to a goal on the map.
    pub fn send(&mut self, agent: AgentId, goal: Goal) {
        self.crowd
            .send(agent, goal)
            .expect("the goal is on the map");
    }

    /// Sends all agents to one cell.
    pub fn click(&mut self, goal: Cell) {
        for at in 0..self.agents.len() {
            self.send(self.agents[at], Goal::Cell(goal));
        }
    }

    /// Makes a tick, and returns its time in milliseconds.
    pub fn tick(&mut self) -> f64 {
        let Self { grid, crowd, .. } = self;
        let took = time(|| crowd.tick(&[grid], u64::MAX).steps.len());
        self.count_work();
        took
    }

    fn count_work(&mut self) {
        let work = self.crowd.work();
        self.plans_and_all[0] += work.plans;
        self.plans_and_all[1] += work.fields + work.slots + work.plans + work.choices;
    }

    /// The share of searches for plans in all work so far, in percent.
    pub fn plan_share(&self) -> f64 {
        let [plans, all] = self.plans_and_all.map(count);
        100.0 * plans / all.max(1.0)
    }

    /// Makes ticks until all agents are home or the limit is reached; returns their times.
    pub fn finish(&mut self, limit: usize) -> Vec<f64> {
        let mut times = Vec::new();
        while times.len() < limit && self.home() < self.agents.len() {
            times.push(self.tick());
        }
        times
    }

    /// Makes ticks in which each agent that arrives is sent on by `next`; returns their times, and
    /// the number of arrivals.
    pub fn walk_on(
        &mut self,
        ticks: usize,
        mut next: impl FnMut(AgentId) -> Goal,
    ) -> (Vec<f64>, usize) {
        let (mut times, mut arrivals) = (Vec::with_capacity(ticks), 0);
        for _ in 0..ticks {
            let Self { grid, crowd, .. } = self;
            times.push(time(|| {
                let arrived = crowd.tick(&[grid], u64::MAX).arrived.clone();
                arrivals += arrived.len();
                for agent in arrived {
                    crowd
                        .send(agent, next(agent))
                        .expect("the goal is on the map");
                }
            }));
            self.count_work();
        }
        (times, arrivals)
    }

    /// Number of agents that have arrived.
    pub fn home(&self) -> usize {
        let is_home = |agent: &&AgentId| self.crowd.state(**agent) == State::Settled;
        self.agents.iter().filter(is_home).count()
    }
}

/// Agents that walk to random ones of these goals for ever; each tick so far took this time.
pub fn walkers(grid: &Grid, movement: Movement, agents: usize, goals: usize) -> (Scene, Vec<Cell>) {
    let starts = free_cells(&mut Rng(1), grid, agents);
    let mut scene = Scene::new(grid, movement, &starts);
    let goals = free_cells(&mut Rng(2), grid, goals);
    let mut rng = Rng(3);
    for at in 0..scene.agents.len() {
        scene.send(scene.agents[at], Goal::Visit(rng.pick(&goals)));
    }
    (scene, goals)
}

/// Steps straight back to the cell before, of each agent.
pub struct Turns {
    /// The cell before, and the newest one.
    cells: Vec<(Cell, Cell)>,
    turns: Vec<u32>,
}

impl Turns {
    pub fn new(crowd: &Crowd, agents: &[AgentId]) -> Self {
        let cell = |agent: &AgentId| (crowd.cell(*agent), crowd.cell(*agent));
        Self {
            cells: agents.iter().map(cell).collect(),
            turns: vec![0; agents.len()],
        }
    }

    /// Counts the turns of the newest tick.
    pub fn count(&mut self, crowd: &Crowd, agents: &[AgentId]) {
        let before = self.cells.iter_mut().zip(&mut self.turns);
        for (agent, ((before, last), turns)) in agents.iter().zip(before) {
            let now = crowd.cell(*agent);
            if now != *last {
                *turns += u32::from(now == *before);
                (*before, *last) = (*last, now);
            }
        }
    }

    /// The turns of the agent with most.
    pub fn most(&self) -> f64 {
        f64::from(self.turns.iter().copied().max().unwrap_or(0))
    }

    /// The turns of all agents.
    pub fn sum(&self) -> f64 {
        f64::from(self.turns.iter().sum::<u32>())
    }
}
