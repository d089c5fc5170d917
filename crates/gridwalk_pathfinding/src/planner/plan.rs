//! Which search answers a question.

use std::sync::Weak;

use super::found::Found;
use super::goal_fields::GoalFields;
use super::weighted::WeightedSearch;
use crate::search::{BucketQueue, Ends, JumpGraph, JumpSearch, Place, Units};
use crate::{
    Algorithm, Guarantee, Map, NoPathReason, NodePool, Outcome, Path, PathQuery, Reachability, Refusal, SearchOptions,
    SearchStats, Solution, Status, StepCosts, named, solve,
};

named! {
    /// What gave an answer; in words, what stands after "found by".
    pub enum Finder {
        /// The labels of the map's regions, without a search.
        Labels = "labels", "the region labels";
        /// A* on the lazy jump graph.
        JumpGraph = "jump-graph", "the jump graph";
        /// What is left to the goal from everywhere, which all share who ask for it.
        Field = "field", "the flow field of the goal";
        /// A* that leaves out steps that no cheapest path needs.
        Weighted = "weighted", "the search over weighted terrain";
        /// The search that the options name, cell by cell.
        Search = "search", "the search itself";
    }
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    /// With a cheapest path.
    Found,
    /// There is none.
    NoPath(NoPathReason),
    /// The limit of expansions was reached before an answer was.
    OutOfBudget,
    /// The question is invalid on this map; nothing was searched.
    Refused(Refusal),
}

/// The answer to a question but for the path itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The answer.
    pub planned: Planned,
    /// What gave it.
    pub finder: Finder,
    /// What was counted.
    pub stats: SearchStats,
}

impl Plan {
    /// The answer as a search gives it. `path` is the one that was written.
    #[must_use]
    pub fn into_outcome(self, path: Path) -> Outcome {
        let stats = self.stats;
        match self.planned {
            Planned::Found => Outcome::Solved(Solution { path, stats }),
            Planned::NoPath(reason) => Outcome::NoPath(reason, stats),
            Planned::OutOfBudget => Outcome::OutOfBudget(stats),
            Planned::Refused(refusal) => Outcome::Refused(refusal),
        }
    }
}

/// Answers questions for cheapest paths as fast as can be, on maps that change at any moment.
///
/// Nothing is prepared: what is worth keeping is kept as searches come by it, and looked at again where the map has
/// changed since. One planner serves one thread, and any number of maps one after another. It keeps the jump graphs that
/// it used last, eight at most, each for one map, movement rule and step costs, what it knows of one weighted map, and
/// the fields of goals on four of them, at most 64 MiB each. A jump graph that takes more than 32 MiB and two bytes a
/// cell is begun again with the next question.
///
/// Which search answers is its own choice for [`Algorithm::Auto`], as long as the other options ask for no more than a
/// cheapest path: region labels where the goal is walled off, the lazy jump graph on terrain of one cost, a search of
/// its own on other terrain, and there a field of what is left to the goal from everywhere, once searches for this goal
/// have taken as long as the field does. Its answer costs what that of A* costs, but of several cheapest paths it can
/// be another one. Any other algorithm is one that the caller wants to have: it is [`solve`] that answers.
///
/// The same map and the same query have the same path, whatever was asked before; but over terrain of several costs, of
/// several cheapest paths to a goal that is asked for often it can be another one than before it had its field.
///
/// # Examples
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
#[derive(Debug, Default)]
pub struct Planner {
    /// The one used last comes first.
    graphs: Vec<(Weak<()>, StepCosts, JumpGraph)>,
    queue: BucketQueue,
    weighted: WeightedSearch,
    fields: GoalFields,
    pool: NodePool,
}

/// So many jump graphs are kept.
const MOST_GRAPHS: usize = 8;

/// So many cells are labelled in the time of one expansion.
const LABELLED: u64 = 64;

impl Planner {
    /// A planner that keeps landmarks of weighted maps, bounds for what is left to a goal: several times as fast by and
    /// by, as long as one map is asked about, but which of several cheapest paths it finds there depends on what was
    /// asked before.
    #[must_use]
    pub fn with_landmarks() -> Self {
        Self { weighted: WeightedSearch::with_landmarks(), ..Self::default() }
    }

