//! Level linter: likely mistakes in a level, with one check for each kind of finding.
//!
//! Invalid levels are errors of the parser. The linter reports playable but odd levels: goals out
//! of reach, sealed rooms, single cells that hold the level together.

mod connections;

use std::collections::BTreeMap;

use gridwalk_pathfinding::slices::{at_once, pause};
use gridwalk_pathfinding::{
    AgentProfile, AgentRules, Cell, DiagonalRule, Grid, Movement, Portal, UnreachablePolicy, named,
};

pub use connections::{Choke, choke_cells};
use connections::{ConnectedParts, GoalReach, trap};

use crate::formats::{counted, with_defaults};
use crate::{LegendEntry, Level, LevelAgent, LevelGrid};

named! {
    /// The severity of a finding.
    #[derive(PartialOrd, Ord)]
    pub enum Severity {
        /// A remark.
        Note = "note";
        /// Probably unintended.
        Warning = "warning";
        /// A part of the level cannot work.
        Error = "error";
    }
}

named! {
    /// A part of a level for which a crowd refuses to move.
    pub enum CrowdObstacle {
        /// Portals.
        Portals = "a crowd does not use portals";
        /// Diagonal steps that cut corners.
        Movement = "a crowd moves in four directions, or in eight without cutting corners";
        /// An algorithm whose paths leave the middle of cells.
        AnyAngle = "a crowd moves from cell to cell, and not at any angle";
        /// A region, a limit or a goal tolerance of the searches.
        Limit = "a crowd knows no region, no limit of cost or expansions, and no goal tolerance";
    }
}

/// The kind of a finding, with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The name of an agent that starts on a cell that it cannot enter.
    BlockedStart(String),
    /// An agent cannot reach a goal.
    UnreachableGoal {
        /// The agent's name.
        agent: String,
        /// The cell where the agent stands before that goal.
        from: Cell,
        /// The goal that the agent cannot reach.
        goal: Cell,
    },
    /// The agents share a crowd, and no crowd moves on this level.
    CrowdRefused(CrowdObstacle),
    /// Several agents, listed by name, start on one cell.
    SharedCell(Vec<String>),
    /// A portal that begins or ends in a wall, so that no agent can use it.
    BlockedPortal(Portal),
    /// Number of cells that an agent can enter and never leave.
    Trap(u32),
    /// Number of cells of a region that is isolated from the others and is not the largest.
    IsolatedRegion(u32),
    /// The smaller isolated regions that are not listed one by one.
    MoreRegions {
        /// Number of regions.
        regions: u32,
        /// Total number of their cells.
        cells: u32,
    },
    /// A cell that splits its region if blocked; the number of cells cut off from the largest
    /// piece.
    ChokeCell(u32),
    /// Number of choke cells that are less important and not listed one by one.
    MoreChokeCells(u32),
    /// The name of an agent whose extra cost near walls is equal on all cells that it can enter.
    ///
    /// The extra cost does not change the agent's paths.
    OffWallsInVain(String),
    /// The glyphs of the terrains of the legend that are on no cell.
    UnusedTerrain(Vec<char>),
}

/// One finding: a likely mistake or a remark, with its severity and cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The kind, with its data.
    pub kind: FindingKind,
    /// The cell that the finding is about; of a region its first cell in reading order.
    pub cell: Option<Cell>,
    /// The finding in words.
    pub sentence: String,
}

impl Finding {
    fn new(
        severity: Severity,
        kind: FindingKind,
        cell: impl Into<Option<Cell>>,
        sentence: String,
    ) -> Self {
        Self {
            severity,
            kind,
            cell: cell.into(),
            sentence,
        }
    }
}

/// Maximum number of isolated regions, and of choke cells, that are listed one by one.
pub const MAX_LISTED_CELLS: usize = 10;

/// Checks a level, and returns the findings: errors first, then warnings, then notes.
///
/// Findings of one severity come in the order of the checks: start and goals of each agent, crowd,
/// shared starts, portals, traps, regions, choke cells, extra costs near walls, legend. The checks respect the level's movement,
/// region and goal tolerance, but ignore its limits on cost and on expansions.
///
/// # Complexity
/// O(cells) time and memory for each kind of agent.
///
/// On maps with one-way cells or portals, and under a region or a goal tolerance, up to O(cells)
/// more time for each goal not reached over plain ground.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::parse_level;
/// use gridwalk_level::lint::{Severity, check};
/// let text = br#"(version: 1, map: [".#."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#;
/// let findings = check(&parse_level(text, "a.level.ron").unwrap());
/// assert_eq!(findings[0].severity, Severity::Error);
/// assert_eq!(findings[0].sentence, "\"ant\" cannot come from (0, 0) to its goal (2, 0).");
/// ```
#[must_use]
pub fn check(level: &Level) -> Vec<Finding> {
    at_once(check_in_slices(level))
}

