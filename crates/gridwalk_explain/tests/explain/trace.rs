//! Recording, playing, saving and loading traces.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use gridwalk_explain::{
    Breakpoint, CellMark, CellState, FLayer, Language, MarkChanges, RowChange, StepDetail,
    Timeline, Trace, TraceCounters, TraceFile, TraceRecorder, thousands,
};
use gridwalk_level::formats::parse_ron;
use gridwalk_level::{LegendEntry, Level, LevelGrid};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, Grid, Heuristic, IgnoreReason, Limits, Movement, NodePool, Observer,
    Outcome, ParentRule, PathQuery, SearchEvent, SearchOptions, SearchStats, Side, StepCosts,
    StopRule, TieBreak, Weight, solve,
};
use gridwalk_testing::Rng;
use gridwalk_testing::levels::random_level;
use proptest::prelude::*;

/// A recorded search on a small random map.
struct Case {
    options: SearchOptions,
    grid: Grid,
    outcome: Outcome,
    trace: Arc<Trace>,
    show: String,
}

/// The file of a search on this map.
fn file(grid: &Grid, options: &SearchOptions, trace: &Trace) -> TraceFile {
    let level = parse_ron("(version: 1, map: [\".\"])").unwrap();
    let level = Level {
        grid: grid.clone().into(),
        search: options.clone(),
        ..level
    };
    TraceFile {
        level,
        trace: trace.clone(),
        agent: None,
    }
}

/// The trace of a file that is written and read again.
fn read_again(file: &TraceFile) -> Trace {
    TraceFile::read(file.write().as_bytes()).unwrap().trace
}

fn random_rows(rng: &mut Rng, most: usize) -> Vec<String> {
    let (width, height) = (2 + rng.below(most), 2 + rng.below(most));
    let (walls, weighted) = (rng.below(45), rng.below(2) == 1);
    let mut glyph = |_: usize| match rng.below(100) {
        n if n < walls => '#',
        _ if weighted => char::from(b'1' + u8::try_from(rng.below(9)).unwrap()),
        _ => '.',
    };
    (0..height)
        .map(|_| (0..width).map(&mut glyph).collect())
        .collect()
}

fn random_options(rng: &mut Rng, algorithm: Algorithm) -> SearchOptions {
    let weight = match algorithm {
        Algorithm::WeightedAStar => Weight::new(rng.pick(&[0.0, 0.5, 1.0, 1.5, 3.0])).unwrap(),
        _ => Weight::ONE,
    };
    let often = rng.below(3) > 0;
    let steps = rng.pick(&[
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
        StepCosts::TEN_FOURTEEN,
    ]);
    SearchOptions {
        algorithm,
        weight,
        steps: if algorithm.is_any_angle() {
            StepCosts::SQRT2
        } else {
            steps
        },
        movement: rng.pick(&Movement::ALL),
        // Manhattan on eight directions and the like: inconsistent, so that cells are reopened.
        heuristic: rng.pick(&Heuristic::NAMED),
        tie: rng.pick(&TieBreak::ALL),
        stop: if often {
            StopRule::Expanded
        } else {
            rng.pick(&StopRule::ALL)
        },
        parent: if often {
            ParentRule::Shorter
        } else {
            rng.pick(&ParentRule::ALL)
        },
        ..SearchOptions::default()
    }
}

/// Searches that are not refused, of every algorithm.
fn cases(seeds: std::ops::Range<u64>, most: usize) -> impl Iterator<Item = Case> {
    let mut pool = NodePool::default();
    seeds
        .flat_map(|seed| {
            Algorithm::ALL
                .into_iter()
                .map(move |algorithm| (seed, algorithm))
        })
        .filter_map(move |(seed, algorithm)| {
            let rng = &mut Rng(seed);
            let rows = random_rows(rng, most);
            let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
            let free: Vec<Cell> = (0..grid.cell_count())
                .map(|index| {
                    grid.cell(gridwalk_pathfinding::CellIndex(
                        u32::try_from(index).unwrap(),
                    ))
                })
                .filter(|cell| grid.is_walkable(*cell))
                .collect();
            let (start, goal) = (*free.first()?, rng.pick(&free));
            let options = random_options(rng, algorithm);
            let query = PathQuery::new(start, goal, &options);
            let (outcome, trace) =
                Trace::record(&grid, &query, Limits::NONE, usize::MAX, &mut pool);
            if matches!(outcome, Outcome::Refused(_)) {
                return None;
            }
            let ends = (start, goal);
            let show = format!(
                "seed {seed}: {} to {} on {rows:#?} under {options:?}",
                ends.0, ends.1
            );
            Some(Case {
                options,
                outcome,
                trace: Arc::new(trace),
                show,
                grid,
            })
        })
}

impl Case {
    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.trace.start, self.trace.goal, options)
    }

    fn timeline(&self) -> Timeline {
        Timeline::new(Arc::clone(&self.trace))
    }

    fn events(&self) -> Vec<SearchEvent> {
        self.trace.events().collect()
    }
}

/// The marks, derived by going through the events in the plainest path.
#[derive(Clone, Default)]
struct Played {
    marks: HashMap<(Cell, Side), CellMark>,
    counters: TraceCounters,
    /// Cells generated in earlier passes.
    before_pass: u64,
    current: Option<(Cell, Side)>,
}

/// A cell that was never opened.
fn unknown(cell: Cell) -> CellMark {
    let (g, h) = (Cost::ZERO, Cost::ZERO);
    CellMark {
        state: CellState::Unseen,
        parent: cell,
        g,
        h,
        depth: 0,
        order: 0,
        times: 0,
        pruned: false,
    }
}

