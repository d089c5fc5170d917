//! Edits of levels: the inverse undoes an edit, and a refused edit changes nothing.

use gridwalk_level::formats::{parse_ron, write_ron};
use gridwalk_level::{LegendEntry, Level, LevelEdit, LevelEditError, LevelGrid, LevelKey, Turn};
use gridwalk_pathfinding::{
    Algorithm, Cell, Direction, Grid, Map, Movement, NodePool, Path, PathQuery, Planner, Rect,
    Regions, Revision, SearchOptions, TerrainId, View, solve,
};
use gridwalk_testing::levels::{KINDS, random_edit, random_level, random_profile};
use gridwalk_testing::{Rng, cells, shipped_level};

/// Returns the level as a file would give it: without change counter, and with a fully named
/// legend.
fn bare(level: &Level) -> Level {
    let grid = &level.grid;
    let (width, height, cells) = (grid.width(), grid.height(), grid.cells().to_vec());
    let made = LevelGrid::new(width, height, cells, grid.entries()).unwrap();
    let grid = made
        .with_portals(&grid.portal_list())
        .unwrap()
        .with_revision(Revision(0));
    Level {
        grid,
        ..level.clone()
    }
}

#[test]
fn inverse_undoes_an_edit_and_its_inverse_redoes_it() {
    let (mut done, mut refused) = ([0; KINDS], 0);
    for seed in 0..2500 {
        let mut level = random_level(seed);
        let rng = &mut Rng(seed);
        for step in 0..12 {
            let kind = rng.below(KINDS);
            let edit = random_edit(rng, &level, kind);
            let before = bare(&level);
            let context = format!("seed {seed}, step {step}: {edit:?}");
            let applied = match edit.clone().apply(&mut level) {
                Ok(applied) => applied,
                Err(error) => {
                    assert_eq!(bare(&level), before, "{context}\n{error}");
                    refused += 1;
                    continue;
                }
            };
            let after = bare(&level);
            let change = applied.change;
            assert!(!change.is_empty() || after == before, "{context}");
            assert!(
                change.agents || change.map || after.agents == before.agents,
                "{context}"
            );
            assert!(
                change.options || change.map || after.search == before.search,
                "{context}"
            );
            assert_eq!(
                LevelEdit::between(&before, &after).is_none(),
                after == before,
                "{context}"
            );
            if let Some(change) = &change.grid {
                let mut cells = before.grid.cells().to_vec();
                for cell in &change.cells {
                    cells[before.grid.index(cell.cell).unwrap().get()] = cell.after;
                }
                assert_eq!(cells, after.grid.cells(), "{context}");
            } else if !change.map {
                assert!(before.grid.is_same_map(&after.grid), "{context}");
            }
            assert!(
                change.looks || before.grid.looks() == after.grid.looks(),
                "{context}"
            );
            assert_eq!(
                after.grid.looks().all().len(),
                after.grid.legend().len(),
                "{context}"
            );
            let back = applied
                .inverse
                .apply(&mut level)
                .unwrap_or_else(|error| panic!("{context}\n{error}"));
            assert_eq!(bare(&level), before, "{context}");
            back.inverse.apply(&mut level).unwrap();
            assert_eq!(bare(&level), after, "{context}");
            done[kind] += usize::from(after != before);
        }
    }
    assert!(
        done.iter().all(|count| *count > 100) && refused > 500,
        "{done:?}, {refused} refused"
    );
}

#[test]
fn the_difference_of_two_levels_is_one_edit() {
    for seed in 0..3000 {
        let rng = &mut Rng(seed);
        let before = random_level(seed);
        // Either an unrelated level, or a slightly edited one.
        let mut after = if rng.one_in(3) {
            random_level(rng.next())
        } else {
            before.clone()
        };
        for _ in 0..rng.below(4) {
            let kind = rng.below(KINDS);
            drop(random_edit(rng, &after, kind).apply(&mut after));
        }
        let mut level = before.clone();
        let Some(edit) = LevelEdit::between(&before, &after) else {
            assert_eq!(bare(&before), bare(&after), "seed {seed}");
            continue;
        };
        let context = format!("seed {seed}: {edit:?}");
        let inverse = edit
            .apply(&mut level)
            .unwrap_or_else(|error| panic!("{context}\n{error}"))
            .inverse;
        assert_eq!(bare(&level), bare(&after), "{context}");
        inverse.apply(&mut level).unwrap();
        assert_eq!(bare(&level), bare(&before), "{context}");
    }
}

