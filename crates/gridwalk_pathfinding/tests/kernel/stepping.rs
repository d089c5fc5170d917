//! Searches that are advanced in steps, suspended, and resumed.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, GridEdit, Limits, Movement, NodePool, OtherMap, Outcome, PathQuery,
    Search, SearchEvent, SearchOptions, Status, TerrainId, TieBreak, solve,
};
use gridwalk_testing::Rng;
use gridwalk_testing::oracle::{free_cells, random_grid, random_options};

/// Advances the search by one step, or by a run of a few expansions.
fn advance(
    search: &mut Search,
    rng: &mut Rng,
    grid: &Grid,
    events: &mut Vec<SearchEvent>,
) -> Status {
    let before = search.stats().expanded;
    let most = if rng.one_in(2) { 1 } else { rng.below(9) };
    let status = if most == 1 {
        search.step(grid, events)
    } else {
        search.run(
            grid,
            Limits {
                expansions: before + most,
                ..Limits::NONE
            },
            events,
        )
    };
    assert!(
        search.stats().expanded <= before + most,
        "no more than was allowed"
    );
    assert_eq!(status, Ok(search.status()));
    search.status()
}

/// Runs the whole search in steps, sometimes on another thread.
fn in_pieces(
    search: Search,
    rng: &mut Rng,
    grid: &Grid,
    events: &mut Vec<SearchEvent>,
) -> (Outcome, NodePool) {
    let mut search = Some(search);
    while let Some(mut here) = search.take() {
        if here.status() != Status::Running {
            let (stats, over) = (here.stats(), here.status());
            assert_eq!(
                here.step(grid, events),
                Ok(over),
                "a search that is over stays over"
            );
            let outcome = here.outcome(grid).unwrap();
            assert_eq!(outcome.stats(), stats);
            return (outcome, here.into_pool());
        }
        search = Some(if rng.one_in(200) {
            std::thread::scope(|scope| {
                let elsewhere = scope.spawn(|| {
                    advance(&mut here, rng, grid, events);
                    here
                });
                elsewhere.join().unwrap()
            })
        } else {
            advance(&mut here, rng, grid, events);
            here
        });
    }
    unreachable!("the search is always there")
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it takes several threads")]
fn a_search_in_pieces_equals_one_in_one_go() {
    let (mut pool, mut spare) = (NodePool::default(), NodePool::default());
    let mut checked: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for seed in 0..2500 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&first) = free.first() else { continue };
        let start = if rng.one_in(2) {
            first
        } else {
            rng.pick(&free)
        };
        let goal = rng.pick(&free);
        for algorithm in Algorithm::ALL {
            let (movement, tie) = (rng.pick(&Movement::ALL), rng.pick(&TieBreak::ALL));
            let options = random_options(rng, algorithm, movement, tie, &grid);
            let mut events = Vec::new();
            let query = PathQuery::new(start, goal, &options);
            let wanted = (solve(&grid, &query, &mut pool, &mut events), events);
            let mut events = Vec::new();
            let search = Search::new(&grid, &query, std::mem::take(&mut spare), &mut events);
            let found = match search {
                Err(refusal) => (Outcome::Refused(refusal), events),
                Ok(search) => {
                    let outcome;
                    (outcome, spare) = in_pieces(search, rng, &grid, &mut events);
                    (outcome, events)
                }
            };
            assert_eq!(
                found, wanted,
                "seed {seed}: {start} to {goal} under {options:?}"
            );
            let counts = checked.entry(algorithm.name()).or_default();
            counts[0] += u64::from(!matches!(found.0, Outcome::Refused(_)));
            counts[1] += found.0.stats().expanded;
        }
    }
    let enough = |[searches, expansions]: &[u64; 2]| *searches > 300 && *expansions > 1500;
    assert!(
        checked.len() == Algorithm::ALL.len() && checked.values().all(enough),
        "{checked:#?}"
    );
}

