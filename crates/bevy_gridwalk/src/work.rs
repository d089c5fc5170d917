//! A question that is put away at the end of a tick, and taken up in a later one.

use std::time::{Duration, Instant};

use gridwalk_pathfinding::{Cell, CellChange, Grid, Map, Path, Plan, Planner, Progress};

use super::AgentKind;
use super::question::Question;

/// What is under way for a question, with all that it needs but the map.
#[derive(Debug)]
pub(super) struct Work {
    planner: Box<Planner>,
    /// The map of a search that edits have made begin from scratch too often, or of a kind of agent that nobody has seen
    /// the map as yet.
    copy: Option<Box<Map>>,
    /// So much work takes about [`SLICE_TIME`].
    slice: u64,
    /// What it took so far.
    pub spent: u64,
}

/// How long a slice takes where time counts.
const SLICE_TIME: Duration = Duration::from_micros(100);

impl Work {
    /// Begins the search, on the copy if there is one.
    ///
    /// With `nearest` the goal may be blocked, outside or out of reach: the path leads to the nearest cell that can be
    /// reached.
    pub fn begin(map: &Map, copy: Option<Box<Map>>, question: &Question, nearest: bool, planner: Box<Planner>) -> Self {
        let mut work = Self { planner, copy, slice: 64, spent: 0 };
        let map = work.copy.as_deref().unwrap_or(map);
        if nearest {
            work.planner.begin_nearest(map, &question.query);
        } else {
            work.planner.begin(map, &question.query);
        }
        work
    }

    /// Goes on for so much work, or for a short time if that is `None`.
    pub fn step(&mut self, question: &mut Question, map: &Map, most: Option<u64>) -> Progress {
        let map = self.copy.as_deref().unwrap_or(map);
        let begun = Instant::now();
        let progress = self.planner.advance(map, most.unwrap_or(self.slice));
        let took = begun.elapsed();
        question.time += took;
        self.spent += progress.work;
        if took < SLICE_TIME / 2 {
            self.slice = (self.slice * 2).min(1 << 16);
        } else if took > SLICE_TIME * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        progress
    }

    /// The answer, once it is there.
    pub fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        self.planner.answer(self.copy.as_deref().unwrap_or(map), path)
    }

    /// Takes an edit into account; false if the search must begin from scratch.
    pub fn follow(&mut self, question: &Question, map: &Map, changes: &[CellChange]) -> bool {
        // An agent sees a change wherever it would cover the changed cell.
        let reach = i32::from(AgentKind::size_of(question.kind.as_ref())) - 1;
        let seen = |change: &CellChange| {
            let Cell { x, y } = change.cell;
            (y - reach..=y).flat_map(move |y| (x - reach..=x).map(move |x| Cell::new(x, y)))
        };
        let seen: Vec<Cell> = changes.iter().flat_map(seen).filter(|cell| map.grid().contains(*cell)).collect();
        self.copy.is_some() || self.planner.follow(map, &seen)
    }

    /// The map of a search that goes on whatever edits do.
    pub fn copy(&self) -> Option<&Grid> {
        self.copy.as_deref().map(Map::grid)
    }

    /// Gives its planner back.
    pub fn into_planner(self) -> Box<Planner> {
        self.planner
    }
}
