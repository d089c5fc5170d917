//! Translation of agent commands into requests to the plugin.

use core::time::Duration;

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentName, Arrived, CancelPath, FailReason, GridAgent, NavGrid, PathFailed, PathRequest,
    PathfindingOptions, Patrol, PlaceAgent, QueueWaypoint, Relocated, Replanned,
};
use gridwalk_level::formats::visible;
use gridwalk_pathfinding::Cell;
use gridwalk_pathfinding::UnreachablePolicy;

use crate::app::command::{AgentCommand, Mode};
use crate::app::common::notes::forget_notes;
use crate::app::document::levels::report_broken;
use crate::app::{AppSystems, Notes, OpenDocument, OpenLesson, Pace, Paused, Phrase, Reading, Selection, Sentence};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<AgentOrder>().add_systems(Update, report).add_systems(
        Update,
        (keep_order, keep_selection, report_edits.after(forget_notes).before(report_broken)).in_set(AppSystems::Report),
    );
}

/// All agents by name: the order of lists and of the key that selects the next agent.
#[derive(Resource, Default, Debug)]
pub struct AgentOrder(pub Vec<Entity>);

fn keep_order(
    mut order: ResMut<AgentOrder>,
    named: Query<(Entity, &AgentName), With<GridAgent>>,
    changed: Query<(), (Changed<AgentName>, With<GridAgent>)>,
    mut removed: RemovedComponents<GridAgent>,
) {
    if removed.read().count() == 0 && changed.is_empty() {
        return;
    }
    let mut all: Vec<_> = named.iter().collect();
    all.sort_by(|a, b| alphanumeric_sort::compare_str(&a.1.0, &b.1.0));
    order.0 = all.into_iter().map(|(agent, _)| agent).collect();
}

/// Keeps an agent selected while there is one.
fn keep_selection(mut selection: ResMut<Selection>, agents: Query<(Entity, &AgentName)>, open: Res<OpenDocument>) {
    if selection.0.is_some_and(|agent| agents.contains(agent)) {
        return;
    }
    let first = open.document().and_then(|document| document.level().agents.first());
    let by_name = first.and_then(|first| agents.iter().find(|(_, name)| name.0 == first.name));
    selection.set_if_neq(Selection(by_name.or(agents.iter().next()).map(|(agent, _)| agent)));
}

/// Components of an agent that an order depends on.
type Ordered<'a> = (Entity, &'a AgentName, &'a AgentCell, Option<&'a AgentKind>);

/// Names of the agents on patrol.
type OnPatrol<'w, 's> = Query<'w, 's, &'static AgentName, With<Patrol>>;

/// Executes one command.
///
/// An order that no agent can carry out leaves the existing orders unchanged.
pub(in crate::app) fn act(
    In(command): In<AgentCommand>,
    mut selection: ResMut<Selection>,
    order: Res<AgentOrder>,
    (mut paused, mut pace): (ResMut<Paused>, ResMut<Pace>),
    (grid, options): (Res<NavGrid>, Res<PathfindingOptions>),
    agents: Query<Ordered, With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
    mut placed: MessageWriter<PlaceAgent>,
    mut queued: MessageWriter<QueueWaypoint>,
    mut cancels: MessageWriter<CancelPath>,
    on_patrol: OnPatrol,
    mut notes: ResMut<Notes>,
) {
    let selected = selection.0.and_then(|agent| agents.get(agent).ok());
    match command {
        AgentCommand::SendTo(goal) => match selected.map(|agent| (agent.0, unfit(&grid, &options, agent, goal))) {
            Some((agent, None)) => {
                requests.write(PathRequest::new(agent, goal));
                if let Ok(name) = on_patrol.get(agent) {
                    notes.tell(Phrase::LeavesPatrol.with("name", &name.0).with("goal", goal));
                }
            }
            Some((_, Some(why))) => notes.warn(why),
            None => notes.warn(Phrase::NoAgentsToSend),
        },
        AgentCommand::Place(cell) => match selected {
            Some((_, name, _, kind)) if !grid.for_agent(kind).is_walkable(cell) => {
                notes.warn(Phrase::CannotStandThere.with("name", &name.0).with("cell", cell));
            }
            Some((agent, ..)) => drop(placed.write(PlaceAgent { agent, cell })),
            None => notes.warn(Phrase::NoAgentSelected),
        },
        AgentCommand::QueueTo(goal) => match selected.map(|agent| (agent.0, unfit(&grid, &options, agent, goal))) {
            Some((agent, None)) => drop(queued.write(QueueWaypoint { agent, goal })),
            Some((_, Some(why))) => notes.warn(why),
            None => notes.warn(Phrase::NoAgentsToSend),
        },
        AgentCommand::SendAllTo(goal) => {
            let all = agents.iter().len();
            let able: Vec<_> = agents.iter().filter(|agent| can_go(&grid, &options, *agent, goal)).collect();
            requests.write_batch(able.iter().map(|(agent, ..)| PathRequest::new(*agent, goal)));
            if all == 0 {
                notes.warn(Phrase::NoAgentsToSend);
            } else if let Some(why) = off_the_map(&grid, &options, goal) {
                notes.warn(why);
            } else if able.len() < all {
                let cannot = Phrase::SomeCannotGo.with("count", all - able.len()).with("all", all);
                notes.warn(cannot.with("cell", goal));
            }
        }
        AgentCommand::Stop => {
            cancels.write_batch(selected.map(|(agent, ..)| CancelPath::Agent(agent)));
        }
        AgentCommand::Select(wanted) => match agents.iter().find(|(_, name, ..)| name.0 == wanted) {
            Some((agent, ..)) => drop(selection.set_if_neq(Selection(Some(agent)))),
            None => notes.warn(Phrase::NoSuchAgent.with("name", wanted)),
        },
        AgentCommand::SelectNext => {
            let here = order.0.iter().position(|agent| Some(*agent) == selection.0);
            let next = here.map_or(0, |i| (i + 1) % order.0.len());
            selection.set_if_neq(Selection(order.0.get(next).copied()));
        }
        AgentCommand::TogglePause => paused.0 = !paused.0,
        AgentCommand::Tick => {
            paused.0 = true;
            pace.step();
        }
        AgentCommand::Faster => pace.turn(true),
        AgentCommand::Slower => pace.turn(false),
        AgentCommand::NormalSpeed => pace.reset(),
    }
}

