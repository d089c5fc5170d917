//! An open level: undo and redo, branches, what is saved, and files that change on disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use gridwalk_level::formats::{parse_draft, parse_ron, write_ron};
use gridwalk_level::{
    Document, EntryId, HistoryPlace, Label, Level, LevelChange, LevelEdit, LevelKey, PieceAct,
    Stroke,
};
use gridwalk_pathfinding::{Cell, OptionKey, Revision, TerrainId, TieBreak};
use gridwalk_testing::Rng;
use gridwalk_testing::levels::{KINDS, random_edit, random_level};

fn bare(level: &Level) -> Level {
    Level {
        grid: level.grid.clone().with_revision(Revision(0)),
        ..level.clone()
    }
}

fn open(text: &str) -> Document {
    Document::open(parse_ron(text).unwrap(), Some(text.into()))
}

fn set(x: i32, terrain: u8) -> LevelEdit {
    LevelEdit::Cells(vec![(Cell::new(x, 0), TerrainId(terrain))])
}

const TEXT: &str = "(version: 1, name: \"a\", map: [\"......\"], agents: [(at: (5, 0))]) // plain";

/// One random sequence of edits, with undo, redo and branches among them.
fn check_sequence(seed: u64, steps: usize) {
    let rng = &mut Rng(seed);
    let text = write_ron(&random_level(seed)) + if rng.one_in(2) { "// the end" } else { "" };
    let start = parse_ron(&text).unwrap();
    let mut document = Document::open(start.clone(), Some(text.as_str().into()));
    let mut states = BTreeMap::from([(EntryId(0), (bare(&start), text.clone()))]);
    let mut edits = 0;
    while edits < steps {
        let before = document.present();
        let context = format!("seed {seed}, {edits} edits");
        match rng.below(12) {
            0 => drop(document.undo()),
            1 => drop(document.redo()),
            2 => {
                let known: Vec<EntryId> = states.keys().copied().collect();
                let to = rng.pick(&known);
                assert!(document.go_to(to).is_some(), "{context}");
                assert_eq!(document.present(), to, "{context}");
            }
            3 if rng.one_in(3) => {
                let text = write_ron(&random_level(rng.next())) + "// again";
                document.reload(&parse_ron(&text).unwrap(), Some(text.as_str().into()));
                edits += 1;
                assert!(!document.is_changed(), "{context}");
            }
            _ => {
                let kind = rng.below(KINDS);
                let edit = random_edit(rng, document.level(), kind);
                drop(document.edit(edit));
                edits += 1;
            }
        }
        let (present, level) = (document.present(), bare(document.level()));
        // Making the text is long work beside the rest; now and then is often enough.
        if let Some((known, text)) = states.get(&present) {
            assert_eq!(level, *known, "{context}");
            if !text.is_empty() && rng.one_in(20) {
                assert_eq!(document.source().draft(), *text, "{context}");
            }
        } else {
            assert!(present > before, "{context}");
            let text = if rng.one_in(20) {
                document.source().draft()
            } else {
                String::new()
            };
            states.insert(present, (level, text));
        }
    }
    let end = document.present();
    while document.undo().is_some() {
        assert_eq!(
            bare(document.level()),
            states[&document.present()].0,
            "seed {seed}"
        );
    }
    assert_eq!(document.source().text().as_ref(), Ok(&text), "seed {seed}");
    assert_eq!(bare(document.level()), bare(&start), "seed {seed}");
    while document.present() != end && document.redo().is_some() {}
    assert_eq!(document.present(), end, "seed {seed}");
    assert_eq!(bare(document.level()), states[&end].0, "seed {seed}");
    let read = parse_draft(&document.source().draft()).unwrap().0;
    let ground = |level: &Level| -> Vec<_> {
        let cells = level.grid.size().rect().cells();
        cells
            .map(|cell| (level.grid.terrain(cell).cloned(), level.grid.look(cell)))
            .collect()
    };
    assert_eq!(ground(&read), ground(document.level()), "seed {seed}");
    assert_eq!(read.agents, document.level().agents, "seed {seed}");
    for (entry, (level, _)) in &states {
        assert!(document.go_to(*entry).is_some(), "seed {seed}");
        assert_eq!(bare(document.level()), *level, "seed {seed}, {entry:?}");
    }
}

