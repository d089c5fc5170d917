//! An agent of a level.

use gridwalk_pathfinding::{AgentProfile, Cell, Grid, Rect, nearest_cell};

/// An agent that walks on a level.
///
/// It can stand on its start and its goals: they are free in its own view of the map, [`Grid::seen_by`].
#[derive(Clone, Debug, PartialEq)]
pub struct LevelAgent {
    /// The name, unique among the agents of a level.
    pub name: String,
    /// The start cell.
    pub at: Cell,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
    /// Distance from the middle of a cell at which the agent is there, in cells.
    pub arrival_radius: f32,
    /// The goals, in the order of visits.
    pub goals: Vec<Cell>,
    /// Whether the agent returns to the first goal after the last one.
    pub patrol: bool,
    /// The size, own costs, forbidden areas and extra cost near walls.
    ///
    /// Without an own extra cost near walls, that of the level applies: see [`Level::profile_of`](crate::Level::profile_of).
    pub profile: AgentProfile,
}

impl LevelAgent {
    /// The default speed of an agent, in cells per second.
    pub const DEFAULT_SPEED: f32 = 4.0;
    /// The minimum speed, in cells per second.
    pub const MIN_SPEED: f32 = 0.1;
    /// The maximum speed, in cells per second.
    pub const MAX_SPEED: f32 = 100.0;
    /// The maximum arrival radius, in cells; the minimum and default is 0, the very middle.
    pub const MAX_ARRIVAL_RADIUS: f32 = 0.45;
    /// Maximum number of forbidden areas of one agent.
    pub const MAX_FORBIDDEN: usize = 64;

    /// Creates an agent without goals, for formats that hold only a name and a start.
    #[must_use]
    pub fn standing(name: &str, at: Cell) -> Self {
        Self {
            name: name.to_owned(),
            at,
            speed: Self::DEFAULT_SPEED,
            arrival_radius: 0.0,
            goals: Vec::new(),
            patrol: false,
            profile: AgentProfile::default(),
        }
    }

    /// Returns the agent moved along with its map; `None` if its start has no place there.
    ///
    /// `stand` maps the rectangle that the agent covers to a cell, and `area` maps a forbidden area. Goals and areas
    /// without a place are dropped.
    pub(super) fn moved(
        &self,
        stand: impl Fn(Rect) -> Option<Cell>,
        area: impl Fn(Rect) -> Option<Rect>,
    ) -> Option<Self> {
        // The position of a large agent is its upper left cell.
        let side = u32::from(self.profile.size);
        let stand = |at: &Cell| stand(Rect { at: *at, width: side, height: side });
        let mut agent = Self { at: stand(&self.at)?, ..self.clone() };
        agent.goals = self.goals.iter().filter_map(stand).collect();
        agent.patrol &= !agent.goals.is_empty();
        agent.profile.forbidden = self.profile.forbidden.iter().copied().filter_map(area).collect();
        Some(agent)
    }

    /// Returns an agent on the free cell nearest to the middle; empty on a map of walls.
    pub(super) fn one_in_the_middle(grid: &Grid) -> Vec<Self> {
        let middle = Cell::new((grid.width() / 2).cast_signed(), (grid.height() / 2).cast_signed());
        let free = nearest_cell(grid, middle, |cell| grid.is_walkable(cell));
        free.map(|at| Self::standing("scout", at)).into_iter().collect()
    }
}
