//! Breakpoints: conditions on single events that stop a player.

use gridwalk_pathfinding::{Cell, Side};
use serde::Deserialize;

use super::history::NONE;
use super::packed::EventKind;
use super::timeline::Timeline;

/// A condition that stops a player right after an event.
///
/// Costs are in step costs, as people write them, so that they mean the same in every search.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum Breakpoint {
    /// The cell enters the open list, for the first time or again.
    Opened(Cell),
    /// The cell is expanded, or dropped from the open list.
    Closed(Cell),
    /// The cell gets a shorter path.
    Relaxed(Cell),
    /// A cell with a higher f is opened, relaxed or expanded.
    FAbove(f64),
    /// A cell with a higher g is opened, relaxed or expanded.
    GAbove(f64),
    /// A closed cell is opened again.
    Reopened,
    /// The cell that a side searches for enters its open list.
    Goal,
}

impl Breakpoint {
    /// Returns the cell of the condition, if it has one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Opened(cell) | Self::Closed(cell) | Self::Relaxed(cell) => Some(cell),
            Self::FAbove(_) | Self::GAbove(_) | Self::Reopened | Self::Goal => None,
        }
    }
}

impl Timeline {
    /// Returns the first position after this one at which a breakpoint stops; `None` if there is none.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn next_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (self.position() + 1..=self.len()).find(|&position| self.stops_at(breakpoints, position))
    }

    /// Returns the last position before this one at which a breakpoint stops; `None` if there is none.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn previous_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (1..self.position()).rev().find(|&position| self.stops_at(breakpoints, position))
    }

    /// Returns `true` if a breakpoint matches the event right before this position.
    #[must_use]
    pub fn stops_at(&self, breakpoints: &[Breakpoint], position: usize) -> bool {
        let Some(number) = position.checked_sub(1).filter(|&number| number < self.len()) else { return false };
        breakpoints.iter().any(|breakpoint| self.is_hit(*breakpoint, number))
    }

    fn is_hit(&self, breakpoint: Breakpoint, number: usize) -> bool {
        let trace = self.trace();
        let event = trace.events[number];
        let kind = event.kind();
        let in_units = |cost| trace.options.units.from_f64(cost);
        let costs = || match kind {
            EventKind::Expanded => match self.history().opening_of_expansion(number) {
                NONE => None,
                opening => Some(trace.events[opening as usize]),
            },
            _ => kind.opens().then_some(event),
        };
        let is_one_of = |kinds: [EventKind; 2], cell| kinds.contains(&kind) && event.cell() == cell;
        match breakpoint {
            Breakpoint::Opened(cell) => is_one_of([EventKind::Generated, EventKind::Reopened], cell),
            Breakpoint::Closed(cell) => is_one_of([EventKind::Expanded, EventKind::Pruned], cell),
            Breakpoint::Relaxed(cell) => is_one_of([EventKind::Relaxed, EventKind::Reopened], cell),
            Breakpoint::FAbove(most) => costs().is_some_and(|event| event.f() > in_units(most)),
            Breakpoint::GAbove(most) => costs().is_some_and(|event| event.g() > in_units(most)),
            Breakpoint::Reopened => kind == EventKind::Reopened,
            Breakpoint::Goal => {
                let goal = if event.side() == Side::Forward { trace.goal } else { trace.start };
                kind == EventKind::Generated && event.cell() == goal
            }
        }
    }
}
