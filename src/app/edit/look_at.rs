//! The camera goes to what stands in a list: a problem, or a portal.

use gridwalk_pathfinding::Cell;

use super::desk::Desk;
use super::problems::is_door;
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

/// To a cell.
pub fn cell(cell: Cell) -> AppCommand {
    ViewCommand::LookAt(cell.x, cell.y).into()
}
