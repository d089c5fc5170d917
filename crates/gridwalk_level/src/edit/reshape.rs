//! Another size or another side up: the map, and with it all that stands on it.

use gridwalk_pathfinding::{
    Cell, Direction, DirectionSet, Grid, GridSize, Portal, Rect, SearchOptions, TerrainId, named,
};

use super::apply::LevelEdit;
use super::check::{LevelEditError, covers_some};
use crate::{LegendEntry, Level, LevelAgent, LevelGrid};

named! {
    /// A way to turn a map.
    pub enum Turn {
        Right = "right", "a quarter turn clockwise";
        Left = "left", "a quarter turn counterclockwise";
        Half = "half", "half a turn";
        FlipHorizontally = "flip-horizontally", "left and right change places";
        FlipVertically = "flip-vertically", "top and bottom change places";
    }
}

impl Turn {
    /// Where a rectangle of a map of this size comes to lie.
    pub(crate) fn rect(self, size: GridSize, rect: Rect) -> Rect {
        let (left, top) = (rect.at.x, rect.at.y);
        let right = size.width.cast_signed() - left - rect.width.cast_signed();
        let bottom = size.height.cast_signed() - top - rect.height.cast_signed();
        let at = match self {
            Self::Right => Cell::new(bottom, left),
            Self::Left => Cell::new(top, right),
            Self::Half => Cell::new(right, bottom),
            Self::FlipHorizontally => Cell::new(right, top),
            Self::FlipVertically => Cell::new(left, bottom),
        };
        match self {
            Self::Right | Self::Left => Rect { at, width: rect.height, height: rect.width },
            _ => Rect { at, ..rect },
        }
    }

    /// How large a map of this size is then.
    #[must_use]
    pub fn size(self, size: GridSize) -> GridSize {
        self.rect(size, size.rect()).size()
    }

    /// Where a cell of a map of this size comes to lie.
    pub(crate) fn cell(self, size: GridSize, cell: Cell) -> Cell {
        self.rect(size, one(cell)).at
    }

    /// Where exits lead then.
    pub(crate) fn exits(self, exits: DirectionSet) -> DirectionSet {
        let turned = Direction::ALL.into_iter().filter(|direction| exits.contains(*direction));
        turned.map(|direction| self.direction(direction)).collect()
    }

    fn direction(self, direction: Direction) -> Direction {
        // Seen from the middle of three by three cells.
        let size = GridSize { width: 3, height: 3 };
        let turned = self.rect(size, one(Cell::new(1, 1).step(direction))).at;
        let found = Direction::ALL.into_iter().find(|to| Cell::new(1, 1).step(*to) == turned);
        found.expect("neighbours stay neighbours")
    }

    /// The turn that takes it back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            other => other,
        }
    }
}

impl LevelEdit {
    /// The map is cropped or grown to `frame`, a rectangle in cells of the map as it is now, which may reach over all its
    /// sides. New cells get the terrain `fill`. Portals, agents, goals and areas move with their cells; those that
    /// are cut off leave the level.
    ///
    /// # Errors
    /// If nothing of the map would be left, the map would be too large, or the legend has no such terrain.
    ///
    /// # Complexity
    /// O(cells of both maps).
    pub fn resize(level: &Level, frame: Rect, fill: TerrainId) -> Result<Self, LevelEditError> {
        let grid = &level.grid;
        Grid::check_size(frame.size())?;
        if !covers_some(grid, frame) {
            return Err(LevelEditError::NothingLeft);
        }
        let cells = frame.cells().map(|cell| grid.terrain_id(cell).unwrap_or(fill)).collect();
        let grid = LevelGrid::new(frame.width, frame.height, cells, grid.entries())?;
        let moved = |rect: Rect| Rect { at: Cell::new(rect.at.x - frame.at.x, rect.at.y - frame.at.y), ..rect };
        Ok(reshaped(level, grid, moved))
    }

    /// The map is turned, and all that stands on it with it; one-way terrain leads where it led.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// Never for a level that could be read: every map can be turned.
    pub fn turn(level: &Level, turn: Turn) -> Result<Self, LevelEditError> {
        let old = &level.grid;
        let size = turn.size(old.size());
        let from = |cell| turn.inverse().cell(size, cell);
        let before = |cell| old.terrain_id(from(cell)).expect("each cell was one before");
        let cells = size.rect().cells().map(before).collect();
        let mut legend = old.entries();
        for LegendEntry { terrain, .. } in &mut legend {
            terrain.exits = turn.exits(terrain.exits);
        }
        let grid = LevelGrid::new(size.width, size.height, cells, legend)?;
        Ok(reshaped(level, grid, |rect| turn.rect(old.size(), rect)))
    }
}

const fn one(at: Cell) -> Rect {
    Rect { at, width: 1, height: 1 }
}

/// The edit that puts the level on another map, where each rectangle of cells lies as `moved` says.
fn reshaped(level: &Level, grid: LevelGrid, moved: impl Fn(Rect) -> Rect) -> LevelEdit {
    let cell = |cell| Some(moved(one(cell)).at).filter(|cell| grid.contains(*cell));
    let covers = |area: Rect| Some(moved(area)).filter(|area| covers_some(&grid, *area));
    let stand = |rect| Some(moved(rect).at).filter(|at| grid.contains(*at));
    let agents: Vec<LevelAgent> = level.agents.iter().filter_map(|agent| agent.moved(stand, covers)).collect();
    let portal = |portal: Portal| Some(Portal { from: cell(portal.from)?, to: cell(portal.to)?, ..portal });
    let portals: Vec<Portal> = level.grid.portal_list().into_iter().filter_map(portal).collect();
    let search = SearchOptions { region: level.search.region.and_then(covers), ..level.search.clone() };
    let grid = grid.with_portals(&portals).expect("both ends of each lie on the map");
    let after = Level { grid, agents, search, ..level.clone() };
    LevelEdit::between(level, &after).unwrap_or(LevelEdit::Several(Vec::new()))
}
