//! Figures of a simulation.

use std::collections::HashSet;

use gridwalk_crowd::State;
use gridwalk_explain::{counted, thousands};
use gridwalk_pathfinding::{
    Algorithm, Path, PathQuery, Planned, Planner, SearchOptions, StepCosts,
};
use serde::Serialize;

use super::cast::SimulatedAgent;
use super::run::Simulation;

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
