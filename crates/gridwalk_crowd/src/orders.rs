//! Orders: goals of agents, and the places of agents that line up.

use gridwalk_pathfinding::Cell;

use super::agents::{AgentId, Phase};
use super::crowd::Crowd;
use super::zones::{Arrival, GroupKey, Values};

/// The goal of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This cell or, if others were sent there too, one of the nearest free ones by walking cost.
    Cell(Cell),
    /// This very cell; who has it as a slot of a zone gives it up. Of several agents one gets it.
    Exact(Cell),
    /// This cell, touched once: the agent has arrived as soon as it stands there, and rests near
    /// it.
    Visit(Cell),
    /// A cell near this one: the agent has arrived as soon as a cheapest path from its cell costs no
    /// more than this number of straight steps onto terrain of cost 1, and rests there.
    Near {
        /// The cell to come near.
        cell: Cell,
        /// The walking cost that may be left, in straight steps onto terrain of cost 1.
        steps: u16,
    },
}

/// A goal that lies outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal {0} lies outside the map")]
pub struct GoalOutside(pub Cell);

impl Goal {
    /// The cell of the goal.
    #[must_use]
    pub const fn cell(self) -> Cell {
        match self {
            Self::Cell(cell) | Self::Exact(cell) | Self::Visit(cell) | Self::Near { cell, .. } => {
                cell
            }
        }
    }
}

impl Crowd {
    /// Sends an agent to a goal. One in a wall is [`Unreachable`](super::State::Unreachable) until
    /// an edit opens it.
    ///
    /// # Errors
    /// If the goal lies outside the map; the agent keeps its old goal then.
    ///
    /// # Complexity
    /// O(1) for an agent with a goal of its own. Of n agents that share one, the last one takes
    /// O(log n) on average.
    pub fn send(&mut self, agent: AgentId, goal: Goal) -> Result<(), GoalOutside> {
        if !self.layout.size.contains(goal.cell()) {
            return Err(GoalOutside(goal.cell()));
        }
        self.cancel();
        self.drop_jam_of(agent.0);
        self.leave_group(agent.0);
        let kind = self.agents[agent.get()].kind;
        let place = self.layout.place(goal.cell());
        let arrival = match goal {
            Goal::Cell(_) => Arrival::Zone,
            Goal::Exact(_) => Arrival::Exact,
            Goal::Visit(_) => Arrival::Visit,
            Goal::Near { steps, .. } => Arrival::Near(steps),
        };
        if arrival == Arrival::Exact {
            self.seize(place, kind);
        }
        self.agents[agent.get()].is_sent = true;
        self.join_group(
            agent.0,
            GroupKey {
                kind,
                goal: place,
                arrival,
            },
        );
        if self.agents[agent.get()].phase == Phase::Settled {
            self.arrivals.push(agent);
        }
        Ok(())
    }

    /// Takes a cell from the zone that owns it; that one gets another cell.
    fn seize(&mut self, place: u32, kind: u8) {
        let size = self.grounds[usize::from(kind)].size;
        let own = GroupKey {
            kind,
            goal: place,
            arrival: Arrival::Exact,
        };
        if !self.grounds[usize::from(kind)].is_walkable(place) || self.zones.is_owned_by(place, own)
        {
            return;
        }
        for robbed in self.zones.seize(place, size, &self.grounds, &self.layout) {
            let ground = &self.grounds[usize::from(self.zones.group(robbed).key.kind)];
            // The agent comes first; the zone grows after it, round the cell.
            self.zones.reserve(place, size, ground);
            self.zones.grow(robbed, ground);
            self.zones.unreserve(place, size, ground);
            for at in 0..self.zones.group(robbed).members.len() {
                let member = self.zones.group(robbed).members[at];
                let phase = self.agents[member as usize].phase;
                if phase == Phase::Settled {
                    self.wake(member);
                }
            }
        }
    }

    /// Lets an agent rest where it is.
    pub fn stop(&mut self, agent: AgentId) {
        self.cancel();
        self.drop_jam_of(agent.0);
        self.leave_group(agent.0);
        self.rest(agent.0);
    }

    /// Fixes an agent on its cell, or frees it: one that is held is never pushed and does not walk.
    pub fn hold(&mut self, agent: AgentId, is_held: bool) {
        self.cancel();
        self.drop_jam_of(agent.0);
        let held = self.agents[agent.get()];
        if held.is_listed() {
            self.order.remove(held.key, agent.0);
        }
        self.agents[agent.get()].is_held = is_held;
        if held.phase != Phase::Unreachable {
            self.wake(agent.0);
        }
    }

