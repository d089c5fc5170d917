//! What an agent is: where it stands, how fast it walks, and what it wants next.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{AgentProfile, Cell, Revision};

use super::layout::{cell_at, position_of};
use super::{GridLayout, MapLayout, OnMap, PathfindingOptions};

/// An agent that walks on the grid. Spawn it with [`GridAgent::at`], or with a `Transform`: then it stands
/// where that is, at the latest by the [`GridLayout`] of its first tick.
///
/// The plugin walks it and moves its `Transform`. If the game moves that, the agent stands there from then on, and goes
/// on to its goal; where it cannot stand it is put back, and a [`PlaceRefused`](super::PlaceRefused) says so. Agents that
/// the game itself walks are [`PathOnly`]. Where it looks is left alone unless it has a [`FacePath`].
///
/// Removed, it takes along all components that the plugin put on the entity: place, path, failure and waypoints.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use gridwalk_pathfinding::Cell;
/// use bevy_gridwalk::{AgentCell, GridAgent};
///
/// let mut world = World::new();
/// // A cell is 32 world units wide, and rows go down.
/// let agent = world.spawn((GridAgent { speed: 2.0 }, Transform::from_xyz(80.0, -16.0, 3.0))).id();
/// assert_eq!(world.get(agent), Some(&AgentCell(Cell::new(2, 0))));
/// assert_eq!(world.get(agent), Some(&Transform::from_xyz(80.0, -16.0, 3.0)));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_add = stand_where_the_transform_is)]
#[require(Waypoints, Transform, Drawn)]
pub struct GridAgent {
    /// Cells a second on terrain of cost 1; terrain of cost c is c times slower. 0 is standing still.
    pub speed: f32,
}

impl Default for GridAgent {
    fn default() -> Self {
        Self { speed: 4.0 }
    }
}

impl GridAgent {
    /// All that an agent at this cell needs; add your own sprite.
    #[must_use]
    pub fn at(cell: Cell, speed: f32) -> impl Bundle {
        (Self { speed }, AgentCell(cell), AgentMotion::standing(cell))
    }
}

/// An agent that was given no cell is on the one under its `Transform`, which stays as it is. What lies above it in the
/// world, and the layout, may still come: the first tick looks again.
fn stand_where_the_transform_is(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let (cell, motion) = match (agent.get::<AgentCell>(), agent.get::<AgentMotion>()) {
        (Some(_), Some(_)) => return,
        (Some(cell), None) => (cell.0, AgentMotion::standing(cell.0)),
        (None, _) => {
            let own = agent.get::<OnMap>().and_then(|on| world.get::<MapLayout>(on.0)).map(|own| own.0);
            let layout =
                own.filter(GridLayout::is_valid).or(world.get_resource::<GridLayout>().copied()).unwrap_or_default();
            let transform = agent.get::<Transform>().copied().unwrap_or_default();
            let position = layout.position_3d(transform.translation) - AgentKind::middle_of(agent.get::<AgentKind>());
            if let Some(mut drawn) = world.get_mut::<Drawn>(context.entity) {
                *drawn = Drawn::Unread(position);
            }
            (cell_at(position), AgentMotion { position, previous: position, ..AgentMotion::default() })
        }
    };
    world.commands().entity(context.entity).try_insert((AgentCell(cell), motion));
}

/// The agent's speed is in world units a second, not in cells.
///
/// For layouts whose cells are not squares: in cells a second an agent is as fast along each axis of the map, and in the
/// world faster along the longer one. Terrain slows it as before. A portal that costs `n` takes as long as `n` cells
/// along the layout's `x_axis`. Paths stay those that are cheapest in cells.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// let mut world = World::new();
/// world.insert_resource(GridLayout::isometric(Vec2::new(64.0, 32.0)));
/// world.spawn((GridAgent::at(Cell::new(0, 0), 90.0), WorldSpeed));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct WorldSpeed;

/// An agent that the game moves. The plugin plans for it, within the budget and again after edits, and never touches its
/// `Transform`: the game walks it, and takes each step off with [`PathStack::pop`](super::PathStack::pop) when it is
/// there. With the last one it has [`Arrived`](super::Arrived).
///
/// Where it is, is the cell under its `Transform` as soon as the game has moved that; otherwise the cell that was popped
/// last, or what the game writes into [`AgentCell`]. When it gets off its path, it is planned again from there.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::{AgentCell, PathOnly, PathStack};
///
/// /// A turn of a game in turns: one cell.
/// fn take_turn(mut agents: Query<&mut PathStack, With<PathOnly>>) {
///     for mut stack in &mut agents {
///         if let Some(step) = stack.pop() {
///             println!("to {}, {} cells away; {} to go", step.cell, step.distance, stack.cells_to_go());
///         }
///     }
/// }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(GridAgent)]
pub struct PathOnly;