impl Played {
    fn apply(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            } => {
                self.counters.generated += 1;
                self.open(cell, parent, (g, h), side, true);
            }
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            } => {
                self.counters.reopened += u64::from(reopened);
                let state = self
                    .marks
                    .get(&(cell, side))
                    .map_or(CellState::Unseen, |mark| mark.state);
                self.open(
                    cell,
                    parent,
                    (g, h),
                    side,
                    reopened || state != CellState::Closed,
                );
            }
            SearchEvent::Expanded { cell, side } => {
                self.counters.expanded += 1;
                let order = u32::try_from(self.counters.expanded).unwrap();
                let mark = self.marks.entry((cell, side)).or_insert(unknown(cell));
                (mark.state, mark.order, mark.times) = (CellState::Closed, order, mark.times + 1);
                mark.pruned = false;
                self.current = Some((cell, side));
            }
            SearchEvent::Pruned { cell, side } => {
                let before = self.marks.get(&(cell, side)).copied();
                let mark = CellMark {
                    state: CellState::Closed,
                    pruned: true,
                    ..before.unwrap_or(unknown(cell))
                };
                self.marks.insert((cell, side), mark);
            }
            SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            } => self.open(cell, parent, (g, h), side, true),
            SearchEvent::Restarted { .. } => {
                self.marks.clear();
                self.current = None;
                self.before_pass = self.counters.generated;
            }
            SearchEvent::Ended { .. }
            | SearchEvent::Ignored { .. }
            | SearchEvent::NextPass { .. } => {}
        }
        self.counters.open = self
            .marks
            .values()
            .filter(|mark| mark.state == CellState::Open)
            .count() as u64;
        let generated = self.counters.generated - self.before_pass;
        self.counters.closed = generated.saturating_sub(self.counters.open);
        self.counters.largest_open = self.counters.largest_open.max(self.counters.open);
    }

    fn open(&mut self, cell: Cell, parent: Cell, (g, h): (Cost, Cost), side: Side, opens: bool) {
        let depth = if parent == cell {
            0
        } else {
            self.marks
                .get(&(parent, side))
                .map_or(0, |mark| mark.depth + 1)
        };
        let before = self.marks.get(&(cell, side));
        let (order, times) = before.map_or((0, 0), |mark| (mark.order, mark.times));
        let state = if opens {
            CellState::Open
        } else {
            CellState::Closed
        };
        self.marks.insert(
            (cell, side),
            CellMark {
                state,
                parent,
                g,
                h,
                depth,
                order,
                times,
                pruned: false,
            },
        );
    }

    fn assert_equals(&self, timeline: &Timeline, show: &str) {
        let trace = timeline.trace();
        let at = timeline.position();
        let marks = timeline.marks();
        assert_eq!(marks.counters(), self.counters, "at {at}; {show}");
        assert_eq!(marks.current(), self.current, "at {at}; {show}");
        for side in [Side::Forward, Side::Backward] {
            let mut states = marks.states(side);
            for y in 0..trace.height.cast_signed() {
                for x in 0..trace.width.cast_signed() {
                    let cell = Cell::new(x, y);
                    let mark = self.marks.get(&(cell, side)).copied();
                    assert_eq!(marks.get(cell, side), mark, "{cell} at {at}; {show}");
                    let state = mark.map_or(CellState::Unseen, |mark| mark.state);
                    assert_eq!(marks.state(cell, side), state, "{cell} at {at}; {show}");
                    assert_eq!(states.next(), Some(state), "{cell} at {at}; {show}");
                }
            }
        }
    }
}

#[test]
fn recording_changes_nothing_and_keeps_everything() {
    for case in cases(0..300, 10) {
        let pool = &mut NodePool::default();
        let unwatched = solve(&case.grid, &case.query(&case.options), pool, &mut ());
        assert_eq!(case.outcome, unwatched, "{}", case.show);
        let mut events = Vec::new();
        let _ = solve(&case.grid, &case.query(&case.options), pool, &mut events);
        // Details are for those that ask, and change nothing else.
        assert!(
            case.trace.without_details().events().eq(events),
            "{}",
            case.show
        );
        assert_eq!(
            (case.trace.is_cut(), case.trace.notice(Language::English)),
            (false, None)
        );
        let outcome = &case.trace.outcome;
        assert_eq!(outcome.stats, case.outcome.stats());
        assert_eq!(
            (outcome.found, outcome.cost),
            (case.outcome.path().is_some(), case.outcome.cost())
        );
        let counters = case.timeline().marks_at(usize::MAX).counters();
        let stats = case.outcome.stats();
        let counted = (counters.expanded, counters.generated, counters.reopened);
        assert_eq!(
            counted,
            (stats.expanded, stats.generated, stats.reopened),
            "{}",
            case.show
        );
        assert_eq!(counters.largest_open, stats.largest_open, "{}", case.show);
    }
}

#[test]
fn random_seeks_equal_playing_from_the_start() {
    for (number, case) in cases(0..200, 9).enumerate() {
        seek_about(&case.trace, number as u64, &case.show);
    }
}

/// Compares the marks at random positions, and the changes listed in between.
fn seek_about(trace: &Arc<Trace>, seed: u64, show: &str) {
    let mut played = vec![Played::default()];
    for event in trace.events() {
        let mut next = played.last().unwrap().clone();
        next.apply(event);
        played.push(next);
    }
    let rng = &mut Rng(seed);
    let mut timeline = Timeline::new(Arc::clone(trace));
    assert_eq!(timeline.take_changes(), MarkChanges::All);
    for _ in 0..8 {
        let from = timeline.position();
        // Sometimes over another place: changes add up until they are taken.
        for _ in 0..=rng.below(2) {
            timeline.seek(rng.below(trace.len() + 1));
        }
        let to = timeline.position();
        played[to].assert_equals(&timeline, show);
        let MarkChanges::Cells(cells) = timeline.take_changes() else {
            continue;
        };
        let mut changed = BTreeSet::new();
        for key in played[from].marks.keys().chain(played[to].marks.keys()) {
            if played[from].marks.get(key) != played[to].marks.get(key) {
                changed.insert(key.0);
            }
        }
        if played[from].current != played[to].current {
            changed.extend(
                [played[from].current, played[to].current]
                    .into_iter()
                    .flatten()
                    .map(|(cell, _)| cell),
            );
        }
        let listed: BTreeSet<Cell> = cells.iter().copied().collect();
        assert!(
            changed.is_subset(&listed),
            "{from} to {to} changes {changed:?}, listed {listed:?}; {show}"
        );
        assert_eq!(listed.len(), cells.len(), "no cell is listed twice");
    }
}

/// A random story with passes and both sides, as no single search reports it.
fn wild_file(seed: u64) -> TraceFile {
    let rng = &mut Rng(seed);
    let grid = Grid::from_rows(&["....", "....", "...."]);
    let mut recorder = TraceRecorder::new(usize::MAX);
    for _ in 0..rng.below(60) {
        let mut cell = || Cell::new(rng.below(4), rng.below(3));
        let (cell, parent) = (cell(), cell());
        let (g, h) = (Cost(rng.next() % 50), Cost(rng.next() % 50));
        let side = rng.pick(&[Side::Forward, Side::Backward]);
        recorder.on_event(match rng.below(14) {
            0..4 => SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            4..7 => SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: rng.below(2) == 0,
            },
            7..10 => SearchEvent::Expanded { cell, side },
            10..12 => SearchEvent::Pruned { cell, side },
            12 => SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            },
            _ => SearchEvent::Restarted { bound: g },
        });
    }
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(3, 2), Algorithm::AStar);
    let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
    file(
        &grid,
        &query.options,
        &Trace::new(&grid, &query, recorder, &outcome),
    )
}

