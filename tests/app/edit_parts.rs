//! The level editor by real input: edges that are dragged, portals, problems that are looked at,
//! what goes along with a selection, and strokes that are interrupted.

use bevy::input::ButtonState;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_gridwalk::AgentCell;
use gridwalk::app::command::{
    CharacterCommand, EditCommand, LegendCommand, LevelCommand, PortalCommand, ToolCommand,
    WindowCommand,
};
use gridwalk::app::{
    AppCommand, CameraView, ChosenLanguage, Mode, OpenDocument, Section, Tool, WatchQuery,
};
use gridwalk_explain::Language;
use gridwalk_level::shapes::Shape;
use gridwalk_level::{Document, Label};
use gridwalk_pathfinding::{Cell, Direction, Portal};

use super::edit::{OPEN, drag, editing, labels, level, rows, with_control};
use super::game::{Game, LEVEL};

fn with_shift(game: &mut Game, act: impl FnOnce(&mut Game)) {
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    act(game);
    game.key(KeyCode::ShiftLeft, ButtonState::Released);
}

/// Returns the middle of the visible part of the map.
fn middle(game: &Game) -> Vec2 {
    game.app.world().resource::<CameraView>().center
}

/// Whether the cell is seen and pointed at. The map moves only where it has to.
fn is_shown(game: &Game, cell: Cell) -> bool {
    let area = game.app.world().resource::<gridwalk::app::MapArea>().rect;
    let is_meant = game.app.world().resource::<gridwalk::app::Hovered>().0 == Some(cell);
    is_meant && area.contains(game.place(cell.x, cell.y))
}

/// A goal behind a wall, agents on one cell, a portal into a wall, a sealed room, a narrow place
/// and an unused terrain.
const ODD: &str = r########"(version: 1, legend: { 'm': (name: "mud", cost: 5) }, map: [
        "............", "......#.....", "......#.....", "......#..###", "......#..#.#", ".........###", "#######.####",
        "............",
    ],
    portals: [(from: (0, 0), to: (2, 2))],
    agents: [ (name: "scout", at: (1, 1), goals: [(10, 4)]), (name: "guard", at: (1, 1)) ])"########;

/// Lines of the list could be seen, and nothing more.
#[test]
fn a_click_on_a_problem_moves_the_camera_there() {
    let mut game = Game::with(ODD).sized(1600.0, 1600.0);
    with_control(&mut game, KeyCode::KeyE);
    game.command(WindowCommand::Fold(Section::Doors));
    game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
    for (line, cell) in [
        ("scout cannot come", Cell::new(10, 4)),
        ("2 agents start on", Cell::new(1, 1)),
        ("the portal from (0, 0)", Cell::new(2, 2)),
        ("walled off at (10, 4)", Cell::new(10, 4)),
        ("a wall on (7, 6)", Cell::new(7, 6)),
    ] {
        game.until(line, |game| game.says(line));
        let (_, rect) = game
            .texts()
            .iter()
            .find(|(text, _)| text.starts_with(line))
            .unwrap();
        let at = rect.center();
        game.click(Vec2::new(at.x, at.y));
        game.run(2);
        assert!(is_shown(&game, cell), "{line}: {}", middle(&game));
        game.press(KeyCode::KeyF);
    }
    // What is about the whole level has no place.
    let before = middle(&game);
    game.click_text("on no cell: terrain m");
    assert_eq!(middle(&game), before);
}

#[test]
fn problems_are_gone_through_without_a_mouse() {
    let mut game = editing(ODD);
    game.until("they are found", |game| game.says("scout cannot come"));
    game.press(KeyCode::F8);
    assert!(is_shown(&game, Cell::new(10, 4)));
    game.press(KeyCode::F8);
    assert!(is_shown(&game, Cell::new(1, 1)));
    with_shift(&mut game, |game| game.press(KeyCode::F8));
    assert!(is_shown(&game, Cell::new(10, 4)));
    // A stroke by keys begins where the camera went.
    game.press(KeyCode::Enter);
    game.press(KeyCode::Enter);
    assert_eq!(rows(&game)[4].chars().nth(10), Some('#'));
}

