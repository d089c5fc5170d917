//! Bidirectional, backward and depth-first searches against references that share no code with
//! them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Direction, Grid, Guarantee, Heuristic, Limits,
    Movement, NeighborOrder, NoPathReason, NodePool, OptionKey, Outcome, PathQuery, Portal, Rect,
    Refusal, SearchEvent, SearchOptions, Side, StepCosts, Terrain, TerrainId, TieBreak, solve,
    solve_within,
};
use gridwalk_testing::oracle::{all_moves, costs_to};
use gridwalk_testing::{Rng, shared, show};

fn small(rng: &mut Rng, n: u64) -> i32 {
    i32::try_from(rng.below(n)).unwrap()
}

/// Returns floor, wall, costs 1 to 9, and four one-way terrains.
fn legend() -> Vec<Terrain> {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let mut legend = vec![Terrain::floor(), Terrain::wall()];
    legend.extend((1..=9).map(|cost| Terrain::new(format!("cost {cost}"), Some(cost))));
    let exits: [(char, u16, &[Direction]); 4] = [
        ('>', 1, &[East, NorthEast, SouthEast]),
        ('<', 3, &[West, South, SouthWest]),
        ('^', 1, &[North]),
        ('v', 2, &[North, East, South, SouthEast, NorthWest]),
    ];
    legend.extend(exits.into_iter().map(|(glyph, cost, exits)| Terrain {
        exits: exits.iter().copied().collect(),
        ..Terrain::new(format!("one-way {glyph}"), Some(cost))
    }));
    legend
}

/// A small map, two free cells, which may be equal, and options.
struct Case {
    seed: u64,
    grid: Grid,
    start: Cell,
    goal: Cell,
    /// Whether every path costs the same in the opposite direction.
    symmetric: bool,
    options: SearchOptions,
}

impl Case {
    fn random(seed: u64, movement: Movement) -> Self {
        let rng = &mut Rng(seed ^ 0x5EED);
        let weighted = seed % 2 == 1;
        let special = seed.is_multiple_of(3);
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let (walls, one_way) = (rng.below(50), if special { rng.below(40) } else { 0 });
        let mut terrain = || {
            let number = match rng.below(100) {
                n if n < walls => 1,
                n if n < walls + one_way => 11 + rng.below(4),
                _ if weighted => 2 + rng.below(9),
                _ => 0,
            };
            TerrainId(u8::try_from(number).unwrap())
        };
        let mut cells: Vec<TerrainId> = (0..width * height).map(|_| terrain()).collect();
        let mut cell = || Cell::new(small(rng, width), small(rng, height));
        let (start, goal) = (cell(), cell());
        let index =
            |cell: Cell| usize::try_from(cell.y * i32::try_from(width).unwrap() + cell.x).unwrap();
        for end in [start, goal] {
            if cells[index(end)] == TerrainId(1) {
                cells[index(end)] = TerrainId(0);
            }
        }
        let mut portals = Vec::new();
        for _ in 0..if special { rng.below(4) } else { 0 } {
            let mut cell = || Cell::new(small(rng, width), small(rng, height));
            let (from, to) = (cell(), cell());
            portals.push(Portal {
                from,
                to,
                cost: rng.pick(&[1, 2, 7]),
                two_way: rng.below(2) == 0,
            });
        }
        let side = |side: u64| u32::try_from(side).unwrap();
        let grid = Grid::new(side(width), side(height), cells, legend())
            .unwrap()
            .with_portals(&portals)
            .unwrap();
        let mut first = Direction::ALL.to_vec();
        for _ in 0..rng.below(8) {
            first.remove(usize::try_from(rng.below(first.len() as u64)).unwrap());
        }
        let region = (rng.below(8) == 0).then(|| Rect {
            at: Cell::new(small(rng, 4) - 1, small(rng, 4) - 1),
            width: 1 + side(rng.below(width)),
            height: 1 + side(rng.below(height)),
        });
        let steps = [
            StepCosts::SQRT2,
            StepCosts::UNIFORM,
            StepCosts::TEN_FOURTEEN,
            StepCosts::custom(2, 4).unwrap(),
        ];
        let steps = rng.pick(&steps);
        // In straight steps as people write them, so that the limit often lies just below or above
        // the cost of the path.
        let unit = steps.to_f64(steps.straight());
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let limit = unit * rng.below(3 * (width + height)) as f64;
        let options = SearchOptions {
            movement,
            steps,
            heuristic: rng.pick(&Heuristic::NAMED),
            cost_rule: rng.pick(&CostRule::ALL),
            neighbours: NeighborOrder::new(&first).unwrap(),
            tie: rng.pick(&TieBreak::ALL),
            max_cost: (rng.below(4) == 0).then(|| CostLimit::new(limit).unwrap()),
            region,
            ..SearchOptions::default()
        };
        let ways_back = one_way == 0 && portals.iter().all(|portal| portal.two_way);
        let uniform = !weighted && one_way == 0;
        let symmetric = ways_back
            && region.is_none()
            && (uniform || options.cost_rule == CostRule::MeanTouched);
        Self {
            seed,
            grid,
            start,
            goal,
            symmetric,
            options,
        }
    }

    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.start, self.goal, options)
    }

    fn with(&self, algorithm: Algorithm) -> SearchOptions {
        SearchOptions {
            algorithm,
            ..self.options.clone()
        }
    }

    /// Returns the case as text to paste into a test.
    fn show(&self, options: &SearchOptions) -> String {
        let (seed, start, goal) = (self.seed, self.start, self.goal);
        format!(
            "seed {seed}: {start} to {goal} under {options:?}\n{}",
            show(&self.grid)
        )
    }
}

