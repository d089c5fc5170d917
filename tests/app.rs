//! The playground without a display: real plugins, real input messages, time by hand.
#![cfg(feature = "app")]

use std::sync::Arc;
use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, ExitCondition, PrimaryWindow, WindowEvent, WindowResolution};
use bevy::winit::WinitPlugin;
use bevy_egui::EguiPlugin;
use gridwalk::app::{
    AppCommand, AppPlugin, Held, MapArea, Mode, Playback, Question, Recording, Run, Runs, Selection, View,
};
use gridwalk::pathfinding::Cell;
use gridwalk::pathfinding::formats::parse_level;
use gridwalk::plugin::{
    AgentCell, AgentName, GridLayout, PathFailed, PathStack, PathfindingSettings, ShowLevel, Waypoints,
};

const LEVEL: &str = r#"(
    version: 1,
    name: "Test",
    map: [
        "............",
        "......#.....",
        "......#.....",
        "......#..###",
        "......#..#.#",
        ".........###",
    ],
    agents: [ (name: "scout", at: (1, 1), speed: 20.0), (name: "guard", at: (1, 4)) ],
)"#;

struct Game {
    app: App,
    window: Entity,
}

impl Game {
    fn new() -> Self {
        let mut app = App::new();
        let window =
            Window { resolution: WindowResolution::new(1280, 720).with_scale_factor_override(1.0), ..default() };
        app.add_plugins(
            DefaultPlugins
                .set(WindowPlugin {
                    primary_window: Some(window),
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .set(RenderPlugin { render_creation: WgpuSettings { backends: None, ..default() }.into(), ..default() })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>(),
        );
        app.add_plugins((EguiPlugin::default(), AppPlugin));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
        app.finish();
        app.cleanup();
        let window = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let level = Arc::new(parse_level(LEVEL.as_bytes(), "test.level.ron").unwrap());
        app.world_mut().write_message(ShowLevel { level, fresh: true });
        let mut game = Self { app, window };
        game.run(6);
        game
    }

    fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            // Searches run on other threads: give them the time of a frame.
            std::thread::sleep(Duration::from_millis(2));
            self.app.update();
        }
    }

    fn send<M: Message + Clone>(&mut self, message: M)
    where
        WindowEvent: From<M>,
    {
        self.app.world_mut().write_message(message.clone());
        self.app.world_mut().write_message(WindowEvent::from(message));
    }

    fn point_at(&mut self, position: Vec2) {
        let window = self.window;
        self.app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(position));
        self.send(CursorMoved { window, position, delta: None });
        self.run(1);
    }

    fn button(&mut self, state: ButtonState) {
        self.any_button(MouseButton::Left, state);
    }

    fn any_button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput { button, state, window });
        self.run(1);
    }

    fn click(&mut self, position: Vec2) {
        self.point_at(position);
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
        self.run(1);
    }

    fn key(&mut self, key_code: KeyCode, state: ButtonState) {
        let window = self.window;
        let logical_key = Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified);
        self.send(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
        self.run(1);
    }

    fn press(&mut self, key_code: KeyCode) {
        self.key(key_code, ButtonState::Pressed);
        self.key(key_code, ButtonState::Released);
    }

    /// Where a cell is drawn.
    fn place(&self, x: i32, y: i32) -> Vec2 {
        let world = self.app.world().resource::<GridLayout>().center(Cell::new(x, y));
        self.app.world().resource::<View>().window_at(self.app.world().resource::<MapArea>(), world)
    }

    fn agent(&mut self, name: &str) -> Entity {
        let mut agents = self.app.world_mut().query::<(Entity, &AgentName)>();
        agents.iter(self.app.world()).find(|(_, agent)| agent.0 == name).unwrap().0
    }

    fn cell_of(&mut self, name: &str) -> Cell {
        let agent = self.agent(name);
        self.app.world().get::<AgentCell>(agent).unwrap().0
    }

    /// Watches a search from one cell to another, from its beginning, and pauses.
    fn watch(&mut self, start: (i32, i32), goal: (i32, i32)) {
        self.press(KeyCode::KeyW);
        self.run(2);
        self.command(AppCommand::SetStart(start.into()));
        self.command(AppCommand::SetGoal(goal.into()));
        self.until("the search is recorded", |game| {
            game.shown().is_some_and(|run| (run.question.start, run.question.goal) == (start.into(), goal.into()))
        });
        self.press(KeyCode::Home);
    }

    fn shown(&self) -> Option<&Run> {
        self.app.world().resource::<Recording>().shown.as_ref()
    }

    /// Where the player stands, and where it ends.
    fn position(&self) -> (usize, usize) {
        let timeline = &self.shown().expect("something is watched").timeline;
        (timeline.position(), timeline.len())
    }

    fn command(&mut self, command: AppCommand) {
        self.app.world_mut().write_message(command);
        self.run(1);
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..2000 {
            if holds(self) {
                return;
            }
            self.run(1);
        }
        panic!("not within 2000 frames: {what}");
    }

    fn drag(&mut self, from: Vec2, to: Vec2) {
        self.point_at(from);
        self.button(ButtonState::Pressed);
        self.point_at((from + to) / 2.0);
        self.point_at(to);
        self.button(ButtonState::Released);
        self.run(2);
    }

    fn has<C: Component>(&mut self, name: &str) -> bool {
        let agent = self.agent(name);
        self.app.world().get::<C>(agent).is_some()
    }
}

