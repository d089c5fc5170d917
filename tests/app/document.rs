//! The open level as a document: undo, saving, what is asked before something is lost, and the
//! journal.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_gridwalk::{ActiveLevel, NavGrid, PathfindingOptions};
use gridwalk::app::command::{DialogAnswer, EditCommand, FileCommand, LevelCommand, WindowCommand};
use gridwalk::app::files::{Journal, Unsaved};
use gridwalk::app::{AppCommand, EndsOrigin, LevelList, MapLooks, OpenDocument, UnsavedWork};
use gridwalk_level::Level;
use gridwalk_level::formats::{parse_level, parse_ron, write_ron};
use gridwalk_pathfinding::{Algorithm, Cell};
use tempfile::TempDir;

use super::game::{Game, LEVEL, option};
use super::map::palette;

/// As a person writes it.
const TEXT: &str = "\
// A level with remarks.
(
    version: 1,
    name: \"Remarks\",   // shown in the menu
    search: (algorithm: \"astar\"),
    map: [
        \"......\", // the first row
        \"..#...\",
        \"......\",
    ],
    agents: [
        (name: \"scout\", at: (0, 0)), /* alone */
    ],
)
";

/// The playground with a file of its own open.
fn opened(text: &str, name: &str) -> (Game, TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    let mut game = Game::new();
    open(&mut game, &file);
    (game, folder, file)
}

fn open(game: &mut Game, file: &Path) {
    game.command(LevelCommand::OpenFile(file.to_owned()));
    let file = file.to_owned();
    game.until("the level is open", |game| {
        document(game).file() == Some(&file)
    });
    game.run(4);
}

fn document(game: &Game) -> &OpenDocument {
    game.app.world().resource()
}

fn level(game: &Game) -> &Level {
    document(game).document().unwrap().level()
}

/// Returns the glyph of a cell.
fn glyph(game: &Game, x: i32, y: i32) -> char {
    let terrain = game
        .app
        .world()
        .resource::<NavGrid>()
        .grid()
        .terrain_id(Cell::new(x, y))
        .unwrap();
    game.app.world().resource::<MapLooks>().of(terrain).glyph
}

fn algorithm(game: &Game) -> Algorithm {
    game.app
        .world()
        .resource::<PathfindingOptions>()
        .options
        .algorithm
}

fn set(game: &mut Game, x: i32, y: i32, glyph: char) {
    game.command(EditCommand::SetCell(Cell::new(x, y), glyph));
    game.run(2);
}

fn save(game: &mut Game) {
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    game.until("it is saved", |game| !document(game).is_unsaved());
    // The panels show it in the next frame.
    game.run(1);
}

fn ends(game: &mut Game) -> bool {
    game.run(2);
    game.app.should_exit().is_some()
}

#[test]
fn keys_undo_and_redo_cells_and_options_in_order() {
    let mut game = Game::new();
    set(&mut game, 3, 0, '#');
    game.command(option("algorithm", "dijkstra"));
    set(&mut game, 4, 0, '#');
    assert!(document(&game).is_unsaved());
    let state = |game: &Game| (glyph(game, 3, 0), algorithm(game), glyph(game, 4, 0));
    let all = [
        ('.', Algorithm::AStar, '.'),
        ('#', Algorithm::AStar, '.'),
        ('#', Algorithm::Dijkstra, '.'),
        ('#', Algorithm::Dijkstra, '#'),
    ];
    assert_eq!(state(&game), all[3]);
    for wanted in all[..3].iter().rev() {
        game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
        assert_eq!(state(&game), *wanted);
    }
    assert!(
        !document(&game).is_unsaved(),
        "everything is as it was opened"
    );
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    assert!(game.says("There is nothing to undo"));
    game.chord(&[KeyCode::ControlLeft, KeyCode::ShiftLeft], KeyCode::KeyZ);
    assert_eq!(state(&game), all[1]);
    for wanted in &all[2..] {
        game.chord(&[KeyCode::ControlRight], KeyCode::KeyY);
        assert_eq!(state(&game), *wanted);
    }
}

/// A colour is the level's, and none of the grid's: no search and no agent learns of it.
#[test]
fn colour_changed_in_the_file_shows_and_is_undone() {
    let legend = |color: &str| {
        TEXT.replace(
            "    agents: [",
            &format!("    legend: {{\n        '.': (color: \"{color}\"),\n    }},\n    agents: ["),
        )
    };
    let (mut game, _folder, file) = opened(&legend("#102030"), "a.level.ron");
    let revision = |game: &Game| game.app.world().resource::<NavGrid>().grid().revision();
    let (before, dark) = (revision(&game), palette(&game)[0]);
    fs::write(&file, legend("#F0E0D0")).unwrap();
    game.until("the file is read again", |game| {
        palette(game)[0][0] > dark[0]
    });
    assert_eq!(revision(&game), before, "it is the same map");
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    game.run(2);
    assert_eq!(palette(&game)[0].map(f32::to_bits), dark.map(f32::to_bits));
    assert!(document(&game).is_unsaved());
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    game.until("the old colour is in the file", |_| {
        fs::read_to_string(&file).unwrap() == legend("#102030")
    });
}

/// Messages that were still on their way made the map another one than the level.
#[test]
fn edits_and_undo_of_one_frame_leave_map_and_level_equal() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    fs::write(&file, TEXT.replace("......\", // the", "..#...\", // the")).unwrap();
    game.until("the file is read again", |game| glyph(game, 2, 0) == '#');
    let commands = [
        EditCommand::SetCell(Cell::new(5, 0), '#'),
        EditCommand::Undo,
        EditCommand::Undo,
        EditCommand::SetCell(Cell::new(4, 2), '#'),
        EditCommand::SetCell(Cell::new(5, 2), '#'),
    ];
    game.app
        .world_mut()
        .resource_mut::<Messages<AppCommand>>()
        .write_batch(commands.map(AppCommand::from));
    game.run(4);
    let grid = game.app.world().resource::<NavGrid>().grid();
    assert_eq!(grid.cells(), level(&game).grid.cells());
    assert_eq!(
        [(2, 0), (5, 0), (4, 2), (5, 2)].map(|(x, y)| glyph(&game, x, y)),
        ['.', '.', '#', '#']
    );
}

#[test]
fn one_edited_cell_is_one_line_of_the_saved_file() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    assert!(game.says("Remarks") && !game.says("Remarks •"));
    set(&mut game, 1, 0, '#');
    assert!(
        game.says("Remarks •"),
        "a dot says that something is not saved"
    );
    save(&mut game);
    assert!(game.says("Saved: ") && !game.says("Remarks •"));
    let expected = TEXT.replace("\"......\", // the", "\".#....\", // the");
    assert_eq!(fs::read_to_string(&file).unwrap(), expected);
    // Its own save is no change by somebody else.
    game.run(400);
    assert_eq!(document(&game).document().unwrap().history().len(), 1);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    assert!(
        document(&game).is_unsaved(),
        "the file has it, the level no more"
    );
    save(&mut game);
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT, "byte for byte");
}

