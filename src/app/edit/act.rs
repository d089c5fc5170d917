//! Runs the commands of the editor.

use bevy::prelude::*;
use gridwalk_level::Document;
use gridwalk_level::shapes::Brush;
use gridwalk_pathfinding::Cell;

use super::desk::Desk;
use super::state::{self, Hand, Ink, Step};
use super::{problem_list, select, size, strokes, tools};
use crate::app::Phrase;
use crate::app::command::{AppCommand, Mode, Tool, ToolCommand};

/// Runs a command; returns a command for another module, if one must follow.
pub(in crate::app) fn act(
    In(command): In<ToolCommand>,
    mut desk: Desk,
    mut mode: ResMut<Mode>,
) -> Option<AppCommand> {
    let desk = &mut desk;
    let (tool, is_drawing) = (desk.edit.tool, desk.edit.is_drawing());
    match command {
        ToolCommand::Toggle => {
            *mode = if *mode == Mode::Edit {
                Mode::Agents
            } else {
                Mode::Edit
            }
        }
        ToolCommand::Choose(tool) => {
            step(desk, None, Step::End);
            desk.edit.tool = tool;
        }
        ToolCommand::Terrain(number) => {
            let chosen = desk.level().map(|level| &level.grid);
            match chosen.and_then(|grid| Some(Ink::of(grid, state::numbered(grid, number)?))) {
                Some(ink) => desk.edit.choose(ink),
                None => desk
                    .notes
                    .warn(Phrase::NoSuchTerrain.with("number", number)),
            }
        }
        ToolCommand::Pick(cell) => strokes::pick(desk, cell),
        ToolCommand::Size(size) => desk.edit.size = size.clamp(1, Brush::MAX_SIZE),
        ToolCommand::Wider => desk.edit.size = (desk.edit.size + 1).min(Brush::MAX_SIZE),
        ToolCommand::Narrower => desk.edit.size = desk.edit.size.saturating_sub(1).max(1),
        ToolCommand::Begin(cell) => begin(desk, tool, cell, Hold::MOUSE),
        ToolCommand::Erase(cell) => begin(
            desk,
            tool,
            cell,
            Hold {
                erases: true,
                ..Hold::MOUSE
            },
        ),
        ToolCommand::Line(cell) => begin(desk, straight(tool), cell, Hold::MOUSE),
        ToolCommand::EraseLine(cell) => begin(
            desk,
            straight(tool),
            cell,
            Hold {
                erases: true,
                ..Hold::MOUSE
            },
        ),
        ToolCommand::Pull(cell) => begin(desk, Tool::Size, cell, Hold::MOUSE),
        ToolCommand::Press(cell) | ToolCommand::PressErasing(cell) if is_drawing => {
            step(desk, Some(cell), Step::On);
            step(desk, None, Step::End);
        }
        ToolCommand::Press(cell) => begin(
            desk,
            tool,
            cell,
            Hold {
                by_keys: true,
                ..Hold::MOUSE
            },
        ),
        ToolCommand::PressErasing(cell) => begin(
            desk,
            tool,
            cell,
            Hold {
                by_keys: true,
                erases: true,
            },
        ),
        ToolCommand::To(cell) => step(desk, Some(cell), Step::On),
        ToolCommand::End => step(desk, None, Step::End),
        ToolCommand::Cancel if is_drawing => cancel(desk),
        ToolCommand::Cancel if desk.edit.is_making() => desk.edit.making = None,
        ToolCommand::Cancel => desk.edit.selection = None,
        ToolCommand::SelectAll => select::select_all(desk),
        ToolCommand::Copy => select::copy(desk),
        ToolCommand::Cut => {
            select::copy(desk);
            if desk.edit.selection.is_some() {
                select::clear(desk);
            }
        }
        ToolCommand::Paste => select::paste(desk),
        ToolCommand::Clear => select::clear(desk),
        ToolCommand::Turn(turn) => select::turn(desk, turn),
        ToolCommand::Crop => size::crop(desk),
        ToolCommand::Grow(by) => size::grow(desk, by),
        ToolCommand::Problem(number) => {
            return problem_list::look_at_problem(desk, number.checked_sub(1));
        }
        ToolCommand::NextProblem => return problem_list::look_at_another(desk, true),
        ToolCommand::PreviousProblem => return problem_list::look_at_another(desk, false),
    }
    None
}

/// The mode of a new stroke: painting or erasing, by pointer or by keyboard.
#[derive(Clone, Copy)]
struct Hold {
    erases: bool,
    by_keys: bool,
}

impl Hold {
    const MOUSE: Self = Self {
        erases: false,
        by_keys: false,
    };
}

/// Returns the tool that draws a straight line in place of the brush.
const fn straight(tool: Tool) -> Tool {
    if matches!(tool, Tool::Brush) {
        Tool::Line
    } else {
        tool
    }
}

fn begin(desk: &mut Desk, tool: Tool, cell: Cell, Hold { erases, by_keys }: Hold) {
    let Some(after) = desk
        .editor
        .open
        .document()
        .map(Document::present)
        .filter(|_| !desk.edit.is_drawing())
    else {
        return;
    };
    desk.note_cost();
    let id = desk.edit.next_stroke();
    let mut hand = Hand {
        tool,
        erases,
        by_keys,
        points: vec![cell],
        id,
        after,
    };
    (tools::row(tool).act)(desk, &mut hand, Step::Begin);
    desk.edit.hand = Some(hand);
}

/// Extends the stroke; does nothing if the pointer stays on its cell.
fn step(desk: &mut Desk, to: Option<Cell>, step: Step) {
    let Some(mut hand) = desk.edit.hand.take() else {
        return;
    };
    if let Some(cell) = to {
        if cell == hand.last() {
            desk.edit.hand = Some(hand);
            return;
        }
        // A shape needs only its first and last cell, and a brush has already drawn the earlier
        // cells.
        if hand.points.len() > 1 && hand.tool != Tool::OneWay {
            hand.points.remove(usize::from(hand.tool != Tool::Brush));
        }
        hand.points.push(cell);
    }
    (tools::row(hand.tool).act)(desk, &mut hand, step);
    if step != Step::End {
        desk.edit.hand = Some(hand);
    }
}

/// Undoes the current stroke.
fn cancel(desk: &mut Desk) {
    let Some(hand) = desk.edit.hand.take() else {
        return;
    };
    desk.editor.take_back(hand.after);
    desk.edit.grabbed = None;
    if hand.tool == Tool::Select {
        select::cancel(desk);
    }
}
