//! The search on the jump graph, watched and unwatched, against A* and against the planner that it
//! belongs to.

use std::sync::Arc;

use gridwalk_explain::{Language, StepDetail, Timeline, Trace};
use gridwalk_level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Finder, Grid, GridEdit, Limits, Map, Movement,
    NoPathReason, NodePool, OptionKey, Outcome, ParentRule, Path, PathQuery, Planner, Refusal,
    SearchEvent, SearchOptions, Side, StepCosts, StopRule, Terrain, TerrainId, line_of_sight,
    solve,
};
use gridwalk_testing::{Rng, assert_events_agree, shared, show};

/// A map of one terrain: single walls, or corridors to and fro with a gap at one end each, which
/// lead far round.
fn random_map(rng: &mut Rng, most: u32) -> Grid {
    let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
    let walls = rng.pick(&[0, 10, 25, 40, 60]);
    let (winds, apart) = (rng.one_in(3), 2 + rng.below(4));
    let cells = (0..width * height).map(|at| {
        let (x, y) = (at % width, at / width);
        let is_lane = y % apart == apart - 1;
        let gap = if y / apart % 2 == 0 { width - 1 } else { 0 };
        let is_wall = if winds && is_lane {
            x != gap && !rng.one_in(80)
        } else {
            rng.below(100) < walls
        };
        TerrainId(u8::from(is_wall && !(winds && !is_lane && walls > 20)))
    });
    let cells = cells.collect();
    let floor = Terrain {
        cost: Some(rng.pick(&[1, 1, 3])),
        ..Terrain::floor()
    };
    Grid::new(width, height, cells, vec![floor, Terrain::wall()]).unwrap()
}

fn random_options(rng: &mut Rng, movement: Movement) -> SearchOptions {
    let steps = [
        StepCosts::SQRT2,
        StepCosts::TEN_FOURTEEN,
        StepCosts::UNIFORM,
        StepCosts::custom(3, 5).unwrap(),
        StepCosts::custom(10_000, 19_999).unwrap(),
    ];
    SearchOptions {
        movement,
        steps: rng.pick(&steps),
        cost_rule: rng.pick(&CostRule::ALL),
        ..Algorithm::JumpGraph.into()
    }
}

fn random_query(rng: &mut Rng, grid: &Grid, movement: Movement) -> Option<PathQuery> {
    Some(PathQuery::new(
        rng.free_cell(grid)?,
        rng.free_cell(grid)?,
        random_options(rng, movement),
    ))
}

fn with(query: &PathQuery, algorithm: Algorithm) -> PathQuery {
    PathQuery {
        options: SearchOptions {
            algorithm,
            ..query.options.clone()
        },
        ..query.clone()
    }
}

/// Returns the answer of the planner's own graph, asked without its labels.
fn planned(planner: &mut Planner, map: &Map, query: &PathQuery) -> Outcome {
    let mut path = Path::default();
    let mut query = with(query, Algorithm::Auto);
    query.options.max_expansions = Some(u64::MAX);
    let plan = planner.path(map, &query, &mut path);
    assert_eq!(plan.finder, Finder::JumpGraph);
    plan.into_outcome(path)
}