#[test]
fn a_file_saved_by_others_is_one_step_that_can_be_undone() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    game.command(option("algorithm", "dijkstra"));
    fs::write(
        &file,
        TEXT.replace("(0, 0)", "(5, 2)").replace("..#...", "..##.."),
    )
    .unwrap();
    game.until("the file is read again", |game| glyph(game, 3, 1) == '#');
    game.run(2);
    assert_eq!(
        algorithm(&game),
        Algorithm::Dijkstra,
        "the file does not touch the options"
    );
    assert_eq!(game.cell_of("scout"), Cell::new(5, 2));
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    assert_eq!(
        (glyph(&game, 3, 1), game.cell_of("scout")),
        ('.', Cell::new(0, 0))
    );
}

#[test]
fn a_conflict_is_asked_about_and_either_side_can_win() {
    for (answer, wanted) in [
        (DialogAnswer::KeepMine, ('#', '.')),
        (DialogAnswer::TakeTheirs, ('.', '#')),
    ] {
        let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
        set(&mut game, 1, 0, '#');
        let theirs = TEXT.replace("..#...", "..##..");
        fs::write(&file, &theirs).unwrap();
        game.until("it is asked", |game| {
            game.says("a.level.ron was changed by another program")
        });
        assert_eq!(
            (glyph(&game, 1, 0), glyph(&game, 3, 1)),
            ('#', '.'),
            "nothing is lost by the question"
        );
        game.click_text("See both");
        assert!(
            game.says("−         \"..##..\",") && game.says("+         \"..#...\","),
            "{:?}",
            game.texts()
        );
        game.command(FileCommand::Answer(answer));
        game.run(4);
        assert_eq!((glyph(&game, 1, 0), glyph(&game, 3, 1)), wanted);
        assert!(!document(&game).is_asking());
        if answer == DialogAnswer::KeepMine {
            save(&mut game);
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                text.contains(".#....") && !text.contains("..##.."),
                "{text}"
            );
        } else {
            assert!(!document(&game).is_unsaved());
            game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
            assert_eq!(
                (glyph(&game, 1, 0), glyph(&game, 3, 1)),
                ('#', '.'),
                "mine come back"
            );
        }
    }
}

