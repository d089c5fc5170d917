//! A crowd on a map with the referee at its side.

use std::num::NonZeroU16;

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, KindId, NewAgent, State, UnderWall};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::referee::{Conflict, CrowdReferee, Footing};
use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit, Map, Movement, View};

/// A crowd, its maps and a referee that judges every tick.
pub struct Run {
    /// The map of the first kind.
    pub map: Map,
    /// The maps of the kinds behind the first.
    pub views: Vec<View>,
    /// The crowd.
    pub crowd: Crowd,
    /// The agents of the level, in its order; those that join later have no name.
    pub names: Vec<String>,
    referee: CrowdReferee,
    placed: Vec<usize>,
    /// Number of steps so far.
    pub moves: u64,
    /// The side of an agent of each kind.
    pub sizes: Vec<u8>,
}

impl Run {
    /// Creates an empty crowd on a map.
    pub fn new(grid: Grid, rules: CrowdRules) -> Self {
        let crowd = Crowd::new(&grid, rules).unwrap();
        let referee = CrowdReferee::new(rules.movement, rules.cost_rule);
        let (map, views, names) = (Map::new(grid), Vec::new(), Vec::new());
        Self {
            map,
            views,
            crowd,
            names,
            referee,
            placed: Vec::new(),
            moves: 0,
            sizes: vec![1],
        }
    }

    /// Creates the crowd of a level as `gridwalk simulate` does: the fastest agents take one tick a
    /// cell.
    ///
    /// Its agents have at most one goal, and all of them one kind.
    pub fn of_level(level: &Level) -> Self {
        Self::of_level_with(level, 0)
    }

    /// Creates the crowd of a level with this seed, like [`of_level`](Self::of_level).
    pub fn of_level_with(level: &Level, seed: u64) -> Self {
        let rules = CrowdRules::from_options(&level.search).unwrap();
        let mut run = Self::new((*level.grid).clone(), CrowdRules { seed, ..rules });
        let agents = level.resolved_agents();
        let fastest = agents.iter().map(|agent| agent.speed).fold(0.0, f32::max);
        for agent in &agents {
            assert!(
                agent.profile.is_plain() && agent.goals.len() < 2,
                "{}",
                agent.name
            );
            run.join(NewAgent {
                ticks_per_cell: Some(pace(fastest / agent.speed)),
                ..NewAgent::at(agent.at)
            });
        }
        let goal = |(at, agent): (u32, &LevelAgent)| Some((AgentId(at), *agent.goals.first()?));
        for (agent, goal) in (0..).zip(&agents).filter_map(goal) {
            run.crowd.send(agent, Goal::Cell(goal)).unwrap();
        }
        run.names = agents.into_iter().map(|agent| agent.name).collect();
        run
    }

    /// Creates a crowd with unit steps in four directions.
    pub fn four(rows: &[&str]) -> Self {
        Self::new(
            Grid::from_rows(rows),
            CrowdRules {
                movement: Movement::Four,
                ..CrowdRules::default()
            },
        )
    }

    /// Adds a kind of this size.
    pub fn add_kind(&mut self, size: u8) -> KindId {
        let view = View::new(
            self.map.grid(),
            AgentProfile {
                size,
                ..AgentProfile::default()
            },
        );
        let kind = self.crowd.add_kind(view.map().grid(), size).unwrap();
        self.views.push(view);
        self.sizes.push(size);
        kind
    }

    /// Adds an agent of the first kind.
    pub fn add(&mut self, x: i32, y: i32) -> AgentId {
        self.join(NewAgent::at(Cell::new(x, y)))
    }

    /// Adds an agent.
    pub fn join(&mut self, new: NewAgent) -> AgentId {
        let agent = self.crowd.add(new).unwrap();
        self.placed.push(agent.0 as usize);
        agent
    }

