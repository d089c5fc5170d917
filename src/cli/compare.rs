//! `gridwalk compare`: searches of one path side by side, as a table, JSON, a picture or an
//! animation.

use std::future::ready;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anstyle::Style;
use gridwalk_explain::compare::{ComparedBoard, Comparison, distinctions, option_values};
use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Language, Timeline, counted, duration, thousands};
use gridwalk_level::{BoardsSetup, Clock, Level};
use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Algorithm, NodePool, Outcome, Refusal, SearchOptions};
use serde::Serialize;
use serde_json::{Value, json};

use super::args::{CompareRequest, OptionArgs};
use super::files;
use super::output::{
    self, BAD_INPUT, BadInput, Done, Failure, JsonLayout, OUT_OF_BUDGET, ReportHead, bad, line,
    remark,
};
use super::progress::ProgressLine;
use super::query::{AnswerReport, LevelQuery, SolvedQuery, exit_of};
use super::render::{DEFAULT_SECONDS, LONG_SIDE, draw_map, encode, hidden_walls};
use crate::picture::{
    Animation, Picture, columns_for, draw_closed_to, draw_search, encode_in_slices, side_by_side,
    side_by_side_size,
};

/// The maximum number of events kept per search; six searches take some 500 MB.
const MAX_EVENTS: usize = 2_000_000;
const ENGLISH: Language = Language::English;

pub fn run(request: &CompareRequest) -> Done {
    let boards = &request.boards.0;
    BoardsSetup::check_count(boards.len())
        .or_else(|error| bad(format!("{error}; name each by --algorithm or --board")))?;
    let output = request
        .output
        .as_deref()
        .map(|path| PictureFile::of(request, path))
        .transpose()?;
    let level = files::read_level(&request.input)?;
    let all = options(request, &level);
    let first =
        LevelQuery::with_options(&request.ends, &request.input.level, &level, all[0].clone())?;
    first
        .query
        .check_ends(&first.grid)
        .or_else(|error| bad(Refusal::from(error)))?;
    let queries: Vec<_> = all.into_iter().map(|options| first.with(options)).collect();
    let mut boards = SearchedBoards {
        queries: &queries,
        searched: Vec::new(),
        refused: Vec::new(),
    };
    for (place, query) in queries.iter().enumerate() {
        match query.query.check(&query.grid) {
            Ok(()) => boards
                .searched
                .push((place, Searched::new(request, place, query)?)),
            Err(refusal) => boards.refused.push((place, refusal)),
        }
    }
    for (place, refusal) in &boards.refused {
        let sentence = BadInput::from(*refusal).to_string();
        if boards.searched.len() < 2 {
            return bad(format!("board {}: {sentence}", place + 1));
        }
        remark(&format!("board {}: {sentence}", place + 1));
    }
    let comparison = boards.comparison()?;
    if let Some(drawing) = &output {
        drawing.write(request, &level, &first, &comparison)?;
    }
    match request.output.as_deref() {
        Some(path) if files::is_stream(path) => {}
        _ if request.json => print_json(request, &boards, &comparison)?,
        _ => print_table(request, &boards, &comparison)?,
    }
    if !boards.refused.is_empty() {
        return Ok(BAD_INPUT);
    }
    let codes: Vec<_> = comparison
        .boards()
        .iter()
        .map(|board| exit_of(board.outcome))
        .collect();
    Ok(if codes.contains(&OUT_OF_BUDGET) {
        OUT_OF_BUDGET
    } else {
        codes.into_iter().max().unwrap_or_default()
    })
}

/// Returns the options of each board: those of the level, the shared ones, then the board's own.
fn options(request: &CompareRequest, level: &Level) -> Vec<SearchOptions> {
    let mut shared = level.search.clone();
    request.options.apply(&mut shared);
    let all: Vec<_> = request
        .boards
        .0
        .iter()
        .map(|changes| BoardsSetup::options(&shared, changes))
        .collect();
    request.options.warn_of_unused(
        &all.iter()
            .map(|options| options.algorithm)
            .collect::<Vec<_>>(),
    );
    for (changes, options) in request.boards.0.iter().zip(&all) {
        OptionArgs(changes.clone()).warn_of_unused(&[options.algorithm]);
    }
    all
}

