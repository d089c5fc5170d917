//! The promise of the open list: its first row is the cell that is expanded next, whatever
//! searches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gridwalk_explain::{Language, StepDetail, Timeline, Trace};
use gridwalk_pathfinding::{
    Algorithm, Cell, CostRule, Grid, Limits, Movement, NodePool, Outcome, PathQuery, PopKey,
    SearchEvent, SearchOptions, Side, StepCosts, TieBreak, solve,
};
use gridwalk_testing::Rng;
use gridwalk_testing::oracle::{free_cells, random_grid, random_options};

/// Checks every expansion of one search; how many there were.
fn check(grid: &Grid, query: &PathQuery, show: &str) -> usize {
    let (outcome, trace) = Trace::record(
        grid,
        query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    assert!(!matches!(outcome, Outcome::Refused(_)));
    let timeline = Timeline::new(Arc::new(trace));
    let mut expansions = 0;
    for (at, event) in timeline.trace().events().enumerate() {
        let SearchEvent::Expanded { cell, side } = event else {
            continue;
        };
        expansions += 1;
        let mut before = timeline.clone();
        before.seek(at);
        assert_eq!(before.next_side(), Some(side), "before event {at}; {show}");
        let first = timeline.marks_at(at).open_list(side, 0..1);
        assert_eq!(
            first.first().map(|row| row.cell),
            Some(cell),
            "before event {at}; {show}"
        );
    }
    assert_eq!(expansions as u64, outcome.stats().expanded, "{show}");
    let marks = timeline.marks_at(timeline.len());
    for side in [Side::Forward, Side::Backward] {
        assert_eq!(
            marks.open_list(side, 0..usize::MAX).len() as u64,
            open_cells(&timeline, side),
            "{show}"
        );
    }
    assert_eq!(
        marks.counters().largest_open,
        outcome.stats().largest_open,
        "{show}"
    );
    expansions
}

/// Counts the cells that the events leave open on a side, in the plainest way.
fn open_cells(timeline: &Timeline, wanted: Side) -> u64 {
    let mut open = BTreeSet::new();
    for event in timeline.trace().events() {
        match event {
            SearchEvent::Generated { cell, side, .. }
            | SearchEvent::Relaxed { cell, side, .. }
            | SearchEvent::Deferred { cell, side, .. } => _ = open.insert((side as u8, cell)),
            SearchEvent::Expanded { cell, side } | SearchEvent::Pruned { cell, side } => {
                assert!(
                    open.remove(&(side as u8, cell)),
                    "only open cells leave the open list"
                );
            }
            SearchEvent::Restarted { .. } => open.clear(),
            SearchEvent::Ended { .. }
            | SearchEvent::Ignored { .. }
            | SearchEvent::NextPass { .. } => {}
        }
    }
    open.iter()
        .filter(|(side, _)| *side == wanted as u8)
        .count() as u64
}

#[test]
fn first_row_of_the_open_list_is_expanded_next_in_all_searches() {
    let mut checked: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for seed in 0..6000 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&start) = free.first() else { continue };
        let start = if rng.one_in(2) {
            start
        } else {
            rng.pick(&free)
        };
        let goal = rng.pick(&free);
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
                start,
                goal,
                grid.width(),
                grid.cells(),
                grid.portals(),
            );
            let expansions = check(&grid, &PathQuery::new(start, goal, &options), &show);
            let counts = checked
                .entry(format!("{} {movement:?} {tie:?}", algorithm.name()))
                .or_default();
            counts[0] += 1;
            counts[1] += expansions;
        }
    }
    // Theta* has no 4-way movement.
    let combinations = (Algorithm::ALL.len() * Movement::ALL.len() - 2) * TieBreak::ALL.len();
    assert_eq!(checked.len(), combinations, "{checked:#?}");
    assert!(
        checked
            .values()
            .all(|[searches, expansions]| *searches > 20 && *expansions > 150),
        "{checked:#?}"
    );
}

