//! The crowds of all maps, and the entities of their agents.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;

use crate::engine::prelude::*;
use gridwalk_crowd::{
    AgentId, CannotJoin, Crowd, CrowdRefusal, CrowdRules, KindId, NewAgent, Step,
};
use gridwalk_pathfinding::{AgentRules, Cell, Grid, GridChange, Map, Revision, View};

use super::in_crowd::CrowdMember;
use super::layout::MapKey;
use super::{AgentKind, CannotStand};

/// The crowds: one for each map that has agents with [`InCrowd`](super::InCrowd). A crowd begins
/// with its first agent and ends with its last one.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::{CrowdMember, Crowds};
///
/// /// Prints the agents that each agent waits for.
/// fn print_queues(crowds: Res<Crowds>, agents: Query<(Entity, &CrowdMember)>) {
///     for (agent, member) in &agents {
///         let Some(crowd) = crowds.of(None) else { continue };
///         let queue: Vec<_> = crowd.waits_for(member.id()).filter_map(|id| crowds.entity(None, id)).collect();
///         println!("{agent} waits for {queue:?}");
///     }
/// }
/// ```
#[derive(Resource, Reflect, Debug, Default)]
#[type_path = "bevy_gridwalk"]
#[reflect(opaque)]
#[reflect(Resource, Clone, Debug, Default, Deserialize, Serialize)]
pub struct Crowds {
    maps: BTreeMap<MapKey, MapCrowd>,
    /// Crowds of a saved game whose agents have not been seen yet, by number.
    saved: BTreeMap<u32, SavedCrowd>,
    /// The number of the newest crowd.
    newest: u32,
}

/// A crowd in a saved game. Its agents carry its number.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize)]
pub(super) struct SavedCrowd {
    number: u32,
    /// Kinds besides the first one.
    kinds: Vec<AgentKind>,
    /// Agents that have arrived in the newest tick.
    arrived: Vec<u32>,
    /// The numbers that [`Crowd::save`] writes.
    state: Vec<u64>,
}

/// The crowd of one map.
#[derive(Debug)]
pub(super) struct MapCrowd {
    pub number: u32,
    pub crowd: Crowd,
    /// The revision of the map that the crowd knows.
    pub revision: Revision,
    /// Kinds besides the first one, with the map as they see it.
    kinds: Vec<(AgentKind, View)>,
    /// The entity of each agent, by its number.
    entities: Vec<Option<Entity>>,
    /// The last steps of agents, by number.
    pub trails: Vec<Trail>,
    /// Agents that have arrived in the newest ticks, in their order.
    pub arrived: Vec<Entity>,
    /// The part of a tick that has passed, where ticks of the crowd and of the schedule differ.
    pub part: f32,
}

/// The last step of an agent, and the direction of the one before it if they follow each other
/// without a pause.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trail {
    step: Option<Step>,
    /// Columns and rows of the step before.
    pub before: Option<(i32, i32)>,
}

impl Trail {
    /// Notes a step, and returns `true` if it is another one than the last.
    pub fn follow(&mut self, step: Step) -> bool {
        if self.step == Some(step) {
            return false;
        }
        let last = self
            .step
            .filter(|last| last.end == step.begin && last.to == step.from && last.from != last.to);
        self.before = last.map(|last| (last.to.x - last.from.x, last.to.y - last.from.y));
        self.step = Some(step);
        true
    }
}

impl Crowds {
    /// Returns the crowd of the map on this entity, or of the resource; `None` while no agent is in
    /// it.
    #[must_use]
    pub fn of(&self, map: impl Into<Option<Entity>>) -> Option<&Crowd> {
        self.maps.get(&map.into()).map(|own| &own.crowd)
    }

