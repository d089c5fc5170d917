//! Keys and lists: everything can be read, and what has the keyboard has it alone.

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use bevy_gridwalk::PathfindingOptions;
use gridwalk::app::command::{
    AgentCommand, CompareCommand, FileCommand, LevelCommand, Mode, Toggle, ToolCommand,
    WatchCommand, WindowCommand,
};
use gridwalk::app::{
    AppCommand, ChosenLanguage, Heat, MapArea, Now, OpenDocument, Shortcuts, Toggles, When,
};
use gridwalk_explain::Language;
use gridwalk_pathfinding::{Algorithm, Cell};

use super::game::{Game, LEVEL};

const WINDOWS: [(f32, f32); 6] = [
    (800.0, 500.0),
    (1000.0, 640.0),
    (1280.0, 720.0),
    (1280.0, 800.0),
    (1366.0, 768.0),
    (1920.0, 1080.0),
];

/// The button went into a row of its own at 1280 × 720.
#[test]
fn buttons_of_the_selected_agent_stand_in_one_row() {
    for language in Language::ALL {
        for (width, height) in [(1280.0, 720.0), (1920.0, 1080.0)] {
            let mut game = Game::new().sized(width, height);
            game.app.insert_resource(ChosenLanguage(language));
            game.command(AgentCommand::SendTo(Cell::new(9, 1)));
            let texts = [
                ["Stop", "Next agent", "Follow", "Watch search"],
                ["停下", "下一个", "跟随", "观察其搜索"],
            ];
            let texts = texts[language as usize];
            game.until("its search is kept", |game| game.find(texts[3]).is_some());
            let rows: Vec<_> = texts
                .iter()
                .map(|text| game.find(text).unwrap().center().y.round())
                .collect();
            assert!(
                rows.iter().all(|row| (row - rows[0]).abs() < 1.5),
                "{width} × {height}: {rows:?}"
            );
            assert!(
                game.elided()
                    .iter()
                    .all(|text| !texts.contains(&text.as_str())),
                "{:?}",
                game.elided()
            );
        }
    }
}

/// It had three lines below 900 points, and grew with them.
#[test]
fn time_line_is_equally_high_in_every_window() {
    for (width, height) in
        WINDOWS
            .into_iter()
            .chain([(640.0, 480.0), (900.0, 600.0), (1920.0, 1080.0)])
    {
        let mut game = Game::new().sized(width, height);
        let below = |game: &Game| height - game.app.world().resource::<MapArea>().rect.max.y;
        let agents = below(&game);
        game.watch((1, 1), (9, 1));
        game.run(3);
        assert!(
            (below(&game) - agents - 92.0).abs() < 1.5,
            "{width} × {height}: {} over {agents}",
            below(&game)
        );
        game.press(KeyCode::End);
        game.run(3);
        assert!(
            (below(&game) - agents - 92.0).abs() < 1.5,
            "{width} × {height}: {} over {agents}",
            below(&game)
        );
        let is_small = width < 800.0;
        assert!(
            is_small || game.overlaps().is_empty(),
            "{width} × {height}: {:?}",
            game.overlaps()
        );
    }
}

/// The right edge of the rows moved by the width of the scroll bar from mode to mode.
#[test]
fn rows_of_the_panel_end_16_points_before_the_edge() {
    let mut game = Game::new().sized(1280.0, 720.0);
    let mut edges = Vec::new();
    for mode in [Mode::Agents, Mode::Edit] {
        game.command(WindowCommand::Mode(mode));
        game.run(4);
        let in_panel = game
            .texts()
            .iter()
            .filter(|(_, rect)| rect.left() > 960.0 && rect.top() > 60.0);
        edges.push(in_panel.map(|(_, rect)| rect.right()).fold(0.0, f32::max));
    }
    assert!(
        edges.iter().all(|edge| (1255.0..=1265.5).contains(edge)),
        "{edges:?}"
    );
}

