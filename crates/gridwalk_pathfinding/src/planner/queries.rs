//! Further queries of games: reachability, the nearest reachable cell, one of several goals, edits
//! that seal a path, and a batch of queries on several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{
    AgentProfile, Algorithm, Cell, EditError, GridEdit, Map, Movement, Outcome, Path, PathQuery,
    Plan, Planned, Planner, Reachability, SearchOptions, WhatIf,
};

impl Planner {
    /// Returns `true` if a path leads from the query's start to its goal, under its movement rule.
    ///
    /// No path leads from or to cells that are blocked or outside. The limits of cost and region
    /// are ignored.
    ///
    /// # Complexity
    /// O(1) where the region labels can decide, see [`Regions::reach`](crate::Regions::reach); else
    /// that of a search. Missing labels are computed.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, PathQuery, Planner};
    /// let map = Map::new(Grid::from_rows(&["..#."]));
    /// let query = |x| PathQuery::new(Cell::new(0, 0), Cell::new(x, 0), Algorithm::Auto);
    /// let mut planner = Planner::default();
    /// assert!(planner.is_reachable(&map, &query(1)));
    /// assert!(!planner.is_reachable(&map, &query(3)));
    /// ```
    pub fn is_reachable(&mut self, map: &Map, query: &PathQuery) -> bool {
        let PathQuery {
            start,
            goal,
            ref options,
        } = *query;
        match map.label(options.movement).reach(map.grid(), start, goal) {
            Reachability::No => false,
            Reachability::Yes => true,
            Reachability::Perhaps => {
                // Any path will do.
                let options = SearchOptions {
                    movement: options.movement,
                    ..SearchOptions::from(Algorithm::Auto)
                };
                let plan = self.path(
                    map,
                    &PathQuery::new(start, goal, options),
                    &mut Path::default(),
                );
                plan.planned == Planned::Found
            }
        }
    }

    /// Finds the first of these pairs, from and to, that the edit seals for agents of this profile.
    ///
    /// The edit seals a pair if a path joins the two cells now and none would after the edit. So a
    /// pair that no path joins now is never sealed; a joined pair is if the edit blocks one of its
    /// ends. Returns `None` if the edit seals no pair.
    ///
    /// # Errors
    /// Returns an error if the edit could not be made.
    ///
    /// # Complexity
    /// That of [`WhatIf::with`], once more for each pair before the answer that no path joins now.
    /// Each pair takes O(1) where the labels can decide, else a search. Missing labels are
    /// computed.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit, Map, Movement, Planner, WhatIf};
    /// let map = Map::new(Grid::from_rows(&["...", ".#.", "..."]));
    /// let pairs = [(Cell::new(0, 0), Cell::new(2, 2))];
    /// let (mut planner, mut what_if) = (Planner::default(), WhatIf::default());
    /// let mut sealed = |edit| {
    ///     let plain = AgentProfile::default();
    ///     planner.first_sealed(&mut what_if, &map, &plain, &edit, Movement::Four, &pairs).unwrap()
    /// };
    /// assert_eq!(sealed(GridEdit::block([Cell::new(1, 0)])), None);
    /// assert_eq!(sealed(GridEdit::block([Cell::new(1, 0), Cell::new(1, 2)])), Some(pairs[0]));
    /// ```
    pub fn first_sealed(
        &mut self,
        what_if: &mut WhatIf,
        map: &Map,
        profile: &AgentProfile,
        edit: &GridEdit,
        movement: Movement,
        pairs: &[(Cell, Cell)],
    ) -> Result<Option<(Cell, Cell)>, EditError> {
        let mut query = PathQuery {
            options: SearchOptions {
                movement,
                ..SearchOptions::default()
            },
            ..PathQuery::default()
        };
        let mut joins = |map: &Map, &(from, to): &(Cell, Cell)| {
            (query.start, query.goal) = (from, to);
            self.is_reachable(map, &query)
        };
        let mut left = pairs;
        loop {
            let at = what_if.with(map, profile, edit, |map| {
                left.iter().position(|pair| !joins(map, pair))
            })?;
            let Some(at) = at else { return Ok(None) };
            if what_if.with(map, profile, &GridEdit::default(), |map| {
                joins(map, &left[at])
            })? {
                return Ok(Some(left[at]));
            }
            left = &left[at + 1..];
        }
    }

    /// Finds a path to the goal or, if there is none, to the nearest reachable cell.
    ///
    /// Nearest is meant in a straight line. Of equally near cells the cheapest to reach is chosen,
    /// and of those the first in reading order. [`Plan::end`] is the chosen cell.
    ///
    /// The goal may be blocked or outside the map. The reachable cells depend on the options'
    /// movement, region and cost limit; one-way cells and portals count. With a goal tolerance, a
    /// path to any cell within it is a path to the goal. There is always a path, unless the query
    /// is refused or the limit of expansions is reached.
    ///
    /// # Complexity
    /// O(d²) for a cell d away from the goal where the labels can decide, and one more search for
    /// each of several equally near cells; else that of a search of the whole map. Missing labels
    /// are computed.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, Path, PathQuery, Planner};
    /// let map = Map::new(Grid::from_rows(&["....#.", "....#."]));
    /// let query = PathQuery::new(Cell::new(0, 0), Cell::new(5, 1), Algorithm::Auto);
    /// let mut path = Path::default();
    /// assert_eq!(Planner::default().path_to_nearest(&map, &query, &mut path).end, Cell::new(3, 1));
    /// assert_eq!(query.options.units().format(path.cost()), "3.41");
    /// ```
    pub fn path_to_nearest(&mut self, map: &Map, query: &PathQuery, path: &mut Path) -> Plan {
        self.begin_nearest(map, query);
        while !self.advance(map, u64::MAX).is_finished {}
        self.answer(map, path)
            .expect("it is over, and the map is the same")
    }

