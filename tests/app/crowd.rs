//! Several agents: boxes, lines, groups, crowds and the brush that spawns them, by real input.

use bevy::input::ButtonState;
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy_egui::egui::Shape;
use bevy_egui::{EguiFullOutput, EguiPostUpdateSet};
use bevy_gridwalk::{AgentCell, AgentName, CrowdWalk, GridAgent, Hold, PathStack, Waypoints};
use gridwalk::app::command::{
    AgentCommand, EditCommand, SelectionCommand, SpawnCommand, Tool, ToolCommand,
};
use gridwalk::app::{Mode, OpenDocument, QuerySource, Selection, WatchQuery};
use gridwalk_pathfinding::{Algorithm, Cell};

use super::game::Game;

/// Four agents of a crowd on the left, a wall with a door in the middle.
const CROWD: &str = r#"(
    version: 1,
    name: "Crowd",
    crowd: true,
    map: [
        "....................",
        "....................",
        "....................",
        "..........#.........",
        "..........#.........",
        "....................",
        "..........#.........",
        "..........#.........",
        "....................",
        "....................",
    ],
    agents: [
        (name: "ant", at: (1, 1), speed: 16.0),
        (name: "bee", at: (1, 3), speed: 16.0),
        (name: "cat", at: (3, 1), speed: 16.0),
        (name: "dog", at: (1, 8), speed: 16.0),
    ],
)"#;

fn game() -> Game {
    let mut game = Game::with(CROWD);
    game.run(4);
    game
}

fn shift(game: &mut Game, state: ButtonState) {
    game.key(KeyCode::ShiftLeft, state);
}

/// Drags with a button from cell to cell.
fn drag(game: &mut Game, button: MouseButton, from: (i32, i32), to: (i32, i32)) {
    let [from, to] = [from, to].map(|(x, y)| game.place(x, y));
    game.point_at(from);
    game.any_button(button, ButtonState::Pressed);
    game.point_at((from + to) / 2.0);
    game.point_at(to);
    game.any_button(button, ButtonState::Released);
    game.run(2);
}

/// Drags a box from cell to cell.
fn box_around(game: &mut Game, from: (i32, i32), to: (i32, i32)) {
    shift(game, ButtonState::Pressed);
    drag(game, MouseButton::Left, from, to);
    shift(game, ButtonState::Released);
    game.run(2);
}

/// Names of the selected agents, in their order.
fn selected(game: &Game) -> Vec<String> {
    let world = game.app.world();
    let agents = world.resource::<Selection>().agents().iter();
    agents
        .map(|agent| world.get::<AgentName>(*agent).unwrap().0.clone())
        .collect()
}

fn cells(game: &mut Game) -> Vec<(String, Cell)> {
    let mut agents = game
        .app
        .world_mut()
        .query_filtered::<(&AgentName, &AgentCell), With<GridAgent>>();
    let mut all: Vec<_> = agents
        .iter(game.app.world())
        .map(|(name, cell)| (name.0.clone(), cell.0))
        .collect();
    all.sort();
    all
}

fn distinct(game: &mut Game) -> bool {
    let mut all: Vec<_> = cells(game)
        .into_iter()
        .map(|(_, cell)| (cell.x, cell.y))
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() == count
}

#[test]
fn shift_drag_selects_the_agents_in_a_box() {
    let mut game = game();
    assert_eq!(selected(&game), ["ant"]);
    box_around(&mut game, (0, 0), (4, 4));
    assert_eq!(selected(&game), ["ant", "bee", "cat"]);
    assert!(game.says("3 agents selected"), "{:?}", game.texts());
    box_around(&mut game, (6, 6), (8, 8));
    assert_eq!(
        selected(&game),
        ["ant", "bee", "cat"],
        "a box around nobody changes nothing"
    );
    game.key(KeyCode::ControlLeft, ButtonState::Pressed);
    box_around(&mut game, (0, 7), (2, 9));
    game.key(KeyCode::ControlLeft, ButtonState::Released);
    assert_eq!(
        selected(&game),
        ["ant", "bee", "cat", "dog"],
        "with Ctrl it adds"
    );
    assert!(!game.has::<CrowdWalk>("dog"), "a drag is no order");
}

