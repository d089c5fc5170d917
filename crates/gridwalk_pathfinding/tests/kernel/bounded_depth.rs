//! IDA* and fringe search against a simple oracle, with every map feature and every option.

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Direction, Grid, Guarantee, Heuristic, Limits,
    Movement, NoPathReason, NodePool, Outcome, PathQuery, Portal, Rect, SearchEvent, SearchOptions,
    StepCosts, Terrain, TerrainId, solve, solve_within,
};
use gridwalk_testing::Rng;
use gridwalk_testing::oracle::cheapest;

/// A random map: `#` is a wall, digits are costs, `>` and `<` can be left only to the east or west.
struct Case {
    rows: Vec<Vec<u8>>,
    portals: Vec<Portal>,
    start: Cell,
    goal: Cell,
}

impl Case {
    fn random(rng: &mut Rng) -> Self {
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let (walls, one_way, most) = (
            rng.below(50),
            rng.pick(&[0, 0, 20]),
            rng.pick(&[1, 1, 3, 9]),
        );
        let glyph = |rng: &mut Rng| match rng.below(100) {
            n if n < walls => b'#',
            n if n < walls + one_way => rng.pick(b"<>"),
            _ => b'1' + u8::try_from(rng.below(most)).unwrap(),
        };
        let mut rows: Vec<Vec<u8>> = (0..height)
            .map(|_| (0..width).map(|_| glyph(rng)).collect())
            .collect();
        let spot = |rng: &mut Rng| Cell::new(rng.below(width), rng.below(height));
        let ends = [spot(rng), spot(rng)];
        for end in ends {
            rows[usize::try_from(end.y).unwrap()][usize::try_from(end.x).unwrap()] = b'1';
        }
        let portal = |rng: &mut Rng| Portal {
            from: spot(rng),
            to: spot(rng),
            cost: u16::try_from(1 + rng.below(4)).unwrap(),
            two_way: rng.below(2) == 0,
        };
        let portals = (0..rng.pick(&[0, 0, 1, 3])).map(|_| portal(rng)).collect();
        Self {
            rows,
            portals,
            start: ends[0],
            goal: ends[1],
        }
    }

    fn grid(&self) -> Grid {
        let only = |directions: [Direction; 3]| directions.into_iter().collect();
        let mut legend = vec![Terrain::wall()];
        legend.extend((1..=9).map(|cost| Terrain {
            cost: Some(cost),
            ..Terrain::floor()
        }));
        let east = only([Direction::East, Direction::NorthEast, Direction::SouthEast]);
        let west = only([Direction::West, Direction::NorthWest, Direction::SouthWest]);
        legend.push(Terrain {
            exits: east,
            ..Terrain::floor()
        });
        legend.push(Terrain {
            exits: west,
            ..Terrain::floor()
        });
        let number = |&glyph: &u8| match glyph {
            b'#' => TerrainId(0),
            b'>' => TerrainId(10),
            b'<' => TerrainId(11),
            digit => TerrainId(digit - b'0'),
        };
        let (width, height) = (self.rows[0].len(), self.rows.len());
        let cells = self.rows.iter().flatten().map(number).collect();
        let grid = Grid::new(
            u32::try_from(width).unwrap(),
            u32::try_from(height).unwrap(),
            cells,
            legend,
        )
        .unwrap();
        grid.with_portals(&self.portals).unwrap()
    }

    fn cheapest(&self, options: &SearchOptions) -> Option<u64> {
        cheapest(&self.grid(), options, self.start, self.goal)
    }

    fn show(&self, seed: u64, options: &SearchOptions) -> String {
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| String::from_utf8_lossy(row))
            .collect();
        let portals = &self.portals;
        format!(
            "seed {seed}: {} to {} on {rows:#?} with {portals:?} under {options:?}",
            self.start, self.goal
        )
    }
}

/// An admissible but inconsistent estimate: it is 0 in every second column.
const PATCHY: &str = "max(dx, dy) * (dx - 2 * floor(dx / 2))";

fn options(rng: &mut Rng, algorithm: Algorithm, movement: Movement) -> SearchOptions {
    let neighbours = rng.neighbours();
    let formula = |text: &str| Heuristic::Formula(text.parse().unwrap());
    let heuristic = match rng.below(10) {
        0 => formula(rng.pick(&["3 * (dx + dy)", "2", "g", "5 - g", "dx * dy"])),
        1 | 2 => formula(PATCHY),
        _ => rng.pick(&Heuristic::NAMED),
    };
    let steps = [
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
        StepCosts::TEN_FOURTEEN,
        StepCosts::custom(5, 9).unwrap(),
    ];
    SearchOptions {
        algorithm,
        movement,
        heuristic,
        steps: rng.pick(&steps),
        cost_rule: rng.pick(&CostRule::ALL),
        neighbours,
        ..SearchOptions::default()
    }
}

