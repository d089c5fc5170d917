//! Conflicts between agents that share a map, found from their positions alone: the referee of
//! crowds.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use super::StepRules;
use crate::{Cell, CostRule, Grid, Movement, SearchOptions, StepCosts};

/// An agent at one tick: the cell where it stands, or the step that it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footing {
    /// The cell that is being left; the same as `to` at rest. For a large agent the upper left
    /// cell.
    pub from: Cell,
    /// The cell that is being entered.
    pub to: Cell,
    /// The tick at which the step began.
    pub begin: u64,
    /// The tick at which the step is complete. At rest it lies in the past.
    pub end: u64,
    /// Side of the agent in cells.
    pub size: u8,
    /// Ticks that a straight step onto terrain of cost 1 takes.
    pub ticks_per_cell: NonZeroU16,
    /// Index of the map that the agent walks on, as an agent of one cell would see it.
    pub map: usize,
}

impl Footing {
    const fn is_moving(&self, tick: u64) -> bool {
        self.end > tick
    }

    const fn direction(&self) -> (i32, i32) {
        (self.to.x - self.from.x, self.to.y - self.from.y)
    }
}

/// A breach of the rules of a crowd, with agents by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Conflict {
    /// Two agents stand in or enter one cell.
    #[error("agents {agents:?} share the cell {cell}")]
    Overlap {
        /// The two agents, the lower number first.
        agents: [usize; 2],
        /// The cell.
        cell: Cell,
    },
    /// An agent enters a cell and would arrive before its holder has left.
    #[error("agent {entering} enters {cell} before agent {leaving} has left it")]
    Early {
        /// The agent that enters.
        entering: usize,
        /// The agent that leaves.
        leaving: usize,
        /// The cell.
        cell: Cell,
    },
    /// Two agents exchange their cells.
    #[error("agents {agents:?} exchange their cells")]
    Swap {
        /// The two agents, the lower number first.
        agents: [usize; 2],
    },
    /// Two diagonal steps cross.
    #[error("the diagonal steps of agents {agents:?} cross")]
    Crossing {
        /// The two agents, the lower number first.
        agents: [usize; 2],
    },
    /// A diagonal step and the step behind or before it turn against each other: the agents come
    /// too close.
    #[error("agents {agents:?} pass too closely at a diagonal step")]
    Tight {
        /// The two agents, the lower number first.
        agents: [usize; 2],
    },
    /// An agent stands in a wall or steps into one, or cuts a corner that the movement rule
    /// forbids.
    #[error("agent {agent} is not allowed on {cell}")]
    Wall {
        /// The agent.
        agent: usize,
        /// The cell that it stands on or enters.
        cell: Cell,
    },
    /// An agent is not where its last step ended, or its step leads to no neighbour or changed on
    /// the way.
    #[error("agent {agent} jumps from {from} to {to}")]
    Jump {
        /// The agent.
        agent: usize,
        /// The cell where it was.
        from: Cell,
        /// The cell where it is found.
        to: Cell,
    },
    /// A step takes another number of ticks than its pace, the terrain and the direction require.
    #[error("a step of agent {agent} takes {found} ticks; expected {expected}")]
    Pace {
        /// The agent.
        agent: usize,
        /// Actual ticks of the step.
        found: u64,
        /// Expected ticks of the step.
        expected: u64,
    },
}

/// The referee of a crowd: checks the rules tick by tick, and shares no code with what moves the
/// agents.
///
/// A moving agent holds the cells that it leaves and those that it enters. Another agent may enter
/// a cell that is being left, if it arrives no earlier than the cell is free.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::referee::{Conflict, CrowdReferee, Footing};
/// use gridwalk_pathfinding::{Cell, CostRule, Grid, Movement};
/// let grid = Grid::from_rows(&[".."]);
/// let pace = std::num::NonZeroU16::MIN;
/// let step = |from, to| Footing { from, to, begin: 0, end: 1, size: 1, ticks_per_cell: pace, map: 0 };
/// let (left, right) = (Cell::new(0, 0), Cell::new(1, 0));
/// let mut referee = CrowdReferee::new(Movement::Four, CostRule::Entered);
/// let conflicts = referee.check(&[&grid], 0, &[Some(step(left, right)), Some(step(right, left))], &[]);
/// assert_eq!(conflicts, [Conflict::Swap { agents: [0, 1] }]);
/// ```
#[derive(Debug)]
pub struct CrowdReferee {
    steps: StepRules,
    straight: u64,
    /// Agents by the cell where they stand or that they enter (`heads`) or leave (`tails`).
    heads: BTreeMap<Cell, usize>,
    tails: BTreeMap<Cell, usize>,
    /// Agents with a diagonal step, by twice the middle of the four cells that it touches.
    diagonals: BTreeMap<(i32, i32), usize>,
    before: Vec<Option<Footing>>,
}

impl CrowdReferee {
    /// Creates a referee that has seen no tick.
    #[must_use]
    pub fn new(movement: Movement, cost_rule: CostRule) -> Self {
        let steps = StepCosts::custom(5, 7)
            .expect("a diagonal step costs between one and two straight ones");
        let options = SearchOptions {
            movement,
            steps,
            cost_rule,
            ..SearchOptions::default()
        };
        Self {
            steps: StepRules::new(&options),
            straight: options.units().straight().0,
            heads: BTreeMap::new(),
            tails: BTreeMap::new(),
            diagonals: BTreeMap::new(),
            before: Vec::new(),
        }
    }