#[test]
fn list_of_keys_is_whole_in_every_window() {
    for language in Language::ALL {
        for (width, height) in WINDOWS {
            let mut game = Game::new().sized(width, height);
            game.app.insert_resource(ChosenLanguage(language));
            game.command(WindowCommand::DismissHints);
            game.press(KeyCode::F1);
            game.run(3);
            let frame = egui_rect(&game, width, height);
            let shortcuts = game.app.world().resource::<Shortcuts>().clone();
            // The first rows of the present mode, from which the first letters were cut.
            for (keys, does) in shortcuts
                .list(When::of_mode(Mode::Agents), language)
                .into_iter()
                .take(8)
            {
                for text in [keys.as_str(), does] {
                    let found = game
                        .texts()
                        .iter()
                        .filter(|(painted, _)| painted.replace('\n', " ") == text);
                    let mut found = found
                        .map(|(_, rect)| *rect)
                        .filter(|rect| frame.contains_rect(*rect));
                    assert!(
                        found.next().is_some(),
                        "{width} × {height}, {language:?}: {text:?} {:?}",
                        game.texts()
                    );
                }
            }
            let overlaps = game.overlaps();
            let in_list = |text: &str| {
                shortcuts
                    .list(When::of_mode(Mode::Agents), language)
                    .iter()
                    .any(|(keys, does)| keys == text || *does == text)
            };
            let faults: Vec<_> = overlaps
                .iter()
                .filter(|(a, b)| in_list(a) && in_list(b))
                .collect();
            assert!(
                faults.is_empty(),
                "{width} × {height}, {language:?}: {faults:?}"
            );
        }
    }
}

/// The window without its edges.
fn egui_rect(game: &Game, width: f32, height: f32) -> bevy_egui::egui::Rect {
    assert!(game.app.world().resource::<Toggles>().is_on(Toggle::Help));
    bevy_egui::egui::Rect::from_min_max(
        bevy_egui::egui::pos2(20.0, 20.0),
        bevy_egui::egui::pos2(width - 20.0, height - 10.0),
    )
}

#[test]
fn list_of_keys_begins_with_the_mode_and_is_searched_by_typing() {
    let mut game = Game::new().sized(1280.0, 720.0);
    game.command(WindowCommand::Mode(Mode::Edit));
    game.press(KeyCode::F1);
    game.run(3);
    let title = |game: &Game, text: &str| game.find(text).map(|rect| (rect.left(), rect.top()));
    let edit = title(&game, "WHILE THE LEVEL IS EDITED").expect("the mode has a list");
    let everywhere = title(&game, "EVERYWHERE").expect("other keys hold everywhere");
    assert!(everywhere.0 > edit.0, "{edit:?} {everywhere:?}");
    // The keys of the other modes are listed on request, and found by a search.
    assert!(
        title(&game, "WITH AGENTS").is_none()
            && title(&game, "WHILE A SEARCH IS WATCHED").is_none()
    );
    game.click_text("keys of the other modes");
    game.run(2);
    let others = [
        "WITH AGENTS",
        "WHILE A SEARCH IS WATCHED",
        "WHILE SEARCHES ARE COMPARED",
    ];
    assert!(others.iter().any(|text| title(&game, text).is_some()));
    game.click_text("keys of the other modes");
    game.run(2);
    assert!(title(&game, "WITH AGENTS").is_none());
    game.type_text("line up");
    game.run(2);
    assert!(
        game.says("Line up the selected agents"),
        "{:?}",
        game.texts()
    );
    for _ in 0.."line up".len() {
        game.press(KeyCode::Backspace);
    }
    game.type_text("mirror");
    game.run(2);
    assert!(game.says("Mirror left and right"), "{:?}", game.texts());
    assert!(!game.says("Fit the map"), "{:?}", game.texts());
    // No key of what is typed does anything, and Esc closes the list at once.
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
    game.press(KeyCode::Escape);
    game.run(2);
    assert!(!game.app.world().resource::<Toggles>().is_on(Toggle::Help));
}

