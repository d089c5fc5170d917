//! Random levels that use all parts of the format, and random edits of every kind.

use gridwalk_level::{
    CellClick, LegendEntry, Level, LevelAgent, LevelEdit, LevelGrid, LevelGroup, LevelKey, Pattern,
    Turn,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, CostRule, Direction, DirectionSet, Grid, Heuristic,
    KeepOffWalls, Movement, NeighborOrder, OptionKey, ParentRule, Portal, Rect, Revision,
    SearchOptions, StepCosts, StopRule, TerrainId, TieBreak, UnreachablePolicy, Weight,
};

use crate::{Rng, cells};

/// Returns a random level that uses each part of the format with some probability.
pub fn random_level(seed: u64) -> Level {
    let rng = &mut Rng(seed);
    let grid = random_grid(rng);
    let free: Vec<Cell> = cells(&grid)
        .filter(|&cell| grid.is_walkable(cell))
        .collect();
    let names = ["porter", "a \"b\" \\ c", "zwei\nZeilen", "ünï→", "agent 2"];
    let mut agents = Vec::new();
    for name in names.into_iter().take(rng.below(5)) {
        let profile = random_profile(rng, &grid);
        let seen = grid.seen_by(&profile);
        let free: Vec<Cell> = cells(&seen)
            .filter(|&cell| seen.is_walkable(cell))
            .collect();
        let Some(&at) = free.first() else { continue };
        let goals: Vec<Cell> = (0..rng.below(4)).map(|_| rng.pick(&free)).collect();
        let speed = if rng.one_in(2) {
            LevelAgent::DEFAULT_SPEED
        } else {
            0.1 + f32::from(rng.below::<u16>(999)) / 10.0
        };
        let patrol = !goals.is_empty() && rng.one_in(2);
        let arrival_radius = rng.pick(&[0.0, 0.0, 0.25]);
        agents.push(LevelAgent {
            name: name.to_owned(),
            at,
            speed,
            arrival_radius,
            goals,
            patrol,
            profile,
        });
    }
    let portals: Vec<Portal> = (0..rng.below(6))
        .filter(|_| free.len() > 1)
        .map(|_| Portal {
            cost: 1 + rng.below::<u16>(9),
            two_way: rng.one_in(2),
            ..random_portal(rng, &free)
        })
        .collect();
    let grid = grid.with_portals(&portals).unwrap();
    let search = loop {
        let options = random_options(rng);
        if options.check(&grid).is_ok() {
            break options;
        }
    };
    let text = |rng: &mut Rng| {
        rng.pick(&[
            "",
            "Plain",
            "quotes \" and \\",
            "two\nlines\tand a tab",
            "Größe → 3 ×",
        ])
        .to_owned()
    };
    let (name, about) = (text(rng), text(rng));
    let (unreachable, click) = (rng.pick(&UnreachablePolicy::ALL), rng.pick(&CellClick::ALL));
    let keep_off_walls = random_keep_off_walls(rng).filter(|keep_off| !keep_off.is_none());
    let crowd = rng.one_in(3);
    let groups = random_groups(rng, &grid, &agents);
    Level {
        name,
        about,
        grid,
        agents,
        groups,
        keep_off_walls,
        crowd,
        search,
        unreachable,
        click,
    }
}

/// Returns up to two groups of agents with room for all their members.
pub fn random_groups(rng: &mut Rng, grid: &LevelGrid, agents: &[LevelAgent]) -> Vec<LevelGroup> {
    let mut level = bare_level(grid, agents);
    for name in ["crew", "a \"b\" 2"].into_iter().take(rng.below(4)) {
        let from = Rect {
            at: rng.cell(grid),
            width: 1 + rng.below(3_u32),
            height: 1 + rng.below(9_u32),
        };
        let to = if rng.one_in(3) {
            None
        } else {
            rng.free_cell(grid)
        };
        let speed = rng.pick(&[LevelAgent::DEFAULT_SPEED, 0.5, 12.25]);
        let count = 1 + rng.below(4_u32);
        let before = level.members().len();
        level.groups.push(LevelGroup {
            name: name.to_owned(),
            count,
            from,
            to,
            speed,
        });
        let room = u32::try_from(level.members().len() - before).unwrap();
        match level.groups.last_mut() {
            Some(group) if room > 0 => group.count = room,
            _ => drop(level.groups.pop()),
        }
    }
    level.groups
}

