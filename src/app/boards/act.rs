//! Commands of watched searches, of comparisons and of presets, and of trace files.
//!
//! A preset plays a search from the selected agent to its goal. Then the window returns to the
//! agents, and the agent walks the path. A trace file becomes the watched board, on the level of
//! the trace.

use core::time::Duration;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentKind, AgentMotion, AgentName, CrowdMember, Crowds, GridReplaced, NavGrid, PathFailed,
    PathRequest, PathStack, PlaceAgent, PlanCause, Planning, goal_of,
};
use gridwalk_level::{BoardsSetup, Clock, OpenListForm};
use gridwalk_pathfinding::{Cell, Heuristic, Movement, PathQuery};

use super::question::{EndsOrigin, FirstLook, LastCrowdWalk, first_ends, watch_agent, watch_field};
use super::runs::{OpeningTrace, TraceRun, read_trace};
use super::{Boards, Playback, QuerySource, Runs, WatchQuery};
use crate::app::agents::WatchHistory;
use crate::app::command::{CompareCommand, Heat, Mode, OpenListKept, Preset, Toggle, WatchCommand};
use crate::app::common::state::another;
use crate::app::common::under_way::UnderWay;
use crate::app::document::Editor;
use crate::app::view::camera::CellMenu;
use crate::app::{Notes, OpenDocument, Phrase, Selection, Sentence, Toggles};

/// Components of an agent whose search is watched.
type WatchedAgent<'a> = (
    Entity,
    &'a AgentName,
    Option<&'a AgentKind>,
    (Option<&'a CrowdMember>, Option<&'a LastCrowdWalk>),
);

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<WatchCommand>,
    (mut mode, mut menu): (ResMut<Mode>, ResMut<CellMenu>),
    (mut heat, mut kept): (ResMut<Heat>, ResMut<OpenListKept>),
    (mut question, mut boards): (ResMut<WatchQuery>, ResMut<Boards>),
    (runs, playback): (Res<Runs>, Res<Playback>),
    (selection, history): (Res<Selection>, Res<WatchHistory>),
    (grid, crowds): (Res<NavGrid>, Res<Crowds>),
    mut editor: Editor,
    agents: Query<WatchedAgent>,
    mut notes: ResMut<Notes>,
) {
    let mut watch = |found: Result<WatchedAgent, Sentence>, back| {
        *mode = Mode::Watch;
        let options = editor.options();
        let found = found.and_then(|(agent, name, kind, (member, last))| match member {
            Some(member) => watch_field(
                &mut question,
                (&grid, &crowds, &options),
                (*member, name, kind),
                last,
            ),
            None => watch_agent(&mut question, &history, (agent, name, kind), back),
        });
        if let Err(why) = found {
            notes.warn(why);
        }
    };
    match command {
        WatchCommand::Toggle => {
            *mode = if *mode == Mode::Watch {
                Mode::Agents
            } else {
                Mode::Watch
            };
            menu.0 = None;
        }
        WatchCommand::Begin => *mode = Mode::Watch,
        WatchCommand::Selected(back) => {
            let selected = agents
                .iter()
                .find(|(agent, ..)| Some(*agent) == selection.lead());
            watch(selected.ok_or_else(|| Phrase::NoAgentSelected.into()), back);
        }
        WatchCommand::Agent(wanted, back) => {
            let named = agents.iter().find(|(_, name, ..)| name.0 == wanted);
            watch(
                named.ok_or_else(|| Phrase::NoSuchAgent.with("name", wanted)),
                back,
            );
        }
        WatchCommand::ShowRun(number) => {
            if let Some(run) = runs.rows.get(number) {
                *question = WatchQuery {
                    source: QuerySource::Run(number),
                    ..run.question.clone()
                };
                boards.turn_to(*mode);
                boards.replay(run, &question);
            }
        }
        WatchCommand::SetStart(cell) | WatchCommand::SetGoal(cell) => {
            if mode.has_agents() {
                return notes.tell(Phrase::EndsOnlyOfSearches);
            }
            if grid.for_agent(question.kind.as_ref()).is_walkable(cell) {
                let question = question.bypass_change_detection();
                question.make_free(&mut editor);
                question.ends = EndsOrigin::Chosen;
                let is_start = matches!(command, WatchCommand::SetStart(_));
                *(if is_start {
                    &mut question.query.start
                } else {
                    &mut question.query.goal
                }) = cell;
            } else if !playback.dragging {
                notes.warn(Phrase::CellIsBlocked.with("cell", cell));
            }
        }
        WatchCommand::Cancel => boards.cancel(&question),
        WatchCommand::CancelTrace => {
            if boards.is_reading() {
                boards.opening = None;
                notes.tell(Phrase::TraceCancelled);
            }
        }
        WatchCommand::SearchAgain => boards.search_again(),
        WatchCommand::HeatMap(chosen) => *heat = chosen,
        WatchCommand::NextHeatMap => *heat = another(&Heat::ALL, *heat, 1),
        WatchCommand::KeepOpenList(form) => kept.0 = form,
        WatchCommand::NextOpenListForm => kept.0 = another(&OpenListForm::ALL, kept.0, 1),
    }
}

