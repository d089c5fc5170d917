//! `gridwalk solve --queries`: many queries in one call, a line of JSON each, answered in their
//! order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path as FilePath;

use gridwalk_level::Level;
use gridwalk_level::formats::visible;
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Map, NodePool, OptionChange, OptionKey, Outcome, Path,
    PathQuery, Planner, SearchOptions, UnreachablePolicy, solve,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args::SolveRequest;
use super::files;
use super::output::{BAD_INPUT, Done, FINDINGS, OK, OUT_OF_BUDGET, bad_file};
use super::query::{
    AnsweredBy, exact_cost, exit_of, find_agent, options_of, profile_of, reason, unsupported, word,
};

/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Maximum number of cached maps, one for each kind of agent.
const MAX_VIEWS: usize = 8;

/// A line of the queries, described in `docs/command-line.md`.
///
/// A missing field has the value of the command.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct QueryLine {
    id: Option<Value>,
    start: Option<Cell>,
    goal: Option<Cell>,
    goals: Option<Vec<Cell>>,
    agent: Option<String>,
    nearest: Option<bool>,
    options: serde_json::Map<String, Value>,
    /// Whether the cells of the path are listed.
    path: Option<bool>,
}

/// The answer to a line.
#[derive(Debug, Default, Serialize)]
struct AnswerLine {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    answer: &'static str,
    found: bool,
    reason: Option<String>,
    start: Option<Cell>,
    /// The end of the path.
    goal: Option<Cell>,
    answered_by: Option<AnsweredBy>,
    cost: Option<f64>,
    cells: usize,
    expanded: u64,
    generated: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Cell>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turning_points: Option<Vec<Cell>>,
}

/// Answers all lines of a file or of the standard input, each as soon as it arrives.
pub fn run(request: &SolveRequest, queries: &FilePath, level: &Level) -> Done {
    let is_stream = files::is_stream(queries);
    let read: Box<dyn Read> = if is_stream {
        Box::new(io::stdin().lock())
    } else {
        match File::open(queries) {
            Ok(file) => Box::new(file),
            Err(error) => {
                return bad_file(
                    queries,
                    format!("cannot be read: {}", files::reason(&error)),
                );
            }
        }
    };
    let mut lines = BufReader::with_capacity(1 << 16, read);
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut asker = Asker::new(request, level);
    let (mut code, mut text, mut number) = (OK, Vec::new(), 0);
    loop {
        text.clear();
        let is_whole = read_line(&mut lines, &mut text).or_else(|error| {
            bad_file(
                queries,
                format!("cannot be read: {}", files::reason(&error)),
            )
        })?;
        let Some(is_whole) = is_whole else { break };
        number += 1;
        if text.trim_ascii().is_empty() {
            continue;
        }
        let (answer, outcome) = if is_whole {
            asker.answer(&text)
        } else {
            refused(None, format!("the line has more than {MAX_LINE} bytes"))
        };
        let answer = AnswerLine {
            line: number,
            ..answer
        };
        code = worse(code, outcome);
        let written = serde_json::to_string(&answer).map_err(io::Error::from)?;
        writeln!(out, "{}", visible(&written))?;
        // Another program may wait for this answer before it writes the next query.
        if lines.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(code)
}

/// Returns the worse exit code; the worst is an invalid query, then out of budget, then no path.
fn worse(code: u8, other: u8) -> u8 {
    let rank = |code: u8| {
        [OK, FINDINGS, OUT_OF_BUDGET, BAD_INPUT]
            .iter()
            .position(|known| *known == code)
    };
    if rank(other) > rank(code) {
        other
    } else {
        code
    }
}

/// Reads the next line without its end; `false` if it was cut off, `None` at the end of the file.
fn read_line(lines: &mut impl BufRead, text: &mut Vec<u8>) -> io::Result<Option<bool>> {
    lines
        .by_ref()
        .take(MAX_LINE as u64 + 1)
        .read_until(b'\n', text)?;
    if text.is_empty() {
        return Ok(None);
    }
    if text.last() == Some(&b'\n') || text.len() <= MAX_LINE {
        return Ok(Some(true));
    }
    loop {
        let buffer = lines.fill_buf()?;
        let (used, is_finished) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        lines.consume(used);
        if is_finished {
            return Ok(Some(false));
        }
    }
}

/// Returns the answer to an invalid query, and its exit code.
fn refused(id: Option<Value>, reason: String) -> (AnswerLine, u8) {
    (
        AnswerLine {
            id,
            answer: "error",
            reason: Some(reason),
            ..AnswerLine::default()
        },
        BAD_INPUT,
    )
}

/// The map as agents of one kind see it, and the planner for their queries.
struct KindView {
    profile: AgentProfile,
    map: Map,
    planner: Planner,
}

/// State for answering queries on one level.
struct Asker<'a> {
    request: &'a SolveRequest,
    level: &'a Level,
    /// The options of a line that sets none.
    options: SearchOptions,
    /// Cached maps, the last used one first.
    views: Vec<KindView>,
    pool: NodePool,
    path: Path,
}

impl<'a> Asker<'a> {
    fn new(request: &'a SolveRequest, level: &'a Level) -> Self {
        let options = options_of(&request.query, level);
        Self {
            request,
            level,
            options,
            views: Vec::new(),
            pool: NodePool::default(),
            path: Path::default(),
        }
    }

    /// Returns the answer to a line, and the exit code of a command for that line alone.
    fn answer(&mut self, text: &[u8]) -> (AnswerLine, u8) {
        let line: QueryLine = match serde_json::from_slice(text) {
            Ok(line) => line,
            Err(error) => return refused(None, format!("this is no query: {}", sentence(&error))),
        };
        let id = line.id.clone();
        self.ask(line).unwrap_or_else(|reason| refused(id, reason))
    }