/// Runs recursive depth-first search.
///
/// Returns the cells in the order of the calls, and the path to the goal.
fn depth_first(
    moves: &[(Cell, Cell, u64)],
    start: Cell,
    goal: Cell,
) -> (Vec<Cell>, Option<Vec<Cell>>) {
    fn call(
        at: Cell,
        goal: Cell,
        next: &HashMap<Cell, Vec<Cell>>,
        order: &mut Vec<Cell>,
        path: &mut Vec<Cell>,
    ) -> bool {
        order.push(at);
        path.push(at);
        if at == goal {
            return true;
        }
        for &to in next.get(&at).into_iter().flatten() {
            if !order.contains(&to) && call(to, goal, next, order, path) {
                return true;
            }
        }
        path.pop();
        false
    }
    let mut next: HashMap<Cell, Vec<Cell>> = HashMap::new();
    for &(from, to, _) in moves {
        next.entry(from).or_default().push(to);
    }
    let (mut order, mut path) = (Vec::new(), Vec::new());
    let found = call(start, goal, &next, &mut order, &mut path);
    (order, found.then_some(path))
}

/// Solves with used memory, and compares with fresh memory, with and without an observer.
fn solve_by_all_means(
    case: &Case,
    options: &SearchOptions,
    reused: &mut NodePool,
    events: &mut Vec<SearchEvent>,
) -> Outcome {
    events.clear();
    let outcome = solve(&case.grid, &case.query(options), reused, &mut ());
    let watched = solve(
        &case.grid,
        &case.query(options),
        &mut NodePool::default(),
        events,
    );
    assert_eq!(
        outcome,
        watched,
        "fresh memory, watched; {}",
        case.show(options)
    );
    assert_events_agree(events, &outcome, &case.show(options));
    if let Some(path) = outcome.path() {
        assert_eq!(
            path.validate(&case.grid, options),
            Ok(()),
            "{}",
            case.show(options)
        );
        assert_eq!(
            (path.cells()[0], *path.cells().last().unwrap()),
            (case.start, case.goal),
            "{}",
            case.show(options)
        );
    }
    outcome
}

