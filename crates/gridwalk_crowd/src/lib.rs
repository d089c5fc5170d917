//! Agents that never share a cell, on a map that may change between any two ticks.
//!
//! A [`Crowd`] holds agents, their goals and their claims on cells. Each tick has two halves:
//! [`Crowd::decide`] chooses a step for every agent that is free to begin one, and
//! [`Crowd::commit`] makes the steps. A tick has no length: what it means in seconds is the
//! caller's. Equal calls give equal results on every machine.
//!
//! # Examples
//! ```
//! use gridwalk_crowd::{Crowd, CrowdRules, Goal, NewAgent, State};
//! use gridwalk_pathfinding::{Cell, Grid};
//! let grid = Grid::from_rows(&["....", "...."]);
//! let mut crowd = Crowd::new(&grid, CrowdRules::default()).unwrap();
//! let left = crowd.add(NewAgent::at(Cell::new(0, 0))).unwrap();
//! let right = crowd.add(NewAgent::at(Cell::new(3, 0))).unwrap();
//! crowd.send(left, Goal::Cell(Cell::new(3, 0))).unwrap();
//! crowd.send(right, Goal::Cell(Cell::new(0, 0))).unwrap();
//! for _ in 0..30 {
//!     crowd.tick(&[&grid], u64::MAX);
//! }
//! assert_eq!((crowd.cell(left), crowd.cell(right)), (Cell::new(3, 0), Cell::new(0, 0)));
//! assert_eq!(crowd.state(left), State::Settled);
//! ```
//!
//! # Rules
//! - An agent holds its cell. While it steps it holds the cell that it leaves and the one that it
//!   enters.
//! - A step takes whole ticks: the agent's ticks per cell × terrain cost × 1, or × 1.4 for a
//!   diagonal, rounded, at least 1.
//! - Another agent may step into a cell that is being left, if it arrives no earlier than the cell
//!   is free.
//! - Two agents never exchange their cells, their diagonals never cross, and a step next to a
//!   diagonal one never turns against it. Drawn as discs of radius 0.35 cells they do not overlap.
//!
//! # Method
//! Priority inheritance with backtracking (PIBT, Okumura et al. 2019) on cost fields that all
//! agents with one goal share. Agents sent to one cell share the nearest cells around it, and each
//! walks to the nearest cell of these that is free. An agent that has waited for the time of 16
//! steps decides before the others.
//!
//! Agents that come no closer to their goals stand still while a search finds a plan for all of
//! them together (`LaCAM`, Okumura 2023), a slice of work a tick. Then they follow the plan.
//! Without one they are [`State::Blocked`].

mod agents;
mod choice;
mod claims;
mod crowd;
mod edit;
mod fields;
mod ground;
mod hash;
mod jams;
mod orders;
mod plan;
mod rules;
mod save;
mod tick;
mod zones;

pub use agents::{AgentId, KindId, Moves, NewAgent, State, Step, TickWork};
pub use crowd::{CannotJoin, Crowd};
pub use edit::{EditBlocked, Pushed, UnderWall};
pub use orders::{Goal, GoalOutside, line_up};
pub use rules::{ChoiceRule, ChoiceRules, CrowdRefusal, CrowdRules};
pub use save::NotACrowd;

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
