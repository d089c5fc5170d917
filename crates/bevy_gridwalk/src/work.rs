//! A question that is put away at the end of a tick, and taken up in a later one.

use std::time::Duration;

use bevy_platform::time::Instant;
use gridwalk_pathfinding::{Cell, CellChange, Grid, Map, Path, PathQuery, Plan, Planner, Progress};

use super::AgentKind;
use super::question::{Question, Wanted};

/// What is under way for a question, with all that it needs but the map.
#[derive(Debug)]
pub(super) struct Work {
    planner: Box<Planner>,
    /// The map of a search that edits have made begin from scratch too often, or of a kind of agent that nobody has seen
    /// the map as yet.
    copy: Option<Box<Map>>,
    /// Whether there is a choice of goals.
    has_choice: bool,
    /// So much work takes about [`SLICE_TIME`].
    slice: u64,
    /// What it took so far.
    pub spent: u64,
}

/// How long a slice takes where time counts.
const SLICE_TIME: Duration = Duration::from_micros(50);

impl Work {
    /// Begins the search, on the copy if there is one.
    ///
    /// If a cell near the goal will do, the goal may be blocked, outside or out of reach.
    pub fn begin(
        map: &Map,
        copy: Option<Box<Map>>,
        question: &Question,
        wanted: Wanted,
        planner: Box<Planner>,
    ) -> Self {
        let has_choice = matches!(wanted, Wanted::AnyOf(_));
        let mut work = Self { planner, copy, has_choice, slice: 64, spent: 0 };
        let map = work.copy.as_deref().unwrap_or(map);
        match wanted {
            Wanted::Goal => work.planner.begin(map, &question.query),
            Wanted::Near => work.planner.begin_nearest(map, &question.query),
            Wanted::AnyOf(goals) => {
                let goal = goals.first().copied().unwrap_or(question.query.goal);
                let query = PathQuery { goal, ..question.query.clone() };
                work.planner.begin_any(map, &query, goals.get(1..).unwrap_or_default());
            }
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
        // One that ended early says nothing of how long a whole one takes.
        if took < SLICE_TIME / 2 && progress.work >= self.slice {
            self.slice = (self.slice * 2).min(1 << 16);
        } else if took > SLICE_TIME * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        progress
    }

    /// The answer, once it is there; of several goals that of the cheapest to reach, which is the question's then.
    pub fn answer(&mut self, question: &mut Question, map: &Map, path: &mut Path) -> Option<Plan> {
        let plan = self.planner.answer(self.copy.as_deref().unwrap_or(map), path)?;
        if self.has_choice {
            question.choose(plan.end);
        }
        Some(plan)
    }

    /// Takes an edit into account; false if the search must begin from scratch.
    pub fn follow(&mut self, question: &Question, map: &Map, changes: &[CellChange]) -> bool {
        // An agent sees a change wherever it would cover the changed cell, or be so near to it that walls count.
        let kind = question.kind.as_ref();
        let after = i32::from(AgentKind::reach_of(kind));
        let before = i32::from(AgentKind::size_of(kind)) - 1 + after;
        let seen = |change: &CellChange| {
            let Cell { x, y } = change.cell;
            (y - before..=y + after).flat_map(move |y| (x - before..=x + after).map(move |x| Cell::new(x, y)))
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