/// Mostly short ones, as each begins with another level, and long ones among them.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "it takes several threads")]
fn ten_thousand_edit_sequences_undo_and_redo_to_the_byte() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                for number in (first..10_000).step_by(threads) {
                    check_sequence(
                        number as u64,
                        if number % 25 == 0 {
                            80
                        } else {
                            4 + number % 16
                        },
                    );
                }
            });
        }
    });
}

#[test]
fn a_fork_keeps_the_other_branch() {
    let mut document = open(TEXT);
    document.edit(set(0, 1)).unwrap();
    document.edit(set(1, 1)).unwrap();
    let first = document.present();
    document.undo().unwrap();
    document
        .edit(LevelEdit::from(LevelKey::Name("b".to_owned())))
        .unwrap();
    let second = document.present();
    let places = |document: &Document| {
        document
            .history()
            .iter()
            .map(|entry| entry.place)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(&document),
        [
            HistoryPlace::Past,
            HistoryPlace::Elsewhere,
            HistoryPlace::Present
        ]
    );
    document.go_to(first).unwrap();
    assert!(document.level().name == "a" && !document.level().grid.is_walkable(Cell::new(1, 0)));
    assert_eq!(
        places(&document),
        [
            HistoryPlace::Past,
            HistoryPlace::Present,
            HistoryPlace::Elsewhere
        ]
    );
    document.undo().unwrap();
    assert_eq!(
        places(&document),
        [
            HistoryPlace::Present,
            HistoryPlace::Future,
            HistoryPlace::Elsewhere
        ]
    );
    document.go_to(second).unwrap();
    assert!(document.level().name == "b" && document.level().grid.is_walkable(Cell::new(1, 0)));
    let history = document.history();
    assert_eq!(
        history
            .iter()
            .map(|entry| entry.parent.0)
            .collect::<Vec<_>>(),
        [0, 1, 1]
    );
    assert_eq!(document.go_to(EntryId(9)), None);
    assert_eq!(document.present(), second);
    document.go_to(document.oldest()).unwrap();
    assert_eq!(document.source().text().unwrap(), TEXT);
}

#[test]
fn entries_say_what_they_did() {
    let mut document = open(TEXT);
    let mut options = document.level().search.clone();
    options.tie = TieBreak::Oldest;
    let mut agent = document.level().agents[0].clone();
    agent.at = Cell::new(4, 0);
    let edits = [
        LevelEdit::Cells(
            (0..4)
                .map(|x| (Cell::new(x, 0), TerrainId(u8::from(x > 1))))
                .collect(),
        ),
        LevelEdit::from(LevelKey::Options(options.clone())),
        LevelEdit::SetAgent(0, Box::new(agent)),
        LevelEdit::RemoveAgent(0),
    ];
    for edit in edits {
        assert!(!document.edit(edit.clone()).unwrap().is_empty());
        if !matches!(edit, LevelEdit::RemoveAgent(_)) {
            assert!(
                document.edit(edit).unwrap().is_empty(),
                "the same again changes nothing"
            );
        }
    }
    let labels: Vec<Label> = document
        .history()
        .iter()
        .map(|entry| entry.label.clone())
        .collect();
    let name = "agent 1".to_owned();
    let expected = [
        // Two of the four cells were floor already.
        Label::Cells(2),
        Label::Options(vec![OptionKey::Tie.of(&options)]),
        Label::MoveAgent(name.clone(), Cell::new(4, 0)),
        Label::RemoveAgent(name),
    ];
    assert_eq!(labels, expected);
    assert_eq!(
        (document.undo_label(), document.redo_label()),
        (Some(&expected[3]), None)
    );
    document.undo().unwrap();
    assert_eq!(
        (document.undo_label(), document.redo_label()),
        (Some(&expected[2]), Some(&expected[3]))
    );
}