/// A save right after somebody else's would have replaced it unseen.
#[test]
fn saving_over_what_nobody_here_has_read_asks_first() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    fs::write(&file, "(version: 1, map: [\"half").unwrap();
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    game.until("it is asked", |game| {
        game.says("What it holds now is no level")
    });
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "(version: 1, map: [\"half"
    );
    game.click_text("Replace");
    game.until("it is saved", |game| !document(game).is_unsaved());
    assert!(fs::read_to_string(&file).unwrap().contains(".#...."));
}

#[test]
fn quitting_asks_about_edits_but_not_about_options() {
    let (mut game, folder, file) = opened(TEXT, "a.level.ron");
    game.command(option("algorithm", "dijkstra"));
    let other = folder.path().join("b.level.ron");
    fs::write(&other, TEXT.replace("Remarks", "Other")).unwrap();
    open(&mut game, &other);
    open(&mut game, &file);
    set(&mut game, 1, 0, '#');

    game.command(LevelCommand::OpenFile(other.clone()));
    game.run(4);
    assert!(game.says("Save the changes to Remarks?") && level(&game).name == "Remarks");
    game.press(KeyCode::KeyF);
    game.press(KeyCode::Escape);
    assert!(!document(&game).is_asking() && document(&game).is_unsaved());

    let window = game.window;
    game.send(WindowCloseRequested { window });
    assert!(!ends(&mut game) && game.says("Save the changes to Remarks?"));
    game.click_text("Save");
    game.until("the program ends", |game| game.app.should_exit().is_some());
    assert!(fs::read_to_string(&file).unwrap().contains(".#...."));
}

#[test]
fn changes_can_be_thrown_away() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    game.command(WindowCommand::Quit);
    game.run(2);
    game.click_text("Don't save");
    assert!(ends(&mut game));
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
}

#[test]
fn a_level_that_cannot_be_saved_stays_open_and_changed() {
    let (mut game, folder, _file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    let path = folder.path().join("nowhere").join("b.level.ron");
    game.command(FileCommand::SaveAs(Some(path)));
    game.until("it is said", |game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("was not saved"))
    });
    assert!(document(&game).is_unsaved() && glyph(&game, 1, 0) == '#');
}

/// A wall on a goal held all other work back: it was not saved at all, and closing the window was
/// no way out.
#[test]
fn level_with_a_wall_on_start_or_goal_is_saved_with_a_note() {
    let (mut game, folder, file) = opened(TEXT, "a.level.ron");
    set(&mut game, 0, 0, '#');
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    let says = |game: &Game, place: &str| {
        let is_said =
            |text: &str| text.contains(place) && text.contains("\"scout\" stands at (0, 0)");
        game.texts().iter().any(|(text, _)| is_said(text))
    };
    game.until("it is saved and said", |game| {
        says(game, "It has a problem: a.level.ron:")
    });
    assert!(!document(&game).is_unsaved());
    assert!(fs::read_to_string(&file).unwrap().contains("#....."));
    let other = folder.path().join("b.level.ron");
    fs::write(&other, TEXT).unwrap();
    open(&mut game, &other);
    open(&mut game, &file);
    game.until("it is open, and said again", |game| {
        says(game, "a.level.ron:") && glyph(game, 0, 0) == '#'
    });
}