#[test]
fn a_story_that_no_search_reports_is_played_all_the_same() {
    for seed in 0..500 {
        let trace = Arc::new(wild_file(seed).trace);
        seek_about(&trace, seed, &format!("wild trace {seed}"));
        let timeline = Timeline::new(Arc::clone(&trace));
        for position in 0..=trace.len() {
            for side in [Side::Forward, Side::Backward] {
                let marks = timeline.marks_at(position);
                let open = marks
                    .states(side)
                    .filter(|state| *state == CellState::Open)
                    .count();
                assert_eq!(
                    marks.open_list(side, 0..usize::MAX).len(),
                    open,
                    "wild trace {seed} at {position}"
                );
                let _ = marks.path_to(Cell::new(1, 1), side);
            }
        }
    }
}

#[test]
fn the_first_row_of_the_open_list_is_expanded_next() {
    let mut expansions: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases(0..300, 10) {
        let timeline = case.timeline();
        for (at, event) in case.trace.events().enumerate() {
            let SearchEvent::Expanded { cell, side } = event else {
                continue;
            };
            *expansions.entry(case.options.algorithm.name()).or_default() += 1;
            let marks = timeline.marks_at(at);
            let rows = marks.open_list(side, 0..usize::MAX);
            assert_eq!(
                rows.first().map(|row| row.cell),
                Some(cell),
                "before event {at}; {}",
                case.show
            );
            assert_eq!(marks.open_list(side, 0..1), rows[..1], "{}", case.show);
            if rows.len() > 4 {
                assert_eq!(marks.open_list(side, 2..4), rows[2..4], "{}", case.show);
            }
            assert_eq!(
                rows.iter().map(|row| row.rank).collect::<Vec<_>>(),
                (0..rows.len()).collect::<Vec<_>>()
            );
            let open = marks
                .states(side)
                .filter(|state| *state == CellState::Open)
                .count();
            assert_eq!(
                rows.len(),
                open,
                "one row for each open cell; {}",
                case.show
            );
            let [forward, backward] = [Side::Forward, Side::Backward].map(|side| {
                marks
                    .states(side)
                    .filter(|state| *state == CellState::Closed)
                    .count()
            });
            assert_eq!(
                marks.counters().closed,
                (forward + backward) as u64,
                "{}",
                case.show
            );
            let listed: BTreeSet<Cell> = rows.iter().map(|row| row.cell).collect();
            assert_eq!(listed.len(), rows.len(), "every cell once; {}", case.show);
            for row in &rows {
                let mark = marks.get(row.cell, side).unwrap();
                assert_eq!(
                    (row.g, row.h, row.f, row.parent),
                    (mark.g, mark.h, mark.f(), mark.parent)
                );
            }
            assert_changes(
                &case.events()[..at],
                side,
                &rows.iter().map(|row| (row.cell, row.change)).collect(),
            );
        }
    }
    let is_enough =
        expansions.len() == Algorithm::ALL.len() && expansions.values().all(|&count| count > 300);
    assert!(is_enough, "{expansions:?}");
}

/// New and moved rows are those that events since the last expansion are about.
fn assert_changes(before: &[SearchEvent], on: Side, rows: &BTreeMap<Cell, RowChange>) {
    let mut wanted: BTreeMap<Cell, RowChange> =
        rows.keys().map(|cell| (*cell, RowChange::None)).collect();
    let last = before
        .iter()
        .rposition(|event| matches!(event, SearchEvent::Expanded { .. }));
    for event in &before[last.map_or(0, |last| last + 1)..] {
        let (cell, change) = match *event {
            SearchEvent::Generated { cell, side, .. } if side == on => (cell, RowChange::New),
            SearchEvent::Relaxed { cell, side, .. } if side == on => (cell, RowChange::Moved),
            SearchEvent::Deferred { cell, side, .. } if side == on => (cell, RowChange::Moved),
            _ => continue,
        };
        let is_deferred = matches!(event, SearchEvent::Deferred { .. });
        // A new cell that is deferred at once is new all the same.
        wanted.entry(cell).and_modify(|row| {
            *row = if is_deferred && *row == RowChange::New {
                *row
            } else {
                change
            }
        });
    }
    assert_eq!(*rows, wanted);
}

#[test]
fn steps_stop_at_events_expansions_and_layers() {
    for case in cases(0..100, 9) {
        let events = case.events();
        let mut timeline = case.timeline();
        let marks = |at: usize| timeline.marks_at(at).current();
        let f_of = |at: usize| {
            let (cell, side) = marks(at).unwrap();
            timeline.marks_at(at).get(cell, side).unwrap().f()
        };
        let expansions: Vec<usize> = (0..events.len())
            .filter(|&at| matches!(events[at], SearchEvent::Expanded { .. }))
            .collect();
        let stops = expansions.iter().map(|&at| at + 1);
        let expansion_stops: Vec<usize> =
            [0].into_iter().chain(stops).chain([events.len()]).collect();
        let layers = expansions
            .windows(2)
            .filter(|pair| f_of(pair[0] + 1) != f_of(pair[1] + 1))
            .map(|pair| pair[1]);
        let layer_stops: Vec<usize> = [0]
            .into_iter()
            .chain(layers)
            .chain([events.len()])
            .collect();
        let f: Vec<Cost> = expansions.iter().map(|&at| f_of(at + 1)).collect();
        for position in 0..=events.len() {
            timeline.seek(position);
            let by_expansion = (
                timeline.next_expansion(position),
                timeline.previous_expansion(position),
            );
            let by_layer = (
                timeline.next_layer(position),
                timeline.previous_layer(position),
            );
            for (what, found, stops) in [
                ("expansion", by_expansion, &expansion_stops),
                ("layer", by_layer, &layer_stops),
            ] {
                let next = stops
                    .iter()
                    .copied()
                    .find(|&stop| stop > position)
                    .unwrap_or(events.len());
                let previous = stops
                    .iter()
                    .copied()
                    .rev()
                    .find(|&stop| stop < position)
                    .unwrap_or(0);
                assert_eq!(
                    found,
                    (next, previous),
                    "{what} from {position}; {}",
                    case.show
                );
            }
            let done = expansions.iter().filter(|&&at| at < position).count();
            let Some(layer) = timeline.layer() else {
                assert_eq!(done, 0);
                continue;
            };
            let here = done - 1;
            let begin = (0..=here)
                .rev()
                .take_while(|&at| f[at] == f[here])
                .last()
                .unwrap();
            let end = (here..f.len())
                .take_while(|&at| f[at] == f[here])
                .last()
                .unwrap();
            let count = |cells: usize| u32::try_from(cells).unwrap();
            let wanted = FLayer {
                f: Some(f[here]),
                expanded: count(done - begin),
                of: count(end + 1 - begin),
            };
            assert_eq!(layer, wanted, "at {position}; {}", case.show);
        }
    }
}

