//! Feeds any bytes to every parser: no panic, no endless work, no more memory than the input
//! warrants.
//!
//! Accepted input must keep the promises of its format.
//!
//! Inputs are real files with random damage, tokens in random order, and random bytes.
//! `GRIDWALK_FUZZ=N` sets the number of inputs for each parser. A failure prints the input; seeds
//! count from 0, so that failures are reproducible.

use std::cell::Cell;
use std::fmt::Debug;
use std::fs;
use std::time::{Duration, Instant};

use gridwalk_level::{
    Level,
    formats::{
        Content, DigitLegend, Format, Loss, ParseError, PixelError, ReadHints, SolidRule,
        files_beside, from_pixels, parse_csv, parse_glyph_costs, parse_level,
        parse_level_as_written, parse_live_level, parse_moving_ai, parse_ron, parse_scenarios,
        to_pixels, write_level, write_png, write_ron,
    },
};
use gridwalk_pathfinding::{Cost, Formula, Grid, StepCosts};
use gridwalk_testing::Rng;

/// Number of inputs for each parser, unless the environment sets another.
const USUAL: u64 = 3000;

/// The time limit for one input, also on a very busy machine.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The memory limit for all tests of this file together, in KiB.
///
/// The largest inputs are a few kilobytes.
const MAX_MEMORY_KIB: u64 = 512 << 10;

fn byte(rng: &mut Rng) -> u8 {
    rng.next().to_le_bytes()[0]
}

/// Prints its content if a test fails while it is alive.
struct Shown<'a, T: Debug>(u64, &'a T);

impl<T: Debug> Drop for Shown<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("seed {}: {:?}", self.0, self.1);
        }
    }
}

/// The material from which inputs for a parser are made.
struct Food {
    files: Vec<Vec<u8>>,
    tokens: &'static [&'static str],
}

impl Food {
    fn bytes(&self, rng: &mut Rng) -> Vec<u8> {
        match rng.below(10) {
            0 => (0..rng.below(400)).map(|_| byte(rng)).collect(),
            1 => (0..rng.below(60))
                .flat_map(|_| rng.pick(self.tokens).bytes())
                .collect(),
            _ => self.damaged(rng),
        }
    }

    /// Returns a file with one to six random defects.
    fn damaged(&self, rng: &mut Rng) -> Vec<u8> {
        let mut bytes = rng.pick(&self.files);
        for _ in 0..=rng.below(6) {
            let at = rng.below(bytes.len());
            let most = 1 << rng.below(10);
            let end = (at + rng.below(most)).min(bytes.len());
            match rng.below(8) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let part = bytes[at..end].to_vec();
                    let to = rng.below(bytes.len());
                    bytes.splice(to..to, part);
                }
                3 => {
                    let other = rng.pick(&self.files);
                    let from = rng.below(other.len());
                    bytes.splice(at..end, other[from..].iter().copied().take(200));
                }
                4 if at < bytes.len() => bytes[at] = byte(rng),
                5 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
                _ => {
                    let token = rng.pick(self.tokens);
                    bytes.splice(at..end.min(at + rng.below(3)), token.bytes());
                }
            }
        }
        bytes
    }
}

/// Feeds a parser with the requested number of inputs.
fn feed<T: Debug>(mut make: impl FnMut(&mut Rng) -> T, check: impl Fn(&T)) {
    let wanted = std::env::var("GRIDWALK_FUZZ").ok();
    let count = wanted.map_or(USUAL, |wanted| {
        wanted.parse().expect("GRIDWALK_FUZZ is a number")
    });
    for seed in 0..count {
        let input = make(&mut Rng(seed));
        let _shown = Shown(seed, &input);
        let start = Instant::now();
        check(&input);
        assert!(start.elapsed() < MAX_TIME, "it took {:?}", start.elapsed());
    }
    if let Some(peak) = peak_memory_kib() {
        assert!(peak < MAX_MEMORY_KIB, "{} MiB", peak >> 10);
    }
}