/// Regression: there was no way back after saving over a level of a lesson.
#[test]
fn a_shipped_level_can_be_made_again_what_it_was() {
    let shipped = gridwalk::shipped::ShippedLevel::find("right_angle").unwrap();
    let changed = shipped.text.replace(".............\"", "............#\"");
    assert_ne!(changed, shipped.text);
    let (mut game, _folder, file) = opened(&changed, shipped.file);
    game.command(FileCommand::Restore);
    save(&mut game);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(parse_ron(&text).unwrap(), parse_ron(shipped.text).unwrap());
    game.command(EditCommand::Undo);
    game.run(2);
    assert!(document(&game).is_unsaved(), "it is a step like any other");
    let (mut game, ..) = opened(TEXT, "own.level.ron");
    game.command(FileCommand::Restore);
    game.until("it is said", |game| {
        game.says("This level is none of those that came with the program.")
    });
}

#[test]
fn a_map_of_another_format_is_saved_as_a_level_beside_it() {
    let map = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
    let (mut game, folder, file) = opened(map, "cave.map");
    set(&mut game, 0, 1, '@');
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    game.run(2);
    assert!(game.says("Where is "), "{:?}", game.texts());
    game.press(KeyCode::Enter);
    let beside = folder.path().join("cave.level.ron");
    game.until("it is saved", |game| document(game).file() == Some(&beside));
    assert_eq!(fs::read_to_string(&file).unwrap(), map);
    let saved = parse_level(&fs::read(&beside).unwrap(), "cave.level.ron").unwrap();
    let ground = |level: &Level| -> Vec<_> {
        level
            .grid
            .size()
            .rect()
            .cells()
            .map(|cell| level.grid.terrain(cell).cloned())
            .collect()
    };
    assert_eq!(ground(&saved), ground(level(&game)));
    // It has a file of its own now: nothing is asked any more, and two keys in one frame are two
    // saves.
    set(&mut game, 0, 0, '@');
    game.command(FileCommand::Save);
    game.app
        .world_mut()
        .write_message(AppCommand::from(EditCommand::SetCell(Cell::new(2, 0), '@')));
    game.app
        .world_mut()
        .write_message(AppCommand::from(FileCommand::Save));
    game.run(1);
    game.until("it is saved", |game| !document(game).is_unsaved());
    assert!(!document(&game).is_asking() && fs::read_to_string(&beside).unwrap().contains("@.@"));
    // From now on that file is followed.
    let text = fs::read_to_string(&beside).unwrap();
    game.run(300);
    fs::write(&beside, text.replacen("name: \"", "name: \"New ", 1)).unwrap();
    game.until("the file is read again", |game| {
        level(game).name.starts_with("New ")
    });
    let active = game.app.world().resource::<ActiveLevel>();
    assert_eq!(active.path.as_ref().unwrap().path(), beside);
}

#[test]
fn a_new_level_and_a_copy_have_no_file_until_they_are_saved() {
    let (mut game, folder, file) = opened(TEXT, "a.level.ron");
    game.command(FileCommand::Duplicate);
    game.run(2);
    assert_eq!(
        (level(&game).name.as_str(), document(&game).file()),
        ("Remarks 2", None)
    );
    assert!(document(&game).is_unsaved());
    game.command(FileCommand::SaveAs(Some(folder.path().join("copy"))));
    game.until("it is saved", |game| !document(game).is_unsaved());
    let copy = fs::read_to_string(folder.path().join("copy.level.ron")).unwrap();
    assert!(parse_level(copy.as_bytes(), "copy.level.ron").is_ok());
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);

    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyN);
    // The size that is offered will do.
    game.run(2);
    game.press(KeyCode::Enter);
    game.until("an empty level is open", |game| {
        level(game).name == "Untitled"
    });
    assert!(level(&game).grid.cell_count() > 100 && level(&game).agents.len() == 1);
    game.command(FileCommand::SaveAs(Some(file.clone())));
    game.until("it is asked", |game| {
        game.says("There is a file a.level.ron already")
    });
    game.command(FileCommand::Answer(DialogAnswer::Cancel));
    game.run(2);
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
}

