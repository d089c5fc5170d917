//! Profiles of agents, and the terrain near walls in the legend of the map that an agent sees.
//!
//! Cells that an agent may not enter become walls of its map, and cells that cost it more become
//! expensive. So every algorithm serves every agent, and the searches pay nothing for it.

use std::fmt;

use super::{Rect, Terrain, TerrainId};

/// The properties that distinguish one kind of agent from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct AgentProfile {
    /// Side of the agent in cells, at least 1.
    ///
    /// The agent covers the square whose upper left cell is the agent's cell, and needs all of it
    /// free.
    pub size: u8,
    /// The agent's own costs of terrain, by name; `None` is blocked.
    ///
    /// Other terrain costs what the legend says. A cost that is out of bounds counts as the nearest
    /// one that is not.
    pub costs: Vec<(String, Option<u16>)>,
    /// Areas that the agent must not enter.
    pub forbidden: Vec<Rect>,
    /// The extra cost of cells near walls, if it keeps away from them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub keep_off_walls: Option<KeepOffWalls>,
}

impl Default for AgentProfile {
    fn default() -> Self {
        Self {
            size: 1,
            costs: Vec::new(),
            forbidden: Vec::new(),
            keep_off_walls: None,
        }
    }
}

impl AgentProfile {
    /// Maximum side of an agent, in cells.
    pub const MAX_SIZE: u8 = 32;

    /// Whether the agent sees the shared map as it is.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let Self {
            size,
            costs,
            forbidden,
            ..
        } = self;
        *size == 1 && costs.is_empty() && forbidden.is_empty() && self.reach() == 0
    }

    /// Returns the distance in cells within which a wall makes the agent's cell more expensive.
    #[must_use]
    pub fn reach(&self) -> u8 {
        self.keep_off_walls
            .and_then(KeepOffWalls::clamped)
            .map_or(0, |keep_off| keep_off.cells)
    }
}

/// An extra cost of cells near walls, so that agents keep away from them.
///
/// An agent walks close to a wall only where it saves more than that cost.
///
/// The distance of a cell is the number of steps, straight or diagonal, from the area that the
/// agent covers there to the nearest cell that it must not enter: 1 beside a wall or at its corner.
/// Terrain that is blocked for the agent and forbidden rectangles count, and so does everything
/// outside the map.
///
/// At a distance d of at most `cells`, a cell costs ⌈`cost` × (`cells` + 1 − d) / `cells`⌉ more
/// than its terrain: `cost` beside a wall, and evenly less farther away. All are costs of terrain,
/// in steps onto plain floor.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, Cell, Grid, KeepOffWalls};
/// let grid = Grid::from_rows(&[".......", ".......", ".......", "......."]);
/// let keep_off_walls = Some(KeepOffWalls { cells: 2, cost: 3 });
/// let seen = grid.seen_by(&AgentProfile { keep_off_walls, ..AgentProfile::default() });
/// let costs = [0, 1, 2, 3].map(|x| seen.cost(Cell::new(x, 1)).unwrap());
/// assert_eq!(costs, [4, 3, 3, 3], "beside the edge, and one cell from it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct KeepOffWalls {
    /// The distance up to which cells cost more, at most [`MAX_CELLS`](Self::MAX_CELLS).
    pub cells: u8,
    /// The extra cost beside a wall. With that of its terrain a cell costs at most
    /// [`Terrain::MAX_COST`].
    pub cost: u16,
}

impl KeepOffWalls {
    /// The largest distance at which walls count.
    pub const MAX_CELLS: u8 = 16;

    /// No extra cost anywhere.
    pub const NONE: Self = Self { cells: 0, cost: 0 };

    /// Returns the extra cost up to this distance; `None` if one of them is 0 or too large.
    #[must_use]
    pub fn new(cells: u8, cost: u16) -> Option<Self> {
        let fits =
            (1..=Self::MAX_CELLS).contains(&cells) && (1..=Terrain::MAX_COST).contains(&cost);
        fits.then_some(Self { cells, cost })
    }

    /// Reads what [`Display`](fmt::Display) writes: `2,3` for two cells and a cost of 3, or `no`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.trim() == "no" {
            return Some(Self::NONE);
        }
        let (cells, cost) = text.split_once(',')?;
        Self::new(cells.trim().parse().ok()?, cost.trim().parse().ok()?)
    }

    /// Returns `true` if no cell costs more.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.cells == 0 || self.cost == 0
    }

    /// Returns the extra cost at this distance, in steps onto plain floor; 0 on a wall and beyond
    /// `cells`.
    #[must_use]
    pub fn extra(self, distance: u8) -> u16 {
        if distance == 0 || distance > self.cells {
            return 0;
        }
        let left = u32::from(self.cells - distance) + 1;
        let extra = (u32::from(self.cost) * left).div_ceil(self.cells.into());
        u16::try_from(extra).expect("it is at most the whole cost")
    }

    /// Returns the extra cost clamped to its bounds; `None` if no cell costs more.
    pub(super) fn clamped(self) -> Option<Self> {
        let within = Self {
            cells: self.cells.min(Self::MAX_CELLS),
            cost: self.cost.min(Terrain::MAX_COST),
        };
        (!self.is_none()).then_some(within)
    }
}

