//! Plays a preset's search from the selected agent to its goal.
//!
//! At the end of the search the window returns to the agents, and the agent walks the path.

use core::time::Duration;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentKind, AgentMotion, NavGrid, PathFailed, PathRequest, PathStack, PlaceAgent, PlanCause, Planning, goal_of,
};
use gridwalk_pathfinding::{Cell, Heuristic, Movement, PathQuery};

use super::question::{Ends, FirstLook, first_ends};
use super::{Boards, Playback, Source, WatchQuery};
use crate::app::command::{Mode, Preset, Toggle};
use crate::app::document::Editor;
use crate::app::{Selection, Toggles};

/// The agent whose search is played and who walks the path afterwards.
#[derive(Resource, Default)]
pub(in crate::app) struct Flood(Option<Walk>);

#[derive(Clone, Copy)]
struct Walk {
    agent: Entity,
    start: Cell,
    goal: Cell,
    /// Whether parent lines were shown before.
    tree: bool,
}

/// Time for which the path is shown before the agent walks.
const REST: Duration = Duration::from_millis(900);

/// Components of an agent that determine its search.
#[derive(QueryData)]
pub(in crate::app) struct Walker {
    entity: Entity,
    first: FirstLook<'static>,
    motion: &'static AgentMotion,
    kind: Option<&'static AgentKind>,
    planning: Option<&'static Planning>,
    failed: Option<&'static PathFailed>,
}

/// Applies a preset to the options and plays the search.
pub(in crate::app) fn flood(
    In(preset): In<Preset>,
    (mut mode, mut toggles, mut flood): (ResMut<Mode>, ResMut<Toggles>, ResMut<Flood>),
    (mut question, mut boards): (ResMut<WatchQuery>, ResMut<Boards>),
    (selection, grid): (Res<Selection>, Res<NavGrid>),
    agents: Query<Walker>,
    mut editor: Editor,
    mut placed: MessageWriter<PlaceAgent>,
) {
    let tree = toggles.turn(Toggle::Tree, true);
    let was_watching = std::mem::replace(&mut *mode, Mode::Watch) == Mode::Watch;
    if was_watching {
        question.bypass_change_detection().make_free(&mut editor);
    }
    let mut wanted = editor.options();
    let own = level_heuristic(&editor, wanted.options.movement);
    preset.apply(&mut wanted.options, own);
    let options = &wanted.options.clone();
    editor.set_options(wanted);
    if was_watching {
        // The same preset again: replay. Changed options start a new search without this.
        if boards.watched().is_some_and(|run| run.question.query.options == *options) {
            boards.begins = true;
        }
        return;
    }
    let Some(walker) = selection.lead().and_then(|agent| agents.get(agent).ok()) else { return };
    let (name, cell, last, stack) = walker.first;
    let map = grid.for_agent(walker.kind);
    let is_free = |cell: &Cell| map.is_walkable(*cell);
    let stands = walker.motion.heading.filter(is_free).unwrap_or(cell.0);
    let failed = walker.failed.map(|failed| failed.goal);
    let goal = goal_of(stack, walker.planning).or(failed).filter(|goal| *goal != stands && is_free(goal));
    let last = last
        .filter(|last| last.query.start != last.query.goal && is_free(&last.query.start) && is_free(&last.query.goal));
    let (start, goal) = match (goal, last) {
        (Some(goal), _) => (stands, goal),
        (None, Some(last)) if last.query.goal != stands => (stands, last.query.goal),
        // The agent is at the goal, so the last task is repeated from its start.
        (None, Some(last)) => (last.query.start, last.query.goal),
        (None, None) => {
            let (_, goal, _) = first_ends(&grid, options.movement, &editor.open, Some(walker.first));
            (stands, goal)
        }
    };
    if start != stands {
        placed.write(PlaceAgent { agent: walker.entity, cell: start });
    }
    *question = WatchQuery {
        source: Source::Free,
        query: PathQuery::new(start, goal, options),
        grid: Some(grid.snapshot(walker.kind)),
        kind: walker.kind.cloned(),
        ends: Ends::LegOf(name.0.clone()),
    };
    flood.0 = Some(Walk { agent: walker.entity, start, goal, tree });
}

/// Returns the heuristic of the level as last saved; without a file, the one exact on empty maps.
fn level_heuristic(editor: &Editor, movement: Movement) -> Heuristic {
    let exact = if movement == Movement::Four { Heuristic::Manhattan } else { Heuristic::Octile };
    editor.open.saved_level().map_or(exact, |level| level.search.heuristic.clone())
}

/// Sends the agent when the search was played to its end, or when the user returns to the agents.
pub(super) fn walk_the_found_path(
    (mut mode, mut toggles, mut flood): (ResMut<Mode>, ResMut<Toggles>, ResMut<Flood>),
    (question, boards, playback): (Res<WatchQuery>, Res<Boards>, Res<Playback>),
    time: Res<Time<Real>>,
    agents: Query<(Option<&PathStack>, Option<&Planning>)>,
    mut requests: MessageWriter<PathRequest>,
) {
    let Some(Walk { agent, start, goal, tree }) = flood.0 else { return };
    if *mode == Mode::Compare {
        return;
    }
    if *mode == Mode::Watch {
        let is_watched =
            question.source == Source::Free && (question.query.start, question.query.goal) == (start, goal);
        if !is_watched {
            flood.0 = None;
            return;
        }
        // With reduced motion, the search is not played and its end is shown immediately.
        let is_over = playback.ended.is_some_and(|ended| time.elapsed().saturating_sub(ended) >= REST)
            || toggles.is_on(Toggle::ReducedMotion) && !boards.is_busy();
        if !is_over || boards.watched().is_none_or(|run| run.outcome.path().is_none()) {
            return;
        }
        *mode = Mode::Agents;
    }
    flood.0 = None;
    toggles.turn(Toggle::Tree, tree);
    if let Ok((stack, planning)) = agents.get(agent) {
        // If the agent already heads for this goal, it replans and keeps its later orders.
        let goes_there = goal_of(stack, planning) == Some(goal);
        let cause = if goes_there { PlanCause::Edit } else { PlanCause::Order };
        requests.write(PathRequest::because(cause, agent, goal));
    }
}
