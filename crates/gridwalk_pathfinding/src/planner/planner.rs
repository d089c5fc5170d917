//! Questions as callers ask them: in one go or in pieces, to a goal or near it, on a map that may change in between.

use std::sync::Weak;

use super::any_of::AnyOf;
use super::nearest::Nearest;
use super::plan::{Plan, Progress};
use super::searcher::Searcher;
use crate::{Cell, EndpointError, Map, Path, PathQuery, Rect, Refusal, Revision, SearchOptions};

/// Answers questions for cheapest paths as fast as can be, on maps that change at any moment.
///
/// Nothing is prepared: what is worth keeping is kept as searches come by it, and looked at again where the map has
/// changed since. One planner serves one thread, and any number of maps one after another. It keeps the jump graphs that
/// it used last, eight at most, each for one map, movement rule and step costs, what it knows of one weighted map, and
/// the fields of goals on four of them, at most 64 MiB each. A jump graph keeps 32 MiB and 48 bytes a cell at most, where
/// most maps need less than 10: once that is full, other jump points are looked at again by each search, until most of what
/// is kept is no longer asked for, and all is forgotten.
///
/// Which search answers is its own choice for [`Algorithm::Auto`](crate::Algorithm::Auto), as long as the other options ask for a cheapest
/// path, within limits or not: the lazy jump graph on terrain of one cost, canonical A* on other terrain and where there
/// are portals or one-way cells, and for steps on terrain of several costs a field of what is left to the goal from
/// everywhere, once searches for this goal have taken as long as the field does. A search
/// that goes on for longer than a look at the region labels would takes that look, and ends where the goal is walled off.
/// Its answer costs what that of A* costs, but of several cheapest paths it can be another one. Any other algorithm is
/// one that the caller wants to have: it is [`Search`](crate::Search) that answers.
///
/// The same map and the same query have the same path, whatever was asked before; but over terrain of several costs, of
/// several cheapest paths to a goal that is asked for often it can be another one than before it had its field. How many
/// expansions it takes depends on what was asked before: dead ends that are known are left out.
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
/// while !planner.advance(&map, 2).is_over {}
/// let plan = planner.answer(&map, &mut path).unwrap();
/// assert_eq!((plan.planned, path.cells().len()), (Planned::Found, 11));
/// ```
#[derive(Debug, Default)]
pub struct Planner {
    searcher: Searcher,
    /// What the search is a part of, if it is not for one goal alone.
    errand: Option<Errand>,
    /// Of which map what is under way is.
    on: Option<(Weak<()>, Revision)>,
}

/// A question that takes more than one search.
#[derive(Debug)]
enum Errand {
    /// For a cell as near to the goal as can be.
    Nearest(Nearest),
    /// For the cheapest to reach of several goals.
    AnyOf(AnyOf),
}

impl Errand {
    fn is_over(&self) -> bool {
        match self {
            Self::Nearest(nearest) => nearest.is_over(),
            Self::AnyOf(any) => any.is_over(),
        }
    }

    /// Does what comes next, once the search that it has begun is over.
    fn go_on(&mut self, searcher: &mut Searcher, map: &Map, work: u64) -> [u64; 2] {
        match self {
            Self::Nearest(nearest) => nearest.go_on(searcher, map, work),
            Self::AnyOf(any) => {
                any.go_on(searcher, map);
                [1, 0]
            }
        }
    }
}

