//! A query on a level: ends, map, options, and its answer as JSON and as an exit code.
//!
//! `docs/command-line.md` describes the object of `solve --json`.

use std::borrow::Cow;
use std::path::Path as FilePath;
use std::time::Duration;

use gridwalk_explain::verdict::{Verdict, judge};
use gridwalk_explain::{Language, Trace, TraceOutcome, counted};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::{
    AgentProfile, Cell, Finder, Grid, KeepOffWalls, Limits, Map, NoPathReason, NodePool,
    OptionChange, OptionKey, Outcome, Path, PathQuery, Planned, Planner, Reachability, Regions,
    SearchOptions, SearchStats, UnreachablePolicy, joined, solve_within,
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::args::{EndArgs, PathArgs};
use super::files::RecordedSearch;
use super::output::{
    BadInput, FINDINGS, Failure, OK, OUT_OF_BUDGET, ReportHead, bad, bad_file, every_option, remark,
};
use super::progress::ProgressLine;
use super::progress::{Stopwatch, TimeKind};

/// A query on a level, with the map that it applies to.
#[derive(Serialize, Debug)]
pub struct LevelQuery<'a> {
    /// The file of the level, as it was named.
    pub level: String,
    /// Name of the agent whose ends and map are used, if any.
    pub agent: Option<String>,
    /// The extra cost near walls.
    pub keep_off_walls: Option<KeepOffWalls>,
    /// The map as the agent sees it.
    #[serde(skip)]
    pub grid: Cow<'a, Grid>,
    /// The ends and the options of the search.
    #[serde(flatten, with = "PathQueryFields")]
    pub query: PathQuery,
    /// The requested goal; the query has another one if this goal cannot be reached.
    pub asked_goal: Cell,
}

/// A query as it is printed.
#[derive(Serialize)]
#[serde(remote = "PathQuery")]
struct PathQueryFields {
    #[serde(serialize_with = "every_option")]
    options: SearchOptions,
    start: Cell,
    goal: Cell,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// The connected regions of the map: no path exists, and nothing was searched.
    Regions,
    Search,
    /// The planner, by the finder that it chose.
    Planner(Finder),
}

impl Serialize for AnsweredBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Regions => "regions",
            Self::Search => "search",
            Self::Planner(finder) => finder.name(),
        })
    }
}

/// An answer with its source, its time and its memory.
#[derive(Debug)]
pub struct SolvedQuery {
    pub outcome: Outcome,
    pub by: AnsweredBy,
    pub time: Duration,
    /// Memory kept for later searches, in bytes.
    pub memory_bytes: usize,
}

impl<'a> LevelQuery<'a> {
    /// Creates the query of a request; `path` is the file of the level.
    pub fn new(request: &PathArgs, path: &FilePath, level: &'a Level) -> Result<Self, Failure> {
        let options = options_of(request, level);
        request.options.warn_of_unused(&[options.algorithm]);
        Self::with_options(&request.ends, path, level, options)
    }

    /// Creates the query of a trace in a file of this name, on the trace's level.
    fn of_trace(path: &FilePath, level: &'a Level, search: &RecordedSearch) -> Self {
        let query = PathQuery::new(search.trace.start, search.trace.goal, &level.search);
        let (level, grid) = (path.display().to_string(), Cow::Borrowed(&*level.grid));
        Self {
            level,
            agent: search.agent.clone(),
            keep_off_walls: None,
            grid,
            query,
            asked_goal: search.trace.goal,
        }
    }

