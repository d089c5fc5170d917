//! A request whose search has begun: put away at the end of a tick, taken up in a later one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    Algorithm, Cell, CellChange, Grid, Limits, MapChanged, NodePool, Outcome, ParentRule, PathQuery, Refusal, Revision,
    Search, SearchEvent, SearchOptions, SearchStats, Status, StopRule, nearest_cell,
};

use super::AgentKind;

/// A search under way, with all that it needs but the map.
#[derive(Debug)]
pub(super) struct Work {
    /// What was asked.
    pub query: PathQuery,
    /// As whom it sees the map.
    pub kind: Option<AgentKind>,
    /// `None` where the planner answers, and once the query was refused half way.
    search: Option<Search>,
    /// The answer, where it is there already.
    known: Option<Outcome>,
    /// While it looks for the nearest cell that can be reached, to ask for that one.
    nearest: Option<Nearest>,
    /// The map of a search that edits have made begin from scratch too often.
    copy: Option<Arc<Grid>>,
    /// How long it took so far.
    pub time: Duration,
    /// So many expansions take about [`SLICE_TIME`].
    slice: u64,
    /// By so many the field of the goal has grown for it.
    grown: u64,
}

/// How long a slice takes where time counts.
const SLICE_TIME: Duration = Duration::from_micros(100);

/// What the planner says.
pub(super) enum Asked {
    Answer(Outcome),
    /// The field of the goal has not grown far enough; by so many expansions it has grown for all who ask for the goal.
    Growing(u64),
    /// The query is not for it, or takes too long.
    Other,
}

/// What came of a slice.
pub(super) enum Progress {
    /// There is more to do.
    Running,
    /// The search is over.
    Answer(Outcome),
}

#[derive(Debug)]
struct Nearest {
    goal: Cell,
    best: Cell,
}

impl Nearest {
    /// Of equally near cells the first in reading order is kept.
    fn look(&mut self, event: SearchEvent) {
        let SearchEvent::Expanded { cell, .. } = event else { return };
        let key = |cell: Cell| {
            let (dx, dy) = cell.distance(self.goal);
            (u64::from(dx).pow(2) + u64::from(dy).pow(2), cell.y, cell.x)
        };
        if key(cell) < key(self.best) {
            self.best = cell;
        }
    }
}

impl Work {
    /// One that needs no search of its own: the planner has the answer, or will have it once the field of the goal has
    /// grown far enough.
    pub const fn of_planner(query: PathQuery, kind: Option<AgentKind>) -> Self {
        let time = Duration::ZERO;
        Self { query, kind, search: None, known: None, nearest: None, copy: None, time, slice: 0, grown: 0 }
    }

    /// Whether the planner must be asked again.
    pub const fn waits_for_field(&self) -> bool {
        self.search.is_none() && self.known.is_none()
    }

    /// Takes what the planner said after so long: the answer, or that the field has grown.
    pub fn take(&mut self, said: Asked, time: Duration) {
        self.time += time;
        match said {
            Asked::Answer(outcome) => self.known = Some(outcome),
            Asked::Growing(expanded) => self.grown += expanded,
            Asked::Other => {}
        }
    }

    /// What was counted for this answer.
    pub fn stats(&self, outcome: &Outcome) -> SearchStats {
        let stats = outcome.stats();
        SearchStats { expanded: stats.expanded + self.grown, ..stats }
    }

    /// Begins the search, on the copy if there is one.
    ///
    /// With `nearest` the goal may be blocked, outside or out of reach: the search goes to the nearest cell that can be
    /// reached.
    ///
    /// # Errors
    /// If the query is invalid on this map.
    pub fn begin(
        map: &Grid,
        copy: Option<Arc<Grid>>,
        query: PathQuery,
        kind: Option<AgentKind>,
        nearest: bool,
        pool: NodePool,
    ) -> Result<Self, Refusal> {
        let map = copy.as_deref().unwrap_or(map);
        let nearest = nearest.then_some(Nearest { goal: query.goal, best: query.start });
        let search = if nearest.is_some() {
            query.options.check(map)?;
            Search::new(map, &flood(map, &query), pool, &mut ())?
        } else {
            Search::new(map, &sliced(&query), pool, &mut ())?
        };
        Ok(Self {
            query,
            kind,
            search: Some(search),
            known: None,
            nearest,
            copy,
            time: Duration::ZERO,
            slice: 16,
            grown: 0,
        })
    }

