//! Written levels can be read again, and foreign formats keep their meaning.

use std::fs;

use gridwalk_level::{
    LegendEntry, Level, LevelGrid, Look,
    formats::{
        Content, DigitLegend, Format, Loss, ReadHints, Scenario, from_pixels, has_comments,
        parse_csv, parse_digits, parse_glyph_costs, parse_level, parse_level_as_written,
        parse_moving_ai, parse_ron, parse_scenarios, to_pixels, write_csv, write_digits,
        write_level, write_moving_ai, write_ron,
    },
};
use gridwalk_pathfinding::{Cell, Grid, Portal, SearchOptions, TerrainId};
use gridwalk_testing::levels::random_level;
use gridwalk_testing::{cells, shared, shipped_levels};

#[test]
fn every_level_can_be_written_and_read_again() {
    for seed in 0..500 {
        let level = random_level(seed);
        let text = write_ron(&level);
        let first = parse_ron(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        // The default terrains join the legend; everything else is unchanged.
        let legend = first.grid.entries()[..level.grid.legend().len()].to_vec();
        let grid = LevelGrid::new(
            first.grid.width(),
            first.grid.height(),
            first.grid.cells().to_vec(),
            legend,
        )
        .unwrap();
        assert_eq!(
            grid,
            level.grid.clone().with_portals(&[]).unwrap(),
            "seed {seed}\n{text}"
        );
        assert_eq!(
            first.grid.portals(),
            level.grid.portals(),
            "seed {seed}\n{text}"
        );
        assert_eq!(
            Level {
                grid: level.grid.clone(),
                ..first.clone()
            },
            level,
            "seed {seed}\n{text}"
        );
        // Writing again changes nothing at all.
        let again = write_ron(&first);
        assert_eq!(
            parse_ron(&again).as_ref(),
            Ok(&first),
            "seed {seed}\n{again}"
        );
        assert_eq!(write_ron(&parse_ron(&again).unwrap()), again, "seed {seed}");
    }
}

#[test]
fn every_shipped_level_can_be_written_and_read_again() {
    let folder = gridwalk_testing::root().join("assets/levels");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let level = parse_level(&fs::read(&path).unwrap(), &file).unwrap();
        if path.extension().is_some_and(|end| end == "ron") {
            assert_eq!(parse_ron(&write_ron(&level)), Ok(level), "{file}");
            count += 1;
        }
    }
    assert!(count >= 21, "{count} levels");
}

#[test]
fn a_change_of_one_cell_changes_one_line() {
    let text = include_str!("../../../../assets/levels/river_crossing.level.ron");
    let level = parse_ron(text).unwrap();
    let mut changed = level.clone();
    let wall = level.grid.terrain_by_glyph('#').unwrap();
    changed
        .grid
        .set_cells(vec![(Cell::new(10, 3), wall)])
        .unwrap();
    let (before, after) = (write_ron(&level), write_ron(&changed));
    assert_eq!(before.lines().count(), after.lines().count());
    assert_eq!(
        before
            .lines()
            .zip(after.lines())
            .filter(|(a, b)| a != b)
            .count(),
        1,
        "{after}"
    );
}

#[test]
fn only_what_differs_from_the_defaults_is_written() {
    let level = parse_ron(
        "(version: 1, map: [\".#\"], legend: {'s': (name: \"swamp\", cost: 6)}, agents: [(at: (0, 0))])",
    );
    let text = write_ron(&level.unwrap());
    let expected = "(
    version: 1,
    map: [
        \".#\",
    ],
    legend: {
        's': (name: \"swamp\"),
    },
    agents: [
        (at: (0, 0)),
    ],
)
";
    assert_eq!(text, expected);
}

/// Mud without a colour looked like floor.
#[test]
fn terrain_without_a_colour_does_not_look_like_floor() {
    let text = "(version: 1, map: [\"mia\"], legend: {'m': (name: \"mud\", cost: 5), 'i': (name: \"ice\"), 'a': (name: \"floor ↓\", one_way: \"s\")})";
    let level = parse_ron(text).unwrap();
    let look = |x| level.grid.look(Cell::new(x, 0)).unwrap();
    let looks = |one: Look| (one.color, one.pattern);
    let floor = looks(LegendEntry::floor().look);
    assert!(looks(look(0)) != floor && looks(look(1)) != floor);
    assert_ne!(looks(look(0)), looks(look(1)), "each name has its own");
    assert_eq!(looks(look(2)), floor, "it is still floor");
    for color in LegendEntry::SPARE_COLORS {
        assert!(
            !level.grid.entries()[3..]
                .iter()
                .any(|known| known.look.color == color)
        );
    }
    let again = write_ron(&level);
    assert!(
        !again.contains("color") && parse_ron(&again).unwrap() == level,
        "{again}"
    );
}

