//! The camera goes to what stands in a list: a problem, or a portal.

use gridwalk_pathfinding::Cell;

use super::desk::Desk;
use crate::app::Phrase;
use crate::app::command::{AppCommand, ViewCommand};

/// To the problem at this place of the list, from 0; those of the whole level have no cell to go to.
pub fn problem(desk: &mut Desk, place: Option<usize>) -> Option<AppCommand> {
    let problems = &mut *desk.problems;
    let Some(finding) = place.and_then(|place| problems.found.get(place)) else {
        desk.notes.warn(Phrase::NoSuchProblem);
        return None;
    };
    problems.looked_at = place;
    finding.cell.map(cell)
}

/// To the one after that which was looked at last, or before it; after the last comes the first.
pub fn another_problem(desk: &mut Desk, is_next: bool) -> Option<AppCommand> {
    let count = desk.problems.found.len();
    if count == 0 {
        desk.notes.say(Phrase::NoProblems);
        return None;
    }
    let place = match (desk.problems.looked_at, is_next) {
        (Some(last), true) => (last + 1) % count,
        (Some(last), false) => (last.min(count) + count - 1) % count,
        (None, true) => 0,
        (None, false) => count - 1,
    };
    problem(desk, Some(place))
}

/// To a cell.
pub fn cell(cell: Cell) -> AppCommand {
    ViewCommand::LookAt(cell.x, cell.y).into()
}
