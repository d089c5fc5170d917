//! What a new user is shown until it was put away once: the hints of the first start, and the legend of
//! watched searches.

use std::path::PathBuf;

use bevy::prelude::*;

use super::{AppCommand, AppSystems};

/// Where it is remembered what was put away; without a place it comes back.
#[derive(Resource, Default, Debug)]
pub struct FirstStart {
    folder: Option<PathBuf>,
}

/// Exists once the hints were dismissed.
const HINTS: &str = "hints_dismissed";
/// Exists while the legend is not wanted.
const LEGEND: &str = "legend_closed";

impl FirstStart {
    /// The user's own memory, in the folder for settings of this platform.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self { folder: dirs::config_dir().map(|folder| folder.join("gridwalk")) }
    }

    /// Whether the hints are to be shown.
    #[must_use]
    pub fn is_first(&self) -> bool {
        !self.remembers(HINTS)
    }

    /// Whether the legend is to be shown.
    #[must_use]
    pub fn wants_legend(&self) -> bool {
        !self.remembers(LEGEND)
    }

    fn remembers(&self, name: &str) -> bool {
        self.folder.as_ref().is_some_and(|folder| folder.join(name).exists())
    }

    fn remember(&self, name: &str) -> std::io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(name), "")
    }

    fn forget(&self, name: &str) -> std::io::Result<()> {
        let Some(file) = self.folder.as_ref().map(|folder| folder.join(name)) else { return Ok(()) };
        if file.exists() { std::fs::remove_file(file) } else { Ok(()) }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FirstStart>().add_systems(PreUpdate, keep.in_set(AppSystems::Act));
}

fn keep(mut commands: MessageReader<AppCommand>, first: Res<FirstStart>) {
    for command in commands.read() {
        let kept = match command {
            AppCommand::DismissHints => first.remember(HINTS),
            AppCommand::ShowLegend(false) => first.remember(LEGEND),
            AppCommand::ShowLegend(true) => first.forget(LEGEND),
            _ => continue,
        };
        if let Err(error) = kept {
            warn!("what was put away will be shown again: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_away_stays_away_until_it_is_wanted_again() {
        let folder = tempfile::tempdir().unwrap();
        let first = FirstStart { folder: Some(folder.path().join("gridwalk")) };
        assert!(first.is_first() && first.wants_legend());
        let mut app = App::new();
        app.insert_resource(first).add_message::<AppCommand>();
        plugin(&mut app);
        let mut after = |command: Option<AppCommand>| {
            if let Some(command) = command {
                app.world_mut().write_message(command);
            }
            app.update();
            let first = app.world().resource::<FirstStart>();
            (first.is_first(), first.wants_legend())
        };
        assert_eq!(after(None), (true, true), "nobody put them away yet");
        assert_eq!(after(Some(AppCommand::DismissHints)), (false, true));
        assert_eq!(after(Some(AppCommand::ShowLegend(false))), (false, false));
        assert_eq!(after(Some(AppCommand::ShowLegend(true))), (false, true));
    }
}