/// Returns the peak memory of this process in KiB, if the system reports it.
fn peak_memory_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Returns all small shipped levels with this ending.
fn shipped(ending: &str) -> Vec<Vec<u8>> {
    let folder = gridwalk_testing::root().join("assets/levels");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let named = paths
        .into_iter()
        .filter(|path| path.to_str().is_some_and(|path| path.ends_with(ending)));
    let files: Vec<_> = named
        .map(|path| fs::read(path).unwrap())
        .filter(|bytes| bytes.len() < 4096)
        .collect();
    assert!(!files.is_empty(), "there are levels of kind {ending}");
    files
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

const MAPS: &[&str] = &[
    "type octile\nheight 3\nwidth 4\nmap\n@@T.\n.S.W\nG..O\n",
    "type octile\r\nheight 1\r\nwidth 6\r\nmap\r\n.STW.@\r\n",
    "type octile\nheight 2\nwidth 5\nmap\nES.SE\n.@@T.\n",
];

const MAP_TOKENS: &[&str] = &[
    "type",
    " ",
    "octile",
    "\n",
    "\r\n",
    "height",
    "width",
    "map",
    "1",
    "4",
    "8192",
    "8193",
    "1000000",
    "-1",
    "99999999999999999999",
    ".",
    "@",
    "T",
    "S",
    "W",
    "G",
    "O",
    "x",
    "é",
    "\0",
    "type octile\nheight 8192\nwidth 8192\nmap\n",
];

/// Checks the properties of an error of any text parser.
fn check_error(error: &ParseError, bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!((1..=lines).contains(&(error.line as usize)), "{error}");
    assert!(
        error.column >= 1 && error.column as usize <= bytes.len() + 1,
        "{error}"
    );
    assert!(
        !error.message.is_empty() && !error.message.ends_with('.'),
        "{error}"
    );
}

/// Checks the properties of a level of any parser.
fn check_level(level: &Level) {
    assert!(level.grid.cell_count() <= (Grid::MAX_SIDE as usize).pow(2));
    level
        .search
        .check(&level.grid)
        .expect("the settings make sense");
    for agent in &level.agents {
        let seen = level.grid.seen_by(&agent.profile);
        assert!(
            seen.is_walkable(agent.at) && agent.goals.iter().all(|&goal| seen.is_walkable(goal)),
            "{agent:?}"
        );
    }
    let text = write_ron(level);
    let again = parse_ron(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.grid.cells(), level.grid.cells());
    assert_eq!(again.agents, level.agents);
    assert_eq!(again.search, level.search);
    assert_eq!(write_ron(&again), text);
    // Other formats: reading back gives the same costs, or the change is listed.
    let costs = |level: &Level| -> Vec<_> {
        level
            .grid
            .cells()
            .iter()
            .map(|id| level.grid.legend()[usize::from(id.0)].cost)
            .collect()
    };
    for format in [Format::Csv, Format::MovingAi, Format::Digits] {
        let (content, losses) = write_level(level, format);
        let Content::Text(text) = content else {
            panic!("{format:?} is text")
        };
        let again = parse_level(text.as_bytes(), &format!("a.{}", format.endings()[0])).unwrap();
        let says_so = losses.iter().any(|loss| matches!(loss, Loss::Costs(_)));
        assert_eq!(costs(&again) != costs(level), says_so, "{format:?}\n{text}");
    }
}

fn feed_levels(file: &str, food: &Food) {
    feed(
        |rng| food.bytes(rng),
        |bytes| match parse_level(bytes, file) {
            Ok(level) => check_level(&level),
            Err(error) => check_error(&error, bytes),
        },
    );
}

#[test]
fn ron_levels() {
    let tokens = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "version: 1",
        "map",
        "legend",
        "agents",
        "at",
        "name",
        "steps",
        "1",
        "-1",
        "1e999",
        "99999999999999999999",
        "\"",
        "\"..\"",
        "'s'",
        "'",
        "\\",
        "//",
        "/*",
        "*/",
        "\n",
        "r#\"",
        "\"#",
        "Some(",
        "None",
        "é",
        "size: 32",
        "size: (1, 1)",
        "forbidden: [",
        "costs: {\"swamp\": 2}",
        "one_way: \"e\"",
        "portals: [",
        "from: (0, 0)",
        "to: (1, 1)",
        "two_way: false",
        "search: (",
        "heuristic: (formula: \"dx\")",
        "within: 3",
        "region: (at: (0, 0), size: (9, 9))",
        "max_cost: 3",
        "max_expansions: 9",
        "algorithm: \"jps\"",
        "cost_rule: \"mean\"",
        "movement: \"four\"",
        "inf",
        "NaN",
        "\u{FEFF}",
        "\0",
    ];
    feed_levels(
        "a.level.ron",
        &Food {
            files: shipped(".ron"),
            tokens,
        },
    );
}

#[test]
fn moving_ai_maps() {
    feed_levels(
        "a.map",
        &Food {
            files: texts(MAPS),
            tokens: MAP_TOKENS,
        },
    );
}

#[test]
fn weighted_maps() {
    let food = Food {
        files: texts(MAPS),
        tokens: MAP_TOKENS,
    };
    let make = |rng: &mut Rng| {
        let glyph = |rng: &mut Rng| rng.pick(&['.', 'S', 'W', 'T', 'E', 'x', 'é', '@', '\0']);
        let cost = |rng: &mut Rng| {
            rng.pick(&[None, Some(0), Some(1), Some(7), Some(1000), Some(u16::MAX)])
        };
        let costs: Vec<_> = (0..rng.below(5)).map(|_| (glyph(rng), cost(rng))).collect();
        (
            String::from_utf8_lossy(&food.bytes(rng)).into_owned(),
            costs,
        )
    };
    feed(make, |(text, costs)| match parse_moving_ai(text, costs) {
        Ok(level) => check_level(&level),
        Err(error) => check_error(&error, text.as_bytes()),
    });
}

#[test]
fn digits() {
    let tokens = &[
        "0",
        "1",
        "2",
        "9",
        ",",
        " ",
        "\n",
        "\r\n",
        "3",
        "x",
        "\t",
        "é",
        "\0",
        "[",
        "]",
        "[[",
        "options:",
        "legend:",
        "tie=",
        "oldest",
        "steps=10/14",
        "=",
    ];
    feed_levels(
        "a.txt",
        &Food {
            files: shipped(".txt"),
            tokens,
        },
    );
}

