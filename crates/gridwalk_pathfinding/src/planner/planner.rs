//! Which search answers a question, and how far it has come.

use std::sync::Weak;

use super::goal_fields::{FieldRun, GoalFields};
use super::nearest::Nearest;
use super::plan::{Finder, Plan, Planned, Progress};
use super::weighted::{WeightedRun, WeightedSearch};
use crate::map::Labelling;
use crate::search::{BucketQueue, Ends, JumpGraph, JumpSearch, Place, Units};
use crate::{
    Algorithm, Cell, EndpointError, Guarantee, Limits, Map, NoPathReason, NodePool, Outcome, Path, PathQuery,
    Reachability, Rect, Refusal, Revision, Search, SearchOptions, SearchStats, Status, StepCosts,
};

/// Answers questions for cheapest paths as fast as can be, on maps that change at any moment.
///
/// Nothing is prepared: what is worth keeping is kept as searches come by it, and looked at again where the map has
/// changed since. One planner serves one thread, and any number of maps one after another. It keeps the jump graphs that
/// it used last, eight at most, each for one map, movement rule and step costs, what it knows of one weighted map, and
/// the fields of goals on four of them, at most 64 MiB each. A jump graph keeps 32 MiB and 48 bytes a cell at most, where
/// most maps need less than 10: when half of that is full, it forgets what was not used since it was half full before.
///
/// Which search answers is its own choice for [`Algorithm::Auto`], as long as the other options ask for no more than a
/// cheapest path: the lazy jump graph on terrain of one cost, a search of its own on other terrain, and there a field of
/// what is left to the goal from everywhere, once searches for this goal have taken as long as the field does. A search
/// that goes on for longer than a look at the region labels would takes that look, and ends where the goal is walled off.
/// Its answer costs what that of A* costs, but of several cheapest paths it can be another one. Any other algorithm is
/// one that the caller wants to have: it is [`Search`] that answers.
///
/// The same map and the same query have the same path, whatever was asked before; but over terrain of several costs, of
/// several cheapest paths to a goal that is asked for often it can be another one than before it had its field.
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
    /// The one used last comes first.
    graphs: Vec<(Weak<()>, StepCosts, JumpGraph)>,
    /// So many bytes each of them may take, if the caller says so.
    most_bytes: Option<usize>,
    queue: BucketQueue,
    weighted: WeightedSearch,
    fields: GoalFields,
    has_no_fields: bool,
    pool: NodePool,
    /// Of which map what is under way is.
    on: Option<(Weak<()>, Revision)>,
    task: Option<Task>,
    /// The search of the task, if it is one that the options name.
    search: Option<Search>,
    /// What the task is a part of, if any cell near the goal will do.
    nearest: Option<Nearest>,
}

/// A question under way.
#[derive(Debug)]
struct Task {
    query: PathQuery,
    finder: TaskFinder,
    /// How much work the finder has made, and after how much of it the labels are asked.
    work: u64,
    label_at: u64,
    labelling: Option<Box<Labelling>>,
    /// The answer. It is none any more once the map has changed.
    plan: Option<Plan>,
}

/// What looks for the path, and stands where.
#[derive(Debug)]
enum TaskFinder {
    Jump(JumpSearch),
    Weighted(WeightedRun),
    Field(FieldRun),
    Search,
}

/// So many jump graphs are kept.
const MOST_GRAPHS: usize = 8;

/// A search asks the labels once it has made so many expansions, and one for each so many cells: that is a small part of
/// the time that it takes to make them.
const SHORT: u64 = 32;
const SHORT_OF_CELLS: u64 = 1 << 11;

impl Planner {
    /// A planner each of whose jump graphs keeps so many bytes at most, and what one search needs besides. With less they
    /// are slower, and find the same.
    #[must_use]
    pub fn with_memory(bytes: usize) -> Self {
        Self { most_bytes: Some(bytes), ..Self::default() }
    }

    /// A planner whose answers never depend on what was asked before.
    pub(crate) fn without_fields() -> Self {
        Self { has_no_fields: true, ..Self::default() }
    }

