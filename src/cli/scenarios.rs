//! `gridwalk scenarios`: writes a list of queries on a map, each with the length of its shortest
//! path.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path as FilePath;

use gridwalk_explain::counted;
use gridwalk_level::formats::{Scenario, parse_scenarios};
use gridwalk_pathfinding::{Cell, Grid, Map, Path, PathQuery, Planned, Planner, SearchOptions};

use super::args::{CostArgs, ScenariosRequest};
use super::files::{self, read_map};
use super::output::{BadInput, Done, Failure, OK, bad, bad_file, remark};
use super::progress::ProgressLine;
use crate::scenario::{check_size, find_map, is_one};

pub fn run(request: &ScenariosRequest) -> Done {
    let output = request.output.as_deref().unwrap_or(FilePath::new("-"));
    files::check_place(output, request.existing)?;
    let lines = if is_one(&request.input) {
        measured_again(request)?
    } else {
        drawn(request)?
    };
    if lines.is_empty() {
        return bad_file(
            &request.input,
            "there are no two cells with a path between them",
        );
    }
    let mut text = "version 1\n".to_owned();
    for ScenarioLine {
        map,
        size: [width, height],
        start,
        goal,
        length,
    } in &lines
    {
        // A bucket spans four units of length.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the length of a path on a map"
        )]
        let bucket = (length / 4.0) as u32;
        let ends = format!("{}\t{}\t{}\t{}", start.x, start.y, goal.x, goal.y);
        let _ = writeln!(
            text,
            "{bucket}\t{map}\t{width}\t{height}\t{ends}\t{length:.8}"
        );
    }
    files::write(output, text.as_bytes(), request.existing)?;
    remark(&counted(lines.len() as u64, "query"));
    Ok(OK)
}

/// A line of the list.
struct ScenarioLine {
    map: String,
    size: [u32; 2],
    start: Cell,
    goal: Cell,
    length: f64,
}

/// A map for measuring lengths: eight directions, no corners cut, steps of 1 and √2, uniform cost.
struct LengthMeasure {
    map: Map,
    planner: Planner,
    path: Path,
    query: PathQuery,
}

impl LengthMeasure {
    fn new(path: &FilePath, request: &ScenariosRequest) -> Result<Self, Failure> {
        let level = read_map(path, &request.hints, &CostArgs::default())?;
        let grid = Grid::from(level.grid);
        if grid.uniform_cost().is_none() || grid.has_one_way_cells() || !grid.portals().is_empty() {
            return bad_file(
                path,
                "lists of queries are for ground of one cost, without one-way cells and portals",
            );
        }
        let query = PathQuery::new(Cell::default(), Cell::default(), SearchOptions::default());
        Ok(Self {
            map: Map::new(grid),
            planner: Planner::default(),
            path: Path::default(),
            query,
        })
    }

    /// Returns the length of the shortest path; `None` if there is none.
    fn length(&mut self, start: Cell, goal: Cell) -> Option<f64> {
        (self.query.start, self.query.goal) = (start, goal);
        let plan = self.planner.path(&self.map, &self.query, &mut self.path);
        if plan.planned != Planned::Found {
            return None;
        }
        let (mut straight, mut diagonal) = (0_u32, 0_u32);
        for step in self.path.cells().windows(2) {
            let (dx, dy) = step[0].distance(step[1]);
            *(if dx + dy == 2 {
                &mut diagonal
            } else {
                &mut straight
            }) += 1;
        }
        Some(f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2)
    }
}

/// Draws random pairs of cells, and sorts them by path length.
fn drawn(request: &ScenariosRequest) -> Result<Vec<ScenarioLine>, Failure> {
    let path = request.input.as_path();
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let Some(map) = name.filter(|name| !files::is_stream(path) && !name.starts_with('@')) else {
        return bad("a list of queries names its map, which has to be a file");
    };
    let mut measure = LengthMeasure::new(path, request)?;
    let size = [measure.map.grid().width(), measure.map.grid().height()];
    let grid = measure.map.grid();
    let free: Vec<Cell> = grid
        .size()
        .rect()
        .cells()
        .filter(|cell| grid.is_walkable(*cell))
        .collect();
    let mut chance = Chance(request.seed);
    let (mut known, mut lines) = (HashSet::new(), Vec::new());
    let _progress = ProgressLine::start("measuring paths", "");
    for _ in 0..request.count.saturating_mul(TRIES) {
        if lines.len() as u64 == request.count || free.len() < 2 {
            break;
        }
        let [start, goal] = [(); 2].map(|()| free[chance.below(free.len())]);
        if start == goal || !known.insert((start, goal)) {
            continue;
        }
        if let Some(length) = measure.length(start, goal) {
            lines.push(ScenarioLine {
                map: map.clone(),
                size,
                start,
                goal,
                length,
            });
        }
    }
    if (lines.len() as u64) < request.count {
        remark(&format!(
            "{}: only {} found",
            path.display(),
            counted(lines.len() as u64, "query")
        ));
    }
    lines.sort_by(|a, b| a.length.total_cmp(&b.length));
    Ok(lines)
}

/// Number of pairs tried for each query.
const TRIES: u64 = 64;

/// Measures the queries of a list again; queries without a path are left out.
fn measured_again(request: &ScenariosRequest) -> Result<Vec<ScenarioLine>, Failure> {
    let path = request.input.as_path();
    let scenarios =
        parse_scenarios(&files::read(path)?).or_else(|error| bad(BadInput::parse(path, &error)))?;
    let only = scenarios
        .iter()
        .all(|scenario| scenario.map == scenarios[0].map);
    let mut measures: Vec<(&str, LengthMeasure)> = Vec::new();
    let (mut lines, mut missing) = (Vec::new(), 0);
    for scenario in &scenarios {
        let Scenario {
            map,
            width,
            height,
            start,
            goal,
            ..
        } = scenario;
        let known = measures.iter().position(|(name, _)| name == map);
        let place = if let Some(place) = known {
            place
        } else {
            let file = find_map(path, map, only).or_else(|sentence| bad_file(path, sentence))?;
            let measure = LengthMeasure::new(&file, request)?;
            check_size(scenario, &file, measure.map.grid())
                .or_else(|sentence| bad_file(path, sentence))?;
            measures.push((map, measure));
            measures.len() - 1
        };
        match measures[place].1.length(*start, *goal) {
            Some(length) => {
                let (map, size) = (map.clone(), [*width, *height]);
                lines.push(ScenarioLine {
                    map,
                    size,
                    start: *start,
                    goal: *goal,
                    length,
                });
            }
            None => missing += 1,
        }
    }
    if missing > 0 {
        remark(&format!(
            "{}: {} left out, without a path",
            path.display(),
            counted(missing, "query")
        ));
    }
    Ok(lines)
}

/// Random numbers from a seed: `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        usize::try_from((u128::from(mixed) * end as u128) >> 64).unwrap_or(0)
    }
}
