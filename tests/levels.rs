//! The levels that we ship, and what a broken level file says.

use std::fs;
use std::path::Path;

use gridwalk::pathfinding::formats::{Level, UnreachablePolicy, parse_level};
use gridwalk::pathfinding::{Cell, Movement, Regions, StepCosts, Terrain};

fn parse(text: &str) -> Level {
    parse_level(text.as_bytes(), "test.level.ron").unwrap()
}

/// Every file of assets/levels, by its name.
fn shipped() -> Vec<(String, Level)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels");
    let mut levels = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&path).unwrap();
        let level = parse_level(&bytes, &file).unwrap_or_else(|error| panic!("{}", error.in_file(&file)));
        levels.push((file, level));
    }
    assert!(levels.len() >= 14, "the levels are in {}", folder.display());
    levels
}

#[test]
fn every_shipped_level_parses_and_its_goals_can_be_reached() {
    for (file, level) in shipped() {
        let regions = Regions::new(&level.grid, level.search.movement);
        let closed = |agent: &gridwalk::pathfinding::formats::LevelAgent| {
            agent.goals.iter().any(|&goal| !regions.connected(agent.at, goal))
        };
        assert_eq!(level.agents.iter().any(closed), file.starts_with("walled_off"), "{file}");
        assert!(!level.agents.is_empty(), "{file} has somebody to send");
        let described = level.about.ends_with('.') || Path::new(&file).extension().is_some_and(|end| end == "txt");
        assert!(described, "{file} says what there is to see");
    }
}

#[test]
fn the_digits_of_walk_the_stack_are_the_same_level_as_its_ron_file() {
    let levels = shipped();
    let find = |name: &str| &levels.iter().find(|(file, _)| file == name).unwrap().1;
    let (ron, digits) = (find("walk_the_stack.level.ron"), find("walk_the_stack.txt"));
    assert_eq!(ron.search, digits.search);
    let agent = |level: &Level| (level.agents[0].at, level.agents[0].goals.clone());
    assert_eq!(agent(ron), agent(digits));
    let look = |level: &Level| -> Vec<_> {
        let (grid, legend) = (&level.grid, level.grid.legend());
        grid.cells().iter().map(|id| legend[usize::from(id.0)].clone()).collect()
    };
    assert_eq!(look(ron), look(digits));
    assert_eq!(digits.name, "walk_the_stack");
}

#[test]
fn what_a_level_does_not_say_has_a_default() {
    let level = parse("(version: 1, map: [\"..\"], agents: [(at: (1, 0))])");
    assert_eq!((level.name.as_str(), level.about.as_str()), ("test", ""));
    assert_eq!(level.search, gridwalk::pathfinding::SearchOptions::default());
    assert_eq!(level.unreachable, UnreachablePolicy::Refuse);
    let agent = &level.agents[0];
    assert_eq!((agent.name.as_str(), agent.at, agent.patrol), ("agent 1", Cell::new(1, 0), false));
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
            movement: "four", steps: (straight: 10, diagonal: 14), unreachable: "nearest",
            search: (algorithm: "weighted-astar", weight: 2, neighbours: ["w"]),
        )"##,
    );
    let names: Vec<_> = level.grid.legend().iter().map(|terrain| terrain.glyph).collect();
    assert_eq!(names, ['a', '~', ' ', '\'', '.', '#', '=', ',', '&', '%', ':'], "own ones first, then the others");
    let ash = level.grid.terrain(Cell::new(0, 2)).unwrap();
    assert_eq!((ash.cost, ash.color), (Some(7), [10, 11, 12]));
    assert_eq!(level.grid.cost(Cell::new(0, 1)), Some(1), "water with `blocked: false` can be crossed");
    assert!(!level.grid.is_walkable(Cell::new(1, 1)));
    assert_eq!((level.search.movement, level.search.steps), (Movement::Four, StepCosts::TEN_FOURTEEN));
    assert_eq!(level.search.weight.thousandths(), 2000);
    assert_eq!(level.unreachable, UnreachablePolicy::Nearest);
}

