//! `gridwalk simulate`: moves a crowd of agents, lets the referee check every tick, and prints the
//! figures of the run.

mod cast;
mod run;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path as FilePath;

use gridwalk_crowd::{CrowdRules, State};
use gridwalk_explain::{counted, thousands};
use gridwalk_level::{Level, Looks};
use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{
    Algorithm, Path, PathQuery, Planned, Planner, SearchOptions, StepCosts,
};
use serde::Serialize;

use crate::cli::args::SimulateRequest;
use crate::cli::files;
use crate::cli::output::{
    self, Done, FINDINGS, Failure, JsonLayout, OK, ReportHead, bad, line, remark,
};
use crate::cli::progress::ProgressLine;
use crate::cli::render::DEFAULT_SECONDS;
use crate::picture::{Animation, WalkFilm};
use cast::{Dice, SimulatedAgent};
use run::Simulation;

/// The JSON output of a simulation.
#[derive(Serialize, Debug)]
struct SimulationReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
    level: String,
    scen: Option<String>,
    movement: &'a str,
    seed: u64,
    lifelong: bool,
    #[serde(flatten)]
    figures: Figures,
}

pub fn run(request: &SimulateRequest) -> Done {
    let level = files::read_level(&request.input)?;
    let positions_are_printed = request.positions.as_deref().is_some_and(files::is_stream);
    if positions_are_printed && request.json {
        return bad(
            "--positions - and --json would both be printed; name a file for the positions",
        );
    }
    if let Some(path) = &request.positions {
        files::check_place(path, request.existing)?;
    }
    let mut film = request
        .gif
        .as_deref()
        .map(|path| Film::new(path, request, &level))
        .transpose()?;
    let mut search = level.search.clone();
    search.movement = request.movement.unwrap_or(search.movement);
    let rules = CrowdRules::from_options(&search).or_else(|refusal| bad(refusal.to_string()))?;
    let rules = CrowdRules {
        seed: request.seed,
        ..rules
    };
    let walkers = cast::find(request, &level, rules.movement)?;
    let mut edits = match &request.edits {
        Some(path) => cast::read_edits(path, &level.grid)?,
        None => Vec::new(),
    }
    .into_iter()
    .peekable();
    let dice = request.lifelong.then(|| Dice::new(request.seed ^ 1));
    let mut simulation = Simulation::new(&level, rules, &walkers, request.scen.as_deref(), dice)?;
    let bounds = if request.lifelong {
        None
    } else {
        bounds(&simulation, &walkers)
    };

    let progress = ProgressLine::start("simulating", "ticks");
    let mut tally = SimulationTally::new(walkers.len());
    let mut positions = String::new();
    tally.count(&simulation);
    write_positions(request, &simulation, &mut positions)?;
    record(film.as_mut(), &simulation);
    while simulation.crowd.now() < request.ticks {
        let is_home = (0..simulation.len()).all(|agent| simulation.is_home(agent));
        if !request.lifelong && is_home && edits.peek().is_none() {
            break;
        }
        while let Some(timed) = edits.next_if(|timed| timed.tick <= simulation.crowd.now()) {
            simulation.edit(&timed.edit)?;
        }
        simulation.tick();
        tally.count(&simulation);
        write_positions(request, &simulation, &mut positions)?;
        record(film.as_mut(), &simulation);
        progress
            .done()
            .store(simulation.crowd.now(), std::sync::atomic::Ordering::Relaxed);
    }
    drop(progress);
    if let Some((tick, conflict)) = simulation.first_conflict {
        remark(&format!("a conflict in tick {tick}: {conflict}"));
    }
    if let Some(path) = request
        .positions
        .as_deref()
        .filter(|_| !positions_are_printed)
    {
        files::write(path, positions.as_bytes(), request.existing)?;
    }
    if let Some(film) = film {
        film.write(request, &simulation)?;
    }
    let figures = tally.figures(&simulation, bounds, request.lifelong);
    let is_well = figures.conflicts == 0 && (request.lifelong || figures.arrived == figures.agents);
    if request.json {
        let (level, movement) = (
            request.input.level.display().to_string(),
            rules.movement.name(),
        );
        let scen = request.scen.as_ref().map(|path| path.display().to_string());
        let (seed, lifelong) = (request.seed, request.lifelong);
        let report = SimulationReport {
            head: ReportHead::NOW,
            level,
            scen,
            movement,
            seed,
            lifelong,
            figures,
        };
        output::object(&mut std::io::stdout().lock(), &report, JsonLayout::OneLine)?;
    } else if !positions_are_printed {
        let mut out = anstream::stdout().lock();
        figures
            .lines()
            .iter()
            .try_for_each(|text| line(&mut out, text))?;
    }
    Ok(if is_well { OK } else { FINDINGS })
}

