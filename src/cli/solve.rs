//! `gridwalk solve`: one path, drawn as text for people or as JSON for programs.

use std::io::{self, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use gridwalk_explain::{Language, Timeline, TraceFile, counted, duration, thousands};
use gridwalk_level::formats::visible;
use gridwalk_level::{Level, Looks};
use gridwalk_pathfinding::{
    Algorithm, Cell, Finder, Grid, NodePool, Outcome, PathQuery, SearchEvent, solve,
};

use super::args::{Existing, SolveRequest};
use super::output::{self, Done, Failure, JsonLayout, bad, bad_file, line, remark};
use super::query::{AnsweredBy, Counted, LevelQuery, QueryReport, SolvedQuery, exit_of, reason};
use super::{files, queries};

/// Maximum number of recorded events; a longer search gets no count of scanned positions.
const MAX_SCANNED: usize = 2_000_000;

/// Maximum number of events in a written trace: a longer one cannot be read back.
const MAX_WRITTEN: usize = 10_000_000;

pub fn run(request: &SolveRequest) -> Done {
    if request.queries.as_deref().is_some_and(files::is_stream)
        && files::is_stream(&request.input.level)
    {
        return bad("the level and the queries cannot both be the standard input");
    }
    let level = files::read_level(&request.input)?;
    if let Some(queries) = &request.queries {
        return queries::run(request, queries, &level);
    }
    let asked = LevelQuery::new(&request.query, &request.input.level, &level)?;
    let trace_is_printed = request.trace.as_deref().is_some_and(files::is_stream);
    if let Some(path) = &request.trace {
        if !trace_is_printed && files::ending(path) != "json" {
            return bad_file(
                path,
                "expected a trace's name to end in .json, such as rooms.trace.json",
            );
        }
        files::check_place(path, request.existing)?;
    }
    if trace_is_printed && request.json {
        return bad("--trace - and --json would both be printed; name a file for the trace");
    }
    let answered = answer(request, &asked)?;
    if let Some(path) = &request.trace {
        write_trace(path, &level, &asked, request.existing)?;
    }
    if request.json {
        let counted = count(request, &asked, &answered)?;
        let verdict = (!request.no_verdict).then(|| asked.judge(&answered.outcome));
        let answer = QueryReport::new(
            &asked,
            &answered.outcome,
            verdict.as_ref(),
            answered.by,
            counted,
        );
        output::object(&mut io::stdout().lock(), &answer, JsonLayout::OneLine)?;
    } else if !trace_is_printed {
        show(
            request,
            &asked,
            &level.grid.looks().on(asked.grid.legend()),
            &answered,
        )?;
    }
    Ok(exit_of(&answered.outcome))
}

/// Answers the query with the planner, the connected regions or a search.
fn answer(request: &SolveRequest, asked: &LevelQuery) -> Result<SolvedQuery, Failure> {
    let is_traced = request.trace.is_some();
    // If its steps are requested, or if it is named, the search itself has to run.
    if asked.query.options.algorithm == Algorithm::Auto && !is_traced && !request.order {
        return asked.plan();
    }
    let known = if request.query.algorithm.is_some() || is_traced {
        None
    } else {
        asked.ask_regions()?
    };
    if let Some((outcome, time)) = known {
        return Ok(SolvedQuery {
            outcome,
            by: AnsweredBy::Regions,
            time,
            memory_bytes: 0,
        });
    }
    let mut pool = NodePool::default();
    let (outcome, time) = asked.ask(&mut pool)?;
    Ok(SolvedQuery {
        outcome,
        by: AnsweredBy::Search,
        time,
        memory_bytes: pool.memory_bytes(),
    })
}

/// Records the search in a second run, and writes the trace.
fn write_trace(
    path: &Path,
    level: &Level,
    asked: &LevelQuery,
    existing: Existing,
) -> Result<(), Failure> {
    let (_, trace) = asked.record(u64::MAX, MAX_WRITTEN)?;
    if let Some(notice) = trace.notice(Language::English) {
        remark(&notice);
    }
    let seen = (asked.agent.as_deref(), asked.grid.clone().into_owned());
    let Some(file) = TraceFile::of_agent(level, seen, trace, &asked.query.options) else {
        let most = Grid::MAX_TERRAINS;
        return bad_file(
            path,
            format!(
                "the map has {most} terrains, and a trace for this agent needs one more, a wall"
            ),
        );
    };
    files::write(path, file.write().as_bytes(), existing)
}

/// Records the search in a second run, for figures that the search itself does not count.
///
/// Recording does not change the search.
fn count(
    request: &SolveRequest,
    asked: &LevelQuery,
    answered: &SolvedQuery,
) -> Result<Counted, Failure> {
    let search_us = (answered.time.as_secs_f64() * 1e7).round() / 10.0;
    let mut counted = Counted {
        positions_scanned: None,
        memory_bytes: None,
        expanded_order: None,
        search_us,
    };
    counted.expanded_order = request.order.then(Vec::new);
    if answered.by == AnsweredBy::Regions {
        return Ok(counted);
    }
    counted.memory_bytes =
        (asked.query.options.algorithm != Algorithm::Lpa).then_some(answered.memory_bytes);
    if answered.by != AnsweredBy::Search {
        return Ok(counted);
    }
    let (_, trace) = asked.record(u64::MAX, MAX_SCANNED)?;
    if !trace.is_cut() {
        counted.positions_scanned = Timeline::new(trace.into())
            .positions_scanned()
            .last()
            .copied();
    }
    if let Some(order) = &mut counted.expanded_order {
        let mut watch = |event: SearchEvent| {
            if let SearchEvent::Expanded { cell, .. } = event {
                order.push(cell);
            }
        };
        solve(
            &asked.grid,
            &asked.query,
            &mut NodePool::default(),
            &mut watch,
        );
    }
    Ok(counted)
}

fn show(
    request: &SolveRequest,
    asked: &LevelQuery,
    looks: &Looks,
    answered: &SolvedQuery,
) -> Result<(), Failure> {
    let SolvedQuery {
        outcome, by, time, ..
    } = answered;
    let mut out = anstream::stdout().lock();
    let path_cells = outcome.path().map_or(&[][..], |path| path.cells());
    let scale = scale(&asked.grid, output::columns());
    if scale != (1, 1) {
        let (across, down) = scale;
        remark(&format!(
            "the map is too large to be drawn whole; each sign is {across} × {down} cells"
        ));
    }
    let PathQuery {
        start,
        goal,
        ref options,
    } = asked.query;
    let marks = PathMarks {
        start,
        goal,
        path: path_cells,
    };
    draw(&mut out, (&asked.grid, looks), &marks, scale)?;

    let (stats, title) = (outcome.stats(), options.algorithm.title());
    let why = reason(outcome).unwrap_or_default();
    let mut lines = vec![String::new()];
    match outcome {
        Outcome::Solved(solution) => {
            let cost = options.units().format(solution.path.cost());
            let cells = counted(path_cells.len() as u64, "cell");
            lines.push(format!(
                "{title} from {start} to {goal}: cost {cost}, {cells}"
            ));
            let jumps = path_cells
                .windows(2)
                .filter(|pair| !pair[0].is_neighbor_of(pair[1]));
            lines.extend(
                jumps.map(|jump| format!("through the portal from {} to {}", jump[0], jump[1])),
            );
        }
        Outcome::OutOfBudget(_) => lines.push(format!("{title} from {start} to {goal}: {why}")),
        _ => lines.push(format!("no path from {start} to {goal}: {why}")),
    }
    let (time, name) = (duration(*time), options.algorithm.name());
    let [expanded, generated, reopened] =
        [stats.expanded, stats.generated, stats.reopened].map(thousands);
    let verdict = (!request.no_verdict).then(|| asked.judge(outcome));
    lines.push(match by {
        AnsweredBy::Search => {
            format!("{expanded} expanded, {generated} generated, {reopened} reopened, in {time}")
        }
        AnsweredBy::Planner(finder) => {
            format!("{expanded} expanded, {generated} generated, in {time}, by {finder}")
        }
        AnsweredBy::Regions => {
            let sentence = "the connected regions of the map say so";
            format!("0 expanded: {sentence}, in {time}; with --algorithm {name} it is searched")
        }
    });
    lines.extend(
        verdict
            .as_ref()
            .map(|verdict| verdict.sentence(Language::English)),
    );
    lines.extend(verdict.and_then(|verdict| verdict.estimate_sentence(Language::English)));
    // The rules of order are those of the search that the options name.
    lines.push(match by {
        AnsweredBy::Planner(finder) if *finder != Finder::Search => format!("{}.", options.costs()),
        _ => options.to_string(),
    });
    Ok(lines.iter().try_for_each(|text| line(&mut out, text))?)
}

const MAX_ROWS: u32 = 60;

/// The path and its ends, to be drawn on the map.
struct PathMarks<'a> {
    start: Cell,
    goal: Cell,
    /// All cells of the path; empty if there is none.
    path: &'a [Cell],
}

