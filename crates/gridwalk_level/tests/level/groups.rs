//! Groups: many agents of a level in one row.

use gridwalk_level::formats::{Format, Loss, parse_draft, parse_ron, write_level, write_ron};
use gridwalk_level::lint::check;
use gridwalk_level::{Document, Level, LevelEdit, LevelEditError, LevelGroup, LevelKey, Turn};
use gridwalk_pathfinding::{Cell, Rect, TerrainId};

const TEXT: &str = r#"(
    version: 1,
    map: [
        "......",
        ".#....",
        "......",
    ],
    agents: [(name: "guide", at: (0, 0))],
    groups: [
        // The first ones.
        (count: 4, from: (at: (0, 0), size: (2, 3)), to: (5, 1)),
        (name: "late", count: 2, from: (at: (1, 0), size: (3, 9)), speed: 2.5), // and these rest
    ],
)
"#;

fn level() -> Level {
    parse_ron(TEXT).unwrap()
}

fn starts(level: &Level) -> Vec<(String, (i32, i32))> {
    level
        .members()
        .into_iter()
        .map(|agent| (agent.name, agent.at.into()))
        .collect()
}

#[test]
fn members_spread_over_the_free_cells() {
    let level = level();
    let wanted = [
        ("group 1 1", (1, 0)),
        ("group 1 2", (0, 1)),
        ("group 1 3", (0, 2)),
        ("group 1 4", (1, 2)),
        // Of six free cells on the map, the first and the fourth: two each in three rows.
        ("late 1", (2, 0)),
        ("late 2", (3, 1)),
    ];
    assert_eq!(
        starts(&level),
        wanted.map(|(name, at)| (name.to_owned(), at))
    );
    let agents = level.resolved_agents();
    assert_eq!(agents.len(), 7);
    assert_eq!(
        (agents[0].name.as_str(), agents[1].goals.as_slice()),
        ("guide", &[Cell::new(5, 1)][..])
    );
    assert!((agents[5].speed - 2.5).abs() < f32::EPSILON && agents[5].goals.is_empty());
    assert!(
        check(&level)
            .iter()
            .all(|finding| !finding.sentence.contains("start on one cell"))
    );
}