/// A window at rest showed up to ten seconds later what was found in the background.
#[test]
fn a_window_draws_until_the_problems_are_known() {
    let size = 700;
    let row = format!("\"{}\",", ".".repeat(size));
    let mut game = editing(&format!("(version: 1, map: [{}])", row.repeat(size)));
    game.until("nothing is odd", |game| game.says("Nothing is odd"));
    // Notes keep the window awake as well.
    game.run(500);
    let draws = |game: &Game| {
        game.app.world().resource::<WinitSettings>().focused_mode == UpdateMode::Continuous
    };
    assert!(!draws(&game));
    // The last frame of a stroke: in the next one it may be known already.
    for command in [ToolCommand::Begin(Cell::new(350, 350)), ToolCommand::End] {
        game.app
            .world_mut()
            .write_message(AppCommand::from(command));
    }
    game.app.update();
    assert!(draws(&game), "the level is looked over in the background");
    game.until("it is at rest again", |game| !draws(game));
}

#[test]
fn map_edge_is_dragged_with_any_tool_and_agents_move_along() {
    let mut game = editing(LEVEL);
    let (from, to) = (game.place(-1, 3), game.place(-3, 3));
    // Just outside of the map.
    let half = (game.place(1, 0).x - game.place(0, 0).x) / 2.0;
    let edge = from + Vec2::new(half - 5.0, 0.0);
    game.point_at(edge);
    game.button(ButtonState::Pressed);
    game.point_at(to + Vec2::new(half - 5.0, 0.0));
    game.run(1);
    assert!(game.find("14 × 6").is_some(), "{:?}", game.texts());
    assert_eq!(level(&game).grid.width(), 12, "it is only shown");
    game.button(ButtonState::Released);
    game.run(2);
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents[0].at),
        (14, Cell::new(3, 1))
    );
    assert!(
        matches!(labels(&game).as_slice(), [Label::Resize(_)]),
        "{:?}",
        labels(&game)
    );
    with_control(&mut game, KeyCode::KeyZ);
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents[0].at),
        (12, Cell::new(1, 1))
    );
}

#[test]
fn dragged_edge_names_its_losses_and_esc_cancels() {
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyD);
    let before = level(&game);
    game.point_at(game.place(0, 3));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(2, 3));
    game.run(1);
    assert!(
        game.find("10 × 6 · falls off: 2").is_some(),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::Escape);
    game.button(ButtonState::Released);
    game.run(2);
    assert_eq!((level(&game), labels(&game)), (before, vec![]));
    drag(&mut game, (11, 5), (9, 4));
    assert_eq!(
        (level(&game).grid.width(), level(&game).grid.height()),
        (10, 5)
    );
    // By keys, at each side.
    for key in [
        KeyCode::ArrowLeft,
        KeyCode::ArrowRight,
        KeyCode::ArrowUp,
        KeyCode::ArrowDown,
    ] {
        with_shift(&mut game, |game| with_control(game, key));
    }
    assert_eq!(
        (level(&game).grid.width(), level(&game).agents[0].at),
        (12, Cell::new(2, 2))
    );
}

#[test]
fn a_portal_gets_a_cost_and_one_direction() {
    let mut game = editing(OPEN).sized(1280.0, 1200.0);
    game.press(KeyCode::KeyP);
    drag(&mut game, (9, 5), (1, 1));
    drag(&mut game, (4, 4), (6, 0));
    let portals = |game: &Game| level(game).grid.portal_list();
    let of = |game: &Game, cell: (i32, i32)| -> Portal {
        let cell = Cell::from(cell);
        portals(game)
            .into_iter()
            .find(|portal| portal.from == cell || portal.to == cell)
            .unwrap()
    };
    // That which was drawn last is chosen.
    with_shift(&mut game, |game| game.press(KeyCode::BracketRight));
    assert_eq!((of(&game, (4, 4)).cost, of(&game, (9, 5)).cost), (2, 1));
    let end = game.place(9, 5);
    game.click(end);
    game.command(PortalCommand::Cost(7));
    game.run(2);
    game.click_text("leads both ways");
    let portal = of(&game, (9, 5));
    assert_eq!((portal.cost, portal.two_way), (7, false));
    let listed = |cost: &str| game.texts().iter().any(|(text, _)| text.ends_with(cost));
    assert!(listed("cost 7") && listed("cost 2"), "{:?}", game.texts());
    game.click_text("Turn round");
    let turned = of(&game, (9, 5));
    assert_eq!(
        (turned.from, turned.to, turned.two_way),
        (portal.to, portal.from, false)
    );
    with_shift(&mut game, |game| game.press(KeyCode::KeyX));
    assert!(of(&game, (9, 5)).two_way);
    game.command(PortalCommand::Cost(0));
    game.run(2);
    assert!(
        game.says("Nothing was changed: a portal from"),
        "{:?}",
        game.texts()
    );
    game.click_text("Remove");
    assert_eq!(portals(&game).len(), 1);
    game.press(KeyCode::KeyX);
    assert!(is_shown(&game, of(&game, (4, 4)).from));
    game.command(PortalCommand::Remove);
    game.command(PortalCommand::Remove);
    game.run(2);
    assert!(
        portals(&game).is_empty() && game.says("The level has no portals"),
        "{:?}",
        game.texts()
    );
}