    /// How many bytes are kept for later searches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let graphs: usize = self.graphs.iter().map(|(.., graph)| graph.bytes()).sum();
        graphs + self.queue.bytes() + self.weighted.memory_bytes() + self.fields.bytes() + self.pool.memory_bytes()
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
        self.begin_task(map, query);
    }

    /// The same for a path as near to the goal as can be, see [`path_to_nearest`](Self::path_to_nearest).
    pub fn begin_nearest(&mut self, map: &Map, query: &PathQuery) {
        self.cancel();
        self.on = Some((map.identity(), map.grid().revision()));
        let nearest = Nearest::new(query);
        let checked = EndpointError::check_start(map.grid(), query.start).map_err(Refusal::from);
        if let Err(refusal) = checked.and_then(|()| query.options.check(map.grid())) {
            let mut task = Task::new(query);
            task.end(Planned::Refused(refusal), Finder::Search, SearchStats::NONE);
            self.task = Some(task);
        } else {
            if nearest.begins_at_goal() {
                self.begin_task(map, query);
            }
            self.nearest = Some(nearest);
        }
    }

    /// Begins a search, of its own or as a part of something.
    pub(super) fn begin_task(&mut self, map: &Map, query: &PathQuery) {
        self.drop_task();
        let options = &query.options;
        let mut task = Task::new(query);
        if wants_any_cheapest_path(options) {
            // A cell near the goal may be reached where the goal cannot, and within limits the search has reasons of
            // its own.
            let is_limited = options.max_cost.is_some() || options.region.is_some() || options.max_expansions.is_some();
            if options.goal_tolerance == 0 && !is_limited {
                task.label_at = SHORT + map.grid().cell_count() as u64 / SHORT_OF_CELLS;
            }
            if let Err(error) = query.check_ends(map.grid()) {
                task.end(Planned::Refused(error.into()), Finder::Labels, SearchStats::NONE);
            } else if map.regions(options.movement).is_some() {
                task.ask_labels(map, Finder::Labels, SearchStats::NONE);
            }
        }
        if task.plan.is_none() {
            self.choose(map, &mut task);
        }
        self.task = Some(task);
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
            let [taken, expanded] = match (&self.task, self.nearest.take()) {
                (Some(task), nearest) if task.plan.is_none() => {
                    self.nearest = nearest;
                    if task.work >= task.label_at { [self.label(map, left), 0] } else { self.search_on(map, left) }
                }
                (_, Some(mut nearest)) => {
                    let taken = nearest.go_on(self, map, left);
                    self.nearest = Some(nearest);
                    taken
                }
                (_, None) => [0; 2],
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
        self.task.as_ref().is_none_or(|task| task.plan.is_some()) && self.nearest.as_ref().is_none_or(Nearest::is_over)
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
        // Which cell is the nearest depends on those too that nothing has come to.
        let is_known = self.nearest.as_ref().is_none_or(Nearest::is_known);
        let Some(task) = self.task.as_mut().filter(|_| is_known && map.is(&of)) else {
            return self.begin_again(map);
        };
        let goes_on = task.plan.is_none()
            && task.query.check_ends(map.grid()).is_ok()
            && match (&mut task.finder, Kind::of(map, &task.query.options)) {
                (TaskFinder::Jump(search), Kind::Jump(terrain)) => {
                    search.terrain() == terrain && search.is_far_from_edits(&self.graphs[0].2, map, since)
                }
                (TaskFinder::Weighted(run), Kind::Weighted) => self.weighted.follow(map, &task.query, run),
                (TaskFinder::Field(_), Kind::Weighted) => self.fields.is_due(map, &task.query),
                (TaskFinder::Search, Kind::Search) => {
                    let follows = |search: &mut Search| search.follow(map.grid(), changed.iter().copied());
                    self.search.as_mut().is_some_and(follows)
                }
                _ => false,
            };
        if goes_on {
            // What was under way is of the map before.
            task.labelling = None;
            return true;
        }
        self.begin_again(map)
    }

    /// Begins what is under way from scratch; false, as it does not go on.
    fn begin_again(&mut self, map: &Map) -> bool {
        if let Some(asked) = self.nearest.as_ref().map(|nearest| nearest.asked.clone()) {
            self.begin_nearest(map, &asked);
        } else if let Some(query) = self.query().cloned() {
            self.begin(map, &query);
        }
        false
    }

    /// The answer, once it is there; a path is written into `path`, which is empty where there is none. `None` as long as
    /// there is something left to do, also because the map has changed.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        let plan = if self.is_over() { self.answer_task(map, path) } else { None };
        if plan.is_some() {
            self.nearest = None;
        }
        plan
    }

    /// The answer of a search, of its own or as a part of something.
    pub(super) fn answer_task(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        if !self.is_of(map) {
            return None;
        }
        let Task { query, finder, plan, .. } = self.task.take_if(|task| task.plan.is_some())?;
        let plan = plan?;
        let cells = path.begin();
        match finder {
            _ if plan.planned != Planned::Found => {}
            TaskFinder::Jump(search) => {
                search.write_path(&mut self.graphs[0].2, cells);
                path.end(search.cost().saturating_mul(Units::scale(search.terrain(), &query.options)));
            }
            TaskFinder::Weighted(run) => {
                self.weighted.trace(map.grid(), &query, cells);
                path.end(run.cost());
            }
            TaskFinder::Field(_) => {
                let cost = self.fields.trace(&query, cells);
                path.end(cost);
            }
            TaskFinder::Search => {
                let outcome = self.search.as_mut().map(|search| search.outcome(map.grid()));
                if let Some(Ok(Outcome::Solved(solution))) = outcome {
                    self.drop_task();
                    self.pool.reuse(std::mem::replace(path, solution.path));
                }
            }
        }
        self.drop_task();
        Some(plan)
    }

    /// What is searched for, if something is.
    #[must_use]
    pub fn query(&self) -> Option<&PathQuery> {
        self.task.as_ref().map(|task| &task.query)
    }

    /// How the search for it was answered, if it was.
    pub(super) fn planned(&self) -> Option<&Planned> {
        self.task.as_ref()?.plan.as_ref().map(|plan| &plan.planned)
    }

    /// Drops the question that is under way.
    pub fn cancel(&mut self) {
        self.drop_task();
        if let Some(search) = self.nearest.take().and_then(Nearest::into_search) {
            self.take_memory(search);
        }
    }

    fn drop_task(&mut self) {
        self.task = None;
        if let Some(search) = self.search.take() {
            self.take_memory(search);
        }
    }

    /// The memory of searches by name, lent to one.
    pub(super) fn lend_memory(&mut self) -> NodePool {
        std::mem::take(&mut self.pool)
    }

    pub(super) fn take_memory(&mut self, search: Search) {
        self.pool = search.into_pool();
    }

    /// Takes the memory of a path that is no longer needed, for one of a search that the options name.
    pub fn reuse(&mut self, path: Path) {
        self.pool.reuse(path);
    }

    /// Chooses what looks for the path.
    fn choose(&mut self, map: &Map, task: &mut Task) {
        let query = &task.query;
        let PathQuery { start, goal, ref options } = *query;
        task.finder = match Kind::of(map, options) {
            Kind::Jump(terrain) => {
                let graph = graph_of(&mut self.graphs, map, options);
                graph.limit(self.most_bytes);
                TaskFinder::Jump(JumpSearch::new(graph, Ends { start, goal }, terrain, 1, &mut ()))
            }
            // How far a field has grown depends on what was asked before; a limit of the query's own does not.
            Kind::Weighted
                if options.max_expansions.is_none() && !self.has_no_fields && self.fields.is_due(map, query) =>
            {
                TaskFinder::Field(FieldRun::default())
            }
            Kind::Weighted => TaskFinder::Weighted(self.weighted.begin(map, query)),
            Kind::Search => {
                match Search::new(map.grid(), query, self.lend_memory(), &mut ()) {
                    Ok(search) => self.search = Some(search),
                    Err(refusal) => task.end(Planned::Refused(refusal), Finder::Search, SearchStats::NONE),
                }
                TaskFinder::Search
            }
        };
    }

    /// Goes on with the labels, and asks them once they are there.
    fn label(&mut self, map: &Map, work: u64) -> u64 {
        let Some(task) = &mut self.task else { return 0 };
        let (taken, is_over) = map.label_within(task.query.options.movement, &mut task.labelling, work);
        if is_over {
            let stats = task.finder.stats(self.search.as_ref());
            task.ask_labels(map, Finder::Labels, stats);
        }
        taken
    }

    /// Goes on with the search for so much work at most, or until the labels are to be asked: how much that took, and how
    /// many expansions there were.
    fn search_on(&mut self, map: &Map, work: u64) -> [u64; 2] {
        let Some(task) = &mut self.task else { return [0; 2] };
        let Task { query, finder, label_at, .. } = task;
        let work = work.min(*label_at - task.work);
        let most = query.options.max_expansions.unwrap_or(u64::MAX);
        let before = finder.stats(self.search.as_ref()).expanded;
        let (mut taken, mut repaired) = (0, 0);
        let (status, by) = match finder {
            TaskFinder::Jump(search) => {
                let place = &mut Place::new(map, &mut self.graphs[0].2, &mut self.queue);
                let (made, status) = search.run(place, most, work, &mut ());
                taken = made;
                (status, Finder::JumpGraph)
            }
            TaskFinder::Weighted(run) => {
                let status = self.weighted.advance(map.grid(), run, most, work);
                taken += run.stats().expanded - before;
                if status != Status::Running {
                    self.fields.spend(map, query, run.stats().expanded);
                }
                (status, Finder::Weighted)
            }
            TaskFinder::Field(run) => {
                let (expanded, status) = self.fields.advance(map, query, run, work);
                taken += expanded;
                if status.is_none() {
                    // Edits concern too much of it.
                    repaired = run.expanded;
                    *finder = TaskFinder::Weighted(self.weighted.begin(map, query));
                }
                (status.unwrap_or(Status::Running), Finder::Field)
            }
            TaskFinder::Search => {
                let search = self.search.as_mut().expect("it was begun with the task");
                let limits = Limits { expansions: before.saturating_add(work), ..Limits::NONE };
                let status = search.run(map.grid(), limits, &mut ()).expect("the map is the same");
                taken += search.stats().expanded - before;
                (status, Finder::Search)
            }
        };
        task.work = task.work.saturating_add(taken);
        let expanded = (finder.stats(self.search.as_ref()).expanded + repaired).saturating_sub(before);
        let planned = match status {
            Status::Running => return [taken.max(1), expanded],
            Status::Found => Planned::Found,
            Status::Exhausted => Planned::NoPath(NoPathReason::Unreachable),
            Status::OutOfBudget => Planned::OutOfBudget,
        };
        let (planned, stats) = match (&task.finder, &mut self.search) {
            (TaskFinder::Search, Some(search)) if status == Status::Exhausted => match search.outcome(map.grid()) {
                Ok(Outcome::NoPath(reason, stats)) => (Planned::NoPath(reason), stats),
                _ => (planned, search.stats()),
            },
            (finder, search) => (planned, finder.stats(search.as_ref())),
        };
        task.end(planned, by, stats);
        [taken.max(1), expanded]
    }
}