#[test]
fn at_the_end_of_a_layer_every_open_cell_lies_beyond_it() {
    let mut layers = 0;
    for case in cases(0..200, 10) {
        let is_consistent = case.options.algorithm == Algorithm::AStar
            && case.options.heuristic == Heuristic::Octile
            && case.options.parent == ParentRule::Shorter;
        if !is_consistent {
            continue;
        }
        let mut timeline = case.timeline();
        while timeline.next_layer(timeline.position()) < timeline.len() {
            timeline.seek(timeline.next_layer(timeline.position()));
            let layer = timeline.layer().unwrap();
            let open = timeline.marks().open_list(Side::Forward, 0..usize::MAX);
            assert!(
                open.iter().all(|row| Some(row.f) > layer.f),
                "at {}; {}",
                timeline.position(),
                case.show
            );
            assert_eq!(layer.expanded, layer.of);
            layers += 1;
        }
    }
    assert!(layers > 100, "only {layers} layers");
}

#[test]
fn breakpoints_equal_a_linear_scan() {
    let mut hits: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, case) in cases(0..100, 8).enumerate() {
        let rng = &mut Rng(seed as u64);
        let events = case.events();
        let mut timeline = case.timeline();
        let mut cell = || {
            let (width, height) = (case.trace.width as usize, case.trace.height as usize);
            Cell::new(
                rng.below(width).try_into().unwrap(),
                rng.below(height).try_into().unwrap(),
            )
        };
        let cells = [cell(), cell(), cell()];
        let most = f64::from(u32::try_from(1 + rng.below(12)).unwrap())
            * case
                .trace
                .options
                .units
                .to_f64(case.options.units().straight());
        for breakpoint in [
            Breakpoint::Opened(cells[0]),
            Breakpoint::Closed(cells[1]),
            Breakpoint::Relaxed(cells[2]),
            Breakpoint::FAbove(most),
            Breakpoint::GAbove(most),
            Breakpoint::Reopened,
            Breakpoint::Goal,
        ] {
            let stops: Vec<usize> = (1..=events.len())
                .filter(|&at| is_hit(breakpoint, &timeline, events[at - 1], at))
                .collect();
            let name = format!("{breakpoint:?}");
            *hits
                .entry(name.split('(').next().unwrap().to_owned())
                .or_default() += stops.len();
            for position in [
                0,
                rng.below(events.len() + 1),
                rng.below(events.len() + 1),
                events.len(),
            ] {
                timeline.seek(position);
                let next = stops.iter().copied().find(|&stop| stop > position);
                let previous = stops.iter().copied().rev().find(|&stop| stop < position);
                let both = [breakpoint, Breakpoint::Closed(Cell::new(-1, -1))];
                assert_eq!(
                    timeline.next_breakpoint(&both),
                    next,
                    "{breakpoint:?}, {position}; {}",
                    case.show
                );
                assert_eq!(
                    timeline.previous_breakpoint(&both),
                    previous,
                    "{breakpoint:?}, {position}; {}",
                    case.show
                );
                assert_eq!(
                    timeline.stops_at(&both, position),
                    stops.contains(&position)
                );
                assert_eq!(timeline.next_breakpoint(&[]), None);
            }
        }
    }
    assert!(
        hits.len() == 7 && hits.values().all(|&hits| hits > 0),
        "{hits:?}"
    );
}

/// A stop at F above 40 became one at F above 0.01 when a step cost 1 instead of 10.
#[test]
fn a_breakpoint_means_the_same_in_every_unit() {
    let grid = Grid::from_rows(&["............"]);
    for steps in [
        StepCosts::TEN_FOURTEEN,
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
    ] {
        let options = SearchOptions {
            steps,
            ..Algorithm::Dijkstra.into()
        };
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(11, 0), &options);
        let (_, trace) = Trace::record(
            &grid,
            &query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        let timeline = Timeline::new(trace.into());
        let limit = 3.0 * steps.to_f64(steps.straight());
        let position = timeline
            .next_breakpoint(&[Breakpoint::GAbove(limit)])
            .unwrap();
        let Some(SearchEvent::Generated { cell, .. }) = timeline.trace().event(position - 1) else {
            panic!("it is new")
        };
        assert_eq!(cell, Cell::new(4, 0), "{steps}");
    }
}

fn is_hit(breakpoint: Breakpoint, timeline: &Timeline, event: SearchEvent, at: usize) -> bool {
    let trace = timeline.trace();
    let (g, f) = match event {
        SearchEvent::Generated { g, h, .. } | SearchEvent::Relaxed { g, h, .. } => (g, g + h),
        SearchEvent::Expanded { cell, side } => {
            let mark = timeline.marks_at(at).get(cell, side).unwrap();
            (mark.g, mark.f())
        }
        _ => (Cost::ZERO, Cost::ZERO),
    };
    let is_reopening = matches!(event, SearchEvent::Relaxed { reopened: true, .. });
    match breakpoint {
        Breakpoint::Opened(wanted) => match event {
            SearchEvent::Generated { cell, .. } => cell == wanted,
            SearchEvent::Relaxed { cell, .. } => is_reopening && cell == wanted,
            _ => false,
        },
        Breakpoint::Closed(wanted) => {
            matches!(event, SearchEvent::Expanded { cell, .. } | SearchEvent::Pruned { cell, .. } if cell == wanted)
        }
        Breakpoint::Relaxed(wanted) => {
            matches!(event, SearchEvent::Relaxed { cell, .. } if cell == wanted)
        }
        Breakpoint::FAbove(most) => trace.options.units.to_f64(f) > most + 1e-9,
        Breakpoint::GAbove(most) => trace.options.units.to_f64(g) > most + 1e-9,
        Breakpoint::Reopened => is_reopening,
        Breakpoint::Goal => match event {
            SearchEvent::Generated {
                cell,
                side: Side::Forward,
                ..
            } => cell == trace.goal,
            SearchEvent::Generated {
                cell,
                side: Side::Backward,
                ..
            } => cell == trace.start,
            _ => false,
        },
    }
}

#[test]
fn the_path_so_far_leads_from_the_start_to_the_current_cell() {
    for case in cases(0..100, 10) {
        let timeline = case.timeline();
        assert_eq!(timeline.marks_at(0).path_so_far(), []);
        for position in 1..=case.trace.len() {
            let marks = timeline.marks_at(position);
            let Some((cell, side)) = marks.current() else {
                continue;
            };
            let [drawn, path] = [marks.path_so_far(), marks.path_to(cell, side)];
            assert_eq!(
                (drawn.first(), drawn.last()),
                (path.first(), path.last()),
                "at {position}; {}",
                case.show
            );
            assert!(
                path.iter().all(|cell| drawn.contains(cell)),
                "at {position}; {}",
                case.show
            );
            let begin = if side == Side::Forward {
                case.trace.start
            } else {
                case.trace.goal
            };
            assert_eq!(
                (path.first(), path.last()),
                (Some(&begin), Some(&cell)),
                "at {position}; {}",
                case.show
            );
            for pair in path.windows(2) {
                assert_eq!(
                    marks.get(pair[1], side).unwrap().parent,
                    pair[0],
                    "at {position}; {}",
                    case.show
                );
            }
        }
    }
}

