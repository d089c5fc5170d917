//! The level editor by real input: tools, strokes, the selection, and what is said of them.

use std::sync::Arc;

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::CursorMoved;
use bevy_gridwalk::{AgentCell, LastSearch, NavGrid, PathStack, Planning};
use gridwalk::app::command::{ToolCommand, WindowCommand};
use gridwalk::app::{ChosenLanguage, Edit, Mode, OpenDocument, Tool};
use gridwalk_explain::Language;
use gridwalk_level::shapes::{Brush, Shape};
use gridwalk_level::{Document, Label, Level, PieceAct, Turn};
use gridwalk_pathfinding::Cell;

use super::game::{Game, LEVEL};
use super::narrow::SIZES;

pub const OPEN: &str = r#"(version: 1, map: [
    "............", "............", "............", "............", "............", "............", "............",
])"#;

pub fn editing(level: &str) -> Game {
    let mut game = Game::with(level);
    with_control(&mut game, KeyCode::KeyE);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
    game.run(2);
    game
}

pub fn with_control(game: &mut Game, key: KeyCode) {
    game.key(KeyCode::ControlLeft, ButtonState::Pressed);
    game.press(key);
    game.key(KeyCode::ControlLeft, ButtonState::Released);
    game.run(2);
}

pub fn level(game: &Game) -> Arc<Level> {
    Arc::clone(
        game.app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap()
            .level(),
    )
}

pub fn rows(game: &Game) -> Vec<String> {
    let level = level(game);
    let row = |y| -> String {
        (0..level.grid.width().cast_signed())
            .map(|x| level.grid.look(Cell::new(x, y)).unwrap().glyph)
            .collect()
    };
    (0..level.grid.height().cast_signed()).map(row).collect()
}

pub fn labels(game: &Game) -> Vec<Label> {
    let document = game
        .app
        .world()
        .resource::<OpenDocument>()
        .document()
        .unwrap();
    Document::history(document)
        .iter()
        .map(|entry| entry.label.clone())
        .collect()
}

pub fn drag(game: &mut Game, from: (i32, i32), to: (i32, i32)) {
    let (from, to) = (game.place(from.0, from.1), game.place(to.0, to.1));
    game.drag(from, to);
}

#[test]
fn stroke_has_no_gaps_and_is_one_line_of_the_history() {
    let mut game = editing(OPEN);
    let (from, to) = (game.place(1, 1), game.place(10, 4));
    game.point_at(from);
    game.button(ButtonState::Pressed);
    game.point_at(to);
    game.button(ButtonState::Released);
    let drawn: usize = rows(&game).iter().map(|row| row.matches('#').count()).sum();
    assert_eq!(drawn, 10, "{:?}", rows(&game));
    assert_eq!(
        labels(&game),
        [Label::Drawn(Shape::Free, 10, "wall".to_owned())]
    );
    game.run(2);
    assert!(game.says("brush: 10 cells of wall"), "{:?}", game.texts());
    // The right button erases, and nothing else: cells that are free already stay as they are.
    game.point_at(game.place(0, 1));
    game.any_button(MouseButton::Right, ButtonState::Pressed);
    game.point_at(game.place(4, 1));
    game.any_button(MouseButton::Right, ButtonState::Released);
    assert_eq!(rows(&game)[1], "............");
    assert!(matches!(&labels(&game)[1], Label::Drawn(Shape::Free, _, ground) if ground == "floor"));
    with_control(&mut game, KeyCode::KeyZ);
    with_control(&mut game, KeyCode::KeyZ);
    assert!(
        rows(&game).iter().all(|row| !row.contains('#')),
        "{:?}",
        rows(&game)
    );
}

/// The hand of a slow machine: many events in one frame.
fn scribble(events_a_frame: usize) -> Vec<String> {
    let mut game = editing(OPEN);
    let places: Vec<Vec2> = [(0, 0), (3, 5), (11, 5), (11, 0), (6, 3), (2, 6)]
        .map(|(x, y)| game.place(x, y))
        .into();
    let window = game.window;
    let mut sent = 0;
    let mut next = |game: &mut Game| {
        sent += 1;
        if sent % events_a_frame == 0 {
            game.run(1);
        }
    };
    let press = |state| MouseButtonInput {
        button: MouseButton::Left,
        state,
        window,
    };
    game.send(CursorMoved {
        window,
        position: places[0],
        delta: None,
    });
    next(&mut game);
    game.send(press(ButtonState::Pressed));
    next(&mut game);
    for place in &places[1..] {
        game.send(CursorMoved {
            window,
            position: *place,
            delta: None,
        });
        next(&mut game);
    }
    game.send(press(ButtonState::Released));
    game.run(3);
    assert_eq!(labels(&game).len(), 1);
    rows(&game)
}

