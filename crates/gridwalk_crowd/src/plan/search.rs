//! The search for a plan that moves the agents of a window together: `LaCAM` (Okumura 2023).
//!
//! Nodes are joint configurations. The newest node is expanded by one joint step; each time that a
//! node is met again it fixes the steps of some members in another way, so that in the end every
//! joint step has been tried.

use super::joint::JointStep;
use super::window::{GONE, VISITED, Window};
use crate::agents::scramble;
use crate::ground::Ground;
use crate::hash::NumberMap;

/// Rounds until a search begins anew for the first time; each run is twice as long as the one
/// before.
const FIRST_RUN: u64 = 256;

/// No node.
const NO_NODE: u32 = u32::MAX;

/// No further way of fixing steps.
const NO_FIXED: u32 = u32::MAX;

/// A step that is fixed for a member of a node, besides those of its parents.
#[derive(Clone, Copy, Debug)]
struct Fixed {
    parent: u32,
    /// The next one of the node to be tried, or [`NO_FIXED`].
    next: u32,
    depth: u16,
    member: u16,
    cell: u16,
}

/// A joint configuration.
#[derive(Clone, Debug)]
struct JointNode {
    parent: u32,
    /// The next node with an equal hash.
    same: u32,
    /// The first way of fixing steps that was not tried, or [`NO_FIXED`], and the last one.
    fixed: [u32; 2],
    /// Number of ways that were tried.
    tried: u32,
}

/// The result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanProgress {
    /// The search goes on.
    Nothing,
    /// A [plan](JointSearch::write_plan) was found.
    Plan,
    /// There is no plan in this window.
    Impossible,
}

/// A search that can be suspended.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSearch {
    /// Number of members.
    count: usize,
    nodes: Vec<JointNode>,
    /// Ways of fixing steps of all nodes.
    fixed: Vec<Fixed>,
    /// Configurations of the nodes, one after the other.
    configs: Vec<u16>,
    /// Members of each node in the order in which they decide, and steps for which each has not
    /// been where it has to be.
    orders: Vec<u16>,
    waits: Vec<u16>,
    open: Vec<u32>,
    known: NumberMap<u64, u32>,
    joint: JointStep,
    seed: u64,
    /// Calls of [`advance`](Self::advance) so far.
    pub rounds: u64,
    pub work: u64,
    laid_out: usize,
    /// Memory of a round: steps that are fixed, the configuration after the step, and the order of
    /// its members.
    steps: Vec<(u16, u16)>,
    config: Vec<u16>,
    order: Vec<u64>,
    /// The round in which the search begins anew with other luck, and the number of rounds until
    /// the next time.
    restart: (u64, u64),
}

impl JointSearch {
    /// Begins a search; its memory is used again.
    pub fn begin(&mut self, window: &Window, seed: u64) {
        (self.count, self.seed) = (window.members.len(), seed);
        (self.rounds, self.work, self.laid_out) = (0, 0, 0);
        self.forget();
        self.joint.begin(window, seed);
        self.restart = (window.members.len() as u64 + FIRST_RUN, FIRST_RUN);
    }

    fn forget(&mut self) {
        for list in [&mut self.configs, &mut self.orders, &mut self.waits] {
            list.clear();
        }
        self.nodes.clear();
        self.fixed.clear();
        self.open.clear();
        self.known.clear();
    }

    /// Makes one round: costs of one member, or one joint step.
    ///
    /// # Complexity
    /// O(members) on average; in the first rounds O(cells log cells).
    pub fn advance(&mut self, window: &mut Window, grounds: &[Ground]) -> PlanProgress {
        self.rounds += 1;
        if self.laid_out < self.count {
            self.work += window.places.len() as u64;
            self.laid_out += 1;
            if !window.lay_out(grounds) {
                return PlanProgress::Impossible;
            }
            if self.laid_out == self.count {
                return self.add_start(window);
            }
            return PlanProgress::Nothing;
        }
        self.work += self.count as u64;
        if self.rounds > self.restart.0 {
            self.begin_anew(window);
        }
        let Some(&at) = self.open.last() else {
            return PlanProgress::Impossible;
        };
        if !self.fix_steps(at, window) {
            self.open.pop();
            return PlanProgress::Nothing;
        }
        let range = self.range(at);
        if !self.joint.choose(
            window,
            &self.configs[range.clone()],
            &self.orders[range],
            &self.steps,
        ) {
            return PlanProgress::Nothing;
        }
        self.config.clear();
        self.config.extend_from_slice(self.joint.result());
        if let Some(known) = self.find(&self.config) {
            self.open.push(known);
            return PlanProgress::Nothing;
        }
        self.add(window, at)
    }

