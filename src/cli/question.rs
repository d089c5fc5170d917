//! What is asked of a level: from where to where, on whose map, by which rules.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::args::WayRequest;
use super::failure::{Failure, bad, remark};
use crate::pathfinding::formats::{Level, LevelAgent, UnreachablePolicy};
use crate::pathfinding::verdict::{Verdict, judge};
use crate::pathfinding::{
    Cell, Grid, NodePool, Observer, Outcome, Regions, SearchEvent, SearchOptions, SearchProblem, nearest_reachable,
    solve,
};

/// A level and the request about it, put together.
pub struct Question<'a> {
    /// The map as the agent sees it.
    pub grid: Cow<'a, Grid>,
    pub options: SearchOptions,
    pub start: Cell,
    pub goal: Cell,
}

impl<'a> Question<'a> {
    /// `path` is where the level was read from.
    pub fn new(request: &WayRequest, path: &Path, level: &'a Level) -> Result<Self, Failure> {
        let mut options = level.search.clone();
        options.algorithm = request.algorithm.unwrap_or(options.algorithm);
        options.range = request.within.unwrap_or(options.range);
        request.rules.apply(&mut options);

        let agent = find_agent(request, path, level)?;
        // Each agent sees a map of its own: what it may not enter is a wall there.
        let plain = agent.is_none_or(|agent| agent.profile.is_plain());
        let seen = |agent: &LevelAgent| Cow::Owned(level.grid.seen_by(&agent.profile));
        let grid = agent.filter(|_| !plain).map_or(Cow::Borrowed(&level.grid), seen);
        let shown = path.display();
        let Some(start) = request.start.or(agent.map(|agent| agent.at)) else {
            return bad(format!("{shown}: nobody stands on this map; say where the way begins with --start X,Y"));
        };
        let Some(goal) = request.goal.or(agent.and_then(|agent| agent.goals.first().copied())) else {
            return bad(format!("{shown}: no goal is known; say where the way shall end with --goal X,Y"));
        };
        let nearest = request.nearest || level.unreachable == UnreachablePolicy::Nearest;
        let goal = if nearest { nearest_goal(&grid, &options, start, goal) } else { goal };
        Ok(Self { grid, options, start, goal })
    }

    /// The answer and the time that it took; or why the question makes no sense.
    pub fn ask(&self) -> Result<(Outcome, Duration), String> {
        let (outcome, time) = self.search(&mut ())?;
        match outcome {
            Outcome::Refused(refusal) => Err(refusal.to_string()),
            outcome => Ok((outcome, time)),
        }
    }

    /// What the referee says of the answer.
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        let problem = SearchProblem::new(&self.grid, self.start, self.goal).expect("the question has been answered");
        judge(&self.options, &problem, outcome)
    }

    /// The question alone; or why it makes no sense.
    pub fn problem(&self) -> Result<SearchProblem<'_>, String> {
        SearchProblem::new(&self.grid, self.start, self.goal).map_err(|error| error.to_string())
    }

    fn search(&self, observer: &mut impl Observer) -> Result<(Outcome, Duration), String> {
        let problem = self.problem()?;
        let mut pool = NodePool::default();
        let before = Instant::now();
        let outcome = solve(&self.options, &problem, &mut pool, observer);
        Ok((outcome, before.elapsed()))
    }

    /// The cells in the order of their expansion. Watched, a search does the same.
    pub fn expanded_order(&self) -> Vec<Cell> {
        struct Expanded(Vec<Cell>);
        impl Observer for Expanded {
            fn on_event(&mut self, event: SearchEvent) {
                if let SearchEvent::Expanded { cell, .. } = event {
                    self.0.push(cell);
                }
            }
        }
        let mut expanded = Expanded(Vec::new());
        self.search(&mut expanded).expect("the question has been answered before");
        expanded.0
    }
}

fn find_agent<'a>(request: &WayRequest, path: &Path, level: &'a Level) -> Result<Option<&'a LevelAgent>, Failure> {
    let Some(name) = &request.agent else { return Ok(level.agents.first()) };
    if let Some(agent) = level.agents.iter().find(|agent| agent.name == *name) {
        return Ok(Some(agent));
    }
    let names: Vec<_> = level.agents.iter().map(|agent| agent.name.as_str()).collect();
    let known = if names.is_empty() { "there is none".to_owned() } else { format!("there are {}", names.join(", ")) };
    bad(format!("{}: there is no agent called {name}; {known}", path.display()))
}

/// The goal, or the cell nearest to it that the start can reach.
fn nearest_goal(grid: &Grid, options: &SearchOptions, start: Cell, goal: Cell) -> Cell {
    let regions = Regions::new(grid, options.movement);
    let near = nearest_reachable(options, grid, Some(&regions), start, goal, &mut NodePool::default());
    // Where nobody can stand on the start, the search itself will say so.
    let Ok(near) = near else { return goal };
    if near != goal {
        remark(&format!("{goal} cannot be reached; going to {near}, the nearest cell that can"));
    }
    near
}
