//! The promise of the open list: its first row is the cell that is expanded next, whatever searches.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwalk::explain::{Timeline, Trace};
use gridwalk::pathfinding::{
    Algorithm, Cell, CellIndex, CostLimit, CostRule, Direction, Grid, Heuristic, Limits, Movement, NeighborOrder,
    NodePool, Outcome, ParentRule, Portal, Rect, ReopenRule, SearchEvent, SearchOptions, SearchProblem, Side,
    StepCosts, StopRule, Terrain, TerrainId, TieBreak, Weight,
};

mod common;
use common::Rng;

/// One time in so many.
fn rarely(rng: &mut Rng, times: usize) -> bool {
    rng.below(times) == 0
}

fn random_grid(rng: &mut Rng) -> Grid {
    let (width, height) = (2 + rng.below(11), 2 + rng.below(11));
    let exits = |name: &str, direction| Terrain {
        name: name.to_owned(),
        exits: [direction].into_iter().collect(),
        ..Terrain::floor()
    };
    let ground = |cost| Terrain { name: format!("ground {cost}"), cost: Some(cost), ..Terrain::floor() };
    // Some searches refuse maps with anything special, so every other map has nothing.
    let special = rarely(rng, 2);
    let mut legend = vec![Terrain::floor(), Terrain::wall()];
    if special {
        let one_way = exits("eastward", rng.pick(&Direction::ALL));
        legend.extend([ground(2), ground(5), one_way]);
    }
    let walls = rng.below(45);
    let one_ways = special && rarely(rng, 3);
    let cells = (0..width * height).map(|_| match rng.below(100) {
        n if n < walls => TerrainId(1),
        n if one_ways && n > 85 => TerrainId(4),
        n if special && n > 60 => TerrainId(2 + u8::try_from(n % 2).unwrap()),
        _ => TerrainId(0),
    });
    let cells = cells.collect();
    let grid = Grid::new(u32::try_from(width).unwrap(), u32::try_from(height).unwrap(), cells, legend).unwrap();
    let free = free_cells(&grid);
    if !special || free.is_empty() || !rarely(rng, 3) {
        return grid;
    }
    let portals = [Portal::between(rng.pick(&free), rng.pick(&free))];
    grid.clone().with_portals(&portals).unwrap_or(grid)
}

fn free_cells(grid: &Grid) -> Vec<Cell> {
    let cells = (0..grid.cell_count()).map(|index| grid.cell(CellIndex(u32::try_from(index).unwrap())));
    cells.filter(|cell| grid.is_walkable(*cell)).collect()
}

fn random_options(
    rng: &mut Rng,
    algorithm: Algorithm,
    movement: Movement,
    tie: TieBreak,
    grid: &Grid,
) -> SearchOptions {
    let weight = if algorithm == Algorithm::WeightedAStar { rng.pick(&[0.0, 0.5, 1.5, 3.0]) } else { 1.0 };
    let steps = rng.pick(&[StepCosts::SQRT2, StepCosts::UNIFORM, StepCosts::TEN_FOURTEEN]);
    let formula = rng.pick(&["dx * dx + dy * dy", "dx + g / 4", "3 * max(dx, dy)"]);
    let heuristic =
        if rarely(rng, 6) { Heuristic::Formula(formula.parse().unwrap()) } else { rng.pick(&Heuristic::NAMED) };
    let (stop, parent) =
        if rarely(rng, 3) { (rng.pick(&StopRule::ALL), rng.pick(&ParentRule::ALL)) } else { <_>::default() };
    SearchOptions {
        algorithm,
        movement,
        tie,
        heuristic,
        stop,
        parent,
        reopen: rng.pick(&ReopenRule::ALL),
        weight: Weight::new(weight).unwrap(),
        steps: if algorithm.is_any_angle() { StepCosts::SQRT2 } else { steps },
        cost_rule: if rarely(rng, 4) { CostRule::MeanTouched } else { CostRule::Entered },
        neighbours: NeighborOrder::new(&[rng.pick(&Direction::ALL)]).unwrap(),
        goal_tolerance: if rarely(rng, 8) { 2 } else { 0 },
        max_cost: if rarely(rng, 4) { CostLimit::new(f64::from(u32::try_from(rng.below(14)).unwrap())) } else { None },
        max_expansions: if rarely(rng, 8) { Some(1 + rng.next() % 20) } else { None },
        region: rarely(rng, 8).then(|| Rect {
            at: Cell::new(0, 0),
            width: 1 + grid.width() / 2,
            height: grid.height(),
        }),
    }
}