    /// Forgets what was found: a search that has lost its way finds a plan sooner from the start.
    fn begin_anew(&mut self, window: &Window) {
        self.forget();
        self.seed = scramble(self.seed, 0, self.rounds);
        self.joint.begin(window, self.seed);
        let length = 2 * self.restart.1;
        self.restart = (self.rounds + length, length);
        self.add_start(window);
    }

    fn add_start(&mut self, window: &Window) -> PlanProgress {
        self.config.clear();
        self.config
            .extend(window.members.iter().map(|member| member.start));
        self.add(window, NO_NODE)
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        node as usize * self.count..(node as usize + 1) * self.count
    }

    /// Takes the next way of fixing steps of a node, and adds those that fix one more. Returns
    /// `false` if all have been tried.
    fn fix_steps(&mut self, at: u32, window: &Window) -> bool {
        let range = self.range(at);
        let node = &mut self.nodes[at as usize];
        let [number, mut last] = node.fixed;
        if number == NO_FIXED {
            return false;
        }
        let chosen = self.fixed[number as usize];
        if usize::from(chosen.depth) < self.count {
            let member = self.orders[range.start + usize::from(chosen.depth)];
            let value = self.configs[range.start + usize::from(member)];
            let mut cells = [GONE; 10];
            let mut count = 0;
            if value != GONE {
                let own = value & !VISITED;
                let index = usize::from(member);
                let kind = window.members[index].kind;
                let leaves = value & VISITED == 0 && window.can_leave(index, own);
                let next = window.neighbours(kind, own).map(|(_, cell)| cell);
                for cell in next.chain([own]).chain(leaves.then_some(GONE)) {
                    cells[count] = cell;
                    count += 1;
                }
                let luck = scramble(self.seed, at, u64::from(node.tried));
                for last in (1..count).rev() {
                    let other = (luck >> (6 * last)) % (last as u64 + 1);
                    cells.swap(last, usize::try_from(other).unwrap_or(0));
                }
            }
            let depth = chosen.depth + 1;
            for cell in &cells[..count.max(1)] {
                let more = index_of(&self.fixed);
                self.fixed.push(Fixed {
                    parent: number,
                    next: NO_FIXED,
                    depth,
                    member,
                    cell: *cell,
                });
                self.fixed[last as usize].next = more;
                last = more;
            }
        }
        node.fixed = [self.fixed[number as usize].next, last];
        node.tried += 1;
        self.steps.clear();
        let mut step = chosen;
        while step.depth > 0 {
            self.steps.push((step.member, step.cell));
            step = self.fixed[step.parent as usize];
        }
        true
    }

    fn find(&self, config: &[u16]) -> Option<u32> {
        let mut at = *self.known.get(&hash(config))?;
        while at != NO_NODE && self.configs[self.range(at)] != *config {
            at = self.nodes[at as usize].same;
        }
        (at != NO_NODE).then_some(at)
    }

    /// Adds a node of the present configuration.
    fn add(&mut self, window: &Window, parent: u32) -> PlanProgress {
        let id = index_of(&self.nodes);
        let same = self.known.insert(hash(&self.config), id).unwrap_or(NO_NODE);
        let fixed = index_of(&self.fixed);
        self.fixed.push(Fixed {
            parent: 0,
            next: NO_FIXED,
            depth: 0,
            member: 0,
            cell: 0,
        });
        self.nodes.push(JointNode {
            parent,
            same,
            fixed: [fixed; 2],
            tried: 0,
        });
        self.configs.extend_from_slice(&self.config);
        let mut is_done = true;
        self.order.clear();
        for (member, value) in self.config.iter().enumerate() {
            let before = if parent == NO_NODE {
                0
            } else {
                self.waits[parent as usize * self.count + member]
            };
            let waits = if window.is_done(member, *value) {
                0
            } else {
                before.saturating_add(1)
            };
            self.waits.push(waits);
            is_done &= waits == 0;
            // Those that have waited longest go first, then those that are farthest from their aim.
            let key = u64::from(u16::MAX - waits) << 32
                | u64::from(u32::MAX - window.cost(member, *value));
            self.order.push(key << 16 | member as u64);
        }
        self.order.sort_unstable();
        self.orders
            .extend(self.order.iter().map(|key| (key & 0xFFFF) as u16));
        self.open.push(id);
        if is_done {
            PlanProgress::Plan
        } else {
            PlanProgress::Nothing
        }
    }

    /// Writes the plan that was found: configurations one after the other, from the start to the
    /// end.
    pub fn write_plan(&self, plan: &mut Vec<u16>) {
        let parent = |at: &u32| Some(self.nodes[*at as usize].parent).filter(|at| *at != NO_NODE);
        let nodes = || std::iter::successors(self.open.last().copied(), parent);
        plan.clear();
        plan.resize(nodes().count() * self.count, 0);
        for (config, node) in plan.rchunks_exact_mut(self.count).zip(nodes()) {
            config.copy_from_slice(&self.configs[self.range(node)]);
        }
    }
}

