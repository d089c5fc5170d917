//! Judges in the background whether the heuristic overestimated on the path of the selected agent.
//!
//! Each search is judged once, and only if its heuristic may be inadmissible for its moves.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::tasks::futures::check_ready;
use bevy_gridwalk::LastSearch;
use gridwalk_explain::verdict::{Verdict, judge_in_slices};
use gridwalk_pathfinding::{Grid, Limits, NodePool, Outcome, SearchOptions};

use super::WatchHistory;
use crate::app::Selection;
use crate::app::command::Mode;
use crate::app::common::search::search;
use crate::app::platform::compute;

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
    let last = selection.lead().and_then(|agent| Some((agent, history.of(agent)?.front()?)));
    let is_known = match (&walked.of, last) {
        (Some((agent, known)), Some((other, (search, _)))) => *agent == other && known == search,
        (None, None) => true,
        _ => false,
    };
    if !is_known {
        *walked = WalkedVerdict::default();
        if let Some((agent, (search, map))) = last {
            walked.of = Some((agent, search.clone()));
            walked.pending = may_be_too_high(&search.query.options).then(|| begin(search.clone(), Arc::clone(map)));
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
            !options.heuristic.is_admissible(options.movement, options.steps)
        }
}

/// Runs the search again and judges it; a newer search of the agent cancels this.
fn begin(last: LastSearch, map: Arc<Grid>) -> Task<Option<Verdict>> {
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