impl PathOnly {
    /// All that an agent at this cell needs.
    #[must_use]
    pub fn at(cell: Cell) -> impl Bundle {
        (Self, AgentCell(cell), AgentMotion::standing(cell))
    }
}

/// The plugin turns the agent to where it walks. Without this its rotation and scale are the game's.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FacePath {
    /// Its rotation is the plugin's. On the plane of 2D games the right side of a picture leads; on any other plane the
    /// front of a model does, which is -Z as in Bevy's `looking_to`.
    Turn,
    /// Mirrored while it walks to the left of the world, by the sign of its scale: for pictures seen from the side.
    Flip,
}

/// What the `Transform` of an agent was when the plugin drew or read it last: a different one was moved by the game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Drawn {
    /// It was given a cell and is not drawn yet: its `Transform` says nothing.
    #[default]
    Never,
    /// It was given no cell: its `Transform` says where it stands, which was here when the agent came. A saved game may
    /// give it another place after that.
    Unread(Vec2),
    /// There, among its siblings.
    At(Vec3),
    /// There; the game walks it, and moves this.
    Followed(Vec3),
}

impl Drawn {
    /// Whether the `Transform` says where an agent is that the game walks.
    pub(super) const fn is_followed(self) -> bool {
        matches!(self, Self::Followed(_))
    }
}

/// The name of an agent, unique within its level.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct AgentName(pub String);

/// The kind of an agent: its size, its own costs, the areas that it must not enter, and how it keeps off walls.
///
/// Agents without it see the map as it is.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(from = "AgentProfile", into = "AgentProfile")]
#[component(on_remove = note_that_it_is_plain)]
pub struct AgentKind(pub Arc<AgentProfile>);

/// Agents that lost their kind since the last tick. Bevy itself remembers that for two frames only, and ticks may come
/// more seldom.
#[derive(Resource, Default)]
pub(super) struct Plain(pub Vec<Entity>);

fn note_that_it_is_plain(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut plain) = world.get_resource_mut::<Plain>() {
        plain.0.push(context.entity);
    }
}

impl From<AgentProfile> for AgentKind {
    fn from(profile: AgentProfile) -> Self {
        Self(Arc::new(profile))
    }
}

impl From<AgentKind> for AgentProfile {
    fn from(AgentKind(profile): AgentKind) -> Self {
        Arc::unwrap_or_clone(profile)
    }
}

impl AgentKind {
    /// The side of an agent of this kind, in cells.
    #[must_use]
    pub fn size_of(kind: Option<&Self>) -> u8 {
        kind.map_or(1, |kind| kind.0.size)
    }

    /// The number of cells around an agent's area within which walls make its paths more expensive.
    pub(super) fn reach_of(kind: Option<&Self>) -> u8 {
        kind.map_or(0, |kind| kind.0.reach())
    }

    /// Whether agents of this kind can be on a map: their side is 1 to [`AgentProfile::MAX_SIZE`] cells.
    pub(super) fn has_valid_size(kind: Option<&Self>) -> bool {
        (1..=AgentProfile::MAX_SIZE).contains(&Self::size_of(kind))
    }

    /// From the middle of the upper left cell of such an agent to the middle of its area, in cells.
    #[must_use]
    pub fn middle_of(kind: Option<&Self>) -> Vec2 {
        Vec2::splat((f32::from(Self::size_of(kind)) - 1.0) / 2.0)
    }
}

/// How this agent searches, where that differs from the [`PathfindingOptions`] of all agents. It counts from the
/// agent's next search on.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Algorithm, Cell};
/// use bevy_gridwalk::{AgentOptions, GridAgent, PathfindingOptions};
/// let mut world = bevy::prelude::World::new();
/// let options = PathfindingOptions { options: Algorithm::Dijkstra.into(), ..Default::default() };
/// world.spawn((GridAgent::at(Cell::new(0, 0), 4.0), AgentOptions(options)));
/// ```
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentOptions(pub PathfindingOptions);

/// The cell that an agent stands on, or has left last while it is between two.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentCell(pub Cell);

/// Exactly where an agent is, in cells: whole numbers are middles of cells. Of an agent that covers several
/// cells it is the upper left one.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentMotion {
    /// Now.
    pub position: Vec2,
    /// One fixed step ago, to draw what lies between.
    pub previous: Vec2,
    /// The cell it is on the way to, while it is between two.
    pub heading: Option<Cell>,
    /// Where it looks, in radians: 0 is east, a quarter turn is north.
    pub facing: f32,
    /// Where it looked one fixed step ago.
    pub previous_facing: f32,
}

impl AgentMotion {
    /// Standing still in the middle of a cell, looking east.
    #[must_use]
    pub fn standing(cell: Cell) -> Self {
        let position = position_of(cell);
        Self { position, previous: position, ..Self::default() }
    }
}