/// The index of the next element of a list.
fn index_of<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("the work of a search is limited")
}

/// FNV-1a.
fn hash(config: &[u16]) -> u64 {
    config.iter().fold(0xCBF2_9CE4_8422_2325, |hash, value| {
        (hash ^ u64::from(*value)).wrapping_mul(0x100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Layout;
    use crate::plan::{Aim, Member};
    use crate::rules::CrowdRules;
    use gridwalk_pathfinding::{Cell, Grid, Movement};

    /// Letters of the first map are starts, those of the second aims.
    fn search(starts: &[&str], aims: &[&str], limit: u64, seed: u64) -> (Option<usize>, u64) {
        let find = |map: &[&str], wanted: char| {
            let cells = map
                .iter()
                .zip(0..)
                .flat_map(|(row, y)| row.chars().zip(0..).map(move |(c, x)| (c, x, y)));
            cells
                .filter(|(letter, ..)| *letter == wanted)
                .map(|(_, x, y)| Cell::new(x, y))
                .next()
        };
        let open: Vec<String> = starts
            .iter()
            .map(|row| {
                row.chars()
                    .map(|c| if c == '#' { '#' } else { '.' })
                    .collect()
            })
            .collect();
        let grid = Grid::from_rows(&open.iter().map(String::as_str).collect::<Vec<_>>());
        let rules = CrowdRules {
            movement: Movement::Four,
            ..CrowdRules::default()
        };
        let grounds = [Ground::new(&grid, 1, &rules)];
        let layout = Layout::new(grid.size());
        let places: Vec<u32> = grid
            .iter()
            .filter(|(_, terrain)| !terrain.is_blocked())
            .map(|(cell, _)| layout.place(cell))
            .collect();
        let index = |cell: Cell| {
            let at = places
                .iter()
                .position(|place| *place == layout.place(cell))
                .unwrap();
            u16::try_from(at).unwrap()
        };
        let mut members = Vec::new();
        for (agent, letter) in (0..).zip('a'..='z') {
            if let (Some(start), Some(aim)) = (find(starts, letter), find(aims, letter)) {
                let (start, aim) = (index(start), Aim::Cell(index(aim)));
                members.push(Member {
                    agent,
                    kind: 0,
                    start,
                    aim,
                    exits: 0..0,
                });
            }
        }
        let mut window = Window::of(places, &grounds, [0].into_iter());
        (window.members, window.is_even) = (members, true);
        let mut search = JointSearch::default();
        search.begin(&window, seed);
        loop {
            let found = search.advance(&mut window, &grounds);
            let mut plan = Vec::new();
            match found {
                PlanProgress::Plan => search.write_plan(&mut plan),
                PlanProgress::Nothing if search.rounds <= limit => continue,
                PlanProgress::Nothing | PlanProgress::Impossible => {}
            }
            return (Some(plan.len()).filter(|len| *len > 0), search.rounds);
        }
    }

    #[test]
    fn one_passes_another_behind_a_junction() {
        let starts = [
            "#.#######",
            "#.#######",
            ".ab......",
            "#.#######",
            "#.#######",
        ];
        let aims = [
            "#.#######",
            "#.#######",
            "....b...a",
            "#.#######",
            "#.#######",
        ];
        let (found, rounds) = search(&starts, &aims, 2000, 0);
        assert!(found.is_some_and(|len| len < 2 * 40), "{rounds} {found:?}");
        let starts = [
            "#.#######",
            "#.#######",
            "#.#######",
            "..ab.....",
            "#.#######",
            "#.#######",
            "#.#######",
        ];
        let aims = [
            "#.#######",
            "#.#######",
            "#.#######",
            ".....b..a",
            "#.#######",
            "#.#######",
            "#.#######",
        ];
        let (found, rounds) = search(&starts, &aims, 2000, 0);
        assert!(found.is_some_and(|len| len < 2 * 40), "{rounds} {found:?}");
    }

    #[test]
    fn two_turn_round_in_a_grid_of_aisles() {
        let starts = [
            "########.###########",
            "########.###########",
            "######.....#########",
            "########.###########",
            "########.###########",
            "###...........######",
            "########c###########",
            "########.###########",
            ".........ab.........",
            "########.###########",
            "########.###########",
            "###...........######",
            "########.###########",
            "########.###########",
            "######.....#########",
        ];
        let mut aims = starts;
        aims[8] = "............b..a....";
        for seed in 0..40 {
            let (found, rounds) = search(&starts, &aims, 10_000, seed);
            assert!(
                found.is_some_and(|len| len < 3 * 60),
                "seed {seed}: {rounds} {found:?}"
            );
        }
    }

    #[test]
    fn impossible_exchanges_are_proven() {
        let (found, _) = search(&["ab....."], &["ba....."], 1 << 20, 0);
        assert_eq!(found, None);
    }
}