/// Esc dropped the selection, and the agent stayed where it was carried.
#[test]
fn esc_puts_a_carried_agent_back() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 4));
    let before = game.cell_of("ant");
    game.point_at(game.place(before.x, before.y));
    game.button(ButtonState::Pressed);
    for x in 1..4 {
        game.point_at(game.place(before.x + x, before.y + 5));
    }
    game.run(2);
    assert_ne!(game.cell_of("ant"), before);
    game.press(KeyCode::Escape);
    game.run(2);
    game.point_at(game.place(before.x + 6, before.y + 6));
    game.button(ButtonState::Released);
    game.run(2);
    assert_eq!(game.cell_of("ant"), before);
    assert_eq!(selected(&game).len(), 3);
}

#[test]
fn box_tells_how_many_it_holds_while_it_is_dragged() {
    let mut game = game();
    shift(&mut game, ButtonState::Pressed);
    let [from, to] = [(0, 0), (4, 4)].map(|(x, y)| game.place(x, y));
    game.point_at(from);
    game.button(ButtonState::Pressed);
    game.point_at(to);
    game.run(1);
    assert!(game.says("3 agents"), "{:?}", game.texts());
    game.press(KeyCode::Escape);
    game.run(1);
    assert!(!game.says("3 agents"), "Esc takes the box away");
    game.button(ButtonState::Released);
    shift(&mut game, ButtonState::Released);
    game.run(2);
    assert_eq!(selected(&game), ["ant"]);
}

#[test]
fn shift_click_adds_an_agent_and_removes_it_again() {
    let mut game = game();
    shift(&mut game, ButtonState::Pressed);
    let dog = game.place(1, 8);
    game.click(dog);
    assert_eq!(selected(&game), ["ant", "dog"]);
    assert!(game.says("2 agents selected"));
    game.run(40);
    game.click(dog);
    assert_eq!(selected(&game), ["ant"]);
    game.run(40);
    let ant = game.place(1, 1);
    game.click(ant);
    assert_eq!(selected(&game), ["ant"], "one agent stays selected");
    shift(&mut game, ButtonState::Released);
}

#[test]
fn escape_leaves_the_described_agent_selected_alone() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 4));
    game.press(KeyCode::KeyN);
    game.run(1);
    assert_eq!(
        selected(&game).len(),
        3,
        "N goes round among the selected ones"
    );
    game.press(KeyCode::Escape);
    game.run(1);
    assert_eq!(selected(&game), ["bee"]);
}

#[test]
fn click_sends_all_selected_crowd_agents_to_own_cells() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 4));
    let goal = game.place(15, 5);
    game.click(goal);
    game.run(300);
    assert!(distinct(&mut game));
    for name in ["ant", "bee", "cat"] {
        let (x, y) = game.cell_of(name).distance(Cell::new(15, 5));
        assert!(x <= 1 && y <= 1, "{name} {:?}", game.cell_of(name));
    }
    assert_eq!(game.cell_of("dog"), Cell::new(1, 8), "it was not selected");
}

#[test]
fn waypoints_and_stops_go_to_all_selected_agents() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 4));
    let goal = game.place(15, 2);
    game.click(goal);
    shift(&mut game, ButtonState::Pressed);
    let later = game.place(15, 8);
    game.click(later);
    shift(&mut game, ButtonState::Released);
    for name in ["ant", "bee", "cat"] {
        let agent = game.agent(name);
        assert_eq!(
            game.app.world().get::<Waypoints>(agent).unwrap().0.len(),
            1,
            "{name}"
        );
    }
    game.press(KeyCode::KeyS);
    game.run(40);
    for name in ["ant", "bee", "cat"] {
        assert!(
            !game.has::<CrowdWalk>(name) && !game.has::<PathStack>(name),
            "{name} stands"
        );
    }
    game.command(AgentCommand::SendAllTo(Cell::new(15, 5)));
    game.run(4);
    assert!(game.has::<CrowdWalk>("dog"));
    game.chord(&[KeyCode::ShiftLeft], KeyCode::KeyS);
    game.run(40);
    assert!(!game.has::<CrowdWalk>("dog"), "Shift + S stops all");
}