#[test]
fn the_cells_of_a_stroke_are_undone_together() {
    let mut document = open(TEXT);
    for x in 0..4 {
        document.edit_in_stroke(Stroke(1), set(x, 1)).unwrap();
    }
    // There and back again is part of it.
    document.edit_in_stroke(Stroke(1), set(0, 2)).unwrap();
    document.edit_in_stroke(Stroke(2), set(4, 1)).unwrap();
    assert_eq!(document.history().len(), 2);
    assert_eq!(document.history()[0].label, &Label::Cells(5));
    document.undo().unwrap();
    let change = document.undo().unwrap();
    assert_eq!(change.grid.unwrap().cells.len(), 5);
    assert_eq!(document.source().text().unwrap(), TEXT);
    document.redo().unwrap();
    let terrain =
        |document: &Document, x| document.level().grid.terrain_id(Cell::new(x, 0)).unwrap().0;
    assert_eq!(
        (0..5).map(|x| terrain(&document, x)).collect::<Vec<_>>(),
        [2, 1, 1, 1, 0]
    );
    // What comes after an undo is another entry, and so is what comes after saving.
    document.edit_in_stroke(Stroke(1), set(4, 3)).unwrap();
    document.mark_saved(document.present());
    document.edit_in_stroke(Stroke(1), set(4, 4)).unwrap();
    assert!(document.is_changed());
    document.undo().unwrap();
    assert!(!document.is_changed());
    document.undo().unwrap();
    assert_eq!(terrain(&document, 4), 0);
}

/// A frame stood still for a second after a map of four million cells was made: each cell was
/// listed, and followed, by itself.
#[test]
fn of_many_cells_the_whole_map_is_taken_and_undone() {
    let rows = format!("\"{}\", ", ".".repeat(300)).repeat(200);
    let mut document = open(&format!(
        "(version: 1, name: \"a\", map: [{rows}], agents: [(at: (5, 0))])"
    ));
    let before = Arc::clone(document.level());
    let wall = before.grid.terrain_by_glyph('#').unwrap();
    let all = |rows| {
        (0..rows)
            .flat_map(move |y| (0..300).map(move |x| (Cell::new(x, y), wall)))
            .collect::<Vec<_>>()
    };
    let many = all(150);
    let change = document.edit(LevelEdit::Cells(many.clone())).unwrap();
    assert!(
        (change.map, change.cells, change.grid.is_none()) == (true, many.len(), true),
        "{change:?}"
    );
    assert_eq!(document.history()[0].label, &Label::Cells(many.len()));
    let after = Arc::clone(document.level());
    assert!(after.grid.revision() > before.grid.revision());
    assert!(
        (0..200).all(|y| (0..300).all(|x| after.grid.is_walkable(Cell::new(x, y)) == (y >= 150)))
    );

    // More of the same: what was a wall before is none of the cells that are different.
    let more = document
        .edit_in_stroke_as(
            Stroke(1),
            Label::Piece(PieceAct::Paste, 0),
            LevelEdit::Cells(all(151)),
        )
        .unwrap();
    assert!(more.map && more.cells == 300, "{more:?}");
    assert_eq!(
        document.edit(LevelEdit::Cells(all(151))).unwrap(),
        LevelChange::default()
    );
    let outside = [many.clone(), vec![(Cell::new(300, 0), wall)]].concat();
    assert!(document.edit(LevelEdit::Cells(outside)).is_err());
    let unknown = [many, vec![(Cell::new(0, 0), TerrainId(77))]].concat();
    assert!(document.edit(LevelEdit::Cells(unknown)).is_err());

    assert_eq!(document.history().len(), 2);
    let undone = document.undo().unwrap();
    assert!(
        (undone.map, undone.cells) == (true, 300) && bare(document.level()) == bare(&after),
        "{undone:?}"
    );
    assert!(document.undo().unwrap().map && bare(document.level()) == bare(&before));
    assert!(document.redo().unwrap().map && bare(document.level()) == bare(&after));
}

#[test]
fn a_stroke_never_joins_an_entry_from_which_others_lead_on() {
    let mut document = open(TEXT);
    document.edit(set(0, 1)).unwrap();
    let first = document.present();
    document.edit_in_stroke(Stroke(5), set(1, 1)).unwrap();
    let second = document.present();
    document.go_to(first).unwrap();
    document.edit_in_stroke(Stroke(5), set(0, 2)).unwrap();
    assert_eq!(document.history().len(), 3);
    document.go_to(second).unwrap();
    let terrain = |x| document.level().grid.terrain_id(Cell::new(x, 0)).unwrap().0;
    assert_eq!([terrain(0), terrain(1)], [1, 1]);
}

