//! Facts about a cell or an agent under the pointer.
//!
//! About a cell: its history, why the path avoids it, why a step to it is illegal, its extra cost
//! near walls, and who holds it. About an agent of a crowd: why it waits.

use std::fmt::Display;

use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{
    AgentRules, Algorithm, Cell, Cost, DiagonalRule, Direction, Grid, Movement, PathQuery,
    SearchEvent, SearchOptions, Side,
};

use super::expansions::{Change, ChangeKind};
use super::{Language, Narrator, Phrase, places};
use crate::verdict::TrueCosts;
use crate::{CellMarks, CellState, Timeline};

/// Length of open lists from which ranks are not counted: it would take too long to show them
/// immediately.
const LONGEST_LIST: u64 = 20_000;

/// The cost of the cheapest path through each cell, for one query, independent of any search.
///
/// The costs belong to the map at the time of their computation. If an end of the query is blocked
/// or outside, no path leads through any cell.
pub struct ThroughCosts {
    from_start: TrueCosts,
    to_goal: TrueCosts,
    options: SearchOptions,
    grid: Grid,
    best: Option<Cost>,
}

impl ThroughCosts {
    /// Searches the whole map from both ends.
    ///
    /// # Complexity
    /// That of two [`TrueCosts`].
    #[must_use]
    pub fn new(grid: &Grid, query: &PathQuery) -> Self {
        at_once(Self::in_slices(grid, query))
    }

    /// Searches the whole map from both ends in [slices](gridwalk_pathfinding::slices).
    pub async fn in_slices(grid: &Grid, query: &PathQuery) -> Self {
        let to_goal = TrueCosts::in_slices(grid, query, Side::Backward).await;
        let best = to_goal.of(query.start);
        let from_start = TrueCosts::in_slices(grid, query, Side::Forward).await;
        Self {
            from_start,
            to_goal,
            options: query.options.clone(),
            grid: grid.clone(),
            best,
        }
    }

    /// Returns the cost of the cheapest path from start to goal through this cell; `None` if there
    /// is none.
    #[must_use]
    pub fn through(&self, cell: Cell) -> Option<Cost> {
        Some(
            self.from_start
                .of(cell)?
                .saturating_add(self.to_goal.of(cell)?),
        )
    }

    /// Returns the bytes of memory of the costs.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.from_start.bytes() + self.to_goal.bytes() + self.grid.cell_count()
    }

    /// Returns the cost of the cheapest path; `None` if there is none.
    #[must_use]
    pub const fn best(&self) -> Option<Cost> {
        self.best
    }
}

/// Returns the facts about a cell at the timeline's position, in a few short lines.
///
/// The lines are its history, its rank on the open list, why no step leads to it from the expanded
/// cell, and the cost of the cheapest path through it.
///
/// `costs` are those of the recorded query.
///
/// # Complexity
/// O(n log n) for n open cells if the cell is one of them; no rank is given in lists of more than
/// 20,000.
#[must_use]
pub fn cell(
    timeline: &Timeline,
    costs: &ThroughCosts,
    cell: Cell,
    language: Language,
) -> Vec<String> {
    let narrator = Narrator::new(timeline, language);
    let grid = &costs.grid;
    let Some(terrain) = grid.terrain(cell) else {
        return vec![narrator.say(Phrase::CellOutside, places![cell])];
    };
    if !grid.is_walkable(cell) {
        return vec![narrator.say(Phrase::CellBlocked, places![terrain = terrain.name])];
    }
    let mut lines = narrator.history(cell);
    if lines.is_empty() {
        let is_finished = timeline.position() == timeline.len();
        let phrase = if is_finished {
            Phrase::CellNeverSeen
        } else {
            Phrase::CellUnseen
        };
        lines.push(narrator.say(phrase, &[]));
    }
    lines.extend(narrator.not_from(costs, cell));
    lines.push(narrator.why_not(costs, cell));
    lines
}

