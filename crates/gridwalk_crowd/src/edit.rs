//! Edits of the map while agents walk.

use std::collections::{BTreeMap, BTreeSet};

use gridwalk_pathfinding::{Cell, Grid, GridChange};

use super::agents::{AgentId, KindId, Phase};
use super::claims::NONE;
use super::crowd::Crowd;

/// The treatment of agents under a new wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnderWall {
    /// They are put onto the nearest free cells, each onto another one.
    #[default]
    PushOut,
    /// The edit is refused.
    Refuse,
}

/// An agent that an edit has put onto another cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pushed {
    /// The agent.
    pub agent: AgentId,
    /// The cell where it stood, or that it was about to enter.
    pub from: Cell,
    /// The cell where it stands now.
    pub to: Cell,
}

/// A reason why an edit cannot be taken. The crowd is as it was; the caller takes the edit of the
/// map back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditBlocked {
    /// An agent stands under the wall.
    #[error("agent {} stands on {cell}", agent.0)]
    Occupied {
        /// The agent.
        agent: AgentId,
        /// Its cell.
        cell: Cell,
    },
    /// No free cell is left for an agent under the wall.
    #[error("no cell is free for agent {} on {cell}", agent.0)]
    NoRoom {
        /// The agent.
        agent: AgentId,
        /// Its cell.
        cell: Cell,
    },
    /// The map has portals now.
    #[error("a crowd does not use portals; the map has {0}")]
    Portals(usize),
}

impl Crowd {
    /// Follows an edit of the map. `maps` are those of the kinds after it. Call it before the next
    /// tick.
    ///
    /// From then on nobody enters a new wall. Agents that stand in one or enter it are treated as
    /// `under` says; steps that are under way keep the time that they take.
    ///
    /// # Errors
    /// If an agent under a new wall stays there: nothing is changed then, and the edit has to be
    /// taken back.
    ///
    /// # Complexity
    /// O(cells of the edit + fields), and O(cells) for each agent that is pushed out. The next ticks
    /// repair the fields.
    pub fn edit(
        &mut self,
        maps: &[&Grid],
        change: &GridChange,
        under: UnderWall,
    ) -> Result<Vec<Pushed>, EditBlocked> {
        if let Some(count) = maps
            .first()
            .map(|map| map.portals().len())
            .filter(|count| *count > 0)
        {
            return Err(EditBlocked::Portals(count));
        }
        self.cancel();
        let cells: Vec<Cell> = change.cells.iter().map(|changed| changed.cell).collect();
        let pushed = self.places_under(maps, &cells, under)?;
        for (kind, map) in maps.iter().enumerate().take(self.grounds.len()) {
            let is_new_legend = change.legend.is_some();
            let mut seen = self.seen_by(kind, &cells);
            // In a full legend the costs near walls are rounded, by a new legend maybe otherwise
            // and anywhere.
            if is_new_legend && self.grounds[kind].keeps_off_walls() {
                seen.extend(self.grounds[kind].differing(map));
                seen.sort_unstable_by_key(|cell| (cell.y, cell.x));
                seen.dedup();
            }
            self.grounds[kind].update(map, maps[0], &seen, is_new_legend);
            let kind_id = u8::try_from(kind).expect("there are at most 255 kinds");
            self.fields.follow(kind_id, map, &seen);
        }
        self.drop_jams_near(&cells);
        self.reslot(&cells);
        for (id, _) in &pushed {
            let agent = &self.agents[*id as usize];
            self.claims.drop_all([agent.at, agent.to], agent.size, *id);
        }
        let mut report = Vec::with_capacity(pushed.len());
        for (id, place) in pushed {
            let from = self.layout.cell(self.agents[id as usize].to);
            self.put(id, place);
            report.push(Pushed {
                agent: AgentId(id),
                from,
                to: self.layout.cell(place),
            });
        }
        self.wake_unreachable();
        Ok(report)
    }

    /// Cells whose meaning may have changed for a kind, in reading order: large agents, and those
    /// that keep off walls, see a wall from further away.
    fn seen_by(&self, kind: usize, cells: &[Cell]) -> Vec<Cell> {
        let [before, behind] = self.grounds[kind].reach();
        let (width, height) = (
            self.layout.size.width.cast_signed(),
            self.layout.size.height.cast_signed(),
        );
        let rows = |cell: &Cell| {
            let (left, right) = ((cell.x - before).max(0), (cell.x + behind).min(width - 1));
            ((cell.y - before).max(0)..=(cell.y + behind).min(height - 1))
                .map(move |y| (y, left, right))
        };
        let mut spans: Vec<(i32, i32, i32)> = cells.iter().flat_map(rows).collect();
        spans.sort_unstable();
        let mut seen: Vec<Cell> = Vec::with_capacity(cells.len());
        for (y, left, right) in spans {
            let next = seen
                .last()
                .filter(|last| last.y == y)
                .map_or(0, |last| last.x + 1);
            seen.extend((left.max(next)..=right).map(|x| Cell::new(x, y)));
        }
        seen
    }

