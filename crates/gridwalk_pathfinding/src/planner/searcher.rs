//! Runs one search at a time and owns the caches reused between searches.

use super::map_data::MapData;
use crate::fast::{
    BucketQueue, CanonicalGround, CanonicalRun, CanonicalSearch, FieldRun, JumpGraph, JumpSearch,
    PathEnds, SearchPlace, Units,
};
use crate::map::Labelling;
use crate::{
    Algorithm, Cell, FieldMemory, Finder, Limits, Map, NoPathReason, NodePool, Outcome, Path,
    PathQuery, Plan, Planned, Rect, Refusal, Revision, Search, SearchOptions, SearchStats, Status,
};

/// Search state and caches of a planner.
#[derive(Debug, Default)]
pub(super) struct Searcher {
    graphs: MapData<JumpGraph>,
    grounds: MapData<CanonicalGround>,
    /// Memory limit of each jump graph in bytes; `None` for the default.
    pub most_bytes: Option<usize>,
    /// Whether searches neither use nor compute landmarks.
    pub without_landmarks: bool,
    queue: BucketQueue,
    canonical: CanonicalSearch,
    field_memory: FieldMemory,
    pool: NodePool,
    task: Option<Task>,
    /// The search of the task, if the options name its algorithm.
    search: Option<Search>,
}

/// A query in progress.
#[derive(Debug)]
struct Task {
    query: PathQuery,
    /// Whether any path will do that is not much longer than the shortest.
    is_draft: bool,
    finder: TaskFinder,
    /// Work units spent on the search; at `label_at` units the region labels are consulted.
    work: u64,
    label_at: u64,
    labelling: Option<Box<Labelling>>,
    /// The answer, valid until the map changes.
    plan: Option<Plan>,
}

/// The search in progress and its state.
#[derive(Debug)]
enum TaskFinder {
    Jump(JumpSearch),
    Canonical(CanonicalRun),
    Field(FieldRun),
    Search,
}

/// Number of queries for one goal that take longer than its field, on average.
///
/// A field expands twice as many cells in the same time, and each cell of the map once. A search
/// expands a tenth to a half of them.
const SHARED_BY: usize = 4;

impl Searcher {
    pub fn bytes(&self) -> usize {
        self.graphs.bytes()
            + self.grounds.bytes()
            + self.queue.bytes()
            + self.canonical.memory_bytes()
            + self.field_memory.bytes()
            + self.pool.memory_bytes()
    }

    /// Makes the searcher share no data with others, from now on.
    pub fn stay_apart(&mut self) {
        (self.graphs.is_apart, self.grounds.is_apart) = (true, true);
    }

    /// Creates a searcher with copies of what this one has learnt, which shares none.
    pub fn fork(&self) -> Self {
        Self {
            graphs: self.graphs.fork(),
            grounds: self.grounds.fork(),
            most_bytes: self.most_bytes,
            without_landmarks: self.without_landmarks,
            ..Self::default()
        }
    }

    /// Begins a search for one path, alone or as a part of a request with several searches.
    pub fn begin(&mut self, map: &Map, query: &PathQuery) {
        self.begin_task(map, Task::new(query));
    }

    /// Begins a search for a path that ignores terrain costs and need not be the shortest.
    pub fn begin_draft(&mut self, map: &Map, query: &PathQuery) {
        let mut query = query.clone();
        query.options = query.options.of_draft(map.grid());
        self.begin_task(
            map,
            Task {
                is_draft: true,
                ..Task::new(&query)
            },
        );
    }

