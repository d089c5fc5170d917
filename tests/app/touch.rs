//! Fingers on the map, from the touches themselves: taps, drags, long presses, and two fingers.

use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy_gridwalk::PathStack;
use gridwalk::app::command::{AgentCommand, ToolCommand};
use gridwalk::app::{CameraView, MapArea, Mode, Toggle, WatchQuery};
use gridwalk_pathfinding::Cell;

use super::edit::{labels, rows};
use super::game::Game;

const PHONE: (f32, f32) = (390.0, 844.0);

fn phone() -> Game {
    Game::new().sized(PHONE.0, PHONE.1)
}

fn goal_of(game: &mut Game, name: &str) -> Option<Cell> {
    let agent = game.agent(name);
    game.app
        .world()
        .get::<PathStack>(agent)
        .and_then(PathStack::destination)
}

fn view(game: &Game) -> CameraView {
    *game.app.world().resource()
}

fn goal(game: &Game) -> Cell {
    game.app.world().resource::<WatchQuery>().query.goal
}

/// The map as rows of glyphs, and how many steps its history has.
fn drawn(game: &Game) -> (Vec<String>, usize) {
    (rows(game), labels(game).len())
}

/// The map read mouse buttons only.
#[test]
fn tap_sends_or_selects_an_agent_and_a_second_one_watches_it() {
    let mut game = phone();
    game.tap(game.place(9, 1));
    game.run(4);
    assert_eq!(goal_of(&mut game, "scout"), Some(Cell::new(9, 1)));
    game.tap(game.place(1, 4));
    game.command(AgentCommand::SendTo(Cell::new(4, 5)));
    game.run(2);
    assert_eq!(
        goal_of(&mut game, "guard"),
        Some(Cell::new(4, 5)),
        "the tap selected it"
    );
    let at = game.place(1, 4);
    game.tap(at);
    game.tap(at);
    game.run(4);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
}

#[test]
fn one_finger_moves_the_map_and_sends_no_agent() {
    for toggles in [&[][..], &[Toggle::Terrain]] {
        let mut game = phone();
        for toggle in toggles {
            game.command(*toggle);
        }
        let (before, map) = (view(&game), drawn(&game));
        let from = game.place(4, 3);
        game.swipe(from, from + Vec2::new(40.0, 12.0));
        game.run(3);
        let moved = (view(&game).center - before.center) / before.scale;
        assert!((moved - Vec2::new(-40.0, 12.0)).length() < 1.0, "{moved}");
        assert_eq!((goal_of(&mut game, "scout"), drawn(&game)), (None, map));
    }
}

#[test]
fn two_fingers_zoom_about_their_middle_and_move_the_map() {
    for edits in [false, true] {
        let mut game = phone();
        if edits {
            game.command(ToolCommand::Toggle);
            game.run(4);
        }
        let before = drawn(&game);
        let area = *game.app.world().resource::<MapArea>();
        let (a, b) = (game.place(3, 2), game.place(5, 4));
        game.finger(1, TouchPhase::Started, a);
        game.finger(2, TouchPhase::Started, b);
        let (start, under) = (view(&game), view(&game).world_at(&area, (a + b) / 2.0));
        // Apart to twice as far, and all of it to the right.
        let (apart, aside) = ((b - a) / 2.0, Vec2::new(30.0, 0.0));
        for part in [0.5, 1.0] {
            game.finger(1, TouchPhase::Moved, a + (aside - apart) * part);
            game.finger(2, TouchPhase::Moved, b + (aside + apart) * part);
        }
        game.finger(2, TouchPhase::Ended, b + aside + apart);
        game.finger(1, TouchPhase::Ended, a + aside - apart);
        game.run(3);
        assert!(
            (start.scale / view(&game).scale - 2.0).abs() < 0.01,
            "{} {}",
            start.scale,
            view(&game).scale
        );
        let middle = view(&game).window_at(&area, under);
        assert!(middle.distance((a + b) / 2.0 + aside) < 1.5, "{middle}");
        assert_eq!(
            (goal_of(&mut game, "scout"), drawn(&game)),
            (None, before),
            "nothing was clicked or drawn"
        );
    }
}