#[test]
fn a_one_cell_change_keeps_the_legend() {
    let (a, b) = (parse("(version: 1, map: [\"..\"])"), parse("(version: 1, map: [\".#\"])"));
    assert_eq!(a.grid.legend(), b.grid.legend());
    assert_eq!(a.grid.terrain_by_glyph('#'), b.grid.terrain_id(Cell::new(1, 0)));
}

#[test]
fn moving_ai_maps_know_their_terrain() {
    let map = b"type octile\r\nheight 2\r\nwidth 4\r\nmap\r\n.GSW\r\n@OT.\r\n";
    let level = parse_level(map, "x/arena.map").unwrap();
    assert_eq!(level, parse_level(map, "x/arena").unwrap().clone_named("arena"));
    let cost = |x, y| level.grid.cost(Cell::new(x, y));
    assert_eq!([0, 1, 2, 3].map(|x| cost(x, 0)), [Some(1), Some(1), Some(1), None]);
    assert_eq!([0, 1, 2, 3].map(|x| cost(x, 1)), [None, None, None, Some(1)]);
    assert_eq!(level.grid.terrain(Cell::new(2, 1)).map(Terrain::is_blocked), Some(true));
    assert_eq!(level.agents.len(), 1);
}

trait CloneNamed {
    fn clone_named(&self, name: &str) -> Level;
}

