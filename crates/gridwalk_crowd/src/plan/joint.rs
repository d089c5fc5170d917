//! One joint step of all agents of a window: priority inheritance with backtracking, under fixed
//! steps of some of them.

use super::window::{Aim, GONE, NOWHERE, VISITED, Window};
use crate::agents::{STAY, scramble};
use crate::choice::Ranks;
use crate::fields::FAR;
use crate::ground::turn_at_most_90_degrees;

/// No member.
const NOBODY: u16 = u16::MAX;

/// Choice of joint steps, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct JointStep {
    /// Cells of each member: where it stands, and where it goes; [`NOWHERE`] if it has not decided.
    from: Vec<u16>,
    to: Vec<u16>,
    /// The member on each cell before and after the step.
    here: Vec<u16>,
    next: Vec<u16>,
    /// Members that are choosing.
    is_choosing: Vec<bool>,
    seed: u64,
    number: u64,
}

impl JointStep {
    /// Begins with the members of a window.
    pub fn begin(&mut self, window: &Window, seed: u64) {
        let (members, cells) = (window.members.len(), window.places.len());
        for (list, len, value) in [
            (&mut self.from, members, NOWHERE),
            (&mut self.to, members, NOWHERE),
            (&mut self.here, cells, NOBODY),
            (&mut self.next, cells, NOBODY),
        ] {
            list.clear();
            list.resize(len, value);
        }
        self.is_choosing.clear();
        self.is_choosing.resize(members, false);
        (self.seed, self.number) = (seed, 0);
    }

    /// Chooses a step for each member, in an order. `fixed` are members that go to given cells. The
    /// places after the step are in [`result`](Self::result); returns `false` if there is no such
    /// step.
    ///
    /// # Complexity
    /// O(1) for each member, on average.
    pub fn choose(
        &mut self,
        window: &Window,
        config: &[u16],
        order: &[u16],
        fixed: &[(u16, u16)],
    ) -> bool {
        self.number += 1;
        self.here.fill(NOBODY);
        self.next.fill(NOBODY);
        self.to.fill(NOWHERE);
        self.from.copy_from_slice(config);
        for (member, value) in (0_u16..).zip(config) {
            if *value == GONE {
                self.to[usize::from(member)] = GONE;
            } else {
                self.here[usize::from(value & !VISITED)] = member;
            }
        }
        for (member, cell) in fixed {
            let own = self.cell(*member);
            if own == GONE {
                continue;
            }
            if *cell != GONE {
                let direction = window.direction(own, *cell);
                if !self.is_free(window, *member, *cell, direction) {
                    return false;
                }
                self.next[usize::from(*cell)] = *member;
            }
            self.to[usize::from(*member)] = *cell;
        }
        for member in order {
            if self.to[usize::from(*member)] == NOWHERE && !self.decide(window, *member) {
                return false;
            }
        }
        for (member, to) in (0..).zip(&mut self.to) {
            let has_visited = self.from[member] & VISITED != 0 && self.from[member] != GONE;
            if has_visited || window.members[member].aim == Aim::Visit(*to) {
                *to |= VISITED;
            }
        }
        true
    }

    /// The places of the members after the last step.
    pub fn result(&self) -> &[u16] {
        &self.to
    }

    #[inline]
    fn cell(&self, member: u16) -> u16 {
        let value = self.from[usize::from(member)];
        if value == GONE {
            GONE
        } else {
            value & !VISITED
        }
    }

