//! Agents, the map and the panels, by mouse and keyboard.

use bevy::input::ButtonState;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy_egui::EguiContext;
use bevy_gridwalk::{PathFailed, PathStack, PathfindingOptions, Patrol, Waypoints};
use gridwalk::app::command::{AgentCommand, EditCommand, Toggle, WindowCommand};
use gridwalk::app::{
    CameraView, MapArea, NoteOutcome, Notes, Paused, Phrase, PictureFolder, Selection,
};
use gridwalk_pathfinding::Cell;

use super::game::{Game, option};

#[test]
fn a_click_sends_the_selected_agent_to_the_clicked_cell() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    assert!(game.has::<PathStack>("scout"), "it sets off");
    game.run(150);
    assert_eq!(game.cell_of("scout"), Cell::new(9, 1));
    assert!(!game.has::<PathStack>("scout"));
    assert_eq!(
        game.cell_of("guard"),
        Cell::new(1, 4),
        "the other one stays"
    );
}

#[test]
fn click_selects_an_agent_and_panel_clicks_miss_the_map() {
    let mut game = Game::new();
    let guard = game.place(1, 4);
    game.click(guard);
    let entity = game.agent("guard");
    assert_eq!(
        *game.app.world().resource::<Selection>(),
        Selection::of(entity)
    );
    for panel in [
        Vec2::new(1100.0, 690.0),
        Vec2::new(700.0, 20.0),
        Vec2::new(600.0, 712.0),
    ] {
        game.click(panel);
        game.run(5);
        assert!(
            !game.has::<PathStack>("guard") && !game.has::<PathFailed>("guard"),
            "at {panel}"
        );
    }
}

#[test]
fn shift_click_queues_waypoints_in_order() {
    let mut game = Game::new();
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    for (x, y) in [(9, 1), (8, 5), (2, 2)] {
        let place = game.place(x, y);
        game.click(place);
    }
    game.key(KeyCode::ShiftLeft, ButtonState::Released);
    let scout = game.agent("scout");
    assert_eq!(
        game.app.world().get::<Waypoints>(scout).unwrap().0.len(),
        2,
        "one is walked to, two wait"
    );
    game.run(300);
    assert_eq!(game.cell_of("scout"), Cell::new(2, 2));
}

/// A wall on its goal, and the agent went elsewhere without a word.
#[test]
fn agent_names_the_cell_it_goes_to_instead_of_its_goal() {
    let level = r#"(version: 1, name: "Wall", map: ["..........", "..........", ".........."],
        agents: [(name: "scout", at: (0, 1), goals: [(8, 1)], speed: 0.5)], unreachable: "nearest")"#;
    let mut game = Game::with(level);
    game.until("it walks", |game| game.says("walking, "));
    game.command(EditCommand::SetCell(Cell::new(8, 1), '#'));
    game.until("it says so", |game| {
        game.says("walking to (7, 1), as near as it can come to (8, 1)")
    });
}

#[test]
fn a_walled_off_goal_is_answered_with_a_reason() {
    let mut game = Game::new();
    let sealed = game.place(10, 4);
    game.click(sealed);
    game.run(2);
    assert!(game.has::<PathFailed>("scout"));
    assert_eq!(game.cell_of("scout"), Cell::new(1, 1));
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_f_fits_again() {
    let mut game = Game::new();
    let fitted = *game.app.world().resource::<CameraView>();
    let corner = game.place(0, 0);
    game.point_at(corner);
    let window = game.window;
    let wheel = MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y: 3.0,
        window,
        phase: TouchPhase::Moved,
    };
    game.send(wheel);
    game.run(2);
    assert!(
        game.app.world().resource::<CameraView>().scale < fitted.scale,
        "cells are larger"
    );
    assert!(
        game.place(0, 0).distance(corner) < 0.5,
        "the cell under the pointer stays there"
    );
    game.press(KeyCode::KeyF);
    game.run(1);
    let view = game.app.world().resource::<CameraView>();
    assert!(
        view.fitted && view.center.distance(fitted.center) < 0.1,
        "{view:?} {fitted:?}"
    );
    assert!(
        (view.scale - fitted.scale).abs() < 1e-3,
        "{view:?} {fitted:?}"
    );
}

