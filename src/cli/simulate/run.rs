//! The simulation: map, crowd and referee, tick by tick.

use std::path::Path;
use std::time::Duration;

use gridwalk_crowd::{
    AgentId, CannotJoin, Crowd, CrowdRules, Goal, KindId, NewAgent, State, Step, UnderWall,
};
use gridwalk_level::Level;
use gridwalk_pathfinding::referee::{Conflict, CrowdReferee, Footing};
use gridwalk_pathfinding::{AgentProfile, AgentRules, Cell, Grid, GridEdit, Map, View};

use super::cast::{Dice, SimulatedAgent, bad_start, random_goal};
use crate::cli::output::{Failure, bad, remark};
use crate::cli::progress::{Stopwatch, TimeKind};
use crate::picture::FilmFigure;

/// A kind of agents: its map, and for the referee that of an agent of one cell that does not keep
/// off walls.
struct SimulatedKind {
    profile: AgentProfile,
    view: View,
    judged: View,
}

/// An agent and the goals that it has not reached.
struct Actor {
    id: AgentId,
    kind: usize,
    goals: Vec<Cell>,
    next: usize,
}

/// A simulation after some ticks.
pub struct Simulation {
    map: Map,
    kinds: Vec<SimulatedKind>,
    pub crowd: Crowd,
    actors: Vec<Actor>,
    referee: CrowdReferee,
    /// Agents that were put onto another cell since the last tick.
    placed: Vec<usize>,
    /// Number of conflicts, and the first of them.
    pub conflicts: usize,
    pub first_conflict: Option<(u64, Conflict)>,
    /// Time that the crowd took.
    pub time: Duration,
    /// Goals reached.
    pub tasks: u64,
    is_exact: bool,
    dice: Option<Dice>,
}

impl Simulation {
    /// A simulation of these agents. With dice each agent that arrives gets a new goal.
    pub fn new(
        level: &Level,
        rules: CrowdRules,
        walkers: &[SimulatedAgent],
        scen: Option<&Path>,
        dice: Option<Dice>,
    ) -> Result<Self, Failure> {
        let map = Map::new((*level.grid).clone());
        let crowd = Crowd::new(map.grid(), rules).or_else(|refusal| bad(refusal.to_string()))?;
        let referee = CrowdReferee::new(rules.movement, rules.cost_rule);
        let (kinds, actors, placed) = (Vec::new(), Vec::new(), Vec::new());
        let (conflicts, first_conflict, time, tasks) = (0, None, Duration::ZERO, 0);
        let is_exact = scen.is_some();
        let mut simulation = Self {
            map,
            kinds,
            crowd,
            actors,
            referee,
            placed,
            conflicts,
            first_conflict,
            time,
            tasks,
            is_exact,
            dice,
        };
        for (number, walker) in walkers.iter().enumerate() {
            let kind = simulation.kind_of(&walker.profile)?;
            let pace = Some(walker.pace);
            let new = NewAgent {
                kind: KindId(kind),
                ticks_per_cell: pace,
                ..NewAgent::at(walker.start)
            };
            let (name, at) = (&walker.name, walker.start);
            let id = simulation.crowd.add(new).or_else(|error| {
                let other = |other: AgentId| &walkers[other.0 as usize].name;
                let sentence = match error {
                    CannotJoin::Taken(id) => {
                        format!("{name} starts on {at}, where {} stands", other(id))
                    }
                    error => format!("{name} cannot start on {at}: {error}"),
                };
                bad_start(walker, scen, sentence)
            })?;
            debug_assert_eq!(id.0 as usize, number, "agents are numbered in their order");
            let goals = walker.goals.clone();
            simulation.actors.push(Actor {
                id,
                kind: usize::from(kind),
                goals,
                next: 0,
            });
        }
        (0..walkers.len()).for_each(|actor| simulation.send_on(actor));
        Ok(simulation)
    }