    /// Creates the query of a request, with these options.
    pub fn with_options(
        request: &EndArgs,
        path: &FilePath,
        level: &'a Level,
        options: SearchOptions,
    ) -> Result<Self, Failure> {
        let agent = find_agent(request.agent.as_deref(), level)
            .or_else(|sentence| bad_file(path, sentence))?;
        let profile = profile_of(request, level, agent);
        let grid = level.map_of(&profile);
        let Some(start) = request.start.or(agent.map(|agent| agent.at)) else {
            return bad_file(
                path,
                "no agent stands on this map; say where the path begins with --start X,Y",
            );
        };
        let first_goal = agent.and_then(|agent| agent.goals.first().copied());
        let Some(asked_goal) = request.goal.first().copied().or(first_goal) else {
            return bad_file(
                path,
                "no goal is known; say where the path ends with --goal X,Y",
            );
        };
        if let Some(sentence) = unsupported(&options, &level.search) {
            return bad(BadInput::unsupported(sentence));
        }
        // Otherwise the planner would take the goal itself for the nearest cell, and the search
        // would refuse it.
        options.check(&grid).or_else(bad)?;
        let nearest = request.nearest || level.unreachable == UnreachablePolicy::Nearest;
        let mut query = PathQuery::new(start, asked_goal, options);
        if let [_, others @ ..] = &request.goal[..]
            && !others.is_empty()
        {
            query.goal = cheapest_goal(&grid, &query, others);
        }
        let asked_goal = query.goal;
        // A goal outside the map is a mistake: the search reports it.
        if nearest && grid.contains(asked_goal) {
            query.goal = nearest_goal(&grid, &query);
        }
        let (level, agent) = (
            path.display().to_string(),
            agent.map(|agent| agent.name.clone()),
        );
        Ok(Self {
            level,
            agent,
            keep_off_walls: profile.keep_off_walls,
            grid,
            query,
            asked_goal,
        })
    }

    /// Returns the same query with other options.
    pub fn with(&'a self, options: SearchOptions) -> Self {
        let (level, agent) = (self.level.clone(), self.agent.clone());
        let query = PathQuery {
            options,
            ..self.query.clone()
        };
        let (grid, keep_off_walls) = (Cow::Borrowed(&*self.grid), self.keep_off_walls);
        Self {
            level,
            agent,
            keep_off_walls,
            grid,
            query,
            asked_goal: self.asked_goal,
        }
    }

    /// Answers the query with a new planner; fails if the query is invalid.
    pub fn plan(&self) -> Result<SolvedQuery, Failure> {
        let (map, mut planner, mut path) = (
            Map::new(self.grid.clone().into_owned()),
            Planner::default(),
            Path::default(),
        );
        let _progress = ProgressLine::start("searching", "");
        let before = Stopwatch::start(TimeKind::default());
        let plan = planner.path(&map, &self.query, &mut path);
        let (time, memory_bytes) = (before.elapsed(), planner.bytes());
        let by = AnsweredBy::Planner(plan.finder);
        match plan.into_outcome(path) {
            Outcome::Refused(refusal) => bad(refusal),
            outcome => Ok(SolvedQuery {
                outcome,
                by,
                time,
                memory_bytes,
            }),
        }
    }

    /// Answers the query with a search, and returns the time; fails if the query is invalid.
    pub fn ask(&self, pool: &mut NodePool) -> Result<(Outcome, Duration), Failure> {
        let progress = ProgressLine::start("searching", EXPANDED);
        let before = Stopwatch::start(TimeKind::default());
        match solve_within(
            &self.grid,
            &self.query,
            limits(u64::MAX, &progress),
            pool,
            &mut (),
        ) {
            Outcome::Refused(refusal) => bad(refusal),
            outcome => Ok((outcome, before.elapsed())),
        }
    }

    /// Records the search, up to a number of expansions and of events.
    ///
    /// Recording does not change the search.
    pub fn record(&self, expansions: u64, most_events: usize) -> Result<(Outcome, Trace), Failure> {
        let progress = ProgressLine::start("recording the search", EXPANDED);
        let limits = limits(expansions, &progress);
        match Trace::record(
            &self.grid,
            &self.query,
            limits,
            most_events,
            &mut NodePool::default(),
        ) {
            (Outcome::Refused(refusal), _) => bad(refusal),
            recorded => Ok(recorded),
        }
    }