/// Runs many maps; returns the number of costs that were compared with the oracle's.
fn keeps_its_promise(algorithm: Algorithm, movement: Movement, maps: u64) -> u64 {
    let mut pool = NodePool::default();
    let mut optimal = 0;
    for seed in 0..maps {
        let rng = &mut Rng(seed);
        let case = Case::random(rng);
        let grid = case.grid();
        let mut options = options(rng, algorithm, movement);
        if rng.below(8) == 0 {
            options.region = Some(Rect {
                at: Cell::new(0, 0),
                width: 4,
                height: 8,
            });
        }
        let optimum = case.cheapest(&options);
        let show = || case.show(seed, &options);
        let query = PathQuery::new(case.start, case.goal, &options);
        let outcome = solve(&grid, &query, &mut pool, &mut ());
        let mut events = Vec::new();
        let watched = solve(&grid, &query, &mut NodePool::default(), &mut events);
        assert_eq!(outcome, watched, "watched, with fresh memory; {}", show());
        judge_events(&events, &outcome, &show);
        let Outcome::Solved(solution) = &outcome else {
            assert!(
                matches!(outcome, Outcome::NoPath(..)),
                "{outcome:?}; {}",
                show()
            );
            assert_eq!(optimum, None, "a path was missed; {}", show());
            continue;
        };
        let path = &solution.path;
        assert_eq!(path.validate(&grid, &options), Ok(()), "{}", show());
        assert_eq!(
            (path.cells().first(), path.cells().last()),
            (Some(&case.start), Some(&case.goal)),
            "{}",
            show()
        );
        // Portals that no estimate from their own entrance gains by are left out. With a patchy
        // estimate they would have to stay.
        let patchy = case.portals.is_empty()
            && matches!(&options.heuristic, Heuristic::Formula(formula) if formula.text() == PATCHY);
        if patchy || options.guarantee() == Guarantee::Optimal {
            assert_eq!(Some(path.cost().0), optimum, "{}", show());
            optimal += 1;
        }
        assert!(Some(path.cost().0) >= optimum, "{}", show());
    }
    optimal
}

/// A cell, its g, and whether it is open.
type Entry = (Cell, Cost, bool);

fn entry(known: &mut [Entry], cell: Cell) -> Option<&mut Entry> {
    known.iter_mut().find(|known| known.0 == cell)
}

/// Checks that the events add up to the counters and are consistent.
fn judge_events(events: &[SearchEvent], outcome: &Outcome, show: &impl Fn() -> String) {
    let mut counts = [0; 3];
    let mut known: Vec<Entry> = Vec::new();
    let mut last_bound = Cost::ZERO;
    let (end, before) = events.split_last().unwrap();
    assert_eq!(
        *end,
        SearchEvent::Ended {
            found: outcome.path().is_some()
        },
        "{}",
        show()
    );
    for event in before {
        match *event {
            SearchEvent::Generated { cell, g, .. } => {
                counts[1] += 1;
                assert!(
                    entry(&mut known, cell).is_none(),
                    "{cell} is generated twice; {}",
                    show()
                );
                known.push((cell, g, true));
            }
            SearchEvent::Relaxed {
                cell, g, reopened, ..
            } => {
                counts[2] += u64::from(reopened);
                let entry = entry(&mut known, cell).unwrap();
                assert!(
                    g < entry.1 && reopened != entry.2,
                    "{cell} is relaxed; {}",
                    show()
                );
                (entry.1, entry.2) = (g, true);
            }
            SearchEvent::Expanded { cell, .. } => {
                counts[0] += 1;
                let entry = entry(&mut known, cell).unwrap();
                assert!(
                    std::mem::take(&mut entry.2),
                    "{cell} is expanded and not open; {}",
                    show()
                );
            }
            SearchEvent::Pruned { cell, .. } => {
                let entry = entry(&mut known, cell).unwrap();
                assert!(
                    std::mem::take(&mut entry.2),
                    "{cell} is dropped and not open; {}",
                    show()
                );
            }
            SearchEvent::Deferred { cell, g, .. } => {
                let entry = entry(&mut known, cell).unwrap();
                assert!(
                    entry.2 && g == entry.1,
                    "{cell} is deferred and not open; {}",
                    show()
                );
            }
            SearchEvent::Restarted { bound } => {
                assert!(bound > last_bound, "{}", show());
                last_bound = bound;
                known.clear();
            }
            SearchEvent::Ended { .. } => panic!("the search ends twice; {}", show()),
            SearchEvent::Ignored { .. } | SearchEvent::NextPass { .. } => {
                panic!("{event:?} was not asked for")
            }
        }
    }
    let stats = outcome.stats();
    assert_eq!(
        counts,
        [stats.expanded, stats.generated, stats.reopened],
        "{}",
        show()
    );
}