#[test]
fn a_stroke_is_the_same_cells_at_15_and_at_240_frames_a_second() {
    let fast = scribble(1);
    assert!(fast.concat().matches('#').count() > 25, "{fast:?}");
    for events_a_frame in [2, 5, 16] {
        assert_eq!(
            scribble(events_a_frame),
            fast,
            "{events_a_frame} events a frame"
        );
    }
}

#[test]
fn shapes_show_their_size_while_dragged_and_are_drawn_exactly() {
    for (key, shape, says) in [
        (KeyCode::KeyL, Shape::Line, "7 × 4 wall"),
        (KeyCode::KeyR, Shape::Rectangle, "7 × 4 wall"),
        (KeyCode::KeyE, Shape::Ellipse, "7 × 4 wall"),
    ] {
        let mut game = editing(OPEN);
        game.press(key);
        let before = level(&game);
        game.point_at(game.place(2, 1));
        game.button(ButtonState::Pressed);
        game.point_at(game.place(8, 4));
        game.run(1);
        assert!(game.find(says).is_some(), "{shape}: {:?}", game.texts());
        assert_eq!(level(&game), before, "nothing is changed yet");
        game.button(ButtonState::Released);
        let brush = Brush {
            shape,
            size: 1,
            is_outline: false,
        };
        let wanted = brush.cells(&before.grid, &[Cell::new(2, 1), Cell::new(8, 4)]);
        let after = level(&game);
        for cell in before.grid.size().rect().cells() {
            assert_eq!(
                !after.grid.is_walkable(cell),
                wanted.contains(&cell),
                "{shape} {cell}"
            );
        }
        assert_eq!(
            labels(&game),
            [Label::Drawn(shape, wanted.len(), "wall".to_owned())]
        );
    }
}

#[test]
fn a_rectangle_is_its_edge_alone_and_lines_are_wider() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyR);
    game.press(KeyCode::KeyO);
    drag(&mut game, (1, 1), (5, 5));
    assert_eq!(rows(&game)[3], ".#...#......");
    game.press(KeyCode::KeyB);
    game.press(KeyCode::BracketRight);
    game.press(KeyCode::BracketRight);
    game.click(game.place(9, 3));
    assert_eq!(
        rows(&game)[2..5],
        [".#...#..###.", ".#...#..###.", ".#...#..###."]
    );
}

#[test]
fn esc_takes_the_stroke_back() {
    for key in [KeyCode::KeyB, KeyCode::KeyR, KeyCode::KeyG] {
        let mut game = editing(LEVEL);
        game.press(key);
        let before = rows(&game);
        game.point_at(game.place(2, 2));
        game.button(ButtonState::Pressed);
        game.point_at(game.place(8, 2));
        game.press(KeyCode::Escape);
        game.button(ButtonState::Released);
        game.point_at(game.place(3, 4));
        game.run(2);
        assert_eq!(rows(&game), before, "{key:?}");
        assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
    }
}

#[test]
fn terrain_is_chosen_by_number_in_the_legend_and_from_a_cell() {
    let mut game = editing(
        r#"(version: 1, legend: { '.': (name: "floor"), 'm': (name: "mud", cost: 5) }, map: [
        "m.........", "..........", "..........",
    ])"#,
    );
    game.press(KeyCode::Digit1);
    game.click(game.place(4, 1));
    assert_eq!(rows(&game)[1], "....m.....");
    game.click_text("forest");
    game.click(game.place(5, 1));
    game.key(KeyCode::AltLeft, ButtonState::Pressed);
    game.click(game.place(0, 0));
    game.key(KeyCode::AltLeft, ButtonState::Released);
    game.click(game.place(6, 1));
    assert_eq!(rows(&game)[1], "....m&m...");
    game.press(KeyCode::KeyK);
    game.click(game.place(5, 1));
    game.press(KeyCode::KeyG);
    game.click(game.place(9, 2));
    assert_eq!(rows(&game), ["m&&&&&&&&&", "&&&&m&m&&&", "&&&&&&&&&&"]);
}

