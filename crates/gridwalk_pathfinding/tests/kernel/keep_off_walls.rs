//! Agents that keep off walls: costs by their definition, cheapest paths by every algorithm, and
//! views after edits.

use std::collections::{BTreeMap, HashMap, VecDeque};

use gridwalk_pathfinding::referee::MoveRules;
use gridwalk_pathfinding::{
    AgentProfile, AgentRules, Algorithm, Cell, Cost, Grid, GridEdit, Guarantee, KeepOffWalls, Map,
    Movement, NodePool, Outcome, Path, PathQuery, Planned, Planner, SearchOptions, StepCosts,
    Terrain, TerrainId, TieBreak, View, solve,
};
use gridwalk_testing::oracle::{all_moves, cheapest, costs_from, free_cells, random_grid};
use gridwalk_testing::{Rng, cells, show};

use crate::map::{Kind, random_profile};

fn profile_of(keep_off_walls: Option<KeepOffWalls>) -> AgentProfile {
    AgentProfile {
        keep_off_walls,
        ..AgentProfile::default()
    }
}

/// The map with the costs of the agent in its cells, by a flood from all walls at once: none of the
/// kernel's code.
fn map_by_hand(grid: &Grid, profile: &AgentProfile) -> Grid {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let own_cost = |cell: Cell| {
        let terrain = grid
            .terrain(cell)
            .filter(|_| !profile.forbidden.iter().any(|rect| rect.contains(cell)))?;
        profile
            .costs
            .iter()
            .find(|(name, _)| *name == terrain.name)
            .map_or(terrain.cost, |(_, cost)| *cost)
    };
    let frame = (-1..=height).flat_map(|y| (-1..=width).map(move |x| Cell::new(x, y)));
    let walls: Vec<Cell> = frame.filter(|cell| own_cost(*cell).is_none()).collect();
    let mut distance: HashMap<Cell, u16> = walls.iter().map(|cell| (*cell, 0)).collect();
    let mut open = VecDeque::from(walls);
    while let Some(cell) = open.pop_front() {
        let next = distance[&cell] + 1;
        for around in (0..9).map(|at| Cell::new(cell.x + at % 3 - 1, cell.y + at / 3 - 1)) {
            if grid.contains(around) && !distance.contains_key(&around) {
                distance.insert(around, next);
                open.push_back(around);
            }
        }
    }
    let side = i32::from(profile.size.max(1));
    let KeepOffWalls { cells: reach, cost } = profile.keep_off_walls.unwrap_or(KeepOffWalls::NONE);
    let mut legend = vec![Terrain::wall()];
    let terrains = cells(grid).map(|cell| {
        let area = (0..side * side).map(|at| Cell::new(cell.x + at % side, cell.y + at / side));
        let near = area
            .map(|cell| distance.get(&cell).copied().unwrap_or(0))
            .min()
            .unwrap();
        if near == 0 {
            return TerrainId(0);
        }
        let reach = u16::from(reach);
        let extra = if near <= reach {
            (cost * (reach + 1 - near)).div_ceil(reach)
        } else {
            0
        };
        let cost = (own_cost(cell).unwrap() + extra).min(1000);
        let wanted = Terrain {
            cost: Some(cost),
            ..grid.terrain(cell).unwrap().clone()
        };
        let at = legend
            .iter()
            .position(|known| *known == wanted)
            .unwrap_or(legend.len());
        if at == legend.len() {
            legend.push(wanted);
        }
        TerrainId(u8::try_from(at).unwrap())
    });
    let terrains: Vec<TerrainId> = terrains.collect();
    let costs = Grid::new(grid.width(), grid.height(), terrains, legend).unwrap();
    costs.with_portals(&grid.portal_list()).unwrap()
}

fn show_costs(grid: &Grid) -> String {
    let row = |y| {
        let cost = |x| {
            grid.cost(Cell::new(x, y))
                .map_or("   #".to_owned(), |cost| format!("{cost:4}"))
        };
        (0..grid.width().cast_signed())
            .map(cost)
            .collect::<String>()
            + "\n"
    };
    (0..grid.height().cast_signed()).map(row).collect()
}

