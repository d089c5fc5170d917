//! Grids from a function, and from rows of text.

use super::{Cell, CellIndex, Grid, GridError, GridSize, Terrain, TerrainId};

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

/// Number of terrains that stay in the legend of a map made of costs: floor and wall.
const NAMED_WITH_COSTS: u8 = 2;

impl Grid {
    /// Creates a grid from a function of the cell, for maps that the caller has in another form.
    ///
    /// The function is called once for each cell, in reading order; equal terrains share one entry of the legend.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], or there are more than [`Grid::MAX_TERRAINS`] terrains.
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
    pub fn from_fn(width: u32, height: u32, mut terrain: impl FnMut(Cell) -> Terrain) -> Result<Self, GridError> {
        let size = GridSize { width, height };
        Self::check_size(size)?;
        let mut legend: Vec<Terrain> = Vec::new();
        let mut cells = Vec::with_capacity(size.cell_count());
        for cell in size.rect().cells() {
            let terrain = terrain(cell);
            let number = legend.iter().position(|known| *known == terrain).unwrap_or_else(|| {
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
    /// At any time a map has at most [`Grid::MAX_TERRAINS`] different costs, floor and wall included. Over its life it
    /// may have any number: terrain that was added for a cost and that no cell has is reused for another cost.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], the costs do not fill the rectangle, one is higher than
    /// [`Terrain::MAX_COST`], or there are more different ones than [`Grid::MAX_TERRAINS`]: then the error names the
    /// first cell for whose cost there is no terrain left.
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
                return Err(GridError::Cost { terrain: Terrain::of_cost(Some(cost)).name, cost });
            };
            let terrain = if let Some(terrain) = number {
                *terrain
            } else {
                let next =
                    u8::try_from(legend.len()).ok().filter(|_| legend.len() < Self::MAX_TERRAINS).ok_or_else(|| {
                        let at = u32::try_from(cells.len()).expect("cells are counted in u32");
                        GridError::TooManyCosts { cell: size.cell(CellIndex(at)), cost }
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
    /// `#` is a wall, a digit 1 to 9 is terrain of that cost, and everything else is plain floor: typing errors too,
    /// and characters with a meaning elsewhere, such as `~` for water in level files. For text from others use
    /// [`try_from_rows`](Self::try_from_rows).
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
        Self::of_rows(rows, |_, character| Ok(terrain_of(character).unwrap_or_default())).expect("rows are a rectangle")
    }

    /// Parses rows of text: `.` is plain floor, `#` a wall, and a digit 1 to 9 terrain of that cost.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// # Errors
    /// Returns the first error in reading order: a row of another length than the first one, or an unknown character.
    /// Also if a side is 0 or longer than [`Grid::MAX_SIDE`].
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
            terrain_of(character).ok_or(GridError::Character { character, row: row + 1, column: column + 1 })
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
                return Err(GridError::RowLength { row: number + 1, expected, found });
            }
            for (column, character) in row.chars().enumerate() {
                cells.push(terrain([number, column], character)?);
            }
        }
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Self::new(side(expected), side(rows.len()), cells, legend)
    }
}