    fn ask(&mut self, line: QueryLine) -> Result<(AnswerLine, u8), String> {
        let ends = &self.request.query.ends;
        let agent = line.agent.as_ref().or(ends.agent.as_ref());
        let agent = find_agent(agent.map(String::as_str), self.level)?;
        let start = line.start.or(ends.start).or(agent.map(|agent| agent.at));
        let start = start.ok_or("it has no `start`, and no agent stands on the map")?;
        if line.goal.is_some() && line.goals.is_some() {
            return Err("it has both `goal` and `goals`; expected one of them".to_owned());
        }
        let goals = match (line.goal, line.goals) {
            (Some(goal), _) => vec![goal],
            (None, Some(goals)) => goals,
            (None, None) if !ends.goal.is_empty() => ends.goal.clone(),
            (None, None) => agent
                .and_then(|agent| agent.goals.first().copied())
                .into_iter()
                .collect(),
        };
        let (goal, others) = goals
            .split_first()
            .ok_or("it has no `goal`, and no goal is known")?;
        let options = self.options_of(&line.options)?;
        if let Some(sentence) = unsupported(&options, &self.level.search) {
            return Err(sentence);
        }
        let nearest = line
            .nearest
            .unwrap_or(ends.nearest || self.level.unreachable == UnreachablePolicy::Nearest);
        let mut query = PathQuery::new(start, *goal, options);
        let KindView { map, planner, .. } = view(
            &mut self.views,
            self.level,
            profile_of(ends, self.level, agent),
        );
        let is_planned = query.options.algorithm == Algorithm::Auto;
        // The planner finds the cheapest of several goals, whichever search is requested.
        let mut asked = PathQuery {
            options: query.options.of_the_map(),
            ..query.clone()
        };
        let mut planned = None;
        if !others.is_empty() {
            let plan = planner.path_to_any(map, &asked, others, &mut self.path);
            query.goal = plan.end;
            planned = Some(plan);
        }
        let is_reached = |planned: &Option<_>| planned.is_some() && !self.path.cells().is_empty();
        if nearest && map.grid().contains(query.goal) && !is_reached(&planned) {
            asked.goal = query.goal;
            let plan = planner.path_to_nearest(map, &asked, &mut self.path);
            query.goal = plan.end;
            planned = Some(plan);
        }
        let (by, outcome) = if is_planned {
            let plan = planned.unwrap_or_else(|| planner.path(map, &query, &mut self.path));
            (
                AnsweredBy::Planner(plan.finder),
                plan.into_outcome(std::mem::take(&mut self.path)),
            )
        } else {
            (
                AnsweredBy::Search,
                solve(map.grid(), &query, &mut self.pool, &mut ()),
            )
        };
        if let Outcome::Refused(refusal) = &outcome {
            return Err(refusal.to_string());
        }
        let (path, stats) = (outcome.path(), outcome.stats());
        let is_listed = line.path.unwrap_or(true);
        let turns = path.filter(|_| is_listed && query.options.algorithm.is_any_angle());
        let answer = AnswerLine {
            line: 0,
            id: line.id,
            answer: word(&outcome),
            found: path.is_some(),
            reason: reason(&outcome),
            start: Some(query.start),
            goal: Some(query.goal),
            answered_by: Some(by),
            cost: exact_cost(map.grid(), &query.options, &outcome),
            cells: path.map_or(0, |path| path.cells().len()),
            expanded: stats.expanded,
            generated: stats.generated,
            path: is_listed.then(|| path.map_or_else(Vec::new, |path| path.cells().to_vec())),
            turning_points: turns.map(|path| path.waypoints().to_vec()),
        };
        let code = exit_of(&outcome);
        if let Outcome::Solved(solution) = outcome {
            // Reuse the path's memory for the next query.
            self.path = solution.path;
        }
        Ok((answer, code))
    }

    /// Returns the options of the command with the changes of a line.
    ///
    /// A line uses the names of level files.
    fn options_of(
        &self,
        changes: &serde_json::Map<String, Value>,
    ) -> Result<SearchOptions, String> {
        let mut options = self.options.clone();
        // As on the command line the algorithm comes first: it brings its own estimate along.
        let is_algorithm = |key: &str| key == OptionKey::Algorithm.name();
        let first = changes.iter().filter(|(key, _)| is_algorithm(key));
        for (key, value) in first.chain(changes.iter().filter(|(key, _)| !is_algorithm(key))) {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                value => value.to_string(),
            };
            let change = OptionChange::parse(&key.replace('_', "-"), &text)
                .map_err(|error| error.to_string())?;
            change.apply(&mut options);
        }
        Ok(options)
    }
}

/// Returns the map as agents of a profile see it, from the cache or newly made.
fn view<'v>(
    views: &'v mut Vec<KindView>,
    level: &Level,
    profile: AgentProfile,
) -> &'v mut KindView {
    let known = views.iter().position(|view| view.profile == profile);
    match known {
        Some(0) => {}
        Some(place) => views[..=place].rotate_right(1),
        None => {
            views.truncate(MAX_VIEWS - 1);
            let grid = level.map_of(&profile).into_owned();
            views.insert(
                0,
                KindView {
                    profile,
                    map: Map::new(grid),
                    planner: Planner::default(),
                },
            );
        }
    }
    &mut views[0]
}

/// Returns an error of the JSON parser as a clause with its column.
///
/// The line is left out, since it is always the first.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let clause = text.split(" at line ").next().unwrap_or_default();
    format!("{clause} at column {}", error.column())
}