/// Goals still to come, in order, after the present one. One that cannot be reached is reported as [`PathFailed`](super::PathFailed), and the
/// agent goes on to the next one.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct Waypoints(pub VecDeque<Cell>);

/// Goals to be visited in turn, for ever. Removed by an order from outside.
///
/// A stop that cannot be reached is reported as [`PathFailed`](super::PathFailed), and the agent goes on to the next one. If none can be
/// reached it stays where it is, and tries again once the map is different.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct Patrol {
    /// The cells to visit.
    pub stops: Vec<Cell>,
    /// Which one is next.
    pub next: usize,
}

/// Stops of a patrol that could not be reached, one after the other, on one revision of the map.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct SkippedStops {
    pub revision: Revision,
    pub count: usize,
}

impl Patrol {
    /// The next stop, or the one after it for an agent that stands there; `None` if there is no other.
    pub(super) fn take_next(&mut self, here: Cell) -> Option<Cell> {
        for _ in 0..self.stops.len() {
            let stop = self.stops.get(self.next).copied();
            self.next = (self.next + 1) % self.stops.len();
            if stop.is_some_and(|stop| stop != here) {
                return stop;
            }
        }
        None
    }
}

/// Urgency of all requests that an agent makes by components or by itself: [`MoveTo`], [`MoveToNearest`], [`Waypoints`]
/// and [`Patrol`]. Higher ones are served first; without this it is 0.
///
/// A [`PathRequest`](super::PathRequest) has a priority of its own. What the plugin plans again, after an edit or a
/// teleport, is as urgent as the request before.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentPriority(pub i8);

impl AgentPriority {
    pub(super) fn of(priority: Option<&Self>) -> i8 {
        priority.map_or(0, |priority| priority.0)
    }
}

/// An order to one agent as an event: triggered, it inserts the component [`MoveTo`] or [`MoveToNearest`].
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// fn come_here(mut commands: Commands, agents: Query<Entity, With<GridAgent>>) {
///     for agent in &agents {
///         commands.trigger(MoveTo(Cell::new(3, 4)).order(agent));
///     }
/// }
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentOrder<O: Component + Clone> {
    /// The agent that receives the order.
    #[event_target]
    pub agent: Entity,
    /// The order.
    pub order: O,
}

/// Insert this to send an agent somewhere: the same as a [`PathRequest`](super::PathRequest) with the priority
/// [`AgentPriority`]. It is removed once it is understood.
///
/// If an agent has [`MoveTo`] and [`MoveToNearest`], the one inserted last counts, and of both in one bundle the first.
/// In one tick a component counts, and not a [`PathRequest`](super::PathRequest).
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = replaces::<MoveTo, MoveToNearest>)]
pub struct MoveTo(pub Cell);

impl MoveTo {
    /// Returns the event that gives this order to the agent.
    #[must_use]
    pub const fn order(self, agent: Entity) -> AgentOrder<Self> {
        AgentOrder { agent, order: self }
    }
}

/// Removes the older one of two orders. Of both in one bundle the first removes the second, and then is alone.
fn replaces<New: Component, Old: Component>(mut world: DeferredWorld, context: HookContext) {
    if !world.entity(context.entity).contains::<Old>() {
        return;
    }
    world.commands().entity(context.entity).queue_silenced(|mut entity: EntityWorldMut| {
        if entity.contains::<New>() {
            entity.remove::<Old>();
        }
    });
}

/// Insert this to send an agent to the nearest of several goals: the one to which the cheapest path leads. It is removed
/// once it is understood; the agent has a [`NearestOf`] as long as the order lasts.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::Cell;
/// use bevy_gridwalk::{GridAgent, MoveToNearest};
/// let mut world = bevy::prelude::World::new();
/// let wells = vec![Cell::new(3, 4), Cell::new(9, 9)];
/// world.spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveToNearest(wells)));
/// ```
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = replaces::<MoveToNearest, MoveTo>)]
pub struct MoveToNearest(pub Vec<Cell>);

impl MoveToNearest {
    /// Returns the event that gives this order to the agent.
    #[must_use]
    pub const fn order(self, agent: Entity) -> AgentOrder<Self> {
        AgentOrder { agent, order: self }
    }

    pub(super) fn first(&self) -> Cell {
        self.0.first().copied().unwrap_or_default()
    }
}

/// The goals of an agent that was sent to the nearest one: after an edit another one may be.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct NearestOf(pub Vec<Cell>);

/// The components that an agent's search depends on.
pub(super) type Asking<'a> = (
    &'a AgentCell,
    &'a AgentMotion,
    Option<&'a AgentKind>,
    Option<&'a AgentOptions>,
    Option<&'a NearestOf>,
    Option<&'a OnMap>,
);