/// Compares the map that followed all edits of a level, as agents and searches use it, with a new
/// map.
#[test]
fn edits_in_any_order_give_the_map_built_from_scratch() {
    let mut done = [0; 4];
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let mut level = random_level(seed);
        let mut map = Map::new(Grid::clone(&level.grid));
        let profile = random_profile(rng, &level.grid);
        let mut view = View::new(map.grid(), profile.clone());
        let mut planner = Planner::default();
        for step in 0..25 {
            let kind = rng.pick(&[0, 4, 7, 8, 8, 8, 9, 9]);
            let edit = random_edit(rng, &level, kind);
            let context = format!("seed {seed}, step {step}: {edit:?}");
            let Ok(applied) = edit.apply(&mut level) else {
                continue;
            };
            if let Some(change) = &applied.change.grid {
                let change = map
                    .apply(&change.edit())
                    .unwrap()
                    .expect("the level has changed");
                view.update(map.grid(), &change);
                done[if change.legend.is_some() {
                    1
                } else {
                    2 * usize::from(change.portals.is_some())
                }] += 1;
            } else if applied.change.map {
                map = Map::new(Grid::clone(&level.grid));
                view = View::new(map.grid(), profile.clone());
                done[3] += 1;
            }
            let (cells, legend) = (level.grid.cells().to_vec(), level.grid.legend().to_vec());
            let scratch =
                Grid::new(level.grid.width(), level.grid.height(), cells, legend).unwrap();
            let scratch = scratch.with_portals(&level.grid.portal_list()).unwrap();
            assert!(
                map.grid().is_same_map(&scratch) && level.grid.is_same_map(&scratch),
                "{context}"
            );
            assert!(
                view.map().grid().is_same_map(&scratch.seen_by(&profile)),
                "{context}"
            );
            let movement = rng.pick(&Movement::ALL);
            let [from, to] = [rng.cell(&scratch), rng.cell(&scratch)];
            let known = Regions::new(&scratch, movement);
            let regions = map.label(movement);
            assert_eq!(
                (regions.count(), regions.connected(from, to)),
                (known.count(), known.connected(from, to)),
                "{context}"
            );
            let options = SearchOptions {
                movement,
                ..Algorithm::Auto.into()
            };
            let query = PathQuery::new(from, to, options);
            let mut path = Path::default();
            let found = planner.path(&map, &query, &mut path).into_outcome(path);
            let options = SearchOptions {
                algorithm: Algorithm::Dijkstra,
                ..query.options.clone()
            };
            let expected = solve(
                &scratch,
                &PathQuery::new(from, to, options),
                &mut NodePool::default(),
                &mut (),
            );
            assert_eq!(found.cost(), expected.cost(), "{context}: {query:?}");
        }
    }
    assert!(done.iter().all(|count| *count > 300), "{done:?}");
}