    /// Returns `true` for an agent that is [held](Self::hold).
    #[must_use]
    pub fn is_held(&self, agent: AgentId) -> bool {
        self.agents[agent.get()].is_held
    }

    /// The goal of an agent's order; its own cell where it was sent nowhere.
    #[must_use]
    pub fn goal(&self, agent: AgentId) -> Cell {
        self.layout
            .cell(self.zones.group(self.agents[agent.get()].group).key.goal)
    }

    /// The order that an agent was given last; `None` for one that was sent nowhere or stopped. One
    /// that has visited its goal, or has come near it, stays on its own cell.
    #[must_use]
    pub fn order(&self, agent: AgentId) -> Option<Goal> {
        let (sent, key) = (
            self.agents[agent.get()].is_sent,
            self.zones.group(self.agents[agent.get()].group).key,
        );
        let cell = self.layout.cell(key.goal);
        let goal = match key.arrival {
            Arrival::Zone => Goal::Cell(cell),
            Arrival::Exact => Goal::Exact(cell),
            Arrival::Visit => Goal::Visit(cell),
            Arrival::Near(steps) => Goal::Near { cell, steps },
        };
        sent.then_some(goal)
    }

    /// Writes the cells that an agent would enter next if nobody were in its way, at most `count`.
    ///
    /// # Complexity
    /// O(count).
    pub fn path_ahead(&self, agent: AgentId, count: usize, cells: &mut Vec<Cell>) {
        cells.clear();
        let mut walker = self.agents[agent.get()];
        walker.at = walker.to;
        let values = Values {
            grounds: &self.grounds,
            fields: &self.fields,
            zones: &self.zones,
        };
        while cells.len() < count {
            let (ground, around) = (values.ground(&walker), values.around(&walker));
            let group = self.zones.group(walker.group);
            if group.is_near_enough(around.here, ground) {
                return;
            }
            let through = |direction: &u8| {
                around
                    .cost(*direction)
                    .saturating_add(ground.step_cost(walker.at, *direction))
            };
            let Some(direction) = around.closer().min_by_key(through) else {
                return;
            };
            walker.at = self.layout.step(walker.at, direction);
            cells.push(self.layout.cell(walker.at));
        }
    }
}

/// Ranks without a free cell after which no more of them are looked at.
const EMPTY_RANKS: i32 = 64;

/// Returns a free cell for each agent, on the line between two cells.
///
/// The agents are spread evenly over the line, both ends included. Where the line is too short,
/// more ranks follow behind it, on the side of the agents; if there are too few cells, also before
/// it. Neighbours do not cross: agents take their places in the order in which they stand along the
/// line, and those that are nearer to the line take the rank in front. Agents that stand alike keep
/// their order in the list. An agent is `None` if no cell is left for it.
///
/// Agents at their places are sent there by [`Crowd::send`](super::Crowd::send) with a goal of
/// their own each.
///
/// # Complexity
/// O(n log n + c) for n agents and c cells, which are at most the length of the line times n + 64
/// ranks on either side.
///
/// # Examples
/// ```
/// use gridwalk_crowd::line_up;
/// use gridwalk_pathfinding::Cell;
/// let agents = [Cell::new(5, 9), Cell::new(1, 9), Cell::new(3, 9)];
/// let places = line_up([Cell::new(0, 4), Cell::new(8, 4)], &agents, |_| true);
/// assert_eq!(places, [Some(Cell::new(8, 4)), Some(Cell::new(0, 4)), Some(Cell::new(4, 4))]);
/// ```
#[must_use]
pub fn line_up(
    [from, to]: [Cell; 2],
    agents: &[Cell],
    is_free: impl Fn(Cell) -> bool,
) -> Vec<Option<Cell>> {
    let line = Line::new(from, to);
    let slots = line.slots(agents, is_free);
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by_key(|agent| line.along(agents[*agent]));
    let mut places = vec![None; agents.len()];
    let mut left = &mut *order;
    // Agents of one column stand behind each other: that which is nearest to the line is in front.
    for column in slots.chunk_by(|(one, _), (other, _)| one.column == other.column) {
        let (here, rest) = left.split_at_mut(column.len().min(left.len()));
        here.sort_by_key(|agent| (line.away(agents[*agent]), *agent));
        for (agent, (_, cell)) in here.iter().zip(column) {
            places[*agent] = Some(*cell);
        }
        left = rest;
    }
    places
}