impl fmt::Display for KeepOffWalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            f.write_str("no")
        } else {
            write!(f, "{},{}", self.cells, self.cost)
        }
    }
}

/// The terrain of cells that an agent must not enter, in the legend of its map.
pub(crate) const NO_ENTRY: TerrainId = TerrainId(u8::MAX);

/// The terrain that takes the place of another one at each distance from a wall.
///
/// The legend of the shared map keeps its numbers. Raised terrains are numbered from the one below
/// [`NO_ENTRY`] downwards, in the order of the terrains that they raise, so that one more terrain
/// in the legend moves none of them.
#[derive(Clone, Debug)]
pub(super) struct Raised {
    keep_off: KeepOffWalls,
    /// By distance, from 1 on, and by number of terrain.
    numbers: Vec<[TerrainId; 256]>,
    terrains: Vec<Terrain>,
}

impl Raised {
    /// Creates the numbers without any terrain; [`set_legend`](Self::set_legend) adds it.
    ///
    /// `keep_off` lies within its bounds.
    pub fn new(keep_off: KeepOffWalls) -> Self {
        let same = std::array::from_fn(|number| TerrainId(u8::try_from(number).unwrap_or(u8::MAX)));
        Self {
            keep_off,
            numbers: vec![same; keep_off.cells.into()],
            terrains: Vec::new(),
        }
    }

    /// Returns the largest distance at which cells cost more.
    pub const fn reach(&self) -> u8 {
        self.keep_off.cells
    }

    /// Prepares the numbers for a legend at the agent's own costs.
    ///
    /// If the legend leaves no number free, the most expensive terrain takes its place that is left
    /// in the same directions and costs no more than it should.
    pub fn set_legend(&mut self, legend: &[Terrain]) {
        *self = Self::new(self.keep_off);
        for (number, terrain) in (0..=u8::MAX).map(TerrainId).zip(legend) {
            let Some(cost) = terrain.cost else { continue };
            for distance in 1..=self.keep_off.cells {
                let cost = cost
                    .saturating_add(self.keep_off.extra(distance))
                    .min(Terrain::MAX_COST);
                self.numbers[usize::from(distance) - 1][usize::from(number.0)] =
                    self.number_of(legend, number, cost);
            }
        }
    }

    /// Returns the number of terrain like that of `number`, at this cost.
    fn number_of(&mut self, legend: &[Terrain], number: TerrainId, cost: u16) -> TerrainId {
        let like = &legend[usize::from(number.0)];
        if like.cost == Some(cost) {
            return number;
        }
        let wanted = Terrain {
            cost: Some(cost),
            ..like.clone()
        };
        if let Some(place) = self.terrains.iter().position(|known| *known == wanted) {
            return number_at(place);
        }
        if legend.len() + self.terrains.len() < usize::from(NO_ENTRY.0) {
            self.terrains.push(wanted);
            return number_at(self.terrains.len() - 1);
        }
        let named = (0..=u8::MAX).map(TerrainId).zip(legend);
        let raised = self
            .terrains
            .iter()
            .enumerate()
            .map(|(place, terrain)| (number_at(place), terrain));
        let fits = |(_, terrain): &(TerrainId, &Terrain)| {
            terrain.exits == like.exits && terrain.cost <= Some(cost)
        };
        let known = named
            .chain(raised)
            .filter(fits)
            .max_by_key(|(number, terrain)| (terrain.cost, *number));
        known.map_or(number, |(number, _)| number)
    }

    /// Returns the number of terrain at a distance from walls; its own at 0 and beyond the reach.
    pub fn number(&self, terrain: TerrainId, distance: u8) -> TerrainId {
        let numbers = usize::from(distance)
            .checked_sub(1)
            .and_then(|place| self.numbers.get(place));
        numbers.map_or(terrain, |numbers| numbers[usize::from(terrain.0)])
    }

    /// Returns the cost of terrain at a distance from walls, by its costs elsewhere.
    pub fn cost(&self, terrain: TerrainId, distance: u8, costs: &[u16; 256]) -> u16 {
        let number = self.number(terrain, distance);
        let place = usize::from(NO_ENTRY.0 - 1).checked_sub(number.0.into());
        let raised = place
            .and_then(|place| self.terrains.get(place))
            .and_then(|terrain| terrain.cost);
        raised.unwrap_or(costs[usize::from(number.0)])
    }

    /// Returns the raised terrains with their numbers.
    pub fn terrains(&self) -> impl Iterator<Item = (TerrainId, &Terrain)> {
        self.terrains
            .iter()
            .enumerate()
            .map(|(place, terrain)| (number_at(place), terrain))
    }
}

/// Returns the number of the raised terrain at a place in their list.
fn number_at(place: usize) -> TerrainId {
    let place = u8::try_from(place).expect("there are fewer raised terrains than numbers");
    TerrainId(NO_ENTRY.0 - 1 - place)
}