#[test]
fn whether_it_is_saved_is_known_for_every_entry() {
    let mut document = open(TEXT);
    assert!(!document.is_changed());
    document.edit(set(0, 1)).unwrap();
    let source = document.source();
    // The level is edited while the text is being written.
    document.edit(set(1, 1)).unwrap();
    document.mark_saved(source.entry());
    assert!(document.is_changed());
    document.undo().unwrap();
    assert!(!document.is_changed());
    assert_eq!(source.text(), document.source().text());
    document.undo().unwrap();
    assert!(document.is_changed(), "the file says something else");
    document.mark_unsaved();
    document.redo().unwrap();
    assert!(document.is_changed());
}

#[test]
fn a_file_that_changed_on_disk_is_one_entry() {
    let mut document = open(TEXT);
    document.edit(set(0, 1)).unwrap();
    let theirs = TEXT
        .replace("plain", "theirs")
        .replace("\"a\"", "\"theirs\"");
    let change = document.reload(&parse_ron(&theirs).unwrap(), Some(theirs.as_str().into()));
    assert!(
        change.texts && change.grid.is_some() && !change.agents && !change.map && !change.options
    );
    assert!(!document.is_changed());
    assert_eq!(document.source().text().unwrap(), theirs);
    assert_eq!(document.undo_label(), Some(&Label::Reload));
    document.edit(set(2, 1)).unwrap();
    assert_eq!(
        document.source().text().unwrap(),
        theirs.replace("......", "..#...")
    );
    document.undo().unwrap();
    document.undo().unwrap();
    assert!(document.is_changed(), "the file says what they wrote");
    assert_eq!(
        document.source().text().unwrap(),
        TEXT.replace("......", "#.....")
    );
    document.redo().unwrap();
    assert_eq!(document.source().text().unwrap(), theirs);
    // The same again is nothing; a new comment is something.
    document.reload(&parse_ron(&theirs).unwrap(), Some(theirs.as_str().into()));
    assert_eq!(document.history().len(), 3);
    let comment = theirs.replace("// theirs", "// and more");
    assert!(
        document
            .reload(&parse_ron(&comment).unwrap(), Some(comment.as_str().into()))
            .is_empty()
    );
    assert_eq!(document.source().text().unwrap(), comment);
    document.undo().unwrap();
    assert_eq!(document.source().text().unwrap(), theirs);
}

