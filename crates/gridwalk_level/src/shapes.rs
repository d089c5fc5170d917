//! Drawing by hand: shapes from the cells of a stroke, and pieces to cut out and paste elsewhere.
//!
//! Cells in, cells or an edit out; no code here depends on a window.

use gridwalk_pathfinding::slices::{at_once, find_map};
use gridwalk_pathfinding::{Cell, CellIndex, Grid, GridSize, Portal, Rect, TerrainId, named};

use crate::edit::covers_some;
use crate::level_grid::spare_glyphs;
use crate::{LegendEntry, Level, LevelAgent, LevelEdit, LevelEditError, LevelGrid, Turn};

named! {
    /// The shape that a stroke becomes.
    #[derive(Default)]
    pub enum Shape {
        #[default]
        Free = "brush", "all cells that the hand comes over";
        Line = "line", "a straight line from where it begins to where it ends";
        Rectangle = "rectangle", "a rectangle between the two";
        Ellipse = "ellipse", "an ellipse in that rectangle";
        Fill = "fill", "all that hangs together with the cell and is of its terrain";
    }
}

/// The settings of a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    /// The shape of strokes.
    pub shape: Shape,
    /// The width of lines in cells, at least 1.
    pub size: u8,
    /// Whether rectangles and ellipses are drawn as outlines.
    pub is_outline: bool,
}

impl Brush {
    /// The maximum width of lines, in cells.
    pub const MAX_SIZE: u8 = 9;

    /// Returns the rectangle with these two cells in opposite corners.
    #[must_use]
    pub fn between(a: Cell, b: Cell) -> Rect {
        let at = Cell::new(a.x.min(b.x), a.y.min(b.y));
        let (width, height) = a.distance(b);
        Rect {
            at,
            width: width + 1,
            height: height + 1,
        }
    }

    /// Returns the cells of the map that a stroke draws, each once, in reading order.
    ///
    /// Consecutive pointer positions in `stroke` are joined by straight lines, so that a slow
    /// machine leaves no gaps.
    ///
    /// # Complexity
    /// O(n log n) for n drawn cells; a fill needs O(cells of the map).
    #[must_use]
    pub fn cells(self, grid: &Grid, stroke: &[Cell]) -> Vec<Cell> {
        let (Some(&first), Some(&last)) = (stroke.first(), stroke.last()) else {
            return Vec::new();
        };
        let frame = Self::between(first, last);
        match self.shape {
            Shape::Free => {
                let legs = stroke.windows(2).flat_map(|leg| line(leg[0], leg[1]));
                self.wide(grid, [first].into_iter().chain(legs))
            }
            Shape::Line => self.wide(grid, line(first, last)),
            Shape::Rectangle if self.is_outline => self.wide(grid, edge(frame)),
            Shape::Rectangle => on_map(grid.size(), frame)
                .into_iter()
                .flat_map(Rect::cells)
                .collect(),
            Shape::Ellipse => {
                let rows: Vec<_> = ellipse_rows(frame).collect();
                if !self.is_outline {
                    return rows
                        .into_iter()
                        .flat_map(Span::cells)
                        .filter(|cell| grid.contains(*cell))
                        .collect();
                }
                let row = |y: usize| {
                    rows.get(y)
                        .map_or(0..0, |row| row.at.x..row.at.x + row.length.cast_signed())
                };
                let edge = rows.iter().enumerate().flat_map(|(number, span)| {
                    let (above, here, below) = (
                        number.checked_sub(1).map_or(0..0, row),
                        row(number),
                        row(number + 1),
                    );
                    let ends = [here.start, here.end - 1];
                    let is_edge = move |cell: &Cell| {
                        ends.contains(&cell.x)
                            || !(above.contains(&cell.x) && below.contains(&cell.x))
                    };
                    span.cells().filter(is_edge)
                });
                self.wide(grid, edge)
            }
            Shape::Fill => fill_area(grid, first),
        }
    }

    /// Returns the edit that draws a stroke in a terrain.
    #[must_use]
    pub fn edit(self, grid: &Grid, stroke: &[Cell], terrain: TerrainId) -> LevelEdit {
        LevelEdit::Cells(
            self.cells(grid, stroke)
                .into_iter()
                .map(|cell| (cell, terrain))
                .collect(),
        )
    }