#[test]
fn terrain_is_left_to_the_sides_that_its_form_says() {
    let mut game = editing(OPEN);
    let floor = level(&game).grid.terrain_by_glyph('.').unwrap();
    let number = usize::from(floor.0) + 1;
    let exits = |game: &Game| level(game).grid.legend()[usize::from(floor.0)].exits;
    for direction in Direction::ALL
        .into_iter()
        .filter(|direction| *direction != Direction::East)
    {
        game.command(LegendCommand::Exit(number, direction));
    }
    assert!(exits(&game).contains(Direction::East) && !exits(&game).contains(Direction::West));
    game.command(LegendCommand::Exit(number, Direction::East));
    game.run(1);
    assert!(
        exits(&game).contains(Direction::East) && game.says("Cells of floor must be left"),
        "{:?}",
        game.texts()
    );
    game.command(LegendCommand::Exit(number, Direction::West));
    assert!(exits(&game).contains(Direction::West));
    assert!(labels(&game).iter().all(|label| *label == Label::Legend));
}

#[test]
fn the_form_of_an_agent_has_the_options_of_the_table() {
    let mut game = Game::new().sized(1280.0, 1600.0);
    with_control(&mut game, KeyCode::KeyE);
    assert!(game.find("Movement").is_none());
    game.press(KeyCode::KeyA);
    game.run(2);
    assert!(
        game.find("Movement").is_some() && game.find("Tie-breaking").is_some(),
        "{:?}",
        game.texts()
    );
}

/// They stayed where they were, and the ground went away under them.
#[test]
fn agents_goals_and_portals_go_along_with_a_selection() {
    let map = r##"(version: 1, map: ["#.......", ".#......", "........", "........"],
        portals: [(from: (0, 1), to: (7, 3), cost: 3)],
        agents: [ (name: "scout", at: (1, 0), goals: [(0, 1), (7, 0)]) ])"##;
    let mut game = editing(map);
    game.press(KeyCode::KeyS);
    drag(&mut game, (0, 0), (1, 1));
    drag(&mut game, (0, 0), (3, 1));
    let stands = |game: &Game, number: usize| {
        let agent = level(game).agents[number].clone();
        (agent.at, agent.goals)
    };
    let cell = Cell::new;
    assert_eq!(stands(&game, 0), (cell(4, 1), vec![cell(3, 2), cell(7, 0)]));
    assert_eq!(level(&game).grid.portal_list()[0].from, cell(3, 2));
    game.run(2);
    assert_eq!(game.cell_of("scout"), cell(4, 1));
    game.press(KeyCode::KeyH);
    assert_eq!(
        stands(&game, 0),
        (cell(3, 1), vec![cell(4, 2), cell(7, 0)]),
        "mirrored"
    );
    with_control(&mut game, KeyCode::KeyC);
    game.point_at(game.place(0, 0));
    with_control(&mut game, KeyCode::KeyV);
    assert_eq!(level(&game).agents[1].name, "scout 2");
    assert_eq!(stands(&game, 1), (cell(0, 0), vec![cell(1, 1)]), "copied");
    with_control(&mut game, KeyCode::KeyX);
    assert_eq!(level(&game).agents.len(), 1, "cut");
    for _ in 0..4 {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert_eq!(stands(&game, 0), (cell(1, 0), vec![cell(0, 1), cell(7, 0)]));
}

#[test]
fn the_brush_draws_a_straight_line_while_shift_is_held() {
    let mut game = editing(OPEN);
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    game.point_at(game.place(1, 1));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(3, 6));
    game.point_at(game.place(8, 1));
    assert!(!rows(&game).concat().contains('#'), "it is only shown");
    game.button(ButtonState::Released);
    game.key(KeyCode::ShiftLeft, ButtonState::Released);
    assert_eq!(rows(&game)[1], ".########...");
    assert_eq!(
        labels(&game),
        [Label::Drawn(Shape::Line, 8, "wall".to_owned())]
    );
    game.click(game.place(0, 3));
    assert_eq!(labels(&game).len(), 2, "it is a brush again");
}

