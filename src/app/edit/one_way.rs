//! The one-way tool: cells of the stroke can only be left in its direction, straight or diagonally.
//!
//! Erasing removes the restriction.

use gridwalk_level::shapes::{Piece, Shape, line};
use gridwalk_level::{Label, LegendEntry, Level, LevelEdit, LevelEditError};
use gridwalk_pathfinding::{Cell, Direction, DirectionSet};

use super::desk::Desk;
use super::order::ARROWS;
use super::state::{Hand, Step};

pub fn act(desk: &mut Desk, hand: &mut Hand, step: Step) {
    if step != Step::End {
        return;
    }
    let Some(level) = desk.level() else { return };
    let mut after = Level::clone(level);
    let done = directions(hand)
        .into_iter()
        .try_for_each(|(cell, direction)| turn_to(&mut after, cell, direction.filter(|_| !hand.erases)));
    let edit = LevelEdit::between(level, &after);
    let name =
        directions(hand).last().and_then(|(cell, _)| after.grid.terrain(*cell)).map(|terrain| terrain.name.clone());
    match (done, edit) {
        (Err(why), _) => desk.change(Label::Legend, Err(why)),
        (Ok(()), Some(edit)) => {
            desk.change(Label::Drawn(Shape::Free, hand.points.len(), name.unwrap_or_default()), Ok(edit));
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
    let between = |from: Cell, to: Cell| Direction::ALL.into_iter().find(|direction| from.step(*direction) == to);
    let mut all: Vec<_> = cells.windows(2).map(|pair| (pair[0], between(pair[0], pair[1]))).collect();
    let last = all.last().and_then(|(_, direction)| *direction);
    all.push((cells[cells.len() - 1], last));
    all
}

fn turn_to(level: &mut Level, cell: Cell, direction: Option<Direction>) -> Result<(), LevelEditError> {
    let (Some(terrain), Some(look)) = (level.grid.terrain(cell), level.grid.look(cell)) else { return Ok(()) };
    if terrain.is_blocked() {
        return Ok(());
    }
    let entry = LegendEntry { terrain: terrain.clone(), look };
    let plain = terrain.name.split(' ').next().unwrap_or_default().to_owned();
    let (exits, glyph, name) = match direction {
        Some(direction) => {
            let (x, y) = direction.offset();
            let leads_on = |other: &Direction| other.offset().0 * x + other.offset().1 * y > 0;
            let exits: DirectionSet = Direction::ALL.into_iter().filter(leads_on).collect();
            let arrow = ARROWS[Direction::ALL.iter().position(|one| *one == direction).unwrap_or(0)];
            (exits, arrow, format!("{plain} {arrow}"))
        }
        None => (Direction::ALL.into_iter().collect(), look.glyph, plain),
    };
    let mut entry = entry.called(&name);
    (entry.terrain.exits, entry.look.glyph) = (exits, glyph);
    Piece::one(entry).put(level, cell)?.apply(level)?;
    Ok(())
}
