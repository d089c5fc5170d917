//! The agent: its position, its speed and its goals.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{AgentProfile, Cell, Revision};

use super::layout::{cell_at, position_of};
use super::{GridLayout, MapLayout, OnMap, PathfindingOptions};

/// An agent that walks on the grid.
///
/// Spawn it with [`GridAgent::at`], or with a `Transform`. In the latter case it stands on the cell
/// under its `Transform`, at the latest by the [`GridLayout`] of its first tick.
///
/// The plugin walks the agent and moves its `Transform`. If the game moves the `Transform`, the
/// agent stands there from then on, and continues to its goal. Where it cannot stand it is put
/// back, and a [`PlaceRefused`](super::PlaceRefused) reports this. Agents with [`PathOnly`] are
/// walked by the game itself. Rotation and scale stay the game's unless the agent has a
/// [`FacePath`].
///
/// Removing this component also removes all components that the plugin put on the entity: place,
/// path, failure and waypoints.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_add = stand_where_the_transform_is)]
#[require(Waypoints, Transform, DrawnTransform)]
pub struct GridAgent {
    /// Speed in cells per second on terrain of cost 1; 0 stands still.
    ///
    /// Terrain of cost c makes the agent c times slower.
    pub speed: f32,
}

impl Default for GridAgent {
    fn default() -> Self {
        Self { speed: 4.0 }
    }
}

impl GridAgent {
    /// Returns the components of an agent on this cell; add your own sprite.
    #[must_use]
    pub fn at(cell: Cell, speed: f32) -> impl Bundle {
        (Self { speed }, AgentCell(cell), AgentMotion::standing(cell))
    }
}

/// Puts an agent without a cell on the one under its `Transform`, which stays as it is.
///
/// The agent's parent and the layout may be added later, so the first tick reads the `Transform`
/// again.
fn stand_where_the_transform_is(mut world: DeferredWorld, context: HookContext) {
    let agent = world.entity(context.entity);
    let (cell, motion) = match (agent.get::<AgentCell>(), agent.get::<AgentMotion>()) {
        (Some(_), Some(_)) => return,
        (Some(cell), None) => (cell.0, AgentMotion::standing(cell.0)),
        (None, _) => {
            let own = agent
                .get::<OnMap>()
                .and_then(|on| world.get::<MapLayout>(on.0))
                .map(|own| own.0);
            let layout = own
                .filter(GridLayout::is_valid)
                .or(world.get_resource::<GridLayout>().copied())
                .unwrap_or_default();
            let transform = agent.get::<Transform>().copied().unwrap_or_default();
            let position = layout.position_3d(transform.translation)
                - AgentKind::middle_of(agent.get::<AgentKind>());
            if let Some(mut drawn) = world.get_mut::<DrawnTransform>(context.entity) {
                *drawn = DrawnTransform::Unread(position);
            }
            (
                cell_at(position),
                AgentMotion {
                    position,
                    previous: position,
                    ..AgentMotion::default()
                },
            )
        }
    };
    world
        .commands()
        .entity(context.entity)
        .try_insert((AgentCell(cell), motion));
}

/// Marks an agent whose speed is in world units per second, not in cells.
///
/// For layouts whose cells are not squares. In cells per second, an agent is equally fast along
/// each axis of the map, and in the world faster along the longer one. Terrain slows it as before.
/// A portal that costs `n` takes as long as `n` cells along the layout's `x_axis`. Paths stay those
/// that are cheapest in cells.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct WorldSpeed;

/// An agent that the game moves.
///
/// The plugin plans for it, within the budget and again after edits, and never touches its
/// `Transform`. The game walks it, and takes each step off with
/// [`PathStack::pop`](super::PathStack::pop) on arrival. After the last step it has
/// [`Arrived`](super::Arrived).
///
/// The agent's cell is the one under its `Transform` as soon as the game has moved that. Otherwise
/// it is the cell that was popped last, or the one that the game writes into [`AgentCell`]. An
/// agent that leaves its path is planned again from its new cell.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(GridAgent)]
pub struct PathOnly;