/// All boards, searched or refused, each with its index.
struct SearchedBoards<'a> {
    queries: &'a [LevelQuery<'a>],
    searched: Vec<(usize, Searched)>,
    refused: Vec<(usize, Refusal)>,
}

impl SearchedBoards<'_> {
    fn comparison(&self) -> Result<Comparison<'_>, Failure> {
        let views = self
            .searched
            .iter()
            .map(|(place, searched)| searched.board(&self.queries[*place]))
            .collect();
        let comparison = Comparison::new(views).or_else(|error| bad(error.to_string()))?;
        Ok(comparison.numbered(self.numbers().collect()))
    }

    /// Returns the board numbers of the searched boards.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.searched.iter().map(|(place, _)| place + 1)
    }
}

/// The results of one board.
struct Searched {
    timeline: Timeline,
    outcome: Outcome,
    verdict: Option<Verdict>,
    time: Duration,
}

impl Searched {
    fn new(request: &CompareRequest, place: usize, query: &LevelQuery) -> Result<Self, Failure> {
        let (outcome, time) = if query.query.options.algorithm == Algorithm::Auto {
            let SolvedQuery { outcome, time, .. } = query.plan()?;
            (outcome, time)
        } else {
            let mut pool = NodePool::default();
            // A first run is not timed: it would pay for fresh memory.
            query.ask(&mut pool)?;
            query.ask(&mut pool)?
        };
        let (_, trace) = query.record(u64::MAX, MAX_EVENTS)?;
        if let Some(notice) = trace.notice(ENGLISH) {
            remark(&format!("board {}: {notice}", place + 1));
        }
        let verdict = (!request.no_verdict).then(|| query.judge(&outcome));
        Ok(Self {
            timeline: Timeline::new(Arc::new(trace)),
            outcome,
            verdict,
            time,
        })
    }

    fn board<'a>(&'a self, query: &'a LevelQuery) -> ComparedBoard<'a> {
        let Self {
            timeline,
            outcome,
            time,
            ..
        } = self;
        ComparedBoard {
            options: &query.query.options,
            timeline,
            outcome,
            time: *time,
        }
    }

    /// Returns the number of positions that a sorted open list would have passed.
    ///
    /// `None` if the record is incomplete.
    fn positions_scanned(&self) -> Option<u64> {
        if self.timeline.trace().is_cut() {
            None
        } else {
            self.timeline.positions_scanned().last().copied()
        }
    }
}

fn print_table(
    request: &CompareRequest,
    boards: &SearchedBoards,
    comparison: &Comparison,
) -> Result<(), Failure> {
    let titles = [
        "",
        "algorithm",
        "cost",
        "verdict",
        "cells",
        "expanded",
        "generated",
        "positions",
        "time",
        "options",
    ];
    let mut rows = vec![(Style::new().bold(), titles.map(str::to_owned).to_vec())];
    let all: Vec<_> = boards
        .queries
        .iter()
        .map(|query| &query.query.options)
        .collect();
    let distinctions = distinctions(&all);
    for ((place, searched), board) in boards.searched.iter().zip(comparison.boards()) {
        let (stats, dash) = (board.outcome.stats(), || "–".to_owned());
        let path = board.outcome.path();
        let fields = [
            (place + 1).to_string(),
            board.options.algorithm.title().to_owned(),
            path.map_or_else(dash, |path| board.options.units().format(path.cost())),
            searched
                .verdict
                .as_ref()
                .map_or_else(dash, |verdict| verdict.word(ENGLISH)),
            path.map_or_else(dash, |path| thousands(path.cells().len() as u64)),
            thousands(stats.expanded),
            thousands(stats.generated),
            searched.positions_scanned().map_or_else(dash, thousands),
            duration(board.time),
            option_values(&distinctions[*place], ENGLISH),
        ];
        rows.push((Style::new(), fields.to_vec()));
    }
    let mut out = anstream::stdout().lock();
    output::table(&mut out, &rows, |column| matches!(column, 1 | 3 | 9))?;
    line(&mut out, "")?;
    let numbers: Vec<_> = boards.numbers().collect();
    for (first, second) in pairs(comparison) {
        let Some(cells) = comparison.difference(first, second) else {
            continue;
        };
        let [only_first, only_second, both] =
            [cells.only_first, cells.only_second, cells.both].map(|count| thousands(count as u64));
        let (first, second) = (numbers[first], numbers[second]);
        line(
            &mut out,
            format!(
                "cells expanded by {first} alone: {only_first}, by {second} alone: {only_second}, by both: {both}"
            ),
        )?;
    }
    Ok(line(&mut out, comparison.winner(request.clock, ENGLISH))?)
}