#[test]
fn a_drag_moves_the_map_and_sends_nobody() {
    let mut game = Game::new();
    let before = game.place(5, 5);
    let from = game.place(3, 3);
    game.point_at(from);
    game.button(ButtonState::Pressed);
    game.point_at(from + Vec2::new(40.0, 25.0));
    game.button(ButtonState::Released);
    game.run(2);
    assert!(game.place(5, 5).distance(before + Vec2::new(40.0, 25.0)) < 0.5);
    assert!(!game.has::<PathStack>("scout"));
}

#[test]
fn the_panel_folds_away_and_the_map_takes_its_place() {
    let mut game = Game::new();
    let before = game.app.world().resource::<MapArea>().rect.width();
    game.press(KeyCode::Tab);
    game.run(2);
    assert!(game.app.world().resource::<MapArea>().rect.width() > before + 200.0);
}

/// A name of 33 letters widened the panel for good, over the map.
#[test]
fn long_names_do_not_widen_the_panel() {
    let panel = |terrain: &str, agent: &str| {
        let level = format!(
            r#"(version: 1, map: ["..~..", "....."], legend: {{'~': (name: "{terrain}", cost: 3)}},
                agents: [(name: "{agent}", at: (0, 0))])"#
        );
        let mut game = Game::with(&level);
        let mut widths = Vec::new();
        for key in [KeyCode::KeyF, KeyCode::KeyF, KeyCode::KeyE] {
            game.run(3);
            widths.push(game.app.world().resource::<MapArea>().rect.width());
            game.press(key);
        }
        game.run(3);
        widths.push(game.app.world().resource::<MapArea>().rect.width());
        widths
    };
    let long = "a muddy and rather slippery slope ".repeat(3);
    let long = long.trim();
    assert_eq!(panel(long, long), panel("mud", "ant"));
}

/// Tab gave the focus to a button, and from then on no key did anything.
#[test]
fn keys_go_on_working_after_tab() {
    let mut game = Game::new();
    let before = game.app.world().resource::<MapArea>().rect.width();
    for _ in 0..2 {
        game.press(KeyCode::Tab);
        game.run(2);
    }
    assert!(
        (game.app.world().resource::<MapArea>().rect.width() - before).abs() < 1.0,
        "folded, and out again"
    );
    let mut contexts = game.app.world_mut().query::<&mut EguiContext>();
    for mut context in contexts.iter_mut(game.app.world_mut()) {
        let focused = context.get_mut().memory(bevy_egui::egui::Memory::focused);
        assert_eq!(focused, None, "no button waits for Space and Enter");
    }
    game.press(KeyCode::Space);
    assert!(
        game.app.world().resource::<Paused>().0,
        "Space pauses the agents"
    );
}

#[test]
fn paused_agents_stay_and_resume_later() {
    let mut game = Game::new();
    let goal = game.place(4, 1);
    game.press(KeyCode::Space);
    assert_eq!(*game.app.world().resource::<Paused>(), Paused(true));
    game.click(goal);
    game.run(60);
    assert_eq!(game.cell_of("scout"), Cell::new(1, 1));
    game.press(KeyCode::Space);
    game.run(60);
    assert_eq!(game.cell_of("scout"), Cell::new(4, 1));
}

#[test]
fn restart_puts_agents_back_and_keeps_what_was_changed() {
    let mut game = Game::new();
    let own = game.app.world().resource::<PathfindingOptions>().clone();
    game.command(option("movement", "four"));
    game.command(AgentCommand::SendTo(Cell::new(4, 4)));
    game.run(80);
    assert_eq!(game.cell_of("scout"), Cell::new(4, 4));
    assert_ne!(*game.app.world().resource::<PathfindingOptions>(), own);
    game.press(KeyCode::KeyR);
    game.run(3);
    // Nothing is open from a file here, but a shown level can be restarted all the same.
    assert_ne!(*game.app.world().resource::<PathfindingOptions>(), own);
    assert_eq!(game.cell_of("scout"), Cell::new(1, 1));
    game.command(EditCommand::Undo);
    assert_eq!(*game.app.world().resource::<PathfindingOptions>(), own);
}

