//! Why one step is not legal.

use super::{Language, Phrase};
use crate::pathfinding::{Cell, DiagonalRule, Direction, Grid, Movement, SearchOptions};

/// Which rule forbids the step from one cell to another; `None` if it is legal.
///
/// Asked in this order: the map's edge, walls, distance, the region limit, one-way cells, the corner rule. A portal
/// that joins the cells makes the step legal.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::explain::{Language, blocked_move};
/// use gridwalk::pathfinding::{Cell, Grid, SearchOptions};
/// let grid = Grid::from_rows(&[".#", ".."]);
/// let why = blocked_move(&SearchOptions::default(), &grid, Cell::new(0, 0), Cell::new(1, 1), Language::English);
/// assert_eq!(why.as_deref(), Some("Corner rule: the step would cut the corner of the wall (1, 0)."));
/// ```
#[must_use]
pub fn blocked_move(options: &SearchOptions, grid: &Grid, from: Cell, to: Cell, language: Language) -> Option<String> {
    let say = |phrase, places: &[(&str, &dyn std::fmt::Display)]| Some(language.say(phrase, places));
    for cell in [from, to] {
        if !grid.contains(cell) {
            return say(Phrase::MoveOutside, &[("cell", &cell)]);
        }
    }
    if !grid.is_walkable(from) {
        return say(Phrase::MoveFromBlocked, &[("cell", &from)]);
    }
    let terrain = |cell| grid.terrain(cell).map_or("", |terrain| terrain.name.as_str());
    if !grid.is_walkable(to) {
        return say(Phrase::MoveWall, &[("cell", &to), ("terrain", &terrain(to))]);
    }
    let by_portal = from != to && grid.portals().iter().any(|portal| (portal.from, portal.to) == (from, to));
    let direction = Direction::ALL.into_iter().find(|direction| from.step(*direction) == to);
    if direction.is_none() && !by_portal {
        return say(Phrase::MoveFar, &[("from", &from), ("to", &to)]);
    }
    if options.region.is_some_and(|region| !region.contains(to)) {
        return say(Phrase::MoveRegion, &[("cell", &to)]);
    }
    let direction = direction.filter(|_| !by_portal)?;
    if grid.terrain(from).is_some_and(|terrain| !terrain.exits.contains(direction)) {
        return say(Phrase::MoveOneWay, &[("cell", &from), ("terrain", &terrain(from))]);
    }
    if !direction.is_diagonal() {
        return None;
    }
    let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    let walls: Vec<Cell> = beside.into_iter().filter(|cell| !grid.is_walkable(*cell)).collect();
    match (options.movement, walls.as_slice()) {
        (Movement::Four, _) => say(Phrase::MoveFourWay, &[]),
        (Movement::Eight(DiagonalRule::OnlyIfNoObstacles), [wall]) => say(Phrase::MoveCorner, &[("wall", wall)]),
        (Movement::Eight(DiagonalRule::OnlyIfNoObstacles | DiagonalRule::AtLeastOneWalkable), [wall, other]) => {
            say(Phrase::MoveBetweenWalls, &[("wall", wall), ("other", other)])
        }
        _ => None,
    }
}
