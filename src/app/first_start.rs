//! Whether this is the first start: the hints are shown until they were dismissed once.

use std::path::PathBuf;

use bevy::prelude::*;

use super::{AppCommand, AppSystems};

/// Where it is remembered that the hints were dismissed; without a place they come back.
#[derive(Resource, Default, Debug)]
pub struct FirstStart {
    memory: Option<PathBuf>,
}

impl FirstStart {
    /// The user's own memory, in the folder for settings of this platform.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self { memory: dirs::config_dir().map(|folder| folder.join("gridwalk").join("hints_dismissed")) }
    }

    /// Whether the hints are to be shown.
    #[must_use]
    pub fn is_first(&self) -> bool {
        !self.memory.as_ref().is_some_and(|file| file.exists())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FirstStart>().add_systems(PreUpdate, remember.in_set(AppSystems::Act));
}

fn remember(mut commands: MessageReader<AppCommand>, first: Res<FirstStart>) {
    let dismissed = commands.read().any(|command| *command == AppCommand::DismissHints);
    let Some(file) = first.memory.as_ref().filter(|_| dismissed) else { return };
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    if let Err(error) = folder.and_then(|()| std::fs::write(file, "")) {
        warn!("{}: the hints will be shown again: {error}", file.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dismissed_hints_stay_away() {
        let folder = tempfile::tempdir().unwrap();
        let first = FirstStart { memory: Some(folder.path().join("gridwalk").join("hints_dismissed")) };
        assert!(first.is_first());
        let mut app = App::new();
        app.insert_resource(first).add_message::<AppCommand>();
        plugin(&mut app);
        app.update();
        assert!(app.world().resource::<FirstStart>().is_first(), "nobody dismissed them yet");
        app.world_mut().write_message(AppCommand::DismissHints);
        app.update();
        assert!(!app.world().resource::<FirstStart>().is_first());
    }
}