#[test]
fn legends_of_digits() {
    let files = texts(&[
        "0=floor, 1=wall, 2=wall",
        "0=start,9=goal,1=7,2=#",
        "legend: 0=floor,1=2\n0101\n1111\n",
    ]);
    let tokens = &[
        "0", "9", "=", ",", "start", "goal", "wall", "7", "#", "1001", " ", "\n", "legend:", "é",
        "\0",
    ];
    let food = Food { files, tokens };
    feed_levels("a.txt", &food);
    feed(
        |rng| String::from_utf8_lossy(&food.bytes(rng)).into_owned(),
        |text| match text.parse::<DigitLegend>() {
            Ok(_) => {}
            Err(error) => check_error(&error, text.as_bytes()),
        },
    );
}

#[test]
fn tables_of_costs() {
    let files = texts(&["1,1,7\n#,,2\n1000,0,3\n", "1, 2\r\n3, #\r\n\r\n"]);
    let tokens = &[
        ",", "\n", "\r\n", "#", "0", "1", "2", "1000", "1001", "-1", "1.5", "0.000001", "2.0",
        "\"1\"", "\"", ";", " ", "\t", "é", "\0", "[", "]", "[[",
    ];
    feed_levels("a.csv", &Food { files, tokens });
}

#[test]
fn arrays_of_arrays() {
    let files = texts(&[
        "[[0, 1, 0], [3, 0, 4]]\n",
        "[\r\n  [1,2],\r\n  [2,1],\r\n]\r\n",
        "[[1.5,0],[0.5,7]]",
        "[[]]",
    ]);
    let tokens = &[
        "[",
        "]",
        "[[",
        "]]",
        "],[",
        ",",
        ", ",
        "\n",
        "\r\n",
        "0",
        "1",
        "2",
        "3",
        "9",
        "10",
        "1001",
        "-1",
        "0.5",
        "1e9",
        "null",
        "\"1\"",
        "#",
        " ",
        "\t",
        "é",
        "\0",
        "legend:",
        "options:",
        "tie=oldest\n",
    ];
    let food = Food { files, tokens };
    let legend: DigitLegend = "0=floor, 1=wall, 2=7, 3=start, 4=goal".parse().unwrap();
    let make = |rng: &mut Rng| {
        let format = rng.pick(&[None, Some(Format::Digits), Some(Format::Csv)]);
        let legend = Some(legend.clone()).filter(|_| format != Some(Format::Csv) && rng.one_in(2));
        let mut bytes = if rng.one_in(2) {
            food.bytes(rng)
        } else {
            rng.pick(&food.files)
        };
        let digits: Vec<_> = (0..bytes.len())
            .filter(|at| bytes[*at].is_ascii_digit())
            .collect();
        if !digits.is_empty() {
            bytes[rng.pick(&digits)] = b'0' + byte(rng) % 10;
        }
        (
            bytes,
            ReadHints {
                format,
                legend,
                ..ReadHints::default()
            },
        )
    };
    let accepted = Cell::new(0_u64);
    feed(make, |(bytes, hints)| {
        match parse_level_as_written(bytes, "a.txt", hints) {
            Ok(read) => {
                accepted.set(accepted.get() + 1);
                check_level(&read.level);
            }
            Err(error) => check_error(&error, bytes),
        }
    });
    assert!(
        accepted.get() > 100,
        "damage that is too heavy tries nothing but the parser of the file"
    );
}

/// Reads a sample file.
fn sample(name: &str) -> Vec<u8> {
    fs::read(
        gridwalk_testing::root()
            .join("crates/gridwalk_level/tests/samples")
            .join(name),
    )
    .unwrap()
}

/// Tokens of maps in JSON.
const JSON_TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "0.5",
    "1e999",
    "8192",
    "8193",
    "2147483649",
    "4294967295",
    "99999999999999999999",
    "\\u0000",
    "\\",
    "\n",
    "é",
    "\0",
    "\"layers\":",
    "\"type\":\"group\",",
    "\"type\":\"tilelayer\",",
    "\"data\":[",
    "\"data\":\"AAAA\",",
    "\"compression\":\"zlib\",",
    "\"visible\":false,",
    "\"firstgid\":",
    "\"source\":\"houses.tsj\"",
    "\"tiles\":[",
    "\"properties\":[",
    "{\"name\":\"cost\",\"value\":3}",
    "{\"name\":\"blocked\",\"value\":true}",
    "{\"name\":\"size\",\"value\":32}",
    "{\"name\":\"color\",\"value\":\"#é12345\"}",
    "\"type\":\"agent\"",
    "\"type\":\"goal\"",
    "\"class\":\"water\",",
    "\"intGridCsv\":[",
    "\"__identifier\":\"Agent\"",
    "{\"cx\":1,\"cy\":-9}",
    "\"levels\":[",
    "\"worlds\":[",
    "\"identifier\":\"lava_1000\"",
    "\"externalRelPath\":\"dungeon/Attic.ldtkl\"",
    "\"layerInstances\":null",
];

/// Values that replace others in JSON.
const JSON_VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "16",
    "77",
    "101",
    "102",
    "-1",
    "0.5",
    "1e999",
    "8193",
    "2147483749",
    "4294967295",
    "true",
    "false",
    "null",
    "\"\"",
    "\"water\"",
    "\"Agent\"",
    "\"goal\"",
    "\"group\"",
    "\"zlib\"",
    "\"#123456\"",
    "\"AAAA\"",
    "\"scout\"",
    "\"IntGrid\"",
    "\"mud_9\"",
    "[]",
    "{}",
    "[1, 2]",
    "{\"cx\":1,\"cy\":1}",
];