/// A closed cell that is reached once more at the same cost is opened again: more steps can be
/// worth it then.
#[test]
fn canonical_a_star_takes_the_first_row_after_reopening() {
    let (mut expansions, mut reopened) = (0, 0);
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let (width, height, kinds) = (2 + rng.below(34), 2 + rng.below(34), 2 + rng.below(8));
        let walls = rng.pick(&[0, 10, 30]);
        let glyph = |rng: &mut Rng| match rng.below(100) {
            n if n < walls => '#',
            _ => char::from(b'1' + u8::try_from(rng.below(kinds)).unwrap()),
        };
        let rows: Vec<String> = (0..height)
            .map(|_| (0..width).map(|_| glyph(rng)).collect())
            .collect();
        let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let free = free_cells(&grid);
        if free.is_empty() {
            continue;
        }
        let movement = rng.pick(&Movement::ALL);
        let (steps, cost_rule) = (
            rng.pick(&[StepCosts::SQRT2, StepCosts::UNIFORM]),
            rng.pick(&CostRule::ALL),
        );
        let options = SearchOptions {
            movement,
            steps,
            cost_rule,
            ..Algorithm::Canonical.into()
        };
        let query = PathQuery::new(rng.pick(&free), rng.pick(&free), options);
        expansions += check(
            &grid,
            &query,
            &format!("seed {seed}: {query:?} on {rows:#?}"),
        );
        reopened += solve(&grid, &query, &mut NodePool::default(), &mut ())
            .stats()
            .reopened;
    }
    assert!(
        expansions > 30_000 && reopened > 100,
        "{expansions} expansions, {reopened} cells opened again"
    );
}

/// The reports of searches on cells that they drop or defer.
#[test]
fn cells_are_dropped_and_deferred_only_by_searches_that_do_so() {
    let mut reported: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for seed in 0..600 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&start) = free.first() else { continue };
        let goal = rng.pick(&free);
        for algorithm in Algorithm::ALL {
            let options = random_options(
                rng,
                algorithm,
                Movement::default(),
                TieBreak::default(),
                &grid,
            );
            let query = PathQuery::new(start, goal, &options);
            let (_, trace) = Trace::record(
                &grid,
                &query,
                Limits::NONE,
                usize::MAX,
                &mut NodePool::default(),
            );
            for event in trace.events() {
                let counts = reported.entry(algorithm.name()).or_default();
                counts[0] += usize::from(matches!(event, SearchEvent::Pruned { .. }));
                counts[1] += usize::from(matches!(event, SearchEvent::Deferred { .. }));
            }
        }
    }
    for (name, [dropped, deferred]) in &reported {
        let drops = matches!(
            *name,
            "bidirectional"
                | "idastar"
                | "fringe"
                | "lazy-theta"
                | "jump-graph"
                | "canonical-astar"
                | "auto"
        );
        assert_eq!(
            (*dropped > 0, *deferred > 0),
            (drops, *name == "fringe"),
            "{reported:?}"
        );
    }
}

/// The tree that a window draws is the open list: its front on top, and each cell behind the one
/// above it.
#[test]
fn heap_holds_the_open_list_in_heap_order() {
    let mut cells = 0;
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let free = free_cells(&grid);
        let Some(&start) = free.first() else { continue };
        let algorithm = rng.pick(&[
            Algorithm::AStar,
            Algorithm::Dijkstra,
            Algorithm::Greedy,
            Algorithm::Bidirectional,
        ]);
        let (movement, tie) = (rng.pick(&Movement::ALL), rng.pick(&TieBreak::ALL));
        let options = random_options(rng, algorithm, movement, tie, &grid);
        let query = PathQuery::new(start, rng.pick(&free), &options);
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
        let mut timeline = Timeline::new(Arc::new(trace));
        timeline.seek(rng.below(timeline.len() + 1));
        for side in [Side::Forward, Side::Backward] {
            let list = timeline.marks().open_list(side, 0..usize::MAX);
            let rank = |cell| {
                list.iter()
                    .find(|row| row.cell == cell)
                    .map(|row| row.rank)
                    .expect("it is open")
            };
            let ranks: Vec<usize> = timeline.heap(side).into_iter().map(rank).collect();
            assert_eq!(ranks.len(), list.len(), "seed {seed}: {options:?}");
            assert!(
                (1..ranks.len()).all(|at| ranks[(at - 1) / 2] < ranks[at]),
                "seed {seed}: {ranks:?}"
            );
            cells += ranks.len();
        }
    }
    assert!(cells > 1000, "{cells}");
}