/// Returns a level of a map and agents, with the defaults for all else.
fn bare_level(grid: &LevelGrid, agents: &[LevelAgent]) -> Level {
    Level {
        name: String::new(),
        about: String::new(),
        grid: grid.clone(),
        agents: agents.to_vec(),
        groups: Vec::new(),
        keep_off_walls: None,
        crowd: false,
        search: SearchOptions::default(),
        unreachable: UnreachablePolicy::default(),
        click: CellClick::default(),
    }
}

fn random_portal(rng: &mut Rng, free: &[Cell]) -> Portal {
    let from = rng.below(free.len());
    let to = (from + 1 + rng.below(free.len() - 1)) % free.len();
    Portal::between(free[from], free[to])
}

/// Returns a random map with own terrains before, between and instead of the default ones.
pub fn random_grid(rng: &mut Rng) -> LevelGrid {
    let mut legend: Vec<LegendEntry> = Vec::new();
    for glyph in ['.', '%', '"', '\\', '\'', 'é', '→', ' ', '~', '1']
        .into_iter()
        .take(1 + rng.below(10))
    {
        let name = rng.pick(&[
            "floor",
            "wall",
            "swamp",
            "water",
            "a \"b\"",
            "zwei\nZeilen",
            "x",
        ]);
        let LegendEntry {
            mut terrain,
            mut look,
        } = LegendEntry::named(glyph, name);
        if rng.one_in(3) {
            terrain.cost = rng.pick(&[None, Some(1), Some(2), Some(1000)]);
        }
        if rng.one_in(4) {
            look.color = [rng.next().to_le_bytes()[0], 0, 0xAB];
            look.pattern = rng.pick(&Pattern::ALL);
        }
        if rng.one_in(5) {
            let some: DirectionSet = Direction::ALL
                .into_iter()
                .filter(|_| rng.one_in(3))
                .collect();
            terrain.exits = some;
        }
        legend.push(LegendEntry { terrain, look });
    }
    let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
    let count = legend.len();
    let cells = (0..width * height)
        .map(|_| TerrainId(u8::try_from(rng.below(count)).unwrap()))
        .collect();
    LevelGrid::new(
        u32::try_from(width).unwrap(),
        u32::try_from(height).unwrap(),
        cells,
        legend,
    )
    .unwrap()
}

/// Returns an extra cost near walls, an explicit absence of one, or `None`.
pub fn random_keep_off_walls(rng: &mut Rng) -> Option<KeepOffWalls> {
    let some = KeepOffWalls {
        cells: rng.pick(&[1, 2, 16]),
        cost: rng.pick(&[1, 3, 1000]),
    };
    rng.pick(&[None, None, None, Some(KeepOffWalls::NONE), Some(some)])
}

/// Returns a random profile of an agent on this map.
pub fn random_profile(rng: &mut Rng, grid: &Grid) -> AgentProfile {
    let mut profile = AgentProfile::default();
    if rng.one_in(3) {
        profile.size = u8::try_from(1 + rng.below(3)).unwrap();
    }
    for terrain in grid.legend().iter() {
        if rng.one_in(6) && profile.costs.iter().all(|(name, _)| *name != terrain.name) {
            profile.costs.push((
                terrain.name.clone(),
                rng.pick(&[None, Some(1), Some(9), Some(1000)]),
            ));
        }
    }
    for _ in 0..rng.below(3) {
        // The area may reach over the map's edges, and covers at least its upper left cell.
        let at = Cell::new(
            -i32::from(rng.below::<u16>(3)),
            -i32::from(rng.below::<u16>(3)),
        );
        profile.forbidden.push(Rect {
            at,
            width: 3 + u32::from(rng.below::<u16>(3)),
            height: 3,
        });
    }
    profile.keep_off_walls = random_keep_off_walls(rng);
    profile
}

