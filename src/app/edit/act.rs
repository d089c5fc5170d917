//! Runs the commands of the editor, and turns gestures into strokes of the chosen tool.

use bevy::prelude::*;
use bevy_gridwalk::{GridLayout, NavGrid};
use gridwalk_level::Document;
use gridwalk_level::shapes::Brush;
use gridwalk_pathfinding::Cell;

use super::context::ToolContext;
use super::size::is_edge;
use super::state::{ActiveStroke, Ink, StrokePhase};
use super::{Edit, problem_list, select, size, state, strokes, tools};
use crate::app::command::{AppCommand, Mode, Tool, ToolCommand};
use crate::app::view::CameraView;
use crate::app::view::gestures::{Gesture, PressedBy};
use crate::app::{Hovered, MapArea, Phrase};

/// Runs a command; returns a command for another module, if one must follow.
pub(in crate::app) fn act(
    In(command): In<ToolCommand>,
    mut context: ToolContext,
    mut mode: ResMut<Mode>,
) -> Option<AppCommand> {
    let context = &mut context;
    let (tool, is_drawing) = (context.edit.tool, context.edit.is_drawing());
    let was_warned = context.edit.warned.is_some();
    if !matches!(command, ToolCommand::Grow(_) | ToolCommand::Crop) {
        context.edit.warned = None;
    }
    match command {
        ToolCommand::Toggle => {
            *mode = if *mode == Mode::Edit {
                Mode::Agents
            } else {
                Mode::Edit
            }
        }
        ToolCommand::Choose(tool) => {
            step(context, None, StrokePhase::End);
            context.edit.tool = tool;
        }
        ToolCommand::Terrain(number) => {
            let chosen = context.level().map(|level| &level.grid);
            match chosen.and_then(|grid| Some(Ink::of(grid, state::numbered(grid, number)?))) {
                Some(ink) => context.edit.choose(ink),
                None => context
                    .notes
                    .warn(Phrase::NoSuchTerrain.with("number", number)),
            }
        }
        ToolCommand::Pick(cell) => strokes::pick(context, cell),
        ToolCommand::Size(size) => context.edit.size = size.clamp(1, Brush::MAX_SIZE),
        ToolCommand::Wider => context.edit.size = (context.edit.size + 1).min(Brush::MAX_SIZE),
        ToolCommand::Narrower => context.edit.size = context.edit.size.saturating_sub(1).max(1),
        ToolCommand::Begin(cell) => begin(context, tool, cell, StrokeMode::MOUSE),
        ToolCommand::Erase(cell) => begin(
            context,
            tool,
            cell,
            StrokeMode {
                erases: true,
                ..StrokeMode::MOUSE
            },
        ),
        ToolCommand::Line(cell) => begin(context, straight(tool), cell, StrokeMode::MOUSE),
        ToolCommand::EraseLine(cell) => begin(
            context,
            straight(tool),
            cell,
            StrokeMode {
                erases: true,
                ..StrokeMode::MOUSE
            },
        ),
        ToolCommand::Pull(cell) => begin(context, Tool::Size, cell, StrokeMode::MOUSE),
        ToolCommand::Press(cell) | ToolCommand::PressErasing(cell) if is_drawing => {
            step(context, Some(cell), StrokePhase::On);
            step(context, None, StrokePhase::End);
        }
        ToolCommand::Press(cell) => begin(
            context,
            tool,
            cell,
            StrokeMode {
                by_keys: true,
                ..StrokeMode::MOUSE
            },
        ),
        ToolCommand::PressErasing(cell) => begin(
            context,
            tool,
            cell,
            StrokeMode {
                by_keys: true,
                erases: true,
            },
        ),
        ToolCommand::To(cell) => step(context, Some(cell), StrokePhase::On),
        ToolCommand::End => step(context, None, StrokePhase::End),
        ToolCommand::Cancel if is_drawing => cancel(context),
        ToolCommand::Cancel if context.edit.is_making() => context.edit.making = None,
        ToolCommand::Cancel if was_warned => context.notes.forget(Phrase::WouldFallOff),
        ToolCommand::Cancel => context.edit.selection = None,
        ToolCommand::SelectAll => select::select_all(context),
        ToolCommand::Copy => select::copy(context),
        ToolCommand::Cut => {
            select::copy(context);
            if context.edit.selection.is_some() {
                select::clear(context);
            }
        }
        ToolCommand::Paste => select::paste(context),
        ToolCommand::Clear => select::clear(context),
        ToolCommand::Turn(turn) => select::turn(context, turn),
        ToolCommand::Crop => size::crop(context),
        ToolCommand::Grow(by) => size::grow(context, by),
        ToolCommand::Problem(number) => {
            return problem_list::look_at_problem(context, number.checked_sub(1));
        }
        ToolCommand::NextProblem => return problem_list::look_at_adjacent(context, true),
        ToolCommand::PreviousProblem => return problem_list::look_at_adjacent(context, false),
    }
    None
}

