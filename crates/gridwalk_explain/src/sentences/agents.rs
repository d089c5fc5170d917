//! Agents in words: extra costs near walls, reasons why agents of a crowd wait, and who holds a
//! cell.

use std::fmt::Display;

use gridwalk_pathfinding::{AgentRules, Cell, Grid};

use super::{Language, Phrase};

/// The cost of a cell for an agent, and how much of it comes from a wall nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostNearWall {
    /// The cost of its terrain.
    pub cost: u16,
    /// The extra cost.
    pub extra: u16,
    /// The number of steps to the nearest wall.
    pub cells: u8,
}

impl CostNearWall {
    /// Returns the cost of a cell on the shared map for an agent by its rules; `None` where no wall
    /// nearby counts.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_explain::{CostNearWall, Language};
    /// use gridwalk_pathfinding::{AgentProfile, AgentRules, Cell, Grid, KeepOffWalls};
    /// let grid = Grid::from_rows(&[".....", ".....", "....."]);
    /// let keep_off_walls = Some(KeepOffWalls { cells: 1, cost: 2 });
    /// let rules = AgentRules::new(&AgentProfile { keep_off_walls, ..AgentProfile::default() }, grid.legend());
    /// let cost = |x, y| CostNearWall::of(&rules, &grid, Cell::new(x, y));
    /// let beside = cost(0, 1).unwrap().sentence(Language::English);
    /// assert_eq!(beside, "Cost 1, and 2 more for being next to a wall.");
    /// assert_eq!(cost(2, 1), None);
    /// ```
    #[must_use]
    pub fn of(rules: &AgentRules, grid: &Grid, cell: Cell) -> Option<Self> {
        let cost = rules.terrain_cost(grid, cell)?;
        let extra = rules.cost(grid, cell)? - cost;
        (extra > 0).then(|| Self {
            cost,
            extra,
            cells: rules.wall_distance(grid, cell),
        })
    }

    /// The cost as a sentence.
    #[must_use]
    pub fn sentence(self, language: Language) -> String {
        self.say([Phrase::CellBesideWall, Phrase::CellNearWall], language)
    }

    /// The cost as a part of a sentence.
    #[must_use]
    pub fn clause(self, language: Language) -> String {
        self.say([Phrase::CostBesideWall, Phrase::CostNearWall], language)
    }

    fn say(self, [beside, near]: [Phrase; 2], language: Language) -> String {
        let Self { cost, extra, cells } = self;
        let places: [(&str, &dyn Display); 3] =
            [("cost", &cost), ("extra", &extra), ("cells", &cells)];
        if cells == 1 {
            language.say(beside, &places[..2])
        } else {
            language.say(near, &places)
        }
    }
}

/// The wait of an agent of a crowd: how long, for whom, and what the last of these agents does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrowdWait<'a> {
    /// Ticks since the agent began to wait or, if it is blocked, since it last came closer to its
    /// goal.
    pub ticks: u64,
    /// Whether the agent has come no closer to its goal for a long time.
    pub is_blocked: bool,
    /// Names of the agents that it waits for: the one in its way, the one in the way of that one,
    /// and on to the last.
    pub chain: Vec<&'a str>,
    /// The occupation of the last agent of the chain.
    pub end: WaitEnd,
}

/// The occupation of the last agent of a chain of waiting agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitEnd {
    /// It walks onto a cell.
    Walks(Cell),
    /// It walks onto a cell between two walls.
    Passes(Cell),
    /// It stands and will make way, or is about to walk.
    Stands,
    /// It holds its cell.
    Holds,
    /// No path leads to its goal.
    Unreachable,
    /// It waits for the agent that waits, so that all of them wait for each other.
    Circle,
}

/// Number of names that are told one after the other; of a longer chain, the middle is counted.
const TOLD: usize = 4;

impl CrowdWait<'_> {
    /// Returns the wait as one sentence without a full stop.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_explain::{CrowdWait, Language, WaitEnd};
    /// use gridwalk_pathfinding::Cell;
    /// let end = WaitEnd::Passes(Cell::new(29, 20));
    /// let wait = CrowdWait { ticks: 12, is_blocked: false, chain: vec!["fox", "owl"], end };
    /// let said = wait.sentence(Language::English);
    /// assert_eq!(said, "waits 12 ticks for fox, which waits for owl, which walks through the door at (29, 20)");
    /// ```
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let Self {
            ticks,
            is_blocked,
            chain,
            end,
        } = self;
        let (first, rest) = chain
            .split_first()
            .map_or(("", &[][..]), |(first, rest)| (*first, rest));
        let places: [(&str, &dyn Display); 2] = [("name", &first), ("ticks", ticks)];
        let mut said = match (is_blocked, ticks) {
            (true, _) => language.say(Phrase::BlockedBy, &places),
            (false, 1) => language.say(Phrase::WaitsOneTick, &places[..1]),
            (false, _) => language.say(Phrase::WaitsTicks, &places),
        };
        let mut then = |phrase: Phrase, places: &[(&str, &dyn Display)]| {
            let before = said.clone();
            let places: Vec<_> = places
                .iter()
                .copied()
                .chain([("before", &before as &dyn Display)])
                .collect();
            said = language.say(phrase, &places);
        };
        match rest {
            [few @ .., last] if chain.len() > TOLD => {
                let (told, skipped) = few.split_at(TOLD - 2);
                for name in told {
                    then(Phrase::WhichWaitsFor, &[("name", name)]);
                }
                then(
                    Phrase::AndSoOnTo,
                    &[("count", &skipped.len()), ("name", last)],
                );
            }
            _ => rest
                .iter()
                .for_each(|name| then(Phrase::WhichWaitsFor, &[("name", name)])),
        }
        match end {
            WaitEnd::Walks(cell) => then(Phrase::WhichWalksTo, &[("cell", cell)]),
            WaitEnd::Passes(cell) => then(Phrase::WhichPasses, &[("cell", cell)]),
            WaitEnd::Stands => then(Phrase::WhichStands, &[]),
            WaitEnd::Holds => then(Phrase::WhichHolds, &[]),
            WaitEnd::Unreachable => then(Phrase::WhichHasNoPath, &[]),
            WaitEnd::Circle => then(Phrase::WhichWaitsForIt, &[]),
        }
        said
    }
}

/// The claim of an agent of a crowd on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellClaim {
    /// The agent stands there.
    Stands,
    /// The agent is on its way onto the cell.
    Enters,
    /// The agent is on its way off the cell.
    Leaves,
}

impl CellClaim {
    /// Returns the claim of the agent of this name as a part of a sentence.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_explain::{CellClaim, Language};
    /// assert_eq!(CellClaim::Enters.of("fox", Language::English), "reserved by fox, which enters it");
    /// ```
    #[must_use]
    pub fn of(self, name: &str, language: Language) -> String {
        let phrase = match self {
            Self::Stands => Phrase::ReservedStands,
            Self::Enters => Phrase::ReservedEnters,
            Self::Leaves => Phrase::ReservedLeaves,
        };
        language.say(phrase, &[("name", &name)])
    }
}