fn warned(game: &Game, phrase: Phrase) -> bool {
    let notes = game.app.world().resource::<Notes>().shown();
    notes
        .iter()
        .any(|note| note.outcome == NoteOutcome::Warning && note.sentence.phrase() == phrase)
}

#[test]
fn a_click_outside_the_map_is_no_order() {
    let mut game = Game::new();
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    game.run(3);
    let scout = game.agent("scout");
    let outside = game.place(-1, 3);
    game.click(outside);
    game.command(AgentCommand::QueueTo(Cell::new(4, 99)));
    let world = game.app.world();
    assert_eq!(
        world.get::<PathStack>(scout).map(PathStack::goal),
        Some(Cell::new(9, 1)),
        "the old order stays"
    );
    assert!(
        world.get::<Waypoints>(scout).unwrap().0.is_empty()
            && world.get::<PathFailed>(scout).is_none()
    );
    assert!(warned(&game, Phrase::CellOutside));
}

#[test]
fn ctrl_click_on_a_wall_or_into_a_sealed_room_ends_no_patrol() {
    let mut game = Game::new();
    for name in ["scout", "guard"] {
        let agent = game.agent(name);
        let patrol = Patrol {
            stops: vec![Cell::new(1, 1), Cell::new(1, 4)],
            next: 0,
        };
        game.app.world_mut().entity_mut(agent).insert(patrol);
    }
    game.run(3);
    for (cell, phrase) in [
        ((6, 2), Phrase::CellIsBlocked),
        ((10, 4), Phrase::SomeCannotGo),
    ] {
        game.command(AgentCommand::SendAllTo(cell.into()));
        game.run(3);
        assert!(warned(&game, phrase), "{cell:?}");
        assert!(
            game.has::<Patrol>("scout") && game.has::<Patrol>("guard"),
            "{cell:?}"
        );
    }
    game.command(AgentCommand::SendAllTo(Cell::new(3, 3)));
    game.run(3);
    assert!(
        !game.has::<Patrol>("scout") && !game.has::<Patrol>("guard"),
        "a free cell is an order"
    );
}

/// The window with a folder of its own for pictures.
fn with_pictures() -> (Game, tempfile::TempDir) {
    let (mut game, folder) = (Game::new(), tempfile::tempdir().unwrap());
    game.app
        .insert_resource(PictureFolder(folder.path().to_owned()));
    (game, folder)
}

/// There was no key for a film, and nothing that shows agents walking.
#[test]
fn film_of_the_walk_is_saved() {
    let (mut game, folder) = with_pictures();
    game.command(Toggle::Film);
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    game.run(40);
    assert!(game.says("Recording the agents"), "{:?}", game.texts());
    assert!(
        game.texts()
            .iter()
            .any(|(text, _)| text.starts_with("recording ")),
        "{:?}",
        game.texts()
    );
    game.command(Toggle::Film);
    game.until("the film is saved", |game| game.says("Saved a film"));
    let file = std::fs::File::open(folder.path().join("gridwalk-001.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert!(
        (20..=60).contains(&frames),
        "{frames} frames of some 40 ticks"
    );
    assert!(
        !game
            .texts()
            .iter()
            .any(|(text, _)| text.starts_with("recording "))
    );
}

/// It ended without a word and without a file.
#[test]
fn film_of_no_tick_says_so() {
    let (mut game, folder) = with_pictures();
    game.command(AgentCommand::TogglePause);
    game.run(2);
    game.command(Toggle::Film);
    game.run(20);
    game.command(Toggle::Film);
    game.until("the empty film is reported", |game| {
        game.says("Nothing was recorded")
    });
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// The film was lost when the window closed.
#[test]
fn window_closes_after_its_film_is_saved() {
    let (mut game, folder) = with_pictures();
    game.command(Toggle::Film);
    game.run(20);
    game.command(WindowCommand::Quit);
    game.until("the window closes", |game| game.app.should_exit().is_some());
    assert!(folder.path().join("gridwalk-001.gif").is_file());
}