#[test]
fn a_level_as_text_opens_elsewhere_just_as_it_is() {
    let (mut game, _folder, _file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    let text = gridwalk_level::to_share(level(&game));
    let mut other = Game::new();
    other.command(FileCommand::Paste(Some(text.clone())));
    other.run(4);
    assert_eq!(write_ron(level(&other)), write_ron(level(&game)));
    assert_eq!(glyph(&other, 1, 0), '#');
    other.command(FileCommand::Answer(DialogAnswer::Cancel));
    other.command(FileCommand::Paste(Some(text[..text.len() / 2].to_owned())));
    other.run(2);
    assert!(
        other.says("There is no level to paste"),
        "{:?}",
        other.texts()
    );
    assert_eq!(
        write_ron(level(&other)),
        write_ron(level(&game)),
        "what was open stays"
    );
}

#[test]
fn history_lists_all_steps_and_keeps_both_branches() {
    let mut game = Game::new().sized(1280.0, 1400.0);
    game.command(WindowCommand::Fold(gridwalk::app::Section::History));
    set(&mut game, 3, 0, '#');
    set(&mut game, 4, 0, '#');
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    game.command(option("algorithm", "dijkstra"));
    game.run(2);
    let entries = document(&game).document().unwrap().history();
    let ids: Vec<_> = entries.iter().map(|entry| entry.id.0).collect();
    assert_eq!(ids.len(), 3);
    assert!(
        game.says("as it was opened") && game.says("(3, 0): wall"),
        "{:?}",
        game.texts()
    );
    // The branch that was left is one click away.
    game.command(EditCommand::GoTo(ids[1]));
    game.run(2);
    assert_eq!(
        (glyph(&game, 4, 0), algorithm(&game)),
        ('#', Algorithm::AStar)
    );
    game.click_text("as it was opened");
    game.run(2);
    assert_eq!((glyph(&game, 3, 0), glyph(&game, 4, 0)), ('.', '.'));
    assert_eq!(document(&game).document().unwrap().history().len(), 3);
    game.command(EditCommand::GoTo(99));
    game.run(2);
    assert!(
        game.says("The history has no entry 99."),
        "{:?}",
        game.texts()
    );
}

#[test]
fn unsaved_work_of_a_killed_program_is_offered_at_start() {
    let journal = tempfile::tempdir().unwrap();
    let in_journal = |folder: &Path| UnsavedWork::in_folder(folder);
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    game.app.insert_resource(in_journal(journal.path()));
    set(&mut game, 1, 0, '#');
    let written = journal.path().join("0.ron");
    game.until("the journal has it", |_| written.exists());
    // The end comes without a word: nothing is asked, nothing is finished.
    drop(game);

    let mut game = Game::new();
    game.app.insert_resource(in_journal(journal.path()));
    game.until("it is offered", |game| {
        game.says("Open the unsaved changes to Remarks?")
    });
    game.click_text("Open them");
    game.until("it is open", |game| document(game).file() == Some(&file));
    game.run(4);
    assert_eq!(
        (glyph(&game, 1, 0), document(&game).is_unsaved()),
        ('#', true)
    );
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        TEXT,
        "the file is as it was"
    );
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    assert_eq!(
        (glyph(&game, 1, 0), document(&game).is_unsaved()),
        ('.', false)
    );
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyY);
    save(&mut game);
    assert!(fs::read_to_string(&file).unwrap().contains(".#...."));
    game.until("the journal is empty", |_| {
        fs::read_dir(journal.path())
            .unwrap()
            .flatten()
            .all(|entry| entry.path().extension().unwrap() == "lock")
    });
}