    /// Returns the search of a trace, or else records the search of a request on its level.
    ///
    /// The recording ends after a number of expansions, and keeps at most `most_events` events.
    pub fn watch(
        (level, search): (&'a Level, Option<RecordedSearch>),
        (request, path): (&PathArgs, &FilePath),
        expansions: u64,
        most_events: usize,
    ) -> Result<(Self, Trace), Failure> {
        let (asked, trace) = match search {
            Some(_) if *request != PathArgs::default() => {
                return bad_file(
                    path,
                    "a trace holds one search that is over; ends and options are for levels",
                );
            }
            Some(search) => (Self::of_trace(path, level, &search), search.trace),
            None => {
                let asked = Self::new(request, path, level)?;
                let (_, trace) = asked.record(expansions, most_events)?;
                (asked, trace)
            }
        };
        if let Some(notice) = trace.notice(Language::English) {
            remark(&notice);
        }
        Ok((asked, trace))
    }

    /// Answers from connected regions that no path exists, and returns the time.
    ///
    /// Returns `None` if they cannot tell. The query is checked as a search checks it.
    pub fn ask_regions(&self) -> Result<Option<(Outcome, Duration)>, Failure> {
        let before = Stopwatch::start(TimeKind::default());
        self.query.check(&self.grid).or_else(bad)?;
        let PathQuery {
            start,
            goal,
            ref options,
        } = self.query;
        // A cell near the goal may be reachable although the goal is not.
        if options.goal_tolerance > 0 {
            return Ok(None);
        }
        let _progress = ProgressLine::start("labelling connected regions", "");
        let regions = Regions::new(&self.grid, options.movement);
        let is_closed = regions.reach(&self.grid, start, goal) == Reachability::No;
        let outcome = || Outcome::NoPath(NoPathReason::Unreachable, SearchStats::NONE);
        Ok(is_closed.then(|| (outcome(), before.elapsed())))
    }

    /// Returns the verdict on the answer.
    pub fn judge(&self, outcome: &Outcome) -> Verdict {
        let _progress = ProgressLine::start("judging the answer", "");
        judge(&self.grid, &self.query, outcome)
    }
}

const EXPANDED: &str = "cells expanded";

/// Returns the limits of a search with these expansions, and with a progress display.
fn limits(expansions: u64, progress: &ProgressLine) -> Limits<'_> {
    Limits {
        expansions,
        progress: Some(progress.done()),
        ..Limits::NONE
    }
}

/// Returns the options of the level, with the changes of a request.
pub fn options_of(request: &PathArgs, level: &Level) -> SearchOptions {
    let mut options = level.search.clone();
    if let Some(algorithm) = request.algorithm {
        OptionChange::Algorithm(algorithm).apply(&mut options);
    }
    request.options.apply(&mut options);
    options
}

/// Returns a sentence about all unsupported options; it names those that come from the level.
pub fn unsupported(options: &SearchOptions, of_level: &SearchOptions) -> Option<String> {
    let keys = options.unsupported();
    let of_level: Vec<_> = keys
        .iter()
        .filter(|key| key.of(options) == key.of(of_level))
        .collect();
    if keys.is_empty() || keys.len() == 1 && of_level.is_empty() {
        return None;
    }
    let algorithm = options.algorithm;
    let flags =
        |keys: &[&OptionKey]| joined(keys.iter().map(|key| format!("--{}", key.name())), "and");
    let defaults = keys
        .iter()
        .map(|key| format!("--{} {}", key.name(), key.default_for(algorithm).shown()));
    let whose = match &of_level[..] {
        [] => String::new(),
        keys => format!(" (the level sets {})", flags(keys)),
    };
    let (names, defaults) = (
        flags(&keys.iter().collect::<Vec<_>>()),
        joined(defaults, "and"),
    );
    Some(format!(
        "{algorithm} does not support {names}{whose}; say {defaults}, or use A* or Dijkstra"
    ))
}

