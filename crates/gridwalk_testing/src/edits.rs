//! Random edits of every kind.

use gridwalk_level::{
    CellClick, LegendEntry, Level, LevelAgent, LevelEdit, LevelKey, Pattern, Turn,
};
use gridwalk_pathfinding::{
    Cell, KeepOffWalls, OptionKey, Portal, Rect, TerrainId, UnreachablePolicy,
};

use crate::Rng;
use crate::levels::{random_grid, random_groups, random_level, random_options, random_profile};

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
