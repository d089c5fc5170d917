//! What is watched: which start, which goal, under which settings, on which state of the map.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;

use super::{Heat, Mode, Overlays, Playback};
use crate::app::rules::{change_rules, set_rule};
use crate::app::{AppCommand, AppSystems, Held, Notes, Phrase, Selection};
use crate::pathfinding::{Cell, Grid, Movement, SearchOptions};
use crate::plugin::{
    ActiveLevel, AgentCell, AgentKind, AgentName, GridAgent, GridReplaced, LastSearch, NavGrid, PathfindingSettings,
    PathfindingSystems,
};

/// Where a question came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Start and goal are the user's, settings and map those of the window: everything follows at once.
    #[default]
    Free,
    /// An agent's search as it was, counted back from its last one.
    Agent {
        /// Whose.
        name: String,
        /// 0 is the last one.
        back: usize,
        /// How many are kept.
        of: usize,
    },
    /// A row of the table of runs.
    Run(usize),
}

/// What is to be watched.
#[derive(Resource, Clone, Debug, Default)]
pub struct Question {
    /// Where it came from.
    pub source: Source,
    /// Where the way begins.
    pub start: Cell,
    /// Where it shall end.
    pub goal: Cell,
    /// The settings.
    pub options: SearchOptions,
    /// The map; `None` before the first question.
    pub grid: Option<Arc<Grid>>,
    /// Whose map it is, if not everybody's.
    pub kind: Option<AgentKind>,
}

impl Question {
    /// Whether both ask the same of the same map.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let same_map = || match (&self.grid, &other.grid) {
            // Not by the revision: a level that is opened again has another one.
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || is_same_map(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        // The map last: it takes longest.
        (self.start, self.goal) == (other.start, other.goal) && self.options == other.options && same_map()
    }
}

/// Whether both maps have the same cells, terrains and portals.
pub(super) fn is_same_map(a: &Grid, b: &Grid) -> bool {
    (a.width(), a.height(), a.cells()) == (b.width(), b.height(), b.cells())
        && a.legend() == b.legend()
        && a.portals() == b.portals()
}

/// The searches that each agent made lately, the newest first, each with the map as it was.
#[derive(Resource, Default, Debug)]
pub struct WatchHistory(HashMap<Entity, VecDeque<(LastSearch, Arc<Grid>)>>);

/// How many searches are kept for each agent.
const KEPT: usize = 5;
/// On maps with more cells only the last one: each holds on to its state of the map.
const KEPT_ALL_UP_TO: usize = 1 << 20;

