//! Tools that change the terrain of cells: brush and shapes, the picker, and one-way cells.

use std::sync::Arc;

use gridwalk_level::shapes::{Piece, Shape, line};
use gridwalk_level::{Label, LegendEntry, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::{Cell, Direction, DirectionSet};

use super::context::ToolContext;
use super::state::{ARROWS, ActiveStroke, Ink, StrokePhase};
use crate::app::document::turn_terrain;

pub fn paint(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    let Some(shape) = stroke.shape else { return };
    let brush = context.edit.brush(shape, context.is_outline());
    // Whether the stroke is a click is known only on release.
    let may_turn = brush.shape == Shape::Free
        && stroke.points.len() == 1
        && !stroke.erases
        && context.clicks_turn_terrain();
    let points = match (brush.shape, step) {
        (Shape::Free, StrokePhase::Begin) if may_turn => return,
        (Shape::Free, StrokePhase::End) if may_turn => {
            return turn_terrain(
                &mut context.editor,
                stroke.last(),
                true,
                stroke.id,
                &mut context.notes,
            );
        }
        (Shape::Free, StrokePhase::Begin | StrokePhase::On) => {
            &stroke.points[stroke.points.len().saturating_sub(2)..]
        }
        (Shape::Fill, StrokePhase::Begin)
        | (Shape::Line | Shape::Rectangle | Shape::Ellipse, StrokePhase::End) => &stroke.points[..],
        _ => return,
    };
    let Some(level) = context.level().map(Arc::clone) else {
        return;
    };
    let grid = &level.grid;
    let ink = context.edit.ink(grid, stroke.erases);
    let edit = brush.edit(grid, points, ink);
    let name = grid.legend()[usize::from(ink.0)].name.clone();
    // A second owner of the level would force the document to copy it.
    drop(level);
    context.draw(stroke, Label::Drawn(brush.shape, 0, name), edit);
}

pub fn pick_under_stroke(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    if step != StrokePhase::End {
        pick(context, stroke.last());
    }
}

/// Chooses the terrain of this cell for drawing.
pub fn pick(context: &mut ToolContext, cell: Cell) {
    let map = context.level().map(|level| &level.grid);
    if let Some(ink) = map.and_then(|map| Some(Ink::of(map, map.terrain_id(cell)?))) {
        context.edit.choose(ink);
    }
}

pub fn direct(context: &mut ToolContext, stroke: &mut ActiveStroke, step: StrokePhase) {
    if step != StrokePhase::End {
        return;
    }
    let Some(level) = context.level() else { return };
    let mut after = Level::clone(level);
    let done = directions(stroke)
        .into_iter()
        .try_for_each(|(cell, direction)| {
            turn_to(&mut after, cell, direction.filter(|_| !stroke.erases))
        });
    let edit = LevelEdit::between(level, &after);
    let count = directions(stroke).len();
    match (done, edit) {
        (Err(why), _) => context.change(Label::Legend, Err(why)),
        (Ok(()), Some(edit)) => {
            context.change(Label::OneWay(count), Ok(edit));
        }
        (Ok(()), None) => {}
    }
}

/// Returns the cells of the stroke, each with its exit direction; `None` for a click.
pub fn directions(stroke: &ActiveStroke) -> Vec<(Cell, Option<Direction>)> {
    let mut cells = vec![stroke.first()];
    for leg in stroke.points.windows(2) {
        cells.extend(line(leg[0], leg[1]).skip(1));
    }
    let between = |from: Cell, to: Cell| {
        Direction::ALL
            .into_iter()
            .find(|direction| from.step(*direction) == to)
    };
    let mut all: Vec<_> = cells
        .windows(2)
        .map(|pair| (pair[0], between(pair[0], pair[1])))
        .collect();
    let last = all.last().and_then(|(_, direction)| *direction);
    all.push((cells[cells.len() - 1], last));
    all
}

fn turn_to(
    level: &mut Level,
    cell: Cell,
    direction: Option<Direction>,
) -> Result<(), LevelEditError> {
    let (Some(terrain), Some(look)) = (level.grid.terrain(cell), level.grid.look(cell)) else {
        return Ok(());
    };
    if terrain.is_blocked() {
        return Ok(());
    }
    let entry = LegendEntry {
        terrain: terrain.clone(),
        look,
    };
    let plain = terrain
        .name
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned();
    let (exits, glyph, name) = match direction {
        Some(direction) => {
            let (x, y) = direction.offset();
            let leads_on = |other: &Direction| other.offset().0 * x + other.offset().1 * y > 0;
            let exits: DirectionSet = Direction::ALL.into_iter().filter(leads_on).collect();
            let arrow = ARROWS[Direction::ALL
                .iter()
                .position(|one| *one == direction)
                .unwrap_or(0)];
            (exits, arrow, format!("{plain} {arrow}"))
        }
        None => (Direction::ALL.into_iter().collect(), look.glyph, plain),
    };
    let mut entry = entry.called(&name);
    (entry.terrain.exits, entry.look.glyph) = (exits, glyph);
    Piece::one(entry).put(level, cell)?.apply(level)?;
    Ok(())
}
