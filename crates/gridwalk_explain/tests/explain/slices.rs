//! Long work on a large map, done in slices: a page has one thread.

use std::sync::Arc;

use gridwalk_explain::verdict::{judge, judge_in_slices};
use gridwalk_explain::{Language, ThroughCosts, Timeline, Trace, TraceFile};
use gridwalk_level::Level;
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, Grid, Heuristic, Limits, NodePool, PathQuery, Side, StepCosts, Terrain,
    solve,
};
use gridwalk_testing::check_slices;

const SIDE: u32 = 401;

fn made(kind: MapKind, side: u32) -> Level {
    generate(&Recipe {
        kind,
        width: side,
        height: side,
        seed: 3,
        density: None,
    })
    .unwrap()
    .level
}

fn query(level: &Level, algorithm: Algorithm, formula: Option<&str>) -> PathQuery {
    let agent = &level.agents[0];
    let mut query = PathQuery::new(agent.at, agent.goals[0], algorithm);
    if let Some(formula) = formula {
        query.options.heuristic = Heuristic::Formula(formula.parse().unwrap());
    }
    query
}

#[test]
fn verdicts_are_found_in_slices() {
    let cave = made(MapKind::Cave, SIDE);
    let kinds = [
        (Algorithm::AStar, None),
        (Algorithm::BreadthFirst, None),
        (Algorithm::Theta, None),
        (Algorithm::AStar, Some("1.2 * max(dx, dy)")),
        (Algorithm::AStar, Some("max(dx, dy) + 0 * g - 1")),
    ];
    for (algorithm, formula) in kinds {
        let query = query(&cave, algorithm, formula);
        let outcome = solve(&cave.grid, &query, &mut NodePool::default(), &mut ());
        let whole = judge(&cave.grid, &query, &outcome);
        assert!(whole.optimal_cost.is_some(), "{whole:?}");
        let name = format!("{algorithm:?} {formula:?}");
        check_slices(&name, 20.., &whole, || {
            judge_in_slices(&cave.grid, &query, &outcome)
        });
    }
}

/// Larger maps are judged as far as the search goes.
#[test]
fn verdicts_on_the_largest_maps_are_found_in_slices() {
    let level = made(MapKind::Random, 1100);
    let mut query = query(&level, Algorithm::AStar, None);
    query.options.steps = StepCosts::TEN_FOURTEEN;
    let outcome = solve(&level.grid, &query, &mut NodePool::default(), &mut ());
    let whole = judge(&level.grid, &query, &outcome);
    check_slices("large", 100.., &whole, || {
        judge_in_slices(&level.grid, &query, &outcome)
    });
}

/// A start that is walled in on a map of four million cells: few expansions, and 3.6 s for the
/// verdict.
#[test]
fn the_verdict_on_a_large_map_takes_no_longer_than_the_search() {
    let is_wall = |cell: Cell| cell.x.max(cell.y) == 4;
    let grid = Grid::from_fn(2048, 2048, |cell| {
        if is_wall(cell) {
            Terrain::wall()
        } else {
            Terrain::floor()
        }
    })
    .unwrap();
    let query = PathQuery::new(Cell::new(1, 1), Cell::new(2000, 2000), Algorithm::AStar);
    let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
    assert_eq!(outcome.stats().expanded, 16);
    let whole = judge(&grid, &query, &outcome);
    assert_eq!(
        whole.sentence(Language::English),
        "Rightly no path: the goal is walled off."
    );
    check_slices("walled in", 1..10, &whole, || {
        judge_in_slices(&grid, &query, &outcome)
    });
}

#[test]
fn costs_through_cells_are_found_in_slices() {
    for kind in [MapKind::Maze, MapKind::Weights] {
        let level = made(kind, SIDE);
        let query = query(&level, Algorithm::AStar, None);
        let all = |costs: ThroughCosts| -> Vec<Option<Cost>> {
            // Few enough to be looked at in the last slice.
            level
                .grid
                .size()
                .rect()
                .cells()
                .step_by(97)
                .map(|cell| costs.through(cell))
                .collect()
        };
        let whole = all(ThroughCosts::new(&level.grid, &query));
        check_slices(kind.name(), 40.., &whole, async || {
            all(ThroughCosts::in_slices(&level.grid, &query).await)
        });
    }
}

#[test]
fn time_lines_are_made_in_slices() {
    let level = made(MapKind::Cave, SIDE);
    for algorithm in [
        Algorithm::AStar,
        Algorithm::Bidirectional,
        Algorithm::LazyTheta,
    ] {
        let query = query(&level, algorithm, None);
        let (_, trace) = Trace::record(
            &level.grid,
            &query,
            Limits::NONE,
            400_000,
            &mut NodePool::default(),
        );
        let trace = Arc::new(trace);
        let facts = |mut timeline: Timeline| {
            timeline.seek(timeline.len() / 2);
            let marks = timeline.marks();
            let rows = marks.open_list(Side::Forward, 0..50);
            let counted = (
                timeline.positions_scanned().to_vec(),
                timeline.heap_comparisons().to_vec(),
            );
            (
                marks.counters(),
                rows,
                counted,
                timeline.layer(),
                timeline.bytes(),
            )
        };
        let new = Timeline::new(Arc::clone(&trace));
        assert!(!new.positions_scanned().is_empty());
        let whole = facts(new);
        let begin = async || facts(Timeline::in_slices(Arc::clone(&trace)).await);
        check_slices(
            &format!("{algorithm:?}"),
            trace.len() / 2000..,
            &whole,
            begin,
        );
        assert_eq!(Arc::strong_count(&trace), 1);
    }
}

/// Our own, and one from elsewhere, of which much is derived; and one that is broken at its end.
#[test]
fn trace_files_are_read_in_slices() {
    let level = made(MapKind::Weights, 101);
    let query = query(&level, Algorithm::AStar, None);
    let (_, trace) = Trace::record(
        &level.grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let ours = TraceFile {
        level,
        trace,
        agent: None,
    }
    .write();
    let theirs = ours.replace("\"gridwalk\":", "\"other\":");
    let broken = ours.trim_end().strip_suffix('}').unwrap().to_owned();
    for (name, text) in [("ours", ours), ("theirs", theirs), ("broken", broken)] {
        let whole = TraceFile::read(text.as_bytes());
        assert_eq!(
            whole.is_ok(),
            name != "broken",
            "{name}: {:?}",
            whole.map(|file| file.trace.len())
        );
        check_slices(name, 100.., &whole, || {
            TraceFile::read_in_slices(text.as_bytes())
        });
    }
}
