//! Tools that change the terrain of cells: brush and shapes, the picker, and one-way cells.

use std::sync::Arc;

use gridwalk_level::shapes::{Piece, Shape, line};
use gridwalk_level::{Label, LegendEntry, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::{Cell, Direction, DirectionSet};

use super::desk::Desk;
use super::state::{ARROWS, Hand, Ink, Step};
use crate::app::document::turn_terrain;

pub fn paint(desk: &mut Desk, hand: &mut Hand, step: Step) {
    let Some(brush) = desk.edit.brush(hand.tool, desk.is_outline()) else {
        return;
    };
    // Whether the stroke is a click is known only on release.
    let may_turn = brush.shape == Shape::Free
        && hand.points.len() == 1
        && !hand.erases
        && desk.clicks_turn_terrain();
    let points = match (brush.shape, step) {
        (Shape::Free, Step::Begin) if may_turn => return,
        (Shape::Free, Step::End) if may_turn => {
            return turn_terrain(
                &mut desk.editor,
                hand.last(),
                true,
                hand.id,
                &mut desk.notes,
            );
        }
        (Shape::Free, Step::Begin | Step::On) => {
            &hand.points[hand.points.len().saturating_sub(2)..]
        }
        (Shape::Fill, Step::Begin)
        | (Shape::Line | Shape::Rectangle | Shape::Ellipse, Step::End) => &hand.points[..],
        _ => return,
    };
    let Some(level) = desk.level().map(Arc::clone) else {
        return;
    };
    let grid = &level.grid;
    let ink = desk.edit.ink(grid, hand.erases);
    let edit = brush.edit(grid, points, ink);
    let name = grid.legend()[usize::from(ink.0)].name.clone();
    // A second owner of the level would force the document to copy it.
    drop(level);
    desk.draw(hand, Label::Drawn(brush.shape, 0, name), edit);
}

pub fn pick_under_stroke(desk: &mut Desk, hand: &mut Hand, step: Step) {
    if step != Step::End {
        pick(desk, hand.last());
    }
}

/// Chooses the terrain of this cell for drawing.
pub fn pick(desk: &mut Desk, cell: Cell) {
    let map = desk.level().map(|level| &level.grid);
    if let Some(ink) = map.and_then(|map| Some(Ink::of(map, map.terrain_id(cell)?))) {
        desk.edit.choose(ink);
    }
}

pub fn direct(desk: &mut Desk, hand: &mut Hand, step: Step) {
    if step != Step::End {
        return;
    }
    let Some(level) = desk.level() else { return };
    let mut after = Level::clone(level);
    let done = directions(hand)
        .into_iter()
        .try_for_each(|(cell, direction)| {
            turn_to(&mut after, cell, direction.filter(|_| !hand.erases))
        });
    let edit = LevelEdit::between(level, &after);
    let name = directions(hand)
        .last()
        .and_then(|(cell, _)| after.grid.terrain(*cell))
        .map(|terrain| terrain.name.clone());
    match (done, edit) {
        (Err(why), _) => desk.change(Label::Legend, Err(why)),
        (Ok(()), Some(edit)) => {
            desk.change(
                Label::Drawn(Shape::Free, hand.points.len(), name.unwrap_or_default()),
                Ok(edit),
            );
        }
        (Ok(()), None) => {}
    }
}

/// Returns the cells of the stroke, each with its exit direction; `None` for a click.
pub fn directions(hand: &Hand) -> Vec<(Cell, Option<Direction>)> {
    let mut cells = vec![hand.first()];
    for leg in hand.points.windows(2) {
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
