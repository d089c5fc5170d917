//! The queries of a benchmark by map, with the expected length of each path.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;

use gridwalk_explain::counted;
use gridwalk_level::{
    Level, LevelAgent,
    formats::{Scenario, parse_scenarios},
};
use gridwalk_pathfinding::{
    Algorithm, Cell, EndpointError, Grid, NodePool, Outcome, ParentRule, PathQuery, SearchOptions,
    StopRule, Weight, solve,
};

use super::row::Judgement;
use crate::cli::args::BenchRequest;
use crate::cli::files;
use crate::cli::output::{Failure, bad, bad_file, remark};
use crate::cli::progress::ProgressLine;
use crate::scenario::{PUBLISHED, PrintedDigits, check_size, find_map};

/// A map and the queries on it.
pub struct BenchSuite {
    /// The name of the map in the table.
    pub map: String,
    /// The file as given on the command line.
    pub file: String,
    pub grid: Grid,
    /// The options of all algorithms.
    pub options: SearchOptions,
    pub queries: Vec<BenchQuery>,
    /// Number of queries left out, since they begin or end in a wall under these options.
    pub skipped: u64,
}

/// A query that each algorithm answers under its options.
pub struct BenchQuery {
    pub start: Cell,
    pub goal: Cell,
    /// The line in a scenario file.
    pub line: Option<u32>,
    /// The agent in a level.
    pub agent: Option<String>,
    /// Length of the shortest path; `None` if there is no path.
    pub length: Option<f64>,
    /// Largest deviation at which a length still counts as equal.
    pub tolerance: f64,
}

impl BenchQuery {
    pub fn under(&self, options: &SearchOptions) -> PathQuery {
        PathQuery::new(self.start, self.goal, options)
    }

    /// Compares the length of the path found, or the absence of a path, with the expected one.
    pub fn judge(
        &self,
        options: &SearchOptions,
        found: Option<f64>,
        is_out_of_budget: bool,
    ) -> Judgement {
        let (different, too_short) = match (found, self.length) {
            (Some(found), Some(length)) => {
                let too_short =
                    found < length - self.tolerance && !options.algorithm.is_any_angle();
                ((found - length).abs() > self.tolerance, too_short)
            }
            (Some(_), None) => (true, true),
            (None, expected) => (expected.is_some(), false),
        };
        // A search within limits does not prove that there is no path.
        let is_undecided = is_out_of_budget || options.max_cost.is_some();
        let is_missing = found.is_none() && different;
        let (missed, out_of_budget) = (is_missing && !is_undecided, is_missing && is_undecided);
        Judgement {
            different,
            too_short,
            missed,
            out_of_budget,
        }
    }
}

/// Reads all files of a request; those without queries are left out.
pub fn read_all(request: &BenchRequest) -> Result<Vec<BenchSuite>, Failure> {
    let mut suites = Vec::new();
    for path in &request.files {
        let read = if crate::scenario::is_one(path) {
            read_scenario(path, request)?
        } else {
            read_level(path, request)?
        };
        for suite in &read {
            if suite.skipped > 0 {
                let skipped = counted(suite.skipped, "query");
                remark(&format!(
                    "{}: {skipped} left out, with an end on a blocked cell",
                    suite.map
                ));
            }
        }
        let before = suites.len();
        suites.extend(read.into_iter().filter(|suite| !suite.queries.is_empty()));
        if suites.len() == before {
            remark(&format!(
                "{}: left out, there is no query in it",
                path.display()
            ));
        }
    }
    if suites.is_empty() {
        return bad(
            "there are no queries in what was given; a level's are its agents' paths from goal to goal",
        );
    }
    Ok(suites)
}

/// Returns every N-th query.
fn sample<T>(queries: Vec<T>, request: &BenchRequest) -> impl Iterator<Item = T> {
    queries
        .into_iter()
        .step_by(usize::try_from(request.every).unwrap_or(usize::MAX))
}

/// Reads the level in a file, and applies the options of the request.
fn read_map(path: &Path, request: &BenchRequest) -> Result<Level, Failure> {
    let mut level = files::read_map(path, &request.hints, &request.costs)?;
    request.options.apply(&mut level.search);
    Ok(level)
}