/// The first of two fingers was a click or a stroke.
#[test]
fn a_second_finger_takes_back_what_the_first_one_began() {
    let mut game = phone();
    let (from, to) = (game.place(1, 1), game.place(4, 4));
    // An agent that is dragged is back where it stood.
    game.finger(1, TouchPhase::Started, from);
    game.finger(1, TouchPhase::Moved, game.place(3, 2));
    game.run(2);
    assert_eq!(game.cell_of("scout"), Cell::new(3, 2));
    game.finger(2, TouchPhase::Started, to);
    game.finger(1, TouchPhase::Ended, game.place(3, 2));
    game.finger(2, TouchPhase::Ended, to);
    game.run(3);
    assert_eq!(
        (game.cell_of("scout"), goal_of(&mut game, "scout")),
        (Cell::new(1, 1), None)
    );
    // A stroke is gone, and so is its step.
    game.command(ToolCommand::Toggle);
    game.run(4);
    let before = drawn(&game);
    let (from, to) = (game.place(1, 2), game.place(4, 2));
    game.finger(1, TouchPhase::Started, from);
    game.finger(1, TouchPhase::Moved, to);
    game.run(2);
    assert_ne!(drawn(&game).0, before.0);
    game.finger(2, TouchPhase::Started, game.place(8, 5));
    game.finger(2, TouchPhase::Ended, game.place(8, 5));
    game.finger(1, TouchPhase::Moved, from);
    game.finger(1, TouchPhase::Ended, from);
    game.run(3);
    assert_eq!(drawn(&game), before);
}

#[test]
fn a_long_press_opens_the_menu_of_a_cell_and_is_no_click() {
    let mut game = phone();
    game.watch((1, 1), (8, 4));
    let (at, before) = (game.place(3, 4), goal(&game));
    game.finger(1, TouchPhase::Started, at);
    game.run(20);
    assert!(game.find("Search from here").is_none(), "not yet");
    game.run(20);
    assert!(
        game.find("Search from here").is_some(),
        "{:?}",
        game.texts()
    );
    game.finger(1, TouchPhase::Ended, at);
    game.run(5);
    assert!(game.find("Search from here").is_some(), "it stays open");
    assert_eq!(goal(&game), before, "it was no click");
    // A tap beside it closes it, and does nothing else.
    game.tap(game.place(10, 1));
    game.run(3);
    assert!(game.find("Search from here").is_none());
    assert_eq!(goal(&game), before);
    game.tap(game.place(10, 1));
    game.until("a tap moves the goal", |game| {
        goal(game) == Cell::new(10, 1)
    });
    // Who moves has no long press.
    let from = game.place(3, 4);
    game.finger(1, TouchPhase::Started, from);
    game.finger(1, TouchPhase::Moved, from + Vec2::new(20.0, 0.0));
    game.run(40);
    assert!(game.find("Search from here").is_none());
}

#[test]
fn a_long_press_in_the_editor_erases() {
    let mut game = phone();
    game.command(ToolCommand::Toggle);
    game.run(4);
    let (from, to) = (game.place(6, 1), game.place(6, 3));
    assert_eq!(&drawn(&game).0[1][6..7], "#");
    game.finger(1, TouchPhase::Started, from);
    game.run(40);
    game.finger(1, TouchPhase::Moved, to);
    game.finger(1, TouchPhase::Ended, to);
    game.run(3);
    for row in 1..4 {
        assert_eq!(&drawn(&game).0[row][6..7], ".", "row {row}");
    }
}

#[test]
fn a_touch_of_a_panel_never_reaches_the_map() {
    let mut game = phone();
    game.tap_text("Panel");
    let before = view(&game);
    let area = game.app.world().resource::<MapArea>().rect;
    assert!(
        area.height() > 150.0 && area.max.y < 0.65 * PHONE.1,
        "the sheet is open: {area:?}"
    );
    let on_sheet = Vec2::new(195.0, 700.0);
    game.swipe(on_sheet, game.place(4, 3));
    game.tap(on_sheet);
    // Nor does a second finger, while the first holds a panel.
    game.finger(1, TouchPhase::Started, on_sheet);
    game.finger(2, TouchPhase::Started, on_sheet + Vec2::new(40.0, 0.0));
    game.finger(2, TouchPhase::Moved, game.place(9, 1));
    game.finger(2, TouchPhase::Ended, game.place(9, 1));
    game.finger(1, TouchPhase::Ended, on_sheet);
    game.run(4);
    assert_eq!((view(&game), goal_of(&mut game, "scout")), (before, None));
}

#[test]
fn a_finger_lost_with_the_focus_of_the_window_is_not_waited_for() {
    let mut game = phone();
    let window = game.window;
    game.finger(1, TouchPhase::Started, game.place(9, 1));
    game.send(bevy::window::WindowFocused {
        window,
        focused: false,
    });
    game.run(2);
    game.send(bevy::window::WindowFocused {
        window,
        focused: true,
    });
    game.run(40);
    assert_eq!(goal_of(&mut game, "scout"), None);
    game.tap(game.place(9, 1));
    game.run(4);
    assert_eq!(
        goal_of(&mut game, "scout"),
        Some(Cell::new(9, 1)),
        "the next one is the first again"
    );
}