/// Checks that the events add up to the counters and come in a consistent order.
fn assert_events_agree(events: &[SearchEvent], outcome: &Outcome, show: &str) {
    #[derive(PartialEq)]
    enum Is {
        Open,
        Closed,
    }
    let stats = outcome.stats();
    let mut cells: HashMap<(Cell, Side), Is> = HashMap::new();
    let (mut generated, mut expanded, mut reopenings, mut ended) = (0, 0, 0, 0);
    let (mut open, mut largest_open) = (0_u64, 0);
    for event in events {
        match *event {
            SearchEvent::Generated { cell, side, .. } => {
                generated += 1;
                open += 1;
                assert!(
                    cells.insert((cell, side), Is::Open).is_none(),
                    "{cell} is new once; {show}"
                );
            }
            SearchEvent::Relaxed {
                cell,
                side,
                reopened,
                ..
            } => {
                reopenings += u64::from(reopened);
                let before = cells
                    .insert((cell, side), Is::Open)
                    .expect("only known cells are relaxed");
                assert_eq!(reopened, before == Is::Closed, "{cell}; {show}");
                open += u64::from(before == Is::Closed);
            }
            SearchEvent::Expanded { cell, side } => {
                expanded += 1;
                open -= 1;
                let before = cells.insert((cell, side), Is::Closed);
                assert!(
                    before == Some(Is::Open),
                    "{cell} is expanded and was not open; {show}"
                );
            }
            SearchEvent::Pruned { cell, side } => {
                open -= 1;
                let before = cells.insert((cell, side), Is::Closed);
                assert!(
                    before == Some(Is::Open),
                    "{cell} is dropped and was not open; {show}"
                );
            }
            SearchEvent::Restarted { .. } | SearchEvent::Deferred { .. } => {
                panic!("there is one pass; {show}")
            }
            SearchEvent::Ignored { .. } | SearchEvent::NextPass { .. } => {
                panic!("{event:?} was not asked for")
            }
            SearchEvent::Ended { found } => {
                ended += 1;
                assert_eq!(found, outcome.path().is_some(), "{show}");
            }
        }
        largest_open = largest_open.max(open);
    }
    assert_eq!(
        (stats.generated, stats.expanded, stats.reopened),
        (generated, expanded, reopenings),
        "{show}"
    );
    assert_eq!(ended, 1, "{show}");
    assert!(
        matches!(events.last(), Some(SearchEvent::Ended { .. })),
        "{show}"
    );
    assert_eq!(stats.largest_open, largest_open, "{show}");
}

/// Checks that there is an answer exactly if there should be one, else the right reason.
fn assert_answer(outcome: &Outcome, left: Option<u64>, options: &SearchOptions, show: &str) {
    let limit = options
        .max_cost
        .map_or(u64::MAX, |most| most.in_units(options.units()).0);
    match (outcome, left.filter(|&left| left <= limit)) {
        (Outcome::Solved(solution), Some(_)) => assert!(
            solution.path.cost().0 <= limit,
            "over the cost limit; {show}"
        ),
        (Outcome::NoPath(reason, _), None) => {
            let otherwise = match options.region {
                Some(_) => NoPathReason::NotInRegion,
                None => NoPathReason::Unreachable,
            };
            match (left, options.max_cost) {
                (Some(_), _) => assert_eq!(*reason, NoPathReason::OverCostLimit, "{show}"),
                (None, None) => assert_eq!(*reason, otherwise, "{show}"),
                (None, Some(_)) => assert!(
                    [NoPathReason::OverCostLimit, otherwise].contains(reason),
                    "{show}"
                ),
            }
        }
        (outcome, cheapest) => panic!("{cheapest:?} is right, and not {outcome:?}; {show}"),
    }
}

/// Returns estimates with their admissibility; the admissible ones are as inconsistent as possible.
fn formulas() -> Vec<(Heuristic, bool)> {
    let formula = |text: &str| Heuristic::Formula(text.parse().unwrap());
    vec![
        (formula("max(dx, dy) * (dx - 2 * floor(dx / 2))"), true),
        (
            formula("max(dx, dy) * (dx + dy - 3 * floor((dx + dy) / 3)) / 2"),
            true,
        ),
        (formula("max(max(dx, dy) - 1, 0)"), true),
        (formula("3 * (dx + dy)"), false),
        (formula("dx * dy"), false),
    ]
}

const MAPS: u64 = 10_000;

