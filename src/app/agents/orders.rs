//! Translation of agent commands into requests to the plugin.

use core::time::Duration;

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentName, Arrived, CancelPath, FailReason, GridAgent, Hold, InCrowd,
    NavGrid, PathFailed, PathRequest, PathfindingOptions, Patrol, PlaceAgent, QueueWaypoint,
    Relocated, Replanned,
};
use gridwalk_level::formats::visible;
use gridwalk_pathfinding::Cell;
use gridwalk_pathfinding::UnreachablePolicy;

use super::select::AgentsByName;
use super::spawn::Spawned;
use super::{overlays, select};
use crate::app::command::{AgentCommand, Mode};
use crate::app::common::notes::forget_notes;
use crate::app::document::levels::report_broken;
use crate::app::{
    AppSystems, Notes, OpenLesson, Paused, Phrase, Reading, Selection, Sentence, TimeSpeed,
};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<AgentsByName>()
        .add_systems(Update, report)
        .add_systems(
            Update,
            (
                select::keep_order,
                select::keep_selection,
                report_edits.after(forget_notes).before(report_broken),
            )
                .in_set(AppSystems::Report),
        );
}

/// Components of an agent that an order depends on.
#[derive(QueryData)]
pub(in crate::app) struct OrderParts {
    agent: Entity,
    name: &'static AgentName,
    cell: &'static AgentCell,
    kind: Option<&'static AgentKind>,
    in_crowd: Has<InCrowd>,
    is_held: Has<Hold>,
    patrols: Has<Patrol>,
}

/// The agents, the map, and the messages that orders become.
#[derive(SystemParam)]
pub(in crate::app) struct Orders<'w, 's> {
    commands: Commands<'w, 's>,
    grid: Res<'w, NavGrid>,
    options: Res<'w, PathfindingOptions>,
    agents: Query<'w, 's, OrderParts, With<GridAgent>>,
    requests: MessageWriter<'w, PathRequest>,
    placed: MessageWriter<'w, PlaceAgent>,
    queued: MessageWriter<'w, QueueWaypoint>,
    cancels: MessageWriter<'w, CancelPath>,
    notes: ResMut<'w, Notes>,
}

