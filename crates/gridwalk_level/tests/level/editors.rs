//! Maps of other editors: their files become levels, and the parts that do not are listed.

use std::fs;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use gridwalk_level::formats::{
    Format, LEVEL_ENDINGS, Loss, ReadHints, ReadLevel, files_beside, parse_level,
    parse_level_as_written, parse_live_level, parse_ron, write_level, write_ron,
};
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::Cell;

/// Reads a sample file.
fn sample(name: &str) -> Vec<u8> {
    let path = gridwalk_testing::root()
        .join("crates/gridwalk_level/tests/samples")
        .join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text(name: &str) -> String {
    String::from_utf8(sample(name)).unwrap()
}

/// Reads the level of a sample, with the files to which it refers.
fn read(bytes: &[u8], name: &str, hints: ReadHints) -> Result<ReadLevel, String> {
    let files = files_beside(bytes, name, &hints).into_iter();
    let beside = files
        .map(|file| (file.clone(), Ok(sample(&file))))
        .collect();
    parse_level_as_written(bytes, name, &ReadHints { beside, ..hints })
        .map_err(|error| error.to_string())
}

fn town(text: &str) -> Result<ReadLevel, String> {
    read(text.as_bytes(), "town.tmj", ReadHints::default())
}

fn dungeon(text: &str) -> Result<ReadLevel, String> {
    read(text.as_bytes(), "dungeon.ldtk", ReadHints::default())
}

fn rows(level: &Level) -> Vec<String> {
    let glyph = |id: &gridwalk_pathfinding::TerrainId| level.grid.looks().of(*id).glyph;
    level
        .grid
        .cells()
        .chunks(level.grid.width() as usize)
        .map(|row| row.iter().map(glyph).collect())
        .collect()
}

/// Returns name and cost of the terrains that are not default ones.
fn terrains(level: &Level) -> Vec<(String, Option<u16>)> {
    let entries = level.grid.entries();
    let own = entries
        .iter()
        .filter(|entry| !gridwalk_level::formats::is_default(entry.look.glyph));
    own.map(|entry| (entry.terrain.name.clone(), entry.terrain.cost))
        .collect()
}

fn terrain(name: &str, cost: impl Into<Option<u16>>) -> (String, Option<u16>) {
    (name.to_owned(), cost.into())
}

fn notes(read: &ReadLevel) -> Vec<&str> {
    read.notes
        .iter()
        .map(|note| note.message.as_str())
        .collect()
}

#[test]
fn a_map_of_tiled_becomes_a_level() {
    let read = town(&text("town.tmj")).unwrap();
    let level = &read.level;
    assert_eq!(
        (level.name.as_str(), level.about.as_str()),
        ("Town", "A market town at a river with two bridges.")
    );
    assert_eq!(
        rows(level),
        [
            ",,,,,~,,,,,,",
            ",,,,,~,,,,,,",
            ",====0=====,",
            ",=22,~,,,,=,",
            ",=2,,~,111=,",
            ",=,,,~,1.1=,",
            ",====0=====,",
            ",,,,,~,,,,##",
        ]
    );
    assert_eq!(
        terrains(level),
        [
            terrain("bridge", 2),
            terrain("mud", 8),
            terrain("house", None)
        ]
    );
    assert_eq!(
        level.grid.look(Cell::new(5, 2)).unwrap().color,
        [0x9A, 0x6B, 0x3F]
    );
    let agent = |name: &str, at: (i32, i32)| LevelAgent::standing(name, at.into());
    let goals = vec![Cell::new(10, 0), Cell::new(1, 6)];
    let scout = LevelAgent {
        goals,
        speed: 5.5,
        patrol: true,
        ..agent("scout", (0, 0))
    };
    let mut cart = LevelAgent {
        goals: vec![Cell::new(10, 0)],
        ..agent("cart", (7, 6))
    };
    cart.profile.size = 2;
    assert_eq!(level.agents, [scout, cart]);
    assert_eq!(
        notes(&read),
        [
            "6 cells are walls by the class `water` (a guess, the rule class:water)",
            "the hidden layer `roofs` is not read",
            "1 object of layer `people` not read: no agent and no goal: \"a sign\"",
            "the image layer `clouds` is not read"
        ]
    );
    assert_eq!(read.notes[1].line, 53, "where it begins");
    let again = parse_ron(&write_ron(level)).unwrap();
    assert_eq!(
        (again.grid.cells(), &again.agents),
        (level.grid.cells(), &level.agents),
        "as a level it is the same"
    );
}

#[test]
fn tiles_are_read_in_every_form_that_tiled_writes() {
    let expected = town(&text("town.tmj")).unwrap().level;
    let text = text("town.tmj");
    let (begin, end) = (
        text.find("[1, 1, 1").unwrap(),
        text.find("0, 0],").unwrap() + 5,
    );
    let numbers: Vec<u32> = text[begin + 1..end - 1]
        .split(',')
        .map(|number| number.trim().parse().unwrap())
        .collect();
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let with = |letters: &str, compression: &str| {
        let data =
            format!("\"{letters}\", \"encoding\":\"base64\", \"compression\":\"{compression}\"");
        format!("{}{data}{}", &text[..begin], &text[end..])
    };
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&bytes).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&bytes).unwrap();
    let (zlib, gzip) = (
        STANDARD.encode(zlib.finish().unwrap()),
        STANDARD.encode(gzip.finish().unwrap()),
    );
    for (letters, compression) in [
        (&STANDARD.encode(&bytes), ""),
        (&zlib, "zlib"),
        (&gzip, "gzip"),
    ] {
        assert_eq!(
            town(&with(letters, compression)).unwrap().level,
            expected,
            "{compression}"
        );
    }
    let refused = |letters: &str, compression: &str| town(&with(letters, compression)).unwrap_err();
    let other = refused(&zlib, "lzma");
    assert!(
        other.starts_with("line 6, column 132: expected tiles that are not packed, or"),
        "{other}"
    );
    let short = refused(&STANDARD.encode(&bytes[..8]), "");
    assert!(
        short.ends_with("damaged: expected 384 bytes, 4 for each cell, found 8"),
        "{short}"
    );
    assert!(refused(&zlib[..40], "zlib").ends_with("damaged: they cannot be unpacked"));
    assert!(refused("?", "").ends_with("damaged: expected letters of base64"));
    // Data that unpacks to more than the map holds is not unpacked to its end.
    let mut bomb = ZlibEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(&vec![0; 8 << 20]).unwrap();
    let bomb = refused(&STANDARD.encode(bomb.finish().unwrap()), "zlib");
    assert!(
        bomb.ends_with("expected 384 bytes, 4 for each cell, found 385"),
        "{bomb}"
    );
}