    /// The kind of a profile; it is added where it is new.
    fn kind_of(&mut self, profile: &AgentProfile) -> Result<u8, Failure> {
        if profile.is_plain() {
            return Ok(0);
        }
        let known = self.kinds.iter().position(|kind| kind.profile == *profile);
        let position = known.unwrap_or(self.kinds.len());
        if known.is_none() {
            let view = View::new(self.map.grid(), profile.clone());
            let alone = AgentProfile {
                size: 1,
                keep_off_walls: None,
                ..profile.clone()
            };
            let judged = View::new(self.map.grid(), alone);
            let added = self.crowd.add_kind(view.map().grid(), profile.size);
            let kind = added.or_else(|refusal| bad(refusal.to_string()))?;
            if profile.keep_off_walls.is_some() {
                let rules = AgentRules::new(profile, self.map.grid().legend());
                self.crowd.keep_off_walls(kind, &rules, self.map.grid());
            }
            self.kinds.push(SimulatedKind {
                profile: profile.clone(),
                view,
                judged,
            });
        }
        Ok(u8::try_from(position + 1).expect("a crowd has at most 255 kinds"))
    }

    /// Sends an agent to its next goal, if there is one.
    fn send_on(&mut self, actor: usize) {
        let Actor {
            id, goals, next, ..
        } = &mut self.actors[actor];
        let Some(&cell) = goals.get(*next) else {
            return;
        };
        *next += 1;
        let goal = match (*next == goals.len(), self.dice.is_some()) {
            (true, false) if self.is_exact => Goal::Exact(cell),
            (true, false) => Goal::Cell(cell),
            _ => Goal::Visit(cell),
        };
        // A goal outside the map is refused by the readers of files.
        _ = self.crowd.send(*id, goal);
    }

    /// Changes the map. Says so where it cannot be done.
    pub fn edit(&mut self, edit: &GridEdit) -> Result<(), Failure> {
        let change = match self.map.apply(edit) {
            Ok(Some(change)) => change,
            Ok(None) => return Ok(()),
            Err(error) => return bad(error.to_string()),
        };
        self.follow(&change);
        let maps: Vec<&Grid> = maps(&self.map, &self.kinds, |kind| &kind.view);
        match self.crowd.edit(&maps, &change, UnderWall::PushOut) {
            Ok(pushed) => self
                .placed
                .extend(pushed.iter().map(|pushed| pushed.agent.0 as usize)),
            Err(error) => {
                remark(&format!(
                    "an edit before tick {} is left out: {error}",
                    self.crowd.now()
                ));
                if let Ok(Some(back)) = self.map.apply(&change.inverse()) {
                    self.follow(&back);
                }
            }
        }
        Ok(())
    }

    fn follow(&mut self, change: &gridwalk_pathfinding::GridChange) {
        for kind in &mut self.kinds {
            kind.view.update(self.map.grid(), change);
            kind.judged.update(self.map.grid(), change);
        }
    }

    /// Makes one tick.
    pub fn tick(&mut self) {
        let tick = self.crowd.now();
        let views: Vec<&Grid> = maps(&self.map, &self.kinds, |kind| &kind.view);
        let before = Stopwatch::start(TimeKind::default());
        let moves = self.crowd.tick(&views, u64::MAX);
        self.time += before.elapsed();
        let arrived = moves.arrived.clone();
        let judged: Vec<&Grid> = maps(&self.map, &self.kinds, |kind| &kind.judged);
        let footing = |actor: &Actor| {
            let step = self.crowd.last_step(actor.id);
            let (size, ticks_per_cell) = (self.crowd.size(actor.id), self.crowd.pace(actor.id));
            let (from, to, begin, end) = (step.from, step.to, step.begin, step.end);
            Some(Footing {
                from,
                to,
                begin,
                end,
                size,
                ticks_per_cell,
                map: actor.kind,
            })
        };
        let footings: Vec<_> = self.actors.iter().map(footing).collect();
        let conflicts = self.referee.check(&judged, tick, &footings, &self.placed);
        self.placed.clear();
        self.conflicts += conflicts.len();
        self.first_conflict = self
            .first_conflict
            .or(conflicts.first().map(|conflict| (tick, *conflict)));
        for id in arrived {
            self.arrive(id.0 as usize);
        }
    }

