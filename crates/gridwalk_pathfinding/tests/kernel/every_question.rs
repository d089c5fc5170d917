//! Edits and questions in turn, of every kind that the planner answers, against Dijkstra.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, CostRule, Grid, GridEdit, Map, Movement, NodePool,
    Outcome, Path, PathQuery, Planned, Planner, Rect, SearchOptions, StepCosts, Terrain, TerrainId,
    View, solve,
};
use gridwalk_testing::oracle::random_grid;
use gridwalk_testing::{Rng, show};

use crate::map::random_keep_off_walls;

fn profile(rng: &mut Rng) -> AgentProfile {
    let forbidden = |rng: &mut Rng| {
        let at = Cell::new(rng.below(8), rng.below(8));
        Rect {
            at,
            width: 1 + rng.below(3_u32),
            height: 1 + rng.below(3_u32),
        }
    };
    let forbidden = if rng.one_in(4) {
        vec![forbidden(rng)]
    } else {
        Vec::new()
    };
    let costs = if rng.one_in(4) {
        vec![("ground 2".to_owned(), rng.pick(&[None, Some(9)]))]
    } else {
        Vec::new()
    };
    AgentProfile {
        size: rng.pick(&[1, 1, 1, 2]),
        costs,
        forbidden,
        keep_off_walls: random_keep_off_walls(rng),
    }
}

fn region(rng: &mut Rng) -> Rect {
    let at = Cell::new(rng.below(4), rng.below(4));
    Rect {
        at,
        width: 2 + rng.below(8_u32),
        height: 2 + rng.below(8_u32),
    }
}

fn options(rng: &mut Rng) -> SearchOptions {
    let mut options = SearchOptions {
        movement: rng.pick(&Movement::ALL),
        cost_rule: rng.pick(&CostRule::ALL),
        steps: rng.pick(&[
            StepCosts::SQRT2,
            StepCosts::TEN_FOURTEEN,
            StepCosts::UNIFORM,
        ]),
        ..Algorithm::Auto.into()
    };
    match rng.below(12) {
        0 => options.goal_tolerance = 1 + rng.below(3_u32),
        1 => options.max_cost = CostLimit::new(f64::from(rng.below(30_u32))),
        2 => options.region = Some(region(rng)),
        3 => {
            options.region = Some(region(rng));
            options.goal_tolerance = rng.below(3);
            options.max_cost = CostLimit::new(f64::from(5 + rng.below(20_u32)));
        }
        _ => {}
    }
    options
}

/// Returns a map that is large enough for a patch of 10,000 cells.
fn large_grid(rng: &mut Rng) -> Grid {
    let (width, height) = (100 + rng.below(50_u32), 100 + rng.below(50_u32));
    let ground = |cost| Terrain {
        name: format!("ground {cost}"),
        cost: Some(cost),
        ..Terrain::floor()
    };
    let mut legend = vec![Terrain::floor(), Terrain::wall()];
    if rng.one_in(3) {
        legend.extend([ground(2), ground(5)]);
    }
    let walls = rng.pick(&[5, 25, 40]);
    let cells = (0..width * height).map(|_| match rng.below(100) {
        n if n < walls => TerrainId(1),
        n if legend.len() > 2 && n > 80 => TerrainId(2),
        _ => TerrainId(0),
    });
    let cells = cells.collect();
    Grid::new(width, height, cells, legend).unwrap()
}

/// Returns edits that change up to 10,000 cells at once, or 1,000 cells one by one.
fn burst(rng: &mut Rng, grid: &Grid) -> Vec<GridEdit> {
    let walls = rng.pick(&[0, 40, 100]);
    let terrain = |rng: &mut Rng| TerrainId(u8::from(rng.below(100) < walls));
    if rng.one_in(2) {
        let single = |_| GridEdit::set(rng.cell(grid), TerrainId(rng.below(2)));
        return (0..1000).map(single).collect();
    }
    let side = |most: u32| most.min(100).cast_signed();
    let (width, height) = (side(grid.width()), side(grid.height()));
    let (x, y) = (
        rng.below(grid.width().cast_signed() - width + 1),
        rng.below(grid.height().cast_signed() - height + 1),
    );
    let cells = (0..width * height).map(|at| Cell::new(x + at % width, y + at / width));
    let cells = cells.map(|cell| (cell, terrain(rng)));
    vec![GridEdit::of_cells(cells.collect())]
}