/// It was undone, and could be done again.
#[test]
fn a_stroke_that_esc_takes_back_is_no_step_of_the_history() {
    let mut game = editing(OPEN);
    game.click(game.place(0, 0));
    with_control(&mut game, KeyCode::KeyZ);
    game.point_at(game.place(2, 2));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(8, 2));
    assert!(rows(&game)[2].contains('#'));
    game.press(KeyCode::Escape);
    game.button(ButtonState::Released);
    assert_eq!(
        (rows(&game), labels(&game).len()),
        (vec!["............".to_owned(); 7], 1)
    );
    with_control(&mut game, KeyCode::KeyY);
    assert_eq!(
        rows(&game)[0],
        "#...........",
        "what was undone before is there still"
    );
}

#[test]
fn click_cycles_four_weights_until_a_terrain_is_chosen() {
    let mut game = Game::shipped("four_algorithms");
    with_control(&mut game, KeyCode::KeyE);
    let at = game.place(8, 0);
    let mut seen = Vec::new();
    for _ in 0..4 {
        game.click(at);
        seen.push(rows(&game)[0].chars().nth(8).unwrap());
    }
    assert_eq!(seen, ['2', '3', '4', '1']);
    drag(&mut game, (8, 0), (10, 0));
    assert_eq!(&rows(&game)[0][8..11], "444");
    game.press(KeyCode::Digit3);
    game.click(at);
    game.click(at);
    assert_eq!(
        &rows(&game)[0][8..11],
        "344",
        "a chosen terrain is drawn with"
    );
    for _ in 0..6 {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert_eq!(rows(&game)[0], "1111111111111111");
}

#[test]
fn the_touch_of_a_pen_is_a_click() {
    // As a mouse that trembles over the border of two cells, and as a touch.
    let mut game = editing(OPEN);
    let border = (game.place(3, 3) + game.place(4, 3)) / 2.0;
    let (before, after) = (border - Vec2::new(1.0, 0.0), border + Vec2::new(1.5, 1.0));
    game.point_at(before);
    game.button(ButtonState::Pressed);
    game.point_at(after);
    game.button(ButtonState::Released);
    assert_eq!(rows(&game)[3], "...#........");
    let window = game.window;
    for (phase, position) in [
        (TouchPhase::Started, after),
        (TouchPhase::Moved, before),
        (TouchPhase::Ended, before),
    ] {
        game.send(TouchInput {
            phase,
            position,
            window,
            force: None,
            id: 3,
        });
        game.run(1);
    }
    assert_eq!(rows(&game)[3], "...##.......");
    // An agent that is touched stays.
    let mut game = editing(LEVEL);
    game.press(KeyCode::KeyA);
    let border = (game.place(1, 1) + game.place(2, 1)) / 2.0;
    game.point_at(border - Vec2::new(1.0, 0.0));
    game.button(ButtonState::Pressed);
    game.point_at(border + Vec2::new(1.0, 0.0));
    game.button(ButtonState::Released);
    assert_eq!(
        (level(&game).agents[0].at, labels(&game)),
        (Cell::new(1, 1), vec![])
    );
}

/// The camera moved under the stroke.
#[test]
fn the_middle_button_does_not_move_the_map_under_a_stroke() {
    let mut game = editing(OPEN);
    let before = middle(&game);
    game.point_at(game.place(3, 3));
    game.button(ButtonState::Pressed);
    game.any_button(MouseButton::Middle, ButtonState::Pressed);
    game.point_at(game.place(6, 3));
    game.any_button(MouseButton::Middle, ButtonState::Released);
    game.button(ButtonState::Released);
    assert_eq!(rows(&game)[3], "...####.....");
    assert_eq!(middle(&game), before);
}

/// The click moved the goal of a search that the editor does not show.
#[test]
fn a_press_before_the_editor_opens_is_no_click_there() {
    let mut game = Game::with(LEVEL);
    game.point_at(game.place(4, 1));
    game.button(ButtonState::Pressed);
    with_control(&mut game, KeyCode::KeyE);
    let before = level(&game);
    let goal = |game: &Game| game.app.world().resource::<WatchQuery>().query.goal;
    let asked = goal(&game);
    game.button(ButtonState::Released);
    game.run(3);
    assert_eq!((goal(&game), level(&game)), (asked, before));
}

/// The agent was carried on while its search was shown.
#[test]
fn a_drag_of_an_agent_ends_with_the_mode() {
    let mut game = Game::with(LEVEL);
    let place = |game: &Game| level(game).agents[0].at;
    game.point_at(game.place(1, 1));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(2, 1));
    game.press(KeyCode::KeyW);
    game.run(3);
    let agent = game.agent("scout");
    let cell = |game: &Game| game.app.world().get::<AgentCell>(agent).unwrap().0;
    let (before, start) = (cell(&game), place(&game));
    game.point_at(game.place(3, 2));
    game.button(ButtonState::Released);
    game.run(3);
    assert_eq!((cell(&game), place(&game)), (before, start));
}

