//! Where to stop: conditions on single events.

use super::history::NONE;
use super::packed::EventKind;
use super::timeline::Timeline;
use crate::pathfinding::{Cell, Cost, Side};

/// Stops a player right after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breakpoint {
    /// The cell enters the open list, for the first time or again.
    Opened(Cell),
    /// The cell is expanded, or dropped from the open list.
    Closed(Cell),
    /// The cell gets a shorter path.
    Relaxed(Cell),
    /// A cell with a higher f is opened, relaxed or expanded.
    FAbove(Cost),
    /// A cell with a higher g is opened, relaxed or expanded.
    GAbove(Cost),
    /// A closed cell is opened again.
    Reopened,
    /// The cell that a side searches for enters its open list.
    GoalGenerated,
}

impl Timeline {
    /// The first position after this one where one of the breakpoints stops; `None` if none does.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn next_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (self.position() + 1..=self.len()).find(|&position| self.stops_at(breakpoints, position))
    }

    /// The last position before this one where one of the breakpoints stops; `None` if none does.
    ///
    /// # Complexity
    /// O(events in between).
    #[must_use]
    pub fn previous_breakpoint(&self, breakpoints: &[Breakpoint]) -> Option<usize> {
        (1..self.position()).rev().find(|&position| self.stops_at(breakpoints, position))
    }

    /// Whether a breakpoint stops at this position: whether the event right before it is one of them.
    #[must_use]
    pub fn stops_at(&self, breakpoints: &[Breakpoint], position: usize) -> bool {
        let Some(number) = position.checked_sub(1).filter(|&number| number < self.len()) else { return false };
        breakpoints.iter().any(|breakpoint| self.is_hit(*breakpoint, number))
    }

    fn is_hit(&self, breakpoint: Breakpoint, number: usize) -> bool {
        let trace = self.trace();
        let event = trace.events[number];
        let kind = event.kind();
        let costs = || match kind {
            EventKind::Expanded => match self.history().opening_of_expansion(number) {
                NONE => None,
                opening => Some(trace.events[opening as usize]),
            },
            _ => kind.opens().then_some(event),
        };
        match breakpoint {
            Breakpoint::Opened(cell) => {
                matches!(kind, EventKind::Generated | EventKind::Reopened) && event.cell() == cell
            }
            Breakpoint::Closed(cell) => matches!(kind, EventKind::Expanded | EventKind::Pruned) && event.cell() == cell,
            Breakpoint::Relaxed(cell) => {
                matches!(kind, EventKind::Relaxed | EventKind::Reopened) && event.cell() == cell
            }
            Breakpoint::FAbove(most) => costs().is_some_and(|event| event.f() > most),
            Breakpoint::GAbove(most) => costs().is_some_and(|event| event.g() > most),
            Breakpoint::Reopened => kind == EventKind::Reopened,
            Breakpoint::GoalGenerated => {
                let goal = if event.side() == Side::Forward { trace.goal } else { trace.start };
                kind == EventKind::Generated && event.cell() == goal
            }
        }
    }
}
