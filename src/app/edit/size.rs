//! The size of the level: cropped, or grown at its edges. What would fall off is said before it goes.

use gridwalk_level::{Label, Level, LevelEdit};
use gridwalk_pathfinding::{Cell, Rect};

use super::desk::Desk;
use super::state::ground;
use crate::app::Phrase;

/// The level becomes what is selected.
pub fn crop(desk: &mut Desk) {
    match desk.edit.selection {
        Some(rect) => frame(desk, rect),
        None => desk.notes.warn(Phrase::NothingSelected),
    }
}

/// The map grows at its four sides, or becomes smaller.
pub fn grow(desk: &mut Desk, [left, top, right, bottom]: [i32; 4]) {
    let Some(size) = desk.level().map(|level| level.grid.size()) else { return };
    let side = |length: u32, more: i32| u32::try_from(i64::from(length) + i64::from(more)).unwrap_or(0);
    let (width, height) = (side(size.width, left.saturating_add(right)), side(size.height, top.saturating_add(bottom)));
    frame(desk, Rect { at: Cell::new(left.saturating_neg(), top.saturating_neg()), width, height });
}

/// Agents, goals and portals that would not be on the map any more.
fn lost(level: &Level, frame: Rect) -> usize {
    let is_lost = |cell: &&Cell| !frame.contains(**cell);
    let agents = level.agents.iter();
    let cells = agents.flat_map(|agent| [&agent.at].into_iter().chain(&agent.goals)).filter(is_lost).count();
    let portals = level.grid.portal_list();
    cells + portals.iter().filter(|portal| is_lost(&&portal.from) || is_lost(&&portal.to)).count()
}

fn frame(desk: &mut Desk, frame: Rect) {
    let Some(level) = desk.level() else { return };
    let lost = lost(level, frame);
    if lost > 0 && desk.edit.warned != Some(frame) {
        desk.edit.warned = Some(frame);
        return desk.notes.warn(Phrase::WouldFallOff.with("count", lost));
    }
    let edit = LevelEdit::resize(level, frame, ground(&level.grid));
    desk.edit.warned = None;
    desk.edit.selection = None;
    desk.change(Label::Resize(frame.size()), edit);
}
