//! The cost of a frame, without a clock: the numbers of textures sent, of copies of the map, and of
//! writes to the window.

use core::time::Duration;

use bevy::camera::CameraOutputMode;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_gridwalk::{NavGrid, PathStack, PlanningOptions, TickBudget};
use gridwalk::app::Script;
use gridwalk::app::command::{AgentCommand, EditCommand, PlayCommand, WindowCommand};
use gridwalk_pathfinding::Cell;

use super::game::Game;

/// The numbers of textures sent for the map and for the marks.
#[derive(Resource, Default, Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    map: u32,
    marks: u32,
}

fn count(
    mut events: MessageReader<AssetEvent<Image>>,
    images: Res<Assets<Image>>,
    mut sent: ResMut<Sent>,
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else {
            continue;
        };
        match images.get(*id).map(|image| image.texture_descriptor.format) {
            Some(TextureFormat::R8Uint) => sent.map += 1,
            Some(TextureFormat::Rg8Uint) => sent.marks += 1,
            _ => {}
        }
    }
}

fn counting() -> Game {
    let mut game = Game::new();
    game.app.init_resource::<Sent>().add_systems(First, count);
    game.run(5);
    game
}

/// Counts the textures sent meanwhile.
fn sent(game: &mut Game, meanwhile: impl FnOnce(&mut Game)) -> Sent {
    *game.app.world_mut().resource_mut::<Sent>() = Sent::default();
    meanwhile(game);
    // What changes in a frame is counted in a later one.
    game.run(3);
    *game.app.world().resource::<Sent>()
}

fn edit(game: &mut Game, cells: i32, glyph: char) {
    for x in 0..cells {
        let command = EditCommand::SetCell(Cell::new(x, 5), glyph);
        game.app
            .world_mut()
            .write_message(gridwalk::app::AppCommand::from(command));
    }
    game.run(1);
}

#[test]
fn map_texture_is_sent_once_per_frame_with_edits_and_only_then() {
    let mut game = counting();
    assert_eq!(
        sent(&mut game, |game| game.run(20)),
        Sent::default(),
        "nothing happens"
    );
    assert_eq!(
        sent(&mut game, |game| edit(game, 9, '#')),
        Sent { map: 2, marks: 0 },
        "the cells, and their smaller levels"
    );
    game.watch((0, 0), (8, 2));
    game.command(PlayCommand::First);
    game.run(5);
    assert_eq!(
        sent(&mut game, |game| game.run(20)),
        Sent::default(),
        "a search is looked at"
    );
    assert_eq!(
        sent(&mut game, |game| game.command(PlayCommand::Forward)),
        Sent { map: 0, marks: 1 }
    );
}

#[test]
fn edits_copy_no_map() {
    let mut game = counting();
    let copies = |game: &Game| game.app.world().resource::<NavGrid>().map().copies_made();
    let before = copies(&game);
    for round in 0..60 {
        edit(&mut game, 3, if round % 2 == 0 { '#' } else { '.' });
    }
    assert_eq!(copies(&game), before);
}

#[test]
fn one_camera_writes_to_the_window() {
    let mut game = Game::new();
    let mut cameras = game.app.world_mut().query::<&Camera>();
    let writes = |camera: &&Camera| matches!(camera.output_mode, CameraOutputMode::Write { .. });
    assert_eq!(cameras.iter(game.app.world()).filter(writes).count(), 1);
}

/// Otherwise the same script has another picture on another machine, where the map is large.
#[test]
fn a_script_with_a_picture_counts_what_agents_search() {
    for is_repeatable in [false, true] {
        let prepare =
            |app: &mut App| _ = app.insert_resource(Script::default().ending(None, is_repeatable));
        let game = Game::prepared(super::game::LEVEL, prepare);
        let budget = game.app.world().resource::<PlanningOptions>().budget;
        assert_eq!(
            matches!(budget, TickBudget::Expansions(_)),
            is_repeatable,
            "{budget:?}"
        );
    }
}

/// Four agents took more than a core, because every frame was drawn that the machine could draw.
#[test]
fn agents_that_walk_are_drawn_thirty_times_a_second() {
    let mut game = Game::new();
    game.command(WindowCommand::DismissHints);
    let mode = |game: &Game| game.app.world().resource::<WinitSettings>().focused_mode;
    let limit = UpdateMode::reactive_low_power(Duration::from_millis(33));
    game.run(300);
    assert_ne!(mode(&game), limit, "nobody walks");
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    let mut walking = game.app.world_mut().query::<&PathStack>();
    game.run(5);
    assert!(walking.iter(game.app.world()).count() > 0, "it walks");
    assert_eq!(mode(&game), limit);
    game.watch((1, 1), (9, 1));
    game.command(PlayCommand::Toggle);
    game.run(2);
    assert_eq!(mode(&game), limit, "a search is played");
}
