//! Queries that a planner answers in steps, on maps that may change between the steps.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Finder, Grid, GridEdit, Map, Movement, NodePool,
    Outcome, Path, PathQuery, Plan, Planned, Planner, Portal, Rect, SearchOptions, StopRule,
    Terrain, TerrainId, solve,
};
use gridwalk_testing::{Rng, show};

/// Returns a map for a random finder: of one cost, of several, and with portals or one-way cells.
fn random_map(rng: &mut Rng, most: u32) -> Map {
    let (width, height) = (2 + rng.below(most), 2 + rng.below(most));
    let walls = rng.pick(&[0, 15, 30, 45]);
    let kind = rng.below(4);
    let mut legend = vec![Terrain::wall(), Terrain::floor()];
    if kind > 0 {
        legend.extend([2, 5].map(|cost| Terrain {
            cost: Some(cost),
            ..Terrain::floor()
        }));
    }
    if kind > 2 {
        let exits = [gridwalk_pathfinding::Direction::East]
            .into_iter()
            .collect();
        legend.push(Terrain {
            exits,
            ..Terrain::floor()
        });
    }
    let cell = |rng: &mut Rng| {
        let terrain = if rng.below(100) < walls {
            0
        } else {
            1 + rng.below(legend.len() - 1)
        };
        TerrainId(u8::try_from(terrain).unwrap())
    };
    let cells = (0..width * height).map(|_| cell(rng)).collect();
    let mut map = Map::new(Grid::new(width, height, cells, legend).unwrap());
    if kind == 3 {
        let portals = (0..2)
            .map(|_| Portal::between(rng.cell(map.grid()), rng.cell(map.grid())))
            .collect();
        map.apply(&GridEdit {
            portals: Some(portals),
            ..GridEdit::default()
        })
        .unwrap();
    }
    map
}

fn random_query(rng: &mut Rng, map: &Map, goals: &[Cell]) -> PathQuery {
    let stop = if rng.one_in(10) {
        StopRule::Generated
    } else {
        StopRule::Expanded
    };
    let options = SearchOptions {
        stop,
        movement: rng.pick(&Movement::ALL),
        cost_rule: rng.pick(&CostRule::ALL),
        goal_tolerance: if rng.one_in(8) { 2 } else { 0 },
        max_cost: if rng.one_in(10) {
            CostLimit::new(f64::from(rng.below(40_u32)))
        } else {
            None
        },
        region: rng.one_in(10).then(|| Rect {
            at: Cell::new(1, 0),
            width: 12,
            height: 90,
        }),
        max_expansions: if rng.one_in(8) {
            Some(rng.below(30))
        } else {
            None
        },
        ..SearchOptions::from(Algorithm::Auto)
    };
    PathQuery::new(rng.cell(map.grid()), rng.pick(goals), options)
}

/// Runs a query in steps of at most `work` units.
pub fn in_pieces(
    planner: &mut Planner,
    map: &Map,
    query: &PathQuery,
    work: u64,
    path: &mut Path,
) -> Plan {
    planner.begin(map, query);
    loop {
        let progress = planner.advance(map, work);
        assert!(!progress.begun_again, "nothing has changed");
        if progress.is_finished {
            return planner.answer(map, path).expect("it is over");
        }
        assert!(planner.answer(map, path).is_none(), "it is not over");
    }
}

