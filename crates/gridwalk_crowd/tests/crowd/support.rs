//! A crowd on a map with the referee at its side.

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, NewAgent, State, UnderWall};
use gridwalk_pathfinding::referee::{Conflict, CrowdReferee, Footing};
use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit, Map, Movement, View};
use gridwalk_testing::Rng;

pub struct Run {
    pub map: Map,
    /// Maps of the kinds behind the first.
    pub views: Vec<View>,
    pub crowd: Crowd,
    referee: CrowdReferee,
    placed: Vec<usize>,
    pub moves: u64,
    pub sizes: Vec<u8>,
}

impl Run {
    pub fn new(grid: Grid, rules: CrowdRules) -> Self {
        let crowd = Crowd::new(&grid, rules).unwrap();
        let referee = CrowdReferee::new(rules.movement, rules.cost_rule);
        let (map, views) = (Map::new(grid), Vec::new());
        Self { map, views, crowd, referee, placed: Vec::new(), moves: 0, sizes: vec![1] }
    }

    /// Unit steps in four directions.
    pub fn four(rows: &[&str]) -> Self {
        Self::new(Grid::from_rows(rows), CrowdRules { movement: Movement::Four, ..CrowdRules::default() })
    }

    pub fn add_kind(&mut self, size: u8) -> gridwalk_crowd::KindId {
        let view = View::new(self.map.grid(), AgentProfile { size, ..AgentProfile::default() });
        let kind = self.crowd.add_kind(view.map().grid(), size).unwrap();
        self.views.push(view);
        self.sizes.push(size);
        kind
    }

    pub fn add(&mut self, x: i32, y: i32) -> AgentId {
        self.join(NewAgent::at(Cell::new(x, y)))
    }

    pub fn join(&mut self, new: NewAgent) -> AgentId {
        let agent = self.crowd.add(new).unwrap();
        self.placed.push(agent.0 as usize);
        agent
    }

    pub fn send(&mut self, agent: AgentId, x: i32, y: i32) {
        self.crowd.send(agent, Goal::Cell(Cell::new(x, y))).unwrap();
    }

    pub fn edit(&mut self, edit: &GridEdit) -> usize {
        let Some(change) = self.map.apply(edit).unwrap() else { return 0 };
        for view in &mut self.views {
            view.update(self.map.grid(), &change);
        }
        let maps: Vec<&Grid> =
            std::iter::once(self.map.grid()).chain(self.views.iter().map(|view| view.map().grid())).collect();
        if let Ok(pushed) = self.crowd.edit(&maps, &change, UnderWall::PushOut) {
            self.placed.extend(pushed.iter().map(|pushed| pushed.agent.0 as usize));
            return pushed.len();
        }
        let back = self.map.apply(&change.inverse()).unwrap().unwrap();
        for view in &mut self.views {
            view.update(self.map.grid(), &back);
        }
        0
    }

    /// One tick; the conflicts that the referee sees.
    pub fn try_tick(&mut self) -> Vec<Conflict> {
        let maps: Vec<&Grid> =
            std::iter::once(self.map.grid()).chain(self.views.iter().map(|view| view.map().grid())).collect();
        let tick = self.crowd.now();
        self.moves += self.crowd.tick(&maps, u64::MAX).steps.len() as u64;
        let footings = self.footings();
        self.referee.check(&[self.map.grid()], tick, &footings, &std::mem::take(&mut self.placed))
    }

    pub fn footings(&self) -> Vec<Option<Footing>> {
        let count = self.crowd.agents().last().map_or(0, |agent| agent.0 as usize + 1);
        let mut footings = vec![None; count];
        for agent in self.crowd.agents() {
            let step = self.crowd.last_step(agent);
            let (size, ticks_per_cell) = (self.crowd.size(agent), self.crowd.pace(agent));
            footings[agent.0 as usize] = Some(Footing {
                from: step.from,
                to: step.to,
                begin: step.begin,
                end: step.end,
                size,
                ticks_per_cell,
                map: 0,
            });
        }
        footings
    }

    pub fn tick(&mut self) {
        let conflicts = self.try_tick();
        assert!(conflicts.is_empty(), "tick {}: {conflicts:?}", self.crowd.now());
    }

    pub fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }

    /// Ticks until all agents rest or the limit is reached; how many there were.
    pub fn run(&mut self, limit: u64) -> u64 {
        (0..limit)
            .find(|_| {
                if self.is_over() {
                    return true;
                }
                self.tick();
                false
            })
            .unwrap_or(limit)
    }

    pub fn is_over(&self) -> bool {
        let is_home = |agent| matches!(self.crowd.state(agent), State::Settled | State::Resting);
        self.crowd.agents().all(is_home)
    }

    pub fn home(&self) -> usize {
        self.crowd.agents().filter(|agent| matches!(self.crowd.state(*agent), State::Settled)).count()
    }

    pub fn at(&self, agent: AgentId) -> (i32, i32) {
        self.crowd.cell(agent).into()
    }
}

/// A map with this share of walls in percent, and costs up to `costs`.
pub fn random_grid(rng: &mut Rng, width: u32, height: u32, walls: u64, costs: u16) -> Grid {
    let cell = |rng: &mut Rng| if rng.below(100_u64) < walls { 0 } else { 1 + rng.below(costs) };
    let cells: Vec<u16> = (0..width * height).map(|_| cell(rng)).collect();
    Grid::from_costs(width, height, &cells).unwrap()
}

/// Different walkable cells in random order, at most `count`.
pub fn free_cells(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = grid.iter().filter(|(_, terrain)| !terrain.is_blocked()).map(|(cell, _)| cell).collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, rng.below(at + 1));
    }
    cells.truncate(count);
    cells
}