/// The animation of the run, and its file.
struct Film<'a> {
    path: &'a FilePath,
    walk: WalkFilm,
    looks: Looks,
}

impl<'a> Film<'a> {
    /// Fails before the run if the file or the map is unfit.
    fn new(path: &'a FilePath, request: &SimulateRequest, level: &Level) -> Result<Self, Failure> {
        if files::is_stream(path) || files::ending(path) != "gif" {
            return bad(format!(
                "--gif {}: expected a name that ends in .gif",
                path.display()
            ));
        }
        files::check_place(path, request.existing)?;
        let too_large = || {
            let (max, level) = (Animation::MAX_SIDE, request.input.level.display());
            bad(format!(
                "{level}: an animation has at most {max} × {max} pixels; this map has more cells than that"
            ))
        };
        let looks = level.grid.looks().clone();
        WalkFilm::new(&level.grid).map_or_else(too_large, |walk| Ok(Self { path, walk, looks }))
    }

    fn write(mut self, request: &SimulateRequest, simulation: &Simulation) -> Result<(), Failure> {
        self.walk
            .end(simulation.grid(), self.looks.clone(), simulation.figures());
        let plan = self.walk.plan(request.seconds.unwrap_or(DEFAULT_SECONDS));
        let progress = ProgressLine::start("drawing", "frames");
        let bytes = at_once(self.walk.encode_in_slices(&plan, progress.done()));
        drop(progress);
        files::write(self.path, &bytes, request.existing)?;
        remark(&format!(
            "{}: {}",
            self.path.display(),
            counted(plan.frames() as u64, "frame")
        ));
        Ok(())
    }
}

fn record(film: Option<&mut Film>, simulation: &Simulation) {
    if let Some(film) = film {
        film.walk.record(
            simulation.grid(),
            || film.looks.clone(),
            simulation.figures(),
        );
    }
}

/// Prints the cells of all agents as one line, or adds the line to the text of the file.
fn write_positions(
    request: &SimulateRequest,
    simulation: &Simulation,
    text: &mut String,
) -> Result<(), std::io::Error> {
    let Some(path) = &request.positions else {
        return Ok(());
    };
    let begin = text.len();
    _ = write!(text, "{{\"tick\": {}, \"cells\": [", simulation.crowd.now());
    for agent in 0..simulation.len() {
        let (cell, comma) = (simulation.cell(agent), if agent > 0 { ", " } else { "" });
        _ = write!(text, "{comma}[{}, {}]", cell.x, cell.y);
    }
    text.push_str("]}\n");
    if files::is_stream(path) {
        std::io::stdout()
            .lock()
            .write_all(&text.as_bytes()[begin..])?;
        text.clear();
    }
    Ok(())
}

/// Counts per agent during a simulation.
pub struct SimulationTally {
    /// Number of ticks until each agent finally came home.
    costs: Vec<u64>,
    waits: Vec<u64>,
    longest_wait: u64,
}

/// The results of a simulation.
#[derive(Serialize, Debug)]
pub struct Figures {
    pub agents: usize,
    pub ticks: u64,
    pub arrived: usize,
    pub blocked: usize,
    pub unreachable: usize,
    /// Sum of the ticks until each agent finally came home, then its lower bound.
    pub sum_of_costs: Option<u64>,
    pub sum_of_costs_bound: Option<u64>,
    pub makespan: Option<u64>,
    pub makespan_bound: Option<u64>,
    /// Number of goals reached, then the average per tick.
    pub tasks: u64,
    pub throughput: f64,
    pub longest_wait: u64,
    pub conflicts: usize,
    pub us_per_agent_tick: f64,
    pub state_hash: String,
}

impl SimulationTally {
    /// Creates a tally before the first tick.
    pub fn new(agents: usize) -> Self {
        Self {
            costs: vec![0; agents],
            waits: vec![0; agents],
            longest_wait: 0,
        }
    }

    /// Counts a tick.
    pub fn count(&mut self, simulation: &Simulation) {
        let next = simulation.crowd.now() + 1;
        for agent in 0..simulation.len() {
            if !simulation.is_home(agent) {
                self.costs[agent] = next;
            }
            let is_waiting = matches!(
                simulation.state(agent),
                State::Waiting { .. } | State::Blocked { .. }
            );
            self.waits[agent] = if is_waiting { self.waits[agent] + 1 } else { 0 };
            self.longest_wait = self.longest_wait.max(self.waits[agent]);
        }
    }