/// Position of a place: its column along the line, and its rank behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    column: usize,
    /// 0 for the line itself; positive behind it, on the side of the agents.
    rank: i32,
}

/// The cells of a line, one in each column.
struct Line {
    cells: Vec<Cell>,
    from: Cell,
    way: [i64; 2],
}

impl Line {
    fn new(from: Cell, to: Cell) -> Self {
        let way = [
            i64::from(to.x) - i64::from(from.x),
            i64::from(to.y) - i64::from(from.y),
        ];
        let steps = way[0].abs().max(way[1].abs());
        let at = |from: i32, step: i64, length: i64| {
            let part = (2 * step * length + steps * length.signum()) / (2 * steps).max(1);
            i32::try_from(i64::from(from) + part).expect("it lies between two cells")
        };
        let cells = (0..=steps)
            .map(|step| Cell::new(at(from.x, step, way[0]), at(from.y, step, way[1])))
            .collect();
        Self { cells, from, way }
    }

    /// Offset from one rank to the next, towards growing coordinates.
    const fn aside(&self) -> [i32; 2] {
        if self.way[0].abs() >= self.way[1].abs() {
            [0, 1]
        } else {
            [1, 0]
        }
    }

    fn offset(&self, cell: Cell) -> [i64; 2] {
        [
            i64::from(cell.x) - i64::from(self.from.x),
            i64::from(cell.y) - i64::from(self.from.y),
        ]
    }

    /// Position of a cell along the line.
    fn along(&self, cell: Cell) -> i64 {
        let [x, y] = self.offset(cell);
        x * self.way[0] + y * self.way[1]
    }

    /// Position of a cell across the line, positive on the side of growing coordinates.
    fn across(&self, cell: Cell) -> i64 {
        let [x, y] = self.offset(cell);
        let across = y * self.way[0] - x * self.way[1];
        let [_, down] = self.aside();
        if self.way == [0, 0] {
            y
        } else if down == 1 {
            across * self.way[0].signum()
        } else {
            -across * self.way[1].signum()
        }
    }

    /// Distance of a cell from the line.
    fn away(&self, cell: Cell) -> i64 {
        self.across(cell).abs()
    }

    /// Returns free places for all agents, as far as there are any, by column and then from the
    /// front rank on.
    fn slots(&self, agents: &[Cell], is_free: impl Fn(Cell) -> bool) -> Vec<(Slot, Cell)> {
        let wanted = agents.len();
        let side: i64 = agents
            .iter()
            .map(|agent| self.across(*agent).signum())
            .sum();
        let side = if side < 0 { -1 } else { 1_i32 };
        let [right, down] = self.aside();
        let free_of = |rank: i32| {
            let moved = |cell: &Cell| {
                let x = cell.x.checked_add(right * rank * side)?;
                Some(Cell::new(x, cell.y.checked_add(down * rank * side)?))
                    .filter(|cell| is_free(*cell))
            };
            let free = self
                .cells
                .iter()
                .map(moved)
                .enumerate()
                .filter_map(|(column, cell)| Some((column, cell?)));
            free.collect::<Vec<_>>()
        };
        let mut slots = Vec::with_capacity(wanted);
        for step in [1, -1] {
            let mut empty = 0;
            let mut rank = if step == 1 { 0 } else { -1 };
            while slots.len() < wanted && empty < EMPTY_RANKS {
                let free = free_of(rank);
                empty = if free.is_empty() { empty + 1 } else { 0 };
                let taken = spread(&free, wanted - slots.len());
                slots.extend(taken.map(|&(column, cell)| (Slot { column, rank }, cell)));
                rank += step;
            }
        }
        slots.sort_unstable_by_key(|(slot, _)| *slot);
        slots
    }
}

/// Returns `count` elements of a list at equal distances, both ends included; all of them if there
/// are no more.
fn spread<T>(all: &[T], count: usize) -> impl Iterator<Item = &T> {
    let count = count.min(all.len());
    let at = move |number: usize| match count {
        0 => 0,
        1 => (all.len() - 1) / 2,
        _ => (2 * number * (all.len() - 1) + count - 1) / (2 * (count - 1)),
    };
    (0..count).map(move |number| &all[at(number)])
}