/// The neighbour that a search looked at and left alone was in no event.
#[test]
fn neighbour_left_unchanged_is_an_event_of_the_trace() {
    let mut reasons = BTreeSet::new();
    for case in cases(0..400, 9) {
        for (at, event) in case.trace.events().enumerate() {
            let SearchEvent::Ignored {
                cell,
                from,
                reason,
                side,
            } = event
            else {
                continue;
            };
            reasons.insert(format!("{reason:?}"));
            let marks = case.timeline().marks_at(at).state(cell, side);
            let wanted = match reason {
                IgnoreReason::NotBetter | IgnoreReason::FirstParent => CellState::Open,
                IgnoreReason::Closed => CellState::Closed,
                _ => marks,
            };
            assert_eq!(marks, wanted, "{event:?}; {}", case.show);
            assert_eq!(
                reason == IgnoreReason::Blocked,
                !case.grid.is_walkable(cell),
                "{event:?}; {}",
                case.show
            );
            let jumps = case.options.algorithm_on(&case.grid).jumps();
            assert!(
                jumps || cell.is_neighbor_of(from),
                "{event:?}; {}",
                case.show
            );
        }
    }
    // One-path cells, portals and regions are in no case here.
    for reason in [
        "NotBetter",
        "FirstParent",
        "Closed",
        "AboveBound",
        "Useless",
        "EarlierPass",
    ] {
        assert!(
            reasons.contains(reason),
            "{reason} is in no trace: {reasons:?}"
        );
    }
    assert!(
        reasons.contains("Blocked") && reasons.contains("Corner"),
        "{reasons:?}"
    );
}

#[test]
fn a_trace_file_gives_the_trace_back() {
    for (number, case) in cases(0..150, 10).enumerate() {
        let file = file(&case.grid, &case.options, &case.trace);
        let back = TraceFile::read(file.write().as_bytes()).unwrap();
        assert_eq!(
            (back.trace.len(), back.trace.hash()),
            (case.trace.len(), case.trace.hash()),
            "{}",
            case.show
        );
        assert_eq!(back.trace, *case.trace, "{}", case.show);
        assert_eq!(back.query(), case.query(&case.options), "{}", case.show);
        assert_eq!(back.write(), file.write(), "{}", case.show);
        let wild = wild_file(number as u64);
        assert_eq!(
            TraceFile::read(wild.write().as_bytes()).unwrap().trace,
            wild.trace
        );
    }
}

#[test]
fn costs_too_large_for_a_fraction_come_back_exactly() {
    let grid = Grid::from_rows(&["..."]);
    let cell = |x| Cell::new(x, 0);
    let mut recorder = TraceRecorder::new(9);
    let (g, h) = (Cost((1 << 60) + 1), Cost((1 << 59) + 1));
    recorder.on_event(SearchEvent::Generated {
        cell: cell(1),
        parent: cell(0),
        g,
        h,
        side: Side::Backward,
    });
    recorder.on_event(SearchEvent::Restarted {
        bound: Cost(u64::MAX),
    });
    let query = PathQuery::new(cell(0), cell(2), SearchOptions::default());
    let trace = Trace::new(
        &grid,
        &query,
        recorder,
        &Outcome::OutOfBudget(SearchStats::NONE),
    );
    assert_eq!(
        read_again(&file(&grid, &query.options, &trace)).hash(),
        trace.hash()
    );
}

#[test]
fn a_posthoc_file_has_what_the_format_asks_for() {
    let case = cases(0..50, 8)
        .find(|case| {
            case.outcome
                .path()
                .is_some_and(|path| path.cells().len() > 3)
        })
        .unwrap();
    let text = file(&case.grid, &case.options, &case.trace).write();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["version"], "1.4.0");
    assert!(
        file["views"]["main"]
            .as_array()
            .unwrap()
            .iter()
            .all(|component| component["$"].is_string())
    );
    assert!(file["pivot"].is_object());
    let events = file["events"].as_array().unwrap();
    let mut types = BTreeSet::new();
    let mut expanding = None;
    for event in events {
        assert!(
            event["id"].is_number() && event["x"].is_number() && event["y"].is_number(),
            "{event}"
        );
        assert!(
            event["pId"].is_null() || event["pId"].is_number(),
            "{event}"
        );
        let kind = event["type"].as_str().unwrap();
        types.insert(kind);
        match kind {
            "expanding" => expanding = Some(&event["id"]),
            "closing" => assert_eq!(Some(&event["id"]), expanding.take(), "each is closed once"),
            _ => {}
        }
    }
    for kind in [
        "source",
        "destination",
        "generating",
        "expanding",
        "closing",
        "end",
    ] {
        assert!(types.contains(kind), "{kind} is missing");
    }
    // The visualiser follows the parents of the last event to draw the path.
    let mut at = events.last().unwrap();
    let mut path = vec![&at["id"]];
    while !at["pId"].is_null() {
        let parent = events
            .iter()
            .rfind(|event| event["id"] == at["pId"] && event["type"] == "expanding")
            .unwrap();
        at = parent;
        path.push(&at["id"]);
    }
    assert_eq!(
        path.len(),
        case.outcome.path().unwrap().waypoints().len(),
        "{}",
        case.show
    );
}

#[test]
fn a_cut_trace_says_what_is_missing() {
    let rows = vec![".".repeat(60); 60];
    let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let options = SearchOptions::from(Algorithm::Dijkstra);
    let record = |limit| {
        Trace::record(
            &grid,
            &PathQuery::new(Cell::new(0, 0), Cell::new(59, 59), &options),
            Limits::NONE,
            limit,
            &mut NodePool::default(),
        )
    };
    let (outcome, whole) = record(usize::MAX);
    let (cut_outcome, cut) = record(1000);
    assert_eq!(outcome, cut_outcome);
    assert!(cut.is_cut() && cut.events().eq(whole.events().take(1000)));
    assert_eq!(
        whole.without_details().len(),
        2 * 3600 + 1,
        "each cell is generated and expanded, then it ends"
    );
    // Of what is not kept, ignored neighbours are not counted.
    let ignored = 1000 - cut.without_details().len() as u64;
    assert_eq!((cut.len(), cut.reported()), (1000, 7201 + ignored));
    let notice = format!(
        "the first 1,000 of {} events are kept",
        thousands(7201 + ignored)
    );
    assert_eq!(cut.notice(Language::English), Some(notice));
    assert_ne!(cut.hash(), whole.hash());
    assert_eq!(read_again(&file(&grid, &options, &cut)), cut);
    seek_about(&Arc::new(cut), 1, "a cut trace");
    let (_, empty) = record(0);
    let mut timeline = Timeline::new(Arc::new(empty));
    timeline.seek(7);
    assert_eq!(
        (
            timeline.position(),
            timeline.next_layer(timeline.position()),
            timeline.layer()
        ),
        (0, 0, None)
    );
    assert_eq!(timeline.marks().open_list(Side::Forward, 0..9), []);
}