#[test]
fn a_click_sends_the_selected_agent_to_the_clicked_cell() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    assert!(game.has::<PathStack>("scout"), "it sets off");
    game.run(150);
    assert_eq!(game.cell_of("scout"), Cell::new(9, 1));
    assert!(!game.has::<PathStack>("scout"));
    assert_eq!(game.cell_of("guard"), Cell::new(1, 4), "the other one stays");
}

#[test]
fn a_click_on_an_agent_selects_it_and_a_click_on_a_panel_never_reaches_the_map() {
    let mut game = Game::new();
    let guard = game.place(1, 4);
    game.click(guard);
    let entity = game.agent("guard");
    assert_eq!(*game.app.world().resource::<Selection>(), Selection(Some(entity)));
    for panel in [Vec2::new(1100.0, 690.0), Vec2::new(700.0, 20.0), Vec2::new(600.0, 712.0)] {
        game.click(panel);
        game.run(5);
        assert!(!game.has::<PathStack>("guard") && !game.has::<PathFailed>("guard"), "at {panel}");
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
    assert_eq!(game.app.world().get::<Waypoints>(scout).unwrap().0.len(), 2, "one is walked to, two wait");
    game.run(300);
    assert_eq!(game.cell_of("scout"), Cell::new(2, 2));
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
    let fitted = *game.app.world().resource::<View>();
    let corner = game.place(0, 0);
    game.point_at(corner);
    let window = game.window;
    let wheel = MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y: 3.0, window, phase: TouchPhase::Moved };
    game.send(wheel);
    game.run(2);
    assert!(game.app.world().resource::<View>().scale < fitted.scale, "cells are larger");
    assert!(game.place(0, 0).distance(corner) < 0.5, "the cell under the pointer stays there");
    game.press(KeyCode::KeyF);
    game.run(1);
    assert_eq!(*game.app.world().resource::<View>(), fitted);
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

#[test]
fn held_agents_stay_and_walk_on_later() {
    let mut game = Game::new();
    let goal = game.place(4, 1);
    game.press(KeyCode::Space);
    assert_eq!(*game.app.world().resource::<Held>(), Held(true));
    game.click(goal);
    game.run(60);
    assert_eq!(game.cell_of("scout"), Cell::new(1, 1));
    game.press(KeyCode::Space);
    game.run(60);
    assert_eq!(game.cell_of("scout"), Cell::new(4, 1));
}

#[test]
fn settings_change_by_command_and_restart_brings_the_levels_own_back() {
    let mut game = Game::new();
    let own = game.app.world().resource::<PathfindingSettings>().clone();
    game.app.world_mut().write_message(AppCommand::Set("movement".to_owned(), "four".to_owned()));
    game.app.world_mut().write_message(AppCommand::SendTo(Cell::new(4, 4)));
    game.run(80);
    assert_eq!(game.cell_of("scout"), Cell::new(4, 4));
    assert_ne!(*game.app.world().resource::<PathfindingSettings>(), own);
    game.press(KeyCode::KeyR);
    game.run(3);
    // Nothing is open from a file here, but a shown level can be restarted all the same.
    assert_eq!(*game.app.world().resource::<PathfindingSettings>(), own);
    assert_eq!(game.cell_of("scout"), Cell::new(1, 1));
}

#[test]
fn watching_holds_the_agents_and_going_back_lets_them_walk_on() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    game.press(KeyCode::KeyW);
    game.run(3);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    let stands = game.cell_of("scout");
    game.run(60);
    assert_eq!(game.cell_of("scout"), stands, "it waits");
    game.press(KeyCode::KeyW);
    game.run(150);
    assert_eq!(game.cell_of("scout"), Cell::new(9, 1));
}

#[test]
fn keys_step_forwards_and_back_and_play_stops_at_the_end() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    assert_eq!(game.position().0, 0);
    let mut stops = vec![0];
    for _ in 0..5 {
        game.press(KeyCode::ArrowRight);
        stops.push(game.position().0);
    }
    assert!(stops.windows(2).all(|pair| pair[0] < pair[1]), "{stops:?}");
    for stop in stops.iter().rev().skip(1) {
        game.press(KeyCode::ArrowLeft);
        assert_eq!(game.position().0, *stop, "back through {stops:?}");
    }
    game.command(AppCommand::Speed(19));
    game.press(KeyCode::Space);
    game.until("it has played to the end", |game| game.position().0 == game.position().1);
    game.run(2);
    assert!(!game.app.world().resource::<Playback>().playing);
    game.press(KeyCode::Home);
    assert_eq!(game.position().0, 0);
    game.press(KeyCode::End);
    assert_eq!(game.position().0, game.position().1);
}