/// Returns a JSON file with one to four values replaced.
fn altered(food: &Food, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.pick(&food.files);
    for _ in 0..=rng.below(4) {
        let is_value = |at: &usize| {
            let before = bytes[..*at]
                .iter()
                .rev()
                .find(|byte| !byte.is_ascii_whitespace());
            matches!(before, Some(b':' | b'[' | b','))
                && matches!(bytes[*at], b'0'..=b'9' | b'-' | b't' | b'f' | b'"')
        };
        let places: Vec<_> = (0..bytes.len()).filter(is_value).collect();
        if places.is_empty() {
            break;
        }
        let at = rng.pick(&places);
        let length = match bytes[at] {
            b'"' => bytes[at + 1..]
                .iter()
                .position(|byte| *byte == b'"')
                .map_or(1, |end| end + 2),
            _ => bytes[at..]
                .iter()
                .position(|byte| b",]} \n".contains(byte))
                .unwrap_or(1),
        };
        let is_key = bytes[at + length..]
            .iter()
            .find(|byte| !byte.is_ascii_whitespace())
            == Some(&b':');
        if !is_key {
            bytes.splice(at..at + length, rng.pick(JSON_VALUES).bytes());
        }
    }
    bytes
}

/// Attribute values that replace others in XML.
const XML_VALUES: &[&str] = &[
    "",
    "0",
    "1",
    "2",
    "16",
    "-1",
    "0.5",
    "1e999",
    "8193",
    "2147483649",
    "4294967295",
    "true",
    "csv",
    "base64",
    "zlib",
    "zstd",
    "wall",
    "agent",
    "goal",
    "Rock",
    "a.tsx",
    "t.tx",
    "houses.tsj",
    "0,0 8,0 8,8",
    "#123456",
    "&lt;",
    "é",
    "topleft",
];

/// Returns an XML file with one to four attribute values replaced.
fn altered_xml(food: &Food, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.pick(&food.files);
    for _ in 0..=rng.below(4) {
        let starts = bytes
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| pair == b"=\"")
            .map(|(at, _)| at + 2);
        let starts: Vec<usize> = starts.collect();
        if starts.is_empty() {
            break;
        }
        let at = rng.pick(&starts);
        let end = bytes[at..]
            .iter()
            .position(|byte| *byte == b'"')
            .map_or(bytes.len(), |length| at + length);
        bytes.splice(at..end, rng.pick(XML_VALUES).bytes());
    }
    bytes
}

/// Returns a damaged file.
///
/// Most damage leaves no valid JSON or XML, so replaced values get further into the parser.
fn harmed(food: &Food, rng: &mut Rng) -> Vec<u8> {
    let is_xml = food.files[0].starts_with(b"<");
    match rng.below(3) {
        0 => food.bytes(rng),
        _ if is_xml => altered_xml(food, rng),
        _ => altered(food, rng),
    }
}

/// Returns random rules for walls, mostly none.
fn rules(rng: &mut Rng) -> Vec<SolidRule> {
    let known = [
        "none",
        "shapes",
        "property:collides",
        "property:solid=1",
        "class:Wall",
        "class:agent",
        "layer:x",
        "value:3",
    ];
    let count = if rng.one_in(3) { 1 + rng.below(3) } else { 0 };
    (0..count)
        .map(|_| rng.pick(&known).parse().unwrap())
        .collect()
}

/// Feeds maps with the files to which they refer; these are damaged, too.
fn feed_maps(file: &str, map: &Food, beside: &[(&str, Food)], level: Option<&str>) {
    let make = |rng: &mut Rng| {
        let whole = |food: &Food, rng: &mut Rng| rng.pick(&food.files);
        let is_map_harmed = beside.is_empty() || !rng.one_in(4);
        let bytes = if is_map_harmed {
            harmed(map, rng)
        } else {
            whole(map, rng)
        };
        let other = |food: &Food, rng: &mut Rng| {
            if !is_map_harmed || rng.one_in(4) {
                harmed(food, rng)
            } else {
                whole(food, rng)
            }
        };
        let others: Vec<_> = beside
            .iter()
            .map(|(name, food)| ((*name).to_owned(), other(food, rng)))
            .collect();
        (bytes, others, rules(rng))
    };
    let accepted = Cell::new(0_u64);
    feed(make, |(bytes, others, solid)| {
        let level = level.map(str::to_owned);
        let mut hints = ReadHints {
            level,
            solid: solid.clone(),
            ..ReadHints::default()
        };
        // A file that the map names may name further files.
        for _ in 0..3 {
            for name in files_beside(bytes, file, &hints) {
                let known = others
                    .iter()
                    .find(|(known, _)| *known == name)
                    .or(others.first());
                let found = known
                    .map(|(_, bytes)| bytes.clone())
                    .ok_or_else(|| "there is no such file".to_owned());
                hints.beside.insert(name, found);
            }
        }
        match parse_level_as_written(bytes, file, &hints) {
            Ok(read) => {
                accepted.set(accepted.get() + 1);
                for left in &read.notes {
                    check_error(left, bytes);
                }
                check_level(&read.level);
            }
            Err(error) => check_error(&error, bytes),
        }
        if let Ok(read) = parse_live_level(bytes, file, &hints) {
            for complaint in read.problems.iter().chain(&read.notes) {
                check_error(complaint, bytes);
            }
            drop(write_ron(&read.level));
        }
    });
    println!("{file}: {} files could be read", accepted.get());
    assert!(
        accepted.get() > 100,
        "damage that is too heavy tries nothing but the parser of the file"
    );
}