/// Runs a command.
pub(in crate::app) fn compare(
    In(command): In<CompareCommand>,
    (mut boards, mut mode): (ResMut<Boards>, ResMut<Mode>),
    (question, grid): (Res<WatchQuery>, Res<NavGrid>),
    mut menu: ResMut<CellMenu>,
    mut notes: ResMut<Notes>,
) {
    let mut done = Ok(());
    match command {
        CompareCommand::Toggle if *mode == Mode::Compare => *mode = boards.before,
        CompareCommand::Toggle | CompareCommand::Begin => begin(&mut boards, &mut mode, &mut menu),
        CompareCommand::Show(setup) => {
            done = boards.show(setup);
            if done.is_ok() {
                begin(&mut boards, &mut mode, &mut menu);
            }
        }
        CompareCommand::Add | CompareCommand::Remove if *mode != Mode::Compare => {
            return notes.warn(Phrase::OnlyWhileComparing);
        }
        CompareCommand::Add => done = boards.add(question.grid.as_deref().unwrap_or(grid.grid())),
        CompareCommand::Remove => done = boards.remove(),
        CompareCommand::Select(number) => {
            if let Some(place) = number
                .checked_sub(1)
                .filter(|place| *place < boards.boards.len())
            {
                boards.selected = place;
            }
        }
        CompareCommand::Clock(clock) => boards.choose_clock(clock),
        CompareCommand::NextClock => {
            let next = another(&Clock::ALL, boards.clock, 1);
            boards.choose_clock(next);
        }
        CompareCommand::Difference(number) => boards.compare_with(number.wrapping_sub(1)),
        CompareCommand::NextDifference => boards.compare_with_next(),
    }
    if let Err(error) = done {
        let (least, most) = (BoardsSetup::LEAST, BoardsSetup::MOST);
        notes.warn(
            Phrase::BoardCount
                .with("least", least)
                .with("most", most)
                .with("count", error.0),
        );
    }
}

fn begin(boards: &mut Boards, mode: &mut ResMut<Mode>, menu: &mut CellMenu) {
    if **mode != Mode::Compare {
        boards.before = **mode;
        **mode = Mode::Compare;
        menu.0 = None;
    }
}

/// The agent whose search is played and who walks the path afterwards.
#[derive(Resource, Default)]
pub(in crate::app) struct PlayedWalk(Option<WatchedWalk>);

#[derive(Clone, Copy)]
struct WatchedWalk {
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
pub(in crate::app) struct WatchedAgentParts {
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
    (mut mode, mut toggles, mut flood): (ResMut<Mode>, ResMut<Toggles>, ResMut<PlayedWalk>),
    (mut question, mut boards): (ResMut<WatchQuery>, ResMut<Boards>),
    (selection, grid): (Res<Selection>, Res<NavGrid>),
    agents: Query<WatchedAgentParts>,
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
        if boards
            .watched()
            .is_some_and(|run| run.question.query.options == *options)
        {
            boards.begins = true;
        }
        return;
    }
    let Some(walker) = selection.lead().and_then(|agent| agents.get(agent).ok()) else {
        return;
    };
    let (name, cell, last, stack, _) = walker.first;
    let map = grid.for_agent(walker.kind);
    let is_free = |cell: &Cell| map.is_walkable(*cell);
    let stands = walker.motion.heading.filter(is_free).unwrap_or(cell.0);
    let failed = walker.failed.map(|failed| failed.goal);
    let goal = goal_of(stack, walker.planning)
        .or(failed)
        .filter(|goal| *goal != stands && is_free(goal));
    let last = last.filter(|last| {
        last.query.start != last.query.goal
            && is_free(&last.query.start)
            && is_free(&last.query.goal)
    });
    let (start, goal) = match (goal, last) {
        (Some(goal), _) => (stands, goal),
        (None, Some(last)) if last.query.goal != stands => (stands, last.query.goal),
        // The agent is at the goal, so the last task is repeated from its start.
        (None, Some(last)) => (last.query.start, last.query.goal),
        (None, None) => {
            let (from, goal, _) =
                first_ends(&grid, options.movement, &editor.open, Some(walker.first));
            (if goal == stands { from } else { stands }, goal)
        }
    };
    if start != stands {
        placed.write(PlaceAgent {
            agent: walker.entity,
            cell: start,
        });
    }
    *question = WatchQuery {
        source: QuerySource::Free,
        query: PathQuery::new(start, goal, options),
        grid: Some(grid.snapshot(walker.kind)),
        kind: walker.kind.cloned(),
        ends: EndsOrigin::LegOf(name.0.clone()),
    };
    flood.0 = Some(WatchedWalk {
        agent: walker.entity,
        start,
        goal,
        tree,
    });
}