#[test]
fn terrains_that_share_a_glyph_are_distinguished() {
    let (floor, wall) = (LegendEntry::floor(), LegendEntry::named('.', "wall"));
    let grid = LevelGrid::new(2, 1, vec![TerrainId(0), TerrainId(1)], vec![floor, wall]).unwrap();
    let level = Level {
        grid,
        ..parse_ron("(version: 1, map: [\".\"])").unwrap()
    };
    let again = parse_ron(&write_ron(&level)).unwrap();
    assert!(again.grid.is_walkable(Cell::new(0, 0)) && !again.grid.is_walkable(Cell::new(1, 0)));
}

#[test]
fn the_order_of_portals_on_one_cell_stays() {
    let at = |x| Cell::new(x, 0);
    let one_way = |from, to, cost| Portal {
        from: at(from),
        to: at(to),
        cost,
        two_way: false,
    };
    // The first portal leads from a later cell, and is listed before the way back of the second.
    let portals = [
        one_way(3, 2, 5),
        Portal::between(at(3), at(0)),
        Portal::between(at(0), at(2)),
        one_way(0, 2, 1),
    ];
    let level = parse_ron("(version: 1, map: [\"....\"])").unwrap();
    let level = Level {
        grid: level.grid.with_portals(&portals).unwrap(),
        ..level
    };
    assert_eq!(parse_ron(&write_ron(&level)), Ok(level));
}

fn costs(grid: &Grid) -> Vec<Option<u16>> {
    cells(grid).map(|cell| grid.cost(cell)).collect()
}

#[test]
fn tables_of_costs_are_read_and_written() {
    let level = parse_csv("1, 1,7\r\n#,,2\r\n1000,0,3\r\n\r\n").unwrap();
    let expected = [
        Some(1),
        Some(1),
        Some(7),
        None,
        None,
        Some(2),
        Some(1000),
        None,
        Some(3),
    ];
    assert_eq!(costs(&level.grid), expected);
    let name = |x, y| level.grid.terrain(Cell::new(x, y)).unwrap().name.clone();
    assert_eq!(
        [name(0, 0), name(2, 0), name(0, 1), name(2, 1)],
        ["floor", "cost 7", "wall", "grass"]
    );
    assert_eq!(write_csv(&level.grid), "1,1,7\n#,#,2\n1000,#,3\n");
    assert_eq!(
        parse_ron(&write_ron(&level)),
        Ok(level),
        "as RON it stays the same level"
    );
    let all: Vec<_> = (1..=248).map(|cost| cost.to_string()).collect();
    assert!(parse_csv(&all.join(",")).is_ok());
    let many: Vec<_> = (1..=253).map(|cost| cost.to_string()).collect();
    assert!(
        parse_csv(&many.join(","))
            .unwrap_err()
            .message
            .contains("too many different costs")
    );
}

#[test]
fn weighted_maps_are_read_with_the_costs_that_are_given() {
    let text = "type octile\nheight 2\nwidth 4\nmap\n.SWT\n@xO.\n";
    let costs_of_glyphs = parse_glyph_costs(" .=1, S = 2,W=3,T=4,x=9").unwrap();
    let level = parse_moving_ai(text, &costs_of_glyphs).unwrap();
    let expected = [
        Some(1),
        Some(2),
        Some(3),
        Some(4),
        None,
        Some(9),
        None,
        Some(1),
    ];
    assert_eq!(costs(&level.grid), expected);
    assert_eq!(write_moving_ai(&level.grid, &costs_of_glyphs), text);
    assert!(
        parse_moving_ai(text, &[]).is_err(),
        "without costs x is not known"
    );
    let (_, losses) = write_level(&level, Format::MovingAi);
    let expected = "the cost of \"swamp\" (2 becomes 1), the cost of \"water\" (3 becomes 1), \
        the cost of \"trees\" (4 becomes 1), the cost of \"terrain x\" (9 becomes 1)";
    assert_eq!(losses[0].to_string(), expected);
}

