//! Moves, turns or erases a part of a level with everything on it.

use gridwalk_pathfinding::{Cell, Portal, Rect, TerrainId};

use super::clip::on_map;
use super::piece::Piece;
use crate::{Level, LevelEdit, LevelEditError, Turn};

/// Returns the edit that moves and turns the contents of a rectangle; `None` if nothing changes.
///
/// `to` is the new place of the upper left cell. The ground, agents, goals and both ends of portals move, and `ground`
/// fills the place left behind. Whatever would leave the map stays where it is.
///
/// # Errors
/// If the legend has no room for a turned one-way terrain, or a portal would lead to itself.
///
/// # Complexity
/// O(cells of the map).
pub fn relocate(
    level: &Level,
    from: Rect,
    turn: Option<Turn>,
    to: Cell,
    ground: TerrainId,
) -> Result<Option<LevelEdit>, LevelEditError> {
    let size = level.grid.size();
    let Some((from, piece)) = on_map(size, from).zip(Piece::ground(&level.grid, from)) else { return Ok(None) };
    let piece = turn.map_or_else(|| piece.clone(), |turn| piece.turned(turn));
    let mut after = level.clone();
    LevelEdit::Cells(from.cells().map(|cell| (cell, ground)).collect()).apply(&mut after)?;
    piece.put(&after, to)?.apply(&mut after)?;
    let moved = |rect: Rect| {
        let seen = Rect { at: Cell::new(rect.at.x - from.at.x, rect.at.y - from.at.y), ..rect };
        let seen = turn.map_or(seen, |turn| turn.rect(from.size(), seen));
        let there = Cell::new(to.x + seen.at.x, to.y + seen.at.y);
        if from.contains(rect.at) && size.contains(there) { there } else { rect.at }
    };
    let end = |at| moved(Rect { at, width: 1, height: 1 });
    let portal = |portal: Portal| Portal { from: end(portal.from), to: end(portal.to), ..portal };
    let portals = level.grid.portal_list().into_iter().map(portal).collect();
    LevelEdit::Portals(portals).apply(&mut after)?;
    after.agents = level.agents.iter().filter_map(|agent| agent.moved(|rect| Some(moved(rect)), Some)).collect();
    Ok(LevelEdit::between(level, &after))
}

/// Returns the edit that leaves only `ground` in a rectangle.
///
/// Agents that start there leave the level, and so do portals with both ends there.
#[must_use]
pub fn erase(level: &Level, rect: Rect, ground: TerrainId) -> LevelEdit {
    let part = on_map(level.grid.size(), rect);
    let cells = part.into_iter().flat_map(Rect::cells).map(|cell| (cell, ground)).collect();
    let mut edits = vec![LevelEdit::Cells(cells)];
    let portals = level.grid.portal_list();
    let is_kept = |portal: &Portal| !(rect.contains(portal.from) && rect.contains(portal.to));
    let kept: Vec<Portal> = portals.iter().copied().filter(is_kept).collect();
    if kept.len() < portals.len() {
        edits.push(LevelEdit::Portals(kept));
    }
    let agents = level.agents.iter().enumerate().rev().filter(|(_, agent)| rect.contains(agent.at));
    edits.extend(agents.map(|(number, _)| LevelEdit::RemoveAgent(number)));
    if edits.len() == 1 { edits.remove(0) } else { LevelEdit::Several(edits) }
}
