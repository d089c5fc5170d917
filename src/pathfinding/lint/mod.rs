//! The level lint: what a level says that its maker surely did not mean.
//!
//! What makes no sense at all is an error of the parser. Here is what can be played and still is odd: goals
//! out of reach, sealed rooms, single cells that hold the level together.

mod connections;
mod pieces;
mod reach;

use std::collections::BTreeMap;

use connections::Parts;
pub use connections::{Choke, choke_cells};
use reach::Reach;

use super::formats::{Level, LevelAgent, UnreachablePolicy};
use super::{AgentProfile, Cell, Grid, Portal, Terrain};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// Probably not meant so.
    Warning,
    /// Something in the level cannot work.
    Error,
}

impl Severity {
    /// The word before a finding.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// An agent cannot come to a goal.
    UnreachableGoal {
        /// The agent's name.
        agent: String,
        /// Where it stands before that goal.
        from: Cell,
        /// Where it cannot come to.
        goal: Cell,
    },
    /// Some agents start on one cell.
    SharedCell(Vec<String>),
    /// A portal begins or ends in a wall, so nobody uses it.
    BlockedPortal(Portal),
    /// Cells that one can come to and never leave.
    Trap {
        /// How many.
        cells: u32,
    },
    /// A part of the map that is joined to no other, and is not the largest.
    IsolatedRegion {
        /// In cells.
        size: u32,
    },
    /// More of those, too small to be listed each.
    MoreRegions {
        /// How many.
        regions: u32,
        /// All their cells.
        cells: u32,
    },
    /// A cell whose blocking splits its region.
    ChokeCell {
        /// How many cells it would cut off from the largest piece.
        cut_off: u32,
    },
    /// More of those, less important.
    MoreChokeCells(u32),
    /// Terrains of the legend that are on no cell.
    UnusedTerrain(Vec<char>),
}

/// One thing that is odd about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub kind: FindingKind,
    /// Where to look; of a region its first cell in reading order.
    pub cell: Option<Cell>,
    /// What to tell people.
    pub sentence: String,
}

/// The most isolated regions that are listed one by one, and the most choke cells.
pub const MOST_LISTED: usize = 10;