#[test]
fn an_edited_level_can_be_written_as_a_file() {
    let mut read = 0;
    for seed in 0..1500 {
        let rng = &mut Rng(seed);
        let mut level = random_level(seed);
        for _ in 0..8 {
            let kind = rng.below(KINDS);
            drop(random_edit(rng, &level, kind).apply(&mut level));
        }
        // The only possible errors are blocked ends, groups without room, and options that the map
        // does not allow.
        match parse_ron(&write_ron(&level)) {
            Ok(_) => read += 1,
            Err(error) => {
                let known = [
                    "blocked",
                    "leave the map",
                    "touch",
                    "forbidden to go",
                    "support",
                    "needs",
                    "may miss",
                ];
                let known = known
                    .iter()
                    .chain(&["draws lines", "formula is", "free cell"]);
                assert!(
                    known.into_iter().any(|word| error.message.contains(word)),
                    "seed {seed}: {error}"
                );
            }
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn a_turn_moves_everything_with_its_cells_and_four_make_none() {
    for seed in 0..600 {
        let before = random_level(seed);
        for turn in Turn::ALL {
            let mut level = before.clone();
            let times = match turn {
                Turn::Right | Turn::Left => 4,
                _ => 2,
            };
            for _ in 0..times {
                LevelEdit::turn(&level, turn)
                    .unwrap()
                    .apply(&mut level)
                    .unwrap();
            }
            // Large agents that reach over the edge, and goals there, have no counterpart on the
            // other side.
            if before.agents.iter().all(|agent| agent.profile.size == 1) {
                assert_eq!(bare(&level), bare(&before), "seed {seed}, {turn:?}");
            }
            LevelEdit::turn(&level, turn)
                .unwrap()
                .apply(&mut level)
                .unwrap();
            LevelEdit::turn(&level, turn.inverse())
                .unwrap()
                .apply(&mut level)
                .unwrap();
            assert_eq!(
                level.grid.cells(),
                before.grid.cells(),
                "seed {seed}, {turn:?}"
            );
        }
    }
}

#[test]
fn a_quarter_turn_turns_one_way_terrain() {
    let text = r#"(version: 1, map: ["..>", "~~~"], legend: {'>': (name: "east", one_way: ["e", "ne"])},
        agents: [(at: (0, 0), goals: [(2, 0)], size: 1)], portals: [(from: (0, 0), to: (2, 0))])"#;
    let mut level = parse_ron(text).unwrap();
    LevelEdit::turn(&level, Turn::Right)
        .unwrap()
        .apply(&mut level)
        .unwrap();
    let rows: Vec<String> = (0..3)
        .map(|y| {
            (0..2)
                .map(|x| level.grid.look(Cell::new(x, y)).unwrap().glyph)
                .collect()
        })
        .collect();
    assert_eq!(rows, ["~.", "~.", "~>"]);
    let exits = level.grid.terrain(Cell::new(1, 2)).unwrap().exits;
    let exits: Vec<_> = Direction::ALL
        .into_iter()
        .filter(|direction| exits.contains(*direction))
        .collect();
    assert_eq!(exits, [Direction::South, Direction::SouthEast]);
    assert_eq!(
        (level.agents[0].at, level.agents[0].goals[0]),
        (Cell::new(1, 0), Cell::new(1, 2))
    );
    assert_eq!(level.grid.portals()[0].to, Cell::new(1, 2));
}

#[test]
fn a_large_agent_is_turned_with_all_its_cells() {
    let text = r#"(version: 1, map: ["....", "....", "..~~"], agents: [(at: (1, 0), size: 2)])"#;
    let mut level = parse_ron(text).unwrap();
    LevelEdit::turn(&level, Turn::Right)
        .unwrap()
        .apply(&mut level)
        .unwrap();
    // The square from (1, 0) to (2, 1) moves to (1, 1) to (2, 2).
    assert_eq!(level.agents[0].at, Cell::new(1, 1));
}

#[test]
fn a_map_is_cropped_and_grown_and_what_is_cut_off_leaves() {
    let text = r#"(version: 1, map: ["abc", "def"], legend: {
            'a': (name: "a"), 'b': (name: "b"), 'c': (name: "c"), 'd': (name: "d"), 'e': (name: "e"), 'f': (name: "f")},
        agents: [(name: "stays", at: (1, 1), goals: [(0, 0), (2, 1)], patrol: true, forbidden: [(at: (0, 1), size: (1, 1))]),
            (name: "goes", at: (0, 0))],
        portals: [(from: (1, 0), to: (2, 1)), (from: (0, 0), to: (2, 1))],
        search: (region: (at: (0, 0), size: (1, 2))))"#;
    let before = parse_ron(text).unwrap();
    let wall = before.grid.terrain_by_glyph('#').unwrap();
    let mut level = before.clone();
    let frame = Rect {
        at: Cell::new(1, -1),
        width: 3,
        height: 3,
    };
    let applied = LevelEdit::resize(&level, frame, wall)
        .unwrap()
        .apply(&mut level)
        .unwrap();
    let row = |y| {
        (0..3)
            .map(|x| level.grid.look(Cell::new(x, y)).unwrap().glyph)
            .collect::<String>()
    };
    assert_eq!([row(0), row(1), row(2)], ["###", "bc#", "ef#"]);
    let [agent] = &level.agents[..] else {
        panic!("{:?}", level.agents)
    };
    assert_eq!(
        (agent.name.as_str(), agent.at, &agent.goals[..]),
        ("stays", Cell::new(0, 2), &[Cell::new(1, 2)][..])
    );
    assert!(agent.patrol && agent.profile.forbidden.is_empty());
    let [portal] = &level.grid.portal_list()[..] else {
        panic!("{:?}", level.grid.portals())
    };
    assert_eq!((portal.from, portal.to), (Cell::new(0, 1), Cell::new(1, 2)));
    assert_eq!(level.search.region, None);
    applied.inverse.apply(&mut level).unwrap();
    assert_eq!(bare(&level), bare(&before));
    let nothing = Rect {
        at: Cell::new(3, 0),
        width: 1,
        height: 1,
    };
    assert_eq!(
        LevelEdit::resize(&level, nothing, wall),
        Err(LevelEditError::NothingLeft)
    );
    let huge = Rect {
        at: Cell::new(0, 0),
        width: Grid::MAX_SIDE + 1,
        height: 1,
    };
    assert!(
        LevelEdit::resize(&level, huge, wall)
            .unwrap_err()
            .to_string()
            .contains("8192")
    );
    assert!(
        LevelEdit::resize(&level, frame, TerrainId(99))
            .unwrap_err()
            .to_string()
            .contains("99")
    );
}