fn read_scenario(path: &Path, request: &BenchRequest) -> Result<Vec<BenchSuite>, Failure> {
    let bytes = files::read(path)?;
    let shown = path.display();
    let scenarios =
        parse_scenarios(&bytes).or_else(|error| bad(error.in_file(&shown.to_string())))?;
    let printed = PrintedDigits::of(&String::from_utf8_lossy(&bytes));
    let mut by_map: BTreeMap<&str, Vec<&Scenario>> = BTreeMap::new();
    for scenario in &scenarios {
        by_map.entry(&scenario.map).or_default().push(scenario);
    }
    let only = by_map.len() == 1;
    let read = |(map, scenarios): (&str, Vec<&Scenario>)| {
        let map_path = find_map(path, map, only).or_else(|sentence| bad_file(path, sentence))?;
        let Level {
            grid,
            search: options,
            ..
        } = read_map(&map_path, request)?;
        let grid = Grid::from(grid);
        check_size(scenarios[0], &map_path, &grid).or_else(|sentence| bad_file(path, sentence))?;
        let (map, file) = (name_of(&map_path), shown.to_string());
        let mut suite = BenchSuite {
            map,
            file,
            grid,
            options,
            queries: Vec::new(),
            skipped: 0,
        };
        for scenario in sample(scenarios, request) {
            let Scenario {
                line,
                start,
                goal,
                length,
                ..
            } = *scenario;
            let (line, tolerance) = (Some(line), printed.tolerance(length));
            let query = BenchQuery {
                start,
                goal,
                line,
                agent: None,
                length: Some(length),
                tolerance,
            };
            match query.under(&suite.options).check_ends(&suite.grid) {
                Ok(()) => suite.queries.push(query),
                // Published paths may lie in water or among trees, which cannot be left.
                Err(EndpointError::StartBlocked(_) | EndpointError::GoalBlocked(_)) => {
                    suite.skipped += 1;
                }
                Err(error) => return bad(format!("{shown}: {error}")),
            }
        }
        let SearchOptions {
            movement,
            steps,
            goal_tolerance,
            region,
            ..
        } = suite.options;
        let whole = goal_tolerance == 0 && region.is_none();
        let is_published = request.costs.costs.is_none() && whole && (movement, steps) == PUBLISHED;
        let is_missing =
            |query: &BenchQuery| query.length == Some(0.0) && query.start != query.goal;
        let missing = suite
            .queries
            .iter()
            .filter(|query| is_missing(query))
            .count();
        if is_published && missing > 0 {
            let missing = counted(missing as u64, "query");
            remark(&format!(
                "{shown}: {missing} with the length 0 between different cells: that is none, so Dijkstra's search says how long the path is"
            ));
            suite.measure_lengths(path, is_missing)?;
        }
        if !is_published {
            remark(&format!(
                "{shown}: its lengths are published for {}, steps of {} and one cost; here Dijkstra's search says how long \
                 the paths are",
                PUBLISHED.0.name(),
                "sqrt2",
            ));
            suite.measure_lengths(path, |_| true)?;
        }
        Ok(suite)
    };
    by_map.into_iter().map(read).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Reads the paths of all plain agents on one map, and of each other agent on its own map.
fn read_level(path: &Path, request: &BenchRequest) -> Result<Vec<BenchSuite>, Failure> {
    let level = read_map(path, request)?;
    let agents = level.resolved_agents();
    let (plain, special): (Vec<_>, Vec<_>) =
        agents.iter().partition(|agent| agent.profile.is_plain());
    let shown = path.display().to_string();
    let suite = |map: String, grid: Grid, agents: &[&LevelAgent]| {
        let named = |agent: &LevelAgent| {
            legs(agent)
                .into_iter()
                .map(|leg| (leg, agent.name.clone()))
                .collect::<Vec<_>>()
        };
        let legs = agents.iter().flat_map(|agent| named(agent)).collect();
        let query = |((start, goal), agent)| {
            let query = BenchQuery {
                start,
                goal,
                line: None,
                agent: Some(agent),
                length: None,
                tolerance: 0.0,
            };
            let ends = query.under(&level.search).check_ends(&grid);
            ends.or_else(|error| bad(format!("{}: {error}", path.display())))?;
            Ok(query)
        };
        let queries = sample(legs, request)
            .map(query)
            .collect::<Result<_, Failure>>()?;
        let mut suite = BenchSuite {
            map,
            file: shown.clone(),
            grid,
            options: level.search.clone(),
            queries,
            skipped: 0,
        };
        suite.measure_lengths(path, |_| true)?;
        Ok::<BenchSuite, Failure>(suite)
    };
    let name = name_of(path);
    let mut suites = vec![suite(name.clone(), Grid::clone(&level.grid), &plain)?];
    for agent in special {
        suites.push(suite(
            format!("{name} ({})", agent.name),
            level.grid.seen_by(&agent.profile),
            &[agent],
        )?);
    }
    Ok(suites)
}

/// Returns the legs of an agent, from its start to its first goal and so on.
///
/// A patrol also walks from its last goal to its first.
fn legs(agent: &LevelAgent) -> Vec<(Cell, Cell)> {
    let stops: Vec<_> = std::iter::once(agent.at)
        .chain(agent.goals.iter().copied())
        .collect();
    let mut legs: Vec<_> = stops.windows(2).map(|leg| (leg[0], leg[1])).collect();
    if let (true, &[first, .., last]) = (agent.patrol, agent.goals.as_slice()) {
        legs.push((last, first));
    }
    legs
}

impl BenchSuite {
    /// Measures the lengths of these paths with Dijkstra's algorithm.
    ///
    /// Other algorithms must reach the same lengths exactly, since costs are sums of whole numbers.
    fn measure_lengths(
        &mut self,
        path: &Path,
        which: impl Fn(&BenchQuery) -> bool,
    ) -> Result<(), Failure> {
        let reference = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            weight: Weight::ONE,
            stop: StopRule::default(),
            parent: ParentRule::default(),
            max_expansions: None,
            max_cost: None,
            ..self.options.clone()
        };
        let mut pool = NodePool::default();
        let progress = ProgressLine::start("measuring how long the paths are", "queries");
        for query in self.queries.iter_mut().filter(|query| which(query)) {
            progress.done().fetch_add(1, Ordering::Relaxed);
            query.tolerance = 0.0;
            query.length = match solve(&self.grid, &query.under(&reference), &mut pool, &mut ()) {
                Outcome::Refused(refusal) => return bad(format!("{}: {refusal}", path.display())),
                outcome => outcome.cost().map(|cost| reference.units().to_f64(cost)),
            };
        }
        Ok(())
    }
}