    /// Returns the entity of an agent in the crowd of a map.
    #[must_use]
    pub fn entity(&self, map: impl Into<Option<Entity>>, agent: AgentId) -> Option<Entity> {
        self.maps.get(&map.into())?.entity(agent)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// Returns all crowds as a saved game holds them.
    fn to_saved(&self) -> Vec<SavedCrowd> {
        let live = self.maps.values().map(MapCrowd::to_saved);
        live.chain(self.saved.values().cloned()).collect()
    }

    /// Lets the crowd of a saved game go on with these agents, each with its number. Returns
    /// `false` if there is none for them, or the map or the rules are other ones.
    pub(super) fn resume(
        &mut self,
        (number, map): (u32, MapKey),
        agents: &[(AgentId, Entity)],
        grid: &Grid,
        rules: CrowdRules,
    ) -> bool {
        let Some(saved) = self
            .saved
            .remove(&number)
            .filter(|_| !self.maps.contains_key(&map))
        else {
            return false;
        };
        let Some(own) = MapCrowd::resume(saved, agents, grid, rules) else {
            return false;
        };
        self.newest = self.newest.max(number);
        self.maps.insert(map, own);
        true
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (MapKey, &mut MapCrowd)> {
        self.maps.iter_mut().map(|(map, own)| (*map, own))
    }

    pub(super) fn at_mut(&mut self, map: MapKey) -> Option<&mut MapCrowd> {
        self.maps.get_mut(&map)
    }

    pub(super) fn at(&self, map: MapKey) -> Option<&MapCrowd> {
        self.maps.get(&map)
    }

    /// Returns the crowd of a member, if it is one of this game.
    pub(super) fn of_member(
        &mut self,
        agent: Entity,
        member: CrowdMember,
    ) -> Option<&mut MapCrowd> {
        self.maps
            .get_mut(&member.map)
            .filter(|own| own.has(agent, member))
    }

    /// Returns the crowd of a map; it is made where there is none.
    pub(super) fn ensure(
        &mut self,
        map: MapKey,
        grid: &Grid,
        rules: CrowdRules,
    ) -> Result<&mut MapCrowd, CrowdRefusal> {
        use std::collections::btree_map::Entry;
        match self.maps.entry(map) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(free) => {
                let crowd = Crowd::new(grid, rules)?;
                self.newest += 1;
                Ok(free.insert(MapCrowd::new(self.newest, crowd, grid.revision())))
            }
        }
    }

    /// Ends the crowd of a map; returns the entities of its agents by number.
    pub(super) fn end(&mut self, map: MapKey) -> Vec<Entity> {
        self.maps.remove(&map).map_or(Vec::new(), |own| {
            own.entities.into_iter().flatten().collect()
        })
    }

    /// Ends crowds that have no agents.
    pub(super) fn drop_empty(&mut self) {
        self.maps
            .retain(|_, own| own.entities.iter().any(Option::is_some));
    }

    /// Returns `true` if a cell is the one that the crowd keeps for a step of an agent.
    pub(super) fn keeps(&self, agent: Entity, member: CrowdMember, cell: Cell) -> bool {
        let own = self.at(member.map).filter(|own| own.has(agent, member));
        own.is_some_and(|own| {
            own.crowd.is_moving(member.id()) && own.crowd.cell(member.id()) == cell
        })
    }

    /// Returns the reason why an agent of a crowd cannot be put onto a cell, or puts it there.
    pub(super) fn place(
        &mut self,
        agent: Entity,
        member: CrowdMember,
        cell: Cell,
    ) -> Result<(), CannotStand> {
        let Some(own) = self.of_member(agent, member) else {
            return Ok(());
        };
        own.crowd
            .place(member.id(), cell)
            .map_err(|error| CannotStand::from(&error))
    }
}

impl From<Vec<SavedCrowd>> for Crowds {
    fn from(saved: Vec<SavedCrowd>) -> Self {
        let newest = saved.iter().map(|saved| saved.number).max().unwrap_or(0);
        let saved = saved
            .into_iter()
            .map(|saved| (saved.number, saved))
            .collect();
        Self {
            maps: BTreeMap::new(),
            saved,
            newest,
        }
    }
}

/// The crowds as a saved game holds them: they go on once their agents are there.
impl Clone for Crowds {
    fn clone(&self) -> Self {
        self.to_saved().into()
    }
}

impl serde::Serialize for Crowds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_saved().serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Crowds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<SavedCrowd>::deserialize(deserializer).map(Self::from)
    }
}