/// Returns random options of every kind; some combinations are invalid.
pub fn random_options(rng: &mut Rng) -> SearchOptions {
    let mut options = SearchOptions {
        algorithm: rng.pick(&Algorithm::ALL),
        ..SearchOptions::default()
    };
    let limit = |rng: &mut Rng| u64::from(rng.below::<u16>(60_000));
    for _ in 0..rng.below(8) {
        match rng.below(13) {
            0 => options.heuristic = rng.pick(&Heuristic::NAMED),
            1 => {
                options.heuristic = Heuristic::Formula(
                    rng.pick(&["dx + dy", "2.5 * max(dx, dy) - g / 3"])
                        .parse()
                        .unwrap(),
                );
            }
            2 => {
                options.weight = Weight::new(f64::from(rng.below::<u16>(10_000)) / 1000.0).unwrap();
            }
            3 => options.movement = rng.pick(&Movement::ALL),
            4 => {
                options.steps = rng.pick(&[
                    StepCosts::UNIFORM,
                    StepCosts::TEN_FOURTEEN,
                    StepCosts::custom(7, 9).unwrap(),
                ]);
            }
            5 => options.cost_rule = CostRule::MeanTouched,
            6 => options.neighbours = NeighborOrder::new(&[rng.pick(&Direction::ALL)]).unwrap(),
            7 => options.tie = rng.pick(&TieBreak::ALL),
            8 => {
                (options.stop, options.parent) =
                    (rng.pick(&StopRule::ALL), rng.pick(&ParentRule::ALL));
            }
            9 => options.goal_tolerance = u32::from(rng.below::<u16>(1001)),
            10 => options.max_expansions = Some(rng.pick(&[0, 5000, u64::MAX])),
            11 => {
                options.max_cost = CostLimit::new(
                    f64::from(rng.below::<u16>(60_000)) / 1000.0 + rng.pick(&[0.0, 999_999_999.0]),
                );
            }
            _ => {
                let width = 1 + u32::try_from(limit(rng)).unwrap() % 8192;
                options.region = Some(Rect {
                    at: Cell::new(0, 0),
                    width,
                    height: 1,
                });
            }
        }
    }
    options
}

/// Returns the level with its terrains sorted by glyph, and with revision 0.
///
/// Levels with equal contents become equal, in whatever order their files list the terrains.
#[must_use]
pub fn by_glyph(level: &Level) -> Level {
    let grid = &level.grid;
    let entries = grid.entries();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|place| entries[*place].look.glyph);
    let number = |terrain: &TerrainId| {
        let place = order
            .iter()
            .position(|place| *place == usize::from(terrain.0))
            .expect("each has its place");
        TerrainId(u8::try_from(place).expect("a legend is short"))
    };
    let cells = grid.cells().iter().map(number).collect();
    let legend = order.iter().map(|place| entries[*place].clone()).collect();
    let sorted =
        LevelGrid::new(grid.width(), grid.height(), cells, legend).expect("it is the same map");
    let grid = sorted
        .with_portals(&grid.portal_list())
        .expect("they lie on the same map");
    Level {
        grid: grid.with_revision(Revision(0)),
        ..level.clone()
    }
}

/// Number of kinds of [`random_edit`].
pub const KINDS: usize = 22;

