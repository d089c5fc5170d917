//! Clips rectangles to a map.

use gridwalk_pathfinding::{Cell, GridSize, Rect};

/// Returns the part of the rectangle on a map of this size; `None` if it is empty.
#[must_use]
pub fn on_map(size: GridSize, rect: Rect) -> Option<Rect> {
    let (left, top) = (rect.at.x.max(0), rect.at.y.max(0));
    let right = (rect.at.x + rect.width.cast_signed()).min(size.width.cast_signed());
    let bottom = (rect.at.y + rect.height.cast_signed()).min(size.height.cast_signed());
    let side = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|side| *side > 0);
    Some(Rect { at: Cell::new(left, top), width: side(left, right)?, height: side(top, bottom)? })
}