/// Looks over a level: errors first, then warnings, then notes; of each the goals, agents, portals, traps,
/// regions, choke cells and legend in this order. The level's movement, region and range count; limits on
/// cost and on expansions do not.
///
/// # Complexity
/// O(cells) time and memory for each kind of agent. On maps with one-way cells or portals, and under a region or a
/// range, up to O(cells) time more for each goal that plain ground does not lead to.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::formats::parse_level;
/// use gridwalk::pathfinding::lint::{Severity, check};
/// let text = br#"(version: 1, map: [".#."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#;
/// let findings = check(&parse_level(text, "a.level.ron").unwrap());
/// assert_eq!(findings[0].severity, Severity::Error);
/// assert_eq!(findings[0].sentence, "\"ant\" cannot come from (0, 0) to its goal (2, 0).");
/// ```
#[must_use]
pub fn check(level: &Level) -> Vec<Finding> {
    let parts = Parts::new(&level.grid, level.search.movement);
    let mut findings = Vec::new();
    check_goals(level, &mut findings);
    check_starts(level, &mut findings);
    check_portals(&level.grid, &mut findings);
    findings.extend(reach::trap(&level.grid, &level.search).map(|(cell, cells)| {
        let sentence = if cells == 1 {
            format!("Nobody who comes to {cell} can ever leave it.")
        } else {
            format!("There are {cells} cells that nobody who comes there can ever leave; the first is {cell}.")
        };
        Finding { severity: Severity::Warning, kind: FindingKind::Trap { cells }, cell: Some(cell), sentence }
    }));
    check_regions(&parts, &mut findings);
    check_chokes(parts.chokes, &mut findings);
    check_legend(&level.grid, &mut findings);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// Each agent is asked on the map as it sees it.
fn check_goals(level: &Level, findings: &mut Vec<Finding>) {
    let severity = match level.unreachable {
        UnreachablePolicy::Refuse => Severity::Error,
        // The agent goes as near as it can, so the level works.
        UnreachablePolicy::Nearest => Severity::Warning,
    };
    // Agents of one kind share a map.
    let mut kinds: Vec<(&AgentProfile, Grid)> = Vec::new();
    for agent in level.agents.iter().filter(|agent| !agent.profile.is_plain()) {
        if kinds.iter().all(|(profile, _)| **profile != agent.profile) {
            kinds.push((&agent.profile, level.grid.seen_by(&agent.profile)));
        }
    }
    let common = Reach::new(&level.grid, &level.search);
    let own = kinds.iter().map(|(profile, grid)| (*profile, Reach::new(grid, &level.search)));
    let own: Vec<(&AgentProfile, Reach)> = own.collect();
    for agent in &level.agents {
        let reach = own.iter().find(|(profile, _)| **profile == agent.profile).map_or(&common, |(_, reach)| reach);
        let mut at = agent.at;
        let round = agent.goals.first().filter(|_| agent.patrol);
        for &goal in agent.goals.iter().chain(round) {
            if reach.leads(at, goal) {
                at = goal;
                continue;
            }
            let sentence = format!("\"{}\" cannot come from {at} to its goal {goal}.", agent.name);
            let kind = FindingKind::UnreachableGoal { agent: agent.name.clone(), from: at, goal };
            findings.push(Finding { severity, kind, cell: Some(goal), sentence });
        }
    }
}

fn check_starts(level: &Level, findings: &mut Vec<Finding>) {
    let mut starts: BTreeMap<(i32, i32), Vec<&LevelAgent>> = BTreeMap::new();
    for agent in &level.agents {
        starts.entry((agent.at.y, agent.at.x)).or_default().push(agent);
    }
    for agents in starts.into_values().filter(|agents| agents.len() > 1) {
        let (cell, names): (_, Vec<String>) = (agents[0].at, agents.iter().map(|agent| agent.name.clone()).collect());
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let sentence = format!("{} start on one cell, {cell}.", quoted.join(" and "));
        findings.push(Finding {
            severity: Severity::Warning,
            kind: FindingKind::SharedCell(names),
            cell: Some(cell),
            sentence,
        });
    }
}

fn check_portals(grid: &Grid, findings: &mut Vec<Finding>) {
    for &portal in grid.portals().iter() {
        // One that leads both ways is listed twice.
        let order = |cell: Cell| (cell.y, cell.x);
        if portal.two_way && order(portal.from) > order(portal.to) {
            continue;
        }
        let walls = [portal.from, portal.to].map(|cell| (!grid.is_walkable(cell)).then_some(cell));
        let Some(wall) = walls.into_iter().flatten().next() else { continue };
        let sentence = format!("The portal from {} to {} is of no use: {wall} is blocked.", portal.from, portal.to);
        let kind = FindingKind::BlockedPortal(portal);
        findings.push(Finding { severity: Severity::Warning, kind, cell: Some(wall), sentence });
    }
}

fn check_regions(parts: &Parts, findings: &mut Vec<Finding>) {
    let mut isolated = parts.list.clone();
    // Stable: of equal ones the first in reading order comes first, and is the level itself.
    isolated.sort_by_key(|part| std::cmp::Reverse(part.size));
    let isolated = isolated.get(1..).unwrap_or_default();
    for part in &isolated[..isolated.len().min(MOST_LISTED)] {
        let cells = if part.size == 1 { "1 cell".to_owned() } else { format!("{} cells", part.size) };
        let sentence = format!("A region of {cells} from {} is walled off from the rest.", part.first);
        let kind = FindingKind::IsolatedRegion { size: part.size };
        findings.push(Finding { severity: Severity::Warning, kind, cell: Some(part.first), sentence });
    }
    let rest = isolated.get(MOST_LISTED..).unwrap_or_default();
    if let Some(first) = rest.first() {
        let cells = rest.iter().map(|part| part.size).sum();
        let regions = u32::try_from(rest.len()).expect("there are fewer regions than cells");
        let sentence = format!("{regions} more regions with {cells} cells in all are walled off.");
        let kind = FindingKind::MoreRegions { regions, cells };
        findings.push(Finding { severity: Severity::Warning, kind, cell: Some(first.first), sentence });
    }
}

fn check_chokes(mut chokes: Vec<Choke>, findings: &mut Vec<Finding>) {
    let key = |choke: &Choke| (std::cmp::Reverse(choke.cut_off), choke.cell.y, choke.cell.x);
    let rest = chokes.len().saturating_sub(MOST_LISTED);
    if rest > 0 {
        // The most important ones to the front; a maze has many, and only these need an order.
        chokes.select_nth_unstable_by_key(MOST_LISTED - 1, key);
        chokes.truncate(MOST_LISTED);
    }
    chokes.sort_by_key(key);
    for Choke { cell, cut_off } in chokes {
        let cells = if cut_off == 1 { "1 cell".to_owned() } else { format!("{cut_off} cells") };
        let sentence = format!("A wall on {cell} would cut off {cells}.");
        let kind = FindingKind::ChokeCell { cut_off };
        findings.push(Finding { severity: Severity::Note, kind, cell: Some(cell), sentence });
    }
    if rest > 0 {
        let rest = u32::try_from(rest).expect("there are fewer than cells");
        let sentence = format!("Walls on {rest} more single cells would cut off no more than that.");
        findings.push(Finding {
            severity: Severity::Note,
            kind: FindingKind::MoreChokeCells(rest),
            cell: None,
            sentence,
        });
    }
}

/// The glyphs that every level knows.
const USUAL: &str = ".#=,&%~:";

/// Every level knows the usual terrains; only its own are worth a word.
fn check_legend(grid: &Grid, findings: &mut Vec<Finding>) {
    let usual =
        |terrain: &Terrain| USUAL.contains(terrain.glyph) && *terrain == Terrain::named(terrain.glyph, &terrain.name);
    let mut used = vec![false; grid.legend().len()];
    for terrain in grid.used_terrains() {
        used[usize::from(terrain.0)] = true;
    }
    let unused = grid.legend().iter().zip(used).filter(|(terrain, used)| !used && !usual(terrain));
    let unused: Vec<&Terrain> = unused.map(|(terrain, _)| terrain).collect();
    if unused.is_empty() {
        return;
    }
    let shown: Vec<String> = unused.iter().map(|terrain| format!("'{}' ({})", terrain.glyph, terrain.name)).collect();
    findings.push(Finding {
        severity: Severity::Note,
        kind: FindingKind::UnusedTerrain(unused.iter().map(|terrain| terrain.glyph).collect()),
        cell: None,
        sentence: format!("The legend names terrain that is on no cell: {}.", shown.join(", ")),
    });
}