    /// Whether a step breaks no rule beside those already decided.
    fn is_free(&self, window: &Window, member: u16, cell: u16, direction: u8) -> bool {
        if self.next[usize::from(cell)] != NOBODY {
            return false;
        }
        let own = self.cell(member);
        let ahead = self.here[usize::from(cell)];
        if ahead != NOBODY && ahead != member {
            let to = self.to[usize::from(ahead)];
            let is_decided = to != NOWHERE && to != GONE;
            if is_decided && !turn_at_most_90_degrees(direction, window.direction(cell, to)) {
                return false;
            }
        }
        let behind = self.next[usize::from(own)];
        if behind != NOBODY && behind != member {
            let pushed = window.direction(self.cell(behind), own);
            if !turn_at_most_90_degrees(pushed, direction) {
                return false;
            }
        }
        if !(4..STAY).contains(&direction) {
            return true;
        }
        let beside = gridwalk_pathfinding::Direction::ALL[usize::from(direction)].beside();
        let [one, other] = beside.map(|side| window.neighbour(own, side as u8));
        [(one, other), (other, one)].into_iter().all(|(to, from)| {
            let crossing = if to == NOWHERE {
                NOBODY
            } else {
                self.next[usize::from(to)]
            };
            crossing == NOBODY || self.cell(crossing) != from
        })
    }

    fn decide(&mut self, window: &Window, member: u16) -> bool {
        let (own, index) = (self.cell(member), usize::from(member));
        let kind = window.members[index].kind;
        if window.can_leave(index, own) && self.from[index] & VISITED == 0 {
            self.to[index] = GONE;
            return true;
        }
        let costs = window.costs(index, self.from[index]);
        let cost = |cell: u16| u64::from(costs.map_or(0, |costs| costs[usize::from(cell)])) << 24;
        // To stay where it has to be is the best step, unless another member takes the cell.
        if cost(own) == 0 && self.next[usize::from(own)] == NOBODY {
            (self.to[index], self.next[usize::from(own)]) = (own, member);
            return true;
        }
        let luck = scramble(self.seed, u32::from(member), self.number);
        let mut ranks = Ranks::EMPTY;
        for (direction, cell) in window.neighbours(kind, own) {
            let is_taken = u64::from(self.here[usize::from(cell)] != NOBODY);
            let luck = (is_taken << 8 | (luck >> (6 * direction) & 0x3F)) + 1;
            ranks.set(direction, cost(cell) | luck << 4);
        }
        ranks.set(STAY, cost(own));
        let first = ranks.best().unwrap_or(STAY);
        let is_way = first < STAY && ranks.cost(first) < u64::from(FAR);
        let partner = if is_way {
            self.partner(window, member, window.neighbour(own, first))
        } else {
            NOBODY
        };
        if partner != NOBODY {
            ranks.reverse();
        }
        self.is_choosing[index] = true;
        let is_moving = self.try_all(window, member, ranks, partner);
        self.is_choosing[index] = false;
        if is_moving {
            return true;
        }
        let holder = self.next[usize::from(own)];
        // One that pushes it may have the cell; only a fixed step keeps it.
        if holder != NOBODY && !self.is_choosing[usize::from(holder)] {
            return false;
        }
        (self.to[index], self.next[usize::from(own)]) = (own, member);
        false
    }

    fn try_all(&mut self, window: &Window, member: u16, ranks: Ranks, partner: u16) -> bool {
        let (own, index) = (self.cell(member), usize::from(member));
        for (at, direction) in ranks.enumerate() {
            if direction == STAY {
                if self.next[usize::from(own)] == NOBODY {
                    (self.to[index], self.next[usize::from(own)]) = (own, member);
                    return true;
                }
                continue;
            }
            let cell = window.neighbour(own, direction);
            if !self.is_free(window, member, cell, direction) {
                continue;
            }
            let ahead = self.here[usize::from(cell)];
            // A ring closes: all its steps must end together.
            if !window.is_even && ahead != NOBODY && self.is_choosing[usize::from(ahead)] {
                continue;
            }
            (self.to[index], self.next[usize::from(cell)]) = (cell, member);
            let pushes =
                ahead != NOBODY && ahead != member && self.to[usize::from(ahead)] == NOWHERE;
            if pushes && !self.decide(window, ahead) {
                // The one ahead stays: the cell is its own again.
                self.to[index] = NOWHERE;
                continue;
            }
            if at == 0 && partner != NOBODY {
                self.pull(window, partner, own);
            }
            return true;
        }
        false
    }