/// Returns a sample that stands beside a map.
fn beside(name: &'static str) -> [(&'static str, Food); 1] {
    [(
        name,
        Food {
            files: vec![sample(name)],
            tokens: JSON_TOKENS,
        },
    )]
}

#[test]
fn maps_of_tiled() {
    let small = "{\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,\"layers\":[{\"type\":\"tilelayer\",\"name\":\"water\",\
                 \"data\":\"AQAAAAAAAAA=\"}],\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":0,\"type\":\"mud\"}]}]}";
    let files = vec![sample("town.tmj"), small.as_bytes().to_vec()];
    feed_maps(
        "a.tmj",
        &Food {
            files,
            tokens: JSON_TOKENS,
        },
        &beside("houses.tsj"),
        None,
    );
}

/// Maps of other games: collision shapes, classes, chunks, compressed tiles, templates, XML.
const TILED: &[&str] = &[
    r#"{"type":"map","width":2,"height":2,"tilewidth":8,"tileheight":8,"infinite":true,"tilesets":[{"firstgid":1,
"tilewidth":8,"tileheight":8,"tiles":[{"id":0,"class":"Wall","objectgroup":{"objects":[{"x":1,"y":1,"width":8,"height":4},
{"x":0,"y":0,"polygon":[{"x":0,"y":0},{"x":8,"y":0},{"x":0,"y":8}]},{"x":4,"y":4,"width":3,"height":3,"ellipse":true,
"rotation":45}]}},{"id":1,"properties":[{"name":"a","type":"class","propertytype":"C","value":{"collides":true,"b":{}}}]}],
"tileproperties":{"2":{"solid":true}}},{"firstgid":9,"source":"houses.tsj"}],"layers":[{"type":"group","name":"Collisions",
"offsetx":8,"layers":[{"type":"tilelayer","name":"x","chunks":[{"x":-2,"y":0,"width":2,"height":2,"data":[1,2,3,0]},
{"x":0,"y":-2,"width":2,"height":2,"data":[0,1,0,9]}]},{"type":"objectgroup","name":"o","objects":[{"x":-8,"y":0,"width":
16,"height":8,"type":"water"},{"gid":1,"x":0,"y":8,"width":8,"height":8},{"x":1,"y":1}]}]}]}"#,
    r#"{"type":"map","orientation":"isometric","width":2,"height":1,"tilewidth":8,"tileheight":4,"tilesets":[{"firstgid":1}],
"layers":[{"type":"tilelayer","name":"a","offsetx":3.5,"data":"KLUv/SAIQQAAAQAAAAIAAAA=","compression":"zstd"}]}"#,
];

const TMX: &[&str] = &[
    r#"<?xml version="1.0"?>
<!DOCTYPE map SYSTEM "map.dtd">
<map width="2" height="2" tilewidth="8" tileheight="8" infinite="0">
 <properties><property name="empty" value="wall"/><property name="c" type="class" propertytype="K"><properties>
 <property name="solid" type="bool" value="true"/></properties></property></properties>
 <tileset firstgid="1" name="t" tilewidth="8" tileheight="8"><image source="a.png" width="8" height="8"/>
 <tile id="0" type="Rock"><properties><property name="collides" type="bool" value="true"/></properties></tile>
 <tile id="1"><objectgroup><object id="1" x="0" y="0" width="8" height="8"><ellipse/></object></objectgroup></tile></tileset>
 <tileset firstgid="9" source="houses.tsj"/>
 <group name="g" offsetx="8"><layer id="1" name="walls" width="2" height="2"><data encoding="csv">1,2,
0,9</data></layer></group>
 <layer name="x"><data><tile gid="1"/><tile/><tile gid="2"/><tile gid="3"/></data></layer>
 <objectgroup name="solid"><object id="3" x="1" y="2"><polygon points="0,0 8,0 8,8"/></object>
 <object id="4" type="agent" x="4" y="4"><point/></object><object id="5" type="goal"/></objectgroup>
</map>
"#,
    r#"<map width="0" height="0" tilewidth="8" tileheight="8" infinite="1"><tileset firstgid="1"/><layer name="é">
<data encoding="base64" compression="zlib"><chunk x="-16" y="0" width="1" height="1">eJxjZGBgAAAACAAC</chunk></data></layer></map>"#,
];

const XML_TOKENS: &[&str] = &[
    "<map ",
    "</map>",
    "<layer ",
    "</layer>",
    "<tileset ",
    "<tile ",
    "<data ",
    "</data>",
    "<object ",
    "<objectgroup ",
    "<group>",
    "</group>",
    "<properties>",
    "<property name=\"solid\" type=\"bool\" value=\"true\"/>",
    "/>",
    ">",
    "<",
    "\"",
    "&amp;",
    "&#0;",
    "&a;",
    "<!DOCTYPE map [<!ENTITY a \"&b;\">]>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "encoding=\"csv\"",
    "compression=\"zstd\"",
    "width=\"",
    "8193",
    "-1",
    "1e999",
    "0",
    "1",
    ",",
    "\r\n",
    "é",
    "points=\"0,0 8,8\"",
    "source=\"houses.tsj\"",
    "template=\"houses.tsj\"",
    "infinite=\"1\"",
    "rotation=\"45\"",
    "<chunk ",
];