#[test]
fn right_drag_lines_agents_up_in_their_order() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 9));
    assert_eq!(selected(&game).len(), 4);
    drag(&mut game, MouseButton::Right, (14, 1), (14, 7));
    game.run(300);
    let line: Vec<_> = cells(&mut game)
        .into_iter()
        .map(|(_, cell)| (cell.x, cell.y))
        .collect();
    assert_eq!(
        line,
        [(14, 1), (14, 5), (14, 3), (14, 7)],
        "ant, bee, cat and dog from the top down"
    );
}

#[test]
fn right_drag_with_one_agent_moves_the_map() {
    let mut game = game();
    let before = game.place(5, 5);
    let from = game.place(3, 3);
    game.point_at(from);
    game.any_button(MouseButton::Right, ButtonState::Pressed);
    game.point_at(from + Vec2::new(40.0, 25.0));
    game.any_button(MouseButton::Right, ButtonState::Released);
    game.run(2);
    assert!(game.place(5, 5).distance(before + Vec2::new(40.0, 25.0)) < 0.5);
    assert!(!game.has::<CrowdWalk>("ant"));
}

#[test]
fn long_press_and_drag_lines_agents_up_on_a_touch_screen() {
    let mut game = game();
    game.command(SelectionCommand::All);
    let [from, to] = [(14, 1), (14, 7)].map(|(x, y)| game.place(x, y));
    game.finger(0, TouchPhase::Started, from);
    game.run(40);
    game.finger(0, TouchPhase::Moved, (from + to) / 2.0);
    game.finger(0, TouchPhase::Moved, to);
    game.finger(0, TouchPhase::Ended, to);
    game.run(300);
    let line: Vec<_> = cells(&mut game)
        .into_iter()
        .map(|(_, cell)| (cell.x, cell.y))
        .collect();
    assert_eq!(line, [(14, 1), (14, 5), (14, 3), (14, 7)]);
}

/// Regression: at few frames a second the box began where the pointer was at the end of the frame
/// of the press.
#[test]
fn box_begins_at_the_press_however_slow_the_frame() {
    let mut game = game();
    let [from, to] = [(0, 0), (4, 4)].map(|(x, y)| game.place(x, y));
    game.point_at(from);
    shift(&mut game, ButtonState::Pressed);
    game.press_and_move(MouseButton::Left, to);
    game.any_button(MouseButton::Left, ButtonState::Released);
    shift(&mut game, ButtonState::Released);
    game.run(2);
    assert_eq!(selected(&game), ["ant", "bee", "cat"]);
}

#[test]
fn groups_are_kept_and_recalled_by_digits() {
    let mut game = game();
    box_around(&mut game, (0, 0), (4, 4));
    game.chord(&[KeyCode::ShiftLeft], KeyCode::Digit1);
    assert!(game.says("3 agents are group 1 now."), "{:?}", game.texts());
    let dog = game.place(1, 8);
    game.click(dog);
    game.run(2);
    assert_eq!(selected(&game), ["dog"]);
    game.chord(&[KeyCode::ShiftLeft], KeyCode::Digit9);
    game.press(KeyCode::Digit1);
    game.run(2);
    assert_eq!(selected(&game), ["ant", "bee", "cat"]);
    assert!(game.says("3 of 4 · group 1"), "{:?}", game.texts());
    game.press(KeyCode::Digit9);
    game.run(2);
    assert_eq!(selected(&game), ["dog"]);
    game.press(KeyCode::Digit5);
    game.run(2);
    assert_eq!(selected(&game), ["dog"], "an empty group changes nothing");
    assert!(game.says("Group 5 is empty"));
}

