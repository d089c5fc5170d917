//! What a level loses on the way into a format that cannot hold all of it.

use derive_more::Display;

use super::error::{counted, in_quotes};
use crate::level::{Level, LevelAgent};
use crate::pathfinding::{Grid, OptionKey, joined};

/// One thing that is lost; in a sentence it says exactly what.
#[derive(Clone, Debug, Display, PartialEq, Eq)]
pub enum Loss {
    /// The name.
    #[display("the name \"{_0}\"")]
    Name(String),
    /// What there is to see.
    #[display("the text about the level")]
    About,
    /// What the file says to its readers.
    #[display("the comments")]
    Comments,
    /// Costs of terrains, with what becomes of them.
    #[display("{}", _0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Costs(Vec<CostChange>),
    /// So many cells that are left in some directions only.
    #[display("{}", counted(*_0, "one-way cell"))]
    OneWay(usize),
    /// So many portals.
    #[display("{}", counted(*_0, "portal"))]
    Portals(usize),
    /// An agent.
    #[display("agent \"{_0}\"")]
    Agent(String),
    /// Parts of an agent.
    #[display("the {} of agent \"{_0}\"", joined(_1, "and"))]
    AgentParts(String, Vec<&'static str>),
    /// The options of searches that differ.
    #[display("the {} {}", if _0.len() == 1 { "option" } else { "options" }, joined(_0, "and"))]
    Options(Vec<&'static str>),
    /// What happens to goals that cannot be reached.
    #[display("what happens to goals that cannot be reached")]
    Unreachable,
    /// The names, colours and patterns of these terrains. No search sees them.
    #[display("the names and looks of {}", joined(in_quotes(_0.iter().map(String::as_str)), "and"))]
    Looks(Vec<String>),
    /// The format holds no such map at all.
    #[display("the whole map")]
    Everything,
}

/// A terrain that costs something else afterwards; `None` is blocked.
#[derive(Clone, Debug, Display, PartialEq, Eq)]
#[display("the cost of \"{terrain}\" ({} becomes {})", shown(*cost), shown(*becomes))]
pub struct CostChange {
    /// The terrain's name.
    pub terrain: String,
    /// What it costs.
    pub cost: Option<u16>,
    /// What it costs afterwards.
    pub becomes: Option<u16>,
}

fn shown(cost: Option<u16>) -> String {
    cost.map_or("blocked".to_owned(), |cost| cost.to_string())
}

impl Loss {
    /// What `level` has and `back`, which was read from what was written of it, has not.
    #[must_use]
    pub fn between(level: &Level, back: &Level) -> Vec<Self> {
        let agents = level.agents.iter().enumerate().filter_map(|(number, agent)| match back.agents.get(number) {
            None => Some(Self::Agent(agent.name.clone())),
            Some(other) if other != agent => Some(Self::AgentParts(agent.name.clone(), differing_parts(agent, other))),
            Some(_) => None,
        });
        let differs = |key: &OptionKey| key.of(&level.search) != key.of(&back.search);
        let options: Vec<_> = OptionKey::ALL.into_iter().filter(differs).map(OptionKey::name).collect();
        let texts = [
            (level.name != back.name).then(|| Self::Name(level.name.clone())),
            (level.about != back.about).then_some(Self::About),
        ];
        let search = [
            (!options.is_empty()).then_some(Self::Options(options)),
            (level.unreachable != back.unreachable).then_some(Self::Unreachable),
        ];
        let grid = Self::of_grid(&level.grid, &back.grid);
        texts.into_iter().flatten().chain(grid).chain(agents).chain(search.into_iter().flatten()).collect()
    }

    fn of_grid(grid: &Grid, back: &Grid) -> Vec<Self> {
        // How many cells of one terrain became one of another.
        let mut counts = vec![0_usize; 1 << 16];
        for (before, after) in grid.cells().iter().zip(back.cells()) {
            counts[usize::from(before.0) << 8 | usize::from(after.0)] += 1;
        }
        let (mut changes, mut looks, mut one_way) = (Vec::new(), Vec::new(), 0);
        for (pair, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            let (before, after) = (&grid.legend()[pair >> 8], &back.legend()[pair & 0xFF]);
            if before.cost != after.cost {
                let terrain = before.name.clone();
                changes.push(CostChange { terrain, cost: before.cost, becomes: after.cost });
            }
            let differs = (&before.name, before.color, before.pattern) != (&after.name, after.color, after.pattern);
            if differs && !looks.contains(&before.name) {
                looks.push(before.name.clone());
            }
            if before.exits != after.exits {
                one_way += count;
            }
        }
        // One that leads both ways stands there twice.
        let portals = grid.portals().iter().filter(|portal| !portal.two_way || portal.from < portal.to).count();
        let found = [
            (!changes.is_empty()).then_some(Self::Costs(changes)),
            (one_way > 0).then_some(Self::OneWay(one_way)),
            (grid.portals() != back.portals()).then_some(Self::Portals(portals)),
            (!looks.is_empty()).then_some(Self::Looks(looks)),
        ];
        found.into_iter().flatten().collect()
    }

    /// Whether a search on the level, or its description, is another one without it.
    #[must_use]
    pub const fn matters(&self) -> bool {
        !matches!(self, Self::Looks(_))
    }

    /// All of them in one list for a sentence.
    #[must_use]
    pub fn list(losses: &[Self]) -> String {
        joined(losses, "and")
    }
}

fn differing_parts(agent: &LevelAgent, other: &LevelAgent) -> Vec<&'static str> {
    let parts = [
        ("name", agent.name != other.name),
        ("start", agent.at != other.at),
        ("goals", agent.goals != other.goals),
        ("speed", agent.speed.to_bits() != other.speed.to_bits()),
        ("patrol", agent.patrol != other.patrol),
        ("size", agent.profile.size != other.profile.size),
        ("own costs", agent.profile.costs != other.profile.costs),
        ("forbidden areas", agent.profile.forbidden != other.profile.forbidden),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}
