//! Agents of a crowd: their states in words, the agents that they wait for, and the cells that they hold.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_gridwalk::crowd_kernel::{AgentId, Crowd};
use bevy_gridwalk::{AgentName, CrowdMember, CrowdState, CrowdWalk, Crowds, Hold, NavGrid};
use gridwalk_explain::{CellClaim, CrowdWait, Language, WaitEnd};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Grid};

use super::words::State;
use crate::app::{Paused, Phrase, Sentence};
use crate::picture::palette;

/// The crowd of the map, and the names of its agents.
#[derive(SystemParam)]
pub struct CrowdSight<'w, 's> {
    crowds: Res<'w, Crowds>,
    members: Query<'w, 's, Member>,
    map: Res<'w, NavGrid>,
    paused: Res<'w, Paused>,
}

/// Components of an agent that its state in words depends on.
type Member = (&'static AgentName, &'static CrowdMember, &'static CrowdState, Option<&'static CrowdWalk>, Has<Hold>);

impl CrowdSight<'_, '_> {
    /// Returns the crowd; `None` while no agent is in it.
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowds.of(None)
    }

    /// Describes the state of an agent; `None` if it is in no crowd.
    pub fn state(&self, agent: Entity, language: Language) -> Option<State> {
        let (_, member, state, walk, is_held) = self.members.get(agent).ok()?;
        let crowd = self.crowd()?;
        let id = member.id();
        let said = |word: Phrase, sentence: Sentence, color: Rgb| State {
            word: word.text(language),
            sentence: sentence.tell(language),
            color,
        };
        let stands = crowd.cell(id);
        Some(match (*state, walk) {
            (_, Some(walk)) if is_held => {
                said(Phrase::WordHeld, Phrase::HoldsOrder.with("goal", walk.goal), palette::MUTED)
            }
            _ if is_held => said(Phrase::WordHeld, Phrase::HoldsCell.into(), palette::MUTED),
            (CrowdState::Waiting { .. } | CrowdState::Blocked { .. }, _) => self.wait(id, language)?,
            (CrowdState::Yielding { to, .. }, _) => {
                let sentence = Phrase::YieldsTo.with("name", self.name(to)).with("cell", crowd.goal(id));
                said(Phrase::WordYielding, sentence, palette::WARN)
            }
            (CrowdState::Settled, _) => {
                said(Phrase::WordSettled, Phrase::SettledAt.with("cell", stands), palette::ACCENT)
            }
            (CrowdState::Walking, Some(walk)) if !self.paused.0 => {
                said(Phrase::Walking, Phrase::WalkingCrowd.with("goal", walk.goal), palette::OK)
            }
            (CrowdState::Outside, _) => said(Phrase::Waiting, Phrase::JoinsCrowd.into(), palette::MUTED),
            _ => return None,
        })
    }

    /// Describes the wait of an agent.
    fn wait(&self, id: AgentId, language: Language) -> Option<State> {
        let crowd = self.crowd()?;
        let agent = self.crowds.entity(None, id)?;
        let (since, is_blocked) = match *self.members.get(agent).ok()?.2 {
            CrowdState::Waiting { since, .. } => (since, false),
            CrowdState::Blocked { since, .. } => (since, true),
            _ => return None,
        };
        let chain: Vec<AgentId> = crowd.waits_for(id).collect();
        let last = *chain.last()?;
        let names: Vec<&str> =
            chain.iter().filter_map(|id| self.crowds.entity(None, *id)).map(|it| self.name(it)).collect();
        let wait = CrowdWait {
            ticks: crowd.now().saturating_sub(since).max(1),
            is_blocked,
            chain: names,
            end: self.end_of(crowd, last, (id, &chain)),
        };
        let (word, color) =
            if is_blocked { (Phrase::WordBlocked, palette::BAD) } else { (Phrase::CrowdWaiting, palette::WARN) };
        Some(State { word: word.text(language), sentence: wait.sentence(language), color })
    }

    /// Says what the last agent of a chain does.
    fn end_of(&self, crowd: &Crowd, last: AgentId, (first, chain): (AgentId, &[AgentId])) -> WaitEnd {
        let entity = self.crowds.entity(None, last);
        let state = entity.and_then(|agent| self.members.get(agent).ok());
        let next = crowd.last_step(last).to;
        let waits_for = state.and_then(|it| it.2.in_the_way());
        let is_of_chain =
            |agent: Entity| chain.iter().chain([&first]).any(|id| self.crowds.entity(None, *id) == Some(agent));
        match state {
            Some((.., true)) => WaitEnd::Holds,
            Some((_, _, CrowdState::Unreachable, ..)) => WaitEnd::Unreachable,
            _ if crowd.is_moving(last) && is_door(self.map.grid(), next) => WaitEnd::Passes(next),
            _ if crowd.is_moving(last) => WaitEnd::Walks(next),
            _ if waits_for.is_some_and(is_of_chain) => WaitEnd::Circle,
            _ => WaitEnd::Stands,
        }
    }

    fn name(&self, agent: Entity) -> &str {
        self.members.get(agent).map_or("", |it| it.0.0.as_str())
    }

    /// Describes the claim of an agent of the crowd on a cell; `None` if the cell is free.
    pub fn claim(&self, cell: Cell, language: Language) -> Option<String> {
        let crowd = self.crowd()?;
        let id = crowd.agent_at(cell)?;
        let step = crowd.last_step(id);
        let claim = if !crowd.is_moving(id) {
            CellClaim::Stands
        } else if crowd.cell(id) == cell || step.from != cell {
            CellClaim::Enters
        } else {
            CellClaim::Leaves
        };
        Some(claim.of(self.name(self.crowds.entity(None, id)?), language))
    }

    /// Returns the cell that an agent comes back to, which has arrived there and makes way for another one.
    pub fn comes_back_to(&self, agent: Entity) -> Option<Cell> {
        let (_, member, state, ..) = self.members.get(agent).ok()?;
        matches!(state, CrowdState::Yielding { .. }).then(|| self.crowd().map(|crowd| crowd.goal(member.id())))?
    }

    /// Returns the cells that an agent of the crowd will enter if nobody is in its way, at most this number.
    pub fn path_ahead(&self, agent: Entity, most: usize) -> Option<Vec<Cell>> {
        let member = self.members.get(agent).ok()?.1;
        let mut cells = Vec::new();
        self.crowd()?.path_ahead(member.id(), most, &mut cells);
        Some(cells)
    }
}

/// Returns `true` for a cell between two walls or edges of the map.
fn is_door(map: &Grid, cell: Cell) -> bool {
    let is_wall = |x: i32, y: i32| !map.is_walkable(Cell::new(cell.x + x, cell.y + y));
    let (upright, flat) = (is_wall(0, -1) && is_wall(0, 1), is_wall(-1, 0) && is_wall(1, 0));
    upright != flat
}
