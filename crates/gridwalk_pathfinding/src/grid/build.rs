//! Grids from cells, costs, a function or rows of text, and the checks of their parts.

use std::sync::Arc;

use super::{
    Cell, CellIndex, Grid, GridSize, Portal, Portals, Revision, Terrain, TerrainId, TerrainLayer,
};

/// The reason why a grid cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A side is 0 or too long.
    #[error("a map has 1 to {max} columns and rows, not {} × {}", .0.width, .0.height, max = Grid::MAX_SIDE)]
    Size(GridSize),
    /// The cells do not fill the rectangle.
    #[error("{found} cells do not fill the map, which has {expected}")]
    CellCount {
        /// Width × height.
        expected: usize,
        /// The number of cells that were given.
        found: usize,
    },
    /// A row of text has more or fewer cells than the first one.
    #[error("row {row} has {found} cells; expected {expected}, as the first row has")]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A character in a row of text is no terrain.
    #[error(
        "row {row}, column {column}: '{character}' is no terrain; expected '.', '#' or a digit 1 to 9"
    )]
    Character {
        /// The character.
        character: char,
        /// Its row, counted from 1.
        row: usize,
        /// Its column, counted from 1.
        column: usize,
    },
    /// A legend holds 1 to 255 terrains.
    #[error("a legend has 1 to {max} terrains, not {0}", max = Grid::MAX_TERRAINS)]
    Legend(usize),
    /// The cost of a terrain is out of bounds.
    #[error("terrain \"{terrain}\" would cost {cost}; expected 1 to {max}, or blocked", max = Terrain::MAX_COST)]
    Cost {
        /// The name of the terrain.
        terrain: String,
        /// The cost that was given.
        cost: u16,
    },
    /// A portal begins or ends outside the map.
    #[error("the portal from {0} to {1} leaves the map")]
    Portal(Cell, Cell),
    /// The map has too many portals: each is checked for each estimate.
    #[error("a map has at most {max} portals, not {0}", max = Grid::MAX_PORTALS)]
    Portals(usize),
    /// A cell needs another terrain for its cost, and all are in use.
    #[error("cell {cell} cannot get {}: the map has {max} different terrains and costs, the most that it can have at one time", Terrain::of_cost(Some(*.cost).filter(|cost| *cost != 0)).name, max = Grid::MAX_TERRAINS)]
    TooManyCosts {
        /// The first such cell.
        cell: Cell,
        /// Its new cost; 0 is a wall.
        cost: u16,
    },
    /// A cell names a terrain that the legend does not hold.
    #[error("terrain number {0} is not in the legend")]
    UnknownTerrain(u8),
}

/// Number of terrains that stay in the legend of a map made of costs: floor and wall.
const NAMED_WITH_COSTS: u8 = 2;

impl Grid {
    /// Creates a grid from its cells in reading order.
    ///
    /// # Errors
    /// If the size is out of bounds, the cells do not fill it, one is not in the legend, or a cost
    /// is out of bounds.
    pub fn new(
        width: u32,
        height: u32,
        cells: Vec<TerrainId>,
        legend: Vec<Terrain>,
    ) -> Result<Self, GridError> {
        let size = GridSize { width, height };
        Self::check_size(size)?;
        let (expected, found) = (size.cell_count(), cells.len());
        if found != expected {
            return Err(GridError::CellCount { expected, found });
        }
        Self::check_legend(&legend)?;
        if let Some(cell) = cells
            .iter()
            .find(|terrain| usize::from(terrain.0) >= legend.len())
        {
            return Err(GridError::UnknownTerrain(cell.0));
        }
        Ok(Self::assemble(
            size,
            cells,
            legend,
            Portals::default(),
            Revision::default(),
        ))
    }