/// Returns all pairs of boards, the first before the second.
fn pairs(comparison: &Comparison) -> impl Iterator<Item = (usize, usize)> {
    let count = comparison.boards().len();
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// The output of `--json`.
#[derive(Serialize)]
struct CompareReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
    boards: Vec<BoardReport<'a>>,
    /// For each pair of boards, the number of cells expanded by the first only, the second only,
    /// and both.
    differences: Vec<Value>,
    clock: &'static str,
    winner: String,
}

#[derive(Serialize)]
struct BoardReport<'a> {
    board: usize,
    #[serde(flatten)]
    query: &'a LevelQuery<'a>,
    #[serde(flatten)]
    answer: AnswerReport,
    positions_scanned: Option<u64>,
    /// Number of events; of ignored neighbours only the kept ones are counted.
    events: u64,
    /// Whether some events were not kept.
    truncated: bool,
    search_us: Option<f64>,
}

fn print_json(
    request: &CompareRequest,
    boards: &SearchedBoards,
    comparison: &Comparison,
) -> Result<(), Failure> {
    let searched = |(place, searched): &(usize, Searched)| BoardReport {
        board: place + 1,
        query: &boards.queries[*place],
        answer: AnswerReport::new(
            &boards.queries[*place],
            &searched.outcome,
            searched.verdict.as_ref(),
        ),
        positions_scanned: searched.positions_scanned(),
        events: searched.timeline.trace().reported(),
        truncated: searched.timeline.trace().is_cut(),
        search_us: Some((searched.time.as_secs_f64() * 1e7).round() / 10.0),
    };
    let refused = |(place, refusal): &(usize, Refusal)| BoardReport {
        board: place + 1,
        query: &boards.queries[*place],
        answer: AnswerReport::new(&boards.queries[*place], &Outcome::Refused(*refusal), None),
        positions_scanned: None,
        events: 0,
        truncated: false,
        search_us: None,
    };
    let mut reports: Vec<_> = boards
        .searched
        .iter()
        .map(searched)
        .chain(boards.refused.iter().map(refused))
        .collect();
    reports.sort_by_key(|report| report.board);
    let numbers: Vec<_> = boards.numbers().collect();
    let difference = |(first, second): (usize, usize)| {
        let cells = comparison.difference(first, second)?;
        Some(json!({
            "first": numbers[first], "second": numbers[second],
            "only_first": cells.only_first, "only_second": cells.only_second, "both": cells.both,
        }))
    };
    let all = CompareReport {
        head: ReportHead::NOW,
        boards: reports,
        differences: pairs(comparison).filter_map(difference).collect(),
        clock: request.clock.name(),
        winner: comparison.winner(request.clock, ENGLISH),
    };
    Ok(output::object(
        &mut std::io::stdout().lock(),
        &all,
        JsonLayout::OneLine,
    )?)
}

/// The kind of output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureKind {
    Picture,
    Animation,
}

/// A file to be drawn.
struct PictureFile<'a> {
    path: &'a Path,
    kind: PictureKind,
}

impl<'a> PictureFile<'a> {
    fn of(request: &CompareRequest, path: &'a Path) -> Result<Self, Failure> {
        files::check_place(path, request.existing)?;
        let stream = if request.seconds.is_some() {
            "gif"
        } else {
            "png"
        };
        let ending = if files::is_stream(path) {
            stream.to_owned()
        } else {
            files::ending(path)
        };
        let kind = match ending.as_str() {
            _ if files::is_stream(path) && request.json => {
                return bad("-o - and --json would both be printed; name a file for the picture");
            }
            "png" if request.seconds.is_some() => {
                return bad("--seconds is for animations; a .png stands still");
            }
            "png" => PictureKind::Picture,
            "gif" => PictureKind::Animation,
            _ => {
                return bad(format!(
                    "{}: expected a name that ends in .png or .gif",
                    path.display()
                ));
            }
        };
        Ok(Self { path, kind })
    }