    /// Returns `true` if the current search is for a draft.
    pub fn is_draft(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.is_draft)
    }

    /// Makes a field due for the query's goal if this many queries for it take longer than the
    /// field.
    ///
    /// Returns `true` if a field is due.
    pub fn expect(&mut self, map: &Map, query: &PathQuery, queries: usize) -> bool {
        let is_canonical = SearchKind::of(map, &query.options, false) == SearchKind::Canonical;
        if !is_canonical || !Self::may_have_field(map, &query.options) {
            return false;
        }
        let fields = &mut select_ground(&mut self.grounds, map, query).fields;
        if queries >= SHARED_BY && !fields.is_due(map, query.goal) {
            fields.spend(query.goal, map.grid().cell_count() as u64);
        }
        let is_due = fields.is_due(map, query.goal);
        self.leave(Some(map));
        is_due
    }

    fn begin_task(&mut self, map: &Map, mut task: Task) {
        self.drop();
        if task.query.options.want_any_cheapest_path() {
            task.label_at = task.query.asks_labels_after(map.grid()).unwrap_or(u64::MAX);
            if let Err(error) = task.query.check_ends(map.grid()) {
                task.end(
                    Planned::Refused(error.into()),
                    Finder::Labels,
                    SearchStats::NONE,
                );
            } else if map.regions(task.query.options.movement).is_some() {
                task.ask_labels(map, Finder::Labels, SearchStats::NONE);
            }
        }
        if task.plan.is_none() {
            self.choose(map, &mut task);
        }
        self.task = Some(task);
    }

    /// Records the refusal of an invalid query.
    pub fn refuse(&mut self, query: &PathQuery, refusal: Refusal) {
        let mut task = Task::new(query);
        task.end(Planned::Refused(refusal), Finder::Search, SearchStats::NONE);
        self.task = Some(task);
    }

    /// Returns `true` if the answer is ready, or there is no query.
    pub fn is_finished(&self) -> bool {
        self.task.as_ref().is_none_or(|task| task.plan.is_some())
    }

    /// Continues for at most `work` units; returns the work done and the number of expansions.
    pub fn advance(&mut self, map: &Map, work: u64) -> [u64; 2] {
        match &self.task {
            Some(task) if task.work >= task.label_at => [self.label(map, work), 0],
            _ => self.search_on(map, work),
        }
    }

    /// Tries to continue after an edit; returns `false` if the search must restart.
    ///
    /// The edit was made after the revision `since`, on these cells if they are known.
    pub fn follow(&mut self, map: &Map, changed: Option<&[Cell]>, since: Revision) -> bool {
        let Some(task) = &mut self.task else {
            return false;
        };
        // The labelling in progress belongs to the map before the edit. If another one began at once
        // after each edit, the search would never continue.
        if let Some(lost) = task.labelling.take() {
            task.label_at = task.work + lost.spent();
        }
        task.plan.is_none()
            && task.query.check_ends(map.grid()).is_ok()
            && match (
                &mut task.finder,
                SearchKind::of(map, &task.query.options, task.is_draft),
            ) {
                (TaskFinder::Jump(search), SearchKind::Jump(terrain)) => {
                    search.terrain() == terrain && search.follow(self.graphs.current(), map, since)
                }
                (TaskFinder::Canonical(run), SearchKind::Canonical) => self.canonical.follow(
                    self.grounds.current(),
                    map,
                    (&task.query, run),
                    changed,
                    since,
                ),
                (TaskFinder::Field(_), SearchKind::Canonical) => {
                    let fields = &self.grounds.current().fields;
                    Self::may_have_field(map, &task.query.options)
                        && fields.is_due(map, task.query.goal)
                }
                (TaskFinder::Search, SearchKind::Search) => {
                    let tiles = || map.tiles().changed_since(since).flat_map(Rect::cells);
                    let follows = |search: &mut Search| {
                        if let Some(cells) = changed {
                            search.follow(map.grid(), cells.iter().copied())
                        } else {
                            search.follow(map.grid(), tiles())
                        }
                    };
                    self.search.as_mut().is_some_and(follows)
                }
                _ => false,
            }
    }

    /// Continues to check whether the edits that the search has followed touch it.
    ///
    /// Returns the work done, and `false` if the search must restart; `None` if all is checked.
    pub fn check_edits(&mut self, map: &Map, work: u64) -> Option<(u64, bool)> {
        match &mut self.task.as_mut()?.finder {
            TaskFinder::Jump(search) => search.check_edits(self.graphs.current(), map, work),
            _ => None,
        }
    }

    /// Returns the answer of a finished search, and writes its path.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        let Task {
            query,
            is_draft,
            finder,
            plan,
            ..
        } = self.task.take_if(|task| task.plan.is_some())?;
        let plan = plan?;
        let cells = path.begin();
        match finder {
            _ if plan.planned != Planned::Found => {}
            TaskFinder::Jump(search) => {
                search.write_path(map, self.graphs.current(), cells);
                path.end(
                    search
                        .cost()
                        .saturating_mul(Units::scale(search.terrain(), &query.options)),
                );
                if is_draft {
                    path.end(
                        path.measure(map.grid(), &query.options)
                            .expect("the jump graph makes legal steps"),
                    );
                }
            }
            TaskFinder::Canonical(run) => {
                self.canonical.trace(map.grid(), &run, cells);
                self.canonical.earn_landmarks(
                    self.grounds.current(),
                    map.grid(),
                    &run,
                    cells.len(),
                );
                path.end(run.cost());
            }
            TaskFinder::Field(_) => {
                let cost = self.grounds.current().fields.trace(&query, cells);
                path.end(cost);
            }
            TaskFinder::Search => {
                let outcome = self
                    .search
                    .as_mut()
                    .map(|search| search.outcome(map.grid()));
                if let Some(Ok(Outcome::Solved(solution))) = outcome {
                    self.drop();
                    self.pool.reuse(std::mem::replace(path, solution.path));
                }
            }
        }
        self.leave(Some(map));
        self.drop();
        Some(plan)
    }

    /// Returns the query of the current search, if there is one.
    pub fn query(&self) -> Option<&PathQuery> {
        self.task.as_ref().map(|task| &task.query)
    }

    /// Returns the result, if the search has finished.
    pub fn planned(&self) -> Option<&Planned> {
        self.task.as_ref()?.plan.as_ref().map(|plan| &plan.planned)
    }

    /// Drops the current search.
    pub fn drop(&mut self) {
        self.task = None;
        self.leave(None);
        if let Some(search) = self.search.take() {
            self.take_memory(search);
        }
    }

    /// Leaves what the search has learnt to the map, which is this one if one is given.
    fn leave(&mut self, map: Option<&Map>) {
        self.graphs.leave(map);
        self.grounds.leave(map);
    }

    /// Lends out the memory of searches by name.
    pub fn lend_memory(&mut self) -> NodePool {
        std::mem::take(&mut self.pool)
    }

    pub fn take_memory(&mut self, search: Search) {
        self.pool = search.into_pool();
    }

    /// Reuses the memory of a path that is no longer needed.
    pub fn reuse(&mut self, path: Path) {
        self.pool.reuse(path);
    }

    /// Chooses the search for a task.
    fn choose(&mut self, map: &Map, task: &mut Task) {
        let query = &task.query;
        let options = &query.options;
        task.finder = match SearchKind::of(map, options, task.is_draft) {
            SearchKind::Jump(terrain) => {
                let (movement, units) = (options.movement, Units::of(options.steps));
                let rate = |graph: &JumpGraph| graph.is_for(movement, units).then_some(true);
                let new = || JumpGraph::new(movement, units);
                let graph = self.graphs.select(map, rate, new);
                graph.limit = self.most_bytes;
                // Labels are due as soon as a search without a path and earlier ones have taken as
                // long.
                if task.label_at != u64::MAX {
                    task.label_at = task.label_at.saturating_sub(graph.fruitless);
                }
                let ends = PathEnds::of(query, terrain);
                let search = JumpSearch::new(graph, ends, terrain, 1, &mut ());
                // A limit of expansions must not depend on earlier queries.
                let may_be_guided = !self.without_landmarks && options.max_expansions.is_none();
                TaskFinder::Jump(if task.is_draft {
                    search.in_haste()
                } else if may_be_guided {
                    search.with_landmarks()
                } else {
                    search
                })
            }
            SearchKind::Canonical => {
                let ground = select_ground(&mut self.grounds, map, query);
                // The growth of a field depends on earlier queries, so a query with its own limit of
                // expansions uses none.
                if Self::may_have_field(map, options) && ground.fields.is_due(map, query.goal) {
                    TaskFinder::Field(FieldRun::default())
                } else {
                    let run = self.canonical.begin(ground, map, query, &mut ());
                    let may_be_guided = !self.without_landmarks && options.max_expansions.is_none();
                    TaskFinder::Canonical(if may_be_guided {
                        run.with_landmarks()
                    } else {
                        run
                    })
                }
            }
            SearchKind::Search => {
                match Search::new(map.grid(), query, self.lend_memory(), &mut ()) {
                    Ok(search) => self.search = Some(search.without_labels()),
                    Err(refusal) => {
                        task.end(Planned::Refused(refusal), Finder::Search, SearchStats::NONE);
                    }
                }
                TaskFinder::Search
            }
        };
    }

    /// Returns `true` if a field of the goal could answer the query.
    fn may_have_field(map: &Map, options: &SearchOptions) -> bool {
        options.max_expansions.is_none() && options.is_plain_on(map.grid())
    }

    /// Continues the labelling, and consults the labels once it is complete.
    fn label(&mut self, map: &Map, work: u64) -> u64 {
        let Some(task) = &mut self.task else { return 0 };
        let (taken, is_finished) =
            map.label_within(task.query.options.movement, &mut task.labelling, work);
        if is_finished {
            if let TaskFinder::Jump(_) = task.finder {
                self.graphs.current().fruitless = 0;
            }
            let stats = task.finder.stats(self.search.as_ref());
            task.ask_labels(map, Finder::Labels, stats);
        }
        taken
    }

    /// Continues the search for at most `work` units, or until the labels are due.
    ///
    /// Returns the work done and the number of expansions.
    fn search_on(&mut self, map: &Map, work: u64) -> [u64; 2] {
        let Some(task) = &mut self.task else {
            return [0; 2];
        };
        let Task {
            query,
            finder,
            label_at,
            ..
        } = task;
        let (taken, is_there) = match finder {
            TaskFinder::Jump(search) => {
                let made = map.make_jump_ground(query.options.movement, work);
                if made == (0, true)
                    && !self.without_landmarks
                    && !task.is_draft
                    && search.stats().expanded == 0
                {
                    (self.graphs.current().prepare(map, query, work), true)
                } else {
                    made
                }
            }
            TaskFinder::Canonical(run) => {
                let ground = self.grounds.current();
                let made = self.canonical.prepare(ground, map.grid(), work);
                if made == (0, true) {
                    let room = self.most_bytes.unwrap_or(usize::MAX);
                    let taken = self.canonical.prepare_landmarks(
                        ground,
                        map.grid(),
                        &query.options,
                        run,
                        room,
                        work,
                    );
                    (taken, true)
                } else {
                    made
                }
            }
            _ => (0, true),
        };
        // Preparation does not count towards the check of labels, so that the search is the same on
        // every map.
        if taken > 0 || !is_there {
            return [taken.max(1), 0];
        }
        let work = work.min(*label_at - task.work);
        let most = query.options.max_expansions.unwrap_or(u64::MAX);
        let before = finder.stats(self.search.as_ref()).expanded;
        let (mut taken, mut repaired) = (0, 0);
        let (status, by) = match finder {
            TaskFinder::Jump(search) => {
                let place = &mut SearchPlace::new(map, self.graphs.current(), &mut self.queue);
                let (made, status) = search.run(place, most, work, &mut ());
                taken = made;
                (status, Finder::JumpGraph)
            }
            TaskFinder::Canonical(run) => {
                let ground = self.grounds.current();
                let status = self
                    .canonical
                    .advance(ground, map.grid(), run, most, work, &mut ());
                taken += run.stats().expanded - before;
                if status != Status::Running && Self::may_have_field(map, &query.options) {
                    ground.fields.spend(query.goal, run.stats().expanded);
                }
                (status, Finder::Canonical)
            }
            TaskFinder::Field(run) => {
                let status;
                let (ground, memory) = (self.grounds.current(), &mut self.field_memory);
                (taken, status) = ground.fields.advance(map, query, run, memory, work);
                if status.is_none() {
                    // Edits affect too much of the field.
                    repaired = run.expanded;
                    let ground = select_ground(&mut self.grounds, map, query);
                    let run = self.canonical.begin(ground, map, query, &mut ());
                    *finder = TaskFinder::Canonical(run);
                }
                (status.unwrap_or(Status::Running), Finder::Field)
            }
            TaskFinder::Search => {
                let search = self.search.as_mut().expect("it was begun with the task");
                let limits = Limits {
                    expansions: before.saturating_add(work),
                    ..Limits::NONE
                };
                let status = search
                    .run(map.grid(), limits, &mut ())
                    .expect("the map is the same");
                taken += search.stats().expanded - before;
                (status, Finder::Search)
            }
        };
        task.work = task.work.saturating_add(taken);
        let expanded =
            (finder.stats(self.search.as_ref()).expanded + repaired).saturating_sub(before);
        let planned = match status {
            Status::Running => return [taken.max(1), expanded],
            Status::Found => Planned::Found,
            Status::Exhausted => {
                if matches!(finder, TaskFinder::Jump(_)) && *label_at != u64::MAX {
                    self.graphs.current().fruitless += task.work;
                }
                Planned::NoPath(finder.no_path_reason(&query.options))
            }
            Status::OutOfBudget => Planned::OutOfBudget,
        };
        let (planned, stats) = match (&task.finder, &mut self.search) {
            (TaskFinder::Search, Some(search)) if status == Status::Exhausted => {
                match search.outcome(map.grid()) {
                    Ok(Outcome::NoPath(reason, stats)) => (Planned::NoPath(reason), stats),
                    _ => (planned, search.stats()),
                }
            }
            (finder, search) => (planned, finder.stats(search.as_ref())),
        };
        task.end(planned, by, stats);
        [taken.max(1), expanded]
    }
}