    /// Goes on for so many expansions at most, or for a short time if that is `None`, and says how many there were.
    ///
    /// # Errors
    /// If the map is not the one that it began on, nor one that it [follows](Self::follow).
    pub fn step(&mut self, map: &Grid, most: Option<u64>) -> Result<(u64, Progress), MapChanged> {
        if let Some(outcome) = self.known.take() {
            return Ok((0, Progress::Answer(outcome)));
        }
        let map = self.copy.as_deref().unwrap_or(map);
        let Some(search) = &mut self.search else { return Err(MapChanged) };
        let (begun, before) = (Instant::now(), search.stats().expanded);
        let limits = Limits { expansions: before.saturating_add(most.unwrap_or(self.slice)), ..Limits::NONE };
        let status = match &mut self.nearest {
            Some(nearest) => search.run(map, limits, &mut |event| nearest.look(event))?,
            None => search.run(map, limits, &mut ())?,
        };
        let expanded = search.stats().expanded - before;
        let mut progress = Progress::Running;
        if status != Status::Running {
            if let Some(Nearest { best, .. }) = self.nearest.take() {
                self.query.goal = best;
                let pool = self.search.take().map(Search::into_pool).unwrap_or_default();
                match Search::new(map, &sliced(&self.query), pool, &mut ()) {
                    Ok(search) => self.search = Some(search),
                    Err(refusal) => progress = Progress::Answer(Outcome::Refused(refusal)),
                }
            } else {
                progress = Progress::Answer(search.outcome(map)?);
            }
        }
        let took = begun.elapsed();
        self.time += took;
        if took < SLICE_TIME / 2 {
            self.slice = (self.slice * 2).min(1 << 16);
        } else if took > SLICE_TIME * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        Ok((expanded, progress))
    }

    /// Takes an edit into account; false if the search must begin from scratch.
    pub fn follow(&mut self, map: &Grid, changes: &[CellChange]) -> bool {
        // An agent sees a change wherever it would cover the changed cell.
        let reach = i32::from(AgentKind::size_of(self.kind.as_ref())) - 1;
        let seen = |change: &CellChange| {
            let Cell { x, y } = change.cell;
            (y - reach..=y).flat_map(move |y| (x - reach..=x).map(move |x| Cell::new(x, y)))
        };
        // Which cell is the nearest depends on those too that it has not come to.
        let may_be_nearer = || changes.iter().flat_map(seen).any(|cell| map.is_walkable(cell));
        let follows = |search: &mut Search| search.follow(map, changes.iter().flat_map(seen));
        // The planner looks at the edit by itself.
        if self.copy.is_some() || self.waits_for_field() {
            return true;
        }
        if self.nearest.is_some() && may_be_nearer() {
            return false;
        }
        self.search.as_mut().is_some_and(follows)
    }

    /// Whether edits have made it begin from scratch too often, so that it goes on whatever they do.
    pub const fn is_on_a_copy(&self) -> bool {
        self.copy.is_some()
    }

    /// Which revision of the map the answer is about.
    pub fn revision(&self, map: &Grid) -> Revision {
        self.copy.as_deref().unwrap_or(map).revision()
    }

    /// Gives its memory back.
    pub fn into_pool(self) -> Option<NodePool> {
        self.search.map(Search::into_pool)
    }
}

/// Where any search will do, the one in slices is A*: only searches from cell to cell go on after edits.
fn sliced(query: &PathQuery) -> PathQuery {
    let mut sliced = query.clone();
    if sliced.options.algorithm == Algorithm::Auto {
        sliced.options.algorithm = Algorithm::AStar;
    }
    sliced
}

/// Looks at all that can be reached, or until it comes to the walkable cell nearest to the goal: no other is nearer.
fn flood(map: &Grid, query: &PathQuery) -> PathQuery {
    let options = SearchOptions {
        algorithm: Algorithm::Dijkstra,
        goal_tolerance: 0,
        stop: StopRule::Expanded,
        parent: ParentRule::Shorter,
        max_expansions: None,
        ..query.options.clone()
    };
    let goal = nearest_cell(map, query.goal, |cell| map.is_walkable(cell)).unwrap_or(query.start);
    PathQuery::new(query.start, goal, options)
}