#[test]
fn jump_graph_costs_what_a_star_says_watched_or_not() {
    let (mut pool, mut other_pool) = (NodePool::default(), NodePool::default());
    let (mut found, mut reopened) = (0, 0);
    for seed in 0..2500 {
        for movement in Movement::ALL {
            let rng = &mut Rng(seed);
            let most = rng.pick(&[4, 9, 20, 40]);
            let grid = random_map(rng, most);
            let Some(query) = random_query(rng, &grid, movement) else {
                continue;
            };
            let context = || format!("seed {seed}, {query:?}\n{}", show(&grid));
            let outcome = solve(&grid, &query, &mut pool, &mut ());
            let mut events: Vec<SearchEvent> = Vec::new();
            let watched = solve(&grid, &query, &mut NodePool::default(), &mut events);
            assert_eq!(watched, outcome, "watched; {}", context());
            assert_events_agree(&events, &outcome, &context());
            let (detailed, trace) =
                Trace::record(&grid, &query, Limits::NONE, usize::MAX, &mut pool);
            assert_eq!(detailed, outcome, "recorded; {}", context());
            assert!(
                trace.without_details().events().eq(events.iter().copied()),
                "{}",
                context()
            );
            let a_star = solve(
                &grid,
                &with(&query, Algorithm::AStar),
                &mut other_pool,
                &mut (),
            );
            assert_eq!(outcome.cost(), a_star.cost(), "{}", context());
            if let Some(path) = outcome.path() {
                assert_eq!(
                    path.validate(&grid, &query.options),
                    Ok(()),
                    "{}",
                    context()
                );
                let ends = [path.cells().first(), path.cells().last()];
                assert_eq!(
                    ends,
                    [Some(&query.start), Some(&query.goal)],
                    "{}",
                    context()
                );
                found += 1;
            } else {
                assert!(
                    matches!(outcome, Outcome::NoPath(NoPathReason::Unreachable, _)),
                    "{}",
                    context()
                );
            }
            reopened += outcome.stats().reopened;
            // Whatever the planner was asked before, on a map that has changed under it.
            let (mut map, mut planner) = (Map::new(grid.clone()), Planner::default());
            for _ in 0..rng.below(4) {
                let cell = rng.cell(&grid);
                let before = grid.terrain_id(cell).unwrap();
                map.apply(&GridEdit::set(cell, TerrainId(1 - before.0)))
                    .unwrap();
                let asked = random_query(rng, &grid, movement).unwrap();
                let asked = PathQuery::new(
                    asked.start,
                    asked.goal,
                    with(&query, Algorithm::Auto).options,
                );
                planner.path(&map, &asked, &mut Path::default());
                map.apply(&GridEdit::set(cell, before)).unwrap();
            }
            if map.regions(movement).is_none() {
                // With a memory limit of its own, it shares no graph with the other planner.
                let mut alone = Planner::with_memory(1 << 26);
                assert_eq!(planned(&mut alone, &map, &query), outcome, "{}", context());
                // Dead ends that it knows are left out, which changes no path.
                assert_eq!(
                    planned(&mut planner, &map, &query).path(),
                    outcome.path(),
                    "{}",
                    context()
                );
            }
        }
    }
    assert!(
        found > 5000 && reopened > 50,
        "{found} found, {reopened} reopened"
    );
}

/// Long detours reach beyond all buckets that are near.
#[test]
fn first_row_is_expanded_next_on_long_paths() {
    let (mut expansions, mut pruned, mut farthest) = (0, 0, 0);
    for seed in 0..250 {
        for movement in Movement::ALL {
            let rng = &mut Rng(seed);
            let most = rng.pick(&[12, 30, 120]);
            let grid = random_map(rng, most);
            let Some(query) = random_query(rng, &grid, movement) else {
                continue;
            };
            let (_, trace) = Trace::record(
                &grid,
                &query,
                Limits::NONE,
                usize::MAX,
                &mut NodePool::default(),
            );
            let timeline = Timeline::new(Arc::new(trace));
            let f = |event: SearchEvent| match event {
                SearchEvent::Generated { g, h, .. } => Some(g.0 + h.0),
                _ => None,
            };
            let straight = query.options.units().straight().0;
            let costs: Vec<u64> = timeline.trace().events().filter_map(f).collect();
            let spread = costs.iter().max().unwrap_or(&0) - costs.iter().min().unwrap_or(&0);
            farthest = farthest.max(spread / straight);
            let is_long = timeline.len() > 3000;
            for (at, event) in timeline.trace().events().enumerate() {
                pruned += usize::from(matches!(event, SearchEvent::Pruned { .. }));
                let SearchEvent::Expanded { cell, .. } = event else {
                    continue;
                };
                for leg in timeline.marks_at(at + 1).path_so_far().windows(2) {
                    let (dx, dy) = leg[0].distance(leg[1]);
                    assert!(
                        dx == 0 || dy == 0 || dx == dy,
                        "{leg:?} of event {at}, seed {seed}, {query:?}"
                    );
                    let sees = line_of_sight(&grid, query.options.movement, leg[0], leg[1]);
                    assert!(
                        sees || dx == dy,
                        "{leg:?} of event {at}, seed {seed}, {query:?}\n{}",
                        show(&grid)
                    );
                }
                if is_long && at % 7 != 0 {
                    continue;
                }
                expansions += 1;
                let first = timeline.marks_at(at).open_list(Side::Forward, 0..1);
                let show = || format!("before event {at}; seed {seed}, {query:?}\n{}", show(&grid));
                assert_eq!(first.first().map(|row| row.cell), Some(cell), "{}", show());
            }
        }
    }
    assert!(
        expansions > 10_000 && pruned > 20 && farthest > 600,
        "{expansions}, {pruned}, {farthest} steps"
    );
}