/// Which kind of search a question is one for, on this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// On the jump graph, where all walkable terrain costs so much.
    Jump(u16),
    Weighted,
    Search,
}

impl Kind {
    fn of(map: &Map, options: &SearchOptions) -> Self {
        if !wants_any_cheapest_path(options) {
            Self::Search
        } else if let Some(terrain) = options.jump_terrain(map.grid()) {
            Self::Jump(terrain)
        } else if WeightedSearch::serves(map.grid(), options) {
            Self::Weighted
        } else {
            Self::Search
        }
    }
}

impl Task {
    fn new(query: &PathQuery) -> Self {
        Self {
            query: query.clone(),
            finder: TaskFinder::Search,
            work: 0,
            label_at: u64::MAX,
            labelling: None,
            plan: None,
        }
    }

    fn end(&mut self, planned: Planned, finder: Finder, stats: SearchStats) {
        self.plan = Some(Plan { planned, finder, end: self.query.goal, stats });
    }

    /// Ends where the labels, which are there, know that there is no path; else they are not asked again.
    fn ask_labels(&mut self, map: &Map, finder: Finder, stats: SearchStats) {
        let PathQuery { start, goal, ref options } = self.query;
        if self.label_at == u64::MAX {
            return;
        }
        self.label_at = u64::MAX;
        let reach = map.regions(options.movement).map(|regions| regions.reach(map.grid(), start, goal));
        if reach == Some(Reachability::No) {
            self.end(Planned::NoPath(NoPathReason::Unreachable), finder, stats);
        }
    }
}

