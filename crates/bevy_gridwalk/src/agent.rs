//! What an agent is: where it stands, how fast it walks, and what it wants next.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;
use gridwalk_pathfinding::{AgentProfile, Cell};

use super::layout::position_of;
use super::{GridLayout, PathfindingOptions};

/// An agent that walks on the grid. Spawn it with [`GridAgent::at`], or with a `Transform`: then it stands
/// where that is.
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
#[require(Waypoints, Transform)]
pub struct GridAgent {
    /// Cells a second on terrain of cost 1; terrain of cost c is c times slower.
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

/// An agent that was given no cell is on the one under its `Transform`, which stays as it is.
fn stand_where_the_transform_is(mut world: DeferredWorld, context: HookContext) {
    let layout = world.get_resource::<GridLayout>().copied().unwrap_or_default();
    let agent = world.entity(context.entity);
    let (cell, motion) = match (agent.get::<AgentCell>(), agent.get::<AgentMotion>()) {
        (Some(_), Some(_)) => return,
        (Some(cell), None) => (cell.0, AgentMotion::standing(cell.0)),
        (None, _) => {
            let transform = agent.get::<Transform>().copied().unwrap_or_default();
            let middle = layout.position(transform.translation.truncate());
            let position = middle - AgentKind::middle_of(agent.get::<AgentKind>());
            let facing = transform.rotation.to_euler(EulerRot::ZYX).0;
            let cell = position.round().as_ivec2();
            let motion = AgentMotion { position, previous: position, heading: None, facing, previous_facing: facing };
            (Cell::new(cell.x, cell.y), motion)
        }
    };
    world.commands().entity(context.entity).insert((AgentCell(cell), motion));
}

/// The name of an agent, unique within its level.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct AgentName(pub String);

/// What distinguishes this agent from others: its size, its own costs, where it must not go. Agents
/// without it see the map as it is.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct AgentKind(pub Arc<AgentProfile>);

impl AgentKind {
    /// The side of an agent of this kind, in cells.
    #[must_use]
    pub fn size_of(kind: Option<&Self>) -> u8 {
        kind.map_or(1, |kind| kind.0.size)
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

/// Goals still to come, in order, after the present one.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct Waypoints(pub VecDeque<Cell>);

/// Goals to be visited in turn, for ever. Removed by an order from outside.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct Patrol {
    /// The cells to visit.
    pub stops: Vec<Cell>,
    /// Which one is next.
    pub next: usize,
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

/// Insert this to send an agent somewhere: the same as writing a
/// [`PathRequest`](super::PathRequest). It is removed once it is understood.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct MoveTo(pub Cell);
