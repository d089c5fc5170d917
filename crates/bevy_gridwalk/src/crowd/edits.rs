//! Crowds follow edits of their maps, and begin again on other maps and under other rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::prelude::*;
use bevy_ecs::system::SystemParam;
use gridwalk_crowd::{AgentId, CrowdRules, EditBlocked};
use gridwalk_pathfinding::{Cell, EditError, GridChange, GridEdit};

use super::members::send_out;
use crate::crowds::MapCrowd;
use crate::in_crowd::CrowdNews;
use crate::layout::MapKey;
use crate::map::maps::{MapReport, MapReports, MapsMut};
use crate::walking::place::stand;
use crate::{
    AgentCell, AgentMotion, CannotStand, Counters, CrowdMember, CrowdOptions, CrowdState,
    CrowdWalk, Crowds, EditRefused, FailReason, NavGrid, OnMap, PathFailed, PathOnly, PathStack,
    PathfindingOptions, Relocated, UnderWall,
};

/// An agent in a crowd.
type EditedMember<'a> = (
    (
        &'a mut AgentCell,
        &'a mut AgentMotion,
        Option<&'a OnMap>,
        Has<PathOnly>,
    ),
    (Option<&'a PathStack>, Option<&'a CrowdWalk>),
);

/// The effects of an edit on agents and maps, as they are reported.
#[derive(SystemParam)]
pub(super) struct EditEffects<'w, 's> {
    commands: Commands<'w, 's>,
    members: Query<'w, 's, EditedMember<'static>, With<CrowdMember>>,
    relocated: MessageWriter<'w, Relocated>,
    refused: MessageWriter<'w, EditRefused>,
    news: ResMut<'w, CrowdNews>,
    counters: ResMut<'w, Counters>,
}

/// Lets crowds follow the edits of their maps since the last tick.
///
/// On another map, and under other rules, a crowd begins again: its agents join it as newcomers do.
pub(super) fn follow_edits(
    mut crowds: ResMut<Crowds>,
    mut changes: MapReports,
    mut maps: MapsMut,
    (options, settings): (Res<PathfindingOptions>, Res<CrowdOptions>),
    mut effects: EditEffects,
) {
    let has_missed = changes.has_missed();
    let (replaced, mut changed) = changes.read_changes();
    if crowds.is_empty() {
        return;
    }
    let now = CrowdRules::from_options(&options.options)
        .ok()
        .map(|now| (now.movement, now.cost_rule));
    let all: Vec<MapKey> = crowds.iter_mut().map(|(map, _)| map).collect();
    for map in all {
        let Some(own) = crowds.at_mut(map) else {
            continue;
        };
        let rules = own.crowd.rules();
        let has_rules = !options.is_changed() || now == Some((rules.movement, rules.cost_rule));
        let goes_on = maps.with(map, |grid| {
            if grid.grid().revision() == own.revision {
                // Whatever was read, the crowd has begun on what came of it.
                return true;
            }
            let change = changed
                .remove(&map)
                .filter(|_| !has_missed && !replaced.contains(&map));
            let follows = change
                .is_some_and(|change| effects.follow(map, own, grid, change, settings.under_wall));
            own.revision = grid.grid().revision();
            follows
        });
        if goes_on != Some(true) || !has_rules {
            effects.end(crowds.end(map));
        }
    }
    crowds.drop_empty();
}

/// Reports what was taken back of edits, as edits are.
pub(super) fn report_taken_back(
    mut news: ResMut<CrowdNews>,
    mut reports: MessageWriter<MapReport>,
) {
    if !news.taken_back.is_empty() {
        reports.write_batch(
            news.taken_back
                .drain(..)
                .map(|(map, change)| MapReport::Changed(map, change)),
        );
    }
}

