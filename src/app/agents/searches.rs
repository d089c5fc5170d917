//! Recent searches of agents, each of which can be watched, and the verdict on the estimate behind
//! the path of the described one.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_gridwalk::{AgentKind, LastSearch, NavGrid};
use gridwalk_explain::verdict::{Verdict, judge_in_slices};
use gridwalk_pathfinding::{Grid, Limits, NodePool, Outcome, SearchOptions};

use crate::app::Selection;
use crate::app::command::Mode;
use crate::app::common::under_way::search;
use crate::app::platform::compute;

/// Recent searches of each agent, newest first, each with its map.
#[derive(Resource, Default, Debug)]
pub struct WatchHistory {
    searches: HashMap<Entity, VecDeque<(LastSearch, Arc<Grid>)>>,
    /// The maps of these searches, oldest first, each map once.
    maps: VecDeque<Arc<Grid>>,
}

/// Number of searches kept for each agent.
const KEPT: usize = 5;
/// Maximum number of cells of all kept maps together, one byte each; the newest map is always kept.
const MAX_CELLS: usize = 1 << 25;
/// Maximum number of kept maps.
const MAX_MAPS: usize = 64;

impl WatchHistory {
    /// Returns the number of kept searches of this agent.
    #[must_use]
    pub fn count(&self, agent: Entity) -> usize {
        self.searches.get(&agent).map_or(0, VecDeque::len)
    }

    /// Returns the searches of this agent, newest first, each with its map.
    pub(in crate::app) fn of(&self, agent: Entity) -> Option<&VecDeque<(LastSearch, Arc<Grid>)>> {
        self.searches.get(&agent)
    }

    fn remember(&mut self, agent: Entity, search: LastSearch, map: Arc<Grid>) {
        if !self.maps.iter().rev().any(|kept| Arc::ptr_eq(kept, &map)) {
            self.maps.push_back(Arc::clone(&map));
            while self.maps.len() > (MAX_CELLS / map.cell_count()).clamp(1, MAX_MAPS) {
                let oldest = self.maps.pop_front();
                for kept in self.searches.values_mut() {
                    kept.retain(|(_, map)| {
                        oldest
                            .as_ref()
                            .is_none_or(|oldest| !Arc::ptr_eq(oldest, map))
                    });
                }
            }
        }
        let kept = self.searches.entry(agent).or_default();
        kept.push_front((search, map));
        kept.truncate(KEPT);
    }
}

pub(super) fn remember_searches(
    mut history: ResMut<WatchHistory>,
    grid: Res<NavGrid>,
    searches: Query<(Entity, &LastSearch, Option<&AgentKind>), Changed<LastSearch>>,
    mut gone: RemovedComponents<LastSearch>,
) {
    for agent in gone.read() {
        history.searches.remove(&agent);
    }
    for (agent, search, kind) in &searches {
        // A late answer was found on an older map, which is no longer available.
        if search.revision == grid.grid().revision() {
            history.remember(agent, search.clone(), grid.snapshot(kind));
        }
    }
}

/// The verdict on the last search of the selected agent.
#[derive(Resource, Default)]
pub struct WalkedVerdict {
    /// The verdict; `None` while it is unknown, or if the heuristic did not overestimate.
    pub shown: Option<Verdict>,
    /// The agent and the search that were judged.
    of: Option<(Entity, LastSearch)>,
    pending: Option<Task<Option<Verdict>>>,
}

pub(in crate::app) fn follow_the_selected(
    mut walked: ResMut<WalkedVerdict>,
    selection: Res<Selection>,
    history: Res<WatchHistory>,
    mode: Res<Mode>,
) {
    if *mode == Mode::Watch {
        // In that mode, the result panel shows the verdict.
        return;
    }
    let walked = walked.bypass_change_detection();
    let last = selection
        .lead()
        .and_then(|agent| Some((agent, history.of(agent)?.front()?)));
    let is_known = match (&walked.of, last) {
        (Some((agent, known)), Some((other, (search, _)))) => *agent == other && known == search,
        (None, None) => true,
        _ => false,
    };
    if !is_known {
        *walked = WalkedVerdict::default();
        if let Some((agent, (search, map))) = last {
            walked.of = Some((agent, search.clone()));
            walked.pending = may_be_too_high(&search.query.options)
                .then(|| begin_verdict(search.clone(), Arc::clone(map)));
        }
    }
    if let Some(task) = &mut walked.pending
        && let Some(verdict) = check_ready(task)
    {
        walked.shown = verdict;
        walked.pending = None;
    }
}

/// Returns `true` if a search uses a heuristic that is not known to be admissible.
fn may_be_too_high(options: &SearchOptions) -> bool {
    options.algorithm.uses_heuristic()
        && if options.algorithm.is_any_angle() {
            !options.heuristic.is_admissible_at_any_angle()
        } else {
            !options
                .heuristic
                .is_admissible(options.movement, options.steps)
        }
}

/// Runs the search again and judges it; a newer search of the agent cancels this.
fn begin_verdict(last: LastSearch, map: Arc<Grid>) -> Task<Option<Verdict>> {
    compute(async move {
        let pool = &mut NodePool::default();
        let outcome = match search(&map, &last.query, Limits::NONE, pool, &mut ()).await {
            Ok((outcome, _)) => outcome,
            Err(refusal) => Outcome::Refused(refusal),
        };
        let verdict = judge_in_slices(&map, &last.query, &outcome).await;
        (!verdict.admissible).then_some(verdict)
    })
}