#[test]
fn strokes_are_drawn_without_a_mouse() {
    let mut game = editing(OPEN);
    let window = game.window;
    game.app
        .world_mut()
        .get_mut::<Window>(window)
        .unwrap()
        .set_cursor_position(None);
    let move_cursor = |game: &mut Game, key, times| {
        for _ in 0..times {
            game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
            game.press(key);
            game.key(KeyCode::ShiftLeft, ButtonState::Released);
        }
    };
    move_cursor(&mut game, KeyCode::ArrowLeft, 20);
    move_cursor(&mut game, KeyCode::ArrowUp, 20);
    game.press(KeyCode::Enter);
    move_cursor(&mut game, KeyCode::ArrowRight, 3);
    move_cursor(&mut game, KeyCode::ArrowDown, 2);
    game.press(KeyCode::Enter);
    move_cursor(&mut game, KeyCode::ArrowRight, 2);
    assert_eq!(
        rows(&game)[..3],
        ["####........", "...#........", "...#........"]
    );
    game.press(KeyCode::KeyR);
    game.press(KeyCode::Enter);
    move_cursor(&mut game, KeyCode::ArrowRight, 1);
    move_cursor(&mut game, KeyCode::ArrowDown, 1);
    game.press(KeyCode::Enter);
    assert_eq!(rows(&game)[2..4], ["...#.##.....", ".....##....."]);
    assert_eq!(labels(&game).len(), 2);
}

#[test]
fn a_finger_draws_like_the_mouse() {
    let mut game = editing(OPEN);
    let window = game.window;
    for (phase, at) in [
        (TouchPhase::Started, (1, 1)),
        (TouchPhase::Moved, (5, 1)),
        (TouchPhase::Ended, (5, 1)),
    ] {
        let position = game.place(at.0, at.1);
        game.send(TouchInput {
            phase,
            position,
            window,
            force: None,
            id: 7,
        });
        game.run(1);
    }
    assert_eq!(rows(&game)[1], ".#####......");
}

#[test]
fn agents_replan_while_a_wall_is_drawn_and_status_has_old_cost() {
    let mut game = Game::with(
        r#"(version: 1, map: ["............", "............", "............"],
        agents: [ (name: "scout", at: (0, 1), goals: [(11, 1)], speed: 0.1) ])"#,
    );
    game.run(10);
    with_control(&mut game, KeyCode::KeyE);
    game.run(4);
    let scout = game.agent("scout");
    let cost = |game: &Game| {
        game.app
            .world()
            .get::<LastSearch>(scout)
            .unwrap()
            .cost
            .unwrap()
    };
    let (before, stands) = (
        cost(&game),
        game.app.world().get::<AgentCell>(scout).unwrap().0,
    );
    drag(&mut game, (6, 0), (6, 1));
    game.run(4);
    assert!(cost(&game) > before);
    let says_what_it_was = |game: &Game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains(", was 1"))
    };
    assert!(says_what_it_was(&game), "{:?}", game.texts());
    // It stays there until another stroke changes the path.
    game.point_at(game.place(0, 2));
    game.button(ButtonState::Pressed);
    game.run(2);
    assert!(says_what_it_was(&game), "{:?}", game.texts());
    game.button(ButtonState::Released);
    game.run(4);
    assert!(says_what_it_was(&game), "{:?}", game.texts());
    game.run(100);
    assert_eq!(
        game.app.world().get::<AgentCell>(scout).unwrap().0,
        stands,
        "it stands while the level is edited"
    );
}

#[test]
fn part_of_a_map_is_moved_copied_rotated_and_cropped_to() {
    let map = r##"(version: 1, map: ["#~......", ".#......", "........", "........"],
        agents: [ (name: "scout", at: (6, 3)) ])"##;
    let mut game = editing(map).sized(1280.0, 1100.0);
    game.press(KeyCode::KeyS);
    drag(&mut game, (0, 0), (1, 1));
    assert!(game.find("2 × 2").is_some(), "{:?}", game.texts());
    with_control(&mut game, KeyCode::KeyC);
    drag(&mut game, (0, 0), (3, 1));
    assert_eq!(
        rows(&game),
        ["........", "...#~...", "....#...", "........"]
    );
    game.point_at(game.place(0, 2));
    with_control(&mut game, KeyCode::KeyV);
    assert_eq!(
        rows(&game),
        ["........", "...#~...", "#~..#...", ".#......"]
    );
    game.press(KeyCode::KeyH);
    assert_eq!(rows(&game)[2..], ["~#..#...", "#......."]);
    game.press(KeyCode::KeyJ);
    assert_eq!(rows(&game)[2..], ["#~..#...", ".#......"]);
    game.press(KeyCode::Delete);
    assert_eq!(rows(&game)[2..], ["....#...", "........"]);
    let acts = [
        PieceAct::Move,
        PieceAct::Paste,
        PieceAct::Turn(Turn::FlipHorizontally),
        PieceAct::Turn(Turn::Right),
        PieceAct::Erase,
    ];
    let lines = labels(&game);
    let line =
        |(label, act): (&Label, PieceAct)| matches!(label, Label::Piece(is, _) if *is == act);
    assert!(
        lines.len() == 5 && lines.iter().zip(acts).all(line),
        "moves and pastes looked alike in the history: {lines:?}"
    );
    assert!(
        game.says("part mirrored: ") && game.says("part turned: "),
        "a mirror was called a turn: {:?}",
        game.texts()
    );
    drag(&mut game, (3, 1), (6, 3));
    with_control(&mut game, KeyCode::KeyA);
    game.press(KeyCode::Escape);
    drag(&mut game, (3, 1), (6, 3));
    game.click_text("Crop");
    game.run(4);
    assert_eq!(rows(&game), ["#~..", ".#..", "...."]);
    assert_eq!(
        level(&game).agents[0].at,
        Cell::new(3, 2),
        "agents go along"
    );
    for _ in 0..6 {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert_eq!(
        rows(&game),
        ["#~......", ".#......", "........", "........"]
    );
}