#[test]
fn a_search_refuses_to_go_on_once_the_map_has_changed() {
    for algorithm in Algorithm::ALL {
        let mut grid = Grid::from_rows(&["......", ".####.", "......"]);
        let before = grid.clone();
        let options = SearchOptions::from(algorithm);
        let query = PathQuery::new(Cell::new(1, 0), Cell::new(1, 2), &options);
        let wanted = solve(&grid, &query, &mut NodePool::default(), &mut ());
        let mut search = Search::new(&grid, &query, NodePool::default(), &mut ()).unwrap();
        assert_eq!(
            search.step(&grid, &mut ()),
            Ok(Status::Running),
            "{algorithm:?}"
        );
        let stats = search.stats();
        grid.apply(&GridEdit::set(Cell::new(5, 1), TerrainId(1)))
            .unwrap();
        let larger = Grid::from_rows(&["......", ".####.", "......", "......"]);
        for changed in [&grid, &larger] {
            assert_eq!(
                search.step(changed, &mut ()),
                Err(OtherMap),
                "{algorithm:?}"
            );
            assert_eq!(
                search.run(changed, Limits::NONE, &mut ()),
                Err(OtherMap),
                "{algorithm:?}"
            );
            assert_eq!(search.outcome(changed), Err(OtherMap), "{algorithm:?}");
        }
        assert_eq!(search.stats(), stats, "{algorithm:?}: nothing was done");
        assert_eq!(
            search.run(&before, Limits::NONE, &mut ()),
            Ok(Status::Found),
            "{algorithm:?}"
        );
        assert_eq!(search.outcome(&before), Ok(wanted), "{algorithm:?}");
    }
}

#[test]
fn a_search_that_may_do_no_more_says_so() {
    let grid = Grid::from_rows(&["......"]);
    let options = SearchOptions {
        max_expansions: Some(2),
        ..Algorithm::AStar.into()
    };
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 0), &options);
    let mut search = Search::new(&grid, &query, NodePool::default(), &mut ()).unwrap();
    assert!(
        matches!(search.outcome(&grid), Ok(Outcome::OutOfBudget(stats)) if stats.expanded == 0)
    );
    let steps = std::iter::from_fn(|| Some(search.step(&grid, &mut ()).unwrap()));
    assert_eq!(
        steps.take(3).collect::<Vec<_>>(),
        [Status::Running, Status::OutOfBudget, Status::OutOfBudget]
    );
    assert_eq!(
        search.outcome(&grid).unwrap(),
        Outcome::OutOfBudget(search.stats())
    );
    assert_eq!(search.stats().expanded, 2);
}

/// Regression: with a limit of exactly the needed expansions, some searches were out of budget.
///
/// These were bidirectional search, IDA*, fringe search and flow fields.
#[test]
fn as_many_expansions_as_a_search_makes_are_enough_for_it() {
    let pool = &mut NodePool::default();
    let mut checked: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for seed in 0..2500 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        if free.is_empty() {
            continue;
        }
        let (start, goal) = (rng.pick(&free), rng.pick(&free));
        for algorithm in Algorithm::ALL {
            let (movement, tie) = (rng.pick(&Movement::ALL), rng.pick(&TieBreak::ALL));
            let unlimited = SearchOptions {
                max_expansions: None,
                ..random_options(rng, algorithm, movement, tie, &grid)
            };
            let whole = solve(
                &grid,
                &PathQuery::new(start, goal, &unlimited),
                pool,
                &mut (),
            );
            let expanded = whole.stats().expanded;
            // Without a limit, `auto` ends where the labels prove that there is no path.
            let ends_by_labels =
                algorithm == Algorithm::Auto && whole.path().is_none() && expanded >= 32;
            if ends_by_labels || matches!(whole, Outcome::Refused(_)) {
                continue;
            }
            let mut within = |most| {
                let options = SearchOptions {
                    max_expansions: Some(most),
                    ..unlimited.clone()
                };
                solve(&grid, &PathQuery::new(start, goal, options), pool, &mut ())
            };
            let show = || format!("seed {seed}: {start} to {goal} under {unlimited:?}");
            assert_eq!(within(expanded), whole, "{}", show());
            if expanded > 0 {
                assert!(
                    matches!(within(expanded - 1), Outcome::OutOfBudget(_)),
                    "{}",
                    show()
                );
            }
            checked.entry(algorithm.name()).or_default()[usize::from(whole.path().is_some())] += 1;
        }
    }
    assert!(
        checked
            .values()
            .all(|counts| counts.iter().all(|count| *count > 30)),
        "{checked:?}"
    );
    assert_eq!(checked.len(), Algorithm::ALL.len());
}
