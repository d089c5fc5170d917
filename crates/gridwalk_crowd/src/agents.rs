//! Agents: their numbers and states, the steps of a tick, and the order in which agents decide.

use std::num::NonZeroU16;

use gridwalk_pathfinding::Cell;

use super::claims::NONE;

/// Straight steps onto terrain of cost 1 whose time an agent may come no closer before a plan is
/// searched.
pub(crate) const PATIENCE: u64 = 16;

/// An agent of a crowd. The number of an agent that was removed is given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u32);

impl AgentId {
    pub(crate) const fn get(self) -> usize {
        self.0 as usize
    }
}

/// A kind of agents: those of one size that see one map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

/// An agent that joins a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewAgent {
    /// The cell where it stands; of a large agent the upper left one.
    pub at: Cell,
    /// Its kind; 0 is that of the crowd's first map.
    pub kind: KindId,
    /// Ticks that a straight step onto terrain of cost 1 takes; `None` for the crowd's pace.
    pub ticks_per_cell: Option<NonZeroU16>,
    /// Its steps are over when the caller [says so](super::Crowd::finish_step), and not after a
    /// number of ticks.
    pub is_driven: bool,
}

impl NewAgent {
    /// An agent of the first kind at the crowd's pace.
    #[must_use]
    pub const fn at(at: Cell) -> Self {
        Self {
            at,
            kind: KindId(0),
            ticks_per_cell: None,
            is_driven: false,
        }
    }
}

/// The part of an agent in the choices of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It stands on its slot, or as near as it comes, and moves only if it is pushed.
    Settled,
    /// It has somewhere to go.
    Active,
    /// No path leads to its goal.
    Unreachable,
}

/// The step of this tick in [`Agent::plan`], besides the eight directions.
pub(crate) const STAY: u8 = 8;
/// The absence of a jam.
pub(crate) const NO_JAM: u16 = u16::MAX;
/// The agent has not decided yet.
pub(crate) const UNDECIDED: u8 = 9;
/// The agent is choosing; its present choice is in [`Agent::trial`].
pub(crate) const CHOOSING: u8 = 10;
/// The agent is under way since an earlier tick.
pub(crate) const UNDER_WAY: u8 = 11;

#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, packed for the cache"
)]
pub(crate) struct Agent {
    /// Place where it stands, or that it leaves.
    pub at: u32,
    /// Place that it enters; the same as `at` at rest.
    pub to: u32,
    /// Place that its last step left.
    pub from: u32,
    pub begin: u64,
    pub end: u64,
    /// Position in the order of decisions; lower ones decide earlier.
    pub key: u64,
    pub group: u32,
    /// Its index among the members of the group.
    pub member: u32,
    /// The agent that keeps it from its best step, or [`NONE`].
    pub waits_for: u32,
    /// Tick since which it waits, or rests on its slot.
    pub waits_since: u64,
    /// The agent that pushed it off its slot, or [`NONE`].
    pub pushed_by: u32,
    /// The agent that pushed it last.
    pub pusher: u32,
    pub pushed_at: u64,
    /// Tick from which it is looked at if it comes no closer to its goal.
    pub look_at: u64,
    /// Another agent of the jam for which there was no plan, or [`NONE`].
    pub blocked_by: u32,
    /// Index of the jam that it is a member of, or [`NO_JAM`].
    pub jam: u16,
    /// The step that the plan of its jam wants.
    pub guided: u8,
    /// Number of jams around it since it came closer to its goal.
    pub tries: u8,
    /// The least cost to its goal that it came to, and when.
    pub best: u32,
    pub best_at: u64,
    pub ticks: u32,
    pub ticks_per_cell: u16,
    pub kind: u8,
    pub size: u8,
    pub plan: u8,
    /// The direction of the step that is tried, or of the step under way.
    pub trial: u8,
    pub phase: Phase,
    pub is_held: bool,
    /// Its steps end when the caller says so.
    pub is_driven: bool,
    /// It has come near the slots of its group.
    pub is_near: bool,
    /// It was sent somewhere.
    pub is_sent: bool,
    pub is_alive: bool,
    /// No plan was found that brings it closer to its goal.
    pub is_blocked: bool,
    /// It was pushed off its place in this tick.
    pub is_displaced: bool,
}