/// Checks every expansion of one search; how many there were.
fn check(options: &SearchOptions, problem: &SearchProblem, show: &str) -> usize {
    let (outcome, trace) = Trace::record(options, problem, Limits::NONE, usize::MAX, &mut NodePool::default());
    assert!(!matches!(outcome, Outcome::Refused(_)));
    let timeline = Timeline::new(Arc::new(trace));
    let mut expansions = 0;
    for (at, event) in timeline.trace().events().enumerate() {
        let SearchEvent::Expanded { cell, side } = event else { continue };
        expansions += 1;
        let mut before = timeline.clone();
        before.seek(at);
        assert_eq!(before.next_side(), Some(side), "before event {at}; {show}");
        let first = timeline.marks_at(at).open_list(side, 0..1);
        assert_eq!(first.first().map(|row| row.cell), Some(cell), "before event {at}; {show}");
    }
    assert_eq!(expansions as u64, outcome.stats().expanded, "{show}");
    let marks = timeline.marks_at(timeline.len());
    for side in [Side::Forward, Side::Backward] {
        assert_eq!(marks.open_list(side, 0..usize::MAX).len() as u64, open_cells(&timeline, side), "{show}");
    }
    assert_eq!(marks.counters().largest_open, outcome.stats().largest_open, "{show}");
    expansions
}

/// How many cells the events leave open on a side, counted in the plainest way.
fn open_cells(timeline: &Timeline, wanted: Side) -> u64 {
    let mut open = std::collections::BTreeSet::new();
    for event in timeline.trace().events() {
        match event {
            SearchEvent::Generated { cell, side, .. }
            | SearchEvent::Relaxed { cell, side, .. }
            | SearchEvent::Deferred { cell, side, .. } => _ = open.insert((side as u8, cell)),
            SearchEvent::Expanded { cell, side } | SearchEvent::Pruned { cell, side } => {
                assert!(open.remove(&(side as u8, cell)), "only open cells leave the open list");
            }
            SearchEvent::Restarted { .. } => open.clear(),
            SearchEvent::Ended { .. } | SearchEvent::Ignored { .. } | SearchEvent::NextPass { .. } => {}
        }
    }
    open.iter().filter(|(side, _)| *side == wanted as u8).count() as u64
}

#[test]
fn in_every_search_the_first_row_of_the_open_list_is_the_next_cell_expanded() {
    let mut checked: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for seed in 0..6000 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&start) = free.first() else { continue };
        let start = if rarely(rng, 2) { start } else { rng.pick(&free) };
        let problem = SearchProblem::new(&grid, start, rng.pick(&free)).unwrap();
        let combination = usize::try_from(seed).unwrap();
        let movement = Movement::ALL[combination % Movement::ALL.len()];
        let tie = TieBreak::ALL[combination / Movement::ALL.len() % TieBreak::ALL.len()];
        for algorithm in Algorithm::ALL {
            let options = random_options(rng, algorithm, movement, tie, &grid);
            if options.check(&grid).is_err() {
                continue;
            }
            let show = format!(
                "seed {seed}: {} to {} on {} columns of {:?}, portals {:?}, under {options:?}",
                problem.start(),
                problem.goal(),
                grid.width(),
                grid.cells(),
                grid.portals(),
            );
            let expansions = check(&options, &problem, &show);
            let counts = checked.entry(format!("{} {movement:?} {tie:?}", algorithm.name())).or_default();
            counts[0] += 1;
            counts[1] += expansions;
        }
    }
    // Theta* has no 4-way movement.
    let combinations = (Algorithm::ALL.len() * Movement::ALL.len() - 2) * TieBreak::ALL.len();
    assert_eq!(checked.len(), combinations, "{checked:#?}");
    assert!(checked.values().all(|[searches, expansions]| *searches > 20 && *expansions > 200), "{checked:#?}");
}

/// What the searches tell of cells that they drop or put off.
#[test]
fn cells_are_dropped_and_put_off_only_by_searches_that_do_so() {
    let mut told: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for seed in 0..600 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&start) = free.first() else { continue };
        let problem = SearchProblem::new(&grid, start, rng.pick(&free)).unwrap();
        for algorithm in Algorithm::ALL {
            let options = random_options(rng, algorithm, Movement::default(), TieBreak::default(), &grid);
            let (_, trace) = Trace::record(&options, &problem, Limits::NONE, usize::MAX, &mut NodePool::default());
            for event in trace.events() {
                let counts = told.entry(algorithm.name()).or_default();
                counts[0] += usize::from(matches!(event, SearchEvent::Pruned { .. }));
                counts[1] += usize::from(matches!(event, SearchEvent::Deferred { .. }));
            }
        }
    }
    for (name, [dropped, put_off]) in &told {
        let drops = matches!(*name, "bidirectional" | "idastar" | "fringe" | "lazy-theta");
        assert_eq!((*dropped > 0, *put_off > 0), (drops, *name == "fringe"), "{told:?}");
    }
}
