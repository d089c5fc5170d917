//! The components of agents that share a crowd, and the settings of crowds.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_crowd::{AgentId, CrowdRefusal};
use gridwalk_pathfinding::{Cell, GridChange};

use super::layout::MapKey;

/// Puts an agent into the crowd of its map: no two agents of a crowd ever share a cell.
///
/// Orders are those of any other agent: [`MoveTo`](super::MoveTo),
/// [`QueueWaypoint`](super::QueueWaypoint), [`Patrol`](super::Patrol),
/// [`CancelPath`](super::CancelPath) and the rest. Of several agents sent to one cell, each gets
/// one of the nearest free cells; an agent with [`ExactGoal`] gets that very cell. The agent
/// carries a [`CrowdState`], and a [`CrowdWalk`] while it has somewhere to go.
///
/// An agent that joins on a taken cell is put onto the nearest free one, with a
/// [`Relocated`](super::Relocated). Where none is free it is stuck, and tries again. Agents without
/// this component do not see the crowd, nor does it see them.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// fn muster(mut commands: Commands) {
///     for x in 0..10 {
///         commands.spawn((GridAgent::at(Cell::new(x, 0), 4.0), InCrowd, MoveTo(Cell::new(5, 5))));
///     }
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(CrowdState, JoinOrder)]
pub struct InCrowd;

/// An agent of a crowd wants the very cell of its goal, and no other one near it.
///
/// Another agent that has the cell as one of many gives it up. Of several agents with this
/// component one gets the cell, and the others wait beside it. It counts from the agent's next
/// order on.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct ExactGoal;

/// Fixes an agent of a crowd on its cell: nobody pushes it, and it does not walk.
///
/// It keeps its orders, and carries them out once this component is removed. A step under way is
/// made to its end.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_add = note_hold, on_remove = note_hold)]
pub struct Hold;

/// The state of an agent of a crowd. Each change is a [`CrowdStateChanged`].
///
/// Ticks are those of [`Crowd::now`](gridwalk_crowd::Crowd::now) of the map's
/// [`Crowds`](super::Crowds).
// Not saved as a component: the first tick of a loaded game says it again, and entities have other
// numbers there.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrowdState {
    /// The agent has not joined the crowd: its step is not over, no cell is free, or its options do
    /// not fit.
    #[default]
    Outside,
    /// It was sent nowhere and stands on its cell.
    Resting,
    /// It makes a step, or is about to.
    Walking,
    /// Another agent is in the way of its best step.
    Waiting {
        /// The agent in the way.
        for_agent: Entity,
        /// The tick in which it began to wait.
        since: u64,
    },
    /// It was pushed off its cell and returns when it can.
    Yielding {
        /// The agent that pushed it.
        to: Entity,
        /// The tick in which it was pushed.
        since: u64,
    },
    /// It has arrived.
    Settled,
    /// It has come no closer to its goal for a long time, because of another agent.
    Blocked {
        /// The agent in the way.
        by: Entity,
        /// The tick since which it came no closer.
        since: u64,
    },
    /// No path leads to its goal. It sets off once an edit opens one.
    Unreachable,
}

impl CrowdState {
    /// The agent that this one waits for.
    #[must_use]
    pub const fn in_the_way(self) -> Option<Entity> {
        match self {
            Self::Waiting {
                for_agent: other, ..
            }
            | Self::Blocked { by: other, .. } => Some(other),
            _ => None,
        }
    }
}

/// The state of an agent of a crowd is another one.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Message, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CrowdStateChanged {
    /// The agent.
    #[event_target]
    pub agent: Entity,
    /// The state that it had.
    pub before: CrowdState,
    /// The state that it has.
    pub now: CrowdState,
}

/// The order that an agent of a crowd carries out. Removing it lets the agent rest where it is.
///
/// Its [`PathStack`](super::PathStack) holds only the next cells, and ends before the goal.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_remove = note_end_of_order)]
#[non_exhaustive]
pub struct CrowdWalk {
    /// The cell that it was sent to.
    pub goal: Cell,
    /// It follows an entity: to reach that is no arrival.
    pub(super) is_pursuit: bool,
}

impl CrowdWalk {
    pub(super) const fn to(goal: Cell) -> Self {
        Self {
            goal,
            is_pursuit: false,
        }
    }
}

/// The settings of all crowds.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct CrowdOptions {
    /// Seed of the order among equally good steps. It counts for crowds that begin later.
    pub seed: u64,
    /// The treatment of agents of a crowd under a new wall.
    pub under_wall: UnderWall,
    /// Expansions that new cost fields of goals may take in a tick of a crowd. At least one field
    /// is made in each tick; agents whose field is not made yet wait.
    pub field_work: u64,
}

impl Default for CrowdOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            under_wall: UnderWall::PushOut,
            field_work: 1 << 17,
        }
    }
}