/// Returns the profile of the agent, with the request's extra cost near walls if it has one.
pub fn profile_of(request: &EndArgs, level: &Level, agent: Option<&LevelAgent>) -> AgentProfile {
    let profile = level.profile_of(agent);
    let keep_off_walls = request
        .keep_off_walls
        .or(profile.keep_off_walls)
        .filter(|keep_off| !keep_off.is_none());
    AgentProfile {
        keep_off_walls,
        ..profile
    }
}

/// Returns the agent of this name, or the first one; fails if no agent has the name.
pub fn find_agent<'a>(
    name: Option<&str>,
    level: &'a Level,
) -> Result<Option<&'a LevelAgent>, String> {
    let Some(name) = name else {
        return Ok(level.agents.first());
    };
    if let Some(agent) = level.agents.iter().find(|agent| agent.name == *name) {
        return Ok(Some(agent));
    }
    let names: Vec<_> = level
        .agents
        .iter()
        .map(|agent| agent.name.as_str())
        .collect();
    let known = match &names[..] {
        [] => "there is none".to_owned(),
        [only] => format!("there is {only}"),
        all => format!("there are {}", all.join(", ")),
    };
    Err(format!("there is no agent called \"{name}\"; {known}"))
}

/// Returns the goal that is the cheapest to reach; the first one if none can be reached.
fn cheapest_goal(grid: &Grid, query: &PathQuery, others: &[Cell]) -> Cell {
    let map = Map::new(grid.clone());
    let asked = PathQuery {
        options: query.options.of_the_map(),
        ..query.clone()
    };
    let plan = Planner::default().path_to_any(&map, &asked, others, &mut Path::default());
    let goal = if plan.planned == Planned::Found {
        plan.end
    } else {
        query.goal
    };
    if plan.planned == Planned::Found {
        remark(&format!(
            "{goal} is the cheapest to reach of {} goals",
            others.len() + 1
        ));
    }
    goal
}

/// Returns the goal, or the cell nearest to it that the start can reach.
fn nearest_goal(grid: &Grid, query: &PathQuery) -> Cell {
    let goal = query.goal;
    let options = SearchOptions {
        max_expansions: None,
        ..query.options.clone()
    };
    let (map, query) = (Map::new(grid.clone()), PathQuery { options, ..*query });
    // For an invalid query, the end is the goal, and the search itself reports the error.
    let near = Planner::default()
        .path_to_nearest(&map, &query, &mut Path::default())
        .end;
    if near != goal {
        remark(&format!(
            "{goal} cannot be reached; going to {near}, the nearest cell that can"
        ));
    }
    near
}

/// The answer to one query.
///
/// Equal queries give equal answers, except for `search_us`.
#[derive(Serialize, Debug)]
pub struct QueryReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
    #[serde(flatten)]
    query: &'a LevelQuery<'a>,
    answered_by: AnsweredBy,
    #[serde(flatten)]
    answer: AnswerReport,
    #[serde(flatten)]
    counted: Counted,
}

/// The result of a search with its verdict.
#[derive(Serialize, Debug)]
pub struct AnswerReport {
    /// The result in a word: `path`, `no path`, `out of budget`, or `error` in place of an answer.
    answer: &'static str,
    found: bool,
    /// The reason why there is no path.
    reason: Option<String>,
    /// The cost of the path in the numbers of the step costs.
    cost: Option<f64>,
    /// Number of cells of the path, both ends included.
    cells: usize,
    /// All cells of the path.
    path: Vec<Cell>,
    /// The points where an any-angle path begins, turns and ends.
    turning_points: Option<Vec<Cell>>,
    /// A hash of the path as 16 hexadecimal digits; equal paths have equal hashes.
    path_hash: Option<String>,
    #[serde(flatten)]
    stats: SearchStats,
    verdict: Value,
}