impl Narrator<'_> {
    /// Returns the history of the cell, on each side that has reached it.
    fn history(&self, cell: Cell) -> Vec<String> {
        let marks = self.timeline.marks();
        let on_side = |side| {
            let lines = self.history_on(&marks, cell, side).into_iter();
            lines.map(move |line| {
                self.beside(
                    side,
                    [Phrase::CellForward, Phrase::CellBackward],
                    "line",
                    line,
                )
            })
        };
        [Side::Forward, Side::Backward]
            .into_iter()
            .flat_map(on_side)
            .collect()
    }

    fn history_on(&self, marks: &CellMarks, cell: Cell, side: Side) -> Vec<String> {
        let Some(mark) = marks.get(cell, side) else {
            return Vec::new();
        };
        let said = |phrase, (step, change): (u32, Change), times: u32| {
            let (costs, times) = (
                self.costs(change.g, change.h),
                self.language.count(times as usize),
            );
            let places = places![step, parent = change.parent, costs, times];
            self.language.say_some(phrase, places)
        };
        let mut lines = Vec::new();
        let (mut changed, mut last_change, mut last_reopened) = (0, None, None);
        for (number, step) in marks.events_of(cell, side) {
            let Some(change) = self.change(number) else {
                continue;
            };
            match change.kind {
                ChangeKind::New => {
                    let phrase = if change.parent == cell {
                        Phrase::CellRoot
                    } else {
                        Phrase::CellOpened
                    };
                    lines.push(said(phrase, (step, change), 1));
                }
                ChangeKind::Reopened => last_reopened = Some((step, change)),
                _ => {
                    changed += 1;
                    last_change = Some((step, change));
                }
            }
        }
        let phrase = if changed == 1 {
            Phrase::CellChanged
        } else {
            Phrase::CellChangedOften
        };
        lines.extend(last_change.map(|change| said(phrase, change, changed)));
        if mark.times > 0 {
            let phrase = if mark.times == 1 {
                Phrase::CellClosed
            } else {
                Phrase::CellClosedOften
            };
            let times = self.language.count(mark.times as usize);
            lines.push(
                self.language
                    .say_some(phrase, places![times, step = mark.order]),
            );
        }
        lines.extend(last_reopened.map(|change| said(Phrase::CellReopened, change, 1)));
        if mark.pruned {
            lines.push(self.cell_dropped());
        }
        if mark.state == CellState::Open {
            let last = marks.events_of(cell, side).last();
            let is_deferred = |(number, _)| {
                matches!(self.trace.event(number), Some(SearchEvent::Deferred { .. }))
            };
            lines.extend(
                last.filter(|last| is_deferred(*last))
                    .map(|_| self.say(Phrase::CellDeferred, &[])),
            );
            lines.extend(self.rank(marks, cell, side));
        }
        lines
    }

    /// Returns the rank of an open cell.
    fn rank(&self, marks: &CellMarks, cell: Cell, side: Side) -> Option<String> {
        // The order of a trace from another program is unknown.
        if self.algorithm.is_none() || marks.counters().open >= LONGEST_LIST {
            return None;
        }
        let rows = marks.open_list(side, 0..usize::MAX);
        let at = rows.iter().position(|row| row.cell == cell)?;
        let (rank, count) = (at + 1, rows.len());
        Some(match rank {
            // Not after the end of the search, and of two frontiers only on the side that is
            // expanded next.
            1 if self.timeline.next_side() == Some(side) => {
                self.say(Phrase::CellIsNext, places![count])
            }
            _ => self.say(Phrase::CellRank, places![rank, count]),
        })
    }

    /// Returns why the cell cannot be entered from its neighbour that was expanded last.
    fn not_from(&self, costs: &ThroughCosts, cell: Cell) -> Option<String> {
        let (current, side) = self.timeline.marks().current()?;
        if !current.is_neighbor_of(cell) {
            return None;
        }
        let (from, to) = if side == Side::Forward {
            (current, cell)
        } else {
            (cell, current)
        };
        let rule = blocked_move(&costs.options, &costs.grid, from, to, self.language)?;
        Some(self.say(Phrase::CellNotFrom, places![from = current, rule]))
    }

    fn why_not(&self, costs: &ThroughCosts, cell: Cell) -> String {
        // A field is for all starts: the cost from one of them says nothing of a cell.
        if let (Some(Algorithm::FlowField), Some(cost)) = (self.algorithm, costs.to_goal.of(cell)) {
            return self.say(
                Phrase::CostToGoal,
                places![cost = costs.options.units().format(cost)],
            );
        }
        let (Some(through), Some(best)) = (costs.through(cell), costs.best) else {
            let phrase = match costs.from_start.of(cell) {
                _ if costs
                    .options
                    .region
                    .is_some_and(|region| !region.contains(cell)) =>
                {
                    Phrase::CellOutsideRegion
                }
                None => Phrase::NoPathFromStart,
                Some(_) => Phrase::NoPathToGoal,
            };
            return self.say(phrase, &[]);
        };
        if through == best {
            return self.say(Phrase::PathOver, &[]);
        }
        let units = costs.options.units();
        let more = through - best;
        let [through, shown, best] = [through, more, best].map(|cost| units.format(cost));
        // With enough digits to show that the cost is higher.
        let more = if units.to_f64(more) < 0.005 {
            format!("{:.6}", units.to_f64(more))
        } else {
            shown
        };
        let along_grid = self.algorithm.is_some_and(Algorithm::is_any_angle);
        let phrase = if along_grid {
            Phrase::PathCostsMoreAlongGrid
        } else {
            Phrase::PathCostsMore
        };
        self.say(phrase, places![through, more, best])
    }
}

