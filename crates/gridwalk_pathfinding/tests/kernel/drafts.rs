//! Drafts: legal paths that are found by a few expansions and need not be cheapest ones.

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, Finder, Grid, GridEdit, Map, Movement, Path, PathQuery, Plan,
    Planned, Planner, Portal, Rect, SearchOptions, Terrain, TerrainId,
};
use gridwalk_testing::{Rng, show};

const WALL: TerrainId = TerrainId(0);
const FLOOR: TerrainId = TerrainId(1);

/// A map of single walls or rooms, of one cost or several.
fn random_map(rng: &mut Rng, side: u32) -> Map {
    let (width, height) = (side / 2 + rng.below(side), side / 2 + rng.below(side));
    let (walls, room) = (rng.pick(&[0, 15, 30, 40]), rng.pick(&[0, 0, 6]));
    let terrains = rng.pick(&[1_u8, 1, 3]);
    let cell = |at: u32| {
        let (x, y) = (at % width, at / width);
        let is_wall = if room > 0 && (x % room == 0 || y % room == 0) {
            !rng.one_in(5)
        } else {
            rng.below(100) < walls
        };
        if is_wall {
            WALL
        } else {
            TerrainId(1 + rng.below(terrains))
        }
    };
    let cells = (0..width * height).map(cell).collect();
    let mut legend = vec![Terrain::wall(), Terrain::floor()];
    legend.extend([4, 9].map(|cost| Terrain::new("ground", Some(cost))));
    Map::new(Grid::new(width, height, cells, legend).unwrap())
}

/// Runs the query in pieces of this much work.
fn finish(planner: &mut Planner, map: &Map, work: u64, path: &mut Path) -> Plan {
    while !planner.advance(map, work).is_finished {}
    planner.answer(map, path).expect("it is finished")
}

/// The cost of the path if each terrain cost 1.
fn steps(path: &Path, options: &SearchOptions) -> Cost {
    let straight = options.units().straight().0;
    let diagonal = options.units().diagonal().0;
    let step = |pair: &[Cell]| match pair[0].distance(pair[1]) {
        (1, 1) => diagonal,
        _ => straight,
    };
    Cost(path.cells().windows(2).map(step).sum())
}

#[test]
fn draft_is_legal_and_is_found_wherever_there_is_a_path() {
    let (mut planner, mut pieces, mut exact) =
        (Planner::default(), Planner::default(), Planner::default());
    let (mut path, mut other) = (Path::default(), Path::default());
    let (mut found, mut by_jumps) = (0, 0);
    for seed in 0..2000 {
        let mut rng = Rng(seed);
        let mut map = random_map(&mut rng, 24);
        let is_linked = rng.one_in(4);
        if is_linked {
            let portals = Some(vec![Portal::between(
                rng.cell(map.grid()),
                rng.cell(map.grid()),
            )]);
            let edit = GridEdit {
                portals,
                ..GridEdit::default()
            };
            map.apply(&edit).unwrap();
        }
        // Planners on one map share what they learn, which changes the number of expansions.
        let [plain_map, sliced_map] = [0; 2].map(|_| Map::new(map.grid().clone()));
        for _ in 0..4 {
            let mut options = SearchOptions {
                movement: rng.pick(&Movement::ALL),
                ..Algorithm::Auto.into()
            };
            if rng.one_in(4) {
                options.goal_tolerance = rng.below(4);
            }
            if rng.one_in(4) {
                let (grid, at) = (map.grid(), rng.cell(map.grid()));
                options.region = Some(Rect {
                    at,
                    width: grid.width() / 2,
                    height: grid.height() / 2,
                });
            }
            // A draft has no limits.
            let limited = SearchOptions {
                max_expansions: Some(1),
                max_cost: CostLimit::new(1.0),
                ..options.clone()
            };
            let (start, goal) = (rng.cell(map.grid()), rng.cell(map.grid()));
            let query = PathQuery::new(start, goal, options);
            let context = || format!("seed {seed}, {query:?}\n{}", show(map.grid()));
            planner.begin_draft(&map, &PathQuery::new(start, goal, limited));
            let plan = finish(&mut planner, &map, 1 << 20, &mut path);
            let plain = exact.path(&plain_map, &query, &mut other);
            assert_eq!(plan.planned, plain.planned, "{}", context());
            if plan.planned == Planned::Found {
                let ends = (path.cells()[0], *path.cells().last().unwrap());
                assert_eq!(ends.0, start, "{}", context());
                assert!(
                    ends.1.is_within(query.options.goal_tolerance, goal),
                    "{}",
                    context()
                );
                assert_eq!(
                    path.validate(map.grid(), &query.options),
                    Ok(()),
                    "{}",
                    context()
                );
                assert!(path.cost() >= other.cost(), "{}", context());
                found += 1;
                by_jumps += usize::from(plan.finder == Finder::JumpGraph);
                assert_eq!(plan.finder == Finder::Search, is_linked, "{}", context());
            }
            pieces.begin_draft(&sliced_map, &query);
            let in_pieces = finish(&mut pieces, &sliced_map, 1, &mut other);
            assert_eq!(
                (&in_pieces.planned, in_pieces.stats.expanded, &other),
                (&plan.planned, plan.stats.expanded, &path),
                "in pieces of one expansion, {}",
                context()
            );
        }
    }
    assert!(found > 2500 && by_jumps > 2000, "{found} {by_jumps}");
}

/// Among random walls, agents stood until the search for their cheapest path had its turn, as their
/// drafts expanded as much as that.
#[test]
fn draft_takes_a_fraction_of_a_search_and_is_hardly_longer() {
    for (walls, least, most) in [(20, 12, 1.10), (35, 4, 1.08)] {
        let mut rng = Rng(3);
        let cells = (0..256 * 256)
            .map(|_| if rng.below(100) < walls { WALL } else { FLOOR })
            .collect();
        let legend = vec![Terrain::wall(), Terrain::floor()];
        let map = Map::new(Grid::new(256, 256, cells, legend).unwrap());
        let (mut planner, mut exact) = (Planner::default(), Planner::default().without_landmarks());
        let (mut path, mut shortest) = (Path::default(), Path::default());
        let (mut expanded, mut length) = ([0; 2], [0; 2]);
        for _ in 0..200 {
            let (Some(start), Some(goal)) = (rng.free_cell(map.grid()), rng.free_cell(map.grid()))
            else {
                continue;
            };
            let query = PathQuery::new(start, goal, Algorithm::Auto);
            let plan = exact.path(&map, &query, &mut shortest);
            if plan.planned != Planned::Found {
                continue;
            }
            planner.begin_draft(&map, &query);
            let draft = finish(&mut planner, &map, u64::MAX, &mut path);
            expanded[0] += draft.stats.expanded;
            expanded[1] += plan.stats.expanded;
            length[0] += steps(&path, &query.options).0;
            length[1] += shortest.cost().0;
            assert!(
                2 * steps(&path, &query.options).0 <= 3 * shortest.cost().0 + 20 * 256,
                "{query:?}"
            );
        }
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let ratio = length[0] as f64 / length[1] as f64;
        assert!(expanded[0] * least < expanded[1], "{walls}: {expanded:?}");
        assert!(ratio < most, "{walls}: {ratio}");
    }
}
