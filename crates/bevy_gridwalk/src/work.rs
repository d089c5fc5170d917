//! A question that is put away at the end of a tick, and taken up in a later one.

use std::time::Duration;

use bevy_platform::time::Instant;
use gridwalk_pathfinding::{Cell, CellChange, Grid, Map, Path, PathQuery, Plan, Planned, Planner, Progress};

use super::AgentKind;
use super::question::{Question, Wanted};

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
    /// Where there is a choice of goals.
    choice: Option<Choice>,
}

/// One search for each of several goals, and the best answer.
#[derive(Debug)]
struct Choice {
    /// Those that are not asked for yet, the last one first.
    others: Vec<Cell>,
    /// The one that is asked for.
    now: Cell,
    /// The cheapest to reach of those before it, with its answer.
    best: Option<(Cell, Plan, Path)>,
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
        let mut work = Self { planner, copy, slice: 64, spent: 0, choice: None };
        let map = work.copy.as_deref().unwrap_or(map);
        match wanted {
            Wanted::Goal => work.planner.begin(map, &question.query),
            Wanted::Near => work.planner.begin_nearest(map, &question.query),
            Wanted::AnyOf(mut goals) => {
                goals.reverse();
                let now = goals.pop().unwrap_or(question.query.goal);
                work.choice = Some(Choice { others: goals, now, best: None });
                work.planner.begin(map, &PathQuery { goal: now, ..question.query.clone() });
            }
        }
        work
    }

    /// Goes on for so much work, or for a short time if that is `None`.
    pub fn step(&mut self, question: &mut Question, map: &Map, most: Option<u64>) -> Progress {
        let map = self.copy.as_deref().unwrap_or(map);
        let begun = Instant::now();
        let mut progress = self.planner.advance(map, most.unwrap_or(self.slice));
        if let Some(choice) = self.choice.as_mut().filter(|_| progress.is_over)
            && let Some(next) = choice.others.pop()
        {
            choice.compare(&mut self.planner, map);
            choice.now = next;
            self.planner.begin(map, &PathQuery { goal: next, ..question.query.clone() });
            progress.is_over = false;
        }
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
        let map = self.copy.as_deref().unwrap_or(map);
        let Some(choice) = &mut self.choice else { return self.planner.answer(map, path) };
        choice.compare(&mut self.planner, map);
        let (goal, plan, best) = choice.best.take()?;
        question.choose(goal);
        *path = best;
        Some(plan)
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
        // What was found for other goals may not be the cheapest any more.
        let has_compared = self.choice.as_ref().is_some_and(|choice| choice.best.is_some());
        self.copy.is_some() || !has_compared && self.planner.follow(map, &seen)
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

impl Choice {
    /// Keeps the answer for the goal that is asked for, if none before it is as good.
    fn compare(&mut self, planner: &mut Planner, map: &Map) {
        let mut path = Path::default();
        let Some(plan) = planner.answer(map, &mut path) else { return };
        let is_found = |plan: &Plan| plan.planned == Planned::Found;
        let is_better = self
            .best
            .as_ref()
            .is_none_or(|(_, best, best_path)| is_found(&plan) && (!is_found(best) || path.cost() < best_path.cost()));
        let before = self.best.as_ref().map_or(0, |(_, best, _)| best.stats.expanded);
        let expanded = before + plan.stats.expanded;
        if is_better {
            self.best = Some((self.now, plan, path));
        }
        if let Some((_, best, _)) = &mut self.best {
            best.stats.expanded = expanded;
        }
    }
}
