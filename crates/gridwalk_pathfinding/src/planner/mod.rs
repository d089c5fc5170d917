//! The planner: chooses the fastest exact search for a query, in one call or in steps, for one goal
//! or several, on changing maps.

mod goals;
mod map_data;
mod queries;
mod searcher;

pub use goals::nearest_cell;
use goals::{AnyOf, Nearest};
pub use queries::solve_many;
use searcher::Searcher;

use crate::map::MapId;
use crate::{Cell, EndpointError, Map, Path, PathQuery, Plan, Progress, Refusal, Revision};

/// Finds cheapest paths as fast as possible, on maps that may change at any moment.
///
/// Nothing is prepared in advance: searches fill the caches, and entries are validated again where
/// the map has changed. One planner serves one thread, and any number of maps one after another.
/// What searches learn is left to their maps between queries. A jump graph keeps 32 MiB and 48 bytes a cell at most; most
/// maps need less than 10 bytes a cell. When a graph is full, each search generates the successors
/// of other jump points anew. Once most of the kept entries are no longer used, all are dropped. The
/// steps of a weighted map take 3 to 5 bytes a cell, landmarks 16, and the fields of its goals
/// 64 MiB at most.
///
/// For [`Algorithm::Auto`](crate::Algorithm::Auto) the planner chooses the search, as long as the
/// other options ask for a cheapest path, with or without limits:
///
/// - the lazy jump graph on terrain of one cost;
/// - canonical A* on other terrain, and where there are portals or one-way cells;
/// - for steps on terrain of several costs, a field with the remaining cost to the goal from every
///   cell, once searches for this goal have taken as long as the field does.
///
/// A search that takes longer than a check of the region labels makes this check, and ends if the
/// goal is walled off. Short searches without a path count together. The path costs as much as that
/// of A*, but of several cheapest paths it can be another one. Any other algorithm is the choice of
/// the caller, and runs as a [`Search`](crate::Search).
///
/// # Landmarks
/// The distances of all cells from eight far cells tell how near a cell is to the goal. Searches
/// then take about half as long or less, and on terrain of several costs two to five times less.
/// They are computed once they could have saved as many expansions as the computation takes, in
/// parts by later queries, on maps of at most 2²⁰ cells. An edit during the computation ends it.
/// Later, cells that close or become dearer leave landmarks right, and a cell that opens or becomes
/// cheaper drops them. Queries with a limit or a goal tolerance use none, nor do [`solve_many`] and
/// any [`Search`](crate::Search), which can be watched.
///
/// On terrain of several costs, landmarks serve one set of movement, step costs and cost rule.
/// Queries use each landmark as soon as it is complete, and an edit during the computation leaves
/// the complete ones.
/// Landmarks are not used on maps with portals, and not computed on maps with one-way cells. Where
/// a diagonal step may touch a wall and costs the mean of the cells that it touches, a cell that
/// closes drops them too. So do changes of more than a sixteenth of the cells.
///
/// # Which path
/// The cost of the path depends on the map and the query alone. Of several cheapest paths,
/// landmarks can lead to another one, so the path also depends on the earlier queries and edits of
/// the map. The same queries and edits in the same order give the same paths on every machine, as
/// long as one thread at a time searches the map.
///
/// [`without_landmarks`](Self::without_landmarks), the map and the query determine the path, with
/// two exceptions. On terrain of several costs, the path to a frequent goal can be another cheapest
/// path after the goal has got its field. In dense mazes, a known dead end decides between two
/// cheapest paths about once in a million queries. The number of expansions always depends on
/// earlier queries: known dead ends are left out.
///
/// # What planners share
/// A jump graph serves one map, movement rule and step costs, and so do the steps, the landmarks and
/// the goal fields of a weighted map, for one cost rule. A search takes them from the map, and the planner leaves them
/// there once the query is answered or dropped. So all planners of a map profit from each other, and
/// a new planner is as fast as the others. While several planners search at the same time, each has
/// its own. It takes one with a field of the goal, else one with landmarks, else the one that it had last, else the largest. A map
/// keeps eight in all; a dropped planner drops the worse of two.
///
/// Planners with a memory limit of their own share nothing: they keep the eight graphs used last,
/// and the data of the eight weighted maps and rules used last. Their paths and counts can be
/// repeated even if other threads search the map at the same time.
///
/// # Examples
/// In one call:
/// ```
/// use gridwalk_pathfinding::{
///     Algorithm, Cell, Finder, Grid, GridEdit, Map, Path, PathQuery, Planned, Planner, TerrainId,
/// };
/// let mut map = Map::new(Grid::from_rows(&["...#...", ".#.#.#.", ".#...#."]));
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(6, 0), Algorithm::Auto);
/// let (mut planner, mut path) = (Planner::default(), Path::default());
/// let plan = planner.path(&map, &query, &mut path);
/// assert_eq!((plan.planned, plan.finder, path.cells().len()), (Planned::Found, Finder::JumpGraph, 11));
/// map.apply(&GridEdit::set(Cell::new(3, 2), TerrainId(1))).unwrap();
/// assert!(matches!(planner.path(&map, &query, &mut path).planned, Planned::NoPath(_)));
/// ```
/// A few expansions in each frame of a game, with the same answer:
/// ```
/// # use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, Path, PathQuery, Planned, Planner};
/// # let map = Map::new(Grid::from_rows(&["...#...", ".#.#.#.", ".#...#."]));
/// # let query = PathQuery::new(Cell::new(0, 0), Cell::new(6, 0), Algorithm::Auto);
/// # let (mut planner, mut path) = (Planner::default(), Path::default());
/// planner.begin(&map, &query);
/// while !planner.advance(&map, 2).is_finished {}
/// let plan = planner.answer(&map, &mut path).unwrap();
/// assert_eq!((plan.planned, path.cells().len()), (Planned::Found, 11));
/// ```
#[derive(Debug, Default)]
pub struct Planner {
    searcher: Searcher,
    /// The request that the search belongs to, if that takes several searches.
    errand: Option<Errand>,
    /// The map and the revision of the current query.
    on: Option<(MapId, Revision)>,
}