#[test]
fn without_a_selection_the_whole_level_is_turned() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyH);
    game.run(4);
    assert_eq!(
        (rows(&game)[1].as_str(), level(&game).agents[0].at),
        (".....#......", Cell::new(10, 1))
    );
}

#[test]
fn the_map_is_moved_and_zoomed_while_it_is_edited() {
    let mut game = editing(OPEN);
    let before = game.place(0, 0);
    game.press(KeyCode::ArrowLeft);
    game.run(2);
    assert!(game.place(0, 0) != before && game.app.world().resource::<Edit>().tool == Tool::Brush);
    assert_eq!(labels(&game), []);
}

#[test]
fn nothing_covers_anything_in_the_editor_in_a_small_window() {
    let mut faults = Vec::new();
    for language in [Language::English, Language::Chinese] {
        let mut game = Game::shipped("four_algorithms");
        game.app.insert_resource(ChosenLanguage(language));
        game.command(WindowCommand::Mode(Mode::Edit));
        for tool in Tool::ALL {
            game.command(ToolCommand::Choose(tool));
            if tool == Tool::Select {
                game.command(ToolCommand::SelectAll);
            }
            for (width, height, scale) in SIZES {
                game.command(WindowCommand::Scale(0.0));
                game.command(WindowCommand::Scale(scale));
                game = game.sized(width, height);
                let size = format!("{language:?} {tool:?} {width} × {height} × {scale}");
                faults.extend(
                    game.overlaps()
                        .into_iter()
                        .map(|(what, other)| format!("{size}: {what} and {other}")),
                );
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

/// Much of a map is taken over as a whole, not cell by cell.
#[test]
fn a_large_map_is_filled_and_the_fill_undone() {
    let rows = format!("\"{}\",", ".".repeat(200)).repeat(199);
    let agent = "(name: \"a\", at: (0, 0), goals: [(198, 198), (0, 0)], patrol: true)";
    let mut game = editing(&format!(
        "(version: 1, map: [{rows} \"{},\"], agents: [{agent}])",
        ".".repeat(199)
    ));
    let costs_as_drawn = |game: &mut Game| {
        while !game.has::<PathStack>("a") || game.has::<Planning>("a") {
            game.run(1);
        }
        let agent = game.agent("a");
        let path = game
            .app
            .world()
            .get::<LastSearch>(agent)
            .unwrap()
            .cost
            .unwrap();
        let (map, level) = (game.app.world().resource::<NavGrid>().grid(), level(game));
        assert!(map.cells() == level.grid.cells() && map.legend() == level.grid.legend());
        path
    };
    let before = costs_as_drawn(&mut game);
    game.command(ToolCommand::Pick(Cell::new(199, 199)));
    game.command(ToolCommand::Choose(Tool::Fill));
    let at = game.place(1, 0);
    game.click(at);
    game.run(2);
    assert_eq!(
        labels(&game),
        [Label::Drawn(Shape::Fill, 200 * 200 - 1, "grass".to_owned())]
    );
    assert_eq!(costs_as_drawn(&mut game).0, 2 * before.0);
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(costs_as_drawn(&mut game), before);
    with_control(&mut game, KeyCode::KeyY);
    assert_eq!(costs_as_drawn(&mut game).0, 2 * before.0);
}