impl TaskFinder {
    fn stats(&self, search: Option<&Search>) -> SearchStats {
        match self {
            Self::Jump(search) => search.stats(),
            Self::Weighted(run) => run.stats(),
            Self::Field(run) => SearchStats { expanded: run.expanded, ..SearchStats::NONE },
            Self::Search => search.map_or(SearchStats::NONE, Search::stats),
        }
    }
}

/// Whether any cheapest path will do.
fn wants_any_cheapest_path(options: &SearchOptions) -> bool {
    options.algorithm == Algorithm::Auto && options.guarantee() == Guarantee::Optimal
}

/// The graph of this map, new or known.
fn graph_of<'a>(
    graphs: &'a mut Vec<(Weak<()>, StepCosts, JumpGraph)>,
    map: &Map,
    options: &SearchOptions,
) -> &'a mut JumpGraph {
    let is_wanted = |(of, steps, graph): &(Weak<()>, StepCosts, JumpGraph)| {
        map.is(of) && *steps == options.steps && graph.movement() == options.movement
    };
    let at = graphs.iter().position(is_wanted).unwrap_or_else(|| {
        graphs.retain(|(of, ..)| of.strong_count() > 0);
        graphs.truncate(MOST_GRAPHS - 1);
        let units = Units::of(options.steps);
        graphs.push((map.identity(), options.steps, JumpGraph::new(options.movement, units)));
        graphs.len() - 1
    });
    graphs[..=at].rotate_right(1);
    &mut graphs[0].2
}