    /// Finds the cheapest path to the query's goal or one of these other goals.
    ///
    /// If goals are equally cheap, the first is chosen; [`Plan::end`] is the chosen goal. If no goal
    /// can be reached, the answer is that for the first goal. The counters are those of all searches.
    ///
    /// # Complexity
    /// That of a search for each goal whose estimate is below the cost of the best path.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, Path, PathQuery, Planner};
    /// let map = Map::new(Grid::from_rows(&[".#..", ".#..", "...."]));
    /// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), Algorithm::Auto);
    /// let mut path = Path::default();
    /// let plan = Planner::default().path_to_any(&map, &query, &[Cell::new(3, 2)], &mut path);
    /// assert_eq!((plan.end, path.cells().len()), (Cell::new(3, 2), 6));
    /// ```
    pub fn path_to_any(
        &mut self,
        map: &Map,
        query: &PathQuery,
        others: &[Cell],
        path: &mut Path,
    ) -> Plan {
        self.begin_any(map, query, others);
        while !self.advance(map, u64::MAX).is_finished {}
        self.answer(map, path)
            .expect("it is over, and the map is the same")
    }
}

/// Answers all queries on `threads` threads; the outcomes are in the order of the queries.
///
/// Made for the agents of a level, or the lines of a benchmark. The queries are split into parts
/// that do not depend on the threads. Each part has its own planner, and all planners read the same
/// map. In a large batch each planner begins with a copy of what the first queries have learnt.
/// So the answers and counters do not depend on the number of threads, nor on their speed; the
/// labels are computed beforehand.
///
/// # Complexity
/// That of the searches, divided by the number of threads if each has its own core, and O(cells)
/// once for the labels of each movement rule. Each thread keeps the caches of one part, so the
/// memory is that of one planner for each thread, and of one more for a large batch.
///
/// # Examples
/// ```
/// use std::num::NonZeroUsize;
/// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, PathQuery, solve_many};
/// let map = Map::new(Grid::from_rows(&["...#...", ".#.#.#.", ".#...#."]));
/// let queries = [4, 5, 6].map(|x| PathQuery::new(Cell::new(0, 0), Cell::new(x, 0), Algorithm::Auto));
/// let outcomes = solve_many(&map, &queries, NonZeroUsize::new(2).unwrap());
/// let lengths = outcomes.iter().map(|outcome| outcome.path().unwrap().cells().len());
/// assert_eq!(lengths.collect::<Vec<_>>(), [9, 10, 11]);
/// ```
#[must_use]
pub fn solve_many(map: &Map, queries: &[PathQuery], threads: NonZeroUsize) -> Vec<Outcome> {
    for movement in Movement::ALL {
        let asks = |query: &PathQuery| {
            query.options.algorithm == Algorithm::Auto && query.options.movement == movement
        };
        if queries.iter().any(asks) {
            map.label(movement);
        }
    }
    let answer = |planner: &mut Planner, at: usize| {
        let mut path = Path::default();
        let plan = planner.path(map, &queries[at], &mut path);
        (at, plan.into_outcome(path))
    };
    let seeds = if queries.len() > MANY { SEEDS } else { 0 };
    let mut seeded = Planner::apart();
    let first: Vec<_> = (0..seeds).map(|at| answer(&mut seeded, at)).collect();
    let seeded = &seeded;
    let next = AtomicUsize::new(seeds);
    let answer_some = || {
        let mut answers = Vec::new();
        loop {
            let begin = next.fetch_add(PART, Ordering::Relaxed);
            if begin >= queries.len() {
                return answers;
            }
            let mut planner = seeded.fork();
            let part = begin..queries.len().min(begin + PART);
            answers.extend(part.map(|at| answer(&mut planner, at)));
        }
    };
    // A web page has one thread.
    let threads = if cfg!(target_family = "wasm") {
        1
    } else {
        threads.get()
    };
    let threads = threads.min(queries.len().div_ceil(PART));
    let mut answers = if threads <= 1 {
        answer_some()
    } else {
        let all = Mutex::new(Vec::with_capacity(queries.len()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let answers = answer_some();
                    all.lock()
                        .expect("no thread panics with it")
                        .extend(answers);
                });
            }
        });
        all.into_inner().expect("no thread panics with it")
    };
    answers.extend(first);
    answers.sort_unstable_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, outcome)| outcome).collect()
}

/// Number of queries beyond which a batch is large.
const MANY: usize = 4 * PART;

/// Number of the first queries of a large batch, which are answered before all others.
///
/// On 16 threads the others wait a sixth longer for 2,000 answers; on one thread all take a quarter
/// less.
const SEEDS: usize = 32;

/// Number of queries in a part: enough to reuse what its first searches record, few enough for all
/// cores.
const PART: usize = 128;