impl Agent {
    pub const fn new(at: u32, kind: u8, size: u8, ticks_per_cell: u16, now: u64) -> Self {
        Self {
            at,
            to: at,
            from: at,
            begin: now,
            end: now,
            key: 0,
            group: NONE,
            member: 0,
            waits_for: NONE,
            waits_since: now,
            pushed_by: NONE,
            pusher: NONE,
            pushed_at: now,
            look_at: 0,
            blocked_by: NONE,
            jam: NO_JAM,
            guided: STAY,
            tries: 0,
            best: u32::MAX,
            best_at: now,
            ticks: 0,
            ticks_per_cell,
            kind,
            size,
            plan: UNDECIDED,
            trial: STAY,
            phase: Phase::Settled,
            is_held: false,
            is_driven: false,
            is_near: false,
            is_sent: false,
            is_alive: true,
            is_blocked: false,
            is_displaced: false,
        }
    }

    /// Returns the ticks until the agent has left its cell, if a step takes this number of ticks by
    /// the rules.
    pub const fn ticks_to_leave(&self, ticks: u32) -> u32 {
        if self.is_driven { OPEN } else { ticks }
    }

    /// Returns the ticks after which the agent may be on its new cell at the earliest.
    pub const fn ticks_to_enter(&self, ticks: u32) -> u32 {
        if self.is_driven { 1 } else { ticks }
    }

    pub const fn is_in_jam(&self) -> bool {
        self.jam != NO_JAM
    }

    pub const fn is_moving(&self) -> bool {
        self.at != self.to
    }

    /// Returns `true` if the agent has somewhere to go, other than back to its slot.
    pub const fn is_traveller(&self) -> bool {
        matches!(self.phase, Phase::Active) && self.key < RETURNING
    }

    /// Returns `true` if another agent has kept the agent from its step for the time of 16 such
    /// steps.
    pub fn is_late(&self, now: u64) -> bool {
        let step = if self.ticks == OPEN { 0 } else { self.ticks }.max(self.ticks_per_cell.into());
        let limit = PATIENCE * u64::from(step);
        self.waits_for != NONE
            && self.is_traveller()
            && now.saturating_sub(self.waits_since) >= limit
    }

    /// Takes part in the order of decisions.
    pub const fn is_listed(&self) -> bool {
        self.is_alive && matches!(self.phase, Phase::Active) && !self.is_held
    }
}

/// The duration of a step whose end the caller decides.
pub(crate) const OPEN: u32 = u32::MAX;

/// Agents that have somewhere to go, in the order in which they decide.
///
/// Changes are collected, and [applied](Self::apply) together before the order is read: each of
/// them alone would move half of the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    list: Vec<(u64, u32)>,
    changes: Vec<OrderChange>,
    /// Memory for the next list.
    spare: Vec<(u64, u32)>,
}

/// An entry that is inserted or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OrderChange {
    entry: (u64, u32),
    /// Number of earlier changes: the last one of an entry counts.
    number: usize,
    is_insertion: bool,
}

/// Keys of agents that return to their slot: all others go first.
pub(crate) const RETURNING: u64 = 1 << 62;

/// Changes are applied at the latest when there are this many more than entries.
const MAX_CHANGES: usize = 1 << 10;

impl Order {
    /// The order of these agents, each with its key.
    pub fn of(mut list: Vec<(u64, u32)>) -> Self {
        list.sort_unstable();
        Self {
            list,
            ..Self::default()
        }
    }

    /// Inserts an agent, unless it is there.
    pub fn insert(&mut self, key: u64, agent: u32) {
        self.change((key, agent), true);
    }

    /// Removes an agent if it is there.
    pub fn remove(&mut self, key: u64, agent: u32) {
        self.change((key, agent), false);
    }