    /// Returns the agent of the level with this name.
    pub fn named(&self, name: &str) -> AgentId {
        let at = self.names.iter().position(|known| known == name);
        AgentId(u32::try_from(at.unwrap_or_else(|| panic!("no agent is called {name}"))).unwrap())
    }

    /// Returns the agents of the level whose names begin like this.
    pub fn group(&self, name: &str) -> Vec<AgentId> {
        let agents = (0..).map(AgentId).zip(&self.names);
        agents
            .filter(|(_, known)| known.starts_with(name))
            .map(|(agent, _)| agent)
            .collect()
    }

    /// Sends an agent to a cell.
    pub fn send(&mut self, agent: AgentId, x: i32, y: i32) {
        self.crowd.send(agent, Goal::Cell(Cell::new(x, y))).unwrap();
    }

    /// Edits the map, and returns the number of agents that were pushed out; 0 if the crowd refuses
    /// the edit.
    pub fn edit(&mut self, edit: &GridEdit) -> usize {
        let Some(change) = self.map.apply(edit).unwrap() else {
            return 0;
        };
        for view in &mut self.views {
            view.update(self.map.grid(), &change);
        }
        let maps: Vec<&Grid> = std::iter::once(self.map.grid())
            .chain(self.views.iter().map(|view| view.map().grid()))
            .collect();
        if let Ok(pushed) = self.crowd.edit(&maps, &change, UnderWall::PushOut) {
            self.placed
                .extend(pushed.iter().map(|pushed| pushed.agent.0 as usize));
            return pushed.len();
        }
        let back = self.map.apply(&change.inverse()).unwrap().unwrap();
        for view in &mut self.views {
            view.update(self.map.grid(), &back);
        }
        0
    }

    /// Makes one tick, and returns the conflicts that the referee sees.
    pub fn try_tick(&mut self) -> Vec<Conflict> {
        let maps: Vec<&Grid> = std::iter::once(self.map.grid())
            .chain(self.views.iter().map(|view| view.map().grid()))
            .collect();
        let tick = self.crowd.now();
        self.moves += self.crowd.tick(&maps, u64::MAX).steps.len() as u64;
        let footings = self.footings();
        self.referee.check(
            &[self.map.grid()],
            tick,
            &footings,
            &std::mem::take(&mut self.placed),
        )
    }

    /// Returns the footing of each agent, by number.
    pub fn footings(&self) -> Vec<Option<Footing>> {
        let count = self
            .crowd
            .agents()
            .last()
            .map_or(0, |agent| agent.0 as usize + 1);
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

    /// Makes one tick without conflicts.
    pub fn tick(&mut self) {
        let conflicts = self.try_tick();
        assert_eq!(conflicts, [], "in tick {}", self.crowd.now() - 1);
    }

    /// Makes this number of ticks.
    pub fn ticks(&mut self, count: u64) {
        (0..count).for_each(|_| self.tick());
    }

    /// Makes ticks until all agents rest or the limit is reached, and returns their number.
    pub fn run(&mut self, limit: u64) -> u64 {
        (0..limit)
            .find(|_| {
                if self.is_finished() {
                    return true;
                }
                self.tick();
                false
            })
            .unwrap_or(limit)
    }

    /// Returns `true` if all agents rest.
    pub fn is_finished(&self) -> bool {
        let is_home = |agent| matches!(self.crowd.state(agent), State::Settled | State::Resting);
        self.crowd.agents().all(is_home)
    }

    /// Returns the number of agents that have arrived.
    pub fn home(&self) -> usize {
        self.crowd
            .agents()
            .filter(|agent| matches!(self.crowd.state(*agent), State::Settled))
            .count()
    }

    /// Returns the cell of an agent.
    pub fn at(&self, agent: AgentId) -> (i32, i32) {
        self.crowd.cell(agent).into()
    }
}

/// Returns the whole number of ticks nearest to a ratio of speeds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn pace(ratio: f32) -> NonZeroU16 {
    NonZeroU16::new(ratio.round() as u16).unwrap_or(NonZeroU16::MIN)
}
