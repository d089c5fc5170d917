//! The text of an edited level: unedited parts stay as the author wrote them.

use gridwalk_level::formats::{Format, parse_draft, parse_ron, write_ron};
use gridwalk_level::{Document, LegendEntry, Level, LevelAgent, LevelEdit, LevelKey, Pattern};
use gridwalk_pathfinding::{
    Algorithm, Cell, DiagonalRule, Movement, Portal, Revision, Terrain, TerrainId,
    UnreachablePolicy, Weight,
};
use gridwalk_testing::levels::{KINDS, by_glyph, random_edit, random_level};
use gridwalk_testing::{Rng, cells, shipped_levels};

fn bare(level: &Level) -> Level {
    Level {
        grid: level.grid.clone().with_revision(Revision(0)),
        ..level.clone()
    }
}

fn open(text: &str) -> Document {
    Document::open(
        parse_ron(text).unwrap_or_else(|error| panic!("{error}\n{text}")),
        Some(text.into()),
    )
}

/// Returns the text after an edit, which must describe the edited level.
fn edited(text: &str, edit: impl FnOnce(&Level) -> LevelEdit) -> String {
    let mut document = open(text);
    let edit = edit(document.level());
    document.edit(edit).unwrap();
    let edited = document.source().text().unwrap();
    let read = parse_ron(&edited).unwrap_or_else(|error| panic!("{error}\n{edited}"));
    assert_eq!(by_glyph(&read), by_glyph(document.level()), "{edited}");
    edited
}

fn set(x: i32, y: i32, glyph: char) -> impl FnOnce(&Level) -> LevelEdit {
    move |level| {
        LevelEdit::Cells(vec![(
            Cell::new(x, y),
            level.grid.terrain_by_glyph(glyph).unwrap(),
        )])
    }
}

fn options(
    change: impl FnOnce(&mut gridwalk_pathfinding::SearchOptions),
) -> impl FnOnce(&Level) -> LevelEdit {
    move |level| {
        let mut options = level.search.clone();
        change(&mut options);
        LevelEdit::from(LevelKey::Options(options))
    }
}

fn agent(number: usize, change: impl FnOnce(&mut LevelAgent)) -> impl FnOnce(&Level) -> LevelEdit {
    move |level| {
        let mut agent = level.agents[number].clone();
        change(&mut agent);
        LevelEdit::SetAgent(number, Box::new(agent))
    }
}