#[test]
fn extra_cost_falls_evenly_with_the_distance() {
    let extra = |cells, cost| {
        (0..=cells + 1)
            .map(|at| KeepOffWalls { cells, cost }.extra(at))
            .collect::<Vec<_>>()
    };
    assert_eq!(extra(1, 3), [0, 3, 0]);
    assert_eq!(extra(2, 3), [0, 3, 2, 0]);
    assert_eq!(extra(3, 9), [0, 9, 6, 3, 0]);
    assert_eq!(extra(4, 1), [0, 1, 1, 1, 1, 0]);
    assert!(
        [(0, 5), (3, 0), (0, 0)]
            .into_iter()
            .all(|(cells, cost)| KeepOffWalls { cells, cost }.is_none())
    );
}

#[test]
fn ring_of_a_large_agent_is_around_all_its_cells() {
    let grid = Grid::from_rows(&[
        ".......", ".......", ".......", ".......", ".......", "......#",
    ]);
    let seen = grid.seen_by(&AgentProfile {
        size: 2,
        ..profile_of(Some(KeepOffWalls { cells: 1, cost: 4 }))
    });
    let wanted = [
        "   5   5   5   5   5   5   #",
        "   5   1   1   1   1   5   #",
        "   5   1   1   1   1   5   #",
        "   5   1   1   1   5   5   #",
        "   5   5   5   5   5   #   #",
        "   #   #   #   #   #   #   #",
    ];
    assert_eq!(show_costs(&seen).lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn agent_walks_in_the_middle_of_a_corridor() {
    let grid = Grid::from_rows(&[
        ".........",
        ".........",
        ".........",
        ".........",
        "....#....",
        "....#....",
        "....#....",
    ]);
    let query = PathQuery::new(Cell::new(2, 5), Cell::new(6, 5), Algorithm::AStar);
    let mut pool = NodePool::default();
    let mut path = |grid: &Grid| match solve(grid, &query, &mut pool, &mut ()) {
        Outcome::Solved(solution) => solution.path.cells().to_vec(),
        other => panic!("{other:?}"),
    };
    let plain = path(&grid);
    let wide = path(&grid.seen_by(&profile_of(Some(KeepOffWalls { cells: 1, cost: 3 }))));
    assert!(
        plain.contains(&Cell::new(4, 3)),
        "past the corner: {plain:?}"
    );
    assert!(
        wide.contains(&Cell::new(4, 2)) && !wide.contains(&Cell::new(4, 3)),
        "one cell off it: {wide:?}"
    );
}

#[test]
fn profile_without_extra_cost_is_plain() {
    for keep_off in [
        None,
        Some(KeepOffWalls::NONE),
        Some(KeepOffWalls { cells: 3, cost: 0 }),
    ] {
        assert!(profile_of(keep_off).is_plain(), "{keep_off:?}");
        let grid = Grid::from_rows(&["..", ".#"]);
        assert_eq!(show(&grid.seen_by(&profile_of(keep_off))), show(&grid));
    }
    assert!(!profile_of(Some(KeepOffWalls { cells: 1, cost: 1 })).is_plain());
}

#[test]
fn view_rules_and_referee_agree_with_costs_by_hand() {
    let (mut raised, mut plain) = (0, 0);
    for seed in 0..1500 {
        let rng = &mut Rng(seed);
        let grid = Kind::random(rng).grid(rng, 30);
        let profile = random_profile(rng, &grid);
        let wanted = map_by_hand(&grid, &profile);
        let context = || {
            format!(
                "seed {seed}, {profile:?}\n{}\nby hand\n{}",
                show(&grid),
                show_costs(&wanted)
            )
        };
        let rules = AgentRules::new(&profile, grid.legend());
        let (seen, view) = (grid.seen_by(&profile), View::new(&grid, profile.clone()));
        let [by_rules, by_definition] = [
            MoveRules::new(&SearchOptions::default(), &wanted),
            MoveRules::for_agent(&SearchOptions::default(), &grid, &profile),
        ];
        assert!(*view.map().grid() == seen, "{}", context());
        for cell in cells(&grid) {
            let cost = wanted.cost(cell);
            assert_eq!(seen.cost(cell), cost, "{cell}, {}", context());
            assert_eq!(rules.cost(&grid, cell), cost, "{cell}, {}", context());
            let moves = |rules: &MoveRules| {
                let mut moves = Vec::new();
                let number = rules.number(cell);
                if rules.is_walkable(number) {
                    rules.each_from(number, |to, cost| moves.push((to, cost)));
                }
                moves
            };
            assert_eq!(
                moves(&by_definition),
                moves(&by_rules),
                "{cell}, {}",
                context()
            );
            let is_raised = cost.is_some_and(|cost| Some(cost) > rules.terrain_cost(&grid, cell));
            (raised, plain) = if is_raised {
                (raised + 1, plain)
            } else {
                (raised, plain + 1)
            };
        }
    }
    assert!(raised > 10_000 && plain > 10_000, "{raised}, {plain}");
}

#[test]
fn every_algorithm_is_exact_off_walls() {
    let mut pool = NodePool::default();
    let mut solved: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..3000 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let keep_off = KeepOffWalls {
            cells: rng.pick(&[1, 1, 2, 3]),
            cost: rng.pick(&[1, 2, 3, 8]),
        };
        let profile = AgentProfile {
            size: rng.pick(&[1, 1, 1, 2]),
            ..profile_of(Some(keep_off))
        };
        let wanted = map_by_hand(&grid, &profile);
        let free = free_cells(&wanted);
        if free.is_empty() {
            continue;
        }
        let (start, goal) = (rng.pick(&free), rng.pick(&free));
        let view = View::new(&grid, profile.clone());
        let seen = view.map().grid();
        let movement = rng.pick(&Movement::ALL);
        let steps = rng.pick(&[
            StepCosts::SQRT2,
            StepCosts::TEN_FOURTEEN,
            StepCosts::UNIFORM,
        ]);
        for algorithm in Algorithm::ALL {
            let tie = rng.pick(&TieBreak::ALL);
            let max_expansions = Some(20_000);
            let options = SearchOptions {
                movement,
                steps,
                tie,
                max_expansions,
                ..algorithm.into()
            };
            let query = PathQuery::new(start, goal, options);
            let context = || format!("seed {seed}, {query:?}, {profile:?} on\n{}", show(&grid));
            let optimum = cheapest(&wanted, &query.options, start, goal).map(Cost);
            match solve(seen, &query, &mut pool, &mut ()) {
                Outcome::Solved(solution) => {
                    assert_eq!(
                        solution.path.validate(&wanted, &query.options),
                        Ok(()),
                        "{}",
                        context()
                    );
                    if query.options.guarantee() == Guarantee::Optimal {
                        assert_eq!(Some(solution.path.cost()), optimum, "{}", context());
                        *solved.entry(algorithm.name()).or_default() += 1;
                    }
                }
                Outcome::NoPath(..) if optimum.is_none() => {}
                // What an algorithm does not support on a map of several costs, or in its time, it
                // says.
                Outcome::Refused(_) | Outcome::OutOfBudget(_) => {}
                other @ Outcome::NoPath(..) => panic!("{other:?}, {}", context()),
            }
        }
    }
    let of_two_costs = Grid::from_rows(&["12"]);
    for options in Algorithm::ALL.map(SearchOptions::from) {
        if options.guarantee() == Guarantee::Optimal && options.check(&of_two_costs).is_ok() {
            let name = options.algorithm.name();
            assert!(
                solved.get(name).copied().unwrap_or(0) >= 500,
                "{name}: {solved:?}"
            );
        }
    }
}

#[test]
fn planner_is_exact_off_walls_after_any_edits() {
    let (mut planner, mut path, mut found) = (Planner::default(), Path::default(), 0);
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 24));
        let keep_off = KeepOffWalls {
            cells: rng.pick(&[1, 2, 4]),
            cost: rng.pick(&[1, 3, 20]),
        };
        let profile = AgentProfile {
            keep_off_walls: Some(keep_off),
            ..random_profile(rng, map.grid())
        };
        let mut view = View::new(map.grid(), profile.clone());
        for _ in 0..12 {
            if let Some(change) = map.apply(&kind.edit(rng, map.grid())).unwrap() {
                view.update(map.grid(), &change);
            }
            let wanted = map_by_hand(map.grid(), &profile);
            let free = free_cells(&wanted);
            if free.is_empty() {
                continue;
            }
            let query = PathQuery::new(rng.pick(&free), rng.pick(&free), Algorithm::Auto);
            let optimum = costs_from(&all_moves(&wanted, &query.options), &[query.start])
                .get(&query.goal)
                .copied();
            let plan = planner.path(view.map(), &query, &mut path);
            let context = || {
                format!(
                    "seed {seed}, {query:?}, {profile:?} on\n{}",
                    show(map.grid())
                )
            };
            assert_eq!(
                plan.planned == Planned::Found,
                optimum.is_some(),
                "{}",
                context()
            );
            if let Some(optimum) = optimum {
                assert_eq!(path.cost(), Cost(optimum), "{}", context());
                found += 1;
            }
        }
    }
    assert!(found > 1500, "{found}");
}