    /// Creates a grid from a function of the cell, for maps that the caller has in another form.
    ///
    /// The function is called once for each cell, in reading order; equal terrains share one entry
    /// of the legend.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], or there are more than
    /// [`Grid::MAX_TERRAINS`] terrains.
    ///
    /// # Examples
    /// With the caller's own test of walkable cells:
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid, Terrain};
    /// let is_walkable = |cell: Cell| (cell.x + cell.y) % 3 != 2;
    /// let terrain = |cell| if is_walkable(cell) { Terrain::floor() } else { Terrain::wall() };
    /// let grid = Grid::from_fn(4, 3, terrain).unwrap();
    /// assert!(grid.is_walkable(Cell::new(1, 0)) && !grid.is_walkable(Cell::new(1, 1)));
    /// ```
    pub fn from_fn(
        width: u32,
        height: u32,
        mut terrain: impl FnMut(Cell) -> Terrain,
    ) -> Result<Self, GridError> {
        let size = GridSize { width, height };
        Self::check_size(size)?;
        let mut legend: Vec<Terrain> = Vec::new();
        let mut cells = Vec::with_capacity(size.cell_count());
        for cell in size.rect().cells() {
            let terrain = terrain(cell);
            let number = legend
                .iter()
                .position(|known| *known == terrain)
                .unwrap_or_else(|| {
                    legend.push(terrain);
                    legend.len() - 1
                });
            let number = u8::try_from(number).map_err(|_| GridError::Legend(number + 1))?;
            cells.push(TerrainId(number));
        }
        Self::new(width, height, cells, legend)
    }

    /// Creates a grid from the cost of a step onto each cell, in reading order; 0 is a wall.
    ///
    /// The legend holds plain floor, a wall, and then the costs that occur.
    ///
    /// At any time a map has at most [`Grid::MAX_TERRAINS`] different costs, floor and wall
    /// included. Over its life it may have any number: terrain that was added for a cost and that
    /// no cell has is reused for another cost.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], the costs do not fill the rectangle, one
    /// is higher than [`Terrain::MAX_COST`], or there are more different ones than
    /// [`Grid::MAX_TERRAINS`]: then the error names the first cell for whose cost there is no
    /// terrain left.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid};
    /// let grid = Grid::from_costs(3, 1, &[1, 0, 250]).unwrap();
    /// assert!(!grid.is_walkable(Cell::new(1, 0)));
    /// assert_eq!(grid.cost(Cell::new(2, 0)), Some(250));
    /// ```
    pub fn from_costs(width: u32, height: u32, costs: &[u16]) -> Result<Self, GridError> {
        let size = GridSize { width, height };
        Self::check_size(size)?;
        let (expected, found) = (size.cell_count(), costs.len());
        if found != expected {
            return Err(GridError::CellCount { expected, found });
        }
        let mut legend = vec![Terrain::floor(), Terrain::wall()];
        // The terrain of each cost, so that a cell needs no search in the legend.
        let mut numbers = vec![None; usize::from(Terrain::MAX_COST) + 1];
        (numbers[0], numbers[1]) = (Some(TerrainId(1)), Some(TerrainId(0)));
        let mut cells = Vec::with_capacity(found);
        for &cost in costs {
            let Some(number) = numbers.get_mut(usize::from(cost)) else {
                return Err(GridError::Cost {
                    terrain: Terrain::of_cost(Some(cost)).name,
                    cost,
                });
            };
            let terrain = if let Some(terrain) = number {
                *terrain
            } else {
                let next = u8::try_from(legend.len())
                    .ok()
                    .filter(|_| legend.len() < Self::MAX_TERRAINS)
                    .ok_or_else(|| {
                        let at = u32::try_from(cells.len()).expect("cells are counted in u32");
                        GridError::TooManyCosts {
                            cell: size.cell(CellIndex(at)),
                            cost,
                        }
                    })?;
                legend.push(Terrain::of_cost(Some(cost)));
                *number.insert(TerrainId(next))
            };
            cells.push(terrain);
        }
        let mut grid = Self::new(width, height, cells, legend)?;
        grid.named = NAMED_WITH_COSTS;
        Ok(grid)
    }

    /// Creates a small grid for tests and docs.
    ///
    /// `#` is a wall, a digit 1 to 9 is terrain of that cost, and everything else is plain floor:
    /// typing errors too, and characters with a meaning elsewhere, such as `~` for water in level
    /// files. For text from others use [`try_from_rows`](Self::try_from_rows).
    ///
    /// # Panics
    /// If the rows are empty or of different lengths.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid};
    /// let grid = Grid::from_rows(&["..#", "5.."]);
    /// assert!(!grid.is_walkable(Cell::new(2, 0)));
    /// assert_eq!(grid.cost(Cell::new(0, 1)), Some(5));
    /// ```
    #[must_use]
    pub fn from_rows(rows: &[&str]) -> Self {
        Self::of_rows(rows, |_, character| {
            Ok(terrain_of(character).unwrap_or_default())
        })
        .expect("rows are a rectangle")
    }

    /// Parses rows of text: `.` is plain floor, `#` a wall, and a digit 1 to 9 terrain of that
    /// cost.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// Returns the first error in reading order: a row of another length than the first one, or an
    /// unknown character. Also if a side is 0 or longer than [`Grid::MAX_SIDE`].
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid};
    /// let grid = Grid::try_from_rows(&["..#", "5.."]).unwrap();
    /// assert_eq!(grid.cost(Cell::new(0, 1)), Some(5));
    /// let error = Grid::try_from_rows(&["..#", "5~."]).unwrap_err();
    /// assert_eq!(error.to_string(), "row 2, column 2: '~' is no terrain; expected '.', '#' or a digit 1 to 9");
    /// ```
    pub fn try_from_rows(rows: &[&str]) -> Result<Self, GridError> {
        Self::of_rows(rows, |[row, column], character| {
            terrain_of(character).ok_or(GridError::Character {
                character,
                row: row + 1,
                column: column + 1,
            })
        })
    }

    /// Creates a grid from rows of characters, whose terrain may depend on row and column.
    fn of_rows(
        rows: &[&str],
        terrain: impl Fn([usize; 2], char) -> Result<TerrainId, GridError>,
    ) -> Result<Self, GridError> {
        let mut legend = vec![Terrain::floor(), Terrain::wall()];
        legend.extend((1..=9).map(|cost| Terrain::new(format!("cost {cost}"), Some(cost))));
        // Counts characters, not bytes.
        let length = |row: &str| row.chars().count();
        let expected = rows.first().map_or(0, |row| length(row));
        let mut cells = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let found = length(row);
            if found != expected {
                return Err(GridError::RowLength {
                    row: number + 1,
                    expected,
                    found,
                });
            }
            for (column, character) in row.chars().enumerate() {
                cells.push(terrain([number, column], character)?);
            }
        }
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Self::new(side(expected), side(rows.len()), cells, legend)
    }

    /// Returns the map with these portals and no others; two-way portals are listed once.
    ///
    /// # Errors
    /// If an end lies outside, or there are too many.
    pub fn with_portals(mut self, portals: &[Portal]) -> Result<Self, GridError> {
        self.portals = self.check_portals(portals)?;
        Ok(self)
    }

    /// Creates a grid from parts that are known to fit.
    pub(super) fn assemble(
        size: GridSize,
        cells: Vec<TerrainId>,
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        Self::of_layer(size, TerrainLayer::new(cells), legend, portals, revision)
    }

    /// Creates a grid from cells that are already counted by terrain number.
    pub(crate) fn of_counted(
        size: GridSize,
        (cells, counts): (Vec<TerrainId>, Box<[u32; 256]>),
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        Self::of_layer(
            size,
            TerrainLayer::of_counted(cells, counts),
            legend,
            portals,
            revision,
        )
    }

    fn of_layer(
        size: GridSize,
        terrain_layer: TerrainLayer,
        legend: Vec<Terrain>,
        portals: Portals,
        revision: Revision,
    ) -> Self {
        let costs = Box::new([0; 256]);
        let named = u8::try_from(legend.len()).unwrap_or(u8::MAX);
        let none = Arc::new([]);
        let mut grid = Self {
            size,
            terrain_layer,
            legend: none,
            named,
            costs,
            portals,
            one_way: false,
            revision,
        };
        grid.put_legend(legend.into());
        grid
    }

    pub(super) fn check_portals(&self, portals: &[Portal]) -> Result<Portals, GridError> {
        let is_outside =
            |portal: &&Portal| !self.contains(portal.from) || !self.contains(portal.to);
        if let Some(portal) = portals.iter().find(is_outside) {
            return Err(GridError::Portal(portal.from, portal.to));
        }
        let portals = Portals::new(portals);
        if portals.links.len() > Self::MAX_PORTALS {
            return Err(GridError::Portals(portals.links.len()));
        }
        Ok(portals)
    }

    /// Checks that a map can have this size.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`].
    pub fn check_size(size: GridSize) -> Result<(), GridError> {
        let fits = |side: u32| (1..=Self::MAX_SIDE).contains(&side);
        if fits(size.width) && fits(size.height) {
            Ok(())
        } else {
            Err(GridError::Size(size))
        }
    }

    pub(super) fn check_legend(legend: &[Terrain]) -> Result<(), GridError> {
        if !(1..=Self::MAX_TERRAINS).contains(&legend.len()) {
            return Err(GridError::Legend(legend.len()));
        }
        let mut costs = legend
            .iter()
            .filter_map(|terrain| Some((&terrain.name, terrain.cost?)));
        let wrong = costs.find(|(_, cost)| !(1..=Terrain::MAX_COST).contains(cost));
        wrong.map_or(Ok(()), |(name, cost)| {
            Err(GridError::Cost {
                terrain: name.clone(),
                cost,
            })
        })
    }
}

/// Returns the terrain of a character in rows of text, by its index in their legend.
///
/// The legend holds floor, a wall, then the costs 1 to 9.
fn terrain_of(character: char) -> Option<TerrainId> {
    match character {
        '.' => Some(TerrainId(0)),
        '#' => Some(TerrainId(1)),
        _ => character
            .to_digit(10)
            .filter(|digit| *digit > 0)
            .and_then(|digit| u8::try_from(digit + 1).ok())
            .map(TerrainId),
    }
}