impl From<&CannotJoin> for CannotStand {
    fn from(error: &CannotJoin) -> Self {
        match error {
            CannotJoin::Taken(_) => Self::Taken,
            CannotJoin::Blocked => Self::Blocked,
            CannotJoin::OffGrid => Self::OffGrid,
            CannotJoin::DoesNotFit | CannotJoin::UnknownKind(_) => Self::DoesNotFit,
        }
    }
}

impl MapCrowd {
    const fn new(number: u32, crowd: Crowd, revision: Revision) -> Self {
        Self {
            number,
            crowd,
            revision,
            kinds: Vec::new(),
            entities: Vec::new(),
            trails: Vec::new(),
            arrived: Vec::new(),
            part: 1.0,
        }
    }

    fn to_saved(&self) -> SavedCrowd {
        let arrived = self
            .members()
            .filter(|(_, agent)| self.arrived.contains(agent))
            .map(|(id, _)| id.0);
        let rank = |id: &u32| {
            self.arrived
                .iter()
                .position(|agent| Some(*agent) == self.entity(AgentId(*id)))
        };
        let mut arrived: Vec<u32> = arrived.collect();
        arrived.sort_by_key(rank);
        let kinds = self.kinds.iter().map(|(kind, _)| kind.clone()).collect();
        SavedCrowd {
            number: self.number,
            kinds,
            arrived,
            state: self.crowd.save(),
        }
    }

    /// The crowd of a saved game with the agents that are there; `None` if it does not go with the
    /// map or the rules.
    fn resume(
        saved: SavedCrowd,
        agents: &[(AgentId, Entity)],
        grid: &Grid,
        rules: CrowdRules,
    ) -> Option<Self> {
        let SavedCrowd {
            number,
            kinds,
            arrived,
            state,
        } = saved;
        let with_view = |kind: AgentKind| {
            let view = View::new(grid, (*kind.0).clone());
            (kind, view)
        };
        let kinds: Vec<(AgentKind, View)> = kinds.into_iter().map(with_view).collect();
        let others = kinds
            .iter()
            .map(|(kind, view)| (view.map().grid(), kind.0.size));
        let maps: Vec<(&Grid, u8)> = std::iter::once((grid, 1)).chain(others).collect();
        let mut crowd = Crowd::load(&maps, rules, &state).ok()?;
        for ((kind, _), number) in kinds.iter().zip(1..) {
            keep_off_walls(&mut crowd, KindId(number), kind, grid);
        }
        let mut own = Self {
            kinds,
            ..Self::new(number, crowd, grid.revision())
        };
        let count = own.crowd.agents().last().map_or(0, |id| id.0 as usize + 1);
        own.entities.resize(count, None);
        own.trails.resize(count, Trail::default());
        for (id, agent) in agents {
            if let Some(entity) = own.entities.get_mut(id.0 as usize) {
                *entity = Some(*agent);
            }
        }
        let gone: Vec<AgentId> = own
            .crowd
            .agents()
            .filter(|id| own.entity(*id).is_none())
            .collect();
        for id in gone {
            own.crowd.remove(id);
        }
        let is_known: BTreeSet<AgentId> = own.crowd.agents().collect();
        for (id, entity) in (0..).map(AgentId).zip(&mut own.entities) {
            entity.take_if(|_| !is_known.contains(&id));
        }
        own.arrived = arrived
            .into_iter()
            .filter_map(|id| own.entity(AgentId(id)))
            .collect();
        Some(own)
    }

    /// Returns `true` if an entity is this member of the crowd.
    fn has(&self, agent: Entity, member: CrowdMember) -> bool {
        self.number == member.crowd && self.entity(member.id()) == Some(agent)
    }