#[test]
fn layers_say_what_their_tiles_do_not() {
    let map = |layers: &str| {
        format!(
            "{{ \"width\": 3, \"height\": 1, \"tilewidth\": 8, \"tileheight\": 8, \"orientation\": \"orthogonal\",
            \"tilesets\": [{{ \"firstgid\": 1, \"tiles\": [{{ \"id\": 1, \"type\": \"swamp\" }}] }}], \"layers\": [{layers}] }}"
        )
    };
    let layer = |rest: &str, data: &str| {
        format!("{{ \"type\": \"tilelayer\", \"data\": [{data}], {rest} }}")
    };
    let rows_of = |layers: &[String]| rows(&town(&map(&layers.join(","))).unwrap().level).concat();
    assert_eq!(
        rows_of(&[layer("\"name\": \"Walls\"", "1, 0, 2")]),
        "#.%",
        "by its name, but a tile knows better"
    );
    assert_eq!(
        rows_of(&[layer(
            "\"name\": \"Walls\", \"class\": \"water\"",
            "1, 0, 0"
        )]),
        "~..",
        "by its class"
    );
    let blocked = "\"name\": \"fence\", \"properties\": [{ \"name\": \"Blocked\", \"type\": \"bool\", \"value\": true }]";
    assert_eq!(
        rows_of(&[layer(blocked, "0, 1, 0")]),
        ".#.",
        "by a property"
    );
    let hidden = layer("\"name\": \"walls\", \"visible\": false", "0, 0, 1");
    assert_eq!(
        rows_of(&[layer("\"name\": \"a\"", "1, 1, 1"), hidden]),
        "..#",
        "a hidden one that says what it is"
    );
    let on_top = [
        layer("\"name\": \"water\"", "1, 1, 1"),
        layer("\"name\": \"road\"", "0, 1, 0"),
    ];
    assert_eq!(rows_of(&on_top), "~=~", "the topmost tile decides");
    let decoration = [
        layer("\"name\": \"water\"", "1, 1, 1"),
        layer("\"name\": \"flowers\"", "0, 1, 0"),
    ];
    assert_eq!(
        rows_of(&decoration),
        "~~~",
        "one that says nothing does not"
    );
}