#[test]
fn search_resumed_after_every_expansion_gives_the_same_answer() {
    let (mut whole, mut parts, mut checked) = (
        Path::default(),
        Path::default(),
        BTreeMap::<&str, u32>::new(),
    );
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        // Some maps are so large that the labels are consulted halfway.
        let map = random_map(rng, if seed % 20 == 0 { 150 } else { 24 });
        let goals = [rng.cell(map.grid()), rng.cell(map.grid())];
        // With a memory limit of their own, planners share no graphs, and their counts are equal.
        let planner = || Planner::with_memory(usize::MAX);
        let (mut one, mut other) = (planner(), planner());
        let mut again = Map::new(map.grid().clone());
        for _ in 0..30 {
            let query = random_query(rng, &map, &goals);
            if rng.one_in(10) {
                // A new map has no labels.
                again = Map::new(map.grid().clone());
                (one, other) = (planner(), planner());
            }
            let wanted = one.path(&again, &query, &mut whole);
            let work = rng.pick(&[1, 1, 1, 7]);
            // Labels that one planner has computed serve the other too.
            let found = in_pieces(&mut other, &again, &query, work, &mut parts);
            let context = || format!("seed {seed}, {query:?}\n{}", show(map.grid()));
            if wanted.finder != Finder::Labels {
                assert_eq!((&found, &parts), (&wanted, &whole), "{}", context());
            }
            assert_eq!(found.planned, wanted.planned, "{}", context());
            *checked.entry(found.finder.name()).or_default() += 1;
        }
    }
    assert!(
        checked.len() == Finder::ALL.len() && checked.values().all(|count| *count > 60),
        "{checked:?}"
    );
}