/// Returns the heuristic of the level as last saved; without a file, the one exact on empty maps.
fn level_heuristic(editor: &Editor, movement: Movement) -> Heuristic {
    let exact = if movement == Movement::Four {
        Heuristic::Manhattan
    } else {
        Heuristic::Octile
    };
    editor
        .open
        .saved_level()
        .map_or(exact, |level| level.search.heuristic.clone())
}

/// Sends the agent when the search was played to its end, or when the user returns to the agents.
pub(super) fn walk_the_found_path(
    (mut mode, mut toggles, mut flood): (ResMut<Mode>, ResMut<Toggles>, ResMut<PlayedWalk>),
    (question, boards, playback): (Res<WatchQuery>, Res<Boards>, Res<Playback>),
    time: Res<Time<Real>>,
    agents: Query<(Option<&PathStack>, Option<&Planning>)>,
    mut requests: MessageWriter<PathRequest>,
) {
    let Some(WatchedWalk {
        agent,
        start,
        goal,
        tree,
    }) = flood.0
    else {
        return;
    };
    if *mode == Mode::Compare {
        return;
    }
    if *mode == Mode::Watch {
        let is_watched = question.source == QuerySource::Free
            && (question.query.start, question.query.goal) == (start, goal);
        if !is_watched {
            flood.0 = None;
            return;
        }
        // With reduced motion, the search is not played and its end is shown immediately.
        let is_finished = playback
            .ended
            .is_some_and(|ended| time.elapsed().saturating_sub(ended) >= REST)
            || toggles.is_on(Toggle::ReducedMotion) && !boards.is_busy();
        if !is_finished
            || boards
                .watched()
                .is_none_or(|run| run.outcome.path().is_none())
        {
            return;
        }
        *mode = Mode::Agents;
    }
    flood.0 = None;
    toggles.turn(Toggle::Tree, tree);
    if let Ok((stack, planning)) = agents.get(agent) {
        // If the agent already heads for this goal, it replans and keeps its later orders.
        let goes_there = goal_of(stack, planning) == Some(goal);
        let cause = if goes_there {
            PlanCause::Edit
        } else {
            PlanCause::Order
        };
        requests.write(PathRequest::because(cause, agent, goal));
    }
}

/// Starts to read a trace file; replaces a trace that is being opened.
pub(in crate::app) fn open_trace(In(path): In<PathBuf>, mut boards: ResMut<Boards>) {
    let trace = UnderWay::begin(read_trace(path.clone()));
    boards.opening = Some(OpeningTrace::Reading(path, trace));
}

/// Opens the level of a trace that was read, after a question if unsaved work would be lost.
pub(super) fn open_level_of_trace(
    mut boards: ResMut<Boards>,
    mut editor: Editor,
    mut notes: ResMut<Notes>,
) {
    let boards = boards.bypass_change_detection();
    let read = match boards.opening.take() {
        Some(OpeningTrace::Reading(path, mut trace)) => match trace.take() {
            None => return boards.opening = Some(OpeningTrace::Reading(path, trace)),
            Some(Ok(read)) => read,
            Some(Err(why)) => return notes.warn(why),
        },
        Some(OpeningTrace::Read(read)) => read,
        asked => return boards.opening = asked,
    };
    editor.open_without_file(Arc::clone(&read.level));
    boards.opening = Some(OpeningTrace::Asked(read));
}

/// Watches the search of a trace when its level is shown; if another level is shown, drops the
/// trace.
pub(super) fn show_trace(
    mut replaced: MessageReader<GridReplaced>,
    mut boards: ResMut<Boards>,
    (mut question, mut runs): (ResMut<WatchQuery>, ResMut<Runs>),
    mut mode: ResMut<Mode>,
    open: Res<OpenDocument>,
) {
    if replaced.read().count() == 0 || !matches!(boards.opening, Some(OpeningTrace::Asked(_))) {
        return;
    }
    let Some(OpeningTrace::Asked(TraceRun { level, run })) = boards.opening.take() else {
        return;
    };
    if open
        .document()
        .is_none_or(|document| !Arc::ptr_eq(document.level(), &level))
    {
        return;
    }
    debug!("trace shown: {} events", run.timeline.len());
    *mode = Mode::Watch;
    *question = run.question.clone();
    runs.note(&run, &mut question);
    boards.turn_to(Mode::Watch);
    boards.replay(&run, &question);
}