/// Holds the bee in the only door, and sends the ant through it.
fn blocked_door() -> Game {
    let mut game = game();
    for y in [0, 1, 2, 8, 9] {
        game.command(EditCommand::SetCell(Cell::new(10, y), '#'));
    }
    game.command(AgentCommand::Select("bee".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(10, 5)));
    game.run(120);
    assert_eq!(game.cell_of("bee"), Cell::new(10, 5));
    game.press(KeyCode::KeyH);
    assert!(game.has::<Hold>("bee"));
    game.command(AgentCommand::Select("ant".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(15, 5)));
    game.run(120);
    game
}

#[test]
fn held_agent_is_not_pushed_and_an_order_frees_it() {
    let mut game = blocked_door();
    assert_eq!(game.cell_of("bee"), Cell::new(10, 5), "nobody pushes it");
    assert_ne!(game.cell_of("ant"), Cell::new(15, 5));
    game.command(AgentCommand::Select("bee".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(18, 8)));
    assert!(!game.has::<Hold>("bee"));
    game.until("both are there", |game| {
        let world = game.app.world();
        world
            .iter_entities()
            .filter_map(|it| it.get::<AgentCell>().copied())
            .any(|cell| cell.0 == Cell::new(15, 5))
    });
}

#[test]
fn agent_that_waits_says_for_whom_to_the_end() {
    let mut game = blocked_door();
    game.command(AgentCommand::Select("cat".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(16, 5)));
    game.run(60);
    let said = |game: &Game, of: &str| game.texts().iter().any(|(text, _)| text.contains(of));
    assert!(
        said(&game, "for ant, which waits for bee, which holds its cell"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::KeyZ);
    game.run(2);
    assert!(
        said(&game, "它在等待 bee，它守住自己的格子"),
        "{:?}",
        game.texts()
    );
}

/// The panel said "comes back to (10, 5)", and below it "goal: none".
#[test]
fn agent_that_makes_way_has_the_goal_that_it_comes_back_to() {
    let mut game = game();
    game.command(AgentCommand::Select("ant".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(10, 5)));
    game.until("it stands in the door", |game| game.says("arrived"));
    game.command(AgentCommand::Select("bee".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(15, 5)));
    game.command(AgentCommand::Select("ant".to_owned()));
    game.until("it makes way", |game| {
        game.says("makes way for bee and comes back to (10, 5)")
    });
    assert!(
        game.find("none: click a cell").is_none() && game.find("(10, 5)").is_some(),
        "{:?}",
        game.texts()
    );
}

/// "paused, 16 cells to go" of 49: a stack of a crowd holds the next cells only.
#[test]
fn paused_agent_of_a_crowd_says_where_it_goes() {
    let mut game = game();
    game.command(AgentCommand::Select("ant".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(18, 9)));
    game.run(20);
    game.command(AgentCommand::TogglePause);
    game.run(2);
    assert!(
        game.says("paused on the way to (18, 9)"),
        "{:?}",
        game.texts()
    );
}

/// A badge "2" stood where one agent left a cell and the next one entered it.
#[test]
fn no_badge_counts_agents_of_a_crowd() {
    let mut game = game();
    game.command(AgentCommand::SendAllTo(Cell::new(15, 5)));
    for _ in 0..200 {
        game.run(1);
        assert!(
            !game
                .texts()
                .iter()
                .any(|(text, rect)| text == "2" && rect.right() < 900.0),
            "{:?}",
            game.texts()
        );
    }
}

#[test]
fn cell_says_who_reserves_it() {
    let mut game = game();
    let dog = game.place(1, 8);
    game.point_at(dog);
    game.run(1);
    let said = |game: &Game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("reserved by dog, which stands on it"))
    };
    assert!(said(&game), "{:?}", game.texts());
    let free = game.place(6, 8);
    game.point_at(free);
    game.run(1);
    assert!(!said(&game));
}

/// Number of lines painted in the last frame.
#[derive(Resource, Default)]
struct Lines(usize);

fn count_lines(outputs: Query<&EguiFullOutput>, mut lines: ResMut<Lines>) {
    let shapes = outputs
        .iter()
        .filter_map(|output| output.0.as_ref())
        .flat_map(|output| &output.shapes);
    lines.0 = shapes
        .filter(|shape| matches!(shape.shape, Shape::LineSegment { .. }))
        .count();
}

