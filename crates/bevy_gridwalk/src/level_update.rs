//! What becomes of the level that is shown: its map goes to the grid, its agents are entities.

use std::collections::HashMap;
use std::sync::Arc;

use crate::engine::prelude::*;
use gridwalk_level::{Level, LevelAgent, LevelChange};
use gridwalk_pathfinding::{Grid, GridChange, GridEdit};

use super::inbox::Inbox;
use super::{
    AgentCell, AgentKind, AgentMotion, AgentName, EditGrid, GridAgent, PathFailed, PathStack, PathfindingOptions,
    Patrol, Planning, ReplaceGrid, Waypoints,
};

/// What becomes of the level that is shown. One message for all of it, as the order counts: what changes right after
/// another level was opened is a change of that one.
#[derive(Message, Clone, Debug)]
#[non_exhaustive]
pub enum LevelUpdate {
    /// Another level is shown, from its beginning.
    Show(Arc<Level>),
    /// Parts of it are different now; agents stay where they are.
    Change(Box<LevelParts>),
}

/// The parts of a level that are different, as they are now.
#[derive(Clone, Debug, Default)]
pub struct LevelParts {
    /// Cells, legend and portals, where the map has the same size.
    pub edit: Option<GridEdit>,
    /// The whole map, of any size, in the place of the old one.
    pub map: Option<Grid>,
    /// All agents, if any of them is different.
    pub agents: Option<Vec<LevelAgent>>,
    /// How agents search.
    pub options: Option<PathfindingOptions>,
}

impl LevelUpdate {
    /// What those who show a level have to do after it has changed so; `None` if nothing of it is on the map.
    #[must_use]
    pub fn of(level: &Level, change: &LevelChange) -> Option<Self> {
        // What is said about a level is not on the map, and how its terrain looks is up to those who draw it.
        let &LevelChange { ref grid, map, agents, options, cells: _, looks: _, texts: _ } = change;
        let parts = LevelParts {
            edit: grid.as_ref().map(GridChange::edit),
            map: map.then(|| Grid::clone(&level.grid)),
            agents: agents.then(|| level.resolved_agents()),
            options: options.then(|| PathfindingOptions::of(level)),
        };
        (grid.is_some() || map || agents || options).then(|| Self::Change(Box::new(parts)))
    }
}

impl PathfindingOptions {
    /// Those of a level.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        Self { options: level.search.clone(), unreachable: level.unreachable }
    }
}

/// Whose search options count while a level is shown.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelOptions {
    /// The level's options. It replaces [`PathfindingOptions`] as a whole; options that its file leaves out are the default.
    #[default]
    OfLevel,
    /// The game's options: [`PathfindingOptions`] stays as it is.
    OfGame,
}

/// What the level says of an agent. Where that stays the same, so does what the agent does.
#[derive(Component)]
pub(super) struct InLevel(LevelAgent);

/// Keeps updates until they are read. Edits of earlier frames end with the level that they were meant for.
pub(super) fn keep_updates(mut updates: Inbox<LevelUpdate>, mut edits: Inbox<EditGrid>) {
    let is_another = |update: &LevelUpdate| match update {
        LevelUpdate::Show(_) => true,
        LevelUpdate::Change(parts) => parts.map.is_some(),
    };
    if updates.peek_new().iter().any(is_another) {
        edits.drop_kept(|_| true);
    }
}

/// Agents of the level that are none of its any more leave; agents that others have spawned stay.
pub(super) fn follow_level(
    mut commands: Commands,
    mut updates: Inbox<LevelUpdate>,
    (mut options, whose): (ResMut<PathfindingOptions>, Res<LevelOptions>),
    mut replacements: MessageWriter<ReplaceGrid>,
    mut edits: MessageWriter<EditGrid>,
    agents: Query<(Entity, &InLevel)>,
) {
    let (mut now, mut later, mut is_another) = (LevelParts::default(), Vec::new(), false);
    for update in updates.take() {
        let parts = match update {
            LevelUpdate::Show(level) => {
                is_another = true;
                let (map, agents) = (Some(Grid::clone(&level.grid)), Some(level.resolved_agents()));
                LevelParts { map, agents, options: Some(PathfindingOptions::of(&level)), edit: None }
            }
            LevelUpdate::Change(parts) => *parts,
        };
        if parts.map.is_some() {
            // It holds what these were to do, or they were meant for another one.
            later.clear();
        }
        later.extend(parts.edit.map(EditGrid));
        now.map = parts.map.or(now.map);
        now.agents = parts.agents.or(now.agents);
        now.options = parts.options.or(now.options);
    }
    replacements.write_batch(now.map.map(ReplaceGrid));
    edits.write_batch(later);
    if let Some(own) = now.options.filter(|_| *whose == LevelOptions::OfLevel) {
        options.set_if_neq(own);
    }
    let Some(wanted) = now.agents else { return };
    let mut present: HashMap<&str, (Entity, &LevelAgent)> = HashMap::new();
    for (entity, InLevel(agent)) in &agents {
        if is_another {
            commands.entity(entity).try_despawn();
        } else {
            present.insert(&agent.name, (entity, agent));
        }
    }
    for agent in wanted {
        match present.remove(agent.name.as_str()) {
            Some((_, before)) if *before == agent => {}
            Some((entity, before)) => set_agent(&mut commands.entity(entity), Some(before), agent),
            None => set_agent(&mut commands.spawn(AgentName(agent.name.clone())), None, agent),
        }
    }
    for (entity, _) in present.into_values() {
        commands.entity(entity).try_despawn();
    }
}

/// Makes an entity what the level says now.
fn set_agent(entity: &mut EntityCommands, before: Option<&LevelAgent>, agent: LevelAgent) {
    if before.is_none_or(|before| before.at != agent.at) {
        entity.insert((AgentCell(agent.at), AgentMotion::standing(agent.at)));
    }
    entity.insert(GridAgent { speed: agent.speed });
    if agent.profile.is_plain() {
        entity.remove::<AgentKind>();
    } else {
        entity.insert(AgentKind(Arc::new(agent.profile.clone())));
    }
    if before.is_none_or(|was| (was.at, &was.goals, was.patrol) != (agent.at, &agent.goals, agent.patrol)) {
        give_orders(entity, &agent);
    }
    entity.insert(InLevel(agent));
}

/// Goals in order, or round and round.
fn give_orders(entity: &mut EntityCommands, agent: &LevelAgent) {
    entity.remove::<(Patrol, PathStack, Planning, PathFailed)>();
    if agent.patrol && !agent.goals.is_empty() {
        // Where it began closes the round.
        let mut stops = agent.goals.clone();
        if !stops.contains(&agent.at) {
            stops.push(agent.at);
        }
        entity.insert((Waypoints::default(), Patrol { stops, next: 0 }));
    } else {
        entity.insert(Waypoints(agent.goals.iter().copied().collect()));
    }
}