/// The kind of search that answers a query on this map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchKind {
    /// The jump graph, with the cost of all walkable terrain.
    Jump(u16),
    Canonical,
    Search,
}

impl SearchKind {
    fn of(map: &Map, options: &SearchOptions, is_draft: bool) -> Self {
        if options.algorithm != Algorithm::Auto {
            return Self::Search;
        }
        if is_draft {
            let is_by_jumps = options.of_draft(map.grid()).algorithm == Algorithm::Auto;
            return if is_by_jumps {
                Self::Jump(1)
            } else {
                Self::Search
            };
        }
        match options.fastest_on(map.grid()) {
            (Algorithm::JumpGraph, Some(terrain)) => Self::Jump(terrain),
            (Algorithm::Canonical, _) => Self::Canonical,
            _ => Self::Search,
        }
    }
}

impl Task {
    fn new(query: &PathQuery) -> Self {
        Self {
            query: query.clone(),
            is_draft: false,
            finder: TaskFinder::Search,
            work: 0,
            label_at: u64::MAX,
            labelling: None,
            plan: None,
        }
    }

    fn end(&mut self, planned: Planned, finder: Finder, stats: SearchStats) {
        self.plan = Some(Plan {
            planned,
            finder,
            end: self.query.goal,
            stats,
        });
    }