/// Checks a goal against the map; returns the reason if no agent can take it.
fn off_the_map(grid: &NavGrid, options: &PathfindingOptions, goal: Cell) -> Option<Sentence> {
    if !grid.grid().contains(goal) {
        return Some(Phrase::CellOutside.with("cell", goal));
    }
    let stays = options.unreachable == UnreachablePolicy::Refuse;
    (stays && !grid.grid().is_walkable(goal)).then(|| Phrase::CellIsBlocked.with("cell", goal))
}

/// Checks a goal for one agent; returns the reason if the agent cannot take it.
fn unfit(grid: &NavGrid, options: &PathfindingOptions, agent: Ordered, goal: Cell) -> Option<Sentence> {
    let (_, name, _, kind) = agent;
    off_the_map(grid, options, goal).or_else(|| {
        let stays = options.unreachable == UnreachablePolicy::Refuse;
        let barred = stays && !grid.for_agent(kind).is_walkable(goal);
        barred.then(|| Phrase::CannotStandThere.with("name", &name.0).with("cell", goal))
    })
}

/// Whether the agent can reach the cell, as far as known without a search.
fn can_go(grid: &NavGrid, options: &PathfindingOptions, agent: Ordered, goal: Cell) -> bool {
    let (_, _, cell, kind) = agent;
    let is_near_enough = options.unreachable == UnreachablePolicy::Nearest || options.options.goal_tolerance > 0;
    let walled_off = || grid.connected(options.options.movement, cell.0, goal) == Some(false);
    unfit(grid, options, agent, goal).is_none() && (is_near_enough || kind.is_some() || !walled_off())
}

/// Logs arrivals and failed path requests.
fn report(mut arrived: MessageReader<Arrived>, mut failed: MessageReader<PathFailed>, names: Query<&AgentName>) {
    let name = |agent| visible(names.get(agent).map_or("agent", |name| name.0.as_str()));
    for arrival in arrived.read() {
        debug!("{} arrived at {}", name(arrival.agent), arrival.cell);
    }
    for failure in failed.read() {
        info!("{} does not go to {}: {}", name(failure.agent), failure.goal, failure.reason);
    }
}

/// Time after an edit within which failures are attributed to the edit.
const OF_EDIT: Duration = Duration::from_secs(2);

/// Reports agents that replan, fail or are moved because of an edit.
fn report_edits(
    mut replanned: MessageReader<Replanned>,
    mut relocated: MessageReader<Relocated>,
    mut failed: MessageReader<PathFailed>,
    agents: Query<Option<&PathFailed>, With<GridAgent>>,
    (mode, lesson, time): (Res<Mode>, Res<OpenLesson>, Res<Time<Real>>),
    mut edited: Local<Option<Duration>>,
    mut notes: ResMut<Notes>,
) {
    let without_path = |failed: &PathFailed| failed.reason != FailReason::Cancelled;
    let has_failed = failed.read().filter(|failed| without_path(failed)).count() > 0;
    // Agents stand still in other modes, and the edits of a lesson's page are not the reader's.
    let is_seen = *mode == Mode::Agents && lesson.reading().is_none_or(Reading::is_ready);
    for sum in replanned.read().filter(|sum| is_seen && sum.crossed > 0) {
        let all = sum.crossed + sum.kept + sum.may_improve;
        notes.say(Phrase::Replanned.with("count", sum.crossed).with("all", all));
        *edited = Some(time.elapsed());
    }
    let is_of_edit = edited.is_some_and(|edited| time.elapsed().saturating_sub(edited) <= OF_EDIT);
    if has_failed && is_of_edit && is_seen {
        let count = agents.iter().flatten().filter(|failed| without_path(failed)).count();
        notes.forget(Phrase::Replanned);
        if count > 0 {
            notes.warn(Phrase::NoPathNow.with("count", count).with("all", agents.iter().len()));
        }
    }
    for moved in relocated.read() {
        notes.warn(Phrase::WallCameDown.with("from", moved.from).with("to", moved.to));
    }
}