#[test]
fn why_nothing_was_changed_is_said_in_chinese() {
    let mut game = editing(LEVEL);
    game.app.insert_resource(ChosenLanguage(Language::Chinese));
    game.press(KeyCode::KeyA);
    game.click(game.place(1, 1));
    game.command(CharacterCommand::Speed(1e6));
    game.run(1);
    assert!(
        game.says("未作更改：智能体“scout”的速度必须为每秒 0.1 到 100 格"),
        "{:?}",
        game.texts()
    );
    game.app.insert_resource(ChosenLanguage(Language::English));
    game.run(2);
    assert!(
        game.says("Nothing was changed: the speed of agent \"scout\""),
        "{:?}",
        game.texts()
    );
}

/// A drag under way, with a wall behind it.
fn mid_stroke(tool: Tool) -> Game {
    let mut game = editing(LEVEL);
    game.command(ToolCommand::Choose(tool));
    game.point_at(game.place(1, 1));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(4, 1));
    game
}

fn let_go(game: &mut Game) {
    game.point_at(game.place(4, 3));
    game.button(ButtonState::Released);
    game.run(2);
}

#[test]
fn whatever_interrupts_a_stroke_loses_nothing() {
    for tool in Tool::ALL {
        // Another tool, another mode, and another window: the stroke ends there.
        for interrupt in [
            |game: &mut Game| game.command(ToolCommand::Choose(Tool::Picker)),
            |game: &mut Game| game.command(WindowCommand::Mode(Mode::Agents)),
            |game: &mut Game| {
                let window = game.window;
                game.send(WindowFocused {
                    window,
                    focused: false,
                });
                game.run(2);
            },
        ] {
            let mut game = mid_stroke(tool);
            interrupt(&mut game);
            game.run(2);
            let (after, made) = (level(&game), labels(&game).len());
            let_go(&mut game);
            assert_eq!(
                (level(&game), labels(&game).len()),
                (after, made),
                "{tool:?}"
            );
            // And the next stroke is a whole one.
            game.command(WindowCommand::Mode(Mode::Edit));
            game.command(ToolCommand::Choose(Tool::Brush));
            game.command(ToolCommand::Terrain(3));
            game.click(game.place(0, 5));
            game.click(game.place(1, 5));
            game.run(1);
            assert_eq!(labels(&game).len(), made + 2, "{tool:?}");
        }
        // Undo takes the stroke back that it ends.
        let mut game = mid_stroke(tool);
        let before = rows(&Game::with(LEVEL));
        with_control(&mut game, KeyCode::KeyZ);
        let_go(&mut game);
        assert_eq!(rows(&game), before, "{tool:?}");
        // Another level.
        let mut game = mid_stroke(tool);
        game.command(LevelCommand::Restart);
        game.command(gridwalk::app::command::FileCommand::NewSized(32, 20));
        game.run(4);
        let_go(&mut game);
        // The window becomes another one.
        let mut game = mid_stroke(tool).sized(500.0, 300.0).sized(1280.0, 720.0);
        let_go(&mut game);
        with_control(&mut game, KeyCode::KeyZ);
        assert_eq!(rows(&game), before, "{tool:?}");
    }
}