/// A search on a random map by an algorithm, recorded; `None` where it is refused or there is
/// nothing to search.
fn random_search(rng: &mut Rng, algorithm: Algorithm) -> Option<(Timeline, String)> {
    let grid = random_grid(rng);
    let free = free_cells(&grid);
    let start = *free.first()?;
    let (movement, tie) = (rng.pick(&Movement::ALL), rng.pick(&TieBreak::ALL));
    let options = random_options(rng, algorithm, movement, tie, &grid);
    let query = PathQuery::new(start, rng.pick(&free), options);
    let (outcome, trace) = Trace::record(
        &grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let show = format!(
        "{query:?} on {} columns of {:?}",
        grid.width(),
        grid.cells()
    );
    (!matches!(outcome, Outcome::Refused(_))).then(|| (Timeline::new(Arc::new(trace)), show))
}

/// An unsorted list as the second tutorial keeps it: new cells at its end, the best one found by
/// looking at all of them.
#[derive(Default)]
struct PlainList {
    cells: Vec<Cell>,
    comparisons: u64,
}

impl PlainList {
    fn put(&mut self, cell: Cell) {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
    }

    fn take(&mut self, cell: Cell) {
        let at = self
            .cells
            .iter()
            .position(|other| *other == cell)
            .expect("it is open");
        for _ in 1..self.cells.len() {
            self.comparisons += 1;
        }
        self.cells.remove(at);
    }
}

#[test]
fn unsorted_list_holds_cells_as_they_joined_and_counts_looks() {
    let (mut cells, mut comparisons) = (0, 0);
    for seed in 0..1500 {
        let rng = &mut Rng(seed);
        let algorithm = rng.pick(&Algorithm::ALL);
        let Some((timeline, show)) = random_search(rng, algorithm) else {
            continue;
        };
        let mut lists = [PlainList::default(), PlainList::default()];
        let look_at = rng.below(timeline.len() + 1);
        let sums = timeline.linear_comparisons();
        let mut expansions = 0;
        for (at, event) in timeline.trace().events().enumerate() {
            if at == look_at {
                for side in [Side::Forward, Side::Backward] {
                    let list = &lists[side as usize].cells;
                    let rows = timeline
                        .marks_at(at)
                        .open_list_as_joined(side, 0..usize::MAX);
                    let shown: Vec<Cell> = rows.iter().map(|row| row.cell).collect();
                    assert_eq!(shown, *list, "before event {at}; {show}");
                    assert!(rows.iter().enumerate().all(|(rank, row)| row.rank == rank));
                    let some = timeline.marks_at(at).open_list_as_joined(side, 1..3);
                    assert_eq!(some, rows[1.min(rows.len())..3.min(rows.len())], "{show}");
                    cells += list.len();
                }
            }
            match event {
                SearchEvent::Generated { cell, side, .. }
                | SearchEvent::Relaxed { cell, side, .. }
                | SearchEvent::Deferred { cell, side, .. } => lists[side as usize].put(cell),
                SearchEvent::Pruned { cell, side } => lists[side as usize].take(cell),
                SearchEvent::Expanded { cell, side } => {
                    if let Some(sum) = sums.get(expansions) {
                        assert_eq!(
                            *sum,
                            lists[0].comparisons + lists[1].comparisons,
                            "before event {at}; {show}"
                        );
                    }
                    expansions += 1;
                    let others = lists[side as usize].cells.len() - 1;
                    lists[side as usize].take(cell);
                    let mut after = timeline.clone();
                    after.seek(at + 1);
                    let found = after.last_linear_search().filter(|_| !sums.is_empty());
                    assert!(
                        found.is_none_or(|found| found == (cell, u32::try_from(others).unwrap())),
                        "{at}; {show}"
                    );
                }
                SearchEvent::Restarted { .. } => {
                    lists = [PlainList::default(), PlainList::default()];
                }
                _ => {}
            }
        }
        if let Some(sum) = sums.last() {
            assert_eq!(
                (sums.len(), *sum),
                (expansions + 1, lists[0].comparisons + lists[1].comparisons),
                "{show}"
            );
            comparisons += sum;
        }
    }
    assert!(
        cells > 2000 && comparisons > 20_000,
        "{cells} cells, {comparisons} comparisons"
    );
}

/// The list of `auto` did not seem sorted, and nothing said by what it is.
#[test]
fn list_of_auto_is_in_order_of_expansion_by_buckets() {
    let (mut pairs, mut buckets, mut sentences) = (0, 0, 0);
    for seed in 0..1500 {
        let rng = &mut Rng(seed);
        let algorithm = rng.pick(&[Algorithm::Auto, Algorithm::JumpGraph, Algorithm::Canonical]);
        let Some((mut timeline, show)) = random_search(rng, algorithm) else {
            continue;
        };
        let order = timeline.trace().options.order;
        if order.key != PopKey::FBucket {
            continue;
        }
        buckets += 1;
        let events: Vec<_> = timeline.trace().events().collect();
        let at = rng.below(timeline.len() + 1);
        let rows = timeline
            .marks_at(at)
            .open_list(Side::Forward, 0..usize::MAX);
        // Of cells that nothing moves, those in front are expanded first.
        let moved: BTreeSet<Cell> = events[at..]
            .iter()
            .filter_map(|event| match event {
                SearchEvent::Relaxed { cell, .. } | SearchEvent::Pruned { cell, .. } => Some(*cell),
                _ => None,
            })
            .collect();
        let goal = timeline.trace().goal;
        let expanded = events[at..].iter().filter_map(|event| match event {
            SearchEvent::Expanded { cell, .. } => Some(*cell),
            _ => None,
        });
        let ranks: Vec<usize> = expanded
            .filter(|cell| !moved.contains(cell) && *cell != goal)
            .filter_map(|cell| rows.iter().position(|row| row.cell == cell))
            .collect();
        assert!(ranks.is_sorted(), "at {at}: {ranks:?}; {show}");
        pairs += ranks.len().saturating_sub(1);
        // What the sentence of a step says of the buckets is so.
        for (number, event) in events.iter().enumerate() {
            let SearchEvent::Expanded { cell, .. } = *event else {
                continue;
            };
            timeline.seek(number + 1);
            let said = gridwalk_explain::step(&timeline, Language::English, StepDetail::Short);
            if !said.contains("lowest bucket") {
                continue;
            }
            let rows = timeline
                .marks_at(number)
                .open_list(Side::Forward, 0..usize::MAX);
            let bucket = |f: gridwalk_pathfinding::Cost| f.0 / order.width.get();
            let own = rows
                .iter()
                .find(|row| row.cell == cell)
                .map(|row| bucket(row.f))
                .unwrap();
            let lower = rows
                .iter()
                .find(|row| row.cell != goal && bucket(row.f) < own);
            assert_eq!(lower, None, "{said} at {number}; {show}");
            sentences += 1;
        }
    }
    assert!(
        buckets > 200 && pairs > 200 && sentences > 1000,
        "{buckets} searches, {pairs} pairs, {sentences}"
    );
}
