//! Glyphs are uploaded before they are drawn, at 10 frames a second, too.

use std::collections::HashMap;
use std::time::Duration;

use bevy::asset::AssetEvent;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_egui::EguiManagedTextures;
use gridwalk::app::command::{LessonCommand, Toggle, WindowCommand};
use gridwalk::app::{ChosenLanguage, Mode};
use gridwalk_explain::Language;

use super::game::Game;

/// The pictures as the renderer has them: it copies a picture in the frame in which it is told of a
/// change.
#[derive(Resource, Default)]
struct Uploaded(HashMap<AssetId<Image>, Vec<u8>>);

fn upload(
    mut changes: MessageReader<AssetEvent<Image>>,
    images: Res<Assets<Image>>,
    mut uploaded: ResMut<Uploaded>,
) {
    for change in changes.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = change else {
            continue;
        };
        if let Some(data) = images.get(*id).and_then(|image| image.data.clone()) {
            uploaded.0.insert(*id, data);
        }
    }
}

/// The window at 10 frames a second, with what the renderer has.
fn slow() -> Game {
    let mut game = Game::prepared(super::game::LEVEL, |app| {
        // The renderer reads messages after the last system of a frame.
        app.init_resource::<Uploaded>().add_systems(Last, upload);
    })
    .sized(1280.0, 720.0);
    game.app
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
            100,
        )));
    game
}

/// Counts the atlases, and those that the renderer has in an older state than the text needs.
fn stale(game: &Game) -> (usize, usize) {
    let world = game.app.world();
    let (images, uploaded) = (
        world.resource::<Assets<Image>>(),
        world.resource::<Uploaded>(),
    );
    let textures = world.resource::<EguiManagedTextures>();
    let is_stale = |handle: &Handle<Image>| {
        let now = images.get(handle).and_then(|image| image.data.as_ref());
        now.is_some() && uploaded.0.get(&handle.id()) != now
    };
    (
        textures.len(),
        textures
            .values()
            .filter(|texture| is_stale(&texture.handle))
            .count(),
    )
}

#[test]
fn new_letters_are_there_in_the_first_frame_that_draws_them() {
    let mut game = slow();
    let mut frames = 0;
    let mut look = |game: &mut Game, what: &str| {
        for frame in 0..4 {
            game.run(1);
            let (atlases, stale) = stale(game);
            assert!(atlases > 0, "there is text");
            assert_eq!(
                stale, 0,
                "{what}: frame {frame} draws letters that are not uploaded"
            );
            frames += 1;
        }
    };
    look(&mut game, "the first frames");
    for mode in Mode::ALL {
        game.command(WindowCommand::Mode(mode));
        look(&mut game, "a mode");
    }
    for toggle in [Toggle::Help, Toggle::Palette, Toggle::Meter] {
        game.command(toggle);
        look(&mut game, "a sheet");
        game.command(toggle);
    }
    game.command(WindowCommand::Scale(1.21));
    look(&mut game, "larger text");
    game.app.insert_resource(ChosenLanguage(Language::Chinese));
    look(&mut game, "another language");
    game.command(LessonCommand::First);
    look(&mut game, "a lesson");
    assert!(frames > 30);
}

#[test]
fn first_frame_of_a_sheet_equals_its_second() {
    for (toggle, title) in [
        (Toggle::Help, "Keys and mouse"),
        (Toggle::Palette, "Find a command or an option"),
    ] {
        let mut game = slow();
        game.command(WindowCommand::DismissHints);
        game.run(10);
        assert!(game.find(title).is_none());
        game.command(toggle);
        let mut frames = 0;
        while game.find(title).is_none() {
            game.run(1);
            frames += 1;
            assert!(frames < 5, "{title} comes");
        }
        let of_sheet = |game: &Game| {
            // Agents walk on behind the sheet, and the rate of frames is measured.
            let texts = game
                .texts()
                .iter()
                .filter(|(text, _)| !text.contains(char::is_numeric));
            texts.cloned().collect::<Vec<_>>()
        };
        let first = of_sheet(&game);
        game.run(1);
        let second = of_sheet(&game);
        assert_eq!(first, second, "{title}");
        assert!(first.len() > 20, "{title}: {}", first.len());
    }
}
