//! Pictures of the window.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::{AppCommand, AppSystems, Notes, Phrase};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, take_picture.in_set(AppSystems::Act));
}

fn take_picture(mut commands: Commands, mut orders: MessageReader<AppCommand>) {
    for order in orders.read() {
        let AppCommand::Screenshot(file) = order else { continue };
        let path = PathBuf::from(file);
        commands.spawn(Screenshot::primary_window()).observe(
            move |shot: On<ScreenshotCaptured>, mut notes: ResMut<Notes>| {
                let result = shot.image.clone().try_into_dynamic().map_err(|error| error.to_string());
                match result.and_then(|image| image.to_rgb8().save(&path).map_err(|error| error.to_string())) {
                    Ok(()) => {
                        info!("picture saved: {}", path.display());
                        notes.say(Phrase::PictureSaved.with("file", path.display()));
                    }
                    Err(error) => {
                        error!("no picture: {}: {error}", path.display());
                        notes.warn(Phrase::PictureFailed.with("error", error));
                    }
                }
            },
        );
    }
}