/// Executes one command.
///
/// An order that no agent can carry out leaves the existing orders unchanged.
pub(in crate::app) fn act(
    In(command): In<AgentCommand>,
    mut selection: ResMut<Selection>,
    order: Res<AgentsByName>,
    (mut paused, mut pace): (ResMut<Paused>, ResMut<TimeSpeed>),
    mut orders: Orders,
) {
    match command {
        AgentCommand::SendTo(goal) => {
            let able = orders.able(selection.agents(), goal);
            orders.send(able.iter().map(|agent| (*agent, goal)));
            orders.tell_of_patrol(&able, goal);
        }
        AgentCommand::SendAllTo(goal) => {
            let able = orders.able(&order.0, goal);
            orders.send(able.into_iter().map(|agent| (agent, goal)));
        }
        AgentCommand::QueueTo(goal) => {
            let able = orders.able(selection.agents(), goal);
            for agent in &able {
                orders.free(*agent);
            }
            orders
                .queued
                .write_batch(able.into_iter().map(|agent| QueueWaypoint { agent, goal }));
        }
        AgentCommand::Line(from, to) => orders.line_up(selection.agents(), from, to),
        AgentCommand::Place(cell) => orders.place(selection.lead(), cell),
        AgentCommand::Stop => {
            orders
                .cancels
                .write_batch(selection.agents().iter().copied().map(CancelPath::Agent));
        }
        AgentCommand::StopAll => {
            orders
                .cancels
                .write_batch(order.0.iter().copied().map(CancelPath::Agent));
        }
        AgentCommand::Hold => orders.hold(selection.agents()),
        AgentCommand::Select(wanted) => match orders.named(&wanted) {
            Some(agent) => drop(selection.set_if_neq(Selection::of(agent))),
            None => orders.notes.warn(Phrase::NoSuchAgent.with("name", wanted)),
        },
        AgentCommand::SelectNext => {
            let list = if selection.is_many() {
                selection.agents()
            } else {
                order.0.as_slice()
            };
            let here = list
                .iter()
                .position(|agent| Some(*agent) == selection.lead());
            let next = here.map_or(0, |i| (i + 1) % list.len());
            if let Some(next) = list.get(next).copied() {
                selection.lead_by(next);
            }
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

impl Orders<'_, '_> {
    fn named(&self, wanted: &str) -> Option<Entity> {
        self.agents
            .iter()
            .find(|it| it.name.0 == wanted)
            .map(|it| it.agent)
    }

    /// Returns the agents among these that can go to the cell, and says why the others cannot.
    ///
    /// One agent alone is asked to search for a way, so that its card says why there is none.
    fn able(&mut self, agents: &[Entity], goal: Cell) -> Vec<Entity> {
        let Self {
            grid,
            options,
            notes,
            agents: known,
            ..
        } = self;
        let all: Vec<_> = known.iter_many(agents).collect();
        let off = off_the_map(grid, options, goal);
        let (able, why): (Vec<_>, _) = match &*all {
            [] => (Vec::new(), Some(Phrase::NoAgentsToSend.into())),
            _ if off.is_some() => (Vec::new(), off),
            [one] => match unfit(grid, options, one, goal) {
                None => (vec![one.agent], None),
                why => (Vec::new(), why),
            },
            all => {
                let able = all
                    .iter()
                    .filter(|it| can_go(grid, options, it, goal))
                    .map(|it| it.agent);
                let able: Vec<_> = able.collect();
                let cannot = Phrase::SomeCannotGo
                    .with("count", all.len() - able.len())
                    .with("all", all.len());
                let why = (able.len() < all.len()).then(|| cannot.with("cell", goal));
                (able, why)
            }
        };
        if let Some(why) = why {
            notes.warn(why);
        }
        able
    }

    /// Lets an agent walk again that was held.
    fn free(&mut self, agent: Entity) {
        if self.agents.get(agent).is_ok_and(|it| it.is_held) {
            self.commands.entity(agent).remove::<Hold>();
        }
    }

    fn send(&mut self, orders: impl Iterator<Item = (Entity, Cell)>) {
        for (agent, goal) in orders {
            self.free(agent);
            self.requests.write(PathRequest::new(agent, goal));
        }
    }

    /// Says that an agent leaves its patrol, if it is the only one that was sent.
    fn tell_of_patrol(&mut self, sent: &[Entity], goal: Cell) {
        let [agent] = *sent else { return };
        if let Some(it) = self.agents.get(agent).ok().filter(|it| it.patrols) {
            self.notes.tell(
                Phrase::LeavesPatrol
                    .with("name", &it.name.0)
                    .with("goal", goal),
            );
        }
    }

    fn line_up(&mut self, agents: &[Entity], from: Cell, to: Cell) {
        let all: Vec<_> = self
            .agents
            .iter_many(agents)
            .map(|it| (it.agent, it.cell.0, it.kind))
            .collect();
        let slots = overlays::slots(&self.grid, self.options.options.movement, &all, [from, to]);
        let missing = slots.iter().filter(|slot| slot.is_none()).count();
        let count = all.len();
        let sent: Vec<_> = all
            .iter()
            .zip(slots)
            .filter_map(|((agent, ..), slot)| Some((*agent, slot?)))
            .collect();
        self.send(sent.into_iter());
        if missing > 0 {
            let cannot = Phrase::SomeCannotGo
                .with("count", missing)
                .with("all", count);
            self.notes.warn(cannot.with("cell", to));
        }
    }

    fn place(&mut self, agent: Option<Entity>, cell: Cell) {
        match agent.and_then(|agent| self.agents.get(agent).ok()) {
            Some(it) if !self.grid.for_agent(it.kind).is_walkable(cell) => {
                self.notes.warn(
                    Phrase::CannotStandThere
                        .with("name", &it.name.0)
                        .with("cell", cell),
                );
            }
            Some(it) => drop(self.placed.write(PlaceAgent {
                agent: it.agent,
                cell,
            })),
            None => self.notes.warn(Phrase::NoAgentSelected),
        }
    }

    /// Holds all of these agents of a crowd, or frees them if all of them are held.
    fn hold(&mut self, agents: &[Entity]) {
        let able: Vec<_> = self
            .agents
            .iter_many(agents)
            .filter(|it| it.in_crowd)
            .collect();
        if able.is_empty() {
            return self.notes.warn(Phrase::HoldOnlyInCrowd);
        }
        let are_held = able.iter().all(|it| it.is_held);
        for it in able {
            if are_held {
                self.commands.entity(it.agent).remove::<Hold>();
            } else {
                self.commands.entity(it.agent).insert(Hold);
            }
        }
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
fn unfit(
    grid: &NavGrid,
    options: &PathfindingOptions,
    agent: &OrderPartsItem,
    goal: Cell,
) -> Option<Sentence> {
    off_the_map(grid, options, goal).or_else(|| {
        let stays = options.unreachable == UnreachablePolicy::Refuse;
        let barred = stays && !grid.for_agent(agent.kind).is_walkable(goal);
        barred.then(|| {
            Phrase::CannotStandThere
                .with("name", &agent.name.0)
                .with("cell", goal)
        })
    })
}

/// Whether the agent can reach the cell, as far as known without a search.
fn can_go(
    grid: &NavGrid,
    options: &PathfindingOptions,
    agent: &OrderPartsItem,
    goal: Cell,
) -> bool {
    let is_near_enough =
        options.unreachable == UnreachablePolicy::Nearest || options.options.goal_tolerance > 0;
    let walled_off = || grid.connected(options.options.movement, agent.cell.0, goal) == Some(false);
    unfit(grid, options, agent, goal).is_none()
        && (is_near_enough || agent.kind.is_some() || !walled_off())
}

/// Most failed requests of a frame that are logged one by one.
const LOGGED: usize = 3;

/// Logs arrivals and failed path requests: of many that fail in one frame the first, and the number
/// of all.
fn report(
    mut arrived: MessageReader<Arrived>,
    mut failed: MessageReader<PathFailed>,
    names: Query<&AgentName>,
) {
    let name = |agent| visible(names.get(agent).map_or("agent", |name| name.0.as_str()));
    for arrival in arrived.read() {
        debug!("{} arrived at {}", name(arrival.agent), arrival.cell);
    }
    let failures: Vec<_> = failed.read().collect();
    let shown = if failures.len() > LOGGED {
        1
    } else {
        failures.len()
    };
    for failure in &failures[..shown] {
        info!(
            "{} does not go to {}: {}",
            name(failure.agent),
            failure.goal,
            failure.reason
        );
    }
    if shown < failures.len() {
        info!(
            "{} more agents do not go to their goals",
            failures.len() - shown
        );
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
    (grid, bodies): (Res<NavGrid>, Query<(Option<&AgentKind>, Has<Spawned>)>),
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
        notes.say(
            Phrase::Replanned
                .with("count", sum.crossed)
                .with("all", all),
        );
        *edited = Some(time.elapsed());
    }
    let is_of_edit = edited.is_some_and(|edited| time.elapsed().saturating_sub(edited) <= OF_EDIT);
    if has_failed && is_of_edit && is_seen {
        let count = agents
            .iter()
            .flatten()
            .filter(|failed| without_path(failed))
            .count();
        notes.forget(Phrase::Replanned);
        if count > 0 {
            notes.warn(
                Phrase::NoPathNow
                    .with("count", count)
                    .with("all", agents.iter().len()),
            );
        }
    }
    for moved in relocated.read() {
        let Ok((kind, is_spawned)) = bodies.get(moved.agent) else {
            continue;
        };
        let phrase = match grid.can_stand(kind, moved.from) {
            Err(_) => Phrase::WallCameDown,
            // The brush spawns agents where there is room.
            Ok(()) if is_spawned => continue,
            Ok(()) => Phrase::CellWasTaken,
        };
        notes.warn(phrase.with("from", moved.from).with("to", moved.to));
    }
}
