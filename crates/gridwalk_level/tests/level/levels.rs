//! The levels that we ship, and what a broken level file says.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gridwalk_level::{
    Level, LevelAgent,
    formats::{ReadHints, parse_level, parse_live_level, write_ron},
};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, CostRule, Direction, Grid, Heuristic, Movement,
    NoPathReason, NodePool, Outcome, PathQuery, Portal, Rect, Regions, SearchOptions, StepCosts,
    Terrain, solve,
};
use proptest::prelude::*;

fn parse(text: &str) -> Level {
    parse_level(text.as_bytes(), "test.level.ron").unwrap()
}

/// Every file of assets/levels, by its name.
fn shipped() -> Vec<(String, Level)> {
    let folder = gridwalk_testing::root().join("assets/levels");
    let mut levels = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&path).unwrap();
        let level =
            parse_level(&bytes, &file).unwrap_or_else(|error| panic!("{}", error.in_file(&file)));
        levels.push((file, level));
    }
    assert!(levels.len() >= 22, "the levels are in {}", folder.display());
    levels
}

#[test]
fn every_shipped_level_parses_and_its_goals_can_be_reached() {
    for (file, level) in shipped() {
        let closed = |agent: &LevelAgent| {
            let regions = Regions::new(&level.grid.seen_by(&agent.profile), level.search.movement);
            agent
                .goals
                .iter()
                .any(|&goal| !regions.connected(agent.at, goal))
        };
        assert_eq!(
            level.agents.iter().any(closed),
            file.starts_with("walled_off"),
            "{file}"
        );
        let members = level.members();
        let regions = Regions::new(&level.grid, level.search.movement);
        let can_go = |member: &LevelAgent| {
            member
                .goals
                .iter()
                .all(|goal| regions.connected(member.at, *goal))
        };
        assert!(members.iter().all(can_go), "{file}");
        assert!(
            !level.agents.is_empty() || !members.is_empty(),
            "{file} has an agent to send"
        );
        let described = level.about.ends_with('.')
            || Path::new(&file).extension().is_some_and(|end| end == "txt");
        assert!(described, "{file} says what there is to see");
    }
}

#[test]
fn digits_of_walk_the_stack_equal_its_ron_level() {
    let levels = shipped();
    let find = |name: &str| &levels.iter().find(|(file, _)| file == name).unwrap().1;
    let (ron, digits) = (find("walk_the_stack.level.ron"), find("walk_the_stack.txt"));
    assert_eq!(ron.search, digits.search);
    let agent = |level: &Level| (level.agents[0].at, level.agents[0].goals.clone());
    assert_eq!(agent(ron), agent(digits));
    let look = |level: &Level| -> Vec<_> {
        let (grid, legend) = (&level.grid, level.grid.entries());
        grid.cells()
            .iter()
            .map(|id| legend[usize::from(id.0)].clone())
            .collect()
    };
    assert_eq!(look(ron), look(digits));
    assert_eq!(digits.name, "walk_the_stack");
}

#[test]
fn what_a_level_does_not_say_has_a_default() {
    let level = parse("(version: 1, map: [\"..\"], agents: [(at: (1, 0))])");
    assert_eq!((level.name.as_str(), level.about.as_str()), ("test", ""));
    assert_eq!(level.search, SearchOptions::default());
    assert_eq!(level.unreachable, UnreachablePolicy::Refuse);
    let agent = &level.agents[0];
    assert_eq!(
        (agent.name.as_str(), agent.at, agent.patrol),
        ("agent 1", Cell::new(1, 0), false)
    );
    assert!((agent.speed - 4.0).abs() < f32::EPSILON && agent.goals.is_empty());
}