    /// Checks the steps in progress after this tick's decisions, against each other and the tick
    /// before.
    ///
    /// `maps` are the maps of the agents, by [`Footing::map`]. `agents` has an entry for each
    /// index, `None` where there is no agent. `placed` are the agents that something other than a
    /// step has moved.
    ///
    /// # Panics
    /// If an agent's map is not in `maps`.
    ///
    /// # Complexity
    /// O(n log n) for n cells that agents cover.
    pub fn check(
        &mut self,
        maps: &[&Grid],
        tick: u64,
        agents: &[Option<Footing>],
        placed: &[usize],
    ) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        self.heads.clear();
        self.tails.clear();
        self.diagonals.clear();
        self.before.resize(agents.len(), None);
        for (agent, now) in agents.iter().enumerate() {
            let Some(now) = now else { continue };
            let before = self.before[agent].filter(|_| !placed.contains(&agent));
            self.check_alone(maps[now.map], tick, agent, (before, now), &mut conflicts);
            for cell in footprint(now.to, now.size) {
                if let Some(other) = self.heads.insert(cell, agent) {
                    conflicts.push(Conflict::Overlap {
                        agents: [other, agent],
                        cell,
                    });
                }
            }
        }
        for (agent, now) in agents.iter().enumerate() {
            if let Some(now) = now.filter(|now| now.is_moving(tick)) {
                self.check_tails(agents, (agent, &now), &mut conflicts);
            }
        }
        conflicts.dedup();
        self.before.copy_from_slice(agents);
        conflicts
    }

    /// Checks an agent without the others.
    fn check_alone(
        &self,
        grid: &Grid,
        tick: u64,
        agent: usize,
        (before, now): (Option<Footing>, &Footing),
        conflicts: &mut Vec<Conflict>,
    ) {
        if let Some(before) = before {
            let is_kept = now == &before;
            let (from, to) = (before.to, now.from);
            let is_free =
                before.end <= tick && from == to && (!now.is_moving(tick) || now.begin == tick);
            let rests = before.end <= tick && now.end <= tick && from == now.to;
            if !is_kept && !is_free && !rests {
                conflicts.push(Conflict::Jump { agent, from, to });
            }
        }
        let begins = now.is_moving(tick) && now.begin == tick;
        let (dx, dy) = now.direction();
        if now.is_moving(tick) && (dx.abs() > 1 || dy.abs() > 1 || (dx, dy) == (0, 0)) {
            conflicts.push(Conflict::Jump {
                agent,
                from: now.from,
                to: now.to,
            });
            return;
        }
        let cost = |cell: Cell| u64::from(grid.cost(cell).unwrap_or(0));
        let blocked = footprint(now.to, now.size).find(|cell| cost(*cell) == 0);
        if let Some(cell) = blocked.filter(|_| begins || !now.is_moving(tick)) {
            conflicts.push(Conflict::Wall { agent, cell });
        } else if begins {
            let beside = [
                Cell::new(now.to.x, now.from.y),
                Cell::new(now.from.x, now.to.y),
            ];
            let passed = beside.map(|side| footprint(side, now.size).map(cost).min().unwrap_or(0));
            let is_open = grid
                .terrain(now.from)
                .zip(crate::Direction::of_offset((dx, dy)))
                .is_none_or(|(terrain, direction)| terrain.exits.contains(direction));
            match self.steps.cost(
                cost(now.from),
                cost(now.to),
                (dx != 0 && dy != 0).then_some(passed),
            ) {
                Some(cost) if is_open => {
                    let twice = 2 * u64::from(now.ticks_per_cell.get()) * cost;
                    let expected = ((twice + self.straight) / (2 * self.straight)).max(1);
                    let found = now.end - now.begin;
                    if found != expected {
                        conflicts.push(Conflict::Pace {
                            agent,
                            found,
                            expected,
                        });
                    }
                }
                _ => conflicts.push(Conflict::Wall {
                    agent,
                    cell: now.to,
                }),
            }
        }
    }

    /// Checks the cells that a moving agent leaves, and its diagonal.
    fn check_tails(
        &mut self,
        agents: &[Option<Footing>],
        (agent, now): (usize, &Footing),
        conflicts: &mut Vec<Conflict>,
    ) {
        let entered = |cell: Cell| footprint(now.to, now.size).any(|other| other == cell);
        for cell in footprint(now.from, now.size).filter(|cell| !entered(*cell)) {
            if let Some(other) = self.tails.insert(cell, agent) {
                conflicts.push(Conflict::Overlap {
                    agents: [other, agent],
                    cell,
                });
            }
            let Some((entering, step)) = self
                .heads
                .get(&cell)
                .and_then(|head| Some((*head, agents[*head]?)))
            else {
                continue;
            };
            if step.end < now.end {
                conflicts.push(Conflict::Early {
                    entering,
                    leaving: agent,
                    cell,
                });
            }
            let (dx, dy) = now.direction();
            let (other_dx, other_dy) = step.direction();
            if dx * other_dx + dy * other_dy < 0 {
                let agents = [agent.min(entering), agent.max(entering)];
                let is_swap = now.size == step.size && now.from == step.to && now.to == step.from;
                match is_swap {
                    // Found twice, once for each agent, and reported once.
                    true if agent > entering => {}
                    true => conflicts.push(Conflict::Swap { agents }),
                    false => conflicts.push(Conflict::Tight { agents }),
                }
            }
        }
        let (dx, dy) = now.direction();
        if dx != 0 && dy != 0 {
            let middle = (now.from.x + now.to.x, now.from.y + now.to.y);
            if let Some(other) = self.diagonals.insert(middle, agent) {
                conflicts.push(Conflict::Crossing {
                    agents: [other, agent],
                });
            }
        }
    }
}

fn footprint(at: Cell, size: u8) -> impl Iterator<Item = Cell> {
    let side = i32::from(size);
    (at.y..at.y + side).flat_map(move |y| (at.x..at.x + side).map(move |x| Cell::new(x, y)))
}
