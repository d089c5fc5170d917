//! The editor works on what it shows: its terrain, its agents, its problems.

use std::fs;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_gridwalk::{AgentMotion, GridAgent, GridLayout};
use gridwalk::app::command::{
    EditCommand, FileCommand, LevelCommand, PortalCommand, ToolCommand, WindowCommand,
};
use gridwalk::app::{Edit, NoteOutcome, Notes, OpenDocument, Section};
use gridwalk_pathfinding::Cell;

use super::edit::{OPEN, drag, editing, level, rows, with_control};
use super::game::Game;

/// A level in a file, edited, with one-way cells that the brush has made.
fn with_own_terrain() -> (Game, tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.level.ron");
    fs::write(&file, OPEN).unwrap();
    let mut game = Game::new();
    game.command(LevelCommand::OpenFile(file.clone()));
    game.until("it is open", |game| {
        game.app.world().resource::<OpenDocument>().file() == Some(&file)
    });
    game.run(4);
    with_control(&mut game, KeyCode::KeyE);
    game.press(KeyCode::KeyY);
    for (from, to) in [((1, 1), (1, 4)), ((3, 1), (6, 1))] {
        let (from, to) = (game.place(from.0, from.1), game.place(to.0, to.1));
        game.drag(from, to);
    }
    game.press(KeyCode::KeyB);
    (game, folder, file)
}

fn save(game: &mut Game) {
    with_control(game, KeyCode::KeyS);
    game.until("it is saved", |game| {
        !game.app.world().resource::<OpenDocument>().is_unsaved()
    });
    game.run(2);
}

fn drawn_with(game: &Game) -> String {
    let level = level(game);
    let terrain = game.app.world().resource::<Edit>().terrain(&level.grid);
    level.grid.legend()[usize::from(terrain.0)].name.clone()
}

#[test]
fn brush_keeps_its_terrain_when_another_program_saves() {
    let (mut game, _folder, file) = with_own_terrain();
    game.press(KeyCode::Digit6);
    game.run(1);
    assert_eq!(drawn_with(&game), "swamp");
    save(&mut game);
    let text = fs::read_to_string(&file).unwrap();
    let row = "\"............\"";
    assert!(text.contains(row), "{text}");
    fs::write(&file, text.replacen(row, "\"...........#\"", 1)).unwrap();
    game.until("it is read again", |game| {
        rows(game).iter().any(|row| row.ends_with('#'))
    });
    game.run(3);
    assert_eq!(drawn_with(&game), "swamp");
    let at = game.place(8, 5);
    game.click(at);
    game.run(1);
    assert_eq!(&rows(&game)[5][8..9], "%");
}

#[test]
fn number_keys_mean_the_same_before_and_after_a_save() {
    let (mut game, _folder, file) = with_own_terrain();
    let keys = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit6,
        KeyCode::Digit9,
    ];
    let meant = |game: &mut Game| {
        keys.map(|key| {
            game.press(key);
            game.run(1);
            drawn_with(game)
        })
    };
    let before = meant(&mut game);
    assert_eq!(&before[..3], ["floor", "wall", "swamp"]);
    save(&mut game);
    game.command(FileCommand::NewSized(32, 20));
    game.run(4);
    game.command(LevelCommand::OpenFile(file.clone()));
    game.until("it is open again", |game| {
        game.app.world().resource::<OpenDocument>().file() == Some(&file)
    });
    game.run(4);
    assert_eq!(meant(&mut game), before);
}

#[test]
fn brush_takes_another_terrain_when_its_own_is_undone() {
    let (mut game, _folder, _) = with_own_terrain();
    game.press(KeyCode::Digit9);
    game.run(1);
    assert!(
        drawn_with(&game).starts_with("floor "),
        "{}",
        drawn_with(&game)
    );
    for _ in 0..2 {
        with_control(&mut game, KeyCode::KeyZ);
    }
    assert_eq!(drawn_with(&game), "wall");
}

const PATROL: &str = r#"(
    version: 1,
    map: ["............", "............", "............"],
    agents: [(name: "scout", at: (1, 1), goals: [(10, 1), (1, 1)], speed: 10.0, patrol: true)],
)"#;