    /// Returns the entity of an agent.
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.entities.get(agent.0 as usize).copied().flatten()
    }

    /// Returns the agents and their entities, by number.
    pub fn members(&self) -> impl Iterator<Item = (AgentId, Entity)> + '_ {
        let numbered = (0..).map(AgentId).zip(&self.entities);
        numbered.filter_map(|(agent, entity)| Some((agent, (*entity)?)))
    }

    /// Returns the kind of an agent; it is added where it is new.
    pub fn kind_of(
        &mut self,
        kind: Option<&AgentKind>,
        grid: &Grid,
    ) -> Result<KindId, CrowdRefusal> {
        let Some(kind) = kind.filter(|kind| !kind.0.is_plain()) else {
            return Ok(KindId(0));
        };
        let known = self.kinds.iter().position(|(other, _)| other == kind);
        let index = known.unwrap_or(self.kinds.len());
        if known.is_none() {
            let view = View::new(grid, (*kind.0).clone());
            let number = self.crowd.add_kind(view.map().grid(), kind.0.size)?;
            keep_off_walls(&mut self.crowd, number, kind, grid);
            self.kinds.push((kind.clone(), view));
        }
        Ok(KindId(
            u8::try_from(index + 1).expect("a crowd has at most 255 kinds"),
        ))
    }

    /// Returns `true` if an agent joined as one of this kind.
    pub fn is_of_kind(&self, agent: AgentId, kind: &AgentKind) -> bool {
        match usize::from(self.crowd.kind(agent).0).checked_sub(1) {
            None => kind.0.is_plain(),
            Some(index) => self.kinds.get(index).is_some_and(|(own, _)| own == kind),
        }
    }

    /// Lets an agent join.
    pub fn add(&mut self, agent: Entity, new: NewAgent) -> Result<AgentId, CannotJoin> {
        let id = self.crowd.add(new)?;
        let index = id.0 as usize;
        if index >= self.entities.len() {
            self.entities.resize(index + 1, None);
            self.trails.resize(index + 1, Trail::default());
        }
        (self.entities[index], self.trails[index]) = (Some(agent), Trail::default());
        Ok(id)
    }

    /// Takes an agent out.
    pub fn remove(&mut self, agent: AgentId) {
        if let Some(entity) = self.entities.get_mut(agent.0 as usize)
            && entity.take().is_some()
        {
            self.crowd.remove(agent);
        }
    }

    /// Forgets the steps of an agent that was put onto another cell.
    pub fn forget_trail(&mut self, agent: AgentId) {
        if let Some(trail) = self.trails.get_mut(agent.0 as usize) {
            *trail = Trail::default();
        }
    }

    /// Sets the pace of an agent, and holds it on its cell if that is wanted or there is no pace.
    pub fn set_pace(&mut self, agent: AgentId, pace: Option<NonZeroU16>, is_held: bool) {
        if let Some(pace) = pace {
            self.crowd.set_pace(agent, pace);
        }
        // To hold or free an agent gives it another place in the order of decisions.
        let is_held = is_held || pace.is_none();
        if self.crowd.is_held(agent) != is_held {
            self.crowd.hold(agent, is_held);
        }
    }

    /// Lets the views of kinds follow an edit.
    pub fn follow(&mut self, grid: &Grid, change: &GridChange) {
        for (_, view) in &mut self.kinds {
            view.update(grid, change);
        }
    }

    /// Makes one tick.
    pub fn tick(&mut self, grid: &Grid, work: u64) {
        let Self { crowd, kinds, .. } = self;
        crowd.tick(&maps(grid, kinds), work);
    }

    /// Calls the function for the crowd and the maps of its kinds.
    pub fn with_maps<R>(&mut self, grid: &Grid, act: impl FnOnce(&mut Crowd, &[&Grid]) -> R) -> R {
        let Self { crowd, kinds, .. } = self;
        act(crowd, &maps(grid, kinds))
    }

    /// Returns the map as an agent of a kind of the crowd sees it.
    pub fn map_seen_by<'a>(&'a self, kind: Option<&AgentKind>, shared: &'a Map) -> &'a Map {
        let known = kind.and_then(|kind| self.kinds.iter().find(|(other, _)| other == kind));
        known.map_or(shared, |(_, view)| view.map())
    }
}

/// Lets walls nearby slow no agent of a kind down, as outside a crowd.
fn keep_off_walls(crowd: &mut Crowd, number: KindId, kind: &AgentKind, grid: &Grid) {
    if kind.0.keep_off_walls.is_some() {
        crowd.keep_off_walls(number, &AgentRules::new(&kind.0, grid.legend()), grid);
    }
}

/// The map of the first kind and those of the others.
fn maps<'a>(grid: &'a Grid, kinds: &'a [(AgentKind, View)]) -> Vec<&'a Grid> {
    std::iter::once(grid)
        .chain(kinds.iter().map(|(_, view)| view.map().grid()))
        .collect()
}