#[test]
fn a_dragged_goal_is_followed_by_the_whole_picture() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let before = game.shown().unwrap().outcome.cost().unwrap();
    let (from, to) = (game.place(9, 1), game.place(2, 1));
    game.drag(from, to);
    game.until("the search follows", |game| game.shown().is_some_and(|run| run.question.goal == Cell::new(2, 1)));
    assert!(game.shown().unwrap().outcome.cost().unwrap() < before);
    assert_eq!(game.position().0, game.position().1, "and its end is shown");
    assert!(!game.has::<PathStack>("scout"), "nobody was sent there");
    // Walls are no goals: the last good place stays.
    let (from, to) = (game.place(2, 1), game.place(6, 2));
    game.drag(from, to);
    assert!(game.app.world().resource::<Question>().goal != Cell::new(6, 2));
}

#[test]
fn a_changed_setting_is_followed_and_every_search_gets_a_row() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let rows = game.app.world().resource::<Runs>().rows.len();
    game.command(AppCommand::Set("algorithm".into(), "dijkstra".into()));
    game.until("Dijkstra is watched", |game| {
        game.shown().is_some_and(|run| run.question.options.algorithm == gridwalk::pathfinding::Algorithm::Dijkstra)
    });
    let runs = game.app.world().resource::<Runs>();
    assert_eq!(runs.rows.len(), rows + 1);
    let expanded = |run: &Run| run.outcome.stats().expanded;
    assert!(expanded(&runs.rows[rows]) > expanded(&runs.rows[rows - 1]), "without an estimate it looks at more");
    game.command(AppCommand::ShowRun(rows - 1));
    game.until("the old search is watched again", |game| {
        game.shown().is_some_and(|run| run.question.options.algorithm == gridwalk::pathfinding::Algorithm::AStar)
    });
    assert_eq!(game.app.world().resource::<Runs>().rows.len(), rows + 1, "which is not a new one");
}

#[test]
fn a_right_click_sets_a_breakpoint_where_play_stops() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let cell = game.place(4, 1);
    game.point_at(cell);
    game.any_button(MouseButton::Right, ButtonState::Pressed);
    game.any_button(MouseButton::Right, ButtonState::Released);
    assert_eq!(game.app.world().resource::<Playback>().breakpoints.len(), 1);
    game.command(AppCommand::Speed(19));
    game.press(KeyCode::Space);
    game.until("it stops", |game| !game.app.world().resource::<Playback>().playing);
    let (position, length) = game.position();
    assert!(position > 0 && position < length, "{position} of {length}");
    let timeline = &game.shown().unwrap().timeline;
    let last = timeline.trace().event(position - 1).unwrap();
    assert!(
        matches!(last, gridwalk::pathfinding::SearchEvent::Generated { cell, .. } if cell == Cell::new(4, 1)),
        "{last:?}"
    );
    game.press(KeyCode::End);
    game.press(KeyCode::KeyB);
    assert_eq!(game.position().0, length, "there is none after it");
}

#[test]
fn the_slider_is_dragged_with_the_mouse() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.drag(Vec2::new(320.0, 659.0), Vec2::new(520.0, 659.0));
    let (position, length) = game.position();
    assert!(position > length / 5 && position < length * 4 / 5, "{position} of {length}");
    assert_eq!(game.app.world().resource::<Question>().goal, Cell::new(9, 1), "the map was not touched");
}

#[test]
fn an_agents_search_is_watched_on_the_map_as_it_was() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    game.run(30);
    let agent = game.agent("scout");
    let search = game.app.world().get::<gridwalk::plugin::LastSearch>(agent).unwrap().clone();
    game.command(AppCommand::SetCell(Cell::new(9, 0), '#'));
    game.run(3);
    game.command(AppCommand::WatchAgent("scout".into(), 0));
    game.until("its search is watched", |game| game.shown().is_some_and(|run| run.question.goal == Cell::new(9, 1)));
    let run = game.shown().unwrap();
    assert_eq!(run.question.start, search.start);
    assert_eq!(run.outcome.stats(), search.stats, "the same search, counted again");
    assert_eq!(run.outcome.path().map(gridwalk::pathfinding::Path::hash), search.path_hash);
    let map = run.question.grid.as_ref().unwrap();
    assert!(map.is_walkable(Cell::new(9, 0)), "the wall came later");
}

#[test]
fn no_two_systems_of_ours_are_in_doubt_about_their_order() {
    use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
    let mut game = Game::new();
    let strict = || ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() };
    for schedule in ["FixedUpdate", "Update"] {
        let set = |schedule: &mut Schedule| {
            schedule.set_build_settings(strict());
        };
        if schedule == "Update" {
            game.app.edit_schedule(Update, set);
        } else {
            game.app.edit_schedule(FixedUpdate, set);
        }
        // A system that is added makes the schedule be built again, and then checked.
        game.app.add_systems(Update, || {}).add_systems(FixedUpdate, || {});
        game.run(2);
    }
}