#[test]
fn a_project_of_ldtk_becomes_a_level() {
    let read_first = dungeon(&text("dungeon.ldtk")).unwrap();
    let level = &read_first.level;
    assert_eq!(level.name, "Cellar");
    assert_eq!(
        rows(level),
        ["00000000", "0..1...0", "0.22.3.0", "0......0", "00000000"]
    );
    let expected = [
        terrain("wall", None),
        terrain("wall", None),
        terrain("mud", 8),
        terrain("Carpet", 1),
    ];
    assert_eq!(terrains(level), expected);
    assert_eq!(
        level.grid.look(Cell::new(2, 2)).unwrap().color,
        [0x8A, 0x7A, 0x5C]
    );
    let goals = [(6, 1), (1, 3), (6, 3)].map(Cell::from).to_vec();
    let miner = LevelAgent {
        goals,
        patrol: true,
        ..LevelAgent::standing("miner", Cell::new(1, 1))
    };
    assert_eq!(level.agents, [miner]);
    assert_eq!(
        notes(&read_first),
        [
            "the value 3, `Carpet`, says no cost; it is read as free ground",
            "entities of layer `Things` that are no agent and no goal are not read: 1, \"Torch\"",
            "layer `Pictures` is not read: it has pictures and no values",
            "the first of 2 levels is read; one of them can be chosen by its name: \"Cellar\" or \"Attic\"",
        ]
    );
    let level = |name: &str| ReadHints {
        level: Some(name.to_owned()),
        ..ReadHints::default()
    };
    let attic = read(&sample("dungeon.ldtk"), "dungeon.ldtk", level("Attic")).unwrap();
    assert_eq!(
        (attic.level.name.as_str(), rows(&attic.level)),
        ("Attic", vec![".0.".to_owned()]),
        "from its own file"
    );
    let none = read(&sample("dungeon.ldtk"), "dungeon.ldtk", level("Roof")).unwrap_err();
    assert_eq!(
        none,
        "line 1, column 1: no level is called `Roof`; expected \"Cellar\" or \"Attic\""
    );
    let other = parse_level_as_written(b"1,1\n", "a.csv", &level("Roof")).unwrap_err();
    assert_eq!(
        other.message,
        "only projects of LDtk have several levels, this is a table of costs"
    );
}

#[test]
fn editor_maps_are_recognised_by_content_and_get_an_agent() {
    let bytes = sample("dungeon.ldtk");
    assert_eq!(parse_level(&bytes, "unknown.json").unwrap().name, "Cellar");
    let hints = ReadHints {
        beside: [("houses.tsj".to_owned(), Ok(sample("houses.tsj")))].into(),
        ..ReadHints::default()
    };
    let class = |text: &str, from: &str| {
        text.replace(&format!("\"type\":\"{from}\""), "\"type\":\"merchant\"")
    };
    let named = class(&class(&text("town.tmj"), "agent"), "goal");
    let ReadLevel {
        level,
        problems,
        notes,
        ..
    } = parse_live_level(named.as_bytes(), "unknown", &hints).unwrap();
    assert_eq!(
        (level.name.as_str(), level.agents.len()),
        ("Town", 1),
        "one in the middle"
    );
    assert_eq!(
        [problems, notes].concat()[2].message,
        "5 objects of layer `people` not read: no agent and no goal: \"merchant\" and \"a sign\"; with the properties \
         \"patrol\", \"speed\", \"size\" and \"agent\""
    );
    let (content, losses) = write_level(&level, Format::Tiled);
    assert_eq!(
        (
            losses,
            Format::written().any(|format| format == Format::Tiled)
        ),
        (vec![Loss::Everything], false)
    );
    drop(content);
}