    /// Returns the cells of a square of the brush's size around each cell.
    fn wide(self, grid: &Grid, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let side = i32::from(self.size.max(1));
        let before = (side - 1) / 2;
        let mut all: Vec<Cell> = Vec::new();
        for cell in cells {
            let at = Cell::new(cell.x - before, cell.y - before);
            let square = Rect {
                at,
                width: side.cast_unsigned(),
                height: side.cast_unsigned(),
            };
            all.extend(square.cells().filter(|cell| grid.contains(*cell)));
        }
        all.sort_unstable_by_key(|cell| (cell.y, cell.x));
        all.dedup();
        all
    }
}

/// Returns the cells of the four sides of a rectangle.
fn edge(rect: Rect) -> impl Iterator<Item = Cell> {
    let last = Cell::new(
        rect.at.x + rect.width.cast_signed() - 1,
        rect.at.y + rect.height.cast_signed() - 1,
    );
    let corners = [
        rect.at,
        Cell::new(last.x, rect.at.y),
        last,
        Cell::new(rect.at.x, last.y),
        rect.at,
    ];
    (0..4).flat_map(move |side| line(corners[side], corners[side + 1]))
}

/// Returns the cells from one cell to another, both included.
///
/// On each column or row of the longer axis this is the cell nearest to the straight line; of two
/// equally near ones, the one farther from the start.
///
/// # Examples
/// ```
/// use gridwalk_level::shapes::line;
/// use gridwalk_pathfinding::Cell;
/// let cells: Vec<_> = line(Cell::new(0, 0), Cell::new(4, 1)).map(|cell| (cell.x, cell.y)).collect();
/// assert_eq!(cells, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)]);
/// ```
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> + Clone {
    let (dx, dy) = (
        i64::from(to.x) - i64::from(from.x),
        i64::from(to.y) - i64::from(from.y),
    );
    let steps = dx.abs().max(dy.abs());
    let part = move |step: i64, length: i64| {
        let rounded = (2 * step * length.abs() + steps) / (2 * steps).max(1) * length.signum();
        i32::try_from(rounded).expect("it lies between two cells")
    };
    (0..=steps).map(move |step| Cell::new(from.x + part(step, dx), from.y + part(step, dy)))
}

/// Returns a span for each row of the rectangle: the cells whose centres lie in the inscribed
/// ellipse.
///
/// The one or two cells in the middle of a row are always included, so that a narrow ellipse has no
/// gaps at its ends.
fn ellipse_rows(rect: Rect) -> impl Iterator<Item = Span> {
    let (width, height) = (i128::from(rect.width), i128::from(rect.height));
    // Distances from the centre are doubled, so that all numbers are whole.
    let is_inside = move |x: i128, y: i128| {
        let (x, y) = (2 * x + 1 - width, 2 * y + 1 - height);
        x * x * height * height + y * y * width * width <= width * width * height * height
    };
    let middle = (width - 1) / 2;
    let mut first = middle;
    (0..height).map(move |y| {
        // The end moves little from row to row: over all rows, at most twice the width.
        while first > 0 && is_inside(first - 1, y) {
            first -= 1;
        }
        while first < middle && !is_inside(first, y) {
            first += 1;
        }
        let part = |number: i128| i32::try_from(number).expect("a side of a map is short");
        let at = Cell::new(rect.at.x + part(first), rect.at.y + part(y));
        Span {
            at,
            length: part(width - 2 * first).cast_unsigned(),
        }
    })
}

/// Returns the connected cells of this cell's terrain, by straight steps, in reading order.
///
/// Outside the map there are none.
///
/// # Complexity
/// Memory: O(cells of the map), one byte each. Time: only for the cells that are found, plus
/// sorting them.
fn fill_area(grid: &Grid, at: Cell) -> Vec<Cell> {
    let (Some(start), Some(terrain)) = (grid.index(at), grid.terrain_id(at)) else {
        return Vec::new();
    };
    let (cells, width) = (grid.cells(), grid.width() as usize);
    let mut seen = vec![false; cells.len()];
    let mut open = vec![start.get()];
    seen[start.get()] = true;
    let mut found = Vec::new();
    while let Some(index) = open.pop() {
        found.push(index);
        let x = index % width;
        let around = [
            (x > 0).then(|| index - 1),
            (x + 1 < width).then_some(index + 1),
            index.checked_sub(width),
            Some(index + width).filter(|below| *below < cells.len()),
        ];
        for to in around.into_iter().flatten() {
            if cells[to] == terrain && !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    found.sort_unstable();
    let number = |index: usize| u32::try_from(index).expect("a map has fewer cells than that");
    found
        .into_iter()
        .map(|index| grid.cell(CellIndex(number(index))))
        .collect()
}

/// A horizontal run of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The leftmost cell.
    pub at: Cell,
    /// Number of cells.
    pub length: u32,
}

impl Span {
    /// Returns the cells, from left to right.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length.cast_signed()).map(move |x| Cell::new(self.at.x + x, self.at.y))
    }
}