/// Long enough for several lists of open cells to be kept, which small maps never need.
#[test]
fn a_long_trace_is_played_like_a_short_one() {
    let rng = &mut Rng(11);
    let mut glyph = |_| match rng.below(12) {
        ground @ 0..9 => char::from(b'1' + u8::try_from(ground).unwrap()),
        _ => '#',
    };
    let mut rows: Vec<String> = (0..90).map(|_| (0..90).map(&mut glyph).collect()).collect();
    rows[0].replace_range(0..1, "1");
    rows[89].replace_range(89..90, "1");
    let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    for algorithm in Algorithm::ALL {
        let options = SearchOptions::from(algorithm);
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(89, 89), &options);
        let (outcome, trace) = Trace::record(
            &grid,
            &query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        if matches!(outcome, Outcome::Refused(_)) {
            continue;
        }
        let timeline = Timeline::new(Arc::new(trace));
        for (at, event) in timeline.trace().events().enumerate() {
            let SearchEvent::Expanded { cell, side } = event else {
                continue;
            };
            if at % 37 == 0 {
                let rows = timeline.marks_at(at).open_list(side, 0..1);
                assert_eq!(
                    rows.first().map(|row| row.cell),
                    Some(cell),
                    "{algorithm:?} before event {at}"
                );
            }
        }
        let mut played = Played::default();
        for (at, event) in timeline.trace().events().enumerate() {
            played.apply(event);
            if at % 3001 == 3000 {
                let mut timeline = timeline.clone();
                timeline.seek(at + 1);
                played.assert_equals(&timeline, &format!("{algorithm:?}"));
            }
        }
    }
}