/// Returns the places of agents on the screen, and their opacity: the sprites of a size that only
/// agents have.
fn discs(game: &mut Game) -> Vec<(Vec2, f32)> {
    let side = game.app.world().resource::<GridLayout>().cell_size().x * 0.86;
    let mut sprites = game
        .app
        .world_mut()
        .query::<(&Sprite, &Transform, &Visibility)>();
    let drawn = sprites
        .iter(game.app.world())
        .filter(|(sprite, _, visibility)| {
            **visibility != Visibility::Hidden
                && sprite
                    .custom_size
                    .is_some_and(|size| (size.x - side).abs() < 0.01)
        });
    drawn
        .map(|(sprite, transform, _)| (transform.translation.truncate(), sprite.color.alpha()))
        .collect()
}

#[test]
fn edit_draws_agents_where_the_level_puts_them() {
    let mut game = Game::with(PATROL).sized(1280.0, 720.0);
    game.run(30);
    let mut walkers = game
        .app
        .world_mut()
        .query_filtered::<&AgentMotion, With<GridAgent>>();
    let walked = walkers.single(game.app.world()).unwrap().position.x;
    assert!(walked > 2.0, "it has walked to {walked}");
    with_control(&mut game, KeyCode::KeyE);
    game.run(2);
    let place = game
        .app
        .world()
        .resource::<GridLayout>()
        .center(Cell::new(1, 1));
    let drawn = discs(&mut game);
    let (there, elsewhere): (Vec<_>, Vec<_>) = drawn
        .into_iter()
        .partition(|(at, _)| at.distance(place) < 0.01);
    assert!(
        matches!(there[..], [(_, alpha)] if alpha > 0.99),
        "{there:?}"
    );
    assert!(
        matches!(elsewhere[..], [(_, alpha)] if alpha < 0.5),
        "where it walked to is a ghost: {elsewhere:?}"
    );
    // What is drawn is what a drag moves.
    game.press(KeyCode::KeyA);
    let (from, to) = (game.place(1, 1), game.place(4, 2));
    game.drag(from, to);
    let agents: Vec<_> = level(&game)
        .agents
        .iter()
        .map(|agent| (agent.name.clone(), agent.at))
        .collect();
    assert_eq!(agents, [("scout".to_owned(), Cell::new(4, 2))]);
    with_control(&mut game, KeyCode::KeyE);
    game.run(2);
    assert!(
        discs(&mut game).iter().all(|(_, alpha)| *alpha > 0.99),
        "no ghosts where agents walk"
    );
}

const ROOM: &str = r#"(
    version: 1,
    map: [
        "....#.......",
        "....#.......",
        "............",
        "....#.......",
        "....#.......",
    ],
)"#;

#[test]
fn door_of_a_room_is_no_problem() {
    let mut game = editing(ROOM).sized(1280.0, 1600.0);
    game.until("the level is looked over", |game| {
        game.find("DOORS").is_some()
    });
    assert!(
        game.says("Nothing is odd in this level."),
        "{:?}",
        game.texts()
    );
    assert!(
        !game.says("a wall on (4, 2)"),
        "doors are folded: {:?}",
        game.texts()
    );
    game.press(KeyCode::F8);
    game.run(2);
    assert!(
        game.texts()
            .iter()
            .filter(|(text, _)| text == "Nothing is odd in this level.")
            .count()
            == 2
    );
    game.command(WindowCommand::Fold(Section::Doors));
    game.run(2);
    assert!(game.says("a wall on (4, 2)"), "{:?}", game.texts());
}

/// Puts the focus into the field that shows this, and types.
fn type_over(game: &mut Game, before: &str, typed: &str) {
    let field = game
        .texts()
        .iter()
        .rfind(|(text, _)| text == before)
        .map(|(_, rect)| rect.center());
    let field = field.unwrap_or_else(|| panic!("no {before} among {:?}", game.texts()));
    game.click(Vec2::new(field.x, field.y));
    game.run(2);
    game.type_text(typed);
    game.run(1);
}

fn size(game: &Game) -> (u32, u32) {
    (level(game).grid.width(), level(game).grid.height())
}

/// Width and height were two steps of the history, and each of them a resize of its own.
#[test]
fn width_and_height_are_typed_as_one_step() {
    let mut game = editing(OPEN).sized(1280.0, 1600.0);
    game.press(KeyCode::KeyD);
    game.run(2);
    let steps = |game: &Game| {
        game.app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap()
            .history()
            .len()
    };
    type_over(&mut game, "12", "40");
    assert_eq!(
        (size(&game), steps(&game)),
        ((12, 7), 0),
        "not while one of them is typed"
    );
    type_over(&mut game, "7", "30");
    game.press(KeyCode::Enter);
    game.run(4);
    assert_eq!((size(&game), steps(&game)), ((40, 30), 1));
    // One alone, and Esc.
    type_over(&mut game, "40", "41");
    game.press(KeyCode::Enter);
    game.run(4);
    assert_eq!((size(&game), steps(&game)), ((41, 30), 2));
    type_over(&mut game, "41", "50");
    game.press(KeyCode::Escape);
    game.run(4);
    assert_eq!((size(&game), steps(&game)), ((41, 30), 2));
}