    /// New places of the agents that stand in or enter a new wall, in the order of their numbers.
    fn places_under(
        &self,
        maps: &[&Grid],
        cells: &[Cell],
        under: UnderWall,
    ) -> Result<Vec<(u32, u32)>, EditBlocked> {
        let heads = cells
            .iter()
            .map(|cell| self.claims.spot(self.layout.place(*cell)).head);
        let under_wall = |id: &u32| {
            let agent = &self.agents[*id as usize];
            !maps[usize::from(agent.kind)].is_walkable(self.layout.cell(agent.to))
        };
        let evicted: BTreeSet<u32> = heads
            .filter(|head| *head != NONE)
            .filter(under_wall)
            .collect();
        let mut taken = BTreeMap::new();
        let mut places = Vec::with_capacity(evicted.len());
        for &id in &evicted {
            let cell = self.layout.cell(self.agents[id as usize].to);
            if under == UnderWall::Refuse {
                return Err(EditBlocked::Occupied {
                    agent: AgentId(id),
                    cell,
                });
            }
            let place = self.place_outside(id, maps, &evicted, &taken);
            let place = place.ok_or(EditBlocked::NoRoom {
                agent: AgentId(id),
                cell,
            })?;
            for covered in self.layout.footprint(place, self.agents[id as usize].size) {
                taken.insert(covered, id);
            }
            places.push((id, place));
        }
        Ok(places)
    }

    /// The nearest place by steps in eight directions, walls or not, that no agent holds. Of equal
    /// ones the first in reading order.
    fn place_outside(
        &self,
        id: u32,
        maps: &[&Grid],
        evicted: &BTreeSet<u32>,
        taken: &BTreeMap<u32, u32>,
    ) -> Option<u32> {
        let agent = &self.agents[id as usize];
        let map = maps[usize::from(agent.kind)];
        let is_free = |cell: Cell| {
            map.is_walkable(cell)
                && self
                    .layout
                    .footprint(self.layout.place(cell), agent.size)
                    .all(|place| {
                        let spot = self.claims.spot(place);
                        let is_held = |holder: u32| holder != NONE && !evicted.contains(&holder);
                        !taken.contains_key(&place)
                            && ![spot.head, spot.next, spot.tail].into_iter().any(is_held)
                    })
        };
        // An agent that has not left its cell yet goes back.
        let back = self.layout.cell(agent.at);
        if agent.is_moving() && is_free(back) {
            return Some(agent.at);
        }
        self.nearest(self.layout.cell(agent.to), is_free)
            .map(|cell| self.layout.place(cell))
    }

    /// Finds the nearest cell where an agent of a kind could join: by steps in eight directions,
    /// walls or not. Of equal ones the first in reading order, and the cell itself before all
    /// others.
    ///
    /// # Complexity
    /// O(d²) for a distance of d cells.
    #[must_use]
    pub fn nearest_free(&self, cell: Cell, kind: KindId) -> Option<Cell> {
        let is_free = |cell: Cell| self.check_place(cell, kind.0, None).is_ok();
        let inside = self.layout.size.clamp(cell);
        if is_free(inside) {
            Some(inside)
        } else {
            self.nearest(inside, is_free)
        }
    }

    /// The first cell on the smallest square around a cell that has one.
    fn nearest(&self, middle: Cell, is_free: impl Fn(Cell) -> bool) -> Option<Cell> {
        let size = self.layout.size;
        let (width, height) = (size.width.cast_signed(), size.height.cast_signed());
        let far = [
            middle.x,
            width - 1 - middle.x,
            middle.y,
            height - 1 - middle.y,
        ]
        .into_iter()
        .max()?;
        (1..=far).find_map(|radius| {
            let (left, right) = (middle.x - radius, middle.x + radius);
            let mut rows = (middle.y - radius).max(0)..=(middle.y + radius).min(height - 1);
            rows.find_map(|y| {
                let is_edge = (y - middle.y).abs() == radius;
                let step = if is_edge {
                    1
                } else {
                    usize::try_from(2 * radius).expect("it is positive")
                };
                let row = (left..=right)
                    .step_by(step)
                    .filter(|x| (0..width).contains(x));
                row.map(|x| Cell::new(x, y)).find(|cell| is_free(*cell))
            })
        })
    }

    /// Marks groups whose zone the edit touches: they get new slots at the next tick.
    fn reslot(&mut self, cells: &[Cell]) {
        let groups: Vec<u32> = self.zones.live().collect();
        for id in groups {
            let group = self.zones.group(id);
            let ground = &self.grounds[usize::from(group.key.kind)];
            let lost = group.slots.iter().any(|slot| !ground.is_walkable(*slot));
            let short = group.slots.len() < group.members.len();
            let near = group.slots.len() > 1 && cells.iter().any(|cell| self.touches(id, *cell));
            if !lost && !short && !near {
                continue;
            }
            self.zones.touched.push(id);
        }
    }

    /// Whether a cell lies in the zone of a group or next to it.
    fn touches(&self, group: u32, cell: Cell) -> bool {
        let mut around = gridwalk_pathfinding::Direction::ALL
            .map(|direction| cell.step(direction))
            .to_vec();
        around.push(cell);
        let inside = around
            .into_iter()
            .filter(|cell| self.layout.size.contains(*cell));
        inside
            .map(|cell| self.zones.owner(self.layout.place(cell)))
            .any(|owner| owner == group)
    }

    /// Lets agents walk that an edit may have given a way.
    fn wake_unreachable(&mut self) {
        for id in 0..self.agents.len() {
            let agent = &self.agents[id];
            if agent.is_alive && agent.phase == Phase::Unreachable {
                self.wake(u32::try_from(id).expect("agents are counted in u32"));
            }
        }
    }
}
