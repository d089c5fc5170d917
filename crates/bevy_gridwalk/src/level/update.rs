//! Updates of the shown level: its map goes to the grid, its agents become entities.

use std::collections::HashMap;
use std::sync::Arc;

use crate::engine::prelude::*;
use gridwalk_level::{Level, LevelAgent, LevelChange};
use gridwalk_pathfinding::{Grid, GridChange, GridEdit};

use crate::inbox::Inbox;
use crate::{
    AgentCell, AgentKind, AgentMotion, AgentName, ArrivalRadius, CrowdMember, CrowdWalk, EditGrid,
    GridAgent, InCrowd, PathFailed, PathStack, PathfindingOptions, Patrol, Planning, ReplaceGrid,
    Waypoints,
};

/// An update of the level that is shown: the changed parts, with their new values.
///
/// One message type carries all updates, because their order counts. A change right after another
/// level was opened belongs to that level.
#[derive(Message, Clone, Debug, Default)]
pub struct LevelUpdate {
    /// Whether another level is shown, from its beginning; otherwise agents stay where they are.
    pub is_another: bool,
    /// Changed cells, legend and portals of a map that keeps its size.
    pub edit: Option<GridEdit>,
    /// The new map, of any size, if it replaces the old one.
    pub map: Option<Grid>,
    /// All agents, if any of them has changed.
    pub agents: Option<Vec<LevelAgent>>,
    /// Whether the agents share a crowd, if the agents or this have changed.
    pub crowd: Option<bool>,
    /// The search options of all agents, if they have changed.
    pub options: Option<PathfindingOptions>,
}

impl LevelUpdate {
    /// Returns the update that shows a level from its beginning.
    #[must_use]
    pub fn show(level: &Level) -> Self {
        Self {
            is_another: true,
            edit: None,
            map: Some(Grid::clone(&level.grid)),
            agents: Some(level.resolved_agents()),
            crowd: Some(level.crowd),
            options: Some(PathfindingOptions::of(level)),
        }
    }

    /// Returns the update for a change of the level; `None` if grid, agents and options are the
    /// same.
    #[must_use]
    pub fn of(level: &Level, change: &LevelChange) -> Option<Self> {
        // Texts are not on the map, and the looks of terrain are up to the game that draws it.
        let &LevelChange {
            ref grid,
            map,
            agents,
            options,
            cells: _,
            looks: _,
            texts: _,
        } = change;
        (grid.is_some() || map || agents || options).then(|| Self {
            is_another: false,
            edit: grid.as_ref().map(GridChange::edit),
            map: map.then(|| Grid::clone(&level.grid)),
            agents: agents.then(|| level.resolved_agents()),
            crowd: agents.then_some(level.crowd),
            options: options.then(|| PathfindingOptions::of(level)),
        })
    }
}

impl PathfindingOptions {
    /// Returns the options of a level.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        Self {
            options: level.search.clone(),
            unreachable: level.unreachable,
        }
    }
}

/// The source of the search options while a level is shown.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelOptions {
    /// The level's options.
    ///
    /// They replace [`PathfindingOptions`] as a whole; options that the file leaves out are the
    /// default.
    #[default]
    OfLevel,
    /// The game's options: [`PathfindingOptions`] stays as it is.
    OfGame,
}

/// The agent as the level describes it.
///
/// While the description stays the same, the agent keeps its activity.
#[derive(Component)]
pub(super) struct InLevel(LevelAgent);

/// Keeps updates until they are read, and drops older edits when another map is shown.
pub(super) fn keep_updates(mut updates: Inbox<LevelUpdate>, mut edits: Inbox<EditGrid>) {
    if updates.peek_new().iter().any(|update| update.map.is_some()) {
        edits.drop_kept(|_| true);
    }
}

