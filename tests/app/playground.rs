//! The playground: agents and flags are dragged, clicks change terrains, presets play and are
//! walked.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_gridwalk::{AgentMotion, GridLayout, NavGrid, PathStack};
use gridwalk::app::command::{AgentCommand, PlayCommand, WatchCommand};
use gridwalk::app::{CameraView, MapLooks, Mode, Playback, Preset, Toggle, Toggles, WatchQuery};
use gridwalk_pathfinding::{Algorithm, Cell, Heuristic};

use super::edit::with_control;
use super::game::Game;

/// Returns the present place of an agent on the screen.
fn place_of(game: &mut Game, name: &str) -> Vec2 {
    let agent = game.agent(name);
    let world = game.app.world();
    let at = world
        .resource::<GridLayout>()
        .world(world.get::<AgentMotion>(agent).unwrap().position);
    world
        .resource::<CameraView>()
        .window_at(world.resource(), at)
}

fn goal_of(game: &mut Game, name: &str) -> Option<Cell> {
    let agent = game.agent(name);
    game.app
        .world()
        .get::<PathStack>(agent)
        .and_then(PathStack::destination)
}

fn glyph(game: &Game, cell: (i32, i32)) -> char {
    let terrain = game
        .app
        .world()
        .resource::<NavGrid>()
        .grid()
        .terrain_id(cell.into())
        .unwrap();
    game.app.world().resource::<MapLooks>().of(terrain).glyph
}

fn mode(game: &Game) -> Mode {
    *game.app.world().resource::<Mode>()
}

fn with_key(game: &mut Game, key: KeyCode, act: impl FnOnce(&mut Game)) {
    game.key(key, ButtonState::Pressed);
    act(game);
    game.key(key, ButtonState::Released);
}

#[test]
fn agent_dragged_while_walking_goes_on_to_its_goal() {
    let mut game = Game::new();
    game.command(AgentCommand::Select("guard".to_owned()));
    game.command(AgentCommand::SendTo((8, 5).into()));
    game.run(30);
    let (from, to) = (place_of(&mut game, "guard"), game.place(3, 1));
    game.point_at(from);
    game.button(ButtonState::Pressed);
    game.point_at((from + to) / 2.0);
    game.point_at(to);
    game.run(60);
    assert_eq!(
        game.cell_of("guard"),
        Cell::new(3, 1),
        "it does not walk out of the hand"
    );
    game.button(ButtonState::Released);
    game.run(3);
    assert_eq!(goal_of(&mut game, "guard"), Some(Cell::new(8, 5)));
    game.run(300);
    assert_eq!(game.cell_of("guard"), Cell::new(8, 5));
    // Dropped on a wall it stays on the last free cell, and walls in between do not matter.
    let (from, to) = (place_of(&mut game, "guard"), game.place(6, 3));
    game.drag(from, to);
    let stands = game.cell_of("guard");
    assert!(
        stands != Cell::new(6, 3)
            && game
                .app
                .world()
                .resource::<NavGrid>()
                .grid()
                .is_walkable(stands)
    );
}

#[test]
fn the_flag_of_an_agent_is_dragged_and_the_agent_goes_there() {
    let mut game = Game::new();
    game.command(AgentCommand::Select("guard".to_owned()));
    game.command(AgentCommand::SendTo((8, 5).into()));
    game.command(AgentCommand::Select("scout".to_owned()));
    game.run(10);
    let (from, to) = (game.place(8, 5), game.place(4, 1));
    game.drag(from, to);
    assert_eq!(
        goal_of(&mut game, "guard"),
        Some(Cell::new(4, 1)),
        "though the scout was selected"
    );
    assert_eq!(goal_of(&mut game, "scout"), None);
}

#[test]
fn click_sets_the_next_weight_and_can_be_undone() {
    let mut game = Game::shipped("four_algorithms");
    let at = game.place(0, 0);
    // No tool has to be chosen first: the level says what its clicks do.
    for weight in ['2', '3', '4', '1', '2'] {
        game.click(at);
        game.run(2);
        assert_eq!(glyph(&game, (0, 0)), weight);
    }
    with_key(&mut game, KeyCode::ShiftLeft, |game| game.click(at));
    game.run(2);
    assert_eq!(glyph(&game, (0, 0)), '1', "with Shift the previous one");
    with_key(&mut game, KeyCode::ControlLeft, |game| {
        game.press(KeyCode::KeyZ);
    });
    game.run(2);
    assert_eq!(glyph(&game, (0, 0)), '2');
    // The button in sight ends it.
    game.click_text("sends the agent");
    let at = game.place(8, 1);
    game.click(at);
    game.run(4);
    assert_eq!(
        (glyph(&game, (8, 1)), goal_of(&mut game, "walker")),
        ('1', Some(Cell::new(8, 1)))
    );
}

#[test]
fn watched_search_follows_a_changed_weight() {
    let mut game = Game::shipped("four_algorithms");
    game.press(KeyCode::KeyW);
    game.until("a search is watched", |game| game.shown().is_some());
    let before = game.app.world().resource::<WatchQuery>().query.goal;
    let at = game.place(8, 0);
    game.click(at);
    game.until("the search follows", |game| {
        game.shown()
            .and_then(|run| run.question.grid.clone())
            .is_some_and(|map| map.cost(Cell::new(8, 0)) == Some(2))
    });
    assert_eq!(
        game.app.world().resource::<WatchQuery>().query.goal,
        before,
        "the click was not for the goal"
    );
}