    fn change(&mut self, entry: (u64, u32), is_insertion: bool) {
        self.changes.push(OrderChange {
            entry,
            number: self.changes.len(),
            is_insertion,
        });
        if self.changes.len() >= self.list.len() + MAX_CHANGES {
            self.apply();
        }
    }

    /// Applies all changes.
    ///
    /// # Complexity
    /// O(1) without changes, else O(n + m log m) for n agents and m changes.
    pub fn apply(&mut self) {
        if self.changes.is_empty() {
            return;
        }
        self.changes.sort_unstable();
        let mut rest = &self.list[..];
        for of_entry in self.changes.chunk_by(|one, other| one.entry == other.entry) {
            let OrderChange {
                entry,
                is_insertion,
                ..
            } = of_entry[of_entry.len() - 1];
            let (before, behind) = rest.split_at(rest.partition_point(|other| *other < entry));
            self.spare.extend_from_slice(before);
            rest = behind.strip_prefix(&[entry]).unwrap_or(behind);
            self.spare.extend(is_insertion.then_some(entry));
        }
        self.spare.extend_from_slice(rest);
        std::mem::swap(&mut self.list, &mut self.spare);
        self.spare.clear();
        self.changes.clear();
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Position of the first agent that returns to its slot.
    pub fn first_returning(&self) -> usize {
        self.list.partition_point(|(key, _)| *key < RETURNING)
    }

    #[inline]
    pub fn agent(&self, at: usize) -> u32 {
        debug_assert!(
            self.changes.is_empty(),
            "changes are applied before the order is read"
        );
        self.list[at].1
    }
}

/// A number that depends on all of these and looks random.
#[inline]
pub(crate) const fn scramble(seed: u64, agent: u32, now: u64) -> u64 {
    let z = seed ^ ((agent as u64) << 32) ^ now.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The state of an agent after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It was sent nowhere and stands on its cell.
    Resting,
    /// It makes a step.
    Walking,
    /// Another agent is in the way of its best step.
    Waiting {
        /// The agent in the way.
        for_agent: AgentId,
        /// The tick in which it began to wait.
        since: u64,
    },
    /// It was pushed off its cell and returns when it can.
    Yielding {
        /// The agent that pushed it.
        to: AgentId,
        /// The tick in which it was pushed.
        since: u64,
    },
    /// It has arrived.
    Settled,
    /// It has come no closer to its goal for a long time, and no plan was found that lets it.
    Blocked {
        /// The agent in the way.
        by: AgentId,
        /// The tick since which it came no closer.
        since: u64,
    },
    /// No path leads to its goal.
    Unreachable,
}

/// A step that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The agent.
    pub agent: AgentId,
    /// The cell that it leaves.
    pub from: Cell,
    /// The cell that it enters.
    pub to: Cell,
    /// The tick in which the step begins.
    pub begin: u64,
    /// The tick in which it is over.
    pub end: u64,
}

/// The work of a tick. A unit takes about the time of one expansion of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickWork {
    /// Expansions for cost fields, new ones and those that follow an edit.
    pub fields: u64,
    /// Expansions for costs to free slots.
    pub slots: u64,
    /// Steps of single agents in searches for plans.
    pub plans: u64,
    /// Agents that have chosen a step, or to stay.
    pub choices: u64,
}

/// The events of a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Steps that begin, in the order in which they were decided.
    pub steps: Vec<Step>,
    /// Agents that have arrived, in the order of their steps.
    pub arrived: Vec<AgentId>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn order_equals_a_sorted_set() {
        let (mut order, mut set) = (Order::default(), BTreeSet::new());
        for round in 0..200_u64 {
            for number in 0..round % 40 {
                let luck = scramble(round, 0, number);
                let entry = (luck % 8, u32::try_from(luck >> 8 & 15).unwrap());
                if luck >> 16 & 1 == 0 {
                    order.insert(entry.0, entry.1);
                    set.insert(entry);
                } else {
                    order.remove(entry.0, entry.1);
                    set.remove(&entry);
                }
            }
            order.apply();
            assert_eq!(
                order.list,
                set.iter().copied().collect::<Vec<_>>(),
                "round {round}"
            );
        }
    }
}