#[test]
fn an_invalid_trace_file_is_refused_with_its_place() {
    let is_fit = |case: &Case| case.trace.len() > 5 && case.outcome.path().is_some();
    let case = cases(0..9, 6).find(is_fit).unwrap();
    let text = file(&case.grid, &case.options, &case.trace).write();
    let error = |text: &str| TraceFile::read(text.as_bytes()).unwrap_err().to_string();
    let swap = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        error(&text.replacen(from, to, 1))
    };
    assert!(
        swap("\"version\":\"1.4.0\"", "\"version\":\"3.0.0\"")
            .starts_with("line 1, column 1: traces of version")
    );
    assert!(
        swap(" version: 1,", " version: 99,")
            .starts_with("line 1, column 1: the level in it: line 2, column ")
    );
    assert!(
        swap("\"path\":[", "\"path\":[[9999,0],")
            .contains("the cell (9999, 0) lies outside the map")
    );
    let path = swap("\"cost\":", "\"cost\":1,\"was\":");
    assert!(
        path.starts_with("line 1, column 1: the path in it: the steps cost "),
        "{path}"
    );
    assert!(
        swap("\"reported\":", "\"reported\":0,\"was\":").contains("events are there, but only 0")
    );
    assert!(
        swap("\"type\":\"destination\"", "\"type\":\"closing\"")
            .ends_with("the destination is missing")
    );
    // The first event after the start and the goal.
    let kind = swap("\"type\":\"generating\"", "\"type\":\"growing\"");
    assert!(
        kind.starts_with("line 4, column 1: ")
            && kind.ends_with("the type \"growing\" is not known"),
        "{kind}"
    );
    let event = |event: &str| {
        swap(
            "{\"type\":\"generating\"",
            &format!("{event},{{\"type\":\"generating\""),
        )
    };
    assert!(
        event(r#"{"type":"expanding","id":1,"x":9999,"y":0}"#).contains("are no cell of any map")
    );
    let far = event(r#"{"type":"expanding","id":8000,"x":8000,"y":0}"#);
    assert!(
        far.starts_with("line 4, column ") && far.contains("the cell (8000, 0) lies outside"),
        "{far}"
    );
    let huge =
        event(r#"{"type":"generating","id":0,"x":0,"y":0,"units":[18446744073709551615,1]}"#);
    assert!(huge.contains("its costs are too large"), "{huge}");
    let ignored =
        event(r#"{"type":"ignoring","id":0,"x":0,"y":0,"from":[0,0],"reason":"boredom"}"#);
    assert!(ignored.contains("for a known reason"), "{ignored}");
    let wrong_type = event("\n\n[true]");
    assert!(
        wrong_type.starts_with("line 6, column ")
            && wrong_type.contains("this is not what a trace has here"),
        "{wrong_type}"
    );
}

/// Valid files, our own and one from elsewhere, to be broken.
static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let case = cases(0..9, 5).find(|case| case.trace.len() > 12).unwrap();
    let own = file(&case.grid, &case.options, &case.trace).write();
    [
        own.clone(),
        own.replacen("\"gridwalk\":", "\"elsewhere\":", 1),
    ]
    .map(String::into_bytes)
});

/// Reads a file, and plays what can be read; whether it could.
fn read_and_play(text: &[u8]) -> bool {
    match TraceFile::read(text) {
        Err(error) => {
            let sentence = error.to_string();
            assert!(
                !sentence.is_empty() && !sentence.contains('\n'),
                "{sentence:?}"
            );
            // Lines of YAML may end with a carriage return alone.
            let lines = 1 + text
                .iter()
                .filter(|byte| matches!(byte, b'\n' | b'\r'))
                .count();
            assert!(
                (1..=lines).contains(&(error.line as usize)) && error.column >= 1,
                "{sentence} of {lines} lines"
            );
            false
        }
        Ok(file) => {
            let mut timeline = Timeline::new(Arc::new(file.trace.clone()));
            timeline.seek(timeline.len() / 2);
            let marks = timeline.marks();
            let _ = (marks.path_so_far(), marks.counters(), timeline.layer());
            for side in [Side::Forward, Side::Backward] {
                let open = marks
                    .states(side)
                    .filter(|state| *state == CellState::Open)
                    .count();
                assert!(marks.open_list(side, 0..usize::MAX).len() <= open);
            }
            let _ = timeline.next_breakpoint(&[Breakpoint::FAbove(9.0), Breakpoint::Reopened]);
            let _ = gridwalk_explain::step(&timeline, Language::English, StepDetail::Full);
            if file.trace.options.algorithm.is_some() {
                assert_eq!(read_again(&file), file.trace);
            }
            true
        }
    }
}

/// Returns the number of inputs of each of these tests; `GRIDWALK_FUZZ=N` asks for others than the
/// usual number.
fn inputs() -> u32 {
    let wanted = std::env::var("GRIDWALK_FUZZ").ok();
    wanted.map_or(3000, |wanted| {
        wanted.parse().expect("GRIDWALK_FUZZ is a number")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: inputs(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broken_files_are_refused_and_never_panic(
        which in 0..2usize,
        cut in 0..9000usize,
        edits in prop::collection::vec((0..20_000usize, any::<u8>(), 0..4u8), 0..5),
    ) {
        let mut text = FILES[which].clone();
        for (at, byte, how) in edits {
            let at = at % text.len();
            match how {
                // A digit for a digit keeps the file readable, and makes what it says strange.
                0 => text[at] = if text[at].is_ascii_digit() { b'0' + byte % 10 } else { text[at] },
                1 => text[at] = byte,
                2 => text.insert(at, b"0123456789,[]{}:\"-.e"[usize::from(byte) % 20]),
                _ => drop(text.remove(at)),
            }
        }
        if cut < text.len() {
            text.truncate(cut);
        }
        read_and_play(&text);
    }

    #[test]
    fn any_bytes_are_refused_and_never_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        read_and_play(&text);
    }
}

#[test]
fn strange_digits_are_played_or_refused() {
    let mut read = [0; 2];
    for seed in 0..inputs().into() {
        let rng = &mut Rng(seed);
        let mut text = FILES[rng.below(2)].clone();
        let digits: Vec<usize> = (0..text.len())
            .filter(|&at| text[at].is_ascii_digit())
            .collect();
        for _ in 0..=rng.below(4) {
            text[rng.pick(&digits)] = b'0' + u8::try_from(rng.below(10)).unwrap();
        }
        read[usize::from(read_and_play(&text))] += 1;
    }
    assert!(
        read.iter().all(|&count| count > 100),
        "{read:?} refused and read: both kinds must be tried"
    );
}

#[test]
fn a_trace_from_elsewhere_is_filled_up() {
    let text = br#"{"version": "1.4.0", "events": [
        {"type": "source", "id": "a", "x": 1, "y": 0},
        {"type": "destination", "id": "c", "x": 1, "y": 2},
        {"type": "expanding", "id": "a", "f": 2.5, "g": 0},
        {"type": "generating", "id": "b", "pId": "a", "f": 2.5, "g": 1.5, "x": 1, "y": 1},
        {"type": "closing", "id": "a"},
        {"type": "pruning", "id": "z"},
        {"type": "updating", "id": "b", "pId": "a", "f": 2, "g": 1},
        {"type": "generating", "id": "c", "pId": "b", "f": 2, "g": 2},
        {"type": "closing", "id": "c"},
        {"type": "end", "id": "c"}
    ]}"#;
    let TraceFile { level, trace, .. } = TraceFile::read(text).unwrap();
    assert_eq!((level.grid.width(), level.grid.height()), (2, 3));
    let [a, b, c] = [0, 1, 2].map(|y| Cell::new(1, y));
    assert_eq!(
        (trace.width, trace.height, trace.start, trace.goal),
        (2, 3, a, c)
    );
    let side = Side::Forward;
    let generated = |cell, parent, g, h| SearchEvent::Generated {
        cell,
        parent,
        g: Cost(g),
        h: Cost(h),
        side,
    };
    let wanted = [
        generated(a, a, 0, 25),
        SearchEvent::Expanded { cell: a, side },
        generated(b, a, 15, 10),
        SearchEvent::Relaxed {
            cell: b,
            parent: a,
            g: Cost(10),
            h: Cost(10),
            side,
            reopened: false,
        },
        generated(c, b, 20, 0),
        SearchEvent::Expanded { cell: c, side },
        SearchEvent::Ended { found: true },
    ];
    assert_eq!(trace.events().collect::<Vec<_>>(), wanted);
    assert_eq!(
        (trace.outcome.path.as_slice(), trace.outcome.cost),
        (&[a, b, c][..], Some(Cost(20)))
    );
    assert_eq!(trace.options.units.format(Cost(15)), "1.50");
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let error = |text: &str| TraceFile::read(text.as_bytes()).unwrap_err().to_string();
    let with = |events: &str| {
        error(&format!(
            "{{\"version\": \"1.4.0\", \"events\": [{events}]}}"
        ))
    };
    assert!(error("{\n  \"version\": 1.4\n}").starts_with("line 2, column "));
    assert!(error(r#"{"version": "3.0.0"}"#).contains("3.0.0"));
    let nowhere = with(r#"{"type": "expanding", "id": 7}"#);
    assert!(
        nowhere.starts_with("line 1, column 33: its id stands for no cell"),
        "{nowhere}"
    );
    assert!(with(r#"{"type": "end", "id": 1, "x": 0.5, "y": 2}"#).contains(": x 0.5 and y 2"));
    assert!(with(r#"{"type": "end", "id": 1, "x": 8192, "y": 2}"#).contains(": x 8192"));
    assert!(
        with(r#"{"type": "expand", "id": 1, "x": 1, "y": 2, "g": -1}"#)
            .ends_with("a cost is below 0")
    );
    assert!(with(r#"{"type": "expand", "id": 1, "pId": 2, "x": 1, "y": 2}"#).contains("pId"));
}

#[test]
fn every_event_comes_back_as_it_was() {
    let (cell, parent) = (Cell::new(8191, 8190), Cell::new(0, 8191));
    let (g, h) = (Cost(u64::MAX), Cost(1 << 40));
    let of_side = |side| {
        [
            SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: false,
            },
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: true,
            },
            SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            },
            SearchEvent::Expanded { cell, side },
            SearchEvent::Pruned { cell, side },
            SearchEvent::Ignored {
                cell,
                from: parent,
                reason: IgnoreReason::Corner,
                side,
            },
            SearchEvent::Restarted { bound: g },
            SearchEvent::NextPass { bound: g },
            SearchEvent::Ended { found: true },
            SearchEvent::Ended { found: false },
        ]
    };
    let events: Vec<_> = [Side::Forward, Side::Backward]
        .into_iter()
        .flat_map(of_side)
        .collect();
    let mut recorder = TraceRecorder::new(usize::MAX);
    for event in &events {
        recorder.on_event(*event);
    }
    let grid = Grid::from_rows(&[".."]);
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(1, 0), SearchOptions::default());
    let trace = Trace::new(
        &grid,
        &query,
        recorder,
        &Outcome::OutOfBudget(SearchStats::NONE),
    );
    assert_eq!(trace.events().collect::<Vec<_>>(), events);
}

/// A level whose legend is full, as files hold it.
fn with_a_full_legend(level: Level) -> Level {
    let mut entries = level.grid.entries();
    let spare = ('\u{4E00}'..).take(Grid::MAX_TERRAINS - entries.len());
    entries.extend(
        spare.map(|glyph| LegendEntry::named(glyph, "floor").called(&format!("floor {glyph}"))),
    );
    let (grid, cells) = (&level.grid, level.grid.cells().to_vec());
    let map = LevelGrid::new(grid.width(), grid.height(), cells, entries).unwrap();
    Level {
        grid: map.with_portals(&grid.portal_list()).unwrap(),
        ..level
    }
}

/// The level in the file was refused where a portal ended in a cell that is closed to the agent,
/// and where the terrain of such cells was one too many.
#[test]
fn the_trace_of_any_agent_is_read_again() {
    let (mut closed_portals, mut full) = (0, 0);
    for seed in 0..1000 {
        let mut level = random_level(seed);
        if seed % 4 == 0 {
            level = with_a_full_legend(level);
        }
        for agent in &level.agents {
            let seen = level.grid.seen_by(&agent.profile);
            let rng = &mut Rng(seed);
            let goal = agent
                .goals
                .first()
                .copied()
                .unwrap_or_else(|| rng.cell(&seen));
            let query = PathQuery::new(agent.at, goal, &level.search);
            let limits = Limits {
                expansions: 2000,
                ..Limits::NONE
            };
            let (outcome, trace) =
                Trace::record(&seen, &query, limits, usize::MAX, &mut NodePool::default());
            if matches!(outcome, Outcome::Refused(_)) {
                continue;
            }
            let ends = seen
                .portals()
                .iter()
                .flat_map(|portal| [portal.from, portal.to]);
            closed_portals += usize::from(ends.into_iter().any(|end| !seen.is_walkable(end)));
            full += usize::from(seen.legend().len() > Grid::MAX_TERRAINS);
            let file = TraceFile::of_agent(
                &level,
                (Some(&agent.name), seen.clone()),
                trace,
                &level.search,
            );
            let file = file.expect("there is room");
            let back = TraceFile::read(file.write().as_bytes())
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(
                (&back.trace, &back.agent),
                (&file.trace, &file.agent),
                "seed {seed}"
            );
            assert_eq!(back.level.search, level.search, "seed {seed}");
            assert_eq!(back.level.grid.portals(), seen.portals(), "seed {seed}");
            for cell in gridwalk_testing::cells(&seen) {
                assert_eq!(
                    back.level.grid.cost(cell),
                    seen.cost(cell),
                    "seed {seed}: {cell}"
                );
            }
        }
    }
    assert!(
        closed_portals > 20 && full > 20,
        "{closed_portals} with closed portals, {full} with full legends"
    );
}

#[cfg(feature = "yaml")]
const YAML: &str = "version: 1.4.0\nviews:\n  main:\n    - $: rect\n      x: ${{ $.x }}\nevents:\n  - type: source\n    id: 1\n    \
    x: 0\n    y: 0\n  - {type: destination, id: b, x: 2, y: 0}\n  - {type: expanding, id: 1, g: 0, f: 2.0e-05, pId: , x: 0, y: 0}\n  \
    - {type: generating, id: 2, pId: 1, g: 1.0e-05, f: 2.0e-05, x: 1, y: 0}\n  - type: expanding\n    id: 2\n  \
    - {type: generating, id: b, pId: 2, g: 2.41421e-05, f: 2.41421e-05, x: 2, y: 0}\n  - {type: end, id: b, pId: 2}\n";

/// The trace in another layout: the events first, texts in quotes, references, comments, and ends
/// of lines with a return.
#[cfg(feature = "yaml")]
const OTHER_YAML: &str = "# a search\r\nevents:\r\n- &first {type: source, id: '0:0', x: 0, y: 0}\r\n- {\"type\": destination, \
    \"id\": \"2:1\", \"x\": 2, \"y\": 1}\r\n- *first\r\n- {<<: *first, type: expanding, f: 3, g: 0}\r\n- type: generating\r\n  \
    id: \"1:0\"\r\n  pId: '0:0'\r\n  x: 1\r\n  y: 0\r\n  f: 3.0\r\n  g: 1 # a step\r\n- {type: closing, id: '0:0'}\r\n\
    - {type: updating, id: '1:0', pId: '0:0', f: 2.5, g: 0.5}\r\n- {type: expanding, id: '1:0'}\r\n- {type: generating, id: '2:1', \
    pId: '1:0', f: .inf, g: 2}\r\n- {type: end, id: '2:1'}\r\nviews: {main: [{$: rect, width: 1}]}\r\nversion: \"1.1.0\"\r\n";

#[cfg(feature = "yaml")]
#[test]
fn broken_yaml_is_refused_and_never_panics() {
    let tokens = [
        "- ",
        "{",
        "}",
        "[",
        "]",
        ": ",
        ",",
        "\n",
        "  ",
        "&a ",
        "*a",
        "<<: ",
        "!!int ",
        "|\n",
        "\"",
        "'",
        "---\n",
        "...\n",
        "#",
        "events:",
        "version: ",
        "1.1.0",
        "type: end",
        "x: -1",
        "y: 1e300",
        "g: .nan",
        "id: ~",
        "\t",
        "\u{0}",
        "é",
        "pId: [1]",
    ];
    let mut read = [0; 2];
    for seed in 0..inputs().into() {
        let rng = &mut Rng(seed);
        let mut text = rng.pick(&[YAML, OTHER_YAML]).as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(text.len());
            match rng.below(6) {
                // A digit for a digit keeps the file readable, and makes what it says strange.
                4 | 5 => {
                    let digits = text
                        .iter()
                        .enumerate()
                        .filter(|(_, byte)| byte.is_ascii_digit());
                    let digits: Vec<usize> = digits.map(|(at, _)| at).collect();
                    if !digits.is_empty() {
                        text[rng.pick(&digits)] = b'0' + u8::try_from(rng.below(10)).unwrap();
                    }
                }
                0 => text.truncate(at.max(1)),
                1 => drop(text.splice(at..at, rng.pick(&tokens).bytes())),
                2 => text[at] = u8::try_from(rng.below(256)).unwrap(),
                _ => drop(text.drain(at..(at + rng.below(20)).min(text.len()))),
            }
            if text.is_empty() {
                break;
            }
        }
        if TraceFile::is_one(&text) {
            read[usize::from(read_and_play(&text))] += 1;
        }
    }
    assert!(
        read.iter().all(|&count| count > 50),
        "{read:?} refused and read: both kinds must be tried"
    );
}