    /// How many bytes are kept for later searches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let graphs: usize = self.graphs.iter().map(|(.., graph)| graph.bytes()).sum();
        graphs + self.queue.bytes() + self.weighted.memory_bytes() + self.fields.bytes() + self.pool.memory_bytes()
    }

    /// Whether it answers queries under these options on this map faster than their own search does.
    #[must_use]
    pub fn serves(map: &Map, options: &SearchOptions) -> bool {
        wants_any_cheapest_path(options)
            && (options.jump_terrain(map.grid()).is_some() || WeightedSearch::serves(map.grid(), options))
    }

    /// Finds a cheapest path and writes it into `path`, which is empty where there is none.
    ///
    /// A query that is invalid on this map is refused, see [`PathQuery::check`].
    ///
    /// # Complexity
    /// Where labels know that there is no path, O(1). On the jump graph, O(E) for E edges of the jump points that A*
    /// expands there, and what their lists take that are recorded now: O(cells / 64) for straight jumps. A list that is
    /// used for the first time since an edit is compared with the versions of the tiles that it has seen. A goal's field
    /// takes O(cells) once, 5 bytes a cell, and O(cells of the path) for each query afterwards. But for that, nothing is
    /// allocated for a query whose like was answered before, on this map or on one of its size.
    pub fn path(&mut self, map: &Map, query: &PathQuery, path: &mut Path) -> Plan {
        self.path_within(map, query, u64::MAX, path)
    }

    /// The same with at most so many expansions in this call. Out of budget, a field may have grown: then
    /// [`Plan::finder`] says so, and asking again goes on with it.
    #[must_use]
    pub fn path_within(&mut self, map: &Map, query: &PathQuery, most: u64, path: &mut Path) -> Plan {
        path.begin();
        let options = &query.options;
        let most = options.max_expansions.map_or(most, |own| own.min(most));
        if !wants_any_cheapest_path(options) {
            return self.search(map, query, path);
        }
        // A cell near the goal may be reached where the goal cannot, and within limits the search has reasons of its own.
        let is_limited = options.max_cost.is_some() || options.region.is_some() || options.max_expansions.is_some();
        let without_search = |planned| Plan { planned, finder: Finder::Labels, stats: SearchStats::NONE };
        if let Err(error) = query.check_ends(map.grid()) {
            return without_search(Planned::Refused(error.into()));
        }
        let regions = map.regions(options.movement).filter(|_| options.goal_tolerance == 0 && !is_limited);
        if regions.is_some_and(|regions| regions.reach(map.grid(), query.start, query.goal) == Reachability::No) {
            return without_search(Planned::NoPath(NoPathReason::Unreachable));
        }
        let plan = if let Some(terrain) = options.jump_terrain(map.grid()) {
            self.jump(map, query, terrain, most, path)
        } else if WeightedSearch::serves(map.grid(), options) {
            self.weigh(map, query, most, path)
        } else {
            return self.search(map, query, path);
        };
        let cells = map.grid().cell_count() as u64;
        let is_worth_it = plan.finder == Finder::Weighted || plan.stats.expanded.saturating_mul(LABELLED) >= cells;
        if matches!(plan.planned, Planned::NoPath(_)) && is_worth_it {
            // From here on it is known at once, and took no longer than the search did.
            map.label(options.movement);
        }
        plan
    }

    fn jump(&mut self, map: &Map, query: &PathQuery, terrain: u16, most: u64, path: &mut Path) -> Plan {
        let PathQuery { start, goal, ref options } = *query;
        let graph = graph_of(&mut self.graphs, map, options);
        let mut search = JumpSearch::new(graph, Ends { start, goal }, 1, &mut ());
        let found = match search.run(&mut Place::new(map, graph, &mut self.queue), most, &mut ()) {
            Status::Found => {
                search.write_path(graph, path.begin());
                Found::Path(search.cost())
            }
            Status::Exhausted => Found::Nothing,
            Status::Running | Status::OutOfBudget => Found::OutOfBudget,
        };
        let planned = planned(found, path, Units::scale(terrain, options));
        Plan { planned, finder: Finder::JumpGraph, stats: search.stats() }
    }

    fn weigh(&mut self, map: &Map, query: &PathQuery, most: u64, path: &mut Path) -> Plan {
        // How far a field has grown depends on what was asked before; a limit of the query's own does not.
        let is_unlimited = query.options.max_expansions.is_none();
        let by_field = if is_unlimited { self.fields.path(map, query, most, path.begin()) } else { None };
        let is_by_field = by_field.is_some();
        let repairs = self.fields.take_repairs();
        let (found, mut stats) = by_field.unwrap_or_else(|| {
            let (found, stats) = self.weighted.path(map, query, most - repairs, path.begin());
            self.fields.spend(map, query, stats.expanded);
            (found, stats)
        });
        stats.expanded += repairs;
        let finder = if is_by_field { Finder::Field } else { Finder::Weighted };
        Plan { planned: planned(found, path, 1), finder, stats }
    }

    fn search(&mut self, map: &Map, query: &PathQuery, path: &mut Path) -> Plan {
        let outcome = solve(map.grid(), query, &mut self.pool, &mut ());
        let stats = outcome.stats();
        let planned = match outcome {
            Outcome::Solved(solution) => {
                self.pool.reuse(std::mem::replace(path, solution.path));
                Planned::Found
            }
            Outcome::NoPath(reason, _) => Planned::NoPath(reason),
            Outcome::OutOfBudget(_) => Planned::OutOfBudget,
            Outcome::Refused(refusal) => Planned::Refused(refusal),
        };
        Plan { planned, finder: Finder::Search, stats }
    }
}

/// The answer of a search that has written the cells of its path and counts in units of so many.
fn planned(found: Found, path: &mut Path, units: u64) -> Planned {
    match found {
        Found::Path(cost) => {
            path.end(cost.saturating_mul(units));
            Planned::Found
        }
        Found::Nothing => Planned::NoPath(NoPathReason::Unreachable),
        Found::OutOfBudget => Planned::OutOfBudget,
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
