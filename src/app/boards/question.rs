//! The watched query: start, goal, options and map, with their origin.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentName, CrowdMember, CrowdWalk, Crowds, GridAgent, GridReplaced,
    InCrowd, LastSearch, NavGrid, PathStack, PathfindingOptions,
};
use gridwalk_level::Document;
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Movement, OptionChange, PathQuery, SearchOptions,
};

use crate::app::agents::WatchHistory;
use crate::app::command::Mode;
use crate::app::document::Editor;
use crate::app::{OpenDocument, Phrase, Selection, Sentence};

/// Origin of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum QuerySource {
    /// The user's start and goal, with options and map of the window; follows their changes.
    #[default]
    Free,
    /// A kept search of an agent.
    Agent {
        /// Name of the agent.
        name: String,
        /// Number of searches back from the last one; 0 for the last one.
        back: usize,
        /// Number of searches kept.
        of: usize,
    },
    /// The costs to the goal of the crowd agent of this name, from everywhere.
    Field(String),
    /// A row of the table of runs.
    Run(usize),
    /// A trace file of this name.
    Trace(String),
}

impl QuerySource {
    /// Returns the name of the agent whose search this is, if any.
    #[must_use]
    pub fn agent(&self) -> Option<&str> {
        match self {
            Self::Agent { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// The watched query with its map and origin.
#[derive(Resource, Clone, Debug, Default)]
pub struct WatchQuery {
    /// Origin of the query.
    pub source: QuerySource,
    /// Start, goal and options.
    pub query: PathQuery,
    /// The map; `None` before the first query.
    pub grid: Option<Arc<Grid>>,
    /// The kind of agent that the map is for; `None` for the plain map.
    pub kind: Option<AgentKind>,
    /// Origin of start and goal in a free search.
    pub ends: EndsOrigin,
}

/// Origin of the start and the goal of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EndsOrigin {
    /// The user chose one of them.
    #[default]
    Chosen,
    /// Start and goal of the path that the agent of this name walks.
    LegOf(String),
    /// Start and goal of the last search of the agent of this name.
    LastLegOf(String),
    /// The position of the agent of this name, and its first goal.
    PlanOf(String),
    /// The agent's position or one end of the map, and the other end: the level has no goals.
    AcrossTheMap,
}

impl WatchQuery {
    /// Makes the query free; the options of a kept search become those of the window.
    pub(in crate::app) fn make_free(&mut self, editor: &mut Editor) {
        if self.source != QuerySource::Free {
            self.forget_source();
            editor.set_options(PathfindingOptions {
                options: self.query.options.clone(),
                ..editor.options()
            });
        }
    }

    /// Makes the query free; start and goal remain those of the agent.
    fn forget_source(&mut self) {
        if let QuerySource::Agent { name, .. } = std::mem::take(&mut self.source) {
            self.ends = EndsOrigin::LastLegOf(name);
        }
    }

    /// Whether both queries are equal, on the same map.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let same_map = || match (&self.grid, &other.grid) {
            // Not by revision: a level that is opened again has a new one.
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.is_same_map(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        // The map is compared last because it takes longest.
        self.query == other.query && same_map()
    }
}

/// Watches a search of an agent, 0 for the last one; fails with a note if it is not kept.
pub(super) fn watch_agent(
    question: &mut WatchQuery,
    history: &WatchHistory,
    (agent, name, kind): (Entity, &AgentName, Option<&AgentKind>),
    back: usize,
) -> Result<(), Sentence> {
    let kept = history.of(agent);
    let (search, map) = kept
        .and_then(|kept| kept.get(back))
        .ok_or_else(|| Phrase::NoSearchYet.with("name", &name.0))?;
    *question = WatchQuery {
        source: QuerySource::Agent {
            name: name.0.clone(),
            back,
            of: kept.map_or(0, VecDeque::len),
        },
        query: search.query.clone(),
        grid: Some(Arc::clone(map)),
        kind: kind.cloned(),
        ends: EndsOrigin::default(),
    };
    Ok(())
}

/// The last walk of an agent in a crowd, which searches for nobody: its start and goal.
#[derive(Component, Clone, Copy, Debug)]
pub(in crate::app) struct LastCrowdWalk {
    /// The cell in which the agent was when it was sent.
    start: Cell,
    /// The cell to which it was sent.
    goal: Cell,
}

/// Keeps start and goal of each walk in a crowd, for those who watch it after the arrival.
pub(super) fn keep_crowd_walks(
    mut commands: Commands,
    sent: Query<(Entity, &AgentCell, &CrowdWalk), Changed<CrowdWalk>>,
) {
    for (agent, &AgentCell(start), walk) in &sent {
        let goal = walk.goal;
        commands
            .entity(agent)
            .try_insert(LastCrowdWalk { start, goal });
    }
}

/// Watches the field of the goal to which an agent of a crowd was sent last; fails with a note if
/// it was sent nowhere.
pub(super) fn watch_field(
    question: &mut WatchQuery,
    (grid, crowds, options): (&NavGrid, &Crowds, &PathfindingOptions),
    (member, name, kind): (CrowdMember, &AgentName, Option<&AgentKind>),
    last: Option<&LastCrowdWalk>,
) -> Result<(), Sentence> {
    let crowd = crowds.of(None);
    let (start, goal) = crowd
        .and_then(|crowd| Some((crowd.cell(member.id()), crowd.order(member.id())?.cell())))
        .filter(|(start, goal)| start != goal)
        .or_else(|| last.map(|last| (last.start, last.goal)))
        .ok_or_else(|| Phrase::NoGoalToWatch.with("name", &name.0))?;
    let mut options = options.options.clone();
    OptionChange::Algorithm(Algorithm::FlowField).apply(&mut options);
    *question = WatchQuery {
        source: QuerySource::Field(name.0.clone()),
        query: PathQuery::new(start, goal, options),
        grid: Some(grid.snapshot(kind)),
        kind: kind.cloned(),
        ends: EndsOrigin::default(),
    };
    Ok(())
}

/// Updates a free query after changes of the options or the map; a new level gets a new query.
pub(super) fn follow(
    mut question: ResMut<WatchQuery>,
    mode: Res<Mode>,
    grid: Res<NavGrid>,
    current: Res<PathfindingOptions>,
    open: Res<OpenDocument>,
    selection: Res<Selection>,
    mut replaced: MessageReader<GridReplaced>,
    agents: Query<(FirstLook, Option<&AgentKind>), With<GridAgent>>,
    mut old_options: Local<Option<SearchOptions>>,
) {
    let another_map = replaced.read().count() > 0;
    let touched = old_options
        .as_ref()
        .is_some_and(|old| *old != current.options);
    *old_options = Some(current.options.clone());
    if mode.has_agents() {
        // Reset, so that the next watched query starts from the state at that time.
        if question.grid.is_some() {
            *question = WatchQuery::default();
        }
        return;
    }
    if question.grid.is_none() || another_map {
        let agent = selection.lead().and_then(|agent| agents.get(agent).ok());
        let (start, goal, ends) = first_ends(
            &grid,
            current.options.movement,
            &open,
            agent.map(|(agent, _)| agent),
        );
        let of_level = || {
            let profile = open.document()?.level().profile_of(None);
            (!profile.is_plain()).then(|| AgentKind::from(profile))
        };
        let kind = agent.map_or_else(of_level, |(_, kind)| kind.cloned());
        let map = grid.snapshot(kind.as_ref());
        *question = WatchQuery {
            source: QuerySource::Free,
            query: PathQuery::new(start, goal, &current.options),
            grid: Some(map),
            kind,
            ends,
        };
        return;
    }
    if touched && question.source != QuerySource::Free {
        question.forget_source();
    }
    if question.source != QuerySource::Free {
        return;
    }
    let map = grid.grid();
    let selected = selection
        .lead()
        .and_then(|agent| agents.get(agent).ok())
        .map(|((name, ..), _)| name.0.as_str());
    if let Some((name, start, goal)) = planned(&question.ends, selected, &open)
        && (start, goal) != (question.query.start, question.query.goal)
        && map.is_walkable(start)
        && map.is_walkable(goal)
    {
        (question.query.start, question.query.goal) = (start, goal);
        question.ends = EndsOrigin::PlanOf(name);
    }
    let same_map = question.grid.as_ref().is_some_and(|old| {
        old.revision() == map.revision() && old.cell_count() == map.cell_count()
    });
    if !same_map || question.query.options != current.options {
        question.query.options = current.options.clone();
        question.grid = Some(grid.snapshot(question.kind.as_ref()));
    }
}

/// Returns the agent whose plan is watched, with its position and first goal in the level.
///
/// If the first query led across the map, this is the selected agent, once it has a goal.
fn planned(
    ends: &EndsOrigin,
    selected: Option<&str>,
    open: &OpenDocument,
) -> Option<(String, Cell, Cell)> {
    let mut agents = open.document()?.level().agents.iter();
    let agent = match ends {
        EndsOrigin::PlanOf(name) => agents.find(|agent| agent.name == *name),
        EndsOrigin::AcrossTheMap => agents.find(|agent| Some(agent.name.as_str()) == selected),
        EndsOrigin::Chosen | EndsOrigin::LegOf(_) | EndsOrigin::LastLegOf(_) => None,
    }?;
    Some((agent.name.clone(), agent.at, *agent.goals.first()?))
}

/// Components of an agent that its first query depends on: name, cell, last search, path, and its
/// walks in a crowd.
pub(super) type FirstLook<'a> = (
    &'a AgentName,
    &'a AgentCell,
    Option<&'a LastSearch>,
    Option<&'a PathStack>,
    (
        Option<&'a InCrowd>,
        Option<&'a CrowdWalk>,
        Option<&'a LastCrowdWalk>,
    ),
);

/// Returns start and goal of the first query, with their origin.
///
/// They come from the selected agent's walk in a crowd, its last search or its first goal, or else
/// lead across the map.
pub(super) fn first_ends(
    grid: &NavGrid,
    movement: Movement,
    open: &OpenDocument,
    agent: Option<FirstLook>,
) -> (Cell, Cell, EndsOrigin) {
    if let Some((name, cell, last, stack, (in_crowd, walk, last_walk))) = agent {
        // A crowd searches for nobody: the question is the way from here to the goal, or the last
        // way after the arrival.
        let map = grid.grid();
        let is_way = |start, goal| start != goal && map.is_walkable(start) && map.is_walkable(goal);
        if let Some(walk) = walk.filter(|walk| is_way(cell.0, walk.goal)) {
            return (cell.0, walk.goal, EndsOrigin::LegOf(name.0.clone()));
        }
        if let Some(last) =
            last_walk.filter(|last| in_crowd.is_some() && is_way(last.start, last.goal))
        {
            return (last.start, last.goal, EndsOrigin::LastLegOf(name.0.clone()));
        }
        if let Some(last) = last.filter(|last| last.query.check_ends(grid.grid()).is_ok()) {
            let ends = if stack.is_some() {
                EndsOrigin::LegOf
            } else {
                EndsOrigin::LastLegOf
            };
            return (last.query.start, last.query.goal, ends(name.0.clone()));
        }
        let level = open.document().map(Document::level);
        let agent = level.and_then(|level| level.agents.iter().find(|agent| agent.name == name.0));
        if let Some((agent, goal)) = agent.and_then(|agent| Some((agent, *agent.goals.first()?))) {
            return (agent.at, goal, EndsOrigin::PlanOf(name.0.clone()));
        }
    }
    // The labels are missing only if a large map was opened just now. Then any walkable cells will
    // do.
    let labels = grid.regions(movement);
    let region = |cell: Cell| labels.map(|labels| labels.of(cell));
    let size = |cell: Cell| labels.map(|labels| labels.size(labels.of(cell)));
    let map = grid.grid();
    let (width, height) = (map.width().cast_signed(), map.height().cast_signed());
    let free = |x: i32, y: i32| Some(Cell::new(x, y)).filter(|cell| map.is_walkable(*cell));
    let cells = (0..height).flat_map(|y| (0..width).filter_map(move |x| free(x, y)));
    // Without an agent: from one end of the largest region to the other, in reading order.
    let largest = || {
        cells
            .clone()
            .max_by_key(|cell| (size(*cell), std::cmp::Reverse((cell.y, cell.x))))
    };
    // Checking every cell of a very large map would cause a visible delay.
    let first = || {
        if map.cell_count() <= ALL_LOOKED_AT {
            largest()
        } else {
            cells.clone().next()
        }
    };
    let Some(start) = agent.map(|(_, cell, ..)| cell.0).or_else(first) else {
        return default();
    };
    let goal = cells
        .clone()
        .rev()
        .find(|&cell| cell != start && region(cell) == region(start));
    // An agent without goals goes nowhere: the path shown is an example.
    (start, goal.unwrap_or(start), EndsOrigin::AcrossTheMap)
}

/// Maximum number of cells of a map whose largest region is searched for.
const ALL_LOOKED_AT: usize = 1 << 20;
