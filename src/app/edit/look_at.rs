//! Moves the camera to an entry of a list: a problem or a portal.

use gridwalk_pathfinding::Cell;

use super::desk::Desk;
use super::problems::is_door;
use crate::app::Phrase;
use crate::app::command::{AppCommand, ViewCommand};

/// Selects the problem with this index and returns the command that looks at its cell.
///
/// A problem of the whole level has no cell.
pub fn problem(desk: &mut Desk, place: Option<usize>) -> Option<AppCommand> {
    let problems = &mut *desk.problems;
    let Some(finding) = place.and_then(|place| problems.found.get(place)) else {
        desk.notes.warn(Phrase::NoSuchProblem);
        return None;
    };
    problems.looked_at = place;
    finding.cell.map(cell)
}

/// Selects the problem after or before the last selected one, with wrap-around.
pub fn another_problem(desk: &mut Desk, is_next: bool) -> Option<AppCommand> {
    let found = desk.problems.found.iter().enumerate();
    let places: Vec<usize> = found.filter(|(_, finding)| !is_door(finding)).map(|(place, _)| place).collect();
    let last = desk.problems.looked_at;
    let beside = if is_next {
        places.iter().find(|place| last.is_none_or(|last| **place > last)).or(places.first())
    } else {
        places.iter().rfind(|place| last.is_none_or(|last| **place < last)).or(places.last())
    };
    let Some(place) = beside.copied() else {
        desk.notes.tell(Phrase::NoProblems);
        return None;
    };
    problem(desk, Some(place))
}

/// Returns the command that looks at a cell.
pub fn cell(cell: Cell) -> AppCommand {
    ViewCommand::LookAt(cell.x, cell.y).into()
}