    /// Ends the search if the existing labels prove that there is no path; they are consulted only
    /// once.
    fn ask_labels(&mut self, map: &Map, finder: Finder, stats: SearchStats) {
        if self.label_at == u64::MAX {
            return;
        }
        self.label_at = u64::MAX;
        let regions = map.regions(self.query.options.movement);
        if regions.is_some_and(|regions| self.query.is_ruled_out(map.grid(), regions)) {
            let reason = self.finder.no_path_reason(&self.query.options);
            self.end(Planned::NoPath(reason), finder, stats);
        }
    }
}

/// Returns the ground of canonical A* for a query: one with a field of the goal if there is any.
fn select_ground<'a>(
    grounds: &'a mut MapData<CanonicalGround>,
    map: &Map,
    query: &PathQuery,
) -> &'a mut CanonicalGround {
    let options = &query.options;
    let rate = |ground: &CanonicalGround| {
        let serves = ground.belongs_to(map, options);
        serves.then(|| ground.fields.is_due(map, query.goal))
    };
    grounds.select(map, rate, || CanonicalGround::new(map, options))
}

impl TaskFinder {
    /// Returns the reason of a search for any cheapest path that has found none.
    const fn no_path_reason(&self, options: &SearchOptions) -> NoPathReason {
        let is_cut = match self {
            Self::Jump(search) => search.is_cut(),
            Self::Canonical(run) => run.is_cut(),
            _ => false,
        };
        NoPathReason::within(is_cut, options.region.is_some())
    }

    fn stats(&self, search: Option<&Search>) -> SearchStats {
        match self {
            Self::Jump(search) => search.stats(),
            Self::Canonical(run) => run.stats(),
            Self::Field(run) => SearchStats {
                expanded: run.expanded,
                ..SearchStats::NONE
            },
            Self::Search => search.map_or(SearchStats::NONE, Search::stats),
        }
    }
}