/// Groups cells in reading order into spans.
#[must_use]
pub fn spans(cells: &[Cell]) -> Vec<Span> {
    let is_next = |a: &Cell, b: &Cell| a.y == b.y && a.x + 1 == b.x;
    let span = |run: &[Cell]| Span {
        at: run[0],
        length: u32::try_from(run.len()).expect("a row is short"),
    };
    cells.chunk_by(is_next).map(span).collect()
}

/// Returns the part of the rectangle on a map of this size; `None` if it is empty.
#[must_use]
pub fn on_map(size: GridSize, rect: Rect) -> Option<Rect> {
    let (left, top) = (rect.at.x.max(0), rect.at.y.max(0));
    let right = (rect.at.x + rect.width.cast_signed()).min(size.width.cast_signed());
    let bottom = (rect.at.y + rect.height.cast_signed()).min(size.height.cast_signed());
    let side = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|side| *side > 0);
    Some(Rect {
        at: Cell::new(left, top),
        width: side(left, right)?,
        height: side(top, bottom)?,
    })
}

/// The ground of a rectangle with its terrains, agents and portals.
///
/// Cells count from the upper left one.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    size: GridSize,
    cells: Vec<TerrainId>,
    legend: Vec<LegendEntry>,
    agents: Vec<LevelAgent>,
    portals: Vec<Portal>,
}

impl Piece {
    /// Copies a rectangle of a level; `None` if the rectangle lies outside the map.
    ///
    /// Copied are the ground, the agents that start there with those of their goals and forbidden
    /// areas that lie there, too, and the portals with both ends there.
    #[must_use]
    pub fn copy(level: &Level, rect: Rect) -> Option<Self> {
        let mut piece = Self::ground(&level.grid, rect)?;
        let part = on_map(level.grid.size(), rect)?;
        let seen = |cell: Cell| Cell::new(cell.x - part.at.x, cell.y - part.at.y);
        let inside = |cell: Cell| part.contains(cell).then(|| seen(cell));
        let area = |area: Rect| {
            area.overlaps(part).then(|| Rect {
                at: seen(area.at),
                ..area
            })
        };
        piece.agents = level
            .agents
            .iter()
            .filter_map(|agent| agent.moved(|rect| inside(rect.at), area))
            .collect();
        let portal = |portal: Portal| {
            Some(Portal {
                from: inside(portal.from)?,
                to: inside(portal.to)?,
                ..portal
            })
        };
        piece.portals = level
            .grid
            .portal_list()
            .into_iter()
            .filter_map(portal)
            .collect();
        Some(piece)
    }

    /// Copies the ground alone.
    fn ground(grid: &LevelGrid, rect: Rect) -> Option<Self> {
        let part = on_map(grid.size(), rect)?;
        let cells = part
            .cells()
            .filter_map(|cell| grid.terrain_id(cell))
            .collect();
        Some(Self::bare(part.size(), cells, grid.entries()))
    }

    /// Copies the ground of a whole map.
    #[must_use]
    pub fn of(grid: &LevelGrid) -> Self {
        Self::bare(grid.size(), grid.cells().to_vec(), grid.entries())
    }

    /// Creates a piece of one cell.
    #[must_use]
    pub fn one(entry: LegendEntry) -> Self {
        Self::bare(
            GridSize {
                width: 1,
                height: 1,
            },
            vec![TerrainId(0)],
            vec![entry],
        )
    }

    const fn bare(size: GridSize, cells: Vec<TerrainId>, legend: Vec<LegendEntry>) -> Self {
        Self {
            size,
            cells,
            legend,
            agents: Vec::new(),
            portals: Vec::new(),
        }
    }

    /// Returns columns and rows.
    #[must_use]
    pub const fn size(&self) -> GridSize {
        self.size
    }