/// Does the work of [`check`] in [slices](gridwalk_pathfinding::slices).
pub async fn check_in_slices(level: &Level) -> Vec<Finding> {
    let parts = ConnectedParts::new(&level.grid, level.search.movement).await;
    let mut findings = Vec::new();
    check_goals(level, &mut findings).await;
    check_crowd(level, &mut findings);
    check_starts(level, &mut findings);
    check_portals(&level.grid, &mut findings);
    findings.extend(trap(&level.grid, &level.search).await.map(|(cell, cells)| {
        let sentence = if cells == 1 {
            format!("An agent that enters {cell} can never leave it.")
        } else {
            format!("There are {cells} cells that an agent can enter and never leave; the first is {cell}.")
        };
        Finding::new(Severity::Warning, FindingKind::Trap(cells), cell, sentence)
    }));
    check_regions(&parts, &mut findings);
    check_chokes(&parts.chokes, &mut findings);
    check_off_walls(level, &mut findings).await;
    check_legend(&level.grid, &mut findings);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

/// Checks the start and the goals of each agent on the map as the agent sees it.
async fn check_goals(level: &Level, findings: &mut Vec<Finding>) {
    let severity = match level.unreachable {
        UnreachablePolicy::Refuse => Severity::Error,
        // The agent goes as near as it can, so the level works.
        UnreachablePolicy::Nearest => Severity::Warning,
    };
    // Agents of one kind share a map.
    let mut kinds: Vec<(&AgentProfile, GoalReach)> = Vec::new();
    for agent in &level.agents {
        let known = kinds
            .iter()
            .position(|(profile, _)| **profile == agent.profile);
        let known = known.unwrap_or_else(|| {
            // An extra cost does not change which cells are reachable.
            let profile = AgentProfile {
                keep_off_walls: None,
                ..agent.profile.clone()
            };
            kinds.push((
                &agent.profile,
                GoalReach::new(level.map_of(&profile), &level.search),
            ));
            kinds.len() - 1
        });
        let reach = &mut kinds[known].1;
        let mut at = agent.at;
        if !reach.can_enter(at) {
            let sentence = format!("\"{}\" stands on {at}, which it cannot enter.", agent.name);
            let kind = FindingKind::BlockedStart(agent.name.clone());
            findings.push(Finding::new(Severity::Error, kind, at, sentence));
        }
        let round = agent.goals.first().filter(|_| agent.patrol);
        for &goal in agent.goals.iter().chain(round) {
            pause().await;
            if reach.leads(at, goal).await {
                at = goal;
                continue;
            }
            let sentence = format!(
                "\"{}\" cannot come from {at} to its goal {goal}.",
                agent.name
            );
            let kind = FindingKind::UnreachableGoal {
                agent: agent.name.clone(),
                from: at,
                goal,
            };
            // A patrol may come from one cell to one goal twice.
            if findings.iter().all(|found| found.kind != kind) {
                findings.push(Finding::new(severity, kind, goal, sentence));
            }
        }
    }
}

/// Finds the reason why a crowd refuses the level, if its agents share one.
fn check_crowd(level: &Level, findings: &mut Vec<Finding>) {
    if !level.crowd || (level.agents.is_empty() && level.groups.is_empty()) {
        return;
    }
    let (portals, search) = (level.grid.portals(), &level.search);
    let cuts_corners = !matches!(
        search.movement,
        Movement::Four | Movement::Eight(DiagonalRule::OnlyIfNoObstacles)
    );
    let has_limit = search.region.is_some()
        || search.max_cost.is_some()
        || search.max_expansions.is_some()
        || search.goal_tolerance > 0;
    let refused = [
        (!portals.is_empty(), CrowdObstacle::Portals),
        (cuts_corners, CrowdObstacle::Movement),
        (search.algorithm.is_any_angle(), CrowdObstacle::AnyAngle),
        (has_limit, CrowdObstacle::Limit),
    ];
    for (_, obstacle) in refused.into_iter().filter(|(is_there, _)| *is_there) {
        let cell = portals
            .first()
            .filter(|_| obstacle == CrowdObstacle::Portals);
        findings.push(Finding::new(
            Severity::Error,
            FindingKind::CrowdRefused(obstacle),
            cell.map(|portal| portal.from),
            format!("No agent of the crowd walks: {}.", obstacle.name()),
        ));
    }
}

fn check_starts(level: &Level, findings: &mut Vec<Finding>) {
    let mut starts: BTreeMap<(i32, i32), Vec<&LevelAgent>> = BTreeMap::new();
    for agent in &level.agents {
        starts
            .entry((agent.at.y, agent.at.x))
            .or_default()
            .push(agent);
    }
    for agents in starts.into_values().filter(|agents| agents.len() > 1) {
        let (cell, names): (_, Vec<String>) = (
            agents[0].at,
            agents.iter().map(|agent| agent.name.clone()).collect(),
        );
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let sentence = format!("{} start on one cell, {cell}.", quoted.join(" and "));
        findings.push(Finding::new(
            Severity::Warning,
            FindingKind::SharedCell(names),
            cell,
            sentence,
        ));
    }
}

fn check_portals(grid: &Grid, findings: &mut Vec<Finding>) {
    for &portal in grid.portals().iter() {
        // A two-way portal is listed twice.
        let order = |cell: Cell| (cell.y, cell.x);
        if portal.two_way && order(portal.from) > order(portal.to) {
            continue;
        }
        let walls = [portal.from, portal.to].map(|cell| (!grid.is_walkable(cell)).then_some(cell));
        let Some(wall) = walls.into_iter().flatten().next() else {
            continue;
        };
        let sentence = format!(
            "The portal from {} to {} is of no use: {wall} is blocked.",
            portal.from, portal.to
        );
        findings.push(Finding::new(
            Severity::Warning,
            FindingKind::BlockedPortal(portal),
            wall,
            sentence,
        ));
    }
}

fn check_regions(parts: &ConnectedParts, findings: &mut Vec<Finding>) {
    let mut isolated = parts.list.clone();
    // The sort is stable: of equal parts the first in reading order stays first. The first part is
    // not isolated.
    isolated.sort_by_key(|part| std::cmp::Reverse(part.size));
    let isolated = isolated.get(1..).unwrap_or_default();
    for part in &isolated[..isolated.len().min(MAX_LISTED_CELLS)] {
        let cells = counted(part.size as usize, "cell");
        let sentence = format!(
            "A region of {cells} from {} is walled off from the rest.",
            part.first
        );
        findings.push(Finding::new(
            Severity::Warning,
            FindingKind::IsolatedRegion(part.size),
            part.first,
            sentence,
        ));
    }
    let rest = isolated.get(MAX_LISTED_CELLS..).unwrap_or_default();
    if let Some(first) = rest.first() {
        let cells = rest.iter().map(|part| part.size).sum();
        let regions = u32::try_from(rest.len()).expect("there are fewer regions than cells");
        let (more, of) = (
            counted(rest.len(), "more region"),
            counted(cells as usize, "cell"),
        );
        let sentence = format!("Walled off: {more} with {of} in all.");
        let kind = FindingKind::MoreRegions { regions, cells };
        findings.push(Finding::new(Severity::Warning, kind, first.first, sentence));
    }
}

/// Lists the choke cells, which are sorted by importance.
fn check_chokes(chokes: &[Choke], findings: &mut Vec<Finding>) {
    for &Choke { cell, cut_off } in chokes.iter().take(MAX_LISTED_CELLS) {
        let sentence = format!(
            "A wall on {cell} would cut off {}.",
            counted(cut_off as usize, "cell")
        );
        findings.push(Finding::new(
            Severity::Note,
            FindingKind::ChokeCell(cut_off),
            cell,
            sentence,
        ));
    }
    let rest = chokes.len().saturating_sub(MAX_LISTED_CELLS);
    if rest > 0 {
        let sentence = format!(
            "Walls on {} would cut off no more than that.",
            counted(rest, "more single cell")
        );
        let rest = u32::try_from(rest).expect("there are fewer than cells");
        findings.push(Finding::new(
            Severity::Note,
            FindingKind::MoreChokeCells(rest),
            None,
            sentence,
        ));
    }
}

/// Finds agents whose extra cost is equal on all cells, so that it changes no path.
async fn check_off_walls(level: &Level, findings: &mut Vec<Finding>) {
    for agent in &level.agents {
        let profile = level.profile_of(Some(agent));
        if profile.reach() == 0 {
            continue;
        }
        pause().await;
        let rules = AgentRules::new(&profile, level.grid.legend());
        let seen = level.grid.seen_by(&profile);
        let mut extra = seen.size().rect().cells().filter_map(|cell| {
            let terrain = rules.terrain_cost(&level.grid, cell)?;
            Some(seen.cost(cell)? - terrain)
        });
        let first = extra.next();
        if extra.all(|other| Some(other) == first) {
            let sentence = format!(
                "\"{}\" keeps off walls in vain: every cell is as near to one.",
                agent.name
            );
            let kind = FindingKind::OffWallsInVain(agent.name.clone());
            findings.push(Finding::new(Severity::Warning, kind, agent.at, sentence));
        }
    }
}

/// Finds unused terrains of the level, except the default ones, which every level has.
fn check_legend(grid: &LevelGrid, findings: &mut Vec<Finding>) {
    let usual = with_defaults(Vec::new());
    let mut used = vec![false; grid.legend().len()];
    for terrain in grid.used_terrains() {
        used[usize::from(terrain.0)] = true;
    }
    let unused = grid
        .entries()
        .into_iter()
        .zip(used)
        .filter(|(entry, used)| !used && !usual.contains(entry));
    let unused: Vec<LegendEntry> = unused.map(|(entry, _)| entry).collect();
    if unused.is_empty() {
        return;
    }
    let show = |LegendEntry { terrain, look }: &LegendEntry| {
        format!("'{}' ({})", look.glyph, terrain.name)
    };
    let shown: Vec<String> = unused.iter().map(show).collect();
    let sentence = format!(
        "The legend names terrain that is on no cell: {}.",
        shown.join(", ")
    );
    let glyphs = unused.iter().map(|entry| entry.look.glyph).collect();
    findings.push(Finding::new(
        Severity::Note,
        FindingKind::UnusedTerrain(glyphs),
        None,
        sentence,
    ));
}