#[test]
fn a_level_says_everything_it_wants() {
    let level = parse(
        r##"// A comment, and one /* inside */ another.
        Level(version: 1, name: "all", /* x /* y */ */ map: [r"a.", r#"~ "#, "\u{61}'",],
            legend: {
                'a': (name: "ash", cost: 7, color: "#0a0B0c", pattern: "dots"),
                '~': (blocked: false), ' ': (name: "gap", blocked: true), '\'': (name: "tick"),
            },
            crowd: true, movement: "four", steps: (straight: 10, diagonal: 14), unreachable: "nearest",
            search: (algorithm: "weighted-astar", weight: 2, neighbours: ["w"]),
        )"##,
    );
    let names: Vec<_> = level
        .grid
        .looks()
        .all()
        .iter()
        .map(|look| look.glyph)
        .collect();
    assert_eq!(
        names,
        ['a', '~', ' ', '\'', '.', '#', '=', ',', '&', '%', ':'],
        "own ones first, then the others"
    );
    let ash = Cell::new(0, 2);
    assert_eq!(
        (level.grid.cost(ash), level.grid.look(ash).unwrap().color),
        (Some(7), [10, 11, 12])
    );
    assert_eq!(
        level.grid.cost(Cell::new(0, 1)),
        Some(1),
        "water with `blocked: false` can be crossed"
    );
    assert!(!level.grid.is_walkable(Cell::new(1, 1)));
    assert_eq!(
        (level.search.movement, level.search.steps),
        (Movement::Four, StepCosts::TEN_FOURTEEN)
    );
    assert_eq!(level.search.weight.thousandths(), 2000);
    assert!(level.crowd);
    assert_eq!(level.unreachable, UnreachablePolicy::Nearest);
}

#[test]
fn a_level_holds_everything_that_a_search_knows() {
    let level = parse(
        r#"(version: 1, map: ["..>%", "...~"],
            legend: { '>': (name: "ramp", one_way: "e"), 's': (name: "slide", one_way: ["s", "sw"]) },
            portals: [(from: (0, 0), to: (3, 0)), (from: (1, 1), to: (0, 1), cost: 7, two_way: false)],
            agents: [
                (at: (3, 1), costs: {"water": 2, "wall": "blocked"}, forbidden: [(at: (-1, 0), size: (2, 1))]),
                (at: (0, 0), size: 2),
            ],
            search: (
                heuristic: (formula: "dx + dy / 2"), cost_rule: "mean", within: 3, max_expansions: 5000,
                max_cost: 12.5, region: (at: (0, 0), size: (9, 2)),
            ),
        )"#,
    );
    let exits = |cell: (i32, i32)| {
        let exits = level.grid.terrain(cell.into()).unwrap().exits;
        Direction::ALL
            .map(Direction::name)
            .into_iter()
            .zip(Direction::ALL.map(|d| exits.contains(d)))
    };
    let east: Vec<_> = exits((2, 0)).filter(|(_, open)| *open).collect();
    assert_eq!(east, [("e", true)]);
    assert!(exits((0, 0)).all(|(_, open)| open));
    let there = Portal::between(Cell::new(0, 0), Cell::new(3, 0));
    let slide = Portal {
        from: Cell::new(1, 1),
        to: Cell::new(0, 1),
        cost: 7,
        two_way: false,
    };
    assert_eq!(level.grid.portals()[..], [there, there.back(), slide]);
    let [swimmer, big] = &level.agents[..] else {
        panic!("two agents")
    };
    assert_eq!(
        swimmer.profile.costs,
        [("water".to_owned(), Some(2)), ("wall".to_owned(), None)]
    );
    assert_eq!(
        swimmer.profile.forbidden,
        [Rect {
            at: Cell::new(-1, 0),
            width: 2,
            height: 1
        }]
    );
    assert_eq!((swimmer.profile.size, big.profile.size), (1, 2));
    let search = &level.search;
    assert_eq!(
        search.heuristic,
        Heuristic::Formula("dx + dy / 2".parse().unwrap())
    );
    assert_eq!(
        (
            search.cost_rule,
            search.goal_tolerance,
            search.max_expansions
        ),
        (CostRule::MeanTouched, 3, Some(5000))
    );
    assert_eq!(search.max_cost, CostLimit::new(12.5));
    assert_eq!(
        search.region,
        Some(Rect {
            at: Cell::new(0, 0),
            width: 9,
            height: 2
        })
    );
}

#[test]
fn a_one_cell_change_keeps_the_legend() {
    let (a, b) = (
        parse("(version: 1, map: [\"..\"])"),
        parse("(version: 1, map: [\".#\"])"),
    );
    assert_eq!(a.grid.entries(), b.grid.entries());
    assert_eq!(
        a.grid.terrain_by_glyph('#'),
        b.grid.terrain_id(Cell::new(1, 0))
    );
}

#[test]
fn moving_ai_maps_know_their_terrain() {
    let map = b"type octile\r\nheight 2\r\nwidth 4\r\nmap\r\n.GSW\r\n@OT.\r\n";
    let level = parse_level(map, "x/arena.map").unwrap();
    assert_eq!(
        level,
        parse_level(map, "x/arena").unwrap().clone_named("arena")
    );
    let cost = |x, y| level.grid.cost(Cell::new(x, y));
    assert_eq!(
        [0, 1, 2, 3].map(|x| cost(x, 0)),
        [Some(1), Some(1), Some(1), None]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|x| cost(x, 1)),
        [None, None, None, Some(1)]
    );
    assert_eq!(
        level.grid.terrain(Cell::new(2, 1)).map(Terrain::is_blocked),
        Some(true)
    );
    assert_eq!(level.agents.len(), 1);
}

trait CloneNamed {
    fn clone_named(&self, name: &str) -> Level;
}

impl CloneNamed for Level {
    fn clone_named(&self, name: &str) -> Level {
        Level {
            name: name.to_owned(),
            ..self.clone()
        }
    }
}

