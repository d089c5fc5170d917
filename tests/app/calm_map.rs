//! The map stays where it is, is never gone, and shows the states of agents.

use bevy::prelude::*;
use gridwalk::app::command::{
    AgentCommand, EditCommand, LevelCommand, Mode, Toggle, ToolCommand, ViewCommand, WatchCommand,
    WindowCommand,
};
use gridwalk::app::{CameraView, MapArea, NoteOutcome, Notes, Toggles};
use gridwalk_pathfinding::Cell;

use super::edit::{editing, with_control};
use super::game::{Game, LEVEL};

fn area(game: &Game) -> MapArea {
    *game.app.world().resource::<MapArea>()
}

fn view(game: &Game) -> CameraView {
    *game.app.world().resource::<CameraView>()
}

#[test]
fn panels_come_and_go_without_moving_the_map() {
    let mut game = Game::new().sized(1280.0, 720.0);
    game.command(ViewCommand::Fit);
    game.run(12);
    let (before, wide) = (game.place(0, 0), area(&game).rect.width());
    game.press(KeyCode::Tab);
    game.run(3);
    assert!(area(&game).rect.width() > wide, "the panel is gone");
    assert_eq!(game.place(0, 0), before);
    game.press(KeyCode::Tab);
    game.run(3);
    assert_eq!(game.place(0, 0), before);
}

/// The map stayed small after a search was watched.
#[test]
fn map_is_as_large_as_before_when_a_panel_is_gone() {
    let mut game = Game::shipped("river_crossing").sized(1280.0, 720.0);
    game.run(12);
    let (before, scale) = (game.place(0, 0), view(&game).scale);
    for _ in 0..2 {
        game.press(KeyCode::KeyW);
        game.run(3);
        assert!(
            area(&game).rect.contains(game.place(0, 0)),
            "no panel covers a part of the map"
        );
        assert!(view(&game).scale > scale, "it is smaller");
        game.press(KeyCode::KeyW);
        game.run(3);
        assert!(
            game.place(0, 0).distance(before) < 1.5,
            "{} {before}",
            game.place(0, 0)
        );
        assert!((view(&game).scale - scale).abs() < 1e-3);
    }
    // A view that the user chose stays.
    game.press(KeyCode::KeyW);
    game.run(3);
    game.command(ViewCommand::Pan { x: 10.0, y: 0.0 });
    let chosen = view(&game).scale;
    game.press(KeyCode::KeyW);
    game.run(3);
    assert!((view(&game).scale - chosen).abs() < 1e-6);
}

/// A level of the same size stood half outside of the window, where the last one had been moved.
#[test]
fn another_level_of_the_same_size_is_fitted() {
    let mut game = Game::shipped("right_angle").sized(1280.0, 720.0);
    game.run(12);
    game.command(LevelCommand::Open("right_angle".to_owned()));
    game.run(60);
    game.command(ViewCommand::Pan { x: 400.0, y: 0.0 });
    assert!(!view(&game).fitted);
    game.command(LevelCommand::Open("right_angle_codes".to_owned()));
    game.until("it is open", |game| game.says("Right angle, codes"));
    game.run(5);
    assert!(view(&game).fitted);
}

#[test]
fn resized_window_fits_the_map_again() {
    let mut game = Game::new().sized(1280.0, 720.0);
    game.command(ViewCommand::Fit);
    game.run(12);
    let before = view(&game).scale;
    let mut game = game.sized(1900.0, 1000.0);
    game.run(3);
    assert!(view(&game).scale <= before);
    let game = game.sized(800.0, 500.0);
    let (rect, corner) = (area(&game).rect, game.place(11, 5));
    assert!(
        rect.contains(corner) && rect.contains(game.place(0, 0)),
        "{rect:?} {corner}"
    );
}

const PORTALS: &str = r#"(
    version: 1,
    map: ["............", "............", "............", "............", "............", "............"],
    portals: [(from: (1, 1), to: (10, 4)), (from: (2, 4), to: (9, 0))],
)"#;