impl Planner {
    /// A planner each of whose jump graphs keeps so many bytes at most, and what one search needs besides. With less they
    /// are slower, and find the same.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        let mut planner = Self::default();
        planner.searcher.most_bytes = Some(bytes);
        planner
    }

    /// How many bytes are kept for later searches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.searcher.bytes()
    }

    /// Finds a cheapest path and writes it into `path`, which is empty where there is none.
    ///
    /// A query that is invalid on this map is refused, see [`PathQuery::check`]. What was [begun](Self::begin) is dropped.
    ///
    /// # Complexity
    /// Where labels know that there is no path, O(1). On the jump graph, O(E) for E edges of the jump points that A*
    /// expands there, and what their lists take that are recorded now: O(cells / 64) for straight jumps. A list that is
    /// used for the first time since an edit is compared with the versions of the tiles that it has seen. A goal's field
    /// takes O(cells) once, 5 bytes a cell, and O(cells of the path) for each query afterwards. But for that, nothing is
    /// allocated for a query whose like was answered before, on this map or on one of its size.
    pub fn path(&mut self, map: &Map, query: &PathQuery, path: &mut Path) -> Plan {
        self.begin(map, query);
        while !self.advance(map, u64::MAX).is_over {}
        self.answer(map, path).expect("it is over, and the map is the same")
    }

    /// Begins to answer a question, in pieces that [`advance`](Self::advance) makes; one that is under way is dropped.
    ///
    /// The planner is busy with it until it is answered. Who asks several questions at once keeps a planner for each.
    pub fn begin(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.on = Some((map.identity(), map.grid().revision()));
        self.searcher.begin(map, query);
    }

    /// The same for a path as near to the goal as can be, see [`path_to_nearest`](Self::path_to_nearest).
    pub fn begin_nearest(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.on = Some((map.identity(), map.grid().revision()));
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

    /// The same for the cheapest path to the query's goal or one of these others, see [`path_to_any`](Self::path_to_any).
    pub fn begin_any(&mut self, map: &Map, query: &PathQuery, others: &[Cell]) {
        if others.is_empty() {
            return self.begin(map, query);
        }
        self.cancel();
        self.on = Some((map.identity(), map.grid().revision()));
        self.errand = Some(Errand::AnyOf(AnyOf::new(&mut self.searcher, map, query, others)));
    }

    /// Begins a search for a path that takes the fewest steps, whatever terrain costs: a draft, found in a fraction of
    /// the time of a cheapest path on a map of several costs.
    ///
    /// A draft is legal, and its cost is that of its cells on this map, but a cheaper path may exist. It honours the
    /// query's movement, step costs, region and goal tolerance, and no limit of cost or expansions. On maps with portals
    /// or one-way cells it is found by A* with a large weight, and need not have the fewest steps either.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Algorithm, Cell, Grid, Map, Path, PathQuery, Planner};
    /// let map = Map::new(Grid::from_rows(&[".9.", "..."]));
    /// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), Algorithm::Auto);
    /// let (mut planner, mut path) = (Planner::default(), Path::default());
    /// planner.begin_draft(&map, &query);
    /// while !planner.advance(&map, 16).is_over {}
    /// planner.answer(&map, &mut path).unwrap();
    /// assert_eq!(path.cells().len(), 3);
    /// assert_eq!(query.options.units().format(path.cost()), "10");
    /// ```
    pub fn begin_draft(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.on = Some((map.identity(), map.grid().revision()));
        self.searcher.begin_draft(map, query);
    }

    /// Returns whether a draft of this query is found faster than its answer, as a rule: see
    /// [`begin_draft`](Self::begin_draft).
    #[must_use]
    pub fn is_draft_faster(map: &Map, options: &SearchOptions) -> bool {
        !Searcher::is_by_jump_graph(map, options)
    }

    /// Announces this many further queries for the goal of a query, under the same options: they share a field of the
    /// goal from the beginning, where the map may have one and the field takes less time than the searches.
    ///
    /// Returns `true` if a field answers them. The answers cost the same with and without; of several cheapest paths
    /// another one may be found.
    pub fn expect(&mut self, map: &Map, query: &PathQuery, queries: usize) -> bool {
        self.searcher.expect(map, query, queries)
    }

    /// Goes on for so much work, at least for one unit, and a little more where something takes longer.
    ///
    /// An edit of the map in between is taken in where the search has not come near it, else it begins again; either way
    /// the answer is that for the map as it is. Nothing comes of it without a question.
    pub fn advance(&mut self, map: &Map, work: u64) -> Progress {
        let mut progress = Progress::default();
        if let Some((_, revision)) = self.on
            && !self.is_of(map)
        {
            let changed: Vec<Cell> = map.tiles().changed_since(revision).flat_map(Rect::cells).collect();
            progress.begun_again = !self.follow(map, &changed);
        }
        while progress.work < work && !self.is_over() {
            let left = work - progress.work;
            let [taken, expanded] = match &mut self.errand {
                Some(errand) if self.searcher.is_over() => errand.go_on(&mut self.searcher, map, left),
                _ => self.searcher.advance(map, left),
            };
            (progress.work, progress.expanded) = (progress.work + taken, progress.expanded + expanded);
        }
        progress.is_over = self.is_over();
        progress
    }

    /// Whether what is under way is of this map as it is.
    fn is_of(&self, map: &Map) -> bool {
        self.on.as_ref().is_some_and(|(of, revision)| map.is(of) && *revision == map.grid().revision())
    }

    /// Whether nothing is left to do.
    fn is_over(&self) -> bool {
        self.searcher.is_over() && self.errand.as_ref().is_none_or(Errand::is_over)
    }

    /// Takes in an edit of these cells, of which none may be left out, and of none besides them since the last time that
    /// the search was advanced; true if it goes on as if it had begun on the map as it is now, false if it has begun again.
    ///
    /// [`advance`](Self::advance) does that by itself. It knows less of what has changed, so more searches begin again.
    pub fn follow(&mut self, map: &Map, changed: &[Cell]) -> bool {
        let Some((of, since)) = self.on.take() else { return true };
        self.on = Some((map.identity(), map.grid().revision()));
        if map.is(&of) && since == map.grid().revision() {
            return true;
        }
        let is_one_search = match &self.errand {
            None => true,
            // Which cell is the nearest depends on those too that nothing has come to.
            Some(Errand::Nearest(nearest)) => nearest.is_known(),
            Some(Errand::AnyOf(any)) => any.is_first(),
        };
        let goes_on = is_one_search && map.is(&of) && self.searcher.follow(map, changed, since);
        if !goes_on {
            match self.errand.take() {
                Some(Errand::Nearest(nearest)) => self.begin_nearest(map, &nearest.asked),
                Some(Errand::AnyOf(any)) => self.begin_any(map, &any.asked, &any.others),
                None => {
                    if let Some(query) = self.searcher.query().cloned() {
                        let is_draft = self.searcher.is_draft();
                        if is_draft { self.begin_draft(map, &query) } else { self.begin(map, &query) }
                    }
                }
            }
        }
        goes_on
    }

    /// The answer, once it is there; a path is written into `path`, which is empty where there is none. `None` as long as
    /// there is something left to do, also because the map has changed.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        if !self.is_over() || !self.is_of(map) {
            return None;
        }
        match self.errand.take() {
            Some(Errand::AnyOf(any)) => any.into_answer(path),
            _ => self.searcher.answer(map, path),
        }
    }

    /// Drops the question that is under way.
    pub fn cancel(&mut self) {
        self.searcher.drop();
        if let Some(Errand::Nearest(nearest)) = self.errand.take()
            && let Some(search) = nearest.into_search()
        {
            self.searcher.take_memory(search);
        }
    }

    /// Takes the memory of a path that is no longer needed, for one of a search that the options name.
    pub fn reuse(&mut self, path: Path) {
        self.searcher.reuse(path);
    }
}
