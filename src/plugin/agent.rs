//! What an agent is: where it stands, how fast it walks, and what it wants next.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::prelude::*;

use super::layout::position_of;
use crate::pathfinding::{AgentProfile, Cell};

/// Somebody who walks on the grid. Spawn it with [`GridAgent::at`].
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(AgentCell, AgentMotion, Waypoints, Transform)]
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

/// The name of an agent, unique within its level.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct AgentName(pub String);

/// What tells this agent from others: its size, its own costs, where it must not go. Agents
/// without it see the map as it is.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct AgentKind(pub Arc<AgentProfile>);

/// The cell that an agent stands on, or has left last while it is between two.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentCell(pub Cell);

/// Exactly where an agent is, in cells: whole numbers are middles of cells.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
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
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Waypoints(pub VecDeque<Cell>);

/// Goals to be visited in turn, for ever. Removed by an order from outside.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Patrol {
    /// The cells to visit.
    pub stops: Vec<Cell>,
    /// Which one is next.
    pub next: usize,
}

impl Patrol {
    /// The next stop, or the one after it for somebody who stands there; `None` if there is no other.
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
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTo(pub Cell);