impl PathOnly {
    /// Returns the components of an agent on this cell.
    #[must_use]
    pub fn at(cell: Cell) -> impl Bundle {
        (Self, AgentCell(cell), AgentMotion::standing(cell))
    }
}

/// Lets the plugin turn the agent in the direction in which it walks.
///
/// Without this component, rotation and scale are the game's.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FacePath {
    /// The plugin sets the rotation.
    ///
    /// On the plane of 2D games the right side of a picture leads. On any other plane the front of
    /// a model does, which is -Z as in Bevy's `looking_to`.
    Turn,
    /// Mirrored while the agent walks to the left of the world, for pictures seen from the side.
    ///
    /// The plugin sets the sign of the scale.
    Flip,
}

/// The `Transform` of an agent as the plugin drew or read it last.
///
/// A different one was moved by the game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum DrawnTransform {
    /// The agent was given a cell and is not drawn yet, so its `Transform` holds no position.
    #[default]
    Never,
    /// The agent was given no cell: its `Transform` gives its position, at first this one in cells.
    ///
    /// A saved game may give the agent another place after that.
    Unread(Vec2),
    /// Drawn at this translation, relative to the parent.
    At(Vec3),
    /// Read at this translation, relative to the parent.
    ///
    /// The game walks the agent and moves its `Transform`.
    Followed(Vec3),
}

impl DrawnTransform {
    /// Whether the game walks the agent and its `Transform` gives the position.
    pub(super) const fn is_followed(self) -> bool {
        matches!(self, Self::Followed(_))
    }
}

/// The name of an agent, unique within its level.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct AgentName(pub String);

/// The kind of an agent: its size, own costs, forbidden areas, and distance from walls.
///
/// Agents without this component see the map as it is.
#[derive(
    Component, Reflect, Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize,
)]
#[type_path = "bevy_gridwalk"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(from = "AgentProfile", into = "AgentProfile")]
#[component(on_remove = note_that_it_is_plain)]
pub struct AgentKind(pub Arc<AgentProfile>);

/// Agents that lost their kind since the last tick.
///
/// Bevy remembers removals for two frames only, and ticks may be rarer.
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
    /// Returns the side of an agent of this kind, in cells.
    #[must_use]
    pub fn size_of(kind: Option<&Self>) -> u8 {
        kind.map_or(1, |kind| kind.0.size)
    }

    /// Returns the distance in cells within which walls make an agent's paths more expensive.
    pub(super) fn reach_of(kind: Option<&Self>) -> u8 {
        kind.map_or(0, |kind| kind.0.reach())
    }

    /// Whether agents of this kind can be on a map: their side is 1 to [`AgentProfile::MAX_SIZE`]
    /// cells.
    pub(super) fn has_valid_size(kind: Option<&Self>) -> bool {
        (1..=AgentProfile::MAX_SIZE).contains(&Self::size_of(kind))
    }

    /// Returns the offset from the middle of the upper left cell to the middle of the area, in
    /// cells.
    #[must_use]
    pub fn middle_of(kind: Option<&Self>) -> Vec2 {
        Vec2::splat((f32::from(Self::size_of(kind)) - 1.0) / 2.0)
    }
}

/// Search options of one agent, in place of the [`PathfindingOptions`] of all agents.
///
/// A change takes effect with the agent's next search.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentOptions(pub PathfindingOptions);

/// The cell that an agent stands on, or the one that it left last while it is between two.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentCell(pub Cell);

