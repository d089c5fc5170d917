//! State that the panels of agents read.

use bevy::diagnostic::DiagnosticsStore;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, AgentName, CrowdMember, CrowdState, CrowdWalk, FailReason,
    GridAgent, Hold, LastSearch, PathFailed, PathStack, Patrol, Planning, Waypoints,
};
use gridwalk_pathfinding::Terrain;

use super::film::FilmRecording;
use super::select::AgentsByName;
use super::spawn::SpawnBrush;
use super::words::CrowdSight;
use super::{WalkedVerdict, WatchHistory, words};
use crate::app::{Groups, document};

/// An agent as the panels see it.
#[derive(QueryData)]
pub struct AgentView {
    pub entity: Entity,
    pub name: &'static AgentName,
    pub agent: &'static GridAgent,
    pub cell: &'static AgentCell,
    pub kind: Option<&'static AgentKind>,
    pub motion: &'static AgentMotion,
    pub waypoints: &'static Waypoints,
    pub stack: Option<&'static PathStack>,
    pub planning: Option<&'static Planning>,
    pub failed: Option<&'static PathFailed>,
    pub last: Option<&'static LastSearch>,
    pub patrols: Has<Patrol>,
    pub crowd: Option<&'static CrowdState>,
    pub member: Has<CrowdMember>,
    pub walk: Option<&'static CrowdWalk>,
    pub is_held: Has<Hold>,
}

/// State of the window for drawing panels, with all agents and their searches.
#[derive(SystemParam, Deref)]
pub struct AgentsModel<'w, 's> {
    #[deref]
    base: document::DocumentModel<'w, 's>,
    pub agents: Query<'w, 's, AgentView>,
    pub order: Res<'w, AgentsByName>,
    pub history: Res<'w, WatchHistory>,
    pub walked: Res<'w, WalkedVerdict>,
    pub diagnostics: Res<'w, DiagnosticsStore>,
    pub sight: CrowdSight<'w, 's>,
    pub groups: Res<'w, Groups>,
    pub brush: Res<'w, SpawnBrush>,
    pub recordings: Query<'w, 's, &'static FilmRecording>,
}

impl AgentsModel<'_, '_> {
    /// Returns the state of an agent.
    pub fn state(&self, agent: &AgentViewItem) -> words::AgentStatus {
        if let Some(state) = self.sight.state(agent.entity, self.language()) {
            return state;
        }
        let (grid, language) = (self.grid.for_agent(agent.kind), self.language());
        let kind = agent.kind.filter(|_| self.is_open_to_others(agent));
        if let Some(status) = kind.and_then(|kind| words::closed_to_kind(&kind.0, language)) {
            return status;
        }
        let (planning, paused) = (agent.planning.is_some(), &self.paused);
        words::state(
            grid,
            *agent.agent,
            agent.motion,
            agent.stack,
            planning,
            agent.failed,
            agent.last,
            paused,
            language,
        )
    }

    /// Returns `true` if an agent finds no path, and one of a cell without rules of its own would.
    fn is_open_to_others(&self, agent: &AgentViewItem) -> bool {
        let failed = agent
            .failed
            .filter(|failed| failed.reason == FailReason::Unreachable);
        let (Some(failed), Some(regions)) =
            (failed, self.grid.regions(self.settings.options.movement))
        else {
            return false;
        };
        // Labels regard one-way terrain as plain.
        let has_one_way = self.grid.grid().legend().iter().any(Terrain::is_one_way);
        let region = regions.of(agent.cell.0);
        !has_one_way && region != 0 && region == regions.of(failed.goal)
    }
}