#[test]
fn wall_changes_costs_in_the_ring_around_it_only() {
    let grid = Grid::from_rows(&[&*".".repeat(60); 60]);
    let mut map = Map::new(grid);
    let profile = AgentProfile {
        size: 2,
        ..profile_of(Some(KeepOffWalls { cells: 3, cost: 6 }))
    };
    let mut view = View::new(map.grid(), profile.clone());
    let before = view.map().grid().clone();
    let change = map
        .apply(&GridEdit::block([Cell::new(30, 30)]))
        .unwrap()
        .unwrap();
    view.update(map.grid(), &change);
    let differs = |cell: &Cell| before.cost(*cell) != view.map().grid().cost(*cell);
    let changed: Vec<Cell> = cells(&before).filter(differs).collect();
    assert_eq!(
        changed.len(),
        8 * 8,
        "the agent's side and three cells on each side"
    );
    assert_eq!(
        (changed[0], changed[63]),
        (Cell::new(26, 26), Cell::new(33, 33))
    );
    assert!(*view.map().grid() == map.grid().seen_by(&profile));
    // A cost changes at its own cell, and nowhere else.
    let before = view.map().grid().clone();
    let change = map
        .apply(&GridEdit::set_cost([Cell::new(10, 30)], 4))
        .unwrap()
        .unwrap();
    assert!(
        view.try_update(map.grid(), &change),
        "a new terrain moves no number"
    );
    assert!(*view.map().grid() == map.grid().seen_by(&profile));
    let other = cells(&before).filter(|cell| before.cost(*cell) != view.map().grid().cost(*cell));
    assert_eq!(other.collect::<Vec<_>>(), [Cell::new(10, 30)]);
}