/// The exact position and orientation of an agent.
///
/// Positions are in cells: whole numbers are middles of cells. For an agent that covers several
/// cells they refer to the upper left one.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentMotion {
    /// The current position.
    pub position: Vec2,
    /// The position one fixed step ago, for interpolation.
    pub previous: Vec2,
    /// The cell that the agent walks to while it is between two cells.
    pub heading: Option<Cell>,
    /// Orientation in radians: 0 is east, a quarter turn is north.
    pub facing: f32,
    /// Orientation one fixed step ago.
    pub previous_facing: f32,
}

impl AgentMotion {
    /// Returns the motion of an agent that stands in the middle of a cell and faces east.
    #[must_use]
    pub fn standing(cell: Cell) -> Self {
        let position = position_of(cell);
        Self {
            position,
            previous: position,
            ..Self::default()
        }
    }
}

/// Goals still to come, in order, after the present one.
///
/// A goal that cannot be reached is reported as [`PathFailed`](super::PathFailed), and the agent
/// continues to the next one.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct Waypoints(pub VecDeque<Cell>);

/// Goals to be visited in turn, endlessly.
///
/// An order from outside removes the component.
///
/// A stop that cannot be reached is reported as [`PathFailed`](super::PathFailed), and the agent
/// continues to the next one. If none can be reached, the agent stays, and tries again once the map
/// has changed.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct Patrol {
    /// The cells to visit.
    pub stops: Vec<Cell>,
    /// Index of the next stop.
    pub next: usize,
}

/// Number of consecutive patrol stops that could not be reached on one revision of the map.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct SkippedStops {
    pub revision: Revision,
    pub count: usize,
}

impl Patrol {
    /// Advances to the next stop other than `here` and returns it; `None` if there is none.
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

/// Priority of all requests that an agent makes by components or by itself.
///
/// These are [`MoveTo`], [`MoveToNearest`], [`Waypoints`] and [`Patrol`]. Higher priorities are
/// served first; without this component the priority is 0.
///
/// A [`PathRequest`](super::PathRequest) has its own priority. A request that the plugin repeats,
/// after an edit or a teleport, keeps the priority of the request before.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AgentPriority(pub i8);

impl AgentPriority {
    pub(super) fn of(priority: Option<&Self>) -> i8 {
        priority.map_or(0, |priority| priority.0)
    }
}

/// An order to one agent as an event; triggering it inserts [`MoveTo`] or [`MoveToNearest`].
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

/// An order to walk to a cell: insert it to send an agent there.
///
/// It equals a [`PathRequest`](super::PathRequest) with the priority [`AgentPriority`]. The
/// component is removed once it is read.
///
/// If an agent has [`MoveTo`] and [`MoveToNearest`], the one inserted last counts; of both in one
/// bundle, the first counts. In one tick a component takes precedence over a
/// [`PathRequest`](super::PathRequest).
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(storage = "SparseSet", on_insert = replaces::<MoveTo, MoveToNearest>)]
pub struct MoveTo(pub Cell);

impl MoveTo {
    /// Returns the event that gives this order to the agent.
    #[must_use]
    pub const fn order(self, agent: Entity) -> AgentOrder<Self> {
        AgentOrder { agent, order: self }
    }
}

/// Removes the older one of two orders.
///
/// If both are in one bundle, the first removes the second.
fn replaces<New: Component, Old: Component>(mut world: DeferredWorld, context: HookContext) {
    if !world.entity(context.entity).contains::<Old>() {
        return;
    }
    world
        .commands()
        .entity(context.entity)
        .queue_silenced(|mut entity: EntityWorldMut| {
            if entity.contains::<New>() {
                entity.remove::<Old>();
            }
        });
}

/// An order to walk to the nearest of several goals: the one to which the cheapest path leads.
///
/// Insert it to send an agent there. The component is removed once it is read. The agent has a
/// [`NearestOf`] as long as the order lasts.
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
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(storage = "SparseSet", on_insert = replaces::<MoveToNearest, MoveTo>)]
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

/// The goals of an agent that was sent to the nearest one.
///
/// After an edit another goal may be the nearest.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
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