/// Returns the rule that forbids the step from one cell to another; `None` if the step is legal.
///
/// The rules are checked in this order: the map's edge, walls, distance, the region limit, one-way
/// cells, the corner rule. A portal that joins the cells makes the step legal.
///
/// # Examples
/// ```
/// use gridwalk_explain::{Language, blocked_move};
/// use gridwalk_pathfinding::{Cell, Grid, SearchOptions};
/// let grid = Grid::from_rows(&[".#", ".."]);
/// let why = blocked_move(&SearchOptions::default(), &grid, Cell::new(0, 0), Cell::new(1, 1), Language::English);
/// assert_eq!(why.as_deref(), Some("Corner rule: the step would cut the corner of the wall (1, 0)."));
/// ```
#[must_use]
pub fn blocked_move(
    options: &SearchOptions,
    grid: &Grid,
    from: Cell,
    to: Cell,
    language: Language,
) -> Option<String> {
    let say = |phrase, places: &[(&str, &dyn Display)]| Some(language.say(phrase, places));
    for cell in [from, to] {
        if !grid.contains(cell) {
            return say(Phrase::MoveOutside, places![cell]);
        }
    }
    if !grid.is_walkable(from) {
        return say(Phrase::MoveFromBlocked, places![cell = from]);
    }
    let terrain = |cell| {
        grid.terrain(cell)
            .map_or("", |terrain| terrain.name.as_str())
    };
    if !grid.is_walkable(to) {
        return say(Phrase::MoveWall, places![cell = to, terrain = terrain(to)]);
    }
    let by_portal = from != to
        && grid
            .portals()
            .iter()
            .any(|portal| (portal.from, portal.to) == (from, to));
    let direction = Direction::ALL
        .into_iter()
        .find(|direction| from.step(*direction) == to);
    if direction.is_none() && !by_portal {
        return say(Phrase::MoveFar, places![from, to]);
    }
    if options.region.is_some_and(|region| !region.contains(to)) {
        return say(Phrase::MoveRegion, places![cell = to]);
    }
    let direction = direction.filter(|_| !by_portal)?;
    if grid
        .terrain(from)
        .is_some_and(|terrain| !terrain.exits.contains(direction))
    {
        return say(
            Phrase::MoveOneWay,
            places![cell = from, terrain = terrain(from)],
        );
    }
    if !direction.is_diagonal() {
        return None;
    }
    let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    let walls: Vec<Cell> = beside
        .into_iter()
        .filter(|cell| !grid.is_walkable(*cell))
        .collect();
    match (options.movement, walls.as_slice()) {
        (Movement::Four, _) => say(Phrase::MoveFourWay, &[]),
        (Movement::Eight(DiagonalRule::OnlyIfNoObstacles), [wall]) => {
            say(Phrase::MoveCorner, places![wall])
        }
        (
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles | DiagonalRule::AtLeastOneWalkable),
            [wall, other],
        ) => say(Phrase::MoveBetweenWalls, places![wall, other]),
        _ => None,
    }
}

/// The cost of a cell for an agent, and the part of it that a wall nearby adds.
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
    /// Returns the cost of a cell of the shared map by an agent's rules; `None` if no wall adds to
    /// it.
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

    /// Returns the cost as a sentence.
    #[must_use]
    pub fn sentence(self, language: Language) -> String {
        self.say([Phrase::CellBesideWall, Phrase::CellNearWall], language)
    }

    /// Returns the cost as a part of a sentence.
    #[must_use]
    pub fn clause(self, language: Language) -> String {
        self.say([Phrase::CostBesideWall, Phrase::CostNearWall], language)
    }

    fn say(self, [beside, near]: [Phrase; 2], language: Language) -> String {
        let Self { cost, extra, cells } = self;
        let places = places![cost, extra, cells];
        if cells == 1 {
            language.say(beside, &places[..2])
        } else {
            language.say(near, places)
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
    /// Names of the agents that it waits for: the one in its way first, then the one in that one's
    /// way, …
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
        let places = places![name = first, ticks];
        let mut said = match (is_blocked, ticks) {
            (true, _) => language.say(Phrase::BlockedBy, places),
            (false, 1) => language.say(Phrase::WaitsOneTick, &places[..1]),
            (false, _) => language.say(Phrase::WaitsTicks, places),
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
                    then(Phrase::WhichWaitsFor, places![name]);
                }
                then(
                    Phrase::AndSoOnTo,
                    places![count = skipped.len(), name = last],
                );
            }
            _ => rest
                .iter()
                .for_each(|name| then(Phrase::WhichWaitsFor, places![name])),
        }
        match end {
            WaitEnd::Walks(cell) => then(Phrase::WhichWalksTo, places![cell]),
            WaitEnd::Passes(cell) => then(Phrase::WhichPasses, places![cell]),
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
        language.say(phrase, places![name])
    }
}