/// Counts of a search besides its own statistics.
#[derive(Serialize, Debug)]
pub struct Counted {
    /// Number of entries that a sorted open list would have examined; `None` without such a list.
    pub positions_scanned: Option<u64>,
    /// The memory of nodes and open list in bytes; `None` if the search uses other memory.
    pub memory_bytes: Option<usize>,
    /// The cells in the order of their expansion, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_order: Option<Vec<Cell>>,
    /// The time of the search in microseconds.
    pub search_us: f64,
}

impl<'a> QueryReport<'a> {
    pub fn new(
        query: &'a LevelQuery,
        outcome: &Outcome,
        verdict: Option<&Verdict>,
        by: AnsweredBy,
        counted: Counted,
    ) -> Self {
        let answer = AnswerReport::new(query, outcome, verdict);
        Self {
            head: ReportHead::NOW,
            query,
            answered_by: by,
            answer,
            counted,
        }
    }
}

impl AnswerReport {
    pub fn new(query: &LevelQuery, outcome: &Outcome, verdict: Option<&Verdict>) -> Self {
        let options = &query.query.options;
        let path = outcome.path();
        let turning_points = path.filter(|_| options.algorithm.is_any_angle());
        Self {
            answer: word(outcome),
            found: path.is_some(),
            reason: reason(outcome),
            cost: exact_cost(&query.grid, options, outcome),
            cells: path.map_or(0, |path| path.cells().len()),
            path: path.map_or_else(Vec::new, |path| path.cells().to_vec()),
            turning_points: turning_points.map(|path| path.waypoints().to_vec()),
            path_hash: path.map(|path| format!("{:016x}", path.hash())),
            stats: outcome.stats(),
            verdict: verdict.map_or(Value::Null, |verdict| judgement(verdict, options)),
        }
    }
}

/// Returns the quality of the answer and of the heuristic.
///
/// The witness is the first cell where the heuristic overestimates.
fn judgement(verdict: &Verdict, options: &SearchOptions) -> Value {
    let units = options.units();
    json!({
        "optimal_cost": verdict.optimal_cost.map(|cost| units.to_f64(cost)),
        "ratio": verdict.ratio,
        "admissible": verdict.admissible,
        "consistent": verdict.consistent,
        "witness": verdict.witness.map(|witness| {
            let [h, true_cost] = [witness.h, witness.true_cost].map(|cost| units.to_f64(cost));
            json!({ "cell": witness.cell, "h": h, "true_cost": true_cost })
        }),
        "sentence": verdict.sentence(Language::English),
        "estimate": verdict.estimate_sentence(Language::English),
    })
}

/// Returns the cost of the path in the numbers of the step costs.
pub fn exact_cost(grid: &Grid, options: &SearchOptions, outcome: &Outcome) -> Option<f64> {
    outcome.path().map(|path| path.exact_cost(grid, options))
}

/// Returns the result in a word.
pub const fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "path",
        Outcome::NoPath(..) => "no path",
        Outcome::OutOfBudget(_) => "out of budget",
        Outcome::Refused(_) => "error",
    }
}

/// Returns the exit code of a command that searched.
pub const fn exit_of(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Solved(_) => OK,
        Outcome::OutOfBudget(_) => OUT_OF_BUDGET,
        _ => FINDINGS,
    }
}

/// Returns the exit code for a recorded search.
///
/// A trace of another program may not state how the search ended.
pub const fn exit_of_trace(trace: &Trace) -> u8 {
    match &trace.outcome {
        TraceOutcome { found: true, .. } => OK,
        TraceOutcome { reason: None, .. } if trace.options.algorithm.is_none() => OK,
        TraceOutcome {
            reason: Some(_), ..
        } => FINDINGS,
        _ => OUT_OF_BUDGET,
    }
}

/// Returns the reason why there is no path; `None` if there is one.
pub fn reason(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Solved(_) => None,
        Outcome::NoPath(reason, _) => Some(reason.to_string()),
        Outcome::OutOfBudget(stats) => Some(format!(
            "out of budget after {}",
            counted(stats.expanded, "expansion")
        )),
        Outcome::Refused(refusal) => Some(refusal.to_string()),
    }
}