    /// Returns the figures after the last tick. `bounds` are those of [`bounds`].
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub fn figures(
        &self,
        simulation: &Simulation,
        bounds: Option<(u64, u64)>,
        is_lifelong: bool,
    ) -> Figures {
        let agents = simulation.len();
        let count =
            |is_so: &dyn Fn(usize) -> bool| (0..agents).filter(|agent| is_so(*agent)).count();
        let arrived = count(&|agent| simulation.is_home(agent));
        let ticks = simulation.crowd.now();
        let is_finished = !is_lifelong && arrived == agents;
        let agent_ticks = (agents as u64 * ticks).max(1) as f64;
        let us = simulation.time.as_secs_f64() * 1e6 / agent_ticks;
        Figures {
            agents,
            ticks,
            arrived,
            blocked: count(&|agent| matches!(simulation.state(agent), State::Blocked { .. })),
            unreachable: count(&|agent| simulation.state(agent) == State::Unreachable),
            sum_of_costs: is_finished.then(|| self.costs.iter().sum()),
            sum_of_costs_bound: bounds.map(|bounds| bounds.0),
            makespan: is_finished.then(|| self.costs.iter().copied().max().unwrap_or(0)),
            makespan_bound: bounds.map(|bounds| bounds.1),
            tasks: simulation.tasks,
            throughput: (simulation.tasks as f64 / ticks.max(1) as f64 * 1e4).round() / 1e4,
            longest_wait: self.longest_wait,
            conflicts: simulation.conflicts,
            us_per_agent_tick: (us * 1e4).round() / 1e4,
            state_hash: format!("{:016x}", simulation.crowd.hash()),
        }
    }
}

impl Figures {
    /// Returns the figures in sentences.
    pub fn lines(&self) -> Vec<String> {
        let number = |number: u64| thousands(number);
        let bound = |bound: Option<u64>| {
            bound.map_or_else(String::new, |bound| {
                format!(" (at least {})", number(bound))
            })
        };
        let (arrived, agents) = (
            number(self.arrived as u64),
            counted(self.agents as u64, "agent"),
        );
        let mut lines = vec![format!(
            "{arrived} of {agents} at home after {}",
            counted(self.ticks, "tick")
        )];
        if let (Some(sum), Some(makespan)) = (self.sum_of_costs, self.makespan) {
            let (sum, last) = (number(sum), number(makespan));
            let (of_sum, of_last) = (bound(self.sum_of_costs_bound), bound(self.makespan_bound));
            lines.push(format!(
                "sum of costs {sum}{of_sum}, makespan {last}{of_last}"
            ));
        }
        let (blocked, unreachable) = (number(self.blocked as u64), number(self.unreachable as u64));
        lines.push(format!(
            "{blocked} blocked, {unreachable} unreachable, longest wait {}",
            self.longest_wait
        ));
        lines.push(format!(
            "{} reached, {} in a tick",
            counted(self.tasks, "goal"),
            self.throughput
        ));
        let conflicts = counted(self.conflicts as u64, "conflict");
        lines.push(format!(
            "{conflicts}, {} µs for each agent and tick, hash {}",
            self.us_per_agent_tick, self.state_hash
        ));
        lines
    }
}

/// Returns the sum and the maximum of the ticks that each agent takes alone.
///
/// `None` if steps differ in terrain cost, if several agents share their last goal, or if one
/// cannot reach a goal. Those that share a goal end around it, some of them on shorter ways.
pub fn bounds(simulation: &Simulation, walkers: &[SimulatedAgent]) -> Option<(u64, u64)> {
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let (mut sum, mut largest) = (0, 0);
    let mut ends = HashSet::new();
    if !walkers
        .iter()
        .filter_map(|walker| walker.goals.last())
        .all(|goal| ends.insert(*goal))
    {
        return None;
    }
    let (rules, views) = (*simulation.crowd.rules(), simulation.timed_views());
    for (agent, walker) in walkers.iter().enumerate() {
        let map = simulation.map_of(agent, &views);
        let straight = u32::from(walker.pace.get());
        let steps = StepCosts::custom(straight, (straight * 14 + 5) / 10)?;
        // Large agents step straight.
        let movement = if walker.profile.size > 1 {
            gridwalk_pathfinding::Movement::Four
        } else {
            rules.movement
        };
        if map.grid().uniform_cost() != Some(1) {
            return None;
        }
        let options = SearchOptions {
            movement,
            steps,
            ..SearchOptions::from(Algorithm::Auto)
        };
        let mut alone = 0;
        let mut from = walker.start;
        for &goal in &walker.goals {
            let plan = planner.path(map, &PathQuery::new(from, goal, options.clone()), &mut path);
            if plan.planned != Planned::Found {
                return None;
            }
            alone += path.cost().0;
            from = goal;
        }
        sum += alone;
        largest = largest.max(alone);
    }
    Some((sum, largest))
}