/// The path of each agent through all its goals, on the map as it sees it; `None` where there is
/// none.
fn paths(level: &Level) -> Vec<Option<Vec<Cell>>> {
    let path = |agent: &LevelAgent| {
        let seen = level.map_of(&level.profile_of(Some(agent)));
        let mut cells = vec![agent.at];
        for &goal in &agent.goals {
            let query = PathQuery::new(*cells.last().unwrap(), goal, &level.search);
            let outcome = solve(&seen, &query, &mut NodePool::default(), &mut ());
            cells.extend(outcome.path()?.cells());
        }
        Some(cells)
    };
    level.agents.iter().map(path).collect()
}

#[test]
fn each_feature_has_a_level_and_without_it_the_path_is_another() {
    type Without = fn(&mut Level);
    // Which agents' paths change.
    let table: &[(&str, &[usize], Without)] = &[
        ("one_way", &[0, 1], |level| {
            let text = write_ron(level).replace(", one_way: [\"e\", \"ne\", \"se\"]", "");
            *level = parse(&text.replace(", one_way: [\"w\", \"sw\", \"nw\"]", ""));
        }),
        ("portals", &[0, 1], |level| {
            level.grid = level.grid.clone().with_portals(&[]).unwrap();
        }),
        ("clearance", &[1], |level| level.agents[1].profile.size = 1),
        ("own_costs", &[0], |level| {
            level.agents[0].profile.costs.clear();
        }),
        ("forbidden", &[1], |level| {
            level.agents[1].profile.forbidden.clear();
        }),
        ("off_the_walls", &[1], |level| {
            level.agents[1].profile.keep_off_walls = None;
        }),
        ("limits", &[0], |level| level.search.region = None),
        ("own_formula", &[0], |level| {
            level.search.heuristic = Heuristic::Octile;
        }),
        ("mean_costs", &[0], |level| {
            level.search.cost_rule = CostRule::Entered;
        }),
    ];
    let shipped = shipped();
    for (name, changed, without) in table {
        let file = format!("{name}.level.ron");
        let level = &shipped
            .iter()
            .find(|(known, _)| *known == file)
            .expect("the level is there")
            .1;
        let mut plain = level.clone();
        without(&mut plain);
        assert_ne!(*level, plain, "{name}: the feature is taken away");
        let (with, without) = (paths(level), paths(&plain));
        assert!(
            with.iter().chain(&without).all(Option::is_some),
            "{name}: everybody arrives\n{with:?}\n{without:?}"
        );
        let differ: Vec<_> = (0..with.len())
            .filter(|&agent| with[agent] != without[agent])
            .collect();
        assert_eq!(differ, *changed, "{name}\n{with:?}\n{without:?}");
    }
}

#[test]
fn inadmissible_formula_expands_less_and_walks_farther() {
    let shipped = shipped();
    let level = &shipped
        .iter()
        .find(|(file, _)| file == "own_formula.level.ron")
        .unwrap()
        .1;
    let outcome = |options: &SearchOptions| {
        solve(
            &level.grid,
            &PathQuery::new(level.agents[0].at, level.agents[0].goals[0], options),
            &mut NodePool::default(),
            &mut (),
        )
    };
    let (own, octile) = (outcome(&level.search), outcome(&Algorithm::AStar.into()));
    assert!(own.stats().expanded < octile.stats().expanded, "{own:?}");
    assert!(own.cost() > octile.cost(), "{own:?}");
}

#[test]
fn a_search_out_of_budget_says_why() {
    let shipped = shipped();
    let level = &shipped
        .iter()
        .find(|(file, _)| file == "limits.level.ron")
        .unwrap()
        .1;
    let outcome = |options: SearchOptions| {
        solve(
            &level.grid,
            &PathQuery::new(level.agents[0].at, level.agents[0].goals[0], &options),
            &mut NodePool::default(),
            &mut (),
        )
    };
    let expensive = SearchOptions {
        max_cost: CostLimit::new(10.0),
        ..level.search.clone()
    };
    assert!(matches!(
        outcome(expensive),
        Outcome::NoPath(NoPathReason::OverCostLimit, _)
    ));
    let short = SearchOptions {
        max_expansions: Some(20),
        ..level.search.clone()
    };
    assert!(matches!(outcome(short), Outcome::OutOfBudget(_)));
    let region = Some(Rect {
        at: Cell::new(2, 2),
        width: 16,
        height: 7,
    });
    let narrow = SearchOptions {
        region,
        ..level.search.clone()
    };
    assert!(matches!(
        outcome(narrow),
        Outcome::NoPath(NoPathReason::NotInRegion, _)
    ));
}