/// Runs a check on every map, with all its moves and the remaining cost of each cell.
fn on_all_maps(
    movement: Movement,
    mut check: impl FnMut(&Case, &[(Cell, Cell, u64)], &HashMap<Cell, u64>),
) {
    for seed in 0..MAPS {
        let case = Case::random(seed, movement);
        let moves = all_moves(&case.grid, &case.options);
        check(&case, &moves, &costs_to(&moves, &[case.goal]));
    }
}

fn check_bidirectional(movement: Movement) {
    let (mut reused, mut events) = (NodePool::default(), Vec::new());
    let (mut optimal, mut inconsistent, mut met) = (0, 0, 0);
    let formulas = formulas();
    on_all_maps(movement, |case, _, costs| {
        let cheapest = costs.get(&case.start).copied();
        let named = case.with(Algorithm::Bidirectional);
        let outcome = solve_by_all_means(case, &named, &mut reused, &mut events);
        assert_answer(&outcome, cheapest, &named, &case.show(&named));
        let dijkstra = solve(
            &case.grid,
            &case.query(case.with(Algorithm::Dijkstra)),
            &mut reused,
            &mut (),
        );
        assert_eq!(
            outcome.path().is_some(),
            dijkstra.path().is_some(),
            "{}",
            case.show(&named)
        );
        if named.guarantee() == Guarantee::Optimal && outcome.path().is_some() {
            assert_eq!(outcome.cost(), cheapest.map(Cost), "{}", case.show(&named));
            optimal += 1;
            if case.symmetric {
                let back = solve(
                    &case.grid,
                    &PathQuery::new(case.goal, case.start, &named),
                    &mut reused,
                    &mut (),
                );
                assert_eq!(
                    outcome.cost(),
                    back.cost(),
                    "the path back; {}",
                    case.show(&named)
                );
            }
        }
        let sides = |wanted| {
            events
                .iter()
                .any(|e| matches!(e, SearchEvent::Expanded { side, .. } if *side == wanted))
        };
        met += u32::from(sides(Side::Forward) && sides(Side::Backward));
        let (heuristic, admissible) = Rng(case.seed).pick(&formulas);
        let formula = SearchOptions { heuristic, ..named };
        let outcome = solve_by_all_means(case, &formula, &mut reused, &mut events);
        assert_answer(&outcome, cheapest, &formula, &case.show(&formula));
        if admissible && outcome.path().is_some() {
            assert_eq!(
                outcome.cost(),
                cheapest.map(Cost),
                "{}",
                case.show(&formula)
            );
            inconsistent += u32::from(outcome.stats().reopened > 0);
        }
    });
    assert!(
        optimal > 3000 && met > 5000,
        "{optimal} cheapest paths, {met} searches from both ends"
    );
    assert!(
        inconsistent > 40,
        "{inconsistent} searches with cells reopened and cheapest paths"
    );
}

#[test]
fn from_both_ends_the_path_is_the_cheapest_with_four_directions() {
    check_bidirectional(Movement::ALL[0]);
}

#[test]
fn two_ended_search_is_optimal_with_eight_directions() {
    check_bidirectional(Movement::ALL[1]);
}

#[test]
fn two_ended_search_is_optimal_with_one_free_corner() {
    check_bidirectional(Movement::ALL[2]);
}

#[test]
fn from_both_ends_the_path_is_the_cheapest_without_cut_corners() {
    check_bidirectional(Movement::ALL[3]);
}