const LDTK: &[&str] = &[
    r#"{"jsonVersion":"0.7.0","worldLayout":"GridVania","defs":{"layers":[{"uid":2,"intGridValues":[{"identifier":"Solid"},
{"identifier":"ladder"},{"identifier":null}],"intGridValuesGroups":[{"uid":1,"identifier":"walls"}]},{"uid":1}],"entities":
[{"uid":5,"width":8,"height":8}],"tilesets":[{"uid":7,"enumTags":[{"enumValueId":"Solid","tileIds":[3]}],"customData":[
{"tileId":3,"data":"x"}]}]},"levels":[{"identifier":"A","worldX":0,"worldY":0,"pxWid":16,"pxHei":8,"layerInstances":[
{"__identifier":"E","__type":"Entities","__cWid":2,"__cHei":1,"__gridSize":8,"layerDefUid":1,"entityInstances":[
{"__identifier":"Wall","px":[0,0],"defUid":5,"__tags":["solid"]},{"__identifier":"Agent","px":[8,0],"defUid":5}]},
{"__identifier":"T","__type":"Tiles","__cWid":2,"__cHei":1,"__gridSize":8,"layerDefUid":1,"__tilesetDefUid":7,"gridTiles":[
{"px":[0,0],"t":3}]},{"__identifier":"Collisions","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,"layerDefUid":2,
"__pxTotalOffsetX":4,"intGrid":[{"coordId":0,"v":0}]}]},{"identifier":"B","worldX":-16,"worldY":8,"pxWid":16,"pxHei":8,
"externalRelPath":"dungeon/Attic.ldtkl","layerInstances":null}]}"#,
];

#[test]
fn maps_of_other_games() {
    feed_maps(
        "a.tmj",
        &Food {
            files: texts(TILED),
            tokens: JSON_TOKENS,
        },
        &beside("houses.tsj"),
        None,
    );
    feed_maps(
        "a.tmx",
        &Food {
            files: texts(TMX),
            tokens: XML_TOKENS,
        },
        &beside("houses.tsj"),
        None,
    );
    feed_maps(
        "a.ldtk",
        &Food {
            files: texts(LDTK),
            tokens: JSON_TOKENS,
        },
        &beside("dungeon/Attic.ldtkl"),
        None,
    );
}

const TSX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="rocks" tilewidth="8" tileheight="8" tilecount="4" columns="2" objectalignment="topleft">
 <tileoffset x="0" y="2"/><image source="rocks.png" width="16" height="16"/>
 <tile id="0" type="Rock"><properties><property name="collides" type="bool" value="true"/></properties></tile>
 <tile id="1"><image source="b.png" width="8" height="16"/><objectgroup draworder="index"><object id="1" x="0" y="0" width="8" height="8"/>
 <object id="2" template="t.tx" x="1" y="1"/></objectgroup></tile>
 <tile id="2"><properties><property name="c" type="class" propertytype="K"><properties><property name="solid" type="bool" value="1"/>
 </properties></property></properties><animation><frame tileid="0" duration="100"/></animation></tile>
</tileset>
"#;

const TX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<template><tileset firstgid="1" source="a.tsx"/><object name="rock" type="wall" gid="2147483650" width="8" height="8" rotation="90">
 <properties><property name="cost" type="int" value="3"/></properties></object></template>
"#;

const TJ: &str = r#"{"type":"template","tileset":{"firstgid":1,"source":"a.tsx"},"object":{"type":"agent","name":"ant","gid":1,"width":8,
"height":8,"properties":[{"name":"size","type":"int","value":1},{"name":"goal","type":"object","value":4}]}}"#;

/// Tilesets and templates in JSON and XML, named by maps in JSON and XML and by each other.
#[test]
fn tilesets_and_templates_beside_a_map() {
    let tmx = r#"<map width="3" height="2" tilewidth="8" tileheight="8"><tileset firstgid="1" source="a.tsx"/>
<layer id="1" name="ground" width="3" height="2"><data encoding="csv">1,2,3,
0,2147483649,0</data></layer><objectgroup name="things"><object id="2" template="t.tx" x="8" y="8"/>
<object id="3" template="t.tj" x="0" y="16"/><object id="4" type="goal" x="17" y="9"><point/></object>
<object id="5" gid="2" x="0" y="8" width="8" height="8"/></objectgroup></map>"#;
    let tmj = r#"{"type":"map","width":3,"height":2,"tilewidth":8,"tileheight":8,"tilesets":[{"firstgid":1,"source":"a.tsx"}],
"layers":[{"type":"tilelayer","name":"walls","data":[0,2,3,0,1073741826,0]},{"type":"objectgroup","name":"o","objects":[
{"id":2,"template":"t.tx","x":8,"y":8},{"id":3,"template":"t.tj","x":0,"y":16},{"id":4,"type":"goal","x":17,"y":9}]}]}"#;
    let beside = || {
        [
            ("a.tsx", TSX, XML_TOKENS),
            ("t.tx", TX, XML_TOKENS),
            ("t.tj", TJ, JSON_TOKENS),
        ]
        .map(|(name, text, tokens)| {
            (
                name,
                Food {
                    files: texts(&[text]),
                    tokens,
                },
            )
        })
    };
    feed_maps(
        "a.tmx",
        &Food {
            files: texts(&[tmx]),
            tokens: XML_TOKENS,
        },
        &beside(),
        None,
    );
    feed_maps(
        "a.tmj",
        &Food {
            files: texts(&[tmj]),
            tokens: JSON_TOKENS,
        },
        &beside(),
        None,
    );
}