    fn write(
        &self,
        request: &CompareRequest,
        level: &Level,
        query: &LevelQuery,
        comparison: &Comparison,
    ) -> Result<(), Failure> {
        let cell = self.cell(request, level, comparison)?;
        let mut map = draw_map(&request.input.level, &level.grid, cell)?;
        draw_closed_to(&mut map, cell, hidden_walls(&level.grid, &query.grid));
        let columns = Self::columns(level, comparison);
        let draw = |at: u64| {
            let board = |board: &ComparedBoard| {
                let position = board.position(request.clock, at);
                let mut picture = map.clone();
                draw_search(
                    &mut picture,
                    cell,
                    (board.timeline, position),
                    query.grid.portals(),
                );
                picture
            };
            side_by_side(
                &comparison.boards().iter().map(board).collect::<Vec<_>>(),
                columns,
            )
        };
        let end = comparison.end(request.clock);
        let unit = if request.clock == Clock::MeasuredTime {
            1000
        } else {
            1
        };
        let last = request
            .at
            .map_or(end, |at| at.saturating_mul(unit).min(end));
        let boards = counted(comparison.boards().len() as u64, "board");
        let (bytes, what) = match self.kind {
            PictureKind::Picture => (encode(&draw(last)), boards),
            PictureKind::Animation => {
                let steps =
                    usize::try_from(last / comparison.step(request.clock)).unwrap_or(usize::MAX);
                let plan = Animation::new(steps, request.seconds.unwrap_or(DEFAULT_SECONDS));
                let progress = ProgressLine::start("drawing", "frames");
                let at = |step: usize| {
                    if step == steps {
                        last
                    } else {
                        step as u64 * comparison.step(request.clock)
                    }
                };
                let bytes = at_once(encode_in_slices(&plan, progress.done(), |step| {
                    ready(draw(at(step)))
                }));
                (
                    bytes,
                    format!("{boards}, {}", counted(plan.frames() as u64, "frame")),
                )
            }
        };
        files::write(self.path, &bytes, request.existing)?;
        let [width, height] = Self::size(cell, level, comparison);
        remark(&format!(
            "{}: {width} × {height} pixels, {what}",
            self.path.display()
        ));
        Ok(())
    }

    fn columns(level: &Level, comparison: &Comparison) -> usize {
        #[expect(
            clippy::cast_precision_loss,
            reason = "maps have at most some thousand columns"
        )]
        let map = [level.grid.width() as f32, level.grid.height() as f32];
        columns_for(comparison.boards().len(), [1600.0, 1000.0], map, [0.0, 0.0]).0
    }

    fn size(cell: u32, level: &Level, comparison: &Comparison) -> [u64; 2] {
        let board =
            [level.grid.width(), level.grid.height()].map(|cells| cells.saturating_mul(cell));
        side_by_side_size(
            comparison.boards().len(),
            Self::columns(level, comparison),
            board,
        )
    }

    /// Returns a cell size with which all boards fit.
    fn cell(
        &self,
        request: &CompareRequest,
        level: &Level,
        comparison: &Comparison,
    ) -> Result<u32, Failure> {
        let (most, wanted) = match self.kind {
            PictureKind::Picture => (Picture::MAX_SIDE, LONG_SIDE),
            PictureKind::Animation => (Animation::MAX_SIDE, Animation::LONG_SIDE),
        };
        let fits = |cell: u32, side: u32| {
            Self::size(cell, level, comparison)
                .iter()
                .all(|&pixels| pixels <= side.into())
        };
        let largest = |side: u32, most: u32| (1..=most).rev().find(|&cell| fits(cell, side));
        match request.cell {
            Some(cell) if fits(cell, most) => Ok(cell),
            None if fits(1, most) => Ok(largest(wanted, 48).unwrap_or(1)),
            _ => {
                let hint = largest(most, 512).map_or_else(
                    || "this map is too large for so many boards".to_owned(),
                    |cell| format!("with --cell {cell} they fit"),
                );
                bad(format!(
                    "the boards have at most {most} × {most} pixels together; {hint}"
                ))
            }
        }
    }
}