#[test]
fn flow_field_search_takes_the_best_move_from_each_cell() {
    let (mut reused, mut events) = (NodePool::default(), Vec::new());
    for movement in Movement::ALL {
        let mut solved = 0;
        on_all_maps(movement, |case, moves, costs| {
            let options = case.with(Algorithm::FlowField);
            let show = || case.show(&options);
            let limit = options
                .max_cost
                .map_or(u64::MAX, |most| most.in_units(options.units()).0);
            let mut best: HashMap<Cell, (u64, Cell)> = HashMap::new();
            for &(from, to, cost) in moves.iter().filter(|(from, ..)| *from != case.goal) {
                let Some(through) = costs
                    .get(&to)
                    .map(|left| left + cost)
                    .filter(|&all| all <= limit)
                else {
                    continue;
                };
                if best.get(&from).is_none_or(|&(known, _)| through < known) {
                    best.insert(from, (through, to));
                }
            }
            let outcome = solve_by_all_means(case, &options, &mut reused, &mut events);
            assert_answer(&outcome, costs.get(&case.start).copied(), &options, &show());
            if let Some(path) = outcome.path() {
                let walk = std::iter::successors(Some(case.start), |cell| {
                    best.get(cell).map(|(_, to)| *to)
                });
                assert_eq!(path.cells(), walk.collect::<Vec<_>>(), "{}", show());
            }
            let backward = |event: &SearchEvent| {
                !matches!(
                    event,
                    SearchEvent::Expanded {
                        side: Side::Forward,
                        ..
                    }
                )
            };
            assert!(events.iter().all(backward), "{}", show());
            if case.symmetric {
                let back = solve(
                    &case.grid,
                    &PathQuery::new(case.goal, case.start, &options),
                    &mut reused,
                    &mut (),
                );
                assert_eq!(outcome.cost(), back.cost(), "the path back; {}", show());
            }
            solved += u32::from(outcome.path().is_some());
        });
        assert!(solved > 4000, "{solved} paths under {movement:?}");
    }
}

#[test]
fn depth_first_search_expands_in_the_order_of_the_recursion() {
    let (mut reused, mut events) = (NodePool::default(), Vec::new());
    for movement in Movement::ALL {
        let mut moved = 0;
        on_all_maps(movement, |case, moves, costs| {
            let options = SearchOptions {
                max_cost: None,
                ..case.with(Algorithm::DepthFirst)
            };
            let show = || case.show(&options);
            let outcome = solve_by_all_means(case, &options, &mut reused, &mut events);
            assert_answer(&outcome, costs.get(&case.start).copied(), &options, &show());
            let (order, path) = depth_first(moves, case.start, case.goal);
            let mut parents = HashMap::new();
            let mut expanded = Vec::new();
            for event in &events {
                match *event {
                    SearchEvent::Generated { cell, parent, .. } => _ = parents.insert(cell, parent),
                    SearchEvent::Relaxed { cell, parent, .. } => {
                        parents.insert(cell, parent);
                        moved += 1;
                    }
                    SearchEvent::Expanded { cell, .. } => expanded.push(cell),
                    _ => {}
                }
            }
            assert_eq!(expanded, order, "{}", show());
            assert_eq!(
                outcome.path().map(|path| path.cells().to_vec()),
                path,
                "{}",
                show()
            );
            for pair in path.unwrap_or_default().windows(2) {
                assert_eq!(
                    parents[&pair[1]],
                    pair[0],
                    "a watcher knows the parents; {}",
                    show()
                );
            }
        });
        assert!(moved > 1000, "{moved} waiting cells were seen again");
    }
}

const ALGORITHMS: [Algorithm; 3] = [
    Algorithm::Bidirectional,
    Algorithm::DepthFirst,
    Algorithm::FlowField,
];

#[test]
fn a_budget_of_expansions_is_kept_to_the_last_one() {
    for seed in 0..300 {
        let case = Case::random(seed, Movement::default());
        for algorithm in ALGORITHMS {
            let options = SearchOptions {
                max_cost: None,
                ..case.with(algorithm)
            };
            let pool = &mut NodePool::default();
            let whole = solve(&case.grid, &case.query(&options), pool, &mut ());
            for most in 0..whole.stats().expanded {
                let limits = Limits {
                    expansions: most,
                    ..Limits::NONE
                };
                let outcome =
                    solve_within(&case.grid, &case.query(&options), limits, pool, &mut ());
                let Outcome::OutOfBudget(stats) = outcome else {
                    panic!("{outcome:?}; {}", case.show(&options))
                };
                assert_eq!(stats.expanded, most, "{}", case.show(&options));
            }
            assert_eq!(
                solve(&case.grid, &case.query(&options), pool, &mut ()),
                whole,
                "{}",
                case.show(&options)
            );
        }
    }
}