#[test]
fn elements_without_end_do_not_overflow_the_stack() {
    let text = format!("<map>{}", "<group>".repeat(100_000));
    check_error(
        &parse_level(text.as_bytes(), "a.tmx").unwrap_err(),
        text.as_bytes(),
    );
    let closed = format!("{text}{}</map>", "</group>".repeat(100_000));
    check_error(
        &parse_level(closed.as_bytes(), "a.tmx").unwrap_err(),
        closed.as_bytes(),
    );
}

#[test]
fn projects_of_ldtk() {
    let food = Food {
        files: vec![sample("dungeon.ldtk")],
        tokens: JSON_TOKENS,
    };
    feed_maps("a.ldtk", &food, &beside("dungeon/Attic.ldtkl"), None);
    feed_maps(
        "a.ldtk",
        &food,
        &beside("dungeon/Attic.ldtkl"),
        Some("Attic"),
    );
}

#[test]
fn pictures() {
    let pixels = [
        [0xEF, 0xEB, 0xE1],
        [0x3B, 0x42, 0x50],
        [0x9A, 0x9B, 0x72],
        [0, 0, 0],
        [255; 3],
        [128; 3],
    ];
    let files = vec![write_png(3, 2, &pixels), write_png(1, 1, &[[0; 3]])];
    feed_levels(
        "a.png",
        &Food {
            files,
            tokens: &["IHDR", "IDAT", "IEND", "PLTE", "tRNS", "\0\0", "\u{1}"],
        },
    );
}

#[test]
fn groups_of_layers_without_end_do_not_overflow_the_stack() {
    let open = "{\"type\":\"group\",\"layers\":[".repeat(100_000);
    let close = "]}".repeat(100_000);
    let text = format!(
        "{{\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{open}{close}]}}"
    );
    check_error(
        &parse_level(text.as_bytes(), "a.tmj").unwrap_err(),
        text.as_bytes(),
    );
}

#[test]
fn files_of_unknown_kind() {
    let mut files = shipped(".txt");
    files.extend(texts(MAPS));
    files.extend(shipped("right_angle.level.ron"));
    feed_levels(
        "unknown",
        &Food {
            files,
            tokens: &[
                "type ",
                "(",
                "0",
                "1",
                "\n",
                " ",
                "version: 1",
                "\u{FEFF}",
                "é",
            ],
        },
    );
}

#[test]
fn scenarios() {
    let files = texts(&[
        "version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1.00000000\n7\tmy maps/a.map\t49\t49\t1\t13\t4\t12\t3.41421356\n",
        "version 1.0\r\nBucket map width height sx sy gx gy length\r\n0 a.map 512 512 0 0 511 511 722.66\r\n",
    ]);
    let tokens = &[
        "version",
        " ",
        "1",
        "\t",
        "\n",
        "\r\n",
        "bucket",
        "a.map",
        "0",
        "8192",
        "8193",
        "-1",
        "1e999",
        "inf",
        "NaN",
        "1.5",
        "99999999999999999999",
        "é",
        "\0",
    ];
    let food = Food { files, tokens };
    feed(
        |rng| food.bytes(rng),
        |bytes| match parse_scenarios(bytes) {
            Ok(scenarios) => {
                for scenario in scenarios {
                    let inside = |cell: gridwalk_pathfinding::Cell| {
                        (0..scenario.width.cast_signed()).contains(&cell.x)
                            && (0..scenario.height.cast_signed()).contains(&cell.y)
                    };
                    assert!(
                        inside(scenario.start) && inside(scenario.goal) && !scenario.map.is_empty()
                    );
                    assert!(scenario.length.is_finite() && scenario.length >= 0.0);
                }
            }
            Err(error) => check_error(&error, bytes),
        },
    );
}

#[test]
fn lists_of_glyph_costs() {
    let files = texts(&[".=1,S=2,W=3,T=4", " , = 5 , = = # , é=1000"]);
    let food = Food {
        files,
        tokens: &[
            "=", ",", ".", "S", "1", "0", "#", "1000", "1001", "-1", " ", "é", "\n", "\0",
        ],
    };
    feed(
        |rng| String::from_utf8_lossy(&food.bytes(rng)).into_owned(),
        |text| match parse_glyph_costs(text) {
            Ok(costs) => {
                assert!(!costs.is_empty() && costs.iter().all(|(_, cost)| *cost != Some(0)));
            }
            Err(error) => check_error(&error, text.as_bytes()),
        },
    );
}

#[test]
fn formulas() {
    let files = texts(&[
        "max(dx, dy)",
        "sqrt(dx*dx + dy*dy)",
        "1.5 * (dx + dy) - g / 2 ^ abs(-dx)",
        "floor(dx) % 3 + PI",
    ]);
    let tokens = &[
        "dx",
        "dy",
        "g",
        "max(",
        "min(",
        "sqrt(",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "^",
        "%",
        " ",
        "1",
        "0",
        "1e999",
        "1.5.5",
        ".",
        "atan2(",
        "sin ",
        "signum(",
        "{dx}",
        "{",
        "}",
        "PI",
        "π",
        "é",
        "\0",
        "((((((((((",
        "----------",
        "dx^dy^g^dx^dy",
    ];
    let food = Food { files, tokens };
    feed(
        |rng| String::from_utf8_lossy(&food.bytes(rng)).into_owned(),
        |text| match text.parse::<Formula>() {
            Ok(formula) => {
                for (dx, dy, g) in [(0, 0, 0), (1, 0, 7), (8191, 8191, u64::MAX / 2), (3, 4, 1)] {
                    let estimate = formula.evaluate(dx, dy, Cost(g), StepCosts::SQRT2);
                    assert!(estimate.0 <= 10_u64.pow(13), "{estimate:?}");
                }
                assert_eq!(
                    formula.text().parse(),
                    Ok(formula.clone()),
                    "it can be written and read again"
                );
            }
            Err(error) => assert!(
                error
                    .to_string()
                    .contains("expected an expression in dx, dy, sx, sy and g")
            ),
        },
    );
}