/// Regression: strokes were lost if they were painted while a broken file waited to be mended.
#[test]
fn level_readable_late_does_not_replace_work() {
    let (mut game, folder, file) = opened(TEXT, "a.level.ron");
    let other = folder.path().join("b.level.ron");
    fs::write(&other, "(version: 1, map: [\"half").unwrap();
    game.command(LevelCommand::OpenFile(other.clone()));
    game.until("it is broken", |game| {
        game.app.world().resource::<ActiveLevel>().error.is_some()
    });
    set(&mut game, 1, 0, '#');
    fs::write(&other, TEXT.replace("Remarks", "Other")).unwrap();
    game.until("it is asked", |game| {
        game.says("Save the changes to Remarks?")
    });
    assert_eq!(
        (level(&game).name.as_str(), glyph(&game, 1, 0)),
        ("Remarks", '#')
    );
    game.press(KeyCode::Escape);
    game.run(4);
    let followed = game
        .app
        .world()
        .resource::<ActiveLevel>()
        .path
        .as_ref()
        .unwrap()
        .path()
        .to_owned();
    assert_eq!(
        (followed, document(&game).is_asking()),
        (file, false),
        "its own file is followed again"
    );
}

/// Its card stayed over the open level, and the broken file was followed instead of the level's.
#[test]
fn a_broken_file_that_was_opened_is_let_go_of() {
    let (mut game, folder, file) = opened(TEXT, "a.level.ron");
    let other = folder.path().join("b.level.ron");
    fs::write(&other, "(version: 1, map: [\"half").unwrap();
    let followed = |game: &Game| {
        let active = game.app.world().resource::<ActiveLevel>();
        active.path.as_ref().map(|path| path.path().to_owned())
    };
    for close in ["Esc", "the button"] {
        game.command(LevelCommand::OpenFile(other.clone()));
        game.until("it is broken", |game| {
            game.says("The level file has a mistake")
        });
        if close == "Esc" {
            game.press(KeyCode::Escape);
        } else {
            game.click_text("Got it");
        }
        game.run(4);
        assert!(!game.says("The level file has a mistake"), "{close}");
        assert_eq!(followed(&game).as_deref(), Some(&*file), "{close}");
    }
    fs::write(&file, TEXT.replace("Remarks", "Changed")).unwrap();
    game.until("its own file is read", |game| level(game).name == "Changed");
}

#[test]
fn a_broken_file_whose_card_was_closed_opens_once_mended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.level.ron");
    fs::write(&file, "(version: 1, map: [\"half").unwrap();
    let mut game = Game::new();
    game.command(FileCommand::NewSized(8, 8));
    game.run(4);
    game.command(LevelCommand::OpenFile(file.clone()));
    game.until("it is broken", |game| {
        game.says("The level file has a mistake")
    });
    game.press(KeyCode::Escape);
    game.run(4);
    assert!(!game.says("The level file has a mistake"));
    fs::write(&file, TEXT).unwrap();
    game.until("it opens", |game| level(game).name == "Remarks");
}

/// Choosing another algorithm made every next start offer unsaved work.
#[test]
fn options_alone_are_no_unsaved_work_after_a_normal_end() {
    let journal = tempfile::tempdir().unwrap();
    let (mut game, _folder, _file) = opened(TEXT, "a.level.ron");
    game.app
        .insert_resource(UnsavedWork::in_folder(journal.path()));
    game.command(option("algorithm", "dijkstra"));
    let written = journal.path().join("0.ron");
    game.until("the journal has it", |_| written.exists());
    game.command(WindowCommand::Quit);
    assert!(ends(&mut game));
    assert!(!written.exists());
}