/// Returns the lines that only one of the texts has: the removed and the added ones.
fn difference<'t>(before: &'t str, after: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
    let (before, after): (Vec<_>, Vec<_>) =
        (before.split('\n').collect(), after.split('\n').collect());
    // The longest common subsequence; the parts to compare are small once equal ends are cut off.
    let first = before
        .iter()
        .zip(&after)
        .take_while(|(a, b)| a == b)
        .count();
    let (before, after) = (&before[first..], &after[first..]);
    let last = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (before, after) = (&before[..before.len() - last], &after[..after.len() - last]);
    let mut table = vec![vec![0; after.len() + 1]; before.len() + 1];
    for (i, a) in before.iter().enumerate().rev() {
        for (j, b) in after.iter().enumerate().rev() {
            table[i][j] = if a == b {
                table[i + 1][j + 1] + 1
            } else {
                table[i + 1][j].max(table[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut went, mut came) = (0, 0, Vec::new(), Vec::new());
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || (i < before.len() && table[i + 1][j] >= table[i][j + 1]) {
            went.push(before[i]);
            i += 1;
        } else {
            came.push(after[j]);
            j += 1;
        }
    }
    (went, came)
}

const STRANGE: &str = "#![enable(implicit_some)]
// What comes first.
Level( // a name that nobody needs
\tunreachable: \"nearest\", /* out of order */ name: Some(r#\"A \"raw\" name\"#),
\tmap: [ // rows
\t\t\"..#.\", // the first
\t\t/* before the second /* nested */ */ \"a\\u{2e}..\",
\t\tr\".~..\"
\t],
\tlegend: {'\\u{61}': (cost: 5, name: \"mud\"), '.': (name: \"floor\"),
\t\t// A comment about the wall.
\t\t'#': (name: \"wall\", blocked: true)},
\tversion: 1,
\tsearch: (
\t\theuristic: \"octile\", // the default, said all the same
\t\twithin: 2,
\t\tmovement: \"four\",
\t),
\tagents: [
\t\t(at: (0, 0)), // nobody in particular
\t\t// The second one.
\t\t(name: \"b\", at: (1, 1), goals: [(0, 0), // there
\t\t\t(3, 0)], patrol: false),
\t\tAgent(at: (3, 2), name: \"c\") // no comma
\t]
) // the end
// and more";

#[test]
fn a_cell_of_a_strange_file_is_one_letter() {
    for (x, y, glyph, from, to) in [
        (1, 0, '#', "\"..#.\"", "\".##.\""),
        (3, 1, '#', "\"a\\u{2e}..\"", "\"a..#\""),
        (0, 2, 'a', "r\".~..\"", "\"a~..\""),
    ] {
        assert_eq!(edited(STRANGE, set(x, y, glyph)), STRANGE.replace(from, to));
    }
    for text in [STRANGE.replace('\n', "\r\n"), format!("\u{FEFF}{STRANGE}")] {
        let body = text.trim_start_matches('\u{FEFF}');
        let mut document = Document::open(parse_ron(body).unwrap(), Some(text.as_str().into()));
        let edit = set(1, 0, '#')(document.level());
        document.edit(edit).unwrap();
        assert_eq!(
            document.source().text().unwrap(),
            text.replace("\"..#.\"", "\".##.\"")
        );
    }
}

#[test]
fn what_a_strange_file_says_is_changed_where_it_stands() {
    let cases: Vec<(LevelEdit, &str, &str)> = {
        let level = parse_ron(STRANGE).unwrap();
        let of = |edit: &dyn Fn(&Level) -> LevelEdit| edit(&level);
        vec![
            (
                LevelEdit::from(LevelKey::Name("B".to_owned())),
                "r#\"A \"raw\" name\"#",
                "\"B\"",
            ),
            (
                LevelEdit::from(LevelKey::Unreachable(UnreachablePolicy::Refuse)),
                "\n\tunreachable: \"nearest\", /* out of order */ name",
                "\n\t/* out of order */ name",
            ),
            (
                of(&|level| options(|options| options.goal_tolerance = 3)(level)),
                "within: 2",
                "within: 3",
            ),
            (
                of(&|level| options(|options| options.goal_tolerance = 0)(level)),
                "\n\t\twithin: 2,",
                "",
            ),
            (
                of(&|level| options(|options| options.max_expansions = Some(9))(level)),
                "within: 2,",
                "within: 2,\n\t\tmax_expansions: 9,",
            ),
            (
                of(&|level| agent(1, |agent| agent.patrol = true)(level)),
                "patrol: false",
                "patrol: true",
            ),
            (
                of(&|level| agent(1, |agent| agent.goals[1].x = 1)(level)),
                "(3, 0)]",
                "(1, 0)]",
            ),
            (
                of(&|level| agent(1, |agent| agent.goals.truncate(1))(level)),
                ", // there\n\t\t\t(3, 0)]",
                "]",
            ),
            (
                of(&|level| agent(2, |agent| agent.speed = 1.5)(level)),
                "name: \"c\")",
                "name: \"c\", speed: 1.5)",
            ),
            (
                of(&|level| agent(0, |agent| agent.name = "a".to_owned())(level)),
                "(at: (0, 0)),",
                "(name: \"a\", at: (0, 0)),",
            ),
            (
                LevelEdit::RemoveAgent(1),
                "\n\t\t(name: \"b\", at: (1, 1), goals: [(0, 0), // there\n\t\t\t(3, 0)], patrol: false),",
                "",
            ),
            (
                of(&|level| {
                    options(|options| options.movement = Movement::Eight(DiagonalRule::Always))(
                        level,
                    )
                }),
                "\tmovement: \"four\"",
                "\tmovement: \"eight-always\"",
            ),
            (
                LevelEdit::RemoveAgent(2),
                "\n\t\tAgent(at: (3, 2), name: \"c\") // no comma",
                "",
            ),
            (
                LevelEdit::AddAgent(
                    3,
                    Box::new(LevelAgent {
                        name: "d".to_owned(),
                        ..level.agents[0].clone()
                    }),
                ),
                "name: \"c\") // no comma",
                "name: \"c\"), // no comma\n\t\t(name: \"d\", at: (0, 0)),",
            ),
            (
                LevelEdit::AddAgent(
                    1,
                    Box::new(LevelAgent {
                        name: "d".to_owned(),
                        ..level.agents[0].clone()
                    }),
                ),
                "(at: (0, 0)), // nobody in particular",
                "(at: (0, 0)), // nobody in particular\n\t\t(name: \"d\", at: (0, 0)),",
            ),
            (
                LevelEdit::Portals(vec![Portal::between(Cell::new(0, 0), Cell::new(3, 0))]),
                "version: 1,",
                "version: 1,\n\tportals: [\n\t\t(from: (0, 0), to: (3, 0)),\n\t],",
            ),
        ]
    };
    for (edit, from, to) in cases {
        assert_eq!(STRANGE.matches(from).count(), 1, "{from}");
        let other_lines = |text: &str| text.replace('\n', "\r\n");
        let lines = edited(&other_lines(STRANGE), |_| edit.clone());
        assert_eq!(lines, other_lines(&STRANGE.replace(from, to)));
        assert_eq!(edited(STRANGE, |_| edit), STRANGE.replace(from, to));
    }
}

#[test]
fn a_cost_and_a_wall_are_two_fields_for_one_thing() {
    let legend = |change: fn(&mut Terrain), number: usize| {
        move |level: &Level| {
            let mut legend = level.grid.entries();
            change(&mut legend[number].terrain);
            LevelEdit::Legend(legend)
        }
    };
    let text = edited(STRANGE, legend(|terrain| terrain.cost = None, 0));
    assert_eq!(
        text,
        STRANGE.replace("(cost: 5, name: \"mud\")", "(name: \"mud\", blocked: true)")
    );
    let text = edited(STRANGE, legend(|terrain| terrain.cost = Some(3), 2));
    assert_eq!(
        text,
        STRANGE.replace(
            "(name: \"wall\", blocked: true)",
            "(name: \"wall\", cost: 3)"
        )
    );
}

#[test]
fn another_colour_changes_its_line_and_no_other() {
    let text = "(
    version: 1,
    map: [\"s.\"], // two cells
    legend: {
        's': (name: \"swamp\", color: \"#010203\"), // dark
    },
)
";
    let painted = |color, pattern| {
        move |level: &Level| {
            let mut legend = level.grid.entries();
            (legend[0].look.color, legend[0].look.pattern) = (color, pattern);
            LevelEdit::Legend(legend)
        }
    };
    let changed = edited(text, painted([0xAB, 0, 0xFF], Pattern::Dashes));
    assert_eq!(changed, text.replace("#010203", "#AB00FF"));
    let changed = edited(text, painted([1, 2, 3], Pattern::Dots));
    assert_eq!(
        changed,
        text.replace("\"#010203\")", "\"#010203\", pattern: \"dots\")")
    );
}

/// Makes one edit of one cell or item of the level, which may change only a few lines.
#[test]
fn on_every_shipped_level_little_changes_and_comments_stay() {
    let mut count = 0;
    for shipped in shipped_levels()
        .iter()
        .filter(|level| Format::of_file(&level.file) == Some(Format::Ron))
    {
        let (text, rng) = (shipped.text.as_str(), &mut Rng(7));
        let level = parse_ron(text).unwrap();
        assert_eq!(open(text).source().text().unwrap(), text);
        let lines = |edit: LevelEdit| {
            let new = edited(text, |_| edit);
            let comments = |text: &str| text.lines().filter(|line| line.contains("//")).count();
            assert_eq!(comments(&new), comments(text), "{new}");
            let (went, came) = difference(text, &new);
            (went.len(), came.len())
        };
        let free: Vec<Cell> = cells(&level.grid)
            .filter(|cell| {
                level
                    .agents
                    .iter()
                    .all(|agent| agent.at != *cell && !agent.goals.contains(cell))
            })
            .filter(|cell| {
                level
                    .grid
                    .portals()
                    .iter()
                    .all(|portal| portal.from != *cell)
            })
            .collect();
        let sizes = level.agents.iter().all(|agent| agent.profile.size == 1);
        let cell = rng.pick(&free);
        let used: Vec<TerrainId> = level.grid.used_terrains().collect();
        let other = used
            .iter()
            .copied()
            .find(|terrain| Some(*terrain) != level.grid.terrain_id(cell));
        if let Some(terrain) = other.filter(|_| sizes) {
            assert_eq!(
                lines(LevelEdit::Cells(vec![(cell, terrain)])),
                (1, 1),
                "{}",
                shipped.file
            );
        }
        assert_eq!(
            lines(LevelEdit::from(LevelKey::Name("Other".to_owned()))),
            (1, 1),
            "{}",
            shipped.file
        );
        assert_eq!(
            lines(LevelEdit::from(LevelKey::About("Other".to_owned()))),
            (1, 1),
            "{}",
            shipped.file
        );
        if let Some(first) = level.agents.first() {
            let new = LevelAgent {
                name: "a new one".to_owned(),
                ..first.clone()
            };
            for at in 0..=level.agents.len() {
                assert_eq!(
                    lines(LevelEdit::AddAgent(at, Box::new(new.clone()))),
                    (0, 1),
                    "{} {at}",
                    shipped.file
                );
            }
            let moved = LevelAgent {
                speed: first.speed + 1.0,
                ..first.clone()
            };
            assert_eq!(
                lines(LevelEdit::SetAgent(0, Box::new(moved))),
                (1, 1),
                "{}",
                shipped.file
            );
            if level.agents.len() > 1 {
                let (went, came) = lines(LevelEdit::RemoveAgent(0));
                // An agent whose default name is its number writes its name once that number
                // changes.
                assert!(
                    went - came == 1 && came < 2,
                    "{}: {went} {came}",
                    shipped.file
                );
            }
        }
        let mut options = level.search.clone();
        options.max_expansions = Some(123_456);
        let (went, came) = lines(LevelEdit::from(LevelKey::Options(options)));
        let known = level.search.max_expansions.is_some();
        assert!(
            if known {
                (went, came) == (1, 1)
            } else {
                went == 0 && [1, 3].contains(&came)
            },
            "{}",
            shipped.file
        );
        count += 1;
    }
    assert!(count >= 21, "{count}");
}

#[test]
fn field_of_several_lines_is_indented_like_its_neighbours() {
    let text = "(\n  version: 1,\n  map: [\n    \"..\",\n  ],\n)\n";
    let with_agent = edited(text, |_| {
        let agent = parse_ron("(version: 1, map: [\"..\"], agents: [(at: (1, 0))])")
            .unwrap()
            .agents
            .remove(0);
        LevelEdit::AddAgent(0, Box::new(agent))
    });
    assert_eq!(
        with_agent,
        "(\n  version: 1,\n  map: [\n    \"..\",\n  ],\n  agents: [\n      (at: (1, 0)),\n  ],\n)\n"
    );
    let short = edited(
        "(version:1,map:[\"..\"])",
        options(|options| options.movement = Movement::Four),
    );
    assert_eq!(short, "(version:1,map:[\"..\"], movement: \"four\")");
}

#[test]
fn algorithm_dependent_defaults_stay_written_where_they_were() {
    let text =
        "(version: 1, map: [\"..\"], search: (\n    heuristic: \"octile\",\n    weight: 2,\n))";
    let theta = |level: &Level| {
        let mut options = level.search.clone();
        options = gridwalk_pathfinding::SearchOptions {
            weight: options.weight,
            ..Algorithm::Theta.into()
        };
        LevelEdit::from(LevelKey::Options(options))
    };
    let expected = text
        .replace("heuristic: \"octile\",", "heuristic: \"euclidean\",")
        .replace("search: (\n", "search: (\n    algorithm: \"theta\",\n");
    assert_eq!(edited(text, theta), expected);
    let weighted = options(|options| options.weight = Weight::new(1.5).unwrap());
    assert_eq!(
        edited(text, weighted),
        text.replace("weight: 2", "weight: 1.5")
    );
}

#[test]
fn rows_come_and_go_with_their_lines() {
    let text =
        "(version: 1, map: [\n    \"..\", // one\n    \"##\", // two\n    \"~~\", // three\n])";
    let resize = |y: i32, height: u32| {
        move |level: &Level| {
            let frame = gridwalk_pathfinding::Rect {
                at: Cell::new(0, y),
                width: 2,
                height,
            };
            LevelEdit::resize(level, frame, level.grid.terrain_by_glyph('=').unwrap()).unwrap()
        }
    };
    assert_eq!(
        edited(text, resize(0, 2)),
        text.replace("\n    \"~~\", // three", "")
    );
    assert_eq!(
        edited(text, resize(1, 2)),
        text.replace("\n    \"..\", // one", "")
    );
    assert_eq!(
        edited(text, resize(-1, 4)),
        text.replace("[\n", "[\n    \"==\",\n")
    );
    assert_eq!(
        edited(text, resize(0, 4)),
        text.replace("// three", "// three\n    \"==\",")
    );
}

#[test]
fn a_level_that_is_not_ready_is_refused_and_has_a_draft() {
    let text = "(version: 1, map: [\"...\"], agents: [(at: (0, 0))], portals: [(from: (1, 0), to: (2, 0))])";
    for (x, wanted) in [
        (
            0,
            "agent \"agent 1\" stands at (0, 0), where \"wall\" is blocked",
        ),
        (1, "portal 1 begins at (1, 0)"),
    ] {
        let mut document = open(text);
        let edit = set(x, 0, '#')(document.level());
        document.edit(edit).unwrap();
        let error = document.source().text().unwrap_err();
        assert!(error.message.contains(wanted) && error.line == 1, "{error}");
        let (read, complaints) = parse_draft(&document.source().draft()).unwrap();
        assert_eq!(
            (bare(&read), &complaints[..]),
            (bare(document.level()), &[error][..])
        );
    }
    let mut document = open(text);
    let edit = options(|options| options.algorithm = Algorithm::JumpPoint)(document.level());
    document.edit(edit).unwrap();
    assert!(
        document
            .source()
            .text()
            .unwrap_err()
            .message
            .contains("does not support portals")
    );
    assert!(parse_draft(&document.source().draft()).is_ok());
}

#[test]
fn a_level_of_another_format_gets_our_own_text() {
    let shipped = shipped_levels();
    let digits = shipped
        .iter()
        .find(|level| Format::of_file(&level.file) == Some(Format::Digits));
    let level = digits.unwrap().parse();
    let mut document = Document::open(level.clone(), None);
    assert!(document.is_foreign());
    assert_eq!(document.source().text().unwrap(), write_ron(&level));
    document
        .edit(LevelEdit::from(LevelKey::Name("Other".to_owned())))
        .unwrap();
    assert_eq!(
        document.source().text().unwrap(),
        write_ron(document.level())
    );
}

#[test]
fn a_level_called_like_its_file_stays_so() {
    let text = "(version: 1, map: [\"..\"])";
    let level = Level {
        name: "file".to_owned(),
        ..parse_ron(text).unwrap()
    };
    let mut document = Document::open(level, Some(text.into()));
    let edit = set(0, 0, '#')(document.level());
    document.edit(edit).unwrap();
    assert_eq!(
        document.source().text().unwrap(),
        "(version: 1, map: [\"#.\"])"
    );
    document
        .edit(LevelEdit::from(LevelKey::Name("New".to_owned())))
        .unwrap();
    assert_eq!(
        document.source().text().unwrap(),
        "(version: 1, name: \"New\", map: [\"#.\"])"
    );
}

/// Returns an equivalent text with comments, other white space and other orders.
fn roughened(text: &str, rng: &mut Rng) -> String {
    let mut rough = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        rough += &line[..indent];
        if rng.one_in(9) {
            rough += "/* before /* it */ */ ";
        }
        rough += &line[indent..];
        if rng.one_in(5) {
            rough += " // a \"comment, with ( brackets";
        }
        rough += if rng.one_in(20) { "\n\n\t" } else { "\n" };
        if rng.one_in(9) {
            rough += "// a line of its own\n";
        }
    }
    match rng.below(4) {
        0 => rough.replace('\n', "\r\n"),
        1 => rough.trim_end().to_owned(),
        2 => rough
            .replace(",\n)", "\n)")
            .replace(",\n    ]", "\n    ]")
            .replace("\n        ", "\n\t\t")
            .replace("\n    ", "\n\t"),
        _ => rough,
    }
}

#[test]
fn ten_thousand_levels_keep_their_text_and_name_their_edits() {
    let mut same = 0;
    let defaults = parse_ron("(version: 1, map: [\".\"])").unwrap();
    for seed in 0..10_000 {
        let rng = &mut Rng(seed);
        let text = write_ron(&random_level(seed));
        let text = if rng.one_in(4) {
            text
        } else {
            roughened(&text, rng)
        };
        let Ok(level) = parse_ron(&text) else {
            panic!("seed {seed}\n{text}")
        };
        let mut document = Document::open(level, Some(text.as_str().into()));
        // Load, save, load.
        assert_eq!(document.source().text().as_ref(), Ok(&text), "seed {seed}");
        if !seed.is_multiple_of(4) {
            continue;
        }
        for _ in 0..=rng.below(3) {
            let kind = rng.below(KINDS);
            let edit = random_edit(rng, document.level(), kind);
            drop(document.edit(edit));
        }
        let draft = document.source().draft();
        let (mut read, _) = parse_draft(&draft)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{draft}"));
        let mut level = bare(document.level());
        for level in [&mut read, &mut level] {
            let mut legend = level.grid.entries();
            // Readers add the default terrains.
            for entry in defaults.grid.entries() {
                if legend
                    .iter()
                    .all(|known| known.look.glyph != entry.look.glyph)
                {
                    legend.push(entry);
                }
            }
            level.grid.set_legend(legend).unwrap();
        }
        assert_eq!(
            by_glyph(&read),
            by_glyph(&level),
            "seed {seed}\n{text}\n{draft}"
        );
        same += usize::from(draft == text);
        assert!(
            !text.contains("//") || draft != write_ron(document.level()),
            "seed {seed}: given up\n{text}\n{draft}"
        );
    }
    assert!(same < 1000, "{same} were not changed");
}

#[test]
fn no_text_makes_it_panic_and_every_text_gives_the_level() {
    let shipped = shipped_levels();
    let files: Vec<&str> = shipped
        .iter()
        .map(|level| level.text.as_str())
        .filter(|text| text.len() < 3000)
        .collect();
    let level = parse_ron(files[0]).unwrap();
    let mut read = 0;
    for seed in 0..3000 {
        let rng = &mut Rng(seed);
        // A text that describes another level, mostly with some damage.
        let mut text: Vec<char> = rng.pick(&files).chars().collect();
        for _ in 0..rng.below(4) {
            let at = rng.below(text.len());
            let end = (at + rng.below(9)).min(text.len());
            let with = rng.pick(&[
                "", "\"", "(", "]", "/*", "*/", "//", "r#\"", "'", ",", ": ", "Some(", "\u{0}",
                "\\",
            ]);
            text.splice(at..end, with.chars());
        }
        let text: String = text.into_iter().collect();
        read += usize::from(parse_draft(&text).is_ok());
        let source = Document::open(level.clone(), Some(text.as_str().into())).source();
        let mut again = parse_ron(&source.text().unwrap()).unwrap();
        if again.name.is_empty() {
            // A text without a name takes the file's name.
            again.name.clone_from(&level.name);
        }
        assert_eq!(by_glyph(&again), by_glyph(&level), "seed {seed}\n{text}");
    }
    assert!((500..2500).contains(&read), "{read}");
    let deep = format!("{}{}", "/*".repeat(20_000), "*/".repeat(20_000));
    let text = format!("(version: 1, {deep} map: [\"..\"])");
    assert_eq!(edited(&text, set(1, 0, '#')), text.replace("..", ".#"));
}

/// Earlier, the first custom terrain of a level made the file list all default terrains.
#[test]
fn only_the_added_terrain_is_listed() {
    let text = "(version: 1, map: [\"..#\"])";
    let mut document = Document::open(parse_ron(text).unwrap(), Some(text.into()));
    let mut legend = document.level().grid.entries();
    let mud = TerrainId(u8::try_from(legend.len()).unwrap());
    legend.push(LegendEntry::named('m', "mud").with_cost(Some(5)));
    document.edit(LevelEdit::Legend(legend)).unwrap();
    document
        .edit(LevelEdit::Cells(vec![(Cell::new(1, 0), mud)]))
        .unwrap();
    let saved = document.source().text().unwrap();
    assert_eq!(
        saved,
        "(version: 1, map: [\".m#\"], legend: {\n    'm': (name: \"mud\", cost: 5),\n})"
    );
    // A terrain that is listed keeps its place, and a changed default terrain is listed.
    let text = "(version: 1, legend: { '#': (name: \"wall\"), 'x': (name: \"pit\", blocked: true) }, map: [\"..#\"])";
    let mut document = Document::open(parse_ron(text).unwrap(), Some(text.into()));
    let mut legend = document.level().grid.entries();
    legend
        .iter_mut()
        .find(|entry| entry.look.glyph == '.')
        .unwrap()
        .terrain
        .cost = Some(2);
    legend.push(LegendEntry::named('m', "mud"));
    document.edit(LevelEdit::Legend(legend)).unwrap();
    let saved = document.source().text().unwrap();
    let glyphs: Vec<char> = saved
        .split('\'')
        .skip(1)
        .step_by(2)
        .filter_map(|glyph| glyph.chars().next())
        .collect();
    assert_eq!(glyphs, ['#', 'x', '.', 'm'], "{saved}");
    document.undo().unwrap();
    assert_eq!(document.source().text().unwrap(), text);
}