#[test]
fn every_mistake_has_its_place_and_its_sentence() {
    let mut wrong = Vec::new();
    for (file, text, expected) in MISTAKES {
        let found = match parse_level(text.as_bytes(), file) {
            Ok(_) => "no mistake".to_owned(),
            Err(error) => error.to_string(),
        };
        if found != *expected {
            wrong.push(format!(
                "{text}\n  expected {expected}\n  found    {found}\n"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} sentences differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

proptest! {
    /// One agent starts on each cell; those that cannot stand there are listed.
    #[test]
    fn an_agent_can_stand_where_its_own_map_is_free(
        rows in prop::collection::vec("[.#59]{7}", 1..7),
        size in 1_u8..4,
        costs in prop::collection::vec(("floor|cost 5|cost 9|wall", prop::option::of(1_u16..9)), 0..3),
        areas in prop::collection::vec((-3..9, -3..9, 1_u32..5, 1_u32..5), 0..3),
    ) {
        let mut level = Level { agents: Vec::new(), ..parse("(version: 1, map: [\".\"])") };
        level.grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).into();
        let costs: BTreeMap<_, _> = costs.into_iter().collect();
        let area = |(x, y, width, height)| Rect { at: Cell::new(x, y), width, height };
        let covers = |area: &Rect| area.at.x + area.width.cast_signed() > 0 && area.at.y + area.height.cast_signed() > 0;
        let reaches = |area: &Rect| area.at.x < 7 && area.at.y < level.grid.height().cast_signed();
        let forbidden = areas.into_iter().map(area).filter(|area| covers(area) && reaches(area)).collect();
        let profile = AgentProfile { size, costs: costs.into_iter().collect(), forbidden, ..AgentProfile::default() };
        let cells = (0..level.grid.height().cast_signed()).flat_map(|y| (0..7).map(move |x| Cell::new(x, y)));
        let known = |name: &str| level.grid.legend().iter().any(|terrain| terrain.name == name);
        prop_assume!(profile.costs.iter().all(|(name, _)| known(name)));
        let agent = |at: Cell| LevelAgent { profile: profile.clone(), ..LevelAgent::standing(&at.to_string(), at) };
        level.agents = cells.map(agent).collect();
        let read = parse_live_level(write_ron(&level).as_bytes(), "test.level.ron", &ReadHints::default()).unwrap();
        let blocked = read.problems;
        let seen = level.grid.seen_by(&profile);
        for agent in &level.agents {
            let is_listed = blocked.iter().any(|error| error.message.contains(&format!("agent \"{}\"", agent.name)));
            prop_assert_eq!(is_listed, !seen.is_walkable(agent.at), "{} on {:?}", agent.at, rows);
        }
    }
}

#[test]
fn text_that_is_not_utf_8_says_where() {
    let error = parse_level(b"(\n \xC3\xA4\xFF", "a.ron").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: byte 0xFF is not UTF-8 text; save the file as UTF-8"
    );
    assert_eq!(
        error.in_file("a.ron"),
        "a.ron:2:3: byte 0xFF is not UTF-8 text; save the file as UTF-8"
    );
}

/// File name, text, and what is said about it.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "a.ron",
        "",
        "line 1, column 1: the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`",
    ),
    (
        "a.ron",
        "\n\n",
        "line 1, column 1: the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`",
    ),
    (
        "a.ron",
        "[]",
        "line 1, column 1: expected a level, which begins with `(`, found `[`",
    ),
    // Columns count characters, lines count line feeds; comments nest, and strings have escapes or
    // are raw.
    (
        "a.ron",
        "(version: 1,\r\nname: \"ü\", about: 1,\r\n)",
        "line 2, column 19: expected a text in double quotes, found `1`",
    ),
    (
        "a.ron",
        "// x\n /* a /* b */ * / */ (version: 1)",
        "line 2, column 22: the level has no map; expected `map: [\"...\"]` with one string per row",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"\\u{2e}\\x2Eß\"])",
        "line 1, column 31: glyph 'ß' is not in the legend; expected '.', '#', '=', ',', '&', '%', '~' or ':'",
    ),
    (
        "a.ron",
        "(version: 1, map: [r#\".\"\"#])",
        "line 1, column 24: glyph '\"' is not in the legend; expected '.', '#', '=', ',', '&', '%', '~' or ':'",
    ),
    (
        "a.ron",
        "(map: [\".\"])",
        "line 1, column 1: the level has no version; expected `version: 1`",
    ),
    (
        "a.ron",
        "// x\n(version: 2, map: [\".\"])",
        "line 2, column 11: version 2 is not known; expected version 1",
    ),
    (
        "a.ron",
        "(version: \"1\", map: [\".\"])",
        "line 1, column 11: expected version 1, found `\"1\"`",
    ),
    (
        "a.ron",
        "(version: 1)",
        "line 1, column 1: the level has no map; expected `map: [\"...\"]` with one string per row",
    ),
    (
        "a.ron",
        "(\n  version: 1,\n  mapp: [\".\"],\n)",
        "line 3, column 3: unknown field `mapp`; did you mean `map`?",
    ),
    (
        "a.ron",
        "(\n  version: 1,\n  weather: 1,\n  map: [\".\"],\n)",
        "line 3, column 3: unknown field `weather`; expected version, name, about, map, legend, portals, agents, groups, keep_off_walls, crowd, movement, steps, search, unreachable or click",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"],\n version: 1)",
        "line 2, column 2: field `version` stands here twice; expected it once",
    ),
    (
        "a.ron",
        "(version: 1,\n map: [\".\"\n legend: {})",
        "line 3, column 2: expected a comma or a closing bracket, found `l`",
    ),
    (
        "a.ron",
        "(version: 1\n map: [\".\"])",
        "line 2, column 2: expected a comma or a closing bracket, found `m`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"]",
        "line 1, column 24: expected a comma or a closing bracket, found the end of the file",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\n",
        "line 1, column 20: the text that begins here never ends; expected a closing quote",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"]) x",
        "line 1, column 26: expected nothing after the level's last `)`, found `x`",
    ),
    (
        "a.ron",
        "(version: 1, map: \"...\")",
        "line 1, column 19: expected a map such as `[\"...\", \"...\"]`, found `\"...\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [])",
        "line 1, column 19: the map is empty; expected one string per row",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"\"])",
        "line 1, column 20: the row is empty; expected at least one cell",
    ),
    (
        "a.ron",
        "(version: 1, map: [3])",
        "line 1, column 20: expected a row of the map in double quotes, found `3`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\r\n  \"...\",\r\n  \".\\\"x\",\r\n])",
        "line 3, column 5: glyph '\"' is not in the legend; expected '.', '#', '=', ',', '&', '%', '~' or ':'",
    ),
    (
        "a.ron",
        "(version: 1, map: [\n  \"...\",\n  \"..é\",\n])",
        "line 3, column 6: glyph 'é' is not in the legend; expected '.', '#', '=', ',', '&', '%', '~' or ':'",
    ),
    (
        "a.ron",
        "(version: 1, map: [\n  \"...\",\n  \"..\",\n])",
        "line 3, column 6: the row has 2 cells; expected 3, as in the first row",
    ),
    (
        "a.ron",
        "(version: 1, map: [\n  \"..\",\n  \"...\",\n])",
        "line 3, column 6: the row has 3 cells; expected 2, as in the first row",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], name: 5)",
        "line 1, column 32: expected a text in double quotes, found `5`",
    ),
    // The legend.
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: [])",
        "line 1, column 34: expected a legend such as `{ 's': (name: \"swamp\", cost: 5) }`, found `[]`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {\n  's': (name: \"swamp\"),\n  's': (name: \"sea\"),\n})",
        "line 3, column 3: glyph 's' is already \"swamp\"; expected one legend entry per glyph",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {\"s\": (name: \"swamp\")})",
        "line 1, column 35: expected a glyph in single quotes, such as 's', found `\"s\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (cost: 5)})",
        "line 1, column 35: terrain 's' has no name; expected `name: \"…\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", cost: 0)})",
        "line 1, column 58: expected a whole cost from 1 to 1000, found 0; walls say `blocked: true`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", cost: 1001)})",
        "line 1, column 58: expected a whole cost from 1 to 1000, found 1001; walls say `blocked: true`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", cost: 1.5)})",
        "line 1, column 58: expected a whole cost from 1 to 1000, found `1.5`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", cost: 2, blocked: true)})",
        "line 1, column 58: terrain 's' has both a cost and `blocked: true`; expected one of them",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", color: \"#12345\")})",
        "line 1, column 59: expected a colour such as \"#9A9B72\", found \"#12345\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", pattern: \"zigzag\")})",
        "line 1, column 61: expected a pattern: \"plain\", \"blades\", \"trees\", \"dashes\", \"waves\" or \"dots\", found \"zigzag\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", colour: \"#123456\")})",
        "line 1, column 52: unknown field `colour`; did you mean `color`?",
    ),
    // Agents.
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (1, 0))])",
        "line 1, column 41: agent \"agent 1\" stands at (1, 0), where \"wall\" is blocked; expected a free cell",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 1))])",
        "line 1, column 41: agent \"agent 1\" stands at (0, 1), outside the 2 × 1 map; expected x from 0 to 1 and y from 0 to 0",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), goals: [(0, 0), (-1, 0)])])",
        "line 1, column 65: a goal of agent \"agent 1\" lies at (-1, 0), outside the 2 × 1 map; expected x from 0 to 1 and y from 0 to 0",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), goals: [(1, 0)])])",
        "line 1, column 57: a goal of agent \"agent 1\" lies at (1, 0), where \"wall\" is blocked; expected a free cell",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (99999999999, 0))])",
        "line 1, column 41: agent \"agent 1\" stands at (99999999999, 0), outside the 2 × 1 map; expected x from 0 to 1 and y from 0 to 0",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0.5, 0))])",
        "line 1, column 41: expected a cell such as (3, 4), found `(0.5, 0)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(name: \"a\")])",
        "line 1, column 36: agent \"a\" stands nowhere; expected `at: (x, y)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [\n (name: \"a\", at: (0, 0)),\n (name: \"a\", at: (0, 0)),\n])",
        "line 3, column 9: two agents are called \"a\"; expected a name of its own for each",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(name: \"agent 2\", at: (0, 0)), (at: (0, 0))])",
        "line 1, column 67: two agents are called \"agent 2\"; expected a name of its own for each",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), speed: 0)])",
        "line 1, column 56: expected a speed from 0.1 to 100 cells per second, found `0`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), speed: inf)])",
        "line 1, column 56: expected a speed from 0.1 to 100 cells per second, found `inf`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), patrol: true)])",
        "line 1, column 57: agent \"agent 1\" patrols between no goals; expected `goals: [(x, y), …]`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\"], agents: [(at: (0, 0), arrival_radius: 0.5)])",
        "line 1, column 65: expected an arrival radius from 0 to 0.45 cells, found `0.5`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0),\n\n  gaols: [])])",
        "line 3, column 3: unknown field `gaols`; did you mean `goals`?",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"],\n keep_off_walls: (cells: 0, cost: 3))",
        "line 2, column 26: expected a distance from walls in cells from 1 to 16, found `0`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], agents: [(at: (0, 0),\n keep_off_walls: (cells: 2))])",
        "line 2, column 18: expected an extra cost near walls such as `(cells: 2, cost: 3)`, or \"no\", found `(cells: 2)`",
    ),
    // Rules.
    (
        "a.ron",
        "(version: 1, map: [\".\"], movement: \"six\")",
        "line 1, column 36: expected \"four\", \"eight-always\", \"eight-one-free\" or \"eight-no-corners\", found `\"six\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], movement: four)",
        "line 1, column 36: expected \"four\", \"eight-always\", \"eight-one-free\" or \"eight-no-corners\", found `four`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: \"sqrt3\")",
        "line 1, column 33: expected \"sqrt2\", \"10/14\", \"uniform\" or `(straight: 10, diagonal: 14)`, found `\"sqrt3\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 10))",
        "line 1, column 33: expected both `straight` and `diagonal`, as in `(straight: 10, diagonal: 14)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 0, diagonal: 1))",
        "line 1, column 44: expected a whole step cost from 1 to 10000, found `0`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 10, diagonal: 21))",
        "line 1, column 58: expected a diagonal step from 10 to 20, one to two straight ones, found 21",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (weight: 101))",
        "line 1, column 43: expected a number from 0 to 100, found `101`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (tie: \"first\"))",
        "line 1, column 40: expected \"oldest\", \"newest\", \"larger-g\" or \"smaller-h\", found `\"first\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (neighbours: [\"n\", \"n\"]))",
        "line 1, column 53: direction \"n\" is named twice; expected each at most once",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (ties: \"oldest\"))",
        "line 1, column 35: unknown field `ties`; did you mean `tie`?",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (region: (at: (0, 0), size: (1, 1)),\n within: 1, goal_tolerance: 2))",
        "line 2, column 13: field `goal_tolerance` stands here twice; expected it once",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: Options(tie: \"oldest\"))",
        "line 1, column 34: expected options of the search such as `(algorithm: \"astar\")`, found `Options(tie: \"oldest\")`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], unreachable: \"stop\")",
        "line 1, column 39: expected what to do with unreachable goals: \"refuse\" or \"nearest\", found \"stop\"",
    ),
    // Digits.
    (
        "a.txt",
        "222\n20x\n222",
        "line 2, column 3: expected a digit 0 (start), 1 (road), 2 (wall) or 9 (goal), found 'x'",
    ),
    (
        "a.txt",
        "222\n20\n222",
        "line 2, column 3: the row has 2 cells; expected 3",
    ),
    (
        "a.txt",
        "2 2\n2,0,1",
        "line 2, column 5: the row is too long; expected 2 cells",
    ),
    (
        "a.txt",
        "22\n\n20",
        "line 2, column 1: the row is empty; expected digits",
    ),
    (
        "a.txt",
        "00",
        "line 1, column 2: a second start; expected one digit 0; a legend such as `0=floor,1=wall` may say what is meant",
    ),
    (
        "a.txt",
        "111",
        "line 1, column 1: the map has no start; expected one digit 0",
    ),
    // Moving AI.
    (
        "a.map",
        "type tile\n",
        "line 1, column 6: expected `type octile`",
    ),
    (
        "a.map",
        "type octile\nheight 0\nwidth 2\nmap\n",
        "line 2, column 8: expected `height` with a number from 1 to 8192",
    ),
    (
        "a.map",
        "type octile\nheight 1000000\nwidth 1000000\nmap\n",
        "line 2, column 8: expected `height` with a number from 1 to 8192",
    ),
    (
        "a.map",
        "type octile\nheight 2\nmap\n",
        "line 3, column 1: expected `height` and `width` before `map`",
    ),
    (
        "a.map",
        "type octile\nsize 2\n",
        "line 2, column 1: expected a header line: type, height, width or map",
    ),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2",
        "line 3, column 8: the header does not end; expected a line `map` and the rows after it",
    ),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n",
        "line 5, column 3: the map ends after 1 row; expected 2",
    ),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n.\n",
        "line 6, column 2: the row has 1 cell; expected 2",
    ),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n...\n",
        "line 6, column 3: the row has 3 cells; expected 2",
    ),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n",
        "line 6, column 2: unknown glyph 'x'; expected one of . G S W T @ O; a list of costs such as `E=1` says what another one is",
    ),
    (
        "a.map",
        "type octile\nheight 1\nwidth 2\nmap\n..\n..\n",
        "line 6, column 1: expected nothing after 1 row",
    ),
    // One-way cells.
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", one_way: \"east\")})",
        "line 1, column 61: expected a direction: \"n\", \"e\", \"s\", \"w\", \"ne\", \"se\", \"sw\" or \"nw\", found \"east\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", one_way: [\"e\", \"e\"])})",
        "line 1, column 67: direction \"e\" is named twice; expected each at most once",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], legend: {'s': (name: \"s\", one_way: true)})",
        "line 1, column 61: expected directions to leave in, such as `[\"n\", \"e\"]` or `\"e\"`, found `true`",
    ),
    // Portals.
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: 3)",
        "line 1, column 37: expected portals such as `[(from: (1, 2), to: (9, 2))]`, found `3`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (0, 0))])",
        "line 1, column 38: expected both `from` and `to`, as in `(from: (1, 2), to: (9, 2))`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (0, 0), to: (3, 0))])",
        "line 1, column 57: portal 1 ends at (3, 0), outside the 3 × 1 map; expected x from 0 to 2 and y from 0 to 0",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (1, 0), to: (2, 0))])",
        "line 1, column 45: portal 1 begins at (1, 0), where \"wall\" is blocked; expected a free cell",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (0, 0), to: (0, 0))])",
        "line 1, column 57: portal 1 leads from (0, 0) to itself; expected two different cells",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (0, 0), to: (2, 0), cost: 0)])",
        "line 1, column 71: expected a portal's whole cost in steps from 1 to 65535, found `0`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#.\"], portals: [(from: (0, 0), to: (2, 0), both: true)])",
        "line 1, column 65: unknown field `both`; expected from, to, cost or two_way",
    ),
    // Agents of their own kind.
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), size: 33)])",
        "line 1, column 55: expected an agent's side in whole cells from 1 to 32, found `33`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0), size: 2)])",
        "line 1, column 41: agent \"agent 1\" stands at (0, 0), where its 2 × 2 cells leave the map; expected room for all of them",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".#\", \"..\"], agents: [(at: (0, 0), size: 2)])",
        "line 1, column 47: agent \"agent 1\" stands at (0, 0), where its 2 × 2 cells touch \"wall\" at (1, 0); expected room for all of them",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\", \"..\"], agents: [(at: (0, 0), size: 2, forbidden: [(at: (1, 1), size: (1, 1))])])",
        "line 1, column 47: agent \"agent 1\" stands at (0, 0), where its 2 × 2 cells touch a forbidden area; expected room for all of them",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\"], agents: [(at: (0, 0), goals: [(1, 0)], forbidden: [(at: (1, 0), size: (1, 1))])])",
        "line 1, column 57: a goal of agent \"agent 1\" lies at (1, 0), where it is forbidden to go; expected a cell outside its forbidden areas",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\"], agents: [(at: (0, 0), forbidden: [(at: (2, 0), size: (1, 1))])])",
        "line 1, column 61: the forbidden area, 1 × 1 cells from (2, 0), misses the 2 × 1 map; expected it to cover some of its cells",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\"], agents: [(at: (0, 0), forbidden: [(at: (0, 0), size: (0, 1))])])",
        "line 1, column 80: expected columns and rows, each from 1 to 8192, such as (3, 4), found `(0, 1)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\"..\"], agents: [(at: (0, 0), forbidden: [(at: (0, 0))])])",
        "line 1, column 61: expected both `at` and `size`, as in `(at: (1, 2), size: (3, 4))`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".%\"], agents: [(at: (1, 0), costs: {\"swamp\": \"blocked\"})])",
        "line 1, column 41: agent \"agent 1\" stands at (1, 0), where \"swamp\" is blocked; expected a free cell",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".%\"], agents: [(at: (1, 0), costs: {\"marsh\": 2})])",
        "line 1, column 57: no terrain is called \"marsh\"; expected \"floor\", \"wall\", \"road\", \"grass\", \"forest\", \"swamp\", \"water\" or \"sand\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".%\"], agents: [(at: (1, 0), costs: {\"swamp\": 2, \"swamp\": 3})])",
        "line 1, column 69: terrain \"swamp\" stands here twice; expected it once",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".%\"], agents: [(at: (1, 0), costs: {\"swamp\": 0})])",
        "line 1, column 66: expected a whole cost from 1 to 1000, found 0; say `\"blocked\"` where it cannot go",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".%\"], agents: [(at: (1, 0), costs: {\"swamp\": \"wall\"})])",
        "line 1, column 66: expected a whole cost or \"blocked\", found \"wall\"",
    ),
    // Search settings and limits.
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (cost_rule: \"average\"))",
        "line 1, column 46: expected \"entered\" or \"mean\", found `\"average\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (within: 1001))",
        "line 1, column 43: expected a whole number from 0 to 1000, found `1001`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (max_expansions: -1))",
        "line 1, column 51: expected a whole number such as 5000, found `-1`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (max_cost: -0.5))",
        "line 1, column 45: expected a number from 0 to 1000000000000, found `-0.5`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (region: (at: (1, 0), size: (1, 1))))",
        "line 1, column 43: the region of the search, 1 × 1 cells from (1, 0), misses the 1 × 1 map; expected it to cover some of its cells",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (region: (at: (0, 0), size: (1, 9000))))",
        "line 1, column 62: expected columns and rows, each from 1 to 8192, such as (3, 4), found `(1, 9000)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (heuristic: \"best\"))",
        "line 1, column 46: expected \"zero\", \"manhattan\", \"euclidean\", \"floored-euclidean\", \"octile\", \"chebyshev\" or `(formula: \"max(dx, dy)\")`, found `\"best\"`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (heuristic: (name: \"octile\")))",
        "line 1, column 47: unknown field `name`; expected formula",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (\n heuristic: (formula: \"dx + dz\")))",
        "line 2, column 23: the formula `dx + dz` cannot be read: `dz` is not known; expected an expression in dx, dy, sx, sy and g such as `max(dx, dy)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (\n heuristic: (formula: \"(dx\")))",
        "line 2, column 23: the formula `(dx` cannot be read: a bracket has no other half; expected an expression in dx, dy, sx, sy and g such as `max(dx, dy)`",
    ),
    // Settings that make no sense together, at the algorithm's place.
    (
        "a.ron",
        "(version: 1, map: [\".%\"], search: (algorithm: \"jps\"))",
        "line 1, column 47: Jump point search needs terrain of one cost, and this map has several; use A*, Bidirectional A* or Lifelong planning A*",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], movement: \"four\", search: (tie: \"oldest\", algorithm: \"theta\"))",
        "line 1, column 79: Theta* draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or A*",
    ),
    // Costs.
    (
        "a.csv",
        "1,2\n1,x\n",
        "line 2, column 3: expected a cost from 1 to 1000, or `#`, 0 or nothing for a wall, found `x`",
    ),
    (
        "a.csv",
        "1,2\n1,1001\n",
        "line 2, column 3: expected a cost from 1 to 1000, or `#`, 0 or nothing for a wall, found `1001`",
    ),
    (
        "a.csv",
        "1,2\n1\n",
        "line 2, column 2: the row has 1 cell; expected 2",
    ),
    (
        "a.csv",
        "1,2\n1,2,3\n",
        "line 2, column 5: the row is too long; expected 2 cells",
    ),
    (
        "a.csv",
        "1,2\n\n1,2\n",
        "line 2, column 1: the row is empty; expected costs separated by commas",
    ),
    (
        "a.csv",
        "1,-2\n",
        "line 1, column 3: expected a cost from 1 to 1000, or `#`, 0 or nothing for a wall, found `-2`",
    ),
];

#[test]
fn no_start_or_goal_of_the_opening_level_lies_on_a_bridge() {
    let level = parse_level(
        include_bytes!("../../../../assets/levels/river_crossing.level.ron"),
        "a.level.ron",
    )
    .unwrap();
    let is_bridge = |cell: Cell| {
        level
            .grid
            .terrain(cell)
            .is_some_and(|terrain| terrain.name == "bridge")
    };
    for agent in &level.agents {
        for cell in agent.goals.iter().copied().chain([agent.at]) {
            assert!(
                !is_bridge(cell),
                "{} stops at {cell}, so that bridge cannot be blocked",
                agent.name
            );
        }
    }
}