/// Elsewhere it is canonical A*; where any path will do, A*.
#[test]
fn automatic_is_shown_as_what_the_planner_does() {
    let shown = |rows: &[&str], options: SearchOptions| {
        let grid = Grid::from_rows(rows);
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 1), options);
        let (outcome, trace) = Trace::record(
            &grid,
            &query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        let algorithm = trace.options.algorithm.unwrap();
        assert_eq!(
            outcome,
            solve(
                &grid,
                &with(&query, algorithm),
                &mut NodePool::default(),
                &mut ()
            )
        );
        algorithm.name()
    };
    let auto = SearchOptions::from(Algorithm::Auto);
    assert_eq!(shown(&["...", ".#."], auto.clone()), "jump-graph");
    assert_eq!(shown(&["..3", ".#."], auto.clone()), "canonical-astar");
    assert_eq!(
        shown(
            &["...", ".#."],
            SearchOptions {
                goal_tolerance: 1,
                ..auto.clone()
            }
        ),
        "jump-graph"
    );
    assert_eq!(
        shown(
            &["..3", ".#."],
            SearchOptions {
                max_cost: CostLimit::new(9.0),
                ..auto.clone()
            }
        ),
        "canonical-astar"
    );
    assert_eq!(
        shown(
            &["...", ".#."],
            SearchOptions {
                stop: StopRule::Generated,
                ..auto
            }
        ),
        "astar"
    );
}

#[test]
fn what_it_cannot_do_is_refused_in_words() {
    let refusal = |rows: &[&str], options: SearchOptions| {
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(1, 0), options);
        query.check(&Grid::from_rows(rows)).unwrap_err()
    };
    let graph = SearchOptions::from(Algorithm::JumpGraph);
    assert_eq!(
        refusal(&["..5"], graph.clone()),
        Refusal::Weighted(Algorithm::JumpGraph)
    );
    let twice = SearchOptions {
        steps: StepCosts::custom(1, 2).unwrap(),
        ..graph.clone()
    };
    assert_eq!(
        refusal(&["..."], twice),
        Refusal::ExpensiveDiagonal(Algorithm::JumpGraph)
    );
    let first = SearchOptions {
        parent: ParentRule::First,
        ..graph.clone()
    };
    let refused = refusal(&["..."], first);
    assert_eq!(
        refused,
        Refusal::Option(Algorithm::JumpGraph, OptionKey::Parent)
    );
    assert!(
        refused
            .to_string()
            .starts_with("Jump graph does not support the option “Parent update”"),
        "{refused}"
    );
    let few = SearchOptions {
        max_expansions: Some(1),
        ..graph
    };
    let grid = Grid::from_rows(&["...", "##.", "..."]);
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(0, 2), few);
    let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
    assert!(matches!(outcome, Outcome::OutOfBudget(stats) if stats.expanded == 1));
}

