//! What is measured: maps with queries on them, and how long each way should be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::args::BenchRequest;
use crate::cli::failure::{Failure, bad, remark};
use crate::cli::files;
use crate::pathfinding::formats::{Level, LevelAgent, Scenario, parse_moving_ai_with_costs, parse_scenarios};
use crate::pathfinding::{
    Algorithm, Cell, CostRule, Grid, NodePool, Outcome, ParentRule, ProblemError, SearchOptions, SearchProblem,
    StopRule, Weight, solve,
};

/// A map and the queries on it.
pub struct Course {
    /// Its name in the table.
    pub map: String,
    pub grid: Grid,
    /// The rules that all algorithms go by.
    pub options: SearchOptions,
    pub queries: Vec<Query>,
    /// Queries that begin or end in a wall by these rules, and are left out.
    pub skipped: u64,
}

/// One way to search.
pub struct Query {
    pub start: Cell,
    pub goal: Cell,
    /// How long the shortest way is; `None` if there is none.
    pub length: Option<f64>,
    /// How far a length may be off and still be the same number.
    pub tolerance: f64,
}

/// Reads a scenario file with its maps, or a level with its agents' ways.
///
/// Published lengths are for ground of one cost. Where the request gives terrains other costs, and on levels,
/// Dijkstra's search says how long the ways are.
pub fn read(path: &Path, request: &BenchRequest) -> Result<Vec<Course>, Failure> {
    let is_scenario = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("scen"));
    let courses = if is_scenario { read_scenario(path, request)? } else { read_level(path, request)? };
    for course in &courses {
        if course.skipped > 0 {
            remark(&format!(
                "{}: {} queries begin or end on blocked cells and are left out",
                course.map, course.skipped
            ));
        }
        if course.queries.is_empty() {
            return bad(format!("{}: there are no queries in it", path.display()));
        }
    }
    Ok(courses)
}

/// Every N-th of them.
fn sample<T>(queries: Vec<T>, request: &BenchRequest) -> impl Iterator<Item = T> {
    queries.into_iter().step_by(usize::try_from(request.every).unwrap_or(usize::MAX))
}

/// The level in a file under the rules of the request.
fn read_map(path: &Path, request: &BenchRequest) -> Result<Level, Failure> {
    let mut level = files::read_level_as_written(path)?;
    if let Some(costs) = &request.costs {
        let shown = path.display().to_string();
        let bytes = files::read(path)?;
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.trim_start().starts_with("type "));
        let Some(text) = text else {
            return bad(format!("{shown}: --costs is for Moving AI maps; this level has costs of its own"));
        };
        level.grid = parse_moving_ai_with_costs(text, costs).or_else(|error| bad(error.in_file(&shown)))?.grid;
        level.search.cost_rule = CostRule::MeanTouched;
    }
    request.rules.apply(&mut level.search);
    Ok(level)
}

fn read_scenario(path: &Path, request: &BenchRequest) -> Result<Vec<Course>, Failure> {
    let bytes = files::read(path)?;
    let shown = path.display();
    let scenarios = parse_scenarios(&bytes).or_else(|error| bad(error.in_file(&shown.to_string())))?;
    let printed = PrintedDigits::of(&String::from_utf8_lossy(&bytes));
    let mut by_map: BTreeMap<&str, Vec<&Scenario>> = BTreeMap::new();
    for scenario in &scenarios {
        by_map.entry(&scenario.map).or_default().push(scenario);
    }
    if by_map.is_empty() {
        return bad(format!("{shown}: there are no queries in it"));
    }
    let only = by_map.len() == 1;
    let read = |(map, scenarios): (&str, Vec<&Scenario>)| {
        let map_path = find_map(path, map, only)?;
        let Level { grid, search: options, .. } = read_map(&map_path, request)?;
        let first = scenarios[0];
        if (first.width, first.height) != (grid.width(), grid.height()) {
            return bad(format!(
                "{shown} is for a map of {} × {} cells; {} has {} × {}",
                first.width,
                first.height,
                map_path.display(),
                grid.width(),
                grid.height()
            ));
        }
        let mut course = Course { map: name_of(&map_path), grid, options, queries: Vec::new(), skipped: 0 };
        for scenario in sample(scenarios, request) {
            let (start, goal, length) = (scenario.start, scenario.goal, Some(scenario.length));
            match SearchProblem::new(&course.grid, start, goal) {
                Ok(_) => {
                    course.queries.push(Query { start, goal, length, tolerance: printed.tolerance(scenario.length) });
                }
                // Published ways may lie in water or among trees, from which no way leads out.
                Err(ProblemError::StartBlocked(_) | ProblemError::GoalBlocked(_)) => course.skipped += 1,
                Err(error) => return bad(format!("{shown}: {error}")),
            }
        }
        if request.costs.is_some() {
            course.measure_lengths(path)?;
        }
        Ok(course)
    };
    by_map.into_iter().map(read).collect()
}