/// The mode of a new stroke: painting or erasing, by pointer or by keyboard.
#[derive(Clone, Copy)]
struct StrokeMode {
    erases: bool,
    by_keys: bool,
}

impl StrokeMode {
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

fn begin(
    context: &mut ToolContext,
    tool: Tool,
    cell: Cell,
    StrokeMode { erases, by_keys }: StrokeMode,
) {
    let Some(after) = context
        .editor
        .open
        .document()
        .map(Document::present)
        .filter(|_| !context.edit.is_drawing())
    else {
        return;
    };
    context.note_cost();
    let id = context.edit.next_stroke();
    let row = tools::row(tool);
    let mut stroke = ActiveStroke {
        tool,
        shape: row.shape,
        erases,
        by_keys,
        points: vec![cell],
        id,
        after,
    };
    (row.act)(context, &mut stroke, StrokePhase::Begin);
    context.edit.stroke = Some(stroke);
}

/// Extends the stroke; does nothing if the pointer stays on its cell.
fn step(context: &mut ToolContext, to: Option<Cell>, step: StrokePhase) {
    let Some(mut stroke) = context.edit.stroke.take() else {
        return;
    };
    let row = tools::row(stroke.tool);
    if let Some(cell) = to {
        if cell == stroke.last() {
            context.edit.stroke = Some(stroke);
            return;
        }
        row.keeps.push(&mut stroke.points, cell);
    }
    (row.act)(context, &mut stroke, step);
    if step != StrokePhase::End {
        context.edit.stroke = Some(stroke);
    }
}

/// Undoes the current stroke.
fn cancel(context: &mut ToolContext) {
    let Some(stroke) = context.edit.stroke.take() else {
        return;
    };
    context.editor.take_back(stroke.after);
    context.edit.grabbed = None;
    (tools::row(stroke.tool).cancel)(context);
}

/// Sends the commands of strokes, in the order of their gestures.
pub(in crate::app) fn draw_strokes(
    mut gestures: MessageReader<Gesture>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, edit, hovered): (Res<Mode>, Res<Edit>, Res<Hovered>),
    (area, view, layout, grid): (Res<MapArea>, Res<CameraView>, Res<GridLayout>, Res<NavGrid>),
    mut is_drawing: Local<bool>,
    mut commands: MessageWriter<AppCommand>,
) {
    if *mode != Mode::Edit {
        gestures.clear();
        if edit.stroke.is_some() {
            commands.write(ToolCommand::End.into());
        }
        *is_drawing = false;
        return;
    }
    let cell = |at: Vec2| layout.cell(view.world_at(&area, at));
    for gesture in gestures.read() {
        let command = match *gesture {
            Gesture::Down { by, at } => {
                let on_edge = is_edge(grid.grid().size(), (&area, &view, &layout), at);
                let Some((begin, draws)) = first_command(by, on_edge, &keys) else {
                    continue;
                };
                *is_drawing = draws;
                begin(cell(at))
            }
            Gesture::Drag(at) if *is_drawing => ToolCommand::To(cell(at)),
            Gesture::Hold(at) if *is_drawing => {
                commands.write(ToolCommand::Cancel.into());
                ToolCommand::Erase(cell(at))
            }
            Gesture::Click { .. } | Gesture::Drop(_) | Gesture::Lost if *is_drawing => {
                *is_drawing = false;
                ToolCommand::End
            }
            Gesture::Cancel if *is_drawing => {
                *is_drawing = false;
                ToolCommand::Cancel
            }
            _ => continue,
        };
        commands.write(command.into());
    }
    // A stroke that began by keyboard follows the keyboard cursor.
    let by_keys = edit.stroke.as_ref().is_some_and(|stroke| stroke.by_keys);
    if let Some(cell) = hovered.0.filter(|_| by_keys && hovered.is_changed()) {
        commands.write(ToolCommand::To(cell).into());
    }
}

/// Returns the command that a press sends, and whether a stroke follows the pointer from there.
fn first_command(
    by: PressedBy,
    on_edge: bool,
    keys: &ButtonInput<KeyCode>,
) -> Option<(fn(Cell) -> ToolCommand, bool)> {
    let picks = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let is_straight = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    Some(match by.button() {
        MouseButton::Left | MouseButton::Right if picks => (ToolCommand::Pick, false),
        MouseButton::Left if on_edge => (ToolCommand::Pull, true),
        MouseButton::Left if is_straight => (ToolCommand::Line, true),
        MouseButton::Left => (ToolCommand::Begin, true),
        MouseButton::Right if is_straight => (ToolCommand::EraseLine, true),
        MouseButton::Right => (ToolCommand::Erase, true),
        _ => return None,
    })
}