impl WatchHistory {
    /// How many searches of this agent are kept.
    #[must_use]
    pub fn count(&self, agent: Entity) -> usize {
        self.0.get(&agent).map_or(0, VecDeque::len)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>()
        .init_resource::<WatchHistory>()
        .add_systems(FixedUpdate, remember_searches.after(PathfindingSystems::Follow))
        .add_systems(
            PreUpdate,
            (change_mode, change_question.before(change_rules), change_overlays).chain().in_set(AppSystems::Act),
        )
        .add_systems(Update, follow.in_set(AppSystems::Watch));
}

fn remember_searches(
    mut history: ResMut<WatchHistory>,
    grid: Res<NavGrid>,
    searches: Query<(Entity, &LastSearch, Option<&AgentKind>), Changed<LastSearch>>,
    mut gone: RemovedComponents<LastSearch>,
) {
    for agent in gone.read() {
        history.0.remove(&agent);
    }
    for (agent, search, kind) in &searches {
        let kept = history.0.entry(agent).or_default();
        // An answer that came late was found on an older map, which is gone by now.
        if search.revision == grid.grid().revision() {
            kept.push_front((search.clone(), grid.seen_by(kind)));
            kept.truncate(if grid.grid().cell_count() > KEPT_ALL_UP_TO { 1 } else { KEPT });
        }
    }
}

fn change_mode(
    mut commands: MessageReader<AppCommand>,
    mut mode: ResMut<Mode>,
    mut held: ResMut<Held>,
    mut was_held: Local<bool>,
) {
    for command in commands.read() {
        let wanted = match command {
            AppCommand::ToggleWatch if *mode == Mode::Agents => Mode::Watch,
            AppCommand::ToggleWatch => Mode::Agents,
            AppCommand::Watch | AppCommand::WatchAgent(..) => Mode::Watch,
            _ => continue,
        };
        if *mode == wanted {
            continue;
        }
        *mode = wanted;
        // Agents wait while somebody looks at a search.
        if wanted == Mode::Watch {
            *was_held = held.0;
            held.0 = true;
        } else {
            held.0 = *was_held;
        }
    }
}

fn change_question(
    mut commands: MessageReader<AppCommand>,
    mode: Res<Mode>,
    playback: Res<Playback>,
    mut question: ResMut<Question>,
    mut settings: ResMut<PathfindingSettings>,
    selection: Res<Selection>,
    history: Res<WatchHistory>,
    grid: Res<NavGrid>,
    agents: Query<(Entity, &AgentName, Option<&AgentKind>)>,
    mut notes: ResMut<Notes>,
) {
    for command in commands.read() {
        match command {
            AppCommand::SetStart(cell) | AppCommand::SetGoal(cell) if *mode == Mode::Watch => {
                let map = question.kind.as_ref().map_or_else(|| grid.snapshot(), |kind| grid.seen_by(Some(kind)));
                if !map.is_walkable(*cell) {
                    if !playback.dragging {
                        notes.warn(Phrase::CellIsBlocked.with("cell", cell));
                    }
                    continue;
                }
                let question = question.bypass_change_detection();
                make_free(question, &mut settings);
                if matches!(command, AppCommand::SetStart(_)) {
                    question.start = *cell;
                } else {
                    question.goal = *cell;
                }
            }
            // Where agents go for want of a way is no part of a search.
            AppCommand::Set(key, value) if *mode == Mode::Watch && key != "unreachable" => {
                let mut trial = settings.clone();
                trial.options = question.options.clone();
                if set_rule(&mut trial, key, value).is_ok() {
                    make_free(question.bypass_change_detection(), &mut settings);
                }
            }
            AppCommand::WatchAgent(name, back) => {
                let found = match name.as_str() {
                    "" => agents.iter().find(|(agent, ..)| Some(*agent) == selection.0),
                    name => agents.iter().find(|(_, other, _)| other.0 == name),
                };
                let Some((agent, name, kind)) = found else {
                    notes.warn(match name.as_str() {
                        "" => Phrase::NoAgentSelected.into(),
                        name => Phrase::NoSuchAgent.with("name", name),
                    });
                    continue;
                };
                let kept = history.0.get(&agent);
                let Some((search, map)) = kept.and_then(|kept| kept.get(*back)) else {
                    notes.warn(Phrase::NoSearchYet.with("name", &name.0));
                    continue;
                };
                *question = Question {
                    source: Source::Agent { name: name.0.clone(), back: *back, of: kept.map_or(0, VecDeque::len) },
                    start: search.start,
                    goal: search.goal,
                    options: search.options.clone(),
                    grid: Some(Arc::clone(map)),
                    kind: kind.cloned(),
                };
            }
            _ => {}
        }
    }
}

/// Whoever changes an old search goes on from what is seen: its settings become those of the window.
fn make_free(question: &mut Question, settings: &mut ResMut<PathfindingSettings>) {
    if question.source != Source::Free {
        question.source = Source::Free;
        if settings.options != question.options {
            settings.options = question.options.clone();
        }
    }
}

fn change_overlays(mut commands: MessageReader<AppCommand>, mut overlays: ResMut<Overlays>, mut notes: ResMut<Notes>) {
    for command in commands.read() {
        match command {
            AppCommand::ToggleTree => overlays.tree = !overlays.tree,
            AppCommand::ToggleNumbers => overlays.numbers = !overlays.numbers,
            AppCommand::HeatMap(name) => match Heat::from_name(name) {
                Some(heat) => overlays.heat = heat,
                None => notes.warn(Phrase::NoSuchHeatMap.with("name", name)),
            },
            AppCommand::NextHeatMap => {
                let here = Heat::ALL.iter().position(|heat| *heat == overlays.heat).unwrap_or(0);
                overlays.heat = Heat::ALL[(here + 1) % Heat::ALL.len()];
            }
            _ => {}
        }
    }
}

/// A free question keeps up with the settings and the map; a new level asks a new one.
pub(super) fn follow(
    mut question: ResMut<Question>,
    mode: Res<Mode>,
    grid: Res<NavGrid>,
    settings: Res<PathfindingSettings>,
    active: Res<ActiveLevel>,
    selection: Res<Selection>,
    mut replaced: MessageReader<GridReplaced>,
    agents: Query<(&AgentName, &AgentCell, Option<&AgentKind>, Option<&LastSearch>), With<GridAgent>>,
    mut old_settings: Local<Option<SearchOptions>>,
) {
    let another_map = replaced.read().count() > 0;
    let touched = old_settings.as_ref().is_some_and(|old| *old != settings.options);
    *old_settings = Some(settings.options.clone());
    if *mode == Mode::Agents {
        // Forgotten, so that the next look begins with what is there then.
        if question.grid.is_some() {
            *question = Question::default();
        }
        return;
    }
    if question.grid.is_none() || another_map {
        let agent = selection.0.and_then(|agent| agents.get(agent).ok());
        let (start, goal) = first_ends(
            &grid,
            settings.options.movement,
            &active,
            agent.map(|(name, cell, _, last)| (name, cell, last)),
        );
        let kind = agent.and_then(|(_, _, kind, _)| kind.cloned());
        let map = grid.seen_by(kind.as_ref());
        *question =
            Question { source: Source::Free, start, goal, options: settings.options.clone(), grid: Some(map), kind };
        return;
    }
    if touched && question.source != Source::Free {
        question.source = Source::Free;
    }
    if question.source != Source::Free {
        return;
    }
    let map = grid.seen_by(question.kind.as_ref());
    let same_map = question
        .grid
        .as_ref()
        .is_some_and(|old| old.revision() == map.revision() && old.cell_count() == map.cell_count());
    if !same_map || question.options != settings.options {
        question.options = settings.options.clone();
        question.grid = Some(map);
    }
}

/// What is watched first: where the selected agent goes, or was to go first, or one way across the map.
fn first_ends(
    grid: &NavGrid,
    movement: Movement,
    active: &ActiveLevel,
    agent: Option<(&AgentName, &AgentCell, Option<&LastSearch>)>,
) -> (Cell, Cell) {
    if let Some((name, _, last)) = agent {
        let is_free = |cell| grid.grid().is_walkable(cell);
        if let Some(last) = last.filter(|last| is_free(last.start) && is_free(last.goal)) {
            return (last.start, last.goal);
        }
        let level = active.shown.as_ref().and_then(|level| level.agents.iter().find(|agent| agent.name == name.0));
        if let Some((level, goal)) = level.and_then(|level| Some((level, *level.goals.first()?))) {
            return (level.at, goal);
        }
    }
    // The labels are known, unless a large map was opened just now; then any free cells do.
    let labels = grid.regions(movement);
    let region = |cell: Cell| labels.map(|labels| labels.of(cell));
    let size = |cell: Cell| labels.map(|labels| labels.size(labels.of(cell)));
    let map = grid.grid();
    let (width, height) = (map.width().cast_signed(), map.height().cast_signed());
    let free = |x: i32, y: i32| Some(Cell::new(x, y)).filter(|cell| map.is_walkable(*cell));
    let cells = (0..height).flat_map(|y| (0..width).filter_map(move |x| free(x, y)));
    // Without an agent, from one end of the largest region to the other, in reading order.
    let largest = || cells.clone().max_by_key(|cell| (size(*cell), std::cmp::Reverse((cell.y, cell.x))));
    // To look at every cell of a very large map would be seen.
    let first = || if map.cell_count() <= ALL_LOOKED_AT { largest() } else { cells.clone().next() };
    let Some(start) = agent.map(|(_, cell, _)| cell.0).or_else(first) else { return default() };
    let goal = cells.clone().rev().find(|&cell| cell != start && region(cell) == region(start));
    (start, goal.unwrap_or(start))
}

/// Of maps with more cells the largest region is not looked for.
const ALL_LOOKED_AT: usize = 1 << 20;