    /// Returns the terrain of each cell, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &LegendEntry> {
        self.cells
            .iter()
            .map(|terrain| &self.legend[usize::from(terrain.0)])
    }

    /// Returns the starts of its agents, then the ends of its portals.
    pub fn marks(&self) -> impl Iterator<Item = Cell> {
        let ends = self
            .portals
            .iter()
            .flat_map(|portal| [portal.from, portal.to]);
        self.agents.iter().map(|agent| agent.at).chain(ends)
    }

    /// Returns the piece turned or mirrored; one-way exits turn along.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let (size, cells, legend) = turn.ground(self.size, &self.cells, self.legend.clone());
        let moved = |rect| turn.rect(self.size, rect);
        let agent =
            |agent: &LevelAgent| agent.moved(|rect| Some(moved(rect).at), |area| Some(moved(area)));
        let end = |cell| turn.cell(self.size, cell);
        let portal = |portal: &Portal| Portal {
            from: end(portal.from),
            to: end(portal.to),
            ..*portal
        };
        let agents = self.agents.iter().filter_map(agent).collect();
        Self {
            size,
            cells,
            legend,
            agents,
            portals: self.portals.iter().map(portal).collect(),
        }
    }

    /// Returns the edit that pastes the piece on a level, with its upper left cell at `at`.
    ///
    /// Whatever lies outside the map is left out. A terrain that the level does not have joins its
    /// legend, and an agent whose name is taken gets another name.
    ///
    /// # Errors
    /// If the legend has no room for a new terrain.
    pub fn put(&self, level: &Level, at: Cell) -> Result<LevelEdit, LevelEditError> {
        at_once(self.put_in_slices(level, at))
    }

    /// Does the work of [`put`](Self::put) in [slices](gridwalk_pathfinding::slices).
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    pub async fn put_in_slices(
        &self,
        level: &Level,
        at: Cell,
    ) -> Result<LevelEdit, LevelEditError> {
        let grid = &level.grid;
        let mut legend = grid.entries();
        let before = legend.len();
        let mut numbers: Vec<Option<TerrainId>> = vec![None; self.legend.len()];
        let mut cells = Vec::new();
        let mut put = |from: Cell, terrain: TerrainId| {
            let to = Cell::new(from.x + at.x, from.y + at.y);
            let Some(now) = grid.terrain_id(to) else {
                return Ok(());
            };
            let number = &mut numbers[usize::from(terrain.0)];
            let wanted = match *number {
                Some(known) => known,
                None => *number.insert(find_or_add(
                    &mut legend,
                    &self.legend[usize::from(terrain.0)],
                )?),
            };
            if now != wanted {
                cells.push((to, wanted));
            }
            Ok(())
        };
        let of_piece = self.size.rect().cells().zip(&self.cells);
        if let Some(full) = find_map(of_piece, |(from, terrain)| put(from, *terrain).err()).await {
            return Err(full);
        }
        let mut edits = Vec::new();
        if legend.len() > before {
            edits.push(LevelEdit::Legend(legend.clone()));
        }
        edits.push(LevelEdit::Cells(cells));
        self.put_things(level, at, &legend, &mut edits);
        Ok(if edits.len() == 1 {
            edits.remove(0)
        } else {
            LevelEdit::Several(edits)
        })
    }

    /// Adds agents and portals to the level.
    fn put_things(
        &self,
        level: &Level,
        at: Cell,
        legend: &[LegendEntry],
        edits: &mut Vec<LevelEdit>,
    ) {
        let grid = &level.grid;
        let there = |cell: Cell| {
            Some(Cell::new(cell.x + at.x, cell.y + at.y)).filter(|cell| grid.contains(*cell))
        };
        let area = |area: Rect| {
            let moved = Rect {
                at: Cell::new(area.at.x + at.x, area.at.y + at.y),
                ..area
            };
            covers_some(grid, moved).then_some(moved)
        };
        let portal = |portal: &Portal| {
            Some(Portal {
                from: there(portal.from)?,
                to: there(portal.to)?,
                ..*portal
            })
        };
        let portals: Vec<Portal> = self.portals.iter().filter_map(portal).collect();
        if !portals.is_empty() {
            let is_replaced = |old: &Portal| {
                portals
                    .iter()
                    .any(|new| (new.from, new.to) == (old.from, old.to))
            };
            let kept = grid
                .portal_list()
                .into_iter()
                .filter(|old| !is_replaced(old));
            edits.push(LevelEdit::Portals(
                kept.chain(portals.iter().copied()).collect(),
            ));
        }
        let mut names: Vec<String> = level
            .agents
            .iter()
            .map(|agent| agent.name.clone())
            .collect();
        for agent in self
            .agents
            .iter()
            .filter_map(|agent| agent.moved(|rect| there(rect.at), area))
        {
            let mut agent = LevelAgent {
                name: first_free(&agent.name, |name| names.iter().any(|n| n == name)),
                ..agent
            };
            agent
                .profile
                .costs
                .retain(|(name, _)| legend.iter().any(|entry| entry.terrain.name == *name));
            let number = names.len();
            names.push(agent.name.clone());
            edits.push(LevelEdit::AddAgent(number, Box::new(agent)));
        }
    }
}