/// Returns the numbers of questions asked, by kind.
///
/// One map in 100 is large, and every fourth edit of it is a burst.
fn pairs(maps: u64, pairs_each: u32) -> BTreeMap<&'static str, u32> {
    let (mut planner, mut pool, mut path) =
        (Planner::default(), NodePool::default(), Path::default());
    let mut asked = BTreeMap::new();
    for seed in 0..maps {
        let rng = &mut Rng(seed);
        let is_large = seed % 100 == 1;
        let mut map = Map::new(if is_large {
            large_grid(rng)
        } else {
            random_grid(rng)
        });
        let mut view = View::new(map.grid(), profile(rng));
        for _ in 0..pairs_each {
            // The last terrain of the legend is the one-way one, if there is one.
            let terrains = u8::try_from(map.grid().legend().len())
                .unwrap()
                .min(if seed % 3 == 0 { 5 } else { 4 });
            let edits = if is_large && rng.one_in(4) || rng.one_in(1000) {
                *asked.entry("burst").or_default() += 1;
                burst(rng, map.grid())
            } else {
                let cells = (0..rng.pick(&[0, 1, 1, 3]))
                    .map(|_| (rng.cell(map.grid()), TerrainId(rng.below(terrains))));
                vec![GridEdit::of_cells(cells.collect())]
            };
            for edit in edits {
                if let Some(change) = map.apply(&edit).unwrap() {
                    view.update(map.grid(), &change);
                }
            }
            let grid = view.map().grid();
            let end = |rng: &mut Rng| match rng.free_cell(grid) {
                Some(cell) if !rng.one_in(20) => cell,
                _ => rng.cell(grid),
            };
            let query = PathQuery::new(end(rng), end(rng), options(rng));
            let plan = planner.path(view.map(), &query, &mut path);
            let dijkstra = SearchOptions {
                algorithm: Algorithm::Dijkstra,
                ..query.options.clone()
            };
            let wanted = solve(
                grid,
                &PathQuery {
                    options: dijkstra,
                    ..query.clone()
                },
                &mut pool,
                &mut (),
            );
            let context = || {
                format!(
                    "seed {seed}, {query:?} by {:?}\n{}",
                    plan.finder,
                    show(grid)
                )
            };
            match (plan.planned, wanted) {
                (Planned::Found, Outcome::Solved(solution)) => {
                    assert_eq!(path.validate(grid, &query.options), Ok(()), "{}", context());
                    assert_eq!(path.cost(), solution.path.cost(), "{}", context());
                    pool.reuse(solution.path);
                }
                // A* looks at what is left as well: it may leave out all that Dijkstra finds to be
                // within the limit.
                (Planned::NoPath(reason), Outcome::NoPath(other, _)) => {
                    assert!(
                        reason == other || query.options.max_cost.is_some(),
                        "{reason:?}, {other:?}, {}",
                        context()
                    );
                }
                (Planned::Refused(refusal), Outcome::Refused(other)) => {
                    assert_eq!(refusal, other, "{}", context());
                }
                (found, wanted) => panic!("{found:?} instead of {wanted:?}, {}", context()),
            }
            *asked.entry(plan.finder.name()).or_default() += 1;
            for (is_so, kind) in [
                (grid.uniform_cost().is_none(), "several costs"),
                (!grid.portals().is_empty(), "portals"),
                (grid.has_one_way_cells(), "one-way cells"),
                (query.options.goal_tolerance > 0, "goal tolerance"),
                (query.options.max_cost.is_some(), "cost limit"),
                (query.options.region.is_some(), "region"),
            ] {
                *asked.entry(kind).or_default() += u32::from(is_so);
            }
        }
    }
    asked
}

#[test]
fn every_kind_of_query_costs_what_dijkstra_says_after_edits() {
    let asked = pairs(600, 25);
    assert!(asked["several costs"] > 5000, "{asked:?}");
    assert!(!asked.contains_key("search"), "{asked:?}");
    assert!(asked["burst"] > 25, "{asked:?}");
    for kind in [
        "jump-graph",
        "canonical-astar",
        "portals",
        "one-way cells",
        "goal tolerance",
        "cost limit",
        "region",
    ] {
        assert!(asked[kind] > 600, "{asked:?}");
    }
}

#[test]
#[ignore = "two million pairs: for release builds"]
fn two_million_edits_and_questions_of_every_kind() {
    let asked = pairs(40_000, 50);
    println!("{asked:?}");
    assert!(asked["several costs"] > 666_666, "{asked:?}");
    assert!(asked["burst"] > 5_000, "{asked:?}");
}