#[test]
fn lists_of_glyph_costs_are_strict() {
    assert_eq!(
        parse_glyph_costs(",=5,==#,#=0").unwrap(),
        [(',', Some(5)), ('=', None), ('#', None)]
    );
    for (text, expected) in [
        (
            "",
            "line 1, column 1: the list of costs is empty; expected glyphs and costs such as `.=1,S=2,T=#`",
        ),
        (
            ".=1,S",
            "line 1, column 6: expected `=` and a cost after the glyph 'S', as in `.=1,S=2,T=#`",
        ),
        (
            ".=1,S=x",
            "line 1, column 7: expected a whole cost of 'S' from 1 to 1000, or `#` for a wall, found `x`",
        ),
        (
            ".=1,S=",
            "line 1, column 7: expected a whole cost of 'S' from 1 to 1000, or `#` for a wall, found ``",
        ),
        (
            ".=1001",
            "line 1, column 3: expected a whole cost of '.' from 1 to 1000, or `#` for a wall, found `1001`",
        ),
        (
            ".=1,.=2",
            "line 1, column 5: glyph '.' stands here twice; expected it once",
        ),
    ] {
        assert_eq!(
            parse_glyph_costs(text).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn maps_of_moving_ai_are_written() {
    let text = "type octile\nheight 2\nwidth 4\nmap\n.GSW\n@OT.\n";
    assert_eq!(
        write_moving_ai(&parse_moving_ai(text, &[]).unwrap().grid, &[]),
        text
    );
    let own = parse_ron(
        "(version: 1, map: [\".#=~\"], legend: {'&': (name: \"forest\", blocked: true)})",
    )
    .unwrap();
    assert_eq!(write_moving_ai(&own.grid, &[]).lines().last(), Some(".@.W"));
}

#[test]
fn maps_of_digits_are_written() {
    let text = "20111\n21212\n11919\n";
    let level = parse_digits(text, None).unwrap();
    assert_eq!(
        write_level(&level, Format::Digits),
        (Content::Text(text.to_owned()), Vec::new())
    );
    let bare = parse_csv("1,#\n").unwrap();
    assert_eq!(write_digits(&bare), "legend: 1=road, 2=wall\n12\n");
    assert_eq!(
        write_level(&bare, Format::Digits)
            .1
            .iter()
            .filter(|loss| loss.matters())
            .count(),
        0
    );
}

/// Lists the losses of a RON level with this map and these fields.
fn lost(map: &str, fields: &str, format: Format) -> String {
    let level = parse_ron(&format!("(version: 1, map: [\"{map}\"], {fields})")).unwrap();
    let losses = write_level(&level, format).1;
    Loss::list(&losses.into_iter().filter(Loss::matters).collect::<Vec<_>>())
}

#[test]
fn what_a_format_cannot_hold_is_listed() {
    let everything = "name: \"N\", about: \"A\", legend: {'e': (name: \"street\", one_way: \"e\")},
        portals: [(from: (0, 0), to: (1, 0)), (from: (1, 0), to: (3, 0), two_way: false)],
        agents: [(name: \"a\", at: (0, 0), goals: [(3, 0), (1, 0)], patrol: true), (name: \"b\", at: (0, 0))],
        crowd: true, movement: \"four\", search: (algorithm: \"dijkstra\"), unreachable: \"nearest\"";
    assert_eq!(lost("..e%", everything, Format::Ron), "");
    let agents = "agent \"a\", agent \"b\", the options algorithm and movement";
    let fate = "what happens to goals that cannot be reached and that the agents share a crowd";
    assert_eq!(
        lost("..e%", everything, Format::Csv),
        format!(
            "the name \"N\", the text about the level, 1 one-way cell, 2 portals, {agents}, {fate}"
        )
    );
    assert!(
        lost("..e%", everything, Format::MovingAi)
            .contains("the cost of \"swamp\" (6 becomes 1), 1 one-way cell")
    );
    let digits = lost("..e%", everything, Format::Digits);
    assert!(
        digits.contains("the name, goals and patrol of agent \"a\", agent \"b\""),
        "{digits}"
    );
}

#[test]
fn costs_do_not_change_silently_in_a_picture() {
    let bridge = "legend: {'b': (name: \"bridge\", color: \"#9A9B72\")}";
    assert_eq!(
        lost(".b~", bridge, Format::Png),
        "",
        "the colour of a swamp would be read as one: plain ground stays"
    );
    let heavy = "legend: {'2': (name: \"grey\", cost: 2), '5': (name: \"dark\", cost: 5)}";
    assert_eq!(
        lost(".25", heavy, Format::Png),
        "the cost of \"dark\" (5 becomes 4)"
    );
    for entry in fs::read_dir(gridwalk_testing::root().join("assets/levels")).unwrap() {
        let path = entry.unwrap().path();
        let level = parse_level(&fs::read(&path).unwrap(), &path.display().to_string()).unwrap();
        for format in Format::written() {
            let (content, losses) = write_level(&level, format);
            let back = match &content {
                Content::Pixels(pixels) => {
                    from_pixels(level.grid.width(), level.grid.height(), pixels).unwrap()
                }
                Content::Text(text) => {
                    parse_level(text.as_bytes(), &format!("a.{}", format.endings()[0])).unwrap()
                }
            };
            let says_so = losses.iter().any(|loss| matches!(loss, Loss::Costs(_)));
            assert_eq!(
                costs(&back.grid) != costs(&level.grid),
                says_so,
                "{} as {}",
                path.display(),
                format.name()
            );
        }
    }
}

#[test]
fn an_array_of_0_1_and_2_is_read_with_a_legend() {
    let array = "0,0,1\n2,0,0\n";
    let legend: DigitLegend = "0=floor, 1=wall, 2=wall".parse().unwrap();
    let level = parse_digits(array, Some(&legend)).unwrap();
    assert_eq!(
        costs(&level.grid),
        [Some(1), Some(1), None, None, Some(1), Some(1)]
    );
    assert!(level.agents.is_empty() && level.search == SearchOptions::default());
    let with_head = parse_digits(&format!("legend: 0=floor, 1=wall, 2=wall\n{array}"), None);
    assert_eq!(with_head.as_ref(), Ok(&level));
    let named = parse_level(
        format!("legend: 0=1, 1=#, 2=wall\n{array}").as_bytes(),
        "no_ending",
    )
    .unwrap();
    assert_eq!(
        (costs(&named.grid), named.agents.len()),
        (costs(&level.grid), 1),
        "the window adds an agent"
    );
    for (text, expected) in [
        (
            "",
            "column 1: expected a digit, `=` and what it is, as in `0=floor, 1=wall`",
        ),
        (
            "0=floor, 0=wall",
            "column 10: digit 0 stands here twice; expected it once",
        ),
        (
            "0=floor, 9=goal",
            "column 1: the legend has a goal and no start; expected both or none of them",
        ),
        (
            "0=lava",
            "column 1: expected digit 0 to be start, goal, floor, wall, road, grass, forest, swamp, water, sand or a \
             cost from 1 to 1000, found `lava`",
        ),
    ] {
        assert_eq!(
            text.parse::<DigitLegend>().unwrap_err().to_string(),
            format!("line 1, {expected}"),
            "{text}"
        );
    }
    let error = parse_digits("0,3\n", Some(&legend)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 3: expected a digit 0 (floor), 1 (wall) or 2 (wall), found '3'"
    );
}

#[test]
fn files_that_are_no_levels_are_called_what_they_are() {
    for (bytes, file, expected) in [
        (
            &b"\xFF\xD8\xFF\xE0"[..],
            "a.jpg",
            "this is a JPEG picture; expected text in UTF-8",
        ),
        (
            b"\x89PNG\r\n",
            "a.level.ron",
            "this is a PNG picture; expected text in UTF-8",
        ),
        (
            b"GIF89a",
            "a.map",
            "this is a GIF picture; expected text in UTF-8",
        ),
        (
            b"PK\x03\x04",
            "a.csv",
            "this is a zip archive; expected text in UTF-8",
        ),
        (
            b"\x1F\x8B\x08",
            "a.map",
            "this is a gzip archive; expected text in UTF-8",
        ),
        (
            b" \n",
            "a.csv",
            "the file is empty; expected rows of costs with commas between them",
        ),
        (
            b"",
            "a.map",
            "the file is empty; expected a header that begins with `type octile`",
        ),
        (b"", "a.txt", "the file is empty; expected rows of digits"),
        (
            b"",
            "a.level.ron",
            "the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`",
        ),
    ] {
        assert_eq!(
            parse_level(bytes, file).unwrap_err().message,
            expected,
            "{file}"
        );
    }
}

#[test]
fn pixels_become_terrain_and_back() {
    let level = parse_ron("(version: 1, map: [\".#=,\", \"&%~:\"])").unwrap();
    let again = from_pixels(4, 2, &to_pixels(&level)).unwrap();
    assert_eq!(
        again.grid, level.grid,
        "the default terrains' colours are recognized"
    );
    let name = |pixel| {
        from_pixels(1, 1, &[pixel])
            .unwrap()
            .grid
            .terrain(Cell::new(0, 0))
            .unwrap()
            .name
            .clone()
    };
    assert_eq!(
        [
            name([0, 0, 0]),
            name([127, 127, 127]),
            name([120, 127, 120])
        ],
        ["wall", "wall", "wall"]
    );
    assert_eq!(
        [name([255, 255, 255]), name([128, 128, 128])],
        ["floor", "floor"]
    );
    let pixels = [[255; 3], [255; 3], [255; 3], [0x88, 0xB0, 0xE0]];
    let error = from_pixels(2, 2, &pixels).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "pixel (1, 1) has the unknown colour #88B0E0; expected a grey or the colour of"
        ),
        "{error}"
    );
    assert_eq!(
        from_pixels(2, 2, &[[0; 3]; 3]).unwrap_err().to_string(),
        "3 cells do not fill the map, which has 4"
    );
    assert!(from_pixels(0, 0, &[]).is_err());
}

#[test]
fn scenarios_are_read_with_tabs_or_spaces() {
    let scenario = |line, map: &str, length| Scenario {
        line,
        bucket: 3,
        map: map.to_owned(),
        width: 49,
        height: 20,
        start: Cell::new(1, 11),
        goal: Cell::new(48, 19),
        length,
    };
    let text = "version 1\r\n3\tmy maps/a.map\t49\t20\t1\t11\t48\t19\t12.5\r\n\r\n3 b.map 49 20 1 11 48 19 0\r\n";
    let expected = |first| {
        [
            scenario(first, "my maps/a.map", 12.5),
            scenario(first + 2, "b.map", 0.0),
        ]
    };
    assert_eq!(parse_scenarios(text.as_bytes()).unwrap(), expected(2));
    let titled = text.replacen("\r\n", "\r\nBucket\tmap\twidth\r\n", 1);
    assert_eq!(parse_scenarios(titled.as_bytes()).unwrap(), expected(3));
    assert_eq!(parse_scenarios(b"version 1"), Ok(Vec::new()));
    for (text, expected) in [
        ("", "line 1, column 1: expected the line `version 1`"),
        (
            "version 2\n",
            "line 1, column 9: version 2 is not known; expected `version 1`",
        ),
        (
            "0 a 1 1 0 0 0 0 0\n",
            "line 1, column 1: expected the line `version 1`",
        ),
        (
            "version 1\n0 a 1 1 0 0\n",
            "line 2, column 12: the line ends after 6 of 9 fields; expected the goal x",
        ),
        (
            "version 1\n0 a 1 1 0 0 0 0 0 7\n",
            "line 2, column 19: expected nothing after the optimal length",
        ),
        (
            "version 1\nx a 1 1 0 0 0 0 0\n",
            "line 2, column 1: expected the bucket, a whole number from 0 to 4294967295, found `x`",
        ),
        (
            "version 1\n0 a 9999 1 0 0 0 0 0\n",
            "line 2, column 5: expected the width, a whole number from 1 to 8192, found `9999`",
        ),
        (
            "version 1\n0 a 5 6 0 6 0 0 0\n",
            "line 2, column 11: expected the start y, a whole number from 0 to 5, found `6`",
        ),
        (
            "version 1\n0\ta\t5\t6\t0\t5\t-1\t0\t0\n",
            "line 2, column 13: expected the goal x, a whole number from 0 to 4, found `-1`",
        ),
        (
            "version 1\n0 a 5 6 0 5 1 0 NaN\n",
            "line 2, column 17: expected the optimal length, a number that is not negative, found `NaN`",
        ),
    ] {
        assert_eq!(
            parse_scenarios(text.as_bytes()).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
}

gridwalk_testing::published! {
    /// The published files.
    fn published_scenarios_fit_their_maps() {
        let folder = shared("data/movingai");
        let entries = fs::read_dir(&folder).unwrap();
        let mut count = 0;
        for path in
            entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "scen"))
        {
            let file = path.display().to_string();
            let scenarios =
                parse_scenarios(&fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{}", error.in_file(&file)));
            let map = fs::read(path.with_extension("")).unwrap();
            let level = parse_level(&map, &file.replace(".scen", "")).unwrap();
            let written = write_moving_ai(&level.grid, &[]);
            assert_eq!(parse_moving_ai(&written, &[]).unwrap().grid, level.grid, "{file}");
            // One map is weighted: its queries may begin among trees, too.
            let weights = parse_glyph_costs(".=1,S=2,W=3,T=4").unwrap();
            let weighted = parse_moving_ai(std::str::from_utf8(&map).unwrap(), &weights).unwrap();
            let grid = if file.contains("darkforest") { &weighted.grid } else { &level.grid };
            let free = |cell| grid.is_walkable(cell);
            for scenario in &scenarios {
                assert_eq!((scenario.width, scenario.height), (level.grid.width(), level.grid.height()), "{file}");
                assert!(free(scenario.start) && free(scenario.goal), "{file}: {scenario:?}");
            }
            count += scenarios.len();
        }
        assert!(count > 1000, "{count} scenarios in {}", folder.display());
    }
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let files = [
        (
            "a.level.ron",
            include_str!("../../../../assets/levels/river_crossing.level.ron"),
        ),
        (
            "a.txt",
            include_str!("../../../../assets/levels/walk_the_stack.txt"),
        ),
        (
            "a.map",
            "type octile\nheight 3\nwidth 4\nmap\n@@T.\n.S.W\nG..O\n",
        ),
    ];
    for (file, text) in files {
        let level = parse_level(text.as_bytes(), file).unwrap();
        for other in [text.replace('\n', "\r\n"), format!("\u{FEFF}{text}")] {
            assert_eq!(
                parse_level(other.as_bytes(), file).as_ref(),
                Ok(&level),
                "{file}"
            );
        }
    }
}

/// Earlier, a map of digits had options that the file did not state: A*, Manhattan and cut corners.
#[test]
fn no_map_without_options_is_searched_by_hidden_ones() {
    let files: [(&str, &str); 6] = [
        ("a.txt", "2011\n2129\n"),
        ("a.digits", "legend: 0=floor,1=wall\n001\n100\n"),
        ("a.csv", "1,2\n#,1\n"),
        ("a.map", "type octile\nheight 1\nwidth 2\nmap\n.S\n"),
        ("a.level.ron", "(version: 1, map: [\"..\"])"),
        ("no ending", "2011\n2129\n"),
    ];
    for (file, text) in files {
        let level = parse_level(text.as_bytes(), file).unwrap();
        assert_eq!(level.search, SearchOptions::default(), "{file}");
    }
}

#[test]
fn a_line_before_a_map_of_digits_gives_options() {
    let text = "options: algorithm=astar, heuristic=max(dx, dy), neighbours=s,e,w, tie=newest\nlegend: 1=road,2=wall\n12\n11\n";
    let level = parse_digits(text, None).unwrap();
    assert_eq!(
        level.search.list(),
        "algorithm=astar,heuristic=max(dx, dy),tie=newest,neighbours=s,e,w,n,ne,se,sw,nw"
    );
    let written = write_digits(&level);
    assert_eq!(
        parse_digits(&written, None).as_ref(),
        Ok(&level),
        "{written}"
    );
    for (head, expected) in [
        (
            "options: speed=2",
            "line 1, column 10: there is no option `speed`",
        ),
        (
            "options: tie",
            "line 1, column 10: expected KEY=VALUE such as tie=oldest, not `tie`",
        ),
        (
            "options: tie=oldest\noptions: tie=newest",
            "line 2, column 1: this line stands here twice",
        ),
        (
            "options: algorithm=jps,goal_tolerance=1",
            "line 1, column 10: Jump point search does not support",
        ),
    ] {
        let error = parse_digits(&format!("{head}\n201\n"), None)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(expected), "{head}: {error}");
    }
}

/// Arrays as programs print them: `[[0, 1], [1, 0]]`.
#[test]
fn arrays_of_arrays_are_read_as_digits_or_costs() {
    let legend: DigitLegend = "0=floor, 1=wall".parse().unwrap();
    for text in ["[[0,0,1],[0,0,0]]", "[\n  [0, 0, 1],\n  [0, 0, 0],\n]\n"] {
        let level = parse_digits(text, Some(&legend)).unwrap();
        assert_eq!(
            costs(&level.grid),
            [Some(1), Some(1), None, Some(1), Some(1), Some(1)],
            "{text}"
        );
        let level = parse_csv(text).unwrap();
        assert_eq!(
            costs(&level.grid),
            [None, None, Some(1), None, None, None],
            "0 is a wall: {text}"
        );
    }
    for (text, expected) in [
        (
            "[[0,1]",
            "line 1, column 7: expected `,` and the next row, or `]` at the end of the map",
        ),
        (
            "[[0,1",
            "line 1, column 2: expected `]` at the end of this row",
        ),
        (
            "[[0,[1]]",
            "line 1, column 2: expected `]` at the end of this row",
        ),
        (
            "[[0],[1]] 2",
            "line 1, column 11: expected nothing behind the map",
        ),
        (
            "[[0],[10]]",
            "line 1, column 8: the row is too long; expected 1 cell",
        ),
        (
            "[[0,1],[10]]",
            "line 1, column 10: expected a comma and the next digit",
        ),
    ] {
        assert_eq!(
            parse_digits(text, Some(&legend)).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
    let unsaid = parse_level(b"[[0,1],[1,0]]", "a.json").unwrap_err();
    assert!(
        unsaid
            .message
            .contains("say it with a legend such as `0=floor,1=wall`"),
        "{unsaid}"
    );
}

/// Spreadsheets with commas, semicolons or tabs, and decimal weights as programs write them.
#[test]
fn tables_of_costs_have_the_separators_of_spreadsheets() {
    let wanted = [Some(1), Some(2), None, Some(7), Some(1), Some(3)];
    for text in [
        "1,2,#\n7,1,3\n",
        "1;2;\n7;1;3\n",
        "1\t2\t0\n7\t1\t3\n",
        "\"1\",\"2\",\"\"\n7,1.0,\"3.00\"\n",
    ] {
        assert_eq!(costs(&parse_csv(text).unwrap().grid), wanted, "{text}");
    }
    let read = |text: &str| parse_level_as_written(text.as_bytes(), "a.csv", &ReadHints::default());
    let scaled = read("0.5,1,#\n1.25,2,0.75\n").unwrap();
    assert_eq!(
        costs(&scaled.level.grid),
        [Some(2), Some(4), None, Some(5), Some(8), Some(3)]
    );
    let note = scaled.notes[0].to_string();
    assert_eq!(
        note,
        "line 1, column 1: to be whole numbers all costs are multiplied by 4, such as this 0.5"
    );
    for (text, expected) in [
        (
            "1,2;3\n",
            "line 1, column 1: expected a cost from 1 to 1000",
        ),
        (
            "0.001,2\n",
            "line 1, column 1: to be whole numbers all costs are multiplied by 1000; expected at most 1000",
        ),
        (
            "1,0.1234567\n",
            "line 1, column 3: expected a cost from 1 to 1000",
        ),
        ("1,.5\n", "line 1, column 3: expected a cost from 1 to 1000"),
        (
            "1,-0.5\n",
            "line 1, column 3: expected a cost from 1 to 1000",
        ),
        (
            "1,1e3\n",
            "line 1, column 3: expected a cost from 1 to 1000",
        ),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn maps_of_the_league_of_robot_runners_are_read() {
    let text = "type Octile\nheight 2\nwidth 4\nmap\n.ES@  \n.Q.T\t\n";
    let hints = ReadHints {
        costs: parse_glyph_costs("Q=7,E=2").unwrap(),
        ..ReadHints::default()
    };
    let read = parse_level_as_written(text.as_bytes(), "a.map", &hints).unwrap();
    let wanted = [
        Some(1),
        Some(2),
        Some(1),
        None,
        Some(1),
        Some(7),
        Some(1),
        None,
    ];
    assert_eq!(costs(&read.level.grid), wanted);
    let plain = parse_moving_ai(&text.replace('Q', "E"), &[]).unwrap();
    assert_eq!(
        costs(&plain.grid),
        wanted.map(|cost| cost.map(|_| 1)),
        "an emitter is floor"
    );
    let error = parse_moving_ai(text, &[]).unwrap_err();
    assert!(
        error.message.contains("unknown glyph 'Q'") && error.message.contains("`E=1`"),
        "{error}"
    );
    assert_eq!(
        parse_moving_ai(&text.replace("  \n", " x\n"), &[])
            .unwrap_err()
            .column,
        5
    );
}

#[test]
fn the_tutorials_digits_have_the_options_of_its_level() {
    let [digits, ron] = ["walk_the_stack.txt", "walk_the_stack.level.ron"].map(|file| {
        shipped_levels()
            .iter()
            .find(|level| level.file == file)
            .unwrap()
            .parse()
    });
    assert_eq!(digits.search, ron.search);
}

#[test]
fn a_file_beyond_the_limit_is_refused_unread() {
    let error = parse_level(&vec![b'1'; 97 << 20], "a.txt").unwrap_err();
    assert_eq!(
        error.message,
        "the file is larger than 96 MiB, the most for a level file"
    );
}

#[test]
fn the_place_in_a_file_is_written_as_compilers_write_it() {
    let error = parse_level(b"201\n2x2", "a.txt").unwrap_err();
    assert!(
        error
            .in_file("a.txt")
            .starts_with("a.txt:2:2: expected a digit"),
        "{error}"
    );
}

#[test]
fn comments_are_not_looked_for_in_texts() {
    for text in [
        "// x\n()",
        "(a: 1, /* x */)",
        "(a: \"\\\"\", // x\n)",
        "(r: r#\"a\"b\"#, '/': (), '\\'': () // x\n)",
    ] {
        assert!(has_comments(text), "{text}");
    }
    for text in [
        "type // x",
        "(a: \"// \\\" /*\")",
        "(a: r#\"\"//\"#)",
        "('/': 1, '\"': \"//\")",
        "/* never closed",
    ] {
        assert!(!has_comments(text), "{text}");
    }
}

#[test]
fn tables_are_read_as_people_have_them() {
    let costs = |text: &str| {
        let level = parse_csv(text).unwrap();
        level
            .grid
            .cells()
            .iter()
            .map(|id| level.grid.legend()[usize::from(id.0)].cost.unwrap_or(0))
            .collect::<Vec<_>>()
    };
    for text in [
        "1,2\n0,7\n",
        "1;2\n0;7\n",
        "1\t2\r\n\t7\r\n",
        "\"1\",\"2\"\n\"#\",\"7\"\n",
        "[[1, 2], [0, 7]]",
        " [ [1,2] ,\n[0,7] ]\n",
    ] {
        assert_eq!(costs(text), [1, 2, 0, 7], "{text}");
    }
    for (text, expected) in [
        (
            "[[1, 2], [0]]",
            "line 1, column 12: the row has 1 cell; expected 2",
        ),
        (
            "[[1, 2] [0, 1]]",
            "line 1, column 9: expected `,` and the next row, or `]` at the end of the map",
        ),
        (
            "[[1, 2], 3]",
            "line 1, column 10: expected a row such as `[1, 0, 1]`",
        ),
        (
            "[[1, 2]] 3",
            "line 1, column 10: expected nothing behind the map",
        ),
        (
            "500.25,1\n",
            "line 1, column 1: to be whole numbers all costs are multiplied by 4; expected at most 1000 then, found `500.25`",
        ),
    ] {
        assert_eq!(parse_csv(text).unwrap_err().to_string(), expected);
    }
    let legend = "0=floor, 1=wall".parse().unwrap();
    let hints = ReadHints {
        legend: Some(legend),
        ..ReadHints::default()
    };
    let arrays = parse_level_as_written(b"[[0,0,1],\n [0,0,0]]", "a.json", &hints)
        .unwrap()
        .level;
    assert_eq!(
        (
            arrays.grid.width(),
            arrays.grid.cost((2, 0).into()),
            arrays.grid.cost((2, 1).into())
        ),
        (3, None, Some(1))
    );
}

#[test]
fn spaces_behind_rows_of_maps_do_not_count() {
    let level = parse_moving_ai("Type Octile\nheight 2\nwidth 2\nmap\n.@ \n.. \r\n", &[]).unwrap();
    assert_eq!(
        (level.grid.width(), level.grid.cost((1, 0).into())),
        (2, None)
    );
    let short = parse_moving_ai("type octile\nheight 1\nwidth 3\nmap\n.@ \n", &[]).unwrap_err();
    assert!(
        short
            .to_string()
            .starts_with("line 5, column 3: unknown glyph ' '; expected one of . G S W T @ O"),
        "{short}"
    );
}

/// Earlier, such a table had one column more in each row but the last.
#[test]
fn separators_behind_all_rows_but_the_last_do_not_count() {
    let costs = |text: &str| -> Vec<_> {
        let level = parse_level(text.as_bytes(), "a.csv").unwrap();
        let grid = &level.grid;
        assert_eq!(grid.width(), 3);
        grid.cells()
            .iter()
            .map(|id| grid.legend()[usize::from(id.0)].cost)
            .collect()
    };
    let expected = costs("1,0,2\n2,1,#\n1,1,0\n");
    for text in [
        "1,0,2,\n2,1,#,\n1,1,0\n",
        "1,0,2,\r\n2,1,#,\r\n1,1,0",
        "1;0;2;\n2;1;#;\n1;1;0\n",
        "1\t0\t2\t\n2\t1\t#\t\n1\t1\t0",
    ] {
        assert_eq!(costs(text), expected, "{text:?}");
    }
    // An empty value behind all rows, the last one included, is a wall.
    assert_eq!(costs("1,0,\n2,1,\n"), costs("1,0,#\n2,1,#\n"));
    assert_eq!(costs("1,0,\n2,1,3\n"), costs("1,0,#\n2,1,3\n"));
    let wrong = parse_level(b"1,0,2,\n2,1,#\n1,1,0\n", "a.csv").unwrap_err();
    assert_eq!(
        (wrong.line, wrong.message.as_str()),
        (2, "the row has 3 cells; expected 4")
    );
}