/// Returns the name, or the first free one of "name 2", "name 3" …
fn first_free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut names = [name.to_owned()]
        .into_iter()
        .chain((2..).map(|number| format!("{name} {number}")));
    names
        .find(|name| !is_taken(name))
        .expect("numbers do not end")
}

/// Finds the number of an equal terrain, or else of one with the same first word, cost and exits.
///
/// Without such a terrain, `wanted` joins the legend under a free name and a free glyph.
fn find_or_add(
    legend: &mut Vec<LegendEntry>,
    wanted: &LegendEntry,
) -> Result<TerrainId, LevelEditError> {
    let alike = |entry: &LegendEntry| {
        let (own, other) = (&entry.terrain, &wanted.terrain);
        (own.cost, own.exits) == (other.cost, other.exits)
            && own.name.split(' ').next() == other.name.split(' ').next()
    };
    let known = legend
        .iter()
        .position(|entry| entry == wanted)
        .or_else(|| legend.iter().position(alike));
    let number = known.unwrap_or(legend.len());
    if number >= Grid::MAX_TERRAINS {
        return Err(LevelEditError::LegendFull);
    }
    if known.is_none() {
        let is_free = |glyph: &char| legend.iter().all(|entry| entry.look.glyph != *glyph);
        let glyphs = [wanted.look.glyph].into_iter().chain(spare_glyphs());
        let glyph = glyphs
            .into_iter()
            .find(is_free)
            .expect("there are more glyphs than terrains");
        let is_taken = |name: &str| legend.iter().any(|entry| entry.terrain.name == name);
        let name = first_free(&wanted.terrain.name, is_taken);
        let mut entry = wanted.clone().called(&name);
        entry.look.glyph = glyph;
        legend.push(entry);
    }
    Ok(TerrainId(
        u8::try_from(number).expect("a legend has at most 256 terrains"),
    ))
}

/// Returns the edit that moves and turns the contents of a rectangle; `None` if nothing changes.
///
/// `to` is the new place of the upper left cell. The ground, agents, goals and both ends of portals
/// move, and `ground` fills the place left behind. Whatever would leave the map stays where it is.
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
    let Some((from, piece)) = on_map(size, from).zip(Piece::ground(&level.grid, from)) else {
        return Ok(None);
    };
    let piece = turn.map_or_else(|| piece.clone(), |turn| piece.turned(turn));
    let mut after = level.clone();
    LevelEdit::Cells(from.cells().map(|cell| (cell, ground)).collect()).apply(&mut after)?;
    piece.put(&after, to)?.apply(&mut after)?;
    let moved = |rect: Rect| {
        let seen = Rect {
            at: Cell::new(rect.at.x - from.at.x, rect.at.y - from.at.y),
            ..rect
        };
        let seen = turn.map_or(seen, |turn| turn.rect(from.size(), seen));
        let there = Cell::new(to.x + seen.at.x, to.y + seen.at.y);
        if from.contains(rect.at) && size.contains(there) {
            there
        } else {
            rect.at
        }
    };
    let end = |at| {
        moved(Rect {
            at,
            width: 1,
            height: 1,
        })
    };
    let portal = |portal: Portal| Portal {
        from: end(portal.from),
        to: end(portal.to),
        ..portal
    };
    let portals = level.grid.portal_list().into_iter().map(portal).collect();
    LevelEdit::Portals(portals).apply(&mut after)?;
    after.agents = level
        .agents
        .iter()
        .filter_map(|agent| agent.moved(|rect| Some(moved(rect)), Some))
        .collect();
    Ok(LevelEdit::between(level, &after))
}

/// Returns the edit that leaves only `ground` in a rectangle.
///
/// Agents that start there leave the level, and so do portals with both ends there.
#[must_use]
pub fn erase(level: &Level, rect: Rect, ground: TerrainId) -> LevelEdit {
    let part = on_map(level.grid.size(), rect);
    let cells = part
        .into_iter()
        .flat_map(Rect::cells)
        .map(|cell| (cell, ground))
        .collect();
    let mut edits = vec![LevelEdit::Cells(cells)];
    let portals = level.grid.portal_list();
    let is_kept = |portal: &Portal| !(rect.contains(portal.from) && rect.contains(portal.to));
    let kept: Vec<Portal> = portals.iter().copied().filter(is_kept).collect();
    if kept.len() < portals.len() {
        edits.push(LevelEdit::Portals(kept));
    }
    let agents = level
        .agents
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, agent)| rect.contains(agent.at));
    edits.extend(agents.map(|(number, _)| LevelEdit::RemoveAgent(number)));
    if edits.len() == 1 {
        edits.remove(0)
    } else {
        LevelEdit::Several(edits)
    }
}
