//! What is measured: maps with queries on them, and how long each way should be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::scenario::{self, Entry};
use crate::cli::args::BenchRequest;
use crate::cli::failure::{Failure, bad, remark};
use crate::cli::files;
use crate::pathfinding::formats::Level;
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
    let courses = if is_scenario { read_scenario(path, request)? } else { vec![read_level(path, request)?] };
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

fn prepare(level: Level, request: &BenchRequest, path: &Path) -> Result<(Grid, SearchOptions), Failure> {
    let mut options = level.search;
    let grid = match &request.costs {
        Some(costs) => {
            options.cost_rule = CostRule::MeanTouched;
            with_costs(&level.grid, costs).or_else(|sentence| bad(format!("{}: {sentence}", path.display())))?
        }
        None => level.grid,
    };
    request.rules.apply(&mut options);
    Ok((grid, options))
}

/// The same map with other costs for some terrains.
fn with_costs(grid: &Grid, costs: &[(char, u16)]) -> Result<Grid, String> {
    let mut legend = grid.legend().to_vec();
    for &(glyph, cost) in costs {
        let number = grid.terrain_by_glyph(glyph).ok_or_else(|| format!("the map's legend has no terrain {glyph}"))?;
        legend[usize::from(number.0)].cost = Some(cost);
    }
    let same = Grid::new(grid.width(), grid.height(), grid.cells().to_vec(), legend);
    Ok(same.expect("size, cells and legend have not changed"))
}

fn read_scenario(path: &Path, request: &BenchRequest) -> Result<Vec<Course>, Failure> {
    let bytes = files::read(path)?;
    let shown = path.display();
    let text = String::from_utf8(bytes).or_else(|_| bad(format!("{shown}: it is no UTF-8 text")))?;
    let entries = scenario::parse(&text).or_else(|(line, what)| bad(format!("{shown}:{line}: {what}")))?;
    let printed = PrintedDigits::of(&entries);
    let mut by_map: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in &entries {
        by_map.entry(&entry.map).or_default().push(entry);
    }
    if by_map.is_empty() {
        return bad(format!("{shown}: there are no queries in it"));
    }
    let only = by_map.len() == 1;
    let read = |(map, entries): (&str, Vec<&Entry>)| {
        let map_path = find_map(path, map, only)?;
        let (grid, options) = prepare(files::read_level(&map_path)?, request, &map_path)?;
        let first = entries[0];
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
        for entry in sample(entries, request) {
            let (start, goal, length) = (entry.start, entry.goal, Some(entry.length));
            match SearchProblem::new(&course.grid, start, goal) {
                Ok(_) => course.queries.push(Query { start, goal, length, tolerance: printed.tolerance(entry) }),
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
    fn of(entries: &[Entry]) -> Self {
        let parts = entries.iter().map(|entry| digits(&entry.printed));
        parts.fold(Self { all: 0, after_point: 0 }, |most, (before, after)| Self {
            all: most.all.max(before + after),
            after_point: most.after_point.max(after),
        })
    }

    /// Half a unit of the last digit that the line could have had, and what the fixed-point √2 is off: less
    /// than 1e-8 of the length.
    fn tolerance(&self, entry: &Entry) -> f64 {
        let (before, after) = digits(&entry.printed);
        let after = after.max(self.after_point.min(self.all.saturating_sub(before)));
        0.5 * 10_f64.powi(-i32::try_from(after).unwrap_or(15)) * 1.001 + entry.length * 1e-8
    }
}

/// Digits before and after the point.
fn digits(printed: &str) -> (usize, usize) {
    let (before, after) = printed.split_once('.').unwrap_or((printed, ""));
    (before.len(), after.len())
}

fn read_level(path: &Path, request: &BenchRequest) -> Result<Course, Failure> {
    let level = files::read_level(path)?;
    let mut legs = Vec::new();
    for agent in &level.agents {
        let stops: Vec<_> = std::iter::once(agent.at).chain(agent.goals.iter().copied()).collect();
        legs.extend(stops.windows(2).map(|leg| (leg[0], leg[1])));
        // After the first round a patrol walks from its last goal to its first.
        if let (true, &[first, .., last]) = (agent.patrol, agent.goals.as_slice()) {
            legs.push((last, first));
        }
    }
    let (grid, options) = prepare(level, request, path)?;
    let query = |(start, goal): (Cell, Cell)| {
        SearchProblem::new(&grid, start, goal).or_else(|error| bad(format!("{}: {error}", path.display())))?;
        Ok(Query { start, goal, length: None, tolerance: 0.0 })
    };
    let queries = sample(legs, request).map(query).collect::<Result<_, Failure>>()?;
    let mut course = Course { map: name_of(path), grid, options, queries, skipped: 0 };
    course.measure_lengths(path)?;
    Ok(course)
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
        let entries = scenario::parse(&format!("version 1\n{}", lines.collect::<String>())).unwrap();
        let digits = PrintedDigits::of(&entries);
        entries.iter().map(|entry| digits.tolerance(entry)).collect()
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