impl CloneNamed for Level {
    fn clone_named(&self, name: &str) -> Level {
        Level { name: name.to_owned(), ..self.clone() }
    }
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
            wrong.push(format!("{text}\n  expected {expected}\n  found    {found}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} sentences differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn text_that_is_not_utf_8_says_where() {
    let error = parse_level(b"(\n \xC3\xA4\xFF", "a.ron").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 3: byte 0xFF is not UTF-8 text; save the file as UTF-8");
    assert_eq!(error.in_file("a.ron"), "a.ron:2:3: byte 0xFF is not UTF-8 text; save the file as UTF-8");
}

/// File name, text, and what is said about it.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("a.ron", "", "line 1, column 1: the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`"),
    ("a.ron", "\n\n", "line 1, column 1: the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`"),
    ("a.ron", "[]", "line 1, column 1: expected a level, which begins with `(`, found `[`"),
    ("a.ron", "(map: [\".\"])", "line 1, column 1: the level has no version; expected `version: 1`"),
    ("a.ron", "// x\n(version: 2, map: [\".\"])", "line 2, column 11: version 2 is not known; expected version 1"),
    ("a.ron", "(version: \"1\", map: [\".\"])", "line 1, column 11: expected version 1, found `\"1\"`"),
    (
        "a.ron",
        "(version: 1)",
        "line 1, column 1: the level has no map; expected `map: [\"...\"]` with one string per row",
    ),
    (
        "a.ron",
        "(\n  version: 1,\n  mapp: [\".\"],\n)",
        "line 3, column 3: unknown field `mapp`; expected version, name, about, map, legend, agents, movement, steps, search or unreachable",
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
    ("a.ron", "(version: 1\n map: [\".\"])", "line 2, column 2: expected a comma or a closing bracket, found `m`"),
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
    ("a.ron", "(version: 1, map: [])", "line 1, column 19: the map is empty; expected one string per row"),
    ("a.ron", "(version: 1, map: [\"\"])", "line 1, column 20: the row is empty; expected at least one cell"),
    ("a.ron", "(version: 1, map: [3])", "line 1, column 20: expected a row of the map in double quotes, found `3`"),
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
    ("a.ron", "(version: 1, map: [\".\"], name: 5)", "line 1, column 32: expected a text in double quotes, found `5`"),
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
        "line 1, column 52: unknown field `colour`; expected name, cost, blocked, color or pattern",
    ),
    // Agents.
    (
        "a.ron",
        "(version: 1, map: [\".#\"], agents: [(at: (1, 0))])",
        "line 1, column 41: agent \"agent 1\" stands at (1, 0), where \"wall\" blocks the way; expected a free cell",
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
        "line 1, column 57: a goal of agent \"agent 1\" lies at (1, 0), where \"wall\" blocks the way; expected a free cell",
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
        "(version: 1, map: [\".#\"], agents: [(at: (0, 0),\n\n  gaols: [])])",
        "line 3, column 3: unknown field `gaols`; expected name, at, goals, speed or patrol",
    ),
    // Rules.
    (
        "a.ron",
        "(version: 1, map: [\".\"], movement: \"six\")",
        "line 1, column 36: expected a movement rule: \"four\", \"eight-always\", \"eight-one-free\" or \"eight-no-corners\", found \"six\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], movement: four)",
        "line 1, column 36: expected a movement rule: \"four\", \"eight-always\", \"eight-one-free\" or \"eight-no-corners\", found `four`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: \"sqrt3\")",
        "line 1, column 33: expected \"sqrt2\", \"uniform\" or step costs such as `(straight: 10, diagonal: 14)`, found \"sqrt3\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 10))",
        "line 1, column 33: expected both `straight` and `diagonal`, as in `(straight: 10, diagonal: 14)`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 0, diagonal: 1))",
        "line 1, column 44: expected a whole step cost from 1 to 10000, found 0",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], steps: (straight: 10, diagonal: 21))",
        "line 1, column 58: expected a diagonal step from 10 to 20, one to two straight ones, found 21",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (weight: 101))",
        "line 1, column 43: expected a weight from 0 to 100, found `101`",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (tie: \"first\"))",
        "line 1, column 40: expected a tie-break: \"oldest\", \"newest\", \"larger-g\" or \"smaller-h\", found \"first\"",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (neighbours: [\"n\", \"n\"]))",
        "line 1, column 53: direction \"n\" is named twice; expected each at most once",
    ),
    (
        "a.ron",
        "(version: 1, map: [\".\"], search: (ties: \"oldest\"))",
        "line 1, column 35: unknown field `ties`; expected algorithm, heuristic, weight, neighbours, tie, stop or parent",
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
    ("a.txt", "222\n20\n222", "line 2, column 3: the row has 2 cells; expected 3"),
    ("a.txt", "2 2\n2,0,1", "line 2, column 5: the row is too long; expected 2 cells"),
    ("a.txt", "22\n\n20", "line 2, column 1: the row is empty; expected digits"),
    ("a.txt", "00", "line 1, column 2: a second start; expected one digit 0"),
    ("a.txt", "111", "line 1, column 1: the map has no start; expected one digit 0"),
    // MovingAI.
    ("a.map", "type tile\n", "line 1, column 6: expected `type octile`"),
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
    ("a.map", "type octile\nheight 2\nmap\n", "line 3, column 1: expected `height` and `width` before `map`"),
    ("a.map", "type octile\nsize 2\n", "line 2, column 1: expected a header line: type, height, width or map"),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2",
        "line 3, column 8: the header does not end; expected a line `map` and the rows after it",
    ),
    ("a.map", "type octile\nheight 2\nwidth 2\nmap\n..\n", "line 5, column 3: the map ends after 1 row; expected 2"),
    ("a.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.\n", "line 6, column 2: the row has 1 cell; expected 2"),
    ("a.map", "type octile\nheight 2\nwidth 2\nmap\n..\n...\n", "line 6, column 3: the row has 3 cells; expected 2"),
    (
        "a.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n",
        "line 6, column 2: unknown glyph 'x'; expected one of . G S W T @ O",
    ),
    ("a.map", "type octile\nheight 1\nwidth 2\nmap\n..\n..\n", "line 6, column 1: expected nothing after 1 row"),
];
