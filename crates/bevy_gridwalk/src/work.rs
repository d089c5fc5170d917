//! A search that is put away at the end of a tick, and taken up in a later one.

use std::sync::Arc;
use std::time::Duration;

use bevy_platform::time::Instant;

use gridwalk_pathfinding::{
    Algorithm, Cell, CellChange, Grid, Limits, MapChanged, NodePool, Outcome, ParentRule, PathQuery, Refusal, Search,
    SearchEvent, SearchOptions, SearchStats, Status, StopRule, nearest_cell,
};

use super::AgentKind;
use super::question::{Question, Wanted};

/// What is under way for a question.
#[derive(Debug)]
pub(super) enum Work {
    /// The planner is asked again: the field of the goal has not grown far enough. By so many expansions it has grown for
    /// this question.
    Field(u64),
    /// A search of its own.
    Search(Box<SlicedSearch>),
}

/// A search under way, with all that it needs but the map and its question.
#[derive(Debug)]
pub(super) struct SlicedSearch {
    /// `None` once the query was refused half way.
    search: Option<Search>,
    /// While it looks for a goal, to ask for that one.
    scout: Option<Scout>,
    /// The map of a search that edits have made begin from scratch too often.
    copy: Option<Arc<Grid>>,
    /// So many expansions take about [`SLICE_TIME`].
    slice: u64,
}

/// How long a slice takes where time counts.
const SLICE_TIME: Duration = Duration::from_micros(100);

/// Looks at the cells that a search comes to.
#[derive(Debug)]
struct Scout {
    wanted: Wanted,
    best: Option<Cell>,
}

impl Scout {
    /// Cells are expanded in the order of what they cost to reach, and of equally near ones the first is kept: the
    /// cheapest, as [`nearest_reachable`](gridwalk_pathfinding::nearest_reachable) chooses.
    fn look(&mut self, event: SearchEvent) {
        let SearchEvent::Expanded { cell, .. } = event else { return };
        let is_better = match &self.wanted {
            Wanted::Near(goal) => {
                let squared = |cell: Cell| {
                    let (dx, dy) = cell.distance(*goal);
                    u64::from(dx).pow(2) + u64::from(dy).pow(2)
                };
                self.best.is_none_or(|best| squared(cell) < squared(best))
            }
            Wanted::AnyOf(goals) => self.best.is_none() && goals.contains(&cell),
        };
        if is_better {
            self.best = Some(cell);
        }
    }

    /// Whether nothing better can come.
    const fn is_done(&self) -> bool {
        matches!(self.wanted, Wanted::AnyOf(_)) && self.best.is_some()
    }
}

impl Work {
    /// Takes an edit into account; false if the search must begin from scratch.
    pub fn follow(&mut self, question: &Question, map: &Grid, changes: &[CellChange]) -> bool {
        match self {
            // The planner looks at the edit by itself.
            Self::Field(_) => true,
            Self::Search(search) => search.follow(question.kind.as_ref(), map, changes),
        }
    }

    /// What was counted for this answer.
    pub fn stats(work: Option<&Self>, outcome: &Outcome) -> SearchStats {
        let (stats, grown) = (outcome.stats(), if let Some(Self::Field(grown)) = work { *grown } else { 0 });
        SearchStats { expanded: stats.expanded + grown, ..stats }
    }

    /// The map of a search that goes on whatever edits do.
    pub fn copy(&self) -> Option<&Grid> {
        match self {
            Self::Search(search) => search.copy.as_deref(),
            Self::Field(_) => None,
        }
    }

    /// Gives its memory back.
    pub fn into_pool(self) -> Option<NodePool> {
        match self {
            Self::Search(search) => search.search.map(Search::into_pool),
            Self::Field(_) => None,
        }
    }
}

impl SlicedSearch {
    /// Begins the search, on the copy if there is one.
    ///
    /// With something to look for, the query's own goal may be blocked, outside or out of reach: the search goes to what
    /// it finds.
    ///
    /// # Errors
    /// If the query is invalid on this map.
    pub fn begin(
        map: &Grid,
        copy: Option<Arc<Grid>>,
        query: &PathQuery,
        wanted: Option<Wanted>,
        pool: NodePool,
    ) -> Result<Self, Refusal> {
        let map = copy.as_deref().unwrap_or(map);
        let scout = wanted.map(|wanted| Scout { wanted, best: None });
        let search = if scout.is_some() {
            query.options.check(map)?;
            Search::new(map, &flood(map, query), pool, &mut ())?
        } else {
            Search::new(map, &sliced(query), pool, &mut ())?
        };
        Ok(Self { search: Some(search), scout, copy, slice: 16 })
    }

    /// Goes on for so many expansions at most, or for a short time if that is `None`: how many there were, and the answer
    /// if the search is over.
    ///
    /// # Errors
    /// If the map is not the one that it began on, nor one that it [follows](Work::follow).
    pub fn step(
        &mut self,
        question: &mut Question,
        map: &Grid,
        most: Option<u64>,
    ) -> Result<(u64, Option<Outcome>), MapChanged> {
        let map = self.copy.as_deref().unwrap_or(map);
        let Some(search) = &mut self.search else { return Err(MapChanged) };
        let (begun, before) = (Instant::now(), search.stats().expanded);
        let limits = Limits { expansions: before.saturating_add(most.unwrap_or(self.slice)), ..Limits::NONE };
        let status = match &mut self.scout {
            Some(scout) => search.run(map, limits, &mut |event| scout.look(event))?,
            None => search.run(map, limits, &mut ())?,
        };
        let expanded = search.stats().expanded - before;
        let mut answer = None;
        if status != Status::Running || self.scout.as_ref().is_some_and(Scout::is_done) {
            if let Some(Scout { wanted, best }) = self.scout.take() {
                match (wanted, best) {
                    (Wanted::AnyOf(_), Some(best)) => question.choose(best),
                    // Its own goal is one of them: that there is no path to any is found by the search for it.
                    (Wanted::AnyOf(_), None) => {}
                    (Wanted::Near(_), best) => question.query.goal = best.unwrap_or(question.query.start),
                }
                let pool = self.search.take().map(Search::into_pool).unwrap_or_default();
                match Search::new(map, &sliced(&question.query), pool, &mut ()) {
                    Ok(search) => self.search = Some(search),
                    Err(refusal) => answer = Some(Outcome::Refused(refusal)),
                }
            } else {
                answer = Some(search.outcome(map)?);
            }
        }
        let took = begun.elapsed();
        question.time += took;
        if took < SLICE_TIME / 2 {
            self.slice = (self.slice * 2).min(1 << 16);
        } else if took > SLICE_TIME * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        Ok((expanded, answer))
    }

    fn follow(&mut self, kind: Option<&AgentKind>, map: &Grid, changes: &[CellChange]) -> bool {
        if self.copy.is_some() {
            return true;
        }
        // An agent sees a change wherever it would cover the changed cell.
        let reach = i32::from(AgentKind::size_of(kind)) - 1;
        let seen = |change: &CellChange| {
            let Cell { x, y } = change.cell;
            (y - reach..=y).flat_map(move |y| (x - reach..=x).map(move |x| Cell::new(x, y)))
        };
        // Which cell is the nearest depends on those too that it has not come to.
        let may_be_nearer = || changes.iter().flat_map(seen).any(|cell| map.is_walkable(cell));
        if self.scout.as_ref().is_some_and(|scout| matches!(scout.wanted, Wanted::Near(_))) && may_be_nearer() {
            return false;
        }
        self.search.as_mut().is_some_and(|search| search.follow(map, changes.iter().flat_map(seen)))
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