#[test]
fn full_legend_rounds_extra_costs_down() {
    // 254 terrains that cost 1, 3, 5 …: there is room for one more.
    let cost = |number: u16| Some(2 * number + 1).filter(|_| number > 0).or(Some(1));
    let mut legend: Vec<Terrain> = (0..253)
        .map(|number| Terrain::of_cost(cost(number)))
        .collect();
    legend.push(Terrain::wall());
    let wall = TerrainId(253);
    let row = (0..=255_u8)
        .filter(|number| *number < 253)
        .flat_map(|number| [wall, TerrainId(number)]);
    let grid = Grid::new(506, 1, row.collect(), legend.clone()).unwrap();
    let profile = profile_of(Some(KeepOffWalls { cells: 1, cost: 3 }));
    let rules = AgentRules::new(&profile, grid.legend());
    let seen = grid.seen_by(&profile);
    let view = View::new(&grid, profile);
    assert!(*view.map().grid() == seen);
    let (mut exact, mut rounded) = (0, 0);
    for cell in cells(&grid).filter(|cell| grid.is_walkable(*cell)) {
        let (own, cost) = (grid.cost(cell).unwrap(), seen.cost(cell).unwrap());
        assert_eq!(rules.cost(&grid, cell), Some(cost), "{cell}");
        match own + 3 - cost {
            0 => exact += 1,
            1 => rounded += 1,
            // No terrain costs more than the last one.
            other => assert!(other <= 3 && own >= 500, "{cell}: {own} became {cost}"),
        }
    }
    assert!(exact > 0 && rounded > 200, "{exact}, {rounded}");
}