#[test]
fn the_history_takes_no_more_memory_than_it_may() {
    let side = 60;
    let text = format!(
        "(version: 1, map: [{}])",
        format!("\"{}\",", ".".repeat(side)).repeat(side)
    );
    let level = parse_ron(&text).unwrap();
    let bound = 200_000;
    let mut document = Document::with_history_bytes(level, Some(text.as_str().into()), bound);
    let rng = &mut Rng(3);
    let mut states = BTreeMap::new();
    let mut branches = 0;
    for step in 0..600 {
        if step % 40 == 20 {
            document.undo().unwrap();
        }
        if rng.one_in(5) {
            // A whole map: some four kilobytes.
            let turn = rng.pick(&gridwalk_level::Turn::ALL);
            let edit = LevelEdit::turn(document.level(), turn).unwrap();
            document.edit(edit).unwrap();
        }
        let edit = set(rng.below(60), rng.below(8));
        document.edit(edit).unwrap();
        states.insert(document.present(), bare(document.level()));
        assert!(
            document.history_bytes() <= bound,
            "{} bytes after step {step}",
            document.history_bytes()
        );
        branches = branches.max(
            document
                .history()
                .iter()
                .filter(|entry| entry.place == HistoryPlace::Elsewhere)
                .count(),
        );
    }
    assert!(document.oldest() > EntryId(0) && branches > 0 && document.history().len() > 20);
    assert!(
        document.history_bytes() > bound / 2,
        "{}",
        document.history_bytes()
    );
    let known: Vec<EntryId> = document
        .history()
        .iter()
        .map(|entry| entry.id)
        .chain([document.oldest()])
        .collect();
    for entry in known {
        document.go_to(entry).unwrap();
        if let Some(level) = states.get(&entry) {
            assert_eq!(bare(document.level()), *level, "{entry:?}");
        }
    }
    assert_eq!(document.go_to(EntryId(0)), None, "it is forgotten");
    // Branches that all begin where the level was opened.
    let mut fan = Document::with_history_bytes(
        parse_ron(&text).unwrap(),
        Some(text.as_str().into()),
        20_000,
    );
    for x in 0..600 {
        fan.edit(set(x % 60, 1)).unwrap();
        assert!(
            fan.history_bytes() <= 20_000,
            "{} bytes",
            fan.history_bytes()
        );
        fan.undo().unwrap();
    }
    assert!(fan.oldest() == EntryId(0) && fan.history().len() > 10);
    // One entry that is larger than the bound stays alone.
    let mut small =
        Document::with_history_bytes(parse_ron(&text).unwrap(), Some(text.as_str().into()), 10);
    for x in 0..3 {
        small.edit(set(x, 1)).unwrap();
    }
    assert_eq!(small.history().len(), 1);
    small.undo().unwrap();
    assert!(small.undo().is_none() && small.is_changed());
    assert!(!small.level().grid.is_walkable(Cell::new(1, 0)));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it takes several threads")]
fn the_text_can_be_made_in_another_thread() {
    let mut document = open(TEXT);
    document.edit(set(0, 1)).unwrap();
    let source = document.source();
    let text = std::thread::spawn(move || source.text()).join().unwrap();
    assert_eq!(text, document.source().text());
    let kept = Arc::clone(document.level());
    document.edit(set(1, 1)).unwrap();
    assert!(
        kept.grid.is_walkable(Cell::new(1, 0)),
        "what was handed out stays as it was"
    );
}

/// Returns a number for the kind of an edit.
fn variant(edit: &LevelEdit) -> usize {
    match edit {
        LevelEdit::Cells(_) => 0,
        LevelEdit::Map(_) => 1,
        LevelEdit::Legend(_) => 2,
        LevelEdit::Portals(_) => 3,
        LevelEdit::AddAgent(..) => 4,
        LevelEdit::RemoveAgent(_) => 5,
        LevelEdit::SetAgent(..) => 6,
        LevelEdit::Several(_) => 7,
        LevelEdit::Set(key) => match **key {
            LevelKey::Options(_) => 8,
            LevelKey::Unreachable(_) => 9,
            LevelKey::Name(_) => 10,
            LevelKey::About(_) => 11,
            LevelKey::Click(_) => 12,
            LevelKey::Crowd(_) => 13,
            LevelKey::KeepOffWalls(_) => 14,
            LevelKey::Groups(_) => 15,
        },
    }
}

/// Regression: a comparison field by field missed a key of level files, which was then lost without
/// a question.
#[test]
fn any_changed_key_but_options_is_unsaved_work() {
    let (mut work, mut no_work) = ([0; 16], [0; 16]);
    for seed in 0..4000 {
        let rng = &mut Rng(seed);
        let saved = random_level(seed);
        let mut document = Document::open(saved.clone(), None);
        let kind = rng.below(KINDS);
        let edit = random_edit(rng, &saved, kind);
        let variant = variant(&edit);
        if document.edit(edit).is_err() {
            continue;
        }
        let now = bare(document.level());
        let with_old_options = Level {
            search: saved.search.clone(),
            unreachable: saved.unreachable,
            ..now
        };
        let is_work = with_old_options != bare(&saved);
        assert_eq!(document.has_work(&saved), is_work, "seed {seed}");
        (if is_work { &mut work } else { &mut no_work })[variant] += 1;
        document.undo();
        assert!(!document.has_work(&saved), "seed {seed}");
    }
    let options = [8, 9];
    assert!(
        work.iter()
            .enumerate()
            .all(|(edit, count)| options.contains(&edit) != (*count > 20)),
        "{work:?}"
    );
    assert!(
        options.iter().all(|edit| no_work[*edit] > 20),
        "{no_work:?}"
    );
}
