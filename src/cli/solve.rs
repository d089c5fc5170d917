//! `gridwalk solve`: one way, drawn for people or told as JSON.

use std::borrow::Cow;
use std::io::Write;
use std::time::{Duration, Instant};

use super::answer::{Answer, Judgement, pairs, reason};
use super::args::SolveRequest;
use super::drawing::{self, Marks};
use super::failure::{Done, FINDINGS, Failure, OK, bad, remark};
use super::files;
use super::trace_file::{self, TraceFormat};
use crate::pathfinding::formats::{Level, LevelAgent, UnreachablePolicy};
use crate::pathfinding::verdict::{Verdict, judge};
use crate::pathfinding::{
    Cell, Grid, NodePool, Observer, Outcome, Regions, SearchEvent, SearchOptions, SearchProblem, nearest_cell, solve,
};

pub fn run(request: &SolveRequest) -> Done {
    let level = files::read_level_as_written(&request.level)?;
    let question = Question::new(request, &level)?;
    let format = request.trace.as_deref().map(|path| TraceFormat::of(path, request.posthoc)).transpose()?;
    match question.ask() {
        Ok((outcome, time)) => {
            if let (Some(path), Some(format)) = (&request.trace, format) {
                trace_file::write(path, format, &question.options, &question.problem())?;
            }
            if request.json { tell(request, &question, &outcome, time) } else { show(&question, &outcome, time) }
        }
        // Programs read stdout alone, so they are told there as well.
        Err(sentence) => {
            if request.json {
                print_json(&Answer::refused(sentence.clone()))?;
            }
            bad(sentence)
        }
    }
}

/// A level and the request about it, put together.
pub(super) struct Question<'a> {
    grid: Cow<'a, Grid>,
    pub options: SearchOptions,
    start: Cell,
    goal: Cell,
}

impl<'a> Question<'a> {
    pub fn new(request: &SolveRequest, level: &'a Level) -> Result<Self, Failure> {
        let mut options = level.search.clone();
        options.algorithm = request.algorithm.unwrap_or(options.algorithm);
        options.range = request.within.unwrap_or(options.range);
        request.rules.apply(&mut options);

        let agent = find_agent(request, level)?;
        // Each agent sees a map of its own: what it may not enter is a wall there.
        let plain = agent.is_none_or(|agent| agent.profile.is_plain());
        let seen = |agent: &LevelAgent| Cow::Owned(level.grid.seen_by(&agent.profile));
        let grid = agent.filter(|_| !plain).map_or(Cow::Borrowed(&level.grid), seen);
        let shown = request.level.display();
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
    fn judge(&self, outcome: &Outcome) -> Verdict {
        judge(&self.options, &self.problem(), outcome)
    }

    /// The problem of a question that has been answered.
    pub fn problem(&self) -> SearchProblem<'_> {
        SearchProblem::new(&self.grid, self.start, self.goal).expect("an answer was found before")
    }

    fn search(&self, observer: &mut impl Observer) -> Result<(Outcome, Duration), String> {
        let problem = SearchProblem::new(&self.grid, self.start, self.goal).map_err(|error| error.to_string())?;
        let mut pool = NodePool::default();
        let before = Instant::now();
        let outcome = solve(&self.options, &problem, &mut pool, observer);
        Ok((outcome, before.elapsed()))
    }

    /// The cells in the order of their expansion. Watched, a search does the same.
    fn expanded_order(&self) -> Vec<Cell> {
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

fn find_agent<'a>(request: &SolveRequest, level: &'a Level) -> Result<Option<&'a LevelAgent>, Failure> {
    let Some(name) = &request.agent else { return Ok(level.agents.first()) };
    if let Some(agent) = level.agents.iter().find(|agent| agent.name == *name) {
        return Ok(Some(agent));
    }
    let names: Vec<_> = level.agents.iter().map(|agent| agent.name.as_str()).collect();
    let known = if names.is_empty() { "there is none".to_owned() } else { format!("there are {}", names.join(", ")) };
    bad(format!("{}: there is no agent called {name}; {known}", request.level.display()))
}

/// The goal, or the cell nearest to it that the start is connected with.
fn nearest_goal(grid: &Grid, options: &SearchOptions, start: Cell, goal: Cell) -> Cell {
    if !grid.is_walkable(start) {
        return goal;
    }
    let regions = Regions::new(grid, options.movement);
    let near = nearest_cell(grid, goal, |cell| regions.connected(start, cell)).expect("the start is one");
    if near != goal {
        remark(&format!("{goal} cannot be reached; going to {near}, the nearest cell that can"));
    }
    near
}

pub(super) fn exit_of(outcome: &Outcome) -> u8 {
    if outcome.path().is_some() { OK } else { FINDINGS }
}

fn tell(request: &SolveRequest, question: &Question, outcome: &Outcome, time: Duration) -> Done {
    let mut answer = Answer::new(outcome, &question.options);
    answer.verdict = Some(Judgement::new(&question.judge(outcome), &question.options));
    answer.search_us = microseconds(time);
    answer.expanded_order = request.order.then(|| pairs(&question.expanded_order()));
    print_json(&answer)?;
    Ok(exit_of(outcome))
}

fn print_json(answer: &Answer) -> Result<(), Failure> {
    let json = serde_json::to_string(answer).expect("an answer has plain fields");
    Ok(writeln!(std::io::stdout().lock(), "{json}")?)
}

/// Microseconds to a tenth.
fn microseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

fn show(question: &Question, outcome: &Outcome, time: Duration) -> Done {
    let mut out = anstream::stdout().lock();
    let cells = outcome.path().map_or(&[][..], |path| path.cells());
    let scale = drawing::scale(&question.grid, drawing::columns());
    if scale != (1, 1) {
        let (across, down) = scale;
        remark(&format!("the map is too large to be drawn whole; each sign is {across} × {down} cells"));
    }
    let marks = Marks { start: question.start, goal: question.goal, path: cells };
    drawing::draw(&mut out, &question.grid, &marks, scale)?;

    let (stats, options) = (outcome.stats(), &question.options);
    writeln!(out)?;
    match (outcome.path(), reason(outcome)) {
        (Some(path), _) => {
            let cost = options.units().format(path.cost());
            writeln!(
                out,
                "{} from {} to {}: cost {cost}, {} cells",
                options.algorithm.title(),
                question.start,
                question.goal,
                cells.len()
            )?;
        }
        (None, reason) => {
            let why = reason.unwrap_or_default();
            writeln!(out, "no way from {} to {}: {why}", question.start, question.goal)?;
        }
    }
    let time = microseconds(time);
    writeln!(
        out,
        "{} expanded, {} generated, {} reopened, in {time} µs",
        stats.expanded, stats.generated, stats.reopened
    )?;
    let verdict = question.judge(outcome);
    writeln!(out, "{}", verdict.sentence())?;
    if let Some(sentence) = verdict.estimate_sentence() {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out, "{}", options.describe())?;
    Ok(exit_of(outcome))
}