/// A text by the keys of an English keyboard.
fn type_keys(game: &mut Game, text: &str) {
    for key in text.chars().map(|letter| match letter {
        'a' => KeyCode::KeyA,
        'e' => KeyCode::KeyE,
        'h' => KeyCode::KeyH,
        'm' => KeyCode::KeyM,
        't' => KeyCode::KeyT,
        'z' => KeyCode::KeyZ,
        other => panic!("no key for {other}"),
    }) {
        game.press(key);
    }
    game.run(2);
}

#[test]
fn list_of_levels_takes_what_is_typed() {
    let mut game = Game::shipped("river_crossing").sized(1280.0, 900.0);
    let before = game
        .app
        .world()
        .resource::<PathfindingOptions>()
        .options
        .algorithm;
    game.click_text("River crossing");
    game.run(3);
    assert!(
        game.says("Cave") && game.says("Find a level"),
        "{:?}",
        game.texts()
    );
    type_keys(&mut game, "maze");
    assert_eq!(
        game.app
            .world()
            .resource::<PathfindingOptions>()
            .options
            .algorithm,
        before,
        "A is no shortcut here"
    );
    assert_eq!(
        game.app.world().resource::<ChosenLanguage>().0,
        Language::English,
        "nor is Z"
    );
    assert!(
        game.says("Maze") && !game.says("Cave"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::Enter);
    game.until("it is open", |game| {
        let open = game.app.world().resource::<OpenDocument>();
        open.document()
            .is_some_and(|document| document.level().name == "Maze")
    });
}

#[test]
fn no_shortcut_fires_while_a_menu_is_open() {
    let mut game = Game::new();
    game.click_text("File");
    game.run(2);
    assert!(
        game.says("Save as…") || game.says("Save"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::KeyW);
    game.press(KeyCode::KeyZ);
    game.run(2);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Agents);
    assert_eq!(
        game.app.world().resource::<ChosenLanguage>().0,
        Language::English
    );
    game.press(KeyCode::Escape);
    game.run(2);
    game.press(KeyCode::KeyW);
    game.run(2);
    assert_eq!(
        *game.app.world().resource::<Mode>(),
        Mode::Watch,
        "once it is closed they do"
    );
}

/// All keys of a slow frame: control and the key go down and up within it.
fn chord_in_one_frame(game: &mut Game, key: KeyCode) {
    game.key_in_this_frame(KeyCode::ControlLeft, Pressed);
    game.key_in_this_frame(key, Pressed);
    game.key_in_this_frame(key, Released);
    game.key_in_this_frame(KeyCode::ControlLeft, Released);
    game.run(1);
}

#[test]
fn ctrl_a_within_one_frame_selects_the_text_of_a_field() {
    let mut game = Game::new();
    game.command(FileCommand::SaveAs(None));
    game.run(4);
    chord_in_one_frame(&mut game, KeyCode::KeyA);
    game.run(1);
    game.type_text("/b.level.ron");
    game.run(2);
    assert!(game.find("/b.level.ron").is_some(), "{:?}", game.texts());
}

#[test]
fn keys_of_one_frame_act_in_their_order() {
    let mut game = Game::new();
    chord_in_one_frame(&mut game, KeyCode::KeyK);
    game.run(2);
    assert!(
        game.app
            .world()
            .resource::<Toggles>()
            .is_on(Toggle::Palette)
    );
    // Esc gives the keyboard back to the map: what follows is for it.
    for key in [KeyCode::Escape, KeyCode::KeyZ] {
        game.key_in_this_frame(key, Pressed);
        game.key_in_this_frame(key, Released);
    }
    game.run(3);
    assert!(
        !game
            .app
            .world()
            .resource::<Toggles>()
            .is_on(Toggle::Palette)
    );
    assert_eq!(
        game.app.world().resource::<ChosenLanguage>().0,
        Language::Chinese
    );
    game.press(KeyCode::KeyZ);
    // What follows Ctrl + K is typed into the palette.
    game.key_in_this_frame(KeyCode::ControlLeft, Pressed);
    game.key_in_this_frame(KeyCode::KeyK, Pressed);
    game.key_in_this_frame(KeyCode::ControlLeft, Released);
    for key in [KeyCode::KeyH, KeyCode::KeyE, KeyCode::KeyA, KeyCode::KeyT] {
        game.key_in_this_frame(key, Pressed);
        game.key_in_this_frame(key, Released);
    }
    game.run(3);
    assert_eq!(
        game.app
            .world()
            .resource::<PathfindingOptions>()
            .options
            .algorithm,
        Algorithm::AStar
    );
    assert!(game.find("heat").is_some(), "{:?}", game.texts());
}

#[test]
fn palette_offers_first_what_can_be_done_and_enters_its_mode() {
    let mut game = Game::with(LEVEL);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyK);
    game.type_text("heat map: g");
    game.run(2);
    game.press(KeyCode::Enter);
    game.run(4);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    assert_eq!(*game.app.world().resource::<Heat>(), Heat::G);
    // Letters that lie about in a name are no hit.
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyK);
    game.type_text("heat");
    game.run(2);
    assert!(!game.says("Undo the last change"), "{:?}", game.texts());
}