/// The treatment of agents of a crowd under a new wall.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum UnderWall {
    /// They are put onto the nearest free cells, each onto another one, with a
    /// [`Relocated`](super::Relocated).
    #[default]
    PushOut,
    /// Cells under agents stay as they are, with an [`EditRefused`](super::EditRefused); the rest
    /// of the edit is made.
    Refuse,
}

/// A reason why an agent cannot be in a crowd.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[type_path = "bevy_gridwalk"]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrowdMisfit {
    /// Diagonal steps that cut corners.
    #[error("a crowd moves in four directions, or in eight without cutting corners")]
    Movement,
    /// An algorithm whose paths leave the middle of cells.
    #[error("a crowd moves from cell to cell, and not at any angle")]
    AnyAngle,
    /// A region, a limit or a goal tolerance of the search.
    #[error("a crowd knows no region, no limit of cost or expansions, and no goal tolerance")]
    Limit,
    /// Movement or cost rule of the agent's own, other than those of the crowd.
    #[error("all agents of a crowd have one movement and one cost rule")]
    OwnRules,
    /// A map with portals.
    #[error("a crowd does not use portals, and the map has some")]
    Portals,
    /// An agent that is too large.
    #[error("an agent of a crowd covers 1 to {max} cells a side", max = gridwalk_crowd::CrowdRules::MAX_SIZE)]
    Size,
    /// Too many kinds of agents.
    #[error("a crowd has at most {max} kinds of agents", max = gridwalk_crowd::CrowdRules::MAX_KINDS)]
    Kinds,
}

impl From<CrowdRefusal> for CrowdMisfit {
    fn from(refusal: CrowdRefusal) -> Self {
        match refusal {
            CrowdRefusal::Movement(_) => Self::Movement,
            CrowdRefusal::AnyAngle(_) => Self::AnyAngle,
            CrowdRefusal::Limit(_) => Self::Limit,
            CrowdRefusal::Portals(_) => Self::Portals,
            CrowdRefusal::Size(_) | CrowdRefusal::MapSize { .. } => Self::Size,
            CrowdRefusal::Kinds => Self::Kinds,
        }
    }
}

/// The number of an agent in the crowd of its map. An agent without it is not in the crowd yet, or
/// no more.
///
/// The plugin inserts and removes it. With [`Crowds::of`](super::Crowds::of) it answers questions
/// about the agent.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug)]
#[component(immutable, on_discard = note_departure)]
pub struct CrowdMember {
    /// The number of the crowd; never given twice, so that a saved game finds its crowds again.
    pub(super) crowd: u32,
    /// The number of the agent in it.
    pub(super) number: u32,
    /// The map of the crowd.
    #[reflect(ignore)]
    pub(super) map: MapKey,
}

impl CrowdMember {
    /// The number of the agent in the crowd.
    #[must_use]
    pub const fn id(&self) -> AgentId {
        AgentId(self.number)
    }
}

/// The rank of an agent among those that want to join a crowd: earlier ones first, whatever the
/// order of entities.
#[derive(Component, Clone, Copy, Debug, Default)]
#[component(on_add = take_rank)]
pub(super) struct JoinOrder(pub u64);

/// The news of agents of crowds since the last tick, noted by hooks of components.
#[derive(Resource, Debug, Default)]
pub(super) struct CrowdNews {
    /// The last [`JoinOrder`] that was given.
    rank: u64,
    /// Agents that have left, with the numbers that they had.
    pub left: Vec<(CrowdMember, Entity)>,
    /// Agents whose order was taken away.
    pub stopped: Vec<Entity>,
    /// Agents that are held now, or not any more.
    pub held: Vec<Entity>,
    /// Parts of edits that were taken back, because agents stand there.
    pub taken_back: Vec<(MapKey, GridChange)>,
}

/// The agents of all crowds in the newest tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CrowdReport {
    /// Number of agents.
    pub agents: usize,
    /// Number of agents that make a step.
    pub walking: usize,
    /// Number of agents that wait for another one.
    pub waiting: usize,
    /// Number of agents that have come no closer to their goals for a long time.
    pub blocked: usize,
    /// The time that all crowds took.
    pub time: Duration,
}

fn take_rank(mut world: DeferredWorld, context: HookContext) {
    let Some(mut news) = world.get_resource_mut::<CrowdNews>() else {
        return;
    };
    news.rank += 1;
    let rank = news.rank;
    if let Some(mut order) = world.get_mut::<JoinOrder>(context.entity) {
        order.0 = rank;
    }
}

fn note_departure(mut world: DeferredWorld, context: HookContext) {
    let Some(&member) = world.get::<CrowdMember>(context.entity) else {
        return;
    };
    if let Some(mut news) = world.get_resource_mut::<CrowdNews>() {
        news.left.push((member, context.entity));
    }
}

fn note_end_of_order(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut news) = world.get_resource_mut::<CrowdNews>() {
        news.stopped.push(context.entity);
    }
}

fn note_hold(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut news) = world.get_resource_mut::<CrowdNews>() {
        news.held.push(context.entity);
    }
}