#[test]
fn a_preset_floods_the_map_and_then_the_walker_walks() {
    let mut game = Game::shipped("four_algorithms");
    game.run(20);
    for (preset, key, algorithm, heuristic) in [
        (
            Preset::BreadthFirst,
            KeyCode::Digit1,
            Algorithm::BreadthFirst,
            None,
        ),
        (Preset::Dijkstra, KeyCode::Digit2, Algorithm::Dijkstra, None),
        (
            Preset::GreedyManhattan,
            KeyCode::Digit3,
            Algorithm::Greedy,
            Some(Heuristic::Manhattan),
        ),
        (
            Preset::GreedyStraightLine,
            KeyCode::Digit4,
            Algorithm::Greedy,
            Some(Heuristic::Euclidean),
        ),
        (
            Preset::AStar,
            KeyCode::Digit5,
            Algorithm::AStar,
            Some(Heuristic::Octile),
        ),
    ] {
        game.command(PlayCommand::Speed(6));
        with_key(&mut game, KeyCode::ControlLeft, |game| game.press(key));
        game.until("it is watched", |game| game.shown().is_some());
        let run = game.shown().unwrap();
        assert_eq!(run.question.query.options.algorithm, algorithm);
        assert!(
            heuristic.is_none_or(|heuristic| run.question.query.options.heuristic == heuristic),
            "{preset:?}"
        );
        assert_eq!(run.question.query.goal, Cell::new(14, 5));
        let (position, length) = game.position();
        assert!(position < length / 2 && game.app.world().resource::<Playback>().playing);
        assert!(
            game.app.world().resource::<Toggles>().is_on(Toggle::Tree),
            "parents are joined"
        );
        let speed = |game: &Game| game.app.world().resource::<Playback>().speed;
        let slow = speed(&game);
        game.click_text("+");
        assert!(speed(&game) > slow);
        game.click_text("−");
        assert_eq!(speed(&game), slow);
        game.command(PlayCommand::Speed(19));
        let hash = game.shown().unwrap().outcome.path().unwrap().hash();
        game.until("it is back with the agents", |game| {
            mode(game) == Mode::Agents
        });
        game.run(4);
        assert_eq!(goal_of(&mut game, "walker"), Some(Cell::new(14, 5)));
        let walker = game.agent("walker");
        let last = game
            .app
            .world()
            .get::<bevy_gridwalk::LastSearch>(walker)
            .unwrap();
        assert_eq!(
            last.path_hash,
            Some(hash),
            "it walks the path that was found"
        );
        assert!(!game.app.world().resource::<Toggles>().is_on(Toggle::Tree));
        for _ in 0..2000 {
            game.run(1);
            if goal_of(&mut game, "walker").is_none() {
                break;
            }
        }
        assert_eq!(game.cell_of("walker"), Cell::new(14, 5));
    }
}

#[test]
fn flood_stepped_to_its_end_stays_until_the_user_leaves() {
    let mut game = Game::shipped("four_algorithms");
    game.click_text("Dijkstra");
    game.until("it is watched", |game| game.shown().is_some());
    game.press(KeyCode::End);
    game.run(120);
    assert_eq!(mode(&game), Mode::Watch);
    // Another preset begins at once, also here.
    with_control(&mut game, KeyCode::Digit5);
    game.until("A* is watched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::AStar)
    });
    assert!(game.position().0 < game.position().1);
    // Who watches something else is not called away.
    game.command(WatchCommand::SetGoal((9, 9).into()));
    game.command(PlayCommand::Speed(19));
    game.run(200);
    assert_eq!(mode(&game), Mode::Watch);
}

#[test]
fn brush_paints_the_first_cells_terrain_and_is_one_undo_step() {
    let mut game = Game::new();
    game.press(KeyCode::KeyQ);
    game.run(2);
    let before = [(2, 0), (3, 0), (4, 0), (5, 0)].map(|cell| glyph(&game, cell));
    let (from, to) = (game.place(2, 0), game.place(5, 0));
    game.drag(from, to);
    game.run(4);
    let after = [(2, 0), (3, 0), (4, 0), (5, 0)].map(|cell| glyph(&game, cell));
    assert!(
        after.iter().all(|glyph| *glyph == after[0]) && after[0] != before[0],
        "{before:?} {after:?}"
    );
    game.key(KeyCode::ControlLeft, ButtonState::Pressed);
    game.press(KeyCode::KeyZ);
    game.key(KeyCode::ControlLeft, ButtonState::Released);
    game.run(4);
    assert_eq!(
        [(2, 0), (3, 0), (4, 0), (5, 0)].map(|cell| glyph(&game, cell)),
        before,
        "one stroke, one step back"
    );
}

#[test]
fn agent_is_dropped_when_the_button_is_released_outside() {
    let mut game = Game::new();
    let agent = game.agents_in_order()[0].1.clone();
    let from = game.cell_of(&agent);
    game.point_at(game.place(from.x, from.y));
    game.button(ButtonState::Pressed);
    game.point_at(game.place(from.x + 1, from.y));
    game.run(2);
    let window = game.window;
    game.app
        .world_mut()
        .get_mut::<Window>(window)
        .unwrap()
        .set_cursor_position(None);
    game.button(ButtonState::Released);
    game.run(2);
    let placed = game.cell_of(&agent);
    game.point_at(game.place(from.x + 3, from.y + 2));
    game.run(3);
    assert_eq!(
        game.cell_of(&agent),
        placed,
        "it follows the pointer no more"
    );
}