#[test]
fn drag_outside_the_map_with_other_buttons_is_one_stroke() {
    for (tool, wanted) in [
        (Tool::Brush, Shape::Free),
        (Tool::Line, Shape::Line),
        (Tool::Rectangle, Shape::Rectangle),
    ] {
        let mut game = editing(OPEN);
        game.command(ToolCommand::Choose(tool));
        game.point_at(game.place(3, 3));
        game.button(ButtonState::Pressed);
        game.point_at(Vec2::new(-200.0, 900.0));
        // Over a panel, with another button and keys in between.
        game.any_button(MouseButton::Right, ButtonState::Pressed);
        game.point_at(Vec2::new(1270.0, 100.0));
        game.any_button(MouseButton::Right, ButtonState::Released);
        game.press(KeyCode::ArrowLeft);
        game.press(KeyCode::BracketRight);
        game.press(KeyCode::Space);
        game.point_at(game.place(6, 3));
        game.button(ButtonState::Released);
        game.run(2);
        assert!(
            matches!(labels(&game).as_slice(), [Label::Drawn(shape, ..)] if *shape == wanted),
            "{:?}",
            labels(&game)
        );
        assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
        with_control(&mut game, KeyCode::KeyZ);
        assert_eq!(rows(&game), vec!["............"; 7], "{tool:?}");
        let document = game
            .app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap();
        assert_eq!(Document::history(document).len(), 1);
    }
}

#[test]
fn the_panel_shows_what_belongs_to_the_tool_once() {
    let mut game = editing(OPEN).sized(1280.0, 1400.0);
    game.command(ToolCommand::Choose(Tool::Portal));
    drag(&mut game, (1, 1), (4, 4));
    assert!(game.says("1   (1, 1) – (4, 4)"), "{:?}", game.texts());
    game.command(ToolCommand::Choose(Tool::Size));
    game.run(1);
    let sizes = game
        .texts()
        .iter()
        .filter(|(text, _)| text == "SIZE")
        .count();
    assert!(sizes == 1 && !game.says("1   (1, 1)"), "{:?}", game.texts());
    game.command(ToolCommand::Choose(Tool::Brush));
    game.command(WindowCommand::Fold(Section::Size));
    game.run(2);
    game.click_text("12 × 7");
    assert!(game.find("left").is_none(), "its heading folds it");
}

/// Fields and buttons without a key of their own could be reached by the mouse alone.
#[test]
fn the_side_panel_is_gone_through_without_a_mouse() {
    let mut game = editing(OPEN);
    let window = game.window;
    game.app
        .world_mut()
        .get_mut::<Window>(window)
        .unwrap()
        .set_cursor_position(None);
    game.press(KeyCode::F6);
    game.run(2);
    // The heading of the first section, which folds it.
    game.press(KeyCode::Space);
    game.run(2);
    assert!(game.find("forest").is_none(), "{:?}", game.texts());
    game.press(KeyCode::Space);
    game.run(2);
    assert!(game.find("forest").is_some());
    // Its rows: the first terrain, then the second.
    game.press(KeyCode::Tab);
    game.press(KeyCode::Space);
    game.run(2);
    let drawn_with = |game: &Game| {
        game.app
            .world()
            .resource::<gridwalk::app::Edit>()
            .terrain(&level(game).grid)
            .0
    };
    assert_eq!(drawn_with(&game), 0);
    game.press(KeyCode::Tab);
    game.press(KeyCode::Tab);
    game.press(KeyCode::Space);
    game.run(2);
    assert_eq!(drawn_with(&game), 2);
    // Afterwards keys are those of the map again.
    game.press(KeyCode::Escape);
    game.run(2);
    game.press(KeyCode::Tab);
    game.run(2);
    assert!(game.find("forest").is_none(), "the panel is folded");
}

/// The name ended in the middle of a letter, and a hover gave no more of it.
#[test]
fn long_name_of_a_terrain_ends_in_dots_and_is_whole_on_hover() {
    let name = "a very long name of a terrain for the list";
    let map = format!(
        r#"(version: 1, legend: {{ 'm': (name: "{name}", cost: 5) }}, map: ["m..", "..."])"#
    );
    let mut game = editing(&map).sized(1280.0, 900.0);
    let row = game
        .find(name)
        .unwrap_or_else(|| panic!("{:?}", game.texts()));
    assert!(
        game.elided().iter().any(|text| text == name),
        "{:?}",
        game.elided()
    );
    let painted = game
        .texts()
        .iter()
        .filter(|(text, _)| text.starts_with(name))
        .count();
    game.point_at(Vec2::new(row.center().x, row.center().y));
    game.run(120);
    let hovered = game
        .texts()
        .iter()
        .filter(|(text, _)| text.starts_with(name))
        .count();
    assert!(hovered > painted, "{:?}", game.texts());
}
