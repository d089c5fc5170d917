//! Edits that resize or turn a map with everything on it.

use gridwalk_pathfinding::{
    Cell, Direction, DirectionSet, Grid, GridSize, Portal, Rect, SearchOptions, TerrainId, named,
};

use super::{LevelEdit, LevelEditError, covers_some};
use crate::{LegendEntry, Level, LevelAgent, LevelGrid, LevelGroup};

named! {
    /// A way to turn or mirror a map.
    pub enum Turn {
        Right = "right", "a quarter turn clockwise";
        Left = "left", "a quarter turn counterclockwise";
        Half = "half", "half a turn";
        FlipHorizontally = "flip-horizontally", "left and right change places";
        FlipVertically = "flip-vertically", "top and bottom change places";
    }
}

impl Turn {
    /// Returns `true` if two sides change places.
    #[must_use]
    pub const fn is_mirror(self) -> bool {
        matches!(self, Self::FlipHorizontally | Self::FlipVertically)
    }

    /// Returns the image of a rectangle of a map of this size.
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
            Self::Right | Self::Left => Rect {
                at,
                width: rect.height,
                height: rect.width,
            },
            _ => Rect { at, ..rect },
        }
    }

    /// Returns the size of a turned map.
    #[must_use]
    pub fn size(self, size: GridSize) -> GridSize {
        self.rect(size, size.rect()).size()
    }

    /// Returns the image of a cell of a map of this size.
    pub(crate) fn cell(self, size: GridSize, cell: Cell) -> Cell {
        self.rect(size, one(cell)).at
    }

    /// Returns the size, the cells and the legend of a turned map; one-way exits turn along.
    pub(crate) fn ground(
        self,
        size: GridSize,
        cells: &[TerrainId],
        mut legend: Vec<LegendEntry>,
    ) -> (GridSize, Vec<TerrainId>, Vec<LegendEntry>) {
        let turned = self.size(size);
        let from = |cell| {
            size.index(self.inverse().cell(turned, cell))
                .expect("each cell was one before")
        };
        let cells = turned
            .rect()
            .cells()
            .map(|cell| cells[from(cell).get()])
            .collect();
        for LegendEntry { terrain, .. } in &mut legend {
            terrain.exits = self.exits(terrain.exits);
        }
        (turned, cells, legend)
    }

    fn exits(self, exits: DirectionSet) -> DirectionSet {
        let turned = Direction::ALL
            .into_iter()
            .filter(|direction| exits.contains(*direction));
        turned.map(|direction| self.direction(direction)).collect()
    }

    fn direction(self, direction: Direction) -> Direction {
        // The turn is applied to the centre's neighbour in a 3 × 3 map.
        let size = GridSize {
            width: 3,
            height: 3,
        };
        let turned = self.rect(size, one(Cell::new(1, 1).step(direction))).at;
        let found = Direction::ALL
            .into_iter()
            .find(|to| Cell::new(1, 1).step(*to) == turned);
        found.expect("neighbours stay neighbours")
    }

    /// Returns the turn that takes this one back.
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
    /// Returns the edit that crops or grows the map to `frame`.
    ///
    /// `frame` is a rectangle in cells of the current map; it may reach over all sides. New cells
    /// get the terrain `fill`. Portals, agents, goals and areas move with their cells; those that
    /// are cut off leave the level.
    ///
    /// # Errors
    /// If no cell of the map would be left, the map would be too large, or the legend has no such
    /// terrain.
    ///
    /// # Complexity
    /// O(cells of both maps).
    pub fn resize(level: &Level, frame: Rect, fill: TerrainId) -> Result<Self, LevelEditError> {
        let grid = &level.grid;
        Grid::check_size(frame.size())?;
        if !covers_some(grid, frame) {
            return Err(LevelEditError::NothingLeft);
        }
        let cells = frame
            .cells()
            .map(|cell| grid.terrain_id(cell).unwrap_or(fill))
            .collect();
        let grid = LevelGrid::new(frame.width, frame.height, cells, grid.entries())?;
        let moved = |rect: Rect| Rect {
            at: Cell::new(rect.at.x - frame.at.x, rect.at.y - frame.at.y),
            ..rect
        };
        Ok(reshaped(level, grid, moved))
    }

    /// Returns the edit that turns the map with everything on it; one-way exits turn along.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// Never for a level that could be read: every map can be turned.
    pub fn turn(level: &Level, turn: Turn) -> Result<Self, LevelEditError> {
        let old = &level.grid;
        let (size, cells, legend) = turn.ground(old.size(), old.cells(), old.entries());
        let grid = LevelGrid::new(size.width, size.height, cells, legend)?;
        Ok(reshaped(level, grid, |rect| turn.rect(old.size(), rect)))
    }
}

const fn one(at: Cell) -> Rect {
    Rect {
        at,
        width: 1,
        height: 1,
    }
}

/// Returns the edit that puts the level on another map; `moved` maps old rectangles to new ones.
fn reshaped(level: &Level, grid: LevelGrid, moved: impl Fn(Rect) -> Rect) -> LevelEdit {
    let cell = |cell| Some(moved(one(cell)).at).filter(|cell| grid.contains(*cell));
    let covers = |area: Rect| Some(moved(area)).filter(|area| covers_some(&grid, *area));
    let stand = |rect| Some(moved(rect).at).filter(|at| grid.contains(*at));
    let agents: Vec<LevelAgent> = level
        .agents
        .iter()
        .filter_map(|agent| agent.moved(stand, covers))
        .collect();
    let groups: Vec<LevelGroup> = level
        .groups
        .iter()
        .filter_map(|group| group.moved(covers, cell))
        .collect();
    let portal = |portal: Portal| {
        Some(Portal {
            from: cell(portal.from)?,
            to: cell(portal.to)?,
            ..portal
        })
    };
    let portals: Vec<Portal> = level
        .grid
        .portal_list()
        .into_iter()
        .filter_map(portal)
        .collect();
    let search = SearchOptions {
        region: level.search.region.and_then(covers),
        ..level.search.clone()
    };
    let grid = grid
        .with_portals(&portals)
        .expect("both ends of each lie on the map");
    let after = Level {
        grid,
        agents,
        groups,
        search,
        ..level.clone()
    };
    LevelEdit::between(level, &after).unwrap_or(LevelEdit::Several(Vec::new()))
}