#[test]
fn at_the_goal_there_is_nothing_to_walk() {
    let grid = Grid::from_rows(&["..", ".."]);
    let here = Cell::new(1, 0);
    for algorithm in ALGORITHMS {
        let outcome = solve(
            &grid,
            &PathQuery::new(here, here, algorithm),
            &mut NodePool::default(),
            &mut (),
        );
        assert_eq!(
            outcome.path().map(|path| path.cells().to_vec()),
            Some(vec![here]),
            "{algorithm:?}"
        );
        assert_eq!(outcome.cost(), Some(Cost::ZERO), "{algorithm:?}");
    }
}

#[test]
fn the_first_meeting_is_not_always_the_cheapest() {
    // Both sides open the expensive cell between them first; the detour is cheaper.
    let grid = Grid::from_rows(&["...", ".9."]);
    let (start, goal) = (Cell::new(0, 1), Cell::new(2, 1));
    let options = SearchOptions {
        movement: Movement::Four,
        steps: StepCosts::UNIFORM,
        heuristic: Heuristic::Zero,
        ..Algorithm::Bidirectional.into()
    };
    let outcome = solve(
        &grid,
        &PathQuery::new(start, goal, &options),
        &mut NodePool::default(),
        &mut (),
    );
    assert_eq!(outcome.cost(), Some(Cost(4)), "and not 9 + 1");
}

#[test]
fn depth_first_search_refuses_a_cost_limit() {
    let options = SearchOptions {
        max_cost: CostLimit::new(5.0),
        ..Algorithm::DepthFirst.into()
    };
    let refusal = options.check_together().unwrap_err();
    assert_eq!(
        refusal,
        Refusal::Option(Algorithm::DepthFirst, OptionKey::MaxCost)
    );
    assert!(
        refusal.to_string().contains("use A* or Dijkstra"),
        "{refusal}"
    );
}

/// Parses a published map, with the legend in the order of `costs`; 0 is blocked.
fn published_map(text: &str, costs: &[(char, u16)]) -> Grid {
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| *line != "map")
        .skip(1)
        .filter(|l| !l.is_empty())
        .collect();
    let cost = |cost: u16| if cost == 0 { None } else { Some(cost) };
    let terrain = |&(_, price): &(char, u16)| Terrain::new("published", cost(price));
    let number = |glyph| {
        costs
            .iter()
            .position(|&(known, _)| known == glyph)
            .expect("the legend knows every glyph")
    };
    let cells = rows.iter().flat_map(|row| {
        row.chars()
            .map(|glyph| TerrainId(u8::try_from(number(glyph)).unwrap()))
    });
    let side = |side: usize| u32::try_from(side).unwrap();
    let legend = costs.iter().map(terrain).collect();
    Grid::new(
        side(rows[0].len()),
        side(rows.len()),
        cells.collect(),
        legend,
    )
    .unwrap()
}

/// Returns the cost to the goal on a large map, by Dijkstra's algorithm against the direction of
/// the moves.
///
/// `moves_to` groups the moves by the index of their target cell.
fn cost_on_large_map(
    grid: &Grid,
    moves_to: &[Vec<(Cell, u64)>],
    start: Cell,
    goal: Cell,
) -> Option<u64> {
    let number = |cell: Cell| grid.index(cell).unwrap().get();
    let mut left = vec![u64::MAX; grid.cell_count()];
    let mut open = BinaryHeap::from([(Reverse(0), goal)]);
    left[number(goal)] = 0;
    while let Some((Reverse(cost), cell)) = open.pop() {
        if cell == start {
            return Some(cost);
        }
        if cost > left[number(cell)] {
            continue;
        }
        for &(from, step) in &moves_to[number(cell)] {
            if cost + step < left[number(from)] {
                left[number(from)] = cost + step;
                open.push((Reverse(cost + step), from));
            }
        }
    }
    None
}