/// The second one took the place of the first, which was nowhere else any more.
#[test]
fn unsaved_work_of_two_programs_is_offered_one_after_the_other() {
    let journal = tempfile::tempdir().unwrap();
    let (first, _) = Journal::open(journal.path()).unwrap();
    let (second, _) = Journal::open(journal.path()).unwrap();
    for (slot, name) in [(&first, "One"), (&second, "Two")] {
        let unsaved = Unsaved {
            file: None,
            name: name.to_owned(),
            text: TEXT.replace("Remarks", name),
        };
        slot.write(&unsaved).unwrap();
    }
    drop((first, second));
    let mut game = Game::new();
    game.app
        .insert_resource(UnsavedWork::in_folder(journal.path()));
    game.until("it is offered", |game| {
        game.says("Open the unsaved changes to ")
    });
    game.command(FileCommand::Answer(DialogAnswer::Recover));
    game.run(20);
    let name = level(&game).name.clone();
    assert!(
        !document(&game).is_asking() && document(&game).is_unsaved(),
        "first this one is to be saved"
    );
    let file = journal.path().join("saved.level.ron");
    game.command(FileCommand::SaveAs(Some(file)));
    game.until("the other is offered", |game| document(game).is_asking());
    game.command(FileCommand::Answer(DialogAnswer::Recover));
    game.run(4);
    assert_ne!(level(&game).name, name);
}

/// The mark of the last save stood where the file was another by then.
#[test]
fn undo_after_keeping_mine_still_differs_from_the_file() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    fs::write(&file, TEXT.replace("..#...", "..##..")).unwrap();
    game.until("it is asked", |game| document(game).is_asking());
    game.command(FileCommand::Answer(DialogAnswer::KeepMine));
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyZ);
    assert!(document(&game).is_unsaved());
    game.command(WindowCommand::Quit);
    assert!(!ends(&mut game) && document(&game).is_asking());
}

/// The only copy of a level went with the window.
#[test]
fn a_level_whose_file_was_deleted_is_work_that_would_be_lost() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    fs::remove_file(&file).unwrap();
    game.until("it is missed", |game| document(game).is_unsaved());
    game.command(WindowCommand::Quit);
    assert!(!ends(&mut game) && document(&game).is_asking());
    // The first answer has the focus.
    game.press(KeyCode::Enter);
    game.until("the program ends", |game| game.app.should_exit().is_some());
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
}

/// Enter always gave the first answer.
#[test]
fn tab_goes_to_another_answer() {
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    set(&mut game, 1, 0, '#');
    game.command(WindowCommand::Quit);
    game.run(2);
    game.press(KeyCode::Tab);
    game.run(1);
    game.press(KeyCode::Enter);
    assert!(ends(&mut game), "it was not saved");
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
}

/// The typed path was gone, and a name was shown that nobody had typed.
#[test]
fn a_path_that_cannot_be_written_to_is_asked_for_again() {
    let (mut game, folder, _file) = opened(TEXT, "a.level.ron");
    let path = folder.path().join("nowhere").join("b.level.ron");
    game.command(FileCommand::SaveAs(Some(path.clone())));
    game.until("it is said", |game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("there is no such folder"))
    });
    assert!(
        game.says("Where is ") && game.find(&path.display().to_string()).is_some(),
        "{:?}",
        game.texts()
    );
}

/// Any change of an option was shown as one of the policy as well.
#[test]
fn an_option_is_one_step_of_its_own() {
    let mut game = Game::new();
    game.command(option("algorithm", "dijkstra"));
    let history = document(&game).document().unwrap().history();
    assert!(
        matches!(history[0].label, gridwalk_level::Label::Options(changes) if changes.len() == 1),
        "{history:?}"
    );
}

/// The file was saved with another goal, "the map follows" was said, and the old one was searched
/// on.
#[test]
fn another_goal_in_the_file_is_watched_at_once() {
    let text = |goal: &str| TEXT.replace("at: (0, 0)", &format!("at: (0, 0), goals: [{goal}]"));
    let (mut game, _folder, file) = opened(TEXT, "a.level.ron");
    game.press(KeyCode::KeyW);
    let watched = |game: &Game| {
        game.shown()
            .map(|run| (run.question.query.goal, run.question.ends.clone()))
    };
    game.until("it is watched", |game| watched(game).is_some());
    assert_eq!(
        watched(&game).unwrap().1,
        EndsOrigin::AcrossTheMap,
        "the level has no goal"
    );
    for goal in [(5, 0), (4, 2)] {
        fs::write(&file, text(&format!("{goal:?}"))).unwrap();
        let wanted = (Cell::from(goal), EndsOrigin::PlanOf("scout".to_owned()));
        game.until("the new goal is searched", |game| {
            watched(game).as_ref() == Some(&wanted)
        });
    }
}