#[test]
fn choosing_a_portal_in_sight_leaves_the_map() {
    let mut game = editing(PORTALS);
    game.press(KeyCode::KeyP);
    game.run(2);
    let before = game.place(0, 0);
    for _ in 0..3 {
        game.press(KeyCode::KeyX);
        game.run(2);
        assert_eq!(game.place(0, 0), before);
    }
    // One that cannot be seen is brought into sight.
    game.command(ViewCommand::Pan { x: -4000.0, y: 0.0 });
    game.press(KeyCode::KeyX);
    game.run(2);
    assert_ne!(game.place(0, 0), before);
}

#[test]
fn map_is_left_with_large_text_and_in_small_windows() {
    let mut faults = Vec::new();
    for (width, height, scale) in [
        (1280.0, 720.0, 3.0),
        (800.0, 500.0, 3.0),
        (400.0, 300.0, 1.0),
        (640.0, 360.0, 1.0),
    ] {
        for mode in Mode::ALL {
            let mut game = Game::new().sized(width, height);
            game.command(WindowCommand::Scale(scale));
            game.command(WindowCommand::Mode(mode));
            game.run(8);
            // Where the panel is a sheet, it is put away.
            if game.app.world().resource::<Toggles>().is_on(Toggle::Panel) && width / scale < 600.0
            {
                game.command(Toggle::Panel);
                game.run(3);
            }
            let map = area(&game).rect.size();
            if map.x < 0.3 * width || map.y < 0.25 * height {
                faults.push(format!("{width} × {height} × {scale}, {mode:?}: {map}"));
            }
            for tab in Mode::ALL {
                let title = tab.title().text(gridwalk_explain::Language::English);
                if game.find(title).is_none() {
                    faults.push(format!(
                        "{width} × {height} × {scale}, {mode:?}: no tab {title}"
                    ));
                }
            }
            for (what, other) in game.overlaps() {
                faults.push(format!(
                    "{width} × {height} × {scale}, {mode:?}: {what} and {other}"
                ));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

const DOOR: &str = r#"(
    version: 1,
    map: [
        "......#.....",
        "......#.....",
        "............",
        "......#.....",
        "......#.....",
    ],
    agents: [
        (name: "ada", at: (1, 1), goals: [(10, 1)], speed: 1.0),
        (name: "bob", at: (1, 3), goals: [(10, 3)], speed: 1.0),
    ],
)"#;

#[test]
fn agents_without_a_path_are_marked_and_counted() {
    let mut game = Game::with(DOOR);
    game.until("they walk", |game| {
        game.says("Walking") || game.says("walking")
    });
    assert!(game.find("!").is_none());
    game.command(EditCommand::SetCell(Cell::new(6, 2), '#'));
    game.until("both have failed", |game| {
        game.texts().iter().filter(|(text, _)| text == "!").count() == 2
    });
    game.run(2);
    assert!(
        game.says("2 of 2 agents have no path now."),
        "{:?}",
        game.texts()
    );
    assert!(!game.says("Re-planned"), "{:?}", game.texts());
    let notes = game.app.world().resource::<Notes>().shown();
    assert!(
        notes
            .iter()
            .any(|note| note.outcome == NoteOutcome::Warning),
        "{notes:?}"
    );
    // The marks go with the state.
    game.command(EditCommand::Undo);
    game.until("they walk again", |game| game.find("!").is_none());
}

#[test]
fn click_that_ends_a_patrol_says_so() {
    let mut game = Game::with(
        r#"(version: 1, map: ["............"],
        agents: [(name: "scout", at: (1, 0), goals: [(10, 0), (1, 0)], patrol: true)])"#,
    );
    game.command(AgentCommand::SendTo(Cell::new(5, 0)));
    game.run(2);
    assert!(
        game.says("scout leaves its patrol for (5, 0)."),
        "{:?}",
        game.texts()
    );
    game.command(AgentCommand::SendTo(Cell::new(6, 0)));
    game.run(400);
    assert!(
        !game.says("scout leaves its patrol"),
        "once: {:?}",
        game.texts()
    );
}

#[test]
fn numbers_in_cells_have_full_ink_or_are_not_there() {
    let mut game = Game::with(LEVEL).sized(1280.0, 720.0);
    game.watch((1, 1), (9, 1));
    game.press(KeyCode::End);
    game.run(2);
    let mut seen = 0;
    for _ in 0..12 {
        game.command(ViewCommand::Zoom {
            factor: 0.9,
            at: None,
        });
        game.run(2);
        let numbers: Vec<String> = game.texts().iter().map(|(text, _)| text.clone()).collect();
        let numbers = numbers.iter().filter(|text| text.parse::<f64>().is_ok());
        let faded: Vec<_> = numbers.clone().filter(|text| game.is_faded(text)).collect();
        assert!(faded.is_empty(), "{faded:?} at {}", view(&game).scale);
        seen += numbers.count();
    }
    assert!(seen > 50, "{seen} numbers");
}

/// The numbers that stand in a cell: F, G and H, or fewer.
fn numbers_in(game: &Game, x: i32, y: i32, side: f32) -> Vec<f64> {
    let middle = game.place(x, y);
    let is_in = |rect: &bevy_egui::egui::Rect| {
        (rect.center().x - middle.x).abs() < side / 2.0
            && (rect.center().y - middle.y).abs() < side / 2.0
    };
    let mut texts: Vec<_> = game
        .texts()
        .iter()
        .filter(|(_, rect)| is_in(rect))
        .collect();
    texts.sort_by(|(_, a), (_, b)| {
        (a.center().y, a.left())
            .partial_cmp(&(b.center().y, b.left()))
            .unwrap()
    });
    // Bold is the same text twice.
    texts.dedup_by(|(a, left), (b, right)| a == b && left.center().distance(right.center()) < 2.0);
    texts
        .iter()
        .filter_map(|(text, _)| text.parse().ok())
        .collect()
}

/// 16, 3 and 12 stood for 15.66 = 3.41 + 12.24.
#[test]
fn numbers_of_a_cell_add_up_or_one_stands_alone() {
    let mut game = Game::with(LEVEL).sized(1280.0, 720.0);
    game.watch((1, 1), (9, 1));
    game.press(KeyCode::End);
    game.run(2);
    let (mut whole, mut alone) = (0, 0);
    for _ in 0..14 {
        game.command(ViewCommand::Zoom {
            factor: 0.9,
            at: None,
        });
        game.run(2);
        let side = game.place(1, 0).x - game.place(0, 0).x;
        for (x, y) in (0..12).flat_map(|x| (0..8).map(move |y| (x, y))) {
            match numbers_in(&game, x, y, side)[..] {
                [f, g, h] => {
                    assert!((f - g - h).abs() < 1e-6, "({x}, {y}): {f}, {g}, {h}");
                    whole += 1;
                }
                [_] => alone += 1,
                [] => {}
                ref other => panic!("({x}, {y}): {other:?}"),
            }
        }
    }
    assert!(
        whole > 50 && alone > 20,
        "{whole} cells with three, {alone} with one"
    );
}

#[test]
fn heat_map_has_its_scale_in_the_legend() {
    let mut game = Game::with(LEVEL).sized(1280.0, 720.0);
    game.watch((1, 1), (9, 1));
    let heading = game.find("LEGEND").expect("the legend is there");
    game.command(WatchCommand::HeatMap(gridwalk::app::Heat::G));
    game.run(2);
    let most = game.shown().unwrap().ranges.of(gridwalk::app::Heat::G).1;
    let most = game
        .shown()
        .unwrap()
        .question
        .query
        .options
        .units()
        .format(gridwalk_pathfinding::Cost(most));
    let at = game
        .texts()
        .iter()
        .filter(|(text, _)| *text == most)
        .map(|(_, rect)| rect.left());
    assert!(
        at.clone().any(|left| left < heading.left() + 208.0),
        "{most}: {:?}",
        at.collect::<Vec<_>>()
    );
}

#[test]
fn edit_waits_for_no_refit_when_it_begins() {
    let mut game = Game::new().sized(1280.0, 720.0);
    game.command(ViewCommand::Zoom {
        factor: 2.0,
        at: None,
    });
    game.run(3);
    let before = game.place(3, 3);
    with_control(&mut game, KeyCode::KeyE);
    game.run(3);
    assert_eq!(game.place(3, 3), before);
    game.command(ToolCommand::Toggle);
    game.run(3);
    assert_eq!(game.place(3, 3), before);
}