/// A request that takes more than one search.
#[derive(Debug)]
enum Errand {
    /// A path to the cell nearest to the goal.
    Nearest(Nearest),
    /// A path to the cheapest of several goals.
    AnyOf(AnyOf),
}

impl Errand {
    fn is_finished(&self) -> bool {
        match self {
            Self::Nearest(nearest) => nearest.is_finished(),
            Self::AnyOf(any) => any.is_finished(),
        }
    }

    /// Performs the next stage, once the search that the last stage began has finished.
    fn next_stage(&mut self, searcher: &mut Searcher, map: &Map, work: u64) -> [u64; 2] {
        match self {
            Self::Nearest(nearest) => nearest.next_stage(searcher, map, work),
            Self::AnyOf(any) => {
                any.next_search(searcher, map);
                [1, 0]
            }
        }
    }
}

impl Planner {
    /// Creates a planner whose jump graphs keep at most `bytes` each, and the memory of one search.
    ///
    /// With less memory they are slower. The paths cost the same.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        let mut planner = Self::default();
        planner.searcher.most_bytes = Some(bytes);
        planner.searcher.stay_apart();
        planner
    }

    /// Returns the planner with searches that neither compute nor use landmarks.
    ///
    /// The path then depends on the map and the query alone, with the exceptions that [`Planner`]
    /// names. On large maps, queries take two to five times as long.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::Planner;
    /// let planner = Planner::default().without_landmarks();
    /// let small = Planner::with_memory(1 << 20).without_landmarks();
    /// ```
    #[must_use]
    pub const fn without_landmarks(mut self) -> Self {
        self.use_landmarks(false);
        self
    }

    /// Turns landmarks on or off for the queries that begin from now on.
    pub const fn use_landmarks(&mut self, are_used: bool) {
        self.searcher.without_landmarks = !are_used;
    }

    /// Creates a planner whose answers do not depend on other planners: it shares nothing.
    fn apart() -> Self {
        let mut planner = Self::default().without_landmarks();
        planner.searcher.stay_apart();
        planner
    }

    /// Creates a planner with copies of what this one has learnt, which shares nothing.
    fn fork(&self) -> Self {
        Self {
            searcher: self.searcher.fork(),
            ..Self::default()
        }
    }

    /// Returns the number of bytes kept for later searches.
    ///
    /// Data that the planner has left to a map last count.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.searcher.bytes()
    }

    /// Finds a cheapest path and writes it into `path`, which is empty if there is none.
    ///
    /// A query that is invalid on this map is refused, see [`PathQuery::check`]. A query in
    /// progress, see [`begin`](Self::begin), is dropped.
    ///
    /// # Complexity
    /// O(1) where labels know that there is no path. On the jump graph, O(E) for E edges of the
    /// jump points that A* expands, and the time for successor lists that are recorded for the
    /// first time: O(cells / 64) for straight jumps. A list that is used for the first time since
    /// an edit is compared with the versions of its tiles. A goal's field takes O(cells) once, 5
    /// bytes a cell, and O(cells of the path) for each query afterwards. Apart from the field, a
    /// query like an earlier one allocates nothing, on this map or on one of its size.
    pub fn path(&mut self, map: &Map, query: &PathQuery, path: &mut Path) -> Plan {
        self.begin(map, query);
        while !self.advance(map, u64::MAX).is_finished {}
        self.answer(map, path)
            .expect("it is over, and the map is the same")
    }

    /// Begins a query in steps, which [`advance`](Self::advance) makes; a query in progress is
    /// dropped.
    ///
    /// The planner is busy with the query until it is answered. For several queries at the same
    /// time, keep a planner for each.
    pub fn begin(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.stay_on(map);
        self.searcher.begin(map, query);
    }

    /// Begins a query for a path as near to the goal as possible.
    ///
    /// See [`path_to_nearest`](Self::path_to_nearest).
    pub fn begin_nearest(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.stay_on(map);
        let checked = EndpointError::check_start(map.grid(), query.start).map_err(Refusal::from);
        if let Err(refusal) = checked.and_then(|()| query.options.check(map.grid())) {
            return self.searcher.refuse(query, refusal);
        }
        let nearest = Nearest::new(query);
        if nearest.begins_at_goal() {
            self.searcher.begin(map, query);
        }
        self.errand = Some(Errand::Nearest(nearest));
    }

    /// Begins a query for the cheapest of several goals, see [`path_to_any`](Self::path_to_any).
    pub fn begin_any(&mut self, map: &Map, query: &PathQuery, others: &[Cell]) {
        if others.is_empty() {
            return self.begin(map, query);
        }
        self.cancel();
        self.stay_on(map);
        self.errand = Some(Errand::AnyOf(AnyOf::new(
            &mut self.searcher,
            map,
            query,
            others,
        )));
    }

    /// Begins a query for a draft: a path that is found soon and need not be a cheapest one.
    ///
    /// A draft has few steps, whatever the terrain costs. It is legal, and its cost is that of its
    /// cells on this map. The search is weighted A* (Pohl 1970) over jump points. Among 20 % random
    /// walls it expands a thirtieth of what the shortest path takes, and its paths are 7 % longer
    /// in the mean; on maps of games they are 0 to 5 % longer.
    ///
    /// A draft honours the query's movement, step costs, region and goal tolerance, and neither its
    /// cost limit nor its limit of expansions. On maps with portals or one-way cells it is
    /// found by greedy best-first search, and 10 to 40 % longer.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, Path, PathQuery, Planner};
    /// let map = Map::new(Grid::from_rows(&[".9.", "..."]));
    /// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), Algorithm::Auto);
    /// let (mut planner, mut path) = (Planner::default(), Path::default());
    /// planner.begin_draft(&map, &query);
    /// while !planner.advance(&map, 16).is_finished {}
    /// planner.answer(&map, &mut path).unwrap();
    /// assert_eq!(path.cells().len(), 3);
    /// assert_eq!(query.options.units().format(path.cost()), "10");
    /// ```
    pub fn begin_draft(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.stay_on(map);
        self.searcher.begin_draft(map, query);
    }

    /// Announces this many further queries for the goal of a query, under the same options.
    ///
    /// The queries share a field of the goal from the beginning, if the map may have one and the
    /// field takes less time than the searches. Returns `true` if a field answers them. The costs
    /// of the paths are the same with and without a field; of several cheapest paths another one
    /// may be found. A query in progress is dropped.
    pub fn expect(&mut self, map: &Map, query: &PathQuery, queries: usize) -> bool {
        self.cancel();
        self.searcher.expect(map, query, queries)
    }

    /// Continues the current query for about `work` units.
    ///
    /// At least one unit is done, and slightly more than `work` if a step takes longer. After an
    /// edit of the map the search continues if it has not come near the edit, else it restarts. It
    /// also restarts once checks of edits have taken longer than the search. Either way the answer
    /// is that for the current map. Without a query nothing happens.
    pub fn advance(&mut self, map: &Map, work: u64) -> Progress {
        let mut progress = Progress::default();
        if self.on.is_some() && !self.is_of(map) {
            progress.begun_again = !self.follow_cells(map, None);
        }
        while progress.work < work && !self.is_finished() {
            let left = work - progress.work;
            let [taken, expanded] = match (self.searcher.check_edits(map, left), &mut self.errand) {
                (Some((taken, is_far)), _) => {
                    if !is_far {
                        self.restart(map);
                        progress.begun_again = true;
                    }
                    [taken, 0]
                }
                (None, Some(errand)) if self.searcher.is_finished() => {
                    errand.next_stage(&mut self.searcher, map, left)
                }
                _ => self.searcher.advance(map, left),
            };
            (progress.work, progress.expanded) =
                (progress.work + taken, progress.expanded + expanded);
        }
        progress.is_finished = self.is_finished();
        progress
    }

    /// Notes that the current query runs on this map in its current revision.
    ///
    /// The identity of a map is counted, and threads that write one counter wait for each other. So
    /// a planner that stays on a map leaves it alone.
    fn stay_on(&mut self, map: &Map) {
        let revision = map.grid().revision();
        match &mut self.on {
            Some((of, on)) if map.is(of) => *on = revision,
            on => *on = Some((map.identity(), revision)),
        }
    }

    /// Returns `true` if the current query runs on this map in its current revision.
    fn is_of(&self, map: &Map) -> bool {
        self.on
            .as_ref()
            .is_some_and(|(of, revision)| map.is(of) && *revision == map.grid().revision())
    }

    /// Returns `true` if the answer is ready, or there is no query.
    fn is_finished(&self) -> bool {
        self.searcher.is_finished() && self.errand.as_ref().is_none_or(Errand::is_finished)
    }

    /// Tries to continue after an edit of these cells; returns `false` if the search has restarted.
    ///
    /// `changed` must be exactly the cells that were edited since the search was last advanced. A
    /// search that continues behaves as if it had begun on the current map. A long search checks
    /// the rest of its cells in the next calls of [`advance`](Self::advance), which says so if it
    /// restarts.
    ///
    /// [`advance`](Self::advance) does the same by itself, with less knowledge of the changes, so
    /// more searches restart.
    pub fn follow(&mut self, map: &Map, changed: &[Cell]) -> bool {
        self.follow_cells(map, Some(changed))
    }

    /// Follows an edit of these cells, if they are known.
    fn follow_cells(&mut self, map: &Map, changed: Option<&[Cell]>) -> bool {
        let Some((of, since)) = &self.on else {
            return true;
        };
        let (is_same, since) = (map.is(of), *since);
        self.stay_on(map);
        if is_same && since == map.grid().revision() {
            return true;
        }
        let is_one_search = match &self.errand {
            None => true,
            // The choice of the nearest cell also depends on cells that no search has reached.
            Some(Errand::Nearest(nearest)) => nearest.is_known(),
            Some(Errand::AnyOf(any)) => any.is_first(),
        };
        let goes_on = is_one_search && is_same && self.searcher.follow(map, changed, since);
        if !goes_on {
            self.restart(map);
        }
        goes_on
    }

    /// Begins the current query anew.
    fn restart(&mut self, map: &Map) {
        match self.errand.take() {
            Some(Errand::Nearest(nearest)) => self.begin_nearest(map, &nearest.asked),
            Some(Errand::AnyOf(any)) => self.begin_any(map, &any.asked, &any.others),
            None => {
                if let Some(query) = self.searcher.query().cloned() {
                    if self.searcher.is_draft() {
                        self.begin_draft(map, &query);
                    } else {
                        self.begin(map, &query);
                    }
                }
            }
        }
    }

    /// Returns the answer once it is ready, and writes the path into `path`, which is empty if
    /// there is none.
    ///
    /// Returns `None` while work remains, also after a change of the map.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        if !self.is_finished() || !self.is_of(map) {
            return None;
        }
        match self.errand.take() {
            Some(Errand::AnyOf(any)) => any.into_answer(path),
            _ => self.searcher.answer(map, path),
        }
    }

    /// Drops the current query.
    pub fn cancel(&mut self) {
        self.searcher.drop();
        if let Some(Errand::Nearest(nearest)) = self.errand.take()
            && let Some(search) = nearest.into_search()
        {
            self.searcher.take_memory(search);
        }
    }

    /// Reuses the memory of a path that is no longer needed, for a search that the options name.
    pub fn reuse(&mut self, path: Path) {
        self.searcher.reuse(path);
    }
}