/// Applies updates to map, options and agents.
///
/// Despawns agents removed from the level; agents spawned by the game are kept.
pub(super) fn follow_level(
    mut commands: Commands,
    mut updates: Inbox<LevelUpdate>,
    (mut options, whose): (ResMut<PathfindingOptions>, Res<LevelOptions>),
    mut replacements: MessageWriter<ReplaceGrid>,
    mut edits: MessageWriter<EditGrid>,
    (agents, mut is_crowd): (Query<(Entity, &InLevel, Has<InCrowd>)>, Local<bool>),
) {
    let (mut now, mut later) = (LevelUpdate::default(), Vec::new());
    for update in updates.take() {
        if update.map.is_some() {
            // The new map includes these edits, or they were meant for another one.
            later.clear();
        }
        later.extend(update.edit.map(EditGrid));
        now.is_another |= update.is_another;
        now.map = update.map.or(now.map);
        now.agents = update.agents.or(now.agents);
        now.crowd = update.crowd.or(now.crowd);
        now.options = update.options.or(now.options);
    }
    replacements.write_batch(now.map.map(ReplaceGrid));
    edits.write_batch(later);
    if let Some(own) = now.options.filter(|_| *whose == LevelOptions::OfLevel) {
        options.set_if_neq(own);
    }
    *is_crowd = now.crowd.unwrap_or(*is_crowd);
    let Some(wanted) = now.agents else { return };
    let mut present: HashMap<&str, (Entity, &LevelAgent)> = HashMap::new();
    for (entity, InLevel(agent), in_crowd) in &agents {
        if now.is_another {
            commands.entity(entity).try_despawn();
            continue;
        }
        present.insert(&agent.name, (entity, agent));
        if *is_crowd && !in_crowd {
            commands.entity(entity).try_insert(InCrowd);
        } else if in_crowd && !*is_crowd {
            commands.entity(entity).try_remove::<InCrowd>();
        }
    }
    for agent in wanted {
        match present.remove(agent.name.as_str()) {
            Some((_, before)) if *before == agent => {}
            Some((entity, before)) => set_agent(&mut commands.entity(entity), Some(before), agent),
            None => {
                let mut entity = commands.spawn(AgentName(agent.name.clone()));
                set_agent(&mut entity, None, agent);
                if *is_crowd {
                    entity.insert(InCrowd);
                }
            }
        }
    }
    for (entity, _) in present.into_values() {
        commands.entity(entity).try_despawn();
    }
}

// A level takes the radii that an agent can have.
const _: () = assert!(LevelAgent::MAX_ARRIVAL_RADIUS == ArrivalRadius::MAX);

/// Gives an entity the components of an agent of the level.
fn set_agent(entity: &mut EntityCommands, before: Option<&LevelAgent>, agent: LevelAgent) {
    if before.is_none_or(|before| before.at != agent.at) {
        // In a crowd it joins anew: the cell may be taken.
        entity
            .remove::<CrowdMember>()
            .insert((AgentCell(agent.at), AgentMotion::standing(agent.at)));
    }
    entity.insert(GridAgent { speed: agent.speed });
    if agent.arrival_radius > 0.0 {
        entity.insert(ArrivalRadius(agent.arrival_radius));
    } else {
        entity.remove::<ArrivalRadius>();
    }
    if agent.profile.is_plain() {
        entity.remove::<AgentKind>();
    } else {
        entity.insert(AgentKind(Arc::new(agent.profile.clone())));
    }
    if before.is_none_or(|was| {
        (was.at, &was.goals, was.patrol) != (agent.at, &agent.goals, agent.patrol)
    }) {
        give_orders(entity, &agent);
    }
    entity.insert(InLevel(agent));
}

/// Gives an agent its goals, in order or as a patrol.
fn give_orders(entity: &mut EntityCommands, agent: &LevelAgent) {
    entity.remove::<(Patrol, PathStack, Planning, PathFailed, CrowdWalk)>();
    if agent.patrol && !agent.goals.is_empty() {
        // The start cell closes the round.
        let mut stops = agent.goals.clone();
        if !stops.contains(&agent.at) {
            stops.push(agent.at);
        }
        entity.insert((Waypoints::default(), Patrol { stops, next: 0 }));
    } else {
        entity.insert(Waypoints(agent.goals.iter().copied().collect()));
    }
}