/// Jumps around two walls, each step as it is said.
#[test]
fn a_search_in_words() {
    let grid = Grid::from_rows(&["....#...", ".##.#.#.", "......#."]);
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(7, 2), Algorithm::JumpGraph);
    let (outcome, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    assert_eq!(
        outcome
            .cost()
            .map(|cost| query.options.units().format(cost)),
        Some("13".to_owned())
    );
    let mut timeline = Timeline::new(Arc::new(trace));
    let mut said = gridwalk_explain::header(timeline.trace(), &query.options, Language::English);
    let steps = (1..=timeline.expansions()).filter_map(|step| timeline.position_of_step(step));
    let positions: Vec<usize> = steps.chain([timeline.len()]).collect();
    for position in positions {
        timeline.seek(position);
        said.push(gridwalk_explain::step(
            &timeline,
            Language::English,
            StepDetail::Full,
        ));
    }
    let said = said.join("\n");
    assert_eq!(said, SAID, "\n{said}");
}

const SAID: &str = "\
Jump graph from (0, 0) to (7, 2), on 8 × 3 cells.
8-way, no corner cutting, a step costs 1 straight and 1.414 diagonal times the terrain entered; ends by its own rule.
G is the cost of the path from the start, H the estimate of what is left (Octile), and F = G + H. \
The open list has a bucket for each 0.36 of F; in the lowest one the newest cell is expanded first.
Expanded (0, 0): it is the only cell on the open list, G = 0, H = 7.83, F = 7.83. \
Jumped from (0, 0) to (3, 0) with G = 3, H = 4.83, F = 7.83; (0, 2) with G = 2, H = 7, F = 9.
Expanded (3, 0): F = 7.83 lies in the lowest bucket of the open list, 7.49 to 7.85, and of those it was opened last. \
Jumped from (3, 0) to (3, 2): G = 5, H = 4, F = 9.
Expanded (3, 2): F = 9 lies in the lowest bucket of the open list, 8.92 to 9.28, and of those it was opened last. \
Jumped from (3, 2) to (5, 2): G = 7, H = 2, F = 9. (0, 2) is ignored: already on the open list, no shorter path.
Expanded (5, 2): F = 9 lies in the lowest bucket of the open list, 8.92 to 9.28, and of those it was opened last. \
Jumped from (5, 2) to (5, 0): G = 9, H = 2.83, F = 11.83.
Expanded (0, 2): F = 9 lies in the lowest bucket of the open list, 8.92 to 9.28, and of those it was opened last. \
It leads to no new cell and to no shorter path. (3, 2) is ignored: closed.
Expanded (5, 0): it is the only cell on the open list, G = 9, H = 2.83, F = 11.83. \
Jumped from (5, 0) to (7, 0): G = 11, H = 2, F = 13.
Expanded (7, 0): it is the only cell on the open list, G = 11, H = 2, F = 13. \
Jumped from (7, 0) to (7, 2): G = 13, H = 0, F = 13.
Expanded (7, 2): it is the only cell on the open list, G = 13, H = 0, F = 13. It is the goal.
A path is found: it costs 13 and has 14 cells; cells expanded: 8.";

gridwalk_testing::published! {
    /// Every line of three published maps.
    fn published_scenarios_have_their_lengths() {
        let folder = shared("data/movingai");
        let mut pool = NodePool::default();
        let mut searched = 0;
        for name in ["arena2", "darkforest", "random512-40-0"] {
            let read = |end: &str| std::fs::read(folder.join(format!("{name}.map{end}"))).unwrap();
            let grid = parse_moving_ai(std::str::from_utf8(&read("")).unwrap(), &[]).unwrap().grid;
            for scenario in parse_scenarios(&read(".scen")).unwrap() {
                let query = PathQuery::new(scenario.start, scenario.goal, Algorithm::JumpGraph);
                let outcome = solve(&grid, &query, &mut pool, &mut ());
                if let Outcome::Refused(Refusal::Weighted(_) | Refusal::Endpoint(_)) = outcome {
                    continue;
                }
                let length = query.options.units().to_f64(outcome.cost().unwrap_or(Cost::MAX));
                assert!((length - scenario.length).abs() < 0.01, "{name}: {scenario:?}, not {length}");
                searched += 1;
                let Outcome::Solved(solution) = outcome else { continue };
                pool.reuse(solution.path);
            }
        }
        assert!(searched > 5000, "{searched}");
    }
}