/// Enter on the question replaced a level that came with the program.
#[test]
fn shipped_level_stays_when_another_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let levels = folder.path().join("levels");
    fs::create_dir(&levels).unwrap();
    let [first, second] = ["maze", "clearance"].map(|name| {
        let file = levels.join(format!("{name}.level.ron"));
        let shipped =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/levels/{name}.level.ron"));
        fs::copy(shipped, &file).unwrap();
        file
    });
    let before = fs::read_to_string(&first).unwrap();
    let list = LevelList::read(folder.path());
    let mut game = Game::with_assets(folder.path(), LEVEL, |app| {
        app.insert_resource(list);
    });
    open(&mut game, &first);
    set(&mut game, 0, 0, '.');
    let changed = level(&game).clone();
    game.command(LevelCommand::OpenFile(second.clone()));
    game.until("it is asked", |game| document(game).is_asking());
    game.run(2);
    assert!(game.find("Save as…").is_some(), "{:?}", game.texts());
    game.press(KeyCode::Enter);
    game.until("a path is asked for", |game| game.says("Where is "));
    game.run(2);
    game.press(KeyCode::Enter);
    game.until("the other is open", |game| {
        document(game).file() == Some(&second)
    });
    assert_eq!(fs::read_to_string(&first).unwrap(), before);
    let copy = fs::read(levels.join("maze_2.level.ron")).unwrap();
    assert_eq!(
        parse_level(&copy, "maze_2.level.ron").unwrap().grid.cells(),
        changed.grid.cells()
    );
}

/// The list of levels had several called "Untitled".
#[test]
fn new_level_is_named_after_its_first_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new();
    for (file, name) in [
        ("my_maze.level.ron", "my maze"),
        ("another.level.ron", "my maze"),
    ] {
        let file = folder.path().join(file);
        if name != level(&game).name {
            game.command(FileCommand::NewSized(12, 8));
            game.run(3);
            game.command(FileCommand::SaveAs(Some(
                folder.path().join("no folder/elsewhere.level.ron"),
            )));
            game.until("it has failed", |game| document(game).is_asking());
        }
        game.command(FileCommand::SaveAs(Some(file.clone())));
        game.until("it is saved", |game| document(game).file() == Some(&file));
        assert_eq!(level(&game).name, name);
        assert!(
            fs::read_to_string(&file)
                .unwrap()
                .contains(&format!("name: \"{name}\""))
        );
    }
}

/// It stood in the corner of the map, behind the dialog that was in the way.
#[test]
fn reason_why_a_path_does_not_do_is_beside_its_field() {
    let (mut game, folder, _) = opened(TEXT, "a.level.ron");
    game.command(FileCommand::SaveAs(None));
    game.run(2);
    game.command(FileCommand::SaveAs(Some(
        folder.path().join("no folder/b.level.ron"),
    )));
    game.until("it has failed", |game| {
        game.says("Where is ")
            && game
                .texts()
                .iter()
                .any(|(text, _)| text.contains("was not saved"))
    });
    let of = |game: &Game, part: &str| {
        game.texts()
            .iter()
            .filter(|(text, _)| text.contains(part))
            .map(|(_, rect)| *rect)
            .collect::<Vec<_>>()
    };
    let (ask, why) = (of(&game, "Where is "), of(&game, "was not saved"));
    assert!(
        matches!((&ask[..], &why[..]), ([ask], [why]) if why.top() > ask.top() && why.left() < ask.left() + 60.0)
    );
}

/// Its description told of a file that nobody waited for any more.
#[test]
fn built_in_level_does_not_speak_of_a_file_to_come() {
    let level = gridwalk::shipped::built_in();
    assert!(!level.about.contains("until"), "{}", level.about);
}