#[test]
fn key_of_a_difference_is_whole_with_six_boards() {
    let mut game = Game::shipped("river_crossing").sized(1280.0, 800.0);
    game.press(KeyCode::KeyC);
    game.run(2);
    for _ in 0..4 {
        game.command(CompareCommand::Add);
    }
    game.until("six are recorded", |game| {
        game.boards().boards.len() == 6 && game.boards().runs().all(|run| run.is_some())
    });
    game.press(KeyCode::KeyD);
    game.run(4);
    // The panel at the side, which has a key of its own, begins at 952.
    let on_boards = game.texts().iter().filter(|(_, rect)| rect.right() < 950.0);
    let key =
        on_boards.filter(|(text, _)| text.starts_with("only board") || text.starts_with("both"));
    let lines: Vec<_> = key
        .map(|(text, rect)| (text.clone(), rect.height()))
        .collect();
    assert_eq!(lines.len(), 3, "{:?}", game.texts());
    assert!(lines.iter().all(|(_, high)| *high > 8.0), "{lines:?}");
}

#[test]
fn files_and_lessons_stand_in_the_bar_at_1000_points() {
    let game = Game::new().sized(1000.0, 640.0);
    for title in ["File", "Lessons", "More"] {
        assert!(game.find(title).is_some(), "{title}: {:?}", game.texts());
    }
    assert!(game.overlaps().is_empty(), "{:?}", game.overlaps());
}

#[test]
fn keys_of_the_first_card_do_what_they_say() {
    let mut game = Game::new().sized(1280.0, 720.0);
    assert!(game.says("Ctrl + E"), "{:?}", game.texts());
    game.click_text("Ctrl + E");
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
    game.command(LevelCommand::Restart);
}

/// Twenty rows of the table had no key, and nothing said that the palette has them.
#[test]
fn every_row_of_the_table_is_reached_by_keys() {
    for (mode, command) in [
        (Mode::Agents, None),
        (Mode::Watch, Some(AppCommand::from(WatchCommand::Toggle))),
        (Mode::Compare, Some(CompareCommand::Toggle.into())),
        (Mode::Edit, Some(ToolCommand::Toggle.into())),
    ] {
        let mut game = Game::new().sized(1280.0, 720.0);
        if let Some(command) = command {
            game.command(command);
            game.run(4);
        }
        let shortcuts = game.app.world().resource::<Shortcuts>().clone();
        let now = Now {
            mode,
            ..Now::default()
        };
        for row in shortcuts
            .0
            .iter()
            .filter(|row| row.chords.is_empty() && row.when.is(now))
        {
            let name = row.does.text(Language::English);
            game.chord(&[KeyCode::ControlLeft], KeyCode::KeyK);
            game.type_text(name);
            game.run(2);
            assert!(
                game.find(name).is_some(),
                "{mode:?}: no {name:?} among {:?}",
                game.texts()
            );
            game.press(KeyCode::Escape);
            game.run(2);
        }
    }
}