/// Checks every n-th line of each scenario file of a folder of shared data.
///
/// To check all lines, with figures: `GRIDWALK_STRIDE=1 cargo test --release -p
/// gridwalk_pathfinding --test kernel two_ended::published -- --nocapture`.
///
/// Costs are compared with the published lengths or, where none are published for these terrain
/// costs, with Dijkstra's algorithm above.
fn check_published(
    folder: &str,
    costs: &[(char, u16)],
    rule: CostRule,
    lengths_are_published: bool,
) {
    let folder = shared(&format!("data/{folder}"));
    let entries = std::fs::read_dir(&folder).unwrap();
    let stride = std::env::var("GRIDWALK_STRIDE").map_or(400, |stride| stride.parse().unwrap());
    let mut maps: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    let mut queries = 0;
    for map in &maps {
        let grid = published_map(&std::fs::read_to_string(map).unwrap(), costs);
        let plain = SearchOptions {
            cost_rule: rule,
            ..SearchOptions::default()
        };
        let mut moves_to = vec![Vec::new(); grid.cell_count()];
        if !lengths_are_published {
            for (from, to, cost) in all_moves(&grid, &plain) {
                moves_to[grid.index(to).unwrap().get()].push((from, cost));
            }
        }
        let scenarios = std::fs::read_to_string(map.with_extension("map.scen")).unwrap();
        let pool = &mut NodePool::default();
        let mut sums = [(0, std::time::Duration::ZERO); 2];
        let (mut count, mut left_out) = (0, 0);
        for line in scenarios
            .lines()
            .skip(1)
            .filter(|line| !line.is_empty())
            .step_by(stride)
        {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let number = |at: usize| words[at].parse::<i32>().unwrap();
            let (start, goal) = (
                Cell::new(number(4), number(5)),
                Cell::new(number(6), number(7)),
            );
            if PathQuery::new(start, goal, &plain)
                .check_ends(&grid)
                .is_err()
            {
                // A few lines lead from trees to trees, or to cells that the legend calls outside.
                left_out += 1;
                continue;
            }
            let mut found = Vec::new();
            for (algorithm, sum) in [Algorithm::AStar, Algorithm::Bidirectional]
                .into_iter()
                .zip(&mut sums)
            {
                let options = SearchOptions {
                    algorithm,
                    ..plain.clone()
                };
                let begin = std::time::Instant::now();
                let outcome = solve(&grid, &PathQuery::new(start, goal, &options), pool, &mut ());
                sum.1 += begin.elapsed();
                sum.0 += outcome.stats().expanded;
                let path = outcome
                    .path()
                    .unwrap_or_else(|| panic!("{} has a path: {line}", map.display()));
                assert_eq!(
                    path.validate(&grid, &options),
                    Ok(()),
                    "{}: {line}",
                    map.display()
                );
                found.push(path.cost());
            }
            assert_eq!(found[0], found[1], "{}: {line}", map.display());
            if lengths_are_published {
                let published: f64 = words[8].parse().unwrap();
                let cost = plain.units().to_f64(found[1]);
                assert!(
                    (cost - published).abs() < 0.01,
                    "{cost} on {}: {line}",
                    map.display()
                );
            } else {
                let right = cost_on_large_map(&grid, &moves_to, start, goal);
                assert_eq!(Some(found[1].0), right, "{}: {line}", map.display());
            }
            count += 1;
        }
        assert!(
            left_out * 20 <= count,
            "{left_out} lines of {} have blocked ends",
            map.display()
        );
        queries += count;
        let figures = sums.map(|(expanded, time)| {
            format!(
                "{} µs, {} expanded",
                time.as_micros() / count,
                u128::from(expanded) / count
            )
        });
        let name = map.file_name().unwrap().display();
        let [alone, both] = figures;
        println!("{name}: {count} queries, {left_out} left out; A* {alone}; both ends {both}");
    }
    assert!(queries >= 2, "{} holds scenarios", folder.display());
}

gridwalk_testing::published! {
    fn published_scenarios_from_both_ends() {
        let costs = [('.', 1), ('G', 1), ('S', 1), ('@', 0), ('O', 0), ('T', 0), ('W', 0)];
        check_published("movingai", &costs, CostRule::Entered, true);
    }
}

gridwalk_testing::published! {
    fn published_weighted_scenarios_from_both_ends() {
        let costs = [('.', 1), ('S', 2), ('W', 3), ('T', 4), ('@', 0)];
        check_published("weighted", &costs, CostRule::MeanTouched, false);
    }
}