#[test]
fn agents_in_walls_are_problems_and_no_end() {
    let moved = text("town.tmj")
        .replace("\"x\":8,", "\"x\":40,")
        .replace("\"y\":8\n", "\"y\":56\n");
    let expected =
        "agent \"scout\" stands at (2, 3), where \"house\" is blocked; expected a free cell";
    assert!(town(&moved).unwrap_err().ends_with(expected));
    let hints = ReadHints {
        beside: [("houses.tsj".to_owned(), Ok(sample("houses.tsj")))].into(),
        ..ReadHints::default()
    };
    let ReadLevel {
        level, problems, ..
    } = parse_live_level(moved.as_bytes(), "town.tmj", &hints).unwrap();
    assert_eq!(
        (problems[0].message.as_str(), level.agents[0].at),
        (expected, Cell::new(2, 3))
    );
}

#[test]
fn a_mistake_in_a_map_of_tiled_is_one_sentence_with_its_place() {
    let good = text("town.tmj");
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        (
            "\"width\":12\n}",
            "\"width\":0\n}",
            "line 257, column 10: expected the columns of the map, a whole number from 1 to 8192, found `0`",
        ),
        (
            "\"width\":12\n}",
            "\"width\":13\n}",
            "line 6, column 17: expected the tiles of a layer, 104 numbers, one for each cell, found 96",
        ),
        (
            "[1, 1, 1, 1",
            "[1, 1, 77, 1",
            "line 6, column 24: expected a tile of the map's tilesets, found number 77",
        ),
        (
            "[1, 1, 1, 1",
            "[1, -1, 1, 1",
            "line 6, column 22: expected the tiles of a layer, a list of whole numbers: invalid value: integer `-1`, expected u32",
        ),
        (
            "\"infinite\":false",
            "\"infinite\":3",
            "line 3, column 13: expected true or false for infinite, found `3`",
        ),
        (
            "\"orthogonal\"",
            "\"hexagonal\"",
            "line 173, column 16: expected an orthogonal or isometric map, whose cells are squares, found `\"hexagonal\"`",
        ),
        (
            "houses.tsj",
            "other.tsx",
            "line 252, column 19: the file `other.tsx` cannot be read: it is not at hand",
        ),
        (
            "\"value\":8",
            "\"value\":2000",
            "line 244, column 34: expected a whole cost from 1 to 1000, or 0 for a wall, found `2000`",
        ),
        (
            "\"value\":5.5",
            "\"value\":9999",
            "line 84, column 34: expected a speed from 0.1 to 100 cells per second, found `9999`",
        ),
        (
            "\"value\":\"scout\"",
            "\"value\":\"nobody\"",
            "line 130, column 34: expected the name of an agent of the map, found `\"nobody\"`",
        ),
        (
            "\"value\":\"wall\"",
            "\"value\":\"lava\"",
            "line 183, column 18: expected a terrain that every level knows, such as `wall`, for empty cells, found `\"lava\"`",
        ),
        (
            "\"type\":\"group\"",
            "\"type\":\"gruop\"",
            "line 24, column 9: expected a layer of tiles, objects, an image or a group, found `gruop`",
        ),
        (
            "#ff9a6b3f",
            "#red",
            "line 224, column 34: expected a colour such as `#8A7A5C`, found `\"#red\"`",
        ),
        (
            "\"version\":\"1.10\",\n \"width\":12\n}",
            "\"version\":\"1.10\"\n",
            "line 258, column 1: expected a map of Tiled: EOF while parsing an object",
        ),
        (
            "\"type\":\"map\"",
            "\"type\":\"tileset\"",
            "line 1, column 1: this is a tileset of Tiled; open the map that uses it",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        let broken = good.replacen(from, to, 1);
        let hints = ReadHints {
            beside: [("houses.tsj".to_owned(), Ok(sample("houses.tsj")))].into(),
            ..ReadHints::default()
        };
        let error = parse_level_as_written(broken.as_bytes(), "town.tmj", &hints).unwrap_err();
        let found = error.to_string();
        wrong.extend((found != expected).then_some(found));
    }
    assert_eq!(wrong, Vec::<String>::new());
    let broken = text("houses.tsj").replace("true", "maybe");
    let hints = ReadHints {
        beside: [("houses.tsj".to_owned(), Ok(broken.into_bytes()))].into(),
        ..ReadHints::default()
    };
    let error = parse_level_as_written(good.as_bytes(), "town.tmj", &hints).unwrap_err();
    let expected = "line 252, column 19: the tileset `houses.tsj` has a mistake in line 18, column 26: \
                    expected a tileset of Tiled: expected value";
    assert_eq!(error.to_string(), expected);
    let xml = parse_level(b"<?xml version=\"1.0\"?>\n<map/>", "town.tmx").unwrap_err();
    assert_eq!(
        xml.to_string(),
        "line 2, column 1: expected a map of Tiled: missing field `width`"
    );
}