#[test]
fn arrows_lead_from_waiting_agents_to_those_in_their_way() {
    let mut game = blocked_door();
    // The panel has lines of its own.
    game.press(KeyCode::Tab);
    let counting = count_lines
        .after(EguiPostUpdateSet::EndPass)
        .before(EguiPostUpdateSet::ProcessOutput);
    game.app
        .init_resource::<Lines>()
        .add_systems(PostUpdate, counting);
    let lines = |game: &mut Game| {
        game.run(2);
        game.app.world().resource::<Lines>().0
    };
    let before = lines(&mut game);
    game.press(KeyCode::KeyJ);
    assert_eq!(
        lines(&mut game),
        before + 6,
        "an arrow is a shaft and a head, each with a casing"
    );
    game.press(KeyCode::KeyJ);
    assert_eq!(lines(&mut game), before);
}

#[test]
fn brush_spawns_agents_that_are_no_part_of_the_level() {
    let mut game = game();
    game.press(KeyCode::KeyB);
    game.run(2);
    assert!(
        game.says("Click or drag over free cells"),
        "{:?}",
        game.texts()
    );
    game.command(SpawnCommand::Size(3));
    drag(&mut game, MouseButton::Left, (13, 8), (17, 8));
    game.run(4);
    let spawned = cells(&mut game).len() - 4;
    assert_eq!(
        spawned,
        7 * 2 + 7,
        "three rows of seven cells, and the lowest row is on the map"
    );
    assert!(distinct(&mut game));
    let level = game
        .app
        .world()
        .resource::<OpenDocument>()
        .document()
        .unwrap()
        .level()
        .clone();
    assert_eq!(level.agents.len(), 4);
    box_around(&mut game, (11, 6), (19, 9));
    assert_eq!(selected(&game).len(), spawned);
    game.press(KeyCode::Escape);
    game.run(1);
    let goal = game.place(5, 5);
    game.click(goal);
    game.run(2);
    game.chord(&[KeyCode::ShiftLeft], KeyCode::KeyB);
    game.run(4);
    assert_eq!(
        cells(&mut game).len(),
        4,
        "one command takes all of them away"
    );
    assert_eq!(selected(&game).len(), 1);
}

/// A note on a wall was shown on a map without walls.
#[test]
fn spawning_over_agents_tells_of_no_wall() {
    let mut game = game();
    game.command(AgentCommand::SendAllTo(Cell::new(18, 5)));
    game.run(10);
    game.command(SpawnCommand::Size(9));
    game.command(SpawnCommand::At(Cell::new(4, 4)));
    game.run(5);
    assert!(
        !game
            .texts()
            .iter()
            .any(|(text, _)| text.contains("cannot stand there")),
        "{:?}",
        game.texts()
    );
    assert!(distinct(&mut game));
}

/// The brush is silent about its own agents, a wall on one of them is not.
#[test]
fn wall_on_a_spawned_agent_is_told() {
    let mut game = game();
    game.command(SpawnCommand::Size(1));
    game.command(SpawnCommand::At(Cell::new(15, 5)));
    game.run(5);
    game.command(EditCommand::SetCell(Cell::new(15, 5), '#'));
    game.run(5);
    assert!(
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("The agent on (15, 5) cannot stand there")),
        "{:?}",
        game.texts()
    );
}

#[test]
fn spawned_agents_leave_with_their_map() {
    let mut game = game();
    game.command(SpawnCommand::At(Cell::new(15, 5)));
    game.run(2);
    assert!(cells(&mut game).len() > 4);
    game.press(KeyCode::KeyR);
    game.run(4);
    assert_eq!(cells(&mut game).len(), 4);
}

#[test]
fn watched_agent_of_a_crowd_shows_the_field_of_its_goal() {
    let mut game = game();
    game.command(AgentCommand::SendTo(Cell::new(15, 5)));
    game.run(10);
    game.chord(&[KeyCode::ShiftLeft], KeyCode::KeyW);
    game.until("the field is shown", |game| game.shown().is_some());
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    let question = game.app.world().resource::<WatchQuery>();
    assert_eq!(question.source, QuerySource::Field("ant".to_owned()));
    assert_eq!(
        (question.query.goal, question.query.options.algorithm),
        (Cell::new(15, 5), Algorithm::FlowField)
    );
    assert!(game.shown().unwrap().outcome.path().is_some());
}