#[test]
fn what_a_file_could_not_say_is_refused_in_words() {
    let text = r#"(version: 1, map: ["...", ".s."], legend: {'s': (name: "bog")},
        agents: [(name: "a", at: (0, 0), goals: [(1, 0)], patrol: true, costs: {"bog": 2}), (name: "b", at: (2, 1))])"#;
    let level = parse_ron(text).unwrap();
    let agent = |change: fn(&mut gridwalk_level::LevelAgent)| {
        let mut agent = level.agents[0].clone();
        change(&mut agent);
        LevelEdit::SetAgent(0, Box::new(agent))
    };
    let legend = |change: fn(&mut Vec<LegendEntry>)| {
        let mut legend = level.grid.entries();
        change(&mut legend);
        LevelEdit::Legend(legend)
    };
    for (edit, wanted) in [
        (
            LevelEdit::Cells(vec![(Cell::new(3, 0), TerrainId(0))]),
            "cell (3, 0) lies outside the 3 × 2 map",
        ),
        (LevelEdit::RemoveAgent(2), "there is no agent number 3"),
        (
            agent(|agent| agent.name = "b".to_owned()),
            "two agents would be called \"b\"; each needs a name of its own",
        ),
        (
            agent(|agent| agent.at.x = 9),
            "agent \"a\" would stand on (9, 0) or go there, which is not on the map",
        ),
        (
            agent(|agent| agent.goals.clear()),
            "agent \"a\" would patrol between no goals",
        ),
        (
            agent(|agent| agent.speed = f32::NAN),
            "the speed of agent \"a\" must be 0.1 to 100 cells per second",
        ),
        (
            agent(|agent| agent.arrival_radius = 0.5),
            "the arrival radius of agent \"a\" must be 0 to 0.45 cells",
        ),
        (
            agent(|agent| agent.profile.size = 0),
            "the side of agent \"a\" must be 1 to 32 cells",
        ),
        (
            legend(|legend| legend[0].terrain.name = "mud".to_owned()),
            "agent \"a\" cannot have that cost of its own for \"bog\"",
        ),
        (
            legend(|legend| legend[1].look.glyph = 's'),
            "two terrains would be written `s`; each needs a glyph of its own",
        ),
        (
            legend(|legend| legend[1].terrain.cost = Some(1001)),
            "terrain \"floor\" would cost 1001; expected 1 to 1000, or blocked",
        ),
        (legend(Vec::clear), "a legend has 1 to 255 terrains, not 0"),
    ] {
        let mut edited = level.clone();
        let several = LevelEdit::Several(vec![
            LevelEdit::from(LevelKey::Name("other".to_owned())),
            edit.clone(),
        ]);
        for edit in [edit, several] {
            assert_eq!(edit.apply(&mut edited).unwrap_err().to_string(), wanted);
            assert_eq!(bare(&edited), bare(&level), "{wanted}");
        }
    }
}

#[test]
fn a_large_fill_takes_no_more_memory_than_the_map() {
    let level = shipped_level("cave_512");
    let mut filled = level.clone();
    let all = cells(&level.grid)
        .map(|cell| (cell, TerrainId(0)))
        .collect();
    filled.grid.set_cells(all).unwrap();
    let edit = LevelEdit::between(&level, &filled).unwrap();
    assert!(edit.bytes() < 512 * 512 + 20_000, "{} bytes", edit.bytes());
}

/// Earlier, colour was part of the kernel's terrain, so that a new colour gave every search a new
/// map.
#[test]
fn another_look_alone_is_an_edit_that_leaves_the_grid_as_it_is() {
    let mut level =
        parse_ron(r#"(version: 1, map: ["s."], legend: {'s': (name: "swamp")})"#).unwrap();
    let before = level.clone();
    let mut legend = level.grid.entries();
    (legend[0].look.color, legend[0].look.glyph) = ([1, 2, 3], 'm');
    let applied = LevelEdit::Legend(legend).apply(&mut level).unwrap();
    assert_eq!(
        (
            applied.change.looks,
            &applied.change.grid,
            applied.change.map
        ),
        (true, &None, false)
    );
    assert_eq!(
        Grid::from(level.grid.clone()),
        Grid::from(before.grid.clone()),
        "with the same revision"
    );
    assert_eq!(
        level
            .grid
            .look(Cell::new(0, 0))
            .map(|look| (look.color, look.glyph)),
        Some(([1, 2, 3], 'm'))
    );
    assert_eq!(
        LevelEdit::between(&level, &before).as_ref(),
        Some(&applied.inverse)
    );
    applied.inverse.apply(&mut level).unwrap();
    assert_eq!(level, before);
}
