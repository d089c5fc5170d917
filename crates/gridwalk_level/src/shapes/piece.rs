//! Pieces of a level: copied, turned, and pasted elsewhere, also on another level; moved or erased
//! in place.

use gridwalk_pathfinding::slices::{at_once, find_map};
use gridwalk_pathfinding::{Cell, Grid, GridSize, Portal, Rect, TerrainId};

use super::on_map;
use crate::edit::covers_some;
use crate::level_grid::spare_glyphs;
use crate::{LegendEntry, Level, LevelAgent, LevelEdit, LevelEditError, LevelGrid, Turn};

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
        let size = turn.size(self.size);
        let from = |cell| {
            self.size
                .index(turn.inverse().cell(size, cell))
                .expect("each cell was one before")
        };
        let cells = size
            .rect()
            .cells()
            .map(|cell| self.cells[from(cell).get()])
            .collect();
        let mut legend = self.legend.clone();
        for entry in &mut legend {
            entry.terrain.exits = turn.exits(entry.terrain.exits);
        }
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