#[test]
fn watching_an_agent_without_an_order_says_why_there_is_nothing() {
    let mut game = game();
    game.chord(&[KeyCode::ShiftLeft], KeyCode::KeyW);
    game.run(4);
    assert!(game.says("ant was sent nowhere"), "{:?}", game.texts());
}

/// Regression: "This level has none", beside a selected agent.
#[test]
fn editor_says_that_a_group_member_has_no_entry() {
    let mut game = Game::with(
        "(version: 1, name: \"Group\", map: [\"........\", \"........\"], crowd: true, \
         groups: [(name: \"walker\", count: 3, from: (at: (0, 0), size: (2, 2)), to: (7, 0))])",
    );
    game.command(SelectionCommand::All);
    game.command(ToolCommand::Toggle);
    game.command(ToolCommand::Choose(Tool::Agent));
    game.run(4);
    let told = |game: &Game, part: &str| game.texts().iter().any(|(text, _)| text.contains(part));
    assert!(
        told(&game, "has no entry of its own in the level"),
        "{:?}",
        game.texts()
    );
    assert!(!told(&game, "This level has none"));
}

/// `W` showed the level's first leg while the agent walked elsewhere.
#[test]
fn watching_in_a_crowd_is_about_the_walk() {
    let mut game = Game::with(CROWD);
    game.run(4);
    game.command(AgentCommand::Select("ant".to_owned()));
    game.command(AgentCommand::SendTo(Cell::new(18, 8)));
    game.run(12);
    let here = game.cell_of("ant");
    assert_ne!(here, Cell::new(1, 1));
    game.press(KeyCode::KeyW);
    game.run(3);
    let here = game.cell_of("ant");
    let query = &game.app.world().resource::<WatchQuery>().query;
    assert_eq!((query.start, query.goal), (here, Cell::new(18, 8)));
    game.until("the panel names it", |game| {
        game.tells("ant, its current leg")
    });
}

/// `W` showed the level's first leg after an arrival, and Shift + `W` that there was no order.
#[test]
fn watching_after_an_arrival_in_a_crowd_is_about_the_last_walk() {
    let mut game = game();
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    game.run(80);
    assert!(!game.has::<CrowdWalk>("ant"), "the walk is over");
    let walk = (Cell::new(1, 1), Cell::new(9, 1));
    let watched = |game: &Game| {
        let query = &game.app.world().resource::<WatchQuery>().query;
        (query.start, query.goal)
    };
    game.press(KeyCode::KeyW);
    game.run(3);
    assert_eq!(watched(&game), walk);
    game.until("the panel names it", |game| game.tells("ant, its last leg"));
    game.press(KeyCode::KeyW);
    game.run(3);
    game.chord(&[KeyCode::ShiftLeft], KeyCode::KeyW);
    game.until("the field is shown", |game| game.shown().is_some());
    assert_eq!(watched(&game), walk);
}

/// Regression: all agents lost their orders, and the editor found nothing odd.
#[test]
fn editor_says_that_a_crowd_uses_no_portals() {
    let mut game = game();
    game.command(ToolCommand::Toggle);
    game.press(KeyCode::KeyP);
    drag(&mut game, MouseButton::Left, (2, 5), (15, 5));
    game.until("it is found", |game| {
        game.says("no agent of the crowd walks: a crowd does not use portals")
    });
}

/// Regression: the goal was called walled off, while others walked there.
#[test]
fn large_agent_says_that_the_way_is_too_narrow() {
    let mut game = Game::with(
        r#"(version: 1, name: "Gate", map: ["..#...", "..#...", "......", "..#...", "..#..."],
        agents: [(name: "elephant", at: (0, 0), goals: [(4, 0)], size: 2)])"#,
    );
    game.until("it says why", |game| {
        game.says("no path: no way to the goal is 2 × 2 cells wide")
    });
}