    /// Lets a neighbour follow into the cell that a member leaves.
    fn pull(&mut self, window: &Window, follower: u16, cell: u16) {
        let from = self.cell(follower);
        let direction = window.direction(from, cell);
        let kind = window.members[usize::from(follower)].kind;
        let is_legal = window.neighbours(kind, from).any(|(_, next)| next == cell);
        let is_undecided =
            self.to[usize::from(follower)] == NOWHERE && !self.is_choosing[usize::from(follower)];
        if is_legal && is_undecided && self.is_free(window, follower, cell, direction) {
            self.to[usize::from(follower)] = cell;
            self.next[usize::from(cell)] = follower;
        }
    }

    /// The member that has to pass before this one can go on to `first`, if there is room for it
    /// behind.
    fn partner(&self, window: &Window, member: u16, first: u16) -> u16 {
        let own = self.cell(member);
        let is_undecided = |other: u16| other != NOBODY && self.to[usize::from(other)] == NOWHERE;
        let ahead = self.here[usize::from(first)];
        if is_undecided(ahead)
            && self.is_required(window, [member, ahead], [own, first])
            && self.is_possible(window, member, first, own)
        {
            return ahead;
        }
        let kind = window.members[usize::from(member)].kind;
        let behind = window
            .neighbours(kind, own)
            .map(|(_, cell)| (cell, self.here[usize::from(cell)]));
        // One that pushes this one asks as well.
        let is_asking = |other: u16| {
            is_undecided(other) || (other != NOBODY && self.is_choosing[usize::from(other)])
        };
        let mut asking =
            behind.filter(|(cell, other)| *cell != first && *other != member && is_asking(*other));
        let partner = asking.find(|(_, other)| {
            self.is_required(window, [*other, member], [own, first])
                && self.is_possible(window, member, first, own)
        });
        partner.map_or(NOBODY, |(_, other)| other)
    }

    /// Ways on from a cell that was entered from another one, besides dead ends with a member at
    /// home.
    fn ways(&self, window: &Window, kind: u8, cell: u16, from: u16) -> (u32, u16) {
        let (mut count, mut last) = (0, NOWHERE);
        for (_, next) in window.neighbours(kind, cell) {
            let head = self.here[usize::from(next)];
            let is_home = head != NOBODY
                && window.degree(kind, next) == 1
                && window.members[usize::from(head)].aim == Aim::Cell(next);
            if next != from && !is_home {
                (count, last) = (count + 1, next);
            }
        }
        (count, last)
    }

    /// Whether the pusher must pass the puller: the corridor ahead has no branch before the
    /// pusher's way ends or turns.
    fn is_required(
        &self,
        window: &Window,
        [pusher, puller]: [u16; 2],
        [mut behind, mut ahead]: [u16; 2],
    ) -> bool {
        let kind = window.members[usize::from(pusher)].kind;
        let [push, pull] = [pusher, puller].map(|member| {
            let costs = window.costs(usize::from(member), self.from[usize::from(member)]);
            move |cell: u16| costs.map_or(0, |costs| costs[usize::from(cell)])
        });
        let first = ahead;
        while push(ahead) < push(behind) {
            let (count, next) = self.ways(window, kind, ahead, behind);
            match count {
                0 => break,
                1 => (behind, ahead) = (ahead, next),
                _ => return false,
            }
            if ahead == first {
                break;
            }
        }
        // Where both have one goal, neither needs the other behind it.
        let is_end = push(behind) == 0 && pull(behind) > 0;
        pull(behind) < pull(ahead) && (is_end || push(ahead) < push(behind))
    }

    /// Whether the two can pass each other behind: the corridor there has a branch.
    fn is_possible(&self, window: &Window, member: u16, first: u16, own: u16) -> bool {
        let kind = window.members[usize::from(member)].kind;
        let (mut behind, mut ahead) = (first, own);
        // One-way cells may lead into a circle.
        for _ in 0..window.places.len() {
            if ahead == first {
                break;
            }
            match self.ways(window, kind, ahead, behind) {
                (0, _) => return false,
                (1, next) => (behind, ahead) = (ahead, next),
                _ => return true,
            }
        }
        false
    }
}