#[test]
fn ida_star_finds_the_cheapest_path() {
    for movement in Movement::ALL {
        let optimal = keeps_its_promise(Algorithm::IdaStar, movement, 5_000);
        assert!(optimal > 1_500, "{optimal}");
    }
}

#[test]
fn fringe_search_finds_the_cheapest_path() {
    for movement in Movement::ALL {
        let optimal = keeps_its_promise(Algorithm::Fringe, movement, 10_000);
        assert!(optimal > 3_000, "{optimal}");
    }
}

#[test]
fn a_cost_limit_is_kept_to_the_unit() {
    let mut over_bound = 0;
    for seed in 0..2_000 {
        let rng = &mut Rng(seed);
        let case = Case::random(rng);
        let grid = case.grid();
        let movement = rng.pick(&Movement::ALL);
        for algorithm in [Algorithm::IdaStar, Algorithm::Fringe] {
            let options = SearchOptions {
                steps: StepCosts::TEN_FOURTEEN,
                movement,
                ..algorithm.into()
            };
            let Some(optimum) = case.cheapest(&options) else {
                continue;
            };
            let pool = &mut NodePool::default();
            let mut query = PathQuery::new(case.start, case.goal, options);
            query.options.max_cost = CostLimit::new(f64::from(u32::try_from(optimum).unwrap()));
            let enough = solve(&grid, &query, pool, &mut ());
            assert_eq!(
                enough.cost(),
                Some(Cost(optimum)),
                "{}",
                case.show(seed, &query.options)
            );
            if optimum == 0 {
                continue;
            }
            query.options.max_cost = CostLimit::new(f64::from(u32::try_from(optimum - 1).unwrap()));
            let short = solve(&grid, &query, pool, &mut ());
            assert!(
                matches!(short, Outcome::NoPath(NoPathReason::OverCostLimit, _)),
                "{}",
                case.show(seed, &query.options)
            );
            over_bound += 1;
        }
    }
    assert!(over_bound > 1_000, "{over_bound}");
}

#[test]
fn limits_stop_a_search_in_the_midst_of_what_it_would_have_done() {
    let mut stopped = 0;
    for seed in 0..1_000 {
        let rng = &mut Rng(seed);
        let case = Case::random(rng);
        let grid = case.grid();
        for algorithm in [Algorithm::IdaStar, Algorithm::Fringe] {
            let options = SearchOptions {
                movement: rng.pick(&Movement::ALL),
                ..algorithm.into()
            };
            let (mut all, mut some) = (Vec::new(), Vec::new());
            let query = PathQuery::new(case.start, case.goal, &options);
            let whole = solve(&grid, &query, &mut NodePool::default(), &mut all)
                .stats()
                .expanded;
            let most = rng.below(usize::try_from(whole).unwrap()) as u64;
            let limits = Limits {
                expansions: most,
                ..Limits::NONE
            };
            let outcome = solve_within(&grid, &query, limits, &mut NodePool::default(), &mut some);
            assert!(
                matches!(outcome, Outcome::OutOfBudget(_)),
                "{}",
                case.show(seed, &options)
            );
            assert_eq!(
                outcome.stats().expanded,
                most,
                "{}",
                case.show(seed, &options)
            );
            assert!(all.starts_with(&some), "{}", case.show(seed, &options));
            stopped += 1;
        }
    }
    assert_eq!(stopped, 2_000);
}

#[test]
fn a_walled_off_goal_ends_the_search_on_a_map_of_middle_size() {
    let mut rows = vec![".".repeat(64); 64];
    rows[62].replace_range(61.., "###");
    rows[63].replace_range(61..62, "#");
    let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    for (algorithm, most) in [(Algorithm::IdaStar, 200_000), (Algorithm::Fringe, 12_000)] {
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(63, 63), algorithm);
        let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
        let Outcome::NoPath(NoPathReason::Unreachable, stats) = outcome else {
            panic!("{outcome:?}")
        };
        assert!(stats.expanded < most, "{algorithm:?}: {stats:?}");
    }
}

#[test]
fn ida_star_tells_its_passes_and_fringe_search_has_none_to_tell() {
    let grid = Grid::from_rows(&["...#..", ".#.#..", ".#...."]);
    let counted = |algorithm: Algorithm| {
        let mut events = Vec::new();
        let query = PathQuery::new(Cell::new(0, 2), Cell::new(4, 0), algorithm);
        let outcome = solve(&grid, &query, &mut NodePool::default(), &mut events);
        let restarted = |event: &SearchEvent| matches!(event, SearchEvent::Restarted { .. });
        (outcome.cost(), events.into_iter().filter(restarted).count())
    };
    let (cost, passes) = counted(Algorithm::IdaStar);
    assert!(passes >= 2, "{passes}");
    assert_eq!(counted(Algorithm::Fringe), (cost, 0));
}