/// Returns the number of map cells per character, across and down.
fn scale(grid: &Grid, columns: u32) -> (u32, u32) {
    let across = grid.width().div_ceil(columns);
    if across == 1 && grid.height() <= 2 * MAX_ROWS {
        return (1, 1);
    }
    (across, across.max(grid.height().div_ceil(MAX_ROWS)))
}

/// Draws the map, one character for each block of cells.
fn draw(
    out: &mut impl Write,
    (grid, looks): (&Grid, &Looks),
    marks: &PathMarks,
    (across, down): (u32, u32),
) -> io::Result<()> {
    let (columns, rows) = (grid.width().div_ceil(across), grid.height().div_ceil(down));
    let place = |cell: Cell| {
        (cell.y.cast_unsigned() / down * columns + cell.x.cast_unsigned() / across) as usize
    };
    let mut signs: Vec<MapSign> = Vec::with_capacity((columns * rows) as usize);
    for row in 0..rows {
        let sign = |column| {
            MapSign::of_block((grid, looks), (column * across, row * down), (across, down))
        };
        signs.extend((0..columns).map(sign));
    }
    for &cell in marks.path {
        signs[place(cell)] = MapSign::Path;
    }
    for (cell, sign) in [(marks.goal, MapSign::Goal), (marks.start, MapSign::Start)] {
        if grid.contains(cell) {
            signs[place(cell)] = sign;
        }
    }
    for row in signs.chunks(columns as usize) {
        // A run of equally styled characters is written at once, because colour codes are many
        // bytes.
        for run in row.chunk_by(|a, b| a.style() == b.style()) {
            let style = run[0].style();
            let text: String = run.iter().map(|sign| sign.glyph()).collect();
            write!(out, "{style}{}{style:#}", visible(&text))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MapSign {
    Start,
    Goal,
    Path,
    Wall(char),
    Free(char),
}

impl MapSign {
    /// Returns a wall if half the cells of a block are blocked, else its first free terrain.
    fn of_block(
        (grid, looks): (&Grid, &Looks),
        (x, y): (u32, u32),
        (width, height): (u32, u32),
    ) -> Self {
        let (right, bottom) = (
            (x + width).min(grid.width()),
            (y + height).min(grid.height()),
        );
        let cells = (y..bottom)
            .flat_map(|y| (x..right).map(move |x| Cell::new(x.cast_signed(), y.cast_signed())));
        let (mut blocked, mut free, mut glyphs) = (0, 0, (None, None));
        for cell in cells {
            let terrain = grid
                .terrain_id(cell)
                .expect("the block was cut off at the border");
            let glyph = looks.of(terrain).glyph;
            if grid.is_walkable(cell) {
                free += 1;
                glyphs.1.get_or_insert(glyph);
            } else {
                blocked += 1;
                glyphs.0.get_or_insert(glyph);
            }
        }
        match glyphs {
            (Some(glyph), _) if blocked >= free => Self::Wall(glyph),
            (_, Some(glyph)) => Self::Free(glyph),
            _ => unreachable!("no block is empty"),
        }
    }

    const fn glyph(self) -> char {
        match self {
            Self::Start => '●',
            Self::Goal => '◆',
            Self::Path => '•',
            Self::Wall(glyph) | Self::Free(glyph) => glyph,
        }
    }

    const fn style(self) -> Style {
        match self {
            Self::Start => AnsiColor::Green.on_default().bold(),
            Self::Goal => AnsiColor::Red.on_default().bold(),
            Self::Path => AnsiColor::Blue.on_default().bold(),
            Self::Wall(_) => Style::new(),
            Self::Free(_) => Style::new().dimmed(),
        }
    }
}