#[test]
fn mistake_in_an_ldtk_project_is_one_sentence_with_its_place() {
    let good = text("dungeon.ldtk");
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        (
            "1,0,0,4",
            "1,0,0,9",
            "line 90, column 13: expected a value that the layer defines, found 9",
        ),
        (
            "1,1,1,1,1,1,1,1\n\t\t\t\t\t]",
            "1,1,1\n\t\t\t\t\t]",
            "line 88, column 20: expected the values of a layer, 40 numbers, one for each cell, found 35",
        ),
        (
            "\"__type\": \"IntGrid\",\n\t\t\t\t\t\"__cWid\"",
            "\"__type\": \"Tiles\",\n\t\t\t\t\t\"__cWid\"",
            "line 26, column 3: the level has no layer of the type IntGrid; expected one with the terrain",
        ),
        (
            "\"#3A3A4A\"",
            "3",
            "line 17, column 51: expected a colour such as `#8A7A5C`: invalid type: integer `3`, expected a string",
        ),
        (
            "\"levels\": [",
            "\"level\": [",
            "line 1, column 1: the project has no level; expected at least one",
        ),
        (
            "\"defs\"",
            "\"defts\"",
            "line 114, column 1: expected a project of LDtk: missing field `defs`",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        let found = dungeon(&good.replacen(from, to, 1)).unwrap_err();
        wrong.extend((found != expected).then_some(found));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn agents_of_the_same_name_are_told_apart() {
    let twice = text("town.tmj").replace("\"name\":\"cart\"", "\"name\":\"scout\"");
    let read = town(&twice).unwrap();
    assert_eq!(read.level.agents[1].name, "scout 2");
    assert!(
        notes(&read).contains(&"two agents are called \"scout\"; this one is called \"scout 2\"")
    );
}

#[test]
fn every_ending_of_the_table_is_one_of_a_level_in_a_folder() {
    for format in Format::ALL {
        for ending in format.endings() {
            let is_listed = LEVEL_ENDINGS
                .iter()
                .any(|listed| listed.ends_with(&format!(".{ending}")));
            assert!(is_listed, ".{ending}");
            assert_eq!(Format::of_file(&format!("a.{ending}")), Some(format));
        }
    }
}

/// Such an agent could be written in a level, but not read again.
#[test]
fn an_agent_whose_goals_all_lie_outside_the_map_patrols_no_more() {
    let outside = text("dungeon.ldtk").replace(
        "{ \"cx\": 12, \"cy\": 2 }, { \"cx\": 2, \"cy\": 7 }",
        "{ \"cx\": 99, \"cy\": 2 }",
    );
    let read = dungeon(&outside.replace("\"Goal\"", "\"Door\"")).unwrap();
    let miner = &read.level.agents[0];
    assert_eq!((miner.goals.len(), miner.patrol), (0, false));
    let left = notes(&read);
    assert!(
        left.contains(&"agent \"miner\" has goals outside the map, which are not read: 1"),
        "{left:?}"
    );
    assert!(
        left.contains(&"agent \"miner\" patrols between no goals, and stays"),
        "{left:?}"
    );
    assert!(parse_ron(&write_ron(&read.level)).is_ok());
}