/// Returns a random edit of this kind; some edits are invalid.
pub fn random_edit(rng: &mut Rng, level: &Level, kind: usize) -> LevelEdit {
    let grid = &level.grid;
    let terrain = |rng: &mut Rng| TerrainId(u8::try_from(rng.below(grid.legend().len())).unwrap());
    let some_agent = |rng: &mut Rng| rng.below(level.agents.len());
    match kind {
        0..=3 => LevelEdit::Cells(vec![(rng.cell(grid), terrain(rng))]),
        4 => {
            let cells = (0..rng.below(12))
                .map(|_| (rng.cell(grid), terrain(rng)))
                .collect();
            LevelEdit::Cells(cells)
        }
        5 => {
            let mut small = |n: i32| rng.below(2 * n + 1) - n;
            let at = Cell::new(small(2), small(2));
            let (wider, higher) = (small(2), small(2));
            let side = |side: u32, more: i32| side.saturating_add_signed(more).clamp(1, 12);
            let frame = Rect {
                at,
                width: side(grid.width(), wider),
                height: side(grid.height(), higher),
            };
            let fill = terrain(rng);
            LevelEdit::resize(level, frame, fill)
                .unwrap_or_else(|_| LevelEdit::from(LevelKey::Name("nothing left".to_owned())))
        }
        6 => LevelEdit::turn(level, rng.pick(&Turn::ALL)).unwrap(),
        7 => LevelEdit::Map(Box::new(random_grid(rng))),
        8 => {
            let mut legend = grid.entries();
            let at = rng.below(legend.len());
            match rng.below(6) {
                0 => legend[at].terrain.cost = rng.pick(&[None, Some(1), Some(7)]),
                1 => legend[at].terrain.name = String::from(rng.pick(&["mud", "floor", "a \"b\""])),
                2 => drop(legend.remove(at)),
                3 => legend[at].look.color = [rng.next().to_le_bytes()[0], 0xCD, 0],
                4 => {
                    (legend[at].look.glyph, legend[at].look.pattern) =
                        (rng.pick(&['g', '.', '→']), rng.pick(&Pattern::ALL));
                }
                _ => legend.insert(
                    rng.pick(&[0, at]),
                    LegendEntry::named(rng.pick(&['m', 'ö', '\'', '#']), "moor"),
                ),
            }
            LevelEdit::Legend(legend)
        }
        9 => {
            let mut portals = grid.portal_list();
            if rng.one_in(2) {
                portals.push(Portal {
                    two_way: rng.one_in(2),
                    ..Portal::between(rng.cell(grid), rng.cell(grid))
                });
            } else if !portals.is_empty() {
                portals.remove(rng.below(portals.len()));
            }
            LevelEdit::Portals(portals)
        }
        10 => {
            let name = format!("{} {}", rng.pick(&["new", "agent"]), rng.below(9));
            LevelEdit::AddAgent(
                rng.below(level.agents.len() + 1),
                Box::new(random_agent(rng, level, name)),
            )
        }
        11 => LevelEdit::RemoveAgent(some_agent(rng)),
        12 => {
            let Some(agent) = level.agents.get(some_agent(rng)) else {
                return LevelEdit::RemoveAgent(0);
            };
            let name = if rng.one_in(3) {
                format!("{}!", agent.name)
            } else {
                agent.name.clone()
            };
            LevelEdit::SetAgent(some_agent(rng), Box::new(random_agent(rng, level, name)))
        }
        13 => {
            let number = some_agent(rng);
            let Some(agent) = level.agents.get(number) else {
                return LevelEdit::RemoveAgent(0);
            };
            let mut agent = agent.clone();
            match rng.below(4) {
                0 => agent.at = rng.cell(grid),
                1 => agent.goals.push(rng.cell(grid)),
                2 => drop(agent.goals.pop()),
                _ => agent.patrol = !agent.patrol,
            }
            LevelEdit::SetAgent(number, Box::new(agent))
        }
        14 => LevelEdit::from(LevelKey::Options(random_options(rng))),
        15 => {
            let mut options = level.search.clone();
            let (key, other) = (rng.pick(&OptionKey::ALL), random_options(rng));
            key.of(&other).apply(&mut options);
            LevelEdit::from(LevelKey::Options(options))
        }
        16 if rng.one_in(4) => LevelEdit::from(LevelKey::Crowd(rng.one_in(2))),
        16 if rng.one_in(2) => LevelEdit::from(LevelKey::Click(rng.pick(&CellClick::ALL))),
        16 => LevelEdit::from(LevelKey::Unreachable(rng.pick(&UnreachablePolicy::ALL))),
        17 => LevelEdit::from(LevelKey::Name(
            rng.pick(&["", "Plain", "quotes \" and \\", "zwei\nZeilen"])
                .to_owned(),
        )),
        18 => LevelEdit::from(LevelKey::About(
            rng.pick(&["", "What there is to see.", "Größe → 3 ×"])
                .to_owned(),
        )),
        19 if rng.one_in(4) => LevelEdit::between(level, &random_level(rng.next()))
            .unwrap_or(LevelEdit::Several(Vec::new())),
        21 => LevelEdit::from(LevelKey::Groups(random_groups(rng, grid, &level.agents))),
        20 => {
            let some = |cells, cost| KeepOffWalls::new(cells, cost);
            LevelEdit::from(LevelKey::KeepOffWalls(rng.pick(&[
                None,
                some(1, 3),
                some(2, 1),
                some(16, 1000),
            ])))
        }
        _ => LevelEdit::Several(
            (0..rng.below(4))
                .map(|_| {
                    let kind = rng.below(19);
                    random_edit(rng, level, kind)
                })
                .collect(),
        ),
    }
}

fn random_agent(rng: &mut Rng, level: &Level, name: String) -> LevelAgent {
    let grid = &level.grid;
    let goals: Vec<Cell> = (0..rng.below(4)).map(|_| rng.cell(grid)).collect();
    let patrol = !goals.is_empty() && rng.one_in(2);
    let speed = rng.pick(&[LevelAgent::DEFAULT_SPEED, 0.5, 12.25]);
    let arrival_radius = rng.pick(&[0.0, 0.1, LevelAgent::MAX_ARRIVAL_RADIUS]);
    LevelAgent {
        name,
        at: rng.cell(grid),
        speed,
        arrival_radius,
        goals,
        patrol,
        profile: random_profile(rng, grid),
    }
}