#[test]
fn pixels() {
    let make = |rng: &mut Rng| {
        let side = |rng: &mut Rng| match rng.below(12) {
            0 => rng.pick(&[0, 8192, 8193, u32::MAX]),
            _ => 1 + u32::try_from(rng.below(12)).unwrap(),
        };
        let (width, height) = (side(rng), side(rng));
        let count = match rng.below(5) {
            0 => rng.below(200),
            _ => usize::try_from(u64::from(width) * u64::from(height))
                .unwrap()
                .min(200),
        };
        let known = [
            [0xEF, 0xEB, 0xE1],
            [0x3B, 0x42, 0x50],
            [0x9A, 0x9B, 0x72],
            [0, 0, 0],
            [255, 255, 255],
        ];
        let pixel = |rng: &mut Rng| match rng.below(100) {
            0..99 => rng.pick(&known),
            _ => [byte(rng), byte(rng), byte(rng)],
        };
        (
            width,
            height,
            (0..count).map(|_| pixel(rng)).collect::<Vec<_>>(),
        )
    };
    feed(make, |(width, height, pixels)| {
        let fits = u64::from(*width) * u64::from(*height) == pixels.len() as u64
            && *width > 0
            && *height > 0;
        match from_pixels(*width, *height, pixels) {
            Ok(level) => {
                assert!(fits);
                check_level(&level);
                let again = from_pixels(*width, *height, &to_pixels(&level)).unwrap();
                assert_eq!(again, level, "its own colours are recognized");
            }
            Err(PixelError::UnknownColor { at, color }) => {
                let index = usize::try_from(at.y).unwrap() * *width as usize
                    + usize::try_from(at.x).unwrap();
                assert_eq!(pixels[index], color);
            }
            Err(error) => assert!(!fits || (*width).max(*height) > Grid::MAX_SIDE, "{error}"),
        }
    });
}

#[test]
fn what_asks_for_more_than_there_is_room_for_is_refused_at_once() {
    let start = Instant::now();
    let header = "type octile\nheight 1000000\nwidth 1000000\nmap\n";
    let error = parse_level(header.as_bytes(), "a.map").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 8: expected `height` with a number from 1 to 8192"
    );
    assert!(from_pixels(1_000_000, 1_000_000, &[]).is_err());
    // The first row promises 8192 × 8192 cells, the others are empty.
    let rows = format!(
        "(version: 1, map: [\"{}\", {}])",
        ".".repeat(8192),
        "\"\", ".repeat(8191)
    );
    let error = parse_level(rows.as_bytes(), "a.ron").unwrap_err();
    assert_eq!(
        error.message,
        "the row is empty; expected at least one cell"
    );
    assert!(parse_csv(&"1,".repeat(9000)).is_err());
    assert!(start.elapsed() < MAX_TIME);
}

#[test]
fn lists_of_any_length_take_time_in_proportion() {
    let list = |item: &str, count: usize| format!("[{}]", [item].repeat(count).join(","));
    for text in [
        format!("agents: {}", list("(at: (0, 0), size: 2)", 20_000)),
        format!(
            "agents: [(at: (0, 0), size: 32, goals: {})]",
            list("(0, 0)", 20_000)
        ),
        format!(
            "agents: [(at: (0, 0), forbidden: {})]",
            list("(at: (1, 0), size: (1, 1))", 20_000)
        ),
        format!("portals: {}", list("(from: (0, 0), to: (1, 0))", 20_000)),
        format!(
            "legend: {{{}}}",
            ["'x': (name: \"x\")"].repeat(20_000).join(",")
        ),
        format!("search: (neighbours: {})", list("\"n\"", 20_000)),
    ] {
        let map = format!(
            "[{}]",
            vec![format!("\"{}\"", ".".repeat(400)); 400].join(",")
        );
        let text = format!("(version: 1, map: {map}, {text})");
        let start = Instant::now();
        let level = parse_level(text.as_bytes(), "a.ron");
        assert!(
            start.elapsed() < MAX_TIME,
            "{:?} for {}…",
            start.elapsed(),
            &text[text.len() - 60..]
        );
        match level {
            Ok(level) => assert_eq!(level.agents.len().max(level.agents[0].goals.len()), 20_000),
            Err(error) => check_error(&error, text.as_bytes()),
        }
    }
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow_the_stack() {
    for open in ["(", "[", "{", "Some(", "(a:", "/*"] {
        let text = format!("(version: 1, map: {}", open.repeat(100_000));
        check_error(
            &parse_level(text.as_bytes(), "a.ron").unwrap_err(),
            text.as_bytes(),
        );
    }
}