#[test]
fn groups_are_written_as_they_are_read() {
    let level = level();
    let text = write_ron(&level);
    assert_eq!(parse_ron(&text).unwrap().groups, level.groups);
    assert!(
        text.contains("        (count: 4, from: (at: (0, 0), size: (2, 3)), to: (5, 1)),\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "(name: \"late\", count: 2, from: (at: (1, 0), size: (3, 9)), speed: 2.5),\n"
        ),
        "{text}"
    );
}

#[test]
fn mistakes_in_groups_are_named_with_their_place() {
    let message = |from: &str, to: &str| {
        let text = TEXT.replace(from, to);
        assert_ne!(text, TEXT);
        parse_ron(&text).unwrap_err().to_string()
    };
    let both = "expected both `count` and `from`, as in `(count: 20, from: (at: (1, 2), size: (5, 4)), to: (30, 3))`";
    assert_eq!(
        message("count: 4, ", ""),
        format!("line 11, column 9: {both}")
    );
    assert_eq!(
        message("count: 4", "count: 10001"),
        "line 11, column 17: expected the number of a group's agents from 1 to 10000, found `10001`"
    );
    assert_eq!(
        message("count: 4", "count: 5"),
        "line 11, column 26: group \"group 1\" has 5 agents; its rectangle has 4 free cells"
    );
    assert_eq!(
        message("to: (5, 1)", "to: (1, 1)"),
        "line 11, column 58: the goal of group \"group 1\" lies at (1, 1), where \"wall\" is blocked; expected a free cell"
    );
    assert_eq!(
        message("size: (3, 9)", "size: (3, 0)"),
        "line 12, column 59: expected columns and rows, each from 1 to 8192, such as (3, 4), found `(3, 0)`"
    );
    assert_eq!(
        message("\"late\"", "\"group 1\""),
        "line 12, column 16: two groups are called \"group 1\"; expected a name of its own for each"
    );
    assert_eq!(
        message("\"guide\"", "\"late 2\""),
        "line 12, column 16: agent \"late 2\" is called like a member of the group; expected another name"
    );
    assert!(parse_ron(&TEXT.replace("\"guide\"", "\"late 02\"")).is_ok());
    assert_eq!(
        message("speed: 2.5", "spede: 2.5"),
        "line 12, column 68: unknown field `spede`; did you mean `speed`?"
    );
}

#[test]
fn edits_of_groups_change_their_rows_alone() {
    let mut document = Document::open(level(), Some(TEXT.into()));
    document
        .edit(LevelEdit::Cells(vec![(Cell::new(1, 1), TerrainId(0))]))
        .unwrap();
    let mut groups = document.level().groups.clone();
    (groups[0].count, groups[1].to) = (5, Some(Cell::new(0, 1)));
    document
        .edit(LevelEdit::from(LevelKey::Groups(groups)))
        .unwrap();
    let wanted = TEXT
        .replace(".#....", "......")
        .replace("count: 4", "count: 5")
        .replace("size: (3, 9)), speed", "size: (3, 9)), to: (0, 1), speed");
    assert_eq!(document.source().text().unwrap(), wanted);
    document
        .edit(LevelEdit::from(LevelKey::Groups(Vec::new())))
        .unwrap();
    let text = document.source().text().unwrap();
    assert!(
        parse_ron(&text).unwrap().groups.is_empty() && text.contains("// The first ones."),
        "{text}"
    );
    (0..3).for_each(|_| drop(document.undo().unwrap()));
    assert_eq!(document.source().text().unwrap(), TEXT);
}

#[test]
fn a_wall_leaves_fewer_members_and_a_complaint() {
    let mut document = Document::open(level(), Some(TEXT.into()));
    document
        .edit(LevelEdit::Cells(vec![(Cell::new(0, 2), TerrainId(1))]))
        .unwrap();
    assert_eq!(starts(document.level()).len(), 5);
    let (_, complaints) = parse_draft(&document.source().draft()).unwrap();
    assert_eq!(
        complaints[0].message,
        "group \"group 1\" has 4 agents; its rectangle has 3 free cells"
    );
}

#[test]
fn groups_that_no_file_can_hold_are_refused() {
    let mut level = level();
    let group = level.groups[0].clone();
    let mut refused = |change: fn(&mut LevelGroup)| {
        let mut group = group.clone();
        change(&mut group);
        LevelEdit::from(LevelKey::Groups(vec![group]))
            .apply(&mut level)
            .unwrap_err()
    };
    let name = || "group 1".to_owned();
    for change in [
        (|group| group.count = 0) as fn(&mut LevelGroup),
        |group| group.count = 10_001,
        |group| group.speed = 0.0,
        |group| group.from.at = Cell::new(6, 0),
        |group| group.from.width = 0,
        |group| group.to = Some(Cell::new(6, 0)),
    ] {
        assert_eq!(refused(change), LevelEditError::Group(name()));
    }
    let twice = vec![group.clone(), group.clone()];
    assert_eq!(
        LevelEdit::from(LevelKey::Groups(twice))
            .apply(&mut level)
            .unwrap_err(),
        LevelEditError::GroupName(name())
    );
    level.agents[0].name = "group 1 4".to_owned();
    assert_eq!(
        LevelEdit::from(LevelKey::Groups(vec![group]))
            .apply(&mut level)
            .unwrap_err(),
        LevelEditError::GroupName(name())
    );
}

#[test]
fn groups_move_with_their_map() {
    let (level, rect) = (level(), |x, y, width, height| Rect {
        at: Cell::new(x, y),
        width,
        height,
    });
    let mut turned = level.clone();
    for turn in [
        Turn::Right,
        Turn::Left,
        Turn::Half,
        Turn::Half,
        Turn::FlipVertically,
        Turn::FlipVertically,
    ] {
        LevelEdit::turn(&turned, turn)
            .unwrap()
            .apply(&mut turned)
            .unwrap();
    }
    assert_eq!(turned.groups, level.groups);
    LevelEdit::turn(&turned, Turn::Right)
        .unwrap()
        .apply(&mut turned)
        .unwrap();
    assert_eq!(
        (turned.groups[0].from, turned.groups[0].to),
        (rect(0, 0, 3, 2), Some(Cell::new(1, 5)))
    );
    let mut cut = level;
    LevelEdit::resize(&cut, rect(2, 0, 3, 3), TerrainId(0))
        .unwrap()
        .apply(&mut cut)
        .unwrap();
    assert_eq!(
        cut.groups.len(),
        1,
        "nothing of the first one's rectangle is left"
    );
    assert_eq!(
        (cut.groups[0].name.as_str(), cut.groups[0].from),
        ("late", rect(-1, 0, 3, 9))
    );
}

#[test]
fn other_formats_lose_groups_with_a_word() {
    let losses = write_level(&level(), Format::MovingAi).1;
    assert!(
        Loss::list(&losses).contains("the groups of agents \"group 1\" and \"late\""),
        "{}",
        Loss::list(&losses)
    );
}