impl EditEffects<'_, '_> {
    /// Lets a crowd follow the edits of its map in this tick. Returns `false` if the map is none
    /// for crowds any more.
    fn follow(
        &mut self,
        map: MapKey,
        own: &mut MapCrowd,
        grid: &mut NavGrid,
        mut change: GridChange,
        under: UnderWall,
    ) -> bool {
        own.follow(grid.grid(), &change);
        if under == UnderWall::Refuse
            && let Some(back) = self.refuse(map, own, grid, &change)
        {
            own.follow(grid.grid(), &back);
            change.extend(back);
        }
        for id in self.own_walkers_under(own, grid, &change) {
            self.bury(own, id);
        }
        let pushed = loop {
            let told = own.with_maps(grid.grid(), |crowd, maps| {
                crowd.edit(maps, &change, gridwalk_crowd::UnderWall::PushOut)
            });
            match told {
                Ok(pushed) => break pushed,
                Err(EditBlocked::NoRoom { agent, .. } | EditBlocked::Occupied { agent, .. }) => {
                    self.bury(own, agent);
                }
                Err(EditBlocked::Portals(_)) => return false,
            }
        };
        for pushed in pushed {
            let Some(agent) = own.entity(pushed.agent) else {
                continue;
            };
            let Ok(((mut cell, mut motion, ..), _)) = self.members.get_mut(agent) else {
                continue;
            };
            stand(&mut cell, &mut motion, pushed.to);
            own.forget_trail(pushed.agent);
            self.counters.pushed_out += 1;
            self.relocated.write(Relocated {
                agent,
                from: pushed.from,
                to: pushed.to,
            });
        }
        let mut cells: Vec<Cell> = change.cells.iter().map(|changed| changed.cell).collect();
        cells.sort_unstable();
        for (_, agent) in own.members() {
            if let Ok((_, (Some(stack), _))) = self.members.get(agent)
                && stack.ahead().any(|cell| cells.binary_search(&cell).is_ok())
            {
                self.commands.entity(agent).try_remove::<PathStack>();
            }
        }
        true
    }

    /// Takes back the part of an edit that lies under agents; returns what that changed.
    fn refuse(
        &mut self,
        map: MapKey,
        own: &MapCrowd,
        grid: &mut NavGrid,
        change: &GridChange,
    ) -> Option<GridChange> {
        let is_under = |cell: Cell| own.crowd.agent_at(cell).is_some();
        let walls = change
            .cells
            .iter()
            .filter(|changed| changed.changes_walls() && changed.cost_after.is_none());
        let mut taken: BTreeMap<Cell, Option<u16>> = BTreeMap::new();
        for changed in walls.filter(|changed| is_under(changed.cell)) {
            taken.entry(changed.cell).or_insert(changed.cost_before);
        }
        if taken.is_empty() {
            return None;
        }
        let edit = if change.legend.is_some() {
            GridEdit {
                costs: taken.iter().map(|(cell, cost)| (*cell, *cost)).collect(),
                ..GridEdit::default()
            }
        } else {
            let first = |cell: &Cell| change.cells.iter().find(|changed| changed.cell == *cell);
            let before = taken
                .keys()
                .filter_map(first)
                .map(|changed| (changed.cell, changed.before));
            GridEdit::of_cells(before.collect())
        };
        let back = grid.edit(&edit).ok().flatten()?;
        let refused = |cell: &Cell| EditRefused {
            map,
            cell: Some(*cell),
            error: EditError::Occupied(*cell),
        };
        self.refused.write_batch(taken.keys().map(refused));
        self.news.taken_back.push((map, back.clone()));
        Some(back)
    }

    /// Agents in new walls that only the game moves.
    fn own_walkers_under(
        &self,
        own: &MapCrowd,
        grid: &NavGrid,
        change: &GridChange,
    ) -> BTreeSet<AgentId> {
        let walls = change
            .cells
            .iter()
            .filter(|changed| !grid.grid().is_walkable(changed.cell));
        let under = walls.filter_map(|changed| own.crowd.agent_at(changed.cell));
        let is_own = |id: &AgentId| {
            own.entity(*id)
                .is_some_and(|agent| self.members.get(agent).is_ok_and(|it| it.0.3))
        };
        under.filter(is_own).collect()
    }

    /// Takes an agent out of its crowd for which no cell is left.
    fn bury(&mut self, own: &mut MapCrowd, id: AgentId) {
        let Some(agent) = own.entity(id) else {
            return own.crowd.remove(id);
        };
        own.remove(id);
        let walk = self.members.get(agent).ok().and_then(|it| it.1.1);
        let cell = self
            .members
            .get(agent)
            .map(|it| it.0.0.0)
            .unwrap_or_default();
        let (goal, reason) = (
            walk.map_or(cell, |walk| walk.goal),
            FailReason::Stuck(CannotStand::Blocked),
        );
        let mut entity = self.commands.entity(agent);
        entity
            .try_remove::<(CrowdMember, PathStack)>()
            .try_insert(CrowdState::Outside);
        entity.try_insert(PathFailed {
            agent,
            goal,
            reason,
        });
    }

    /// Sends the agents of a crowd out that is over.
    fn end(&mut self, agents: Vec<Entity>) {
        for agent in agents {
            if let Ok(((_, motion, on, _), _)) = self.members.get(agent) {
                send_out(&mut self.commands.entity(agent), motion, on);
            }
        }
    }
}