    fn arrive(&mut self, actor: usize) {
        self.tasks += 1;
        if let Some(dice) = &mut self.dice {
            let Actor {
                id,
                goals,
                next,
                kind,
            } = &mut self.actors[actor];
            if *next == goals.len() {
                let movement = self.crowd.rules().movement;
                let map = kind
                    .checked_sub(1)
                    .map_or(&self.map, |kind| self.kinds[kind].view.map());
                let goal = random_goal(dice, map.grid(), map.label(movement), self.crowd.cell(*id));
                (*goals, *next) = (vec![goal], 0);
            }
        }
        self.send_on(actor);
    }

    /// Number of agents.
    pub fn len(&self) -> usize {
        self.actors.len()
    }

    /// Whether an agent stands on its last goal, or on its start if it has none.
    pub fn is_home(&self, actor: usize) -> bool {
        let Actor {
            id, goals, next, ..
        } = &self.actors[actor];
        *next == goals.len() && matches!(self.crowd.state(*id), State::Settled | State::Resting)
    }

    /// The state of an agent.
    pub fn state(&self, actor: usize) -> State {
        self.crowd.state(self.actors[actor].id)
    }

    /// The map without what single agents see otherwise.
    pub fn grid(&self) -> &Grid {
        self.map.grid()
    }

    /// The agents of an animation, each where it is between the two cells of its last step.
    #[expect(clippy::cast_precision_loss, reason = "maps and steps are small")]
    pub fn figures(&self) -> impl Iterator<Item = FilmFigure> {
        let now = self.crowd.now();
        self.actors.iter().map(move |actor| {
            let Step {
                from,
                to,
                begin,
                end,
                ..
            } = self.crowd.last_step(actor.id);
            // A step through a portal, or one that is over.
            let left = if end > now && from.is_neighbor_of(to) {
                (end - now) as f32 / (end - begin) as f32
            } else {
                0.0
            };
            let at = |from: i32, to: i32| to as f32 + (from - to) as f32 * left;
            let facing = ((from.y - to.y) as f32).atan2((to.x - from.x) as f32);
            FilmFigure {
                at: [at(from.x, to.x), at(from.y, to.y)],
                size: self.crowd.size(actor.id),
                facing,
            }
        })
    }

    /// The cell of an agent.
    pub fn cell(&self, actor: usize) -> Cell {
        self.crowd.cell(self.actors[actor].id)
    }

    /// Maps of the kinds besides the first one, with the costs that are time: none is extra near
    /// walls.
    pub fn timed_views(&self) -> Vec<View> {
        let timed = |kind: &SimulatedKind| AgentProfile {
            keep_off_walls: None,
            ..kind.profile.clone()
        };
        self.kinds
            .iter()
            .map(|kind| View::new(self.map.grid(), timed(kind)))
            .collect()
    }

    /// The map of a walker among those of all kinds besides the first one.
    pub fn map_of<'a>(&'a self, actor: usize, views: &'a [View]) -> &'a Map {
        self.actors[actor]
            .kind
            .checked_sub(1)
            .map_or(&self.map, |kind| views[kind].map())
    }
}

/// The shared map and those of the kinds.
fn maps<'a>(
    map: &'a Map,
    kinds: &'a [SimulatedKind],
    view: impl Fn(&'a SimulatedKind) -> &'a View,
) -> Vec<&'a Grid> {
    std::iter::once(map.grid())
        .chain(kinds.iter().map(|kind| view(kind).map().grid()))
        .collect()
}