/// Labels computed during a query equal those computed whole.
#[test]
fn labels_in_pieces_are_those_of_one_go() {
    for seed in 0..40 {
        let rng = &mut Rng(seed);
        let side = 64 + rng.below(80_u32);
        let rows: Vec<String> = (0..side)
            .map(|y| {
                (0..side)
                    .map(|x| {
                        if x == side / 2 || y > 2 && rng.below(100) < 30 {
                            '#'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
        let (map, other) = (
            Map::new(Grid::from_rows(&rows)),
            Map::new(Grid::from_rows(&rows)),
        );
        let query = PathQuery::new(
            Cell::new(0, 0),
            Cell::new(side.cast_signed() - 1, 0),
            Algorithm::Auto,
        );
        let plan = in_pieces(
            &mut Planner::default(),
            &map,
            &query,
            3,
            &mut Path::default(),
        );
        assert_eq!((plan.planned, plan.finder), {
            let plan = Planner::default().path(&other, &query, &mut Path::default());
            (plan.planned, plan.finder)
        });
        let Some(regions) = map.regions(query.options.movement) else {
            continue;
        };
        let wanted = gridwalk_pathfinding::Regions::new(map.grid(), query.options.movement);
        assert_eq!(regions.count(), wanted.count());
        for _ in 0..2000 {
            let cell = rng.cell(map.grid());
            assert_eq!(regions.of(cell), wanted.of(cell), "seed {seed}, {cell}");
        }
    }
}

/// An edit between two expansions is applied, or the search restarts and reports it.
///
/// The answer is that for the last state of the map.
#[test]
fn searches_interrupted_by_edits_answer_for_the_last_map() {
    let (mut pool, mut path) = (NodePool::default(), Path::default());
    let mut counts = BTreeMap::<&str, [u32; 2]>::new();
    let mut planner = Planner::default();
    for seed in 0..700 {
        let rng = &mut Rng(seed);
        let most = rng.pick(&[20, 90]);
        let mut map = random_map(rng, most);
        let goals = [rng.cell(map.grid()), rng.cell(map.grid())];
        for _ in 0..12 {
            let query = random_query(rng, &map, &goals);
            planner.begin(&map, &query);
            let (mut again, mut taken_in) = (0, 0);
            loop {
                if rng.one_in(6) && again < 30 {
                    let terrain =
                        TerrainId(u8::try_from(rng.below(map.grid().legend().len())).unwrap());
                    let cell = rng.cell(map.grid());
                    map.apply(&GridEdit::set(cell, terrain)).unwrap();
                    // Half of the callers name the changed cells.
                    let goes_on = if rng.one_in(2) {
                        planner.follow(&map, &[cell])
                    } else {
                        true
                    };
                    let progress = planner.advance(&map, 1);
                    let is_again = progress.begun_again || !goes_on;
                    (again, taken_in) =
                        (again + u32::from(is_again), taken_in + u32::from(!is_again));
                }
                if planner.advance(&map, rng.pick(&[1, 5])).is_finished {
                    break;
                }
            }
            let plan = planner
                .answer(&map, &mut path)
                .expect("it is over, and nothing has changed since");
            let context = || format!("seed {seed}, {query:?}\n{}", show(map.grid()));
            let counted = counts.entry(plan.finder.name()).or_default();
            (counted[0], counted[1]) = (counted[0] + again, counted[1] + taken_in);
            let unlimited = SearchOptions {
                max_expansions: None,
                ..query.options.clone()
            };
            let wanted = solve(
                map.grid(),
                &PathQuery::new(query.start, query.goal, &unlimited),
                &mut pool,
                &mut (),
            );
            match (&plan.planned, &wanted) {
                (Planned::OutOfBudget, _) => assert!(query.options.max_expansions.is_some()),
                (Planned::Found, Outcome::Solved(solution)) => {
                    assert_eq!(
                        path.validate(map.grid(), &query.options),
                        Ok(()),
                        "{}",
                        context()
                    );
                    assert_eq!(path.cost(), solution.path.cost(), "{}", context());
                }
                // Labels that are known can rule out a path before a search comes to the limit.
                (Planned::NoPath(reason), Outcome::NoPath(other, _)) => {
                    let is_limited = query.options.max_cost.is_some();
                    assert!(reason == other || is_limited, "{}", context());
                }
                (Planned::Refused(refusal), Outcome::Refused(other)) => {
                    assert_eq!(refusal, other, "{}", context());
                }
                (found, wanted) => panic!("{found:?} instead of {wanted:?}, {}", context()),
            }
        }
    }
    let searches = ["jump-graph", "canonical-astar", "search"].map(|finder| counts[finder]);
    assert!(
        searches.iter().flatten().all(|count| *count > 50) && counts.contains_key("flow-field"),
        "{counts:?}"
    );
}

/// An answer that is requested too early, or for another map, does not restart the work.
#[test]
fn an_answer_is_only_given_for_the_map_as_it_is() {
    let mut map = Map::new(Grid::from_rows(&["......", ".####.", "......"]));
    let query = PathQuery::new(Cell::new(1, 0), Cell::new(1, 2), Algorithm::Auto);
    let (mut planner, mut path) = (Planner::default(), Path::default());
    assert!(
        planner.advance(&map, 1).is_finished && planner.answer(&map, &mut path).is_none(),
        "nothing was asked"
    );
    planner.begin(&map, &query);
    while !planner.advance(&map, 1).is_finished {}
    map.apply(&GridEdit::set(Cell::new(0, 1), TerrainId(1)))
        .unwrap();
    assert!(
        planner.answer(&map, &mut path).is_none(),
        "the path may be blocked"
    );
    let progress = planner.advance(&map, u64::MAX);
    assert!(progress.begun_again && progress.is_finished);
    assert_eq!(
        planner.answer(&map, &mut path).map(|plan| plan.planned),
        Some(Planned::Found)
    );
    assert!(path.cells().contains(&Cell::new(5, 1)));
    assert!(planner.answer(&map, &mut path).is_none(), "it was answered");
}

/// Regression: data for a first query was computed whole, whatever the budget.
///
/// This took milliseconds on large maps.
#[test]
fn first_query_builds_its_data_in_slices_counted_as_work() {
    let side = 1000;
    let grid = |costs: &[u16]| {
        let terrain = |cell: Cell| Terrain {
            cost: Some(costs[usize::try_from(cell.x / 9 + cell.y / 7).unwrap() % costs.len()]),
            ..Terrain::floor()
        };
        Grid::from_fn(side, side, terrain).unwrap()
    };
    let far = Cell::new(999, 0);
    let weighted = &[1, 2, 5][..];
    for (costs, finder) in [
        (&[1][..], Finder::JumpGraph),
        (weighted, Finder::Canonical),
        (weighted, Finder::Field),
    ] {
        let mut map = Map::new(grid(costs));
        let (mut planner, mut path) = (Planner::default(), Path::default());
        let query = PathQuery::new(Cell::new(0, 999), far, Algorithm::Auto);
        let mut spent = 0;
        while finder == Finder::Field && spent * 2 < u64::from(side * side) {
            spent += planner.path(&map, &query, &mut path).stats.expanded;
        }
        planner.begin(&map, &query);
        let (mut pieces, mut work) = (0, 0);
        loop {
            let progress = planner.advance(&map, 100);
            assert!(
                progress.work < 500,
                "a piece of {} units for {finder:?}",
                progress.work
            );
            assert!(
                pieces > 0 || progress.expanded == 0,
                "nothing is there for {finder:?}"
            );
            (pieces, work) = (pieces + 1, work + progress.work);
            if progress.is_finished {
                break;
            }
            if pieces % 50 == 7 && pieces < 200 {
                // One edit far from the search, and one where it began.
                for cell in [Cell::new(500, 500), Cell::new(3, 990)] {
                    map.apply(&GridEdit::set(
                        cell,
                        map.grid().terrain_id(Cell::new(pieces % 900, 9)).unwrap(),
                    ))
                    .unwrap();
                }
            }
        }
        let plan = planner.answer(&map, &mut path).expect("it is over");
        assert!(
            work > 5000 && pieces > 30,
            "{work} units in {pieces} pieces by {:?}",
            plan.finder
        );
        assert_eq!(plan.finder, finder);
        let by_a_star = PathQuery::new(query.start, far, Algorithm::AStar);
        let wanted = solve(map.grid(), &by_a_star, &mut NodePool::default(), &mut ());
        assert_eq!(Some(path.cost()), wanted.cost());
    }
}

/// Regression: all memory was written at the start of a search: one or two milliseconds beyond its
/// budget.
#[test]
fn memory_of_a_first_weighted_search_counts_as_work() {
    const SIDE: i32 = 512;
    let terrain = |cell: Cell| Terrain {
        cost: Some(1 + u16::from((cell.x / 9 + cell.y / 7) % 2 == 0)),
        ..Terrain::floor()
    };
    let map = Map::new(Grid::from_fn(512, 512, terrain).unwrap());
    let query = |goal| PathQuery::new(Cell::new(0, SIDE - 1), goal, Algorithm::Auto);
    let mut planner = Planner::default();
    planner.begin(&map, &query(Cell::new(SIDE - 1, 0)));
    let mut before = 0;
    loop {
        let progress = planner.advance(&map, 100);
        if progress.expanded > 0 {
            break;
        }
        assert!(progress.work <= 110, "a piece of {} units", progress.work);
        before += progress.work;
    }
    assert!(before >= 512 * 512 / 64, "{before} units for all cells");
    planner.begin(&map, &query(Cell::new(SIDE - 1, 9)));
    assert_eq!(
        planner.advance(&map, 1).expanded,
        1,
        "it is there for the next search"
    );
}

/// One call once checked all jump points of the graph, however many there were.
#[test]
fn edits_are_checked_in_pieces_on_a_large_graph() {
    let mut rng = Rng(3);
    let costs: Vec<u16> = (0..300 * 300)
        .map(|_| u16::from(rng.below(100_u32) >= 20))
        .collect();
    let mut map = Map::new(Grid::from_costs(300, 300, &costs).unwrap());
    let (mut planner, mut path) = (Planner::default().without_landmarks(), Path::default());
    let query = |from, to| PathQuery::new(from, to, Algorithm::Auto);
    for _ in 0..200 {
        let [from, to] = [(); 2].map(|()| rng.free_cell(map.grid()).unwrap());
        planner.path(&map, &query(from, to), &mut path);
    }
    let near = |rng: &mut Rng, far: i32| loop {
        let cell = Cell::new(far + rng.below(60), far + rng.below(60));
        if map.grid().is_walkable(cell) {
            return cell;
        }
    };
    let asked = query(near(&mut rng, 150), near(&mut rng, 240));
    let edited = near(&mut rng, 0);
    planner.begin(&map, &asked);
    assert!(!planner.advance(&map, 8).is_finished);
    map.apply(&GridEdit::block([edited])).unwrap();
    assert!(planner.follow(&map, &[edited]));
    let piece = planner.advance(&map, 1);
    assert_eq!((piece.work, piece.expanded), (1, 0), "the rest is checked");
    let mut progress = piece;
    while !progress.is_finished {
        progress = planner.advance(&map, 64);
        assert!(!progress.begun_again, "the edit is far away");
    }
    planner.answer(&map, &mut path).unwrap();
    let mut wanted = Path::default();
    let mut fresh = Planner::default().without_landmarks();
    fresh.path(&map, &asked, &mut wanted);
    assert_eq!((wanted.cost(), wanted.cells()), (path.cost(), path.cells()));
    // An edit on the way is found in a later piece, too.
    planner.begin(&map, &asked);
    assert!(!planner.advance(&map, 8).is_finished);
    map.apply(&GridEdit::block(path.cells()[1..20].iter().copied()))
        .unwrap();
    let mut has_restarted = !planner.follow(&map, &path.cells()[1..20]);
    while !progress.is_finished || !has_restarted {
        progress = planner.advance(&map, 1);
        has_restarted |= progress.begun_again;
    }
}

/// Returns a map of 256 × 256 cells, a fifth of them walls, and a query across it.
fn far_across(most: u16, portals: Option<Vec<Portal>>) -> (Map, PathQuery) {
    let mut rng = Rng(7);
    let costs: Vec<u16> = (0..256 * 256)
        .map(|_| {
            if rng.one_in(5) {
                0
            } else {
                1 + rng.below(most)
            }
        })
        .collect();
    let mut map = Map::new(Grid::from_costs(256, 256, &costs).unwrap());
    let [from, to] = [Cell::new(10, 10), Cell::new(240, 200)];
    map.apply(&GridEdit {
        portals,
        ..GridEdit::free([from, to, Cell::new(0, 0), Cell::new(0, 9), CORNER])
    })
    .unwrap();
    (map, PathQuery::new(from, to, Algorithm::Auto))
}

/// A cell far from all that a search for the query of [`far_across`] reads.
const CORNER: Cell = Cell::new(255, 0);

/// Runs a query in pieces of 40 units, with an edit far away after each if it `is_edited`.
///
/// Returns the work up to the answer, or up to a restart.
fn work_of_pieces(mut map: Map, query: &PathQuery, is_edited: bool) -> (u64, Option<Cost>) {
    let mut planner = Planner::with_memory(usize::MAX);
    planner.begin(&map, query);
    let mut worked = 0;
    for piece in 0..10_000 {
        let progress = planner.advance(&map, 40);
        worked += progress.work;
        if progress.begun_again || progress.is_finished {
            break;
        }
        if is_edited {
            let edit = [GridEdit::block, GridEdit::free][piece % 2]([CORNER]);
            map.apply(&edit).unwrap();
        }
    }
    let mut path = Path::default();
    let plan = planner.answer(&map, &mut path);
    (worked, plan.map(|_| path.cost()))
}

/// Each edit, however far away, made the labelling begin anew before the search continued.
#[test]
fn edits_far_away_after_every_piece_let_a_search_end() {
    let portal = Portal::between(Cell::new(0, 0), Cell::new(0, 9));
    for (most, portals) in [(5, None), (1, Some(vec![portal]))] {
        let (map, query) = far_across(most, portals);
        let (quiet, wanted) = work_of_pieces(map.clone(), &query, false);
        let (edited, cost) = work_of_pieces(map, &query, true);
        assert!(cost.is_some() && cost == wanted, "{cost:?}, {wanted:?}");
        assert!(edited < 3 * quiet, "{edited} units, {quiet} without edits");
    }
}

/// Each edit made the check of all jump points begin anew before the search continued. Now it
/// restarts, and the caller can let it continue on a copy.
#[test]
fn search_restarts_if_checks_of_edits_take_longer() {
    let (map, query) = far_across(1, None);
    let (quiet, _) = work_of_pieces(map.clone(), &query, false);
    let (edited, cost) = work_of_pieces(map, &query, true);
    assert_eq!(cost, None);
    assert!(edited < 3 * quiet, "{edited} units, {quiet} without edits");
}
