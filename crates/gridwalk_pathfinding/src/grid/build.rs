//! Grids from a function, and from rows of text.

use super::{Cell, Grid, GridError, GridSize, Terrain, TerrainId};

impl Grid {
    /// A grid whose cells are what a function says, for maps that the caller has in a form of its own.
    ///
    /// It is called once for each cell, in reading order; equal terrains share one entry of the legend.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], or there are more than [`Grid::MAX_TERRAINS`] terrains.
    ///
    /// # Examples
    /// An own test of what is walkable:
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

    /// A grid of what it costs to step onto each cell, in reading order; 0 is a wall. The legend is made of the costs
    /// that there are, after plain floor and a wall.
    ///
    /// # Complexity
    /// O(cells): one look at each.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`Grid::MAX_SIDE`], the costs do not fill the rectangle, one is higher than
    /// [`Terrain::MAX_COST`], or there are more different ones than [`Grid::MAX_TERRAINS`].
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
        // The terrain of each cost, so that a cell takes no search in the legend.
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
                let next = u8::try_from(legend.len()).map_err(|_| GridError::Legend(legend.len() + 1))?;
                legend.push(Terrain::of_cost(Some(cost)));
                *number.insert(TerrainId(next))
            };
            cells.push(terrain);
        }
        Self::new(width, height, cells, legend)
    }

    /// A small grid for tests and docs: `#` is a wall, a digit 1 to 9 is terrain of that
    /// cost, everything else is plain floor.
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
        let mut legend = vec![Terrain::floor(), Terrain::wall()];
        legend.extend((1..=9).map(|cost| Terrain::new(format!("cost {cost}"), Some(cost))));
        let number = |letter: char| match letter {
            '#' => TerrainId(1),
            '1'..='9' => TerrainId(letter as u8 - b'0' + 1),
            _ => TerrainId(0),
        };
        // Letters, whatever bytes they take.
        let width = rows.first().expect("there is a first row").chars().count();
        assert!(rows.iter().all(|row| row.chars().count() == width), "rows have one length");
        let cells = rows.iter().flat_map(|row| row.chars().map(number)).collect();
        let side = |length: usize| u32::try_from(length).expect("small maps only");
        Self::new(side(width), side(rows.len()), cells, legend).expect("rows are a rectangle")
    }
}