/// The map of a scenario file: called like it without `.scen`, or as the file says; beside it.
fn find_map(scenario: &Path, named: &str, only: bool) -> Result<PathBuf, Failure> {
    let file = named.rsplit(['/', '\\']).next().unwrap_or(named);
    let by_name = scenario.with_file_name(file);
    let like_scenario = scenario.with_extension("");
    let is_map = like_scenario.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("map"));
    if only && is_map && like_scenario.is_file() {
        Ok(like_scenario)
    } else if by_name.is_file() {
        Ok(by_name)
    } else {
        bad(format!("{}: its map {} is not beside it", scenario.display(), by_name.display()))
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// How exactly a file prints its lengths: so many digits in all, and at most so many after the point.
/// Programs often leave out zeros at the end, so one line alone does not tell.
struct PrintedDigits {
    all: usize,
    after_point: usize,
}

impl PrintedDigits {
    /// Of the last fields of all lines but the first.
    fn of(text: &str) -> Self {
        let lengths = text.lines().skip(1).filter_map(|line| line.split_ascii_whitespace().last());
        lengths.map(digits).fold(Self { all: 0, after_point: 0 }, |most, (before, after)| Self {
            all: most.all.max(before + after),
            after_point: most.after_point.max(after),
        })
    }

    /// Half a unit of the last digit that the length could have had, and what the fixed-point √2 is off: less
    /// than 1e-8 of the length.
    fn tolerance(&self, length: f64) -> f64 {
        let (before, after) = digits(&length.to_string());
        let after = after.max(self.after_point.min(self.all.saturating_sub(before)));
        0.5 * 10_f64.powi(-i32::try_from(after).unwrap_or(15)) * 1.001 + length * 1e-8
    }
}

/// Digits before and after the point.
fn digits(printed: &str) -> (usize, usize) {
    let (before, after) = printed.split_once('.').unwrap_or((printed, ""));
    (before.len(), after.len())
}

/// The ways of all plain agents on one map, and those of every other agent on the map that it sees.
fn read_level(path: &Path, request: &BenchRequest) -> Result<Vec<Course>, Failure> {
    let level = read_map(path, request)?;
    let (plain, special): (Vec<_>, Vec<_>) = level.agents.iter().partition(|agent| agent.profile.is_plain());
    let course = |map: String, grid: Grid, agents: &[&LevelAgent]| {
        let legs = agents.iter().flat_map(|agent| legs(agent)).collect();
        let query = |(start, goal)| {
            SearchProblem::new(&grid, start, goal).or_else(|error| bad(format!("{}: {error}", path.display())))?;
            Ok(Query { start, goal, length: None, tolerance: 0.0 })
        };
        let queries = sample(legs, request).map(query).collect::<Result<_, Failure>>()?;
        let mut course = Course { map, grid, options: level.search.clone(), queries, skipped: 0 };
        course.measure_lengths(path)?;
        Ok::<Course, Failure>(course)
    };
    let name = name_of(path);
    let mut courses = vec![course(name.clone(), level.grid.clone(), &plain)?];
    for agent in special {
        courses.push(course(format!("{name} ({})", agent.name), level.grid.seen_by(&agent.profile), &[agent])?);
    }
    if courses.iter().any(|course| !course.queries.is_empty()) {
        courses.retain(|course| !course.queries.is_empty());
    }
    Ok(courses)
}

/// From the start to the first goal and so on; a patrol then walks from its last goal to its first.
fn legs(agent: &LevelAgent) -> Vec<(Cell, Cell)> {
    let stops: Vec<_> = std::iter::once(agent.at).chain(agent.goals.iter().copied()).collect();
    let mut legs: Vec<_> = stops.windows(2).map(|leg| (leg[0], leg[1])).collect();
    if let (true, &[first, .., last]) = (agent.patrol, agent.goals.as_slice()) {
        legs.push((last, first));
    }
    legs
}

impl Course {
    /// Has Dijkstra's search say how long the ways are. The same sums of whole numbers have to come out.
    fn measure_lengths(&mut self, path: &Path) -> Result<(), Failure> {
        let referee = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            weight: Weight::ONE,
            stop: StopRule::default(),
            parent: ParentRule::default(),
            max_expansions: None,
            max_cost: None,
            ..self.options.clone()
        };
        let mut pool = NodePool::default();
        for query in &mut self.queries {
            let problem = SearchProblem::new(&self.grid, query.start, query.goal).expect("checked when it was read");
            query.tolerance = 0.0;
            query.length = match solve(&referee, &problem, &mut pool, &mut ()) {
                Outcome::Refused(refusal) => return bad(format!("{}: {refusal}", path.display())),
                outcome => outcome.cost().map(|cost| referee.units().to_f64(cost)),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tolerances(printed: &[&str]) -> Vec<f64> {
        let lines = printed.iter().map(|length| format!("0\tm.map\t9\t9\t1\t1\t2\t2\t{length}\n"));
        let text = format!("version 1\n{}", lines.collect::<String>());
        let digits = PrintedDigits::of(&text);
        let scenarios = parse_scenarios(text.as_bytes()).unwrap();
        scenarios.iter().map(|scenario| digits.tolerance(scenario.length)).collect()
    }

    #[test]
    fn the_tolerance_is_half_a_unit_of_the_last_digit() {
        let near = |found: &[f64], wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((*wanted..wanted * 1.1).contains(found), "{found} for {wanted}");
            }
        };
        near(&tolerances(&["227.84", "75.08", "7.5"]), &[5e-3, 5e-3, 5e-3]);
        near(&tolerances(&["5.41421", "7", "107.598", "1000.5"]), &[5e-6, 5e-6, 5e-4, 5e-3]);
        // Here the fixed-point √2 counts for more than what is printed.
        near(&tolerances(&["2.00000000"]), &[5e-9 + 2e-8]);
    }
}