#[test]
fn new_level_has_the_size_that_is_typed() {
    let mut game = Game::new();
    game.command(FileCommand::New);
    game.run(3);
    assert!(
        game.says("How large is the new level?"),
        "{:?}",
        game.texts()
    );
    // The width has the focus from the start.
    game.type_text("40");
    game.press(KeyCode::Tab);
    game.run(2);
    game.type_text("30");
    game.press(KeyCode::Enter);
    game.run(4);
    assert_eq!(size(&game), (40, 30));
    assert_eq!(level(&game).agents[0].at, Cell::new(20, 15));
    // None of no size, and one of a million cells in a moment.
    game.command(FileCommand::NewSized(0, 9));
    game.run(2);
    assert!(
        game.says("Nothing was changed: a map has"),
        "{:?}",
        game.texts()
    );
    game.command(FileCommand::NewSized(1024, 1024));
    game.run(4);
    assert_eq!(size(&game), (1024, 1024));
}

/// The ends and the places of all portals: their numbers on the map.
fn portals(game: &Game) -> Vec<(Cell, Cell)> {
    level(game)
        .grid
        .portal_list()
        .iter()
        .map(|portal| (portal.from, portal.to))
        .collect()
}

/// Drawn upwards it was listed downwards, and the numbers of others changed.
#[test]
fn portals_keep_the_ends_and_numbers_they_were_drawn_with() {
    let mut game = editing(OPEN);
    game.press(KeyCode::KeyP);
    let cell = Cell::new;
    let mut wanted = vec![
        (cell(9, 5), cell(1, 1)),
        (cell(4, 4), cell(6, 0)),
        (cell(2, 6), cell(2, 0)),
    ];
    for (from, to) in wanted.clone() {
        drag(&mut game, (from.x, from.y), (to.x, to.y));
    }
    assert_eq!(portals(&game), wanted);
    // One way and both ways, and drawn once more the other way: each in its place.
    game.command(PortalCommand::Choose(2));
    game.command(PortalCommand::BothWays);
    game.command(PortalCommand::BothWays);
    assert_eq!(portals(&game), wanted);
    drag(&mut game, (1, 1), (9, 5));
    wanted[0] = (cell(1, 1), cell(9, 5));
    assert_eq!(portals(&game), wanted);
    with_control(&mut game, KeyCode::KeyZ);
    wanted[0] = (cell(9, 5), cell(1, 1));
    assert_eq!(portals(&game), wanted);
}

#[test]
fn nothing_to_undo_is_told_without_the_colour_of_success() {
    let mut game = Game::new();
    game.command(EditCommand::Undo);
    let outcomes = |game: &Game| -> Vec<NoteOutcome> {
        game.app
            .world()
            .resource::<Notes>()
            .shown()
            .iter()
            .map(|note| note.outcome)
            .collect()
    };
    assert_eq!(outcomes(&game), [NoteOutcome::Nothing]);
    game.command(ToolCommand::SelectAll);
    game.command(ToolCommand::Copy);
    assert_eq!(outcomes(&game), [NoteOutcome::Nothing, NoteOutcome::Done]);
}

/// A stroke went on while a banner moved the map under the pointer: rows too high were drawn.
#[test]
fn banner_over_the_map_leaves_a_stroke_under_the_pointer() {
    let (mut game, _folder, file) = with_own_terrain();
    game.press(KeyCode::Digit2);
    save(&mut game);
    let (from, to) = (game.place(2, 5), game.place(9, 5));
    game.point_at(from);
    game.button(ButtonState::Pressed);
    game.point_at((from + to) / 2.0);
    fs::write(&file, "(version: 1, map: [").unwrap();
    game.until("the mistake is named", |game| {
        game.says("The level file has a mistake")
    });
    game.run(3);
    assert_eq!(game.place(2, 5), from, "the map stays");
    game.point_at(to);
    game.button(ButtonState::Released);
    game.run(2);
    assert_eq!(rows(&game)[5], "..########..");
}
